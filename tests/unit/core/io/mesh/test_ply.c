/* Tests PLY files: the floats have the same bits, and vertices of several bodies carry their number. */
#include "core/io/mesh/ply.h"
#include "tests/support/tube.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const unsigned char *after_head(const pd_buffer *file)
{
    static const char end[] = "end_header\n";
    const char *at = memmem(file->data, file->size, end, sizeof end - 1);
    return at ? (const unsigned char *)at + sizeof end - 1 : NULL;
}

static int head_has(const pd_buffer *file, const char *line)
{
    return memmem(file->data, (size_t)(after_head(file) - file->data), line, strlen(line)) != NULL;
}

static void the_floats_are_the_same_bits(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    assert_int_equal(pd_io_ply_write(&out, &t->mesh, NULL), PD_OK);
    assert_memory_equal(out.data, "ply\nformat binary_little_endian 1.0\n", 35);
    assert_true(head_has(&out, "\nelement vertex 240\n") && head_has(&out, "\nelement face 464\n"));
    assert_true(head_has(&out, "\ncomment licence: CC0 1.0\n"));
    const unsigned char *at = after_head(&out);
    assert_int_equal(out.size - (size_t)(at - out.data), 24 * TUBE_V + 13 * TUBE_F);
    for (int i = 0; i < TUBE_V; i++, at += 24) {
        assert_memory_equal(at, t->rest + 3 * i, 12);
        assert_memory_equal(at + 12, t->normals + 3 * i, 12);
    }
    for (int f = 0; f < TUBE_F; f++, at += 13) {
        assert_int_equal(at[0], 3);
        assert_memory_equal(at + 1, t->faces + 3 * f, 12);
    }
    pd_buffer_deinit(&out);
    free(t);
}

static void vertices_of_several_bodies_carry_their_number(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    pd_io_mesh_body two[2] = {{NULL, t->rest, NULL}, {NULL, t->posed, NULL}};
    t->mesh.bodies = two;
    t->mesh.body_count = 2;
    assert_int_equal(pd_io_ply_write(&out, &t->mesh, NULL), PD_OK);
    assert_true(head_has(&out, "\nelement vertex 480\n") && head_has(&out, "\nproperty int body\n"));
    const unsigned char *at = after_head(&out) + 16 * TUBE_V;
    int32_t body;
    assert_memory_equal(at, t->posed, 12);
    memcpy(&body, at + 12, 4);
    assert_int_equal(body, 1);
    at += 16 * TUBE_V + 13 * TUBE_F; /* the first face of the second body */
    uint32_t index;
    memcpy(&index, at + 1, 4);
    assert_int_equal(index, t->faces[0] + TUBE_V);
    pd_buffer_deinit(&out);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floats_are_the_same_bits),
        cmocka_unit_test(vertices_of_several_bodies_carry_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
