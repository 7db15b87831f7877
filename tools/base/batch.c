#include "tools/base/batch.h"

#include "tools/base/field_option.h"

#include "core/base/assert.h"
#include "core/base/buffer.h"
#include "core/base/file.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIST_BYTES ((size_t)1 << 30)
#define JOBS_MAX   256
#define WORDS_MAX  1024

/* A line of the list that is neither empty nor a comment. */
typedef struct item {
    int number;   /* in the list, from 1 */
    char *text;   /* without the end of the line */
    bool is_done; /* it has a row of an earlier run */
} item;

/* State that the processes of one machine share. */
typedef struct progress {
    _Atomic int next;              /* first item that is not taken yet */
    _Atomic int failed;            /* number of items whose status was not 0 */
    _Atomic int current[JOBS_MAX]; /* item of each process, -1: none */
} progress;

typedef struct batch {
    const pd_tool_args *args;
    char *list;  /* the file's text, into which the items point */
    item *items; /* (count) items of this share */
    int count;
    char result[4096], lock[4200];
    progress *progress;
} batch;

/* ---- the list ---- */

int pd_tool_batch_split(char **words, int max, char *line)
{
    int count = 0;
    char *to = line;
    char quote = 0;
    bool in_word = false;

    for (const char *from = line; *from; from++) {
        const bool is_space = !quote && (*from == ' ' || *from == '\t' || *from == '\r');
        if (is_space) {
            if (in_word) {
                *to++ = 0;
                in_word = false;
            }

            continue;
        }

        if (!in_word) {
            if (count == max) return -1;
            words[count++] = to;
            in_word = true;
        }

        /* Handle quotes and backslashes. A backslash quotes the next character;
         * between double quotes only " and \. */
        const bool escapes = *from == '\\' && quote != '\'' && from[1] && (!quote || strchr("\"\\", from[1]));
        if (escapes)
            *to++ = *++from;
        else if (!quote && (*from == '"' || *from == '\''))
            quote = *from;
        else if (quote && *from == quote)
            quote = 0;
        else
            *to++ = *from;
    }

    if (in_word) *to = 0;

    return quote ? -1 : count;
}

/* Parses a line's words into *args on top of the command line's options. `line` is changed. */
static int parse_line(pd_tool_args *args, const char **words, char *line, const pd_tool_args *defaults)
{
    char *own[WORDS_MAX];
    const int count = pd_tool_batch_split(own, WORDS_MAX, line);

    *args = (pd_tool_args){.command = defaults->command, .commands = defaults->commands};
    if (count < 0) return pd_tool_usage(args, "an open quote, or more than %d words", WORDS_MAX);
    const int wrong = pd_tool_parse(args, count, own);
    if (wrong) return wrong;
    for (int i = 0; pd_tool_common_options[i].name; i++)
        if (strcmp(pd_tool_common_options[i].name, "quiet") && pd_tool_common_value(&args->common, i))
            return pd_tool_usage(args, "--%s is for the command line", pd_tool_common_options[i].name);

    /* Use options of the command line that the line does not give, and put its positional arguments first. */
    for (int i = 0; i < PD_TOOL_OPTIONS_MAX; i++)
        if (!args->values[i]) args->values[i] = defaults->values[i];
    if (!args->common.quiet) args->common.quiet = defaults->common.quiet;

    /* Use one thread for each line, because lines run in parallel, unless the list gives a number. */
    const pd_tool_option *options = pd_tool_options(args->command);
    for (int i = 0; options && options[i].name; i++)
        if (!strcmp(options[i].name, "threads") && !args->values[i]) args->values[i] = "1";
    if (defaults->word_count + args->word_count > WORDS_MAX)
        return pd_tool_usage(args, "more than %d words", WORDS_MAX);
    memcpy(words, defaults->words, (size_t)defaults->word_count * sizeof *words);
    memcpy(words + defaults->word_count, args->words, (size_t)args->word_count * sizeof *words);
    args->words = words;
    args->word_count += defaults->word_count;

    return 0;
}

/* Reads the list and keeps this share of its lines. Every line is parsed,
 * so that a mistake is found before anything runs. */
