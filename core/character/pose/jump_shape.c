#include "core/character/pose/jump_parts.h"

#include "core/anim/two_bone.h"
#include "core/character/pose/pose.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <math.h>

#define DT (1 / PD_CHARACTER_RATE)

/* Least bend of a knee in a flight, rad (21 degrees), and the bend below which it is approached softly (33
 * degrees). In the leg that lands both grow by LANDS_BENT until touch-down, where knees of captured jumps are
 * bent by 22 to 50 degrees. With 0 the knee goes from 22 to 53 degrees in two frames. */
#define STRAIGHTEST   0.36
#define STRAIGHT_FROM 0.58
#define LANDS_BENT    0.3
/* 1/s: natural frequencies of the springs that stop a knee after the push, within a tenth of a second, and
 * that lead the bend of a landing to that of a leg with a planted foot. Without the second one a knee
 * straightens by 8 degrees and bends by 17 in the two frames after touch-down. */
#define KNEE_W        34.0
#define LAND_W        60.0
/* Rate at which knees bend at touch-down, rad/s; the seconds before it in which they reach that rate; the
 * seconds before the end of the flight at which toes touch the ground. */
#define RETRACT       7.0
#define RETRACT_S     0.2
#define TOUCHES       0.012
/* Share of the trunk's lean by which the head is raised. */
#define LEVEL_HEAD    0.4
/* Metres: least distance from hip to heel that is divided by. */
#define SHORTEST      1e-4

/* ---- curves of a standing jump */

/* Curves over time: 0 request, 1 take-off, 2 touch-down, 3 end. Degrees relative to the jumpers' standing
 * poses: lean of the trunk; arms ahead of the trunk's own swing; arms away from the body; bend of elbows;
 * pitch of the feet. They are means of captured jumps in place: trunk and feet of eight (CMU 13_39 to 13_42,
 * 16_01 to 16_04), arms of the five that swing them (13_39, 13_41, 13_42, 16_03, 16_04). Before take-off
 * the trunk has 0.6 to 0.7 of people's angle, because people crouch for 0.6 s, which is longer than
 * jump_ready_stand. */
enum { TRUNK, ARM, OUT, ELBOW, FOOT, CURVES };
typedef struct key {
    double at, degrees[CURVES];
} key;
static const key curves[] = {
    {0.00, {0, 0, 0, 0, 0}},      {0.45, {26, -28, 4, 24, 0}}, {0.62, {22, -18, 7, 32, 2}},
    {0.85, {13, 16, 17, 46, 14}}, {1.00, {8, 32, 25, 54, 30}}, {1.15, {5, 36, 26, 54, 34}},
    {1.50, {4, 2, 14, 34, 34}},   {1.80, {6, -2, 7, 27, 26}},  {2.00, {9, 0, 4, 26, 16}},
    {2.22, {20, 4, 2, 20, 0}},    {2.50, {16, 4, 0, 10, 0}},   {3.00, {0, 0, 0, 0, 0}},
};
enum { KEYS = sizeof curves / sizeof *curves };
/* Metres by which the hips move back for each degree of the trunk's lean, so that the weight stays over the
 * feet: 4 to 5 cm at 25 degrees in the same jumps. */
#define BACK 0.0018

/* Returns the slope of curve c at key k: 0 at the ends and at an extremum, otherwise the harmonic mean of the
 * slopes beside it, so the curve does not overshoot (Fritsch and Butland 1984). */
static double slope_at(int k, int c)
{
    if (k == 0 || k == KEYS - 1) return 0;
    const key *a = &curves[k - 1];
    const key *b = &curves[k];
    const key *d = &curves[k + 1];
    const double before = (b->degrees[c] - a->degrees[c]) / (b->at - a->at);
    const double after = (d->degrees[c] - b->degrees[c]) / (d->at - b->at);

    return before * after > 0 ? 2 * before * after / (before + after) : 0;
}

/* Computes the curves at time `at`, by cubics between the keys. */
static void curves_at(double out[CURVES], double at)
{
    int k = 0;

    while (k < KEYS - 2 && at > curves[k + 1].at) k++;
    const key *a = &curves[k];
    const key *b = &curves[k + 1];
    const double h = b->at - a->at;
    const double t = pd_plane_clamp((at - a->at) / h, 0, 1);
    const double u = t * t * (3 - 2 * t);
    for (int c = 0; c < CURVES; c++)
        out[c] = a->degrees[c] + u * (b->degrees[c] - a->degrees[c]) +
                 h * t * (1 - t) * ((1 - t) * slope_at(k, c) - t * slope_at(k + 1, c));
}

double pd_character_jump_shape_foot(double shows)
{
    double k[CURVES];
    curves_at(k, shows);
    return k[FOOT];
}

