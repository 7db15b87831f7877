/* Fuzzes the rooms that another daemon has written to Redis: every room that is read is within its limits. */
#include "server/cluster/rooms.h"

#include "api/stream/rooms.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_api_room *rooms = NULL;
    int count = 0;
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;

    pd_srv_rooms_parse(&rooms, &count, text);
    if (count > PD_SRV_ROOMS_MOST) abort();
    for (int i = 0; i < count; i++)
        if (!*rooms[i].id || !*rooms[i].session || rooms[i].members < 0 || rooms[i].capacity < 0) abort();

    free(rooms);
    free(text);
    return 0;
}
