/* posed-factory train-rig-penalties: learns the weights of the penalties by which a skeleton is placed in a
 * solid, from our own people and animals. */
#include "factory/rig/penalties.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "factory/rig/templates.h"

#include <stdio.h>

typedef struct training {
    const pd_tool_args *args;
    pd_tool_rig_templates from;
    pd_factory_rig_penalties_options options, held_out;
    pd_tool_progress bar;
    pd_error err;
} training;

static pd_status print_figures(training *t, const char *whose, const double *weights)
{
    static const char *const solids[2] = {"person", "animal"};
    pd_factory_rig_penalties_figures figures[2][PD_RIG_PLANS];
    const pd_status status = pd_factory_rig_penalties_measure(figures, weights, &t->held_out, &t->err);

    for (int of = 0; status == PD_OK && of < 2; of++)
        for (int p = 0; p < PD_RIG_PLANS; p++) {
            const pd_factory_rig_penalties_figures *f = &figures[of][p];
            if (f->count + f->refused)
                printf("| %s, %s | %s | %d | %d | %.2f | %.1f | %.3f |\n", solids[of], pd_rig_plans[p].name,
                       whose, f->count, f->refused, 100 * f->mean, 100 * f->worst, f->wrong);
        }
    fflush(stdout);

    return status;
}

static pd_status learn_train_rig_penalties(training *t)
{
    double weights[PD_RIG_PENALTIES];
    pd_status status = pd_factory_rig_penalties_learn(weights, &t->options, &t->err);

    if (status != PD_OK) return status;

#define ROW(id, weight, name, doc) {name, weight, doc},
    static const struct {
        const char *name;
        double now;
        const char *doc;
    } rows[] = {PD_RIG_PENALTY_TABLE(ROW)};
#undef ROW
    printf("| penalty | weight now | learned | of |\n|---|---|---|---|\n");
    for (int k = 0; k < PD_RIG_PENALTIES; k++)
        printf("| %s | %g | %.3g | %s |\n", rows[k].name, rows[k].now, weights[k], rows[k].doc);

    printf("\n| held out | weights | solids | refused | joints: mean %% | worst joint %% | wrong |\n"
           "|---|---|---|---|---|---|---|\n");
    status = print_figures(t, "now", pd_rig_penalty_weights);

    return status == PD_OK ? print_figures(t, "learned", weights) : status;
}

static int run_train_rig_penalties(const pd_tool_args *args)
{
    training t = {.args = args};
    int seed, held_out;

    t.options.progress = (pd_progress){pd_tool_progress_show, &t.bar};
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_int(&t.options.people, args, "people", 0, 2000) ||
        !pd_tool_int(&t.options.creatures, args, "creatures", 0, 2000) ||
        !pd_tool_int(&t.options.rounds, args, "rounds", 1, 200) ||
        !pd_tool_int(&held_out, args, "held-out", 0, 2000) ||
        !pd_tool_double(&t.options.ridge, args, "ridge", 1e-6, 1e6) ||
        !pd_tool_double(&t.options.temperature, args, "temperature", 1e-3, 1e3))
        return 2;
    t.options.templates = t.from.each;
    t.options.template_count = PD_TOOL_RIG_TEMPLATES;
    t.options.seed = (uint64_t)seed;
    t.held_out = t.options;
    t.held_out.people = t.held_out.creatures = held_out;

    const double begin_s = pd_tool_clock_s();
    pd_status status = pd_tool_rig_templates_init(&t.from, &t.err);
    if (status == PD_OK) status = learn_train_rig_penalties(&t);
    pd_tool_note(args, "%.0f s", pd_tool_clock_s() - begin_s);
    pd_tool_rig_templates_deinit(&t.from);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options_table[] = {
    {"people", "N", "people to learn from", "56"},
    {"creatures", "N", "animals of each plan to learn from", "28"},
    {"rounds", "N", "rounds of gathering embeddings", "6"},
    {"temperature", "X", "temperature of the choice among embeddings, in units of their costs", "0.2"},
    {"ridge", "X", "strength of the ridge regression towards the present weights", "0.01"},
    {"held-out", "N", "other bodies to measure with: people, and animals of each plan", "28"},
    {"seed", "N", "seed of all random choices", "1"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_rig_penalties = {
    .name = "train-rig-penalties",
    .words = "",
    .summary = "Learn the weights of the penalties with which automatic rigging places a skeleton in a mesh",
    .details = "Makes people of the shipped models and animals of capsules whose joints are known, lays the "
               "plans of "
               "automatic rigging into them and learns the weights of its ten penalties, so that the correct "
               "embedding "
               "costs less than any other that is found. Prints the new weights beside those in "
               "core/rig/embed.h, and "
               "the errors of the joints of held-out bodies with both. docs/lab/rig.md has the method and "
               "the results.",
    .options = options_table,
    .run = run_train_rig_penalties,
};
