/* posed-factory train-rig-start: learns where automatic rigging begins, from our own bodies. */
#include "core/base/assert.h"
#include "factory/rig/start.h"
#include "core/rig/rig.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "factory/rig/templates.h"
#include "factory/base/modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct training {
    const pd_tool_args *args;
    pd_tool_rig_templates from;
    pd_factory_rig_start_options options;
    pd_rig_start *start;
    pd_tool_progress bar;
    pd_error err;
} training;

static pd_status learn_train_rig_start(training *t)
{
    const char *file = pd_tool_text(t->args, "o");
    char how[300];
    pd_rig_start start;
    pd_status status = pd_factory_rig_start_learn(&start, &t->options, &t->err);

    if (status != PD_OK) return status;

    snprintf(how, sizeof how,
             "%d bodies of the models default, female, male and person in random shapes, poses and tubes; "
             "learned by: posedctl train-rig-start --bodies %d --ridge %g --seed %d",
             t->options.bodies, t->options.bodies, t->options.ridge, (int)t->options.seed);
    start.text.name = strdup("posed start of rigging");
    start.text.licence = strdup("CC BY 4.0");
    start.text.provenance = strdup(how);
    start.text.credits = strdup("posed; the bodies descend from MakeHuman's (CC0 1.0)");
    if (!start.text.name || !start.text.licence || !start.text.provenance || !start.text.credits)
        status = pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");

    if (status == PD_OK) status = pd_rig_start_save(&start, file, &t->err);
    pd_rig_start_deinit(&start);
    if (status == PD_OK) pd_tool_note(t->args, "wrote %s", file);

    return status;
}

/* ---- measuring ---- */

#define FAILED 0.12 /* error of a joint, as a fraction of the height, from which a fit has failed */

enum { ALONE, WITHOUT, WITH, WAYS };
static const char *const way_names[WAYS] = {"learned alone", "fit, no learned start", "fit, learned start"};

typedef struct tally {
    double *medians, *worst, seconds; /* (count) of the height */
    int count, failures, refused;
} tally;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void count_in(tally *t, const double (*found)[3], const double (*truth)[3])
{
    double errors[PD_RIG_JOINTS];

    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        double square = 0;
        for (int c = 0; c < 3; c++) square += (found[j][c] - truth[j][c]) * (found[j][c] - truth[j][c]);
        errors[j] = sqrt(square);
    }

    qsort(errors, PD_RIG_JOINTS, sizeof *errors, by_value);
    t->medians[t->count] = errors[PD_RIG_JOINTS / 2];
    t->worst[t->count++] = errors[PD_RIG_JOINTS - 1];
    t->failures += errors[PD_RIG_JOINTS - 1] > FAILED;
}

static pd_status find_alone(tally *t, training *own, const pd_factory_rig_body *body, float *scratch)
{
    double joints[PD_RIG_JOINTS][3], found[PD_RIG_JOINTS][3];
    pd_rig_cloud cloud;
    const pd_status status = pd_factory_rig_stand(&cloud, joints, body, &own->err);

    if (status != PD_OK) return status;
    const double begin = now();
    pd_rig_start_joints(found, own->start, (const double(*)[3])cloud.points, cloud.count, scratch);
    t->seconds += now() - begin;
    count_in(t, (const double(*)[3])found, (const double(*)[3])joints);
    pd_rig_cloud_deinit(&cloud);

    return PD_OK;
}

/* Rigs a body as it stands: the up axis is given, the facing too unless it is to be found. */
static pd_status rig(tally *t, const training *own, const pd_factory_rig_body *body,
                     const pd_rig_start *start)
{
    const pd_rig_job job = {.vertices = body->vertices,
                            .faces = body->faces,
                            .vertex_count = body->vertex_count,
                            .face_count = body->face_count,
                            .template = own->from.each[0],
                            .start = start,
                            .up = PD_RIG_Y,
                            .facing = pd_tool_flag(own->args, "find-facing") ? PD_RIG_AXIS_ANY : PD_RIG_Z,
                            .no_fingers = true};
    double truth[PD_RIG_JOINTS][3];
    pd_rig_result result;
    pd_error err;

    const double begin = now();
    const pd_status status = pd_rig_run(&result, &job, &err);
    t->seconds += now() - begin;
    t->refused += status == PD_ERR_INVALID;
    if (status != PD_OK) return status == PD_ERR_INVALID ? PD_OK : status;

    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int r = 0; r < 3; r++) {
            const double *row = result.mesh.upright + 4 * r;
            const double *p = body->joints[j];
            truth[j][r] = (row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]) / result.mesh.height;
        }
    count_in(t, (const double(*)[3])result.joints, (const double(*)[3])truth);
    pd_rig_deinit(&result);

    return PD_OK;
}

