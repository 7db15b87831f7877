#include "api/body/people.h"

#include "core/base/assert.h"
#include "core/smpl/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pd_api_people_given(const pd_api_people_values *v)
{
    return v->random >= 0 || v->gender >= 0 || v->population >= 0 || !isnan(v->age) || !isnan(v->height) ||
           !isnan(v->weight) || v->percentile;
}

void pd_api_people_inherit(pd_api_people_values *own, const pd_api_people_values *shared)
{
    if (own->random < 0) own->random = shared->random;
    if (own->gender < 0) own->gender = shared->gender;
    if (own->population < 0) own->population = shared->population;
    if (isnan(own->age)) own->age = shared->age;
    if (isnan(own->height)) own->height = shared->height;
    if (isnan(own->weight)) own->weight = shared->weight;
    if (!own->percentile) own->percentile = shared->percentile;
}

/* "height:90,foot_length:25" */
static int read_percentiles(double *out, const char *text, const char *pointer, pd_api_problems *p)
{
    char at[224], name[40];

    for (const char *c = text; *c;) {
        const size_t length = strcspn(c, ":,");
        char *end = NULL;
        snprintf(name, sizeof name, "%.*s", (int)length, c);
        const int measure = pd_smpl_people_measure_named(strcmp(name, "weight") ? name : "mass");
        const double percent = c[length] == ':' ? strtod(c + length + 1, &end) : 0;

        snprintf(at, sizeof at, "%s/percentile", pointer);
        if (!end || end == c + length + 1 || (*end && *end != ','))
            return pd_api_note(p, PD_ERR_INVALID, at, "'%.40s' is not NAME:NUMBER,...; height:90 would be",
                               c);
        if (measure < 0)
            return pd_api_note(p, PD_ERR_INVALID, at,
                               "'%s' is no measure of people; " PEOPLE_NAMES " allowed", name);
        if (!isnan(out[measure]))
            return pd_api_note(p, PD_ERR_INVALID, at, "%s comes twice; once expected", name);
        if (!(percent >= PD_SMPL_PERCENTILE_LEAST && percent <= PD_SMPL_PERCENTILE_MOST))
            return pd_api_note(p, PD_ERR_RANGE, at, "%s:%g; %.10g to %.10g allowed: nobody is at 0 or 100",
                               name, percent, PD_SMPL_PERCENTILE_LEAST, PD_SMPL_PERCENTILE_MOST);
        out[measure] = percent;
        c = *end ? end + 1 : end;
    }
    return 1;
}

const pd_smpl_person *pd_api_people_find(const pd_api_people_values *v, const pd_smpl_model *model,
                                         pd_api_pool *pool, const char *pointer, pd_api_problems *problems)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person *person = pd_api_pool_take(pool, 1, sizeof *person);
    pd_smpl_person_request q = pd_smpl_anybody;
    pd_error err;

    if (!person) {
        pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
        return NULL;
    }
    if (v->percentile && !read_percentiles(q.percentiles, v->percentile, pointer, problems)) return NULL;
    if (v->random >= 0) q.has_random = true, q.random = (uint64_t)v->random;
    if (v->gender >= 0) q.has_gender = true, q.gender = (pd_smpl_gender)v->gender;
    if (v->population >= 0) q.population = (pd_smpl_population)v->population;
    q.age = v->age;
    q.values[PD_SMPL_PEOPLE_HEIGHT] = v->height;
    q.values[PD_SMPL_PEOPLE_MASS] = v->weight;

    if (pd_smpl_person_find(person, &people, &q, &err) == PD_OK) return person;
    pd_api_note_error(problems, pointer, &err);
    return NULL;
}

void pd_api_json_person(pd_buffer *out, const pd_smpl_person *person, int beta_count)
{
    PD_ASSERT(person && beta_count >= 0);
    pd_buffer_text(out, "\"betas\":[");
    for (int b = 0; b < beta_count; b++)
        pd_buffer_printf(out, "%s%.6g", b ? "," : "", (double)(float)person->betas[b]);
    pd_buffer_printf(out, "],\"person\":{\"gender\":\"%s\",\"age\":%.3g}",
                     pd_smpl_gender_names[person->gender], person->age);
}
