/* Tests OBJ files: vertices are read back within half a unit of the last digit, and bad meshes are refused by
 * place and value. */
#include "core/io/mesh/obj.h"
#include "tests/support/tube.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *write_text(const pd_io_mesh *mesh, int digits)
{
    pd_buffer out = {0};
    assert_int_equal(pd_io_obj_write(&out, mesh, digits, NULL), PD_OK);
    pd_buffer_add(&out, "", 1);
    return (char *)out.data;
}

static int count_lines(const char *text, const char *begin)
{
    int count = 0;
    for (; text && *text; text = strchr(text, '\n') + 1) count += !strncmp(text, begin, strlen(begin));
    return count;
}

static void vertices_read_back_within_half_a_unit_of_the_last_digit(void **state)
{
    (void)state;
    tube *t = tube_create();
    char *text = write_text(&t->mesh, 6), *at = text;
    assert_int_equal(count_lines(text, "v "), TUBE_V);
    assert_int_equal(count_lines(text, "vn "), TUBE_V);
    assert_int_equal(count_lines(text, "f "), TUBE_F);
    for (int i = 0; i < 3 * TUBE_V; i++) {
        if (i % 3 == 0) at = strstr(at, "\nv ") + 3;
        assert_true(fabs(strtod(at, &at) - t->rest[i]) <= 0.51e-6);
    }
    free(text);
    free(t);
}

static void a_second_body_counts_its_vertices_on(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_io_mesh_body two[2] = {{NULL, t->rest, NULL}, {NULL, t->posed, NULL}};
    t->mesh.bodies = two;
    t->mesh.body_count = 2;
    char *text = write_text(&t->mesh, 6), *second = strstr(text, "o body_1\n"), line[64];
    assert_non_null(second);
    snprintf(line, sizeof line, "\nf %u %u %u\n", t->faces[0] + 1 + TUBE_V, t->faces[1] + 1 + TUBE_V,
             t->faces[2] + 1 + TUBE_V);
    assert_non_null(strstr(second, line));
    assert_int_equal(count_lines(text, "o "), 2);
    free(text);
    free(t);
}

static void a_left_handed_frame_reverses_the_winding_of_faces(void **state)
{
    (void)state;
    tube *t = tube_create();
    char line[64];
    t->mesh.frame = PD_FRAME_UNITY;
    char *text = write_text(&t->mesh, 3);
    snprintf(line, sizeof line, "\nf %u//%u %u//%u %u//%u\n", t->faces[0] + 1, t->faces[0] + 1,
             t->faces[2] + 1, t->faces[2] + 1, t->faces[1] + 1, t->faces[1] + 1);
    assert_non_null(strstr(text, line));
    assert_non_null(strstr(text, "# frame: unity (left-handed"));
    free(text);
    free(t);
}

static void a_newline_in_a_credit_stays_in_its_comment(void **state)
{
    (void)state;
    tube *t = tube_create();
    char *text = write_text(&t->mesh, 6);
    assert_non_null(strstr(text, "# credits: nobody at all\n"));
    free(text);
    free(t);
}

static void bad_meshes_are_refused_by_place_and_value(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    pd_error err;
    assert_int_equal(pd_io_obj_write(&out, &t->mesh, 10, &err), PD_ERR_RANGE);
    t->rest[7] = NAN;
    assert_int_equal(pd_io_obj_write(&out, &t->mesh, 6, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/bodies/0/vertices/7");
    t->rest[7] = 0;
    t->faces[5] = TUBE_V;
    assert_int_equal(pd_io_obj_write(&out, &t->mesh, 6, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/faces/5");
    t->mesh.body_count = 0;
    assert_int_equal(pd_io_obj_write(&out, &t->mesh, 6, &err), PD_ERR_RANGE);
    assert_int_equal(out.size, 0);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_read_back_within_half_a_unit_of_the_last_digit),
        cmocka_unit_test(a_second_body_counts_its_vertices_on),
        cmocka_unit_test(a_left_handed_frame_reverses_the_winding_of_faces),
        cmocka_unit_test(a_newline_in_a_credit_stays_in_its_comment),
        cmocka_unit_test(bad_meshes_are_refused_by_place_and_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
