#ifndef PD_SRV_STAGE_MANNER_H
#define PD_SRV_STAGE_MANNER_H
/* The manner of a character (core/anim/manner.h) and its bearing (core/character/action/bearing.h): its part
 * in a conversation, its partner and its emotions, as the message `feel` sets them.
 *
 * The part follows speech unless it is set: a character that speaks is speaking, and one whose partner speaks
 * is listening. The gaze moves head and eyes as the message `look` does; while `look` has a point, that
 * counts. A manner is no part of snapshots: it ends with the daemon.
 *
 * Memory   made by the first `feel`, freed with its character.
 * Threads  _ask and _take under the lock of the stage; _step on the thread of the tick.
 */
#include "api/stream/message.h"
#include "core/anim/manner.h"
#include "core/character/action/overlay.h"

#include <stdbool.h>
#include <stdint.h>

struct pd_srv_character;
struct pd_srv_session;

typedef struct pd_srv_manner {
    pd_api_feel asked; /* mailbox; valid with has_asked */
    bool has_asked;

    /* Tick. */
    pd_anim_manner manner;
    pd_anim_manner_shown shown;
    pd_api_feel feel; /* the request that holds */
    /* The partner of this tick, a character of the same session; NULL: none. */
    const struct pd_srv_character *partner;
    pd_character_bearing bearing;
    bool has_gaze; /* the overlay's gaze is that of the manner */
    bool looks;    /* the eyes look at `point`, in the world */
    pd_vec3 point;
} pd_srv_manner;

/* Stores a request; the manner is made at the first one. ERR_MEMORY. */
pd_status pd_srv_manner_ask(struct pd_srv_character *character, const pd_api_feel *feel, pd_error *err);
/* Takes the request, finds the partner in the session, and sets the gaze of the tick, unless the client has
 * set a point to look at. */
void pd_srv_manner_take(struct pd_srv_character *character, const struct pd_srv_session *session);
/* Sets what the body does in this tick, by the speech of the last one. Returns `out`, or NULL: nothing. */
const pd_character_overlay_talk *pd_srv_manner_talk(pd_character_overlay_talk *out,
                                                    const struct pd_srv_character *character);
/* Advances by a tick after the speech of the character, and hands what is shown to its body and to the
 * client's own character. */
void pd_srv_manner_step(struct pd_srv_character *character);

#endif
