/* Files in every layout that AMASS and the smplx package write, made here by their documented members. */
#include "core/motion/amass.h"
#include "core/base/rng.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { T = 4, MOST = 55 };

/* These files have poses at random, which say nothing of what is up; and no body. */
static const pd_motion_amass_options amass = {.has_up = true, .up = PD_MOTION_UP_Z};

/* Compares the notes, without those about the body that is assumed and about feet off the floor. */
static void assert_notes(char *notes, const char *expected)
{
    static const char *const of_body[] = {"it does not say which body", "its body is not at hand",
                                          "it does not name the model of its betas", "the feet are"};
    for (size_t i = 0; i < sizeof of_body / sizeof *of_body; i++) {
        char *at = strstr(notes, of_body[i]);
        if (!at) continue;
        char *end = at + strcspn(at, "\n");
        if (*end)
            end++;
        else if (at > notes)
            at--;
        memmove(at, end, strlen(end) + 1);
    }
    const size_t length = strlen(notes);
    if (length && notes[length - 1] == '\n') notes[length - 1] = 0;
    assert_string_equal(notes, expected);
}

/* A body with the joints of a published model, as an import of it leaves it. */
static pd_smpl_model *body_of(int joints, const char *provenance, const char *gender)
{
    pd_smpl_data data;
    pd_smpl_model *out;
    pd_fixture_data(&data,
                    &(pd_fixture){.vertices = 100, .joints = joints, .pose = PD_FIXTURE_NO_POSE, .betas = 4});
    for (int k = 0; k < joints; k++) pd_smpl_joint_name(data.joint_names[k], k, joints);
    free(data.text.provenance), free(data.text.gender);
    data.text.provenance = strdup(provenance);
    data.text.gender = strdup(gender);
    assert_int_equal(pd_smpl_model_build(&out, &data, NULL), PD_OK);
    return out;
}

/* A file as its members. */
typedef struct file {
    pd_buffer bytes;
    pd_npz_writer writer;
    pd_npz npz;
} file;

static void begin(file *f)
{
    *f = (file){0};
    f->writer = pd_npz_begin(&f->bytes);
}

static void add(file *f, const char *name, const float *values, size_t rows, size_t columns)
{
    const size_t shape[2] = {rows, columns};
    const pd_array a = pd_array_of(PD_DTYPE_F32, values, columns ? 2 : rows ? 1 : 0, shape);
    pd_npz_add(&f->writer, name, &a);
}

static void add_text(file *f, const char *name, const char *text)
{
    pd_array a = {.dtype = PD_DTYPE_CHARS,
                  .count = 1,
                  .item_bytes = strlen(text),
                  .data = (const unsigned char *)text,
                  .data_bytes = strlen(text)};
    pd_npz_add(&f->writer, name, &a);
}

static void finish(file *f)
{
    assert_int_equal(pd_npz_end(&f->writer, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&f->npz, f->bytes.data, f->bytes.size, "a.npz", NULL), PD_OK);
}

static void end(file *f)
{
    pd_npz_deinit(&f->npz);
    pd_buffer_deinit(&f->bytes);
}

static float *noise(size_t count, uint64_t seed)
{
    float *out = malloc(count * sizeof *out);
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (size_t i = 0; i < count; i++) out[i] = 0.3f * (float)pd_rng_normal(&rng);
    return out;
}

/* Places (T,3) of a root that goes no faster than a person runs: 0.1 m a frame at most. */
static float *places(unsigned seed)
{
    float *out = noise(T * 3, seed);
    for (int i = 0; i < T * 3; i++) out[i] *= 0.05f;
    return out;
}

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

