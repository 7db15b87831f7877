/* @heavy: takes over five seconds under ASan. */
#include "core/observe/live/live.h"
#include "tests/support/sight_live.h"

/* A film of somebody who lifts arms and legs in turn, 30 moments a second:
 * what its sets' places are at time t. */
static void act(sight_person *p, double t)
{
    static const struct {
        int joint, axis;
        double size, shift;
    } moves[] = {{16, 2, 0.5, -0.5}, {17, 2, 0.4, 0.6},  {18, 1, -0.5, -0.6}, {19, 1, 0.5, 0.6},
                 {3, 0, 0.1, 0.1},   {1, 0, -0.3, -0.3}, {4, 0, 0.4, 0.4},    {12, 1, 0.3, 0}};

    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double v[3] = {0, 0, 0}, r[9];
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
            if (moves[i].joint == k)
                v[moves[i].axis] += moves[i].shift + moves[i].size * sin(3 * t + (double)i);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)r[i];
    }
}

/* What is seen of a person: their places, seen from the set's detector. */
static pd_observe_sight look_at(const sight_person *p, const char *set, double focal, double time)
{
    sight what;
    pd_observe_sight out = {.set = pd_observe_set_of(set),
                            .noise = focal > 0 ? 3 : 0.02,
                            .time = time,
                            .in_picture = focal > 0,
                            .camera = {.fx = focal, .fy = focal, .cx = 500, .cy = 500}};
    sight_set(&what, model, p, set, focal);
    for (int i = 0; i < what.count; i++) {
        memcpy(out.at[i], what.seen[i].at, sizeof out.at[i]);
        out.confidence[i] = 1;
    }
    return out;
}

/* Mean angle between the limbs of two people, degrees: of hips, knees, ankles, shoulders, elbows, wrists. */
static double limbs_apart(const sight_person *a, const sight_person *b)
{
    static const int limbs[][2] = {{1, 4}, {4, 7}, {2, 5}, {5, 8}, {16, 18}, {18, 20}, {17, 19}, {19, 21}};
    float p[3 * SIGHT_JOINTS], q[3 * SIGHT_JOINTS];
    double sum = 0;

    sight_pose(NULL, p, model, a);
    sight_pose(NULL, q, model, b);
    for (size_t i = 0; i < 8; i++) {
        pd_vec3 way[2];
        for (int w = 0; w < 2; w++) {
            const float *from = (w ? q : p) + 3 * limbs[i][0], *to = (w ? q : p) + 3 * limbs[i][1];
            way[w] = pd_vec3_unit_or(
                pd_vec3_make((double)(to[0] - from[0]), (double)(to[1] - from[1]), (double)(to[2] - from[2])),
                pd_vec3_make(0, 0, 0));
        }
        sum += acos(fmin(1, pd_vec3_dot(way[0], way[1]))) * 180 / 3.14159265358979 / 8;
    }
    return sum;
}

/* A stage on which the person stands: lowest of the body on the floor. */
static double lowest_of(const sight_person *p)
{
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    double low = INFINITY;
    sight_pose(vertices, NULL, model, p);
    for (int v = 0; v < model->vertex_count; v++) low = fmin(low, (double)vertices[3 * v + 1]);
    free(vertices);
    return low;
}

static void the_live_pose_follows_the_person_for_every_set_of_keypoints(void **state)
{
    static const char *const sets[] = {"coco17", "mediapipe33", "openpose25", "h36m17"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        pd_observe_live *live = begin((pd_observe_live_request){.position = {1, -2}, .facing = 0});
        double angle = 0, rms = 0;
        int steps = 0;
        for (int f = 0; f < 60; f++) {
            sight_person truth, found;
            act(&truth, f / 30.0);
            pd_observe_sight seen = look_at(&truth, sets[i], 0, f / 30.0);
            seen.from_hips = true;
            const pd_observe_live_pose *pose = see(live, &seen);
            person_of(&found, pose);
            assert_true(pose->began == (f == 0));
            assert_false(pose->mirrored);
            if (f < 10) continue;
            steps = steps > pose->steps ? steps : pose->steps;
            angle += limbs_apart(&truth, &found) / 50;
            rms = fmax(rms, pose->rms);
            if (f == 59) assert_true(fabs(lowest_of(&found)) < 0.03); /* on the floor */
            if (f == 59) assert_true(fabs(pose->root.x - 1) < 0.3 && fabs(pose->root.z + 2) < 0.3);
        }
        print_message("%s: limbs %.1f degrees off, rms %.3f m, %d steps\n", sets[i], angle, rms, steps);
        assert_true(angle < 8 && rms < 0.08 && steps <= PD_OBSERVE_LIVE_STEPS);
        pd_observe_live_free(live);
    }
}

