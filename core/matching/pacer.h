#ifndef PD_MATCHING_PACER_H
#define PD_MATCHING_PACER_H
/* Moves a four-legged animal by its cycles (paces.h): walks, trots, gallops, turns and stops.
 *
 *     root     goes ahead only. Its heading turns to the direction of the goal at a limited rate, its speed
 *              follows the goal's with a limited acceleration, slower while it has to turn far
 *     cycle    the one whose speed is nearest, with hysteresis. Cycles blend in PD_MATCHING_PACER_BLEND s at
 *              one common phase
 *     phase    rate = r (e/v)^(1/2), from 0.6 r to 1.6 r, of a cycle of rate r and speed v. e is the speed of
 *              the outermost foot: speed + |yaw rate| length/2
 *     step     a foot of the cycle at p, whose rest is c, is put at
 *
 *                  R(yaw a) (c + k (p - c))       k = speed / (v phase rate/r)
 *
 *              so that a planted foot does not move on the ground. a is the angle by which the root turns
 *              until the middle of the stance
 *     lock     a planted foot keeps its place in the world; what is left of the difference when it leaves the
 *              ground fades out
 *     trunk    bends to the curve, leans into it, has the slope of the ground, and comes down where a planted
 *              foot would be out of reach
 *
 * An animal that stops steps on the spot until its feet are below its hips and shoulders, at most for one
 * cycle.
 *
 * Units    metres, seconds, radians; world xz for positions, yaw 0 faces +Z.
 * Memory   the pacer is plain and copyable: a copy continues bit by bit. A zeroed pacer stands.
 * Threads  the paces are const.
 * Errors   none.
 */
#include "core/matching/paces.h"
#include "core/matching/player.h"

#define PD_MATCHING_PACER_BLEND 0.35

/* A foot on the ground. */
typedef struct pd_matching_print {
    pd_vec3 at;     /* world: where the tip of the foot was last */
    pd_vec3 offset; /* world: difference of that place from the cycle's */
    bool locked;
} pd_matching_print;

typedef struct pd_matching_pacer {
    double speed, turn; /* of the root: m/s, rad/s */
    double phase;       /* of all moving cycles, 0 to 1 */
    double idle;        /* phase of the standing cycle */
    double rate;        /* cycles per second at present */
    double weights[PD_MATCHING_PACES];
    int cycle;      /* cycle that weights blend to */
    double stopped; /* cycles since the animal stopped, up to 1 */
    double lifted;  /* height of swinging feet as a share of the cycle's, smoothed */
    double bend;    /* radians by which the trunk is bent, smoothed */
    double pitch;   /* slope of the ground under the trunk, radians, smoothed */
    double drop; /* metres by which the trunk is lowered for planted feet that are out of reach, smoothed */
    bool placed; /* the prints are valid */
    pd_matching_print prints[PD_MATCHING_LEGS];
} pd_matching_pacer;

/* Advances by a tick of 1/60 s towards the goal. Fills step, turn, contacts, phase and path of out, for the
 * root at present. The pose is not filled. */
void pd_matching_pacer_step(pd_matching_frame *out, pd_matching_pacer *pacer, const pd_matching_goal *goal,
                            const pd_matching_root *root, const pd_matching_paces *paces);

/* Ground below the animal: returns its height at a point of the world. */
typedef double pd_matching_ground(const void *ground, double x, double z);

/* A place for a pose. */
typedef struct pd_matching_stand {
    const pd_matching_root *root;
    pd_matching_ground *ground;
    const void *to; /* first argument of ground */
} pd_matching_stand;

/* Computes the pose at the present phase: rotations and joints (J), world, with planted feet. */
void pd_matching_pacer_pose(pd_quat *rotations, pd_vec3 *joints, pd_matching_pacer *pacer,
                            const pd_matching_stand *stand, const pd_matching_paces *paces);

#endif
