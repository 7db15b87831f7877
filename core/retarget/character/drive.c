#include "core/retarget/character/drive.h"

#include "core/base/assert.h"
#include "core/anim/leg.h"
#include "core/retarget/figure/answer.h"
#include "core/retarget/figure/collar.h"
#include "core/anim/two_bone.h"
#include "core/math/spring.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Smallest and largest size, relative to the source's, at which a character moves at its own size. */
#define AS_IT_IS_FROM 0.6
#define AS_IT_IS_TO   1.6
#define COLLAR_PART   0.15 /* Share of the arm's rotation that the collar takes, as in retarget.h. */

/* Rest pose. BALL to ON_GROUND are multiplied by the scale of pd_retarget_drive. */
#define FLOOR_UNDER 0.03  /* Largest depth of a joint below the origin, as a fraction of the height, ... */
#define FLOOR_OVER  0.12  /* ... and largest height of the feet above it, for the origin to be the ground. */
#define TOES_OUT    0.2   /* Radians; feet that point farther outwards at rest are rotated back. */
#define BALL        0.131 /* Metres from the ankle forward to the ball, without a toe joint ... */
#define BALL_OVER   0.03  /* ... and height of the ball above the ground. */
#define ROLLS       0.005 /* Metres of sole before the toe joint from which on a foot rolls over its end. */
#define BENDS       0.01  /* Metres; toes whose skin is in front of the foot's by this bend. */
#define ON_GROUND   0.015 /* Metres above the lowest point of a sole within which points touch the ground. */

/* Feet and legs. */
#define HEEL_FROM   0.005 /* Metres by which toes are above the heel when the heel rule sets in ... */
#define HEEL_ALONE  0.025 /* ... and when it is used alone. */
#define AIR_LOWER   0.08  /* The same for a foot in the air: from toes below the heel by this, metres ... */
#define AIR_HIGHER  0.06  /* ... to toes above it by this. */
#define AIR_FROM    0.005 /* Metres; height of toe or heel from which on a foot is partly in the air ... */
#define AIR_TO      0.04  /* ... and entirely. */
#define EASE        0.6   /* Rate per frame of the spring between the toe rule and the heel rule. */
#define ROUND       0.03  /* Rounding of the limit of a leg's length, as a fraction of that length. */
#define DROP_RISE   0.08  /* Share of their remaining way by which the hips rise in each frame. */
#define MOST_DROP   0.4   /* Largest drop of the hips, as a fraction of the leg's length. */
#define MOST_BEND   1.4   /* Radians; largest bend of toes. */
#define SOFT_LIFT   0.012 /* Metres of depth over which the raise of a foot sets in smoothly. */
#define EASE_RISE   0.9   /* Rate per frame of the spring that raises a foot. */
/* Metres; depth beyond this is corrected at once: 12 mm less what the sizes of two bodies make of it. */
#define DEEPEST     0.0105
#define LEVEL_TO    0.02 /* Metres between the ground under toe and root from which on ground is uneven. */
#define HEEL_BEHIND 0.05 /* Metres from the source's ankle back to the end of its heel. */

/* Wide shoes. */
#define PASS      0.01 /* Metres between two soles that pass each other. */
#define PASS_SOFT 0.02 /* Metres of distance between soles over which avoidance sets in smoothly. */
#define APART     0.1  /* Metres between the balls of passing feet; wider steps count as this. */
#define CROSSED   0.25 /* Metres; feet that cross by this much are not moved apart. */
#define WIDEN     0.2  /* Rate per frame at which a foot in the air moves sideways. */

enum { ABOVE = -2 };

/* ---- preparation ---- */

/* Finds the bone of each joint, the joints to move, and the bone whose rotation each bone takes. */
static void find_bones(pd_retarget_drive *d)
{
    const int *joints = d->match->joints;

    for (int j = 0; j < d->skeleton->joint_count; j++) d->bones[j] = PD_HUMAN_NONE;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        d->takes[b] = (pd_anim_human)b;
        if (joints[b] >= 0) d->bones[joints[b]] = b;
    }

    for (int j = d->skeleton->parents[joints[PD_HUMAN_HIPS]]; j >= 0; j = d->skeleton->parents[j])
        d->bones[j] = ABOVE;

    /* Mark the joints to move: bones, all joints above them, and what is above carried joints in the file. */
    bool moves[PD_ANIM_MAX_JOINTS] = {false};
    for (int i = 0; i < d->match->carry.count; i++)
        for (int j = d->match->carry.joints[i]; j >= 0; j = d->file->parents[j]) moves[j] = true;
    for (int i = d->skeleton->joint_count - 1; i >= 0; i--) {
        const int j = d->skeleton->order[i];
        const int up = d->skeleton->parents[j];
        moves[j] = moves[j] || d->bones[j] != PD_HUMAN_NONE;
        if (up >= 0 && moves[j]) moves[up] = true;
    }

    d->moved_count = 0;
    for (int i = 0; i < d->skeleton->joint_count; i++)
        if (moves[d->skeleton->order[i]]) d->moved[d->moved_count++] = d->skeleton->order[i];

    /* Without an upper chest the bones below take the rotation of the next higher one. */
    if (joints[PD_HUMAN_UPPER_CHEST] >= 0) return;
    d->takes[PD_HUMAN_CHEST] = PD_HUMAN_UPPER_CHEST;
    if (joints[PD_HUMAN_CHEST] < 0) d->takes[PD_HUMAN_SPINE] = PD_HUMAN_CHEST;
}

/* Returns the rotation about +Y that turns a foot which points far outwards to the front. Identity for toes
 * that point up or down. */
