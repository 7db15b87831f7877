#ifndef PD_TOOLS_BASE_REPORT_H
#define PD_TOOLS_BASE_REPORT_H
/* Writes JSON reports of commands: to the file of an option such as --report, or to standard output, as
 * --json does.
 *
 * Threads  the command's own. */
#include "core/base/error.h"

#include <jansson.h>

/* Writes `report` as indented JSON to the file `path`, or with a newline to standard output when path is
 * NULL. flags: JSON_INDENT and JSON_REAL_PRECISION of jansson. A NULL report counts as lack of memory. err
 * may be NULL. */
pd_status pd_tool_report_write(const json_t *report, size_t flags, const char *path, pd_error *err);

#endif
