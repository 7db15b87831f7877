/* Fuzzes a proxy's header; the first byte selects it. The found client is an address, and the entry that a
 * trusted proxy appends after these bytes decides. The text is also read as a path prefix and as a configured
 * prefix of addresses. */
#include "server/http/forwarded.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const fields[] = {"X-Forwarded-For", "Forwarded"};
    static const char *const own[] = {"203.0.113.7", "for=203.0.113.7"};
    pd_cfg_prefix trusted[2];
    const struct sockaddr_in peer = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a000001)};
    char text[512];
    pd_srv_forwarded f;
    if (size < 1) return 0;
    const int which = data[0] & 1;
    data++;
    size--;
    if (pd_cfg_prefix_parse(&trusted[0], "10.0.0.0/8", NULL) != PD_OK) abort();
    if (pd_cfg_prefix_parse(&trusted[1], "2001:db8::/32", NULL) != PD_OK) abort();

    const pd_srv_settings settings = {
        .cfg.access_forwarded_header = which, .trusted = trusted, .trusted_count = 2};
    pd_srv_forwarded_begin(&f, &settings, (const struct sockaddr *)&peer);
    pd_srv_forwarded_field(&f, fields[!which], (const char *)data, size);
    if (f.is_known) abort();
    pd_srv_forwarded_field(&f, fields[which], (const char *)data, size);
    if (f.client.ss_family != AF_INET && f.client.ss_family != AF_INET6) abort();

    /* in one field with it, or in the next */
    const int from = snprintf(text, sizeof text, "%.*s", (int)(size < 400 ? size : 400), (const char *)data);
    snprintf(text + from, sizeof text - (size_t)from, ", %s", own[which]);
    for (int i = 0; i < 2; i++) {
        pd_srv_forwarded_begin(&f, &settings, (const struct sockaddr *)&peer);
        if (i) pd_srv_forwarded_field(&f, fields[which], (const char *)data, size);
        pd_srv_forwarded_field(&f, fields[which], i ? own[which] : text, strlen(i ? own[which] : text));
        const struct sockaddr_in *found = (const void *)&f.client;
        if (!f.is_known || found->sin_family != AF_INET || ntohl(found->sin_addr.s_addr) != 0xcb007107)
            abort();
    }

    /* as a prefix: none, or an absolute path that names no host and leads nowhere else */
    char path[PD_SRV_PREFIX_BYTES];
    text[from] = 0;
    pd_srv_forwarded_prefix(path, text);
    if (*path && (*path != '/' || path[1] == '/' || strstr(path, "/../") || strpbrk(path, "\"<>\\?#%: \r\n")))
        abort();

    /* the same text as the configuration's */
    text[from] = 0;
    pd_cfg_prefix prefix;
    pd_cfg_prefix_parse(&prefix, text, NULL);
    return 0;
}
