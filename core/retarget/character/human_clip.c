#include "core/retarget/character/human_clip.h"

#include "core/base/assert.h"
#include "core/retarget/figure/answer.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LEG           0.85 /* metres: thigh and shank of a person */
#define AS_IT_IS_FROM 0.6
#define AS_IT_IS_TO   1.6
#define FOREARM       0.9 /* length of a forearm without a hand, relative to the upper arm */
#define COLLAR        0.3 /* position of a missing collar on the way from chest to shoulder */

#define LEANS   12.0  /* degrees: lean or twist of a trunk that does not stand */
#define STRIDES 20.0  /* degrees between thighs, or between feet */
#define SOLE    -28.0 /* degrees: elevation of the way from ankle to toes of a flat foot */
#define DEGREES 57.29577951308232

/* SMPL's joints in order: corresponding bone, parent,
 * and for limbs the next joint and its direction in the T-pose. */
static const struct joint {
    pd_anim_human bone;
    int parent, next;
    double x, y;
} joints[PD_ANIM_SMPL_JOINTS] = {{PD_HUMAN_HIPS, -1, -1, 0, 0},        {PD_HUMAN_L_UPPER_LEG, 0, 4, 0, -1},
                                 {PD_HUMAN_R_UPPER_LEG, 0, 5, 0, -1},  {PD_HUMAN_SPINE, 0, -1, 0, 0},
                                 {PD_HUMAN_L_LOWER_LEG, 1, 7, 0, -1},  {PD_HUMAN_R_LOWER_LEG, 2, 8, 0, -1},
                                 {PD_HUMAN_CHEST, 3, -1, 0, 0},        {PD_HUMAN_L_FOOT, 4, -1, 0, 0},
                                 {PD_HUMAN_R_FOOT, 5, -1, 0, 0},       {PD_HUMAN_UPPER_CHEST, 6, -1, 0, 0},
                                 {PD_HUMAN_L_TOES, 7, -1, 0, 0},       {PD_HUMAN_R_TOES, 8, -1, 0, 0},
                                 {PD_HUMAN_NECK, 9, -1, 0, 0},         {PD_HUMAN_L_SHOULDER, 9, -1, 0, 0},
                                 {PD_HUMAN_R_SHOULDER, 9, -1, 0, 0},   {PD_HUMAN_HEAD, 12, -1, 0, 0},
                                 {PD_HUMAN_L_UPPER_ARM, 13, 18, 1, 0}, {PD_HUMAN_R_UPPER_ARM, 14, 19, -1, 0},
                                 {PD_HUMAN_L_LOWER_ARM, 16, 20, 1, 0}, {PD_HUMAN_R_LOWER_ARM, 17, 21, -1, 0},
                                 {PD_HUMAN_L_HAND, 18, -1, 0, 0},      {PD_HUMAN_R_HAND, 19, -1, 0, 0},
                                 {PD_HUMAN_NONE, 20, -1, 0, 0},        {PD_HUMAN_NONE, 21, -1, 0, 0}};

static pd_vec3 human_clip_between(pd_vec3 a, pd_vec3 b, double part)
{
    return pd_vec3_add(a, pd_vec3_scale(pd_vec3_sub(b, a), part));
}

/* Returns the wrist of an arm without a hand: a forearm's length from the elbow towards the joints below
 * it, or along the upper arm. */
static pd_vec3 wrist_without_hand(const pd_vec3 *at, const pd_retarget_human_clip *c, const pd_vec3 *rest,
                                  const pd_anim_skeleton *skeleton, int side)
{
    const int elbow = c->joints[18 + side];
    const pd_vec3 upper = pd_vec3_sub(at[18 + side], at[16 + side]);
    pd_vec3 below = {0, 0, 0};

    for (int j = 0; j < skeleton->joint_count; j++)
        if (skeleton->parents[j] == elbow) below = pd_vec3_add(below, pd_vec3_sub(rest[j], rest[elbow]));
    const pd_vec3 way = pd_vec3_unit_or(pd_q_rotate(c->facing, below), pd_vec3_unit_or(upper, upper));

    return pd_vec3_fma(at[18 + side], FOREARM * pd_vec3_length(upper), way);
}

/* Computes positions at rest, after F, metres: of the character's joints,
 * and between them of missing ones. */
