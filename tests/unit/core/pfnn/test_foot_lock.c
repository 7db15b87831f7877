#include "core/pfnn/foot_lock.h"
#include "tests/support/cmocka.h"
#include "tests/support/figures.h"

static pd_pfnn_model *model;
static pd_pfnn_figure figure;
static const float all_down[PD_PFNN_CONTACTS] = {1, 1, 1, 1};

static int setup(void **state)
{
    (void)state;
    model = figures_model(8, 1);
    return pd_pfnn_figure_init(&figure, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

/* World rotations and joints of the rest pose, the hips `up` metres over where they stand. */
static void stand(pd_quat *rotations, pd_vec3 *joints, double up)
{
    pd_anim_skeleton_forward(joints, rotations, &figure.skeleton, NULL,
                             pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + up, 0));
}

/* Legs that are too short bring the hips down in the same frame: a planted toe is not let go for a moment. */
static void hips_come_down_at_once_and_go_up_slowly(void **state)
{
    (void)state;
    static pd_pfnn_foot_lock lock;
    pd_quat q[PD_PFNN_FIGURE_JOINTS];
    pd_vec3 p[PD_PFNN_FIGURE_JOINTS], planted[PD_PFNN_FIGURE_FEET];
    stand(q, p, 0);
    pd_pfnn_foot_lock_run(&lock, q, p, all_down, &figure, NULL);
    for (int f = 0; f < PD_PFNN_FIGURE_FEET; f++) planted[f] = p[figure.legs[f].toe];

    stand(q, p, 0.2);
    pd_pfnn_foot_lock_run(&lock, q, p, all_down, &figure, NULL);
    assert_true(lock.drop > 0.05);
    for (int f = 0; f < PD_PFNN_FIGURE_FEET; f++)
        assert_near(pd_vec3_distance(p[figure.legs[f].toe], planted[f]), 0, 1e-3);

    double before = lock.drop;
    stand(q, p, 0);
    pd_pfnn_foot_lock_run(&lock, q, p, all_down, &figure, NULL);
    assert_near(lock.drop, (1 - figure.control.drop_rise) * before, 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hips_come_down_at_once_and_go_up_slowly),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
