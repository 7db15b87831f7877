/* @heavy: takes over five seconds under ASan. */
#include "tests/support/doc_table.h"

#include "core/base/rng.h"
#include "core/observe/measurements.h"
#include "core/ik/job/status.h"
#include "core/smpl/measure/tape.h"

/* The shipped models against the table of a prototype that measured its own body, learned from the same
 * assets with other random numbers: mean person, mean man, mean woman. Not the same bodies, so a centimetre
 * of girth and a percent of volume are allowed. Run from the root of the tree. */

typedef struct row {
    pd_smpl_measure measure;
    double tolerance, expected[3];
} row;

static const char *const files[3] = {"models/default.safetensors", "models/male.safetensors",
                                     "models/female.safetensors"};
static const row rows[] = {
    {PD_SMPL_HEIGHT, 0.005, {1.695, 1.761, 1.629}},
    {PD_SMPL_CHEST_GIRTH, 0.01, {0.991, 1.034, 0.958}},
    {PD_SMPL_WAIST_GIRTH, 0.01, {0.863, 0.908, 0.816}},
    {PD_SMPL_NAVEL_GIRTH, 0.01, {0.911, 0.929, 0.895}},
    {PD_SMPL_HIP_GIRTH, 0.01, {1.062, 1.048, 1.083}},
    {PD_SMPL_INSIDE_LEG_HEIGHT, 0.005, {0.808, 0.855, 0.762}},
    {PD_SMPL_MASS, 0.8, {74.2, 80.9, 68.6}},
    {PD_SMPL_BMI, 0.3, {25.8, 26.1, 25.8}},
};

static pd_smpl_model *model;
static pd_arena arena;

static void load(const char *file)
{
    pd_error err = {0};
    pd_smpl_model_release(model);
    if (pd_smpl_model_load(&model, file, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_reserve(&arena, pd_smpl_measure_scratch_bytes(model)));
}

static void measure(double *values, const float *betas, int beta_count)
{
    pd_smpl_measure_job job = {.values = values, .betas = betas, .beta_count = beta_count, .body_count = 1};
    assert_int_equal(pd_smpl_measure_check(&job, model, NULL), PD_OK);
    assert_true(pd_arena_reserve(&arena, pd_smpl_measure_scratch_bytes(model)));
    pd_smpl_measure_run(&job, model, &arena);
}

static void read_text(char *text, size_t room, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s is not there", path);
    size_t got = fread(text, 1, room - 1, file);
    fclose(file);
    text[got] = 0;
}

static void mean_bodies_measure_as_the_prototypes_did(void **state)
{
    (void)state;
    for (int f = 0; f < 3; f++) {
        double values[PD_SMPL_MEASURE_COUNT];
        load(files[f]);
        measure(values, NULL, 0);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            double off = values[rows[i].measure] - rows[i].expected[f];
            printf("%-28s %-18s %8.4f %+.4f\n", files[f], pd_smpl_measures[rows[i].measure].name,
                   values[rows[i].measure], off);
            if (!(fabs(off) <= rows[i].tolerance))
                fail_msg("%s: %s is off by %g", files[f], pd_smpl_measures[rows[i].measure].name, off);
        }
    }
}

/* Models from other sources have no landmarks. Landmarks that are found on the template give nearly the same
 * measurements as those of the file. */
static void landmarks_that_are_found_measure_as_those_of_the_file(void **state)
{
    (void)state;
    for (int f = 0; f < 3; f++) {
        double named[PD_SMPL_MEASURE_COUNT], found[PD_SMPL_MEASURE_COUNT];
        load(files[f]);
        measure(named, NULL, 0);
        model->data.landmark_count = 0;
        measure(found, NULL, 0);
        for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
            double off = found[i] / named[i] - 1;
            if (fabs(off) > 1e-6)
                printf("%-28s %-18s %+.1f %%\n", files[f], pd_smpl_measures[i].name, 100 * off);
            assert_true(fabs(off) < 0.04);
        }
    }
}

/* Draws betas of length at most 3.5, which one person in a few thousand exceeds. */
static void random_betas(float *betas, int count, pd_rng *rng)
{
    double square = 0;
    for (int b = 0; b < count; b++) {
        betas[b] = (float)pd_rng_normal(rng);
        square += (double)betas[b] * betas[b];
    }
    double length = sqrt(square), most = 3.5;
    for (int b = 0; b < count && length > most; b++) betas[b] *= (float)(most / length);
}

