#include "core/retarget/figure/onto_biped.h"

#include "core/base/assert.h"
#include "core/retarget/figure/arm.h"
#include "core/retarget/figure/collar.h"
#include "core/anim/two_bone.h"

#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295

/* SMPL's joint for each joint of the biped, for sources that are described by SMPL's joints; NULL: none. */
static const char *const smpl_of[PD_ANIM_BIPED_JOINTS] = {
    [0] = "pelvis",          [2] = "left_hip",     [3] = "left_knee",   [4] = "left_ankle",
    [5] = "left_foot",       [7] = "right_hip",    [8] = "right_knee",  [9] = "right_ankle",
    [10] = "right_foot",     [11] = "spine1",      [12] = "spine2",     [13] = "spine3",
    [14] = "neck",           [15] = "neck",        [16] = "head",       [17] = "left_collar",
    [18] = "left_shoulder",  [19] = "left_elbow",  [21] = "left_wrist", [24] = "right_collar",
    [25] = "right_shoulder", [26] = "right_elbow", [28] = "right_wrist"};
#define NECK_TOP (PD_BIPED_HEAD - 1) /* halfway between neck and head in such sources */

/* The wrists are the finger bases, because the joints named hand are halfway down the forearm. */
enum { L_WRIST = PD_BIPED_L_HAND + 1, R_WRIST = PD_BIPED_R_HAND + 1 };

/* Joint at the far end of each bone that has an A; 0 for joints without an A. */
static const int far_end[PD_ANIM_BIPED_JOINTS] = {
    [PD_BIPED_L_THIGH] = PD_BIPED_L_SHIN,  [PD_BIPED_L_SHIN] = PD_BIPED_L_FOOT,
    [PD_BIPED_L_FOOT] = PD_BIPED_L_TOE,    [PD_BIPED_R_THIGH] = PD_BIPED_R_SHIN,
    [PD_BIPED_R_SHIN] = PD_BIPED_R_FOOT,   [PD_BIPED_R_FOOT] = PD_BIPED_R_TOE,
    [PD_BIPED_L_ARM] = PD_BIPED_L_FOREARM, [PD_BIPED_L_FOREARM] = L_WRIST,
    [PD_BIPED_R_ARM] = PD_BIPED_R_FOREARM, [PD_BIPED_R_FOREARM] = R_WRIST};
/* Joints that need a source joint. All others may follow their parent. */
static const int needed[] = {PD_BIPED_HIPS,    PD_BIPED_L_THIGH,   PD_BIPED_L_SHIN, PD_BIPED_L_FOOT,
                             PD_BIPED_R_THIGH, PD_BIPED_R_SHIN,    PD_BIPED_R_FOOT, PD_BIPED_CHEST,
                             PD_BIPED_L_ARM,   PD_BIPED_L_FOREARM, PD_BIPED_R_ARM,  PD_BIPED_R_FOREARM};
static const int feet[2] = {PD_BIPED_L_FOOT, PD_BIPED_R_FOOT}, toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE};
static const int collars[2] = {PD_BIPED_L_ARM - 1, PD_BIPED_R_ARM - 1},
                 arms[2] = {PD_BIPED_L_ARM, PD_BIPED_R_ARM};

static const char *smpl_answer(const pd_anim_source *source, const char *name)
{
    for (int k = 0; name && k < PD_ANIM_SMPL_JOINTS; k++)
        if (!strcmp(pd_anim_smpl_names[k], name)) return source->smpl[k];
    return NULL;
}

/* Returns the vector from a joint to its far end in the source's reference pose, or to its tip. */
static pd_vec3 source_bone(const pd_retarget_onto_biped *o, const pd_vec3 *positions, const pd_vec3 *ends,
                           int joint, int end)
{
    int from = o->answers[joint].stands;
    int to = o->answers[end].stands;
    if (from < 0) return pd_vec3_make(0, 0, 0);
    if (to >= 0) return pd_vec3_sub(positions[to], positions[from]);
    return pd_q_rotate(o->reference[from], ends[from]);
}

static double onto_biped_elevation(pd_vec3 v)
{
    return atan2(v.y, hypot(v.x, v.z));
}

