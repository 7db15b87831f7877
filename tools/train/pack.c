/* posedctl pack: writes models in the layout that the daemon maps. */
#include "core/smpl/pack.h"
#include "core/wardrobe/pack.h"
#include "core/io/tensor/safetensors.h"
#include "tools/base/command.h"
#include "tools/base/local.h"

#include <stdio.h>
#include <string.h>

/* Returns the kind in a file's metadata; "body" for files of other formats
 * and without a kind, as the daemon reads them. */
static void read_kind(char *out, size_t size, const char *path)
{
    pd_safetensors header;

    snprintf(out, size, "body");
    if (pd_safetensors_peek(&header, path, NULL) != PD_OK) return;
    const char *kind = pd_safetensors_get(&header, "kind");
    if (kind) snprintf(out, size, "%s", kind);
    pd_safetensors_deinit(&header);
}

/* Reads a body model or a wardrobe and adds it to the pack. */
static pd_status add_body_pack(pd_pack_writer *writer, const char *path, const char *name,
                               const pd_pack_source *source, pd_error *err)
{
    pd_smpl_model *model = NULL;
    pd_status status = pd_smpl_model_load(&model, path, err);
    if (status == PD_OK) status = pd_smpl_model_pack(writer, model, name, source, err);
    pd_smpl_model_release(model);
    return status;
}
static pd_status add_wardrobe(pd_pack_writer *writer, const char *path, const char *name,
                              const pd_pack_source *source, pd_error *err)
{
    pd_wardrobe *wardrobe = NULL;
    pd_status status = pd_wardrobe_load(&wardrobe, path, err);
    if (status == PD_OK) status = pd_wardrobe_pack(writer, wardrobe, name, source, err);
    pd_wardrobe_release(wardrobe);
    return status;
}

/* The kinds that can be packed. */
static const struct {
    const char *kind;
    pd_status (*add)(pd_pack_writer *writer, const char *path, const char *name, const pd_pack_source *source,
                     pd_error *err);
} packers[] = {{"body", add_body_pack}, {PD_WARDROBE_KIND, add_wardrobe}};
#define PACKER_COUNT (sizeof packers / sizeof *packers)

/* Packs one model. *is_packed is false for a kind that is served from its file. */
static pd_status add_pack(pd_pack_writer *writer, const pd_tool_args *args, const char *path, bool *is_packed,
                          pd_error *err)
{
    char kind[64];

    read_kind(kind, sizeof kind, path);
    size_t k = 0;
    while (k < PACKER_COUNT && strcmp(kind, packers[k].kind)) k++;
    *is_packed = k < PACKER_COUNT;
    if (!*is_packed) {
        pd_tool_note(args, "%s: models of kind %s are not packed", path, kind);
        return PD_OK;
    }

    pd_pack_source source;
    const char *slash = strrchr(path, '/');
    const pd_status status = pd_pack_source_of(&source, path, err);

    return status == PD_OK ? packers[k].add(writer, path, slash ? slash + 1 : path, &source, err) : status;
}

/* Packs models first .. first + count - 1 of the arguments into one file. */
static int pack_train(const pd_tool_args *args, int first, int count, const char *to)
{
    pd_error err = {0};
    pd_pack_writer *writer = pd_pack_writer_new();

    if (!writer) {
        pd_tool_usage(args, "out of memory");
        return PD_TOOL_FAILED;
    }

    int packed = 0;
    int code = PD_TOOL_GOOD;
    for (int i = first; i < first + count && code == PD_TOOL_GOOD; i++) {
        char path[4096];
        bool is_packed;
        pd_tool_model_path(path, sizeof path, args->words[i]);
        if (add_pack(writer, args, path, &is_packed, &err) != PD_OK)
            code = pd_tool_model_fail(args, args->words[i], &err);
        else
            packed += is_packed;
    }

    if (code == PD_TOOL_GOOD && packed && pd_pack_save(to, writer, &err) != PD_OK)
        code = pd_tool_fail(args, &err);
    if (code == PD_TOOL_GOOD && packed) pd_tool_note(args, "%s: %d model%s", to, packed, PD_TOOL_S(packed));
    pd_pack_writer_free(writer);

    return code;
}

static int run_pack(const pd_tool_args *args)
{
    const char *to = pd_tool_text(args, "o");

    if (!args->word_count) return pd_tool_usage(args, "at least one model to pack is needed");
    if (to) return pack_train(args, 0, args->word_count, to);

    int code = PD_TOOL_GOOD;
    for (int i = 0; i < args->word_count && code == PD_TOOL_GOOD; i++) {
        char path[4096], beside[4096 + 8];
        pd_tool_model_path(path, sizeof path, args->words[i]);
        snprintf(beside, sizeof beside, "%s.pack", path);
        code = pack_train(args, i, 1, beside);
    }

    return code;
}

static const pd_tool_option options[] = {{"o", "FILE",
                                          "one pack of all models, which share equal arrays; otherwise each "
                                          "model gets a pack beside its file, MODEL.pack",
                                          NULL},
                                         PD_TOOL_END};
const pd_tool_command pd_tool_cmd_pack = {
    .name = "pack",
    .words = "MODEL...",
    .summary = "Write models in the layout in which the daemon maps them",
    .details = "The daemon maps a packed body model or wardrobe in a few milliseconds, and "
               "all processes share its pages. It takes a pack\n"
               "only for the file that was packed; after a change of the file it "
               "reads the file itself until the model is packed\n"
               "again. It finds MODEL.pack beside the model's file, and the pack "
               "that its option models_pack names. Models of\n"
               "other kinds are not packed and are left out.\n\n"
               "  posedctl pack SMPL_NEUTRAL.pkl\n"
               "  posedctl pack a.safetensors b.safetensors -o models.pack",
    .options = options,
    .run = run_pack,
};
