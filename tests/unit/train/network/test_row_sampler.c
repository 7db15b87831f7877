/* Sampling of rows: shares, held-out rows, groups of one phase, noise, repeatability. */
#include "train/network/row_sampler.h"
#include "train/motion/style.h"
#include "tests/support/cmocka.h"
#include "tests/support/stroll.h"

#include <stdlib.h>

#define X      342
#define Y      311
#define GROUPS (PD_TRAIN_BLOCK_ROWS / PD_TRAIN_GROUP_ROWS)

typedef struct world {
    pd_character_motions motions;
    pd_train_rows rows;
    pd_train_row_sampler sampler;
} world;

static const pd_train_noise quiet = {0};

static void make(world *w, const pd_train_noise *noise, uint64_t seed)
{
    static const stroll walks[] = {{.frames = 240, .speed = 1.2, .swing = 0.4, .source = 0},
                                   {.frames = 240, .speed = 1.2, .turn_deg = 40, .swing = 0.4, .source = 1}};
    pd_error err = {0};
    memset(w, 0, sizeof *w);
    stroll_list(&w->motions, walks, 2);
    if (pd_train_rows_build(&w->rows, &w->motions, 2, &pd_executor_serial, &err) ||
        pd_train_row_sampler_init(&w->sampler, &w->rows, noise, seed, PD_TRAIN_GROUP_ROWS, &err))
        fail_msg("%s: %s", err.where, err.detail);
}

static void drop(world *w)
{
    pd_train_row_sampler_deinit(&w->sampler);
    pd_train_rows_deinit(&w->rows);
    pd_character_motions_deinit(&w->motions);
}

static void rows_come_in_proportion_to_their_weights_and_held_out_ones_never(void **state)
{
    (void)state;
    world w;
    make(&w, &quiet, 5);
    double sum = 0;
    int *times = calloc((size_t)w.rows.count, sizeof *times);
    pd_train_row_sampler_block(&w.sampler, 0);
    for (int i = 0; i < PD_TRAIN_BLOCK_ROWS; i++) times[w.sampler.sampled[i]]++;
    for (long r = 0; r < w.rows.count; r++) sum += w.rows.held_out[r] ? 0 : (double)w.rows.weight[r];
    for (long r = 0; r < w.rows.count; r++) {
        double expected = w.rows.held_out[r] ? 0 : PD_TRAIN_BLOCK_ROWS * (double)w.rows.weight[r] / sum;
        assert_near(times[r], expected, 2.001); /* one of each part of the sum: never far off */
        if (w.rows.held_out[r]) assert_int_equal(times[r], 0);
    }
    free(times);
    drop(&w);
}

static void a_group_has_one_phase(void **state)
{
    (void)state;
    world w;
    static float x[64 * X], t[64 * Y];
    make(&w, &quiet, 5);
    pd_train_row_sampler_block(&w.sampler, 3);
    for (long g = 0; g < GROUPS; g++) {
        const int *rows = w.sampler.sampled + w.sampler.groups[g] * PD_TRAIN_GROUP_ROWS;
        double phase = pd_train_row_sampler_fill(x, t, &w.sampler, g), first = w.rows.phase[rows[0]],
               last = w.rows.phase[rows[63]];
        assert_true(first <= last && last - first < 0.02);
        assert_true(phase >= first - 1e-6 && phase <= last + 1e-6);
    }
    drop(&w);
}

static void groups_of_a_block_come_once_each(void **state)
{
    (void)state;
    world w;
    unsigned char seen[GROUPS] = {0};
    int in_place = 0;
    make(&w, &quiet, 5);
    pd_train_row_sampler_block(&w.sampler, 0);
    for (int g = 0; g < GROUPS; g++) seen[w.sampler.groups[g]]++, in_place += w.sampler.groups[g] == g;
    for (int g = 0; g < GROUPS; g++) assert_int_equal(seen[g], 1);
    assert_true(in_place < 20);
    drop(&w);
}

