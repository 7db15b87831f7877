#ifndef PD_SERVER_BASE_NOTIFY_H
#define PD_SERVER_BASE_NOTIFY_H
/* What systemd wants to hear of a service with Type=notify: a datagram to the socket that NOTIFY_SOCKET names (sd_notify(3));
 * plain text, so no library is needed. Without the variable nothing happens. One thread.
 */
#include <stdint.h>

/* "READY=1", "STOPPING=1", "RELOADING=1\nMONOTONIC_USEC=...". */
void pd_srv_notify(const char *state);
/* "WATCHDOG=1", at most four times in the time that WATCHDOG_USEC gives. */
void pd_srv_notify_alive(int64_t now_us);

#endif