static pd_quat foot(const pd_retarget_drive_leg *leg)
{
    const double aside = atan2(leg->sole.x, leg->sole.z);
    const double flat = hypot(leg->sole.x, leg->sole.z);
    const double over = fabs(aside) < TOES_OUT ? 0 : aside - copysign(TOES_OUT, aside);
    if (flat < 0.2 * pd_vec3_length(leg->sole) || fabs(aside) > 1.2) return pd_q_identity();
    return pd_q_axis_angle(pd_vec3_make(0, 1, 0), -over);
}

/* Returns the direction at rest of a forearm that has no hand: to the middle of its skin, or else to the
 * middle of the joints below it, or else that of the upper arm. */
static pd_vec3 forearm_without_hand(const pd_retarget_drive *d, const pd_vec3 *rest, int bone)
{
    const int side = bone == PD_HUMAN_R_LOWER_ARM;
    const pd_anim_skeleton *s = d->skeleton;
    const int elbow = d->match->joints[bone];
    const int upper = d->match->joints[pd_anim_human_arms[side][0]];
    pd_vec3 below = {0, 0, 0};

    for (int j = 0; j < s->joint_count; j++)
        if (s->parents[j] == elbow) below = pd_vec3_add(below, pd_vec3_sub(rest[j], rest[elbow]));
    if (pd_vec3_length(d->match->forearms[side]) > 0) return d->match->forearms[side];

    return pd_vec3_length(below) > 0 ? below : pd_vec3_sub(rest[elbow], rest[upper]);
}

/* Computes A_b F of all bones. The direction of a bone of a limb is that to the limb's next joint. rest (K):
 * positions at rest after F, metres. */
static void find_aligns(pd_retarget_drive *d, const pd_vec3 *rest)
{
    static const int limbs[][2] = {
        {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM}, {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
        {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM}, {PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND},
        {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG}, {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
        {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG}, {PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT}};

    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) d->align[b] = pd_q_identity();
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        const int bone = limbs[i][0];
        const int end = limbs[i][1];
        const int *joints = d->match->joints;
        const pd_vec3 theirs = joints[end] >= 0 ? pd_vec3_sub(rest[joints[end]], rest[joints[bone]])
                                                : forearm_without_hand(d, rest, bone);
        d->align[bone] = pd_retarget_answer_align(theirs, d->humanoid.offsets[end]);
    }

    d->align[PD_HUMAN_L_HAND] = d->align[PD_HUMAN_L_LOWER_ARM];
    d->align[PD_HUMAN_R_HAND] = d->align[PD_HUMAN_R_LOWER_ARM];
    d->align[PD_HUMAN_L_FOOT] = d->align[PD_HUMAN_L_TOES] = foot(&d->legs[0]);
    d->align[PD_HUMAN_R_FOOT] = d->align[PD_HUMAN_R_TOES] = foot(&d->legs[1]);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        d->align[b] = pd_q_normalize(pd_q_mul(d->align[b], d->match->facing));
}

/* Returns the point over which a foot of this shape rolls, relative to the ankle: the foremost point on the
 * ground of the skin that follows the ankle, centred between the sides.
 * front: its z; all in units of the shape. */
static pd_vec3 rolls_over(const pd_retarget_sole *shape, double front)
{
    double left = -INFINITY, right = INFINITY;

    for (int i = 0; i < shape->foot.count; i++) {
        const pd_vec3 at = shape->foot.points[i];
        if (at.z < 0.7 * front) continue;
        left = fmax(left, at.x);
        right = fmin(right, at.x);
    }

    return pd_vec3_make(left >= right ? 0.5 * (left + right) : 0, shape->low, front);
}

/* Finds the end of the sole over which a foot rolls, and whether its toes bend. shape: has points. */
static void find_roll(pd_retarget_drive_leg *leg, double unit, double scale)
{
    const pd_retarget_sole *shape = leg->shape;
    const pd_vec3 joint = pd_vec3_scale(leg->joint, 1 / unit);
    const double over = ON_GROUND * scale / unit;
    const double front = pd_retarget_sole_front(shape, joint, false, over);
    const double toes = leg->toe < 0 ? -INFINITY : pd_retarget_sole_front(shape, joint, true, INFINITY);

    /* It is planted as far in front of the source's ball as that end is in front of its own ball. */
    leg->is_stiff = leg->toe < 0 ? front > 0 : unit * (front - toes) > -BENDS * scale && front > joint.z;
    const bool rolls_on = leg->toe < 0 ? front > 0 : unit * (front - joint.z) > ROLLS * scale;
    if (!rolls_on) return;
    const pd_vec3 end = pd_vec3_scale(rolls_over(shape, front), unit);
    leg->ahead.z = end.z - leg->sole.z;
    leg->sole = end;
}

/* Computes the unit, the scale, and the lengths and heights of the legs. rest (K): in the file's units;
 * converted to metres. floor: NAN if the soles give it. */
