#ifndef PD_SERVER_STAGE_ROOM_H
#define PD_SERVER_STAGE_ROOM_H
/* Rooms: sessions with several members, each of which owns the characters that it spawned.
 *
 * A room has a name. The first connection that joins it begins it, and with it chooses its scene, capacity
 * and secret; the room ends when the last member leaves. pd_srv_session.owner of a room is one of its
 * members, so that the rest of the stage sees a session with an owner; another member takes its place when it
 * leaves.
 *
 * Threads  every function is called under the stage's lock. None of them blocks.
 */
#include "server/stage/stage_parts.h"

/* Options with which a room was begun. */
typedef struct pd_srv_room {
    char name[PD_API_REF_BYTES];
    bool has_secret;
    unsigned char secret_hash[PD_SRV_SHA256_BYTES]; /* SHA-256 of the secret; valid if has_secret */
    int capacity;                                   /* largest number of members */
    uint32_t last_member;                           /* number of the member that entered last */
} pd_srv_room;

/* Creates the room that `wanted` begins; *out stays NULL when it names none. ERR_LIMIT: the capacity is above
 * stream.room_members. The caller frees it with free(). */
pd_status pd_srv_room_new(pd_srv_room **out, const pd_srv_stage *stage, const pd_srv_join *wanted,
                          pd_error *err);
/* Returns the session of the room with this name, or NULL. */
pd_srv_session *pd_srv_room_find(const pd_srv_stage *stage, const char *name);
/* Checks whether a client may join the room of `s` as `wanted` asks. ERR_FORBIDDEN: wrong secret, or the keys
 * file forbids it; ERR_INVALID: the room was begun with other options; ERR_LIMIT: it is full. */
pd_status pd_srv_room_admit(const pd_srv_session *s, const pd_srv_join *wanted, pd_error *err);
/* Returns the number of members. */
int pd_srv_room_count(const pd_srv_session *s);
/* Lists the members. *out receives an array that the caller frees; NULL when there is no memory. */
int pd_srv_room_members(pd_api_member **out, const pd_srv_session *s);
/* Makes the subscriber, which is in the session's list, a member, and tells the others. */
void pd_srv_room_enter(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber,
                       const char *name);
/* Removes the characters of a member that is in the session's list no more, and tells the others. Returns the
 * member that represents the room from now on; NULL: none is left. */
pd_srv_subscriber *pd_srv_room_leave(const pd_srv_stage *stage, pd_srv_session *s,
                                     const pd_srv_subscriber *gone);
/* Returns the connection that owns the character: the member that spawned it, or the session's owner. */
pd_srv_subscriber *pd_srv_room_owner_of(const pd_srv_session *s, const pd_srv_character *a);

#endif
