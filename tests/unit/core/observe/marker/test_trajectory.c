/* Tests how markers without names are followed, on balls that pass each other. */
#include "core/observe/marker/trajectory.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Makes two balls that pass one another 10 cm apart along x, and a third that stands; columns as told. */
static void fill(pd_markers *m, int frames, int columns)
{
    pd_error err;
    *m = (pd_markers){.marker_count = columns, .frame_count = frames, .rate = 60, .first_frame = 7};
    assert_int_equal(pd_markers_make(m, "test", &err), PD_OK);
}

static void put(pd_markers *m, int frame, int column, double x, double y)
{
    float *at = m->positions + 3 * (frame * m->marker_count + column);
    at[0] = (float)x, at[1] = (float)y, at[2] = 0;
}

static int of(const pd_observe_trajectories *t, const pd_markers *m, int frame, int column)
{
    return t->of[frame * m->marker_count + column];
}

static void a_ball_is_followed_through_columns_and_ends_at_a_gap(void **state)
{
    pd_observe_trajectories t;
    pd_markers m;
    pd_error err;

    (void)state;
    fill(&m, 30, 3);
    for (int f = 0; f < 30; f++) {
        const bool swapped = f >= 10 && f < 20;
        put(&m, f, swapped ? 1 : 0, -0.3 + 0.02 * f, 0);
        put(&m, f, swapped ? 0 : 1, 0.3 - 0.02 * f, 0.1);
        if (f < 12 || f > 14) put(&m, f, 2, 2, 2);
    }
    assert_int_equal(pd_observe_trajectories_run(&t, &m, "test", &err), PD_OK);
    assert_int_equal(t.count, 4);
    for (int f = 1; f < 30; f++) {
        const bool swapped = f >= 10 && f < 20;
        assert_int_equal(of(&t, &m, f, swapped ? 1 : 0), of(&t, &m, 0, 0));
        assert_int_equal(of(&t, &m, f, swapped ? 0 : 1), of(&t, &m, 0, 1));
    }
    assert_int_equal(of(&t, &m, 13, 2), -1);
    assert_int_not_equal(of(&t, &m, 15, 2), of(&t, &m, 11, 2));
    assert_int_equal(t.items[of(&t, &m, 11, 2)].last, 11);
    assert_int_equal(t.items[of(&t, &m, 15, 2)].first, 15);
    assert_int_equal(t.items[of(&t, &m, 15, 2)].last, 29);
    pd_observe_trajectories_deinit(&t);
    pd_markers_deinit(&m);
}

/* Into the next column and as near to another: nobody knows;
 * in its own column it is believed; a jump is not. */
static void an_ambiguous_point_ends_a_trajectory_unless_it_keeps_its_column(void **state)
{
    pd_observe_trajectories t;
    pd_markers m;
    pd_error err;

    (void)state;
    fill(&m, 2, 4);
    put(&m, 0, 0, 0, 0), put(&m, 0, 1, 0.04, 0);
    put(&m, 1, 0, 0.018, 0), put(&m, 1, 1, 0.058, 0);
    put(&m, 0, 2, 5, 5), put(&m, 1, 2, 5.2, 5);
    assert_int_equal(pd_observe_trajectories_run(&t, &m, "test", &err), PD_OK);
    assert_int_equal(of(&t, &m, 1, 0), of(&t, &m, 0, 0));
    assert_int_equal(of(&t, &m, 1, 1), of(&t, &m, 0, 1));
    assert_int_not_equal(of(&t, &m, 1, 2), of(&t, &m, 0, 2));
    pd_observe_trajectories_deinit(&t);

    put(&m, 1, 3, 0.018, 0), put(&m, 1, 0, 0.058, 0);
    for (int c = 0; c < 3; c++) m.positions[3 * (4 + 1) + c] = NAN;
    assert_int_equal(pd_observe_trajectories_run(&t, &m, "test", &err), PD_OK);
    assert_int_not_equal(of(&t, &m, 1, 3), of(&t, &m, 0, 0));
    assert_int_not_equal(of(&t, &m, 1, 0), of(&t, &m, 0, 1));
    pd_observe_trajectories_deinit(&t);
    pd_markers_deinit(&m);
}

static void too_many_points_are_refused_with_their_frame(void **state)
{
    pd_observe_trajectories t;
    pd_markers m;
    pd_error err;

    (void)state;
    fill(&m, 3, PD_OBSERVE_TRAJECTORY_MOST + 4);
    for (int i = 0; i < PD_OBSERVE_TRAJECTORY_MOST; i++) put(&m, 0, i, i, 0);
    for (int i = 0; i < PD_OBSERVE_TRAJECTORY_MOST + 2; i++) put(&m, 1, i + 2, i, 0);
    assert_int_equal(pd_observe_trajectories_run(&t, &m, "test", &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "test: frame 8");
    assert_non_null(strstr(err.detail, "258 points are seen; at most 256 allowed"));
    assert_null(t.of);
    pd_markers_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_is_followed_through_columns_and_ends_at_a_gap),
        cmocka_unit_test(an_ambiguous_point_ends_a_trajectory_unless_it_keeps_its_column),
        cmocka_unit_test(too_many_points_are_refused_with_their_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
