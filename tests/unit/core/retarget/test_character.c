/* A rigged file that walks: names of bones to joints, the clip, the file with the clip in it. */
#include "core/retarget/character.h"
#include "core/anim/biped.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

static const avatar_spec specs[] = {
    {.vrm = 0}, {.vrm = 1, .turned = 1, .scale = 2}, {.vrm = 2, .turned = 1, .posed = 1}};
enum { SPECS = sizeof specs / sizeof *specs };

typedef struct scene {
    pd_buffer file;
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_anim_clip motion, clip;
    pd_anim_track track;
    pd_error err;
} scene;

static pd_bytes bytes(const pd_buffer *b)
{
    return (pd_bytes){b->data, b->size};
}

/* The biped stands, its left arm raised more and more, and is carried along x. */
static void begin(scene *c, const avatar_spec *spec)
{
    pd_anim_skeleton biped;
    memset(c, 0, sizeof *c);
    avatar_make(&c->file, spec);
    if (pd_retarget_skin_read(&c->skin, bytes(&c->file), NULL, &c->err) != PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);

    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&c->motion, &biped, 5, 60, NULL), PD_OK);
    assert_int_equal(pd_anim_track_init(&c->track, 5, biped.joint_count, 60, NULL), PD_OK);
    c->track.toe_rest_height = PD_ANIM_BIPED_TOE;
    for (int t = 0; t < 5; t++) {
        c->motion.roots[t] = pd_vec3_make(0.1 * t, PD_ANIM_BIPED_REST_HEIGHT - 0.02, 0);
        pd_anim_clip_frame(&c->motion, t)[PD_BIPED_L_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.2 * t);
        c->track.facing[2 * t + 1] = 1;
    }
}

static void end(scene *c)
{
    pd_anim_clip_deinit(&c->motion), pd_anim_clip_deinit(&c->clip);
    pd_anim_track_deinit(&c->track);
    pd_retarget_skin_deinit(&c->skin);
    pd_buffer_deinit(&c->file);
}

static void walk(scene *c)
{
    if (pd_retarget_character_match(&c->match, &c->skin, NULL, 0, &c->err) != PD_OK ||
        pd_retarget_character_clip(&c->clip, &c->skin, &c->match, &c->motion, &c->track, NULL, &c->err) !=
            PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);
}

static void a_mesh_that_cannot_be_read_leaves_the_thickness_unknown(void **state)
{
    (void)state;
    scene c;
    begin(&c, &specs[0]);
    walk(&c);
    c.match.has_girth = false;
    assert_int_equal(pd_retarget_character_measure(&c.match, &c.skin,
                                                   (pd_bytes){(const unsigned char *)"glTF", 4}, 0, &c.err),
                     PD_OK);
    assert_false(c.match.has_girth);

    /* The caller may not want to know why. */
    assert_int_equal(pd_retarget_character_measure(&c.match, &c.skin,
                                                   (pd_bytes){(const unsigned char *)"glTF", 4}, 0, NULL),
                     PD_OK);
    end(&c);
}

/* A belly of 0.25 m in front of the joints and a back of 0.1 m, in whatever direction the file looks and
 * however its root stands. */
static void the_belly_is_in_front_whichever_way_the_file_looks(void **state)
{
    static const avatar_spec bellies[] = {{.belly = 1},
                                          {.belly = 1, .turned = 1},
                                          {.belly = 1, .vrm = 1},
                                          {.belly = 1, .vrm = 1, .turned = 1},
                                          {.belly = 1, .vrm = 2},
                                          {.belly = 1, .backwards = 1},
                                          {.belly = 1, .backwards = 1, .turned = 1},
                                          {.belly = 1, .backwards = 1, .vrm = 1, .turned = 1},
                                          {.belly = 1, .backwards = 1, .vrm = 2, .posed = 1}};
    (void)state;
    for (size_t i = 0; i < sizeof bellies / sizeof *bellies; i++) {
        scene c;
        begin(&c, &bellies[i]);
        walk(&c);
        assert_int_equal(pd_retarget_character_measure(&c.match, &c.skin, bytes(&c.file), 0, &c.err), PD_OK);
        assert_true(c.match.has_girth);
        for (int ring = 0; ring < PD_RETARGET_TOUCH_RINGS; ring++) {
            const double *chest = c.match.girth.radius[PD_TOUCH_CHEST][ring];
            if (fabs(chest[0] - 0.25) > 0.03 || fabs(chest[PD_RETARGET_TOUCH_SECTORS / 2] - 0.1) > 0.03)
                fail_msg("file %zu, ring %d: %.3f m in front and %.3f m behind", i, ring, chest[0],
                         chest[PD_RETARGET_TOUCH_SECTORS / 2]);
        }
        end(&c);
    }
}

