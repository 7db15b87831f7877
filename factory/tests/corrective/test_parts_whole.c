/* @long: takes over five seconds under ASan. */
/* Pose blend shapes of fingers, jaw and eyes, learned for a small person from a small folder of shapes. They
 * bring bodies nearer to the references, a second learning is refused,
 * and removing them restores the body to the bit. */
#include "tests/support/fixture.h"
#include "tests/support/cmocka.h"

#include "factory/body/body.h"
#include "factory/corrective/part_learn.h"
#include "factory/tests/support/makehuman.h"

enum { TEXT_MOST = 1 << 20, EYE_VERTICES = 6 };

static fake_makehuman fake;

static void read_text(char *out, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", fake.folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, TEXT_MOST - 1, file)] = 0;
    fclose(file);
}

/* Writes `was` as `becomes` where it stands first in the file. */
static void change_text(const char *name, const char *was, const char *becomes)
{
    char *text = calloc(TEXT_MOST, 1);
    read_text(text, name);
    char *at = strstr(text, was);
    assert_non_null(at);
    FILE *file = fake_open(&fake, name);
    fprintf(file, "%.*s%s%s", (int)(at - text), text, becomes, at + strlen(was));
    fclose(file);
    free(text);
}

static int nearest_to(double x, double y, double z, int rank)
{
    int taken[EYE_VERTICES] = {0}, best = 0;
    for (int r = 0; r <= rank; r++) {
        double least = 1e9;
        for (int v = 0; v < EGG_VERTICES; v++) {
            const float *p = fake.e.vertices + 3 * v;
            const double d = hypot(hypot(p[0] - x, p[1] - y), p[2] - z);
            bool seen = false;
            for (int k = 0; k < r; k++) seen |= taken[k] == v;
            if (!seen && d < least) least = d, best = v;
        }
        taken[r] = best;
    }
    return best;
}

/* Adds eyes, which turn by their own units. The jaw drops and moves to its left. */
static void add_eyes(void)
{
    static const char sides[] = "LR";
    const double *eye = egg_joints[PD_FACTORY_L_EYE];
    char bones[512], heads[128], weights[1024] = "";
    int at = 0;
    snprintf(bones, sizeof bones,
             "\"jaw\": {\"parent\": \"head\", \"head\": \"chin\"},\n\"eye.L\": {\"parent\": \"head\", "
             "\"head\": \"left\"},\n\"eye.R\": {\"parent\": \"head\", \"head\": \"right\"}");
    change_text("rigs/default.mhskel", "\"jaw\": {\"parent\": \"head\", \"head\": \"chin\"}", bones);
    snprintf(heads, sizeof heads, "\"left\": [%d], \"right\": [%d], \"chin\"",
             nearest_to(eye[0], eye[1], eye[2], 0), nearest_to(-eye[0], eye[1], eye[2], 0));
    change_text("rigs/default.mhskel", "\"chin\": [", strcat(heads, ": ["));
    for (int side = 0; side < 2; side++) {
        at += snprintf(weights + at, sizeof weights - (size_t)at, "\"eye.%c\": [", sides[side]);
        for (int i = 0; i < EYE_VERTICES; i++)
            at += snprintf(weights + at, sizeof weights - (size_t)at, "%s[%d, %g]", i ? ", " : "",
                           nearest_to(side ? -eye[0] : eye[0], eye[1], eye[2], i), 0.4 - 0.05 * i);
        at += snprintf(weights + at, sizeof weights - (size_t)at, "],\n");
    }
    change_text("rigs/default_weights.mhw", "\"jaw\": [", strcat(weights, "\"jaw\": ["));
}

static void turn_eyes(void)
{
    char *names = calloc(TEXT_MOST, 1), *save = NULL;
    int count = 0;
    read_text(names, "poseunits/face-poseunits.json");
    for (const char *p = strchr(names, '['); *p; p++) count += *p == ',';
    FILE *file = fake_open(&fake, "poseunits/face-poseunits.bvh");
    fprintf(file, "HIERARCHY\nROOT jaw\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n");
    for (int side = 0; side < 2; side++)
        fprintf(file,
                "JOINT eye.%c\n{\nOFFSET 0 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd "
                "Site\n{\nOFFSET 0 1 "
                "0\n}\n}\n",
                "LR"[side]);
    fprintf(file, "}\nMOTION\nFrames: %d\nFrame Time: 0.1\n", count + 1);
    for (char *name = strtok_r(strchr(names, '['), "[]\", ", &save); name && *name != '}';
         name = strtok_r(NULL, "[]\", ", &save)) {
        const bool left = !strncmp(name, "LeftEye", 7), right = !strncmp(name, "RightEye", 8);
        const double x = strstr(name, "Down") ? 20 : strstr(name, "Up") ? -15 : 0;
        const double z = strstr(name, "turnLeft") ? 25 : strstr(name, "turnRight") ? -20 : 0;
        fprintf(file, "%g 0 %g %g 0 %g %g 0 %g\n", !strcmp(name, "JawDrop") ? 20.0 : 0.5,
                !strcmp(name, "ChinLeft") ? 5.0 : 0.25, left * x, left * z, right * x, right * z);
    }
    fclose(file);
    free(names);
}

