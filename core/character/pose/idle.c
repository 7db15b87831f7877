#include "core/character/pose/idle.h"

#include "core/character/control/person.h"
#include "core/character/pose/pose.h"
#include "core/math/elementary.h"

#include <stdbool.h>

#define STILL 1e-6 /* share of standing below which motions of standing characters are omitted */

/* Channels of noise. */
enum {
    BREATH,
    WEIGHT,
    AHEAD,
    TWIST,
    LOOK,
    NOD,
    TILT,
    LEFT_ARM,
    RIGHT_ARM,
    FORWARD,
    SIDEWAYS,
    TO_AND_FRO,
    LEFT_ELBOW,
    RIGHT_ELBOW,
    LEFT_SIDE,
    RIGHT_SIDE,
    SHOULDERS,
    CHANNELS
};
/* People stand still and then shift within about a second, so most values are held for a while.
 * Balancing never rests. */
static const struct {
    double period; /* seconds from one value to the next */
    double hold;   /* share of the period for which a value is held */
    bool moving;   /* true: also used while the character moves */
} channels[CHANNELS] = {
    [BREATH] = {23, 0, true},           [WEIGHT] = {8.3, 0.86, false},
    [AHEAD] = {4.1, 0.7, false},        [TWIST] = {3.7, 0.7, false},
    [LOOK] = {2.9, 0.7, true},          [NOD] = {2.3, 0.6, true},
    [TILT] = {3.3, 0.6, true},          [LEFT_ARM] = {3.1, 0.7, false},
    [RIGHT_ARM] = {3.4, 0.7, false},    [FORWARD] = {4.7, 0.7, false},
    [SIDEWAYS] = {0.61, 0, false},      [TO_AND_FRO] = {0.53, 0, false},
    [LEFT_ELBOW] = {11.3, 0.85, false}, [RIGHT_ELBOW] = {13.7, 0.85, false},
    [LEFT_SIDE] = {14.9, 0.88, false},  [RIGHT_SIDE] = {12.7, 0.88, false},
    [SHOULDERS] = {17.3, 0.9, false},
};
/* Steps of who stands: seconds after which they begin, mean time between those of a foot and the share of it
 * in which the foot stays. */
#define STOOD     12.0
#define STEP_S    60.0
#define STEP_HOLD 0.999
#define ARMS      1.6  /* amplitude of the arms as a factor of idle_twist */
#define ELBOWS    0.22 /* rad: largest bend that is added at an elbow */
#define SIDES     0.08 /* rad: largest angle by which an arm is held away from the body */
#define SHRUG     0.02 /* rad: amplitude of the shoulders' tilt */
#define LIST      0.7  /* rad per metre of idle_sway: drop of the pelvis over the leg with less weight */
#define RISE_MOST 0.03 /* metres: largest rise of the hips */
#define BALANCE   0.12 /* amplitude of balancing as a fraction of idle_sway */

/* Rotation to add at a joint: a rotation vector in the character's frame (x to its left, z ahead). */
typedef struct joint_rotation {
    int joint;
    pd_vec3 vector;
} joint_rotation;

double pd_character_idle_rise(const pd_vec3 *joints, const pd_vec3 *heels[2], const pd_character_rig *rig)
{
    const double bend = rig->control.stand_knees;
    double rise = RISE_MOST;

    if (!(bend > 0) || rig->foot_count < PD_CHARACTER_RIG_FEET || !(heels[0] || heels[1])) return 0;
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        if (!heels[f]) continue;
        const double thigh = pd_vec3_distance(joints[leg->thigh], joints[leg->shin]);
        const double shank = pd_vec3_distance(joints[leg->shin], joints[leg->heel]);

        /* Height of the hip over the heel with that bend, less the present height. */
        const double square = thigh * thigh + shank * shank + 2 * thigh * shank * pd_cos(bend);
        const double across =
            pd_hypot(joints[leg->thigh].x - heels[f]->x, joints[leg->thigh].z - heels[f]->z);
        const double height = sqrt(pd_fmax(square - across * across, 0));
        rise = pd_fmin(rise, pd_fmax(height - (joints[leg->thigh].y - heels[f]->y), 0));
    }

    return rise;
}

pd_vec3 pd_character_idle_foot(int foot, double stood, const pd_character_idle *idle,
                               const pd_character_rig *rig)
{
    const double amount = stood > STOOD && idle->still > STILL ? rig->control.idle_step : 0;
    if (!(amount > 0)) return pd_vec3_make(0, 0, 0);
    const int first = PD_CHARACTER_WANDER_IDLE + CHANNELS + 2 * foot;
    const pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), idle->yaw);

    const double aside = pd_character_wander(idle->seed, first, idle->time, STEP_S, STEP_HOLD);
    const double ahead = pd_character_wander(idle->seed, first + 1, idle->time, STEP_S, STEP_HOLD);
    return pd_q_rotate(facing, pd_vec3_make(amount * aside, 0, amount * ahead));
}

