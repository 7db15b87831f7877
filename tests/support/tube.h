#ifndef PD_TESTS_TUBE_H
#define PD_TESTS_TUBE_H
/* A bent tube around a few joints: a mesh with a skin that is small enough to reason about. 8 vertices a
 * ring, a ring every 0.05 m along +Y, a joint every 0.25 m,
 * weights falling off over 5 joints (more than glTF takes). */
#include "core/io/mesh/glb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TUBE_JOINTS = 6, TUBE_RINGS = 30, TUBE_SIDES = 8, TUBE_BETAS = 2 };
enum { TUBE_V = TUBE_RINGS * TUBE_SIDES, TUBE_F = 2 * (TUBE_RINGS - 1) * TUBE_SIDES };

typedef struct tube {
    float rest[TUBE_V * 3], normals[TUBE_V * 3], weights[TUBE_V * TUBE_JOINTS],
        shapedirs[TUBE_V * 3 * TUBE_BETAS];
    float joints[TUBE_JOINTS * 3], rotations[TUBE_JOINTS * 9], root[3], betas[TUBE_BETAS];
    float posed[TUBE_V * 3]; /* by the four largest weights */
    uint32_t faces[TUBE_F * 3];
    int parents[TUBE_JOINTS];
    char names[TUBE_JOINTS][32];
    pd_io_mesh_body body;
    pd_io_mesh mesh;
    pd_io_glb_rig rig;
    pd_io_glb_pose pose;
} tube;

static inline void tube_surface(tube *t)
{
    for (int i = 0; i < TUBE_V; i++) {
        float angle = 6.2831853f * (float)(i % TUBE_SIDES) / TUBE_SIDES, y = 0.05f * (float)(i / TUBE_SIDES),
              sum = 0;
        float *v = t->rest + 3 * i, *n = t->normals + 3 * i, *w = t->weights + TUBE_JOINTS * i;
        n[0] = sinf(angle), n[1] = 0, n[2] = cosf(angle);
        v[0] = 0.1f * n[0], v[1] = y, v[2] = 0.1f * n[2];
        for (int k = 0; k < TUBE_JOINTS; k++)
            sum += w[k] = fmaxf(0, 1 - fabsf(y - 0.0131f - 0.25f * (float)k) / 0.6f);
        for (int k = 0; k < TUBE_JOINTS; k++) w[k] /= sum;
        for (int c = 0; c < 3; c++) {
            t->shapedirs[(3 * i + c) * TUBE_BETAS] = 0.02f * n[c];
            t->shapedirs[(3 * i + c) * TUBE_BETAS + 1] = c == 1 ? 0.05f * y : 0;
        }
    }
}

static inline void tube_faces(tube *t)
{
    uint32_t *f = t->faces;
    for (uint32_t r = 0; r + 1 < TUBE_RINGS; r++)
        for (uint32_t s = 0; s < TUBE_SIDES; s++, f += 6) {
            uint32_t a = r * TUBE_SIDES + s, b = r * TUBE_SIDES + (s + 1) % TUBE_SIDES;
            const uint32_t two[6] = {a, b, a + TUBE_SIDES, b, b + TUBE_SIDES, a + TUBE_SIDES};
            memcpy(f, two, sizeof two);
        }
}

/* Makes a pose in which every joint bends by 0.2 about x and the root stands at (0.3, 0, -0.1). */
static inline void tube_pose(tube *t)
{
    double world[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, at[3] = {0.3, 0, -0.1}, g[TUBE_JOINTS][12];
    for (int k = 0; k < TUBE_JOINTS; k++) {
        double c = cos(0.2), s = sin(0.2), local[9] = {1, 0, 0, 0, c, -s, 0, s, c}, next[9] = {0};
        if (k)
            for (int i = 0; i < 3; i++) at[i] += world[3 * i + 1] * 0.25;
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 3; j++) next[i] += world[i / 3 * 3 + j] * local[3 * j + i % 3];
        memcpy(world, next, sizeof world);
        for (int i = 0; i < 3; i++) {
            memcpy(g[k] + 4 * i, world + 3 * i, 3 * sizeof(double));
            g[k][4 * i + 3] = at[i] - world[3 * i + 1] * 0.25 * k; /* rest joint is (0, k / 4, 0) */
        }
        for (int i = 0; i < 9; i++) t->rotations[9 * k + i] = (float)local[i];
        t->joints[3 * k] = t->joints[3 * k + 2] = 0, t->joints[3 * k + 1] = 0.25f * (float)k;
        t->parents[k] = k - 1;
        memcpy(t->names[k], "joint_0", 8);
        t->names[k][6] = (char)('0' + k);
    }
    t->root[0] = 0.3f, t->root[1] = 0, t->root[2] = -0.1f;
    for (int i = 0; i < TUBE_V; i++) {
        float w[TUBE_JOINTS], sum = 0;
        memcpy(w, t->weights + TUBE_JOINTS * i, sizeof w);
        for (int drop = 0; drop < TUBE_JOINTS - 4; drop++) {
            int least = -1;
            for (int k = 0; k < TUBE_JOINTS; k++)
                if (w[k] >= 0 && (least < 0 || w[k] < w[least])) least = k;
            w[least] = -1;
        }
        for (int k = 0; k < TUBE_JOINTS; k++) sum += w[k] > 0 ? w[k] : 0;
        for (int c = 0; c < 3; c++) {
            double value = 0;
            for (int k = 0; k < TUBE_JOINTS; k++)
                if (w[k] > 0)
                    value += w[k] / sum *
                             (g[k][4 * c] * t->rest[3 * i] + g[k][4 * c + 1] * t->rest[3 * i + 1] +
                              g[k][4 * c + 2] * t->rest[3 * i + 2] + g[k][4 * c + 3]);
            t->posed[3 * i + c] = (float)value;
        }
    }
}

static inline tube *tube_create(void)
{
    tube *t = calloc(1, sizeof *t);
    if (!t) abort();
    tube_surface(t);
    tube_faces(t);
    tube_pose(t);
    t->betas[0] = 0.5f;
    t->body = (pd_io_mesh_body){"tube", t->rest, t->normals};
    t->mesh = (pd_io_mesh){.bodies = &t->body,
                           .body_count = 1,
                           .vertex_count = TUBE_V,
                           .face_count = TUBE_F,
                           .faces = t->faces,
                           .model = "tube",
                           .licence = "CC0 1.0",
                           .provenance = "tests/support",
                           .credits = "nobody\nat all"};
    t->rig = (pd_io_glb_rig){.joint_count = TUBE_JOINTS,
                             .parents = t->parents,
                             .names = (const char(*)[32])t->names,
                             .weights = t->weights,
                             .beta_count = TUBE_BETAS,
                             .shapedirs_stride = TUBE_BETAS,
                             .shapedirs = t->shapedirs};
    t->pose = (pd_io_glb_pose){.rest = t->rest,
                               .rest_normals = t->normals,
                               .rest_joints = t->joints,
                               .rotations = t->rotations,
                               .root = t->root,
                               .betas = t->betas};
    return t;
}

#endif
