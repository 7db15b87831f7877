/* @heavy: takes over five seconds under ASan. */
/* From where a scan was seen, whether from one side, and what its picture says of places. Cameras and bodies
 * are the test's own. */
#include "train/scan/view.h"
#include "tests/support/scans.h"

enum { MOST = 12000 };

static double points[MOST][3];

static pd_smpl_model *model;

static float *stand(double heading)
{
    sight_person person;
    double turn[3] = {0, heading, 0}, r[9];
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);

    assert_non_null(vertices);
    sight_draw(&person, 0.4, 0, 4);
    pd_rot_from_axis_angle(r, turn);
    for (int i = 0; i < 9; i++) person.rotations[i] = (float)r[i];
    memset(person.translation, 0, sizeof person.translation);
    sight_pose(vertices, NULL, model, &person);
    return vertices;
}

static void a_camera_is_found_from_its_observations(void **state)
{
    const double camera[3] = {0, 0.3, 2.6}, nowhere[3] = {0, 0, 0};
    (void)state;

    for (int side = 0; side < 4; side++) {
        pd_train_view view;
        float *vertices = stand(M_PI / 2 * side + 0.2);
        const int count = scans_draw_side(points, MOST, model, vertices, camera, -9, 0.003, 3);
        assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, count, nowhere));
        const double length = pd_length3(camera);
        if (!view.is_one_sided) fail_msg("side %d: %.3f hidden", side, view.hidden);
        assert_true(pd_dot3(view.towards, camera) > cos(0.35) * length);
        assert_int_equal(view.point_count, count);
        pd_train_view_deinit(&view);

        /* of all sides, about half is hidden from anywhere */
        scans_draw(points, 6000, model, vertices, 0.003, NULL, 0, 3);
        assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, 6000, nowhere));
        assert_true(!view.is_one_sided && view.hidden > 0.3);
        pd_train_view_deinit(&view);
        free(vertices);
    }
}

/* The vertices of a mesh are dense in hands and head, whose back is too near to their front to be hidden. The
 * people are 1.35 to 1.5 m tall. */
static void the_vertices_of_a_small_person_are_not_a_scan_of_one_side(void **state)
{
    const double nowhere[3] = {0, 0, 0};
    (void)state;
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    double(*cloud)[3] = malloc((size_t)model->vertex_count * sizeof *cloud);
    assert_non_null(vertices);
    assert_non_null(cloud);

    for (unsigned seed = 1; seed <= 3; seed++) {
        sight_person person;
        pd_train_view view;
        pd_rng rng;

        /* Arms to the sides and straight legs. */
        memset(&person, 0, sizeof person);
        person.betas[0] = seed % 2 ? -3.5f : -2;
        person.betas[1] = seed > 1 ? -1 : 0;
        for (int k = 0; k < model->joint_count; k++)
            for (int i = 0; i < 3; i++) person.rotations[9 * k + 4 * i] = 1;
        sight_pose(vertices, NULL, model, &person);

        /* All vertices with a millimetre of noise, in an order in which the first are a sample of all. */
        pd_rng_init(&rng, seed);
        for (int i = 0; i < model->vertex_count; i++) {
            const int other = pd_rng_below(&rng, i + 1);
            memcpy(cloud[i], cloud[other], sizeof cloud[i]);
            for (int c = 0; c < 3; c++)
                cloud[other][c] = (double)vertices[3 * i + c] + 0.001 * pd_rng_normal(&rng);
        }
        assert_true(pd_train_view_init(&view, (const double(*)[3])cloud, NULL, model->vertex_count, nowhere));
        if (view.is_one_sided) fail_msg("seed %u: %.3f hidden", seed, view.hidden);
        pd_train_view_deinit(&view);
    }
    free(vertices), free(cloud);
}

