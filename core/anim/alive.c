#include "core/anim/alive.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdio.h>

#define DEGREE (M_PI / 180)

#define FAST      (500 * DEGREE) /* Speed of a saccade, radians per second. */
#define SIDE      PD_ANIM_ALIVE_SIDE
#define UP        PD_ANIM_ALIVE_UP
#define DOWN      PD_ANIM_ALIVE_DOWN
#define LEAD      0.25          /* Seconds by which the eyes look ahead of a turning head. */
#define LEAD_MOST (16 * DEGREE) /* Largest angle by which they do. */
#define TURNS     (40 * DEGREE) /* Rate of the head's heading, per second, from which on the head turns ... */
/* ... and angle by which it then passes the target before the eyes jump ahead. */
#define PASSED    (3 * DEGREE)
#define SMOOTH    0.2           /* Share per frame in the running mean of the head's rate. */
#define BESIDE    (9 * DEGREE)  /* Largest random deviation to either side of the head's direction. */
#define BELOW     (4 * DEGREE)  /* Mean angle of the gaze below the head's direction. */
#define AWAY      (12 * DEGREE) /* Rotation of the head after which the eyes leave their target. */
#define STAY      0.4           /* Shortest fixation, seconds ... */
#define STAY_MORE 1.8           /* ... and the longest additional time. */
#define LARGE     (20 * DEGREE) /* Least saccade that comes with a blink. */

#define CLOSING 0.08 /* Seconds in which the lids close ... */
#define CLOSED  0.03 /* ... stay closed ... */
#define OPENING 0.11 /* ... and open. */
#define REST    2.0  /* Shortest time between two blinks, seconds ... */
#define MORE    4.0  /* ... and the longest additional time. */
#define APART   3.0  /* Shortest time from a blink to one with a saccade, of which a long turn has many. */

#define EASE       0.7  /* Least power f of the rest pose of fingers ... */
#define EASE_MORE  0.5  /* ... and the largest addition to it. */
#define EASE_WAVER 0.04 /* Variation of f for the whole hand, as a fraction ... */
#define EASE_OWN   0.08 /* ... and for each finger in addition. */
#define EASE_S     4.3  /* Seconds from one random value to the next for a hand ... */
#define EASE_OWN_S 2.7  /* ... and for a finger. */

/* Purposes for which random numbers are drawn. */
enum { JUMP_TIME, JUMP_SIDE, JUMP_UP, BLINK, HANDS, HAND_WAVER, FINGER_WAVER = HAND_WAVER + 2 };

/* Returns a random number in [0, 1). */
static double chance(uint32_t seed, int what, uint32_t count)
{
    uint64_t who = (uint64_t)seed << 32 | (uint32_t)what;
    return (double)(pd_hash64_pair(who, count) >> 11) * 0x1p-53;
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return pd_atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

/* ---- the rig */

void pd_anim_alive_init(pd_anim_alive_rig *rig, const pd_anim_skeleton *skeleton,
                        const float *const relaxed[2])
{
    *rig = (pd_anim_alive_rig){.skeleton = skeleton,
                               .head = pd_anim_skeleton_find(skeleton, "head"),
                               .eyes = {pd_anim_skeleton_find(skeleton, "left_eye_smplhf"),
                                        pd_anim_skeleton_find(skeleton, "right_eye_smplhf")}};
    rig->has_eyes = rig->head >= 0;
    for (int i = 0; i < 2 && rig->has_eyes; i++)
        rig->has_eyes = rig->eyes[i] >= 0 && skeleton->parents[rig->eyes[i]] == rig->head;

    static const char *const sides[] = {"left", "right"};
    static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};

    /* Find the fingers, and their rotations at rest. */
    rig->has_fingers = relaxed && relaxed[0] && relaxed[1];
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS && rig->has_fingers; i++) {
        char name[PD_ANIM_NAME_BYTES];
        snprintf(name, sizeof name, "%s_%s%d", sides[i / 15], fingers[i % 15 / 3], 1 + i % 3);
        rig->fingers[i] = pd_anim_skeleton_find(rig->skeleton, name);
        rig->has_fingers = rig->fingers[i] >= 0;
        const float *v = relaxed[i / 15] + 3 * (i % 15);
        rig->relaxed[i] = pd_q_from_rotvec(pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
    }
}

