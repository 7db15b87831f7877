#ifndef PD_SERVER_DAEMON_H
#define PD_SERVER_DAEMON_H
/* posed from its command line to its exit status: reads the configuration, starts the server, waits for signals.
 *
 *     SIGTERM, SIGINT   drain and end with 0; a second one stops waiting
 *     SIGHUP            reload: configuration that may change, keys, log file, models; any number of them at once is one
 *
 * Tells a service manager (sd_notify): READY, RELOADING with its time, STOPPING with how long that may take, and WATCHDOG while
 * the thread that keeps deadlines goes on.
 */
#include <stdio.h>

typedef struct pd_srv_command_line {
    int argc;
    char **argv, **environment; /* both are read again by a reload */
} pd_srv_command_line;

/* Writes what was asked for, or where it listens, to out, and why it did not start to errors. Returns the exit status:
 * 0 good, 1 the work failed, 2 wrong usage or configuration. Once at a time: signals are the process's. */
int pd_srv_daemon_run(const pd_srv_command_line *line, FILE *out, FILE *errors);

#endif
