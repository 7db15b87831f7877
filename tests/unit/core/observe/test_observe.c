/* Tests fits of a person to points in space, pictures and orientations. The observations are made from a
 * known pose, which must be found again. */
#include "core/observe/observe.h"
#include "tests/support/cameras.h"
#include "tests/support/sight_group.h"

static void a_pose_is_recovered_from_joints_in_space_to_a_millimetre(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        sight_person truth, found = {0};
        sight what;
        double residuals[SIGHT_MOST];
        unsigned char unseen[SIGHT_JOINTS];
        pd_observe_job job = {.prior = &prior, .residuals = residuals, .unseen = unseen};
        sight_draw(&truth, 1, 1, seed);
        sight_joints(&what, model, &truth);
        assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
        assert_int_equal(job.status, PD_OBSERVE_CONVERGED);
        assert_true(sight_distance(model, &truth, &found) < 1e-3);
        assert_true(job.rms_space < 1e-3);
        assert_false(job.mirrored);
        assert_true(job.rms_picture == 0);

        /* hands end the chain: their own rotation moves no joint */
        for (int k = 0; k < SIGHT_JOINTS; k++)
            assert_int_equal(unseen[k], k == 10 || k == 11 || k == 15 || k == 22 || k == 23);
    }
}

/* A likely pose: a component's mean, looking somewhere to the camera's side. Returns the mean distance of
 * joints, pelvis on pelvis. */
static double in_a_picture(const pd_observe_prior *with, int component, sight_person *found,
                           pd_observe_job *job)
{
    const pd_quat *pose = source->poses + (size_t)component * SIGHT_JOINTS;
    sight_person truth, moved;
    sight what;
    float joints[2][3 * SIGHT_JOINTS];

    sight_draw(&truth, 0, 1, (uint64_t)component + 1);
    for (int k = 1; k < SIGHT_JOINTS; k++) {
        double r[9];
        pd_q_to_matrix(r, pose[k]);
        for (int i = 0; i < 9; i++) truth.rotations[9 * k + i] = (float)r[i];
    }
    truth.translation[2] -= 3;
    sight_set(&what, model, &truth, "openpose25", 1000);
    job->prior = with;
    job->camera = (pd_observe_camera){.fx = 1000, .fy = 1000, .cx = 500, .cy = 500};
    assert_int_equal(sight_fit(job, model, found, &what, NULL), PD_OK);

    sight_pose(NULL, joints[0], model, &truth);
    sight_pose(NULL, joints[1], model, found);
    moved = *found;
    for (int c = 0; c < 3; c++) moved.translation[c] += joints[0][c] - joints[1][c];
    return sight_distance(model, &truth, &moved);
}

static void a_person_fitted_to_a_picture_is_in_front_of_the_camera(void **state)
{
    double with = 0, without = 0;

    (void)state;
    for (int component = 0; component < 40; component += 8) {
        sight_person a = {0}, b = {0};
        pd_observe_job first = {0}, second = {0};
        with += in_a_picture(&prior, component, &a, &first) / 5;
        without += in_a_picture(NULL, component, &b, &second) / 5;
        assert_true(first.rms_picture < 4);
        assert_true(a.translation[2] < -1.5f && a.translation[2] > -6);
    }
    print_message("%.0f mm with the prior, %.0f without\n", 1000 * with, 1000 * without);
    assert_true(with < 0.08 && with < without);
}

/* Joints of people in A-pose, without a face: a body that leans back looks like a taller one farther away.
 * Returns the distance that is found as a fraction of the true one. */
static double distance_in_a_picture(uint64_t seed, double metres, double focal, double lean)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior,
                          .weights[PD_OBSERVE_TERM_LEAN] = lean,
                          .camera = {.fx = focal, .fy = focal, .cx = 500, .cy = 500}};

    /* The pose, before the camera. */
    sight_draw(&truth, 1, 0, seed);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const double turn[3] = {0, 0, k == 16 ? -0.9 : k == 17 ? 0.9 : 0};
        double r[9];
        pd_rot_from_axis_angle(r, turn);
        for (int i = 0; i < 9; i++) truth.rotations[9 * k + i] = (float)r[i];
    }
    truth.translation[0] = truth.translation[1] = 0;
    truth.translation[2] = (float)-metres;

    /* COCO's keypoints without nose, eyes and ears. */
    sight_set(&what, model, &truth, "coco17", focal);
    for (int i = 0; i < 5; i++) what.seen[i].confidence = 0;
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    return (double)-found.translation[2] / metres;
}

