#include "core/wardrobe/export/rig_fit.h"

#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of skin through all 76 outfits and shoes, of 4.5 million on 4 bodies in 20 poses each (posedctl
 * wardrobe --pierced --rig): 99 with these constants, 237 with a DEPTH of 0. */
#define DEPTH  0.004f /* metres */
#define FADE   0.02f  /* metres */
#define REACH  0.04f  /* metres: cloth farther from the skin does not cover it */
#define ROUNDS 8      /* of the distances: FADE is at most so many edges of the skin */

static float smoothstep(float t)
{
    t = fminf(fmaxf(t, 0), 1);
    return t * t * (3 - 2 * t);
}

/* ---- distances along the skin ---- */

/* Shortens the distances of both ends of an edge by way of each other.
 * Returns whether one of them changed. */
static bool relax(float *far, const float *skin, size_t a, size_t b)
{
    if (far[a] == far[b]) return false;
    const float edge[3] = {skin[3 * a] - skin[3 * b], skin[3 * a + 1] - skin[3 * b + 1],
                           skin[3 * a + 2] - skin[3 * b + 2]};
    const float length = sqrtf(pd_dot3f(edge, edge));
    const float before = far[a] + far[b];
    far[a] = fminf(far[a], far[b] + length);
    far[b] = fminf(far[b], far[a] + length);

    return !(far[a] + far[b] >= before);
}

/* Spreads distances along the edges of triangles (count,3), after Bellman and Ford. far (V): 0 where they
 * begin, else INFINITY. Those of `most` or more need not be exact. */
static void spread_rig_fit(float *far, const float *skin, const uint32_t *triangles, int count, float most)
{
    bool is_moving = true;

    for (int round = 0; round < ROUNDS && is_moving; round++) {
        is_moving = false;
        for (int t = 0; t < count; t++) {
            /* Forth and back, which takes fewer rounds. */
            const uint32_t *v = triangles + 3 * (size_t)(round % 2 ? count - 1 - t : t);
            if (far[v[0]] >= most && far[v[1]] >= most && far[v[2]] >= most) continue;
            for (int k = 0; k < 3; k++) is_moving |= relax(far, skin, v[k], v[(k + 1) % 3]);
        }
    }
}

/* ---- skin ---- */

/* Working data of _skin. Arrays are (V) unless a shape is given. */
typedef struct fitting {
    const pd_wardrobe_rig_cover *cover;
    unsigned char *block;   /* memory of the next three */
    unsigned char *touched; /* 1: hidden, or an anchor of the item                  */
    unsigned char *near;    /* 1: has a triangle that is partly seen and touched    */
    unsigned char *covered; /* 1: seen, below cloth                                 */
    float *far;             /* d                                                    */
    float *cloth;           /* (cloth_count,9) triangles of the item over near skin */
    uint32_t *ring;         /* (ring_count,3) triangles of the skin with a covered vertex */
    int cloth_count, ring_count;
} fitting;

static bool fitting_init(fitting *f, const pd_wardrobe_rig_cover *cover)
{
    const size_t v = (size_t)cover->data->vertex_count;

    *f = (fitting){.cover = cover,
                   .block = calloc(3, v),
                   .far = malloc(v * sizeof *f->far),
                   .cloth = malloc(9 * (size_t)cover->face_count * sizeof *f->cloth + 1),
                   .ring = calloc(3 * (size_t)cover->data->face_count, sizeof *f->ring)};
    f->touched = f->block;
    f->near = f->block + v;
    f->covered = f->block + 2 * v;

    return f->block && f->far && f->cloth && f->ring;
}

static void fitting_deinit(fitting *f)
{
    free(f->block);
    free(f->far);
    free(f->cloth);
    free(f->ring);
}

