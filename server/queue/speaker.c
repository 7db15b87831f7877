#include "server/queue/speaker.h"

#include "core/base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_AGO 1e3 /* seconds since a cut that has no effect any more */

pd_srv_speaker *pd_srv_speaker_new(const pd_api_host *host)
{
    pd_srv_speaker *speaker = calloc(1, sizeof *speaker);

    if (!speaker) return NULL;
    speaker->host = host;
    speaker->since = LONG_AGO;

    return speaker;
}

/* Releases the track of a request. */
static void drop_utterance(const pd_srv_speaker *speaker, pd_srv_utterance *u)
{
    if (u->held) speaker->host->memory_give(speaker->host->ctx, PD_API_MEMORY_STREAMS, u->held);
    pd_speech_track_release(u->track);
    *u = (pd_srv_utterance){.track = NULL};
}

void pd_srv_speaker_free(pd_srv_speaker *speaker)
{
    if (!speaker) return;
    for (int i = 0; i < speaker->asked_count; i++) drop_utterance(speaker, &speaker->asked[i]);
    for (int i = 0; i < speaker->count; i++) drop_utterance(speaker, &speaker->queue[i]);
    free(speaker);
}

pd_status pd_srv_speaker_ask(pd_srv_speaker *speaker, const pd_srv_utterance *utterance, pd_error *err)
{
    const pd_api_host *host = speaker->host;
    pd_srv_utterance asked = *utterance;

    /* One that replaces what is spoken drops what waits in the mailbox too. */
    if (!asked.waits)
        while (speaker->asked_count)
            if (speaker->asked[--speaker->asked_count].track)
                drop_utterance(speaker, &speaker->asked[speaker->asked_count]);
    if (speaker->asked_count == PD_SRV_UTTERANCES ||
        (asked.waits && speaker->asked_count + speaker->count >= PD_SRV_UTTERANCES))
        return pd_fail(err, PD_ERR_LIMIT, "/queue", "%d utterances wait; at most %d allowed",
                       speaker->asked_count + speaker->count, PD_SRV_UTTERANCES);

    /* Count its memory. */
    asked.held = asked.track ? pd_speech_track_bytes(asked.track) : 0;
    if (!host->memory_take) asked.held = 0;
    if (asked.held && host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, asked.held) <= 0)
        return pd_fail(err, PD_ERR_BUSY, "",
                       "the utterance needs %zu bytes, which is more than is free now (limits.memory)",
                       asked.held);
    if (asked.track) pd_speech_track_retain(asked.track);
    speaker->asked[speaker->asked_count++] = asked;

    return PD_OK;
}

/* Adds an event of the tick; beyond PD_SRV_SPOKEN they are left out. */
static pd_api_spoken *add_event(pd_srv_speaker *speaker, pd_api_spoken_kind kind, double at)
{
    if (speaker->event_count == PD_SRV_SPOKEN) return NULL;
    const int i = speaker->event_count++;
    snprintf(speaker->names[i], sizeof *speaker->names, "%s", speaker->queue[0].name);
    speaker->events[i] = (pd_api_spoken){
        .kind = kind, .utterance = speaker->names[i], .at = at, .seconds = speaker->queue[0].track->seconds};

    return &speaker->events[i];
}

/* Ends the utterance that is spoken; is_cut: before its end. */
static void end_utterance(pd_srv_speaker *speaker, bool is_cut)
{
    PD_ASSERT(speaker->count > 0);
    if (speaker->has_started) {
        pd_api_spoken *event = add_event(speaker, PD_API_SPOKEN_ENDED, speaker->time);
        if (event) event->is_cut = is_cut;
    }

    drop_utterance(speaker, &speaker->queue[0]);
    speaker->count--;
    memmove(speaker->queue, speaker->queue + 1, (size_t)speaker->count * sizeof *speaker->queue);
    speaker->has_started = false;
    speaker->next_word = 0;
    if (speaker->count) speaker->time = 0 - speaker->queue[0].delay;
}

void pd_srv_speaker_take(pd_srv_speaker *speaker)
{
    for (int i = 0; i < speaker->asked_count; i++) {
        pd_srv_utterance *u = &speaker->asked[i];

        /* Cut off what is spoken. */
        if (!u->waits && speaker->count) {
            memcpy(speaker->before, speaker->shown, sizeof speaker->before);
            speaker->since = 0;
            while (speaker->count > 1) drop_utterance(speaker, &speaker->queue[--speaker->count]);
            end_utterance(speaker, true);
        }

        if (!u->track) continue;
        PD_ASSERT(speaker->count < PD_SRV_UTTERANCES);
        if (!speaker->count) speaker->time = 0 - u->delay;
        speaker->queue[speaker->count++] = *u;
    }

    speaker->asked_count = 0;
}

void pd_srv_speaker_step(pd_srv_speaker *speaker, double dt)
{
    memset(speaker->shown, 0, sizeof speaker->shown);
    if (speaker->count) {
        const pd_speech_track *track = speaker->queue[0].track;

        /* The event of its start, and those of the words that have begun. */
        if (speaker->time >= 0 && !speaker->has_started) {
            add_event(speaker, PD_API_SPOKEN_STARTED, speaker->time);
            speaker->has_started = true;
        }

        while (speaker->next_word < track->word_count &&
               (double)track->words[speaker->next_word].start <= speaker->time) {
            const pd_speech_word *word = &track->words[speaker->next_word++];
            pd_api_spoken *event = add_event(speaker, PD_API_SPOKEN_WORD, (double)word->start);
            if (!event) continue;
            char *text = speaker->words[event - speaker->events];
            pd_speech_cut_text(text, sizeof *speaker->words, word->text);
            event->word = text;
            event->end = (double)word->end;
        }

        pd_speech_mouth(speaker->shown, track, speaker->time);
        if (speaker->time >= track->seconds) {
            /* Its mouth closes in the time after it, which the next one may begin in. */
            memcpy(speaker->before, speaker->shown, sizeof speaker->before);
            speaker->since = 0;
            end_utterance(speaker, false);
        } else {
            speaker->time += dt;
        }
    }

    speaker->since += dt;
    if (speaker->since < PD_SPEECH_STOP_TIME)
        pd_speech_mouth_close(speaker->shown, speaker->before, speaker->since);
}

int pd_srv_speaker_write(pd_buffer *out, size_t ends[PD_SRV_SPOKEN], pd_srv_speaker *speaker, uint32_t id,
                         uint32_t tick, double time)
{
    const int count = speaker->event_count;

    for (int i = 0; i < count; i++) {
        pd_api_write_spoken(out, &speaker->events[i], id, tick, time);
        ends[i] = out->size;
    }

    speaker->event_count = 0;
    return count;
}
