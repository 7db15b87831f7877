#include "core/wardrobe/rig_fit.h"

#include "core/base/assert.h"
#include "core/math/strongest.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of skin through black-dress, crop-top-jeans, tartan-skirt, romper and sportswear, of 264,000 on 4 bodies in 20 poses each
 * (posedctl wardrobe --pierced --rig): 478 unfitted, 58 with these constants. */

/* Weights. ALIKE and APART are sums of absolute differences of weights, 0 to 2; COLLAR is the weight of neck and head together. .35 and .7 leave 20 %
 * more points; without these limits armpits get spikes when an arm is raised. COLLAR 1: the same points. NEAR and DEEP of 3 and 8 cm: 65 points, of 0
 * and 5 cm: 146. Without them 60, but the crotch of tee-jeans in a step is 41 mm from where the posed mesh has it, 29 with them. */
#define ALIKE  0.5f /* up to this difference cloth takes the weights of its anchors ... */
#define APART  1.0f /* ... and from this one on it keeps its own */
#define COLLAR 0.5f /* from this weight on cloth keeps its own */
#define NEAR                                                                                                 \
    0.05f /* metres along the skin from skin that is seen: up to it cloth takes the weights of its anchors ... */
#define DEEP 0.09f /* ... and from here on it keeps its own */
#define MIDDLE                                                                                               \
    0.003f /* metres from the middle plane: cloth between the thighs; trousers are 7 mm away or more */
#define THIGH 0.2f /* metres below the hip joints: trousers have parted there */
/* Metres above the hip joints where a skirt moves as what is over it (train/wardrobe/skirt.c). */
#define WAIST 0.035f

/* Skin. DEPTH of 0, 2 and 8 mm: 101, 63 and 58 points (without NEAR and DEEP). FADE of 1 and 4 cm: 60 and 66. */
#define DEPTH  0.004f /* metres */
#define FADE   0.02f  /* metres */
#define REACH  0.04f  /* metres: cloth farther from the skin does not cover it */
#define ROUNDS 8      /* of the distances: DEEP and FADE are at most so many edges of the skin */

static float smoothstep(float t)
{
    t = fminf(fmaxf(t, 0), 1);
    return t * t * (3 - 2 * t);
}

/* ---- distances along the skin ---- */

/* Shortens the distances of both ends of an edge by way of each other. Returns whether one of them changed. */
static bool relax(float *far, const float *skin, size_t a, size_t b)
{
    if (far[a] == far[b]) return false;
    const float edge[3] = {skin[3 * a] - skin[3 * b], skin[3 * a + 1] - skin[3 * b + 1],
                           skin[3 * a + 2] - skin[3 * b + 2]};
    const float length = sqrtf(pd_dot3f(edge, edge)), before = far[a] + far[b];
    far[a] = fminf(far[a], far[b] + length);
    far[b] = fminf(far[b], far[a] + length);
    return !(far[a] + far[b] >= before);
}

/* Spreads distances along the edges of triangles (count,3), after Bellman and Ford. far (V): 0 where they begin, else INFINITY. Those of
 * `most` or more need not be exact. */
static void spread(float *far, const float *skin, const uint32_t *triangles, int count, float most)
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

/* ---- weights ---- */

/* Returns whether a part of an item is a skirt: it has cloth in the middle plane between the thighs. hips: height of the hip joints. */
static bool is_skirt(const pd_wardrobe_item *item, const pd_wardrobe_part *part, float hips)
{
    PD_ASSERT(part->first_face >= 0 && part->first_face + part->face_count <= item->face_count);
    const uint16_t *corners = item->faces + 3 * (size_t)part->first_face;
    for (int k = 0; k < 3 * part->face_count; k++) {
        const float *p = item->rest + 3 * (size_t)item->corners[corners[k]];
        if (fabsf(p[0]) < MIDDLE && p[1] < hips - THIGH) return true;
    }
    return false;
}

/* Marks the vertices of skirts, out (n). */
static void mark_skirts(unsigned char *out, const pd_wardrobe_item *item, float hips)
{
    memset(out, 0, (size_t)item->vertex_count);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (!is_skirt(item, part, hips)) continue;
        const uint16_t *corners = item->faces + 3 * (size_t)part->first_face;
        for (int k = 0; k < 3 * part->face_count; k++) out[item->corners[corners[k]]] = 1;
    }
}

/* Blends the row of own weights (K) of a vertex with that of its anchors by s. collar: joints of neck and head; -1: the model lacks it. */
static void blend_rows(float *own, const float *anchors, int joint_count, const int collar[2], float most)
{
    float sums[4] = {0}, held = 0; /* four sums, since each addition waits for the one before */
    for (int k = 0; k < joint_count; k++) sums[k % 4] += fabsf(own[k] - anchors[k]);
    const float off = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (int c = 0; c < 2; c++)
        if (collar[c] >= 0) held += fmaxf(own[collar[c]], anchors[collar[c]]);

    /* Anchors may have negative weights. */
    const float share =
        most * (1 - smoothstep((off - ALIKE) / (APART - ALIKE))) * (1 - smoothstep(held / COLLAR));
    for (int k = 0; k < joint_count && share > 0; k++) {
        const float weight = own[k] + share * (anchors[k] - own[k]);
        own[k] = weight > 0 ? weight : 0;
    }
}