static int write_folder(void **state)
{
    (void)state;
    fake_makehuman_write(&fake);
    add_eyes();
    turn_eyes();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fake_makehuman_remove(&fake);
    return 0;
}

/* Adds pose blend shapes of random numbers for the joints of the body. */
static void add_body_shapes(pd_smpl_sparse_dirs *dirs, const pd_smpl_model *model, int beta_terms)
{
    unsigned char body[PD_SMPL_MAX_JOINTS] = {0};
    for (int j = 1; j < 22; j++) body[j] = 1;
    assert_int_equal(pd_train_pose_patterns(dirs, model, &(pd_train_pattern_options){.joints = body}, NULL),
                     PD_OK);
    dirs->beta_terms = beta_terms;
    const size_t count = pd_train_pose_numbers(dirs);
    dirs->values = malloc(count * sizeof *dirs->values);
    dirs->values_dqs = malloc(count * sizeof *dirs->values_dqs);
    for (size_t i = 0; i < count; i++) {
        dirs->values[i] = 0.05f * (float)sin(0.37 * (double)i) * (float)(i % 5 == 0);
        dirs->values_dqs[i] = 0.04f * (float)cos(0.53 * (double)i) * (float)(i % 7 == 0);
    }
}

/* Checks that with the parts vertices are no farther from the references than without. */
static void check_report(const pd_factory_part_report *r)
{
    assert_true(r->finger_poses > 0 && r->face_poses > 0 && r->finger_entries > 0 && r->face_entries > 0);
    for (int k = 0; k < PD_TRAIN_FIT_COUNT; k++) {
        assert_int_equal(r->plain[k].pose_count, r->with[k].pose_count);
        assert_true(r->with[k].vertex_mm <= r->plain[k].vertex_mm);
    }
}

static void learn(const pd_smpl_model *person, pd_factory_part_job job, int beta_terms)
{
    pd_smpl_sparse_dirs dirs = {0};
    pd_smpl_data data = {0};
    pd_factory_part_report report;
    pd_error err = {0};
    add_body_shapes(&dirs, person, beta_terms);
    assert_int_equal(pd_train_pose_data(&data, person, &dirs, &err), PD_OK);
    const size_t had = data.sparse.value_count;
    float *was = malloc(pd_train_pose_numbers(&data.sparse) * sizeof *was);
    memcpy(was, data.sparse.values, pd_train_pose_numbers(&data.sparse) * sizeof *was);

    if (pd_factory_part_learn(&data, &report, &job, &err)) fail_msg("%s: %s", err.where, err.detail);
    check_report(&report);
    assert_true(data.sparse.value_count > had);
    assert_int_equal(pd_factory_part_learn(&data, &report, &job, &err), PD_ERR_INVALID); /* twice */
    assert_int_equal(pd_factory_part_remove(&data, &err), PD_OK); /* what the body had is there to the bit */
    assert_int_equal(data.sparse.value_count, had);
    assert_memory_equal(data.sparse.values, was, pd_train_pose_numbers(&data.sparse) * sizeof *was);

    free(was);
    pd_smpl_data_deinit(&data);
    pd_train_pose_dirs_deinit(&dirs);
}

static void parts_bring_bodies_nearer_and_come_off_to_the_bit(void **state)
{
    (void)state;
    const pd_factory_options options = {.data_folder = fake.folder,
                                        .seed = 5,
                                        .subject_count = 100,
                                        .held_out_count = 20,
                                        .beta_count = 3,
                                        .person = true};
    pd_factory_result result;
    pd_smpl_model *person;
    pd_factory_asset asset = {0};
    pd_factory_mesh mesh = {0};
    pd_error err = {0};
    if (pd_factory_body(&result, &options, &pd_fixture_shuffled, (pd_progress){0}, &err) ||
        pd_smpl_model_build(&person, &result.models[PD_FACTORY_NEUTRAL], &err) ||
        pd_factory_asset_load(&asset, fake.folder, &pd_fixture_shuffled, &err) ||
        pd_factory_mesh_init(&mesh, asset.obj.vertices, asset.vertex_count, (const int(*)[4])asset.quads,
                             asset.quad_count, &err))
        fail_msg("%s: %s", err.where, err.detail);

    const pd_factory_part_job job = {.model = person,
                                     .face = {&asset, &mesh, fake.folder, 0.5},
                                     .seed = 3,
                                     .executor = &pd_fixture_shuffled};
    for (int beta_terms = 0; beta_terms < 3; beta_terms += 2) learn(person, job, beta_terms);
    pd_factory_mesh_deinit(&mesh);
    pd_factory_asset_deinit(&asset);
    pd_smpl_model_release(person);
    pd_factory_result_deinit(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_bring_bodies_nearer_and_come_off_to_the_bit)};
    return cmocka_run_group_tests(tests, write_folder, remove_folder);
}
