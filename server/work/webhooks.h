#ifndef PD_SERVER_WORK_WEBHOOKS_H
#define PD_SERVER_WORK_WEBHOOKS_H
/* Sends webhooks: POSTs the JSON of a finished job to the URL that the job named, signed
 * (webhook_signature.h).
 *
 *     waiting -> being sent -> delivered (200 to 299) | waiting again, later | given up
 *
 * Attempts webhooks.attempts in all. The waits are retry, 4 retry, 16 retry ... (webhooks.retry), an hour at
 * most, each times a random factor of 0.8 to 1.2. Every
 *          attempt has the same webhook-id, by which receivers recognize repeats, and a timestamp and
 *          signature of its own.
 * Bounds   webhooks.queue messages and PD_SRV_WEBHOOKS_BYTES of bodies; PD_SRV_WEBHOOKS_AT_ONCE connections,
 *          PD_SRV_WEBHOOKS_OWNER_AT_ONCE of one owner. webhooks.timeout for an attempt;
 *          PD_SRV_WEBHOOKS_REPLY_BYTES of a reply are read. Redirects are not followed, proxies of the
 *          environment not used.
 * Reloads  every attempt is checked against the settings of its time (webhook_policy.h). A place that is no
 *          longer permitted gets nothing more.
 * Stops    the daemon waits for the first attempt of every webhook while it drains (_unsent). What the
 *          receiver has not taken then is lost, and the log names it.
 * Cost     the thread and libcurl start with the first message.
 * Threads  any number may put; a thread of its own sends.
 */
#include "server/base/log.h"
#include "server/base/settings.h"

#define PD_SRV_WEBHOOKS_BYTES         (16u << 20)
#define PD_SRV_WEBHOOKS_AT_ONCE       16
#define PD_SRV_WEBHOOKS_OWNER_AT_ONCE 4
#define PD_SRV_WEBHOOKS_REPLY_BYTES   (64u << 10)

typedef struct pd_srv_webhooks pd_srv_webhooks;

/* A webhook to send. */
typedef struct pd_srv_webhook {
    const char *url;
    const char *id; /* value of webhook-id, under 80 bytes: letters, digits and _ */
    uint64_t owner; /* pd_api_owner.id of the client that named the URL      */
    pd_bytes body;  /* JSON                                                  */
} pd_srv_webhook;

/* Makes an empty queue. NULL: out of memory. config and log outlive it. */
pd_srv_webhooks *pd_srv_webhooks_new(const pd_srv_config *config, pd_srv_log *log);
/* Queues a webhook, of which a copy is made. A webhook for which there is no room or no thread is dropped,
 * counted and logged. */
void pd_srv_webhooks_put(pd_srv_webhooks *webhooks, const pd_srv_webhook *webhook);
/* Returns the number of webhooks whose first attempt has not ended. */
int pd_srv_webhooks_unsent(pd_srv_webhooks *webhooks);
/* Appends the metrics posed_webhooks_total{result}, posed_webhook_attempts_total and
 * posed_webhooks_waiting. */
void pd_srv_webhooks_metrics(pd_srv_webhooks *webhooks, pd_buffer *out);
/* Ends the thread and frees everything. NULL is allowed. */
void pd_srv_webhooks_free(pd_srv_webhooks *webhooks);

/* Returns the time to wait after a failed attempt, in microseconds. attempt: 1 for the first; random: 0 to 1;
 * retry_after: seconds that the receiver asks for, 0 if it does not. */
int64_t pd_srv_webhooks_delay_us(double retry_seconds, int attempt, double random, int64_t retry_after);

#endif
