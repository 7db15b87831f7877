#include "factory/wardrobe/cut/pierce.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define START 1e-4f /* metres from the vertex */
#define LEAN  0.2f  /* cosine of the normal and a direction in which a point is seen */
#define FOLD  0.3f  /* metres: wider than the part of a body that another one sinks into */

/* Origin of a triangle of cloth. */
typedef struct cloth_face {
    pd_wardrobe_slot slot;
    uint16_t corners[3];
    bool is_skin; /* its vertices, or some, are the skin's own, pressed into it: scalp that is hair's */
} cloth_face;

/* Triangles of cloth, or of the skin, which have no `from`. */
typedef struct layer {
    float *triangles; /* (count,9) */
    cloth_face *from;
    int count;
    pd_triangle_tree tree;
} layer;

/* Adds the triangles of an item that are seen. worn: positions of its corners; NULL: as the wearer has them.
 * `covered` marks what lies below other items. Returns false when memory ran out. */
static bool add_item(layer *g, const pd_wardrobe_item *item, const pd_wardrobe_wearer *wearer,
                     const float *worn, const unsigned char *covered)
{
    const size_t room = (size_t)(g->count + item->face_count);
    const size_t n = (size_t)item->vertex_count;
    const size_t m = (size_t)item->corner_count;
    float *block = malloc((6 * n + 3 * m) * sizeof *block);
    uint16_t *faces = malloc(3 * (size_t)item->face_count * sizeof *faces);
    float *triangles = realloc(g->triangles, 9 * room * sizeof *triangles);

    if (triangles) g->triangles = triangles;
    cloth_face *from = realloc(g->from, room * sizeof *from);
    if (from) g->from = from;
    const bool good = block && faces && triangles && from;

    /* Dress the item, then copy the visible triangles of each part with their origin. */
    if (good && !worn) pd_wardrobe_dress(block + 6 * n, NULL, item, wearer, block);
    const float *at = worn ? worn : block + 6 * n;
    for (int p = 0; good && p < item->part_count; p++) {
        const int seen = pd_wardrobe_seen_part(faces, item, &item->parts[p], covered);
        for (int i = 0; i < 3 * seen; i++)
            memcpy(g->triangles + 9 * (size_t)g->count + 3 * (size_t)i, at + 3 * (size_t)faces[i],
                   3 * sizeof *at);
        for (int f = 0; f < seen; f++) {
            const uint16_t *v = faces + 3 * (size_t)f;
            cloth_face *from_here = &g->from[g->count + f];
            *from_here = (cloth_face){item->slot, {v[0], v[1], v[2]}, false};
            /* A cut gives a triangle of scalp corners between the skin's vertices, but not three. */
            for (int k = 0; k < 3; k++) {
                const uint16_t *a = item->anchors + 3 * (size_t)item->corners[v[k]];
                from_here->is_skin |= a[0] == a[1] && a[1] == a[2];
            }
        }

        g->count += seen;
    }

    free(block);
    free(faces);

    return good;
}

static void free_layer(layer *g)
{
    pd_triangle_tree_deinit(&g->tree);
    free(g->triangles);
    free(g->from);
}

/* The nearest triangle that is met within a distance and looks the way of `sign` at the ray; -1: none. */
static float cast(int *which, const layer *g, const float from[3], const float along[3], float sign,
                  float farthest)
{
    float far = -1;
    const pd_triangle_line line = {.from = {from[0], from[1], from[2]},
                                   .along = {along[0], along[1], along[2]},
                                   .nearest = START,
                                   .farthest = farthest,
                                   .sign = sign};
    const int found = pd_triangle_tree_meet(&far, &g->tree, &line);

    if (found >= 0) *which = found;

    return far;
}

/* Makes the layer of the whole skin, unless it is made already. */
static bool fill_body(layer *body, const pd_factory_pierce_job *job)
{
    const pd_smpl_data *d = &job->wearer->model->data;

    if (body->count) return true;
    body->triangles = malloc(9 * (size_t)d->face_count * sizeof *body->triangles);
    for (size_t i = 0; body->triangles && i < 3 * (size_t)d->face_count; i++)
        memcpy(body->triangles + 3 * i, job->skin + 3 * (size_t)d->faces[i], 3 * sizeof *body->triangles);
    body->count = d->face_count;

    return body->triangles && pd_triangle_tree_build(&body->tree, body->triangles, body->count);
}

/* Tells whether a point lies inside of the body:
 * the ray along a direction leaves the body before it enters any. */
static bool is_inside(const layer *body, const float at[3], const float along[3])
{
    int which;
    const float left = cast(&which, body, at, along, 1, FOLD);
    const float entered = cast(&which, body, at, along, -1, FOLD);
    return left >= 0 && (entered < 0 || left < entered);
}

/* Tells whether a point of the skin can be seen: of 26 directions, of which those are looked along that its
 * normal leans to, a quarter meet no skin. Inner sides of lids, nose and mouth cannot. */
static bool is_visible(const layer *body, const float at[3], const float normal[3])
{
    int which;
    int open = 0, tried = 0;

    for (int d = 0; d < 27; d++) {
        float along[3] = {(float)(d % 3 - 1), (float)(d / 3 % 3 - 1), (float)(d / 9 - 1)};
        const float length = sqrtf(pd_dot3f(along, along));
        if (!(pd_dot3f(along, normal) > LEAN * length)) continue;
        for (int c = 0; c < 3; c++) along[c] /= length;
        tried++;
        open += cast(&which, body, at, along, -1, FOLD) < 0;
    }

    return 4 * open >= tried;
}

