/* Primitives of others' glTF files that are compressed by Draco. The streams are Google's encoder's; what is
 * in them follows from a formula. */
#include "core/io/surface/gltf_check.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/surface/surface.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"
#include "tests/support/draco_tube.h"

#include <math.h>

#define POSITION 2e-4 /* 14 bits over a box of 2 m are 122 micrometres */

typedef struct spec {
    const unsigned char *stream;
    size_t size;
    const char *points, *corners; /* counts that the accessors announce */
    const char *index_type, *joint_type;
    const char *ids; /* Draco's attributes */
} spec;

#define IDS "\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2"

static spec plain(bool sequential)
{
    return (spec){sequential ? tube_sequential : tube_edgebreaker,
                  sequential ? sizeof tube_sequential : sizeof tube_edgebreaker,
                  "30",
                  "150",
                  "5123",
                  "5121",
                  IDS};
}

/* Two nodes show the mesh. */
static void make(pd_buffer *out, const spec *s)
{
    char json[2048];
    float bytes[256] = {0};
    assert_true(s->size <= sizeof bytes);
    memcpy(bytes, s->stream, s->size);
    snprintf(json, sizeof json,
             "{\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],"
             "\"accessors\":["
             "{\"componentType\":5126,\"count\":%s,\"type\":\"VEC3\"},{\"componentType\":%s,\"count\":%s,"
             "\"type\":\"VEC4\"},"
             "{\"componentType\":5126,\"count\":%s,\"type\":\"VEC4\"},{\"componentType\":%s,\"count\":%s,"
             "\"type\":\"SCALAR\"}],"
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2},"
             "\"indices\":3,"
             "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{%s}}}}]}],"
             "\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"translation\":[0,0,3]}]}",
             sizeof bytes, s->size, s->points, s->joint_type, s->points, s->points, s->index_type, s->corners,
             s->ids);
    pd_buffer_clear(out);
    avatar_pack(out, json, bytes, 256);
}

#ifdef PD_WITH_DRACO
static void attributes_and_triangles_are_those_that_were_encoded(void **state)
{
    (void)state;
    for (int sequential = 0; sequential < 2; sequential++) {
        const spec s = plain(sequential);
        pd_buffer file = {0};
        pd_io_gltf_file open;
        pd_io_gltf_view p, j, w, t;
        pd_error err = {0};
        int seen[TUBE_POINTS] = {0}, which[TUBE_POINTS], faces[TUBE_FACES] = {0};

        make(&file, &s);
        assert_int_equal(pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err), PD_OK);
        if (pd_io_gltf_unpack_draco(&open) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(pd_io_gltf_view_of(&p, &open, 0), PD_OK);
        assert_int_equal(pd_io_gltf_view_of(&j, &open, 1), PD_OK);
        assert_int_equal(pd_io_gltf_view_of(&w, &open, 2), PD_OK);
        assert_int_equal(pd_io_gltf_view_of(&t, &open, 3), PD_OK);

        for (size_t i = 0; i < TUBE_POINTS; i++) {
            const int point = which[i] = (int)pd_io_gltf_number(&j, i, 0), r = point / TUBE_SIDES;
            const double angle = 2 * 3.14159265358979 * (point % TUBE_SIDES) / TUBE_SIDES,
                         radius = 1 - r / 8.0;
            assert_in_range(point, 0, TUBE_POINTS - 1);
            seen[point]++;
            assert_near(pd_io_gltf_number(&p, i, 0), radius * cos(angle), POSITION);
            assert_near(pd_io_gltf_number(&p, i, 1), r / 4.0, POSITION);
            assert_near(pd_io_gltf_number(&p, i, 2), radius * sin(angle), POSITION);
            assert_near(pd_io_gltf_number(&w, i, 0), 0.75, 1e-3);
            assert_near(pd_io_gltf_number(&w, i, 1), 0.25, 1e-3);
        }
        for (int i = 0; i < TUBE_POINTS; i++) assert_int_equal(seen[i], 1);

        /* each triangle once, whichever corner is first: (i, i + 5, b) or (b, i + 5, b + 5) */
        for (size_t f = 0; f < TUBE_FACES; f++) {
            int corner[3], found = -1;
            for (size_t c = 0; c < 3; c++) corner[c] = which[(int)pd_io_gltf_number(&t, 3 * f + c, 0)];
            for (int i = 0; i < TUBE_POINTS - TUBE_SIDES; i++) {
                const int b = i / TUBE_SIDES * TUBE_SIDES + (i + 1) % TUBE_SIDES;
                const int wanted[2][3] = {{i, i + TUBE_SIDES, b}, {b, i + TUBE_SIDES, b + TUBE_SIDES}};
                for (int k = 0; k < 2; k++)
                    for (int first = 0; first < 3; first++)
                        if (corner[first] == wanted[k][0] && corner[(first + 1) % 3] == wanted[k][1] &&
                            corner[(first + 2) % 3] == wanted[k][2])
                            found = 2 * i + k;
            }
            assert_in_range(found, 0, TUBE_FACES - 1);
            assert_int_equal(faces[found]++, 0);
        }
        pd_io_gltf_close(&open);
        pd_buffer_deinit(&file);
    }
}

