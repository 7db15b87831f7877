#ifndef PD_TRAIN_RIG_START_H
#define PD_TRAIN_RIG_START_H
/* Learns a start of rigging (core/rig/start.h) by ridge regression on depth maps of bodies (bodies.h):
 *
 *     min_W,b  sum_i |y_i - b - m_i W|^2 + ridge |W|^2        W = M^T (M M^T + ridge I)^-1 Y,   M and Y less their means
 *
 * by Cholesky of a matrix of examples by examples. y: the joints in the frame of the maps. The second matrix sees the same bodies as a pass finds
 * them: framed by a neck that is off by a deviation of 5 % and a pelvis that is off by .01. Each body counts twice, as it is and mirrored.
 *
 * Memory   4 n (2 6,160 + 2 n) bytes for each matrix and n = 2 bodies, one after the other: 300 MB for 1,500.   Threads  one; the same bytes every time.
 * Errors   ERR_MEMORY; ERR_INTERNAL: the ridge is too small.
 */
#include "core/base/progress.h"
#include "core/rig/fit.h"
#include "core/rig/start.h"
#include "train/rig/bodies.h"

typedef struct pd_train_rig_start_options {
    const pd_rig_template *const *templates; /* (template_count) of the models, in turns */
    int template_count, bodies;
    double ridge;
    uint64_t seed;
    pd_train_progress progress;
} pd_train_rig_start_options;

/* The i-th body of those that are learned from, or of the held-out ones. */
pd_train_rig_want pd_train_rig_example(const pd_train_rig_start_options *options, int i, bool held_out);
/* Its points and joints in the mesh's space (mesh.h). Bodies stand with y up and look along z. */
pd_status pd_train_rig_stand(pd_rig_cloud *cloud, double joints[PD_RIG_JOINTS][3],
                             const pd_train_rig_body *body, pd_error *err);

pd_status pd_train_rig_start_learn(pd_rig_start *out, const pd_train_rig_start_options *options,
                                   pd_error *err);

#endif
