#ifndef PD_CORE_BASE_CORES_H
#define PD_CORE_BASE_CORES_H

/* Processors that this process may use: the fewer of its affinity mask and of its control group's quota of processor time, rounded up; at
 * least 1. */
int pd_core_count(void);

#endif
