#include "api/motion/speech.h"

#include "core/speech/mouth.h"

#include <string.h>

void pd_api_speech_cues_release(pd_api_speech_cues *cues)
{
    for (int i = 0; i < cues->count; i++) pd_speech_track_release(cues->cues[i].track);
    cues->count = 0;
}

void pd_api_speech_follow(float *out, const pd_api_speech_cues *cues, int frame_count, double rate)
{
    int next = 0; /* the first entry that has not begun */

    for (int t = 0; t < frame_count; t++) {
        const double time = t / rate;
        float *weights = out + (size_t)t * PD_SPEECH_SHAPES;
        while (next < cues->count && cues->cues[next].time <= time + 1e-9) next++;

        /* The utterance that is heard. The last one that began before it closes the mouth. */
        const pd_api_speech_cue *now = next ? &cues->cues[next - 1] : NULL;
        memset(weights, 0, PD_SPEECH_SHAPES * sizeof *weights);
        if (!now) continue;
        pd_speech_mouth(weights, now->track, time - now->time);
        if (next < 2) continue;
        float before[PD_SPEECH_SHAPES];
        pd_speech_mouth(before, now[-1].track, now->time - now[-1].time);
        pd_speech_mouth_close(weights, before, time - now->time);
    }
}
