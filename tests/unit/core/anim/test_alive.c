/* Tests eyes, lids and resting hands: where eyes look, how fast they move, how often lids close (10 to 20
 * times a minute, as people's do), and that the same seed gives the same bits. */
#include "tests/support/cmocka.h"

#include "core/anim/alive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT     (1.0 / 60)
#define DEGREE (M_PI / 180)
#define JOINTS (4 + PD_ANIM_ALIVE_FINGERS)

enum { PELVIS, HEAD, LEFT_EYE, RIGHT_EYE, FINGERS };

static pd_anim_skeleton skeleton;
static pd_anim_alive_rig rig;
static float means[2][45];

/* A head on a pelvis, 1.6 m up, with eyes and fingers. */
static int set_up(void **state)
{
    static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};
    char names[JOINTS][PD_ANIM_NAME_BYTES] = {"pelvis", "head", "left_eye_smplhf", "right_eye_smplhf"};
    int parents[JOINTS] = {-1, PELVIS, HEAD, HEAD};
    double rest[3 * JOINTS] = {0, 1, 0, 0, 1.6, 0, 0.03, 1.7, 0.08, -0.03, 1.7, 0.08};
    (void)state;
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        snprintf(names[FINGERS + i], sizeof names[0], "%s_%s%d", i < 15 ? "left" : "right",
                 fingers[i % 15 / 3], 1 + i % 3);
        parents[FINGERS + i] = PELVIS;
        means[i / 15][3 * (i % 15) + 2] = i < 15 ? -0.4f : 0.4f;
    }
    assert_int_equal(pd_anim_skeleton_from_rest(&skeleton, (const char(*)[PD_ANIM_NAME_BYTES])names, parents,
                                                rest, JOINTS, NULL),
                     PD_OK);
    pd_anim_alive_init(&rig, &skeleton, (const float *const[2]){means[0], means[1]});
    return 0;
}

static void rest_pose(pd_quat *rotations, double head_yaw)
{
    for (int j = 0; j < JOINTS; j++) rotations[j] = pd_q_identity();
    rotations[HEAD] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), head_yaw);
}

static void step(pd_anim_alive *s, pd_quat *rotations, double head_yaw, const pd_anim_alive_look *look)
{
    rest_pose(rotations, head_yaw);
    pd_anim_alive_step(s, rotations, pd_vec3_make(0, 1, 0), &rig, look, DT);
}

