/* Where a motion stands: the pelvis stays in its place, feet stay on the floor, and the axis that is up is
 * the one that is meant. The files are made here by AMASS's convention: the pelvis of the body that they are
 * of is at trans + J0, and +Z is up. */
#include "core/motion/amass.h"
#include "core/retarget/skeleton.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/default_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { T = 24, K = 24 };

/* ---- takes ---- */

typedef struct take {
    float poses[T][3 * K], trans[T][3];
    float betas[16];
    int beta_count;
    const char *gender;      /* NULL: the file says nothing of it */
    const pd_smpl_model *of; /* whose hash it has; NULL: none */
} take;

static void turn(float *pose, const double r[9])
{
    double own[9], out[9], v[3] = {(double)pose[0], (double)pose[1], (double)pose[2]};
    pd_rot_from_axis_angle(own, v);
    pd_rot_mul(out, r, own);
    pd_rot_to_axis_angle(v, out);
    for (int c = 0; c < 3; c++) pose[c] = (float)v[c];
}

/* A person who bends the knees and walks along +Z, in a world with +Y up whose floor is 0;
 * lowest points by all vertices. */
static double lowest(const pd_smpl_model *m, const float *betas, int beta_count, const float *rotations)
{
    float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices);
    const pd_smpl_body body = {
        .betas = betas, .beta_count = beta_count, .rotations = rotations, .vertices = vertices};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    double low = 1e9;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
    for (int v = 0; v < m->vertex_count; v++) low = fmin(low, (double)vertices[3 * v + 1]);
    pd_arena_deinit(&scratch);
    free(vertices);
    return low;
}

static void walk(take *w, const pd_smpl_model *of, const float *betas, int beta_count)
{
    memset(w, 0, sizeof *w);
    w->of = of;
    w->beta_count = beta_count;
    if (beta_count) memcpy(w->betas, betas, (size_t)beta_count * sizeof *betas);
    for (int t = 0; t < T; t++) {
        float rotations[9 * K];
        const float bend = 0.6f * (float)t / T;
        float *pose = w->poses[t];
        pose[3 * 16 + 2] = -1.1f, pose[3 * 17 + 2] = 1.1f;
        pose[3 * 1] = pose[3 * 2] = -bend, pose[3 * 4] = pose[3 * 5] = 2 * bend,
                 pose[3 * 7] = pose[3 * 8] = -bend;
        pd_rot_from_axis_angle_array(rotations, pose, K);
        w->trans[t][0] = 0.4f;
        w->trans[t][1] = -(float)lowest(of ? of : model, betas, beta_count, rotations);
        w->trans[t][2] = (float)t / T;
    }
}

/* Rotations of the world about the origin; trans moves by R (trans + J0) - J0. */
static void turn_world(take *w, const double r[9], const pd_vec3 j)
{
    const double j0[3] = {j.x, j.y, j.z};
    for (int t = 0; t < T; t++) {
        double at[3], out[3];
        turn(w->poses[t], r);
        for (int c = 0; c < 3; c++) at[c] = (double)w->trans[t][c] + j0[c];
        for (int c = 0; c < 3; c++) out[c] = r[3 * c] * at[0] + r[3 * c + 1] * at[1] + r[3 * c + 2] * at[2];
        for (int c = 0; c < 3; c++) w->trans[t][c] = (float)(out[c] - j0[c]);
    }
}

