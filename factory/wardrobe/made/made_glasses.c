/* Glasses. */
#include "factory/wardrobe/made/made_parts.h"

#include "core/base/assert.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAU         6.2831853f
#define PEOPLE      80    /* random faces that glasses are tried on */
#define TOUCHED     0.98f /* share of those faces that the rims must not touch */
#define BODY_BETAS  16
#define FACE_SPREAD 0.6f /* standard deviation of the betas after the first BODY_BETAS */
/* metres from a rim, in the plane of the face, within which skin is compared with it */
#define REACH       0.006f
#define CLEAR       0.0015f /* metres between rim and skin */

enum { RIM = 28, TUBE = 6, BRIDGE = 7, ARM = 12 };
#define VERTEX_OF_LENS 0.0145f /* metres from the front of the eyeball to the lens */
#define EYEBALL        0.0122f /* radius of the eyeball, metres */
#define WRAP           1.7f    /* 1/m; at x metres from the middle the front lies WRAP x^2 farther back */
#define TILT           0.05f /* slope of the front: the upper rims are farther forward than the lower ones */

/* A frame of glasses: half sizes of the lenses (metres), exponent of their superellipse, droop of the
 * lower outer part (metres), thickness (metres). */
typedef struct glasses_frame {
    float wide, tall, power, droop, tube, lift;
} glasses_frame;

static const glasses_frame glasses_frames[] = {
    {0.0225f, 0.0215f, 2.0f, 0.000f, 0.0009f, 0.000f},  /* round */
    {0.0255f, 0.0180f, 4.0f, 0.000f, 0.0019f, 0.001f},  /* square */
    {0.0245f, 0.0125f, 3.2f, 0.000f, 0.0011f, -0.004f}, /* narrow */
    {0.0270f, 0.0205f, 2.6f, 0.007f, 0.0010f, -0.001f}, /* aviator */
};

/* Writes the point of the front of the glasses at x, y from the middle of the left lens, metres. */
static void on_front(float out[3], const glasses_frame *f, const pd_factory_maker *k, float x, float y)
{
    const float *eye = k->marks.eye;
    out[0] = eye[0] + 0.0012f + x;
    out[1] = eye[1] - 0.002f + f->lift + y;
    out[2] = eye[2] + EYEBALL + VERTEX_OF_LENS - WRAP * out[0] * out[0] + TILT * (y + f->tall);
}

/* Writes the point of the left lens's outline at an angle in radians. */
static void on_rim(float xy[2], const glasses_frame *f, float angle)
{
    const float c = cosf(angle);
    const float s = sinf(angle);
    const float e = 2 / f->power;

    xy[0] = f->wide * copysignf(powf(fabsf(c), e), c);
    xy[1] = f->tall * copysignf(powf(fabsf(s), e), s);
    if (xy[1] < 0) xy[1] -= f->droop * (0.6f + 0.4f * xy[0] / f->wide) * -xy[1] / f->tall;
}

/* Adds a tube along path (count,3) with a section of the given width and height in metres. With `mirror`,
 * x is negated. */
