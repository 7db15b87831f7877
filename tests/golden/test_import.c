/* Reads the published layouts of SMPL models, which tests/support/smpl_pkl.py writes with numpy, scipy and
 * its own chumpy, and compares its NumPy forward pass with ours.
 * Tolerance 1e-5 m; the largest differences are printed. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "train/model/data_encode.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/base/file.h"
#include "core/smpl/body.h"
#include "core/smpl/data/import.h"
#include "train/model/publish.h"

#define TOLERANCE 1e-5
#define PYTHON    "/usr/bin/python3"

static char folder[] = "/tmp/posed-import-XXXXXX";

static int write_models(void **state)
{
    char command[256];
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(command, sizeof command, PYTHON " tests/support/smpl_pkl.py %s", folder);
    return system(command);
}

static int remove_models(void **state)
{
    char command[256];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static const char *path_of(const char *file)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

static pd_smpl_data load(const char *file)
{
    pd_smpl_data data;
    pd_error err = {0};
    if (pd_smpl_data_load(&data, path_of(file), &err)) fail_msg("%s: %s: %s", file, err.where, err.detail);
    return data;
}

static double farthest(const float *a, const float *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs((double)a[i] - (double)b[i]));
    return most;
}

static void expect_near(const pd_smpl_data *a, const pd_smpl_data *b, double tolerance)
{
    size_t v = (size_t)a->vertex_count, k = (size_t)a->joint_count;
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->beta_count, b->beta_count);
    assert_int_equal(a->face_count, b->face_count);
    assert_true(farthest(a->v_template, b->v_template, 3 * v) <= tolerance);
    assert_true(farthest(a->shapedirs, b->shapedirs, 3 * v * (size_t)a->beta_count) <= tolerance);
    assert_true(farthest(a->posedirs, b->posedirs, 27 * v * (k - 1)) <= tolerance);
    assert_true(farthest(a->weights, b->weights, v * k) <= tolerance);
    assert_memory_equal(a->regressor_start, b->regressor_start, (k + 1) * sizeof(int));
    assert_memory_equal(a->regressor_vertex, b->regressor_vertex,
                        (size_t)a->regressor_start[k] * sizeof(int));
    assert_memory_equal(a->parents, b->parents, k * sizeof(int));
    assert_memory_equal(a->faces, b->faces, (size_t)a->face_count * 12);
    assert_memory_equal(a->mirror, b->mirror, v * sizeof(int));
}

static void every_protocol_order_and_container_gives_the_same_model(void **state)
{
    static const char *const files[] = {
        "basicModel_f_p0.pkl", "basicModel_f_p1.pkl", "basicModel_f_p2.pkl",
        "basicModel_f_p3.pkl", "basicModel_f_p4.pkl", "basicModel_f_p5.pkl",
        "fortran_f_p0.pkl",    "fortran_f_p1.pkl",    "fortran_f_p2.pkl",
        "fortran_f_p3.pkl",    "fortran_f_p4.pkl",    "fortran_f_p5.pkl",
        "csr_f.pkl",           "coo_f.pkl",           "csc_array_f.pkl",
        "big_endian_f.pkl",    "SMPL_FEMALE.npz",     "SMPL_FEMALE_small.npz"};
    (void)state;
    pd_smpl_data model = load("model_p2.pkl");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pd_smpl_data other = load(files[i]);
        expect_near(&model, &other, 0);
        assert_string_equal(other.text.gender, "female");
        pd_smpl_data_deinit(&other);
    }
    pd_smpl_data_deinit(&model);
}

static void half_precision_sources_are_read(void **state)
{
    (void)state;
    pd_smpl_data model = load("model_p2.pkl"), half = load("half_female.npz");
    expect_near(&model, &half, 1e-3);
    assert_true(farthest(model.v_template, half.v_template, 3) > 0);
    pd_smpl_data_deinit(&model);
    pd_smpl_data_deinit(&half);
}

static void names_gender_licence_and_provenance_travel(void **state)
{
    (void)state;
    pd_smpl_data d = load("model_p2.pkl");
    assert_int_equal(d.parents[0], -1);
    assert_int_equal(d.parents[16], 13);
    assert_string_equal(d.joint_names[0], "pelvis");
    assert_string_equal(d.joint_names[23], "right_hand");
    assert_string_equal(d.text.name, "model_p2");
    assert_string_equal(d.text.gender, "female"); /* pose_training_info: the file's name does not say */
    assert_non_null(strstr(d.text.licence, "imported from"));
    assert_non_null(strstr(d.text.provenance, "model_p2.pkl"));
    assert_null(strstr(d.text.provenance, "/"));
    pd_smpl_data_deinit(&d);
    /* the folder is called so and no more, as SMPL+H is published */
    d = load("male/model.npz");
    assert_string_equal(d.text.gender, "male");
    pd_smpl_data_deinit(&d);
}

