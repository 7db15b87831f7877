/* Tests quantiles of the normal distribution with values of published tables. */
#include "core/math/normal.h"
#include "tests/support/cmocka.h"

#include <math.h>

static void quantiles_are_those_of_the_tables(void **state)
{
    (void)state;
    assert_near(pd_normal_quantile(0.5), 0, 1e-12);
    assert_near(pd_normal_quantile(0.975), 1.959963984540054, 1e-10);
    assert_near(pd_normal_quantile(0.01), -2.326347874040841, 1e-10);
    assert_near(pd_normal_quantile(0.001), -3.090232306167813, 1e-10);
}

static void the_share_below_a_quantile_is_the_share_asked_for(void **state)
{
    (void)state;
    for (double share = 1e-9; share < 1; share = share < 0.4 ? share * 1.7 : share + 0.037)
        assert_near(0.5 * erfc(-pd_normal_quantile(share) * sqrt(0.5)), share, 1e-9 * fmax(share, 1e-3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_the_tables),
        cmocka_unit_test(the_share_below_a_quantile_is_the_share_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