static pd_status find_legs(pd_retarget_drive *d, pd_vec3 *rest, double floor, pd_retarget_size size,
                           pd_error *err)
{
    const double theirs = d->legs[0].from_length + d->legs[0].from_ankle_rest;
    double length = 0, ankle = 0; /* means of both legs, units of the file */

    /* The scale is the ratio of the hips' heights above the ground, with straight legs. */
    for (int s = 0; s < 2; s++) {
        const pd_retarget_drive_leg *leg = &d->legs[s];
        ankle += 0.5 * (isnan(floor) ? -d->match->soles[s].low : rest[leg->ankle].y - floor);
        length += 0.5 * (pd_vec3_distance(rest[leg->hip], rest[leg->knee]) +
                         pd_vec3_distance(rest[leg->knee], rest[leg->ankle]));
    }

    const double s = (length + ankle) / theirs;
    if (!(s > 1e-6) || !isfinite(s))
        return pd_fail(err, PD_ERR_RANGE, "/character",
                       "the height of the hips over the ground is %g; above 1e-6 expected", length + ankle);

    /* The size in the source's world. Legs without a length are refused below. */
    if (size == PD_RETARGET_SOURCE_SIZE && length > 0)
        d->unit = d->legs[0].from_length / length;
    else
        d->unit = s >= AS_IT_IS_FROM && s <= AS_IT_IS_TO ? 1 : 1 / s;
    d->scale = s * d->unit;

    /* Lengths and soles of the legs, in metres. */
    for (int j = 0; j < d->skeleton->joint_count; j++) rest[j] = pd_vec3_scale(rest[j], d->unit);
    for (int i = 0; i < 2; i++) {
        pd_retarget_drive_leg *leg = &d->legs[i];
        leg->length = pd_vec3_distance(rest[leg->hip], rest[leg->knee]) +
                      pd_vec3_distance(rest[leg->knee], rest[leg->ankle]);
        leg->shape = d->match->has_soles ? &d->match->soles[i] : NULL;
        leg->ankle_rest = isnan(floor) ? -leg->shape->low * d->unit : rest[leg->ankle].y - floor * d->unit;
        const double ball = fmin(BALL_OVER * d->scale, leg->ankle_rest);
        leg->sole = leg->toe >= 0 ? pd_vec3_sub(rest[leg->toe], rest[leg->ankle])
                                  : pd_vec3_make(0, ball - leg->ankle_rest, BALL * d->scale);

        leg->joint = leg->toe >= 0 ? leg->sole : pd_vec3_make(0, 0, 0);
        if (leg->shape && leg->shape->foot.count) find_roll(leg, d->unit, d->scale);

        leg->toe_rest = leg->ankle_rest + leg->sole.y;

        /* The tip of the toes is the child of the toe joint that is farthest in front. */
        for (int j = 0; j < d->skeleton->joint_count && leg->toe >= 0; j++) {
            const pd_vec3 at = pd_vec3_sub(rest[j], rest[leg->toe]);
            if (d->skeleton->parents[j] == leg->toe && at.z > leg->tip.z) leg->tip = at;
        }

        leg->flat = pd_vec3_add(pd_vec3_sub(leg->from_sole, leg->sole), leg->ahead);
        leg->flat.y = leg->ankle_rest - leg->from_ankle_rest;
        if (leg->length < 1e-3)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "/character",
                           "the length of a leg is %g m; at least 0.001 expected", leg->length);
    }

    return PD_OK;
}

pd_status pd_retarget_drive_init(pd_retarget_drive *d, const pd_anim_skeleton *skeleton,
                                 const pd_retarget_match *match, double floor, pd_retarget_size size,
                                 const pd_anim_skeleton *source, double toe_rest, pd_error *err)
{
    static const pd_anim_human bones[2][4] = {
        {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT, PD_HUMAN_L_TOES},
        {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT, PD_HUMAN_R_TOES}};
    const int *joints = match->joints;
    const pd_anim_humanoid *h = &d->humanoid;
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];

    memset(d, 0, sizeof *d);
    d->skeleton = pd_retarget_carry_tree(&match->carry, skeleton);
    d->file = skeleton;
    d->source = source;
    d->match = match;
    d->toe_rest = toe_rest;
    pd_status status = pd_anim_humanoid_init(&d->humanoid, source, 1, err);
    if (status != PD_OK) return status;

    /* Set the joints of the legs, and the source's lengths. */
    for (int s = 0; s < 2; s++) {
        pd_retarget_drive_leg *leg = &d->legs[s];
        leg->hip = joints[bones[s][0]];
        leg->knee = joints[bones[s][1]];
        leg->ankle = joints[bones[s][2]];
        leg->toe = joints[bones[s][3]];
        leg->from_hip = h->joints[bones[s][0]];
        leg->from_knee = h->joints[bones[s][1]];
        leg->from_ankle = h->joints[bones[s][2]];
        leg->from_toe = h->joints[bones[s][3]];
        if (leg->from_toe < 0)
            return pd_fail(
                err, PD_ERR_UNSUPPORTED, "/character",
                "the skeleton that moves the character has no toes; a skeleton with toe joints is needed");
        leg->from_length = pd_anim_two_bone_length(h->offsets[bones[s][1]], h->offsets[bones[s][2]]);
        leg->from_sole = h->offsets[bones[s][3]];
        leg->from_ankle_rest = d->toe_rest - h->offsets[bones[s][3]].y;
    }

    /* Find the rest positions and the ground. */
    find_bones(d);
    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < skeleton->joint_count; j++) rest[j] = pd_q_rotate(match->facing, rest[j]);
    if (isnan(floor) && !match->has_soles) {
        /* Without soles the ground is at the origin if the feet are near it,
         * otherwise at the lowest joint of the legs. */
        const double feet = fmin(rest[joints[PD_HUMAN_L_FOOT]].y, rest[joints[PD_HUMAN_R_FOOT]].y);
        const double height = rest[joints[PD_HUMAN_HEAD]].y - feet;
        double low = feet;
        bool is_leg[PD_ANIM_MAX_JOINTS] = {false};
        for (int i = 0; i < skeleton->joint_count; i++) {
            const int j = skeleton->order[i];
            const int up = skeleton->parents[j];
            is_leg[j] = j == joints[PD_HUMAN_L_UPPER_LEG] || j == joints[PD_HUMAN_R_UPPER_LEG] ||
                        j == joints[PD_HUMAN_L_FOOT] || j == joints[PD_HUMAN_R_FOOT] ||
                        (up >= 0 && is_leg[up]);
            if (is_leg[j]) low = fmin(low, rest[j].y);
        }

        floor = low > -FLOOR_UNDER * height && feet < FLOOR_OVER * height && feet > 0 ? 0 : low;
    }

    /* Measure legs and girth. */
    status = find_legs(d, rest, floor, size, err);
    if (status != PD_OK) return status;
    find_aligns(d, rest);
    d->from_size = pd_retarget_hands_source_size(&d->humanoid, source);
    d->from_girth = pd_retarget_girth_of_size(d->from_size);
    d->girth = match->has_girth ? pd_retarget_girth_scaled(&match->girth, d->unit)
                                : pd_retarget_girth_of_size(d->scale);
    if (!match->has_girth)
        d->girth.hand[0] = d->unit * pd_retarget_touch_palm(skeleton, joints, d->scale / d->unit);
    for (int j = 0; j < skeleton->joint_count; j++) d->rotations[j] = pd_q_identity();

    return PD_OK;
}

