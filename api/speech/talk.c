#include "api/speech/talk.h"

#include "core/base/text/base64.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const pd_api_hear_values pd_api_hear_preset = {.delay = -1};
const pd_api_sound_values pd_api_sound_preset = {.at = UINT64_MAX};
#define LIVELINESS 0.5 /* the usual one */
#define MOOD_PRESET                                                                                          \
    {                                                                                                        \
        .liveliness = -1, .seconds = 0.5                                                                     \
    }
const pd_api_mood_values pd_api_mood_preset = MOOD_PRESET;
const pd_api_feel_values pd_api_feel_preset = {.mood = MOOD_PRESET};

#define MOST_SAMPLES 9007199254740992.0 /* 2^53 */

/* ---- fields ---- */

#define FORMAT_CHOICE(id, name) "|" name
static const char format_names[] = PD_SPEECH_FORMAT_TABLE(FORMAT_CHOICE);

const pd_api_field pd_api_hear_fields[] = {
    {.name = "rate",
     .type = PD_API_INTEGER,
     .offset = offsetof(pd_api_hear_values, rate),
     .min = 8000,
     .max = 48000,
     .example = "48000",
     .doc = "Samples a second: " PD_SPEECH_RATES_TEXT "."},
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_hear_values, format),
     .choices = format_names + 1,
     .preset = "\"s16\"",
     .doc = "Form of a sample, little-endian, one channel: 16 bits, float of 32 bits, mu-law or a-law."},
    {.name = "utterance",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_hear_values, utterance),
     .example = "\"call\"",
     .doc = "Name of up to 64 bytes that the messages `speech` about this sound repeat."},
    {.name = "text",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_hear_values, text),
     .example = "\"Hello, Bob.\"",
     .doc =
         "Text that is said, up to 8192 bytes. The visemes are then those of the text, at the times that are "
         "found in the sound. They come 0.05 s later than without a text."},
    {.name = "delay",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_hear_values, delay),
     .min = 0,
     .max = 60,
     .example = "0.3",
     .doc =
         "Seconds until the first sample is heard, for a sound that comes before it is heard: each shape is "
         "shown in its time. Without it the sound is live, as a microphone's: each shape is shown at once."},
    {.name = "end",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(pd_api_hear_values, end),
     .preset = "false",
     .doc = "True, alone, ends the sound after what came of it."},
    {0},
};

const pd_api_field pd_api_sound_fields[] = {
    {.name = "data",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_sound_values, data),
     .example = "\"AAABAAIA\"",
     .doc = "Samples in the form that `hear` named, as base64."},
    {.name = "at",
     .type = PD_API_COUNT,
     .offset = offsetof(pd_api_sound_values, at),
     .min = 0,
     .max = MOST_SAMPLES,
     .example = "960",
     .doc = "Number of the first sample, counted from the beginning of the sound. A gap of up to 1 s is "
            "silence. Without it the samples follow those before."},
    {0},
};

#define EMOTION_FIELD(id, text)                                                                              \
    {.name = text,                                                                                           \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = sizeof(double) * PD_ANIM_EMOTION_##id,                                                        \
     .min = 0,                                                                                               \
     .max = 1,                                                                                               \
     .preset = "0",                                                                                          \
     .doc = "Amount of this emotion; several mix."},
static const pd_api_field emotion_fields[] = {PD_ANIM_EMOTION_TABLE(EMOTION_FIELD){0}};

const pd_api_field pd_api_mood_fields[] = {
    {.name = "emotions",
     .type = PD_API_OBJECT,
     .offset = offsetof(pd_api_mood_values, emotions),
     .rows = emotion_fields,
     .example = "{\"happy\":0.7}",
     .doc = "Emotions by name and amount, shown by face, head and posture; those that are absent end."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_mood_values, seconds),
     .min = 0,
     .max = 10,
     .preset = "0.5",
     .doc = "Duration of the change of the emotions."},
    {.name = "liveliness",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_mood_values, liveliness),
     .min = 0,
     .max = 1,
     .preset = "0.5",
     .doc =
         "Amount of movement of head, brows, hands and breath with speech: 0: none; 0.5: the usual amount; "
         "1: more of it. In a script it needs a list `speech`."},
    {0},
};

const pd_api_field pd_api_feel_fields[] = {
    {.name = "part",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_feel_values, part),
     .choices = "auto|speaking|listening|thinking",
     .preset = "\"auto\"",
     .doc = "Part of the character in the conversation. auto: speaking while the character speaks, listening "
            "while its partner speaks."},
    {.name = "partner",
     .type = PD_API_INTEGER,
     .offset = offsetof(pd_api_feel_values, partner),
     .min = 1,
     .max = 2147483647,
     .example = "2",
     .doc = "Id of the character, of the same session, that this one talks with and looks at."},
    {0},
};

