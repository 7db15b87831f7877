/* Files in every layout that AMASS and the smplx package write, made here by their documented members. */
#include "core/motion/amass.h"
#include "core/base/rng.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/amass_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* A joint by name has the rotation of these three numbers; the root's is brought from +Z up to +Y up. */
static void assert_turns(const pd_retarget_motion *m, const char *name, int frame, const float *v)
{
    int joint = pd_anim_skeleton_find(&m->clip.skeleton, name);
    assert_true(joint >= 0);
    pd_quat q = pd_anim_clip_frame(&m->clip, frame)[joint],
            expected = pd_q_from_rotvec(pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
    for (int c = 0; c < 3; c++) {
        pd_vec3 axis = pd_vec3_make(c == 0, c == 1, c == 2), a = pd_q_rotate(q, axis),
                b = pd_q_rotate(expected, axis);
        if (joint == m->clip.skeleton.root) b = pd_vec3_make(b.x, b.z, -b.y);
        assert_near(pd_vec3_distance(a, b), 0, 1e-6);
    }
}

/* Two members with poses, with places or with betas: equal ones are accepted,
 * others refused with both names. */
static void members_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *pose, *place, *betas, *error;
    } rows[] = {
        {"pose", NULL, NULL, "a.npz: pose: differs from poses by up to 11.5 degrees (frame 2, joint 3); "},
        {"body_pose", NULL, NULL,
         "a.npz: body_pose: differs from poses by up to 11.5 degrees (frame 2, joint 2); "},
        {NULL, "transl", NULL, "a.npz: transl: differs from trans by up to 0.2 m (frame 2); "},
        {NULL, "smpl_trans", NULL, "a.npz: smpl_trans: differs from trans by up to 0.2 m (frame 2); "},
        {NULL, NULL, "shape", "a.npz: shape: differs from betas by up to 0.2; "},
    };
    pd_smpl_model *model = amass_body_of(24, "made for a test", "neutral");
    float *pose = amass_noise(T * 72, 5), *place = amass_places(6), betas[10] = {1, -1}, part[T * 69];
    char notes[PD_MOTION_AMASS_NOTES], got[2 * sizeof(pd_error)];
    const float rate = 30;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int differs = 0; differs < 2; differs++) {
            pd_retarget_motion motion;
            pd_error err = {0};
            amass_file f;
            amass_begin(&f);
            amass_add(&f, "poses", pose, T, 72), amass_add(&f, "trans", place, T, 3),
                amass_add(&f, "betas", betas, 10, 0);
            amass_add(&f, "fps", &rate, 0, 0);

            /* The second member, with one number that differs. */
            float *changed = rows[i].pose ? &pose[2 * 72 + 9] : rows[i].place ? &place[7] : &betas[1];
            const float before = *changed;
            if (differs) *changed = before + 0.2f;
            for (int t = 0; t < T; t++) memcpy(part + 69 * t, pose + 72 * t + 3, 69 * sizeof *part);
            if (rows[i].pose)
                amass_add(&f, rows[i].pose, strcmp(rows[i].pose, "pose") ? part : pose, T,
                          strcmp(rows[i].pose, "pose") ? 69 : 72);
            if (rows[i].place) amass_add(&f, rows[i].place, place, T, 3);
            if (rows[i].betas) amass_add(&f, rows[i].betas, betas, 10, 0);
            *changed = before;
            amass_finish(&f);
            const pd_status s = pd_motion_amass_read(&motion, notes, &f.npz, model, &amass, &err);
            snprintf(got, sizeof got, "%s: %s", err.where, err.detail);
            if (differs) {
                assert_int_equal(s, PD_ERR_FORMAT);
                if (strncmp(got, rows[i].error, strlen(rows[i].error)) ||
                    !strstr(got, "one of the two, or equal ones, allowed"))
                    fail_msg("%s", got);
            } else {
                if (s) fail_msg("%s", got);
                pd_anim_clip_deinit(&motion.clip);
            }
            amass_end(&f);
        }
    free(pose), free(place);
    pd_smpl_model_release(model);
}

