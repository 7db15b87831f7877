#include "core/train/prior/pose_prior.h"

#include "core/anim/source.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <math.h>
#include <stdlib.h>

#define D PD_TRAIN_PRIOR_DIM

/* A person who stands, then goes ahead at 1 m/s, then at 3 m/s, two seconds each. */
static void stroll(pd_anim_clip *clip)
{
    pd_anim_skeleton human;
    double z = 0;
    human_init(&human);
    assert_int_equal(pd_anim_clip_init(clip, &human, 180, 30, NULL), PD_OK);
    for (int t = 0; t < 180; t++) {
        double swing = 0.4 * sin(0.3 * t) * (t >= 60);
        pd_quat *q = pd_anim_clip_frame(clip, t);
        q[1] = pd_q_from_rotvec(pd_vec3_make(swing, 0, 0));
        q[2] = pd_q_from_rotvec(pd_vec3_make(-swing, 0, 0));
        q[16] = pd_q_from_rotvec(pd_vec3_make(0, 0, -1.3)); /* arms hang */
        q[17] = pd_q_from_rotvec(pd_vec3_make(0, 0, 1.3));
        z += t < 60 ? 0 : t < 120 ? 1.0 / 30 : 0.1;
        clip->roots[t] = pd_vec3_make(0, 0.95, z);
    }
}

static void frames_get_the_style_that_they_show(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_train_prior_rows rows;
    stroll(&clip);
    const pd_train_prior_clip named[] = {{&clip, "a", NULL}, {&clip, "b", "SadWalk"}};
    assert_int_equal(pd_train_prior_rows_init(&rows, named, 2, 1, NULL), PD_OK);
    assert_int_equal(rows.count, 2 * 2 * 60);
    for (int i = 0; i < 120; i += 2) {
        int t = i / 2; /* tenths of a second */
        int wanted = t < 17 ? PD_TRAIN_STYLE_STAND : t > 43 ? PD_TRAIN_STYLE_RUN : PD_TRAIN_STYLE_WALK;
        if ((t < 17 || t > 23) && (t < 37 || t > 43)) assert_int_equal(rows.styles[i], wanted);
        assert_int_equal(rows.styles[120 + i], PD_TRAIN_STYLE_SAD);
        assert_int_equal(rows.mirrored[i + 1], 1);
        /* the mirror image swaps the hips' turns about x */
        assert_true(fabs((double)(rows.x[i * D + 2] - rows.x[(i + 1) * D + 5])) < 1e-6);
    }
    pd_train_prior_rows_deinit(&rows);
    pd_anim_clip_deinit(&clip);
}

/* Two styles of one direction each about means of their own, and noise. */
static void draw(pd_train_prior_rows *rows, int count)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    *rows = (pd_train_prior_rows){.count = count};
    rows->x = calloc((size_t)count * D, sizeof *rows->x);
    rows->styles = calloc((size_t)count, 1);
    rows->held_out = calloc((size_t)count, 1);
    rows->mirrored = calloc((size_t)count, 1);
    rows->clips = calloc((size_t)count, sizeof *rows->clips);
    for (int i = 0; i < count; i++) {
        int run = i % 2;
        double along = 0.5 * pd_rng_normal(&rng);
        rows->styles[i] = run ? PD_TRAIN_STYLE_RUN : PD_TRAIN_STYLE_WALK;
        rows->held_out[i] = i % 5 == 0;
        for (int d = 0; d < D; d++)
            rows->x[i * D + d] = (float)((run && d == 10 ? 1 : 0) + (d % 3 == run ? 0.3 * along : 0) +
                                         0.02 * pd_rng_normal(&rng));
    }
}

static const pd_train_prior_options few = {
    .components = 2, .rank = 1, .rounds = 10, .noise = 1e-4, .shrink = 1e-3};

static void a_direction_and_a_mean_are_found_again(void **state)
{
    (void)state;
    pd_train_prior_rows rows;
    pd_ik_prior prior, *built;
    draw(&rows, 2000);
    assert_int_equal(pd_train_prior_learn(&prior, &rows, &few, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(prior.component_count, 2);
    int run = pd_ik_prior_style(&prior, "run");
    assert_true(run >= 0 && prior.styles[run] == run);
    double mean = (double)(prior.centre[10] + prior.scale[10] * prior.means[run * D + 10]), off = 0, on = 0;
    assert_true(fabs(mean - 1) < 0.02);
    for (int d = 0; d < D; d++) {
        double w = (double)(prior.bases[run * D + d] * prior.scale[d]);
        *(d % 3 == 1 ? &on : &off) += w * w;
    }
    assert_true(sqrt(on / 24) > 0.13 && sqrt(on / 24) < 0.17); /* .5 x .3 */
    assert_true(off < 0.02 * on);
    assert_int_equal(pd_ik_prior_build(&built, &prior, NULL), PD_OK);
    double learned = pd_train_prior_nll(built, &rows, 0, 0, &pd_executor_serial);
    double held_out = pd_train_prior_nll(built, &rows, 1, 0, &pd_executor_serial);
    assert_true(fabs(learned - held_out) < 2);
    assert_true(held_out < -100);
    pd_ik_prior_release(built);
    pd_train_prior_rows_deinit(&rows);
}

/* Backwards, and on workers that change. */
static void run_backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count; i-- > 0;) task(arg, i, i % 3);
}

static void any_executor_gives_the_same_bits(void **state)
{
    (void)state;
    const pd_executor backwards = {run_backwards, NULL, 3};
    const pd_train_prior_options o = {.components = 7, .rank = 3, .rounds = 4};
    pd_train_prior_rows rows;
    pd_ik_prior a, b;
    pd_buffer files[2] = {{0}, {0}};
    draw(&rows, 1000);
    assert_int_equal(pd_train_prior_learn(&a, &rows, &o, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(pd_train_prior_learn(&b, &rows, &o, &backwards, NULL), PD_OK);
    assert_int_equal(a.component_count, 7);
    assert_int_equal(pd_ik_prior_encode(&files[0], &a, NULL), PD_OK);
    assert_int_equal(pd_ik_prior_encode(&files[1], &b, NULL), PD_OK);
    assert_int_equal(files[0].size, files[1].size);
    assert_memory_equal(files[0].data, files[1].data, files[0].size);
    for (int i = 0; i < 2; i++) pd_buffer_deinit(&files[i]);
    pd_ik_prior_deinit(&a);
    pd_ik_prior_deinit(&b);
    pd_train_prior_rows_deinit(&rows);
}

static void nothing_to_learn_from_is_an_error(void **state)
{
    (void)state;
    pd_train_prior_rows none = {0};
    pd_ik_prior prior;
    pd_error err = {0};
    assert_int_equal(pd_train_prior_learn(&prior, &none, &few, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "none to learn from");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_get_the_style_that_they_show),
        cmocka_unit_test(a_direction_and_a_mean_are_found_again),
        cmocka_unit_test(any_executor_gives_the_same_bits),
        cmocka_unit_test(nothing_to_learn_from_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
