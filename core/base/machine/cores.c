#include "core/base/machine/cores.h"

#include "core/base/machine/cgroup.h"

#include <math.h>
#include <sched.h>
#include <unistd.h>

int pd_core_count(void)
{
    cpu_set_t set;

    /* The call fails on a machine with more processors than the set has room for. */
    const long allowed =
        sched_getaffinity(0, sizeof set, &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    const double quota = ceil(pd_cgroup_processors("/sys/fs/cgroup", "/proc/self/cgroup"));
    const double least = quota < (double)allowed ? quota : (double)allowed;

    return least > 1 ? (int)least : 1;
}
