/* Compares the table of controller constants with the tables in the documents and with the defaults. */
#include "core/character/control/control_preset.h"
#include "tests/support/doc_table.h"

#define PAGE "docs/reference/motion.md"
#define HEAD "\n\n| constant | default | range | what it is |\n|---|---|---|---|\n"

/* Tables of the page: the heading above each, and the first constant in it.
 * A table ends where the next one begins. */
static const struct {
    const char *heading, *first;
} tables[] = {
    {"### Speeds and gaits", "walk_speed"},
    {"### Turns, stops and starts", "turn_limit"},
    {"### Smoothing of inputs", "mix_velocity"},
    {"### Feedback of the network", "mix_joints"},
    {"### Weights of the goal in the trajectory", "bias_position"},
    {"### Areas, ground and standing", "crouch_depth"},
    {"### Constants of jumps", "jump_flight"},
    {"### Corrections of direction and speed", "steer_gain"},
    {"### Locking and releasing feet", "lock_contact"},
    {"### Feet in the air", "lift_rise"},
    {"### Legs and hips", "leg_stretch"},
    {"### Gravity, lean and trunk", "gravity"},
    {"### Arms, hands and ankles", "forearm_limit"},
    {"### Variation", "vary_style"},
    {"### Motions of standing", "stand_knees"},
};
#define TABLES (sizeof tables / sizeof *tables)

static void the_page_has_every_constant_with_its_default_and_range(void **state)
{
    (void)state;
    static const char *const values[] = {
#define VALUE(name, value, text) #value,
        PD_CHARACTER_CONTROL_TABLE(VALUE)
#undef VALUE
    };
    int index = 0;
    for (size_t t = 0; t < TABLES; t++) {
        pd_buffer head = {0}, rows = {0};
        pd_buffer_printf(&head, "%s%s", tables[t].heading, HEAD);
        pd_buffer_add(&head, "", 1);

        /* The rows of this table, up to the first constant of the next one. */
        assert_string_equal(pd_character_control_row_at(index).name, tables[t].first);
        do {
            const pd_character_control_row row = pd_character_control_row_at(index);
            pd_buffer_printf(&rows, "| `%s` | %s | %.10g to %.10g | %s |\n", row.name, values[index],
                             row.least, row.most, row.text);
            index++;
        } while (
            index < PD_CHARACTER_CONTROL_COUNT &&
            (t + 1 == TABLES || strcmp(pd_character_control_row_at(index).name, tables[t + 1].first) != 0));
        pd_buffer_add(&rows, "", 1);

        doc_table_is(PAGE, (char *)head.data, (char *)rows.data);
        pd_buffer_deinit(&head);
        pd_buffer_deinit(&rows);
    }
    assert_int_equal(index, PD_CHARACTER_CONTROL_COUNT);
}

static void the_default_struct_has_the_values_of_the_table(void **state)
{
    (void)state;
    pd_character_control control = pd_character_control_default();
#define SAME(name, value, text) assert_near(control.name, value, 0);
    PD_CHARACTER_CONTROL_TABLE(SAME)
#undef SAME
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_every_constant_with_its_default_and_range),
        cmocka_unit_test(the_default_struct_has_the_values_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
