#ifndef PD_PFNN_LAYOUT_H
#define PD_PFNN_LAYOUT_H
/* Positions of all quantities in a network's input and output rows (Holden et al. 2017; indices after its
 * generate_database.py).
 *
 * w samples of the trajectory, now is sample w/2; g gaits; J joints; S styles (0 in the original). Everything
 * is in the root frame of its frame: origin under the hips at the mean height of the w middle ground samples,
 * +Z in the character's facing, +X its left.
 *
 *     input    x_position  w    x_facing  w    gaits (g,w)
 *         positions (J,3) of the frame before, in its root frame
 *              z_position  w    z_facing  w    ground left/middle/right (3,w), less the root's height
 *                                              velocities (J,3)     of the frame before
 *              styles (S): 1 for one style, or shares of several; all 0: the mean of all
 *     output   velocity x, z of the root; yaw rate; phase change, cycles per frame
 *              contacts left heel, left toe, right heel, right toe;
 *                  next x, z (w/2 each), next facing x, z (w/2 each)
 *              positions (J,3), velocities (J,3), rotations (J,3): log of the quaternion, half angle, not
 *              relative to the parent
 *
 * Step     from frame t to t + 1, with the yaw of a facing atan2(facing.x, facing.z), rotation R(yaw) about
 *          +Y:
 *
 *     yaw rate = yaw_t - yaw_t+1 in radians, positive to the character's right (the original applies it
 *     negated, and so does everybody)
 *     facing_t+1 = R(-yaw rate) facing_t        root_t+1 = root_t + R(yaw_t) (velocity x, 0, velocity z)
 *
 *              positions are above the ground and in the root frame of t, velocities from t to t + 1 in the
 *              root frame of t; next x, z and next facing are samples of frames t + 1, t + 11, .. in the root
 *              frame of t + 1.
 *
 * Rotations   q = exp(r) = (sin |r| r/|r|, cos |r|), which is pd_q_from_rotvec(2 r). Of q and -q training
 *             takes the one with w >= 0, as the
 *          original does, except for the arms: they hang, and with rotated forearms q often passes w = 0,
 *          where r jumps to the other side. For arms it is the one nearer to (0, -+.27, -+.67, .69), left and
 *          right, and |r| may exceed pi/2.
 *
 * Units    centimetres, centimetres per frame, as in the original; the ground samples are 25 cm to the left
 *          and right.
 * Memory   plain data.   Threads  pure functions.   Errors  none.
 */
#include "core/pfnn/network.h"

#define PD_PFNN_GROUND_SIDE 0.25  /* metres from the middle ground samples to the left and right ones */
#define PD_PFNN_UNITS       100.0 /* network units per metre */

enum { PD_PFNN_STAND, PD_PFNN_WALK, PD_PFNN_JOG, PD_PFNN_CROUCH, PD_PFNN_JUMP, PD_PFNN_BUMP, PD_PFNN_GAITS };
enum { PD_PFNN_LEFT_HEEL, PD_PFNN_LEFT_TOE, PD_PFNN_RIGHT_HEEL, PD_PFNN_RIGHT_TOE, PD_PFNN_CONTACTS };

typedef struct pd_pfnn_layout {
    int samples, gaits, joints, styles; /* w, g, J, S */
    /* Index of the first number of each block of the input: */
    int in_x, in_z, in_facing_x, in_facing_z, in_gaits, in_positions, in_velocities;
    int in_left, in_middle, in_right; /* ground samples */
    int in_style;
    int in_count;
    /* Index of the first number of each block of the output: */
    int out_velocity, out_yaw_rate, out_phase, out_contacts, out_x, out_z, out_facing_x, out_facing_z;
    int out_positions, out_velocities, out_rotations;
    int out_count;
} pd_pfnn_layout;

/* Returns the layout without styles, as in the original. */
pd_pfnn_layout pd_pfnn_layout_of(int samples, int gaits, int joints);
/* Appends the styles to the end of the input. */
void pd_pfnn_layout_add_styles(pd_pfnn_layout *layout, int styles);

#endif
