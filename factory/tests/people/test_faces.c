/* Faces of women and men in a prior that has other ones: the wanted means and spreads, the measures of
 * before, and nothing more to do the second time. */
#include "factory/people/faces.h"
#include "core/smpl/data/keypoint.h"
#include "core/smpl/people/people.h"
#include "factory/people/people.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = PD_SMPL_PEOPLE_MEASURES + PD_FACTORY_HEAD_MEASURES };

static pd_smpl_data data;
static pd_smpl_model *model;
/* Of women alone: the arcs, their mean and the covariance of their logarithms. */
static pd_factory_moments moments;
static const pd_factory_moments *survey[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT] = {
    [PD_SMPL_SURVEY][PD_SMPL_FEMALE] = &moments, [PD_SMPL_PUBLIC][PD_SMPL_FEMALE] = &moments};
enum { CHIN = PD_FACTORY_SURVEY_HEAD + PD_FACTORY_HEAD_CHIN_ARC, SUBMANDIBULAR = CHIN + 1 };

static int load(void **state)
{
    pd_smpl_data copy;
    (void)state;
    return pd_smpl_data_load(&data, "models/person-female.safetensors", NULL) != PD_OK ||
           pd_smpl_data_load(&copy, "models/person-female.safetensors", NULL) != PD_OK ||
           pd_smpl_model_build(&model, &copy, NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    pd_smpl_data_deinit(&data);
    return 0;
}

/* Returns the mean (B) and, behind it, the root (B,1+B) of the survey's prior in data. */
static float *mean_of(void)
{
    return data.people + 2 * (PD_SMPL_PEOPLE_MEASURES + 1) + 2;
}

static double deviation_of(int beta)
{
    const int l = 1 + model->beta_count;
    const float *row = mean_of() + model->beta_count + beta * l;
    double sum = 0;
    for (int j = 0; j < l; j++) sum += (double)row[j] * (double)row[j];
    return sqrt(sum);
}

/* Logarithms of all measures of the mean body, and what the prior says of those that requests may ask for. */
static void measure(double logs[ALL], double expected[PD_SMPL_PEOPLE_MEASURES])
{
    double betas[PD_SMPL_PEOPLE_MAX_BETAS];
    const float *mean = mean_of(), *level = mean + model->beta_count * (2 + model->beta_count);
    for (int k = 0; k < model->beta_count; k++) betas[k] = (double)mean[k];
    assert_int_equal(pd_factory_people_measure_all(logs, model, betas, 1, &pd_executor_serial, NULL), PD_OK);
    for (int i = 0; i < ALL; i++) logs[i] = log(logs[i]);
    for (int i = 0; i < PD_SMPL_PEOPLE_MEASURES; i++) expected[i] = (double)level[i];
}

/* Sets the moments of the arcs to ANSUR II's women with `share` of their deviations. */
static void set_arcs(double share)
{
    moments.log_mean[CHIN] = log(0.3110), moments.log_mean[SUBMANDIBULAR] = log(0.2880);
    moments.log_cov[CHIN][CHIN] = pow(share * 0.0455, 2);
    moments.log_cov[SUBMANDIBULAR][SUBMANDIBULAR] = pow(share * 0.0532, 2);
    moments.log_cov[CHIN][SUBMANDIBULAR] = moments.log_cov[SUBMANDIBULAR][CHIN] =
        share * share * 0.77 * 0.0455 * 0.0532;
}

/* Computes the standard deviations of the measures of the head in the prior, linear about the mean body, into
 * spreads (PD_FACTORY_HEAD_MEASURES). */
static void find_spreads(double *spreads)
{
    const int b = model->beta_count, l = 1 + b;
    float betas[PD_SMPL_PEOPLE_MAX_BETAS];
    double base[PD_FACTORY_HEAD_MEASURES], slopes[PD_SMPL_PEOPLE_MAX_BETAS][PD_FACTORY_HEAD_MEASURES];
    memcpy(betas, mean_of(), (size_t)b * sizeof *betas);
    pd_factory_head_measure_body(base, PD_FACTORY_HEAD_MEASURES, model, betas);
    for (int k = 0; k < b; k++) {
        betas[k] += 1;
        pd_factory_head_measure_body(slopes[k], PD_FACTORY_HEAD_MEASURES, model, betas);
        betas[k] = mean_of()[k];
    }
    for (int i = 0; i < PD_FACTORY_HEAD_MEASURES; i++) {
        double sum = 0;
        for (int j = 0; j < l; j++) {
            double along = 0;
            for (int k = 0; k < b; k++) along += (slopes[k][i] - base[i]) * (double)mean_of()[b + k * l + j];
            sum += along * along;
        }
        spreads[i] = sqrt(sum);
    }
}

static void arcs_get_the_survey_s_deviations(void **state)
{
    (void)state;
    double before[PD_FACTORY_HEAD_MEASURES], after[PD_FACTORY_HEAD_MEASURES];
    find_spreads(before);
    for (int step = 0; step < 2; step++) {
        static const double shares[] = {0.8, 1.2};
        set_arcs(shares[step]);
        assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, NULL), PD_OK);
        find_spreads(after);
        assert_near(after[PD_FACTORY_HEAD_CHIN_ARC], shares[step] * 0.01415, 0.0003);
        assert_near(after[PD_FACTORY_HEAD_SUBMANDIBULAR_ARC], shares[step] * 0.01532, 0.0003);
        for (int i = 0; i < PD_FACTORY_HEAD_FITTED; i++) assert_near(after[i], before[i], 0.1 * before[i]);
    }
}

