/* Tests the extrapolation of the alternating fit on meshes that are generated from a known state. */
#include "train/learn/extrapolate.h"
#include "tests/support/sleeve.h"

/* Extrapolation of the alternating fit. The meshes are generated from a known state. */
typedef struct world {
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth;
    pd_learn_problem problem;
} world;

static void world_init(world *w)
{
    sleeve_template(&w->tpl);
    sleeve_set(&w->set, &w->truth, &w->tpl, 2, 3, 0.004, 0, 0, 5);
    w->problem =
        (pd_learn_problem){&w->tpl, &w->set, {.symmetry = 0}, &pd_executor_serial, NULL, false, false};
}

static void world_deinit(world *w)
{
    pd_learn_state_deinit(&w->truth);
    pd_learn_set_deinit(&w->set);
    pd_learn_template_deinit(&w->tpl);
}

/* Sets the state `steps` equal steps away from the truth, in all values that training changes. */
static void set_away(pd_learn_state *s, const world *w, double steps)
{
    const pd_learn_state *t = &w->truth;
    const size_t v = 3 * (size_t)t->vertex_count;
    pd_rng rng;
    pd_rng_init(&rng, 3);

    for (size_t i = 0; i < 2 * v; i++) s->templates[i] = t->templates[i] + steps * 1e-3 * pd_rng_normal(&rng);
    for (size_t i = 0; i < 6 * SLEEVE_JOINTS; i++)
        s->joints[i] = t->joints[i] + steps * 1e-3 * pd_rng_normal(&rng);
    for (size_t i = 0; i < 18; i++)
        s->translations[i] = t->translations[i] + steps * 1e-3 * pd_rng_normal(&rng);
    for (size_t i = 0; i < 6 * SLEEVE_JOINTS; i++) {
        double r[3], turn[9];
        for (int c = 0; c < 3; c++) r[c] = steps * 0.01 * pd_rng_normal(&rng);
        pd_rot_from_axis_angle(turn, r);
        pd_mat3_mul(s->rotations + 9 * i, t->rotations + 9 * i, turn);
    }
    memcpy(s->weights, t->weights, PD_LEARN_SLOTS * (v / 3) * sizeof *s->weights);
    for (size_t i = 0; i < v / 3; i++) {
        double *two = s->weights + PD_LEARN_SLOTS * i;
        if (two[0] > 0.2 && two[1] > 0.2) two[0] += 0.01 * steps, two[1] -= 0.01 * steps;
    }
    for (size_t i = 0; i < v * (size_t)t->feature_count; i++)
        s->blend[i] = t->blend[i] + (float)(steps * 1e-4 * pd_rng_normal(&rng));
    s->is_blended = true;
}

static void four_steps_are_gone_at_once(void **state)
{
    (void)state;
    pd_error err = {0};
    world w;
    pd_learn_state s;
    pd_learn_extrapolation x;
    pd_learn_energy energy, anew;
    double reached = 0, far = 0;
    world_init(&w);
    assert_int_equal(pd_learn_state_init(&s, &w.tpl, &w.set, &err), PD_OK);
    assert_int_equal(pd_learn_extrapolation_init(&x, &w.problem, &err), PD_OK);
    set_away(&s, &w, 4);
    pd_learn_extrapolation_begin(&x, &s);
    set_away(&s, &w, 3);
    assert_int_equal(pd_learn_energy_of(&energy, &w.problem, &s, &err), PD_OK);
    const double before = energy.total;

    assert_int_equal(pd_learn_extrapolate(&s, &energy, &reached, &x, &w.problem, &err), PD_OK);
    assert_true(reached == 4);
    assert_true(energy.total < 1e-9 && before > 0.1);
    assert_int_equal(pd_learn_energy_of(&anew, &w.problem, &s, &err), PD_OK);
    assert_true(anew.total == energy.total && anew.mean_mm == energy.mean_mm);
    for (size_t i = 0; i < 2 * 3 * SLEEVE_VERTICES; i++)
        far = fmax(far, fabs(s.templates[i] - w.truth.templates[i]));
    for (size_t i = 0; i < 6 * 9 * SLEEVE_JOINTS; i++)
        far = fmax(far, fabs(s.rotations[i] - w.truth.rotations[i]));
    for (size_t i = 0; i < PD_LEARN_SLOTS * SLEEVE_VERTICES; i++)
        far = fmax(far, fabs(s.weights[i] - w.truth.weights[i]));
    assert_true(far < 1e-9);

    pd_learn_extrapolation_deinit(&x);
    pd_learn_state_deinit(&s);
    world_deinit(&w);
}

