#ifndef PD_FACTORY_RIG_START_H
#define PD_FACTORY_RIG_START_H
/* Learns the initial joints of rigging (core/rig/start.h) by ridge regression on depth maps of bodies
 * (bodies.h):
 *
 *     min_W,b  sum_i |y_i - b - m_i W|^2 + ridge |W|^2 W = M^T (M M^T + ridge I)^-1 Y, M and Y less their
 *              means
 *
 * by Cholesky of a matrix of examples by examples. y are the joints in the frame of the maps. A second matrix
 * is trained on the same bodies as the second pass sees them: framed by a neck with an error of deviation 5 %
 * and a pelvis with an error of .01. Each body counts twice, as it is and mirrored.
 *
 * Memory   4 n (2 6,160 + 2 n) bytes for each matrix and n = 2 bodies, one after the other: 300 MB for 1,500.
 *          Threads one; the same bytes every
 *          time.
 * Errors   ERR_MEMORY; ERR_INTERNAL: the ridge is too small.
 */
#include "core/base/progress.h"
#include "core/rig/fit.h"
#include "core/rig/start.h"
#include "factory/rig/bodies.h"

typedef struct pd_factory_rig_start_options {
    const pd_rig_template *const *templates; /* (template_count) templates of the models, used in turns */
    int template_count, bodies;
    double ridge;
    uint64_t seed;
    pd_progress progress;
} pd_factory_rig_start_options;

/* Returns the description of the i-th training body, or of the i-th held-out one. */
pd_factory_rig_want pd_factory_rig_example(const pd_factory_rig_start_options *options, int i, bool held_out);
/* Computes a body's points and joints in the space of its mesh (mesh.h).
 * Bodies stand with y up and look along z. */
pd_status pd_factory_rig_stand(pd_rig_cloud *cloud, double joints[PD_RIG_JOINTS][3],
                               const pd_factory_rig_body *body, pd_error *err);

/* Learns both matrices. */
pd_status pd_factory_rig_start_learn(pd_rig_start *out, const pd_factory_rig_start_options *options,
                                     pd_error *err);

#endif
