#ifndef PD_SMPL_PEOPLE_H
#define PD_SMPL_PEOPLE_H
/* Which betas people have: a prior a population and gender, and bodies drawn from it by seed, age, measures and percentiles.
 *
 *     beta = mean + root x,   x ~ N(0, I)                x_0 is the age: log years = m + s x_0
 *     log y_i = level_i + slope_i d + d^T curve_i d,     d = beta - mean
 *
 * y_i are the measurements (core/smpl/measure.h; the table below has those of the survey that is learned from). The second
 * line is fitted to measured bodies, so that no body has to be measured to find one of a given height. A person with measures t is the
 * one nearest to the one without (the mean, or the random person of that seed; Matheron's rule):
 *
 *     x = argmin |x - x_seed|^2   where   log y(x) = log t          Gauss-Newton on x, at most 12 steps
 *
 * so that seed 7 at 1.80 m is seed 7, taller. Where the left leg's skin would reach over the plane of symmetry, the nearest x in which it does
 * not, with the same measures, takes its place: legs do not cross at rest. How it is learned and what it reaches: train/people, docs/lab/people.md.
 *
 * Shapes   P priors of N numbers each (pd_smpl_people_numbers); B betas, M measures, L = 1 + B latents.
 * Rows     of a neutral model P is PD_SMPL_POPULATION_COUNT x (neutral, female, male), of another one only its gender.
 * Units    metres, kilograms, years; logarithms are natural.
 * Memory   none is taken.   Threads  const: any number.
 * Errors   where is the field that is wrong ("/height", "/percentile/waist_girth"), with its value and the range of the people
 *          that the other fields leave: 4 standard deviations to each side.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SMPL_PEOPLE_MAX_BETAS 64
#define PD_SMPL_PEOPLE_RANGE_SD  4.0   /* how far from the mean a person may be asked for   */
#define PD_SMPL_PEOPLE_DRAW_SD   3.5   /* random ones are cut there, each latent on its own */
#define PD_SMPL_PEOPLE_LEG_GAP_M 0.002 /* the left leg's skin stays that far from the middle        */
#define PD_SMPL_PERCENTILE_LEAST 0.1
#define PD_SMPL_PERCENTILE_MOST  99.9

/* id, name in pd_smpl_measures, unit, column of ANSUR II, its unit */
#define PD_SMPL_PEOPLE_TABLE(X)                                                                              \
    X(HEIGHT, "height", "m", "stature", 0.001)                                                               \
    X(MASS, "mass", "kg", "weightkg", 0.1)                                                                   \
    X(CHEST_GIRTH, "chest_girth", "m", "chestcircumference", 0.001)                                          \
    X(NAVEL_GIRTH, "navel_girth", "m", "waistcircumference", 0.001)                                          \
    X(HIP_GIRTH, "hip_girth", "m", "buttockcircumference", 0.001)                                            \
    X(THIGH_GIRTH, "thigh_girth", "m", "thighcircumference", 0.001)                                          \
    X(NECK_GIRTH, "neck_girth", "m", "neckcircumference", 0.001)                                             \
    X(WRIST_GIRTH, "wrist_girth", "m", "wristcircumference", 0.001)                                          \
    X(HEAD_GIRTH, "head_girth", "m", "headcircumference", 0.001)                                             \
    X(FOOT_LENGTH, "foot_length", "m", "footlength", 0.001)                                                  \
    X(HAND_LENGTH, "hand_length", "m", "handlength", 0.001)                                                  \
    X(INSIDE_LEG_HEIGHT, "inside_leg_height", "m", "crotchheight", 0.001)                                    \
    X(SPAN, "span", "m", "span", 0.001)

typedef enum pd_smpl_people_measure {
#define PD_SMPL_PEOPLE_ENUM(id, name, unit, column, factor) PD_SMPL_PEOPLE_##id,
    PD_SMPL_PEOPLE_TABLE(PD_SMPL_PEOPLE_ENUM)
#undef PD_SMPL_PEOPLE_ENUM
        PD_SMPL_PEOPLE_MEASURES
} pd_smpl_people_measure;

typedef struct pd_smpl_people_row {
    const char *name, *unit, *column;
    double factor; /* column's numbers times it are in unit */
} pd_smpl_people_row;

extern const pd_smpl_people_row pd_smpl_people_rows[PD_SMPL_PEOPLE_MEASURES];

