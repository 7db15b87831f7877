/* Tests the tubes that approximate the parts of the default model. */
#include "tests/support/cmocka.h"

#include "core/smpl/tube.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 24 };
static pd_smpl_model *model;
static pd_smpl_tube_parts parts;
static pd_smpl_tube tubes[K];

static int setup(void **state)
{
    (void)state;
    pd_error err;
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) ||
        pd_smpl_tube_parts_init(&parts, &model->data, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    pd_smpl_tubes_fit(tubes, &parts, model->data.v_template, (const double(*)[3])model->joint_template);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_tube_parts_deinit(&parts);
    pd_smpl_model_release(model);
    return 0;
}

static int joint(const char *name)
{
    for (int k = 0; k < K; k++)
        if (!strcmp(model->data.joint_names[k], name)) return k;
    fail_msg("no joint %s", name);
    return -1;
}

static pd_vec3 vertex(int v)
{
    const float *p = model->data.v_template + 3 * (size_t)v;
    return pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static void the_skin_of_a_limb_lies_on_its_tube(void **state)
{
    (void)state;
    static const char *const limbs[] = {"left_knee", "right_elbow", "left_hip", "right_shoulder"};
    for (int i = 0; i < 4; i++) {
        const int k = joint(limbs[i]);
        double sum = 0, most = 0;
        for (int n = parts.start[k]; n < parts.start[k + 1]; n++) {
            double off = fabs(pd_smpl_tube_find(&tubes[k], vertex(parts.vertex[n])).depth);
            sum += off, most = fmax(most, off);
        }
        const double mean = sum / (parts.start[k + 1] - parts.start[k]);
        print_message("%s: %.1f mm off on average, %.1f at most\n", limbs[i], 1e3 * mean, 1e3 * most);
        assert_true(mean < 0.003 && most < 0.08);
    }
}

static void depth_on_the_axis_is_at_most_the_radius_and_negative_outside(void **state)
{
    (void)state;
    const pd_smpl_tube *t = &tubes[joint("left_knee")];
    const double middle = (t->low + t->high) / 2;
    const pd_vec3 on_axis = pd_vec3_fma(t->origin, middle, t->axis[2]);
    const pd_smpl_tube_place p = pd_smpl_tube_find(t, on_axis);

    assert_true(p.depth > 0.03 && p.depth <= t->radius + 1e-9);
    assert_true(pd_vec3_length(p.from_axis) < 1e-9);

    /* Across the axis the depth falls by the distance; along it, beyond an end, it falls faster. */
    const pd_smpl_tube_place beside = pd_smpl_tube_find(t, pd_vec3_fma(on_axis, 0.2, t->axis[0]));
    assert_near(pd_vec3_length(beside.from_axis), 0.2, 1e-9);
    assert_true(beside.depth < -0.1);
    const pd_vec3 end = pd_vec3_fma(t->origin, t->high + 0.05, t->axis[2]);
    const pd_smpl_tube_place beyond = pd_smpl_tube_find(t, end);
    assert_near(pd_vec3_length(beyond.from_axis), 0.05 * t->flatness, 1e-9);
    assert_true(beyond.depth < 0);
}

static void depth_is_continuous_even_across_the_axis(void **state)
{
    (void)state;
    enum { STEPS = 4000 };
    for (int k = 0; k < K; k++) {
        const pd_smpl_tube *t = &tubes[k];
        double before = NAN, most = 0;
        if (!parts.exists[k]) continue;
        for (int i = 0; i <= STEPS; i++) {
            const double x = -0.3 + 0.6 * i / STEPS;
            const pd_vec3 across = pd_vec3_fma(pd_vec3_fma(t->origin, x, t->axis[0]), 0.3 * x, t->axis[1]);
            const double depth = pd_smpl_tube_find(t, pd_vec3_fma(across, 0.4 * x, t->axis[2])).depth;
            if (i) most = fmax(most, fabs(depth - before));
            before = depth;
        }
        /* a step of .17 mm; caps fall off faster, and the wall's own slope comes to it */
        assert_true(most < 0.00017 * (2 + t->flatness));
    }
}

static void tubes_of_both_sides_have_the_same_radii(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"left_hip", "right_hip"}, {"left_elbow", "right_elbow"}};
    for (int i = 0; i < 2; i++)
        assert_near(tubes[joint(pairs[i][0])].radius, tubes[joint(pairs[i][1])].radius, 2e-3);
    assert_true(tubes[joint("left_hip")].radius > 1.3 * tubes[joint("left_elbow")].radius);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_skin_of_a_limb_lies_on_its_tube),
        cmocka_unit_test(depth_on_the_axis_is_at_most_the_radius_and_negative_outside),
        cmocka_unit_test(depth_is_continuous_even_across_the_axis),
        cmocka_unit_test(tubes_of_both_sides_have_the_same_radii),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
