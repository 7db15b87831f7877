#ifndef PD_CHARACTER_SIZE_H
#define PD_CHARACTER_SIZE_H
/* Characters of another size than the people of the network's training data.
 *
 *     length   s = leg length of the character / leg length of the rig
 *     time     1/sqrt(s) of the network's ticks are shown in a tick of the clock (pose/playback.h)
 *     speed    v = v_rig sqrt(s): walks with the same Froude number v^2/(g l) look alike (Alexander, Jayes:
 *              A dynamic similarity hypothesis for the gaits of quadrupedal mammals, 1983)
 *
 * So a child of 0.7 leg lengths takes steps of 0.7 of the length, 1.2 times as often. Gravity is the same in
 * both, because s / sqrt(s)^2 = 1.
 *
 * A character computes in its own unit of length, of s metres: trajectory, pose, requests of its actions
 * (action/size_requests.h) and the scene that it is given. The functions below convert what comes from the
 * world and what goes there. Angles and directions are the same in both. With size 1 every conversion keeps
 * the bits.
 *
 * Units    world: metres, metres per second. Own: s metres; the speed of an own input is in metres per second
 *          of the rig.
 * Memory   plain data; nothing is allocated.
 * Threads  pure functions.
 * Errors   none: sizes are between PD_CHARACTER_SIZE_LEAST and _MOST.
 */
#include "core/character/character.h"

/* Leg lengths of a doll and of a giant, relative to an adult. Beyond them people's walks are no model. */
#define PD_CHARACTER_SIZE_LEAST 0.3
#define PD_CHARACTER_SIZE_MOST  2.0

/* Returns the mean length of the rig's legs from hip to ankle, metres; 0 without legs. */
double pd_character_size_leg(const pd_character_rig *rig);
/* Returns the nearest size within the limits above. */
double pd_character_size_within(double size);
/* Returns the size of a character with legs of `leg` metres, within the limits above; 1 for a rig without
 * legs or if leg is 0. */
double pd_character_size_of_leg(double leg, const pd_character_rig *rig);
/* Returns the network's ticks per tick of the clock. 1 for motion matching, whose frames have one rate. */
double pd_character_size_pace(double size, const pd_character_rig *rig);
/* Returns the world's metres per second for 1 m/s of the rig. */
double pd_character_size_speed(double size, const pd_character_rig *rig);

/* Converts a checked input of the world into the character's own, in place. */
void pd_character_size_input(pd_character_input *input, double size, const pd_character_rig *rig);

/* Writes a pose in the world. world and own may be the same. */
void pd_character_size_pose(pd_character_pose *world, const pd_character_pose *own, double size,
                            const pd_character_rig *rig);
/* Writes the skeleton of the size. */
void pd_character_size_skeleton(pd_anim_skeleton *out, const pd_anim_skeleton *skeleton, double size);

#endif
