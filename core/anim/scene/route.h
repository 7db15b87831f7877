#ifndef PD_ANIM_SCENE_ROUTE_H
#define PD_ANIM_SCENE_ROUTE_H
/* Finds a path between two points of a scene around obstacles: walls, seats, and ground that is too steep to
 * step on.
 *
 * A cell of the grid is blocked if its distance from a wall or a seat is less than the obstacle's width plus
 * `keep`, or if the ground around it rises by more than PD_ANIM_ROUTE_STEP metres within two cells. A* (Hart,
 * Nilsson and Raphael 1968) finds the shortest 8-connected path:
 *
 *     f(c) = g(c) + h(c),   g: length of the path so far, metres,
 *         h = max(dx, dz) + (sqrt 2 - 1) min(dx, dz)
 *
 * Then the path is simplified: a cell remains a corner only if the straight line from the last corner to the
 * cell after it is not free. If an obstacle is closer than `keep` to an end of the path, the required
 * distance from it is that of the end. So a path can start beside a wall, but none leads into a wall.
 *
 * The grid covers both ends with a margin of PD_ANIM_ROUTE_MARGIN, in at most PD_ANIM_ROUTE_SIDE cells a
 * side, each at least 0.1 m wide.
 *
 * Spaces   world, metres, the xz plane.
 * Memory   scratch from the arena, which is restored: pd_anim_route_bytes, 0.7 MB.
 * Time     17 m among 64 walls take 0.3 ms of one core, 3 ms with heights; among 1,024 walls 6 ms. Twice that
 *          when a second search with `tight` follows.
 * Threads  pure.
 * Errors   none: returns false where no path exists, or when the arena has too little room.
 */
#include "core/anim/scene/scene.h"
#include "core/base/arena.h"

#include <stdbool.h>

#define PD_ANIM_ROUTE_SIDE   160
#define PD_ANIM_ROUTE_MARGIN 4.0
#define PD_ANIM_ROUTE_STEP   0.3 /* Largest step up, metres; where cells are wide, 1.2 of a cell. */
#define PD_ANIM_ROUTE_POINTS 24
/* Default `keep` for people, metres: slightly more than half their width with arms. */
#define PD_ANIM_ROUTE_KEEP   0.4
/* Default `tight`, metres: slightly more than wall_keep of core/character/control/control.h. */
#define PD_ANIM_ROUTE_TIGHT  0.32

typedef struct pd_anim_route {
    /* Corners of the path without the start. The last one is the goal,
     * unless the path has more corners than fit. */
    double points[PD_ANIM_ROUTE_POINTS][2];
    int count;
} pd_anim_route;

typedef struct pd_anim_route_job {
    const pd_anim_scene *scene; /* NULL: an empty scene on flat ground. */
    /* A seat to add to the scene, replacing a seat at the same position; NULL: none. */
    const pd_anim_seat *own;
    double from[2], to[2];
    double keep; /* Distance to keep from obstacles, metres. */
    /* Distance for a second search when the first finds no path; at most keep. 0: no second search. */
    double tight;
} pd_anim_route_job;

/* Returns the bytes of scratch that pd_anim_route_find takes. */
size_t pd_anim_route_bytes(void);
/* Finds the path and writes its corners to *out.
 * Returns false if there is none, or if scratch is too small. */
bool pd_anim_route_find(pd_anim_route *out, const pd_anim_route_job *job, pd_arena *scratch);

#endif
