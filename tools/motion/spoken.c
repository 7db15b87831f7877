#include "tools/motion/spoken.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 16000

/* Adds a sound at a time. */
static bool mix_sound(pd_speech_sound *out, const pd_speech_sound *in, double time)
{
    const int from = (int)lround(time * RATE);
    const int end = from + in->count;

    if (end > out->count) {
        float *longer = realloc(out->samples, (size_t)end * sizeof *longer);
        if (!longer) return false;
        memset(longer + out->count, 0, (size_t)(end - out->count) * sizeof *longer);
        out->samples = longer;
        out->count = end;
    }

    for (int i = 0; i < in->count; i++) out->samples[from + i] += in->samples[i];
    return true;
}

/* Replaces the text of an entry by the visemes of its track. */
static void put_visemes(json_t *entry, const pd_speech_track *track)
{
    json_t *list = json_array();

    for (int i = 0; i < track->count; i++) {
        const pd_speech_segment *s = &track->segments[i];
        json_array_append_new(list, json_pack("{s:s,s:f,s:f,s:f}", "viseme", pd_speech_viseme_name(s->viseme),
                                              "start", (double)s->start, "end", (double)s->end, "weight",
                                              (double)s->weight));
    }

    json_object_del(entry, "text");
    json_object_del(entry, "speed");
    json_object_set_new(entry, "visemes", list);
}

/* Speaks one entry. */
static pd_status speak_entry(pd_speech_sound *mix, json_t *entry, double time, pd_speech_voice voice,
                             const char *place, pd_error *err)
{
    const char *text = json_string_value(json_object_get(entry, "text"));
    const json_t *fast = json_object_get(entry, "speed");
    const double speed = fast ? json_number_value(fast) : 1;
    pd_speech_sound sound;
    pd_speech_track *track;

    if (!(speed >= 0.25 && speed <= 4))
        return pd_fail(err, PD_ERR_RANGE, place, "speed %g; 0.25 to 4 allowed", speed);
    const pd_status status = pd_speech_voice_say(&sound, &track, text, voice, speed, err);
    if (status != PD_OK) {
        snprintf(err->where, sizeof err->where, "%s/text", place);
        return status;
    }

    const bool good = mix_sound(mix, &sound, time);
    put_visemes(entry, track);
    pd_speech_sound_deinit(&sound);
    pd_speech_track_release(track);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, place, "out of memory");
}

pd_status pd_tool_speak(pd_buffer *body, pd_speech_sound *sound, pd_speech_voice voice, pd_error *err)
{
    json_t *request = json_loadb((const char *)body->data, body->size, 0, NULL);
    const json_t *list = json_object_get(request, "speech");
    pd_status status = PD_OK;
    double time = 0;
    int texts = 0;

    *sound = (pd_speech_sound){.rate = RATE};
    for (size_t i = 0; i < json_array_size(list) && status == PD_OK; i++) {
        json_t *entry = json_array_get(list, i);
        const json_t *t = json_object_get(entry, "t");
        char place[32];
        if (json_is_number(t)) time = json_number_value(t);
        snprintf(place, sizeof place, "/speech/%zu", i);
        if (!json_is_string(json_object_get(entry, "text"))) continue;
        if (!(time >= 0 && time <= PD_SPEECH_SECONDS)) continue; /* the api refuses it */
        status = speak_entry(sound, entry, time, voice, place, err);
        texts++;
    }

    if (status == PD_OK && !texts)
        status =
            pd_fail(err, PD_ERR_INVALID, "/speech", "no text in the script; --voice has no effect without");
    char *dumped = status == PD_OK ? json_dumps(request, JSON_COMPACT) : NULL;
    if (status == PD_OK && !dumped) status = pd_fail(err, PD_ERR_MEMORY, "/speech", "out of memory");
    if (dumped) {
        pd_buffer_clear(body);
        pd_buffer_text(body, dumped);
    }

    free(dumped);
    json_decref(request);
    if (status != PD_OK) pd_speech_sound_deinit(sound);

    return status;
}
