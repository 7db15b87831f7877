/* Tests how a network's output becomes a pose: bones keep their length, hands and forearms do not flip, and
 * planted feet are held. The inputs are built by formula, with known errors. */
#include "core/character/pose/pose.h"
#include "core/character/pose/foot_lock.h"
#include "core/character/pose/idle.h"
#include "tests/support/rigs_group.h"

static pd_quat random_turn(pd_rng *rng, double sd)
{
    return pd_q_from_rotvec(
        pd_vec3_make(sd * pd_rng_normal(rng), sd * pd_rng_normal(rng), sd * pd_rng_normal(rng)));
}

/* Draws world rotations: each joint a little off its parent, and equal to it where the joints coincide. */
static void random_pose(pd_quat *r, pd_vec3 *p, double sd, pd_rng *rng)
{
    const pd_anim_skeleton *s = &rig.skeleton;
    for (int j = 0; j < s->joint_count; j++) {
        int up = s->parents[j];
        pd_quat own = rig.bones.driver[j] == j ? random_turn(rng, sd) : pd_q_identity();
        r[j] = up < 0 ? own : pd_q_mul(r[up], own);
    }
    p[0] = pd_vec3_make(pd_rng_normal(rng), 1, pd_rng_normal(rng));
    pd_character_pose_place(p, r, &rig);
}

static double worst_bone(const pd_vec3 *p)
{
    return pd_character_pose_stretch(p, &rig);
}

static void a_pose_that_agrees_with_itself_stays_as_it_is(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int round = 0; round < 20; round++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS], fit[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS], joints[PD_CHARACTER_RIG_JOINTS];
        random_pose(r, p, 0.5, &rng);
        memcpy(fit, r, sizeof r);
        pd_character_pose_fit(fit, joints, p, &rig);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            assert_near(pd_vec3_distance(joints[j], p[j]), 0, 1e-9);
            assert_near(pd_q_angle(fit[j], r[j]), 0, 1e-9);
        }
    }
}

static void wrong_rotations_are_turned_to_where_the_joints_are(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 8);
    double worst = 0;
    for (int round = 0; round < 20; round++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS], joints[PD_CHARACTER_RIG_JOINTS];
        random_pose(r, p, 0.3, &rng);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
            if (rig.bones.driver[j] == j) r[j] = pd_q_mul(random_turn(&rng, 0.05), r[j]);
        pd_character_pose_fit(r, joints, p, &rig);
        assert_near(worst_bone(joints), 0, 1e-12);
        for (int j = 0; j < PD_BIPED_R_TOE + 1; j++) worst = fmax(worst, pd_vec3_distance(joints[j], p[j]));
    }
    assert_true(worst < 0.012); /* 0.05 rad of an 0.4 m bone is 0.020 */
}

static void impossible_positions_still_give_exact_bone_lengths(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 9);
    for (int round = 0; round < 100; round++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS], joints[PD_CHARACTER_RIG_JOINTS];
        random_pose(r, p, 2, &rng);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            p[j] = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
            if (round < 20) p[j] = p[0]; /* all in one point */
        }
        pd_character_pose_fit(r, joints, p, &rig);
        assert_near(worst_bone(joints), 0, 1e-12);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
            assert_true(pd_vec3_finite(joints[j]) && pd_q_finite(r[j]));
    }
}

/* ---- feet */

/* The walk by formula through the foot lock: speed of the planted toes, lowest toe, longest jump of a toe. */
typedef struct walked {
    double slide, lowest, jerkiest;
} walked;

static walked walk(double wrong, const pd_anim_scene *scene)
{
    pd_character_foot_lock lock = {0};
    pd_vec3 was[2] = {{0}}, step[2] = {{0}};
    walked w = {0, 1, 0};
    int planted = 0;
    for (int i = 0; i < 300; i++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        float contacts[4];
        rigs_walk_pose(r, p, &rig.skeleton, i, wrong);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) p[j].z += RIGS_SPEED / 60 * i;
        for (int c = 0; c < 4; c++) contacts[c] = (float)rigs_planted(c / 2, i);
        pd_character_foot_lock_run(&lock, r, p, contacts, (pd_character_pace){.jog = 1}, &rig, scene);
        assert_near(worst_bone(p), 0, 1e-12);
        for (int f = 0; f < 2; f++) {
            pd_vec3 toe = p[rig.legs[f].toe], now = pd_vec3_sub(toe, was[f]);
            double ground = pd_anim_scene_height(scene, toe.x, toe.z);
            w.lowest = fmin(w.lowest, toe.y - ground - rig.legs[f].toe_rest);
            if (i > 60) w.jerkiest = fmax(w.jerkiest, pd_vec3_distance(now, step[f]));
            if (i > 60 && rigs_planted(f, i) && rigs_planted(f, i - 1))
                w.slide += 60 * hypot(now.x, now.z), planted++;
            was[f] = toe, step[f] = now;
        }
    }
    w.slide /= planted;
    return w;
}

