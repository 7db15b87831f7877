/* C3D of three processors, in integers and floats, written here from its description; what is cut, bent or
 * made up is refused. */
#include "tests/support/c3d_make.h"

#include "core/io/mocap/markers.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { FRAMES = 7, MARKERS = 3 };

static const char *const labels[MARKERS] = {"LFHD", "Ann:RFHD", " *110"};
static double positions[FRAMES * MARKERS * 3];
static pd_buffer file;
static pd_markers markers;
static pd_error err;

static c3d_take take(void)
{
    for (int i = 0; i < FRAMES * MARKERS * 3; i++) positions[i] = 0.5 * ((i * 37) % 4001 - 2000);
    for (int c = 0; c < 3; c++) positions[3 * (2 * MARKERS + 1) + c] = NAN; /* frame 2, marker 1 */
    return (c3d_take){.processor = C3D_INTEL,
                      .scale = 0.25,
                      .units = "mm",
                      .up = "+Z",
                      .first_frame = 40,
                      .frame_count = FRAMES,
                      .marker_count = MARKERS,
                      .analog_count = 5,
                      .rate = 119.88,
                      .labels = labels,
                      .positions = positions};
}

static pd_status parse(void)
{
    err = (pd_error){0};
    return pd_markers_parse(&markers, (pd_bytes){file.data, file.size}, "take.c3d", &err);
}

static void every_processor_and_kind_of_number_reads_the_same(void **state)
{
    (void)state;
    for (int processor = C3D_INTEL; processor <= C3D_MIPS; processor++)
        for (int integers = 0; integers < 2; integers++) {
            c3d_take t = take();
            t.processor = processor;
            t.as_integers = integers;
            t.has_trial = integers;
            c3d_make(&file, &t);
            if (parse() != PD_OK) fail_msg("processor %d: %s: %s", processor, err.where, err.detail);
            assert_int_equal(markers.marker_count, MARKERS);
            assert_int_equal(markers.frame_count, FRAMES);
            assert_int_equal(markers.first_frame, 40);
            assert_int_equal(markers.up_axis, 2);
            assert_near(markers.rate, 119.88, 1e-5);
            assert_string_equal(markers.names[0], "LFHD");
            assert_int_equal(pd_markers_find(&markers, "RFHD"), 1);
            assert_int_equal(pd_markers_find(&markers, "*110"), 2);
            assert_int_equal(pd_markers_find(&markers, "LFH"), -1);
            for (int i = 0; i < FRAMES * MARKERS * 3; i++) {
                if (isnan(positions[i]) != isnan(markers.positions[i])) fail_msg("number %d", i);
                if (!isnan(positions[i])) assert_near(markers.positions[i], 1e-3 * positions[i], 1e-6);
            }
            assert_near(pd_markers_seen(&markers, 0), 1, 0);
            assert_near(pd_markers_seen(&markers, 1), 6.0 / 7, 1e-12);
            pd_markers_deinit(&markers);
        }
}

static void lengths_are_converted_from_the_unit_of_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        double metres;
    } rows[] = {{"m", 1}, {"cm", 1e-2}, {"MM", 1e-3}, {"in", 0.0254}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        c3d_take t = take();
        t.units = rows[i].unit;
        t.up = NULL;
        c3d_make(&file, &t);
        assert_int_equal(parse(), PD_OK);
        assert_near(markers.positions[0], positions[0] * rows[i].metres, 1e-4);
        assert_int_equal(markers.up_axis, -1);
        pd_markers_deinit(&markers);
    }
    c3d_take t = take();
    t.units = "furlong";
    c3d_make(&file, &t);
    assert_int_equal(parse(), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "furlong"));
}

