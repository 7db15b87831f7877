/* @long: registers bodies to many drawn scans, which takes half a minute. */
/* A body is laid into a scan from a few keypoints; without a prior too, from a known way up. */
#include "train/scan/align.h"
#include "tests/support/scans.h"

enum { POINTS = 3000, KEYS = 4 };

typedef struct scene {
    pd_smpl_model *model;
    sight_person person;
    double points[POINTS][3];
    pd_observe_seen keys[KEYS];
    pd_observe_part parts[KEYS];
    float betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    pd_train_align job;
} scene;

static void open_scene(scene *s, double bend)
{
    static const int joints[KEYS] = {0, 12, 20, 7};
    float at[3 * SIGHT_JOINTS];

    memset(s, 0, sizeof *s);
    s->model = sight_model();
    sight_draw(&s->person, bend, 1, 12);
    memset(s->person.translation, 0, sizeof s->person.translation);
    float *vertices = malloc(3 * (size_t)s->model->vertex_count * sizeof *vertices);
    assert_non_null(vertices);
    sight_pose(vertices, at, s->model, &s->person);
    scans_draw(s->points, POINTS, s->model, vertices, 0.002, NULL, 0, 7);
    free(vertices);

    for (int i = 0; i < KEYS; i++) {
        s->parts[i] = (pd_observe_part){false, joints[i], 1};
        s->keys[i] = (pd_observe_seen){
            .parts = &s->parts[i], .part_count = 1, .mirror = i, .confidence = 1, .sigma = 0.02};
        for (int c = 0; c < 3; c++) s->keys[i].at[c] = (double)at[3 * joints[i] + c];
    }
    s->job = (pd_train_align){.betas = s->betas,
                              .rotations = s->rotations,
                              .points = (const double(*)[3])s->points,
                              .point_count = POINTS,
                              .up = 1,
                              .executor = &pd_executor_serial};
}

static void close_scene(scene *s)
{
    pd_smpl_model_release(s->model);
}

/* Largest distance of the joints from where they are. */
static double joints_off(const scene *s)
{
    float is[3 * SIGHT_JOINTS], found[3 * SIGHT_JOINTS];
    sight_person other;
    double most = 0;

    memcpy(other.betas, s->betas, sizeof other.betas);
    memcpy(other.rotations, s->rotations, sizeof other.rotations);
    for (int c = 0; c < 3; c++) other.translation[c] = (float)s->job.translation[c];
    sight_pose(NULL, is, s->model, &s->person);
    sight_pose(NULL, found, s->model, &other);
    for (int k = 0; k < 22; k++) { /* hands have too few points here */
        double off[3];
        for (int c = 0; c < 3; c++) off[c] = (double)is[3 * k + c] - (double)found[3 * k + c];
        most = fmax(most, pd_length3(off));
    }
    return most;
}

static void four_keypoints_and_a_scan_make_a_body(void **state)
{
    scene s;
    (void)state;

    open_scene(&s, 0.5);
    s.job.keypoints = s.keys, s.job.keypoint_count = KEYS;
    assert_int_equal(pd_train_align_run(&s.job, s.model, NULL), PD_OK);
    assert_int_equal(s.job.starts, 1);
    assert_true(s.job.distance < 0.003);
    assert_true(joints_off(&s) < 0.025);
    close_scene(&s);
}

static void a_scan_alone_is_found_facing_anywhere(void **state)
{
    scene s;
    (void)state;

    open_scene(&s, 0.25);
    assert_int_equal(pd_train_align_run(&s.job, s.model, NULL), PD_OK);
    assert_true(s.job.starts > 1 && s.job.distance < 0.004);
    assert_true(joints_off(&s) < 0.05);
    close_scene(&s);
}

/* An arm that goes up and back, of which a ball of 17 cm about the elbow is gone, and keypoints that tell
 * nothing of it. Without looking again it is 26 cm off. */