/* Checks the gender that is guessed from the path, for a copy of a model without a gender. */
static void expect_gender(const char *under, const char *wanted)
{
    char command[768];
    snprintf(command, sizeof command,
             "cd %s && mkdir -p guess/\"$(dirname %s)\" && cp male/model.npz guess/%s", folder, under, under);
    assert_int_equal(system(command), 0);

    char path[128];
    snprintf(path, sizeof path, "guess/%s", under);
    pd_smpl_data d = load(path);
    if (strcmp(d.text.gender, wanted) != 0) fail_msg("%s: \"%s\", not \"%s\"", under, d.text.gender, wanted);
    pd_smpl_data_deinit(&d);
}

static void a_gender_is_guessed_from_whole_words_only(void **state)
{
    (void)state;
    expect_gender("SMPL_MALE.npz", "male");
    expect_gender("x/smplx-female_v2.npz", "female");
    expect_gender("basicModel_f_lbs_10_207_0_v1.0.0.npz", "female");
    expect_gender("basicmodel_m_lbs_10_207_0_v1.1.0.npz", "male");
    expect_gender("neutral/body.npz", "neutral");

    expect_gender("m/body.npz", "");
    expect_gender("f/n/body.npz", "");
    expect_gender("m.npz", "");
    expect_gender("scan_f_2.npz", "");
    expect_gender("females.npz", "");
    expect_gender("male-students/body.npz", "");
}

static void hands_and_faces_have_their_public_names(void **state)
{
    (void)state;
    pd_smpl_data d = load("SMPLH_MALE.npz");
    assert_int_equal(d.joint_count, 52);
    assert_int_equal(d.beta_count, 16);
    assert_string_equal(d.text.gender, "male");
    assert_string_equal(d.joint_names[22], "left_index1");
    assert_string_equal(d.joint_names[51], "right_thumb3");
    pd_smpl_data_deinit(&d);
    d = load("SMPLX_NEUTRAL.npz");
    assert_int_equal(d.joint_count, 55);
    assert_int_equal(d.beta_count, 300); /* of 400 */
    assert_int_equal(d.expression_count, 100);
    assert_int_equal(d.hands[0].component_count, 45);
    assert_non_null(d.hands[1].mean);
    assert_string_equal(d.text.gender, "neutral");
    assert_string_equal(d.joint_names[22], "jaw");
    assert_string_equal(d.joint_names[25], "left_index1");
    pd_smpl_data_deinit(&d);
    d = load("SMPLX_small.npz");
    assert_int_equal(d.beta_count, 10);
    assert_int_equal(d.expression_count, 10);
    pd_smpl_data_deinit(&d);
    d = load("MANO_RIGHT.npz");
    assert_string_equal(d.joint_names[0], "wrist");
    assert_string_equal(d.joint_names[15], "thumb3");
    assert_int_equal(d.hands[0].component_count, 45);
    assert_null(d.hands[1].mean);
    pd_smpl_data_deinit(&d);
    d = load("FLAME_NEUTRAL.npz");
    assert_string_equal(d.joint_names[2], "jaw");
    assert_int_equal(d.expression_count, 100);
    pd_smpl_data_deinit(&d);
    d = load("OTHER_n.npz");
    assert_int_equal(d.beta_count, 20);
    assert_int_equal(d.expression_count, 0);
    assert_string_equal(d.joint_names[15], "joint_15");
    pd_smpl_data_deinit(&d);
}

static void soft_tissue_comes_along_or_from_a_file_of_its_own(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_smpl_data d = load("soft_female.npz");
    assert_int_equal(d.soft_count, 8);
    assert_int_equal(pd_smpl_import_soft(&d, path_of("dmpl_female.npz"), 10, &err), PD_OK);
    assert_int_equal(d.soft_count, 10);
    assert_int_equal(pd_smpl_import_soft(&d, path_of("model_p2.pkl"), 0, &err), PD_ERR_FORMAT);
    pd_smpl_data_deinit(&d);
}

/* Reads arrays of an .npz of expected values, stored as float or double. */
static void *numbers(const char *name, const char *member, int as_double, size_t *count)
{
    pd_bytes file;
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    assert_int_equal(pd_file_map(&file, path_of(name), &err), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, file.data, file.size, name, &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, member, &err), PD_OK);
    void *out = malloc(array.count * 8);
    pd_status s =
        as_double ? pd_array_f64(out, &array, member, &err) : pd_array_f32(out, &array, member, &err);
    assert_int_equal(s, PD_OK);
    if (count) *count = array.shape[0];
    pd_npz_deinit(&npz);
    pd_file_unmap(&file);
    return out;
}

