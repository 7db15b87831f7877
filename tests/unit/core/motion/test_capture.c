/* Tests how captures become clips: units, missing offsets, ends of bones, files found by name, and errors
 * with file and line. */
#include "core/motion/capture.h"
#include "core/motion/amass.h"

#include "core/anim/biped.h"
#include "core/io/mocap/bvh.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ACCLAIM (0.0254 / 0.45)

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    fclose(f);
}

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
    pd_motion_capture capture;
    pd_error err = {0};
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", NULL, &err), PD_OK);
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
    pd_motion_capture_deinit(&capture);
    const pd_motion_capture_options all = {.keep_all_frames = 1, .metres_per_unit = 1, .rate = 25};
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", &all, &err), PD_OK);
    assert_int_equal(capture.clip.frame_count, 3);
    assert_near(capture.clip.roots[0].x, 9, 0);
    assert_near(capture.clip.rate, 25, 0);
    pd_motion_capture_deinit(&capture);
}

/* Daz: frame 0 is a T-pose, and seven frames slide out of it. Training keeps those seven. */
static void the_frames_in_which_a_conversion_slides_into_the_motion_are_left_out(void **state)
{
    (void)state;
    static const char head[] =
        "HIERARCHY\nROOT hip\n{\nOFFSET 0 90 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "JOINT abdomen\n{\nOFFSET 0 20 0\nCHANNELS 0\nJOINT lShldr\n{\nOFFSET 20 25 0\nCHANNELS 0\n"
        "End Site\n{\nOFFSET 30 0 0\n}\n}\n}\nJOINT rButtock\n{\nOFFSET -10 -5 0\nCHANNELS 0\n"
        "End Site\n{\nOFFSET 0 -80 0\n}\n}\n}\nMOTION\nFrames: 12\nFrame Time: .0083333\n";
    char text[2048];
    size_t size = (size_t)snprintf(text, sizeof text, "%s", head);
    for (int i = 0; i < 12; i++) size += (size_t)snprintf(text + size, sizeof text - size, "%d 90 0\n", i);
    for (int kept = 0; kept < 2; kept++) {
        pd_motion_capture capture;
        const pd_motion_capture_options options = {.keep_slide = kept};
        assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t.bvh", &options, NULL), PD_OK);
        assert_string_equal(capture.source->name, "cmu-daz");
        assert_int_equal(capture.first_frame, kept ? 1 : 8);
        assert_int_equal(capture.clip.frame_count, kept ? 11 : 4);
        assert_near(capture.clip.roots[0].x, kept ? 0.01 : 0.08, 1e-12);
        pd_motion_capture_deinit(&capture);
    }
}

#define MOVING(positions)                                                                                    \
    "HIERARCHY\nROOT pelvis\n{\nOFFSET 0 .75 0\nCHANNELS 3 Xposition Yposition Zposition\n"                  \
    "JOINT spine.001\n{\nOFFSET 9 9 9\nCHANNELS 3 Xposition Yposition Zposition\n"                           \
    "JOINT face\n{\nOFFSET .1 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\n"                         \
    "JOINT shin.R\n{\nOFFSET 0 -.4 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 -.3 0\n}\n}\n}\n"                    \
    "MOTION\nFrames: 2\nFrame Time: .5\n" positions

static void
position_channels_replace_the_offsets_of_a_bvh_except_at_the_root_of_sources_that_add_them(void **state)
{
    (void)state;
    pd_motion_capture capture;
    pd_error err = {0};
    assert_int_equal(
        pd_motion_capture_bvh(&capture, bytes_of(MOVING("1 .1 0 0 .2 0\n2 .1 0 0 .3 0\n")), "t", NULL, &err),
        PD_OK);
    assert_string_equal(capture.source->name, "reactidle");
    assert_near(capture.clip.roots[1].x, 2, 1e-12);
    assert_near(capture.clip.roots[1].y, 0.85, 1e-12);
    assert_near(capture.clip.skeleton.offsets[1].x, 0, 1e-12);
    assert_near(capture.clip.skeleton.offsets[1].y, 0.25, 1e-12);
    assert_near(capture.stretch, 0.05, 1e-12);
    pd_motion_capture_deinit(&capture);
}

static void an_unknown_skeleton_of_a_hundred_units_is_in_centimetres(void **state)
{
    (void)state;
    static const char *const heights[] = {"150", "1.5"};
    for (int i = 0; i < 2; i++) {
        char text[512];
        pd_motion_capture capture;
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT b\n{\n"
                 "OFFSET 0 %s 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\nMOTION\nFrames: 1\n"
                 "Frame Time: 0.04\n0 0 0\n",
                 heights[i]);
        assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t", NULL, NULL), PD_OK);
        assert_null(capture.source);
        assert_near(capture.clip.skeleton.offsets[1].y, 1.5, 1e-12);
        assert_near(capture.clip.rate, 25, 1e-9);
        pd_motion_capture_deinit(&capture);
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
    pd_motion_capture capture;
    pd_vec3 p[8];
    pd_quat q[8];
    assert_int_equal(
        pd_motion_capture_amc(&capture, bytes_of(asf_text), "t.asf", bytes_of(amc), "t.amc", NULL, NULL),
        PD_OK);
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
    pd_motion_capture_deinit(&capture);
}

static void a_clip_survives_bvh(void **state)
{
    (void)state;
    pd_motion_capture capture, again;
    pd_buffer text = {0};
    pd_vec3 p[8], r[8];
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(cmu_text), "t.bvh", NULL, NULL), PD_OK);
    assert_int_equal(pd_motion_capture_write_bvh(&text, &capture.clip, NULL), PD_OK);
    const pd_motion_capture_options metres = {.metres_per_unit = 1, .keep_all_frames = 1};
    assert_int_equal(pd_motion_capture_bvh(&again, (pd_bytes){text.data, text.size}, "t.bvh", &metres, NULL),
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
    pd_motion_capture_deinit(&capture), pd_motion_capture_deinit(&again);
}

/* Rest positions 0, (0 7 0), (-9 7 0), (-9 7 8), (-9 -5 8): 9 wide, 12 high, 8 deep. It is in the unit that
 * makes a person, or in metres. */
static void an_extent_is_the_largest_of_width_height_and_depth(void **state)
{
    (void)state;
    static const struct {
        double offsets[4][3], metres;
    } rows[] = {
        {{{0, 7, 0}, {-9, 0, 0}, {0, 0, 8}, {0, -12, 0}}, 0.1}, /* 12 high, 9 wide */
        {{{0, 7, 0}, {-9, 0, 0}, {0, 0, 8}, {0, -35, 0}}, 0.0254},
        {{{17, 0, 0}, {-34, 0, 0}, {1, 0, 0}, {1, 0, 0}}, 0.0254}, /* from -17 to 17 */
        {{{0, 0, -17}, {0, 0, 34}, {0, 0, 0}, {0, 0, 0}}, 0.0254},
        {{{0, 70, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0.0254},
        {{{0, 0, 175}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0.01},
        {{{0, 1600, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0.001},
        {{{9, 0, 0}, {0, 9, 0}, {0, 0, 9}, {0, 0, 0}}, 0.3048}, /* 15.6 across, 9 each way */
        {{{0, 20, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0.1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double(*o)[3] = rows[i].offsets;
        char text[2048];
        pd_motion_capture capture;
        int n = snprintf(text, sizeof text,
                         "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n");
        for (int j = 0; j < 4; j++)
            n += snprintf(text + n, sizeof text - (size_t)n, "JOINT %c\n{\nOFFSET %g %g %g\nCHANNELS 0\n",
                          'b' + j, o[j][0], o[j][1], o[j][2]);
        snprintf(text + n, sizeof text - (size_t)n,
                 "End Site\n{\nOFFSET 3 0 -4\n}\n}\n}\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.05\n1 2 "
                 "3\n4 5 6\n");
        assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t", NULL, NULL), PD_OK);
        assert_near(capture.metres_per_unit, rows[i].metres, 0);
        for (int j = 0; j < 4; j++)
            assert_near(capture.clip.skeleton.offsets[j + 1].z, o[j][2] * rows[i].metres, 1e-12);
        assert_near(capture.clip.ends[4].x, 3 * rows[i].metres, 1e-12);
        assert_near(capture.clip.ends[4].z, -4 * rows[i].metres, 1e-12);
        assert_near(capture.clip.roots[1].z, 6 * rows[i].metres, 1e-12);
        assert_near(capture.stretch, 0, 0);
        assert_near(capture.clip.rate, 20, 1e-9);
        pd_motion_capture_deinit(&capture);
    }
}

/* Position channels of a joint that has no source:
 * the offset is their mean over all frames, the stretch the farthest. */
static void a_joint_that_moves_stands_at_its_mean(void **state)
{
    (void)state;
    static const char text[] =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT b\n{\nOFFSET 5 5 5\n"
        "CHANNELS 3 Xposition Yposition Zposition\nJOINT c\n{\nOFFSET 0 .5 0\nCHANNELS 2 Xrotation "
        "Zposition\nEnd Site\n{\nOFFSET 0 0 1\n}\n}\n}\n}\nMOTION\nFrames: 4\nFrame Time: 1\n"
        "0 1 0 0 -1\n1 1 0 0 0\n2 1 0 0 0\n5 1 0 0 -3\n";
    pd_motion_capture capture;
    const pd_motion_capture_options halves = {.metres_per_unit = 0.5};
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t", &halves, NULL), PD_OK);
    const pd_vec3 *offsets = capture.clip.skeleton.offsets;
    assert_near(pd_vec3_distance(offsets[1], pd_vec3_make(1, 0.5, 0)), 0, 1e-12); /* mean 2 1 0, halved */
    assert_near(offsets[2].z, -0.5, 1e-12);                                       /* mean -1, halved    */
    assert_near(capture.stretch, 1.5, 1e-12);                                     /* from 2 to 5, halved */
    assert_int_equal(capture.first_frame, 0);
    assert_int_equal(capture.clip.frame_count, 4);
    pd_motion_capture_deinit(&capture);
}

/* A skeleton whose joints are not in BVH's order (depth first):
 * every joint keeps its parent, offset, rotation, end. */
static void a_written_skeleton_is_depth_first_and_every_leaf_has_an_end(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {
        {"root", NULL, {0, 1, 0}},          {"left", "root", {1, 0, 0}},
        {"right", "root", {-1, 0, 0}},      {"left_tip", "left", {2, 0, 0}},
        {"right_tip", "right", {-2, 0, 0}}, {"left_nail", "left_tip", {0.5, 0, 0}}};
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    pd_buffer text = {0};
    pd_motion_capture again;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 6, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 3, 50, NULL), PD_OK);
    for (int t = 0; t < 3; t++) {
        clip.roots[t] = pd_vec3_make(t, 2 * t, -t);
        for (int j = 0; j < 6; j++)
            pd_anim_clip_frame(&clip, t)[j] =
                pd_q_axis_angle(pd_vec3_make(j % 3 == 0, j % 3 == 1, j % 3 == 2), 0.1 * (j + 1) + t);
    }
    clip.ends[4] = pd_vec3_make(0, 0.25, 0);

    assert_int_equal(pd_motion_capture_write_bvh(&text, &clip, NULL), PD_OK);
    const pd_motion_capture_options metres = {.metres_per_unit = 1};
    assert_int_equal(pd_motion_capture_bvh(&again, (pd_bytes){text.data, text.size}, "t", &metres, NULL),
                     PD_OK);
    assert_int_equal(again.clip.skeleton.joint_count, 6);
    assert_near(again.clip.rate, 50, 1e-4);
    for (int j = 0; j < 6; j++) {
        int k = pd_anim_skeleton_find(&again.clip.skeleton, joints[j].name),
            up = again.clip.skeleton.parents[k];
        assert_string_equal(up < 0 ? "" : again.clip.skeleton.names[up],
                            joints[j].parent ? joints[j].parent : "");
        assert_near(again.clip.skeleton.offsets[k].x, joints[j].offset.x, 1e-6);
        assert_near(again.clip.ends[k].y, j == 4 ? 0.25 : 0, 1e-6);
        for (int t = 0; t < 3; t++)
            assert_near(pd_q_angle(pd_anim_clip_frame(&again.clip, t)[k], pd_anim_clip_frame(&clip, t)[j]), 0,
                        1e-5);
    }
    for (int t = 0; t < 3; t++) assert_near(pd_vec3_distance(again.clip.roots[t], clip.roots[t]), 0, 1e-6);
    text.data[text.size - 1] = 0;
    int ends = 0;
    for (const char *at = (const char *)text.data; (at = strstr(at, "End Site")); at++) ends++;
    assert_int_equal(ends, 2); /* left_nail and right_tip */
    pd_buffer_deinit(&text);
    pd_anim_clip_deinit(&clip), pd_motion_capture_deinit(&again);
}

/* On disk: names decide, in any case; the skeleton's name ends before the first '_' or '.'. */
static void a_file_is_known_by_its_name_and_an_amc_finds_its_asf(void **state)
{
    (void)state;
    static const char amc[] = ":DEGREES\n1\nroot 1 2 3 0 90 0\nlfemur 30 0 0\nlowerback 45\n";
    static const char *const names[] = {"16_01.amc", "16.AMC", "walk.BVH"};
    char folder[] = "/tmp/capture-XXXXXX", path[64];
    pd_error err = {0};
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 3; i++) {
        pd_motion_capture capture;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        write_text(path, i < 2 ? amc : cmu_text);
        if (i == 0)
            assert_int_equal(pd_motion_capture_load(&capture, path, NULL, &err),
                             PD_ERR_NOT_FOUND); /* no 16.asf yet */
        char asf[64];
        snprintf(asf, sizeof asf, "%s/16.asf", folder);
        write_text(asf, asf_text);
        assert_int_equal(pd_motion_capture_load(&capture, path, NULL, &err), PD_OK);
        assert_string_equal(capture.source->name, i < 2 ? "cmu-asf" : "cmu-bvh");
        assert_int_equal(capture.clip.frame_count, i < 2 ? 1 : 2);
        pd_motion_capture_deinit(&capture);
        unlink(path);
        if (i == 2) unlink(asf);
    }
    rmdir(folder);
}

static void every_frame_of_an_amc_is_one_of_the_clip(void **state)
{
    (void)state;
    static const char amc[] =
        ":DEGREES\n1\nroot 1 2 3 0 0 0\nlfemur 0 0 0\nlowerback 10\n2\nroot 4 5 6 0 0 90\n"
        "lfemur 0 0 0\nlowerback 20\n3\nroot 7 8 9 0 0 0\nlfemur 0 0 0\nlowerback 30\n";
    const pd_motion_capture_options twice = {.metres_per_unit = 2, .rate = 30};
    pd_motion_capture capture;
    assert_int_equal(
        pd_motion_capture_amc(&capture, bytes_of(asf_text), "t.asf", bytes_of(amc), "t.amc", &twice, NULL),
        PD_OK);
    const pd_anim_clip *clip = &capture.clip;
    const int back = pd_anim_skeleton_find(&clip->skeleton, "lowerback"),
              hip = pd_anim_skeleton_find(&clip->skeleton, "lhipjoint");
    assert_int_equal(clip->frame_count, 3);
    assert_near(clip->rate, 30, 0);
    for (int t = 0; t < 3; t++) {
        assert_near(pd_vec3_distance(clip->roots[t], pd_vec3_make(2 + 6 * t, 4 + 6 * t, 6 + 6 * t)), 0,
                    1e-12);
        assert_near(pd_q_angle(pd_anim_clip_frame(clip, t)[back], pd_q_identity()), (t + 1) * M_PI / 18,
                    1e-9);
        assert_near(pd_q_angle(pd_anim_clip_frame(clip, t)[0], pd_q_identity()), t == 1 ? M_PI / 2 : 0, 1e-7);
    }
    assert_near(pd_vec3_length(clip->skeleton.offsets[hip]), 0, 0);
    assert_near(pd_vec3_length(clip->skeleton.offsets[back]), 0, 0); /* what hangs on the root starts there */
    assert_near(pd_vec3_length(clip->ends[hip]), 0, 0);              /* it has a child */
    assert_near(clip->ends[back].y, 4, 1e-12);
    pd_motion_capture_deinit(&capture);
}

/* Errors name the file without its folder, and the line;
 * a path that leaves no room for the skeleton's is too long. */
/* A frame time of seconds; one that was meant as a rate or in milliseconds
 * is refused unless the rate is stated. */
static void a_frame_time_is_in_seconds(void **state)
{
    (void)state;
    static const struct {
        const char *seconds, *says;
        double stated, rate;
    } rows[] = {
        {"0.04", NULL, 0, 25},
        {"1", NULL, 0, 1},
        {"60", "frames a second", 0, 0},
        {"120.0", "frames a second", 0, 0},
        {"33.333", "milliseconds", 0, 0},
        {"8.33", "milliseconds", 0, 0},
        {"60", NULL, 60, 60},
        {"0.001", NULL, 0, 1000},
        {"0.0000333", NULL, 0, 1 / 0.0000333},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_motion_capture_options options = {.rate = rows[i].stated};
        char text[512];
        pd_motion_capture capture;
        pd_error err = {0};
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\nMOTION\n"
                 "Frames: 2\nFrame Time: %s\n0 0 0\n0 0 1\n",
                 rows[i].seconds);
        const pd_status status = pd_motion_capture_bvh(&capture, bytes_of(text), "t.bvh", &options, &err);
        assert_int_equal(status, rows[i].says ? PD_ERR_RANGE : PD_OK);
        if (rows[i].says) {
            assert_non_null(strstr(err.detail, rows[i].says));
            continue;
        }
        assert_near(capture.clip.rate, rows[i].rate, 1e-9);
        assert_int_equal(strstr(capture.note, "no motion capture is that fast") != NULL, rows[i].rate > 1e4);
        pd_motion_capture_deinit(&capture);
    }
}

/* As programs of Windows save text. */
static void a_byte_order_mark_is_no_part_of_a_file(void **state)
{
    (void)state;
    char text[2048];
    pd_motion_capture capture;
    snprintf(text, sizeof text, "\xef\xbb\xbf%s", cmu_text);
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t.bvh", NULL, NULL), PD_OK);
    assert_int_equal(capture.clip.frame_count, 2);
    pd_motion_capture_deinit(&capture);
}

/* A motion of the biped in which the left arm is raised by 1 radian, as a BVH. */
static void write_biped(pd_buffer *text)
{
    pd_anim_skeleton biped;
    pd_anim_clip clip;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&clip, &biped, 2, 60, NULL), PD_OK);
    for (int t = 0; t < 2; t++) {
        for (int j = 0; j < biped.joint_count; j++) pd_anim_clip_frame(&clip, t)[j] = pd_q_identity();
        pd_anim_clip_frame(&clip, t)[PD_BIPED_L_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1);
        clip.roots[t] = pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0);
    }
    assert_int_equal(pd_motion_capture_write_bvh(text, &clip, NULL), PD_OK);
    pd_anim_clip_deinit(&clip);
}

static void a_known_skeleton_without_an_arm_of_that_name_is_read_by_its_joints(void **state)
{
    (void)state;
    for (int is_renamed = 0; is_renamed < 2; is_renamed++) {
        pd_motion_capture capture;
        pd_buffer text = {0};
        pd_error err = {0};
        write_biped(&text);
        pd_buffer_text(&text, "");
        char *at = memmem(text.data, text.size, "JOINT LeftArm\n", 14);
        assert_non_null(at);
        if (is_renamed) at[10] = '_'; /* "Left_rm" is no joint of the biped */
        assert_int_equal(
            pd_motion_capture_bvh(&capture, (pd_bytes){text.data, text.size}, "t.bvh", NULL, &err), PD_OK);
        assert_string_equal(capture.source->name, "biped");
        assert_int_equal(pd_motion_capture_person(&capture, &err), PD_OK);
        assert_string_equal(capture.source->name, is_renamed ? "smpl" : "biped");
        const int arm =
            pd_anim_skeleton_find(&capture.clip.skeleton, is_renamed ? "left_shoulder" : "LeftArm");
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(NULL, world, &capture.clip, 0);
        assert_near(pd_q_angle(world[arm], pd_q_identity()), 1, 0.05);
        assert_int_equal(strstr(capture.note, "not \"LeftArm\"") != NULL, is_renamed);
        pd_motion_capture_deinit(&capture);
        pd_buffer_deinit(&text);
    }
}

static void a_motion_whose_angles_may_be_radians_is_read_as_degrees_with_a_note(void **state)
{
    (void)state;
    static const char *const rows[] = {"3.1 0 0\n0 -6.28 0\n", "3.1 0 0\n0 -6.29 0\n", "0 0 0\n0 0 0\n"};
    for (int i = 0; i < 3; i++) {
        char text[512];
        pd_motion_capture capture;
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n" TURN
                 "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n%s",
                 rows[i]);
        assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t", NULL, NULL), PD_OK);
        assert_int_equal(strstr(capture.note, "no rotation is larger than 6.28, read as degrees") != NULL,
                         i == 0);
        pd_motion_capture_deinit(&capture);
    }
}

static void a_decimal_comma_is_named(void **state)
{
    (void)state;
    pd_motion_capture capture;
    pd_error err = {0};
    static const char text[] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0,5 0\nCHANNELS 0\n}\n";
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(text), "t.bvh", NULL, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "'0,5' is not a number (OFFSET); a decimal comma"));
}

