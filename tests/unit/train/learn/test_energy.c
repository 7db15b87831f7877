/* @heavy: takes over five seconds under ASan. */
#include "tests/support/sleeve.h"

#include "train/learn/blend_step.h"
#include "train/learn/pose_step.h"
#include "train/learn/subject_step.h"

/* A small problem, and a state some way off its truth. */
typedef struct fixture {
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth, state;
    pd_learn_problem problem;
    pd_learn_gradient gradient;
    double *scratch;
    float *scratch_f32;
} fixture;

static fixture f;

static void disturb(double *values, size_t count, double size, pd_rng *rng)
{
    for (size_t i = 0; i < count; i++) values[i] += size * pd_rng_normal(rng);
}

static void clear_gradient(void)
{
    const pd_learn_state *s = &f.state;
    size_t v = 3 * (size_t)s->vertex_count, people = (size_t)s->subject_count, n = (size_t)s->count;
    memset(f.gradient.templates, 0, people * v * sizeof(double));
    memset(f.gradient.joints, 0, people * 3 * SLEEVE_JOINTS * sizeof(double));
    memset(f.gradient.turns, 0, n * 3 * SLEEVE_JOINTS * sizeof(double));
    memset(f.gradient.translations, 0, n * 3 * sizeof(double));
    memset(f.gradient.weights, 0, v / 3 * PD_LEARN_SLOTS * sizeof(double));
    memset(f.gradient.blend, 0, v * (size_t)s->feature_count * sizeof(double));
}

static void take_gradient(void)
{
    clear_gradient();
    pd_learn_energy_gradient(&f.gradient, &f.problem, &f.state, f.scratch, f.scratch_f32);
}

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_rng rng;
    pd_rng_init(&rng, 5);
    sleeve_template(&f.tpl);
    sleeve_set(&f.set, &f.truth, &f.tpl, 2, 4, 0.01, 0, 9, 3);
    if (pd_learn_state_init(&f.state, &f.tpl, &f.set, &err)) return 1;

    size_t v = 3 * (size_t)f.state.vertex_count, features = (size_t)f.state.feature_count;
    memcpy(f.state.templates, f.truth.templates, 2 * v * sizeof(double));
    memcpy(f.state.joints, f.truth.joints, 2 * 3 * SLEEVE_JOINTS * sizeof(double));
    memcpy(f.state.translations, f.truth.translations, 8 * 3 * sizeof(double));
    memcpy(f.state.blend, f.truth.blend, v * features * sizeof(float));
    f.state.is_blended = true;
    disturb(f.state.templates, 2 * v, 0.004, &rng);
    disturb(f.state.joints, 2 * 3 * SLEEVE_JOINTS, 0.01, &rng);
    disturb(f.state.translations, 24, 0.01, &rng);
    disturb(f.state.weights, v / 3 * PD_LEARN_SLOTS, 0.02, &rng);
    for (int j = 0; j < 8 * SLEEVE_JOINTS; j++) {
        double turn[3], by[9];
        for (int c = 0; c < 3; c++) turn[c] = 0.1 * pd_rng_normal(&rng);
        pd_rot_from_axis_angle(by, turn);
        pd_mat3_mul(f.state.rotations + 9 * j, by, f.truth.rotations + 9 * j);
    }

    f.problem =
        (pd_learn_problem){&f.tpl, &f.set, {3, 2, 5, 0.1, 0.5, 3}, &pd_executor_serial, NULL, false, false};
    f.gradient = (pd_learn_gradient){malloc(2 * v * sizeof(double)),
                                     malloc(2 * 3 * SLEEVE_JOINTS * sizeof(double)),
                                     malloc(8 * 3 * SLEEVE_JOINTS * sizeof(double)),
                                     malloc(24 * sizeof(double)),
                                     malloc(v / 3 * PD_LEARN_SLOTS * sizeof(double)),
                                     malloc(v * features * sizeof(double))};
    f.scratch = malloc(2 * v * sizeof(double));
    f.scratch_f32 = malloc((v + features) * sizeof(float));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(f.gradient.templates), free(f.gradient.joints), free(f.gradient.turns),
        free(f.gradient.translations);
    free(f.gradient.weights), free(f.gradient.blend), free(f.scratch), free(f.scratch_f32);
    pd_learn_state_deinit(&f.state);
    pd_learn_state_deinit(&f.truth);
    pd_learn_set_deinit(&f.set);
    pd_learn_template_deinit(&f.tpl);
    return 0;
}

static double energy(void)
{
    pd_learn_energy e;
    pd_error err;
    assert_int_equal(pd_learn_energy_of(&e, &f.problem, &f.state, &err), PD_OK);
    return e.total;
}

