/* Hands and faces in the files of every detector that writes them: with the left hand, the right one, both or
 * none, the keypoints of the hands follow those of the body, and faces are counted. */
#include "core/base/buffer.h"
#include "core/io/mocap/detections.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

enum { LEFT = 1, RIGHT = 2, FACE = 4 };

static pd_error err;

/* Positions that tell what they are: x is 1000 for the left hand, 2000 for the right, 3000 for the face and
 * 100 for the body, plus the number of the keypoint. */
static double x_of(int part, int k)
{
    return (part == LEFT ? 1000 : part == RIGHT ? 2000 : part == FACE ? 3000 : 100) + k;
}

/* Writes "x,y,c" of keypoints with `open` before each and `close` behind it;
 * c is 0 for a part that is not there. */
static void points(pd_buffer *out, int count, int part, int parts, const char *open, const char *close)
{
    for (int k = 0; k < count; k++)
        pd_buffer_printf(out, "%s%s%g,%d,%s%s", k ? "," : "", open, x_of(part, k), 50 + k,
                         !part || parts & part ? "0.9" : "0", close);
}

/* The same as MediaPipe's landmarks, as fractions of a picture of 4000 x 1000. */
static void landmarks(pd_buffer *out, int count, int part)
{
    for (int k = 0; k < count; k++)
        pd_buffer_printf(out, "%s{\"x\":%.6f,\"y\":%.6f,\"z\":0}", k ? "," : "", x_of(part, k) / 4000,
                         (50 + k) / 1000.0);
}

static void write_openpose(pd_buffer *out, int parts)
{
    pd_buffer_text(out, "{\"people\":[{\"pose_keypoints_2d\":[");
    points(out, 25, 0, parts, "", "");
    pd_buffer_text(out, "],\"face_keypoints_2d\":[");
    if (parts & FACE) points(out, 70, FACE, parts, "", "");
    pd_buffer_text(out, "],\"hand_left_keypoints_2d\":[");
    if (parts & LEFT) points(out, 21, LEFT, parts, "", "");
    pd_buffer_text(out, "],\"hand_right_keypoints_2d\":[");
    if (parts & RIGHT) points(out, 21, RIGHT, parts, "", "");
    pd_buffer_text(out, "]}]}");
}

/* Lists of whole bodies: 17 or 26 of the body, 6 of the feet or none, 68 of the face, 21 of each hand.
 * Without hands they are lists of the body alone. */
static void write_list(pd_buffer *out, int parts, int body, int feet, const char *open, const char *close)
{
    points(out, body, 0, parts, open, close);
    if (!(parts & (LEFT | RIGHT))) return;
    if (feet) pd_buffer_text(out, ",");
    points(out, feet, 0, parts, open, close);
    pd_buffer_text(out, ",");
    points(out, 68, FACE, parts | FACE, open, close);
    pd_buffer_text(out, ",");
    points(out, 21, LEFT, parts, open, close);
    pd_buffer_text(out, ",");
    points(out, 21, RIGHT, parts, open, close);
}

static void write_coco_133(pd_buffer *out, int parts)
{
    pd_buffer_text(out, "[{\"image_id\":1,\"keypoints\":[");
    write_list(out, parts, 17, 6, "", "");
    pd_buffer_text(out, "]}]");
}

static void write_halpe_136(pd_buffer *out, int parts)
{
    pd_buffer_text(out, "[{\"image_id\":\"a.jpg\",\"keypoints\":[");
    write_list(out, parts, 26, 0, "", "");
    pd_buffer_text(out, "]}]");
}

static void write_coco_lists(pd_buffer *out, int parts)
{
    pd_buffer_text(out,
                   "{\"images\":[{\"id\":1,\"width\":4000,\"height\":1000}],\"annotations\":[{\"image_id\":1,"
                   "\"keypoints\":[");
    points(out, 17, 0, parts, "", "");
    pd_buffer_text(out, "]");
    if (parts & FACE) {
        pd_buffer_text(out, ",\"face_kpts\":[");
        points(out, 68, FACE, parts, "", "");
        pd_buffer_text(out, "]");
    }
    if (parts & LEFT) {
        pd_buffer_text(out, ",\"lefthand_kpts\":[");
        points(out, 21, LEFT, parts, "", "");
        pd_buffer_text(out, "]");
    }
    if (parts & RIGHT) {
        pd_buffer_text(out, ",\"righthand_kpts\":[");
        points(out, 21, RIGHT, parts, "", "");
        pd_buffer_text(out, "]");
    }
    pd_buffer_text(out, "}]}");
}

static void write_mmpose(pd_buffer *out, int parts)
{
    pd_buffer_text(out, "[{\"keypoints\":[");
    write_list(out, parts, 17, 6, "[", "]");
    pd_buffer_text(out, "]}]");
}

