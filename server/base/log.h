#ifndef PD_SERVER_BASE_LOG_H
#define PD_SERVER_BASE_LOG_H
/* Writes the log: one event per line, as text or as JSON.
 *
 *     pd_srv_log_write(log, PD_SRV_INFO, "model loaded", "id=%s bytes=%zu ms=%.1f", id, bytes, ms);
 *
 *     09:12:33.120 info  model loaded id=default bytes=1048576 ms=12.5
 *     {"time":"2026-11-20T09:12:33.120Z","level":"info","message":"model loaded","id":"default",...}
 *
 * Fields   pairs such as "key=%s", separated by a blank. Directives: %s %d %zu %lld and %.Nf; the compiler
 *          checks them. A field whose text is NULL is left out. Values are quoted and escaped, so that text
 *          from a client cannot begin a line of its own.
 * Blocking writing never blocks and never fails: lines go to a bounded buffer that a separate thread writes
 * out. When the disk is full, the pipe
 *          is closed or the reader does not read, lines are dropped and counted.
 * Threads  any number may write.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum pd_srv_level { PD_SRV_ERROR, PD_SRV_WARNING, PD_SRV_INFO, PD_SRV_DEBUG } pd_srv_level;
typedef enum pd_srv_log_format { PD_SRV_LOG_AUTO, PD_SRV_LOG_TEXT, PD_SRV_LOG_JSON } pd_srv_log_format;

typedef struct pd_srv_log pd_srv_log;

/* Opens the log. file NULL or "": standard error.
 * PD_SRV_LOG_AUTO writes text to a terminal and JSON to anything else. */
pd_status pd_srv_log_open(pd_srv_log **out, const char *file, pd_srv_log_format format, pd_srv_level level,
                          pd_error *err);
/* Writes the remaining lines, for at most five seconds, and closes the log. NULL is allowed. */
void pd_srv_log_close(pd_srv_log *log);
/* Sets the least severe level that is written. */
void pd_srv_log_set_level(pd_srv_log *log, pd_srv_level level);
/* Opens the file again by its name, after log rotation moved it.
 * On failure the log goes on in the old file. */
pd_status pd_srv_log_reopen(pd_srv_log *log, pd_error *err);
/* Writes one line. log NULL: nothing is written. fields NULL: the line has no fields. */
void pd_srv_log_write(pd_srv_log *log, pd_srv_level level, const char *message, const char *fields, ...)
    PD_PRINTF(4, 5);
/* Returns whether lines of this level are written: a caller whose fields cost time to make asks first.
 * log NULL: false. */
bool pd_srv_log_writes(const pd_srv_log *log, pd_srv_level level);
/* Returns the number of lines dropped since the start. */
uint64_t pd_srv_log_dropped(const pd_srv_log *log);

#endif
