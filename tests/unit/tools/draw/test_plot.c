/* Tests that plots are well-formed SVG and readable PNG, with and without data. The PNG is read back and its
 * colours are counted. */
#include "tests/support/cmocka.h"

#include "tools/draw/plot.h"

#include <stdlib.h>

static const double betas[] = {1, 2, 4, 8, 16}, falling[] = {20, 15, 11, 8, 5}, rising[] = {1, 3, NAN, 7, 9};

static pd_tool_plot some_plot(const pd_tool_line *lines, int count)
{
    return (pd_tool_plot){.title = "A <title> & more",
                          .x_label = "betas",
                          .y_label = "mm",
                          .lines = lines,
                          .line_count = count,
                          .log_x = 1};
}

static const pd_tool_line two[] = {{"LBS", betas, falling, 5, 1}, {"LBS+P", betas, rising, 5, 0}};

static char *svg_of(const pd_tool_plot *plot)
{
    pd_buffer svg = {0};
    pd_tool_plot_svg(&svg, plot);
    pd_buffer_add(&svg, "", 1);
    assert_false(svg.failed);
    return (char *)svg.data;
}

/* Checks that elements are closed in order, attributes are quoted, and & and < are escaped. */
static void check_xml(const char *text)
{
    char open[16][16];
    int depth = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '&')
            assert_true(!strncmp(p, "&amp;", 5) || !strncmp(p, "&lt;", 4) || !strncmp(p, "&gt;", 4));
        if (*p != '<') continue;
        const char *end = strchr(p, '>');
        int quotes = 0;
        assert_non_null(end);
        for (const char *q = p; q < end; q++) quotes += *q == '"', assert_true(q == p || *q != '<');
        assert_int_equal(quotes % 2, 0);
        if (p[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_memory_equal(open[depth], p + 2, strlen(open[depth]));
        } else if (end[-1] != '/') {
            assert_true(depth < 16);
            assert_int_equal(sscanf(p + 1, "%15[a-z]", open[depth]), 1);
            depth++;
        }
        p = end;
    }
    assert_int_equal(depth, 0);
}

static void the_svg_is_well_formed_and_describes_its_content(void **state)
{
    (void)state;
    pd_tool_plot plot = some_plot(two, 2);
    char *svg = svg_of(&plot);
    check_xml(svg);
    assert_non_null(strstr(svg, "A &lt;title&gt; &amp; more"));
    assert_non_null(strstr(svg, ">LBS+P<"));
    assert_non_null(strstr(svg, ">betas<"));
    assert_non_null(strstr(svg, ">16<"));
    assert_null(strstr(svg, "nan"));
    free(svg);
}

static void the_png_reads_back_and_shows_both_colours(void **state)
{
    (void)state;
    pd_tool_plot plot = some_plot(two, 2);
    pd_io_image picture, again;
    pd_buffer file = {0};
    pd_error err;
    int blue = 0, orange = 0;
    assert_int_equal(pd_tool_plot_image(&picture, &plot, 2, &err), PD_OK);
    assert_int_equal(pd_io_png_write(&file, &picture, &err), PD_OK);
    assert_int_equal(pd_io_png_read(&again, file.data, file.size, NULL, &err), PD_OK);
    assert_int_equal(again.width, 1280);
    assert_int_equal(again.height, 840);
    const uint8_t *p = again.samples;
    for (size_t i = 0; i < 1280 * 840; i++, p += 3) {
        blue += p[0] == 0 && p[1] == 114 && p[2] == 178;
        orange += p[0] == 230 && p[1] == 159 && p[2] == 0;
    }
    assert_true(blue > 200 && orange > 200);
    pd_io_image_deinit(&picture);
    pd_io_image_deinit(&again);
    pd_buffer_deinit(&file);
}

static void nothing_to_show_is_still_a_picture(void **state)
{
    (void)state;
    static const pd_tool_line none[] = {{"none", betas, falling, 0, 0}},
                              one[] = {{"one", betas, falling, 1, 0}};
    for (int n = 0; n < 2; n++) {
        pd_tool_plot plot = some_plot(n ? one : none, 1);
        char *svg = svg_of(&plot);
        check_xml(svg);
        assert_null(strstr(svg, "nan"));
        assert_null(strstr(svg, "inf"));
        free(svg);
    }
}

static void a_scale_out_of_range_is_refused(void **state)
{
    (void)state;
    pd_tool_plot plot = some_plot(two, 2);
    pd_io_image picture;
    assert_int_equal(pd_tool_plot_image(&picture, &plot, 9, NULL), PD_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_svg_is_well_formed_and_describes_its_content),
        cmocka_unit_test(the_png_reads_back_and_shows_both_colours),
        cmocka_unit_test(nothing_to_show_is_still_a_picture),
        cmocka_unit_test(a_scale_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
