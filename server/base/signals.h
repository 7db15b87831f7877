#ifndef PD_SERVER_BASE_SIGNALS_H
#define PD_SERVER_BASE_SIGNALS_H
/* Receives the signals that end or reload the daemon. A handler notes them; one thread fetches them in its
 * own time.
 *
 * Blocking the signals and waiting with sigwait would not suffice: OpenBLAS starts threads before main, with
 * all signals unblocked, and a signal may be delivered to one of them.
 */
#include <stdbool.h>

/* Installs the handlers of SIGTERM, SIGINT and SIGHUP, and ignores SIGPIPE and SIGXFSZ. A SIGBUS, of a mapped
 * file that was cut, ends the process with its likely cause on standard error. Returns false on failure;
 * errno has the reason. */
bool pd_srv_signals_catch(void);
/* Waits for a signal for at most timeout_ms (-1: without limit) and returns its number, or 0 when none
 * arrived. SIGTERM comes before SIGINT, and SIGINT before SIGHUP; repeated signals of one kind count once.
 * Call it from one thread. */
int pd_srv_signals_next(int timeout_ms);

#endif
