/* @long: takes over five seconds under ASan. */
/* Inverse kinematics step by step: some hundred problems by chance, each solver for a few iterations, against what they gave before. That
 * the answers are right is for tests/unit/core/ik and tests/prop; a search that finds its way in spite of a wrong line is seen here.
 *
 * tests/golden/steps/{ik,ik_whole,pose_density}.txt: a line a problem. POSED_GOLDEN=write makes it anew, which a change of a solver asks for. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/solve/alternatives.h"
#include "core/ik/solve/solve.h"
#include "core/ik/solver/prior_marginal.h"
#include "tests/support/golden_lines.h"
#include "tests/support/human.h"
#include "tests/support/pose_networks.h"
#include "tests/support/priors.h"

#define PROBLEMS  800
#define NUMBERS   7
#define TOLERANCE 1e-6 /* of each number; OPTIMIZE's steps are those of its library */
#define LOOSE     1e-3
#define JOINTS    24

/* A problem with all that its job points to. */
typedef struct problem {
    pd_ik_target targets[PD_IK_MAX_TARGETS];
    pd_ik_result results[PD_IK_MAX_TARGETS];
    pd_quat start[JOINTS], previous[JOINTS], rotations[JOINTS];
    pd_vec3 positions[JOINTS], moved;
    pd_ik_limit limits[JOINTS];
    unsigned char hit[JOINTS];
    double gains[JOINTS], twists[JOINTS];
    pd_ik_coupling couplings[2];
    pd_ik_job job;
} problem;

static pd_anim_skeleton skeleton;
static pd_ik_prior *prior;
static pd_ik_neural *network;

static int chance(pd_rng *rng, double part)
{
    return pd_rng_uniform(rng) < part;
}

static pd_vec3 about(pd_rng *rng, pd_vec3 middle, double size)
{
    pd_vec3 v = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_vec3_fma(middle, size, v);
}

static pd_quat turn(pd_rng *rng, double size)
{
    return pd_q_from_rotvec(about(rng, pd_vec3_make(0, 0, 0), size));
}

static void set_target(pd_ik_target *t, int which, const pd_vec3 *places, const pd_quat *turned, pd_rng *rng)
{
    static const int tips[] = {20, 21, 7, 8, 15, 22, 10, 12};
    int joint = tips[(which + pd_rng_below(rng, 2)) % 8];
    *t = (pd_ik_target){.joint = joint, .chain_root = -1, .weight = chance(rng, 0.3) ? 3 : 0};
    int kind = pd_rng_below(rng, 10);
    t->has_position = kind < 6 || kind == 9;
    t->position = about(rng, places[joint], chance(rng, 0.1) ? 1 : 0.05);
    t->has_orientation = kind == 4 || kind == 5;
    t->orientation = pd_q_mul(turn(rng, 0.2), turned[joint]);
    t->has_look = kind == 6;
    t->look_at = about(rng, pd_vec3_make(0, 1.2, 2), 0.5);
    if (chance(rng, 0.5)) t->look_axis = pd_vec3_make(0.2, 0, 1);
    t->has_distance = kind == 7;
    t->distance = pd_rng_between(rng, 0.1, 0.6);
    t->distance_to = chance(rng, 0.5) ? (joint == 20 ? 21 : 20) : -1;
    t->distance_point = about(rng, places[joint], 0.2);
    t->keep = kind == 8 && chance(rng, 0.5);
    t->has_centre = kind == 8 && !t->keep;
    t->centre = about(rng, places[0], 0.05);
    t->has_pole = t->has_position && chance(rng, 0.2);
    t->pole = about(rng, pd_vec3_make(0, 1, -1), 0.5);
    if (chance(rng, 0.2)) t->chain_root = joint == 15 || joint == 12 ? 3 : joint < 12 ? 0 : 3;
    if (chance(rng, 0.15)) t->priority = 2;
    if (chance(rng, 0.1))
        t->has_frame = 1, t->frame = 3, t->position = about(rng, pd_vec3_make(0.2, 0.2, 0.3), 0.05);
}

