/* Hats. */
#include "factory/wardrobe/made/made_parts.h"

#include <math.h>

#define TAU        6.2831853f
#define UNDER      0.13f /* radians above the ring of a hat, about 13 mm; skin higher than that is hidden */
#define VISOR_FALL 0.02f /* metres from the middle of the seam to 90 degrees beside it */

/* Numbers of points: around a crown, up a crown, of cuff, visor and brim. */
enum { AROUND = 40, UP = 10, CUFF = 5, VISOR = 21, DEEP = 6 };

typedef struct skull {
    float center[3];
    const pd_factory_maker *maker;
    float front, side, back; /* y of the hat's lower ring in front of, beside and behind the head, metres */
} skull;

/* Returns the support function of the skull without the ears: the largest (p - center) . d over its
 * vertices p, metres; at least 0. */
static float skull_support(const skull *s, const float d[3])
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

/* Returns the elevation, in radians, at which the surface `offset` outside
 * of the skull has the height of the ring. */
static float ring_elevation(const skull *s, float azimuth, float offset)
{
    const float f = cosf(azimuth);
    const float height = s->side + (f > 0 ? s->front - s->side : s->back - s->side) * f * f;
    float elevation = 0;

    for (int i = 0; i < 6; i++) {
        float d[3];
        pd_factory_mesh_direction(d, azimuth, elevation);
        const float r = (skull_support(s, d) + offset) * cosf(elevation);
        elevation = atan2f(height - s->center[1], r);
    }

    return elevation;
}

/* Writes a point `offset` metres outside of the skull, t from 0 (at the ring) to 1 (at the top). */
static void over_skull(float out[3], const skull *s, float azimuth, float t, float offset)
{
    float d[3];
    const float low = ring_elevation(s, azimuth, offset);
    pd_factory_mesh_direction(d, azimuth, low + t * (TAU / 4 - low));
    const float r = skull_support(s, d) + offset;
    for (int c = 0; c < 3; c++) out[c] = s->center[c] + r * d[c];
}

static void skull_init(skull *s, const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    float ear = -1e9f;
    float back = 1e9f;

    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        if (k->ears[i] > 0.5f) ear = fmaxf(ear, p[1]);
        if (k->head[i] > 0.9f && p[1] > k->marks.eye[1]) back = fminf(back, p[2]);
    }

    *s = (skull){.maker = k,
                 .front = k->marks.brow_arch[4] + 0.032f,
                 .side = ear + 0.004f,
                 .back = k->marks.eye[1] - 0.004f};
    s->center[1] = k->marks.eye[1] + 0.02f;
    s->center[2] = 0.5f * (back + k->marks.eye[2]) + 0.005f;
}

/* Adds the crown of a hat, `offset` metres outside of the skull; the top is raised by `peak` metres more. */
static void add_dome(pd_factory_mesh *m, const skull *s, float offset, float peak, float tiles)
{
    float points[3 * AROUND * UP];

    for (int r = 0; r < UP; r++)
        for (int c = 0; c < AROUND; c++) {
            const float t = 0.985f * (float)r / (UP - 1);
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, TAU * (float)c / AROUND, t, offset);
            p[1] += peak * t * t;
        }
    pd_factory_mesh_add_grid(m, points, UP, AROUND, true, 6 * tiles, 2.5f * tiles, false);

    /* Close the top with a fan of triangles. */
    const int top = pd_factory_mesh_add_vertex(m, s->center[0], points[3 * AROUND * (UP - 1) + 1] + 0.0005f,
                                               s->center[2]);
    const int row = m->vertex_count - 1 - AROUND;
    const int corner = m->corner_count;
    for (int c = 0; c <= AROUND; c++)
        pd_factory_mesh_add_corner(m, row + c % AROUND, 6 * tiles * (float)c / AROUND, 2.5f * tiles);
    for (int c = 0; c < AROUND; c++) {
        const int middle =
            pd_factory_mesh_add_corner(m, top, 6 * tiles * ((float)c + 0.5f) / AROUND, 2.56f * tiles);
        pd_factory_mesh_add_face(m, corner + c, corner + c + 1, middle);
    }
}

