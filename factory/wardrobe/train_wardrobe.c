/* posed-factory train-wardrobe: learns clothes, shoes, hair, eyes and teeth
 * for a body model from MakeHuman's CC0 garments. */
#include "core/base/file.h"
#include "core/base/assert.h"
#include "factory/wardrobe/cut/clear.h"
#include "factory/wardrobe/wardrobe.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"
#include "tools/base/progress.h"

#include <stdio.h>

/* Skin that comes through cloth is hidden or the cloth moved, on the same body, which is posed here; then
 * skirts are lined and hair is trimmed. */
static pd_status clear(pd_wardrobe *wardrobe, const char *body, const char *data_folder, int bodies,
                       const pd_executor *executor, pd_tool_progress *bar, pd_error *err)
{
    pd_smpl_model *model;
    pd_factory_clear how = PD_FACTORY_CLEAR;
    pd_status status = pd_smpl_model_load(&model, body, err);

    if (status != PD_OK) return status;
    how.bodies = bodies;
    status = pd_factory_clear_wardrobe(wardrobe, model, &how, executor,
                                       (pd_progress){pd_tool_progress_show, bar}, err);
    if (status == PD_OK) status = pd_factory_wardrobe_line(wardrobe, model, err);
    if (status == PD_OK) status = pd_factory_wardrobe_trim(wardrobe, &model->data, data_folder, err);
    if (status == PD_OK) status = pd_factory_wardrobe_fringe(wardrobe, err);
    if (status == PD_OK) status = pd_factory_wardrobe_pieces(wardrobe, err);
    pd_smpl_model_release(model);

    return status;
}

static int train_wardrobe(const pd_tool_args *args, const pd_factory_wardrobe_options *asked, int bodies,
                          const pd_executor *executor)
{
    pd_factory_wardrobe_options options = *asked;
    pd_error err = {0};
    pd_tool_progress bar = {0};
    pd_smpl_data model;
    pd_wardrobe wardrobe = {0};
    pd_buffer out = {0};
    const char *path = pd_tool_text(args, "o");

    PD_ASSERT(bodies >= 0);
    pd_status status = pd_smpl_data_load(&model, pd_tool_text(args, "body"), &err);
    if (status != PD_OK) return pd_tool_fail(args, &err);
    options.model = &model;

    /* Sew, move every layer clear of the one below in poses, and write. */
    status =
        pd_factory_wardrobe(&wardrobe, &options, executor, (pd_progress){pd_tool_progress_show, &bar}, &err);
    if (status == PD_OK)
        status =
            clear(&wardrobe, pd_tool_text(args, "body"), options.data_folder, bodies, executor, &bar, &err);
    if (status == PD_OK) status = pd_wardrobe_encode(&out, &wardrobe, &err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, &err);
    if (status == PD_OK) fprintf(stderr, "wrote %s, %.1f MB\n", path, (double)out.size / 1e6);
    pd_buffer_deinit(&out);

    /* Print one line for each item. */
    for (int i = 0; status == PD_OK && i < wardrobe.item_count; i++) {
        const pd_wardrobe_item *item = &wardrobe.items[i];
        printf("%-16s %-7s %5d vertices %6d triangles %2d parts  %s\n", item->name,
               pd_wardrobe_slot_name(item->slot), item->vertex_count, item->face_count, item->part_count,
               item->about);
    }

    pd_wardrobe_deinit(&wardrobe);
    pd_smpl_data_deinit(&model);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static int run_train_wardrobe(const pd_tool_args *args)
{
    pd_factory_wardrobe_options options = {.data_folder = pd_tool_text(args, "data"),
                                           .assets_folder = pd_tool_text(args, "assets"),
                                           .items = pd_tool_text(args, "items")};
    char beside[1024];
    int threads = 0, seed = 0, bodies = 0;

    if (!options.data_folder) {
        pd_tool_usage(args,
                      "--data DIR is needed: the makehuman folder with 3dobjs/, rigs/, targets/ and eyes/");
        return 2;
    }

    if (!pd_tool_int(&threads, args, "threads", 0, 256) || !pd_tool_int(&seed, args, "seed", 0, 1000000) ||
        !pd_tool_int(&options.people, args, "people", 100, 10000) ||
        !pd_tool_int(&bodies, args, "bodies", 0, 1000))
        return 2;

    /* Without --assets its folder is beside the data's, as the two archives unpack. */
    options.seed = (uint64_t)seed;
    if (!options.assets_folder) {
        snprintf(beside, sizeof beside, "%.1000s-assets", options.data_folder);
        options.assets_folder = beside;
    }

    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    const int code = train_wardrobe(args, &options, bodies, pd_tool_pool_executor(pool));
    pd_tool_pool_release(pool);

    return code;
}

static const pd_tool_option options[] = {
    {"data", "DIR", "the makehuman folder: 3dobjs/, rigs/, targets/ and eyes/ are below it", NULL},
    {"assets", "DIR", "the makehuman-assets folder: base/ is below it [DIR-assets]", NULL},
    {"body", "FILE", "the body model that the garments are for", "models/person.safetensors"},
    {"o", "FILE", "wardrobe file to write", "models/wardrobe.safetensors"},
    {"seed", "N", "seed of the sampled people; the same seed gives the same bytes", "1"},
    {"people", "N", "number of people on whom each garment is put to learn how it follows the body", "300"},
    {"items", "LIST", "names of the items to learn, comma separated [all]", NULL},
    {"bodies", "N",
     "number of bodies that try clothes in 40 poses each, so that no skin shows through; 0: none", "12"},
    {"threads", "N", "worker threads; 0: one per core; the result is the same for any number", "0"},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_train_wardrobe = {
    .name = "train-wardrobe",
    .words = "",
    .summary = "Learn clothes, shoes, hair, eyes, brows, lashes and teeth for a body model",
    .details =
        "Puts MakeHuman's CC0 garments on sampled people as their .mhclo files say, and learns for each a "
        "mesh "
        "in the\n"
        "space of the body model: shape directions, skin weights, what of the skin it hides, materials.\n"
        "docs/lab/wardrobe.md has the method and the results.",
    .options = options,
    .run = run_train_wardrobe,
};