/* ---- a frame ---- */

/* World pose of a skeleton, metres. */
typedef struct pose {
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat turned[PD_ANIM_MAX_JOINTS];
} pose;

/* Computes the positions of all moved joints but the root from their rotations. */
static void forward(pose *p, const pd_retarget_drive *d)
{
    const pd_anim_skeleton *s = d->skeleton;

    for (int i = 1; i < d->moved_count; i++) {
        const int j = d->moved[i];
        const int up = s->parents[j];
        p->at[j] = pd_vec3_fma(p->at[up], d->unit, pd_q_rotate(p->turned[up], s->offsets[j]));
    }
}

static pd_vec3 drive_middle(pd_vec3 a, pd_vec3 b)
{
    return pd_vec3_scale(pd_vec3_add(a, b), 0.5);
}

static void move_drive(pose *p, const pd_retarget_drive *d, pd_vec3 by)
{
    for (int i = 0; i < d->moved_count; i++) p->at[d->moved[i]] = pd_vec3_add(p->at[d->moved[i]], by);
}

/* Targets of one foot. */
typedef struct goal {
    pd_vec3 ankle, toe;
    double air; /* 0 on the ground to 1 entirely in the air */
} goal;

static double smooth_step(double x)
{
    x = fmax(0, fmin(1, x));
    return x * x * (3 - 2 * x);
}

/* Returns the weight with which a toe or heel at a height above the ground, metres, is in the air: 0 to 1. */
static double in_air(double over)
{
    return smooth_step((over - AIR_FROM) / (AIR_TO - AIR_FROM));
}

/* Moves x towards u by a critically damped spring, which is smooth. rate: per frame. */
static void ease(pd_vec3 *x, pd_vec3 *speed, pd_vec3 u, double rate)
{
    pd_vec3 off = pd_vec3_sub(*x, u);
    pd_spring3(&off, speed, rate, 1);
    *x = pd_vec3_add(u, off);
}

/* Returns the rotation of a joint relative to the rest pose that faces +Z. */
static pd_quat of_rest(const pose *p, const pd_retarget_drive *d, int joint)
{
    return pd_q_mul(p->turned[joint], pd_q_conjugate(d->match->facing));
}

/* Returns the extent of the sole of a foot from its ball in a direction, metres. */
static double reaches(const pd_retarget_drive *d, const pd_retarget_drive_leg *leg, const pose *p,
                      pd_vec3 way)
{
    const pd_quat foot = of_rest(p, d, leg->ankle);
    double most = pd_retarget_sole_reach(&leg->shape->foot, foot, d->unit, way) -
                  pd_vec3_dot(pd_q_rotate(foot, leg->sole), way);

    if (leg->toe >= 0 && !leg->is_stiff)
        most = fmax(most, pd_retarget_sole_reach(&leg->shape->toes, of_rest(p, d, leg->toe), d->unit, way) +
                              pd_vec3_dot(pd_q_rotate(foot, pd_vec3_sub(leg->joint, leg->sole)), way));

    return most;
}

/* Moves feet in the air sideways, so that their soles pass each other. */
static void drive_widen(pd_retarget_drive *d, const pose *p, const pose *from,
                        const pd_retarget_drive_frame *frame)
{
    const pd_vec3 left = {cos(frame->yaw), 0, -sin(frame->yaw)};

    if (!d->legs[0].shape || !d->legs[1].shape) return;

    /* Find the distance that is missing between the soles.
     * It sets in smoothly, and feet that cross need less. */
    double wide = PASS;
    for (int s = 0; s < 2; s++) wide += reaches(d, &d->legs[s], p, pd_vec3_scale(left, s ? 1 : -1));
    const double apart =
        pd_vec3_dot(pd_vec3_sub(from->at[d->legs[0].from_toe], from->at[d->legs[1].from_toe]), left);
    const double short_of = wide - fmin(apart, APART);
    const double soft = fmax(0, fmin(short_of + PASS_SOFT, 2 * PASS_SOFT));
    const double missing =
        (soft * soft / (4 * PASS_SOFT) + fmax(0, short_of - PASS_SOFT)) * (1 - smooth_step(-apart / CROSSED));

    /* Each foot moves by half of it, and by more if the other foot has moved by less. */
    pd_vec3 wanted[2];
    for (int s = 0; s < 2; s++) {
        const pd_vec3 out = pd_vec3_scale(left, s ? -1 : 1);
        const double others = d->is_walking ? -pd_vec3_dot(d->legs[!s].aside, out) : 0.5 * missing;
        wanted[s] = pd_vec3_scale(out, fmax(0.5 * missing, missing - others));
    }

    for (int s = 0; s < 2; s++) {
        pd_retarget_drive_leg *leg = &d->legs[s];
        const double over = fmin(from->at[leg->from_toe].y - frame->ground[s] - d->toe_rest,
                                 from->at[leg->from_ankle].y - frame->ground[s] - leg->from_ankle_rest);
        const double part = d->is_walking ? WIDEN * in_air(over) : 1;
        leg->aside = pd_vec3_fma(leg->aside, part, pd_vec3_sub(wanted[s], leg->aside));
    }

    d->is_walking = true;
}

