/* Tests the bounds of a track's sizes, and that a track owns copies of its paths and events. */
#include "core/anim/track.h"

#include "tests/support/cmocka.h"

static void refused(int frames, int joints, double rate)
{
    pd_anim_track t;
    pd_error err = {0};
    memset(&t, 0x55, sizeof t);
    assert_int_equal(pd_anim_track_init(&t, frames, joints, rate, &err), PD_ERR_RANGE);
    assert_null(t.joints);
    assert_true(err.detail[0] != 0);
}

static void taken(int frames, int joints, double rate)
{
    pd_anim_track t;
    assert_int_equal(pd_anim_track_init(&t, frames, joints, rate, NULL), PD_OK);
    assert_int_equal(t.frame_count, frames);
    assert_int_equal(t.joint_count, joints);
    assert_near(t.rate, rate, 0);
    for (int i = 0; i < 3 * frames * joints; i++) assert_true(t.joints[i] == 0 && t.joints_pre[i] == 0);
    assert_true(t.ground[2 * frames - 1] == 0 && t.contacts[4 * frames - 1] == 0 &&
                t.desired[2 * frames - 1] == 0);
    pd_anim_track_deinit(&t);
    assert_null(t.joints);
}

static void sizes_are_held_to_their_limits(void **state)
{
    (void)state;
    taken(1, 1, 60);
    taken(2, PD_ANIM_TRACK_MAX_JOINTS, 24);
    refused(0, 1, 60);
    refused(-1, 1, 60);
    refused(PD_ANIM_TRACK_MAX_FRAMES + 1, 1, 60);
    refused(1, 0, 60);
    refused(1, PD_ANIM_TRACK_MAX_JOINTS + 1, 60);
    refused(1, 1, 0);
    refused(1, 1, -60);
    refused(1, 1, NAN);
}

static void paths_and_events_are_copies_of_their_own(void **state)
{
    (void)state;
    pd_anim_track t;
    double points[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    pd_anim_event events[2] = {{0.5, PD_ANIM_EVENT_TURN, 1.5}, {1, PD_ANIM_EVENT_STOP, 0}};
    assert_int_equal(pd_anim_track_init(&t, 4, 2, 60, NULL), PD_OK);
    assert_int_equal(pd_anim_track_add_path(&t, (const double(*)[2])points, 3, 1, NULL), PD_OK);
    assert_int_equal(pd_anim_track_add_events(&t, events, 2, NULL), PD_OK);
    assert_int_equal(pd_anim_track_add_bone_error(&t, NULL), PD_OK);
    assert_null(t.seated);
    assert_int_equal(pd_anim_track_add_seated(&t, NULL), PD_OK);
    for (int i = 0; i < 4; i++) assert_near((double)t.seated[i], 0, 0);
    memset(points, 0, sizeof points), memset(events, 0, sizeof events);
    assert_int_equal(t.path_count, 3);
    assert_int_equal(t.path_closed, 1);
    for (int i = 0; i < 6; i++) assert_near((double)t.path[i], i + 1, 0);
    assert_int_equal(t.event_count, 2);
    assert_near(t.events[0].time, 0.5, 0);
    assert_near(t.events[0].value, 1.5, 0);
    assert_int_equal(t.events[1].kind, PD_ANIM_EVENT_STOP);
    for (int i = 0; i < 4; i++) assert_near((double)t.bone_error[i], 0, 0);
    pd_anim_track_deinit(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_held_to_their_limits),
        cmocka_unit_test(paths_and_events_are_copies_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
