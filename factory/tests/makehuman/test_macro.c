/* Tests the mixture of MakeHuman's macro files for age, sex and ancestry: weights sum to one, age is linear
 * between its knots, and drawn people have the statistics of adults. */
#include "factory/body/sample/subject.h"
#include "factory/makehuman/macro.h"
#include "factory/makehuman/slider.h"
#include "tests/support/cmocka.h"

static pd_factory_macro_target rows[PD_FACTORY_MACRO_COUNT];

static int find(const char *path)
{
    for (int i = 0; i < PD_FACTORY_MACRO_COUNT; i++)
        if (!strcmp(rows[i].path, path)) return i;
    fail_msg("no target %s", path);
    return -1;
}

static double weight_of(const char *path, const pd_factory_macro *macro)
{
    double factors[PD_FACTORY_WORD_COUNT];
    pd_factory_macro_factors(factors, macro);
    return pd_factory_macro_weight(&rows[find(path)], factors);
}

static double family_sum(pd_factory_family family, const pd_factory_macro *macro)
{
    double factors[PD_FACTORY_WORD_COUNT], sum = 0;
    pd_factory_macro_factors(factors, macro);
    for (int i = 0; i < PD_FACTORY_MACRO_COUNT; i++)
        if (rows[i].family == family) sum += pd_factory_macro_weight(&rows[i], factors);
    return sum;
}

static const pd_factory_macro average = {.gender = 0.5,
                                         .years = 25,
                                         .muscle = 0.5,
                                         .weight = 0.5,
                                         .height = 0.5,
                                         .proportions = 0.5,
                                         .cup = 0.5,
                                         .firmness = 0.5,
                                         .race = {0.25, 0.25, 0.5}};

static void the_list_has_every_adult_file_once(void **state)
{
    (void)state;
    assert_int_equal(pd_factory_macro_list(rows), PD_FACTORY_MACRO_COUNT);
    for (int i = 0; i < PD_FACTORY_MACRO_COUNT; i++)
        for (int j = 0; j < i; j++) assert_string_not_equal(rows[i].path, rows[j].path);
    find("macrodetails/caucasian-male-old.target.gz");
    find("macrodetails/universal-female-young-minmuscle-maxweight.target.gz");
    find("macrodetails/height/male-child-averagemuscle-averageweight-maxheight.target.gz");
    find("macrodetails/proportions/female-old-maxmuscle-minweight-idealproportions.target.gz");
    find("breast/female-young-averagemuscle-averageweight-maxcup-averagefirmness.target");
}

static void the_average_young_person_is_half_of_each_sex(void **state)
{
    (void)state;
    assert_near(
        weight_of("macrodetails/universal-male-young-averagemuscle-averageweight.target.gz", &average), 0.5,
        1e-12);
    assert_near(weight_of("macrodetails/asian-female-young.target.gz", &average), 0.125, 1e-12);
    assert_near(weight_of("macrodetails/asian-female-old.target.gz", &average), 0, 1e-12);
    assert_near(family_sum(PD_FACTORY_HEIGHT, &average), 0, 1e-12);
    assert_near(family_sum(PD_FACTORY_BREAST, &average), 0, 1e-12);
}

static void race_and_universal_weights_always_add_to_one(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        pd_factory_subject s;
        pd_factory_subject_sample(&s, 3, i, false);
        s.macro.muscle = i / 50.0;
        s.macro.weight = 1 - i / 50.0;
        assert_near(family_sum(PD_FACTORY_RACE, &s.macro), 1, 1e-12);
        assert_near(family_sum(PD_FACTORY_UNIVERSAL, &s.macro), 1, 1e-12);
    }
}

static void age_is_linear_between_its_knots(void **state)
{
    (void)state;
    pd_factory_macro m = average;
    const double years[] = {10, 22, 25, 57.5, 90}, child[] = {1, 0.2, 0, 0, 0}, old[] = {0, 0, 0, 0.5, 1};
    for (int i = 0; i < 5; i++) {
        double factors[PD_FACTORY_WORD_COUNT];
        m.years = years[i];
        pd_factory_macro_factors(factors, &m);
        assert_near(factors[PD_FACTORY_CHILD], child[i], 1e-12);
        assert_near(factors[PD_FACTORY_OLD], old[i], 1e-12);
        assert_near(factors[PD_FACTORY_YOUNG], 1 - child[i] - old[i], 1e-12);
    }
}

static void subjects_are_the_same_for_the_same_seed_and_differ_otherwise(void **state)
{
    (void)state;
    pd_factory_subject a, b;
    pd_factory_subject_sample(&a, 7, 5, false);
    pd_factory_subject_sample(&b, 7, 5, false);
    assert_memory_equal(&a, &b, sizeof a);
    pd_factory_subject_sample(&b, 8, 5, false);
    assert_true(a.stature != b.stature);
    pd_factory_subject_sample(&b, 7, 7, false);
    assert_true(a.stature != b.stature && a.sliders[0] != b.sliders[0]);
}

static void drawn_measures_have_the_statistics_of_adults(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    double sum[2] = {0}, squares[2] = {0}, below[2] = {0};
    for (int i = 0; i < COUNT; i++) {
        pd_factory_subject s;
        pd_factory_subject_sample(&s, 1, i, false);
        sum[s.male] += s.stature;
        squares[s.male] += s.stature * s.stature;
        below[s.male] += s.bmi < 25;
        assert_true(s.bmi >= 17.2 && s.bmi <= 44);
        assert_true(s.macro.years >= 22 && s.macro.years <= 80);
        assert_true(s.male == (s.macro.gender > 0.5));
    }
    for (int male = 0; male < 2; male++) {
        double n = COUNT / 2.0, mean = sum[male] / n, sd = sqrt(squares[male] / n - mean * mean);
        assert_near(mean, male ? 1.756 : 1.626, 0.002);
        assert_near(sd, male ? 0.070 : 0.065, 0.002);
        assert_near(below[male] / n, 0.49, 0.03);
    }
}

static void sliders_stay_within_two_and_a_half_sd(void **state)
{
    (void)state;
    assert_true(pd_factory_slider_count <= PD_FACTORY_SLIDERS_MAX);
    for (int i = 0; i < 200; i++) {
        pd_factory_subject s;
        pd_factory_subject_sample(&s, 2, i, false);
        for (int k = 0; k < pd_factory_slider_count; k++)
            assert_true(fabs(s.sliders[k]) <= 2.5 * pd_factory_sliders[k].sd);
        assert_true(s.shape < 0 || (s.shape_weight >= 0 && s.shape_weight <= 0.8));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_has_every_adult_file_once),
        cmocka_unit_test(the_average_young_person_is_half_of_each_sex),
        cmocka_unit_test(race_and_universal_weights_always_add_to_one),
        cmocka_unit_test(age_is_linear_between_its_knots),
        cmocka_unit_test(subjects_are_the_same_for_the_same_seed_and_differ_otherwise),
        cmocka_unit_test(drawn_measures_have_the_statistics_of_adults),
        cmocka_unit_test(sliders_stay_within_two_and_a_half_sd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
