/* Manner: brows and nods come with stresses, who listens looks at the partner for most of the time and who
 * speaks for less, emotions reach their shapes and give way to the lips, and liveliness 0 keeps the head
 * still. */
#include "core/anim/manner.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define DT     (1.0 / 60)
#define DEGREE (M_PI / 180)

/* Pitch of a head that is turned little, radians; positive: the face is lower. */
static double pitch_of(pd_quat q)
{
    return 2 * atan2(q.x, q.w);
}

/* Turn of a rotation about any axis. */
static double turn_of(pd_quat q)
{
    return 2 * acos(fmin(fabs(q.w), 1));
}

static void brows_and_head_move_with_stresses(void **state)
{
    (void)state;
    int nods = 0, brows = 0;
    for (unsigned seed = 1; seed <= 40; seed++) {
        pd_anim_manner m = {.seed = seed};
        pd_anim_manner_shown shown;
        const pd_anim_manner_request request = {.liveliness = 0.5};
        double before = 0, most = 0, at = 0, brow = 0, brow_at = 0;
        pd_anim_manner_set(&m, &request);
        for (int t = 0; t < 80; t++) {
            const pd_anim_manner_input in = {.part = PD_ANIM_TALK_SPEAKING, .is_stressed = t == 45};
            pd_anim_manner_step(&shown, &m, &in, DT);
            const double pitch = pitch_of(shown.head);
            if (t == 45) before = pitch;
            if (t > 45 && pitch - before > most) {
                most = pitch - before;
                at = (t - 45) * DT;
            }
            if ((double)shown.shapes[PD_ANIM_MANNER_BROW_INNER] > brow) {
                brow = (double)shown.shapes[PD_ANIM_MANNER_BROW_INNER];
                brow_at = (t - 45) * DT;
            }
        }
        nods += most > 0.7 * DEGREE && at > 0.1 && at < 0.35;
        if (brow > 0) {
            assert_true(brow > 0.28 && brow < 0.52);
            assert_true(fabs(brow_at - PD_ANIM_STRESS_LEAD) < 0.03);
            brows++;
        }
    }
    assert_true(nods > 30);
    assert_true(brows > 10 && brows < 30);
}

/* Returns the share of two minutes in which the gaze is at the partner. */
static double share_at_partner(pd_anim_talk_part part)
{
    int at = 0, changes = 0;
    for (unsigned seed = 1; seed <= 10; seed++) {
        pd_anim_manner m = {.seed = seed};
        pd_anim_manner_shown shown;
        pd_anim_gaze last = PD_ANIM_GAZE_FREE;
        for (int t = 0; t < 7200; t++) {
            const pd_anim_manner_input in = {.part = part, .has_partner = true};
            pd_anim_manner_step(&shown, &m, &in, DT);
            at += shown.gaze == PD_ANIM_GAZE_PARTNER;
            changes += shown.gaze != last;
            last = shown.gaze;
            assert_true(fabs(shown.aside) < 27.5 * DEGREE && fabs(shown.up) < 15 * DEGREE);
        }
    }
    assert_true(changes > 300 || part == PD_ANIM_TALK_THINKING);
    return at / 72000.0;
}

static void listeners_look_at_the_partner_more_than_speakers(void **state)
{
    (void)state;
    const double speaking = share_at_partner(PD_ANIM_TALK_SPEAKING);
    const double listening = share_at_partner(PD_ANIM_TALK_LISTENING);
    assert_true(speaking > 0.35 && speaking < 0.5);
    assert_true(listening > 0.7 && listening < 0.82);
    assert_true(share_at_partner(PD_ANIM_TALK_THINKING) == 0);
}

static void a_turn_ends_with_a_look_and_a_listener_nods_at_pauses(void **state)
{
    (void)state;
    int nods = 0, blinks = 0;
    for (unsigned seed = 1; seed <= 60; seed++) {
        pd_anim_manner m = {.seed = seed};
        pd_anim_manner_shown shown;
        const pd_anim_manner_request request = {.liveliness = 0.5};
        double least = 1, most = -1;
        pd_anim_manner_set(&m, &request);
        for (int t = 0; t < 120; t++) {
            const pd_anim_manner_input in = {
                .part = PD_ANIM_TALK_LISTENING, .has_partner = true, .has_paused = t == 40};
            pd_anim_manner_step(&shown, &m, &in, DT);
            blinks += shown.blinks;
            if (t < 40) continue;
            least = fmin(least, pitch_of(shown.head));
            most = fmax(most, pitch_of(shown.head));
        }
        nods += most - least > 2.8 * DEGREE;
        for (int t = 0; t < 3; t++) {
            const pd_anim_manner_input in = {
                .part = PD_ANIM_TALK_SPEAKING, .has_partner = true, .is_ending = true};
            pd_anim_manner_step(&shown, &m, &in, DT);
            assert_int_equal(shown.gaze, PD_ANIM_GAZE_PARTNER);
        }
    }
    assert_true(nods > 24 && nods < 50);
    assert_true(blinks > 18 && blinks < 42);
}

