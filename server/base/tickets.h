#ifndef PD_SERVER_BASE_TICKETS_H
#define PD_SERVER_BASE_TICKETS_H
/* One-time tickets for streams. JavaScript cannot add headers to a WebSocket request, so a page requests a
 * ticket over HTTP and passes it in the query.
 *
 * A ticket is valid once, within PD_SRV_TICKET_SECONDS. At most 4096 unused tickets are kept; a further one
 * displaces the oldest.
 *
 * Threads  any.
 */
#include "server/base/auth.h"

#include <stdint.h>

#define PD_SRV_TICKET_SECONDS 30

typedef struct pd_srv_tickets pd_srv_tickets;

/* Returns NULL when allocation fails. */
pd_srv_tickets *pd_srv_tickets_new(void);
void pd_srv_tickets_free(pd_srv_tickets *tickets);
/* Creates a ticket for the client `who`. out receives 48 hexadecimal digits and a zero. */
pd_status pd_srv_tickets_issue(pd_srv_tickets *tickets, const pd_srv_identity *who, char out[64],
                               int64_t now_us, pd_error *err);
/* Returns 1 and the owner (name and key; the whole identity of a token's client) in *who when the ticket is
 * valid, otherwise 0. The ticket remains valid. */
int pd_srv_tickets_look(pd_srv_tickets *tickets, const char *ticket, pd_srv_identity *who, int64_t now_us);
/* Uses up a ticket. Returns 1 and the owner (name and key; the whole identity of a token's client) in *who
 * when it was valid, otherwise 0. The caller checks whether the key is still valid (pd_srv_auth_holds). */
int pd_srv_tickets_redeem(pd_srv_tickets *tickets, const char *ticket, pd_srv_identity *who, int64_t now_us);

#endif
