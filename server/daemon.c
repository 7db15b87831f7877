#include "server/daemon.h"

#include "api/http/api.h"
#include "config/config.h"
#include "server/base/clock.h"
#include "server/base/notify.h"
#include "server/base/signals.h"
#include "server/base/trace.h"
#include "server/http/health.h"
#include "server/models/registry.h"
#include "server/server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TIDY_MS      1000
#define RELOAD_MS    50 /* time between two checks whether a reload has ended */
#define STOP_SECONDS 20 /* time for stopping after the drain, which systemd is asked to allow */

/* Returns false when it could not be written. */
static bool print_daemon(FILE *out, const pd_buffer *text)
{
    size_t written = text->size ? fwrite(text->data, 1, text->size, out) : 0; /* an empty text has no bytes */
    return !fflush(out) && written == text->size;
}

/* Writes what the command line asked for. Returns the exit status:
 * a full disk must not look like an empty answer. */
static int print_answer(FILE *out, const pd_buffer *text, FILE *errors)
{
    if (print_daemon(out, text)) return 0;
    fprintf(errors, "posed: standard output: %s\n", strerror(errno));
    return 1;
}

/* Logs each warning of the configuration on a line of its own. */
static void log_warnings(pd_srv *srv, const pd_cfg_errors *texts)
{
    const char *at = (const char *)texts->warnings.data;
    const char *end = at + texts->warnings.size;

    while (at < end) {
        char line[1024];
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) return;
        snprintf(line, sizeof line, "%.*s", (int)(newline - at), at);
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "configuration", "detail=%s", line);
        at = newline + 1;
    }
}

static int second_signal(void *arg)
{
    (void)arg;
    pd_srv_notify_alive(pd_srv_now_us());
    int number = pd_srv_signals_next(0);
    return number == SIGTERM || number == SIGINT;
}

/* A part of a reload, with a thread of its own: it may read gigabytes or a slow disk, and this thread must go
 * on serving signals and systemd's watchdog. Models have another thread than the configuration, so that a
 * removed key becomes invalid without waiting for models. */
typedef struct reading {
    pd_srv *srv;
    const pd_srv_command_line *line;
    bool (*run)(struct reading *r);
    pthread_t thread;
    bool is_wanted;  /* true: run it, once more if it is running */
    bool is_running; /* true: the thread exists; is_over: its work has ended; good: the result of `run` */
    atomic_bool is_over;
    bool good;
} reading;

static bool read_configuration(reading *r)
{
    pd_cfg fresh;
    pd_cfg_errors errors = {0};
    bool good = false;

    pd_srv_reopen_log(r->srv);
    pd_srv_log_write(r->srv->log, PD_SRV_INFO, "audit", "what=%s", "reload by SIGHUP");
    if (pd_cfg_load(&fresh, r->line->argc, r->line->argv, r->line->environment, &errors) == PD_CFG_RUN) {
        good = pd_srv_take_over(r->srv, &fresh);
        log_warnings(r->srv, &errors);
    } else {
        if (errors.text.size) errors.text.size--; /* the last newline */
        pd_buffer_add(&errors.text, "", 1);
        pd_srv_refuse(r->srv, errors.text.failed ? "" : (char *)errors.text.data);
    }

    pd_cfg_errors_deinit(&errors);

    return good;
}

static bool read_models(reading *r)
{
    pd_srv_reload_models(r->srv);
    return true;
}

static void *read_main(void *arg)
{
    reading *r = arg;
    r->good = r->run(r);
    atomic_store(&r->is_over, true);
    return NULL;
}

/* Joins the thread if its work has ended, and starts it if it is wanted.
 * Returns true when work ended well. */
static bool go_on_daemon(reading *r)
{
    bool good = false;

    if (r->is_running && atomic_load(&r->is_over)) {
        pthread_join(r->thread, NULL);
        r->is_running = false;
        good = r->good;
    }

    if (r->is_wanted && !r->is_running) {
        r->is_wanted = false;
        atomic_store(&r->is_over, false);
        r->is_running = !pthread_create(&r->thread, NULL, read_main, r);
        if (!r->is_running) good |= r->run(r);
    }

    return good;
}