/* Limbs of children are thinner than the depth from which a point hides another on an adult. */
static void scans_of_children_are_classified_as_one_sided_or_complete(void **state)
{
    const double nowhere[3] = {0, 0, 0}, heights[] = {0.75, 1.16, 1.4};
    (void)state;
    for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
        const double factor = heights[h] / 1.7, camera[3] = {0, 0.3, 2.6};
        pd_train_view view;
        float *vertices = stand(0.2);
        for (int i = 0; i < 3 * model->vertex_count; i++) vertices[i] *= (float)factor;

        const int count = scans_draw_side(points, MOST, model, vertices, camera, -9, 0.002, 3);
        assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, count, nowhere));
        if (!view.is_one_sided) fail_msg("one side of %.2f m: %.3f hidden", heights[h], view.hidden);
        pd_train_view_deinit(&view);

        /* All vertices, in an order in which the first are a sample of all. */
        double(*cloud)[3] = malloc((size_t)model->vertex_count * sizeof *cloud);
        pd_rng rng;
        assert_non_null(cloud);
        pd_rng_init(&rng, 1);
        for (int i = 0; i < model->vertex_count; i++) {
            const int other = pd_rng_below(&rng, i + 1);
            memcpy(cloud[i], cloud[other], sizeof cloud[i]);
            for (int c = 0; c < 3; c++) cloud[other][c] = (double)vertices[3 * i + c];
        }
        assert_true(pd_train_view_init(&view, (const double(*)[3])cloud, NULL, model->vertex_count, nowhere));
        if (view.is_one_sided) fail_msg("all of %.2f m: %.3f hidden", heights[h], view.hidden);
        print_message("%.2f m: %.3f hidden\n", heights[h], view.hidden);
        pd_train_view_deinit(&view);
        free(cloud), free(vertices);
    }
}

static void a_floor_is_left_out_and_gives_the_up_axis(void **state)
{
    const double camera[3] = {0.4, 0.8, 2.6}, nowhere[3] = {0, 0, 0};
    double low = 0;
    pd_train_view view;
    pd_rng rng;
    (void)state;

    float *vertices = stand(0.3);
    for (int i = 0; i < model->vertex_count; i++) low = fmin(low, (double)vertices[3 * i + 1]);
    const int body = scans_draw_side(points, MOST, model, vertices, camera, -9, 0.002, 3);
    pd_rng_init(&rng, 1);
    int count = body;
    for (; count < body + 3000 && count < MOST; count++) {
        points[count][0] = pd_rng_between(&rng, -0.6, 0.6), points[count][1] = low;
        points[count][2] = pd_rng_between(&rng, -0.6, 0.6);
        const int other = pd_rng_below(&rng, count + 1); /* mixed */
        for (int c = 0; c < 3; c++) {
            const double kept = points[count][c];
            points[count][c] = points[other][c], points[other][c] = kept;
        }
    }
    assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, count, nowhere));
    assert_true(view.is_one_sided && view.has_floor && view.floor_up[1] > 0.995);
    /* the floor's 3000 points, and soles that are within its thickness */
    assert_true(view.left_out >= 2900 && view.left_out < 3000 + body / 20);
    pd_train_view_deinit(&view);
    free(vertices);
}

/* A turntable or a room scanner sees a person from all around, and the floor. */
static void a_floor_is_left_out_of_a_scan_from_all_around(void **state)
{
    const double nowhere[3] = {0, 0, 0};
    double low = 0;
    pd_train_view view;
    pd_rng rng;
    (void)state;

    float *vertices = stand(0.3);
    for (int i = 0; i < model->vertex_count; i++) low = fmin(low, (double)vertices[3 * i + 1]);
    scans_draw(points, 9000, model, vertices, 0.002, NULL, 0, 3);
    pd_rng_init(&rng, 1);
    for (int i = 0; i < 9000; i += 3) /* the points are mixed */
        points[i][0] = pd_rng_between(&rng, -0.6, 0.6), points[i][1] = low + 0.003 * pd_rng_normal(&rng),
        points[i][2] = pd_rng_between(&rng, -0.6, 0.6);
    assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, 9000, nowhere));
    assert_true(!view.is_one_sided);
    assert_true(view.left_out > 2950 && view.left_out < 3300 && view.point_count == 9000 - view.left_out);
    for (int i = 0; i < view.point_count; i++) assert_true(view.points[i][1] > low);
    pd_train_view_deinit(&view);
    free(vertices);
}

