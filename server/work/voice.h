#ifndef PD_SRV_WORK_VOICE_H
#define PD_SRV_WORK_VOICE_H
/* The operator's own voice: a program that speaks texts (speech.command), as espeak-ng or piper.
 *
 *     text -> standard input of the program -> its standard output: a WAV file
 *
 * The program runs without a shell, in a process group of its own, with PATH, HOME, LANG, LC_ALL and TMPDIR
 * of the daemon alone, and with no other file of it. Its standard error is dropped. When it takes longer than
 * speech.timeout or writes more than PD_SRV_VOICE_BYTES, the group is killed.
 *
 * Threads  any; at most speech.processes programs run at a time.
 * Errors   ERR_UNSUPPORTED: no program is configured; ERR_BUSY: as many as may run do; ERR_IO: it failed.
 */
#include "config/config.h"
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdatomic.h>

#define PD_SRV_VOICE_BYTES ((size_t)64 << 20) /* most bytes of a sound */

typedef struct pd_srv_voice {
    atomic_int running;
} pd_srv_voice;

/* Speaks a text and appends the WAV file. Blocks until the program has ended. */
pd_status pd_srv_voice_say(pd_srv_voice *voice, pd_buffer *wav, const char *text, const pd_cfg *cfg,
                           pd_error *err);

#endif
