#include "core/observe/hybrik.h"

#include "core/base/assert.h"
#include "core/retarget/skeleton.h"
#include "core/ik/methods/hybrik.h"
#include "core/kernel/linalg.h"
#include "core/math/quat.h"
#include "core/observe/start.h"

#include <math.h>
#include <string.h>

/* most Gauss-Newton steps of the betas to the lengths of the bones */
#define ROUNDS     12
#define EXACT      1e-9 /* change of a beta that ends the iterations */
#define NO_LENGTH  1e-6 /* metres    */
#define MOST_TWIST 6.3  /* radians   */

/* Returns the observation of the joint itself, or NULL. */
static const pd_observe_seen *seen_of(const pd_observe_seen *seen, int count, int joint)
{
    for (int i = 0; i < count; i++) {
        const pd_observe_seen *s = &seen[i];
        if (s->confidence > 0 && pd_observe_is_place(s) && s->part_count == 1 && !s->parts[0].is_vertex &&
            s->parts[0].index == joint)
            return s;
    }

    return NULL;
}

pd_status pd_observe_hybrik_check(const pd_observe_job *job, const pd_smpl_model *m, pd_error *err)
{
    if (job->fit_scale)
        return pd_fail(err, PD_ERR_INVALID, "/fit_scale",
                       "true; false expected with hybrik: joints are in metres");
    for (int k = 0; k < m->joint_count; k++) {
        if (!seen_of(job->seen, job->seen_count, k))
            return pd_fail(err, PD_ERR_INVALID, "/joints",
                           "no position of %s; a position in space of every joint expected for hybrik",
                           m->data.joint_names[k]);
        if (job->twists && !(fabs(job->twists[k]) <= MOST_TWIST))
            return pd_fail(err, PD_ERR_RANGE, "/twists", "number %d is %g radians; %.10g to %.10g allowed", k,
                           job->twists[k], -MOST_TWIST, MOST_TWIST);
    }

    return PD_OK;
}

/* Builds the normal equations of the bones' lengths at the state's betas.
 * Overwrites h (lower triangle) and g. */
static void lengths(double *h, double *g, const pd_observe_problem *p, const double (*at)[3],
                    const double *sigma)
{
    PD_ASSERT(p->layout.betas <= PD_SMPL_MAX_BETAS);
    const int n = p->layout.betas;

    /* The prior of the betas. */
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) h[a * n + b] = a == b;
        g[a] = p->state.betas[a];
    }

    /* For each bone add a residual, its length minus the observed distance,
     * and the derivatives by the betas. */
    for (int k = 1; k < p->layout.joints; k++) {
        const int up = p->model->data.parents[k];
        const double *rest = p->body.rest[k];
        const double *above = p->body.rest[up];
        const double *slope = p->body.slope + (size_t)k * 3 * (size_t)n;
        const double *slope_up = p->body.slope + (size_t)up * 3 * (size_t)n;
        double bone[3], seen[3];
        double length = 0, apart = 0;
        double by[PD_SMPL_MAX_BETAS];
        for (int c = 0; c < 3; c++) {
            bone[c] = rest[c] - above[c];
            seen[c] = at[k][c] - at[up][c];
            length += bone[c] * bone[c];
            apart += seen[c] * seen[c];
        }

        length = sqrt(length);
        if (length < NO_LENGTH) continue;

        const double weight = 1 / (sigma[k] * sigma[k] + sigma[up] * sigma[up]);
        const double off = length - sqrt(apart);
        for (int b = 0; b < n; b++) {
            by[b] = 0;
            for (int c = 0; c < 3; c++) by[b] += bone[c] / length * (slope[c * n + b] - slope_up[c * n + b]);
            g[b] += weight * off * by[b];
            for (int a = 0; a <= b; a++) h[b * n + a] += weight * by[b] * by[a];
        }
    }
}

void pd_observe_hybrik_run(pd_observe_problem *p, const double *twists, double *h, double *g)
{
    const pd_smpl_model *m = p->model;
    double at[PD_SMPL_MAX_JOINTS][3], sigma[PD_SMPL_MAX_JOINTS];
    float betas[PD_SMPL_MAX_BETAS];
    pd_quat rotations[PD_SMPL_MAX_JOINTS];
    pd_vec3 points[PD_SMPL_MAX_JOINTS];
    pd_anim_skeleton skeleton;

    /* Observed positions of all joints; the pose starts at rest. */
    for (int k = 0; k < m->joint_count; k++) {
        const pd_observe_seen *s = seen_of(p->seen, p->seen_count, k);
        PD_ASSERT(s); /* pd_observe_hybrik_check has seen every joint */
        memcpy(at[k], s->at, sizeof at[k]);
        sigma[k] = s->sigma;
        points[k] = (pd_vec3){at[k][0], at[k][1], at[k][2]};
        rotations[k] = pd_q_identity();
        pd_q_to_matrix(p->state.rotations[k], rotations[k]);
    }

    memset(p->state.translation, 0, sizeof p->state.translation);
    p->state.log_scale = 0;

    /* Betas by the lengths of the bones, Gauss-Newton. */
    const int n = p->layout.betas;
    memset(p->state.betas, 0, (size_t)n * sizeof *p->state.betas);
    for (int round = 0; round < ROUNDS && n; round++) {
        double most = 0;
        pd_observe_body_pose(&p->body, &p->state);
        pd_observe_body_slopes(&p->body, &p->layout);
        lengths(h, g, p, (const double(*)[3])at, sigma);
        if (!pd_k_cholesky(h, n)) break;
        pd_k_cholesky_solve(g, h, n);
        for (int b = 0; b < n; b++) {
            p->state.betas[b] -= g[b];
            most = fmax(most, fabs(g[b]));
        }

        if (most < EXACT) break;
    }

    /* Pose in closed form, on the skeleton of those betas. */
    for (int b = 0; b < m->beta_count; b++) betas[b] = (float)p->state.betas[b];
    if (pd_retarget_skeleton_of(&skeleton, m, betas, m->beta_count, NULL)) return;
    pd_ik_hybrik_job job = {
        .rotations = rotations, .skeleton = &skeleton, .positions = points, .twists = twists};
    pd_ik_hybrik_run(&job);
    for (int k = 0; k < m->joint_count; k++) pd_q_to_matrix(p->state.rotations[k], rotations[k]);
    p->state.translation[0] = job.translation.x;
    p->state.translation[1] = job.translation.y;
    p->state.translation[2] = job.translation.z;

    /* Joints without children have no bone that determines their rotation:
     * fit them to the points observed on them. */
    pd_observe_body_pose(&p->body, &p->state);
    for (int k = 1; k < m->joint_count; k++) {
        bool is_leaf = true;
        for (int c = k + 1; c < m->joint_count && is_leaf; c++) is_leaf = m->data.parents[c] != k;
        if (is_leaf) pd_observe_start_joint(p, k);
    }
}