/* MMPose's video with the names of COCO-WholeBody. */
static void write_mmpose_named(pd_buffer *out, int parts)
{
    static const char *const body[] = {
        "nose",           "left_eye",   "right_eye",     "left_ear",        "right_ear",   "left_shoulder",
        "right_shoulder", "left_elbow", "right_elbow",   "left_wrist",      "right_wrist", "left_hip",
        "right_hip",      "left_knee",  "right_knee",    "left_ankle",      "right_ankle", "left_big_toe",
        "left_small_toe", "left_heel",  "right_big_toe", "right_small_toe", "right_heel"};
    static const char *const fingers[] = {"thumb", "forefinger", "middle_finger", "ring_finger",
                                          "pinky_finger"};
    const bool hands = parts & (LEFT | RIGHT);
    int n = 0;

    pd_buffer_text(out, "{\"meta_info\":{\"keypoint_id2name\":{");
    for (int k = 0; k < (hands ? 23 : 17); k++, n++)
        pd_buffer_printf(out, "%s\"%d\":\"%s\"", n ? "," : "", n, body[k]);
    for (int k = 0; k < 68 && hands; k++, n++) pd_buffer_printf(out, ",\"%d\":\"face-%d\"", n, k);
    for (int side = 0; side < 2 && hands; side++) {
        pd_buffer_printf(out, ",\"%d\":\"%s_hand_root\"", n++, side ? "right" : "left");
        for (int k = 0; k < 20; k++, n++)
            pd_buffer_printf(out, ",\"%d\":\"%s_%s%d\"", n, side ? "right" : "left", fingers[k / 4],
                             k % 4 + 1);
    }
    pd_buffer_text(out, "}},\"instance_info\":[{\"frame_id\":1,\"instances\":[{\"keypoints\":[");
    write_list(out, parts, 17, 6, "[", "]");
    pd_buffer_text(out, "]}]}]}");
}

static void write_easymocap(pd_buffer *out, int parts)
{
    pd_buffer_text(out, "{\"width\":4000,\"height\":1000,\"annots\":[{\"personID\":0,\"keypoints\":[");
    points(out, 25, 0, parts, "[", "]");
    pd_buffer_text(out, "]");
    if (parts & LEFT) {
        pd_buffer_text(out, ",\"handl2d\":[");
        points(out, 21, LEFT, parts, "[", "]");
        pd_buffer_text(out, "]");
    }
    if (parts & RIGHT) {
        pd_buffer_text(out, ",\"handr2d\":[");
        points(out, 21, RIGHT, parts, "[", "]");
        pd_buffer_text(out, "]");
    }
    if (parts & FACE) {
        pd_buffer_text(out, ",\"face2d\":[");
        points(out, 70, FACE, parts, "[", "]");
        pd_buffer_text(out, "]");
    }
    pd_buffer_text(out, "}]}");
}

static void holistic(pd_buffer *out, int parts, const char *const keys[4], const char *open,
                     const char *close)
{
    pd_buffer_printf(out, "{\"%s\":%s[", keys[0], open);
    landmarks(out, 33, 0);
    pd_buffer_printf(out, "]%s", close);
    for (int i = 0; i < 3; i++) {
        static const int kinds[] = {LEFT, RIGHT, FACE};
        if (!(parts & kinds[i])) continue;
        pd_buffer_printf(out, ",\"%s\":%s[", keys[1 + i], open);
        landmarks(out, kinds[i] == FACE ? 478 : 21, kinds[i]);
        pd_buffer_printf(out, "]%s", close);
    }
    pd_buffer_text(out, "}");
}

static void write_holistic_js(pd_buffer *out, int parts)
{
    static const char *const keys[] = {"poseLandmarks", "leftHandLandmarks", "rightHandLandmarks",
                                       "faceLandmarks"};
    holistic(out, parts, keys, "", "");
}

static void write_holistic_tasks(pd_buffer *out, int parts)
{
    static const char *const keys[] = {"poseLandmarks", "leftHandLandmarks", "rightHandLandmarks",
                                       "faceLandmarks"};
    holistic(out, parts, keys, "[", "]");
}

static void write_holistic_python(pd_buffer *out, int parts)
{
    static const char *const keys[] = {"pose_landmarks", "left_hand_landmarks", "right_hand_landmarks",
                                       "face_landmarks"};
    holistic(out, parts, keys, "{\"landmark\":", "}");
}

