/* @heavy: takes over five seconds under ASan. */
/* Cost and gradient of a phase-functioned network: the double reference is compared with finite differences
 * and with the run time, the fast version with the reference. */
#include "train/network/grad.h"

#include "core/pfnn/run.h"
#include "train/network/adam.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <stdlib.h>

/* A small world: sizes that fill no panel. */
typedef struct world {
    pd_train_params params;
    pd_pfnn_network network;
    pd_train_batch batch;
    float *x, *t, *gradient;
    double cycle[8];
    pd_train_grad_plain plain;
} world;

static void check(pd_status status, const pd_error *err)
{
    if (status != PD_OK) fail_msg("%s: %s", err->where, err->detail);
}

/* gate NULL: a phase function. */
static void make_of(world *w, const int dims[3], int groups, int rows, const pd_pfnn_gate *gate)
{
    const int x_dim = dims[0], h_dim = dims[1], y_dim = dims[2];
    pd_error err = {0};
    pd_rng rng;
    memset(w, 0, sizeof *w);
    if (gate) {
        check(pd_train_params_init_gated(&w->params, x_dim, h_dim, y_dim, gate, &err), &err);
        check(pd_pfnn_network_init_gated(&w->network, x_dim, h_dim, y_dim, gate, &err), &err);
        w->plain.gate = calloc(pd_pfnn_gate_count(gate), sizeof(double));
    } else {
        check(pd_train_params_init(&w->params, x_dim, h_dim, y_dim, &err), &err);
        check(pd_pfnn_network_init(&w->network, x_dim, h_dim, y_dim, &err), &err);
    }
    pd_train_params_random(&w->params, 3);
    pd_train_params_write(&w->network, &w->params);
    pd_rng_init(&rng, 7);
    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        pd_fixture_normals(w->network.layers[l].bias, w->network.controls * w->network.layers[l].out, 0.3,
                           &rng);
    for (int l = 0; gate && l < PD_PFNN_GATE_LAYERS; l++) {
        pd_pfnn_gate_layer at = pd_pfnn_gate_layer_at(&w->network.gate, l);
        pd_fixture_normals(w->network.gate.values + at.bias, at.out, 0.3, &rng);
    }
    pd_train_params_read(&w->params, &w->network);
    w->x = malloc((size_t)(groups * rows * x_dim) * sizeof *w->x);
    w->t = malloc((size_t)(groups * rows * y_dim) * sizeof *w->t);
    pd_fixture_normals(w->x, groups * rows * x_dim, 1, &rng);
    pd_fixture_normals(w->t, groups * rows * y_dim, 1, &rng);
    for (int g = 0; g < groups; g++) w->cycle[g] = pd_rng_uniform(&rng);
    w->gradient = pd_train_params_like(&w->params);
    w->batch = (pd_train_batch){
        .group_count = groups, .group_rows = rows, .x = w->x, .t = w->t, .cycle = w->cycle, .seed = 11};
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t outs = (size_t)w->network.controls * (size_t)w->network.layers[l].out;
        w->plain.weights[l] = calloc(outs * (size_t)w->network.layers[l].in, sizeof(double));
        w->plain.bias[l] = calloc(outs, sizeof(double));
    }
}

static void make(world *w, int x_dim, int h_dim, int y_dim, int groups, int rows)
{
    make_of(w, (int[]){x_dim, h_dim, y_dim}, groups, rows, NULL);
}

/* Makes a world with a gate of three inputs, one of them larger, and so many experts. */
static void make_gated(world *w, const int dims[3], int groups, int rows, int experts)
{
    const pd_pfnn_gate gate = {
        .input_count = 3, .hidden = 6, .experts = experts, .inputs = {1, 4, 5}, .scales = {1, 3, 0.5F}};
    make_of(w, dims, groups, rows, &gate);
}