static void an_upright_person_in_a_picture_has_the_right_distance(void **state)
{
    (void)state;
    double worst = 0, worst_without = 0;
    for (uint64_t seed = 1; seed < 7; seed++) {
        const double metres = 2 + (double)(seed % 3) * 2, focal = seed % 2 ? 600 : 1000;
        worst = fmax(worst, fabs(distance_in_a_picture(seed, metres, focal, 1) - 1));
        worst_without = fmax(worst_without, fabs(distance_in_a_picture(seed, metres, focal, -1) - 1));
    }
    print_message("%.0f %% off at most, %.0f without the term lean\n", 100 * worst, 100 * worst_without);
    assert_true(worst < 0.2 && worst_without > 0.35);
}

/* Three cameras around somebody, by the test's own formulas; a wrist that one of them has elsewhere. */
static void several_cameras_determine_the_position_in_space(void **state)
{
    pd_observe_camera cameras[3];
    pd_error err;
    pd_rng rng;

    (void)state;
    cameras_ring(cameras, 3, 1.8);
    pd_rng_init(&rng, 4);
    for (uint64_t seed = 1; seed < 5; seed++) {
        sight_person truth, found = {0};
        sight space, what = {.count = 0};
        sight_draw(&truth, 1, 1, seed);
        for (int c = 0; c < 3; c++) truth.translation[c] = c == 1 ? 1 : 0.3f * truth.translation[c];
        sight_set(&space, model, &truth, "coco17", 0);
        for (int i = 0; i < 3 * space.count; i++) {
            const int place = i % space.count;
            pd_observe_seen *s = &what.seen[i];
            *s = space.seen[place];
            s->parts = space.parts[place];
            s->in_picture = true, s->camera = i / space.count, s->sigma = 1;
            s->mirror = i - place + s->mirror;
            cameras_see(s->at, &cameras[s->camera], space.seen[place].at, 0, &rng);
            s->at[2] = 0;
        }
        what.count = 3 * space.count;
        what.seen[9].at[0] += 120;
        pd_observe_job job = {.prior = &prior,
                              .camera = cameras[0],
                              .views = cameras + 1,
                              .view_count = 2,
                              .robust_picture = 40};
        assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
        assert_int_equal(job.status, PD_OBSERVE_CONVERGED);
        assert_true(sight_distance(model, &truth, &found) < 0.02);
        assert_false(job.mirrored);

        what.seen[4].camera = 3;
        assert_int_equal(sight_fit(&job, model, &found, &what, &err), PD_ERR_RANGE);
        assert_non_null(strstr(err.detail, "0 to 2 allowed"));
        what.seen[4].camera = 0;
        memset(cameras[2].rotation, 0, sizeof cameras[2].rotation);
        assert_int_equal(sight_fit(&job, model, &found, &what, &err), PD_ERR_INVALID);
        assert_string_equal(err.where, "/views/1/camera/rotation");
        cameras_ring(cameras, 3, 1.8);
        job.fit_focal = true;
        assert_int_equal(sight_fit(&job, model, &found, &what, &err), PD_ERR_INVALID);
    }
}

