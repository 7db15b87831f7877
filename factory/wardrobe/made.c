#include "factory/wardrobe/made.h"
#include "factory/wardrobe/short_hair.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/triangle_tree.h"
#include "factory/skin/skin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST        12000 /* vertices, corners and triangles of a mesh */
#define TAU         6.2831853f
#define PEOPLE      80    /* random faces that glasses are tried on */
#define TOUCHED     0.98f /* share of those faces that the rims must not touch */
#define BODY_BETAS  16
#define FACE_SPREAD 0.6f /* standard deviation of the betas after the first BODY_BETAS */
#define REACH       0.006f /* metres from a rim, in the plane of the face, within which skin is compared with it */
#define UNDER       0.13f /* radians above the ring of a hat, about 13 mm; skin higher than that is hidden */
#define ROOT_LIFT   0.0010f /* height of a beard's roots over the skin, metres */
#define UNDER_ROOTS 0.0006f /* least height of the line between two roots over the skin, metres */
#define LIFT_MOST   0.003f  /* greatest height of a root over the skin, metres */
#define DENSE       0.8f    /* density of hair above which the mesh of roots covers the skin */
#define SPARSE                                                                                               \
    0.24f /* density below which the mesh has no hair: the texture of the skin shows the roots there (core/wardrobe/complexion.c) */
#define LIP_STEP     0.0005f /* metres */
#define LIP_SHARE    0.5f    /* share of the lip at a vertex from which on the vertex is red */
#define SHORTEST     0.0015f /* length of a hair over the lip, metres, at least */
#define STRAY        0.5f    /* slope of a hair to the side by chance: up to half of this either way */
/* Texture coordinates of roots where hair is dense: v alternates between the rows, so that hairs end between them, and u is moved by chance, so that the
 * hairs of a row do not continue those of the next one. */
#define ROOT_V       0.36f
#define ROOT_STEP    0.24f
#define ROOT_SPREAD  0.06f /* of v by chance */
#define ROW_SHIFT    0.20f /* of u, for a row */
#define HAIR_SHIFT   0.06f /* of u, for a root */
#define EDGE_LEAST   0.55f /* factors of the density at the edge of a beard */
#define EDGE_MOST    1.25f
#define BESIDE_MOUTH 0.007f  /* metres from the corner of the mouth to the end of a moustache */
#define EDGE         0.006f  /* width in metres over which the density falls to 0 at the edge of a beard */
#define AXIS_Z       0.02f   /* z in metres of the axis of a beard's columns, behind all of its skin */
#define AXIS_FAR     0.075f  /* metres from the axis to the skin of the beard, about */
#define WIDEST       1.6f    /* azimuth of the outermost columns, radians */
#define STEP         0.0087f /* radians between the points of a column */
#define STEPS        160
#define ROWS         61      /* rows of a beard, at most; the middle one is at the height of the mouth */
#define PERIOD       5       /* columns across a beard's texture */
#define JUMP         0.008f  /* metres between two points of a column at most */
#define FACING       0.1f    /* cosine of the skin's normal and the direction from the axis, at least */
#define OUTSIDE      0.3f    /* metres from the axis at which a ray starts: outside of the head */
#define CLEAR        0.0015f /* metres between rim and skin */

static const struct {
    const char *name, *about;
    pd_wardrobe_slot slot;
    int parts;
} rows[PD_FACTORY_MADE_COUNT] = {
#define ROW(id, name, slot, parts, doc) {name, doc, PD_WARDROBE_##slot, parts},
    PD_FACTORY_MADE_TABLE(ROW)
#undef ROW
};

/* ---- the maker ---- */

pd_status pd_factory_maker_init(pd_factory_maker *out, const pd_smpl_data *m, const pd_wardrobe *w,
                                const char *folder, pd_error *err)
{
    char targets[1024];
    const size_t v = (size_t)m->vertex_count;
    *out = (pd_factory_maker){.model = m,
                              .normals = calloc(3 * v, sizeof *out->normals),
                              .lips = malloc(v * sizeof *out->lips),
                              .ears = malloc(v * sizeof *out->ears),
                              .head = calloc(v, sizeof *out->head)};
    pd_status status = out->normals && out->lips && out->ears && out->head
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    snprintf(targets, sizeof targets, "%s", folder);
    if (status == PD_OK) status = pd_factory_skin_shares(out->lips, out->ears, targets, m->vertex_count, err);
    if (status == PD_OK) status = pd_factory_skin_marks_find(&out->marks, m, w, out->lips, err);
    if (status != PD_OK) {
        pd_factory_maker_deinit(out);
        return status;
    }

    /* Normals of the template, weighted by area, and the share of each vertex that belongs to the head. */
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->faces + 3 * (size_t)f;
        float a[3], b[3];
        for (int c = 0; c < 3; c++) {
            a[c] = m->v_template[3 * t[1] + (uint32_t)c] - m->v_template[3 * t[0] + (uint32_t)c];
            b[c] = m->v_template[3 * t[2] + (uint32_t)c] - m->v_template[3 * t[0] + (uint32_t)c];
        }
        const float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) out->normals[3 * t[k] + (uint32_t)c] += n[c];
    }
    for (size_t i = 0; i < v; i++) {
        float *n = out->normals + 3 * i;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) n[c] /= length > 0 ? length : 1;
    }
    static const char *const words[] = {"head", "jaw", "eye"};
    for (int k = 0; k < m->joint_count; k++)
        for (size_t n = 0; n < sizeof words / sizeof *words; n++)
            if (strstr(m->joint_names[k], words[n]))
                for (size_t i = 0; i < v; i++)
                    out->head[i] += m->weights[i * (size_t)m->joint_count + (size_t)k];
    return PD_OK;
}

void pd_factory_maker_deinit(pd_factory_maker *maker)
{
    free(maker->normals), free(maker->lips), free(maker->ears), free(maker->head);
    memset(maker, 0, sizeof *maker);
}

/* ---- building a mesh ---- */

/* A mesh under construction; parts are added one after the other. Each vertex is anchored at three vertices of the skin, whose weights sum to 1. */
typedef struct mesh {
    float *points, *anchor_weights; /* (vertex_count,3) */
    uint16_t *anchors;              /* (vertex_count,3) */
    uint16_t *corners;              /* (corner_count) */
    float *uvs;                     /* (corner_count,2) */
    uint16_t *faces;                /* (face_count,3) */
    int vertex_count, corner_count, face_count, part_count;
    int first[PD_WARDROBE_PARTS_MAX]; /* first face of each part */
} mesh;

static bool mesh_init(mesh *m)
{
    *m = (mesh){.points = calloc(3 * MOST, sizeof *m->points),
                .anchor_weights = calloc(3 * MOST, sizeof *m->anchor_weights),
                .anchors = calloc(3 * MOST, sizeof *m->anchors),
                .corners = calloc(MOST, sizeof *m->corners),
                .uvs = calloc(2 * MOST, sizeof *m->uvs),
                .faces = calloc(3 * MOST, sizeof *m->faces)};
    return m->points && m->anchor_weights && m->anchors && m->corners && m->uvs && m->faces;
}

static void mesh_deinit(mesh *m)
{
    free(m->points), free(m->anchor_weights), free(m->anchors);
    free(m->corners), free(m->uvs), free(m->faces);
}

