/* @heavy: takes over five seconds under ASan. */
/* Rows of the original's files when an allocation fails, for each allocation:
 * ERR_MEMORY each time, and no leak. */
#include "train/original/database.h"
#include "tests/support/cmocka.h"
#include "tests/support/failing_memory.h"

#include <stdlib.h>

#define FRAMES 200
#define POINTS 8

static pd_bvh bvh;
static pd_sidecar_table phase, gait;
static pd_sidecar_steps steps;
static pd_train_patches patches;

static int setup(void **state)
{
    (void)state;
    bvh = (pd_bvh){.joint_count = 31, .channel_count = 3, .frame_count = FRAMES, .frame_seconds = 1 / 60.0};
    bvh.joints = calloc(31, sizeof *bvh.joints), bvh.values = calloc(FRAMES * 3, sizeof *bvh.values);
    for (int j = 0; j < 31; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        snprintf(bvh.joints[j].name, sizeof bvh.joints[j].name, "%s", row->name);
        bvh.joints[j].parent = row->parent;
        bvh.joints[j].offset = pd_vec3_make(100 * row->x, 100 * row->y, 100 * row->z);
    }
    bvh.joints[0].channel_count = 3;
    for (int c = 0; c < 3; c++) bvh.joints[0].channels[c] = (unsigned char)c;
    for (int t = 0; t < FRAMES; t++)
        bvh.values[3 * t + 1] = 95, bvh.values[3 * t + 2] = t / 20 * 9; /* in steps */

    phase = (pd_sidecar_table){FRAMES, 1, calloc(FRAMES, sizeof(float))};
    gait = (pd_sidecar_table){FRAMES, 8, calloc(FRAMES * 8, sizeof(float))};
    steps = (pd_sidecar_steps){2, calloc(2, sizeof *steps.items)};
    steps.items[0] = (pd_sidecar_step){70, 90, 0}, steps.items[1] = (pd_sidecar_step){110, 120, 0};
    patches = (pd_train_patches){12, POINTS, 0.7, calloc(12 * POINTS * POINTS, sizeof(float))};
    for (int i = 0; i < 12 * POINTS * POINTS; i++) patches.heights[i] = (float)(i * 37 % 11) * 0.02F;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_bvh_deinit(&bvh);
    pd_sidecar_table_deinit(&phase), pd_sidecar_table_deinit(&gait), pd_sidecar_steps_deinit(&steps);
    pd_train_patches_deinit(&patches);
    return 0;
}

static pd_status make_rows(pd_error *err)
{
    const pd_train_original_source source = {"clip", PD_TRAIN_FIT_BEAM, &bvh, &phase, &gait, &steps, 1};
    pd_train_original_clip clip;
    pd_train_rows_table table;
    pd_train_rows rows = {0};
    pd_train_random_state noise;

    pd_train_random_state_init(&noise, PD_TRAIN_ORIGINAL_SEED);
    const pd_train_original_how how = {.patches = &patches, .best = 3, .noise = &noise};
    pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
    pd_status status = pd_train_original_clip_make(&clip, &source, err);
    if (status == PD_OK) status = pd_train_original_add(&table, &clip, &how, &pd_executor_serial, err);
    if (status == PD_OK) {
        assert_int_equal(table.row_count, 3 * 41);
        status = pd_train_rows_of_table(&rows, &table, &pd_executor_serial, err);
    }
    pd_train_rows_deinit(&rows);
    pd_train_rows_table_deinit(&table);
    pd_train_original_clip_deinit(&clip);
    return status;
}

static void every_failed_allocation_is_reported_and_frees_everything(void **state)
{
    (void)state;
    pd_error err = {0};
    failing_memory_begin(false);
    if (make_rows(&err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

    for (int goes_on = 0; goes_on < 2; goes_on++)
        for (long n = 1;; n++) {
            long blocks = failing_memory_blocks();
            err = (pd_error){0};
            failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
            pd_status status = make_rows(&err);
            failing_memory_now.is_on = false;

            assert_int_equal(failing_memory_blocks(), blocks);
            if (!failing_memory_now.failed) {
                assert_true(n > 20);
                break;
            }
            if (status != PD_ERR_MEMORY || !strstr(err.detail, "out of memory"))
                fail_msg("allocation %ld fails and it says %s: %s", n, pd_status_name(status), err.detail);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_reported_and_frees_everything)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