/* Returns the direction in which an eye looks, world space. */
static pd_vec3 gaze_of(const pd_quat *rotations, int eye)
{
    return pd_q_rotate(pd_q_mul(rotations[HEAD], rotations[LEFT_EYE + eye]), pd_vec3_make(0, 0, 1));
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

static void eyes_are_on_a_point_at_once_and_no_faster_than_eyes_are(void **state)
{
    (void)state;
    static const pd_vec3 eyes[] = {{0.03, 1.7, 0.08}, {-0.03, 1.7, 0.08}};
    const pd_anim_alive_look look = {{0.5, 1.6, 1.2}, 1};
    pd_anim_alive s = {.seed = 3};
    pd_quat rotations[JOINTS];
    for (int frame = 0; frame < 30; frame++) step(&s, rotations, 0, NULL);

    pd_vec3 before = gaze_of(rotations, 0);
    for (int frame = 0; frame < 8; frame++) {
        step(&s, rotations, 0, &look);
        assert_true(angle_between(before, gaze_of(rotations, 0)) < 500 * DEGREE * DT + 1e-9);
        before = gaze_of(rotations, 0);
    }
    for (int eye = 0; eye < 2; eye++)
        assert_near(angle_between(gaze_of(rotations, eye), pd_vec3_sub(look.point, eyes[eye])), 0, 1e-6);
}

static void an_eye_turns_no_further_than_eyes_do(void **state)
{
    (void)state;
    const pd_anim_alive_look look = {{-3, 9, 0.5}, 1};
    pd_anim_alive s = {.seed = 1};
    pd_quat rotations[JOINTS];
    for (int frame = 0; frame < 60; frame++) step(&s, rotations, 0, &look);
    pd_vec3 d = gaze_of(rotations, 1);
    assert_near(atan2(-d.x, d.z), 32 * DEGREE, 1e-9);
    assert_near(asin(d.y), 20 * DEGREE, 1e-9);
}

static void eyes_keep_their_direction_while_the_head_turns_and_jump_now_and_then(void **state)
{
    (void)state;
    pd_anim_alive s = {.seed = 5};
    pd_quat rotations[JOINTS];
    int still = 0, jumps = 0, frames = 3600;
    double worst = 0;
    step(&s, rotations, 0, NULL);
    for (int frame = 1; frame < frames; frame++) {
        pd_vec3 before = gaze_of(rotations, 0);
        double yaw = 0.5 * sin(2 * M_PI * 0.2 * frame * DT);
        step(&s, rotations, yaw, NULL);
        double by = angle_between(before, gaze_of(rotations, 0));
        still += by < 0.01 * DEGREE;
        jumps += by > 2 * DEGREE;
        worst = fmax(
            worst, angle_between(gaze_of(rotations, 0), pd_q_rotate(rotations[HEAD], pd_vec3_make(0, 0, 1))));
    }
    assert_true(still > 0.85 * frames);
    assert_in_range(jumps, 30, 600);
    assert_true(worst < 35 * DEGREE);
}

static void lids_close_ten_to_twenty_times_a_minute(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 5; seed++) {
        pd_anim_alive s = {.seed = seed};
        pd_quat rotations[JOINTS];
        int blinks = 0, shut = 0;
        double before = 0;
        for (int frame = 0; frame < 5 * 3600; frame++) {
            step(&s, rotations, 0, NULL);
            assert_true(s.lids >= 0 && s.lids <= 1);
            blinks += before == 0 && s.lids > 0;
            shut += s.lids > 0.95;
            before = s.lids;
        }
        assert_in_range(blinks, 50, 100);
        assert_true(shut >= blinks);
    }
}

/* A circle of 2 m at 1.4 m/s turns by 40 degrees a second, and the eyes jump ahead again and again. */
static void lids_do_not_close_more_often_in_a_long_turn(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 5; seed++) {
        pd_anim_alive s = {.seed = seed};
        pd_quat rotations[JOINTS];
        int blinks = 0;
        double before = 0;
        for (int frame = 0; frame < 5 * 3600; frame++) {
            step(&s, rotations, 0.9 * frame * DT, NULL);
            blinks += before == 0 && s.lids > 0;
            before = s.lids;
        }
        assert_in_range(blinks, 50, 100);
    }
}

static void a_jump_far_aside_comes_with_a_blink(void **state)
{
    (void)state;
    const pd_anim_alive_look look = {{1, 1.7, 1.4}, 1};
    pd_anim_alive s = {.seed = 2};
    pd_quat rotations[JOINTS];
    double most = 0;
    for (int frame = 0; frame < 20; frame++) step(&s, rotations, 0, NULL);
    assert_near(s.lids, 0, 0);
    for (int frame = 0; frame < 12; frame++) {
        step(&s, rotations, 0, &look);
        most = fmax(most, s.lids);
    }
    assert_near(most, 1, 0.05);
}

static void hands_are_at_rest_each_in_its_own_measure(void **state)
{
    (void)state;
    double parts[2] = {0, 0};
    for (uint32_t seed = 1; seed < 3; seed++) {
        pd_anim_alive s = {.seed = seed};
        pd_quat rotations[JOINTS];
        for (int frame = 0; frame < 600; frame++) {
            step(&s, rotations, 0, NULL);
            for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
                pd_vec3 r = pd_q_to_rotvec(rotations[FINGERS + i]);
                double part = r.z / (i < 15 ? -0.4 : 0.4);
                assert_true(part > 0.6 && part < 1.35);
                if (!i) parts[seed - 1] = part;
            }
        }
    }
    assert_true(fabs(parts[0] - parts[1]) > 0.01);
}

/* Computes each finger's bend as a multiple of its bend in the hand at rest. */
static void bends_of(double out[10], const pd_quat *rotations)
{
    for (int finger = 0; finger < 10; finger++)
        out[finger] = pd_q_to_rotvec(rotations[FINGERS + 3 * finger]).z / (finger < 5 ? -0.4 : 0.4);
}

