#include "tools/base/report.h"

#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_tool_report_write(const json_t *report, size_t flags, const char *path, pd_error *err)
{
    char *text = report ? json_dumps(report, flags) : NULL;
    if (!text) return pd_fail(err, PD_ERR_MEMORY, path ? path : "report", "out of memory for the report");

    pd_status status = PD_OK;
    if (path)
        status = pd_file_write(path, text, strlen(text), err);
    else
        puts(text);
    free(text);

    return status;
}
