/* 6-DoF trackers on a body whose motion is known, mounted in any orientation: the take finds shape, arms and
 * motion, from either calibration pose. */
#include "core/observe/sensor/trackers.h"
#include "core/observe/take/room.h"
#include "tests/support/sight_group.h"

#include <stdio.h>

enum { DEVICES = 6, HELD = 15, FRAMES = 45, RATE = 30 };

/* Joint, name, and place at rest: metres from the joint, known here alone. */
static const struct {
    const char *name;
    int joint;
    double at[3];
} devices[DEVICES] = {{"hmd", 15, {.01, .085, .11}},         {"left_hand", 20, {.09, .02, .02}},
                      {"right_hand", 21, {-.06, -.02, .03}}, {"waist", 0, {.02, .05, -.13}},
                      {"left_ankle", 7, {.01, 0, .1}},       {"right_ankle", 8, {-.01, -.03, .05}}};

typedef struct worn {
    float joints[FRAMES][3 * SIGHT_JOINTS]; /* true */
    double places[FRAMES][DEVICES][3];
    pd_quat turns[FRAMES][DEVICES];
} worn;

/* Local rotations (K,9) of the calibration pose. */
static void stand(double (*out)[9], pd_observe_sensor_pose pose)
{
    double world[SIGHT_JOINTS][9];
    pd_observe_sensor_rest(world, model, pose);
    memcpy(out, world, sizeof world);
    for (int k = 1; k < SIGHT_JOINTS; k++) {
        double back[9];
        for (int i = 0; i < 9; i++) back[i] = world[model->data.parents[k]][3 * (i % 3) + i / 3];
        pd_rot_mul(out[k], back, world[k]);
    }
}

/* A person who stands in the pose for half a second and then moves limbs and trunk, with the devices on. */
static void wear(worn *w, pd_observe_sensor_pose pose, uint64_t seed)
{
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    double from[SIGHT_JOINTS][9];
    sight_person to, now;
    pd_quat mounts[DEVICES];
    pd_rng rng;

    pd_rng_init(&rng, seed);
    stand(from, pose);
    sight_draw(&to, 0.8, 0, seed);
    for (int i = 0; i < DEVICES; i++)
        mounts[i] =
            pd_q_from_rotvec((pd_vec3){pd_rng_normal(&rng), 2 * pd_rng_normal(&rng), pd_rng_normal(&rng)});
    for (int f = 0; f < FRAMES; f++) {
        const double share = f < HELD ? 0 : 0.5 - 0.5 * cos(M_PI * (f - HELD) / (FRAMES - 1 - HELD));
        double world[SIGHT_JOINTS][9];
        now = to;
        now.translation[0] = now.translation[2] = 0;
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            double b[9], r[9];
            for (int i = 0; i < 9; i++) b[i] = (double)to.rotations[9 * k + i];
            const pd_quat p = pd_q_from_matrix(from[k]), q = pd_q_from_matrix(b);
            const pd_vec3 step = pd_q_to_rotvec(pd_q_inv_mul(p, q));
            pd_q_to_matrix(r, pd_q_mul(p, pd_q_from_rotvec(pd_vec3_scale(step, share))));
            for (int i = 0; i < 9; i++) now.rotations[9 * k + i] = (float)r[i];
            if (k)
                pd_rot_mul(world[k], world[model->data.parents[k]], r);
            else
                memcpy(world[k], r, sizeof r);
        }

        /* The soles of the calibration pose are at height 0. */
        if (!f) {
            float low = INFINITY;
            to.translation[1] = now.translation[1] = 0;
            sight_pose(vertices, w->joints[f], model, &now);
            for (int v = 0; v < model->vertex_count; v++) low = fminf(low, vertices[3 * v + 1]);
            to.translation[1] = now.translation[1] = -low;
        }
        sight_pose(NULL, w->joints[f], model, &now);
        for (int i = 0; i < DEVICES; i++) {
            const double *r = world[devices[i].joint];
            for (int c = 0; c < 3; c++) {
                w->places[f][i][c] = (double)w->joints[f][3 * devices[i].joint + c];
                for (int d = 0; d < 3; d++) w->places[f][i][c] += r[3 * c + d] * devices[i].at[d];
            }
            w->turns[f][i] = pd_q_mul(pd_q_from_matrix(r), mounts[i]);
        }
    }
    free(vertices);
}

