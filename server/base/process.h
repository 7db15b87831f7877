#ifndef PD_SERVER_BASE_PROCESS_H
#define PD_SERVER_BASE_PROCESS_H
/* The process as the kernel accounts for it, under the names and units that Prometheus defines for every program ("Writing client libraries",
 * Process metrics), so that ready-made dashboards and alerts find them:
 *
 *     process_cpu_seconds_total          user and system time
 *     process_start_time_seconds         since 1970
 *     process_resident_memory_bytes, process_virtual_memory_bytes, process_virtual_memory_max_bytes
 *     process_open_fds, process_max_fds  descriptors, and the soft limit of them
 *     process_threads
 *
 * What cannot be found out here (no /proc) is left out. Threads: any.
 */
#include "core/base/buffer.h"

#include <stdbool.h>

typedef struct pd_srv_process {
    double cpu_seconds, start_seconds;                  /* start: since 1970      */
    double resident_bytes, virtual_bytes, virtual_most; /* most: +Inf when none   */
    double open_descriptors, most_descriptors, threads; /* -1: not known          */
} pd_srv_process;

/* Every member that is not known is -1. */
void pd_srv_process_read(pd_srv_process *out);
/* Prometheus text. */
void pd_srv_process_write(pd_buffer *out);

/* The 20th and 22nd field of a /proc/PID/stat: number of threads, and ticks from boot to the start. The second one, the program's name, may have
 * blanks and parentheses of its own. false: it is no such text. */
bool pd_srv_process_stat(double *threads, double *start_ticks, const char *text);

#endif
