/* Files as OpenPose 1.7, pycocotools, AlphaPose, MediaPipe's JavaScript and Python, and SAM 3D Body write
 * them, by their own documents' shapes. */
#include "core/io/mocap/detections.h"
#include "core/io/tensor/npz.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

static pd_error err;

static pd_status add(pd_detections *d, const char *text)
{
    return pd_detections_add(d, (pd_bytes){(const unsigned char *)text, strlen(text)}, "f.json", &err);
}

/* "x,y,c," of so many keypoints: x counts up from `first`. */
static char *row(int count, double first, const char *sure)
{
    char *text = malloc((size_t)count * 64), *at = text;
    for (int k = 0; k < count; k++)
        at += sprintf(at, "%s%g,%g,%s", k ? "," : "", first + k, 100 + first + k, sure);
    return text;
}

static char *filled(const char *format, const char *a, const char *b)
{
    char *text = malloc(strlen(format) + strlen(a) + strlen(b) + 1);
    sprintf(text, format, a, b);
    return text;
}

static void openpose_is_a_file_a_frame(void **state)
{
    pd_detections d = {0};
    char *a = row(25, 10, "0.5"), *b = row(25, 500, "0");
    char *two = filled("{\"version\":1.3,\"people\":[{\"person_id\":[-1],\"pose_keypoints_2d\":[%s]},"
                       "{\"person_id\":[7],\"pose_keypoints_2d\":[%s],\"face_keypoints_2d\":[]}]}",
                       a, b);

    (void)state;
    assert_int_equal(add(&d, "{\"people\":[]}"), PD_OK);
    assert_int_equal(add(&d, two), PD_OK);
    assert_string_equal(d.set, "openpose25");
    assert_false(d.in_space);
    assert_int_equal(d.frame_count, 2);
    assert_int_equal(d.figure_count, 2);
    assert_int_equal(d.frames[0], 1);
    assert_int_equal(d.ids[0], -1);
    assert_int_equal(d.ids[1], 7);
    assert_near(d.at[3 * 24], 34, 1e-6);
    assert_near(d.at[3 * 24 + 1], 134, 1e-6);
    assert_near(d.confidence[24], 0.5, 1e-6);
    assert_true(isnan(d.at[3 * 25]) && d.confidence[25] == 0);

    assert_int_equal(add(&d, "{\"people\":[{\"pose_keypoints_2d\":[1,2,3]}]}"), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "3 numbers; 75 (BODY_25) or 54 (COCO) expected"));
    pd_detections_deinit(&d);
    free(a), free(b), free(two);
}

/* OpenPose's model COCO: right hip 8, knee 9, ankle 10, left hip 11, eyes 14 and 15, ears 16 and 17; BODY_25
 * has the middle of the hips at 8. */
static void openpose_s_18_keypoints_are_those_of_body_25(void **state)
{
    (void)state;
    static const int of_body_25[][2] = {{0, 0},   {1, 1},   {7, 7},   {9, 8},
                                        {11, 10}, {12, 11}, {15, 14}, {18, 17}};
    static const char *const keys[] = {"pose_keypoints_2d", "pose_keypoints"};
    for (int i = 0; i < 2; i++) {
        pd_detections d = {0};
        char *a = row(18, 10, "0.5"), *text = filled("{\"people\":[{\"%s\":[%s]}]}", keys[i], a);
        assert_int_equal(add(&d, text), PD_OK);
        assert_string_equal(d.set, "openpose25");
        for (size_t k = 0; k < sizeof of_body_25 / sizeof *of_body_25; k++)
            assert_near(d.at[3 * of_body_25[k][0]], 10 + of_body_25[k][1], 1e-6);
        assert_true(isnan(d.at[3 * 8]) && isnan(d.at[3 * 19]) && d.confidence[8] == 0);
        pd_detections_deinit(&d);
        free(a), free(text);
    }
}

/* Detectors write 0 0 or -1 -1, some with a confidence, for a keypoint that they did not find. */
static void places_that_are_none_are_not_seen(void **state)
{
    (void)state;
    pd_detections d = {0};
    assert_int_equal(
        add(&d, "[{\"image_id\":1,\"keypoints\":[0,0,0.9,-1,-1,0.9,0,5,0.9,5,0,0.9,-1,5,0.9,7,7,0.9,7,7,0.9,"
                "7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9,7,7,0.9]}]"),
        PD_OK);
    for (int k = 0; k < 17; k++) assert_int_equal(d.confidence[k] > 0, k > 1);
    pd_detections_deinit(&d);
}

