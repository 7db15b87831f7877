/* Heads of random people of the shipped model, measured on their meshes, beside those of ANSUR II. */
#include "factory/people/people.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

enum { PEOPLE = 200, ALL = PD_SMPL_PEOPLE_MEASURES + PD_FACTORY_HEAD_MEASURES };
#define FIRST_SEED 5000

static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int release(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

/* Draws people of one gender by seed into betas (PEOPLE,B). */
static void draw(double *betas, pd_smpl_gender gender)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    for (int i = 0; i < PEOPLE; i++) {
        pd_smpl_person_request q = pd_smpl_anybody;
        pd_smpl_person person;
        q.has_gender = q.has_random = true, q.gender = gender, q.random = (uint64_t)(FIRST_SEED + i);
        assert_int_equal(pd_smpl_person_find(&person, &people, &q, NULL), PD_OK);
        for (int k = 0; k < model->beta_count; k++) betas[i * model->beta_count + k] = person.betas[k];
    }
}

/* The means are ANSUR II's, in metres: 1,986 women and 4,082 men. The bound has two standard errors of the
 * mean of this many people. */
static void heads_have_the_survey_s_mean(void **state)
{
    (void)state;
    static const struct {
        pd_smpl_gender gender;
        double length, breadth, face_length;
    } survey[] = {{PD_SMPL_FEMALE, 0.1898, 0.1478, 0.1131}, {PD_SMPL_MALE, 0.1995, 0.1543, 0.1226}};
    double *betas = malloc(sizeof *betas * PEOPLE * (size_t)model->beta_count),
           *values = malloc(sizeof *values * PEOPLE * ALL);
    assert_true(betas && values);

    for (size_t g = 0; g < 2; g++) {
        double mean[ALL] = {0};
        draw(betas, survey[g].gender);
        assert_int_equal(
            pd_factory_people_measure_all(values, model, betas, PEOPLE, &pd_executor_serial, NULL), PD_OK);
        for (int i = 0; i < PEOPLE * ALL; i++) mean[i % ALL] += values[i] / PEOPLE;

        const double *head = mean + PD_SMPL_PEOPLE_MEASURES;
        assert_near(head[PD_FACTORY_HEAD_HEAD_LENGTH], survey[g].length, 0.026 * survey[g].length);
        assert_near(head[PD_FACTORY_HEAD_HEAD_BREADTH], survey[g].breadth, 0.025 * survey[g].breadth);
        assert_near(head[PD_FACTORY_HEAD_FACE_LENGTH], survey[g].face_length, 0.01 * survey[g].face_length);
    }
    free(betas), free(values);
}

/* Widths of the face that no measure needs stay within what faces are sampled with: cheeks that give the
 * breadth of a face are hollow, and the face looks pinched. */
static void no_face_is_pinched(void **state)
{
    (void)state;
    static const char *const names[] = {"jaw_width", "cheek_fullness", "temple_width"};
    double *betas = malloc(sizeof *betas * PEOPLE * (size_t)model->beta_count);
    assert_non_null(betas);
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        draw(betas, (pd_smpl_gender)g);
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            const int beta = pd_smpl_feature_beta(&model->data, names[n]);
            double sum = 0, squares = 0;
            for (int i = 0; i < PEOPLE; i++) {
                const double x = betas[i * model->beta_count + beta];
                sum += x / PEOPLE, squares += x * x / PEOPLE;
            }
            const double sd = sqrt(squares - sum * sum);
            if (!(sd < 1.15)) fail_msg("%s of gender %d: standard deviation %.2f", names[n], g, sd);
        }
    }
    free(betas);
}

