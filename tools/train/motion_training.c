#include "tools/train/motion_training.h"

#include "tools/base/progress.h"

#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_TIMED_STEPS 20

static volatile sig_atomic_t asked_to_stop;
static const pd_train_reducer *others; /* NULL: alone */

void pd_tool_training_share(const pd_train_reducer *reducer)
{
    others = reducer;
}

bool pd_tool_training_speaks(void)
{
    return !others || others->rank == 0;
}

static void stop(int signal_number)
{
    (void)signal_number;
    asked_to_stop = 1;
}

static double processor_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* State of the training loop, beside the result. */
typedef struct loop {
    pd_tool_training *out;
    const pd_tool_training_options *options;
    const pd_executor *executor;
    double start_s, start_processor_s, evaluated_s; /* clock at the last evaluation */
    long evaluated_step;
} loop;

static pd_status evaluation(loop *l, pd_error *err)
{
    pd_train_evaluation seen;
    pd_train_network *n = l->out->network;
    long step = pd_train_network_steps_done(n);
    double passed = pd_tool_clock_s() - l->evaluated_s;
    double rows = (double)(step - l->evaluated_step) * pd_train_network_step_rows(n);

    /* Compute the speed since the last evaluation. */
    l->out->rows_per_s = passed > 0 ? rows / passed : 0;
    double *speeds = realloc(l->out->speeds, (size_t)(l->out->speed_count + 1) * sizeof *speeds);
    if (!speeds) return pd_fail(err, PD_ERR_MEMORY, "evaluations", "out of memory");
    l->out->speeds = speeds;
    l->out->speeds[l->out->speed_count++] = l->out->rows_per_s;

    pd_status status = pd_train_network_evaluate(&seen, n, err);
    if (status) return status;

    /* Estimate the remaining time. */
    char left[32];
    const double rows_left = (double)(pd_train_network_steps(n) - seen.step) * pd_train_network_step_rows(n);
    const double seconds = l->out->rows_per_s > 0 ? rows_left / l->out->rows_per_s : 0;
    const unsigned s = seconds > 0 && seconds < 359999 ? (unsigned)lround(seconds) : 0;
    snprintf(left, 32, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
    if (pd_tool_training_speaks())
        fprintf(stderr,
                "step %ld of %ld  %6.0f rows/s  %s left  loss %.4f  held out %.4f  free run: joints %.1f mm "
                "(worst %.0f), "
                "slide %.3f m/s (recorded %.3f), support %.3f (%.3f)\n",
                seen.step, pd_train_network_steps(n), l->out->rows_per_s, left, seen.loss, seen.free.held,
                1000 * seen.free.joints, 1000 * seen.free.worst, seen.free.slide, seen.free.recorded_slide,
                seen.free.support, seen.free.recorded_support);

    /* Keep the state, so that training can go on from here. */
    l->evaluated_step = step;
    if (l->options->checkpoint && pd_tool_training_speaks())
        status = pd_train_network_save(n, l->options->checkpoint, err);
    l->evaluated_s = pd_tool_clock_s();

    return status;
}

/* A signal stops all processes at the same step, whoever got it. */
static bool shall_stop(void)
{
    float asked = (float)asked_to_stop;
    if (others) others->sum(others->ctx, &asked, 1);
    return asked > 0;
}

/* The warm-up has shown how fast it goes: minutes become rows. */
static void set_budget(const loop *l)
{
    pd_train_network *n = l->out->network;
    double used = (processor_s() - l->start_processor_s) / l->executor->worker_count;
    double done =
        (double)(pd_train_network_steps_done(n) - l->out->first_step) * pd_train_network_step_rows(n);
    double rows = done * 60 * l->options->minutes / fmax(used, 1e-3);
    long wanted = (long)fmin(fmax(rows, done), 1e12);

    if (others) { /* the first process's; its two halves are whole numbers as floats, up to 2^40 */
        float parts[2] = {0};
        if (others->rank == 0) {
            parts[0] = (float)(wanted >> 20);
            parts[1] = (float)(wanted & 0xfffff);
        }

        others->sum(others->ctx, parts, 2);
        wanted = ((long)parts[0] << 20) + (long)parts[1];
    }

    pd_train_network_set_rows(n, wanted);
    if (pd_tool_training_speaks())
        fprintf(stderr, "%.1f minutes are %.0f rows (--rows repeats this run)\n", l->options->minutes, rows);
}

static pd_status train_motion_training(loop *l, pd_error *err)
{
    pd_train_network *n = l->out->network;
    const pd_tool_training_options *o = l->options;
    pd_status status = PD_OK;

    while (!status && !(l->out->stopped = shall_stop()) &&
           pd_train_network_steps_done(n) < pd_train_network_steps(n)) {
        /* For a budget of minutes, compute the number of steps as soon as the speed is known. */
        if (o->minutes > 0 &&
            pd_train_network_steps_done(n) ==
                (o->network.warm_up > LEAST_TIMED_STEPS ? o->network.warm_up : LEAST_TIMED_STEPS))
            set_budget(l);
        double loss = pd_train_network_step(n);
        if (!isfinite(loss))
            return pd_fail(err, PD_ERR_RANGE, "rate",
                           "the loss is %g at step %ld; a lower rate or more warm-up expected", loss,
                           pd_train_network_steps_done(n));
        if (pd_train_network_steps_done(n) % o->evaluate_every == 0) status = evaluation(l, err);
    }

    /* Evaluate at the end, unless that just happened. */
    if (!status && l->evaluated_step != pd_train_network_steps_done(n)) status = evaluation(l, err);
    return status;
}

pd_status pd_tool_training_run(pd_tool_training *out, const pd_train_rows *rows,
                               const pd_tool_training_options *options, const pd_executor *executor,
                               pd_error *err)
{
    struct sigaction old_int, old_term;
    struct sigaction action = {.sa_handler = stop};
    loop l = {.out = out, .options = options, .executor = executor};

    *out = (pd_tool_training){0};
    asked_to_stop = 0;

    /* Create a network, or continue one from its checkpoint. */
    pd_train_network_options network = options->network;
    if (options->minutes > 0) network.rows = 1000000000;
    pd_status status = pd_train_network_create(&out->network, rows, &network, others, executor, err);
    if (!status && options->resume) {
        status = pd_train_network_load(out->network, options->checkpoint, err);
        if (!status && options->rows_given) pd_train_network_set_rows(out->network, options->network.rows);
        out->first_step = l.evaluated_step = pd_train_network_steps_done(out->network);
    }

    /* SIGINT and SIGTERM end the training after the step, with what was learned. */
    sigaction(SIGINT, &action, &old_int);
    sigaction(SIGTERM, &action, &old_term);
    l.start_s = l.evaluated_s = pd_tool_clock_s();
    l.start_processor_s = processor_s();
    if (!status) status = train_motion_training(&l, err);
    out->seconds = pd_tool_clock_s() - l.start_s;
    out->processor_seconds = processor_s() - l.start_processor_s;
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    if (status) pd_tool_training_deinit(out);

    return status;
}

void pd_tool_training_deinit(pd_tool_training *training)
{
    pd_train_network_release(training->network);
    free(training->speeds);
    *training = (pd_tool_training){0};
}
