#include "core/speech/hearing.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CLOSURE    3    /* fewest frames of PP and FF */
#define BRIEFEST   2    /* fewest frames of any other shape */
#define SHUT_LEAST 0.6f /* least weight of a closure */
#define FRAME      0.01 /* seconds */

enum { V = PD_SPEECH_VISEMES };

/* Finds the likeliest shape of each frame, from probabilities averaged over three. */
static void choose_shapes(unsigned char *shapes, const float *p, int count)
{
    for (int t = 0; t < count; t++) {
        const float *now = p + (size_t)t * V;
        const float *before = t ? now - V : now;
        const float *after = t + 1 < count ? now + V : now;
        int best = 0;
        float most = -1;
        for (int v = 0; v < V; v++) {
            const float sum = before[v] + now[v] + after[v];
            if (sum > most) {
                most = sum;
                best = v;
            }
        }

        shapes[t] = (unsigned char)best;
    }
}

/* Returns the end of the stretch that begins at t. */
static int stretch_end(const unsigned char *shapes, int count, int t)
{
    int end = t;
    while (end < count && shapes[end] == shapes[t]) end++;
    return end;
}

static void drop_brief(unsigned char *shapes, int count)
{
    for (int t = 0; t < count;) {
        const int end = stretch_end(shapes, count, t);
        const bool is_closure = shapes[t] == PD_SPEECH_PP || shapes[t] == PD_SPEECH_FF;
        if (end - t < (is_closure ? CLOSURE : BRIEFEST))
            memset(shapes + t, t ? shapes[t - 1] : PD_SPEECH_SIL, (size_t)(end - t));
        t = end;
    }
}

void pd_speech_hear_shapes(unsigned char *shapes, const float *probabilities, int count)
{
    choose_shapes(shapes, probabilities, count);
    drop_brief(shapes, count);
}

/* Makes the track of frames. */
static pd_status track_of(pd_speech_track **out, const unsigned char *shapes, const float *p, int count,
                          pd_error *err)
{
    pd_speech_timed *items = malloc(((size_t)count + 1) * sizeof *items);
    int made = 0;

    if (!items) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    for (int t = 0; t < count;) {
        const int end = stretch_end(shapes, count, t);
        float sum = 0;
        for (int i = t; i < end; i++) sum += p[(size_t)i * V + shapes[t]];
        float weight = sum / (float)(end - t);
        const bool is_closure = shapes[t] == PD_SPEECH_PP || shapes[t] == PD_SPEECH_FF;
        if (is_closure && weight < SHUT_LEAST) weight = SHUT_LEAST;
        if (made == PD_SPEECH_ITEMS) break;
        items[made++] = (pd_speech_timed){.name = pd_speech_viseme_name((pd_speech_viseme)shapes[t]),
                                          .start = t * FRAME,
                                          .end = end * FRAME,
                                          .weight = shapes[t] == PD_SPEECH_SIL ? 1 : (double)weight};
        t = end;
    }

    const pd_speech_source source = {
        .kind = PD_SPEECH_SHAPES_NAMED, .items = items, .count = made, .set = PD_SPEECH_OCULUS};
    const pd_status status =
        made == PD_SPEECH_ITEMS
            ? pd_fail(err, PD_ERR_LIMIT, "", "more than %d shapes; at most that allowed", PD_SPEECH_ITEMS)
            : pd_speech_track_make(out, &source, err);
    free(items);

    return status;
}

/* Computes the probabilities of all frames of a sound, *out (*count,15), which the caller frees. */
static pd_status hear_frames(float **out, int *count, const pd_speech_net *net, const pd_speech_sound *sound,
                             pd_error *err)
{
    static const float silence[(PD_SPEECH_AHEAD + 2) * PD_SPEECH_HOP];
    pd_speech_sound own = {.count = 0};
    const pd_speech_sound *heard = sound;
    pd_speech_ear ear = {.heard = 0};

    *out = NULL;
    if (sound->rate != PD_SPEECH_RATE) {
        const pd_status status = pd_speech_sound_resample(&own, sound, PD_SPEECH_RATE, err);
        if (status != PD_OK) return status;
        heard = &own;
    }

    /* Those at the end wait for silence behind the sound. */
    const int frames = (heard->count + PD_SPEECH_HOP - 1) / PD_SPEECH_HOP;
    const int room = frames + 16;
    float *p = malloc((size_t)room * V * sizeof *p);
    if (p) {
        int made = pd_speech_ear_hear(p, room, &ear, net, heard->samples, heard->count);
        made += pd_speech_ear_hear(p + (size_t)made * V, room - made, &ear, net, silence,
                                   (int)(sizeof silence / sizeof *silence));
        *count = made < frames ? made : frames;
        *out = p;
    }

    pd_speech_sound_deinit(&own);
    return p ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
}

pd_status pd_speech_hear(pd_speech_track **out, const pd_speech_net *net, const pd_speech_sound *sound,
                         pd_error *err)
{
    float *p;
    int count;

    *out = NULL;
    pd_status status = hear_frames(&p, &count, net, sound, err);
    if (status != PD_OK) return status;
    unsigned char *shapes = malloc((size_t)count + 1);
    if (shapes) {
        pd_speech_hear_shapes(shapes, p, count);
        status = track_of(out, shapes, p, count, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    free(p);
    free(shapes);
    return status;
}

pd_status pd_speech_hear_text(pd_speech_track **out, double *doubt, const pd_speech_net *net,
                              const pd_speech_sound *sound, const pd_speech_align_job *said, pd_error *err)
{
    pd_speech_align_job job = *said;
    float *p;

    *out = NULL;
    pd_status status = hear_frames(&p, &job.frame_count, net, sound, err);
    if (status != PD_OK) return status;
    job.probabilities = p;
    status = pd_speech_align(out, doubt, &job, err);
    free(p);

    return status;
}
