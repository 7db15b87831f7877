/* Addresses to listen on, and model ids: the texts with a grammar of their own. */
#include "config/config.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the host before the colon, "[::1]" or "127.0.0.1"; "localhost" becomes 127.0.0.1. Returns false when
 * it is no address. */
static bool read_host(pd_cfg_address *out, const char *text, const char *colon)
{
    static const unsigned char loopback6[16] = {[15] = 1};
    unsigned char bits[16];
    const char *end = colon;

    out->is_v6 = *text == '[';
    if (out->is_v6) {
        if (colon[-1] != ']') return false;
        text++;
        end--;
    }

    if (end <= text || (size_t)(end - text) >= sizeof out->host) return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)(end - text), text);

    if (!out->is_v6 && !strcmp(out->host, "localhost")) snprintf(out->host, sizeof out->host, "127.0.0.1");
    if (inet_pton(out->is_v6 ? AF_INET6 : AF_INET, out->host, bits) != 1) return false;
    out->is_loopback = out->is_v6 ? !memcmp(bits, loopback6, sizeof bits) : bits[0] == 127;

    return true;
}

pd_status pd_cfg_address_parse(pd_cfg_address *out, const char *text, pd_error *err)
{
    const char *colon = strrchr(text, ':');

    memset(out, 0, sizeof *out);
    if (!colon) return pd_fail(err, PD_ERR_INVALID, "", "has no port; ADDRESS:PORT expected");

    const char *port = colon + 1;
    const size_t digits = strspn(port, "0123456789");
    out->port = digits && digits <= 5 && !port[digits] ? atoi(port) : -1;
    if (out->port < 0 || out->port > 65535)
        return pd_fail(err, PD_ERR_RANGE, "", "has a wrong port; 0 to 65535 allowed");

    if (!read_host(out, text, colon))
        return pd_fail(err, PD_ERR_INVALID, "",
                       "has a wrong address; IPv4, IPv6 in brackets ([::1]:8080) or localhost expected");

    return PD_OK;
}

pd_status pd_cfg_prefix_parse(pd_cfg_prefix *out, const char *text, pd_error *err)
{
    char host[64];
    const char *slash = strchr(text, '/');
    const size_t size = slash ? (size_t)(slash - text) : strlen(text);

    memset(out, 0, sizeof *out);

    /* The address, without its prefix length. */
    if (size >= sizeof host)
        return pd_fail(err, PD_ERR_INVALID, "", "has a wrong address; IPv4 or IPv6 expected");
    memcpy(host, text, size);
    host[size] = 0;

    out->is_v6 = strchr(host, ':') != NULL;
    const int most = out->is_v6 ? 128 : 32;
    if (inet_pton(out->is_v6 ? AF_INET6 : AF_INET, host, out->bits) != 1)
        return pd_fail(err, PD_ERR_INVALID, "", "has a wrong address; IPv4 or IPv6 expected");

    /* Read the prefix length. Without it, the prefix is the whole address. */
    out->count = most;
    if (slash) {
        const size_t digits = strspn(slash + 1, "0123456789");
        out->count = digits && digits <= 3 && !slash[1 + digits] ? atoi(slash + 1) : -1;
        if (out->count < 0 || out->count > most)
            return pd_fail(err, PD_ERR_RANGE, "", "has a wrong prefix length; 0 to %d allowed", most);
    }

    /* A bit behind the prefix would never be compared, so it is probably a mistake. */
    for (int i = out->count; i < most; i++)
        if (out->bits[i / 8] & 0x80 >> i % 8)
            return pd_fail(err, PD_ERR_INVALID, "",
                           "has bits set after the first %d, its prefix length; 0 bits expected there",
                           out->count);

    /* IPv4 addresses that are written as IPv6 (::ffff:0:0/96) match IPv4 clients. */
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (out->is_v6 && out->count >= 96 && !memcmp(out->bits, mapped, sizeof mapped)) {
        memmove(out->bits, out->bits + 12, 4);
        memset(out->bits + 4, 0, 12);
        out->count -= 96;
        out->is_v6 = 0;
    }

    return PD_OK;
}

bool pd_cfg_prefix_has(const pd_cfg_prefix *prefix, bool is_v6, const unsigned char *bits)
{
    const int bytes = prefix->count / 8;
    const int rest = prefix->count % 8;
    if ((prefix->is_v6 != 0) != is_v6 || memcmp(prefix->bits, bits, (size_t)bytes)) return false;
    return !rest || !((prefix->bits[bytes] ^ bits[bytes]) >> (8 - rest));
}

bool pd_cfg_id_valid(const char *id)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return n >= 1 && n <= 64 && !id[n] && strcmp(id, "-") != 0; /* "-" is the empty access list of a key */
}
