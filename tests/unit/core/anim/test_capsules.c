/* Capsules of skeletons, for rays at characters without skin. */
#include "core/anim/capsules.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void rays_at_a_standing_biped_meet_the_limb_in_front(void **state)
{
    (void)state;
    static const struct {
        double x, y;
        const char *joint; /* NULL: the ray misses */
    } rows[] = {
        {0.1, 0.65, "LeftUpLeg"},    {-0.1, 0.65, "RightUpLeg"}, {0.1, 0.25, "LeftLeg"}, {0, 1.1, "Hips"},
        {0, 1.6, "Neck1"},           {0.4, 1.366, "LeftArm"},    {0.6, 1.1, NULL},       {0, 0.3, NULL},
        {0.55, 1.366, "LeftForeArm"}};
    pd_anim_skeleton biped;
    pd_anim_capsules capsules;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_anim_biped_skeleton(&biped);
    pd_anim_skeleton_forward(at, NULL, &biped, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0));
    pd_anim_capsules_init(&capsules, &biped);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_ray ray = {
            .from = pd_vec3_make(rows[i].x, rows[i].y, 5), .along = pd_vec3_make(0, 0, -1), .length = 10};
        pd_anim_capsule_hit hit;
        const bool is_met = pd_anim_capsules_meet(&hit, &capsules, at, &ray);
        if (is_met != (rows[i].joint != NULL))
            fail_msg("row %zu: %s", i, is_met ? biped.names[hit.joint] : "missed");
        if (!is_met) continue;
        assert_string_equal(biped.names[hit.joint], rows[i].joint);
        assert_true(hit.distance > 4.7 && hit.distance < 5.05);
        assert_near(pd_vec3_distance(hit.point, pd_ray_at(&ray, hit.distance)), 0, 1e-9);
        assert_near(pd_vec3_length(hit.normal), 1, 1e-12);
        assert_true(hit.normal.z > 0);
    }
}

static void a_skeleton_of_half_the_size_has_capsules_of_half_the_radius(void **state)
{
    (void)state;
    pd_anim_skeleton biped;
    pd_anim_capsules whole, half;
    pd_anim_biped_skeleton(&biped);
    pd_anim_capsules_init(&whole, &biped);
    for (int j = 0; j < biped.joint_count; j++) biped.offsets[j] = pd_vec3_scale(biped.offsets[j], 0.5);
    pd_anim_capsules_init(&half, &biped);
    assert_int_equal(half.count, whole.count);
    for (int i = 0; i < whole.count; i++) assert_near(half.each[i].radius, whole.each[i].radius / 2, 1e-9);
}

static void a_skeleton_with_other_names_has_a_capsule_about_every_bone(void **state)
{
    (void)state;
    pd_anim_skeleton biped;
    pd_anim_capsules capsules;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    int bones = 0;
    pd_anim_biped_skeleton(&biped);
    for (int j = 0; j < biped.joint_count; j++) {
        memmove(biped.names[j] + 1, biped.names[j], PD_ANIM_NAME_BYTES - 2);
        biped.names[j][0] = 'x';
        bones += biped.parents[j] >= 0 && pd_vec3_length(biped.offsets[j]) > 0.02;
    }
    pd_anim_capsules_init(&capsules, &biped);
    assert_int_equal(capsules.count, bones);
    pd_anim_skeleton_forward(at, NULL, &biped, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0));
    const pd_ray ray = {.from = pd_vec3_make(0.1, 0.65, 5), .along = pd_vec3_make(0, 0, -1), .length = 10};
    pd_anim_capsule_hit hit;
    assert_true(pd_anim_capsules_meet(&hit, &capsules, at, &ray));
    assert_string_equal(biped.names[hit.joint], "xLeftUpLeg");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_at_a_standing_biped_meet_the_limb_in_front),
        cmocka_unit_test(a_skeleton_of_half_the_size_has_capsules_of_half_the_radius),
        cmocka_unit_test(a_skeleton_with_other_names_has_a_capsule_about_every_bone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
