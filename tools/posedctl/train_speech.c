/* posedctl train-speech: trains the network that hears speech, or measures one. */
#include "core/kernel/linalg.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "train/speech/train_speech.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void tell_step(void *ctx, int step, double loss, double seconds, const pd_speech_weights *weights)
{
    (void)ctx;
    (void)weights;
    fprintf(stderr, "step %d, loss %.3f, %.0f s\n", step, loss, seconds);
}

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_counts(const pd_train_speech_counts *c)
{
    printf("frames right: %.1f %% of 9 shapes, %.1f %% of 15 (%ld frames)\n"
           "closures of p, b, m: %.1f %% found, %.1f %% of those shown are right (%ld)\n",
           percent(c->right9, c->frames), percent(c->right15, c->frames), c->frames,
           percent(c->found, c->closures), percent(c->shown_right, c->shown), c->closures);
}

/* Measures a network on a folder and prints its figures. */
static int measure_net(const pd_tool_args *args, const pd_speech_net *net, const char *folder)
{
    pd_train_speech_set set;
    pd_train_speech_score s;
    pd_error err;

    if (pd_train_speech_read(&set, folder, &err) != PD_OK) return pd_tool_fail(args, &err);
    const pd_status status = pd_train_speech_measure(&s, net, &set, &err);
    pd_train_speech_deinit(&set);
    if (status != PD_OK) return pd_tool_fail(args, &err);
    print_counts(&s.sound);
    printf("sounds without speech: %.2f %% of %ld frames move the mouth\n",
           percent(s.noise_moved, s.noise_frames), s.noise_frames);
    if (!s.texts) return 0;
    printf("with the text of %ld sounds:\n", s.texts);
    print_counts(&s.text);
    printf("doubt: %.2f in the mean, above %.2g in %ld sounds\n", s.doubt, PD_SPEECH_ALIGN_DOUBT, s.doubted);

    return 0;
}

/* Trains, and writes the file. */
static int train_net(pd_speech_net **out, const pd_tool_args *args)
{
    pd_train_speech_set set;
    pd_train_speech_options options = {.clock = processor_seconds, .tell = tell_step};
    const pd_model_text text = {.name = "speech",
                                .licence = (char *)(uintptr_t)pd_tool_text(args, "licence"),
                                .provenance = (char *)(uintptr_t)pd_tool_text(args, "provenance"),
                                .credits = (char *)(uintptr_t)pd_tool_text(args, "credits")};
    pd_error err;
    int seconds = 0, seed = 1;

    if (!pd_tool_int(&seconds, args, "seconds", 1, 1000000) || !pd_tool_int(&seed, args, "seed", 1, 1000000))
        return 2;
    options.seconds = seconds;
    options.seed = (uint64_t)seed;

    pd_speech_weights *weights = calloc(1, sizeof *weights);
    if (!weights) {
        pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
        return pd_tool_fail(args, &err);
    }

    pd_k_blas_serial();
    pd_status status = pd_train_speech_read(&set, pd_tool_text(args, "data"), &err);
    if (status == PD_OK) {
        status = pd_train_speech_run(weights, false, &set, &options, &err);
        pd_train_speech_deinit(&set);
    }

    if (status == PD_OK) status = pd_speech_net_save(pd_tool_text(args, "o"), weights, &text, &err);
    *out = status == PD_OK ? pd_speech_net_of(weights) : NULL;
    free(weights);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static int run_train_speech(const pd_tool_args *args)
{
    const char *data = pd_tool_text(args, "data"), *test = pd_tool_text(args, "test");
    const char *model = pd_tool_text(args, "model");
    pd_speech_net *net = NULL;
    pd_error err;
    int code = 0;

    if (!data == !model)
        return pd_tool_usage(args, "either --data DIR, to train, or --model FILE, to measure");
    if (data && !pd_tool_text(args, "o")) return pd_tool_usage(args, "-o FILE is needed with --data");
    if (model && !test) return pd_tool_usage(args, "--test DIR is needed with --model");
    if (model && pd_tool_text(args, "o")) return pd_tool_usage(args, "-o has no effect with --model");

    if (model && pd_speech_net_load(&net, model, &err) != PD_OK) return pd_tool_fail(args, &err);
    if (data) code = train_net(&net, args);
    if (!code && test && net) code = measure_net(args, net, test);
    pd_speech_net_release(net);

    return code;
}

static const pd_tool_option train_speech_options[] = {
    {"data", "DIR", "speech to train with: NAME.wav and NAME.lab", NULL},
    {"test", "DIR", "speech to measure with, of the same form", NULL},
    {"model", "FILE", "network to measure, instead of training one", NULL},
    {"o", "FILE", "file to write", NULL},
    {"seconds", "N", "processor time of the training", "300"},
    {"seed", "N", "seed of the training", "1"},
    {"licence", "TEXT", "licence of the file", "CC BY 4.0"},
    {"provenance", "TEXT", "account of the training for the file", "trained by posedctl train-speech"},
    {"credits", "TEXT", "credits that the speakers ask for", ""},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_speech = {
    .name = "train-speech",
    .words = "",
    .summary = "Train the network that hears speech, or measure one",
    .details =
        "NAME.txt, if there is one, has the text: then it is measured with the sound as well.\n"
        "A line of NAME.lab has a phone of ARPAbet and the second at which it ends; \"-\" stands for the\n"
        "shape of what follows. factory/scripts/speech.py makes such folders of Debian's voices.",
    .options = train_speech_options,
    .run = run_train_speech,
};
