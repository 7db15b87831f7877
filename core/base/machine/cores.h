#ifndef PD_CORE_BASE_CORES_H
#define PD_CORE_BASE_CORES_H

/* Number of processors that this process may use. Thread pools take it as their default size. */

/* Returns the smaller of the processors in the affinity mask and of the control group's quota of processor
 * time (rounded up); at least 1. */
int pd_core_count(void);

#endif