static void unseen_parts_are_reported_and_stay_likely(void **state)
{
    sight_person truth, found = {0};
    sight what;
    unsigned char unseen[SIGHT_JOINTS];
    double residuals[SIGHT_MOST], sd[SIGHT_BETAS];
    pd_observe_job job = {.prior = &prior, .unseen = unseen, .residuals = residuals, .betas_sd = sd};

    (void)state;
    sight_draw(&truth, 1, 0, 3);
    sight_joints(&what, model, &truth);
    static const int left_leg[] = {4, 7, 10};
    for (int i = 0; i < 3; i++) what.seen[left_leg[i]].confidence = 0;
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_true(unseen[1] && unseen[4] && unseen[7] && !unseen[2] && !unseen[5]);
    assert_true(isnan(residuals[4]) && residuals[5] < 1e-3);
    for (int i = 0; i < 9; i++) { /* no more than people do */
        double d = (double)found.rotations[9 * 4 + i] - (i % 4 == 0);
        assert_true(fabs(d) < 1.2);
    }
    assert_true(sd[0] < 0.7); /* how tall is seen */
    for (int b = 0; b < SIGHT_BETAS; b++) assert_true(sd[b] > 0 && sd[b] < 1.001);
}

static void exchanged_sides_are_reported_and_unchanged(void **state)
{
    sight_person truth, found = {0};
    sight what, swapped;
    pd_observe_job job = {.prior = &prior};

    (void)state;
    sight_draw(&truth, 1, 1, 2);
    sight_set(&what, model, &truth, "mediapipe33", 0);
    for (int i = 0; i < what.count; i++) what.seen[i].sigma = 0.01;
    swapped = what;
    for (int i = 0; i < what.count; i++) {
        swapped.seen[i].parts = swapped.parts[i];
        memcpy(swapped.seen[i].at, what.seen[what.seen[i].mirror].at, sizeof what.seen[i].at);
    }
    assert_int_equal(sight_fit(&job, model, &found, &swapped, NULL), PD_OK);
    assert_true(job.mirrored);
    assert_true(job.rms_space > 0.03);

    job = (pd_observe_job){.prior = &prior};
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_false(job.mirrored);
}

/* Three observations of the left wrist that were not seen have the right wrist as their other side.
 * Exchanging the sides makes all three count, so the exchanged fit has nine rows more than the first. */
static void several_observations_may_have_the_same_other_side(void **state)
{
    enum { LEFT_WRIST = 15, COPIES = 3 };
    sight_person truth, found = {0};
    sight what, swapped;
    pd_observe_job job = {.prior = &prior};

    (void)state;
    sight_draw(&truth, 1, 1, 2);
    sight_set(&what, model, &truth, "mediapipe33", 0);
    for (int i = 0; i < what.count; i++) what.seen[i].sigma = 0.01;
    swapped = what;
    for (int i = 0; i < what.count; i++) {
        swapped.seen[i].parts = swapped.parts[i];
        memcpy(swapped.seen[i].at, what.seen[what.seen[i].mirror].at, sizeof what.seen[i].at);
    }
    for (int i = 0; i < COPIES; i++) {
        pd_observe_seen *copy = &swapped.seen[swapped.count++];
        *copy = swapped.seen[LEFT_WRIST];
        copy->confidence = 0;
    }
    assert_true(swapped.count <= SIGHT_MOST);

    assert_int_equal(sight_fit(&job, model, &found, &swapped, NULL), PD_OK);
    assert_true(job.mirrored);
}

static void a_warm_start_begins_at_the_given_pose(void **state)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job cold = {.prior = &prior}, warm = {.prior = &prior, .warm = true};

    (void)state;
    sight_draw(&truth, 1, 1, 4);
    sight_joints(&what, model, &truth);
    assert_int_equal(sight_fit(&cold, model, &found, &what, NULL), PD_OK);
    memcpy(warm.translation, cold.translation, sizeof warm.translation);
    assert_int_equal(sight_fit(&warm, model, &found, &what, NULL), PD_OK);
    assert_true(warm.iterations_used <= 2);
    assert_near(warm.cost, cold.cost, 0.02 * cold.cost);
}

static void an_outlier_is_overruled_by_the_rest(void **state)
{
    sight_person truth, found = {0}, off = {0};
    sight what;
    pd_observe_job robust = {.prior = &prior, .robust_space = 0.1}, plain = {.prior = &prior};

    (void)state;
    sight_draw(&truth, 0.7, 0, 6);
    sight_joints(&what, model, &truth);
    for (int k = 0; k < SIGHT_JOINTS; k++) what.seen[k].sigma = 0.01;
    what.seen[20].at[1] += 1.5;
    assert_int_equal(sight_fit(&robust, model, &found, &what, NULL), PD_OK);
    assert_int_equal(sight_fit(&plain, model, &off, &what, NULL), PD_OK);
    assert_true(sight_distance(model, &truth, &found) < 0.02);
    assert_true(sight_distance(model, &truth, &off) > 0.04);
}