static void each_finger_moves_by_itself_and_hands_are_no_mirror_images(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed < 4; seed++) {
        pd_anim_alive s = {.seed = seed};
        pd_quat rotations[JOINTS];
        double least[10], most[10], apart = 0, beside = 0;
        for (int frame = 0; frame < 1800; frame++) {
            double bends[10];
            step(&s, rotations, 0, NULL);
            bends_of(bends, rotations);
            for (int i = 0; i < 10; i++) {
                least[i] = frame ? fmin(least[i], bends[i]) : bends[i];
                most[i] = frame ? fmax(most[i], bends[i]) : bends[i];
            }
            apart = fmax(apart, fabs(bends[0] - bends[5]));
            beside = fmax(beside, fabs(bends[0] - bends[1]));
        }
        for (int i = 0; i < 10; i++) assert_true(most[i] - least[i] > 0.05);
        assert_true(apart > 0.05);  /* the left index finger and the right one */
        assert_true(beside > 0.05); /* and its neighbour */
    }
}

static void weights_of_the_eyes_have_arkits_sides_and_signs(void **state)
{
    (void)state;
    /* The person's left is +X: a point there is looked at by turning the left
     * eye outwards and the right eye inwards. */
    static const struct {
        pd_vec3 point;
        int turned[2], other[2];
    } rows[] = {
        {{9, 1.7, 9},
         {PD_ANIM_EYE_OUT_LEFT, PD_ANIM_EYE_IN_RIGHT},
         {PD_ANIM_EYE_IN_LEFT, PD_ANIM_EYE_OUT_RIGHT}},
        {{-9, 1.7, 9},
         {PD_ANIM_EYE_IN_LEFT, PD_ANIM_EYE_OUT_RIGHT},
         {PD_ANIM_EYE_OUT_LEFT, PD_ANIM_EYE_IN_RIGHT}},
        {{0, 9, 9},
         {PD_ANIM_EYE_UP_LEFT, PD_ANIM_EYE_UP_RIGHT},
         {PD_ANIM_EYE_DOWN_LEFT, PD_ANIM_EYE_DOWN_RIGHT}},
        {{0, -9, 9},
         {PD_ANIM_EYE_DOWN_LEFT, PD_ANIM_EYE_DOWN_RIGHT},
         {PD_ANIM_EYE_UP_LEFT, PD_ANIM_EYE_UP_RIGHT}},
    };
    for (int i = 0; i < 4; i++) {
        const pd_anim_alive_look look = {rows[i].point, 1};
        pd_anim_alive s = {.seed = 4};
        pd_quat rotations[JOINTS];
        double w[PD_ANIM_EYE_WEIGHTS];
        for (int frame = 0; frame < 60; frame++) step(&s, rotations, 0, &look);
        pd_anim_alive_eyes(w, &s);
        for (int k = 0; k < 2; k++) {
            assert_near(w[rows[i].turned[k]], 1, 1e-9); /* farther than an eye turns */
            assert_near(w[rows[i].other[k]], 0, 0);
            assert_near(w[PD_ANIM_EYE_BLINK_LEFT + k], s.lids, 0);
        }
    }
}

/* A head that turns to the left and back, 60 degrees in a second: eyes are ahead of it on the way, and have
 * the other direction on the way back. */
static void weights_lead_a_turning_head(void **state)
{
    (void)state;
    double ahead = 0, frames = 0;
    for (uint32_t seed = 0; seed < 8; seed++) {
        pd_anim_alive s = {.seed = seed};
        pd_quat rotations[JOINTS];
        double w[PD_ANIM_EYE_WEIGHTS];
        for (int frame = 0; frame < 180; frame++) step(&s, rotations, 0, NULL);
        for (int frame = 0; frame < 60; frame++) {
            const double t = frame / 60.0;
            step(&s, rotations, M_PI / 3 * t * t * (3 - 2 * t), NULL);
            pd_anim_alive_eyes(w, &s);
            if (frame < 20 || frame > 40) continue; /* while the head is fast */
            ahead += w[PD_ANIM_EYE_OUT_LEFT] - w[PD_ANIM_EYE_IN_LEFT] + w[PD_ANIM_EYE_IN_RIGHT] -
                     w[PD_ANIM_EYE_OUT_RIGHT];
            frames++;
        }
    }
    assert_true(ahead / frames > 0.1); /* of 2, both eyes at their limit */
}