/* A file without POINT:UNITS, of somebody of 1.6 m. */
static void a_unit_that_the_file_does_not_state_is_found_by_size_and_told(void **state)
{
    (void)state;
    static const struct {
        double units; /* in a metre */
        const char *plural;
    } rows[] = {{1000, "millimetres"}, {100, "centimetres"}, {1, "metres"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        c3d_take t = take();
        t.units = NULL;
        for (int k = 0; k < FRAMES * MARKERS; k++) {
            positions[3 * k] = positions[3 * k + 1] = 0.1 * rows[i].units;
            positions[3 * k + 2] = 1.6 * (k % MARKERS + 1) / MARKERS * rows[i].units;
        }
        t.scale = 0.001 * rows[i].units;
        c3d_make(&file, &t);
        assert_int_equal(parse(), PD_OK);
        assert_string_equal(markers.guessed_unit, rows[i].plural);
        assert_near(markers.positions[2], 1.6 / MARKERS, 1e-3);
        pd_markers_deinit(&markers);
    }
    c3d_take t = take();
    c3d_make(&file, &t);
    assert_int_equal(parse(), PD_OK);
    assert_null(markers.guessed_unit);
    pd_markers_deinit(&markers);
}

/* More frames than a word counts: TRIAL has them. */
static void long_takes_have_their_frames_in_32_bits(void **state)
{
    (void)state;
    enum { LONG = 70000 };
    double *many = calloc(3 * LONG, sizeof *many);
    for (int f = 0; f < LONG; f++) many[3 * f] = f % 1000;
    c3d_take t = take();
    t.frame_count = LONG, t.marker_count = 1, t.analog_count = 0, t.positions = many, t.has_trial = true;
    t.first_frame = 100000;
    c3d_make(&file, &t);
    assert_int_equal(parse(), PD_OK);
    assert_int_equal(markers.frame_count, LONG);
    assert_int_equal(markers.first_frame, 100000);
    assert_near(markers.positions[3 * (LONG - 1)], (LONG - 1) % 1000 * 1e-3, 1e-6);
    pd_markers_deinit(&markers);
    free(many);
}

static void refused(pd_status status, const char *words)
{
    if (parse() != status || !strstr(err.detail, words))
        fail_msg("%s: %s; %s expected", pd_status_name(err.status), err.detail, words);
    assert_null(markers.positions);
    assert_null(markers.names);
}

static void a_c3d_file_that_is_cut_or_has_a_wrong_header_is_refused_with_the_reason(void **state)
{
    (void)state;
    const c3d_take good = take();
    c3d_take t = good;
    c3d_make(&file, &t);
    file.size -= 1;
    refused(
        PD_ERR_FORMAT,
        "7 frames of 68 bytes do not fit into the 475 bytes of the rest of the file; all frames expected");
    file.size = 600;
    refused(PD_ERR_FORMAT, "expected");
    file.size = 511;
    refused(PD_ERR_FORMAT, "not a C3D file");

    t.frame_count = 60000; /* said, and not there */
    c3d_make(&file, &good);
    c3d_word(file.data + 8, C3D_INTEL, 60000);
    refused(PD_ERR_FORMAT, "59961 frames");
    c3d_make(&file, &good);
    file.data[512 + 3] = 83;
    refused(PD_ERR_UNSUPPORTED, "processor 83");
    c3d_make(&file, &good);
    file.data[0] = 0;
    refused(PD_ERR_FORMAT, "no parameters");

    c3d_make(&file, &good);
    unsigned char *name = memmem(file.data, file.size, "RATE", 4);
    assert_non_null(name);
    name[7] = 9; /* behind the way to the next parameter, and its type */
    refused(PD_ERR_FORMAT, "parameter \"RATE\" has 9 dimensions");

    t = good, t.rate = 0;
    c3d_make(&file, &t);
    refused(PD_ERR_RANGE, "POINT:RATE 0");
    t = good, t.as_integers = true, t.scale = 0;
    positions[0] = 0;
    c3d_make(&file, &good);
    t = take(), t.positions = positions, positions[4] = 2e8;
    c3d_make(&file, &t);
    refused(PD_ERR_RANGE, "frame 40, marker 1 (RFHD)");
    t = take(), t.marker_count = 0;
    c3d_make(&file, &t);
    t.analog_count = 5;
    refused(PD_ERR_LIMIT, "0 markers");
}

static void a_rate_or_a_count_of_frames_that_is_stated_twice_is_told(void **state)
{
    (void)state;
    c3d_take t = take();
    c3d_make(&file, &t);
    assert_int_equal(parse(), PD_OK);
    assert_string_equal(markers.contradiction, "");
    pd_markers_deinit(&markers);

    c3d_float((unsigned char *)file.data + 20, C3D_INTEL, 60);
    assert_int_equal(parse(), PD_OK);
    assert_near(markers.rate, 119.88, 1e-3);
    assert_string_equal(markers.contradiction,
                        "the file states two rates: 119.88 frames/s by POINT:RATE, which is "
                        "used, and 60 by its header");
    pd_markers_deinit(&markers);

    /* frames beyond those that the header counts, padded to whole blocks */
    c3d_make(&file, &t);
    memset(pd_buffer_extend(&file, 2048), 0, 2048);
    assert_int_equal(parse(), PD_OK);
    assert_int_equal(markers.frame_count, FRAMES);
    assert_non_null(
        strstr(markers.contradiction, "the file states 7 frames, which are read, and has bytes for "));
    pd_markers_deinit(&markers);
}

static void a_rate_that_no_camera_has_is_told(void **state)
{
    (void)state;
    static const double rates[] = {10, 120, 2000, 1 / 120.0, 9.5, 8333};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        c3d_take t = take();
        t.rate = rates[i];
        c3d_make(&file, &t);
        assert_int_equal(pd_markers_parse(&markers, (pd_bytes){file.data, file.size}, "take", &err), PD_OK);
        assert_int_equal(strstr(markers.contradiction, "cameras have 10 to 2000") != NULL, i >= 3);
        pd_markers_deinit(&markers);
    }
}

