#include "server/base/log.h"

#include "core/base/buffer.h"
#include "server/base/clock.h"
#include "server/base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCK_BYTES   (256 * 1024) /* lines that wait for the writer; more is dropped */
#define LINE_BYTES    4096
#define VALUE_BYTES   512   /* longest value, with escapes; a line is never cut inside a value */
#define CLOSE_SECONDS 5     /* time for the writer to end; a writer that hangs in a full pipe never ends */
#define GATHER_US     20000 /* time for which the writer gathers lines, so that one write takes many */

struct pd_srv_log {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t writer;
    char *front, *back; /* producers fill front; the writer swaps and writes back */
    size_t front_used;
    uint64_t front_lines;
    int fd, own_fd, json, closing;
    atomic_bool is_cut; /* the file ends within a line: a write failed there */
    char *file;
    /* Lines that could not be written since the last one that could,
     * and the errno of the last failure. The writer's own. */
    uint64_t lost_lines;
    int lost_reason;
    atomic_int level;
    _Atomic uint64_t dropped;
};

static const char *const level_names[] = {"error", "warn", "info", "debug"};

/* A log line in the making. Text beyond LINE_BYTES is cut off. */
typedef struct line {
    char text[LINE_BYTES];
    size_t used;
} line;

static void put_log(line *l, const char *text, size_t count)
{
    size_t room = LINE_BYTES - 8 - l->used; /* leaves room for the closing bytes */
    if (count > room) count = room;
    memcpy(l->text + l->used, text, count);
    l->used += count;
}

static void put_text(line *l, const char *text)
{
    put_log(l, text, strlen(text));
}

/* Writes a quoted value. Bytes that are not printable ASCII become \u escapes, so that the line is valid JSON
 * whatever a client sent. */
static void put_escaped(line *l, const char *text)
{
    size_t end = l->used + VALUE_BYTES;

    put_log(l, "\"", 1);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        char code[8];

        /* Copy a run of plain characters at once. */
        const unsigned char *run = c;
        while (*run >= 0x20 && *run < 0x7f && *run != '"' && *run != '\\' && run - c < 400) run++;
        if (run - c > 1 && l->used + (size_t)(run - c) + 8 <= end) {
            put_log(l, (const char *)c, (size_t)(run - c));
            c = run - 1;
            continue;
        }

        /* A value that is too long ends with dots, never within an escape. */
        if (l->used + 8 > end) {
            put_text(l, "...");
            break;
        }

        /* Escape a single character. */
        if (*c == '"' || *c == '\\') put_log(l, "\\", 1);
        if (*c >= 0x20 && *c < 0x7f)
            put_log(l, (const char *)c, 1);
        else
            put_log(l, code, (size_t)snprintf(code, sizeof code, "\\u%04x", *c));
    }

    put_log(l, "\"", 1);
}

/* Writes a value, in quotes only where the text format needs them; JSON always does. */
static void put_value(line *l, const char *text, int json)
{
    int plain = !json && *text && strlen(text) < VALUE_BYTES;

    for (const unsigned char *c = (const unsigned char *)text; *c && plain; c++)
        if (*c <= ' ' || *c == '"' || *c == '=' || *c >= 0x7f) plain = 0;
    if (plain)
        put_text(l, text);
    else
        put_escaped(l, text);
}

static void put_key(line *l, const char *key, size_t size, int json)
{
    put_text(l, json ? ",\"" : " ");
    put_log(l, key, size);
    put_text(l, json ? "\":" : "=");
}

/* Writes an integer without printf, which would take longer than the rest of the line;
 * every request writes one. */
static void put_integer(line *l, long long value)
{
    char text[24];
    char *at = text + sizeof text;
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;

    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) *--at = '-';
    put_log(l, at, (size_t)(text + sizeof text - at));
}

/* Writes a number with `digits` digits after the point, at most 6.
 * NaN and values beyond 1e9 are written as 0. */
static void put_real(line *l, double value, int digits)
{
    long long scale = 1;

    for (int i = 0; i < digits; i++) scale *= 10;
    if (!(value > -1e9 && value < 1e9)) value = 0;

    /* Round to a whole number of the last digit, then write the two sides of the point. */
    long long scaled = (long long)(value * (double)scale + (value < 0 ? -0.5 : 0.5));
    if (scaled < 0) put_log(l, "-", 1);
    if (scaled < 0) scaled = -scaled;
    put_integer(l, scaled / scale);
    if (digits) put_log(l, ".", 1);
    for (scale /= 10; scale; scale /= 10) put_log(l, &"0123456789"[scaled / scale % 10], 1);
}

/* Writes the fields of a printf-like format "key=%s key=%d":
 * strings that are NULL are left out with their key. */