static void fingers_that_no_frame_turns_are_put_at_rest(void **state)
{
    const float *const relaxed[2] = {means[0], means[1]};
    pd_anim_clip clip;
    (void)state;
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 3, 60, NULL), PD_OK);
    for (int t = 0; t < 3; t++) rest_pose(pd_anim_clip_frame(&clip, t), 0);
    pd_anim_clip_frame(&clip, 2)[FINGERS + 1] =
        pd_q_from_rotvec(pd_vec3_make(0.3, 0, 0)); /* this one was filmed */
    pd_anim_alive_relax(&clip, relaxed);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        const pd_quat q = pd_anim_clip_frame(&clip, 0)[FINGERS + i];
        assert_true(i == 1 ? q.w == 1 : fabs(fabs(pd_q_to_rotvec(q).z) - 0.4) < 1e-6);
    }
    assert_true(pd_anim_clip_frame(&clip, 1)[HEAD].w == 1);
    pd_anim_alive_relax(&clip, (const float *const[2]){NULL, NULL});
    pd_anim_clip_deinit(&clip);
}

static void the_same_seed_gives_the_same_bits(void **state)
{
    (void)state;
    pd_anim_alive a = {.seed = 9}, b = {.seed = 9}, c = {.seed = 10};
    pd_quat of_a[JOINTS], of_b[JOINTS], of_c[JOINTS];
    for (int frame = 0; frame < 300; frame++)
        step(&a, of_a, 0.3, NULL), step(&b, of_b, 0.3, NULL), step(&c, of_c, 0.3, NULL);
    assert_memory_equal(of_a, of_b, sizeof of_a);
    assert_memory_not_equal(of_a, of_c, sizeof of_a);
}

static void a_body_without_eyes_and_fingers_is_left_alone(void **state)
{
    (void)state;
    static const char names[2][PD_ANIM_NAME_BYTES] = {"pelvis", "head"};
    static const int parents[] = {-1, 0};
    static const double rest[] = {0, 1, 0, 0, 1.6, 0};
    pd_anim_skeleton plain;
    pd_anim_alive_rig none;
    pd_anim_alive s = {.seed = 1};
    pd_quat rotations[2] = {{0, 0, 0, 1}, {0, 0.6, 0, 0.8}}, before[2];
    assert_int_equal(pd_anim_skeleton_from_rest(&plain, names, parents, rest, 2, NULL), PD_OK);
    pd_anim_alive_init(&none, &plain, NULL);
    assert_false(none.has_eyes || none.has_fingers);
    memcpy(before, rotations, sizeof before);
    for (int frame = 0; frame < 100; frame++)
        pd_anim_alive_step(&s, rotations, pd_vec3_make(0, 1, 0), &none, NULL, DT);
    assert_memory_equal(before, rotations, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eyes_are_on_a_point_at_once_and_no_faster_than_eyes_are),
        cmocka_unit_test(an_eye_turns_no_further_than_eyes_do),
        cmocka_unit_test(eyes_keep_their_direction_while_the_head_turns_and_jump_now_and_then),
        cmocka_unit_test(lids_close_ten_to_twenty_times_a_minute),
        cmocka_unit_test(lids_do_not_close_more_often_in_a_long_turn),
        cmocka_unit_test(a_jump_far_aside_comes_with_a_blink),
        cmocka_unit_test(hands_are_at_rest_each_in_its_own_measure),
        cmocka_unit_test(each_finger_moves_by_itself_and_hands_are_no_mirror_images),
        cmocka_unit_test(weights_of_the_eyes_have_arkits_sides_and_signs),
        cmocka_unit_test(weights_lead_a_turning_head),
        cmocka_unit_test(fingers_that_no_frame_turns_are_put_at_rest),
        cmocka_unit_test(the_same_seed_gives_the_same_bits),
        cmocka_unit_test(a_body_without_eyes_and_fingers_is_left_alone),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