static void drop(world *w)
{
    for (int l = 0; l < PD_PFNN_LAYERS; l++) free(w->plain.weights[l]), free(w->plain.bias[l]);
    pd_train_params_deinit(&w->params);
    pd_pfnn_network_deinit(&w->network);
    free(w->x), free(w->t), free(w->gradient), free(w->plain.gate);
}

static void reference(world *w, const pd_train_cost *cost)
{
    pd_error err = {0};
    check(pd_train_grad_ref(&w->plain, &w->network, &w->batch, cost, &err), &err);
}

static double weights_cost(const pd_pfnn_network *n, double gamma)
{
    double sum = 0;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t count = (size_t)n->controls * (size_t)n->layers[l].out * (size_t)n->layers[l].in;
        for (size_t i = 0; i < count; i++)
            sum += gamma / 3 * fabs((double)n->layers[l].weights[i]) / (double)count;
    }
    return sum;
}

static double cost_at(world *w, const pd_train_cost *cost, float *number, float value)
{
    float kept = *number;
    *number = value;
    reference(w, cost);
    double sum = w->plain.loss + weights_cost(&w->network, cost->gamma);
    *number = kept;
    return sum;
}

/* Numbers of every layer, spread over them; h is exact in float. */
static void compare_differences(world *w, const pd_train_cost *cost, double tolerance)
{
    const float h = 1.0F / 1024;
    pd_rng rng;
    pd_rng_init(&rng, 23);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *layer = &w->network.layers[l];
        for (int n = 0; n < 40; n++) {
            int bias = n % 4 == 0,
                at = pd_rng_below(&rng, w->network.controls * layer->out * (bias ? 1 : layer->in));
            float *number = bias ? &layer->bias[at] : &layer->weights[at];
            float up = *number + h, down = *number - h;
            double slope =
                (cost_at(w, cost, number, up) - cost_at(w, cost, number, down)) / ((double)up - (double)down);
            reference(w, cost);
            double got = bias ? w->plain.bias[l][at] : w->plain.weights[l][at];
            assert_near(got, slope, tolerance);
        }
    }

    size_t gate = pd_pfnn_gate_count(&w->network.gate);
    for (size_t at = 0; at < gate; at++) {
        float *number = &w->network.gate.values[at], up = *number + h, down = *number - h;
        double slope =
            (cost_at(w, cost, number, up) - cost_at(w, cost, number, down)) / ((double)up - (double)down);
        reference(w, cost);
        assert_near(w->plain.gate[at], slope, tolerance);
    }
}

static void the_reference_gradient_of_mse_is_that_of_finite_differences(void **state)
{
    (void)state;
    world w;
    make(&w, 9, 7, 5, 3, 2);
    compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_MSE}, 2e-6);
    compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_MSE, .dropout = 0.3}, 4e-6);
    const float emphasis[] = {1, 3, 0, 0.5F, 2};
    compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_MSE, .emphasis = emphasis}, 8e-6);
    drop(&w);
}

static void the_reference_gradient_of_l1_with_the_weights_term_is_that_of_finite_differences(void **state)
{
    (void)state;
    world w;
    make(&w, 9, 7, 5, 3, 2);
    for (int i = 0; i < 3 * 2 * 5; i++)
        w.t[i] += i % 2 ? 20 : -20; /* no difference crosses the corner of |e| */
    compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_L1, .gamma = 0.5, .dropout = 0.2}, 2e-6);
    drop(&w);
}

/* Two distances between triples of outputs, whose normalised differences are offset as rows' means would. */
static const pd_train_span spans[2] = {{0, 6, {3, -2, 1}, 5}, {3, 9, {-1, 4, 2}, 2}};

static void the_reference_gradient_with_spans_is_that_of_finite_differences(void **state)
{
    (void)state;
    world w;
    make(&w, 7, 6, 13, 2, 3);
    const pd_train_cost cost = {.loss = PD_TRAIN_MSE, .spans = spans, .span_count = 2};
    compare_differences(&w, &cost, 2e-4);
    drop(&w);
}

