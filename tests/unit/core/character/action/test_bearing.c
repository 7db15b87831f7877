/* Bearing: strokes of beats end on the stressed vowel, hands stay before the body and come back, emotions
 * change the posture and not the direction of the head, and hips and legs keep their bits. */
#include "core/character/action/bearing.h"

#include "tests/support/rigs_group.h"

#include <math.h>
#include <string.h>

#define DEGREE (M_PI / 180)
#define RATE   PD_CHARACTER_RATE

/* Writes the pose of somebody who stands with hanging arms. */
static void stand(pd_character_pose *pose)
{
    memset(pose, 0, sizeof *pose);
    for (int j = 0; j < rig.skeleton.joint_count; j++) pose->rotations[j] = pd_q_identity();
    for (int side = 0; side < 2; side++)
        pose->rotations[rig.links[3 * side + 1]] =
            pd_q_axis_angle(pd_vec3_make(0, 0, 1), (side ? 1 : -1) * 78 * DEGREE);
    pose->translation = pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0);
}

/* Runs a tick on a standing person. */
static void tick(pd_character_pose *pose, pd_character_bearing *b, const pd_character_bearing_input *in)
{
    stand(pose);
    pd_character_bearing_step(b, pose, in, &rig);
    pd_anim_skeleton_forward(pose->joints, NULL, &rig.skeleton, pose->rotations, pose->translation);
}

static pd_vec3 wrist(const pd_character_pose *pose, int side)
{
    return pose->joints[rig.arms[side].wrist];
}

/* Input of frame t of a speech with a stress in each second from 0.6 s on, of which 0.5 s are known ahead. */
static pd_character_bearing_input speech_at(int t, double liveliness)
{
    const bool is_found = t >= 6 && (t - 6) % 60 == 0;
    return (pd_character_bearing_input){.liveliness = liveliness,
                                        .is_speaking = true,
                                        .has_stress = is_found,
                                        .stress_in = 0.5,
                                        .has_phrase = t == 0,
                                        .phrase_in = 0.3};
}

static void strokes_end_on_the_stressed_vowel(void **state)
{
    (void)state;
    int beats = 0, stresses = 0;
    for (unsigned seed = 1; seed <= 50; seed++) {
        pd_character_bearing b = {.seed = seed};
        pd_character_pose pose;
        static double heights[2][600];
        static bool is_up[2][600];
        for (int t = 0; t < 600; t++) {
            const pd_character_bearing_input in = speech_at(t, 0.5);
            tick(&pose, &b, &in);
            for (int side = 0; side < 2; side++) {
                heights[side][t] = wrist(&pose, side).y;
                is_up[side][t] = b.up[side] == 1;
            }
        }

        /* The lowest place after a fall of 2 cm or more of a hand that stays up, near each stress but the
         * first, for which the hands rise. */
        for (int middle = 96; middle < 560; middle += 60, stresses++) {
            bool has_beat = false;
            for (int side = 0; side < 2; side++) {
                int top = middle - 24, low;
                for (int t = top; t <= middle; t++)
                    if (heights[side][t] > heights[side][top]) top = t;
                low = top;
                for (int t = top; t < middle + 15; t++)
                    if (heights[side][t] < heights[side][low]) low = t;
                if (heights[side][top] - heights[side][low] < 0.02) continue;
                if (!is_up[side][middle - 24] || !is_up[side][middle + 15]) continue;
                has_beat = true;
                assert_true(fabs((low - middle) / RATE) <= 0.12);
            }
            beats += has_beat;
        }
    }
    assert_true(beats > 0.35 * stresses && beats < 0.75 * stresses);
}

static void hands_rise_before_the_body_and_never_jump(void **state)
{
    (void)state;
    double highest = 0;
    for (unsigned seed = 1; seed <= 50; seed++) {
        pd_character_bearing b = {.seed = seed};
        pd_character_pose pose, before;
        for (int t = 0; t < 600; t++) {
            pd_character_bearing_input in = speech_at(t, 1);
            if (t >= 480) in = (pd_character_bearing_input){.liveliness = 1}; /* speech was cut off */
            tick(&pose, &b, &in);
            for (int side = 0; side < 2; side++) {
                const pd_vec3 at = wrist(&pose, side);
                const double outwards = (side ? -1 : 1) * at.x;

                /* Hands are outside a trunk of 0.15 m half width, or before one of 0.12 m half depth. */
                assert_true(outwards > 0.15 || at.z > 0.12);
                assert_true(outwards > 0.05);
                highest = fmax(highest, at.y - pose.joints[rig.skeleton.root].y);
            }
            for (int i = 0; t && i < PD_CHARACTER_RIG_LINKS; i++)
                assert_true(pd_q_angle(pose.rotations[rig.links[i]], before.rotations[rig.links[i]]) * RATE <
                            600 * DEGREE);
            before = pose;

            /* 0.4 s after the end the hands hang again. */
            if (t < 480 + 25) continue;
            assert_true(b.up[0] == 0 && b.up[1] == 0);
        }
    }
    assert_true(highest > 0.1 && highest < 0.45);
}

