/* @long: takes over five seconds under ASan. */
/* Scans step by step: nearest places of a skin, a surface that is moved onto a scan in few rounds, a body that is laid into one, and the whole of it, with
 * holes and noise, against what came out before. How far the answers are from the truth is for tests/unit/core/observe/scan.
 *
 * tests/golden/steps/scan.txt: POSED_GOLDEN=write makes it anew, which a change of a search, of the default body or of the prior asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/observe/scan/align.h"
#include "core/observe/scan/drape.h"
#include "core/observe/scan/nearest.h"
#include "core/observe/scan/register.h"
#include "tests/support/scans.h"

#define TOLERANCE 5e-4 /* 5e-5 was seen between kernels of OpenBLAS */
enum { POINTS = 3000, KEYS = 6 };

static pd_smpl_model *model;

typedef struct scan {
    sight_person person;
    float *truth, at[3 * SIGHT_JOINTS], flat[3 * POINTS];
    double points[POINTS][3];
    pd_observe_seen keys[KEYS];
    pd_observe_part parts[KEYS];
} scan;

static scan *make_scan(int number)
{
    static const int joints[KEYS] = {0, 12, 20, 21, 7, 8};
    scan *s = calloc(1, sizeof *s);
    s->truth = malloc(3 * (size_t)model->vertex_count * sizeof *s->truth);
    sight_draw(&s->person, 0.5, number % 2, (uint64_t)number + 5);
    sight_pose(s->truth, s->at, model, &s->person);
    double hole[3];
    for (int c = 0; c < 3; c++) hole[c] = (double)s->at[3 * 9 + c] + (c == 2 ? 0.1 : 0);
    scans_draw(s->points, POINTS, model, s->truth, 0.002, number ? hole : NULL, 0.15, (uint64_t)number);
    for (int i = 0; i < 3 * POINTS; i++) s->flat[i] = (float)s->points[i / 3][i % 3];
    for (int i = 0; i < KEYS; i++) {
        s->parts[i] = (pd_observe_part){false, joints[i], 1};
        s->keys[i] = (pd_observe_seen){
            .parts = &s->parts[i], .part_count = 1, .mirror = i ^ (i > 1), .confidence = 1, .sigma = 0.02};
        for (int c = 0; c < 3; c++) s->keys[i].at[c] = (double)s->at[3 * joints[i] + c];
    }
    return s;
}

static void free_scan(scan *s)
{
    free(s->truth), free(s);
}

/* The true surface, 8 mm larger in waves: what is to be moved. */
static void offset_surface(double *out, const scan *s)
{
    for (int i = 0; i < 3 * model->vertex_count; i++)
        out[i] = (double)s->truth[i] + 0.008 * sin(0.01 * i + i % 3);
}

static void nearest_places_are_found(golden_lines *g, const scan *s)
{
    static pd_observe_match matches[POINTS];
    double *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    pd_observe_surface surface;
    offset_surface(vertices, s);
    assert_true(pd_observe_surface_init(&surface, &model->data));
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3 * model->vertex_count && round; i++) vertices[i] += 0.02 * (i % 3 == 1);
        assert_true(pd_observe_surface_update(&surface, vertices));
        pd_observe_surface_find(matches, &surface, (const double(*)[3])s->points, NULL, POINTS,
                                round ? 0.012 : 0.1, &pd_fixture_shuffled);
        double faces = 0, off = 0, distance = 0, at = 0, normal = 0;
        int none = 0;
        for (int i = 0; i < POINTS; i++) {
            none += matches[i].face < 0;
            if (matches[i].face < 0) continue;
            const double share = 1 + i % 97 / 97.0;
            faces += share * (matches[i].face % 1009), off += share * matches[i].off;
            distance += share * matches[i].distance, at += share * matches[i].at[i % 3];
            normal += share * matches[i].normal[i % 3] + matches[i].weights[i % 3];
        }
        golden_lines_add(g, "nearest",
                         (double[]){none, faces / POINTS, off, distance, at / POINTS, normal / POINTS}, 6,
                         TOLERANCE);
    }
    pd_observe_surface_deinit(&surface);
    free(vertices);
}

