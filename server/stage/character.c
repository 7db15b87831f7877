/* Characters: spawning, removing, and the requests that a client makes for them. */
#include "core/base/assert.h"
#include "server/stage/figure.h"
#include "server/stage/mimic.h"
#include "server/stage/observer.h"
#include "server/stage/past.h"
#include "server/stage/room.h"
#include "server/stage/share.h"
#include "server/queue/player.h"
#include "server/queue/speaker.h"
#include "server/stage/stage_parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest fraction of the tick for the motion of all characters, without their frames. */
#define MOTION_MOST        0.9
#define MOTION_MOST_OF_ONE 0.8 /* largest fraction for a client that has half of the characters or more */
#define CONTROLS_MOST      4   /* sets of controller constants in one session, besides the default set */

static void lock(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
}

static void unlock(pd_srv_stage *stage)
{
    pthread_mutex_unlock(&stage->lock);
}

bool pd_srv_character_has_body_face(const pd_srv_character *a)
{
    return a->body && pd_retarget_live_body_has_face(a->body);
}

bool pd_srv_character_has_own_face(const pd_srv_character *a)
{
    return a->own_face && a->own->face->shapes.count && !pd_srv_character_has_body_face(a);
}

bool pd_srv_character_face(pd_srv_shown_face *out, const pd_srv_character *a)
{
    if (pd_srv_character_has_own_face(a)) {
        pd_retarget_own_live_weights(out->weights, &a->own_face->live, a->own->face);
        out->weight_count = a->own->face->shapes.count;
        out->finger_count = 0;
        return true;
    }

    if (!pd_srv_character_has_body_face(a)) return false;
    pd_retarget_live_body_face(out->weights, out->fingers, a->body);
    out->weight_count = PD_RETARGET_FACE_NAMES;
    out->finger_count = PD_ANIM_ALIVE_FINGERS;

    return true;
}

void pd_srv_character_describe(pd_api_who *who, const pd_srv_character *a)
{
    *who = (pd_api_who){.id = a->id,
                        .member = a->member,
                        .character = a->own,
                        .has_body_face = pd_srv_character_has_body_face(a),
                        .scale = a->drive ? a->drive->unit : 1,
                        .size = a->motion.size,
                        .warning = a->observed ? NULL : pd_api_mover_cannot(&a->group->figure)};
    if (a->body) who->soft_count = pd_retarget_live_body_soft_names(&who->breathes, a->body);
    memcpy(who->model, a->model, sizeof who->model);
}

/* -- groups ---------------------------------------------------------------------- */

/* Compares two sets of constants as arrays: all members are doubles, so there is no padding. */
static bool are_same(const pd_character_control *a, const pd_character_control *b)
{
    const double *x = (const double *)a;
    const double *y = (const double *)b;
    size_t i = 0;
    while (i < sizeof *a / sizeof *x && x[i] == y[i]) i++;
    return i == sizeof *a / sizeof *x;
}

static bool is_control(const pd_srv_model_group *group, const pd_character_control *control)
{
    return are_same(&group->figure.control, control);
}

static pd_srv_model_group *find_group(const pd_srv_stage *stage, const pd_api_mover *mover,
                                      const pd_character_control *control)
{
    pd_srv_model_group *group = stage->groups;
    while (group && (group->model != pd_api_mover_motion(mover) || !is_control(group, control)))
        group = group->next;
    return group;
}

/* Finds the group of a mover and a set of constants, or adds one without characters, which the next sweep
 * would free again. */
static pd_srv_model_group *group_of(pd_srv_stage *stage, const pd_api_mover *mover,
                                    const pd_character_control *control, pd_error *err)
{
    pd_srv_model_group *group = find_group(stage, mover, control);

    if (group) return group;

    group = calloc(1, sizeof *group);
    if (!group) {
        pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");
        return NULL;
    }

    if (pd_api_mover_rig(&group->figure, mover, err) != PD_OK) {
        free(group);
        return NULL;
    }

    group->figure.control = *control;
    group->cost =
        (pd_srv_unit_cost){80, 1}; /* microseconds a character: a guess until the first measurement */
    group->model = pd_pfnn_model_retain(pd_api_mover_motion(mover));
    PD_ASSERT(group->model);
    group->next = stage->groups;
    stage->groups = group;

    return group;
}

/* -- who may change a character ------------------------------------------------------ */

