#include "core/anim/clip.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <stdlib.h>
#include <string.h>

#define SMOOTH_REACH     4.0 /* standard deviations at which the Gaussian is cut off */
#define SMOOTH_SIGMA_MAX 1000.0
#define RATE_ROUNDED     1e-4 /* relative error of rates that files round, such as 59.9994 for 60 */
#define DOWN_SIGMA       0.9  /* frames, per ratio of the rates: 120 to 60 Hz keeps 9 Hz at -3 dB */

pd_status pd_anim_clip_init(pd_anim_clip *clip, const pd_anim_skeleton *skeleton, int frame_count,
                            double rate, pd_error *err)
{
    memset(clip, 0, sizeof *clip);
    if (frame_count < 1 || frame_count > PD_ANIM_MAX_FRAMES)
        return pd_fail(err, PD_ERR_RANGE, "clip", "%d frames; 1 to %d allowed", frame_count,
                       PD_ANIM_MAX_FRAMES);
    if (!(rate >= 1e-3 && rate <= 1e6))
        return pd_fail(err, PD_ERR_RANGE, "clip", "%g frames a second; 0.001 to 1e6 allowed", rate);

    size_t count = (size_t)frame_count * (size_t)skeleton->joint_count;
    clip->rotations = malloc(count * sizeof *clip->rotations);
    clip->roots = calloc((size_t)frame_count, sizeof *clip->roots);
    if (!clip->rotations || !clip->roots) {
        pd_anim_clip_deinit(clip);
        return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for %d frames", frame_count);
    }

    /* Identity rotations. The root's offset is 0 because its positions are in `roots`. */
    for (size_t i = 0; i < count; i++) clip->rotations[i] = pd_q_identity();
    clip->skeleton = *skeleton;
    clip->skeleton.offsets[skeleton->root] = pd_vec3_make(0, 0, 0);
    clip->frame_count = frame_count;
    clip->rate = rate;

    return PD_OK;
}

pd_status pd_anim_clip_init_soft(pd_anim_clip *clip, int count, pd_error *err)
{
    free(clip->soft);
    clip->soft = count > 0 ? calloc((size_t)clip->frame_count * (size_t)count, sizeof *clip->soft) : NULL;
    clip->soft_count = clip->soft ? count : 0;

    return clip->soft_count == count
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for %d frames", clip->frame_count);
}

/* Returns the soft-tissue coefficients of one frame. */
static float *soft_row(const pd_anim_clip *clip, int frame)
{
    PD_DEBUG_ASSERT(clip->soft && frame >= 0 && frame < clip->frame_count);
    return clip->soft + (size_t)frame * (size_t)clip->soft_count;
}

/* Makes an empty clip like pd_anim_clip_init, with as many soft-tissue coefficients as *in has. */
static pd_status init_like(pd_anim_clip *clip, const pd_anim_clip *in, int frame_count, double rate,
                           pd_error *err)
{
    pd_status status = pd_anim_clip_init(clip, &in->skeleton, frame_count, rate, err);
    if (status == PD_OK) status = pd_anim_clip_init_soft(clip, in->soft_count, err);
    if (status != PD_OK) pd_anim_clip_deinit(clip);
    return status;
}

void pd_anim_clip_deinit(pd_anim_clip *clip)
{
    free(clip->rotations);
    free(clip->roots);
    free(clip->soft);
    memset(clip, 0, sizeof *clip);
}

void pd_anim_clip_pose(pd_vec3 *positions, pd_quat *rotations, const pd_anim_clip *clip, int frame)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    pd_anim_skeleton_forward(positions, rotations, &clip->skeleton, pd_anim_clip_frame(clip, frame),
                             clip->roots[frame]);
}

double pd_anim_clip_seconds(const pd_anim_clip *clip)
{
    return (clip->frame_count - 1) / clip->rate;
}

