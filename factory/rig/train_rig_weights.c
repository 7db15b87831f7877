/* posed-factory train-rig-weights: learns weights of automatic rigging from rigged people. */
#include "core/kernel/linalg.h"
#include "factory/rig/bodies.h"
#include "factory/rig/weights.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "factory/rig/truth.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (256u << 20)
#define FARTHEST 0.12 /* error of a joint, as a fraction of the height, from which a fit is not used */

typedef struct training {
    const pd_tool_args *args;
    pd_smpl_model *model;
    pd_rig_template template;
    pd_rig_start *start;
    pd_factory_rig_skins skins;
    pd_factory_rig_weights_options options;
    pd_rng rng;
    int most, refused;
    pd_tool_progress bar;
    pd_error err;
} training;

/* The weights of the file's vertices (N) at the rig's welded ones (V), rows sum to 1. */
static float *weld(const pd_rig_mesh *m, const float (*weights)[PD_RIG_JOINTS])
{
    float *out = calloc((size_t)m->vertex_count * PD_RIG_JOINTS, sizeof *out);

    for (int i = 0; out && i < m->source_count; i++)
        for (int k = 0; k < PD_RIG_JOINTS; k++) out[m->welded[i] * PD_RIG_JOINTS + k] += weights[i][k];
    for (int v = 0; out && v < m->vertex_count; v++) {
        float *row = out + (size_t)v * PD_RIG_JOINTS;
        float sum = 0;
        for (int k = 0; k < PD_RIG_JOINTS; k++) sum += row[k];
        for (int k = 0; k < PD_RIG_JOINTS; k++) row[k] = sum > 0 ? row[k] / sum : k == 0;
    }

    return out;
}

static bool is_found(const pd_rig_result *rig, const bool *has, const double (*joints)[3])
{
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        double square = 0;
        for (int r = 0; has[j] && r < 3; r++) {
            const double *up = rig->mesh.upright + 4 * r;
            const double *p = joints[j];
            square += pow((up[0] * p[0] + up[1] * p[1] + up[2] * p[2] + up[3]) / rig->mesh.height -
                              rig->joints[j][r],
                          2);
        }

        if (square > FARTHEST * FARTHEST) return false;
    }

    return true;
}

/* Adds the pairs of vertices and bones of a rigged mesh, with the weights that they should have. */
static pd_status add_pairs(training *t, const pd_rig_result *rig, const pd_rig_job *job,
                           const float (*weights)[PD_RIG_JOINTS])
{
    const size_t vertices = (size_t)rig->mesh.vertex_count;
    pd_rig_weighing weighing = {0};
    pd_rig_pairs pairs = {0};
    int unheated;
    float *template = malloc(vertices * PD_RIG_JOINTS * sizeof *template);
    float *truth = weld(&rig->mesh, weights);
    pd_status status = template && truth ? PD_OK
                                         : pd_fail(&t->err, PD_ERR_MEMORY, "",
                                                   "out of memory for %d vertices", rig->mesh.vertex_count);

    if (status == PD_OK) status = pd_rig_weighing_init(&weighing, rig, job, NULL, &t->err);
    if (status == PD_OK) status = pd_rig_pairs_init(&pairs, template, &weighing.job, &unheated, &t->err);
    if (status == PD_OK)
        status = pd_factory_rig_skins_add(&t->skins, &pairs, truth, t->most, &t->rng, &t->err);
    free(truth);
    free(template);
    pd_rig_pairs_deinit(&pairs);
    pd_rig_weighing_deinit(&weighing);

    return status;
}

/* Rigs a mesh like that of a user, and adds its correct weights as an example. Counts and leaves out a mesh
 * in which no person is found. */
static pd_status add_train_rig_weights(training *t, const pd_io_surface *s, const bool *has,
                                       const double (*joints)[3], const float (*weights)[PD_RIG_JOINTS])
{
    const pd_rig_job job = {.vertices = s->vertices,
                            .faces = s->faces,
                            .vertex_count = s->vertex_count,
                            .face_count = s->face_count,
                            .template = &t->template,
                            .start = t->start,
                            .up = PD_RIG_Y,
                            .facing = PD_RIG_Z,
                            .weights = PD_RIG_BY_TEMPLATE,
                            .no_fingers = true};
    pd_rig_result rig;
    pd_status status = pd_rig_run(&rig, &job, &t->err);

    if (status == PD_ERR_INVALID) {
        t->refused++;
        return PD_OK;
    }

    if (status != PD_OK) return status;
    if (is_found(&rig, has, joints))
        status = add_pairs(t, &rig, &job, weights);
    else
        t->refused++;
    pd_rig_deinit(&rig);

    return status;
}

