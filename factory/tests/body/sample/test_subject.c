/* Sampled people have the statistics of sample.h, counted over thousands of people. */
#include "factory/body/sample/subject.h"

#include "factory/makehuman/slider.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define N 4000 /* of each sex */

static pd_factory_subject people[2 * N];
static double values[2 * N];

static int draw_all(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * N; i++) pd_factory_subject_sample(&people[i], 7, i, false);
    return 0;
}

static double phi(double z)
{
    return 0.5 * erfc(-z * sqrt(0.5));
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the largest distance between the share of values below x and phi((x - mean) / sd),
 * for x within (low, high). */
static double off_normal(int count, double mean, double sd, double low, double high)
{
    double worst = 0;
    qsort(values, (size_t)count, sizeof *values, rising);
    for (int i = 0; i < count; i++)
        if (values[i] > low && values[i] < high)
            worst = fmax(worst, fabs((i + 0.5) / count - phi((values[i] - mean) / sd)));
    return worst;
}

static double beyond_42(const pd_factory_subject *s)
{
    return fmax(s->macro.years - 42, 0);
}

static void men_and_women_take_turns(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * N; i++) assert_int_equal(people[i].male, i % 2 == 0);
}

/* The sequence fills evenly: far closer than independent samples, which would be 0.02 off. */
static void years_and_statures_are_normal_and_cut(void **state)
{
    (void)state;
    for (int male = 0; male < 2; male++) {
        for (int i = 0; i < N; i++) values[i] = people[2 * i + !male].macro.years;
        assert_true(off_normal(N, 42, 16, 22, 80) < 0.003);
        assert_near(values[0], 22, 0);
        assert_near(values[N - 1], 80, 0);
        for (int i = 0; i < N; i++) {
            const pd_factory_subject *s = &people[2 * i + !male];
            values[i] = s->stature + 0.0006 * beyond_42(s);
        }
        double mean = male ? 1.76 : 1.63, sd = male ? 0.07 : 0.065;
        assert_true(off_normal(N, mean, sd, mean - 2.8 * sd, mean + 2.8 * sd) < 0.003);
        assert_near(values[0], mean - 2.8 * sd, 1e-12);
        assert_near(values[N - 1], mean + 2.8 * sd, 1e-12);
    }
}

static void the_logarithm_of_the_bmi_is_normal_with_a_longer_upper_half(void **state)
{
    (void)state;
    double least = 99, most = 0;
    for (int male = 0; male < 2; male++) {
        for (int i = 0; i < N; i++) {
            const pd_factory_subject *s = &people[2 * i + !male];
            double z = log(s->bmi / 25) - 0.002 * (s->macro.years - 42);
            values[i] = z / (z < 0 ? 0.18 : 0.235);
            least = fmin(least, s->bmi), most = fmax(most, s->bmi);
        }
        assert_true(off_normal(N, 0, 1, -1.7, 1.9) < 0.004); /* no one is cut within */
    }
    assert_near(least, 17.2, 0);
    assert_near(most, 44, 0);
}

/* Sliders of the face are drawn last, so a subject without them has the same other values. */
static void a_face_changes_nothing_else(void **state)
{
    (void)state;
    double sum = 0;
    for (int i = 0; i < 200; i++) {
        pd_factory_subject with, without;
        pd_factory_subject_sample(&with, 7, i, true);
        pd_factory_subject_sample(&without, 7, i, false);
        for (int k = 0; k < pd_factory_slider_count; k++) {
            if (k < pd_factory_body_slider_count) {
                assert_true(with.sliders[k] == without.sliders[k]);
                continue;
            }
            assert_true(without.sliders[k] == 0);
            assert_true(fabs(with.sliders[k]) <= 2.5 * pd_factory_sliders[k].sd);
            sum += pow(with.sliders[k] / pd_factory_sliders[k].sd, 2);
        }
        memcpy(with.sliders, without.sliders, sizeof with.sliders);
        assert_memory_equal(&with, &without, sizeof with);
    }
    /* the variance of a normal distribution cut at 2.5 */
    assert_near(sum / 200 / (pd_factory_slider_count - pd_factory_body_slider_count), 0.96, 0.03);
}

