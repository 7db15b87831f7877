/* @long: registers bodies to many drawn scans, which takes half a minute. */
/* A body from points of one side, as one picture of a depth camera: within 15 mm of the body that the points
 * are of where it was seen, and near it elsewhere; or an error that says how much was seen. */
#include "train/scan/register.h"
#include "tests/support/scans.h"

enum { MOST = 9000 };

static pd_smpl_model *model;
static pd_ik_prior *source;
static pd_observe_prior prior;

typedef struct picture {
    double heading;         /* of the person, degrees: 0 faces the camera */
    double arms[2];         /* left and right, radians below a T          */
    double step;            /* radians between the thighs                 */
    double above;           /* metres of the camera above the pelvis      */
    double noise;           /* metres                                     */
    double cut;             /* metres: nothing below it was seen          */
    int up;                 /* register.h                                 */
    bool has_camera;        /* axes of the camera: x right, y down, z away, from where it stands */
    double most_seen, most; /* metres: mean distances of vertices from their own places */
    bool may_be_refused;    /* with the coverage, in place of a body */
} picture;

/* As many of them as SIDED_PICTURES says, two unless given: each takes twelve seconds. .ci/run takes none,
 * since keypoints lay a body into such a picture below; .ci/nightly takes all. */
static const picture pictures[] = {
    {8, {0.9, 0.9}, 0, 0, 0.001, -9, -1, false, 0.015, 0.05, false},
    {-50, {0.8, -0.9}, 0, 0.5, 0.003, -9, -1, true, 0.015, 0.05, true},
    {172, {1.2, 1.1}, 0.3, 0.1, 0.003, -9, 1, false, 0.015, 0.05, false},
    {20, {1.0, 1.2}, 0.2, 0, 0.002, -0.25, 1, false, 0.015, 0.2, true}, /* legs may be anywhere */
};

static void draw_person(sight_person *p, const picture *q, uint64_t seed)
{
    const double turns[][4] = {{0, 0, M_PI / 180 * q->heading, 0},
                               {16, 0, 0, -q->arms[0]},
                               {17, 0, 0, q->arms[1]},
                               {18, 0, -0.2, 0},
                               {19, 0, 0.2, 0},
                               {1, -q->step / 2, 0, 0.05},
                               {2, q->step / 2, 0, -0.05}};
    pd_rng rng;

    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++)
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = i % 4 == 0;
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
        double r[9];
        pd_rot_from_axis_angle(r, turns[t] + 1);
        for (int i = 0; i < 9; i++) p->rotations[9 * (int)turns[t][0] + i] = (float)r[i];
    }
    pd_rng_init(&rng, seed);
    for (int b = 0; b < 8; b++) p->betas[b] = (float)(0.8 * pd_rng_normal(&rng));
}

static void one_side_is_enough_for_a_body(void **state)
{
    const char *given = getenv("SIDED_PICTURES");
    const size_t most = sizeof pictures / sizeof *pictures, asked = given ? strtoul(given, NULL, 10) : 2;
    if (!asked) skip();
    static double drawn[MOST][3];
    static float points[3 * MOST];
    const size_t n = 3 * (size_t)model->vertex_count;
    float *truth = malloc(n * sizeof *truth), *found = malloc(2 * n * sizeof *found), betas[SIGHT_BETAS],
          rotations[9 * SIGHT_JOINTS];
    unsigned char *seen = malloc(n);
    (void)state;
    assert_true(truth && found && seen);

    for (size_t k = 0; k < (asked < most ? asked : most); k++) {
        const picture *q = &pictures[k];
        const double camera[3] = {0.1, q->above, 2.5};
        sight_person person;
        draw_person(&person, q, 20 + k);
        sight_pose(truth, NULL, model, &person);
        const int count = scans_draw_side(drawn, MOST, model, truth, camera, q->cut, q->noise, k);
        for (int i = 0; i < model->vertex_count && q->has_camera; i++) {
            truth[3 * i] -= (float)camera[0];
            truth[3 * i + 1] = (float)camera[1] - truth[3 * i + 1];
            truth[3 * i + 2] = (float)camera[2] - truth[3 * i + 2];
        }
        for (int i = 0; i < count; i++) {
            const double own[3] = {drawn[i][0] - camera[0], camera[1] - drawn[i][1], camera[2] - drawn[i][2]};
            for (int c = 0; c < 3; c++) points[3 * i + c] = (float)(q->has_camera ? own[c] : drawn[i][c]);
        }

        pd_train_register job = {.vertices = found,
                                 .body = found + n,
                                 .seen = seen,
                                 .betas = betas,
                                 .rotations = rotations,
                                 .points = points,
                                 .point_count = count,
                                 .up = q->up,
                                 .prior = &prior,
                                 .executor = &pd_executor_serial};
        pd_error err;
        assert_int_equal(pd_train_register_check(&job, model, NULL), PD_OK);
        if (pd_train_register_run(&job, model, &err) != PD_OK) {
            if (!q->may_be_refused) fail_msg("picture %zu: %s", k, err.detail);
            assert_non_null(strstr(err.detail, "of one side, with points on"));
            continue;
        }
        assert_true(job.is_one_sided);
        assert_true(job.coverage > 0.15 && job.coverage < 0.6 && job.unexplained < 0.05 && job.margin > 1);

        double sum = 0, all = 0;
        int seen_count = 0;
        for (int i = 0; i < model->vertex_count; i++) {
            double off[3];
            for (int c = 0; c < 3; c++)
                off[c] = (double)found[n + 3 * (size_t)i + (size_t)c] - (double)truth[3 * i + c];
            all += pd_length3(off) / model->vertex_count;
            if (seen[i]) sum += pd_length3(off), seen_count++;
        }
        assert_int_equal(seen_count, job.seen_count);
        assert_true(seen_count > model->vertex_count / 10);
        if (!(sum / seen_count < q->most_seen && all < q->most))
            fail_msg("picture %zu: %.1f mm where seen, %.1f mm over all", k, 1000 * sum / seen_count,
                     1000 * all);
    }
    free(truth), free(found), free(seen);
}

