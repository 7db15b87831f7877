/* Triangles of OBJ, PLY and glTF; what a file announces and has not is refused. */
#include "core/io/surface/surface.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

static pd_status read_text(pd_io_surface *s, const char *text, pd_error *err)
{
    return pd_io_surface_read(s, (pd_bytes){(const unsigned char *)text, strlen(text)}, 0, err);
}

static void polygons_of_obj_become_fans(void **state)
{
    pd_io_surface s;
    pd_error err;
    (void)state;
    assert_int_equal(
        read_text(&s, "# a square\nv 0 0 0\nv 1 0 0 9\r\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1/1/1 2//1 3 -1\n",
                  &err),
        PD_OK);
    assert_int_equal(s.vertex_count, 4);
    assert_int_equal(s.face_count, 2);
    static const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    assert_memory_equal(s.faces, faces, sizeof faces);
    assert_near((double)s.vertices[6], 1, 0);
    assert_int_equal(s.part_count, 1);
    assert_int_equal(s.parts[0].vertex_count, 4);
    pd_io_surface_deinit(&s);

    assert_int_equal(read_text(&s, "v 0 0 0\nv 1 0 0\nf 1 2\n", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "line 3");
    assert_int_equal(read_text(&s, "v 0 0 0\nf 1 2 9\n", &err), PD_ERR_RANGE);
    assert_int_equal(read_text(&s, "v 0 0\n", &err), PD_ERR_FORMAT);
    assert_int_equal(read_text(&s, "v 0 0 0\nv 0 0 -nan\nv 0 0 0\nf 1 2 3\n", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "vertex 1");
    assert_string_equal(err.detail, "nan; -1e6 to 1e6 allowed");
    assert_int_equal(read_text(&s, "v 0 1e300 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "1e+300; -1e6 to 1e6 allowed");
    assert_string_equal(err.where, "vertex 0");
    assert_int_equal(read_text(&s, "hello", &err), PD_ERR_FORMAT);

    /* A file without vertices has no range to name. */
    assert_int_equal(read_text(&s,
                               "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
                               "property float z\nelement face 1\nproperty list uchar int vertex_index\n"
                               "end_header\n3 -1 0 0\n",
                               &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "face 0");
    assert_string_equal(err.detail, "refers to vertex -1, but the file has no vertices; vertices expected");
}

/* A line is read whole or refused: half a polygon, or half a number, is another mesh. */
static void a_line_that_is_too_long_is_refused(void **state)
{
    static const char head[] =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float "
        "z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n";
    pd_io_surface s;
    pd_error err;
    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int size = 4095; size <= 4097; size++) {
            pd_buffer text = {0};
            if (kind == 2) pd_buffer_text(&text, head);
            const size_t start = text.size;
            pd_buffer_text(&text, kind ? "1 2 3" : "# 1 2 3");
            if (kind == 1) pd_buffer_clear(&text), pd_buffer_text(&text, "v 1 2 3");
            while (text.size - start < (size_t)size) pd_buffer_text(&text, " ");
            pd_buffer_text(&text, kind == 2 ? "\n3 0 0 0\n" : "\nv 0 0 0\nf 1 1 1\n");
            pd_buffer_add(&text, "", 1);
            pd_buffer_add(&text, "", 1);
            const pd_status status = read_text(&s, (const char *)text.data, &err);
            if (kind == 0 || size == 4095) {
                assert_int_equal(status, PD_OK);
                assert_int_equal(s.vertex_count, kind == 1 ? 2 : 1);
                pd_io_surface_deinit(&s);
            } else {
                assert_int_equal(status, PD_ERR_LIMIT);
                assert_string_equal(err.where, kind == 2 ? "line 10" : "line 1");
                assert_string_equal(err.detail, "the line is too long; at most 4095 bytes allowed");
            }
            pd_buffer_deinit(&text);
        }
}

static void ply_is_read_in_text_and_both_orders_of_bytes(void **state)
{
    static const char text[] =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty uchar red\nproperty "
        "float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n"
        "end_header\n0 9 0 0\n1 9 2 0\n0 9 1 3\n3 0 1 2\n";
    static const char head[] =
        "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
        "property short z\nelement face 1\nproperty list uchar ushort vertex_index\nend_header\n";
    pd_buffer file = {0};
    pd_io_surface s;
    pd_error err;
    (void)state;
    assert_int_equal(read_text(&s, text, &err), PD_OK);
    assert_int_equal(s.vertex_count, 3);
    assert_near((double)s.vertices[4], 2, 0);
    assert_near((double)s.vertices[8], 3, 0);
    assert_int_equal(s.faces[2], 2);
    pd_io_surface_deinit(&s);

    pd_buffer_text(&file, head);
    for (int i = 0; i < 3; i++) {
        static const unsigned char one[8] = {0x3f, 0x80, 0, 0, 0xbf, 0x80, 0, 0};
        const unsigned char z[2] = {0xff, (unsigned char)(0xff - i)};
        pd_buffer_add(&file, one, 8);
        pd_buffer_add(&file, z, 2);
    }
    pd_buffer_add(&file, "\3\0\0\0\2\0\1", 7);
    assert_int_equal(pd_io_surface_read(&s, (pd_bytes){file.data, file.size}, 0, &err), PD_OK);
    assert_near((double)s.vertices[3], 1, 0);
    assert_near((double)s.vertices[4], -1, 0);
    assert_near((double)s.vertices[5], -2, 0);
    assert_int_equal(s.faces[1], 2);
    pd_io_surface_deinit(&s);
    for (size_t size = sizeof head - 1; size < file.size; size++)
        assert_int_not_equal(pd_io_surface_read(&s, (pd_bytes){file.data, size}, 0, &err), PD_OK);
    pd_buffer_deinit(&file);
}

#define TRIANGLE_JSON(nodes, primitive, more)                                                                \
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":" nodes ",\"meshes\":[{\"primitives\":[" primitive "]}],"    \
    "\"buffers\":[{\"byteLength\":48}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,"     \
    "\"byteOffset\":36,\"byteLength\":12}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"         \
    "\"count\":3,"                                                                                           \
    "\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}" more "]}"
#define PLAIN "{\"attributes\":{\"POSITION\":0},\"indices\":1}"

static pd_status read_triangle(pd_io_surface *s, const char *json, pd_error *err)
{
    float floats[12] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    static const uint16_t indices[6] = {0,      1, 2,
                                        0xffff, 1, 2}; /* the second three of signed components: -1 */
    pd_buffer file = {0};
    memcpy(floats + 9, indices, sizeof indices);
    avatar_pack(&file, json, floats, 12);
    const pd_status status = pd_io_surface_read(s, (pd_bytes){file.data, file.size}, 0, err);
    pd_buffer_deinit(&file);
    return status;
}

static void nodes_carry_meshes_into_the_world(void **state)
{
    pd_io_surface s;
    pd_error err;
    (void)state;
    /* a quarter about z, twice the size, then up; the second stands mirrored */
    const char *json = TRIANGLE_JSON("[{\"translation\":[0,5,0],\"children\":[1,2]},{\"mesh\":0,\"rotation\":"
                                     "[0,0,0.70710678,0.70710678],\"scale\":[2,2,"
                                     "2]},{\"mesh\":0,\"scale\":[-1,1,1]}]",
                                     PLAIN, "");
    if (read_triangle(&s, json, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(s.part_count, 2);
    assert_int_equal(s.parts[1].node, 2);
    assert_near((double)s.vertices[3], 0, 1e-5);
    assert_near((double)s.vertices[4], 7, 1e-5);
    assert_near((double)s.vertices[6], -4, 1e-5);
    assert_near((double)s.vertices[12], -1, 1e-5);
    static const uint32_t faces[6] = {0, 1, 2, 3, 5, 4};
    assert_memory_equal(s.faces, faces, sizeof faces);
    pd_io_surface_deinit(&s);
}

static void bad_files_are_refused_at_their_place(void **state)
{
    static const struct {
        const char *json, *where, *detail;
    } rows[] = {
        {TRIANGLE_JSON("[{\"mesh\":0,\"scale\":[1,0,1]}]", PLAIN, ""), "/nodes/0", "scale is 0"},
        {TRIANGLE_JSON("[{\"mesh\":0,\"rotation\":[0,0,0,0]}]", PLAIN, ""), "/nodes/0/rotation", "length 0"},
        {TRIANGLE_JSON("[{\"mesh\":0,\"matrix\":[1,2]}]", PLAIN, ""), "/nodes/0/matrix", "16 expected"},
        {TRIANGLE_JSON("[{\"mesh\":0,\"children\":[0]}]", PLAIN, ""), "/nodes", "descendants of themselves"},
        {TRIANGLE_JSON("[{\"mesh\":0,\"children\":[7]}]", PLAIN, ""), "/nodes/0/children/0", "0 to 0"},
        {TRIANGLE_JSON("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}", ""),
         "/meshes/0/primitives/0", "mode 5"},
        {TRIANGLE_JSON("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":9},\"indices\":1}", ""),
         "/accessors/9", "the accessor does not exist"},
        {TRIANGLE_JSON("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":2}}",
                       ",{\"bufferView\":0,\"componentType\":5126,\"count\":100000000,\"type\":\"VEC3\"}"),
         "/accessors/2", "of the view allowed"},
        {TRIANGLE_JSON(
             "[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":2}}",
             ",{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{}}"),
         "/accessors/2", "sparse"},
        {TRIANGLE_JSON(
             "[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":0},\"indices\":2}",
             ",{\"bufferView\":1,\"byteOffset\":6,\"componentType\":5122,\"count\":3,\"type\":\"SCALAR\"}"),
         "/meshes/0/primitives/0", "refers to vertex -1;"},
        {TRIANGLE_JSON("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":2},\"indices\":1}",
                       ",{\"bufferView\":0,\"componentType\":5126,\"count\":0,\"type\":\"VEC3\"}"),
         "/accessors/2", "bufferView, count"},
        {"{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[" PLAIN
         "]}],\"buffers\":[{\"byteLength\":48,\"uri\":\"body.bin\"}],"
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
         "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]}",
         "/accessors/0", "at the uri of /buffers/0"},
        {TRIANGLE_JSON("[{\"mesh\":0},{}],\"scene\":0,\"scenes\":[{\"nodes\":[1]},{\"nodes\":[0]}]", PLAIN,
                       ""),
         "/scene", "scene 0, which programs show first, has no mesh; make scene 1"},
        {TRIANGLE_JSON("[{\"mesh\":0}],\"scene\":1,\"scenes\":[{\"nodes\":[0]}]", PLAIN, ""), "/scene",
         "the file has 1 scene"},
        {TRIANGLE_JSON("[{}]", PLAIN, ""), "faces", "at least one"},
        {TRIANGLE_JSON("[{\"mesh\":0,\"skin\":0}]", PLAIN, ""), "/skins/0/joints",
         "the skin has no joints; a list of joints expected"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_io_surface s;
        pd_error err = {0};
        if (read_triangle(&s, rows[i].json, &err) == PD_OK || strcmp(err.where, rows[i].where) ||
            !strstr(err.detail, rows[i].detail))
            fail_msg("%zu: %s: %s", i, err.where, err.detail);
        assert_null(s.vertices);
    }
}