/* Computes A_k of all bones, without pitch, and the elevations of the source's soles. */
static void align_bones(pd_retarget_onto_biped *o, const pd_vec3 *positions, const pd_vec3 *ends)
{
    static const pd_vec3 ahead = {0, 0, 1};

    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        o->align[j] = pd_q_identity();
        if (!far_end[j]) continue;
        pd_vec3 bone = source_bone(o, positions, ends, j, far_end[j]);
        o->align[j] = pd_retarget_answer_align(o->biped.offsets[far_end[j]], bone);
    }

    for (int i = 1; i <= 4; i++) { /* hand, finger base, finger, thumb */
        o->align[PD_BIPED_L_FOREARM + i] = o->align[PD_BIPED_L_FOREARM];
        o->align[PD_BIPED_R_FOREARM + i] = o->align[PD_BIPED_R_FOREARM];
    }

    for (int side = 0; side < 2; side++) {
        int foot = o->answers[feet[side]].stands;
        int toe = o->answers[toes[side]].stands;
        pd_vec3 bone = source_bone(o, positions, ends, feet[side], toes[side]);
        pd_vec3 tip = {0, 0, 0};
        o->foot_end[side] = ends[foot];
        if (toe >= 0) tip = pd_q_rotate(o->reference[toe], o->toe_end[side] = ends[toe]);
        o->align[toes[side]] = pd_retarget_answer_align(ahead, tip);
        o->soles.foot[side] = onto_biped_elevation(bone);
        o->soles.toe[side] = onto_biped_elevation(tip);
    }
}

static double leg_length(const pd_vec3 *p, int hip, int knee, int ankle)
{
    return pd_anim_two_bone_length(pd_vec3_sub(p[hip], p[knee]), pd_vec3_sub(p[knee], p[ankle]));
}

void pd_retarget_onto_biped_set_soles(pd_retarget_onto_biped *o, const pd_retarget_soles *planted)
{
    o->soles = *planted;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        double pitch = 0;
        for (int side = 0; side < 2; side++) {
            if (j == feet[side])
                pitch = planted->foot[side] - onto_biped_elevation(o->biped.offsets[toes[side]]);
            if (j == toes[side]) pitch = planted->toe[side];
        }

        const pd_quat pitched = pd_q_axis_angle(pd_vec3_make(1, 0, 0), pitch);
        pd_retarget_answer_fit(&o->answers[j], o->reference, pd_q_mul(o->align[j], pitched));
    }
}

void pd_retarget_onto_biped_set_collars(pd_retarget_onto_biped *o, const pd_quat rest[2])
{
    for (int side = 0; side < 2; side++) {
        o->align[collars[side]] = rest[side];
        pd_retarget_answer_fit(&o->answers[collars[side]], o->reference, rest[side]);
    }
}

int pd_retarget_onto_biped_collar(pd_vec3 *sample, const pd_retarget_onto_biped *o, const pd_anim_clip *clip,
                                  int frame, int side)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_quat source[PD_ANIM_MAX_JOINTS];

    PD_ASSERT(side == 0 || side == 1);
    pd_retarget_answer collar = o->answers[collars[side]];
    if (collar.from[0] < 0) return 0;

    pd_anim_clip_pose(p, source, clip, frame);
    pd_retarget_answer_fit(&collar, o->reference, pd_q_identity());
    pd_quat chest = pd_retarget_answer_rotation(&o->answers[PD_BIPED_CHEST], source);
    pd_quat arm = pd_retarget_answer_rotation(&o->answers[arms[side]], source);
    pd_vec3 bone = pd_q_rotate(arm, o->biped.offsets[arms[side] + 1]);

    return pd_retarget_collar_sample(sample, chest, pd_retarget_answer_rotation(&collar, source), bone);
}

pd_status pd_retarget_onto_biped_init(pd_retarget_onto_biped *o, const pd_anim_skeleton *skeleton,
                                      const pd_vec3 *ends, const pd_anim_source *source, pd_error *err)
{
    pd_quat local[PD_ANIM_MAX_JOINTS];
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];

    memset(o, 0, sizeof *o);

    pd_anim_biped_skeleton(&o->biped);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const char *name = source->biped ? source->biped[j] : smpl_answer(source, smpl_of[j]);
        pd_retarget_answer_find(&o->answers[j], skeleton, name);
    }

    if (!source->biped) o->answers[NECK_TOP].from[1] = o->answers[PD_BIPED_HEAD].from[0];
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (o->answers[needed[i]].from[0] < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, source->name,
                           "the skeleton has no joint for \"%s\"; one with a known name is needed",
                           pd_anim_biped_joints[needed[i]].name);

    pd_anim_source_reference(local, skeleton, source);
    pd_anim_skeleton_forward(positions, o->reference, skeleton, local, pd_vec3_make(0, 0, 0));
    align_bones(o, positions, ends);

    /* The scale is the ratio of leg lengths. */
    const pd_retarget_answer *a = o->answers;
    const double theirs = leg_length(positions, a[PD_BIPED_L_THIGH].stands, a[PD_BIPED_L_SHIN].stands,
                                     a[PD_BIPED_L_FOOT].stands) +
                          leg_length(positions, a[PD_BIPED_R_THIGH].stands, a[PD_BIPED_R_SHIN].stands,
                                     a[PD_BIPED_R_FOOT].stands);
    double ours = 0;
    for (int j = PD_BIPED_L_SHIN; j <= PD_BIPED_L_FOOT; j++) ours += 2 * pd_vec3_length(o->biped.offsets[j]);
    o->scale = theirs > 1e-6 ? ours / theirs : 1;

    o->elbow_tilt = source->elbow_tilt_deg * DEGREE;
    o->is_biped = !strcmp(source->name, "biped");
    pd_retarget_onto_biped_set_soles(
        o, &(pd_retarget_soles){{o->soles.foot[0], o->soles.foot[1]}, {o->soles.toe[0], o->soles.toe[1]}});

    return PD_OK;
}

