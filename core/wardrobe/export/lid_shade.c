#include "core/wardrobe/export/lid_shade.h"

#include "core/base/assert.h"
#include "core/wardrobe/export/cornea.h"
#include "core/wardrobe/export/texels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRID   64     /* cells along a side of the grid of directions */
#define CELL   0.034f /* radians: 0.4 mm on an eyeball */
/* Radians: 3.6 mm, about the height over the eye of the upper lid's edge with its lashes. */
#define REACH  0.30f
#define SHIFT  0.07f /* radians, up */
#define DEPTH  0.80f
/* what was behind a lid and comes into sight by a turn of the eyes is no darker: at 0.35 it looks grey */
#define LEAST  0.50f
#define FAR    4.0f /* radii: what is farther is not before the eye */
#define MARGIN 1.5f /* texels around the triangles of an eye that are painted too, for filtering */

/* Exponent of the openness for each colour of a picture in sRGB, whose numbers are about the linear ones to
 * the power of 1 / 2.2. Lids reflect red light into their shade. */
static const float tint[3] = {0.86f / 2.2f, 1.0f / 2.2f, 1.04f / 2.2f};

/* Openness by direction from an eye, and what turns directions into the head's frame. */
typedef struct eye {
    float center[3], radius;
    float head[9]; /* rows: right to left, up, ahead */
    float covered[GRID * GRID], open[GRID * GRID];
} eye;

static void lid_shade_cross(float out[3], const float a[3], const float b[3])
{
    for (int c = 0; c < 3; c++) out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static float lid_shade_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(float v[3])
{
    const float length = sqrtf(lid_shade_dot(v, v));
    for (int c = 0; c < 3; c++) v[c] /= fmaxf(length, 1e-12f);
}

/* ---- the head's frame ---- */

/* Writes the head's axes as rows: from the right eye to the left one, towards the crown, ahead. */
static void frame(float out[9], const float right[3], const float left[3], const float crown[3])
{
    float up[3];

    for (int c = 0; c < 3; c++) {
        out[c] = left[c] - right[c];
        up[c] = crown[c] - 0.5f * (left[c] + right[c]);
    }

    normalize(out);
    lid_shade_cross(out + 6, out, up);
    normalize(out + 6);
    lid_shade_cross(out + 3, out + 6, out);
}

/* Computes the mean of the eye's vertices or corners on one side; the item at rest says which side. corners
 * NULL: positions are of vertices. */
static void lid_shade_mean_of(float out[3], const float *positions, const pd_wardrobe_item *eyes, int count,
                              const uint16_t *corners, bool is_left)
{
    int n = 0;

    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < count; i++) {
        const size_t v = corners ? corners[i] : (size_t)i;
        if ((eyes->rest[3 * v] > 0) != is_left) continue;
        for (int c = 0; c < 3; c++) out[c] += positions[3 * (size_t)i + (size_t)c];
        n++;
    }

    for (int c = 0; c < 3; c++) out[c] /= (float)(n ? n : 1);
}

/* Finds what turns a direction of the body's space into the template's: the frame of the template's head,
 * transposed, times that of the body's. */
static void find_head(float out[9], const pd_wardrobe_lids *l)
{
    size_t crown = 0;

    for (size_t v = 1; v < (size_t)l->vertex_count; v++)
        if (l->template[3 * v + 1] > l -> template[3 * crown + 1]) crown = v;

    float sides[2][3], rest[9], own[9];
    for (int is_left = 0; is_left < 2; is_left++)
        lid_shade_mean_of(sides[is_left], l->eyes->rest, l->eyes, l->eyes->vertex_count, NULL, is_left);
    frame(rest, sides[0], sides[1], l->template + 3 * crown);
    for (int is_left = 0; is_left < 2; is_left++)
        lid_shade_mean_of(sides[is_left], l->worn, l->eyes, l->eyes->corner_count, l->eyes->corners, is_left);
    frame(own, sides[0], sides[1], l->skin + 3 * crown);
    for (int i = 0; i < 9; i++)
        out[i] =
            rest[i / 3] * own[i % 3] + rest[3 + i / 3] * own[3 + i % 3] + rest[6 + i / 3] * own[6 + i % 3];
}