/* Rates that are really the seconds or milliseconds between frames. */
static void a_rate_that_is_hardly_one_is_refused_or_reported(void **state)
{
    (void)state;
    static const struct {
        float value;
        const char *refusal, *note;
    } rows[] = {
        {1 / 30.f,
         "0.0333333 frames a second; 1 to 10000 expected: it looks like the seconds between frames, "
         "which would be 30 frames a second (--source-rate HZ states another)",
         NULL},
        {1000 / 30.f, NULL,
         "mocap_framerate is read as 33.3333 frames a second; it looks like the milliseconds "
         "between frames, which would be 30 frames a second"},
        {1000 / 120.f, NULL, "which would be 120 frames a second"},
        {29.97f, NULL, NULL},
        {59.94f, NULL, NULL},
        {23.976f, NULL, NULL},
        {12.5f, NULL, NULL},
        {25, NULL, NULL},
    };
    pd_smpl_model *body = amass_body_of(MOST, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_stated = 0; is_stated < 2; is_stated++) {
            float *poses = calloc(T * 66, sizeof *poses), *trans = amass_places(3);
            char notes[PD_MOTION_AMASS_NOTES] = "";
            pd_motion_amass_options options = amass;
            pd_retarget_motion m;
            pd_error err;
            amass_file f;
            if (is_stated) options.rate = 50;
            amass_begin(&f);
            amass_add(&f, "poses", poses, T, 66), amass_add(&f, "trans", trans, T, 3);
            amass_add(&f, "mocap_framerate", &rows[i].value, 0, 0);
            amass_finish(&f);
            const pd_status status = pd_motion_amass_read(&m, notes, &f.npz, body, &options, &err);
            if (rows[i].refusal && !is_stated) {
                assert_int_equal(status, PD_ERR_RANGE);
                if (!strstr(err.detail, rows[i].refusal)) fail_msg("%s", err.detail);
            } else {
                if (status != PD_OK) fail_msg("row %zu: %s", i, err.detail);
                pd_anim_clip_deinit(&m.clip);
            }
            if (rows[i].note && !is_stated ? !strstr(notes, rows[i].note)
                                           : strstr(notes, "frames a second") != NULL)
                fail_msg("row %zu: %s", i, notes);
            amass_end(&f);
            free(poses), free(trans);
        }
    pd_smpl_model_release(body);
}

/* The rate as files state it: by a rate, by the time between frames, by times, by the length of the take. */
static void the_rate_is_read_from_any_field_that_states_it(void **state)
{
    (void)state;
    static const struct {
        const char *name, *other;
        float value, second;
        double rate;
        const char *note;
    } rows[] = {
        {"mocapFrameRate", NULL, 120, 0, 120, NULL},
        {"FPS", NULL, 25, 0, 25, NULL},
        {"frameRate", NULL, 50, 0, 50, NULL},
        {"dt", NULL, 1 / 30.f, 0, 30, "30 frames a second, from dt"},
        {"frame_time", NULL, 1 / 120.f, 0, 120, "120 frames a second, from frame_time"},
        {"mocap_time_length", NULL, T / 100.f, 0, 100, "100 frames a second, from mocap_time_length"},
        {"fps", "mocap_framerate", 60, 30, 30,
         "mocap_framerate is 30 and fps is 60: 30 frames a second are taken"},
        {"fps", "mocap_framerate", 30, 30, 30, NULL},
        {"rate", NULL, 50, 0, 50, NULL},
        {"sample_rate", NULL, 50, 0, 50, NULL},
        {"dt", "fps", 1 / 60.f, 30, 30, "dt gives 60 frames a second and fps is 30: 30 are taken"},
        {"dt", "fps", 1 / 30.f, 30, 30, NULL},
        {"mocap_time_length", "fps", T / 30.f, 30, 30, NULL},
        {"mocap_time_length", "fps", 100, 30, 30,
         "mocap_time_length gives 0.04 frames a second and fps is 30"},
        {"dt", NULL, 30, 0, 60, "no mocap_framerate"}, /* no time between frames */
    };
    pd_smpl_model *body = amass_body_of(MOST, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int times = 0; times < 2; times++) {
            float *poses = calloc(T * 66, sizeof *poses), *trans = amass_places(3), stamps[T];
            char notes[PD_MOTION_AMASS_NOTES] = "";
            pd_retarget_motion m;
            amass_file f;
            amass_begin(&f);
            amass_add(&f, "poses", poses, T, 66), amass_add(&f, "trans", trans, T, 3);
            for (int t = 0; t < T; t++) stamps[t] = 7 + (float)t / 50;
            if (times)
                amass_add(&f, "timestamps", stamps, T, 0);
            else
                amass_add(&f, rows[i].name, &rows[i].value, 0, 0);
            if (!times && rows[i].other) amass_add(&f, rows[i].other, &rows[i].second, 0, 0);
            amass_finish(&f);
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            assert_near(m.clip.rate, times ? 50 : rows[i].rate, 1e-9);
            const char *expected = times ? "50 frames a second, from timestamps" : rows[i].note;
            if (expected && !strstr(notes, expected)) fail_msg("row %zu: %s", i, notes);
            if (!expected) assert_null(strstr(notes, "frames a second"));
            pd_anim_clip_deinit(&m.clip);
            amass_end(&f);
            free(poses), free(trans);
        }
    pd_smpl_model_release(body);
}