static void a_planted_foot_that_slides_is_held(void **state)
{
    (void)state;
    walked w = walk(0.002, NULL); /* 0.12 m/s */
    assert_true(w.slide < 0.004);
    assert_true(w.lowest > -1e-6);
}

static void a_foot_that_stands_still_is_left_alone(void **state)
{
    (void)state;
    walked w = walk(0, NULL);
    assert_true(w.slide < 1e-6);
}

static void a_released_foot_neither_jumps_nor_jerks(void **state)
{
    (void)state;
    walked held = walk(0.002, NULL), free = walk(0, NULL);
    assert_true(held.jerkiest < free.jerkiest + 0.004); /* a snap back of the 6 cm would be 0.06 */
}

static void feet_stay_over_steps_and_slopes(void **state)
{
    (void)state;
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){40, 2, -5, -1, 0.25}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 2; j++)
            scene.ground.heights[2 * i + j] = (float)(i % 7 < 3 ? 0.08 : 0.01 * (i % 5));
    walked w = walk(0.001, &scene);
    assert_true(w.lowest > -0.01);
    pd_anim_scene_deinit(&scene);
}

static void a_foot_out_of_reach_is_let_go(void **state)
{
    (void)state;
    pd_character_foot_lock lock = {0};
    const float contacts[4] = {1, 1, 1, 1};
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    for (int i = 0; i < 120; i++) { /* slides at 1 m/s with all contacts on */
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        rigs_walk_pose(r, p, &rig.skeleton, 0, 0);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) p[j].z += i / 60.0;
        pd_vec3 free = p[rig.legs[0].toe];
        pd_character_foot_lock_run(&lock, r, p, contacts, (pd_character_pace){.jog = 1}, &rig, NULL);
        assert_true(pd_vec3_distance(free, p[rig.legs[0].toe]) < 1.5 * rig.control.lock_reach);
    }
}

/* ---- standing */

static void a_standing_character_breathes_with_planted_feet_and_exact_bones(void **state)
{
    (void)state;
    pd_character_foot_lock lock = {0};
    const float contacts[4] = {1, 1, 1, 1};
    pd_vec3 least = {9, 9, 9}, most = {-9, -9, -9}, toe = {0};
    for (int i = 0; i < 1200; i++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        rigs_walk_pose(r, p, &rig.skeleton, RIGS_STEP / 2, 0);
        pd_character_idle_add(r, p, &(pd_character_idle){.time = i / 60.0, .still = 1, .yaw = 0.3}, &rig);
        assert_near(worst_bone(p), 0, 1e-12);
        pd_character_foot_lock_run(&lock, r, p, contacts, (pd_character_pace){.jog = 1}, &rig, NULL);
        assert_near(worst_bone(p), 0, 1e-12);
        pd_vec3 head = p[PD_BIPED_HEAD];
        least = pd_vec3_make(fmin(least.x, head.x), fmin(least.y, head.y), fmin(least.z, head.z));
        most = pd_vec3_make(fmax(most.x, head.x), fmax(most.y, head.y), fmax(most.z, head.z));
        if (i > 60) assert_near(pd_vec3_distance(p[PD_BIPED_L_TOE], toe), 0, 1e-6);
        toe = p[PD_BIPED_L_TOE];
    }
    assert_true(most.x - least.x > 0.01 && most.x - least.x < 0.1);
    assert_true(most.y - least.y < 0.02);
}

