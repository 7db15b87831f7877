#include "tools/measure/observe_measure.h"

#include "core/anim/source.h"
#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/observe/observe.h"
#include "core/ik/methods/dense.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define K      PD_ANIM_SMPL_JOINTS
#define MOST   64 /* places of a set */
#define SPREAD 0.5
#define FAR    3.5
#define FOCAL  1100.0
#define CENTRE 500.0
#define IN_MM  1000.0

typedef struct person {
    float betas[PD_SMPL_MAX_BETAS], rotations[9 * K], translation[3];
} person;

typedef struct measurement {
    const pd_ik_prior *source;
    const pd_train_prior_rows *rows;
    const pd_smpl_model *model;
    pd_observe_prior prior;
    pd_arena arena;
    float *vertices[2], *rotations; /* (V,3): true and fitted */
    float joints[2][3 * K];
    pd_error *err;
} measurement;

static double processor_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Draws a random person with a random heading in the pose of a row. before_camera: the person stands FAR
 * metres in front of the camera. */
static void draw_person(person *out, const measurement *m, int row, pd_rng *rng, bool fixed_betas,
                        bool before_camera)
{
    const float *at = m->rows->x + (size_t)row * PD_TRAIN_PRIOR_DIM;
    double x[PD_TRAIN_PRIOR_DIM], r[9], by[9], turned[9];
    double yaw[3] = {0, pd_rng_between(rng, -M_PI, M_PI), 0};
    pd_quat q[K];

    for (int d = 0; d < PD_TRAIN_PRIOR_DIM; d++)
        x[d] = ((double)at[d] - (double)m->source->centre[d]) / (double)m->source->scale[d];
    pd_ik_prior_rotations(q, m->source, x);
    for (int b = 0; b < m->model->beta_count && !fixed_betas; b++)
        out->betas[b] = (float)(SPREAD * pd_rng_normal(rng));

    /* Take the captured pose, and turn its root to a random heading. */
    for (int k = 0; k < K; k++) {
        pd_q_to_matrix(r, q[k]);
        if (k == 0) {
            pd_rot_from_axis_angle(by, yaw);
            pd_rot_mul(turned, by, r);
            memcpy(r, turned, sizeof r);
        }

        for (int i = 0; i < 9; i++) out->rotations[9 * k + i] = (float)r[i];
    }

    /* Place the person near the origin, or in front of the camera. */
    for (int c = 0; c < 3; c++) out->translation[c] = (float)pd_rng_between(rng, -1, 1);
    if (before_camera) {
        out->translation[0] *= 0.3f;
        out->translation[1] *= 0.3f;
        out->translation[2] = (float)-FAR;
    }
}

/* Poses the body of a person with the usual forward pass. */
static void pose_body(measurement *m, int which, const person *p)
{
    pd_smpl_body body = {.betas = p->betas,
                         .beta_count = m->model->beta_count,
                         .rotations = p->rotations,
                         .translation = p->translation,
                         .vertices = m->vertices[which],
                         .joints = m->joints[which]};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};

    pd_arena_reset(&m->arena);
    if (!pd_arena_reserve(&m->arena, pd_smpl_job_scratch_bytes(&job, m->model))) return;
    pd_smpl_job_run(&job, m->model, &m->arena, &pd_executor_serial);
}

static void place_of_true(double x[3], const measurement *m, const pd_observe_part *parts, int count)
{
    PD_ASSERT(count > 0);
    x[0] = x[1] = x[2] = 0;
    for (int i = 0; i < count; i++) {
        const float *from = parts[i].is_vertex ? m->vertices[0] : m->joints[0];
        for (int c = 0; c < 3; c++) x[c] += parts[i].weight * (double)from[3 * parts[i].index + c];
    }
}

static double mean_distance(const float *a, const float *b, int count, double *most)
{
    double sum = 0;

    for (int i = 0; i < count; i++) {
        double d2 = 0;
        for (int c = 0; c < 3; c++) d2 += pow((double)a[3 * i + c] - (double)b[3 * i + c], 2);
        sum += sqrt(d2);
        if (most) *most = fmax(*most, sqrt(d2));
    }

    return sum / count;
}

