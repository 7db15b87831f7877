#include "core/rig/graph.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "core/base/disjoint.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CLIMB     0.75 /* per cell: on a ridge the distance increases by less */
#define LEAST     0.9  /* cells: least radius of a sphere */
#define CLEARANCE 0.5  /* of the smaller radius: least distance to the wall along an edge */
#define REACH     3.0  /* times the sum of radii: longest edge that is tried */

typedef struct ball {
    float radius;
    int x, y, z;
} ball;

/* Orders spheres by radius, the largest first, then by place, so that the order is always the same. */
static int by_radius(const void *a, const void *b)
{
    const ball *p = a;
    const ball *q = b;

    if (p->radius != q->radius) return p->radius < q->radius ? 1 : -1;
    if (p->z != q->z) return p->z - q->z;
    if (p->y != q->y) return p->y - q->y;

    return p->x - q->x;
}

/* ---- medial surface ---- */

/* Returns whether the cell is on the medial surface: the distance to the wall increases by less than CLIMB
 * towards each neighbour. */
static bool is_ridge(const pd_rig_volume *v, int x, int y, int z)
{
    const size_t row = (size_t)v->size[0];
    const size_t slice = row * (size_t)v->size[1];
    const float *here = v->distance + (size_t)z * slice + (size_t)y * row + (size_t)x;

    if (*here < (float)LEAST) return false;
    for (int c = -1; c <= 1; c++)
        for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++) {
                const double far = sqrt(a * a + b * b + c * c);
                const float there = here[c * (ptrdiff_t)slice + b * (ptrdiff_t)row + a];
                if (far > 0 && (double)(there - *here) > CLIMB * far) return false;
            }

    return true;
}

/* Lists the cells of the medial surface. NULL: out of memory. */
static ball *find_ridges(int *count, const pd_rig_volume *v)
{
    int room = 4096; /* doubled when full */
    ball *balls = malloc((size_t)room * sizeof *balls);

    *count = 0;
    for (int z = 1; balls && z < v->size[2] - 1; z++)
        for (int y = 1; balls && y < v->size[1] - 1; y++)
            for (int x = 1; balls && x < v->size[0] - 1; x++) {
                if (!is_ridge(v, x, y, z)) continue;
                if (*count == room) {
                    ball *more = realloc(balls, 2 * (size_t)room * sizeof *balls);
                    if (!more) {
                        free(balls);
                        return NULL;
                    }

                    balls = more;
                    room *= 2;
                }

                const size_t at =
                    ((size_t)z * (size_t)v->size[1] + (size_t)y) * (size_t)v->size[0] + (size_t)x;
                balls[(*count)++] = (ball){.radius = v->distance[at], .x = x, .y = y, .z = z};
            }

    return balls;
}

/* ---- spheres ---- */

/* Chooses spheres, widest first. A centre within `share` times the radius of an earlier sphere is skipped.
 * Returns their number; above PD_RIG_SPHERES: too many. */
static int pack_graph(pd_rig_graph *g, const pd_rig_volume *v, const ball *balls, int count, double share)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        double at[3];
        bool is_free = true;
        pd_rig_volume_middle(at, v, balls[i].x, balls[i].y, balls[i].z);
        for (int k = 0; k < kept && is_free; k++)
            is_free = pd_distance3(at, g->centres[k]) > share * fmax(g->radii[k], 1.2 * v->cell);
        if (!is_free) continue;
        if (kept == PD_RIG_SPHERES) return kept + 1;
        memcpy(g->centres[kept], at, sizeof at);
        g->radii[kept++] = (double)balls[i].radius * v->cell;
    }

    return kept;
}

/* ---- edges ---- */

/* Returns whether the diametral sphere of an edge contains no other centre. */
static bool is_gabriel(const pd_rig_graph *g, int i, int j)
{
    double middle[3];
    const double half = 0.5 * pd_distance3(g->centres[i], g->centres[j]);

    for (int c = 0; c < 3; c++) middle[c] = 0.5 * (g->centres[i][c] + g->centres[j][c]);
    for (int k = 0; k < g->count; k++)
        if (k != i && k != j && pd_distance3(middle, g->centres[k]) < half) return false;

    return true;
}

/* Joins two spheres: the shortest path between them is the straight one. */
static void set_edge(pd_rig_graph *g, int i, int j)
{
    PD_DEBUG_ASSERT(i != j && i >= 0 && i < g->count && j >= 0 && j < g->count);
    const size_t n = (size_t)g->count;
    const size_t a = (size_t)i * n + (size_t)j;
    const size_t b = (size_t)j * n + (size_t)i;
    g->lengths[a] = g->lengths[b] = (float)pd_distance3(g->centres[i], g->centres[j]);
    g->next[a] = (short)j;
    g->next[b] = (short)i;
}

