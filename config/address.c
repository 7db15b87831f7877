/* Addresses to listen on, and model ids: the texts with a grammar of their own. */
#include "config/config.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits only, 0 to 65535; -1 for anything else. */
static int port_of(const char *text)
{
    size_t n = strspn(text, "0123456789");
    if (n == 0 || n > 5 || text[n]) return -1;
    int port = atoi(text);
    return port > 65535 ? -1 : port;
}

static int split_host(pd_cfg_address *out, const char *text, const char *colon)
{
    const char *end = colon;
    out->is_v6 = *text == '[';
    if (out->is_v6) {
        if (colon == text || colon[-1] != ']') return 0;
        text++;
        end--;
    }
    if (end <= text || (size_t)(end - text) >= sizeof out->host) return 0;
    snprintf(out->host, sizeof out->host, "%.*s", (int)(end - text), text);
    return 1;
}

static int numeric(pd_cfg_address *out)
{
    unsigned char bits[16];
    static const unsigned char loopback6[16] = {[15] = 1};
    if (out->is_v6) {
        if (inet_pton(AF_INET6, out->host, bits) != 1) return 0;
        out->is_loopback = !memcmp(bits, loopback6, 16);
        return 1;
    }
    if (!strcmp(out->host, "localhost")) snprintf(out->host, sizeof out->host, "127.0.0.1");
    if (inet_pton(AF_INET, out->host, bits) != 1) return 0;
    out->is_loopback = bits[0] == 127;
    return 1;
}

pd_status pd_cfg_address_parse(pd_cfg_address *out, const char *text, pd_error *err)
{
    const char *colon = strrchr(text, ':');
    memset(out, 0, sizeof *out);
    if (!colon) return pd_fail(err, PD_ERR_INVALID, "", "has no port; ADDRESS:PORT wanted");
    out->port = port_of(colon + 1);
    if (out->port < 0) return pd_fail(err, PD_ERR_RANGE, "", "has a wrong port; 0 to 65535 allowed");
    if (!split_host(out, text, colon) || !numeric(out))
        return pd_fail(err, PD_ERR_INVALID, "",
                       "has a wrong address; IPv4, IPv6 in brackets ([::1]:8080) or localhost wanted");
    return PD_OK;
}

int pd_cfg_id_valid(const char *id)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return n >= 1 && n <= 64 && !id[n];
}
