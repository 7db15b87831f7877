/* posedctl learn: a body model from registered meshes of people, by SMPL's own training. */
#include "tools/base/mode.h"
#include "core/base/file.h"
#include "train/learn/assemble.h"
#include "train/learn/checkpoint.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"
#include "tools/base/progress.h"
#include "tools/learn/figures.h"
#include "tools/learn/learn.h"
#include "tools/learn/read.h"
#include "train/model/data_encode.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Communication between the processes of posedctl-mpi; NULL if this process is alone. Only the first process
 * prints and writes. */
static const pd_learn_share *all_processes;

void pd_tool_learn_share(const pd_learn_share *share)
{
    all_processes = share;
}

/* Reports whether this process prints and writes. */
static bool is_first(void)
{
    return !all_processes || all_processes->rank == 0;
}

/* State of a run. */
typedef struct learning {
    const pd_tool_args *args;
    const char *folder, *out;
    char checkpoint[1100];
    pd_tool_learn_folder read;
    pd_learn_problem problem;
    pd_learn_options options;
    pd_learn_state state;
    pd_learn_history history;
    pd_learn_centers centers;
    pd_learn_shapes shapes;
    pd_learn_measure learned, held_out;
    int betas;
    double start_s;
    pd_error err, save_err;
} learning;

/* Prints a line and saves the checkpoint after each round. */
static void after_round(void *ctx, const pd_learn_history *history, const pd_learn_state *state)
{
    learning *l = ctx;
    const pd_learn_energy *e = &history->energies[history->count - 1];
    const pd_learn_lambdas *w = &l->problem.lambdas;

    if (!is_first()) return;
    pd_tool_note(
        l->args, "round %d: %.3f mm; E %.4f = E_D %.4f + E_Y %.4f + E_J %.4f + E_P %.4f + E_W %.4f; %.0f s",
        history->count - 1, e->mean_mm, e->total, e->data, w->symmetry * e->symmetry, w->joints * e->joints,
        w->blend * e->blend, w->weights * e->weights, pd_tool_clock_s() - l->start_s);
    pd_error err;
    if (pd_learn_checkpoint_save(l->checkpoint, state, history, &l->problem, &err) && !l->save_err.status)
        l->save_err = err;
}

/* Builds a model from the template, with the initial regressor and the initial mean. */
static pd_status model_before(pd_smpl_data *out, learning *l)
{
    const pd_learn_template *t = &l->read.tpl;
    pd_learn_state state;
    pd_learn_set none = {.vertex_count = t->vertex_count, .subject_count = 1};

    if (pd_learn_state_init(&state, t, &none, &l->err)) return l->err.status;
    const pd_learn_centers centers = {t->center_start, t->center_vertex, t->center_weight};
    pd_learn_shapes shapes = {.count = 1, .mean = state.templates};
    const pd_learn_parts parts = {.tpl = t,
                                  .state = &state,
                                  .centers = &centers,
                                  .shapes = &shapes,
                                  .name = "before",
                                  .gender = "neutral",
                                  .provenance = ""};
    pd_status status = pd_learn_assemble(out, &parts, &l->err);
    pd_learn_state_deinit(&state);

    return status;
}

/* Learns the model, its joint regressor and its shapes, and measures it. */
static pd_status train_learn(learning *l)
{
    const pd_learn_watch watch = {after_round, l};
    const pd_learn_set *set = &l->read.set;

    if (pd_learn_state_init(&l->state, &l->read.tpl, set, &l->err)) return l->err.status;
    if (pd_tool_flag(l->args, "resume") &&
        pd_learn_checkpoint_load(&l->state, &l->history, &l->problem, l->checkpoint, &l->err))
        return l->err.status;
    if (l->history.count) pd_tool_note(l->args, "going on after round %d", l->history.count - 1);
    if (pd_learn_run(&l->state, &l->history, &l->problem, &l->options, &watch, &l->err)) return l->err.status;
    if (l->save_err.status) {
        l->err = l->save_err;
        return l->err.status;
    }

    /* Fit the joint regressor and the shapes to the learned templates. */
    if (pd_learn_centers_fit(&l->centers, &l->read.tpl, &l->state, &l->err)) return l->err.status;
    pd_tool_note(l->args, "shapes ...");
    if (pd_learn_shapes_fit(&l->shapes, &l->problem, &l->state, &l->centers, l->betas, &l->err))
        return l->err.status;

    /* Measure on the learned and on the held-out meshes. */
    pd_tool_note(l->args, "measuring ...");
    if (pd_learn_measure_poses(&l->learned, &l->problem, &l->state, &set->poses, &l->err))
        return l->err.status;

    return pd_learn_measure_poses(&l->held_out, &l->problem, &l->state, &set->held_out, &l->err);
}

