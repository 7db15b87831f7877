#include "factory/wardrobe/cut/cover.h"

#include "core/math/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int end_of(const pd_wardrobe_part *part)
{
    return part->first_face + part->face_count;
}

static int vertex_of(const pd_wardrobe_item *item, int face, int k)
{
    return item->corners[item->faces[3 * face + k]];
}

static const float *cover_rest_of(const pd_wardrobe_item *item, int vertex)
{
    return item->rest + 3 * (size_t)vertex;
}

static bool is_covered(const pd_wardrobe_item *item, const pd_wardrobe_part *outer, int vertex,
                       const float *normals)
{
    const float *x = cover_rest_of(item, vertex);
    const float *n = normals + 3 * vertex;
    float from[3], d[3];

    for (int c = 0; c < 3; c++) {
        from[c] = x[c] - PD_FACTORY_COVER_INSIDE * n[c];
        d[c] = (PD_FACTORY_COVER_INSIDE + PD_FACTORY_COVER_OUTSIDE) * n[c];
    }

    for (int f = outer->first_face; f < end_of(outer); f++) {
        const float t = pd_triangle_meet(from, d, cover_rest_of(item, vertex_of(item, f, 0)),
                                         cover_rest_of(item, vertex_of(item, f, 1)),
                                         cover_rest_of(item, vertex_of(item, f, 2)), NULL);
        if (t >= 0 && t <= 1) return true;
    }

    return false;
}

void pd_factory_cover_drop(pd_wardrobe_item *item, int part, const unsigned char *gone)
{
    pd_wardrobe_part *own = &item->parts[part];
    const int end = end_of(own);
    int kept = own->first_face;

    for (int f = kept; f < item->face_count; f++)
        if (f >= end || !gone[f])
            memmove(item->faces + 3 * kept++, item->faces + 3 * f, 3 * sizeof *item->faces);

    const int count = item->face_count - kept;
    item->face_count -= count;
    own->face_count -= count;
    for (int p = 0; p < item->part_count; p++)
        if (item->parts[p].first_face >= end) item->parts[p].first_face -= count;
}

/* Returns whether every vertex that is not covered is farther away than AROUND. */
static bool is_deep(const pd_wardrobe_item *item, int vertex, const unsigned char *bare)
{
    const float *x = cover_rest_of(item, vertex);

    for (int v = 0; v < item->vertex_count; v++) {
        if (!bare[v]) continue;
        const float *y = cover_rest_of(item, v);
        const float d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
        if (pd_dot3f(d, d) <= PD_FACTORY_COVER_AROUND * PD_FACTORY_COVER_AROUND) return false;
    }

    return true;
}

pd_status pd_factory_cover(pd_wardrobe_item *item, int outer, int inner, pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    const pd_wardrobe_part *under = &item->parts[inner];
    float *normals = calloc(3 * n, sizeof *normals);
    unsigned char *own = calloc(2 * n, 1);
    unsigned char *gone = calloc((size_t)item->face_count + 1, 1);

    if (!normals || !own || !gone) {
        free(normals);
        free(own);
        free(gone);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what is covered");
    }

    unsigned char *bare = own + n;

    /* (n,3) of the part's vertices, by area, of length 1; 0 elsewhere */
    for (int f = under->first_face; f < end_of(under); f++) {
        float normal[3];
        pd_triangle_normal(normal, cover_rest_of(item, vertex_of(item, f, 0)),
                           cover_rest_of(item, vertex_of(item, f, 1)),
                           cover_rest_of(item, vertex_of(item, f, 2)));
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) normals[3 * vertex_of(item, f, k) + c] += normal[c];
    }

    for (int v = 0; v < item->vertex_count; v++) {
        float *normal = normals + 3 * v;
        float length = sqrtf(pd_dot3f(normal, normal));
        for (int c = 0; c < 3; c++) normal[c] /= length > 0 ? length : 1;
    }

    for (int f = under->first_face; f < end_of(under); f++)
        for (int k = 0; k < 3; k++) own[vertex_of(item, f, k)] = 1;
    for (int v = 0; v < (int)n; v++) bare[v] = own[v] && !is_covered(item, &item->parts[outer], v, normals);
    for (int v = 0; v < (int)n; v++) own[v] = own[v] && is_deep(item, v, bare);
    for (int f = under->first_face; f < end_of(under); f++)
        gone[f] = own[vertex_of(item, f, 0)] && own[vertex_of(item, f, 1)] && own[vertex_of(item, f, 2)];
    pd_factory_cover_drop(item, inner, gone);
    free(normals);
    free(own);
    free(gone);

    return PD_OK;
}