/* Returns the targets of ankle and ball. The ankle is that of the heel rule plus `more`, the difference to
 * the toe rule while the foot does not stand on its heel. `more` is smoothed, because the source's heels
 * leave the ground abruptly and the knee of a longer foot would pop. The position of a planted ball does not
 * depend on the ankle. */
static goal goal_of(const pd_retarget_drive *d, pd_retarget_drive_leg *leg, const pose *p, const pose *from,
                    double ground, pd_quat foot)
{
    const pd_vec3 their_ankle = pd_vec3_add(from->at[leg->from_ankle], leg->aside);
    const pd_vec3 sole = pd_q_rotate(of_rest(p, d, leg->ankle), leg->sole);

    /* The yaw is the twist of the foot about +Y. */
    const pd_quat yaw = pd_q_normalize((pd_quat){0, foot.y, 0, foot.w});
    pd_vec3 ball = pd_vec3_add(from->at[leg->from_toe], leg->aside);
    const double toe_over = ball.y - ground - d->toe_rest;
    const double ankle_over = their_ankle.y - ground - leg->from_ankle_rest;

    ball.y += leg->toe_rest - d->toe_rest;
    ball = pd_vec3_add(ball, pd_q_rotate(yaw, leg->ahead));

    /* Weight of the heel rule: 0 for a flat foot or one on its toes, 1 with the toes higher. In the air the
     * transition is wider, because a swinging foot tilts by 400 degrees a second. */
    const double toes_air = in_air(toe_over);
    const double heel_from = HEEL_FROM - toes_air * (AIR_LOWER + HEEL_FROM);
    const double heel_alone = HEEL_ALONE + toes_air * (AIR_HIGHER - HEEL_ALONE);
    const double heel = smooth_step((toe_over - ankle_over - heel_from) / (heel_alone - heel_from));

    /* Blend the rules for the ankle. */
    const pd_vec3 by_heel = pd_vec3_add(their_ankle, pd_q_rotate(yaw, leg->flat));
    const pd_vec3 more = pd_vec3_scale(pd_vec3_sub(pd_vec3_sub(ball, sole), by_heel), 1 - heel);
    if (!leg->is_moving) {
        leg->more = more;
        leg->is_moving = 1;
    }

    ease(&leg->more, &leg->more_speed, more, EASE);

    /* Direct the foot at the ball, or along its own rotation on its heel. It keeps its length; by the toe
     * rule the ball is exactly in place. */
    goal g = {.ankle = pd_vec3_add(by_heel, leg->more), .air = in_air(fmin(toe_over, ankle_over))};
    const pd_vec3 to_ball = pd_vec3_sub(ball, g.ankle);
    const pd_vec3 way = pd_vec3_fma(to_ball, heel, pd_vec3_sub(sole, to_ball));
    const pd_vec3 tilted = pd_vec3_scale(pd_vec3_unit_or(way, sole), pd_vec3_length(sole));
    g.ankle = pd_vec3_fma(g.ankle, 1 - heel, pd_vec3_sub(to_ball, tilted));
    g.toe = pd_vec3_add(g.ankle, tilted);

    return g;
}

/* Changes goals that the legs are too short for: raises the heels, lowers the hips (not from a seat), and
 * moves feet in the air nearer by the distance that is still missing, which may be less because the hips may
 * be lower than they have to be. */
static void reach_drive(pd_retarget_drive *d, pose *p, goal goals[2], const pose *from, double seated)
{
    double need = 0;
    double to[2], nearer[2];

    for (int s = 0; s < 2; s++) {
        const pd_retarget_drive_leg *leg = &d->legs[s];
        const double longest = PD_ANIM_LEG_STRAIGHT * leg->length;
        const double theirs = pd_vec3_distance(from->at[leg->from_hip], from->at[leg->from_ankle]);
        const double soft =
            pd_anim_leg_soft(theirs / leg->from_length * leg->length, longest, PD_ANIM_LEG_STRETCH);

        /* A smooth minimum of the goal's distance and the soft limit. */
        const pd_vec3 hip = p->at[leg->hip];
        const double far = pd_vec3_distance(hip, goals[s].ankle);
        const double by = ROUND * leg->length;
        const double x = fmax(by - fabs(far - soft), 0);
        to[s] = fmin(far, soft) - x * x / (4 * by);
        goals[s].ankle =
            pd_anim_leg_raise(goals[s].ankle, goals[s].toe, hip, to[s], pd_vec3_length(leg->sole));

        const pd_vec3 way = pd_vec3_sub(goals[s].ankle, hip);
        nearer[s] = fmax(pd_vec3_length(way) - to[s], 0) * goals[s].air;
        const pd_vec3 near =
            pd_vec3_fma(goals[s].ankle, -nearer[s], pd_vec3_unit_or(way, pd_vec3_make(0, -1, 0)));
        need = fmax(need, pd_anim_leg_drop(hip, near, to[s]));
    }

    /* Lower the hips at once, and raise them slowly. */
    need = fmin(need, MOST_DROP * d->legs[0].length) * (1 - seated);
    d->drop = fmax(need, d->drop + DROP_RISE * (need - d->drop));
    move_drive(p, d, pd_vec3_make(0, -d->drop, 0));

    /* Move feet in the air nearer. */
    for (int s = 0; s < 2; s++) {
        const pd_vec3 way = pd_vec3_sub(goals[s].ankle, p->at[d->legs[s].hip]);
        const double by = fmin(nearer[s], fmax(pd_vec3_length(way) - to[s], 0));
        const pd_vec3 off = pd_vec3_scale(pd_vec3_unit_or(way, pd_vec3_make(0, -1, 0)), -by);
        goals[s].ankle = pd_vec3_add(goals[s].ankle, off);
        goals[s].toe = pd_vec3_add(goals[s].toe, off);
    }
}