void pd_anim_clip_align_signs(pd_anim_clip *clip)
{
    for (int t = 1; t < clip->frame_count; t++) {
        pd_quat *now = pd_anim_clip_frame(clip, t);
        pd_quat *before = pd_anim_clip_frame(clip, t - 1);
        for (int k = 0; k < clip->skeleton.joint_count; k++)
            if (pd_q_dot(now[k], before[k]) < 0)
                now[k] = (pd_quat){-now[k].x, -now[k].y, -now[k].z, -now[k].w};
    }
}

/* Returns a frame number clamped to those of the clip. */
static int clamped(int frame, int count)
{
    return frame < 0 ? 0 : frame >= count ? count - 1 : frame;
}

static pd_quat scaled_sum(pd_quat a, double s, pd_quat b)
{
    return (pd_quat){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w};
}

/* Returns the unit quaternion of a weighted sum. Summing each component is allowed, because quaternions in
 * the window differ little and have one sign. */
static pd_quat unit_or(pd_quat q, pd_quat otherwise)
{
    return pd_q_dot(q, q) > 1e-12 ? pd_q_normalize(q) : otherwise;
}

/* Computes frame t of *out: *in, filtered with 2 reach + 1 weights whose sum is 1. */
static void smooth_frame(pd_anim_clip *out, const pd_anim_clip *in, int t, const double *weights, int reach)
{
    PD_ASSERT(reach >= 1 && t >= 0 && t < out->frame_count && out->frame_count == in->frame_count &&
              out->soft_count == in->soft_count);
    const int joint_count = in->skeleton.joint_count;
    pd_quat *rotations = pd_anim_clip_frame(out, t);
    pd_vec3 *root = &out->roots[t];
    memset(rotations, 0, (size_t)joint_count * sizeof *rotations);

    /* Add up quaternions, roots and soft-tissue coefficients with their weights. */
    for (int i = -reach; i <= reach; i++) {
        int from = clamped(t + i, in->frame_count);
        const pd_quat *q = pd_anim_clip_frame(in, from);
        for (int k = 0; k < joint_count; k++)
            rotations[k] = scaled_sum(rotations[k], weights[i + reach], q[k]);
        *root = pd_vec3_fma(*root, weights[i + reach], in->roots[from]);
        for (int d = 0; d < in->soft_count; d++)
            soft_row(out, t)[d] += (float)weights[i + reach] * soft_row(in, from)[d];
    }

    for (int k = 0; k < joint_count; k++) rotations[k] = unit_or(rotations[k], pd_anim_clip_frame(in, t)[k]);
}

pd_status pd_anim_clip_smooth(pd_anim_clip *clip, double sigma, pd_error *err)
{
    if (!(sigma >= 0 && sigma <= SMOOTH_SIGMA_MAX))
        return pd_fail(err, PD_ERR_RANGE, "sigma", "%g frames; 0 to %.10g allowed", sigma, SMOOTH_SIGMA_MAX);
    int reach = (int)ceil(SMOOTH_REACH * sigma);
    if (reach == 0) return PD_OK;

    pd_anim_clip out;
    pd_status status = init_like(&out, clip, clip->frame_count, clip->rate, err);
    if (status != PD_OK) return status;

    double *weights = malloc((2 * (size_t)reach + 1) * sizeof *weights);
    double sum = 0;
    if (!weights) {
        pd_anim_clip_deinit(&out);
        return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory");
    }

    /* Normalised Gaussian weights. */
    for (int i = -reach; i <= reach; i++) sum += weights[i + reach] = pd_exp(-0.5 * i * i / (sigma * sigma));
    for (int i = 0; i <= 2 * reach; i++) weights[i] /= sum;
    for (int t = 0; t < clip->frame_count; t++) smooth_frame(&out, clip, t, weights, reach);
    free(weights);

    /* Replace the clip by the filtered one. */
    memcpy(out.ends, clip->ends, sizeof out.ends);
    pd_anim_clip_deinit(clip);
    *clip = out;

    return PD_OK;
}

/* Computes frame t of *out at the frame number `at` of *in, which may be between two: a Catmull-Rom spline
 * over four frames. */