/* Compares central differences of E along one number with the gradient. */
static void compare(double *value, double step, double gradient, const char *name, int index)
{
    double kept = *value;
    *value = kept + step;
    double up = energy();
    *value = kept - step;
    double down = energy();
    *value = kept;
    double measured = (up - down) / (2 * step);
    if (fabs(measured - gradient) > 2e-4 * (1 + fabs(gradient)))
        fail_msg("%s %d: %g by differences, %g by the gradient", name, index, measured, gradient);
}

static void the_gradient_is_that_of_the_energy(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 11);
    const pd_learn_state *s = &f.state;
    int v = 3 * s->vertex_count;
    take_gradient();
    for (int n = 0; n < 12; n++) {
        int i = pd_rng_below(&rng, 2 * v);
        compare(s->templates + i, 1e-4, f.gradient.templates[i], "T", i);
        i = pd_rng_below(&rng, 6 * SLEEVE_JOINTS);
        compare(s->joints + i, 1e-4, f.gradient.joints[i], "J", i);
        i = pd_rng_below(&rng, 24);
        compare(s->translations + i, 1e-4, f.gradient.translations[i], "tau", i);
        i = PD_LEARN_SLOTS * pd_rng_below(&rng, s->vertex_count);
        compare(s->weights + i, 1e-4, f.gradient.weights[i], "W", i);
    }
}

static void the_gradient_along_turns_is_that_of_the_energy(void **state)
{
    (void)state;
    take_gradient();
    for (int i = 0; i < 3 * SLEEVE_JOINTS; i++) {
        double kept[9], by[9], turn[3] = {0}, up, down,
                               *r = f.state.rotations + 9 * (2 * SLEEVE_JOINTS + i / 3);
        memcpy(kept, r, sizeof kept);
        turn[i % 3] = 1e-4;
        pd_rot_from_axis_angle(by, turn);
        pd_mat3_mul(r, by, kept);
        up = energy();
        turn[i % 3] = -1e-4;
        pd_rot_from_axis_angle(by, turn);
        pd_mat3_mul(r, by, kept);
        down = energy();
        memcpy(r, kept, sizeof kept);
        double measured = (up - down) / 2e-4, gradient = f.gradient.turns[3 * 2 * SLEEVE_JOINTS + i];
        if (fabs(measured - gradient) > 1e-3 * (1 + fabs(gradient)))
            fail_msg("joint %d, axis %d: %g by differences, %g by the gradient", i / 3, i % 3, measured,
                     gradient);
    }
}

static void the_gradient_along_the_blend_shapes_is_that_of_the_energy(void **state)
{
    (void)state;
    take_gradient();
    int features = f.state.feature_count;
    for (int i = 7; i < 3 * f.state.vertex_count * features; i += 3 * f.state.vertex_count * features / 20) {
        float kept = f.state.blend[i], high = kept + 0.01f, low = kept - 0.01f;
        f.state.blend[i] = high;
        double up = energy();
        f.state.blend[i] = low;
        double down = energy();
        f.state.blend[i] = kept;
        double measured = (up - down) / ((double)high - (double)low), gradient = f.gradient.blend[i];
        if (fabs(measured - gradient) > 1e-3 * (1e-3 + fabs(gradient)))
            fail_msg("P %d: %g by differences, %g by the gradient", i, measured, gradient);
    }
}

