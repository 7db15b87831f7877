#ifndef PD_API_SPEECH_UTTERANCE_H
#define PD_API_SPEECH_UTTERANCE_H
/* Fields of an utterance: of POST /v1/speech, of the stream's message `speak` and of a script's list
 * `speech`.
 *
 *     {"text":"Hello there."}
 *     {"words":[{"word":"Hello","start":0.1,"end":0.4}]}
 *     {"phones":[{"phone":"HH","start":0.1}],"source":"arpabet"}
 *     {"visemes":[{"VisemeId":12,"AudioOffset":1000000}],"source":"azure"}
 *
 * One of text, words, characters, phones and visemes is given. `source` says in whose form a list is: which
 * members its entries have, in which unit their times are, and whose names visemes and phones have.
 */
#include "api/http/fields.h"
#include "core/speech/track.h"

#include <stdbool.h>

/* Values of the table below; json_t members are borrowed from the document. */
typedef struct pd_api_utterance_values {
    const json_t *words, *characters, *phones, *visemes;
    const char *text;
    double speed;
    int source;
} pd_api_utterance_values;

/* The table fills its values at offset 0 of the struct. */
extern const pd_api_field pd_api_utterance_fields[];
extern const pd_api_utterance_values pd_api_utterance_preset;

/* Returns whether one of text, words, characters, phones and visemes is given. */
bool pd_api_utterance_given(const pd_api_utterance_values *values);
/* Makes the track of an utterance, which pd_speech_track_release ends.
 * Returns false if an error was noted. */
bool pd_api_utterance_read(pd_speech_track **out, const pd_api_utterance_values *values, const char *pointer,
                           pd_api_problems *problems);

#endif
