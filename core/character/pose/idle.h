#ifndef PD_CHARACTER_POSE_IDLE_H
#define PD_CHARACTER_POSE_IDLE_H
/* Adds the small motions that the network lacks: breathing and looking around, and shifts of weight while
 * standing.
 *
 * A network's standing character settles in one pose, because training averages standing, and its head hardly
 * moves in a walk. This module adds rotations of hips, trunk, neck, shoulders and head, and a shift of the
 * hips. Their amounts are the noise of pd_character_wander (control/person.h): a value is held for a while,
 * then the next one is approached, so nothing repeats as sums of sines do. With the weight on one leg the
 * pelvis is lower over the other leg, whose knee bends more. The arms move independently, so the pose is not
 * symmetric. The hips rise until the straighter knee is bent as captured people's are.
 *
 * The motions are synthetic, but calibrated with captured ones: over 10 s of standing each joint moves as
 * much as captured people's do (within 10 to 90 % of 81 stretches of 10 s; docs/lab/motion.md has the table,
 * tests/unit/core/character/test_settle.c checks it). Bones keep their lengths. The foot lock runs afterwards
 * and puts the feet back.
 *
 * Spaces   world, metres.   Memory  plain data.   Threads  pure functions.   Errors  none.
 */
#include "core/character/control/rig.h"

typedef struct pd_character_idle {
    double time;  /* seconds */
    double still; /* share of standing, 0 to 1; the share of moving has motions of head and breath only */
    double yaw;   /* facing of the character, radians */
    /* metres by which the hips are raised when standing, from pd_character_idle_rise, smoothed */
    double rise;
    uint32_t seed; /* different for each character */
} pd_character_idle;

/* Returns the height in metres, 0 to 0.03, by which the hips must rise for the straighter knee to be bent by
 * control.stand_knees. heels: locked positions of the heels; NULL: that foot is in the air and is ignored.
 * joints (J): the network's. */
double pd_character_idle_rise(const pd_vec3 *joints, const pd_vec3 *heels[2], const pd_character_rig *rig);

/* Returns how far a foot of who has stood for long stands from its usual place, metres, world. It changes all
 * at once, about once a minute, and the foot lock then takes a step. stood: seconds since it last moved. */
pd_vec3 pd_character_idle_foot(int foot, double stood, const pd_character_idle *idle,
                               const pd_character_rig *rig);

/* Adds the motion to rotations and joints (J), in and out. */
void pd_character_idle_add(pd_quat *rotations, pd_vec3 *joints, const pd_character_idle *idle,
                           const pd_character_rig *rig);

#endif
