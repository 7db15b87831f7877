#ifndef PD_SMPL_PEOPLE_H
#define PD_SMPL_PEOPLE_H
/* Priors of the betas of real people, one per population and gender, and bodies drawn from them by seed, age,
 * measurements and percentiles.
 *
 *     beta = mean + root x,   x ~ N(0, I)                x_0 is the age: log years = m + s x_0
 *     log y_i = level_i + slope_i d + d^T curve_i d,     d = beta - mean
 *
 * y_i are measurements (core/smpl/measure/measure.h; the table below lists those of the survey). The second
 * line is fitted to measured bodies, so that a body of a given height is found without measuring any. The
 * person with measurements t is the one closest to the person without them, x_seed (the mean, or the random
 * person of that seed; Matheron's rule):
 *
 *     x = argmin |x - x_seed|^2   where   log y(x) = log t          Gauss-Newton on x, at most 12 steps
 *
 * So a seed with a given height gives the person of that seed, changed as little as possible to have the
 * height. If the skin of the left leg would cross the plane of symmetry, the nearest x without crossing and
 * with the same measurements replaces it: legs do not cross at rest. How the priors are learned and how
 * accurate they are: factory/people, docs/lab/people.md.
 *
 * Of a random person no feature of the face is farther than FACE_SD standard deviations from the mean, sizes
 * that were requested excepted: x_seed is replaced by the nearest x for which that is so, and parting the
 * legs and youth keep to it. The features are nearly independent, so that of 1,000 seeds 885 had one beyond 2
 * standard deviations and 122 one beyond 3; such faces look pinched or swollen. How far the cheeks are wider
 * than the jaw, the sum of four features, is bounded in the same way.
 *
 * The beta of the face's age, which the prior has linear in log years, is then set to that of the person's
 * age with the person's spread. Features of the face that differ in the young (PD_SMPL_PEOPLE_YOUTH_TABLE)
 * are moved by a share that is 1 at 18 years and falls linearly to 0 at 35.
 *
 * Shapes   P priors of N numbers each (pd_smpl_people_numbers); B betas, M measurements, L = 1 + B latents.
 * Rows     a neutral model has PD_SMPL_POPULATION_COUNT x (neutral, female, male) priors, others only those
 *          of their gender. A file may have the priors of the version before behind them, as many again, so
 *          that seeds which were drawn by them keep their people.
 * Units    metres, kilograms, years; logarithms are natural.
 * Memory   allocates nothing.
 * Threads  const: any number.
 * Errors   the place is the wrong field ("/height", "/percentile/waist_girth"), with its value and the range
 *          of people that the other fields leave: 4 standard deviations to each side.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SMPL_PEOPLE_MAX_BETAS      80
/* Latest version of the priors. Version 1 knew no breadths and no girths of calf and ankle. */
#define PD_SMPL_PEOPLE_VERSION        2
/* Largest distance from the mean that may be requested, standard deviations. */
#define PD_SMPL_PEOPLE_RANGE_SD       4.0
/* Largest |x_i| of a random person, standard deviations: each latent is clamped to it. */
#define PD_SMPL_PEOPLE_DRAW_SD        3.5
/* Largest distance of a feature of a random person's face from the mean, standard deviations. */
#define PD_SMPL_PEOPLE_FACE_SD        2.0
/* Distance of the left leg's skin from the plane of symmetry, metres. */
#define PD_SMPL_PEOPLE_LEG_GAP_M      0.002
/* The face's age, where the model has that feature: one unit of its beta is that many years, and 0 is
 * FACE_AGE; it changes between LEAST and OLDEST. A person's face has the person's age, and the prior's spread
 * of looking younger or older. */
