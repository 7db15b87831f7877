/* Tests the reader of MakeHuman's garments: weights and offsets by the size of what a vertex lies on, and
 * errors with their line. */
#include "factory/makehuman/garment.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_bytes text(const char *words)
{
    return (pd_bytes){(const unsigned char *)words, strlen(words)};
}

static const char binding_text[] =
    "# a hat\nname hat\nx_scale 0 1 20\nz_depth 50\nverts 0\nmaterial hat.mhmat\n"
    "2\n0 1 2 0.5 -0.25 0.75 1 2 -3\n\ndelete_verts\n1 - 3 5\n7 - 9\n";

static void a_vertex_is_weighted_and_offset_by_the_size_of_its_triangle(void **state)
{
    (void)state;
    pd_factory_binding b;
    pd_error err = {0};
    /* x of vertices 0 and 1 are 4 m apart and the file's length is 2 m: x offsets double */
    const float base[] = {-2, 0, 0, 2, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0,
                          0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    float out[6];
    assert_int_equal(pd_factory_binding_parse(&b, text(binding_text), 10, 8, "hat.mhclo", &err), PD_OK);
    assert_int_equal(b.vertex_count, 2);
    pd_factory_binding_place(out, &b, base);
    const float want[] = {0, 0, 4, -1.5f + 0.2f, -0.25f + 0.2f, 3 - 0.3f};
    for (int i = 0; i < 6; i++) assert_true(fabsf(out[i] - want[i]) < 1e-5f);

    const uint16_t hides[] = {1, 2, 3, 5, 7};
    assert_int_equal(b.hide_count, 5); /* 8 and 9 are no skin */
    assert_memory_equal(b.hides, hides, sizeof hides);
    pd_factory_binding_deinit(&b);
}

static void a_wrong_binding_is_refused_at_its_line(void **state)
{
    static const struct {
        const char *text, *where;
    } rows[] = {{"verts 0\n10\n", "hat:2"},
                {"verts 0\n1.5\n", "hat:2"},
                {"verts 0\n-1\n", "hat:2"},
                {"verts 0\n1 2\n", "hat:2"},
                {"verts 0\n1 2 99 1 0 0 0 0 0\n", "hat:2"},
                {"verts 0\n1 2 3 1 0 0 0 0 x\n", "hat:2"},
                {"verts 0\n1 2 3 1e9 0 0 0 0 0\n", "hat:2"},
                {"x_scale 0 1 0\nverts 0\n1\n", "hat:1"},
                {"x_scale 0 10 1\nverts 0\n1\n", "hat:1"},
                {"verts 0\n1\ndelete_verts\n10\n", "hat:4"},
                {"name nothing\n", "hat"},
                {"", "hat"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_factory_binding b;
        pd_error err = {0};
        assert_int_not_equal(pd_factory_binding_parse(&b, text(rows[i].text), 10, 8, "hat", &err), PD_OK);
        if (strncmp(err.where, rows[i].where, strlen(rows[i].where)) != 0)
            fail_msg("%zu: %s: %s", i, err.where, err.detail);
        assert_null(b.bound);
    }
}

static void corners_are_vertices_with_one_texture_coordinate(void **state)
{
    (void)state;
    pd_factory_garment g;
    pd_error err = {0};
    assert_int_equal(
        pd_factory_garment_parse(&g,
                                 text("o x\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0.25\n"
                                      "f 1/1 2/1 3/1 4/2\nf 1/2/1 2/1/1 3/1\ns off\nf 1 2 3\n"),
                                 "hat.obj", &err),
        PD_OK);
    assert_int_equal(g.vertex_count, 4);
    assert_int_equal(g.face_count, 4);
    const uint16_t faces[] = {0, 1, 2, 0, 2, 3, 4, 1, 2, 5, 6, 7}, corners[] = {0, 1, 2, 3, 0, 0, 1, 2};
    assert_int_equal(g.corner_count, 8);
    assert_memory_equal(g.faces, faces, sizeof faces);
    assert_memory_equal(g.corners, corners, sizeof corners);
    assert_true(g.uvs[0] == 0 && g.uvs[1] == 1 && g.uvs[6] == 1 && g.uvs[7] == 0.75f); /* v runs down */
    assert_true(g.uvs[10] == 0 && g.uvs[11] == 0);
    pd_factory_garment_deinit(&g);
}

static void a_wrong_mesh_is_refused_at_its_line(void **state)
{
    static const char *const rows[] = {"v 0 0 0\nf 1 1\n",
                                       "v 0 0 0\nf 1 1 1 1 1\n",
                                       "v 0 0 0\nf 1 1 2\n",
                                       "v 0 0 0\nf 1/1 1 1\n",
                                       "v 0 0 0\nf 0 1 1\n",
                                       "v 0 0 0\nf 1.5 1 1\n",
                                       "vt x 1\n"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_factory_garment g;
        pd_error err = {0};
        assert_int_not_equal(pd_factory_garment_parse(&g, text(rows[i]), "hat", &err), PD_OK);
        assert_true(!strncmp(err.where, i == 6 ? "hat:1" : "hat:2", 5));
        assert_null(g.faces);
    }
    pd_factory_garment g;
    assert_int_equal(pd_factory_garment_parse(&g, text("v 0 0 0\n"), "hat", NULL), PD_ERR_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_is_weighted_and_offset_by_the_size_of_its_triangle),
        cmocka_unit_test(a_wrong_binding_is_refused_at_its_line),
        cmocka_unit_test(corners_are_vertices_with_one_texture_coordinate),
        cmocka_unit_test(a_wrong_mesh_is_refused_at_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
