#include "factory/wardrobe/made/tips.h"

#include "core/base/assert.h"
#include "factory/skin/texture.h"
#include "factory/wardrobe/bind/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CORNERS 4

/* A strip of lashes. Arrays have an element for each vertex of the item. */
typedef struct strip {
    const pd_wardrobe_item *item;
    const int *part; /* component of each triangle */
    int number;      /* component of the strip */
    double *angles;  /* sum of the angles of its triangles; 0: not on the strip */
    int *next; /* next vertex along the border, in the direction of the triangles; -1: not on the border */
    int *rows, *columns; /* steps over edges from the root, and from the side at the nose */
    int row_count, column_count;
} strip;

static const float *lashes_at(const strip *s, int vertex)
{
    return s->item->rest + 3 * (size_t)vertex;
}

static int vertex_of(const strip *s, int face, int k)
{
    return s->item->corners[s->item->faces[3 * face + k % 3]];
}

static double lashes_distance(const strip *s, int a, int b)
{
    const float *x = lashes_at(s, a);
    const float *y = lashes_at(s, b);
    return hypot(hypot((double)x[0] - (double)y[0], (double)x[1] - (double)y[1]),
                 (double)x[2] - (double)y[2]);
}

static bool has_edge(const strip *s, int from, int to)
{
    for (int f = 0; f < s->item->face_count; f++)
        for (int k = 0; s->part[f] == s->number && k < 3; k++)
            if (vertex_of(s, f, k) == from && vertex_of(s, f, k + 1) == to) return true;
    return false;
}

/* Finds the border and the angles of the strip. */
static void survey(strip *s)
{
    for (int v = 0; v < s->item->vertex_count; v++) {
        s->angles[v] = 0;
        s->next[v] = -1;
    }

    for (int f = 0; f < s->item->face_count; f++)
        for (int k = 0; s->part[f] == s->number && k < 3; k++) {
            const int v = vertex_of(s, f, k);
            const int w = vertex_of(s, f, k + 1);
            const int u = vertex_of(s, f, k + 2);
            const double a = lashes_distance(s, v, w);
            const double b = lashes_distance(s, v, u);
            const double c = lashes_distance(s, w, u);
            s->angles[v] += acos(fmax(-1, fmin(1, (a * a + b * b - c * c) / fmax(2 * a * b, 1e-30))));
            if (!has_edge(s, w, v)) s->next[v] = w;
        }
}

/* Finds the corners of the strip in the order of its border. Returns false if the border is not one loop of
 * at least four vertices. */
static bool find_corners(int out[CORNERS], const strip *s)
{
    int first = -1, length = 0, border = 0;

    for (int v = 0; v < s->item->vertex_count; v++)
        if (s->next[v] >= 0) {
            first = v;
            border++;
        }
    if (border < CORNERS) return false;

    /* Take the least angle, then the least of the others, and so on;
     * then put them in the order of the border. */
    int least[CORNERS];
    for (int c = 0; c < CORNERS; c++) {
        least[c] = -1;
        for (int v = 0; v < s->item->vertex_count; v++) {
            bool is_taken = s->next[v] < 0;
            for (int e = 0; e < c; e++) is_taken |= least[e] == v;
            if (!is_taken && (least[c] < 0 || s->angles[v] < s->angles[least[c]])) least[c] = v;
        }
    }

    int found = 0;
    int v = first;
    do {
        for (int c = 0; c < CORNERS; c++)
            if (least[c] == v && found < CORNERS) out[found++] = v;
        v = s->next[v];
        length++;
    } while (v != first && v >= 0 && length <= border);

    return found == CORNERS && length == border;
}

/* Returns the number of vertices from one corner to another along the border, both included, and their mean
 * of one coordinate. */
static int side(double *mean, const strip *s, int from, int to, int coordinate)
{
    int count = 1;
    double sum = fabs((double)lashes_at(s, from)[coordinate]);

    for (int v = from; v != to; count++) {
        v = s->next[v];
        sum += fabs((double)lashes_at(s, v)[coordinate]);
    }

    *mean = sum / count;

    return count;
}

/* Counts the steps over edges from the vertices of the side `from` to `to`.
 * Returns the number of different counts. */
static int step_lashes(int *steps, const strip *s, int from, int to)
{
    for (int v = 0; v < s->item->vertex_count; v++) steps[v] = -1;
    for (int v = from;; v = s->next[v]) {
        steps[v] = 0;
        if (v == to) break;
    }

    for (int round = 0;; round++) {
        bool more = false;
        for (int f = 0; f < s->item->face_count; f++)
            for (int k = 0; s->part[f] == s->number && k < 3; k++)
                for (int way = 1; way < 3; way++) {
                    const int v = vertex_of(s, f, k);
                    const int w = vertex_of(s, f, k + way);
                    if (steps[v] == round && steps[w] < 0) {
                        steps[w] = round + 1;
                        more = true;
                    }
                }
        if (!more) return round + 1;
    }
}

