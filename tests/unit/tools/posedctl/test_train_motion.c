/* @heavy: takes over five seconds under ASan. */
/* posedctl train-motion on a folder of capture that the test writes: files that come out, resuming, options
 * that are refused. */
#include "core/motion/capture.h"
#include "core/base/file.h"
#include "core/character/load.h"
#include "train/network/train.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"
#include "tools/base/command.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern const pd_tool_command pd_tool_cmd_train_motion;

#define FRAMES 200
#define WORDS  40

static char folder[64], network[96], checkpoint[96], report[96];

static void write_file(const char *name, const void *bytes, size_t size)
{
    char path[128];
    pd_error err = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (pd_file_write(path, bytes, size, &err)) fail_msg("%s: %s", err.where, err.detail);
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
        pd_anim_clip_frame(&clip, t)[pd_anim_skeleton_find(&skeleton, "spine2")] =
            pd_q_axis_angle(pd_vec3_make(1, 0, 0), sway * sin(0.05 * t));
    }
    assert_int_equal(pd_motion_capture_write_bvh(&text, &clip, NULL), PD_OK);
    write_file(name, text.data, text.size);
    pd_buffer_deinit(&text);
    pd_anim_clip_deinit(&clip);
}

static int set_up(void **state)
{
    (void)state;
    const char *index = "file,first_usable_frame,last_usable_frame\na_stand.bvh,0,199\nb_stand.bvh,0,199\n";
    snprintf(folder, sizeof folder, "/tmp/posed-train-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(network, sizeof network, "%s/motion.safetensors", folder);
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", folder);
    snprintf(report, sizeof report, "%s/report.json", folder);
    write_clip("a_stand.bvh", 0.1);
    write_clip("b_stand.bvh", 0.2);
    write_file("index.csv", index, strlen(index));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* Runs the command with these words after a small training's; the list ends with NULL. */
static int train(const char *const *words)
{
    static const pd_tool_command *const commands[] = {&pd_tool_cmd_train_motion, NULL};
    const char *argv[WORDS] = {
        "posedctl",     "train-motion", "--hidden",  "16",          "--batch-groups", "2", "--warm-up", "20",
        "--no-terrain", "--no-arc",     "--no-slow", "--no-crouch", "--held-out",     "0", "--threads", "2"};
    int count = 16;
    for (; *words; words++) argv[count++] = *words;
    return pd_tool_main(count, (char **)(void *)argv, commands);
}

static pd_bytes read_network(void)
{
    pd_bytes bytes;
    pd_error err = {0};
    if (pd_file_map(&bytes, network, &err)) fail_msg("%s: %s", err.where, err.detail);
    return bytes;
}

/* The command without options makes the shipped network: its file tells the options that made it. */
static void the_defaults_are_those_of_the_shipped_network(void **state)
{
    (void)state;
    pd_train_network_options o = pd_train_network_defaults();
    pd_pfnn_model *model;
    char made[512];
    long step = o.batch_groups * 64, rows = (o.rows + step - 1) / step * step;
    assert_int_equal(o.cost.loss, PD_TRAIN_L1);
    snprintf(
        made, sizeof made,
        "posedctl train-motion --hidden %d --rows %ld --seed %d --batch-groups %d --loss l1 --rate %g "
        "--dropout %g --gamma %g "
        "--emphasis-root %g --emphasis-feet %g --emphasis-reach %g --noise-joints %g --noise-trajectory %g "
        "--noise-gait %g --noise-terrain %g --style-drop %g --default-style accad-female1=0.3 "
        "--run-style cmu-09=0.7: ",
        o.hidden, rows, (int)o.seed, o.batch_groups, o.rate, o.cost.dropout, o.cost.gamma, o.emphasis.root,
        o.emphasis.feet, o.emphasis.reach, o.noise.joints, o.noise.trajectory, o.noise.gait, o.noise.terrain,
        o.noise.style);
    assert_int_equal(pd_character_model_load(&model, "models/motion.safetensors", NULL), PD_OK);
    if (strncmp(model->network.text.provenance, made, strlen(made)))
        fail_msg("shipped: %s\nbare:    %s", model->network.text.provenance, made);
    pd_pfnn_model_release(model);
}

static void a_folder_of_capture_becomes_a_network_with_its_credits(void **state)
{
    (void)state;
    pd_pfnn_model *model;
    pd_error err = {0};
    struct stat info;
    const char *const words[] = {"--data", folder,     "-o",   network,   "--rows", "3000", "--look-every",
                                 "10",     "--report", report, "--plots", folder,   NULL};
    assert_int_equal(train(words), 0);
    if (pd_character_model_load(&model, network, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(model->network.joint_count, 31);
    assert_int_equal(model->network.h_dim, 16);
    assert_null(strstr(model->network.text.credits, "mocap.cs.cmu.edu")); /* it is nobody's of ours */
    assert_non_null(strstr(model->network.text.credits, "whose owner is not named"));
    assert_non_null(strstr(model->network.text.provenance, "--rows 3072"));
    assert_string_equal(model->network.text.licence, "that of its data");
    assert_non_null(model->halves); /* rounded */
    pd_pfnn_model_release(model);
    assert_int_equal(stat(report, &info), 0);
    char plot[128];
    snprintf(plot, sizeof plot, "%s/train-motion-loss.png", folder);
    assert_int_equal(stat(plot, &info), 0);
}

static void a_training_that_was_cut_in_two_writes_the_same_bytes(void **state)
{
    (void)state;
    const char *const first[] = {"--data",       folder, "-o",           network,    "--rows", "1280",
                                 "--look-every", "10",   "--checkpoint", checkpoint, NULL};
    const char *const second[] = {"--data",   folder,         "-o", network,  "--rows",
                                  "2560",     "--look-every", "10", "--last", "--checkpoint",
                                  checkpoint, "--resume",     NULL};
    const char *const all[] = {"--data", folder,         "-o", network,  "--rows",
                               "2560",   "--look-every", "10", "--last", NULL};
    assert_int_equal(train(all), 0);
    pd_bytes expected = read_network();
    assert_int_equal(train(first), 0); /* ends within the warm-up, which knows no budget */
    assert_int_equal(train(second), 0);
    pd_bytes got = read_network();
    assert_int_equal(got.size, expected.size);
    assert_memory_equal(got.data, expected.data, got.size);
    pd_file_unmap(&expected), pd_file_unmap(&got);
}

static void minutes_of_processor_time_become_a_number_of_rows(void **state)
{
    (void)state;
    struct stat info;
    unlink(network);
    const char *const words[] = {"--data", folder, "-o", network, "--minutes", "0.005", NULL};
    assert_int_equal(train(words), 0);
    assert_int_equal(stat(network, &info), 0);
}

static void wrong_usage_is_reported_before_any_work(void **state)
{
    (void)state;
    const char *const lists[][6] = {{"--rows", "100", NULL},
                                    {"--data", folder, "--resume", NULL},
                                    {"--data", folder, "--rows", "10", "--minutes", "1"},
                                    {"--data", folder, "--dropout", "1.5", NULL},
                                    {"--data", folder, "--loss", "l7", NULL},
                                    {"--data", folder, "--noise-joints", "-1", NULL},
                                    {"--data", folder, "--rows", "many", NULL}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *words[7] = {NULL};
        memcpy(words, lists[i], sizeof lists[i]);
        assert_int_equal(train(words), 2);
    }
}

static void a_missing_folder_and_an_invalid_checkpoint_are_refused(void **state)
{
    (void)state;
    const char *const nowhere[] = {"--data", "/tmp/there/is/no/such", "-o", network, "--rows", "100", NULL};
    const char *const none[] = {"--data", folder,         "-o",    network,    "--rows",
                                "100",    "--checkpoint", network, "--resume", NULL};
    assert_int_equal(train(nowhere), 1);
    write_file("motion.safetensors", "rubbish", 7);
    assert_int_equal(train(none), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_the_shipped_network),
        cmocka_unit_test(a_folder_of_capture_becomes_a_network_with_its_credits),
        cmocka_unit_test(a_training_that_was_cut_in_two_writes_the_same_bytes),
        cmocka_unit_test(minutes_of_processor_time_become_a_number_of_rows),
        cmocka_unit_test(wrong_usage_is_reported_before_any_work),
        cmocka_unit_test(a_missing_folder_and_an_invalid_checkpoint_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
