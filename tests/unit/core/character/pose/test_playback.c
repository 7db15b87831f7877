/* Playback that is faster or slower than the motion's own rate (tests/support/rigs.h). */
#include "core/character/pose/playback.h"

#include "core/math/plane.h"
#include "core/character/character.h"
#include "tests/support/rigs_group.h"

#include <string.h>

/* Returns the pose of a tick: all values grow evenly with the tick's number. */
static pd_character_pose pose_of(int tick)
{
    pd_character_pose p = {.root = {0, 0, 0.02 * tick},
                           .yaw = remainder(0.1 * tick, 2 * M_PI),
                           .phase = fmod(0.3 * tick, 2 * M_PI)};
    p.translation = pd_vec3_make(0, 1, 0.02 * tick);
    p.velocity = pd_vec3_make(0, 0, 1.2);
    p.contacts[0] = (float)(tick % 10) / 10;
    p.events = tick == 7 ? PD_CHARACTER_STEP_LEFT : tick == 8 ? PD_CHARACTER_JUMPED : 0;
    for (int j = 0; j < PD_CHARACTER_RIG_JOINTS; j++)
        p.rotations[j] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.05 * tick);
    pd_anim_skeleton_forward(p.joints, NULL, &rig.skeleton, p.rotations, p.translation);
    return p;
}

/* As a frame of a character does; *tick: of its next own tick. */
static pd_character_pose frame_of(pd_character_playback *p, pd_character_pose *pose, int *tick, double rate)
{
    int ticks = pd_character_playback_begin(p, pose, rate);
    assert_true(ticks >= floor(rate) && ticks <= ceil(rate));
    for (int i = 0; i < ticks; i++) {
        *pose = pose_of((*tick)++);
        if (i + 1 < ticks) pd_character_playback_between(p, pose);
    }
    pd_character_playback_end(p, pose, rate, &rig);
    return *pose;
}

static void playback_at_its_own_rate_shows_every_tick_bit_for_bit(void **state)
{
    (void)state;
    pd_character_playback p = {0};
    pd_character_pose pose = pose_of(0);
    int tick = 1;
    for (int i = 1; i < 20; i++) {
        pd_character_pose shown = frame_of(&p, &pose, &tick, 1), own = pose_of(i);
        assert_memory_equal(&shown, &own, sizeof own);
    }
    assert_int_equal(tick, 20);
}

static void playback_at_a_quarter_more_shows_five_ticks_in_four_frames(void **state)
{
    (void)state;
    pd_character_playback p = {0};
    pd_character_pose pose = pose_of(0);
    int tick = 1;
    for (int i = 1; i <= 40; i++) {
        double s = 1.25 * i;
        pd_character_pose shown = frame_of(&p, &pose, &tick, 1.25);
        assert_near(shown.root.z, 0.02 * s, 1e-9);
        assert_near(shown.translation.z, 0.02 * s, 1e-9);
        assert_near(remainder(shown.yaw - 0.1 * s, 2 * M_PI), 0, 1e-9);
        assert_near(remainder(shown.phase - 0.3 * s, 2 * M_PI), 0, 1e-9);
        assert_near(shown.velocity.z, 1.5, 1e-12);
        assert_near(pd_q_angle(shown.rotations[3], pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.05 * s)), 0,
                    1e-9);
        assert_near(tick - 1, ceil(s - 1e-9), 0);
        for (int j = 1; j < rig.skeleton.joint_count; j++)
            assert_near(pd_vec3_distance(shown.joints[j], shown.joints[rig.skeleton.parents[j]]),
                        pd_vec3_length(rig.skeleton.offsets[j]), 1e-9);
    }
    assert_int_equal(tick, 51);
}

/* Tall people move slower than the network, so that some frames take no tick. The first frame shows the first
 * tick. */
static void playback_at_four_fifths_shows_four_ticks_in_five_frames(void **state)
{
    (void)state;
    pd_character_playback p = {0};
    pd_character_pose pose = pose_of(0);
    int tick = 1;
    for (int i = 0; i <= 40; i++) {
        const double s = 1 + 0.8 * i;
        pd_character_pose shown = frame_of(&p, &pose, &tick, 0.8);
        assert_near(shown.root.z, 0.02 * s, 1e-9);
        assert_near(remainder(shown.phase - 0.3 * s, 2 * M_PI), 0, 1e-9);
        assert_near(shown.velocity.z, 0.96, 1e-12);
        assert_near(tick - 1, ceil(s - 1e-9), 0);
    }
    assert_int_equal(tick, 34);
}