static void an_arm_that_was_missed_is_found_again(void **state)
{
    pd_ik_prior *source;
    pd_observe_prior prior;
    float at[3 * SIGHT_JOINTS];
    double hole[3], r[9];
    const double up[3] = {0.6, 0.5, 1.0};
    scene s;

    (void)state;
    open_scene(&s, 0.3);
    assert_int_equal(pd_ik_prior_load(&source, "models/pose-prior.safetensors", NULL), PD_OK);
    assert_int_equal(pd_observe_prior_init(&prior, source, s.model, NULL), PD_OK);
    pd_rot_from_axis_angle(r, up);
    for (int i = 0; i < 9; i++) s.person.rotations[9 * 16 + i] = (float)r[i];
    float *vertices = malloc(3 * (size_t)s.model->vertex_count * sizeof *vertices);
    sight_pose(vertices, at, s.model, &s.person);
    for (int c = 0; c < 3; c++) hole[c] = (double)at[3 * 18 + c];
    scans_draw(s.points, POINTS, s.model, vertices, 0.002, hole, 0.17, 7);
    free(vertices);
    s.parts[2].index = 21;
    for (int c = 0; c < 3; c++) s.keys[2].at[c] = (double)at[3 * 21 + c];

    s.job.prior = &prior;
    s.job.keypoints = s.keys, s.job.keypoint_count = KEYS;
    assert_int_equal(pd_train_align_run(&s.job, s.model, NULL), PD_OK);
    assert_true(joints_off(&s) < 0.05);
    pd_ik_prior_release(source);
    close_scene(&s);
}

/* Rotates a joint by a vector. */
static void turn(float *rotations, int joint, double x, double y, double z)
{
    const double v[3] = {x, y, z};
    double r[9];
    pd_rot_from_axis_angle(r, v);
    for (int i = 0; i < 9; i++) rotations[9 * joint + i] = (float)r[i];
}

/* A bent left arm that hangs aside, of which a ball of 49 cm about the wrist is gone. The points that are
 * left draw the skin of forearm and hand to them. */
static void an_arm_that_was_not_scanned_is_not_laid_on_other_skin(void **state)
{
    pd_ik_prior *source;
    pd_observe_prior prior;
    float at[3 * SIGHT_JOINTS];
    double hole[3];
    sight_person found;
    scene s;

    (void)state;
    open_scene(&s, 0);
    assert_int_equal(pd_ik_prior_load(&source, "models/pose-prior.safetensors", NULL), PD_OK);
    assert_int_equal(pd_observe_prior_init(&prior, source, s.model, NULL), PD_OK);
    turn(s.person.rotations, 16, 0, 0, -0.5), turn(s.person.rotations, 18, 0, -0.4, 0);
    float *vertices = malloc(3 * (size_t)s.model->vertex_count * sizeof *vertices);
    sight_pose(vertices, at, s.model, &s.person);
    for (int c = 0; c < 3; c++) hole[c] = (double)at[3 * 20 + c];
    scans_draw(s.points, POINTS, s.model, vertices, 0.002, hole, 0.49, 7);
    free(vertices);

    s.job.prior = &prior;
    assert_int_equal(pd_train_align_run(&s.job, s.model, NULL), PD_OK);

    /* The job names what was not scanned, and the rest is where it was. */
    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++) {
        const bool is_missing = part == PD_OBSERVE_ALIGN_LEFT_FOREARM || part == PD_OBSERVE_ALIGN_LEFT_HAND;
        if (part == PD_OBSERVE_ALIGN_LEFT_UPPER_ARM) continue; /* half of it is gone */
        if (is_missing ? s.job.covered[part] >= 0.2 : s.job.covered[part] <= 0.3)
            fail_msg("%s: %.2f covered", pd_train_align_part_name(part), s.job.covered[part]);
    }
    assert_true(s.job.distance < 0.004 && s.job.strays < 0.002);

    /* No point is within 5 cm of the wrist. */
    memcpy(found.betas, s.betas, sizeof found.betas);
    memcpy(found.rotations, s.rotations, sizeof found.rotations);
    for (int c = 0; c < 3; c++) found.translation[c] = (float)s.job.translation[c];
    sight_pose(NULL, at, s.model, &found);
    double nearest = INFINITY;
    for (int i = 0; i < POINTS; i++) {
        double off[3];
        for (int c = 0; c < 3; c++) off[c] = s.points[i][c] - (double)at[3 * 20 + c];
        nearest = fmin(nearest, pd_length3(off));
    }
    if (!(nearest > 0.05)) fail_msg("%.3f m from the wrist to the nearest point", nearest);
    pd_ik_prior_release(source);
    close_scene(&s);
}

