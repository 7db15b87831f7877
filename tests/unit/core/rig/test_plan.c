/* The tables of plans, and the reduced skeletons that come from them. */
#include "core/rig/plan.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static void every_plan_is_consistent(void **state)
{
    (void)state;
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        const pd_rig_plan *plan = &pd_rig_plans[p];
        assert_in_range(plan->count, 10, PD_RIG_PLAN_JOINTS);
        for (int k = 0; k < plan->count; k++) {
            const pd_rig_plan_row *row = &plan->rows[k], *other = &plan->rows[row->mirror];
            assert_true(row->parent < k && (row->parent >= 0) == (k > 0));
            assert_int_equal(other->mirror, k);
            assert_int_equal(other->flags, row->flags);
            assert_near(row->at[0], -other->at[0], 1e-12);
            assert_near(row->at[1], other->at[1], 1e-12);
            assert_near(row->at[2], other->at[2], 1e-12);
            if (k) assert_int_equal(plan->rows[row->parent].mirror, other->parent);
            if (row->mirror != k) assert_true((row->at[0] > 0) == !strncmp(row->name, "left", 4));
            for (int j = 0; j < k; j++) {
                assert_string_not_equal(row->name, plan->rows[j].name);
                if (plan->rows[j].flags & PD_RIG_TIP) assert_true(row->parent != j);
            }
        }
    }
}

/* The joints of the legs are symmetric front to back. */
static void the_legs_of_a_spider_are_symmetric_front_to_back(void **state)
{
    const pd_rig_plan *plan = &pd_rig_plans[PD_RIG_SPIDER];
    int found = 0;
    (void)state;
    for (int k = 2; k < plan->count; k++)
        for (int j = 2; j < plan->count; j++) {
            const double *a = plan->rows[k].at, *b = plan->rows[j].at;
            found += a[0] == b[0] && a[1] == b[1] && a[2] == -b[2] && a[0] != 0;
        }
    assert_int_equal(found, 8 * 4); /* hip, knee, ankle and tip of each leg */
}

static void a_person_has_vrm_bones_in_their_order(void **state)
{
    (void)state;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        assert_string_equal(pd_rig_plans[PD_RIG_PERSON].rows[j].name, pd_rig_joints[j].bone);
        assert_int_equal(pd_rig_plans[PD_RIG_PERSON].rows[j].parent, pd_rig_joints[j].parent);
    }
}

static void chains_lie_between_branches_and_tips(void **state)
{
    static const int inner[PD_RIG_PLANS] = {2, 2, 2, 1}, tips[PD_RIG_PLANS] = {5, 6, 6, 9};
    (void)state;
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        pd_rig_reduced reduced[PD_RIG_REDUCED];
        const pd_rig_plan *plan = &pd_rig_plans[p];
        const int count = pd_rig_plan_reduce(reduced, plan);
        int rows = 1;
        assert_int_equal(count, inner[p] + tips[p]);
        for (int r = 0; r < count; r++) {
            const pd_rig_reduced *d = &reduced[r];
            assert_int_equal(d->is_tip, r >= inner[p]);
            assert_int_equal(reduced[d->mirror].mirror, r);
            rows += d->chain_count;
            if (!r) continue;
            assert_true(d->parent >= 0 && d->parent < inner[p]);
            assert_int_equal(plan->rows[d->chain[0]].parent, reduced[d->parent].row);
            assert_int_equal(d->chain[d->chain_count - 1], d->row);
            assert_near(d->shares[d->chain_count - 1], 1, 1e-12);
            assert_near(hypot(hypot(d->direction[0], d->direction[1]), d->direction[2]), 1, 1e-12);
            for (int i = 1; i < d->chain_count; i++) assert_true(d->shares[i] > d->shares[i - 1]);
        }
        assert_int_equal(rows, plan->count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_plan_is_consistent),
                                       cmocka_unit_test(the_legs_of_a_spider_are_symmetric_front_to_back),
                                       cmocka_unit_test(a_person_has_vrm_bones_in_their_order),
                                       cmocka_unit_test(chains_lie_between_branches_and_tips)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
