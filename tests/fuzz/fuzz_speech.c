/* Fuzzes utterances: bodies of POST /v1/speech, and texts. The first byte selects: t a text,
 * w a WAV file, a a text with a sound, n a network's file, else a body. */
#include "tests/fuzz/api_answer.h"

#include "core/speech/align.h"
#include "core/speech/mouth.h"
#include "core/speech/net.h"
#include "core/speech/sound.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Speaks a text and looks at some frames. */
static void speak(const char *text)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
    pd_speech_track *track;
    pd_error err;
    if (pd_speech_track_make(&track, &source, &err) != PD_OK) return;
    for (int t = 0; t < 60; t++) {
        float weights[PD_SPEECH_SHAPES], sum = 0;
        pd_speech_mouth(weights, track, track->seconds * t / 60);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) sum += weights[v];
        if (!(sum >= 0 && sum < 1.001f)) abort();
    }
    pd_speech_track_release(track);
}

/* Reads a WAV file, and brings short ones to 16 kHz. */
static void listen(const uint8_t *data, size_t size)
{
    pd_speech_sound sound;
    pd_error err;
    if (pd_speech_sound_read(&sound, (pd_bytes){data, size}, &err) != PD_OK) return;
    if (pd_speech_sound_resample(&sound, &sound, 16000, &err) != PD_OK) abort();
    for (int i = 0; i < sound.count; i++)
        if (!(sound.samples[i] > -4 && sound.samples[i] < 4)) abort();
    pd_speech_sound_deinit(&sound);
}

/* Aligns a text with probabilities that the bytes before its first zero are. */
static void align(const uint8_t *data, size_t size)
{
    enum { FRAMES = 200 };
    static float p[FRAMES * PD_SPEECH_VISEMES];
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    if (!zero) return;
    for (int t = 0; t < FRAMES; t++)
        for (int v = 0; v < PD_SPEECH_VISEMES; v++)
            p[t * PD_SPEECH_VISEMES + v] =
                zero > data && data[t % (zero - data)] % PD_SPEECH_VISEMES == v ? 1 : 0;
    char *text = strndup((const char *)zero + 1, size - (size_t)(zero - data) - 1);
    const pd_speech_timed word = {.name = text, .start = 0.2, .end = data[0] / 100.0};
    const pd_speech_align_job jobs[] = {
        {.text = text, .probabilities = p, .frame_count = FRAMES},
        {.words = &word, .word_count = 1, .probabilities = p, .frame_count = FRAMES}};
    for (int i = 0; i < 2; i++) {
        pd_speech_track *track;
        pd_error err;
        double doubt;
        if (pd_speech_align(&track, &doubt, &jobs[i], &err) != PD_OK) continue;
        if (!(doubt >= -1e-3 && doubt < 7) || track->seconds > FRAMES / 100.0 + 0.1) abort();
        pd_speech_track_release(track);
    }
    pd_speech_follow *f;
    pd_error err;
    if (pd_speech_follow_new(&f, text, &err) == PD_OK) {
        float out[PD_SPEECH_VISEMES];
        for (int t = 0; t < FRAMES; t++)
            if (pd_speech_follow_step(out, f, p + t * PD_SPEECH_VISEMES) != (t >= PD_SPEECH_FOLLOW_LAG))
                abort();
        pd_speech_follow_free(f);
    }
    free(text);
}

/* Reads a network's file. */
static void read_net(const uint8_t *data, size_t size)
{
    pd_speech_net *net;
    pd_error err;
    if (pd_speech_net_parse(&net, (pd_bytes){data, size}, "fuzz", &err) == PD_OK) pd_speech_net_release(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size || size > 20000) return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (data[0] == 't') {
        speak(text);
    } else if (data[0] == 'w') {
        listen(data + 1, size - 1);
    } else if (data[0] == 'a') {
        align(data + 1, size - 1);
    } else if (data[0] == 'n') {
        read_net(data + 1, size - 1);
    } else {
        make_host();
        const pd_api_request request = {.method = "POST",
                                        .path = "/v1/speech",
                                        .content_type = "application/json",
                                        .body = {(const unsigned char *)text, size - 1}};
        answer(&request);
    }
    free(text);
    return 0;
}
