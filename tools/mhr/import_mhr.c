#include "tools/mhr/import_mhr.h"

#include "core/base/file.h"
#include "core/io/fbx/fbx.h"
#include "tools/mhr/import.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 1024
#define FBX_BYTES  ((size_t)1 << 30)

bool pd_tool_is_fbx(const char *path)
{
    unsigned char head[64];
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) fclose(file);
    return pd_fbx_sniff(head, size);
}

/* Returns the file that the option names, otherwise `name` beside the FBX if it exists, otherwise "". */
static const char *choose_import_mhr(char out[PATH_BYTES], const pd_tool_args *args, const char *option,
                                     const char *fbx, const char *name)
{
    const char *given = pd_tool_text(args, option);
    const char *slash = strrchr(fbx, '/');

    snprintf(out, PATH_BYTES, "%s", given ? given : "");
    if (given) return out;

    snprintf(out, PATH_BYTES, "%.*s%s", slash ? (int)(slash - fbx) + 1 : 0, fbx, name);
    if (access(out, R_OK)) out[0] = 0;
    return out;
}

static pd_status read_source(pd_tool_mhr_source *out, const char *path, pd_error *err)
{
    *out = (pd_tool_mhr_source){.name = path};
    return *path ? pd_file_map(&out->bytes, path, err) : PD_OK;
}

static bool set_text(char **text, const pd_tool_args *args, const char *option, const char *otherwise)
{
    const char *value = option ? pd_tool_text(args, option) : NULL;
    *text = strdup(value ? value : otherwise);
    return *text != NULL;
}

static pd_status name_it(pd_mhr *mhr, const pd_tool_args *args, const char *path, pd_error *err)
{
    char provenance[PATH_BYTES];
    const char *slash = strrchr(path, '/');

    snprintf(provenance, sizeof provenance, "imported by posed from %.200s (MHR, Momentum Human Rig)",
             slash ? slash + 1 : path);
    if (set_text(&mhr->text.name, args, "name", "mhr") &&
        set_text(&mhr->text.licence, args, "licence", "Apache-2.0") &&
        set_text(&mhr->text.credits, args, "credits",
                 "Momentum Human Rig, Meta Platforms, Inc., Apache-2.0") &&
        set_text(&mhr->text.provenance, args, NULL, provenance))
        return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, path, "out of memory for its texts");
}

static pd_status write_out(const pd_mhr *mhr, const pd_tool_args *args, pd_error *err)
{
    pd_buffer file = {0};
    const char *out = pd_tool_text(args, "o");
    pd_status s = pd_mhr_encode(&file, mhr, pd_tool_flag(args, "compact"), err);

    if (!s) s = pd_file_write(out, file.data, file.size, err);

    /* A model without the sparse layer still poses, but its correctives change nothing: say which it is. */
    if (!s)
        pd_tool_note(
            args,
            "wrote %s: %d vertices, %d joints, %d model_parameters, %d identity_coeffs, %d face_expr_coeffs, "
            "pose correctives: %s; %zu bytes",
            out, mhr->vertex_count, mhr->joint_count, mhr->parameter_count, mhr->identity_count,
            mhr->expression_count,
            mhr->corrective_dirs        ? "both layers"
            : mhr->activation.row_count ? "without effect, since corrective_blendshapes is missing"
                                        : "none",
            file.size);
    pd_buffer_deinit(&file);

    return s;
}

int pd_tool_import_mhr(const pd_tool_args *args, const char *path)
{
    char definition[PATH_BYTES], activation[PATH_BYTES], blendshapes[PATH_BYTES], name[PATH_BYTES];
    pd_tool_mhr_import_job job = {.identity_count = PD_TOOL_MHR_IDENTITY};
    pd_mhr mhr = {0};
    pd_error err = {0};

    if (!pd_tool_int(&job.identity_count, args, "identity", 0, PD_MHR_SHAPES_MAX)) return 2;

    /* "dir/lod3.fbx" -> "corrective_blendshapes_lod3.npz" */
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    snprintf(name, PATH_BYTES, "corrective_blendshapes_%.*s.npz", dot ? (int)(dot - base) : (int)strlen(base),
             base);

    choose_import_mhr(definition, args, "definition", path, "compact_v6_1.model");
    choose_import_mhr(activation, args, "activation", path, "corrective_activation.npz");
    choose_import_mhr(blendshapes, args, "blendshapes", path, name);
    if (!*definition)
        return pd_tool_usage(args,
                             "%s: the definition of MHR's parameters is missing; put compact_v6_1.model "
                             "beside the FBX, or give "
                             "--definition FILE.model",
                             path);

    pd_status s = read_source(&job.fbx, path, &err);
    if (!s) s = read_source(&job.definition, definition, &err);
    if (!s) s = read_source(&job.activation, activation, &err);
    if (!s) s = read_source(&job.blendshapes, blendshapes, &err);
    if (!s && job.fbx.bytes.size > FBX_BYTES)
        s = pd_fail(&err, PD_ERR_LIMIT, path, "%zu bytes; at most %zu allowed", job.fbx.bytes.size,
                    FBX_BYTES);
    if (!s) s = pd_tool_mhr_import(&mhr, &job, &err);
    if (!s) s = name_it(&mhr, args, path, &err);
    if (!s) s = write_out(&mhr, args, &err);

    pd_mhr_deinit(&mhr);
    pd_file_unmap(&job.fbx.bytes);
    pd_file_unmap(&job.definition.bytes);
    pd_file_unmap(&job.activation.bytes);
    pd_file_unmap(&job.blendshapes.bytes);
    if (!s) return 0;
    pd_tool_fail(args, &err);

    return 1;
}
