#ifndef PD_API_BODY_PEOPLE_H
#define PD_API_BODY_PEOPLE_H
/* Fields of requests that choose the betas of a body by seed, gender, age, height, weight and percentiles of
 * a population (core/smpl/people/people.h).
 *
 * Requests that have `betas` have these fields too; a body with both is an error. In a request with
 * {"bodies":[...]} the fields beside `bodies` are shared; each field of a body replaces the shared one, and a
 * body's own betas replace all of them.
 *
 * Seeds     One seed, gender and population give one person, on every machine and every route. The other
 *           fields change that person as little as they can.
 * Accuracy  The prior's curves meet height and weight within 2 mm and 1 % of what the mesh measures, and
 *           percentiles within 3.3 of the distribution of 2,000 people by seed (docs/lab/people.md).
 * Routes    mesh and joints (api/body/body.c), measure (api/body/measure.c), by GET and POST.
 * Units     Metres, kilograms, years.
 * Normal    `random` alone on a model without people, and N(0,1):SEED on every model, draw the betas from the
 *           standard normal distribution (pd_smpl_people_normal); for MHR its identity_coeffs.
 * Replies   JSON has the betas and the person of each body that has these fields, or the betas and
 *           "random":"N(0,1):SEED". A file of one body has the header Posed-Person, or Posed-Random.
 * Errors    A value outside the range of the row, or outside the range of people with the other fields, is
 *           noted at its pointer with that range. A model without people is an error.
 * Threads   Everything runs while a request is decoded; no body is measured.
 */
#include "api/http/call.h"
#include "core/smpl/data/ancestry.h"
#include "core/smpl/people/people.h"

#include <math.h>
#include <stdbool.h>

/* Values of PD_API_PEOPLE_FIELDS; PD_API_NOBODY is the initial value. */
typedef struct pd_api_people_values {
    pd_api_seed random;
    int gender, population;     /* indices in PD_API_GENDERS and PD_API_POPULATIONS; -1: absent */
    int version;                /* of the people, from 1; -1: absent */
    double age, height, weight; /* years, metres, kilograms; NAN: absent */
    const char *percentile;     /* "height:90,waist_girth:10"; NULL: absent */
} pd_api_people_values;

#define PD_API_NOBODY                                                                                        \
    {                                                                                                        \
        .random = {-1, false}, .gender = -1, .population = -1, .version = -1, .age = NAN, .height = NAN,     \
        .weight = NAN                                                                                        \
    }

#define PD_API_GENDERS     "neutral|female|male"
#define PD_API_POPULATIONS "survey|public"

/* Rows of a table of fields; at: offset of a pd_api_people_values. The names of choices are repeated here
 * because rows are constants; a test compares them with the tables of core. */
