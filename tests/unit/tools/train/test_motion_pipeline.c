/* From a folder of capture to training rows, on a small folder that the test writes:
 * two people who stand and sway. */
#include "core/motion/capture.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"
#include "tools/train/motion_pipeline.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FRAMES 150

static char folder[64];

static void write_file(const char *name, const void *bytes, size_t size)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

static void write_clip(const char *name, double sway)
{
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    pd_buffer text = {0};
    human_init(&skeleton);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, FRAMES, 60, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        clip.roots[t] = pd_vec3_make(0, 0.95, 0);
        double angle = sway * sin(0.05 * t);
        pd_anim_clip_frame(&clip, t)[pd_anim_skeleton_find(&skeleton, "spine2")] =
            pd_q_axis_angle(pd_vec3_make(1, 0, 0), angle);
    }
    assert_int_equal(pd_motion_capture_write_bvh(&text, &clip, NULL), PD_OK);
    write_file(name, text.data, text.size);
    pd_buffer_deinit(&text);
    pd_anim_clip_deinit(&clip);
}

static int setup(void **state)
{
    (void)state;
    const char *index = "file,first_usable_frame,last_usable_frame\na_stand.bvh,0,149\nb_stand.bvh,0,149\n";
    snprintf(folder, sizeof folder, "/tmp/posed-pipeline-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    write_clip("a_stand.bvh", 0.1);
    write_clip("b_stand.bvh", 0.2);
    write_file("index.csv", index, strlen(index));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static pd_tool_pipeline_options quiet(void)
{
    pd_tool_pipeline_options o = pd_tool_pipeline_defaults(folder);
    o.quiet = 1;
    o.held_every = 0;
    o.augment.map_side = 20;
    return o;
}

static void a_folder_of_capture_becomes_rows(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_buffer report = {0};
    pd_error err = {0};
    pd_tool_pipeline_options o = quiet();
    o.augment.slow = o.augment.crouch = o.augment.arc = 0;
    o.augment.terrain = o.augment.terrain_of_copies = 0;
    if (pd_tool_motion_pipeline(&rows, &report, &o, &pd_executor_serial, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(rows.count, 2 * 2 * (FRAMES - 2));
    assert_int_equal(rows.kinds[PD_TRAIN_KIND_STAND].rows, rows.count);
    pd_buffer_add(&report, "", 1);
    assert_non_null(strstr((const char *)report.data, "capture         2"));
    assert_non_null(strstr((const char *)report.data, "stand                              592"));
    pd_buffer_deinit(&report);
    pd_train_rows_deinit(&rows);
}

static void copies_are_switched_by_their_options(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_tool_pipeline_options o = quiet();
    o.augment.slow = o.augment.crouch = o.augment.arc = 0;
    assert_int_equal(pd_tool_motion_pipeline_motions(&motions, NULL, &o, &pd_executor_serial, NULL), PD_OK);
    assert_true(motions.count > 2);
    for (int i = 0; i < motions.count; i++)
        assert_string_equal(motions.items[i].step, i < 2 ? "capture" : "terrain");
    pd_character_motions_deinit(&motions);
}

static void a_folder_without_capture_is_an_error(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_error err = {0};
    pd_tool_pipeline_options o = quiet();
    o.only = "c_";
    assert_int_equal(pd_tool_motion_pipeline(&rows, NULL, &o, &pd_executor_serial, &err), PD_ERR_NOT_FOUND);
    assert_null(rows.frames);
}

/* ---- options of the command */

static pd_tool_pipeline_options parsed;

static int run(const pd_tool_args *args)
{
    return pd_tool_pipeline_parse(&parsed, args) ? 0 : 2;
}

static const pd_tool_option options[] = {PD_TOOL_PIPELINE_OPTIONS, PD_TOOL_END};
static const pd_tool_command command = {
    .name = "train-motion", .words = "DATA", .summary = "trains", .options = options, .run = run};

static int call(const char *line)
{
    static const pd_tool_command *const commands[] = {&command, NULL};
    char text[512], *argv[32] = {0};
    int argc = 0;
    snprintf(text, sizeof text, "posedctl train-motion %s", line);
    for (char *word = strtok(text, " "); word && argc < 31; word = strtok(NULL, " ")) argv[argc++] = word;
    fflush(stderr);
    int err = dup(2);
    assert_non_null(freopen("/dev/null", "w", stderr));
    int code = pd_tool_main(argc, argv, commands);
    fflush(stderr);
    dup2(err, 2), close(err);
    return code;
}

static void flags_turn_steps_of_the_augmentation_off(void **state)
{
    (void)state;
    assert_int_equal(call("data"), 0);
    assert_int_equal(parsed.held_every, 14);
    assert_true(parsed.augment.slow && parsed.augment.crouch && parsed.augment.arc && parsed.augment.terrain);
    assert_int_equal(parsed.augment.fit.best, 0);
    assert_null(parsed.only);
    assert_int_equal(call("--no-crouch --no-terrain --no-mirror --held-out 5 --fit 3 --only accad/ data"), 0);
    assert_true(parsed.augment.slow && parsed.augment.arc && parsed.no_mirror);
    assert_int_equal(parsed.augment.crouch + parsed.augment.terrain + parsed.augment.terrain_of_copies, 0);
    assert_int_equal(parsed.held_every, 5);
    assert_int_equal(parsed.augment.fit.best, 3);
    assert_string_equal(parsed.only, "accad/");
    assert_int_equal(call("--held-out -1 data"), 2);
    assert_int_equal(call("--fit 11 data"), 2);
}

static void the_patches_are_the_options(void **state)
{
    (void)state;
    assert_int_equal(call("data"), 0);
    const pd_train_motion_fit *fit = &parsed.augment.fit;
    assert_int_equal(fit->kind, -1);
    assert_int_equal(fit->kernel, PD_TRAIN_FIT_LINEAR);
    assert_int_equal(fit->patches.count, 2000);
    assert_null(parsed.heightmaps);
    assert_null(parsed.contacts);
    assert_int_equal(call("--contacts mended data"), 0);
    assert_string_equal(parsed.contacts, "mended");
    assert_int_equal(
        call("--fit-kind beam --fit-kernel multiquadric --patches 20000 --patch-points 128 --patch-side 5 "
             "--heightmaps maps --map-cell .1 --map-scale 2 data"),
        0);
    assert_int_equal(fit->kind, PD_TRAIN_FIT_BEAM);
    assert_int_equal(fit->kernel, PD_TRAIN_FIT_MULTIQUADRIC);
    assert_int_equal(fit->patches.count, 20000);
    assert_int_equal(fit->patches.points, 128);
    assert_near(fit->patches.side, 5, 0);
    assert_string_equal(parsed.heightmaps, "maps");
    assert_near(parsed.map_cell, .1, 0);
    assert_near(parsed.map_scale, 2, 0);
    assert_int_equal(call("--fit-kind bar data"), 2);
    assert_int_equal(call("--patches 0 data"), 2);
    assert_int_equal(call("--patch-side 21 data"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_of_capture_becomes_rows),
        cmocka_unit_test(copies_are_switched_by_their_options),
        cmocka_unit_test(a_folder_without_capture_is_an_error),
        cmocka_unit_test(flags_turn_steps_of_the_augmentation_off),
        cmocka_unit_test(the_patches_are_the_options),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
