#ifndef PD_SPEECH_TRACK_H
#define PD_SPEECH_TRACK_H
/* The track of an utterance: which viseme the mouth shows from when to when, and which word is heard.
 *
 * It is made of one of
 *
 *     text      durations of phone.h divided by the speed, pauses of spell.h
 *     words     with their times, as services of speech send them; phones by spell.h fill each word
 *     phones    with their times
 *     visemes   with their times
 *
 * A word, phone or viseme without an end lasts until the next one begins, and the last one for its usual
 * duration. Gaps longer than 50 ms are silence; shorter ones belong to the sound before them.
 *
 * Units    seconds of the utterance.
 * Memory   a track is made by _make with one reference; _retain adds one, and _release of the last frees it.
 * Threads  a track is const after _make.
 * Errors   ERR_INVALID, ERR_RANGE, ERR_UNSUPPORTED, ERR_LIMIT at "/N", "/N/start" of the list, or "" of the
 *          text; ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/speech/viseme.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_SPEECH_ITEMS   20000     /* most words, phones or visemes of an utterance */
#define PD_SPEECH_SECONDS 3600.0    /* longest utterance */
#define PD_SPEECH_TEXT    (1 << 17) /* most bytes of a text */

typedef struct pd_speech_segment {
    float start, end, weight; /* weight: 0 to 1 */
    unsigned char viseme;
} pd_speech_segment;

typedef struct pd_speech_word {
    float start, end;
    const char *text;
} pd_speech_word;

typedef struct pd_speech_track {
    pd_speech_segment *segments; /* (count) in order of time, without gaps between them */
    pd_speech_word *words;       /* (word_count) in order of time */
    char *texts;
    int count, word_count;
    double seconds; /* end of the last segment */
    int references; /* atomic */
} pd_speech_track;

/* A word, phone or viseme with its times. */
typedef struct pd_speech_timed {
    const char *name;
    double start, end; /* end: negative if it is not known */
    double weight;     /* of visemes, 0 to 1; else 1 */
} pd_speech_timed;

typedef enum pd_speech_kind {
    PD_SPEECH_TEXT_ALONE,
    PD_SPEECH_WORDS,
    PD_SPEECH_ARPABET,
    PD_SPEECH_IPA,
    PD_SPEECH_SHAPES_NAMED
} pd_speech_kind;

/* What an utterance consists of. */
typedef struct pd_speech_source {
    pd_speech_kind kind;
    const char *text;             /* TEXT_ALONE */
    double speed;                 /* TEXT_ALONE: 1 is the usual speed */
    const pd_speech_timed *items; /* (count) of the other kinds; starts do not fall */
    int count;
    pd_speech_set set; /* SHAPES_NAMED */
    /* (word_count) words of phones or visemes, for the track's list; NULL: none */
    const pd_speech_timed *words;
    int word_count;
} pd_speech_source;

pd_status pd_speech_track_make(pd_speech_track **out, const pd_speech_source *source, pd_error *err);
void pd_speech_track_retain(pd_speech_track *track);
void pd_speech_track_release(pd_speech_track *track); /* NULL is fine */
/* Returns the bytes of memory of a track. */
size_t pd_speech_track_bytes(const pd_speech_track *track);
/* Copies a text that is cut to `bytes` with its zero, between two characters of UTF-8. */
void pd_speech_cut_text(char *out, size_t bytes, const char *text);

#endif
