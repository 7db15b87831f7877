#include "factory/wardrobe/made/short_hair.h"

#include "core/base/assert.h"
#include "core/wardrobe/cut.h"
#include "core/wardrobe/piece.h"
#include "factory/wardrobe/bind/bind.h"
#include "factory/wardrobe/bind/scalp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS 2
/* Heights of the layers over the skin, metres. These numbers and the lengths below were chosen by looking at
 * portraits from four sides. */
static const float heights[LAYERS] = {0.0030f, 0.0052f};
/* Least texture coordinates v on the outer layer, which shows single hairs alone: they alternate, so that
 * hairs have ends. */
#define OUTER_LEAST 0.70f
#define OUTER_MOST  0.84f

#define EAR_SHARE      0.5f    /* share of the ear at a vertex from which on the vertex belongs to the ear */
#define EAR_ASIDE      0.05f   /* ears are farther than this from the middle of the head, metres */
#define EAR_BARE       -0.003f /* distance from the outline of an ear up to which there is no hair ... */
#define EAR_FULL       0.006f  /* ... and from which on hair is dense, metres */
#define EAR_FRONT      0.005f  /* before the ear hair grows so much closer to it, metres */
#define FADE           0.022f  /* width over which clipped hair gets denser inside of the hairline ... */
#define FADE_NAPE      0.034f  /* ... and at the nape, metres */
#define SIDEBURN_LOW   0.030f  /* lower end of a sideburn, metres below the eyes */
#define SIDEBURN_BACK  0.050f  /* depth z of the back edge of a sideburn ... */
#define SIDEBURN_FRONT 0.074f  /* ... and of its front edge, metres */
#define SIDEBURN_DENSE 0.85f   /* growth of a sideburn, at most */
#define SIDEBURN_ASIDE 0.04f   /* sideburns are farther than this from the middle of the head, metres */
#define EDGE           0.012f  /* width over which the edges of a sideburn fade ... */
#define EDGE_LOW       0.045f  /* ... and its lower end, metres */
#define TRIM_EAR       0.007f  /* distance from the outline of an ear to the edge of trimmed hair, metres */
#define SHOWN          0.020f  /* skin is drawn up to this far inside of the edge of trimmed hair, metres */
#define TRIM_FADE      0.014f  /* width over which the edge of a trimmed sheet fades, metres */
#define CARD_MOST      8       /* triangles of a part that is a card: it is dropped as a whole, or stays */
/* distance of a card that stays from the edge, metres: the sheet is dense there */
#define CARD_INSIDE    0.010f
#define CURLY_TILES    3       /* factor of u of curls where their edge fades, so that they are small there */
#define RIM_HEIGHT     0.0035f /* height of trimmed hair over the skin at its edge, metres ... */
#define RIM_SLOPE      0.7f    /* ... and by how much it grows for each metre inside */
/* Number of copies of the texture from the front of the head to its back, on the ring of a hairline. */
#define RING_TILES     14
#define RING_WIDE      0.010f /* metres from that edge that the ring goes on below the sheet */
#define RING_INSIDE    0.006f /* distance from the hairline to the edge of the sheet over a ring, metres */
#define CROWN_LEAN     0.45f  /* angle from the top of the head back to the crown, radians */
#define TILES          8      /* number of copies of the texture about the crown */
#define INNER_V        0.20f  /* texture coordinate v at the crown ... */
#define OUTER_V        0.66f  /* ... and OUTER radians from it */
#define OUTER          2.3f
#define DENSE          0.95f /* growth from which on hair hides the skin */
#define PI             3.14159265f

/* ---- growth ---- */

/* Returns 0 at `low` and 1 at `high`, smooth between. */
static float smooth_short_hair(float low, float high, float x)
{
    const float t = fminf(1, fmaxf(0, (x - low) / (high - low)));
    return t * t * (3 - 2 * t);
}

/* Outline of the left ear as seen from the side: an ellipse. */
typedef struct ear {
    float middle[2], half[2]; /* depth z and height y, metres */
} ear;

/* Finds the outline by the vertices of the ear. */
static ear find_ear(const pd_factory_maker *k)
{
    float low[2] = {INFINITY, INFINITY};
    float high[2] = {-INFINITY, -INFINITY};
    ear out;

    for (int i = 0; i < k->model->vertex_count; i++) {
        const float *p = k->model->v_template + 3 * (size_t)i;
        const float at[2] = {p[2], p[1]};
        for (int c = 0; p[0] > 0 && k->ears[i] >= EAR_SHARE && c < 2; c++) {
            low[c] = fminf(low[c], at[c]);
            high[c] = fmaxf(high[c], at[c]);
        }
    }

    for (int c = 0; c < 2; c++) {
        out.middle[c] = 0.5f * (low[c] + high[c]);
        out.half[c] = 0.5f * (high[c] - low[c]);
    }

    return out;
}

