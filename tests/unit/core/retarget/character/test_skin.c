/* Skeletons of glTF and VRM files: their joints, the way to the nodes'
 * own rotations and back, what is refused. */
#include "core/retarget/character/skin.h"
#include "core/ik/search/solve.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <stdio.h>

static void read_avatar(pd_retarget_skin *skin, const avatar_spec *spec, const pd_io_skin_options *options)
{
    pd_buffer file = {0};
    pd_error err = {0};
    avatar_make(&file, spec);
    if (pd_retarget_skin_read(skin, (pd_bytes){file.data, file.size}, options, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
}

/* Forward kinematics as glTF has it, of the nodes that avatar_make wrote. */
static void node_places(pd_vec3 at[AVATAR_BONES], const pd_retarget_skin *skin, const pd_quat *turns,
                        const avatar_spec *spec)
{
    pd_buffer file = {0};
    pd_io_skin io;
    avatar_make(&file, spec);
    assert_int_equal(pd_io_skin_read(&io, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    pd_quat world[AVATAR_BONES];
    for (int k = 0; k < io.joint_count; k++) {
        const pd_io_skin_joint *j = &io.joints[k];
        pd_quat up = j->parent < 0 ? pd_q_identity() : world[j->parent];
        pd_vec3 from = j->parent < 0 ? pd_vec3_make(0, 0, 0) : at[j->parent];
        at[k] = pd_vec3_add(from, pd_q_rotate(up, j->offset));
        world[k] = pd_q_mul(pd_q_mul(up, j->above), turns[k]);
        assert_int_equal(j->node, skin->joints[k].node);
    }
    pd_io_skin_deinit(&io);
    pd_buffer_deinit(&file);
}

static const avatar_spec specs[] = {
    {.vrm = 0}, {.vrm = 0, .turned = 1, .scale = 0.01}, {.vrm = 1, .turned = 1, .scale = 2},
    {.vrm = 1}, {.vrm = 2, .turned = 1, .posed = 1},    {.vrm = 2, .without_bind = 1}};
enum { SPECS = sizeof specs / sizeof *specs };

static void at_rest_the_joints_stand_where_the_nodes_do(void **state)
{
    (void)state;
    for (int w = 0; w < SPECS; w++) {
        pd_retarget_skin skin;
        pd_vec3 at[AVATAR_BONES];
        pd_quat turns[AVATAR_BONES];
        read_avatar(&skin, &specs[w], NULL);
        assert_int_equal(skin.skeleton.joint_count, AVATAR_BONES);
        assert_int_equal(skin.posed, specs[w].posed);
        for (int k = 0; k < AVATAR_BONES; k++) turns[k] = pd_q_identity();
        turns[0] = skin.root_turn;
        pd_anim_skeleton_forward(at, NULL, &skin.skeleton, turns, pd_vec3_make(0, 0, 0));
        for (int i = 0; i < AVATAR_BONES; i++) {
            int k = pd_retarget_skin_find(&skin, avatar_bones[i].bone);
            if (pd_vec3_distance(at[k], avatar_rest(i, specs[w].vrm)) > 1e-6)
                fail_msg("file %d: %s is at %g %g %g", w, avatar_bones[i].bone, at[k].x, at[k].y, at[k].z);
        }
        pd_retarget_skin_deinit(&skin);
    }
}

static void rotations_of_nodes_put_the_joints_where_local_ones_do(void **state)
{
    (void)state;
    for (int w = 0; w < SPECS; w++) {
        pd_retarget_skin skin;
        pd_vec3 ours[AVATAR_BONES], theirs[AVATAR_BONES];
        pd_quat locals[AVATAR_BONES], nodes[AVATAR_BONES], back[AVATAR_BONES];
        pd_rng rng;
        pd_rng_init(&rng, 3);
        read_avatar(&skin, &specs[w], NULL);
        for (int k = 0; k < AVATAR_BONES; k++) locals[k] = avatar_turn(&rng);
        pd_anim_skeleton_forward(ours, NULL, &skin.skeleton, locals, pd_vec3_make(0, 0, 0));
        pd_retarget_skin_to_nodes(nodes, &skin, locals);
        node_places(theirs, &skin, nodes, &specs[w]);
        pd_retarget_skin_from_nodes(back, &skin, nodes);
        for (int k = 0; k < AVATAR_BONES; k++) {
            assert_true(pd_vec3_distance(ours[k], theirs[k]) < 1e-6);
            assert_true(pd_q_angle(back[k], locals[k]) < 1e-9);
        }
        pd_retarget_skin_deinit(&skin);
    }
}

static void a_posed_file_starts_as_it_stands_and_rests_as_it_was_bound(void **state)
{
    (void)state;
    const avatar_spec hangs = {.vrm = 2, .turned = 1, .posed = 1}, bound = {.vrm = 2, .turned = 1};
    pd_retarget_skin skin, other;
    read_avatar(&skin, &hangs, NULL);
    read_avatar(&other, &bound, NULL);
    int arm = pd_retarget_skin_find(&skin, "leftUpperArm");
    for (int k = 0; k < AVATAR_BONES; k++) {
        pd_quat wanted = k == arm ? pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.2) : pd_q_identity();
        assert_true(pd_q_angle(skin.joints[k].start, wanted) < 1e-5);
        assert_true(pd_q_angle(other.joints[k].start, pd_q_identity()) < 1e-5);
        assert_true(pd_vec3_distance(skin.skeleton.offsets[k], other.skeleton.offsets[k]) < 1e-6);
    }
    pd_retarget_skin_deinit(&skin);
    pd_retarget_skin_deinit(&other);
}

static void bones_of_a_vrm_have_the_ranges_of_a_person(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 1, .turned = 1};
    pd_retarget_skin skin;
    pd_ik_limit limit, smpl;
    read_avatar(&skin, &spec, NULL);
    int elbow = pd_retarget_skin_find(&skin, "leftLowerArm");
    assert_string_equal(skin.skeleton.names[elbow], "left_elbow");
    pd_ik_limit_of(&limit, skin.skeleton.names[elbow]);
    pd_ik_limit_of(&smpl, "left_elbow");
    assert_memory_equal(&limit, &smpl, sizeof limit);
    assert_int_equal(pd_retarget_skin_find(&skin, "left_elbow"), elbow);
    pd_retarget_skin_deinit(&skin);
}

/* The elbow of a straight arm bends to the front: that of a VRM 0.x is along -Z. */
static void an_elbow_bends_to_where_the_figure_looks(void **state)
{
    (void)state;
    for (int vrm = 1; vrm <= 2; vrm++) {
        const avatar_spec spec = {.vrm = vrm};
        pd_retarget_skin skin;
        pd_quat rotations[AVATAR_BONES], start[AVATAR_BONES];
        pd_vec3 at[AVATAR_BONES];
        pd_ik_result result;
        read_avatar(&skin, &spec, NULL);
        int hand = pd_retarget_skin_find(&skin, "leftHand"),
            elbow = pd_retarget_skin_find(&skin, "leftLowerArm");
        for (int k = 0; k < AVATAR_BONES; k++) start[k] = skin.joints[k].start;
        double x = vrm == 1 ? -0.4 : 0.4;
        pd_ik_target target = {.joint = hand, .chain_root = -1, .has_position = 1, .position = {x, 1.45, 0}};
        pd_ik_job job = {
            .rotations = rotations, .positions = at, .results = &result, .skeleton = &skin.skeleton};
        job.start = start, job.targets = &target, job.target_count = 1;
        pd_arena arena;
        pd_arena_init(&arena, pd_ik_job_scratch_bytes(&job));
        pd_ik_job_run(&job, &arena);
        assert_int_equal(job.status, PD_IK_REACHED);
        assert_true((vrm == 1 ? 1 : -1) * at[elbow].z >
                    0.05); /* the forearm comes forward: the elbow goes back */
        pd_arena_deinit(&arena);
        pd_retarget_skin_deinit(&skin);
    }
}

static void the_root_moves_in_its_nodes_own_units(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 0, .turned = 1, .scale = 0.01};
    pd_retarget_skin skin;
    read_avatar(&skin, &spec, NULL);
    pd_vec3 still = pd_retarget_skin_root_translation(&skin, pd_vec3_make(0, 0, 0));
    pd_vec3 moved = pd_retarget_skin_root_translation(&skin, pd_vec3_make(0, 0.5, 0));
    assert_near(pd_vec3_length(still), 100, 1e-6); /* hips 1 m over the origin, in centimetres */
    assert_near(pd_vec3_distance(still, moved), 50, 1e-6);
    pd_retarget_skin_deinit(&skin);
}

static void only_the_bones_that_vrm_names_when_asked(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 2, .turned = 1};
    const pd_io_skin_options humanoid = {.skin = -1, .humanoid_only = 1};
    pd_retarget_skin skin;
    pd_error err;
    pd_buffer file = {0};
    read_avatar(&skin, &spec, &humanoid);
    assert_int_equal(skin.skeleton.joint_count, AVATAR_BONES);
    pd_retarget_skin_deinit(&skin);
    avatar_make(&file, &(avatar_spec){.vrm = 0});
    assert_int_equal(pd_retarget_skin_read(&skin, (pd_bytes){file.data, file.size}, &humanoid, &err),
                     PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "no VRM"));
    pd_buffer_deinit(&file);
}

