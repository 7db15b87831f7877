#ifndef PD_FACTORY_PEOPLE_SURVEY_H
#define PD_FACTORY_PEOPLE_SURVEY_H
/* Parses a survey of people's measures, a table with ANSUR II's columns, and computes its moments.
 *
 * A table is CSV, one row a person: the columns of PD_SMPL_PEOPLE_TABLE, Gender (Male, Female) and Age in
 * years, and those of PD_FACTORY_HEAD_TABLE and
 * PD_FACTORY_BREADTH_TABLE, which may be missing; other columns are ignored. Numbers are
 * millimetres, weightkg and interpupillarybreadth tenths of a kilogram and a millimetre.
 *
 * Errors   ERR_FORMAT without a column or with a short row, ERR_RANGE for a number; the place is name:line.
 *          No byte past the end is read. */
#include "core/base/size.h"
#include "core/base/error.h"
#include "core/smpl/people/people.h"
#include "factory/people/breadth.h"
#include "factory/people/head.h"

/* Numbers of a person: the measures, years, the measures of the head, then the breadths. */
enum {
    PD_FACTORY_SURVEY_AGE = PD_SMPL_PEOPLE_MEASURES,
    PD_FACTORY_SURVEY_HEAD,
    PD_FACTORY_SURVEY_BREADTH = PD_FACTORY_SURVEY_HEAD + PD_FACTORY_HEAD_MEASURES,
    PD_FACTORY_SURVEY_LOGS = PD_FACTORY_SURVEY_BREADTH + PD_FACTORY_BREADTHS
};

typedef struct pd_factory_survey_person {
    pd_smpl_gender gender;
    /* metres, kilograms, years; NAN: measures of the head and breadths that the table lacks */
    double values[PD_FACTORY_SURVEY_LOGS];
} pd_factory_survey_person;

typedef struct pd_factory_survey {
    pd_factory_survey_person *people; /* (count) owned */
    int count, room;
} pd_factory_survey;

/* Appends the people of one file. On failure the survey is unchanged. */
pd_status pd_factory_survey_parse(pd_factory_survey *survey, pd_bytes text, const char *name, pd_error *err);
void pd_factory_survey_deinit(pd_factory_survey *survey);

typedef struct pd_factory_moments {
    int count;
    /* mean and standard deviation of the values */
    double mean[PD_FACTORY_SURVEY_LOGS], sd[PD_FACTORY_SURVEY_LOGS];
    double correlation[PD_FACTORY_SURVEY_LOGS][PD_FACTORY_SURVEY_LOGS];
    double bmi[3];                           /* 1st, 50th, 99th percentile, kg/m2 */
    double log_mean[PD_FACTORY_SURVEY_LOGS]; /* mean and covariance of the logarithms */
    double log_cov[PD_FACTORY_SURVEY_LOGS][PD_FACTORY_SURVEY_LOGS];
    double age_least, age_most;
} pd_factory_moments;

/* Computes the moments of one gender. ERR_RANGE with fewer than 100 people, ERR_MEMORY. */
pd_status pd_factory_survey_moments(pd_factory_moments *out, const pd_factory_survey *survey,
                                    pd_smpl_gender gender, pd_error *err);

/* Shifts the moments to stature and BMI of the general public. The other measures follow by the survey's
 * regression on log stature and log mass, and keep their residual spread:
 *
 *     t' = t + W (u' - u),  u = (log stature, log mass),  W = cov(t,u) cov(u)^-1
 *
 * Stature is that of the bodies that models are trained on (sample.h: N(1.76, 0.07) men, N(1.63, 0.065)
 * women), BMI log-normal with median 26.5 and sd 0.19: 17.0, 19.4, 26.5, 36.2, 41.2 at 1, 5, 50, 95, 99 %.
 * Fills only mean, sd and correlation of the values, by the formulas of the log-normal distribution.
 */
void pd_factory_moments_of_public(pd_factory_moments *out, const pd_factory_moments *survey,
                                  pd_smpl_gender gender);

#endif
