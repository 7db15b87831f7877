/* Welding, islands, holes, and orientation of the surface. */
#include "core/rig/base/mesh.h"
#include "tests/support/cmocka.h"

static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t sides[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

/* Adds a box from low to high. */
static void add_box(float *v, uint32_t *f, int box, double low, double high, int is_turned)
{
    for (int i = 0; i < 8; i++)
        for (int c = 0; c < 3; c++) v[24 * box + 3 * i + c] = (float)(i >> c & 1 ? high : low);
    for (int i = 0; i < 12; i++)
        for (int c = 0; c < 3; c++)
            f[36 * box + 3 * i + c] = sides[i][is_turned ? 2 - c : c] + 8 * (uint32_t)box;
}

static void two_boxes_are_two_islands_of_unit_height(void **state)
{
    float v[48 + 6] = {0}; /* the last two are in no triangle */
    uint32_t f[72];
    pd_rig_mesh m;
    (void)state;
    v[48] = 5, v[51] = 6;
    add_box(v, f, 0, 3, 7, 0);
    add_box(v, f, 1, 4, 5, 1);
    assert_int_equal(pd_rig_mesh_init(&m, v, 18, f, 24, upright, NULL), PD_OK);
    assert_true(m.islands[16] >= 2 && m.islands[17] >= 2);
    assert_int_equal(m.island_count, 2);
    assert_int_equal(m.islands[0], 0);
    assert_int_equal(m.islands[8], 1);
    assert_int_equal(m.turned_islands, 1);
    assert_int_equal(m.border_edges, 0);
    assert_near(m.height, 4, 1e-6);
    assert_near(m.points[1], 0, 1e-9);
    assert_near(m.points[3 * 7 + 1], 1, 1e-9);
    assert_near(m.area, 6 + 6.0 / 16, 1e-6);
    /* normals point outwards, also on the island that was inverted */
    for (int i = 0; i < 16; i++)
        for (int c = 0; c < 3; c++) assert_true((i >> c & 1 ? 1 : -1) * m.normals[3 * i + c] > 0.1);
    for (int c = 0; c < 3; c++) {
        const double *row = m.upright + 4 * c;
        assert_near((row[0] * 3 + row[1] * 3 + row[2] * 3 + row[3]) / m.height, m.points[c], 1e-9);
    }
    pd_rig_mesh_deinit(&m);
}

/* Every triangle has corners of its own, one has no area, one is missing. */
static void a_soup_of_triangles_is_welded(void **state)
{
    float box[24], v[3 * 36];
    uint32_t f[36], soup[36];
    pd_rig_mesh m;
    (void)state;
    add_box(box, f, 0, 0, 1, 0);
    for (int i = 0; i < 36; i++) {
        memcpy(v + 3 * i, box + 3 * f[i], 3 * sizeof *v);
        soup[i] = (uint32_t)i;
    }
    soup[35] = soup[34];
    assert_int_equal(pd_rig_mesh_init(&m, v, 36, soup, 12, upright, NULL), PD_OK);
    assert_int_equal(m.vertex_count, 8);
    assert_int_equal(m.merged_vertices, 28);
    assert_int_equal(m.dropped_faces, 1);
    assert_int_equal(m.border_edges, 3);
    assert_int_equal(m.island_count, 1);
    for (int i = 0; i < 36; i++)
        for (int j = 0; j < 36; j++) assert_int_equal(m.welded[i] == m.welded[j], f[i] == f[j]);
    pd_rig_mesh_deinit(&m);
}

static void meshes_that_are_inside_out_or_flat_are_refused(void **state)
{
    float v[24];
    uint32_t f[36];
    pd_rig_mesh m;
    pd_error err;
    (void)state;
    add_box(v, f, 0, 0, 1, 1);
    assert_int_equal(pd_rig_mesh_init(&m, v, 8, f, 12, upright, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "inside out"));
    add_box(v, f, 0, 0, 1, 0);
    for (int i = 0; i < 8; i++) v[3 * i + 1] = 0;
    assert_int_equal(pd_rig_mesh_init(&m, v, 8, f, 12, upright, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "0 high"));
}

/* Whichever of a box's triangles face inward: they are turned over, unless it is all of them, or all but one,
 * as in a file that is inside out. */
static void triangles_that_face_another_way_are_turned_over(void **state)
{
    float v[24];
    uint32_t f[36], hold;
    pd_rig_mesh m;
    pd_error err;
    (void)state;
    for (int mask = 0; mask < 1 << 12; mask++) {
        int inward = 0;
        add_box(v, f, 0, 3, 7, 0);
        for (int i = 0; i < 12; i++) {
            if (!(mask >> i & 1)) continue;
            hold = f[3 * i], f[3 * i] = f[3 * i + 2], f[3 * i + 2] = hold, inward++;
        }
        const pd_status status = pd_rig_mesh_init(&m, v, 8, f, 12, upright, &err);
        assert_int_equal(status, inward < 11 ? PD_OK : PD_ERR_INVALID);
        if (status != PD_OK) continue;
        assert_int_equal(m.turned_faces, inward);
        assert_int_equal(m.turned_islands, 0);
        for (int i = 0; i < 8; i++)
            for (int c = 0; c < 3; c++) assert_true((i >> c & 1 ? 1 : -1) * m.normals[3 * i + c] > 0.1);
        pd_rig_mesh_deinit(&m);
    }
}

/* A mesh that is rotated after reading equals one that is read in that orientation: positions, normals,
 * areas, and the transform back to the file. */
static void a_turned_mesh_equals_a_mesh_read_in_that_orientation(void **state)
{
    static const double turn[9] = {0, 1, 0, 0, 0, -1, -1, 0, 0};
    static const float tall[3] = {1, 2, 3};
    float v[24];
    uint32_t f[36];
    pd_rig_mesh turned, read;
    (void)state;
    add_box(v, f, 0, 3, 7, 0);
    for (int i = 0; i < 24; i++) v[i] *= tall[i % 3];
    assert_int_equal(pd_rig_mesh_init(&turned, v, 8, f, 12, upright, NULL), PD_OK);
    assert_int_equal(pd_rig_mesh_turn(&turned, turn, NULL), PD_OK);
    assert_int_equal(pd_rig_mesh_init(&read, v, 8, f, 12, turn, NULL), PD_OK);
    assert_near(turned.height, 12, 1e-5);
    assert_near(turned.height, read.height, 1e-9);
    assert_near(turned.area, read.area, 1e-9);
    for (int i = 0; i < 24; i++) {
        assert_near(turned.points[i], read.points[i], 1e-9);
        assert_near(turned.normals[i], read.normals[i], 1e-9);
    }
    for (int i = 0; i < 8; i++) assert_near(turned.areas[i], read.areas[i], 1e-9);
    for (int i = 0; i < 12; i++) assert_near(turned.upright[i], read.upright[i], 1e-6);
    pd_rig_mesh_deinit(&turned), pd_rig_mesh_deinit(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_boxes_are_two_islands_of_unit_height),
        cmocka_unit_test(a_soup_of_triangles_is_welded),
        cmocka_unit_test(meshes_that_are_inside_out_or_flat_are_refused),
        cmocka_unit_test(triangles_that_face_another_way_are_turned_over),
        cmocka_unit_test(a_turned_mesh_equals_a_mesh_read_in_that_orientation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