static void coco_annotations_are_in_the_order_of_their_files(void **state)
{
    pd_detections d = {0};
    char *a = row(17, 10, "2"), *b = row(17, 200, "1");
    char *text =
        filled("{\"info\":{},\"images\":[{\"id\":5,\"file_name\":\"f10.jpg\",\"width\":640,\"height\":480},"
               "{\"id\":3,\"file_name\":\"f9.jpg\",\"width\":640,\"height\":480},{\"id\":4,\"file_name\":"
               "\"f11.jpg\"}],"
               "\"annotations\":[{\"image_id\":4,\"keypoints\":[%s],\"track_id\":2},"
               "{\"image_id\":3,\"keypoints\":[%s]},{\"image_id\":5,\"keypoints\":[]}]}",
               a, b);

    (void)state;
    assert_int_equal(add(&d, text), PD_OK);
    assert_string_equal(d.set, "coco17");
    assert_int_equal(d.frame_count, 3);
    assert_int_equal(d.figure_count, 2);
    assert_near(d.width, 640, 0);
    assert_int_equal(d.frames[0], 0);
    assert_near(d.at[0], 200, 0);
    assert_near(d.confidence[0], 0.5, 0); /* there, but hidden */
    assert_int_equal(d.frames[1], 2);
    assert_int_equal(d.ids[1], 2);
    assert_near(d.confidence[17], 1, 0);
    pd_detections_deinit(&d);
    free(a), free(b), free(text);
}

static void results_number_their_frames(void **state)
{
    pd_detections d = {0};
    char *a = row(17, 10, "0.9"), *b = row(17, 200, "2.5");
    char *text = filled("[{\"image_id\":12,\"category_id\":1,\"keypoints\":[%s],\"score\":2.1},"
                        "{\"image_id\":9,\"keypoints\":[%s],\"idx\":4}]",
                        a, b);

    (void)state;
    assert_int_equal(add(&d, text), PD_OK);
    assert_int_equal(d.frame_count, 4); /* 9 to 12: two of them with nobody */
    assert_int_equal(d.frames[1], 3);
    assert_near(d.confidence[0], 1, 0); /* AlphaPose's go beyond 1 */
    assert_int_equal(d.ids[0], 4);
    pd_detections_deinit(&d);
    free(text);

    /* a number that is far from the others is no frame's: in order of their numbers */
    text = filled("[{\"image_id\":900000,\"keypoints\":[%s]},{\"image_id\":30,\"keypoints\":[%s]}]", a, b);
    assert_int_equal(add(&d, text), PD_OK);
    assert_int_equal(d.frame_count, 2);
    assert_near(d.at[0], 200, 0);
    pd_detections_deinit(&d);
    free(text);

    /* texts after numbers */
    text = filled("[{\"image_id\":\"a.jpg\",\"keypoints\":[%s]},{\"image_id\":30,\"keypoints\":[%s]}]", a, b);
    assert_int_equal(add(&d, text), PD_OK);
    assert_int_equal(d.frame_count, 2);
    assert_near(d.at[0], 200, 0);
    pd_detections_deinit(&d);
    free(text);

    text = filled(
        "[{\"image_id\":\"10.jpg\",\"keypoints\":[%s]},{\"image_id\":\"9.jpg\",\"keypoints\":[%s]}]", a, b);
    assert_int_equal(add(&d, text), PD_OK);
    assert_int_equal(d.frame_count, 2);
    assert_near(d.at[0], 200, 0);
    pd_detections_deinit(&d);
    free(a), free(b), free(text);
}

/* "[x,y]," of so many keypoints, x as in row(). */
static char *pairs(int count, double first)
{
    char *text = malloc((size_t)count * 64), *at = text;
    for (int k = 0; k < count; k++) at += sprintf(at, "%s[%g,%g]", k ? "," : "", first + k, 100 + first + k);
    return text;
}

/* `count` times the same number. */
static char *times(int count, const char *number)
{
    char *text = malloc((size_t)count * 16), *at = text;
    for (int k = 0; k < count; k++) at += sprintf(at, "%s%s", k ? "," : "", number);
    return text;
}

/* A video's frames as MMPose's inferencer and demos write them;
 * the second frame has nobody, the third is missing. */
