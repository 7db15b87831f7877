#ifndef PD_CHARACTER_ACTION_SPACE_H
#define PD_CHARACTER_ACTION_SPACE_H
/* Personal space: makes walking characters avoid others that would come too near, and wait if there is no way
 * around.
 *
 * Among 29 sampled velocities around the requested one (14 directions, two speeds, and standing) each
 * character takes the one with the least cost:
 *
 *     cost(v)  = |v - v_asked| / s + KEEP |v - v_before| / s + sum over the others of danger
 *     danger   = integral over 3 s of NEAR SOON / (SOON + t) max(0, 1 - d(t) / D) dt
 *     d(t)     distance of the two after t seconds,  D: space, and ROOM_* more
 *
 * A body responds to its stick late. The response is modelled by two delays of LAG seconds in series: the
 * stick leads the intermediate velocity `drive`, and `drive` leads the velocity. d(t) is predicted with this
 * model for both characters. A neighbour that avoids others too is expected to do what it has decided.
 * Characters decide one after the other, so each one knows the decisions of those before it, and no share of
 * the avoidance needs to be assumed. Reciprocal velocity obstacles (van den Berg, Lin and Manocha 2008), from
 * which this method was developed, have to assume one.
 *
 * Actual motion differs from the prediction, by 9 cm after half a second. Therefore two characters may
 * approach each other no faster than the remaining distance in PUSH_S, the constraint of a velocity obstacle
 * with a short horizon (van den Berg, Guy, Lin and Manocha 2011):
 *
 *     (v_i - v_j) . n <= (d - least) / PUSH_S      n: unit vector from i to j, d: distance of the roots,
 *                                                  least: PUSH_LEAST or space
 *
 * The excess is subtracted from the steps of the roots: half of it from each of two that walk, all of it from
 * one whose neighbour stands. This push acts on the root as a wall does: the network sees that the root moves
 * less, and planted feet stay in place.
 *
 * A decision holds for HOLDS ticks. Characters decide in different ticks, by their indices.
 *
 * After WAITS seconds of waiting a character requires less space: after as many seconds more .6 of it, but
 * not less than LAST. It requires the full space again after it has walked as long. Otherwise standing people
 * with gaps slightly under twice `space` would block it for ever. The cost of standing also increases with
 * the wait: directly behind a standing person, a way around at 60 degrees from the requested one would
 * otherwise cost more than standing.
 *
 * Neighbours are found by a grid whose cells are as wide as the search radius: n characters take O(n), unless
 * they are all in a few cells.
 *
 * Units    metres, world, x and z; metres per second; a tick is 1/60 s.
 * Memory   neighbours: from the caller's arena, valid until it is reset. The state is plain and copyable.
 * Threads  neighbours are const after _init.   Errors   none.
 */
#include "core/base/arena.h"
#include "core/character/control/input.h"

#include <stdbool.h>

#define PD_CHARACTER_SPACE_MOST 3.0 /* metres */

/* Present state of a character. Characters of different companies ignore each other. */
typedef struct pd_character_neighbour {
    double at[2], velocity[2];
    /* m/s: velocity that its stick requests, and that velocity after the first delay (`drive` of its
     * pd_character_space). For a character that avoids nobody both are its velocity. */
    double wanted[2], drive[2];
    double own[2]; /* m/s: velocity of its root in the last frame, without the pushes of others */
    int company;
    bool yields; /* true: it avoids others itself */
} pd_character_neighbour;

typedef struct pd_character_neighbours {
    const pd_character_neighbour *people; /* (count) */
    int count;
    int *starts; /* (cells+1) first entry of each cell in `order`, by the cell's hash */
    int *order;  /* (count) indices of people, sorted by cell */
    unsigned cells;
} pd_character_neighbours;

/* State of a character between ticks. A zeroed state has no decision yet. */
typedef struct pd_character_space {
    double move[2];  /* the last decision: a stick in world axes */
    double drive[2]; /* m/s: velocity of that stick after the first delay of the body's response */
    int ticks;       /* ticks since that decision, 0: none yet */
    int waited;      /* ticks of waiting less ticks of walking */
} pd_character_space;

/* Returns the arena size for _init, bytes. */
size_t pd_character_neighbours_bytes(int count);
/* Builds the grid. `people` remains the caller's. */
void pd_character_neighbours_init(pd_character_neighbours *out, const pd_character_neighbour *people,
                                  int count, pd_arena *arena);
/* Changes input->move, which is in world axes, so that the character avoids others. space: metres between
 * centres; speed: m/s of the full stick. A stick at rest is not changed. */
void pd_character_space_step(pd_character_input *input, pd_character_space *state,
                             const pd_character_neighbours *all, int self, double space, double speed);

/* Computes the displacement by which near neighbours push a character's root in the next frame, metres, x and
 * z, for pd_character_trajectory.push. */
void pd_character_space_push(double out[2], const pd_character_neighbours *all, int self, double space);

#endif