/* Returns about how far a point is outside of the outline of an ear, metres. */
static float ear_distance(const ear *e, const float at[3])
{
    const float z = (at[2] - e->middle[0]) / e->half[0];
    const float y = (at[1] - e->middle[1]) / e->half[1];
    return fabsf(at[0]) < EAR_ASIDE ? INFINITY
                                    : (hypotf(z, y) - 1) * fminf(e->half[0], e->half[1]) +
                                          EAR_FRONT * smooth_short_hair(0.2f, 0.8f, z);
}

/* Returns the density of the sideburn, which grows before the ear
 * from the hairline down to the middle of the ear. */
static float sideburn(const pd_factory_skin_marks *marks, const float at[3])
{
    const float low = marks->eye[1] - SIDEBURN_LOW;

    return fabsf(at[0]) > SIDEBURN_ASIDE && at[1] < marks->brow_inner[1] + 2 * EDGE
               ? SIDEBURN_DENSE * smooth_short_hair(low, low + EDGE_LOW, at[1]) *
                     smooth_short_hair(SIDEBURN_FRONT + EDGE, SIDEBURN_FRONT, at[2]) *
                     smooth_short_hair(SIDEBURN_BACK, SIDEBURN_BACK + EDGE, at[2])
               : 0;
}

/* Fills growth (V) of the skin's vertices. */
static void find_growth(float *growth, const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    const ear outline = find_ear(k);

    for (size_t i = 0; i < (size_t)m->vertex_count; i++) {
        const float *at = m->v_template + 3 * i;
        const float neck = smooth_short_hair(0, -0.03f, at[2]);
        const float in = pd_factory_skin_inside_hairline(&k->marks, at) / (FADE + neck * (FADE_NAPE - FADE));
        const float line = fmaxf(0, fminf(1, in));
        const float skin = fminf(1, k->head[i]) * (1 - k->ears[i]);
        growth[i] = skin > 0 ? fmaxf(line, sideburn(&k->marks, at)) * skin *
                                   smooth_short_hair(EAR_BARE, EAR_FULL, ear_distance(&outline, at))
                             : 0;
    }
}

/* ---- clipped hair ---- */

/* Fills the place about the crown: angle from -1 to 1, 0 in front, and distance from the crown in radians. */
static void about_crown(float out[2], const float middle[3], const float at[3])
{
    const float x = at[0] - middle[0];
    const float y = at[1] - middle[1];
    const float z = at[2] - middle[2];
    const float up = y * cosf(CROWN_LEAN) - z * sinf(CROWN_LEAN);
    const float front = z * cosf(CROWN_LEAN) + y * sinf(CROWN_LEAN);

    out[0] = atan2f(x, front) / PI;
    out[1] = atan2f(hypotf(x, front), up);
}

/* Sizes of the layers, and which corners they need: one at a vertex, and another one at those on the far side
 * of the seam at the back. */
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
    float at[3][2];
    float high = -1;

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

/* Returns the least v of a vertex of the outer layer, by chance. */
static float outer_v(int vertex)
{
    const unsigned mixed = (unsigned)vertex * 2654435761u;
    return OUTER_LEAST + (OUTER_MOST - OUTER_LEAST) * (float)(mixed >> 16 & 255) / 255;
}

/* Fills one layer of the item. */
static void fill_layer(pd_wardrobe_item *out, int layer, const plan *p, const float *growth,
                       const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    const int first_vertex = layer * p->vertex_count;
    const int first_corner = layer * p->corner_count;

    for (int i = 0; i < m->vertex_count; i++) {
        if (p->vertex[i] < 0) continue;
        const size_t v = (size_t)(first_vertex + p->vertex[i]);
        const float *at = m->v_template + 3 * (size_t)i;
        const float *normal = k->normals + 3 * (size_t)i;
        for (size_t c = 0; c < 3; c++) {
            out->rest[3 * v + c] = at[c] + growth[i] * heights[layer] * normal[c];
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
            const float fade = 1 - growth[i] / DENSE * (1 - PD_WARDROBE_HAIR_TIP_V);
            out->uvs[2 * corner + 1] = fmaxf(layer ? outer_v(i) : 0, growth[i] < DENSE ? fade : inner);
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

pd_status pd_factory_clipped(pd_wardrobe_item *out, const pd_factory_maker *k, pd_error *err)
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
        out->vertex_count = LAYERS * p.vertex_count;
        out->corner_count = LAYERS * p.corner_count;
        out->face_count = LAYERS * p.face_count;
        out->hide_count = mark_hidden(is_hidden, growth, m);
        good = pd_wardrobe_item_alloc(out);
        for (int layer = 0; good && layer < LAYERS; layer++) fill_layer(out, layer, &p, growth, k);
        if (good) out->parts[0].face_count = out->face_count;
        for (int i = 0, h = 0; good && i < m->vertex_count; i++)
            if (is_hidden[i]) out->hides[h++] = (uint16_t)i;
    }

    free(growth);
    free(numbers);
    free(is_hidden);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "hair", "out of memory");
}

