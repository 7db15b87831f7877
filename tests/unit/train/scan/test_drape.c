/* @heavy: takes over five seconds under ASan. */
/* A surface is moved onto points, and what lies under a hole follows the rim with the shape that it had. */
#include "train/scan/drape.h"
#include "tests/support/scans.h"

enum { POINTS = 12000 };

/* The body of the points is stouter than the one that is moved: as a body that a model does not have. */
static void the_surface_moves_onto_the_points_and_keeps_its_shape_over_a_hole(void **state)
{
    static double points[POINTS][3];
    sight_person person;
    pd_smpl_model *m = sight_model();
    const size_t n = 3 * (size_t)m->vertex_count;
    float *truth = malloc(n * sizeof *truth), *start = malloc(n * sizeof *start);
    double *vertices = malloc(n * sizeof *vertices), *again = malloc(n * sizeof *again);
    unsigned char *seen = malloc(n);
    (void)state;
    assert_true(truth && start && vertices && again && seen);

    sight_draw(&person, 0.6, 0, 8);
    sight_pose(start, NULL, m, &person);
    person.betas[1] += 0.7f, person.betas[5] += 0.8f;
    sight_pose(truth, NULL, m, &person);
    const int middle = 4000;
    const double hole[3] = {(double)truth[3 * middle], (double)truth[3 * middle + 1],
                            (double)truth[3 * middle + 2]};
    scans_draw(points, POINTS, m, truth, 0.002, hole, 0.08, 6);

    pd_train_drape job = {.vertices = vertices,
                          .seen = seen,
                          .points = (const double(*)[3])points,
                          .point_count = POINTS,
                          .rounds = 4,
                          .executor = &pd_executor_serial};
    for (size_t i = 0; i < n; i++) vertices[i] = again[i] = (double)start[i];
    assert_int_equal(pd_train_drape_run(&job, m, NULL), PD_OK);

    /* of the vertices the distance from the true surface */
    pd_train_nearest surface;
    pd_train_match *found = malloc((size_t)m->vertex_count * sizeof *found);
    double *true_vertices = malloc(n * sizeof *true_vertices), open = 0, closed = 0, before = 0;
    int missing = 0, there = 0;
    assert_true(found && true_vertices);
    for (size_t i = 0; i < n; i++) true_vertices[i] = (double)truth[i];
    assert_true(pd_train_nearest_init(&surface, &m->data));
    assert_true(pd_train_nearest_update(&surface, true_vertices));
    pd_train_nearest_find(found, &surface, (const double(*)[3])again, NULL, m->vertex_count, 1,
                          &pd_executor_serial);
    for (int i = 0; i < m->vertex_count; i++) before += found[i].distance / m->vertex_count;
    pd_train_nearest_find(found, &surface, (const double(*)[3])vertices, NULL, m->vertex_count, 1,
                          &pd_executor_serial);
    for (int i = 0; i < m->vertex_count; i++) {
        double off[3];
        for (int c = 0; c < 3; c++) off[c] = true_vertices[3 * i + c] - hole[c];
        const bool in_hole = pd_length3(off) < 0.06;
        if (in_hole)
            open += found[i].distance, missing++;
        else
            closed += found[i].distance, there++;
        if (pd_length3(off) < 0.04) assert_int_equal(seen[i], 0);
    }
    assert_true(missing > 20 && before > 0.002);
    assert_true(closed / there < 0.0015);
    assert_true(open / missing < 0.004);
    assert_true(job.kept > POINTS / 2 && job.rms > 0.001 && job.rms < 0.004);

    /* the same bits in any order of tasks */
    pd_train_drape other = job;
    other.vertices = again, other.executor = &pd_fixture_shuffled;
    assert_int_equal(pd_train_drape_run(&other, m, NULL), PD_OK);
    assert_memory_equal(again, vertices, n * sizeof *again);

    pd_train_nearest_deinit(&surface);
    free(found), free(true_vertices), free(truth), free(start), free(vertices), free(again), free(seen);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_surface_moves_onto_the_points_and_keeps_its_shape_over_a_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
