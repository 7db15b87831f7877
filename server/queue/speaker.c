#include "server/queue/speaker.h"

#include "core/base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_AGO 1e3 /* seconds since a cut that has no effect any more */

#define SOUND_APART 0.6  /* least time between two stresses of a sound, seconds */
#define SOUND_AHEAD 0.15 /* seconds from an open mouth to the middle of the vowel, as it is taken */
#define WIDE        0.6f /* weights of open vowels that are a stress of a sound */
#define MOVING      0.1f /* sum of the weights of a mouth that speaks */
#define PAUSE       0.25 /* seconds of a pause, */
#define SPOKEN      0.5  /* and of speech before it */

pd_srv_speaker *pd_srv_speaker_new(const pd_api_host *host)
{
    pd_srv_speaker *speaker = calloc(1, sizeof *speaker);

    if (!speaker) return NULL;
    speaker->host = host;
    speaker->since = LONG_AGO;
    speaker->stressed_at = -1;

    return speaker;
}

/* Releases what a request holds. */
static void drop_utterance(pd_srv_speaker *speaker, pd_srv_utterance *u)
{
    if (u->sound && u->sound == speaker->open) speaker->open = NULL;
    pd_srv_sound_free(u->sound);
    if (u->held) speaker->host->memory_give(speaker->host->ctx, PD_API_MEMORY_STREAMS, u->held);
    pd_speech_track_release(u->track);
    *u = (pd_srv_utterance){.track = NULL};
}

void pd_srv_speaker_free(pd_srv_speaker *speaker)
{
    if (!speaker) return;
    for (int i = 0; i < speaker->asked_count; i++) drop_utterance(speaker, &speaker->asked[i]);
    for (int i = 0; i < speaker->count; i++) drop_utterance(speaker, &speaker->queue[i]);
    pd_srv_sound_free(speaker->gone);
    free(speaker);
}

pd_status pd_srv_speaker_ask(pd_srv_speaker *speaker, const pd_srv_utterance *utterance, pd_error *err)
{
    const pd_api_host *host = speaker->host;
    pd_srv_utterance asked = *utterance;

    /* One that replaces what is spoken drops what waits in the mailbox too. */
    if (!asked.waits)
        while (speaker->asked_count) drop_utterance(speaker, &speaker->asked[--speaker->asked_count]);
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
    if (asked.sound) {
        speaker->open = asked.sound;
        speaker->has_heard = true;
    }

    speaker->asked[speaker->asked_count++] = asked;

    return PD_OK;
}

static pd_status refuse_sound(const pd_srv_speaker *speaker, pd_error *err)
{
    return speaker && speaker->has_heard
               ? PD_OK /* it was on its way when the sound ended */
               : pd_fail(err, PD_ERR_INVALID, "/id",
                         "no sound was begun for this character; send `hear` first");
}

pd_status pd_srv_speaker_put(pd_srv_speaker *speaker, const pd_api_sound *chunk, pd_error *err)
{
    if (!speaker || !speaker->open) return refuse_sound(speaker, err);
    if (speaker->open->is_closed)
        return pd_fail(err, PD_ERR_INVALID, "/id", "the sound was ended by `end`; begin another with `hear`");
    return pd_srv_sound_put(speaker->open, chunk, err);
}

pd_status pd_srv_speaker_close(pd_srv_speaker *speaker, pd_error *err)
{
    if (!speaker || !speaker->open) return refuse_sound(speaker, err);
    pd_srv_sound_close(speaker->open);
    return PD_OK;
}

pd_srv_sound *pd_srv_speaker_sound(const pd_srv_speaker *speaker)
{
    return speaker->count ? speaker->queue[0].sound : NULL;
}

/* Returns the duration of an utterance; 0: it is not known, of a sound. */
static double seconds_of(const pd_srv_utterance *u)
{
    return u->track ? u->track->seconds : 0;
}

/* Adds an event of the tick; beyond PD_SRV_SPOKEN they are left out. */
static pd_api_spoken *add_event(pd_srv_speaker *speaker, pd_api_spoken_kind kind, double at)
{
    if (speaker->event_count == PD_SRV_SPOKEN) return NULL;
    const int i = speaker->event_count++;
    snprintf(speaker->names[i], sizeof *speaker->names, "%s", speaker->queue[0].name);
    speaker->events[i] = (pd_api_spoken){
        .kind = kind, .utterance = speaker->names[i], .at = at, .seconds = seconds_of(&speaker->queue[0])};

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

    /* A sound may be getting chunks now: _take frees it under the lock. */
    PD_ASSERT(!speaker->gone || !speaker->queue[0].sound);
    if (speaker->queue[0].sound) speaker->gone = speaker->queue[0].sound;
    speaker->queue[0].sound = NULL;
    drop_utterance(speaker, &speaker->queue[0]);
    speaker->count--;
    memmove(speaker->queue, speaker->queue + 1, (size_t)speaker->count * sizeof *speaker->queue);
    speaker->has_started = false;
    speaker->next_word = 0;
    speaker->stress = (pd_speech_stress){.next = 0};
    speaker->stressed_at = -1;
    if (speaker->count) speaker->time = 0 - speaker->queue[0].delay;
}

