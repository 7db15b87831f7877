#ifndef TESTS_SUPPORT_RIGS_GROUP_H
#define TESTS_SUPPORT_RIGS_GROUP_H
/* Shared by groups of tests of the biped: a small network with random weights,
 * and the rig of its skeleton. */
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    model = rigs_model(8, 1);
    return pd_character_rig_init(&rig, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

#endif