static void the_reference_gradient_of_experts_and_of_their_gate_is_that_of_finite_differences(void **state)
{
    (void)state;
    for (int experts = 2; experts <= 7; experts += 5) {
        world w;
        make_gated(&w, (int[]){9, 7, 5}, 3, 2, experts);
        compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_MSE}, 4e-6);
        compare_differences(&w, &(pd_train_cost){.loss = PD_TRAIN_MSE, .dropout = 0.3}, 8e-6);
        drop(&w);
    }
}

/* Mixtures differ from row to row, or the test above would prove little. */
static void rows_of_a_group_have_mixtures_of_their_own(void **state)
{
    (void)state;
    world w;
    pd_pfnn_gate_run runs[2];
    make_gated(&w, (int[]){9, 7, 5}, 1, 2, 3);
    for (int r = 0; r < 2; r++) pd_pfnn_gate_weights(&runs[r], &w.network.gate, w.x + r * 9);
    assert_true(fabs(runs[0].c[0] - runs[1].c[0]) > 0.02);
    drop(&w);
}

static void the_reference_equals_the_run_time_evaluation(void **state)
{
    (void)state;
    world w;
    pd_error err = {0};
    double y[5], sum = 0;
    for (int gated = 0; gated < 2; gated++, sum = 0) {
        if (gated)
            make_gated(&w, (int[]){9, 7, 5}, 2, 3, 5);
        else
            make(&w, 9, 7, 5, 2, 3);
        reference(&w, &(pd_train_cost){.loss = PD_TRAIN_L1});
        for (int r = 0; r < 6; r++) {
            check(pd_pfnn_ref(y, &w.network, w.x + r * 9, 2 * 3.14159265358979323846 * w.cycle[r / 3],
                              PD_PFNN_CUBIC, &err),
                  &err);
            for (int o = 0; o < 5; o++) sum += fabs(y[o] - w.t[r * 5 + o]) / 30;
        }
        assert_near(w.plain.loss, sum, 1e-6);
        drop(&w);
    }
}

/* ---- the fast version */

static void copy_panel(void *ctx, const float *gradient, size_t first, size_t count)
{
    memcpy((float *)ctx + first, gradient, count * sizeof *gradient);
}

static double fast(world *w, const pd_train_cost *cost, const pd_executor *executor)
{
    pd_train_step *step;
    pd_error err = {0};
    check(pd_train_step_create(&step, &w->params, w->batch.group_count, w->batch.group_rows,
                               executor->worker_count, &err),
          &err);
    double loss = pd_train_step_run(step, &w->params, &w->batch, cost,
                                    (pd_train_grad_sink){copy_panel, w->gradient}, executor);
    pd_train_step_release(step);
    return loss;
}

/* Returns the largest difference of the gradients, as a fraction of the largest number of the layer. */
static double apart(const world *w)
{
    pd_pfnn_network got;
    pd_train_params gradient = w->params;
    double worst = 0;
    gradient.values = w->gradient;
    const int x = w->params.x_dim, h = w->params.h_dim, y = w->params.y_dim;
    const pd_pfnn_gate *gate = w->network.gate.input_count ? &w->network.gate : NULL;
    assert_int_equal(gate ? pd_pfnn_network_init_gated(&got, x, h, y, gate, NULL)
                          : pd_pfnn_network_init(&got, x, h, y, NULL),
                     PD_OK);
    pd_train_params_write(&got, &gradient);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t outs = (size_t)got.controls * (size_t)got.layers[l].out,
               count = outs * (size_t)got.layers[l].in;
        double largest = 0, difference = 0;
        for (size_t i = 0; i < count; i++) {
            largest = fmax(largest, fabs(w->plain.weights[l][i]));
            difference = fmax(difference, fabs(w->plain.weights[l][i] - (double)got.layers[l].weights[i]));
        }
        for (size_t i = 0; i < outs; i++)
            difference = fmax(difference, fabs(w->plain.bias[l][i] - (double)got.layers[l].bias[i]));
        worst = fmax(worst, difference / largest);
    }

    double largest = 1e-30, difference = 0;
    for (size_t i = 0; gate && i < pd_pfnn_gate_count(gate); i++) {
        largest = fmax(largest, fabs(w->plain.gate[i]));
        difference = fmax(difference, fabs(w->plain.gate[i] - (double)got.gate.values[i]));
    }
    worst = fmax(worst, difference / largest);
    pd_pfnn_network_deinit(&got);
    return worst;
}