static void poses_of_every_layout_turn_the_joints_of_that_name(void **state)
{
    (void)state;
    static const struct {
        int joints, names;
        const char *layout;
    } rows[] = {{22, 24, "SMPL's body"}, {24, 24, "SMPL"}, {52, 52, "SMPL-H"}, {55, 55, "SMPL-X"}};
    for (size_t i = 0; i < 4; i++) {
        const size_t columns = 3 * (size_t)rows[i].joints;
        float *poses = amass_noise(T * columns, i), *trans = amass_places(9), rate = 24;
        pd_smpl_model *body = amass_body_of(rows[i].names, "made here", "");
        pd_motion_amass_about about;
        pd_retarget_motion m;
        pd_anim_skeleton skeleton;
        char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
        amass_file f;
        amass_begin(&f);
        amass_add(&f, "poses", poses, T, columns), amass_add(&f, "trans", trans, T, 3),
            amass_add(&f, "fps", &rate, 0, 0);
        amass_finish(&f);

        assert_int_equal(pd_motion_amass_describe(&about, &f.npz, NULL), PD_OK);
        assert_string_equal(about.layout, rows[i].layout);
        assert_int_equal(about.joint_count, rows[i].joints);
        assert_int_equal(about.frame_count, T);
        assert_near(about.rate, 24, 0);
        double way = 0;
        for (int t = 1; t < T; t++) {
            double dx = (double)trans[3 * t] - (double)trans[3 * t - 3],
                   dy = (double)trans[3 * t + 1] - (double)trans[3 * t - 2];
            way += sqrt(dx * dx + dy * dy);
        }
        assert_near(about.path_m, way, 1e-6);
        assert_true(about.beta_count == 0 && !*about.gender);

        pd_motion_amass_options own = amass;
        own.source = body;
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &own, NULL), PD_OK);
        assert_string_equal(notes, "");
        assert_int_equal(pd_retarget_skeleton_of(&skeleton, body, NULL, 0, NULL), PD_OK);
        pd_vec3 rest = skeleton.offsets[skeleton.root];
        for (int t = 0; t < T; t++) {
            for (int k = 0; k < rows[i].joints; k++) {
                pd_smpl_joint_name(name, k, rows[i].names);
                assert_turns(&m, name, t, poses + 3 * (t * rows[i].joints + k));
            }
            assert_near(m.clip.roots[t].x, rest.x + (double)trans[3 * t], 1e-6);
            assert_near(m.clip.roots[t].y, rest.z + (double)trans[3 * t + 2], 1e-6);
            assert_near(m.clip.roots[t].z, -rest.y - (double)trans[3 * t + 1], 1e-6);
        }
        if (rows[i].joints == 22) assert_turns(&m, "left_hand", 1, (const float[3]){0, 0, 0});
        assert_int_equal(pd_motion_amass_layout(&m.clip.skeleton), rows[i].names);
        pd_anim_clip_deinit(&m.clip);
        pd_smpl_model_release(body);
        amass_end(&f);
        free(poses), free(trans);
    }
}