/* ---- trimmed hair ---- */

/* Edge of trimmed hair: the ears, and metres from the hairline to the edge. */
typedef struct edge_line {
    ear outline;
    float margin;
} edge_line;

/* Returns how far a point is inside of the edge of trimmed hair, metres;
 * negative outside. Sideburns are inside. */
static float inside(const pd_factory_maker *k, const edge_line *e, const float at[3])
{
    const float line = pd_factory_skin_inside_hairline(&k->marks, at);
    const float burn = fminf(at[1] - k->marks.eye[1] + SIDEBURN_LOW, SIDEBURN_FRONT - at[2]);
    return fminf(at[2] > SIDEBURN_BACK ? fmaxf(line, burn) : line, ear_distance(&e->outline, at) - TRIM_EAR) -
           e->margin;
}

/* Middles of the parts of hair, and their sizes. */
typedef struct part_list {
    int *of_face, *of_vertex, *sizes; /* (F), (V), (count): triangles */
    float *middles;                   /* (count,3) */
    float *least;                     /* (count) how far all of the part is inside of the edge, metres */
    int count;
} part_list;

static void part_list_deinit(part_list *p)
{
    free(p->of_face);
    free(p->of_vertex);
    free(p->sizes);
    free(p->middles);
    free(p->least);
}

static bool part_list_init(part_list *p, const pd_wardrobe_item *h, const pd_factory_maker *k,
                           const edge_line *e)
{
    *p = (part_list){.of_face = malloc((size_t)h->face_count * sizeof *p->of_face),
                     .of_vertex = calloc((size_t)h->vertex_count, sizeof *p->of_vertex)};
    p->count = p->of_face ? pd_factory_components(p->of_face, h) : -1;
    if (p->count < 0 || !p->of_vertex) return false;
    p->sizes = calloc((size_t)p->count + 1, sizeof *p->sizes);
    p->middles = calloc(3 * (size_t)p->count + 1, sizeof *p->middles);
    p->least = malloc(((size_t)p->count + 1) * sizeof *p->least);
    if (!p->sizes || !p->middles || !p->least) return false;
    for (int i = 0; i < p->count; i++) p->least[i] = INFINITY;
    for (int i = 0; i < 3 * h->face_count; i++) {
        const int vertex = h->corners[h->faces[i]];
        const int part = p->of_face[i / 3];
        p->of_vertex[vertex] = part;
        p->sizes[part] += i % 3 == 0;
        p->least[part] = fminf(p->least[part], inside(k, e, h->rest + 3 * vertex));

        for (int c = 0; c < 3; c++) p->middles[3 * part + c] += h->rest[3 * vertex + c];
    }

    for (int i = 0; i < 3 * p->count; i++) p->middles[i] /= 3 * (float)p->sizes[i / 3];

    return true;
}

static bool is_card(const part_list *p, int vertex)
{
    return p->sizes[p->of_vertex[vertex]] <= CARD_MOST;
}

/* Lowers hair near the edge towards the skin: no hair is higher over it than RIM_HEIGHT at the edge. A card
 * moves as a whole. */
static void lie_down(pd_wardrobe_item *h, const part_list *p, const pd_factory_maker *k, const edge_line *e)
{
    for (size_t i = 0; i < (size_t)h->vertex_count; i++) {
        const float *from = is_card(p, (int)i) ? p->middles + 3 * p->of_vertex[i] : h->rest + 3 * i;
        const float most = RIM_HEIGHT + RIM_SLOPE * fmaxf(0, inside(k, e, from));
        float off[3];
        float square = 0;
        for (size_t c = 0; c < 3; c++) {
            off[c] = from[c];
            for (size_t a = 0; a < 3; a++)
                off[c] -= h->anchor_weights[3 * i + a] *
                          k->model->v_template[3 * (size_t)h->anchors[3 * i + a] + c];
            square += off[c] * off[c];
        }

        const float height = sqrtf(square);
        const float by = height > most ? most / height - 1 : 0;
        for (size_t c = 0; c < 3; c++) h->rest[3 * i + c] += by * off[c];
    }
}