static int read_list_batch(batch *b, int rank, int shares)
{
    const char *path = b->args->common.list;
    pd_buffer text = {0};
    int code = pd_tool_read(&text, b->args, path, LIST_BYTES);

    if (!code) pd_buffer_add(&text, "", 1); /* the terminating zero */
    if (!code && text.failed) code = (pd_tool_usage(b->args, "out of memory for %s", path), PD_TOOL_FAILED);
    b->list = (char *)text.data;
    if (code) return code;

    int capacity = 0, taken = 0, number = 0;
    const size_t mark = text.size - pd_text_unmarked((pd_bytes){text.data, text.size}).size;
    for (char *line = b->list + mark, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        number++;
        const char *begin = line + strspn(line, " \t\r");
        if (!*begin || *begin == '#') continue;
        if (taken == PD_TOOL_BATCH_LINES)
            return pd_tool_usage(b->args, "%s has more than %d lines", path, PD_TOOL_BATCH_LINES);

        /* Report a line that cannot be parsed with its number. */
        const char *words[WORDS_MAX];
        pd_tool_args args;
        char *copy = strdup(line);
        if (!copy) {
            pd_tool_usage(b->args, "out of memory for %s", path);
            return 1;
        }

        code = parse_line(&args, words, copy, b->args);
        free(copy);
        if (code) {
            fprintf(stderr, "posedctl %s: in line %d of %s\n", b->args->command->name, number, path);
            return code;
        }

        if (taken++ % shares != rank) continue;
        if (b->count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            item *more = realloc(b->items, (size_t)capacity * sizeof *more);
            if (!more) {
                pd_tool_usage(b->args, "out of memory for %d lines", capacity);
                return 1;
            }

            b->items = more;
        }

        b->items[b->count++] = (item){number, line, false};
    }

    return 0;
}

int pd_tool_batch_share(int *rank, int *count, const char **source, const pd_tool_args *args)
{
    /* Variables of rank and size that mpirun and srun set. Slurm's are those of a step, because a batch
     * script without srun is not a step. */
    static const char *const pairs[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                           {"PMI_RANK", "PMI_SIZE"},
                                           {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
    const char *given = args->common.share;
    char end;

    *rank = 0;
    *count = 1;
    *source = "--share";
    if (given && (sscanf(given, "%d/%d%c", rank, count, &end) != 2 || *rank < 0 || *rank >= *count))
        return pd_tool_usage(args, "--share '%s': R/N is needed, R from 0 to N - 1", given);
    for (size_t i = 0; !given && i < sizeof pairs / sizeof *pairs; i++) {
        const char *r = getenv(pairs[i][0]);
        const char *n = getenv(pairs[i][1]);
        if (!r || !n) continue;
        *source = pairs[i][0];
        if (sscanf(r, "%d%c", rank, &end) != 1 || sscanf(n, "%d%c", count, &end) != 1 || *rank < 0 ||
            *rank >= *count)
            return pd_tool_usage(args, "%s '%s' of %s '%s' is no share; give --share R/N", pairs[i][0], r,
                                 pairs[i][1], n);
        break;
    }

    return 0;
}

/* ---- the result ---- */

/* Takes the lock of the result file, which other processes wait for. Returns a descriptor to close, or -1. */
static int lock_result(const batch *b)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int fd = open(b->lock, O_RDWR | O_CREAT | O_CLOEXEC, 0644);

    while (fd >= 0 && fcntl(fd, F_SETLKW, &whole) < 0)
        if (errno != EINTR) {
            close(fd);
            return -1;
        }

    return fd;
}

static bool write_whole(int fd, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t wrote = write(fd, bytes, size);
        if (wrote < 0 && errno != EINTR) return false;
        if (wrote > 0) {
            bytes += wrote;
            size -= (size_t)wrote;
        }
    }

    return true;
}