static int joint(const scene *c, const char *bone)
{
    return pd_retarget_skin_find(&c->skin, bone);
}

static void the_clip_points_where_the_motion_does(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        scene c;
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        begin(&c, &specs[i]);
        walk(&c);
        assert_int_equal(c.clip.frame_count, 5);
        for (int t = 0; t < 5; t++) {
            pd_anim_clip_pose(at, NULL, &c.clip, t);
            const pd_vec3 arm = pd_vec3_sub(at[joint(&c, "leftLowerArm")], at[joint(&c, "leftUpperArm")]);
            assert_near(atan2(arm.y, arm.x), 0.2 * t, 1e-6);
            assert_near(0.5 * (at[joint(&c, "leftUpperLeg")].x + at[joint(&c, "rightUpperLeg")].x), 0.1 * t,
                        1e-6);
        }
        end(&c);
    }
}

/* Forward kinematics of the file, as glTF has it. */
static void the_file_moves_as_the_clip_does(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        scene c;
        pd_buffer out = {0};
        pd_quat nodes[PD_ANIM_MAX_JOINTS], locals[PD_ANIM_MAX_JOINTS];
        begin(&c, &specs[i]);
        walk(&c);
        assert_int_equal(
            pd_retarget_character_glb(&out, &c.skin, NULL, bytes(&c.file), &c.clip, "walk", NULL, &c.err),
            PD_OK);

        /* the last key of each rotation is the last float4 before the next accessor:
         * what the clip has, in nodes' frames */
        const int arm = joint(&c, "leftUpperArm");
        memcpy(locals, pd_anim_clip_frame(&c.clip, 4), (size_t)c.skin.skeleton.joint_count * sizeof *locals);
        pd_retarget_skin_to_nodes(nodes, &c.skin, locals);
        const float wanted[4] = {(float)nodes[arm].x, (float)nodes[arm].y, (float)nodes[arm].z,
                                 (float)nodes[arm].w};
        int found = 0;
        for (size_t at = 0; at + 16 <= out.size; at += 4) {
            float q[4];
            memcpy(q, out.data + at, 16);
            double dot = 0;
            for (int n = 0; n < 4; n++) dot += (double)q[n] * (double)wanted[n];
            double length = 0;
            for (int n = 0; n < 4; n++) length += (double)q[n] * (double)q[n];
            found += fabs(fabs(dot) - 1) < 1e-6 && fabs(length - 1) < 1e-6;
        }
        assert_true(found >= 1);

        pd_retarget_skin again;
        assert_int_equal(pd_retarget_skin_read(&again, bytes(&out), NULL, &c.err), PD_OK);
        assert_int_equal(again.skeleton.joint_count, c.skin.skeleton.joint_count);
        pd_retarget_skin_deinit(&again);
        pd_buffer_deinit(&out);
        end(&c);
    }
}

static void a_bone_may_be_corrected_by_a_nodes_name(void **state)
{
    scene c;
    const pd_retarget_character_wanted good[] = {{"leftHand", "leftLowerArm"},
                                                 {"LeftLowerArm", "leftUpperArm"},
                                                 {"LeftUpperArm", "leftShoulder"},
                                                 {"LeftShoulder", NULL}},
                                       bone[] = {{"leftElbow", "leftHand"}}, node[] = {{"leftHand", "paw"}};
    (void)state;
    begin(&c, &specs[0]);
    assert_int_equal(pd_retarget_character_match(&c.match, &c.skin, good, 4, &c.err), PD_OK);
    assert_int_equal(c.match.joints[PD_HUMAN_L_HAND], joint(&c, "leftLowerArm"));
    assert_int_equal(c.match.joints[PD_HUMAN_L_SHOULDER], -1);
    assert_int_equal(pd_retarget_character_match(&c.match, &c.skin, bone, 1, &c.err), PD_ERR_INVALID);
    assert_string_equal(c.err.where, "/match/leftElbow");
    assert_int_equal(pd_retarget_character_match(&c.match, &c.skin, node, 1, &c.err), PD_ERR_INVALID);
    assert_non_null(strstr(c.err.detail, "paw"));
    end(&c);
}

static pd_vec3 along(const pd_vec3 *at, const pd_anim_skeleton *s, const char *from, const char *to)
{
    return pd_vec3_unit_or(pd_vec3_sub(at[pd_anim_skeleton_find(s, to)], at[pd_anim_skeleton_find(s, from)]),
                           pd_vec3_make(0, 0, 0));
}