static void begin_part(mesh *m)
{
    PD_ASSERT(m->part_count < PD_WARDROBE_PARTS_MAX);
    m->first[m->part_count++] = m->face_count;
}

static int add_vertex(mesh *m, float x, float y, float z)
{
    PD_ASSERT(m->vertex_count < MOST);
    float *p = m->points + 3 * (size_t)m->vertex_count;
    p[0] = x, p[1] = y, p[2] = z;
    return m->vertex_count++;
}

static int add_corner(mesh *m, int vertex, float u, float v)
{
    PD_ASSERT(m->corner_count < MOST);
    m->corners[m->corner_count] = (uint16_t)vertex;
    m->uvs[2 * m->corner_count] = u, m->uvs[2 * m->corner_count + 1] = v;
    return m->corner_count++;
}

static void add_face(mesh *m, int a, int b, int c)
{
    PD_ASSERT(m->face_count < MOST);
    uint16_t *face = m->faces + 3 * (size_t)m->face_count++;
    face[0] = (uint16_t)a, face[1] = (uint16_t)b, face[2] = (uint16_t)c;
}

/* Adds a grid of points (row_count, columns, 3). In a closed grid the last column joins the first one, through corners with texture coordinates of
 * their own. u runs from 0 to `across` over the columns, v from 0 to `along` over the rows. Faces are counter-clockwise when, seen from outside,
 * columns run to the left and rows upwards; with `flip`, when they run to the right. */
static void add_grid(mesh *m, const float *points, int row_count, int columns, bool is_closed, float across,
                     float along, bool flip)
{
    const int first = m->vertex_count, wide = columns + is_closed, corner = m->corner_count;
    for (int i = 0; i < row_count * columns; i++)
        add_vertex(m, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    for (int r = 0; r < row_count; r++)
        for (int c = 0; c < wide; c++)
            add_corner(m, first + r * columns + c % columns, across * (float)c / (float)(wide - 1),
                       along * (float)r / (float)(row_count - 1));
    for (int r = 0; r + 1 < row_count; r++)
        for (int c = 0; c + 1 < wide; c++) {
            const int a = corner + r * wide + c, b = a + 1, d = a + wide, e = d + 1;
            add_face(m, a, flip ? e : b, flip ? b : e);
            add_face(m, a, flip ? d : e, flip ? e : d);
        }
}

/* ---- anchors ---- */

static float square_distance(const float *a, const float *b)
{
    const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

/* Returns the nearest vertex of the skin of the head that belongs to no ear. */
static int nearest_skin(const pd_factory_maker *k, const float at[3])
{
    const pd_smpl_data *m = k->model;
    int best = 0;
    float least = 1e9f;
    for (int i = 0; i < m->vertex_count; i++) {
        if (k->head[i] < 0.6f || k->ears[i] > 0.2f) continue;
        const float d = square_distance(m->v_template + 3 * (size_t)i, at);
        if (d < least) least = d, best = i;
    }
    return best;
}

/* Anchors all vertices from `first` on at the three nearest vertices of the skull, with weights inverse to the squared distance. */
static void anchor_near(mesh *m, const pd_factory_maker *k, int first)
{
    const pd_smpl_data *d = k->model;
    for (int i = first; i < m->vertex_count; i++) {
        int best[3] = {0};
        float least[3] = {1e9f, 1e9f, 1e9f}, sum = 0;
        for (int v = 0; v < d->vertex_count; v++) {
            if (k->head[v] < 0.98f || k->ears[v] > 0.05f || d->v_template[3 * v + 1] < k->marks.eye[1])
                continue;
            const float square = square_distance(d->v_template + 3 * (size_t)v, m->points + 3 * (size_t)i);
            int at = 3;
            while (at > 0 && square < least[at - 1]) at--;
            for (int s = 2; s > at; s--) least[s] = least[s - 1], best[s] = best[s - 1];
            if (at < 3) least[at] = square, best[at] = v;
        }
        for (int a = 0; a < 3; a++) sum += 1 / (least[a] + 1e-6f);
        for (int a = 0; a < 3; a++) {
            m->anchors[3 * i + a] = (uint16_t)best[a];
            m->anchor_weights[3 * i + a] = 1 / (least[a] + 1e-6f) / sum;
        }
    }
}

/* Writes the weights, of sum 1, with which a, b and c give the projection of p onto their plane. */
static void affine_weights(float out[3], const float *a, const float *b, const float *c, const float *p)
{
    double u[3], v[3], w[3], uu = 0, uv = 0, vv = 0, wu = 0, wv = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k], v[k] = (double)c[k] - (double)a[k],
        w[k] = (double)p[k] - (double)a[k];
        uu += u[k] * u[k], uv += u[k] * v[k], vv += v[k] * v[k], wu += w[k] * u[k], wv += w[k] * v[k];
    }
    const double area = uu * vv - uv * uv;
    out[1] = (float)((wu * vv - wv * uv) / area), out[2] = (float)((wv * uu - wu * uv) / area);
    out[0] = 1 - out[1] - out[2];
}

/* ---- hats ---- */

typedef struct skull {
    float center[3];
    const pd_factory_maker *maker;
    float front, side, back; /* y of the hat's lower ring in front of, beside and behind the head, metres */
} skull;

/* Returns the support function of the skull without the ears: the largest (p - center) . d over its vertices p, metres; at least 0. */
static float support(const skull *s, const float d[3])
{
    const pd_smpl_data *m = s->maker->model;
    float most = 0;
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        if (s->maker->head[i] < 0.9f || s->maker->ears[i] > 0.05f || p[1] < s->maker->marks.eye[1]) continue;
        most = fmaxf(most, (p[0] - s->center[0]) * d[0] + (p[1] - s->center[1]) * d[1] +
                               (p[2] - s->center[2]) * d[2]);
    }
    return most;
}

static void direction(float out[3], float azimuth, float elevation)
{
    out[0] = cosf(elevation) * sinf(azimuth), out[1] = sinf(elevation),
    out[2] = cosf(elevation) * cosf(azimuth);
}

/* Returns the elevation, in radians, at which the surface `offset` outside of the skull has the height of the ring. */
static float ring_elevation(const skull *s, float azimuth, float offset)
{
    const float f = cosf(azimuth),
                height = s->side + (f > 0 ? s->front - s->side : s->back - s->side) * f * f;
    float elevation = 0;
    for (int i = 0; i < 6; i++) {
        float d[3];
        direction(d, azimuth, elevation);
        const float r = (support(s, d) + offset) * cosf(elevation);
        elevation = atan2f(height - s->center[1], r);
    }
    return elevation;
}

/* Writes a point `offset` metres outside of the skull, t from 0 (at the ring) to 1 (at the top). */
static void over_skull(float out[3], const skull *s, float azimuth, float t, float offset)
{
    float d[3];
    const float low = ring_elevation(s, azimuth, offset);
    direction(d, azimuth, low + t * (TAU / 4 - low));
    const float r = support(s, d) + offset;
    for (int c = 0; c < 3; c++) out[c] = s->center[c] + r * d[c];
}