static void mmpose_has_figures_with_scores(void **state)
{
    (void)state;
    char *at = pairs(17, 10), *sure = times(17, "0.75");
    char *figure = filled("{\"keypoints\":[%s],\"keypoint_scores\":[%s],\"bbox\":[[1,2,3,4]]}", at, sure);
    static const char *const films[] = {
        "[{\"frame_id\":0,\"instances\":[%s]},{\"frame_id\":1,\"instances\":[]},{\"frame_id\":3,"
        "\"instances\":[%s]}]",
        "{\"meta_info\":{\"dataset_name\":\"coco\"},\"instance_info\":[{\"frame_id\":1,\"instances\":[%s]},"
        "{\"frame_id\":2,\"instances\":[]},{\"frame_id\":4,\"instances\":[%s]}]}"};
    for (int i = 0; i < 2; i++) {
        pd_detections d = {0};
        char *text = filled(films[i], figure, figure);
        assert_int_equal(add(&d, text), PD_OK);
        assert_string_equal(d.set, "coco17");
        assert_int_equal(d.frame_count, 4);
        assert_int_equal(d.figure_count, 2);
        assert_int_equal(d.frames[1], 3);
        assert_near(d.at[3 * 16 + 1], 126, 0);
        assert_near(d.confidence[16], 0.75, 0);
        pd_detections_deinit(&d);
        free(text);
    }

    /* a file a picture, and a picture with nobody */
    pd_detections d = {0};
    char *picture = filled("[%s,%s]", figure, figure);
    assert_int_equal(add(&d, "[]"), PD_OK);
    assert_int_equal(add(&d, picture), PD_OK);
    assert_int_equal(add(&d, "[]"), PD_OK);
    assert_int_equal(d.frame_count, 3);
    assert_int_equal(d.figure_count, 2);
    assert_int_equal(d.frames[0], 1);
    pd_detections_deinit(&d);
    free(at), free(sure), free(figure), free(picture);
}

static void yolo_has_a_list_for_each_coordinate(void **state)
{
    (void)state;
    pd_detections d = {0};
    char *x = times(16, "320.5"), *y = times(16, "200.25"),
         *point = filled("\"x\":[0,%s],\"y\":[0,%s]", x, y);
    char *text = filled("[{\"name\":\"person\",\"class\":0,\"track_id\":3,\"keypoints\":{%s}},"
                        "{\"name\":\"dog\",\"keypoints\":{\"x\":[1],\"y\":[1]}}]%s",
                        point, "");
    assert_int_equal(add(&d, text), PD_OK);
    assert_int_equal(d.figure_count, 1);
    assert_int_equal(d.ids[0], 3);
    assert_true(isnan(d.at[0]) && d.confidence[0] == 0);
    assert_near(d.at[3], 320.5, 0);
    assert_near(d.at[4], 200.25, 0);
    pd_detections_deinit(&d);
    free(x), free(y), free(point), free(text);
}

/* Halpe's 26: feet at 20 to 25 are BODY_25's 19 to 24 in another order, and the head's top has no place. */
static void halpe_s_feet_are_those_of_body_25(void **state)
{
    (void)state;
    static const int pairs_of[][2] = {{0, 0},   {1, 16},  {5, 5},   {12, 9},  {15, 14}, {20, 19},
                                      {21, 22}, {22, 20}, {23, 23}, {24, 21}, {25, 24}};
    for (int count = 26; count < 137; count += 110) {
        pd_detections d = {0};
        char *a = row(count, 10, "0.5"),
             *text = filled("[{\"image_id\":\"1.jpg\",\"keypoints\":[%s]}]%s", a, "");
        assert_int_equal(add(&d, text), PD_OK);
        assert_string_equal(d.set, count == 26 ? "openpose25" : "openpose67");
        for (size_t k = 0; k < sizeof pairs_of / sizeof *pairs_of; k++)
            assert_near(d.at[3 * pairs_of[k][1]], 10 + pairs_of[k][0], 0);
        assert_true(isnan(d.at[3 * 1]) && isnan(d.at[3 * 8]));
        pd_detections_deinit(&d);
        free(a), free(text);
    }
}