/* Adds the cuff of a knitted cap: a band around the outside with rounded edges. */
static void add_cuff(pd_factory_mesh *m, const skull *s, float offset, float height, float tiles)
{
    static const float out[CUFF] = {0.000f, 0.0045f, 0.0055f, 0.0045f, 0.000f};
    static const float up[CUFF] = {0.00f, 0.06f, 0.5f, 0.94f, 1.00f};
    float points[3 * AROUND * CUFF];

    for (int r = 0; r < CUFF; r++)
        for (int c = 0; c < AROUND; c++) {
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, TAU * (float)c / AROUND, height / 0.14f * up[r], offset + out[r]);
            p[1] -= r == 0 ? 0.003f : 0;
        }
    pd_factory_mesh_add_grid(m, points, CUFF, AROUND, true, 6 * tiles, 1.0f * tiles, false);
}

/* Adds a brim around the ring. It falls by `slope` for each metre of width. */
static void add_brim(pd_factory_mesh *m, const skull *s, float offset, float wide, float slope, float tiles)
{
    float points[3 * AROUND * DEEP];

    for (int r = 0; r < DEEP; r++)
        for (int c = 0; c < AROUND; c++) {
            const float azimuth = TAU * (float)c / AROUND;
            const float t = (float)r / (DEEP - 1);
            float *p = points + 3 * (r * AROUND + c);
            over_skull(p, s, azimuth, 0.0f, offset);
            p[0] += wide * t * sinf(azimuth);
            p[2] += wide * t * cosf(azimuth);
            p[1] -= wide * slope * t * (0.6f + 0.4f * t) - 0.004f * (1 - t);
        }
    pd_factory_mesh_add_grid(m, points, DEEP, AROUND, true, 8 * tiles, 1.2f * tiles, true);
}

/* Adds the visor of a cap. Its seam falls less towards the sides than the crown's edge,
 * which is as low as the ears. */
static void add_visor(pd_factory_mesh *m, const skull *s, float offset)
{
    skull seam = *s;

    seam.side = s->front - VISOR_FALL;
    float points[3 * VISOR * DEEP];
    for (int r = 0; r < DEEP; r++)
        for (int c = 0; c < VISOR; c++) {
            const float side = 2 * (float)c / (VISOR - 1) - 1;
            const float azimuth = side * 0.95f;
            const float t = (float)r / (DEEP - 1);
            const float length = 0.078f * sqrtf(fmaxf(0, 1 - side * side)) + 0.002f;
            float *p = points + 3 * (r * VISOR + c);
            over_skull(p, &seam, azimuth, 0.02f, offset + 0.0006f);
            p[2] += length * t * 0.97f;
            p[0] += 0.25f * length * t * sinf(azimuth);
            p[1] -= length / 0.08f * t * (0.020f * t + 0.014f * side * side + 0.004f);
        }
    pd_factory_mesh_add_grid(m, points, DEEP, VISOR, false, 3, 1, true);
}

/* Marks the scalp under a hat: skin that is more than UNDER radians above the ring, seen from the centre
 * of the skull. */
static void mark_under(unsigned char *under, const skull *s, float offset)
{
    const pd_smpl_data *m = s->maker->model;

    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        const float x = p[0] - s->center[0];
        const float y = p[1] - s->center[1];
        const float z = p[2] - s->center[2];
        if (s->maker->head[i] < 0.9f || s->maker->ears[i] > 0.01f || p[1] < s->maker->marks.eye[1]) continue;
        const float azimuth = atan2f(x, z);
        under[i] = atan2f(y, hypotf(x, z)) > ring_elevation(s, azimuth, offset) + UNDER;
    }
}

void pd_factory_make_hat(pd_factory_mesh *m, unsigned char *under, const pd_factory_maker *k,
                         pd_factory_made_id id)
{
    skull s;

    skull_init(&s, k);
    pd_factory_mesh_begin_part(m);
    if (id == PD_FACTORY_MADE_BEANIE) {
        s.front -= 0.006f;
        s.side += 0.002f;
        add_dome(m, &s, 0.007f, 0.016f, 1);
        pd_factory_mesh_begin_part(m);
        add_cuff(m, &s, 0.009f, 0.055f, 1);
    } else if (id == PD_FACTORY_MADE_CAP) {
        add_dome(m, &s, 0.0075f, 0.006f, 1);
        pd_factory_mesh_begin_part(m);
        add_visor(m, &s, 0.0075f);
    } else {
        const bool is_straw = id == PD_FACTORY_MADE_STRAW;
        s.side += 0.006f;
        add_dome(m, &s, 0.011f, is_straw ? 0.012f : 0.004f, 1);
        pd_factory_mesh_begin_part(m);
        add_brim(m, &s, 0.011f, is_straw ? 0.105f : 0.058f, is_straw ? 0.18f : 0.62f, 1);
    }

    pd_factory_mesh_anchor_near(m, k, 0);
    mark_under(under, &s, 0.008f);
}