static void skull_init(skull *s, const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    float ear = -1e9f, back = 1e9f;
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        if (k->ears[i] > 0.5f) ear = fmaxf(ear, p[1]);
        if (k->head[i] > 0.9f && p[1] > k->marks.eye[1]) back = fminf(back, p[2]);
    }
    *s = (skull){.maker = k,
                 .front = k->marks.brow_arch[4] + 0.032f,
                 .side = ear + 0.004f,
                 .back = k->marks.eye[1] - 0.004f};
    s->center[1] = k->marks.eye[1] + 0.02f, s->center[2] = 0.5f * (back + k->marks.eye[2]) + 0.005f;
}

#define VISOR_FALL 0.02f /* metres from the middle of the seam to 90 degrees beside it */
enum { AROUND = 40, UP = 10, CUFF = 5, VISOR = 21, DEEP = 6 };

/* Adds the crown of a hat, `offset` metres outside of the skull; the top is raised by `peak` metres more. */
static void add_dome(mesh *m, const skull *s, float offset, float peak, float tiles)
{
    float points[3 * AROUND * UP];
    for (int r = 0; r < UP; r++)
        for (int c = 0; c < AROUND; c++) {
            const float t = 0.985f * (float)r / (UP - 1);
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, TAU * (float)c / AROUND, t, offset);
            p[1] += peak * t * t;
        }
    add_grid(m, points, UP, AROUND, true, 6 * tiles, 2.5f * tiles, false);

    /* Close the top with a fan of triangles. */
    const int top = add_vertex(m, s->center[0], points[3 * AROUND * (UP - 1) + 1] + 0.0005f, s->center[2]);
    const int row = m->vertex_count - 1 - AROUND, corner = m->corner_count;
    for (int c = 0; c <= AROUND; c++)
        add_corner(m, row + c % AROUND, 6 * tiles * (float)c / AROUND, 2.5f * tiles);
    for (int c = 0; c < AROUND; c++) {
        const int middle = add_corner(m, top, 6 * tiles * ((float)c + 0.5f) / AROUND, 2.56f * tiles);
        add_face(m, corner + c, corner + c + 1, middle);
    }
}

/* Adds the cuff of a knitted cap: a band around the outside with rounded edges. */
static void add_cuff(mesh *m, const skull *s, float offset, float height, float tiles)
{
    static const float out[CUFF] = {0.000f, 0.0045f, 0.0055f, 0.0045f, 0.000f},
                       up[CUFF] = {0.00f, 0.06f, 0.5f, 0.94f, 1.00f};
    float points[3 * AROUND * CUFF];
    for (int r = 0; r < CUFF; r++)
        for (int c = 0; c < AROUND; c++) {
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, TAU * (float)c / AROUND, height / 0.14f * up[r], offset + out[r]);
            p[1] -= r == 0 ? 0.003f : 0;
        }
    add_grid(m, points, CUFF, AROUND, true, 6 * tiles, 1.0f * tiles, false);
}

/* Adds a brim around the ring. It falls by `slope` for each metre of width. */
static void add_brim(mesh *m, const skull *s, float offset, float wide, float slope, float tiles)
{
    float points[3 * AROUND * DEEP];
    for (int r = 0; r < DEEP; r++)
        for (int c = 0; c < AROUND; c++) {
            const float azimuth = TAU * (float)c / AROUND, t = (float)r / (DEEP - 1);
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, azimuth, 0.0f, offset);
            p[0] += wide * t * sinf(azimuth), p[2] += wide * t * cosf(azimuth);
            p[1] -= wide * slope * t * (0.6f + 0.4f * t) - 0.004f * (1 - t);
        }
    add_grid(m, points, DEEP, AROUND, true, 8 * tiles, 1.2f * tiles, true);
}

/* Adds the visor of a cap. Its seam falls less towards the sides than the crown's edge, which is as low as the ears. */
static void add_visor(mesh *m, const skull *s, float offset)
{
    skull seam = *s;
    seam.side = s->front - VISOR_FALL;
    float points[3 * VISOR * DEEP];
    for (int r = 0; r < DEEP; r++)
        for (int c = 0; c < VISOR; c++) {
            const float side = 2 * (float)c / (VISOR - 1) - 1, azimuth = side * 0.95f,
                        t = (float)r / (DEEP - 1);
            const float length = 0.078f * sqrtf(fmaxf(0, 1 - side * side)) + 0.002f;
            float *p = points + 3 * (r * VISOR + c);
            over_skull(p, &seam, azimuth, 0.02f, offset + 0.0006f);
            p[2] += length * t * 0.97f, p[0] += 0.25f * length * t * sinf(azimuth);
            p[1] -= length / 0.08f * t * (0.020f * t + 0.014f * side * side + 0.004f);
        }
    add_grid(m, points, DEEP, VISOR, false, 3, 1, true);
}

/* Marks the scalp under a hat: skin that is more than UNDER radians above the ring, seen from the centre of the skull. */
static void mark_under(unsigned char *under, const skull *s, float offset)
{
    const pd_smpl_data *m = s->maker->model;
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        const float x = p[0] - s->center[0], y = p[1] - s->center[1], z = p[2] - s->center[2];
        if (s->maker->head[i] < 0.9f || s->maker->ears[i] > 0.01f || p[1] < s->maker->marks.eye[1]) continue;
        const float azimuth = atan2f(x, z);
        under[i] = atan2f(y, hypotf(x, z)) > ring_elevation(s, azimuth, offset) + UNDER;
    }
}

/* Makes a hat. under (V) begins as zeros and is set to 1 where the hat hides the skin. */
static void make_hat(mesh *m, unsigned char *under, const pd_factory_maker *k, pd_factory_made_id id)
{
    skull s;
    skull_init(&s, k);
    begin_part(m);
    if (id == PD_FACTORY_MADE_BEANIE) {
        s.front -= 0.006f, s.side += 0.002f;
        add_dome(m, &s, 0.007f, 0.016f, 1);
        begin_part(m);
        add_cuff(m, &s, 0.009f, 0.055f, 1);
    } else if (id == PD_FACTORY_MADE_CAP) {
        add_dome(m, &s, 0.0075f, 0.006f, 1);
        begin_part(m);
        add_visor(m, &s, 0.0075f);
    } else {
        const bool is_straw = id == PD_FACTORY_MADE_STRAW;
        s.side += 0.006f;
        add_dome(m, &s, 0.011f, is_straw ? 0.012f : 0.004f, 1);
        begin_part(m);
        add_brim(m, &s, 0.011f, is_straw ? 0.105f : 0.058f, is_straw ? 0.18f : 0.62f, 1);
    }
    anchor_near(m, k, 0);
    mark_under(under, &s, 0.008f);
}

/* ---- glasses ---- */

/* A frame of glasses: half sizes of the lenses (metres), exponent of their superellipse, droop of the lower outer part (metres), thickness (metres). */
typedef struct frame {
    float wide, tall, power, droop, tube, lift;
} frame;