void pd_retarget_onto_biped_foot(pd_vec3 *ankle, pd_vec3 *toe, pd_vec3 *tip, const pd_retarget_onto_biped *o,
                                 const pd_anim_clip *clip, int frame, int side)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_quat q[PD_ANIM_MAX_JOINTS];

    pd_anim_clip_pose(p, q, clip, frame);

    int foot = o->answers[feet[side]].stands;
    int ball = o->answers[toes[side]].stands;
    PD_ASSERT(foot >= 0);
    *ankle = p[foot];
    *toe = ball >= 0 ? p[ball] : pd_vec3_add(p[foot], pd_q_rotate(q[foot], o->foot_end[side]));
    *tip = ball >= 0 ? pd_vec3_add(*toe, pd_q_rotate(q[ball], o->toe_end[side])) : *toe;
}

/* Retargets one frame: rotations (31) local; root: position of the biped's hips. */
static void map_frame(pd_quat *rotations, pd_vec3 *root, const pd_retarget_onto_biped *o,
                      const pd_anim_clip *clip, int frame)
{
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_quat source[PD_ANIM_MAX_JOINTS], world[PD_ANIM_BIPED_JOINTS];

    pd_anim_clip_pose(positions, source, clip, frame);

    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        int parent = o->biped.parents[j];
        int answered = o->answers[j].from[0] >= 0;
        PD_ASSERT(answered || parent >= 0);
        world[j] = answered ? pd_retarget_answer_rotation(&o->answers[j], source) : world[parent];
    }

    for (int side = 0; side < 2 && !o->is_biped; side++) {
        static const pd_vec3 x = {1, 0, 0};
        pd_quat *upper = &world[arms[side]];
        pd_quat *fore = upper + 1;
        pd_quat *hand = upper + 2;
        pd_quat *wrist = upper + 3;
        pd_retarget_arm arm = {
            .upper = upper, .fore = fore, .hand = *wrist, .upper_along = x, .fore_along = x, .side = side};
        pd_retarget_arm_set(&arm, o->elbow_tilt);
        *hand = *fore;
        wrist[1] = wrist[2] = *wrist; /* fingers and thumb move with the wrist */
    }

    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        int parent = o->biped.parents[j];
        rotations[j] = pd_q_normalize(parent < 0 ? world[j] : pd_q_inv_mul(world[parent], world[j]));
    }

    /* Place the hips so that the midpoint of the hip joints is the source's, scaled. */
    static const int hips[2] = {PD_BIPED_L_THIGH, PD_BIPED_R_THIGH};
    *root = pd_vec3_make(0, 0, 0);
    for (int side = 0; side < 2; side++) {
        const pd_quat above = world[o->biped.parents[hips[side]]];
        *root = pd_vec3_fma(*root, 0.5 * o->scale, positions[o->answers[hips[side]].stands]);
        *root = pd_vec3_fma(*root, -0.5, pd_q_rotate(above, o->biped.offsets[hips[side]]));
    }
}

pd_status pd_retarget_onto_biped_clip(pd_anim_clip *out, const pd_retarget_onto_biped *o,
                                      const pd_anim_clip *clip, pd_error *err)
{
    pd_status status = pd_anim_clip_init(out, &o->biped, clip->frame_count, clip->rate, err);

    if (status != PD_OK) return status;

    pd_anim_biped_ends(out->ends);
    for (int t = 0; t < clip->frame_count; t++)
        map_frame(pd_anim_clip_frame(out, t), &out->roots[t], o, clip, t);
    pd_anim_clip_align_signs(out);

    return PD_OK;
}