static void people_of_any_size_move_the_character(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    sight_person truth, found;
    for (int f = 0; f < 20; f++) {
        act(&truth, 0.5);
        pd_observe_sight seen = look_at(&truth, "mediapipe33", 0, f / 30.0);
        seen.from_hips = true;
        for (int i = 0; i < seen.set->count; i++)
            for (int c = 0; c < 3; c++) seen.at[i][c] *= 0.7; /* a child */
        person_of(&found, see(live, &seen));
    }
    print_message("a child: limbs %.1f degrees off\n", limbs_apart(&truth, &found));
    assert_true(limbs_apart(&truth, &found) < 4);
    assert_true(fabs(lowest_of(&found)) < 0.03);
    pd_observe_live_free(live);
}

static void planted_feet_do_not_slide(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0.5});
    float joints[3 * SIGHT_JOINTS];
    double first[2][3] = {{0}}, slid = 0, sunk = 0;
    pd_rng rng;

    pd_rng_init(&rng, 4);
    for (int f = 0; f < 90; f++) {
        sight_person truth, found;
        act(&truth, f / 30.0);
        memcpy(truth.rotations + 9, truth.rotations + 18,
               9 * sizeof *truth.rotations); /* both legs straight */
        memcpy(truth.rotations + 36, truth.rotations + 18, 9 * sizeof *truth.rotations);
        pd_observe_sight seen = look_at(&truth, "mediapipe33", 0, f / 30.0);
        seen.from_hips = true;
        for (int i = 0; i < seen.set->count; i++)
            for (int c = 0; c < 3; c++) seen.at[i][c] += 0.01 * pd_rng_normal(&rng);
        const pd_observe_live_pose *pose = see(live, &seen);
        person_of(&found, pose);
        sight_pose(NULL, joints, model, &found);
        for (int side = 0; side < 2 && f >= 30; side++) {
            const float *toe = joints + 3 * (10 + side);
            assert_true(pose->is_down[side]);
            if (f == 30)
                for (int c = 0; c < 3; c++) first[side][c] = (double)toe[c];
            slid = fmax(slid, hypot((double)toe[0] - first[side][0], (double)toe[2] - first[side][2]));
            sunk = fmax(sunk, fabs((double)toe[1] - first[side][1]));
        }
    }
    print_message("toes slide %.1f mm and rise %.1f mm in two seconds of 10 mm noise\n", 1000 * slid,
                  1000 * sunk);
    assert_true(slid < 0.012 && sunk < 0.01);
    pd_observe_live_free(live);
}

static void a_lost_limb_is_held_and_then_relaxed(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    pd_quat raised = {0, 0, 0, 1}, held, late;
    double jump = 0;

    for (int f = 0; f < 150; f++) {
        sight_person truth;
        memset(&truth, 0, sizeof truth);
        act(&truth, 0.3);
        const double up[3] = {0, 0, 1.2};
        double r[9];
        pd_rot_from_axis_angle(r, up);
        for (int i = 0; i < 9; i++) truth.rotations[9 * 16 + i] = (float)r[i]; /* the left arm up */
        pd_observe_sight seen = look_at(&truth, "mediapipe33", 0, f / 30.0);
        seen.from_hips = true;
        for (int i = 13; f >= 30 && i < 23; i += 2) seen.confidence[i] = 0; /* and out of sight */
        const pd_observe_live_pose *pose = see(live, &seen);
        assert_int_equal(pose->unseen[18], f >= 30);
        assert_int_equal(pose->unseen[16], f >= 30);
        assert_false(pose->unseen[17]);
        if (f > 30) jump = fmax(jump, pd_q_angle(pose->rotations[16], late));
        late = pose->rotations[16];
        if (f == 29) raised = late;
        if (f == 40) held = late;
    }
    print_message("after .37 s %.0f, after 4 s %.0f degrees away, at most %.1f a moment\n",
                  pd_q_angle(raised, held) * 57.3, pd_q_angle(raised, late) * 57.3, jump * 57.3);
    assert_true(pd_q_angle(raised, held) < 0.2);
    assert_true(pd_q_angle(raised, late) > 0.4);
    assert_true(jump < 0.1);
    pd_observe_live_free(live);
}