static void faces_change_and_measures_stay(void **state)
{
    (void)state;
    const int mouth = pd_smpl_feature_beta(&data, "mouth_corners"),
              ridge = pd_smpl_feature_beta(&data, "brow_ridge"),
              slope = pd_smpl_feature_beta(&data, "forehead_slope"), b = model->beta_count;
    set_arcs(1);
    assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, NULL), PD_OK);
    const float shipped[2] = {mean_of()[ridge], mean_of()[slope]};
    double before[ALL], after[ALL], level[PD_SMPL_PEOPLE_MEASURES], levels[PD_SMPL_PEOPLE_MEASURES];

    /* Women with a man's brows and forehead, and mouths that purse. */
    mean_of()[ridge] += 1.5f, mean_of()[slope] += 1;
    for (int j = 0; j <= b; j++) mean_of()[b + mouth * (1 + b) + j] *= 2;
    measure(before, level);
    assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, NULL), PD_OK);
    measure(after, levels);

    assert_true(fabsf(mean_of()[ridge] - shipped[0]) < 1e-4f && fabsf(mean_of()[slope] - shipped[1]) < 1e-4f);
    assert_true(fabs(deviation_of(mouth) - 0.5) < 1e-3);
    /* Brows and forehead alone change the head's length by 2 %. */
    for (int i = 0; i < ALL; i++) assert_true(fabs(after[i] - before[i]) < 0.003);
    for (int i = 0; i < PD_SMPL_PEOPLE_MEASURES; i++)
        assert_true(i == PD_SMPL_PEOPLE_HEAD_GIRTH || fabs(after[i] - before[i]) < 1e-4);
    for (int i = 0; i < PD_SMPL_PEOPLE_MEASURES; i++)
        assert_true(fabs((levels[i] - level[i]) - (after[i] - before[i])) < 1e-5);

    /* Once more. */
    const size_t bytes = pd_smpl_people_numbers(b) * (size_t)data.people_count * sizeof *data.people;
    float *once = malloc(bytes);
    memcpy(once, data.people, bytes);
    assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, NULL), PD_OK);
    for (size_t i = 0; i < bytes / sizeof *once; i++) assert_true(fabsf(once[i] - data.people[i]) < 1e-5f);
    free(once);
}

/* Distances of iBUG's landmarks on the mean face of each sex, and the range of published means of young
 * adults, mm: Farkas et al. 1994 and 2005 (25 groups), photographs in 3D (doi 10.1186/s40902-019-0191-7) and
 * a review of the distance between the eyes (PMC9029890). Landmarks lie up to 1.5 mm off the points of the
 * skin that are measured, so the ranges are wider by 1.5 mm on either side. Heights of the eye's opening, not
 * widened: 9.4 to 11.9 mm (doi 10.1097/01.opx.0000236811.78177.97,
 * doi 10.1155/2013/821428, Knezi et al. 2020). */
static const struct {
    const char *name;
    int from, to;
    double women[2], men[2];
} parts[] = {
    {"mouth, ch-ch", 48, 54, {47, 54}, {50, 57}},
    {"lips, ls-li", 51, 57, {18, 27}, {17, 27.5}},
    {"fissure of the eyes, ex-en", 36, 39, {28.5, 34}, {29, 34}},
    {"opening of the eyes, ps-pi", 37, 41, {9.4, 11.9}, {9.4, 11.9}},
    {"between the eyes, en-en", 39, 42, {31, 38}, {32, 39}},
    {"across the eyes, ex-ex", 36, 45, {86, 95}, {88, 99}},
    {"nose, n-sn", 27, 33, {47, 53}, {50, 57}},
};