/* Rigs `bodies` held-out bodies of a kind in every way and adds them to the tallies. */
static pd_status measure_kind(tally tallies[WAYS], training *t, int kind, int bodies, float *scratch)
{
    for (int i = 0, seen = 0; seen < bodies; i++) {
        const pd_factory_rig_want want = pd_factory_rig_example(&t->options, i, true);
        pd_factory_rig_body body;
        if ((int)want.kind != kind) continue;
        seen++;
        if (pd_factory_rig_body_make(&body, &want, &t->err)) return t->err.status;
        pd_status status = find_alone(&tallies[ALONE], t, &body, scratch);
        if (status == PD_OK) status = rig(&tallies[WITHOUT], t, &body, NULL);
        if (status == PD_OK) status = rig(&tallies[WITH], t, &body, t->start);
        pd_factory_rig_body_deinit(&body);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Prints the row of a kind of bodies that were rigged one way. */
static void print_tally(tally *of, const char *kind, const char *way)
{
    const int n = of->count + of->refused;

    PD_ASSERT(n > 0);
    qsort(of->medians, (size_t)of->count, sizeof *of->medians, by_value);
    qsort(of->worst, (size_t)of->count, sizeof *of->worst, by_value);
    if (of->count)
        printf("| %s | %s | %d | %.2f | %.1f | %.1f | %d | %d | %.0f |\n", kind, way, n,
               100 * of->medians[of->count / 2], 100 * of->worst[of->count / 2],
               100 * of->worst[of->count - 1], of->failures, of->refused, 1000 * of->seconds / n);
    else
        printf("| %s | %s | %d | | | | | %d | %.0f |\n", kind, way, n, of->refused, 1000 * of->seconds / n);
    fflush(stdout);
}

static pd_status measure_train_rig_start(training *t, int bodies)
{
    float *scratch = malloc(PD_RIG_MAP_NUMBERS * sizeof *scratch);
    double *room = malloc(2 * WAYS * (size_t)bodies * sizeof *room);
    pd_status status = pd_rig_start_load(&t->start, pd_tool_text(t->args, "o"), &t->err);

    if (status == PD_OK && (!scratch || !room))
        status = pd_fail(&t->err, PD_ERR_MEMORY, "", "out of memory for %d bodies", bodies);
    if (status == PD_OK)
        printf(
            "| bodies | how | count | joints: median %% | worst joint: median %% | largest %% | over 12 %% | "
            "refused | ms |\n|---|---|---|---|---|---|---|---|---|\n");

    for (int kind = 0; status == PD_OK && kind < PD_FACTORY_RIG_KIND_COUNT; kind++) {
        /* Allocate the errors of all bodies of the kind, for each way to find joints. */
        tally tallies[WAYS];
        memset(tallies, 0, sizeof tallies);
        for (int way = 0; way < WAYS; way++) {
            tallies[way].medians = room + (size_t)(2 * way) * (size_t)bodies;
            tallies[way].worst = tallies[way].medians + bodies;
        }

        status = measure_kind(tallies, t, kind, bodies, scratch);
        for (int way = 0; status == PD_OK && way < WAYS; way++)
            print_tally(&tallies[way], pd_factory_rig_kind_names[kind], way_names[way]);
    }

    free(scratch);
    free(room);

    return status;
}

static int run_train_rig_start(const pd_tool_args *args)
{
    training t = {.args = args};
    int seed = 1, held_out = 1;

    t.options.progress = (pd_progress){pd_tool_progress_show, &t.bar};
    if (pd_tool_mode(args, "work", pd_tool_flag(args, "measure") ? "measure" : "learn")) return 2;
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_int(&t.options.bodies, args, "bodies", 1, 10000) ||
        !pd_tool_int(&held_out, args, "held-out", 1, 10000) ||
        !pd_tool_double(&t.options.ridge, args, "ridge", 1e-6, 1e6))
        return 2;
    t.options.seed = (uint64_t)seed;
    t.options.templates = t.from.each;
    t.options.template_count = PD_TOOL_RIG_TEMPLATES;

    const double begin_s = pd_tool_clock_s();
    pd_status status = pd_tool_rig_templates_init(&t.from, &t.err);
    if (status == PD_OK)
        status =
            pd_tool_flag(args, "measure") ? measure_train_rig_start(&t, held_out) : learn_train_rig_start(&t);
    pd_tool_note(args, "%.0f s", pd_tool_clock_s() - begin_s);
    pd_rig_start_release(t.start);
    pd_tool_rig_templates_deinit(&t.from);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options_table[] = {
    {"o", "FILE", "file of the start: to write, or with --measure to read", "models/rig-start.safetensors"},
    {"bodies", "N", "bodies to learn from", "2240"},
    {"ridge", "X", "strength of the ridge regression", "30"},
    {"seed", "N", "seed of the bodies", "1"},
    {"measure", NULL,
     "learn nothing: rig other bodies with and without the start in FILE, and print how near the joints come",
     NULL},
    {"held-out", "N", "bodies of each kind for --measure", "28"},
    {"find-facing", NULL, "let --measure find the facing of the bodies instead of telling it", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_rig_start = {
    .name = "train-rig-start",
    .words = "",
    .summary = "Learn the starting positions of automatic rigging",
    .details =
        "Makes bodies of the shipped models default, female, male and person in random shapes, arms out to "
        "down "
        "and walking, bare and in tubes that stand for skirts, robes, hats, hair and packs, and learns the "
        "joints of the body from depth maps of them by ridge regression. It needs no other data. --measure "
        "makes "
        "others by the same generator: kinds, median of the median joint in % of the height, of the worst "
        "joint, "
        "how many have a joint off by more than 12 %, processor time. docs/lab/rig.md has the method and the "
        "results.\n\n  posed-factory train-rig-start -o models/rig-start.safetensors",
    .options = options_table,
    .run = run_train_rig_start,
    .modes = pd_factory_mode_rows,
};
