/* Tests the copies that augmentation adds to labelled motions: how many, of what, held out with their source,
 * and the same bits for any executor. */
#include "train/augment/augment.h"
#include "train/motion/label.h"
#include "tests/support/fixture.h"
#include "tests/support/walk.h"

static const walk walking = {.frames = 200, .speed = 1.1, .period = 66, .duty = 0.6, .lift = 0.12};
static const walk running = {.frames = 120, .speed = 2.8, .period = 42, .duty = 0.36, .lift = 0.2};

static void captured(pd_character_motions *list)
{
    const walk *walks[2] = {&walking, &running};
    *list = (pd_character_motions){0};
    for (int i = 0; i < 2; i++) {
        pd_character_motion m;
        walk_make(&m, walks[i]);
        m.source = i;
        snprintf(m.step, sizeof m.step, "capture");
        assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
        assert_int_equal(pd_character_motions_append(list, &m, NULL), PD_OK);
    }
}

static pd_train_augment_options small(void)
{
    pd_train_augment_options o = pd_train_augment_defaults();
    o.map_side = 20, o.fit.patches.count = 50;
    return o;
}

static void augmented(pd_character_motions *list, const pd_train_augment_options *o,
                      const pd_executor *executor, pd_train_augment_report *report)
{
    pd_error err = {0};
    captured(list);
    if (pd_train_motion_augment(list, o, executor, NULL, report, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void same_motion(const pd_character_motion *a, const pd_character_motion *b)
{
    size_t frames = (size_t)a->clip.frame_count;
    assert_string_equal(a->step, b->step);
    assert_int_equal(a->clip.frame_count, b->clip.frame_count);
    assert_memory_equal(a->clip.roots, b->clip.roots, frames * sizeof *a->clip.roots);
    assert_memory_equal(a->clip.rotations, b->clip.rotations,
                        frames * PD_ANIM_BIPED_JOINTS * sizeof *a->clip.rotations);
    assert_int_equal(a->ground.rows, b->ground.rows);
    if (a->ground.rows)
        assert_memory_equal(a->ground.heights, b->ground.heights,
                            (size_t)a->ground.rows * (size_t)a->ground.columns * sizeof(float));
}

static void the_same_seed_gives_the_same_bits_whatever_the_executor(void **state)
{
    (void)state;
    pd_character_motions a, b;
    pd_train_augment_options o = small();
    o.fit.best = 1;
    augmented(&a, &o, &pd_executor_serial, NULL), augmented(&b, &o, &pd_fixture_shuffled, NULL);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) same_motion(&a.items[i], &b.items[i]);
    pd_character_motions_deinit(&a), pd_character_motions_deinit(&b);
}

static void another_seed_gives_other_copies(void **state)
{
    (void)state;
    pd_character_motions a, b;
    pd_train_augment_options o = small();
    augmented(&a, &o, &pd_executor_serial, NULL);
    o.seed = 2;
    augmented(&b, &o, &pd_executor_serial, NULL);
    int last = a.count - 1;
    assert_int_equal(a.count, b.count);
    assert_true(memcmp(a.items[last].clip.roots, b.items[last].clip.roots, sizeof(pd_vec3)) != 0 ||
                a.items[last].ground.rows != b.items[last].ground.rows);
    pd_character_motions_deinit(&a), pd_character_motions_deinit(&b);
}

static void every_step_adds_its_copies_of_what_it_is_for(void **state)
{
    (void)state;
    pd_character_motions list;
    pd_train_augment_report report;
    pd_train_augment_options o = small();
    augmented(&list, &o, &pd_executor_serial, &report);
    assert_int_equal(report.motions[PD_TRAIN_STEP_CAPTURE], 2);
    assert_int_equal(report.motions[PD_TRAIN_STEP_SLOW], 2);   /* the run at two paces                  */
    assert_int_equal(report.motions[PD_TRAIN_STEP_CROUCH], 1); /* the walk                              */
    assert_int_equal(report.motions[PD_TRAIN_STEP_ARC], 4);    /* both, twice                           */
    assert_int_equal(report.motions[PD_TRAIN_STEP_TERRAIN], 2 * 3 + 7);
    double all = 0;
    for (int i = 0; i < list.count; i++) all += list.items[i].clip.frame_count / 60.0;
    for (int s = 0; s < PD_TRAIN_STEPS; s++) {
        double gaits = 0;
        for (int k = 0; k < PD_PFNN_GAITS; k++) gaits += report.gait_seconds[s][k];
        assert_near(gaits, report.seconds[s], 1e-6);
        assert_near(report.feet[s].slide_p95, 0, 2e-3);
        assert_near(report.feet[s].height_p95, 0, 1e-3);
        all -= report.seconds[s];
    }
    assert_near(all, 0, 1e-6);
    pd_character_motions_deinit(&list);
}

static void backward_walks_are_copied_at_three_other_paces(void **state)
{
    (void)state;
    static const walk backwards = {.frames = 300, .speed = -0.8, .period = 70, .duty = 0.6, .lift = 0.08};
    static const double times[3] = {0.8, 0.64, 0.54};
    pd_character_motions list = {0};
    pd_character_motion m;
    pd_error err = {0};
    pd_train_augment_options o = small();
    o.crouch = o.arc = o.terrain = o.terrain_of_copies = 0;

    walk_make(&m, &backwards);
    snprintf(m.step, sizeof m.step, "capture");
    assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
    assert_int_equal(pd_character_motions_append(&list, &m, NULL), PD_OK);
    assert_int_equal(pd_train_motion_augment(&list, &o, &pd_executor_serial, NULL, NULL, &err), PD_OK);

    assert_int_equal(list.count, 4);
    for (int k = 0; k < 3; k++) {
        const pd_anim_clip *clip = &list.items[1 + k].clip;
        double way = clip->roots[clip->frame_count - 1].z - clip->roots[0].z;
        assert_near(way * 60 / (clip->frame_count - 1), -0.8 / times[k], 0.02);
    }
    pd_character_motions_deinit(&list);
}

static void steps_that_are_off_add_nothing(void **state)
{
    (void)state;
    pd_character_motions list;
    pd_train_augment_options o = small();
    o.slow = o.crouch = o.arc = o.terrain = o.terrain_of_copies = 0;
    augmented(&list, &o, &pd_executor_serial, NULL);
    assert_int_equal(list.count, 2);
    pd_character_motions_deinit(&list);
}

static void copies_are_held_out_with_their_source(void **state)
{
    (void)state;
    pd_character_motions list;
    pd_train_augment_options o = small();
    int of[2] = {0};
    augmented(&list, &o, &pd_executor_serial, NULL);
    for (int i = 0; i < list.count; i++) {
        assert_in_range(list.items[i].source, 0, 1);
        of[list.items[i].source]++;
        assert_non_null(list.items[i].contacts);
    }
    assert_int_equal(of[0], 1 + 1 + 2 + 3 + 3);
    pd_character_motions_deinit(&list);
}

static void options_out_of_range_and_motions_without_labels_are_refused(void **state)
{
    (void)state;
    pd_character_motions list;
    pd_error err = {0};
    pd_train_augment_options o = small();
    captured(&list);
    o.arc = 9;
    assert_int_equal(pd_train_motion_augment(&list, &o, &pd_executor_serial, NULL, NULL, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "arc: 9; 0 to 8 allowed"));
    o = small(), o.map_side = 900;
    assert_int_equal(pd_train_motion_augment(&list, &o, &pd_executor_serial, NULL, NULL, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "side: 900; 4 to 400 allowed"));
    pd_character_motion bare;
    walk_make(&bare, &walking);
    assert_int_equal(pd_character_motions_append(&list, &bare, NULL), PD_OK);
    o = small();
    assert_int_equal(pd_train_motion_augment(&list, &o, &pd_executor_serial, NULL, NULL, &err),
                     PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "no labels"));
    pd_character_motions_deinit(&list);
}

static void the_report_is_a_table_of_steps(void **state)
{
    (void)state;
    pd_character_motions list;
    pd_train_augment_report report;
    pd_train_augment_options o = small();
    pd_buffer text = {0};
    augmented(&list, &o, &pd_executor_serial, &report);
    pd_train_augment_write(&text, &report);
    pd_buffer_add(&text, "", 1);
    const char *lines = (const char *)text.data;
    assert_non_null(strstr(lines, "step      motions   seconds   part    stand     walk"));
    assert_non_null(strstr(lines, "\ncrouch          1 "));
    assert_null(strstr(lines, "\nfit "));
    assert_non_null(strstr(lines, "slopes of the map"));
    pd_buffer_deinit(&text);
    pd_character_motions_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_bits_whatever_the_executor),
        cmocka_unit_test(another_seed_gives_other_copies),
        cmocka_unit_test(every_step_adds_its_copies_of_what_it_is_for),
        cmocka_unit_test(backward_walks_are_copied_at_three_other_paces),
        cmocka_unit_test(steps_that_are_off_add_nothing),
        cmocka_unit_test(copies_are_held_out_with_their_source),
        cmocka_unit_test(options_out_of_range_and_motions_without_labels_are_refused),
        cmocka_unit_test(the_report_is_a_table_of_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
