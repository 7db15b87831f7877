/* posed-factory train-faces: how women's and men's faces differ in what no survey measured, and how much
 * their jaws vary. */
#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "factory/people/faces.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "tools/base/provenance.h"
#include "factory/people/survey_read.h"
#include "train/model/data_encode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4200

/* Computes the moments of the survey's arcs for the genders of the model. `out` has room for all. */
static pd_status read_moments(pd_factory_moments out[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT],
                              const pd_factory_moments *of[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT],
                              const char *path, const char *gender, pd_error *err)
{
    const pd_smpl_gender own = pd_smpl_gender_named(gender);
    pd_factory_survey survey = {0};
    pd_status status = pd_tool_survey_read(&survey, path, err);

    for (int g = PD_SMPL_FEMALE; status == PD_OK && g <= PD_SMPL_MALE; g++) {
        if (own != PD_SMPL_NEUTRAL && (int)own != g) continue;
        status = pd_factory_survey_moments(&out[PD_SMPL_SURVEY][g], &survey, (pd_smpl_gender)g, err);
        if (status != PD_OK) break;
        pd_factory_moments_of_public(&out[PD_SMPL_PUBLIC][g], &out[PD_SMPL_SURVEY][g], (pd_smpl_gender)g);
        for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++) of[p][g] = &out[p][g];
    }

    pd_factory_survey_deinit(&survey);

    return status;
}

/* Loads the model twice, as it is written and as it is measured, and writes it. */
static pd_status train_faces(const pd_tool_args *args, int version, const pd_executor *executor,
                             pd_error *err)
{
    char path[PATH_BYTES];
    pd_smpl_data data = {0}, copy = {0};
    pd_smpl_model *model = NULL;
    pd_buffer out = {0};
    pd_factory_moments moments[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT];
    const pd_factory_moments *of[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT] = {{NULL}};

    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    pd_status status = pd_smpl_data_load(&data, path, err);
    if (status == PD_OK) status = pd_smpl_data_load(&copy, path, err);
    if (status == PD_OK) status = pd_smpl_model_build(&model, &copy, err);
    if (status == PD_OK)
        status = read_moments(moments, of, pd_tool_text(args, "survey"), data.text.gender, err);
    if (status == PD_OK) status = pd_factory_faces(&data, model, version, of, executor, err);
    if (status == PD_OK)
        status = pd_tool_provenance_add(&data.text, ". Faces of women and men by: posedctl train-faces", err);

    const char *to = pd_tool_text(args, "o") ? pd_tool_text(args, "o") : path;
    const unsigned flags = pd_tool_flag(args, "exact") ? 0 : PD_SMPL_COMPACT;
    if (status == PD_OK) status = pd_smpl_data_check(&data, err);
    if (status == PD_OK) status = pd_train_data_encode(&out, &data, flags, err);
    if (status == PD_OK) status = pd_file_write(to, out.data, out.size, err);
    if (status == PD_OK) fprintf(stderr, "wrote %s\n", to);
    pd_buffer_deinit(&out);
    pd_smpl_data_deinit(&data);
    pd_smpl_model_release(model);

    return status;
}

static int run_train_faces(const pd_tool_args *args)
{
    pd_error err = {0};
    int threads = 0, version = 0;

    if (!pd_tool_text(args, "survey"))
        return pd_tool_usage(args, "--survey DIR is needed: a folder with ANSUR II's two tables");
    if (!pd_tool_int(&threads, args, "threads", 0, 256) ||
        !pd_tool_int(&version, args, "version", 1, PD_SMPL_PEOPLE_VERSION))
        return 2;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_fail(&err, PD_ERR_MEMORY, "threads", "cannot be started");
        return pd_tool_fail(args, &err);
    }

    const pd_status status = train_faces(args, version, pd_tool_pool_executor(pool), &err);
    pd_tool_pool_release(pool);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"survey", "DIR", "tables with ANSUR II's columns, women's and men's: a folder of .csv, or one file",
     NULL},
    {"model", "MODEL", "body model with people of train-people: a file, or the name of a shipped one",
     "person"},
    {"version", "N", "version of the people: in 2 women and men overlap, in 1 less", "2"},
    {"o", "FILE", "model file to write; without it, the file that was read", NULL},
    {"exact", NULL, "keep all numbers in single precision", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_faces = {
    .name = "train-faces",
    .words = "",
    .summary = "Make the faces of women and men differ in what no survey measured, and their jaws vary as "
               "those of a "
               "survey",
    .details = "Sets the means of features of the face by sex, narrows features whose ends are caricatures, "
               "and gives "
               "the "
               "arcs from ear to\near across chin and jaw the survey's spread, in the distribution that "
               "train-people "
               "learned. Other measures of head and body\nkeep their means and spreads. A second run changes "
               "nothing.",
    .options = options,
    .run = run_train_faces,
};