/* Marks the vertices on edges that only one triangle has. */
static void mark_borders(unsigned char *is_border, const pd_wardrobe_item *h)
{
    for (int i = 0; i < 3 * h->face_count; i++) {
        const int a = h->corners[h->faces[i]];
        const int b = h->corners[h->faces[i - i % 3 + (i + 1) % 3]];
        bool is_open = true;
        for (int j = 0; j < 3 * h->face_count && is_open; j++)
            is_open = h->corners[h->faces[j]] != b || h->corners[h->faces[j - j % 3 + (j + 1) % 3]] != a;
        if (is_open) is_border[a] = is_border[b] = 1;
    }
}

/* Returns the distance of a vertex from the border of its sheet, metres. */
static float border_distance(const pd_wardrobe_item *h, const part_list *p, const unsigned char *is_border,
                             size_t vertex)
{
    float least = INFINITY;

    for (size_t i = 0; i < (size_t)h->vertex_count; i++) {
        const float *a = h->rest + 3 * vertex;
        const float *b = h->rest + 3 * i;
        const float x = a[0] - b[0];
        const float y = a[1] - b[1];
        const float z = a[2] - b[2];
        if (is_border[i] && p->of_vertex[i] == p->of_vertex[vertex])
            least = fminf(least, x * x + y * y + z * z);
    }

    return sqrtf(least);
}

/* Fills the distances (V) over which hair fades, metres: of a sheet, of which less than a third of the
 * vertices lie on borders, from its border; of other parts from the hairline. */
static void fill_distances(float *far, const unsigned char *is_border, const pd_wardrobe_item *h,
                           const part_list *p, const pd_factory_maker *k, const edge_line *e)
{
    for (int part = 0; part < p->count; part++) {
        int count = 0, borders = 0;
        for (int i = 0; i < h->vertex_count; i++)
            if (p->of_vertex[i] == part) {
                count++;
                borders += is_border[i];
            }
        for (int i = 0; i < h->vertex_count; i++)
            if (p->of_vertex[i] == part)
                far[i] = p->sizes[part] <= CARD_MOST ? INFINITY
                         : 3 * borders < count       ? border_distance(h, p, is_border, (size_t)i)
                                                     : fmaxf(0, inside(k, e, h->rest + 3 * i));
    }
}

/* Lets edges fade: triangles with a vertex within TRIM_FADE of the edge get corners of their own, with v from
 * 1 at the edge to HAIR_TIP_V inside of it. tiles: factor of u there. */
static bool fade_edges(pd_wardrobe_item *h, const part_list *p, const pd_factory_maker *k, const edge_line *e,
                       float tiles)
{
    const size_t corners = (size_t)h->corner_count;
    unsigned char *is_border = calloc((size_t)h->vertex_count, 1);
    float *far = malloc((size_t)h->vertex_count * sizeof *far);
    float *uvs = malloc(4 * corners * sizeof *uvs);
    int *own = malloc(corners * sizeof *own);
    uint16_t *vertices = malloc(2 * corners * sizeof *vertices);
    const bool good = is_border && far && uvs && own && vertices;

    if (good) {
        mark_borders(is_border, h);
        fill_distances(far, is_border, h, p, k, e);
        for (size_t c = 0; c < corners; c++) own[c] = -1;
        memcpy(uvs, h->uvs, 2 * corners * sizeof *uvs);
        memcpy(vertices, h->corners, corners * sizeof *vertices);
    }

    for (int f = 0; good && f < h->face_count; f++) {
        uint16_t *face = h->faces + 3 * (size_t)f;
        float least = INFINITY;
        for (int i = 0; i < 3; i++) least = fminf(least, far[h->corners[face[i]]]);
        for (int i = 0; i < 3 && least < TRIM_FADE; i++) {
            const int corner = face[i];
            const float share = fminf(1, far[vertices[corner]] / TRIM_FADE);
            if (own[corner] < 0) {
                own[corner] = h->corner_count;
                vertices[h->corner_count] = vertices[corner];
                uvs[2 * h->corner_count] = tiles * uvs[2 * corner];
                uvs[2 * h->corner_count + 1] =
                    fmaxf(uvs[2 * corner + 1], 1 - share * (1 - PD_WARDROBE_HAIR_TIP_V));
                h->corner_count++;
            }

            face[i] = (uint16_t)own[corner];
        }
    }

    free(is_border);
    free(far);
    free(own);
    if (!good) {
        free(uvs);
        free(vertices);
        return false;
    }

    free(h->uvs);
    free(h->corners);
    h->uvs = uvs;
    h->corners = vertices;

    return true;
}

