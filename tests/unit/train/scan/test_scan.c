/* Scans as scanners, depth cameras and other programs write them: the same three points in every format. */
#include "core/io/surface/bundle.h"
#include "train/scan/scan.h"

#include "core/base/buffer.h"
#include "core/io/tensor/npz.h"

#include "tests/support/cmocka.h"
#include "tests/support/stored_zip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pd_train_scan scan;
static pd_error err;

static pd_status parse(const void *bytes, size_t size)
{
    err = (pd_error){0};
    return pd_train_scan_read(&scan, (pd_bytes){bytes, size}, "scan", &err);
}

static pd_status parse_text(const char *text)
{
    return parse(text, strlen(text));
}

/* Points (1.5 0 -2), (0.25 1 0), (-1 0 3). */
static void assert_points(const char *what)
{
    static const float expected[3][3] = {{1.5f, 0, -2}, {.25f, 1, 0}, {-1, 0, 3}};
    if (scan.count != 3) fail_msg("%s: %d points", what, scan.count);
    for (int i = 0; i < 9; i++)
        if (scan.points[i] != expected[i / 3][i % 3])
            fail_msg("%s: number %d is %g", what, i, (double)scan.points[i]);
    pd_train_scan_deinit(&scan);
}

#define PLY_HEAD                                                                                             \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "           \
    "z\nend_header\n"
#define PCD_HEAD(data)                                                                                       \
    "# .PCD v0.7\nVERSION 0.7\nFIELDS rgb x y z\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH "          \
    "3\nHEIGHT 1\n"                                                                                          \
    "POINTS 3\nDATA " data "\n"
#define MARK "\xef\xbb\xbf"

static void every_text_gives_the_same_points(void **state)
{
    (void)state;
    static const char *const texts[] = {
        PLY_HEAD "1.5 0 -2\n.25 1 0\n-1 0 3\n",
        MARK PLY_HEAD "1.5 0 -2\n.25 1 0\n-1 0 3\n",
        "v 1.5 0 -2\nv .25 1 0\nv -1 0 3\n",
        MARK "v 1.5 0 -2\nv .25 1 0\nv -1 0 3\n",
        "# OBJ\r\no body\r\nv\t1.5 0 -2 .5 .5 .5\r\nv .25 1 0\r\nv -1 0 3\r\nf 1 2 3\r\n",
        "1.5 0 -2\n.25 1 0\n-1 0 3\n",
        "1.5\t0\t-2\t255\n.25\t1\t0\t255\n-1\t0\t3\t255",
        "3\n1.5 0 -2 100 255 255 255\n.25 1 0 100 255 255 255\n-1 0 3 100 255 255 255\n",
        MARK "x,y,z\r\n1.5,0,-2\r\n.25,1,0\r\n-1,0,3\r\n",
        "id;X;Y;Z\n7;1,5;0;-2\n8;0,25;1;0\n9;-1;0;3\n",
        "t,\"z\",\"x\",\"y\"\n0,-2,1.5,0\n0,0,.25,1\n0,3,-1,0\n",
        "//X Y Z R G B\n3\n1.5 0 -2 1 2 3\n.25 1 0 1 2 3\n-1 0 3 1 2 3\n",
        "# x y z\n1.5 0 -2\n\n.25 1 0\n-1 0 3\n",
        PCD_HEAD("ascii") "0 1.5 0 -2\n0 .25 1 0\n0 -1 0 3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (parse_text(texts[i]) != PD_OK) fail_msg("text %zu: %s: %s", i, err.where, err.detail);
        assert_int_equal(scan.left_out, 0);
        assert_points(texts[i]);
    }
}

/* What depth cameras write where they see nothing is left out; one point at 0 0 0 is a point. */
static void points_without_a_place_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long left_out;
    } rows[] = {
        {"nan nan nan\n1.5 0 -2\n.25 1 0\nNaN 0 0\n-1 0 3\n", 2},
        {"0 0 0\n1.5 0 -2\n0 0 0\n.25 1 0\n-1 0 3\n0.0 -0.0 0\n", 3},
        {"v 1.5 0 -2\nv nan nan nan\nv .25 1 0\nv -1 0 3\n", 1},
        {"ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float "
         "z\nend_header\n"
         "1.5 0 -2\nnan nan nan\n.25 1 0\n-inf 0 0\n-1 0 3\n",
         2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (parse_text(rows[i].text) != PD_OK) fail_msg("row %zu: %s: %s", i, err.where, err.detail);
        assert_int_equal(scan.left_out, rows[i].left_out);
        assert_points(rows[i].text);
    }
    assert_int_equal(parse_text("0 0 0\n1 1 1\n2 1 1\n"), PD_OK);
    assert_int_equal(scan.count, 3);
    pd_train_scan_deinit(&scan);
}

static void put_float(unsigned char *at, float value)
{
    memcpy(at, &value, sizeof value); /* all machines of the tests are little-endian */
}

