#ifndef PD_SERVER_DAEMON_H
#define PD_SERVER_DAEMON_H
/* The program posed: reads the configuration, starts the server and waits for signals.
 *
 *     SIGTERM, SIGINT   drain and exit with 0; a second signal ends the waiting
 *     SIGHUP            reload: options that may change, keys, log file, models; several pending signals
 *                       cause one reload
 *
 * Reports to a service manager (sd_notify): READY, RELOADING with its time, STOPPING with the time that may
 * take, and WATCHDOG while the server makes progress.
 */
#include <stdio.h>

typedef struct pd_srv_command_line {
    int argc;
    char **argv, **environment; /* a reload reads both again */
} pd_srv_command_line;

/* Runs the program to its end. Writes the requested text (help, version ...) or the address at which it
 * listens to out, and the reason of a failed start to errors. Returns the exit status: 0 success, 1 failure,
 * 2 wrong usage or configuration. Call it once at a time, because signals belong to the process. */
int pd_srv_daemon_run(const pd_srv_command_line *line, FILE *out, FILE *errors);

#endif
