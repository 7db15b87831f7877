#include "factory/people/survey.h"

#include "core/base/sort.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COLUMNS_MAX  512
#define LINE_MOST    65536
#define PEOPLE_LEAST 100
#define PEOPLE_MOST  1000000
#define BREADTH_UNIT 0.001 /* metres; of the columns of breadths */
#define BMI_MEDIAN   26.5
#define BMI_LOG_SD   0.19
enum {
    M = PD_SMPL_PEOPLE_MEASURES,
    AGE = PD_FACTORY_SURVEY_AGE,
    HEAD = PD_FACTORY_SURVEY_HEAD,
    BREADTH = PD_FACTORY_SURVEY_BREADTH,
    LOGS = PD_FACTORY_SURVEY_LOGS,
    GENDER = LOGS,
    PLACES
};

/* ---- the table ---- */

/* Splits a line in place. Quotes are ignored: the columns that are read have none and stand to the left of
 * those that have. */
static int split_survey(char **fields, char *line)
{
    int count = 0;

    for (char *at = line; at && count < COLUMNS_MAX; at = strchr(at, ',')) {
        if (count) *at++ = 0;
        fields[count++] = at;
    }

    return count;
}

/* The next line without its end, in line (LINE_MOST); false: there is none, or it is too long. */
static bool next_line(char *line, pd_bytes *text)
{
    const char *from = (const char *)text->data;
    size_t length = 0;

    while (length < text->size && from[length] != '\n') length++;
    if (!text->size || length >= LINE_MOST) return false;

    memcpy(line, from, length);
    line[length] = 0;
    line[strcspn(line, "\r")] = 0;
    const size_t used = length < text->size ? length + 1 : length;
    text->data = (const unsigned char *)text->data + used;
    text->size -= used;

    return true;
}

static const char *column_name(int place)
{
    if (place >= BREADTH && place < LOGS) return pd_factory_breadth_rows[place - BREADTH].column;
    if (place >= HEAD && place < BREADTH) return pd_factory_head_rows[place - HEAD].column;
    return place < M ? pd_smpl_people_rows[place].column : place == AGE ? "Age" : "Gender";
}

static pd_status add_person(pd_factory_survey *s, char **fields, const int *places, const char *where,
                            pd_error *err)
{
    if (s->count == PEOPLE_MOST) return pd_fail(err, PD_ERR_LIMIT, where, "over %d people", PEOPLE_MOST);
    if (s->count == s->room) {
        const int room = s->room ? 2 * s->room : 1024;
        pd_factory_survey_person *more = realloc(s->people, (size_t)room * sizeof *more);
        if (!more) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %d people", room);
        s->people = more;
        s->room = room;
    }

    pd_factory_survey_person *one = s->people + s->count;
    const char *gender = fields[places[GENDER]];
    if (strcasecmp(gender, "female") != 0 && strcasecmp(gender, "male") != 0)
        return pd_fail(err, PD_ERR_RANGE, where, "Gender '%.20s'; Female or Male expected", gender);
    one->gender = strcasecmp(gender, "female") ? PD_SMPL_MALE : PD_SMPL_FEMALE;

    /* wide enough for any adult, so that only a table in other units fails */
    for (int i = 0; i < LOGS; i++) {
        const bool is_age = i == AGE;
        const bool is_mass = i == PD_SMPL_PEOPLE_MASS;
        const bool is_head = i >= HEAD && i < BREADTH;
        const double low = is_mass ? 25 : is_age ? 17 : i >= HEAD ? 0.01 : 0.08;
        const double high = is_mass ? 300 : is_age ? 100 : is_head ? 0.5 : 2.6;
        const double factor = is_age         ? 1
                              : is_head      ? pd_factory_head_rows[i - HEAD].unit
                              : i >= BREADTH ? BREADTH_UNIT
                                             : pd_smpl_people_rows[i].factor;
        if (places[i] < 0) {
            one->values[i] = NAN;
            continue;
        }

        const char *field = fields[places[i]];
        char *end;
        const double value = strtod(field, &end) * factor;
        if (end == field || *end || !(value >= low && value <= high))
            return pd_fail(err, PD_ERR_RANGE, where, "%s '%.20s'; %.10g to %.10g %s allowed", column_name(i),
                           field, low, high,
                           is_age    ? "years"
                           : is_mass ? "kg"
                                     : "m");
        one->values[i] = value;
    }

    s->count++;

    return PD_OK;
}

pd_status pd_factory_survey_parse(pd_factory_survey *survey, pd_bytes text, const char *name, pd_error *err)
{
    char *line = malloc(LINE_MOST);
    char where[300];
    char *fields[COLUMNS_MAX];
    int places[PLACES];
    int width = 0, row = 1;
    const int before = survey->count;
    pd_status status = PD_OK;

    if (!line) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!next_line(line, &text)) line[0] = 0;
    width = split_survey(fields, line);
    for (int p = 0; status == PD_OK && p < PLACES; p++) {
        places[p] = -1;
        for (int i = 0; i < width; i++)
            if (!strcasecmp(fields[i], column_name(p))) places[p] = i;
        if (places[p] < 0 && (p < HEAD || p == GENDER))
            status = pd_fail(err, PD_ERR_FORMAT, name, "no column \"%s\" (the names are ANSUR II's)",
                             column_name(p));
    }

    while (status == PD_OK && text.size) {
        snprintf(where, sizeof where, "%.256s:%d", name, ++row);
        if (!next_line(line, &text))
            status = pd_fail(err, PD_ERR_FORMAT, where, "a line of over %d characters", LINE_MOST);
        else if (split_survey(fields, line) < width)
            status = pd_fail(err, PD_ERR_FORMAT, where, "%d columns; the first line has %d",
                             split_survey(fields, line), width);
        else
            status = add_person(survey, fields, places, where, err);
    }

    if (status != PD_OK) survey->count = before;
    free(line);

    return status;
}

