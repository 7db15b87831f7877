#ifndef PD_SERVER_BASE_PROCESS_H
#define PD_SERVER_BASE_PROCESS_H
/* Metrics of the process as the kernel accounts for it. Names and units are those that Prometheus defines for
 * every program ("Writing client libraries", Process metrics), so that ready-made dashboards and alerts work:
 *
 *     process_cpu_seconds_total          user and system time
 *     process_start_time_seconds         since 1970
 *     process_resident_memory_bytes, process_virtual_memory_bytes, process_virtual_memory_max_bytes
 *     process_open_fds, process_max_fds  descriptors, and the soft limit of them
 *     process_threads
 *
 * Values that the system does not provide (no /proc) are left out. Threads: any.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>

typedef struct pd_srv_process {
    double cpu_seconds;      /* user and system time                                */
    double start_seconds;    /* start of the process, seconds since 1970            */
    double resident_bytes;   /* resident memory                                     */
    double virtual_bytes;    /* virtual memory                                      */
    double virtual_most;     /* limit of virtual memory, bytes; +Inf: none          */
    double open_descriptors; /* open file descriptors                               */
    double most_descriptors; /* soft limit of file descriptors                      */
    double threads;          /* number of threads                                   */
} pd_srv_process;

/* Fails because pthread_create failed: `what` could not be started. The system gives one reason for a lack of
 * memory and for too many threads, so the text names both, and the limits that may have to be raised. */
pd_status pd_srv_thread_error(pd_error *err, const char *where, const char *what);

/* Reads all values. A value that is not available becomes -1. */
void pd_srv_process_read(pd_srv_process *out);
/* Appends all available values as Prometheus text. */
void pd_srv_process_write(pd_buffer *out);

/* Reads two fields of the text of /proc/PID/stat: the 20th, number of threads, and the 22nd, clock ticks from
 * boot to the start of the process. The second field, the program's name, may itself contain blanks and
 * parentheses. Returns false for text of another form. */
bool pd_srv_process_stat(double *threads, double *start_ticks, const char *text);

#endif
