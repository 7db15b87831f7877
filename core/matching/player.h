#ifndef PD_MATCHING_PLAYER_H
#define PD_MATCHING_PLAYER_H
/* Plays frames of a database. Every tenth tick, and when the goal changes suddenly, it searches for frames
 * that continue better towards the goal.
 *
 *     object   smoothed goal: critically damped springs, half life 0.25 s for the velocity and 0.3 s for the
 *              facing
 *     query    toes and hips of the present frame, path and facing of the object 20, 40 and 60 ticks ahead
 *     jump     to the nearest row if its cost is less than 0.9 of the cost of continuing
 *     root     moves as in the frame, and in addition towards the object by at most 0.2 of its own speed. The
 *              object stays within 0.25 m of the root.
 *
 * Clavet 2016; Holden et al. 2020; springs of Holden's "Spring-It-On", 2021. docs/lab/matching.md explains
 * the values.
 *
 * Units    metres, seconds, radians; world xz for positions, yaw 0 faces +Z.
 * Memory   plain and copyable: a copy continues bit by bit. A zeroed player must call _begin first.
 * Threads  the index is const.   Errors  none.
 */
#include "core/matching/search.h"

#define PD_MATCHING_PATH 6 /* samples of the frame's path: now, 10, ... 50 ticks later */

typedef struct pd_matching_goal {
    double velocity[2]; /* m/s, world */
    double facing;      /* yaw */
    bool jog;           /* searches the gate for jogging; if no entry passes it, the other gate */
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
    pd_matching_goal goal; /* goal of the last search */
    int entry;             /* entry of the present frame, and the track of its copy */
    int track;
    double part; /* 0 to 1: progress towards the next frame */
    int waited;  /* ticks since the last search */
    int jumps;   /* number of jumps so far */
    bool playing;
} pd_matching_player;

/* Result of a tick: the present pose, and the motion of the root until the next tick. */
typedef struct pd_matching_frame {
    pd_matching_pose pose;        /* in the root's frame, mirrored if the copy is */
    pd_matching_pose before;      /* after a jump: pose of the new source one tick ago */
    pd_matching_root before_root; /* root of the new source one tick ago, relative to the present root */
    bool jumped;
    double step[2], turn; /* motion of this tick: metres in the root's frame, radians */
    float contacts[PD_MATCHING_CONTACTS], gaits[PD_MATCHING_GAITS];
    double phase;                     /* radians, [0, 2 pi) */
    double path[PD_MATCHING_PATH][4]; /* x, z, facing x, z in the root frame of the next tick */
    /* cost of the best row and cost of continuing in this tick's search; -1: no search in this tick */
    float cost, going_on;
} pd_matching_frame;

/* Starts in the index's frame with the least motion. */
void pd_matching_player_begin(pd_matching_player *player, const pd_matching_root *root,
                              const pd_matching_index *index);

/* Advances by one tick towards the goal, from the character's present root. */
void pd_matching_player_step(pd_matching_frame *out, pd_matching_player *player, const pd_matching_goal *goal,
                             const pd_matching_root *root, const pd_matching_index *index);

#endif