/* Writes the error and returns its exit status. */
static int daemon_complain(const pd_error *err, FILE *errors)
{
    const bool is_usage =
        err->status == PD_ERR_INVALID || err->status == PD_ERR_FORMAT || err->status == PD_ERR_RANGE;

    fprintf(errors, "posed: %s%s%s\n", err->where, *err->where ? ": " : "", err->detail);
    return is_usage ? 2 : 1;
}

/* Loads each of the models that the configuration names. Returns the number of those that cannot be loaded,
 * with a line for each. */
static int check_models(const pd_cfg *cfg, FILE *errors)
{
    int bad = 0;

    for (int i = 0; i < cfg->model_count; i++) {
        const char *file = cfg->models[i].file;
        pd_error err = {0};
        if (pd_srv_registry_try(pd_api_kinds, PD_API_KIND_COUNT, file, &err) == PD_OK) continue;
        const bool names_file = !strncmp(err.where, file, strlen(file));
        fprintf(errors, "posed: models: %s: %s%s%s%s%s\n", cfg->models[i].id, names_file ? "" : file,
                names_file ? "" : ": ", err.where, *err.where ? ": " : "", err.detail);
        bad++;
    }

    return bad;
}

/* Runs --check-config: also reads the keys, the models and the endpoint of traces, which the module config
 * does not read. */
static int check_daemon(pd_cfg *cfg, FILE *out, FILE *errors)
{
    pd_srv_config config = {NULL};
    pd_error err = {0};

    if (pd_srv_config_replace(&config, cfg, pd_srv_now_us(), &err) != PD_OK)
        return daemon_complain(&err, errors);
    const pd_cfg *taken = &pd_srv_settings_now(&config)->cfg;
    int bad = check_models(taken, errors);
    if (*taken->tracing_endpoint && pd_srv_tracer_check(taken->tracing_endpoint, &err) != PD_OK)
        bad += daemon_complain(&err, errors);
    pd_srv_config_deinit(&config);
    if (bad) return 2;
    pd_buffer text = {0};
    pd_buffer_text(&text, "the configuration is good\n");
    const int code = print_answer(out, &text, errors);
    pd_buffer_deinit(&text);

    return code;
}

/* Runs `posed --healthcheck`. Without other flags it uses those of the container's daemon, which may contain
 * the address. Returns the exit status. */
static int check_health(pd_cfg *cfg, const pd_srv_command_line *line)
{
    pd_buffer text = {0};
    pd_cfg_errors texts = {0};
    const int count = line->argc == 2 ? pd_srv_health_arguments(&text, "/proc") : 0;
    char **arguments = count ? calloc((size_t)count + 2, sizeof *arguments) : NULL;

    if (arguments) {
        char *at = (char *)text.data;
        for (int i = 0; i < count; i++, at += strlen(at) + 1) arguments[i] = at;
        arguments[count] = line->argv[1];
        pd_cfg theirs;
        const pd_cfg_action action = pd_cfg_load(&theirs, count + 1, arguments, line->environment, &texts);
        if (action == PD_CFG_HEALTH) {
            pd_cfg_deinit(cfg);
            *cfg = theirs;
        } else if (action != PD_CFG_BAD && action != PD_CFG_PRINTED) {
            pd_cfg_deinit(&theirs);
        }
    }

    const int code = pd_srv_health_check(cfg->listen);
    pd_cfg_deinit(cfg);
    free(arguments);
    pd_cfg_errors_deinit(&texts);
    pd_buffer_deinit(&text);

    return code;
}

