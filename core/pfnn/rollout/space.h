#ifndef PD_PFNN_SPACE_H
#define PD_PFNN_SPACE_H
/* Personal space: makes walking characters avoid others that would come too near, and wait if there is no way around.
 *
 * Among sampled velocities around the requested one (directions, two speeds, and standing) each character takes the one with the least cost:
 *
 *     cost(v) = |v - v_asked| / s + KEEP |v - v_before| / s + max over the others of danger(t)
 *     t       seconds until the centres of the two are nearer than `space` if both keep their velocities:
 *             |p + t u| = space,  p position of the other relative to this character,  u difference of their velocities
 *     danger  falls with t to 0 at the horizon; for others that are already too near it grows with the speed at which they come nearer
 *
 * This is the reciprocal velocity obstacle with sampled velocities (van den Berg, Lin and Manocha 2008): another character that also avoids is
 * expected to make half of the change, u = 2 v - v_own - v_other. Characters follow a stick with delay, so both are extrapolated by that delay. A
 * decision holds for some ticks; characters decide in different ticks, by their indices.
 *
 * After WAITS seconds of waiting a character requires less space, .6 of it after as many more, until it has walked as long: standing people with
 * gaps slightly under twice `space` would block it for ever. The cost of standing also increases with the wait: directly behind a standing person,
 * a way around at 60 degrees from the requested one would otherwise cost more than standing.
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
    double move[2]; /* the last decision: a stick in world axes */
    int ticks;      /* ticks since that decision, 0: none yet */
    int waited;     /* ticks of waiting less ticks of walking */
} pd_pfnn_space;

size_t pd_pfnn_neighbours_bytes(int count);
/* Builds the grid. `people` remains the caller's. */
void pd_pfnn_neighbours_init(pd_pfnn_neighbours *out, const pd_pfnn_neighbour *people, int count,
                             pd_arena *arena);
/* Changes input->move, which is in world axes. space: metres between centres; speed: m/s of the full stick. A stick at rest is not changed. */
void pd_pfnn_space_step(pd_pfnn_input *input, pd_pfnn_space *state, const pd_pfnn_neighbours *all, int self,
                        double space, double speed);

#endif