static void scale_and_focal_length_are_found(void **state)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior, .fit_scale = true, .keep_betas = true};

    (void)state;
    sight_draw(&truth, 0.7, 1, 7);
    sight_joints(&what, model, &truth);
    memcpy(found.betas, truth.betas, sizeof truth.betas);
    for (int k = 0; k < SIGHT_JOINTS; k++)
        for (int c = 0; c < 3; c++) what.seen[k].at[c] *= 100; /* centimetres */
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_near(job.scale, 100, 0.5);
    assert_true(job.rms_space < 0.2);

    sight_draw(&truth, 0.7, 0, 7);
    truth.translation[2] -= 2;
    sight_set(&what, model, &truth, "openpose25", 1000);
    job = (pd_observe_job){
        .prior = &prior, .fit_focal = true, .camera = {.fx = 800, .fy = 800, .cx = 500, .cy = 500}};
    memset(&found, 0, sizeof found);
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_true(job.camera.fx != 800 && job.camera.fx > 500 && job.camera.fx < 1600);
    assert_near(job.camera.fx, job.camera.fy, 1e-9);
    assert_true(job.rms_picture < 4);
}

static void a_floor_puts_the_lowest_foot_on_it(void **state)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior, .has_floor = true, .floor = 0};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices), joints[3 * SIGHT_JOINTS];
    double lowest = INFINITY;

    (void)state;
    sight_draw(&truth, 0.5, 0, 8);
    truth.translation[1] = 1;
    sight_joints(&what, model, &truth);
    for (int k = 0; k < SIGHT_JOINTS; k++) what.seen[k].sigma = 0.5; /* hardly known where */
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    sight_pose(vertices, joints, model, &found);
    for (int v = 0; v < model->vertex_count; v++) lowest = fmin(lowest, (double)vertices[3 * v + 1]);
    assert_near(lowest, 0, 0.03);
    free(vertices);
}

static int never(void *ctx)
{
    (void)ctx;
    return 0;
}

static void a_fit_ends_when_it_is_told_to_stop(void **state)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior, .keep_going = never};

    (void)state;
    sight_draw(&truth, 1, 1, 4);
    sight_joints(&what, model, &truth);
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_int_equal(job.iterations_used, 0);
    assert_int_equal(job.status, PD_OBSERVE_BUDGET);
}

/* ---- bad input */

typedef struct bad_case {
    const char *where, *says;
    void (*spoil)(pd_observe_job *job, sight *what, sight_person *start);
} bad_case;

#define SPOIL(name, ...)                                                                                     \
    static void name(pd_observe_job *job, sight *what, sight_person *start)                                  \
    {                                                                                                        \
        (void)job, (void)what, (void)start;                                                                  \
        __VA_ARGS__;                                                                                         \
    }
SPOIL(nan_point, what->seen[3].at[1] = NAN)
SPOIL(far_point, what->seen[3].at[1] = 1e9)
SPOIL(negative_confidence, what->seen[2].confidence = -0.1)
SPOIL(no_noise, what->seen[2].sigma = 0)
SPOIL(nothing_seen, for (int i = 0; i < what->count; i++) what->seen[i].confidence = 0)
SPOIL(two_points, for (int i = 2; i < what->count; i++) what->seen[i].confidence = 0)
SPOIL(on_a_line, for (int i = 0; i < what->count; i++) what->seen[i].at[0] = i,
      what->seen[i].at[1] = what->seen[i].at[2] = 2)
