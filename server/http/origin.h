#ifndef PD_SERVER_HTTP_ORIGIN_H
#define PD_SERVER_HTTP_ORIGIN_H
/* Which web pages may use us: the Origin header against access.cors_origins. */
#include "config/config.h"

/* list holds origins as browsers send them ("https://example.org"), or "*". */
int pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin);
/* The page came from this very server: Origin's host and port are those of the Host header. */
int pd_srv_origin_is_host(const char *origin, const char *host);

#endif
