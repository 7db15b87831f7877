/* Tests the lean of the trunk: every joint turns by its share,
 * and setting world rotations gives them back. */
#include "train/augment/trunk.h"

#include "core/base/rng.h"
#include "tests/support/walk.h"

/* Returns a joint's part of the lean: its own, or that of the joint above it. */
static double share(int joint)
{
    for (; joint >= 0; joint = pd_anim_biped_joints[joint].parent) {
        const char *name = pd_anim_biped_joints[joint].name;
        if (!strcmp(name, "Hips")) return 0.35;
        if (strstr(name, "UpLeg")) return 0;
        if (!strcmp(name, "Spine")) return 0.7;
        if (!strcmp(name, "Spine1")) return 1;
        if (!strcmp(name, "Neck1")) return 0.75;
        if (!strcmp(name, "Head") || !strcmp(name, "LeftArm") || !strcmp(name, "RightArm")) return 0.5;
    }
    return 0;
}

static void random_frame(pd_character_motion *m, int frame)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 r = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
        pd_anim_clip_frame(&m->clip, frame)[j] = pd_q_from_rotvec(r);
    }
}

static void every_joint_turns_by_its_share_about_the_left_of_where_it_faces(void **state)
{
    (void)state;
    static const walk standing = {.frames = 5, .period = 60, .duty = 1.1};
    pd_character_motion m;
    for (double yaw = 0; yaw < 6; yaw += 0.7) {
        pd_quat before[PD_ANIM_MAX_JOINTS], after[PD_ANIM_MAX_JOINTS];
        pd_vec3 facing = pd_vec3_make(sin(yaw), 0, cos(yaw)), left = pd_vec3_make(cos(yaw), 0, -sin(yaw));
        walk_make(&m, &standing);
        random_frame(&m, 2);
        pd_anim_clip_pose(NULL, before, &m.clip, 2);
        pd_train_trunk_lean(&m.clip, 2, facing, 0.4);
        pd_anim_clip_pose(NULL, after, &m.clip, 2);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            pd_vec3 turned = pd_q_to_rotvec(pd_q_mul(after[j], pd_q_conjugate(before[j])));
            assert_near(pd_vec3_distance(turned, pd_vec3_scale(left, 0.4 * share(j))), 0, 1e-9);
        }
        pd_character_motion_deinit(&m);
    }
}

static void a_frame_has_the_world_rotations_that_it_was_set_to_with_signs_as_before(void **state)
{
    (void)state;
    static const walk standing = {.frames = 5, .period = 60, .duty = 1.1};
    pd_character_motion m;
    pd_quat wanted[PD_ANIM_MAX_JOINTS], got[PD_ANIM_MAX_JOINTS], was[PD_ANIM_BIPED_JOINTS];
    walk_make(&m, &standing);
    random_frame(&m, 1);
    pd_anim_clip_pose(NULL, wanted, &m.clip, 1);
    memcpy(was, pd_anim_clip_frame(&m.clip, 3), sizeof was);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        if (j % 2) wanted[j] = (pd_quat){-wanted[j].x, -wanted[j].y, -wanted[j].z, -wanted[j].w};
    pd_train_frame_set(&m.clip, 3, wanted);
    pd_anim_clip_pose(NULL, got, &m.clip, 3);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_quat q = pd_anim_clip_frame(&m.clip, 3)[j];
        assert_near(pd_q_angle(got[j], wanted[j]), 0, 1e-7);
        assert_near(pd_q_dot(q, q), 1, 1e-12);
        assert_true(pd_q_dot(q, was[j]) >= 0);
    }
    pd_character_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_joint_turns_by_its_share_about_the_left_of_where_it_faces),
        cmocka_unit_test(a_frame_has_the_world_rotations_that_it_was_set_to_with_signs_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
