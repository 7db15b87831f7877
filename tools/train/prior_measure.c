#include "tools/train/prior_measure.h"

#include "core/anim/source.h"
#include "core/ik/solve/solve.h"

#include <stdio.h>
#include <time.h>

#define K       PD_ANIM_SMPL_JOINTS
#define TARGETS 5
#define DEGREES 57.29577951308232

typedef struct way {
    const char *name;
    pd_ik_solver solver;
    double rest_gain;
    int knows_style;
} way;

static const way ways[] = {{"dls", PD_IK_DLS, 0, 0},           {"dls, null space", PD_IK_DLS, 1, 0},
                           {"optimize", PD_IK_OPTIMIZE, 0, 0}, {"optimize, null space", PD_IK_OPTIMIZE, 1, 0},
                           {"example", PD_IK_EXAMPLE, 0, 0},   {"example, style known", PD_IK_EXAMPLE, 0, 1}};

typedef struct sums {
    double metres, degrees, nll, seconds, iterations;
    int reached, count;
} sums;

typedef struct measuring {
    const pd_ik_prior *prior;
    const pd_train_prior_rows *rows;
    const pd_anim_skeleton *skeleton;
    pd_ik_limit limits[K];
    pd_arena arena;
} measuring;

static const char *const tips[TARGETS] = {"left_wrist", "right_wrist", "left_ankle", "right_ankle", "head"};
static const char *const bases[TARGETS] = {"spine1", "spine1", "left_hip", "right_hip", "spine1"};

/* The true pose (24) of a row: rotations by the skeleton's numbers, which are SMPL's. Heading 0. */
static void true_pose(pd_quat *q, const measuring *m, int row)
{
    double x[PD_TRAIN_PRIOR_DIM];
    for (int d = 0; d < PD_TRAIN_PRIOR_DIM; d++)
        x[d] =
            ((double)m->rows->x[(size_t)row * PD_TRAIN_PRIOR_DIM + (size_t)d] - (double)m->prior->centre[d]) /
            (double)m->prior->scale[d];
    pd_ik_prior_rotations(q, m->prior, x);
    for (int k = 1; k < K; k++) {
        double angles[3];
        pd_ik_limit_split(angles, m->limits[k].frame, q[k]);
        pd_ik_limit_clamp(angles, &m->limits[k]);
        if (pd_ik_limit_excess(&m->limits[k], q[k]) > 0) q[k] = pd_ik_limit_join(angles, m->limits[k].frame);
    }
}

static double neg_log_likelihood(const measuring *m, const pd_quat *q)
{
    double x[PD_IK_PRIOR_MAX_DIM];
    pd_ik_prior_features(x, m->prior, q);
    return -pd_ik_prior_log(m->prior, x, -1);
}

/* Of this thread: what else the machine does is left out. */
static double processor_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void one(sums *s, measuring *m, const way *w, int row, int is_free)
{
    pd_quat truth[K], start[K], found[K];
    pd_vec3 at[K], to[K], moved = {0, 0, 0};
    pd_ik_target targets[TARGETS] = {0};
    pd_ik_result results[TARGETS];

    true_pose(truth, m, row);
    pd_anim_skeleton_forward(at, NULL, m->skeleton, truth, moved);
    for (int k = 0; k < K; k++) start[k] = pd_q_identity();
    if (!is_free) start[0] = truth[0];
    for (int t = 0; t < TARGETS; t++) {
        int tip = pd_anim_skeleton_find(m->skeleton, tips[t]);
        int base = is_free ? 0 : pd_anim_skeleton_find(m->skeleton, bases[t]);
        targets[t] = (pd_ik_target){.joint = tip,
                                    .chain_root = w->solver == PD_IK_EXAMPLE ? -1 : base,
                                    .has_position = 1,
                                    .position = at[tip]};
    }

    pd_ik_job job = {.rotations = found,
                     .positions = to,
                     .results = results,
                     .skeleton = m->skeleton,
                     .start = start,
                     .targets = targets,
                     .target_count = TARGETS,
                     .solver = w->solver,
                     .limits = m->limits,
                     .moved = &moved,
                     .move_root = is_free,
                     .rest_gain = w->rest_gain,
                     .natural = PD_IK_NATURAL_REST,
                     .example.prior = m->prior};
    if (w->knows_style)
        job.example.style =
            1 + pd_ik_prior_style(m->prior, pd_train_style_name((pd_train_style)m->rows->styles[row]));

    if (!pd_arena_reserve(&m->arena, pd_ik_job_scratch_bytes(&job)) || pd_ik_job_check(&job, NULL)) return;

    double begin = processor_s();
    pd_ik_job_run(&job, &m->arena);
    s->seconds += processor_s() - begin;
    s->iterations += job.iterations_used;
    s->reached += job.status == PD_IK_REACHED;
    s->count++;

    for (int k = 0; k < K; k++) s->metres += pd_vec3_distance(at[k], to[k]) / K;
    for (int k = 1; k < K; k++) s->degrees += pd_q_angle(truth[k], found[k]) * DEGREES / (K - 1);
    s->nll += neg_log_likelihood(m, found);
}

static void print(const sums *s, const char *name)
{
    double n = s->count;
    printf(
        "  %-22s %6.1f mm  %5.2f degrees  -log p %8.1f  %5.1f %% reached  %5.1f iterations  %7.0f solves/s\n",
        name, 1000 * s->metres / n, s->degrees / n, s->nll / n, 100 * s->reached / n, s->iterations / n,
        n / s->seconds);
    fflush(stdout);
}

pd_status pd_tool_prior_measure(const pd_ik_prior *prior, const pd_train_prior_rows *rows,
                                const pd_anim_skeleton *skeleton, int most, pd_error *err)
{
    measuring m = {.prior = prior, .rows = rows, .skeleton = skeleton};
    int held = pd_train_prior_rows_count(rows, -1, 1), every = held / most + 1;
    if (!pd_arena_init(&m.arena, 0)) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    for (int k = 0; k < K; k++) pd_ik_limit_of(&m.limits[k], skeleton->names[k]);
    for (int is_free = 0; is_free < 2; is_free++) {
        printf("pelvis %s\n", is_free ? "free" : "known");
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            sums s = {0};
            for (int i = 0, seen = 0; i < rows->count; i++)
                if (rows->held_out[i] && seen++ % every == 0) one(&s, &m, &ways[w], i, is_free);
            print(&s, ways[w].name);
        }
    }

    pd_arena_deinit(&m.arena);
    return PD_OK;
}