/* Serves until a signal ends it. */
static int run_daemon(pd_cfg *cfg, const pd_cfg_errors *texts, const pd_srv_command_line *line, FILE *out,
                      FILE *errors)
{
    pd_srv *srv;
    pd_error err = {0};

    /* Signals are caught before the first thread starts. */
    if (!pd_srv_signals_catch()) {
        fprintf(errors, "posed: signals: %s\n", strerror(errno));
        pd_cfg_deinit(cfg);
        return 1;
    }

    if (pd_srv_start(&srv, cfg, &err) != PD_OK) {
        print_daemon(errors, &texts->warnings);
        return daemon_complain(&err, errors);
    }

    log_warnings(srv, texts);

    fprintf(out, "posed listening on %s\n", srv->url);
    fflush(out);
    pd_srv_notify("READY=1");

    /* A reload reads the configuration and then the models, each on a thread of its own, so that this thread
     * goes on serving signals. */
    reading configuration = {.srv = srv, .line = line, .run = read_configuration};
    reading models = {.srv = srv, .line = line, .run = read_models};
    bool is_reloading = false;
    char state[80];
    int number;
    do {
        number = pd_srv_signals_next(is_reloading ? RELOAD_MS : TIDY_MS);

        /* Housekeeping while nothing else happens: watchdog, memory of freed objects. */
        if (pd_srv_is_alive(srv)) pd_srv_notify_alive(pd_srv_now_us());
        if (!number && !is_reloading) {
            pd_srv_heap_leftover(&srv->heap, pd_srv_memory_leftover(&srv->memory), pd_srv_now_us());
            pd_srv_stage_tidy(srv->stage);
            pd_srv_heap_trim(&srv->heap);
        }

        /* SIGHUP during a reload makes the configuration be read once more. */
        if (number == SIGHUP) {
            snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)pd_srv_now_us());
            if (!is_reloading) pd_srv_notify(state);
            is_reloading = configuration.is_wanted = true;
        }

        /* Models are read after the configuration; the service manager hears READY when both are done. */
        if (go_on_daemon(&configuration)) models.is_wanted = true;
        go_on_daemon(&models);
        if (is_reloading && !configuration.is_running && !models.is_running) {
            pd_srv_notify("READY=1");
            is_reloading = false;
        }
    } while (number != SIGTERM && number != SIGINT);

    /* Drain, then wait for a reload that still runs, because it uses the server. */
    const double seconds = pd_srv_settings_now(&srv->config)->cfg.drain_timeout + STOP_SECONDS;
    snprintf(state, sizeof state, "STOPPING=1\nEXTEND_TIMEOUT_USEC=%lld",
             (long long)pd_srv_seconds_us(seconds));
    pd_srv_notify(state);
    pd_srv_log_write(srv->log, PD_SRV_INFO, "stopping", "signal=%s", number == SIGTERM ? "TERM" : "INT");
    pd_srv_drain(srv, second_signal, NULL);
    if (configuration.is_running) pthread_join(configuration.thread, NULL);
    if (models.is_running) pthread_join(models.thread, NULL);
    pd_srv_stop(srv);

    return 0;
}

int pd_srv_daemon_run(const pd_srv_command_line *line, FILE *out, FILE *errors)
{
    pd_cfg cfg;
    pd_cfg_errors texts = {0};
    int code = 0;

    switch (pd_cfg_load(&cfg, line->argc, line->argv, line->environment, &texts)) {
    case PD_CFG_BAD:
        print_daemon(errors, &texts.warnings);
        print_daemon(errors, &texts.text);
        code = 2;
        break;
    case PD_CFG_PRINTED:
        print_daemon(errors, &texts.warnings);
        code = print_answer(out, &texts.text, errors);
        break;
    case PD_CFG_CHECK:
        print_daemon(errors, &texts.warnings);
        code = check_daemon(&cfg, out, errors);
        break;
    case PD_CFG_HEALTH: code = check_health(&cfg, line); break;
    case PD_CFG_RUN: code = run_daemon(&cfg, &texts, line, out, errors); break;
    }

    pd_cfg_errors_deinit(&texts);

    return code;
}
