/* What makes a character speak, listen, feel, look and play: messages of its own client, and orders of other
 * programs (POST /v1/rooms/{id}/speak and so on). Both do the same to the character; they differ in who may
 * ask. */
#include "api/stream/order.h"
#include "core/base/assert.h"
#include "server/queue/player.h"
#include "server/queue/speaker.h"
#include "server/stage/manner.h"
#include "server/stage/room.h"
#include "server/stage/stage_parts.h"

#include <stdbool.h>
#include <string.h>

static void lock(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
}

static void unlock(pd_srv_stage *stage)
{
    pthread_mutex_unlock(&stage->lock);
}

/* -- what a request does, under the lock ---------------------------------------------- */

static pd_status set_look(pd_srv_character *a, const pd_srv_stage *stage, const double look[2],
                          const pd_character_gaze_request *gaze, pd_error *err)
{
    const pd_status status = pd_srv_character_check_drive(a, false, err);
    if (status != PD_OK) return status;

    a->input.has_look = look != NULL;
    if (look) memcpy(a->input.look, look, sizeof a->input.look);
    a->input_us = pd_srv_stage_clock_us(stage);
    a->gaze = *gaze;
    a->has_gaze = 1;

    return PD_OK;
}

/* Returns whether the character has shapes of a mouth. */
static bool can_speak(const pd_srv_character *a)
{
    if (pd_srv_character_has_body_face(a)) return pd_retarget_live_body_can_speak(a->body);
    return a->own_face && a->own->face->lips.can_speak;
}

/* Hands a request of speech to the character's speaker, which is made at the first one. */
static pd_status ask_speaker(pd_srv_character *a, const pd_srv_stage *stage,
                             const pd_srv_utterance *utterance, pd_error *err)
{
    if (!can_speak(a))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/id",
                       "the character %u has no shapes of a mouth; one that was spawned with "
                       "\"body\":{\"model\":\"person\"}, or with a character whose file has visemes, VRM's "
                       "vowels or ARKit's blend shapes, expected",
                       a->id);
    if (!a->speaker) a->speaker = pd_srv_speaker_new(stage->deps.host);
    if (!a->speaker) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    return pd_srv_speaker_ask(a->speaker, utterance, err);
}

static pd_srv_utterance utterance_of(pd_speech_track *track, const char *name, double delay, bool waits)
{
    pd_srv_utterance utterance = {.track = track, .delay = delay, .waits = waits};

    PD_ASSERT(strlen(name) < sizeof utterance.name);
    strcpy(utterance.name, name);

    return utterance;
}

/* Returns whether the character has shapes of emotions. */
static bool can_feel(const pd_srv_character *a)
{
    if (pd_srv_character_has_body_face(a)) return pd_retarget_live_body_can_feel(a->body);
    return a->own_face && a->own->face->mood.can_feel;
}

static pd_status set_feel(pd_srv_character *a, const pd_srv_session *s, const pd_api_feel *feel,
                          pd_error *err)
{
    bool is_there = !feel->partner;

    for (const pd_srv_character *c = s->characters; c; c = c->next)
        is_there |= c->id == feel->partner && !c->dead && c != a;
    if (!can_feel(a))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/id",
                       "the character %u has no shapes of emotions; one that was spawned with "
                       "\"body\":{\"model\":\"person\"}, or with a character whose file has ARKit's blend "
                       "shapes or VRM's expressions, expected",
                       a->id);
    if (!is_there)
        return pd_fail(err, PD_ERR_INVALID, "/partner",
                       "%u; the id of another character of this session expected", feel->partner);

    return pd_srv_manner_ask(a, feel, err);
}