/* to +Z up: (x, y, z) -> (x, -z, y); to a camera's: (x, -y, -z) */
static const double to_z[9] = {1, 0, 0, 0, 0, -1, 0, 1, 0}, to_camera[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1},
                    to_x[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
static const pd_vec3 origin = {0, 0, 0};

static pd_status read_take(pd_retarget_motion *out, char *notes, const take *w, const pd_smpl_model *onto,
                           const pd_motion_amass_options *options, pd_error *err)
{
    pd_buffer bytes = {0};
    pd_npz npz;
    pd_npz_writer writer = pd_npz_begin(&bytes);
    const double rate = 30;
    const int64_t hash = w->of ? (int64_t)(w->of->content_hash >> 1) : 0;
    const pd_array poses = PD_ARRAY(PD_DTYPE_F32, w->poses, T, 3 * K),
                   trans = PD_ARRAY(PD_DTYPE_F32, w->trans, T, 3),
                   betas = PD_ARRAY(PD_DTYPE_F32, w->betas, (size_t)w->beta_count),
                   fps = pd_array_of(PD_DTYPE_F64, &rate, 0, NULL),
                   of = pd_array_of(PD_DTYPE_I64, &hash, 0, NULL);
    pd_npz_add(&writer, "poses", &poses);
    pd_npz_add(&writer, "trans", &trans);
    pd_npz_add(&writer, "fps", &fps);
    if (w->beta_count) pd_npz_add(&writer, "betas", &betas);
    if (w->of) pd_npz_add(&writer, "posed_model", &of);
    if (w->gender) {
        const pd_array text = {.dtype = PD_DTYPE_CHARS,
                               .count = 1,
                               .item_bytes = strlen(w->gender),
                               .data = (const unsigned char *)w->gender,
                               .data_bytes = strlen(w->gender)};
        pd_npz_add(&writer, "gender", &text);
    }
    assert_int_equal(pd_npz_end(&writer, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, bytes.data, bytes.size, "a.npz", NULL), PD_OK);
    const pd_status s = pd_motion_amass_read(out, notes, &npz, onto, options, err);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&bytes);
    return s;
}

/* Height of the lowest vertex in a frame of a motion on that model. */
static double low_of(const pd_retarget_motion *m, const pd_smpl_model *onto, int frame)
{
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_anim_skeleton skeleton;
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, onto, m->betas, m->beta_count, NULL), PD_OK);
    pd_retarget_motion_rotations(rotations, m, frame);
    return m->clip.roots[frame].y - skeleton.offsets[skeleton.root].y +
           lowest(onto, m->betas, m->beta_count, rotations);
}

/* How much of the way from the pelvis to the head is up. */
static double upright(const pd_retarget_motion *m, int frame)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, NULL, &m->clip, frame);
    const pd_vec3 way =
        pd_vec3_sub(p[pd_anim_skeleton_find(&m->clip.skeleton, "head")], p[m->clip.skeleton.root]);
    return way.y / pd_vec3_length(way);
}

/* ---- the root and the floor ---- */

/* The default model with its template and joints moved: another J0, the same surface about it. */
static pd_smpl_model *moved(pd_vec3 by)
{
    pd_smpl_data data;
    pd_smpl_model *out;
    assert_int_equal(pd_smpl_data_load(&data, "models/default.safetensors", NULL), PD_OK);
    for (int v = 0; v < data.vertex_count; v++) {
        data.v_template[3 * v] += (float)by.x;
        data.v_template[3 * v + 1] += (float)by.y;
        data.v_template[3 * v + 2] += (float)by.z;
    }
    assert_int_equal(pd_smpl_model_build(&out, &data, NULL), PD_OK);
    return out;
}

static const pd_smpl_model *find_moved(void *ctx, int64_t hash)
{
    const pd_smpl_model *m = ctx;
    return hash == (int64_t)(m->content_hash >> 1) ? m : NULL;
}

/* Of a file whose body has its pelvis elsewhere: named by the caller or by the file,
 * in AMASS's world and others. */
static void the_pelvis_stays_where_the_files_body_has_it(void **state)
{
    (void)state;
    const pd_vec3 j = pd_vec3_make(0.1, -0.23, 0.05);
    pd_smpl_model *other = moved(j);
    for (int i = 0; i < 6; i++) {
        take w;
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        const bool by_file = i % 2, y_up = i / 2 == 1, onto_itself = i / 2 == 2;
        walk(&w, other, NULL, 0);
        if (!by_file) w.of = NULL;
        if (!y_up) turn_world(&w, to_z, j);
        const pd_motion_amass_options options = {.source = by_file ? NULL : other,
                                                 .find = find_moved,
                                                 .find_ctx = other,
                                                 .has_up = y_up,
                                                 .up = PD_MOTION_UP_Y};
        const pd_smpl_model *onto = onto_itself ? other : model;
        assert_int_equal(read_take(&m, notes, &w, onto, &options, NULL), PD_OK);
        assert_string_equal(notes, "");
        for (int t = 0; t < T; t++) {
            const double x = (double)w.trans[t][0] + j.x, y = (double)w.trans[t][1] + j.y,
                         z = (double)w.trans[t][2] + j.z;
            const pd_vec3 place = y_up ? pd_vec3_make(x, y, z) : pd_vec3_make(x, z, -y);
            assert_near(pd_vec3_distance(m.clip.roots[t], place), 0, 1e-5);
        }
        pd_anim_clip_deinit(&m.clip);
    }
    pd_smpl_model_release(other);
}

