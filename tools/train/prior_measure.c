#include "tools/train/prior_measure.h"

#include "core/anim/source.h"
#include "core/ik/search/solve.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#define K       PD_ANIM_SMPL_JOINTS
#define TARGETS 5
#define DEGREES 57.29577951308232

/* A row of the printed table: a solver as someone would set it up. */
typedef struct solver_row {
    const char *name;
    pd_ik_solver solver;
    double rest_gain;  /* pulls towards the rest pose in the null space of the targets; 0: not */
    bool style_is_set; /* true: the job contains the true style of the pose */
} solver_row;

static const solver_row solver_rows[] = {
    {"dls", PD_IK_DLS, 0, false},           {"dls, null space", PD_IK_DLS, 1, false},
    {"optimize", PD_IK_OPTIMIZE, 0, false}, {"optimize, null space", PD_IK_OPTIMIZE, 1, false},
    {"example", PD_IK_EXAMPLE, 0, false},   {"example, style known", PD_IK_EXAMPLE, 0, true}};

/* Targets of a pose: the positions of these joints are known.
 * Chains begin at base, or at the root if that is free. */
static const struct {
    const char *tip, *base;
} known[TARGETS] = {{"left_wrist", "spine1"},
                    {"right_wrist", "spine1"},
                    {"left_ankle", "left_hip"},
                    {"right_ankle", "right_hip"},
                    {"head", "spine1"}};

/* Sums over the poses of one row of the table. */
typedef struct sums {
    double metres, degrees, nll, seconds, iterations;
    int reached, count;
} sums;

typedef struct measurement {
    const pd_ik_prior *prior;
    const pd_train_prior_rows *rows;
    const pd_anim_skeleton *skeleton;
    pd_ik_limit limits[K];
    int tips[TARGETS], bases[TARGETS]; /* joints of `known` */
    pd_arena arena;
} measurement;

/* Computes the captured pose of a row, clamped to the anatomical limits. Rotations are in the skeleton's
 * order, which is SMPL's. The heading is 0. */
static void captured_pose(pd_quat *q, const measurement *m, int row)
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

/* Returns the processor time of this thread, which other work on the machine does not change. */
static double processor_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Solves for the targets of one captured pose and adds the errors of the solution. */
static void measure_pose(sums *s, measurement *m, const solver_row *row, int pose, bool root_is_free)
{
    pd_quat captured[K], start[K], solved[K];
    pd_vec3 captured_at[K], solved_at[K];
    pd_vec3 moved = {0, 0, 0};
    pd_ik_target targets[TARGETS] = {0};
    pd_ik_result results[TARGETS];

    /* Compute the captured pose, and a T-pose as start. */
    captured_pose(captured, m, pose);
    pd_anim_skeleton_forward(captured_at, NULL, m->skeleton, captured, moved);
    for (int k = 0; k < K; k++) start[k] = pd_q_identity();
    if (!root_is_free) start[0] = captured[0];

    /* Build the job. EXAMPLE takes no chains, because it moves every joint. */
    for (int t = 0; t < TARGETS; t++) {
        int base = root_is_free ? 0 : m->bases[t];
        targets[t] = (pd_ik_target){.joint = m->tips[t],
                                    .chain_root = row->solver == PD_IK_EXAMPLE ? -1 : base,
                                    .has_position = 1,
                                    .position = captured_at[m->tips[t]]};
    }

    pd_ik_job job = {.rotations = solved,
                     .positions = solved_at,
                     .results = results,
                     .skeleton = m->skeleton,
                     .start = start,
                     .targets = targets,
                     .target_count = TARGETS,
                     .solver = row->solver,
                     .limits = m->limits,
                     .moved = &moved,
                     .move_root = root_is_free,
                     .rest_gain = row->rest_gain,
                     .natural = PD_IK_NATURAL_REST,
                     .example.prior = m->prior};

    if (row->style_is_set) {
        const char *style = pd_train_style_name((pd_train_style)m->rows->styles[pose]);
        job.example.style = 1 + pd_ik_prior_style(m->prior, style);
    }

    if (!pd_arena_reserve(&m->arena, pd_ik_job_scratch_bytes(&job)) || pd_ik_job_check(&job, NULL)) return;

    double begin = processor_s();
    pd_ik_job_run(&job, &m->arena);
    s->seconds += processor_s() - begin;

    s->iterations += job.iterations_used;
    s->reached += job.status == PD_IK_REACHED;
    s->count++;
    for (int k = 0; k < K; k++) s->metres += pd_vec3_distance(captured_at[k], solved_at[k]) / K;
    for (int k = 1; k < K; k++) s->degrees += pd_q_angle(captured[k], solved[k]) * DEGREES / (K - 1);

    double x[PD_IK_PRIOR_MAX_DIM];
    pd_ik_prior_features(x, m->prior, solved);
    s->nll -= pd_ik_prior_log(m->prior, x, -1);
}

pd_status pd_tool_prior_measure(const pd_ik_prior *prior, const pd_train_prior_rows *rows,
                                const pd_anim_skeleton *skeleton, int most, pd_error *err)
{
    measurement m = {.prior = prior, .rows = rows, .skeleton = skeleton};
    int held = pd_train_prior_rows_count(rows, -1, 1);
    int every = held / most + 1;

    if (!pd_arena_init(&m.arena, 0)) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    for (int k = 0; k < K; k++) pd_ik_limit_of(&m.limits[k], skeleton->names[k]);
    for (int t = 0; t < TARGETS; t++) {
        m.tips[t] = pd_anim_skeleton_find(skeleton, known[t].tip);
        m.bases[t] = pd_anim_skeleton_find(skeleton, known[t].base);
    }

    for (int root_is_free = 0; root_is_free < 2; root_is_free++) {
        printf("pelvis %s\n", root_is_free ? "free" : "known");
        for (size_t r = 0; r < sizeof solver_rows / sizeof *solver_rows; r++) {
            sums s = {0};
            for (int i = 0, seen = 0; i < rows->count; i++)
                if (rows->held_out[i] && seen++ % every == 0)
                    measure_pose(&s, &m, &solver_rows[r], i, root_is_free);

            double n = s.count;
            printf("  %-22s %6.1f mm  %5.2f degrees  -log p %8.1f  %5.1f %% reached  %5.1f iterations  "
                   "%7.0f solves/s\n",
                   solver_rows[r].name, 1000 * s.metres / n, s.degrees / n, s.nll / n, 100 * s.reached / n,
                   s.iterations / n, n / s.seconds);
            fflush(stdout);
        }
    }

    pd_arena_deinit(&m.arena);
    return PD_OK;
}
