/* posed-factory train-skin: adds the skin's texture coordinates and maps to a wardrobe. */
#include "core/base/file.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"
#include "factory/skin/skin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROVENANCE                                                                                           \
    "; skin coordinates and maps by: posed-factory train-skin --data DIR, the map skin-grain from the "      \
    "skins "                                                                                                 \
    "young_lightskinned_female_diffuse3, young_lightskinned_male_diffuse2 and "                              \
    "middleage_lightskinned_male_diffuse2 of makehumancommunity/makehuman-assets (CC0 1.0)"

/* Notes the command in the wardrobe's provenance, once. */
static pd_status note_train_skin(pd_wardrobe *w, pd_error *err)
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

static int run_train_skin(const pd_tool_args *args)
{
    const char *data = pd_tool_text(args, "data");
    const char *path = pd_tool_text(args, "o");
    const char *pictures = pd_tool_text(args, "pictures");
    char beside[1024];
    int threads = 0;
    pd_error err = {0};
    pd_smpl_data model = {0};
    pd_wardrobe wardrobe = {0};
    pd_bytes file = {0};
    pd_buffer out = {0};

    if (!data) {
        pd_tool_usage(args, "--data DIR is needed: the makehuman folder with 3dobjs/ and targets/");
        return 2;
    }

    /* Without --pictures their folder is beside the data's. */
    if (!pictures) {
        snprintf(beside, sizeof beside, "%.1000s-pictures", data);
        pictures = beside;
    }

    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    /* Read the wardrobe, add the skin, write. */
    pd_status status = pd_smpl_data_load(&model, pd_tool_text(args, "body"), &err);
    if (status == PD_OK) status = pd_file_map(&file, pd_tool_text(args, "wardrobe"), &err);
    if (status == PD_OK)
        status = pd_wardrobe_parse(&wardrobe, file.data, file.size, pd_tool_text(args, "wardrobe"), &err);
    if (status == PD_OK)
        status = pd_factory_paint_skin(&wardrobe, &model, data, pictures, pd_tool_pool_executor(pool), &err);
    if (status == PD_OK) status = note_train_skin(&wardrobe, &err);
    if (status == PD_OK) status = pd_wardrobe_encode(&out, &wardrobe, &err);
    if (file.data) pd_file_unmap(&file);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, &err);
    if (status == PD_OK)
        fprintf(stderr, "wrote %s, %.1f MB, %d corners of the skin\n", path, (double)out.size / 1e6,
                wardrobe.skin.corner_count);
    pd_buffer_deinit(&out);
    pd_wardrobe_deinit(&wardrobe);
    pd_smpl_data_deinit(&model);
    pd_tool_pool_release(pool);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"data", "DIR", "the makehuman folder: 3dobjs/ and targets/ are below it", NULL},
    {"pictures", "DIR",
     "pictures of MakeHuman's release, as WebP in its own folders: skins/ and eyes/ are below it "
     "[DIR-pictures]",
     NULL},
    {"body", "FILE", "body model of the wardrobe", "models/person.safetensors"},
    {"wardrobe", "FILE", "wardrobe to which the skin is added", "models/wardrobe.safetensors"},
    {"o", "FILE", "wardrobe file to write", "models/wardrobe.safetensors"},
    {"threads", "N", "worker threads; 0: one per core; the result is the same for any number", "0"},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_train_skin = {
    .name = "train-skin",
    .words = "",
    .summary = "Add texture coordinates and maps of the skin to a wardrobe",
    .details = "Lays the skin out on a texture and paints maps by code: melanin, haemoglobin, lips, beard, "
               "occlusion,\nroughness, nails, spots, lines of age. docs/lab/wardrobe.md has the method.",
    .options = options,
    .run = run_train_skin,
};