static const frame frames[] = {
    {0.0225f, 0.0215f, 2.0f, 0.000f, 0.0009f, 0.000f},  /* round */
    {0.0255f, 0.0180f, 4.0f, 0.000f, 0.0019f, 0.001f},  /* square */
    {0.0245f, 0.0125f, 3.2f, 0.000f, 0.0011f, -0.004f}, /* narrow */
    {0.0270f, 0.0205f, 2.6f, 0.007f, 0.0010f, -0.001f}, /* aviator */
};
enum { RIM = 28, TUBE = 6, BRIDGE = 7, ARM = 12 };
#define VERTEX_OF_LENS 0.0145f /* metres from the front of the eyeball to the lens */
#define EYEBALL        0.0122f /* radius of the eyeball, metres */
#define WRAP           1.7f    /* 1/m; at x metres from the middle the front lies WRAP x^2 farther back */
#define TILT           0.05f /* slope of the front: the upper rims are farther forward than the lower ones */

/* Writes the point of the front of the glasses at x, y from the middle of the left lens, metres. */
static void on_front(float out[3], const frame *f, const pd_factory_maker *k, float x, float y)
{
    const float *eye = k->marks.eye;
    out[0] = eye[0] + 0.0012f + x;
    out[1] = eye[1] - 0.002f + f->lift + y;
    out[2] = eye[2] + EYEBALL + VERTEX_OF_LENS - WRAP * out[0] * out[0] + TILT * (y + f->tall);
}

/* Writes the point of the left lens's outline at an angle in radians. */
static void on_rim(float xy[2], const frame *f, float angle)
{
    const float c = cosf(angle), s = sinf(angle), e = 2 / f->power;
    xy[0] = f->wide * copysignf(powf(fabsf(c), e), c), xy[1] = f->tall * copysignf(powf(fabsf(s), e), s);
    if (xy[1] < 0) xy[1] -= f->droop * (0.6f + 0.4f * xy[0] / f->wide) * -xy[1] / f->tall;
}

/* Adds a tube along path (count,3) with a section of the given width and height in metres. With `mirror`, x is negated. */
static void add_tube(mesh *m, const float *path, int count, bool is_closed, float wide, float tall,
                     bool mirror)
{
    float points[3 * TUBE * 64];
    PD_ASSERT(count <= 64);
    for (int i = 0; i < count; i++) {
        const float *p = path + 3 * i,
                    *next = path + 3 * (is_closed       ? (i + 1) % count
                                        : i + 1 < count ? i + 1
                                                        : i),
                    *last = path + 3 * (is_closed ? (i + count - 1) % count
                                        : i > 0   ? i - 1
                                                  : i);
        /* Axes of the section: `along` the path, `up` and `side` across it. */
        float along[3], up[3] = {0, 0, 1}, side[3];
        for (int c = 0; c < 3; c++) along[c] = next[c] - last[c];
        const float l = sqrtf(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
        for (int c = 0; c < 3; c++) along[c] /= fmaxf(l, 1e-9f);
        if (fabsf(along[2]) > 0.7f) up[1] = 1, up[2] = 0;
        const float d = along[0] * up[0] + along[1] * up[1] + along[2] * up[2];
        for (int c = 0; c < 3; c++) up[c] -= d * along[c];
        const float lu = sqrtf(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
        for (int c = 0; c < 3; c++) up[c] /= lu;
        side[0] = along[1] * up[2] - along[2] * up[1], side[1] = along[2] * up[0] - along[0] * up[2],
        side[2] = along[0] * up[1] - along[1] * up[0];
        for (int t = 0; t < TUBE; t++) {
            const float a = TAU * ((float)t + 0.5f) / TUBE;
            float *q = points + 3 * (i * TUBE + t);
            for (int c = 0; c < 3; c++) q[c] = p[c] + wide * cosf(a) * side[c] + tall * sinf(a) * up[c];
            if (mirror) q[0] = -q[0];
        }
    }
    /* A closed path repeats its first section. */
    int rows_of = count;
    if (is_closed) memcpy(points + 3 * count * TUBE, points, 3 * TUBE * sizeof *points), rows_of++;
    add_grid(m, points, rows_of, TUBE, true, 1, 4, mirror);
}

typedef struct placing {
    int temple[2], ear[2], nose; /* vertices of the skin */
    float hinge[3], tip[3];      /* of the left arm: where it begins, and where it lies on the ear */
} placing;

/* Finds the places of the head on which glasses rest. */
static void place_glasses(placing *out, const pd_factory_maker *k, const frame *f)
{
    const pd_smpl_data *m = k->model;
    float top[3] = {0, -1e9f, 0};
    on_front(out->hinge, f, k, f->wide + 0.003f, 0.35f * f->tall);

    /* The arm lies on the foremost upper part of the ear, where the ear joins the head. */
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        if (k->ears[i] > 0.35f && p[0] > 0 && p[1] > top[1]) memcpy(top, p, sizeof top);
    }
    out->tip[0] = top[0] - 0.006f, out->tip[1] = top[1] - 0.006f, out->tip[2] = top[2] + 0.006f;
    for (int side = 0; side < 2; side++) {
        const float sign = side ? -1.0f : 1.0f;
        const float temple[3] = {sign * (out->hinge[0] + 0.004f), out->hinge[1], out->hinge[2] - 0.035f},
                    ear[3] = {sign * (out->tip[0] - 0.006f), out->tip[1], out->tip[2]};
        out->temple[side] = nearest_skin(k, temple);
        out->ear[side] = nearest_skin(k, ear);
    }
    const float nose[3] = {0, k->marks.eye[1] + 0.003f, k->marks.nose_tip[2]};
    out->nose = nearest_skin(k, nose);
}

/* Anchors the vertices of the front, from `first` on, at the temples and the nose. */
static void anchor_front(mesh *m, const pd_factory_maker *k, const placing *at, int first)
{
    const float *v = k->model->v_template;
    for (int i = first; i < m->vertex_count; i++) {
        const int own[3] = {at->temple[0], at->temple[1], at->nose};
        for (int a = 0; a < 3; a++) m->anchors[3 * i + a] = (uint16_t)own[a];
        affine_weights(m->anchor_weights + 3 * i, v + 3 * own[0], v + 3 * own[1], v + 3 * own[2],
                       m->points + 3 * (size_t)i);
    }
}

/* Anchors the vertices of an arm: at its hinge like the front, at the ear from where the arm lies on the ear. */
static void anchor_arm(mesh *m, const pd_factory_maker *k, const placing *at, int first, int side)
{
    const float *v = k->model->v_template;
    for (int i = first; i < m->vertex_count; i++) {
        const float *p = m->points + 3 * (size_t)i;
        const float t = fminf(1, fmaxf(0, (at->hinge[2] - p[2]) / (at->hinge[2] - at->tip[2])));
        const int own[3] = {at->temple[side], at->ear[side], at->nose};
        float front[3];
        const float hinge[3] = {side ? -at->hinge[0] : at->hinge[0], at->hinge[1], at->hinge[2]};
        affine_weights(front, v + 3 * own[0], v + 3 * at->temple[!side], v + 3 * own[2], hinge);
        for (int a = 0; a < 3; a++) m->anchors[3 * i + a] = (uint16_t)own[a];
        m->anchor_weights[3 * i] = (1 - t) * (front[0] + front[1]);
        m->anchor_weights[3 * i + 1] = t;
        m->anchor_weights[3 * i + 2] = (1 - t) * front[2];
    }
}

/* Adds rims, bridge and arms; then the lenses as a separate part. */
static void add_frame(mesh *m, const pd_factory_maker *k, const frame *f, const placing *at, float forward)
{
    float path[3 * 64];
    const int front = m->vertex_count;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < RIM; i++) {
            float xy[2];
            on_rim(xy, f, TAU * (float)i / RIM);
            on_front(path + 3 * i, f, k, xy[0], xy[1]);
            path[3 * i + 2] += forward;
        }
        add_tube(m, path, RIM, true, f->tube, f->tube * 1.25f, side);
    }
    /* The bridge: an arc between the inner rims; a second one for aviators. */
    for (int b = 0; b < (f->droop > 0 ? 2 : 1); b++) {
        float inner[3];
        on_front(inner, f, k, -f->wide * (b ? 0.72f : 0.97f), f->tall * (b ? 0.80f : 0.22f));
        for (int i = 0; i < BRIDGE; i++) {
            const float t = 2 * (float)i / (BRIDGE - 1) - 1;
            path[3 * i] = -t * inner[0];
            path[3 * i + 1] = inner[1] + (b ? 0 : 0.0035f) * (1 - t * t);
            path[3 * i + 2] = inner[2] + forward + 0.0025f * (1 - t * t);
        }
        add_tube(m, path, BRIDGE, false, f->tube, f->tube * 1.2f, false);
    }
    anchor_front(m, k, at, front);

    for (int side = 0; side < 2; side++) {
        const int first = m->vertex_count;
        for (int i = 0; i < ARM; i++) {
            float *p = path + 3 * i;
            const float t = (float)i / 8, bend = i > 8 ? (float)(i - 8) / (ARM - 1 - 8) : 0;
            const float s = fminf(1, t);
            p[0] = at->hinge[0] + (at->tip[0] - at->hinge[0]) * s + 0.004f * sinf(3.14159f * s);
            p[1] = at->hinge[1] + (at->tip[1] - at->hinge[1]) * s - 0.020f * bend * bend - 0.004f * bend;
            p[2] = at->hinge[2] + forward * (1 - s) + (at->tip[2] - at->hinge[2]) * s - 0.018f * bend;
            p[0] -= 0.003f * bend;
        }
        add_tube(m, path, ARM, false, fmaxf(0.0009f, 0.7f * f->tube), fmaxf(0.0012f, 1.3f * f->tube), side);
        anchor_arm(m, k, at, first, side);
    }

    begin_part(m);
    const int lenses = m->vertex_count;
    for (int side = 0; side < 2; side++) {
        const float sign = side ? -1.0f : 1.0f;
        float p[3];
        on_front(p, f, k, 0, -0.3f * f->droop);
        const int middle =
            add_corner(m, add_vertex(m, sign * p[0], p[1], p[2] + forward + 0.0012f), 0.5f, 0.5f);
        for (int i = 0; i < RIM; i++) {
            float xy[2];
            on_rim(xy, f, TAU * (float)i / RIM);
            on_front(p, f, k, xy[0], xy[1]);
            add_corner(m, add_vertex(m, sign * p[0], p[1], p[2] + forward), 0.5f, 0.5f);
        }
        for (int i = 0; i < RIM; i++) {
            const int a = middle + 1 + i, b = middle + 1 + (i + 1) % RIM;
            add_face(m, middle, side ? b : a, side ? a : b);
        }
    }
    anchor_front(m, k, at, lenses);
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Writes the skin (V,3) of a random face: body betas from N(0,1), face betas from N(0, FACE_SPREAD^2), because they depend on one another, and two
 * units of expression. */
