#ifndef PD_SERVER_BASE_NOTIFY_H
#define PD_SERVER_BASE_NOTIFY_H
/* Reports the daemon's state to systemd (Type=notify): sends a datagram of text to the socket that
 * NOTIFY_SOCKET names, as sd_notify(3) describes. Does nothing when the variable is not set. Call it from one
 * thread.
 */
#include <stdint.h>

/* Sends a state: "READY=1", "STOPPING=1", "RELOADING=1\nMONOTONIC_USEC=...". */
void pd_srv_notify(const char *state);
/* Sends "WATCHDOG=1", at most four times per WATCHDOG_USEC. */
void pd_srv_notify_alive(int64_t now_us);

#endif
