/* Tests the matching database that is built from labelled clips: poses and steps are those of the clip,
 * copies are mirrored, and long idle parts are cut. */
#include "train/matching/build.h"

#include "core/matching/model.h"
#include "tests/support/stroll.h"

/* Walks of 3 s at 1.2 m/s: straight on, to the left, straight again; named so. */
static void make(pd_character_motions *motions, const char *const names[3])
{
    memset(motions, 0, sizeof *motions);
    for (int i = 0; i < 3; i++) {
        const stroll walk = {
            .frames = 180, .speed = 1.2, .turn_deg = i == 1 ? 30 : 0, .swing = 0.3, .source = i};
        pd_character_motion m;
        stroll_init(&m, &walk);
        snprintf(m.name, sizeof m.name, "%s", names[i]);
        assert_int_equal(pd_character_motions_append(motions, &m, NULL), PD_OK);
    }
}

static const char *const plain[3] = {"a/1.bvh", "a/2.bvh", "a/3.bvh"};

static void poses_and_steps_are_those_of_the_clip(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_matching_database d;
    pd_train_matching_report report;
    pd_train_matching_options o = pd_train_matching_defaults();
    pd_error err = {0};
    o.rate = 60;
    make(&motions, plain);
    if (pd_train_matching_build(&d, &report, &motions, &o, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(report.clips, 3);
    assert_int_equal(d.frame_count, 3 * 180);
    assert_true(d.turning_count < PD_ANIM_BIPED_JOINTS && d.turning[0] == 0);

    for (int t = 35; t < 145; t += 7) { /* the ends are smoothed otherwise */
        pd_matching_pose pose;
        pd_matching_pose_read(&pose, &d, t, NULL);
        const pd_quat *own = pd_anim_clip_frame(&motions.items[0].clip, t);
        for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++)
            assert_true(pd_q_angle(own[j], pose.rotations[j]) < 3e-4);
        assert_true(fabs(pose.hips.y - PD_ANIM_BIPED_REST_HEIGHT) < 1e-4 && fabs(pose.hips.z) < 5e-3);
        assert_true(fabs(d.steps[3 * t + 1] * PD_MATCHING_STEP * 60 - 1.2) < 2e-3);
        /* the second one's root turns */
        assert_true(fabs(d.steps[3 * (180 + t) + 2] * PD_MATCHING_TURN * 60 - 30 * M_PI / 180) < 0.02);
    }
    pd_matching_database_deinit(&d);
    pd_character_motions_deinit(&motions);
}

static void copies_are_mirrored_and_straight_walks_bent(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_matching_database d;
    pd_train_matching_report report;
    pd_train_matching_options o = pd_train_matching_defaults();
    make(&motions, plain);
    assert_int_equal(pd_train_matching_build(&d, &report, &motions, &o, NULL), PD_OK);
    assert_int_equal(d.frame_count, 3 * 90);
    assert_int_equal(report.arcs, 2);
    int arcs = 0, mirrored = 0;
    for (int v = 0; v < d.copy_count; v++) {
        arcs += d.copies[v].arc != 0, mirrored += d.copies[v].mirror;
        assert_true(d.copies[v].arc == 0 || d.copies[v].clip != 1); /* what turns is not bent */
    }
    assert_int_equal(arcs, 2 * 2 * 4);
    assert_int_equal(mirrored, d.copy_count / 2);
    pd_matching_database_deinit(&d);

    o.no_mirror = o.no_arc = true;
    assert_int_equal(pd_train_matching_build(&d, NULL, &motions, &o, NULL), PD_OK);
    assert_int_equal(d.copy_count, 3);
    pd_matching_database_deinit(&d);
    pd_character_motions_deinit(&motions);
}

static void long_idles_are_cut_and_glances_left_out(void **state)
{
    (void)state;
    static const char *const names[3] = {"reactidle/1.bvh", "a/2_Look.bvh", "a/3.bvh"};
    pd_character_motions motions;
    pd_matching_database d;
    pd_train_matching_report report;
    pd_train_matching_options o = pd_train_matching_defaults();
    o.idle_seconds = 2;
    make(&motions, names);
    assert_int_equal(pd_train_matching_build(&d, &report, &motions, &o, NULL), PD_OK);
    assert_int_equal(report.clips, 2);
    assert_int_equal(report.left_out, 1);
    assert_int_equal(d.firsts[1], 60);
    pd_matching_database_deinit(&d);
    pd_character_motions_deinit(&motions);
}

static void a_failed_build_is_reported(void **state)
{
    (void)state;
    static const char *const names[3] = {"Look1", "Look2", "Look3"};
    pd_character_motions motions;
    pd_matching_database d;
    pd_train_matching_options o = pd_train_matching_defaults();
    pd_error err;
    make(&motions, names);
    assert_int_equal(pd_train_matching_build(&d, NULL, &motions, &o, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "none is left"));
    o.rate = 50;
    assert_int_equal(pd_train_matching_build(&d, NULL, &motions, &o, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "50; 30 or 60"));
    assert_null(d.rotations);
    pd_character_motions_deinit(&motions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_and_steps_are_those_of_the_clip),
        cmocka_unit_test(copies_are_mirrored_and_straight_walks_bent),
        cmocka_unit_test(long_idles_are_cut_and_glances_left_out),
        cmocka_unit_test(a_failed_build_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