/* Writes the model and the report. */
static pd_status write_model(learning *l)
{
    pd_smpl_data before = {0}, after = {0};
    char path[1200], provenance[512];
    const char *name = pd_tool_text(l->args, "name");
    const char *gender = pd_tool_text(l->args, "gender");

    snprintf(path, sizeof path, "%.1000s/%.100s.safetensors", l->out, name);
    snprintf(provenance, sizeof provenance,
             "learned by posedctl learn from %d registered meshes of %d people and %d shapes, %d rounds",
             l->state.count, l->state.subject_count, l->read.set.shapes.count, l->history.count - 1);
    const pd_learn_parts parts = {.tpl = &l->read.tpl,
                                  .state = &l->state,
                                  .centers = &l->centers,
                                  .shapes = &l->shapes,
                                  .name = name,
                                  .gender = strcmp(gender, "all") ? gender : "neutral",
                                  .provenance = provenance};

    pd_status status = model_before(&before, l);
    if (status == PD_OK) status = pd_learn_assemble(&after, &parts, &l->err);
    if (status == PD_OK) status = pd_train_data_save(&after, path, &l->err);
    if (status == PD_OK) pd_tool_note(l->args, "wrote %s", path);

    /* The report has the time and the memory of the run. */
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const pd_tool_learn_report report = {.source = l->folder,
                                         .problem = &l->problem,
                                         .state = &l->state,
                                         .history = &l->history,
                                         .centers = &l->centers,
                                         .shapes = &l->shapes,
                                         .learned = &l->learned,
                                         .held_out = &l->held_out,
                                         .before = &before,
                                         .after = &after,
                                         .seconds = pd_tool_clock_s() - l->start_s,
                                         .cpu_seconds =
                                             (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                                             1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
                                         .peak_kib = usage.ru_maxrss};

    if (status == PD_OK) status = pd_tool_learn_figures(&report, l->out, &l->err);
    if (status == PD_OK) {
        pd_buffer text = {0};
        pd_tool_learn_markdown(&text, &report);
        fwrite(text.data, 1, text.size, stdout);
        pd_buffer_deinit(&text);
    }

    pd_smpl_data_deinit(&before);
    pd_smpl_data_deinit(&after);

    return status;
}

/* Reads the options of training and the weights of its energy. */
static bool read_options(learning *l)
{
    pd_learn_lambdas *w = &l->problem.lambdas;
    const pd_tool_args *a = l->args;

    *w = PD_LEARN_LAMBDAS;

    return pd_tool_int(&l->options.rounds, a, "rounds", 1, PD_LEARN_ROUNDS_MAX) &&
           pd_tool_int(&l->options.most_joints, a, "most-joints", 1, PD_LEARN_SLOTS) &&
           pd_tool_int(&l->betas, a, "betas", 1, PD_SMPL_MAX_BETAS) &&
           pd_tool_double(&w->symmetry, a, "lambda-y", 0, 1e6) &&
           pd_tool_double(&w->symmetry_joints, a, "lambda-u", 0, 1e6) &&
           pd_tool_double(&w->joints, a, "lambda-j", 0, 1e6) &&
           pd_tool_double(&w->blend, a, "lambda-p", 0, 1e6) &&
           pd_tool_double(&w->blend_far, a, "lambda-p-far", 1, 1e3) &&
           pd_tool_double(&w->weights, a, "lambda-w", 0, 1e6);
}

/* Reads the template and the meshes, and notes what was found. */
static pd_status read_folder(learning *l)
{
    const pd_tool_args *args = l->args;

    if (pd_tool_learn_read(&l->read, l->folder, pd_tool_text(args, "template"), pd_tool_text(args, "gender"),
                           &l->err))
        return l->err.status;
    pd_tool_note(args, "%d meshes of %d people, %d shapes, %d held out; %d vertices, %d joints, %s",
                 l->read.set.poses.count, l->read.set.subject_count, l->read.set.shapes.count,
                 l->read.set.held_out.count, l->read.tpl.vertex_count, l->read.tpl.joint_count,
                 l->read.tpl.mirror ? "symmetric" : "not symmetric");
    if (l->read.others)
        pd_tool_note(args, "%d files are not read, because they are no .obj, .ply or .npz: %s among them",
                     l->read.others, l->read.other);
    if (l->read.doubts.text[0])
        pd_tool_note(args, "the template's parts are doubtful at %s: look at parts.png", l->read.doubts.text);

    return PD_OK;
}

/* Draws the initial parts, so that a user can check them before the training, which takes hours. */
static pd_status draw_parts(learning *l)
{
    pd_smpl_data before = {0};
    pd_status status = model_before(&before, l);

    if (status == PD_OK) status = pd_tool_learn_parts(&before, l->out, &l->err);
    if (status == PD_OK) pd_tool_note(l->args, "wrote %s/parts.png", l->out);
    pd_smpl_data_deinit(&before);

    return status;
}

/* Reads, draws, trains and writes; of several processes the first draws and writes. */
static pd_status learn(learning *l)
{
    if (read_folder(l)) return l->err.status;
    l->problem.chooses_holds = pd_tool_flag(l->args, "choose-lambda-p");
    l->problem.is_mirrored = l->read.tpl.mirror && !pd_tool_flag(l->args, "one-sided");
    if (is_first() && draw_parts(l)) return l->err.status;
    if (pd_tool_flag(l->args, "check")) return PD_OK;

    const pd_status status = train_learn(l);
    return status == PD_OK && is_first() ? write_model(l) : status;
}

static int run_learn(const pd_tool_args *args)
{
    static learning l;
    static const char *const genders[] = {"all", "female", "male", NULL};
    pd_tool_args own = *args;
    int threads = 0;
    int gender;
    struct stat info;

    if (!pd_tool_text(args, "registrations"))
        return pd_tool_usage(args, "--registrations DIR is needed: a template, poses/ and shapes/ are in it");
    if (!pd_tool_choice(&gender, args, "gender", genders)) return 2;

    if (!is_first()) own.common.quiet = "";
    args = &own;
    l.args = args;
    l.folder = pd_tool_text(args, "registrations");
    l.out = pd_tool_text(args, "o");

    /* Check the options and the output folder before anything is read. */
    if (pd_tool_mode(args, "work", pd_tool_flag(args, "check") ? "check" : "learn")) return 2;
    if (!read_options(&l) || !pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    snprintf(l.checkpoint, sizeof l.checkpoint, "%.1000s/checkpoint.safetensors", l.out);
    if (mkdir(l.out, 0777) && (stat(l.out, &info) || !S_ISDIR(info.st_mode) || access(l.out, W_OK))) {
        pd_fail(&l.err, PD_ERR_IO, l.out, "not a folder that can be written to");
        return pd_tool_fail(args, &l.err);
    }

    l.start_s = pd_tool_clock_s();
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    l.problem.tpl = &l.read.tpl;
    l.problem.set = &l.read.set;
    l.problem.executor = pd_tool_pool_executor(pool);
    l.problem.share = all_processes;
    const pd_status status = learn(&l);

    pd_learn_shapes_deinit(&l.shapes);
    pd_learn_centers_deinit(&l.centers);
    pd_learn_state_deinit(&l.state);
    pd_tool_learn_folder_deinit(&l.read);
    pd_tool_pool_release(pool);

    return status == PD_OK ? 0 : pd_tool_fail(args, &l.err);
}

static const pd_tool_option options[] = {
    {"registrations", "DIR",
     "template.npz, .obj or .ply, poses/, and shapes/, held-out/, genders.csv where there are any", NULL},
    {"template", "FILE",
     "a template elsewhere, or a body model: its topology and parts [DIR/template.npz, .obj, .ply]", NULL},
    {"o", "DIR", "folder for the model, its checkpoint, tables and figures", "learned"},
    {"name", "NAME", "name of the model and of its file", "learned"},
    {"gender", "all|female|male", "people to learn from (genders.csv)", "all"},
    {"betas", "N", "shape components to keep, at most", "16"},
    {"rounds", "N", "alternating steps, at most", "12"},
    {"most-joints", "N", "joints that hold a vertex, at most", "4"},
    {"lambda-y", "X", "weight of symmetry", "100"},
    {"lambda-u", "X", "weight of the joints in the symmetry term", "100"},
    {"lambda-j", "X", "weight of the distance to the centres of the parts' boundaries", "100"},
    {"lambda-p", "X", "weight of the pose blend shapes' size", "25"},
    {"lambda-p-far", "X", "factor of lambda-p for each bone beyond a part's neighbours", "1"},
    {"choose-lambda-p", NULL,
     "choose lambda-p for each vertex, from X/4 to a million times X, by cross-validation between two halves "
     "of the people",
     NULL},
    {"lambda-w", "X", "weight of the distance of the skin weights to those of the parts, diffused", "1"},
    {"one-sided", NULL, "do not keep W and P mirror symmetric where the template is", NULL},
    {"resume", NULL, "continue from the checkpoint in the folder of -o", NULL},
    {"check", NULL, "only read and check the meshes", NULL},
    {"threads", "N", "worker threads; 0: one per core; the result is the same for any number", "0"},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_learn = {
    .name = "learn",
    .words = "",
    .summary = "Learn a body model from registered meshes of people",
    .details = "Trains as SMPL was trained (Loper et al. 2015): solves in turn for the poses, each subject's "
               "rest shape "
               "and\n"
               "joints, the skinning weights and the pose blend shapes; then for the joint regressor and the "
               "components "
               "of\n"
               "shape. Meshes are OBJ, PLY or npz of one topology, in metres; all are checked before the "
               "work begins.\n"
               "docs/guide/learn.md describes the folder.\n\n"
               "  posedctl learn --registrations scans -o mine\n"
               "  posedctl learn --registrations scans --gender female --betas 10 -o mine --resume",
    .options = options,
    .run = run_learn,
};
