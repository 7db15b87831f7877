#include "train/corrective/pose_sums.h"

#include "core/kernel/linalg.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 128 /* vertices of one task */

void pd_train_pose_features(float *out, const float *rotations, int joint_count)
{
    for (int i = 0; i < 9 * (joint_count - 1); i++)
        out[i] = rotations[9 + i] - (i % 9 % 4 == 0 ? 1.0f : 0.0f);
}

void pd_train_mirror_features(float *out, const float *features, const int *joint_mirror, int joint_count)
{
    for (int k = 1; k < joint_count; k++)
        for (int f = 0; f < 9; f++)
            out[9 * (joint_mirror[k] - 1) + f] = pd_smpl_mirror_sign(f) * features[9 * (k - 1) + f];
}

pd_status pd_train_pose_sums_init(pd_train_pose_sums *sums, const pd_smpl_data *data, int beta_terms,
                                  pd_error *err)
{
    size_t v = (size_t)data->vertex_count;
    size_t n = 9 * (size_t)(data->joint_count - 1) * (1 + (size_t)beta_terms);

    *sums = (pd_train_pose_sums){.vertex_count = data->vertex_count,
                                 .joint_count = data->joint_count,
                                 .beta_terms = beta_terms,
                                 .feature_count = (int)n};

    /* List the kept vertices: one half if the body is symmetric. */
    sums->half = malloc(v * sizeof *sums->half);
    sums->joint_mirror = malloc((size_t)data->joint_count * sizeof *sums->joint_mirror);
    sums->gram = calloc(n * n, sizeof *sums->gram);
    if (data->mirror) sums->mirror = malloc(v * sizeof *sums->mirror);
    if (sums->mirror) memcpy(sums->mirror, data->mirror, v * sizeof *sums->mirror);

    for (int i = 0; sums->half && i < data->vertex_count; i++)
        if (!data->mirror || i <= data->mirror[i]) sums->half[sums->half_count++] = i;
    sums->moment = calloc((size_t)sums->half_count * 3 * n, sizeof *sums->moment);
    if (!sums->half || !sums->joint_mirror || !sums->gram || !sums->moment ||
        (data->mirror && !sums->mirror)) {
        pd_train_pose_sums_deinit(sums);
        return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %zu x %zu sums", 3 * v, n);
    }

    pd_smpl_joint_mirror(sums->joint_mirror, data);
    return PD_OK;
}

void pd_train_pose_sums_deinit(pd_train_pose_sums *sums)
{
    free(sums->half);
    free(sums->mirror);
    free(sums->joint_mirror);
    free(sums->gram);
    free(sums->moment);
    *sums = (pd_train_pose_sums){0};
}

/* --- adding --- */

typedef struct addition {
    pd_train_pose_sums *sums;
    const pd_train_pose_batch *batch;
    double *features; /* (rows,N) features of each pose and its mirror image */
    double *columns;  /* (worker,3 BLOCK,rows)     */
    int rows;
} addition;

/* Adds the moments of BLOCK vertices over all poses of the batch (task `index`). */
static void add_block(void *arg, int index, int worker)
{
    const addition *a = arg;
    pd_train_pose_sums *s = a->sums;
    int first = index * BLOCK;
    int last = first + BLOCK < s->half_count ? first + BLOCK : s->half_count;
    double *columns = a->columns + (size_t)worker * 3 * BLOCK * (size_t)a->rows;

    /* Fill three rows of D^T for each vertex: each pose, then its mirror image. */
    for (int i = first; i < last; i++) {
        const int vertex = s->half[i];
        for (int p = 0; p < a->batch->count; p++) {
            const float *d = a->batch->corrections + 3 * (size_t)s->vertex_count * (size_t)p;
            for (int c = 0; c < 3; c++) {
                double *row = columns + (3 * (size_t)(i - first) + (size_t)c) * (size_t)a->rows;
                if (!s->mirror) {
                    row[p] = (double)d[3 * (size_t)vertex + (size_t)c];
                    continue;
                }

                row[2 * p] = (double)d[3 * (size_t)vertex + (size_t)c];
                row[2 * p + 1] = (c ? 1 : -1) * (double)d[3 * (size_t)s->mirror[vertex] + (size_t)c];
            }
        }
    }

    /* Add D^T F to the moments. */
    pd_k_gemm(s->moment + 3 * (size_t)first * (size_t)s->feature_count, columns, 0, a->features, 0,
              3 * (last - first), s->feature_count, a->rows, 1, 1);
}

/* Stores the features, then a copy of them times each beta. */
static double *store_features(double *out, const addition *a, const float *features)
{
    int n = 9 * (a->sums->joint_count - 1);

    for (int t = 0; t <= a->sums->beta_terms; t++) {
        double factor = t == 0 ? 1 : t <= a->batch->beta_count ? (double)a->batch->betas[t - 1] : 0;
        for (int f = 0; f < n; f++) *out++ = factor * (double)features[f];
    }

    return out;
}

pd_status pd_train_pose_sums_add(pd_train_pose_sums *sums, const pd_train_pose_batch *batch,
                                 const pd_executor *executor, pd_error *err)
{
    addition a = {.sums = sums, .batch = batch, .rows = sums->mirror ? 2 * batch->count : batch->count};
    size_t rows = (size_t)a.rows;

    a.features = malloc(rows * (size_t)sums->feature_count * sizeof *a.features);
    a.columns = malloc((size_t)executor->worker_count * 3 * BLOCK * rows * sizeof *a.columns);
    pd_status status = PD_OK;
    if (a.features && a.columns) {
        const pd_train_pose_sums *s = a.sums;

        /* Compute the features of each pose, and of its mirror image. */
        float own[9 * PD_SMPL_MAX_JOINTS], mirrored[9 * PD_SMPL_MAX_JOINTS];
        double *row = a.features;
        for (int p = 0; p < batch->count; p++) {
            pd_train_pose_features(own, batch->rotations[p], s->joint_count);
            row = store_features(row, &a, own);
            if (!s->mirror) continue;
            pd_train_mirror_features(mirrored, own, s->joint_mirror, s->joint_count);
            row = store_features(row, &a, mirrored);
        }

        /* Add F^T F to the Gram matrix. */
        int n = a.sums->feature_count;
        pd_k_gemm(a.sums->gram, a.features, 1, a.features, 0, n, n, a.rows, 1, 1);
        pd_execute(executor, add_block, &a, (sums->half_count + BLOCK - 1) / BLOCK);
        sums->row_count += a.rows;
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %d poses", batch->count);
    }

    free(a.features);
    free(a.columns);
    return status;
}