/* Betas of -3 to 3 either way, and the other sexes: the lowest vertex is where the source's is, in knee bends
 * and in the air. */
static void feet_stay_on_the_floor_of_every_body(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float source, result;
    } rows[] = {{"default", 0, 3}, {"default", 0, -3}, {"default", 3, -3}, {"default", -2, 1},
                {"male", 0, 0},    {"female", 0, 0},   {"female", 2, -3},  {"male", -3, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[64], notes[PD_MOTION_AMASS_NOTES];
        pd_smpl_model *onto;
        pd_retarget_motion m;
        take w;
        snprintf(path, sizeof path, "models/%s.safetensors", rows[i].name);
        assert_int_equal(pd_smpl_model_load(&onto, path, NULL), PD_OK);
        walk(&w, model, &rows[i].source, 1); /* the pelvis at rest is a few millimetres off the origin */
        for (int t = T / 2; t < T; t++) w.trans[t][1] += 0.4f; /* a jump keeps its height */
        turn_world(&w, to_z, origin);
        const pd_motion_amass_options options = {
            .betas = &rows[i].result, .beta_count = 1, .find = find_moved, .find_ctx = model};
        assert_int_equal(read_take(&m, notes, &w, onto, &options, NULL), PD_OK);
        pd_anim_skeleton theirs;
        assert_int_equal(pd_retarget_skeleton_of(&theirs, model, &rows[i].source, 1, NULL), PD_OK);
        const pd_vec3 j = theirs.offsets[theirs.root];
        for (int t = 0; t < T; t += 4) {
            assert_near(low_of(&m, onto, t), t < T / 2 ? j.z : 0.4 + j.z, 0.01);
            assert_near(m.clip.roots[t].x, (double)w.trans[t][0] + j.x, 1e-5);
            assert_near(m.clip.roots[t].z, -(double)w.trans[t][1] - j.y, 1e-5);
        }
        pd_anim_clip_deinit(&m.clip);
        pd_smpl_model_release(onto);
    }
}

/* A file of its own model, with its own betas, is not touched. */
static void a_motion_of_the_body_itself_stays_as_it_is(void **state)
{
    (void)state;
    static const float betas[2] = {1.5f, -2};
    take w;
    pd_retarget_motion m;
    char notes[PD_MOTION_AMASS_NOTES];
    walk(&w, model, betas, 2);
    turn_world(&w, to_z, origin);
    assert_int_equal(read_take(&m, notes, &w, model, NULL, NULL), PD_OK);
    assert_string_equal(notes, "");
    pd_anim_skeleton skeleton;
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, betas, 2, NULL), PD_OK);
    const pd_vec3 j = skeleton.offsets[skeleton.root];
    for (int t = 0; t < T; t++) {
        assert_near(m.clip.roots[t].x, (double)w.trans[t][0] + j.x, 1e-6);
        assert_near(m.clip.roots[t].y, (double)w.trans[t][2] + j.z, 1e-6);
        assert_near(m.clip.roots[t].z, -(double)w.trans[t][1] - j.y, 1e-6);
    }
    pd_anim_clip_deinit(&m.clip);
}

/* Files that do not say whose they are: what is assumed is said, and a person of SMPL's family stands on the
 * floor, tall or small. */
