#include "server/http/forwarded.h"

#include "server/http/framing.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#define V4_IN_V6 12 /* bytes of ::ffff:0:0/96 */

/* Writes an address without a port. An IPv4 address within IPv6 becomes IPv4. */
static void put_address(struct sockaddr_storage *out, bool is_v6, const void *bits)
{
    struct sockaddr_in *v4 = (void *)out;
    struct sockaddr_in6 *v6 = (void *)out;
    struct in6_addr whole;

    memset(out, 0, sizeof *out);
    if (is_v6) {
        memcpy(&whole, bits, sizeof whole);
        is_v6 = !IN6_IS_ADDR_V4MAPPED(&whole);
        if (!is_v6) bits = (const char *)bits + V4_IN_V6;
    }

    out->ss_family = is_v6 ? AF_INET6 : AF_INET;
    if (is_v6)
        memcpy(&v6->sin6_addr, bits, sizeof v6->sin6_addr);
    else
        memcpy(&v4->sin_addr, bits, sizeof v4->sin_addr);
}

static bool is_trusted(const pd_srv_settings *settings, const struct sockaddr_storage *address)
{
    const struct sockaddr_in *v4 = (const void *)address;
    const struct sockaddr_in6 *v6 = (const void *)address;
    const bool is_v6 = address->ss_family == AF_INET6;
    const unsigned char *bits = is_v6 ? (const void *)&v6->sin6_addr : (const void *)&v4->sin_addr;

    for (int i = 0; i < settings->trusted_count; i++)
        if (pd_cfg_prefix_has(&settings->trusted[i], is_v6, bits)) return true;
    return false;
}

/* Reads an address in one of the forms "203.0.113.7", "203.0.113.7:80", "2001:db8::1", "[2001:db8::1]",
 * "[2001:db8::1]:80". */
static bool read_address(struct sockaddr_storage *out, const char *text, size_t size)
{
    char host[INET6_ADDRSTRLEN + 1];
    unsigned char bits[16];
    const char *end = text + size;
    const char *colon = memchr(text, ':', size);
    const char *port = NULL;
    bool is_v6 = true;

    if (size && *text == '[') {
        const char *bracket = memchr(text, ']', size);
        if (!bracket) return false;
        port = bracket + 1 < end ? bracket + 1 : NULL;
        if (port && *port++ != ':') return false;
        text++;
        size = (size_t)(bracket - text);
    } else if (!colon || !memchr(colon + 1, ':', (size_t)(end - colon - 1))) {
        is_v6 = false;
        port = colon ? colon + 1 : NULL;
        size = (size_t)((colon ? colon : end) - text);
    }

    if (port && (port == end || end - port > 5)) return false;
    for (; port && port < end; port++)
        if (*port < '0' || *port > '9') return false;

    if (!size || size >= sizeof host || memchr(text, 0, size)) return false;
    memcpy(host, text, size);
    host[size] = 0;
    if (inet_pton(is_v6 ? AF_INET6 : AF_INET, host, bits) != 1) return false;
    put_address(out, is_v6, bits);

    return true;
}

/* Takes the address that one proxy gives; text is NULL when it gives none. */
static void take_address(pd_srv_forwarded *f, const char *text, size_t size)
{
    struct sockaddr_storage address;

    if (!text || !read_address(&address, text, size)) {
        f->is_known = false;
        f->client = f->peer;
        return;
    }

    if (f->is_known && is_trusted(f->settings, &address)) return; /* a proxy that the client came through */
    f->client = address;
    f->is_known = true;
}

static void trim_forwarded(const char **text, size_t *size)
{
    while (*size && (**text == ' ' || **text == '\t')) {
        (*text)++;
        (*size)--;
    }
    while (*size && ((*text)[*size - 1] == ' ' || (*text)[*size - 1] == '\t')) (*size)--;
}

