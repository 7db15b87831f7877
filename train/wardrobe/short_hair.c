#include "train/wardrobe/short_hair.h"

#include "core/base/assert.h"
#include "core/wardrobe/cut.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS 2
/* Height of a layer over the skin, metres, and the least texture coordinate v on it. These numbers and the lengths below were chosen by looking at
 * portraits from four sides. */
static const struct {
    float height, least_v;
} layers[LAYERS] = {{0.0030f, 0}, {0.0055f, 0.80f}};

#define EAR_SHARE      0.5f    /* share of the ear at a vertex from which on the vertex belongs to the ear */
#define EAR_ASIDE      0.05f   /* ears are farther than this from the middle of the head, metres */
#define EAR_BARE       -0.002f /* distance from the outline of an ear up to which there is no hair ... */
#define EAR_FULL       0.006f  /* ... and from which on hair is dense, metres */
#define SIDEBURN_LOW   0.030f  /* lower end of a sideburn, metres below the eyes */
#define SIDEBURN_BACK  0.055f  /* depth z of the back edge of a sideburn ... */
#define SIDEBURN_FRONT 0.074f  /* ... and of its front edge, metres */
#define SIDEBURN_ASIDE 0.04f   /* sideburns are farther than this from the middle of the head, metres */
#define EDGE           0.012f  /* width over which the edges of a sideburn fade, metres */
#define TRIM_EAR       0.007f  /* distance from the outline of an ear to the edge of trimmed hair, metres */
#define SHOWN          0.015f  /* skin is drawn up to this far inside of the edge of trimmed hair, metres */
#define CROWN_LEAN     0.45f   /* angle from the top of the head back to the crown, radians */
#define TILES          8       /* number of copies of the texture about the crown */
#define INNER_V        0.20f   /* texture coordinate v at the crown ... */
#define OUTER_V        0.66f   /* ... and OUTER radians from it */
#define OUTER          2.3f
#define DENSE          0.95f /* growth from which on hair hides the skin */
#define PI             3.14159265f

/* ---- growth ---- */

/* Returns 0 at `low` and 1 at `high`, smooth between. */
static float smooth(float low, float high, float x)
{
    const float t = fminf(1, fmaxf(0, (x - low) / (high - low)));
    return t * t * (3 - 2 * t);
}

/* Outline of the left ear as seen from the side: an ellipse. */
typedef struct ear {
    float middle[2], half[2]; /* depth z and height y, metres */
} ear;

/* Finds the outline by the vertices of the ear. */
static ear find_ear(const pd_train_maker *k)
{
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    ear out;
    for (int i = 0; i < k->model->vertex_count; i++) {
        const float *p = k->model->v_template + 3 * (size_t)i, at[2] = {p[2], p[1]};
        for (int c = 0; p[0] > 0 && k->ears[i] >= EAR_SHARE && c < 2; c++)
            low[c] = fminf(low[c], at[c]), high[c] = fmaxf(high[c], at[c]);
    }
    for (int c = 0; c < 2; c++)
        out.middle[c] = 0.5f * (low[c] + high[c]), out.half[c] = 0.5f * (high[c] - low[c]);
    return out;
}

/* Returns about how far a point is outside of the outline of an ear, metres. */
static float ear_distance(const ear *e, const float at[3])
{
    const float z = (at[2] - e->middle[0]) / e->half[0], y = (at[1] - e->middle[1]) / e->half[1];
    return fabsf(at[0]) < EAR_ASIDE ? INFINITY : (hypotf(z, y) - 1) * fminf(e->half[0], e->half[1]);
}

/* Returns the density of the sideburn, which grows before the ear from the hairline down to the middle of the ear. */
static float sideburn(const pd_train_skin_marks *marks, const float at[3])
{
    const float low = marks->eye[1] - SIDEBURN_LOW, high = pd_train_skin_hairline(marks, at[2]) + EDGE;
    return fabsf(at[0]) > SIDEBURN_ASIDE && at[2] > SIDEBURN_BACK && at[1] < high
               ? smooth(low, low + EDGE, at[1]) * smooth(SIDEBURN_FRONT + EDGE, SIDEBURN_FRONT, at[2])
               : 0;
}

