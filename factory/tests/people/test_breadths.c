/* Breadths of random people of the shipped model, measured on their posed meshes, and those of ANSUR II. */
#include "factory/people/breadth.h"

#include "core/smpl/people/people.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#define FIRST_SEED 7000
enum { PEOPLE = 150, Z = PD_FACTORY_BREADTHS };

static pd_smpl_model *model;
static pd_factory_breadth_tape tape;
/* measures, stature and mass of the drawn women and men */
static double values[2][PEOPLE][Z], mass[2][PEOPLE], stature[2][PEOPLE];

static int draw(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK) return 1;
    if (pd_factory_breadth_init(&tape, model, NULL) != PD_OK) return 1;

    const pd_smpl_people people = pd_smpl_model_people(model);
    for (int sex = 0; sex < 2; sex++)
        for (int i = 0; i < PEOPLE; i++) {
            pd_smpl_person_request q = pd_smpl_anybody;
            pd_smpl_person person;
            pd_smpl_prior prior;
            double logs[PD_SMPL_PEOPLE_MEASURES];
            float betas[PD_SMPL_PEOPLE_MAX_BETAS];
            q.has_gender = q.has_random = true;
            q.gender = sex ? PD_SMPL_MALE : PD_SMPL_FEMALE;
            q.random = (uint64_t)(FIRST_SEED + i);
            if (pd_smpl_person_find(&person, &people, &q, NULL) != PD_OK) return 1;
            if (!pd_smpl_people_prior(&prior, &people, 0, q.population, q.gender)) return 1;
            pd_smpl_prior_measure(logs, &prior, person.betas, model->beta_count);
            stature[sex][i] = exp(logs[PD_SMPL_PEOPLE_HEIGHT]);
            mass[sex][i] = exp(logs[PD_SMPL_PEOPLE_MASS]);
            for (int k = 0; k < model->beta_count; k++) betas[k] = (float)person.betas[k];
            pd_factory_breadth_measure(values[sex][i], &tape, betas);
        }

    return 0;
}

static int release(void **state)
{
    (void)state;
    pd_factory_breadth_deinit(&tape);
    pd_smpl_model_release(model);
    return 0;
}

/* Means and deviations are ANSUR II's, in metres: 1,986 women and 4,082 men (public domain). Bounds are in
 * these deviations; the ankles of the model's shapes are thicker than people's. */
static void means_are_those_of_the_survey(void **state)
{
    (void)state;
    static const struct {
        pd_factory_breadth measure;
        double means[2], deviations[2], most;
    } survey[] = {
        {PD_FACTORY_BREADTH_BIDELTOID, {0.4503, 0.5104}, {0.0287, 0.0325}, 0.5},
        {PD_FACTORY_BREADTH_BIACROMIAL, {0.3653, 0.4157}, {0.0183, 0.0192}, 0.6},
        {PD_FACTORY_BREADTH_CALF_GIRTH, {0.3733, 0.3923}, {0.0285, 0.0297}, 1.0},
        {PD_FACTORY_BREADTH_ANKLE_GIRTH, {0.2157, 0.2293}, {0.0149, 0.0146}, 1.6},
        {PD_FACTORY_BREADTH_WAIST_BREADTH, {0.2999, 0.3264}, {0.0330, 0.0347}, 0.5},
        {PD_FACTORY_BREADTH_WAIST_DEPTH, {0.2130, 0.2378}, {0.0314, 0.0347}, 0.7},
        {PD_FACTORY_BREADTH_CHEST_DEPTH, {0.2474, 0.2538}, {0.0273, 0.0262}, 0.6},
        {PD_FACTORY_BREADTH_BUTTOCK_DEPTH, {0.2329, 0.2458}, {0.0243, 0.0265}, 0.7},
        {PD_FACTORY_BREADTH_HIP_BREADTH, {0.3538, 0.3457}, {0.0267, 0.0242}, 0.8},
    };

    for (size_t n = 0; n < sizeof survey / sizeof *survey; n++)
        for (int sex = 0; sex < 2; sex++) {
            double mean = 0;
            for (int i = 0; i < PEOPLE; i++) mean += values[sex][i][survey[n].measure] / PEOPLE;
            const double off = (mean - survey[n].means[sex]) / survey[n].deviations[sex];
            if (!(fabs(off) < survey[n].most))
                fail_msg("%s of sex %d: mean %.4f m, %.2f deviations off",
                         pd_factory_breadth_rows[survey[n].measure].name, sex, mean, off);
        }
}

/* Shoulders over hips: 2.8 deviations apart in the survey, 1.6 in version 1 of the people. */
static void shoulders_over_hips_separate_the_sexes(void **state)
{
    (void)state;
    double sum[2] = {0}, squares[2] = {0};

    for (int sex = 0; sex < 2; sex++)
        for (int i = 0; i < PEOPLE; i++) {
            const double *v = values[sex][i];
            const double ratio = v[PD_FACTORY_BREADTH_BIDELTOID] / v[PD_FACTORY_BREADTH_HIP_BREADTH];
            sum[sex] += ratio / PEOPLE;
            squares[sex] += ratio * ratio / PEOPLE;
        }
    const double within = sqrt((squares[0] - sum[0] * sum[0] + squares[1] - sum[1] * sum[1]) / 2);
    const double apart = (sum[1] - sum[0]) / within;
    if (!(apart > 2.1)) fail_msg("%.2f deviations apart", apart);
}

/* The survey's correlations are .80 and .83 with mass, and .57 and .53 of the acromia with stature; version 1
 * had .46, .61, .43 and .29. */
static void calves_follow_the_mass_and_shoulders_the_stature(void **state)
{
    (void)state;
    static const struct {
        pd_factory_breadth measure;
        bool of_mass;
        double least;
    } rows[] = {{PD_FACTORY_BREADTH_CALF_GIRTH, true, 0.65}, {PD_FACTORY_BREADTH_BIACROMIAL, false, 0.4}};

    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
        for (int sex = 0; sex < 2; sex++) {
            double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
            for (int i = 0; i < PEOPLE; i++) {
                const double a = rows[n].of_mass ? mass[sex][i] : stature[sex][i];
                const double b = values[sex][i][rows[n].measure];
                x += a / PEOPLE;
                y += b / PEOPLE;
                xx += a * a / PEOPLE;
                yy += b * b / PEOPLE;
                xy += a * b / PEOPLE;
            }
            const double r = (xy - x * y) / sqrt((xx - x * x) * (yy - y * y));
            if (!(r > rows[n].least))
                fail_msg("%s of sex %d: correlation %.2f", pd_factory_breadth_rows[rows[n].measure].name, sex,
                         r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_those_of_the_survey),
        cmocka_unit_test(shoulders_over_hips_separate_the_sexes),
        cmocka_unit_test(calves_follow_the_mass_and_shoulders_the_stature),
    };
    return cmocka_run_group_tests(tests, draw, release);
}