/* Returns the session of a subscriber that owns it; NULL with an error for watchers and ended sessions. */
static pd_srv_session *owned(const pd_srv_subscriber *subscriber, pd_error *err)
{
    pd_srv_session *s = subscriber->session;
    if (s && (s->room ? subscriber->place != NULL : s->owner == subscriber) && !s->has_moved) return s;
    pd_fail(err, PD_ERR_INVALID, "",
            s && !s->has_moved ? "a watcher may not move characters" : "the session has ended");
    return NULL;
}

/* Returns a character of the subscriber's session, whoever spawned it. */
static pd_srv_character *any_character(const pd_srv_subscriber *subscriber, uint32_t id, pd_error *err)
{
    pd_srv_session *s = owned(subscriber, err);

    if (!s) return NULL;
    for (pd_srv_character *a = s->characters; a; a = a->next)
        if (!a->dead && a->id == id) return a;
    pd_fail(err, PD_ERR_NOT_FOUND, "/id", "%u; the id of a character of this session expected", id);

    return NULL;
}

/* Returns the number of a subscriber in its room; 0: it is in none. */
static uint32_t member_of(const pd_srv_subscriber *subscriber)
{
    return subscriber->place ? subscriber->place->number : 0;
}

pd_srv_character *pd_srv_character_owned(const pd_srv_subscriber *subscriber, uint32_t id, pd_error *err)
{
    pd_srv_character *a = any_character(subscriber, id, err);

    if (!a || a->member == member_of(subscriber)) return a;
    pd_fail(err, PD_ERR_FORBIDDEN, "/id",
            "the character %u belongs to the member %u; a character of this connection expected", id,
            a->member);

    return NULL;
}

pd_status pd_srv_character_check_drive(const pd_srv_character *a, bool is_observed, pd_error *err)
{
    if ((a->observed != NULL) == is_observed) return PD_OK;
    return pd_fail(
        err, PD_ERR_INVALID, "/id",
        is_observed
            ? "the character %u is moved by inputs; one that was spawned with \"drive\":\"observe\" expected"
            : "the character %u is moved by observations; one that is moved by inputs expected",
        a->id);
}

pd_srv_character *pd_srv_character_driven(const pd_srv_subscriber *subscriber, uint32_t id, bool is_observed,
                                          pd_error *err)
{
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);

    return a && pd_srv_character_check_drive(a, is_observed, err) == PD_OK ? a : NULL;
}

/* -- spawning ------------------------------------------------------------------------ */

/* Limits the number of sets of constants in a session, because each set is a batch of its own. */
static pd_status check_controls(const pd_srv_session *s, const pd_character_control *control, pd_error *err)
{
    const pd_character_control usual = pd_character_control_default();
    const pd_srv_model_group *own[CONTROLS_MOST];
    int count = 0;

    if (are_same(control, &usual)) return PD_OK;

    /* Collect the distinct sets of the session, without the default one.
     * A set that is already there costs nothing. */
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        if (is_control(a->group, control)) return PD_OK;
        bool is_new = !is_control(a->group, &usual);
        for (int i = 0; i < count && is_new; i++) is_new = !is_control(own[i], &a->group->figure.control);
        if (is_new && count < CONTROLS_MOST) own[count++] = a->group;
    }

    PD_ASSERT(count <= CONTROLS_MOST);

    if (count < CONTROLS_MOST) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, "/control",
                   "the session has %d other sets of control constants; at most %d allowed", count,
                   CONTROLS_MOST);
}

