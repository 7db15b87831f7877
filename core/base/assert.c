#include "core/base/assert.h"

#include <stdio.h>
#include <stdlib.h>

void (*pd_assert_log)(const char *condition, const char *file, int line);

_Noreturn void pd_assert_failed(const char *condition, const char *file, int line)
{
    if (pd_assert_log)
        pd_assert_log(condition, file, line);
    else
        fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}
