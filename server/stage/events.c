#include "server/stage/events.h"

#include "api/stream/message.h"
#include "core/base/assert.h"
#include "server/stage/mimic.h"
#include "server/stage/observer.h"
#include "server/queue/player.h"
#include "server/queue/speaker.h"
#include "server/stage/plan.h"
#include "server/stage/room.h"
#include "server/stage/share.h"
#include "server/work/sound.h"

#include <string.h>

#define HEAR_PART 0.5 /* part of the time of a slot in which sounds are heard */

void pd_srv_stage_take_speech(pd_srv_character *a)
{
    if (a->speaker) pd_srv_speaker_take(a->speaker);
}

/* Returns the sound that a character's mouth follows now; NULL: none. */
static pd_srv_sound *sound_of(const pd_srv_character *a)
{
    return a->speaker && !a->dead ? pd_srv_speaker_sound(a->speaker) : NULL;
}

void pd_srv_stage_hear_sounds(pd_srv_stage *stage, const pd_srv_plan *plan)
{
    int count = 0;

    for (int i = 0; i < plan->character_count; i++) count += sound_of(plan->characters[i]) != NULL;
    if (!count) return;

    /* Without memory the sounds wait. */
    const size_t bytes = pd_arena_bytes((size_t)count, sizeof(void *)) * 2 +
                         pd_arena_bytes((size_t)count * PD_SPEECH_VISEMES, sizeof(float));
    if (!pd_arena_reserve(&stage->scratch, bytes)) return;
    pd_srv_sound **sounds = pd_arena_take(&stage->scratch, (size_t)count, sizeof *sounds);
    pd_speech_ear **ears = pd_arena_take(&stage->scratch, (size_t)count, sizeof *ears);
    float *out = pd_arena_take(&stage->scratch, (size_t)count * PD_SPEECH_VISEMES, sizeof *out);

    /* What their clients have sent. */
    count = 0;
    for (int i = 0; i < plan->character_count; i++) {
        pd_srv_sound *sound = sound_of(plan->characters[i]);
        if (!sound) continue;
        pd_srv_sound_gather(sound, 1 / stage->rate);
        sounds[count++] = sound;
    }

    /* Hear them without the lock, for a part of the slot's time, but at least one frame of each. */
    const double frames =
        HEAR_PART * 1e6 / stage->rate / PD_SRV_SLOTS / pd_srv_unit_cost_us(&stage->hear_cost);
    pthread_mutex_unlock(&stage->lock);
    const double start = pd_srv_stage_worked_us(stage);
    const int heard = pd_srv_sounds_hear(sounds, count, frames < count ? count : (int)frames, ears, out);
    const double took = pd_srv_stage_worked_us(stage) - start;
    pthread_mutex_lock(&stage->lock);
    if (took > 0) pd_srv_unit_cost_learn(&stage->hear_cost, took, heard);
}

void pd_srv_stage_take_clips(pd_srv_character *a)
{
    if (a->player) pd_srv_player_take(a->player, &a->overlay.play);
}

void pd_srv_stage_speak_on(pd_srv_character *a)
{
    if (!a->speaker) return;
    pd_srv_speaker_step(a->speaker, 1.0 / 60);
    if (a->body) pd_retarget_live_body_set_visemes(a->body, a->speaker->shown);
    if (a->own_face) memcpy(a->own_face->live.visemes, a->speaker->shown, sizeof a->own_face->live.visemes);
}

/* Sends `count` messages, which end at ends[i] in the stage's buffer, to all subscribers. */
static void send_texts(pd_srv_stage *stage, pd_srv_session *s, const size_t *ends, int count)
{
    size_t from = 0;

    for (int i = 0; i < count; from = ends[i++])
        for (pd_srv_subscriber *v = s->subscribers; v; v = v->next)
            stage->deps.sink.text(v->to, stage->frame.failed ? NULL : stage->frame.data + from,
                                  ends[i] - from);
}

/* Sends what happened to the characters, what they say and what they play. */
static void send_happened(pd_srv_stage *stage, pd_srv_session *s)
{
    for (pd_srv_character *a = s->characters; a; a = a->next) {
        size_t ends[8], spoken[PD_SRV_SPOKEN];
        int count;
        if (a->dead || !a->motion.ticks) continue;
        if (pd_srv_character_pose(a)->events) {
            pd_buffer_clear(&stage->frame);
            pd_api_write_events(&stage->frame, ends, &count, a->id, pd_srv_character_pose(a), s->tick,
                                s->time);
            PD_ASSERT(count >= 0 && count <= (int)(sizeof ends / sizeof *ends));
            send_texts(stage, s, ends, count);
        }

        if (a->speaker && a->speaker->event_count) {
            pd_buffer_clear(&stage->frame);
            count = pd_srv_speaker_write(&stage->frame, spoken, a->speaker, a->id, s->tick, s->time);
            send_texts(stage, s, spoken, count);
        }

        if (!a->player) continue;
        pd_srv_player_sweep(a->player, &a->overlay.play);
        if (!a->overlay.play.event_count) continue;
        size_t played[PD_CHARACTER_PLAY_EVENTS];
        pd_buffer_clear(&stage->frame);
        count = pd_srv_player_write(&stage->frame, played, &a->overlay.play, a->id, s->tick, s->time);
        send_texts(stage, s, played, count);
    }
}

/* Tells the owners of observed characters and faces how well they are seen. */
static void send_observed(pd_srv_stage *stage, pd_srv_session *s)
{
    const int64_t now = pd_srv_stage_clock_us(stage);

    for (pd_srv_character *a = s->characters; a && s->owner; a = a->next) {
        const pd_srv_subscriber *owner = pd_srv_room_owner_of(s, a);
        if (!owner) continue;
        for (int is_face = 0; is_face < 2 && !a->dead; is_face++) {
            pd_buffer_clear(&stage->frame);
            if (is_face ? a->mimic && pd_srv_mimic_tell(&stage->frame, a->mimic, a->id, now)
                        : a->observed && pd_srv_observed_tell(&stage->frame, a->observed, a->id, now))
                stage->deps.sink.text(owner->to, stage->frame.failed ? NULL : stage->frame.data,
                                      stage->frame.size);
        }
    }
}

void pd_srv_stage_send_events(pd_srv_stage *stage, pd_srv_session *s)
{
    send_happened(stage, s);
    if (stage->observed) send_observed(stage, s);
}