#define PD_SMPL_PEOPLE_FACE_YEARS     16
#define PD_SMPL_PEOPLE_FACE_AGE       45
#define PD_SMPL_PEOPLE_FACE_AGE_LEAST 25
/* Features of young faces: name, units of its beta at YOUNG years, women and men. The young have full cheeks
 * and lips, large eyes, small noses and no bags below the eyes. Those but face_age change no measure of the
 * survey by over 0.4 mm. face_age is moved besides its line in the years. Sizes are guesses, made by looking
 * at 24 people. With twice as much of face_age, or 0.9 of eye_size, the closed lids of more people leave a
 * slit (7 of 60 in place of 4, 13 of 60 women in place of 9). */
#define PD_SMPL_PEOPLE_YOUNG          18
#define PD_SMPL_PEOPLE_GROWN          35
#define PD_SMPL_PEOPLE_YOUTH_TABLE(X)                                                                        \
    X("face_age", -0.6, -0.6)                                                                                \
    X("cheek_fullness", 0.9, 0.9)                                                                            \
    X("eye_size", 0.4, 0.4)                                                                                  \
    X("eye_bags", -1.0, -1.0)                                                                                \
    X("brow_height", 0.0, 0.6)                                                                               \
    X("nose_length", -0.7, -0.7)                                                                             \
    X("nose_width", -0.5, -0.5)                                                                              \
    X("nose_depth", -0.5, -0.5)                                                                              \
    X("jaw_angle", -0.5, -0.5)                                                                               \
    X("upper_lip_fullness", 0.7, 0.7)                                                                        \
    X("lower_lip_fullness", 0.5, 0.5)
/* Youngest and oldest person that may be requested, years; a model of a survey of older people has a later
 * youngest. The measures of people beyond the survey's ages are those of its oldest. */
#define PD_SMPL_PEOPLE_OLDEST    80
#define PD_SMPL_PEOPLE_YOUNGEST  17
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
    double factor; /* Factor from the column's unit to `unit`. */
} pd_smpl_people_row;

extern const pd_smpl_people_row pd_smpl_people_rows[PD_SMPL_PEOPLE_MEASURES];

#define PD_SMPL_GENDER_TABLE(X) X(NEUTRAL, "neutral") X(FEMALE, "female") X(MALE, "male")
typedef enum pd_smpl_gender {
#define PD_SMPL_GENDER_ENUM(id, name) PD_SMPL_##id,
    PD_SMPL_GENDER_TABLE(PD_SMPL_GENDER_ENUM)
#undef PD_SMPL_GENDER_ENUM
        PD_SMPL_GENDER_COUNT
} pd_smpl_gender;

/* survey: the people who were measured, soldiers. public: adults as heavy as the bodies that the models are
 * learned from (sample.h). */
#define PD_SMPL_POPULATION_TABLE(X) X(SURVEY, "survey") X(PUBLIC, "public")
typedef enum pd_smpl_population {
#define PD_SMPL_POPULATION_ENUM(id, name) PD_SMPL_##id,
    PD_SMPL_POPULATION_TABLE(PD_SMPL_POPULATION_ENUM)
#undef PD_SMPL_POPULATION_ENUM
        PD_SMPL_POPULATION_COUNT
} pd_smpl_population;

extern const char *const pd_smpl_gender_names[PD_SMPL_GENDER_COUNT],
    *const pd_smpl_population_names[PD_SMPL_POPULATION_COUNT];

/* One prior: pointers into its N numbers. */
typedef struct pd_smpl_prior {
    const float *spread;    /* (M + 1,2) Mean and standard deviation of log y_i, and of log years. */
    const float *age_range; /* (2) Youngest and oldest of the people who were measured, years. */
    const float *mean;      /* (B)       */
    const float *root;      /* (B,L)     */
    const float *level;     /* (M)       */
    const float *slope;     /* (M,B)     */
    const float *curve;     /* (M,B(B+1)/2) Upper triangle, row after row from the diagonal on. */
} pd_smpl_prior;

