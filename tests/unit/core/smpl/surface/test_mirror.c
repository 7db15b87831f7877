/* Tests the mirror symmetry of a surface, on a sheet of four triangles and on the default model. */
#include "tests/support/cmocka.h"

#include "core/smpl/model.h"
#include "core/smpl/surface/mirror.h"

#include <stdlib.h>

/* x from -1 to 1: 0 3 | 1 | 2 4, the fourth triangle without an image */
static int mirror[6] = {2, 1, 0, 4, 3, 5};
static uint32_t faces[12] = {0, 1, 3, 4, 1, 2, 0, 3, 2, 1, 5, 0};

static void the_image_of_a_triangle_has_its_mirrored_corners(void **state)
{
    (void)state;
    const pd_smpl_data data = {.vertex_count = 6, .face_count = 4, .faces = faces, .mirror = mirror};
    int found[4];
    assert_true(pd_smpl_mirror_faces(found, &data));
    assert_int_equal(found[0], 1);
    assert_int_equal(found[1], 0);
    assert_int_equal(found[2], -1);
    assert_int_equal(found[3], -1);

    const pd_smpl_data none = {.vertex_count = 6, .face_count = 4, .faces = faces};
    assert_true(pd_smpl_mirror_faces(found, &none));
    for (int f = 0; f < 4; f++) assert_int_equal(found[f], -1);
}

static void the_mirror_order_has_every_vertex_once_and_pairs_adjacent(void **state)
{
    (void)state;
    static const int expected[6] = {0, 2, 1, 3, 4, 5}, lame[3] = {1, 2, -1}; /* 1 says 2, 2 says nobody */
    int order[6];
    pd_smpl_mirror_order(order, mirror, 6);
    assert_memory_equal(order, expected, sizeof order);
    pd_smpl_mirror_order(order, lame, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(order[i], i);
    pd_smpl_mirror_order(order, NULL, 6);
    for (int i = 0; i < 6; i++) assert_int_equal(order[i], i);
}

static void every_triangle_of_the_default_model_has_a_mirror_image(void **state)
{
    (void)state;
    pd_smpl_model *model;
    pd_error err;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", &err), PD_OK);
    const int count = model->face_count;
    int *face_mirror = malloc((size_t)count * sizeof *face_mirror),
        *order = calloc((size_t)count, sizeof *order);
    assert_true(pd_smpl_mirror_faces(face_mirror, &model->data));
    pd_smpl_mirror_order(order, face_mirror, count);

    long sum = 0;
    for (int f = 0; f < count; f++) {
        assert_in_range(face_mirror[f], 0, count - 1);
        assert_int_equal(face_mirror[face_mirror[f]], f);
        sum += order[f];
    }
    assert_int_equal(sum, (long)count * (count - 1) / 2);
    free(face_mirror), free(order);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_image_of_a_triangle_has_its_mirrored_corners),
        cmocka_unit_test(the_mirror_order_has_every_vertex_once_and_pairs_adjacent),
        cmocka_unit_test(every_triangle_of_the_default_model_has_a_mirror_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
