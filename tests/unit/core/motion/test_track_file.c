/* Tests files of tracks: what is written is read back, and every wrong shape,
 * bound or missing array is refused. */
#include "tests/support/cmocka.h"

#include "core/motion/track_file.h"
#include "core/io/tensor/npz.h"

#include <stdbool.h>
#include <stdio.h>
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
    assert_int_equal(pd_motion_track_write(&out, t, NULL), PD_OK);
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

static void headings_and_turns_stand_in_the_file(void **state)
{
    (void)state;
    pd_anim_track t = some_track(0);
    for (int i = 0; i < 5; i++) {
        const double yaw = 3.1 + 0.05 * i; /* through 180 degrees */
        t.facing[2 * i] = (float)sin(yaw), t.facing[2 * i + 1] = (float)cos(yaw);
    }
    const pd_anim_event turn = {1 / 60.0, PD_ANIM_EVENT_TURN, 0.1};
    assert_int_equal(pd_anim_track_add_events(&t, &turn, 1, NULL), PD_OK);
    pd_buffer file = written(&t);
    pd_npz npz;
    pd_array array;
    assert_int_equal(pd_npz_parse(&npz, file.data, file.size, "it", NULL), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "heading", NULL), PD_OK);
    assert_int_equal(array.shape[0], 5);
    assert_near(((const float *)array.data)[4], 3.3, 1e-5);
    assert_int_equal(pd_npz_read(&array, &npz, "turns", NULL), PD_OK);
    assert_true(array.rank == 2 && array.shape[0] == 1 && array.shape[1] == 6);
    const float *row = (const float *)array.data;
    assert_near(row[0], 1 / 60.0, 1e-6);
    assert_near(row[1], 3.1, 1e-5);
    assert_near(row[2], 3.2, 1e-5);
    assert_near(row[3], 0, 1e-6);        /* frame 1 is .05 further than frame 0 */
    assert_near(row[4], 1 / 60.0, 1e-6); /* frame 2 .1 */
    assert_true(isnan(row[5]));
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&file);
    pd_anim_track_deinit(&t);
}

static void a_written_file_reads_back(void **state)
{
    (void)state;
    for (int with_path = 0; with_path < 2; with_path++) {
        pd_anim_track t = some_track(with_path), back;
        pd_buffer file = written(&t);
        assert_int_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", NULL), PD_OK);
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
    assert_int_not_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", &err), PD_OK);
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
    assert_int_not_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size / 2}, "it", &err),
                         PD_OK);
    pd_npz_writer w = pd_npz_begin(&other);
    double fps = 60;
    pd_array array = pd_array_of(PD_DTYPE_F64, &fps, 0, NULL);
    pd_npz_add(&w, "fps", &array);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    assert_int_not_equal(pd_motion_track_read(&back, (pd_bytes){other.data, other.size}, "it", &err), PD_OK);
    assert_non_null(strstr(err.where, "joints"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&other);
    pd_anim_track_deinit(&t);
}

/* The file of a track without one member, or with another array in its place. */
static pd_buffer changed(const pd_anim_track *t, const char *name, const pd_array *instead)
{
    pd_buffer file = written(t), out = {0};
    pd_npz npz;
    pd_array array;
    assert_int_equal(pd_npz_parse(&npz, file.data, file.size, "it", NULL), PD_OK);
    pd_npz_writer w = pd_npz_begin(&out);
    for (int i = 0; i < npz.member_count; i++) {
        char member[64];
        snprintf(member, sizeof member, "%s", pd_npz_member(&npz, i));
        *strstr(member, ".npy") = 0;
        if (!strcmp(member, name)) continue;
        assert_int_equal(pd_npz_read(&array, &npz, member, NULL), PD_OK);
        pd_npz_add(&w, member, &array);
    }
    if (instead) pd_npz_add(&w, name, instead);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&file);
    return out;
}

