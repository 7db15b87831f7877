#include "train/evaluate/curves.h"

#include "core/anim/biped.h"
#include "core/base/assert.h"
#include "train/motion/gaussian.h"

#include <stdlib.h>
#include <string.h>

#define FACING_SIGMA 20.0 /* frames: train/motion/path.h's   */
#define PATH_SIGMA   30.0 /* frames; removes the sway of strides */

static pd_vec3 world(const float *joints, const pd_train_curves *c, int frame, int joint)
{
    PD_ASSERT(frame >= 0 && joint >= 0);
    const float *p = joints + 3 * ((size_t)frame * (size_t)c->joint_count + (size_t)joint);
    return pd_vec3_make(p[0], p[1], p[2]);
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

/* Allocates all curves; each kind (curves, bones) is one block. Returns false when out of memory; the caller
 * frees. */
static bool allocate_curves(pd_train_curves *c)
{
    const size_t frames = (size_t)c->frame_count;

    c->local = malloc(frames * (size_t)c->joint_count * sizeof *c->local);
    c->hips = malloc(frames * sizeof *c->hips);
    c->hip_height = malloc(frames * sizeof *c->hip_height);
    c->facing = malloc(frames * sizeof *c->facing);

    double *curves = calloc(frames * PD_CURVE_COUNT, sizeof *curves);
    for (int k = 0; k < PD_CURVE_COUNT; k++) c->curves[k] = curves ? curves + (size_t)k * frames : NULL;
    pd_vec3 *bones = calloc(frames * PD_BONE_COUNT, sizeof *bones);
    for (int k = 0; k < PD_BONE_COUNT; k++) c->bones[k] = bones ? bones + (size_t)k * frames : NULL;

    return c->local && c->hips && c->hip_height && c->facing && curves && bones;
}

/* Joints of a leg, from which the curves of a side are computed. */
typedef struct leg {
    int hip, knee, ankle, toe;
} leg;

/* Computes the facing (x, z, unit length) of each frame. Returns false when out of memory. */
static bool find_facing(pd_train_curves *c, const float *joints, const leg legs[2])
{
    /* Sum up the vectors across the hips and, if there are arms, the shoulders.
     * The facing is perpendicular. */
    for (int t = 0; t < c->frame_count; t++) {
        pd_vec3 across = pd_vec3_sub(world(joints, c, t, legs[0].hip), world(joints, c, t, legs[1].hip));
        if (c->has_arms)
            across = pd_vec3_add(across, pd_vec3_sub(world(joints, c, t, PD_BIPED_L_ARM),
                                                     world(joints, c, t, PD_BIPED_R_ARM)));
        across = pd_vec3_unit_or(across, pd_vec3_make(1, 0, 0));
        c->facing[t][0] = -across.z;
        c->facing[t][1] = across.x;
    }

    /* Smooth and normalise. If the length is 0, keep the previous facing. */
    for (int k = 0; k < 2; k++)
        if (!pd_train_gaussian_curve(&c->facing[0][k], c->frame_count, 2, FACING_SIGMA)) return false;
    for (int t = 0; t < c->frame_count; t++) {
        double length = hypot(c->facing[t][0], c->facing[t][1]);
        if (length > 1e-9) {
            c->facing[t][0] /= length;
            c->facing[t][1] /= length;
        } else
            memcpy(c->facing[t], t ? c->facing[t - 1] : (double[2]){0, 1}, sizeof c->facing[t]);
    }

    return true;
}

/* Returns v in the frame that faces (fx, fz): left (fz, -fx), up, ahead. */
static pd_vec3 faced(pd_vec3 v, const double facing[2])
{
    return pd_vec3_make(facing[1] * v.x - facing[0] * v.z, v.y, facing[0] * v.x + facing[1] * v.z);
}

/* Computes sway and bob: the hips relative to their smoothed path. The straight line between the ends is
 * subtracted before smoothing, because held ends would bend the path of a clip that travels. */
static bool find_sway(pd_train_curves *c)
{
    const int last = c->frame_count - 1;
    double *way = malloc((size_t)c->frame_count * 3 * sizeof *way);

    if (!way) return false;

    bool good = true;

    /* Subtract the straight line from the path of the hips. */
    for (int t = 0; t <= last; t++) {
        pd_vec3 line =
            pd_vec3_fma(c->hips[0], last ? (double)t / last : 0, pd_vec3_sub(c->hips[last], c->hips[0]));
        way[3 * t] = c->hips[t].x - line.x;
        way[3 * t + 1] = c->hips[t].y - line.y;
        way[3 * t + 2] = c->hips[t].z - line.z;
    }

    for (int k = 0; k < 3 && good; k++)
        good = pd_train_gaussian_curve(way + k, c->frame_count, 3, PATH_SIGMA);

    /* Compute sway and bob: the offsets from the smoothed path, to the side and up. */
    for (int t = 0; t <= last && good; t++) {
        pd_vec3 line =
            pd_vec3_fma(c->hips[0], last ? (double)t / last : 0, pd_vec3_sub(c->hips[last], c->hips[0]));
        pd_vec3 smooth = pd_vec3_add(line, pd_vec3_make(way[3 * t], way[3 * t + 1], way[3 * t + 2]));
        pd_vec3 off = faced(pd_vec3_sub(c->hips[t], smooth), c->facing[t]);
        c->curves[PD_CURVE_SWAY][t] = off.x;
        c->curves[PD_CURVE_BOB][t] = off.y;
    }

    free(way);

    return good;
}

static pd_vec3 curves_direction(const pd_vec3 *joints, int from, int to)
{
    return pd_vec3_unit_or(pd_vec3_sub(joints[to], joints[from]), pd_vec3_make(0, 1, 0));
}

static double clamped_asin(double value)
{
    return asin(fmax(-1, fmin(1, value)));
}

/* Computes the curves of arms, pelvis, shoulders and head, radians, from directions of bones in the body's
 * frame (x left, y up, z ahead). */
static void find_trunk_and_arms(pd_train_curves *c)
{
    static const int arm[2] = {PD_BIPED_L_ARM, PD_BIPED_R_ARM};

    for (int t = 0; t < c->frame_count; t++) {
        const pd_vec3 *p = c->local + (size_t)t * (size_t)c->joint_count;

        /* Compute the curves of elbows, arms and hands. */
        for (int s = 0; s < 2; s++) {
            pd_vec3 upper = curves_direction(p, arm[s], arm[s] + 1);
            pd_vec3 fore = curves_direction(p, arm[s] + 1, arm[s] + 2);
            c->curves[PD_CURVE_L_ELBOW + s][t] = angle_between(upper, fore);
            c->curves[PD_CURVE_L_ARM + s][t] = atan2(upper.z, -upper.y);
            c->bones[PD_BONE_L_ARM + s][t] = upper;
            c->bones[PD_BONE_L_HAND + s][t] = curves_direction(p, arm[s] + 2, arm[s] + 3);
        }

        /* Compute yaw and roll of pelvis and shoulders, and the head. */
        pd_vec3 shoulders = curves_direction(p, PD_BIPED_R_ARM, PD_BIPED_L_ARM);
        pd_vec3 pelvis = curves_direction(p, PD_BIPED_R_THIGH, PD_BIPED_L_THIGH);
        pd_vec3 head = curves_direction(p, PD_BIPED_NECK, PD_BIPED_HEAD);
        c->curves[PD_CURVE_SHOULDER_YAW][t] = atan2(-shoulders.z, shoulders.x);
        c->curves[PD_CURVE_PELVIS_YAW][t] = atan2(-pelvis.z, pelvis.x);
        c->curves[PD_CURVE_PELVIS_ROLL][t] = clamped_asin(pelvis.y);
        c->curves[PD_CURVE_SHOULDER_ROLL][t] = clamped_asin(shoulders.y);
        c->curves[PD_CURVE_HEAD_PITCH][t] = atan2(head.z, head.y);
        c->bones[PD_BONE_TRUNK][t] = curves_direction(p, PD_BIPED_HIPS, PD_BIPED_CHEST);
        c->bones[PD_BONE_HEAD][t] = head;
    }
}

pd_status pd_train_curves_init(pd_train_curves *out, const pd_anim_track *track, bool before_ik,
                               pd_error *err)
{
    const float *joints = before_ik ? track->joints_pre : track->joints;

    *out = (pd_train_curves){.frame_count = track->frame_count,
                             .joint_count = track->joint_count,
                             .rate = track->rate,
                             .has_arms = pd_anim_track_is_biped(track)};

    /* Find the joints of each leg. */
    leg legs[2];
    for (int s = 0; s < 2; s++) {
        int knee = track->parents[track->heels[s]];
        legs[s] = (leg){.hip = knee < 0 ? -1 : track->parents[knee],
                        .knee = knee,
                        .ankle = track->heels[s],
                        .toe = track->toes[s]};
        if (legs[s].hip < 0)
            return pd_fail(err, PD_ERR_INVALID, "heel_idx", "joint %d has no knee and hip above it",
                           track->heels[s]);
    }

    if (!allocate_curves(out)) goto no_memory;

    /* Compute the hips, and their height above the ground. */
    for (int t = 0; t < out->frame_count; t++) {
        out->hips[t] = world(joints, out, t, 0);
        double middle = (world(joints, out, t, legs[0].hip).y + world(joints, out, t, legs[1].hip).y) / 2;
        out->hip_height[t] = middle - (track->ground[2 * t] + track->ground[2 * t + 1]) / 2;
    }

    if (!find_facing(out, joints, legs) || !find_sway(out)) goto no_memory;

    /* Convert every joint to the facing frame. */
    for (int t = 0; t < out->frame_count; t++)
        for (int k = 0; k < out->joint_count; k++) {
            pd_vec3 p = world(joints, out, t, k);
            pd_vec3 from_hips = pd_vec3_make(p.x - out->hips[t].x, p.y, p.z - out->hips[t].z);
            out->local[(size_t)t * (size_t)out->joint_count + (size_t)k] = faced(from_hips, out->facing[t]);
        }

    /* Compute the angles of knees and ankles. */
    for (int t = 0; t < out->frame_count; t++) {
        const pd_vec3 *p = out->local + (size_t)t * (size_t)out->joint_count;
        for (int s = 0; s < 2; s++) {
            pd_vec3 thigh = pd_vec3_sub(p[legs[s].knee], p[legs[s].hip]);
            pd_vec3 shank = pd_vec3_sub(p[legs[s].ankle], p[legs[s].knee]);
            pd_vec3 foot = pd_vec3_sub(p[legs[s].toe], p[legs[s].ankle]);
            out->curves[PD_CURVE_L_KNEE + s][t] = angle_between(thigh, shank);
            out->curves[PD_CURVE_L_ANKLE + s][t] = angle_between(shank, foot);
            out->bones[PD_BONE_L_THIGH + s][t] = pd_vec3_unit_or(thigh, pd_vec3_make(0, -1, 0));
        }
    }

    if (out->has_arms) find_trunk_and_arms(out);

    /* Compute the length of the leg, for measures that are relative to it. */
    out->leg = pd_vec3_distance(out->local[legs[0].hip], out->local[legs[0].knee]) +
               pd_vec3_distance(out->local[legs[0].knee], out->local[legs[0].ankle]);
    return PD_OK;

no_memory:
    pd_train_curves_deinit(out);
    return pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames", track->frame_count);
}

void pd_train_curves_deinit(pd_train_curves *curves)
{
    free(curves->local);
    free(curves->hips);
    free(curves->hip_height);
    free(curves->facing);
    free(curves->curves[0]);
    free(curves->bones[0]);
    memset(curves, 0, sizeof *curves);
}