/* Numbers the rows from the root and the columns from the nose. Returns false if the strip is not a grid. */
static bool lashes_number(strip *s)
{
    int corner[CORNERS];
    double back[CORNERS], beside[CORNERS];
    int count[CORNERS];
    int all = 0;

    survey(s);
    if (!find_corners(corner, s)) return false;
    for (int c = 0; c < CORNERS; c++) {
        count[c] = side(&back[c], s, corner[c], corner[(c + 1) % CORNERS], 2);
        side(&beside[c], s, corner[c], corner[(c + 1) % CORNERS], 0);
    }

    const int along = count[0] > count[1] ? 0 : 1;
    const int across = 1 - along;
    if (count[along] != count[along + 2] || count[across] != count[across + 2]) return false;

    const int root = back[along] < back[along + 2] ? along : along + 2;
    const int nose = beside[across] < beside[across + 2] ? across : across + 2;
    s->row_count = step_lashes(s->rows, s, corner[root], corner[(root + 1) % CORNERS]);
    s->column_count = step_lashes(s->columns, s, corner[nose], corner[(nose + 1) % CORNERS]);
    for (int v = 0; v < s->item->vertex_count; v++) all += s->angles[v] > 0;

    return s->row_count == count[across] && s->column_count == count[along] &&
           all == s->row_count * s->column_count;
}

/* Sets the coordinates of the strip. uvs (vertex_count,2); grid (vertex_count): room for the vertex at each
 * row of each column. */
static bool comb(float *uvs, int *grid, strip *s)
{
    if (!lashes_number(s)) return false;
    for (int i = 0; i < s->row_count * s->column_count; i++) grid[i] = -1;
    for (int v = 0; v < s->item->vertex_count; v++)
        if (s->angles[v] > 0) grid[s->columns[v] * s->row_count + s->rows[v]] = v;
    for (int i = 0; i < s->row_count * s->column_count; i++)
        if (grid[i] < 0) return false; /* two vertices at one place of the grid */

    double whole = 0, done = 0;
    for (int c = 1; c < s->column_count; c++)
        whole += lashes_distance(s, grid[(c - 1) * s->row_count], grid[c * s->row_count]);
    for (int c = 0; c < s->column_count; c++) {
        const int *column = grid + c * s->row_count;
        double length = 0, reached = 0;
        if (c) done += lashes_distance(s, column[-s->row_count], column[0]);
        for (int r = 1; r < s->row_count; r++) length += lashes_distance(s, column[r - 1], column[r]);
        for (int r = 0; r < s->row_count; r++) {
            if (r) reached += lashes_distance(s, column[r - 1], column[r]);
            uvs[2 * column[r]] = (float)(done / fmax(whole, 1e-12));
            uvs[2 * column[r] + 1] = PD_FACTORY_LASH_ROOT + (PD_FACTORY_LASH_TIP - PD_FACTORY_LASH_ROOT) *
                                                                (float)(reached / fmax(length, 1e-12));
        }
    }

    return true;
}

pd_status pd_factory_lashes(pd_wardrobe_item *lashes, pd_error *err)
{
    const size_t n = (size_t)lashes->vertex_count;
    int *part = malloc(((size_t)lashes->face_count + 1) * sizeof *part);
    int *ints = malloc((4 * n + 1) * sizeof *ints);
    double *angles = malloc((n + 1) * sizeof *angles);
    float *uvs = calloc(2 * n + 1, sizeof *uvs);
    const int count = part ? pd_factory_components(part, lashes) : -1;
    pd_status status = ints && angles && uvs && count >= 0
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, lashes->name, "out of memory for its strips");

    for (int p = 0; p < count && status == PD_OK; p++) {
        strip s = {.item = lashes,
                   .part = part,
                   .number = p,
                   .angles = angles,
                   .next = ints,
                   .rows = ints + n,
                   .columns = ints + 2 * n};
        if (!comb(uvs, ints + 3 * n, &s))
            status = pd_fail(err, PD_ERR_FORMAT, lashes->name, "strip %d: not a grid of rows and columns", p);
    }

    for (int c = 0; c < lashes->corner_count && status == PD_OK; c++)
        memcpy(lashes->uvs + 2 * (size_t)c, uvs + 2 * (size_t)lashes->corners[c], 2 * sizeof *uvs);
    free(part);
    free(ints);
    free(angles);
    free(uvs);

    return status;
}
