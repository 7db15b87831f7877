#ifndef PD_PFNN_MATCHED_H
#define PD_PFNN_MATCHED_H
/* A character that frames of a database move (core/matching/player.h) in place of a network's output, always or where they are better.
 *
 *     trajectory's goal -> goal -> player -> pose, root's step, contacts, phase, the way ahead -> inertia -> feet locked, as ever
 *
 * The trajectory goes on as with a network: the frame's way ahead stands where the network's proposal would. So its samples, paths
 * that are followed and a network that takes over find what they know.
 *
 * Auto     a rig of a network with a database: frames move the character while it starts to walk or walks straight ahead on level ground,
 *          without strafing, crouching, jumping, walls or curves; the network all else. Either takes over from the other's pose, and
 *          through the inertia, so without a jump. A character that the network alone moves has the bits that it has without a database.
 *
 * Spaces   world, metres; a tick is 1/60 s.
 * Memory   plain, copyable, inside pd_pfnn_character.
 */
#include "core/matching/inertialize.h"
#include "core/matching/player.h"
#include "core/pfnn/trajectory.h"

#define PD_PFNN_MATCHED_HEAD 64 /* numbers of an output row before its joints */

typedef struct pd_pfnn_matched {
    pd_matching_player player;
    pd_matching_inertia inertia;
    bool active;      /* frames move it in this tick            */
    bool left;        /* and not in this one, but in the last   */
    int steady;       /* ticks that all speaks for frames       */
    double direction; /* of the stick                           */
    double turning;   /* rad/s: how fast that turns, smoothed   */
    double speed;     /* asked for when they took over          */
} pd_pfnn_matched;

/* What the goal is to the player. */
pd_matching_goal pd_pfnn_matched_goal(const pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig);
/* Now, as the player has it. */
pd_matching_root pd_pfnn_matched_root(const pd_pfnn_trajectory *trajectory, const pd_pfnn_rig *rig);
/* y (PD_PFNN_MATCHED_HEAD): what the trajectory advances by, as a network's row would have it. */
void pd_pfnn_matched_head(float *y, const pd_matching_frame *frame, const pd_pfnn_rig *rig);

/* Auto: whether frames move the character in this tick, by the trajectory's goal now. */
bool pd_pfnn_matched_choose(pd_pfnn_matched *matched, const pd_pfnn_trajectory *trajectory,
                            const pd_pfnn_rig *rig, const pd_anim_scene *scene);
/* How the character moves, to go in by. positions, velocities (J) world, metres, metres a tick. */
pd_matching_state pd_pfnn_matched_state(const pd_pfnn_trajectory *trajectory, const pd_vec3 *positions,
                                        const pd_vec3 *velocities, const pd_pfnn_rig *rig);
/* A network's pose on its way to be shown: rotations and joints (J) world, changed while the inertia of frames is not spent. */
void pd_pfnn_matched_pass(pd_quat *rotations, pd_vec3 *joints, pd_pfnn_matched *matched,
                          const pd_pfnn_rig *rig);

/* A frame over a root that stands at a height (metres, world). */
typedef struct pd_pfnn_matched_frame {
    const pd_matching_frame *frame;
    const pd_matching_root *root;
    double height;
    bool changed; /* something else has moved the character until now */
} pd_pfnn_matched_frame;

/* Shows it: rotations and joints (J) world, out. */
void pd_pfnn_matched_show(pd_quat *rotations, pd_vec3 *joints, pd_pfnn_matched *matched,
                          const pd_pfnn_matched_frame *shown, const pd_pfnn_rig *rig);

#endif
