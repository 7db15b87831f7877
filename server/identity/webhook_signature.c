#include "server/identity/webhook_signature.h"

#include "core/base/assert.h"
#include "core/base/text/base64.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <string.h>

static const char prefix[] = "whsec_";

/* Decodes the base64 of a secret. Returns the bytes of the key, or -1. */
static int decode_key(unsigned char out[PD_SRV_WEBHOOK_KEY_MOST], const char *text, size_t length)
{
    const size_t size = pd_base64_decode(out, PD_SRV_WEBHOOK_KEY_MOST, text, length, PD_BASE64_PADDED);

    return size == SIZE_MAX || size < PD_SRV_WEBHOOK_KEY_LEAST ? -1 : (int)size;
}

pd_status pd_srv_webhook_keys_parse(pd_srv_webhook_keys *out, pd_bytes text, pd_error *err)
{
    const char *at = (const char *)text.data;
    const char *end = at + text.size;

    *out = (pd_srv_webhook_keys){0};

    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        const char *line = at;
        at = newline ? newline + 1 : end;
        while (length && (line[length - 1] == '\r' || line[length - 1] == '\t' || line[length - 1] == ' '))
            length--;
        if (!length || *line == '#') continue;

        char where[32];
        snprintf(where, sizeof where, "line %d", number);
        if (out->count == PD_SRV_WEBHOOK_SECRETS_MOST)
            return pd_fail(err, PD_ERR_RANGE, where, "more than %d secrets; at most %d allowed",
                           PD_SRV_WEBHOOK_SECRETS_MOST, PD_SRV_WEBHOOK_SECRETS_MOST);
        const size_t skipped = strlen(prefix);
        const int size = length > skipped && !memcmp(line, prefix, skipped)
                             ? decode_key(out->keys[out->count], line + skipped, length - skipped)
                             : -1;
        if (size < 0)
            return pd_fail(err, PD_ERR_FORMAT, where,
                           "the line is not a secret; whsec_ and the base64 of %d to %d bytes expected",
                           PD_SRV_WEBHOOK_KEY_LEAST, PD_SRV_WEBHOOK_KEY_MOST);
        out->sizes[out->count++] = size;
    }

    if (out->count) return PD_OK;

    return pd_fail(err, PD_ERR_RANGE, "", "the file has no secret; 1 to %d expected",
                   PD_SRV_WEBHOOK_SECRETS_MOST);
}

void pd_srv_webhook_sign(pd_buffer *out, const pd_srv_webhook_keys *keys, const char *id, int64_t timestamp,
                         pd_bytes body)
{
    pd_buffer text = {0};

    PD_ASSERT(keys->count > 0 && keys->count <= PD_SRV_WEBHOOK_SECRETS_MOST);

    /* The signed text is id.timestamp.body. */
    pd_buffer_printf(&text, "%s.%lld.", id, (long long)timestamp);
    pd_buffer_add(&text, body.data, body.size);

    for (int k = 0; k < keys->count; k++) {
        unsigned char digest[EVP_MAX_MD_SIZE];
        unsigned digest_bytes = 0;

        /* OpenSSL fails only when memory runs out. */
        if (text.failed ||
            !HMAC(EVP_sha256(), keys->keys[k], keys->sizes[k], text.data, text.size, digest, &digest_bytes)) {
            out->failed = 1;
            break;
        }

        pd_buffer_text(out, k ? " v1," : "v1,");
        pd_base64_encode(out, digest, digest_bytes);
    }

    pd_buffer_deinit(&text);
}