/* Four thousand nodes with one mesh of many vertices: counted before anything is copied. */
static void instances_are_counted(void **state)
{
    static float floats[30000];
    pd_buffer json = {0}, file = {0};
    pd_io_surface s;
    pd_error err;
    (void)state;
    pd_buffer_text(&json, "{\"nodes\":[");
    for (int i = 0; i < 4000; i++) pd_buffer_text(&json, i ? ",{\"mesh\":0}" : "{\"mesh\":0}");
    pd_buffer_text(&json,
                   "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"buffers\":[{"
                   "\"byteLength\":120000}],"
                   "\"bufferViews\":[{\"buffer\":0,\"byteLength\":120000}],\"accessors\":[{\"bufferView\":0,"
                   "\"componentType\":5126,\"count\":10000,\"type\":\"VEC3\"}]}");
    pd_buffer_add(&json, "", 1);
    avatar_pack(&file, (const char *)json.data, floats, 30000);
    assert_int_equal(pd_io_surface_read(&s, (pd_bytes){file.data, file.size}, 0, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 200000 allowed: simplify the mesh"));
    pd_buffer_deinit(&json), pd_buffer_deinit(&file);
}

/* OFF with and without what it allows: counts on the first line, comments, colours, normals, polygons. */
static void off_is_read_in_its_variants(void **state)
{
    (void)state;
    static const char *const files[] = {
        "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
        "OFF 4 1 0\n# corners\n0 0 0\n\n1 0 0 # second\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n",
        "\xEF\xBB\xBF"
        "OFF\r\n4 1 4\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n4 0 1 2 3\r\n",
        "COFF\n4 2\n0 0 0 9 9 9 9\n1 0 0 9 9 9 9\n1 1 0 9 9 9 9\n0 1 0 9 9 9 9\n3 0 1 2\n3 0 2 3\n",
        "STCNOFF\n4 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 0 1 2 3\n",
    };
    static const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    pd_io_surface s;
    pd_error err;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (read_text(&s, files[i], &err)) fail_msg("%s: %s: %s", files[i], err.where, err.detail);
        assert_int_equal(s.vertex_count, 4);
        assert_int_equal(s.face_count, 2);
        assert_memory_equal(s.faces, faces, sizeof faces);
        assert_near((double)s.vertices[6], 1, 0);
        pd_io_surface_deinit(&s);
    }

    static const struct {
        const char *text, *where, *detail;
    } wrong[] = {{"OFF\n4 1 0\n0 0 0\n", "line 3", "the file ends at vertex 1; 4 expected"},
                 {"OFF\n1 1 0\n0 0 0\n", "line 3", "the file ends at face 0; 1 expected"},
                 {"OFF\nmany\n", "line 2", "'many': the numbers of vertices and faces expected"},
                 {"OFF\n1 0 0\n0 0\n", "line 3", "'0 0': three numbers expected"},
                 {"OFF\n1 1 0\n0 0 0\n3 0 0 7\n", "line 4", "'3 0 0 7': the vertex does not exist"},
                 {"OFF BINARY\n", "line 1", "a binary OFF"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_not_equal(read_text(&s, wrong[i].text, &err), PD_OK);
        assert_string_equal(err.where, wrong[i].where);
        if (!strstr(err.detail, wrong[i].detail)) fail_msg("%s: %s", wrong[i].text, err.detail);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_of_obj_become_fans),
        cmocka_unit_test(off_is_read_in_its_variants),
        cmocka_unit_test(a_line_that_is_too_long_is_refused),
        cmocka_unit_test(ply_is_read_in_text_and_both_orders_of_bytes),
        cmocka_unit_test(nodes_carry_meshes_into_the_world),
        cmocka_unit_test(bad_files_are_refused_at_their_place),
        cmocka_unit_test(instances_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