/* PoseTrack's annotations have 17 keypoints too, but in another order, which the file states. */
static void keypoints_that_a_file_names_are_read_by_their_names(void **state)
{
    (void)state;
    static const char *const names = "\"nose\",\"head_bottom\",\"head_top\",\"left_ear\",\"right_ear\","
                                     "\"left_shoulder\",\"right_shoulder\","
                                     "\"left_elbow\",\"right_elbow\",\"left_wrist\",\"right_wrist\",\"left_"
                                     "hip\",\"right_hip\",\"left_knee\","
                                     "\"right_knee\",\"left_ankle\",\"right_ankle\"";
    pd_detections d = {0};
    char *a = row(17, 10, "2");
    char *text = filled("{\"images\":[{\"id\":1}],\"categories\":[{\"keypoints\":[%s]}],\"annotations\":["
                        "{\"image_id\":1,\"keypoints\":[%s]}]}",
                        names, a);
    assert_int_equal(add(&d, text), PD_OK);
    assert_true(isnan(d.at[3]) && isnan(d.at[6])); /* eyes */
    assert_near(d.at[9], 13, 0);
    assert_near(d.at[3 * 16], 26, 0);
    pd_detections_deinit(&d);
    free(text);

    /* CrowdPose begins with the shoulders; TensorFlow.js names each keypoint */
    free(a), a = row(14, 10, "2");
    text = filled(
        "{\"images\":[{\"id\":1}],\"categories\":[{\"keypoints\":[%s]}],\"annotations\":["
        "{\"image_id\":1,\"keypoints\":[%s]}]}",
        "\"left_shoulder\",\"right_shoulder\",\"left_elbow\",\"right_elbow\",\"left_wrist\",\"right_wrist\","
        "\"left_hip\",\"right_hip\",\"left_knee\",\"right_knee\",\"left_ankle\",\"right_ankle\",\"top_head\","
        "\"neck\"",
        a);
    assert_int_equal(add(&d, text), PD_OK);
    assert_near(d.at[3 * 5], 10, 0);
    assert_near(d.at[3 * 16], 21, 0);
    pd_detections_deinit(&d);
    free(text), free(a);

    pd_buffer named = {0};
    static const char *const parts[] = {"RShoulder", "LShoulder", "right_hip", "left_hip", "LKnee",
                                        "RKnee",     "LAnkle",    "RAnkle",    "LHeel"};
    pd_buffer_text(&named, "[{\"keypoints\":[");
    for (int k = 0; k < 9; k++)
        pd_buffer_printf(&named, "%s{\"x\":%d,\"y\":50,\"score\":0.5,\"name\":\"%s\"}", k ? "," : "", 100 + k,
                         parts[k]);
    pd_buffer_add(&named, "]}]", 4);
    assert_int_equal(add(&d, (const char *)named.data), PD_OK);
    assert_string_equal(d.set, "openpose25");
    assert_near(d.at[3 * 2], 100, 0);
    assert_near(d.at[3 * 5], 101, 0);
    assert_near(d.at[3 * 21], 108, 0);
    pd_detections_deinit(&d);
    pd_buffer_deinit(&named);
}

static void easymocap_says_the_size_of_the_picture(void **state)
{
    (void)state;
    pd_detections d = {0};
    char *at = pairs(25, 10);
    char *text =
        filled("{\"filename\":\"images/1/0.jpg\",\"height\":480,\"width\":640,\"annots\":[{\"personID\":2,"
               "\"keypoints\":[%s]}]}%s",
               at, "");
    assert_int_equal(add(&d, text), PD_OK);
    assert_string_equal(d.set, "openpose25");
    assert_near(d.width, 640, 0);
    assert_int_equal(d.ids[0], 2);
    assert_near(d.at[3 * 24], 34, 0);
    pd_detections_deinit(&d);
    free(at), free(text);
}

/* 33 landmarks as objects. */
static char *landmarks(double left)
{
    char *text = malloc(33 * 96), *at = text;
    for (int k = 0; k < 33; k++)
        at += sprintf(at, "%s{\"x\":%g,\"y\":%g,\"z\":-0.25,\"visibility\":0.75}", k ? "," : "",
                      left + 0.01 * k, 0.5);
    return text;
}

