/* Weights of the mouth: lips shut at every p, b, m, f and v, weights without jumps, rest in silence. */
#include "core/speech/mouth.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static const char text[] =
    "Bob Palmer may be the best of five movers; maybe he gave people a very fine map, a pump and a film.";

static pd_speech_track *spoken(const char *words, double speed)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = words, .speed = speed};
    pd_speech_track *track = NULL;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    return track;
}

static void lips_shut_in_a_frame_of_every_p_b_m_f_and_v(void **state)
{
    (void)state;
    for (double speed = 0.5; speed < 1.6; speed += 0.5) {
        pd_speech_track *track = spoken(text, speed);
        int closures = 0;
        for (int i = 0; i < track->count; i++) {
            const pd_speech_segment *s = &track->segments[i];
            float most = 0;
            if (s->viseme != PD_SPEECH_PP && s->viseme != PD_SPEECH_FF) continue;
            closures++;
            for (int t = (int)((double)s->start * 60) - 1; t < (double)s->end * 60 + 1; t++) {
                float weights[PD_SPEECH_SHAPES];
                pd_speech_mouth(weights, track, t / 60.0);
                most = fmaxf(most, weights[s->viseme - 1]);
            }
            assert_true(most > 0.95f);
        }
        assert_true(closures > 20);
        pd_speech_track_release(track);
    }
}

static void weights_are_shares_and_never_jump(void **state)
{
    (void)state;
    pd_speech_track *track = spoken(text, 1);
    float before[PD_SPEECH_SHAPES] = {0};
    for (int t = 0; t < 60 * (track->seconds + 1); t++) {
        float weights[PD_SPEECH_SHAPES], sum = 0;
        pd_speech_mouth(weights, track, t / 60.0);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) {
            assert_true(weights[v] >= 0 && weights[v] <= 1);
            assert_true(fabsf(weights[v] - before[v]) < 0.6f);
            sum += weights[v];
        }
        assert_true(sum < 1.0001f);
        memcpy(before, weights, sizeof before);
    }
    pd_speech_track_release(track);
}

static void the_mouth_rests_before_and_after_speech_and_in_a_pause(void **state)
{
    (void)state;
    const pd_speech_timed items[] = {{.name = "aa", .start = 1, .end = 1.2, .weight = 1},
                                     {.name = "U", .start = 3, .end = 3.3, .weight = 1}};
    const pd_speech_source source = {
        .kind = PD_SPEECH_SHAPES_NAMED, .items = items, .count = 2, .set = PD_SPEECH_OCULUS};
    pd_speech_track *track;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    const double still[] = {-1, 0, 0.4, 2, 2.3, 3.9, 100};
    for (size_t i = 0; i < sizeof still / sizeof *still; i++) {
        float weights[PD_SPEECH_SHAPES];
        pd_speech_mouth(weights, track, still[i]);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) assert_true(weights[v] < 0.02f);
    }
    float weights[PD_SPEECH_SHAPES];
    pd_speech_mouth(weights, track, 1.1);
    assert_true(weights[PD_SPEECH_AA - 1] > 0.7f);
    pd_speech_mouth(weights, NULL, 1.1);
    assert_true(weights[PD_SPEECH_AA - 1] == 0);
    pd_speech_track_release(track);
}

static void a_mouth_that_is_stopped_closes_in_its_time(void **state)
{
    (void)state;
    const float before[PD_SPEECH_SHAPES] = {0.2f, 0.8f};
    float last = 1;
    for (double since = 0; since < 0.2; since += 1.0 / 60) {
        float weights[PD_SPEECH_SHAPES] = {0};
        pd_speech_mouth_close(weights, before, since);
        assert_true(weights[1] <= last && weights[0] <= weights[1]);
        assert_true(since < PD_SPEECH_STOP_TIME || weights[1] == 0);
        last = weights[1];
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lips_shut_in_a_frame_of_every_p_b_m_f_and_v),
        cmocka_unit_test(weights_are_shares_and_never_jump),
        cmocka_unit_test(the_mouth_rests_before_and_after_speech_and_in_a_pause),
        cmocka_unit_test(a_mouth_that_is_stopped_closes_in_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
