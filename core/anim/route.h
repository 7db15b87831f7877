#ifndef PD_ANIM_ROUTE_H
#define PD_ANIM_ROUTE_H
/* A way from one place of a scene to another, round what stands between: walls, seats, and ground that is too steep to step on.
 *
 * Cells that are nearer to a wall or a seat than its width and `keep` are closed; so are those about which the ground rises by more
 * than PD_ANIM_ROUTE_STEP metres within two cells. A* (Hart, Nilsson and Raphael 1968) finds the shortest chain of neighbours, eight to a cell:
 *
 *     f(c) = g(c) + h(c),   g the metres so far,   h = max(dx, dz) + (sqrt 2 - 1) min(dx, dz)
 *
 * and the chain is pulled tight: of its cells those stay from which the last one that can be seen is gone to. What stands nearer to either end
 * than `keep` is kept off by as much as that end is: from beside a wall there is a way, into one there is none.
 *
 * The grid covers both ends and PD_ANIM_ROUTE_MARGIN around them in at most PD_ANIM_ROUTE_SIDE cells a side, of .1 m or more.
 *
 * Spaces   world, metres, the xz plane.
 * Memory   scratch from the arena, which is left as it was found: pd_anim_route_bytes (.7 MB). 17 m between 64 walls take .3 ms of one core,
 *          3 ms with heights, 6 between 1,024; twice that when it is tried again.
 * Threads  pure.
 * Errors   none: false where no way leads; without room in the arena false too.
 */
#include "core/anim/scene.h"
#include "core/base/arena.h"

#include <stdbool.h>

#define PD_ANIM_ROUTE_SIDE   160
#define PD_ANIM_ROUTE_MARGIN 4.0
#define PD_ANIM_ROUTE_STEP   0.3 /* metres; where cells are wide, 1.2 of one */
#define PD_ANIM_ROUTE_POINTS 24
#define PD_ANIM_ROUTE_KEEP   0.4  /* metres, for people: the arms' width and a little */
#define PD_ANIM_ROUTE_TIGHT  0.32 /* a little over wall_keep (core/pfnn/control.h)    */

typedef struct pd_anim_route {
    /* without the start; the last one is the goal, unless there are more corners than that */
    double points[PD_ANIM_ROUTE_POINTS][2];
    int count;
} pd_anim_route;

typedef struct pd_anim_route_job {
    const pd_anim_scene *scene; /* NULL: empty, on flat ground                                       */
    const pd_anim_seat *own;    /* NULL, or one that is not in the scene or replaces the one where it is */
    double from[2], to[2];
    double keep;  /* metres from whatever stands there                                          */
    double tight; /* ... where that leads nowhere; not more than keep, 0: it is not tried again */
} pd_anim_route_job;

size_t pd_anim_route_bytes(void);
bool pd_anim_route_find(pd_anim_route *out, const pd_anim_route_job *job, pd_arena *scratch);

#endif
