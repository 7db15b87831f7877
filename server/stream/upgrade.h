#ifndef PD_SERVER_STREAM_UPGRADE_H
#define PD_SERVER_STREAM_UPGRADE_H
/* Who may open a stream: the head of a request that asks to upgrade, judged, and answered.
 *
 *     GET /v1/stream HTTP/1.1, Upgrade: websocket, Sec-WebSocket-Version: 13, Sec-WebSocket-Key, and among
 *     Sec-WebSocket-Protocol "posed.v1"
 *
 *     not GET, another version, no Upgrade, no key, no subprotocol          400, 426
 *     a page (Origin) that is neither this server's nor in access.cors_origins  403
 *     keys are asked for and there is neither `Authorization: Bearer KEY` nor `?ticket=` 401; without the scope stream 403
 *     more than stream.connections                                         503
 *
 * _judge changes nothing: a ticket is used up by _account, when the rate has let the request through. Text is the client's: nothing of it is trusted, and it need not end in zero.
 */
#include "core/base/buffer.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/tickets.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define PD_SRV_STREAM_PATH     "/v1/stream"
#define PD_SRV_STREAM_PROTOCOL "posed.v1"

#define PD_SRV_UPGRADE_BYTES 256

typedef struct pd_srv_upgrade {
    pd_srv_identity who;
    int status;      /* 101: go on */
    bool gave_key;   /* a key or a ticket, right or wrong */
    char ticket[64]; /* that `who` comes from; "": none */
    char detail[192];
    char head
        [PD_SRV_UPGRADE_BYTES]; /* with 101: the request in its plainest form, for the library that answers it */
} pd_srv_upgrade;

/* true when the head asks for the stream at all (path); then *out is the verdict. false: let HTTP answer. */
bool pd_srv_upgrade_judge(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                          const char *head, size_t size, int64_t now_us);

/* Where refusals are counted and logged, and the rates that clients keep to. */
typedef struct pd_srv_upgrade_deps {
    pd_srv_metrics *metrics;
    pd_srv_log *log;
    pd_srv_rate *rate, *wrong_keys;
    pd_srv_tickets *tickets;
} pd_srv_upgrade_deps;

/* Counts and logs a verdict, and turns it into 429 for clients that come more often than access.rate_limit, or with one wrong key
 * after another. Uses up the ticket of a client that is let in: 401 where it was used since it was judged. */
void pd_srv_upgrade_account(pd_srv_upgrade *asked, const pd_srv_upgrade_deps *deps, const pd_cfg *cfg,
                            const struct sockaddr *address, int64_t now_us);

#endif
