/* Tests the player of captured frames on a small database: it stands, walks and jogs as asked, leaves a clip
 * that ends, and a copy continues with the same bits. */
#include "core/matching/player.h"
#include "tests/support/databases.h"

typedef struct walk {
    pd_matching_player player;
    pd_matching_root root;
    pd_matching_frame frame;
} walk;

static void step(walk *w, const pd_matching_goal *goal, const pd_matching_index *index)
{
    pd_matching_player_step(&w->frame, &w->player, goal, &w->root, index);
    double s = sin(w->root.yaw), c = cos(w->root.yaw);
    w->root.at[0] += w->frame.step[0] * c + w->frame.step[1] * s;
    w->root.at[1] += w->frame.step[1] * c - w->frame.step[0] * s;
    w->root.yaw += w->frame.turn;
}

static void the_player_stands_until_a_walk_is_asked_for_and_walks_at_its_speed(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    walk w = {.root = {{2, -1}, 0.5}};
    pd_matching_goal goal = {.facing = 0.5};
    pd_matching_player_begin(&w.player, &w.root, &m->index);
    for (int t = 0; t < 60; t++) step(&w, &goal, &m->index);
    assert_true(hypot(w.root.at[0] - 2, w.root.at[1] + 1) < 1e-3);

    goal.velocity[0] = 1.2 * sin(0.5), goal.velocity[1] = 1.2 * cos(0.5);
    for (int t = 0; t < 120; t++) step(&w, &goal, &m->index);
    double from[2] = {w.root.at[0], w.root.at[1]};
    for (int t = 0; t < 120; t++) step(&w, &goal, &m->index);
    assert_true(fabs(hypot(w.root.at[0] - from[0], w.root.at[1] - from[1]) / 2 - 1.2) < 0.05);
    assert_true(w.frame.gaits[1] > 0.9f);
    pd_matching_model_release(m);
}

static void a_jog_is_found_behind_its_gate(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(60);
    walk w = {.root = {{0, 0}, 0}};
    pd_matching_goal goal = {.velocity = {0, 2.4}, .jog = true};
    pd_matching_player_begin(&w.player, &w.root, &m->index);
    for (int t = 0; t < 90; t++) step(&w, &goal, &m->index);
    assert_true(w.frame.gaits[2] > 0.9f && w.root.at[1] > 2.5);
    pd_matching_model_release(m);
}

/* If the database has no frame of the requested gait, the player searches a slower one. Otherwise the search
 * would find nothing and the end of the clip would be shown for ever. */
static void without_jogging_data_the_character_walks(void **state)
{
    (void)state;
    pd_matching_database d;
    pd_matching_model *m;
    pd_error err;
    databases_make(&d, 60);
    for (int t = 0; t < d.frame_count; t++) d.gaits[6 * t + 2] = 0;
    assert_int_equal(pd_matching_model_build(&m, &d, &err), PD_OK);
    assert_int_equal(m->index.behind, PD_MATCHING_WALK);

    walk w = {.root = {{0, 0}, 0}};
    pd_matching_goal goal = {.velocity = {0, 2.4}, .jog = true};
    pd_matching_player_begin(&w.player, &w.root, &m->index);
    for (int t = 0; t < 300; t++) step(&w, &goal, &m->index);
    assert_true(w.frame.gaits[1] > 0.9f && w.root.at[1] > 4);
    pd_matching_model_release(m);
}

static void the_player_leaves_a_clip_before_it_ends(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(60);
    walk w = {.root = {{0, 0}, 0}};
    pd_matching_goal goal = {.velocity = {0, 1.2}};
    pd_matching_player_begin(&w.player, &w.root, &m->index);
    for (int t = 0; t < 1200; t++) {
        const pd_matching_track *track = &m->index.tracks[w.player.track];
        step(&w, &goal, &m->index);
        assert_true(w.player.entry < track->entry + track->count || w.frame.jumped);
    }
    assert_true(fabs(w.root.at[1] - 1.2 * 20) < 1.2);
    pd_matching_model_release(m);
}

/* Snapshots: a copy goes on as the original, bit by bit. */
static void a_copy_continues_identically(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    walk a = {.root = {{0, 0}, 0}};
    pd_matching_goal goal = {.velocity = {0.6, 1}, .facing = 0.5};
    pd_matching_player_begin(&a.player, &a.root, &m->index);
    for (int t = 0; t < 47; t++) step(&a, &goal, &m->index);
    walk b = a;
    goal.velocity[0] = -1, goal.facing = -0.8;
    for (int t = 0; t < 100; t++) step(&a, &goal, &m->index), step(&b, &goal, &m->index);
    assert_memory_equal(&a.root, &b.root, sizeof a.root);
    assert_memory_equal(&a.frame.pose, &b.frame.pose, sizeof(pd_quat) * 31);
    pd_matching_model_release(m);
}

static void a_pose_half_way_between_two_frames_is_between_them(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    walk w = {.root = {{0, 0}, 0}};
    pd_matching_goal goal = {.velocity = {0, 1.2}};
    pd_matching_player_begin(&w.player, &w.root, &m->index);
    for (int t = 0; t < 300; t++) {
        pd_matching_pose was = w.frame.pose;
        step(&w, &goal, &m->index);
        if (!t || w.frame.jumped) continue;
        assert_true(pd_vec3_distance(was.hips, w.frame.pose.hips) < 0.01);
        assert_true(pd_q_angle(was.rotations[PD_BIPED_L_THIGH], w.frame.pose.rotations[PD_BIPED_L_THIGH]) <
                    0.08);
    }
    pd_matching_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_player_stands_until_a_walk_is_asked_for_and_walks_at_its_speed),
        cmocka_unit_test(a_jog_is_found_behind_its_gate),
        cmocka_unit_test(without_jogging_data_the_character_walks),
        cmocka_unit_test(the_player_leaves_a_clip_before_it_ends),
        cmocka_unit_test(a_copy_continues_identically),
        cmocka_unit_test(a_pose_half_way_between_two_frames_is_between_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
