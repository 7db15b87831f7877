#include "server/daemon.h"

#include "config/config.h"
#include "server/base/clock.h"
#include "server/base/notify.h"
#include "server/base/signals.h"
#include "server/http/health.h"
#include "server/server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#define TIDY_MS      1000
#define STOP_SECONDS 20 /* beyond a drain, before systemd loses patience */

/* Returns false when it could not be written. */
static bool print(FILE *out, const pd_cfg_errors *texts)
{
    size_t written = fwrite(texts->text.data, 1, texts->text.size, out);
    return !fflush(out) && written == texts->text.size;
}

static int second_signal(void *arg)
{
    (void)arg;
    pd_srv_notify_alive(pd_srv_now_us());
    int number = pd_srv_signals_next(0);
    return number == SIGTERM || number == SIGINT;
}

/* A reload may take longer than systemd's patience (models of gigabytes, a slow disk): it has a thread of its own, and this one goes on
 * telling that the daemon lives. */
typedef struct reloading {
    pd_srv *srv;
    const pd_srv_command_line *line;
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool is_over;
} reloading;

static void load_again(pd_srv *srv, const pd_srv_command_line *line)
{
    pd_cfg fresh;
    pd_cfg_errors errors = {0};
    pd_srv_log_write(srv->log, PD_SRV_INFO, "audit", "what=%s", "reload by SIGHUP");
    if (pd_cfg_load(&fresh, line->argc, line->argv, line->environment, &errors) == PD_CFG_RUN) {
        pd_srv_reload(srv, &fresh);
    } else {
        if (errors.text.size) errors.text.size--; /* the last newline */
        pd_buffer_add(&errors.text, "", 1);
        pd_srv_log_write(srv->log, PD_SRV_ERROR, "configuration not taken over", "errors=%s",
                         errors.text.failed ? "" : (char *)errors.text.data);
    }
    pd_cfg_errors_deinit(&errors);
}

static void *reload_main(void *arg)
{
    reloading *r = arg;
    load_again(r->srv, r->line);
    pthread_mutex_lock(&r->lock);
    r->is_over = true;
    pthread_cond_signal(&r->over);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void reload(pd_srv *srv, const pd_srv_command_line *line)
{
    char state[64];
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)pd_srv_now_us());
    pd_srv_notify(state);

    reloading r = {.srv = srv, .line = line};
    pthread_t thread;
    pthread_mutex_init(&r.lock, NULL);
    pd_srv_cond_init(&r.over);
    const bool has_thread = !pthread_create(&thread, NULL, reload_main, &r);
    if (!has_thread) load_again(srv, line);
    pthread_mutex_lock(&r.lock);
    while (has_thread && !r.is_over) {
        if (pd_srv_is_alive(srv)) pd_srv_notify_alive(pd_srv_now_us());
        pd_srv_cond_wait_until(&r.over, &r.lock, pd_srv_now_us() + PD_SRV_SECOND / 10);
    }
    pthread_mutex_unlock(&r.lock);
    if (has_thread) pthread_join(thread, NULL);
    pthread_cond_destroy(&r.over);
    pthread_mutex_destroy(&r.lock);
    pd_srv_notify("READY=1");
}

/* Until a signal ends it. */
static void serve(pd_srv *srv, const pd_srv_command_line *line)
{
    for (;;) {
        int number = pd_srv_signals_next(TIDY_MS);
        if (pd_srv_is_alive(srv)) pd_srv_notify_alive(pd_srv_now_us());
        if (!number) {
            pd_srv_heap_leftover(&srv->heap, pd_srv_memory_leftover(&srv->memory), pd_srv_now_us());
            pd_srv_stage_tidy(srv->stage);
            pd_srv_heap_trim(&srv->heap);
        }
        if (number == SIGHUP) reload(srv, line);
        if (number != SIGTERM && number != SIGINT) continue;
        char state[80];
        const double seconds = pd_srv_settings_now(&srv->config)->cfg.drain_timeout + STOP_SECONDS;
        snprintf(state, sizeof state, "STOPPING=1\nEXTEND_TIMEOUT_USEC=%lld",
                 (long long)pd_srv_seconds_us(seconds));
        pd_srv_notify(state);
        pd_srv_log_write(srv->log, PD_SRV_INFO, "stopping", "signal=%s", number == SIGTERM ? "TERM" : "INT");
        pd_srv_drain(srv, second_signal, NULL);
        return;
    }
}

static int run(pd_cfg *cfg, const pd_srv_command_line *line, FILE *out, FILE *errors)
{
    pd_srv *srv;
    pd_error err = {0};
    if (!pd_srv_signals_catch()) {
        fprintf(errors, "posed: signals: %s\n", strerror(errno));
        pd_cfg_deinit(cfg);
        return 1;
    }
    if (pd_srv_start(&srv, cfg, &err) != PD_OK) {
        const bool is_usage =
            err.status == PD_ERR_INVALID || err.status == PD_ERR_FORMAT || err.status == PD_ERR_RANGE;
        fprintf(errors, "posed: %s%s%s\n", err.where, *err.where ? ": " : "", err.detail);
        return is_usage ? 2 : 1;
    }

    fprintf(out, "posed listening on %s\n", srv->url);
    fflush(out);
    pd_srv_notify("READY=1");
    serve(srv, line);
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
        print(errors, &texts);
        code = 2;
        break;
    case PD_CFG_PRINTED: code = !print(out, &texts); break;
    case PD_CFG_HEALTH:
        code = pd_srv_health_check(cfg.listen);
        pd_cfg_deinit(&cfg);
        break;
    case PD_CFG_RUN: code = run(&cfg, line, out, errors); break;
    }
    pd_cfg_errors_deinit(&texts);
    return code;
}
