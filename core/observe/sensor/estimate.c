#include "core/observe/sensor/estimate.h"

#include "core/base/assert.h"
#include "core/observe/sensor/sensors.h"
#include "core/motion/amass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BODY  22   /* joints of SMPL's body */
#define MOVES 1e-4 /* a joint whose quaternion changes by less than this does not move */

/* Returns whether a joint is observed: it is one of the body's, or moves in the clip. */
static bool is_observed(const pd_anim_clip *clip, int k)
{
    char name[PD_SMPL_NAME_BYTES];

    for (int i = 0; i < BODY; i++) {
        pd_motion_amass_joint(name, i, BODY);
        if (!strcmp(clip->skeleton.names[k], name)) return true;
    }

    const pd_quat first = pd_anim_clip_frame(clip, 0)[k];
    for (int f = 1; f < clip->frame_count; f++) {
        const pd_quat q = pd_anim_clip_frame(clip, f)[k];
        const double along = first.x * q.x + first.y * q.y + first.z * q.z + first.w * q.w;
        if (1 - fabs(along) > MOVES) return true;
    }

    return false;
}

/* Returns the index of the place of the joint on the other side, or `place` itself. */
static int mirror_of(const pd_observe_estimate *e, const int *mirror, int place, int joints)
{
    const int other = mirror[e->parts[place].index];
    for (int i = 0; i < joints; i++)
        if (e->parts[i].index == other) return i;
    return place;
}

pd_status pd_observe_estimate_make(pd_observe_estimate *e, const pd_anim_clip *clip,
                                   const pd_smpl_model *model, double noise, const char *where, pd_error *err)
{
    const int joints = model->joint_count;
    const int frames = clip->frame_count;
    int observed[PD_ANIM_MAX_JOINTS], mirror[PD_ANIM_MAX_JOINTS];
    int count = 0;
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS];

    PD_ASSERT(clip->skeleton.joint_count == joints && joints <= PD_ANIM_MAX_JOINTS && frames > 0);
    *e = (pd_observe_estimate){.frame_count = frames};
    for (int k = 0; k < joints; k++)
        if (is_observed(clip, k)) observed[count++] = k;
    e->count = 2 * count;
    e->places = calloc((size_t)e->count + 1, sizeof *e->places);
    e->parts = calloc((size_t)count + 1, sizeof *e->parts);
    e->at = malloc(((size_t)frames * (size_t)e->count * 3 + 1) * sizeof *e->at);
    if (!e->places || !e->parts || !e->at)
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %d frames", frames);

    /* Positions come before orientations, because only a take whose first
     * place is a position is filtered (smooth.h). */
    pd_anim_mirror_table(mirror, &clip->skeleton);
    for (int i = 0; i < count; i++) e->parts[i] = (pd_observe_part){false, observed[i], 1};
    for (int i = 0; i < count; i++) {
        const int other = mirror_of(e, mirror, i, count);
        e->places[i] = (pd_observe_seen){.parts = &e->parts[i],
                                         .part_count = 1,
                                         .mirror = other,
                                         .sigma = PD_OBSERVE_ESTIMATE_REACH * noise};
        e->places[count + i] = (pd_observe_seen){
            .parts = &e->parts[i], .part_count = 1, .mirror = count + other, .is_turn = true, .sigma = noise};
    }

    /* Positions and rotation vectors of the observed joints in each frame, in the world. */
    for (int f = 0; f < frames; f++) {
        float *place = e->at + 3 * (size_t)f * (size_t)e->count;
        float *turn = place + 3 * (size_t)count;
        pd_anim_clip_pose(positions, rotations, clip, f);
        for (int i = 0; i < count; i++) {
            const pd_vec3 v = pd_q_to_rotvec(rotations[observed[i]]);
            const pd_vec3 p = positions[observed[i]];
            turn[3 * i] = (float)v.x;
            turn[3 * i + 1] = (float)v.y;
            turn[3 * i + 2] = (float)v.z;
            place[3 * i] = (float)p.x;
            place[3 * i + 1] = (float)p.y;
            place[3 * i + 2] = (float)p.z;
        }
    }

    return PD_OK;
}

void pd_observe_estimate_deinit(pd_observe_estimate *e)
{
    free(e->places);
    free(e->parts);
    free(e->at);
    *e = (pd_observe_estimate){0};
}

pd_observe_take pd_observe_estimate_take(const pd_observe_estimate *e, double rate, const float *betas)
{
    return (pd_observe_take){.places = e->places,
                             .at = e->at,
                             .place_count = e->count,
                             .frame_count = e->frame_count,
                             .rate = rate,
                             .keep_betas = true,
                             .shape = betas,
                             .weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR};
}