/* Fills growth (V) of the skin's vertices. */
static void find_growth(float *growth, const pd_train_maker *k)
{
    const pd_smpl_data *m = k->model;
    const ear outline = find_ear(k);
    for (size_t i = 0; i < (size_t)m->vertex_count; i++) {
        pd_train_skin_place place = {.lips = k->lips[i], .ear = k->ears[i], .head = k->head[i]};
        pd_train_skin_look look;
        memcpy(place.at, m->v_template + 3 * i, sizeof place.at);
        memcpy(place.normal, k->normals + 3 * i, sizeof place.normal);
        growth[i] = 0;
        if (place.head <= 0) continue;
        pd_train_skin_paint(&look, &k->marks, &place);
        const float dense = fmaxf(look.scalp, sideburn(&k->marks, place.at) * fminf(1, place.head));
        if (dense > 0) growth[i] = dense * smooth(EAR_BARE, EAR_FULL, ear_distance(&outline, place.at));
    }
}

/* ---- clipped hair ---- */

/* Fills the place about the crown: angle from -1 to 1, 0 in front, and distance from the crown in radians. */
static void about_crown(float out[2], const float middle[3], const float at[3])
{
    const float x = at[0] - middle[0], y = at[1] - middle[1], z = at[2] - middle[2],
                up = y * cosf(CROWN_LEAN) - z * sinf(CROWN_LEAN),
                front = z * cosf(CROWN_LEAN) + y * sinf(CROWN_LEAN);
    out[0] = atan2f(x, front) / PI;
    out[1] = atan2f(hypotf(x, front), up);
}

/* Sizes of the layers, and which corners they need: one at a vertex, and another one at those on the far side of the seam at the back. */
typedef struct plan {
    float middle[3];         /* centre of the skull */
    int *vertex, *corner[2]; /* (V) number in a layer, -1: none */
    int vertex_count, corner_count, face_count;
} plan;

/* Returns whether hair grows on a triangle. */
static bool is_hairy(const float *growth, const uint32_t *face)
{
    return growth[face[0]] > 0 || growth[face[1]] > 0 || growth[face[2]] > 0;
}

/* Returns whether a corner of a triangle is beyond the seam, so that its angle is taken one turn larger. */
static bool is_beyond(const plan *p, const pd_smpl_data *m, const uint32_t *face, int k)
{
    float at[3][2], high = -1;
    for (int i = 0; i < 3; i++) {
        about_crown(at[i], p->middle, m->v_template + 3 * (size_t)face[i]);
        high = fmaxf(high, at[i][0]);
    }
    return high - at[k][0] > 1;
}

static void make_plan(plan *p, const float *growth, const pd_smpl_data *m)
{
    double sum[3] = {0};
    int count = 0;
    for (int i = 0; i < m->vertex_count; i++) {
        p->vertex[i] = p->corner[0][i] = p->corner[1][i] = -1;
        if (growth[i] < DENSE) continue;
        for (int c = 0; c < 3; c++) sum[c] += (double)m->v_template[3 * i + c];
        count++;
    }
    for (int c = 0; c < 3; c++) p->middle[c] = (float)(sum[c] / (count ? count : 1));
    p->middle[0] = 0;

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *face = m->faces + 3 * (size_t)f;
        if (!is_hairy(growth, face)) continue;
        p->face_count++;
        for (int k = 0; k < 3; k++) {
            int *corner = &p->corner[is_beyond(p, m, face, k)][face[k]];
            if (p->vertex[face[k]] < 0) p->vertex[face[k]] = p->vertex_count++;
            if (*corner < 0) *corner = p->corner_count++;
        }
    }
}

/* Fills one layer of the item. */
static void fill_layer(pd_wardrobe_item *out, int layer, const plan *p, const float *growth,
                       const pd_train_maker *k)
{
    const pd_smpl_data *m = k->model;
    const int first_vertex = layer * p->vertex_count, first_corner = layer * p->corner_count;
    for (int i = 0; i < m->vertex_count; i++) {
        if (p->vertex[i] < 0) continue;
        const size_t v = (size_t)(first_vertex + p->vertex[i]);
        const float *at = m->v_template + 3 * (size_t)i, *normal = k->normals + 3 * (size_t)i;
        for (size_t c = 0; c < 3; c++) {
            out->rest[3 * v + c] = at[c] + growth[i] * layers[layer].height * normal[c];
            out->anchors[3 * v + c] = (uint16_t)i;
        }
        out->anchor_weights[3 * v] = 1;

        for (int side = 0; side < 2; side++) {
            float place[2];
            if (p->corner[side][i] < 0) continue;
            const size_t corner = (size_t)(first_corner + p->corner[side][i]);
            about_crown(place, p->middle, at);
            const float inner = INNER_V + (OUTER_V - INNER_V) * fminf(1, place[1] / OUTER);
            out->corners[corner] = (uint16_t)v;
            out->uvs[2 * corner] = (float)TILES / 2 * (place[0] + 1 + 2 * (float)side);
            out->uvs[2 * corner + 1] = fmaxf(layers[layer].least_v, 1 - growth[i] * (1 - inner));
        }
    }

    uint16_t *faces = out->faces + 3 * (size_t)(layer * p->face_count);
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *face = m->faces + 3 * (size_t)f;
        if (!is_hairy(growth, face)) continue;
        for (int i = 0; i < 3; i++)
            *faces++ = (uint16_t)(first_corner + p->corner[is_beyond(p, m, face, i)][face[i]]);
    }
}

