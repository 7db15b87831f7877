/* Sensors on a body whose pose is known: mounted anyhow, in worlds with any axis up and any heading. */
#include "core/observe/sensor/sensors.h"
#include "tests/support/sight_model.h"

enum { SENSORS = 6, FRAMES = 40 };

static const char *const names[SENSORS] = {"pelvis_imu",   "head",    "L_LowArm",
                                           "RightForeArm", "tibia_l", "right_knee"};
static const int joints[SENSORS] = {0, 15, 18, 19, 4, 5};

static void bones_are_known_by_many_names(void **state)
{
    static const struct {
        const char *name, *joint;
    } rows[] = {{"left_shoulder", "left_shoulder"},
                {"LeftShoulder", "left_collar"},
                {"LeftUpperArm", "left_shoulder"},
                {"humerus_r", "right_shoulder"},
                {"R_UpLeg", "right_hip"},
                {"femur_l_imu", "left_hip"},
                {"Sternum", "spine3"},
                {"T8", "spine3"},
                {"Head", "head"},
                {"calcn_r", "right_ankle"},
                {"LeftLeg", "left_knee"},
                {"Right Hand", "right_wrist"},
                {"left_hand", "left_wrist"},
                {"l_hip", NULL},
                {"box", NULL},
                {"left", NULL},
                {"", NULL},
                {"leg", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pd_observe_sensor_joint(model, rows[i].name),
                         rows[i].joint ? pd_smpl_joint_find(&model->data, rows[i].joint) : -1);
}

/* The forward pass of the pose's own rotations puts arms where the pose has them. */
static void a_body_stands_in_the_calibration_pose(void **state)
{
    double rest[SIGHT_JOINTS][9];

    (void)state;
    for (int pose = 0; pose < 2; pose++) {
        pd_observe_sensor_rest(rest, model, (pd_observe_sensor_pose)pose);
        for (int side = 0; side < 2; side++)
            for (int k = 16 + side; k < 20; k += 2) {
                const double *a = model->joint_template + 3 * k, *b = a + 6;
                double bone[3], length = 0, to[3];
                for (int c = 0; c < 3; c++) bone[c] = b[c] - a[c], length += bone[c] * bone[c];
                for (int c = 0; c < 3; c++)
                    to[c] = (rest[k][3 * c] * bone[0] + rest[k][3 * c + 1] * bone[1] +
                             rest[k][3 * c + 2] * bone[2]) /
                            sqrt(length);
                assert_near(to[0], pose ? 0 : side ? -1 : 1, 1e-9);
                assert_near(to[1], pose ? -1 : 0, 1e-9);
            }
        assert_memory_equal(rest[22], rest[18], sizeof *rest); /* hands go with forearms */
        assert_near(rest[4][0], 1, 0);
    }
}

/* World orientations of a pose, by products of local rotations. */
static void world_of(double out[SIGHT_JOINTS][9], const sight_person *p)
{
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double own[9];
        for (int i = 0; i < 9; i++) own[i] = (double)p->rotations[9 * k + i];
        if (k)
            pd_rot_mul(out[k], out[model->data.parents[k]], own);
        else
            memcpy(out[k], own, sizeof own);
    }
}

typedef struct worn {
    pd_orientations file;
    double truth[FRAMES][SIGHT_JOINTS][9];
} worn;

static void put(float *out, const double m[9])
{
    const pd_quat q = pd_q_from_matrix(m);
    out[0] = (float)q.x, out[1] = (float)q.y, out[2] = (float)q.z, out[3] = (float)q.w;
}

/* Frame 0 is the calibration pose. world (3,3): from +Y up to the sensors', with the heading in it. */
static void wear(worn *w, const double world[9], pd_observe_sensor_pose pose)
{
    double rest[SIGHT_JOINTS][9];
    pd_rng rng;

    w->file = (pd_orientations){.sensor_count = SENSORS, .frame_count = FRAMES, .rate = 30};
    w->file.names = calloc(PD_ORIENTATIONS_SENSORS, sizeof *w->file.names);
    w->file.readings = malloc(4 * FRAMES * SENSORS * sizeof(float));
    pd_observe_sensor_rest(rest, model, pose);
    memcpy(w->truth[0], rest, sizeof rest);
    for (int f = 1; f < FRAMES; f++) {
        sight_person p;
        sight_draw(&p, 0.9, 0, 100 + (uint64_t)f);
        world_of(w->truth[f], &p);
    }
    pd_rng_init(&rng, 7);
    for (int i = 0; i < SENSORS; i++) {
        const double v[3] = {pd_rng_normal(&rng), 2 * pd_rng_normal(&rng), pd_rng_normal(&rng)};
        double mount[9];
        strcpy(w->file.names[i], names[i]);
        pd_rot_from_axis_angle(mount, v);
        for (int f = 0; f < FRAMES; f++) {
            double bone[9], read[9];
            pd_rot_mul(bone, world, w->truth[f][joints[i]]);
            pd_rot_mul(read, bone, mount);
            put(w->file.readings + 4 * (f * SENSORS + i), read);
        }
    }
}

/* From a body that faces +Z, +Y up, to a world with another axis up in which it has the heading. */
static void world_with(double out[9], pd_up up, double heading)
{
    double back[9], turn[9];

    pd_q_to_matrix(back, pd_q_conjugate(pd_up_turn(up)));
    pd_rot_from_axis_angle(turn, (const double[3]){0, pd_up_heading(up) + heading, 0});
    pd_rot_mul(out, back, turn);
}