/* The mean distance after b was aligned with a by a similarity (Umeyama 1991, by Horn's quaternion). */
static double aligned_distance(const float *a, const float *b)
{
    double am[3] = {0}, bm[3] = {0}, s[9] = {0};
    double bb = 0, ab = 0;
    double values[4], vectors[16], r[9];
    double sum = 0;

    /* Centre both, and sum their covariance. */
    for (int i = 0; i < 3 * K; i++) {
        am[i % 3] += (double)a[i] / K;
        bm[i % 3] += (double)b[i] / K;
    }

    for (int i = 0; i < K; i++)
        for (int c = 0; c < 3; c++) {
            bb += pow((double)b[3 * i + c] - bm[c], 2);
            for (int d = 0; d < 3; d++)
                s[3 * c + d] += ((double)b[3 * i + c] - bm[c]) * ((double)a[3 * i + d] - am[d]);
        }

    /* Build Horn's matrix. The eigenvector of its largest eigenvalue is the rotation. */
    double n[16] = {s[0] + s[4] + s[8], s[5] - s[7],        s[6] - s[2],        s[1] - s[3],
                    s[5] - s[7],        s[0] - s[4] - s[8], s[1] + s[3],        s[6] + s[2],
                    s[6] - s[2],        s[1] + s[3],        s[4] - s[0] - s[8], s[5] + s[7],
                    s[1] - s[3],        s[6] + s[2],        s[5] + s[7],        s[8] - s[0] - s[4]};
    pd_ik_eigen(values, vectors, n, 4);
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (values[i] > values[best]) best = i;
    const double *v = vectors + 4 * best;
    pd_q_to_matrix(r, (pd_quat){v[1], v[2], v[3], v[0]});

    /* The scale of the similarity is ab / bb. */
    for (int c = 0; c < 3; c++)
        for (int d = 0; d < 3; d++) ab += r[3 * c + d] * s[3 * d + c];

    /* Sum up the distances that remain after this alignment. */
    for (int i = 0; i < K; i++) {
        double d2 = 0;
        for (int c = 0; c < 3; c++) {
            double x = am[c] - (double)a[3 * i + c];
            for (int d = 0; d < 3; d++) x += ab / bb * r[3 * c + d] * ((double)b[3 * i + d] - bm[d]);
            d2 += x * x;
        }

        sum += sqrt(d2) / K;
    }

    return sum;
}

/* ---- one fit */

typedef struct sight {
    pd_observe_seen seen[MOST];
    pd_observe_part parts[MOST][PD_OBSERVE_MOST_PARTS];
    int count;
} sight;

static void see_joints(sight *out, const measurement *m)
{
    out->count = K;
    for (int k = 0; k < K; k++) {
        out->parts[k][0] = (pd_observe_part){false, k, 1};
        out->seen[k] = (pd_observe_seen){.parts = out->parts[k],
                                         .part_count = 1,
                                         .mirror = pd_observe_joint_mirror(m->model, k),
                                         .confidence = 1,
                                         .sigma = 1e-3};
        place_of_true(out->seen[k].at, m, out->parts[k], 1);
    }
}

static void see_set(sight *out, const measurement *m, const char *name, double noise, bool in_picture,
                    pd_rng *rng)
{
    const pd_observe_set *set = pd_observe_set_of(name);

    out->count = set->count;
    for (int i = 0; i < set->count; i++) {
        int parts = pd_observe_place(out->parts[i], m->model, set->keypoints[i].place);
        double x[3];
        out->seen[i] = (pd_observe_seen){.parts = out->parts[i],
                                         .part_count = parts,
                                         .mirror = pd_observe_set_mirror(set, i),
                                         .in_picture = in_picture,
                                         .confidence = 1,
                                         .sigma = noise > 0 ? noise : 1e-3};

        /* Take the true position of the point, in the picture if it is seen there, and add noise. */
        place_of_true(x, m, out->parts[i], parts);
        if (in_picture) {
            const double depth = -x[2];
            x[0] = FOCAL * x[0] / depth + CENTRE;
            x[1] = -FOCAL * x[1] / depth + CENTRE;
            x[2] = 0;
        }

        for (int c = 0; c < (in_picture ? 2 : 3); c++) out->seen[i].at[c] = x[c] + noise * pd_rng_normal(rng);
    }
}

