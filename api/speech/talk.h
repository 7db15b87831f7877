#ifndef PD_API_SPEECH_TALK_H
#define PD_API_SPEECH_TALK_H
/* Fields of the stream's messages about a conversation, beside `speak` (utterance.h):
 *
 *     {"type":"hear","id":1,"rate":48000}                   begins a sound that the mouth follows
 *     {"type":"sound","id":1,"data":"AAABAAIA"}             its next samples
 *     {"type":"feel","id":1,"emotions":{"happy":0.7}}       emotions, part in the conversation, partner
 *
 * Each table fills its values at offset 0 of its struct.
 */
#include "api/http/fields.h"
#include "core/anim/manner.h"
#include "core/base/size.h"
#include "core/speech/sound.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_API_TALK_NAME 65 /* bytes of the name of a sound, with the zero */

/* A message `hear`. */
typedef struct pd_api_hear_values {
    const char *utterance, *text;
    int rate, format, end;
    double delay;
} pd_api_hear_values;

typedef struct pd_api_hear {
    char utterance[PD_API_TALK_NAME];
    char *text; /* what is said; owned; NULL: not known */
    int rate;   /* samples a second */
    pd_speech_format format;
    bool is_timed; /* true: the sound begins after `delay`; false: each sample is heard when it arrives */
    double delay;  /* seconds */
    bool ends;
} pd_api_hear;

/* A message `sound`. */
typedef struct pd_api_sound_values {
    const char *data;
    uint64_t at;
} pd_api_sound_values;

typedef struct pd_api_sound {
    pd_bytes samples;
    bool has_at;
    uint64_t at; /* number of the first sample; without has_at the one after the last chunk */
} pd_api_sound;

/* A message `feel`. Parts are the names of its field `part`, in this order. */
typedef enum pd_api_part {
    PD_API_PART_AUTO,
    PD_API_PART_SPEAKING,
    PD_API_PART_LISTENING,
    PD_API_PART_THINKING
} pd_api_part;

/* Emotions and liveliness: the fields that the message `feel` and the list `feel` of a script share. */
typedef struct pd_api_mood_values {
    const json_t *emotions;
    double liveliness; /* negative: absent */
    double seconds;
} pd_api_mood_values;

typedef struct pd_api_feel_values {
    pd_api_mood_values mood;
    int part, partner;
} pd_api_feel_values;

typedef struct pd_api_feel {
    pd_anim_manner_request request;
    pd_api_part part;
    uint32_t partner; /* id of a character; 0: none */
} pd_api_feel;

extern const pd_api_field pd_api_hear_fields[], pd_api_sound_fields[], pd_api_mood_fields[],
    pd_api_feel_fields[];
extern const pd_api_hear_values pd_api_hear_preset;
extern const pd_api_sound_values pd_api_sound_preset;
extern const pd_api_mood_values pd_api_mood_preset;
extern const pd_api_feel_values pd_api_feel_preset;

#define PD_API_HEAR_TEXT 8192 /* most bytes of a text */

/* Each returns false if an error was noted. The caller frees the text of a sound. *bytes of a sound: what its
 * samples lie in, for the caller to free. */
bool pd_api_hear_read(pd_api_hear *out, const pd_api_hear_values *values, pd_api_problems *problems);
bool pd_api_sound_read(pd_api_sound *out, unsigned char **bytes, const pd_api_sound_values *values,
                       size_t most_bytes, pd_api_problems *problems);
/* at: place of the fields, "" or "/feel/2". */
bool pd_api_mood_read(pd_anim_manner_request *out, const pd_api_mood_values *values, const char *at,
                      pd_api_problems *problems);
/* id: of the character itself. */
bool pd_api_feel_read(pd_api_feel *out, const pd_api_feel_values *values, int id, pd_api_problems *problems);

#endif