static const struct {
    const char *names[2];
    int first, count;
} parts[] = {{{"root_orient", "global_orient"}, 0, 1},
             {{"pose_body", "body_pose"}, 1, 21},
             {{"pose_jaw", "jaw_pose"}, 22, 1},
             {{"pose_eye", NULL}, 23, 2},
             {{"pose_hand", NULL}, 25, 30},
             {{NULL, "leye_pose"}, 23, 1},
             {{NULL, "reye_pose"}, 24, 1},
             {{NULL, "left_hand_pose"}, 25, 15},
             {{NULL, "right_hand_pose"}, 40, 15}};

/* The same numbers in parts by either set of names; a part that is not there is at rest. */
static void parts_by_either_name_are_the_whole(void **state)
{
    (void)state;
    pd_smpl_model *body = amass_body_of(MOST, "made here", "");
    for (int set = 0; set < 2; set++)
        for (int without = 2; without < 9; without++) {
            float *poses = amass_noise(T * 3 * MOST, 4), *trans = amass_places(9), *part[9] = {0};
            pd_retarget_motion m;
            char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
            amass_file f;
            amass_begin(&f);
            for (int i = 0; i < 9; i++) {
                const size_t count = 3 * (size_t)parts[i].count;
                if (!parts[i].names[set]) continue;
                if (i == without) {
                    for (int t = 0; t < T; t++)
                        memset(poses + 3 * (MOST * t + parts[i].first), 0, count * sizeof *poses);
                    continue;
                }
                part[i] = malloc(T * count * sizeof *part[i]);
                for (int t = 0; t < T; t++)
                    memcpy(part[i] + (size_t)t * count, poses + 3 * (MOST * t + parts[i].first),
                           count * sizeof *poses);
                amass_add(&f, parts[i].names[set], part[i], T, count);
            }
            amass_add(&f, set ? "transl" : "trans", trans, T, 3);
            amass_finish(&f);
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            amass_assert_notes(
                notes,
                "no mocap_framerate: 60 frames a second are assumed (--source-rate HZ states another)");
            assert_near(m.clip.rate, 60, 0);
            for (int t = 0; t < T; t++)
                for (int k = 0; k < MOST; k++) {
                    pd_smpl_joint_name(name, k, MOST);
                    assert_turns(&m, name, t, poses + 3 * (MOST * t + k));
                }
            pd_anim_clip_deinit(&m.clip);
            amass_end(&f);
            for (int i = 0; i < 9; i++) free(part[i]);
            free(poses), free(trans);
        }
    pd_smpl_model_release(body);
}

/* smplx's body_pose of a SMPL body: 23 joints, the hands among them;
 * fingers in the file have nothing to turn then. */
static void a_body_pose_of_23_joints_is_smpls(void **state)
{
    (void)state;
    pd_smpl_model *body = amass_body_of(24, "made here", "");
    float *root = amass_noise(T * 3, 1), *rest = amass_noise(T * 69, 2), *trans = amass_places(3),
          *hand = amass_noise(T * 45, 5);
    pd_retarget_motion m;
    pd_motion_amass_about about;
    char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
    amass_file f;
    amass_begin(&f);
    amass_add(&f, "global_orient", root, T, 3), amass_add(&f, "body_pose", rest, T, 69),
        amass_add(&f, "transl", trans, T, 3);
    amass_add(&f, "left_hand_pose", hand, T, 45);
    amass_finish(&f);
    assert_int_equal(pd_motion_amass_describe(&about, &f.npz, NULL), PD_OK);
    assert_string_equal(about.layout, "SMPL");
    assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        assert_turns(&m, "pelvis", t, root + 3 * t);
        for (int k = 1; k < 24; k++) {
            pd_smpl_joint_name(name, k, 24);
            assert_turns(&m, name, t, rest + 3 * (23 * t + k - 1));
        }
    }
    pd_anim_clip_deinit(&m.clip);
    pd_smpl_model_release(body);
    amass_end(&f);
    free(root), free(rest), free(trans), free(hand);
}