static pd_status fit_observe_measure(pd_observe_job *job, measurement *m, person *out, const sight *what)
{
    /* Set up the job with the keypoints and the camera. */
    job->betas = out->betas;
    job->rotations = out->rotations;
    job->seen = what->seen;
    job->seen_count = what->count;
    job->camera = (pd_observe_camera){.fx = FOCAL, .fy = FOCAL, .cx = CENTRE, .cy = CENTRE};
    pd_status status = pd_observe_check(job, m->model, m->err);
    if (status) return status;
    if (!pd_arena_reserve(&m->arena, pd_observe_scratch_bytes(job, m->model)))
        return pd_fail(m->err, PD_ERR_MEMORY, "", "out of memory for a fit");

    pd_observe_run(job, m->model, &m->arena);
    for (int c = 0; c < 3; c++) out->translation[c] = (float)job->translation[c];
    return PD_OK;
}

/* ---- the figures */

typedef struct sums {
    double joints, most_joint, worst_pose, vertices, aligned, seconds, iterations, spans[32];
    int count, converged, mirrored;
} sums;

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A kind of observation: the points that are seen of a person, and their noise. */
typedef struct sight_row {
    const char *name, *set; /* set NULL: the joints */
    double noise;
    bool in_picture, with_prior;
} sight_row;

static const sight_row sight_rows[] = {
    {"24 joints, exact", NULL, 0, false, true},
    {"24 joints, exact, no prior", NULL, 0, false, false},
    {"openpose25 in space, exact", "openpose25", 0, false, true},
    {"mediapipe33 in space, 10 mm", "mediapipe33", 0.01, false, true},
    {"coco17 in space, 10 mm", "coco17", 0.01, false, true},
    {"coco17 in a picture, 2 px", "coco17", 2, true, true},
    {"coco17 in a picture, 2 px, no prior", "coco17", 2, true, false},
    {"openpose25 in a picture, 2 px", "openpose25", 2, true, true},
    {"openpose25 in a picture, 2 px, no prior", "openpose25", 2, true, false},
    {"mediapipe33 in a picture, 2 px", "mediapipe33", 2, true, true},
    {"h36m17 in a picture, 2 px", "h36m17", 2, true, true},
};

static pd_status measure_row(measurement *m, const sight_row *row, int every, int held)
{
    PD_ASSERT(held >= 0);
    PD_ASSERT(every > 0);
    sums s = {0};
    double *errors = calloc((size_t)held, 2 * sizeof *errors);
    double *aligned = errors ? errors + held : NULL;
    sight *seen = calloc(1, sizeof *seen);
    pd_status status = errors && seen ? PD_OK : pd_fail(m->err, PD_ERR_MEMORY, "", "out of memory");

    /* Use held-out poses at regular steps. */
    for (int i = 0, at = 0; i < m->rows->count && !status; i++) {
        person truth = {0}, found = {0};
        pd_rng rng;
        if (!m->rows->held_out[i] || at++ % every) continue;

        /* A random person in that pose, as the row sees it. */
        pd_rng_init(&rng, (uint64_t)i + 1);
        draw_person(&truth, m, i, &rng, false, row->in_picture);
        pose_body(m, 0, &truth);
        if (row->set)
            see_set(seen, m, row->set, row->noise, row->in_picture, &rng);
        else
            see_joints(seen, m);

        /* Fit, and time it. */
        pd_observe_job job = {.prior = row->with_prior ? &m->prior : NULL};
        const double begin = processor_s();
        pd_arena_reset(&m->arena);
        status = fit_observe_measure(&job, m, &found, seen);
        s.seconds += processor_s() - begin;
        if (status) break;

        /* Compare the bodies. */
        pose_body(m, 1, &found);
        for (int c = 0; c < 3; c++) /* pelvis on pelvis where depth is not seen */
            for (int k = 0; k < K && row->in_picture; k++)
                m->joints[1][3 * k + c] += k ? m->joints[0][c] - m->joints[1][c] : 0;
        for (int c = 0; c < 3 && row->in_picture; c++) m->joints[1][c] = m->joints[0][c];
        errors[s.count] = mean_distance(m->joints[0], m->joints[1], K, &s.most_joint);
        aligned[s.count] = aligned_distance(m->joints[0], m->joints[1]);
        s.joints += errors[s.count];
        s.aligned += aligned[s.count];
        s.vertices += mean_distance(m->vertices[0], m->vertices[1], m->model->vertex_count, NULL);
        s.iterations += job.iterations_used;
        s.converged += job.status == PD_OBSERVE_CONVERGED;
        s.mirrored += job.mirrored;
        s.count++;
    }

    /* Print means, medians and the worst. */
    if (!status && s.count) {
        const double n = s.count;
        qsort(errors, (size_t)s.count, sizeof *errors, compare_doubles);
        qsort(aligned, (size_t)s.count, sizeof *aligned, compare_doubles);
        printf(
            "%-40s %4d poses  joints %7.2f mm (median %7.2f, worst pose %7.2f, worst joint %7.2f)  aligned "
            "%6.2f "
            "(median %6.2f)  vertices %7.2f  %5.1f iterations  %6.2f ms  %d converged  %d called mirrored\n",
            row->name, s.count, IN_MM * s.joints / n, IN_MM * errors[s.count / 2],
            IN_MM * errors[s.count - 1], IN_MM * s.most_joint, IN_MM * s.aligned / n,
            IN_MM * aligned[s.count / 2], IN_MM * s.vertices / n, s.iterations / n, 1000 * s.seconds / n,
            s.converged, s.mirrored);
        fflush(stdout);
    }

    free(errors);
    free(seen);

    return status;
}

