#include "train/motion/gait.h"

#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <stdbool.h>
#include <stdlib.h>

#define STANDING      0.25 /* largest speed of standing, m/s */
#define JOGGING       2.0  /* speed above which feet that move jog, m/s */
#define CROUCH_BEGINS 0.72 /* height of the hip joints, metres */
#define CROUCH_DEPTH  0.16 /* metres below CROUCH_BEGINS at which the crouch is full */
#define FLIGHT_HEIGHT 0.13 /* least height of both toe joints, metres */
#define FLIGHT_FRAMES 14   /* shortest flight of a jump, frames; those of runs are shorter */
#define FLIGHT_MOST   60   /* longest flight, frames; longer ones are climbing */
#define JUMP_BEFORE   30   /* frames before a flight that belong to the jump, in which the knees bend */
#define JUMP_BEHIND   18   /* frames after a flight that belong to the jump: the landing */
#define SIGMA         8.0  /* smoothing of the gaits, frames */

typedef double gaits[PD_PFNN_GAITS];

pd_status pd_train_motion_gait(pd_character_motion *motion, const pd_train_foot_contacts *feet, pd_error *err)
{
    gaits *g = calloc((size_t)feet->count, sizeof *g);

    if (!g)
        return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for the gaits of %d frames",
                       feet->count);

    /* Gait by speed and height of the hips: crouch grows from 0 to 1 as the hips sink. */
    for (int t = 0; t < feet->count; t++) {
        double speed = feet->root_speed[t];
        double crouch = (CROUCH_BEGINS - feet->hip_height[t]) / CROUCH_DEPTH;
        crouch = fmin(1, fmax(0, crouch));
        int gait = speed < STANDING ? PD_PFNN_STAND : speed > JOGGING ? PD_PFNN_JOG : PD_PFNN_WALK;
        g[t][gait] = 1 - crouch;
        g[t][PD_PFNN_CROUCH] = crouch;
    }

    /* Jumps: flights of a fitting length, with some frames before and after. */
    int n = feet->count;
    for (int t = 0, end; t < n; t = end + 1) {
        end = t;
        while (end < n && fmin(feet->height[end][PD_PFNN_LEFT_TOE], feet->height[end][PD_PFNN_RIGHT_TOE]) +
                                  PD_ANIM_BIPED_TOE >
                              FLIGHT_HEIGHT)
            end++;
        if (end - t < FLIGHT_FRAMES || end - t > FLIGHT_MOST) continue;
        for (int i = t - JUMP_BEFORE; i < end + JUMP_BEHIND; i++)
            if (i >= 0 && i < n) g[i][PD_PFNN_JUMP] = 1;
    }

    /* Smooth, and store. */
    pd_status status = PD_OK;
    for (int i = 0; i < PD_PFNN_GAITS && status == PD_OK; i++)
        status = pd_train_gaussian(&g[0][i], feet->count, PD_PFNN_GAITS, SIGMA, err);
    for (int t = 0; t < feet->count && status == PD_OK; t++)
        for (int i = 0; i < PD_PFNN_GAITS; i++) motion->gaits[t][i] = (float)g[t][i];
    free(g);

    return status;
}

/* Returns whether both toes are over FLIGHT_HEIGHT above the ground. */
static bool is_off_the_ground(const pd_character_motion *motion, int frame)
{
    PD_ASSERT(frame >= 0 && frame < motion->clip.frame_count);
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, NULL, &motion->clip, frame);
    for (int side = 0; side < 2; side++) {
        pd_vec3 toe = p[side ? PD_BIPED_R_TOE : PD_BIPED_L_TOE];
        if (toe.y - pd_anim_ground_height(&motion->ground, toe.x, toe.z) <= FLIGHT_HEIGHT) return false;
    }

    return true;
}

bool pd_train_motion_next_climb(pd_train_run *run, const pd_character_motion *motion, int from)
{
    PD_ASSERT(from >= 0);
    const int count = motion->clip.frame_count;
    for (int t = from, end; t < count; t = end + 1) {
        end = t;
        while (end < count && is_off_the_ground(motion, end)) end++;
        if (end - t <= FLIGHT_MOST) continue;
        *run = (pd_train_run){t, end - 1};
        return true;
    }

    return false;
}

int pd_train_motion_main_gait(const pd_character_motion *motion, int frame)
{
    PD_ASSERT(frame >= 0);
    const float *g = motion->gaits[frame];
    int main = PD_PFNN_STAND;
    if (g[PD_PFNN_JUMP] > 0.5F) return PD_PFNN_JUMP;
    for (int i = 1; i <= PD_PFNN_CROUCH; i++)
        if (g[i] > g[main]) main = i;

    return main;
}
