#include "core/base/rng.h"
#include "core/train/body/mesh.h"
#include "tests/support/cmocka.h"
#include "tests/support/egg.h"

static void every_vertex_has_its_partner_across_the_axis(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    egg_mesh(&mesh, &e);
    for (int i = 0; i < mesh.vertex_count; i++) {
        int m = mesh.mirror[i];
        assert_int_equal(mesh.mirror[m], i);
        assert_true(e.vertices[3 * m] == -e.vertices[3 * i]);
        assert_true(e.vertices[3 * m + 1] == e.vertices[3 * i + 1]);
    }
    pd_train_mesh_deinit(&mesh);
}

static void a_mesh_without_symmetry_is_refused_by_vertex(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    pd_error err = {0};
    egg_init(&e);
    e.vertices[3 * 17] += 0.001f;
    assert_int_equal(
        pd_train_mesh_init(&mesh, e.vertices, EGG_VERTICES, (const int(*)[4])e.quads, EGG_QUADS, &err),
        PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "no mirror partner"));
    egg_init(&e);
    memcpy(e.vertices, e.vertices + 3, 3 * sizeof(float));
    assert_int_equal(
        pd_train_mesh_init(&mesh, e.vertices, EGG_VERTICES, (const int(*)[4])e.quads, EGG_QUADS, &err),
        PD_ERR_FORMAT);
}

static void faces_look_outward_and_enclose_the_ellipsoid(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    egg_mesh(&mesh, &e);
    double exact = 4 * M_PI / 3 * egg_size[0] * egg_size[1] * egg_size[2],
           volume = pd_train_volume(e.vertices, &mesh);
    assert_true(volume > 0.93 * exact && volume < exact);
    assert_near(pd_train_stature(e.vertices, EGG_VERTICES), 1.7, 1e-6);
    for (int i = 0; i < EGG_VERTICES; i++) e.vertices[3 * i + 2] += 5;
    assert_near(pd_train_volume(e.vertices, &mesh), volume, 1e-6);
    pd_train_mesh_deinit(&mesh);
}

static void neighbours_are_the_ends_of_edges(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    egg_mesh(&mesh, &e);
    assert_int_equal(mesh.neighbor_start[EGG_VERTICES], 2 * (EGG_VERTICES + EGG_QUADS - 2)); /* Euler */
    for (int i = 0; i < EGG_VERTICES; i++) {
        int count = mesh.neighbor_start[i + 1] - mesh.neighbor_start[i];
        assert_true(count == 3 || count == 4);
    }
    pd_train_mesh_deinit(&mesh);
}

static void the_volume_gradient_is_the_derivative_of_the_volume(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    static double gradient[3 * EGG_VERTICES];
    egg_mesh(&mesh, &e);
    pd_train_volume_gradient(gradient, e.vertices, &mesh);
    for (int i = 0; i < 3 * EGG_VERTICES; i += 37) {
        float old = e.vertices[i];
        e.vertices[i] = old + 0.01f;
        double more = pd_train_volume(e.vertices, &mesh);
        e.vertices[i] = old - 0.01f;
        double less = pd_train_volume(e.vertices, &mesh);
        e.vertices[i] = old;
        assert_near((more - less) / 0.02, gradient[i], 1e-5);
    }
    pd_train_mesh_deinit(&mesh);
}

static void symmetrised_vertices_mirror_to_the_last_bit(void **state)
{
    (void)state;
    egg e;
    pd_train_mesh mesh;
    pd_rng rng;
    static double areas[EGG_VERTICES];
    egg_mesh(&mesh, &e);
    pd_rng_init(&rng, 1);
    for (int i = 0; i < 3 * EGG_VERTICES; i++) e.vertices[i] += (float)(0.01 * pd_rng_normal(&rng));
    pd_train_symmetrise(e.vertices, &mesh);
    pd_train_areas(areas, e.vertices, &mesh);
    for (int i = 0; i < EGG_VERTICES; i++) {
        int m = mesh.mirror[i];
        assert_true(e.vertices[3 * i] == -e.vertices[3 * m]);
        assert_true(e.vertices[3 * i + 1] == e.vertices[3 * m + 1] &&
                    e.vertices[3 * i + 2] == e.vertices[3 * m + 2]);
        assert_true(areas[i] == areas[m]);
    }
    double center[3];
    pd_train_centroid(center, e.vertices, areas, EGG_VERTICES);
    assert_near(center[0], 0, 1e-12);
    pd_train_mesh_deinit(&mesh);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
