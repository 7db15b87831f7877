/* Characters as free packs have them: feet that are goals of IK, hair below a scale, a sword with a skeleton
 * of its own. */
#include "core/anim/biped.h"
#include "core/retarget/character.h"
#include "tests/support/cmocka.h"
#include "tests/support/odd_rig.h"

#define FRAMES 30

typedef struct scene {
    pd_buffer file, moving;
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_anim_clip motion, clip;
    pd_io_gltf_clip keys; /* of the moving file */
    pd_error err;
} scene;

static pd_bytes bytes(const pd_buffer *b)
{
    return (pd_bytes){b->data, b->size};
}

static pd_status read_rig(scene *c, const odd_rig *rig, const pd_retarget_character_wanted *wanted, int count)
{
    memset(c, 0, sizeof *c);
    odd_rig_make(&c->file, rig);
    return pd_retarget_character_read(&c->skin, &c->match, bytes(&c->file), &(pd_io_skin_options){.skin = -1},
                                      wanted, count, &c->err);
}

/* The biped goes forward and to the side, turns, and swings its legs and an arm; its motion is written into
 * the file and read again. */
static void move(scene *c)
{
    pd_anim_skeleton biped;
    int nodes[PD_ANIM_MAX_JOINTS];

    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&c->motion, &biped, FRAMES, 60, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        const double swing = 0.5 * sin(0.2 * t);
        pd_quat *locals = pd_anim_clip_frame(&c->motion, t);
        c->motion.roots[t] = pd_vec3_make(0.01 * t, PD_ANIM_BIPED_REST_HEIGHT - 0.02, 0.03 * t);
        locals[c->motion.skeleton.root] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.02 * t);
        locals[PD_BIPED_L_THIGH] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), swing - 0.2);
        locals[PD_BIPED_R_THIGH] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -swing - 0.2);
        locals[PD_BIPED_L_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.03 * t);
    }
    if (pd_retarget_character_clip(&c->clip, &c->skin, &c->match, &c->motion, NULL, NULL, &c->err) != PD_OK ||
        pd_retarget_character_glb(&c->moving, &c->skin, &c->match.carry, bytes(&c->file), &c->clip, "walk",
                                  NULL, &c->err) != PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);
    for (int k = 0; k < c->skin.skeleton.joint_count; k++) nodes[k] = c->skin.joints[k].node;
    const pd_io_gltf_clip_options options = {.rate = 60};
    if (pd_io_gltf_clip_read(&c->keys, bytes(&c->moving), nodes, c->skin.skeleton.joint_count, &options,
                             &c->err) != PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);
}

static void end(scene *c)
{
    pd_io_gltf_clip_deinit(&c->keys);
    pd_anim_clip_deinit(&c->motion), pd_anim_clip_deinit(&c->clip);
    pd_retarget_skin_deinit(&c->skin);
    pd_buffer_deinit(&c->file), pd_buffer_deinit(&c->moving);
}

static int find_node(const scene *c, int node)
{
    for (int k = 0; k < c->skin.skeleton.joint_count; k++)
        if (c->skin.joints[k].node == node) return k;
    fail_msg("no joint of node %d", node);
    return -1;
}

static const pd_retarget_character_wanted by_end[] = {{"LeftFoot", "LeftEnd"}, {"RightFoot", "RightEnd"}};
static const struct row {
    odd_rig rig;
    int wanted;
} goals[] = {{{.has_goals = true, .has_ends = true}, 0},
             {{.has_goals = true}, 0},
             {{.has_goals = true, .has_ends = true, .names = odd_quaternius}, 0},
             {{.has_goals = true, .names = odd_quaternius}, 0},
             {{.has_goals = true, .has_ends = true, .names = odd_unnamed}, 0},
             {{.has_goals = true, .names = odd_unnamed}, 0},
             {{.has_goals = true, .has_ends = true}, 2},
             {{.has_goals = true, .has_ends = true, .names = odd_quaternius}, 2}};

/* The node of a foot, below the root or not, is as far from the knee as at rest and turned as the ordinary
 * person's is, in every frame. */
static void feet_that_are_goals_stay_at_their_shanks(void **state)
{
    (void)state;
    scene plain;
    assert_int_equal(read_rig(&plain, &(odd_rig){0}, NULL, 0), PD_OK);
    assert_int_equal(plain.match.carry.count, 0);
    move(&plain);

    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        scene c;
        if (read_rig(&c, &goals[i].rig, by_end, goals[i].wanted) != PD_OK)
            fail_msg("%zu: %s: %s", i, c.err.where, c.err.detail);
        assert_int_equal(c.match.carry.count, 2);
        move(&c);
        for (int t = 0; t < FRAMES; t++) {
            pd_quat turned[PD_ANIM_MAX_JOINTS], wanted[PD_ANIM_MAX_JOINTS];
            pd_vec3 at[PD_ANIM_MAX_JOINTS], place[PD_ANIM_MAX_JOINTS];
            pd_retarget_skin_pose(turned, at, &c.skin, &c.keys, t);
            pd_retarget_skin_pose(wanted, place, &plain.skin, &plain.keys, t);
            for (int bone = 13; bone < AVATAR_BONES; bone++) {
                const int one = find_node(&c, bone + 1), other = find_node(&plain, bone + 1);
                assert_near(pd_vec3_distance(at[one], place[other]), 0, 1e-5);
                assert_near(pd_q_angle(turned[one], wanted[other]), 0, 1e-5);
            }
        }

        /* in a BVH, which has no translations of joints, feet hang at their shanks */
        pd_retarget_character_hang(&c.clip, &c.match.carry);
        for (int t = 0; t < FRAMES; t++) {
            pd_vec3 at[PD_ANIM_MAX_JOINTS], place[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(at, NULL, &c.clip, t);
            pd_anim_clip_pose(place, NULL, &plain.clip, t);
            for (int bone = 13; bone < AVATAR_BONES; bone++)
                assert_near(pd_vec3_distance(at[find_node(&c, bone + 1)], place[find_node(&plain, bone + 1)]),
                            0, 1e-6);
        }
        end(&c);
    }
    end(&plain);
}