static void optional_fields_have_defaults_and_the_others_are_required(void **state)
{
    (void)state;
    static const char *const needed[] = {"fps",      "joints",          "parents", "foot_idx",
                                         "heel_idx", "toe_rest_height", "root"};
    static const char *const optional[] = {"joints_pre",  "ground", "contacts", "facing",
                                           "desired_vel", "events", "heading",  "turns"};
    pd_anim_track t = some_track(0), back;
    pd_error err;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        pd_buffer file = changed(&t, needed[i], NULL);
        assert_int_not_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", &err),
                             PD_OK);
        assert_non_null(strstr(err.where, needed[i]));
        assert_null(back.joints);
        pd_buffer_deinit(&file);
    }
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        pd_buffer file = changed(&t, optional[i], NULL);
        assert_int_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", &err), PD_OK);
        for (int k = 0; k < 60; k++)
            assert_near(back.joints_pre[k], i == 0 ? t.joints[k] : t.joints_pre[k], 0);
        for (int k = 0; k < 20; k++) assert_near(back.contacts[k], i == 2 ? 0 : t.contacts[k], 0);
        for (int k = 0; k < 10; k++) {
            assert_near(back.ground[k], i == 1 ? 0 : t.ground[k], 0);
            assert_near(back.facing[k], i == 3 ? k % 2 : t.facing[k], 0);
            assert_near(back.desired[k], i == 4 ? 0 : t.desired[k], 0);
        }
        assert_int_equal(back.event_count, i == 5 ? 0 : 2);
        pd_anim_track_deinit(&back);
        pd_buffer_deinit(&file);
    }
    pd_anim_track_deinit(&t);
}

/* Rows of numbers that are of another shape, or beyond what is allowed; with the ones at the bounds. */
static void shapes_and_bounds_of_every_array_are_checked(void **state)
{
    (void)state;
    static const double ones[4096] = {[0 ... 4095] = 1}, last[4] = {3, 3, 3, 3}, over[4] = {0, 4, 0, 0},
                        below[4] = {0, -1, 0, 0};
    static const double good[] = {0, 0, 5, 0, 1, 5, 0, 2, 5, 9999999, 0, 1}, kind[] = {1, 3, 0},
                        part[] = {1, 0.5, 0}, early[] = {-0.1, 0, 0}, late[] = {1e7, 0, 0},
                        falling[] = {2, 0, 0, 1, 0, 0};
    static const struct {
        const char *name;
        const double *values;
        int rank;
        size_t shape[3];
        bool is_good;
    } rows[] = {
        {"joints_pre", ones, 3, {5, 4, 3}, true},
        {"joints_pre", ones, 2, {5, 12, 0}, true},
        {"joints_pre", ones, 3, {4, 5, 3}, false},
        {"joints_pre", ones, 1, {60, 0, 0}, false},
        {"ground", ones, 2, {5, 2, 0}, true},
        {"ground", ones, 2, {5, 3, 0}, false},
        {"ground", ones, 2, {5, 1, 0}, false},
        {"contacts", ones, 2, {5, 4, 0}, true},
        {"contacts", ones, 2, {5, 5, 0}, false},
        {"contacts", ones, 2, {4, 5, 0}, false},
        {"root", ones, 2, {5, 3, 0}, true},
        {"root", ones, 2, {5, 2, 0}, false},
        {"facing", ones, 2, {5, 2, 0}, true},
        {"facing", ones, 2, {5, 3, 0}, false},
        {"desired_vel", ones, 2, {5, 2, 0}, true},
        {"desired_vel", ones, 2, {5, 3, 0}, false},
        {"foot_idx", last, 1, {2, 0, 0}, true},
        {"foot_idx", last, 1, {3, 0, 0}, false},
        {"foot_idx", over, 1, {2, 0, 0}, false},
        {"foot_idx", below, 1, {2, 0, 0}, false},
        {"heel_idx", last, 1, {2, 0, 0}, true},
        {"heel_idx", below, 1, {2, 0, 0}, false},
        {"heel_idx", over, 1, {2, 0, 0}, false},
        {"heel_idx", last, 1, {1, 0, 0}, false},
        {"parents", below, 1, {4, 0, 0}, true},
        {"parents", over, 1, {4, 0, 0}, false},
        {"parents", below, 1, {3, 0, 0}, false},
        {"fps", ones, 1, {2, 0, 0}, false},
        {"fps", ones, 1, {1, 0, 0}, true},
        {"toe_rest_height", ones, 1, {2, 0, 0}, false},
        {"toe_rest_height", ones, 0, {0}, true},
        {"bone_error_pre", ones, 1, {5, 0, 0}, true},
        {"bone_error_pre", ones, 1, {4, 0, 0}, false},
        {"joints", ones, 2, {5, 12, 0}, false},
        {"joints", ones, 3, {5, 3, 4}, false},
        {"joints", ones, 3, {5, 257, 3}, false},
        {"events", good, 2, {4, 3, 0}, true},
        {"events", good, 2, {3, 4, 0}, false},
        {"events", good, 1, {3, 0, 0}, false},
        {"events", good, 2, {0, 3, 0}, true},
        {"events", kind, 2, {1, 3, 0}, false},
        {"events", part, 2, {1, 3, 0}, false},
        {"events", early, 2, {1, 3, 0}, false},
        {"events", late, 2, {1, 3, 0}, false},
        {"events", falling, 2, {2, 3, 0}, false},
        {"path", ones, 2, {3, 2, 0}, true},
        {"path", ones, 2, {2, 3, 0}, false},
        {"path", ones, 1, {2, 0, 0}, false},
        {"path", ones, 2, {0, 2, 0}, false},
    };
    pd_anim_track t = some_track(0), back;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        pd_array array = pd_array_of(PD_DTYPE_F64, rows[i].values, rows[i].rank, rows[i].shape);
        pd_buffer file = changed(&t, rows[i].name, &array);
        pd_status status = pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", &err);
        if ((status == PD_OK) != rows[i].is_good) fail_msg("row %zu: %s: %s", i, rows[i].name, err.detail);
        if (!rows[i].is_good) assert_non_null(strstr(err.where, rows[i].name));
        if (status == PD_OK && !strcmp(rows[i].name, "bone_error_pre")) assert_near(back.bone_error[4], 1, 0);
        if (status == PD_OK && rows[i].values == good && rows[i].shape[0]) {
            assert_int_equal(back.event_count, 4);
            for (int e = 0; e < 4; e++) assert_near(back.events[e].time, good[3 * e], 0);
            assert_int_equal(back.events[1].kind, PD_ANIM_EVENT_START);
            assert_near(back.events[3].value, 1, 0);
        }
        if (status == PD_OK) pd_anim_track_deinit(&back);
        pd_buffer_deinit(&file);
    }
    pd_anim_track_deinit(&t);
}