static void parts_of_the_face_have_measured_sizes(void **state)
{
    (void)state;
    for (int men = 0; men < 2; men++) {
        pd_smpl_data d;
        const char *path = men ? "models/person-male.safetensors" : "models/person-female.safetensors";
        assert_int_equal(pd_smpl_data_load(&d, path, NULL), PD_OK);
        const int v = d.vertex_count;
        const float *mean = d.people + 2 * (PD_SMPL_PEOPLE_MEASURES + 1) + 2;
        float *skin = malloc(3 * (size_t)v * sizeof *skin), points[3 * PD_SMPL_KEYPOINTS_MOST];
        for (int i = 0; i < 3 * v; i++) {
            double at = (double)d.v_template[i];
            for (int b = 0; b < d.beta_count; b++)
                at += (double)d.shapedirs[(size_t)i * (size_t)d.beta_count + (size_t)b] * (double)mean[b];
            skin[i] = (float)at;
        }
        pd_smpl_keypoints_find(points, &d, PD_SMPL_KEYPOINTS_FACE, skin, NULL);
        const float *face = points + 3 * (pd_smpl_keypoints_count(&d, PD_SMPL_KEYPOINTS_FACE) - 51);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const float *a = face + 3 * (parts[i].from - 17), *b = face + 3 * (parts[i].to - 17);
            double mm = 0;
            for (int c = 0; c < 3; c++) mm += pow(1000 * (double)(a[c] - b[c]), 2);
            mm = sqrt(mm);
            const double *range = men ? parts[i].men : parts[i].women;
            if (!(mm > range[0] - 1.5 && mm < range[1] + 1.5))
                fail_msg("%s: %s: %.1f mm, %.1f to %.1f measured", path, parts[i].name, mm, range[0],
                         range[1]);
        }
        free(skin);
        pd_smpl_data_deinit(&d);
    }
}

/* Distances of the lower face on the mean face of each sex, mm, between vertices in the plane of symmetry:
 * sellion, subnasale, the upper edge of the painted red, where the lips meet, its lower edge, and menton. The
 * ranges span the means of these sources, women and men:
 *
 *     sn-sto       a third of sn-gn: Farkas et al. 1984, Am J Orthod 86:52 (abstract); 24.0 and 25.5 in
 *                  photographs in 3D (doi 10.1186/s40902-019-0191-7)
 *     ls-sto       6.5 and 5.9: Pietruski et al. on 400 women and 300 men (doi 10.1093/asj/sjac057 for men);
 *                  13.4 and 13.7 in the photographs in 3D, along the surface
 *     sto-li       11.6 and 11.2 (Pietruski et al.); 13.6 and 13.8 (photographs)
 *     sn-ls        13.5 and 15.5 (photographs)
 *
 * Farkas et al. 1994 and 2005 have for North American whites, by memory: n-sn 50.6 and 54.8, n-sto 69.4 and
 * 76.6, sn-gn 64.3 and 72.6, sn-sto 20.1 and 22.3, ls-sto 8.7 and 8.0, sto-li 9.4 and 9.3. The mesh's face
 * has the length of ANSUR II's, 1 % more and 1 % less than theirs. */
enum {
    SELLION = 132,
    SUBNASALE = 317,
    RED_TOP = 455,
    UPPER_LIP = 468,
    LOWER_LIP = 494,
    LIPS_MEET = -1,
    RED_BOTTOM = 492,
    MENTON = 732
};
static const struct {
    const char *name;
    int from, to;
    double women[2], men[2];
} lower_face[] = {
    {"n-sn", SELLION, SUBNASALE, {47.6, 50.6}, {51, 54.8}},
    {"n-sto", SELLION, LIPS_MEET, {69.4, 71.6}, {74.5, 76.6}},
    {"sn-gn", SUBNASALE, MENTON, {64.3, 69.5}, {72.6, 76.4}},
    {"sn-sto", SUBNASALE, LIPS_MEET, {20.1, 22}, {22.3, 24.5}},
    {"sn-ls", SUBNASALE, RED_TOP, {12, 13.5}, {14, 15.5}},
    {"ls-sto", RED_TOP, LIPS_MEET, {6.5, 10}, {5.9, 9.5}},
    {"sto-li", LIPS_MEET, RED_BOTTOM, {9.4, 11.6}, {9.3, 11.2}},
};

/* Returns a coordinate of a vertex, or of the middle between the foremost
 * vertices of both lips where they meet. */
