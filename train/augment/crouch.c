#include "train/augment/crouch.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "train/augment/copy.h"
#include "train/motion/feet.h"
#include "train/motion/filter.h"
#include "train/augment/slow.h"
#include "train/augment/trunk.h"

#include <stdlib.h>
#include <string.h>

#define BACK        0.30 /* metres per metre of depth               */
#define LEAN        1.5  /* radians per metre of depth              */
#define DEEPEST     0.35 /* metres */
#define HOLD_FROM   1.5  /* seconds between two random depths       */
#define HOLD_TO     4.0  /* seconds */
#define DEPTH_SIGMA 12.0 /* frames                                  */
#define LEAST_PART  0.4  /* of the depth, unless upright: a smaller part would not show */

double pd_train_hip_height(const pd_character_motion *motion, int frame)
{
    PD_ASSERT(frame >= 0 && frame < motion->clip.frame_count);
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, NULL, &motion->clip, frame);
    return 0.5 * (p[PD_BIPED_L_THIGH].y + p[PD_BIPED_R_THIGH].y) -
           pd_anim_ground_height(&motion->ground, p[0].x, p[0].z);
}

/* depth (T): constant, or from one random depth to the next; up, down and half way are as likely. */
static pd_status depths(double *depth, int count, const pd_train_crouch *how, pd_error *err)
{
    PD_ASSERT(count > 0);
    pd_rng rng;
    pd_rng_init(&rng, how->seed);
    for (int t = 0; t < count && !how->varies; t++) depth[t] = how->depth;
    for (int t = 0; t < count && how->varies;) {
        double u = pd_rng_uniform(&rng);
        double part = u < 0.3 ? 0 : u < 0.65 ? 1 : LEAST_PART + (1 - LEAST_PART) * u;
        double seconds = HOLD_FROM + (HOLD_TO - HOLD_FROM) * pd_rng_uniform(&rng);
        int end = t + (int)(seconds * PD_CHARACTER_MOTION_RATE);
        for (; t < end && t < count; t++) depth[t] = part * how->depth;
    }

    return how->varies ? pd_train_gaussian(depth, count, 1, DEPTH_SIGMA, err) : PD_OK;
}

/* Lowers the hips by `depth`, moves them back, and leans the trunk forward; the feet stay where they are. */
static pd_status lower_hips(pd_character_motion *motion, pd_train_feet *feet, const double *depth,
                            const pd_vec3 *facing, pd_error *err)
{
    PD_ASSERT(feet->frame_count == motion->clip.frame_count);
    pd_train_feet_read(feet, &motion->clip);
    for (int t = 0; t < motion->clip.frame_count; t++) {
        motion->clip.roots[t].y -= depth[t];
        motion->clip.roots[t] = pd_vec3_fma(motion->clip.roots[t], -BACK * depth[t], facing[t]);
        pd_train_trunk_lean(&motion->clip, t, facing[t], LEAN * depth[t]);
    }

    const pd_status status = pd_train_feet_reach(NULL, &motion->clip, feet, err);
    if (status != PD_OK) return status;
    pd_train_feet_solve(&motion->clip, feet);

    return PD_OK;
}

/* Labels frames whose hips are low as crouching, at the cost of standing, walking and jogging. */
static void label_crouch(pd_character_motion *motion)
{
    for (int t = 0; t < motion->clip.frame_count; t++) {
        float *g = motion->gaits[t];
        float had = g[PD_PFNN_CROUCH];
        double crouch = (PD_TRAIN_CROUCH_FROM - pd_train_hip_height(motion, t)) / PD_TRAIN_CROUCH_OVER;
        crouch = fmin(fmax(crouch, 0), 1);
        if (crouch <= had) continue;
        for (int k = PD_PFNN_STAND; k <= PD_PFNN_JOG; k++)
            g[k] *= (float)((1 - crouch) / fmax(1 - had, 1e-6));
        g[PD_PFNN_CROUCH] = (float)crouch;
    }
}

/* Makes a motion crouch, in place: depth over time, then hips and legs, then the labels. */
static pd_status crouch(pd_character_motion *motion, const pd_train_crouch *how, pd_error *err)
{
    int count = motion->clip.frame_count;
    double *depth = malloc((size_t)count * sizeof *depth);
    pd_vec3 *facing = malloc((size_t)count * sizeof *facing);
    pd_train_feet feet = {0};
    pd_status status = depth && facing ? pd_train_feet_init(&feet, count, err)
                                       : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory to crouch");

    if (status == PD_OK) status = pd_train_facing(facing, motion, err);
    if (status == PD_OK) status = depths(depth, count, how, err);
    if (status == PD_OK) status = lower_hips(motion, &feet, depth, facing, err);
    if (status == PD_OK) label_crouch(motion);

    free(depth);
    free(facing);
    pd_train_feet_deinit(&feet);

    return status;
}

pd_status pd_train_motion_crouch(pd_character_motion *out, const pd_character_motion *in,
                                 const pd_train_crouch *how, pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = pd_train_motion_labelled(in, 0, err);
    if (status == PD_OK) status = pd_train_motion_within(in, "depth", how->depth, 0, DEEPEST, err);
    if (status == PD_OK) status = pd_train_motion_slow(out, in, how->time, "crouch", err);
    if (status == PD_OK) status = crouch(out, how, err);
    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}