static void random_face(float *skin, float *betas, const pd_smpl_data *d, uint64_t seed)
{
    const size_t count = (size_t)d->beta_count, units = (size_t)d->expression_count;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (size_t b = 0; b < count; b++)
        betas[b] = (float)pd_rng_normal(&rng) * (b < BODY_BETAS ? 1 : FACE_SPREAD);
    const int first = units ? pd_rng_below(&rng, (int)units) : 0,
              second = units ? pd_rng_below(&rng, (int)units) : 0;
    const float much = (float)pd_rng_between(&rng, 0.15, 0.5);
    for (size_t at = 0; at < 3 * (size_t)d->vertex_count; at++) {
        float sum = d->v_template[at];
        for (size_t b = 0; b < count; b++) sum += d->shapedirs[at * count + b] * betas[b];
        if (units)
            sum += much * (d->expressiondirs[at * units + (size_t)first] +
                           d->expressiondirs[at * units + (size_t)second]);
        skin[at] = sum;
    }
}

/* Finds how far, in metres, the front must be moved forward so that it does not touch the face of TOUCHED of PEOPLE random people. */
static pd_status find_forward(float *out, const mesh *m, const pd_factory_maker *k, pd_error *err)
{
    const pd_smpl_data *d = k->model;
    float needs[PEOPLE], betas[PD_SMPL_MAX_BETAS];
    float *skin = malloc(3 * (size_t)d->vertex_count * sizeof *skin);
    if (!skin) return pd_fail(err, PD_ERR_MEMORY, "glasses", "out of memory");
    for (int p = 0; p < PEOPLE; p++) {
        random_face(skin, betas, d, 9100 + (uint64_t)p);
        needs[p] = 0;
        for (int i = 0; i < m->vertex_count; i++) {
            float at[3], least = REACH * REACH, depth = 0;
            if (m->points[3 * i + 2] < k->marks.eye[2] - 0.01f) continue;
            for (int c = 0; c < 3; c++) {
                at[c] = m->points[3 * i + c];
                for (int a = 0; a < 3; a++) {
                    const size_t anchor = 3 * (size_t)m->anchors[3 * i + a] + (size_t)c;
                    at[c] += m->anchor_weights[3 * i + a] * (skin[anchor] - d->v_template[anchor]);
                }
            }
            /* The skin behind or in front of the vertex: the one nearest to it in x and y that faces forward. */
            for (int v = 0; v < d->vertex_count; v++) {
                const float x = skin[3 * v] - at[0], y = skin[3 * v + 1] - at[1], square = x * x + y * y;
                if (square >= least || k->head[v] < 0.5f || k->ears[v] > 0.2f ||
                    k->normals[3 * v + 2] < 0.25f)
                    continue;
                least = square, depth = skin[3 * v + 2] + CLEAR - at[2];
            }
            needs[p] = fmaxf(needs[p], depth);
        }
    }
    free(skin);
    qsort(needs, PEOPLE, sizeof *needs, by_size);
    *out = needs[(int)(TOUCHED * (PEOPLE - 1))];
    return PD_OK;
}

static pd_status make_glasses(mesh *m, const pd_factory_maker *k, pd_factory_made_id id, pd_error *err)
{
    const frame *f = &frames[id - PD_FACTORY_MADE_ROUND];
    placing at;
    mesh trial;
    place_glasses(&at, k, f);
    if (!mesh_init(&trial)) {
        mesh_deinit(&trial);
        return pd_fail(err, PD_ERR_MEMORY, rows[id].name, "out of memory");
    }
    begin_part(&trial);
    add_frame(&trial, k, f, &at, 0);
    float forward = 0;
    const pd_status status = find_forward(&forward, &trial, k, err);
    mesh_deinit(&trial);
    if (status != PD_OK) return status;

    begin_part(m);
    add_frame(m, k, f, &at, forward);
    return PD_OK;
}

/* ---- beards ---- */

