/* @long: takes over five seconds under ASan. */
/* Learning of the weights of the embedding's penalties by the error that they cause. */
#include "factory/rig/penalties.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static pd_factory_rig_penalties_options few(void)
{
    return (pd_factory_rig_penalties_options){
        .creatures = 1, .rounds = 2, .ridge = 0.01, .temperature = 0.2, .seed = 5};
}

/* Three solids of four, one and three embeddings. */
static int toy(pd_factory_rig_candidate *list)
{
    static const int solids[8] = {0, 0, 0, 0, 1, 2, 2, 2};
    for (int i = 0; i < 8; i++) {
        list[i] = (pd_factory_rig_candidate){.solid = solids[i],
                                             .wrong = 0.1 + 0.11 * (i * 5 % 8),
                                             .missing = i == 3 ? PD_RIG_EMBED_MISSING : 0};
        for (int k = 0; k < PD_RIG_PENALTIES; k++) list[i].penalties[k] = 0.02 * ((i * 7 + k * 3) % 11);
    }
    return 8;
}

static void the_gradient_is_that_of_the_risk(void **state)
{
    const pd_factory_rig_penalties_options options = few();
    pd_factory_rig_candidate list[8];
    double w[PD_RIG_PENALTIES], gradient[PD_RIG_PENALTIES], unused[PD_RIG_PENALTIES];
    const int count = toy(list);
    (void)state;

    for (int k = 0; k < PD_RIG_PENALTIES; k++) w[k] = pd_rig_penalty_weights[k] * (0.7 + 0.1 * k);
    const double risk = pd_factory_rig_penalties_risk(gradient, w, list, count, &options);
    assert_true(risk > 0.1 && risk < 1);
    for (int k = 0; k < PD_RIG_PENALTIES; k++) {
        const double step = 1e-5, at = w[k];
        w[k] = at + step;
        const double above = pd_factory_rig_penalties_risk(unused, w, list, count, &options);
        w[k] = at - step;
        const double below = pd_factory_rig_penalties_risk(unused, w, list, count, &options);
        w[k] = at;
        assert_float_equal(gradient[k], (above - below) / (2 * step), 1e-8);
    }
}

/* One solid alone: its expected error lies between its least and its largest, and goes to that of the
 * cheapest as T does to 0. */
static void a_cold_choice_is_the_cheapest(void **state)
{
    pd_factory_rig_penalties_options options = few();
    pd_factory_rig_candidate list[8];
    double gradient[PD_RIG_PENALTIES], least = INFINITY, wrong = 0;
    (void)state;
    toy(list);
    for (int i = 0; i < 4; i++) {
        double cost = list[i].missing;
        for (int k = 0; k < PD_RIG_PENALTIES; k++) cost += pd_rig_penalty_weights[k] * list[i].penalties[k];
        if (cost < least) least = cost, wrong = list[i].wrong;
    }
    options.temperature = 1e-4;
    assert_float_equal(pd_factory_rig_penalties_risk(gradient, pd_rig_penalty_weights, list, 4, &options),
                       wrong, 1e-9);
}

static void the_cost_is_linear_in_the_weights_and_the_truth_draws(void **state)
{
    const pd_factory_rig_penalties_options options = few();
    (void)state;
    for (int i = 0; i < PD_RIG_PLANS; i++) {
        pd_factory_rig_solid solid;
        double costs[2], wrong[2], w[PD_RIG_PENALTIES];
        assert_int_equal(pd_factory_rig_solid_make(&solid, &options, i, false, NULL), PD_OK);
        for (int k = 0; k < PD_RIG_PENALTIES; k++) w[k] = pd_rig_penalty_weights[k] * (1.3 - 0.05 * k);
        for (int drawn = 0; drawn < 2; drawn++) {
            pd_rig_embedding e;
            pd_rig_embed_truth truth = solid.truth;
            truth.pull = drawn ? 100 : 0;
            const pd_rig_embed_job job = {solid.plan, &solid.graph, as_it_is, w, &truth};
            assert_int_equal(pd_rig_embed(&e, &job, NULL), PD_OK);
            double sum = e.missing;
            for (int k = 0; k < PD_RIG_PENALTIES; k++) sum += w[k] * e.penalties[k];
            assert_float_equal(e.cost, sum, 1e-9);
            costs[drawn] = e.cost, wrong[drawn] = e.wrong;
        }
        assert_true(wrong[1] <= wrong[0] && wrong[0] > 0 && wrong[0] < 1);
        assert_true(costs[1] >= costs[0] - 1e-9);
        pd_factory_rig_solid_deinit(&solid);
    }
}

