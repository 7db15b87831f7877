#include "train/augment/side.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS 8.0 /* length of a motion at least */
#define ROUNDED 2.0 /* frames: deviation of the Gaussian over the seams */

/* Frames were chosen where pose and velocity differ least between beginning and end, with the feet 0.12 to
 * 0.35 m apart. Tempos make speeds of 0.6 to 1.2 m/s from steps of 0.5 to 0.9 m. */
const pd_train_side_step pd_train_side_steps[] = {
    {"Female1_B22_SideStepLeft.bvh", 76, 163, {0.8, 0.65, 0.53}},
    {"Female1_B23_SideStepRight.bvh", 12, 93, {0.8, 0.65, 0.53}},
    {"Male1_B22_SideStepLeft.bvh", 112, 205, {0.75, 0.6, 0.5}},
    {"Male1_B23_SideStepRight.bvh", 36, 110, {0.8, 0.65, 0.53}},
    {"Male1_C24_QuickSideStepLeft.bvh", 40, 129, {0.85, 0.7, 0}},
    {"Male1_C25_QuickSideStepRight.bvh", 45, 142, {0.85, 0.7, 0}},
    {NULL, 0, 0, {0}}};

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(end);
    return length >= tail && !strcmp(name + length - tail, end);
}

/* Repeats a step until it has lasted SECONDS. */
static pd_status repeat(pd_character_motion *out, const pd_character_motion *in,
                        const pd_train_side_step *step, double time, pd_error *err)
{
    const pd_anim_clip *clip = &in->clip;
    const int joints = clip->skeleton.joint_count;
    const int length = (int)lround((step->last - step->first) * time);
    const int count = (int)ceil(SECONDS * PD_CHARACTER_MOTION_RATE / length) * length + 1;
    const pd_quat *first = pd_anim_clip_frame(clip, step->first);
    const pd_quat *last = pd_anim_clip_frame(clip, step->last);
    const pd_vec3 begin = clip->roots[step->first];
    const pd_vec3 end = clip->roots[step->last];

    PD_ASSERT(length > 0 && step->last < clip->frame_count);

    memset(out, 0, sizeof *out);
    memcpy(out->name, in->name, sizeof out->name);
    snprintf(out->step, sizeof out->step, "side");
    out->source = in->source;
    out->weight = in->weight;
    pd_status status = pd_anim_clip_init(&out->clip, &clip->skeleton, count, PD_CHARACTER_MOTION_RATE, err);
    if (status != PD_OK) return status;

    for (int k = 0; k < count; k++) {
        /* Interpolate the captured pose between two frames, and add its share of the correction. */
        const double u = (double)(k % length) / length;
        const double s = u * u * (3 - 2 * u);
        const double at = step->first + u * (step->last - step->first);
        const int frame = (int)at;
        const pd_quat *from = pd_anim_clip_frame(clip, frame);
        const pd_quat *to = pd_anim_clip_frame(clip, frame + 1);
        pd_quat *pose = pd_anim_clip_frame(&out->clip, k);
        for (int j = 0; j < joints; j++) {
            const pd_quat more = pd_q_mul(first[j], pd_q_conjugate(last[j]));
            const pd_quat share = pd_q_slerp(pd_q_identity(), more, s);
            pose[j] = pd_q_normalize(pd_q_mul(share, pd_q_slerp(from[j], to[j], at - frame)));
        }

        /* The root goes on by the way of a step in each repetition. */
        const pd_vec3 here = pd_vec3_fma(clip->roots[frame], at - frame,
                                         pd_vec3_sub(clip->roots[frame + 1], clip->roots[frame]));
        const int i = k / length;
        out->clip.roots[k] = pd_vec3_make(here.x + i * (end.x - begin.x), here.y + s * (begin.y - end.y),
                                          here.z + i * (end.z - begin.z));
    }

    pd_anim_clip_align_signs(&out->clip);
    status = pd_anim_clip_smooth(&out->clip, ROUNDED, err);
    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}

pd_status pd_train_side_loops(pd_character_motions *motions, pd_error *err)
{
    const int captured = motions->count;
    const int times = (int)(sizeof pd_train_side_steps->times / sizeof(double));

    for (const pd_train_side_step *step = pd_train_side_steps; step->name; step++)
        for (int i = 0; i < captured; i++) {
            if (!ends_with(motions->items[i].name, step->name)) continue;
            if (motions->items[i].clip.frame_count <= step->last) continue;
            for (int k = 0; k < times && step->times[k] > 0; k++) {
                pd_character_motion made;
                pd_status status = repeat(&made, &motions->items[i], step, step->times[k], err);
                if (status == PD_OK) status = pd_character_motions_append(motions, &made, err);
                if (status != PD_OK) return status;
            }
        }

    return PD_OK;
}
