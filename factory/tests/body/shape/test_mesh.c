/* Tests meshes of training: mirror pairs, neighbours, volume and its gradient (against differences), and
 * quads cut along their shorter diagonal. Boxes and ellipsoids have known areas and volumes. */
#include "core/base/rng.h"
#include "factory/body/shape/mesh.h"
#include "tests/support/cmocka.h"
#include "factory/tests/support/egg.h"

static void every_vertex_has_its_partner_across_the_axis(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    egg_mesh(&mesh, &e);
    for (int i = 0; i < mesh.vertex_count; i++) {
        int m = mesh.mirror[i];
        assert_int_equal(mesh.mirror[m], i);
        assert_true(e.vertices[3 * m] == -e.vertices[3 * i]);
        assert_true(e.vertices[3 * m + 1] == e.vertices[3 * i + 1]);
    }
    pd_factory_mesh_deinit(&mesh);
}

static void a_mesh_without_symmetry_is_refused_by_vertex(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    pd_error err = {0};
    egg_init(&e);
    e.vertices[3 * 17] += 0.001f;
    assert_int_equal(
        pd_factory_mesh_init(&mesh, e.vertices, EGG_VERTICES, (const int(*)[4])e.quads, EGG_QUADS, &err),
        PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "no mirror partner"));
    egg_init(&e);
    memcpy(e.vertices, e.vertices + 3, 3 * sizeof(float));
    assert_int_equal(
        pd_factory_mesh_init(&mesh, e.vertices, EGG_VERTICES, (const int(*)[4])e.quads, EGG_QUADS, &err),
        PD_ERR_FORMAT);
}

static void faces_look_outward_and_enclose_the_ellipsoid(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    egg_mesh(&mesh, &e);
    double exact = 4 * M_PI / 3 * egg_size[0] * egg_size[1] * egg_size[2],
           volume = pd_factory_volume(e.vertices, &mesh);
    assert_true(volume > 0.93 * exact && volume < exact);
    assert_near(pd_factory_stature(e.vertices, EGG_VERTICES), 1.7, 1e-6);
    for (int i = 0; i < EGG_VERTICES; i++) e.vertices[3 * i + 2] += 5;
    assert_near(pd_factory_volume(e.vertices, &mesh), volume, 1e-6);
    pd_factory_mesh_deinit(&mesh);
}

static void neighbours_are_the_ends_of_edges(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    egg_mesh(&mesh, &e);
    assert_int_equal(mesh.neighbor_start[EGG_VERTICES], 2 * (EGG_VERTICES + EGG_QUADS - 2)); /* Euler */
    for (int i = 0; i < EGG_VERTICES; i++) {
        int count = mesh.neighbor_start[i + 1] - mesh.neighbor_start[i];
        assert_true(count == 3 || count == 4);
    }
    pd_factory_mesh_deinit(&mesh);
}

static void the_volume_gradient_is_the_derivative_of_the_volume(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    static double gradient[3 * EGG_VERTICES];
    egg_mesh(&mesh, &e);
    pd_factory_volume_gradient(gradient, e.vertices, &mesh);
    for (int i = 0; i < 3 * EGG_VERTICES; i += 37) {
        float old = e.vertices[i];
        e.vertices[i] = old + 0.01f;
        double more = pd_factory_volume(e.vertices, &mesh);
        e.vertices[i] = old - 0.01f;
        double less = pd_factory_volume(e.vertices, &mesh);
        e.vertices[i] = old;
        assert_near((more - less) / 0.02, gradient[i], 1e-5);
    }
    pd_factory_mesh_deinit(&mesh);
}

