#ifndef PD_SMPL_BODY_H
#define PD_SMPL_BODY_H
/* The forward pass: from shape, pose and soft tissue to vertices, joints and normals. SMPL (Loper et al.
 * 2015):
 *
 *     T_P  = v_template + sum_n beta_n S_n + sum_n psi_n E_n + sum_n (R_n(theta) - R_n(theta*)) P_n + sum_n
 *          c_n(theta) Q_n
 *            + sum_n delta_n D_n
 *                Q: sculpts that the pose drives (data/psd.h)
 *     G_k  = product over the ancestors a of k of [ R_a | J_a - J_parent(a) ]        (kinematic chain)
 *     G'_k = G_k inverse(G*_k)                                                       (rest pose removed)
 *     t'_i = sum_k w_ik G'_k t_i     LBS; DQS and SBS blend the rotations instead    (skinning)
 *     then, with `contact`, self-contact: skin inside the body is moved out (contact.h)
 *     then + translation; with `ground`, moved up or down until the lowest vertex is at y = 0
 *
 * Shapes   V vertices, K joints, B betas, E expressions, D soft-tissue coefficients.
 * Spaces   model space, metres, right-handed, +Y up, +Z forward. rotations are local to the parent joint.
 * Memory   _run allocates nothing and takes no lock; scratch comes from the caller. Outputs may not overlap.
 * Threads  the model is const. Work is handed to the executor in tiles; the results have the same bits for
 *          any batch, executor and number of workers.
 * Errors   all of them in _check; _run cannot fail.
 */
#include "core/base/arena.h"
#include "core/base/cancel.h"
#include "core/base/executor.h"
#include "core/smpl/model.h"

/* Largest |beta| that is accepted anywhere, in standard deviations: far beyond any body, and far below where
 * float32 overflows. */
#define PD_SMPL_BETA_MAX        100.0
/* Largest |beta| of adults, in standard deviations. Of 200 adults of ANSUR II, each fitted to 1 to 12 of
 * their measurements, none has a beta beyond 2.7; people by seed have none beyond 3.5. A fit to measurements
 * of adults warns of a larger one. */
#define PD_SMPL_BETA_ADULT      3.5
/* A larger |beta| is computed but is probably a mistake: the bodies that the shipped models are learned from
 * reach 2.8 to 4.7 (beta_limits). In standard deviations. */
#define PD_SMPL_BETA_USUAL      5.0
/* Largest |expression| that is accepted. Numbered directions (SMPL-X, FLAME) count in standard deviations;
 * the limit is twice what is usual. Named directions (blend shapes) count in weights, where 1 is the full
 * shape. Beyond the limit faces turn inside out. */
#define PD_SMPL_EXPRESSION_MAX  10.0
#define PD_SMPL_BLEND_SHAPE_MAX 2.0

/* Stages of the forward pass (Loper et al. 2015, figure 3) at which it may stop: id, name, what the vertices
 * are. The first row is zero. */
#define PD_SMPL_STAGE_TABLE(X)                                                                               \
    X(POSED, "posed", "skinned: the body in its pose")                                                       \
    X(SHAPED, "shaped", "T + B_S: the body's own shape at rest")                                             \
    X(CORRECTED, "corrected", "T_P: with the pose's blend shapes, still at rest")

typedef enum pd_smpl_stage {
#define PD_SMPL_STAGE_ENUM(name, word, text) PD_SMPL_##name,
    PD_SMPL_STAGE_TABLE(PD_SMPL_STAGE_ENUM)
#undef PD_SMPL_STAGE_ENUM
} pd_smpl_stage;