/* Frees the sound that has ended. */
static void free_gone(pd_srv_speaker *speaker)
{
    if (speaker->open == speaker->gone) speaker->open = NULL;
    pd_srv_sound_free(speaker->gone);
    speaker->gone = NULL;
}

void pd_srv_speaker_take(pd_srv_speaker *speaker)
{
    free_gone(speaker);
    for (int i = 0; i < speaker->asked_count; i++) {
        pd_srv_utterance *u = &speaker->asked[i];

        /* Cut off what is spoken. */
        if (!u->waits && speaker->count) {
            memcpy(speaker->before, speaker->shown, sizeof speaker->before);
            speaker->since = 0;
            while (speaker->count > 1) drop_utterance(speaker, &speaker->queue[--speaker->count]);
            end_utterance(speaker, true);
            free_gone(speaker);
        }

        if (!u->track && !u->sound) continue;
        PD_ASSERT(speaker->count < PD_SRV_UTTERANCES);
        if (!speaker->count) speaker->time = 0 - u->delay;
        speaker->queue[speaker->count++] = *u;
    }

    speaker->asked_count = 0;
}

bool pd_srv_speaker_speaks(const pd_srv_speaker *speaker)
{
    return speaker->count && speaker->has_started;
}

/* Looks for a stress of a sound: the mouth has opened wide. */
static void hear_stress(pd_srv_speaker *speaker)
{
    const float *shown = speaker->shown;
    const float open = shown[PD_SPEECH_AA - 1] + shown[PD_SPEECH_E - 1] + shown[PD_SPEECH_O - 1];

    if (open < WIDE || speaker->time - speaker->stressed_at < SOUND_APART) return;
    speaker->stressed_at = speaker->time;
    speaker->found.is_due = true;
    speaker->found.has_stress = true;
    speaker->found.stress_in = SOUND_AHEAD;
}

/* Notes what a listener notices of the speech: stresses, pauses and its end. */
static void notice_speech(pd_srv_speaker *speaker, double dt)
{
    const pd_speech_track *track = speaker->count ? speaker->queue[0].track : NULL;
    float mouth = 0;

    speaker->has_paused = false;
    speaker->found = (pd_speech_found){.has_stress = false};
    if (track)
        speaker->found = pd_speech_stress_step(&speaker->stress, track, speaker->time, PD_ANIM_STRESS_LEAD);
    else if (pd_srv_speaker_speaks(speaker))
        hear_stress(speaker);

    /* A pause is silence of a quarter of a second after half a second of speech. */
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) mouth += speaker->shown[v];
    if (mouth > MOVING) {
        speaker->active += dt;
        speaker->quiet = 0;
        return;
    }

    speaker->quiet += dt;
    if (speaker->quiet < PAUSE || speaker->active < SPOKEN) return;
    speaker->has_paused = true;
    speaker->active = 0;
}

/* Shows a tick of the sound that is heard. */
static void step_sound(pd_srv_speaker *speaker, pd_srv_sound *sound, double dt)
{
    bool is_cut;

    pd_speech_listener_show(speaker->shown, &sound->listener, dt);
    speaker->time = sound->listener.time;
    if (sound->listener.shown && !speaker->has_started) {
        add_event(speaker, PD_API_SPOKEN_STARTED, speaker->time);
        speaker->has_started = true;
    }

    if (!pd_srv_sound_ended(sound, &is_cut)) return;
    memcpy(speaker->before, speaker->shown, sizeof speaker->before);
    speaker->since = 0;
    end_utterance(speaker, is_cut);
}

void pd_srv_speaker_step(pd_srv_speaker *speaker, double dt)
{
    memset(speaker->shown, 0, sizeof speaker->shown);
    if (speaker->count && speaker->queue[0].sound) {
        step_sound(speaker, speaker->queue[0].sound, dt);
    } else if (speaker->count) {
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

    notice_speech(speaker, dt);
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
