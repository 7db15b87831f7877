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

/* Whether a request may be meant for host ("name:8080", "[::1]"). A page whose name was pointed at this address (DNS
 * rebinding) says its own name there. NULL, which only HTTP/1.0 may have and no browser sends, is allowed. */
bool pd_srv_host_allowed(const pd_srv_settings *settings, const char *host);

#endif