/* All priors of a model; numbers NULL: none. */
typedef struct pd_smpl_people {
    const float *numbers; /* (P,N)                                        */
    int prior_count, beta_count;
    /* (leg_count) Vertices of the left leg's skin, which must stay left of the plane of symmetry. */
    const int *legs;
    int leg_count;
    int feature_count;         /* features of the face: the last betas, 0: none */
    int age_beta;              /* beta of the face's age, -1: none */
    const char *feature_names; /* (feature_count,name_bytes); NULL: no feature is moved in the young */
    int name_bytes;
    const float *v_template, *shapedirs; /* From the model. */
    pd_smpl_gender gender;               /* gender of the model */
} pd_smpl_people;

/* Return N for B betas, and how many of these numbers, the last ones, are the curves'. */
size_t pd_smpl_people_numbers(int beta_count);
size_t pd_smpl_people_curve_numbers(int beta_count);
/* Returns how many priors a version has for a model's gender ("female", "male", otherwise neutral). */
int pd_smpl_people_prior_count(const char *gender);
pd_smpl_gender pd_smpl_gender_named(const char *name); /* Neutral for all other names. */
/* Returns the measurement of that name, or -1. */
int pd_smpl_people_measure_named(const char *name);
/* Finds a prior of a version; 0: the latest. Returns false when there is none, such as that of a man in a
 * model of women, or that of version 1 in a file that has only the latest. */
bool pd_smpl_people_prior(pd_smpl_prior *out, const pd_smpl_people *people, int version,
                          pd_smpl_population population, pd_smpl_gender gender);

/* Computes the logarithms of all measurements (M) of the body with these betas (B). */
void pd_smpl_prior_measure(double *log_y, const pd_smpl_prior *prior, const double *betas, int beta_count);

/* Description of the person to find. Zero describes nobody in particular.
 * NAN in age and measurements leaves them open. */
typedef struct pd_smpl_person_request {
    int version; /* of the priors, 1 to PD_SMPL_PEOPLE_VERSION; 0: the latest */
    pd_smpl_population population;
    /* Without has_gender: the model's gender, or with has_random one drawn by the seed. */
    bool has_gender, has_random;
    pd_smpl_gender gender;
    uint64_t random;
    double age;                             /* years      */
    double values[PD_SMPL_PEOPLE_MEASURES]; /* In the table's units. */
    /* 0.1 to 99.9, of that gender and population; not together with the value. */
    double percentiles[PD_SMPL_PEOPLE_MEASURES];
} pd_smpl_person_request;

typedef struct pd_smpl_person {
    pd_smpl_gender gender;
    double age; /* Years: as requested, or as fits the rest. */
    double betas[PD_SMPL_PEOPLE_MAX_BETAS];
} pd_smpl_person;

/* A request that describes nobody in particular, with NAN where needed. */
extern const pd_smpl_person_request pd_smpl_anybody;

/* Draws betas from the standard normal distribution. It is the distribution of the training bodies'
 * coefficients in models whose shape blend shapes are principal components scaled to one standard deviation,
 * as those of the SMPL family are:
 *
 *     beta_k ~ N(0, 1), clamped to +-PD_SMPL_PEOPLE_DRAW_SD, k = 0 ... count - 1
 *
 * The same seed gives the same numbers on every machine, and the first k numbers do not depend on count.
 * Needs no prior. */
void pd_smpl_people_normal(float *betas, int count, uint64_t seed);

/* Returns the gender of the person drawn by a seed when none is requested: half are women. */
pd_smpl_gender pd_smpl_people_gender_of(uint64_t seed);
/* Returns the beta of the face's age for a person of that age, before the spread. */
double pd_smpl_people_face_age(double years);
/* Finds a person. ERR_UNSUPPORTED: the model has no people, or none of that gender.
 * ERR_RANGE: no such person. */
pd_status pd_smpl_person_find(pd_smpl_person *out, const pd_smpl_people *people,
                              const pd_smpl_person_request *request, pd_error *err);

#endif