#define PD_SMPL_GENDER_TABLE(X) X(NEUTRAL, "neutral") X(FEMALE, "female") X(MALE, "male")
typedef enum pd_smpl_gender {
#define PD_SMPL_GENDER_ENUM(id, name) PD_SMPL_##id,
    PD_SMPL_GENDER_TABLE(PD_SMPL_GENDER_ENUM)
#undef PD_SMPL_GENDER_ENUM
        PD_SMPL_GENDER_COUNT
} pd_smpl_gender;

/* survey: the people that were measured, soldiers. public: adults as heavy as the bodies that models are learned from (sample.h). */
#define PD_SMPL_POPULATION_TABLE(X) X(SURVEY, "survey") X(PUBLIC, "public")
typedef enum pd_smpl_population {
#define PD_SMPL_POPULATION_ENUM(id, name) PD_SMPL_##id,
    PD_SMPL_POPULATION_TABLE(PD_SMPL_POPULATION_ENUM)
#undef PD_SMPL_POPULATION_ENUM
        PD_SMPL_POPULATION_COUNT
} pd_smpl_population;

extern const char *const pd_smpl_gender_names[PD_SMPL_GENDER_COUNT],
    *const pd_smpl_population_names[PD_SMPL_POPULATION_COUNT];

/* One prior, pointing into its N numbers. */
typedef struct pd_smpl_prior {
    const float *spread;    /* (M + 1,2) mean and standard deviation of log y_i, and of log years */
    const float *age_range; /* (2) years of the people that were measured                          */
    const float *mean;      /* (B)       */
    const float *root;      /* (B,L)     */
    const float *level;     /* (M)       */
    const float *slope;     /* (M,B)     */
    const float *curve;     /* (M,B(B+1)/2): row after row from the diagonal on */
} pd_smpl_prior;

/* All priors of a model; numbers NULL: none. */
typedef struct pd_smpl_people {
    const float *numbers; /* (P,N)                                        */
    int prior_count, beta_count;
    const int *legs; /* (leg_count) vertices of the left leg's skin, right of which nothing of it may be */
    int leg_count;
    const float *v_template, *shapedirs; /* of the model */
    pd_smpl_gender gender;               /* of the model */
} pd_smpl_people;

/* N for B betas, and how many of them, the last, are the curves'. */
size_t pd_smpl_people_numbers(int beta_count);
size_t pd_smpl_people_curve_numbers(int beta_count);
/* P for a model's gender ("female", "male", else neutral). */
int pd_smpl_people_prior_count(const char *gender);
pd_smpl_gender pd_smpl_gender_named(const char *name); /* neutral when it is none of them */
/* -1 when there is no such measure. */
int pd_smpl_people_measure_named(const char *name);
/* false: there is none, as of a man in a model of women. */
bool pd_smpl_people_prior(pd_smpl_prior *out, const pd_smpl_people *people, pd_smpl_population population,
                          pd_smpl_gender gender);

/* Logarithms of all measures (M) of the body with these betas (B). */
void pd_smpl_prior_measure(double *log_y, const pd_smpl_prior *prior, const double *betas, int beta_count);

/* Whom to look for. Zero is nobody in particular; NAN in age and measures is left to the rest. */
typedef struct pd_smpl_person_request {
    pd_smpl_population population;
    bool has_gender, has_random; /* without gender: the model's, by seed when there is one */
    pd_smpl_gender gender;
    uint64_t random;
    double age;                             /* years      */
    double values[PD_SMPL_PEOPLE_MEASURES]; /* in units   */
    double percentiles
        [PD_SMPL_PEOPLE_MEASURES]; /* 0.1 .. 99.9 of that gender and population; not beside the value */
} pd_smpl_person_request;

typedef struct pd_smpl_person {
    pd_smpl_gender gender;
    double age; /* years: what was asked for, or what goes with the rest */
    double betas[PD_SMPL_PEOPLE_MAX_BETAS];
} pd_smpl_person;

extern const pd_smpl_person_request pd_smpl_anybody; /* NAN where it has to be */

/* Of who is drawn by a seed where no gender is asked for: half are women. */
pd_smpl_gender pd_smpl_people_gender_of(uint64_t seed);
/* ERR_UNSUPPORTED: the model has no people, or none of that gender. ERR_RANGE: no such person. */
pd_status pd_smpl_person_find(pd_smpl_person *out, const pd_smpl_people *people,
                              const pd_smpl_person_request *request, pd_error *err);

#endif