static void no_event_is_lost_or_repeated(void **state)
{
    (void)state;
    const double rates[] = {0.3, 0.8, 0.95, 1, 1.1, 1.5, 2, 2.7};
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
        pd_character_playback p = {0};
        pd_character_pose pose = pose_of(0);
        int tick = 1, steps = 0, jumps = 0;
        while (tick < 20) {
            unsigned events = frame_of(&p, &pose, &tick, rates[k]).events;
            steps += (events & PD_CHARACTER_STEP_LEFT) != 0, jumps += (events & PD_CHARACTER_JUMPED) != 0;
        }
        assert_int_equal(steps, 1);
        assert_int_equal(jumps, 1);
    }
}

/* Changes that a caller makes to a shown pose do not enter the next one. Playback returns smoothly to the
 * ticks' own poses. */
static void playback_returns_smoothly_to_the_poses_of_the_ticks(void **state)
{
    (void)state;
    pd_character_playback p = {0};
    pd_character_pose pose = pose_of(0);
    int tick = 1;
    for (int i = 0; i < 10; i++) frame_of(&p, &pose, &tick, 1.23);
    double last = pose.root.z;
    int frames = 0;
    for (; p.is_on && frames < 100; frames++) {
        pose.rotations[0] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 2);
        pose.root.z = 77;
        frame_of(&p, &pose, &tick, 1);
        assert_true(pose.root.z - last > 0.02 - 1e-9 && pose.root.z - last < 0.0205);
        last = pose.root.z;
    }
    assert_true(frames > 1 && frames < 55);
    pd_character_pose own = pose_of(tick - 1);
    assert_memory_equal(&pose, &own, sizeof own);
}

/* A whole character that is asked for 1.5 m/s backwards gets the goal back_own in its own time, and its
 * playback is faster by a half. */
static void a_character_that_is_asked_for_more_than_it_can_is_played_faster(void **state)
{
    (void)state;
    static pd_character c;
    pd_arena arena;
    const double origin[2] = {0, 0};
    const pd_character_input back = {.move = {0, -1},
                                     .has_look = 1,
                                     .look = {0, 1},
                                     .strafe = 1,
                                     .speed = 1.5,
                                     .gait = PD_CHARACTER_WANT_WALK};
    const pd_character_input still = {0};
    pd_character *who[1] = {&c};
    const pd_character_input *what[1] = {&back};
    pd_character_tick t = {.characters = who, .inputs = what, .count = 1};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    assert_true(pd_arena_init(&arena, pd_character_tick_scratch_bytes(&t, &rig, &pd_executor_serial)));

    uint32_t before = 0;
    for (int i = 0; i < 600; i++) {
        if (i == 480) before = c.ticks;
        pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
    }
    const pd_character_goal *goal = &c.trajectory.goal;
    assert_near(goal->rate, 1.5 / rig.control.back_own, 1e-3);
    assert_near(pd_plane_length(goal->asked), rig.control.back_own, 1e-9);
    assert_near(goal->asked_rate * pd_plane_length(goal->asked), 1.5, 1e-3);
    assert_near(c.ticks - before, 120 * 1.5 / rig.control.back_own, 2);
    assert_near(arena.used, 0, 0);

    what[0] = &still;
    for (int i = 0; i < 300; i++) pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
    assert_near(goal->rate, 1, 0);
    assert_false(c.playback.is_on);
    pd_arena_deinit(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playback_at_its_own_rate_shows_every_tick_bit_for_bit),
        cmocka_unit_test(playback_at_a_quarter_more_shows_five_ticks_in_four_frames),
        cmocka_unit_test(playback_at_four_fifths_shows_four_ticks_in_five_frames),
        cmocka_unit_test(no_event_is_lost_or_repeated),
        cmocka_unit_test(playback_returns_smoothly_to_the_poses_of_the_ticks),
        cmocka_unit_test(a_character_that_is_asked_for_more_than_it_can_is_played_faster),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