/* Measures fits of consecutive rows of held-out clips, each of which starts from the result before it. */
static pd_status measure_warm(measurement *m, int most, const char *set)
{
    PD_ASSERT(most >= 0);
    sight *seen = calloc(1, sizeof *seen);
    person truth = {0}, found = {0};
    double seconds = 0, sum = 0, slowest = 0;
    int count = 0, before = -1;
    pd_status status = seen ? PD_OK : pd_fail(m->err, PD_ERR_MEMORY, "", "out of memory");

    /* The frames of a clip show one person. Each fit starts from the result of the frame before. */
    for (int i = 0; i < m->rows->count && count < most && !status; i++) {
        pd_rng rng;
        if (!m->rows->held_out[i] || m->rows->mirrored[i]) continue;
        const bool goes_on = before >= 0 && m->rows->clips[i] == m->rows->clips[before];
        pd_rng_init(&rng, (uint64_t)m->rows->clips[i] + 1); /* one person and heading a clip */
        draw_person(&truth, m, i, &rng, false, false);
        pose_body(m, 0, &truth);
        pd_rng_init(&rng, (uint64_t)i + 1);
        see_set(seen, m, set, 0.01, false, &rng);

        pd_observe_job job = {.prior = &m->prior, .warm = goes_on, .keep_betas = true};
        for (int c = 0; c < 3; c++) job.translation[c] = (double)found.translation[c];
        memcpy(found.betas, truth.betas, sizeof truth.betas);
        pd_arena_reset(&m->arena);
        const double begin = processor_s();
        status = fit_observe_measure(&job, m, &found, seen);
        const double took = processor_s() - begin;
        before = i;
        if (!goes_on || status) continue;
        pose_body(m, 1, &found);
        sum += mean_distance(m->joints[0], m->joints[1], K, NULL);
        seconds += took;
        slowest = fmax(slowest, took);
        count++;
    }

    if (!status && count)
        printf("%s in space, 10 mm, warm (ten frames a second): %.2f ms a frame, slowest %.2f, joints %.1f "
               "mm, %d frames\n",
               set, 1000 * seconds / count, 1000 * slowest, IN_MM * sum / count, count);
    free(seen);

    return status;
}

pd_status pd_tool_observe_measure(const pd_ik_prior *prior, const pd_train_prior_rows *rows,
                                  const pd_smpl_model *model, int most, pd_error *err)
{
    PD_ASSERT(most >= 0);
    measurement m = {.source = prior, .rows = rows, .model = model, .err = err};
    const int held = pd_train_prior_rows_count(rows, -1, 1);
    const int every = held / most + 1;
    if (model->joint_count != K)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "--model", "%d joints; SMPL's %d expected",
                       model->joint_count, K);

    pd_status status = pd_observe_prior_init(&m.prior, prior, model, err);
    if (status) return status;
    for (int i = 0; i < 2; i++)
        m.vertices[i] = malloc(3 * (size_t)model->vertex_count * sizeof *m.vertices[i]);
    if (!m.vertices[0] || !m.vertices[1] || !pd_arena_init(&m.arena, 0))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    for (size_t r = 0; r < sizeof sight_rows / sizeof *sight_rows && !status; r++)
        status = measure_row(&m, &sight_rows[r], every, held);
    if (!status) status = measure_warm(&m, most, "coco17");
    if (!status) status = measure_warm(&m, most, "mediapipe33");

    pd_arena_deinit(&m.arena);
    free(m.vertices[0]);
    free(m.vertices[1]);

    return status;
}
