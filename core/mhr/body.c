#include "core/mhr/body.h"

#include "core/base/assert.h"
#include "core/mhr/pose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define METRES     0.01f /* metres per centimetre */
#define SCALE_MOST 4     /* largest |sc|: a scale of 2^4 */

/* ---- checks ---- */

/* Checks the count of an optional list, and that its numbers are finite and not too large. */
static pd_status check_list(const char *name, const float *values, int count, int most, pd_error *err)
{
    if (count < 0 || count > most)
        return pd_fail(err, PD_ERR_RANGE, name, "%d numbers; 0 to %d allowed", count, most);
    for (int i = 0; values && i < count; i++)
        if (!(fabs((double)values[i]) <= PD_MHR_LARGEST)) {
            char where[64];
            snprintf(where, sizeof where, "%s/%d", name, i);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", (double)values[i],
                           -PD_MHR_LARGEST, PD_MHR_LARGEST);
        }

    return PD_OK;
}

/* Copies the given parameters and fills the rest with zeros. */
static void fill_body(float *out, const float *values, int given, int count)
{
    PD_ASSERT(given >= 0 && given <= count);
    memset(out, 0, (size_t)count * sizeof *out);
    if (values) memcpy(out, values, (size_t)given * sizeof *out);
}

pd_status pd_mhr_body_check(const pd_mhr_body *b, const pd_mhr *m, pd_error *err)
{
    pd_status s = check_list("/model_parameters", b->parameters, b->parameter_count, m->parameter_count, err);

    if (!s) s = check_list("/identity_coeffs", b->identity, b->identity_count, m->identity_count, err);
    if (!s) s = check_list("/face_expr_coeffs", b->expression, b->expression_count, m->expression_count, err);
    if (!s) s = check_list("/translation", b->translation, 3, 3, err);
    if (s) return s;

    /* Scales are exponents of 2, so their limit is checked after the transform. */
    double q[PD_MHR_CHANNELS * PD_MHR_JOINTS_MAX];
    float all[PD_MHR_PARAMETERS_MAX];
    fill_body(all, b->parameters, b->parameter_count, m->parameter_count);
    pd_mhr_pose_joint_parameters(q, m, all);
    for (int k = 0; k < m->joint_count; k++)
        if (!(fabs(q[PD_MHR_CHANNELS * k + PD_MHR_SC]) <= SCALE_MOST))
            return pd_fail(err, PD_ERR_RANGE, "/model_parameters",
                           "joint %s is scaled by 2^%.3g; 2^-4 to 2^4 allowed", m->joint_names[k],
                           q[PD_MHR_CHANNELS * k + PD_MHR_SC]);

    return PD_OK;
}

/* ---- shape ---- */

/* Adds the blend shapes by their coefficients. */
static void add_shapes(float *rest, const float *dirs, const float *coefs, int count, int vertex_count)
{
    const size_t n = 3 * (size_t)vertex_count;

    for (int s = 0; coefs && s < count; s++) {
        const float by = coefs[s];
        const float *row = dirs + n * (size_t)s;
        if (by == 0) continue;
        for (size_t i = 0; i < n; i++) rest[i] += by * row[i];
    }
}

void pd_mhr_body_shape(float *rest, const pd_mhr_body *b, const pd_mhr *m)
{
    memcpy(rest, m->vertices, 3 * (size_t)m->vertex_count * sizeof *rest);
    add_shapes(rest, m->identity_dirs, b->identity, b->identity_count, m->vertex_count);
    add_shapes(rest, m->expression_dirs, b->expression, b->expression_count, m->vertex_count);
}

/* Adds C(q) = D max(0, L f). f: the first two columns of every joint's
 * local rotation minus those of the identity. */
void pd_mhr_body_correct(float *rest, const pd_mhr *m, const double *q, pd_arena *scratch)
{
    const pd_mhr_rows *layer = &m->activation;

    if (!layer->row_count || !m->corrective_dirs) return;
    PD_ASSERT(layer->column_count >= PD_MHR_FEATURES * (m->joint_count - PD_MHR_FREE));
    float *f = pd_arena_take(scratch, (size_t)layer->column_count, sizeof *f);
    const size_t n = 3 * (size_t)m->vertex_count;
    if (!f) return;

    /* Features of each joint. */
    for (int k = PD_MHR_FREE; k < m->joint_count; k++) {
        double r[9];
        pd_mhr_pose_rotation(r, q + PD_MHR_CHANNELS * k + PD_MHR_RX);
        float *own = f + PD_MHR_FEATURES * (k - PD_MHR_FREE);
        for (int c = 0; c < 3; c++) {
            own[c] = (float)(r[3 * c] - (c == 0));
            own[3 + c] = (float)(r[3 * c + 1] - (c == 1));
        }
    }

    /* Units of the hidden layer. Units that are not positive add nothing. */
    for (int u = 0; u < layer->row_count; u++) {
        float unit = 0;
        for (uint32_t i = layer->start[u]; i < layer->start[u + 1]; i++)
            unit += layer->weights[i] * f[layer->columns[i]];
        if (!(unit > 0)) continue;
        const float *row = m->corrective_dirs + n * (size_t)u;
        for (size_t i = 0; i < n; i++) rest[i] += unit * row[i];
    }
}

