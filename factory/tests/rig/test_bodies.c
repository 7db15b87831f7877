/* Generated bodies for learning to rig: the same for the same seed, in the requested pose, with clothes where
 * they are worn. */
#include "factory/rig/bodies.h"
#include "tests/support/rig_person.h"

#include <math.h>
#include <string.h>

static pd_factory_rig_body make(pd_factory_rig_pose pose, pd_factory_rig_kind kind, uint64_t seed)
{
    const pd_factory_rig_want want = {&rig_template, pose, kind, seed};
    pd_factory_rig_body body;
    pd_error err;
    if (pd_factory_rig_body_make(&body, &want, &err) != PD_OK) fail_msg("%s", err.detail);
    return body;
}

static void a_seed_always_gives_the_same_body(void **state)
{
    (void)state;
    for (int kind = 0; kind < PD_FACTORY_RIG_KIND_COUNT; kind++) {
        pd_factory_rig_body a = make(PD_FACTORY_RIG_A, (pd_factory_rig_kind)kind, 3),
                            b = make(PD_FACTORY_RIG_A, (pd_factory_rig_kind)kind, 3),
                            c = make(PD_FACTORY_RIG_A, (pd_factory_rig_kind)kind, 4);
        assert_int_equal(a.vertex_count, b.vertex_count);
        assert_memory_equal(a.vertices, b.vertices, 3 * (size_t)a.vertex_count * sizeof *a.vertices);
        assert_memory_equal(a.joints, b.joints, sizeof a.joints);
        assert_memory_not_equal(a.joints, c.joints, sizeof a.joints);
        for (int i = 0; i < 3 * a.vertex_count; i++) assert_true(isfinite(a.vertices[i]));
        for (int i = 0; i < 3 * a.face_count; i++) assert_true(a.faces[i] < (uint32_t)a.vertex_count);
        pd_factory_rig_body_deinit(&a), pd_factory_rig_body_deinit(&b), pd_factory_rig_body_deinit(&c);
    }
}

static void arms_are_where_the_pose_has_them(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        pd_factory_rig_body t = make(PD_FACTORY_RIG_T, PD_FACTORY_RIG_PLAIN, seed),
                            down = make(PD_FACTORY_RIG_DOWN, PD_FACTORY_RIG_WILD, seed);
        assert_true(t.joints[PD_RIG_L_WRIST][0] > t.joints[PD_RIG_L_SHOULDER][0] + 0.3);
        assert_true(t.joints[PD_RIG_R_WRIST][0] < t.joints[PD_RIG_R_SHOULDER][0] - 0.3);
        assert_true(down.joints[PD_RIG_L_WRIST][1] < down.joints[PD_RIG_L_SHOULDER][1] - 0.25);
        assert_true(down.joints[PD_RIG_R_WRIST][1] < down.joints[PD_RIG_R_SHOULDER][1] - 0.25);
        pd_factory_rig_body_deinit(&t), pd_factory_rig_body_deinit(&down);
    }
}

static void walking_has_one_foot_before_the_other(void **state)
{
    double most = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        pd_factory_rig_body b = make(PD_FACTORY_RIG_WALK, PD_FACTORY_RIG_PLAIN, seed);
        most = fmax(most, fabs(b.joints[PD_RIG_L_ANKLE][2] - b.joints[PD_RIG_R_ANKLE][2]));
        pd_factory_rig_body_deinit(&b);
    }
    assert_true(most > 0.25 && most < 1.2);
}

/* Vertices of clothes come after those of the skin. A robe without legs has fewer triangles than skin and
 * tubes together. */
static void tubes_are_where_they_are_worn(void **state)
{
    pd_factory_rig_body hat = make(PD_FACTORY_RIG_A, PD_FACTORY_RIG_HAT, 1),
                        robe = make(PD_FACTORY_RIG_A, PD_FACTORY_RIG_ROBE, 2),
                        cut = make(PD_FACTORY_RIG_A, PD_FACTORY_RIG_LEGLESS, 2);
    (void)state;
    assert_true(hat.vertex_count > hat.skin_count);
    for (int i = hat.skin_count; i < hat.vertex_count; i++)
        assert_true((double)hat.vertices[3 * i + 1] > hat.joints[PD_RIG_NECK][1]);

    double low = 1e9, high = -1e9;
    for (int i = robe.skin_count; i < robe.vertex_count; i++) {
        low = fmin(low, (double)robe.vertices[3 * i + 1]);
        high = fmax(high, (double)robe.vertices[3 * i + 1]);
    }
    assert_true(low < robe.joints[PD_RIG_L_ANKLE][1] && high > robe.joints[PD_RIG_SPINE3][1]);
    assert_int_equal(robe.vertex_count, cut.vertex_count);
    assert_true(cut.face_count < robe.face_count - 2000);
    for (int f = 0; f < cut.face_count; f++)
        assert_int_not_equal(cut.faces[3 * f] < (uint32_t)cut.skin_count
                                 ? rig_template.influences[cut.faces[3 * f]][0] == PD_RIG_L_KNEE &&
                                       rig_template.influences[cut.faces[3 * f + 1]][0] == PD_RIG_L_KNEE &&
                                       rig_template.influences[cut.faces[3 * f + 2]][0] == PD_RIG_L_KNEE
                                 : 0,
                             1);
    pd_factory_rig_body_deinit(&hat), pd_factory_rig_body_deinit(&robe), pd_factory_rig_body_deinit(&cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_always_gives_the_same_body),
        cmocka_unit_test(arms_are_where_the_pose_has_them),
        cmocka_unit_test(walking_has_one_foot_before_the_other),
        cmocka_unit_test(tubes_are_where_they_are_worn),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
