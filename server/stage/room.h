#ifndef PD_SERVER_STAGE_ROOM_H
#define PD_SERVER_STAGE_ROOM_H
/* Rooms: sessions with several members, each of which owns the characters that it spawned.
 *
 *     session --- room --- members            places of players, in the order in which they entered
 *        |          |         connection      subscriber that holds the place; NULL: the line was lost
 *        |          +----- objects            things of the application, each with the member that holds it
 *        +--- subscribers                     connections of members, and of watchers, which have no place
 *        +--- characters                      each with the number of its member
 *
 * A room has a name. The client that joins a name of which there is no room begins one, and with it chooses
 * its scene, capacity and secret.
 *
 *     place       A member whose line is lost keeps its number, its characters and its objects for
 *                 stream.resume_window. It comes back by its token (pd_srv_join.resume). A place ends when
 *                 the member leaves or is removed, or when the time is over; the room ends with its last
 *                 place
 *     host        One member may remove other members and their characters: the first that the keys file
 *                 allows to be host. When its place ends, the next one follows it
 *     who is told entered, left, taken: everybody, watchers too. message: all members but the sender and all
 *                 watchers, or one member. observed: the owner of the character. Frames: everybody
 *
 * pd_srv_session.owner of a room is one of its connected members, so that the rest of the stage sees a
 * session with an owner. The room counts as a session of the client of its host.
 *
 * Memory   a room owns its members and objects; pd_srv_room_free ends all of them.
 * Threads  every function is called under the stage's lock. None of them blocks.
 */
#include "core/io/fields/fields.h"
#include "server/stage/stage_parts.h"

#define PD_SRV_ROOM_MEMBERS 10000 /* largest capacity of a room (stream.room_members) */
#define PD_SRV_ROOM_OBJECTS 256   /* largest number of objects that the members of a room hold at once */

/* A member's place in a room. */
typedef struct pd_srv_member {
    struct pd_srv_member *next; /* member that entered after this one */
    uint32_t number;            /* number in the room, 1 for the first; never given twice */
    char name[PD_API_REF_BYTES];
    unsigned char token_hash[PD_SRV_SHA256_BYTES]; /* SHA-256 of the token that gives the place back */
    uint64_t client;                               /* client that owns the place */
    char key[64];                                  /* name of the client's API key; "": none */
    bool may_host;                                 /* true: it may become host when the present one goes */
    pd_srv_subscriber *connection;                 /* NULL: the place is kept for a lost line */
    int64_t left_us;                               /* time of the loss; valid while connection is NULL */
    pd_api_profile profile;                        /* profile of its frames, which it gets back */
    double sends;    /* messages that it may send at once (stream.room_messages) */
    int64_t sent_us; /* time of the last update of `sends` */
    double rays;     /* rays that were cast in the last time (stream.room_rays) */
    int64_t cast_us; /* time of the last update of `rays` */
} pd_srv_member;

/* An object of the application that a member holds. */
typedef struct pd_srv_room_object {
    struct pd_srv_room_object *next;
    char name[PD_API_REF_BYTES];
    uint32_t member;
} pd_srv_room_object;

typedef struct pd_srv_room {
    char name[PD_API_REF_BYTES];
    bool has_secret;
    unsigned char secret_hash[PD_SRV_SHA256_BYTES]; /* SHA-256 of the secret; valid if has_secret */
    int capacity;                                   /* largest number of members */
    double rewind;                                  /* longest time back of a cast, seconds; 0: none */
    uint32_t last_member;                           /* number of the member that entered last */
    uint32_t host;                                  /* number of the host; 0: no member may be host */
    pd_srv_member *members;
    pd_srv_room_object *objects;
} pd_srv_room;

/* Creates the room that `wanted` begins, without members; *out stays NULL when it names none. ERR_NOT_FOUND
 * at "/room": a watcher cannot begin a room. ERR_LIMIT at "/capacity", ERR_FORBIDDEN, ERR_MEMORY. */
pd_status pd_srv_room_new(pd_srv_room **out, const pd_srv_stage *stage, const pd_srv_join *wanted,
                          pd_error *err);
/* NULL is allowed. */
void pd_srv_room_free(pd_srv_room *room);
/* Returns the session of the living room with this name, or NULL. */
pd_srv_session *pd_srv_room_find(const pd_srv_stage *stage, const char *name);
/* Checks whether a client may join the room of `s` as `wanted` asks. ERR_FORBIDDEN: wrong secret, a role that
 * the client may not have, or the keys file forbids the room; ERR_INVALID: the room was begun with other
 * options; ERR_LIMIT: it is full. */
pd_status pd_srv_room_admit(const pd_srv_session *s, const pd_srv_join *wanted, pd_error *err);

/* Checks whether a client that does not join may see what is in the room of `s`: secret as in a join.
 * ERR_FORBIDDEN. */
pd_status pd_srv_room_may_look(const pd_srv_session *s, const char *secret, uint64_t client,
                               const pd_api_access *access, pd_error *err);

/* Returns the number of places, those that are kept included. */
int pd_srv_room_count(const pd_srv_room *room);
/* Returns the member whose token has this hash, or NULL. The comparison takes the same time for every hash.
 */
pd_srv_member *pd_srv_room_by_token(const pd_srv_room *room, const unsigned char hash[PD_SRV_SHA256_BYTES]);
/* Returns the member with a number, or NULL. */
pd_srv_member *pd_srv_room_member(const pd_srv_room *room, uint32_t number);
/* Writes the room into the answer to a join: name, the member's own number (0 for a watcher), host, members
 * and objects. Lists stay empty when there is no memory. */
void pd_srv_room_describe(pd_srv_join_result *result, const pd_srv_room *room, const pd_srv_member *own);

/* Takes over a zeroed `member` with the hash of its token,
 * as a place for the client of `wanted`, and tells everybody. */
void pd_srv_room_enter(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_member *member,
                       const pd_srv_join *wanted);
/* Makes the subscriber the connection of the member. */
void pd_srv_room_connect(pd_srv_session *s, pd_srv_member *member, pd_srv_subscriber *subscriber);
/* Keeps the place of a subscriber whose connection is lost,
 * and lets another member's connection own the session. */
void pd_srv_room_disconnect(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber);
/* Ends a place without connection: removes the member's characters, frees its objects, and tells everybody.
 * The session ends with its last place. */
void pd_srv_room_end_place(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_member *member);
/* Ends the places that were kept for longer than window_us. */
void pd_srv_room_sweep(const pd_srv_stage *stage, pd_srv_session *s, int64_t now_us, int64_t window_us);

/* Returns the connection that owns a character: that of the member that spawned it, or the session's owner.
 * NULL: its line is lost. */
pd_srv_subscriber *pd_srv_room_owner_of(const pd_srv_session *s, const pd_srv_character *a);
/* Checks that the seat of a request is free for the character `a`: no other character of the room sits there
 * or walks there. ERR_BUSY at "/seat". */
pd_status pd_srv_room_check_seat(const pd_srv_session *s, const pd_srv_character *a,
                                 const pd_character_sit_request *request, pd_error *err);

/* Writes the room into a snapshot (room.c). */
void pd_srv_room_put(pd_fields_writer *w, const pd_srv_room *room);
/* Reads a room, in which all lines are lost since now_us. NULL: out of memory, or r->wrong is set. */
pd_srv_room *pd_srv_room_get(pd_fields_reader *r, int64_t now_us);

#endif
