#ifndef PD_SMPL_SKIN_CORRECTIVE_H
#define PD_SMPL_SKIN_CORRECTIVE_H
/* Corrective morphs: pose blend shapes as a chosen number of morph targets with weights, for programs that know skins and morphs alone.
 *
 * Pose blend shapes are linear in the entries f of R_k - I (SMPL, Loper et al. 2015, eq. 9), so any number of directions with weights that
 * are linear in f stands for them:
 *
 *     P(beta) f  ~  D w,     w = C f          D (3V,N) directions, C (N,F) the map, both of least mean square
 *
 * over given poses (reduced-rank regression, Izenman 1975): with the poses' second moments S = E[f f^T] = L L^T and the eigenvectors V of
 * L^T P^T P L for its N largest eigenvalues,
 *
 *     D = P L V,     C = V^T inverse(L)
 *
 * With all of them D C = P: nothing is lost. Each weight is scaled so that the given poses reach 1, or less where the
 * direction would then move no vertex by 20 mm. At rest all are 0.
 *
 * Shapes   V vertices, K joints, J joints that move any vertex by P, F = 9 J entries, row-major, joint after joint; N <= F.
 * Spaces   D before skinning, as v_template: metres for a weight of 1. Of linear blend skinning; of one body, since P depends on betas.
 * Memory   the struct owns its arrays. _make takes about 24 F^2 + 8 F (poses) bytes and D for a time.
 * Threads  tiles are const; results do not depend on anything but the arguments.
 * Errors   ERR_RANGE: N or no pose; ERR_UNSUPPORTED: a model without pose blend shapes, or with those of quaternions; ERR_MEMORY.
 */
#include "core/smpl/skin/tiles.h"

typedef struct pd_smpl_correctives {
    int count;       /* N; where P has fewer, the last directions are 0 */
    int joint_count; /* J                                             */
    int vertex_count;
    int *joints; /* (J) ascending                                 */
    float *dirs; /* (N,V,3)                                       */
    float *map;  /* (N,9 J)                                       */
} pd_smpl_correctives;

/* The body whose pose blend shapes are stood for: P depends on betas. As in pd_smpl_body. */
typedef struct pd_smpl_corrective_body {
    const pd_smpl_tiles *tiles;
    const float *betas; /* (beta_count), NULL: 0 */
    int beta_count;
} pd_smpl_corrective_body;

/* Where vertices are beside where all of P puts them, metres. */
typedef struct pd_smpl_corrective_error {
    double rms, worst;  /* with the correctives */
    double rms_without; /* with none: plain skinning */
    int pose_count;
} pd_smpl_corrective_error;

/* count 1 or more; rotations (poses,K,3,3) local, row-major: the poses that the directions are best for. */
pd_status pd_smpl_correctives_make(pd_smpl_correctives *out, const pd_smpl_corrective_body *body, int count,
                                   const float *rotations, int poses, pd_error *err);
void pd_smpl_correctives_deinit(pd_smpl_correctives *c);

/* weights (poses,N) of poses (poses,K,3,3). */
void pd_smpl_correctives_weights(float *weights, const pd_smpl_correctives *c, int joint_count,
                                 const float *rotations, int poses);
/* Over all vertices and the given poses, of the same body. ERR_MEMORY. */
pd_status pd_smpl_correctives_measure(pd_smpl_corrective_error *out, const pd_smpl_correctives *c,
                                      const pd_smpl_corrective_body *body, const float *rotations, int poses,
                                      pd_error *err);

/* Entries F of a model: the most directions that there can be; 0: no pose blend shapes, or those of quaternions. */
int pd_smpl_corrective_features(const pd_smpl_tiles *tiles);
/* What _make and _measure take at most, with what the struct keeps. */
size_t pd_smpl_correctives_bytes(const pd_smpl_tiles *tiles, int count, int poses);

#endif
