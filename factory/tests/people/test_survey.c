/* Tests the statistics of a survey of people. The test makes a table
 * from two latent variables, whose moments are known. */
#include "factory/people/survey.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { M = PD_SMPL_PEOPLE_MEASURES, N = 400 };

static char text[N * 160 + 1000];
static pd_factory_survey survey;

/* Two latents: size moves everything, bulk moves mass and girths. */
static void write_table(int bad_row, const char *bad)
{
    size_t used = 0;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    used += (size_t)sprintf(text, "subjectid");
    for (int i = 0; i < M; i++) used += (size_t)sprintf(text + used, ",%s", pd_smpl_people_rows[i].column);
    used += (size_t)sprintf(text + used, ",Gender,Age,Branch\r\n");
    for (int row = 0; row < N; row++) {
        const double size = 0.04 * pd_rng_normal(&rng), bulk = 0.1 * pd_rng_normal(&rng);
        used += (size_t)sprintf(text + used, "%d", row);
        for (int i = 0; i < M; i++) {
            const double metres = i == 0 ? 1.7 : 0.5;
            const double value =
                i == 1 ? 700 * exp(2.5 * size + bulk) : 1000 * metres * exp(size + (i > 1 ? bulk / 3 : 0));
            if (row == bad_row && i == 3)
                used += (size_t)sprintf(text + used, ",%s", bad);
            else
                used += (size_t)sprintf(text + used, ",%.3f", value);
        }
        used += (size_t)sprintf(text + used, ",%s,%d,\"Combat, Arms\"\n", row % 2 ? "Female" : "Male",
                                20 + row % 30);
    }
}

static pd_status parse(pd_error *err)
{
    return pd_factory_survey_parse(&survey, (pd_bytes){(const unsigned char *)text, strlen(text)}, "t.csv",
                                   err);
}

static int clear(void **state)
{
    (void)state;
    pd_factory_survey_deinit(&survey);
    return 0;
}

static void a_table_becomes_people_in_metres(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_factory_moments m;
    write_table(-1, "");
    if (parse(&err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(survey.count, N);
    assert_int_equal(pd_factory_survey_moments(&m, &survey, PD_SMPL_FEMALE, &err), PD_OK);
    assert_int_equal(m.count, N / 2);
    assert_near(m.log_mean[0], log(1.7), 0.01);
    assert_near(m.log_mean[1], log(70), 0.03);
    assert_near(sqrt(m.log_cov[0][0]), 0.04, 0.006);
    assert_near(m.mean[0], 1.7, 0.02);
    assert_near(m.age_least, 21, 0);
    assert_near(m.age_most, 49, 0);
    assert_near(m.correlation[4][4], 1, 1e-12);
    assert_near(m.correlation[5][6], 1, 1e-6);
    assert_true(m.bmi[0] < m.bmi[1] && m.bmi[1] < m.bmi[2]);
}

/* Men stand in even rows: 100 of them in the first 199, and 99 women. */
static void a_hundred_people_are_enough(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_factory_moments m;
    write_table(-1, "");
    char *end = text;
    for (int line = 0; line < 200; line++) end = strchr(end, '\n') + 1;
    *end = 0;
    assert_int_equal(parse(&err), PD_OK);
    assert_int_equal(pd_factory_survey_moments(&m, &survey, PD_SMPL_MALE, &err), PD_OK);
    assert_int_equal(m.count, 100);
    assert_int_equal(pd_factory_survey_moments(&m, &survey, PD_SMPL_FEMALE, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "99 people are female; 100 or more expected");
}

static void the_public_has_its_own_stature_and_weight_and_the_survey_s_proportions(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_factory_moments m, p;
    write_table(-1, "");
    assert_int_equal(parse(&err), PD_OK);
    assert_int_equal(pd_factory_survey_moments(&m, &survey, PD_SMPL_MALE, &err), PD_OK);
    pd_factory_moments_of_public(&p, &m, PD_SMPL_MALE);
    assert_near(p.log_mean[0], log(1.76), 1e-9);
    assert_near(p.log_mean[1], log(26.5) + 2 * log(1.76), 1e-9);
    assert_near(sqrt(p.log_cov[0][0]), 0.07 / 1.76, 1e-9);
    assert_near(p.log_cov[1][1] - 4 * p.log_cov[0][1] + 4 * p.log_cov[0][0], 0.19 * 0.19, 1e-9);
    /* girths are size + bulk / 3, and so they follow */
    const double size = log(1.76) - m.log_mean[0], bulk = p.log_mean[1] - m.log_mean[1] - 2.5 * size;
    assert_near(p.log_mean[5] - m.log_mean[5], size + bulk / 3, 1e-4);
}

static void an_error_in_a_table_is_named_with_its_line(void **state)
{
    (void)state;
    pd_error err = {0};
    write_table(2, "12");
    assert_int_equal(parse(&err), PD_ERR_RANGE);
    assert_string_equal(err.where, "t.csv:4");
    assert_string_equal(err.detail, "waistcircumference '12'; 0.08 to 2.6 m allowed");
    assert_int_equal(survey.count, 0);
    write_table(2, "wide");
    assert_int_equal(parse(&err), PD_ERR_RANGE);
    write_table(-1, "");
    memcpy(strstr(text, "span"), "spam", 4);
    assert_int_equal(parse(&err), PD_ERR_FORMAT);
    assert_string_equal(err.detail, "no column \"span\" (the names are ANSUR II's)");
    write_table(-1, "");
    strcpy(strrchr(text, '"') - 30, "\n");
    assert_int_equal(parse(&err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "columns; the first line has"));
    text[0] = 0;
    assert_int_equal(parse(&err), PD_ERR_FORMAT);
}

static void too_few_people_have_no_moments(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_factory_moments m;
    assert_int_equal(pd_factory_survey_moments(&m, &survey, PD_SMPL_MALE, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "0 people are male; 100 or more expected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_table_becomes_people_in_metres, clear),
        cmocka_unit_test_teardown(a_hundred_people_are_enough, clear),
        cmocka_unit_test_teardown(the_public_has_its_own_stature_and_weight_and_the_survey_s_proportions,
                                  clear),
        cmocka_unit_test_teardown(an_error_in_a_table_is_named_with_its_line, clear),
        cmocka_unit_test_teardown(too_few_people_have_no_moments, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
