/* Paths that continue beyond the ends of a clip, and the kind of motion that a frame shows. */
#include "train/motion/kind.h"
#include "tests/support/cmocka.h"
#include "tests/support/stroll.h"

#include <stdlib.h>

static void path_of(pd_train_path *path, const pd_character_motion *m)
{
    pd_vec3 *positions = malloc((size_t)m->clip.frame_count * PD_ANIM_BIPED_JOINTS * sizeof *positions);
    assert_non_null(positions);
    pd_train_motion_pose(positions, NULL, m);
    assert_int_equal(pd_train_path_build(path, m, positions, NULL), PD_OK);
    free(positions);
}

static void a_walk_that_is_cut_goes_on_as_it_went(void **state)
{
    (void)state;
    const stroll w = {.frames = 72, .speed = 1.5, .yaw_deg = 90, .slope_x = 0.1};
    pd_character_motion m;
    pd_train_path path;
    stroll_init(&m, &w);
    path_of(&path, &m);
    for (int t = -PD_TRAIN_PAD; t < 72 + PD_TRAIN_PAD; t++) {
        const pd_train_path_point *p = pd_train_path_at(&path, t);
        assert_near(p->x, 1.5 * t / 60, 1e-9);
        assert_near(p->z, 0, 1e-9);
        assert_near(p->facing_x, 1, 1e-9);
        assert_near(p->ground[PD_TRAIN_MIDDLE], 0.1 * p->x, 1e-6);
        assert_near(p->gaits[PD_PFNN_WALK], 0.75, 0);
    }
    assert_near(pd_train_path_height(&path, 10), 0.1 * 1.5 * (10 - 5) / 60, 1e-6);
    pd_train_path_deinit(&path);
    pd_character_motion_deinit(&m);
}

static void a_path_stays_where_the_clip_stands_at_its_end(void **state)
{
    (void)state;
    const stroll w = {.frames = 100, .speed = 0.2};
    pd_character_motion m;
    pd_train_path path;
    stroll_init(&m, &w);
    path_of(&path, &m);
    assert_near(pd_train_path_at(&path, -60)->z, 0, 1e-12);
    assert_near(pd_train_path_at(&path, 159)->z, pd_train_path_at(&path, 99)->z, 1e-12);
    pd_train_path_deinit(&path);
    pd_character_motion_deinit(&m);
}

static void a_path_of_one_frame_stands(void **state)
{
    (void)state;
    const stroll w = {.frames = 1, .speed = 2};
    pd_character_motion m;
    pd_train_path path;
    stroll_init(&m, &w);
    path_of(&path, &m);
    assert_near(pd_train_path_at(&path, 60)->z, 0, 1e-12);
    assert_near(pd_train_path_at(&path, 60)->facing_z, 1, 1e-12);
    pd_train_path_deinit(&path);
    pd_character_motion_deinit(&m);
}

/* Returns the kind of the middle frame of a walk. */
static pd_train_kind middle_kind(const stroll *w, int gait)
{
    pd_character_motion m;
    pd_train_path path;
    unsigned char kinds[600];
    stroll_init(&m, w);
    for (int t = 0; t < w->frames; t++) {
        memset(m.gaits[t], 0, sizeof m.gaits[t]);
        m.gaits[t][gait] = 1;
    }
    path_of(&path, &m);
    assert_int_equal(pd_train_kinds_of(kinds, &path, NULL), PD_OK);
    pd_train_path_deinit(&path);
    pd_character_motion_deinit(&m);
    return (pd_train_kind)kinds[w->frames / 2];
}

static void frames_are_of_the_kind_that_they_show(void **state)
{
    (void)state;
    const struct {
        stroll w;
        int gait;
        pd_train_kind kind;
    } cases[] = {
        {{.speed = 0.05}, PD_PFNN_STAND, PD_TRAIN_KIND_STAND},
        {{.speed = 0.05, .turn_deg = 60}, PD_PFNN_STAND, PD_TRAIN_KIND_WALK_TURN},
        {{.speed = 1.2}, PD_PFNN_WALK, PD_TRAIN_KIND_WALK},
        {{.speed = 1.2, .turn_deg = -45}, PD_PFNN_WALK, PD_TRAIN_KIND_WALK_TURN},
        {{.speed = 0.9, .going_deg = 90}, PD_PFNN_WALK, PD_TRAIN_KIND_SIDE},
        {{.speed = 0.9, .going_deg = -90}, PD_PFNN_WALK, PD_TRAIN_KIND_SIDE},
        {{.speed = 0.8, .going_deg = 180}, PD_PFNN_WALK, PD_TRAIN_KIND_BACK},
        {{.speed = 3}, PD_PFNN_JOG, PD_TRAIN_KIND_RUN},
        {{.speed = 3, .turn_deg = 90}, PD_PFNN_JOG, PD_TRAIN_KIND_RUN_TURN},
        {{.speed = 1}, PD_PFNN_CROUCH, PD_TRAIN_KIND_CROUCH},
        {{.speed = 0.1}, PD_PFNN_CROUCH, PD_TRAIN_KIND_CROUCH_STILL},
        {{.speed = 1}, PD_PFNN_JUMP, PD_TRAIN_KIND_JUMP},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stroll w = cases[i].w;
        w.frames = 240;
        assert_string_equal(pd_train_kind_name(middle_kind(&w, cases[i].gait)),
                            pd_train_kind_name(cases[i].kind));
    }
}

/* Stands for 200 frames, then walks. */
static void a_start_is_found_around_its_frames(void **state)
{
    (void)state;
    const stroll w = {.frames = 500};
    pd_character_motion m;
    pd_train_path path;
    unsigned char kinds[500];
    stroll_init(&m, &w);
    for (int t = 200; t < 500; t++) m.clip.roots[t].z = 1.2 * (t - 200) / 60;
    path_of(&path, &m);
    assert_int_equal(pd_train_kinds_of(kinds, &path, NULL), PD_OK);
    assert_int_equal(kinds[150], PD_TRAIN_KIND_STAND);
    for (int t = 180; t < 225; t++) assert_int_equal(kinds[t], PD_TRAIN_KIND_START_STOP);
    assert_int_equal(kinds[300], PD_TRAIN_KIND_WALK);
    pd_train_path_deinit(&path);
    pd_character_motion_deinit(&m);
}

static void the_table_has_a_line_for_every_kind_and_their_sum(void **state)
{
    (void)state;
    pd_train_kind_sum sums[PD_TRAIN_KIND_COUNT] = {{0}};
    pd_buffer out = {0};
    sums[PD_TRAIN_KIND_WALK] = (pd_train_kind_sum){200, 20, 4, 1.7, 0.25};
    sums[PD_TRAIN_KIND_TERRAIN] = (pd_train_kind_sum){100, 0, 2, 0.8, 0.75};
    pd_train_kind_write(&out, sums);
    pd_buffer_add(&out, "", 1);
    assert_false(out.failed);
    assert_non_null(strstr((const char *)out.data,
                           "walk straight                      200        20      4       1.7  0.250\n"));
    assert_non_null(strstr((const char *)out.data,
                           "all                                300        20      6       2.5  1.000\n"));
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_that_is_cut_goes_on_as_it_went),
        cmocka_unit_test(a_path_stays_where_the_clip_stands_at_its_end),
        cmocka_unit_test(a_path_of_one_frame_stands),
        cmocka_unit_test(frames_are_of_the_kind_that_they_show),
        cmocka_unit_test(a_start_is_found_around_its_frames),
        cmocka_unit_test(the_table_has_a_line_for_every_kind_and_their_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
