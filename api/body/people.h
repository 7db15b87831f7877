#ifndef PD_API_BODY_PEOPLE_H
#define PD_API_BODY_PEOPLE_H
/* People in requests: betas asked for by seed, gender, age, height, weight and percentiles (core/smpl/people/people.h).
 *
 * The same rows wherever a request has betas; betas and people together are an error. In {"bodies":[...]} fields that stand outside are
 * shared, and a body's own fields win one by one; its own betas win over all of them.
 *
 * Seeds     the same seed is the same person on any machine, by any route; gender and population are part of who that is, and the other
 *           fields change as little of it as they can.
 * Height, weight and percentile are met by the prior's own curves: within 2 mm and 1 % of what the mesh
 *           measures, and 3.3 percentiles of what 2,000 people by seed have (docs/lab/people.md).
 *
 * Where     mesh and joints (api/body/body.c), measure (api/body/measure.c), by GET and POST alike: every field has a form that a query can hold.
 * Units     metres, kilograms, years.
 * Replies   JSON has the betas and the person of every body that was asked for so; a file of one body has the header Posed-Person.
 * Errors    the field's pointer with value and range: of the row, as for all numbers, or of the people that the other fields leave. A model
 *           without people says so.
 * Threads   all of it runs while a request is decoded, without measuring any body.
 */
#include "api/http/call.h"
#include "core/smpl/people/people.h"

#include <math.h>
#include <stdbool.h>

/* As decoded; presets as PD_API_NOBODY. */
typedef struct pd_api_people_values {
    int random, gender,
        population; /* -1: not given; gender and population as in PD_API_GENDERS and PD_API_POPULATIONS */
    double age, height, weight; /* NAN: not given; years, metres, kilograms                 */
    const char *percentile;     /* "height:90,waist_girth:10" or NULL                       */
} pd_api_people_values;

#define PD_API_NOBODY                                                                                        \
    {                                                                                                        \
        .random = -1, .gender = -1, .population = -1, .age = NAN, .height = NAN, .weight = NAN               \
    }

#define PD_API_GENDERS     "neutral|female|male"
#define PD_API_POPULATIONS "survey|public"

/* The names are repeated here because rows are constants; a test compares them with the tables of core. */
/* Rows of a table of fields; at: offset of a pd_api_people_values. */
#define PD_API_PEOPLE_FIELDS(at)                                                                             \
    {.name = "random",                                                                                       \
     .type = PD_API_INTEGER,                                                                                 \
     .offset = (at) + offsetof(pd_api_people_values, random),                                                \
     .min = 0,                                                                                               \
     .max = 999999,                                                                                          \
     .example = "7",                                                                                         \
     .doc = "Seed of a random person, instead of betas; only for models with people. The same seed always "  \
            "gives the same person. With the other fields of people, the result is as near to that person "  \
            "as they allow."},                                                                               \
        {.name = "gender",                                                                                   \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, gender),                                            \
         .choices = PD_API_GENDERS,                                                                          \
         .doc = "Gender of the person. Without it a random person is female or male by the seed; without a " \
                "seed it is the model's gender."},                                                           \
        {.name = "age",                                                                                      \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (at) + offsetof(pd_api_people_values, age),                                               \
         .min = 1,                                                                                           \
         .max = 120,                                                                                         \
         .example = "40",                                                                                    \
         .doc = "Age of the person in years: gives the body shape that is average at this age. Only ages "   \
                "of the survey are allowed."},                                                               \
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
    {                                                                                                        \
        .name = "population", .type = PD_API_CHOICE,                                                         \
        .offset = (at) + offsetof(pd_api_people_values, population), .choices = PD_API_POPULATIONS,          \
        .preset = "\"survey\"",                                                                              \
        .doc = "Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) "   \
               "or public (the wider spread of weight among adults)."                                        \
    }
#define PEOPLE_NAMES                                                                                         \
    "height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, "  \
    "foot_length, hand_length, inside_leg_height, span"

/* Whether any field is there. */
bool pd_api_people_given(const pd_api_people_values *values);
/* Fields that own does not set are taken from shared. */
void pd_api_people_inherit(pd_api_people_values *own, const pd_api_people_values *shared);
/* The person that values ask for, in the call's pool; pointer is that of the object. NULL after an error. */
const pd_smpl_person *pd_api_people_find(const pd_api_people_values *values, const pd_smpl_model *model,
                                         pd_api_pool *pool, const char *pointer, pd_api_problems *problems);
/* How a reply describes the person it made:
 *
 *     "betas":[...],"person":{"gender":"female","age":31.2}
 *
 * without a comma after it. */
void pd_api_json_person(pd_buffer *out, const pd_smpl_person *person, int beta_count);

#endif
