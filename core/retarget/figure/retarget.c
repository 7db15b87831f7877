#include "core/retarget/figure/retarget.h"

#include "core/retarget/figure/arm.h"
#include "core/retarget/figure/collar.h"
#include "core/anim/ranges.h"
#include "core/anim/two_bone.h"
#include "core/base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE       0.017453292519943295
#define PLANT_SPEED  0.15 /* m/s: largest speed of a planted foot */
#define PLANT_HEIGHT 0.06 /* metres: its largest height above the lowest one; capture floors are tilted */
#define PLANT_FRAMES 8    /* least number of planted frames from which the pitch is measured */
#define PITCH_MAX    0.45 /* radians: largest correction of the pitch */
/* Share of the shoulder's rotation that the collar takes, because collars in a T-pose are higher than those
 * of hanging arms. */
#define COLLAR_SHARE 0.15

enum { /* SMPL's order */
       PELVIS,
       LHIP,
       RHIP,
       SPINE1,
       LKNEE,
       RKNEE,
       SPINE2,
       LANKLE,
       RANKLE,
       SPINE3,
       LFOOT,
       RFOOT,
       NECK,
       LCOLLAR,
       RCOLLAR,
       HEAD,
       LSHOULDER,
       RSHOULDER,
       LELBOW,
       RELBOW,
       LWRIST,
       RWRIST,
       LHAND,
       RHAND
};

/* Joint at the far end of each bone with a direction to fit; 0 for others. */
static const int far_end[PD_ANIM_SMPL_JOINTS] = {
    [LHIP] = LKNEE,       [RHIP] = RKNEE,       [LKNEE] = LANKLE,  [RKNEE] = RANKLE,
    [LSHOULDER] = LELBOW, [RSHOULDER] = RELBOW, [LELBOW] = LWRIST, [RELBOW] = RWRIST};
/* Joint whose A is used; 0: its own. */
static const int fits_like[PD_ANIM_SMPL_JOINTS] = {[LWRIST] = LELBOW, [RWRIST] = RELBOW, [LHAND] = LELBOW,
                                                   [RHAND] = RELBOW,  [LFOOT] = LANKLE,  [RFOOT] = RANKLE};
static const int parents[PD_ANIM_SMPL_JOINTS] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                                 9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};
static const bool is_clamped[PD_ANIM_SMPL_JOINTS] = {
    [SPINE1] = true, [LCOLLAR] = true, [RCOLLAR] = true, [LWRIST] = true, [RWRIST] = true,
    [LFOOT] = true,  [RFOOT] = true,   [LHAND] = true,   [RHAND] = true};

/* State that is needed during initialization only. */
typedef struct fitting {
    pd_retarget *r;
    const pd_anim_skeleton *source;
    const pd_vec3 *ends;
    pd_quat a[PD_ANIM_SMPL_JOINTS];                                   /* A_k */
    pd_vec3 target[PD_ANIM_MAX_JOINTS], position[PD_ANIM_MAX_JOINTS]; /* rest, reference */
    pd_quat rotation[PD_ANIM_MAX_JOINTS];                             /* reference       */
    pd_error *err;
} fitting;

/* Returns the vector from a joint to its far end in the source's reference pose,
 * or to its tip; zero when it has neither. */
static pd_vec3 source_bone(const fitting *f, int k, int end)
{
    int from = f->r->answers[k].stands;
    if (from < 0) return pd_vec3_make(0, 0, 0);
    if (f->r->answers[end].stands >= 0)
        return pd_vec3_sub(f->position[f->r->answers[end].stands], f->position[from]);
    return pd_q_rotate(f->rotation[from], f->ends[from]);
}

static pd_vec3 target_bone(const fitting *f, int k, int end)
{
    return pd_vec3_sub(f->target[f->r->joint[end]], f->target[f->r->joint[k]]);
}

static double retarget_elevation(pd_vec3 v)
{
    return atan2(v.y, hypot(v.x, v.z));
}