/* Two members with poses, with places or with betas: equal ones are accepted, others refused with both
 * names. */
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
    pd_smpl_model *model = body_of(24, "made for a test", "neutral");
    float *pose = noise(T * 72, 5), *place = places(6), betas[10] = {1, -1}, part[T * 69];
    char notes[PD_MOTION_AMASS_NOTES], got[2 * sizeof(pd_error)];
    const float rate = 30;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int differs = 0; differs < 2; differs++) {
            pd_retarget_motion motion;
            pd_error err = {0};
            file f;
            begin(&f);
            add(&f, "poses", pose, T, 72), add(&f, "trans", place, T, 3), add(&f, "betas", betas, 10, 0);
            add(&f, "fps", &rate, 0, 0);

            /* The second member, with one number that differs. */
            float *changed = rows[i].pose ? &pose[2 * 72 + 9] : rows[i].place ? &place[7] : &betas[1];
            const float before = *changed;
            if (differs) *changed = before + 0.2f;
            for (int t = 0; t < T; t++) memcpy(part + 69 * t, pose + 72 * t + 3, 69 * sizeof *part);
            if (rows[i].pose)
                add(&f, rows[i].pose, strcmp(rows[i].pose, "pose") ? part : pose, T,
                    strcmp(rows[i].pose, "pose") ? 69 : 72);
            if (rows[i].place) add(&f, rows[i].place, place, T, 3);
            if (rows[i].betas) add(&f, rows[i].betas, betas, 10, 0);
            *changed = before;
            finish(&f);
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
            end(&f);
        }
    free(pose), free(place);
    pd_smpl_model_release(model);
}

/* The second member with betas may have more numbers, or a row for each frame; those that both have are
 * compared. */