static void hips_and_legs_keep_their_bits(void **state)
{
    (void)state;
    pd_character_bearing b = {.seed = 7};
    pd_character_pose pose, still;
    stand(&still);
    for (int t = 0; t < 300; t++) {
        pd_character_bearing_input in = speech_at(t, 1);
        in.emotions[PD_ANIM_EMOTION_AFRAID] = 1;
        tick(&pose, &b, &in);
        for (int j = 0; j < rig.skeleton.joint_count; j++) {
            int up = j;
            while (up > 0 && up != rig.trunk.spine) up = rig.skeleton.parents[up];
            if (up == rig.trunk.spine) continue;
            assert_memory_equal(&pose.rotations[j], &still.rotations[j], sizeof still.rotations[j]);
        }
    }
}

static void liveliness_0_and_silence_change_nothing(void **state)
{
    (void)state;
    pd_character_bearing b = {.seed = 7}, other = {.seed = 7};
    pd_character_pose pose, still;
    stand(&still);
    for (int t = 0; t < 300; t++) {
        const pd_character_bearing_input dull = speech_at(t, 0);
        stand(&pose);
        assert_false(pd_character_bearing_step(&b, &pose, &dull, &rig));
        assert_memory_equal(pose.rotations, still.rotations, sizeof still.rotations);

        const pd_character_bearing_input silent = {.liveliness = 1};
        assert_false(pd_character_bearing_step(&other, &pose, &silent, &rig));
    }
}

static void a_breath_opens_the_chest_before_a_phrase(void **state)
{
    (void)state;
    pd_character_bearing b = {.seed = 7};
    pd_character_pose pose, still;
    double highest = 0;
    int at = 0;
    tick(&still, &(pd_character_bearing){.seed = 1}, &(pd_character_bearing_input){.liveliness = 0});
    for (int t = 0; t < 200; t++) {
        pd_character_bearing_input in = speech_at(t, 0.5);
        in.has_stress = false;
        tick(&pose, &b, &in);
        const int arm = rig.links[1];
        const double up = pose.joints[arm].y - still.joints[arm].y;
        if (up > highest) at = t;
        highest = fmax(highest, up);
    }
    assert_true(highest > 0.003 && highest < 0.02);
    assert_true(fabs(at / RATE - 0.3) < 0.05);
}

static void emotions_change_the_posture_and_not_the_direction_of_the_head(void **state)
{
    (void)state;
    static const struct {
        pd_anim_emotion emotion;
        int forward; /* sign of the chest's way to the front */
    } cases[] = {{PD_ANIM_EMOTION_SAD, 1},
                 {PD_ANIM_EMOTION_SURPRISED, -1},
                 {PD_ANIM_EMOTION_AFRAID, -1},
                 {PD_ANIM_EMOTION_DISGUSTED, -1},
                 {PD_ANIM_EMOTION_ANGRY, 1}};
    pd_character_pose pose, still;
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];
    tick(&still, &(pd_character_bearing){.seed = 1}, &(pd_character_bearing_input){.liveliness = 0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_bearing b = {.seed = 1};
        pd_character_bearing_input in = {.liveliness = 0};
        in.emotions[cases[i].emotion] = 1;
        tick(&pose, &b, &in);
        const int neck = rig.trunk.neck;
        const double way = pose.joints[neck].z - still.joints[neck].z;
        assert_true(cases[i].forward * way > 0.01 && fabs(way) < 0.12);
        pd_anim_skeleton_forward(pose.joints, rotations, &rig.skeleton, pose.rotations, pose.translation);
        assert_true(pd_q_angle(rotations[rig.trunk.head], pd_q_identity()) < 0.01 * DEGREE);
    }

    /* Shoulders: raised by fear, lowered by sadness. */
    const int arm = rig.links[1];
    pd_character_bearing_input afraid = {.liveliness = 0}, sad = afraid;
    afraid.emotions[PD_ANIM_EMOTION_AFRAID] = sad.emotions[PD_ANIM_EMOTION_SAD] = 1;
    tick(&pose, &(pd_character_bearing){.seed = 1}, &afraid);
    assert_true(pose.joints[arm].y > still.joints[arm].y + 0.005);
    tick(&pose, &(pd_character_bearing){.seed = 1}, &sad);
    assert_true(pose.joints[arm].y < still.joints[arm].y - 0.005);
}

static void the_same_seed_gives_the_same_bits(void **state)
{
    (void)state;
    pd_character_bearing a = {.seed = 9}, b = {.seed = 9}, c = {.seed = 10};
    pd_character_pose first, second;
    bool differs = false;
    for (int t = 0; t < 300; t++) {
        const pd_character_bearing_input in = speech_at(t, 0.5);
        tick(&first, &a, &in);
        tick(&second, &b, &in);
        assert_memory_equal(first.rotations, second.rotations, sizeof first.rotations);
        tick(&second, &c, &in);
        differs |= memcmp(first.rotations, second.rotations, sizeof first.rotations) != 0;
    }
    assert_true(differs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strokes_end_on_the_stressed_vowel),
        cmocka_unit_test(hands_rise_before_the_body_and_never_jump),
        cmocka_unit_test(hips_and_legs_keep_their_bits),
        cmocka_unit_test(liveliness_0_and_silence_change_nothing),
        cmocka_unit_test(a_breath_opens_the_chest_before_a_phrase),
        cmocka_unit_test(emotions_change_the_posture_and_not_the_direction_of_the_head),
        cmocka_unit_test(the_same_seed_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