/* Returns the foot's median elevation while it is planted,
 * or `otherwise` with too few such frames. scratch (T). */
static double planted_elevation(double *scratch, const pd_vec3 *feet, const pd_anim_clip *clip,
                                double otherwise)
{
    double lowest = feet[1].y;
    int count = 0;

    for (int t = 0; t < clip->frame_count; t++) lowest = fmin(lowest, feet[2 * t + 1].y);
    for (int t = 1; t < clip->frame_count; t++) {
        double ankle = pd_vec3_distance(feet[2 * t], feet[2 * t - 2]) * clip->rate;
        double toe = pd_vec3_distance(feet[2 * t + 1], feet[2 * t - 1]) * clip->rate;
        if (ankle > PLANT_SPEED || toe > PLANT_SPEED || feet[2 * t + 1].y > lowest + PLANT_HEIGHT) continue;
        scratch[count++] = retarget_elevation(pd_vec3_sub(feet[2 * t + 1], feet[2 * t]));
    }

    if (count < PLANT_FRAMES) return otherwise;
    pd_sort_doubles(scratch, (size_t)count);
    return scratch[count / 2];
}

/* Sets the A of feet to the pitch between the planted feet of the clip and those of the reference pose, so
 * that planted soles are flat. */
static pd_status fit_feet(fitting *f, const pd_anim_clip *clip)
{
    pd_vec3 *feet = malloc(2 * (size_t)clip->frame_count * sizeof *feet);
    double *scratch = malloc((size_t)clip->frame_count * sizeof *scratch);

    for (int side = 0; feet && scratch && side < 2; side++) {
        const pd_vec3 bone = source_bone(f, LANKLE + side, LFOOT + side);
        const int ankle = f->r->answers[LANKLE + side].from[0];
        const int toe = f->r->answers[LFOOT + side].from[0];
        if (pd_vec3_length(bone) < 1e-6) continue;

        for (int t = 0; t < clip->frame_count; t++) {
            pd_vec3 p[PD_ANIM_MAX_JOINTS];
            pd_quat q[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(p, q, clip, t);
            feet[2 * t] = p[ankle];
            feet[2 * t + 1] =
                toe >= 0 ? p[toe] : pd_vec3_add(p[ankle], pd_q_rotate(q[ankle], f->ends[ankle]));
        }

        const double reference = retarget_elevation(bone);
        double pitch = planted_elevation(scratch, feet, clip, reference) - reference;
        pitch = fmax(-PITCH_MAX, fmin(PITCH_MAX, pitch));
        f->a[LANKLE + side] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), pitch);
    }

    const bool good = feet && scratch;
    free(feet);
    free(scratch);

    return good ? PD_OK : pd_fail(f->err, PD_ERR_MEMORY, "clip", "out of memory");
}

static double leg_length(pd_vec3 hip, pd_vec3 knee, pd_vec3 ankle)
{
    return pd_anim_two_bone_length(pd_vec3_sub(hip, knee), pd_vec3_sub(knee, ankle));
}

static void keep_fits(fitting *f)
{
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++)
        pd_retarget_answer_fit(&f->r->answers[k], f->rotation, f->a[fits_like[k] ? fits_like[k] : k]);
}

/* Computes the source's world rotations (24). */
static void source_world(pd_quat *world, const pd_retarget *r, const pd_quat *source)
{
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++)
        world[k] = r->answers[k].from[0] < 0 ? world[parents[k]]
                                             : pd_retarget_answer_rotation(&r->answers[k], source);
}