/* Returns 1 below a limit, 0 from limit + EDGE on, and a linear transition between them. */
static float below(float at, float limit)
{
    return fmaxf(0, fminf(1, 1 - (at - limit) / EDGE));
}

/* Returns whether a place of the face is where a moustache grows: above the red of the upper lip, and a little below the corners of the mouth. */
static bool is_over_lip(const pd_factory_skin_marks *marks, float x, float y)
{
    return y > marks->lip_top[1] - 0.006f - 0.5f * fmaxf(0, x - 0.6f * marks->mouth[0]);
}

/* Returns the density of hair of a beard at a place of the face, 0 to 1. */
static float density(const pd_factory_maker *k, pd_factory_made_id id, const pd_factory_skin_place *place)
{
    const pd_factory_skin_marks *marks = &k->marks;
    const float x = fabsf(place->at[0]), y = place->at[1];
    pd_factory_skin_look look;
    pd_factory_skin_paint(&look, marks, place);
    const float corner = marks->mouth[0];
    if (id == PD_FACTORY_MADE_MOUSTACHE) {
        /* The upper edge falls from the nose's wing to beside the corner of the mouth; hair is sparse in the groove below the nose. */
        const float wing = 0.7f * marks->nose_wing[0], side = corner + BESIDE_MOUTH,
                    t = fmaxf(0, fminf(1, (x - wing) / (side - wing))),
                    edge =
                        marks->nose_wing[1] - 0.004f + t * (marks->mouth[1] + 0.004f - marks->nose_wing[1]),
                    groove = 1 - 0.4f * expf(-x * x / (0.0025f * 0.0025f));
        return is_over_lip(marks, x, y)
                   ? look.beard * groove * below(x, side - 0.003f) * below(y, edge - 0.002f)
                   : 0;
    }
    if (id == PD_FACTORY_MADE_GOATEE) {
        /* Narrower at the chin than at the mouth. */
        const float t = fmaxf(0, fminf(1, (marks->mouth[1] - y) / (marks->mouth[1] - marks->chin[1])));
        return y < marks->nose_wing[1] ? look.beard * below(x, corner + 0.006f - 0.008f * t) : 0;
    }
    return look.beard;
}

/* Grid of a beard, whose rows are strips of hair that overlap like shingles. Columns lie at equal angles about a vertical axis in the head; the rows
 * of a column lie at equal distances along the skin, counted from the height of the mouth. */
typedef struct beard_form {
    float across, down; /* metres between columns (measured 75 mm from the axis) and between rows */
    float longest;      /* length of hair, metres */
} beard_form;
static const beard_form beard_forms[] = {
    [PD_FACTORY_MADE_FULL - PD_FACTORY_MADE_FULL] = {0.0095f, 0.0115f, 0.0150f},
    [PD_FACTORY_MADE_GOATEE - PD_FACTORY_MADE_FULL] = {0.0075f, 0.0090f, 0.0120f},
    [PD_FACTORY_MADE_MOUSTACHE - PD_FACTORY_MADE_FULL] = {0.0050f, 0.0040f, 0.0075f},
};

/* Root of hair: a point of the skin. */
typedef struct root {
    float at[3], normal[3], bary[3], dense;
    float lift; /* height over the skin, metres */
    uint32_t face[3];
    bool is_there; /* the ray met the skin */
} root;

/* The skin of the lower face, seen from the axis. */
typedef struct lower_face {
    const pd_factory_maker *maker;
    pd_factory_made_id id; /* the beard whose hair is made */
    bool is_lower;         /* true: without the moustache */
    float center[3];
    float *triangles; /* (count,9) */
    int *faces;       /* (count) the model's face of each triangle */
    pd_triangle_tree tree;
} lower_face;

static bool lower_face_init(lower_face *out, const pd_factory_maker *k, pd_factory_made_id id, bool is_lower)
{
    const pd_smpl_data *d = k->model;
    int count = 0;
    *out = (lower_face){.maker = k,
                        .id = id,
                        .is_lower = is_lower,
                        .center = {0, k->marks.mouth[1], AXIS_Z},
                        .triangles = malloc(9 * (size_t)d->face_count * sizeof(float)),
                        .faces = malloc((size_t)d->face_count * sizeof(int))};
    if (!out->triangles || !out->faces) return false;
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *face = d->faces + 3 * (size_t)f;
        const float *a = d->v_template + 3 * face[0];
        if (k->head[face[0]] < 0.3f || a[2] < 0 || a[1] > k->marks.eye[1] + 0.01f || a[1] < k->marks.neck[1])
            continue;
        for (int i = 0; i < 3; i++)
            memcpy(out->triangles + 9 * count + 3 * i, d->v_template + 3 * face[i], 3 * sizeof(float));
        out->faces[count++] = f;
    }
    return pd_triangle_tree_build(&out->tree, out->triangles, count);
}

static void lower_face_deinit(lower_face *face)
{
    pd_triangle_tree_deinit(&face->tree);
    free(face->triangles), free(face->faces);
}

