#ifndef PD_SMPL_BODY_H
#define PD_SMPL_BODY_H
/* The forward pass: shape, pose, soft tissue -> vertices, joints, normals. SMPL (Loper et al. 2015):
 *
 *     T_P  = v_template + sum_n beta_n S_n + sum_n psi_n E_n + sum_n (R_n(theta) - R_n(theta*)) P_n + sum_n delta_n D_n
 *     G_k  = product over the ancestors a of k of [ R_a | J_a - J_parent(a) ]        (the chain)
 *     G'_k = G_k inverse(G*_k)                                                       (rest pose removed)
 *     t'_i = sum_k w_ik G'_k t_i     LBS; DQS and SBS blend the rotations instead    (skinning)
 *     then, when asked for, self-contact: skin inside the body is moved out (contact.h)
 *     then + translation; with `ground`, moved up or down until the lowest vertex is at y = 0
 *
 * Shapes   V vertices, K joints, B betas, E expressions, D soft-tissue coefficients.
 * Spaces   model space, metres, right-handed, +Y up, +Z forward. rotations are local to the parent joint.
 * Memory   _run allocates nothing and takes no lock; scratch comes from the caller. Outputs may not overlap.
 * Threads  the model is const. Work is handed to the executor in tiles; results are the same bits whatever
 *          the batch, the executor and the number of workers.
 * Errors   all of them in _check; _run cannot fail.
 */
#include "core/base/arena.h"
#include "core/base/cancel.h"
#include "core/base/executor.h"
#include "core/smpl/model.h"

/* The largest |beta| that is accepted anywhere, in standard deviations: far beyond any body, and far below where float32 overflows. */
#define PD_SMPL_BETA_MAX        100.0
/* A larger |beta| is computed but probably a mistake: the largest among the bodies that the shipped models are learned from
 * (beta_limits) are 2.8 to 4.7. In standard deviations. */
#define PD_SMPL_BETA_USUAL      5.0
/* The largest |expression| that is accepted: of directions that are numbered (SMPL-X, FLAME) in standard deviations, twice what is usual; of
 * directions that have names (blend shapes) in weights, of which 1 is all of it. Faces beyond turn inside out. */
#define PD_SMPL_EXPRESSION_MAX  10.0
#define PD_SMPL_BLEND_SHAPE_MAX 2.0

typedef enum pd_smpl_skinning {
    PD_SMPL_LBS,
    PD_SMPL_DQS,
    PD_SMPL_SBS,
    PD_SMPL_SKINNING_COUNT
} pd_smpl_skinning;

/* How far the forward pass goes (Loper et al. 2015, figure 3): name, what the vertices are. The first is zero. */
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
    const float *betas;       /* (beta_count), may be NULL when 0; the model's missing ones are 0   */
    const float *rotations;   /* (K,3,3) local rotation matrices, row-major; NULL is the rest pose  */
    const float *translation; /* (3); NULL is 0                                                     */
    const float *soft;        /* (soft_count), may be NULL when 0                                   */
    const float *expression;  /* (expression_count), may be NULL when 0; as betas                  */
    int beta_count, soft_count, expression_count;
    pd_smpl_stage stage;     /* zero: posed. Else joints are those at rest, J(beta), as the vertices are  */
    int ground;              /* put the lowest vertex at y = 0 (vertices need not be asked for)    */
    float *vertices;         /* out (V,3) or NULL                                                  */
    float *joints;           /* out (K,3) posed joint positions, or NULL                           */
    float *normals;          /* out (V,3) area-weighted unit normals, or NULL; asks for vertices   */
    double contact_budget;   /* milliseconds of work that contact may take (contact.h); 0: any */
    bool *contact_stopped;   /* out: contact spent its budget before all was resolved; or NULL */
    const pd_cancel *cancel; /* when set, outputs are unspecified; NULL: never             */
} pd_smpl_body;

typedef struct pd_smpl_job {
    const pd_smpl_body *bodies; /* (body_count) */
    int body_count;             /* >= 1         */
    pd_smpl_skinning skinning;  /* zero is LBS  */
    const struct pd_smpl_contact
        *contact; /* pd_smpl_model_contact of the model: vertices go through it; NULL: no contact */
} pd_smpl_job;

/* The largest |expression| of the model: one of the two above. */
double pd_smpl_expression_most(const pd_smpl_model *model);

/* Says in *err which field of which body is wrong ("/bodies/3/betas"), its value and what is allowed. */
pd_status pd_smpl_job_check(const pd_smpl_job *job, const pd_smpl_model *model, pd_error *err);
/* Scratch that _run takes from the arena. job->bodies may be NULL: the most that such a job may need. */
size_t pd_smpl_job_scratch_bytes(const pd_smpl_job *job, const pd_smpl_model *model);
void pd_smpl_job_run(const pd_smpl_job *job, const pd_smpl_model *model, pd_arena *scratch,
                     const pd_executor *executor);

/* The plain reference in double precision, one body, straight from the equations and from the published
 * arrays (model->data must still have its pose directions: use it on a pd_smpl_data). Tests compare
 * the kernels against it: at most 1e-5 m apart. Allocates. vertices (V,3), joints (K,3): either may be NULL. */
pd_status pd_smpl_body_ref(double *vertices, double *joints, const pd_smpl_data *data,
                           const pd_smpl_body *body, pd_smpl_skinning skinning, pd_error *err);

const char *pd_smpl_skinning_name(pd_smpl_skinning skinning); /* "lbs", "dqs", "sbs" */

#endif