/* The file of it. by_device: all rows of a tracker after those of another. Device `missing` (or -1) has no
 * rows from `since` until a second after. */
static pd_status write(pd_orientations *file, const worn *w, bool by_device, int missing, int since,
                       const char *more, pd_error *err)
{
    static char text[FRAMES * DEVICES * 128];
    size_t used = 0;
    for (int row = 0; row < FRAMES * DEVICES; row++) {
        const int f = by_device ? row % FRAMES : row / DEVICES,
                  i = by_device ? DEVICES - 1 - row / FRAMES : row % DEVICES;
        const double *x = w->places[f][i];
        const pd_quat q = w->turns[f][i];
        if (i == missing && f >= since && f < since + RATE) continue;
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%.4f,%s,%.6f,%.6f,%.6f,%.7f,%.7f,%.7f,%.7f\n",
                             (double)f / RATE, devices[i].name, x[0], x[1], x[2], q.w, q.x, q.y, q.z);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", more);
    return pd_orientations_parse(file, (pd_bytes){(const unsigned char *)text, used}, 0, "test", err);
}

static pd_observe_sensor_request request_of(const pd_orientations *file, pd_observe_sensor_pose pose)
{
    return (pd_observe_sensor_request){
        .file = file, .up = PD_UP_Y, .pose = pose, .last = HELD - 1, .facing = NAN, .noise = 2 * M_PI / 180};
}

/* Mean distance of all joints in the motion, metres. */
static double fit(const pd_orientations *file, const worn *w, pd_observe_sensor_pose pose)
{
    const pd_observe_sensor_request request = request_of(file, pose);
    pd_observe_tracker_set s;
    pd_error err;
    double sum = 0;

    assert_int_equal(pd_observe_tracker_set_make(&s, &request, model, "test", &err), PD_OK);
    assert_int_equal(s.count, 2 * DEVICES);
    assert_true(fabs(s.turns.facing) <
                (pose == PD_OBSERVE_POSE_N ? 0.1 : 0.05)); /* hanging hands are a short line */
    pd_observe_take t = pd_observe_tracker_take(&s, file->rate);
    t.prior = &prior;
    assert_true(pd_observe_take_room(&t, model));
    sight_take_run(&t, model);
    assert_int_equal(t.status, PD_OBSERVE_TAKE_DONE);
    for (int f = HELD; f < FRAMES; f++) {
        float joints[3 * SIGHT_JOINTS];
        sight_person found = {0};
        memcpy(found.betas, t.betas, sizeof found.betas);
        memcpy(found.rotations, t.rotations + 9 * SIGHT_JOINTS * f, sizeof found.rotations);
        memcpy(found.translation, t.translations + 3 * f, sizeof found.translation);
        sight_pose(NULL, joints, model, &found);
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            double d = 0;
            for (int c = 0; c < 3; c++) d += pow((double)(joints[3 * k + c] - w->joints[f][3 * k + c]), 2);
            sum += sqrt(d) / SIGHT_JOINTS / (FRAMES - HELD);
        }
    }
    print_message("%.1f mm, facing %.1f degrees\n", 1000 * sum, s.turns.facing * 180 / M_PI);
    pd_observe_take_room_free(&t);
    pd_observe_tracker_set_deinit(&s);
    return sum;
}

static void joints_are_found_from_either_pose(void **state)
{
    static worn w;
    pd_orientations file;
    pd_error err;
    (void)state;
    for (int pose = 0; pose < 2; pose++) {
        wear(&w, (pd_observe_sensor_pose)pose, 5);
        assert_int_equal(write(&file, &w, false, -1, 0, "", &err), PD_OK);
        const double off = fit(&file, &w, (pd_observe_sensor_pose)pose);
        assert_true(off > 0 && off < 0.03);

        pd_orientations_deinit(&file);
    }
}

