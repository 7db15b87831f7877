#ifndef PD_PFNN_SPACE_H
#define PD_PFNN_SPACE_H
/* Personal space: makes walking characters avoid others that would come too near, and wait if there is no way around.
 *
 * Among 29 sampled velocities around the requested one (14 directions, two speeds, and standing) each character takes the one with the least cost:
 *
 *     cost(v)  = |v - v_asked| / s + KEEP |v - v_before| / s + sum over the others of danger
 *     danger   = integral over 3 s of NEAR SOON / (SOON + t) max(0, 1 - d(t) / D) dt
 *     d(t)     distance of the two after t seconds,  D: space, and ROOM_* more
 *
 * A character answers its stick late: a stick passes two delays of LAG seconds before it is the velocity. d(t) takes this into account for both, with
 * the velocity, the stick and what the body has taken in of it (`drive`). Another character that keeps a space too is expected to do what it has decided.
 * Characters decide one after the other, so each one reacts to the decisions of the others and no share of the avoidance needs to be assumed, unlike with
 * reciprocal velocity obstacles (van den Berg, Lin and Manocha 2008), which this method began with.
 *
 * Motion differs from what is predicted: half a second ahead by 9 cm. So what is left of the distance may be covered no faster than within PUSH_S,
 * as in the constraint of a velocity obstacle with so short a horizon (van den Berg, Guy, Lin and Manocha 2011):
 *
 *     (v_i - v_j) . n <= (d - least) / PUSH_S      n: unit vector from i to j, d: distance of the roots, least: PUSH_LEAST or space
 *
 * What exceeds this is taken off the root's own step, by half from each of two that walk, and in whole from one whose neighbour stands. The push acts on the root as a wall does:
 * the network sees that it moves less, and planted feet stay where they are.
 *
 * A decision holds for HOLDS ticks; characters decide in different ticks, by their indices.
 *
 * After WAITS seconds of waiting a character requires less space, .6 of it after as many more but not less than LAST, until it has walked as long:
 * standing people with gaps slightly under twice `space` would block it for ever. The cost of standing also increases with the wait: directly behind a
 * standing person, a way around at 60 degrees from the requested one would otherwise cost more than standing.
 *
 * Neighbours are found by a grid whose cells are as wide as the search radius: n characters take O(n) unless all are in one place.
 *
 * Units    metres, world, x and z; metres per second; a tick is 1/60 s.
 * Memory   neighbours: from the caller's arena, valid until it is reset. The state is plain and copyable.
 * Threads  neighbours are const after _init.   Errors   none.
 */
#include "core/base/arena.h"
#include "core/pfnn/input.h"

#include <stdbool.h>

#define PD_PFNN_SPACE_MOST 3.0 /* metres */

/* Present state of a character. Characters of different companies ignore each other. */
typedef struct pd_pfnn_neighbour {
    double at[2], velocity[2];
    /* m/s: the velocity that its stick asks for, and how much of that its body has taken in (`drive` of its pd_pfnn_space). A character that
     * avoids nobody has its velocity in both. */
    double wanted[2], drive[2];
    double own[2]; /* m/s: velocity of its root in the last frame, without what others pushed it by */
    int company;
    bool yields; /* avoids others itself */
} pd_pfnn_neighbour;

typedef struct pd_pfnn_neighbours {
    const pd_pfnn_neighbour *people; /* (count) */
    int count;
    int *starts; /* (cells+1) first entry of each cell in `order`, by the cell's hash */
    int *order;  /* (count) indices of people, sorted by cell */
    unsigned cells;
} pd_pfnn_neighbours;

/* State of a character between ticks. Zeroed: no decision yet. */
typedef struct pd_pfnn_space {
    double move[2];  /* the last decision: a stick in world axes */
    double drive[2]; /* m/s: the velocity of that stick after the first delay of the body's answer */
    int ticks;       /* ticks since that decision, 0: none yet */
    int waited;      /* ticks of waiting less ticks of walking */
} pd_pfnn_space;

size_t pd_pfnn_neighbours_bytes(int count);
/* Builds the grid. `people` remains the caller's. */
void pd_pfnn_neighbours_init(pd_pfnn_neighbours *out, const pd_pfnn_neighbour *people, int count,
                             pd_arena *arena);
/* Changes input->move, which is in world axes. space: metres between centres; speed: m/s of the full stick. A stick at rest is not changed. */
void pd_pfnn_space_step(pd_pfnn_input *input, pd_pfnn_space *state, const pd_pfnn_neighbours *all, int self,
                        double space, double speed);

/* Computes the way by which others at arm's length push a character's root in the next frame, metres, x and z: pd_pfnn_trajectory.push. */
void pd_pfnn_space_push(double out[2], const pd_pfnn_neighbours *all, int self, double space);

#endif
