#ifndef PD_SERVER_HTTP_ORIGIN_H
#define PD_SERVER_HTTP_ORIGIN_H
/* Which web pages may use this server: the Origin header against access.cors_origins, Host against access.hosts.
 *
 * Schemes and hosts are compared without case, ports with the defaults of the schemes: "http://a" is "http://a:80", and "https://a" is
 * "https://a:443" (RFC 6454, 4; RFC 9110, 4.2). */
#include "server/base/settings.h"

#include <stdbool.h>

/* list holds origins as browsers send them ("https://example.org"), or "*". */
bool pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin);
/* The page came from this very server: Origin's host and port are those of the Host header. */
bool pd_srv_origin_is_host(const char *origin, const char *host);

/* What a request says of the page that sent it; NULL: the field is absent. */
typedef struct pd_srv_origin_fields {
    const char *origin, *host,
        *forwarded_host;    /* Origin, Host, X-Forwarded-Host: the first of its list counts */
    const char *fetch_site; /* Sec-Fetch-Site */
} pd_srv_origin_fields;

/* Whether the page came from this server, perhaps through a proxy that asks it by another Host: the browser says so (Sec-Fetch-Site:
 * same-origin), or Origin is the Host that the proxy was asked by. A page can set neither of these fields: the names of the one are forbidden
 * to scripts (Fetch, 2.2.2), the other makes a browser ask first (a preflight), which only pages of access.cors_origins pass. */
bool pd_srv_origin_is_own(const pd_srv_origin_fields *fields);

/* Whether a request may be meant for host ("name:8080", "[::1]"). A page whose name was pointed at this address (DNS
 * rebinding) says its own name there. NULL, which only HTTP/1.0 may have and no browser sends, is allowed. */
bool pd_srv_host_allowed(const pd_srv_settings *settings, const char *host);

#endif