static void the_fast_gradient_is_the_reference(void **state)
{
    (void)state;
    const int sizes[][5] = {
        {9, 7, 5, 3, 2}, {70, 64, 64, 2, 64}, {130, 100, 71, 3, 5}, {342, 128, 311, 2, 8}};
    float emphasis[311];
    for (int o = 0; o < 311; o++) emphasis[o] = (float)(0.5 + o % 5);
    const pd_train_cost costs[] = {
        {.loss = PD_TRAIN_L1},
        {.dropout = 0.1, .gamma = 0.5, .emphasis = emphasis},
        {.loss = PD_TRAIN_MSE, .dropout = 0.4, .gamma = 0.01, .emphasis = emphasis},
        {.dropout = 0.1, .emphasis = emphasis, .spans = spans, .span_count = 2}};
    double worst = 0;
    for (int s = 0; s < 4; s++)
        for (int c = 0; c < (s ? 4 : 3); c++) { /* the first has too few outputs for spans */
            world w;
            make(&w, sizes[s][0], sizes[s][1], sizes[s][2], sizes[s][3], sizes[s][4]);
            reference(&w, &costs[c]);
            assert_near(fast(&w, &costs[c], &pd_executor_serial), w.plain.loss, 1e-5 * w.plain.loss);
            worst = fmax(worst, apart(&w));
            drop(&w);

            make_gated(&w, sizes[s], sizes[s][3], sizes[s][4], 3 + 2 * s);
            reference(&w, &costs[c]);
            assert_near(fast(&w, &costs[c], &pd_executor_serial), w.plain.loss, 1e-5 * w.plain.loss);
            worst = fmax(worst, apart(&w));
            drop(&w);
        }
    print_message("largest difference %.2g of the largest number of a layer\n", worst);
    assert_true(worst < 2e-5);
}

static void any_number_of_workers_in_any_order_gives_the_same_bits(void **state)
{
    (void)state;
    const pd_train_cost cost = {.dropout = 0.1, .gamma = 0.01};
    world a, b;
    make(&a, 130, 200, 71, 3, 16);
    make(&b, 130, 200, 71, 3, 16);
    double loss = fast(&a, &cost, &pd_executor_serial);
    assert_true(loss == fast(&b, &cost, &pd_fixture_shuffled));
    assert_memory_equal(a.gradient, b.gradient, a.params.count * sizeof(float));
    assert_true(loss == fast(&b, &cost, &pd_fixture_threads));
    assert_memory_equal(a.gradient, b.gradient, a.params.count * sizeof(float));
    drop(&a), drop(&b);

    make_gated(&a, (int[]){130, 200, 71}, 3, 16, 5);
    make_gated(&b, (int[]){130, 200, 71}, 3, 16, 5);
    loss = fast(&a, &cost, &pd_executor_serial);
    assert_true(loss == fast(&b, &cost, &pd_fixture_shuffled));
    assert_memory_equal(a.gradient, b.gradient, a.params.count * sizeof(float));
    assert_true(loss == fast(&b, &cost, &pd_fixture_threads));
    assert_memory_equal(a.gradient, b.gradient, a.params.count * sizeof(float));
    drop(&a), drop(&b);
}

