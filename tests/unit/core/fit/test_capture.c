#include "core/fit/capture.h"
#include "tests/support/cmocka.h"

#define ACCLAIM (0.0254 / 0.45)

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

#define TURN " CHANNELS 3 Zrotation Yrotation Xrotation\n"

/* The joints by which CMU's conversion is known, with the offsets that it lost. */
static const char cmu_text[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
    "JOINT LHipJoint\n{\nOFFSET 0 0 0\n" TURN "End Site\n{\nOFFSET 0 -1 0\n}\n}\n"
    "JOINT LowerBack\n{\nOFFSET 0 0 0\n" TURN "JOINT Spine1\n{\nOFFSET 0 2 0\n" TURN
    "JOINT Neck\n{\nOFFSET 0 0 0\n" TURN "End Site\n{\nOFFSET 0 1 0\n}\n}\n"
    "JOINT LeftHand\n{\nOFFSET 3 0 0\n" TURN "JOINT LeftFingerBase\n{\nOFFSET 0 0 0\n" TURN
    "End Site\n{\nOFFSET 1 0 0\n}\n}\n}\n}\n}\n}\n"
    "MOTION\nFrames: 3\nFrame Time: .0083333\n"
    "9 9 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    "1 2 3 90 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    "4 5 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

static void cmu_is_scaled_repaired_and_freed_of_its_first_frame(void **state)
{
    (void)state;
    pd_fit_capture capture;
    pd_error err = {0};
    assert_int_equal(pd_fit_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", NULL, &err), PD_OK);
    const pd_anim_skeleton *sk = &capture.clip.skeleton;
    assert_string_equal(capture.source->name, "cmu-bvh");
    assert_int_equal(capture.first_frame, 1);
    assert_int_equal(capture.clip.frame_count, 2);
    assert_near(capture.clip.rate, 120, 1e-3);
    assert_near(capture.clip.roots[0].y, 2 * ACCLAIM, 1e-12);
    assert_near(sk->offsets[pd_anim_skeleton_find(sk, "Neck")].y, 2 * ACCLAIM, 1e-12);
    assert_near(sk->offsets[pd_anim_skeleton_find(sk, "LeftFingerBase")].x, 1.5 * ACCLAIM, 1e-12);
    assert_near(capture.clip.ends[pd_anim_skeleton_find(sk, "LHipJoint")].y, -ACCLAIM, 1e-12);
    assert_near(pd_q_angle(pd_anim_clip_frame(&capture.clip, 0)[0], pd_q_identity()), acos(0), 1e-9);
    pd_fit_capture_deinit(&capture);
    const pd_fit_capture_options all = {.keep_all_frames = 1, .metres_per_unit = 1, .rate = 25};
    assert_int_equal(pd_fit_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", &all, &err), PD_OK);
    assert_int_equal(capture.clip.frame_count, 3);
    assert_near(capture.clip.roots[0].x, 9, 0);
    assert_near(capture.clip.rate, 25, 0);
    pd_fit_capture_deinit(&capture);
}

#define MOVING(positions)                                                                                    \
    "HIERARCHY\nROOT pelvis\n{\nOFFSET 0 .75 0\nCHANNELS 3 Xposition Yposition Zposition\n"                  \
    "JOINT spine.001\n{\nOFFSET 9 9 9\nCHANNELS 3 Xposition Yposition Zposition\n"                           \
    "JOINT shoulder.L\n{\nOFFSET .1 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\n"                   \
    "JOINT shin.R\n{\nOFFSET 0 -.4 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 -.3 0\n}\n}\n}\n"                    \
    "MOTION\nFrames: 2\nFrame Time: .5\n" positions

static void positions_replace_offsets_and_the_root_adds_its_own_where_the_source_does(void **state)
{
    (void)state;
    pd_fit_capture capture;
    pd_error err = {0};
    assert_int_equal(
        pd_fit_capture_bvh(&capture, bytes_of(MOVING("1 .1 0 0 .2 0\n2 .1 0 0 .3 0\n")), "t", NULL, &err),
        PD_OK);
    assert_string_equal(capture.source->name, "reactidle");
    assert_near(capture.clip.roots[1].x, 2, 1e-12);
    assert_near(capture.clip.roots[1].y, 0.85, 1e-12);
    assert_near(capture.clip.skeleton.offsets[1].x, 0, 1e-12);
    assert_near(capture.clip.skeleton.offsets[1].y, 0.25, 1e-12);
    assert_near(capture.stretch, 0.05, 1e-12);
    pd_fit_capture_deinit(&capture);
}

static void an_unknown_skeleton_of_a_hundred_units_is_in_centimetres(void **state)
{
    (void)state;
    static const char *const heights[] = {"150", "1.5"};
    for (int i = 0; i < 2; i++) {
        char text[512];
        pd_fit_capture capture;
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT b\n{\n"
                 "OFFSET 0 %s 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\nMOTION\nFrames: 1\n"
                 "Frame Time: 0.04\n0 0 0\n",
                 heights[i]);
        assert_int_equal(pd_fit_capture_bvh(&capture, bytes_of(text), "t", NULL, NULL), PD_OK);
        assert_null(capture.source);
        assert_near(capture.clip.skeleton.offsets[1].y, 1.5, 1e-12);
        assert_near(capture.clip.rate, 25, 1e-9);
        pd_fit_capture_deinit(&capture);
    }
}

static const char asf_text[] =
    ":units\n length 0.45\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n position 0 0 0\n "
    "orientation 0 0 0\n"
    ":bonedata\n begin\n name lhipjoint\n direction 1 0 0\n length 2\n end\n"
    " begin\n name lfemur\n direction 0 -1 0\n length 7\n axis 0 0 20 XYZ\n dof rx ry rz\n end\n"
    " begin\n name lowerback\n direction 0 1 0\n length 2\n axis 0 0 0 XYZ\n dof rx\n end\n"
    ":hierarchy\n begin\n root lhipjoint lowerback\n lhipjoint lfemur\n end\n";

/* World of a bone: parent * C M C^-1; its far end along its direction (the data's README). */
static void the_far_end_of_a_bone_is_the_start_of_the_next(void **state)
{
    (void)state;
    static const char amc[] = ":DEGREES\n1\nroot 1 2 3 0 90 0\nlfemur 30 0 0\nlowerback 45\n";
    pd_fit_capture capture;
    pd_vec3 p[8];
    pd_quat q[8];
    assert_int_equal(
        pd_fit_capture_amc(&capture, bytes_of(asf_text), "t.asf", bytes_of(amc), "t.amc", NULL, NULL), PD_OK);
    assert_string_equal(capture.source->name, "cmu-asf");
    assert_near(capture.clip.rate, 120, 0);
    assert_near(capture.metres_per_unit, ACCLAIM, 1e-15);
    pd_anim_clip_pose(p, q, &capture.clip, 0);
    int femur = pd_anim_skeleton_find(&capture.clip.skeleton, "lfemur");
    assert_near(p[femur].x, 1 * ACCLAIM, 1e-12);
    assert_near(p[femur].z, (3 - 2) * ACCLAIM, 1e-12); /* +x turned by 90 degrees about y is -z */
    pd_vec3 tip = pd_vec3_add(p[femur], pd_q_rotate(q[femur], capture.clip.ends[femur]));
    pd_quat root = pd_q_axis_angle(pd_vec3_make(0, 1, 0), acos(0)),
            c = pd_q_axis_angle(pd_vec3_make(0, 0, 1), M_PI / 9),
            m = pd_q_axis_angle(pd_vec3_make(1, 0, 0), M_PI / 6);
    pd_quat world = pd_q_mul(root, pd_q_mul(c, pd_q_mul(m, pd_q_conjugate(c))));
    pd_vec3 expected = pd_vec3_add(p[femur], pd_q_rotate(world, pd_vec3_make(0, -7 * ACCLAIM, 0)));
    assert_near(pd_vec3_distance(tip, expected), 0, 1e-12);
    pd_fit_capture_deinit(&capture);
}

static void a_clip_survives_bvh(void **state)
{
    (void)state;
    pd_fit_capture capture, again;
    pd_buffer text = {0};
    pd_vec3 p[8], r[8];
    assert_int_equal(pd_fit_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", NULL, NULL), PD_OK);
    assert_int_equal(pd_fit_capture_write_bvh(&text, &capture.clip, NULL), PD_OK);
    const pd_fit_capture_options metres = {.metres_per_unit = 1, .keep_all_frames = 1};
    assert_int_equal(pd_fit_capture_bvh(&again, (pd_bytes){text.data, text.size}, "t.bvh", &metres, NULL),
                     PD_OK);
    assert_int_equal(again.clip.frame_count, 2);
    for (int t = 0; t < 2; t++) {
        pd_anim_clip_pose(p, NULL, &capture.clip, t);
        pd_anim_clip_pose(r, NULL, &again.clip, t);
        for (int k = 0; k < capture.clip.skeleton.joint_count; k++) {
            int same = pd_anim_skeleton_find(&again.clip.skeleton, capture.clip.skeleton.names[k]);
            assert_near(pd_vec3_distance(p[k], r[same]), 0, 1e-5);
        }
    }
    pd_buffer_deinit(&text);
    pd_fit_capture_deinit(&capture), pd_fit_capture_deinit(&again);
}

static void what_is_no_capture_is_refused(void **state)
{
    (void)state;
    pd_fit_capture capture;
    pd_error err = {0};
    assert_int_equal(pd_fit_capture_load(&capture, "walk.fbx", NULL, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "walk.fbx");
    assert_int_equal(pd_fit_capture_load(&capture, "/nowhere/walk.bvh", NULL, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(pd_fit_capture_load(&capture, "/nowhere/16_01.amc", NULL, &err), PD_ERR_NOT_FOUND);
    static const char none[] =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 0\nFrame Time: 1\n";
    assert_int_equal(pd_fit_capture_bvh(&capture, bytes_of(none), "t.bvh", NULL, &err), PD_ERR_FORMAT);
    assert_string_equal(err.detail, "no frames");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cmu_is_scaled_repaired_and_freed_of_its_first_frame),
        cmocka_unit_test(positions_replace_offsets_and_the_root_adds_its_own_where_the_source_does),
        cmocka_unit_test(an_unknown_skeleton_of_a_hundred_units_is_in_centimetres),
        cmocka_unit_test(the_far_end_of_a_bone_is_the_start_of_the_next),
        cmocka_unit_test(a_clip_survives_bvh),
        cmocka_unit_test(what_is_no_capture_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
