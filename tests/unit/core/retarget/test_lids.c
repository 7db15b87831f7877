/* Lids at the weight of a blink times their factor meet in their middle and on both sides of it, on women and
 * men of 18 to 80 years; other expressions keep their weight. */
#include "core/retarget/lids.h"
#include "core/smpl/data/keypoint.h"
#include "core/smpl/people/people.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

/* Height of a vertex of the body with an expression at this weight. */
static double height(int vertex, const float *betas, int expression, double weight)
{
    const pd_smpl_data *d = &model->data;
    const size_t y = 3 * (size_t)vertex + 1;
    double at = (double)d->v_template[y] +
                weight * (double)d->expressiondirs[y * (size_t)d->expression_count + (size_t)expression];
    for (int b = 0; b < d->beta_count; b++)
        at += (double)d->shapedirs[y * (size_t)d->beta_count + (size_t)b] * (double)betas[b];
    return at;
}

static void lids_meet_and_other_expressions_stay(void **state)
{
    (void)state;
    const pd_smpl_people people = pd_smpl_model_people(model);
    int raised = 0;
    for (int i = 0; i < 400; i++) {
        pd_smpl_person_request q = pd_smpl_anybody;
        pd_smpl_person person;
        float betas[PD_SMPL_PEOPLE_MAX_BETAS];
        q.has_gender = q.has_random = true, q.gender = i % 2 ? PD_SMPL_MALE : PD_SMPL_FEMALE;
        q.random = (uint64_t)i, q.age = i % 4 < 2 ? 18 : 18 + i % 63;
        assert_int_equal(pd_smpl_person_find(&person, &people, &q, NULL), PD_OK);
        for (int b = 0; b < model->beta_count; b++) betas[b] = (float)person.betas[b];

        for (int e = 0; e < model->expression_count; e++) {
            const char *name = model->data.expression_names[e];
            const double factor = (double)pd_retarget_lids_factor(model, e, betas, model->beta_count);
            int pairs[PD_SMPL_LID_PAIRS][2];
            if (strncmp(name, "eyeBlink", 8) != 0) {
                assert_true(factor == 1);
                continue;
            }
            assert_true(factor >= 1 && factor < 1.4);
            const int count =
                pd_smpl_keypoint_lid_pairs(pairs, model->vertex_count, !strcmp(name, "eyeBlinkLeft"));
            assert_int_equal(count, PD_SMPL_LID_PAIRS);
            for (int p = 0; p < count; p++)
                assert_true(height(pairs[p][0], betas, e, factor) <
                            height(pairs[p][1], betas, e, factor) + 1e-5);
            raised += factor > 1;
        }
    }
    assert_true(raised > 20); /* without the factor, none of these lids would meet */
}

/* Betas that are missing count as 0. */
static void fewer_betas_are_zeros(void **state)
{
    (void)state;
    const float betas[PD_SMPL_PEOPLE_MAX_BETAS] = {0};
    for (int e = 0; e < model->expression_count; e++)
        assert_true(pd_retarget_lids_factor(model, e, NULL, 0) ==
                    pd_retarget_lids_factor(model, e, betas, model->beta_count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lids_meet_and_other_expressions_stay),
        cmocka_unit_test(fewer_betas_are_zeros),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