static void put_fields(line *l, const char *fields, va_list *args, int json)
{
    while (fields && *fields && l->used + VALUE_BYTES + 64 < LINE_BYTES) {
        const char *key = fields;
        const char *equals = strchr(key, '=');
        if (!equals) return;

        /* Find the letter of the directive. */
        const char *end = equals + 1; /* the directive's letter */
        while (*end && *end != 's' && *end != 'd' && *end != 'u' && *end != 'f') end++;
        if (*end == 's') {
            const char *value = va_arg(*args, const char *);
            if (value) {
                put_key(l, key, (size_t)(equals - key), json);
                put_value(l, value, json);
            }
        } else {
            put_key(l, key, (size_t)(equals - key), json);

            /* The modifier decides the type that the caller passed: %.Nf, %lld, %zu or %d. */
            const char *directive = equals + 1; /* from '%' on */
            if (*end == 'f') {
                int digits = directive[1] == '.' ? directive[2] - '0' : 3;
                put_real(l, va_arg(*args, double), digits < 0 || digits > 6 ? 6 : digits);
            } else if (directive[1] == 'l') {
                put_integer(l, va_arg(*args, long long));
            } else if (directive[1] == 'z') {
                put_integer(l, (long long)va_arg(*args, size_t));
            } else {
                put_integer(l, va_arg(*args, int));
            }
        }

        /* Go on to the next field. */
        fields = end + (*end ? 1 : 0);
        while (*fields == ' ') fields++;
    }
}

/* Writes the time, level and message at the start of a line, in JSON or as text. */
static void put_head(line *l, pd_srv_level level, const char *message, int json)
{
    if (json) put_text(l, "{\"time\":\"");

    /* Formatting a date costs more than the rest of the line: once a second is enough. */
    static _Thread_local time_t cached;
    static _Thread_local char date[32];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec != cached) {
        struct tm parts;
        gmtime_r(&now.tv_sec, &parts);
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
        cached = now.tv_sec;
    }

    /* JSON has the whole date, text only the time of day. */
    int ms = (int)(now.tv_nsec / 1000000);
    const char millis[] = {'.', (char)('0' + ms / 100), (char)('0' + ms / 10 % 10), (char)('0' + ms % 10), 0};
    put_text(l, json ? date : date + 11);
    put_text(l, millis);

    if (!json) {
        char name[16];
        snprintf(name, sizeof name, " %-5s ", level_names[level]);
        put_text(l, name);
        put_text(l, message);
        return;
    }

    put_text(l, "Z\",\"level\":\"");
    put_text(l, level_names[level]);
    put_text(l, "\",\"message\":");
    put_escaped(l, message);
}

bool pd_srv_log_writes(const pd_srv_log *log, pd_srv_level level)
{
    return log && (int)level <= atomic_load_explicit(&log->level, memory_order_relaxed);
}

void pd_srv_log_write(pd_srv_log *log, pd_srv_level level, const char *message, const char *fields, ...)
{
    if (!pd_srv_log_writes(log, level)) return;

    /* Format the line without the lock. */
    line l;
    l.used = 0;
    va_list args;
    va_start(args, fields);
    put_head(&l, level, message, log->json);
    put_fields(&l, fields, &args, log->json);
    va_end(args);
    if (log->json) l.text[l.used++] = '}';
    l.text[l.used++] = '\n';

    /* Append it to the block, or drop it: a caller never waits for the disk. */
    pthread_mutex_lock(&log->lock);
    if (log->front_used + l.used > BLOCK_BYTES) {
        atomic_fetch_add_explicit(&log->dropped, 1, memory_order_relaxed);
    } else {
        int was_empty = log->front_used == 0;
        memcpy(log->front + log->front_used, l.text, l.used);
        log->front_used += l.used;
        log->front_lines++;
        if (was_empty) pthread_cond_signal(&log->wake);
    }

    pthread_mutex_unlock(&log->lock);
}

/* Writes a block and returns the number of whole lines that were written. Drops the rest when the file
 * accepts nothing for a second. If the last line was cut, the next write ends it first. */
static uint64_t write_out(pd_srv_log *log, int fd, const char *text, size_t size)
{
    uint64_t lines = 0;

    if (atomic_load(&log->is_cut) && write(fd, "\n", 1) == 1) atomic_store(&log->is_cut, false);

    for (size_t sent = 0; sent < size;) {
        ssize_t n = write(fd, text + sent, size - sent);
        if (n < 0 && errno == EINTR) continue;

        /* A pipe that is full gets one second. */
        if (n < 0 && errno == EAGAIN) {
            struct pollfd wait = {.fd = fd, .events = POLLOUT};
            if (poll(&wait, 1, 1000) > 0) continue;
        }

        if (n <= 0) {
            if (sent && text[sent - 1] != '\n') atomic_store(&log->is_cut, true);
            return lines;
        }

        /* Count the line ends that were written. */
        for (ssize_t i = 0; i < n; i++) lines += text[sent + (size_t)i] == '\n';
        sent += (size_t)n;
    }

    return lines;
}

/* Tells standard error that the log's own file cannot be written, and the log, when it can be again, how many
 * lines are missing. Called by the writer. */
static void tell_failure(pd_srv_log *log, uint64_t lost, int reason)
{
    if (!log->own_fd) return;
    if (lost && !log->lost_lines)
        fprintf(
            stderr,
            "posed: log.file: %s: %s; lines are dropped until it can be written (posed_log_dropped_total)\n",
            log->file, strerror(reason));
    log->lost_lines += lost;
    if (lost || !log->lost_lines) return;
    pd_srv_log_write(log, PD_SRV_WARNING, "lines of the log are missing", "count=%lld reason=%s",
                     (long long)log->lost_lines, strerror(log->lost_reason));
    log->lost_lines = 0;
}

