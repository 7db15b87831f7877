/* Errors and warnings of a load as lines of text. */
#include "config/complain.h"
#include "core/base/assert.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ERRORS_SHOWN 100
#define LINE_BYTES   1024

static void add_error(pd_cfg_errors *errors, const char *place, const char *path, const char *format,
                      va_list args)
{
    char line[LINE_BYTES];

    if (errors->count++ == ERRORS_SHOWN) pd_buffer_text(&errors->text, "further errors are not shown\n");
    if (errors->count > ERRORS_SHOWN) return;

    vsnprintf(line, sizeof line, format, args);
    if (place) pd_buffer_printf(&errors->text, "%s: ", place);
    if (path) pd_buffer_printf(&errors->text, "%s: ", path);
    pd_buffer_text(&errors->text, line);
    pd_buffer_text(&errors->text, "\n");
}

/* Returns whether a place is the flag or the variable of an option, whose name contains the path. A file may
 * be called "--x", but places in files have colons. */
static bool names_option(const char *place)
{
    return place && !strchr(place, ':') && (!strncmp(place, "--", 2) || !strncmp(place, "POSED_", 6));
}

void pd_cfg_complain(pd_cfg_errors *errors, const char *place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_error(errors, place, NULL, format, args);
    va_end(args);
}

void pd_cfg_complain_of(pd_cfg_errors *errors, const char *place, const char *path, const char *format, ...)
{
    PD_ASSERT(path);

    va_list args;
    va_start(args, format);
    add_error(errors, place, names_option(place) ? NULL : path, format, args);
    va_end(args);
}

void pd_cfg_warn(pd_cfg_errors *errors, const char *place, const char *format, ...)
{
    PD_ASSERT(place);
    char line[LINE_BYTES];

    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pd_buffer_printf(&errors->warnings, "%s: %s\n", place, line);
}

void pd_cfg_errors_deinit(pd_cfg_errors *errors)
{
    pd_buffer_deinit(&errors->warnings);
    pd_buffer_deinit(&errors->text);
    memset(errors, 0, sizeof *errors);
}
