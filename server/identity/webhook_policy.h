#ifndef PD_SERVER_IDENTITY_WEBHOOK_POLICY_H
#define PD_SERVER_IDENTITY_WEBHOOK_POLICY_H
/* Decides where webhooks may be sent, so that no client can make the daemon send requests to places that its
 * operator did not name.
 *
 *     webhooks.allow      "hooks.example.org", "hooks.example.org:8443", "*.example.org",
 *                         "http://127.0.0.1:9000"; https and its port unless written
 *     webhooks.private    ranges of addresses besides the public ones that these names may resolve to
 *
 * A URL is permitted when its scheme, host and port are those of an entry. Its address is checked when the
 * connection is made, after the name was resolved: an address that is not public must be in webhooks.private,
 * or be written in webhooks.allow itself. A name that changes its address in between gains nothing.
 *
 * URLs are parsed by libcurl, the same parser that sends to them.
 *
 * Threads  a policy is const.   Memory  _load allocates; NULL stands for a server that sends no webhooks.
 */
#include "config/config.h"
#include "server/identity/webhook_signature.h"

#include <stdbool.h>

#define PD_SRV_WEBHOOK_URL_MOST 1024 /* bytes of a URL */

typedef struct pd_srv_webhook_policy pd_srv_webhook_policy;

/* Reads webhooks.allow, webhooks.private and the file of secrets. *out is NULL, with PD_OK, when
 * webhooks.allow is empty. ERR_INVALID, ERR_FORMAT, ERR_RANGE,
 * ERR_IO with the option in err->where; ERR_MEMORY. */
pd_status pd_srv_webhook_policy_load(pd_srv_webhook_policy **out, const pd_cfg *cfg, pd_error *err);
void pd_srv_webhook_policy_free(pd_srv_webhook_policy *policy); /* NULL is allowed */

/* Returns the keys that sign. */
const pd_srv_webhook_keys *pd_srv_webhook_policy_keys(const pd_srv_webhook_policy *policy);

/* Destination of a permitted URL. */
typedef struct pd_srv_webhook_target {
    char host[256];  /* host name, for the log */
    bool is_literal; /* the host is an address that webhooks.allow has itself */
} pd_srv_webhook_target;

/* Returns PD_OK when webhooks may be sent to the URL; *out tells where. policy NULL: never. ERR_INVALID; the
 * detail does not list the hosts. */
pd_status pd_srv_webhook_policy_check(pd_srv_webhook_target *out, const pd_srv_webhook_policy *policy,
                                      const char *url, pd_error *err);
/* Returns whether a connection to this address may be made for the target.
 * bits: 4 or 16 bytes in network byte order. */
bool pd_srv_webhook_policy_reaches(const pd_srv_webhook_policy *policy, const pd_srv_webhook_target *target,
                                   bool is_v6, const unsigned char *bits);

#endif
