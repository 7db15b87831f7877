#ifndef PD_TESTS_TINY_BODY_H
#define PD_TESTS_TINY_BODY_H
/* The smallest complete body model: a tetrahedron of 4 vertices, 3 joints in a chain, 2 betas, sparse or
 * dense pose directions. For tests of files and checks. */
#include "core/smpl/data/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TINY_VERTICES = 4, TINY_JOINTS = 3, TINY_BETAS = 2, TINY_FACES = 4 };

static inline void *tiny_copy(const void *values, size_t bytes)
{
    void *out = malloc(bytes);
    memcpy(out, values, bytes);
    return out;
}

static inline float *tiny_ramp(size_t count, float step)
{
    float *out = malloc(count * sizeof *out);
    for (size_t i = 0; i < count; i++) out[i] = (float)((int)(i % 7) - 3) * step;
    return out;
}

static inline void tiny_sparse(pd_smpl_data *d)
{
    static const int start[] = {0, 1, 3}, joints[] = {1, 1, 2};
    static const uint16_t pattern[] = {0, 1, 1, 0};
    d->sparse = (pd_smpl_sparse_dirs){.pattern_count = 2,
                                      .pattern_start = tiny_copy(start, sizeof start),
                                      .pattern_joints = tiny_copy(joints, sizeof joints),
                                      .vertex_pattern = tiny_copy(pattern, sizeof pattern),
                                      .values = tiny_ramp(27 * 6, 1e-3f),
                                      .value_count = 27 * 6};
}

static inline pd_smpl_data tiny_body(int sparse)
{
    static const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float weights[] = {1, 0, 0, 0.5f, 0.5f, 0, 0, 0.25f, 0.75f, 0, 0, 1};
    static const int start[] = {0, 1, 3, 4}, vertex[] = {0, 1, 2, 3}, parents[] = {-1, 0, 1};
    static const double entries[] = {1, 0.5, 0.5, 1};
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const int mirror[] = {0, 1, 2, 3};
    pd_smpl_data d = {.vertex_count = TINY_VERTICES,
                      .joint_count = TINY_JOINTS,
                      .beta_count = TINY_BETAS,
                      .face_count = TINY_FACES};
    d.v_template = tiny_copy(points, sizeof points);
    d.shapedirs = tiny_ramp(TINY_VERTICES * 3 * TINY_BETAS, 0.01f);
    d.weights = tiny_copy(weights, sizeof weights);
    d.regressor_start = tiny_copy(start, sizeof start);
    d.regressor_vertex = tiny_copy(vertex, sizeof vertex);
    d.regressor_weight = tiny_copy(entries, sizeof entries);
    d.parents = tiny_copy(parents, sizeof parents);
    d.faces = tiny_copy(faces, sizeof faces);
    d.mirror = tiny_copy(mirror, sizeof mirror);
    d.beta_limits = tiny_ramp(TINY_BETAS, 1);
    d.joint_names = calloc(TINY_JOINTS, PD_SMPL_NAME_BYTES);
    for (int k = 0; k < TINY_JOINTS; k++) snprintf(d.joint_names[k], PD_SMPL_NAME_BYTES, "joint_%d", k);
    d.landmarks = calloc(1, sizeof *d.landmarks);
    d.landmark_count = 1;
    snprintf(d.landmarks[0].name, PD_SMPL_NAME_BYTES, "head_top");
    d.landmarks[0].vertex = 2;
    d.text = (pd_smpl_text){strdup("tiny"), strdup("neutral"), strdup("CC0"), strdup("by hand"), strdup("")};
    if (sparse)
        tiny_sparse(&d);
    else
        d.posedirs = tiny_ramp(TINY_VERTICES * 3 * 9 * (TINY_JOINTS - 1), 1e-3f);
    return d;
}

#endif