/* Appends a row under the lock. Returns false if it could not be written. */
static bool append_row(const batch *b, json_t *row)
{
    char *text = json_dumps(row, JSON_COMPACT | JSON_REAL_PRECISION(6));
    const int lock = text ? lock_result(b) : -1;
    const int fd = lock >= 0 ? open(b->result, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
    bool good = fd >= 0;

    /* End an unfinished line, which a killed process may have left. */
    const off_t size = good ? lseek(fd, 0, SEEK_END) : 0;
    char last = '\n';
    if (size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n') good = write_whole(fd, "\n", 1);

    if (good) {
        const size_t length = strlen(text);
        text[length] = '\n'; /* in place of the terminating zero */
        good = write_whole(fd, text, length + 1);
    }

    if (fd >= 0) close(fd);
    if (lock >= 0) close(lock);
    free(text);

    return good;
}

/* Calls `each` for every complete row of the result file.
 * Skips a last line that a killed process left unfinished. */
static void each_row(const batch *b, void (*each)(void *to, json_t *row), void *to)
{
    pd_bytes file = {0};

    if (pd_file_map(&file, b->result, NULL) != PD_OK) return;
    const char *at = (const char *)file.data;
    const char *end = at + file.size;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) break;
        json_t *row = json_loadb(at, (size_t)(line_end - at), 0, NULL);
        if (json_is_object(row)) each(to, row);
        json_decref(row);
        at = line_end + 1;
    }

    pd_file_unmap(&file);
}

static int by_number(const void *a, const void *b)
{
    return ((const item *)a)->number - ((const item *)b)->number; /* both count from 1: no overflow */
}

/* Returns the file that the line writes (-o), or NULL. words holds the parsed words; copy is changed. */
static const char *output_of(const batch *b, char *copy, const char **words)
{
    pd_tool_args args;
    if (parse_line(&args, words, copy, b->args) || !pd_tool_has(&args, "o")) return NULL;
    const char *path = pd_tool_text(&args, "o");
    return path && strcmp(path, "-") ? path : NULL;
}

/* Marks an item as done if its row says so and its file still exists. */
static void mark_done(void *to, json_t *row)
{
    batch *b = to;
    const item key = {.number = (int)json_integer_value(json_object_get(row, "line"))};
    item *found = b->count ? bsearch(&key, b->items, (size_t)b->count, sizeof key, by_number) : NULL;
    const char *options = json_string_value(json_object_get(row, "options"));

    if (!found || !options || strcmp(options, found->text)) return;
    found->is_done = json_is_integer(json_object_get(row, "status")) &&
                     !json_integer_value(json_object_get(row, "status"));

    const char *words[WORDS_MAX];
    char *copy = strdup(found->text);
    const char *file = copy ? output_of(b, copy, words) : NULL;
    if (file && access(file, F_OK)) found->is_done = false;
    free(copy);
}

/* Rows of the result file, from which the newest of each line is kept, in the order of the list. */
typedef struct rows {
    json_t **rows;
    size_t count, capacity;
    bool failed;
} rows;

static void keep_row(void *to, json_t *row)
{
    rows *r = to;

    if (r->count == r->capacity) {
        const size_t capacity = r->capacity ? 2 * r->capacity : 64;
        json_t **more = realloc(r->rows, capacity * sizeof *more);
        if (!more) {
            r->failed = true;
            return;
        }

        r->rows = more;
        r->capacity = capacity;
    }

    /* Store the place in the file, which orders the rows of one line. */
    json_object_set_new(row, "#", json_integer((json_int_t)r->count));
    r->rows[r->count++] = json_incref(row);
}

static int by_line(const void *a, const void *b)
{
    static const char *const keys[] = {"line", "#"};

    for (int i = 0; i < 2; i++) {
        const json_int_t x = json_integer_value(json_object_get(*(json_t *const *)a, keys[i]));
        const json_int_t y = json_integer_value(json_object_get(*(json_t *const *)b, keys[i]));
        if (x != y) return x < y ? -1 : 1;
    }

    return 0;
}

