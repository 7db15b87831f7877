#ifndef TESTS_SUPPORT_CAPSULES_H
#define TESTS_SUPPORT_CAPSULES_H
/* Animals and other shapes made of capsules (train/rig/creatures.h), with checked allocations. */
#include "train/rig/creatures.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef pd_train_rig_capsules capsules;

static inline void capsules_free(capsules *c)
{
    pd_train_rig_capsules_deinit(c);
}

static inline void capsules_begin(capsules *c, int most)
{
    assert_int_equal(pd_train_rig_capsules_init(c, most, NULL), PD_OK);
}

static inline void capsules_add(capsules *c, const double a[3], const double b[3], double radius)
{
    pd_train_rig_capsules_add(c, a, b, radius);
}

/* Makes the plan's body. Limbs (bones that are not in the middle) are longer by `limbs`, the trunk by
 * `trunk`; left is at +x. without: a tip that is left out, or -1. */
static inline capsules capsules_animal(const pd_rig_plan *plan, double limbs, double trunk, double thick,
                                       int without)
{
    capsules c;
    const pd_train_rig_creature want = {plan, limbs, trunk, thick, without};
    assert_int_equal(pd_train_rig_creature_make(&c, &want, NULL), PD_OK);
    return c;
}

#endif
