#ifndef PD_SRV_STAGE_EVENTS_H
#define PD_SRV_STAGE_EVENTS_H
/* What the tick tells the subscribers of a session beside frames: events of characters, their speech, and how
 * well observed ones are seen. And the speech of a character in a tick (speaker.h). */
#include "server/stage/plan.h"
#include "server/stage/stage_parts.h"

/* Sends the messages of the last tick of a session. Under the lock. */
void pd_srv_stage_send_events(pd_srv_stage *stage, pd_srv_session *session);
/* Takes the requests of speech from a character's mailbox. Under the lock. */
void pd_srv_stage_take_speech(pd_srv_character *character);
/* Hears the sounds that clients send for the characters of a slot, all in one batch (sound.h). Under the
 * lock, which it releases while it computes. */
void pd_srv_stage_hear_sounds(pd_srv_stage *stage, const pd_srv_plan *plan);
/* Takes the orders to play clips from the mailbox. Under the lock. */
void pd_srv_stage_take_clips(pd_srv_character *character);
/* Advances the speech of a character by a tick, and hands its mouth shapes
 * to the body and to the client's own character. */
void pd_srv_stage_speak_on(pd_srv_character *character);

#endif
