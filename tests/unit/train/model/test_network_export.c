/* Tests the export to the files of the original network. Each slice is compared with the spline by the
 * paper's equation 7. */
#include "tests/support/cmocka.h"

#include "train/model/network_export.h"
#include "tests/support/networks.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
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
    snprintf(folder, sizeof folder, "/tmp/posed_export_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    networks_make(&truth, 9, 6, 5, 12);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    pd_pfnn_network_deinit(&truth);
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void read_floats(float *out, size_t count, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s.bin", folder, name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fread(out, sizeof *out, count, f), count);
    assert_int_equal(fgetc(f), EOF);
    fclose(f);
}

/* Returns the spline by the paper's equation 7, independent of phase.h. */
static double catmull_rom(double a, double b, double c, double d, double m)
{
    return (-0.5 * a + 1.5 * b - 1.5 * c + 0.5 * d) * m * m * m + (a - 2.5 * b + 2 * c - 0.5 * d) * m * m +
           (-0.5 * a + 0.5 * c) * m + b;
}

static void each_slice_is_the_spline_at_its_fiftieth_of_a_cycle(void **state)
{
    (void)state;
    pd_error err = {0};
    if (pd_train_export_slices(&truth, folder, &err)) fail_msg("%s: %s", err.where, err.detail);

    static const struct {
        const char *name;
        int layer, is_bias;
        size_t count;
    } arrays[] = {{"W0", 0, 0, 54}, {"b0", 0, 1, 6},  {"W1", 1, 0, 36},
                  {"b1", 1, 1, 6},  {"W2", 2, 0, 30}, {"b2", 2, 1, 5}};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
        const pd_pfnn_layer *layer = &truth.layers[arrays[a].layer];
        const float *p = arrays[a].is_bias ? layer->bias : layer->weights;
        size_t n = arrays[a].count;
        for (int i = 0; i < 50; i++) {
            char name[24];
            float slice[54];
            int k = 4 * i / 50;
            double m = 4.0 * i / 50 - k;
            snprintf(name, sizeof name, "%s_%03d", arrays[a].name, i);
            read_floats(slice, n, name);
            for (size_t j = 0; j < n; j++) {
                double at[4];
                for (int c = 0; c < 4; c++) at[c] = (double)p[(size_t)((k + c + 3) % 4) * n + j];
                assert_near(slice[j], catmull_rom(at[0], at[1], at[2], at[3], m), 1e-6);
            }
        }
    }
}

static void a_written_file_reads_back_to_float_rounding(void **state)
{
    (void)state;
    pd_pfnn_network n;
    pd_error err = {0};
    assert_int_equal(pd_train_export_slices(&truth, folder, &err), PD_OK);
    if (pd_pfnn_import(&n, NULL, folder, &err)) fail_msg("%s: %s", err.where, err.detail);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        int out = 4 * n.layers[l].out;
        for (int i = 0; i < out * n.layers[l].in; i++)
            assert_near(n.layers[l].weights[i], truth.layers[l].weights[i], 1e-6);
        for (int i = 0; i < out; i++) assert_near(n.layers[l].bias[i], truth.layers[l].bias[i], 1e-6);
    }
    assert_memory_equal(n.x_mean, truth.x_mean, 9 * sizeof(float));
    assert_memory_equal(n.x_std, truth.x_std, 9 * sizeof(float));
    assert_memory_equal(n.y_mean, truth.y_mean, 5 * sizeof(float));
    assert_memory_equal(n.y_std, truth.y_std, 5 * sizeof(float));
    pd_pfnn_network_deinit(&n);
}

static void a_missing_folder_is_named(void **state)
{
    (void)state;
    char missing[96];
    pd_error err = {0};
    snprintf(missing, sizeof missing, "%s/nowhere", folder);
    assert_int_not_equal(pd_train_export_slices(&truth, missing, &err), PD_OK);
    assert_non_null(strstr(err.where, "nowhere/Xmean.bin"));
}

static void experts_of_a_gate_have_no_slices(void **state)
{
    (void)state;
    char path[96];
    pd_pfnn_network n;
    pd_error err = {0};
    networks_make_gated(&n, (int[]){9, 4, 5}, 3, 8);
    assert_int_equal(pd_train_export_slices(&n, folder, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "mixes experts by a gate"));
    snprintf(path, sizeof path, "%s/Xmean.bin", folder);
    assert_int_not_equal(access(path, F_OK), 0);
    pd_pfnn_network_deinit(&n);
}

static void an_unsound_network_is_refused_before_anything_is_written(void **state)
{
    (void)state;
    char path[96];
    pd_error err = {0};
    truth.y_std[2] = 0;
    assert_int_not_equal(pd_train_export_slices(&truth, folder, &err), PD_OK);
    snprintf(path, sizeof path, "%s/Xmean.bin", folder);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_slice_is_the_spline_at_its_fiftieth_of_a_cycle, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(a_written_file_reads_back_to_float_rounding, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(a_missing_folder_is_named, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(experts_of_a_gate_have_no_slices, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(an_unsound_network_is_refused_before_anything_is_written, make_folder,
                                        drop_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
