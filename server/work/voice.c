#include "server/work/voice.h"

#include "server/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PART  65536 /* bytes that are read at a time */
#define WAITS 2     /* milliseconds between two looks whether the program has ended */

/* A program that runs, and the daemon's ends of its standard input and output. */
typedef struct speaker_process {
    pid_t pid;
    int input, output; /* -1: closed */
} speaker_process;

static void close_end(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* Fills the environment of the program, (6) with its NULL. Texts point into `buffers`. */
static void pick_environment(char *out[6], char buffers[5][4096])
{
    static const char *const names[5] = {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"};
    int count = 0;

    for (int i = 0; i < 5; i++) {
        const char *value = getenv(names[i]);
        if (!value ||
            snprintf(buffers[count], sizeof *buffers, "%s=%s", names[i], value) >= (int)sizeof *buffers)
            continue;
        out[count] = buffers[count];
        count++;
    }

    out[count] = NULL;
}

/* Starts the program with these ends as its standard input and output. Returns an error number. */
static int spawn_voice(pid_t *pid, char *const argv[], int in, int out)
{
    char buffers[5][4096], *environment[6];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;

    if (posix_spawn_file_actions_init(&files)) return ENOMEM;
    if (posix_spawnattr_init(&how)) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }

    sigemptyset(&none);
    sigfillset(&all);
    pick_environment(environment, buffers);
    int failed = posix_spawn_file_actions_adddup2(&files, in, 0);
    failed |= posix_spawn_file_actions_adddup2(&files, out, 1);
    failed |= posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    failed |= posix_spawn_file_actions_addclosefrom_np(&files, 3);
    failed |= posix_spawnattr_setsigmask(&how, &none);
    failed |= posix_spawnattr_setsigdefault(&how, &all);
    failed |= posix_spawnattr_setpgroup(&how, 0);
    failed |= posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                 POSIX_SPAWN_SETPGROUP);
    if (!failed) failed = posix_spawnp(pid, argv[0], &files, &how, argv, environment);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);

    return failed;
}

static pd_status start_voice(speaker_process *p, const pd_cfg_list *command, pd_error *err)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    char **argv = calloc((size_t)command->count + 1, sizeof *argv);

    *p = (speaker_process){.input = -1, .output = -1};
    if (!argv) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    for (int i = 0; i < command->count; i++) argv[i] = command->items[i];

    /* A socket pair as input: writing to a program that has ended raises no signal. */
    int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) || pipe2(out, O_CLOEXEC) ? errno : 0;
    if (!failed) failed = spawn_voice(&p->pid, argv, in[1], out[1]);
    close_end(&in[1]);
    close_end(&out[1]);
    free(argv);
    if (failed) {
        close_end(&in[0]);
        close_end(&out[0]);
        return pd_fail(err, PD_ERR_IO, "", "%s cannot be started: %s", command->items[0], strerror(failed));
    }

    p->input = in[0];
    p->output = out[0];
    fcntl(p->input, F_SETFL, O_NONBLOCK);
    fcntl(p->output, F_SETFL, O_NONBLOCK);
    return PD_OK;
}

/* Writes the text and reads the sound, until the program closes its output. */
static pd_status exchange(speaker_process *p, pd_buffer *wav, const char *text, int64_t end_us, pd_error *err)
{
    const size_t size = strlen(text);
    const size_t before = wav->size;
    size_t sent = 0;

    for (;;) {
        const int64_t left = end_us - pd_srv_now_us();
        struct pollfd fds[2] = {{.fd = p->output, .events = POLLIN}, {.fd = p->input, .events = POLLOUT}};
        if (left <= 0) return pd_fail(err, PD_ERR_IO, "", "it takes longer than speech.timeout allows");
        if (poll(fds, 2, (int)(left / 1000) + 1) < 0 && errno != EINTR)
            return pd_fail(err, PD_ERR_IO, "", "%s", strerror(errno));

        /* A program that does not read its input may still speak. */
        if (fds[1].revents) {
            const ssize_t n = send(p->input, text + sent, size - sent, MSG_NOSIGNAL);
            if (n > 0) sent += (size_t)n;
            if (sent == size || (n < 0 && errno != EAGAIN && errno != EINTR)) close_end(&p->input);
        }

        if (!fds[0].revents) continue;
        char part[PART];
        const ssize_t n = read(p->output, part, sizeof part);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (n <= 0) return PD_OK;
        pd_buffer_add(wav, part, (size_t)n);
        if (wav->failed) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        if (wav->size - before > PD_SRV_VOICE_BYTES)
            return pd_fail(err, PD_ERR_IO, "", "it wrote more than %zu MB", PD_SRV_VOICE_BYTES >> 20);
    }
}

/* Waits for the end of the program, and kills it if it takes too long or has failed. */
static pd_status finish_voice(speaker_process *p, pd_status status, int64_t end_us, pd_error *err)
{
    int code = 0;
    pid_t ended = 0;

    close_end(&p->input);
    close_end(&p->output);
    while (status == PD_OK && (ended = waitpid(p->pid, &code, WNOHANG)) == 0) {
        if (pd_srv_now_us() >= end_us)
            status = pd_fail(err, PD_ERR_IO, "", "it takes longer than speech.timeout allows");
        else
            poll(NULL, 0, WAITS);
    }

    /* Kill the processes that the program has started and left running. */
    kill(-p->pid, SIGKILL);
    while (!ended && waitpid(p->pid, &code, 0) < 0 && errno == EINTR) continue;
    if (status == PD_OK && (!WIFEXITED(code) || WEXITSTATUS(code)))
        return WIFEXITED(code) ? pd_fail(err, PD_ERR_IO, "", "it ended with status %d", WEXITSTATUS(code))
                               : pd_fail(err, PD_ERR_IO, "", "it was ended by signal %d", WTERMSIG(code));

    return status;
}

pd_status pd_srv_voice_say(pd_srv_voice *voice, pd_buffer *wav, const char *text, const pd_cfg *cfg,
                           pd_error *err)
{
    speaker_process process;

    if (!cfg->speech_command.count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "", "no program is configured (speech.command)");
    if (atomic_fetch_add(&voice->running, 1) >= cfg->speech_processes) {
        atomic_fetch_sub(&voice->running, 1);
        return pd_fail(err, PD_ERR_BUSY, "", "%d programs speak now, as many as speech.processes allows",
                       cfg->speech_processes);
    }

    const int64_t end_us = pd_srv_now_us() + pd_srv_seconds_us(cfg->speech_timeout);
    pd_status status = start_voice(&process, &cfg->speech_command, err);
    if (status == PD_OK)
        status = finish_voice(&process, exchange(&process, wav, text, end_us, err), end_us, err);
    atomic_fetch_sub(&voice->running, 1);

    return status;
}