static void place_human_clip(pd_vec3 *at, const pd_retarget_human_clip *c, const pd_vec3 *rest,
                             const pd_anim_skeleton *skeleton)
{
    static const int spine[] = {0, 3, 6, 9, 12, 15};

    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        if (c->joints[j] >= 0) at[j] = pd_vec3_scale(pd_q_rotate(c->facing, rest[c->joints[j]]), c->metres);

    for (int i = 1; i < 5; i++) {
        int next = i;
        if (c->joints[spine[i]] >= 0) continue;
        while (c->joints[spine[next]] < 0) next++; /* the head always exists */
        at[spine[i]] = human_clip_between(at[spine[i - 1]], at[spine[next]], 1.0 / (next - i + 1));
    }

    for (int s = 0; s < 2; s++) {
        const double leg = pd_vec3_distance(at[1 + s], at[4 + s]) + pd_vec3_distance(at[4 + s], at[7 + s]);
        const pd_vec3 toe = pd_vec3_make(0, -0.06 * leg, 0.15 * leg);
        if (c->joints[20 + s] < 0) at[20 + s] = wrist_without_hand(at, c, rest, skeleton, s);
        const pd_vec3 arm = pd_vec3_sub(at[20 + s], at[18 + s]);
        if (c->joints[10 + s] < 0) at[10 + s] = pd_vec3_add(at[7 + s], toe);
        if (c->joints[13 + s] < 0) at[13 + s] = human_clip_between(at[9], at[16 + s], COLLAR);
        at[22 + s] = pd_vec3_add(at[20 + s], pd_vec3_scale(arm, 0.35));
    }
}

/* ---- a rest pose that is not of a person who stands ---- */

/* Angles of the rest pose, from the directions of its bones, in degrees. */
typedef struct stance {
    double lean, twist, stride, feet, outwards, arms;
} stance;

static pd_vec3 human_clip_middle(pd_vec3 a, pd_vec3 b)
{
    return human_clip_between(a, b, 0.5);
}

