/* Time of hearing speech: the features of a frame of 10 ms, the network for one to many speakers in one
 * product, a whole live sound of 48 kHz, and a text with its sound.
 *
 *     bench_speech [seconds per row]
 *
 * CSV: what,speakers,us_per_frame,core_percent_per_speaker
 *
 * Speech: the voice kal with a text of 12 s. One thread, in its own processor time. */
#include "bench/rates.h"
#include "core/speech/hearing.h"
#include "core/speech/listener.h"
#include "core/speech/voice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 64, V = PD_SPEECH_VISEMES };

static const char text[] =
    "Bob Palmer may be the best of people, and he gave him a map, a pump and a lamp. The weather "
    "is wonderful today, is it not? I would like to have a cup of coffee, please.";

static struct scene {
    pd_speech_net *net;
    pd_speech_sound sound, fast; /* 16 and 48 kHz */
    pd_speech_taps taps;
    pd_speech_ear ears[MANY];
    pd_speech_ear *all[MANY];
    float out[MANY * V];
    int speakers, at;
    pd_speech_listener listener;
} scene;

/* Each of these works once and returns the frames. */
static double make_features(void *arg)
{
    float features[PD_SPEECH_BANDS];
    struct scene *s = arg;

    for (int t = 0; t < 100; t++) pd_speech_net_features(features, s->sound.samples + 160 * t);
    return 100;
}

static double step_nets(void *arg)
{
    struct scene *s = arg;

    pd_speech_ears_step(s->out, s->all, s->speakers, s->net);
    return s->speakers;
}

static double hear_live(void *arg)
{
    struct scene *s = arg;
    pd_speech_listener *l = &s->listener;
    pd_speech_ear *ear = &l->ear;
    float shown[PD_SPEECH_SHAPES];

    /* A chunk of 20 ms, and the tick after it. */
    for (int taken = 0; taken < 960;) {
        bool is_due;
        taken += pd_speech_listener_take(&is_due, l, s->net, &s->taps, s->fast.samples + s->at + taken,
                                         960 - taken);
        if (!is_due) continue;
        pd_speech_ears_step(s->out, &ear, 1, s->net);
        pd_speech_listener_add(l, s->out);
    }

    pd_speech_listener_show(shown, l, 1.0 / 50);
    s->at = s->at + 2 * 960 < s->fast.count ? s->at + 960 : 0;
    return 2;
}

static double hear_text(void *arg)
{
    struct scene *s = arg;
    const pd_speech_align_job said = {.text = text};
    pd_speech_track *track;
    pd_error err;
    double doubt;

    if (pd_speech_hear_text(&track, &doubt, s->net, &s->sound, &said, &err) == PD_OK)
        pd_speech_track_release(track);
    return s->sound.count / 160.0;
}

static void print_rate(const char *what, int speakers, double (*step)(void *arg), double seconds)
{
    scene.speakers = speakers;
    const double us = 1e6 / bench_rate(step, &scene, seconds, CLOCK_THREAD_CPUTIME_ID);
    printf("%s,%d,%.2f,%.3f\n", what, speakers, us, us * 100 * 1e-6 * 100);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 4, 16, 64};
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    pd_speech_track *track;
    pd_error err;

    if (pd_speech_net_load(&scene.net, "models/speech.safetensors", &err) != PD_OK ||
        pd_speech_voice_say(&scene.sound, &track, text, PD_SPEECH_VOICE_KAL, 1, &err) != PD_OK ||
        pd_speech_sound_resample(&scene.fast, &scene.sound, 48000, &err) != PD_OK ||
        pd_speech_taps_make(&scene.taps, 48000, PD_SPEECH_RATE, &err) != PD_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 1;
    }

    /* Each speaker is at another place of the speech. */
    pd_speech_track_release(track);
    for (int i = 0; i < MANY; i++) {
        pd_speech_ear_hear(scene.out, MANY, &scene.ears[i], scene.net, scene.sound.samples + 1000 * i, 1600);
        scene.all[i] = &scene.ears[i];
    }

    printf("what,speakers,us_per_frame,core_percent_per_speaker\n");
    print_rate("features", 1, make_features, seconds);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        print_rate("network", counts[i], step_nets, seconds);
    print_rate("live_48k", 1, hear_live, seconds);
    print_rate("text_and_sound", 1, hear_text, seconds);

    pd_speech_taps_deinit(&scene.taps);
    pd_speech_sound_deinit(&scene.fast);
    pd_speech_sound_deinit(&scene.sound);
    pd_speech_net_release(scene.net);
    return 0;
}