/* ---- readers ---- */

bool pd_api_hear_read(pd_api_hear *out, const pd_api_hear_values *v, pd_api_problems *problems)
{
    static const int rates[] = PD_SPEECH_RATES;
    bool is_usual = false;

    *out = (pd_api_hear){.rate = v->rate,
                         .format = (pd_speech_format)v->format,
                         .is_timed = v->delay >= 0,
                         .delay = v->delay,
                         .ends = v->end != 0};
    if (v->end) {
        const struct {
            const char *pointer;
            bool is_given;
        } fields[] = {{"/rate", v->rate != 0},
                      {"/format", v->format != 0},
                      {"/utterance", v->utterance != NULL},
                      {"/text", v->text != NULL},
                      {"/delay", v->delay >= 0}};
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
            if (fields[i].is_given)
                return pd_api_note(problems, PD_ERR_INVALID, fields[i].pointer, "has no effect with end");
        return true;
    }

    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) is_usual |= v->rate == rates[i];
    if (!v->rate)
        return pd_api_note(problems, PD_ERR_INVALID, "/rate", "missing; %s expected", PD_SPEECH_RATES_TEXT);
    if (!is_usual)
        return pd_api_note(problems, PD_ERR_RANGE, "/rate", "%d; %s allowed", v->rate, PD_SPEECH_RATES_TEXT);

    if (v->utterance && strlen(v->utterance) >= sizeof out->utterance)
        return pd_api_note(problems, PD_ERR_RANGE, "/utterance", "%zu bytes; at most %d allowed",
                           strlen(v->utterance), PD_API_TALK_NAME - 1);
    if (v->utterance) strcpy(out->utterance, v->utterance);
    if (!v->text) return true;

    /* The text outlives the document. */
    if (strlen(v->text) > PD_API_HEAR_TEXT)
        return pd_api_note(problems, PD_ERR_LIMIT, "/text", "%zu bytes; at most %d allowed", strlen(v->text),
                           PD_API_HEAR_TEXT);
    out->text = strdup(v->text);
    if (!out->text) return pd_api_note(problems, PD_ERR_MEMORY, "/text", "out of memory");

    return true;
}

bool pd_api_sound_read(pd_api_sound *out, unsigned char **bytes, const pd_api_sound_values *v,
                       size_t most_bytes, pd_api_problems *problems)
{
    if (!v->data || !*v->data)
        return pd_api_note(problems, PD_ERR_INVALID, "/data", "%s; samples as base64 expected",
                           v->data ? "empty" : "missing");

    /* Four letters are three bytes. */
    const size_t size = strlen(v->data);
    const size_t most = size / 4 * 3 + 3;
    if (most > most_bytes)
        return pd_api_note(problems, PD_ERR_RANGE, "/data", "about %zu bytes; at most %zu allowed", most,
                           most_bytes);
    *bytes = malloc(most);
    if (!*bytes) return pd_api_note(problems, PD_ERR_MEMORY, "/data", "out of memory");
    const size_t decoded = pd_base64_decode(*bytes, most, v->data, size, PD_BASE64_PADDED);
    if (decoded == SIZE_MAX || !decoded)
        return pd_api_note(problems, PD_ERR_INVALID, "/data", "no base64; samples as base64 expected");
    *out = (pd_api_sound){.samples = {*bytes, decoded}, .has_at = v->at != UINT64_MAX, .at = v->at};

    return true;
}

bool pd_api_mood_read(pd_anim_manner_request *out, const pd_api_mood_values *v, const char *at,
                      pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {emotion_fields, NULL};
    double emotions[PD_ANIM_EMOTIONS] = {0};
    char place[96];

    *out = (pd_anim_manner_request){.seconds = v->seconds,
                                    .liveliness = v->liveliness < 0 ? LIVELINESS : v->liveliness};
    snprintf(place, sizeof place, "%s/emotions", at);
    if (v->emotions && !pd_api_fields_json(emotions, v->emotions, tables, place, problems)) return false;
    for (int e = 0; e < PD_ANIM_EMOTIONS; e++) out->emotions[e] = (float)emotions[e];

    return true;
}

bool pd_api_feel_read(pd_api_feel *out, const pd_api_feel_values *v, int id, pd_api_problems *problems)
{
    *out = (pd_api_feel){.part = (pd_api_part)v->part, .partner = (uint32_t)v->partner};
    if (!pd_api_mood_read(&out->request, &v->mood, "", problems)) return false;
    if (v->partner && v->partner == id)
        return pd_api_note(problems, PD_ERR_INVALID, "/partner", "%d; another character than `id` expected",
                           v->partner);

    return true;
}