#define PD_API_PEOPLE_FIELDS(at)                                                                             \
    {.name = "random",                                                                                       \
     .type = PD_API_SEED,                                                                                    \
     .offset = (at) + offsetof(pd_api_people_values, random),                                                \
     .min = 0,                                                                                               \
     .max = 999999,                                                                                          \
     .example = "7",                                                                                         \
     .doc = PD_API_RANDOM_DOC},                                                                              \
        {.name = "gender",                                                                                   \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, gender),                                            \
         .choices = PD_API_GENDERS,                                                                          \
         .doc = "Gender of the person. Without it the seed decides between female and male, and without a "  \
                "seed the model's gender is used."},                                                         \
        {.name = "age",                                                                                      \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, age),                                               \
         .min = PD_SMPL_PEOPLE_YOUNGEST,                                                                     \
         .max = PD_SMPL_PEOPLE_OLDEST,                                                                       \
         .example = "40",                                                                                    \
         .doc = "Age of the person in years. The body has the average "                                      \
                "shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots " \
                "and hair follow the age."},                                                                 \
        {.name = "height",                                                                                   \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, height),                                            \
         .min = 0.5,                                                                                         \
         .max = 2.6,                                                                                         \
         .unit = "m",                                                                                        \
         .example = "1.8",                                                                                   \
         .doc = "Stature of the person, in metres."},                                                        \
        {.name = "weight",                                                                                   \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, weight),                                            \
         .min = 10,                                                                                          \
         .max = 350,                                                                                         \
         .unit = "kg",                                                                                       \
         .example = "75",                                                                                    \
         .doc = "Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of "    \
                "the requested height has is an error that states the range."},                              \
        {.name = "percentile",                                                                               \
         .type = PD_API_TEXT,                                                                                \
         .offset = (at) + offsetof(pd_api_people_values, percentile),                                        \
         .example = "\"height:90,foot_length:25\"",                                                          \
         .doc = "Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, " \
                "as NAME:PERCENTILE with commas between. Names: " PEOPLE_NAMES "; weight is mass."},         \
        {.name = "people_version",                                                                           \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (at) + offsetof(pd_api_people_values, version),                                           \
         .min = 1,                                                                                           \
         .max = PD_SMPL_PEOPLE_VERSION,                                                                      \
         .doc = "Version of the distribution from which a person comes: 1 has shoulders of one breadth for " \
                "women and men; 2, the latest, has those of the survey and is that without the field. A "    \
                "request that is kept for years should state it."},                                          \
    {                                                                                                        \
        .name = "population", .type = PD_API_CHOICE,                                                         \
        .offset = (at) + offsetof(pd_api_people_values, population), .choices = PD_API_POPULATIONS,          \
        .is_conditional = true, .preset = "\"survey\"",                                                      \
        .doc = "Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) "   \
               "or public (the wider spread of weight among adults)."                                        \
    }
#define PD_API_RANDOM_DOC                                                                                    \
    "Seed of a random body, instead of betas. A model with people gives a person of this seed, whom "        \
    "gender, age, height, weight, percentile, face_shape and ancestry change as little as they "             \
    "require; any other model, and N(0,1):SEED on every model, draws each beta from the standard "           \
    "normal distribution. The same seed always gives the same body."
#define PEOPLE_NAMES                                                                                         \
    "height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, "  \
    "foot_length, hand_length, inside_leg_height, span"

/* A body whose betas the server chose. */
typedef struct pd_api_person {
    const float *betas; /* (beta_count) in the pool */
    int beta_count;
    int normal_seed;       /* seed of the standard normal distribution; -1: the body is a person */
    pd_smpl_gender gender; /* a person's */
    double age;            /* a person's, years */
    bool has_ancestry;     /* the model has features of ancestry */
    double ancestry[PD_SMPL_ANCESTRY_COUNT]; /* shares of the face's ancestry (ancestry.h) */
} pd_api_person;

/* Returns whether any of the fields is given. */
bool pd_api_people_given(const pd_api_people_values *values);
/* Copies the fields of `shared` that are absent in `own`. */
void pd_api_people_inherit(pd_api_people_values *own, const pd_api_people_values *shared);
/* Finds the body with these values; it is in the pool. `pointer` is that of the object with the fields.
 * Returns NULL if an error was noted. */
const pd_api_person *pd_api_people_find(const pd_api_people_values *values, const pd_smpl_model *model,
                                        pd_api_pool *pool, const char *pointer, pd_api_problems *problems);
/* Draws `count` betas from the standard normal distribution. The body is in the pool. Returns NULL if an
 * error was noted at `pointer`. */
const pd_api_person *pd_api_people_draw(int seed, int count, pd_api_pool *pool, const char *pointer,
                                        pd_api_problems *problems);
/* Sets has_ancestry and ancestry by the person's betas. */
void pd_api_person_ancestry(pd_api_person *person, const pd_smpl_model *model);
/* Appends the members that describe a person in a reply, without a comma after them. `betas_name` is the
 * field by which a request gives the betas:
 *
 *     "betas":[...],"person":{"gender":"female","age":31.2}
 *     "betas":[...],"random":"N(0,1):7" */
void pd_api_json_person(pd_buffer *out, const pd_api_person *person, const char *betas_name);
/* Adds what a reply says of a person to a hash; NULL is nobody. */
void pd_api_person_hash(pd_api_hash *hash, const pd_api_person *person);

#endif
