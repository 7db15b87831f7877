/* Tests every term of a fit: gradient and Jacobian against differences,
 * robust functions against their formula. */
#include "core/observe/problem.h"
#include "core/observe/solve.h"
#include "core/observe/term.h"
#include "tests/support/priors.h"
#include "tests/support/sight.h"

#define STEP 1e-6

/* A bent person of whom joints and keypoints in space and in a picture are seen, all beside where they are;
 * every term at work. */
typedef struct scene {
    pd_smpl_model *model;
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_job job;
    sight sight;
    sight_person person;
    pd_arena arena;
    pd_observe_problem problem;
    pd_observe_state start;
    double slanted[3];      /* the normal of what is seen as planes */
    pd_observe_camera side; /* another camera, which sees every other keypoint of the picture */
} scene;

static void open_scene(scene *s, double reach)
{
    sight picture;
    memset(s, 0, sizeof *s);
    memcpy(s->slanted, (double[]){0.48, -0.6, 0.64}, sizeof s->slanted);
    s->model = sight_model();
    s->source = priors_built(6, 4, 3);
    assert_int_equal(pd_observe_prior_init(&s->prior, s->source, s->model, NULL), PD_OK);

    sight_draw(&s->person, 1, 1, 4);
    s->person.translation[2] -= 4;
    sight_set(&s->sight, s->model, &s->person, "mediapipe33", 0);
    sight_set(&picture, s->model, &s->person, "coco17", 900);
    for (int i = 0; i < picture.count; i++) {
        const int at = s->sight.count + i;
        memcpy(s->sight.parts[at], picture.parts[i], sizeof picture.parts[i]);
        s->sight.seen[at] = picture.seen[i];
        s->sight.seen[at].parts = s->sight.parts[at];
        s->sight.seen[at].mirror = at;
        s->sight.seen[at].camera = i % 2;
    }
    s->sight.count += picture.count;
    pd_rng rng;
    pd_rng_init(&rng, 9);
    for (int i = 0; i < s->sight.count; i++) {
        pd_observe_seen *seen = &s->sight.seen[i];
        seen->confidence = i == 5 ? 0 : pd_rng_between(&rng, 0.2, 1);
        if (!seen->in_picture && i % 3 == 1) seen->normal = s->slanted;
        for (int c = 0; c < 3; c++)
            seen->at[c] += seen->in_picture ? 10 * pd_rng_normal(&rng) : 0.02 * pd_rng_normal(&rng);
    }

    /* how a device on the left forearm lies, its heading known less well */
    s->sight.parts[s->sight.count][0] = (pd_observe_part){false, 18, 1};
    s->sight.seen[s->sight.count] = (pd_observe_seen){.parts = s->sight.parts[s->sight.count],
                                                      .part_count = 1,
                                                      .mirror = s->sight.count,
                                                      .confidence = 0.7,
                                                      .sigma = 0.1,
                                                      .is_turn = true,
                                                      .heading = 0.4,
                                                      .at = {0.4, -0.8, 1.1}};
    s->sight.count++;

    const double turn[3] = {2.9, 0.3, 0.4};
    s->side =
        (pd_observe_camera){.fx = 700, .fy = 720, .cx = 480, .cy = 510, .translation = {0.3, -0.2, 0.5}};
    pd_rot_from_axis_angle(s->side.rotation, turn);
    s->job = (pd_observe_job){.seen = s->sight.seen,
                              .seen_count = s->sight.count,
                              .prior = &s->prior,
                              .camera = {.fx = 900, .fy = 950, .cx = 500, .cy = 500},
                              .views = &s->side,
                              .view_count = 1,
                              .robust_space = reach,
                              .robust_picture = 1000 * reach,
                              .has_floor = true,
                              .floor = -1.2,
                              .fit_scale = true,
                              .fit_focal = true};
    s->job.weights[PD_OBSERVE_TERM_BEND] = 2;
    assert_true(pd_arena_init(&s->arena, pd_observe_problem_bytes(&s->job, s->model) +
                                             pd_observe_state_bytes(s->model)));
    assert_true(pd_observe_problem_init(&s->problem, &s->job, s->model, &s->arena));
    assert_true(pd_observe_state_init(&s->start, s->model, &s->arena));
    assert_false(
        s->problem.leans); /* points in space and two cameras: set, so that the term is compared too */
    s->problem.leans = true;

    pd_observe_state *at = &s->problem.state;
    for (int b = 0; b < SIGHT_BETAS; b++) at->betas[b] = (double)s->person.betas[b];
    for (int k = 0; k < SIGHT_JOINTS;
         /* limbs a little elsewhere, knees and elbows bent too far the wrong way, a forearm in the chest */
         k++) {
        double r[9], v[3] = {0.05, -0.1, 0.07}, by[9];
        if (k == 4) v[0] = -1.6;
        if (k == 18) v[1] = 2.6;
        if (k == 19) v[1] = 2.1;
        for (int i = 0; i < 9; i++) r[i] = (double)s->person.rotations[9 * k + i];
        pd_rot_from_axis_angle(by, v);
        pd_rot_mul(at->rotations[k], r, by);
    }
    for (int c = 0; c < 3; c++) at->translation[c] = (double)s->person.translation[c];
    at->log_scale = 0.1, at->log_focal = -0.05;
    pd_observe_state_copy(&s->start, at, s->model);
    pd_observe_problem_update(&s->problem, false);
    pd_observe_body_slopes(&s->problem.body, &s->problem.layout);
}