static void betas_of_two_lengths_are_compared(void **state)
{
    (void)state;
    static const struct {
        size_t rows, columns;
        int changed; /* index of the number that differs; -1: none */
        const char *error;
    } rows[] = {
        {16, 0, -1, NULL},
        {16, 0, 12, NULL},
        {16, 0, 1, "differs from betas by up to 0.5; one of the two, or equal ones, allowed"},
        {T, 10, -1, NULL},
        {T, 10, 10 * (T - 1), "differs from betas by up to 0.5; one of the two, or equal ones, allowed"},
    };
    pd_smpl_model *model = body_of(24, "made for a test", "neutral");
    float *pose = noise(T * 72, 5), *place = places(6), betas[10] = {1, -1}, second[T * 10 + 16];
    char notes[PD_MOTION_AMASS_NOTES];
    const float rate = 30;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_retarget_motion motion;
        pd_error err = {0};
        file f;
        for (size_t k = 0; k < sizeof second / sizeof *second; k++)
            second[k] = rows[i].columns || k < 10 ? betas[k % 10] : 0;
        if (rows[i].changed >= 0) second[rows[i].changed] += 0.5f;
        begin(&f);
        add(&f, "poses", pose, T, 72), add(&f, "trans", place, T, 3), add(&f, "betas", betas, 10, 0);
        add(&f, "shape", second, rows[i].rows, rows[i].columns), add(&f, "fps", &rate, 0, 0);
        finish(&f);
        const pd_status s = pd_motion_amass_read(&motion, notes, &f.npz, model, &amass, &err);
        assert_int_equal(s, rows[i].error ? PD_ERR_FORMAT : PD_OK);
        if (rows[i].error) assert_string_equal(err.detail, rows[i].error);
        if (!s) pd_anim_clip_deinit(&motion.clip);
        end(&f);
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
    pd_smpl_model *body = body_of(MOST, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_stated = 0; is_stated < 2; is_stated++) {
            float *poses = calloc(T * 66, sizeof *poses), *trans = places(3);
            char notes[PD_MOTION_AMASS_NOTES] = "";
            pd_motion_amass_options options = amass;
            pd_retarget_motion m;
            pd_error err;
            file f;
            if (is_stated) options.rate = 50;
            begin(&f);
            add(&f, "poses", poses, T, 66), add(&f, "trans", trans, T, 3);
            add(&f, "mocap_framerate", &rows[i].value, 0, 0);
            finish(&f);
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
            end(&f);
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
    pd_smpl_model *body = body_of(MOST, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int times = 0; times < 2; times++) {
            float *poses = calloc(T * 66, sizeof *poses), *trans = places(3), stamps[T];
            char notes[PD_MOTION_AMASS_NOTES] = "";
            pd_retarget_motion m;
            file f;
            begin(&f);
            add(&f, "poses", poses, T, 66), add(&f, "trans", trans, T, 3);
            for (int t = 0; t < T; t++) stamps[t] = 7 + (float)t / 50;
            if (times)
                add(&f, "timestamps", stamps, T, 0);
            else
                add(&f, rows[i].name, &rows[i].value, 0, 0);
            if (!times && rows[i].other) add(&f, rows[i].other, &rows[i].second, 0, 0);
            finish(&f);
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            assert_near(m.clip.rate, times ? 50 : rows[i].rate, 1e-9);
            const char *expected = times ? "50 frames a second, from timestamps" : rows[i].note;
            if (expected && !strstr(notes, expected)) fail_msg("row %zu: %s", i, notes);
            if (!expected) assert_null(strstr(notes, "frames a second"));
            pd_anim_clip_deinit(&m.clip);
            end(&f);
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
        float *poses = noise(T * columns, i), *trans = places(9), rate = 24;
        pd_smpl_model *body = body_of(rows[i].names, "made here", "");
        pd_motion_amass_about about;
        pd_retarget_motion m;
        pd_anim_skeleton skeleton;
        char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
        file f;
        begin(&f);
        add(&f, "poses", poses, T, columns), add(&f, "trans", trans, T, 3), add(&f, "fps", &rate, 0, 0);
        finish(&f);

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
        end(&f);
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
    pd_smpl_model *body = body_of(MOST, "made here", "");
    for (int set = 0; set < 2; set++)
        for (int without = 2; without < 9; without++) {
            float *poses = noise(T * 3 * MOST, 4), *trans = places(9), *part[9] = {0};
            pd_retarget_motion m;
            char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
            file f;
            begin(&f);
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
                add(&f, parts[i].names[set], part[i], T, count);
            }
            add(&f, set ? "transl" : "trans", trans, T, 3);
            finish(&f);
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            assert_notes(
                notes,
                "no mocap_framerate: 60 frames a second are assumed (--source-rate HZ states another)");
            assert_near(m.clip.rate, 60, 0);
            for (int t = 0; t < T; t++)
                for (int k = 0; k < MOST; k++) {
                    pd_smpl_joint_name(name, k, MOST);
                    assert_turns(&m, name, t, poses + 3 * (MOST * t + k));
                }
            pd_anim_clip_deinit(&m.clip);
            end(&f);
            for (int i = 0; i < 9; i++) free(part[i]);
            free(poses), free(trans);
        }
    pd_smpl_model_release(body);
}

/* smplx's body_pose of a SMPL body: 23 joints, the hands among them; fingers in the file have nothing to turn
 * then. */
static void a_body_pose_of_23_joints_is_smpls(void **state)
{
    (void)state;
    pd_smpl_model *body = body_of(24, "made here", "");
    float *root = noise(T * 3, 1), *rest = noise(T * 69, 2), *trans = places(3), *hand = noise(T * 45, 5);
    pd_retarget_motion m;
    pd_motion_amass_about about;
    char notes[PD_MOTION_AMASS_NOTES], name[PD_SMPL_NAME_BYTES];
    file f;
    begin(&f);
    add(&f, "global_orient", root, T, 3), add(&f, "body_pose", rest, T, 69), add(&f, "transl", trans, T, 3);
    add(&f, "left_hand_pose", hand, T, 45);
    finish(&f);
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
    end(&f);
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
    pd_smpl_model *body = body_of(24, "made here", ""), *hand = body_of(30, "made here", "");
    for (int i = 0; i < 3; i++) {
        float *poses = calloc(T * 156, sizeof *poses), *trans = places(3), rate = 60;
        pd_retarget_motion m;
        pd_error err;
        char notes[PD_MOTION_AMASS_NOTES];
        file f;
        for (int k = 0; k < rows[i].moving; k++) poses[156 * (T - 1) + 3 * rows[i].joints[k] + 2] = -0.01f;
        begin(&f);
        add(&f, "poses", poses, T, 156), add(&f, "trans", trans, T, 3),
            add(&f, "mocap_frame_rate", &rate, 1, 0);
        if (i == 2) add(&f, "dmpls", trans, T, 3);
        finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
        char expected[PD_MOTION_AMASS_NOTES];
        snprintf(expected, sizeof expected, "%s%s", rows[i].note,
                 i == 2 ? "\ndmpls (soft tissue) are left out: the model has no soft-tissue directions "
                          "(posedctl import --dmpl adds DMPL's)"
                        : "");
        assert_notes(notes, expected);
        pd_anim_clip_deinit(&m.clip);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, hand, &amass, &err), PD_ERR_UNSUPPORTED);
        assert_string_equal(err.detail, "the model has no joint \"pelvis\"; SMPL's body joints expected");
        end(&f);
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
    pd_smpl_model *body = body_of(24, "made here", "");
    float *zeros = calloc(T * 165, sizeof *zeros), *trans = places(3), rate = 60, scale = 2, one = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        file f;
        begin(&f);
        add(&f, "poses", zeros, T, rows[i].numbers), add(&f, "trans", trans, T, 3);
        add(&f, "mocap_frame_rate", &rate, 1, 0), add(&f, "root_orient", zeros, T, 3);
        add(&f, "exp", zeros, T, 10), add(&f, "jaw_pose", zeros, T, 3),
            add(&f, "left_hand_pose", zeros, T, 45);
        add(&f, "markers_latent", zeros, 41, 3), add(&f, "num_betas", &rate, 1, 0);
        add(&f, "scale", &scale, 1, 0), add(&f, "body_scale", &one, 1, 0);
        finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
        char expected[600];
        snprintf(expected, sizeof expected,
                 "scale of 2 is left out: the file's surface is 2 times as large as that of the body\n"
                 "not needed for a body's motion: markers_latent (41, 3)\n"
                 "not read beside the members that are, or in another form%s\n"
                 "unknown and not read: exp (4, 10)",
                 rows[i].expected);
        assert_notes(notes, expected);
        pd_anim_clip_deinit(&m.clip);
        end(&f);
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
        file f;
        pd_retarget_motion m;
        begin(&f);
        add(&f, rows[r].pose, zeros, T, rows[r].columns);
        if (rows[r].columns == 63) add(&f, "root_orient", zeros, T, 3);
        if (rows[r].hand) add(&f, rows[r].hand, zeros, T, 45);
        add(&f, "trans", zeros, T, 3);
        finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, person, &amass, NULL), PD_OK);
        const int joint = pd_anim_skeleton_find(&m.clip.skeleton, "left_index1");
        const pd_quat expected =
            rows[r].rests ? pd_q_from_rotvec(pd_vec3_make((double)mean[0], (double)mean[1], (double)mean[2]))
                          : pd_q_identity();
        for (int t = 0; t < T; t++)
            assert_true(pd_q_angle(pd_anim_clip_frame(&m.clip, t)[joint], expected) < 1e-6);
        pd_anim_clip_deinit(&m.clip);
        end(&f);
    }
    free(zeros);
    pd_smpl_model_release(person);
}

