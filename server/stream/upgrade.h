#ifndef PD_SERVER_STREAM_UPGRADE_H
#define PD_SERVER_STREAM_UPGRADE_H
/* Decides who may open a stream: checks the head of a request that asks to upgrade to WebSocket.
 *
 *     GET /v1/stream HTTP/1.1, Upgrade: websocket, Sec-WebSocket-Version: 13, Sec-WebSocket-Key, and among
 *     Sec-WebSocket-Protocol "posed.v1"
 *
 *     not GET, another version, no Upgrade, no key, no subprotocol          400, 426
 *     a parameter of the query other than `ticket` and `session`, or one given twice   400
 *     a page (Origin) that is neither this server's nor in access.cors_origins  403
 *     keys are required and neither `Authorization: Bearer KEY` (or a token) nor `?ticket=` is given
 *         401; the key lacks the scope `stream` 403
 *     more than stream.connections                                         503
 *
 * Another daemon of the cluster (`Authorization: Posed-Peer SECRET`, cluster.h) needs no key, may use any
 * Host, and may only watch.
 *
 * _judge changes nothing; _account uses up the ticket once the rate permits the request. The head comes from
 * the client, is not trusted and need not end in zero.
 */
#include "core/base/buffer.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/tickets.h"
#include "server/cluster/cluster.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define PD_SRV_STREAM_PATH     "/v1/stream"
#define PD_SRV_STREAM_PROTOCOL "posed.v1"

#define PD_SRV_UPGRADE_BYTES 256

typedef struct pd_srv_upgrade {
    pd_srv_identity who;
    int status;        /* 101: accepted; otherwise the status of the refusal            */
    bool gave_key;     /* true: the request had a key or a ticket, valid or not         */
    char ticket[64];   /* ticket that identified `who`; "": none                        */
    char detail[192];  /* reason of a refusal                                           */
    bool is_bad_token; /* true: the key or token of the request is not valid          */
    bool lacks_scope;  /* true: the key or token lacks the scope `stream`             */
    /* With status 101: the request reduced to what libwebsockets needs to answer it. */
    char head[PD_SRV_UPGRADE_BYTES];
} pd_srv_upgrade;

/* Checks a head. Returns false when its path is not the stream's, so that HTTP must answer; otherwise *out
 * has the verdict. waits: the client has sent too many wrong keys, so that its tokens are not verified
 * (pd_srv_upgrade_waits). */
bool pd_srv_upgrade_judge(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                          const char *head, size_t size, bool waits, int64_t now_us);

/* Checks the head of another daemon of the cluster, which needs no key and may use any Host. Returns false
 * when the head is not one's. */
bool pd_srv_upgrade_judge_peer(pd_srv_upgrade *out, const pd_srv_cluster *cluster, const char *head,
                               size_t size);

/* Objects with which verdicts are counted, logged and limited. */
typedef struct pd_srv_upgrade_deps {
    pd_srv_metrics *metrics;
    pd_srv_log *log;
    pd_srv_rate *rate, *wrong_keys;
    pd_srv_tickets *tickets;
} pd_srv_upgrade_deps;

/* Returns true when the client at this address has sent too many wrong keys. */
bool pd_srv_upgrade_waits(const pd_srv_upgrade_deps *deps, const struct sockaddr *address, int64_t now_us);

/* Counts and logs a verdict. Changes it to 429 when the client exceeds access.rate_limit or sends many wrong
 * keys. Uses up the ticket of an accepted client; changes the verdict
 * to 401 when the ticket was used since _judge. */
void pd_srv_upgrade_account(pd_srv_upgrade *asked, const pd_srv_upgrade_deps *deps, const pd_cfg *cfg,
                            const struct sockaddr *address, int64_t now_us);

#endif
