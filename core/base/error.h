#ifndef PD_BASE_ERROR_H
#define PD_BASE_ERROR_H
/* Errors: a status, the place of the fault, and one line that names the value and what is allowed.
 *
 * A function that can fail returns a pd_status and fills the caller's pd_error. pd_fail returns the status
 * that it was given, so that failing takes one line:
 *
 *     return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", n, max);
 *
 * where   names the place in the user's terms: a JSON pointer, file:offset, file:line or an option.
 * detail  names the value and what is allowed. One line without a full stop at its end.
 * err     may be NULL where only the status matters.
 *
 * Check what comes from outside once, where it comes in. Inside, assert what only a bug of this program can
 * break (assert.h).
 */

#include <stdarg.h>

/* One row per status: name, short title, HTTP status of the reply, exit code of posedctl. */
#define PD_STATUS_TABLE(X)                                                                                   \
    X(OK, "ok", 200, 0)                                                                                      \
    X(ERR_INVALID, "invalid value", 400, 2)                                                                  \
    X(ERR_RANGE, "out of range", 400, 2)                                                                     \
    X(ERR_FORMAT, "malformed", 400, 1)                                                                       \
    X(ERR_UNSUPPORTED, "not supported", 415, 1)                                                              \
    X(ERR_NOT_FOUND, "not found", 404, 1)                                                                    \
    X(ERR_FORBIDDEN, "not allowed", 403, 1)                                                                  \
    X(ERR_LIMIT, "over a limit", 413, 1)                                                                     \
    X(ERR_BUSY, "busy", 503, 1)                                                                              \
    X(ERR_WAIT, "not in memory yet", 503, 1)                                                                 \
    X(ERR_IO, "input or output failed", 500, 1)                                                              \
    X(ERR_MEMORY, "out of memory", 503, 1)                                                                   \
    X(ERR_INTERNAL, "internal error", 500, 1)

typedef enum pd_status {
#define PD_STATUS_ENUM(name, title, http, exit_code) PD_##name,
    PD_STATUS_TABLE(PD_STATUS_ENUM)
#undef PD_STATUS_ENUM
        PD_STATUS_COUNT
} pd_status;

typedef struct pd_error {
    pd_status status;
    char where[192];  /* place of the fault, "" without one */
    char detail[384]; /* value and what is allowed          */
} pd_error;

#if defined(__GNUC__)
#define PD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define PD_PRINTF(fmt, args)
#endif

/* Fills *err, which may be NULL, and returns `status`. `where` may be NULL or "".
 * Texts that are too long are cut. */
pd_status pd_fail(pd_error *err, pd_status status, const char *where, const char *format, ...)
    PD_PRINTF(4, 5);
/* Does what pd_fail does, with the arguments of the format as a va_list:
 * for functions that take a format themselves. */
pd_status pd_fail_list(pd_error *err, pd_status status, const char *where, const char *format, va_list args)
    PD_PRINTF(4, 0);
/* Puts `prefix` before err->where: "/bodies/3" and "/betas" become "/bodies/3/betas". Returns err->status. */
pd_status pd_error_prefix(pd_error *err, const char *prefix);

/* Columns of PD_STATUS_TABLE. */
const char *pd_status_name(pd_status status);  /* "ERR_RANGE"           */
const char *pd_status_title(pd_status status); /* "out of range"        */
int pd_status_http(pd_status status);          /* 400                   */
int pd_status_exit(pd_status status);          /* exit code of posedctl */

#endif