SPOIL(no_such_joint, what->parts[4][0].index = 24)
SPOIL(no_such_vertex, what->parts[4][0].index = 13380; what->parts[4][0].is_vertex = true)
SPOIL(no_parts, what->seen[1].part_count = 0)
SPOIL(heavy_part, what->parts[4][0].weight = INFINITY)
SPOIL(no_such_mirror, what->seen[1].mirror = 24)
SPOIL(too_many, job->seen_count = PD_OBSERVE_MOST_SEEN + 1)
SPOIL(too_many_betas, job->beta_count = 17)
SPOIL(no_focal, what->seen[0].in_picture = true)
SPOIL(bad_camera, what->seen[0].in_picture = true; job->camera.fx = job->camera.fy = 1;
      job->camera.rotation[0] = 2)
SPOIL(few_in_picture, for (int i = 0; i < what->count; i++) what->seen[i].in_picture = true,
      what->seen[i].confidence = i < 3)
SPOIL(on_one_pixel, job->camera.fx = job->camera.fy = 1000;
      for (int i = 0; i < what->count; i++) what->seen[i].in_picture = true, what->seen[i].at[0] = 7,
      what->seen[i].at[1] = 9 + 0.5 * (i % 2))
SPOIL(bent_start, job->warm = true; start->rotations[0] = 3)
SPOIL(wild_betas, job->keep_betas = true; start->betas[2] = NAN)
SPOIL(nan_floor, job->has_floor = true; job->floor = NAN)

static void bad_input_is_refused_with_its_place(void **state)
{
    static const bad_case cases[] = {
        {"/observations/3", "coordinate 1 is nan; -10000 to 10000 allowed", nan_point},
        {"/observations/3", "coordinate 1 is 1e+09; -10000 to 10000 allowed", far_point},
        {"/observations/2", "confidence is -0.1; 0 to 1 allowed", negative_confidence},
        {"/observations/2", "noise is 0; 1e-05 to 10000 allowed", no_noise},
        {"/observations",
         "no points, or every confidence is 0; at least one point with a confidence above 0 expected",
         nothing_seen},
        {"/observations",
         "2 seen in space and 0 in the picture; at least 3 in space or 4 in the picture expected",
         two_points},
        {"/observations", "all 24 points lie on a line or on one another; three that do not are expected",
         on_a_line},
        {"/observations/4", "joint 24; 0 to 23 allowed", no_such_joint},
        {"/observations/4", "vertex 13380; 0 to 13379 allowed", no_such_vertex},
        {"/observations/1", "no joint or vertex; at least one expected", no_parts},
        {"/observations/4", "weight inf; -1000 to 1000 allowed", heavy_part},
        {"/observations/1", "its other side is 24; 0 to 23 allowed", no_such_mirror},
        {"/observations", "4097 points; 1 to 4096 allowed", too_many},
        {"/beta_count", "17; 0 to 16 allowed", too_many_betas},
        {"/camera/fx", "0; above 0 to 1000000 allowed", no_focal},
        {"/camera/rotation", "not a rotation: R R^T differs from 1 by 3 or it mirrors; at most 0.001 allowed",
         bad_camera},
        {"/observations",
         "0 seen in space and 3 in the picture; at least 3 in space or 4 in the picture expected",
         few_in_picture},
        {"/observations",
         "all 24 points of the picture lie within 3 pixels of one another; pixels expected: multiply "
         "fractions of a picture by its width and height",
         on_one_pixel},
        {"/start/rotations", "joint 0: R R^T differs from 1 by 8; at most 0.001 allowed", bent_start},
        {"/start/betas", "number 2 is nan; -100 to 100 allowed", wild_betas},
        {"/floor", "nan; -10000 to 10000 allowed", nan_floor},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sight_person truth, start;
        sight what;
        pd_observe_job job = {0};
        pd_error err = {0};
        sight_draw(&truth, 0, 0, 1);
        start = truth;
        sight_joints(&what, model, &truth);
        job.betas = start.betas, job.rotations = start.rotations;
        job.seen = what.seen, job.seen_count = what.count;
        cases[i].spoil(&job, &what, &start);
        assert_int_not_equal(pd_observe_check(&job, model, &err), PD_OK);
        assert_string_equal(err.where, cases[i].where);
        assert_string_equal(err.detail, cases[i].says);
    }
}

/* One of everything: places in space and in pictures of two cameras, an orientation, a start and a floor. Of
 * every number its least and its greatest are taken and what comes after them is refused, by its place. */
