#include "server/cluster/rooms.h"

#include "api/stream/rooms.h"
#include "server/cluster/cluster_parts.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pd_srv_rooms_write(pd_buffer *out, pd_srv_cluster *c)
{
    pd_api_room *rooms = NULL;
    const int count = pd_srv_stage_rooms(&rooms, c->deps.stage);

    for (int i = 0; i < count && i < PD_SRV_ROOMS_MOST; i++)
        pd_buffer_printf(out, "%d\t%d\t%d\t%s\t%s\n", rooms[i].members, rooms[i].capacity,
                         rooms[i].has_secret, rooms[i].session, rooms[i].id);
    free(rooms);
}

/* Reads a whole number up to the next tab, and moves on behind it. Returns -1 if there is none. */
static int read_number(const char **at, const char *end)
{
    int value = 0;
    const char *p = *at;

    for (; p < end && *p >= '0' && *p <= '9' && value < 100000000; p++) value = 10 * value + (*p - '0');
    if (p == *at || p >= end || *p != '\t') return -1;
    *at = p + 1;

    return value;
}

/* Reads one line. Returns whether it is well formed. */
static bool read_room(pd_api_room *room, const char *line, size_t size)
{
    const char *at = line;
    const char *end = line + size;

    *room = (pd_api_room){.members = read_number(&at, end)};
    room->capacity = room->members < 0 ? -1 : read_number(&at, end);
    const int secret = room->capacity < 0 ? -1 : read_number(&at, end);
    if (secret != 0 && secret != 1) return false;
    room->has_secret = secret == 1;

    /* The id of the session ends at a tab, the name at the end of the line. */
    const char *tab = memchr(at, '\t', (size_t)(end - at));
    if (!tab || tab == at || tab + 1 == end) return false;
    const size_t session_size = (size_t)(tab - at);
    const size_t name_size = (size_t)(end - tab) - 1;
    if (session_size >= sizeof room->session || name_size >= sizeof room->id) return false;
    memcpy(room->session, at, session_size);
    memcpy(room->id, tab + 1, name_size);

    return true;
}

bool pd_srv_rooms_parse(pd_api_room **rooms, int *count, const char *text)
{
    int taken = 0;

    while (*text && taken < PD_SRV_ROOMS_MOST) {
        const size_t size = strcspn(text, "\n");
        pd_api_room room;
        if (read_room(&room, text, size)) {
            pd_api_room *more = realloc(*rooms, ((size_t)*count + 1) * sizeof **rooms);
            if (!more) return false;
            *rooms = more;
            (*rooms)[(*count)++] = room;
            taken++;
        }

        text += size + (text[size] == '\n');
    }

    return true;
}

/* Appends the rooms of one other daemon. */
static void read_daemon(pd_api_room **rooms, int *count, pd_srv_cluster *c, const char *node)
{
    char key[256];
    pd_error err = {0};
    redisReply *text;

    snprintf(key, sizeof key, "%s:node:%s", c->prefix, node);
    if (pd_srv_redis_ask(&text, &c->redis, &err, "HGET", key, "rooms", PD_SRV_REDIS_LAST) != PD_OK) return;
    if (text->type == REDIS_REPLY_STRING) pd_srv_rooms_parse(rooms, count, text->str);
    freeReplyObject(text);
}

void pd_srv_rooms_read(pd_srv_cluster *c)
{
    char all[96];
    pd_error err = {0};
    redisReply *names;
    pd_api_room *rooms = NULL;
    int count = 0;

    snprintf(all, sizeof all, "%s:nodes", c->prefix);
    if (pd_srv_redis_ask(&names, &c->redis, &err, "SMEMBERS", all, PD_SRV_REDIS_LAST) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        return;
    }

    for (size_t i = 0; names->type == REDIS_REPLY_ARRAY && i < names->elements && c->redis.context; i++) {
        const char *name = names->element[i]->str;
        if (name && strcmp(name, c->node) != 0 && strlen(name) <= 64) read_daemon(&rooms, &count, c, name);
    }

    freeReplyObject(names);

    /* Put them in the place of those that were read last. */
    pthread_mutex_lock(&c->lock);
    pd_api_room *old = c->rooms;
    c->rooms = rooms;
    c->room_count = count;
    pthread_mutex_unlock(&c->lock);
    free(old);
}

int pd_srv_cluster_rooms(pd_api_room **rooms, int count, pd_srv_cluster *c)
{
    if (!*rooms) return 0;

    /* A room that has just moved may be known here and there; the own one counts. */
    pthread_mutex_lock(&c->lock);
    const int own = count;
    pd_api_room *all = realloc(*rooms, ((size_t)(count + c->room_count) + 1) * sizeof **rooms);
    if (all) *rooms = all;
    for (int i = 0; all && i < c->room_count; i++) {
        bool is_known = false;
        for (int k = 0; k < count; k++) is_known |= k < own && !strcmp(all[k].id, c->rooms[i].id);
        if (!is_known) all[count++] = c->rooms[i];
    }

    pthread_mutex_unlock(&c->lock);

    return count;
}