static void a_block_and_its_noise_depend_on_seed_and_number_alone(void **state)
{
    (void)state;
    const pd_train_noise noise = {.joints = 0.1, .trajectory = 0.08, .gait = 0.06, .terrain = 0.02};
    world a, b, c;
    static float x[2][64 * X], t[2][64 * Y];
    make(&a, &noise, 5), make(&b, &noise, 5), make(&c, &noise, 6);
    pd_train_row_sampler_block(&a.sampler, 0);
    pd_train_row_sampler_fill(x[0], t[0], &a.sampler, 7);
    pd_train_row_sampler_block(&a.sampler, 5 * GROUPS + 17);
    pd_train_row_sampler_block(&b.sampler, 5 * GROUPS);
    pd_train_row_sampler_block(&c.sampler, 5 * GROUPS);
    assert_memory_equal(a.sampler.sampled, b.sampler.sampled, PD_TRAIN_BLOCK_ROWS * sizeof(int));
    assert_memory_equal(a.sampler.groups, b.sampler.groups, GROUPS * sizeof(int));
    assert_memory_not_equal(a.sampler.sampled, c.sampler.sampled, PD_TRAIN_BLOCK_ROWS * sizeof(int));
    for (int i = 0; i < 2; i++)
        pd_train_row_sampler_fill(x[i], t[i], i ? &b.sampler : &a.sampler, 5 * GROUPS + 17);
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    assert_memory_equal(t[0], t[1], sizeof t[0]);
    drop(&a), drop(&b), drop(&c);
}

/* Returns the root mean square of the noise of inputs [first, first + count). */
static double spread(const float *noisy, const float *plain, int first, int count)
{
    double sum = 0;
    for (int r = 0; r < 64; r++)
        for (int i = first; i < first + count; i++)
            sum += pow((double)noisy[r * X + i] - (double)plain[r * X + i], 2);
    return sqrt(sum / (64 * count));
}

static void noise_has_the_deviation_that_was_asked_for_and_spares_targets_and_masked_joints(void **state)
{
    (void)state;
    const pd_train_noise noise = {.joints = 0.1, .trajectory = 0.08, .gait = 0.06, .terrain = 0.02};
    world a, b;
    static float plain[64 * X], noisy[64 * X], t[2][64 * Y];
    make(&a, &quiet, 5), make(&b, &noise, 5);
    const pd_pfnn_layout *l = &a.rows.layout;
    pd_train_row_sampler_block(&a.sampler, 0), pd_train_row_sampler_block(&b.sampler, 0);
    pd_train_row_sampler_fill(plain, t[0], &a.sampler, 2);
    pd_train_row_sampler_fill(noisy, t[1], &b.sampler, 2);
    assert_memory_equal(t[0], t[1], sizeof t[0]);
    assert_near(spread(noisy, plain, l->in_x, 48), 0.08, 0.006);
    assert_near(spread(noisy, plain, l->in_gaits, 72), 0.06, 0.005);
    assert_near(spread(noisy, plain, l->in_left, 36), 0.02, 0.002);
    assert_near(spread(noisy, plain, l->in_positions + 3 * PD_BIPED_L_FOOT, 3), 0.1, 0.02);
    assert_near(spread(noisy, plain, l->in_velocities + 3 * PD_BIPED_HEAD, 3), 0.1, 0.02);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        if (pd_anim_biped_joints[j].masked)
            assert_near(spread(noisy, plain, l->in_positions + 3 * j, 3), 0, 0);
    drop(&a), drop(&b);
}

