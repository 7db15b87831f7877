#include "tests/support/cmocka.h"

#include "core/fit/track_file.h"
#include "core/io/tensor/npz.h"

#include <stdlib.h>

static pd_anim_track some_track(int with_path)
{
    pd_anim_track t;
    const double path[3][2] = {{0, 0}, {1, 2}, {3, 4}};
    const pd_anim_event events[2] = {{1, PD_ANIM_EVENT_TURN, -0.5}, {2.5, PD_ANIM_EVENT_STOP, 0}};
    assert_int_equal(pd_anim_track_init(&t, 5, 4, 60, NULL), PD_OK);
    for (int i = 0; i < 5 * 4 * 3; i++) t.joints[i] = (float)i * 0.37f, t.joints_pre[i] = (float)-i;
    for (int k = 0; k < 4; k++) t.parents[k] = k - 1;
    for (int i = 0; i < 20; i++) t.contacts[i] = (float)i / 20;
    for (int i = 0; i < 10; i++) t.ground[i] = (float)i, t.facing[i] = 0.5f, t.desired[i] = (float)(2 * i);
    for (int i = 0; i < 15; i++) t.root[i] = (float)(i * i);
    t.toes[0] = 1, t.toes[1] = 3, t.heels[0] = 0, t.heels[1] = 2;
    t.toe_rest_height = 0.025;
    if (with_path)
        assert_int_equal(pd_anim_track_add_path(&t, path, 3, 1, NULL), PD_OK);
    else
        assert_int_equal(pd_anim_track_add_events(&t, events, 2, NULL), PD_OK);
    return t;
}

static pd_buffer written(const pd_anim_track *t)
{
    pd_buffer out = {0};
    assert_int_equal(pd_fit_track_write(&out, t, NULL), PD_OK);
    assert_false(out.failed);
    return out;
}

static void expect_same(const pd_anim_track *a, const pd_anim_track *b)
{
    assert_int_equal(a->frame_count, b->frame_count);
    assert_memory_equal(a->joints, b->joints, 60 * sizeof(float));
    assert_memory_equal(a->joints_pre, b->joints_pre, 60 * sizeof(float));
    assert_memory_equal(a->parents, b->parents, 4 * sizeof(int));
    assert_memory_equal(a->contacts, b->contacts, 20 * sizeof(float));
    assert_memory_equal(a->root, b->root, 15 * sizeof(float));
    assert_memory_equal(a->desired, b->desired, 10 * sizeof(float));
    assert_memory_equal(a->toes, b->toes, sizeof a->toes);
    assert_memory_equal(a->heels, b->heels, sizeof a->heels);
    assert_near(a->toe_rest_height, b->toe_rest_height, 0);
    assert_near(a->rate, b->rate, 0);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    for (int with_path = 0; with_path < 2; with_path++) {
        pd_anim_track t = some_track(with_path), back;
        pd_buffer file = written(&t);
        assert_int_equal(pd_fit_track_read(&back, (pd_bytes){file.data, file.size}, "it", NULL), PD_OK);
        expect_same(&t, &back);
        assert_int_equal(back.path_count, with_path ? 3 : 0);
        assert_int_equal(back.event_count, with_path ? 0 : 2);
        if (with_path) assert_near(back.path[5], 4, 0);
        if (with_path) assert_true(back.path_closed);
        if (!with_path) assert_int_equal(back.events[1].kind, PD_ANIM_EVENT_STOP);
        if (!with_path) assert_near(back.events[0].value, -0.5, 0);
        pd_anim_track_deinit(&t), pd_anim_track_deinit(&back);
        pd_buffer_deinit(&file);
    }
}

static void the_arrays_have_the_names_that_others_measure_by(void **state)
{
    (void)state;
    static const char *const names[] = {
        "fps",      "joints",          "joints_pre", "parents", "foot_idx",    "heel_idx", "ground",
        "contacts", "toe_rest_height", "root",       "facing",  "desired_vel", "events"};
    pd_anim_track t = some_track(0);
    pd_buffer file = written(&t);
    pd_npz npz;
    assert_int_equal(pd_npz_parse(&npz, file.data, file.size, "it", NULL), PD_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(pd_npz_has(&npz, names[i]));
    pd_npz_deinit(&npz);
    pd_anim_track_deinit(&t);
    pd_buffer_deinit(&file);
}

static void expect_refused(const pd_anim_track *t, const char *where)
{
    pd_anim_track back;
    pd_error err = {0};
    pd_buffer file = written(t);
    assert_int_not_equal(pd_fit_track_read(&back, (pd_bytes){file.data, file.size}, "it", &err), PD_OK);
    assert_non_null(strstr(err.where, where));
    assert_null(back.joints);
    pd_buffer_deinit(&file);
}

static void joints_that_are_not_there_and_falling_times_are_refused(void **state)
{
    (void)state;
    pd_anim_track t = some_track(0);
    t.toes[1] = 4;
    expect_refused(&t, "foot_idx");
    t.toes[1] = 3, t.parents[2] = -2;
    expect_refused(&t, "parents");
    t.parents[2] = 1, t.events[1].time = 0.5;
    expect_refused(&t, "events");
    t.events[1].time = 3, t.rate = -60;
    expect_refused(&t, "fps");
    pd_anim_track_deinit(&t);
}

static void a_cut_file_and_missing_arrays_are_refused(void **state)
{
    (void)state;
    pd_anim_track t = some_track(0), back;
    pd_buffer file = written(&t), other = {0};
    pd_error err = {0};
    assert_int_not_equal(pd_fit_track_read(&back, (pd_bytes){file.data, file.size / 2}, "it", &err), PD_OK);
    pd_npz_writer w = pd_npz_begin(&other);
    double fps = 60;
    pd_array array = pd_array_of(PD_DTYPE_F64, &fps, 0, NULL);
    pd_npz_add(&w, "fps", &array);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    assert_int_not_equal(pd_fit_track_read(&back, (pd_bytes){other.data, other.size}, "it", &err), PD_OK);
    assert_non_null(strstr(err.where, "joints"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&other);
    pd_anim_track_deinit(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(the_arrays_have_the_names_that_others_measure_by),
        cmocka_unit_test(joints_that_are_not_there_and_falling_times_are_refused),
        cmocka_unit_test(a_cut_file_and_missing_arrays_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