static void the_best_state_is_kept(void **state)
{
    (void)state;
    pd_error err = {0};
    world w;
    pd_learn_state s;
    pd_learn_extrapolation x;
    pd_learn_energy energy;
    double reached = 0;
    world_init(&w);
    assert_int_equal(pd_learn_state_init(&s, &w.tpl, &w.set, &err), PD_OK);
    assert_int_equal(pd_learn_extrapolation_init(&x, &w.problem, &err), PD_OK);
    set_away(&s, &w, 1);
    pd_learn_extrapolation_begin(&x, &s);
    set_away(&s, &w, 0);
    assert_int_equal(pd_learn_energy_of(&energy, &w.problem, &s, &err), PD_OK);
    const pd_learn_energy before = energy;

    assert_int_equal(pd_learn_extrapolate(&s, &energy, &reached, &x, &w.problem, &err), PD_OK);
    assert_true(reached == 1);
    assert_memory_equal(&energy, &before, sizeof before);
    assert_memory_equal(s.weights, w.truth.weights, PD_LEARN_SLOTS * SLEEVE_VERTICES * sizeof *s.weights);
    assert_memory_equal(s.templates, w.truth.templates, 2 * 3 * SLEEVE_VERTICES * sizeof *s.templates);

    pd_learn_extrapolation_deinit(&x);
    pd_learn_state_deinit(&s);
    world_deinit(&w);
}

/* A weight that would fall below zero ends there, one that is gone stays away, and rows keep their sum. */
static void extrapolated_weights_stay_non_negative_and_keep_their_sum(void **state)
{
    (void)state;
    pd_error err = {0};
    world w;
    pd_learn_state s;
    pd_learn_extrapolation x;
    pd_learn_energy energy;
    double reached = 0;
    size_t row = 0;
    world_init(&w);
    assert_int_equal(pd_learn_state_init(&s, &w.tpl, &w.set, &err), PD_OK);
    assert_int_equal(pd_learn_extrapolation_init(&x, &w.problem, &err), PD_OK);
    while (!(w.truth.weights[PD_LEARN_SLOTS * row + 1] > 0.2)) row++;
    set_away(&s, &w, 4);
    double *held = s.weights + PD_LEARN_SLOTS * row;
    held[0] = 0.5, held[1] = 0.4, held[2] = 0.1, held[3] = 0;
    pd_learn_extrapolation_begin(&x, &s);
    set_away(&s, &w, 3);
    held[0] = 0.7, held[1] = 0.3, held[2] = 0, held[3] = 0;
    assert_int_equal(pd_learn_energy_of(&energy, &w.problem, &s, &err), PD_OK);

    assert_int_equal(pd_learn_extrapolate(&s, &energy, &reached, &x, &w.problem, &err), PD_OK);
    assert_true(reached == 4);
    held = s.weights + PD_LEARN_SLOTS * row;
    assert_true(held[0] == 1 && held[1] == 0 && held[2] == 0 && held[3] == 0); /* 1.3, 0 of 1.3 */
    for (size_t i = 0; i < SLEEVE_VERTICES; i++) {
        double sum = 0;
        for (size_t n = PD_LEARN_SLOTS * i; n < PD_LEARN_SLOTS * (i + 1); n++)
            sum += s.weights[n], assert_true(s.weights[n] >= 0);
        assert_true(fabs(sum - 1) < 1e-12);
    }

    pd_learn_extrapolation_deinit(&x);
    pd_learn_state_deinit(&s);
    world_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_steps_are_gone_at_once),
        cmocka_unit_test(the_best_state_is_kept),
        cmocka_unit_test(extrapolated_weights_stay_non_negative_and_keep_their_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