/* Adds the normal of the skin below a vertex to out. */
static void add_skin_normal(float out[3], const pd_wardrobe_item *item, int vertex, const float *skin_normals)
{
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            out[c] +=
                item->anchor_weights[3 * vertex + k] * skin_normals[3 * item->anchors[3 * vertex + k] + c];
}

/* Returns whether the normal of a triangle points to the skin. */
static bool is_lining(const pd_wardrobe_item *item, int face, const float *skin_normals)
{
    const int v[3] = {vertex_of(item, face, 0), vertex_of(item, face, 1), vertex_of(item, face, 2)};
    float normal[3];
    float skin[3] = {0};

    pd_triangle_normal(normal, cover_rest_of(item, v[0]), cover_rest_of(item, v[1]),
                       cover_rest_of(item, v[2]));
    for (int k = 0; k < 3; k++) add_skin_normal(skin, item, v[k], skin_normals);
    const float lengths = sqrtf(pd_dot3f(normal, normal) * pd_dot3f(skin, skin));

    return pd_dot3f(normal, skin) < PD_FACTORY_COVER_TOWARDS_SKIN * lengths;
}

/* Writes for each vertex the number of the piece that it belongs to: the lowest vertex of those that
 * triangles which are not gone join. */
static void find_pieces(int *piece, const pd_wardrobe_item *item, const pd_wardrobe_part *part,
                        const unsigned char *gone)
{
    for (int v = 0; v < item->vertex_count; v++) piece[v] = v;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int f = part->first_face; f < end_of(part); f++) {
            if (gone[f]) continue;
            int lowest = item->vertex_count;
            for (int k = 0; k < 3; k++) {
                const int of = piece[vertex_of(item, f, k)];
                lowest = of < lowest ? of : lowest;
            }

            for (int k = 0; k < 3; k++) {
                int *of = &piece[vertex_of(item, f, k)];
                is_changed = is_changed || *of != lowest;
                *of = lowest;
            }
        }
    }
}

/* Returns the number of triangles of a piece, without those that are marked in gone; gone may be NULL. */
static int piece_size(const int *pieces, int piece, const pd_wardrobe_item *item,
                      const pd_wardrobe_part *part, const unsigned char *gone)
{
    int size = 0;
    for (int f = part->first_face; f < end_of(part); f++)
        size += !(gone && gone[f]) && pieces[vertex_of(item, f, 0)] == piece;
    return size;
}

/* Marks the triangles of small pieces that were parts of larger ones before others went. before, after: the
 * pieces then and now. */
static void drop_pieces(unsigned char *gone, const pd_wardrobe_item *item, const pd_wardrobe_part *part,
                        const int *before, const int *after)
{
    for (int f = part->first_face; f < end_of(part); f++) {
        const int v = vertex_of(item, f, 0);
        const int now = piece_size(after, after[v], item, part, gone);
        if (gone[f] || now >= PD_FACTORY_COVER_PIECE * part->face_count) continue;
        if (piece_size(before, before[v], item, part, NULL) == now) continue;
        for (int g = part->first_face; g < end_of(part); g++)
            if (after[vertex_of(item, g, 0)] == after[v]) gone[g] = 1;
    }
}

pd_status pd_factory_cover_lining(pd_wardrobe_item *item, int part, const float *skin_normals, pd_error *err)
{
    const pd_wardrobe_part *own = &item->parts[part];
    unsigned char *outer = calloc((size_t)item->vertex_count + 1, 1);
    unsigned char *gone = calloc((size_t)item->face_count + 1, 1);
    int *pieces = calloc(2 * (size_t)item->vertex_count + 1, sizeof *pieces);

    if (!outer || !gone || !pieces) {
        free(outer);
        free(gone);
        free(pieces);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for the lining");
    }

    int *after = pieces + item->vertex_count;

    /* Mark the triangles that face the skin, and then keep those at a vertex of another triangle. */
    find_pieces(pieces, item, own, gone);
    for (int f = own->first_face; f < end_of(own); f++) {
        gone[f] = is_lining(item, f, skin_normals);
        for (int k = 0; k < 3 && !gone[f]; k++) outer[vertex_of(item, f, k)] = 1;
    }

    for (int f = own->first_face; f < end_of(own); f++)
        for (int k = 0; k < 3; k++) gone[f] = gone[f] && !outer[vertex_of(item, f, k)];

    /* Pieces that only these triangles joined to the rest go with them. */
    find_pieces(after, item, own, gone);
    drop_pieces(gone, item, own, pieces, after);
    pd_factory_cover_drop(item, part, gone);
    free(outer);
    free(gone);
    free(pieces);

    return PD_OK;
}
