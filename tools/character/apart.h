#ifndef PD_TOOLS_CHARACTER_APART_H
#define PD_TOOLS_CHARACTER_APART_H
/* Runs a reader of foreign formats (the library assimp, the reader of FBX) in a child process with limits of
 * memory and time, so that a malformed file that crashes the reader or exhausts memory gives an error.
 *
 * Work      runs in the child; what it appends to out, what it puts in result and its error come back. It
 *           need not free its memory.
 * Errors    its own; ERR_LIMIT: more than 4 GiB or two minutes; ERR_FORMAT: it broke down; ERR_IO,
 *           ERR_MEMORY: no process can be made.
 */
#include "core/base/buffer.h"

typedef pd_status pd_tool_apart_work(pd_buffer *out, void *result, const void *job, pd_error *err);

/* Runs the work. path: file named in errors. result: (result_bytes) receives what the work stored there, even
 * when the work returned an error. */
pd_status pd_tool_apart(pd_buffer *out, void *result, size_t result_bytes, const char *path,
                        pd_tool_apart_work *work, const void *job, pd_error *err);

#endif
