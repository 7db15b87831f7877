/* Tests the readers of points from OBJ and PLY, of text and both byte orders. What is wrong is named. */
#include "tests/support/cmocka.h"

#include "core/io/mesh/mesh.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "train/scan/points.h"

#include <stdlib.h>

static const float corners[12] = {0, 0, 0, 1.5f, 0, 0, 0, 1, -2.25f, 0, 0, 1};
static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

static pd_status read_text(float **points, int *count, const char *text, size_t size, pd_error *err)
{
    /* a copy of its exact size, so that a sanitizer sees what reads past its end */
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    pd_status status = pd_train_points_read(points, count, (pd_bytes){(void *)copy, size}, "mesh", err);
    free(copy);
    return status;
}

static void expect_corners(const char *text, size_t size)
{
    float *points;
    int count;
    pd_error err = {0};
    if (read_text(&points, &count, text, size, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(count, 4);
    assert_memory_equal(points, corners, sizeof corners);
    free(points);
}

static void files_of_posed_read_back(void **state)
{
    (void)state;
    const pd_io_mesh_body body = {"one", corners, NULL};
    const pd_io_mesh mesh = {
        .bodies = &body, .body_count = 1, .vertex_count = 4, .face_count = 4, .faces = faces};
    pd_buffer obj = {0}, ply = {0};
    assert_int_equal(pd_io_obj_write(&obj, &mesh, 6, NULL), PD_OK);
    assert_int_equal(pd_io_ply_write(&ply, &mesh, NULL), PD_OK);
    expect_corners((const char *)obj.data, obj.size);
    expect_corners((const char *)ply.data, ply.size);
    pd_buffer_deinit(&obj);
    pd_buffer_deinit(&ply);
}

static void an_ascii_ply_with_other_properties_is_read(void **state)
{
    (void)state;
    static const char text[] =
        "ply\r\nformat ascii 1.0\ncomment a\nelement camera 1\nproperty float f\nelement vertex 4\n"
        "property uchar red\nproperty double z\nproperty float x\nproperty float y\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n9\n"
        "1 0 0 0\n2 0 1.5 0\n3 -2.25 0 1\n4 1 0 0\n3 0 1 2\n";
    expect_corners(text, sizeof text - 1);
}

static void a_big_endian_ply_is_read(void **state)
{
    (void)state;
    unsigned char file[512];
    size_t size = (size_t)sprintf((char *)file,
                                  "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty float x\n"
                                  "property float y\nproperty float z\nend_header\n");
    for (int i = 0; i < 12; i++) {
        uint32_t bits;
        memcpy(&bits, &corners[i], 4);
        for (int b = 3; b >= 0; b--) file[size++] = (unsigned char)(bits >> (8 * b));
    }
    expect_corners((const char *)file, size);
}

static void a_mesh_without_vertices_or_with_wrong_lines_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
    } wrong[] = {
        {"", "mesh", "no vertices"},
        {"v 1 2\n", "mesh: line 1", "three numbers"},
        {"# a\nv 1 2 nan\n", "vertex 0", "allowed"},
        {"ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float "
         "z\nend_header\n1 2 3\n",
         "mesh: byte", "ends at vertex 1; 2 expected"},
        {"ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nend_header\n", "mesh: line 5",
         "x, y and z"},
        {"ply\nformat binary_little_endian 1.0\nelement vertex 99\nproperty float x\nproperty float "
         "y\nproperty float z\n"
         "end_header\n1234",
         "mesh: byte", "or a list in it is too long"},
        {"ply\nformat ascii 1.0\nelement vertex 2\n", "mesh: line 3", "does not end"},
        {"ply\nformat ascii 1.0\nelement vertex -2\n", "mesh: line 3", "a count"},
        {"ply\nformat ascii 1.0\nelement vertex 2000001\n", "mesh: line 3",
         "2000001 vertices; 1 to 2000000 allowed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        float *points;
        int count;
        pd_error err = {0};
        assert_int_not_equal(read_text(&points, &count, wrong[i].text, strlen(wrong[i].text), &err), PD_OK);
        assert_null(points);
        if (!strstr(err.where, wrong[i].where) || !strstr(err.detail, wrong[i].detail))
            fail_msg("%zu: %s: %s", i, err.where, err.detail);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_posed_read_back),
        cmocka_unit_test(an_ascii_ply_with_other_properties_is_read),
        cmocka_unit_test(a_big_endian_ply_is_read),
        cmocka_unit_test(a_mesh_without_vertices_or_with_wrong_lines_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
