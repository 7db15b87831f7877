/* Meshes that cannot have limbs are refused; people are not,
 * at any number of triangles, in any orientation. */
#include "core/rig/base/limbs.h"

#include "core/math/rotation.h"
#include "tests/support/rig_person.h"

#include <meshoptimizer.h>

/* An ellipsoid of 12 x 24 quads with these half-axes, with a dent
 * of `dent` of its radius around the middle. */
static void check_ellipsoid(const double axes[3], double dent, pd_status expected, const char *detail)
{
    enum { ROWS = 12, COLUMNS = 24 };
    float v[(ROWS + 1) * COLUMNS][3];
    uint32_t f[ROWS * COLUMNS * 6];
    int n = 0;
    for (int i = 0; i <= ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            const double t = M_PI * i / ROWS, p = 2 * M_PI * j / COLUMNS,
                         r = sin(t) * (1 - dent * sin(t) * sin(t));
            v[i * COLUMNS + j][0] = (float)(axes[0] * r * cos(p));
            v[i * COLUMNS + j][1] = (float)(axes[1] * cos(t));
            v[i * COLUMNS + j][2] = (float)(axes[2] * r * sin(p));
        }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            const uint32_t a = (uint32_t)(i * COLUMNS + j), b = (uint32_t)(i * COLUMNS + (j + 1) % COLUMNS);
            const uint32_t quad[6] = {a, b, a + COLUMNS, b, b + COLUMNS, a + COLUMNS};
            memcpy(f + n, quad, sizeof quad), n += 6;
        }

    /* Upright, and turned by any angle. */
    for (int k = 0; k < 2; k++) {
        double turn[9];
        const double by[3] = {0.7 * k, 0.4 * k, -1.1 * k};
        pd_rig_mesh mesh;
        pd_error err = {0};
        pd_rot_from_axis_angle(turn, by);
        assert_int_equal(pd_rig_mesh_init(&mesh, v[0], (ROWS + 1) * COLUMNS, f, n / 3, turn, &err), PD_OK);
        const pd_status status = pd_rig_limbs_check(&mesh, &err);
        if (status != expected || (status && !strstr(err.detail, detail)))
            fail_msg("%d %s, \"%s\" expected", status, err.detail, detail);
        pd_rig_mesh_deinit(&mesh);
    }
}

static void a_flat_or_convex_mesh_is_refused(void **state)
{
    (void)state;
    check_ellipsoid((const double[3]){1, 1, 1}, 0, PD_ERR_INVALID, "convex");
    check_ellipsoid((const double[3]){0.3, 1, 0.4}, 0, PD_ERR_INVALID, "convex");
    check_ellipsoid((const double[3]){0.8, 1, 0.01}, 0.5, PD_ERR_INVALID, "flat, 0.0");
    check_ellipsoid((const double[3]){0.8, 1, 0.6}, 0.6, PD_OK, "");
}

static void few_vertices_are_refused(void **state)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float v[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1.8f, 0}, {0, 0, 1}, {0.3f, 0.5f, 0.7f}};
    static const uint32_t f[15] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 1, 2, 4};
    pd_rig_mesh mesh;
    pd_error err;
    (void)state;
    assert_int_equal(pd_rig_mesh_init(&mesh, v[0], 5, f, 5, as_it_is, &err), PD_OK);
    assert_int_equal(pd_rig_limbs_check(&mesh, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "5 vertices in triangles; one with limbs has at least 24"));
    pd_rig_mesh_deinit(&mesh);
}

/* With lowered arms the surface is the least hollow. The fewest triangles are those of the crudest models
 * that people use. */
static void people_of_few_triangles_are_not_refused(void **state)
{
    static const int counts[] = {100, 150, 500, 100000};
    (void)state;
    for (int a = 0; a < 3; a++) {
        rig_person p = rig_person_make(0.65 * a, 1);
        uint32_t *few = malloc(3 * (size_t)p.face_count * sizeof *few);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            const size_t want = 3 * (size_t)counts[i], all = 3 * (size_t)p.face_count;
            const size_t got = meshopt_simplify(few, p.faces, all, p.vertices, (size_t)p.vertex_count, 12,
                                                want < all ? want : all, 1, 0, NULL);
            double turn[9];
            const double by[3] = {0.5 * a, 0, 0.8};
            pd_rig_mesh mesh;
            pd_error err = {0};
            pd_rot_from_axis_angle(turn, by);
            assert_int_equal(
                pd_rig_mesh_init(&mesh, p.vertices, p.vertex_count, few, (int)got / 3, turn, &err), PD_OK);
            if (pd_rig_limbs_check(&mesh, &err) != PD_OK) fail_msg("%d triangles: %s", counts[i], err.detail);
            pd_rig_mesh_deinit(&mesh);
        }
        free(few), free(p.vertices), free(p.faces);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_or_convex_mesh_is_refused),
        cmocka_unit_test(few_vertices_are_refused),
        cmocka_unit_test(people_of_few_triangles_are_not_refused),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