static void each_limit_is_accepted_and_the_next_value_is_refused(void **state)
{
    const double first = nextafter(0, 1), unit[3] = {0, 0.6, 0.8};
    double normal[3] = {0, 0.6, 0.8};
    sight_person start;
    sight what;
    pd_observe_camera view = {.fx = 900, .fy = 900, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    pd_observe_job job = {.warm = true, .has_floor = true, .views = &view, .view_count = 1};
    pd_error err;

    (void)state;
    sight_draw(&start, 0.5, 0, 1);
    sight_joints(&what, model, &start);
    job.camera = (pd_observe_camera){.fx = 1000, .fy = 1100};
    job.betas = start.betas, job.rotations = start.rotations;
    job.seen = what.seen, job.seen_count = what.count;
    what.seen[5].in_picture = true, what.seen[5].at[2] = NAN;
    what.seen[6].is_turn = true;
    what.parts[6][1] = what.parts[6][0];
    what.seen[8].normal = normal;

    const struct {
        double *value, least, greatest;
        const char *where;
    } numbers[] = {{&what.seen[3].confidence, 0, 1, "/observations/3"},
                   {&what.seen[3].at[0], -1e4, 1e4, "/observations/3"},
                   {&what.seen[3].at[2], -1e4, 1e4, "/observations/3"},
                   {&what.seen[3].sigma, 1e-5, 1e4, "/observations/3"},
                   {&what.parts[4][0].weight, -1e3, 1e3, "/observations/4"},
                   {&what.seen[5].at[0], -1e6, 1e6, "/observations/5"},
                   {&what.seen[5].at[1], -1e6, 1e6, "/observations/5"},
                   {&what.seen[5].sigma, 1e-5, 1e6, "/observations/5"},
                   {&what.seen[6].at[2], -6.3, 6.3, "/observations/6"},
                   {&what.seen[6].sigma, 1e-5, 6.3, "/observations/6"},
                   {&job.camera.fx, first, 1e6, "/camera/fx"},
                   {&job.camera.fy, first, 1e6, "/camera/fy"},
                   {&job.camera.cx, -1e6, 1e6, "/camera/cx"},
                   {&job.camera.cy, -1e6, 1e6, "/camera/cx"},
                   {&job.camera.translation[0], -1e4, 1e4, "/camera/translation"},
                   {&job.camera.translation[2], -1e4, 1e4, "/camera/translation"},
                   {&view.fy, first, 1e6, "/views/0/camera/fy"},
                   {&view.translation[1], -1e4, 1e4, "/views/0/camera/translation"},
                   {&job.translation[0], -1e4, 1e4, "/start/translation"},
                   {&job.translation[2], -1e4, 1e4, "/start/translation"},
                   {&job.floor, -1e4, 1e4, "/floor"}};
    assert_int_equal(pd_observe_check(&job, model, &err), PD_OK);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const double kept = *numbers[i].value;
        for (int end = 0; end < 2; end++) {
            const double bound = end ? numbers[i].greatest : numbers[i].least;
            *numbers[i].value = bound;
            if (pd_observe_check(&job, model, &err))
                fail_msg("%s at %g: %s", numbers[i].where, bound, err.detail);
            *numbers[i].value = nextafter(bound, end ? INFINITY : -INFINITY);
            assert_int_equal(pd_observe_check(&job, model, &err), PD_ERR_RANGE);
            assert_string_equal(err.where, numbers[i].where);
        }
        *numbers[i].value = NAN;
        assert_int_equal(pd_observe_check(&job, model, &err), PD_ERR_RANGE);
        *numbers[i].value = kept;
    }

    const struct {
        int *value, least, greatest;
        const char *where;
    } counts[] = {{&what.seen[7].mirror, 0, SIGHT_JOINTS - 1, "/observations/7"},
                  {&what.parts[7][0].index, 0, SIGHT_JOINTS - 1, "/observations/7"},
                  {&what.seen[6].part_count, 1, 1, "/observations/6"},
                  {&what.seen[5].camera, 0, 1, "/observations"},
                  {&job.beta_count, 0, SIGHT_BETAS, "/beta_count"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const int kept = *counts[i].value;
        for (int value = counts[i].least - 1; value <= counts[i].greatest + 1; value++) {
            const bool inside = value >= counts[i].least && value <= counts[i].greatest;
            *counts[i].value = value;
            if ((pd_observe_check(&job, model, &err) == PD_OK) != inside)
                fail_msg("%s: %d", counts[i].where, value);
            if (!inside) assert_string_equal(err.where, counts[i].where);
        }
        *counts[i].value = kept;
    }

    for (int c = 1; c < 3; c++) {
        normal[c] = unit[c] * 1.001;
        assert_int_equal(pd_observe_check(&job, model, &err), PD_ERR_INVALID);
        assert_string_equal(err.where, "/observations/8");
        normal[c] = unit[c];
    }
    assert_int_equal(pd_observe_check(&job, model, &err), PD_OK);
    job.view_count = PD_OBSERVE_MOST_VIEWS + 1;
    assert_int_equal(pd_observe_check(&job, model, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/views");
}

static void a_start_behind_the_camera_is_reported(void **state)
{
    sight_person truth, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior, .camera = {.fx = 1000, .fy = 1000, .cx = 500, .cy = 500}};

    (void)state;
    sight_draw(&truth, 0, 0, 1);
    truth.translation[2] = 3; /* the camera looks along -z */
    sight_joints(&what, model, &truth);
    what.seen[0].in_picture = true;
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_int_equal(job.status, PD_OBSERVE_BEHIND);
    assert_string_equal(pd_observe_status_name(job.status), "behind");
}

/* Seventeen bones' orientations give back the pose of those bones,
 * whatever the rest does; betas and place stay. */
static void a_pose_is_recovered_from_orientations_alone(void **state)
{
    static const int bones[17] = {0, 9, 15, 13, 14, 16, 17, 18, 19, 20, 21, 1, 2, 4, 5, 7, 8};
    pd_smpl_model *m = sight_model();
    sight_person truth, found = {.betas = {0.5F}};
    sight s = {.count = 17};
    double world[SIGHT_JOINTS][9], own[SIGHT_JOINTS][9];
    pd_error err;

    (void)state;
    sight_draw(&truth, 1, 1, 3);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double r[9];
        for (int i = 0; i < 9; i++) r[i] = (double)truth.rotations[9 * k + i];
        memcpy(world[k], r, sizeof r);
        if (k) pd_rot_mul(world[k], world[m->data.parents[k]], r);
    }
    for (int i = 0; i < 17; i++) {
        s.parts[i][0] = (pd_observe_part){false, bones[i], 1};
        s.seen[i] = (pd_observe_seen){.parts = s.parts[i],
                                      .part_count = 1,
                                      .mirror = i,
                                      .is_turn = true,
                                      .confidence = 1,
                                      .sigma = 0.001};
        pd_rot_to_axis_angle(s.seen[i].at, world[bones[i]]);
    }
    double residuals[SIGHT_MOST], at[SIGHT_MOST][3];
    unsigned char unseen[SIGHT_JOINTS];
    pd_observe_job job = {.keep_betas = true, .residuals = residuals, .at = at, .unseen = unseen};
    assert_int_equal(sight_fit(&job, m, &found, &s, &err), PD_OK);
    assert_near(found.betas[0], 0.5, 0);
    assert_near(found.translation[1], 0, 1e-9);
    assert_true(job.rms_turn > 0 && job.rms_turn < 0.01);
    assert_near(job.rms_space, 0, 0);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double r[9];
        for (int i = 0; i < 9; i++) r[i] = (double)found.rotations[9 * k + i];
        memcpy(own[k], r, sizeof r);
        if (k) pd_rot_mul(own[k], own[m->data.parents[k]], r);
    }
    for (int i = 0; i < 17; i++) {
        double back[9], by[9], off[3], turn[9];
        for (int c = 0; c < 9; c++) back[c] = world[bones[i]][3 * (c % 3) + c / 3];
        pd_rot_mul(by, own[bones[i]], back);
        pd_rot_to_axis_angle(off, by);
        const double angle = sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
        assert_near(angle, 0, 0.01);
        assert_near(residuals[i], angle, 1e-6);
        pd_rot_from_axis_angle(turn, at[i]);
        for (int c = 0; c < 9; c++) assert_near(turn[c], own[bones[i]][c], 1e-6);
    }
    assert_int_equal(unseen[4], 0);
    assert_int_equal(unseen[22], 1); /* a hand's end */

    s.seen[3].at[1] = 7;
    assert_int_equal(sight_fit(&job, m, &found, &s, &err), PD_ERR_RANGE);
    s.seen[3].at[1] = 0, s.seen[3].part_count = 2, s.parts[3][1] = s.parts[3][0];
    assert_int_equal(sight_fit(&job, m, &found, &s, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "one joint's expected"));
    pd_smpl_model_release(m);
}

