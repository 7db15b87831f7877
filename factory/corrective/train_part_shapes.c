/* posed-factory train-part-shapes: pose blend shapes of fingers,
 * jaw and eyes for a person that is there already. */
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "factory/corrective/part_shapes.h"

#define PATH_BYTES 4200

static int run_train_part_shapes(const pd_tool_args *args)
{
    char path[PATH_BYTES];
    int threads = 0;
    pd_error err = {0};

    if (!pd_tool_text(args, "data"))
        return pd_tool_usage(
            args, "--data DIR is needed: the makehuman folder with 3dobjs/, rigs/, targets/ and poseunits/");
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;

    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_fail(&err, PD_ERR_MEMORY, "threads", "cannot be started");
        return pd_tool_fail(args, &err);
    }

    const pd_tool_part_shapes job = {.data = pd_tool_text(args, "data"),
                                     .from = path,
                                     .to = pd_tool_text(args, "o") ? pd_tool_text(args, "o") : path,
                                     .executor = pd_tool_pool_executor(pool)};
    const pd_status status = pd_tool_part_shapes_learn(&job, NULL, &err);
    pd_tool_pool_release(pool);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"data", "DIR", "the makehuman folder: 3dobjs/, rigs/, targets/ and poseunits/ are below it", NULL},
    {"model", "MODEL",
     "body model with SMPL-X's joints on MakeHuman's mesh: a file, or the name of a shipped one", "person"},
    {"o", "FILE", "model file to write; without it, the file that was read", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_part_shapes = {
    .name = "train-part-shapes",
    .words = "",
    .summary = "Learn how skin deforms with fingers, jaw and eyes",
    .details =
        "The last step of train-person, for a model that is there: what train-pose-shapes learns of the "
        "body, of "
        "the "
        "joints that\n"
        "it has not. Fingers learn from the deformer (posedctl deform), jaw and lids from MakeHuman's face "
        "units. "
        "docs/lab/person.md.",
    .options = options,
    .run = run_train_part_shapes,
};
