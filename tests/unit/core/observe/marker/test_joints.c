/* Takes of joints in files of markers: names of the programs that write them, the places that they mean, and
 * points without known names whose distances give them away. */
#include "core/observe/marker/marked.h"
#include "core/observe/take/room.h"
#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

#define LISTED 40

/* What programs write. */
static const struct {
    const char *program;
    const char *names[LISTED];
    int known; /* names with a place on a body */
} sets[] = {
    {"Pose2Sim, Halpe's 26",
     {"Hip",       "RHip",   "RKnee",   "RAnkle",    "RBigToe", "RSmallToe", "RHeel", "LHip",
      "LKnee",     "LAnkle", "LBigToe", "LSmallToe", "LHeel",   "Neck",      "Head",  "Nose",
      "RShoulder", "RElbow", "RWrist",  "LShoulder", "LElbow",  "LWrist"},
     22},
    {"OpenCap",
     {"Neck",         "RShoulder",    "RElbow",     "RWrist",  "LShoulder", "LElbow", "LWrist",
      "midHip",       "RHip",         "RKnee",      "RAnkle",  "LHip",      "LKnee",  "LAnkle",
      "LBigToe",      "LSmallToe",    "LHeel",      "RBigToe", "RSmallToe", "RHeel",  "r.ASIS_study",
      "L.ASIS_study", "r_knee_study", "RHJC_study", "C7_study"},
     20},
    {"COCO",
     {"nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder", "right_shoulder",
      "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hip", "right_hip", "left_knee",
      "right_knee", "left_ankle", "right_ankle"},
     17},
    {"SMPL",
     {"Pelvis",     "L_Hip",      "R_Hip",   "Spine1",  "L_Knee",  "R_Knee",   "Spine2",   "L_Ankle",
      "R_Ankle",    "Spine3",     "L_Foot",  "R_Foot",  "Neck",    "L_Collar", "R_Collar", "Head",
      "L_Shoulder", "R_Shoulder", "L_Elbow", "R_Elbow", "L_Wrist", "R_Wrist",  "L_Hand",   "R_Hand"},
     24},
    {"Human3.6M",
     {"Hip", "RHip", "RKnee", "RFoot", "LHip", "LKnee", "LFoot", "Spine", "Thorax", "Nose", "Head",
      "LShoulder", "LElbow", "LWrist", "RShoulder", "RElbow", "RWrist"},
     17},
    {"Kinect",
     {"SpineBase", "HipLeft", "KneeLeft", "AnkleLeft", "FootLeft", "HipRight", "KneeRight", "AnkleRight",
      "FootRight", "Neck", "Head", "ShoulderLeft", "ElbowLeft", "WristLeft", "HandLeft", "ShoulderRight",
      "ElbowRight", "WristRight", "HandRight"},
     15},
    {"joint centres of a laboratory",
     {"LHJC", "RHJC", "LKJC", "RKJC", "LAJC", "RAJC", "LSJC", "RSJC", "LEJC", "REJC", "LWJC", "RWJC"},
     12},
    {"subjects", {"Anna:RHip", "Anna:RKnee", "Anna:RAnkle", "Anna:LHip", "Anna:LKnee", "Anna:LAnkle"}, 6},
};

static pd_markers file_of(const char *const *names)
{
    pd_markers m = {.frame_count = 1, .rate = 30, .up_axis = 1};
    pd_error err;
    while (m.marker_count < LISTED && names[m.marker_count]) m.marker_count++;
    assert_int_equal(pd_markers_make(&m, "test", &err), PD_OK);
    for (int i = 0; i < m.marker_count; i++) snprintf(m.names[i], sizeof m.names[i], "%s", names[i]);
    return m;
}

static void names_of_every_program_are_joints(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        pd_markers m = file_of(sets[k].names);
        const pd_observe_joint_style style = pd_observe_joint_style_of(&m);
        pd_observe_marker_set set;
        pd_error err;
        if (!style.are_joints) fail_msg("%s: not recognised", sets[k].program);
        assert_int_equal(pd_observe_joint_set_make(&set, &m, -1, 0.01, model, "test", &err), PD_OK);
        if (set.count != sets[k].known)
            fail_msg("%s: %d of %d places", sets[k].program, set.count, sets[k].known);
        assert_true(set.are_joints && !set.mounts);

        /* Left and right are partners. */
        for (int i = 0; i < set.count; i++) {
            const char *name = m.names[set.column[i]];
            const char *colon = strrchr(name, ':');
            const char first = (char)(colon ? colon[1] : name[0]);
            if ((first == 'L' || first == 'R') && set.places[i].mirror == i)
                fail_msg("%s has no partner", name);
        }
        pd_observe_marker_set_deinit(&set);
        pd_markers_deinit(&m);
    }
}

/* Names of marker sets are no joints. */
static void names_of_markers_are_no_joints(void **state)
{
    (void)state;
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++) {
        const char *names[48] = {NULL};
        memcpy(names, p->markers, (size_t)p->count * sizeof *names);
        pd_markers m = {.marker_count = p->count, .frame_count = 1, .rate = 30};
        pd_error err;
        assert_int_equal(pd_markers_make(&m, "test", &err), PD_OK);
        for (int i = 0; i < p->count; i++) snprintf(m.names[i], sizeof m.names[i], "%s", names[i]);
        assert_false(pd_observe_joint_style_of(&m).are_joints);
        pd_markers_deinit(&m);
    }
}