static void feet_that_are_animated_goals_are_read_as_motion_capture(void **state)
{
    (void)state;
    const pd_io_gltf_clip_options options = {.rate = 60};
    pd_anim_clip wanted, got;
    double metres;
    scene plain, c;

    assert_int_equal(read_rig(&plain, &(odd_rig){0}, NULL, 0), PD_OK);
    move(&plain);
    assert_int_equal(pd_retarget_character_capture(&wanted, &metres, bytes(&plain.moving), &options, NULL),
                     PD_OK);
    for (size_t i = 0; i < 6; i++) {
        if (read_rig(&c, &goals[i].rig, NULL, 0) != PD_OK) fail_msg("%s: %s", c.err.where, c.err.detail);
        move(&c);
        if (pd_retarget_character_capture(&got, &metres, bytes(&c.moving), &options, &c.err) != PD_OK)
            fail_msg("%s: %s", c.err.where, c.err.detail);
        assert_int_equal(got.frame_count, wanted.frame_count);
        for (int t = 0; t < got.frame_count; t++)
            for (int k = 0; k < got.skeleton.joint_count; k++)
                assert_near(pd_q_angle(pd_anim_clip_frame(&got, t)[k], pd_anim_clip_frame(&wanted, t)[k]), 0,
                            1e-4);
        pd_anim_clip_deinit(&got);
        end(&c);
    }
    pd_anim_clip_deinit(&wanted);
    end(&plain);
}

/* Nodes of hair have no channel, whatever their scale; the rest moves as without it. */
static void joints_below_a_scaled_node_are_left_unchanged(void **state)
{
    (void)state;
    static const char *const hair[] = {",\"scale\":[0.9995,1,0.9986]", ",\"scale\":[-1,1,1]",
                                       ",\"scale\":[1,3,1]",
                                       ",\"matrix\":[1,0.5,0,0,0,1,0,0,0,0,-1,0,0,0.1,0,1]"};
    scene plain;
    assert_int_equal(read_rig(&plain, &(odd_rig){0}, NULL, 0), PD_OK);
    move(&plain);
    for (size_t i = 0; i < sizeof hair / sizeof *hair; i++) {
        scene c;
        if (read_rig(&c, &(odd_rig){.hair = hair[i]}, NULL, 0) != PD_OK)
            fail_msg("%s: %s", c.err.where, c.err.detail);
        move(&c);
        if (i) assert_false(c.keys.rotates[find_node(&c, AVATAR_BONES + 2)]);
        for (int t = 0; t < FRAMES; t += 7)
            for (int bone = 0; bone < AVATAR_BONES; bone++) {
                const pd_quat one = pd_anim_clip_frame(&c.clip, t)[find_node(&c, bone + 1)],
                              other = pd_anim_clip_frame(&plain.clip, t)[find_node(&plain, bone + 1)];
                assert_near(pd_q_angle(one, other), 0, 1e-9);
            }
        end(&c);
    }
    end(&plain);
}

static void a_scale_above_what_moves_is_refused_by_name(void **state)
{
    (void)state;
    scene c;
    assert_int_equal(read_rig(&c, &(odd_rig){.arm = ",\"scale\":[1,1,-1]"}, NULL, 0), PD_ERR_UNSUPPORTED);
    assert_string_equal(c.err.where, "/nodes/7/scale");
    assert_non_null(strstr(c.err.detail, "1 1 -1"));
    end(&c);
    assert_int_equal(read_rig(&c, &(odd_rig){.arm = ",\"scale\":[0.998,1,1.001]"}, NULL, 0), PD_OK);
    end(&c);
}

/* Also when it has more joints than the person. */
static void a_second_skeleton_is_left_alone(void **state)
{
    (void)state;
    static const int joints[] = {1, 3, 40};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        scene c;
        if (read_rig(&c, &(odd_rig){.sword = joints[i]}, NULL, 0) != PD_OK)
            fail_msg("%s: %s", c.err.where, c.err.detail);
        assert_int_equal(c.skin.skeleton.joint_count, AVATAR_BONES + 1);
        assert_int_equal(c.skin.other_joints, joints[i]);
        assert_string_equal(c.skin.other, "Sword0");
        assert_string_equal(c.skin.joints[c.match.joints[PD_HUMAN_HEAD]].name, "Head");
        end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_that_are_goals_stay_at_their_shanks),
        cmocka_unit_test(feet_that_are_animated_goals_are_read_as_motion_capture),
        cmocka_unit_test(joints_below_a_scaled_node_are_left_unchanged),
        cmocka_unit_test(a_scale_above_what_moves_is_refused_by_name),
        cmocka_unit_test(a_second_skeleton_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
