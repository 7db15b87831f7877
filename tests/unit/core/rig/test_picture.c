/* The picture of a rigged mesh: pixels of the PNG are compared with their expected colours. */
#include "core/io/mesh/png.h"
#include "core/rig/file.h"
#include "tests/support/cmocka.h"

enum { WIDTH = 480, MIDDLE = 240, FLOOR = 440, SCALE = 380 }; /* of picture.c: a view's */

/* A sloping triangle that intersects an upright one:
 * one is nearer in the first half, the other in the second half. */
static double points[] = {-0.4, 0, -0.3, 0.4, 0, 0.3, 0.4, 0.9, 0.3, /* nearer to the right */
                          -0.4, 0, 0,    0.4, 0, 0,   0.4, 0.9, 0};
static double normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, -1};
static uint32_t faces[] = {0, 1, 2, 3, 4, 5};

static void draw(pd_io_image *image, pd_rig_result *rig)
{
    static const pd_io_png_limits limits = {2 * WIDTH, WIDTH};
    pd_buffer png = {0};
    pd_error err = {0};
    rig->mesh = (pd_rig_mesh){
        .vertex_count = 6, .face_count = 2, .points = points, .normals = normals, .faces = faces};
    assert_int_equal(pd_rig_picture(&png, rig, NULL, &err), PD_OK);
    assert_int_equal(pd_io_png_read(image, png.data, png.size, &limits, &err), PD_OK);
    pd_buffer_deinit(&png);
}

/* Returns the colour at a position, metres along the view's two axes. */
static const uint8_t *at(const pd_io_image *image, int view, double across, double up)
{
    const int x = view * WIDTH + MIDDLE + (int)(SCALE * across), y = FLOOR - (int)(SCALE * up);
    return (const uint8_t *)image->samples + 3 * ((size_t)y * 2 * WIDTH + (size_t)x);
}

static void nearer_triangles_hide_farther_ones(void **state)
{
    (void)state;
    static pd_rig_result rig;
    pd_io_image image;
    draw(&image, &rig);
    const int facing = 165 + 65 * 8 / 10, away = 165 - 65 * 8 / 10; /* the light is .8 of z */
    for (int i = 1; i < 8; i++)                                     /* along the lower edge, where both are */
        for (int side = -1; side <= 1; side += 2) {
            const double across = side * 0.04 * i;
            assert_in_range(*at(&image, 0, across, 0.02), (side > 0 ? facing : away) - 1,
                            (side > 0 ? facing : away) + 1);
        }
    assert_int_equal(*at(&image, 0, -0.3, 0.5), 250); /* beside both */
    assert_int_equal(*at(&image, 0, 0.3, -0.05), 250);
    pd_io_image_deinit(&image);
}

/* From the left the sloping one is seen from its edge to its edge, and the upright one is a line. */
static void the_second_view_is_from_the_left(void **state)
{
    (void)state;
    static pd_rig_result rig;
    pd_io_image image;
    draw(&image, &rig);
    for (int i = -6; i <= 6; i++) {
        const double z = 0.04 * i;
        if (i) assert_int_equal(*at(&image, 1, -z, 0.02), 165 + 65 * 3 / 10); /* the light is .3 of z */
        if (i < -1) assert_int_equal(*at(&image, 1, -z, 0.6), 250);
    }
    assert_int_equal(*at(&image, 1, -0.25, 0.6), *at(&image, 1, -0.25, 0.02));
    pd_io_image_deinit(&image);
}

static void bones_and_joints_stand_over_the_mesh_coloured_by_how_sure_they_are(void **state)
{
    (void)state;
    static pd_rig_result rig;
    pd_io_image image;
    rig.bone_count = 3;
    rig.bones[0] = (pd_rig_bone){.parent = -1, .at = {0, 0.2, 0}, .confidence = 0};
    rig.bones[1] = (pd_rig_bone){.parent = 0, .at = {0, 0.6, 0.1}, .confidence = 1};
    rig.bones[2] = (pd_rig_bone){.parent = 1, .at = {0.2, 0.6, 0.1}, .confidence = 0.5};
    draw(&image, &rig);
    static const struct {
        int view;
        double across, up;
        uint8_t color[3];
    } rows[] = {{0, 0, 0.2, {220, 0, 30}},     {1, 0, 0.2, {220, 0, 30}},  {0, 0, 0.6, {0, 170, 30}},
                {1, -0.1, 0.6, {65, 119, 30}}, /* the later one stands before it */
                {0, 0.2, 0.6, {65, 119, 30}},  {0, 0, 0.4, {40, 60, 160}}, {0, 0.1, 0.6, {40, 60, 160}},
                {1, -0.05, 0.4, {40, 60, 160}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int c = 0; c < 3; c++)
            assert_in_range(at(&image, rows[i].view, rows[i].across, rows[i].up)[c],
                            rows[i].color[c] ? rows[i].color[c] - 1 : 0, rows[i].color[c] + 1);
    pd_io_image_deinit(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearer_triangles_hide_farther_ones),
        cmocka_unit_test(the_second_view_is_from_the_left),
        cmocka_unit_test(bones_and_joints_stand_over_the_mesh_coloured_by_how_sure_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
