#include "server/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static const int caught[] = {SIGTERM, SIGINT,
                             SIGHUP}; /* signals that end the daemon come first, so they are handled first */
static atomic_int pending[sizeof caught / sizeof *caught]; /* lock-free, so that a handler may write it */
static int wakes[2];                                       /* a pipe */

static void pass_on(int number)
{
    int saved = errno;
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (caught[i] == number) atomic_store(&pending[i], 1);
    (void)!write(wakes[1], "", 1); /* full: it is read in any case */
    errno = saved;
}

/* Writes the likely cause of a SIGBUS, which otherwise ends the process without a message. The access is then
 * repeated and ends it. */
static void say_cut(int number)
{
    static const char text[] =
        "posed: a mapped file was cut while it was in use (SIGBUS): a pack of models (models_pack, *.pack)\n"
        "was overwritten in place, or its disk failed; replace packs by renaming new files, and restart\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)number;
}

/* Installs the handler of SIGBUS, unless a sanitizer has its own, which reports the signal itself. */
static void name_cut_files(void)
{
    const struct sigaction action = {.sa_handler = say_cut, .sa_flags = (int)SA_RESETHAND};
    struct sigaction old;
    if (!sigaction(SIGBUS, NULL, &old) && old.sa_handler == SIG_DFL) sigaction(SIGBUS, &action, NULL);
}

bool pd_srv_signals_catch(void)
{
    const struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};

    if (!wakes[1] && pipe2(wakes, O_CLOEXEC | O_NONBLOCK)) return false;

    /* Writing to a closed connection, or beyond the limit of a file's size (a log by LimitFSIZE or ulimit
     * -f), is an error of that write. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    name_cut_files();
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (sigaction(caught[i], &action, NULL)) return false;

    return true;
}

int pd_srv_signals_next(int timeout_ms)
{
    struct pollfd wait = {.fd = wakes[0], .events = POLLIN};
    char dropped[64];

    while (poll(&wait, 1, timeout_ms) < 0 && errno == EINTR) continue;
    while (read(wakes[0], dropped, sizeof dropped) > 0) continue;

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        if (!atomic_exchange(&pending[i], 0)) continue;
        for (size_t j = i + 1; j < sizeof caught / sizeof *caught; j++)
            if (atomic_load(&pending[j])) (void)!write(wakes[1], "", 1); /* for the next call */
        return caught[i];
    }

    return 0;
}
