/* Numbers of RandomState(1234), as numpy 1.24 prints them. */
#include "train/original/random_state.h"
#include "tests/support/cmocka.h"

static void normal_numbers_equal_those_of_numpy(void **state)
{
    (void)state;
    static const double right[5] = {0.47143516373249306, -1.1909756947064645, 1.4327069684260973,
                                    -0.3126518960917129, -0.7205887333650116};
    pd_train_random_state s;
    pd_train_random_state_init(&s, 1234);
    for (int i = 0; i < 5; i++) assert_near(pd_train_random_state_normal(&s), right[i], 1e-15);
}

static void uniforms_are_numpys_beyond_a_turn_of_the_words(void **state)
{
    (void)state;
    pd_train_random_state s;
    pd_train_random_state_init(&s, 1234);
    assert_near(pd_train_random_state_uniform(&s), 0.1915194503788923, 0);
    for (int i = 1; i < 699; i++) pd_train_random_state_uniform(&s);
    assert_near(pd_train_random_state_uniform(&s), 0.2792084352318073, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_numbers_equal_those_of_numpy),
        cmocka_unit_test(uniforms_are_numpys_beyond_a_turn_of_the_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
