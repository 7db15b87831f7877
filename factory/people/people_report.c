#include "factory/people/people_report.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { M = PD_SMPL_PEOPLE_MEASURES, N = PD_TOOL_PEOPLE_COUNT };

/* Computes mean and covariance of the measures of N bodies, as those of a survey. */
static pd_status moments_of(pd_factory_moments *out, const double *values, pd_smpl_gender gender,
                            pd_error *err)
{
    pd_factory_survey s = {calloc(N, sizeof *s.people), N, N};

    if (!s.people) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    for (int i = 0; i < N; i++) {
        s.people[i].gender = gender;
        memcpy(s.people[i].values, values + (size_t)i * M, M * sizeof *values);
        for (int k = M; k < PD_FACTORY_SURVEY_LOGS; k++) s.people[i].values[k] = 1;
    }

    const pd_status status = pd_factory_survey_moments(out, &s, gender, err);
    pd_factory_survey_deinit(&s);

    return status;
}

/* Draws the betas (N,B) of the people of seeds 1 to N. */
static pd_status draw_people_report(double *betas, const pd_smpl_model *model, pd_smpl_population population,
                                    pd_smpl_gender gender, pd_error *err)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person_request q = pd_smpl_anybody;

    q.population = population;
    q.has_gender = q.has_random = true;
    q.gender = gender;

    for (int i = 0; i < N; i++) {
        pd_smpl_person person;
        q.random = (uint64_t)i + 1;
        const pd_status status = pd_smpl_person_find(&person, &people, &q, err);
        if (status != PD_OK) return status;
        memcpy(betas + i * people.beta_count, person.betas, (size_t)people.beta_count * sizeof *betas);
    }

    return PD_OK;
}

/* Bodies (N,B) by the moments that learning began with; betas of proportions,
 * which that model did not have, are 0. */
static bool draw_before(double *betas, const pd_factory_people_job *job, pd_smpl_gender gender)
{
    const int b = job->model->beta_count;
    const int body = job->options.body_betas;
    const int face = b - job->model->data.feature_count;
    double *root = malloc((size_t)b * (size_t)b * sizeof *root);
    pd_rng rng;

    pd_rng_init(&rng, job->options.seed + 2);
    if (root) memcpy(root, job->start[gender].cov, (size_t)b * (size_t)b * sizeof *root);
    const bool good = root && pd_k_cholesky(root, b);

    for (int i = 0; good && i < N; i++) {
        double z[PD_SMPL_PEOPLE_MAX_BETAS];
        for (int k = 0; k < b; k++) {
            double *beta = &betas[i * b + k];
            z[k] = pd_rng_normal(&rng);
            *beta = job->start[gender].mean[k];
            for (int j = 0; j <= k; j++) *beta += root[k * b + j] * z[j];
            if (k >= body && k < face) *beta = 0;
        }
    }

    free(root);

    return good;
}

/* Computes the share of bodies whose left leg crosses the middle plane,
 * and how far it does at most, in mm. */
static void legs_of(double *share, double *worst_mm, const double *betas, const pd_smpl_model *model)
{
    const pd_smpl_people p = pd_smpl_model_people(model);

    *share = *worst_mm = 0;
    for (int i = 0; i < N; i++) {
        double least = 0;
        for (int n = 0; n < p.leg_count; n++) {
            const size_t v = (size_t)p.legs[n];
            double x = (double)p.v_template[3 * v];
            for (int k = 0; k < p.beta_count; k++)
                x += (double)p.shapedirs[3 * v * (size_t)p.beta_count + (size_t)k] *
                     betas[i * p.beta_count + k];
            least = fmin(least, x);
        }

        *share += (least < 0) / (double)N;
        *worst_mm = fmax(*worst_mm, -1000 * least);
    }
}

static json_t *people_report_numbers(const double *values, int count)
{
    PD_ASSERT(count >= 0);
    json_t *out = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(out, json_real(round(values[i] * 1e5) / 1e5));
    return out;
}