static double coordinate(const pd_smpl_data *d, const float *betas, int vertex, size_t c)
{
    if (vertex == LIPS_MEET)
        return (coordinate(d, betas, UPPER_LIP, c) + coordinate(d, betas, LOWER_LIP, c)) / 2;
    const size_t i = 3 * (size_t)vertex + c;
    double at = (double)d->v_template[i];
    for (size_t b = 0; b < (size_t)d->beta_count; b++)
        at += (double)d->shapedirs[i * (size_t)d->beta_count + b] * (double)betas[b];
    return at;
}

static void the_mouth_lies_where_measured_ones_do(void **state)
{
    (void)state;
    for (int men = 0; men < 2; men++) {
        pd_smpl_data d;
        const char *path = men ? "models/person-male.safetensors" : "models/person-female.safetensors";
        assert_int_equal(pd_smpl_data_load(&d, path, NULL), PD_OK);
        const float *mean = d.people + 2 * (PD_SMPL_PEOPLE_MEASURES + 1) + 2;
        for (size_t p = 0; p < sizeof lower_face / sizeof *lower_face; p++) {
            double mm = 0;
            for (size_t c = 0; c < 3; c++)
                mm += pow(1000 * (coordinate(&d, mean, lower_face[p].to, c) -
                                  coordinate(&d, mean, lower_face[p].from, c)),
                          2);
            mm = sqrt(mm);
            const double *range = men ? lower_face[p].men : lower_face[p].women;
            if (!(mm > range[0] - 0.5 && mm < range[1] + 0.5))
                fail_msg("%s: %s: %.1f mm, %.1f to %.1f measured", path, lower_face[p].name, mm, range[0],
                         range[1]);
        }
        pd_smpl_data_deinit(&d);
    }
}

/* Vertices of the line between the lips, in the middle of the upper lip and at both corners. */
enum { LINE_MIDDLE = 474, CORNER_RIGHT = 432 };

static void mouths_at_rest_are_level(void **state)
{
    (void)state;
    for (int men = 0; men < 2; men++) {
        pd_smpl_data copy;
        pd_smpl_model *m;
        const char *path = men ? "models/person-male.safetensors" : "models/person-female.safetensors";
        assert_int_equal(pd_smpl_data_load(&copy, path, NULL), PD_OK);
        assert_int_equal(pd_smpl_model_build(&m, &copy, NULL), PD_OK);

        /* Angles of the lines from the middle to the right corner, degrees; positive: the corner is higher. A
         * person's asymmetry is in it. */
        const pd_smpl_people people = pd_smpl_model_people(m);
        double sum = 0;
        int hanging = 0;
        for (int seed = 0; seed < 1000; seed++) {
            pd_smpl_person_request request = pd_smpl_anybody;
            pd_smpl_person person;
            float betas[PD_SMPL_PEOPLE_MAX_BETAS];
            request.has_random = true, request.random = (uint64_t)seed;
            assert_int_equal(pd_smpl_person_find(&person, &people, &request, NULL), PD_OK);
            for (int b = 0; b < m->beta_count; b++) betas[b] = (float)person.betas[b];
            const double up = coordinate(&m->data, betas, CORNER_RIGHT, 1) -
                              coordinate(&m->data, betas, LINE_MIDDLE, 1),
                         aside = fabs(coordinate(&m->data, betas, CORNER_RIGHT, 0) -
                                      coordinate(&m->data, betas, LINE_MIDDLE, 0)),
                         degrees = atan2(up, aside) * 57.29578;
            sum += degrees / 1000, hanging += degrees < -5;
        }
        if (!(fabs(sum) < 1.5)) fail_msg("%s: mouths slope by %.1f degrees on average", path, sum);
        if (!(hanging < 30)) fail_msg("%s: corners of %d of 1,000 mouths hang", path, hanging);
        pd_smpl_model_release(m);
    }
}

/* How faces of women and men differ, of 200 people by seed and sex. Breadths of left and right are those of a
 * landmark and its mirror image.
 *
 *     go-go / zy-zy   mandible of the cheekbones' breadth. In photographs in 3D men's is 1.071 times women's,
 *                     and the mandible 9.8 mm wider (96.8 and 106.6 mm, cheekbones 130.1 and 133.8 mm; doi
 *                     10.1186/s40902-019-0191-7). The cheekbones of our people are those of ANSUR II, 8.8 mm
 *                     apart; with these 9.8 mm are a factor of 1.031. The range has both.
 *     al-al           the nose's breadth: men's 1.57 deviations more (Kesterke et al. 2016, adults, table 3);
 *                     1.06 and 1.11 times as much (40.7 and 43.2 mm in the photographs; 31.4 and 34.9 in
 *                     Farkas et al. 1994, by memory)
 *     sn-prn          how far its tip stands out: men's .62 deviations more (Kesterke et al.)
 *
 * Means of these differences vary between populations by about a third; the ranges are that wide. */