/* ---- hands */

/* Returns a number from -1 to 1 that moves smoothly from one random value to the next in `period` seconds. */
static double waver(const pd_anim_alive *s, int what, double time, double period)
{
    double at = time / period;
    double step = floor(at);
    double t = at - step;
    double from = chance(s->seed, what, (uint32_t)step);
    double to = chance(s->seed, what, (uint32_t)step + 1);

    return 2 * (from + (to - from) * t * t * (3 - 2 * t)) - 1;
}

void pd_anim_alive_fingers(pd_quat out[PD_ANIM_ALIVE_FINGERS], const pd_anim_alive *s,
                           const pd_anim_alive_rig *rig)
{
    PD_ASSERT(rig->has_fingers);
    for (int finger = 0; finger < PD_ANIM_ALIVE_FINGERS / 3; finger++) {
        /* Compute the power f from the variations of hand and finger. Each finger has another time offset, so
         * they do not change together. */
        const int side = finger / 5;
        const double own_time = s->shown + EASE_OWN_S * chance(s->seed, FINGER_WAVER + finger, 0);
        const double wavers = EASE_WAVER * waver(s, HAND_WAVER + side, s->shown, EASE_S) +
                              EASE_OWN * waver(s, FINGER_WAVER + finger, own_time, EASE_OWN_S);
        const double part = (EASE + EASE_MORE * chance(s->seed, HANDS, (uint32_t)side)) * (1 + wavers);

        for (int i = 3 * finger; i < 3 * finger + 3; i++) {
            pd_vec3 r = pd_q_to_rotvec(rig->relaxed[i]);
            out[i] = pd_q_from_rotvec(pd_vec3_scale(r, part));
        }
    }
}

static void ease_hands(const pd_anim_alive *s, pd_quat *rotations, const pd_anim_alive_rig *rig)
{
    pd_quat fingers[PD_ANIM_ALIVE_FINGERS];

    pd_anim_alive_fingers(fingers, s, rig);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        PD_DEBUG_ASSERT(rig->fingers[i] >= 0 && rig->fingers[i] < rig->skeleton->joint_count);
        rotations[rig->fingers[i]] = fingers[i];
    }
}

/* ---- eyes */

/* Chooses the next direction of the gaze, near the direction that the turning head will have. head: world
 * rotation of the head; ahead: its direction. */
static void choose_alive(pd_anim_alive *s, pd_quat head, pd_vec3 ahead)
{
    double side = BESIDE * (2 * chance(s->seed, JUMP_SIDE, s->jumps) - 1);
    double up = BELOW * (2 * chance(s->seed, JUMP_UP, s->jumps) - 2);
    const double rate = pd_vec3_length(s->turning);
    const double seconds = pd_fmin(LEAD, LEAD_MOST / pd_fmax(rate, 1e-9));
    pd_vec3 lead = pd_vec3_unit_or(pd_vec3_fma(ahead, seconds, s->turning), ahead);
    pd_vec3 local = pd_q_rotate(pd_q_conjugate(head), lead);
    double yaw = pd_atan2(local.x, local.z) + side;
    double pitch = pd_atan2(local.y, pd_hypot(local.x, local.z)) + up;

    s->aim = pd_q_rotate(
        head, pd_vec3_make(pd_sin(yaw) * pd_cos(pitch), pd_sin(pitch), pd_cos(yaw) * pd_cos(pitch)));
    s->until = s->time + STAY + STAY_MORE * chance(s->seed, JUMP_TIME, s->jumps);
    s->jumps++;
}

/* Returns true when the head turns and its heading has passed the target, so that the eyes would lag behind
 * the turn. Nods do not count. */
static bool has_passed(const pd_anim_alive *s, pd_vec3 ahead)
{
    /* Rate of the heading, and angle from the heading to the target; both about +Y, positive to the left. */
    const double level = pd_fmax(ahead.x * ahead.x + ahead.z * ahead.z, 1e-9);
    const double rate = (ahead.z * s->turning.x - ahead.x * s->turning.z) / level;
    const double to_go =
        pd_atan2(ahead.z * s->aim.x - ahead.x * s->aim.z, ahead.x * s->aim.x + ahead.z * s->aim.z);

    return fabs(rate) > TURNS && (rate > 0 ? to_go : -to_go) < -PASSED;
}