/* Sets the A of collars to their rest in the clip, measured while arms hang. */
static pd_status fit_collars(fitting *f, const pd_anim_clip *clip)
{
    pd_vec3 *both = malloc(2 * (size_t)clip->frame_count * sizeof *both);
    pd_vec3 *samples[2];
    int count[2] = {0, 0};

    if (!both) return pd_fail(f->err, PD_ERR_MEMORY, "clip", "out of memory");

    samples[0] = both;
    samples[1] = both + clip->frame_count;
    for (int t = 0; t < clip->frame_count; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_quat source[PD_ANIM_MAX_JOINTS], world[PD_ANIM_SMPL_JOINTS];
        pd_anim_clip_pose(p, source, clip, t);
        source_world(world, f->r, source);
        for (int side = 0; side < 2; side++) {
            pd_vec3 upper_arm =
                pd_q_rotate(world[LSHOULDER + side], target_bone(f, LSHOULDER + side, LELBOW + side));
            count[side] += pd_retarget_collar_sample(&samples[side][count[side]], world[SPINE3],
                                                     world[LCOLLAR + side], upper_arm);
        }
    }

    for (int side = 0; side < 2; side++)
        f->a[LCOLLAR + side] = pd_retarget_collar_rest(samples[side], count[side]);
    free(both);

    return PD_OK;
}

pd_status pd_retarget_init(pd_retarget *retarget, const pd_anim_skeleton *target, const pd_anim_clip *clip,
                           const pd_anim_source *source, pd_error *err)
{
    fitting f = {.r = retarget, .source = &clip->skeleton, .ends = clip->ends, .err = err};
    pd_quat reference[PD_ANIM_MAX_JOINTS];

    memset(retarget, 0, sizeof *retarget);

    if (!source) source = pd_anim_source_of(&clip->skeleton);
    if (!source)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "clip",
            "an unknown skeleton with joints such as \"%s\"; joint names of a known skeleton expected",
            clip->skeleton.names[clip->skeleton.root]);

    retarget->target = *target;
    retarget->elbow_tilt = source->elbow_tilt_deg * DEGREE;
    retarget->is_ours = source->is_ours;
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        retarget->joint[k] = pd_anim_skeleton_find(&retarget->target, pd_anim_smpl_names[k]);
        if (retarget->joint[k] < 0 && k != LHAND && k != RHAND) /* SMPL-H and SMPL-X have fingers instead */
            return pd_fail(err, PD_ERR_INVALID, "target",
                           "the skeleton has no joint \"%s\"; a skeleton with SMPL's joints expected",
                           pd_anim_smpl_names[k]);
        pd_retarget_answer_find(&retarget->answers[k], f.source, source->smpl[k]);
    }

    for (int side = 0; side < 2; side++) retarget->source_hips[side] = retarget->answers[LHIP + side].from[0];
    for (int k = 0; k <= RANKLE; k++)
        if (retarget->answers[k].from[0] < 0 && k != SPINE1 && k != SPINE2)
            return pd_fail(err, PD_ERR_UNSUPPORTED, source->name,
                           "the skeleton has no joint for \"%s\"; one with a known name is needed",
                           pd_anim_smpl_names[k]);

    pd_anim_source_reference(reference, &clip->skeleton, source);
    pd_anim_skeleton_forward(f.position, f.rotation, &clip->skeleton, reference, pd_vec3_make(0, 0, 0));
    pd_anim_skeleton_forward(f.target, NULL, target, NULL, pd_vec3_make(0, 0, 0));

    /* Compute A_k of the limbs' bones: from our rest direction to the source's. */
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        f.a[k] = pd_q_identity();
        if (!far_end[k] || retarget->joint[far_end[k]] < 0) continue;
        pd_vec3 theirs = source_bone(&f, k, far_end[k]);
        pd_vec3 ours = target_bone(&f, k, far_end[k]);
        f.a[k] = pd_retarget_answer_align(ours, theirs);
    }

    /* The scale is the ratio of leg lengths. */
    double our_legs = 0, their_legs = 0;
    for (int side = 0; side < 2; side++) {
        const int *j = retarget->joint;
        const pd_retarget_answer *s = retarget->answers;
        our_legs +=
            leg_length(f.target[j[LHIP + side]], f.target[j[LKNEE + side]], f.target[j[LANKLE + side]]);
        their_legs += leg_length(f.position[s[LHIP + side].stands], f.position[s[LKNEE + side].stands],
                                 f.position[s[LANKLE + side].stands]);
    }

    retarget->scale = their_legs > 1e-6 ? our_legs / their_legs : 1;

    /* The biped's rest pose has flat soles, so its feet are not fitted; its clips may have only slopes. */
    const bool is_biped = !strcmp(source->name, "biped");
    pd_status status = is_biped ? PD_OK : fit_feet(&f, clip);
    keep_fits(&f);
    if (status != PD_OK || source->is_ours || is_biped) return status;

    status = fit_collars(&f, clip);
    keep_fits(&f);
    return status;
}

