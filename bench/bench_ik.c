/* Solves per second of inverse kinematics.
 *
 *     bench_ik [seconds per row [row]]     one line of CSV a row: name,unit,value,iterations,reached in
 *                                          percent
 *
 * Targets are uniform in the ball of 0.95 of the chain's reach, starts are the rest pose, tolerance 1e-3. The
 * rows solver_* are the bare solvers; solve_* the whole job on 24 joints: forward kinematics, rotations,
 * errors. arm7_*, human9_*: position and orientation of the arms of tests/support/arms.h, poses of random
 * angles within the limits, the problem set up once (for comparison with KDL: bench/peers/kdl.sh); far:
 * targets 2.5 times as far away. limits_*: a person's arm of balls and hinges. One thread, in its own
 * processor time. */
#include "core/observe/measurements.h"
#include "core/ik/methods/fabrik.h"
#include "core/ik/methods/hybrik.h"
#include "core/ik/methods/neural.h"
#include "core/ik/search/simultaneous.h"
#include "core/ik/search/solve.h"
#include "core/anim/two_bone.h"
#include "core/base/rng.h"
#include "core/smpl/measure/measure.h"
#include "tests/support/arms.h"
#include "tests/support/human.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TARGETS = 1024, JOINTS = 10 };
static pd_vec3 targets[TARGETS];
static double seconds_per_row = 1;
static long reached;
static pd_arena arena;

/* One row: the work of one call, and the count that it reports. */
typedef struct row {
    const char *name, *unit;
    void (*run)(int index, long *iterations);
} row;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill_targets(void)
{
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = 0; i < TARGETS;) {
        pd_vec3 v = {2 * pd_rng_uniform(&rng) - 1, 2 * pd_rng_uniform(&rng) - 1,
                     2 * pd_rng_uniform(&rng) - 1};
        if (pd_vec3_length(v) <= 1) targets[i++] = pd_vec3_scale(v, 0.95);
    }
}

static void run_two_bone(int index, long *iterations)
{
    pd_anim_two_bone_job job = {.middle = {0.52, 0, 0}, .tip = {1, 0, 0}, .target = targets[index]};
    job.bend_axis.y = -1;
    pd_anim_two_bone_run(&job);
    reached += job.reachable;
    ++*iterations;
}

