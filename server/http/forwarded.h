#ifndef PD_SERVER_HTTP_FORWARDED_H
#define PD_SERVER_HTTP_FORWARDED_H
/* Determines the client of a request that comes through a proxy, from X-Forwarded-For or Forwarded (RFC
 * 7239); access.forwarded_header names the field. The field is read only when the other end of the socket is
 * one of access.trusted_proxies.
 *
 *     X-Forwarded-For: made up, 203.0.113.7, 10.0.0.2
 *         peer 10.0.0.1, trusted 10.0.0.0/8: the client is 203.0.113.7
 *     Forwarded: for=203.0.113.7;proto=https, for="[2001:db8::1]:4711"
 *
 * Each proxy appends the address from which it was called. The client is therefore the last address that does
 * not belong to a trusted proxy; everything before it was written by the client and is ignored. Several
 * fields of that name form one list. An entry that is no address (unknown, _hidden) ends the search: the
 * client is then the proxy whose entry follows it, or the other end of the socket.
 *
 * The functions are pure and allocate nothing. Fields are passed in their order; their text comes from the
 * client and need not end in zero.
 */
#include "server/base/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

typedef struct pd_srv_forwarded {
    const pd_srv_settings *settings;
    const char *field;            /* name of the field to read; NULL: the other end is not a trusted proxy */
    bool is_known;                /* true: the fields so far name a client          */
    struct sockaddr_storage peer; /* other end of the socket; port 0                */
    struct sockaddr_storage client; /* client, as far as known; port 0                */
} pd_srv_forwarded;

/* Begins a head. The client is `peer` until a field names another. */
void pd_srv_forwarded_begin(pd_srv_forwarded *forwarded, const pd_srv_settings *settings,
                            const struct sockaddr *peer);
/* Passes a field of the head. Fields of other names are ignored. */
void pd_srv_forwarded_field(pd_srv_forwarded *forwarded, const char *name, const char *value, size_t size);

/* Reads X-Forwarded-Prefix: the path below which a proxy offers this server. Writes it without a slash at the
 * end, such as "/posed", or "" for none. Several proxies send a list whose entries are joined: "/site,
 * /posed" is /site/posed. A value that is not a plain absolute path (letters, digits, - . _ ~ and single
 * slashes, no segment . or ..) counts as none. value may be NULL.
 *
 * Unlike addresses, the prefix is accepted from every client,
 * because it only appears in the reply to the same request. */
#define PD_SRV_PREFIX_BYTES 96
void pd_srv_forwarded_prefix(char out[PD_SRV_PREFIX_BYTES], const char *value);

/* Calls _begin and then _field for every field of a head that was checked (framing.h). */
void pd_srv_forwarded_head(pd_srv_forwarded *forwarded, const pd_srv_settings *settings,
                           const struct sockaddr *peer, const char *head, size_t size);

#endif
