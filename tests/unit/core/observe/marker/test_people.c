/* Files of several people: every spelling of subjects, names that occur twice, and things that are nobody. */
#include "core/observe/marker/people.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const char *const worn[] = {"LFHD", "RFHD", "CLAV", "LSHO", "RSHO", "LANK", "RANK"};
static const char *const joints[] = {"RHip", "LHip", "RKnee", "LKnee", "RAnkle", "LAnkle", "Neck"};
enum { WORN = 7, FRAMES = 2 };

/* Adds a column whose positions are its number. */
static void add(pd_markers *m, const char *owner, const char *name)
{
    const int i = m->marker_count++;
    snprintf(m->owners[i], sizeof m->owners[i], "%s", owner);
    snprintf(m->names[i], sizeof m->names[i], "%s", name);
}

static void begin(pd_markers *m)
{
    pd_error err;
    *m = (pd_markers){.marker_count = 60, .frame_count = FRAMES, .rate = 30, .up_axis = 2};
    assert_int_equal(pd_markers_make(m, "test", &err), PD_OK);
    m->marker_count = 0;
}

static void number_columns(pd_markers *m)
{
    for (int f = 0; f < FRAMES; f++)
        for (int i = 0; i < m->marker_count; i++)
            for (int c = 0; c < 3; c++)
                m->positions[3 * (f * m->marker_count + i) + c] = (float)(100 * f + i);
}

/* Two and three people, with owners by colon in both ways of the readers, by underline, and without: each
 * gets the columns that are theirs, markers or joints. */
static void every_spelling_of_subjects_is_divided(void **state)
{
    static const struct {
        const char *owner, *name; /* formats with the number of the person */
    } rows[] = {{"Subject%d", "%s"}, {"Subject%d", "Subject%d:%s"}, {"", "Anna%d_%s"}, {"", "%s"}};

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int people = 1; people <= 3; people++)
            for (int kind = 0; kind < 2; kind++) {
                const char *const *names = kind ? joints : worn;
                pd_markers m;
                pd_observe_marker_people p;
                pd_error err;
                begin(&m);
                for (int k = 0; k < people; k++)
                    for (int i = 0; i < WORN; i++) {
                        char owner[32] = "", name[64];
                        if (*rows[r].owner) snprintf(owner, sizeof owner, "Subject%d", k);
                        if (r == 1)
                            snprintf(name, sizeof name, "Subject%d:%s", k, names[i]);
                        else if (r == 2)
                            snprintf(name, sizeof name, "Anna%d_%s", k, names[i]);
                        else
                            snprintf(name, sizeof name, "%s", names[i]);
                        add(&m, owner, name);
                    }
                if (r < 2) add(&m, "Wand", "Wand:A");
                add(&m, "", "*12");
                number_columns(&m);
                assert_int_equal(pd_observe_marker_people_make(&p, &m, "test", &err), PD_OK);
                if (p.count != people)
                    fail_msg("row %zu, kind %d: %d people of %d", r, kind, p.count, people);
                for (int k = 0; k < p.count && people > 1; k++) {
                    assert_int_equal(p.files[k].marker_count, WORN);
                    assert_int_equal(p.files[k].up_axis, 2);
                    for (int f = 0; f < FRAMES; f++)
                        for (int i = 0; i < WORN; i++)
                            assert_true(p.files[k].positions[3 * (f * WORN + i)] ==
                                        (float)(100 * f + k * WORN + i));
                }
                if (people > 1) assert_int_equal(p.left_out, r < 2 ? 2 : 1);
                if (people == 1) assert_int_equal(p.files[0].marker_count, m.marker_count);
                assert_int_equal(p.are_repeated, r == 3 && people > 1);
                pd_observe_marker_people_deinit(&p);
                m.marker_count = 60;
                pd_markers_deinit(&m);
            }
}

/* A person is named by name, in any case, or by number. */
static void a_person_is_found_by_name_or_number(void **state)
{
    pd_markers m;
    pd_observe_marker_people p;
    pd_error err;
    char text[64];

    (void)state;
    begin(&m);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < WORN; i++) add(&m, k ? "Ben" : "Anna", worn[i]);
    assert_int_equal(pd_observe_marker_people_make(&p, &m, "test", &err), PD_OK);
    assert_int_equal(pd_observe_marker_people_find(&p, "ben"), 1);
    assert_int_equal(pd_observe_marker_people_find(&p, "0"), 0);
    assert_int_equal(pd_observe_marker_people_find(&p, "2"), -1);
    assert_int_equal(pd_observe_marker_people_find(&p, ""), -1);
    assert_int_equal(pd_observe_marker_people_find(&p, "Carl"), -1);
    pd_observe_marker_people_text(text, sizeof text, &p);
    assert_string_equal(text, "0 (Anna), 1 (Ben)");
    pd_observe_marker_people_text(text, 8, &p); /* is cut */
    assert_string_equal(text, "0 (Anna");
    pd_observe_marker_people_deinit(&p);
    pd_markers_deinit(&m);
}

/* Seventeen people are refused. */
static void too_many_people_are_refused(void **state)
{
    pd_markers m = {.marker_count = 17 * WORN, .frame_count = 1, .rate = 30};
    pd_observe_marker_people p;
    pd_error err;

    (void)state;
    assert_int_equal(pd_markers_make(&m, "test", &err), PD_OK);
    for (int i = 0; i < m.marker_count; i++) {
        snprintf(m.owners[i], sizeof m.owners[i], "P%d", i / WORN);
        snprintf(m.names[i], sizeof m.names[i], "%s", worn[i % WORN]);
    }
    assert_int_equal(pd_observe_marker_people_make(&p, &m, "test", &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "17 people; at most 16 allowed"));
    pd_markers_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_of_subjects_is_divided),
        cmocka_unit_test(a_person_is_found_by_name_or_number),
        cmocka_unit_test(too_many_people_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