static void assumptions_about_a_body_are_reported(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        take w;
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        const float size = i == 3   ? 3
                           : i == 4 ? -2
                                    : 0; /* who was captured is taller or smaller than the model */
        walk(&w, model, &size, 1);
        w.of = NULL;
        w.beta_count = 0;
        if (i > 1) { /* of SMPL: its pelvis is 0.23 m below its origin */
            for (int t = 0; t < T; t++) w.trans[t][1] += 0.23f, w.trans[t][2] -= 0.03f;
            w.beta_count = 10, w.betas[0] = 1.1f, w.gender = "male";
        }
        if (i == 1) w.beta_count = 10, w.gender = "neutral"; /* betas of 0 are nobody's */
        if (i != 2) turn_world(&w, to_z, i > 1 ? pd_vec3_make(0, -0.23, 0.03) : origin);
        assert_int_equal(read_take(&m, notes, &w, model, NULL, NULL), PD_OK);
        assert_non_null(strstr(notes, i > 1 ? "the pelvis of SMPL's mean body is assumed"
                                            : "this model's mean body is assumed"));
        for (int t = 0; t < T; t += 6) {
            assert_near(low_of(&m, model, t), 0, 0.03);
            assert_near(m.clip.roots[t].x, 0.4, 1e-5);
            assert_near(m.clip.roots[t].z, (double)t / T, 1e-5);
        }
        pd_anim_clip_deinit(&m.clip);
    }
}

/* ---- axes ---- */

/* What each axis makes of a place and of a rotation: a quarter turn of the world, which keeps distances, with
 * that axis up. */
static void the_option_up_rotates_root_and_world_of_an_amass_file(void **state)
{
    (void)state;
    static const double expected[PD_MOTION_UP_COUNT][3] = {{-2, 1, 3}, {1, 2, 3},   {1, 3, -2},
                                                           {2, -1, 3}, {1, -2, -3}, {1, -3, 2}};
    for (int up = 0; up < PD_MOTION_UP_COUNT; up++) {
        const pd_vec3 p = pd_q_rotate(pd_motion_up_turn((pd_motion_up)up), pd_vec3_make(1, 2, 3));
        assert_near(p.x, expected[up][0], 1e-12);
        assert_near(p.y, expected[up][1], 1e-12);
        assert_near(p.z, expected[up][2], 1e-12);
    }
    static const struct {
        const char *text;
        int up;
    } names[] = {{"y", PD_MOTION_UP_Y},
                 {"Y", PD_MOTION_UP_Y},
                 {"+Z", PD_MOTION_UP_Z},
                 {"-y", PD_MOTION_UP_MINUS_Y},
                 {"Y_UP", PD_MOTION_UP_Y},
                 {"z-up", PD_MOTION_UP_Z},
                 {"x up", PD_MOTION_UP_X},
                 {"up", -1},
                 {"", -1},
                 {"w", -1},
                 {"yy", -1},
                 {"-", -1}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pd_motion_up up = PD_MOTION_UP_COUNT;
        assert_int_equal(pd_motion_up_of(&up, names[i].text), names[i].up >= 0);
        if (names[i].up >= 0) assert_int_equal(up, names[i].up);
    }
}