/* ---- pose ---- */

void pd_mhr_body_matrices(float *matrices, const pd_mhr *m, const double *world)
{
    for (size_t k = 0; k < (size_t)m->joint_count; k++)
        pd_mhr_pose_after(matrices + 12 * k, world + PD_MHR_STATE * k, m->inverse_bind + 12 * k);
}

/* Skins in centimetres and writes metres. */
static void skin_rest(float *vertices, const pd_mhr *m, const float *matrices, const float *rest)
{
    for (size_t v = 0; v < (size_t)m->vertex_count; v++) {
        float a[12] = {0};
        for (uint32_t i = m->skin.start[v]; i < m->skin.start[v + 1]; i++) {
            const float w = m->skin.weights[i];
            const float *g = matrices + 12 * (size_t)m->skin.columns[i];
            for (int c = 0; c < 12; c++) a[c] += w * g[c];
        }

        const float *t = rest + 3 * v;
        for (int r = 0; r < 3; r++)
            vertices[3 * v + (size_t)r] =
                METRES * (a[4 * r] * t[0] + a[4 * r + 1] * t[1] + a[4 * r + 2] * t[2] + a[4 * r + 3]);
    }
}

/* Computes normals weighted by the areas of triangles; (0,1,0) for a vertex whose triangles have no area. */
static void make_normals(float *normals, const float *vertices, const pd_mhr *m)
{
    memset(normals, 0, 3 * (size_t)m->vertex_count * sizeof *normals);
    for (size_t f = 0; f < (size_t)m->face_count; f++) {
        const uint32_t *corner = m->faces + 3 * f;
        const float *a = vertices + 3 * (size_t)corner[0];
        const float *b = vertices + 3 * (size_t)corner[1];
        const float *c = vertices + 3 * (size_t)corner[2];
        const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) normals[3 * (size_t)corner[i] + (size_t)k] += n[k];
    }

    /* Unit length. */
    for (size_t v = 0; v < (size_t)m->vertex_count; v++) {
        float *n = normals + 3 * v;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (length > 0) {
            n[0] /= length;
            n[1] /= length;
            n[2] /= length;
        } else
            n[1] = 1;
    }
}

size_t pd_mhr_body_scratch_bytes(const pd_mhr *m)
{
    const size_t joints = (size_t)m->joint_count;
    const size_t numbers = 3 * (size_t)m->vertex_count;

    return pd_arena_bytes((size_t)m->parameter_count, sizeof(float)) +
           pd_arena_bytes(joints * PD_MHR_CHANNELS, sizeof(double)) +
           pd_arena_bytes(joints * PD_MHR_STATE, sizeof(double)) +
           pd_arena_bytes(joints * 12, sizeof(float)) + 2 * pd_arena_bytes(numbers, sizeof(float)) +
           pd_arena_bytes((size_t)m->activation.column_count, sizeof(float));
}

void pd_mhr_body_run(const pd_mhr_body *b, const pd_mhr *m, pd_arena *scratch)
{
    PD_ASSERT(b->parameter_count <= m->parameter_count && b->identity_count <= m->identity_count &&
              b->expression_count <= m->expression_count);
    const size_t joints = (size_t)m->joint_count;
    const size_t numbers = 3 * (size_t)m->vertex_count;
    float *parameters = pd_arena_take(scratch, (size_t)m->parameter_count, sizeof *parameters);
    double *q = pd_arena_take(scratch, joints * PD_MHR_CHANNELS, sizeof *q);
    double *world = pd_arena_take(scratch, joints * PD_MHR_STATE, sizeof *world);
    float *matrices = pd_arena_take(scratch, joints * 12, sizeof *matrices);
    float *rest = pd_arena_take(scratch, numbers, sizeof *rest);
    float *own = b->vertices ? b->vertices : pd_arena_take(scratch, numbers, sizeof *own);

    /* Parameters, joint channels and the pose of the joints. */
    fill_body(parameters, b->parameters, b->parameter_count, m->parameter_count);
    pd_mhr_pose_joint_parameters(q, m, parameters);
    pd_mhr_pose_world(world, m, q);
    for (size_t k = 0; b->joints && k < joints; k++)
        for (size_t c = 0; c < 3; c++)
            b->joints[3 * k + c] = METRES * (float)world[PD_MHR_STATE * k + 9 + c] + b->translation[c];
    if (!b->vertices && !b->normals) return;

    /* Shape, correctives, skinning and translation. */
    pd_mhr_body_shape(rest, b, m);
    if (!b->is_plain) pd_mhr_body_correct(rest, m, q, scratch);
    pd_mhr_body_matrices(matrices, m, world);
    skin_rest(own, m, matrices, rest);
    for (size_t i = 0; i < numbers; i++) own[i] += b->translation[i % 3];
    if (b->normals) make_normals(b->normals, own, m);
}