static void keypoints_of_a_picture_move_the_character(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.position = {3, 4}, .facing = 0.5});
    double angle = 0, jump = 0;
    pd_vec3 before = {0, 0, 0};
    for (int f = 0; f < 45; f++) {
        sight_person truth, found;
        act(&truth, f / 30.0);
        truth.translation[2] -= 3;
        pd_observe_sight seen = look_at(&truth, "mediapipe33", 1000, f / 30.0);
        seen.from_hips = true;
        const pd_observe_live_pose *pose = see(live, &seen);
        assert_true(pose->in_picture);
        if (f == 0) assert_true(fabs(pose->root.x - 3) < 0.05 && fabs(pose->root.z - 4) < 0.05);
        if (f > 0) jump = fmax(jump, pd_vec3_distance(before, pose->root));
        before = pose->root;
        person_of(&found, pose);

        /* the caller's facing turns the whole body */
        double r[9], back[9], face[9];
        for (int i = 0; i < 9; i++) r[i] = (double)found.rotations[i];
        pd_rot_from_axis_angle(face, (const double[3]){0, -0.5, 0});
        pd_rot_mul(back, face, r);
        for (int i = 0; i < 9; i++) found.rotations[i] = (float)back[i];
        angle += limbs_apart(&truth, &found) / 45;
        if (f == 44) assert_true(fabs(lowest_of(&found)) < 0.12);
    }
    print_message("a picture: limbs %.1f degrees off, the root moves %.0f mm a moment at most\n", angle,
                  1000 * jump);
    assert_true(angle < 16 && jump < 0.1);
    pd_observe_live_free(live);
}

static void points_in_world_coordinates_give_the_position(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.position = {5, 5}});
    sight_person truth, found;
    act(&truth, 0);
    truth.translation[1] = (float)-lowest_of(&truth);
    truth.translation[0] = 2;
    for (int f = 0; f < 10; f++) {
        const pd_observe_sight seen = look_at(&truth, "mediapipe33", 0, f / 30.0);
        person_of(&found, see(live, &seen));
    }
    assert_true(sight_distance(model, &truth, &found) < 0.03);
    pd_observe_live_free(live);
}

static void exchanged_sides_are_reported(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    bool said = false;
    for (int f = 0; f < 40; f++) {
        sight_person truth;
        act(&truth, f / 30.0);
        const pd_observe_sight good = look_at(&truth, "mediapipe33", 0, f / 30.0);
        pd_observe_sight seen = good;
        for (int i = 0; i < seen.set->count; i++)
            memcpy(seen.at[i], good.at[pd_observe_set_mirror(seen.set, i)], sizeof seen.at[i]);
        said = see(live, &seen)->mirrored;
    }
    assert_true(said);
    pd_observe_live_free(live);
}

static void impossible_values_are_refused_and_change_nothing(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    const pd_observe_live_pose *pose = NULL;
    sight_person truth;
    pd_error err = {0};
    act(&truth, 0);
    const pd_observe_sight good = look_at(&truth, "coco17", 0, 1);

    pd_observe_sight bad = good;
    bad.at[9][1] = NAN;
    assert_int_equal(pd_observe_live_see(&pose, live, &bad, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/points/left_wrist");
    bad = good;
    memset(bad.confidence, 0, sizeof bad.confidence);
    assert_int_equal(pd_observe_live_see(&pose, live, &bad, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "every confidence is 0"));
    assert_null(pose);

    see(live, &good);
    bad = good;
    bad.time = 0.9;
    assert_int_equal(pd_observe_live_see(&pose, live, &bad, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/time");
    bad.time = -5; /* another clock */
    assert_true(see(live, &bad)->began);
    pd_observe_live_free(live);

    /* a body without people's joints */
    pd_smpl_model *egg = pd_fixture_model(&(pd_fixture){.vertices = 50, .joints = 10});
    const pd_observe_live_request request = {.model = egg};
    assert_int_equal(pd_observe_live_new(&live, &request, &err), PD_ERR_UNSUPPORTED);
    pd_smpl_model_release(egg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_live_pose_follows_the_person_for_every_set_of_keypoints),
        cmocka_unit_test(people_of_any_size_move_the_character),
        cmocka_unit_test(planted_feet_do_not_slide),
        cmocka_unit_test(a_lost_limb_is_held_and_then_relaxed),
        cmocka_unit_test(keypoints_of_a_picture_move_the_character),
        cmocka_unit_test(points_in_world_coordinates_give_the_position),
        cmocka_unit_test(exchanged_sides_are_reported),
        cmocka_unit_test(impossible_values_are_refused_and_change_nothing)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