/* Returns the metres by which the deepest pair of capsules is inside one another. */
static double inside(const sight_person *person)
{
    const pd_smpl_capsules *all = pd_smpl_model_capsules(model);
    float at[3 * SIGHT_JOINTS];
    double joints[SIGHT_JOINTS][3], s[2], between[3], most = 0;

    sight_pose(NULL, at, model, person);
    for (int i = 0; i < 3 * SIGHT_JOINTS; i++) joints[i / 3][i % 3] = (double)at[i];
    for (int i = 0; i < all->pair_count; i++) {
        const pd_smpl_capsule *a = &all->each[all->pairs[i][0]], *b = &all->each[all->pairs[i][1]];
        const double apart = pd_smpl_capsules_nearest(s, between, a, b, (const double(*)[3])joints);
        most = fmax(most, a->radius + b->radius - apart);
    }
    return most;
}

/* Wrists are seen in the middle of the chest, elbows and hands are not; 2 cm of noise. */
static void a_forearm_does_not_stay_in_the_chest(void **state)
{
    double in[2];

    (void)state;
    for (int with = 0; with < 2; with++) {
        sight_person truth, found = {0};
        sight what;
        pd_observe_job job = {.prior = &prior, .weights[PD_OBSERVE_TERM_CAPSULES] = with ? 1 : -1};
        sight_draw(&truth, 0.3, 0, 5);
        sight_joints(&what, model, &truth);
        for (int i = 0; i < what.count; i++) {
            what.seen[i].sigma = 0.02;
            if (i == 18 || i == 19 || i > 21) what.seen[i].confidence = 0;
        }
        for (int c = 0; c < 3; c++)
            what.seen[20].at[c] = what.seen[21].at[c] = 0.5 * (what.seen[6].at[c] + what.seen[9].at[c]);
        assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
        in[with] = inside(&found);
    }
    print_message("%.1f cm inside without the term, %.1f with it\n", 100 * in[0], 100 * in[1]);
    assert_true(in[0] > 0.05 && in[1] < 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_is_recovered_from_joints_in_space_to_a_millimetre),
        cmocka_unit_test(a_person_fitted_to_a_picture_is_in_front_of_the_camera),
        cmocka_unit_test(an_upright_person_in_a_picture_has_the_right_distance),
        cmocka_unit_test(several_cameras_determine_the_position_in_space),
        cmocka_unit_test(unseen_parts_are_reported_and_stay_likely),
        cmocka_unit_test(exchanged_sides_are_reported_and_unchanged),
        cmocka_unit_test(several_observations_may_have_the_same_other_side),
        cmocka_unit_test(a_warm_start_begins_at_the_given_pose),
        cmocka_unit_test(an_outlier_is_overruled_by_the_rest),
        cmocka_unit_test(scale_and_focal_length_are_found),
        cmocka_unit_test(a_floor_puts_the_lowest_foot_on_it),
        cmocka_unit_test(a_fit_ends_when_it_is_told_to_stop),
        cmocka_unit_test(bad_input_is_refused_with_its_place),
        cmocka_unit_test(each_limit_is_accepted_and_the_next_value_is_refused),
        cmocka_unit_test(a_start_behind_the_camera_is_reported),
        cmocka_unit_test(a_pose_is_recovered_from_orientations_alone),
        cmocka_unit_test(a_forearm_does_not_stay_in_the_chest),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
