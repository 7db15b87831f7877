#include "api/speech/speech.h"

#include "api/http/json_write.h"
#include "api/http/upload.h"
#include "api/speech/utterance.h"
#include "core/base/text/base64.h"
#include "core/speech/hearing.h"
#include "core/speech/mouth.h"
#include "core/speech/voice.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Values of a request; those of the utterance come first. */
typedef struct speech_values {
    pd_api_utterance_values utterance;
    double rate;
    int voice;
    const char *said, *sound;
} speech_values;

#define VOICE_CHOICE(id, name) "|" name
static const char voice_names[] = PD_SPEECH_VOICE_TABLE(VOICE_CHOICE) "|own";
#define OWN_VOICE PD_SPEECH_VOICES /* of the operator */

const pd_api_field pd_api_speech_query_fields[] = {
    {.name = "rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(speech_values, rate),
     .min = 1,
     .max = 240,
     .example = "60",
     .doc = "Frames a second of `weights`; without it the reply has no weights."},
    {.name = "said",
     .type = PD_API_TEXT,
     .offset = offsetof(speech_values, said),
     .example = "\"Hello, Bob.\"",
     .doc = "Text that is said in the WAV file. The visemes are those of the text, at the times that are "
            "found in the sound."},
    {0},
};

const pd_api_field pd_api_speech_fields[] = {
    {.name = "voice",
     .type = PD_API_CHOICE,
     .offset = offsetof(speech_values, voice),
     .choices = voice_names + 1,
     .doc =
         "Voice that speaks `text`, up to 8192 bytes: the reply then has the sound as a WAV file, and times "
         "are those of the voice. The voices are libflite's; own is that of the operator (speech.command)."},
    {.name = "sound",
     .type = PD_API_TEXT,
     .offset = offsetof(speech_values, sound),
     .example = "\"UklGRiQAAABXQVZF...\"",
     .doc = "WAV file as base64 in which `text`, `words` or `characters` are said. It gives the times. "
            "Without a text the visemes are found from the sound alone."},
    {0},
};

#define MOST_FRAMES 864000 /* frames of `weights`: an hour at 240 frames a second */

typedef struct speech_job {
    pd_speech_track *track;
    double rate;           /* 0: no weights */
    pd_speech_sound sound; /* of the voice; empty: none was asked */
    double heard;          /* seconds of sound that were heard */
} speech_job;

static void release_speech(pd_api_call *call)
{
    speech_job *job = call->job;
    pd_speech_track_release(job->track);
    pd_speech_sound_deinit(&job->sound);
}

static void write_visemes(pd_buffer *out, const pd_speech_track *track)
{
    pd_buffer_printf(out, "{\"seconds\":%.3f,\"visemes\":[", track->seconds);
    for (int i = 0; i < track->count; i++) {
        const pd_speech_segment *s = &track->segments[i];
        pd_buffer_printf(out, "%s{\"viseme\":\"%s\",\"start\":%.3f,\"end\":%.3f,\"weight\":%.3g}",
                         i ? "," : "", pd_speech_viseme_name(s->viseme), (double)s->start, (double)s->end,
                         (double)s->weight);
    }

    pd_buffer_text(out, "],\"words\":[");
    for (int i = 0; i < track->word_count; i++) {
        const pd_speech_word *w = &track->words[i];
        pd_buffer_text(out, i ? ",{\"word\":" : "{\"word\":");
        pd_api_json_text(out, w->text);
        pd_buffer_printf(out, ",\"start\":%.3f,\"end\":%.3f}", (double)w->start, (double)w->end);
    }

    pd_buffer_text(out, "]");
}