/* Appends a ring of single hairs along the hairline to the first part: triangles of the skin with hair that
 * the sheet does not cover or whose fade it lies below, 0.5 mm over the skin, with the v of clipped hair. */
static pd_status add_ring(pd_wardrobe_item *h, const pd_factory_maker *k, const edge_line *e, pd_error *err)
{
    const pd_smpl_data *m = k->model;
    const int faces = h->face_count;
    const int first = h->parts[0].face_count;
    const int corners = h->corner_count;
    float *growth = malloc((size_t)m->vertex_count * sizeof *growth);
    unsigned char *is_near = malloc((size_t)m->vertex_count);

    if (!growth || !is_near) {
        free(growth);
        free(is_near);
        return pd_fail(err, PD_ERR_MEMORY, h->name, "out of memory");
    }

    find_growth(growth, k);
    for (int i = 0; i < m->vertex_count; i++)
        is_near[i] = growth[i] > 0 && inside(k, e, m->v_template + 3 * (size_t)i) < RING_WIDE;
    const pd_status status = pd_factory_cap(h, m, k->normals, is_near, is_near, 0, 0, err);
    for (int c = corners; status == PD_OK && c < h->corner_count; c++) {
        const size_t skin = h->anchors[3 * (size_t)h->corners[c]];
        const float *at = m->v_template + 3 * skin;
        h->uvs[2 * c] = RING_TILES * fabsf(atan2f(at[0], at[2])) / PI;
        h->uvs[2 * c + 1] = 1 - growth[skin] * (1 - PD_WARDROBE_HAIR_TIP_V);
    }

    free(growth);
    free(is_near);
    if (status != PD_OK) return status;

    /* The ring's triangles become the last ones of the first part. */
    const int added = h->face_count - faces;
    uint16_t *ring = malloc(3 * (size_t)added * sizeof *ring + 1);
    if (!ring) return pd_fail(err, PD_ERR_MEMORY, h->name, "out of memory");
    memcpy(ring, h->faces + 3 * (size_t)faces, 3 * (size_t)added * sizeof *ring);
    memmove(h->faces + 3 * (size_t)(first + added), h->faces + 3 * (size_t)first,
            3 * (size_t)(faces - first) * sizeof *ring);
    memcpy(h->faces + 3 * (size_t)first, ring, 3 * (size_t)added * sizeof *ring);
    free(ring);
    h->part_count--;
    h->parts[0].face_count += added;
    for (int p = 1; p < h->part_count; p++) h->parts[p].first_face += added;

    return PD_OK;
}

pd_status pd_factory_trim_hair(pd_wardrobe_item *item, const pd_factory_maker *k, bool is_curly,
                               pd_error *err)
{
    float *fields = malloc((size_t)item->vertex_count * sizeof *fields);
    const edge_line edge = {find_ear(k), is_curly ? RING_INSIDE : 0};
    part_list parts = {0};
    pd_wardrobe_item cut = {0};
    pd_status status = fields && part_list_init(&parts, item, k, &edge)
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");

    /* Sheets are cut at the hairline; a card stays or is dropped. */
    for (size_t i = 0; status == PD_OK && i < (size_t)item->vertex_count; i++) {
        const bool stays = parts.least[parts.of_vertex[i]] > CARD_INSIDE;
        fields[i] = is_card(&parts, (int)i) ? (stays ? 1 : -1) : inside(k, &edge, item->rest + 3 * i);
    }

    if (status == PD_OK) status = pd_wardrobe_cut(&cut, item, fields, err);
    free(fields);
    part_list_deinit(&parts);
    if (status != PD_OK) return status;
    pd_wardrobe_item_deinit(item);
    *item = cut;

    parts = (part_list){0};
    if (part_list_init(&parts, item, k, &edge)) lie_down(item, &parts, k, &edge);
    if (!parts.least || !fade_edges(item, &parts, k, &edge, is_curly ? CURLY_TILES : 1))
        status = pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    part_list_deinit(&parts);
    if (status == PD_OK && is_curly) status = add_ring(item, k, &edge, err);

    /* Skin near the edge and outside of it is drawn. */
    int kept = 0;
    for (int h = 0; h < item->hide_count; h++)
        if (inside(k, &edge, k->model->v_template + 3 * (size_t)item->hides[h]) > SHOWN)
            item->hides[kept++] = item->hides[h];
    item->hide_count = kept;

    return status;
}
