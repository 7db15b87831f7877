#ifndef PD_TOOLS_MOTION_SCRIPT_FILE_H
#define PD_TOOLS_MOTION_SCRIPT_FILE_H
/* Script files: YAML, or JSON (which is YAML), turned into the JSON of a request, with the line of every member.
 *
 * Plain true, false, null and numbers are such; whatever is quoted is text. Keys may not come twice. A ground may name a picture or
 * text in place of heights, beside the script: {"file":"hills.png","cell":0.25,"low":0,"high":4} (16-bit grey from low to high
 * metres), or a .txt of metres, a line for each row.
 *
 * Errors   "file:line:column"; limits: 64 MB, 4 million values, 32 deep.
 */
#include "core/base/buffer.h"

typedef struct pd_tool_script pd_tool_script;

/* path "-": standard input. */
pd_status pd_tool_script_open(pd_tool_script **out, const char *path, pd_error *err);
void pd_tool_script_close(pd_tool_script *script); /* NULL is fine */
/* The whole as JSON text. */
pd_status pd_tool_script_json(pd_buffer *out, const pd_tool_script *script, pd_error *err);
/* "file:line:column" of what a JSON pointer points to, or of the nearest thing above it. */
void pd_tool_script_place(char *out, size_t out_bytes, const pd_tool_script *script, const char *pointer);

#endif