/* play: complete, with its clip (pd_api_play_find), unless it stops. */
static pd_status ask_player(pd_srv_character *a, const pd_srv_stage *stage, const pd_api_play *play,
                            pd_error *err)
{
    pd_status status = pd_srv_character_check_drive(a, false, err);

    if (status == PD_OK && !play->stops) status = pd_character_play_fits(&a->group->figure, err);
    if (status == PD_OK && !a->player && !play->stops) {
        a->player = pd_srv_player_new(stage->deps.host);
        if (!a->player) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    if (status != PD_OK || !a->player) return status;
    const pd_srv_play_order order = {
        .stops = play->stops, .fade = play->request.fade_in, .request = play->request};

    return pd_srv_player_ask(a->player, &order, err);
}

/* -- messages of the character's client -------------------------------------------------- */

pd_status pd_srv_stage_look(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const double look[2], const pd_character_gaze_request *gaze, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status status = a ? set_look(a, stage, look, gaze, err) : err->status;
    unlock(stage);

    return status;
}

pd_status pd_srv_stage_speak(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_speech_track *track, const char *name, double delay, bool waits,
                             pd_error *err)
{
    const pd_srv_utterance utterance = utterance_of(track, name, delay, waits);

    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status status = a ? ask_speaker(a, stage, &utterance, err) : err->status;
    unlock(stage);

    return status;
}

pd_status pd_srv_stage_hear(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_hear *hear, const pd_api_access *access, pd_error *err)
{
    if (hear->ends) {
        lock(stage);
        const pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
        const pd_status status = a ? pd_srv_speaker_close(a->speaker, err) : err->status;
        unlock(stage);
        return status;
    }

    /* Its network and memory, then its place in the speech of the character. */
    pd_srv_utterance utterance = utterance_of(NULL, hear->utterance, 0, false);
    const pd_status made = pd_srv_sound_new(&utterance.sound, stage->deps.host, access, hear, err);
    if (made != PD_OK) return made;

    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status status = a ? ask_speaker(a, stage, &utterance, err) : err->status;
    unlock(stage);
    if (status != PD_OK) pd_srv_sound_free(utterance.sound);

    return status;
}

pd_status pd_srv_stage_sound(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             const pd_api_sound *chunk, pd_error *err)
{
    lock(stage);
    const pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status status = a ? pd_srv_speaker_put(a->speaker, chunk, err) : err->status;
    unlock(stage);

    return status;
}

pd_status pd_srv_stage_feel(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_feel *feel, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status status = a ? set_feel(a, subscriber->session, feel, err) : err->status;
    unlock(stage);

    return status;
}

pd_status pd_srv_stage_play(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_play *play, const pd_api_access *access, pd_error *err)
{
    const pd_api_host *host = stage->deps.host;
    pd_api_play found = *play;
    pd_status status = PD_OK;

    /* The clip, without the lock. */
    if (!found.stops && host->fetch_later &&
        host->fetch_later(host->ctx, PD_API_STORED_CLIPS, found.request.name))
        return pd_fail(err, PD_ERR_WAIT, "/clip", "the clip is being fetched");
    if (!found.stops) status = pd_api_play_find(&found, host, access, false, err);
    if (status != PD_OK) return status;

    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    status = a ? ask_player(a, stage, &found, err) : err->status;
    unlock(stage);
    pd_character_clip_release(found.request.clip);

    return status;
}

/* -- orders of other programs -------------------------------------------------------------- */

/* Returns the character of an order, in the session *s; NULL with an error. */
static pd_srv_character *ordered(pd_srv_session **s, const pd_srv_stage *stage, const pd_api_order *wanted,
                                 pd_error *err)
{
    *s = pd_srv_room_find(stage, wanted->room);
    if (!*s) {
        pd_fail(err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\" (GET /v1/rooms lists them)", wanted->room);
        return NULL;
    }

    if (pd_srv_room_may_look(*s, wanted->secret, wanted->owner.id, wanted->access, err) != PD_OK) return NULL;

    pd_srv_character *a = (*s)->characters;
    while (a && (a->dead || a->id != wanted->message->id)) a = a->next;
    if (!a)
        pd_fail(err, PD_ERR_NOT_FOUND, "/character", "%u; the id of a character of the room expected",
                wanted->message->id);
    else if (!a->recipe.takes_orders)
        pd_fail(err, PD_ERR_FORBIDDEN, "/character",
                "the character %u takes no orders; one that its client spawned with \"orders\":true expected",
                a->id);
    else
        return a;

    return NULL;
}

static pd_status carry_out_look(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                                const pd_api_message *m, pd_error *err)
{
    (void)s;
    return set_look(a, stage, m->look.has_at ? m->look.at : NULL, &m->look.gaze, err);
}

static pd_status carry_out_speak(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                                 const pd_api_message *m, pd_error *err)
{
    const pd_srv_utterance utterance =
        utterance_of(m->speak.track, m->speak.utterance, m->speak.delay, m->speak.is_queued);
    (void)s;
    return ask_speaker(a, stage, &utterance, err);
}

static pd_status carry_out_feel(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                                const pd_api_message *m, pd_error *err)
{
    (void)stage;
    return set_feel(a, s, &m->feel, err);
}

static pd_status carry_out_play(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                                const pd_api_message *m, pd_error *err)
{
    (void)s;
    return ask_player(a, stage, &m->play, err);
}

/* What an order of a type does to a character, under the lock; NULL: no order has the type. */
typedef pd_status carry_out_fn(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                               const pd_api_message *m, pd_error *err);
static carry_out_fn *const orders[PD_API_MESSAGE_COUNT] = {
    [PD_API_MESSAGE_LOOK] = carry_out_look,
    [PD_API_MESSAGE_SPEAK] = carry_out_speak,
    [PD_API_MESSAGE_FEEL] = carry_out_feel,
    [PD_API_MESSAGE_PLAY] = carry_out_play,
};

pd_status pd_srv_stage_order(pd_srv_stage *stage, const pd_api_order *wanted, pd_error *err)
{
    carry_out_fn *const carry_out = orders[wanted->message->type];
    pd_srv_session *s;

    PD_ASSERT(carry_out);
    lock(stage);
    pd_srv_character *a = ordered(&s, stage, wanted, err);
    pd_status status = a ? carry_out(a, stage, s, wanted->message, err) : err->status;

    /* The request names the character by another field than the message does. */
    if (status != PD_OK && !strcmp(err->where, "/id")) strcpy(err->where, "/character");
    unlock(stage);

    return status;
}