/* Trackers may come one after the other. */
static void the_order_of_rows_does_not_matter(void **state)
{
    static worn w;
    pd_orientations one, other;
    pd_error err;
    (void)state;
    wear(&w, PD_OBSERVE_POSE_T, 6);
    assert_int_equal(write(&one, &w, false, -1, 0, "", &err), PD_OK);
    assert_int_equal(write(&other, &w, true, -1, 0, "", &err), PD_OK);
    assert_int_equal(one.frame_count, other.frame_count);
    for (int i = 0; i < DEVICES; i++) {
        int there = 0;
        while (strcmp(one.names[i], other.names[there]) != 0) there++;
        for (int f = 0; f < one.frame_count; f++)
            assert_memory_equal(one.positions + 3 * (f * DEVICES + i),
                                other.positions + 3 * (f * DEVICES + there), 3 * sizeof(float));
    }
    const double off = fit(&other, &w, PD_OBSERVE_POSE_T);
    assert_true(off > 0 && off < 0.03);
    pd_orientations_deinit(&one);
    pd_orientations_deinit(&other);
}

static void a_tracker_may_be_lost_in_the_motion_but_not_in_the_pose(void **state)
{
    static worn w;
    pd_observe_tracker_set s;
    pd_orientations file;
    pd_error err;
    (void)state;
    wear(&w, PD_OBSERVE_POSE_T, 7);
    assert_int_equal(write(&file, &w, false, 2, HELD + 10, "", &err), PD_OK);
    assert_true(isnan(file.positions[3 * ((HELD + 25) * DEVICES + 2)]));
    const double off = fit(&file, &w, PD_OBSERVE_POSE_T);
    assert_true(off > 0 && off < 0.06);
    pd_orientations_deinit(&file);

    /* A tracker that is switched on later. */
    assert_int_equal(write(&file, &w, false, 2, 0, "", &err), PD_OK);
    pd_observe_sensor_request request = request_of(&file, PD_OBSERVE_POSE_T);
    assert_int_equal(pd_observe_tracker_set_make(&s, &request, model, "test", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "'right_hand' has no"));
    pd_observe_tracker_set_deinit(&s);
    pd_orientations_deinit(&file);
}

static void tracker_rows_that_are_not_finite_or_go_back_in_time_are_refused(void **state)
{
    static worn w;
    pd_observe_tracker_set s;
    pd_orientations file;
    pd_error err;
    (void)state;
    wear(&w, PD_OBSERVE_POSE_T, 8);

    /* Numbers that are not finite, a time that goes back, other cells. */
    assert_int_equal(write(&file, &w, false, -1, 0, "2,hmd,nan,1,0,1,0,0,0\n", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "test:271");
    assert_int_equal(write(&file, &w, false, -1, 0, "2,hmd,0,inf,0,1,0,0,0\n", &err), PD_ERR_FORMAT);
    assert_int_equal(write(&file, &w, false, -1, 0, "0.5,hmd,0,1,0,1,0,0,0\n", &err), PD_ERR_RANGE);
    assert_int_equal(write(&file, &w, false, -1, 0, "2,hmd,1,0,0,0\n", &err), PD_ERR_FORMAT);

    /* A tracker that is not on its bone. */
    assert_int_equal(write(&file, &w, false, -1, 0, "", &err), PD_OK);
    pd_observe_sensor_request request = request_of(&file, PD_OBSERVE_POSE_T);
    strcpy(file.names[0], "left_knee");
    assert_int_equal(pd_observe_tracker_set_make(&s, &request, model, "test", &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "m from its joint in the calibration pose (frames 0 to 14)"));
    pd_observe_tracker_set_deinit(&s);

    /* Two trackers on the body are too few, and without a pair the facing is not known. */
    strcpy(file.names[0], "hmd");
    for (int i = 2; i < DEVICES; i++) snprintf(file.names[i], sizeof *file.names, "box%d", i);
    assert_int_equal(pd_observe_tracker_set_make(&s, &request, model, "test", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "2 trackers on the body; at least 3 expected"));
    pd_observe_tracker_set_deinit(&s);
    strcpy(file.names[3], "waist");
    assert_int_equal(pd_observe_tracker_set_make(&s, &request, model, "test", &err), PD_ERR_INVALID);
    assert_non_null(strstr(
        err.detail, "the facing is unknown, because no bone has trackers on both the left and the right"));
    pd_observe_tracker_set_deinit(&s);
    pd_orientations_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_found_from_either_pose),
        cmocka_unit_test(the_order_of_rows_does_not_matter),
        cmocka_unit_test(a_tracker_may_be_lost_in_the_motion_but_not_in_the_pose),
        cmocka_unit_test(tracker_rows_that_are_not_finite_or_go_back_in_time_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
