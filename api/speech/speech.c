#include "api/speech/speech.h"

#include "api/http/json_write.h"
#include "api/speech/utterance.h"
#include "core/speech/mouth.h"

#include <math.h>
#include <stdio.h>

/* Values of a request; those of the utterance come first. */
typedef struct speech_values {
    pd_api_utterance_values utterance;
    double rate;
} speech_values;

const pd_api_field pd_api_speech_fields[] = {
    {.name = "rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(speech_values, rate),
     .min = 1,
     .max = 240,
     .example = "60",
     .doc = "Frames a second of `weights`; without it the reply has no weights."},
    {0},
};

#define MOST_FRAMES 864000 /* frames of `weights`: an hour at 240 frames a second */

typedef struct speech_job {
    pd_speech_track *track;
    double rate; /* 0: no weights */
} speech_job;

static void release_speech(pd_api_call *call)
{
    const speech_job *job = call->job;
    pd_speech_track_release(job->track);
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

/* Counts the memory of the reply: about 80 bytes a segment and 112 bytes a frame. */
static bool hold_speech(pd_api_call *call, const speech_job *job)
{
    return pd_api_hold(call, (size_t)job->track->count * 80 + (size_t)job->track->word_count * 120 +
                                 (size_t)(job->track->seconds * job->rate) * 112);
}

void pd_api_handle_speech(pd_api_call *call, const pd_api_request *request)
{
    speech_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    speech_values values = {.utterance = pd_api_utterance_preset};
    pd_api_documents documents = {0};

    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* Read the utterance. */
    *job = (speech_job){.track = NULL};
    call->job = job;
    call->deinit = release_speech;
    bool good = pd_api_decode_fields(&values, &documents, call, request);
    job->rate = values.rate;
    good = good && pd_api_utterance_read(&job->track, &values.utterance, "", &call->problems);
    pd_api_documents_release(&documents);
    if (!good || !hold_speech(call, job)) return;

    /* Write the reply. */
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    write_visemes(out, job->track);
    if (job->rate > 0) write_weights(out, job);
    pd_api_json_warnings(out, &call->problems);
    pd_buffer_text(out, "}\n");
}

/* Milliseconds on one core of a Xeon: a frame of weights with its text. */
#define COST_FRAME 0.004

double pd_api_speech_cost(const pd_api_call *call)
{
    const speech_job *job = call->job;
    return job->track ? 0.1 + COST_FRAME * job->track->seconds * job->rate : 0.1;
}
