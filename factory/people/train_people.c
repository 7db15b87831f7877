/* posed-factory train-people: which betas people have, from a survey of their measures. */
#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "factory/people/people.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "tools/base/progress.h"
#include "tools/base/provenance.h"
#include "factory/people/head_table.h"
#include "factory/people/people_report.h"
#include "factory/people/survey_read.h"
#include "tools/base/report.h"
#include "train/model/data_encode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4200
#define CREDIT                                                                                               \
    "Which betas people have: learned from ANSUR II, the 2012 anthropometric survey of the U.S. Army, "      \
    "public "                                                                                                \
    "domain (work of the U.S. Government)"

typedef struct training {
    const pd_tool_args *args;
    char path[PATH_BYTES];
    pd_smpl_data data;    /* to be written  */
    pd_smpl_model *model; /* to be measured */
    pd_factory_survey survey;
    pd_factory_moments moments[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT];
    pd_factory_people_start start[PD_SMPL_GENDER_COUNT];
    pd_factory_people_job job;
    pd_tool_progress bar;
    pd_error err;
} training;

/* Computes the survey's moments of one gender, and the start of learning. */
static pd_status prepare_train_people(training *t, pd_smpl_gender g)
{
    const pd_factory_people_options *o = &t->job.options;
    pd_status status = pd_factory_survey_moments(&t->moments[PD_SMPL_SURVEY][g], &t->survey, g, &t->err);

    if (status != PD_OK) return status;
    pd_factory_moments_of_public(&t->moments[PD_SMPL_PUBLIC][g], &t->moments[PD_SMPL_SURVEY][g], g);
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++) t->job.moments[p][g] = &t->moments[p][g];
    if (pd_smpl_gender_named(t->data.text.gender) != PD_SMPL_NEUTRAL)
        return pd_factory_people_start_own(&t->start[g], t->model, o, &t->err);

    char path[PATH_BYTES];
    pd_smpl_data like = {0};
    pd_tool_model_path(path, sizeof path, pd_tool_text(t->args, g == PD_SMPL_FEMALE ? "women" : "men"));
    status = pd_smpl_data_load(&like, path, &t->err);
    if (status == PD_OK) status = pd_factory_people_start_from(&t->start[g], t->model, &like, o, &t->err);
    pd_smpl_data_deinit(&like);

    return status;
}

/* Puts the people (count) that the file had behind the new ones, as those of the version before. */
static pd_status keep_earlier(training *t, const float *earlier, int count)
{
    pd_smpl_data *d = &t->data;
    const size_t numbers = pd_smpl_people_numbers(d->beta_count);
    const int each = pd_smpl_people_prior_count(d->text.gender);

    if (!earlier)
        return pd_fail(&t->err, PD_ERR_INVALID, "earlier", "the model has no people that could be kept");
    float *all = realloc(d->people, 2 * (size_t)each * numbers * sizeof *all);
    if (!all) return pd_fail(&t->err, PD_ERR_MEMORY, "people", "out of memory");

    memcpy(all + (size_t)each * numbers, earlier + (size_t)(count - each) * numbers,
           (size_t)each * numbers * sizeof *all);
    d->people = all;
    d->people_count = 2 * each;

    return PD_OK;
}

/* Measures random people of the model in this file and writes the report. */
static pd_status write_report(training *t, const char *path)
{
    pd_smpl_model *model = NULL;
    pd_status status = pd_smpl_model_load(&model, path, &t->err);
    json_t *report = status == PD_OK ? pd_tool_people_report(model, &t->job, &t->err) : NULL;

    pd_smpl_model_release(model);
    if (!report) return t->err.status;
    json_object_set_new(report, "source", json_string(CREDIT));
    status = pd_tool_report_write(report, JSON_INDENT(1) | JSON_REAL_PRECISION(5),
                                  pd_tool_text(t->args, "report"), &t->err);
    json_decref(report);

    return status;
}

static pd_status write_all(training *t)
{
    static const char mark[] = ". People learned by: posedctl train-people --survey DIR";

    /* Name the survey in credits and provenance, once. */
    pd_smpl_text *about = &t->data.text;
    pd_status status = PD_OK;
    if (!strstr(about->credits, CREDIT)) {
        char *credits = NULL;
        if (asprintf(&credits, "%s\n%s", about->credits, CREDIT) < 0)
            return pd_fail(&t->err, PD_ERR_MEMORY, "", "out of memory");
        free(about->credits);
        about->credits = credits;
    }

    if (!about->provenance || !strstr(about->provenance, mark)) {
        char sentence[200];
        snprintf(sentence, sizeof sentence, "%s, from %d people of ANSUR II", mark, t->survey.count);
        status = pd_tool_provenance_add(about, sentence, &t->err);
    }

    pd_buffer out = {0};
    const char *path = pd_tool_text(t->args, "o") ? pd_tool_text(t->args, "o") : t->path;
    const unsigned flags = pd_tool_flag(t->args, "exact") ? 0 : PD_SMPL_COMPACT;
    if (status == PD_OK) status = pd_smpl_data_check(&t->data, &t->err);
    if (status == PD_OK) status = pd_train_data_encode(&out, &t->data, flags, &t->err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, &t->err);
    pd_buffer_deinit(&out);
    if (status != PD_OK) return status;
    fprintf(stderr, "wrote %s\n", path);

    return write_report(t, path);
}