/* Checks the limits of characters and of time before a character is added to a session. */
static pd_status check_limits(pd_srv_stage *stage, const pd_srv_session *s,
                              const pd_srv_subscriber *subscriber, const pd_srv_arrival *coming,
                              pd_error *err)
{
    const pd_srv_spawn *spawn = coming->spawn;
    const bool has_body = spawn->has_body || spawn->character;

    /* Number of characters. Those removed since the last tick are still in the list: they do not count, but
     * their number is bounded too. */
    const int allowed = pd_srv_stage_cfg(stage)->stream_characters;
    const int most = (int)pd_srv_quota_least(allowed, spawn->characters_most);
    int alive = 0, own_alive = 0;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        alive += !a->dead;
        own_alive += !a->dead && a->member == member_of(subscriber);
    }

    PD_ASSERT(alive <= s->character_count);
    const int member_most = pd_srv_stage_cfg(stage)->stream_room_characters;
    if (s->room && own_alive >= member_most)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "this member has %d characters; at most %d allowed (stream.room_characters)",
                       own_alive, member_most);
    if (alive >= allowed || s->character_count >= 2 * (s->room ? allowed : most))
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "the session has %d characters; at most %d allowed (stream.characters)", alive,
                       allowed);
    if (own_alive >= most)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "the session has %d characters; at most %d allowed (the token's posed.max_characters)",
                       own_alive, most);

    pd_status status = check_controls(s, &coming->control, err);
    if (status != PD_OK) return status;

    /* Time of all characters: the measured load, or the estimate with the new character if that is larger. */
    const pd_srv_model_group *group = find_group(stage, &coming->mover, &coming->control);
    double load = fmax(stage->motion_load, pd_srv_stage_motion_load(stage, group, has_body));

    /* A client that has half of all characters or more may not use all the time. */
    int own = 0;
    for (const pd_srv_session *other = stage->sessions; other; other = other->next)
        own += other->client == s->client ? other->character_count : 0;
    PD_ASSERT(own <= stage->character_count);
    if (load <= (2 * own >= stage->character_count ? MOTION_MOST_OF_ONE : MOTION_MOST)) return PD_OK;

    stage->refused++;
    return pd_fail(
        err, PD_ERR_BUSY, "",
        "the characters of this server take %.0f %% of the time of a tick; no more are accepted now",
        100 * load);
}

pd_status pd_srv_character_models(const pd_srv_stage *stage, const pd_srv_spawn *spawn, bool may_wait,
                                  pd_error *err)
{
    const bool is_observed = spawn->drive == PD_API_DRIVE_OBSERVE;
    const char *const ids[] = {spawn->has_body || is_observed ? spawn->body ? spawn->body : "default" : NULL,
                               is_observed ? PD_API_DEFAULT_PRIOR : NULL};

    /* A character that another daemon may have put is fetched first. */
    const pd_api_host *host = stage->deps.host;
    if (!may_wait && spawn->character && host->fetch_later &&
        host->fetch_later(host->ctx, PD_API_STORED_SKELETONS, spawn->character))
        return pd_fail(err, PD_ERR_WAIT, "/character", "the character is being fetched");

    /* Return only whether a model is being loaded. Other errors are reported where the models are used. */
    for (int i = 0; i < 2; i++) {
        pd_api_model model;
        pd_error missing = {0};
        if (!ids[i]) continue;
        if (pd_api_reach_model(&model, stage->deps.host, spawn->access, may_wait, ids[i], &missing))
            pd_api_model_release(&model);
        else if (missing.status == PD_ERR_WAIT)
            return pd_fail(err, PD_ERR_WAIT, "/body/model", "%s", missing.detail);
    }

    return PD_OK;
}

void pd_srv_character_free(pd_srv_stage *stage, pd_srv_character *a)
{
    const pd_api_host *host = stage->deps.host;

    PD_ASSERT(!a->held || host->memory_give);
    if (a->held) host->memory_give(host->ctx, PD_API_MEMORY_STREAMS, a->held);
    pd_srv_observed_drop(stage, a->observed);
    pd_srv_mimic_drop(stage, a->mimic);
    pd_retarget_live_body_free(a->body);
    pd_api_skeleton_release(a->own);
    free(a->drive);
    free(a->own_face);
    pd_srv_speaker_free(a->speaker);
    free(a->manner);
    pd_srv_player_free(a->player);
    pd_srv_past_free(a->past);
    free(a->predicted);
    free(a->coming);
    free(a->follow);
    free(a->sized);
    free(a);
}

/* Takes the memory of a new character from the host's account. A body model that does not exist or may not be
 * used is ignored here: make_body reports it. */
static pd_status hold_character(size_t *bytes, const pd_srv_stage *stage, const pd_srv_spawn *spawn,
                                const pd_srv_observed *observed, pd_error *err)
{
    const pd_api_host *host = stage->deps.host;
    pd_api_model model;
    pd_error none;

    *bytes = 0;
    if (!host->memory_take) return PD_OK;

    /* Sum of the parts that the character will allocate. */
    size_t wanted = sizeof(pd_srv_character);
    if (spawn->has_body || spawn->character) wanted += sizeof(pd_srv_sized);
    if (spawn->has_body && pd_api_reach_model(&model, host, spawn->access, false,
                                              spawn->body ? spawn->body : "default", &none)) {
        if (pd_api_model_body(&model)) wanted += pd_retarget_live_body_bytes(pd_api_model_body(&model));
        pd_api_model_release(&model);
    }

    if (spawn->character) wanted += sizeof(pd_retarget_drive) + sizeof(pd_srv_own_face);
    if (observed) wanted += pd_srv_observed_bytes(observed->model);
    if (spawn->control) wanted += sizeof(pd_srv_model_group);

    if (host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, wanted) <= 0)
        return pd_fail(
            err, PD_ERR_BUSY, "",
            "the character needs about %.1f MiB of memory, which is more than is free now (limits.memory)",
            (double)wanted / 0x1p20);
    *bytes = wanted;

    return PD_OK;
}

