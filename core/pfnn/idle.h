#ifndef PD_PFNN_IDLE_H
#define PD_PFNN_IDLE_H
/* Adds the small motions that the network lacks: breathing and looking around, and shifts of weight while standing.
 *
 * The network settles in one pose when standing, because training averages standing, and hardly moves the head when walking. This
 * adds rotations of hips, trunk, neck, shoulders and head and a shift of the hips that wander (person.h): a value is held for a while,
 * then the next one is approached, without the repetition of sums of sines. With the weight on one leg the pelvis is lower over the other, whose knee bends
 * more. Both arms move by themselves, so the pose is no mirror image. Hips rise until the straighter knee is bent as captured people's are. They are synthetic but calibrated with
 * capture: over 10 s of a standing character each joint moves as much as captured people's do (10 to 90 % of 81 stretches
 * of 10 s; docs/lab/motion.md has the table, tests/unit/core/pfnn/test_settle.c checks it). The bones stay exact; the foot lock, which runs
 * afterwards, puts the feet back.
 *
 * Spaces   world, metres.   Memory  plain data.   Threads  pure functions.   Errors  none.
 */
#include "core/pfnn/rig.h"

typedef struct pd_pfnn_idle {
    double time;   /* seconds */
    double still;  /* share of standing, 0 to 1; the rest is moving, with head and breath only */
    double yaw;    /* facing of the character, radians */
    double rise;   /* metres by which the hips are raised when standing, from pd_pfnn_idle_rise, smoothed */
    uint32_t seed; /* different for each character */
} pd_pfnn_idle;

/* Returns how much the hips must rise for the straighter knee to be bent by control.stand_knees, metres: 0 to 0.03. heels: where the heels are locked;
 * NULL: that foot is in the air and does not count. joints (J): the network's. */
double pd_pfnn_idle_rise(const pd_vec3 *joints, const pd_vec3 *heels[2], const pd_pfnn_rig *rig);

/* Adds the motion to rotations and joints (J), in and out. */
void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, const pd_pfnn_idle *idle, const pd_pfnn_rig *rig);

#endif
