/* Tests the bands of captured motions: synthetic walkers fall within those of other walkers, and a figure
 * that slides on stiff legs does not. */
#include "tests/support/puppet.h"
#include "tests/support/walk.h"

#include "core/base/file.h"
#include "tools/measure/motion_figures.h"

#include <stdlib.h>
#include <unistd.h>

/* Returns motions of eight people who walk at different speeds,
 * of .9 to 1.6 m/s; every fourth is held out. */
static pd_character_motions walkers(void)
{
    pd_character_motions list = {0};
    for (int i = 0; i < 8; i++) {
        walk w = {.frames = 360, .speed = 0.9 + 0.1 * i, .period = 66, .duty = 0.6, .lift = 0.1};
        pd_character_motion m;
        walk_make(&m, &w);
        snprintf(m.name, sizeof m.name, "studio/%02d_walk.bvh", i);
        m.source = i;
        assert_int_equal(pd_character_motions_append(&list, &m, NULL), PD_OK);
    }
    return list;
}

static pd_tool_motion_bands *bands_of(pd_character_motions *list)
{
    pd_tool_motion_bands *bands = malloc(sizeof *bands);
    pd_error err = {0};
    assert_non_null(bands);
    if (pd_tool_motion_bands_of(bands, list, 4, &pd_executor_serial, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return bands;
}

static void bands_count_clips_and_people_and_keep_held_out_ones_apart(void **state)
{
    (void)state;
    pd_character_motions list = walkers();
    pd_tool_motion_bands *bands = bands_of(&list);
    const pd_tool_band_group *walking = bands->groups[PD_ACTIVITY_WALK];
    assert_int_equal(walking[PD_TOOL_BANDS_ALL].clips, 8);
    assert_int_equal(walking[PD_TOOL_BANDS_ALL].people, 8);
    assert_int_equal(walking[PD_TOOL_BANDS_HELD_OUT].clips, 2);
    assert_int_equal(bands->groups[PD_ACTIVITY_JOG][PD_TOOL_BANDS_ALL].clips, 0);
    assert_true(strstr(bands->origin, "8 clips") && strstr(bands->origin, "studio 8"));

    /* all walk at one cadence; the period's band is a point, that of ranges is not */
    const pd_tool_band *all = walking[PD_TOOL_BANDS_ALL].bands;
    assert_near(all[PD_KINEMATICS_period].low, 1.1, 0.02);
    assert_near(all[PD_KINEMATICS_period].high, 1.1, 0.02);
    assert_true(all[PD_KINEMATICS_knee_speed].low < all[PD_KINEMATICS_knee_speed].middle);
    assert_true(all[PD_KINEMATICS_knee_speed].middle < all[PD_KINEMATICS_knee_speed].high);

    /* what judges and what does not */
    assert_ptr_equal(pd_tool_motion_band(bands, PD_ACTIVITY_WALK, PD_KINEMATICS_sway),
                     &all[PD_KINEMATICS_sway]);
    assert_null(pd_tool_motion_band(bands, PD_ACTIVITY_WALK, PD_KINEMATICS_period));
    assert_null(pd_tool_motion_band(bands, PD_ACTIVITY_WALK, PD_KINEMATICS_knee_peak));
    assert_null(pd_tool_motion_band(bands, PD_ACTIVITY_JOG, PD_KINEMATICS_sway));
    free(bands);
    pd_character_motions_deinit(&list);
}

static void bands_are_read_as_they_were_written(void **state)
{
    (void)state;
    char path[] = "/tmp/bands-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    pd_character_motions list = walkers();
    pd_tool_motion_bands *bands = bands_of(&list), *back = malloc(sizeof *back);
    pd_buffer file = {0};
    pd_error err = {0};
    pd_tool_motion_bands_write(&file, bands);
    assert_int_equal(pd_file_write(path, file.data, file.size, NULL), PD_OK);
    if (pd_tool_motion_bands_read(back, path, &err)) fail_msg("%s: %s", err.where, err.detail);

    assert_string_equal(back->origin, bands->origin);
    for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
        for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
            const pd_tool_band *x = &bands->groups[a][0].bands[r], *y = &back->groups[a][0].bands[r];
            assert_int_equal(x->clips, y->clips);
            if (x->clips) assert_near(x->high, y->high, 1e-3 * fabs(x->high));
        }
        if (!back->clouds[a].cloud.count) continue;
        double d, spread;
        assert_int_equal(pd_train_frechet(&d, &spread, &back->clouds[a].cloud, &bands->clouds[a].cloud, NULL),
                         PD_OK);
        assert_near(d, 0, 0.05);
        assert_near(spread, 1, 1e-3);
        assert_near(back->clouds[a].others, bands->clouds[a].others, 1e-3 * bands->clouds[a].others);
    }
    assert_true(back->clouds[PD_ACTIVITY_WALK].cloud.count >= PD_TOOL_CLOUD_FRAMES);

    /* damaged: said with the file's name */
    assert_int_equal(pd_file_write(path, file.data, file.size / 2, NULL), PD_OK);
    assert_int_equal(pd_tool_motion_bands_read(back, path, &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, path);
    const char *text =
        "{\"activities\": {\"walk\": {\"all\": {\"figures\": {\"sway\": [1, 2, 3]}}, \"held_out\": {}}}}";
    assert_int_equal(pd_file_write(path, text, strlen(text), NULL), PD_OK);
    assert_int_equal(pd_tool_motion_bands_read(back, path, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "walk"));

    unlink(path);
    free(bands), free(back);
    pd_buffer_deinit(&file);
    pd_character_motions_deinit(&list);
}

/* A walker of the middle is within the bands of walkers; one who skates on stiff legs is not. */
static void a_walker_is_within_the_bands_of_walkers_and_a_statue_that_glides_is_not(void **state)
{
    (void)state;
    pd_character_motions list = walkers();
    pd_tool_motion_bands *bands = bands_of(&list);
    pd_tool_motion_figures figures;
    pd_anim_track track;
    assert_int_equal(pd_tool_capture_track(&track, &list.items[4], NULL), PD_OK);
    assert_int_equal(pd_tool_motion_figures_of(&figures, &track, 0, bands, NULL), PD_OK);
    pd_tool_band_score s = pd_tool_motion_figures_score(&figures, PD_ACTIVITY_WALK, bands);
    assert_true(s.count > 25 && s.within >= s.count - 2);
    assert_true(figures.is_flat &&
                figures.of[PD_ACTIVITY_WALK].frechet < 2 * bands->clouds[PD_ACTIVITY_WALK].others + 1);
    const double frechet = figures.of[PD_ACTIVITY_WALK].frechet;

    /* uneven ground is not judged */
    for (int i = 0; i < track.frame_count; i++) track.ground[2 * i] = 0.0005f * (float)i;
    assert_int_equal(pd_tool_motion_figures_of(&figures, &track, 0, bands, NULL), PD_OK);
    assert_int_equal(pd_tool_motion_figures_score(&figures, PD_ACTIVITY_WALK, bands).count, 0);
    pd_anim_track_deinit(&track);

    track = puppet_track(360);
    puppet p = puppet_standing();
    for (int t = 0; t < 360; t++) {
        p.root.z += 1.2 / PUPPET_RATE;
        puppet_put(&track, t, &p);
    }
    assert_int_equal(pd_tool_motion_figures_of(&figures, &track, 0, bands, NULL), PD_OK);
    s = pd_tool_motion_figures_score(&figures, PD_ACTIVITY_WALK, bands);
    /* these walkers' trunks and arms are as still as a statue's: what differs are legs, speeds, bob */
    assert_true(s.count > 20 && s.within <= s.count - 8);
    assert_true(figures.of[PD_ACTIVITY_WALK].frechet > 5 * frechet);
    assert_true(figures.of[PD_ACTIVITY_WALK].spread < 0.01);
    pd_anim_track_deinit(&track);
    free(bands);
    pd_character_motions_deinit(&list);
}

static void the_shipped_bands_are_of_captured_people(void **state)
{
    (void)state;
    pd_tool_motion_bands *bands = malloc(sizeof *bands);
    pd_error err = {0};
    if (pd_tool_motion_bands_read(bands, "models/motion-bands.json", &err))
        fail_msg("%s: %s", err.where, err.detail);
    for (int a = 0; a < PD_ACTIVITY_OTHER; a++) {
        const pd_tool_band_group *g = &bands->groups[a][PD_TOOL_BANDS_ALL];
        assert_true(g->clips >= PD_TOOL_BAND_CLIPS && g->people >= 3);
        assert_true(bands->clouds[a].cloud.count >= PD_TOOL_CLOUD_FRAMES && bands->clouds[a].others > 0);
        for (int r = 0; r < PD_KINEMATICS_COUNT; r++)
            if (g->bands[r].clips)
                assert_true(g->bands[r].low <= g->bands[r].middle && g->bands[r].middle <= g->bands[r].high);
    }
    assert_true(*bands->origin && !strchr(bands->origin, '/'));
    free(bands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_count_clips_and_people_and_keep_held_out_ones_apart),
        cmocka_unit_test(bands_are_read_as_they_were_written),
        cmocka_unit_test(a_walker_is_within_the_bands_of_walkers_and_a_statue_that_glides_is_not),
        cmocka_unit_test(the_shipped_bands_are_of_captured_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