/* Returns true when the last blink was long enough ago for a blink with a saccade, or there was none yet. */
static bool may_blink(const pd_anim_alive *s)
{
    const double ended = s->blink_at - REST - MORE * chance(s->seed, BLINK, s->blinks - 1);
    return s->blinks < 2 || s->time >= ended + APART;
}

/* Turns the eyes. gaze: rotation of each eye in the head. */
static void look_alive(pd_anim_alive *s, pd_quat gaze[2], pd_quat head, const pd_vec3 places[2],
                       const pd_anim_alive_look *at, double dt)
{
    /* Find the direction of the head, and the smoothed rate of its change. */
    pd_vec3 ahead = pd_q_rotate(head, pd_vec3_make(0, 0, 1));
    if (!s->has_begun) s->ahead = ahead;
    pd_vec3 rate = pd_vec3_scale(pd_vec3_sub(ahead, s->ahead), 1 / dt);
    s->turning = pd_vec3_fma(s->turning, SMOOTH, pd_vec3_sub(rate, s->turning));
    s->ahead = ahead;

    /* Choose a new target when its time is over, when a given point has been withdrawn,
     * or when the head has turned away. */
    const bool has_point = at && at->weight > 0.05;
    const bool is_due = !s->has_begun || s->time >= s->until || (s->looks_at && !has_point) ||
                        angle_between(s->aim, ahead) > AWAY + BESIDE || has_passed(s, ahead);
    if (!has_point && is_due) choose_alive(s, head, ahead);
    s->looks_at = has_point;

    for (int i = 0; i < 2; i++) {
        pd_vec3 to = has_point ? pd_vec3_unit_or(pd_vec3_sub(at->point, places[i]), s->aim) : s->aim;

        /* Clamp the direction to the range of an eye, in the head's frame. */
        const pd_vec3 in_head = pd_q_rotate(pd_q_conjugate(head), to);
        double yaw = pd_fmin(pd_fmax(pd_atan2(in_head.x, in_head.z), -SIDE), SIDE);
        double pitch = pd_fmin(pd_fmax(pd_atan2(in_head.y, pd_hypot(in_head.x, in_head.z)), -DOWN), UP);
        const pd_vec3 wanted = {pd_sin(yaw) * pd_cos(pitch), pd_sin(pitch), pd_cos(yaw) * pd_cos(pitch)};
        if (!s->has_begun) s->eyes[i] = wanted;

        /* Rotate towards it at the speed of a saccade at most. A large saccade comes with a blink. */
        pd_vec3 *eye = &s->eyes[i];
        const double angle = angle_between(*eye, wanted);
        const double most = FAST * dt;
        if (angle > LARGE && s->blink_at > s->time && may_blink(s)) s->blink_at = s->time;
        if (angle <= most) {
            *eye = wanted;
        } else {
            pd_vec3 axis = pd_vec3_unit_or(pd_vec3_cross(*eye, wanted), pd_vec3_perpendicular(*eye));
            *eye = pd_q_rotate(pd_q_axis_angle(axis, most), *eye);
        }

        /* Rotate the eye joint: first up or down, then to the side. */
        pd_quat aside = pd_q_axis_angle(pd_vec3_make(0, 1, 0), pd_atan2(eye->x, eye->z));
        pd_quat raised = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -pd_asin(pd_fmin(pd_fmax(eye->y, -1), 1)));
        gaze[i] = pd_q_mul(aside, raised);
    }
}

/* ---- lids */

static double smooth_alive(double t)
{
    t = pd_fmin(pd_fmax(t, 0), 1);
    return t * t * (3 - 2 * t);
}

void pd_anim_alive_blink(pd_anim_alive *s)
{
    /* blink_at is the next time, drawn at the end of the last blink. */
    const double ended = s->blink_at - REST - MORE * chance(s->seed, BLINK, s->blinks - 1);
    if (s->has_begun && s->blink_at > s->time && s->time >= ended + 1) s->blink_at = s->time;
}

