#include "core/anim/scene/route.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <stdlib.h>
#include <string.h>

#define CELL    0.1 /* metres: least width of a cell */
#define CELLS   (PD_ANIM_ROUTE_SIDE * PD_ANIM_ROUTE_SIDE)
#define CLOSER  0.01 /* metres by which the reduced distance is less than that of the nearer end */
#define SOLID   0.05 /* metres: an end nearer to the side of a wall or a seat is inside it */
#define SAME    0.3  /* metres: a seat of the scene nearer to the own seat is the own seat */
#define SLACK   0.04 /* metres by which a straight piece may be nearer to obstacles than its cells */
#define STEEP   1.2  /* largest rise over run from cell to cell, for wide cells */
#define NOWHERE 8    /* no direction */

/* A segment whose surroundings within `radius` are blocked. */
typedef struct obstacle {
    double from[2], to[2], radius;
} obstacle;

/* Grid and state of the search. Arrays have one element per cell, if not stated otherwise. */
typedef struct grid {
    const pd_anim_scene *scene;
    obstacle *obstacles; /* (obstacle_count) */
    int obstacle_count;
    int columns, rows;
    double x, z, cell,
        step;            /* position of the first cell's corner, width of a cell, largest step up: metres */
    float *way, *height; /* length of the path so far; height of the ground: metres */
    int *place;          /* index in the heap, -1: never in it */
    int *heap;           /* (heap_count) cells in the order of a binary heap by f */
    double *rank;        /* (heap_count) f of the heap's cells */
    unsigned char *from; /* direction from which the cell was reached; NOWHERE: not reached */
    bool *is_closed;     /* true: blocked */
    int heap_count;
} grid;

