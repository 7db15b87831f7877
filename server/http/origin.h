#ifndef PD_SERVER_HTTP_ORIGIN_H
#define PD_SERVER_HTTP_ORIGIN_H
/* Decides which web pages may use this server: compares Origin with access.cors_origins, and Host with
 * access.hosts.
 *
 * Schemes and hosts are compared without case; a missing port is the default of the scheme: "http://a" equals
 * "http://a:80", and "https://a" equals "https://a:443" (RFC 6454, 4; RFC 9110, 4.2).
 *
 * Threads  pure functions.
 */
#include "server/base/settings.h"

#include <stdbool.h>

/* Returns true when the list has the origin. list: origins as browsers send them ("https://example.org"), or
 * "*" for all. */
bool pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin);
/* Returns true when host and port of Origin are those of the Host field,
 * so that the page came from this server. */
bool pd_srv_origin_is_host(const char *origin, const char *host);

/* Header fields that describe the page from which a request was sent. NULL: the field is absent. */
typedef struct pd_srv_origin_fields {
    const char *origin, *host;  /* Origin, Host                                     */
    const char *forwarded_host; /* X-Forwarded-Host; the first entry of a list counts */
    const char *fetch_site;     /* Sec-Fetch-Site                                   */
} pd_srv_origin_fields;

/* Returns true when the page came from this server, also through a proxy that changes Host: either the
 * browser states it (Sec-Fetch-Site: same-origin), or Origin equals X-Forwarded-Host. A hostile page can
 * forge neither: scripts may not set Sec-Fetch-Site (Fetch, 2.2.2), and setting X-Forwarded-Host makes the
 * browser send a preflight first, which only pages of access.cors_origins pass. */
bool pd_srv_origin_is_own(const pd_srv_origin_fields *fields);

/* Returns true when the value of Host ("name:8080", "[::1]") is a name of this server. This stops DNS
 * rebinding: a page whose name was made to resolve to this address sends its own name. host NULL is allowed:
 * only HTTP/1.0 requests lack the field, and browsers do not send those. */
bool pd_srv_host_allowed(const pd_srv_settings *settings, const char *host);

#endif