/* Facing, size, rest pose and VRM's conventions of the file are gone then. */
static void a_file_with_an_animation_gives_it_back_on_smpls_joints(void **state)
{
    (void)state;
    static const char *const limbs[][4] = {{"left_shoulder", "left_elbow", "LeftArm", "LeftForeArm"},
                                           {"right_elbow", "right_wrist", "RightForeArm", "RightFingerBase"},
                                           {"left_hip", "left_knee", "LeftUpLeg", "LeftLeg"}};
    for (int i = 0; i < SPECS; i++) {
        scene c;
        pd_buffer moving = {0};
        pd_anim_clip back;
        const pd_io_gltf_clip_options keys = {.rate = 60};
        double metres;
        begin(&c, &specs[i]);
        walk(&c);
        assert_int_equal(
            pd_retarget_character_glb(&moving, &c.skin, NULL, bytes(&c.file), &c.clip, "raise", NULL, NULL),
            PD_OK);
        assert_int_equal(pd_retarget_character_capture(&back, &metres, bytes(&moving), &keys, NULL), PD_OK);
        assert_int_equal(back.frame_count, c.motion.frame_count);
        for (int t = 0; t < back.frame_count; t++) {
            pd_vec3 got[PD_ANIM_MAX_JOINTS], want[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(got, NULL, &back, t);
            pd_anim_clip_pose(want, NULL, &c.motion, t);
            for (int l = 0; l < 3; l++) {
                const pd_vec3 a = along(got, &back.skeleton, limbs[l][0], limbs[l][1]),
                              b = along(want, &c.motion.skeleton, limbs[l][2], limbs[l][3]);
                /* a leg that is all but straight bends a little sooner:
                 * its heel rises before it is at its end */
                assert_near(pd_vec3_distance(a, b), 0, l == 2 ? 0.1 : 0.02);
            }
        }
        /* it went on by as much as the character did */
        const pd_vec3 way = pd_vec3_sub(back.roots[4], back.roots[0]);
        assert_true(way.x > 0.2 && fabs(way.z) < 0.05);
        pd_anim_clip_deinit(&back);
        pd_buffer_deinit(&moving);
        assert_int_equal(pd_retarget_character_capture(&back, &metres, bytes(&c.file), &keys, &c.err),
                         PD_ERR_UNSUPPORTED);
        assert_null(back.rotations);
        end(&c);
    }
}

/* Steps of a clip are in proportion to the legs. In the world of a rollout a character of about a person's
 * size goes as far as the source. */
static void the_path_of_a_clip_is_scaled_to_the_legs_of_the_character(void **state)
{
    static const double sizes[] = {0.65, 1, 1.4, 100};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int is_clip = 0; is_clip < 2; is_clip++) {
            scene c;
            pd_vec3 from[PD_ANIM_MAX_JOINTS], to[PD_ANIM_MAX_JOINTS];
            begin(&c, &specs[0]);
            pd_anim_skeleton *s = &c.skin.skeleton;
            for (int k = 0; k < s->joint_count; k++) s->offsets[k] = pd_vec3_scale(s->offsets[k], sizes[i]);
            assert_int_equal(pd_retarget_character_match(&c.match, &c.skin, NULL, 0, &c.err), PD_OK);
            assert_int_equal(pd_retarget_character_clip(&c.clip, &c.skin, &c.match, &c.motion,
                                                        is_clip ? NULL : &c.track, NULL, &c.err),
                             PD_OK);
            pd_anim_clip_pose(from, NULL, &c.clip, 0);
            pd_anim_clip_pose(to, NULL, &c.clip, 4);

            const double leg = pd_vec3_length(s->offsets[joint(&c, "leftLowerLeg")]) +
                               pd_vec3_length(s->offsets[joint(&c, "leftFoot")]);
            const double went = to[joint(&c, "leftUpperLeg")].x - from[joint(&c, "leftUpperLeg")].x;
            if (is_clip)
                assert_near(went / leg, 0.4 / PD_ANIM_BIPED_LEG, 1e-3);
            else if (sizes[i] < 2)
                assert_near(went, 0.4, 1e-6);
            end(&c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_that_cannot_be_read_leaves_the_thickness_unknown),
        cmocka_unit_test(the_belly_is_in_front_whichever_way_the_file_looks),
        cmocka_unit_test(the_clip_points_where_the_motion_does),
        cmocka_unit_test(the_path_of_a_clip_is_scaled_to_the_legs_of_the_character),
        cmocka_unit_test(the_file_moves_as_the_clip_does),
        cmocka_unit_test(a_bone_may_be_corrected_by_a_nodes_name),
        cmocka_unit_test(a_file_with_an_animation_gives_it_back_on_smpls_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