static pd_status add_file(training *t, const char *path)
{
    pd_buffer file = {0};
    pd_io_surface s = {0};
    pd_tool_rig_truth truth = {0};

    if (pd_tool_read(&file, t->args, path, FILE_MAX))
        return pd_fail(&t->err, PD_ERR_IO, path, "cannot be read");
    const pd_bytes bytes = {file.data, file.size};
    pd_status status = pd_io_surface_read(&s, bytes, 0, &t->err);
    if (status == PD_OK) status = pd_tool_rig_truth_read(&truth, bytes, &s, &t->err);
    if (status == PD_OK)
        status = add_train_rig_weights(t, &s, truth.has_joint, (const double(*)[3])truth.joints,
                                       (const float(*)[PD_RIG_JOINTS])truth.weights);
    pd_tool_rig_truth_deinit(&truth);
    pd_io_surface_deinit(&s);
    pd_buffer_deinit(&file);

    return status;
}

static int is_glb(const struct dirent *entry)
{
    const size_t size = strlen(entry->d_name);
    return size > 4 && !strcmp(entry->d_name + size - 4, ".glb");
}

static pd_status add_folder(training *t, const char *folder, int *files)
{
    struct dirent **entries;
    pd_status status = PD_OK;

    *files = scandir(folder, &entries, is_glb, alphasort);
    if (*files < 0) return pd_fail(&t->err, PD_ERR_IO, folder, "not a folder, or it cannot be read");
    for (int i = 0; i < *files; i++) {
        char path[4400];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (status == PD_OK) status = add_file(t, path);
        pd_progress_report(&t->options.progress, "rigging", i + 1, *files);
        free(entries[i]);
    }

    free(entries);

    return status;
}

/* Adds variants of the template with random bones and girths, which have the template's weights. */
static pd_status add_wild(training *t, int count)
{
    const pd_rig_template *own = &t->template;
    bool has[PD_RIG_JOINTS];

    for (int j = 0; j < PD_RIG_JOINTS; j++) has[j] = true;
    float(*weights)[PD_RIG_JOINTS] = calloc((size_t)own->vertex_count, sizeof *weights);
    if (!weights)
        return pd_fail(&t->err, PD_ERR_MEMORY, "", "out of memory for %d vertices", own->vertex_count);

    /* The template's weights are those that any of its shapes should get. */
    for (int i = 0; i < own->vertex_count; i++)
        for (int s = 0; s < PD_RIG_INFLUENCES; s++)
            weights[i][own->influences[i][s]] += (float)own->weights[i][s];

    /* Random shapes in random poses. */
    pd_status status = PD_OK;
    for (int i = 0; status == PD_OK && i < count; i++) {
        const pd_factory_rig_want want = {.template = own,
                                          .pose = (pd_factory_rig_pose)(i % PD_FACTORY_RIG_POSE_COUNT),
                                          .kind = PD_FACTORY_RIG_WILD,
                                          .seed = t->options.seed * 1000003u + (uint64_t)i};
        pd_factory_rig_body body;
        status = pd_factory_rig_body_make(&body, &want, &t->err);
        if (status != PD_OK) break;
        const pd_io_surface s = {.vertices = body.vertices,
                                 .faces = body.faces,
                                 .vertex_count = body.vertex_count,
                                 .face_count = body.face_count};
        status = add_train_rig_weights(t, &s, has, (const double(*)[3])body.joints,
                                       (const float(*)[PD_RIG_JOINTS])weights);
        pd_factory_rig_body_deinit(&body);
        pd_progress_report(&t->options.progress, "rigging wild bodies", i + 1, count);
    }

    free(weights);

    return status;
}

