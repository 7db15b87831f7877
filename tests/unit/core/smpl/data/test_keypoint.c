/* Tests keypoints on surfaces that are recognised by their number of vertices, and on surfaces with landmarks
 * of their own. */
#include "core/smpl/data/keypoint.h"

#include "core/math/rotation.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 7, OUTLINE = 3, POINTS = 2 };

/* Gives a model three landmarks' worth of triangles and an outline of 7 rows: row r is at triangle r. */
static void give_face(pd_smpl_data *data)
{
    pd_smpl_face_points *f = &data->face_points;
    f->count = POINTS, f->turn_count = TURNS, f->contour_count = OUTLINE;
    f->triangles = calloc(POINTS, sizeof(int));
    f->weights = calloc(3 * POINTS, sizeof(float));
    f->contour_triangles = calloc(TURNS * OUTLINE, sizeof(int));
    f->contour_weights = calloc(3 * TURNS * OUTLINE, sizeof(float));
    f->triangles[1] = 5;
    f->weights[0] = 1, f->weights[3] = 0.25f, f->weights[4] = 0.25f, f->weights[5] = 0.5f;
    for (int i = 0; i < TURNS * OUTLINE; i++) {
        f->contour_triangles[i] = i / OUTLINE;
        f->contour_weights[3 * i + i % OUTLINE] = 1;
    }
}

static pd_smpl_data made(int vertices)
{
    pd_smpl_data data;
    pd_fixture_data(&data, &(pd_fixture){.vertices = vertices, .pose = PD_FIXTURE_NO_POSE});
    return data;
}

static void a_known_surface_is_recognised_by_its_number_of_vertices(void **state)
{
    (void)state;
    const struct {
        int vertices, body, face;
        const char *last;
        int last_vertex;
    } rows[] = {{6890, 21, 0, "right_pinky", 6133},
                {10475, 21, 0, "right_pinky", 8022},
                {778, 5, 0, "pinky", 671},
                {13380, 21, 51, "right_pinky", 2503},
                {500, 0, 0, NULL, 0}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_smpl_data data = made(rows[r].vertices);
        pd_error err = {0};
        float out[3 * 72];
        char name[PD_SMPL_NAME_BYTES];
        const int body = rows[r].body;
        assert_int_equal(pd_smpl_keypoints_count(&data, PD_SMPL_KEYPOINTS_NONE), 0);
        assert_int_equal(pd_smpl_keypoints_count(&data, PD_SMPL_KEYPOINTS_BODY), body);
        assert_int_equal(pd_smpl_keypoints_count(&data, PD_SMPL_KEYPOINTS_FACE), body + rows[r].face);
        assert_int_equal(pd_smpl_keypoints_count(&data, PD_SMPL_KEYPOINTS_CONTOUR), body + rows[r].face);
        assert_int_equal(pd_smpl_keypoints_check(&data, PD_SMPL_KEYPOINTS_BODY, "/k", &err),
                         body ? PD_OK : PD_ERR_UNSUPPORTED);
        assert_int_equal(pd_smpl_keypoints_check(&data, PD_SMPL_KEYPOINTS_FACE, "/k", &err),
                         rows[r].face ? PD_OK : PD_ERR_UNSUPPORTED);
        assert_int_equal(pd_smpl_keypoints_check(&data, PD_SMPL_KEYPOINTS_CONTOUR, "/k", &err),
                         PD_ERR_UNSUPPORTED);
        if (body) {
            pd_smpl_keypoints_find(out, &data, PD_SMPL_KEYPOINTS_FACE, data.v_template, NULL);
            pd_smpl_keypoints_name(name, &data, body - 1);
            assert_string_equal(name, rows[r].last);
            assert_memory_equal(out + 3 * (body - 1), data.v_template + 3 * rows[r].last_vertex,
                                3 * sizeof *out);
        }
        pd_smpl_data_deinit(&data);
    }
}

static void eye_keypoints_of_the_default_surface_lie_between_the_lids(void **state)
{
    (void)state;
    pd_smpl_data data = made(13380);
    float out[3 * 21];
    pd_smpl_keypoints_find(out, &data, PD_SMPL_KEYPOINTS_BODY, data.v_template, NULL);
    for (int c = 0; c < 3; c++)
        assert_float_equal(out[6 + c], (data.v_template[3 * 13352 + c] + data.v_template[3 * 13370 + c]) / 2,
                           1e-6);

    int triangle = -1, corner = -1;
    assert_true(pd_smpl_keypoints_triangle(&triangle, &corner, &data, 13));
    assert_int_equal(data.faces[3 * triangle + corner], 5054);
    assert_false(pd_smpl_keypoints_triangle(&triangle, &corner, &data, 51));
    pd_smpl_data_deinit(&data);
}

