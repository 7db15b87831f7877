/* Samples of scans: strays are left out wherever they are, and neither they nor the order of the file changes
 * what the sample holds. */
#include "train/scan/sample.h"
#include "tests/support/scans.h"

enum { BODY = 3000, MOST_STRAYS = 50, ALL = BODY + MOST_STRAYS };

static pd_smpl_model *model;
static double body[BODY][3];

/* Writes the points and `strays` further ones `away` metres from the nearest of them, mixed by `seed`. */
static void scatter(float *out, int strays, double away, uint64_t seed)
{
    pd_rng rng;

    pd_rng_init(&rng, seed);
    for (int i = 0; i < BODY; i++)
        for (int c = 0; c < 3; c++) out[3 * i + c] = (float)body[i][c];
    for (int s = 0; s < strays; s++) {
        double way[3], at[3];
        double square = 0, nearest = 0;
        for (int c = 0; c < 3; c++) {
            way[c] = pd_rng_normal(&rng);
            square += way[c] * way[c];
        }

        /* Go outwards from the centre until every point is at least that far. */
        for (double far = away; nearest < away * away; far += 0.02) {
            nearest = INFINITY;
            for (int c = 0; c < 3; c++) at[c] = far * way[c] / sqrt(square);
            for (int i = 0; i < BODY; i++) {
                double off[3];
                for (int c = 0; c < 3; c++) off[c] = body[i][c] - at[c];
                nearest = fmin(nearest, pd_dot3(off, off));
            }
        }

        for (int c = 0; c < 3; c++) out[3 * (BODY + s) + c] = (float)at[c];
    }

    for (int i = BODY + strays - 1; i > 0; i--) {
        const int j = pd_rng_below(&rng, i + 1);
        float kept[3];
        memcpy(kept, out + 3 * i, sizeof kept);
        memcpy(out + 3 * i, out + 3 * j, sizeof kept);
        memcpy(out + 3 * j, kept, sizeof kept);
    }
}

/* Numbers of strays, their distances and the order of the file:
 * the sample is that of the body alone, bit by bit. */
static void strays_and_order_do_not_change_a_sample(void **state)
{
    static const int numbers[] = {0, 5, 50};
    static const double distances[] = {0.3, 0.6, 1, 3, 10};
    static float points[3 * ALL];
    pd_train_sample alone;
    pd_error err;

    (void)state;
    scatter(points, 0, 0, 1);
    assert_int_equal(pd_train_sample_make(&alone, points, NULL, BODY, BODY, &err), PD_OK);
    assert_int_equal(alone.stray_count, 0);
    assert_int_equal(alone.count, BODY);
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
        for (size_t d = 0; d < sizeof distances / sizeof *distances; d++)
            for (uint64_t seed = 1; seed < 3; seed++) {
                pd_train_sample s;
                scatter(points, numbers[n], distances[d], seed);
                assert_int_equal(pd_train_sample_make(&s, points, NULL, BODY + numbers[n], ALL, &err), PD_OK);
                if (s.stray_count != numbers[n])
                    fail_msg("%d of %d strays at %g m are left out", s.stray_count, numbers[n], distances[d]);
                assert_int_equal(s.count, BODY);
                assert_memory_equal(s.points, alone.points, BODY * sizeof *s.points);
                pd_train_sample_deinit(&s);
            }
    pd_train_sample_deinit(&alone);
}

/* The first points are spread over the whole body: of points of which nine tenths are on the head, a quarter
 * of the first hundred is there at most. */
