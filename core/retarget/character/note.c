#include "core/retarget/character/note.h"

#include "core/base/assert.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pd_retarget_note(char *notes, size_t notes_bytes, const char *format, ...)
{
    size_t used = strlen(notes);
    va_list list;

    PD_ASSERT(used < notes_bytes);
    if (used) {
        snprintf(notes + used, notes_bytes - used, "\n");
        used = strlen(notes);
    }

    va_start(list, format);
    vsnprintf(notes + used, notes_bytes - used, format, list);
    va_end(list);
}

pd_status pd_retarget_fail(pd_error *err, pd_status status, const char *file, const char *member,
                           const char *format, ...)
{
    char where[192];
    va_list list;

    snprintf(where, sizeof where, "%.110s%s%.70s", file, *file && *member ? ": " : "", member);
    va_start(list, format);
    pd_fail_list(err, status, where, format, list);
    va_end(list);

    return status;
}
