#include "core/mhr/model.h"

#include "core/base/assert.h"
#include "core/base/references.h"
#include "core/math/quat.h"
#include "core/mhr/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST 1e5f /* cm */

bool pd_mhr_rows_alloc(pd_mhr_rows *rows, int row_count, int column_count, size_t entries)
{
    PD_ASSERT(row_count >= 0 && column_count >= 0);
    *rows = (pd_mhr_rows){.start = calloc((size_t)row_count + 1, sizeof *rows->start),
                          .columns = calloc(entries + 1, sizeof *rows->columns),
                          .weights = calloc(entries + 1, sizeof *rows->weights),
                          .row_count = row_count,
                          .column_count = column_count};

    return rows->start && rows->columns && rows->weights;
}

static void free_rows(pd_mhr_rows *rows)
{
    free(rows->start);
    free(rows->columns);
    free(rows->weights);
    *rows = (pd_mhr_rows){0};
}

void pd_mhr_deinit(pd_mhr *m)
{
    free(m->vertices);
    free(m->faces);
    free(m->identity_dirs);
    free(m->expression_dirs);
    free(m->joint_names);
    free(m->parameter_names);
    free(m->parents);
    free(m->offsets);
    free(m->prerotations);
    free(m->limits);
    free(m->is_scale);
    free(m->corrective_dirs);
    free(m->inverse_bind);
    free_rows(&m->transform);
    free_rows(&m->skin);
    free_rows(&m->activation);
    pd_model_text_free(&m->text);
    *m = (pd_mhr){0};
}

/* ---- checks ---- */

static pd_status check_numbers(const float *values, size_t count, const char *name, pd_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= FARTHEST))
            return pd_fail(err, PD_ERR_RANGE, name, "number %zu is %g; at most 1e5 in size allowed", i,
                           (double)values[i]);
    return PD_OK;
}

static pd_status check_rows(const pd_mhr_rows *rows, const char *name, pd_error *err)
{
    if (rows->row_count && rows->start[0])
        return pd_fail(err, PD_ERR_FORMAT, name, "row 0 does not start at 0; 0 expected");
    for (int r = 0; r < rows->row_count; r++)
        if (rows->start[r + 1] < rows->start[r])
            return pd_fail(err, PD_ERR_FORMAT, name,
                           "row %d ends before it begins; ascending starts expected", r);
    const size_t entries = rows->row_count ? rows->start[rows->row_count] : 0;
    for (size_t i = 0; i < entries; i++)
        if (rows->columns[i] >= (uint32_t)rows->column_count)
            return pd_fail(err, PD_ERR_RANGE, name, "column %u; 0 to %d allowed", rows->columns[i],
                           rows->column_count - 1);

    return check_numbers(rows->weights, entries, name, err);
}

