#ifndef PD_SERVER_HTTP_FORWARDED_H
#define PD_SERVER_HTTP_FORWARDED_H
/* The client of a request that comes through a proxy: its address from X-Forwarded-For, or Forwarded (RFC 7239), as
 * access.forwarded_header says. The header is read only where the socket's other end is one of access.trusted_proxies.
 *
 *     X-Forwarded-For: made up, 203.0.113.7, 10.0.0.2        peer 10.0.0.1, trusted 10.0.0.0/8: the client is 203.0.113.7
 *     Forwarded: for=203.0.113.7;proto=https, for="[2001:db8::1]:4711"
 *
 * Each proxy appends the address that called it, so what stands before the last address that is no trusted proxy's is the client's own
 * text, and not believed. Several fields of the name are one list. An entry that is no address (unknown, _hidden) ends the list: the client is
 * then the proxy behind it, or the socket's other end.
 *
 * Pure, allocates nothing. The fields come in their order, one after the other; text is the client's and need not end in zero.
 */
#include "server/base/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

typedef struct pd_srv_forwarded {
    const pd_srv_settings *settings;
    const char *field;                    /* NULL: the other end is no trusted proxy, and nothing is read */
    bool is_known;                        /* the fields so far name a client */
    struct sockaddr_storage peer, client; /* the other end; the client behind it. Ports are 0 */
} pd_srv_forwarded;

/* Until a field says otherwise the client is peer. */
void pd_srv_forwarded_begin(pd_srv_forwarded *forwarded, const pd_srv_settings *settings,
                            const struct sockaddr *peer);
/* Any field of the head: it is read if it is the one. */
void pd_srv_forwarded_field(pd_srv_forwarded *forwarded, const char *name, const char *value, size_t size);

/* The path below which a proxy offers this server, from X-Forwarded-Prefix: "/posed", without a slash at the end; "" for none. Several
 * proxies make a list, whose entries follow one another: "/site, /posed" is /site/posed. A value that is no plain absolute path (letters,
 * digits, - . _ ~ and single slashes, no segment . or ..) counts as none. value may be NULL.
 *
 * The field is read from any client, unlike addresses: it only goes into the reply to the request that had it. */
#define PD_SRV_PREFIX_BYTES 96
void pd_srv_forwarded_prefix(char out[PD_SRV_PREFIX_BYTES], const char *value);

/* begin and every field of a head that was checked (framing.h). */
void pd_srv_forwarded_head(pd_srv_forwarded *forwarded, const pd_srv_settings *settings,
                           const struct sockaddr *peer, const char *head, size_t size);

#endif
