#ifndef PD_SRV_STREAM_CLIENT_BINARY_H
#define PD_SRV_STREAM_CLIENT_BINARY_H
/* Binary messages of clients, the compact forms of `input` and `sound` (docs/reference/stream.md).
 *
 * Memory   bytes are borrowed.   Threads  that of the client's connection.
 */
#include "server/stream/client.h"

/* Handles a binary message of a client that has joined; its first byte is its kind. ERR_FORMAT, ERR_RANGE:
 * those of the decoders; errors of the stage. */
pd_status pd_srv_client_binary(pd_srv_client *client, const void *bytes, size_t size, pd_error *err);

#endif
