/* Tests the import of the original network from its folder of float32 slices. The test writes slices of a
 * known network, and the imported one must have its control points;
 * wrong sizes and numbers are refused with their file. */
#include "tests/support/cmocka.h"

#include "core/character/load.h"
#include "core/pfnn/import.h"
#include "tests/support/networks.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[64];
static pd_pfnn_network truth;

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(path);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/posed_pfnn_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    networks_make(&truth, 9, 6, 5, 11);
    return networks_write_folder(folder, &truth) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    pd_pfnn_network_deinit(&truth);
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void control_points_come_back_from_the_slices_to_float_rounding(void **state)
{
    (void)state;
    pd_pfnn_network n;
    pd_pfnn_import_report report;
    pd_error err = {0};
    if (pd_pfnn_import(&n, &report, folder, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(n.x_dim, 9);
    assert_int_equal(n.h_dim, 6);
    assert_int_equal(n.y_dim, 5);
    for (int l = 0; l < 3; l++) {
        int count = 4 * n.layers[l].in * n.layers[l].out;
        for (int i = 0; i < count; i++)
            assert_near(n.layers[l].weights[i], truth.layers[l].weights[i], 1.5e-7);
        for (int i = 0; i < 4 * n.layers[l].out; i++)
            assert_near(n.layers[l].bias[i], truth.layers[l].bias[i], 1.5e-7);
    }
    assert_memory_equal(n.x_mean, truth.x_mean, 9 * sizeof(float));
    assert_memory_equal(n.y_std, truth.y_std, 5 * sizeof(float));
    print_message("residual rms %.2e, most %.2e of %.2g (%s)\n", report.rms, report.most, report.largest,
                  report.worst);
    assert_true(report.rms > 0 && report.rms < 1e-7 && report.most < 3e-7);
    assert_true(report.largest > 0.5 && report.worst[0]);
    assert_int_equal(n.joint_count, 0);
    assert_non_null(strstr(n.text.provenance, "residual"));
    pd_pfnn_network_deinit(&n);
}

static void an_imported_model_moves_as_the_network_that_wrote_the_slices(void **state)
{
    (void)state;
    pd_pfnn_model *m;
    pd_arena arena;
    double right[5];
    assert_int_equal(pd_character_model_load(&m, folder, NULL), PD_OK);
    pd_pfnn_job job = networks_job(truth.x_mean, truth.x_std, 9, 5, 20, PD_PFNN_CUBIC, 2);
    assert_true(pd_arena_init(&arena, pd_pfnn_job_scratch_bytes(&job, m, &pd_executor_serial)));
    pd_pfnn_job_run(&job, m, &arena, &pd_executor_serial);
    for (int c = 0; c < 20; c++) {
        pd_pfnn_ref(right, &truth, job.x + 9L * c, (double)job.phase[c], PD_PFNN_CUBIC, NULL);
        for (int i = 0; i < 5; i++) assert_near(job.y[5 * c + i], right[i], 1e-5 * truth.y_std[i]);
    }
    pd_arena_deinit(&arena);
    free(job.y);
    pd_pfnn_model_release(m);
}

static void expect_refused(pd_status status, const char *where, const char *detail)
{
    pd_pfnn_network n;
    pd_error err = {0};
    assert_int_equal(pd_pfnn_import(&n, NULL, folder, &err), status);
    if (!strstr(err.where, where) || !strstr(err.detail, detail)) fail_msg("%s: %s", err.where, err.detail);
    assert_null(n.x_mean);
}

static void slices_that_are_no_spline_are_refused_with_the_residual(void **state)
{
    (void)state;
    float values[36];
    for (int i = 0; i < 36; i++) values[i] = truth.layers[1].weights[i];
    values[7] += 0.01f;
    assert_true(networks_write(folder, "W1", 0, values, 36));
    expect_refused(PD_ERR_INVALID, "W1", "off a cyclic cubic spline");
}

static void a_slice_cut_anywhere_is_refused_with_its_name(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/W0_031.bin", folder);
    for (int size = 0; size < 9 * 6 * 4; size += 7) {
        assert_int_equal(truncate(path, size), 0);
        expect_refused(PD_ERR_FORMAT, "W0_031.bin", "54 float32 numbers, 216 bytes, expected");
    }
    assert_int_equal(truncate(path, 9 * 6 * 4 + 4), 0);
    expect_refused(PD_ERR_FORMAT, "W0_031.bin", "220 bytes");
}

static void a_file_that_is_missing_is_named(void **state)
{
    (void)state;
    static const char *const names[] = {"Xmean", "Ystd", "b2_000", "W2_049", "b1_013"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128], aside[160];
        snprintf(path, sizeof path, "%s/%s.bin", folder, names[i]);
        snprintf(aside, sizeof aside, "%s.aside", path);
        assert_int_equal(rename(path, aside), 0);
        expect_refused(PD_ERR_NOT_FOUND, names[i], "");
        assert_int_equal(rename(aside, path), 0);
    }
}

static void numbers_that_are_not_finite_and_sizes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    float values[9] = {0, 0, 0, NAN};
    assert_true(networks_write(folder, "b1", 22, values, 6));
    expect_refused(PD_ERR_INVALID, "b1_022.bin:12", "nan");
    assert_true(networks_write(folder, "Xstd", -1, values, 9));
    expect_refused(PD_ERR_INVALID, "Xstd.bin:12", "nan");
    values[3] = 0;
    assert_true(networks_write(folder, "Xstd", -1, values, 9));
    assert_true(networks_write(folder, "b1", 22, values, 6));
    expect_refused(PD_ERR_INVALID, "b1", "spline");
    assert_true(networks_write(folder, "Xmean", -1, values, 8));
    expect_refused(PD_ERR_FORMAT, "Xstd.bin", "8 float32 numbers");
    assert_true(networks_write(folder, "Xmean", -1, values, 0));
    expect_refused(PD_ERR_FORMAT, "Xmean.bin", "0 bytes");
}

static void a_network_of_the_originals_dimensions_gets_its_skeleton(void **state)
{
    (void)state;
    pd_pfnn_network big, n;
    networks_make(&big, 342, 2, 311, 3);
    assert_true(networks_write_folder(folder, &big));
    assert_int_equal(pd_pfnn_import(&n, NULL, folder, NULL), PD_OK);
    assert_int_equal(n.joint_count, 31);
    assert_string_equal(n.joint_names[5], "LeftToeBase");
    assert_string_equal(n.joint_names[30], "RThumb");
    assert_int_equal(n.parents[24], 13);
    assert_int_equal(n.sample_count, 12);
    pd_pfnn_network_deinit(&big);
    pd_pfnn_network_deinit(&n);
}

int main(void)
{
#define IN_FOLDER(f) cmocka_unit_test_setup_teardown(f, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(control_points_come_back_from_the_slices_to_float_rounding),
        IN_FOLDER(an_imported_model_moves_as_the_network_that_wrote_the_slices),
        IN_FOLDER(slices_that_are_no_spline_are_refused_with_the_residual),
        IN_FOLDER(a_slice_cut_anywhere_is_refused_with_its_name),
        IN_FOLDER(a_file_that_is_missing_is_named),
        IN_FOLDER(numbers_that_are_not_finite_and_sizes_that_do_not_fit_are_refused),
        IN_FOLDER(a_network_of_the_originals_dimensions_gets_its_skeleton),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
