#ifndef PD_SERVER_IDENTITY_WEBHOOK_SIGNATURE_H
#define PD_SERVER_IDENTITY_WEBHOOK_SIGNATURE_H
/* Signatures of webhooks as Standard Webhooks 1.0.0 defines them
 * (github.com/standard-webhooks/standard-webhooks):
 *
 *     signature = "v1," base64(HMAC-SHA256(key, id "." timestamp "." body))         symmetric keys
 *     secret    = "whsec_" base64(key)                                              key of 24 to 64 bytes
 *
 * The header webhook-signature has one signature for each secret, separated by blanks. While a secret is
 * replaced, the old and the new one both sign, so that receivers can change theirs at any time in between.
 *
 * Threads  pure functions.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdint.h>

#define PD_SRV_WEBHOOK_KEY_MOST     64
#define PD_SRV_WEBHOOK_KEY_LEAST    24
#define PD_SRV_WEBHOOK_SECRETS_MOST 4

typedef struct pd_srv_webhook_keys {
    unsigned char keys[PD_SRV_WEBHOOK_SECRETS_MOST][PD_SRV_WEBHOOK_KEY_MOST];
    int sizes[PD_SRV_WEBHOOK_SECRETS_MOST]; /* (count) bytes of each key */
    int count;
} pd_srv_webhook_keys;

/* Reads a file of secrets, one a line. Empty lines and lines that begin with # are skipped. ERR_FORMAT at
 * "line N": not a secret, which the message does not repeat; ERR_RANGE: no secret, or more than
 * PD_SRV_WEBHOOK_SECRETS_MOST. */
pd_status pd_srv_webhook_keys_parse(pd_srv_webhook_keys *out, pd_bytes text, pd_error *err);

/* Appends the value of webhook-signature. timestamp: seconds since 1970. */
void pd_srv_webhook_sign(pd_buffer *out, const pd_srv_webhook_keys *keys, const char *id, int64_t timestamp,
                         pd_bytes body);

#endif