/* Two triangles with a common edge have four corners; a binary file may begin with "solid". */
static void corners_of_an_stl_are_points_once(void **state)
{
    (void)state;
    static const float corners[2][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                           {{0, 1, 0}, {0, 0, 1}, {2, 2, 2}}};
    static const char *const heads[] = {"made by a program", "solid of another"};
    for (int h = 0; h < 2; h++) {
        unsigned char file[84 + 2 * 50] = {0};
        memcpy(file, heads[h], strlen(heads[h]));
        file[80] = 2;
        for (int i = 0; i < 18; i++)
            put_float(file + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), corners[i / 9][i / 3 % 3][i % 3]);
        if (parse(file, sizeof file) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(scan.count, 4);
        float sum = 0;
        for (int i = 0; i < 12; i++) sum += scan.points[i];
        assert_near(sum, 9, 1e-6);
        pd_train_scan_deinit(&scan);
    }

    static const char ascii[] =
        "solid x\nfacet normal 0 0 1\n outer loop\n  vertex 1 0 0\n  vertex 0 1 0\n"
        "  vertex 0 0 1\n endloop\nendfacet\nfacet normal 0 0 1\n outer loop\n"
        "  vertex 0 1 0\n  vertex 0 0 1\n  vertex 2 2 2e0\n endloop\nendfacet\nendsolid x\n";
    assert_int_equal(parse_text(ascii), PD_OK);
    assert_int_equal(scan.count, 4);
    pd_train_scan_deinit(&scan);
}

static void arrays_of_an_npz_are_read_as_points(void **state)
{
    (void)state;
    const double rows[3][4] = {{1.5, 0, -2, 9}, {.25, 1, 0, 9}, {-1, 0, 3, 9}};
    static const char *const members[] = {"points", "xyz", "cloud"};
    for (size_t i = 0; i < 3; i++) {
        pd_buffer file = {0};
        pd_npz_writer writer = pd_npz_begin(&file);
        const pd_array array = {.dtype = PD_DTYPE_F64,
                                .rank = 2,
                                .shape = {3, 4},
                                .count = 12,
                                .item_bytes = 8,
                                .data = (const unsigned char *)rows,
                                .data_bytes = sizeof rows};
        pd_npz_add(&writer, members[i], &array);
        assert_int_equal(pd_npz_end(&writer, NULL), PD_OK);
        if (parse(file.data, file.size) != PD_OK) fail_msg("%s: %s: %s", members[i], err.where, err.detail);
        assert_points(members[i]);
        pd_buffer_deinit(&file);
    }
}

static void a_binary_pcd_has_its_rows_behind_its_head(void **state)
{
    (void)state;
    static const float rows[3][4] = {{9, 1.5f, 0, -2}, {9, .25f, 1, 0}, {9, -1, 0, 3}};
    char file[512];
    const size_t head = strlen(PCD_HEAD("binary"));
    memcpy(file, PCD_HEAD("binary"), head);
    memcpy(file + head, rows, sizeof rows);
    if (parse(file, head + sizeof rows) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_points("pcd");
    assert_int_equal(parse(file, head + sizeof rows - 1), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "3 points of 16 bytes"));
}

static void normals_of_a_ply_have_unit_length_or_are_zero(void **state)
{
    (void)state;
    static const char text[] =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float nz\nproperty float x\nproperty float y\n"
        "property float z\nproperty float nx\nproperty float ny\nend_header\n"
        "4 0 0 0 0 3\n0 1.5 0 0 -2 0\nnan 0 1 -2.25 0 1\n0 0 0 1 0 0\n";
    static const float expected[12] = {0, 0.6f, 0.8f, -1, 0, 0, 0, 0, 0, 0, 0, 0};
    pd_train_scan s;

    assert_int_equal(pd_train_scan_read(&s, (pd_bytes){(void *)text, sizeof text - 1}, "mesh", &err), PD_OK);
    static const float corners[12] = {0, 0, 0, 1.5f, 0, 0, 0, 1, -2.25f, 0, 0, 1};
    assert_int_equal(s.count, 4);
    for (int i = 0; i < 12; i++) assert_true(s.points[i] == corners[i]);
    assert_non_null(s.normals);
    for (int i = 0; i < 12; i++) assert_near((double)s.normals[i], (double)expected[i], 1e-6);
    pd_train_scan_deinit(&s);

    /* two of the three numbers are no normal */
    static const char part[] =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
        "property float z\nproperty float nx\nproperty float ny\nend_header\n1 2 3 0 1\n";
    assert_int_equal(pd_train_scan_read(&s, (pd_bytes){(void *)part, sizeof part - 1}, "mesh", &err), PD_OK);
    assert_null(s.normals);
    pd_train_scan_deinit(&s);
}

