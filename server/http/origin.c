#include "server/http/origin.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define NO_PORT (-1)

/* "name:8080", "[::1]", "name": host without case, and port; NO_PORT where none is written. */
typedef struct place {
    const char *host;
    size_t size;
    int port;
} place;

static bool read_place(place *out, const char *text)
{
    const char *bracket = *text == '[' ? strchr(text, ']') : NULL;

    *out = (place){text, bracket ? (size_t)(bracket + 1 - text) : strcspn(text, ":"), NO_PORT};

    const char *at = text + out->size;
    if (!out->size || (*at && *at != ':')) return false;
    if (!*at || !at[1]) return true; /* "name:" is "name" (RFC 3986, 3.2.3) */
    out->port = 0;
    for (at++; *at; at++) {
        if (*at < '0' || *at > '9' || out->port > 65535) return false;
        out->port = 10 * out->port + (*at - '0');
    }

    return out->port <= 65535;
}

static bool is_same_host(const place *a, const place *b)
{
    return a->size == b->size && !strncasecmp(a->host, b->host, a->size);
}

/* Returns the default port of a scheme (RFC 9110, 4.2), or NO_PORT for schemes other than http and https. */
static int default_port(const char *scheme, size_t size)
{
    if (size == 4 && !strncasecmp(scheme, "http", 4)) return 80;
    if (size == 5 && !strncasecmp(scheme, "https", 5)) return 443;
    return NO_PORT;
}

/* An origin as RFC 6454 defines it, with the port that it has or that its scheme implies. */
typedef struct web_origin {
    const char *scheme;
    size_t scheme_size;
    place place;
} web_origin;

static bool read_origin(web_origin *out, const char *text)
{
    const char *there = strstr(text, "://");

    if (!there || !read_place(&out->place, there + 3)) return false;
    out->scheme = text;
    out->scheme_size = (size_t)(there - text);
    if (out->place.port == NO_PORT) out->place.port = default_port(out->scheme, out->scheme_size);

    return true;
}

static bool is_same_origin(const char *a, const char *b)
{
    web_origin x, y;
    if (!read_origin(&x, a) || !read_origin(&y, b)) return !strcasecmp(a, b); /* "null" */
    return x.scheme_size == y.scheme_size && !strncasecmp(x.scheme, y.scheme, x.scheme_size) &&
           is_same_host(&x.place, &y.place) && x.place.port == y.place.port;
}

bool pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->items[i], "*") || is_same_origin(list->items[i], origin)) return true;
    return false;
}

bool pd_srv_origin_is_host(const char *text, const char *host)
{
    web_origin from;
    place here;
    if (!host || !read_origin(&from, text) || !read_place(&here, host)) return false;
    if (here.port == NO_PORT) here.port = default_port(from.scheme, from.scheme_size);
    return is_same_host(&from.place, &here) && from.place.port == here.port;
}

bool pd_srv_origin_is_own(const pd_srv_origin_fields *fields)
{
    if (pd_srv_origin_is_host(fields->origin, fields->host)) return true;
    if (fields->fetch_site && !strcmp(fields->fetch_site, "same-origin")) return true;

    char first[300];
    const char *list = fields->forwarded_host;
    const size_t size = list ? strcspn(list, ", \t") : 0;
    if (!size || size >= sizeof first) return false;
    memcpy(first, list, size);
    first[size] = 0;

    return pd_srv_origin_is_host(fields->origin, first);
}

bool pd_srv_host_allowed(const pd_srv_settings *settings, const char *host)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    const pd_cfg_list *list = &settings->cfg.access_hosts;

    if (!settings->checks_host || !host) return true;

    place asked;
    if (!read_place(&asked, host)) return false;
    for (int i = 0; i < list->count; i++) {
        place item;
        if (!strcmp(list->items[i], "*")) return true;
        if (!read_place(&item, list->items[i]) || !is_same_host(&item, &asked)) continue;

        /* The client's scheme is not known behind a proxy: a Host without a port means either default. */
        const bool is_default = asked.port == NO_PORT && (item.port == 80 || item.port == 443);
        if (item.port == NO_PORT || item.port == asked.port || is_default) return true;
    }

    if (!settings->listen.is_loopback) return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == asked.size && !strncasecmp(own[i], asked.host, asked.size)) return true;
    const size_t brackets = settings->listen.is_v6 ? 1 : 0;

    return asked.size == strlen(settings->listen.host) + 2 * brackets &&
           !strncmp(asked.host + brackets, settings->listen.host, asked.size - 2 * brackets);
}