static void a_picture_marks_its_empty_pixels(void **state)
{
    /* a wall of points, 1 m wide, at z = 0, seen from z = 2; it bulges a little */
    const double camera[3] = {0, 0, 2}, before[3] = {0.1, 0, 0.3}, behind[3] = {0.1, 0, -0.3},
                 beside[3] = {0.8, 0, 0};
    pd_train_view view;
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 2);
    for (int i = 0; i < 8000; i++) {
        points[i][0] = pd_rng_between(&rng, -0.5, 0.5), points[i][1] = pd_rng_between(&rng, -0.5, 0.5);
        points[i][2] = -0.3 * (points[i][0] * points[i][0] + points[i][1] * points[i][1]);
    }
    assert_true(pd_train_view_init(&view, (const double(*)[3])points, NULL, 8000, camera));
    assert_true(view.is_one_sided && view.towards[2] > 0.97);
    assert_near(pd_train_view_conflict(&view, before).metres, 0.3, 0.03);
    assert_true(pd_train_view_conflict(&view, before).way[2] < -0.9);
    assert_true(!(pd_train_view_conflict(&view, behind).metres > 0));
    const pd_train_off off = pd_train_view_conflict(&view, beside);
    assert_true(off.is_beside && off.is_beyond && off.way[0] < -0.9);
    assert_near(off.metres, 0.3, 0.06);
    pd_train_view_deinit(&view);
}

/* Half of an upright cylinder of radius 25 cm, 1.6 m tall, seen from z = 2.6: normals are known. The camera
 * is not told. */
static void normals_face_the_camera_up_to_the_rim(void **state)
{
    enum { COUNT = 8000 };
    static double truth[COUNT][3], given[COUNT][3];
    const double nowhere[3] = {0, 0, 0};
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 4);
    for (int i = 0; i < COUNT; i++) {
        /* evenly in the picture: at the rim the camera looks along the surface */
        const double x = pd_rng_between(&rng, -0.99, 0.99), z = sqrt(1 - x * x);
        truth[i][0] = x, truth[i][1] = 0, truth[i][2] = z;
        points[i][0] = 0.25 * x, points[i][1] = pd_rng_between(&rng, -0.8, 0.8), points[i][2] = 0.25 * z;
        for (int c = 0; c < 3; c++) points[i][c] += 0.0005 * pd_rng_normal(&rng);
    }
    for (int kind = 0; kind < 4; kind++) {
        pd_train_view view;
        /* 0: none; 1: inward; 2: outward, every third unknown; 3: not of this surface */
        for (int i = 0; i < COUNT; i++)
            for (int c = 0; c < 3; c++)
                given[i][c] = kind == 1                ? -truth[i][c]
                              : kind == 3              ? c == 1
                              : kind == 2 && i % 3 > 0 ? truth[i][c]
                                                       : 0;
        assert_true(pd_train_view_init(&view, (const double(*)[3])points,
                                       kind ? (const double(*)[3])given : NULL, COUNT, nowhere));
        assert_true(view.is_one_sided && view.towards[2] > 0.8);
        assert_int_equal(view.uses_normals, kind == 1 || kind == 2);
        int wrong = 0;
        double off = 0;
        for (int i = 0; i < view.normal_count; i++) {
            const double along = pd_dot3(view.normals[i], truth[i]);
            wrong += along < 0;
            off = kind == 1 ? fmax(off, 1 - along) : off;
        }
        if (wrong > view.normal_count / 200) fail_msg("%d of %d face away", wrong, view.normal_count);
        assert_true(off < 1e-9);
        pd_train_view_deinit(&view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_is_found_from_its_observations),
        cmocka_unit_test(the_vertices_of_a_small_person_are_not_a_scan_of_one_side),
        cmocka_unit_test(scans_of_children_are_classified_as_one_sided_or_complete),
        cmocka_unit_test(a_floor_is_left_out_and_gives_the_up_axis),
        cmocka_unit_test(a_floor_is_left_out_of_a_scan_from_all_around),
        cmocka_unit_test(a_picture_marks_its_empty_pixels),
        cmocka_unit_test(normals_face_the_camera_up_to_the_rim),
    };
    model = sight_model();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pd_smpl_model_release(model);
    return failed;
}
