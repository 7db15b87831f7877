/* Tests the cut of a mesh into parts at its joints, on a sleeve with known rings and on a figure whose arm
 * hangs at its side. */
#include "tests/support/sleeve.h"

#include "train/registration/segment.h"

static const double ends[SLEEVE_JOINTS] = {0, 0.24, -0.24, 0.52, -0.52};

/* Makes a model of the sleeve whose wide skin weights depend on x, so that the parts of largest weight do not
 * begin at the joints. The regressor of a joint is the nearest ring. */
static void make_model(pd_smpl_data *d, const sleeve *s)
{
    static const double middles[SLEEVE_JOINTS] = {0, 0.5, -0.5, 0.75, -0.75};
    static float weights[SLEEVE_VERTICES * SLEEVE_JOINTS];
    static int start[SLEEVE_JOINTS + 1], vertex[SLEEVE_SIDES * SLEEVE_JOINTS];
    static double weight[SLEEVE_SIDES * SLEEVE_JOINTS];
    for (int i = 0; i < SLEEVE_VERTICES; i++) {
        double row[SLEEVE_JOINTS], sum = 0;
        for (int k = 0; k < SLEEVE_JOINTS; k++)
            sum += row[k] = exp(-pow(((double)s->vertices[3 * i] - middles[k]) / 0.15, 2));
        for (int k = 0; k < SLEEVE_JOINTS; k++) weights[SLEEVE_JOINTS * i + k] = (float)(row[k] / sum);
    }
    for (int k = 0; k < SLEEVE_JOINTS; k++) {
        int ring = (int)lround((0.8 - ends[k]) / 1.6 * (SLEEVE_RINGS - 1));
        start[k + 1] = SLEEVE_SIDES * (k + 1);
        for (int n = 0; n < SLEEVE_SIDES; n++) {
            vertex[SLEEVE_SIDES * k + n] = SLEEVE_SIDES * ring + n;
            weight[SLEEVE_SIDES * k + n] = 1.0 / SLEEVE_SIDES;
        }
    }
    *d = (pd_smpl_data){.vertex_count = SLEEVE_VERTICES,
                        .joint_count = SLEEVE_JOINTS,
                        .v_template = (float *)s->vertices,
                        .weights = weights,
                        .parents = (int *)sleeve_parents,
                        .regressor_start = start,
                        .regressor_vertex = vertex,
                        .regressor_weight = weight};
}

static void a_mesh_is_cut_at_its_joints(void **state)
{
    (void)state;
    static sleeve s;
    pd_smpl_data data;
    pd_error err = {0};
    int parts[SLEEVE_VERTICES], counts[SLEEVE_JOINTS] = {0};
    float joints[3 * SLEEVE_JOINTS];
    sleeve_make(&s);
    make_model(&data, &s);
    pd_learn_joints_of_model(joints, &data);
    assert_int_equal(pd_learn_parts_by_joints(parts, &data, joints, &err), PD_OK);

    for (int k = 1; k < SLEEVE_JOINTS; k++) {
        assert_true(fabs((double)joints[3 * k] - ends[k]) < 0.034); /* half a ring */
        assert_true(fabs((double)joints[3 * k + 1] - 1) < 1e-6);
    }
    for (int i = 0; i < SLEEVE_VERTICES; i++) {
        double x = (double)s.vertices[3 * i];
        int side = x < 0, wanted = 0;
        if (fabs(x) > (double)joints[3] + 1e-6) wanted = 1 + side;
        if (fabs(x) > (double)joints[9] + 1e-6) wanted = 3 + side;
        /* a ring at the joint itself may go to either side */
        if (fabs(fabs(x) - (double)joints[3]) > 1e-4 && fabs(fabs(x) - (double)joints[9]) > 1e-4)
            assert_int_equal(parts[i], wanted);
        counts[parts[i]]++;
    }
    for (int k = 0; k < SLEEVE_JOINTS; k++) assert_true(counts[k] > 0);
}

/* A forearm below the plane through the chest was of the belly's part. */
static void an_arm_that_hangs_is_not_cut_off(void **state)
{
    (void)state;
    enum { N = 4 };
    static int parents[N] = {-1, 0, 1, 2};
    static float vertices[3 * N] = {0, 0.2F, 0, 0, 1.2F, 0, 0.45F, 0.95F, 0, 0.5F, 0.3F, 0};
    static float weights[N * N] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.99F, 0.01F, 0, 0, 0, 1};
    static const float joints[3 * N] = {0, 0, 0, 0, 1, 0, 0.3F, 1.1F, 0, 0.6F, 0.7F, 0};
    const pd_smpl_data data = {
        .vertex_count = N, .joint_count = N, .v_template = vertices, .weights = weights, .parents = parents};
    int parts[N];
    pd_error err = {0};
    assert_int_equal(pd_learn_parts_by_joints(parts, &data, joints, &err), PD_OK);
    for (int i = 0; i < N; i++) assert_int_equal(parts[i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_is_cut_at_its_joints),
        cmocka_unit_test(an_arm_that_hangs_is_not_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