static double largest(const double *values, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static void after_the_subjects_step_nothing_pulls_at_template_and_joints(void **state)
{
    (void)state;
    pd_error err = {0};
    size_t v = 3 * (size_t)f.state.vertex_count;
    take_gradient();
    double before = energy(), rest = largest(f.gradient.templates, 2 * v),
           joints = largest(f.gradient.joints, 6 * SLEEVE_JOINTS);
    assert_int_equal(pd_learn_subject_step(&f.state, &f.problem, &err), PD_OK);
    take_gradient();
    print_message("E %g to %g; dE/dT %g to %g, dE/dJ %g to %g\n", before, energy(), rest,
                  largest(f.gradient.templates, 2 * v), joints,
                  largest(f.gradient.joints, 6 * SLEEVE_JOINTS));
    assert_true(energy() < before);
    assert_true(largest(f.gradient.templates, 2 * v) < 1e-5 * rest);
    assert_true(largest(f.gradient.joints, 6 * SLEEVE_JOINTS) < 1e-5 * joints);
}

static void the_blend_step_goes_down_to_where_nothing_pulls(void **state)
{
    (void)state;
    pd_error err = {0};
    size_t numbers = 3 * (size_t)f.state.vertex_count * (size_t)f.state.feature_count;
    take_gradient();
    double before = energy(), pull = largest(f.gradient.blend, numbers), now;
    for (int round = 0; round < 20; round++, before = now) {
        assert_int_equal(pd_learn_blend_step(&f.state, &f.problem, 10, &err), PD_OK);
        now = energy();
        assert_true(now <= before + 1e-7);
    }
    take_gradient();
    print_message("dE/dP %g to %g\n", pull, largest(f.gradient.blend, numbers));
    assert_true(largest(f.gradient.blend, numbers) < 0.02 * pull);
}

static void the_weights_step_keeps_rows_of_one_and_goes_down(void **state)
{
    (void)state;
    pd_error err = {0};
    /* rows that sum to 1 to compare with */
    memcpy(f.state.weights, f.tpl.weights, (size_t)f.tpl.vertex_count * PD_LEARN_SLOTS * sizeof(double));
    double before = energy();
    assert_int_equal(pd_learn_weight_step(&f.state, &f.problem, PD_LEARN_SLOTS, &err), PD_OK);
    assert_true(energy() < before);
    for (int i = 0; i < f.tpl.vertex_count; i++) {
        double sum = 0;
        for (int s = 0; s < PD_LEARN_SLOTS; s++) {
            assert_true(f.state.weights[PD_LEARN_SLOTS * i + s] >= 0);
            sum += f.state.weights[PD_LEARN_SLOTS * i + s];
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
    /* no other weights are better: a little from one joint to another */
    before = energy();
    for (int i = 3; i < f.tpl.vertex_count; i += 40)
        for (int a = 0; a < 2; a++) {
            double *w = f.state.weights + PD_LEARN_SLOTS * i, kept[2] = {w[0], w[1]};
            if (f.tpl.slots[PD_LEARN_SLOTS * i + 1] < 0 || w[a] < 0.01) continue;
            w[a] -= 0.01, w[1 - a] += 0.01;
            assert_true(energy() > before);
            w[0] = kept[0], w[1] = kept[1];
        }
}

/* Returns the feature of the mirrored pose that corresponds to this one. turns: 1 if its sign changes. */
static int across(int feature, int *turns)
{
    *turns = (feature % 9 / 3 == 0) + (feature % 3 == 0);
    return 9 * (f.tpl.joint_mirror[1 + feature / 9] - 1) + feature % 9;
}

/* P of a vertex and of its mirror image: the largest difference of P and,
 * where they are paired, of the pulls' sum. */
static void compare_sides(double *apart, double *pull)
{
    const int features = f.state.feature_count;
    *apart = *pull = 0;
    for (int i = 0; i < f.tpl.vertex_count; i++)
        for (int row = 0; row < 3; row++)
            for (int a = 0; a < features; a++) {
                int turns;
                const int b = across(a, &turns);
                const size_t here = (size_t)((3 * i + row) * features + a),
                             there = (size_t)((3 * f.tpl.mirror[i] + row) * features + b);
                const double sign = (turns + (row == 0)) % 2 ? -1 : 1;
                *apart =
                    fmax(*apart, fabs((double)f.state.blend[here] - sign * (double)f.state.blend[there]));
                *pull = fmax(*pull, fabs(f.gradient.blend[here] + sign * f.gradient.blend[there]));
            }
}

static void mirrored_steps_are_the_best_that_is_symmetric(void **state)
{
    (void)state;
    pd_error err = {0};
    double apart, before, pull;
    const size_t numbers = 3 * (size_t)f.state.vertex_count * (size_t)f.state.feature_count;
    f.problem.is_mirrored = true;
    memset(f.state.blend, 0, numbers * sizeof *f.state.blend);
    memcpy(f.state.weights, f.tpl.weights, (size_t)f.tpl.vertex_count * PD_LEARN_SLOTS * sizeof(double));
    take_gradient();
    compare_sides(&apart, &before);
    for (int round = 0; round < 20; round++)
        assert_int_equal(pd_learn_blend_step(&f.state, &f.problem, 10, &err), PD_OK);
    take_gradient();
    compare_sides(&apart, &pull);
    print_message("P: %g apart; dE/dP of both sides %g to %g, of one side %g\n", apart, before, pull,
                  largest(f.gradient.blend, numbers));
    assert_true(apart == 0);
    assert_true(pull < 0.02 * before);
    assert_true(largest(f.gradient.blend, numbers) > 20 * pull); /* one side would go farther by itself */

    /* W: a little from one joint to another on both sides makes it worse */
    assert_int_equal(pd_learn_weight_step(&f.state, &f.problem, PD_LEARN_SLOTS, &err), PD_OK);
    int tried = 0;
    before = energy();
    for (int i = 3; i < f.tpl.vertex_count; i += 7) {
        const int m = f.tpl.mirror[i], *slots = f.tpl.slots + PD_LEARN_SLOTS * i;
        double *w = f.state.weights + PD_LEARN_SLOTS * i, *o = f.state.weights + PD_LEARN_SLOTS * m;
        int t[2] = {-1, -1};
        for (int a = 0; a < 2 && slots[1] >= 0; a++)
            for (int b = 0; b < PD_LEARN_SLOTS; b++)
                if (f.tpl.slots[PD_LEARN_SLOTS * m + b] == f.tpl.joint_mirror[slots[a]]) t[a] = b;
        if (t[0] < 0 || t[1] < 0 || i == m) continue;
        for (int a = 0; a < 2; a++) {
            assert_true(fabs(w[a] - o[t[a]]) < 1e-12);
            if (w[a] < 0.01) continue;
            w[a] -= 0.01, w[1 - a] += 0.01, o[t[a]] -= 0.01, o[t[1 - a]] += 0.01;
            assert_true(energy() > before);
            w[a] += 0.01, w[1 - a] -= 0.01, o[t[a]] += 0.01, o[t[1 - a]] -= 0.01;
            tried++;
        }
    }
    assert_true(tried > 5);

    int *mirror = f.tpl.mirror;
    f.tpl.mirror = NULL;
    assert_int_equal(pd_learn_blend_step(&f.state, &f.problem, 1, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "the template has no mirror image");
    f.tpl.mirror = mirror;
    f.problem.is_mirrored = false;
}

static void the_pose_step_finds_the_poses_of_known_bodies(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_learn_state kept = f.state;
    pd_learn_problem problem = f.problem;
    for (int start = 0; start < 2; start++) {
        pd_learn_energy e;
        f.truth.count = kept.count;
        memcpy(f.truth.rotations, kept.rotations, 8 * 9 * SLEEVE_JOINTS * sizeof(double));
        assert_int_equal(pd_learn_pose_step(&f.truth, &problem, 30, start, &err), PD_OK);
        assert_int_equal(pd_learn_energy_of(&e, &problem, &f.truth, &err), PD_OK);
        print_message("start %d: %g mm\n", start, e.mean_mm);
        assert_true(e.mean_mm < 0.005);
    }
}

/* Each count of a state, wrong by one, and its name in the refusal. */
static void a_state_of_other_meshes_is_refused_by_every_step(void **state)
{
    (void)state;
    static const char *const names[] = {"7 registrations; 8 allowed", "3 subjects; 2 allowed",
                                        "253 vertices; 252 allowed", "6 joints; 5 allowed",
                                        "35 features; 36 allowed"};
    for (int i = 0; i < 5; i++) {
        pd_learn_state wrong = f.state;
        pd_learn_energy e;
        pd_error err = {0};
        wrong.count -= i == 0, wrong.subject_count += i == 1, wrong.vertex_count += i == 2;
        wrong.joint_count += i == 3, wrong.feature_count -= i == 4;
        assert_int_equal(pd_learn_weight_step(&wrong, &f.problem, 4, &err), PD_ERR_RANGE);
        assert_string_equal(err.detail, names[i]);
        assert_int_equal(pd_learn_blend_step(&wrong, &f.problem, 1, &err), PD_ERR_RANGE);
        assert_int_equal(pd_learn_subject_step(&wrong, &f.problem, &err), PD_ERR_RANGE);
        assert_int_equal(pd_learn_pose_step(&wrong, &f.problem, 1, 0, &err), PD_ERR_RANGE);
        assert_int_equal(pd_learn_energy_of(&e, &f.problem, &wrong, &err), PD_ERR_RANGE);
    }

    pd_error err = {0};
    assert_int_equal(pd_learn_weight_step(&f.state, &f.problem, PD_LEARN_SLOTS + 1, &err), PD_ERR_RANGE);
    assert_int_equal(pd_learn_weight_step(&f.state, &f.problem, 0, &err), PD_ERR_RANGE);
    f.set.poses.subjects[3] = 2;
    assert_int_equal(pd_learn_weight_step(&f.state, &f.problem, 4, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "registration 3 is of subject 2; 0 to 1 allowed");
    f.set.poses.subjects[3] = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gradient_is_that_of_the_energy),
        cmocka_unit_test(the_gradient_along_turns_is_that_of_the_energy),
        cmocka_unit_test(the_gradient_along_the_blend_shapes_is_that_of_the_energy),
        cmocka_unit_test(after_the_subjects_step_nothing_pulls_at_template_and_joints),
        cmocka_unit_test(the_blend_step_goes_down_to_where_nothing_pulls),
        cmocka_unit_test(the_weights_step_keeps_rows_of_one_and_goes_down),
        cmocka_unit_test(mirrored_steps_are_the_best_that_is_symmetric),
        cmocka_unit_test(a_state_of_other_meshes_is_refused_by_every_step),
        cmocka_unit_test(the_pose_step_finds_the_poses_of_known_bodies),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
