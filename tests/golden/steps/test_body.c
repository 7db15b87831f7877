/* @long: takes over five seconds under ASan. */
/* Body models learned from a small folder of shapes, a plain one and a person, against what they were before: template, directions, weights,
 * joints, limits, the report. That they are right is for tests/unit/train/body; what no rule holds is seen here.
 *
 * tests/golden/steps/body.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. Of 100 people the last of four directions
 * tells a thousandth of the first: the kernels of another BLAS move it by some of 1e-2, so that the same ones are asked for everywhere. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "train/body/body.h"
#include "tests/support/makehuman.h"
#include "tests/support/same_kernels.h"
#include "tests/support/told.h"

#define TOLERANCE 1e-7

static fake_makehuman fake;

static int write_folder(void **state)
{
    (void)state;
    fake_makehuman_write(&fake);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fake_makehuman_remove(&fake);
    return 0;
}

/* Squares where the sign of a direction is anybody's. */
static void add_floats(golden_lines *g, const char *name, const float *values, size_t count, int squares)
{
    double sum = 0;
    for (size_t i = 0; values && i < count; i++)
        sum += golden_weight(i, count) * (squares ? 1e4 * (double)values[i] : 1) * (double)values[i];
    golden_lines_add(g, name, &sum, 1, TOLERANCE);
}

static void add_doubles(golden_lines *g, const char *name, const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += golden_weight(i, count) * values[i];
    golden_lines_add(g, name, &sum, 1, TOLERANCE);
}

static void add_model(golden_lines *g, const pd_smpl_data *d)
{
    size_t v = (size_t)d->vertex_count, b = (size_t)d->beta_count, k = (size_t)d->joint_count;
    double faces = 0, tree = 0, vertices = 0;
    for (size_t i = 0; i < 3 * (size_t)d->face_count; i++)
        faces += golden_weight(i, 3 * (size_t)d->face_count) * d->faces[i];
    for (size_t j = 0; j < k; j++) tree += golden_weight(j, k) * d->parents[j];
    for (int i = 0; i < d->regressor_start[k]; i++)
        vertices += golden_weight((size_t)i, (size_t)d->regressor_start[k]) * d->regressor_vertex[i];
    add_floats(g, "template", d->v_template, 3 * v, 0);
    for (size_t beta = 0; beta < b; beta++) {
        double sum = 0;
        for (size_t i = 0; i < 3 * v; i++)
            sum += 1e4 * golden_weight(i, 3 * v) * (double)d->shapedirs[i * b + beta] *
                   (double)d->shapedirs[i * b + beta];
        golden_lines_add(g, "direction", &sum, 1, TOLERANCE);
    }
    add_floats(g, "weights", d->weights, k * v, 0);
    add_floats(g, "limits", d->beta_limits, b, 0);
    add_doubles(g, "regressor", d->regressor_weight, (size_t)d->regressor_start[k]);
    golden_lines_add(
        g, d->text.name,
        (double[]){(double)v, (double)k, (double)b, faces, tree, vertices, d->regressor_start[k]}, 7,
        TOLERANCE);
}

static void add_report(golden_lines *g, const pd_train_report *r)
{
    const pd_train_population *sexes[] = {&r->men, &r->women};
    for (int s = 0; s < 2; s++) {
        const pd_train_population *p = sexes[s];
        golden_lines_add(g, "people",
                         (double[]){p->count, p->stature_mean, p->stature_sd, p->bmi_p5, p->bmi_p25,
                                    p->bmi_p50, p->bmi_p75, p->bmi_p95, p->mass_p5, p->mass_p50, p->mass_p95,
                                    p->fat_beyond},
                         12, TOLERANCE);
    }
    add_doubles(g, "cube", r->cube_mm, PD_TRAIN_POINT_COUNT);
    add_doubles(g, "joints", r->regressor_mm, PD_TRAIN_JOINT_COUNT);
    golden_lines_add(g, "report",
                     (double[]){r->stature_worst_mm, r->bmi_within_1_percent, r->regressor_mean_mm,
                                r->regressor_p95_mm, r->regressor_max_mm, r->regressor_entries,
                                r->regressor_row_min, r->regressor_row_max, r->volume_change_mean,
                                r->volume_change_worst, r->axis_worst_deg, r->weight_vertices[0],
                                r->weight_vertices[1], r->weight_vertices[2], r->weight_vertices[3],
                                r->weight_jump_p99, r->weight_jump_max, r->mirror_worst},
                     18, TOLERANCE);
    for (int m = 0; m < 3; m++) {
        const pd_train_model_report *one = &r->models[m];
        golden_lines_add(g, "model",
                         (double[]){one->trained, one->held_out, one->stature, one->volume, one->bmi}, 5,
                         TOLERANCE);
        add_doubles(g, "variance", one->variance, PD_TRAIN_COMPONENTS);
        for (int e = 0; e < PD_TRAIN_ERROR_COUNT; e++)
            golden_lines_add(g, "error",
                             (double[]){one->errors[e].vertex_mm, one->errors[e].area_mm,
                                        one->errors[e].area_p95_mm, one->errors[e].joint_mm},
                             4, 1e-3);
    }
}

static void learned_bodies_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    golden_lines_begin(&g, "tests/golden/steps/body.txt");
    for (int person = 0; person < 2; person++) {
        const pd_train_options options = {.data_folder = fake.folder,
                                          .seed = 5,
                                          .subject_count = 100,
                                          .held_out_count = 20,
                                          .beta_count = 4,
                                          .person = person != 0,
                                          .face_beta_count = person ? 2 : 0};
        pd_train_result result;
        pd_error err = {0};
        told said;
        if (pd_train_body(&result, &options, &pd_fixture_shuffled, told_to(&said), &err))
            fail_msg("%s: %s", err.where, err.detail);
        told_add(&g, &said);
        for (int m = 0; m < PD_TRAIN_MODEL_COUNT; m++) add_model(&g, &result.models[m]);
        add_report(&g, &result.report);
        pd_train_result_deinit(&result);
    }
    golden_lines_end(&g);
}

int main(int count, char **arguments)
{
    (void)count;
    if (!same_kernels_begin(arguments)) {
        puts("the numbers are of OpenBLAS's kernels for AVX2, which this processor has not got");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(learned_bodies_are_what_they_were)};
    return cmocka_run_group_tests(tests, write_folder, remove_folder);
}