/* Returns the rotation by `degrees` about the axis to the left of `dir`. A positive one rotates up to ahead,
 * and ahead to down. */
static pd_quat pitch(const double dir[2], double degrees)
{
    const double half = degrees * M_PI / 360;
    const double s = pd_sin(half);
    return (pd_quat){s * dir[1], 0, -s * dir[0], pd_cos(half)};
}

/* Returns the rotation by `degrees` about `dir`.
 * A positive one rotates a hanging arm to the left of `dir`. */
static pd_quat jump_roll(const double dir[2], double degrees)
{
    const double half = degrees * M_PI / 360;
    const double s = pd_sin(half);
    return (pd_quat){s * dir[0], 0, s * dir[1], pd_cos(half)};
}

/* Rotates joint `top` and all joints below it. */
static void turn_below(pd_quat *rotations, int top, pd_quat by, const pd_anim_skeleton *s)
{
    bool below[PD_CHARACTER_RIG_JOINTS];
    for (int j = 0; j < s->joint_count; j++) {
        below[j] = j == top || (s->parents[j] >= 0 && below[s->parents[j]]);
        if (below[j]) rotations[j] = pd_q_mul(by, rotations[j]);
    }
}

/* Rotates a leg so that heel and toe reach their targets: thigh and shin by two-bone IK, the foot by the
 * smallest rotation. Does not update `joints`. */
static void set_leg(pd_quat *rotations, pd_vec3 *joints, const pd_character_leg *leg, pd_vec3 heel,
                    pd_vec3 toe)
{
    pd_anim_two_bone_job job = {.root = joints[leg->thigh],
                                .middle = joints[leg->shin],
                                .tip = joints[leg->heel],
                                .target = heel,
                                .bend_axis = pd_q_rotate(rotations[leg->thigh], leg->knee_axis),
                                .is_hinge = 1};

    pd_anim_two_bone_run(&job);
    rotations[leg->thigh] = pd_q_mul(job.root_rotation, rotations[leg->thigh]);
    rotations[leg->shin] = pd_q_mul(job.middle_rotation, rotations[leg->shin]);

    const pd_vec3 now = pd_vec3_sub(joints[leg->toe], joints[leg->heel]);
    const pd_vec3 to = pd_vec3_sub(toe, job.tip_at);
    const pd_vec3 from = pd_vec3_unit_or(now, pd_vec3_make(0, 0, 1));
    const pd_quat turn = pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0));
    rotations[leg->heel] = pd_q_mul(turn, rotations[leg->heel]);
}

/* Returns the bend of the knee in radians for a distance of `length` from hip to heel. */
static double bend_of(double length, double thigh, double shank)
{
    return pd_acos(
        pd_plane_clamp((length * length - thigh * thigh - shank * shank) / (2 * thigh * shank), -1, 1));
}

/* Moves heel and toe along the leg, so that the bend of the knee is smooth from the push through the flight
 * to the landing:
 *
 *     bend = target + off,   off'' = -2 w off' - w^2 off
 *         in a flight and in a landing, from the bend and the rate at take-off and at touch-down
 *
 * Before touch-down the target straightens and then bends at RETRACT rad/s, as people's knees do, so that the
 * landing does not bend them at once. free: distance from hip to heel in the network's pose. lands: the
 * flight ends on this leg. */
static void ease_knee(pd_character_jump_leg *leg, pd_vec3 *heel, pd_vec3 *toe, pd_vec3 hip, double free,
                      const pd_character_jump *jump, double thigh, double shank, bool lands)
{
    const pd_vec3 limb = pd_vec3_sub(*heel, hip);
    const double length = pd_fmax(pd_vec3_length(limb), SHORTEST);
    const double own = bend_of(free, thigh, shank);
    const double goes = (own - leg->own) / DT;
    const bool flies = jump->state == PD_CHARACTER_JUMP_FLIGHT;
    double target = bend_of(length, thigh, shank);

    /* A flight begins with the bend and rate of the knee at take-off, a landing with those at touch-down.
     * Both approach the target by a spring. */
    if (flies) {
        const double speed = lands ? RETRACT : 0;
        const double left = jump->lasts - jump->time - TOUCHES;
        const double u = pd_plane_clamp(1 - left / RETRACT_S, 0, 1);
        target += speed * RETRACT_S * u * u * (u - 1);
    }

    if (flies != leg->flies) {
        leg->off = leg->bend + DT * leg->rate - target;
        leg->off_rate = leg->rate - goes;
    }

    if (flies || jump->state == PD_CHARACTER_JUMP_LANDING)
        pd_spring(&leg->off, &leg->off_rate, flies ? KNEE_W : LAND_W, flies == leg->flies ? DT : 0);
    else
        leg->off = leg->off_rate = 0;
    leg->flies = flies;
    leg->own = own;

    /* Limit the bend in a flight softly: it approaches `least` exponentially. */
    double bend = target + leg->off;
    const double done = pd_plane_clamp(jump->time / jump->lasts, 0, 1);
    const double least = STRAIGHTEST + (lands ? LANDS_BENT * done * done * (3 - 2 * done) : 0);
    const double soft = STRAIGHT_FROM - STRAIGHTEST;
    if (flies && bend < least + soft) bend = least + soft * pd_exp((bend - least - soft) / soft);
    leg->rate = (bend - leg->bend) / DT;
    leg->bend = bend;
    if (!flies && jump->state != PD_CHARACTER_JUMP_LANDING) return;

    /* Move heel and toe to the distance from the hip that this bend gives. */
    const double reach = sqrt(thigh * thigh + shank * shank + 2 * thigh * shank * pd_cos(bend));
    const double part = reach / length - 1;
    *heel = pd_vec3_fma(*heel, part, limb);
    *toe = pd_vec3_fma(*toe, part, limb);
}

