#include "core/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>

void (*pd_invariant_log)(const char *condition, const char *file, int line);

_Noreturn void pd_invariant_broken(const char *condition, const char *file, int line)
{
    if (pd_invariant_log)
        pd_invariant_log(condition, file, line);
    else
        fprintf(stderr, "%s:%d: broken: %s\n", file, line, condition);
    abort();
}
