#include "api/stream/rooms.h"

#include "api/http/call.h"
#include "api/http/json_write.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(((const pd_api_room *)a)->id, ((const pd_api_room *)b)->id);
}

void pd_api_handle_rooms(pd_api_call *call, const pd_api_request *request)
{
    pd_api_room *rooms = NULL;
    const int count = call->host->rooms ? call->host->rooms(call->host->ctx, &rooms) : 0;
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    (void)request;

    if (count) qsort(rooms, (size_t)count, sizeof *rooms, by_name);
    pd_buffer_text(out, "{\"rooms\":[");
    for (int i = 0; i < count; i++) {
        pd_buffer_text(out, i ? ",{\"id\":" : "{\"id\":");
        pd_api_json_text(out, rooms[i].id);
        if (!rooms[i].has_secret) {
            pd_buffer_text(out, ",\"session\":");
            pd_api_json_text(out, rooms[i].session);
        }

        pd_buffer_printf(out, ",\"members\":%d,\"capacity\":%d,\"has_secret\":%s}", rooms[i].members,
                         rooms[i].capacity, rooms[i].has_secret ? "true" : "false");
    }

    pd_buffer_text(out, "]}\n");
    free(rooms);
}