/* Makes all parts of a character. On failure the caller frees it; it is in no list yet. */
static pd_status build_character(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                                 pd_srv_model_group *group, const pd_srv_arrival *coming, pd_error *err)
{
    const pd_srv_spawn *spawn = coming->spawn;

    a->group = group;
    pd_status status = pd_srv_figure_build(a, stage, s, coming, err);
    if (status != PD_OK) return status;

    /* The observer comes last: from here on it belongs to the character. */
    if (coming->observed) {
        status = pd_srv_observed_add(stage, coming->observed, s->client, spawn, &group->figure, err);
        if (status != PD_OK) return status;
        a->observed = coming->observed;
    }

    snprintf(a->model, sizeof a->model, "%s", coming->mover.model.id);

    return PD_OK;
}

pd_status pd_srv_character_add(pd_srv_stage *stage, pd_srv_session *s, pd_srv_character **out,
                               const pd_srv_arrival *coming, pd_error *err)
{
    PD_ASSERT(!s->dead);
    *out = NULL;
    pd_srv_model_group *group = group_of(stage, &coming->mover, &coming->control, err);
    if (!group) return err->status;

    /* Memory is counted before it is allocated. */
    size_t bytes;
    pd_status status = hold_character(&bytes, stage, coming->spawn, coming->observed, err);
    if (status != PD_OK) return status;
    pd_srv_character *a = calloc(1, sizeof *a);
    if (!a) {
        const pd_api_host *host = stage->deps.host;
        if (bytes) host->memory_give(host->ctx, PD_API_MEMORY_STREAMS, bytes);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    a->held = bytes;

    status = build_character(a, stage, s, group, coming, err);
    if (status != PD_OK) {
        PD_ASSERT(!a->observed);
        pd_srv_character_free(stage, a);
        return status;
    }

    /* Put it into the session, and count it. */
    *out = a;
    a->id = ++stage->next_id;
    a->recipe.motion = coming->spawn->motion;
    a->recipe.takes_orders = coming->spawn->takes_orders;
    a->input_us = pd_srv_stage_clock_us(stage);
    a->next = s->characters;
    s->characters = a;
    pd_srv_plan_outdate(stage, s->slot);
    s->character_count++;
    s->spawned++;
    group->characters++;
    stage->character_count++;
    stage->body_count += a->body || a->drive;

    return PD_OK;
}

/* Makes the observer of a spawn with drive `observe`; otherwise *out stays NULL. It takes milliseconds, so
 * the lock is held only to read the height of the ground. */
static pd_status make_observed(pd_srv_observed **out, pd_srv_stage *stage,
                               const pd_srv_subscriber *subscriber, const pd_srv_spawn *spawn, pd_error *err)
{
    *out = NULL;
    if (spawn->drive != PD_API_DRIVE_OBSERVE) return PD_OK;

    lock(stage);
    const pd_srv_session *s = owned(subscriber, err);
    const pd_anim_scene *scene = s && s->scene ? &s->scene->scene : NULL;
    const double floor = s ? pd_anim_scene_height(scene, spawn->position[0], spawn->position[1]) : 0;
    unlock(stage);

    return s ? pd_srv_observed_new(out, stage, spawn, floor, err) : err->status;
}

/* Sends `spawned` to all subscribers of the session. It comes before the first frame and event, because it
 * says how many joints the frames have. */
static void announce(const pd_srv_stage *stage, const pd_srv_session *s, const pd_srv_subscriber *spawner,
                     const pd_srv_spawn *spawn)
{
    pd_api_who who;
    pd_buffer text = {0};

    pd_srv_character_describe(&who, s->characters);
    who.facing = spawn->facing;

    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        pd_buffer_clear(&text);
        pd_api_write_spawned(&text, v == spawner && spawn->ref ? spawn->ref : "", &who);
        stage->deps.sink.text(v->to, text.failed ? NULL : text.data, text.size);
    }

    pd_buffer_deinit(&text);
}