static pd_status check_model(const pd_mhr *m, pd_error *err)
{
    /* Skeleton. */
    for (int k = 0; k < m->joint_count; k++) {
        if (m->parents[k] < -1 || m->parents[k] >= k || (m->parents[k] < 0) != (k == 0))
            return pd_fail(
                err, PD_ERR_RANGE, "parents",
                "joint %d has parent %d; -1 for the first and an earlier joint for others expected", k,
                m->parents[k]);
        const float *q = m->prerotations + 4 * (size_t)k;
        const float length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(fabsf(length - 1) < 1e-3f))
            return pd_fail(err, PD_ERR_RANGE, "prerotations", "quaternion %d has length %g; 1 expected", k,
                           (double)sqrtf(length));
    }

    pd_status status = check_numbers(m->offsets, 3 * (size_t)m->joint_count, "offsets", err);
    if (status) return status;

    /* Surface and its shapes. */
    const size_t numbers = 3 * (size_t)m->vertex_count;
    for (size_t i = 0; i < 3 * (size_t)m->face_count; i++)
        if (m->faces[i] >= (uint32_t)m->vertex_count)
            return pd_fail(err, PD_ERR_RANGE, "faces", "triangle %zu has vertex %u; 0 to %d allowed", i / 3,
                           m->faces[i], m->vertex_count - 1);
    status = check_numbers(m->vertices, numbers, "vertices", err);
    if (!status)
        status = check_numbers(m->identity_dirs, numbers * (size_t)m->identity_count, "identity_dirs", err);
    if (!status)
        status =
            check_numbers(m->expression_dirs, numbers * (size_t)m->expression_count, "expression_dirs", err);
    if (status) return status;

    /* Parameters. */
    for (int p = 0; p < m->parameter_count; p++) {
        const float *limit = m->limits + 2 * (size_t)p;
        if (!(limit[0] <= limit[1]))
            return pd_fail(err, PD_ERR_RANGE, "limits",
                           "parameter %d has the limits %.10g to %.10g; ascending limits expected", p,
                           (double)limit[0], (double)limit[1]);
        if (m->is_scale[p] > 1)
            return pd_fail(err, PD_ERR_RANGE, "is_scale", "parameter %d is %d; 0 or 1 allowed", p,
                           m->is_scale[p]);
    }

    status = check_rows(&m->transform, "transform", err);
    if (status) return status;

    /* Skin: weights of a vertex sum to 1. */
    status = check_rows(&m->skin, "skin", err);
    if (status) return status;

    for (int v = 0; v < m->vertex_count; v++) {
        float sum = 0;
        for (uint32_t i = m->skin.start[v]; i < m->skin.start[v + 1]; i++) {
            sum += m->skin.weights[i];
            if (m->skin.weights[i] < 0)
                return pd_fail(err, PD_ERR_RANGE, "skin", "vertex %d has a weight of %g; at least 0 allowed",
                               v, (double)m->skin.weights[i]);
        }

        if (!(fabsf(sum - 1) < 1e-3f))
            return pd_fail(err, PD_ERR_RANGE, "skin", "weights of vertex %d sum to %g; 1 expected", v,
                           (double)sum);
    }

    /* Correctives. */
    status = check_rows(&m->activation, "activation", err);
    if (!status && m->corrective_dirs)
        status =
            check_numbers(m->corrective_dirs, 3 * (size_t)m->vertex_count * (size_t)m->activation.row_count,
                          "corrective_dirs", err);

    return status;
}

pd_status pd_mhr_finish(pd_mhr *m, pd_error *err)
{
    pd_status status = check_model(m, err);

    if (status) return status;

    const size_t joints = (size_t)m->joint_count;
    double *world = malloc(joints * PD_MHR_STATE * sizeof *world);
    free(m->inverse_bind);

    /* Inverse of the rest pose, for skinning. */
    m->inverse_bind = malloc(joints * 12 * sizeof *m->inverse_bind);
    if (world && m->inverse_bind) {
        pd_mhr_pose_rest(world, m);
        for (size_t k = 0; k < joints; k++)
            pd_mhr_pose_inverse(m->inverse_bind + 12 * k, world + PD_MHR_STATE * k);
    }

    free(world);

    return world && m->inverse_bind ? PD_OK
                                    : pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu joints", joints);
}

/* ---- names, references ---- */

static int find_name(const pd_model_name *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

int pd_mhr_parameter(const pd_mhr *m, const char *name)
{
    return find_name((const pd_model_name *)m->parameter_names, m->parameter_count, name);
}

int pd_mhr_joint(const pd_mhr *m, const char *name)
{
    return find_name((const pd_model_name *)m->joint_names, m->joint_count, name);
}

pd_mhr *pd_mhr_retain(pd_mhr *m)
{
    pd_references_add(&m->references);
    return m;
}

void pd_mhr_release(pd_mhr *m)
{
    if (!m || !pd_references_drop(&m->references)) return;

    pd_mhr_deinit(m);
    free(m);
}
