#ifndef PD_SERVER_BASE_TICKETS_H
#define PD_SERVER_BASE_TICKETS_H
/* One-time tickets: a browser's WebSocket cannot send headers, so it brings a ticket in its query.
 *
 * Valid once, for PD_SRV_TICKET_SECONDS. At most 4096 wait to be used; the oldest goes first. Any thread.
 */
#include "server/base/auth.h"

#include <stdint.h>

#define PD_SRV_TICKET_SECONDS 30

typedef struct pd_srv_tickets pd_srv_tickets;

pd_srv_tickets *pd_srv_tickets_new(void); /* NULL when memory is out */
void pd_srv_tickets_free(pd_srv_tickets *tickets);
/* out receives 48 hexadecimal digits. who: the key that asks for it. */
pd_status pd_srv_tickets_issue(pd_srv_tickets *tickets, const pd_srv_identity *who, char out[64],
                               int64_t now_us, pd_error *err);
/* 1 and whose it is (name and key) when the ticket is good, which it stays. */
int pd_srv_tickets_look(pd_srv_tickets *tickets, const char *ticket, pd_srv_identity *who, int64_t now_us);
/* 1 and whose it is (name and key) when the ticket was good; it is not good again. Whether that key still holds is for
 * the caller to see. */
int pd_srv_tickets_redeem(pd_srv_tickets *tickets, const char *ticket, pd_srv_identity *who, int64_t now_us);

#endif