/* Scanning apps export glTF binaries. */
static void a_glb_has_the_vertices_of_its_triangles(void **state)
{
    static const char gltf[] = TRIANGLE_GLTF(TRIANGLE_DATA, "[]");
    pd_io_bundle glb;
    pd_train_scan s;
    (void)state;
    assert_int_equal(pd_io_bundle_open(&glb, (pd_bytes){(const unsigned char *)gltf, sizeof gltf - 1},
                                       &(pd_io_bundle_options){0}, &err),
                     PD_OK);
    assert_int_equal(pd_train_scan_read(&s, glb.file, "scan", &err), PD_OK);
    assert_int_equal(s.count, 3);
    assert_true(s.points[3] == 1 && s.points[7] == 2);
    pd_train_scan_deinit(&s);
    pd_io_bundle_close(&glb);
}

/* 300,000 vertices, more than a mesh to rig may have, as triangles without indices,
 * a strip, a fan and a cloud. */
static void a_large_glb_and_a_cloud_are_read(void **state)
{
    enum { COUNT = 300000, BYTES = 12 * COUNT };
    static const int modes[] = {4, 5, 6, 0};
    (void)state;
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
        pd_buffer json = {0}, file = {0};
        pd_train_scan s;

        pd_buffer_printf(
            &json,
            "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"translation\":[0,0,2]}],"
            "\"meshes\":[{\"primitives\":[{\"mode\":%d,\"attributes\":{\"POSITION\":0}}]}],"
            "\"buffers\":[{\"byteLength\":%d}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],"
            "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"}]}",
            modes[k], BYTES, BYTES, COUNT);
        while (json.size % 4) pd_buffer_text(&json, " ");
        const uint32_t head[] = {0x46546c67, 2, (uint32_t)(28 + json.size + BYTES), (uint32_t)json.size,
                                 0x4e4f534a},
                       chunk[] = {BYTES, 0x004e4942};
        pd_buffer_add(&file, head, sizeof head), pd_buffer_add(&file, json.data, json.size);
        pd_buffer_add(&file, chunk, sizeof chunk);
        for (int i = 0; i < COUNT; i++) {
            const float at[] = {(float)i * 1e-3f, 1, 0};
            pd_buffer_add(&file, at, sizeof at);
        }
        if (pd_train_scan_read(&s, (pd_bytes){file.data, file.size}, "scan", &err) != PD_OK)
            fail_msg("mode %d: %s: %s", modes[k], err.where, err.detail);
        assert_int_equal(s.count, COUNT);
        assert_true(s.points[3 * (COUNT - 1) + 2] == 2 && s.points[3 * 1000] == 1);
        pd_train_scan_deinit(&s);
        pd_buffer_deinit(&json), pd_buffer_deinit(&file);
    }
}

static void a_scan_file_with_wrong_contents_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
        pd_status status;
    } rows[] = {
        {"", "scan: file", "the file has no points", PD_ERR_FORMAT},
        {"<html>\n", "scan: file", "no points", PD_ERR_FORMAT},
        {"1 2 3\n4 5\n", "scan: line 2", "three numbers expected", PD_ERR_FORMAT},
        {"v 0,5 1 2\n", "scan: line 1", "decimal commas", PD_ERR_FORMAT},
        {"glTF....", "scan: byte 0", "not a glTF binary (.glb, .vrm)", PD_ERR_FORMAT},
        {PCD_HEAD("binary_compressed"), "scan: line 10", "uncompressed", PD_ERR_FORMAT},
        {"# .PCD v0.7\nFIELDS rgb x y z\nSIZE 4 4 4 4\nTYPE F F F F\nFIELDS x\nPOINTS 2\nDATA "
         "binary\n12345678",
         "scan: line 5", "a second line of FIELDS; one expected", PD_ERR_FORMAT},
        {"# .PCD v0.7\nSIZE 4 4 4\nTYPE F F F\nFIELDS x y z\nPOINTS 1\nDATA binary\n123456789012",
         "scan: line 2", "stands before FIELDS", PD_ERR_FORMAT},
        {"1 2 3\n2e6 0 0\n", "scan: vertex 1", "-1e6 to 1e6", PD_ERR_RANGE},
        {"400000 0 500000\n400001 1 500001\n", "scan: points", "too far for floats", PD_ERR_RANGE},
        {"0 0 0\n0 0 0\n", "scan", "at 0 0 0", PD_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_status status = parse_text(rows[i].text);
        if (status != rows[i].status || strcmp(err.where, rows[i].where) != 0 ||
            !strstr(err.detail, rows[i].detail))
            fail_msg("row %zu: %s: %s: %s", i, pd_status_name(status), err.where, err.detail);
        assert_null(scan.points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_gives_the_same_points),
        cmocka_unit_test(points_without_a_place_are_left_out),
        cmocka_unit_test(corners_of_an_stl_are_points_once),
        cmocka_unit_test(arrays_of_an_npz_are_read_as_points),
        cmocka_unit_test(a_binary_pcd_has_its_rows_behind_its_head),
        cmocka_unit_test(normals_of_a_ply_have_unit_length_or_are_zero),
        cmocka_unit_test(a_glb_has_the_vertices_of_its_triangles),
        cmocka_unit_test(a_large_glb_and_a_cloud_are_read),
        cmocka_unit_test(a_scan_file_with_wrong_contents_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
