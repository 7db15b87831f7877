#ifndef PD_SERVER_STAGE_SNAPSHOT_H
#define PD_SERVER_STAGE_SNAPSHOT_H
/* Snapshots of sessions: everything that the next tick reads, as bytes. A session that is read on another
 * stage continues bit for bit.
 *
 *     "PSDS", version u16, 0 u16, hash u64 of the tables of fields, size u32 of the rest, the
 *     rest, pd_hash64 u64 of all before it; little-endian
 *
 *     session     id, SHA-256 of the token, client, key's name, whether shared, profile, spawned count, tick,
 *                 time, VMC destination, scene; the room with its members, the hashes of their tokens, and
 *                 its objects
 *     character   id, what it was made of (names of its models with their content hashes, constants, betas,
 *                 uploaded character), motion, overlay (reach, gaze, sit), path, requests that no tick has
 *                 taken yet, body (eyes, lids, face, soft tissue), copying character
 *
 * Scenes and uploaded characters are named by their revision, a hash of their content (api/http/condition.h);
 * the caller brings the objects. Observed characters (observer.h) stand where they were and are fitted from
 * nothing at their next observation, as after a gap; for them the bits do not continue.
 *
 * Frames continue with the session's tick numbers and times, whatever those of the new stage are.
 *
 * Threads  _write and _read may be called from any thread. _write waits while a slot of the tick is computed,
 *          if stage->takes_snapshots, and keeps the next slot waiting for about 10 us a character. A stage
 *          that is stepped by its caller needs no lock.
 * Errors   _read: ERR_FORMAT for bytes that are no snapshot, are damaged, or have a number out of its range;
 *          ERR_UNSUPPORTED for another version (both are named) or other tables; ERR_NOT_FOUND for a model
 *          that is missing or has other content, a scene or a character that is missing; ERR_INVALID for a
 *          session that the stage has already; ERR_LIMIT, ERR_BUSY, ERR_MEMORY as for new sessions. The stage
 *          is then unchanged.
 */
#include "core/io/fields/fields.h"
#include "server/base/digest.h"
#include "server/stage/stage.h"

#define PD_SRV_SNAPSHOT_VERSION    6
#define PD_SRV_SNAPSHOT_CHARACTERS 10000 /* largest number of characters of a session (stream.characters) */
#define PD_SRV_SNAPSHOT_BETAS      512   /* largest number of betas of a body                             */

/* Description of the session in a snapshot, which can be read without restoring it. */
typedef struct pd_srv_snapshot_head {
    char session[PD_SRV_SESSION_ID];
    unsigned char token_hash[32];
    uint64_t client; /* owner */
    char key[64];    /* name of the owner's API key; "": none */
    uint32_t tick;   /* number of the last tick that is in it */
    int characters;
} pd_srv_snapshot_head;

/* Brings the objects that clients put. kind: "scene" or "character". Returns a reference, or NULL. NULL as
 * function: the objects of the stage's host. */
typedef struct pd_srv_snapshot_objects {
    void *ctx;
    pd_api_scene *(*scene)(void *ctx, const char *id, const char *revision);
    pd_api_skeleton *(*character)(void *ctx, const char *id, const char *revision);
} pd_srv_snapshot_objects;

/* Writes the session into out. ERR_NOT_FOUND if the stage has no such session. */
pd_status pd_srv_snapshot_write(pd_buffer *out, pd_srv_stage *stage, const char *session, pd_error *err);
/* Adds the session of a snapshot to the stage, without owner: it waits to be resumed by its token. */
pd_status pd_srv_snapshot_read(pd_srv_stage *stage, const unsigned char *bytes, size_t size,
                               const pd_srv_snapshot_objects *objects, pd_error *err);
/* Writes the session as _write does and ends it here in the same moment, so that no tick moves it afterwards.
 * Its connections are told `moved`. */
pd_status pd_srv_snapshot_take(pd_buffer *out, pd_srv_stage *stage, const char *session, pd_error *err);
/* Ends a session that another daemon has. Its connections are told `moved`. Does nothing if there is none. */
void pd_srv_snapshot_drop(pd_srv_stage *stage, const char *session);

/* A session in a list. */
typedef struct pd_srv_snapshot_entry {
    char session[PD_SRV_SESSION_ID];
    pd_srv_watchable watchable; /* clients that may watch it */
    unsigned char token_hash[32];
    uint32_t tick; /* number of the last tick */
    int characters;
    uint32_t newest;  /* id of the newest character, 0: none; with `characters` it tells that they changed */
    bool has_objects; /* a scene or an uploaded character belongs to it */
    bool is_room;     /* it is a room: _tokens has those of its members */
    /* Pointer to the session. Valid as long as stage->departures equals `departures`:
     * no session has been freed since. */
    const struct pd_srv_session *place;
    uint64_t departures;
} pd_srv_snapshot_entry;
/* Lists the living sessions in *out, which the caller frees, sorted by id, and returns their number; 0 also
 * without memory. */
int pd_srv_snapshot_list(pd_srv_snapshot_entry **out, pd_srv_stage *stage);

/* Writes a session of a list, as _write does. writer: scratch, which keeps its memory from call to call. */
pd_status pd_srv_snapshot_write_listed(pd_buffer *out, pd_fields_writer *writer, pd_srv_stage *stage,
                                       const pd_srv_snapshot_entry *entry, pd_error *err);

/* Scene and uploaded characters of a session, retained. */
typedef struct pd_srv_snapshot_uses {
    pd_api_scene *scene;          /* NULL: none */
    pd_api_skeleton **characters; /* (count) */
    int count;
} pd_srv_snapshot_uses;
bool pd_srv_snapshot_uses_of(pd_srv_snapshot_uses *out, pd_srv_stage *stage, const char *session);
void pd_srv_snapshot_uses_deinit(pd_srv_snapshot_uses *uses);

/* Writes the hashes by which others find the session of a snapshot, as hexadecimal texts with a blank after
 * each: that of its token, or, of a room, that of its name (pd_srv_snapshot_room_hash) and those of its
 * members' tokens. Errors as _read. */
pd_status pd_srv_snapshot_tokens(pd_buffer *out, const unsigned char *bytes, size_t size, pd_error *err);
/* Writes the hash of a room's name as a hexadecimal text: SHA-256 of "room NAME", which is no resume token.
 */
void pd_srv_snapshot_room_hash(char out[2 * PD_SRV_SHA256_BYTES + 1], const char *name);

/* Checks the bytes as a whole and reads the head. */
pd_status pd_srv_snapshot_peek(pd_srv_snapshot_head *head, const unsigned char *bytes, size_t size,
                               pd_error *err);

#endif