static void add_tube(pd_factory_mesh *m, const float *path, int count, bool is_closed, float wide, float tall,
                     bool mirror)
{
    float points[3 * TUBE * 64];

    PD_ASSERT(count <= 64);
    for (int i = 0; i < count; i++) {
        const float *p = path + 3 * i;
        const float *next = path + 3 * (is_closed ? (i + 1) % count : i + 1 < count ? i + 1 : i);
        const float *last = path + 3 * (is_closed ? (i + count - 1) % count : i > 0 ? i - 1 : i);

        /* Axes of the section: `along` the path, `up` and `side` across it. */
        float along[3];
        float up[3] = {0, 0, 1};
        float side[3];
        for (int c = 0; c < 3; c++) along[c] = next[c] - last[c];
        const float l = sqrtf(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
        for (int c = 0; c < 3; c++) along[c] /= fmaxf(l, 1e-9f);
        if (fabsf(along[2]) > 0.7f) {
            up[1] = 1;
            up[2] = 0;
        }

        const float d = along[0] * up[0] + along[1] * up[1] + along[2] * up[2];
        for (int c = 0; c < 3; c++) up[c] -= d * along[c];
        const float lu = sqrtf(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
        for (int c = 0; c < 3; c++) up[c] /= lu;
        side[0] = along[1] * up[2] - along[2] * up[1];
        side[1] = along[2] * up[0] - along[0] * up[2];
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
    if (is_closed) {
        memcpy(points + 3 * count * TUBE, points, 3 * TUBE * sizeof *points);
        rows_of++;
    }

    pd_factory_mesh_add_grid(m, points, rows_of, TUBE, true, 1, 4, mirror);
}

typedef struct glasses_placing {
    int temple[2], ear[2], nose; /* vertices of the skin */
    float hinge[3], tip[3];      /* of the left arm: where it begins, and where it lies on the ear */
} glasses_placing;

/* Finds the places of the head on which glasses rest. */
static void place_glasses(glasses_placing *out, const pd_factory_maker *k, const glasses_frame *f)
{
    const pd_smpl_data *m = k->model;
    float top[3] = {0, -1e9f, 0};

    on_front(out->hinge, f, k, f->wide + 0.003f, 0.35f * f->tall);

    /* The arm lies on the foremost upper part of the ear, where the ear joins the head. */
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        if (k->ears[i] > 0.35f && p[0] > 0 && p[1] > top[1]) memcpy(top, p, sizeof top);
    }

    out->tip[0] = top[0] - 0.006f;
    out->tip[1] = top[1] - 0.006f;
    out->tip[2] = top[2] + 0.006f;
    for (int side = 0; side < 2; side++) {
        const float sign = side ? -1.0f : 1.0f;
        const float temple[3] = {sign * (out->hinge[0] + 0.004f), out->hinge[1], out->hinge[2] - 0.035f};
        const float ear[3] = {sign * (out->tip[0] - 0.006f), out->tip[1], out->tip[2]};
        out->temple[side] = pd_factory_mesh_nearest_skin(k, temple);
        out->ear[side] = pd_factory_mesh_nearest_skin(k, ear);
    }

    const float nose[3] = {0, k->marks.eye[1] + 0.003f, k->marks.nose_tip[2]};
    out->nose = pd_factory_mesh_nearest_skin(k, nose);
}

/* Anchors the vertices of the front, from `first` on, at the temples and the nose. */
static void anchor_front(pd_factory_mesh *m, const pd_factory_maker *k, const glasses_placing *at, int first)
{
    const float *v = k->model->v_template;

    for (int i = first; i < m->vertex_count; i++) {
        const int own[3] = {at->temple[0], at->temple[1], at->nose};
        for (int a = 0; a < 3; a++) m->anchors[3 * i + a] = (uint16_t)own[a];
        pd_factory_mesh_affine_weights(m->anchor_weights + 3 * i, v + 3 * own[0], v + 3 * own[1],
                                       v + 3 * own[2], m->points + 3 * (size_t)i);
    }
}

/* Anchors the vertices of an arm: at its hinge like the front,
 * at the ear from where the arm lies on the ear. */
static void anchor_arm(pd_factory_mesh *m, const pd_factory_maker *k, const glasses_placing *at, int first,
                       int side)
{
    const float *v = k->model->v_template;

    for (int i = first; i < m->vertex_count; i++) {
        const float *p = m->points + 3 * (size_t)i;
        const float t = fminf(1, fmaxf(0, (at->hinge[2] - p[2]) / (at->hinge[2] - at->tip[2])));
        const int own[3] = {at->temple[side], at->ear[side], at->nose};
        float front[3];
        const float hinge[3] = {side ? -at->hinge[0] : at->hinge[0], at->hinge[1], at->hinge[2]};
        pd_factory_mesh_affine_weights(front, v + 3 * own[0], v + 3 * at->temple[!side], v + 3 * own[2],
                                       hinge);
        for (int a = 0; a < 3; a++) m->anchors[3 * i + a] = (uint16_t)own[a];
        m->anchor_weights[3 * i] = (1 - t) * (front[0] + front[1]);
        m->anchor_weights[3 * i + 1] = t;
        m->anchor_weights[3 * i + 2] = (1 - t) * front[2];
    }
}

/* Adds rims, bridge and arms; then the lenses as a separate part. */
static void add_frame(pd_factory_mesh *m, const pd_factory_maker *k, const glasses_frame *f,
                      const glasses_placing *at, float forward)
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
            const float t = (float)i / 8;
            const float bend = i > 8 ? (float)(i - 8) / (ARM - 1 - 8) : 0;
            const float s = fminf(1, t);
            p[0] = at->hinge[0] + (at->tip[0] - at->hinge[0]) * s + 0.004f * sinf(3.14159f * s);
            p[1] = at->hinge[1] + (at->tip[1] - at->hinge[1]) * s - 0.020f * bend * bend - 0.004f * bend;
            p[2] = at->hinge[2] + forward * (1 - s) + (at->tip[2] - at->hinge[2]) * s - 0.018f * bend;
            p[0] -= 0.003f * bend;
        }

        add_tube(m, path, ARM, false, fmaxf(0.0009f, 0.7f * f->tube), fmaxf(0.0012f, 1.3f * f->tube), side);
        anchor_arm(m, k, at, first, side);
    }

    pd_factory_mesh_begin_part(m);
    const int lenses = m->vertex_count;
    for (int side = 0; side < 2; side++) {
        const float sign = side ? -1.0f : 1.0f;
        float p[3];
        on_front(p, f, k, 0, -0.3f * f->droop);
        const int middle = pd_factory_mesh_add_corner(
            m, pd_factory_mesh_add_vertex(m, sign * p[0], p[1], p[2] + forward + 0.0012f), 0.5f, 0.5f);
        for (int i = 0; i < RIM; i++) {
            float xy[2];
            on_rim(xy, f, TAU * (float)i / RIM);
            on_front(p, f, k, xy[0], xy[1]);
            pd_factory_mesh_add_corner(m, pd_factory_mesh_add_vertex(m, sign * p[0], p[1], p[2] + forward),
                                       0.5f, 0.5f);
        }

        for (int i = 0; i < RIM; i++) {
            const int a = middle + 1 + i;
            const int b = middle + 1 + (i + 1) % RIM;
            pd_factory_mesh_add_face(m, middle, side ? b : a, side ? a : b);
        }
    }

    anchor_front(m, k, at, lenses);
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Writes the skin (V,3) of a random face: body betas from N(0,1), face betas from N(0, FACE_SPREAD^2),
 * because they depend on one another, and two units of expression. */
