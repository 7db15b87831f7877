#ifndef PD_SPEECH_STRESS_H
#define PD_SPEECH_STRESS_H
/* Stressed vowels and beginnings of phrases of an utterance, found ahead of their time.
 *
 * A vowel is stressed when it lasts 1.15 times the running mean of the vowels before it, which begins at
 * 0.1 s. Two stresses are at least 0.25 s apart. A phrase begins with the first sound of the utterance, and
 * after each silence of at least 0.25 s.
 *
 * Units    seconds of the utterance.
 * Memory   a plain struct; zero: before the utterance. The track is borrowed by each call.
 * Threads  one for each reader.   Errors  none.
 */
#include "core/speech/track.h"

#include <stdbool.h>

#define PD_SPEECH_STRESS_AHEAD 0.6 /* seconds by which a stress or a phrase is known before its time */
#define PD_SPEECH_STRESS_MOST  4   /* most stresses that are known ahead: 0.25 s apart in 0.6 s */
#define PD_SPEECH_ENDING       0.8 /* seconds before its end in which an utterance ends */

typedef struct pd_speech_stress {
    int next;             /* segment that was not looked at yet */
    double vowel_seconds; /* mean duration of the vowels so far; 0: none yet */
    double stressed_at;   /* middle of the last stressed vowel, valid with has_stress */
    bool has_stress;
    bool has_spoken;                     /* a segment that is no silence was looked at */
    double ahead[PD_SPEECH_STRESS_MOST]; /* (ahead_count) middles of stressed vowels that come */
    int ahead_count;
} pd_speech_stress;

/* What was found in a step. Times are seconds from now. */
typedef struct pd_speech_found {
    bool has_stress, has_phrase;
    double stress_in; /* until the middle of the stressed vowel, with has_stress */
    double phrase_in; /* until the phrase begins, with has_phrase; negative: it has begun */
    bool is_due;      /* the middle of a stressed vowel comes within the lead */
    bool is_ending;   /* the utterance ends within PD_SPEECH_ENDING seconds */
} pd_speech_found;

/* Looks at the segments whose middle comes within PD_SPEECH_STRESS_AHEAD of `time`. Of several stresses or
 * phrases in one step the last one counts. lead: seconds, up to PD_SPEECH_STRESS_AHEAD. */
pd_speech_found pd_speech_stress_step(pd_speech_stress *stress, const pd_speech_track *track, double time,
                                      double lead);

#endif