static pd_status train_people(training *t)
{
    pd_smpl_data copy = {0};

    pd_tool_model_path(t->path, sizeof t->path, pd_tool_text(t->args, "model"));
    pd_status status = pd_smpl_data_load(&t->data, t->path, &t->err);
    if (status == PD_OK) status = pd_smpl_data_load(&copy, t->path, &t->err);
    if (status == PD_OK) status = pd_smpl_model_build(&t->model, &copy, &t->err);
    t->job.model = t->model;
    if (status == PD_OK) status = pd_tool_survey_read(&t->survey, pd_tool_text(t->args, "survey"), &t->err);
    if (status != PD_OK) return status;

    const pd_smpl_gender own = pd_smpl_gender_named(t->data.text.gender);
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE && status == PD_OK; g++)
        if (own == PD_SMPL_NEUTRAL || (int)own == g) status = prepare_train_people(t, (pd_smpl_gender)g);
    if (status == PD_OK && pd_tool_flag(t->args, "heads")) {
        const pd_factory_moments *survey[PD_SMPL_GENDER_COUNT] = {NULL};
        for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) survey[g] = t->job.moments[PD_SMPL_SURVEY][g];
        return pd_tool_head_table(t->model, survey, t->job.executor, &t->err);
    }

    if (status == PD_OK && pd_tool_flag(t->args, "report-only")) return write_report(t, t->path);

    /* Learn, and keep those of the version before if asked to. */
    float *earlier = t->data.people;
    const int count = t->data.people_count;
    if (status == PD_OK) {
        t->data.people = NULL;
        status = pd_factory_people(&t->data, &t->job, &t->err);
    }

    if (status == PD_OK && pd_tool_flag(t->args, "earlier")) status = keep_earlier(t, earlier, count);
    free(earlier);

    return status == PD_OK ? write_all(t) : status;
}

static int run_train_people(const pd_tool_args *args)
{
    training t = {.args = args};
    int threads = 0, seed = 0;

    if (!pd_tool_text(args, "survey"))
        return pd_tool_usage(args, "--survey DIR is needed: a folder with ANSUR II's two tables");
    if (!pd_tool_int(&threads, args, "threads", 0, 256) || !pd_tool_int(&seed, args, "seed", 0, 1000000) ||
        !pd_tool_int(&t.job.options.version, args, "version", 1, PD_SMPL_PEOPLE_VERSION) ||
        !pd_tool_int(&t.job.options.body_betas, args, "betas", 1, PD_SMPL_PEOPLE_MAX_BETAS))
        return 2;

    /* Learn with a pool of threads. */
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_fail(&t.err, PD_ERR_MEMORY, "threads", "cannot be started");
        return pd_tool_fail(args, &t.err);
    }

    t.job.options.seed = (uint64_t)seed;
    t.job.executor = pd_tool_pool_executor(pool);
    t.job.progress = (pd_progress){pd_tool_progress_show, &t.bar};
    t.job.start = t.start;
    pd_status status = train_people(&t);
    pd_smpl_data_deinit(&t.data);
    pd_smpl_model_release(t.model);
    pd_factory_survey_deinit(&t.survey);
    for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++) pd_factory_people_start_deinit(&t.start[g]);
    pd_tool_pool_release(pool);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options[] = {
    {"survey", "DIR", "tables with ANSUR II's columns, women's and men's: a folder of .csv, or one file",
     NULL},
    {"model", "MODEL", "body model that learns which betas people have: a file, or the name of a shipped one",
     "person"},
    {"women", "MODEL", "model of women on the same mesh, for a neutral model", "female"},
    {"men", "MODEL", "model of men on the same mesh, for a neutral model", "male"},
    {"o", "FILE", "model file to write; without it, the file that was read", NULL},
    {"report", "FILE", "file for measurements of random people beside those of the survey [standard output]",
     NULL},
    {"betas", "N", "betas of the body: the first ones", "16"},
    {"version", "N", "version of the people: 2 has the survey's breadths, 1 was without", "2"},
    {"earlier", NULL, "keep the people that the model has, as those of version 1", NULL},
    {"heads", NULL,
     "learn nothing; print a table of heads and faces of 1,000 people a gender beside the survey's", NULL},
    {"report-only", NULL, "learn nothing; write the report of the model as it is", NULL},
    {"exact", NULL, "keep all numbers in single precision", NULL},
    {"seed", "N", "seed of the bodies that are measured; the same seed gives the same bytes", "1"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_people = {
    .name = "train-people",
    .words = "",
    .summary = "Learn the distribution of betas from a survey of body measurements",
    .details =
        "Learns means, spreads and correlations of betas, so that random people of the model measure as "
        "those of "
        "the survey "
        "do, and\nhow measures follow from betas, so that people can be asked for by height, weight, age and "
        "percentile. Then "
        "measures\n1,000 random people of each gender. docs/lab/people.md has the method and the results.",
    .options = options,
    .run = run_train_people,
};