static void sort_result(const batch *b)
{
    rows r = {0};
    pd_buffer text = {0};
    const int lock = lock_result(b);

    if (lock < 0) return;
    each_row(b, keep_row, &r);
    if (r.count) qsort(r.rows, r.count, sizeof *r.rows, by_line);
    for (size_t i = 0; i < r.count; i++) {
        const bool is_newest =
            i + 1 == r.count || json_integer_value(json_object_get(r.rows[i], "line")) !=
                                    json_integer_value(json_object_get(r.rows[i + 1], "line"));
        json_object_del(r.rows[i], "#");
        char *row = is_newest ? json_dumps(r.rows[i], JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
        if (row) {
            pd_buffer_text(&text, row);
            pd_buffer_text(&text, "\n");
        }

        free(row);
    }

    if (!r.failed && !text.failed && text.size) pd_file_write(b->result, text.data, text.size, NULL);
    for (size_t i = 0; i < r.count; i++) json_decref(r.rows[i]);
    free(r.rows);
    pd_buffer_deinit(&text);
    close(lock);
}

/* ---- the work ---- */

/* Returns what a line wrote to one of the standard streams: parsed if it is JSON, otherwise as text. NULL
 * when it wrote nothing. */
static json_t *written(FILE *file)
{
    static const char cut[] = " [cut]";
    pd_buffer text = {0};
    char block[4096];
    size_t got;

    rewind(file);
    while (text.size <= PD_TOOL_BATCH_TEXT && (got = fread(block, 1, sizeof block, file)) > 0)
        pd_buffer_add(&text, block, got);
    if (text.size > PD_TOOL_BATCH_TEXT) {
        text.size = PD_TOOL_BATCH_TEXT;
        pd_buffer_add(&text, cut, strlen(cut));
    }

    json_t *value = text.size ? json_loadb((const char *)text.data, text.size, 0, NULL) : NULL;
    if (!value && text.size) value = json_stringn((const char *)text.data, text.size);
    if (!value && text.size) value = json_sprintf("%zu bytes that are no UTF-8 text", text.size);
    pd_buffer_deinit(&text);

    return value;
}

static bool add_row_batch(const batch *b, const item *work, int status, double seconds, json_t *output,
                          json_t *error)
{
    json_t *row = json_pack("{s:i,s:s,s:i,s:f}", "line", work->number, "options", work->text, "status",
                            status, "seconds", seconds);

    if (row && output) json_object_set(row, "output", output);
    if (row && error) json_object_set(row, "error", error);
    const bool good = row && append_row(b, row);
    json_decref(row);
    if (status) atomic_fetch_add(&b->progress->failed, 1);

    return good;
}

/* Runs one line with its standard streams in temporary files.
 * Returns false when its row could not be written. */
static bool run_item(const batch *b, const item *work)
{
    const char *words[WORDS_MAX];
    pd_tool_args args;
    char *copy = strdup(work->text);

    FILE *streams[2] = {tmpfile(), tmpfile()};
    bool good = copy && streams[0] && streams[1];
    if (good) {
        fflush(stdout);
        fflush(stderr);
        const int before[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
        for (int i = 0; i < 2; i++) dup2(fileno(streams[i]), STDOUT_FILENO + i);

        const double begin = pd_tool_clock_s();
        int status = parse_line(&args, words, copy, b->args);
        if (!status) status = args.command->run(&args);
        const double seconds = pd_tool_clock_s() - begin;
        fflush(stdout);
        fflush(stderr);

        for (int i = 0; i < 2; i++) {
            dup2(before[i], STDOUT_FILENO + i);
            close(before[i]);
        }

        json_t *output = written(streams[0]);
        json_t *error = written(streams[1]);
        good = add_row_batch(b, work, status, seconds, output, error);
        json_decref(output);
        json_decref(error);
    }

    for (int i = 0; i < 2; i++)
        if (streams[i]) fclose(streams[i]);
    free(copy);

    return good;
}

/* Runs a child process: takes the next item until none is left. */
static int work_process(const batch *b, int slot)
{
    pd_tool_local_keep();
    for (;;) {
        const int at = atomic_fetch_add(&b->progress->next, 1);
        if (at >= b->count) return 0;
        if (b->items[at].is_done) continue;
        atomic_store(&b->progress->current[slot], at);
        if (!run_item(b, &b->items[at])) return 1;
        atomic_store(&b->progress->current[slot], -1);
    }
}

static pid_t start_process(const batch *b, int slot)
{
    atomic_store(&b->progress->current[slot], -1);
    fflush(stdout);
    fflush(stderr);
    const pid_t pid = fork();
    if (pid == 0) _exit(work_process(b, slot));

    return pid;
}

/* Runs the items in `jobs` child processes. A child that a signal ends is replaced,
 * and its line gets a row. */
static int run_processes(batch *b, int jobs)
{
    pid_t pids[JOBS_MAX];
    int running = 0, code = 0;

    PD_ASSERT(jobs >= 1 && jobs <= JOBS_MAX);
    for (int i = 0; i < jobs; i++) running += (pids[i] = start_process(b, i)) > 0;
    if (!running) {
        pd_tool_usage(b->args, "no process could be started: %s", strerror(errno));
        return 1;
    }

    while (running) {
        int status;
        int slot = 0;
        const pid_t pid = wait(&status);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) break;
        while (slot < jobs && pids[slot] != pid) slot++;
        if (slot == jobs) continue;
        running--;

        /* A child that could not write its row ends the work.
         * For one that crashed, write a row of its item. */
        if (WIFEXITED(status) && WEXITSTATUS(status)) code = 1;
        const int at = atomic_load(&b->progress->current[slot]);
        if (!WIFSIGNALED(status)) continue;
        if (at >= 0) {
            json_t *error =
                json_sprintf("ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
            if (!add_row_batch(b, &b->items[at], 128 + WTERMSIG(status), 0, NULL, error)) code = 1;
            json_decref(error);
        }

        if (!code && (pids[slot] = start_process(b, slot)) > 0) running++;
    }

    if (code) pd_tool_usage(b->args, "%s cannot be written: %s", b->result, strerror(errno));

    return code;
}

static int default_jobs(int shares)
{
    cpu_set_t cores;
    if (shares > 1) return 1;
    return !sched_getaffinity(0, sizeof cores, &cores) && CPU_COUNT(&cores) <= JOBS_MAX ? CPU_COUNT(&cores)
                                                                                        : 1;
}

int pd_tool_batch_run(const pd_tool_args *args)
{
    batch b = {.args = args, .progress = MAP_FAILED};
    int rank, shares, code;
    const char *source;

    if ((code = pd_tool_batch_share(&rank, &shares, &source, args))) return code;

    /* Read --jobs and the path of the result. */
    int jobs = default_jobs(shares);
    char *end = NULL;
    if (args->common.jobs) {
        const long given = strtol(args->common.jobs, &end, 10);
        if (!*args->common.jobs || *end || given < 1 || given > JOBS_MAX)
            return pd_tool_usage(args, "--jobs '%s': a whole number from 1 to %d is needed",
                                 args->common.jobs, JOBS_MAX);
        jobs = (int)given;
    }

    const bool is_named = args->common.result != NULL;
    snprintf(b.result, sizeof b.result, "%s%s", is_named ? args->common.result : args->common.list,
             is_named ? "" : ".jsonl");
    snprintf(b.lock, sizeof b.lock, "%s.lock", b.result);
    if (!is_named && !strcmp(args->common.list, "-"))
        return pd_tool_usage(args, "--list - needs --result FILE");

    code = read_list_batch(&b, rank, shares);
    if (!code) each_row(&b, mark_done, &b);
    int left = 0;
    for (int i = 0; i < b.count; i++) left += !b.items[i].is_done;

    if (!code) {
        b.progress =
            mmap(NULL, sizeof *b.progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (b.progress == MAP_FAILED) code = (pd_tool_usage(args, "out of memory for the list"), 1);
    }

    if (!code) {
        char share[128] = "";
        if (shares > 1) snprintf(share, sizeof share, ", share %d of %d (%s)", rank, shares, source);
        pd_tool_note(args, "%d lines, of which %d are done%s; %d at a time; results in %s", b.count,
                     b.count - left, share, jobs, b.result);
        const double begin = pd_tool_clock_s();
        if (left) code = run_processes(&b, jobs < left ? jobs : left);
        sort_result(&b);
        const int failed = atomic_load(&b.progress->failed);
        pd_tool_note(args, "%d lines run in %.1f s, %d failed", left, pd_tool_clock_s() - begin, failed);
        if (!code && failed) code = PD_TOOL_FAILED;
    }

    if (b.progress != MAP_FAILED) munmap(b.progress, sizeof *b.progress);
    free(b.items);
    free(b.list);

    return code;
}
