#include "server/stage/manner.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "server/stage/figure.h"
#include "server/queue/speaker.h"
#include "server/stage/stage_parts.h"

#include <stdlib.h>
#include <string.h>

#define GAZE_SECONDS 0.35 /* duration of a turn of the head to a new point */
#define HEAD_WEIGHT  0.85 /* share of the turn that the head makes; the eyes do the rest */
#define USUAL        0.5  /* liveliness of which it is */
#define AHEAD        2.0  /* metres to a point without a partner */
#define EYES_OVER    0.09 /* metres from the head's joint up to the eyes, at leg length 1 */

pd_status pd_srv_manner_ask(pd_srv_character *a, const pd_api_feel *feel, pd_error *err)
{
    if (!a->manner) {
        a->manner = calloc(1, sizeof *a->manner);
        if (!a->manner) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        a->manner->manner.seed = a->manner->bearing.seed = a->id;
    }

    a->manner->asked = *feel;
    a->manner->has_asked = true;
    return PD_OK;
}

/* Returns the place between the eyes of a character. */
static pd_vec3 eyes_of(const pd_srv_character *a)
{
    const int head = a->group->figure.trunk.head;
    const pd_character_pose *pose = pd_srv_character_pose(a);
    const double over = EYES_OVER * a->motion.size;

    if (head < 0) return pd_vec3_add(pose->root, pd_vec3_make(0, 1.6 * a->motion.size, 0));
    return pd_vec3_add(pose->joints[head], pd_vec3_make(0, over, 0));
}

/* Returns the point at which the manner looks. */
static pd_vec3 point_of_gaze(const pd_srv_character *a)
{
    const pd_srv_manner *m = a->manner;
    const pd_vec3 from = eyes_of(a);
    const double yaw = pd_srv_character_pose(a)->yaw;
    const pd_vec3 ahead = pd_vec3_make(pd_sin(yaw), 0, pd_cos(yaw));
    const bool is_thinking = m->manner.part == PD_ANIM_TALK_THINKING;
    const pd_vec3 to =
        m->partner && !is_thinking ? pd_vec3_sub(eyes_of(m->partner), from) : pd_vec3_scale(ahead, AHEAD);

    if (m->shown.gaze == PD_ANIM_GAZE_PARTNER) return pd_vec3_add(from, to);

    /* Aside of it, and above or below. */
    const pd_vec3 turned = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), m->shown.aside), to);
    const double level = pd_hypot(turned.x, turned.z);
    return pd_vec3_add(from, pd_vec3_make(turned.x, turned.y + level * pd_tan(m->shown.up), turned.z));
}

/* Moves head and eyes to where the manner looks, unless the client has set a point. */
static void set_gaze(pd_srv_character *a)
{
    pd_srv_manner *m = a->manner;
    pd_character_gaze_state *gaze = &a->overlay.gaze;
    const bool has_look = !m->has_gaze && gaze->request.weight > 0;

    m->looks = m->shown.gaze != PD_ANIM_GAZE_FREE && !has_look;
    if (m->looks) m->point = point_of_gaze(a);

    /* A head without liveliness is still: the eyes turn alone. */
    const double live = pd_fmin(1, m->feel.request.liveliness / USUAL);
    const bool wants = m->looks && live > 0;
    if (!wants && !m->has_gaze) return;
    pd_character_gaze_request request = {.seconds = GAZE_SECONDS};
    if (wants) {
        request.weight = HEAD_WEIGHT * live;
        request.point = pd_vec3_scale(m->point, 1 / a->motion.size);
    }

    m->has_gaze = wants;
    pd_character_gaze_set(gaze, &request);
}

void pd_srv_manner_take(pd_srv_character *a, const pd_srv_session *s)
{
    pd_srv_manner *m = a->manner;

    if (!m) return;
    if (a->has_gaze) m->has_gaze = false; /* the client's own look replaces it */
    if (m->has_asked) {
        m->feel = m->asked;
        m->has_asked = false;
        pd_anim_manner_set(&m->manner, &m->feel.request);
    }

    /* The partner may have gone. */
    m->partner = NULL;
    for (const pd_srv_character *c = s->characters; c && m->feel.partner; c = c->next)
        if (c->id == m->feel.partner && !c->dead && c->motion.ticks) m->partner = c;
    set_gaze(a);
}

const pd_character_overlay_talk *pd_srv_manner_talk(pd_character_overlay_talk *out, const pd_srv_character *a)
{
    const pd_srv_speaker *own = a->speaker;
    pd_srv_manner *m = a->manner;

    if (!m) return NULL;
    *out = (pd_character_overlay_talk){.bearing = &m->bearing};
    out->input.liveliness = m->feel.request.liveliness;
    memcpy(out->input.emotions, m->shown.emotions, sizeof m->shown.emotions);
    if (!own) return out;

    /* The speaker's times are those of the last tick. */
    out->input.is_speaking = own->count > 0; /* also between two utterances of the queue */
    out->input.has_stress = own->found.has_stress;
    out->input.has_phrase = own->found.has_phrase;
    out->input.stress_in = own->found.stress_in - 1 / PD_CHARACTER_RATE;
    out->input.phrase_in = own->found.phrase_in - 1 / PD_CHARACTER_RATE;

    return out;
}

void pd_srv_manner_step(pd_srv_character *a)
{
    pd_srv_manner *m = a->manner;
    const pd_srv_speaker *own = a->speaker;
    const pd_srv_speaker *other = m && m->partner ? m->partner->speaker : NULL;
    pd_anim_manner_input in = {.part = PD_ANIM_TALK_NONE};

    if (!m) return;

    /* Its part, and what is heard of the one who speaks. */
    if (m->feel.part != PD_API_PART_AUTO)
        in.part = (pd_anim_talk_part)(m->feel.part - 1 + PD_ANIM_TALK_SPEAKING);
    else if (own && pd_srv_speaker_speaks(own))
        in.part = PD_ANIM_TALK_SPEAKING;
    else if (m->partner && other && (pd_srv_speaker_speaks(other) || other->has_paused))
        in.part = PD_ANIM_TALK_LISTENING;
    in.has_partner = m->partner != NULL;
    if (own) {
        in.is_stressed = own->found.is_due;
        in.is_ending = own->found.is_ending && own->count == 1; /* nothing follows it */
        in.has_paused = own->has_paused;
        in.lips = (double)own->shown[PD_SPEECH_PP - 1];
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) in.mouth += (double)own->shown[v];
    }

    if (in.part == PD_ANIM_TALK_LISTENING && other) in.has_paused = other->has_paused;
    pd_anim_manner_step(&m->shown, &m->manner, &in, 1.0 / 60);

    if (a->body) pd_retarget_live_body_set_manner(a->body, &m->shown);
}
