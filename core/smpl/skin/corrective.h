#ifndef PD_SMPL_SKIN_CORRECTIVE_H
#define PD_SMPL_SKIN_CORRECTIVE_H
/* Corrective morphs: approximates pose blend shapes by a chosen number of morph targets with weights, for
 * programs that only support skins and morph targets.
 *
 * Pose blend shapes are linear in the entries f of R_k - I (SMPL, Loper et al. 2015, eq. 9), so they are
 * approximated by directions whose weights are linear in f:
 *
 *     P(beta) f  ~  D w,     w = C f          D (3V,N) directions, C (N,F) the map
 *
 * D and C have the least mean square error over given poses (reduced-rank regression, Izenman 1975). With the
 * poses' second moments S = E[f f^T] = L L^T and the eigenvectors V of L^T P^T P L for its N largest
 * eigenvalues,
 *
 *     D = P L V,     C = V^T inverse(L)
 *
 * With N = F the product D C is P: nothing is lost. Each weight is scaled so that it reaches 1 in the given
 * poses, or less where the direction would then move no vertex by 20 mm. At rest all weights are 0.
 *
 * Shapes   V vertices, K joints, J joints on which P depends, F = 9 J entries, row-major, joint after joint;
 *          N <= F.
 * Spaces   D is added before skinning, like v_template: metres for a weight of 1. For linear blend skinning,
 *          and for one body, because P depends on betas.
 * Memory   the struct owns its arrays. _make takes about 24 F^2 + 8 F (poses) bytes and D for a time.
 * Threads  tiles are const; results depend on the arguments only.
 * Errors   ERR_RANGE: N, or no pose; ERR_UNSUPPORTED: a model without pose blend shapes, or with quaternion
 *          features; ERR_MEMORY.
 */
#include "core/smpl/skin/tiles.h"

typedef struct pd_smpl_correctives {
    int count;       /* N; where P has a lower rank, the last directions are 0. */
    int joint_count; /* J                                             */
    int vertex_count;
    int *joints; /* (J) Joint numbers, ascending. */
    float *dirs; /* (N,V,3) D. */
    float *map;  /* (N,9 J) C. */
} pd_smpl_correctives;

/* The body whose pose blend shapes are approximated; fields as in pd_smpl_body. */
typedef struct pd_smpl_corrective_body {
    const pd_smpl_tiles *tiles;
    const float *betas; /* (beta_count), NULL: 0 */
    int beta_count;
} pd_smpl_corrective_body;

/* Distances of vertices from their positions with all of P, metres. */
typedef struct pd_smpl_corrective_error {
    double rms, worst;  /* With the correctives. */
    double rms_without; /* Without correctives: plain skinning. */
    int pose_count;
} pd_smpl_corrective_error;

/* Makes `count` (N, at least 1) directions that are best for the given
 * rotations (poses,K,3,3), local, row-major. */
pd_status pd_smpl_correctives_make(pd_smpl_correctives *out, const pd_smpl_corrective_body *body, int count,
                                   const float *rotations, int poses, pd_error *err);
/* Frees the arrays of the correctives. */
void pd_smpl_correctives_deinit(pd_smpl_correctives *c);

/* Computes weights (poses,N) for rotations (poses,K,3,3). */
void pd_smpl_correctives_weights(float *weights, const pd_smpl_correctives *c, int joint_count,
                                 const float *rotations, int poses);
/* Measures the error over all vertices and the given poses of the same body. ERR_MEMORY. */
pd_status pd_smpl_correctives_measure(pd_smpl_corrective_error *out, const pd_smpl_correctives *c,
                                      const pd_smpl_corrective_body *body, const float *rotations, int poses,
                                      pd_error *err);

/* Returns F, the largest number of directions; 0: no pose blend shapes, or quaternion features. */
int pd_smpl_corrective_features(const pd_smpl_tiles *tiles);
/* Returns the most memory that _make and _measure take, with what the struct keeps, bytes. */
size_t pd_smpl_correctives_bytes(const pd_smpl_tiles *tiles, int count, int poses);

#endif