/* Applies a world rotation to a joint and to the joints without a bone that move with it.
 * Does not move positions. */
static void turn_branch(pose *p, const pd_retarget_drive *d, int joint, pd_quat rotation)
{
    PD_ASSERT(joint >= 0 && joint < d->skeleton->joint_count);
    const pd_anim_skeleton *s = d->skeleton;
    bool goes[PD_ANIM_MAX_JOINTS] = {false};
    goes[joint] = true;
    p->turned[joint] = pd_q_normalize(pd_q_mul(rotation, p->turned[joint]));
    for (int i = 0; i < d->moved_count; i++) {
        const int j = d->moved[i];
        if (j == joint || s->parents[j] < 0 || !goes[s->parents[j]] || d->bones[j] >= 0) continue;
        goes[j] = true;
        p->turned[j] = pd_q_normalize(pd_q_mul(rotation, p->turned[j]));
    }
}

/* Returns the rotation that bends toes up until none of their points is under the ground; without a mesh,
 * until their tip is no lower than at rest. foot: the pose of the sole; ankle: its position. */
static pd_quat toes_up(const pd_retarget_drive *d, const pd_retarget_drive_leg *leg,
                       const pd_retarget_sole_pose *foot, pd_vec3 ankle, double ground)
{
    pd_vec3 axis = {-1, 0, 0};
    double angle = 0;

    if (leg->shape && (leg->shape->toes.count || leg->shape->foot.count)) {
        angle = pd_retarget_sole_bend(&axis, leg->shape, foot, ground - ankle.y, d->unit);
    } else if (pd_vec3_length(leg->tip) >= 1e-6) {
        const pd_vec3 side = pd_q_rotate(foot->toes, pd_vec3_make(1, 0, 0));
        const double flat = hypot(side.x, side.z);
        const double joint = ankle.y + pd_q_rotate(foot->foot, leg->joint).y;
        const double least = ground + leg->toe_rest + leg->tip.y - joint;
        if (flat < 1e-6) return pd_q_identity();
        axis = pd_vec3_make(-side.x / flat, 0, -side.z / flat);
        angle = pd_retarget_sole_bend_point(pd_q_rotate(foot->toes, leg->tip),
                                            pd_vec3_make(-side.z / flat, 0, side.x / flat), least);
    }

    return angle > 0 ? pd_q_axis_angle(axis, fmin(angle, MOST_BEND)) : pd_q_identity();
}

/* Returns the pose of a sole whose foot is rotated by `foot` from rest. */
static pd_retarget_sole_pose sole_pose(const pose *p, const pd_retarget_drive *d,
                                       const pd_retarget_drive_leg *leg, pd_quat foot)
{
    const bool bends = leg->toe >= 0 && !leg->is_stiff;
    return (pd_retarget_sole_pose){.foot = foot,
                                   .toes = bends ? of_rest(p, d, leg->toe) : foot,
                                   .joint = pd_vec3_scale(leg->joint, 1 / d->unit)};
}

/* Raises a foot that has a point under the ground. ground: height of the ground under the toe; uneven: 0 on
 * level ground to 1. */
static void lift_foot(goal *g, const pd_retarget_drive *d, pd_retarget_drive_leg *leg, const pose *p,
                      const pose *from, pd_quat foot, double ground, double uneven)
{
    if (!leg->shape || !leg->shape->foot.count) return;

    /* Find the depth of the sole where place_leg will put it. */
    const pd_quat turned = of_rest(p, d, leg->ankle);
    const pd_vec3 sole = pd_q_rotate(turned, leg->sole);
    const pd_quat placed = pd_q_mul(pd_retarget_answer_align(sole, pd_vec3_sub(g->toe, g->ankle)), turned);
    pd_retarget_sole_pose shape = sole_pose(p, d, leg, placed);
    if (leg->toe >= 0 && !leg->is_stiff)
        shape.toes = pd_q_mul(toes_up(d, leg, &shape, g->ankle, ground), shape.toes);
    double under = ground - g->ankle.y - pd_retarget_sole_lowest_of(leg->shape, &shape, d->unit);

    /* On uneven ground permit the depth of the source's own sole,
     * between the end of its heel and its ball. */
    const pd_vec3 heel = {0, -leg->from_ankle_rest, -HEEL_BEHIND};
    const pd_vec3 ball = {0, -leg->from_ankle_rest, leg->from_sole.z};
    const double theirs =
        ground - from->at[leg->from_ankle].y - fmin(pd_q_rotate(foot, heel).y, pd_q_rotate(foot, ball).y);
    under -= uneven * fmax(0, theirs);

    /* Raise the foot: smoothly up to DEEPEST, and at once beyond that. */
    const double soft = fmax(0, fmin(under, SOFT_LIFT));
    const double rise = soft * soft / (2 * SOFT_LIFT) + fmax(0, under - SOFT_LIFT);
    ease(&leg->rise, &leg->rise_speed, pd_vec3_make(0, rise, 0), EASE_RISE);
    leg->rise.y = fmax(leg->rise.y, under - DEEPEST);
    g->ankle.y += leg->rise.y;
    g->toe.y += leg->rise.y;
}

/* Rotates a leg so that ankle and ball reach their goals, and bends the toes. knee: world rotation of the
 * source's shank. */
