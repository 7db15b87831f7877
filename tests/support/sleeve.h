#ifndef PD_TESTS_SLEEVE_H
#define PD_TESTS_SLEEVE_H
/* A person for tests of training: a tube along x, symmetric, of rings of vertices, with joints left and right
 * of its middle.
 *
 *     joints   0 middle   1 left_1  2 right_1   3 left_2  4 right_2         left is +x
 *
 * Metres, rest pose; the tube is 1.6 m long and closed by fans. */
#include "core/base/rng.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "train/learn/learn.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLEEVE_RINGS = 25,
    SLEEVE_SIDES = 10,
    SLEEVE_VERTICES = SLEEVE_RINGS * SLEEVE_SIDES + 2,
    SLEEVE_FACES = 2 * SLEEVE_SIDES * SLEEVE_RINGS,
    SLEEVE_JOINTS = 5
};

typedef struct sleeve {
    float vertices[3 * SLEEVE_VERTICES];
    uint32_t faces[3 * SLEEVE_FACES];
    int parts[SLEEVE_VERTICES];
} sleeve;

static const int sleeve_parents[SLEEVE_JOINTS] = {-1, 0, 0, 1, 2};

/* Returns the part that contains x. */
static inline int sleeve_part(double x)
{
    double far = fabs(x);
    if (far < 0.22) return 0;
    return (far < 0.52 ? 1 : 3) + (x < 0);
}

static inline void sleeve_make(sleeve *s)
{
    int face = 0, left = SLEEVE_VERTICES - 2, right = SLEEVE_VERTICES - 1;
    for (int r = 0; r < SLEEVE_RINGS; r++)
        for (int n = 0; n < SLEEVE_SIDES; n++) {
            double x = 0.8 * (1 - 2.0 * r / (SLEEVE_RINGS - 1)),
                   angle = 2 * 3.14159265358979 * n / SLEEVE_SIDES;
            float *v = s->vertices + 3 * (SLEEVE_SIDES * r + n);
            v[0] = (float)x, v[1] = (float)(1 + 0.08 * cos(angle)), v[2] = (float)(0.06 * sin(angle));
            s->parts[SLEEVE_SIDES * r + n] = sleeve_part(x);
        }
    for (int e = 0; e < 2; e++) {
        float *v = s->vertices + 3 * (e ? right : left);
        v[0] = e ? -0.82f : 0.82f, v[1] = 1, v[2] = 0;
        s->parts[e ? right : left] = 3 + e;
    }

    for (int r = 0; r + 1 < SLEEVE_RINGS; r++)
        for (int n = 0; n < SLEEVE_SIDES; n++) {
            uint32_t a = (uint32_t)(SLEEVE_SIDES * r + n),
                     b = (uint32_t)(SLEEVE_SIDES * r + (n + 1) % SLEEVE_SIDES), c = a + SLEEVE_SIDES,
                     d = b + SLEEVE_SIDES;
            const uint32_t two[6] = {a, c, b, b, c, d};
            memcpy(s->faces + 3 * face, two, sizeof two);
            face += 2;
        }
    for (int n = 0; n < SLEEVE_SIDES; n++) {
        uint32_t a = (uint32_t)n, b = (uint32_t)((n + 1) % SLEEVE_SIDES),
                 base = SLEEVE_SIDES * (SLEEVE_RINGS - 1);
        const uint32_t two[6] = {(uint32_t)left, a, b, (uint32_t)right, base + b, base + a};
        memcpy(s->faces + 3 * face, two, sizeof two);
        face += 2;
    }
}

static inline void sleeve_template(pd_learn_template *out)
{
    static sleeve s;
    pd_error err = {0};
    sleeve_make(&s);
    const pd_learn_template_source source = {.name = "sleeve",
                                             .vertex_count = SLEEVE_VERTICES,
                                             .face_count = SLEEVE_FACES,
                                             .joint_count = SLEEVE_JOINTS,
                                             .vertices = s.vertices,
                                             .faces = s.faces,
                                             .parts = s.parts,
                                             .parents = sleeve_parents,
                                             .blur_m = 0.06};
    if (pd_learn_template_init(out, &source, &err)) fail_msg("%s: %s", err.where, err.detail);
}