static void write_weights(pd_buffer *out, const speech_job *job)
{
    const int frames = 1 + (int)ceil(job->track->seconds * job->rate);

    pd_buffer_printf(out, ",\"rate\":%.10g,\"names\":[", job->rate);
    for (int v = PD_SPEECH_PP; v < PD_SPEECH_VISEMES; v++)
        pd_buffer_printf(out, "%s\"viseme_%s\"", v > PD_SPEECH_PP ? "," : "",
                         pd_speech_viseme_name((pd_speech_viseme)v));
    pd_buffer_text(out, "],\"weights\":[");
    for (int t = 0; t < frames && t < MOST_FRAMES; t++) {
        float weights[PD_SPEECH_SHAPES];
        pd_speech_mouth(weights, job->track, t / job->rate);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++)
            pd_buffer_printf(out, "%s%.3g", v ? "," : t ? "],[" : "[", (double)weights[v]);
    }

    pd_buffer_text(out, "]]");
}

/* Writes the sound as a WAV file inside the reply. */
static void write_sound(pd_buffer *out, const pd_speech_sound *sound)
{
    pd_buffer file = {0};

    pd_speech_sound_write(&file, sound);
    pd_buffer_text(out, ",\"sound\":{\"type\":\"audio/wav\",\"base64\":\"");
    pd_base64_encode(out, file.data, file.size);
    pd_buffer_text(out, "\"}");
    out->failed |= file.failed;
    pd_buffer_deinit(&file);
}

/* Makes the track of a sound, of which it may be known what is said. */
static bool hear_said(speech_job *job, const pd_speech_net *net, const pd_speech_sound *sound,
                      const pd_speech_align_job *said, const char *place, pd_api_problems *problems)
{
    pd_error err = {0};
    double doubt = 0;
    const bool is_known = said->text || said->words;
    pd_status status = is_known ? pd_speech_hear_text(&job->track, &doubt, net, sound, said, &err)
                                : pd_speech_hear(&job->track, net, sound, &err);

    /* A text in a script without rules: by the sound alone. */
    if (is_known && status == PD_ERR_UNSUPPORTED) {
        pd_api_warn(problems, said->text ? place : "/words", "%s: the sound alone is heard", err.detail);
        status = pd_speech_hear(&job->track, net, sound, &err);
    }

    job->heard = sound->count / (double)sound->rate;
    if (status != PD_OK) return pd_api_note(problems, status, said->text ? place : "", "%s", err.detail);
    if (doubt > PD_SPEECH_ALIGN_DOUBT)
        pd_api_warn(problems, said->text ? place : "/words",
                    "something else seems to be said (%.2f, above %.2g): without it the sound alone is heard",
                    doubt, PD_SPEECH_ALIGN_DOUBT);

    return true;
}

/* Returns the most memory that the search for a text in a file takes: a frame has 80 bytes or more, and a
 * letter two sounds or fewer. */
static size_t search_bytes(size_t file_bytes, const pd_speech_align_job *said)
{
    size_t letters = said->text ? strlen(said->text) : 0;

    for (int i = 0; i < said->word_count; i++) letters += strlen(said->words[i].name) + 1;
    if (!letters) return 0;
    const size_t frames = file_bytes / 80 + 1;
    const size_t row = letters / 2 + 2;
    return frames > PD_SPEECH_ALIGN_BYTES / row ? PD_SPEECH_ALIGN_BYTES : frames * row;
}

/* Reads a WAV file into *sound, which the caller deinits, and finds its visemes. said: what is said in it, if
 * that is known; place: of this text in the request. */
static bool hear_file(pd_speech_sound *sound, speech_job *job, pd_api_call *call, pd_bytes file,
                      const pd_speech_align_job *said, const char *place)
{
    pd_api_model model;
    pd_error err = {0};
    pd_api_problems *problems = &call->problems;

    if (!pd_api_take_model(call, PD_API_DEFAULT_SPEECH, &model)) {
        if (!call->done && !call->waits && !problems->count)
            pd_api_refuse(
                call, 409, NULL,
                "sound needs a model of the kind speech, and the daemon has none; models/speech is one");
        return false;
    }

    /* The samples take up to eight times the bytes of the file (mu-law), and as much at another rate. */
    bool heard = pd_api_hold(call, 16 * file.size + search_bytes(file.size, said));
    if (heard && pd_speech_sound_read(sound, file, &err) != PD_OK)
        heard = pd_api_note(problems, err.status, "", "%s", err.detail);
    else if (heard)
        heard = hear_said(job, pd_api_model_speech(&model), sound, said, place, problems);

    pd_api_model_release(&model);
    return heard;
}