static void set_limits(problem *p, pd_rng *rng)
{
    for (int j = 0; j < JOINTS; j++) {
        pd_ik_limit *l = &p->limits[j];
        pd_ik_limit_of(l, skeleton.names[j]);
        if (l->kind == PD_IK_BALL && chance(rng, 0.2)) l->box = 1;
        if (j > 11 && chance(rng, 0.05)) *l = (pd_ik_limit){.kind = PD_IK_LOCKED, .frame = {0, 0, 0, 1}};
        if (chance(rng, 0.05))
            *l = (pd_ik_limit){
                .kind = PD_IK_HINGE, .frame = turn(rng, 1), .min = {-0.4, 0, 0}, .max = {0.7, 0, 0}};
        if (chance(rng, 0.05)) *l = (pd_ik_limit){0};
    }
    p->job.limits = p->limits;
}

/* HybrIK is asked for all joints, by a pose that there is. */
static void ask_for_all(problem *p, pd_rng *rng)
{
    pd_quat local[JOINTS];
    pd_vec3 places[JOINTS];
    for (int j = 0; j < JOINTS; j++) local[j] = turn(rng, 0.4), p->twists[j] = 0.2 * pd_rng_normal(rng);
    pd_anim_skeleton_forward(places, NULL, &skeleton, local, pd_vec3_make(0.1, 0, 0));
    for (int j = 0; j < JOINTS; j++)
        p->targets[j] = (pd_ik_target){
            .joint = j, .chain_root = -1, .has_position = 1, .position = about(rng, places[j], 0.005)};
    p->job.target_count = JOINTS;
    p->job.hybrik.twists = chance(rng, 0.7) ? p->twists : NULL;
    p->job.hybrik.naive = chance(rng, 0.3);
}

static void make(problem *p, int number)
{
    pd_rng rng;
    pd_vec3 places[JOINTS];
    pd_quat turned[JOINTS];
    pd_rng_init(&rng, (uint64_t)number);
    memset(p, 0, sizeof *p);
    p->job = (pd_ik_job){
        .rotations = p->rotations, .positions = p->positions, .results = p->results, .skeleton = &skeleton};
    p->job.limits_hit = p->hit, p->job.moved = &p->moved, p->job.targets = p->targets;
    p->job.solver = (pd_ik_solver)(number % PD_IK_SOLVER_COUNT);
    for (int j = 0; j < JOINTS; j++)
        p->start[j] = turn(&rng, 0.15), p->previous[j] = pd_q_mul(turn(&rng, 0.05), p->start[j]);
    if (chance(&rng, 0.7)) p->job.start = p->start;
    p->job.translation = chance(&rng, 0.3) ? pd_vec3_make(0.1, 0.05, -0.1) : pd_vec3_make(0, 0, 0);
    pd_anim_skeleton_forward(places, turned, &skeleton, p->job.start, p->job.translation);

    p->job.iterations = 1 + pd_rng_below(&rng, 12);
    p->job.tolerance = chance(&rng, 0.5) ? 1e-6 : 0;
    p->job.restarts = chance(&rng, 0.6) ? -1 : 1 + pd_rng_below(&rng, 3);
    if (chance(&rng, 0.5)) set_limits(p, &rng);
    p->job.target_count = 1 + pd_rng_below(&rng, 4);
    int closed = p->job.solver == PD_IK_TWO_BONE;
    for (int t = 0; t < p->job.target_count; t++) {
        set_target(&p->targets[t], (2 * t + number / PD_IK_SOLVER_COUNT) % 8, places, turned, &rng);
        if (closed)
            p->targets[t] = (pd_ik_target){.joint = t % 2 ? 20 + t / 2 : 7 + t / 2,
                                           .chain_root = -1,
                                           .has_position = 1,
                                           .position = p->targets[t].position,
                                           .has_pole = p->targets[t].has_pole,
                                           .pole = p->targets[t].pole};
    }

    p->job.move_root = !closed && chance(&rng, 0.3);
    p->job.rest_gain = chance(&rng, 0.3) ? 0.5 : 0;
    p->job.natural = (pd_ik_natural)pd_rng_below(&rng, 3);
    for (int j = 0; j < JOINTS; j++) p->gains[j] = pd_rng_uniform(&rng);
    if (chance(&rng, 0.3)) p->job.rest_gains = p->gains;
    if (chance(&rng, 0.2))
        p->job.max_rotation = 0.1, p->job.previous = chance(&rng, 0.5) ? p->previous : NULL;
    p->job.dls.damping = (pd_ik_damping)pd_rng_below(&rng, 3);
    p->job.dls.lambda = chance(&rng, 0.5) ? 0.3 : 0;
    if (p->job.solver == PD_IK_OPTIMIZE && chance(&rng, 0.5)) {
        p->couplings[0] = (pd_ik_coupling){.count = 2, .joint = {4, 5}, .angle = {0, 0}, .factor = {1, -1}};
        p->couplings[1] =
            (pd_ik_coupling){.count = 1, .joint = {18}, .angle = {1}, .factor = {2}, .equals = 0.2};
        p->job.optimize.couplings = p->couplings, p->job.optimize.coupling_count = 2;
    }
    if (p->job.solver == PD_IK_HYBRIK) ask_for_all(p, &rng);
    p->job.example.prior = prior, p->job.example.style = pd_rng_below(&rng, 3);
    p->job.neural.network = network;
}