static void symmetrised_vertices_mirror_to_the_last_bit(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    pd_rng rng;
    static double areas[EGG_VERTICES];
    egg_mesh(&mesh, &e);
    pd_rng_init(&rng, 1);
    for (int i = 0; i < 3 * EGG_VERTICES; i++) e.vertices[i] += (float)(0.01 * pd_rng_normal(&rng));
    pd_factory_symmetrise(e.vertices, &mesh);
    pd_factory_areas(areas, e.vertices, &mesh);
    for (int i = 0; i < EGG_VERTICES; i++) {
        int m = mesh.mirror[i];
        assert_true(e.vertices[3 * i] == -e.vertices[3 * m]);
        assert_true(e.vertices[3 * i + 1] == e.vertices[3 * m + 1] &&
                    e.vertices[3 * i + 2] == e.vertices[3 * m + 2]);
        assert_true(areas[i] == areas[m]);
    }
    double center[3];
    pd_factory_centroid(center, e.vertices, areas, EGG_VERTICES);
    assert_near(center[0], 0, 1e-12);
    pd_factory_mesh_deinit(&mesh);
}

/* Every quad becomes two triangles that cover it, turned as it is, along its shorter diagonal. */
static void quads_are_cut_along_their_shorter_diagonal(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    int first = 0, second = 0;
    egg_mesh(&mesh, &e);
    for (int q = 0; q < EGG_QUADS; q++) {
        const int *v = e.quads[q];
        double length[2];
        for (int d = 0; d < 2; d++) {
            double x[3];
            for (int c = 0; c < 3; c++)
                x[c] = (double)e.vertices[3 * v[d] + c] - (double)e.vertices[3 * v[d + 2] + c];
            length[d] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        }
        int shared = 0, corner[2] = {-1, -1};
        for (int t = 0; t < 2; t++) {
            const int *f = mesh.faces[2 * q + t];
            int at[3];
            for (int k = 0; k < 3; k++) {
                for (at[k] = 0; at[k] < 4 && v[at[k]] != f[k];) at[k]++;
                assert_true(at[k] < 4);
            }
            for (int k = 0; k < 3;
                 k++) { /* the one whose neighbours in the triangle are its neighbours in the quad */
                int step = (at[(k + 1) % 3] - at[k] + 4) % 4;
                assert_true(step == 1 || step == 2);
                if (step == 2) shared++, corner[t] = at[(k + 2) % 3];
            }
        }
        assert_int_equal(shared, 2);
        assert_int_equal((corner[0] + 2) % 4, corner[1]); /* the corners that are cut off lie opposite */
        int diagonal = (corner[0] + 1) % 2;
        assert_true(length[diagonal] <= length[1 - diagonal]);
        first += diagonal == 0 && length[0] < length[1], second += diagonal == 1 && length[1] < length[0];
    }
    assert_true(first > 20 && second > 20);
    pd_factory_mesh_deinit(&mesh);
}

static void neighbours_of_each_vertex_are_listed_once_ascending(void **state)
{
    (void)state;
    static char joined[EGG_VERTICES][EGG_VERTICES];
    egg e;
    pd_factory_mesh mesh;
    egg_mesh(&mesh, &e);
    memset(joined, 0, sizeof joined);
    for (int q = 0; q < EGG_QUADS; q++)
        for (int k = 0; k < 4; k++) {
            int a = e.quads[q][k], b = e.quads[q][(k + 1) % 4];
            joined[a][b] = joined[b][a] = 1;
        }
    assert_int_equal(mesh.neighbor_start[0], 0);
    for (int i = 0, at = 0; i < EGG_VERTICES; i++) {
        for (int j = 0; j < EGG_VERTICES; j++)
            if (joined[i][j]) assert_int_equal(mesh.neighbors[at++], j);
        assert_int_equal(mesh.neighbor_start[i + 1], at);
    }
    pd_factory_mesh_deinit(&mesh);
}

/* A box of 2 x 4 x 6 about (0,5,-1) with a quad a side: 88 square metres, 48 cubic ones. A vertex that no
 * quad has comes last. */