/* Also of bones without a length, places on top of one another, and places far away. */
static void up_to_four_poses_fitted_together_equal_each_fitted_alone(void **state)
{
    (void)state;
    pd_rng rng;
    pd_quat alone[4][PD_CHARACTER_RIG_JOINTS], together[4][PD_CHARACTER_RIG_JOINTS];
    pd_vec3 places[4][PD_CHARACTER_RIG_JOINTS], a[4][PD_CHARACTER_RIG_JOINTS], b[4][PD_CHARACTER_RIG_JOINTS];
    pd_rng_init(&rng, 9);
    for (int round = 0; round < 100; round++) {
        pd_k_fit four = {.count = 1 + round % 4};
        size_t count = (size_t)rig.skeleton.joint_count;
        for (int i = 0; i < four.count; i++) {
            random_pose(alone[i], places[i], 1, &rng);
            for (size_t j = 0; j < count; j++) {
                double sd = i == 1 ? 1 : 0.02;
                places[i][j].x += sd * pd_rng_normal(&rng), places[i][j].z += sd * pd_rng_normal(&rng);
                if (i == 2 && pd_rng_uniform(&rng) < 0.3) places[i][j] = places[i][0];
            }
            memcpy(together[i], alone[i], sizeof alone[i]);
            four.rotations[i] = together[i], four.joints[i] = b[i], four.places[i] = places[i];
            pd_character_pose_fit(alone[i], a[i], places[i], &rig);
        }
        pd_character_pose_fit_four(&four, &rig);
        for (int i = 0; i < four.count; i++) {
            assert_memory_equal(alone[i], together[i], count * sizeof **alone);
            assert_memory_equal(a[i], b[i], count * sizeof **a);
        }
    }
}

static void hands_turn_no_further_than_their_limit_and_little_turns_stay(void **state)
{
    (void)state;
    pd_rng rng;
    pd_quat r[PD_CHARACTER_RIG_JOINTS], before[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], again[PD_CHARACTER_RIG_JOINTS];
    pd_rng_init(&rng, 5);
    for (int round = 0; round < 50; round++) {
        random_pose(r, p, round < 25 ? 0.01 : 1.5, &rng);
        memcpy(before, r, sizeof r);
        pd_character_pose_soften_hands(r, p, (pd_quat[PD_CHARACTER_RIG_HANDS]){0}, &rig);
        for (int i = 0; i < PD_CHARACTER_RIG_HANDS; i++) {
            int j = rig.hands[i], up = rig.skeleton.parents[j];
            double was = pd_q_angle(before[up], before[j]), is = pd_q_angle(r[up], r[j]);
            assert_true(is <= rig.control.hand_limit + 1e-12 && is <= was + 1e-12);
            if (round < 25) assert_near(is, was, 1e-4);
        }
        memcpy(again, p, sizeof p);
        pd_character_pose_place(again, r, &rig);
        for (int j = 0; j < rig.skeleton.joint_count; j++)
            assert_near(pd_vec3_distance(again[j], p[j]), 0, 1e-12);
    }
}

/* At the speed's very edge too: far below it no angle is computed. */
static void a_hand_is_held_back_from_its_greatest_speed_on(void **state)
{
    (void)state;
    static const double parts[] = {0.5, 0.97, 0.979, 0.981, 0.999999, 1.000001, 1.02, 3};
    double most = rig.control.hand_speed / PD_CHARACTER_RATE, limit = rig.control.hand_limit;
    rig.control.hand_limit = 0; /* nothing is softened */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        pd_quat r[PD_CHARACTER_RIG_JOINTS], last[PD_CHARACTER_RIG_HANDS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS] = {{0, 0, 0}};
        for (int j = 0; j < PD_CHARACTER_RIG_JOINTS; j++) r[j] = pd_q_identity();
        for (int h = 0; h < PD_CHARACTER_RIG_HANDS; h++) last[h] = pd_q_identity();
        r[rig.hands[0]] = pd_q_axis_angle(pd_vec3_make(0, 0.6, 0.8), parts[i] * most);
        pd_character_pose_soften_hands(r, p, last, &rig);
        assert_near(pd_q_angle(pd_q_identity(), last[0]), fmin(parts[i], 1) * most, 1e-12);
    }
    rig.control.hand_limit = limit;
}