typedef struct scene {
    float *betas, *rotations, *translations;
    double *vertices, *joints;
    size_t body_count;
    pd_smpl_body *bodies;
} scene;

static scene read_scene(const pd_smpl_data *d, const char *expected)
{
    scene s = {numbers(expected, "betas", 0, NULL),
               numbers(expected, "rotations", 0, NULL),
               numbers(expected, "translations", 0, NULL),
               numbers(expected, "vertices", 1, NULL),
               numbers(expected, "joints", 1, NULL),
               0,
               NULL};
    free(numbers(expected, "poses", 0, &s.body_count));
    s.bodies = calloc(s.body_count, sizeof *s.bodies);
    for (size_t i = 0; i < s.body_count; i++) {
        s.bodies[i].betas = s.betas + i * (size_t)d->beta_count;
        s.bodies[i].beta_count = d->beta_count;
        s.bodies[i].rotations = s.rotations + i * 9 * (size_t)d->joint_count;
        s.bodies[i].translation = s.translations + 3 * i;
    }
    return s;
}

static void free_scene(scene *s)
{
    free(s->betas);
    free(s->rotations);
    free(s->translations);
    free(s->vertices);
    free(s->joints);
    free(s->bodies);
}

static void compare_reference(const char *file, const char *expected, pd_smpl_skinning skinning)
{
    pd_smpl_data d = load(file);
    assert_int_equal(d.skinning, skinning);
    scene s = read_scene(&d, expected);
    size_t vertex_numbers = 3 * (size_t)d.vertex_count, joint_numbers = 3 * (size_t)d.joint_count;
    double *vertices = malloc(vertex_numbers * sizeof *vertices),
           *joints = malloc(joint_numbers * sizeof *joints);
    double most = 0;
    pd_error err = {0};
    for (size_t b = 0; b < s.body_count; b++) {
        assert_int_equal(pd_smpl_body_ref(vertices, joints, &d, &s.bodies[b], d.skinning, &err), PD_OK);
        for (size_t i = 0; i < vertex_numbers; i++)
            most = fmax(most, fabs(vertices[i] - s.vertices[b * vertex_numbers + i]));
        for (size_t i = 0; i < joint_numbers; i++)
            most = fmax(most, fabs(joints[i] - s.joints[b * joint_numbers + i]));
    }
    print_message("largest difference, reference to NumPy: %.2g m\n", most);
    assert_true(most <= TOLERANCE);
    free(vertices);
    free(joints);
    free_scene(&s);
    pd_smpl_data_deinit(&d);
}

static void the_reference_agrees_with_numpy(void **state)
{
    (void)state;
    compare_reference("model_p2.pkl", "expected.npz", PD_SMPL_LBS);
    compare_reference("dqbs.pkl", "expected_dqbs.npz", PD_SMPL_DQS);
}

static void compare_resident(const char *file, const char *expected)
{
    pd_smpl_model *model;
    pd_error err = {0};
    pd_arena arena;
    if (pd_smpl_model_load(&model, path_of(file), &err)) fail_msg("%s: %s", err.where, err.detail);
    scene s = read_scene(&model->data, expected);
    size_t vertex_numbers = 3 * (size_t)model->vertex_count, joint_numbers = 3 * (size_t)model->joint_count;
    float *vertices = malloc(s.body_count * vertex_numbers * sizeof *vertices);
    float *joints = malloc(s.body_count * joint_numbers * sizeof *joints);
    for (size_t b = 0; b < s.body_count; b++) {
        s.bodies[b].vertices = vertices + b * vertex_numbers;
        s.bodies[b].joints = joints + b * joint_numbers;
    }
    const pd_smpl_job job = {s.bodies, (int)s.body_count, model->data.skinning, NULL};
    assert_int_equal(pd_smpl_job_check(&job, model, &err), PD_OK);
    assert_true(pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &arena, &pd_fixture_shuffled);
    double most = 0;
    for (size_t i = 0; i < s.body_count * vertex_numbers; i++)
        most = fmax(most, fabs((double)vertices[i] - s.vertices[i]));
    for (size_t i = 0; i < s.body_count * joint_numbers; i++)
        most = fmax(most, fabs((double)joints[i] - s.joints[i]));
    print_message("largest difference, float32 tiles to NumPy: %.2g m\n", most);
    assert_true(most <= TOLERANCE);
    pd_arena_deinit(&arena);
    free(vertices);
    free(joints);
    free_scene(&s);
    pd_smpl_model_release(model);
}

static void the_resident_model_agrees_with_numpy(void **state)
{
    (void)state;
    compare_resident("model_p2.pkl", "expected.npz");
    compare_resident("dqbs.pkl", "expected_dqbs.npz");
}

