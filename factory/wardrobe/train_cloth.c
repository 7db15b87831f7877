/* posed-factory train-cloth: adds folds, seams and wear of clothes and shoes to a wardrobe. */
#include "core/base/file.h"
#include "factory/wardrobe/cloth.h"
#include "tools/base/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROVENANCE                                                                                           \
    "; folds and shade of clothes and shoes by: posed-factory train-cloth --pictures DIR, from pictures of " \
    "clothes and shoes of makehumancommunity/makehuman-assets (CC0 1.0)"

/* Notes the command in the wardrobe's provenance, once. */
static pd_status note_train_cloth(pd_wardrobe *w, pd_error *err)
{
    const char *had = w->text.provenance ? w->text.provenance : "";

    if (strstr(had, PROVENANCE)) return PD_OK;
    char *text = malloc(strlen(had) + sizeof PROVENANCE);
    if (!text) return pd_fail(err, PD_ERR_MEMORY, "provenance", "out of memory");
    strcat(strcpy(text, had), PROVENANCE);
    free(w->text.provenance);
    w->text.provenance = text;

    return PD_OK;
}

static int run_train_cloth(const pd_tool_args *args)
{
    const char *pictures = pd_tool_text(args, "pictures");
    const char *path = pd_tool_text(args, "o");
    const char *from = pd_tool_text(args, "wardrobe");
    pd_error err = {0};
    pd_wardrobe wardrobe = {0};
    pd_bytes file = {0};
    pd_buffer out = {0};

    if (!pictures) {
        pd_tool_usage(args,
                      "--pictures DIR is needed: pictures of MakeHuman's release with clothes/ below it");
        return 2;
    }

    /* Read the wardrobe, add the pictures, write. */
    pd_status status = pd_file_map(&file, from, &err);
    if (status == PD_OK) status = pd_wardrobe_parse(&wardrobe, file.data, file.size, from, &err);
    if (file.data) pd_file_unmap(&file);
    if (status == PD_OK) status = pd_factory_cloth(&wardrobe, pictures, &err);
    if (status == PD_OK) status = note_train_cloth(&wardrobe, &err);
    if (status == PD_OK) status = pd_wardrobe_encode(&out, &wardrobe, &err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, &err);
    if (status == PD_OK) fprintf(stderr, "wrote %s, %.1f MB\n", path, (double)out.size / 1e6);
    pd_buffer_deinit(&out);
    pd_wardrobe_deinit(&wardrobe);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"pictures", "DIR", "pictures of MakeHuman's release, as WebP in its own folders: clothes/ is below it",
     NULL},
    {"wardrobe", "FILE", "wardrobe to which the pictures are added", "models/wardrobe.safetensors"},
    {"o", "FILE", "wardrobe file to write", "models/wardrobe.safetensors"},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_train_cloth = {
    .name = "train-cloth",
    .words = "",
    .summary = "Add folds, seams and wear of clothes and shoes to a wardrobe",
    .details = "Draws a normal map and a picture of seams, wear and occlusion for each garment from the "
               "pictures of\nMakeHuman's release. docs/lab/wardrobe.md has the method.",
    .options = options,
    .run = run_train_cloth,
};
