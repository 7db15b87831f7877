#include "tools/base/model_file.h"

#include "core/base/file.h"
#include "tools/base/local.h"

#include <stdio.h>
#include <string.h>

#define MODEL_MOST ((size_t)1 << 30) /* bytes of an unpacked model */

/* Opens the bytes of `path`; the .gltf's own files are read in its folder. */
static pd_status open_bundle(pd_io_bundle *out, pd_bytes input, const pd_tool_args *args, const char *path,
                             const char *endings, pd_error *err)
{
    const pd_io_bundle_options options = {.endings = endings, .most = MODEL_MOST};
    pd_error why = {0};
    const pd_status status = pd_io_bundle_open_at(out, input, path, &options, &why);

    if (status != PD_OK)
        return pd_fail(err, status, path, "%.150s%s%.200s", why.where, *why.where ? ": " : "", why.detail);
    for (int i = 0; i < out->note_count; i++) pd_tool_note(args, "%s: %s", path, out->notes[i]);

    return PD_OK;
}

pd_status pd_tool_model_file_open(pd_tool_model_file *out, const pd_tool_args *args, const char *path,
                                  const char *endings, pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = pd_file_map(&out->input, path, err);
    if (status != PD_OK) return status;
    status = open_bundle(&out->bundle, out->input, args, path, endings, err);
    if (status != PD_OK)
        pd_file_unmap(&out->input);
    else
        out->bytes = out->bundle.file;

    return status;
}

void pd_tool_model_file_close(pd_tool_model_file *file)
{
    pd_io_bundle_close(&file->bundle);
    pd_file_unmap(&file->input);
    file->bytes = (pd_bytes){NULL, 0};
}

int pd_tool_read_model(pd_buffer *out, const pd_tool_args *args, const char *path, const char *endings,
                       size_t max)
{
    pd_io_bundle bundle;
    pd_error err;

    const int code = pd_tool_read(out, args, path, max);
    if (code) return code;
    if (open_bundle(&bundle, (pd_bytes){out->data, out->size}, args, path, endings, &err) != PD_OK) {
        pd_buffer_deinit(out);
        return pd_tool_fail(args, &err);
    }

    if (bundle.made.data) {
        pd_buffer_deinit(out);
        *out = bundle.made;
        bundle.made = (pd_buffer){0};
    }

    pd_io_bundle_close(&bundle);

    return 0;
}