static json_t *describe_people_report(const pd_factory_moments *m)
{
    return json_pack("{s:i,s:o,s:o,s:o}", "people", m->count, "mean", people_report_numbers(m->mean, M), "sd",
                     people_report_numbers(m->sd, M), "bmi_p1_p50_p99", people_report_numbers(m->bmi, 3));
}

static json_t *people_report_compare(const pd_factory_moments *is, const pd_factory_moments *wanted,
                                     double share, double worst_mm)
{
    double mean[M], sd[M];
    double off = 0, most = 0;

    for (int i = 0; i < M; i++) {
        mean[i] = 100 * (is->mean[i] / wanted->mean[i] - 1);
        sd[i] = is->sd[i] / wanted->sd[i];
        for (int j = 0; j < i; j++) {
            const double d = fabs(is->correlation[i][j] - wanted->correlation[i][j]);
            off += d / (M * (M - 1) / 2.0);
            most = fmax(most, d);
        }
    }

    json_t *out = describe_people_report(is);
    json_object_set_new(out, "mean_off_percent", people_report_numbers(mean, M));
    json_object_set_new(out, "sd_ratio", people_report_numbers(sd, M));
    json_object_set_new(out, "correlation_off_mean", json_real(off));
    json_object_set_new(out, "correlation_off_most", json_real(most));
    json_object_set_new(out, "legs_cross_share", json_real(share));
    json_object_set_new(out, "legs_cross_worst_mm", json_real(worst_mm));

    return out;
}

/* A batch of N random people. */
typedef struct sample {
    double *betas, *values; /* (N,B), (N,M) */
    const pd_smpl_model *model;
    const pd_factory_people_job *job;
} sample;

static pd_status one(json_t *into, sample *s, pd_smpl_population p, pd_smpl_gender g, pd_error *err)
{
    const pd_factory_people_job *job = s->job;
    static const char *const keys[2] = {"ours", "before"};
    const pd_factory_moments *wanted = job->moments[p][g];
    json_t *row =
        json_pack("{s:o}", p == PD_SMPL_SURVEY ? "survey" : "wanted", describe_people_report(wanted));
    pd_status status = PD_OK;

    for (int before = 0; before < 2 && status == PD_OK; before++) {
        pd_factory_moments is;
        double share, worst_mm;
        if (!before)
            status = draw_people_report(s->betas, s->model, p, g, err);
        else if (!draw_before(s->betas, job, g))
            status = pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
        if (status == PD_OK)
            status = pd_factory_people_measure(s->values, s->model, s->betas, N, job->executor, err);
        if (status == PD_OK) status = moments_of(&is, s->values, g, err);
        if (status != PD_OK) break;
        legs_of(&share, &worst_mm, s->betas, s->model);
        json_object_set_new(row, keys[before], people_report_compare(&is, wanted, share, worst_mm));
        pd_progress_report(&job->progress, "measuring people", 2 * (2 * (int)p + (int)g - 1) + before, 8);
    }

    json_object_set_new(into, pd_smpl_population_names[p], row);

    return status;
}

json_t *pd_tool_people_report(const pd_smpl_model *model, const pd_factory_people_job *job, pd_error *err)
{
    sample s = {.betas = malloc(N * (size_t)model->beta_count * sizeof *s.betas),
                .values = malloc(N * M * sizeof *s.values),
                .model = model,
                .job = job};
    json_t *report = json_object();
    json_t *measures = json_array();
    pd_status status = s.betas && s.values ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    for (int i = 0; i < M; i++) json_array_append_new(measures, json_string(pd_smpl_people_rows[i].name));
    json_object_set_new(report, "measures", measures);
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        if (!job->moments[0][g]) continue;
        json_t *gender = json_object();
        json_object_set_new(report, pd_smpl_gender_names[g], gender);
        for (int p = 0; p < PD_SMPL_POPULATION_COUNT && status == PD_OK; p++)
            status = one(gender, &s, (pd_smpl_population)p, (pd_smpl_gender)g, err);
    }

    pd_progress_report(&job->progress, "measuring people", 8, 8);
    free(s.betas);
    free(s.values);
    if (status == PD_OK) return report;
    json_decref(report);

    return NULL;
}