/* At every length, on the heap so that a sanitizer sees what is read beyond it. */
/* One point fewer by the parameter than by the header and the file:
 * frames would be read from the middle of others. */
static void a_count_of_points_that_the_file_does_not_have_is_refused(void **state)
{
    (void)state;
    c3d_take t = take();
    c3d_make(&file, &t);
    unsigned char *used = memmem(file.data, file.size, "USED", 4);
    assert_non_null(used);
    unsigned char *value = used + 4 + 2 + 2; /* the way to the next parameter, type and rank */
    assert_int_equal(value[0], MARKERS);
    value[0] = MARKERS - 1;
    refused(PD_ERR_FORMAT, "2 points by POINT:USED and 3 by the header");

    /* a header that is wrong by itself is not believed */
    value[0] = MARKERS;
    for (int count = 0; count < 100; count += 33) {
        ((unsigned char *)file.data)[2] = (unsigned char)count;
        assert_int_equal(parse(), PD_OK);
        assert_int_equal(markers.marker_count, MARKERS);
        pd_markers_deinit(&markers);
    }
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const c3d_take t = take();
    c3d_make(&file, &t);
    const size_t whole = file.size;
    for (size_t size = 0; size < whole; size++) {
        unsigned char *cut = malloc(size ? size : 1);
        memcpy(cut, file.data, size);
        assert_true(pd_markers_parse(&markers, (pd_bytes){cut, size}, "cut.c3d", &err) != PD_OK);
        free(cut);
    }
}

static int tear_down(void **state)
{
    (void)state;
    pd_buffer_deinit(&file);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_processor_and_kind_of_number_reads_the_same),
        cmocka_unit_test(lengths_are_converted_from_the_unit_of_the_file),
        cmocka_unit_test(a_unit_that_the_file_does_not_state_is_found_by_size_and_told),
        cmocka_unit_test(long_takes_have_their_frames_in_32_bits),
        cmocka_unit_test(a_c3d_file_that_is_cut_or_has_a_wrong_header_is_refused_with_the_reason),
        cmocka_unit_test(a_count_of_points_that_the_file_does_not_have_is_refused),
        cmocka_unit_test(a_rate_or_a_count_of_frames_that_is_stated_twice_is_told),
        cmocka_unit_test(a_rate_that_no_camera_has_is_told),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
