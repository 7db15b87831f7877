#include "server/work/sound.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP_MOST 1    /* seconds of a gap that silence fills */
#define FLUSH    0.12 /* seconds of silence behind a sound that bring its last frames */

pd_status pd_srv_sound_new(pd_srv_sound **out, const pd_api_host *host, const pd_api_access *access,
                           const pd_api_hear *hear, pd_error *err)
{
    pd_api_model model;
    pd_error denied = {0};

    *out = NULL;
    if (!pd_api_reach_model(&model, host, access, false, PD_API_DEFAULT_SPEECH, &denied))
        return denied.status != PD_OK
                   ? pd_fail(err, denied.status, "", "%s", denied.detail)
                   : pd_fail(err, PD_ERR_UNSUPPORTED, "",
                             "sound needs a model of the kind speech, and the daemon serves none; "
                             "models/speech is one");

    /* Count its memory: the ring has room for the silence at the end too. */
    const int room = hear->rate * PD_SRV_SOUND_WAITS + (int)(hear->rate * FLUSH) + 1;
    size_t held = sizeof(pd_srv_sound) + (size_t)room * sizeof(int16_t) + 128 * 1024; /* the taps */
    if (hear->text) held += pd_speech_follow_bytes(hear->text);
    if (!host->memory_take) held = 0;
    if (held && host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, held) <= 0) {
        pd_api_model_release(&model);
        return pd_fail(err, PD_ERR_BUSY, "",
                       "the sound needs %zu bytes, which is more than is free now (limits.memory)", held);
    }

    pd_srv_sound *sound = calloc(1, sizeof *sound);
    int16_t *waits = calloc((size_t)room, sizeof *waits);
    pd_status status = sound && waits ? pd_speech_taps_make(&sound->taps, hear->rate, PD_SPEECH_RATE, err)
                                      : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK && hear->text) {
        status = pd_speech_follow_new(&sound->follow, hear->text, &denied);
        if (status != PD_OK) pd_fail(err, status, "/text", "%s", denied.detail);
    }

    if (status != PD_OK) {
        if (sound) pd_speech_taps_deinit(&sound->taps);
        if (held) host->memory_give(host->ctx, PD_API_MEMORY_STREAMS, held);
        pd_api_model_release(&model);
        free(sound);
        free(waits);
        return status;
    }

    sound->host = host;
    sound->held = held;
    sound->model = model;
    sound->format = hear->format;
    sound->rate = hear->rate;
    sound->waits = waits;
    sound->room = room;
    sound->listener.is_timed = hear->is_timed;
    sound->listener.time = hear->is_timed ? 0 - hear->delay : 0;
    *out = sound;

    return PD_OK;
}

void pd_srv_sound_free(pd_srv_sound *sound)
{
    if (!sound) return;
    if (sound->held) sound->host->memory_give(sound->host->ctx, PD_API_MEMORY_STREAMS, sound->held);
    pd_api_model_release(&sound->model);
    pd_speech_taps_deinit(&sound->taps);
    pd_speech_follow_free(sound->follow);
    free(sound->waits);
    free(sound);
}

static void add_sample(pd_srv_sound *sound, int16_t sample)
{
    PD_ASSERT(sound->waiting_count < sound->room);
    sound->waits[(sound->waiting_first + sound->waiting_count++) % sound->room] = sample;
}

pd_status pd_srv_sound_put(pd_srv_sound *sound, const pd_api_sound *chunk, pd_error *err)
{
    const int bytes = pd_speech_format_bytes(sound->format);
    const size_t count = chunk->samples.size / (size_t)bytes;
    const uint64_t at = chunk->has_at ? chunk->at : sound->next;

    /* Its size and place. */
    if (chunk->samples.size % (size_t)bytes)
        return pd_fail(err, PD_ERR_INVALID, "/data",
                       "%zu bytes; a multiple of %d expected, the size of a sample", chunk->samples.size,
                       bytes);
    if (count * 1000 < (size_t)sound->rate || count > (size_t)sound->rate)
        return pd_fail(err, PD_ERR_RANGE, "/data", "%zu samples; %d (1 ms) to %d (1 s) allowed", count,
                       (sound->rate + 999) / 1000, sound->rate);
    if (at < sound->next)
        return pd_fail(err, PD_ERR_RANGE, "/at",
                       "%llu; at least %llu allowed, where the chunk before it ends", (unsigned long long)at,
                       (unsigned long long)sound->next);
    const uint64_t gap = at - sound->next;
    if (gap > (uint64_t)sound->rate * GAP_MOST)
        return pd_fail(
            err, PD_ERR_RANGE, "/at",
            "%llu, which is %.3g s after the end of the chunk before it; at most %d s allowed: begin "
            "a new sound with `hear`",
            (unsigned long long)at, (double)gap / sound->rate, GAP_MOST);

    /* Every sample is a number. */
    for (size_t i = 0; i < count && sound->format == PD_SPEECH_F32; i++)
        if (!isfinite(pd_speech_format_sample(chunk->samples.data + i * (size_t)bytes, sound->format)))
            return pd_fail(err, PD_ERR_INVALID, "/data", "sample %zu is no number; -1 to 1 expected", i);

    /* There is room for it, and for the silence at the end. */
    const uint64_t waiting = (uint64_t)sound->waiting_count + gap + count;
    if (waiting > (uint64_t)sound->rate * PD_SRV_SOUND_WAITS)
        return pd_fail(
            err, PD_ERR_LIMIT, "/data",
            "%.3g s of sound wait; at most %d s allowed: send sound as fast as it is heard or, with "
            "`delay`, up to 5 times as fast, at most 30 s ahead",
            (double)waiting / sound->rate, PD_SRV_SOUND_WAITS);

    /* Silence in the gap, then the samples; what is louder than full scale is clipped. */
    for (uint64_t i = 0; i < gap; i++) add_sample(sound, 0);
    for (size_t i = 0; i < count; i++) {
        const float s = pd_speech_format_sample(chunk->samples.data + i * (size_t)bytes, sound->format);
        add_sample(sound, (int16_t)lrintf(32767 * fminf(fmaxf(s, -1), 1)));
    }

    sound->next = at + count;
    return PD_OK;
}