static void bone_rotations_do_not_depend_on_how_sensors_are_attached(void **state)
{
    static worn w;

    (void)state;
    for (pd_up up = 0; up < PD_UP_COUNT; up++) {
        const pd_observe_sensor_pose pose = up == 1 ? PD_OBSERVE_POSE_N : PD_OBSERVE_POSE_T;
        const double heading = 1.1 * (int)up - 1;
        double world[9];
        pd_observe_sensor_set s;
        pd_error err;
        world_with(world, up, heading);
        wear(&w, world, pose);
        const pd_observe_sensor_request r = {
            .file = &w.file, .up = up, .pose = pose, .facing = heading, .noise = 0.02, .drift = 0.001};
        assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_OK);
        assert_int_equal(s.count, SENSORS);
        for (int f = 0; f < FRAMES; f++)
            for (int i = 0; i < SENSORS; i++) {
                double at[3], q[9], turn[9], want[9];
                for (int c = 0; c < 3; c++) at[c] = (double)s.at[3 * (f * SENSORS + i) + c];
                pd_rot_from_axis_angle(q, at);
                pd_rot_from_axis_angle(turn, (const double[3]){0, pd_up_heading(up) + heading, 0});
                pd_rot_mul(want, turn, w.truth[f][joints[i]]); /* the body faces there */
                for (int c = 0; c < 9; c++) assert_near(q[c], want[c], 2e-5);
            }
        /* headings are known to .02 at once, and to hypot(.02, .001 t) after t seconds */
        assert_near(s.confidence[0], 1, 0);
        const double off = 0.001 * (FRAMES - 1) / 30 / 0.02;
        assert_near(s.confidence[(FRAMES - 1) * SENSORS], 1 / (1 + off * off), 1e-5);
        pd_observe_sensor_set_deinit(&s);
        pd_orientations_deinit(&w.file);
    }
}

static void the_calibration_facing_is_found_from_the_motion(void **state)
{
    static worn w;
    double world[9];
    pd_observe_sensor_set s;
    pd_error err;

    (void)state;
    world_with(world, 2, 2.2);
    wear(&w, world, PD_OBSERVE_POSE_T);
    const pd_observe_sensor_request r = {.file = &w.file, .up = 2, .facing = NAN, .noise = 0.035};
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_OK);
    assert_near(s.facing, 0, 0);
    assert_int_equal(pd_observe_sensor_set_find(&s, model, NULL, NULL, NULL, &err), PD_OK);
    assert_near(s.facing, 2.2, 0.3);
    pd_observe_sensor_set_deinit(&s);
    pd_orientations_deinit(&w.file);
}

static void an_error_is_reported_with_the_sensors_name(void **state)
{
    static worn w;
    const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    pd_observe_sensor_set s;
    pd_error err;

    (void)state;
    wear(&w, same, PD_OBSERVE_POSE_T);
    pd_observe_sensor_request r = {.file = &w.file, .up = 1, .noise = 0.035, .last = FRAMES - 1};
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_RANGE);
    assert_non_null(
        strstr(err.detail, "degrees in the calibration pose (frames 0 to 39); at most 20 allowed"));
    pd_observe_sensor_set_deinit(&s);
    r.last = FRAMES;
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "frame 0 to 40; 0 to 39 allowed"));
    pd_observe_sensor_set_deinit(&s);
    r.last = 0;

    for (int c = 0; c < 4; c++) w.file.readings[4 * 3 + c] = NAN;
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "'RightForeArm' has no reading"));
    pd_observe_sensor_set_deinit(&s);

    strcpy(w.file.names[3], "box");
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_OK);
    assert_int_equal(s.unknown_count, 1);
    assert_int_equal(s.count, SENSORS - 1);
    assert_int_equal(s.places[3].mirror, 4); /* the knees */
    pd_observe_sensor_set_deinit(&s);
    strcpy(w.file.names[3], "left_elbow");
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "'L_LowArm' and 'left_elbow' are both on left_elbow"));
    pd_observe_sensor_set_deinit(&s);
    for (int i = 0; i < SENSORS; i++) sprintf(w.file.names[i], "box%d", i);
    assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "here");
    pd_observe_sensor_set_deinit(&s);
    pd_orientations_deinit(&w.file);
}

/* Each bound, and what comes after it. */
static void each_limit_is_accepted_and_the_next_value_is_refused(void **state)
{
    static worn w;
    const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    pd_observe_sensor_set s;
    pd_error err;

    (void)state;
    wear(&w, same, PD_OBSERVE_POSE_T);
    pd_observe_sensor_request r = {.file = &w.file, .up = 1, .noise = 0.035};
    const struct {
        double *value, least, greatest;
        const char *says;
    } rows[] = {{&r.noise, 1e-4, 1, "noise of"},
                {&r.drift, 0, 1, "drift of"},
                {&r.facing, -2 * M_PI, 2 * M_PI, "facing"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double kept = *rows[i].value;
        for (int end = 0; end < 2; end++) {
            *rows[i].value = end ? rows[i].greatest : rows[i].least;
            assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_OK);
            pd_observe_sensor_set_deinit(&s);
            *rows[i].value = nextafter(*rows[i].value, end ? INFINITY : -INFINITY);
            assert_int_equal(pd_observe_sensor_set_make(&s, &r, model, "here", &err), PD_ERR_RANGE);
            assert_non_null(strstr(err.detail, rows[i].says));
            pd_observe_sensor_set_deinit(&s);
        }
        *rows[i].value = kept;
    }
    pd_orientations_deinit(&w.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_known_by_many_names),
        cmocka_unit_test(a_body_stands_in_the_calibration_pose),
        cmocka_unit_test(bone_rotations_do_not_depend_on_how_sensors_are_attached),
        cmocka_unit_test(the_calibration_facing_is_found_from_the_motion),
        cmocka_unit_test(an_error_is_reported_with_the_sensors_name),
        cmocka_unit_test(each_limit_is_accepted_and_the_next_value_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