/* Writes gathered lines to the file. Main function of the writer's thread. */
static void *writer_main(void *arg)
{
    pd_srv_log *log = arg;

    pthread_mutex_lock(&log->lock);
    for (;;) {
        /* Sleeps until there is something, then a little longer, so that lines share a write. */
        while (!log->front_used && !log->closing) pthread_cond_wait(&log->wake, &log->lock);
        const int64_t until_us = pd_srv_now_us() + GATHER_US;
        while (!log->closing && log->front_used < BLOCK_BYTES / 2)
            if (pd_srv_cond_wait_until(&log->wake, &log->lock, until_us)) break;
        if (!log->front_used && log->closing) break;

        /* Swap the blocks, so that producers fill the other one during the write. */
        char *full = log->front;
        size_t size = log->front_used;
        uint64_t lines = log->front_lines;
        int fd = log->fd;
        log->front = log->back;
        log->back = full;
        log->front_used = 0;
        log->front_lines = 0;
        pthread_mutex_unlock(&log->lock);

        /* Lines that could not be written count as dropped. */
        errno = 0;
        const uint64_t written = write_out(log, fd, full, size);
        const uint64_t lost = lines - written;
        if (lost) log->lost_reason = errno ? errno : ENOSPC;
        atomic_fetch_add_explicit(&log->dropped, lost, memory_order_relaxed);
        tell_failure(log, lost, log->lost_reason);
        pthread_mutex_lock(&log->lock);
    }

    pthread_mutex_unlock(&log->lock);

    return NULL;
}

static int open_file(const char *file)
{
    return open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

static void destroy(pd_srv_log *log)
{
    if (log->own_fd) close(log->fd);
    free(log->file);
    free(log->front);
    free(log->back);
    free(log);
}

pd_status pd_srv_log_open(pd_srv_log **out, const char *file, pd_srv_log_format format, pd_srv_level level,
                          pd_error *err)
{
    *out = NULL;
    pd_srv_log *log = calloc(1, sizeof *log);
    if (!log) return pd_fail(err, PD_ERR_MEMORY, "log", "out of memory");
    log->fd = STDERR_FILENO;
    log->front = malloc(BLOCK_BYTES);
    log->back = malloc(BLOCK_BYTES);

    /* Without a file name the log goes to standard error. */
    if (file && *file) {
        log->file = strdup(file);
        log->fd = open_file(file);
        log->own_fd = log->fd >= 0;
    }

    if (log->fd < 0) {
        pd_fail(err, PD_ERR_IO, file, "cannot open the log file: %s", strerror(errno));
        destroy(log);
        return PD_ERR_IO;
    }

    /* By default a terminal gets text, everything else JSON. */
    log->json = format == PD_SRV_LOG_JSON || (format == PD_SRV_LOG_AUTO && !isatty(log->fd));
    atomic_init(&log->level, (int)level);
    pthread_mutex_init(&log->lock, NULL);
    pd_srv_cond_init(&log->wake);
    if (!log->front || !log->back || pthread_create(&log->writer, NULL, writer_main, log)) {
        destroy(log);
        return pd_srv_thread_error(err, "log", "the writer");
    }

    *out = log;

    return PD_OK;
}

void pd_srv_log_close(pd_srv_log *log)
{
    if (!log) return;
    pthread_mutex_lock(&log->lock);
    log->closing = 1;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->lock);

    /* Wait for the writer to write what is left, but not for ever. */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += CLOSE_SECONDS;

    /* A writer that blocks in a pipe without a reader keeps its memory: the process is about to end. */
/* gcc 12's does not know the function below: a thread that was never joined, memory freed under it */
#ifdef __SANITIZE_THREAD__
    if (pthread_join(log->writer, NULL) == 0) destroy(log);
#else
    if (pthread_clockjoin_np(log->writer, NULL, CLOCK_MONOTONIC, &until) == 0) destroy(log);
#endif
}

void pd_srv_log_set_level(pd_srv_log *log, pd_srv_level level)
{
    atomic_store_explicit(&log->level, (int)level, memory_order_relaxed);
}

pd_status pd_srv_log_reopen(pd_srv_log *log, pd_error *err)
{
    if (!log->file) return PD_OK;
    int fd = open_file(log->file);
    if (fd < 0) return pd_fail(err, PD_ERR_IO, log->file, "cannot open the log file: %s", strerror(errno));
    pthread_mutex_lock(&log->lock);

    /* dup3 keeps the number that the writer may be using right now. */
    dup3(fd, log->fd, O_CLOEXEC);
    atomic_store(&log->is_cut, false); /* concerned the old file */
    pthread_mutex_unlock(&log->lock);
    close(fd);

    return PD_OK;
}

uint64_t pd_srv_log_dropped(const pd_srv_log *log)
{
    return log ? atomic_load_explicit(&((pd_srv_log *)log)->dropped, memory_order_relaxed) : 0;
}