/* An arm that reaches forward, of which a ball of 16.5 cm about the forearm is gone: some of the hand is
 * left, 0.7 % of the points. Keypoints that were taken with the forearm folded onto the upper arm start it
 * there, as a component of the prior does in some scans. It has points on all of its visible skin then, and
 * its wrist is 44 cm off. */
static void a_forearm_that_was_folded_is_found_again(void **state)
{
    enum { SHOULDER = 17, ELBOW = 19, WRIST = 21 };
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_seen keys[SIGHT_JOINTS];
    pd_observe_part parts[SIGHT_JOINTS];
    float at[3 * SIGHT_JOINTS];
    double hole[3];
    scene s;

    (void)state;
    open_scene(&s, 0.3);
    assert_int_equal(pd_ik_prior_load(&source, "models/pose-prior.safetensors", NULL), PD_OK);
    assert_int_equal(pd_observe_prior_init(&prior, source, s.model, NULL), PD_OK);
    turn(s.person.rotations, SHOULDER, -0.08, 0.54, 0.1);
    turn(s.person.rotations, ELBOW, 0.08, 0.34, 0);
    float *vertices = malloc(3 * (size_t)s.model->vertex_count * sizeof *vertices);
    assert_non_null(vertices);
    sight_pose(vertices, at, s.model, &s.person);
    for (int c = 0; c < 3; c++) hole[c] = 0.29 * (double)at[3 * ELBOW + c] + 0.71 * (double)at[3 * WRIST + c];
    scans_draw(s.points, POINTS, s.model, vertices, 0.002, hole, 0.165, 7);
    free(vertices);

    /* Keypoints of the folded arm. */
    sight_person folded = s.person;
    turn(folded.rotations, SHOULDER, 0.26, 0.46, 0);
    turn(folded.rotations, ELBOW, 0.04, 2.81, 0);
    turn(folded.rotations, WRIST, 0.09, -0.2, -0.12);
    sight_pose(NULL, at, s.model, &folded);
    for (int i = 0; i < SIGHT_JOINTS; i++) {
        parts[i] = (pd_observe_part){false, i, 1};
        keys[i] = (pd_observe_seen){
            .parts = &parts[i], .part_count = 1, .mirror = i, .confidence = 1, .sigma = 0.02};
        for (int c = 0; c < 3; c++) keys[i].at[c] = (double)at[3 * i + c];
    }

    s.job.prior = &prior;
    s.job.keypoints = keys, s.job.keypoint_count = SIGHT_JOINTS;
    assert_int_equal(pd_train_align_run(&s.job, s.model, NULL), PD_OK);
    assert_true(joints_off(&s) < 0.05);
    assert_true(s.job.strays <= 0.001);

    /* What is missing is said. */
    assert_true(s.job.covered[PD_OBSERVE_ALIGN_RIGHT_FOREARM] < 0.5);
    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++)
        if (strncmp(pd_train_align_part_name(part), "right_", 6) || part >= PD_OBSERVE_ALIGN_LEFT_THIGH)
            assert_true(s.job.covered[part] > 0.9);
    pd_ik_prior_release(source);
    close_scene(&s);
}

static void a_box_is_not_accepted_as_a_person(void **state)
{
    scene s;
    pd_error err;
    pd_rng rng;
    (void)state;

    open_scene(&s, 0.5);
    pd_rng_init(&rng, 1);
    for (int i = 0; i < POINTS; i++)
        for (int c = 0; c < 3; c++) s.points[i][c] = pd_rng_between(&rng, -1.2, 1.2);
    s.job.keypoints = s.keys, s.job.keypoint_count = KEYS;
    assert_int_equal(pd_train_align_run(&s.job, s.model, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "no body comes near"));
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_keypoints_and_a_scan_make_a_body),
        cmocka_unit_test(a_scan_alone_is_found_facing_anywhere),
        cmocka_unit_test(an_arm_that_was_missed_is_found_again),
        cmocka_unit_test(a_forearm_that_was_folded_is_found_again),
        cmocka_unit_test(an_arm_that_was_not_scanned_is_not_laid_on_other_skin),
        cmocka_unit_test(a_box_is_not_accepted_as_a_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
