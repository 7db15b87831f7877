/* @heavy: takes over five seconds under ASan. */
#include "core/observe/marker/marked.h"
#include "core/observe/take/room.h"

#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

static void exchange(pd_markers *m, int frame, int a, int b)
{
    for (int c = 0; c < 3; c++) {
        float *x = &m->positions[3 * (frame * m->marker_count + a) + c],
              *y = &m->positions[3 * (frame * m->marker_count + b) + c], kept = *x;
        *x = *y, *y = kept;
    }
}

/* Two markers of a wrist, two of a hip and two far apart change names for a while, one of the exchanges
 * between gaps; every point finds back. */
static void exchanged_names_are_found_and_mended(void **state)
{
    pd_error err;
    takes t, truth;

    (void)state;
    takes_open(&t, model, 60, 5);
    takes_open(&truth, model, 60, 5);
    for (int f = 10; f < 25; f++) exchange(&t.file, f, 9, 11);
    for (int f = 20; f < 28; f++) exchange(&t.file, f, 13, 15);
    for (int f = 40; f < 55; f++) exchange(&t.file, f, 7, 18);
    for (int f = 38; f < 57; f++)
        for (int c = 0; c < 3 && (f < 40 || f > 54); c++)
            t.file.positions[3 * (f * TAKES_MARKERS + 7) + c] =
                t.file.positions[3 * (f * TAKES_MARKERS + 18) + c] = NAN;
    pd_observe_marked job = {.file = &t.file, .up_axis = 1, .sigma = 0.003};
    pd_observe_take take = {0};
    assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "test", &err), PD_OK);
    assert_false(job.nameless);
    take.prior = &prior, take.executor = &pd_executor_serial;
    assert_true(pd_observe_take_room(&take, model));
    assert_int_equal(pd_observe_take_check(&take, model, &err), PD_OK);
    assert_int_equal(pd_observe_marked_run(&job, &take, model, "test", &err), PD_OK);
    assert_int_equal(take.status, PD_OBSERVE_TAKE_DONE);
    assert_in_range(job.pass_count, 2, 3);
    assert_int_equal(job.mend.mended, 2 * (15 + 8 + 15));
    assert_int_equal(job.mend.count, 6);
    for (int i = 0; i < job.mend.count; i++) {
        const pd_observe_mended *s = &job.mend.stretches[i];
        const int pair = s->place == 9 || s->place == 11 ? 20 : s->place == 13 || s->place == 15 ? 28 : 25;
        assert_int_equal(s->place + s->column, pair);
        assert_int_equal(s->first, pair == 20 ? 10 : pair == 28 ? 20 : 40);
        assert_int_equal(s->last, pair == 20 ? 24 : pair == 28 ? 27 : 54);
    }
    for (int f = 0; f < 60; f++)
        for (int i = 0; i < TAKES_MARKERS; i++) {
            const float *at = job.set.at + 3 * (f * TAKES_MARKERS + i);
            if (!isnan(at[0]))
                assert_memory_equal(at, truth.file.positions + 3 * (f * TAKES_MARKERS + i), 3 * sizeof *at);
        }
    assert_true(take.rms < 0.005);

    /* gaps are filled by the body, what was seen stays as it is */
    pd_markers filled;
    assert_int_equal(pd_observe_marked_filled(&filled, &job, &take, model, "test", &err), PD_OK);
    assert_int_equal(filled.up_axis, 1);
    for (int i = 0; i < 60 * TAKES_MARKERS; i++) {
        double square = 0;
        for (int c = 0; c < 3; c++)
            square += pow((double)filled.positions[3 * i + c] - (double)truth.file.positions[3 * i + c], 2);
        assert_true(sqrt(square) < (isnan(job.set.at[3 * i]) ? 0.03 : 1e-9));
    }
    pd_markers_deinit(&filled);
    pd_observe_take_room_free(&take);
    pd_observe_marked_deinit(&job);
    takes_close(&t);
    takes_close(&truth);
}

/* Nothing is wrong: nothing is changed, and it is fitted once. */
static void correct_marker_names_are_not_changed(void **state)
{
    pd_error err;
    takes t;

    (void)state;
    takes_open(&t, model, 30, 8);
    strcpy(t.file.names[3], "*3"); /* a column without a name whose place nobody has */
    pd_observe_marked job = {.file = &t.file, .up_axis = 1, .sigma = 0.003};
    pd_observe_take take = {0};
    assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "test", &err), PD_OK);
    take.prior = &prior, take.executor = &pd_executor_serial;
    assert_true(pd_observe_take_room(&take, model));
    assert_int_equal(pd_observe_marked_run(&job, &take, model, "test", &err), PD_OK);
    assert_int_equal(job.pass_count, 1);
    assert_int_equal(job.mend.mended, 0);
    assert_int_equal(job.mend.changed, 0);
    assert_int_equal(job.set.unknown_count, 1);
    assert_true(pd_observe_marked_bytes(&job) > 30 * TAKES_MARKERS * sizeof(int));
    pd_observe_take_room_free(&take);
    pd_observe_marked_deinit(&job);
    takes_close(&t);
}

static void the_longer_of_two_trajectories_keeps_the_name(void **state)
{
    pd_observe_trajectory items[4] = {{0, 9}, {5, 30}, {10, 12}, {31, 40}};
    const pd_observe_trajectories t = {.count = 4, .items = items};
    int names[4] = {2, 2, 1, 2};

    (void)state;
    assert_true(pd_observe_mend_part(names, &t, 3));
    assert_int_equal(names[0], -1);
    assert_int_equal(names[1], 2);
    assert_int_equal(names[2], 1);
    assert_int_equal(names[3], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanged_names_are_found_and_mended),
        cmocka_unit_test(correct_marker_names_are_not_changed),
        cmocka_unit_test(the_longer_of_two_trajectories_keeps_the_name),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