/* Returns the outermost point of the skin in a direction (of any length) from the centre. */
static root root_at(const lower_face *s, const float direction[3])
{
    const pd_factory_maker *k = s->maker;
    const pd_smpl_data *d = k->model;
    root r = {.lift = ROOT_LIFT};
    pd_triangle_line line = {.farthest = OUTSIDE, .sign = -1};
    const float length =
        sqrtf(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    float far;
    for (int c = 0; c < 3; c++) {
        line.along[c] = -direction[c] / length;
        line.from[c] = s->center[c] + OUTSIDE * direction[c] / length;
    }
    const int hit = pd_triangle_tree_meet(&far, &s->tree, &line);
    if (hit < 0) return r;

    /* Where the point lies on the face, and the density of hair there. */
    pd_factory_skin_place place = {0};
    memcpy(r.face, d->faces + 3 * (size_t)s->faces[hit], sizeof r.face);
    for (int c = 0; c < 3; c++) r.at[c] = line.from[c] + far * line.along[c];
    affine_weights(r.bary, s->triangles + 9 * hit, s->triangles + 9 * hit + 3, s->triangles + 9 * hit + 6,
                   r.at);
    for (int w = 0; w < 3; w++) {
        for (int i = 0; i < 3; i++) r.normal[i] += r.bary[w] * k->normals[3 * r.face[w] + (uint32_t)i];
        place.lips += r.bary[w] * k->lips[r.face[w]], place.ear += r.bary[w] * k->ears[r.face[w]];
        place.head += r.bary[w] * k->head[r.face[w]];
    }
    memcpy(place.at, r.at, sizeof place.at);
    memcpy(place.normal, r.normal, sizeof place.normal);
    r.is_there =
        r.normal[0] * line.along[0] + r.normal[1] * line.along[1] + r.normal[2] * line.along[2] < -FACING;
    r.dense = density(k, s->id, &place);
    if (s->is_lower && is_over_lip(&k->marks, fabsf(r.at[0]), r.at[1]) && fabsf(r.at[0]) < k->marks.mouth[0])
        r.dense = 0;
    return r;
}

/* Fills the roots of a column from the lowest row to the highest, at equal distances along the skin, counted from the height of the mouth. */
static void fill_column(root *column, const lower_face *s, float azimuth, float down)
{
    for (int side = -1; side <= 1; side += 2) {
        float way[3], last[3] = {0}, gone = 0;
        for (int step = 0, next = side < 0 ? 1 : 0; step <= STEPS && next <= ROWS / 2; step++) {
            direction(way, azimuth, (float)side * (float)step * STEP);
            const root r = root_at(s, way);
            if (!r.is_there) break;
            const float by = step ? sqrtf(square_distance(r.at, last)) : 0;
            if (by > JUMP) break; /* the skin behind the nose cannot be seen from the axis: the column ends */
            gone += by;
            memcpy(last, r.at, sizeof last);
            if (gone < (float)next * down) continue;
            column[ROWS / 2 + side * next] = r;
            next++;
        }
    }
}

/* Returns the length up to which a hair can grow from a place in a direction before it covers the red of a lip. */
static float free_length(const pd_factory_maker *k, const float at[3], const float along[3], float longest)
{
    for (float length = LIP_STEP; length < longest; length += LIP_STEP) {
        const float tip[3] = {at[0] + length * along[0], at[1] + length * along[1],
                              at[2] + length * along[2]};
        if (k->lips[nearest_skin(k, tip)] > LIP_SHARE) return length - LIP_STEP;
    }
    return longest;
}

/* Adds the vertices of a root: one at the skin and, where hair grows, one at the tip of the hair. root_v: of the root
 * where hair is dense. Tips have v = 1, where the texture is clear, and so have roots where hair is sparse. */
static void add_hair(mesh *m, const lower_face *s, const root *r, float longest, const float luck[2], float u,
                     float root_v)
{
    const pd_factory_skin_marks *marks = &s->maker->marks;

    /* Hair grows along the skin: downwards, and in the moustache away from the middle. */
    const float x = r->at[0];
    const bool is_upper = r->at[1] > marks->lip_top[1] - 0.004f && fabsf(x) < marks->mouth[0] + 0.01f;
    float along[3] = {(is_upper ? 0.75f : 0.1f) * fmaxf(-1, fminf(1, x / 0.012f)) + STRAY * (luck[1] - 0.5f),
                      -1, 0.15f},
          square = 0;
    const float dot = along[0] * r->normal[0] + along[1] * r->normal[1] + along[2] * r->normal[2];
    for (int i = 0; i < 3; i++) along[i] -= dot * r->normal[i], square += along[i] * along[i];
    for (int i = 0; i < 3; i++) along[i] /= sqrtf(fmaxf(square, 1e-9f));

    const float wanted = (is_upper ? fminf(longest, 0.010f) : longest) * (0.35f + 0.65f * r->dense) *
                         (0.75f + 0.5f * luck[0]),
                length = is_upper ? fmaxf(SHORTEST, free_length(s->maker, r->at, along, wanted)) : wanted;
    for (int tip = 0; tip < 1 + (r->dense > 0); tip++) {
        const float out = r->lift + (tip ? 0.25f * length : 0), down = tip ? length : 0;
        float p[3];
        for (int c = 0; c < 3; c++) p[c] = r->at[c] + out * r->normal[c] + down * along[c];
        const int v = add_vertex(m, p[0], p[1], p[2]);
        const float share = fmaxf(0, fminf(1, (r->dense - SPARSE) / (DENSE - SPARSE)));
        add_corner(m, v, u, tip ? 1 : 1 - (1 - root_v) * share);
        for (int a = 0; a < 3; a++)
            m->anchors[3 * v + a] = (uint16_t)r->face[a], m->anchor_weights[3 * v + a] = r->bary[a];
    }
}

/* Raises two roots until the skin between them is below the line from one root to the other. */
static void raise_over_skin(const lower_face *s, root *a, root *b)
{
    float way[3], under = 0;
    for (int c = 0; c < 3; c++) way[c] = 0.5f * (a->at[c] + b->at[c]) - s->center[c];
    if (!a->is_there || !b->is_there || a->dense + b->dense <= 0) return;
    const root middle = root_at(s, way);
    if (!middle.is_there) return;
    for (int c = 0; c < 3; c++)
        under += middle.normal[c] *
                 (middle.at[c] + UNDER_ROOTS * middle.normal[c] -
                  0.5f * (a->at[c] + a->lift * a->normal[c] + b->at[c] + b->lift * b->normal[c]));
    if (under <= 0) return;
    a->lift = fminf(a->lift + under, LIFT_MOST), b->lift = fminf(b->lift + under, LIFT_MOST);
}

/* Returns whether a root or one of its eight neighbours has hair. */
static bool is_near_hair(const root *roots, int columns, int j, int i)
{
    for (int x = j - 1; x <= j + 1; x++)
        for (int y = i - 1; y <= i + 1; y++)
            if (x >= 0 && x < columns && y >= 0 && y < ROWS && roots[x * ROWS + y].dense > 0) return true;
    return false;
}

/* Adds the rows of hair of a beard. Fails with ERR_MEMORY alone. */
static pd_status add_rows(mesh *m, const pd_factory_maker *k, pd_factory_made_id id, bool is_lower,
                          const beard_form *form, pd_error *err)
{
    const int half = (int)(WIDEST * AXIS_FAR / form->across), columns = 2 * half + 1;
    root *roots = calloc((size_t)(columns * ROWS), sizeof *roots);
    int *corners = malloc((size_t)(columns * ROWS) * sizeof *corners);
    lower_face face;
    float shifts[ROWS];
    pd_rng rng, shift_rng;
    const bool good = lower_face_init(&face, k, id, is_lower) && roots && corners;
    pd_rng_init(&rng, 4200 + (uint64_t)id);
    pd_rng_init(&shift_rng, 4300 + (uint64_t)id);
    for (int j = 0; good && j < columns; j++)
        fill_column(roots + j * ROWS, &face, (float)(j - half) * form->across / AXIS_FAR, form->down);
    for (int round = 0; good && round < 2; round++)
        for (int j = 0; j + 1 < columns; j++)
            for (int i = 0; i + 1 < ROWS; i++) {
                root *a = roots + j * ROWS + i, *b = a + 1, *c = a + ROWS, *d = c + 1;
                raise_over_skin(&face, a, b), raise_over_skin(&face, a, c);
                raise_over_skin(&face, a, d), raise_over_skin(&face, b, c);
            }

    /* Roots at the edge are sparser or denser by chance, so that the outline is not that of the grid. */
    for (int r = 0; good && r < columns * ROWS; r++) {
        const float chance = (float)pd_rng_between(&rng, EDGE_LEAST, EDGE_MOST);
        if (roots[r].dense < DENSE) roots[r].dense = fminf(DENSE, roots[r].dense * chance);
    }

    for (int i = 0; i < ROWS; i++) shifts[i] = ROW_SHIFT * (float)pd_rng_uniform(&shift_rng);
    for (int j = 0; good && j < columns; j++)
        for (int i = 0; i < ROWS; i++) {
            const root *r = roots + j * ROWS + i;
            const float luck[2] = {(float)pd_rng_uniform(&rng), (float)pd_rng_uniform(&rng)};
            corners[j * ROWS + i] = -1;
            if (!r->is_there || !is_near_hair(roots, columns, j, i)) continue;

            /* u runs to and fro over the columns, so that the texture has no seam. */
            const int step = j % (2 * PERIOD);
            const float u = (float)(step <= PERIOD ? step : 2 * PERIOD - step) / (float)PERIOD;
            const float shift = shifts[i] + HAIR_SHIFT * (luck[0] - 0.5f),
                        v = ROOT_V + ROOT_STEP * (float)(i % 2) + ROOT_SPREAD * (luck[1] - 0.5f);
            corners[j * ROWS + i] = m->corner_count;
            add_hair(m, &face, r, form->longest, luck, u + shift, v);
        }

    /* Add the strip of hair between two neighbours of a row, and the layer of roots up to the row above. Faces whose corners all have no hair are
     * left out. */
    for (int j = 0; good && j + 1 < columns; j++)
        for (int i = 0; i < ROWS; i++) {
            const root *r = roots + j * ROWS + i, *other = r + ROWS;
            const int a = corners[j * ROWS + i], b = corners[(j + 1) * ROWS + i];
            if (a < 0 || b < 0) continue;
            if (r->dense > 0) add_face(m, a, a + 1, b);
            if (other->dense > 0) add_face(m, r->dense > 0 ? a + 1 : a, b + 1, b);
            if (i + 1 == ROWS) continue;
            const int c = corners[j * ROWS + i + 1], d = corners[(j + 1) * ROWS + i + 1];
            if (c < 0 || d < 0) continue;
            if (r->dense + other->dense + other[1].dense > 0) add_face(m, a, b, d);
            if (r->dense + r[1].dense + other[1].dense > 0) add_face(m, a, d, c);
        }
    lower_face_deinit(&face);
    free(roots), free(corners);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, rows[id].name, "out of memory");
}