void pd_factory_survey_deinit(pd_factory_survey *survey)
{
    free(survey->people);
    *survey = (pd_factory_survey){0};
}

/* ---- moments ---- */

pd_status pd_factory_survey_moments(pd_factory_moments *out, const pd_factory_survey *survey,
                                    pd_smpl_gender gender, pd_error *err)
{
    double sum[LOGS] = {0}, logs[LOGS] = {0};
    double cov[LOGS][LOGS] = {{0}};
    double *bmi = malloc(((size_t)survey->count + 1) * sizeof *bmi);

    *out = (pd_factory_moments){.age_least = INFINITY, .age_most = -INFINITY};
    if (!bmi) return pd_fail(err, PD_ERR_MEMORY, "survey", "out of memory");

    /* Compute the means. */
    for (int p = 0; p < survey->count; p++) {
        const double *v = survey->people[p].values;
        if (survey->people[p].gender != gender) continue;
        for (int i = 0; i < LOGS; i++) {
            sum[i] += v[i];
            logs[i] += log(v[i]);
        }

        bmi[out->count++] = v[PD_SMPL_PEOPLE_MASS] / (v[0] * v[0]);
        out->age_least = fmin(out->age_least, v[AGE]);
        out->age_most = fmax(out->age_most, v[AGE]);
    }

    const int n = out->count;
    if (n < PEOPLE_LEAST) {
        free(bmi);
        return pd_fail(err, PD_ERR_RANGE, "survey", "%d people are %s; %d or more expected", n,
                       pd_smpl_gender_names[gender], PEOPLE_LEAST);
    }

    /* what goes together */
    for (int i = 0; i < LOGS; i++) out->log_mean[i] = logs[i] / n;
    for (int p = 0; p < survey->count; p++) {
        const double *v = survey->people[p].values;
        if (survey->people[p].gender != gender) continue;
        for (int i = 0; i < LOGS; i++)
            for (int j = 0; j < LOGS; j++) {
                cov[i][j] += (v[i] - sum[i] / n) * (v[j] - sum[j] / n) / n;
                out->log_cov[i][j] += (log(v[i]) - out->log_mean[i]) * (log(v[j]) - out->log_mean[j]) / n;
            }
    }

    for (int i = 0; i < LOGS; i++) {
        out->mean[i] = sum[i] / n;
        out->sd[i] = sqrt(cov[i][i]);
        for (int j = 0; j < LOGS; j++) out->correlation[i][j] = cov[i][j] / sqrt(cov[i][i] * cov[j][j]);
    }

    pd_sort_doubles(bmi, (size_t)n);
    static const double shares[3] = {0.01, 0.5, 0.99};
    for (int i = 0; i < 3; i++) out->bmi[i] = pd_sorted_percentile(bmi, (size_t)n, shares[i]);
    free(bmi);

    return PD_OK;
}

void pd_factory_moments_of_public(pd_factory_moments *out, const pd_factory_moments *survey,
                                  pd_smpl_gender gender)
{
    const bool is_male = gender == PD_SMPL_MALE;
    const double stature = is_male ? 1.76 : 1.63;
    const double sd = (is_male ? 0.07 : 0.065) / stature;
    const double bmi = BMI_LOG_SD;
    const double mean[2] = {log(stature), log(BMI_MEDIAN) + 2 * log(stature)};
    const double new[2][2] = {{sd * sd, 2 * sd * sd}, {2 * sd * sd, 4 * sd * sd + bmi * bmi}};
    const double(*old)[LOGS] = survey->log_cov;
    const double det = old[0][0] * old[1][1] - old[0][1] * old[1][0];
    double w[LOGS][2];

    _Static_assert(PD_SMPL_PEOPLE_HEIGHT == 0 && PD_SMPL_PEOPLE_MASS == 1, "u is the first two");

    *out = *survey;
    for (int i = 0; i < LOGS; i++) {
        w[i][0] = (old[i][0] * old[1][1] - old[i][1] * old[1][0]) / det;
        w[i][1] = (old[i][1] * old[0][0] - old[i][0] * old[0][1]) / det;
    }

    for (int i = 0; i < LOGS; i++) {
        for (int u = 0; u < 2; u++) out->log_mean[i] += w[i][u] * (mean[u] - survey->log_mean[u]);
        for (int j = 0; j < LOGS; j++)
            for (int u = 0; u < 4; u++) {
                const int a = u / 2;
                const int b = u % 2;
                out->log_cov[i][j] += w[i][a] * (new[a][b] - old[a][b]) * w[j][b];
            }
    }

    /* of log-normal values */
    for (int i = 0; i < LOGS; i++) {
        if (i == AGE) continue;
        out->mean[i] = exp(out->log_mean[i] + out->log_cov[i][i] / 2);
        out->sd[i] = out->mean[i] * sqrt(expm1(out->log_cov[i][i]));
        for (int j = 0; j < LOGS; j++)
            out->correlation[i][j] =
                expm1(out->log_cov[i][j]) / sqrt(expm1(out->log_cov[i][i]) * expm1(out->log_cov[j][j]));
    }

    static const double z[3] = {-2.3263478740408408, 0, 2.3263478740408408};
    for (int i = 0; i < 3; i++) out->bmi[i] = BMI_MEDIAN * exp(bmi * z[i]);
}
