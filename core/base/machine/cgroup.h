#ifndef PD_CORE_BASE_CGROUP_H
#define PD_CORE_BASE_CGROUP_H
/* Reads the memory and processor limits of this process's Linux control group, which is where containers and
 * systemd units set them.
 *
 * Version 2 has one tree of groups, version 1 has one tree for each controller (kernel,
 * Documentation/admin-guide/cgroup-v2.rst and cgroup-v1). The limits of all groups above also apply, so the
 * smallest one is returned. In a container the path in /proc/self/cgroup may be that of the host, while the
 * container's own group is mounted as the root; folders that do not exist are therefore skipped.
 *
 * Threads  any.   Errors  none: a limit that cannot be read counts as no limit.
 */
#include <stddef.h>

/* Returns the memory limit in bytes, SIZE_MAX without a limit. `root` is where the groups are mounted,
 * normally "/sys/fs/cgroup"; `groups` is the file that lists this process's groups, normally
 * "/proc/self/cgroup". */
size_t pd_cgroup_memory(const char *root, const char *groups);
/* Returns how many processors the quota of processor time amounts to (cpu.max, cpu.cfs_quota_us), such as
 * 1.5; HUGE_VAL without a quota. `root` and `groups`: see pd_cgroup_memory. */
double pd_cgroup_processors(const char *root, const char *groups);

#endif