static void clip_sample(pd_anim_clip *out, int t, const pd_anim_clip *in, double at)
{
    PD_ASSERT(t >= 0 && t < out->frame_count && out->soft_count == in->soft_count);
    const int base = (int)floor(at);
    const int joint_count = in->skeleton.joint_count;
    const double u = at - base;
    const double weights[4] = {0.5 * u * (-1 + u * (2 - u)), 0.5 * (2 + u * u * (-5 + 3 * u)),
                               0.5 * u * (1 + u * (4 - 3 * u)), 0.5 * u * u * (u - 1)};

    pd_quat *rotations = pd_anim_clip_frame(out, t);
    pd_vec3 *root = &out->roots[t];
    memset(rotations, 0, (size_t)joint_count * sizeof *rotations);
    for (int i = 0; i < 4; i++) {
        int from = clamped(base - 1 + i, in->frame_count);
        for (int k = 0; k < joint_count; k++)
            rotations[k] = scaled_sum(rotations[k], weights[i], pd_anim_clip_frame(in, from)[k]);
        *root = pd_vec3_fma(*root, weights[i], in->roots[from]);
        for (int d = 0; d < in->soft_count; d++)
            soft_row(out, t)[d] += (float)weights[i] * soft_row(in, from)[d];
    }

    for (int k = 0; k < joint_count; k++)
        rotations[k] = unit_or(rotations[k], pd_anim_clip_frame(in, clamped(base, in->frame_count))[k]);
}

pd_status pd_anim_clip_resample(pd_anim_clip *out, const pd_anim_clip *in, double rate, pd_error *err)
{
    /* Frames from the first instant to the last one. A last frame that is missed only because a rate is
     * rounded belongs to the result. */
    const double last = (in->frame_count - 1) * rate / in->rate;
    const double frames = floor(last + pd_fmin(pd_fmax(RATE_ROUNDED * last, 1e-6), 0.5)) + 1;

    memset(out, 0, sizeof *out);
    if (!(frames >= 1 && frames <= PD_ANIM_MAX_FRAMES))
        return pd_fail(err, PD_ERR_RANGE, "rate", "%g frames a second give %g frames; 1 to %d allowed", rate,
                       frames, PD_ANIM_MAX_FRAMES);

    /* Low-pass first for a lower rate, against aliasing. */
    pd_anim_clip filtered;
    pd_status status = pd_anim_clip_cut(&filtered, in, 0, in->frame_count, err);
    if (status == PD_OK && rate < in->rate)
        status = pd_anim_clip_smooth(&filtered, pd_fmin(DOWN_SIGMA * in->rate / rate, SMOOTH_SIGMA_MAX), err);
    if (status == PD_OK) status = init_like(out, in, (int)frames, rate, err);
    for (int t = 0; status == PD_OK && t < out->frame_count; t++)
        clip_sample(out, t, &filtered, t * in->rate / rate);

    if (status == PD_OK) {
        memcpy(out->ends, in->ends, sizeof out->ends);
        pd_anim_clip_align_signs(out);
    }

    pd_anim_clip_deinit(&filtered);

    return status;
}

pd_status pd_anim_clip_cut(pd_anim_clip *out, const pd_anim_clip *in, int first, int count, pd_error *err)
{
    memset(out, 0, sizeof *out);
    if (first < 0 || count < 1 || count > in->frame_count - first)
        return pd_fail(err, PD_ERR_RANGE, "frames",
                       "%d frames from frame %d on; frames within the %d of the clip allowed", count, first,
                       in->frame_count);
    pd_status status = init_like(out, in, count, in->rate, err);
    if (status != PD_OK) return status;

    size_t row = (size_t)in->skeleton.joint_count * sizeof *in->rotations;
    memcpy(out->rotations, pd_anim_clip_frame(in, first), (size_t)count * row);
    memcpy(out->roots, in->roots + first, (size_t)count * sizeof *out->roots);
    memcpy(out->ends, in->ends, sizeof out->ends);
    if (in->soft_count)
        memcpy(out->soft, soft_row(in, first), (size_t)count * (size_t)in->soft_count * sizeof *out->soft);

    return PD_OK;
}
