#include "train/learn/measure.h"

#include "core/base/sort.h"
#include "train/learn/pose_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 30 /* Gauss-Newton steps of a held-out pose; most settle earlier */

typedef struct measuring {
    const pd_learn_problem *problem;
    const pd_learn_state *state;
    const pd_learn_meshes *meshes;
    double *distances; /* (count,V) NaN where missing */
    double *joints;    /* (count,K)                   */
    char *scratch;     /* (workers, bytes)            */
    size_t bytes;
} measuring;

static double measure_distance(const double *a, const float *b)
{
    double d2 = 0;
    for (int c = 0; c < 3; c++) d2 += pow(a[c] - (double)b[c], 2);
    return sqrt(d2);
}

/* Measures the distances of one mesh (task `index` of pd_execute). */
static void measure_mesh(void *arg, int index, int worker)
{
    measuring *w = arg;
    const pd_learn_template *t = w->problem->tpl;
    size_t v = 3 * (size_t)t->vertex_count;
    size_t k = (size_t)t->joint_count;
    size_t subject = (size_t)w->meshes->subjects[index];
    const float *mesh = w->meshes->vertices + v * (size_t)index;
    double rotations[9 * PD_LEARN_JOINTS_MAX];
    double *skin = (double *)(w->scratch + w->bytes * (size_t)worker);
    pd_learn_pose pose;
    pd_learn_fit fit = {.tpl = t,
                        .state = w->state,
                        .rest = w->state->templates + v * subject,
                        .joints = w->state->joints + 3 * k * subject,
                        .mesh = mesh,
                        .rotations = rotations};

    /* Poses of training meshes are known; others are fitted. */
    if (w->meshes == &w->problem->set->poses) {
        memcpy(rotations, w->state->rotations + 9 * k * (size_t)index, 9 * k * sizeof *rotations);
        memcpy(fit.translation, w->state->translations + 3 * index, sizeof fit.translation);
    } else {
        pd_learn_fit_start(&fit);
        pd_learn_fit_solve(&fit, ROUNDS, skin + 2 * v);
    }

    /* Compute the surface of the model in that pose. */
    float *offsets = (float *)(skin + v);
    float *features = offsets + v;
    pd_learn_features(features, rotations, t->joint_count);
    pd_learn_offsets(offsets, w->state, features);
    pd_learn_pose_set(&pose, t, fit.joints, rotations);
    pd_learn_skin(skin, t, w->state->weights, fit.rest, offsets, &pose, fit.translation);

    /* Measure the distances of vertices and joints. */
    for (size_t i = 0; i < v / 3; i++)
        w->distances[(size_t)index * (v / 3) + i] = measure_distance(skin + 3 * i, mesh + 3 * i);
    for (size_t n = 0; w->meshes->joints && n < k; n++) {
        double place[3];
        for (int x = 0; x < 3; x++) place[x] = pose.place[n][x] + fit.translation[x];
        w->joints[(size_t)index * k + n] =
            measure_distance(place, w->meshes->joints + 3 * ((size_t)index * k + n));
    }
}

pd_status pd_learn_measure_poses(pd_learn_measure *out, const pd_learn_problem *problem,
                                 const pd_learn_state *state, const pd_learn_meshes *meshes, pd_error *err)
{
    size_t v = (size_t)state->vertex_count;
    size_t k = (size_t)state->joint_count;
    size_t n = (size_t)meshes->count;
    size_t features = (size_t)state->feature_count;

    /* Scratch of a worker: that of a fit, then a surface and offsets, rounded up to cache lines. */
    size_t bytes =
        (pd_learn_fit_scratch_bytes(problem->tpl) + (6 * v + features + 64) * sizeof(double) + 63) &
        ~(size_t)63;
    measuring w = {.problem = problem,
                   .state = state,
                   .meshes = meshes,
                   .distances = malloc((n * v + 1) * sizeof(double)),
                   .joints = malloc((n * k + 1) * sizeof(double)),
                   .scratch = malloc(bytes * (size_t)problem->executor->worker_count),
                   .bytes = bytes};
    pd_status status = w.distances && w.joints && w.scratch
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "measuring", "out of memory for %zu meshes", n);

    *out =
        (pd_learn_measure){.meshes = meshes->count, .worst_mesh = -1, .with_joints = meshes->joints != NULL};
    if (status == PD_OK && n) {
        /* Measure the distances of all meshes. */
        pd_execute(problem->executor, measure_mesh, &w, meshes->count);

        size_t seen = 0; /* distances of what is not missing move to the front, for the percentile */
        for (int j = 0; j < out->meshes; j++) {
            double sum = 0, count = 0;
            for (size_t i = 0; i < v; i++) {
                double d = w.distances[(size_t)j * v + i];
                if (!isnan(d)) {
                    sum += 1000 * d;
                    count++;
                    w.distances[seen++] = 1000 * d;
                }
            }

            double mean = count > 0 ? sum / count : 0;
            out->mean_mm += mean / out->meshes;
            if (mean > out->worst_mm) {
                out->worst_mm = mean;
                out->worst_mesh = j;
            }

            for (size_t i = 0; out->with_joints && i < k; i++) {
                double d = 1000 * w.joints[(size_t)j * k + i];
                out->joints_mm[i] += d / out->meshes;
                out->joint_mm += d / (out->meshes * (double)k);
            }
        }

        pd_sort_doubles(w.distances, seen);
        if (seen) out->p95_mm = w.distances[seen * 95 / 100];
    }

    free(w.distances);
    free(w.joints);
    free(w.scratch);

    return status;
}