static void betas_count_in_their_own_shape_space(void **state)
{
    (void)state;
    static const struct {
        int file, model; /* joints */
        const char *type, *from, *theirs, *ours;
        int used;
        const char *note;
    } rows[] = {
        {24, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "male", 1, ""},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "MALE", "male", 1, ""},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "female", "male", 0, "of a female model, this one is male"},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "female", "", 1, ""},
        {24, 24, NULL, "made here", NULL, "", 0, "those of SMPL or SMPL-H, not of"},
        {52, 52, NULL, PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {52, 24, "smplh", PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {52, 24, "smplx", PD_SMPL_IMPORTED "x", NULL, "", 0, "of SMPL-X, not of"},
        {55, 55, NULL, PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {55, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "", 0, "those of SMPL-X, not of"},
        {22, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "", 0, "those of several models"},
        {22, 24, "SMPL", PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {24, 24, "star", PD_SMPL_IMPORTED "x", NULL, "", 0, "of star, not of"},
    };
    static const float betas[2][3 * T] = {{1, -2, 0.5f, 0.25f, 3, 4, 1, -2, 0.5f, 0.25f, 3, 4},
                                          {9, 9, 9, 9, 9, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int shape = 0; shape < 3; shape++) { /* (6), (1,6), (T,3) */
            pd_smpl_model *body = body_of(rows[i].model, rows[i].from, rows[i].ours);
            float *poses = calloc(T * 165, sizeof *poses), *trans = places(3), rate = 30;
            const size_t columns = shape == 2 ? 3 : 6;
            pd_retarget_motion m;
            pd_motion_amass_about about;
            char notes[PD_MOTION_AMASS_NOTES];
            file f;
            begin(&f);
            add(&f, "poses", poses, T, 3 * (size_t)rows[i].file), add(&f, "trans", trans, T, 3),
                add(&f, "fps", &rate, 0, 0);
            add(&f, "betas", betas[0], shape == 0 ? 6 : shape == 1 ? 1 : T, shape ? columns : 0);
            if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
            if (rows[i].theirs) add_text(&f, "gender", rows[i].theirs);
            finish(&f);

            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            if (!rows[i].used) assert_non_null(strstr(notes, rows[i].note));
            if (rows[i].used)
                assert_notes(
                    notes, shape == 2 ? "the betas differ from frame to frame, by up to 2.5 from their mean, "
                                        "which is used"
                                      : "6 betas, of which the first 4 are used");
            assert_int_equal(m.beta_count, !rows[i].used ? 0 : shape == 2 ? 3 : 4);
            for (int b = 0; b < m.beta_count; b++)
                assert_near((double)m.betas[b],
                            shape == 2 ? ((double)betas[0][b] + (double)betas[0][b + 3]) / 2
                                       : (double)betas[0][b],
                            1e-6);
            assert_int_equal(pd_motion_amass_describe(&about, &f.npz, NULL), PD_OK);
            assert_int_equal(about.beta_count, columns);
            assert_string_equal(about.gender,
                                rows[i].theirs ? rows[i].theirs[0] == 'M' ? "male" : rows[i].theirs : "");
            pd_anim_clip_deinit(&m.clip);

            /* the caller's own come first, as many as the model has */
            pd_motion_amass_options own = amass;
            own.betas = betas[1], own.beta_count = 6;
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &own, NULL), PD_OK);
            assert_int_equal(m.beta_count, 4);
            assert_near((double)m.betas[3], 9, 0);
            pd_anim_clip_deinit(&m.clip);
            pd_smpl_model_release(body);
            end(&f);
            free(poses), free(trans);
        }
}

/* A file without posed_model and surface_model_type has betas of the model that the caller names; what the
 * file states counts more. */
static void the_caller_names_the_model_of_betas(void **state)
{
    (void)state;
    enum { NOT, AS_SOURCE, AS_MODEL };
    static const char OURS[] = "made here", IMPORT[] = PD_SMPL_IMPORTED "x";
    static const struct {
        int named, joints;
        const char *type, *gender, *from;
        int used;
        const char *note; /* NULL: none */
    } rows[] = {
        {NOT, 55, NULL, NULL, OURS, 0,
         "the file does not name the model of its betas, and its 55 joints are those of SMPL-X, not of this "
         "model's shape space: left out (--betas or --betas-from sets the body's)"},
        {AS_SOURCE, 55, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 55, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 24, NULL, "female", OURS, 3, NULL},
        {AS_MODEL, 22, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 22, NULL, NULL, IMPORT, 3, NULL},
        {NOT, 22, NULL, NULL, OURS, 0,
         "the file does not name the model of its betas, and its 22 joints are those of several models, not "
         "of "
         "this model's shape space: left out (--betas or --betas-from sets the body's)"},
        {AS_MODEL, 24, NULL, "male", OURS, 0, "the betas are of a male model, this one is female: left out"},
        {AS_MODEL, 55, "smplx", NULL, OURS, 0, "the betas are of SMPL-X, not of this model's shape space"},
        {AS_SOURCE, 24, "star", NULL, IMPORT, 0, "the betas are of star, not of this model's shape space"},
        {AS_MODEL, 24, NULL, NULL, IMPORT, 3, NULL},
        {NOT, 24, NULL, NULL, IMPORT, 3,
         "it does not name the model of its betas: by its 24 joints they are taken as those of SMPL or "
         "SMPL-H, "
         "the model's (--betas-from MODEL names another)"},
        {NOT, 24, "smpl", NULL, IMPORT, 3, NULL},
    };
    static const float betas[3] = {1, -2, 0.5f};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int joints = rows[i].joints == 22 ? 24 : rows[i].joints;
        pd_smpl_model *body = body_of(joints, rows[i].from, "female"),
                      *again = body_of(joints, rows[i].from, "female");
        float poses[T * 165] = {0}, *trans = places(3), rate = 30, of[PD_RETARGET_MOTION_BETAS];
        pd_motion_amass_options how = amass;
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        int of_count;
        file f;
        begin(&f);
        add(&f, "poses", poses, T, 3 * (size_t)rows[i].joints), add(&f, "trans", trans, T, 3);
        add(&f, "fps", &rate, 0, 0), add(&f, "betas", betas, 3, 0);
        if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
        if (rows[i].gender) add_text(&f, "gender", rows[i].gender);
        finish(&f);

        how.source = rows[i].named == AS_SOURCE ? again : NULL;
        how.is_of_model = rows[i].named == AS_MODEL;
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &how, NULL), PD_OK);
        assert_int_equal(m.beta_count, rows[i].used);
        for (int b = 0; b < m.beta_count; b++) assert_near((double)m.betas[b], (double)betas[b], 0);
        if (rows[i].note)
            assert_non_null(strstr(notes, rows[i].note));
        else
            assert_string_equal(notes, "");
        pd_anim_clip_deinit(&m.clip);

        /* Betas that are to be converted: here the caller names the model always. */
        if (rows[i].named != NOT)
            assert_int_equal(pd_motion_amass_betas(of, &of_count, &f.npz, again, NULL),
                             rows[i].used ? PD_OK : PD_ERR_UNSUPPORTED);
        pd_smpl_model_release(body), pd_smpl_model_release(again);
        end(&f);
        free(trans);
    }
}

