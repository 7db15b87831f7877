/* Tests STL files: corners have the same bits, and normals point outwards. */
#include "core/io/mesh/stl.h"
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

static void corners_are_the_same_bits_and_normals_look_out(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    uint32_t count;
    assert_int_equal(pd_io_stl_write(&out, &t->mesh, NULL), PD_OK);
    assert_int_equal(out.size, 84 + 50 * TUBE_F);
    memcpy(&count, out.data + 80, 4);
    assert_int_equal(count, TUBE_F);
    for (int f = 0; f < TUBE_F; f++) {
        const unsigned char *at = out.data + 84 + 50 * f;
        float normal[3];
        memcpy(normal, at, 12);
        for (int c = 0; c < 3; c++)
            assert_memory_equal(at + 12 + 12 * c, t->rest + 3 * t->faces[3 * f + c], 12);
        const float *outward = t->normals + 3 * t->faces[3 * f];
        assert_true(normal[0] * outward[0] + normal[1] * outward[1] + normal[2] * outward[2] > 0.9f);
    }
    pd_buffer_deinit(&out);
    free(t);
}

/* Readers take a file that begins with "solid" for a text one. */
static void the_head_does_not_begin_with_solid_and_is_cut_to_80_bytes(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    char longer[300];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    t->mesh.model = longer;
    assert_int_equal(pd_io_stl_write(&out, &t->mesh, NULL), PD_OK);
    assert_int_equal(out.size, 84 + 50 * TUBE_F);
    assert_memory_not_equal(out.data, "solid", 5);
    pd_buffer_deinit(&out);
    free(t);
}

static void a_triangle_without_area_has_normal_zero(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    static const float zero[3] = {0, 0, 0};
    t->faces[1] = t->faces[0];
    assert_int_equal(pd_io_stl_write(&out, &t->mesh, NULL), PD_OK);
    assert_memory_equal(out.data + 84, zero, 12);
    pd_buffer_deinit(&out);
    free(t);
}

static void a_mirrored_frame_keeps_normals_outward(void **state)
{
    (void)state;
    tube *t = tube_create();
    pd_buffer out = {0};
    pd_frame_points(t->rest, TUBE_V, PD_FRAME_UNREAL);
    t->mesh.frame = PD_FRAME_UNREAL;
    assert_int_equal(pd_io_stl_write(&out, &t->mesh, NULL), PD_OK);
    float row[12], middle[3] = {0, 0, 0};
    memcpy(row, out.data + 84, sizeof row);
    for (int i = 0; i < 9; i++) middle[i % 3] += row[3 + i] / 3; /* unreal: z is up, the tube's axis */
    assert_true(row[0] * middle[0] + row[1] * middle[1] > 0);
    pd_buffer_deinit(&out);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_the_same_bits_and_normals_look_out),
        cmocka_unit_test(the_head_does_not_begin_with_solid_and_is_cut_to_80_bytes),
        cmocka_unit_test(a_triangle_without_area_has_normal_zero),
        cmocka_unit_test(a_mirrored_frame_keeps_normals_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
