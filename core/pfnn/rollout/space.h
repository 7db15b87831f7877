#ifndef PD_PFNN_SPACE_H
#define PD_PFNN_SPACE_H
/* Personal space: a character that walks goes round others that would come too near, and waits where there is no way round.
 *
 * Of some velocities about the one asked for (directions, two paces, and standing) each takes the cheapest:
 *
 *     cost(v) = |v - v_asked| / s + KEEP |v - v_before| / s + max over the others of danger(t)
 *     t       seconds until the middles of the two are nearer than `space`, should both go on:
 *             |p + t u| = space,  p where the other is from here,  u the difference of their velocities
 *     danger  falls with t to 0 at the horizon; for others that are too near already it grows with how fast they come nearer
 *
 * That is the reciprocal velocity obstacle with sampled velocities (van den Berg, Lin and Manocha 2008): another that gives way too is
 * expected to make half of the change, u = 2 v - v_own - v_other. Characters follow a stick late, so both are looked at where they will be
 * by then. A decision holds for some ticks; characters decide in different ones, by their numbers.
 *
 * After WAITS seconds of waiting a character asks for less room, .6 of it after as many more, until it has walked as long: standing people that
 * leave gaps a little under twice `space` would hold it for ever. Standing on costs it more by then, too: right behind a standing person, a way
 * round at 60 degrees from the one asked for would otherwise cost more than to stand.
 *
 * Neighbours are found by a grid of cells as wide as they are looked for: n characters take O(n) as long as they are not all in one place.
 *
 * Units    metres, world, x and z; metres a second; a tick is 1/60 s.
 * Memory   neighbours: from the arena of the caller, valid until it is reset. The state is plain and copyable.
 * Errors   none.
 */
#include "core/base/arena.h"
#include "core/pfnn/input.h"

#include <stdbool.h>

#define PD_PFNN_SPACE_MOST 3.0 /* metres */

/* Where a character is now. Those of another company are not seen. */
typedef struct pd_pfnn_neighbour {
    double at[2], velocity[2];
    int company;
    bool yields; /* goes round others itself */
} pd_pfnn_neighbour;

typedef struct pd_pfnn_neighbours {
    const pd_pfnn_neighbour *people; /* (count) */
    int count;
    int *starts; /* (cells+1) of order, by the hash of a cell */
    int *order;  /* (count) of people                         */
    unsigned cells;
} pd_pfnn_neighbours;

/* What a character remembers. Zeroed: nothing yet. */
typedef struct pd_pfnn_space {
    double move[2]; /* the last decision: a stick in world axes */
    int ticks;      /* since then, 0: none yet                  */
    int waited;     /* ticks that it has waited, less those that it has walked */
} pd_pfnn_space;

size_t pd_pfnn_neighbours_bytes(int count);
/* people stays the caller's. */
void pd_pfnn_neighbours_init(pd_pfnn_neighbours *out, const pd_pfnn_neighbour *people, int count,
                             pd_arena *arena);
/* Changes input->move, which is in world axes. space: metres between middles; speed: m/s of the full stick. A stick at rest stays so. */
void pd_pfnn_space_step(pd_pfnn_input *input, pd_pfnn_space *state, const pd_pfnn_neighbours *all, int self,
                        double space, double speed);

#endif