void pd_character_idle_add(pd_quat *rotations, pd_vec3 *joints, const pd_character_idle *idle,
                           const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const pd_character_control *c = &rig->control;
    const pd_character_trunk *t = &rig->trunk;
    pd_quat own[PD_CHARACTER_RIG_JOINTS];
    pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), idle->yaw);
    bool is_added[PD_CHARACTER_RIG_JOINTS] = {false};
    joint_rotation added[14];
    double w[CHANNELS];

    if (t->chest < 0) return;

    /* Read the noise, -1 to 1 in each channel. Channels of standing are
     * not needed while the character moves. */
    const bool stands = idle->still > STILL;
    for (int i = 0; i < CHANNELS; i++)
        w[i] = stands || channels[i].moving
                   ? pd_character_wander(idle->seed, PD_CHARACTER_WANDER_IDLE + i, idle->time,
                                         channels[i].period, channels[i].hold)
                   : 0;

    /* Compute the amount of each movement, radians. Breathing continues in motion; most others fade out. */
    double still = idle->still * idle->still;
    double part = still + (1 - still) * c->idle_moving;
    double breaths = idle->time / c->idle_breath + 0.8 * w[BREATH];
    double breath = c->idle_chest * pd_sin(2 * M_PI * breaths);
    double lean = still * 0.8 * c->idle_sway * w[WEIGHT];
    double forward = still * 0.47 * c->idle_twist * w[FORWARD];
    double twist = still * c->idle_twist * w[TWIST];
    double look = part * c->idle_head * w[LOOK];
    double nod = part * 0.22 * c->idle_head * w[NOD];
    double tilt = part * 0.18 * c->idle_head * w[TILT];
    double left = still * ARMS * c->idle_twist * w[LEFT_ARM];
    double right = still * ARMS * c->idle_twist * w[RIGHT_ARM];
    int n = 0;

    /* Spread the movements over the joints. Neck and head rotate against the trunk,
     * so the face stays level. */
    const double list = still * LIST * c->idle_sway * w[WEIGHT];
    const double shrug = still * SHRUG * w[SHOULDERS];
    added[n++] = (joint_rotation){s->root, {0, twist, list}};
    added[n++] = (joint_rotation){t->spine, {0.4 * forward, 0.1 * look + 0.35 * twist, lean - 0.5 * list}};
    added[n++] = (joint_rotation){
        t->chest, {0.6 * forward - breath, 0.1 * look + 0.35 * twist, lean - 0.5 * list + shrug}};
    added[n++] =
        (joint_rotation){t->neck, {0.8 * breath - 0.6 * forward + nod, 0.35 * look, tilt - lean - shrug}};
    added[n++] = (joint_rotation){t->head, {nod, 0.55 * look, tilt - lean}};

    /* Move each arm independently: about x forwards and back, about z away
     * from the body (positive for the left arm). */
    const double side[2] = {0.5 * still * SIDES * (1 + w[LEFT_SIDE]),
                            -0.5 * still * SIDES * (1 + w[RIGHT_SIDE])};
    added[n++] =
        (joint_rotation){t->arms[0], {0.5 * breath + left, 0.7 * left, breath + 0.5 * left + side[0]}};
    added[n++] =
        (joint_rotation){t->arms[1], {0.5 * breath + right, 0.7 * right, -breath + 0.5 * right + side[1]}};
    for (int k = 0; k < 2; k++) {
        const double bend = still * ELBOWS * 0.5 * (1 + w[k ? RIGHT_ELBOW : LEFT_ELBOW]);
        added[n++] = (joint_rotation){rig->forearms[k].elbow, {-bend, 0, 0}};
    }

    /* Rotate the legs back by the drop of the pelvis, so that the feet stay in place. */
    for (int f = 0; f < rig->foot_count; f++)
        added[n++] = (joint_rotation){rig->legs[f].thigh, {0, 0, -list}};
    for (int i = 0; i < n; i++) {
        int j = added[i].joint;
        if (j < 0) continue;
        own[j] = pd_q_from_rotvec(pd_q_rotate(facing, added[i].vector));
        is_added[j] = true;
    }

    /* Shift the weight: the root moves sideways over one leg and sinks, so that this leg stays as straight as
     * it is and the other knee bends. It also rises by idle->rise,
     * because the network's knees are more bent than people's. */
    double sway = still * c->idle_sway;
    const double half = rig->foot_count < PD_CHARACTER_RIG_FEET
                            ? 0
                            : 0.5 * pd_vec3_distance(joints[rig->legs[0].thigh], joints[rig->legs[1].thigh]);
    pd_vec3 shift =
        pd_vec3_make(sway * (w[WEIGHT] + BALANCE * w[SIDEWAYS]), still * idle->rise - half * fabs(list),
                     sway * (0.7 * w[AHEAD] + BALANCE * w[TO_AND_FRO]));
    joints[s->root] = pd_vec3_add(joints[s->root], pd_q_rotate(facing, shift));

    /* Apply the added rotations down the hierarchy, parents first, then recompute the joints. */
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        if (up >= 0) own[j] = is_added[j] ? pd_q_mul(own[up], own[j]) : own[up];
        rotations[j] = pd_q_mul(own[j], rotations[j]);
    }

    pd_character_pose_place(joints, rotations, rig);
}
