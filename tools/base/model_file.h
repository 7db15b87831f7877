#ifndef PD_TOOLS_BASE_MODEL_FILE_H
#define PD_TOOLS_BASE_MODEL_FILE_H
/* Reads a model that a user names: a file, a .gltf with the files beside it, or a ZIP archive with a model in
 * it (core/io/surface/bundle.h).
 *
 * A .gltf finds its buffers and pictures in its own folder and below it.
 * Memory   pd_tool_model_file_close frees everything; `bytes` is valid until then.
 * Errors   those of pd_file_map and pd_io_bundle_open, with the path in where.
 */
#include "core/io/surface/bundle.h"
#include "tools/base/command.h"

typedef struct pd_tool_model_file {
    pd_bytes bytes; /* the one file */
    pd_bytes input; /* the file that was named */
    pd_io_bundle bundle;
} pd_tool_model_file;

/* Opens a file and prints what was taken in place of what it says. endings: see pd_io_bundle_options. On
 * failure *out is empty. */
pd_status pd_tool_model_file_open(pd_tool_model_file *out, const pd_tool_args *args, const char *path,
                                  const char *endings, pd_error *err);
void pd_tool_model_file_close(pd_tool_model_file *file);
/* Does what pd_tool_read does, for a path that may be such a model, or "-". */
int pd_tool_read_model(pd_buffer *out, const pd_tool_args *args, const char *path, const char *endings,
                       size_t max);

#endif