pd_status pd_srv_stage_spawn(pd_srv_stage *stage, uint32_t *id, pd_srv_subscriber *subscriber,
                             const pd_srv_spawn *asked, pd_error *err)
{
    pd_srv_spawn spawn = *asked;
    pd_srv_arrival coming = {.spawn = &spawn};

    /* An observed character needs a body, because the body is what is fitted. */
    if (spawn.drive == PD_API_DRIVE_OBSERVE && !spawn.character) spawn.has_body = 1;
    coming.control = spawn.control ? *spawn.control : pd_character_control_default();

    /* Models and observer, which take time, are prepared without the lock. */
    pd_status status = pd_srv_character_models(stage, &spawn, false, err);
    if (status != PD_OK) return status;
    status = pd_srv_figure_take(&coming, stage, &spawn, err);
    if (status == PD_OK) status = make_observed(&coming.observed, stage, subscriber, &spawn, err);
    if (status != PD_OK) {
        pd_api_mover_release(&coming.mover);
        pd_api_skeleton_release(coming.own);
        return status;
    }

    /* The session is looked up again, because it may have ended meanwhile. Adding and announcing are one step
     * for the tick. */
    lock(stage);
    pd_srv_session *s = owned(subscriber, err);
    status = s ? check_limits(stage, s, subscriber, &coming, err) : err->status;
    pd_srv_character *a = NULL;
    if (status == PD_OK) status = pd_srv_character_add(stage, s, &a, &coming, err);
    if (a) *id = a->id;
    if (a) a->member = member_of(subscriber);
    if (status == PD_OK)
        announce(stage, s, subscriber, &spawn);
    else
        pd_srv_observed_drop(stage, coming.observed);
    unlock(stage);

    pd_api_skeleton_release(coming.own);
    pd_api_mover_release(&coming.mover);
    return status;
}

/* -- requests ------------------------------------------------------------------------ */

pd_status pd_srv_stage_despawn(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = any_character(subscriber, id, err);
    const bool is_host = a && subscriber->place && subscriber->session->room->host == member_of(subscriber);
    if (a && !is_host) a = pd_srv_character_owned(subscriber, id, err);
    if (a) a->dead = 1;
    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_input(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                             const pd_character_input *input, pd_error *err)
{
    pd_character_follow *coming = NULL;

    lock(stage);
    pd_srv_character *a = pd_srv_character_driven(subscriber, id, false, err);
    if (a) {
        a->input = *input;
        a->seq = seq;
        a->input_us = pd_srv_stage_clock_us(stage);
        a->stop_following = 1;
        coming = a->coming; /* requested before, since the last tick */
        a->coming = NULL;
    }

    unlock(stage);

    free(coming);
    return a ? PD_OK : err->status;
}

/* Resolves a request for the face of the body, or else for that of the client's own character. */
static pd_status ask_face(pd_srv_character *a, const pd_retarget_face_request *request,
                          pd_retarget_face_unknown *unknown, pd_error *err)
{
    const bool is_own = pd_srv_character_asks_own(a);
    pd_retarget_face_goal goal;

    if (!a->body && !is_own)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/id",
                       "the character %u has neither a body nor a face; one that was spawned with "
                       "\"body\":{\"model\":\"person\"}, or with a character of one's own, "
                       "expected",
                       a->id);
    if (is_own) {
        pd_retarget_own_goal own;
        const pd_status status = pd_retarget_own_face_goal(&own, unknown, request, a->own->face, err);
        if (status == PD_OK) a->own_face->asked = own;
        return status;
    }

    const pd_status status = pd_retarget_live_body_goal_of(&goal, unknown, a->body, request, err);
    if (status == PD_OK) a->face = goal;

    return status;
}

pd_status pd_srv_stage_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_retarget_face_request *request, pd_retarget_face_unknown *unknown,
                            pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
    const pd_status s = a ? ask_face(a, request, unknown, err) : err->status;
    if (s == PD_OK) a->has_face = true;
    if (s == PD_OK && a->mimic) memcpy(a->mimic->hands, request->hands, sizeof a->mimic->hands);

    unlock(stage);

    return s;
}