/* Returns the direction of the bone that ends in the joint,
 * with its sign chosen so that x is not negative. */
static pd_vec3 along_x(const pd_retarget *r, int end)
{
    pd_vec3 unit = pd_vec3_unit_or(r->target.offsets[r->joint[end]], pd_vec3_make(1, 0, 0));
    return unit.x < 0 ? pd_vec3_scale(unit, -1) : unit;
}

void pd_retarget_frame(pd_quat *rotations, pd_vec3 *root, const pd_retarget *retarget,
                       const pd_anim_clip *clip, int frame)
{
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_quat source[PD_ANIM_MAX_JOINTS], world[PD_ANIM_SMPL_JOINTS];
    const pd_retarget *r = retarget;

    pd_anim_clip_pose(positions, source, clip, frame);
    source_world(world, r, source);

    if (!r->is_ours) {
        for (int k = LCOLLAR; k <= RCOLLAR; k++) {
            const pd_quat shoulder = pd_q_inv_mul(world[k], world[k - LCOLLAR + LSHOULDER]);
            world[k] = pd_q_mul(world[k], pd_retarget_collar_share(shoulder, COLLAR_SHARE));
        }

        for (int k = 0; k < 2; k++) {
            pd_retarget_arm arm = {.upper = &world[LSHOULDER + k],
                                   .fore = &world[LELBOW + k],
                                   .hand = world[LWRIST + k],
                                   .upper_along = along_x(r, LELBOW + k),
                                   .fore_along = along_x(r, LWRIST + k),
                                   .side = k};
            pd_retarget_arm_set(&arm, r->elbow_tilt);
        }
    }

    /* Compute local rotations relative to the final parents, so the joint below a clamped one takes over the
     * rotation that was cut. */
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        const bool is_collar = k == LCOLLAR || k == RCOLLAR;
        if (r->answers[k].from[0] < 0 && !is_collar) world[k] = world[parents[k]];

        pd_quat local = k ? pd_q_inv_mul(world[parents[k]], world[k]) : world[k];
        if (r->clamp && is_clamped[k]) {
            int side;
            const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
            local = pd_anim_range_clamp(local, range, side, PD_ANIM_RANGE_SLACK_DEG);
            world[k] = pd_q_mul(world[parents[k]], local);
        }

        if (r->joint[k] >= 0) rotations[r->joint[k]] = pd_q_normalize(local);
    }

    if (!root) return;

    /* Place the pelvis so that the midpoint of the hip joints is the source's, scaled. */
    const pd_vec3 theirs = pd_vec3_add(positions[r->source_hips[0]], positions[r->source_hips[1]]);
    const pd_vec3 ours = pd_vec3_add(r->target.offsets[r->joint[LHIP]], r->target.offsets[r->joint[RHIP]]);
    *root = pd_vec3_fma(pd_vec3_scale(theirs, 0.5 * r->scale), -0.5,
                        pd_q_rotate(rotations[r->joint[PELVIS]], ours));
}

pd_status pd_retarget_clip(pd_anim_clip *out, const pd_retarget *retarget, const pd_anim_clip *clip,
                           pd_error *err)
{
    pd_status status = pd_anim_clip_init(out, &retarget->target, clip->frame_count, clip->rate, err);

    if (status != PD_OK) return status;

    for (int t = 0; t < clip->frame_count; t++)
        pd_retarget_frame(pd_anim_clip_frame(out, t), &out->roots[t], retarget, clip, t);
    pd_anim_clip_align_signs(out);

    return PD_OK;
}
