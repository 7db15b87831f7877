/* @heavy: takes over five seconds under ASan. */
/* The path from captured motion to training rows when an allocation fails, for each allocation, alone and
 * with all later ones: it returns ERR_MEMORY and leaks nothing. */
#include "tests/support/walk.h"

#include "train/augment/arc.h"
#include "train/augment/copy.h"
#include "train/augment/crouch.h"
#include "train/augment/slow.h"
#include "train/augment/terrain.h"
#include "train/motion/label_report.h"
#include "train/network/free_run.h"
#include "tests/support/failing_memory.h"

static const walk walking = {.frames = 150, .speed = 1.1, .period = 60, .duty = 0.6, .lift = 0.12};
static pd_character_motion motion; /* labelled; each time its copy is again */
static pd_anim_ground hill;

static pd_status append(pd_character_motions *list, pd_character_motion *m, pd_status status, pd_error *err)
{
    if (status == PD_OK) status = pd_character_motions_append(list, m, err);
    if (status != PD_OK) pd_character_motion_deinit(m);
    return status;
}

static pd_status label(pd_character_motions *list, pd_error *err)
{
    pd_character_motion m = {0};
    pd_train_label_report report = {0};
    pd_train_footsteps steps = {0};
    pd_train_stillness before;
    pd_status status = pd_train_motion_copy(&m, &motion, "capture", err);
    if (status == PD_OK) status = pd_train_motion_label_steps(&m, &steps, &before, err);
    if (status == PD_OK) status = pd_train_label_report_add(&report, &m, &steps, &before, err);
    pd_train_footsteps_deinit(&steps);
    pd_train_label_report_deinit(&report);
    return append(list, &m, status, err);
}

static pd_status make(pd_error *err)
{
    pd_character_motions list = {0};
    pd_train_rows rows = {0};
    pd_train_free_runs runs = {0};
    pd_status status = label(&list, err);
    for (int kind = 0; status == PD_OK && kind < 4; kind++) {
        const pd_character_motion *in = &list.items[0];
        pd_character_motion m = {0};
        if (kind == 0)
            status = pd_train_motion_crouch(
                &m, in, &(pd_train_crouch){.depth = 0.2, .time = 1.1, .varies = 1, .seed = 2}, err);
        if (kind == 1) status = pd_train_motion_slow(&m, in, 1.3, "slow", err);
        if (kind == 2) status = pd_train_motion_arc(&m, in, &(pd_train_arc){.rate = 0.5}, err);
        if (kind == 3)
            status = pd_train_motion_terrain(&m, in, &(pd_train_laying){.map = &hill, .scale = 1}, err);
        status = append(&list, &m, status, err);
    }
    if (status == PD_OK) status = pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, err);
    if (status == PD_OK) {
        status = pd_train_free_runs_init(&runs, &rows, 4, 30, 20, err);
        pd_train_free_runs_deinit(&runs);
        pd_train_rows_deinit(&rows);
    }
    pd_character_motions_deinit(&list);
    return status;
}

static long try_all(bool goes_on)
{
    for (long n = 1;; n++) {
        pd_error err = {0};
        long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        pd_status status = make(&err);
        failing_memory_now.is_on = false;
        if (failing_memory_blocks() != blocks)
            fail_msg("allocation %ld fails: %ld blocks are left", n, failing_memory_blocks() - blocks);
        if (!failing_memory_now.failed) {
            if (status != PD_OK) fail_msg("%s: %s", err.where, err.detail);
            return n - 1;
        }
        if (status != PD_ERR_MEMORY) fail_msg("allocation %ld fails: status %d", n, (int)status);
        assert_int_equal(err.status, PD_ERR_MEMORY);
        assert_non_null(strstr(err.detail, "out of memory"));
    }
}

static void training_says_when_memory_is_out_and_keeps_none(void **state)
{
    (void)state;
    failing_memory_begin(false);
    walk_make(&motion, &walking);
    motion.weight = 1;
    assert_int_equal(pd_train_motion_label(&motion, NULL), PD_OK);
    snprintf(motion.name, sizeof motion.name, "walk");
    assert_int_equal(pd_anim_ground_init(&hill, (pd_anim_ground_grid){8, 8, -20, -20, 6}, "hill", NULL),
                     PD_OK);
    for (int i = 0; i < 64; i++) hill.heights[i] = (float)(0.3 * sin(i));
    long once = try_all(false);
    print_message("%ld allocations\n", once);
    assert_true(once >= 40);
    assert_int_equal(try_all(true), once);
    pd_anim_ground_deinit(&hill);
    pd_character_motion_deinit(&motion);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(training_says_when_memory_is_out_and_keeps_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