/* A path is open unless the file says that it is closed. */
static void a_path_is_closed_where_the_file_says_so(void **state)
{
    (void)state;
    for (int closed = -1; closed < 2; closed++) {
        const double number = closed;
        pd_anim_track t = some_track(1), back;
        pd_array array = pd_array_of(PD_DTYPE_F64, &number, 0, NULL);
        pd_buffer file = changed(&t, "path_closed", closed < 0 ? NULL : &array);
        assert_int_equal(pd_motion_track_read(&back, (pd_bytes){file.data, file.size}, "it", NULL), PD_OK);
        assert_int_equal(back.path_closed, closed > 0);
        assert_int_equal(back.path_count, 3);
        assert_near(back.path[2], 1, 0);
        assert_near(back.path[3], 2, 0);
        pd_anim_track_deinit(&t), pd_anim_track_deinit(&back);
        pd_buffer_deinit(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_file_reads_back),
        cmocka_unit_test(headings_and_turns_stand_in_the_file),
        cmocka_unit_test(the_arrays_have_the_names_that_others_measure_by),
        cmocka_unit_test(joints_that_are_not_there_and_falling_times_are_refused),
        cmocka_unit_test(optional_fields_have_defaults_and_the_others_are_required),
        cmocka_unit_test(shapes_and_bounds_of_every_array_are_checked),
        cmocka_unit_test(a_path_is_closed_where_the_file_says_so),
        cmocka_unit_test(a_cut_file_and_missing_arrays_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
