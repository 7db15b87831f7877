/* @heavy: takes over five seconds under ASan. */
/* Whole trainings on known walks: the same curve for any division of the work and any interruption,
 * checkpoints, free runs, errors. */
#include "train/network/train.h"

#include "core/base/file.h"
#include "core/pfnn/blend.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/stroll.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct world {
    pd_character_motions motions;
    pd_train_rows rows;
    pd_train_network_options options;
    char path[64];
} world;

static void check(pd_status status, const pd_error *err)
{
    if (status != PD_OK) fail_msg("%s: %s", err->where, err->detail);
}

static int set_up(void **state)
{
    static const stroll walks[] = {{.frames = 200, .speed = 1.2, .swing = 0.4, .source = 0},
                                   {.frames = 200, .speed = 1.4, .turn_deg = 40, .swing = 0.5, .source = 1},
                                   {.frames = 200, .speed = 1.0, .turn_deg = -30, .swing = 0.3, .source = 2}};
    world *w = calloc(1, sizeof *w);
    pd_error err = {0};
    stroll_list(&w->motions, walks, 3);
    check(pd_train_rows_build(&w->rows, &w->motions, 3, &pd_executor_serial, &err), &err);
    w->options = pd_train_network_defaults();
    w->options.hidden = 24, w->options.batch_groups = 3, w->options.rows = 40 * 192, w->options.warm_up = 10;
    snprintf(w->path, sizeof w->path, "/tmp/test_network_train.%d", (int)getpid());
    *state = w;
    return 0;
}

/* The set-up of set_up, with three experts mixed by a gate. */
static int set_up_experts(void **state)
{
    int status = set_up(state);
    world *w = *state;
    w->options.experts = 3;
    return status;
}

static int tear_down(void **state)
{
    world *w = *state;
    unlink(w->path);
    pd_train_rows_deinit(&w->rows);
    pd_character_motions_deinit(&w->motions);
    free(w);
    return 0;
}

static pd_train_network *create(const world *w, const pd_executor *executor)
{
    pd_train_network *t;
    pd_error err = {0};
    check(pd_train_network_create(&t, &w->rows, &w->options, NULL, executor, &err), &err);
    return t;
}

static double steps(pd_train_network *t, int count)
{
    double loss = 0;
    for (int i = 0; i < count; i++) loss = pd_train_network_step(t);
    return loss;
}

/* Checks that all weights of two networks are equal, to the bit. */
static void assert_same_networks(const pd_train_network *a, const pd_train_network *b)
{
    pd_pfnn_network p, q;
    assert_int_equal(pd_train_network_export(&p, a, 0, NULL), PD_OK);
    assert_int_equal(pd_train_network_export(&q, b, 0, NULL), PD_OK);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t outs = (size_t)p.controls * (size_t)p.layers[l].out;
        assert_memory_equal(p.layers[l].weights, q.layers[l].weights,
                            outs * (size_t)p.layers[l].in * sizeof(float));
        assert_memory_equal(p.layers[l].bias, q.layers[l].bias, outs * sizeof(float));
    }
    if (p.gate.input_count)
        assert_memory_equal(p.gate.values, q.gate.values, pd_pfnn_gate_count(&p.gate) * sizeof(float));
    pd_pfnn_network_deinit(&p), pd_pfnn_network_deinit(&q);
}

static void one_worker_and_many_in_any_order_give_the_same_curve(void **state)
{
    const world *w = *state;
    pd_train_network *a = create(w, &pd_executor_serial), *b = create(w, &pd_fixture_shuffled);
    for (int i = 0; i < 12; i++) assert_true(pd_train_network_step(a) == pd_train_network_step(b));
    assert_same_networks(a, b);
    pd_train_network_release(b);
    b = create(w, &pd_fixture_threads);
    steps(b, 12);
    assert_same_networks(a, b);
    pd_train_network_release(a), pd_train_network_release(b);
}