/* Hears a request that is a WAV file; its query may have the text. */
static bool hear_body(speech_job *job, pd_api_call *call, const pd_api_request *request)
{
    speech_values values = {.rate = 0};
    pd_api_problems *problems = &call->problems;

    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    const bool good = query && pd_api_fields_json(&values, query, call->route->query, "", problems);
    problems->in_query = 0;
    job->rate = values.rate;
    const pd_speech_align_job said = {.text = values.said};
    pd_speech_sound sound = {0};
    const bool heard = good && hear_file(&sound, job, call, request->body, &said, "/said");
    pd_speech_sound_deinit(&sound);
    json_decref(query);

    return heard;
}

/* Hears the sound of a JSON request, in which a text or words are said. */
static bool hear_member(speech_job *job, pd_api_call *call, const speech_values *v)
{
    pd_api_problems *problems = &call->problems;
    const size_t size = strlen(v->sound);
    const size_t most = size / 4 * 3 + 3;
    const pd_api_utterance_values *u = &v->utterance;
    pd_speech_align_job said = {.text = u->text};
    pd_speech_track *track = NULL;
    pd_speech_sound sound = {0};

    if (u->phones || u->visemes || u->speed != 1)
        return pd_api_note(problems, PD_ERR_INVALID, "/sound",
                           "given with phones, visemes or speed; text, words or characters allowed");

    /* Words come with their times, whatever service has sent them. */
    if (u->words || u->characters) {
        if (!pd_api_utterance_read(&track, u, "", problems)) return false;
        pd_speech_timed *words = pd_api_pool_take(&call->pool, (size_t)track->word_count + 1, sizeof *words);
        for (int i = 0; words && i < track->word_count; i++)
            words[i] = (pd_speech_timed){.name = track->words[i].text,
                                         .start = (double)track->words[i].start,
                                         .end = (double)track->words[i].end,
                                         .weight = 1};
        said.words = words;
        said.word_count = track->word_count;
    } else if (u->source) {
        return pd_api_note(problems, PD_ERR_INVALID, "/source", "has no effect without words or characters");
    }

    unsigned char *bytes = pd_api_hold(call, most) ? pd_api_pool_take(&call->pool, most, 1) : NULL;
    const size_t decoded =
        bytes ? pd_base64_decode(bytes, most, v->sound, size, PD_BASE64_LENIENT) : SIZE_MAX;
    bool heard = false;
    if (bytes && decoded == SIZE_MAX)
        pd_api_note(problems, PD_ERR_INVALID, "/sound", "no base64; a WAV file as base64 expected");
    else if (bytes)
        heard = hear_file(&sound, job, call, (pd_bytes){bytes, decoded}, &said, "/text");
    pd_speech_sound_deinit(&sound);
    pd_speech_track_release(track);

    return heard;
}

/* Speaks a text by the operator's voice, and finds its shapes in the sound. */
static bool speak_own(speech_job *job, pd_api_call *call, const speech_values *v)
{
    const pd_api_host *host = call->host;
    pd_api_problems *problems = &call->problems;
    pd_buffer wav = {0};
    pd_error err = {0};

    if (v->utterance.speed != 1)
        return pd_api_note(problems, PD_ERR_INVALID, "/speed", "has no effect with the voice own");
    if (strlen(v->utterance.text) > PD_SPEECH_VOICE_TEXT)
        return pd_api_note(problems, PD_ERR_LIMIT, "/text", "%zu bytes; at most %d allowed",
                           strlen(v->utterance.text), PD_SPEECH_VOICE_TEXT);
    const pd_status status = host->say ? host->say(host->ctx, &wav, v->utterance.text, &err)
                                       : pd_fail(&err, PD_ERR_UNSUPPORTED, "", "this server has none");
    if (status == PD_ERR_UNSUPPORTED)
        pd_api_note(problems, PD_ERR_UNSUPPORTED, "/voice", "own: %s", err.detail);
    else if (status != PD_OK)
        pd_api_refuse(call, 503, NULL, "the voice of this server failed: %s", err.detail);

    /* Find the visemes of the text in the sound, which the reply repeats. */
    const pd_speech_align_job said = {.text = v->utterance.text};
    const pd_bytes file = {wav.data, wav.size};
    const bool good = status == PD_OK && hear_file(&job->sound, job, call, file, &said, "/text");
    pd_buffer_deinit(&wav);

    return good;
}

