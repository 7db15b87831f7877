/* Tests that a model written in the published layout of SMPL reads back
 * with everything that this layout can hold. */
#include "train/model/publish.h"

#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    pd_train_published format;
    const char *name;
} formats[] = {{PD_TRAIN_PUBLISHED_NPZ, "SMPL_FEMALE.npz"}, {PD_TRAIN_PUBLISHED_PKL, "SMPL_FEMALE.pkl"}};

static void same_bytes(const char *what, const void *a, const void *b, size_t bytes)
{
    if (bytes && (!a != !b || (a && memcmp(a, b, bytes) != 0))) fail_msg("%s is not what it was", what);
}

#define SAME(member, count) same_bytes(#member, a->member, b->member, (count) * sizeof *a->member)

/* Returns an entry of J_regressor, which keeps no zeros. */
static double entry(const pd_smpl_data *d, size_t joint, int vertex)
{
    double out = 0;
    for (int i = d->regressor_start[joint]; i < d->regressor_start[joint + 1]; i++)
        if (d->regressor_vertex[i] == vertex) out = d->regressor_weight[i];
    return out;
}

/* Compares everything that both layouts hold, with dense pose blend shapes. */
static void same(const pd_smpl_data *a, const pd_smpl_data *b)
{
    const size_t v = (size_t)a->vertex_count, k = (size_t)a->joint_count;
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->beta_count, b->beta_count);
    assert_int_equal(a->expression_count, b->expression_count);
    assert_int_equal(a->face_count, b->face_count);
    assert_int_equal(a->soft_count, b->soft_count);
    SAME(v_template, 3 * v);
    SAME(shapedirs, 3 * v * (size_t)a->beta_count);
    SAME(expressiondirs, 3 * v * (size_t)a->expression_count);
    SAME(softdirs, 3 * v * (size_t)a->soft_count);
    SAME(weights, v * k);
    SAME(parents, k);
    SAME(faces, 3 * (size_t)a->face_count);
    SAME(mirror, v);
    for (size_t joint = 0; joint < k; joint++)
        for (int vertex = 0; vertex < a->vertex_count; vertex++)
            assert_true(entry(a, joint, vertex) == entry(b, joint, vertex));
}