static double angle(pd_vec3 a, pd_vec3 b)
{
    return DEGREES * atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

/* Returns the elevation of a vector over the ground, degrees. */
static double human_clip_elevation(pd_vec3 v)
{
    return DEGREES * atan2(v.y, hypot(v.x, v.z));
}

/* Returns the difference of two angles in degrees, -180 to 180. */
static double difference(double a, double b)
{
    return remainder(a - b, 360);
}

/* Measures the angles of the bones at rest. at: positions of the SMPL joints. */
static void measure_human_clip(stance *out, const pd_retarget_human_clip *c, const pd_vec3 *at)
{
    const pd_vec3 hips = pd_vec3_sub(at[1], at[2]);
    const pd_vec3 shoulders = pd_vec3_sub(at[16], at[17]);
    const pd_vec3 trunk = pd_vec3_sub(human_clip_middle(at[16], at[17]), human_clip_middle(at[1], at[2]));
    double strides[2];
    double yaws[2] = {0, 0};
    double pitches[2] = {0, 0};

    for (int s = 0; s < 2; s++) {
        const pd_vec3 thigh = pd_vec3_sub(at[4 + s], at[1 + s]);
        const pd_vec3 foot = pd_vec3_sub(at[10 + s], at[7 + s]);
        strides[s] = DEGREES * atan2(thigh.z, -thigh.y);
        if (c->joints[10 + s] < 0 || hypot(foot.x, foot.z) < 1e-6) continue;

        /* The angle outwards; a foot that points down has none. */
        if (hypot(foot.x, foot.z) > 0.5 * pd_vec3_length(foot))
            yaws[s] = DEGREES * atan2(s ? -foot.x : foot.x, foot.z);
        pitches[s] = human_clip_elevation(foot);
    }

    out->lean = angle(trunk, pd_vec3_make(0, 1, 0));
    out->twist = fabs(difference(DEGREES * atan2(hips.z, hips.x), DEGREES * atan2(shoulders.z, shoulders.x)));
    out->stride = fabs(difference(strides[0], strides[1]));
    out->outwards = fmax(fabs(yaws[0]), fabs(yaws[1]));
    const pd_vec3 arms[2] = {pd_vec3_sub(at[18], at[16]), pd_vec3_sub(at[19], at[17])};
    out->arms = angle(arms[0], pd_vec3_make(-arms[1].x, arms[1].y, arms[1].z));
    for (int s = 0; s < 2; s++)
        out->arms = fmax(out->arms, angle(arms[s], pd_vec3_sub(at[20 + s], at[18 + s])));
    out->feet = fmax(fabs(difference(yaws[0], yaws[1])), fabs(pitches[0] - pitches[1]));
}

/* Returns the rotation to the T-pose of a part whose left is along `left` and whose up is along `up`. */
static pd_quat to_upright(pd_vec3 left, pd_vec3 up)
{
    const pd_vec3 y = pd_vec3_unit_or(up, pd_vec3_make(0, 1, 0));
    const pd_vec3 x = pd_vec3_unit_or(pd_vec3_reject(left, y), pd_vec3_make(1, 0, 0));
    const pd_vec3 z = pd_vec3_cross(x, y);
    const double rows[9] = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
    return pd_q_from_matrix(rows);
}

/* Returns the smallest rotation that makes a foot point ahead with a flat sole.
 * pitch: elevation of a flat foot, degrees. */
static pd_quat to_flat(pd_vec3 foot, double pitch)
{
    return pd_retarget_answer_align(foot, pd_vec3_make(0, sin(pitch / DEGREES), cos(pitch / DEGREES)));
}

/* Writes A_b of trunk, head and feet from the directions of the bones at rest. */
static void solve_human_clip(pd_quat *aligns, const stance *is, const pd_retarget_human_clip *c,
                             const pd_vec3 *at)
{
    static const int trunk[] = {0, 3, 6, 9};
    const pd_vec3 hips = pd_vec3_sub(at[1], at[2]);
    const pd_vec3 shoulders = pd_vec3_sub(at[16], at[17]);
    const pd_vec3 chest = human_clip_middle(at[16], at[17]);
    const pd_vec3 up = pd_vec3_make(0, 1, 0);

    /* From pelvis to chest the left side turns from that of the hips to that of the shoulders. A trunk that
     * leans has the up of its bones. */
    for (int i = 0; i < 4; i++) {
        const int j = trunk[i];
        pd_vec3 bone = pd_vec3_sub(i < 3 ? at[trunk[i + 1]] : chest, at[j]);
        if (pd_vec3_length(bone) < 0.02) bone = pd_vec3_sub(chest, human_clip_middle(at[1], at[2]));
        aligns[j] =
            to_upright(human_clip_between(pd_vec3_unit_or(hips, up), pd_vec3_unit_or(shoulders, up), i / 3.0),
                       is->lean > LEANS ? bone : up);
    }

    aligns[13] = aligns[14] = aligns[9];

    /* A head that is more upright than the chest looks ahead; otherwise it is as the chest is. */
    const pd_vec3 neck = pd_vec3_sub(at[15], at[12]);
    const pd_vec3 usual = pd_vec3_make(0, 0.9925, 0.1219);
    const bool is_upright = angle(neck, usual) <= angle(pd_q_rotate(aligns[9], neck), usual);
    aligns[12] = aligns[15] = is_upright ? pd_q_identity() : aligns[9];

    /* Feet point ahead; of two that pitch differently the flatter one shows the pitch. */
    if (c->joints[10] < 0 || c->joints[11] < 0) return;
    const pd_vec3 feet[2] = {pd_vec3_sub(at[10], at[7]), pd_vec3_sub(at[11], at[8])};
    const double left = human_clip_elevation(feet[0]);
    const double right = human_clip_elevation(feet[1]);
    const double flat = fabs(left - SOLE) < fabs(right - SOLE) ? left : right;
    for (int s = 0; s < 2; s++)
        aligns[7 + s] = aligns[10 + s] = to_flat(feet[s], fabs(flat - SOLE) > STRIDES ? SOLE : flat);
}

/* Notes which angles of the rest pose are beyond their bounds. */
static void describe_human_clip(char *note, size_t bytes, const stance *is)
{
    char what[256] = "";
    const struct {
        double degrees, most;
        const char *before, *after;
    } rows[] = {{is->lean, LEANS, "the trunk leans by", ""},
                {is->twist, LEANS, "the shoulders are turned by", " from the hips"},
                {is->stride, STRIDES, "the thighs are", " apart in stride"},
                {is->feet, STRIDES, "the feet differ by", ""},
                {is->outwards, STRIDES, "a foot is turned by", " from ahead"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t used = strlen(what);
        if (!(rows[i].degrees > rows[i].most)) continue;
        snprintf(what + used, sizeof what - used, "%s%s %.0f degrees%s", used ? ", " : "", rows[i].before,
                 rows[i].degrees, rows[i].after);
    }

    pd_retarget_note(
        note, bytes,
        "the rest pose is not a T-pose (%s): trunk and feet are taken upright by the directions of "
        "the bones, and rotations of head and hands may be off; a T-pose as the rest pose is exact",
        what);
}

static pd_status prepare_human_clip(pd_retarget_human_clip *c, const pd_anim_skeleton *skeleton,
                                    const pd_retarget_match *match, bool is_posed, pd_error *err)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], at[PD_ANIM_SMPL_JOINTS];
    pd_anim_joint made[PD_ANIM_SMPL_JOINTS];

    memset(c, 0, sizeof *c);
    c->facing = match->facing;
    c->metres = 1;
    c->hips = match->joints[PD_HUMAN_HIPS];
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        c->turns[j] = c->joints[j] = joints[j].bone == PD_HUMAN_NONE ? -1 : match->joints[joints[j].bone];

    /* A foot or hand that carries a goal of IK turns as the goal does. */
    for (int i = 0; i < match->carry.count; i++)
        for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
            if ((joints[j].bone == PD_HUMAN_L_FOOT || joints[j].bone == PD_HUMAN_R_FOOT ||
                 joints[j].bone == PD_HUMAN_L_HAND || joints[j].bone == PD_HUMAN_R_HAND) &&
                c->joints[j] == match->carry.by[i])
                c->turns[j] = match->carry.joints[i];

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    const double leg = pd_vec3_distance(rest[c->joints[1]], rest[c->joints[4]]) +
                       pd_vec3_distance(rest[c->joints[4]], rest[c->joints[7]]);
    if (!(leg > 1e-6) || !isfinite(leg))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/character",
                       "the length of a leg is %g; above 1e-6 expected", leg);
    if (leg < AS_IT_IS_FROM * LEG || leg > AS_IT_IS_TO * LEG) {
        c->metres = LEG / leg;
        pd_retarget_note(c->note, sizeof c->note,
                         "its legs are %.4g m long, scaled by %.4g to those of a person", leg, c->metres);
    }

    place_human_clip(at, c, rest, skeleton);

    /* A rest pose that does not stand. */
    pd_quat aligns[PD_ANIM_SMPL_JOINTS];
    stance is;
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++) aligns[j] = pd_q_identity();
    measure_human_clip(&is, c, at);
    c->deviation =
        fmax(fmax(is.lean, is.twist) / LEANS, fmax(fmax(is.stride, is.feet), is.outwards) / STRIDES);
    c->arms = is.arms;
    if (c->deviation > 1 || is_posed) solve_human_clip(aligns, &is, c, at);
    if (c->deviation > 1) describe_human_clip(c->note, sizeof c->note, &is);

    const pd_quat back = pd_q_conjugate(c->facing);
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++) {
        const struct joint *row = &joints[j];
        const struct joint *up = row->parent < 0 ? NULL : &joints[row->parent];
        pd_vec3 offset = up ? pd_vec3_sub(at[j], at[row->parent]) : pd_vec3_make(0, 0, 0);
        if (up) offset = pd_q_rotate(aligns[row->parent], offset);
        if (up && up->next == j)
            offset = pd_vec3_scale(pd_vec3_make(up->x, up->y, 0), pd_vec3_length(offset));
        made[j] = (pd_anim_joint){pd_anim_smpl_names[j], up ? pd_anim_smpl_names[row->parent] : NULL, offset};

        /* Limbs: first as the trunk, then along the T-pose's direction. */
        if (row->next >= 0) {
            const pd_quat base = aligns[row->y < 0 ? 0 : 9];
            const pd_vec3 way = pd_q_rotate(base, pd_vec3_sub(at[row->next], at[j]));
            const pd_quat along = pd_retarget_answer_align(way, pd_vec3_make(row->x, row->y, 0));
            c->undo[j] = pd_q_mul(back, pd_q_conjugate(pd_q_mul(along, base)));
        } else {
            c->undo[j] = pd_q_mul(back, pd_q_conjugate(aligns[j]));
        }

        if (j == 20 || j == 21) { /* hands and their children */
            c->undo[j] = c->undo[j - 2];
            made[j].offset = pd_vec3_scale(pd_vec3_make(j == 20 ? 1 : -1, 0, 0), pd_vec3_length(offset));
        }

        if (j > 21)
            made[j].offset = pd_vec3_scale(pd_vec3_make(j == 22 ? 1 : -1, 0, 0), pd_vec3_length(offset));
    }

    return pd_anim_skeleton_init(&c->skeleton, made, PD_ANIM_SMPL_JOINTS, err);
}