static void joints_without_a_name_or_with_the_same_are_told_apart(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_retarget_skin skin;
    avatar_pack(
        &file,
        "{\"nodes\":[{\"children\":[1,2]},{\"name\":\"mixamorig:LeftArm\"},{\"name\":\"mixamorig:LeftArm\"}],"
        "\"skins\":[{\"joints\":[0,1,2]}]}",
        NULL, 0);
    assert_int_equal(pd_retarget_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    assert_string_equal(skin.joints[0].name, "node_0");
    assert_string_equal(skin.joints[1].name, "mixamorig:LeftArm");
    assert_string_equal(skin.joints[2].name, "mixamorig:LeftArm#2");
    assert_string_equal(skin.skeleton.names[1], "LeftArm");
    pd_retarget_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_the_joints_stand_where_the_nodes_do),
        cmocka_unit_test(rotations_of_nodes_put_the_joints_where_local_ones_do),
        cmocka_unit_test(a_posed_file_starts_as_it_stands_and_rests_as_it_was_bound),
        cmocka_unit_test(bones_of_a_vrm_have_the_ranges_of_a_person),
        cmocka_unit_test(an_elbow_bends_to_where_the_figure_looks),
        cmocka_unit_test(the_root_moves_in_its_nodes_own_units),
        cmocka_unit_test(only_the_bones_that_vrm_names_when_asked),
        cmocka_unit_test(joints_without_a_name_or_with_the_same_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
