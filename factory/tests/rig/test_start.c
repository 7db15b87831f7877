/* Learning of a start for rigging: bodies have the pose that rigging gives them, and a small ridge fits the
 * examples exactly. */
#include "factory/rig/start.h"
#include "tests/support/rig_person.h"

#include <math.h>
#include <string.h>

static const pd_rig_template *const one[] = {&rig_template};

static pd_factory_rig_start_options small(int bodies, double ridge)
{
    return (pd_factory_rig_start_options){
        .templates = one, .template_count = 1, .bodies = bodies, .ridge = ridge, .seed = 5};
}

static void held_out_bodies_are_others(void **state)
{
    const pd_factory_rig_start_options o = small(1, 1);
    (void)state;
    for (int i = 0; i < 20; i++) {
        const pd_factory_rig_want a = pd_factory_rig_example(&o, i, false),
                                  b = pd_factory_rig_example(&o, i, true);
        assert_int_equal(a.kind, b.kind);
        assert_int_equal(a.pose, b.pose);
        assert_int_not_equal(a.seed, b.seed);
    }
}

static void a_body_stands_on_the_ground_as_in_rigging(void **state)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const pd_factory_rig_start_options o = small(1, 1);
    const pd_factory_rig_want want = pd_factory_rig_example(&o, 2, false);
    double joints[PD_RIG_JOINTS][3], low = 1e9, high = -1e9;
    pd_factory_rig_body body;
    pd_rig_cloud cloud;
    pd_rig_mesh mesh;
    pd_error err;
    (void)state;

    assert_int_equal(pd_factory_rig_body_make(&body, &want, &err), PD_OK);
    assert_int_equal(pd_factory_rig_stand(&cloud, joints, &body, &err), PD_OK);
    assert_int_equal(pd_rig_mesh_init(&mesh, body.vertices, body.vertex_count, body.faces, body.face_count,
                                      as_it_is, &err),
                     PD_OK);
    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int r = 0; r < 3; r++)
            assert_near(joints[j][r], (body.joints[j][r] + mesh.upright[4 * r + 3]) / mesh.height, 1e-5);
    for (int i = 0; i < cloud.count; i++)
        low = fmin(low, cloud.points[i][1]), high = fmax(high, cloud.points[i][1]);
    assert_true(low >= 0 && low < 0.01 && high > 0.98 && high <= 1);
    pd_rig_mesh_deinit(&mesh);
    pd_rig_cloud_deinit(&cloud);
    pd_factory_rig_body_deinit(&body);
}

/* Six bodies, each of them found again, mirrored too. */
static void training_examples_are_reproduced(void **state)
{
    static float scratch[PD_RIG_MAP_NUMBERS];
    const pd_factory_rig_start_options o = small(6, 0.01);
    pd_rig_start start;
    pd_error err;
    (void)state;

    if (pd_factory_rig_start_learn(&start, &o, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    for (int i = 0; i < 12; i++) {
        const pd_factory_rig_want want = pd_factory_rig_example(&o, i / 2, false);
        double joints[PD_RIG_JOINTS][3], found[PD_RIG_JOINTS][3], mean = 0;
        pd_factory_rig_body body;
        pd_rig_cloud cloud;
        assert_int_equal(pd_factory_rig_body_make(&body, &want, &err), PD_OK);
        assert_int_equal(pd_factory_rig_stand(&cloud, joints, &body, &err), PD_OK);
        for (int k = 0; i % 2 && k < cloud.count; k++) cloud.points[k][0] = -cloud.points[k][0];
        pd_rig_start_joints(found, &start, (const double(*)[3])cloud.points, cloud.count, scratch);
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            const double *truth = joints[i % 2 ? pd_rig_joints[j].mirror : j], side = i % 2 ? -1 : 1;
            mean += fabs(found[j][0] - side * truth[0]) + fabs(found[j][1] - truth[1]) +
                    fabs(found[j][2] - truth[2]);
        }
        assert_true(mean / (3 * PD_RIG_JOINTS) < 0.03);
        pd_rig_cloud_deinit(&cloud);
        pd_factory_rig_body_deinit(&body);
    }
    pd_rig_start_deinit(&start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_out_bodies_are_others),
        cmocka_unit_test(a_body_stands_on_the_ground_as_in_rigging),
        cmocka_unit_test(training_examples_are_reproduced),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