/* Marks the vertices that have dense hair, and so have their neighbours. Returns their number. */
static int mark_hidden(unsigned char *is_hidden, const float *growth, const pd_smpl_data *m)
{
    int count = 0;
    for (int i = 0; i < m->vertex_count; i++) is_hidden[i] = growth[i] >= DENSE;
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *face = m->faces + 3 * (size_t)f;
        if (growth[face[0]] >= DENSE && growth[face[1]] >= DENSE && growth[face[2]] >= DENSE) continue;
        for (int k = 0; k < 3; k++) is_hidden[face[k]] = 0;
    }
    for (int i = 0; i < m->vertex_count; i++) count += is_hidden[i];
    return count;
}

pd_status pd_train_clipped(pd_wardrobe_item *out, const pd_train_maker *k, pd_error *err)
{
    const pd_smpl_data *m = k->model;
    const size_t n = (size_t)m->vertex_count;
    float *growth = malloc(n * sizeof *growth);
    int *numbers = malloc(3 * n * sizeof *numbers);
    unsigned char *is_hidden = malloc(n);
    *out = (pd_wardrobe_item){.slot = PD_WARDROBE_HAIR, .part_count = 1};
    bool good = growth && numbers && is_hidden;
    if (good) {
        plan p = {.vertex = numbers, .corner = {numbers + n, numbers + 2 * n}};
        find_growth(growth, k);
        make_plan(&p, growth, m);
        out->vertex_count = LAYERS * p.vertex_count, out->corner_count = LAYERS * p.corner_count;
        out->face_count = LAYERS * p.face_count;
        out->hide_count = mark_hidden(is_hidden, growth, m);
        good = pd_wardrobe_item_alloc(out);
        for (int layer = 0; good && layer < LAYERS; layer++) fill_layer(out, layer, &p, growth, k);
        if (good) out->parts[0].face_count = out->face_count;
        for (int i = 0, h = 0; good && i < m->vertex_count; i++)
            if (is_hidden[i]) out->hides[h++] = (uint16_t)i;
    }
    free(growth), free(numbers), free(is_hidden);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "hair", "out of memory");
}

/* ---- trimmed hair ---- */

/* Returns how far a point is inside of the edge of trimmed hair, metres; negative outside. */
static float inside(const pd_train_maker *k, const ear *e, const float at[3])
{
    return fminf(at[1] - pd_train_skin_hairline(&k->marks, at[2]), ear_distance(e, at) - TRIM_EAR);
}

pd_status pd_train_trim_hair(pd_wardrobe_item *item, const pd_train_maker *k, pd_error *err)
{
    float *fields = malloc((size_t)item->vertex_count * sizeof *fields);
    const ear outline = find_ear(k);
    pd_wardrobe_item cut;
    if (!fields) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    for (size_t i = 0; i < (size_t)item->vertex_count; i++)
        fields[i] = inside(k, &outline, item->rest + 3 * i);
    const pd_status status = pd_wardrobe_cut(&cut, item, fields, err);
    free(fields);
    if (status != PD_OK) return status;
    pd_wardrobe_item_deinit(item);
    *item = cut;

    /* Skin near the edge and outside of it is drawn. */
    int kept = 0;
    for (int h = 0; h < item->hide_count; h++)
        if (inside(k, &outline, k->model->v_template + 3 * (size_t)item->hides[h]) > SHOWN)
            item->hides[kept++] = item->hides[h];
    item->hide_count = kept;
    return PD_OK;
}