/* One walk in four worlds comes out the same, found or told. */
static void a_walk_in_every_world_is_the_same_walk(void **state)
{
    (void)state;
    static const struct {
        const double *from_y;
        pd_motion_up up;
        const char *note;
    } rows[] = {{to_z, PD_MOTION_UP_Z, NULL},
                {NULL, PD_MOTION_UP_Y, "y is taken as up, since the person stands along it"},
                {to_x, PD_MOTION_UP_X, "x is taken as up"},
                {to_camera, PD_MOTION_UP_MINUS_Y, "-y is taken as up"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int told = 0; told < 2; told++) {
            take w, as;
            pd_retarget_motion m;
            char notes[PD_MOTION_AMASS_NOTES];
            walk(&w, model, NULL, 0);
            w.of = NULL;
            as = w;
            if (rows[i].from_y) turn_world(&w, rows[i].from_y, origin);
            const pd_motion_amass_options options = {.has_up = told, .up = rows[i].up};
            assert_int_equal(read_take(&m, notes, &w, model, &options, NULL), PD_OK);
            if (rows[i].note) assert_int_equal(strstr(notes, rows[i].note) != NULL, !told);
            for (int t = 0; t < T; t++) {
                assert_true(upright(&m, t) > 0.95);
                assert_near(m.clip.roots[t].x, (double)as.trans[t][0], 1e-5);
                assert_near(m.clip.roots[t].y, (double)as.trans[t][1], 1e-5);
                assert_near(m.clip.roots[t].z, (double)as.trans[t][2], 1e-5);
            }
            pd_anim_clip_deinit(&m.clip);
        }
}

/* A camera's frame: upright, on the floor, from the origin on, as far as in the world;
 * found by the depth, or told. */
static void a_cameras_frame_is_set_upright_on_the_floor(void **state)
{
    (void)state;
    for (int told = 0; told < 2; told++) {
        take w;
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        walk(&w, model, NULL, 0);
        w.of = NULL;
        turn_world(&w, to_camera, origin);
        for (int t = 0; t < T; t++) w.trans[t][0] -= 0.7f, w.trans[t][1] += 1.3f, w.trans[t][2] += 4;
        const pd_motion_amass_options options = {.camera = told};
        assert_int_equal(read_take(&m, notes, &w, model, &options, NULL), PD_OK);
        assert_int_equal(strstr(notes, "taken as a camera's frame") != NULL, !told);
        assert_non_null(strstr(notes, "the feet are put on 0"));
        assert_near(hypot(m.clip.roots[0].x, m.clip.roots[0].z), 0, 1e-9);
        assert_near(m.clip.roots[T - 1].z, (T - 1.0) / T, 1e-5);
        for (int t = 0; t < T; t += 6) {
            assert_true(upright(&m, t) > 0.95);
            assert_near(low_of(&m, model, t), 0, 0.03);
        }
        pd_anim_clip_deinit(&m.clip);
    }
}

/* Who lies, crawls or stands on the hands on the floor z = 0 does so; who may lie on a bed or stand on a
 * stage is asked about. */
static void a_lying_person_is_not_turned_upright(void **state)
{
    (void)state;
    static const struct {
        float root[3], trans[3];
        pd_status status;
        const char *words;
        double up; /* of the body in the result */
    } rows[] = {
        {{0, 0, 0}, {0, 0, 0.13f}, PD_OK, "the person is on the floor z = 0, not upright", 0},
        {{3.1415927f, 0, 0}, {0.4f, 2, 0.19f}, PD_OK, "the person is on the floor", 0}, /* on the belly */
        {{-1.5707963f, 0, 0}, {0, 0, 0.85f}, PD_OK, "the person is on the floor", -1},  /* on the head  */
        {{0, 0, 0}, {0, 1.6f, 0.75f}, PD_ERR_UNSUPPORTED, "--up y (upright) or --up z (lying) decides", 0},
        {{1.5707963f, 0, 0}, {0, 0, 5}, PD_OK, "the feet are", 1},
        {{1.5707963f, 0, 0}, {0, 0, 3}, PD_OK, "in feet they would be on it (--unit 0.3048)", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        take w = {0};
        pd_retarget_motion m;
        pd_error err = {0};
        char notes[PD_MOTION_AMASS_NOTES];
        for (int t = 0; t < T; t++) {
            memcpy(w.poses[t], rows[i].root, sizeof rows[i].root);
            memcpy(w.trans[t], rows[i].trans, sizeof rows[i].trans);
        }
        assert_int_equal(read_take(&m, notes, &w, model, NULL, &err), rows[i].status);
        assert_non_null(strstr(rows[i].status ? err.detail : notes, rows[i].words));
        if (rows[i].status) continue;
        assert_near(upright(&m, 0), rows[i].up, 0.06);
        pd_anim_clip_deinit(&m.clip);
    }
}

/* ---- angles ---- */

static void degrees_are_noticed_and_read_when_requested(void **state)
{
    (void)state;
    take w, radians;
    pd_retarget_motion m, as;
    pd_error err = {0};
    char notes[PD_MOTION_AMASS_NOTES];
    walk(&w, model, NULL, 0);
    turn_world(&w, to_z, origin);
    radians = w;
    for (int t = 0; t < T; t++)
        for (int c = 0; c < 3 * K; c++) w.poses[t][c] *= 57.29577951f;
    assert_int_equal(read_take(&m, notes, &w, model, NULL, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "a.npz: poses");
    assert_non_null(strstr(err.detail, "--angles degrees"));
    assert_int_equal(
        read_take(&m, notes, &w, model, &(pd_motion_amass_options){.angles = PD_MOTION_ANGLES_DEGREES}, NULL),
        PD_OK);
    assert_int_equal(read_take(&as, notes, &radians, model, NULL, NULL), PD_OK);
    for (int t = 0; t < T; t++)
        for (int k = 0; k < K; k++)
            assert_true(pd_q_angle(pd_anim_clip_frame(&m.clip, t)[k], pd_anim_clip_frame(&as.clip, t)[k]) <
                        1e-5);
    pd_anim_clip_deinit(&m.clip);
    pd_anim_clip_deinit(&as.clip);

    /* who says so has windings of more than a turn; over HTTP the option is a query's */
    assert_int_equal(
        read_take(&m, notes, &w, model, &(pd_motion_amass_options){.angles = PD_MOTION_ANGLES_RADIANS}, NULL),
        PD_OK);
    pd_anim_clip_deinit(&m.clip);
    assert_int_equal(read_take(&m, notes, &w, model, &(pd_motion_amass_options){.is_query = true}, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "angles=degrees"));
}

/* ---- units ---- */

static void places_in_another_unit_are_refused_by_its_name(void **state)
{
    (void)state;
    static const struct {
        double metres;
        const char *words;
    } rows[] = {{0.01, "centimetres"}, {0.001, "millimetres"}, {0.0254, "inches"}};
    take w, metres;
    pd_retarget_motion m, as;
    pd_error err = {0};
    char notes[PD_MOTION_AMASS_NOTES];

    walk(&metres, model, NULL, 0);
    turn_world(&metres, to_z, origin);
    assert_int_equal(read_take(&as, notes, &metres, model, NULL, NULL), PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        w = metres;
        for (int t = 0; t < T; t++)
            for (int c = 0; c < 3; c++) w.trans[t][c] = (float)((double)w.trans[t][c] / rows[i].metres);
        assert_int_equal(read_take(&m, notes, &w, model, NULL, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, "a.npz: trans");
        assert_non_null(strstr(err.detail, rows[i].words));

        /* with the unit it is the motion in metres */
        const pd_motion_amass_options options = {.metres_per_unit = rows[i].metres};
        assert_int_equal(read_take(&m, notes, &w, model, &options, NULL), PD_OK);
        for (int t = 0; t < T; t++)
            assert_true(pd_vec3_length(pd_vec3_sub(m.clip.roots[t], as.clip.roots[t])) < 1e-5);
        pd_anim_clip_deinit(&m.clip);
    }

    /* a root that is faster than people run, whatever its height */
    w = metres;
    for (int t = 0; t < T; t++) w.trans[t][0] = (float)t;
    assert_int_equal(read_take(&m, notes, &w, model, NULL, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "--unit 0.01"));
    pd_anim_clip_deinit(&as.clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pelvis_stays_where_the_files_body_has_it),
        cmocka_unit_test(feet_stay_on_the_floor_of_every_body),
        cmocka_unit_test(a_motion_of_the_body_itself_stays_as_it_is),
        cmocka_unit_test(assumptions_about_a_body_are_reported),
        cmocka_unit_test(the_option_up_rotates_root_and_world_of_an_amass_file),
        cmocka_unit_test(a_walk_in_every_world_is_the_same_walk),
        cmocka_unit_test(a_cameras_frame_is_set_upright_on_the_floor),
        cmocka_unit_test(a_lying_person_is_not_turned_upright),
        cmocka_unit_test(degrees_are_noticed_and_read_when_requested),
        cmocka_unit_test(places_in_another_unit_are_refused_by_its_name),
    };
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