static void people_of_all_shapes_can_be_measured_and_found_again(void **state)
{
    (void)state;
    static const pd_smpl_measure asked[] = {
        PD_SMPL_HEIGHT,      PD_SMPL_MASS,        PD_SMPL_WAIST_GIRTH,
        PD_SMPL_CHEST_GIRTH, PD_SMPL_HIP_GIRTH,   PD_SMPL_INSIDE_LEG_HEIGHT,
        PD_SMPL_ARM_LENGTH,  PD_SMPL_THIGH_GIRTH, PD_SMPL_NECK_GIRTH};
    enum { BODIES = 25, ASKED = sizeof asked / sizeof *asked };
    pd_rng rng;
    double worst_m = 0, worst_kg = 0;
    long iterations = 0;
    pd_rng_init(&rng, 12);
    load(files[0]);
    for (int n = 0; n < BODIES; n++) {
        float truth[PD_SMPL_MAX_BETAS], betas[PD_SMPL_MAX_BETAS];
        double body[PD_SMPL_MEASURE_COUNT], residuals[ASKED];
        pd_observe_measurements_measurement targets[ASKED];
        random_betas(truth, model->beta_count, &rng);
        measure(body, truth, model->beta_count);
        for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
            const pd_smpl_measure_row *r = &pd_smpl_measures[i];
            if (!(body[i] >= r->least && body[i] <= r->greatest)) fail_msg("%s is %g", r->name, body[i]);
        }
        for (int i = 0; i < ASKED; i++)
            targets[i] = (pd_observe_measurements_measurement){asked[i], body[asked[i]], 0};
        pd_observe_measurements_job job = {.betas = betas, .residuals = residuals, .targets = targets};
        job.target_count = 1 + n % ASKED;
        assert_int_equal(pd_observe_measurements_check(&job, model, NULL), PD_OK);
        assert_true(pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model)));
        pd_observe_measurements_run(&job, model, &arena);
        if (job.status != PD_OBSERVE_MEASUREMENTS_MATCHED)
            fail_msg("body %d: %s", n, pd_observe_measurements_status_name(job.status));
        iterations += job.iterations_used;
        for (int i = 0; i < job.target_count; i++) {
            double *worst = asked[i] == PD_SMPL_MASS ? &worst_kg : &worst_m;
            *worst = fmax(*worst, fabs(residuals[i]));
        }
    }
    printf(
        "%d bodies found again by 1 to %d measurements: off by %.2f mm, %.3f kg at most, %.1f iterations\n",
        BODIES, ASKED, 1000 * worst_m, worst_kg, (double)iterations / BODIES);
    assert_true(worst_m < 2e-3 && worst_kg < 0.2);
}

/* Tape measures as people have them: a random body of the model, then what separates a tape from the
 * definitions here. Offsets are of the size that the shipped models have against ANSUR II,
 * noise is that of a tape. */
static void measurements_with_noise_and_bias_give_an_ordinary_body(void **state)
{
    (void)state;
    static const struct {
        pd_smpl_measure measure;
        double bias, noise; /* shares of the value */
    } tapes[] = {
        {PD_SMPL_HEIGHT, 0, 0.002},
        {PD_SMPL_MASS, -0.03, 0.01},
        {PD_SMPL_HEAD_GIRTH, 0.05, 0.005},
        {PD_SMPL_NECK_GIRTH, 0.08, 0.01},
        {PD_SMPL_CHEST_GIRTH, 0.02, 0.01},
        {PD_SMPL_NAVEL_GIRTH, -0.03, 0.01},
        {PD_SMPL_HIP_GIRTH, -0.04, 0.01},
        {PD_SMPL_THIGH_GIRTH, 0.03, 0.01},
        {PD_SMPL_CALF_GIRTH, -0.03, 0.01},
        {PD_SMPL_ANKLE_GIRTH, -0.06, 0.01},
        {PD_SMPL_WRIST_GIRTH, 0.03, 0.01},
        {PD_SMPL_HAND_LENGTH, 0.03, 0.005},
        {PD_SMPL_INSIDE_LEG_HEIGHT, -0.01, 0.003},
        {PD_SMPL_FOOT_LENGTH, 0.06, 0.005},
        {PD_SMPL_SPAN, 0.02, 0.003},
    };
    enum { BODIES = 12, TAPES = sizeof tapes / sizeof *tapes };
    pd_rng rng;
    double worst = 0, height = 0;
    pd_rng_init(&rng, 31);
    load(files[0]);

    for (int n = 0; n < BODIES; n++) {
        float truth[PD_SMPL_MAX_BETAS], betas[PD_SMPL_MAX_BETAS];
        double body[PD_SMPL_MEASURE_COUNT], residuals[TAPES];
        pd_observe_measurements_measurement targets[TAPES];
        random_betas(truth, model->beta_count, &rng);
        measure(body, truth, model->beta_count);
        for (int i = 0; i < TAPES; i++)
            targets[i] = (pd_observe_measurements_measurement){
                tapes[i].measure,
                body[tapes[i].measure] * (1 + tapes[i].bias + tapes[i].noise * pd_rng_normal(&rng)), 0};

        pd_observe_measurements_job job = {
            .betas = betas, .residuals = residuals, .targets = targets, .target_count = TAPES};
        assert_int_equal(pd_observe_measurements_check(&job, model, NULL), PD_OK);
        assert_true(pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model)));
        pd_observe_measurements_run(&job, model, &arena);
        if (job.status != PD_OBSERVE_MEASUREMENTS_MATCHED && job.status != PD_OBSERVE_MEASUREMENTS_COMPROMISE)
            fail_msg("body %d: %s", n, pd_observe_measurements_status_name(job.status));
        if (!(job.distance < 4.3 || job.relaxation == 1))
            fail_msg("body %d: |beta| %g with tolerances times %g", n, job.distance, job.relaxation);
        worst = fmax(worst, job.distance);
        height = fmax(height, fabs(residuals[0]));
    }
    printf(
        "%d bodies from %d tapes with noise and bias: |beta| at most %.2f, height off by at most %.1f mm\n",
        BODIES, TAPES, worst, 1000 * height);
    assert_true(worst < 6 && height < 0.015);
}

