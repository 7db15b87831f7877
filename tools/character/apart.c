#include "tools/character/apart.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEMORY_MAX  (4ll << 30)
#define SECONDS_MAX 120

/* Report of the child process, which precedes the result and the bytes. */
typedef struct report {
    pd_status status;
    pd_error err;
    size_t size;
} report;

static void bound(int what, long long most)
{
    const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
    setrlimit((__rlimit_resource_t)what, &limit);
}

/* Returns the error of a process that ended without a report. */
static pd_status ended(const char *path, int how, pd_error *err)
{
    if (WIFSIGNALED(how) && (WTERMSIG(how) == SIGXCPU || WTERMSIG(how) == SIGKILL))
        return pd_fail(err, PD_ERR_LIMIT, path,
                       "reading or writing it took more than %d seconds; at most as many allowed",
                       SECONDS_MAX);
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT)
        return pd_fail(err, PD_ERR_LIMIT, path,
                       "it cannot be read: it is damaged or needs more than %lld MiB of memory",
                       MEMORY_MAX >> 20);

    return pd_fail(err, PD_ERR_FORMAT, path,
                   "reading it failed (signal %d): it is damaged, or its nodes form a circle",
                   WIFSIGNALED(how) ? WTERMSIG(how) : 0);
}

pd_status pd_tool_apart(pd_buffer *out, void *result, size_t result_bytes, const char *path,
                        pd_tool_apart_work *work, const void *job, pd_error *err)
{
    report r = {0};
    int how = 0;

    FILE *between = tmpfile();
    if (!between) return pd_fail(err, PD_ERR_IO, path, "a temporary file cannot be made");

    const pid_t child = fork();

    /* Child: limit memory, time and core files. A crash ends the child, not the caller. */
    if (child == 0) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        bound(RLIMIT_AS, MEMORY_MAX);
#endif
        bound(RLIMIT_CPU, SECONDS_MAX);
        bound(RLIMIT_CORE, 0);
        if (!freopen("/dev/null", "w", stderr)) _exit(1);

        pd_buffer made = {0};

        /* Answer in one file: the report, the result, then the bytes. */
        r.status = work(&made, result, job, &r.err);
        if (r.status == PD_OK && made.failed) abort();
        r.size = r.status == PD_OK ? made.size : 0;
        fwrite(&r, sizeof r, 1, between);
        fwrite(result, 1, result_bytes, between);
        if (r.size) fwrite(made.data, 1, r.size, between);
        fflush(between);
        _exit(0);
    }

    /* Parent: wait, then read the child's answer as far as it was written. */
    pd_status status = PD_OK;
    if (child < 0 || waitpid(child, &how, 0) != child)
        status = pd_fail(err, PD_ERR_MEMORY, path, "a process that reads it cannot be started");

    rewind(between);

    /* A short answer means that the child ended early; `how` gives the cause. */
    if (status == PD_OK &&
        (fread(&r, sizeof r, 1, between) != 1 || fread(result, 1, result_bytes, between) != result_bytes))
        status = ended(path, how, err);
    if (status == PD_OK && r.status != PD_OK) {
        *err = r.err;
        status = r.status;
    }

    if (status == PD_OK && r.size) {
        void *to = pd_buffer_extend(out, r.size);
        if (!to || fread(to, 1, r.size, between) != r.size)
            status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %zu bytes", r.size);
    }

    fclose(between);

    return status;
}