static void random_face(float *skin, float *betas, const pd_smpl_data *d, uint64_t seed)
{
    const size_t count = (size_t)d->beta_count;
    const size_t units = (size_t)d->expression_count;
    pd_rng rng;

    pd_rng_init(&rng, seed);
    for (size_t b = 0; b < count; b++)
        betas[b] = (float)pd_rng_normal(&rng) * (b < BODY_BETAS ? 1 : FACE_SPREAD);
    const int first = units ? pd_rng_below(&rng, (int)units) : 0;
    const int second = units ? pd_rng_below(&rng, (int)units) : 0;
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

/* Finds how far, in metres, the front must be moved forward so that it does not touch the face of TOUCHED
 * of PEOPLE random people. */
static pd_status find_forward(float *out, const pd_factory_mesh *m, const pd_factory_maker *k, pd_error *err)
{
    const pd_smpl_data *d = k->model;
    float needs[PEOPLE], betas[PD_SMPL_MAX_BETAS];
    float *skin = malloc(3 * (size_t)d->vertex_count * sizeof *skin);

    if (!skin) return pd_fail(err, PD_ERR_MEMORY, "glasses", "out of memory");
    for (int p = 0; p < PEOPLE; p++) {
        random_face(skin, betas, d, 9100 + (uint64_t)p);
        needs[p] = 0;
        for (int i = 0; i < m->vertex_count; i++) {
            float at[3];
            float least = REACH * REACH;
            float depth = 0;
            if (m->points[3 * i + 2] < k->marks.eye[2] - 0.01f) continue;
            for (int c = 0; c < 3; c++) {
                at[c] = m->points[3 * i + c];
                for (int a = 0; a < 3; a++) {
                    const size_t anchor = 3 * (size_t)m->anchors[3 * i + a] + (size_t)c;
                    at[c] += m->anchor_weights[3 * i + a] * (skin[anchor] - d->v_template[anchor]);
                }
            }

            /* The skin behind or in front of the vertex:
             * the one nearest to it in x and y that faces forward. */
            for (int v = 0; v < d->vertex_count; v++) {
                const float x = skin[3 * v] - at[0];
                const float y = skin[3 * v + 1] - at[1];
                const float square = x * x + y * y;
                if (square >= least || k->head[v] < 0.5f || k->ears[v] > 0.2f ||
                    k->normals[3 * v + 2] < 0.25f)
                    continue;
                least = square;
                depth = skin[3 * v + 2] + CLEAR - at[2];
            }

            needs[p] = fmaxf(needs[p], depth);
        }
    }

    free(skin);
    qsort(needs, PEOPLE, sizeof *needs, by_size);
    *out = needs[(int)(TOUCHED * (PEOPLE - 1))];

    return PD_OK;
}

pd_status pd_factory_make_glasses(pd_factory_mesh *m, const pd_factory_maker *k, pd_factory_made_id id,
                                  pd_error *err)
{
    const glasses_frame *f = &glasses_frames[id - PD_FACTORY_MADE_ROUND];
    glasses_placing at;
    pd_factory_mesh trial;

    place_glasses(&at, k, f);
    if (!pd_factory_made_mesh_init(&trial)) {
        pd_factory_made_mesh_deinit(&trial);
        return pd_fail(err, PD_ERR_MEMORY, pd_factory_made_rows[id].name, "out of memory");
    }

    pd_factory_mesh_begin_part(&trial);
    add_frame(&trial, k, f, &at, 0);
    float forward = 0;
    const pd_status status = find_forward(&forward, &trial, k, err);
    pd_factory_made_mesh_deinit(&trial);
    if (status != PD_OK) return status;

    pd_factory_mesh_begin_part(m);
    add_frame(m, k, f, &at, forward);
    return PD_OK;
}