static void close_scene(scene *s)
{
    pd_arena_deinit(&s->arena);
    pd_ik_prior_release(s->source);
    pd_smpl_model_release(s->model);
}

static double value_beside(scene *s, pd_observe_term term, int unknown, double step, double *r)
{
    double by[256] = {0};
    by[unknown] = step;
    pd_observe_state_copy(&s->problem.state, &s->start, s->model);
    pd_observe_state_move(&s->problem.state, &s->problem.layout, by);
    pd_observe_problem_update(&s->problem, true);
    return pd_observe_term_run(&s->problem, term, r, NULL, 0);
}

static void back_to_start(scene *s)
{
    pd_observe_state_copy(&s->problem.state, &s->start, s->model);
    pd_observe_problem_update(&s->problem, true);
}

/* Value, gradient and Jacobian of every row of the table, against one another and against differences. */
static void hold_terms(double reach)
{
    static double r[512], jt[256 * 512], up[512], down[512];
    scene s;

    open_scene(&s, reach);
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        const pd_observe_term term = (pd_observe_term)t;
        const int rows = pd_observe_term_rows(&s.problem, term);
        const int robust = reach > 0 && (term == PD_OBSERVE_TERM_POINTS || term == PD_OBSERVE_TERM_SURFACE ||
                                         term == PD_OBSERVE_TERM_PICTURE);
        double half = 0, most = 0;
        assert_true(rows <= 512);
        if (term == PD_OBSERVE_TERM_REST) continue; /* held below, without a prior */

        memset(jt, 0, sizeof jt);
        const double value = pd_observe_term_run(&s.problem, term, r, jt, rows);
        assert_near(pd_observe_term_run(&s.problem, term, NULL, NULL, 0), value, 0);
        for (int i = 0; i < rows; i++) half += 0.5 * r[i] * r[i];
        assert_true(value > 0 && half > 0);
        if (term == PD_OBSERVE_TERM_POSE) half += s.prior.constant[s.problem.component];
        if (!robust) assert_near(half, value, 1e-9 * value);

        for (int u = 0; u < s.problem.layout.count; u++) {
            double gradient = 0, size = 1;
            const double above = value_beside(&s, term, u, STEP, up),
                         below = value_beside(&s, term, u, -STEP, down);
            for (int i = 0; i < rows; i++) {
                gradient += jt[u * rows + i] * r[i];
                size = fmax(size, fabs(jt[u * rows + i]));
                if (!robust) assert_near(jt[u * rows + i], (up[i] - down[i]) / (2 * STEP), 1e-5 * size);
            }
            assert_near(gradient, (above - below) / (2 * STEP), 2e-6 * fmax(size * sqrt(2 * half), 1));
            most = fmax(most, fabs(gradient));
        }
        assert_true(most > 1e-3);
        back_to_start(&s);
    }
    close_scene(&s);
}

static void terms_agree_with_their_differences(void **state)
{
    (void)state;
    hold_terms(0);
}

static void robust_terms_have_the_gradient_of_geman_and_mcclure(void **state)
{
    (void)state;
    hold_terms(0.03);
}

static void joints_that_no_prior_knows_tend_to_rest(void **state)
{
    static double r[256], jt[256 * 256], up[256], down[256];
    scene s;

    (void)state;
    open_scene(&s, 0);
    s.problem.prior = NULL;
    memset(s.problem.in_prior, 0, SIGHT_JOINTS);
    const int rows = pd_observe_term_rows(&s.problem, PD_OBSERVE_TERM_REST);
    assert_int_equal(rows, 3 * (SIGHT_JOINTS - 1));
    assert_int_equal(pd_observe_term_rows(&s.problem, PD_OBSERVE_TERM_POSE), 0);
    pd_observe_term_run(&s.problem, PD_OBSERVE_TERM_REST, r, jt, rows);
    for (int u = 0; u < 3 * SIGHT_JOINTS; u++) {
        value_beside(&s, PD_OBSERVE_TERM_REST, u, STEP, up);
        value_beside(&s, PD_OBSERVE_TERM_REST, u, -STEP, down);
        for (int i = 0; i < rows; i++) assert_near(jt[u * rows + i], (up[i] - down[i]) / (2 * STEP), 1e-6);
    }
    close_scene(&s);
}