static void a_mesh_compressed_by_draco_is_read_as_a_surface(void **state)
{
    (void)state;
    const spec s = plain(false);
    pd_buffer file = {0};
    pd_io_surface surface;
    pd_io_gltf_found found;
    pd_error err = {0};

    make(&file, &s);
    const pd_bytes bytes = {file.data, file.size};
    if (pd_io_surface_read(&surface, bytes, 0, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(surface.vertex_count, 2 * TUBE_POINTS);
    assert_int_equal(surface.face_count, 2 * TUBE_FACES);
    pd_io_surface_deinit(&surface);
    if (pd_io_gltf_check(&found, bytes, 0, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
}

static void refused(const spec *s, const char *words)
{
    pd_buffer file = {0};
    pd_io_gltf_file open;
    pd_error err = {0};
    make(&file, s);
    assert_int_equal(pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err), PD_OK);
    if (pd_io_gltf_unpack_draco(&open) == PD_OK || !strstr(err.detail, words))
        fail_msg("wanted %s\ngot %s: %s", words, err.where, err.detail);
    pd_io_gltf_close(&open);
    pd_buffer_deinit(&file);
}

static void streams_that_differ_from_their_accessors_are_refused(void **state)
{
    (void)state;
    for (int sequential = 0; sequential < 2; sequential++) {
        spec s = plain(sequential);
        s.points = "29", refused(&s, "29");
        s = plain(sequential), s.points = "31", refused(&s, "31 in its accessor");
        s = plain(sequential), s.corners = "147", refused(&s, "50 triangles announced; at most 49");
        s = plain(sequential), s.corners = "153", refused(&s, "153 in its accessor");
        s = plain(sequential), s.index_type = "5126", refused(&s, "unsigned integers");
        s = plain(sequential), s.joint_type = "5126", s.ids = "\"POSITION\":0,\"JOINTS_0\":7",
        refused(&s, "no such attribute");
        s = plain(sequential), s.ids = "\"POSITION\":1", refused(&s, "no such attribute");
        s = plain(sequential), s.ids = "\"TEXCOORD_0\":0", refused(&s, "an accessor");
    }
}

static void counts_are_held_against_limits_before_memory_is_taken(void **state)
{
    (void)state;
    /* sequential: faces and points are the varints behind the header; edgebreaker: vertices and faces behind
     * the kind of traversal */
    static const unsigned char many[] = {'D',  'R',  'A',  'C',  'O',  2,    2,    1,    0,    0,    0,
                                         0xff, 0xff, 0xff, 0xff, 0x04, 0xff, 0xff, 0xff, 0xff, 0x04, 0};
    static const unsigned char vertices[] = {'D', 'R',  'A',  'C',  'O',  2,    2,  1, 1,  0, 0,
                                             0,   0xff, 0xff, 0xff, 0xff, 0x0f, 50, 1, 50, 0};
    static const unsigned char cloud[] = {'D', 'R', 'A', 'C', 'O', 2, 3, 0, 0, 0, 0, 0};
    static const unsigned char old[] = {'D', 'R', 'A', 'C', 'O', 2, 1, 1, 0, 0, 0, 0};
    spec s = plain(true);
    s.stream = many, s.size = sizeof many, refused(&s, "triangles announced");
    s.stream = vertices, s.size = sizeof vertices, refused(&s, "damaged");
    s.stream = cloud, s.size = sizeof cloud, refused(&s, "point cloud");
    s.stream = old, s.size = sizeof old, refused(&s, "2.1; a mesh of 2.2");
    s.stream = old, s.size = 3, refused(&s, "no Draco");
    s = plain(true), s.points = "2000000000", s.corners = "2000000001", refused(&s, "in its accessor");
}

/* Every prefix of a stream, and every byte of it changed: refused or read, nothing else. */
static void damaged_streams_do_no_harm(void **state)
{
    (void)state;
    for (int sequential = 0; sequential < 2; sequential++) {
        const spec whole = plain(sequential);
        unsigned char bytes[1024];
        for (size_t i = 0; i < whole.size; i++)
            for (int how = 0; how < 4; how++) {
                spec s = whole;
                pd_buffer file = {0};
                pd_io_gltf_file open;
                memcpy(bytes, whole.stream, whole.size);
                s.stream = bytes;
                if (how == 0)
                    s.size = i;
                else
                    bytes[i] = (unsigned char)(how == 1 ? 0xff : how == 2 ? bytes[i] ^ 1 : bytes[i] + 64);
                make(&file, &s);
                assert_int_equal(pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, NULL), PD_OK);
                (void)pd_io_gltf_unpack_draco(&open);
                pd_io_gltf_close(&open);
                pd_buffer_deinit(&file);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_and_triangles_are_those_that_were_encoded),
        cmocka_unit_test(a_mesh_compressed_by_draco_is_read_as_a_surface),
        cmocka_unit_test(streams_that_differ_from_their_accessors_are_refused),
        cmocka_unit_test(counts_are_held_against_limits_before_memory_is_taken),
        cmocka_unit_test(damaged_streams_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
static void a_build_without_draco_reports_it(void **state)
{
    (void)state;
    const spec s = plain(true);
    pd_buffer file = {0};
    pd_io_gltf_file open;
    pd_error err = {0};
    make(&file, &s);
    assert_int_equal(pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err), PD_OK);
    assert_int_equal(pd_io_gltf_unpack_draco(&open), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "libdraco-dev"));
    pd_io_gltf_close(&open);
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_build_without_draco_reports_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