pd_status pd_srv_stage_follow(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                              const pd_character_follow *follow, pd_error *err)
{
    pd_srv_character *a = NULL;
    pd_character_follow *copy = malloc(sizeof *copy);

    if (!copy) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    *copy = *follow;

    lock(stage);
    a = pd_srv_character_driven(subscriber, id, false, err);
    pd_character_follow *before = a ? a->coming : copy;
    if (a) {
        copy->seed = id + ((uint64_t)(subscriber->session->tick) << 32);
        a->coming = copy;
        a->stop_following = 0;
        if (a->predicted) { /* what was sent before does not end the path later */
            a->predicted->followed = a->predicted->newest;
            a->predicted->waiting.count = 0;
        }
    }

    unlock(stage);

    free(before);
    return a ? PD_OK : err->status;
}

/* Refuses a request that only people can follow. */
static pd_status refuse_animal(const pd_srv_character *a, const char *what, pd_error *err)
{
    if (!a->group->figure.paces) return PD_OK;
    return pd_fail(err, PD_ERR_UNSUPPORTED, "/id", "an animal; a person expected: animals have no %s", what);
}

pd_status pd_srv_stage_reach(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_character_hand hand, const pd_character_reach_request *request, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_driven(subscriber, id, false, err);
    if (a && refuse_animal(a, "hands", err) != PD_OK) a = NULL;
    if (a) {
        PD_ASSERT((int)hand >= 0 && hand < PD_CHARACTER_HANDS);
        a->reaches[hand] = *request;
        a->has_reach[hand] = 1;
    }

    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_sit(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                           const pd_character_sit_request *request, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_driven(subscriber, id, false, err);
    if (a && refuse_animal(a, "seats", err) != PD_OK) a = NULL;
    if (a && pd_srv_room_check_seat(subscriber->session, a, request, err) != PD_OK) a = NULL;
    if (a) {
        a->sit = *request;
        a->has_sit = 1;
    }

    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_observe(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                               const pd_observe_sight *sight, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = pd_srv_character_driven(subscriber, id, true, err);
    if (a) pd_srv_observed_see(stage, a->observed, sight, seq);
    unlock(stage);

    return a ? PD_OK : err->status;
}

/* Adds a mimic to a character that has none yet, with memory of the host's account. Without the lock. */
static pd_status add_mimic(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, const char *body,
                           const pd_api_access *access, pd_error *err)
{
    const pd_api_host *host = stage->deps.host;
    const size_t wanted = sizeof(pd_srv_mimic) + pd_observe_face_bytes();
    pd_srv_mimic *mimic;
    pd_status status = pd_srv_mimic_new(&mimic, stage, access, body, err);
    if (status != PD_OK) return status;

    if (host->memory_take && host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, wanted) <= 0)
        status = pd_fail(err, PD_ERR_BUSY, "",
                         "an observed face needs about %.1f MiB of memory, which is more than is free now "
                         "(limits.memory)",
                         (double)wanted / 0x1p20);

    /* The character may have left meanwhile. */
    lock(stage);
    pd_srv_character *a = status == PD_OK ? pd_srv_character_owned(subscriber, id, err) : NULL;
    if (a && !a->mimic) {
        a->mimic = mimic;
        if (host->memory_take) a->held += wanted;
        pd_srv_queued_add(stage, &mimic->queue, subscriber->session->client);
    } else {
        pd_srv_mimic_drop(stage, mimic);
        if (status == PD_OK && host->memory_take) host->memory_give(host->ctx, PD_API_MEMORY_STREAMS, wanted);
    }
    unlock(stage);

    return status != PD_OK ? status : a ? PD_OK : err->status;
}

pd_status pd_srv_stage_observe_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                                    const pd_observe_face_sight *sight, const pd_api_access *access,
                                    pd_error *err)
{
    char body[PD_API_ID_BYTES] = "";

    /* A second round follows when the mimic had to be made first. */
    for (int round = 0; round < 2; round++) {
        lock(stage);
        pd_srv_character *a = pd_srv_character_owned(subscriber, id, err);
        pd_status status = a ? PD_OK : err->status;
        if (a && !pd_srv_character_has_body_face(a) && !pd_srv_character_has_own_face(a))
            status = pd_fail(err, PD_ERR_UNSUPPORTED, "/id",
                             "the character %u has no face; one that was spawned with "
                             "\"body\":{\"model\":\"person\"}, or with a character of one's own, "
                             "expected",
                             id);
        const bool has_mimic = status == PD_OK && a->mimic;
        if (has_mimic) pd_srv_mimic_see(stage, a->mimic, sight);
        if (status == PD_OK) snprintf(body, sizeof body, "%s", a->recipe.body);
        unlock(stage);
        if (status != PD_OK || has_mimic) return status;

        status = add_mimic(stage, subscriber, id, body, access, err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}