/* Returns the mean error of the embeddings that the search finds in the training solids. */
static double error_with(const double *w, const pd_factory_rig_penalties_options *options)
{
    double sum = 0;
    for (int i = 0; i < PD_RIG_PLANS * options->creatures; i++) {
        pd_factory_rig_solid solid;
        pd_rig_embedding e;
        assert_int_equal(pd_factory_rig_solid_make(&solid, options, i, false, NULL), PD_OK);
        const pd_rig_embed_job job = {solid.plan, &solid.graph, as_it_is, w, &solid.truth};
        assert_int_equal(pd_rig_embed(&e, &job, NULL), PD_OK);
        sum += e.wrong;
        pd_factory_rig_solid_deinit(&solid);
    }
    return sum / (PD_RIG_PLANS * options->creatures);
}

static void learning_is_repeatable_and_lowers_the_error(void **state)
{
    pd_factory_rig_penalties_options options = few();
    double begin[PD_RIG_PENALTIES], w[PD_RIG_PENALTIES], again[PD_RIG_PENALTIES];
    (void)state;
    for (int k = 0; k < PD_RIG_PENALTIES; k++) begin[k] = 1;
    options.begin = begin;
    assert_int_equal(pd_factory_rig_penalties_learn(w, &options, NULL), PD_OK);
    assert_int_equal(pd_factory_rig_penalties_learn(again, &options, NULL), PD_OK);
    assert_memory_equal(w, again, sizeof w);
    for (int k = 0; k < PD_RIG_PENALTIES; k++) assert_true(w[k] >= 0 && w[k] < 20);
    const double before = error_with(begin, &options), after = error_with(w, &options);
    printf("error of %d solids: %.4f, learned %.4f\n", PD_RIG_PLANS * options.creatures, before, after);
    assert_true(after < before - 0.02);
}

static void held_out_solids_are_counted_by_plan(void **state)
{
    pd_factory_rig_penalties_options options = few();
    pd_factory_rig_penalties_figures figures[2][PD_RIG_PLANS];
    (void)state;
    options.creatures = 1;
    assert_int_equal(pd_factory_rig_penalties_measure(figures, pd_rig_penalty_weights, &options, NULL),
                     PD_OK);
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        const pd_factory_rig_penalties_figures *f = &figures[1][p];
        assert_int_equal(figures[0][p].count + figures[0][p].refused, 0);
        assert_int_equal(f->count + f->refused, 1);
        assert_true(f->mean > 0 && f->mean <= f->worst && f->worst < 0.5);
    }
}

static void learning_penalties_from_people_is_refused_without_a_model(void **state)
{
    pd_factory_rig_penalties_options options = few();
    double w[PD_RIG_PENALTIES];
    pd_error err;
    (void)state;
    options.people = 1;
    assert_int_equal(pd_factory_rig_penalties_learn(w, &options, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "people");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gradient_is_that_of_the_risk),
        cmocka_unit_test(a_cold_choice_is_the_cheapest),
        cmocka_unit_test(the_cost_is_linear_in_the_weights_and_the_truth_draws),
        cmocka_unit_test(learning_is_repeatable_and_lowers_the_error),
        cmocka_unit_test(held_out_solids_are_counted_by_plan),
        cmocka_unit_test(learning_penalties_from_people_is_refused_without_a_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