/* Two people; half of the rows are sampled without saying whose they are. */
static void a_row_names_its_person_or_none(void **state)
{
    (void)state;
    static const pd_train_noise half = {.style = 0.5};
    static const stroll walk = {.frames = 240, .speed = 1.2, .swing = 0.4};
    const stroll walks[] = {walk, walk};
    pd_character_motions motions;
    pd_train_rows rows;
    pd_train_row_sampler sampler;
    stroll_list(&motions, walks, 2);
    strcpy(motions.items[0].name, "cmu2/acclaim/35/35_01.amc");
    strcpy(motions.items[1].name, "jlrun/JL_mm_run.bvh");
    pd_train_styles_find(&motions, 1);
    assert_int_equal(motions.styles.count, 2);
    assert_int_equal(pd_train_rows_build(&rows, &motions, 0, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(rows.layout.in_count, X + 2);
    assert_int_equal(pd_train_row_sampler_init(&sampler, &rows, &half, 5, PD_TRAIN_GROUP_ROWS, NULL), PD_OK);

    static float x[64 * (X + 2)], t[64 * Y];
    int of[2] = {0}, nobody = 0;
    pd_train_row_sampler_block(&sampler, 0);
    for (int g = 0; g < 16; g++) {
        pd_train_row_sampler_fill(x, t, &sampler, g);
        for (int r = 0; r < 64; r++) {
            const float *style = x + r * (X + 2) + rows.layout.in_style;
            int row = sampler.sampled[sampler.groups[g] * 64 + r];
            int whose = pd_train_rows_place(&rows, row).motion;
            assert_near(style[!whose], 0, 0);
            if (style[whose] > 0)
                of[whose]++;
            else
                nobody++;
            if (style[whose] > 0) assert_near(style[whose], 3, 1e-6);
        }
    }
    assert_near(nobody, 512, 80); /* 5 deviations of 16 */
    assert_true(of[0] > 150 && of[1] > 150);

    pd_train_row_sampler_deinit(&sampler);
    pd_train_rows_deinit(&rows);
    pd_character_motions_deinit(&motions);
}

static void the_quantiles_are_those_of_the_normal_distribution(void **state)
{
    (void)state;
    world w;
    make(&w, &quiet, 5);
    const float *q = w.sampler.quantiles;
    double sum = 0, square = 0;
    for (int i = 0; i < 65536; i++) {
        sum += q[i], square += (double)q[i] * q[i];
        if (i) assert_true(q[i] > q[i - 1]);
    }
    assert_near(sum / 65536, 0, 1e-6);
    assert_near(square / 65536, 1, 1e-3);
    assert_near(q[32768 + 22371], 1.0, 1e-3); /* P(|x| < 1) = .6827 */
    assert_near(q[65535 - 1638], 1.96, 2e-3); /* P(x < 1.96) = .975 */
    drop(&w);
}

static void rows_of_which_none_may_be_learned_from_are_refused(void **state)
{
    (void)state;
    world w;
    pd_error err = {0};
    make(&w, &quiet, 5);
    pd_train_row_sampler_deinit(&w.sampler);
    memset(w.rows.held_out, 1, (size_t)w.rows.count);
    assert_int_equal(pd_train_row_sampler_init(&w.sampler, &w.rows, &quiet, 5, PD_TRAIN_GROUP_ROWS, &err),
                     PD_ERR_INVALID);
    assert_string_equal(err.where, "rows");
    drop(&w);
}

static void a_group_of_one_row_has_its_phase(void **state)
{
    (void)state;
    world w;
    pd_error err = {0};
    make(&w, &quiet, 5);
    pd_train_row_sampler_deinit(&w.sampler);
    assert_int_equal(pd_train_row_sampler_init(&w.sampler, &w.rows, &quiet, 5, 1, &err), PD_OK);

    float x[342], t[311], right_x[342], right_t[311];
    pd_train_row_sampler_block(&w.sampler, 0);
    for (long g = 0; g < 65536; g += 911) {
        long row = w.sampler.sampled[w.sampler.groups[g]];
        double phase = pd_train_row_sampler_fill(x, t, &w.sampler, g);
        pd_train_rows_get(right_x, right_t, &w.rows, row);
        assert_near(phase, w.rows.phase[row], 1e-7);
        for (int i = 0; i < 342; i++) assert_near(x[i], right_x[i], 0);
        for (int i = 0; i < 311; i++) assert_near(t[i], right_t[i], 0);
    }
    drop(&w);
}

static void dropped_inputs_are_0_and_the_others_as_much_larger(void **state)
{
    (void)state;
    world whole, half;
    make(&whole, &quiet, 7), make(&half, &(pd_train_noise){.dropout = 0.3}, 7);
    static float x[64 * 342], t[64 * 311], dropped[64 * 342];
    pd_train_row_sampler_block(&whole.sampler, 3), pd_train_row_sampler_block(&half.sampler, 3);
    pd_train_row_sampler_fill(x, t, &whole.sampler, 3);
    pd_train_row_sampler_fill(dropped, t, &half.sampler, 3);

    int zeros = 0, numbers = 0;
    for (int i = 0; i < 64 * 342; i++) {
        if (x[i] == 0) continue;
        numbers++;
        zeros += dropped[i] == 0;
        if (dropped[i] != 0) assert_near(dropped[i], x[i] / 0.7, 1e-4 * fabs(x[i]));
    }
    assert_true(numbers > 4000);
    assert_near((double)zeros / numbers, 0.3, 0.02);
    drop(&whole), drop(&half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_in_proportion_to_their_weights_and_held_out_ones_never),
        cmocka_unit_test(a_group_has_one_phase),
        cmocka_unit_test(a_group_of_one_row_has_its_phase),
        cmocka_unit_test(dropped_inputs_are_0_and_the_others_as_much_larger),
        cmocka_unit_test(groups_of_a_block_come_once_each),
        cmocka_unit_test(a_block_and_its_noise_depend_on_seed_and_number_alone),
        cmocka_unit_test(noise_has_the_deviation_that_was_asked_for_and_spares_targets_and_masked_joints),
        cmocka_unit_test(a_row_names_its_person_or_none),
        cmocka_unit_test(the_quantiles_are_those_of_the_normal_distribution),
        cmocka_unit_test(rows_of_which_none_may_be_learned_from_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
