/* The nearest place of a posed body is that of all its triangles. */
#include "core/math/triangle.h"
#include "train/scan/nearest.h"
#include "tests/support/scans.h"

enum { POINTS = 60 };

typedef struct scene {
    pd_smpl_model *model;
    float *posed;
    double *vertices;
    pd_train_nearest surface;
    double points[POINTS][3];
} scene;

static void open_scene(scene *s)
{
    sight_person person;

    s->model = sight_model();
    const size_t n = 3 * (size_t)s->model->vertex_count;
    s->posed = malloc(n * sizeof *s->posed);
    s->vertices = malloc(n * sizeof *s->vertices);
    assert_true(s->posed && s->vertices);
    sight_draw(&person, 1, 1, 3);
    sight_pose(s->posed, NULL, s->model, &person);
    for (size_t i = 0; i < n; i++) s->vertices[i] = (double)s->posed[i];
    assert_true(pd_train_nearest_init(&s->surface, &s->model->data));
    assert_true(pd_train_nearest_update(&s->surface, s->vertices));
    scans_draw(s->points, POINTS, s->model, s->posed, 0.003, NULL, 0, 4);
}

static void close_scene(scene *s)
{
    pd_train_nearest_deinit(&s->surface);
    free(s->posed), free(s->vertices);
    pd_smpl_model_release(s->model);
}

static double nearest_of_all(const scene *s, const double p[3])
{
    float least = INFINITY, at[3] = {(float)p[0], (float)p[1], (float)p[2]};
    for (int f = 0; f < s->model->face_count; f++) {
        const uint32_t *v = s->model->data.faces + 3 * (size_t)f;
        const float *a = s->posed + 3 * v[0], *b = s->posed + 3 * v[1], *c = s->posed + 3 * v[2];
        float w[3];
        pd_triangle_nearest(w, at, a, b, c);
        least = fminf(least, pd_triangle_distance(at, w, a, b, c));
    }
    return (double)least;
}

static void a_match_is_the_nearest_place_of_all_triangles(void **state)
{
    scene s;
    pd_train_match found[POINTS];
    int as_near = 0;
    (void)state;

    open_scene(&s);
    pd_train_nearest_find(found, &s.surface, (const double(*)[3])s.points, NULL, POINTS, 1,
                          &pd_executor_serial);
    for (int i = 0; i < POINTS; i++) {
        double square = 0, sum = 0;
        assert_true(found[i].face >= 0);
        for (int c = 0; c < 3; c++) {
            square += pow(s.points[i][c] - found[i].at[c], 2);
            sum += found[i].weights[c];
            assert_true(found[i].weights[c] >= -1e-6);
        }
        assert_near(sum, 1, 1e-6);
        assert_near(sqrt(square), found[i].distance, 1e-6);
        assert_near(pd_length3(found[i].normal), 1, 1e-9);
        assert_true(fabs(found[i].off) <= found[i].distance + 1e-6);
        as_near += found[i].distance < nearest_of_all(&s, s.points[i]) + 1e-5;
    }
    assert_true(as_near >= POINTS - 2); /* but where two sheets lie within an edge */
    close_scene(&s);
}

static void outside_is_positive_and_far_away_is_nothing(void **state)
{
    scene s;
    pd_train_match found[2];
    (void)state;

    open_scene(&s);
    double points[2][3];
    const int vertex = 3000;
    for (int c = 0; c < 3; c++) {
        points[0][c] = s.vertices[3 * vertex + c] + 0.002 * s.surface.normals[3 * vertex + c];
        points[1][c] = s.vertices[3 * vertex + c] + 5;
    }
    pd_train_nearest_find(found, &s.surface, (const double(*)[3])points, NULL, 2, 0.5, &pd_executor_serial);
    assert_true(found[0].off > 0.0015 && found[0].off < 0.0021);
    assert_int_equal(found[1].face, -1);
    close_scene(&s);
}

static void the_order_of_tasks_changes_no_bit(void **state)
{
    enum { MANY = 2000 };
    static double points[MANY][3];
    static pd_train_match one[MANY], other[MANY];
    scene s;
    (void)state;

    open_scene(&s);
    scans_draw(points, MANY, s.model, s.posed, 0.01, NULL, 0, 5);
    memset(one, 0, sizeof one), memset(other, 0, sizeof other);
    pd_train_nearest_find(one, &s.surface, (const double(*)[3])points, NULL, MANY, 1, &pd_executor_serial);
    pd_train_nearest_find(other, &s.surface, (const double(*)[3])points, NULL, MANY, 1, &pd_fixture_shuffled);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(one[i].face, other[i].face);
        assert_memory_equal(one[i].at, other[i].at, sizeof one[i].at);
    }
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_the_nearest_place_of_all_triangles),
        cmocka_unit_test(outside_is_positive_and_far_away_is_nothing),
        cmocka_unit_test(the_order_of_tasks_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