/* A point of the skin, of a vertex or of the middle of a triangle that begins with it. */
typedef struct skin_point {
    float at[3], normal[3];
    int vertex;
    bool is_middle;
} skin_point;

/* Counts a point; *is_met: cloth is over or under it. Returns false when memory ran out. */
static bool look_pierce(bool *is_met, pd_factory_pierced *out, const pd_factory_pierce_job *job,
                        const layer *g, layer *body, const skin_point *p)
{
    float inward[3];
    int over = 0, under = 0, skin = 0;

    for (int c = 0; c < 3; c++) inward[c] = -p->normal[c];
    PD_ASSERT(p->vertex >= 0 && p->vertex < job->wearer->model->data.vertex_count);
    out->seen++;

    /* outward cloth is met from within: the ray and its normal look the same way */
    const float above = cast(&over, g, p->at, p->normal, 1, PD_WARDROBE_PIERCE_DEPTH);
    *is_met = above >= 0;
    if (*is_met) {
        out->covered++;
        return true;
    }

    /* Inward, the outer side of cloth. */
    const float below = cast(&under, g, p->at, inward, -1, PD_WARDROBE_PIERCE_DEPTH);
    if (below < 0) return true;

    /* Only cloth inside of the body counts, of skin that can be seen, and no scalp. */
    if (!fill_body(body, job)) return false;
    const float left = cast(&skin, body, p->at, inward, 1, PD_WARDROBE_PIERCE_DEPTH);
    if (left >= 0 && left < below) return true;
    *is_met = true;
    if (g->from[under].is_skin || is_inside(body, p->at, p->normal) || !is_visible(body, p->at, p->normal))
        return true;

    /* Note the point, as long as there is room. */
    if (job->hits && out->pierced < job->hit_most) {
        const cloth_face *f = &g->from[under];
        job->hits[out->pierced] = (pd_wardrobe_hit){.vertex = p->vertex,
                                                    .is_middle = p->is_middle,
                                                    .depth = below,
                                                    .slot = f->slot,
                                                    .corners = {f->corners[0], f->corners[1], f->corners[2]}};
    }

    out->pierced++;
    out->deepest = fmaxf(out->deepest, below);

    return true;
}

pd_status pd_factory_pierce(pd_factory_pierced *out, unsigned char *touched, const pd_factory_pierce_job *job,
                            pd_error *err)
{
    const pd_wardrobe *w = job->wardrobe;
    const pd_wardrobe_outfit *outfit = job->outfit;
    const pd_smpl_data *d = &job->wearer->model->data;
    const size_t v = (size_t)d->vertex_count;
    layer g = {0}, body = {0};
    unsigned char *marks = malloc(2 * v);
    unsigned char *drawn = marks ? marks + v : NULL;
    uint32_t *faces = malloc(3 * (size_t)d->face_count * sizeof *faces);
    bool good = marks && faces;

    /* The cloth of all slots but the face's, and a tree of it. */
    *out = (pd_factory_pierced){0};
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT && good; s++) {
        if (outfit->items[s] < 0 || pd_wardrobe_slot_is_face((pd_wardrobe_slot)s)) continue;
        pd_wardrobe_covered(marks, w, outfit, (pd_wardrobe_slot)s, d->vertex_count);
        good = add_item(&g, &w->items[outfit->items[s]], job->wearer, job->worn ? job->worn[s] : NULL, marks);
    }

    good = good && pd_triangle_tree_build(&g.tree, g.triangles, g.count);
    if (good) {
        const int seen =
            pd_wardrobe_seen_faces(faces, marks, w, outfit, NULL, d->faces, d->face_count, d->vertex_count);
        memset(drawn, 0, v);
        for (int i = 0; i < 3 * seen; i++) drawn[faces[i]] = 1;
        for (size_t i = 0; i < v; i++) {
            skin_point p = {.vertex = (int)i};
            memcpy(p.at, job->skin + 3 * i, sizeof p.at);
            memcpy(p.normal, job->normals + 3 * i, sizeof p.normal);
            bool is_met = false;
            if (good && drawn[i] && (!job->among || job->among[i]))
                good = look_pierce(&is_met, out, job, &g, &body, &p);
            if (touched) touched[i] = is_met;
        }

        /* the middles of the triangles of which all corners are looked at */
        for (int f = 0; good && job->has_middles && f < seen; f++) {
            const uint32_t *face = faces + 3 * (size_t)f;
            skin_point p = {.vertex = (int)face[0], .is_middle = true};
            float square = 0;
            if (job->among && !(job->among[face[0]] && job->among[face[1]] && job->among[face[2]])) continue;
            for (int c = 0; c < 3; c++) {
                for (int k = 0; k < 3; k++) {
                    p.at[c] += job->skin[3 * (size_t)face[k] + (size_t)c] / 3;
                    p.normal[c] += job->normals[3 * (size_t)face[k] + (size_t)c];
                }

                square += p.normal[c] * p.normal[c];
            }

            for (int c = 0; c < 3 && square > 0; c++) p.normal[c] /= sqrtf(square);
            bool is_met;
            good = look_pierce(&is_met, out, job, &g, &body, &p);
        }
    }

    free_layer(&g);
    free_layer(&body);
    free(marks);
    free(faces);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a tree of cloth");
}