static void run_fabrik(int index, long *iterations)
{
    pd_vec3 positions[JOINTS];
    double lengths[JOINTS - 1];
    for (int i = 0; i < JOINTS; i++) positions[i] = pd_vec3_make(i / (JOINTS - 1.0), 0, 0);
    for (int i = 0; i < JOINTS - 1; i++) lengths[i] = 1 / (JOINTS - 1.0);
    pd_ik_fabrik_job job = {.positions = positions, .lengths = lengths, .count = JOINTS};
    job.target = targets[index];
    job.tolerance = 1e-3;
    job.iterations = 100;
    pd_ik_fabrik_run(&job);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

static void solve(int index, long *iterations, const char *tip, const char *root, double reach)
{
    static pd_anim_skeleton sk;
    static pd_vec3 rest[24];
    pd_quat rotations[24];
    pd_ik_result result;

    if (!sk.joint_count) human_init(&sk);
    if (!rest[0].y) pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    pd_ik_target target = {.joint = pd_anim_skeleton_find(&sk, tip), .chain_root = -1, .has_position = 1};
    target.position = pd_vec3_fma(rest[pd_anim_skeleton_find(&sk, root)], reach, targets[index]);

    pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &sk, .targets = &target};
    job.target_count = 1;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

static void run_wrist(int index, long *iterations)
{
    solve(index, iterations, "left_wrist", "left_shoulder", 0.51);
}

static void run_head(int index, long *iterations)
{
    solve(index, iterations, "head", "spine1", 0.5);
}

/* Solver AUTO: fabrik begins and dls finishes. ten: ten joints in a line, no limits. */
static void ten(int index, long *iterations, pd_ik_solver solver)
{
    static pd_anim_skeleton sk;
    static const char *const names[JOINTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    pd_anim_joint joints[JOINTS];
    pd_quat rotations[JOINTS];
    pd_ik_result result;
    for (int j = 0; j < JOINTS && !sk.joint_count; j++)
        joints[j] = (pd_anim_joint){names[j], j ? names[j - 1] : NULL, {j ? 1 / (JOINTS - 1.0) : 0, 0, 0}};
    if (!sk.joint_count) pd_anim_skeleton_init(&sk, joints, JOINTS, NULL);

    pd_ik_target target = {.joint = JOINTS - 1, .has_position = 1, .position = targets[index]};
    pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &sk, .targets = &target};
    job.target_count = 1;
    job.solver = solver;
    job.iterations = solver == PD_IK_AUTO ? 0 : 1000;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

static void run_ten_auto(int index, long *iterations)
{
    ten(index, iterations, PD_IK_AUTO);
}

static void run_ten_ccd(int index, long *iterations)
{
    ten(index, iterations, PD_IK_CCD);
}

static void run_ten_dls(int index, long *iterations)
{
    ten(index, iterations, PD_IK_DLS);
}

typedef enum starts { REST, ANY, NEAR, FAR_AWAY } starts;

/* Solves one arm; its problem is made once. */
static void solve_arm(int index, long *iterations, const arm *a, starts from)
{
    static struct scene {
        const arm *arm;
        pd_anim_skeleton sk;
        pd_ik_limit limits[11];
        pd_ik_target target;
        pd_quat rotations[11];
        pd_ik_result result;
        pd_ik_job job;
        pd_arena arena;
        pd_ik_problem problem;
        double goal[TARGETS][9], start[TARGETS][9];
        pd_vec3 position[TARGETS];
        pd_quat turn[TARGETS];
    } s;

    pd_ik_report report;
    if (s.arm != a) {
        pd_rng rng;
        pd_rng_init(&rng, 2026);
        s.arm = a;
        arm_make(&s.sk, s.limits, a);
        s.target = (pd_ik_target){
            .joint = a->hinges, .has_position = 1, .has_orientation = 1, .orientation = {0, 0, 0, 1}};

        for (int i = 0; i < 11; i++) s.rotations[i] = pd_q_identity();
        s.job = (pd_ik_job){
            .rotations = s.rotations, .results = &s.result, .skeleton = &s.sk, .targets = &s.target};
        s.job.target_count = 1;
        s.job.limits = s.limits;
        s.job.solver = PD_IK_DLS;
        pd_arena_deinit(&s.arena);
        pd_arena_init(&s.arena, pd_ik_problem_bytes(&s.job));
        pd_ik_problem_init(&s.problem, &s.job, &s.arena);
        for (int t = 0; t < TARGETS; t++) {
            arm_random(s.goal[t], a, &rng);
            arm_random(s.start[t], a, &rng);
            arm_pose(&s.position[t], &s.turn[t], a, s.goal[t]);
        }
    }

    pd_ik_problem *p = &s.problem;
    s.target.position = pd_vec3_scale(s.position[index], from == FAR_AWAY ? 2.5 : 1);
    s.target.orientation = s.turn[index];
    for (int i = 0; i < p->n; i++) {
        double near = s.goal[index][i] + (s.start[index][i] > p->middle[i] ? 0.1 : -0.1);
        double q = from == ANY ? s.start[index][i] : from == NEAR ? near : 0;
        p->q[i] = fmin(p->high[i], fmax(p->low[i], q));
    }

    pd_ik_problem_retarget(p);
    pd_ik_simultaneous_solve(&report, p);
    *iterations += report.iterations;
    reached += report.status == PD_IK_REACHED;
}

#define ARM_ROW(name, which, from)                                                                           \
    static void name(int index, long *iterations)                                                            \
    {                                                                                                        \
        solve_arm(index, iterations, which, from);                                                           \
    }
ARM_ROW(run_arm7_rest, &arm_robot, REST)
ARM_ROW(run_arm7_any, &arm_robot, ANY)
ARM_ROW(run_arm7_near, &arm_robot, NEAR)
ARM_ROW(run_arm7_far, &arm_robot, FAR_AWAY)
ARM_ROW(run_human9_rest, &arm_human, REST)
ARM_ROW(run_human9_any, &arm_human, ANY)
ARM_ROW(run_human9_near, &arm_human, NEAR)

/* Runs the whole job of a person's arm with limits, from collar to wrist, with a position target. */
static void limited(int index, long *iterations, pd_ik_solver solver)
{
    static pd_anim_skeleton sk;
    static pd_ik_limit limits[24];
    static pd_vec3 wanted[TARGETS];
    pd_quat rotations[24];
    pd_ik_result result;

    if (!sk.joint_count) {
        pd_rng rng;
        pd_rng_init(&rng, 5);
        human_init(&sk);
        for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);

        for (int t = 0; t < TARGETS; t++) {
            pd_quat pose[24];
            pd_vec3 at[24];
            for (int j = 0; j < 24; j++) {
                double angles[3];
                pose[j] = pd_q_identity();
                if (j != 13 && j != 16 && j != 18) continue; /* left collar, shoulder, elbow */
                for (int c = 0; c < 3; c++)
                    angles[c] =
                        limits[j].min[c] + (limits[j].max[c] - limits[j].min[c]) * pd_rng_uniform(&rng);
                pd_ik_limit_clamp(angles, &limits[j]);
                pose[j] = pd_ik_limit_join(angles, limits[j].frame);
            }

            pd_anim_skeleton_forward(at, NULL, &sk, pose, pd_vec3_make(0, 0, 0));
            wanted[t] = at[20];
        }
    }

    pd_ik_target target = {.joint = 20, .chain_root = 13, .has_position = 1, .position = wanted[index]};
    pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &sk, .targets = &target};
    job.target_count = 1;
    job.limits = limits;
    job.solver = solver;
    job.iterations = solver == PD_IK_AUTO || solver == PD_IK_OPTIMIZE ? 0 : 300;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

#define LIMITED_ROW(name, solver)                                                                            \
    static void name(int index, long *iterations)                                                            \
    {                                                                                                        \
        limited(index, iterations, solver);                                                                  \
    }
LIMITED_ROW(run_limits_auto, PD_IK_AUTO)
LIMITED_ROW(run_limits_pinv, PD_IK_PINV)
LIMITED_ROW(run_limits_transpose, PD_IK_TRANSPOSE)
LIMITED_ROW(run_limits_ccd, PD_IK_CCD)
LIMITED_ROW(run_limits_fabrik, PD_IK_FABRIK)
LIMITED_ROW(run_limits_optimize, PD_IK_OPTIMIZE)

/* Runs the whole job of a person's hands, feet, balance and gaze at once, within limits. */
static void run_body(int index, long *iterations)
{
    static pd_anim_skeleton sk;
    static pd_ik_limit limits[24];
    pd_quat rotations[24];
    pd_ik_result results[6];
    pd_vec3 moved, at = targets[index];

    if (!sk.joint_count) {
        human_init(&sk);
        for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
    }

    const pd_ik_target goals[6] = {
        {.joint = 22,
         .chain_root = -1,
         .has_position = 1,
         .position = {0.25 + 0.1 * at.x, 1.2 + 0.2 * at.y, 0.4}},
        {.joint = 23, .chain_root = -1, .has_position = 1, .position = {-0.25, 1.1, 0.35 + 0.1 * at.z}},
        {.joint = 7, .chain_root = -1, .keep = 1},
        {.joint = 8, .chain_root = -1, .keep = 1},
        {.joint = 15, .chain_root = -1, .has_look = 1, .look_at = {0.25 + 0.1 * at.x, 1.2 + 0.2 * at.y, 0.5}},
        {.joint = -1, .chain_root = -1, .has_centre = 1, .centre = {0.02 * at.x, 0, 0.02}}};
    pd_ik_job job = {.rotations = rotations, .results = results, .skeleton = &sk, .targets = goals};
    job.target_count = 6;
    job.limits = limits;
    job.moved = &moved;
    job.move_root = 1;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

/* The most likely pose of a person whose hands, feet and head are where a pose of some component's mean has
 * them, a little moved: within limits, the root free. The shipped pose prior. */
static void run_example(int index, long *iterations)
{
    static pd_anim_skeleton sk;
    static pd_ik_limit limits[24];
    static pd_ik_prior *prior;
    static const int tips[5] = {20, 21, 7, 8, 15};
    pd_quat rotations[24];
    pd_ik_target goals[5];
    pd_ik_result results[5];
    pd_vec3 moved, at[24];

    if (!sk.joint_count) {
        human_init(&sk);
        for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
        if (pd_ik_prior_load(&prior, "models/pose-prior.safetensors", NULL) != PD_OK) exit(1);
    }

    pd_anim_skeleton_forward(at, NULL, &sk, prior->poses + (size_t)(index % prior->component_count) * 24,
                             pd_vec3_make(0, 0, 0));
    for (int t = 0; t < 5; t++)
        goals[t] = (pd_ik_target){.joint = tips[t],
                                  .chain_root = -1,
                                  .has_position = 1,
                                  .position = pd_vec3_fma(at[tips[t]], 0.03, targets[(index + t) % TARGETS])};

    pd_ik_job job = {.rotations = rotations, .results = results, .skeleton = &sk, .targets = goals};
    job.target_count = 5;
    job.solver = PD_IK_EXAMPLE;
    job.limits = limits;
    job.moved = &moved;
    job.move_root = 1;
    job.example.prior = prior;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

/* Positions of all 24 joints to a pose. */
static void run_hybrik(int index, long *iterations)
{
    static pd_anim_skeleton sk;
    static pd_vec3 rest[24];
    pd_quat rotations[24], turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 3 * targets[index].x);
    pd_vec3 positions[24];

    if (!sk.joint_count) {
        human_init(&sk);
        pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    }

    for (int j = 0; j < 24; j++) {
        rotations[j] = pd_q_identity();
        positions[j] = pd_vec3_fma(pd_q_rotate(turn, rest[j]), 0.02, targets[(index + j) % TARGETS]);
    }

    pd_ik_hybrik_job job = {.rotations = rotations, .skeleton = &sk, .positions = positions};
    pd_ik_hybrik_run(&job);
    ++*iterations;
    reached++;
}

/* Head, wrists and ankles of a person in a pose of its own for each target: the shipped pose network, then
 * two steps of dls. */
static pd_ik_neural *network;

static void tracked(int index, long *iterations, int alone, int count)
{
    static const int joints[5] = {15, 20, 21, 7, 8};
    static pd_anim_skeleton sk;
    static pd_ik_target wanted[TARGETS][5];
    pd_quat rotations[24];
    pd_ik_result results[5];
    pd_vec3 moved;

    if (!sk.joint_count) {
        pd_rng rng;
        pd_rng_init(&rng, 6);
        human_init(&sk);
        for (int t = 0; t < TARGETS; t++) {
            pd_quat pose[24], turns[24];
            pd_vec3 at[24];
            for (int j = 0; j < 24; j++) {
                double x = pd_rng_normal(&rng), y = pd_rng_normal(&rng), z = pd_rng_normal(&rng);
                pose[j] =
                    pd_q_from_rotvec(pd_vec3_scale(pd_vec3_make(x, y, z), j > 15 && j < 20 ? 0.4 : 0.1));
            }

            pd_anim_skeleton_forward(at, turns, &sk, pose, pd_vec3_make(0, 0, 0));
            for (int k = 0; k < 5; k++)
                wanted[t][k] = (pd_ik_target){.joint = joints[k],
                                              .chain_root = -1,
                                              .has_position = 1,
                                              .has_orientation = 1,
                                              .position = at[joints[k]],
                                              .orientation = turns[joints[k]]};
        }
    }

    pd_ik_job job = {.rotations = rotations, .results = results, .skeleton = &sk, .targets = wanted[index]};
    job.target_count = count;
    job.solver = PD_IK_NEURAL;
    job.moved = &moved;
    job.neural.network = network;
    job.iterations = alone ? 1 : 0;
    job.tolerance = alone ? 1 : 0; /* within a metre: reached before a step is made */
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
    reached += job.status == PD_IK_REACHED;
}

static void run_neural_alone(int index, long *iterations)
{
    tracked(index, iterations, 1, 5);
}

static void run_neural_five(int index, long *iterations)
{
    tracked(index, iterations, 0, 5);
}

static void run_neural_three(int index, long *iterations)
{
    tracked(index, iterations, 0, 3);
}

static pd_smpl_model *model;

static void run_measure(int index, long *iterations)
{
    double values[PD_SMPL_MEASURE_COUNT];
    float beta = (float)targets[index].x;
    pd_smpl_measure_job job = {.values = values, .betas = &beta, .beta_count = 1, .body_count = 1};
    pd_arena_reserve(&arena, pd_smpl_measure_scratch_bytes(model));
    pd_smpl_measure_run(&job, model, &arena);
    reached++;
    ++*iterations;
}

static void fit(int index, long *iterations, int count)
{
    float betas[PD_SMPL_MAX_BETAS];
    const pd_observe_measurements_measurement wanted[] = {
        {PD_SMPL_HEIGHT, 1.7 + 0.15 * targets[index].x, 0},
        {PD_SMPL_MASS, 72 + 12 * targets[index].y, 0},
        {PD_SMPL_INSIDE_LEG_HEIGHT, 0.81 + 0.07 * targets[index].x, 0},
        {PD_SMPL_WAIST_GIRTH, 0.85 + 0.12 * targets[index].y, 0},
        {PD_SMPL_HIP_GIRTH, 1.05 + 0.1 * targets[index].y, 0}};
    pd_observe_measurements_job job = {.betas = betas, .targets = wanted, .target_count = count};
    pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model));
    pd_observe_measurements_run(&job, model, &arena);
    reached++;
    *iterations += job.iterations_used;
}