static void an_error_in_a_file_names_file_and_line(void **state)
{
    (void)state;
    char path[] = "/tmp/captureXXXXXX.bvh";
    static char far[4200];
    pd_motion_capture capture;
    pd_error err = {0};
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    close(file);
    write_text(path, "HIERARCHY\nROOT a\n{\nOFFSET 0 0 nowhere\n}\n");
    assert_int_equal(pd_motion_capture_load(&capture, path, NULL, &err), PD_ERR_FORMAT);
    char where[64];
    snprintf(where, sizeof where, "%s:4", path + 5);
    assert_string_equal(err.where, where);
    unlink(path);

    memset(far, 'x', sizeof far);
    strcpy(far + sizeof far - 5, ".amc");
    assert_int_not_equal(pd_motion_capture_load(&capture, far, NULL, &err), PD_OK);
    assert_int_equal(pd_motion_capture_load(&capture, "some.bvh/walk", NULL, &err), PD_ERR_UNSUPPORTED);
}

static void a_file_without_captured_motion_is_refused(void **state)
{
    (void)state;
    pd_motion_capture capture;
    pd_error err = {0};
    assert_int_equal(pd_motion_capture_load(&capture, "walk.mov", NULL, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "walk.mov");
    assert_int_equal(pd_motion_capture_load(&capture, "/nowhere/walk.bvh", NULL, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(pd_motion_capture_load(&capture, "/nowhere/16_01.amc", NULL, &err), PD_ERR_NOT_FOUND);
    static const char none[] =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 0\nFrame Time: 1\n";
    assert_int_equal(pd_motion_capture_bvh(&capture, bytes_of(none), "t.bvh", NULL, &err), PD_ERR_FORMAT);
    assert_string_equal(err.detail, "no frames; at least 1 expected");
}

/* Files of other kinds are refused by what they are, before they are opened. */
static void other_files_are_refused_with_the_command_that_reads_them(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"joints.npy", "clip convert, clip render and fit read it"},
                                          {"take.mvn", "export the take from MVN as .fbx or .bvh"},
                                          {"take.csv", "posedctl fit"},
                                          {"take.c3d", "posedctl fit"},
                                          {"take.xyz", "motion capture is .bvh"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        pd_error err = {0};
        assert_int_equal(pd_motion_capture_load(&capture, rows[i][0], NULL, &err), PD_ERR_UNSUPPORTED);
        if (!strstr(err.detail, rows[i][1])) fail_msg("%s: %s", rows[i][0], err.detail);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_are_refused_with_the_command_that_reads_them),
        cmocka_unit_test(cmu_is_scaled_repaired_and_freed_of_its_first_frame),
        cmocka_unit_test(the_frames_in_which_a_conversion_slides_into_the_motion_are_left_out),
        cmocka_unit_test(
            position_channels_replace_the_offsets_of_a_bvh_except_at_the_root_of_sources_that_add_them),
        cmocka_unit_test(an_unknown_skeleton_of_a_hundred_units_is_in_centimetres),
        cmocka_unit_test(the_far_end_of_a_bone_is_the_start_of_the_next),
        cmocka_unit_test(a_clip_survives_bvh),
        cmocka_unit_test(an_extent_is_the_largest_of_width_height_and_depth),
        cmocka_unit_test(a_joint_that_moves_stands_at_its_mean),
        cmocka_unit_test(a_written_skeleton_is_depth_first_and_every_leaf_has_an_end),
        cmocka_unit_test(a_file_is_known_by_its_name_and_an_amc_finds_its_asf),
        cmocka_unit_test(every_frame_of_an_amc_is_one_of_the_clip),
        cmocka_unit_test(a_frame_time_is_in_seconds),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_a_file),
        cmocka_unit_test(a_known_skeleton_without_an_arm_of_that_name_is_read_by_its_joints),
        cmocka_unit_test(a_motion_whose_angles_may_be_radians_is_read_as_degrees_with_a_note),
        cmocka_unit_test(a_decimal_comma_is_named),
        cmocka_unit_test(an_error_in_a_file_names_file_and_line),
        cmocka_unit_test(a_file_without_captured_motion_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
