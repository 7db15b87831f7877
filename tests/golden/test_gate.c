/* Compares a mixture of experts with tests/golden/gate.txt, which gate.py wrote from the equations in NumPy:
 * mixtures, outputs, loss and all gradients. Tolerances:
 * 1e-7 for the reference in double, 2e-6 for the fast code. */
#include "core/pfnn/run.h"
#include "train/network/grad.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define FILE_NAME "tests/golden/gate.txt"
#define X         7
#define H         5
#define Y         4
#define K         3
#define ROWS      4
#define MOST      512

static const pd_pfnn_gate sizes = {
    .input_count = 2, .hidden = 3, .experts = K, .inputs = {2, 6}, .scales = {1.5F, 0.25F}};

/* Reads a block of the file, whose name comes next. */
static int block(double *out, const char *name, FILE *file)
{
    char is[32];
    int count = 0;
    assert_int_equal(fscanf(file, "%31s %d", is, &count), 2);
    assert_string_equal(is, name);
    assert_true(count >= 1 && count <= MOST);
    for (int i = 0; i < count; i++) assert_int_equal(fscanf(file, "%lf", &out[i]), 1);
    return count;
}

static void floats(float *out, const double *in, int count)
{
    for (int i = 0; i < count; i++) out[i] = (float)in[i];
}

typedef struct golden {
    float x[ROWS * X], t[ROWS * Y];
    pd_pfnn_network network;
    double c[ROWS * K], y[ROWS * Y], loss[MOST], experts[MOST], gate[MOST];
} golden;

static void load(golden *g)
{
    double numbers[MOST];
    FILE *file = fopen(FILE_NAME, "r");
    assert_non_null(file);
    assert_int_equal(pd_pfnn_network_init_gated(&g->network, X, H, Y, &sizes, NULL), PD_OK);

    assert_int_equal(block(numbers, "x", file), ROWS * X);
    floats(g->x, numbers, ROWS * X);
    assert_int_equal(block(numbers, "target", file), ROWS * Y);
    floats(g->t, numbers, ROWS * Y);

    block(numbers, "experts", file);
    const double *at = numbers;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *layer = &g->network.layers[l];
        floats(layer->weights, at, K * layer->out * layer->in);
        floats(layer->bias, at += K * layer->out * layer->in, K * layer->out);
        at += K * layer->out;
    }
    assert_int_equal(block(numbers, "gate", file), pd_pfnn_gate_count(&sizes));
    floats(g->network.gate.values, numbers, (int)pd_pfnn_gate_count(&sizes));

    block(g->c, "c", file);
    block(g->y, "y", file);
    block(g->loss, "loss", file);
    block(g->experts, "experts_gradient", file);
    block(g->gate, "gate_gradient", file);
    fclose(file);
}

static void mixtures_and_outputs_are_numpys(void **state)
{
    (void)state;
    golden g;
    load(&g);
    for (int r = 0; r < ROWS; r++) {
        pd_pfnn_gate_run run;
        double y[Y];
        pd_pfnn_gate_weights(&run, &g.network.gate, g.x + (ptrdiff_t)r * X);
        for (int k = 0; k < K; k++) assert_near(run.c[k], g.c[r * K + k], 1e-7);
        assert_int_equal(pd_pfnn_ref(y, &g.network, g.x + (ptrdiff_t)r * X, 0, PD_PFNN_CUBIC, NULL), PD_OK);
        for (int o = 0; o < Y; o++) assert_near(y[o], g.y[r * Y + o], 1e-6);
    }

    pd_pfnn_model *model;
    float y[ROWS * Y], phase[ROWS] = {0, 1, 2, 3};
    assert_int_equal(pd_pfnn_model_build(&model, &g.network, NULL), PD_OK);
    const pd_pfnn_job job = {.y = y, .x = g.x, .phase = phase, .count = ROWS};
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_pfnn_job_scratch_bytes(&job, model, &pd_executor_serial)));
    pd_pfnn_job_run(&job, model, &arena, &pd_executor_serial);
    for (int i = 0; i < ROWS * Y; i++) assert_near(y[i], g.y[i], 2e-6);
    pd_arena_deinit(&arena);
    pd_pfnn_model_release(model);
}

static void copy_panel(void *ctx, const float *gradient, size_t first, size_t count)
{
    memcpy((float *)ctx + first, gradient, count * sizeof *gradient);
}

/* Checks the gradients. numbers: in the file's order, of each layer weights, then biases. */
static void expect(const double *expected, double *const weights[], double *const bias[], double tolerance)
{
    const int in[] = {X, H, H}, out[] = {H, H, Y};
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        for (int i = 0; i < K * out[l] * in[l]; i++) assert_near(weights[l][i], *expected++, tolerance);
        for (int i = 0; i < K * out[l]; i++) assert_near(bias[l][i], *expected++, tolerance);
    }
}

static void loss_and_gradients_are_numpys(void **state)
{
    (void)state;
    golden g;
    double weights[3][MOST], bias[3][MOST], gate[MOST], cycle = 0;
    load(&g);
    const pd_train_batch batch = {
        .group_count = 1, .group_rows = ROWS, .x = g.x, .t = g.t, .cycle = &cycle, .seed = 1};
    const pd_train_cost cost = {.loss = PD_TRAIN_MSE};
    pd_train_grad_plain plain = {.gate = gate};
    for (int l = 0; l < 3; l++) plain.weights[l] = weights[l], plain.bias[l] = bias[l];
    assert_int_equal(pd_train_grad_ref(&plain, &g.network, &batch, &cost, NULL), PD_OK);
    assert_near(plain.loss, g.loss[0], 1e-7);
    expect(g.experts, plain.weights, plain.bias, 1e-7);
    for (size_t i = 0; i < pd_pfnn_gate_count(&sizes); i++) assert_near(gate[i], g.gate[i], 1e-7);

    /* the fast version */
    pd_train_params params, slopes;
    pd_train_step *step;
    assert_int_equal(pd_train_params_init_gated(&params, X, H, Y, &sizes, NULL), PD_OK);
    pd_train_params_read(&params, &g.network);
    slopes = params;
    slopes.values = pd_train_params_like(&params);
    assert_int_equal(pd_train_step_create(&step, &params, 1, ROWS, 1, NULL), PD_OK);
    double loss = pd_train_step_run(step, &params, &batch, &cost,
                                    (pd_train_grad_sink){copy_panel, slopes.values}, &pd_executor_serial);
    assert_near(loss, g.loss[0], 1e-6);
    pd_train_params_write(&g.network, &slopes);
    for (int l = 0; l < 3; l++) {
        const pd_pfnn_layer *layer = &g.network.layers[l];
        for (int i = 0; i < K * layer->out * layer->in; i++) weights[l][i] = (double)layer->weights[i];
        for (int i = 0; i < K * layer->out; i++) bias[l][i] = (double)layer->bias[i];
    }
    expect(g.experts, plain.weights, plain.bias, 1e-6);
    for (size_t i = 0; i < pd_pfnn_gate_count(&sizes); i++)
        assert_near(g.network.gate.values[i], g.gate[i], 1e-6);

    pd_train_step_release(step);
    free(slopes.values);
    pd_train_params_deinit(&params);
    pd_pfnn_network_deinit(&g.network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixtures_and_outputs_are_numpys),
        cmocka_unit_test(loss_and_gradients_are_numpys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