/* Steps to the neighbours of a cell: column, row. */
static const int around[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

/* ---- obstacles */

/* Returns the distance from a point to a segment. */
static double off_segment(const double from[2], const double to[2], const double at[2])
{
    double off[2];
    return pd_plane_off_segment(off, from, to, at);
}

/* Returns a number whose sign is the side of the line a-b on which c is. */
static double side_of(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Returns the distance between two segments, 0 if they cross. */
static double between_segments(const double a[2], const double b[2], const double c[2], const double d[2])
{
    if (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0) return 0;
    return pd_fmin(pd_fmin(off_segment(a, b, c), off_segment(a, b, d)),
                   pd_fmin(off_segment(c, d, a), off_segment(c, d, b)));
}

/* Writes the segment that represents a seat, and returns its half-width: the seat's rectangle with rounded
 * ends lies about its longer side. */
static double seat_segment(obstacle *out, const pd_anim_seat *s)
{
    double thick = pd_fmin(s->width, s->depth) / 2;
    double half = pd_fmax(s->width, s->depth) / 2 - thick;
    double along[2] = {pd_sin(s->facing), pd_cos(s->facing)};

    if (s->width > s->depth) pd_plane_turn(along, along, M_PI / 2);
    for (int c = 0; c < 2; c++) {
        out->from[c] = s->at[c] - half * along[c];
        out->to[c] = s->at[c] + half * along[c];
    }

    return thick;
}

/* Adds an obstacle with the distance to keep from it, reduced where an end of the path is nearer. Returns
 * false when the goal is in it. */
static bool add_obstacle(grid *g, obstacle o, double thick, const pd_anim_route_job *job)
{
    double nearest = pd_fmin(off_segment(o.from, o.to, job->from), off_segment(o.from, o.to, job->to));
    if (off_segment(o.from, o.to, job->to) < thick + SOLID) return false;

    o.radius = pd_fmin(thick + job->keep, nearest - CLOSER);
    if (o.radius > 0) g->obstacles[g->obstacle_count++] = o;
    return true;
}

/* Adds walls, other seats and the own seat. Returns false when the goal is inside one of them. */
static bool add_obstacles(grid *g, const pd_anim_route_job *job)
{
    bool good = true;

    obstacle o = {.radius = 0};
    for (int i = 0; good && job->scene && i < job->scene->wall_count; i++) {
        const pd_anim_wall *w = &job->scene->walls[i];
        memcpy(o.from, w->from, sizeof o.from);
        memcpy(o.to, w->to, sizeof o.to);
        good = add_obstacle(g, o, w->width, job);
    }

    /* A seat of the scene that is the own seat is added once, below. */
    for (int i = 0; good && job->scene && i < job->scene->seat_count; i++) {
        const pd_anim_seat *s = &job->scene->seats[i];
        if (job->own && pd_hypot(s->at[0] - job->own->at[0], s->at[1] - job->own->at[1]) < SAME) continue;
        double thick = seat_segment(&o, s);
        good = add_obstacle(g, o, thick, job);
    }

    if (good && job->own) {
        double thick = seat_segment(&o, job->own);
        good = add_obstacle(g, o, thick, job);
    }

    return good;
}

/* ---- cells */

static void middle_of(double out[2], const grid *g, int cell)
{
    const int column = cell % g->columns;
    const int row = cell / g->columns;
    out[0] = g->x + (column + 0.5) * g->cell;
    out[1] = g->z + (row + 0.5) * g->cell;
}

static int column_of(const grid *g, double x)
{
    return (int)pd_plane_clamp(floor((x - g->x) / g->cell), 0, g->columns - 1);
}

static int route_row_of(const grid *g, double z)
{
    return (int)pd_plane_clamp(floor((z - g->z) / g->cell), 0, g->rows - 1);
}

static int route_cell_of(const grid *g, const double at[2])
{
    return route_row_of(g, at[1]) * g->columns + column_of(g, at[0]);
}

static void close_cells(grid *g)
{
    int count = g->columns * g->rows;

    /* Block the cells within the radius of an obstacle. Only those in its bounding box are tested. */
    memset(g->is_closed, 0, (size_t)count * sizeof *g->is_closed);
    for (int i = 0; i < g->obstacle_count; i++) {
        const obstacle *o = &g->obstacles[i];
        int c0 = column_of(g, pd_fmin(o->from[0], o->to[0]) - o->radius);
        int c1 = column_of(g, pd_fmax(o->from[0], o->to[0]) + o->radius);
        int r0 = route_row_of(g, pd_fmin(o->from[1], o->to[1]) - o->radius);
        int r1 = route_row_of(g, pd_fmax(o->from[1], o->to[1]) + o->radius);
        for (int r = r0; r <= r1; r++)
            for (int c = c0; c <= c1; c++) {
                double at[2];
                middle_of(at, g, r * g->columns + c);
                if (off_segment(o->from, o->to, at) < o->radius) g->is_closed[r * g->columns + c] = true;
            }
    }

    /* Read the heights of the cells' centres. Flat ground blocks no cell. */
    if (!g->scene || !g->scene->ground.rows) return;
    for (int i = 0; i < count; i++) {
        double at[2];
        middle_of(at, g, i);
        g->height[i] = (float)pd_anim_scene_height(g->scene, at[0], at[1]);
    }

    /* Block the cells where the heights of the cell and its neighbours differ by more than a step. These are
     * up to two cells apart, because a ledge may be between the centres of two adjacent cells. */
    for (int i = 0; i < count; i++) {
        int column = i % g->columns;
        int row = i / g->columns;
        float low = INFINITY, high = -INFINITY;
        for (int r = row > 0 ? row - 1 : row; r <= row + 1 && r < g->rows; r++)
            for (int c = column > 0 ? column - 1 : column; c <= column + 1 && c < g->columns; c++) {
                low = pd_fminf(low, g->height[r * g->columns + c]);
                high = pd_fmaxf(high, g->height[r * g->columns + c]);
            }
        g->is_closed[i] |= (double)(high - low) > g->step;
    }
}

/* ---- A* */

static void heap_set(grid *g, int at, int cell, double rank)
{
    g->heap[at] = cell;
    g->rank[at] = rank;
    g->place[cell] = at;
}

static void heap_up(grid *g, int at, int cell, double rank)
{
    for (; at > 0 && g->rank[(at - 1) / 2] > rank; at = (at - 1) / 2)
        heap_set(g, at, g->heap[(at - 1) / 2], g->rank[(at - 1) / 2]);
    heap_set(g, at, cell, rank);
}

/* Removes and returns the cell of lowest rank. */
static int heap_take(grid *g)
{
    PD_ASSERT(g->heap_count > 0);
    int top = g->heap[0];
    int at = 0;
    int last = --g->heap_count;
    int cell = g->heap[last];
    double rank = g->rank[last];
    for (int next; (next = 2 * at + 1) < last; at = next) {
        if (next + 1 < last && g->rank[next + 1] < g->rank[next]) next++;
        if (g->rank[next] >= rank) break;
        heap_set(g, at, g->heap[next], g->rank[next]);
    }

    if (last) heap_set(g, at, cell, rank);

    return top;
}

/* Returns the length of the shortest path on the grid without obstacles, a lower bound for A*. */
static double octile(const grid *g, int a, int b)
{
    double dx = abs(a % g->columns - b % g->columns);
    double dz = abs(a / g->columns - b / g->columns);
    return g->cell * (pd_fmax(dx, dz) + (M_SQRT2 - 1) * pd_fmin(dx, dz));
}

/* Returns the neighbour of a cell in a direction; -1: outside the grid or blocked. */
static int neighbour(const grid *g, int cell, int direction)
{
    int c = cell % g->columns + around[direction][0];
    int r = cell / g->columns + around[direction][1];
    int next = r * g->columns + c;
    return c < 0 || c >= g->columns || r < 0 || r >= g->rows || g->is_closed[next] ? -1 : next;
}

/* Finds the shortest path between two cells by A*. Both ends may be blocked. g->from then leads back from
 * `to`. Returns false if there is no path. */
static bool search(grid *g, int from, int to)
{
    const int count = g->columns * g->rows;

    PD_ASSERT(from >= 0 && from < count && to >= 0 && to < count && g->heap_count == 0);

    /* Unblock both ends, because the character may stand close to an obstacle. */
    for (int i = 0; i < g->columns * g->rows; i++) {
        g->way[i] = INFINITY;
        g->place[i] = -1;
        g->from[i] = NOWHERE;
    }

    g->is_closed[from] = g->is_closed[to] = false;
    g->way[from] = 0;
    heap_up(g, g->heap_count++, from, octile(g, from, to));

    /* Expand cells in the order of f. */
    while (g->heap_count) {
        int cell = heap_take(g);
        if (cell == to) return true;
        for (int d = 0; d < 8; d++) {
            int next = neighbour(g, cell, d);
            float way = g->way[cell] + (float)(g->cell * (d < 4 ? 1 : M_SQRT2));
            if (next < 0 || way >= g->way[next]) continue;

            /* A cell that has left the heap keeps its old index, so the index is checked against the heap. */
            bool is_new =
                g->place[next] < 0 || g->place[next] >= g->heap_count || g->heap[g->place[next]] != next;
            g->way[next] = way;
            g->from[next] = (unsigned char)d;
            PD_ASSERT(g->heap_count < count || !is_new);
            heap_up(g, is_new ? g->heap_count++ : g->place[next], next, (double)way + octile(g, next, to));
        }
    }

    return false;
}

/* ---- simplification */

/* Returns whether the straight line from a to b is clear of obstacles and steps. */
static bool is_free(const grid *g, const double a[2], const double b[2])
{
    for (int i = 0; i < g->obstacle_count; i++)
        if (between_segments(a, b, g->obstacles[i].from, g->obstacles[i].to) < g->obstacles[i].radius - SLACK)
            return false;
    if (!g->scene || !g->scene->ground.rows) return true;

    /* Sample the ground once per cell. Heights two samples apart are compared, as close_cells does. */
    int steps = (int)ceil(pd_hypot(b[0] - a[0], b[1] - a[1]) / g->cell);
    double before = pd_anim_scene_height(g->scene, a[0], a[1]);
    double last = before;
    for (int i = 1; i <= steps; i++) {
        double at[2];
        pd_plane_mix(at, a, b, (double)i / steps);
        double now = pd_anim_scene_height(g->scene, at[0], at[1]);
        if (fabs(now - before) > g->step) return false;
        before = last;
        last = now;
    }

    return true;
}

/* Replaces the chain of cells from start to goal by few straight pieces, each as long as possible. */
static void pull_tight(pd_anim_route *out, const grid *g, const int *chain, int count,
                       const pd_anim_route_job *job)
{
    double at[2] = {job->from[0], job->from[1]};

    for (int i = 0; i < count - 1 && out->count < PD_ANIM_ROUTE_POINTS; out->count++) {
        double *to = out->points[out->count];
        int next = count - 1;
        for (;; next = i +
                       (next - i) / 2) { /* bisect, because a visible cell is rarely beyond one that is not */
            if (next == count - 1)
                memcpy(to, job->to, sizeof job->to);
            else
                middle_of(to, g, chain[next]);
            if (next <= i + 1 || is_free(g, at, to)) break;
        }

        /* The bisection may stop early: continue cell by cell while the line is free. */
        for (double farther[2]; next + 1 < count - 1; next++) {
            middle_of(farther, g, chain[next + 1]);
            if (!is_free(g, at, farther)) break;
            memcpy(to, farther, sizeof farther);
        }

        memcpy(at, to, sizeof at);
        i = next;
    }
}

size_t pd_anim_route_bytes(void)
{
    const size_t obstacles = PD_ANIM_SCENE_MAX_WALLS + PD_ANIM_SCENE_MAX_AREAS + 1;
    return pd_arena_bytes(obstacles, sizeof(obstacle)) + 2 * pd_arena_bytes(CELLS, sizeof(float)) +
           2 * pd_arena_bytes(CELLS, sizeof(int)) + pd_arena_bytes(CELLS, sizeof(double)) +
           pd_arena_bytes(CELLS, sizeof(unsigned char)) + pd_arena_bytes(CELLS, sizeof(bool));
}

static bool take_grid(grid *g, pd_arena *scratch)
{
    g->obstacles =
        pd_arena_take(scratch, PD_ANIM_SCENE_MAX_WALLS + PD_ANIM_SCENE_MAX_AREAS + 1, sizeof *g->obstacles);
    g->way = pd_arena_take(scratch, CELLS, sizeof *g->way);
    g->height = pd_arena_take(scratch, CELLS, sizeof *g->height);
    g->place = pd_arena_take(scratch, CELLS, sizeof *g->place);
    g->heap = pd_arena_take(scratch, CELLS, sizeof *g->heap);
    g->rank = pd_arena_take(scratch, CELLS, sizeof *g->rank);
    g->from = pd_arena_take(scratch, CELLS, sizeof *g->from);
    g->is_closed = pd_arena_take(scratch, CELLS, sizeof *g->is_closed);

    return g->obstacles && g->way && g->height && g->place && g->heap && g->rank && g->from && g->is_closed;
}

static bool find_route(pd_anim_route *out, grid *g, const pd_anim_route_job *job)
{
    g->obstacle_count = g->heap_count = 0;
    if (!add_obstacles(g, job)) return false;

    /* Often the straight line is free. */
    if (is_free(g, job->from, job->to)) {
        memcpy(out->points[0], job->to, sizeof job->to);
        out->count = 1;
        return true;
    }

    /* Make the grid: both ends and a margin, in at most PD_ANIM_ROUTE_SIDE cells a side. */
    double least[2], wide[2];
    for (int c = 0; c < 2; c++) {
        least[c] = pd_fmin(job->from[c], job->to[c]) - PD_ANIM_ROUTE_MARGIN;
        wide[c] = pd_fmax(job->from[c], job->to[c]) + PD_ANIM_ROUTE_MARGIN - least[c];
    }

    g->cell = pd_fmax(CELL, pd_fmax(wide[0], wide[1]) / PD_ANIM_ROUTE_SIDE);
    g->x = least[0];
    g->z = least[1];
    g->columns = (int)pd_plane_clamp(ceil(wide[0] / g->cell), 1, PD_ANIM_ROUTE_SIDE);
    g->rows = (int)pd_plane_clamp(ceil(wide[1] / g->cell), 1, PD_ANIM_ROUTE_SIDE);
    g->step = pd_fmax(PD_ANIM_ROUTE_STEP, STEEP * g->cell);
    close_cells(g);

    int from = route_cell_of(g, job->from);
    int to = route_cell_of(g, job->to);
    if (!search(g, from, to)) return false;

    /* Write the chain of cells from its end, into the memory of the heap, which is no longer needed. */
    int *chain = g->heap;
    int count = 0;
    for (int cell = to;; count++) {
        PD_ASSERT(count < CELLS && (cell == from || g->from[cell] < 8));
        chain[CELLS - 1 - count] = cell;
        if (cell == from) break;
        const int *back = around[g->from[cell]];
        cell -= back[1] * g->columns + back[0];
    }

    pull_tight(out, g, chain + CELLS - 1 - count, count + 1, job);

    return true;
}

/* Finds a path in metres of the world. */
static bool find_in_metres(pd_anim_route *out, const pd_anim_route_job *job, pd_arena *scratch)
{
    const size_t used = scratch->used;
    grid g = {.scene = job->scene, .cell = CELL, .step = PD_ANIM_ROUTE_STEP};

    out->count = 0;
    pd_anim_route_job again = *job;

    /* If there is no path with `keep`, try again with `tight`. */
    again.keep = job->tight;
    bool has_room = take_grid(&g, scratch);
    bool found = has_room && find_route(out, &g, job);
    if (!found && has_room && job->tight > 0) found = find_route(out, &g, &again);
    scratch->used = used;

    return found;
}

bool pd_anim_route_find(pd_anim_route *out, const pd_anim_route_job *job, pd_arena *scratch)
{
    const double unit = pd_anim_scene_unit(job->scene);
    if (!(unit < 1 || unit > 1)) return find_in_metres(out, job, scratch);

    /* A view of a scene: convert the request to metres, and the corners back. */
    pd_anim_scene scene;
    pd_anim_route_job metres = *job;
    pd_anim_seat own;

    pd_anim_scene_view(&scene, job->scene, 1);
    metres.scene = &scene;
    for (int k = 0; k < 2; k++) {
        metres.from[k] *= unit;
        metres.to[k] *= unit;
    }

    metres.keep *= unit;
    metres.tight *= unit;
    if (job->own) {
        own = *job->own;
        for (int k = 0; k < 2; k++) own.at[k] *= unit;
        own.width *= unit;
        own.depth *= unit;
        metres.own = &own;
    }

    const bool found = find_in_metres(out, &metres, scratch);
    for (int i = 0; i < out->count; i++)
        for (int k = 0; k < 2; k++) out->points[i][k] /= unit;

    return found;
}