/* Makes a moustache and then, on a coarser grid, the rest of the beard. */
static pd_status make_beard(mesh *m, const pd_factory_maker *k, pd_factory_made_id id, pd_error *err)
{
    begin_part(m);
    const pd_status status = add_rows(m, k, PD_FACTORY_MADE_MOUSTACHE, false,
                                      &beard_forms[PD_FACTORY_MADE_MOUSTACHE - PD_FACTORY_MADE_FULL], err);
    if (status != PD_OK || id == PD_FACTORY_MADE_MOUSTACHE) return status;
    return add_rows(m, k, id, true, &beard_forms[id - PD_FACTORY_MADE_FULL], err);
}

/* ---- items ---- */

/* Sets the joints and weights of an item: those of the skin at its anchors, or the head alone. */
static void fill_weights(pd_wardrobe_item *item, const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    const int head = pd_smpl_joint_find(m, "head");
    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        float *weights = item->weights + 4 * i;
        uint8_t *joints = item->joints + 4 * i;
        if (item->slot != PD_WARDROBE_BEARD && item->slot != PD_WARDROBE_HAIR) {
            joints[0] = (uint8_t)head, weights[0] = 1;
            continue;
        }
        float sum = 0;
        for (int j = 0; j < m->joint_count; j++) {
            float own = 0;
            for (size_t a = 0; a < 3; a++)
                own += item->anchor_weights[3 * i + a] *
                       m->weights[(size_t)item->anchors[3 * i + a] * (size_t)m->joint_count + (size_t)j];
            int at = 4;
            while (at > 0 && own > weights[at - 1]) at--;
            for (int s = 3; s > at; s--) weights[s] = weights[s - 1], joints[s] = joints[s - 1];
            if (at < 4) weights[at] = own, joints[at] = (uint8_t)j;
        }
        for (int s = 0; s < 4; s++) sum += weights[s];
        for (int s = 0; s < 4; s++) weights[s] /= sum;
    }
}

/* Makes the mesh of a hat or of glasses, with its anchors and the vertices that it hides. */
static pd_status make_mesh(pd_wardrobe_item *out, const pd_factory_maker *k, pd_factory_made_id id,
                           pd_error *err)
{
    mesh m;
    *out = (pd_wardrobe_item){.slot = rows[id].slot};
    pd_status status = mesh_init(&m) ? PD_OK : pd_fail(err, PD_ERR_MEMORY, rows[id].name, "out of memory");
    unsigned char *under = calloc((size_t)k->model->vertex_count, 1);
    if (!under) status = pd_fail(err, PD_ERR_MEMORY, rows[id].name, "out of memory");
    if (status == PD_OK && out->slot == PD_WARDROBE_HAT) make_hat(&m, under, k, id);
    if (status == PD_OK && out->slot == PD_WARDROBE_GLASSES) status = make_glasses(&m, k, id, err);
    if (status == PD_OK && out->slot == PD_WARDROBE_BEARD) status = make_beard(&m, k, id, err);
    PD_ASSERT(status != PD_OK || m.part_count == rows[id].parts);

    out->vertex_count = m.vertex_count, out->corner_count = m.corner_count, out->face_count = m.face_count;
    out->part_count = m.part_count;
    for (int i = 0; under && i < k->model->vertex_count; i++) out->hide_count += under[i];
    if (status == PD_OK && !pd_wardrobe_item_alloc(out))
        status = pd_fail(err, PD_ERR_MEMORY, rows[id].name, "out of memory");
    if (status == PD_OK) {
        const size_t n = (size_t)m.vertex_count, c = (size_t)m.corner_count;
        memcpy(out->rest, m.points, 3 * n * sizeof *m.points);
        memcpy(out->anchors, m.anchors, 3 * n * sizeof *m.anchors);
        memcpy(out->anchor_weights, m.anchor_weights, 3 * n * sizeof *m.anchor_weights);
        memcpy(out->corners, m.corners, c * sizeof *m.corners);
        memcpy(out->uvs, m.uvs, 2 * c * sizeof *m.uvs);
        memcpy(out->faces, m.faces, 3 * (size_t)m.face_count * sizeof *m.faces);
        for (int p = 0; p < m.part_count; p++)
            out->parts[p] = (pd_wardrobe_part){
                .first_face = m.first[p],
                .face_count = (p + 1 < m.part_count ? m.first[p + 1] : m.face_count) - m.first[p]};
        for (int i = 0, h = 0; i < k->model->vertex_count; i++)
            if (under[i]) out->hides[h++] = (uint16_t)i;
    }
    free(under);
    mesh_deinit(&m);
    return status;
}

pd_status pd_factory_made(pd_wardrobe_item *out, const pd_factory_maker *k, pd_factory_made_id id,
                          pd_error *err)
{
    PD_ASSERT((unsigned)id < PD_FACTORY_MADE_COUNT);
    const pd_status status =
        rows[id].slot == PD_WARDROBE_HAIR ? pd_factory_clipped(out, k, err) : make_mesh(out, k, id, err);
    if (status != PD_OK) return status;

    /* Texts, materials and skin weights. */
    snprintf(out->name, sizeof out->name, "%s", rows[id].name);
    snprintf(out->about, sizeof out->about, "%s", rows[id].about);
    snprintf(out->source, sizeof out->source, "modelled by code (factory/wardrobe/made.c), CC0 1.0");
    for (int p = 0; p < out->part_count; p++) {
        pd_wardrobe_part *part = &out->parts[p];
        part->roughness = 0.8f, part->texture = -1, part->two_sided = true;
        for (int c = 0; c < 3; c++) part->color[c] = 1;
    }
    fill_weights(out, k);
    return PD_OK;
}