/* Adds edges until all spheres are connected, then computes all shortest paths. */
static void connect(pd_rig_graph *g, const pd_rig_volume *v)
{
    PD_ASSERT(g->count >= 1 && g->count <= PD_RIG_SPHERES);
    const int n = g->count;
    const size_t count = (size_t)n;
    int parent[PD_RIG_SPHERES];

    /* Edges between near spheres that keep the clearance. */
    for (int i = 0; i < n; i++) parent[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double far = pd_distance3(g->centres[i], g->centres[j]);
            const double both = g->radii[i] + g->radii[j];
            if (far > REACH * both || (far > both && !is_gabriel(g, i, j))) continue;
            if (pd_rig_volume_along(v, g->centres[i], g->centres[j]) <
                CLEARANCE * fmin(g->radii[i], g->radii[j]))
                continue;
            set_edge(g, i, j);
            parent[pd_disjoint_find(parent, i)] = pd_disjoint_find(parent, j);
        }

    /* Join the components across their shortest gaps until there is one. */
    for (;;) {
        double least = INFINITY;
        int from = -1, to = -1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                if (pd_disjoint_find(parent, i) == pd_disjoint_find(parent, j)) continue;
                const double gap = pd_distance3(g->centres[i], g->centres[j]) - g->radii[i] - g->radii[j];
                if (gap < least) {
                    least = gap;
                    from = i;
                    to = j;
                }
            }
        if (from < 0) break;
        set_edge(g, from, to);
        parent[pd_disjoint_find(parent, from)] = pd_disjoint_find(parent, to);
    }

    /* Floyd-Warshall. */
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < count; i++) {
            const float to = g->lengths[i * count + k];
            if (to >= 1e9f) continue;
            for (size_t j = 0; j < count; j++)
                if (to + g->lengths[k * count + j] < g->lengths[i * count + j]) {
                    g->lengths[i * count + j] = to + g->lengths[k * count + j];
                    g->next[i * count + j] = g->next[i * count + k];
                }
        }
}

/* ---- ends ---- */

/* Finds the ends of limbs, the most prominent first. */
static void find_ends(pd_rig_graph *g)
{
    PD_ASSERT(g->count >= 1 && g->count <= PD_RIG_SPHERES && g->end_count == 0);
    const size_t n = (size_t)g->count;
    size_t centre = 0;
    float least[PD_RIG_SPHERES];
    float widest = 1e9f;

    /* Centre: the sphere whose farthest sphere is nearest. */
    for (size_t i = 0; i < n; i++) {
        float far = 0;
        for (size_t j = 0; j < n; j++) far = fmaxf(far, g->lengths[i * n + j]);
        if (far < widest) {
            widest = far;
            centre = i;
        }
    }

    /* A sphere within a shortest path from the centre is no end: from it a sphere 1.5 to 6 radii away lies
     * farther out, by more than 0.65 of the way to it. */
    for (size_t i = 0; i < n; i++) {
        const float *from = g->lengths + centre * n;
        const float *on = g->lengths + i * n;
        const float r = (float)g->radii[i];
        least[i] = from[i];
        for (size_t j = 0; j < n; j++)
            if (on[j] > 1.5f * r && on[j] < 6 * r && from[j] - from[i] > 0.65f * on[j]) {
                least[i] = 0;
                break;
            }
    }

    /* First the farthest from the centre, then the farthest from the centre and all ends so far. */
    for (int e = 0; e < PD_RIG_ENDS; e++) {
        size_t far = 0;
        for (size_t i = 1; i < n; i++)
            if (least[i] > least[far]) far = i;
        if (!(least[far] > 0)) return;
        g->ends[e] = (int)far;
        g->novelty[e] = (double)least[far];
        g->end_count++;
        for (size_t i = 0; i < n; i++) least[i] = fminf(least[i], g->lengths[far * n + i]);
    }
}

/* ---- graph ---- */

pd_status pd_rig_graph_init(pd_rig_graph *out, const pd_rig_volume *volume, pd_error *err)
{
    double share = 1;
    int count = 0;
    ball *balls = find_ridges(&count, volume);
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    if (!balls)
        status = pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for its medial surface");
    else if (!count)
        status = pd_fail(err, PD_ERR_INVALID, "mesh", "nothing lies inside of it; a solid body expected");

    /* The largest spheres come first. */
    if (status == PD_OK) {
        qsort(balls, (size_t)count, sizeof *balls, by_radius);
        out->centres = malloc(PD_RIG_SPHERES * sizeof *out->centres);
        out->radii = malloc(PD_RIG_SPHERES * sizeof *out->radii);
        out->medial = malloc((size_t)count * sizeof *out->medial);
        if (!out->centres || !out->radii || !out->medial)
            status = pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d spheres", count);
    }

    /* Increase the spacing until there are few enough spheres. */
    size_t n = 0;
    if (status == PD_OK) {
        for (int i = 0; i < count; i++)
            pd_rig_volume_middle(out->medial[i], volume, balls[i].x, balls[i].y, balls[i].z);
        out->medial_count = count;
        while ((out->count = pack_graph(out, volume, balls, count, share)) > PD_RIG_SPHERES) share *= 1.25;

        n = (size_t)out->count;
        out->lengths = malloc(n * n * sizeof *out->lengths);
        out->next = malloc(n * n * sizeof *out->next);
        if (!out->lengths || !out->next || !pd_tree_build(&out->medial_tree, out->medial[0], NULL, count, 0))
            status = pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %zu spheres", n);
    }

    if (status == PD_OK) {
        for (size_t i = 0; i < n * n; i++) {
            out->lengths[i] = i % (n + 1) ? 1e9f : 0;
            out->next[i] = -1;
        }

        connect(out, volume);
        find_ends(out);
    }

    free(balls);
    if (status != PD_OK) pd_rig_graph_deinit(out);

    return status;
}

void pd_rig_graph_deinit(pd_rig_graph *g)
{
    free(g->centres);
    free(g->radii);
    free(g->lengths);
    free(g->next);
    free(g->medial);
    pd_tree_deinit(&g->medial_tree);
    memset(g, 0, sizeof *g);
}
