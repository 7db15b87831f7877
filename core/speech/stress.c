#include "core/speech/stress.h"

#include <string.h>

#define USUAL_VOWEL  0.1  /* seconds of a vowel, before one was heard */
#define VOWEL_SHARE  0.1  /* of the newest vowel in their mean */
#define STRESSED     1.15 /* duration of a stressed vowel, in means */
#define STRESS_APART 0.25 /* least time between two stresses, seconds */
#define PHRASE_PAUSE 0.25 /* shortest silence before a phrase, seconds */

/* Returns whether a segment is a stressed vowel, and updates the mean of the vowels. */
static bool is_stressed_vowel(pd_speech_stress *stress, const pd_speech_segment *s, double middle)
{
    const double seconds = (double)s->end - (double)s->start;
    const double usual = stress->vowel_seconds > 0 ? stress->vowel_seconds : USUAL_VOWEL;

    if (s->viseme < PD_SPEECH_AA) return false;
    stress->vowel_seconds = usual + VOWEL_SHARE * (seconds - usual);
    if (seconds < STRESSED * usual) return false;
    return !stress->has_stress || middle - stress->stressed_at >= STRESS_APART;
}

/* Returns whether a stress has come within the lead, and forgets it. */
static bool take_due_stress(pd_speech_stress *stress, double until)
{
    if (!stress->ahead_count || stress->ahead[0] > until) return false;
    stress->ahead_count--;
    memmove(stress->ahead, stress->ahead + 1, (size_t)stress->ahead_count * sizeof *stress->ahead);

    return true;
}

pd_speech_found pd_speech_stress_step(pd_speech_stress *stress, const pd_speech_track *track, double time,
                                      double lead)
{
    pd_speech_found found = {.is_ending = time > track->seconds - PD_SPEECH_ENDING};

    for (; stress->next < track->count; stress->next++) {
        const pd_speech_segment *s = &track->segments[stress->next];
        const double start = (double)s->start;
        const double middle = 0.5 * (start + (double)s->end);
        if (middle - PD_SPEECH_STRESS_AHEAD > time) break;
        if (s->viseme == PD_SPEECH_SIL) continue;

        /* The silence before it decides whether it begins a phrase. */
        const pd_speech_segment *before = stress->next ? s - 1 : NULL;
        const bool is_after_silence = before && before->viseme == PD_SPEECH_SIL;
        const double quiet = is_after_silence ? (double)before->end - (double)before->start : 0;
        if (!stress->has_spoken || quiet >= PHRASE_PAUSE) {
            found.has_phrase = true;
            found.phrase_in = start - time;
        }

        /* Of stresses that come within one tick more than are kept, the first ones count. */
        stress->has_spoken = true;
        if (!is_stressed_vowel(stress, s, middle)) continue;
        stress->has_stress = true;
        stress->stressed_at = middle;
        found.has_stress = true;
        found.stress_in = middle - time;
        if (stress->ahead_count < PD_SPEECH_STRESS_MOST) stress->ahead[stress->ahead_count++] = middle;
    }

    found.is_due = take_due_stress(stress, time + lead);

    return found;
}