/* dmpls weight a model's own directions: kept number by number where they are of this model, else left out
 * with the reason. */
static void soft_tissue_counts_for_the_model_that_it_is_of(void **state)
{
    (void)state;
    enum { OURS = 1, ANOTHERS = 2 };
    static const struct {
        int joints, directions, columns, frames;
        int made_by; /* posed_model: OURS, ANOTHERS, 0: there is none */
        bool learned;
        const char *type, *from, *theirs, *ours, *note; /* note NULL: used */
    } rows[] = {
        /* AMASS's own, on a model with DMPL's directions */
        {52, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", NULL},
        {52, 12, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", NULL, "male", NULL},
        {24, 8, 8, T, 0, false, "smplh", PD_SMPL_IMPORTED "x", "Male", "male", NULL},
        {52, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "female", "male",
         "of a female model, this one is male"},
        {52, 4, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "(4, 8); (4, 1 to 4) expected"},
        {52, 8, 8, T - 1, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male",
         "(3, 8); (4, 1 to 8) expected"},
        {52, 0, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "has no soft-tissue directions"},
        {52, 8, 8, T, 0, true, NULL, PD_SMPL_IMPORTED "x", "male", "male",
         "of SMPL with DMPL, not of this model"},
        {52, 8, 8, T, 0, false, NULL, "made here", NULL, "", "of SMPL with DMPL, not of this model"},
        {55, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", NULL, "", "of SMPL with DMPL, not of this model"},
        /* posed's own */
        {24, 3, 3, T, OURS, false, NULL, "made here", NULL, "", NULL},
        {24, 3, 3, T, OURS, true, NULL, "made here", NULL, "", NULL},
        {24, 3, 3, T, ANOTHERS, true, NULL, "made here", NULL, "", "of another model"},
        {52, 8, 8, T, ANOTHERS, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "of another model"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_smpl_data data;
        pd_smpl_model *body;
        pd_fixture_data(&data, &(pd_fixture){.vertices = 100,
                                             .joints = rows[i].joints,
                                             .pose = PD_FIXTURE_NO_POSE,
                                             .soft = rows[i].directions});
        for (int k = 0; k < rows[i].joints; k++) pd_smpl_joint_name(data.joint_names[k], k, rows[i].joints);
        free(data.text.provenance), free(data.text.gender);
        data.text.provenance = strdup(rows[i].from), data.text.gender = strdup(rows[i].ours);
        assert_int_equal(pd_smpl_model_build(&body, &data, NULL), PD_OK);
        if (rows[i].learned) body->data.soft.is_modal = false;

        float *poses = calloc(T * 165, sizeof *poses), *trans = places(3), *soft = noise(T * 8, 9), rate = 30;
        const int64_t hash = (int64_t)(body->content_hash >> 1) ^ (rows[i].made_by == ANOTHERS);
        const pd_array made_by = pd_array_of(PD_DTYPE_I64, &hash, 0, NULL);
        pd_retarget_motion m;
        pd_motion_amass_options own = amass;
        own.source = body;
        char notes[PD_MOTION_AMASS_NOTES];
        file f;
        begin(&f);
        add(&f, "poses", poses, T, 3 * (size_t)rows[i].joints), add(&f, "trans", trans, T, 3),
            add(&f, "fps", &rate, 0, 0),
            add(&f, "dmpls", soft, (size_t)rows[i].frames, (size_t)rows[i].columns);
        if (rows[i].made_by) pd_npz_add(&f.writer, "posed_model", &made_by);
        if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
        if (rows[i].theirs) add_text(&f, "gender", rows[i].theirs);
        finish(&f);

        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &own, NULL), PD_OK);
        if (rows[i].note) {
            assert_null(m.clip.soft);
            assert_non_null(strstr(notes, "dmpls (soft tissue) are left out"));
            assert_non_null(strstr(notes, rows[i].note));
        } else {
            assert_string_equal(notes, "");
            assert_int_equal(m.clip.soft_count, rows[i].columns);
            assert_memory_equal(m.clip.soft, soft, (size_t)(T * rows[i].columns) * sizeof *soft);
        }
        pd_anim_clip_deinit(&m.clip);
        pd_smpl_model_release(body);
        end(&f);
        free(poses), free(trans), free(soft);
    }
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
    pd_smpl_model *body = body_of(24, "made here", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const float zeros[2 * 9 * 55];
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        pd_error err;
        file f;
        begin(&f);
        add(&f, "poses", zeros, 2, rows[i].columns), add(&f, "trans", zeros, 2, 3);
        finish(&f);
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, &err), PD_ERR_FORMAT);
        const size_t length = strlen(rows[i].advice);
        const char *at = strstr(err.detail, rows[i].advice);
        assert_non_null(at);
        if (rows[i].columns == 60) assert_int_equal(at[length], 0);
        end(&f);
    }
    pd_smpl_model_release(body);
}