static void a_surface_is_draped(golden_lines *g, const scan *s)
{
    const size_t n = 3 * (size_t)model->vertex_count;
    double *vertices = malloc(n * sizeof *vertices);
    unsigned char *seen = malloc((size_t)model->vertex_count);
    for (int rounds = 1; rounds <= 3; rounds += 2) {
        pd_observe_drape drape = {.vertices = vertices,
                                  .seen = seen,
                                  .points = (const double(*)[3])s->points,
                                  .point_count = POINTS,
                                  .rounds = rounds,
                                  .stiffness = rounds == 1 ? 0 : 2,
                                  .noise = rounds == 1 ? 0 : 0.001,
                                  .executor = &pd_fixture_shuffled};
        offset_surface(vertices, s);
        assert_int_equal(pd_observe_drape_run(&drape, model, NULL), PD_OK);
        int count = 0;
        for (int i = 0; i < model->vertex_count; i++) count += seen[i] * (1 + i % 7);
        golden_lines_add(
            g, "draped",
            (double[]){1e3 * drape.rms, drape.kept, count, golden_weighted_doubles(vertices, n) / 100}, 4,
            TOLERANCE);
    }
    free(vertices), free(seen);
}

static void add_body(golden_lines *g, const char *name, const float *betas, const float *rotations,
                     const double translation[3])
{
    golden_lines_add(g, name,
                     (double[]){golden_weighted(betas, SIGHT_BETAS),
                                golden_weighted(rotations, 9 * SIGHT_JOINTS), translation[0], translation[1],
                                translation[2]},
                     5, TOLERANCE);
}

static void a_body_is_laid_in(golden_lines *g, const scan *s, int keys)
{
    float betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    pd_observe_align align = {.betas = betas,
                              .rotations = rotations,
                              .points = (const double(*)[3])s->points,
                              .point_count = 800,
                              .keypoints = keys ? s->keys : NULL,
                              .keypoint_count = keys,
                              .up = keys ? -1 : 1,
                              .executor = &pd_fixture_shuffled};
    assert_int_equal(pd_observe_align_run(&align, model, NULL), PD_OK);
    golden_lines_add(g, "aligned", (double[]){1e3 * align.distance, align.starts}, 2, TOLERANCE);
    add_body(g, "body", betas, rotations, align.translation);
}

static void a_scan_is_registered(golden_lines *g, const scan *s)
{
    const size_t n = 3 * (size_t)model->vertex_count;
    float *found = malloc(2 * n * sizeof *found), betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    unsigned char *seen = malloc((size_t)model->vertex_count);
    pd_observe_register job = {.vertices = found,
                               .body = found + n,
                               .seen = seen,
                               .betas = betas,
                               .rotations = rotations,
                               .points = s->flat,
                               .point_count = POINTS,
                               .up = -1,
                               .keypoints = s->keys,
                               .keypoint_count = KEYS,
                               .executor = &pd_fixture_shuffled};
    assert_int_equal(pd_observe_register_run(&job, model, NULL), PD_OK);
    golden_lines_add(g, "registered",
                     (double[]){1e3 * job.rms, 1e3 * job.body_distance, job.used, job.kept, job.seen_count,
                                golden_weighted(found, 2 * n) / 100},
                     6, TOLERANCE);
    add_body(g, "body", betas, rotations, job.translation);
    free(found), free(seen);
}

static void scans_are_what_they_were(void **state)
{
    golden_lines g;
    (void)state;
    model = sight_model();
    golden_lines_begin(&g, "tests/golden/steps/scan.txt");
    for (int i = 0; i < 2; i++) {
        scan *s = make_scan(i);
        nearest_places_are_found(&g, s);
        a_surface_is_draped(&g, s);
        a_body_is_laid_in(&g, s, i ? 0 : KEYS);
        if (i) a_scan_is_registered(&g, s);
        free_scan(s);
    }
    golden_lines_end(&g);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scans_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
