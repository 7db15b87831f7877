#ifndef PD_SERVER_STAGE_MIMIC_H
#define PD_SERVER_STAGE_MIMIC_H
/* Moves face, eyes and head of a character as those of an observed person (message `observe` with the
 * landmarks of a face), whatever moves the rest of it.
 *
 *     observe -> mailbox (newest only) -> one solve (core/observe/face) -> weights and head -> the tick moves
 *     towards them within the time between two observations
 *
 * Solves wait in the queue of observer.h. Weights go to the face of the body, or else to that of the
 * client's own character, by ARKit's names; where a file has none of them, VRM's and Oculus' names of the
 * same movements get them. A second after the last observation head and face go back to rest, and blinks and
 * gaze move again by themselves.
 *
 * Memory   a mimic is made by the first observation, and counted with its character.
 * Threads  as observer.h: fields under stage->lock, the fitter's, the tick's.
 */
#include "core/anim/alive.h"
#include "core/observe/face/face.h"
#include "server/stage/observer.h"

typedef struct pd_srv_mimic {
    pd_srv_queued queue;

    /* Under the lock. */
    pd_observe_face_sight sight; /* newest observation, valid if queue.has_sight */
    pd_observe_face_pose pose;   /* result of the last solve that succeeded */
    bool has_pose;               /* true: `pose` is newer than the last tick */
    bool is_news;                /* true: a solve ended since the last message `observed` */
    pd_error trouble;            /* error of the last solve; status PD_OK: none */
    int hands[2];                /* poses of the hands that the message `face` asked for; -1: at rest */

    /* Fitter. */
    pd_observe_face *face;
    pd_observe_face_sight solved;         /* observation that is being solved, and the result; */
    const pd_observe_face_pose *solution; /* NULL: error `trouble_now` */
    pd_error trouble_now;

    /* Tick. */
    int64_t told_us; /* time of the last message `observed`; 0: none yet */
    bool told_trouble;
    int64_t posed_us;      /* time of the last pose; 0: at rest */
    double elapsed, lasts; /* seconds since the last pose, and until it is reached */
    pd_anim_alive_led from, to, shown;
} pd_srv_mimic;

/* Creates the mimic of a character on the shapes of the body model `id`, or of "person". Takes tens of
 * milliseconds the first time: call it without the lock. ERR_WAIT: the model is being loaded;
 * ERR_UNSUPPORTED at "/set": neither model has a face. */
pd_status pd_srv_mimic_new(pd_srv_mimic **out, pd_srv_stage *stage, const pd_api_access *access,
                           const char *id, pd_error *err);
void pd_srv_mimic_drop(pd_srv_stage *stage, pd_srv_mimic *mimic); /* NULL is allowed; under the lock */

/* Stores an observation, which must have been checked, and wakes the observer. Under the lock. */
void pd_srv_mimic_see(pd_srv_stage *stage, pd_srv_mimic *mimic, const pd_observe_face_sight *sight);
/* Takes from the mailbox what a character's face is to do: the last message `face`, and then the pose of an
 * observed face. When observations have ended, the face goes back to rest. In a tick, under the lock. */
void pd_srv_mimic_read_face(struct pd_srv_character *character, int64_t now_us);
/* Advances by one tick and returns the head and eyes that are shown; NULL: at rest. has_head: the head is
 * posed by an observation of the body, and is not turned in addition. In a tick. */
const pd_anim_alive_led *pd_srv_mimic_step(pd_srv_mimic *mimic, bool has_head, double seconds);
/* Appends the message `observed` to out, as pd_srv_observed_tell does. Under the lock. */
bool pd_srv_mimic_tell(pd_buffer *out, pd_srv_mimic *mimic, uint32_t id, int64_t now_us);

#endif