/* The same word means other places in other sets. */
static void the_set_decides_what_neck_head_and_foot_mean(void **state)
{
    static const struct {
        int set;
        const char *name, *place;
    } rows[] = {{0, "Neck", "left_shoulder+right_shoulder"},
                {3, "Neck", "neck"},
                {0, "Head", "@head_top"},
                {3, "Head", "head"},
                {3, "R_Foot", "right_foot"},
                {4, "RFoot", "right_ankle"},
                {0, "Hip", "left_hip+right_hip"},
                {3, "Pelvis", "pelvis"},
                {0, "RBigToe", "@right_big_toe"},
                {5, "HandLeft", NULL}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_markers m = file_of(sets[rows[i].set].names);
        const pd_observe_joint_style style = pd_observe_joint_style_of(&m);
        char place[PD_OBSERVE_JOINT_PLACE_BYTES] = "";
        const bool has = pd_observe_joint_place(place, &style, rows[i].name);
        if (has != (rows[i].place != NULL) || (has && strcmp(place, rows[i].place) != 0))
            fail_msg("%s of %s: %s", rows[i].name, sets[rows[i].set].program, place);
        pd_markers_deinit(&m);
    }
}

/* A take of all joints: its own names give joints; names that nobody knows make it suspected, and the caller
 * may say that they are markers. Markers of the same motion are not suspected. */
static void unknown_names_of_joints_are_suspected(void **state)
{
    enum { FRAMES = 60, JOINTS = 22 };
    takes t;
    pd_error err;

    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        takes_open(&t, model, FRAMES, 10 + seed);
        int worn;
        assert_false(pd_observe_joint_is_suspected(&worn, &t.file));
        pd_markers m = {.marker_count = JOINTS, .frame_count = FRAMES, .rate = 60, .up_axis = 1};
        assert_int_equal(pd_markers_make(&m, "test", &err), PD_OK);
        for (int f = 0; f < FRAMES; f++)
            for (int k = 0; k < JOINTS; k++)
                memcpy(m.positions + 3 * (f * JOINTS + k), t.joints + 3 * (SIGHT_JOINTS * f + k),
                       3 * sizeof(float));
        for (int k = 0; k < JOINTS; k++) snprintf(m.names[k], sizeof m.names[k], "P%02d", k);
        int hinges;
        assert_true(pd_observe_joint_is_suspected(&hinges, &m));
        print_message("hinges: %d of joints, %d of markers\n", hinges, worn);

        pd_observe_take take = {0};
        pd_observe_marked job = {.file = &m, .up_axis = 1, .points_option = "--points"};
        assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "take.trc", &err), PD_ERR_INVALID);
        assert_non_null(strstr(err.detail, "centres of joints"));
        assert_non_null(strstr(err.detail, "--points markers"));
        pd_observe_marked_deinit(&job);
        job = (pd_observe_marked){.file = &m, .up_axis = 1, .points = PD_OBSERVE_POINTS_MARKERS};
        assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "take.trc", &err), PD_OK);
        assert_true(job.nameless);
        pd_observe_marked_deinit(&job);
        pd_markers_deinit(&m);
        takes_close(&t);
    }
}

/* Joints of a moving person are found where they are, to 15 mm, whatever the file's axis. */
static void a_take_of_joints_is_fitted(void **state)
{
    enum { FRAMES = 30, JOINTS = 24 };

    (void)state;
    for (pd_up up = 0; up < PD_UP_COUNT; up++) {
        takes t;
        pd_error err;
        takes_open(&t, model, FRAMES, 5);
        pd_markers m = file_of(sets[3].names);
        m.frame_count = FRAMES;
        free(m.positions);
        m.positions = malloc(3 * FRAMES * JOINTS * sizeof(float));
        for (int i = 0; i < FRAMES * JOINTS; i++) {
            double at[3];
            for (int c = 0; c < 3; c++)
                at[c] = (double)t.joints[3 * (SIGHT_JOINTS * (i / JOINTS) + i % JOINTS) + c];
            pd_up_point_back(at, at, up);
            for (int c = 0; c < 3; c++) m.positions[3 * i + c] = (float)at[c];
        }

        pd_observe_take take = {0};
        pd_observe_marked job = {.file = &m, .up_axis = (int)up};
        assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "take", &err), PD_OK);
        assert_true(job.are_joints);
        take.prior = &prior;
        take.executor = &pd_executor_serial;
        assert_true(pd_observe_take_room(&take, model));
        assert_int_equal(pd_observe_marked_run(&job, &take, model, "take", &err), PD_OK);
        takes_fit fit = {.take = take};
        double off = 0;
        for (int f = 0; f < FRAMES; f++) off += takes_distance(&fit, &t, model, f) / FRAMES;
        if (up == PD_UP_Y) print_message("%.1f mm\n", 1000 * off);
        assert_true(off < 0.015);
        pd_observe_take_room_free(&take);
        pd_observe_marked_deinit(&job);
        pd_markers_deinit(&m);
        takes_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_every_program_are_joints),
        cmocka_unit_test(names_of_markers_are_no_joints),
        cmocka_unit_test(the_set_decides_what_neck_head_and_foot_mean),
        cmocka_unit_test(unknown_names_of_joints_are_suspected),
        cmocka_unit_test(a_take_of_joints_is_fitted),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