static void a_box_has_its_area_volume_middle_and_height(void **state)
{
    (void)state;
    static const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    float v[3 * 9] = {0};
    double areas[9], center[3], sum = 0;
    pd_factory_mesh mesh;
    for (int i = 0; i < 8; i++) { /* bits of the number: z, y, x */
        v[3 * i] = i & 4 ? 1 : -1;
        v[3 * i + 1] = i & 2 ? 7 : 3;
        v[3 * i + 2] = i & 1 ? 2 : -4;
    }
    for (int turned = 0; turned < 2; turned++) {
        int list[6][4];
        for (int q = 0; q < 6; q++)
            for (int k = 0; k < 4; k++) list[q][k] = quads[q][turned ? 3 - k : k];
        v[3 * 8 + 1] = 100;
        assert_int_equal(pd_factory_mesh_init(&mesh, v, 9, (const int(*)[4])list, 6, NULL), PD_OK);
        assert_near(fabs(pd_factory_volume(v, &mesh)), 48, 1e-9);
        pd_factory_areas(areas, v, &mesh);
        sum = 0;
        for (int i = 0; i < 9; i++) sum += areas[i];
        assert_near(sum, 88, 1e-9);
        assert_near(areas[8], 0, 0);
        assert_int_equal(mesh.neighbor_start[8], 24);
        assert_int_equal(mesh.neighbor_start[9], 24);
        for (int i = 0; i < 8; i++) assert_near(areas[i], areas[i ^ 4], 0);
        const double even[9] = {1, 1, 1, 1, 1, 1, 1, 1, 0}, uneven[9] = {3, 0, 0, 0, 0, 1};
        pd_factory_centroid(center, v, even, 9);
        assert_true(center[0] == 0 && center[1] == 5 && center[2] == -1);
        pd_factory_centroid(center, v, uneven, 9);
        assert_near(center[0], -0.5, 1e-12);
        assert_near(center[1], 3, 1e-12);
        assert_near(center[2], -2.5, 1e-12);
        assert_near(pd_factory_stature(v, 8), 4, 0);
        assert_near(pd_factory_stature(v, 9), 97, 0);
        pd_factory_mesh_deinit(&mesh);
        assert_null(mesh.quads);
    }
}

/* By hand: a pair and one on the axis. */
static void a_pair_meets_in_the_middle(void **state)
{
    (void)state;
    static const int quads[1][4] = {{0, 1, 2, 3}};
    static const float rest[12] = {-1, 0, 0, 1, 0, 0, 1, 2, 0, -1, 2, 0};
    float v[12] = {-1, 0, 0.5f, 3, 1, 1.5f, 2, 2, 2, -4, 6, 8}, axis[15] = {0};
    pd_factory_mesh mesh;
    assert_int_equal(pd_factory_mesh_init(&mesh, rest, 4, quads, 1, NULL), PD_OK);
    pd_factory_symmetrise(v, &mesh);
    const float expected[12] = {-2, 0.5f, 1, 2, 0.5f, 1, 3, 4, 5, -3, 4, 5};
    assert_memory_equal(v, expected, sizeof expected);
    pd_factory_mesh_deinit(&mesh);

    memcpy(axis, rest, sizeof rest), axis[13] = 9;
    assert_int_equal(pd_factory_mesh_init(&mesh, axis, 5, quads, 1, NULL), PD_OK);
    axis[12] = 0.25f, axis[14] = -3;
    pd_factory_symmetrise(axis, &mesh);
    assert_true(axis[12] == 0 && axis[13] == 9 && axis[14] == -3);
    pd_factory_mesh_deinit(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_has_its_partner_across_the_axis),
        cmocka_unit_test(a_mesh_without_symmetry_is_refused_by_vertex),
        cmocka_unit_test(faces_look_outward_and_enclose_the_ellipsoid),
        cmocka_unit_test(neighbours_are_the_ends_of_edges),
        cmocka_unit_test(the_volume_gradient_is_the_derivative_of_the_volume),
        cmocka_unit_test(symmetrised_vertices_mirror_to_the_last_bit),
        cmocka_unit_test(quads_are_cut_along_their_shorter_diagonal),
        cmocka_unit_test(neighbours_of_each_vertex_are_listed_once_ascending),
        cmocka_unit_test(a_box_has_its_area_volume_middle_and_height),
        cmocka_unit_test(a_pair_meets_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