static void a_mismatch_is_refused_with_its_member(void **state)
{
    (void)state;
    static const float zeros[600] = {0}, bad[66] = {[40] = NAN};
    pd_smpl_model *body = body_of(24, "made here", "");
    for (int i = 0; i < 10; i++) {
        pd_retarget_motion m;
        pd_motion_amass_about about;
        pd_error err = {0};
        char notes[PD_MOTION_AMASS_NOTES];
        file f;
        begin(&f);
        if (i == 0) add(&f, "poses", zeros, 2, 69), add(&f, "trans", zeros, 2, 3);
        if (i == 1) add(&f, "poses", zeros, 2, 66), add(&f, "trans", zeros, 3, 3);
        if (i == 2) add(&f, "poses", zeros, 2, 66), add(&f, "trans", zeros, 2, 4);
        if (i == 3) add(&f, "poses", zeros, 2, 66);
        if (i == 4) add(&f, "poses", bad, 1, 66), add(&f, "trans", zeros, 1, 3);
        if (i == 5) add(&f, "root_orient", zeros, 2, 3), add(&f, "trans", zeros, 2, 3);
        if (i == 6)
            add(&f, "root_orient", zeros, 2, 3), add(&f, "pose_body", zeros, 3, 63),
                add(&f, "trans", zeros, 2, 3);
        if (i == 7)
            add(&f, "root_orient", zeros, 2, 3), add(&f, "pose_body", zeros, 2, 60),
                add(&f, "trans", zeros, 2, 3);
        if (i == 8) add(&f, "poses", zeros, 66, 0), add(&f, "trans", zeros, 2, 3); /* one frame, two places */
        if (i == 9) add(&f, "poses", zeros, 0, 72), add(&f, "trans", zeros, 0, 3);
        finish(&f);
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
        end(&f);
    }
    pd_smpl_model_release(body);
}

