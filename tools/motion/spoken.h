#ifndef PD_TOOLS_MOTION_SPOKEN_H
#define PD_TOOLS_MOTION_SPOKEN_H
/* Speech of a script by a voice (core/speech/voice.h): the texts of its list `speech` become visemes with the
 * times of the voice, and their sound is mixed to one file. */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/speech/voice.h"

/* Replaces the texts of a request's `speech` in `body` (JSON). *sound: all of them at their times; the caller
 * ends it. ERR_INVALID at "/speech": the script has no text. */
pd_status pd_tool_speak(pd_buffer *body, pd_speech_sound *sound, pd_speech_voice voice, pd_error *err);

#endif
