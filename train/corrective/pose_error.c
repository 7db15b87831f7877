/* Measures the distance of a model's skin from targets, and makes models with other pose blend shapes. */
#include "core/smpl/data/encode.h"
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "train/corrective/pose_fit.h"
#include "train/model/data_encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a vertex of which one joint has at least this weight is rigid; others are near joints */
#define RIGID_WEIGHT 0.995f

/* --- models --- */

static void *copy(const void *from, size_t bytes)
{
    void *out = malloc(bytes + 1);
    if (out) memcpy(out, from, bytes);
    return out;
}

/* The data of a resident model is a complete model without pose blend shapes and soft tissue, which were
 * moved to other layouts. */
pd_status pd_train_pose_data(pd_smpl_data *out, const pd_smpl_model *model, const pd_smpl_sparse_dirs *dirs,
                             pd_error *err)
{
    pd_buffer bytes = {0};
    pd_smpl_data held = model->data;

    held.soft_count = 0;
    held.soft = (pd_smpl_soft_dynamics){0};
    memset(out, 0, sizeof *out);

    /* Copy the data by encoding and parsing it. */
    pd_status status = pd_train_data_encode(&bytes, &held, 0, err);
    if (!status) status = pd_smpl_data_parse(out, bytes.data, bytes.size, "copy", err);

    /* Insert a copy of the other P. */
    if (!status && dirs) {
        const size_t n = (size_t)dirs->pattern_count;
        const size_t numbers = pd_train_pose_numbers(dirs) * sizeof(float);
        pd_smpl_sparse_dirs *to = &out->sparse;
        *to = *dirs;
        to->pattern_start = copy(dirs->pattern_start, (n + 1) * sizeof *dirs->pattern_start);
        to->pattern_joints =
            copy(dirs->pattern_joints, (size_t)dirs->pattern_start[n] * sizeof *dirs->pattern_joints);
        to->vertex_pattern =
            copy(dirs->vertex_pattern, (size_t)out->vertex_count * sizeof *dirs->vertex_pattern);
        to->values = copy(dirs->values, numbers);
        to->values_dqs = dirs->values_dqs ? copy(dirs->values_dqs, numbers) : NULL;
        if (!to->pattern_start || !to->pattern_joints || !to->vertex_pattern || !to->values ||
            !to->values_dqs != !dirs->values_dqs)
            status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for a copy");
    }

    if (status) pd_smpl_data_deinit(out);
    pd_buffer_deinit(&bytes);

    return status;
}

pd_status pd_train_pose_model(pd_smpl_model **out, const pd_smpl_model *model,
                              const pd_smpl_sparse_dirs *dirs, pd_error *err)
{
    pd_smpl_data data;
    *out = NULL;
    pd_status status = pd_train_pose_data(&data, model, dirs, err);
    return status ? status : pd_smpl_model_build(out, &data, err);
}

/* --- errors --- */

typedef struct measuring {
    const pd_smpl_model *model;
    const pd_train_goals *goals;
    float *vertices;         /* (BATCH,V,3)      */
    double *areas;           /* (V), sum 1       */
    float *all;              /* (poses,V) metres */
    unsigned char *is_joint; /* (V)   */
    int joint_vertices;
} measuring;

#define BATCH 16 /* bodies that are posed at once; chosen by hand */

/* Computes the skin area of each vertex of the template, and marks the vertices at joints. */
static void find_areas(measuring *m)
{
    const float *rest = m->model->data.v_template;
    const int k = m->model->joint_count;
    double total = 0;

    memset(m->areas, 0, (size_t)m->model->vertex_count * sizeof *m->areas);

    /* Give a third of each triangle's area to each corner. */
    for (int f = 0; f < m->model->face_count; f++) {
        const uint32_t *i = m->model->data.faces + 3 * (size_t)f;
        double u[3], v[3];
        for (int c = 0; c < 3; c++) {
            u[c] = (double)rest[3 * i[1] + (uint32_t)c] - (double)rest[3 * i[0] + (uint32_t)c];
            v[c] = (double)rest[3 * i[2] + (uint32_t)c] - (double)rest[3 * i[0] + (uint32_t)c];
        }

        double x = u[1] * v[2] - u[2] * v[1];
        double y = u[2] * v[0] - u[0] * v[2];
        double z = u[0] * v[1] - u[1] * v[0];
        double area = sqrt(x * x + y * y + z * z) / 6;
        for (int c = 0; c < 3; c++) m->areas[i[c]] += area;
        total += 3 * area;
    }

    /* Normalise to the whole area. A vertex is at a joint if no single joint holds it. */
    for (int v = 0; v < m->model->vertex_count; v++) {
        const float *w = m->model->data.weights + (size_t)v * (size_t)k;
        float most = 0;
        for (int j = 0; j < k; j++) most = fmaxf(most, w[j]);
        m->areas[v] /= total;
        m->is_joint[v] = most < RIGID_WEIGHT;
        m->joint_vertices += m->is_joint[v];
    }
}