/* Takes the address of an element "for=ADDRESS;by=...;proto=...". */
static void take_element(pd_srv_forwarded *f, const char *text, size_t size)
{
    const char *found = NULL;
    const char *end = text + size;
    size_t found_size = 0;

    for (const char *next; text < end; text = next) {
        const char *semicolon = memchr(text, ';', (size_t)(end - text));
        size_t length = (size_t)((semicolon ? semicolon : end) - text);
        next = semicolon ? semicolon + 1 : end;
        trim_forwarded(&text, &length);
        if (length <= 4 || strncasecmp(text, "for=", 4) != 0) continue;
        found = text + 4;
        found_size = length - 4;
    }

    if (found_size >= 2 && found[0] == '"' && found[found_size - 1] == '"') {
        found++;
        found_size -= 2;
    }

    take_address(f, found, found_size);
}

void pd_srv_forwarded_begin(pd_srv_forwarded *f, const pd_srv_settings *settings, const struct sockaddr *peer)
{
    static const char *const fields[] = {"X-Forwarded-For", "Forwarded"};
    const bool is_v6 = peer->sa_family == AF_INET6;
    const struct sockaddr_in *v4 = (const void *)peer;
    const struct sockaddr_in6 *v6 = (const void *)peer;

    memset(f, 0, sizeof *f);
    f->settings = settings;
    if (!is_v6 && peer->sa_family != AF_INET) return;

    put_address(&f->peer, is_v6, is_v6 ? (const void *)&v6->sin6_addr : (const void *)&v4->sin_addr);
    f->client = f->peer;
    if (is_trusted(settings, &f->peer)) f->field = fields[settings->cfg.access_forwarded_header];
}

/* Split at every comma, within quotation marks too: no address has one, and a mark that the client opened
 * must not swallow what the proxy added. */
void pd_srv_forwarded_field(pd_srv_forwarded *f, const char *name, const char *value, size_t size)
{
    if (!f->field || strcasecmp(name, f->field) != 0) return;

    const char *end = value + size;
    for (const char *next; value < end; value = next) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        size_t length = (size_t)((comma ? comma : end) - value);
        next = comma ? comma + 1 : end;
        trim_forwarded(&value, &length);
        if (!length) continue;
        if (f->settings->cfg.access_forwarded_header)
            take_element(f, value, length);
        else
            take_address(f, value, length);
    }
}

void pd_srv_forwarded_head(pd_srv_forwarded *f, const pd_srv_settings *settings, const struct sockaddr *peer,
                           const char *head, size_t size)
{
    const char *value;
    const char *line = NULL;

    pd_srv_forwarded_begin(f, settings, peer);
    if (!f->field) return;
    for (int n; (n = pd_srv_head_next(&value, &line, head, size, f->field)) >= 0;)
        pd_srv_forwarded_field(f, f->field, value, (size_t)n);
}

/* Segments of unreserved characters (RFC 3986, 2.3) behind single slashes; "" too. A segment of one or two
 * dots would lead elsewhere. */
static bool is_plain_path(const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

    while (*path) {
        if (*path++ != '/') return false;
        const size_t size = strspn(path, plain);
        if (!size || (size <= 2 && strspn(path, ".") >= size)) return false;
        path += size;
    }

    return true;
}

void pd_srv_forwarded_prefix(char out[PD_SRV_PREFIX_BYTES], const char *value)
{
    static const char between[] = " \t,";
    size_t used = 0;

    *out = 0;
    for (const char *at = value ? value : ""; *(at += strspn(at, between));) {
        const size_t size = strcspn(at, between);
        const size_t bare = at[size - 1] == '/' ? size - 1 : size;
        if (*at != '/' || used + bare >= PD_SRV_PREFIX_BYTES) {
            *out = 0;
            return;
        }

        memcpy(out + used, at, bare);
        out[used += bare] = 0;
        at += size;
    }

    if (!is_plain_path(out)) *out = 0;
}