/* What a model has not is left out, and said when it would have moved. */
static void missing_rotations_of_joints_are_reported(void **state)
{
    (void)state;
    static const struct {
        int moving, joints[2];
        const char *note;
    } rows[] = {{0, {0, 0}, ""},
                {1, {30, 0}, "the model has no joint left_pinky3: its rotations are left out"},
                {2,
                 {22, 51},
                 "the model has no left_index1 and 1 more joints of the file: their rotations are left out"}};
    pd_smpl_model *body = amass_body_of(24, "made here", ""), *hand = amass_body_of(30, "made here", "");
    for (int i = 0; i < 3; i++) {
        float *poses = calloc(T * 156, sizeof *poses), *trans = amass_places(3), rate = 60;
        pd_retarget_motion m;
        pd_error err;
        char notes[PD_MOTION_AMASS_NOTES];
        amass_file f;
        for (int k = 0; k < rows[i].moving; k++) poses[156 * (T - 1) + 3 * rows[i].joints[k] + 2] = -0.01f;
        amass_begin(&f);
        amass_add(&f, "poses", poses, T, 156), amass_add(&f, "trans", trans, T, 3),
            amass_add(&f, "mocap_frame_rate", &rate, 1, 0);
        if (i == 2) amass_add(&f, "dmpls", trans, T, 3);
        amass_finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
        char expected[PD_MOTION_AMASS_NOTES];
        snprintf(expected, sizeof expected, "%s%s", rows[i].note,
                 i == 2 ? "\ndmpls (soft tissue) are left out: the model has no soft-tissue directions "
                          "(posedctl import --dmpl adds DMPL's)"
                        : "");
        amass_assert_notes(notes, expected);
        pd_anim_clip_deinit(&m.clip);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, hand, &amass, &err), PD_ERR_UNSUPPORTED);
        assert_string_equal(err.detail, "the model has no joint \"pelvis\"; SMPL's body joints expected");
        amass_end(&f);
        free(poses), free(trans);
    }
    pd_smpl_model_release(body), pd_smpl_model_release(hand);
}

/* Every member is used or named: names that mean nothing here, parts of a pose that `poses` lacks, scales,
 * counts that are wrong, and what no motion needs. */
static void members_that_are_not_read_are_named(void **state)
{
    (void)state;
    static const struct {
        size_t numbers;
        const char *expected;
    } rows[] = {{72, ": jaw_pose (4, 3), left_hand_pose (4, 45), num_betas (1,)"},
                {156, ": jaw_pose (4, 3), num_betas (1,)"},
                {165, ": num_betas (1,)"}};
    pd_smpl_model *body = amass_body_of(24, "made here", "");
    float *zeros = calloc(T * 165, sizeof *zeros), *trans = amass_places(3), rate = 60, scale = 2, one = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        amass_file f;
        amass_begin(&f);
        amass_add(&f, "poses", zeros, T, rows[i].numbers), amass_add(&f, "trans", trans, T, 3);
        amass_add(&f, "mocap_frame_rate", &rate, 1, 0), amass_add(&f, "root_orient", zeros, T, 3);
        amass_add(&f, "exp", zeros, T, 10), amass_add(&f, "jaw_pose", zeros, T, 3),
            amass_add(&f, "left_hand_pose", zeros, T, 45);
        amass_add(&f, "markers_latent", zeros, 41, 3), amass_add(&f, "num_betas", &rate, 1, 0);
        amass_add(&f, "scale", &scale, 1, 0), amass_add(&f, "body_scale", &one, 1, 0);
        amass_finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
        char expected[600];
        snprintf(expected, sizeof expected,
                 "scale of 2 is left out: the file's surface is 2 times as large as that of the body\n"
                 "not needed for a body's motion: markers_latent (41, 3)\n"
                 "not read beside the members that are, or in another form%s\n"
                 "unknown and not read: exp (4, 10)",
                 rows[i].expected);
        amass_assert_notes(notes, expected);
        pd_anim_clip_deinit(&m.clip);
        amass_end(&f);
    }
    free(zeros), free(trans);
    pd_smpl_model_release(body);
}