static void hands_turn_no_faster_than_their_speed_and_get_there(void **state)
{
    (void)state;
    pd_rng rng;
    pd_quat to[PD_CHARACTER_RIG_JOINTS], r[PD_CHARACTER_RIG_JOINTS], local[PD_CHARACTER_RIG_HANDS],
        last[PD_CHARACTER_RIG_HANDS] = {0};
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    double most = rig.control.hand_speed / PD_CHARACTER_RATE;
    pd_rng_init(&rng, 6);
    random_pose(r, p, 1.5, &rng);
    pd_character_pose_soften_hands(r, p, last, &rig);
    random_pose(to, p, 1.5, &rng);

    int slow = 0;
    for (int frame = 0; frame < 20; frame++) {
        memcpy(local, last, sizeof local);
        memcpy(r, to, sizeof r);
        pd_character_pose_soften_hands(r, p, last, &rig);
        for (int i = 0; i < PD_CHARACTER_RIG_HANDS; i++) {
            int j = rig.hands[i], up = rig.skeleton.parents[j];
            double turned = pd_q_angle(local[i], last[i]);
            assert_true(turned <= most + 1e-9);
            assert_near(pd_q_angle(pd_q_inv_mul(r[up], r[j]), last[i]), 0, 1e-7);
            slow += turned > 0.99 * most;
            if (frame == 19) assert_near(turned, 0, 1e-7);
        }
    }
    assert_true(slow >= PD_CHARACTER_RIG_HANDS);
}

/* Returns the local rotation of a link. */
static pd_quat link_of(const pd_quat *r, int i)
{
    int j = rig.links[i];
    return pd_q_inv_mul(r[rig.skeleton.parents[j]], r[j]);
}

static void an_arm_that_swings_as_people_do_is_left_alone(void **state)
{
    (void)state;
    pd_character_link last[PD_CHARACTER_RIG_LINKS] = {0};
    pd_quat r[PD_CHARACTER_RIG_JOINTS], asked[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS] = {{0, 0, 0}};
    for (int frame = 0; frame < 120; frame++) {
        for (int j = 0; j < PD_CHARACTER_RIG_JOINTS; j++) asked[j] = pd_q_identity();
        /* an elbow by 30 degrees to both sides, 1.3 times a second */
        asked[rig.links[2]] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.52 * cos(2 * M_PI * 1.3 * frame / 60));
        memcpy(r, asked, sizeof r);
        pd_character_pose_steady_arms(r, p, last, &rig);
        assert_memory_equal(r, asked, sizeof r);
    }
}

static void an_arm_that_flips_gets_there_without_a_jolt(void **state)
{
    (void)state;
    const double most = rig.control.arm_change / PD_CHARACTER_RATE;
    pd_rng rng;
    pd_quat from[PD_CHARACTER_RIG_JOINTS], to[PD_CHARACTER_RIG_JOINTS], r[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], steps[PD_CHARACTER_RIG_LINKS] = {{0, 0, 0}};
    pd_rng_init(&rng, 8);

    for (int round = 0; round < 20; round++) {
        pd_character_link last[PD_CHARACTER_RIG_LINKS] = {0};
        random_pose(from, p, 1.2, &rng);
        random_pose(to, p, 1.2, &rng);
        memset(steps, 0, sizeof steps);
        for (int frame = 0; frame < 90; frame++) {
            pd_quat before[PD_CHARACTER_RIG_LINKS];
            for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++) before[i] = last[i].local;
            memcpy(r, frame < 3 ? from : to, sizeof r);
            pd_character_pose_steady_arms(r, p, last, &rig);
            for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++) {
                assert_near(pd_q_angle(link_of(r, i), last[i].local), 0, 1e-7);
                if (!frame) continue;
                pd_vec3 step = pd_q_to_rotvec(pd_q_mul(last[i].local, pd_q_conjugate(before[i])));
                if (frame > 1) assert_true(pd_vec3_distance(step, steps[i]) <= 1.02 * most);
                steps[i] = step;
            }
        }
        for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++)
            assert_near(pd_q_angle(link_of(to, i), last[i].local), 0, 3e-3);
        for (int j = 1; j < rig.skeleton.joint_count; j++) {
            int up = rig.skeleton.parents[j];
            assert_near(pd_vec3_distance(p[j], p[up]), pd_vec3_length(rig.skeleton.offsets[j]), 1e-9);
        }
    }
}