static void the_first_points_cover_a_scan_of_uneven_density(void **state)
{
    static float points[3 * BODY];
    pd_train_sample s;
    pd_error err;
    double high = -INFINITY, low = INFINITY;
    int on_top = 0;

    (void)state;
    for (int i = 0; i < BODY; i++) {
        high = fmax(high, body[i][1]);
        low = fmin(low, body[i][1]);
    }
    const double head = high - 0.15 * (high - low);
    int from = 0;
    for (int i = 0; i < BODY; i++) {
        if (i % 10)
            while (body[from % BODY][1] < head) from++;
        else
            from = i;
        for (int c = 0; c < 3; c++) points[3 * i + c] = (float)(body[from % BODY][c] + 1e-4 * i / BODY);
        from++;
    }
    assert_int_equal(pd_train_sample_make(&s, points, NULL, BODY, BODY, &err), PD_OK);
    assert_true(pd_train_sample_spread(&s));
    for (int i = 0; i < 100; i++) on_top += s.points[i][1] >= head;
    if (on_top > 25) fail_msg("%d of the first 100 points are on the head", on_top);
    pd_train_sample_deinit(&s);
}

/* A scan of scattered points has no strays, and neither has one whose parts are cut off by holes. */
static void pieces_of_a_body_are_no_strays(void **state)
{
    static float points[3 * BODY];
    pd_train_sample s;
    pd_error err;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < 3 * BODY; i++) points[i] = (float)(4 * pd_rng_uniform(&rng));
    assert_int_equal(pd_train_sample_make(&s, points, NULL, BODY, BODY, &err), PD_OK);
    assert_true(s.stray_count < BODY / 10);
    pd_train_sample_deinit(&s);

    /* The head is lifted by a quarter of a metre. */
    for (int i = 0; i < BODY; i++)
        for (int c = 0; c < 3; c++)
            points[3 * i + c] = (float)(body[i][c] + (c == 1 && body[i][1] > 0.25 ? 0.25 : 0));
    assert_int_equal(pd_train_sample_make(&s, points, NULL, BODY, BODY, &err), PD_OK);
    assert_int_equal(s.stray_count, 0);
    pd_train_sample_deinit(&s);
}

/* More points than are used: at most so many are drawn, in any order
 * of the file the same ones, with their normals. */
static void a_large_scan_is_drawn_by_position(void **state)
{
    static float points[3 * BODY], turned[3 * BODY], normals[3 * BODY];
    pd_train_sample s, t;
    pd_error err;

    (void)state;
    scatter(points, 0, 0, 1);
    for (int i = 0; i < BODY; i++) memcpy(turned + 3 * i, points + 3 * (BODY - 1 - i), 3 * sizeof *points);
    memcpy(normals, turned, sizeof normals);
    assert_int_equal(pd_train_sample_make(&s, points, points, BODY, 1000, &err), PD_OK);
    assert_int_equal(pd_train_sample_make(&t, turned, normals, BODY, 1000, &err), PD_OK);
    assert_int_equal(s.drawn, 1000);
    assert_int_equal(s.count, t.count);
    assert_memory_equal(s.points, t.points, (size_t)s.count * sizeof *s.points);
    assert_memory_equal(s.normals, s.points, (size_t)s.count * sizeof *s.points);
    assert_memory_equal(t.normals, t.points, (size_t)s.count * sizeof *s.points);
    pd_train_sample_deinit(&s);
    pd_train_sample_deinit(&t);
}

static int setup(void **state)
{
    float *vertices;
    sight_person person;
    double middle[3] = {0};

    (void)state;
    model = sight_model();
    vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    sight_draw(&person, 0.5, 0, 3);
    sight_pose(vertices, NULL, model, &person);
    scans_draw(body, BODY, model, vertices, 0.001, NULL, 0, 7);
    free(vertices);
    for (int i = 0; i < BODY; i++)
        for (int c = 0; c < 3; c++) middle[c] += body[i][c] / BODY;
    for (int i = 0; i < BODY; i++)
        for (int c = 0; c < 3; c++) body[i][c] -= middle[c];
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strays_and_order_do_not_change_a_sample),
        cmocka_unit_test(the_first_points_cover_a_scan_of_uneven_density),
        cmocka_unit_test(pieces_of_a_body_are_no_strays),
        cmocka_unit_test(a_large_scan_is_drawn_by_position),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
