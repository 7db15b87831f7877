#ifndef PD_TESTS_DEFAULT_MODEL_H
#define PD_TESTS_DEFAULT_MODEL_H
/* Shared by groups of tests of the shipped default model. */
#include "core/smpl/model.h"

static pd_smpl_model *model;

static inline int default_model_setup(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/default.safetensors", NULL);
}

static inline int default_model_teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

#endif