typedef struct pd_smpl_body {
    const float *betas;       /* (beta_count), may be NULL when 0; the model's further betas are 0. */
    const float *rotations;   /* (K,3,3) Local rotation matrices, row-major; NULL: the rest pose. */
    const float *translation; /* (3) NULL: 0. */
    const float *soft;        /* (soft_count), may be NULL when 0                                   */
    /* (expression_count), may be NULL when 0; the model's further expressions are 0. */
    const float *expression;
    int beta_count, soft_count, expression_count;
    pd_smpl_stage stage;   /* Zero: posed. At the other stages vertices and joints, J(beta), are at rest. */
    bool no_sculpts;       /* True: leaves out the sculpts that the pose drives. */
    int ground;            /* 1: put the lowest vertex at y = 0. Works without `vertices`, too. */
    float *vertices;       /* Output (V,3), or NULL. */
    float *joints;         /* Output (K,3): joint positions, or NULL. */
    float *normals;        /* Output (V,3): area-weighted unit normals, or NULL; requires `vertices`. */
    double contact_budget; /* Work that self-contact may take, milliseconds (contact.h); 0: no limit. */
    /* Output: true when self-contact spent its budget before everything was resolved; or NULL. */
    bool *contact_stopped;
    const pd_cancel *cancel; /* When set, outputs are unspecified; NULL: cannot be cancelled. */
} pd_smpl_body;

typedef struct pd_smpl_job {
    const pd_smpl_body *bodies; /* (body_count) */
    int body_count;             /* >= 1         */
    pd_smpl_skinning skinning;  /* Zero: LBS. */
    /* From pd_smpl_model_contact of the model, applied to vertices; NULL: no self-contact. */
    const struct pd_smpl_contact *contact;
} pd_smpl_job;

/* Returns the largest |expression| that the model accepts: one of the two limits above. */
double pd_smpl_expression_most(const pd_smpl_model *model);

/* Checks a job. *err says which field of which body is wrong ("/bodies/3/betas"),
 * its value and what is allowed. */
pd_status pd_smpl_job_check(const pd_smpl_job *job, const pd_smpl_model *model, pd_error *err);
/* Returns the bytes of scratch that _run takes from the arena. With job->bodies NULL: the most that such a
 * job may need. */
size_t pd_smpl_job_scratch_bytes(const pd_smpl_job *job, const pd_smpl_model *model);
/* Computes the outputs of every body of a checked job. scratch must have room for _scratch_bytes and is left
 * as it was found. Cannot fail. */
void pd_smpl_job_run(const pd_smpl_job *job, const pd_smpl_model *model, pd_arena *scratch,
                     const pd_executor *executor);

/* A body of which only some vertices are computed, tile by tile (core/smpl/skin/tiles.h): for searches that
 * look at a small part of the skin. Vertices have the bits that pd_smpl_job_run gives them. */
typedef struct pd_smpl_partial pd_smpl_partial;
/* Returns the bytes of an arena that _begin takes. */
size_t pd_smpl_partial_bytes(const pd_smpl_model *model, pd_smpl_skinning skinning);
/* Poses the body, which must have passed pd_smpl_job_check and outlive the result. Its outputs are written by
 * _tile alone: of those only `vertices` may be set, and `ground` must not be. no_correctives: leaves out all
 * blend shapes that the pose drives, as linear blend skinning in an engine does. */
pd_smpl_partial *pd_smpl_partial_begin(pd_arena *arena, const pd_smpl_body *body, const pd_smpl_model *model,
                                       pd_smpl_skinning skinning, bool no_correctives);
/* Writes the features of the blend shapes (features), and to sizes (blocks) the norm of those of each block
 * (core/smpl/skin/tiles.h); 0 for blocks that the body does not use. */
void pd_smpl_partial_features(float *features, float *sizes, const pd_smpl_partial *partial);
/* Writes the 16 vertices of a tile, fewer in the last, to their place in body->vertices. */
void pd_smpl_partial_tile(pd_smpl_partial *partial, int tile);

/* Reference implementation in double precision for one body, straight from the equations and the published
 * arrays (so model->data must still have its pose directions: use it on a pd_smpl_data). Tests compare the
 * kernels with it: at most 1e-5 m apart. Allocates. vertices (V,3), joints (K,3): either may be NULL. */
pd_status pd_smpl_body_ref(double *vertices, double *joints, const pd_smpl_data *data,
                           const pd_smpl_body *body, pd_smpl_skinning skinning, pd_error *err);

#endif
