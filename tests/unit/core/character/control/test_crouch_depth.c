/* Labels by depth: none at 0, growing with the depth at every speed and gait, and continuous in the speed. */
#include "core/character/control/crouch_depth.h"

#include "tests/support/cmocka.h"

#include <math.h>

static void labels_grow_with_the_depth(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) /* walks, jogs, standing */
        for (double speed = 0.3; speed < 3.5; speed += 0.1) {
            double before = -1;
            for (double amount = 0; amount <= 1; amount += 1 / 64.0) {
                const double label = pd_character_crouch_label(amount, speed, kind == 1, kind == 2);
                assert_true(label >= 0 && label <= 1);
                assert_true(label >= before);
                before = label;
            }
            assert_near(pd_character_crouch_label(0, speed, kind == 1, kind == 2), 0, 0);
            if (kind != 1) assert_near(before, 1, 0);
        }
}

/* A jog is as low with a label of about half as with 1. Nothing above is asked for, or .94 would be deeper
 * than 1. */
static void a_jog_has_no_label_beyond_its_deepest(void **state)
{
    (void)state;
    for (double speed = 1.6; speed < 2.8; speed += 0.1)
        assert_true(pd_character_crouch_label(1, speed, 1, 0) < 0.6);
}

static void labels_change_little_with_the_speed(void **state)
{
    (void)state;
    for (int jog = 0; jog < 2; jog++)
        for (double amount = 0.05; amount < 1; amount += 0.05)
            for (double speed = 0.5; speed < 3; speed += 0.01)
                assert_true(fabs(pd_character_crouch_label(amount, speed, jog, 0) -
                                 pd_character_crouch_label(amount, speed + 0.01, jog, 0)) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_grow_with_the_depth),
        cmocka_unit_test(a_jog_has_no_label_beyond_its_deepest),
        cmocka_unit_test(labels_change_little_with_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
