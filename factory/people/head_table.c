#include "factory/people/head_table.h"

#include "factory/people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = PD_TOOL_HEAD_SEEDS,
    BODY = PD_SMPL_PEOPLE_MEASURES,
    ALL = BODY + PD_FACTORY_HEAD_MEASURES,
    ROWS = PD_FACTORY_HEAD_MEASURES + 1 /* and the girth of the head */
};

/* Computes mean and covariance of the model's people of one gender:
 * measures N people by seed, as a survey would. */
static pd_status people_of(pd_factory_moments *out, const pd_smpl_model *model, pd_smpl_gender gender,
                           const pd_executor *executor, pd_error *err)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    const size_t b = (size_t)model->beta_count;
    double *betas = malloc(N * b * sizeof *betas);
    double *values = malloc((size_t)N * ALL * sizeof *values);
    pd_factory_survey survey = {calloc(N, sizeof *survey.people), N, N};
    pd_status status = PD_OK;

    if (!betas || !values || !survey.people) status = pd_fail(err, PD_ERR_MEMORY, "heads", "out of memory");

    /* Make people of that gender by seed alone. */
    for (int i = 0; i < N && status == PD_OK; i++) {
        pd_smpl_person_request q = pd_smpl_anybody;
        pd_smpl_person person;
        q.has_gender = q.has_random = true;
        q.gender = gender;
        q.random = (uint64_t)i + 1;
        status = pd_smpl_person_find(&person, &people, &q, err);
        if (status == PD_OK) memcpy(betas + (size_t)i * b, person.betas, b * sizeof *betas);
    }

    if (status == PD_OK) status = pd_factory_people_measure_all(values, model, betas, N, executor, err);

    for (int i = 0; i < N && status == PD_OK; i++) {
        pd_factory_survey_person *one = &survey.people[i];
        one->gender = gender;
        memcpy(one->values, values + (size_t)i * ALL, BODY * sizeof *values);
        one->values[PD_FACTORY_SURVEY_AGE] = 1;
        memcpy(one->values + PD_FACTORY_SURVEY_HEAD, values + (size_t)i * ALL + BODY,
               PD_FACTORY_HEAD_MEASURES * sizeof *values);
    }

    if (status == PD_OK) status = pd_factory_survey_moments(out, &survey, gender, err);
    free(betas);
    free(values);
    pd_factory_survey_deinit(&survey);

    return status;
}

/* Place of a row's measure in the survey's numbers, and its name. */
static int head_table_place_of(int row)
{
    return row < PD_FACTORY_HEAD_MEASURES ? PD_FACTORY_SURVEY_HEAD + row : PD_SMPL_PEOPLE_HEAD_GIRTH;
}

pd_status pd_tool_head_table(const pd_smpl_model *model,
                             const pd_factory_moments *const moments[PD_SMPL_GENDER_COUNT],
                             const pd_executor *executor, pd_error *err)
{
    static const char *const who[PD_SMPL_GENDER_COUNT] = {"", "women", "men"};
    pd_factory_moments ours[PD_SMPL_GENDER_COUNT];

    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        if (!moments[g]) continue;
        const pd_status status = people_of(&ours[g], model, (pd_smpl_gender)g, executor, err);
        if (status != PD_OK) return status;
    }

    /* Print a header, then one row for each measure. */
    printf("| |");
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++)
        if (moments[g]) printf(" %s: survey, mm | mean | deviations | with stature |", who[g]);
    printf("\n|---|");
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++)
        if (moments[g]) printf("---|---|---|---|");
    for (int row = 0; row < ROWS; row++) {
        const int i = head_table_place_of(row);
        printf("\n| %s |", row < PD_FACTORY_HEAD_MEASURES ? pd_factory_head_rows[row].name : "head_girth");
        for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
            if (!moments[g]) continue;
            const pd_factory_moments *t = moments[g];
            const pd_factory_moments *is = &ours[g];
            printf(" %.1f, %.1f | %+.1f %% | %.2f | %.2f (%.2f) |", 1000 * t->mean[i], 1000 * t->sd[i],
                   100 * (is->mean[i] / t->mean[i] - 1), is->sd[i] / t->sd[i],
                   is->correlation[i][PD_SMPL_PEOPLE_HEIGHT], t->correlation[i][PD_SMPL_PEOPLE_HEIGHT]);
        }
    }

    printf("\n");

    return PD_OK;
}
