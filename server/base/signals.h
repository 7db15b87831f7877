#ifndef PD_SERVER_BASE_SIGNALS_H
#define PD_SERVER_BASE_SIGNALS_H
/* The signals that end or reload the daemon, as numbers that one thread takes when it has time for them.
 *
 * OpenBLAS starts threads before main does anything, with all signals open: a signal may land on one of them, so it is not
 * enough to block and wait. The handler runs on whatever thread and passes the number on.
 */
#include <stdbool.h>

/* From now on SIGTERM, SIGINT and SIGHUP are noted, and SIGPIPE is ignored. false: errno says why not. */
bool pd_srv_signals_catch(void);
/* A signal that came, SIGTERM before SIGINT before SIGHUP; any number of a kind are one. 0 when none comes within that time (-1: for ever).
 * One thread. */
int pd_srv_signals_next(int timeout_ms);

#endif