static void place_leg(pose *p, const pd_retarget_drive *d, const pd_retarget_drive_leg *leg, const goal *g,
                      pd_quat knee, double ground)
{
    pd_anim_two_bone_job job = {.root = p->at[leg->hip],
                                .middle = p->at[leg->knee],
                                .tip = p->at[leg->ankle],
                                .target = g->ankle,
                                .bend_axis = pd_q_rotate(knee, pd_vec3_make(1, 0, 0))};
    const pd_quat facing = pd_q_conjugate(d->match->facing);

    pd_anim_two_bone_run(&job);
    turn_branch(p, d, leg->hip, job.root_rotation);
    turn_branch(p, d, leg->knee, job.middle_rotation);

    /* Rotate the foot so that its ball is in the direction of the goal. Toes keep their rotation. */
    const pd_vec3 sole = pd_q_rotate(pd_q_mul(p->turned[leg->ankle], facing), leg->sole);
    turn_branch(p, d, leg->ankle, pd_retarget_answer_align(sole, pd_vec3_sub(g->toe, job.tip_at)));

    if (leg->toe < 0) return;
    if (leg->is_stiff) { /* toes in a stiff shoe move with it */
        p->turned[leg->toe] = p->turned[leg->ankle];
        return;
    }

    /* Bend them at the actual position of the ankle, which is not the goal if the leg does not reach it. */
    const pd_retarget_sole_pose shape = sole_pose(p, d, leg, of_rest(p, d, leg->ankle));
    turn_branch(p, d, leg->toe, toes_up(d, leg, &shape, job.tip_at, ground));
}

/* ---- hands ---- */

/* Moves the wrists so that the palms reach their goals (touch.h). Hands keep their rotations. */
static void place_hands(pose *p, pd_retarget_drive *d, const pose *from, const pd_quat *bones)
{
    const int *joints = d->match->joints;
    pd_retarget_touch_pose source, target;
    pd_retarget_hands_arm arms[2];

    if (!pd_retarget_touch_has(d->humanoid.joints) || !pd_retarget_touch_has(joints)) return;

    forward(p, d);
    pd_retarget_touch_pose_of(&source, from->at, d->humanoid.joints, bones, d->from_size,
                              d->from_girth.hand[0]);
    pd_retarget_touch_pose_of(&target, p->at, joints, bones, d->scale, d->girth.hand[0]);
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        arms[side] =
            (pd_retarget_hands_arm){.shoulder = p->at[joints[arm[0]]],
                                    .elbow = p->at[joints[arm[1]]],
                                    .wrist = p->at[joints[arm[2]]],
                                    .hinge = pd_q_rotate(bones[arm[1]], pd_vec3_make(0, side ? 1 : -1, 0))};
    }

    pd_retarget_hands_step(arms, d->hands, bones[PD_HUMAN_HIPS], &d->from_girth, &source, &d->girth, &target);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2 && arms[side].is_moved; i++)
            turn_branch(p, d, joints[pd_anim_human_arms[side][i]], arms[side].turns[i]);
}

/* Computes N_b: world rotations of the source's bones relative to its T-pose. */
static void source_bones(pd_quat bones[PD_ANIM_HUMAN_COUNT], pose *from, const pd_retarget_drive *d,
                         const pd_quat *rotations, pd_vec3 translation)
{
    const pd_anim_humanoid *h = &d->humanoid;
    pd_anim_human_pose local;

    pd_anim_skeleton_forward(from->at, from->turned, d->source, rotations,
                             pd_vec3_sub(translation, d->source->offsets[d->source->root]));
    pd_anim_humanoid_pose(&local, h, from->at, from->turned, pd_vec3_make(0, 0, 0), 0);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int up = h->parents[b];
        bones[b] = up < 0 ? local.rotations[b] : pd_q_mul(bones[up], local.rotations[b]);
        if (h->joints[b] < 0) bones[b] = up < 0 ? pd_q_identity() : bones[up];
    }
}

/* Sets the rotations of all moved joints. Joints without a bone move with their parents. */
static void turn_moved(pose *p, const pd_retarget_drive *d, const pd_quat world[PD_ANIM_HUMAN_COUNT],
                       double yaw)
{
    const pd_quat upright = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw), d->match->facing);

    for (int i = 0; i < d->moved_count; i++) {
        const int j = d->moved[i];
        const int bone = d->bones[j];
        p->turned[j] = bone == ABOVE ? upright : bone >= 0 ? world[bone] : p->turned[d->skeleton->parents[j]];
    }
}

/* Writes the rotations local to the joints of the file. */
static void write_rotations(pd_retarget_drive *d, const pose *p)
{
    for (int i = 0; i < d->moved_count; i++) {
        const int j = d->moved[i];
        const int up = d->file->parents[j];
        const pd_quat own = up < 0 ? p->turned[j] : pd_q_inv_mul(p->turned[up], p->turned[j]);
        const bool goes_along = d->bones[j] == PD_HUMAN_NONE && up == d->skeleton->parents[j];
        d->rotations[j] = goes_along ? pd_q_identity() : pd_q_normalize(own);
    }
}

void pd_retarget_drive_pose(pd_retarget_drive *d, const pd_quat *rotations)
{
    pd_quat bones[PD_ANIM_HUMAN_COUNT], world[PD_ANIM_HUMAN_COUNT];
    pose from, p;

    source_bones(bones, &from, d, rotations, pd_vec3_make(0, 0, 0));
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) world[b] = pd_q_mul(bones[d->takes[b]], d->align[b]);
    turn_moved(&p, d, world, 0);
    write_rotations(d, &p);
    d->root = d->skeleton->offsets[d->skeleton->root];
}