static void years_stature_and_bmi_do_not_go_together(void **state)
{
    (void)state;
    double sum[3] = {0};
    for (int i = 0; i < N; i++) {
        const pd_factory_subject *s = &people[2 * i];
        double years = (s->macro.years - 42) / 16, tall = (s->stature + 0.0006 * beyond_42(s) - 1.76) / 0.07;
        double z = log(s->bmi / 25) - 0.002 * (s->macro.years - 42), stout = z / (z < 0 ? 0.18 : 0.235);
        sum[0] += years * tall / N, sum[1] += years * stout / N, sum[2] += tall * stout / N;
    }
    for (int c = 0; c < 3; c++) assert_near(sum[c], 0, 0.02);
}

/* Seeds shift the sequence, and men and women have one each. */
static void seeds_and_sexes_have_people_of_their_own(void **state)
{
    (void)state;
    pd_factory_subject other;
    for (int i = 0; i < 50; i++) {
        pd_factory_subject_sample(&other, 8, i, false);
        assert_true(fabs(other.macro.years - people[i].macro.years) > 1e-9 || other.macro.years == 22 ||
                    other.macro.years == 80);
        assert_true(fabs(other.bmi - people[i].bmi) > 1e-9);
        assert_true(other.macro.race[0] != people[i].macro.race[0]);
        assert_true(people[2 * i].bmi != people[2 * i + 1].bmi);
    }
}

static void controls_keep_to_their_ranges_and_means(void **state)
{
    (void)state;
    double sum[2][6] = {{0}}, firm[2] = {0}, firm_years[2] = {0};
    for (int i = 0; i < 2 * N; i++) {
        const pd_factory_subject *s = &people[i];
        const pd_factory_macro *m = &s->macro;
        double *of = sum[s->male];
        double toward = s->male ? 1 - m->gender : m->gender;
        assert_true(toward >= 0 && toward <= 0.15);
        assert_near(m->race[0] + m->race[1] + m->race[2], 1, 1e-12);
        assert_true(m->race[0] > 0 && m->race[1] > 0 && m->race[2] > 0);
        assert_true(m->height == 0.5 && m->weight == 0.5 && m->muscle == 0.5);
        of[0] += toward / N, of[1] += m->proportions / N, of[2] += m->cup / N, of[3] += s->muscle / N;
        of[4] += (m->proportions - 0.5) * (m->proportions - 0.5) / N,
            of[5] += (s->muscle - 0.5) * (s->muscle - 0.5) / N;
        firm[m->years > 42] += m->firmness / (2 * N),
            firm_years[m->years > 42] += (m->years - 22) / 58 / (2 * N);
    }
    for (int male = 0; male < 2; male++) {
        assert_near(sum[male][0], 0.15 / 3, 2e-3); /* u^2 */
        assert_near(sum[male][1], 0.5, 0.012);
        assert_near(sum[male][2], 0.5, 0.012);
        assert_near(sum[male][3], male ? 0.52 : 0.45, 0.01);
        assert_near(sqrt(sum[male][4]), 0.2, 0.008);
        double off = male ? 0.02 : -0.05;
        assert_near(sum[male][5], 0.17 * 0.17 + off * off, 2e-3);
    }
    for (int old = 0; old < 2; old++) {
        double share = 0;
        for (int i = 0; i < 2 * N; i++) share += (people[i].macro.years > 42) == old;
        share /= 2 * N;
        assert_near(firm[old] / share, 0.62 - 0.25 * firm_years[old] / share, 0.012);
    }
}

/* Dirichlet(1,1,1): each part is above x with probability (1 - x)^2. */
static void the_parts_of_the_macro_targets_are_evenly_spread_over_their_triangle(void **state)
{
    (void)state;
    for (int c = 0; c < 3; c++)
        for (double x = 0.1; x < 0.9; x += 0.2) {
            int above = 0;
            for (int i = 0; i < 2 * N; i++) above += people[i].macro.race[c] > x;
            assert_near(above / (2.0 * N), (1 - x) * (1 - x), 0.02);
        }
}

