/* The steps of a tick that need neither a server nor a socket. */
#include "server/stage/stage_parts.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* Characters of these tests have the size of the motion's own skeleton. */
static pd_pfnn_model network;
static pd_srv_model_group group = {.figure.model = &network};

static void a_divisor_is_counted_from_its_offset(void **state)
{
    (void)state;
    static const uint32_t offsets[] = {0, 1, 2, 100, UINT32_MAX};

    for (int divisor = 1; divisor <= 7; divisor++)
        for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++) {
            const pd_srv_subscriber v = {.profile.divisor = divisor, .offset = offsets[o]};
            /* from the offset on: also where the ticks wrap around */
            for (uint32_t i = 0; i < 30; i++)
                assert_int_equal(pd_srv_subscriber_is_due(&v, offsets[o] + i), i % (uint32_t)divisor == 0);
        }
}

static void an_input_stands_still_only_after_its_timeout(void **state)
{
    (void)state;
    static const struct {
        int64_t age_us, timeout_us;
        double moves;
    } rows[] = {{0, 5000000, 0.5},      {5000000, 5000000, 0.5}, {5000001, 5000000, 0},
                {90000000, 5000000, 0}, {90000000, 0, 0.5},      {1, 0, 0.5}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_character a = {.motion = {.size = 1},
                              .group = &group,
                              .input = {.move = {0.5, 0.5}, .speed = 2},
                              .seq = 7,
                              .input_us = 1000};
        pd_srv_character_read_mailbox(&a, 1000 + rows[i].age_us, rows[i].timeout_us);
        if (a.now.move[0] != rows[i].moves || a.now.move[1] != rows[i].moves)
            fail_msg("%lld us old, timeout %lld us: moves %g", (long long)rows[i].age_us,
                     (long long)rows[i].timeout_us, a.now.move[0]);
        assert_int_equal(a.now_seq, 7);
        assert_true(a.now.speed == 2 && a.input.move[0] == 0.5); /* the mailbox keeps what was sent */
    }
}

static void a_path_replaces_the_one_before_and_can_be_ended(void **state)
{
    (void)state;
    pd_character_follow *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
    pd_srv_character a = {.motion = {.size = 1}, .group = &group, .coming = first};

    pd_srv_character_read_mailbox(&a, 0, 0);
    assert_ptr_equal(a.follow, first);
    a.coming = second;
    pd_srv_character_read_mailbox(&a, 0, 0);
    assert_ptr_equal(a.follow, second);
    assert_null(a.coming);
    pd_srv_character_read_mailbox(&a, 0, 0);
    assert_ptr_equal(a.follow, second);
    a.stop_following = 1;
    pd_srv_character_read_mailbox(&a, 0, 0);
    assert_null(a.follow);
    assert_int_equal(a.stop_following, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_divisor_is_counted_from_its_offset),
        cmocka_unit_test(an_input_stands_still_only_after_its_timeout),
        cmocka_unit_test(a_path_replaces_the_one_before_and_can_be_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
