/* @heavy: takes over five seconds under ASan. */
/* Measures of motions when an allocation fails, for each allocation, alone and with all later ones: they
 * return ERR_MEMORY and leak nothing. */
#include "tests/support/puppet.h"

#include "train/evaluate/activity.h"
#include "train/evaluate/frechet.h"
#include "train/evaluate/kinematics.h"
#include "train/evaluate/motion_quality.h"
#include "core/base/buffer.h"
#include "core/motion/track_file.h"
#include "tests/support/failing_memory.h"

#define FRAMES 90

static pd_anim_track track;

static pd_status measure(pd_error *err)
{
    static pd_train_cloud cloud;
    pd_train_quality quality;
    pd_train_curves curves = {0};
    pd_train_kinematics figures;
    unsigned char activities[FRAMES];
    pd_buffer file = {0};
    double distance, spread;

    pd_status status = pd_train_quality_of(&quality, &track, 0, err);
    if (status == PD_OK) status = pd_train_curves_init(&curves, &track, false, err);
    if (status == PD_OK) status = pd_train_activities(activities, &curves, &track, err);
    if (status == PD_OK) status = pd_train_kinematics_of(&figures, &curves, &track, NULL, 0, err);
    if (status == PD_OK) {
        memset(&cloud, 0, sizeof cloud);
        pd_train_cloud_add(&cloud, &curves, NULL, 0);
        pd_train_cloud_finish(&cloud);
        status = pd_train_frechet(&distance, &spread, &cloud, &cloud, err);
    }
    pd_train_curves_deinit(&curves);
    if (status == PD_OK) status = pd_motion_track_write(&file, &track, err);
    pd_buffer_deinit(&file);
    return status;
}

static long try_all(bool goes_on)
{
    for (long n = 1;; n++) {
        pd_error err = {0};
        long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        pd_status status = measure(&err);
        failing_memory_now.is_on = false;
        assert_int_equal(failing_memory_blocks(), blocks);
        if (!failing_memory_now.failed) {
            assert_int_equal(status, PD_OK);
            return n - 1;
        }
        assert_int_equal(status, PD_ERR_MEMORY);
        assert_int_equal(err.status, PD_ERR_MEMORY);
        assert_non_null(strstr(err.detail, "out of memory"));
    }
}

static void measures_say_when_memory_is_out_and_keep_none(void **state)
{
    (void)state;
    failing_memory_begin(false);
    track = puppet_track(FRAMES);
    const pd_anim_event turn = {0.5, PD_ANIM_EVENT_TURN, 1};
    assert_int_equal(pd_anim_track_add_events(&track, &turn, 1, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        puppet p = puppet_standing();
        puppet_bend(&p, PD_BIPED_L_SHIN, pd_vec3_make(1, 0, 0), 0.01 * t);
        puppet_put(&track, t, &p);
    }
    long once = try_all(false);
    print_message("%ld allocations\n", once);
    assert_true(once >= 12);
    assert_int_equal(try_all(true), once);
    pd_anim_track_deinit(&track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(measures_say_when_memory_is_out_and_keep_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