static void a_folded_forearm_is_straight_and_its_wrist_where_the_network_has_it(void **state)
{
    (void)state;
    pd_rng rng;
    pd_quat r[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], joints[PD_CHARACTER_RIG_JOINTS];
    pd_rng_init(&rng, 7);
    for (int round = 0; round < 50; round++) {
        random_pose(r, p, 0.5, &rng);
        for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++) {
            const pd_character_forearm *arm = &rig.forearms[i];
            r[arm->middle] = pd_q_mul(r[arm->middle], random_turn(&rng, 1));
            r[arm->elbow] = pd_q_mul(random_turn(&rng, 0.1), r[arm->elbow]);
        }
        pd_character_pose_straighten_arms(r, &rig);
        pd_character_pose_fit(r, joints, p, &rig);
        for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++) {
            const pd_character_forearm *arm = &rig.forearms[i];
            assert_true(pd_q_angle(r[arm->elbow], r[arm->middle]) <= rig.control.forearm_limit + 1e-12);
            assert_near(pd_vec3_distance(joints[arm->wrist], p[arm->wrist]), 0, 0.002); /* a bend shortens */
        }
    }
}

/* A network that is unsure of an arm has it short, its wrist nearer
 * to the elbow than the joint within can be. */
static void a_forearm_that_a_network_has_too_short_neither_folds_nor_flips(void **state)
{
    (void)state;
    const pd_character_forearm *arm = &rig.forearms[0];
    pd_rng rng;
    pd_quat own[PD_CHARACTER_RIG_JOINTS], r[PD_CHARACTER_RIG_JOINTS], was = {0};
    pd_vec3 own_places[PD_CHARACTER_RIG_JOINTS], p[PD_CHARACTER_RIG_JOINTS], joints[PD_CHARACTER_RIG_JOINTS];
    pd_rng_init(&rng, 3);
    random_pose(own, own_places, 0.3, &rng);

    double most = 0, turned = 0;
    for (int i = 0; i <= 60; i++) {
        memcpy(r, own, sizeof r);
        memcpy(p, own_places, sizeof p);
        double angle = 1.5 * i / 60 - 0.75, out = 0.12 * cos(angle), aside = 0.12 * sin(angle);
        pd_vec3 short_of = pd_q_rotate(own[arm->elbow], pd_vec3_make(out, aside, 0.02));
        p[arm->middle] = pd_vec3_add(p[arm->elbow], short_of);
        p[arm->wrist] = pd_vec3_fma(p[arm->elbow], 1.3, short_of);
        pd_character_pose_straighten_arms(r, &rig);
        pd_character_pose_fit(r, joints, p, &rig);
        if (i) most = fmax(most, pd_q_angle(was, r[arm->elbow]));
        if (i) turned += pd_q_angle(was, r[arm->elbow]);
        was = r[arm->elbow];
        assert_near(pd_q_angle(r[arm->elbow], r[arm->middle]), 0, 1e-9);
    }
    assert_true(most < 1.5 * 1.5 / 60);        /* no faster than half again what the network turns by */
    assert_true(turned > 0.5 && turned < 1.2); /* half of its length is the network's rotation         */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_held_back_from_its_greatest_speed_on),
        cmocka_unit_test(an_arm_that_swings_as_people_do_is_left_alone),
        cmocka_unit_test(an_arm_that_flips_gets_there_without_a_jolt),
        cmocka_unit_test(hands_turn_no_faster_than_their_speed_and_get_there),
        cmocka_unit_test(a_folded_forearm_is_straight_and_its_wrist_where_the_network_has_it),
        cmocka_unit_test(a_forearm_that_a_network_has_too_short_neither_folds_nor_flips),
        cmocka_unit_test(up_to_four_poses_fitted_together_equal_each_fitted_alone),
        cmocka_unit_test(hands_turn_no_further_than_their_limit_and_little_turns_stay),
        cmocka_unit_test(a_pose_that_agrees_with_itself_stays_as_it_is),
        cmocka_unit_test(wrong_rotations_are_turned_to_where_the_joints_are),
        cmocka_unit_test(impossible_positions_still_give_exact_bone_lengths),
        cmocka_unit_test(a_planted_foot_that_slides_is_held),
        cmocka_unit_test(a_foot_that_stands_still_is_left_alone),
        cmocka_unit_test(a_released_foot_neither_jumps_nor_jerks),
        cmocka_unit_test(feet_stay_over_steps_and_slopes),
        cmocka_unit_test(a_foot_out_of_reach_is_let_go),
        cmocka_unit_test(a_standing_character_breathes_with_planted_feet_and_exact_bones),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
