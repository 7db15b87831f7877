/* Tests that the unit of a file is found from the size of a person, and that units have their spellings. */
#include "core/base/text/length.h"
#include "tests/support/cmocka.h"

#include <string.h>

#include <stddef.h>

static void units_are_found_by_every_spelling(void **state)
{
    static const struct {
        const char *name;
        double metres;
    } rows[] = {{"m", 1},       {"Metres", 1},   {"meter", 1},   {"cm", 0.01},       {"centimeters", 0.01},
                {"mm", 0.001},  {"MM", 0.001},   {"in", 0.0254}, {"inches", 0.0254}, {"inch", 0.0254},
                {"ft", 0.3048}, {"Feet", 0.3048}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_length_unit *unit = pd_length_unit_named(rows[i].name);
        assert_non_null(unit);
        assert_true(unit->metres == rows[i].metres);
    }
    assert_null(pd_length_unit_named("furlong"));
    assert_null(pd_length_unit_named(""));
}

/* A person of 1.2 m to 2 m measured in each unit, beside one of 1.7 m in metres. */
static void the_unit_of_a_persons_height_is_recognised(void **state)
{
    (void)state;
    for (const pd_length_unit *u = pd_length_units; u->name; u++)
        for (double height = 1.2; height < 2; height += 0.1)
            assert_string_equal(pd_length_unit_for(height / 1.7 / u->metres)->name, u->name);
    assert_null(pd_length_unit_for(1e5));
    assert_null(pd_length_unit_for(1e-3));
    assert_null(pd_length_unit_for(0));
}

/* Toddlers, giants, and a person of 1.83 m in other units. */
static void a_height_that_no_person_has_is_told_with_the_probable_unit(void **state)
{
    (void)state;
    static const struct {
        double height;
        const char *text; /* NULL: none */
    } rows[] = {{0.3, NULL},
                {1.83, NULL},
                {3, NULL},
                {3.6, "3.6 m high; a person is 0.3 to 3 m: if it is one, the unit of the file is not metres"},
                {183, "183 m high; a person is 0.3 to 3 m: if it is one, the unit of the file is not metres, "
                      "but probably centimetres"},
                {1830, "but probably millimetres"},
                {72, "but probably inches"},
                {0.00183, "0.00183 m high"}};
    char note[160];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_length_person_note(note, sizeof note, rows[i].height);
        if (rows[i].text ? !strstr(note, rows[i].text) : *note != 0) fail_msg("%g: %s", rows[i].height, note);
    }
    pd_length_person_note(note, sizeof note, 3.6);
    assert_null(strstr(note, "probably"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_found_by_every_spelling),
        cmocka_unit_test(the_unit_of_a_persons_height_is_recognised),
        cmocka_unit_test(a_height_that_no_person_has_is_told_with_the_probable_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