/* The shell of half an egg as tall as a person: a body lies in it any way about. */
static void a_mesh_without_features_is_refused_with_a_description(void **state)
{
    static float points[3 * MOST];
    const double size = 1.16 / 1.7; /* of an adult */
    const size_t n = 3 * (size_t)model->vertex_count;
    float *found = malloc(n * sizeof *found), betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    unsigned char *seen = malloc(n);
    pd_error err;
    pd_rng rng;
    (void)state;
    assert_true(found && seen);

    pd_rng_init(&rng, 3);
    for (int i = 0; i < 4000; i++) {
        const double y = pd_rng_between(&rng, -1, 1), turn = pd_rng_between(&rng, 0, M_PI),
                     wide = 0.25 * size * sqrt(1 - y * y);
        points[3 * i] = (float)(wide * cos(turn)), points[3 * i + 1] = (float)(0.85 * size * y);
        points[3 * i + 2] = (float)(wide * sin(turn));
    }
    pd_train_register job = {.vertices = found,
                             .seen = seen,
                             .betas = betas,
                             .rotations = rotations,
                             .points = points,
                             .point_count = 4000,
                             .up = 1,
                             .prior = &prior,
                             .executor = &pd_executor_serial};
    assert_int_equal(pd_train_register_run(&job, model, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "scan");
    assert_non_null(strstr(err.detail, "of one side, with points on"));
    /* It is small, so the likeliest cause is named: models are of adults. */
    assert_non_null(strstr(err.detail, "metres: a child, or a part of a person?"));
    free(found), free(seen);
}

/* Keypoints lay the body in, and the picture is still checked: with wrists where the ankles are, the body is
 * refused or right all the same. */
static void a_body_by_keypoints_is_right_or_refused(void **state)
{
    enum { KEYS = 6 };
    static const int joints[KEYS] = {0, 15, 7, 8, 20, 21}, wrong[KEYS] = {0, 15, 7, 8, 7, 8};
    static double drawn[MOST][3];
    static float points[3 * MOST];
    const double camera[3] = {0.1, 0.2, 2.5};
    const size_t n = 3 * (size_t)model->vertex_count;
    float *truth = malloc(n * sizeof *truth), *found = malloc(2 * n * sizeof *found), at[3 * SIGHT_JOINTS],
          betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    unsigned char *seen = malloc(n);
    pd_observe_seen keys[KEYS];
    pd_observe_part parts[KEYS];
    sight_person person;
    pd_error err;
    (void)state;
    assert_true(truth && found && seen);

    draw_person(&person, &pictures[0], 33);
    sight_pose(truth, at, model, &person);
    const int count = scans_draw_side(drawn, MOST, model, truth, camera, -9, 0.001, 7);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) points[3 * i + c] = (float)drawn[i][c];
    for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
        for (int k = 0; k < KEYS; k++) {
            parts[k] = (pd_observe_part){false, joints[k], 1};
            keys[k] = (pd_observe_seen){
                .parts = &parts[k], .part_count = 1, .mirror = k, .confidence = 1, .sigma = 0.005};
            for (int c = 0; c < 3; c++) keys[k].at[c] = (double)at[3 * (is_wrong ? wrong : joints)[k] + c];
        }
        pd_train_register job = {.vertices = found,
                                 .body = found + n,
                                 .seen = seen,
                                 .betas = betas,
                                 .rotations = rotations,
                                 .points = points,
                                 .point_count = count,
                                 .up = 1,
                                 .prior = &prior,
                                 .keypoints = keys,
                                 .keypoint_count = KEYS,
                                 .executor = &pd_executor_serial};
        const pd_status status = pd_train_register_run(&job, model, &err);
        if (is_wrong && status) {
            assert_int_equal(status, PD_ERR_INVALID);
            assert_non_null(strstr(err.detail, "check the keypoints"));
            continue;
        }
        if (status) fail_msg("%s: %s", err.where, err.detail);
        print_message("misfit %.1f mm, worst %.1f mm, coverage %.2f\n", 1000 * job.misfit, 1000 * job.worst,
                      job.coverage);
        assert_true(job.misfit < 0.004 && job.worst < 0.015 && job.coverage > 0.15);
        double sum = 0;
        for (int i = 0; i < model->vertex_count; i++) {
            double off[3];
            for (int c = 0; c < 3; c++)
                off[c] = (double)found[n + 3 * (size_t)i + (size_t)c] - (double)truth[3 * i + c];
            sum += seen[i] ? pd_length3(off) / job.seen_count : 0;
        }
        if (!(sum < 0.015)) fail_msg("%.1f mm where seen", 1000 * sum);
    }
    free(truth), free(found), free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_side_is_enough_for_a_body),
        cmocka_unit_test(a_body_by_keypoints_is_right_or_refused),
        cmocka_unit_test(a_mesh_without_features_is_refused_with_a_description),
    };
    model = sight_model();
    assert_int_equal(pd_ik_prior_load(&source, "models/pose-prior.safetensors", NULL), PD_OK);
    assert_int_equal(pd_observe_prior_init(&prior, source, model, NULL), PD_OK);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pd_ik_prior_release(source);
    pd_smpl_model_release(model);
    return failed;
}