static void betas_that_are_no_numbers_are_refused_though_the_model_leaves_them_out(void **state)
{
    (void)state;
    static const float zeros[600] = {0}, bad[10] = {[3] = NAN};
    pd_smpl_model *body = body_of(24, "made here", "");
    pd_retarget_motion m;
    pd_error err = {0};
    char notes[PD_MOTION_AMASS_NOTES];
    file f;
    begin(&f);
    add(&f, "poses", zeros, 2, 66), add(&f, "trans", zeros, 2, 3), add(&f, "betas", bad, 10, 0);
    finish(&f);
    assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "a.npz: betas");
    assert_string_equal(err.detail, "number 3 is nan; finite numbers allowed");
    end(&f);
    pd_smpl_model_release(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_contradict_each_other_are_refused),
        cmocka_unit_test(betas_of_two_lengths_are_compared),
        cmocka_unit_test(the_rate_is_read_from_any_field_that_states_it),
        cmocka_unit_test(a_rate_that_is_hardly_one_is_refused_or_reported),
        cmocka_unit_test(poses_of_every_layout_turn_the_joints_of_that_name),
        cmocka_unit_test(parts_by_either_name_are_the_whole),
        cmocka_unit_test(a_body_pose_of_23_joints_is_smpls),
        cmocka_unit_test(missing_rotations_of_joints_are_reported),
        cmocka_unit_test(members_that_are_not_read_are_named),
        cmocka_unit_test(fingers_that_a_file_says_nothing_of_are_at_rest),
        cmocka_unit_test(betas_count_in_their_own_shape_space),
        cmocka_unit_test(the_caller_names_the_model_of_betas),
        cmocka_unit_test(soft_tissue_counts_for_the_model_that_it_is_of),
        cmocka_unit_test(rotations_of_another_form_are_named),
        cmocka_unit_test(a_mismatch_is_refused_with_its_member),
        cmocka_unit_test(betas_that_are_no_numbers_are_refused_though_the_model_leaves_them_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