/* Places alone, for solvers that know nothing else. */
static void simplify(problem *p)
{
    for (int t = 0; t < p->job.target_count; t++) {
        const pd_ik_target all = p->targets[t];
        p->targets[t] = (pd_ik_target){.joint = all.joint,
                                       .chain_root = -1,
                                       .has_position = 1,
                                       .position = all.position,
                                       .weight = all.weight};
    }
}

/* What came out, in a few numbers: every one of them counts, with a weight of its own. */
static void sums(double out[NUMBERS], const problem *p)
{
    memset(out, 0, NUMBERS * sizeof *out);
    out[0] = p->job.status + 10 * p->job.iterations_used;
    for (int t = 0; t < p->job.target_count; t++) {
        const pd_ik_result *r = &p->results[t];
        const double errors[] = {r->position_error, r->orientation_error, r->look_error,
                                 r->pole_error,     r->distance_error,    r->centre_error};
        out[1] += (t + 1) * (r->status + 10 * (int)r->solver + 1000 * r->iterations);
        for (int e = 0; e < 6; e++) out[2] += (t + 1 + 0.1 * e) * errors[e];
    }
    for (int j = 0; j < JOINTS; j++) {
        pd_vec3 r = pd_q_to_rotvec(p->rotations[j]), at = p->positions[j];
        out[3] += (j + 1) * p->hit[j];
        out[4] += (1 + 0.1 * j) * (r.x + 2 * r.y + 3 * r.z);
        out[5] += (1 + 0.1 * j) * (at.x + 2 * at.y + 3 * at.z);
    }
    out[6] = p->moved.x + 2 * p->moved.y + 3 * p->moved.z;
}

static void steps_are_what_they_were(void **state)
{
    (void)state;
    int solved = 0;
    golden_lines golden;
    problem *p = malloc(sizeof *p);
    assert_non_null(p);
    golden_lines_begin(&golden, "tests/golden/steps/ik.txt");
    for (int i = 0; i < PROBLEMS; i++) {
        double now[NUMBERS] = {-1};
        pd_error err = {0};
        pd_arena arena;
        make(p, i);
        if (pd_ik_job_check(&p->job, &err) != PD_OK) simplify(p), p->job.move_root = 0;
        if (pd_ik_job_check(&p->job, &err) == PD_OK) {
            assert_true(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&p->job)));
            pd_ik_job_run(&p->job, &arena);
            pd_arena_deinit(&arena);
            sums(now, p);
            solved++;
        }
        golden_lines_add(&golden, pd_ik_row_of(&p->job)->name, now, NUMBERS,
                         p->job.solver == PD_IK_OPTIMIZE ? LOOSE : TOLERANCE);
    }
    golden_lines_end(&golden);
    assert_true(solved > 0.9 * PROBLEMS);
    free(p);
}

/* ---- solved to their ends: limbs that grow, restarts, arms that hang, whole bodies asked for at once */

static void add_solved(golden_lines *g, problem *p)
{
    double now[NUMBERS] = {-1};
    pd_arena arena;
    if (pd_ik_job_check(&p->job, NULL) == PD_OK) {
        assert_true(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&p->job)));
        pd_ik_job_run(&p->job, &arena);
        pd_arena_deinit(&arena);
        sums(now, p);
    }
    golden_lines_add(g, pd_ik_row_of(&p->job)->name, now, NUMBERS,
                     p->job.solver == PD_IK_OPTIMIZE ? LOOSE : TOLERANCE);
}