void pd_character_jump_shape(pd_quat *rotations, pd_vec3 *joints, pd_character_jump *jump,
                             const double ups[PD_CHARACTER_RIG_FEET], const double dir[2],
                             const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const double weight = jump->shape;
    double k[CURVES];

    curves_at(k, jump->shows);

    /* Find the targets of the feet. Each is rotated about its toe, so that the toe keeps its height. */
    pd_vec3 heels[PD_CHARACTER_RIG_FEET], toes[PD_CHARACTER_RIG_FEET];
    double free[PD_CHARACTER_RIG_FEET] = {0};
    const pd_quat tip = pitch(dir, weight * k[FOOT]);
    for (int f = 0; f < rig->foot_count; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        const pd_vec3 sole = pd_vec3_sub(joints[leg->toe], joints[leg->heel]);
        free[f] = pd_vec3_distance(joints[leg->thigh], joints[leg->heel]);
        toes[f] = joints[leg->toe];
        toes[f] = pd_vec3_add(toes[f], jump->legs[f].shift);
        toes[f].y += ups[f];
        heels[f] = pd_vec3_sub(toes[f], pd_q_rotate(tip, sole));
    }

    /* Lean the trunk: half of the angle at the pelvis, the other half at the joints above it.
     * The hips move back. */
    if (weight > 0) {
        bool in_leg[PD_CHARACTER_RIG_JOINTS] = {false};
        for (int f = 0; f < rig->foot_count; f++)
            for (int j = rig->legs[f].thigh; j >= 0 && j != s->root; j = s->parents[j]) in_leg[j] = true;
        const pd_quat half = pitch(dir, 0.5 * weight * k[TRUNK]);
        rotations[s->root] = pd_q_mul(half, rotations[s->root]);
        for (int j = 0; j < s->joint_count; j++) {
            if (j == s->root || s->parents[j] != s->root) continue;
            if (in_leg[j])
                rotations[j] =
                    pd_q_mul(half, rotations[j]); /* a joint between pelvis and thigh moves with the pelvis */
            else
                turn_below(rotations, j, pitch(dir, weight * k[TRUNK]), s);
        }

        if (rig->trunk.neck >= 0)
            turn_below(rotations, rig->trunk.neck, pitch(dir, -LEVEL_HEAD * weight * k[TRUNK]), s);
        const double back = BACK * weight * k[TRUNK];
        joints[s->root].x -= back * dir[0];
        joints[s->root].z -= back * dir[1];

        /* Swing the arms. A positive angle swings them forwards, and away from the body. */
        for (int a = 0; a < PD_CHARACTER_RIG_ARMS; a++) {
            const int arm = rig->links[3 * a + 1];
            const int forearm = rig->links[3 * a + 2];
            if (arm >= 0) {
                turn_below(rotations, arm, pitch(dir, -weight * jump->swing * k[ARM]), s);
                turn_below(rotations, arm, jump_roll(dir, (a ? -1 : 1) * weight * k[OUT]), s);
            }

            if (forearm >= 0) turn_below(rotations, forearm, pitch(dir, -weight * k[ELBOW]), s);
        }
    }

    pd_character_pose_place(joints, rotations, rig);

    /* Smooth the bend of the knees, then set the legs to their targets. */
    for (int f = 0; f < rig->foot_count; f++)
        ease_knee(&jump->legs[f], &heels[f], &toes[f], joints[rig->legs[f].thigh], free[f], jump,
                  pd_vec3_length(s->offsets[rig->legs[f].shin]),
                  pd_vec3_length(s->offsets[rig->legs[f].heel]), !jump->jogs || f == jump->foot);
    for (int f = 0; f < rig->foot_count; f++) set_leg(rotations, joints, &rig->legs[f], heels[f], toes[f]);
    pd_character_pose_place(joints, rotations, rig);
}
