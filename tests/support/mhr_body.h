#ifndef PD_TESTS_SUPPORT_MHR_BODY_H
#define PD_TESTS_SUPPORT_MHR_BODY_H
/* A model in MHR's form made of a body model: its mesh, skin and joints under MHR's names, three angles a
 * joint, no shapes. It is the same person in both forms,
 * so that the right result of a conversion is known. */
#include "core/mhr/model.h"
#include "core/smpl/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes MHR's name of a joint: "left_knee" becomes "l_lowleg". */
static inline void mhr_name_of(pd_model_name out, const char *name)
{
    static const char *const names[][2] = {{"hip", "upleg"},  {"knee", "lowleg"},    {"ankle", "foot"},
                                           {"foot", "ball"},  {"shoulder", "uparm"}, {"elbow", "lowarm"},
                                           {"wrist", "wrist"}};
    const char *bare = strchr(name, '_') ? strchr(name, '_') + 1 : name;
    snprintf(out, PD_MODEL_NAME_BYTES, "%s", name);
    if (!strcmp(name, "pelvis")) snprintf(out, PD_MODEL_NAME_BYTES, "root");
    if (!strcmp(name, "neck") || !strcmp(name, "head")) snprintf(out, PD_MODEL_NAME_BYTES, "c_%s", name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bare != name && !strcmp(bare, names[i][0]))
            snprintf(out, PD_MODEL_NAME_BYTES, "%c_%s", name[0], names[i][1]);
}

/* Parameters: root_tx ty tz, root_rx ry rz, then NAME_x, _y, _z of each joint. Free with pd_mhr_deinit. */
static inline pd_mhr mhr_of_body(const pd_smpl_model *body)
{
    const size_t v = (size_t)body->vertex_count, k = (size_t)body->joint_count;
    pd_mhr m = {.vertex_count = body->vertex_count,
                .face_count = body->face_count,
                .joint_count = body->joint_count,
                .parameter_count = 3 + 3 * body->joint_count};
    m.vertices = malloc(3 * v * sizeof *m.vertices);
    m.faces = malloc(3 * (size_t)m.face_count * sizeof *m.faces);
    m.joint_names = calloc(k, sizeof *m.joint_names);
    m.parents = malloc(k * sizeof *m.parents);
    m.offsets = malloc(3 * k * sizeof *m.offsets);
    m.prerotations = calloc(4 * k, sizeof *m.prerotations);
    m.parameter_names = calloc((size_t)m.parameter_count, sizeof *m.parameter_names);
    m.limits = malloc(2 * (size_t)m.parameter_count * sizeof *m.limits);
    m.is_scale = calloc((size_t)m.parameter_count, 1);
    m.identity_dirs = calloc(1, sizeof(float)), m.expression_dirs = calloc(1, sizeof(float));
    if (!pd_mhr_rows_alloc(&m.transform, 7 * m.joint_count, m.parameter_count, (size_t)m.parameter_count) ||
        !pd_mhr_rows_alloc(&m.skin, m.vertex_count, m.joint_count, v * k))
        abort();

    for (size_t i = 0; i < 3 * v; i++) m.vertices[i] = 100 * body->data.v_template[i];
    memcpy(m.faces, body->data.faces, 3 * (size_t)m.face_count * sizeof *m.faces);
    for (size_t i = 0; i < v; i++) {
        uint32_t at = m.skin.start[i];
        float sum = 0;
        for (size_t j = 0; j < k; j++) sum += body->data.weights[i * k + j];
        for (size_t j = 0; j < k; j++) {
            if (!(body->data.weights[i * k + j] > 0)) continue;
            m.skin.columns[at] = (uint32_t)j;
            m.skin.weights[at++] = body->data.weights[i * k + j] / sum;
        }
        m.skin.start[i + 1] = at;
    }
    uint32_t entry = 0;
    for (int j = 0; j < m.joint_count; j++) {
        const int parent = m.parents[j] = body->data.parents[j];
        mhr_name_of(m.joint_names[j], body->data.joint_names[j]);
        m.prerotations[4 * j + 3] = 1;
        for (int c = 0; c < 3; c++)
            m.offsets[3 * j + c] = (float)(100 * (body->joint_template[3 * j + c] -
                                                  (parent < 0 ? 0 : body->joint_template[3 * parent + c])));
        for (int c = 0; c < 7; c++) {
            const int parameter = c < 3 ? (j ? -1 : c) : c < 6 ? 3 + 3 * j + c - 3 : -1;
            if (parameter >= 0) {
                snprintf(m.parameter_names[parameter], PD_MODEL_NAME_BYTES, "%.20s_%c%c", m.joint_names[j],
                         "tr"[c >= 3], "xyz"[c % 3]);
                m.transform.columns[entry] = (uint32_t)parameter;
                m.transform.weights[entry++] = c < 3 ? 10 : 1;
            }
            m.transform.start[7 * j + c + 1] = entry;
        }
    }
    for (int p = 0; p < m.parameter_count; p++) {
        m.limits[2 * p] = p < 6 ? -PD_MHR_NO_LIMIT : -2.5f;
        m.limits[2 * p + 1] = p < 6 ? PD_MHR_NO_LIMIT : 2.5f;
    }
    if (pd_mhr_finish(&m, NULL) != PD_OK) abort();
    return m;
}

#endif
