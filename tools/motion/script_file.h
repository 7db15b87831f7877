#ifndef PD_TOOLS_MOTION_SCRIPT_FILE_H
#define PD_TOOLS_MOTION_SCRIPT_FILE_H
/* Reads script files: YAML or JSON (a subset of YAML) becomes the JSON of a request; the line of every member
 * is kept for errors.
 *
 * Unquoted true, false, null and numbers have their type; quoted values are text. Duplicate keys are refused.
 * A ground may name a picture or text in place of heights, beside the script:
 * {"file":"hills.png","cell":0.25,"low":0,"high":4} (16-bit grey from low to high metres), or a .txt of
 * metres, a line for each row.
 *
 * Errors   "file:line:column"; limits: 64 MB, 4 million values, 32 deep.
 */
#include "core/base/buffer.h"

typedef struct pd_tool_script pd_tool_script;

/* Reads a file. path "-": standard input. */
pd_status pd_tool_script_open(pd_tool_script **out, const char *path, pd_error *err);
void pd_tool_script_close(pd_tool_script *script); /* NULL is allowed */
/* Returns the script as JSON text. */
pd_status pd_tool_script_json(pd_buffer *out, const pd_tool_script *script, pd_error *err);
/* Writes "file:line:column" of the member to which a JSON pointer points,
 * or of the nearest member above it. */
void pd_tool_script_place(char *out, size_t out_bytes, const pd_tool_script *script, const char *pointer);

#endif
