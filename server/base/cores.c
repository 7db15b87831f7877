#include "server/base/cores.h"

#include <sched.h>

int pd_srv_core_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}