enum { GONION = 7597, ZYGION = 7037, ALARE = 7098, TIP = 5054, PEOPLE = 200 };

/* Adds the three values of a person to sums of values and of squares. */
static void add_person(double sums[3][2], const pd_smpl_data *d, const float *betas)
{
    double breadth[3], across = 0;
    static const int sides[3] = {GONION, ZYGION, ALARE};
    for (int i = 0; i < 3; i++) {
        breadth[i] = 0;
        for (size_t c = 0; c < 3; c++)
            breadth[i] +=
                pow(coordinate(d, betas, sides[i], c) - coordinate(d, betas, d->mirror[sides[i]], c), 2);
        breadth[i] = 1000 * sqrt(breadth[i]);
    }
    for (size_t c = 0; c < 3; c++)
        across += pow(1000 * (coordinate(d, betas, TIP, c) - coordinate(d, betas, SUBNASALE, c)), 2);
    const double values[3] = {breadth[0] / breadth[1], breadth[2], sqrt(across)};
    for (int i = 0; i < 3; i++)
        sums[i][0] += values[i] / PEOPLE, sums[i][1] += values[i] * values[i] / PEOPLE;
}

static void jaws_and_noses_of_the_sexes_differ_as_measured_ones_do(void **state)
{
    (void)state;
    pd_smpl_data copy;
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_data_load(&copy, "models/person.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_build(&m, &copy, NULL), PD_OK);
    const pd_smpl_people people = pd_smpl_model_people(m);
    double sums[2][3][2] = {{{0}}}, d[3];
    for (int men = 0; men < 2; men++)
        for (int seed = 0; seed < PEOPLE; seed++) {
            pd_smpl_person_request request = pd_smpl_anybody;
            pd_smpl_person person;
            float betas[PD_SMPL_PEOPLE_MAX_BETAS];
            request.has_random = true, request.random = (uint64_t)seed;
            request.has_gender = true, request.gender = men ? PD_SMPL_MALE : PD_SMPL_FEMALE;
            assert_int_equal(pd_smpl_person_find(&person, &people, &request, NULL), PD_OK);
            for (int b = 0; b < m->beta_count; b++) betas[b] = (float)person.betas[b];
            add_person(sums[men], &m->data, betas);
        }
    for (int i = 0; i < 3; i++) {
        double variance = 0;
        for (int men = 0; men < 2; men++)
            variance += (sums[men][i][1] - sums[men][i][0] * sums[men][i][0]) / 2;
        d[i] = (sums[1][i][0] - sums[0][i][0]) / sqrt(variance);
    }
    const double jaw = sums[1][0][0] / sums[0][0][0], nose = sums[1][1][0] / sums[0][1][0];
    if (!(jaw > 1.03 && jaw < 1.075)) fail_msg("jaws of men are %.3f times as wide for their faces", jaw);
    if (!(nose > 1.06 && nose < 1.17)) fail_msg("noses of men are %.3f times as wide", nose);
    if (!(d[1] > 1.05 && d[1] < 2.1)) fail_msg("noses of men are %.2f deviations wider", d[1]);
    if (!(d[2] > 0.4 && d[2] < 0.85)) fail_msg("tips of men's noses stand out %.2f deviations more", d[2]);
    pd_smpl_model_release(m);
}

static void a_model_without_people_or_features_is_refused(void **state)
{
    (void)state;
    pd_error err;
    float *people = data.people;
    data.people = NULL;
    assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, &err),
                     PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "people");
    data.people = people;

    /* A survey without arcs. */
    pd_factory_moments none = moments;
    none.log_mean[CHIN] = NAN;
    survey[PD_SMPL_SURVEY][PD_SMPL_FEMALE] = &none;
    assert_int_equal(pd_factory_faces(&data, model, 0, survey, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "no column bitragionchinarc of female");
    survey[PD_SMPL_SURVEY][PD_SMPL_FEMALE] = &moments;

    pd_smpl_model other = *model;
    other.data.feature_count = 0;
    assert_int_equal(pd_factory_faces(&data, &other, 0, survey, &pd_executor_serial, &err),
                     PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "feature_names");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_face_have_measured_sizes),
        cmocka_unit_test(the_mouth_lies_where_measured_ones_do),
        cmocka_unit_test(mouths_at_rest_are_level),
        cmocka_unit_test(jaws_and_noses_of_the_sexes_differ_as_measured_ones_do),
        cmocka_unit_test(arcs_get_the_survey_s_deviations),
        cmocka_unit_test(faces_change_and_measures_stay),
        cmocka_unit_test(a_model_without_people_or_features_is_refused),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