void pd_retarget_drive_step(pd_retarget_drive *d, const pd_retarget_drive_frame *frame)
{
    static const int collars[2][2] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_L_UPPER_ARM},
                                      {PD_HUMAN_R_SHOULDER, PD_HUMAN_R_UPPER_ARM}};
    pd_quat bones[PD_ANIM_HUMAN_COUNT], world[PD_ANIM_HUMAN_COUNT];
    pose from, p;
    goal goals[2];

    source_bones(bones, &from, d, frame->rotations, frame->translation);

    /* Compute N_b A_b F. Collars take a share of their arms' rotations relative to the arms' rest poses, not
     * to a T-pose. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) world[b] = pd_q_mul(bones[d->takes[b]], d->align[b]);
    for (int i = 0; i < 2; i++) {
        const int collar = collars[i][0];
        const int arm = collars[i][1];
        if (d->match->joints[collar] < 0) continue;
        const pd_quat raised = pd_q_inv_mul(world[collar], world[arm]);
        world[collar] = pd_q_mul(world[collar], pd_retarget_collar_share(raised, COLLAR_PART));
    }

    turn_moved(&p, d, world, frame->yaw);
    const pd_anim_skeleton *s = d->skeleton;
    p.at[s->root] = pd_vec3_make(0, 0, 0);
    forward(&p, d);

    /* Place the hips over the source's hips, at s times their height above the ground;
     * over a seat at the same height. */
    const pd_vec3 theirs = drive_middle(from.at[d->legs[0].from_hip], from.at[d->legs[1].from_hip]);
    const double scale = d->scale + (1 - d->scale) * frame->seated;
    const double floor = frame->floor;
    const pd_vec3 wanted = {theirs.x, floor + scale * (theirs.y - floor), theirs.z};
    move_drive(&p, d, pd_vec3_sub(wanted, drive_middle(p.at[d->legs[0].hip], p.at[d->legs[1].hip])));

    /* Place feet, legs and hands. */
    drive_widen(d, &p, &from, frame);
    for (int i = 0; i < 2; i++)
        goals[i] = goal_of(d, &d->legs[i], &p, &from, frame->ground[i],
                           bones[i ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT]);
    reach_drive(d, &p, goals, &from, frame->seated);
    const double uneven = fmax(fabs(frame->ground[0] - floor), fabs(frame->ground[1] - floor));
    for (int i = 0; i < 2; i++)
        lift_foot(&goals[i], d, &d->legs[i], &p, &from, bones[i ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT],
                  frame->ground[i], smooth_step(uneven / LEVEL_TO));
    for (int i = 0; i < 2; i++)
        place_leg(&p, d, &d->legs[i], &goals[i], bones[i ? PD_HUMAN_R_LOWER_LEG : PD_HUMAN_L_LOWER_LEG],
                  frame->ground[i]);
    place_hands(&p, d, &from, bones);
    write_rotations(d, &p);
    d->root = pd_vec3_scale(p.at[s->root], 1 / d->unit);
}

/* ---- snapshots: one row for each field of a struct (core/io/fields/fields.h). Fields that init sets, and
 * the output, are not written. */

/* clang-format off */
#define LEG(X, T) \
    X(T, SKIP, hip) X(T, SKIP, knee) X(T, SKIP, ankle) X(T, SKIP, toe) X(T, SKIPS, tip) X(T, SKIPS, flat) \
    X(T, SKIPS, sole) X(T, SKIPS, ahead) X(T, SKIPS, joint) \
    X(T, SKIP, is_stiff) X(T, SKIP, shape) X(T, F64S, aside) X(T, SKIP, length) X(T, SKIP, ankle_rest) \
    X(T, SKIP, toe_rest) \
    X(T, SKIP, from_hip) X(T, SKIP, from_knee) X(T, SKIP, from_ankle) X(T, SKIP, from_toe) \
    X(T, SKIPS, from_sole) X(T, SKIP, from_length) \
    X(T, SKIP, from_ankle_rest) X(T, F64S, more) X(T, F64S, more_speed) X(T, I32, is_moving, 0, 1) \
    X(T, F64S, rise) X(T, F64S, rise_speed)
PD_FIELDS(pd_retarget_drive_leg, LEG)
PD_FIELDS(pd_retarget_hand, PD_RETARGET_HAND_FIELDS)
#define DRIVE(X, T) \
    X(T, SKIP, skeleton) X(T, SKIP, file) X(T, SKIP, source) X(T, SKIP, match) X(T, SKIPS, humanoid) \
    X(T, SKIPS, bones) X(T, SKIPS, moved) \
    X(T, SKIP, moved_count) X(T, SKIPS, takes) X(T, SKIPS, align) \
    X(T, PARTS, legs, pd_retarget_drive_leg_fields) \
    X(T, PARTS, hands, pd_retarget_hand_fields) X(T, SKIP, unit) X(T, SKIP, scale) X(T, SKIPS, girth) \
    X(T, SKIPS, from_girth) X(T, SKIP, from_size) \
    X(T, SKIP, toe_rest) X(T, F64, drop) X(T, BOOL, is_walking) X(T, SKIPS, rotations) X(T, SKIPS, root)
PD_FIELDS(pd_retarget_drive, DRIVE)
/* clang-format on */

void pd_retarget_drive_put(pd_fields_writer *w, const pd_retarget_drive *d)
{
    pd_fields_put(w, &pd_retarget_drive_fields, d);
}

bool pd_retarget_drive_get(pd_retarget_drive *d, pd_fields_reader *r)
{
    return pd_fields_get(r, d, &pd_retarget_drive_fields);
}

uint64_t pd_retarget_drive_fields_hash(void)
{
    return pd_fields_hash(&pd_retarget_drive_fields, 0);
}
