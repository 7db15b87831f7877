#include "train/learn/state.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <stdlib.h>
#include <string.h>

pd_status pd_learn_state_init(pd_learn_state *s, const pd_learn_template *tpl, const pd_learn_set *set,
                              pd_error *err)
{
    size_t v = (size_t)tpl->vertex_count;
    size_t k = (size_t)tpl->joint_count;
    size_t n = (size_t)set->poses.count;
    size_t people = (size_t)set->subject_count;
    size_t f = 9 * (k - 1);

    *s = (pd_learn_state){.vertex_count = tpl->vertex_count,
                          .joint_count = tpl->joint_count,
                          .subject_count = set->subject_count,
                          .count = set->poses.count,
                          .feature_count = (int)f};

    s->templates = malloc((people * 3 * v + 1) * sizeof *s->templates);
    s->joints = malloc((people * 3 * k + 1) * sizeof *s->joints);
    s->rotations = calloc(n * 9 * k + 1, sizeof *s->rotations);
    s->translations = calloc(3 * n + 1, sizeof *s->translations);
    s->weights = malloc(PD_LEARN_SLOTS * v * sizeof *s->weights);
    s->blend = calloc(3 * v * f, sizeof *s->blend);
    s->holds = malloc(v * sizeof *s->holds);
    if (!s->templates || !s->joints || !s->rotations || !s->translations || !s->weights || !s->blend ||
        !s->holds) {
        pd_learn_state_deinit(s);
        return pd_fail(err, PD_ERR_MEMORY, "training", "out of memory for %zu subjects and %zu registrations",
                       people, n);
    }

    /* Every subject starts as the template. */
    for (size_t p = 0; p < people; p++) {
        for (size_t i = 0; i < 3 * v; i++) s->templates[p * 3 * v + i] = (double)tpl->vertices[i];
        pd_learn_template_centers(s->joints + p * 3 * k, tpl, s->templates + p * 3 * v);
    }

    /* Poses start at rest, weights at the template's. */
    for (size_t i = 0; i < n * k; i++)
        for (size_t c = 0; c < 9; c += 4) s->rotations[9 * i + c] = 1;
    memcpy(s->weights, tpl->weights, PD_LEARN_SLOTS * v * sizeof *s->weights);
    for (size_t i = 0; i < v; i++) s->holds[i] = 1;

    return PD_OK;
}

void pd_learn_state_deinit(pd_learn_state *s)
{
    free(s->templates);
    free(s->joints);
    free(s->rotations);
    free(s->translations);
    free(s->weights);
    free(s->blend);
    free(s->holds);
    memset(s, 0, sizeof *s);
}

pd_status pd_learn_state_check(const pd_learn_state *state, const pd_learn_template *tpl,
                               const pd_learn_set *set, pd_error *err)
{
    const struct {
        const char *what;
        int has, allowed;
    } rows[] = {{"vertices", state->vertex_count, tpl->vertex_count},
                {"vertices of the set", set->vertex_count, tpl->vertex_count},
                {"joints", state->joint_count, tpl->joint_count},
                {"features", state->feature_count, 9 * (tpl->joint_count - 1)},
                {"subjects", state->subject_count, set->subject_count},
                {"registrations", state->count, set->poses.count}};

    /* Check the sizes. */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].has != rows[i].allowed)
            return pd_fail(err, PD_ERR_RANGE, "state", "%d %s; %d allowed", rows[i].has, rows[i].what,
                           rows[i].allowed);

    /* Check the subject of each registration. */
    for (int j = 0; j < set->poses.count; j++)
        if (set->poses.subjects[j] < 0 || set->poses.subjects[j] >= set->subject_count)
            return pd_fail(err, PD_ERR_RANGE, "state", "registration %d is of subject %d; 0 to %d allowed", j,
                           set->poses.subjects[j], set->subject_count - 1);

    return PD_OK;
}

void pd_learn_pose_set(pd_learn_pose *pose, const pd_learn_template *tpl, const double *joints,
                       const double *rotations)
{
    for (int k = 0; k < tpl->joint_count; k++) {
        int parent = tpl->parents[k];
        double turned[3];
        if (k) {
            double bone[3], along[3];
            for (int c = 0; c < 3; c++) bone[c] = joints[3 * k + c] - joints[3 * parent + c];
            pd_mat3_mul(pose->world[k], pose->world[parent], rotations + 9 * k);
            pd_mat3_apply(along, pose->world[parent], bone);
            for (int c = 0; c < 3; c++) pose->place[k][c] = pose->place[parent][c] + along[c];
        } else {
            memcpy(pose->world[0], rotations, 9 * sizeof *rotations);
            memcpy(pose->place[0], joints, 3 * sizeof *joints);
        }

        pd_mat3_apply(turned, pose->world[k], joints + 3 * k);
        for (int c = 0; c < 3; c++) pose->shift[k][c] = pose->place[k][c] - turned[c];
    }
}

void pd_learn_features(float *features, const double *rotations, int joint_count)
{
    for (int i = 0; i < 9 * (joint_count - 1); i++)
        features[i] = (float)(rotations[9 + i] - (i % 9 % 4 == 0));
}

void pd_learn_vertex_matrix(double m[9], double c[3], const pd_learn_template *tpl, const double *weights,
                            const pd_learn_pose *pose, int vertex)
{
    PD_ASSERT(vertex >= 0 && vertex < tpl->vertex_count);
    const int *slots = tpl->slots + PD_LEARN_SLOTS * vertex;
    const double *w = weights + PD_LEARN_SLOTS * vertex;
    memset(m, 0, 9 * sizeof *m);
    memset(c, 0, 3 * sizeof *c);
    for (int s = 0; s < PD_LEARN_SLOTS && slots[s] >= 0; s++) {
        if (w[s] == 0) continue;
        for (int n = 0; n < 9; n++) m[n] += w[s] * pose->world[slots[s]][n];
        for (int n = 0; n < 3; n++) c[n] += w[s] * pose->shift[slots[s]][n];
    }
}

void pd_learn_offsets(float *offsets, const pd_learn_state *state, const float *features)
{
    if (state->is_blended)
        pd_k_gemv_f32(offsets, state->blend, 0, features, 3 * state->vertex_count, state->feature_count);
    else
        memset(offsets, 0, 3 * (size_t)state->vertex_count * sizeof *offsets);
}

void pd_learn_skin(double *vertices, const pd_learn_template *tpl, const double *weights, const double *rest,
                   const float *offsets, const pd_learn_pose *pose, const double translation[3])
{
    for (int i = 0; i < tpl->vertex_count; i++) {
        double m[9], c[3], x[3], y[3];
        pd_learn_vertex_matrix(m, c, tpl, weights, pose, i);
        for (int n = 0; n < 3; n++) x[n] = rest[3 * i + n] + (double)offsets[3 * i + n];
        pd_mat3_apply(y, m, x);
        for (int n = 0; n < 3; n++) vertices[3 * i + n] = y[n] + c[n] + translation[n];
    }
}