static void a_training_that_goes_on_from_a_checkpoint_is_on_the_same_curve_bit_for_bit(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    pd_train_evaluation evaluation[2];
    pd_train_network *whole = create(w, &pd_executor_serial), *first = create(w, &pd_executor_serial),
                     *second;
    steps(first, 9);
    check(pd_train_network_evaluate(&evaluation[0], first, &err), &err);
    steps(first, 6);
    check(pd_train_network_save(first, w->path, &err), &err);
    pd_train_network_release(first);
    second = create(w, &pd_executor_serial);
    steps(second, 3); /* whatever it was before */
    check(pd_train_network_load(second, w->path, &err), &err);
    assert_int_equal(pd_train_network_steps_done(second), 15);
    steps(whole, 9);
    check(pd_train_network_evaluate(&evaluation[1], whole, &err), &err);
    assert_memory_equal(&evaluation[0], &evaluation[1], sizeof evaluation[0]);
    steps(whole, 6);
    for (int i = 0; i < 10; i++) assert_true(pd_train_network_step(whole) == pd_train_network_step(second));
    check(pd_train_network_evaluate(&evaluation[0], whole, &err), &err);
    check(pd_train_network_evaluate(&evaluation[1], second, &err), &err);
    assert_memory_equal(&evaluation[0], &evaluation[1], sizeof evaluation[0]);
    int count;
    assert_memory_equal(&pd_train_network_evaluations(&count, second)[1], &evaluation[0],
                        sizeof evaluation[0]);
    assert_int_equal(count, 2);
    assert_int_equal(pd_train_network_best(whole), pd_train_network_best(second));
    assert_same_networks(whole, second);
    pd_train_network_release(whole), pd_train_network_release(second);
}

static void the_best_evaluation_keeps_its_parameters_through_a_checkpoint(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    pd_train_evaluation evaluation;
    pd_pfnn_network before, after;
    pd_train_network *a = create(w, &pd_executor_serial), *b = create(w, &pd_executor_serial);
    steps(a, 40);
    check(pd_train_network_evaluate(&evaluation, a, &err), &err);
    check(pd_train_network_export(&before, a, 1, &err), &err);
    check(pd_train_network_save(a, w->path, &err), &err);
    check(pd_train_network_load(b, w->path, &err), &err);
    steps(b, 1);
    check(pd_train_network_export(&after, b, 1, &err), &err);
    size_t count = 4 * (size_t)before.layers[1].out * (size_t)before.layers[1].in;
    assert_memory_equal(before.layers[1].weights, after.layers[1].weights, count * sizeof(float));
    pd_pfnn_network_deinit(&before), pd_pfnn_network_deinit(&after);
    pd_train_network_release(a), pd_train_network_release(b);
}

static void a_checkpoint_of_other_rows_or_sizes_or_no_checkpoint_is_refused(void **state)
{
    const world *w = *state;
    world other = *w;
    pd_error err = {0};
    pd_train_network *a = create(w, &pd_executor_serial), *b;
    steps(a, 2);
    check(pd_train_network_save(a, w->path, &err), &err);
    other.options.hidden = 25;
    b = create(&other, &pd_executor_serial);
    assert_int_equal(pd_train_network_load(b, w->path, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "of other rows, sizes or seed"));
    pd_train_network_release(b);
    other.options = w->options, other.options.seed = 77;
    b = create(&other, &pd_executor_serial);
    assert_int_equal(pd_train_network_load(b, w->path, &err), PD_ERR_INVALID);
    assert_int_equal(pd_train_network_load(b, "/tmp/there is no such file", &err), PD_ERR_NOT_FOUND);
    check(pd_file_write(w->path, "rubbish", 7, &err), &err);
    assert_int_equal(pd_train_network_load(b, w->path, &err), PD_ERR_FORMAT);
    pd_train_network_release(a), pd_train_network_release(b);
}

static void a_cut_checkpoint_is_refused(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    pd_bytes bytes;
    pd_train_network *a = create(w, &pd_executor_serial);
    check(pd_train_network_save(a, w->path, &err), &err);
    check(pd_file_map(&bytes, w->path, &err), &err);
    check(pd_file_write(w->path, bytes.data, bytes.size / 2, &err), &err);
    pd_file_unmap(&bytes);
    assert_int_equal(pd_train_network_load(a, w->path, &err), PD_ERR_FORMAT);
    pd_train_network_release(a);
}