pd_status pd_retarget_human_clip_init(pd_retarget_human_clip *c, const pd_anim_skeleton *skeleton,
                                      const pd_retarget_match *match, pd_error *err)
{
    return prepare_human_clip(c, skeleton, match, false, err);
}

pd_status pd_retarget_human_clip_init_posed(pd_retarget_human_clip *c, const pd_anim_skeleton *skeleton,
                                            const pd_retarget_match *match, pd_error *err)
{
    return prepare_human_clip(c, skeleton, match, true, err);
}

void pd_retarget_human_clip_frame(pd_quat *locals, pd_vec3 *root, const pd_retarget_human_clip *c,
                                  const pd_quat *world, pd_vec3 hips)
{
    pd_quat turned[PD_ANIM_SMPL_JOINTS];

    *root = pd_vec3_scale(pd_q_rotate(c->facing, hips), c->metres);
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++) {
        const int up = joints[j].parent;
        PD_ASSERT(c->joints[j] >= 0 || (up >= 0 && up < j));
        turned[j] = c->joints[j] >= 0
                        ? pd_q_normalize(pd_q_mul(pd_q_mul(c->facing, world[c->turns[j]]), c->undo[j]))
                        : turned[up];
        locals[j] = up < 0 ? turned[j] : pd_q_inv_mul(turned[up], turned[j]);
    }
}