/* Poses all goals, BATCH at a time, and stores the distance of each vertex from its target, metres. */
static pd_status pose_all(measuring *m, pd_smpl_skinning skinning, const pd_executor *executor, pd_error *err)
{
    pd_smpl_body bodies[BATCH] = {0};
    pd_smpl_job job = {.bodies = bodies, .body_count = BATCH, .skinning = skinning};
    size_t v = (size_t)m->model->vertex_count;
    size_t pose_floats = 9 * (size_t)m->model->joint_count;
    pd_arena scratch;

    for (int i = 0; i < BATCH; i++)
        bodies[i] = (pd_smpl_body){.betas = m->goals->betas,
                                   .beta_count = m->goals->beta_count,
                                   .vertices = m->vertices + 3 * v * (size_t)i};

    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m->model)))
        return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for scratch");

    /* Pose a batch, and compute the distance of every vertex to its target. */
    for (int done = 0; done < m->goals->count; done += BATCH) {
        job.body_count = m->goals->count - done < BATCH ? m->goals->count - done : BATCH;
        for (int i = 0; i < job.body_count; i++)
            bodies[i].rotations = m->goals->rotations + pose_floats * (size_t)(done + i);
        pd_smpl_job_run(&job, m->model, &scratch, executor);

        const float *targets = m->goals->targets + 3 * v * (size_t)done;
        for (size_t i = 0; i < v * (size_t)job.body_count; i++) {
            double d2 = 0;
            for (size_t c = 0; c < 3; c++) {
                double d = (double)m->vertices[3 * i + c] - (double)targets[3 * i + c];
                d2 += d * d;
            }

            m->all[v * (size_t)done + i] = (float)sqrt(d2);
        }

        pd_arena_reset(&scratch);
    }

    pd_arena_deinit(&scratch);
    return PD_OK;
}

static double percentile_mm(float *values, size_t count, double part)
{
    PD_ASSERT(part >= 0 && part <= 1);
    if (!count) return 0;
    pd_sort_floats(values, count);
    return 1000 * (double)values[(size_t)(part * (double)(count - 1))];
}

/* Computes means and percentiles. Sorts m->all. */
static void sum_up(pd_train_pose_error *out, const measuring *m)
{
    size_t v = (size_t)m->model->vertex_count;
    size_t count = v * (size_t)m->goals->count;
    size_t joint = 0;
    double n = m->goals->count;
    double worst = 0;

    /* Compute means over vertices, by area, and at joints. */
    for (size_t i = 0; i < count; i++) {
        double mm = 1000 * (double)m->all[i];
        out->vertex_mm += mm / (n * (double)v);
        out->area_mm += mm * m->areas[i % v] / n;
        if (m->is_joint[i % v]) out->joint_mm += mm / (n * m->joint_vertices);
        if (mm > worst) {
            worst = mm;
            out->worst_pose = (int)(i / v);
        }
    }

    out->max_mm = worst;

    for (size_t i = 0; i < count; i++) { /* move those at joints to the front */
        float swap = m->all[joint];
        if (!m->is_joint[i % v]) continue;
        m->all[joint++] = m->all[i];
        m->all[i] = swap;
    }

    out->joint_p95_mm = percentile_mm(m->all, joint, 0.95);
    out->p95_mm = percentile_mm(m->all, count, 0.95);
    out->p99_mm = percentile_mm(m->all, count, 0.99);
}

pd_status pd_train_pose_measure(pd_train_pose_error *out, const pd_smpl_model *model,
                                pd_smpl_skinning skinning, const pd_train_goals *goals,
                                const pd_executor *executor, pd_error *err)
{
    size_t v = (size_t)model->vertex_count;
    measuring m = {.model = model, .goals = goals};

    *out = (pd_train_pose_error){.pose_count = goals->count};
    m.vertices = malloc(BATCH * 3 * v * sizeof *m.vertices);
    m.areas = malloc(v * sizeof *m.areas);
    m.all = malloc(((size_t)goals->count * v + 1) * sizeof *m.all);
    m.is_joint = malloc(v);

    pd_status status = PD_OK;
    if (!m.vertices || !m.areas || !m.all || !m.is_joint)
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %d errors", goals->count);

    /* Compute areas, distances, then their means. */
    if (!status) find_areas(&m);
    if (!status) status = pose_all(&m, skinning, executor, err);
    if (!status) sum_up(out, &m);
    free(m.vertices);
    free(m.areas);
    free(m.all);
    free(m.is_joint);

    return status;
}