static pd_smpl_data back(const pd_smpl_data *data, size_t format)
{
    pd_smpl_data out;
    pd_buffer file = {0};
    pd_error err = {0};
    assert_int_equal(pd_train_publish(&file, data, formats[format].format, &err), PD_OK);
    if (pd_smpl_data_parse(&out, file.data, file.size, formats[format].name, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
    return out;
}

static void dense_models_read_back_from_the_published_layout_bit_for_bit(void **state)
{
    (void)state;
    const pd_fixture kinds[] = {
        {.vertices = 60}, {.vertices = 50, .joints = 52, .soft = 3}, {.vertices = 40, .betas = -1}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t f = 0; f < 2; f++) {
            pd_smpl_data data;
            pd_fixture_data(&data, &kinds[kind]);
            pd_smpl_data again = back(&data, f);
            same(&data, &again);
            same_bytes("posedirs", data.posedirs, again.posedirs,
                       27 * (size_t)data.vertex_count * (size_t)(data.joint_count - 1) * sizeof(float));
            assert_string_equal(again.text.gender,
                                f ? data.text.gender : "female"); /* an npz says it by its name */
            pd_smpl_data_deinit(&data);
            pd_smpl_data_deinit(&again);
        }
}

static void sparse_pose_blend_shapes_are_published_as_dense_ones(void **state)
{
    (void)state;
    pd_smpl_data sparse, dense;
    pd_fixture_data(&sparse,
                    &(pd_fixture){.vertices = 80, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2, .dqs = 1});
    pd_fixture_data(&dense, &(pd_fixture){.vertices = 80, .pose = PD_FIXTURE_SPARSE_AS_DENSE});
    pd_smpl_data again = back(&sparse, 0);
    assert_int_equal(again.sparse.pattern_count, 0);
    same_bytes("posedirs", dense.posedirs, again.posedirs, (size_t)80 * 27 * 23 * sizeof(float));
    pd_smpl_data_deinit(&sparse);
    pd_smpl_data_deinit(&dense);
    pd_smpl_data_deinit(&again);
}

/* Landmarks of the face are points of triangles: fixed ones,
 * and those of the outline for each rotation of the neck. */
static void landmarks_of_the_face_read_back_from_the_published_layout(void **state)
{
    enum { POINTS = 5, TURNS = 3, OUTLINE = 4 };
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        pd_smpl_data data;
        pd_fixture_data(&data, &(pd_fixture){.vertices = 40, .joints = 55, .betas = 12});
        pd_smpl_face_points *p = &data.face_points;
        *p =
            (pd_smpl_face_points){.count = POINTS,
                                  .turn_count = TURNS,
                                  .contour_count = OUTLINE,
                                  .triangles = calloc(POINTS, sizeof *p->triangles),
                                  .weights = calloc(3 * POINTS, sizeof *p->weights),
                                  .contour_triangles = calloc(TURNS * OUTLINE, sizeof *p->contour_triangles),
                                  .contour_weights = calloc(3 * TURNS * OUTLINE, sizeof *p->contour_weights)};
        for (int i = 0; i < POINTS; i++) p->triangles[i] = 2 * i + 1;
        for (int i = 0; i < TURNS * OUTLINE; i++) p->contour_triangles[i] = 3 * i;
        for (int i = 0; i < 3 * POINTS; i++) p->weights[i] = (float)i / 16;
        for (int i = 0; i < 3 * TURNS * OUTLINE; i++) p->contour_weights[i] = (float)i / 64;

        pd_smpl_data again = back(&data, f);
        const pd_smpl_face_points *q = &again.face_points;
        assert_int_equal(q->count, POINTS);
        assert_int_equal(q->turn_count, TURNS);
        assert_int_equal(q->contour_count, OUTLINE);
        same_bytes("triangles", p->triangles, q->triangles, POINTS * sizeof *p->triangles);
        same_bytes("weights", p->weights, q->weights, 3 * POINTS * sizeof *p->weights);
        same_bytes("contour_triangles", p->contour_triangles, q->contour_triangles,
                   TURNS * OUTLINE * sizeof *p->contour_triangles);
        same_bytes("contour_weights", p->contour_weights, q->contour_weights,
                   3 * TURNS * OUTLINE * sizeof *p->contour_weights);
        pd_smpl_data_deinit(&data), pd_smpl_data_deinit(&again);
    }
}

/* Makes a fixture of SMPL-X's joints with so many expressions and no hands. */
static pd_smpl_data with_face(int expressions)
{
    pd_smpl_data data;
    pd_rng rng;
    pd_fixture_data(&data, &(pd_fixture){.vertices = 40, .joints = 55, .betas = 12});
    data.expression_count = expressions;
    data.expressiondirs = calloc((size_t)(120 * expressions), sizeof *data.expressiondirs);
    pd_rng_init(&rng, 4);
    pd_fixture_normals(data.expressiondirs, 120 * expressions, 0.01, &rng);
    return data;
}

static void expressions_are_stored_where_smplx_reads_them(void **state)
{
    (void)state;
    pd_smpl_data data = with_face(7);
    for (size_t f = 0; f < 2; f++) {
        pd_smpl_data again = back(&data, f);
        same(&data, &again);
        for (int h = 0; h < 2; h++) {
            assert_int_equal(again.hands[h].component_count, 45);
            for (int i = 0; i < 45 * 45; i++)
                assert_true(again.hands[h].components[i] == (i % 46 ? 0.0f : 1.0f));
            for (int i = 0; i < 45; i++) assert_true(again.hands[h].mean[i] == 0);
        }
        pd_smpl_data_deinit(&again);
    }

    pd_buffer file = {0};
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    assert_int_equal(pd_train_publish(&file, &data, PD_TRAIN_PUBLISHED_NPZ, &err), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, file.data, file.size, "x.npz", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "shapedirs", &err), PD_OK);
    assert_int_equal(array.shape[2], 400);
    const float *dirs = (const float *)(const void *)array.data;
    for (size_t row = 0; row < 120; row++)
        for (size_t c = 0; c < 400; c++)
            assert_true(dirs[400 * row + c] == (c < 12                ? data.shapedirs[12 * row + c]
                                                : c >= 300 && c < 307 ? data.expressiondirs[7 * row + c - 300]
                                                                      : 0));
    assert_int_equal(pd_npz_read(&array, &npz, "lmk_faces_idx", &err), PD_OK);
    assert_int_equal(array.shape[0], 51);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
}

static void hand_components_read_back_from_the_published_layout(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_rng rng;
    pd_rng_init(&rng, 9);
    pd_fixture_data(&data, &(pd_fixture){.vertices = 40, .joints = 52});
    for (int h = 0; h < 2; h++) {
        data.hands[h] = (pd_smpl_hand){6, malloc(45 * sizeof(float)), malloc(270 * sizeof(float))};
        pd_fixture_normals(data.hands[h].mean, 45, 1, &rng);
        pd_fixture_normals(data.hands[h].components, 270, 1, &rng);
    }
    pd_smpl_data again = back(&data, 0);
    for (int h = 0; h < 2; h++) {
        assert_int_equal(again.hands[h].component_count, 6);
        same_bytes("mean", data.hands[h].mean, again.hands[h].mean, 45 * sizeof(float));
        same_bytes("components", data.hands[h].components, again.hands[h].components, 270 * sizeof(float));
    }
    pd_smpl_data_deinit(&data);
    pd_smpl_data_deinit(&again);
}

static void a_model_that_the_layout_cannot_hold_is_refused(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_error err = {0};
    pd_smpl_data many = with_face(101);
    assert_int_equal(pd_train_publish(&file, &many, PD_TRAIN_PUBLISHED_NPZ, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "101 expressions"));
    many.joint_count = 54; /* nothing is read before the check */
    assert_int_equal(pd_train_publish(&file, &many, PD_TRAIN_PUBLISHED_NPZ, &err), PD_ERR_UNSUPPORTED);
    many.joint_count = 55;
    pd_smpl_data_deinit(&many);
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_models_read_back_from_the_published_layout_bit_for_bit),
        cmocka_unit_test(sparse_pose_blend_shapes_are_published_as_dense_ones),
        cmocka_unit_test(landmarks_of_the_face_read_back_from_the_published_layout),
        cmocka_unit_test(expressions_are_stored_where_smplx_reads_them),
        cmocka_unit_test(hand_components_read_back_from_the_published_layout),
        cmocka_unit_test(a_model_that_the_layout_cannot_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