static pd_status learn_train_rig_weights(training *t, int wild)
{
    const char *file = pd_tool_text(t->args, "o");
    pd_rig_net net = {0};
    int files = 0;
    pd_status status = add_folder(t, t->args->words[0], &files);

    if (status == PD_OK) status = add_wild(t, wild);
    if (status == PD_OK) status = pd_factory_rig_weights_learn(&net, &t->skins, &t->options, &t->err);

    /* Name the network, with how it was learned. */
    char how[500];
    snprintf(how, sizeof how,
             "%d rigged people of a folder and %d bodies of the model default with bones and girths at "
             "random (%d of all "
             "left out: a joint of the fit over 12 %% off, or refused); learned by: posedctl "
             "train-rig-weights FOLDER "
             "--wild %d --steps %d --seed %d",
             files, wild, t->refused, wild, t->options.steps, (int)t->options.seed);
    if (status == PD_OK) {
        net.text.name = strdup("posed weights of rigging");
        net.text.licence = strdup(pd_tool_text(t->args, "licence"));
        net.text.provenance = strdup(how);
        net.text.credits = strdup(pd_tool_text(t->args, "credits"));
        if (!net.text.name || !net.text.licence || !net.text.provenance || !net.text.credits)
            status = pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
    }

    if (status == PD_OK) status = pd_rig_net_save(&net, file, &t->err);
    pd_rig_net_deinit(&net);
    if (status == PD_OK)
        pd_tool_note(t->args, "wrote %s: %d meshes, %d left out", file, t->skins.count, t->refused);

    return status;
}

static int run_train_rig_weights(const pd_tool_args *args)
{
    training t = {.args = args, .options = {.batch = 384, .rate = 2e-3}};
    int seed = 1, wild = 1;

    t.options.progress = (pd_progress){pd_tool_progress_show, &t.bar};
    if (args->word_count != 1) return pd_tool_usage(args, "one folder of rigged .glb files is needed");
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) || !pd_tool_int(&wild, args, "wild", 0, 10000) ||
        !pd_tool_int(&t.most, args, "vertices", 100, 200000) ||
        !pd_tool_int(&t.options.steps, args, "steps", 1, 10000000))
        return 2;
    t.options.seed = (uint64_t)seed;
    pd_rng_init(&t.rng, t.options.seed);

    /* Load the data of rigging: the model's template and the learned start. */
    pd_k_blas_serial(); /* one thread of OpenBLAS, so that results do not depend on their number */
    const double begin_s = pd_tool_clock_s();
    char path[4096];
    pd_tool_model_path(path, sizeof path, "default");
    pd_status status = pd_smpl_model_load(&t.model, path, &t.err);
    if (status == PD_OK) status = pd_rig_template_init(&t.template, t.model, &t.err);
    pd_tool_model_path(path, sizeof path, PD_RIG_START_KIND);
    if (status == PD_OK) status = pd_rig_start_load(&t.start, path, &t.err);
    if (status == PD_OK) status = learn_train_rig_weights(&t, wild);
    pd_tool_note(args, "%.0f s", pd_tool_clock_s() - begin_s);
    pd_factory_rig_skins_deinit(&t.skins);
    pd_rig_start_release(t.start);
    pd_rig_template_deinit(&t.template);
    pd_smpl_model_release(t.model);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options_table[] = {
    {"o", "FILE", "network file to write", "models/rig-weights.safetensors"},
    {"wild", "N", "random bodies of the model, with random lengths and girths, to learn from besides FOLDER",
     "60"},
    {"vertices", "N", "most vertices of a mesh to learn from, chosen at random", "2500"},
    {"steps", "N", "training steps of Adam", "12000"},
    {"seed", "N", "seed of all random choices", "1"},
    {"licence", "TEXT", "licence of the meshes, written into the file", ""},
    {"credits", "TEXT", "people to credit for the meshes, written into the file", ""},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_rig_weights = {
    .name = "train-rig-weights",
    .words = "FOLDER",
    .summary = "Learn the skin weights of automatic rigging from rigged people",
    .details = "Rigs every .glb of FOLDER, a person upright (+Y) who looks along +Z with a skeleton of their "
               "own, as it "
               "would rig the mesh alone, and learns a network that gives the file's weights from what "
               "rigging found "
               "(core/rig/skin/net.h). People with a joint that is off by more than 12 % of the height are "
               "left out. "
               "docs/lab/rig.md has the method and the results.\n\n  factory/scripts/rig_people.py MAKEHUMAN "
               "--assets "
               "MAKEHUMAN-ASSETS -o people --random 80 --seed 1\n  posed-factory train-rig-weights people -o "
               "models/rig-weights.safetensors",
    .options = options_table,
    .run = run_train_rig_weights,
};
