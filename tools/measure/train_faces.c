/* posedctl train-faces: how women's and men's faces differ in what no survey measured. */
#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "train/people/faces.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "tools/base/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4200

/* Loads the model twice, as it is written and as it is measured, and writes it. */
static pd_status train(const pd_tool_args *args, const pd_executor *executor, pd_error *err)
{
    char path[PATH_BYTES];
    pd_smpl_data data = {0}, copy = {0};
    pd_smpl_model *model = NULL;
    pd_buffer out = {0};
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    pd_status status = pd_smpl_data_load(&data, path, err);
    if (status == PD_OK) status = pd_smpl_data_load(&copy, path, err);
    if (status == PD_OK) status = pd_smpl_model_build(&model, &copy, err);
    if (status == PD_OK) status = pd_train_faces(&data, model, executor, err);
    if (status == PD_OK)
        status = pd_tool_provenance_add(&data.text, ". Faces of women and men by: posedctl train-faces", err);

    const char *to = pd_tool_text(args, "o") ? pd_tool_text(args, "o") : path;
    const unsigned flags = pd_tool_flag(args, "exact") ? 0 : PD_SMPL_COMPACT;
    if (status == PD_OK) status = pd_smpl_data_check(&data, err);
    if (status == PD_OK) status = pd_smpl_data_encode(&out, &data, flags, err);
    if (status == PD_OK) status = pd_file_write(to, out.data, out.size, err);
    if (status == PD_OK) fprintf(stderr, "wrote %s\n", to);
    pd_buffer_deinit(&out);
    pd_smpl_data_deinit(&data);
    pd_smpl_model_release(model);
    return status;
}

static int run(const pd_tool_args *args)
{
    pd_error err = {0};
    int threads = 0;
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_fail(&err, PD_ERR_MEMORY, "threads", "cannot be started");
        return pd_tool_fail(args, &err);
    }
    const pd_status status = train(args, pd_tool_pool_executor(pool), &err);
    pd_tool_pool_release(pool);
    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"model", "MODEL", "body model with people of train-people: a file, or the name of a shipped one",
     "person"},
    {"o", "FILE", "model file to write; without it, the file that was read", NULL},
    {"exact", NULL, "keep all numbers in single precision", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_faces = {
    "train-faces",
    "",
    "Make the faces of women and men differ in what no survey measured",
    "Sets the means of features of the face by sex, and narrows features whose ends are caricatures, in the "
    "distribution that\ntrain-people learned. Measures of head and body keep their means and spreads. A "
    "second "
    "run changes nothing.",
    options,
    run};
