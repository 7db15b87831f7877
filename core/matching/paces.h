#ifndef PD_MATCHING_PACES_H
#define PD_MATCHING_PACES_H
/* Cycles of a four-legged animal: the clips of a database whose tensor `legs` names the joints of four legs.
 * Such a database is not searched. An animal has three or four cycles of half a second, so there is nothing
 * to choose between: the phase of the cycle says which frame comes next, and the speed says which cycle
 * (pacer.h).
 *
 *     cycle    a clip that repeats: its last frame is followed by its first. Its frames are evenly spaced in
 *              phase. The root steps straight ahead.
 *     stance   frames of a leg whose contact bit is set: one run of frames, which may go over the end
 *     rest     mean position of the tip of a foot in its stance, in the root's frame
 *
 * The contact bits of a frame are those of the left front, right front, left hind and right hind foot. The
 * root is below the middle of the four feet.
 *
 * Units    metres, seconds, cycles (0 to 1), in the root's frame.
 * Memory   a plain struct that borrows the database.
 * Threads  const after _build.
 * Errors   ERR_INVALID at "legs", "gaits", "steps" or "contacts": no standing clip, no moving one, a foot
 *          without a stance, legs of length 0.
 */
#include "core/matching/database.h"

#define PD_MATCHING_PACES 4 /* standing and up to three moving cycles, by rising speed: walk, trot, gallop */
#define PD_MATCHING_SPINE 8 /* largest number of trunk joints that bend in turns */

typedef struct pd_matching_stance {
    double start; /* phase at which the foot comes down */
    double share; /* share of the cycle for which it is on the ground (duty factor) */
    pd_vec3 rest;
} pd_matching_stance;

typedef struct pd_matching_cycle {
    int first, count; /* frames in the database */
    double rate;      /* cycles per second */
    double speed;     /* m/s; 0: standing */
    pd_matching_stance stances[PD_MATCHING_LEGS];
} pd_matching_cycle;

typedef struct pd_matching_paces {
    const pd_matching_database *database; /* NULL: the database is not one of cycles */
    pd_anim_skeleton skeleton;
    int cycle_count; /* cycle 0 stands */
    pd_matching_cycle cycles[PD_MATCHING_PACES];
    int spine_count; /* joints from joint 0 (excluded) to the one from which both front legs branch */
    int spine[PD_MATCHING_SPINE];
    double height; /* metres from the ground to the hips of the legs while standing, the mean of the four */
    double length; /* metres between the rests of front and hind feet */
} pd_matching_paces;

/* Finds the cycles of a database that has legs. */
pd_status pd_matching_paces_build(pd_matching_paces *paces, const pd_matching_database *database,
                                  pd_error *err);

/* Computes the pose of a cycle at a phase, interpolated between frames. */
void pd_matching_paces_pose(pd_matching_pose *pose, const pd_matching_paces *paces, int cycle, double phase);

/* Rotates a leg about its hip and its bend so that its paw comes to a goal. Joints below the bend keep their
 * angles, except the paw, whose world rotation is kept. rotations and joints (J), world, in and out. The leg
 * stretches to PD_ANIM_LEG_STRAIGHT of its length at most. Returns how far the paw is from the goal, metres.
 * */
double pd_matching_paces_reach(pd_quat *rotations, pd_vec3 *joints, const pd_matching_paces *paces,
                               const int leg[PD_MATCHING_LEG_JOINTS], pd_vec3 goal);

#endif