/* Measures on the template how deep skin lies inside of what is hidden, out (V): 0 for skin that is seen. Returns false without memory. */
static bool find_depths(float *out, const pd_smpl_data *d, const unsigned char *hidden)
{
    int count = 0;
    uint32_t *edge = calloc(3 * (size_t)d->face_count, sizeof *edge);
    if (!edge) return false;
    for (size_t i = 0; i < (size_t)d->vertex_count; i++) out[i] = hidden[i] ? INFINITY : 0;
    for (int t = 0; t < d->face_count; t++) {
        const uint32_t *v = d->faces + 3 * (size_t)t;
        if (hidden[v[0]] || hidden[v[1]] || hidden[v[2]])
            memcpy(edge + 3 * (size_t)count++, v, 3 * sizeof *v);
    }
    spread(out, d->v_template, edge, count, DEEP);
    free(edge);
    return true;
}

pd_status pd_wardrobe_rig_fit_weights(uint8_t *joints, float *weights, const pd_wardrobe_item *item,
                                      const unsigned char *hidden, const pd_smpl_model *model, pd_error *err)
{
    const size_t n = (size_t)item->vertex_count, count = (size_t)model->joint_count;
    const int hip = pd_smpl_joint_find(&model->data, "left_hip");
    const float hips = hip >= 0 ? (float)model->joint_template[3 * hip + 1] : -INFINITY; /* no skirts */
    const int collar[2] = {pd_smpl_joint_find(&model->data, "neck"),
                           pd_smpl_joint_find(&model->data, "head")};
    PD_ASSERT(count <= PD_SMPL_MAX_JOINTS);
    unsigned char *skirt = malloc(n);
    float *far = malloc((size_t)model->vertex_count * sizeof *far);
    if (!skirt || !far || !find_depths(far, &model->data, hidden)) {
        free(skirt), free(far);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the weights of clothes");
    }
    mark_skirts(skirt, item, hips);

    memcpy(joints, item->joints, 4 * n);
    memcpy(weights, item->weights, 4 * n * sizeof *weights);
    for (size_t i = 0; i < n; i++) {
        float own[PD_SMPL_MAX_JOINTS], anchors[PD_SMPL_MAX_JOINTS], deep = 0;

        /* Most cloth is far inside of what is hidden, or of a skirt. */
        for (size_t a = 0; a < 3; a++)
            deep = fmaxf(deep, item->anchor_weights[3 * i + a] != 0 ? far[item->anchors[3 * i + a]] : 0);
        float most = 1 - smoothstep((deep - NEAR) / (DEEP - NEAR));
        if (skirt[i]) most *= smoothstep((item->rest[3 * i + 1] - hips) / WAIST);
        if (most <= 0) continue;

        /* Rows of weights of the vertex and of the skin below it. */
        memset(own, 0, count * sizeof *own), memset(anchors, 0, count * sizeof *anchors);
        for (size_t s = 0; s < 4; s++) own[item->joints[4 * i + s]] += item->weights[4 * i + s];
        for (size_t a = 0; a < 3; a++) {
            const float *from = model->data.weights + count * (size_t)item->anchors[3 * i + a];
            const float weight = item->anchor_weights[3 * i + a];
            for (size_t k = 0; k < count; k++) anchors[k] += weight * from[k];
        }
        blend_rows(own, anchors, model->joint_count, collar, most);
        pd_strongest(joints + 4 * i, weights + 4 * i, own, model->joint_count);
    }
    free(skirt), free(far);
    return PD_OK;
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
    f->touched = f->block, f->near = f->block + v, f->covered = f->block + 2 * v;
    return f->block && f->far && f->cloth && f->ring;
}

static void fitting_deinit(fitting *f)
{
    free(f->block), free(f->far), free(f->cloth), free(f->ring);
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

/* Marks the skin that is seen and from which a ray along the normal meets the inner side of cloth. Returns false without memory. */
static bool find_covered(fitting *f, const float *skin)
{
    const pd_wardrobe_rig_cover *c = f->cover;
    pd_triangle_tree tree;
    if (!f->cloth_count) return true;
    if (!pd_triangle_tree_build(&tree, f->cloth, f->cloth_count)) return false;
    for (size_t i = 0; i < (size_t)c->data->vertex_count; i++) {
        if (!f->near[i] || c->hidden[i]) continue;
        const float *p = skin + 3 * i, *n = c->normals + 3 * i;
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

    spread(f->far, skin, f->ring, f->ring_count, FADE);
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
