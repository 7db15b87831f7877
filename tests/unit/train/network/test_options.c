/* Tests every option of training at both ends of the range that its refusal names, and beyond them. */
#include "train/network/train.h"

#include "tests/support/cmocka.h"

/* Each option by itself at both ends of the range that its refusal names, and just beyond them. */
#define BETWEEN(member, least, most, beyond, name)                                                           \
    do {                                                                                                     \
        pd_train_network_options o = pd_train_network_defaults();                                            \
        pd_error err = {0};                                                                                  \
        o.member = least;                                                                                    \
        assert_int_equal(pd_train_network_check(&o, &err), PD_OK);                                           \
        o.member = most;                                                                                     \
        assert_int_equal(pd_train_network_check(&o, &err), PD_OK);                                           \
        o.member = beyond;                                                                                   \
        assert_int_equal(pd_train_network_check(&o, &err), PD_ERR_RANGE);                                    \
        assert_string_equal(err.where, name);                                                                \
        char range[64];                                                                                      \
        snprintf(range, sizeof range, "; %.10g to %.10g allowed", (double)(least), (double)(most));          \
        assert_non_null(strstr(err.detail, range));                                                          \
    } while (0)

static void options_are_taken_to_the_ends_of_their_ranges_and_no_further(void **state)
{
    (void)state;
    BETWEEN(hidden, 1, 4096, 4097, "hidden");
    BETWEEN(hidden, 1, 4096, 0, "hidden");
    BETWEEN(batch_groups, 1, PD_TRAIN_BLOCK_GROUPS, PD_TRAIN_BLOCK_GROUPS + 1, "batch");
    BETWEEN(batch_groups, 1, PD_TRAIN_BLOCK_GROUPS, 0, "batch");
    BETWEEN(rows, 1, 1000000000000, 1000000000001, "rows");
    BETWEEN(rows, 1, 1000000000000, 0, "rows");
    BETWEEN(cost.loss, (pd_train_loss)0, (pd_train_loss)(PD_TRAIN_LOSS_COUNT - 1), PD_TRAIN_LOSS_COUNT,
            "loss");
    BETWEEN(cost.dropout, 0, 0.9, 0.901, "dropout");
    BETWEEN(cost.dropout, 0, 0.9, -0.001, "dropout");
    BETWEEN(cost.gamma, 0, 1000, 1000.5, "gamma");
    BETWEEN(cost.gamma, 0, 1000, -0.001, "gamma");
    BETWEEN(emphasis.root, 0, 1000, 1000.5, "emphasis-root");
    BETWEEN(emphasis.root, 0, 1000, -0.001, "emphasis-root");
    BETWEEN(emphasis.feet, 0, 1000, 1000.5, "emphasis-feet");
    BETWEEN(emphasis.feet, 0, 1000, -0.001, "emphasis-feet");
    BETWEEN(noise.joints, 0, 10, 10.01, "noise-joints");
    BETWEEN(noise.joints, 0, 10, -0.001, "noise-joints");
    BETWEEN(noise.trajectory, 0, 10, 10.01, "noise-trajectory");
    BETWEEN(noise.trajectory, 0, 10, -0.001, "noise-trajectory");
    BETWEEN(noise.gait, 0, 10, 10.01, "noise-gait");
    BETWEEN(noise.gait, 0, 10, -0.001, "noise-gait");
    BETWEEN(noise.terrain, 0, 10, 10.01, "noise-terrain");
    BETWEEN(noise.terrain, 0, 10, -0.001, "noise-terrain");
    BETWEEN(rate, 1e-9, 1, 1.001, "rate");
    BETWEEN(rate, 1e-9, 1, 0, "rate");
    BETWEEN(warm_up, 0, 1000000000, 1000000001, "warm-up");
    BETWEEN(warm_up, 0, 1000000000, -1, "warm-up");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_taken_to_the_ends_of_their_ranges_and_no_further)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
