/* Beards and moustaches. */
#include "factory/wardrobe/made/made_parts.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/triangle_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_LIFT    0.0010f /* height of a beard's roots over the skin, metres */
#define UNDER_ROOTS  0.0006f /* least height of the line between two roots over the skin, metres */
#define LIFT_MOST    0.003f  /* greatest height of a root over the skin, metres */
#define DENSE        0.8f    /* density of hair above which the mesh of roots covers the skin */
/* density below which the mesh has no hair: the texture of the skin shows the roots there
 * (core/wardrobe/export/complexion.c) */
#define SPARSE       0.24f
#define LIP_STEP     0.0005f /* metres */
#define LIP_SHARE    0.5f    /* share of the lip at a vertex from which on the vertex is red */
#define SHORTEST     0.0015f /* length of a hair over the lip, metres, at least */
#define STRAY        0.5f    /* slope of a hair to the side by chance: up to half of this either way */
/* Texture coordinates of roots where hair is dense: v alternates between the rows, so that hairs end
 * between them, and u is moved by chance, so that the hairs
 * of a row do not continue those of the next one. */
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
#define ROWS         61     /* rows of a beard, at most; the middle one is at the height of the mouth */
#define PERIOD       5      /* columns across a beard's texture */
#define JUMP         0.008f /* metres between two points of a column at most */
#define FACING       0.1f   /* cosine of the skin's normal and the direction from the axis, at least */
#define OUTSIDE      0.3f   /* metres from the axis at which a ray starts: outside of the head */

/* Returns 1 below a limit, 0 from limit + EDGE on, and a linear transition between them. */
static float below(float at, float limit)
{
    return fmaxf(0, fminf(1, 1 - (at - limit) / EDGE));
}

/* Returns whether a place of the face is where a moustache grows: above the red of the upper lip, and a
 * little below the corners of the mouth. */
static bool is_over_lip(const pd_factory_skin_marks *marks, float x, float y)
{
    return y > marks->lip_top[1] - 0.006f - 0.5f * fmaxf(0, x - 0.6f * marks->mouth[0]);
}

