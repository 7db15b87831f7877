#include "server/stage/stage_parts.h"

#include "api/motion/mover.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/character/control/control.h"
#include "server/stage/manner.h"
#include "server/stage/room.h"

#include <stdlib.h>
#include <string.h>

void pd_srv_predicted_take(pd_srv_character *a, uint32_t tick, int64_t now_us)
{
    pd_srv_predicted *p = a->predicted;
    pd_character_stamped held;

    p->jumps = false;
    if (p->has_stopped || !pd_character_stamped_take(&p->waiting, tick, &held, &p->jumps)) return;
    if (pd_character_stamped_after(held.tick, tick) < 0) p->is_moved = true;
    a->input = held.input;
    a->seq = held.seq;
    a->input_us = now_us;
    if (held.seq > p->followed) a->stop_following = 1; /* a repeated input ends no path */
}

void pd_srv_predicted_hold(pd_srv_character *a, bool is_old)
{
    pd_srv_predicted *p = a->predicted;

    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) p->is_moved |= a->has_reach[hand] != 0;
    p->is_moved |= a->has_gaze || a->has_sit || is_old != p->is_still;
    p->is_still = is_old;
    p->held = a->now;
    if (p->jumps) a->now.jump = 1;
    p->jumps = false;
}

/* Returns why a client cannot compute a character now, or NULL. */
static const char *reason_of(const pd_srv_character *a)
{
    const pd_character_rig *figure = &a->group->figure;
    const pd_character_control usual = pd_character_control_default();
    const double *own = (const double *)&figure->control;
    const double *others = (const double *)&usual;

    if (pd_api_mover_cannot(figure)) return "matching";
    for (size_t i = 0; i < sizeof usual / sizeof *own; i++)
        if (own[i] < others[i] || own[i] > others[i]) return "control";
    if (a->follow) return "path";
    if (a->overlay.play.plays || a->overlay.play.queued || a->overlay.play.fading) return "clip";
    if (a->manner) return "manner";

    return NULL;
}

/* Tells the client of one character what is due. */
static void tell_predicted(pd_srv_stage *stage, const pd_srv_session *s, pd_srv_character *a,
                           pd_srv_subscriber *owner)
{
    pd_srv_predicted *p = a->predicted;
    p->is_moved |= a->steering.evades;
    const uint32_t passed = s->tick - p->told;
    const char *reason = reason_of(a);
    pd_api_predicted out = {.id = a->id,
                            .tick = s->tick,
                            .seq = a->seq,
                            .has_early = p->has_early,
                            .early = p->early,
                            .reason = reason};

    /* A state when it is asked for or needed, otherwise a hash or a reason. */
    const bool is_back = p->reason && !reason;
    const bool may = !p->has_told || passed >= PD_SRV_PREDICTED_PAUSE;
    const bool has_state = !reason && (is_back || (p->is_moved && may) ||
                                       (p->is_asked && (!p->has_told || passed >= PD_SRV_PREDICTED_LEAST)));
    const bool has_reason = reason && (p->is_asked || !p->reason || strcmp(reason, p->reason) != 0);
    const bool is_due = !reason && s->tick % p->every == 0;
    if (!has_state && !has_reason && !is_due) return;

    pd_buffer_clear(&stage->state_bytes);
    if (has_state || is_due) {
        pd_character_state_write(&stage->state_bytes, &stage->state_writer, &a->motion, &a->overlay, &p->held,
                                 &a->group->figure);
        if (stage->state_bytes.failed) return; /* without memory it comes later */
        out.hash = pd_hash64(stage->state_bytes.data, stage->state_bytes.size, 0);
    }

    if (has_state) {
        out.snapshot = (pd_bytes){stage->state_bytes.data, stage->state_bytes.size};
        out.network = a->group->model->content_hash;
        out.scene = s->scene ? s->scene->id : NULL;
        p->told = s->tick;
        p->has_told = true;
        p->is_moved = false;
    }

    if (has_state || has_reason) p->is_asked = false;
    p->reason = reason;
    p->has_early = false;
    pd_buffer_clear(&stage->frame);
    pd_api_write_predicted(&stage->frame, &out);
    stage->deps.sink.text(owner->to, stage->frame.failed ? NULL : stage->frame.data, stage->frame.size);
}

void pd_srv_predicted_tell(pd_srv_stage *stage, const pd_srv_session *s)
{
    for (pd_srv_character *a = s->characters; a; a = a->next) {
        if (!a->predicted || a->predicted->has_stopped || a->dead || !a->motion.ticks) continue;
        pd_srv_subscriber *owner = pd_srv_room_owner_of(s, a);
        if (owner) tell_predicted(stage, s, a, owner);
    }
}

/* -- requests of clients ------------------------------------------------------------------ */

pd_status pd_srv_stage_input_at(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                                const pd_character_stamped *input, pd_error *err)
{
    pd_status status = PD_OK;

    pthread_mutex_lock(&stage->lock);
    const pd_srv_character *a = pd_srv_character_driven(subscriber, id, false, err);
    pd_srv_predicted *p = a && a->predicted && !a->predicted->has_stopped ? a->predicted : NULL;
    const uint32_t next = a ? subscriber->session->tick + 1 : 0;
    const int32_t early = pd_character_stamped_after(input->tick, next);
    if (!a)
        status = err->status;
    else if (!p)
        status =
            pd_fail(err, PD_ERR_INVALID, "/tick",
                    "%u for the character %u, which is not predicted; predict it before", input->tick, id);
    else if (early > PD_SRV_PREDICTED_AHEAD || early < -PD_SRV_PREDICTED_LATE)
        status = pd_fail(err, PD_ERR_RANGE, "/tick", "%u; %u to %u allowed now", input->tick,
                         next - PD_SRV_PREDICTED_LATE, next + PD_SRV_PREDICTED_AHEAD);
    else if (!pd_character_stamped_add(&p->waiting, input))
        status = pd_fail(err, PD_ERR_LIMIT, "/tick", "%d inputs wait for their ticks; no more allowed",
                         PD_CHARACTER_STAMPED_MOST);
    else {
        p->early = p->has_early && p->early < early ? p->early : early;
        p->has_early = true;
        if (input->seq > p->newest) p->newest = input->seq;
    }

    pthread_mutex_unlock(&stage->lock);

    return status;
}

pd_status pd_srv_stage_predict(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, int every,
                               bool stops, pd_error *err)
{
    pd_srv_predicted *made = calloc(1, sizeof *made);

    if (!made) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    pthread_mutex_lock(&stage->lock);
    pd_srv_character *a = pd_srv_character_driven(subscriber, id, false, err);
    if (a && !a->predicted) {
        a->predicted = made;
        made = NULL;
    }

    if (a) {
        pd_srv_predicted *p = a->predicted;
        p->has_stopped = stops;
        p->every = (uint32_t)every;
        p->is_asked = !stops;
        if (stops) p->waiting.count = 0;
    }

    pthread_mutex_unlock(&stage->lock);
    free(made);

    return a ? PD_OK : err->status;
}