/* Makes a body with a length and girth of its own: T (V,3), symmetric, and its joints. */
static inline void sleeve_subject(double *rest, double *joints, const pd_learn_template *tpl, pd_rng *rng)
{
    double length = 1 + 0.08 * pd_rng_normal(rng), girth = 1 + 0.1 * pd_rng_normal(rng),
           taper = 0.2 * pd_rng_normal(rng);
    for (int i = 0; i < tpl->vertex_count; i++) {
        const float *v = tpl->vertices + 3 * i;
        double thick = girth * (1 + taper * fabs((double)v[0]));
        rest[3 * i] = length * (double)v[0];
        rest[3 * i + 1] = 1 + thick * ((double)v[1] - 1);
        rest[3 * i + 2] = thick * (double)v[2];
    }
    pd_learn_template_centers(joints, tpl, rest);
}

/* Turns of `size` radians (standard deviation) about every axis. rotations (K,9). */
static inline void sleeve_pose(double *rotations, double size, pd_rng *rng)
{
    for (int k = 0; k < SLEEVE_JOINTS; k++) {
        double r[3];
        for (int c = 0; c < 3; c++) r[c] = size * pd_rng_normal(rng);
        pd_rot_from_axis_angle(rotations + 9 * k, r);
    }
}

/* Makes pose blend shapes of some millimetres where two joints meet. */
static inline void sleeve_blend(float *blend, const pd_learn_template *tpl, double size, pd_rng *rng)
{
    int f = 9 * (SLEEVE_JOINTS - 1);
    for (int i = 0; i < tpl->vertex_count; i++)
        for (int c = 0; c < 3; c++)
            for (int n = 0; n < f; n++) {
                const double *w = tpl->weights + PD_LEARN_SLOTS * i;
                const int *slots = tpl->slots + PD_LEARN_SLOTS * i;
                double near = 0, noise = pd_rng_normal(rng);
                for (int s = 0; s < PD_LEARN_SLOTS && slots[s] >= 0; s++)
                    if (slots[s] == 1 + n / 9) near = 4 * w[s] * (1 - w[s]);
                blend[(size_t)(3 * i + c) * (size_t)f + (size_t)n] = (float)(size * near * noise);
            }
}

/* Makes a set of `subjects` people in `poses` poses, each made by a state, which is the truth. Every `gap`th
 * vertex of odd meshes is missing (0: none). */
static inline void sleeve_set(pd_learn_set *set, pd_learn_state *truth, const pd_learn_template *tpl,
                              int subjects, int poses, double blend, double noise_m, int gap, uint64_t seed)
{
    pd_error err = {0};
    pd_rng rng;
    size_t v = 3 * (size_t)tpl->vertex_count, k = 3 * SLEEVE_JOINTS;
    pd_rng_init(&rng, seed);
    *set = (pd_learn_set){.vertex_count = tpl->vertex_count, .subject_count = subjects};
    for (int j = 0; j < subjects * poses; j++) {
        char label[32];
        snprintf(label, sizeof label, "p%d %d", j / poses, j % poses);
        assert_non_null(pd_learn_meshes_add(&set->poses, tpl->vertex_count, j / poses, label, &err));
    }
    assert_int_equal(pd_learn_state_init(truth, tpl, set, &err), PD_OK);
    for (int s = 0; s < subjects; s++)
        sleeve_subject(truth->templates + v * (size_t)s, truth->joints + k * (size_t)s, tpl, &rng);
    sleeve_blend(truth->blend, tpl, blend, &rng);
    truth->is_blended = true;

    double *skin = malloc(v * sizeof *skin);
    float *offsets = malloc((v + 64) * sizeof *offsets), features[9 * SLEEVE_JOINTS];
    for (int j = 0; j < set->poses.count; j++) {
        pd_learn_pose pose;
        size_t s = (size_t)set->poses.subjects[j];
        double *rotations = truth->rotations + 3 * k * (size_t)j, *place = truth->translations + 3 * j;
        sleeve_pose(rotations, 0.45, &rng);
        for (int c = 0; c < 3; c++) place[c] = 0.5 * pd_rng_normal(&rng);
        pd_learn_features(features, rotations, SLEEVE_JOINTS);
        pd_learn_offsets(offsets, truth, features);
        pd_learn_pose_set(&pose, tpl, truth->joints + k * s, rotations);
        pd_learn_skin(skin, tpl, truth->weights, truth->templates + v * s, offsets, &pose, place);
        float *mesh = set->poses.vertices + v * (size_t)j;
        for (size_t i = 0; i < v; i++) mesh[i] = (float)(skin[i] + noise_m * pd_rng_normal(&rng));
        for (int i = j % 7; gap && j % 2 && i < tpl->vertex_count; i += gap)
            for (int c = 0; c < 3; c++) mesh[3 * i + c] = NAN;
    }
    free(skin);
    free(offsets);
}

#endif