static void add_parts(world *made)
{
    const pd_train_cost cost = {.dropout = 0.3};
    world w = *made;
    double whole = fast(&w, &cost, &pd_executor_serial), sum = 0;
    float *expected = pd_train_params_like(&w.params), *added = pd_train_params_like(&w.params);
    memcpy(expected, w.gradient, w.params.count * sizeof(float));
    for (int part = 0; part < 2; part++) {
        w.batch = (pd_train_batch){.group_count = part ? 3 : 1,
                                   .group_rows = 4,
                                   .seed = 11,
                                   .first_group = part,
                                   .total_rows = 16,
                                   .x = w.x + (size_t)part * 4 * 20,
                                   .t = w.t + (size_t)part * 4 * 10,
                                   .cycle = w.cycle + part};
        sum += fast(&w, &cost, &pd_executor_serial);
        for (size_t i = 0; i < w.params.count; i++) added[i] += w.gradient[i];
    }
    assert_near(sum, whole, 1e-7);
    for (size_t i = 0; i < w.params.count; i++) assert_near(added[i], expected[i], 1e-7);
    free(expected), free(added);
    drop(&w);
}

static void parts_of_a_batch_add_up_to_the_whole(void **state)
{
    (void)state;
    world w;
    make(&w, 20, 30, 10, 4, 4);
    add_parts(&w);
    make_gated(&w, (int[]){20, 30, 10}, 4, 4, 3);
    add_parts(&w);
}

static void dropout_leaves_the_mean_of_a_unit_as_it_was(void **state)
{
    (void)state;
    float scale[64 * 64], again[64 * 64];
    double sum = 0;
    int dropped = 0, count = 0;
    for (int g = 0; g < 50; g++) {
        pd_train_dropout(scale, 64, 0.1, 9, 1, g, 3);
        for (int i = 0; i < 64 * 64; i++, count++) sum += (double)scale[i], dropped += scale[i] == 0;
    }
    assert_near(sum / count, 1, 0.004);
    assert_near((double)dropped / count, 0.1, 0.003);
    pd_train_dropout(again, 64, 0.1, 9, 1, 49, 3);
    assert_memory_equal(scale, again, sizeof scale);
    pd_train_dropout(again, 64, 0.1, 9, 0, 49, 3);
    assert_memory_not_equal(scale, again, sizeof scale);
    pd_train_dropout(again, 64, 0, 9, 0, 49, 3);
    for (int i = 0; i < 64 * 64; i++) assert_near(again[i], 1, 0);
}

/* ---- learning */

typedef struct learner {
    pd_train_params *params;
    float *m, *v;
    double rate;
    long step;
} learner;

static void move(void *ctx, const float *gradient, size_t first, size_t count)
{
    learner *l = ctx;
    pd_train_adam(l->params->values + first, l->m + first, l->v + first, gradient, count, l->rate, l->step);
}

/* Fills the batch with random inputs and phases, and with the teacher's outputs for them as targets. */
static void ask_teacher(world *pupil, const pd_pfnn_network *teacher, pd_rng *rng)
{
    double y[6];
    int rows = pupil->batch.group_rows;
    for (int g = 0; g < pupil->batch.group_count; g++) pupil->cycle[g] = pd_rng_uniform(rng);
    pd_fixture_normals(pupil->x, pupil->batch.group_count * rows * 8, 1, rng);
    for (int r = 0; r < pupil->batch.group_count * rows; r++) {
        double phase = 2 * 3.14159265358979323846 * pupil->cycle[r / rows];
        assert_int_equal(pd_pfnn_ref(y, teacher, pupil->x + r * 8, phase, PD_PFNN_CUBIC, NULL), PD_OK);
        for (int o = 0; o < 6; o++) pupil->t[r * 6 + o] = (float)y[o];
    }
}