/* Returns the row of the outline for a rotation of the neck in degrees.
 * The triangle of the row identifies it. */
static int row_of(const pd_smpl_data *data, double degrees, int joint)
{
    float rotations[9 * 24] = {0}, out[3 * (POINTS + OUTLINE)];
    double r[9];
    pd_rot_from_axis_angle(r, (double[3]){0, degrees * M_PI / 180, 0});
    for (int k = 0; k < 24; k++)
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = k == joint ? (float)r[i] : i % 4 == 0;
    pd_smpl_keypoints_find(out, data, PD_SMPL_KEYPOINTS_CONTOUR, data->v_template, rotations);
    for (int row = 0; row < TURNS; row++)
        if (!memcmp(out + 3 * POINTS, data->v_template + 3 * data->faces[3 * row], 3 * sizeof *out) &&
            !memcmp(out + 3 * POINTS + 3, data->v_template + 3 * data->faces[3 * row + 1], 3 * sizeof *out))
            return row;
    return -1;
}

static void the_outline_of_the_face_follows_turns_of_the_neck(void **state)
{
    (void)state;
    pd_smpl_data data = made(500);
    give_face(&data);
    assert_int_equal(pd_smpl_keypoints_count(&data, PD_SMPL_KEYPOINTS_CONTOUR), POINTS + OUTLINE);

    /* turn_count 7: 3 degrees either way */
    const struct {
        double degrees;
        int row;
    } rows[] = {{0, 0}, {1.2, 1}, {2.9, 3}, {70, 3}, {-0.6, 4}, {-2, 5}, {-3, 6}, {-70, 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(row_of(&data, rows[i].degrees, 12), rows[i].row);
        assert_int_equal(row_of(&data, rows[i].degrees, 0), rows[i].row);
        assert_int_equal(row_of(&data, rows[i].degrees, 15), 0); /* the head alone */
    }
    pd_smpl_data_deinit(&data);
}

static void landmarks_are_points_of_triangles(void **state)
{
    (void)state;
    pd_smpl_data data = made(500);
    give_face(&data);
    float out[3 * POINTS];
    pd_smpl_keypoints_find(out, &data, PD_SMPL_KEYPOINTS_FACE, data.v_template, NULL);
    const uint32_t *corner = data.faces + 15;
    for (int c = 0; c < 3; c++) {
        const float *v = data.v_template + c;
        assert_float_equal(out[c], v[3 * data.faces[0]], 0);
        assert_float_equal(
            out[3 + c], 0.25f * v[3 * corner[0]] + 0.25f * v[3 * corner[1]] + 0.5f * v[3 * corner[2]], 1e-6);
    }
    char name[PD_SMPL_NAME_BYTES];
    pd_smpl_keypoints_name(name, &data, 1);
    assert_string_equal(name, "face_point_2");
    pd_smpl_keypoints_name(name, &data, 2);
    assert_string_equal(name, "contour_1");
    pd_smpl_data_deinit(&data);
}

static void a_landmark_outside_the_surface_is_refused_with_its_index(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_smpl_data data = made(500);
    give_face(&data);
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_OK);
    data.face_points.triangles[1] = data.face_count;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "face_points.triangles[1]");
    data.face_points.triangles[1] = 0, data.face_points.contour_triangles[4] = -1;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "face_points.contour_triangles[4]");
    data.face_points.contour_triangles[4] = 0, data.face_points.contour_weights[2] = NAN;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    data.face_points.contour_weights[2] = 0, data.face_points.turn_count = 6;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_FORMAT);
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_surface_is_recognised_by_its_number_of_vertices),
        cmocka_unit_test(eye_keypoints_of_the_default_surface_lie_between_the_lids),
        cmocka_unit_test(the_outline_of_the_face_follows_turns_of_the_neck),
        cmocka_unit_test(landmarks_are_points_of_triangles),
        cmocka_unit_test(a_landmark_outside_the_surface_is_refused_with_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