/* Hands, feet and head, or some of them. */
static void ask_for_tips(problem *p, int number, double size)
{
    static const int tips[5] = {20, 21, 7, 8, 15};
    pd_rng rng;
    pd_vec3 places[JOINTS];
    pd_quat turned[JOINTS];
    pd_rng_init(&rng, 1000 + (uint64_t)number);
    pd_anim_skeleton_forward(places, turned, &skeleton, p->job.start, p->job.translation);
    p->job.target_count = 0;
    for (int t = 0; t < 5; t++) {
        if (number >> 5 & 1 << t) continue;
        p->targets[p->job.target_count++] =
            (pd_ik_target){.joint = tips[t],
                           .chain_root = number % 3 ? -1 : 0,
                           .has_position = 1,
                           .position = about(&rng, places[tips[t]], size),
                           .has_orientation = number % 4 == 1,
                           .orientation = pd_q_mul(turn(&rng, 0.3), turned[tips[t]]),
                           .weight = t == 1 ? 2 : 0};
    }
}

static void whole_solutions_are_what_they_were(void **state)
{
    golden_lines g;
    problem *p = malloc(sizeof *p);
    (void)state;
    assert_non_null(p);
    golden_lines_begin(&g, "tests/golden/steps/ik_whole.txt");
    for (int i = 0; i < 330; i++) {
        make(p, i);
        if (i % 2 && p->job.solver != PD_IK_HYBRIK) ask_for_tips(p, i, i % 5 ? 0.08 : 0.4);
        if (i % 3) p->job.iterations = i % 3 == 1 ? 0 : 25;
        if (i % 5 == 3) p->job.start = NULL;
        if (i % 7 == 0) p->job.restarts = 0;
        if (pd_ik_job_check(&p->job, NULL) != PD_OK) simplify(p), p->job.move_root = 0;
        add_solved(&g, p);
    }
    golden_lines_end(&g);
    free(p);
}

/* ---- how likely poses are, and others that reach as well */

static double floats(const float *values, size_t count)
{
    return golden_weighted(values, count) / (double)count;
}

static double doubles(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i] * (1 + (double)(i % 97) / 97);
    return sum / (double)count;
}

static double rotations_of(const pd_quat *q)
{
    double sum = 0;
    for (int j = 0; j < JOINTS; j++) {
        const pd_vec3 r = pd_q_to_rotvec(q[j]);
        sum += (1 + 0.1 * j) * (r.x + 2 * r.y + 3 * r.z);
    }
    return sum;
}

static void add_density(golden_lines *g, const pd_ik_prior *of)
{
    double x[PD_IK_PRIOR_MAX_DIM];
    pd_quat local[JOINTS], back[JOINTS];
    pd_rng rng;
    pd_rng_init(&rng, 17);
    const size_t k = (size_t)of->component_count, all = k * (size_t)of->rank * (size_t)of->dim;
    golden_lines_add(g, "density",
                     (double[]){of->dim, of->component_count, of->rank, floats(of->whiten, all),
                                floats(of->bases, all), floats(of->means, k * (size_t)of->dim),
                                floats(of->noise, k), floats(of->weights, k), doubles(of->log_norm, k)},
                     9, TOLERANCE);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < JOINTS; j++) local[j] = turn(&rng, 0.1 + 0.1 * (i % 4));
        pd_ik_prior_features(x, of, local);
        pd_ik_prior_rotations(back, of, x);
        const double log = pd_ik_prior_log(of, x, -1), one = pd_ik_prior_log(of, x, i % of->style_count);
        pd_quat drawn[JOINTS];
        pd_ik_prior_draw(drawn, of, &skeleton, 0.2, &rng);
        golden_lines_add(g, "pose",
                         (double[]){doubles(x, (size_t)of->dim), rotations_of(back), log, one,
                                    pd_ik_prior_component_log(of, i % of->component_count, x),
                                    rotations_of(drawn)},
                         6, TOLERANCE);
    }
}

