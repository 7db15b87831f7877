#ifndef PD_API_STREAM_ORDER_H
#define PD_API_STREAM_ORDER_H
/* Orders of other programs, such as a language model's, to a character of a room:
 * POST /v1/rooms/{id}/speak, look, play and feel. The body has the fields of the stream's message of that
 * name, `character` in place of `id`, and the secret of the room.
 *
 * A character takes orders if its client has spawned it with "orders":true.
 *
 * Memory   requests are plain structs; the message owns what it was decoded to.
 * Errors   noted with the place, the value and what is allowed.
 */
#include "api/http/routes.h"
#include "api/stream/message.h"

struct pd_api_order {
    const char *room;
    const char *secret; /* of the room; NULL: none */
    pd_api_owner owner;
    const pd_api_access *access; /* NULL: all */
    /* The order: speak, look, play (its clip is found already) or feel, with the id of the character. */
    const pd_api_message *message;
};

extern const pd_api_field pd_api_order_fields[]; /* JSON body of the routes, beside those of a message */
extern const pd_api_field pd_api_order_query_fields[]; /* their query */
pd_api_handler pd_api_handle_order;

#endif
