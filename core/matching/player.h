#ifndef PD_MATCHING_PLAYER_H
#define PD_MATCHING_PLAYER_H
/* Plays the frames of a database, and looks every tenth tick, and when the goal jumps, for those that go on best towards the goal.
 *
 *     object   what is asked for, smoothed: v'' as a critically damped spring of half life .25 s, the facing of .3 s
 *     query    toes and hips of the frame that is played, path and facing of the object 20, 40 and 60 ticks ahead
 *     jump     to the nearest row when it costs under .9 of what going on costs
 *     root     steps as the frame's, and is drawn to the object by at most .2 of its own speed; the object stays within .25 m of it
 *
 * (Clavet 2016; Holden et al. 2020, and the springs of Holden's "Spring-It-On", 2021.) Where the numbers come from: docs/lab/matching.md.
 *
 * Units    metres, seconds, radians; world xz for places, yaw 0 faces +Z.
 * Memory   plain, copyable: a copy goes on bit by bit. A zeroed player is not yet anywhere: _enter.
 * Threads  const index.
 */
#include "core/matching/search.h"

#define PD_MATCHING_PATH 6 /* samples of the way that the frame goes: now, 10, ... 50 ticks later */

typedef struct pd_matching_goal {
    double velocity[2]; /* m/s, world                    */
    double facing;      /* yaw                           */
    bool jog;           /* the gate of the search; where no entry is behind it: the other one's */
} pd_matching_goal;

typedef struct pd_matching_root {
    double at[2], yaw;
} pd_matching_root;

typedef struct pd_matching_object {
    double at[2], velocity[2], acceleration[2]; /* world */
    double yaw, yaw_rate;
} pd_matching_object;

typedef struct pd_matching_player {
    pd_matching_object object;
    pd_matching_goal goal; /* of the last search                             */
    int entry;             /* the frame that is played; with its copy         */
    int track;
    double part; /* 0 to 1: on the way to the next one             */
    int waited;  /* ticks since the last search                    */
    int jumps;   /* so far                                         */
    bool playing;
} pd_matching_player;

/* What a tick gives: the pose now, and what the root does until the next tick. */
typedef struct pd_matching_frame {
    pd_matching_pose pose;        /* in the root's frame, mirrored where the copy is       */
    pd_matching_pose before;      /* the same a tick ago in the frame that is played: when jumped */
    pd_matching_root before_root; /* from the root of now: where the frame's root was        */
    bool jumped;
    double step[2], turn; /* metres of the root's frame, radians: in this tick        */
    float contacts[PD_MATCHING_CONTACTS], gaits[PD_MATCHING_GAITS];
    double phase;                     /* radians, [0, 2 pi)               */
    double path[PD_MATCHING_PATH][4]; /* x, z, facing x, z in the root frame of the next tick */
    float cost, going_on;             /* of the last search; -1: none     */
} pd_matching_frame;

/* Standing, in the index's stillest frame. */
void pd_matching_player_begin(pd_matching_player *player, const pd_matching_root *root,
                              const pd_matching_index *index);

/* How a figure moves: toes and hips in the root's frame and their velocities; metres, seconds. */
typedef struct pd_matching_state {
    pd_vec3 toes[2], toe_velocities[2], hip_velocity;
    double velocity[2], yaw_rate; /* of the root, world */
} pd_matching_state;
/* Goes in at the frame that is nearest to a figure that moves like this. The next _step is of this same tick, and does not search. */
void pd_matching_player_enter(pd_matching_player *player, const pd_matching_state *state,
                              const pd_matching_goal *goal, const pd_matching_root *root,
                              const pd_matching_index *index);
void pd_matching_player_step(pd_matching_frame *out, pd_matching_player *player, const pd_matching_goal *goal,
                             const pd_matching_root *root, const pd_matching_index *index);

#endif