static void add_marginal(golden_lines *g, const int *joints, int count)
{
    const pd_ik_prior_marginal *m = pd_ik_prior_marginal_of(prior, joints, count, NULL);
    assert_non_null(m);
    const size_t k = (size_t)prior->component_count, d = (size_t)m->dim, all = k * (size_t)prior->rank * d;
    golden_lines_add(g, "marginal",
                     (double[]){m->joint_count, m->dim, doubles(m->centre, d), doubles(m->scale, d),
                                doubles(m->means, k * d), doubles(m->latent, all), doubles(m->bases, all),
                                doubles(m->whiten, all), doubles(m->noise, k), doubles(m->constant, k)},
                     10, TOLERANCE);
}

/* From jobs as they are drawn, a few targets each: those that reach have others. */
static void add_alternatives(golden_lines *g, problem *p, int number)
{
    enum { WANTED = 4 };
    static pd_quat rotations[WANTED * JOINTS];
    static pd_vec3 positions[WANTED * JOINTS], moved[WANTED];
    double apart_by[WANTED], likely[WANTED];
    pd_arena arena, more;
    pd_ik_alternatives others = {.rotations = rotations,
                                 .positions = positions,
                                 .moved = moved,
                                 .apart_by = apart_by,
                                 .log_likelihood = likely,
                                 .wanted = WANTED,
                                 .apart = number % 3 ? 0 : 0.6,
                                 .prior = number % 4 ? prior : NULL,
                                 .style = number % 5 % 3};
    make(p, number);
    ask_for_tips(p, 32 * (7 + number % 24) + number % 3, 0.1);
    p->job.iterations = 0, p->job.max_rotation = 0, p->job.previous = NULL, p->job.tolerance = 1e-3;
    if (number % 4) p->job.limits = NULL;
    if (pd_ik_job_check(&p->job, NULL) != PD_OK) simplify(p), p->job.move_root = 0;
    if (pd_ik_job_check(&p->job, NULL) != PD_OK) return;
    if (pd_ik_alternatives_check(&others, &p->job, NULL) != PD_OK) return;

    assert_true(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&p->job)));
    pd_ik_job_run(&p->job, &arena);
    assert_true(
        pd_arena_init(&more, pd_ik_alternatives_bytes(&others, &p->job) + pd_ik_job_scratch_bytes(&p->job)));
    pd_ik_alternatives_run(&others, &p->job, &more);
    double out[6] = {others.count, pd_ik_alternatives_tries(&others, &p->job), others.own_log_likelihood};
    for (int i = 0; i < others.count; i++) {
        out[3] += (1 + i) * apart_by[i], out[4] += (1 + i) * likely[i];
        out[5] += (1 + i) * rotations_of(rotations + i * JOINTS);
    }
    golden_lines_add(g, "others", out, 6, p->job.solver == PD_IK_OPTIMIZE ? LOOSE : 1e-5);
    pd_arena_deinit(&arena), pd_arena_deinit(&more);
}

static void densities_and_alternatives_are_what_they_were(void **state)
{
    golden_lines g;
    pd_ik_prior *blend;
    problem *p = malloc(sizeof *p);
    (void)state;
    assert_non_null(p);
    golden_lines_begin(&g, "tests/golden/steps/pose_density.txt");
    add_density(&g, prior);
    for (int share = 1; share < 4; share++) {
        const int styles[2] = {share % 2, !(share % 2)};
        assert_int_equal(pd_ik_prior_blend(&blend, prior, styles, 0.25 * share, NULL), PD_OK);
        add_density(&g, blend);
        pd_ik_prior_release(blend);
    }
    add_marginal(&g, (const int[]){16, 18, 20}, 3);
    add_marginal(&g, (const int[]){1, 4, 7, 2, 5, 8, 12}, 7);
    for (int i = 0; i < 66; i++) add_alternatives(&g, p, i);
    golden_lines_end(&g);
    free(p);
}

static int set_up(void **state)
{
    (void)state;
    human_init(&skeleton);
    prior = priors_built(4, 3, 1);
    network = pose_networks_built(16, 1, 0.1, 2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_ik_prior_release(prior);
    pd_ik_neural_release(network);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_are_what_they_were),
                                       cmocka_unit_test(whole_solutions_are_what_they_were),
                                       cmocka_unit_test(densities_and_alternatives_are_what_they_were)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
