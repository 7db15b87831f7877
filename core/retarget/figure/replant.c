#include "core/retarget/figure/replant.h"

#include "core/base/assert.h"
#include "core/anim/two_bone.h"

#include <stdlib.h>

#define REACH       0.998 /* Part of the leg's length that is used. */
#define DROP_FRAMES 4     /* Frames by which a lowering starts earlier and ends later. */
#define DROP_SIGMA  2.5   /* Standard deviation of its smoothing, frames. */
#define DROP_FALL   0.5   /* Per frame: part of the way to a deeper lowering, */
#define DROP_RISE   0.08  /* and part of the way back. */

typedef struct pose {
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS]; /* world */
} pose;

static void take_pose(pose *p, const pd_anim_clip *clip, int frame)
{
    pd_anim_clip_pose(p->positions, p->rotations, clip, frame);
}

/* Lays the soles of shoes flat, which the bare feet would not be. */
static void turn_feet(pd_anim_clip *clip, const pd_retarget_replant *r, int frame)
{
    pd_quat *local = pd_anim_clip_frame(clip, frame);
    for (int s = 0; s < 2; s++) local[r->legs[s].ankle] = pd_q_mul(local[r->legs[s].ankle], r->legs[s].turn);
}

static void move_hips(pd_anim_clip *clip, const pd_retarget_replant *r, int frame, const pose *p)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    pd_vec3 middle =
        pd_vec3_scale(pd_vec3_add(p->positions[r->legs[0].hip], p->positions[r->legs[1].hip]), 0.5);
    pd_vec3 theirs = r->hips[frame];
    double floor = (double)r->floor[3 * frame + 1];
    double scale = r->seated ? r->scale + (1 - r->scale) * (double)r->seated[frame] : r->scale;
    double lift = 0.5 * (r->legs[0].lift + r->legs[1].lift);
    if (r->seated) lift *= 1 - (double)r->seated[frame];
    pd_vec3 wanted = {theirs.x, floor + scale * (theirs.y - floor) + lift, theirs.z};
    clip->roots[frame] = pd_vec3_add(clip->roots[frame], pd_vec3_sub(wanted, middle));
}

/* The goal of a leg's ankle. */
static pd_vec3 ankle_target(const pd_anim_clip *clip, const pd_retarget_replant *r, int frame, int side,
                            const pose *p)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count && side >= 0 && side < 2);
    const pd_retarget_replant_leg *leg = &r->legs[side];
    pd_vec3 toe = r->toes[2 * frame + side];
    double above = toe.y - (double)r->ground[2 * frame + side] - r->toe_rest;
    toe.y = (double)r->ground[2 * frame + side] + leg->toe_rest + above;
    return pd_vec3_sub(toe, pd_q_rotate(p->rotations[leg->ankle], clip->skeleton.offsets[leg->toe]));
}

/* How far the hips must be lowered so that both ankles are within reach, metres. */
static double drop_needed(const pd_anim_clip *clip, const pd_retarget_replant *r, int frame)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    const pd_vec3 *offsets = clip->skeleton.offsets;
    pose p;
    double drop = 0;
    take_pose(&p, clip, frame);

    for (int s = 0; s < 2; s++) {
        pd_vec3 target = ankle_target(clip, r, frame, s, &p), hip = p.positions[r->legs[s].hip];
        double reach = REACH * pd_anim_two_bone_length(offsets[r->legs[s].knee], offsets[r->legs[s].ankle]),
               across = hypot(target.x - hip.x, target.z - hip.z);
        double up = reach > across ? sqrt(reach * reach - across * across) : 0;
        drop = fmax(drop, hip.y - (target.y + up));
    }
    if (r->seated) drop *= 1 - (double)r->seated[frame]; /* feet that do not reach the ground hang */
    return drop;
}

static void plant(pd_anim_clip *clip, const pd_retarget_replant *r, int frame)
{
    pose p;
    pd_quat *local = pd_anim_clip_frame(clip, frame);
    take_pose(&p, clip, frame);

    for (int s = 0; s < 2; s++) {
        const pd_retarget_replant_leg *leg = &r->legs[s];
        pd_anim_two_bone_job job = {.root = p.positions[leg->hip],
                                    .middle = p.positions[leg->knee],
                                    .tip = p.positions[leg->ankle],
                                    .target = ankle_target(clip, r, frame, s, &p),
                                    .bend_axis = pd_q_rotate(p.rotations[leg->knee], pd_vec3_make(1, 0, 0))};
        pd_anim_two_bone_run(&job);

        int parent = clip->skeleton.parents[leg->hip];
        pd_quat hip = pd_q_mul(job.root_rotation, p.rotations[leg->hip]);
        pd_quat knee = pd_q_mul(job.middle_rotation, p.rotations[leg->knee]);
        local[leg->hip] = pd_q_normalize(pd_q_inv_mul(p.rotations[parent], hip));
        local[leg->knee] = pd_q_normalize(pd_q_inv_mul(hip, knee));
        local[leg->ankle] = pd_q_normalize(pd_q_inv_mul(knee, p.rotations[leg->ankle]));
    }
}

void pd_retarget_replant_frame(pd_anim_clip *clip, const pd_retarget_replant *replant, int frame,
                               double *drop)
{
    pose p;
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    turn_feet(clip, replant, frame);
    take_pose(&p, clip, frame);
    move_hips(clip, replant, frame, &p);
    double needed = drop_needed(clip, replant, frame);
    *drop += (needed > *drop ? DROP_FALL : DROP_RISE) * (needed - *drop);
    clip->roots[frame].y -= *drop;
    plant(clip, replant, frame);
}

pd_status pd_retarget_replant_run(pd_anim_clip *clip, const pd_retarget_replant *replant, pd_error *err)
{
    size_t count = (size_t)clip->frame_count;
    double *drops = malloc(2 * count * sizeof *drops);
    if (!drops) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for %zu frames", count);

    for (int t = 0; t < clip->frame_count; t++) {
        pose p;
        turn_feet(clip, replant, t);
        take_pose(&p, clip, t);
        move_hips(clip, replant, t, &p);
        drops[t] = drop_needed(clip, replant, t);
    }

    /* The largest of the frames around, then a Gaussian: out >= in wherever in stays for a while. */
    double *scratch = drops + count;
    for (int i = 0; i < clip->frame_count; i++) {
        scratch[i] = 0;
        for (int d = -DROP_FRAMES; d <= DROP_FRAMES; d++)
            if (i + d >= 0 && i + d < clip->frame_count) scratch[i] = fmax(scratch[i], drops[i + d]);
    }

    for (int i = 0; i < clip->frame_count; i++) {
        double sum = 0, weights = 0;
        for (int d = -2 * DROP_FRAMES; d <= 2 * DROP_FRAMES; d++) {
            int at = i + d < 0 ? 0 : i + d >= clip->frame_count ? clip->frame_count - 1 : i + d;
            double w = exp(-0.5 * d * d / (DROP_SIGMA * DROP_SIGMA));
            sum += w * scratch[at], weights += w;
        }
        drops[i] = sum / weights;
    }

    for (int t = 0; t < clip->frame_count; t++) {
        clip->roots[t].y -= drops[t];
        plant(clip, replant, t);
    }
    free(drops);
    pd_anim_clip_align_signs(clip);
    return PD_OK;
}
