/* posed: reads the configuration, starts the server, waits for signals.
 *
 *     SIGTERM, SIGINT   drain and end with 0; a second one stops waiting
 *     SIGHUP            reload: configuration that may change, keys, log file, models; any number of them at once is one
 *
 * Exit: 0 good, 1 the work failed, 2 wrong usage or configuration.
 */
#include "config/config.h"
#include "server/base/clock.h"
#include "server/base/notify.h"
#include "server/http/connections.h"
#include "server/http/health.h"
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define TIDY_MS      1000
#define STOP_SECONDS 20 /* beyond a drain, before systemd loses patience */

typedef struct command_line {
    int argc;
    char **argv;
} command_line;

/* In place of libc's, for every library of this program: libmicrohttpd reads its sockets with it (connections.h). */
ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    return pd_srv_connections_receive(fd, buffer, size, flags);
}

/* OpenBLAS starts threads before main does anything, with all signals open: a signal may land on one of them,
 * so it is not enough to block and wait. The handler runs on whatever thread and passes the number on. */
static int signal_pipe[2];
static atomic_int
    pending[3]; /* of `caught`: ten of a kind are one. Lock-free, so that a handler may write it */
static const int caught[] = {SIGTERM, SIGINT, SIGHUP};

static void pass_on(int number)
{
    int saved = errno;
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (caught[i] == number) atomic_store(&pending[i], 1);
    (void)!write(signal_pipe[1], "", 1); /* full: it is read in any case */
    errno = saved;
}

static int catch_signals(void)
{
    const struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    int good = !pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        good = good && !sigaction(caught[i], &action, NULL);
    return good;
}

/* A signal that came, the one that ends the daemon before others; 0 when none comes within that time (-1: for ever). */
static int next_signal(int timeout_ms)
{
    struct pollfd wait = {.fd = signal_pipe[0], .events = POLLIN};
    char dropped[64];
    while (poll(&wait, 1, timeout_ms) < 0 && errno == EINTR) continue;
    while (read(signal_pipe[0], dropped, sizeof dropped) > 0) continue;

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        if (!atomic_exchange(&pending[i], 0)) continue;
        for (size_t j = i + 1; j < sizeof caught / sizeof *caught; j++)
            if (atomic_load(&pending[j])) (void)!write(signal_pipe[1], "", 1); /* for the next call */
        return caught[i];
    }
    return 0;
}

/* Returns false when it could not be written. */
static bool print_errors(FILE *out, const pd_cfg_errors *errors)
{
    size_t written = fwrite(errors->text.data, 1, errors->text.size, out);
    return !fflush(out) && written == errors->text.size;
}

static int second_signal(void *arg)
{
    (void)arg;
    pd_srv_notify_alive(pd_srv_now_us());
    int number = next_signal(0);
    return number == SIGTERM || number == SIGINT;
}

/* A reload may take longer than systemd's patience (models of gigabytes, a slow disk): it has a thread of its own, and this one goes on
 * telling that the daemon lives. */
typedef struct reloading {
    pd_srv *srv;
    const command_line *line;
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool is_over;
} reloading;

static void load_again(pd_srv *srv, const command_line *line)
{
    pd_cfg fresh;
    pd_cfg_errors errors = {0};
    pd_srv_log_write(srv->log, PD_SRV_INFO, "audit", "what=%s", "reload by SIGHUP");
    if (pd_cfg_load(&fresh, line->argc, line->argv, environ, &errors) == PD_CFG_RUN) {
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

static void reload(pd_srv *srv, const command_line *line)
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

static bool serve(pd_srv *srv, const command_line *line)
{
    for (;;) {
        int number = next_signal(TIDY_MS);
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
        return false;
    }
}

static int run(pd_cfg *cfg, const command_line *line)
{
    pd_srv *srv;
    pd_error err = {0};
    if (!catch_signals()) {
        perror("posed: signals");
        return 1;
    }
    if (pd_srv_start(&srv, cfg, &err) != PD_OK) {
        fprintf(stderr, "posed: %s%s%s\n", err.where, *err.where ? ": " : "", err.detail);
        return err.status == PD_ERR_INVALID || err.status == PD_ERR_FORMAT || err.status == PD_ERR_RANGE ? 2
                                                                                                         : 1;
    }
    printf("posed listening on %s\n", srv->url);
    fflush(stdout);
    pd_srv_notify("READY=1");
    int code = serve(srv, line);
    pd_srv_stop(srv);
    return code;
}

int main(int argc, char **argv)
{
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    const command_line line = {argc, argv};
    pd_cfg_action action = pd_cfg_load(&cfg, argc, argv, environ, &errors);
    int code = 0;
    switch (action) {
    case PD_CFG_BAD:
        print_errors(stderr, &errors);
        code = 2;
        break;
    case PD_CFG_PRINTED: code = !print_errors(stdout, &errors); break;
    case PD_CFG_HEALTH:
        code = pd_srv_health_check(cfg.listen);
        pd_cfg_deinit(&cfg);
        break;
    case PD_CFG_RUN: code = run(&cfg, &line); break;
    }
    pd_cfg_errors_deinit(&errors);
    return code;
}