static void mediapipe_is_in_space_unless_the_picture_is_known(void **state)
{
    pd_detections d = {0};
    char *world = landmarks(-0.1), *parts = landmarks(0.1);
    char *both = filled("{\"poseWorldLandmarks\":[%s],\"poseLandmarks\":[%s]}", world, parts);
    char *python = filled("[[[%s]],null,[[%s]]]", world, world);

    (void)state;
    assert_int_equal(add(&d, both), PD_OK);
    assert_true(d.in_space);
    assert_string_equal(d.set, "mediapipe33");
    assert_near(d.at[0], -0.1, 1e-6);
    assert_near(d.at[1], -0.5, 1e-6); /* y up, towards the camera z */
    assert_near(d.at[2], 0.25, 1e-6);
    assert_near(d.confidence[0], 0.75, 1e-6);
    assert_int_equal(add(&d, python), PD_OK);
    assert_int_equal(d.frame_count, 4);
    assert_int_equal(d.figure_count, 3);
    pd_detections_deinit(&d);

    d.width = 1000, d.height = 500;
    assert_int_equal(add(&d, both), PD_OK);
    assert_false(d.in_space);
    assert_near(d.at[0], 100, 1e-4);
    assert_near(d.at[1], 250, 1e-4);
    pd_detections_deinit(&d);

    char *bare = filled("[%s]%s", parts, "");
    assert_int_equal(add(&d, bare), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "width and height expected"));
    pd_detections_deinit(&d);
    free(world), free(parts), free(both), free(python), free(bare);
}

static void a_sam_3d_body_is_turned_upright(void **state)
{
    static float points[210];
    pd_buffer file = {0};
    pd_detections d = {0};
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, points, 70, 3);

    (void)state;
    for (int i = 0; i < 210; i++) points[i] = 0.01f * (float)i;
    pd_npz_writer w = pd_npz_begin(&file);
    pd_npz_add(&w, "pred_keypoints_3d", &array);
    assert_int_equal(pd_npz_end(&w, &err), PD_OK);
    assert_int_equal(pd_detections_add(&d, (pd_bytes){file.data, file.size}, "a.npz", &err), PD_OK);
    assert_string_equal(d.set, "sam3d70");
    assert_true(d.in_space);
    assert_near(d.at[207], 2.07, 1e-5);
    assert_near(d.at[208], -2.08, 1e-5);
    assert_near(d.at[209], -2.09, 1e-5);
    pd_detections_deinit(&d);
    pd_buffer_deinit(&file);
}

/* 256 figures in an image, and one more: of the first image, and of the second. */
static void more_figures_than_an_image_may_have_are_refused(void **state)
{
    (void)state;
    for (int image = 1; image < 3; image++)
        for (int more = 0; more < 2; more++) {
            pd_detections d = {0};
            pd_buffer text = {0};
            pd_buffer_text(&text, "{\"images\":[{\"id\":1,\"file_name\":\"a\"},{\"id\":2,\"file_name\":\"b\"}"
                                  "],\"annotations\":[");
            for (int i = 0; i < 256 + more; i++)
                pd_buffer_printf(&text, "%s{\"image_id\":%d,\"keypoints\":[]}", i ? "," : "", image);
            pd_buffer_text(&text, "]}");
            pd_buffer_add(&text, "", 1);
            assert_int_equal(add(&d, (const char *)text.data), more ? PD_ERR_LIMIT : PD_OK);
            if (more) assert_non_null(strstr(err.detail, "more than the allowed 256 figures"));
            pd_detections_deinit(&d);
            pd_buffer_deinit(&text);
        }
}

