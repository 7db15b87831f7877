#ifndef PD_SPEECH_VOICE_H
#define PD_SPEECH_VOICE_H
/* Synthetic speech by the voices of libflite (Carnegie Mellon University, licence like BSD's): sound of a
 * text and the track of its phones and words. The text is folded to ASCII (spell.h), and spoken in parts of
 * at most PD_SPEECH_VOICE_WORDS words, which end at a pause where there is one. slt, rms and awb have
 * random noise in their sound, which differs from call to call; kal has none.
 *
 * Units    seconds; 16 kHz.
 * Threads  any.
 * Errors   as pd_speech_spell_next; ERR_INVALID: nothing to say; ERR_LIMIT; ERR_MEMORY.
 */
#include "core/speech/sound.h"
#include "core/speech/track.h"

/* X(id, name) */
#define PD_SPEECH_VOICE_TABLE(X)                                                                             \
    X(SLT, "slt")                                                                                            \
    X(RMS, "rms")                                                                                            \
    X(AWB, "awb")                                                                                            \
    X(KAL, "kal")

typedef enum pd_speech_voice {
#define PD_SPEECH_VOICE_ENUM(id, name) PD_SPEECH_VOICE_##id,
    PD_SPEECH_VOICE_TABLE(PD_SPEECH_VOICE_ENUM)
#undef PD_SPEECH_VOICE_ENUM
        PD_SPEECH_VOICES
} pd_speech_voice;

#define PD_SPEECH_VOICE_WORDS 40   /* most words of a part */
#define PD_SPEECH_VOICE_TEXT  8192 /* most bytes of a text */

/* Speaks a text. speed: 1 is the voice's own. Ends: pd_speech_sound_deinit, pd_speech_track_release. */
pd_status pd_speech_voice_say(pd_speech_sound *sound, pd_speech_track **track, const char *text,
                              pd_speech_voice voice, double speed, pd_error *err);

#endif
