#ifndef PD_API_STREAM_PEER_H
#define PD_API_STREAM_PEER_H
/* Messages between two daemons of a cluster. A daemon that relays a session to its watchers
 * (server/stream/relay.h) joins that session on the other daemon as a client does, and reads from its answers
 * which characters the session has.
 *
 * Errors   texts come from another machine and are not trusted: a text that is not as expected describes no
 *          character.
 */
#include "api/stream/frame.h"
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

/* Appends the message `join` that watches a session. ref: reference that the answer repeats; "": none. */
void pd_api_write_watch(pd_buffer *out, const char *ref, const char *session);
/* Appends the message `profile`. */
void pd_api_write_profile(pd_buffer *out, const pd_api_profile *profile);

/* Returns true when the text is a message of this type, which the server writes first: {"type":"TYPE"... */
bool pd_api_is_of_type(pd_bytes text, const char *type);

/* A character that `welcome` or `spawned` describes. */
typedef struct pd_api_described {
    uint32_t id;
    /* Hash of the description; characters with the same id and different hashes are different characters. */
    uint64_t hash;
    pd_buffer spawned; /* message `spawned` with the description */
} pd_api_described;

#define PD_API_DESCRIBED_MOST 10000 /* largest number of characters of one message (stream.characters) */

/* Reads the characters of a `welcome` or `spawned`. *out receives an array that the caller releases with
 * _free. Returns their number; 0 for any other text and without memory. */
int pd_api_described_read(pd_api_described **out, pd_bytes text);
/* Frees the array. NULL is allowed. */
void pd_api_described_free(pd_api_described *all, int count);

#endif