/* ---- several processes, played by one: each waits until all have brought their numbers */

typedef struct meeting {
    float *sum;
    size_t count;
    int calls;
} meeting;

/* Process 0 computes the other's gradient too: it is run first and its sum kept. */
static void keep_sum(void *ctx, float *values, size_t count)
{
    meeting *m = ctx;
    if (count == 1) return;
    m->sum = realloc(m->sum, count * sizeof *m->sum);
    memcpy(m->sum, values, count * sizeof *values);
    m->count = count;
}

static void add_sum(void *ctx, float *values, size_t count)
{
    meeting *m = ctx;
    m->calls++;
    if (count == 1) return;
    assert_int_equal(count, m->count);
    for (size_t i = 0; i < count; i++) values[i] += m->sum[i];
}

static void two_processes_share_a_batch_and_come_to_the_same_parameters(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    meeting m = {0};
    const pd_train_reducer first = {keep_sum, &m, 1, 2}, second = {add_sum, &m, 0, 2};
    pd_train_network *alone = create(w, &pd_executor_serial), *one, *two;
    check(pd_train_network_create(&one, &w->rows, &w->options, &first, &pd_executor_serial, &err), &err);
    check(pd_train_network_create(&two, &w->rows, &w->options, &second, &pd_executor_serial, &err), &err);
    double loss = pd_train_network_step(alone),
           parts = pd_train_network_step(one) + pd_train_network_step(two);
    assert_near(parts, loss, 1e-6);
    assert_int_equal(m.calls, 2);
    pd_pfnn_network p, q;
    check(pd_train_network_export(&p, alone, 0, &err), &err);
    check(pd_train_network_export(&q, two, 0, &err), &err);
    int far = 0, count = p.controls * p.layers[1].in * p.layers[1].out;
    for (int i = 0; i < count; i++)
        far += fabs((double)p.layers[1].weights[i] - (double)q.layers[1].weights[i]) > 2e-6;
    assert_true(far < count / 1000 + 2); /* a gradient of nothing but rounding has any sign */

    far = 0, count = (int)pd_pfnn_gate_count(&p.gate);
    for (int i = 0; i < count; i++) far += fabs((double)p.gate.values[i] - (double)q.gate.values[i]) > 2e-6;
    assert_true(far < count / 100 + 2);
    pd_pfnn_network_deinit(&p), pd_pfnn_network_deinit(&q);
    pd_train_network_release(alone), pd_train_network_release(one), pd_train_network_release(two);
    free(m.sum);
}