/* Betas count where the file and the model are of one shape space and gender. */
/* Of a body alone the hands are at rest and not flat; zeros that the file has are the file's. */
static void fingers_that_a_file_says_nothing_of_are_at_rest(void **state)
{
    (void)state;
    static const struct {
        const char *pose, *hand;
        size_t columns;
        bool rests;
    } rows[] = {{"poses", NULL, 66, true},     {"poses", NULL, 72, true},
                {"poses", NULL, 156, false},   {"poses", NULL, 165, false},
                {"pose_body", NULL, 63, true}, {"pose_body", "left_hand_pose", 63, false}};
    pd_smpl_model *person;
    char notes[PD_MOTION_AMASS_NOTES];
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    const float *mean = person->data.hands[0].mean;
    float *zeros = calloc(T * 165, sizeof *zeros);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        amass_file f;
        pd_retarget_motion m;
        amass_begin(&f);
        amass_add(&f, rows[r].pose, zeros, T, rows[r].columns);
        if (rows[r].columns == 63) amass_add(&f, "root_orient", zeros, T, 3);
        if (rows[r].hand) amass_add(&f, rows[r].hand, zeros, T, 45);
        amass_add(&f, "trans", zeros, T, 3);
        amass_finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, person, &amass, NULL), PD_OK);
        const int joint = pd_anim_skeleton_find(&m.clip.skeleton, "left_index1");
        const pd_quat expected =
            rows[r].rests ? pd_q_from_rotvec(pd_vec3_make((double)mean[0], (double)mean[1], (double)mean[2]))
                          : pd_q_identity();
        for (int t = 0; t < T; t++)
            assert_true(pd_q_angle(pd_anim_clip_frame(&m.clip, t)[joint], expected) < 1e-6);
        pd_anim_clip_deinit(&m.clip);
        amass_end(&f);
    }
    free(zeros);
    pd_smpl_model_release(person);
}

/* Quaternions, 6D rotations and flat matrices are refused with their name. */
static void rotations_of_another_form_are_named(void **state)
{
    (void)state;
    static const struct {
        size_t columns;
        const char *advice;
    } rows[] = {{4 * 24, "quaternions are not read"},
                {4 * 55, "quaternions are not read"},
                {6 * 24, "rotations of six numbers (6D) are not read"},
                {6 * 22, "rotations of six numbers (6D) are not read"},
                {9 * 24, "rotation matrices are read as (frames, joints, 3, 3)"},
                {60, "axis-angle, or (frames, joints, 3)"}};
    pd_smpl_model *body = amass_body_of(24, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const float zeros[2 * 9 * 55];
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        pd_error err;
        amass_file f;
        amass_begin(&f);
        amass_add(&f, "poses", zeros, 2, rows[i].columns), amass_add(&f, "trans", zeros, 2, 3);
        amass_finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, &err), PD_ERR_FORMAT);
        const size_t length = strlen(rows[i].advice);
        const char *at = strstr(err.detail, rows[i].advice);
        assert_non_null(at);
        if (rows[i].columns == 60) assert_int_equal(at[length], 0);
        amass_end(&f);
    }
    pd_smpl_model_release(body);
}