/* The deviations are ANSUR II's, in millimetres. Until version 0.3.0 the chin arc had 0.74 of them. */
static void arcs_spread_as_in_the_survey(void **state)
{
    (void)state;
    static const struct {
        pd_smpl_gender gender;
        double chin, submandibular;
    } survey[] = {{PD_SMPL_FEMALE, 14.16, 15.30}, {PD_SMPL_MALE, 14.04, 16.65}};
    enum { DRAWN = 1000 };
    const pd_smpl_people people = pd_smpl_model_people(model);
    for (size_t g = 0; g < 2; g++) {
        double sum[2] = {0}, squares[2] = {0};
        for (int i = 0; i < DRAWN; i++) {
            pd_smpl_person_request q = pd_smpl_anybody;
            pd_smpl_person person;
            float betas[PD_SMPL_PEOPLE_MAX_BETAS];
            double values[PD_FACTORY_HEAD_MEASURES];
            q.has_gender = q.has_random = true, q.gender = survey[g].gender,
            q.random = (uint64_t)(FIRST_SEED + i);
            assert_int_equal(pd_smpl_person_find(&person, &people, &q, NULL), PD_OK);
            for (int k = 0; k < model->beta_count; k++) betas[k] = (float)person.betas[k];
            pd_factory_head_measure_body(values, PD_FACTORY_HEAD_MEASURES, model, betas);
            for (int a = 0; a < 2; a++) {
                const double mm = 1000 * values[PD_FACTORY_HEAD_FITTED + a];
                sum[a] += mm / DRAWN, squares[a] += mm * mm / DRAWN;
            }
        }
        for (int a = 0; a < 2; a++) {
            const double ratio =
                sqrt(squares[a] - sum[a] * sum[a]) / (a ? survey[g].submandibular : survey[g].chin);
            if (!(ratio > 0.85 && ratio < 1.15))
                fail_msg("%s of gender %d: %.2f of the survey's deviation",
                         pd_factory_head_rows[PD_FACTORY_HEAD_FITTED + a].name, survey[g].gender, ratio);
        }
    }
}

/* A tape from ear to ear is longer than the straight lines to the landmark, and not as long as the sides of
 * the rectangle about them. */
static void arcs_lie_on_the_jaw(void **state)
{
    (void)state;
    double *betas = malloc(sizeof *betas * PEOPLE * (size_t)model->beta_count),
           *values = malloc(sizeof *values * PEOPLE * ALL);
    assert_true(betas && values);
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        draw(betas, (pd_smpl_gender)g);
        assert_int_equal(
            pd_factory_people_measure_all(values, model, betas, PEOPLE, &pd_executor_serial, NULL), PD_OK);
        for (int i = 0; i < PEOPLE; i++)
            for (int a = PD_FACTORY_HEAD_FITTED; a < PD_FACTORY_HEAD_MEASURES; a++) {
                const pd_factory_head_row *row = &pd_factory_head_rows[a];
                const int at[] = {row->first, row->second};
                double p[2][3];
                for (int n = 0; n < 2; n++)
                    for (int c = 0; c < 3; c++) {
                        const size_t k = 3 * (size_t)at[n] + (size_t)c;
                        p[n][c] = (double)model->data.v_template[k];
                        for (int b = 0; b < model->beta_count; b++)
                            p[n][c] +=
                                (double)model->data.shapedirs[k * (size_t)model->beta_count + (size_t)b] *
                                betas[i * model->beta_count + b];
                    }
                const double half = fabs(p[0][0] - p[1][0]),
                             depth = hypot(p[0][1] - p[1][1], p[0][2] - p[1][2]),
                             arc = values[i * ALL + PD_SMPL_PEOPLE_MEASURES + a];
                assert_true(arc > 2 * hypot(half, depth) && arc < 2 * (half + depth));
            }
    }
    free(betas), free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_have_the_survey_s_mean),
        cmocka_unit_test(no_face_is_pinched),
        cmocka_unit_test(arcs_spread_as_in_the_survey),
        cmocka_unit_test(arcs_lie_on_the_jaw),
    };
    return cmocka_run_group_tests(tests, load, release);
}