/* Finds the skin at which a ray can meet the item, and the item's triangles over it. */
static void find_near(fitting *f)
{
    const pd_wardrobe_rig_cover *c = f->cover;
    const pd_wardrobe_item *item = c->item;

    memcpy(f->touched, c->hidden, (size_t)c->data->vertex_count);
    for (size_t a = 0; a < 3 * (size_t)item->vertex_count; a++) f->touched[item->anchors[a]] = 1;

    /* Skin around the edges of what is hidden, and around anchors. */
    for (int t = 0; t < c->data->face_count; t++) {
        const uint32_t *v = c->data->faces + 3 * (size_t)t;
        if (c->hidden[v[0]] && c->hidden[v[1]] && c->hidden[v[2]]) continue;
        if (!f->touched[v[0]] && !f->touched[v[1]] && !f->touched[v[2]]) continue;
        f->near[v[0]] = f->near[v[1]] = f->near[v[2]] = 1;
    }

    /* Cloth that has an anchor there. */
    for (int t = 0; t < c->face_count; t++) {
        const uint16_t *corners = c->faces + 3 * (size_t)t;
        bool is_near = false;
        for (size_t k = 0; k < 9; k++)
            is_near |= f->near[item->anchors[3 * (size_t)item->corners[corners[k / 3]] + k % 3]];
        if (!is_near) continue;
        float *to = f->cloth + 9 * (size_t)f->cloth_count++;
        for (size_t k = 0; k < 3; k++) memcpy(to + 3 * k, c->worn + 3 * (size_t)corners[k], 3 * sizeof *to);
    }
}

/* Marks the skin that is seen and from which a ray along the normal meets the inner side of cloth. Returns
 * false without memory. */
static bool find_covered(fitting *f, const float *skin)
{
    const pd_wardrobe_rig_cover *c = f->cover;
    pd_triangle_tree tree;

    if (!f->cloth_count) return true;
    if (!pd_triangle_tree_build(&tree, f->cloth, f->cloth_count)) return false;
    for (size_t i = 0; i < (size_t)c->data->vertex_count; i++) {
        if (!f->near[i] || c->hidden[i]) continue;
        const float *p = skin + 3 * i;
        const float *n = c->normals + 3 * i;
        const pd_triangle_line line = {
            .from = {p[0], p[1], p[2]}, .along = {n[0], n[1], n[2]}, .farthest = REACH, .sign = 1};
        float met;
        f->covered[i] = pd_triangle_tree_meet(&met, &tree, &line) >= 0;
    }

    pd_triangle_tree_deinit(&tree);

    return true;
}

/* Measures along edges how far covered skin is from skin that is bare. Hidden skin is passed. */
static void find_distances(fitting *f, const float *skin)
{
    const pd_wardrobe_rig_cover *c = f->cover;

    for (size_t i = 0; i < (size_t)c->data->vertex_count; i++)
        f->far[i] = f->covered[i] || c->hidden[i] ? INFINITY : 0;
    for (int t = 0; t < c->data->face_count; t++) {
        const uint32_t *v = c->data->faces + 3 * (size_t)t;
        if (f->covered[v[0]] || f->covered[v[1]] || f->covered[v[2]])
            memcpy(f->ring + 3 * (size_t)f->ring_count++, v, 3 * sizeof *v);
    }

    spread_rig_fit(f->far, skin, f->ring, f->ring_count, FADE);
}

pd_status pd_wardrobe_rig_fit_skin(float *skin, const pd_wardrobe_rig_cover *cover, pd_error *err)
{
    fitting f;
    bool good = fitting_init(&f, cover);

    if (good) find_near(&f);
    good = good && find_covered(&f, skin);
    if (good) {
        find_distances(&f, skin);
        for (size_t i = 0; i < (size_t)cover->data->vertex_count; i++) {
            const float by = f.covered[i] ? DEPTH * smoothstep(f.far[i] / FADE) : 0;
            for (size_t c = 0; c < 3 && by > 0; c++) skin[3 * i + c] -= by * cover->normals[3 * i + c];
        }
    }

    fitting_deinit(&f);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the skin below clothes");
}