static void a_heavier_body_is_wider_and_a_taller_one_longer(void **state)
{
    (void)state;
    static const pd_smpl_measure widths[] = {PD_SMPL_WAIST_GIRTH, PD_SMPL_CHEST_GIRTH, PD_SMPL_HIP_GIRTH,
                                             PD_SMPL_THIGH_GIRTH, PD_SMPL_UPPER_ARM_GIRTH};
    static const pd_smpl_measure lengths[] = {PD_SMPL_ARM_LENGTH, PD_SMPL_INSIDE_LEG_HEIGHT,
                                              PD_SMPL_FOOT_LENGTH, PD_SMPL_SPAN, PD_SMPL_BACK_NECK_TO_WAIST};
    double values[3][PD_SMPL_MEASURE_COUNT];
    const double wanted[3][2] = {{1.7, 60}, {1.7, 90}, {1.9, 90}};
    load(files[0]);
    for (int n = 0; n < 3; n++) {
        float betas[PD_SMPL_MAX_BETAS];
        const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, wanted[n][0], 0},
                                                               {PD_SMPL_MASS, wanted[n][1], 0}};
        pd_observe_measurements_job job = {
            .betas = betas, .values = values[n], .targets = targets, .target_count = 2};
        assert_true(pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model)));
        pd_observe_measurements_run(&job, model, &arena);
        assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_MATCHED);
    }
    for (int i = 0; i < 5; i++) {
        assert_true(values[1][widths[i]] > values[0][widths[i]] + 0.03);
        assert_true(values[2][lengths[i]] > values[1][lengths[i]] + 0.01);
    }
}

/* docs/reference/measurements.md has a line for every measurement,
 * docs/guide/ik.md one for every solver and status. */
static void every_row_stands_in_the_documentation(void **state)
{
    (void)state;
    static char text[1 << 16];
    pd_buffer table = {0};
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
        const pd_smpl_measure_row *r = &pd_smpl_measures[i];
        pd_buffer_printf(&table, "| `%s` | %s | %s | %g to %g | %s |\n", r->name, r->iso[0] ? r->iso : "-",
                         r->unit, r->least, r->greatest, r->definition);
    }
    pd_buffer_add(&table, "", 1);
    doc_table_is("docs/reference/measurements.md",
                 "| name | ISO 8559-1 | unit | searched between | here |\n|---|---|---|---|---|\n",
                 (char *)table.data);
    pd_buffer_deinit(&table);

    read_text(text, sizeof text, "docs/reference/measurements.md");
#define FIT_LINE(name, word, doc) assert_non_null(strstr(text, "| `" word "` | " doc " |\n"));
    PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(FIT_LINE)
    read_text(text, sizeof text, "docs/guide/ik.md");
#define SOLVER_LINE(name, word)      assert_non_null(strstr(text, "\n| `" word "` | "));
#define STATUS_LINE(name, word, doc) assert_non_null(strstr(text, "\n| `" word "` | "));
    PD_IK_SOLVER_TABLE(SOLVER_LINE)
    PD_IK_STATUS_TABLE(STATUS_LINE)
}

static int tear_down(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_bodies_measure_as_the_prototypes_did),
        cmocka_unit_test(landmarks_that_are_found_measure_as_those_of_the_file),
        cmocka_unit_test(people_of_all_shapes_can_be_measured_and_found_again),
        cmocka_unit_test(measurements_with_noise_and_bias_give_an_ordinary_body),
        cmocka_unit_test(every_row_stands_in_the_documentation),
        cmocka_unit_test(a_heavier_body_is_wider_and_a_taller_one_longer),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