/* Files with whole bodies in one list have both hands and the face or none. */
static const struct {
    const char *name;
    void (*write)(pd_buffer *out, int parts);
    bool is_list, is_mediapipe;
} formats[] = {{"OpenPose", write_openpose, false, false},
               {"COCO results, 133", write_coco_133, true, false},
               {"AlphaPose, 136", write_halpe_136, true, false},
               {"COCO-WholeBody annotations", write_coco_lists, false, false},
               {"MMPose, a list of 133", write_mmpose, true, false},
               {"MMPose, names", write_mmpose_named, true, false},
               {"EasyMocap", write_easymocap, false, false},
               {"MediaPipe holistic, JavaScript", write_holistic_js, false, true},
               {"MediaPipe tasks, lists of one person", write_holistic_tasks, false, true},
               {"MediaPipe holistic, Python", write_holistic_python, false, true}};

static void hands_of_every_format_follow_the_body(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (int parts = 0; parts < 8; parts++) {
            const int body = formats[f].is_mediapipe ? 33 : 25;
            const bool hands = parts & (LEFT | RIGHT);
            pd_detections d = {.width = 4000, .height = 1000};
            pd_buffer text = {0};
            char unread[PD_DETECTIONS_NOTES];
            formats[f].write(&text, parts);
            if (pd_detections_add(&d, (pd_bytes){text.data, text.size}, "f.json", &err) != PD_OK)
                fail_msg("%s, %d: %s", formats[f].name, parts, err.detail);
            if (hands != (d.keypoint_count == body + 42))
                fail_msg("%s, %d: %s", formats[f].name, parts, d.set);
            for (int side = 0; side < 2 && hands; side++)
                for (int k = 0; k < 21; k++) {
                    const float at = d.at[3 * (body + 21 * side + k)];
                    const int part = side ? RIGHT : LEFT;
                    if (parts & part ? !(fabs((double)at - x_of(part, k)) < 0.01) : !isnan(at))
                        fail_msg("%s, %d: side %d, %d is %g", formats[f].name, parts, side, k, (double)at);
                }

            /* Faces are named as unused. */
            const bool face = formats[f].is_list ? hands : parts & FACE;
            pd_detections_unread(unread, &d);
            if (face != (strstr(unread, "keypoints of the face are not used") != NULL))
                fail_msg("%s, %d: \"%s\"", formats[f].name, parts, unread);
            pd_detections_deinit(&d);
            pd_buffer_deinit(&text);
        }
}

/* A film whose first frames have no hands is widened, and frames without them stay possible. */
static void a_film_may_have_hands_in_some_frames(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        const int body = formats[f].is_mediapipe ? 33 : 25;
        static const int parts[] = {0, LEFT | RIGHT, 0};
        pd_detections d = {.width = 4000, .height = 1000};
        if (formats[f].is_list && formats[f].write != write_halpe_136)
            continue; /* 17 keypoints have another set */
        if (formats[f].write == write_coco_lists) continue;
        for (int k = 0; k < 3; k++) {
            pd_buffer text = {0};
            formats[f].write(&text, parts[k]);
            if (pd_detections_add(&d, (pd_bytes){text.data, text.size}, "f.json", &err) != PD_OK)
                fail_msg("%s, file %d: %s", formats[f].name, k, err.detail);
            pd_buffer_deinit(&text);
        }
        assert_int_equal(d.figure_count, 3);
        assert_int_equal(d.keypoint_count, body + 42);
        for (int k = 0; k < 3; k++) {
            const float *at = d.at + 3 * (size_t)k * (size_t)d.keypoint_count;
            assert_near(at[3 * 5], d.at[3 * 5], 1e-6);
            assert_int_equal(isnan(at[3 * (body + 9)]), k != 1);
        }
        pd_detections_deinit(&d);
    }
}

/* Hands of MediaPipe in space have another origin than the body: they are named. */
static void hands_in_space_are_named_as_unused(void **state)
{
    pd_detections d = {0};
    pd_buffer text = {0};
    char unread[PD_DETECTIONS_NOTES];

    (void)state;
    pd_buffer_text(&text, "{\"poseWorldLandmarks\":[");
    for (int k = 0; k < 33; k++)
        pd_buffer_printf(&text, "%s{\"x\":%g,\"y\":%g,\"z\":0.1}", k ? "," : "", 0.01 * k - 0.1, 0.02 * k);
    pd_buffer_text(&text, "],\"leftHandLandmarks\":[");
    landmarks(&text, 21, LEFT);
    pd_buffer_text(&text, "]}");
    assert_int_equal(pd_detections_add(&d, (pd_bytes){text.data, text.size}, "f.json", &err), PD_OK);
    assert_string_equal(d.set, "mediapipe33");
    pd_detections_unread(unread, &d);
    assert_non_null(strstr(unread, "42 keypoints of the hands in space are not used"));
    pd_detections_deinit(&d);
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_of_every_format_follow_the_body),
        cmocka_unit_test(a_film_may_have_hands_in_some_frames),
        cmocka_unit_test(hands_in_space_are_named_as_unused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