/* ---- directions ---- */

/* Writes a direction's place on the grid, in cells: its angle from straight ahead, along its way to the side
 * and up. Returns the direction's length. */
static float place_lid_shade(float out[2], const eye *e, const float direction[3])
{
    float d[3];

    for (int i = 0; i < 3; i++) d[i] = lid_shade_dot(e->head + 3 * i, direction);
    const float length = sqrtf(lid_shade_dot(d, d));
    const float side = hypotf(d[0], d[1]);
    const float angle = atan2f(side, d[2]);
    const float scale = side > 0 ? angle / side / CELL : 0;
    for (int c = 0; c < 2; c++) out[c] = 0.5f * GRID + scale * d[c];

    return length;
}

/* Marks the cells whose middles lie in a triangle. */
static void cover(eye *e, const float at[3][2])
{
    const float area =
        (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
    int first[2], last[2];

    if (fabsf(area) < 1e-6f) return;
    for (int c = 0; c < 2; c++) {
        first[c] = (int)fmaxf(0, fminf(at[0][c], fminf(at[1][c], at[2][c])));
        last[c] = (int)fminf(GRID - 1, fmaxf(at[0][c], fmaxf(at[1][c], at[2][c])));
    }

    for (int y = first[1]; y <= last[1]; y++)
        for (int x = first[0]; x <= last[0]; x++) {
            bool is_inside = true;
            for (int k = 0; k < 3; k++) {
                const float *a = at[k];
                const float *b = at[(k + 1) % 3];
                is_inside &=
                    ((b[0] - a[0]) * ((float)y + 0.5f - a[1]) - (b[1] - a[1]) * ((float)x + 0.5f - a[0])) /
                        area >=
                    0;
            }

            if (is_inside) e->covered[y * GRID + x] = 1;
        }
}

/* Marks the directions in which the skin is before the eyeball. */
static void cover_skin(eye *e, const pd_wardrobe_lids *l)
{
    for (int f = 0; f < l->face_count; f++) {
        float at[3][2];
        float far = 0;
        bool is_ahead = true;
        for (int k = 0; k < 3 && is_ahead; k++) {
            const float *p = l->skin + 3 * (size_t)l->faces[3 * f + k];
            const float d[3] = {p[0] - e->center[0], p[1] - e->center[1], p[2] - e->center[2]};
            is_ahead =
                lid_shade_dot(d, d) < FAR * FAR * e->radius * e->radius && lid_shade_dot(e->head + 6, d) > 0;
            if (is_ahead) far += place_lid_shade(at[k], e, d) / 3;
        }

        if (is_ahead && far > e->radius) cover(e, (const float(*)[2])at);
    }
}

/* Computes the openness of each direction from what is covered around it. Beyond the grid all is covered. */
static void open_cells(eye *e)
{
    const int reach = (int)ceilf(REACH / CELL);

    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++) {
            float sum = 0, all = 0;
            for (int j = -reach; j <= reach; j++)
                for (int i = -reach; i <= reach; i++) {
                    const int u = x + i;
                    const int v = y + j;
                    const float weight = 1 - hypotf((float)i, (float)j - SHIFT / CELL) * CELL / REACH;
                    if (weight <= 0) continue;
                    const bool is_out = u < 0 || v < 0 || u >= GRID || v >= GRID;
                    all += weight;
                    sum += weight * (is_out ? 1 : e->covered[v * GRID + u]);
                }
            e->open[y * GRID + x] = fmaxf(LEAST, 1 - DEPTH * sum / all);
        }
}

static void look_lid_shade(eye *e, const pd_wardrobe_lids *l, int joint)
{
    memset(e, 0, sizeof *e);
    e->radius = pd_wardrobe_eye_center(e->center, l->worn, l->eyes->corner_count, l->eyes->corners,
                                       l->eyes->joints, joint);
    find_head(e->head, l);
    cover_skin(e, l);
    open_cells(e);
}

