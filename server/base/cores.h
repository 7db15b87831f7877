#ifndef PD_SERVER_BASE_CORES_H
#define PD_SERVER_BASE_CORES_H

/* Processors that this process may use (its affinity mask); at least 1. */
int pd_srv_core_count(void);

#endif