void pd_srv_sound_close(pd_srv_sound *sound)
{
    if (sound->is_closed) return;
    for (int i = 0; i < (int)(sound->rate * FLUSH); i++) add_sample(sound, 0);
    sound->is_closed = true;
}

void pd_srv_sound_gather(pd_srv_sound *sound, double dt)
{
    const int most = PD_SRV_SOUND_TAKES * sound->rate / 100;

    PD_ASSERT(most <= (int)(sizeof sound->taken / sizeof *sound->taken));
    sound->was_closed = sound->is_closed;
    sound->idle = sound->waiting_count ? 0 : sound->idle + dt;

    /* Take on what the last tick has left, as far as the frames have room. */
    const int left = sound->taken_count - sound->taken_at;
    memmove(sound->taken, sound->taken + sound->taken_at, (size_t)left * sizeof *sound->taken);
    sound->taken_at = 0;
    sound->taken_count = left;
    int count = sound->waiting_count < most - left ? sound->waiting_count : most - left;
    if (pd_speech_listener_room(&sound->listener) < PD_SRV_SOUND_TAKES + 2) count = 0;
    for (int i = 0; i < count; i++) {
        sound->taken[sound->taken_count++] = (float)sound->waits[sound->waiting_first] / 32767;
        sound->waiting_first = (sound->waiting_first + 1) % sound->room;
    }

    sound->waiting_count -= count;
    sound->has_more = sound->waiting_count > 0;
}

/* Takes samples of a sound until a frame is due. Returns false if there are too few. */
static bool take_frame(pd_srv_sound *sound)
{
    bool is_due;

    if (!pd_speech_listener_room(&sound->listener)) return false;
    sound->taken_at +=
        pd_speech_listener_take(&is_due, &sound->listener, pd_api_model_speech(&sound->model), &sound->taps,
                                sound->taken + sound->taken_at, sound->taken_count - sound->taken_at);
    return is_due;
}

/* Adds a frame of probabilities, with its text if that is known. */
static void add_frame(pd_srv_sound *sound, const float *probabilities)
{
    float followed[PD_SPEECH_VISEMES];

    if (!sound->follow)
        pd_speech_listener_add(&sound->listener, probabilities);
    else if (pd_speech_follow_step(followed, sound->follow, probabilities))
        pd_speech_listener_add(&sound->listener, followed);
}

/* Hears one frame of each sound of one network that has one. Returns their number. */
static int hear_round(pd_srv_sound *const *sounds, int count, const pd_speech_net *net, pd_speech_ear **ears,
                      float *out)
{
    int due = 0;

    for (int i = 0; i < count; i++)
        if (pd_api_model_speech(&sounds[i]->model) == net && take_frame(sounds[i]))
            ears[due++] = &sounds[i]->listener.ear;
    pd_speech_ears_step(out, ears, due, net);

    /* Hand the frames back, in the same order. */
    for (int i = 0, k = 0; i < count && k < due; i++)
        if (ears[k] == &sounds[i]->listener.ear) add_frame(sounds[i], out + (size_t)k++ * PD_SPEECH_VISEMES);

    return due;
}

int pd_srv_sounds_hear(pd_srv_sound *const *sounds, int count, int most, pd_speech_ear **ears, float *out)
{
    int heard = 0;

    /* Sounds of different networks, after one was loaded again, are heard after each other. */
    for (int round = 0; round < PD_SRV_SOUND_TAKES + 1 && heard < most; round++)
        for (int i = 0; i < count; i++) {
            const pd_speech_net *net = pd_api_model_speech(&sounds[i]->model);
            bool is_first = true;
            for (int k = 0; k < i; k++) is_first &= pd_api_model_speech(&sounds[k]->model) != net;
            if (is_first) heard += hear_round(sounds, count, net, ears, out);
        }

    return heard;
}

bool pd_srv_sound_ended(const pd_srv_sound *sound, bool *is_cut)
{
    const pd_speech_listener *l = &sound->listener;

    *is_cut = !sound->was_closed && sound->idle > PD_SRV_SOUND_PATIENCE;
    return *is_cut || (sound->was_closed && !sound->has_more && sound->taken_at == sound->taken_count &&
                       l->shown == l->made);
}