static void a_network_learns_the_output_of_another_at_every_phase(void **state)
{
    (void)state;
    world teacher, pupil;
    pd_train_step *step;
    pd_rng rng;
    enum { STEPS = 1500 };
    const pd_train_cost cost = {.loss = PD_TRAIN_L1};
    const pd_train_rate rate = {.top = 5e-3, .last = 0.005, .warm_up = 50, .steps = STEPS};
    make(&teacher, 8, 16, 6, 1, 1);
    make(&pupil, 8, 64, 6, 4, 16);
    pd_train_params_random(&pupil.params, 99);
    learner l = {.params = &pupil.params,
                 .m = pd_train_params_like(&pupil.params),
                 .v = pd_train_params_like(&pupil.params)};
    pd_rng_init(&rng, 31);
    assert_int_equal(pd_train_step_create(&step, &pupil.params, 4, 16, 1, NULL), PD_OK);
    double first = 0, last = 0;
    for (l.step = 0; l.step < STEPS; l.step++) {
        l.rate = pd_train_rate_at(&rate, l.step);
        ask_teacher(&pupil, &teacher.network, &rng);
        double loss = pd_train_step_run(step, &pupil.params, &pupil.batch, &cost,
                                        (pd_train_grad_sink){move, &l}, &pd_executor_serial);
        first += l.step < 20 ? loss / 20 : 0, last += l.step >= STEPS - 20 ? loss / 20 : 0;
    }
    print_message("loss %.3f, then %.3f\n", first, last);
    assert_true(last < 0.12 * first);
    pd_train_step_release(step);
    free(l.m), free(l.v);
    drop(&teacher), drop(&pupil);
}

static void parameters_survive_the_way_to_a_network_and_back(void **state)
{
    (void)state;
    world w;
    pd_train_params other;
    make(&w, 21, 70, 65, 1, 1);
    assert_int_equal(pd_train_params_init(&other, 21, 70, 65, NULL), PD_OK);
    pd_train_params_read(&other, &w.network);
    assert_memory_equal(other.values, w.params.values, other.count * sizeof(float));
    pd_train_params_deinit(&other);
    drop(&w);

    make_gated(&w, (int[]){21, 70, 65}, 1, 1, 6);
    assert_int_equal(pd_train_params_init_gated(&other, 21, 70, 65, &w.network.gate, NULL), PD_OK);
    pd_train_params_read(&other, &w.network);
    assert_memory_equal(other.values, w.params.values, other.count * sizeof(float));
    pd_train_params_deinit(&other);
    drop(&w);
}

static void sizes_that_no_network_may_have_are_refused_by_name(void **state)
{
    (void)state;
    pd_train_params p;
    pd_error err = {0};
    assert_int_equal(pd_train_params_init(&p, 342, 0, 311, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "hidden");
    assert_int_equal(pd_train_params_init(&p, 342, 512, 9000, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "outputs");
    assert_int_equal(pd_train_params_init(&p, 8192, 8192, 8192, &err), PD_ERR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_gradient_of_mse_is_that_of_finite_differences),
        cmocka_unit_test(the_reference_gradient_of_l1_with_the_weights_term_is_that_of_finite_differences),
        cmocka_unit_test(the_reference_gradient_with_spans_is_that_of_finite_differences),
        cmocka_unit_test(the_reference_gradient_of_experts_and_of_their_gate_is_that_of_finite_differences),
        cmocka_unit_test(rows_of_a_group_have_mixtures_of_their_own),
        cmocka_unit_test(the_reference_equals_the_run_time_evaluation),
        cmocka_unit_test(the_fast_gradient_is_the_reference),
        cmocka_unit_test(any_number_of_workers_in_any_order_gives_the_same_bits),
        cmocka_unit_test(parts_of_a_batch_add_up_to_the_whole),
        cmocka_unit_test(dropout_leaves_the_mean_of_a_unit_as_it_was),
        cmocka_unit_test(a_network_learns_the_output_of_another_at_every_phase),
        cmocka_unit_test(parameters_survive_the_way_to_a_network_and_back),
        cmocka_unit_test(sizes_that_no_network_may_have_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