/* Returns the density of hair of a beard at a place of the face, 0 to 1. */
static float beard_density(const pd_factory_maker *k, pd_factory_made_id id,
                           const pd_factory_skin_place *place)
{
    const pd_factory_skin_marks *marks = &k->marks;
    const float x = fabsf(place->at[0]);
    const float y = place->at[1];
    pd_factory_skin_look look;

    pd_factory_skin_paint(&look, marks, place);
    const float corner = marks->mouth[0];
    if (id == PD_FACTORY_MADE_MOUSTACHE) {
        /* The upper edge falls from the nose's wing to beside the corner of the mouth; hair is sparse in
         * the groove below the nose. */
        const float wing = 0.7f * marks->nose_wing[0];
        const float side = corner + BESIDE_MOUTH;
        const float t = fmaxf(0, fminf(1, (x - wing) / (side - wing)));
        const float edge =
            marks->nose_wing[1] - 0.004f + t * (marks->mouth[1] + 0.004f - marks->nose_wing[1]);
        const float groove = 1 - 0.4f * expf(-x * x / (0.0025f * 0.0025f));
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

/* Grid of a beard, whose rows are strips of hair that overlap like shingles. Columns lie at equal angles
 * about a vertical axis in the head; the rows of a column lie at equal distances along the skin, counted
 * from the height of the mouth. */
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
    free(face->triangles);
    free(face->faces);
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
    pd_factory_mesh_affine_weights(r.bary, s->triangles + 9 * hit, s->triangles + 9 * hit + 3,
                                   s->triangles + 9 * hit + 6, r.at);
    for (int w = 0; w < 3; w++) {
        for (int i = 0; i < 3; i++) r.normal[i] += r.bary[w] * k->normals[3 * r.face[w] + (uint32_t)i];
        place.lips += r.bary[w] * k->lips[r.face[w]];
        place.ear += r.bary[w] * k->ears[r.face[w]];
        place.head += r.bary[w] * k->head[r.face[w]];
    }

    memcpy(place.at, r.at, sizeof place.at);
    memcpy(place.normal, r.normal, sizeof place.normal);
    r.is_there =
        r.normal[0] * line.along[0] + r.normal[1] * line.along[1] + r.normal[2] * line.along[2] < -FACING;
    r.dense = beard_density(k, s->id, &place);
    if (s->is_lower && is_over_lip(&k->marks, fabsf(r.at[0]), r.at[1]) && fabsf(r.at[0]) < k->marks.mouth[0])
        r.dense = 0;

    return r;
}

/* Fills the roots of a column from the lowest row to the highest, at equal distances along the skin,
 * counted from the height of the mouth. */
static void fill_column(root *column, const lower_face *s, float azimuth, float down)
{
    for (int side = -1; side <= 1; side += 2) {
        float way[3];
        float last[3] = {0};
        float gone = 0;
        for (int step = 0, next = side < 0 ? 1 : 0; step <= STEPS && next <= ROWS / 2; step++) {
            pd_factory_mesh_direction(way, azimuth, (float)side * (float)step * STEP);
            const root r = root_at(s, way);
            if (!r.is_there) break;
            const float by = step ? sqrtf(pd_factory_mesh_square_distance(r.at, last)) : 0;
            if (by > JUMP) break; /* the skin behind the nose cannot be seen from the axis: the column ends */
            gone += by;
            memcpy(last, r.at, sizeof last);
            if (gone < (float)next * down) continue;
            column[ROWS / 2 + side * next] = r;
            next++;
        }
    }
}

/* Returns the length up to which a hair can grow from a place
 * in a direction before it covers the red of a lip. */
static float free_length(const pd_factory_maker *k, const float at[3], const float along[3], float longest)
{
    for (float length = LIP_STEP; length < longest; length += LIP_STEP) {
        const float tip[3] = {at[0] + length * along[0], at[1] + length * along[1],
                              at[2] + length * along[2]};
        if (k->lips[pd_factory_mesh_nearest_skin(k, tip)] > LIP_SHARE) return length - LIP_STEP;
    }

    return longest;
}

/* Adds the vertices of a root: one at the skin and, where hair grows, one at the tip of the hair. root_v:
 * of the root where hair is dense. Tips have v = 1, where the texture is clear, and so have roots where
 * hair is sparse. */
static void add_hair(pd_factory_mesh *m, const lower_face *s, const root *r, float longest,
                     const float luck[2], float u, float root_v)
{
    const pd_factory_skin_marks *marks = &s->maker->marks;

    /* Hair grows along the skin: downwards, and in the moustache away from the middle. */
    const float x = r->at[0];
    const bool is_upper = r->at[1] > marks->lip_top[1] - 0.004f && fabsf(x) < marks->mouth[0] + 0.01f;
    float along[3] = {(is_upper ? 0.75f : 0.1f) * fmaxf(-1, fminf(1, x / 0.012f)) + STRAY * (luck[1] - 0.5f),
                      -1, 0.15f};
    float square = 0;
    const float dot = along[0] * r->normal[0] + along[1] * r->normal[1] + along[2] * r->normal[2];
    for (int i = 0; i < 3; i++) {
        along[i] -= dot * r->normal[i];
        square += along[i] * along[i];
    }

    for (int i = 0; i < 3; i++) along[i] /= sqrtf(fmaxf(square, 1e-9f));

    const float wanted =
        (is_upper ? fminf(longest, 0.010f) : longest) * (0.35f + 0.65f * r->dense) * (0.75f + 0.5f * luck[0]);
    const float length = is_upper ? fmaxf(SHORTEST, free_length(s->maker, r->at, along, wanted)) : wanted;
    for (int tip = 0; tip < 1 + (r->dense > 0); tip++) {
        const float out = r->lift + (tip ? 0.25f * length : 0);
        const float down = tip ? length : 0;
        float p[3];
        for (int c = 0; c < 3; c++) p[c] = r->at[c] + out * r->normal[c] + down * along[c];
        const int v = pd_factory_mesh_add_vertex(m, p[0], p[1], p[2]);
        const float share = fmaxf(0, fminf(1, (r->dense - SPARSE) / (DENSE - SPARSE)));
        pd_factory_mesh_add_corner(m, v, u, tip ? 1 : 1 - (1 - root_v) * share);
        for (int a = 0; a < 3; a++) {
            m->anchors[3 * v + a] = (uint16_t)r->face[a];
            m->anchor_weights[3 * v + a] = r->bary[a];
        }
    }
}

/* Raises two roots until the skin between them is below the line from one root to the other. */
static void raise_over_skin(const lower_face *s, root *a, root *b)
{
    float way[3];
    float under = 0;

    for (int c = 0; c < 3; c++) way[c] = 0.5f * (a->at[c] + b->at[c]) - s->center[c];
    if (!a->is_there || !b->is_there || a->dense + b->dense <= 0) return;
    const root middle = root_at(s, way);
    if (!middle.is_there) return;
    for (int c = 0; c < 3; c++)
        under += middle.normal[c] *
                 (middle.at[c] + UNDER_ROOTS * middle.normal[c] -
                  0.5f * (a->at[c] + a->lift * a->normal[c] + b->at[c] + b->lift * b->normal[c]));
    if (under <= 0) return;
    a->lift = fminf(a->lift + under, LIFT_MOST);
    b->lift = fminf(b->lift + under, LIFT_MOST);
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
static pd_status add_rows(pd_factory_mesh *m, const pd_factory_maker *k, pd_factory_made_id id, bool is_lower,
                          const beard_form *form, pd_error *err)
{
    const int half = (int)(WIDEST * AXIS_FAR / form->across);
    const int columns = 2 * half + 1;
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
                root *a = roots + j * ROWS + i;
                root *b = a + 1;
                root *c = a + ROWS;
                root *d = c + 1;
                raise_over_skin(&face, a, b);
                raise_over_skin(&face, a, c);
                raise_over_skin(&face, a, d);
                raise_over_skin(&face, b, c);
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
            const float shift = shifts[i] + HAIR_SHIFT * (luck[0] - 0.5f);
            const float v = ROOT_V + ROOT_STEP * (float)(i % 2) + ROOT_SPREAD * (luck[1] - 0.5f);
            corners[j * ROWS + i] = m->corner_count;
            add_hair(m, &face, r, form->longest, luck, u + shift, v);
        }

    /* Add the strip of hair between two neighbours of a row, and the layer of roots up to the row above.
     * Faces whose corners all have no hair are left out. */
    for (int j = 0; good && j + 1 < columns; j++)
        for (int i = 0; i < ROWS; i++) {
            const root *r = roots + j * ROWS + i;
            const root *other = r + ROWS;
            const int a = corners[j * ROWS + i];
            const int b = corners[(j + 1) * ROWS + i];
            if (a < 0 || b < 0) continue;
            if (r->dense > 0) pd_factory_mesh_add_face(m, a, a + 1, b);
            if (other->dense > 0) pd_factory_mesh_add_face(m, r->dense > 0 ? a + 1 : a, b + 1, b);
            if (i + 1 == ROWS) continue;
            const int c = corners[j * ROWS + i + 1];
            const int d = corners[(j + 1) * ROWS + i + 1];
            if (c < 0 || d < 0) continue;
            if (r->dense + other->dense + other[1].dense > 0) pd_factory_mesh_add_face(m, a, b, d);
            if (r->dense + r[1].dense + other[1].dense > 0) pd_factory_mesh_add_face(m, a, d, c);
        }
    lower_face_deinit(&face);
    free(roots);
    free(corners);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, pd_factory_made_rows[id].name, "out of memory");
}

pd_status pd_factory_make_beard(pd_factory_mesh *m, const pd_factory_maker *k, pd_factory_made_id id,
                                pd_error *err)
{
    pd_factory_mesh_begin_part(m);
    const pd_status status = add_rows(m, k, PD_FACTORY_MADE_MOUSTACHE, false,
                                      &beard_forms[PD_FACTORY_MADE_MOUSTACHE - PD_FACTORY_MADE_FULL], err);
    if (status != PD_OK || id == PD_FACTORY_MADE_MOUSTACHE) return status;
    return add_rows(m, k, id, true, &beard_forms[id - PD_FACTORY_MADE_FULL], err);
}