static void a_line_of_detections_with_wrong_members_is_refused_with_its_number(void **state)
{
    static const struct {
        const char *text, *words;
        pd_status status;
    } bad[] = {
        {"", "line 1", PD_ERR_FORMAT},
        {"{\"people\":3}", "0 to 256 people expected", PD_ERR_LIMIT},
        {"7", "the file's JSON is neither an object nor a list; one of the two expected", PD_ERR_FORMAT},
        {"{\"annotations\":[{\"keypoints\":[]}],\"images\":[]}", "has an image_id that no image has",
         PD_ERR_FORMAT},
        {"[{\"image_id\":1,\"keypoints\":[1,2]}]", "2 numbers; 51", PD_ERR_FORMAT},
        {"{\"landmarks\":[[{\"x\":0.5,\"y\":0.5}]]}", "width and height expected", PD_ERR_FORMAT},
        {"{\"worldLandmarks\":[[{\"x\":0.5,\"y\":0.5}]]}", "1 landmarks; 33 expected", PD_ERR_FORMAT},
        {"{\"images\":[{\"id\":1,\"width\":5,\"height\":5},{\"id\":2,\"width\":6,\"height\":5}],"
         "\"annotations\":[]}",
         "others have 5x5", PD_ERR_RANGE},
        {"{\"version\":0.1,\"bodies\":[]}", "--format cmu", PD_ERR_UNSUPPORTED},
        {"{\"a.jpg\":{\"people\":[]}}", "AlphaPose's --format", PD_ERR_UNSUPPORTED},
        {"[{\"id\":0,\"keypoints3d\":[]}]", "EasyMocap's points in space", PD_ERR_UNSUPPORTED},
        {"[{\"id\":0,\"Rh\":[[0,0,0]]}]", "parameters of SMPL", PD_ERR_UNSUPPORTED},
        {"{\"frame\":1,\"skeleton\":[]}", "found only frame, skeleton; people (OpenPose)", PD_ERR_FORMAT},
        {"[{\"keypoints\":[[1,2,3]],\"keypoint_scores\":[1]}]", "in space (MMPose's human3d)",
         PD_ERR_UNSUPPORTED},
        {"[{\"keypoints\":[[100,2],[3,4]]}]", "2 keypoints without names; 17 (COCO)", PD_ERR_FORMAT},
        {"[{\"frame_id\":4,\"instances\":[]},{\"frame_id\":4,\"instances\":[]}]", "frame_id 4 after 4",
         PD_ERR_RANGE},
        {"{\"annotations\":[],\"categories\":[{\"keypoints\":[\"snout\",\"left_ear\"]}]}",
         "1 of 2 names of keypoints are known", PD_ERR_FORMAT},
        {"[{\"image_id\":1,\"keypoints\":[0.1,0.1,1,0.1,0.2,1,0.2,0.3,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
         "0,0,0,0,0,"
         "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]",
         "fractions of the picture; pixels expected", PD_ERR_RANGE},
        {"[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "deep; at most 16", PD_ERR_FORMAT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pd_detections d = {0};
        assert_int_equal(add(&d, bad[i].text), bad[i].status);
        if (!strstr(err.detail, bad[i].words)) fail_msg("%s: \"%s\"", bad[i].text, err.detail);
        pd_detections_deinit(&d);
    }

    pd_detections none = {0}; /* a confidence that no float has is nothing seen */
    char *faint = row(25, 10, "1e-60"),
         *little = filled("{\"people\":[{\"pose_keypoints_2d\":[%s]}]}%s", faint, "");
    assert_int_equal(add(&none, little), PD_OK);
    assert_true(isnan(none.at[0]) && none.confidence[0] == 0);
    pd_detections_deinit(&none);
    free(faint), free(little);

    pd_detections d = {0};
    char *far = row(25, 2e6, "1"), *text = filled("{\"people\":[{\"pose_keypoints_2d\":[%s]}]}%s", far, "");
    assert_int_equal(add(&d, text), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "from -1000000 to 1000000"));
    assert_int_equal(add(&d, "[{\"image_id\":1,\"keypoints\":[]}]"),
                     PD_ERR_FORMAT); /* another kind than before */
    assert_non_null(strstr(err.detail, "OpenPose"));
    pd_detections_deinit(&d);
    free(far), free(text);
}

static void digits_are_ordered_by_their_number(void **state)
{
    (void)state;
    assert_true(pd_detections_name_order("f9.json", "f10.json") < 0);
    assert_true(pd_detections_name_order("f010.json", "f9.json") > 0);
    assert_true(pd_detections_name_order("a2b3", "a2b20") < 0);
    assert_true(pd_detections_name_order("a", "ab") < 0);
    assert_int_equal(pd_detections_name_order("x_007", "x_007"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openpose_is_a_file_a_frame),
        cmocka_unit_test(more_figures_than_an_image_may_have_are_refused),
        cmocka_unit_test(openpose_s_18_keypoints_are_those_of_body_25),
        cmocka_unit_test(places_that_are_none_are_not_seen),
        cmocka_unit_test(coco_annotations_are_in_the_order_of_their_files),
        cmocka_unit_test(results_number_their_frames),
        cmocka_unit_test(mmpose_has_figures_with_scores),
        cmocka_unit_test(yolo_has_a_list_for_each_coordinate),
        cmocka_unit_test(halpe_s_feet_are_those_of_body_25),
        cmocka_unit_test(keypoints_that_a_file_names_are_read_by_their_names),
        cmocka_unit_test(easymocap_says_the_size_of_the_picture),
        cmocka_unit_test(mediapipe_is_in_space_unless_the_picture_is_known),
        cmocka_unit_test(a_sam_3d_body_is_turned_upright),
        cmocka_unit_test(a_line_of_detections_with_wrong_members_is_refused_with_its_number),
        cmocka_unit_test(digits_are_ordered_by_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
