#ifndef TESTS_SUPPORT_SIGHT_MODEL_H
#define TESTS_SUPPORT_SIGHT_MODEL_H
/* Shared by tests that need only the shipped body. */
#include "tests/support/sight.h"

static pd_smpl_model *model;

static int setup(void **state)
{
    (void)state;
    model = sight_model();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

#endif