static void the_skinning_method_survives_saving_and_publishing(void **state)
{
    (void)state;
    char path[256];
    pd_error err = {0};
    pd_buffer pkl = {0};
    pd_smpl_data in = load("dqbs.pkl");
    snprintf(path, sizeof path, "%s", path_of("dqbs.safetensors"));
    assert_int_equal(pd_train_data_save(&in, path, &err), PD_OK);
    pd_smpl_data stored = load("dqbs.safetensors"), published = {0};
    assert_int_equal(stored.skinning, PD_SMPL_DQS);

    /* Written in the published layout: as a pkl, since an npz has no place for bs_style. */
    assert_int_equal(pd_train_publish(&pkl, &in, PD_TRAIN_PUBLISHED_PKL, &err), PD_OK);
    assert_int_equal(pd_smpl_import(&published, pkl.data, pkl.size, "out.pkl", &err), PD_OK);
    assert_int_equal(published.skinning, PD_SMPL_DQS);
    pd_buffer_clear(&pkl);
    assert_int_equal(pd_train_publish(&pkl, &in, PD_TRAIN_PUBLISHED_NPZ, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "bs_style");
    pd_buffer_deinit(&pkl);
    pd_smpl_data_deinit(&in), pd_smpl_data_deinit(&stored), pd_smpl_data_deinit(&published);
}

static void a_converted_model_reads_back_the_same(void **state)
{
    (void)state;
    char path[256];
    pd_error err = {0};
    pd_smpl_data in = load("model_p2.pkl");
    snprintf(path, sizeof path, "%s", path_of("model.safetensors"));
    assert_int_equal(pd_train_data_save(&in, path, &err), PD_OK);
    pd_smpl_data out = load("model.safetensors");
    expect_near(&in, &out, 0);
    assert_string_equal(in.text.provenance, out.text.provenance);
    pd_smpl_data_deinit(&in);
    pd_smpl_data_deinit(&out);
}

static void expect_error(const char *file, pd_status status, const char *where, const char *detail)
{
    pd_smpl_data data;
    pd_error err = {0};
    assert_int_equal(pd_smpl_data_load(&data, path_of(file), &err), status);
    if (!strstr(err.where, where)) fail_msg("%s: where is \"%s\"", file, err.where);
    if (!strstr(err.detail, detail)) fail_msg("%s: detail is \"%s\"", file, err.detail);
    assert_null(data.v_template);
}

static void a_pickle_that_would_run_a_program_is_refused_by_name(void **state)
{
    (void)state;
    expect_error("bad_system.pkl", PD_ERR_UNSUPPORTED, "bad_system.pkl:", "\"posix.system\"");
    expect_error("bad_system_p4.pkl", PD_ERR_UNSUPPORTED, "bad_system_p4.pkl:", "\"posix.system\"");
    assert_int_not_equal(access("/tmp/posed-was-here", F_OK), 0);
}

static void bad_models_are_refused_with_place_and_value(void **state)
{
    (void)state;
    expect_error("bad_nan.pkl", PD_ERR_RANGE, "v_template[10]", "nan");
    expect_error("bad_circle.pkl", PD_ERR_RANGE, "kintree_table[0,3]", "6");
    expect_error("bad_negative.pkl", PD_ERR_RANGE, "weights[9,1]", "-0.5");
    expect_error("bad_style.pkl", PD_ERR_UNSUPPORTED, "bs_style", "\"sbs\"; \"lbs\" or \"dqbs\" expected");
    expect_error("bad_shape.pkl", PD_ERR_FORMAT, "posedirs", "200 columns; 207 (SMPL)");
    expect_error("bad_missing.pkl", PD_ERR_FORMAT, ": f", "missing");
    expect_error("bad_band.pkl", PD_ERR_UNSUPPORTED, "bad_band.pkl:", "out-of-band");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_protocol_order_and_container_gives_the_same_model),
        cmocka_unit_test(half_precision_sources_are_read),
        cmocka_unit_test(names_gender_licence_and_provenance_travel),
        cmocka_unit_test(a_gender_is_guessed_from_whole_words_only),
        cmocka_unit_test(hands_and_faces_have_their_public_names),
        cmocka_unit_test(soft_tissue_comes_along_or_from_a_file_of_its_own),
        cmocka_unit_test(the_reference_agrees_with_numpy),
        cmocka_unit_test(the_resident_model_agrees_with_numpy),
        cmocka_unit_test(the_skinning_method_survives_saving_and_publishing),
        cmocka_unit_test(a_converted_model_reads_back_the_same),
        cmocka_unit_test(a_pickle_that_would_run_a_program_is_refused_by_name),
        cmocka_unit_test(bad_models_are_refused_with_place_and_value),
    };
    return cmocka_run_group_tests(tests, write_models, remove_models);
}