static void more_processes_than_groups_are_refused(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    pd_train_network *t;
    const pd_train_reducer many = {keep_sum, NULL, 0, 4};
    assert_int_equal(pd_train_network_create(&t, &w->rows, &w->options, &many, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "batch");
}

/* ---- what it learns */

static void a_short_training_walks_by_itself(void **state)
{
    world w = *(world *)*state;
    pd_error err = {0};
    pd_train_evaluation before, after;
    check(pd_train_rows_build(&w.rows, &w.motions, 0, &pd_executor_serial, &err), &err);
    w.options.hidden = 64, w.options.batch_groups = 4, w.options.rows = 1000 * 256;
    w.options.noise.joints = 0.1,
    w.options.cost.dropout = 0.1; /* few rows: with less it trusts its own last pose too early */
    pd_train_network *t = create(&w, &pd_executor_serial);
    steps(t, 1);
    check(pd_train_network_evaluate(&before, t, &err), &err);
    steps(t, 999);
    check(pd_train_network_evaluate(&after, t, &err), &err);
    print_message("loss %.3f, then %.3f; joints %.3f m, then %.3f m\n", before.free.held, after.free.held,
                  before.free.joints, after.free.joints);
    assert_true(after.free.held < 0.3 * before.free.held);
    assert_true(after.free.joints < 0.5 * before.free.joints);
    assert_true(after.free.worst >= after.free.joints);
    assert_int_equal(pd_train_network_best(t), 1);
    pd_train_network_release(t);
    pd_train_rows_deinit(&w.rows);
}

static void the_exported_network_is_whole_and_knows_its_skeleton(void **state)
{
    const world *w = *state;
    pd_pfnn_network n;
    pd_train_network *t = create(w, &pd_executor_serial);
    pd_error err = {0};
    check(pd_train_network_export(&n, t, 1, &err), &err);
    check(pd_pfnn_network_check(&n, &err), &err);
    assert_int_equal(n.joint_count, 31);
    assert_string_equal(n.joint_names[PD_BIPED_HEAD], "Head");
    assert_near(n.offsets[3 * PD_BIPED_L_SHIN + 1], -0.3941, 1e-6);
    assert_memory_equal(n.x_std, w->rows.x_std, 342 * sizeof(float));
    assert_memory_equal(n.joint_weights, w->rows.joint_weights, 31 * sizeof(float));
    pd_pfnn_network_deinit(&n);
    pd_train_network_release(t);
}

static void the_budget_is_rounded_up_to_whole_steps(void **state)
{
    world w = *(world *)*state;
    w.options.rows = 193;
    pd_train_network *t = create(&w, &pd_executor_serial);
    assert_int_equal(pd_train_network_step_rows(t), 192);
    assert_int_equal(pd_train_network_steps(t), 2);
    pd_train_network_set_rows(t, 1920);
    assert_int_equal(pd_train_network_steps(t), 10);
    pd_train_network_release(t);
}

static void one_expert_alone_needs_no_gate_and_is_refused(void **state)
{
    world w = *(world *)*state;
    pd_error err = {0};
    pd_train_network *t;
    w.options.experts = 1;
    assert_int_equal(pd_train_network_create(&t, &w.rows, &w.options, NULL, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "experts");
    assert_non_null(strstr(err.detail, "2 to 16 allowed"));
}

/* Without a phase every group is trained at phase 0, and the network
 * that is exported is the same at all phases. */
static void rows_without_a_phase_make_a_network_without_one(void **state)
{
    world *w = *state;
    pd_pfnn_network n;
    float x[400], y[400];

    assert_true(w->rows.layout.in_count <= 400 && w->rows.layout.out_count <= 400);
    pd_train_rows_drop_phase(&w->rows);
    const int change = w->rows.layout.out_phase;
    for (long r = 0; r < w->rows.count; r += 37) {
        pd_train_rows_get(x, y, &w->rows, r);
        assert_true(y[change] == 0);
    }

    /* It learns: the mean loss of twenty steps at the end is below that of the first twenty. */
    w->options.rows = 200 * 192;
    pd_train_network *t = create(w, &pd_executor_serial);
    double first = 0, last = 0;
    for (int i = 0; i < 200; i++) {
        const double loss = steps(t, 1);
        first += i < 20 ? loss / 20 : 0, last += i >= 180 ? loss / 20 : 0;
    }
    if (!(last < 0.7 * first)) fail_msg("loss %g at first, %g after 200 steps", first, last);
    assert_int_equal(pd_train_network_export(&n, t, 0, NULL), PD_OK);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &n.layers[l];
        const size_t weights = (size_t)layer->out * (size_t)layer->in;
        double size = 0;
        for (size_t i = 0; i < weights; i++) size += fabs((double)layer->weights[i]);
        assert_true(size > 0);
        for (size_t k = 1; k < 4; k++) {
            assert_memory_equal(layer->weights, layer->weights + k * weights,
                                weights * sizeof *layer->weights);
            assert_memory_equal(layer->bias, layer->bias + k * (size_t)layer->out,
                                (size_t)layer->out * sizeof *layer->bias);
        }
    }
    pd_pfnn_network_deinit(&n);
    pd_train_network_release(t);
}

static void an_exported_gate_has_the_inputs_of_its_header_and_its_experts_differ(void **state)
{
    const world *w = *state;
    pd_error err = {0};
    pd_pfnn_network n;
    pd_train_network *t = create(w, &pd_executor_serial);
    steps(t, 30);
    check(pd_train_network_export(&n, t, 0, &err), &err);
    check(pd_pfnn_network_check(&n, &err), &err);
    assert_int_equal(n.controls, 3);
    assert_int_equal(n.gate.hidden, 32);
    assert_string_equal(pd_pfnn_blend_of(&n)->name, "gate");

    /* mixtures of rows that are far apart differ: the gate has begun to tell them */
    pd_pfnn_gate_run a, b;
    float *x = calloc((size_t)n.x_dim, sizeof *x);
    float *y = calloc((size_t)n.y_dim, sizeof *y);
    pd_train_rows_get(x, y, &w->rows, 20);
    pd_pfnn_gate_weights(&a, &n.gate, x);
    pd_train_rows_get(x, y, &w->rows, 20 + 35);
    pd_pfnn_gate_weights(&b, &n.gate, x);
    assert_true(fabs(a.c[0] - b.c[0]) + fabs(a.c[1] - b.c[1]) > 1e-3);
    free(x), free(y);
    pd_pfnn_network_deinit(&n);
    pd_train_network_release(t);
}

static void bad_options_are_refused_by_name_value_and_range(void **state)
{
    (void)state;
    const pd_train_network_options good = pd_train_network_defaults();
    pd_train_network_options o;
    pd_error err = {0};
    assert_int_equal(pd_train_network_check(&good, &err), PD_OK);
#define REFUSED(field, value, name)                                                                          \
    do {                                                                                                     \
        o = good, o.field = value;                                                                           \
        assert_int_equal(pd_train_network_check(&o, &err), PD_ERR_RANGE);                                    \
        assert_string_equal(err.where, name);                                                                \
        assert_non_null(strstr(err.detail, "allowed"));                                                      \
    } while (0)
    REFUSED(hidden, 0, "hidden");
    REFUSED(hidden, 5000, "hidden");
    REFUSED(batch_groups, 0, "batch");
    REFUSED(rows, 0, "rows");
    REFUSED(cost.dropout, 1, "dropout");
    REFUSED(cost.dropout, NAN, "dropout");
    REFUSED(cost.gamma, -1, "gamma");
    REFUSED(noise.joints, -0.1, "noise-joints");
    REFUSED(noise.terrain, INFINITY, "noise-terrain");
    REFUSED(rate, 0, "rate");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_worker_and_many_in_any_order_give_the_same_curve),
        cmocka_unit_test(a_training_that_goes_on_from_a_checkpoint_is_on_the_same_curve_bit_for_bit),
        cmocka_unit_test(the_best_evaluation_keeps_its_parameters_through_a_checkpoint),
        cmocka_unit_test(a_checkpoint_of_other_rows_or_sizes_or_no_checkpoint_is_refused),
        cmocka_unit_test(a_cut_checkpoint_is_refused),
        cmocka_unit_test(two_processes_share_a_batch_and_come_to_the_same_parameters),
        cmocka_unit_test(more_processes_than_groups_are_refused),
        cmocka_unit_test(a_short_training_walks_by_itself),
        cmocka_unit_test(the_exported_network_is_whole_and_knows_its_skeleton),
        cmocka_unit_test(the_budget_is_rounded_up_to_whole_steps),
        cmocka_unit_test_setup_teardown(rows_without_a_phase_make_a_network_without_one, set_up, tear_down),
        cmocka_unit_test(bad_options_are_refused_by_name_value_and_range),
    };
    const struct CMUnitTest experts[] = {
        cmocka_unit_test(one_worker_and_many_in_any_order_give_the_same_curve),
        cmocka_unit_test(a_training_that_goes_on_from_a_checkpoint_is_on_the_same_curve_bit_for_bit),
        cmocka_unit_test(two_processes_share_a_batch_and_come_to_the_same_parameters),
        cmocka_unit_test(one_expert_alone_needs_no_gate_and_is_refused),
        cmocka_unit_test(an_exported_gate_has_the_inputs_of_its_header_and_its_experts_differ),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) +
           cmocka_run_group_tests(experts, set_up_experts, tear_down);
}