static void run_fit2(int index, long *iterations)
{
    fit(index, iterations, 2);
}

static void run_fit5(int index, long *iterations)
{
    fit(index, iterations, 5);
}

static const row rows[] = {
    {"solver_two_bone", "solves/s", run_two_bone},
    {"solver_fabrik_10_joints", "solves/s", run_fabrik},
    {"solve_wrist_two_bone", "solves/s", run_wrist},
    {"solve_head_fabrik", "solves/s", run_head},
    {"ten_joints_auto", "solves/s", run_ten_auto},
    {"ten_joints_ccd", "solves/s", run_ten_ccd},
    {"ten_joints_dls", "solves/s", run_ten_dls},
    {"arm7_rest", "solves/s", run_arm7_rest},
    {"arm7_random", "solves/s", run_arm7_any},
    {"arm7_near", "solves/s", run_arm7_near},
    {"arm7_far", "solves/s", run_arm7_far},
    {"human9_rest", "solves/s", run_human9_rest},
    {"human9_random", "solves/s", run_human9_any},
    {"human9_near", "solves/s", run_human9_near},
    {"limits_auto", "solves/s", run_limits_auto},
    {"limits_pinv", "solves/s", run_limits_pinv},
    {"limits_transpose", "solves/s", run_limits_transpose},
    {"limits_ccd", "solves/s", run_limits_ccd},
    {"limits_fabrik", "solves/s", run_limits_fabrik},
    {"limits_optimize", "solves/s", run_limits_optimize},
    {"body_six_targets", "solves/s", run_body},
    {"body_example", "solves/s", run_example},
    {"hybrik_24_joints", "poses/s", run_hybrik},
    {"neural_no_steps", "poses/s", run_neural_alone},
    {"neural_three_trackers", "solves/s", run_neural_three},
    {"neural_five_trackers", "solves/s", run_neural_five},
    {"measure_default_all", "bodies/s", run_measure},
    {"fit_default_2_measurements", "fits/s", run_fit2},
    {"fit_default_5_measurements", "fits/s", run_fit5},
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of up to 21 rounds. */
static void measure_row(const row *r)
{
    double rates[21], begin = now();
    long iterations = 0, done = 0;
    int rounds = 0;

    reached = 0;
    while (rounds < 21 && (rounds < 3 || now() - begin < seconds_per_row)) {
        double start = now(), took;
        long here = 0;
        do {
            r->run((int)((done + here) % TARGETS), &iterations);
            here++;
        } while ((took = now() - start) < seconds_per_row / 21);
        rates[rounds++] = (double)here / took;
        done += here;
    }

    qsort(rates, (size_t)rounds, sizeof *rates, by_value);
    printf("%s,%s,%.4g,%.2f,%.2f\n", r->name, r->unit, rates[rounds / 2], (double)iterations / (double)done,
           100 * (double)reached / (double)done);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : NULL;
    pd_error err;
    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (!pd_arena_init(&arena, 0)) return 1;

    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) != PD_OK ||
        pd_ik_neural_load(&network, "models/pose-network.safetensors", &err) != PD_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 1;
    }

    fill_targets();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || !strcmp(only, rows[i].name)) measure_row(&rows[i]);
    pd_smpl_model_release(model);
    pd_ik_neural_release(network);
    pd_arena_deinit(&arena);

    return 0;
}
