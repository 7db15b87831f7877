#include "core/base/error.h"

#include <stdio.h>
#include <string.h>

typedef struct status_row {
    const char *name, *title;
    int http, exit_code;
} status_row;

static const status_row rows[PD_STATUS_COUNT] = {
#define ROW(name, title, http, exit_code) [PD_##name] = {#name, title, http, exit_code},
    PD_STATUS_TABLE(ROW)
#undef ROW
};

pd_status pd_fail_list(pd_error *err, pd_status status, const char *where, const char *format, va_list args)
{
    if (!err) return status;
    err->status = status;
    snprintf(err->where, sizeof err->where, "%s", where ? where : "");
    vsnprintf(err->detail, sizeof err->detail, format, args);
    return status;
}

pd_status pd_fail(pd_error *err, pd_status status, const char *where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pd_fail_list(err, status, where, format, args);
    va_end(args);
    return status;
}

pd_status pd_error_prefix(pd_error *err, const char *prefix)
{
    if (!err) return PD_ERR_INTERNAL;
    char joined[2 * sizeof err->where];
    snprintf(joined, sizeof joined, "%s%s", prefix, err->where);
    joined[sizeof err->where - 1] = 0;
    memcpy(err->where, joined, sizeof err->where);

    return err->status;
}

static const status_row *row(pd_status status)
{
    return &rows[(unsigned)status < PD_STATUS_COUNT ? status : PD_ERR_INTERNAL];
}

const char *pd_status_name(pd_status status)
{
    return row(status)->name;
}

const char *pd_status_title(pd_status status)
{
    return row(status)->title;
}

int pd_status_http(pd_status status)
{
    return row(status)->http;
}

int pd_status_exit(pd_status status)
{
    return row(status)->exit_code;
}