static void sliders_have_the_spread_of_their_row_and_end_at_two_and_a_half_of_it(void **state)
{
    (void)state;
    for (int k = 0; k < pd_factory_body_slider_count; k++) {
        double sum = 0, square = 0, most = 0, sd = pd_factory_sliders[k].sd;
        for (int i = 0; i < 2 * N; i++) {
            double x = people[i].sliders[k];
            sum += x, square += x * x, most = fmax(most, fabs(x));
        }
        assert_near(sum / (2 * N), 0, 0.05 * sd);
        assert_near(sqrt(square / (2 * N)), sd, 0.04 * sd);
        assert_near(most, 2.5 * sd, 1e-12);
    }
}

/* Mean of exp(0.25 n): exp(1/32). Men's share of trunk fat is 0.7,
 * women's 0.35, before it is cut at 0 and 1. */
static void fat_goes_to_the_trunk_of_men_and_the_hips_of_women(void **state)
{
    (void)state;
    for (int k = 0; k < pd_factory_body_slider_count; k++) {
        double sum[2] = {0}, log_sum = 0, log_square = 0;
        const pd_factory_slider *row = &pd_factory_sliders[k];
        for (int i = 0; i < 2 * N; i++) {
            double d = people[i].depots[k];
            sum[people[i].male] += d / N;
            assert_true(d >= 0 && (row->depot > 0 || d == 0));
            if (row->kind == 0 && d > 0)
                log_sum += log(d / row->depot), log_square += pow(log(d / row->depot), 2);
        }
        double spread = exp(1 / 32.0);
        for (int male = 0; male < 2; male++) {
            double trunk = male ? 0.69 : 0.36; /* 0.7 and 0.35 after the cut of N(m, 0.25), to 0.01 */
            double share = row->kind > 0 ? 0.5 + trunk : row->kind < 0 ? 1.5 - trunk : 1;
            assert_near(sum[male], row->depot * share * spread, 0.025 * row->depot);
        }
        if (row->kind == 0 && row->depot > 0) {
            assert_near(log_sum / (2 * N), 0, 0.012);
            assert_near(sqrt(log_square / (2 * N)), 0.25, 0.008);
        }
    }
}

static void three_of_five_have_a_body_shape_of_their_sex(void **state)
{
    (void)state;
    int with[2] = {0}, seen[2][64] = {{0}};
    double weight = 0;
    for (int i = 0; i < 2 * N; i++) {
        const pd_factory_subject *s = &people[i];
        int count = s->male ? pd_factory_male_shape_count : pd_factory_female_shape_count;
        assert_in_range(s->shape + 1, 0, count);
        if (s->shape < 0) continue;
        with[s->male]++, seen[s->male][s->shape]++;
        assert_true(s->shape_weight >= 0 && s->shape_weight <= 0.8);
        weight += s->shape_weight;
    }
    for (int male = 0; male < 2; male++) {
        int count = male ? pd_factory_male_shape_count : pd_factory_female_shape_count;
        assert_near(with[male] / (double)N, 0.6, 0.025);
        for (int k = 0; k < count; k++) assert_near(seen[male][k] * (double)count / with[male], 1, 0.25);
    }
    assert_near(weight / (with[0] + with[1]), 0.3 * sqrt(2 / M_PI), 0.01); /* mean of |N(0, 0.3)| */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_and_women_take_turns),
        cmocka_unit_test(years_and_statures_are_normal_and_cut),
        cmocka_unit_test(the_logarithm_of_the_bmi_is_normal_with_a_longer_upper_half),
        cmocka_unit_test(a_face_changes_nothing_else),
        cmocka_unit_test(years_stature_and_bmi_do_not_go_together),
        cmocka_unit_test(seeds_and_sexes_have_people_of_their_own),
        cmocka_unit_test(controls_keep_to_their_ranges_and_means),
        cmocka_unit_test(the_parts_of_the_macro_targets_are_evenly_spread_over_their_triangle),
        cmocka_unit_test(sliders_have_the_spread_of_their_row_and_end_at_two_and_a_half_of_it),
        cmocka_unit_test(fat_goes_to_the_trunk_of_men_and_the_hips_of_women),
        cmocka_unit_test(three_of_five_have_a_body_shape_of_their_sex),
    };
    return cmocka_run_group_tests(tests, draw_all, NULL);
}
