/* The inside of a mesh as voxels, and their distances from the outside,
 * compared with capsules of known size. */
#include "core/rig/base/volume.h"
#include "tests/support/capsules.h"

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* Two capsules that overlap, 2 high in all and so scaled by half. */
static pd_rig_volume two(int drop)
{
    static const double a[3] = {0, 0.3, 0}, b[3] = {0, 1.7, 0}, c[3] = {0, 1, 0}, d[3] = {0.9, 1, 0};
    capsules list;
    pd_rig_mesh mesh;
    pd_rig_volume volume;
    capsules_begin(&list, 2);
    capsules_add(&list, a, b, 0.3);
    capsules_add(&list, c, d, 0.2);
    list.face_count -= drop;
    assert_int_equal(pd_rig_mesh_init(&mesh, list.vertices, list.vertex_count, list.faces, list.face_count,
                                      as_it_is, NULL),
                     PD_OK);
    for (int i = 0; i < mesh.vertex_count; i++) mesh.points[3 * i] += mesh.height > 0 ? 0 : 1;
    assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
    /* x of the file's 0, for who asks below */
    volume.low[0] -= mesh.upright[3] / mesh.height;
    volume.low[2] -= mesh.upright[11] / mesh.height;
    pd_rig_mesh_deinit(&mesh);
    capsules_free(&list);
    return volume;
}

static void check(const pd_rig_volume *v)
{
    const double middle[3] = {0, 0.25, 0}, arm[3] = {0.35, 0.5, 0}, out[3] = {0.35, 0.2, 0},
                 far[3] = {9, 9, 9}, edge[3] = {0, 0.25, 0.1};
    /* cells of skin count as inside: up to a cell more */
    assert_near(pd_rig_volume_at(v, middle), 0.15, 2 * v->cell);
    assert_near(pd_rig_volume_at(v, arm), 0.10, 2 * v->cell);
    assert_near(pd_rig_volume_at(v, edge), 0.05, 2 * v->cell);
    assert_near(pd_rig_volume_at(v, out), 0, 0);
    assert_near(pd_rig_volume_at(v, far), 0, 0);
    assert_true(pd_rig_volume_along(v, middle, arm) == 0 || pd_rig_volume_along(v, middle, arm) < 0.15);
    assert_near(pd_rig_volume_along(v, arm, out), 0, 0);
}

static void overlapping_islands_are_one_solid(void **state)
{
    pd_rig_volume v = two(0);
    (void)state;
    check(&v);
    pd_rig_volume_deinit(&v);
}

/* The end of the arm is open. */
static void a_solid_with_a_hole_keeps_its_inside(void **state)
{
    pd_rig_volume v = two(12);
    (void)state;
    check(&v);
    pd_rig_volume_deinit(&v);
}

/* Every triangle spans the whole: filling would take hours. */
static void a_heap_of_large_triangles_is_refused(void **state)
{
    enum { FACES = 20000 };
    static double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static uint32_t faces[3 * FACES];
    const pd_rig_mesh mesh = {.vertex_count = 4, .face_count = FACES, .points = points, .faces = faces};
    pd_rig_volume volume;
    pd_error err;
    (void)state;
    for (int i = 0; i < 3 * FACES; i++) faces[i] = (uint32_t)(i % 4);
    assert_int_equal(pd_rig_volume_init(&volume, &mesh, &err), PD_ERR_INVALID);
    if (!strstr(err.detail, "at most")) fail_msg("%s", err.detail);
    assert_null(volume.distance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(overlapping_islands_are_one_solid),
                                       cmocka_unit_test(a_solid_with_a_hole_keeps_its_inside),
                                       cmocka_unit_test(a_heap_of_large_triangles_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
