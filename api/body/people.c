#include "api/body/people.h"

#include "core/base/assert.h"
#include "core/smpl/model.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pd_api_people_given(const pd_api_people_values *v)
{
    return v->random.seed >= 0 || v->gender >= 0 || v->population >= 0 || v->version >= 0 || !isnan(v->age) ||
           !isnan(v->height) || !isnan(v->weight) || v->percentile;
}

void pd_api_people_inherit(pd_api_people_values *own, const pd_api_people_values *shared)
{
    if (own->random.seed < 0) own->random = shared->random;
    if (own->gender < 0) own->gender = shared->gender;
    if (own->population < 0) own->population = shared->population;
    if (own->version < 0) own->version = shared->version;
    if (isnan(own->age)) own->age = shared->age;
    if (isnan(own->height)) own->height = shared->height;
    if (isnan(own->weight)) own->weight = shared->weight;
    if (!own->percentile) own->percentile = shared->percentile;
}

/* Reads percentiles as in "height:90,foot_length:25". */
static bool read_percentiles(double *out, const char *text, const char *pointer, pd_api_problems *p)
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
            return pd_api_note(p, PD_ERR_INVALID, at, "'%.40s' is not NAME:NUMBER,... as in height:90", c);
        if (measure < 0)
            return pd_api_note(p, PD_ERR_INVALID, at,
                               "'%s' is not a measure of people; " PEOPLE_NAMES " allowed", name);
        if (!isnan(out[measure])) return pd_api_note(p, PD_ERR_INVALID, at, "%s comes twice", name);
        if (!(percent >= PD_SMPL_PERCENTILE_LEAST && percent <= PD_SMPL_PERCENTILE_MOST))
            return pd_api_note(p, PD_ERR_RANGE, at,
                               "%s:%g; %.10g to %.10g allowed, because no person is at 0 or 100", name,
                               percent, PD_SMPL_PERCENTILE_LEAST, PD_SMPL_PERCENTILE_MOST);
        out[measure] = percent;
        c = *end ? end + 1 : end;
    }

    return true;
}

const pd_api_person *pd_api_people_draw(int seed, int count, pd_api_pool *pool, const char *pointer,
                                        pd_api_problems *problems)
{
    PD_ASSERT(seed >= 0 && count >= 0);
    pd_api_person *out = pd_api_pool_take(pool, 1, sizeof *out);
    float *betas = pd_api_pool_take(pool, (size_t)count + 1, sizeof *betas);
    if (!out || !betas) {
        pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
        return NULL;
    }

    pd_smpl_people_normal(betas, count, (uint64_t)seed);
    *out = (pd_api_person){.betas = betas, .beta_count = count, .normal_seed = seed};

    return out;
}

const pd_api_person *pd_api_people_find(const pd_api_people_values *v, const pd_smpl_model *model,
                                        pd_api_pool *pool, const char *pointer, pd_api_problems *problems)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person person;
    pd_smpl_person_request q = pd_smpl_anybody;
    pd_error err;
    char at[224];

    /* A normal distribution knows nothing of genders and heights. */
    pd_api_people_values others = *v;
    others.random = (pd_api_seed){-1, false};
    if (!v->random.is_normal && !people.numbers)
        others.version = -1; /* there is one, whatever is asked for */
    const bool is_alone = !pd_api_people_given(&others);
    if (v->random.is_normal && !is_alone) {
        snprintf(at, sizeof at, "%s/random", pointer);
        pd_api_note(problems, PD_ERR_INVALID, at,
                    PD_API_SEED_NORMAL
                    " given together with another field of people; only a seed (a number) allowed there");
        return NULL;
    }

    if (v->random.seed >= 0 && is_alone && (v->random.is_normal || !people.numbers))
        return pd_api_people_draw(v->random.seed, model->beta_count, pool, pointer, problems);

    /* Find the person. */
    if (v->percentile && !read_percentiles(q.percentiles, v->percentile, pointer, problems)) return NULL;
    if (v->random.seed >= 0) {
        q.has_random = true;
        q.random = (uint64_t)v->random.seed;
    }

    if (v->gender >= 0) {
        q.has_gender = true;
        q.gender = (pd_smpl_gender)v->gender;
    }

    if (v->version >= 0) q.version = v->version;
    if (v->population >= 0) q.population = (pd_smpl_population)v->population;
    q.age = v->age;
    q.values[PD_SMPL_PEOPLE_HEIGHT] = v->height;
    q.values[PD_SMPL_PEOPLE_MASS] = v->weight;
    if (pd_smpl_person_find(&person, &people, &q, &err) != PD_OK) {
        pd_api_note_error(problems, pointer, &err);
        return NULL;
    }

    /* Keep its betas in the pool. */
    pd_api_person *out = pd_api_pool_take(pool, 1, sizeof *out);
    float *betas = pd_api_pool_take(pool, (size_t)model->beta_count, sizeof *betas);
    if (!out || !betas) {
        pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
        return NULL;
    }

    for (int b = 0; b < model->beta_count; b++) betas[b] = (float)person.betas[b];
    *out = (pd_api_person){.betas = betas,
                           .beta_count = model->beta_count,
                           .normal_seed = -1,
                           .gender = person.gender,
                           .age = person.age};
    pd_api_person_ancestry(out, model);

    return out;
}

void pd_api_person_ancestry(pd_api_person *person, const pd_smpl_model *model)
{
    person->has_ancestry = pd_smpl_ancestry_of(person->ancestry, &model->data, person->betas);
}

void pd_api_json_person(pd_buffer *out, const pd_api_person *person, const char *betas_name)
{
    PD_ASSERT(person && person->beta_count >= 0);
    pd_buffer_printf(out, "\"%s\":[", betas_name);
    for (int b = 0; b < person->beta_count; b++)
        pd_buffer_printf(out, "%s%.6g", b ? "," : "", (double)person->betas[b]);
    if (person->normal_seed >= 0)
        pd_buffer_printf(out, "],\"random\":\"" PD_API_SEED_NORMAL ":%d\"", person->normal_seed);
    else
        pd_buffer_printf(out, "],\"person\":{\"gender\":\"%s\",\"age\":%.3g}",
                         pd_smpl_gender_names[person->gender], person->age);
}

void pd_api_person_hash(pd_api_hash *hash, const pd_api_person *person)
{
    pd_api_hash_int(hash, person ? 1 + (int)person->gender : 0);
    if (!person) return;
    pd_api_hash_int(hash, person->normal_seed);
    pd_api_hash_add(hash, &person->age, sizeof person->age);
}
