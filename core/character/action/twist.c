#include "core/character/action/twist.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <math.h>

#define DT      (1 / PD_CHARACTER_RATE)
#define LOOKS   1.05 /* radians aside to which the head alone turns */
#define OWN     1.3  /* radians to a hand's own side to which the arm alone reaches ... */
#define OTHER   0.7  /* ... and across the body */
#define SHARE   0.7  /* share of what is beyond that the trunk takes */
#define MOST    0.8  /* radians: largest turn of the chest on the hips */
#define BEHIND  2.6  /* radians: farther round, the side of the present turn is kept */
#define KEEPS   0.1  /* radians: a turn that has a side */
#define FOLLOWS 6.0  /* 1/s: natural frequency of the spring */
#define STILL   1e-6 /* radians: a smaller turn is none */
#define NEAR    0.05 /* metres from the vertical through the hips within which a point has no direction */

/* Returns the angle of a world point from the facing, radians to the left. */
static double angle_to(pd_vec3 point, const pd_character_pose *pose, double turn)
{
    const double x = point.x - pose->root.x;
    const double z = point.z - pose->root.z;
    if (x * x + z * z < NEAR * NEAR) return 0;
    const double angle = remainder(pd_atan2(x, z) - pose->yaw, 2 * M_PI);

    if (fabs(angle) < BEHIND || fabs(turn) < KEEPS || angle * turn > 0) return angle;
    return angle + (turn > 0 ? 2 * M_PI : -2 * M_PI);
}

/* Returns the turn for what lies at an angle: a share of what exceeds `left` to the left or `right` to the
 * right. */
static double beyond(double angle, double left, double right)
{
    return SHARE * (angle > 0 ? pd_fmax(angle - left, 0) : pd_fmin(angle + right, 0));
}

bool pd_character_twist_step(pd_character_twist_state *state, pd_character_pose *pose,
                             const pd_character_gaze_state *gaze,
                             const pd_character_reach_state hands[PD_CHARACTER_HANDS],
                             const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const int joints[2] = {rig->trunk.spine, rig->trunk.chest};
    double wanted = 0;

    /* What eyes and hands want. */
    if (gaze->request.weight > 0)
        wanted += gaze->request.weight *
                  beyond(angle_to(pd_character_gaze_target(gaze, pose), pose, state->turn), LOOKS, LOOKS);
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        const pd_character_reach_state *h = &hands[hand];
        const bool is_left = hand == PD_CHARACTER_LEFT_HAND;
        if (!(h->request.weight > 0)) continue;
        const double angle = angle_to(pd_character_reach_target(h, pose), pose, state->turn);
        wanted += h->request.weight * beyond(angle, is_left ? OWN : OTHER, is_left ? OTHER : OWN);
    }

    /* Follow it, and turn spine and chest. */
    wanted = pd_plane_clamp(wanted, -MOST, MOST);
    double off = state->turn - wanted;
    pd_spring(&off, &state->rate, FOLLOWS, DT);
    state->turn = wanted + off;
    if (fabs(state->turn) < STILL && fabs(state->rate) < STILL) state->turn = state->rate = 0;
    if (!(fabs(state->turn) > 0) || joints[0] < 0 || joints[1] < 0) return false;

    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat world[PD_ANIM_MAX_JOINTS];
    const pd_quat half = pd_q_axis_angle(pd_vec3_make(0, 1, 0), state->turn / 2);
    for (int i = 0; i < 2; i++) {
        pd_anim_skeleton_forward(at, world, s, pose->rotations, pose->translation);
        const int j = joints[i];
        const pd_quat turned = pd_q_mul(half, world[j]);
        pose->rotations[j] = pd_q_normalize(pd_q_inv_mul(world[s->parents[j]], turned));
    }

    return true;
}