static void emotions_come_in_their_time_and_give_way_to_the_lips(void **state)
{
    (void)state;
    pd_anim_manner m = {.seed = 3};
    pd_anim_manner_shown shown;
    pd_anim_manner_input in = {.mouth = 0};
    pd_anim_manner_request request = {.seconds = 0.5};
    request.emotions[PD_ANIM_EMOTION_HAPPY] = 0.5f;
    pd_anim_manner_set(&m, &request);
    float before = 0;
    for (int t = 0; t < 31; t++) {
        pd_anim_manner_step(&shown, &m, &in, DT);
        assert_true(shown.shapes[PD_ANIM_MANNER_SMILE] >= before &&
                    shown.shapes[PD_ANIM_MANNER_SMILE] - before < 0.05f);
        before = shown.shapes[PD_ANIM_MANNER_SMILE];
    }
    assert_true(fabsf(before - 0.4f) < 0.01f && shown.emotions[PD_ANIM_EMOTION_HAPPY] > 0.49f);

    /* Closed lips show no smile; brows do not depend on the mouth. */
    in = (pd_anim_manner_input){.mouth = 1, .lips = 1, .part = PD_ANIM_TALK_SPEAKING};
    pd_anim_manner_step(&shown, &m, &in, DT);
    assert_true(shown.shapes[PD_ANIM_MANNER_SMILE] == 0 && shown.shapes[PD_ANIM_MANNER_CHEEK] > 0.29f);

    /* From one emotion to a mixture without a jump; the head of a sad person is lower. */
    request = (pd_anim_manner_request){.seconds = 0.25};
    request.emotions[PD_ANIM_EMOTION_SAD] = 1;
    request.emotions[PD_ANIM_EMOTION_AFRAID] = 0.3f;
    in = (pd_anim_manner_input){.mouth = 0};
    pd_anim_manner_set(&m, &request);
    pd_anim_manner_step(&shown, &m, &in, DT);
    assert_true(shown.emotions[PD_ANIM_EMOTION_HAPPY] > 0.45f && shown.emotions[PD_ANIM_EMOTION_SAD] < 0.05f);
    for (int t = 0; t < 60; t++) pd_anim_manner_step(&shown, &m, &in, DT);
    assert_true(shown.emotions[PD_ANIM_EMOTION_HAPPY] == 0);
    assert_true(shown.shapes[PD_ANIM_MANNER_BROW_INNER] == 1 && pitch_of(shown.head) > 6 * DEGREE);
}

static void liveliness_0_keeps_the_head_within_half_a_degree(void **state)
{
    (void)state;
    for (int live = 0; live < 2; live++) {
        pd_anim_manner m = {.seed = 8};
        pd_anim_manner_shown shown;
        const pd_anim_manner_request request = {.liveliness = live};
        double most = 0;
        float brow = 0;
        pd_anim_manner_set(&m, &request);
        for (int t = 0; t < 3600; t++) {
            const pd_anim_manner_input in = {.part = PD_ANIM_TALK_SPEAKING, .is_stressed = t % 40 == 0};
            pd_anim_manner_step(&shown, &m, &in, DT);
            most = fmax(most, turn_of(shown.head));
            brow = fmaxf(brow, shown.shapes[PD_ANIM_MANNER_BROW_OUTER]);
        }
        assert_true(live ? most > 4 * DEGREE && brow > 0.4f : most < 0.5 * DEGREE && brow == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brows_and_head_move_with_stresses),
        cmocka_unit_test(listeners_look_at_the_partner_more_than_speakers),
        cmocka_unit_test(a_turn_ends_with_a_look_and_a_listener_nods_at_pauses),
        cmocka_unit_test(emotions_come_in_their_time_and_give_way_to_the_lips),
        cmocka_unit_test(liveliness_0_keeps_the_head_within_half_a_degree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
