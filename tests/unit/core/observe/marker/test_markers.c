/* Tests names and places of markers: usual spellings, mirror pairs on the skin,
 * and files with another axis up. */
#include "core/math/mat3.h"
#include "tests/support/takes.h"

#include <malloc.h>

static void names_are_known_in_every_usual_spelling(void **state)
{
    static const struct {
        const char *name, *row;
        bool right;
    } rows[] = {{"LFHD", "FHD", false},
                {"RFHD", "FHD", true},
                {"Jim:rfhd", "FHD", true},
                {"L_FHD", "FHD", false},
                {"C7", "C7", false},
                {"RBAC", "RBAC", false},
                {"Subject 1:LASI", "ASI", false},
                {"RTIB", "TIB", true},
                {"CLAV", "CLAV", false},
                {"Karlie:WaistRFront", "WAISTRFRONT", false},
                {"Karlie_RHandOut", "HANDOUT", true},
                {"x_LForefootIn", "FOREFOOTIN", false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool right;
        const int row = pd_observe_marker_of(rows[i].name, &right);
        assert_true(row >= 0);
        assert_string_equal(pd_observe_markers[row].name, rows[i].row);
        assert_int_equal(right, rows[i].right);
    }
    bool right;
    static const char *const none[] = {
        "", "FHD", "*12", "RBAC-1", "LFHD2", "R", "A_very_long_name_that_no_marker_has_at_all"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(pd_observe_marker_of(none[i], &right), -1);
}

/* Left markers lie on the left, each on the skin near its joint,
 * and the right one where a mirror shows it. */
static void every_marker_has_its_place_on_both_sides(void **state)
{
    pd_smpl_model *m = sight_model();

    (void)state;
    for (const pd_observe_marker *row = pd_observe_markers; row->name; row++) {
        double normals[2][3], length = 0;
        const int left = pd_observe_marker_vertex(normals[0], m, row, false);
        assert_true(left >= 0);
        for (int c = 0; c < 3; c++) length += normals[0][c] * normals[0][c];
        assert_near(length, 1, 1e-9);
        if (!row->sided) continue;

        const int right = pd_observe_marker_vertex(normals[1], m, row, true);
        const float *a = m->data.v_template + 3 * left, *b = m->data.v_template + 3 * right;
        assert_true(a[0] > 0.01f && b[0] < -0.01f);
        assert_near((double)a[0], -(double)b[0], 0.015);
        assert_near((double)a[1], (double)b[1], 0.015);
        assert_near((double)a[2], (double)b[2], 0.015);
    }
    pd_smpl_model_release(m);
}

/* Motive's names stand where the equally placed ones of Plug-in Gait do, or near them. */
static void markers_of_motive_are_where_those_of_plug_in_gait_are(void **state)
{
    static const struct {
        const char *motive, *gait;
        double metres;
    } pairs[] = {{"WaistLFront", "LASI", 0.01}, {"WaistRFront", "RASI", 0.01},  {"WaistLBack", "LPSI", 0.01},
                 {"WaistRBack", "RPSI", 0.01},  {"LElbowOut", "LELB", 0.01},    {"RKneeOut", "RKNE", 0.01},
                 {"LAnkleOut", "LANK", 0.01},   {"RHeel", "RHEE", 0.01},        {"LWristIn", "LWRA", 0.01},
                 {"LWristOut", "LWRB", 0.01},   {"LShoulderTop", "LSHO", 0.01}, {"RHandOut", "RFIN", 0.05},
                 {"LToeTip", "LTOE", 0.12},     {"BackTop", "C7", 0.12},        {"Chest", "STRN", 0.12},
                 {"BackRight", "RBAK", 0.1},    {"HeadTop", "ARIEL", 0.01},     {"LThigh", "LTHI", 0.05}};
    pd_smpl_model *m = sight_model();

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double normal[3], off[3];
        bool right[2];
        const int rows[2] = {pd_observe_marker_of(pairs[i].motive, &right[0]),
                             pd_observe_marker_of(pairs[i].gait, &right[1])};
        assert_true(rows[0] >= 0 && rows[1] >= 0);
        const int a = pd_observe_marker_vertex(normal, m, &pd_observe_markers[rows[0]], right[0]),
                  b = pd_observe_marker_vertex(normal, m, &pd_observe_markers[rows[1]], right[1]);
        for (int c = 0; c < 3; c++)
            off[c] = (double)m->data.v_template[3 * a + c] - (double)m->data.v_template[3 * b + c];
        if (!(pd_length3(off) <= pairs[i].metres))
            fail_msg("%s is %.3f m from %s", pairs[i].motive, pd_length3(off), pairs[i].gait);
    }
    pd_smpl_model_release(m);
}

/* A file with z up, one name unknown: the same places stand upright in y. */
static void a_file_stands_upright_whatever_its_axis(void **state)
{
    pd_smpl_model *m = sight_model();
    pd_observe_marker_set upright, turned;
    pd_error err;
    takes t;

    (void)state;
    takes_open(&t, m, 4, 2);
    strcpy(t.file.names[3], "*42");
    assert_int_equal(pd_observe_marker_set_make(&upright, &t.file, 1, 0.005, m, "test", &err), PD_OK);
    for (int i = 0; i < 4 * TAKES_MARKERS; i++) {
        float *at = t.file.positions + 3 * i, y = at[1];
        at[1] = -at[2], at[2] = y; /* z up: turned by 90 degrees about x */
    }
    assert_int_equal(upright.heads, -1);
    pd_observe_marker_set lying;
    assert_int_equal(pd_observe_marker_set_make(&lying, &t.file, 0, 0.005, m, "test", &err), PD_OK);
    assert_int_not_equal(lying.heads, -1); /* heads are above feet along another axis than the stated one */
    assert_int_equal(lying.up, 0);
    pd_observe_marker_set_deinit(&lying);
    assert_int_equal(pd_observe_marker_set_make(&turned, &t.file, -1, 0.005, m, "test", &err), PD_OK);
    assert_int_equal(turned.heads, -1);
    assert_int_equal(upright.count, TAKES_MARKERS - 1);
    assert_in_range(malloc_usable_size(upright.at), 4 * 3 * sizeof(float) * (TAKES_MARKERS - 1),
                    4 * 3 * sizeof(float) * (TAKES_MARKERS - 1) + 24); /* of those that are known */
    assert_int_equal(upright.unknown_count, 1);
    assert_int_equal(upright.column[3], 4);
    assert_int_equal(upright.places[0].mirror, 1);
    assert_int_equal(upright.places[2].mirror, 2);
    assert_memory_equal(upright.at, turned.at, 4 * 3 * (TAKES_MARKERS - 1) * sizeof(float));
    assert_near(upright.mounts[0].guess[0], PD_OBSERVE_MARKER_RADIUS * upright.mounts[0].normal[0], 1e-12);
    pd_observe_marker_set_deinit(&upright);
    pd_observe_marker_set_deinit(&turned);

    strcpy(t.file.names[4], "LFHD"); /* a second one has no place */
    assert_int_equal(pd_observe_marker_set_make(&turned, &t.file, 1, 0.005, m, "test", &err), PD_OK);
    assert_int_equal(turned.count, TAKES_MARKERS - 2);
    assert_int_equal(turned.unknown_count, 2);
    pd_observe_marker_set_deinit(&turned);

    for (int i = 5; i < TAKES_MARKERS; i++) strcpy(t.file.names[i], "");
    assert_int_equal(pd_observe_marker_set_make(&turned, &t.file, 1, 0.005, m, "take.c3d", &err),
                     PD_ERR_INVALID);
    assert_string_equal(err.where, "take.c3d");
    takes_close(&t);
    pd_smpl_model_release(m);
}

/* Heads are above feet and ankles along the axis that counts, whichever way the file has it; unknown names
 * and gaps say nothing of it, and a file without one of the two has y up. */
static void the_up_direction_is_found_from_heads_and_feet(void **state)
{
    static const struct {
        const char *high, *low;
        int axis;
        float sign;
        int expected;
    } rows[] = {{"LFHD", "RTOE", 2, 1, 2}, {"RBHD", "LANK", 0, -1, 3}, {"LFHD", "LANK", 1, 1, 1},
                {"LFHD", "*7", 2, 1, 1},   {"*7", "RTOE", 2, 1, 1},    {"RUPA", "RTOE", 2, 1, 1},
                {"LFHD", "RKNE", 0, 1, 1}};
    pd_smpl_model *m = sight_model();
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        static const char *const names[] = {"LFHD", "RTOE", "C7", "CLAV", "LSHO", "RELB", "T10", "STRN"};
        enum { COUNT = sizeof names / sizeof *names };
        takes t;
        takes_open_with(&t, m, names, COUNT, 2, 3);
        strcpy(t.file.names[0], rows[r].high);
        strcpy(t.file.names[1], rows[r].low);
        for (int i = 0; i < 2 * COUNT; i++) {
            float *at = t.file.positions + 3 * i;
            for (int c = 0; c < 3; c++)
                at[c] = c == rows[r].axis ? rows[r].sign * (i % COUNT == 0 ? 1.7f : 0.1f) : 0.3f;
        }
        t.file.positions[3 * COUNT] = NAN; /* the head's second frame: a gap */
        t.file.positions[3 * 2 + 1] = 1e6f;

        pd_observe_marker_set set;
        pd_error err;
        pd_status status = pd_observe_marker_set_make(&set, &t.file, -1, 0.005, m, "test", &err);
        assert_int_equal(status, PD_OK);
        assert_int_equal(set.up, rows[r].expected);
        pd_observe_marker_set_deinit(&set);
        takes_close(&t);
    }
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_known_in_every_usual_spelling),
        cmocka_unit_test(every_marker_has_its_place_on_both_sides),
        cmocka_unit_test(markers_of_motive_are_where_those_of_plug_in_gait_are),
        cmocka_unit_test(a_file_stands_upright_whatever_its_axis),
        cmocka_unit_test(the_up_direction_is_found_from_heads_and_feet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
