#ifndef PD_PFNN_IDLE_H
#define PD_PFNN_IDLE_H
/* What the network leaves out: a character breathes, and looks about; standing, it shifts its weight from foot to foot.
 *
 * Standing, the network settles on one pose (its training weighs standing by the mean), and walking its head hardly moves. On top of
 * that come rotations of hips, trunk, neck, shoulders and head and a shift of the hips that wander (person.h): a value is held for a while,
 * then the next is approached, and nothing repeats as sums of sines do. They are synthetic, but compared with
 * capture: over 10 s of a standing character each joint moves by as much as captured people's do (10 to 90 % of 81 stretches
 * of 10 s; docs/lab/motion.md has the table, tests/unit/core/pfnn/test_settle.c checks it). The bones stay exact; the feet are put back
 * where they stand by the foot lock, which runs afterwards.
 *
 * Spaces   world, metres.   Threads  pure.
 */
#include "core/pfnn/rig.h"

typedef struct pd_pfnn_idle {
    double time;   /* seconds                                                        */
    double still;  /* 0 to 1: all of it; what is left of 1 is moving: head and breath */
    double yaw;    /* the character's facing                                         */
    uint32_t seed; /* each its own                                                   */
} pd_pfnn_idle;

/* rotations and joints (J), in and out. */
void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, const pd_pfnn_idle *idle, const pd_pfnn_rig *rig);

#endif