static void a_mismatch_is_refused_with_its_member(void **state)
{
    (void)state;
    static const float zeros[600] = {0}, bad[66] = {[40] = NAN};
    pd_smpl_model *body = amass_body_of(24, "made here", "");
    for (int i = 0; i < 10; i++) {
        pd_retarget_motion m;
        pd_motion_amass_about about;
        pd_error err = {0};
        char notes[PD_MOTION_AMASS_NOTES];
        amass_file f;
        amass_begin(&f);
        if (i == 0) amass_add(&f, "poses", zeros, 2, 69), amass_add(&f, "trans", zeros, 2, 3);
        if (i == 1) amass_add(&f, "poses", zeros, 2, 66), amass_add(&f, "trans", zeros, 3, 3);
        if (i == 2) amass_add(&f, "poses", zeros, 2, 66), amass_add(&f, "trans", zeros, 2, 4);
        if (i == 3) amass_add(&f, "poses", zeros, 2, 66);
        if (i == 4) amass_add(&f, "poses", bad, 1, 66), amass_add(&f, "trans", zeros, 1, 3);
        if (i == 5) amass_add(&f, "root_orient", zeros, 2, 3), amass_add(&f, "trans", zeros, 2, 3);
        if (i == 6)
            amass_add(&f, "root_orient", zeros, 2, 3), amass_add(&f, "pose_body", zeros, 3, 63),
                amass_add(&f, "trans", zeros, 2, 3);
        if (i == 7)
            amass_add(&f, "root_orient", zeros, 2, 3), amass_add(&f, "pose_body", zeros, 2, 60),
                amass_add(&f, "trans", zeros, 2, 3);
        if (i == 8)
            amass_add(&f, "poses", zeros, 66, 0),
                amass_add(&f, "trans", zeros, 2, 3); /* one frame, two places */
        if (i == 9) amass_add(&f, "poses", zeros, 0, 72), amass_add(&f, "trans", zeros, 0, 3);
        amass_finish(&f);
        static const struct {
            pd_status status;
            const char *where, *detail;
        } rows[] = {
            {PD_ERR_FORMAT, "a.npz: poses",
             "shape (2, 69): 69 numbers a frame; 66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X) "
             "expected, "
             "axis-angle, or (frames, joints, 3)"},
            {PD_ERR_FORMAT, "a.npz: trans", "3 frames; 2 expected, as in the poses"},
            {PD_ERR_FORMAT, "a.npz: trans", "shape (2, 4): 4 numbers a frame; 3 expected"},
            {PD_ERR_NOT_FOUND, "a.npz: trans",
             "not there, nor transl: the root's place (2, 3) in metres; for poses in place add trans = "
             "numpy.zeros((2, "
             "3)); in the file: poses (2, 66)"},
            {PD_ERR_RANGE, "a.npz: poses",
             "frame 0, number 40: nan, in 1 of 1 frames; finite numbers allowed: leave these frames out or "
             "fill them from "
             "their neighbours"},
            {PD_ERR_NOT_FOUND, "a.npz: pose_body",
             "no \"pose_body\", nor body_pose; in the file: root_orient (2, 3), trans (2, 3)"},
            {PD_ERR_FORMAT, "a.npz: pose_body", "3 frames; 2 expected, as in the other parts"},
            {PD_ERR_FORMAT, "a.npz: pose_body",
             "shape (2, 60): 60 numbers a frame; 63 or 69 expected, axis-angle, or (frames, joints, 3)"},
            {PD_ERR_FORMAT, "a.npz: trans", "2 frames; 1 expected, as in the poses"},
            {PD_ERR_FORMAT, "a.npz: poses",
             "no frames: shape (0, 72); at least one frame of 66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or "
             "165 (SMPL-X) numbers "
             "expected"}};
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, &err), rows[i].status);
        assert_string_equal(err.detail, rows[i].detail);
        assert_string_equal(err.where, rows[i].where);
        assert_int_equal(pd_motion_amass_describe(&about, &f.npz, NULL), rows[i].status);
        amass_end(&f);
    }
    pd_smpl_model_release(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_contradict_each_other_are_refused),
        cmocka_unit_test(the_rate_is_read_from_any_field_that_states_it),
        cmocka_unit_test(a_rate_that_is_hardly_one_is_refused_or_reported),
        cmocka_unit_test(poses_of_every_layout_turn_the_joints_of_that_name),
        cmocka_unit_test(parts_by_either_name_are_the_whole),
        cmocka_unit_test(a_body_pose_of_23_joints_is_smpls),
        cmocka_unit_test(missing_rotations_of_joints_are_reported),
        cmocka_unit_test(members_that_are_not_read_are_named),
        cmocka_unit_test(fingers_that_a_file_says_nothing_of_are_at_rest),
        cmocka_unit_test(rotations_of_another_form_are_named),
        cmocka_unit_test(a_mismatch_is_refused_with_its_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
