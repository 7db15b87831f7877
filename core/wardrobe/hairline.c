#include "core/wardrobe/hairline.h"

#include "core/base/assert.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Triangles' directed edges by their first vertex, and what is found with them. */
typedef struct outline {
    int *start, *ends;         /* edges from i to ends[start[i]] .. ends[start[i + 1] - 1] */
    int *sheet;                /* (n) a vertex of the same connected part, the same for all once found */
    int *sizes, *border_sizes; /* (n) by that vertex */
    float *highest;            /* (n) by that vertex: the highest v on the border */
    unsigned char *is_border;  /* (n) */
} outline;

static int vertex_of(const pd_wardrobe_item *hair, int face, int k)
{
    return hair->corners[hair->faces[3 * face + k]];
}

/* The vertex that stands for the connected part of i. */
static int find_sheet(int *sheet, int i)
{
    while (sheet[i] != i) i = sheet[i] = sheet[sheet[i]];
    return i;
}

static bool has_edge(const outline *o, int from, int to)
{
    for (int e = o->start[from]; e < o->start[from + 1]; e++)
        if (o->ends[e] == to) return true;
    return false;
}

static bool touches_border(const outline *o, int i)
{
    for (int e = o->start[i]; e < o->start[i + 1]; e++)
        if (o->is_border[o->ends[e]]) return true;
    return false;
}

/* Lists the edges, joins the connected parts and marks the borders. */
static void find_borders(outline *o, const pd_wardrobe_item *hair)
{
    const int n = hair->vertex_count;

    for (int i = 0; i < n; i++) o->sheet[i] = i;

    /* Edges in the order of their first vertex: counted one place ahead,
     * and moved back while they are filled in. */
    for (int f = 0; f < hair->face_count; f++)
        for (int k = 0; k < 3; k++) o->start[vertex_of(hair, f, k) + 1]++;
    for (int i = 0; i < n; i++) o->start[i + 1] += o->start[i];
    for (int f = 0; f < hair->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const int a = vertex_of(hair, f, k);
            const int b = vertex_of(hair, f, (k + 1) % 3);
            o->ends[--o->start[a + 1]] = b;
            o->sheet[find_sheet(o->sheet, a)] = find_sheet(o->sheet, b);
        }
    for (int i = 0; i < n; i++) o->start[i] = o->start[i + 1];
    o->start[n] = 3 * hair->face_count;

    /* A border has no triangle on its other side. */
    for (int a = 0; a < n; a++)
        for (int e = o->start[a]; e < o->start[a + 1]; e++)
            if (!has_edge(o, o->ends[e], a)) o->is_border[a] = o->is_border[o->ends[e]] = 1;
    for (int i = 0; i < n; i++) {
        const int sheet = find_sheet(o->sheet, i);
        o->sizes[sheet]++;
        o->border_sizes[sheet] += o->is_border[i];
    }
}

pd_status pd_wardrobe_soften_hairline(pd_wardrobe_item *hair, pd_error *err)
{
    const size_t n = (size_t)hair->vertex_count;
    const size_t edges = 3 * (size_t)hair->face_count;

    PD_ASSERT(hair->slot == PD_WARDROBE_HAIR);
    outline o = {.start = calloc(n + 2, sizeof *o.start),
                 .ends = malloc((edges + 1) * sizeof *o.ends),
                 .sheet = malloc((n + 1) * sizeof *o.sheet),
                 .sizes = calloc(n + 1, sizeof *o.sizes),
                 .border_sizes = calloc(n + 1, sizeof *o.border_sizes),
                 .highest = calloc(n + 1, sizeof *o.highest),
                 .is_border = calloc(n + 1, 1)};
    const bool good = o.start && o.ends && o.sheet && o.sizes && o.border_sizes && o.highest && o.is_border;

    if (good) find_borders(&o, hair);
    for (size_t c = 0; good && c < (size_t)hair->corner_count; c++) {
        const int i = hair->corners[c];
        const int sheet = find_sheet(o.sheet, i);
        if (o.is_border[i]) o.highest[sheet] = fmaxf(o.highest[sheet], hair->uvs[2 * c + 1]);
    }

    for (size_t c = 0; good && c < (size_t)hair->corner_count; c++) {
        const int i = hair->corners[c];
        const int sheet = find_sheet(o.sheet, i);
        float *v = &hair->uvs[2 * c + 1];
        if (3 * o.border_sizes[sheet] >= o.sizes[sheet] || o.highest[sheet] >= PD_WARDROBE_HAIR_TIP_V)
            continue;
        if (o.is_border[i])
            *v = 1;
        else if (touches_border(&o, i))
            *v = fmaxf(*v, PD_WARDROBE_HAIR_TIP_V);
    }

    free(o.start);
    free(o.ends);
    free(o.sheet);
    free(o.sizes);
    free(o.border_sizes);
    free(o.highest);
    free(o.is_border);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, hair->name, "out of memory for its edges");
}