/* Speaks a text by a voice. */
static bool speak_text(speech_job *job, pd_api_call *call, const speech_values *v)
{
    pd_api_problems *problems = &call->problems;
    pd_error err = {0};

    if (!v->utterance.text || v->utterance.source || v->utterance.words || v->utterance.characters ||
        v->utterance.phones || v->utterance.visemes)
        return pd_api_note(problems, PD_ERR_INVALID, "/voice", "given without text, or with more than text");

    if (v->voice == OWN_VOICE) return speak_own(job, call, v);
    return pd_speech_voice_say(&job->sound, &job->track, v->utterance.text, (pd_speech_voice)v->voice,
                               v->utterance.speed, &err) == PD_OK ||
           pd_api_note(problems, err.status, "/text", "%s", err.detail);
}

/* Counts the memory of the reply: about 80 bytes a segment and 112 bytes a frame. */
static bool hold_speech(pd_api_call *call, const speech_job *job)
{
    return pd_api_hold(call, (size_t)job->track->count * 80 + (size_t)job->track->word_count * 120 +
                                 (size_t)(job->track->seconds * job->rate) * 112 +
                                 (size_t)job->sound.count * 12);
}

void pd_api_handle_speech(pd_api_call *call, const pd_api_request *request)
{
    speech_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    speech_values values = {.utterance = pd_api_utterance_preset, .voice = -1};
    pd_api_documents documents = {0};

    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* Read the utterance. */
    *job = (speech_job){.track = NULL};
    call->job = job;
    call->deinit = release_speech;
    if (pd_api_type_is_in("audio/wav audio/x-wav audio/wave", request->content_type)) {
        if (!hear_body(job, call, request)) return;
    } else {
        bool good = pd_api_decode_fields(&values, &documents, call, request);
        job->rate = values.rate;
        if (good && values.said)
            good = pd_api_note(&call->problems, PD_ERR_INVALID, "/said",
                               "has no effect without a body of the type audio/wav; `sound` and `text` of a "
                               "JSON body expected");
        else if (good && values.sound && values.voice >= 0)
            good = pd_api_note(&call->problems, PD_ERR_INVALID, "/voice", "has no effect with sound");
        else if (good && values.sound)
            good = hear_member(job, call, &values);
        else
            good = good && (values.voice >= 0
                                ? speak_text(job, call, &values)
                                : pd_api_utterance_read(&job->track, &values.utterance, "", &call->problems));
        pd_api_documents_release(&documents);
        if (!good) return;
    }

    if (!hold_speech(call, job)) return;

    /* Write the reply. */
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    write_visemes(out, job->track);
    if (job->rate > 0) write_weights(out, job);
    if (job->sound.count) write_sound(out, &job->sound);
    pd_api_json_warnings(out, &call->problems);
    pd_buffer_text(out, "}\n");
}

/* Milliseconds on one core of a Xeon: a frame of weights with its text. */
#define COST_FRAME  0.004
#define COST_SPOKEN 13 /* a second of a voice */
#define COST_HEARD  3  /* a second of sound, without a text */

double pd_api_speech_cost(const pd_api_call *call)
{
    const speech_job *job = call->job;
    return job->track
               ? 0.1 + COST_FRAME * job->track->seconds * job->rate +
                     (job->sound.count ? COST_SPOKEN * job->track->seconds : 0) + COST_HEARD * job->heard
               : 0.1;
}
