#ifndef TESTS_SUPPORT_SIGHT_GROUP_H
#define TESTS_SUPPORT_SIGHT_GROUP_H
/* Shared by groups of tests of the observed body: the shipped body and pose prior,
 * and the prior in that body's joints. */
#include "tests/support/sight.h"

static pd_smpl_model *model;
static pd_ik_prior *source;
static pd_observe_prior prior;

static int setup(void **state)
{
    (void)state;
    model = sight_model();
    if (pd_ik_prior_load(&source, "models/pose-prior.safetensors", NULL)) return 1;
    return pd_observe_prior_init(&prior, source, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_ik_prior_release(source);
    pd_smpl_model_release(model);
    return 0;
}

#endif
