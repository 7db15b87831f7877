#ifndef PD_CORE_BASE_CGROUP_H
#define PD_CORE_BASE_CGROUP_H
/* The limits of the control group that this process is in, which a container's or a systemd unit's limits are written into.
 *
 * Version 2 has one tree of groups; version 1 one for each controller (kernel, Documentation/admin-guide/cgroup-v2.rst and
 * cgroup-v1). A group is bound by the groups above it too, so the least limit of all of them holds. In a container the path in
 * /proc/self/cgroup may be the host's while the container's own group is mounted as the root: folders that do not exist are skipped.
 *
 * Threads  any.   Errors  none: what cannot be read is no limit.
 */
#include <stddef.h>

/* Bytes of memory; SIZE_MAX: no limit. root: normally "/sys/fs/cgroup"; groups: normally "/proc/self/cgroup". */
size_t pd_cgroup_memory(const char *root, const char *groups);
/* Processors by the quota of processor time (cpu.max, cpu.cfs_quota_us), such as 1.5; HUGE_VAL: no limit. */
double pd_cgroup_processors(const char *root, const char *groups);

#endif
