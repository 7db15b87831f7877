#ifndef PD_SERVER_BASE_LOG_H
#define PD_SERVER_BASE_LOG_H
/* Structured log lines: text for people, JSON for machines; one event a line.
 *
 *     pd_srv_log_write(log, PD_SRV_INFO, "model loaded", "id=%s bytes=%zu ms=%.1f", id, bytes, ms);
 *
 *     09:12:33.120 info  model loaded id=default bytes=1048576 ms=12.5
 *     {"time":"2026-11-20T09:12:33.120Z","level":"info","message":"model loaded","id":"default",...}
 *
 * fields  "key=%s" pairs, separated by a blank. Directives: %s %d %zu %lld and %.Nf; printf checks them.
 *         NULL text is left out. Values are quoted and escaped as the format needs: a header that a client
 *         sent cannot start a line of its own.
 * Never blocks and never fails: lines go to a bounded block of memory that a thread of its own writes out. When
 * the disk is full, the pipe is closed or the reader sleeps, lines are dropped and counted.
 * Threads any number may write.
 */
#include "core/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef enum pd_srv_level { PD_SRV_ERROR, PD_SRV_WARNING, PD_SRV_INFO, PD_SRV_DEBUG } pd_srv_level;
typedef enum pd_srv_log_format { PD_SRV_LOG_AUTO, PD_SRV_LOG_TEXT, PD_SRV_LOG_JSON } pd_srv_log_format;

typedef struct pd_srv_log pd_srv_log;

/* file NULL or "": standard error. AUTO is text on a terminal, JSON anywhere else. */
pd_status pd_srv_log_open(pd_srv_log **out, const char *file, pd_srv_log_format format, pd_srv_level level,
                          pd_error *err);
/* Writes what waits, for at most five seconds. NULL is fine. */
void pd_srv_log_close(pd_srv_log *log);
void pd_srv_log_set_level(pd_srv_log *log, pd_srv_level level);
/* Opens the file again under its name, after it was moved away. A failure keeps the old one. */
pd_status pd_srv_log_reopen(pd_srv_log *log, pd_error *err);
/* log NULL: nothing is written. fields NULL: none. */
void pd_srv_log_write(pd_srv_log *log, pd_srv_level level, const char *message, const char *fields, ...)
    PD_PRINTF(4, 5);
/* Lines that could not be written since the start. */
uint64_t pd_srv_log_dropped(const pd_srv_log *log);

#endif