/* SMPLify's robust function by its own formula, for one point 5 cm and one 5 m away. */
static void distant_points_hardly_count(void **state)
{
    scene s;
    double x[3];

    (void)state;
    open_scene(&s, 0.1);
    pd_observe_seen *seen = s.sight.seen;
    for (int i = 1; i < s.sight.count; i++) seen[i].confidence = 0;
    seen[0].confidence = 0.5, seen[0].sigma = 0.02;
    pd_observe_point(x, &s.problem.body, &s.problem.state, &s.problem.places[0]);
    for (int c = 0; c < 3; c++) seen[0].at[c] = x[c];
    for (int far = 0; far < 2; far++) {
        const double e = far ? 5 : 0.05;
        seen[0].at[0] = x[0] + e;
        assert_near(pd_observe_term_run(&s.problem, PD_OBSERVE_TERM_POINTS, NULL, NULL, 0),
                    0.5 * 0.5 * e * e * 0.01 / (0.01 + e * e) / (0.02 * 0.02), 1e-9);
    }
    close_scene(&s);
}

static void an_orientation_is_an_angle_in_the_world(void **state)
{
    scene s;
    double world[9], r[3], by[9], seen[9];
    const double off[3] = {0, 0.2, 0};

    (void)state;
    open_scene(&s, 0);
    pd_observe_seen *last = &s.sight.seen[s.sight.count - 1];
    for (int i = 0; i < 9; i++) world[i] = s.problem.body.world[18].m[4 * (i / 3) + i % 3];
    pd_rot_from_axis_angle(by, off);
    pd_rot_mul(seen, world, by); /* it was seen .2 radians further about its own y */
    pd_rot_to_axis_angle(last->at, seen);
    for (int half = 0; half < 2; half++) {
        double value = 0;
        last->heading = half ? 0.25 : 0; /* what is known of +Y counts a quarter; all of it */
        assert_int_equal(pd_observe_term_rows(&s.problem, PD_OBSERVE_TERM_ORIENTATION), 3);
        const double got = pd_observe_term_run(&s.problem, PD_OBSERVE_TERM_ORIENTATION, r, NULL, 0);
        for (int c = 0; c < 3; c++) {
            const double want = -sqrt(0.7) * 0.2 / 0.1 * world[3 * c + 1] *
                                (half && c == 1 ? 0.5 : 1); /* its y in the world */
            assert_near(r[c], want, 1e-6);
            value += 0.5 * want * want;
        }
        assert_near(got, value, 1e-6);
    }
    last->confidence = 0;
    assert_int_equal(pd_observe_term_rows(&s.problem, PD_OBSERVE_TERM_ORIENTATION), 0);
    close_scene(&s);
}

static void points_behind_the_camera_have_no_value(void **state)
{
    scene s;
    double pixel[2], x[3] = {0.1, 0.2, -2}, behind[3] = {0, 0, 1}, near[3] = {0, 0, -0.04};

    (void)state;
    open_scene(&s, 0);
    s.problem.state.log_focal = log(2);
    assert_true(pd_observe_project(pixel, &s.problem, &(pd_observe_seen){.in_picture = true}, x));
    assert_near(pixel[0], 500 + 2 * 900 * 0.05, 1e-9);
    assert_near(pixel[1], 500 - 2 * 950 * 0.1, 1e-9);
    assert_false(pd_observe_project(pixel, &s.problem, &(pd_observe_seen){.in_picture = true}, behind));
    assert_false(pd_observe_project(pixel, &s.problem, &(pd_observe_seen){.in_picture = true}, near));
    s.problem.state.translation[2] = 5;
    assert_true(isinf(pd_observe_term_run(&s.problem, PD_OBSERVE_TERM_PICTURE, NULL, NULL, 0)));
    close_scene(&s);
}

static void a_term_of_no_weight_has_no_rows(void **state)
{
    scene s;

    (void)state;
    open_scene(&s, 0);
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        const double value = pd_observe_term_run(&s.problem, (pd_observe_term)t, NULL, NULL, 0);
        s.problem.weights[t] *= 3;
        assert_near(pd_observe_term_run(&s.problem, (pd_observe_term)t, NULL, NULL, 0), 3 * value,
                    1e-9 * value);
        s.problem.weights[t] = 0;
        assert_int_equal(pd_observe_term_rows(&s.problem, (pd_observe_term)t), 0);
        assert_near(pd_observe_term_run(&s.problem, (pd_observe_term)t, NULL, NULL, 0), 0, 0);
    }
    assert_near(pd_observe_problem_cost(&s.problem, NULL), 0, 0);
    assert_string_equal(pd_observe_term_name(PD_OBSERVE_TERM_BEND), "bend");
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_agree_with_their_differences),
        cmocka_unit_test(robust_terms_have_the_gradient_of_geman_and_mcclure),
        cmocka_unit_test(joints_that_no_prior_knows_tend_to_rest),
        cmocka_unit_test(distant_points_hardly_count),
        cmocka_unit_test(an_orientation_is_an_angle_in_the_world),
        cmocka_unit_test(points_behind_the_camera_have_no_value),
        cmocka_unit_test(a_term_of_no_weight_has_no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