/* Moves the lids, and after a blink draws the time of the next one. */
static void blink(pd_anim_alive *s)
{
    double since = s->time - s->blink_at;

    if (!s->has_begun || since > CLOSING + CLOSED + OPENING) {
        s->blink_at = s->time + REST + MORE * chance(s->seed, BLINK, s->blinks++);
        since = -1;
    }

    s->lids =
        since < 0 ? 0 : smooth_alive(since / CLOSING) - smooth_alive((since - CLOSING - CLOSED) / OPENING);
}

void pd_anim_alive_step(pd_anim_alive *s, pd_quat *rotations, pd_vec3 root, const pd_anim_alive_rig *rig,
                        const pd_anim_alive_look *at, double dt)
{
    s->shown = s->time;
    if (rig->has_fingers) ease_hands(s, rotations, rig);
    blink(s);
    if (rig->has_eyes) {
        const pd_anim_skeleton *skeleton = rig->skeleton;
        pd_vec3 joints[PD_ANIM_MAX_JOINTS];
        pd_quat world[PD_ANIM_MAX_JOINTS], gaze[2];
        PD_ASSERT(rig->head >= 0 && rig->eyes[0] >= 0 && rig->eyes[1] >= 0);
        pd_anim_skeleton_forward(joints, world, skeleton, rotations,
                                 pd_vec3_sub(root, skeleton->offsets[skeleton->root]));
        const pd_vec3 places[2] = {joints[rig->eyes[0]], joints[rig->eyes[1]]};
        look_alive(s, gaze, world[rig->head], places, at, dt);
        for (int i = 0; i < 2; i++) rotations[rig->eyes[i]] = gaze[i];
    }

    s->has_begun = true;
    s->time += dt;
}

void pd_anim_alive_step_eyes(pd_anim_alive *s, pd_quat gaze[2], pd_quat head, const pd_vec3 places[2],
                             const pd_anim_alive_look *at, double dt)
{
    s->shown = s->time;
    blink(s);
    look_alive(s, gaze, head, places, at, dt);
    s->has_begun = true;
    s->time += dt;
}

void pd_anim_alive_follow(pd_anim_alive *s, const pd_quat gaze[2])
{
    for (int side = 0; side < 2; side++) s->eyes[side] = pd_q_rotate(gaze[side], pd_vec3_make(0, 0, 1));
    s->lids = 0;
}

void pd_anim_alive_eyes(double out[PD_ANIM_EYE_WEIGHTS], const pd_anim_alive *s)
{
    for (int side = 0; side < 2; side++) {
        /* Compute the angles of the eye in the head. The person's left is +X, so a positive yaw turns the
         * left eye outwards and the right one inwards. */
        const pd_vec3 eye = s->eyes[side];
        const double yaw = pd_atan2(eye.x, eye.z);
        const double pitch = pd_asin(pd_fmin(pd_fmax(eye.y, -1), 1));
        const double outwards = (side ? -yaw : yaw) / SIDE;

        out[PD_ANIM_EYE_BLINK_LEFT + side] = s->lids;
        out[PD_ANIM_EYE_OUT_LEFT + side] = pd_fmin(pd_fmax(outwards, 0), 1);
        out[PD_ANIM_EYE_IN_LEFT + side] = pd_fmin(pd_fmax(-outwards, 0), 1);
        out[PD_ANIM_EYE_UP_LEFT + side] = pd_fmin(pd_fmax(pitch / UP, 0), 1);
        out[PD_ANIM_EYE_DOWN_LEFT + side] = pd_fmin(pd_fmax(-pitch / DOWN, 0), 1);
    }
}

void pd_anim_alive_relax(pd_anim_clip *clip, const float *const relaxed[2])
{
    pd_anim_alive_rig rig;

    pd_anim_alive_init(&rig, &clip->skeleton, relaxed);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS && rig.has_fingers; i++) {
        /* A finger that moves in any frame was captured and is not changed. */
        bool is_turned = false;
        for (int t = 0; t < clip->frame_count && !is_turned; t++)
            is_turned = fabs(pd_anim_clip_frame(clip, t)[rig.fingers[i]].w) < 1 - 1e-12;
        for (int t = 0; t < clip->frame_count && !is_turned; t++)
            pd_anim_clip_frame(clip, t)[rig.fingers[i]] = rig.relaxed[i];
    }
}
