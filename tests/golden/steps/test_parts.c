/* @long: takes over five seconds under ASan. */
/* Pose blend shapes of fingers, jaw and eyes, learned the whole way for a small person from a small folder of shapes, against what they came to before.
 * That the shipped ones are right is for tests/unit/train/corrective/test_part_learn.c; what no rule holds is seen here.
 *
 * tests/golden/steps/parts.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "train/body/body.h"
#include "train/corrective/part_learn.h"
#include "tests/support/makehuman.h"
#include "tests/support/same_kernels.h"
#include "tests/support/told.h"

#define TOLERANCE 1e-7
#define LOOSE     1e-3 /* of what an iteration ends in */
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

/* Eyes, which turn by the units of their own; the jaw drops, and goes to its left. */
static void add_eyes(void)
{
    static const char sides[] = "LR";
    const double *eye = egg_joints[PD_TRAIN_L_EYE];
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

/* P of the joints that a body has, of numbers that nobody learned. */
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

static void add_dirs(golden_lines *g, const char *name, const pd_smpl_data *data)
{
    const pd_smpl_sparse_dirs *d = &data->sparse;
    const size_t count = pd_train_pose_numbers(d);
    double joints = 0, of = 0;
    for (int i = 0; i < d->pattern_start[d->pattern_count]; i++)
        joints += d->pattern_joints[i] * (1 + i % 31);
    for (int v = 0; v < data->vertex_count; v++) of += d->vertex_pattern[v] * (1 + v % 31);
    golden_lines_add(g, name,
                     (double[]){d->pattern_count, (double)d->value_count, joints, of, d->beta_terms,
                                100 * golden_weighted(d->values, count),
                                100 * golden_weighted(d->values_dqs, count)},
                     7, LOOSE);
    for (int t = 0; t <= d->beta_terms; t++)
        golden_lines_add(
            g, "term",
            (double[]){100 * golden_weighted(d->values + (size_t)t * d->value_count, d->value_count),
                       100 * golden_weighted(d->values_dqs + (size_t)t * d->value_count, d->value_count)},
            2, LOOSE);
}

static void add_report(golden_lines *g, const pd_train_part_report *r)
{
    golden_lines_add(g, "report",
                     (double[]){r->finger_poses, r->face_poses, r->left_out, (double)r->finger_entries,
                                (double)r->face_entries, 1000 * r->largest_m},
                     6, LOOSE);
    for (int k = 0; k < PD_TRAIN_FIT_COUNT; k++) {
        const pd_train_pose_error *const errors[] = {&r->plain[k], &r->with[k]};
        for (int e = 0; e < 2; e++)
            golden_lines_add(g, e ? "with" : "plain",
                             (double[]){errors[e]->pose_count, errors[e]->vertex_mm, errors[e]->area_mm,
                                        errors[e]->p95_mm, errors[e]->p99_mm, errors[e]->max_mm,
                                        errors[e]->joint_mm, errors[e]->joint_p95_mm, errors[e]->worst_pose},
                             9, LOOSE);
    }
}

static void learn(golden_lines *g, const pd_smpl_model *person, pd_train_part_job job, int beta_terms)
{
    told said;
    const pd_train_progress progress = told_to(&said);
    job.progress = &progress;
    pd_smpl_sparse_dirs dirs = {0};
    pd_smpl_data data = {0};
    pd_train_part_report report;
    pd_error err = {0};
    add_body_shapes(&dirs, person, beta_terms);
    assert_int_equal(pd_train_pose_data(&data, person, &dirs, &err), PD_OK);
    add_dirs(g, "body", &data);
    const size_t had = data.sparse.value_count;
    float *was = malloc(pd_train_pose_numbers(&data.sparse) * sizeof *was);
    memcpy(was, data.sparse.values, pd_train_pose_numbers(&data.sparse) * sizeof *was);

    if (pd_train_part_learn(&data, &report, &job, &err)) fail_msg("%s: %s", err.where, err.detail);
    told_add(g, &said);
    add_report(g, &report);
    add_dirs(g, "with_parts", &data);
    assert_int_equal(pd_train_part_learn(&data, &report, &job, &err), PD_ERR_INVALID); /* twice */
    assert_int_equal(pd_train_part_remove(&data, &err), PD_OK); /* what the body had is there to the bit */
    assert_int_equal(data.sparse.value_count, had);
    assert_memory_equal(data.sparse.values, was, pd_train_pose_numbers(&data.sparse) * sizeof *was);

    free(was);
    pd_smpl_data_deinit(&data);
    pd_train_pose_dirs_deinit(&dirs);
}

static void parts_are_learned_as_they_were(void **state)
{
    (void)state;
    golden_lines g;
    golden_lines_begin(&g, "tests/golden/steps/parts.txt");
    const pd_train_options options = {.data_folder = fake.folder,
                                      .seed = 5,
                                      .subject_count = 100,
                                      .held_out_count = 20,
                                      .beta_count = 3,
                                      .person = true};
    pd_train_result result;
    pd_smpl_model *person;
    pd_train_asset asset = {0};
    pd_train_mesh mesh = {0};
    pd_error err = {0};
    if (pd_train_body(&result, &options, &pd_fixture_shuffled, (pd_train_progress){0}, &err) ||
        pd_smpl_model_build(&person, &result.models[PD_TRAIN_NEUTRAL], &err) ||
        pd_train_asset_load(&asset, fake.folder, &pd_fixture_shuffled, &err) ||
        pd_train_mesh_init(&mesh, asset.obj.vertices, asset.vertex_count, (const int(*)[4])asset.quads,
                           asset.quad_count, &err))
        fail_msg("%s: %s", err.where, err.detail);

    const pd_train_part_job job = {.model = person,
                                   .face = {&asset, &mesh, fake.folder, 0.5},
                                   .seed = 3,
                                   .executor = &pd_fixture_shuffled};
    for (int beta_terms = 0; beta_terms < 3; beta_terms += 2) learn(&g, person, job, beta_terms);
    golden_lines_end(&g);
    pd_train_mesh_deinit(&mesh);
    pd_train_asset_deinit(&asset);
    pd_smpl_model_release(person);
    pd_train_result_deinit(&result);
}

int main(int count, char **arguments)
{
    (void)count;
    if (!same_kernels_begin(arguments)) {
        puts("the numbers are of OpenBLAS's kernels for AVX2, which this processor has not got");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_are_learned_as_they_were)};
    return cmocka_run_group_tests(tests, write_folder, remove_folder);
}