/* Interpolates the openness at a direction. */
static float open_at(const eye *e, const float direction[3])
{
    float at[2];
    int cell[2];

    place_lid_shade(at, e, direction);
    for (int c = 0; c < 2; c++) {
        at[c] = fmaxf(0, fminf(GRID - 1.001f, at[c] - 0.5f));
        cell[c] = (int)at[c];
        at[c] -= (float)cell[c];
    }

    const float *o = e->open + cell[1] * GRID + cell[0];

    return (1 - at[1]) * ((1 - at[0]) * o[0] + at[0] * o[1]) +
           at[1] * ((1 - at[0]) * o[GRID] + at[0] * o[GRID + 1]);
}

pd_status pd_wardrobe_lids_open(float *out, const float *dirs, int count, const pd_wardrobe_lids *lids,
                                int joint, pd_error *err)
{
    eye *e = malloc(sizeof *e);

    if (!e) return pd_fail(err, PD_ERR_MEMORY, "eyes", "out of memory");
    look_lid_shade(e, lids, joint);
    for (int i = 0; i < count; i++) out[i] = open_at(e, dirs + 3 * (size_t)i);
    free(e);

    return PD_OK;
}

/* ---- the picture ---- */

/* A map of openness that one triangle of an eye is painted to. */
typedef struct painting {
    float *map; /* (height,width) */
    int width;
    const eye *e;
    float dirs[3][3]; /* directions of the corners from the eye's centre */
} painting;

/* Writes the openness of a texel; one beside the triangle only if nothing is there yet. */
static void paint_texel(void *ctx, const pd_wardrobe_texel *texel)
{
    const painting *p = ctx;
    float *out = &p->map[(size_t)texel->y * (size_t)p->width + (size_t)texel->x];
    float direction[3] = {0};

    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) direction[c] += texel->weights[k] * p->dirs[k][c];
    if (texel->is_inside || *out < 0) *out = open_at(p->e, direction);
}

/* Writes the openness of a triangle's texels and of those within MARGIN to a map (height,width). */
static void paint_face(float *map, const pd_io_image *picture, const eye *e, const pd_wardrobe_lids *l,
                       const uint16_t face[3])
{
    float at[3][2];
    const int size[2] = {picture->width, picture->height};
    painting p = {.map = map, .width = picture->width, .e = e};

    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 2; c++) at[k][c] = l->eyes->uvs[2 * (size_t)face[k] + (size_t)c] * (float)size[c];
        for (int c = 0; c < 3; c++) p.dirs[k][c] = l->worn[3 * (size_t)face[k] + (size_t)c] - e->center[c];
    }

    pd_wardrobe_texels_of((const float(*)[2])at, size, MARGIN, paint_texel, &p);
}

pd_status pd_wardrobe_lids_paint(pd_io_image *picture, const pd_wardrobe_lids *l, pd_error *err)
{
    const size_t texels = (size_t)picture->width * (size_t)picture->height;
    const pd_wardrobe_item *eyes = l->eyes;

    PD_ASSERT(picture->bits == 8 && picture->channels >= 3);
    float *map = malloc(texels * sizeof *map);
    eye *e = malloc(sizeof *e);
    if (!map || !e) {
        free(map);
        free(e);
        return pd_fail(err, PD_ERR_MEMORY, "eyes", "out of memory");
    }

    /* Map the openness of both eyes, which have places of their own in the picture. */
    for (size_t i = 0; i < texels; i++) map[i] = -1;
    int joint = -1;
    for (int f = 0; f < eyes->face_count; f++) {
        const uint16_t *face = eyes->faces + 3 * (size_t)f;
        const int own = eyes->joints[4 * (size_t)eyes->corners[face[0]]];
        if (own != joint) {
            look_lid_shade(e, l, own);
            joint = own;
        }

        paint_face(map, picture, e, l, face);
    }

    /* Less light. */
    for (size_t i = 0; i < texels; i++)
        for (size_t c = 0; c < 3 && map[i] >= 0; c++) {
            uint8_t *texel = (uint8_t *)picture->samples + i * (size_t)picture->channels + c;
            *texel = (uint8_t)lrintf((float)*texel * powf(map[i], tint[c]));
        }
    free(map);
    free(e);

    return PD_OK;
}
