#include "tools/base/model_file.h"

#include "core/base/file.h"
#include "tools/base/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_MOST ((size_t)1 << 30) /* bytes of an unpacked model */

/* Files beside a .gltf, which stay open until the .glb is made. */
typedef struct beside {
    char folder[4096]; /* folder of the .gltf with its slash; "": the current one */
    pd_bytes files[PD_IO_BUNDLE_PARTS];
    int count;
} beside;

static pd_status find(void *ctx, pd_bytes *out, const char *path, pd_error *err)
{
    beside *b = ctx;
    char whole[8192];

    if (b->count == PD_IO_BUNDLE_PARTS)
        return pd_fail(err, PD_ERR_LIMIT, path, "more than %d files", b->count);
    snprintf(whole, sizeof whole, "%s%s", b->folder, path);
    const pd_status status = pd_file_map(out, whole, err);
    if (status == PD_OK) b->files[b->count++] = *out;
    return status;
}

/* Opens the bytes of `path`; the .gltf's own files are read in its folder. */
static pd_status open_bundle(pd_io_bundle *out, pd_bytes input, const pd_tool_args *args, const char *path,
                             const char *endings, pd_error *err)
{
    beside *b = calloc(1, sizeof *b);
    const char *slash = strrchr(path, '/');
    pd_error why = {0};

    if (!b) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    snprintf(b->folder, sizeof b->folder, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
    const pd_io_bundle_options options = {
        .endings = endings, .most = MODEL_MOST, .find = strcmp(path, "-") ? find : NULL, .ctx = b};
    const pd_status status = pd_io_bundle_open(out, input, &options, &why);
    for (int i = 0; i < b->count; i++) pd_file_unmap(&b->files[i]);
    free(b);

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
