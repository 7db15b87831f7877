#ifndef PD_API_STREAM_ROOMS_H
#define PD_API_STREAM_ROOMS_H
/* GET /v1/rooms: the rooms of the stream that clients may join (message `join` with `room`). */
#include "api/http/routes.h"
#include "api/stream/message.h"

#include <stdbool.h>

/* A room of the stream. */
struct pd_api_room {
    char id[PD_API_REF_BYTES];      /* name of the room */
    char session[PD_API_REF_BYTES]; /* id of its session, which clients may watch */
    int members, capacity;
    bool has_secret;
};

pd_api_handler pd_api_handle_rooms;

#endif
