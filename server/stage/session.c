/* Sessions, subscribers and characters: joining, leaving, spawning, and freeing what the tick no longer needs. */
#include "core/base/assert.h"
#include "server/base/digest.h"
#include "server/stage/observer.h"
#include "server/stage/share.h"
#include "server/stage/vmc.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define MOTION_MOST_OF_ONE 0.8 /* the rest is for others */
#define CONTROLS_MOST      4   /* sets of constants of the controller in a session, besides the usual one */
#define MOTION_MOST        0.9 /* of the ticks' time: what characters may take, without their frames */

static const pd_api_profile default_profile = {
    PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS, 1, 48};

static void lock(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
}

static void unlock(pd_srv_stage *stage)
{
    pthread_mutex_unlock(&stage->lock);
}

static const pd_cfg *config_of(const pd_srv_stage *stage)
{
    return &pd_srv_settings_now(stage->deps.config)->cfg;
}

static int64_t now_of(const pd_srv_stage *stage)
{
    return stage->deps.clock.now_us(stage->deps.clock.ctx);
}

static bool random_digits(char *out, int digits)
{
    unsigned char bytes[32];
    if (getrandom(bytes, (size_t)digits / 2, 0) != digits / 2) return false;
    pd_srv_hex_encode(out, bytes, (size_t)digits / 2);
    return true;
}

/* -- sessions ------------------------------------------------------------------ */

#define BUCKETS 1024 /* of clients; two that share one count as one */

static unsigned bucket_of(uint64_t client)
{
    return (unsigned)(client ^ client >> 32) % BUCKETS;
}

/* Makes room for a new session of the client: where there are too many, one ends that waits to be resumed. */
static pd_status make_room(pd_srv_stage *stage, uint64_t client, pd_error *err)
{
    const pd_cfg *cfg = config_of(stage);
    int all = 0, own = 0, waiting[BUCKETS] = {0};
    pd_srv_session *own_oldest = NULL, *oldest = NULL;
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->dead) continue;
        all++;
        own += s->client == client;
        if (s->owner) continue;
        waiting[bucket_of(s->client)]++;
        if (s->client == client && (!own_oldest || s->left_us < own_oldest->left_us)) own_oldest = s;
    }

    bool own_full = cfg->stream_owner_sessions && own >= cfg->stream_owner_sessions,
         full = all >= cfg->stream_sessions;
    if (!own_full && !full) return PD_OK;
    if (!own_oldest && own_full)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "%d sessions of this client; at most %d are allowed for one (stream.owner_sessions)",
                       own, cfg->stream_owner_sessions);

    /* Of the client with the most waiting sessions the oldest; a client's only one stays. */
    unsigned most = 0;
    for (unsigned i = 1; i < BUCKETS; i++)
        if (waiting[i] > waiting[most]) most = i;
    for (pd_srv_session *s = stage->sessions; s && !own_oldest && waiting[most] > 1; s = s->next)
        if (!s->dead && !s->owner && bucket_of(s->client) == most &&
            (!oldest || s->left_us < oldest->left_us))
            oldest = s;
    pd_srv_session *gone = own_oldest ? own_oldest : oldest;
    if (!gone)
        return pd_fail(err, PD_ERR_BUSY, "", "%d sessions; no more allowed (stream.sessions)",
                       cfg->stream_sessions);
    gone->dead = 1; /* the tick frees it */
    return PD_OK;
}

static pd_srv_session *new_session(pd_srv_stage *stage, uint64_t client, pd_error *err)
{
    if (make_room(stage, client, err) != PD_OK) return NULL;
    pd_srv_session *s = calloc(1, sizeof *s);
    if (!s || !random_digits(s->id, PD_SRV_SESSION_ID - 1) || !random_digits(s->token, PD_SRV_TOKEN - 1))
        pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    else {
        s->client = client;

        int open = stage->session_count / PD_SRV_SLOT_SESSIONS + 1, best = 0;
        for (int i = 1; i < open && i < PD_SRV_SLOTS; i++)
            if (stage->slot_sessions[i] < stage->slot_sessions[best]) best = i;
        s->slot = best;

        s->profile = default_profile;
        s->next = stage->sessions;
        stage->sessions = s;
        stage->session_count++;
        stage->slot_sessions[s->slot]++;
        return s;
    }
    free(s);
    return NULL;
}

static void detach(const pd_srv_stage *stage, pd_srv_subscriber *subscriber)
{
    pd_srv_session *s = subscriber->session;
    if (!s) return;
    pd_srv_subscriber **at = &s->subscribers;
    while (*at && *at != subscriber) at = &(*at)->next;
    PD_ASSERT(*at == subscriber); /* a subscriber with a session is in its list */
    *at = subscriber->next;
    if (s->owner == subscriber) {
        s->owner = NULL;
        s->left_us = now_of(stage);
    }
    subscriber->session = NULL;
    subscriber->next = NULL;
    atomic_store(&subscriber->taken, 1);
}

static bool sends_to(const pd_srv_session *s, const char *destination)
{
    return !s->dead && s->vmc && !strcmp(pd_srv_vmc_destination(s->vmc), destination);
}

static pd_status open_vmc(pd_srv_vmc **out, pd_srv_stage *stage, const pd_srv_vmc_request *request,
                          pd_error *err)
{
    *out = NULL;
    if (!request->destination) return PD_OK;
    pd_status status = pd_srv_vmc_open(out, request, config_of(stage), err);
    if (status != PD_OK) return status;

    /* one that waits to be resumed gives its destination away; one with an owner keeps it */
    const char *destination = pd_srv_vmc_destination(*out);
    for (const pd_srv_session *s = stage->sessions; s && status == PD_OK; s = s->next)
        if (s->owner && sends_to(s, destination))
            status =
                pd_fail(err, PD_ERR_BUSY, "/vmc", "another session sends to %s; one at a time", destination);
    if (status == PD_OK) return PD_OK;
    pd_srv_vmc_close(*out);
    *out = NULL;
    return status;
}

/* A new session in the scene that was asked for, or in none. */
static pd_srv_session *session_in(pd_srv_stage *stage, const pd_srv_join *wanted, pd_error *err)
{
    const char *scene = wanted->scene;
    char hint[PD_API_HINT_BYTES];
    pd_srv_vmc *vmc;
    pd_error denied = {0};
    pd_api_scene *found = scene ? pd_api_reach_scene(stage->deps.host, wanted->access, scene, &denied) : NULL;
    if (denied.status == PD_ERR_FORBIDDEN) {
        pd_fail(err, PD_ERR_FORBIDDEN, "/scene", "%s", denied.detail);
        return NULL;
    }
    if (scene && !found) {
        pd_api_id_hint(hint, stage->deps.host, wanted->access, PD_API_IDS_SCENES, scene);
        pd_fail(err, PD_ERR_NOT_FOUND, "/scene", "no scene \"%.64s\"%s%s GET /v1/scenes lists them", scene,
                hint, *hint ? "" : ";");
        return NULL;
    }

    pd_srv_session *s =
        open_vmc(&vmc, stage, &wanted->vmc, err) == PD_OK ? new_session(stage, wanted->client, err) : NULL;
    if (s) {
        s->scene = found;
        for (pd_srv_session *other = stage->sessions; vmc && other; other = other->next)
            if (sends_to(other, pd_srv_vmc_destination(vmc))) {
                pd_srv_vmc_close(other->vmc);
                other->vmc = NULL;
            }
        s->vmc = vmc;
        s->is_shared = wanted->is_shared;
        snprintf(s->key, sizeof s->key, "%s", wanted->key ? wanted->key : "");
        return s;
    }
    pd_srv_vmc_close(vmc);
    pd_api_scene_release(found);
    return NULL;
}

/* The session that was asked for: a new one, one to be resumed, or one to be watched. */
static pd_srv_session *session_for(pd_srv_stage *stage, const pd_srv_join *wanted, pd_error *err)
{
    const char *resume = wanted->resume, *watch = wanted->watch;
    if (!!resume + !!watch + !!wanted->scene > 1) {
        pd_fail(err, PD_ERR_INVALID, "", "resume, watch and scene exclude each other");
        return NULL;
    }
    if (wanted->vmc.destination && (resume || watch)) {
        pd_fail(err, PD_ERR_INVALID, "/vmc",
                "only a new session can be sent; a resumed one keeps what it had");
        return NULL;
    }
    if (!resume && !watch) return session_in(stage, wanted, err);

    const bool is_token = resume && strlen(resume) == PD_SRV_TOKEN - 1;
    pd_srv_session *s = stage->sessions;
    for (; s; s = s->next) {
        if (s->dead) continue;
        if (resume ? is_token && pd_srv_equal_bytes(s->token, resume, PD_SRV_TOKEN - 1)
                   : !strcmp(s->id, watch))
            break;
    }

    /* Another key's session counts as missing unless it may be watched. Without keys the token alone decides, as clients change their addresses. */
    bool is_others = s && wanted->has_key && s->client != wanted->client;
    if (is_others && (resume || !(s->is_shared || wanted->is_admin))) s = NULL;
    if (s && is_others &&
        pd_api_access_check(wanted->access, PD_API_OBJECT_SESSIONS, s->key, "/watch", err) != PD_OK)
        return NULL;

    if (!s && resume)
        pd_fail(err, PD_ERR_NOT_FOUND, "/resume",
                "no session has this token; it ends %g s after its connection (stream.resume_window)",
                config_of(stage)->stream_resume_window);
    if (!s && watch)
        pd_fail(err, PD_ERR_NOT_FOUND, "/watch", "no session \"%.20s\"%s", watch,
                wanted->has_key ? " of this key, nor one that another key shares" : "");
    return s;
}

static void tell_character(pd_api_who *who, const pd_srv_character *a)
{
    const bool is_frames = !a->observed && pd_api_mover_is_frames(&a->group->figure);
    *who = (pd_api_who){.id = a->id,
                        .character = a->own,
                        .scale = a->drive ? a->drive->unit : 1,
                        .warning = is_frames ? PD_API_FRAMES_ONLY : NULL};
    memcpy(who->model, a->model, sizeof who->model);
}

/* The characters that are there already: frames show them, and no other message tells the client of them. */
static pd_status list_characters(pd_srv_join_result *result, const pd_srv_session *s, pd_error *err)
{
    *result = (pd_srv_join_result){.there = NULL};
    if (!s->character_count) return PD_OK;
    result->there = calloc((size_t)s->character_count, sizeof *result->there);
    if (!result->there) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        if (a->dead) continue;
        pd_api_who *who = &result->there[result->there_count++];
        tell_character(who, a);
        if (who->character) pd_api_skeleton_retain(who->character);
    }
    return PD_OK;
}

void pd_srv_stage_join_result_deinit(pd_srv_join_result *result)
{
    for (int i = 0; i < result->there_count; i++) pd_api_skeleton_release(result->there[i].character);
    free(result->there);
    result->there = NULL, result->there_count = 0;
}

pd_status pd_srv_stage_join(pd_srv_stage *stage, pd_srv_subscriber **out, pd_srv_join_result *result,
                            void *to, const pd_srv_join *wanted, pd_error *err)
{
    bool resume = wanted->resume != NULL, watch = wanted->watch != NULL;
    pd_error mine = {0};
    pd_srv_subscriber *subscriber = calloc(1, sizeof *subscriber);
    *out = NULL;
    if (!subscriber) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    subscriber->to = to;
    subscriber->profile = default_profile;

    lock(stage);
    pd_srv_session *s = session_for(stage, wanted, &mine);
    if (s && list_characters(result, s, &mine) != PD_OK) s = NULL;
    if (s) {
        if (resume) subscriber->profile = s->profile;

        const int owns = !watch;
        if (owns && s->owner) detach(stage, s->owner); /* a connection that died without a word */
        PD_ASSERT(!subscriber->session && !s->dead);
        subscriber->session = s;
        subscriber->next = s->subscribers;
        s->subscribers = subscriber;
        if (owns) s->owner = subscriber;

        result->resumed = resume;
        result->tick = stage->state.tick;
        memcpy(result->session, s->id, sizeof result->session);
        if (!watch) memcpy(result->token, s->token, sizeof result->token);
        if (s->vmc && !watch) snprintf(result->vmc, sizeof result->vmc, "%s", pd_srv_vmc_destination(s->vmc));
    }
    unlock(stage);

    if (!s) {
        free(subscriber);
        if (err) *err = mine;
        return mine.status;
    }
    *out = subscriber;
    return PD_OK;
}

void pd_srv_stage_leave(pd_srv_stage *stage, pd_srv_subscriber *subscriber, int for_good)
{
    lock(stage);
    pd_srv_session *s = subscriber->session;
    int owned = s && s->owner == subscriber;
    detach(stage, subscriber);
    if (owned && (for_good || config_of(stage)->stream_resume_window <= 0)) s->dead = 1;
    unlock(stage);

    free(subscriber);
}

int pd_srv_stage_is_taken(pd_srv_stage *stage, const pd_srv_subscriber *subscriber)
{
    (void)stage;
    return atomic_load(&((pd_srv_subscriber *)subscriber)->taken);
}

/* -- characters ------------------------------------------------------------------ */

/* Compared as arrays: their members are all doubles, without padding. */
static bool are_same(const pd_pfnn_control *a, const pd_pfnn_control *b)
{
    const double *x = (const double *)a, *y = (const double *)b;
    size_t i = 0;
    while (i < sizeof *a / sizeof *x && x[i] == y[i]) i++;
    return i == sizeof *a / sizeof *x;
}

static bool is_control(const pd_srv_model_group *group, const pd_pfnn_control *control)
{
    return are_same(&group->figure.control, control);
}

static pd_srv_model_group *find_group(const pd_srv_stage *stage, const pd_api_mover *mover,
                                      const pd_pfnn_control *control)
{
    pd_srv_model_group *c = stage->groups;
    while (c && (c->model != pd_api_model_motion(&mover->model) ||
                 c->database != pd_api_model_motion(&mover->database) || !is_control(c, control)))
        c = c->next;
    return c;
}

static pd_srv_model_group *group_of(pd_srv_stage *stage, const pd_api_mover *mover,
                                    const pd_pfnn_control *control, pd_error *err)
{
    pd_srv_model_group *c = find_group(stage, mover, control);
    if (c) return c;

    c = calloc(1, sizeof *c);
    if (!c) {
        pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");
        return NULL;
    }
    if (pd_api_mover_rig(&c->figure, mover, err) != PD_OK) {
        free(c);
        return NULL;
    }
    c->figure.control = *control;
    pd_pfnn_model *database = pd_api_model_motion(&mover->database);
    c->cost = (pd_srv_unit_cost){80, 1}; /* a guess, until it has been played */
    c->model = pd_pfnn_model_retain(pd_api_model_motion(&mover->model));
    c->database = database ? pd_pfnn_model_retain(database) : NULL;
    c->next = stage->groups;
    stage->groups = c;
    return c;
}

/* The subscriber's session when it may change it. */
static pd_srv_session *owned(const pd_srv_subscriber *subscriber, pd_error *err)
{
    pd_srv_session *s = subscriber->session;
    if (s && s->owner == subscriber) return s;
    pd_fail(err, PD_ERR_INVALID, "", s ? "a watcher may not move characters" : "the session has ended");
    return NULL;
}

static pd_srv_character *owned_character(const pd_srv_subscriber *subscriber, uint32_t id, pd_error *err)
{
    pd_srv_session *s = owned(subscriber, err);
    if (!s) return NULL;
    for (pd_srv_character *a = s->characters; a; a = a->next)
        if (!a->dead && a->id == id) return a;
    pd_fail(err, PD_ERR_NOT_FOUND, "/id", "%u; no character of this session", id);
    return NULL;
}

/* One that inputs move, or one that is observed. */
static pd_srv_character *driven_character(const pd_srv_subscriber *subscriber, uint32_t id, bool is_observed,
                                          pd_error *err)
{
    pd_srv_character *a = owned_character(subscriber, id, err);
    if (!a || (a->observed != NULL) == is_observed) return a;
    pd_fail(err, PD_ERR_INVALID, "/id",
            is_observed ? "%u is moved by inputs; one that was spawned with \"drive\":\"observe\" is expected"
                        : "%u is observed: what is seen moves it, and inputs do not",
            id);
    return NULL;
}

/* Each set of constants is a batch of its own: a session has few. */
static pd_status check_controls(const pd_srv_session *s, const pd_pfnn_control *control, pd_error *err)
{
    const pd_pfnn_control usual = pd_pfnn_control_default();
    const pd_srv_model_group *own[CONTROLS_MOST];
    int count = 0;
    if (are_same(control, &usual)) return PD_OK;

    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        if (is_control(a->group, control)) return PD_OK;
        bool counts = !is_control(a->group, &usual);
        for (int i = 0; i < count && counts; i++) counts = !is_control(own[i], &a->group->figure.control);
        if (counts && count < CONTROLS_MOST) own[count++] = a->group;
    }
    if (count < CONTROLS_MOST) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, "/control", "%d other sets of constants; at most %d in a session",
                   count, CONTROLS_MOST);
}

static pd_status check_limits(pd_srv_stage *stage, const pd_srv_session *s, const pd_api_mover *mover,
                              const pd_srv_spawn *spawn, const pd_pfnn_control *control, pd_error *err)
{
    const bool has_body = spawn->has_body || spawn->character;
    int most = config_of(stage)->stream_characters, alive = 0;
    for (const pd_srv_character *a = s->characters; a; a = a->next) alive += !a->dead;
    /* those despawned since the last tick are still in the list: they do not count, but have a bound too */
    if (alive >= most || s->character_count >= 2 * most)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d characters; at most %d in a session (stream.characters)",
                       alive, most);

    if (check_controls(s, control, err) != PD_OK) return err->status;

    const pd_srv_model_group *group = find_group(stage, mover, control);
    double load = fmax(stage->motion_load, pd_srv_stage_motion_load(stage, group, has_body));

    /* a client that has half of all characters, or more, gets less than all the time */
    int own = 0;
    for (const pd_srv_session *other = stage->sessions; other; other = other->next)
        own += other->client == s->client ? other->character_count : 0;
    if (load <= (2 * own >= stage->character_count ? MOTION_MOST_OF_ONE : MOTION_MOST)) return PD_OK;
    stage->refused++;
    return pd_fail(err, PD_ERR_BUSY, "", "characters take %.0f %% of the ticks' time; no more characters now",
                   100 * load);
}

/* Makes the body that was asked for; *out stays NULL when none was. Its place in an error is below /body. */
static pd_status make_body(pd_retarget_live_body **out, pd_srv_stage *stage, const pd_srv_spawn *spawn,
                           const pd_pfnn_rig *figure, pd_error *err)
{
    pd_api_model model;
    const char *id = spawn->body ? spawn->body : "default";
    char hint[PD_API_HINT_BYTES];

    *out = NULL;
    if (!spawn->has_body) return PD_OK;
    pd_error denied;
    if (!pd_api_reach_model(&model, stage->deps.host, spawn->access, id, &denied)) {
        if (denied.status == PD_ERR_FORBIDDEN)
            return pd_fail(err, PD_ERR_FORBIDDEN, "/body/model", "%s", denied.detail);
        pd_api_id_hint(hint, stage->deps.host, spawn->access, PD_API_IDS_MODELS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/body/model", "no model \"%.64s\"%s", id, hint);
    }
    pd_status status;
    if (pd_api_model_body(&model))
        status = pd_retarget_live_body_new(out, &figure->skeleton, figure->legs[0].toe_rest,
                                           pd_api_model_body(&model), spawn->betas, spawn->beta_count, err);
    else
        status = pd_fail(err, PD_ERR_INVALID, "/body/model", "\"%.64s\" is a %s model; a body is needed", id,
                         model.kind->name);
    if (status == PD_OK) status = pd_retarget_live_body_set_soft(*out, spawn->is_soft, spawn->breathing, err);
    if (status != PD_OK) {
        pd_retarget_live_body_free(*out);
        *out = NULL;
    }
    pd_api_model_release(&model);
    return status;
}

/* Makes what moves the user's own character that was asked for; *drive stays NULL when none was. */
static pd_status make_own(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_spawn *spawn,
                          const pd_pfnn_rig *figure, pd_error *err)
{
    char hint[PD_API_HINT_BYTES];
    pd_error denied = {0};
    if (!spawn->character) return PD_OK;

    pd_api_skeleton *own = pd_api_reach_skeleton(stage->deps.host, spawn->access, spawn->character, &denied);
    if (denied.status == PD_ERR_FORBIDDEN)
        return pd_fail(err, PD_ERR_FORBIDDEN, "/character", "%s", denied.detail);
    if (!own) {
        pd_api_id_hint(hint, stage->deps.host, spawn->access, PD_API_IDS_SKELETONS, spawn->character);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/character", "no character \"%.64s\"%s", spawn->character,
                       hint);
    }

    pd_retarget_drive *drive = own->match ? malloc(sizeof *drive) : NULL;
    pd_status status = PD_OK;
    if (!own->match)
        status = pd_fail(err, PD_ERR_INVALID, "/character",
                         "\"%.64s\" is a %s; a person's character is expected (PUT /v1/characters/{id})",
                         spawn->character, own->creature ? pd_api_character_template(own) : "skeleton");
    else if (!drive)
        status = pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory");
    else
        status = pd_retarget_drive_init(drive, &own->skin.skeleton, own->match, NAN, &figure->skeleton,
                                        figure->legs[0].toe_rest, err);
    if (status == PD_OK) {
        a->own = own, a->drive = drive;
        return PD_OK;
    }
    free(drive);
    pd_api_skeleton_release(own);
    return status;
}

static void give_back(const pd_srv_stage *stage, size_t bytes)
{
    const pd_api_host *host = stage->deps.host;
    if (bytes) host->memory_give(host->ctx, PD_API_MEMORY_STREAMS, bytes);
}

/* Takes a new character's memory from the account. A body that does not exist or may not be used does not count: make_body reports it. */
static pd_status hold_character(size_t *bytes, const pd_srv_stage *stage, const pd_srv_spawn *spawn,
                                const pd_srv_observed *observed, pd_error *err)
{
    const pd_api_host *host = stage->deps.host;
    pd_api_model model;
    pd_error none;

    *bytes = 0;
    if (!host->memory_take) return PD_OK;
    size_t wanted = sizeof(pd_srv_character);
    if (spawn->has_body &&
        pd_api_reach_model(&model, host, spawn->access, spawn->body ? spawn->body : "default", &none)) {
        if (pd_api_model_body(&model)) wanted += pd_retarget_live_body_bytes(pd_api_model_body(&model));
        pd_api_model_release(&model);
    }
    if (spawn->character) wanted += sizeof(pd_retarget_drive);
    if (observed) wanted += pd_srv_observed_bytes(observed->model);
    if (spawn->control) wanted += sizeof(pd_srv_model_group);
    if (host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, wanted) <= 0)
        return pd_fail(err, PD_ERR_BUSY, "",
                       "about %.1f MiB of memory; more than is free now (limits.memory)",
                       (double)wanted / 0x1p20);
    *bytes = wanted;
    return PD_OK;
}

/* A character to be added: what was asked for, and what will move it. */
typedef struct arrival {
    const pd_srv_spawn *spawn;
    pd_api_mover mover;
    pd_pfnn_control control;
    pd_srv_observed *observed; /* NULL: by the stick */
} arrival;

static pd_status add_character(pd_srv_stage *stage, pd_srv_session *s, uint32_t *id, const arrival *coming,
                               pd_error *err)
{
    const pd_srv_spawn *spawn = coming->spawn;
    pd_srv_observed *observed = coming->observed;
    pd_srv_model_group *group = group_of(stage, &coming->mover, &coming->control, err);
    if (!group) return err->status;

    size_t bytes;
    pd_status fits = hold_character(&bytes, stage, spawn, observed, err);
    if (fits != PD_OK) return fits;

    pd_srv_character *a = calloc(1, sizeof *a);
    if (!a) {
        give_back(stage, bytes);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }
    a->held = bytes;

    a->scene = s->scene ? &s->scene->scene : NULL;
    pd_status status =
        pd_pfnn_character_init(&a->motion, &group->figure, a->scene, spawn->position, spawn->facing, err);
    pd_pfnn_person person = spawn->person ? *spawn->person : (pd_pfnn_person){.variation = 0};
    if (!spawn->has_variation) person.variation = s->spawned % (PD_PFNN_VARIATION_MOST + 1);
    if (status == PD_OK) status = pd_pfnn_character_set_person(&a->motion, &person, &group->figure, err);
    if (status == PD_OK) status = make_body(&a->body, stage, spawn, &group->figure, err);
    if (status == PD_OK) status = make_own(a, stage, spawn, &group->figure, err);
    if (status == PD_OK && observed)
        status = pd_srv_observed_add(stage, observed, s->client, spawn, &group->figure, err);
    if (status != PD_OK) {
        give_back(stage, bytes);
        pd_retarget_live_body_free(a->body);
        pd_api_skeleton_release(a->own);
        free(a->drive);
        free(a);
        return status;
    }

    if (a->body) pd_retarget_live_body_set_seed(a->body, a->motion.manner.seed);
    a->group = group;
    a->observed = observed;
    a->vertex_count = a->body ? pd_retarget_live_body_vertex_count(a->body) : 0;
    stage->body_count += a->body || a->drive;
    snprintf(a->model, sizeof a->model, "%s", coming->mover.model.id);
    group->characters++;
    *id = a->id = ++stage->next_id;

    a->input_us = now_of(stage);
    a->next = s->characters;
    s->characters = a;
    s->character_count++;
    s->spawned++;
    stage->character_count++;
    return PD_OK;
}

/* Takes milliseconds, so it is made outside the lock; only the height of its floor is read under it. */
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

pd_status pd_srv_stage_spawn(pd_srv_stage *stage, uint32_t *id, pd_srv_subscriber *subscriber,
                             const pd_srv_spawn *asked, pd_error *err)
{
    const char *ref = asked->ref ? asked->ref : "";
    pd_buffer text = {0};
    pd_srv_spawn whole = *asked;
    const pd_srv_spawn *spawn = &whole;
    arrival coming = {.spawn = spawn};

    /* An observed character has a body: that is what is fitted. */
    if (whole.drive == PD_API_DRIVE_OBSERVE && !whole.character) whole.has_body = 1;
    pd_status status = pd_api_mover_acquire(&coming.mover, stage->deps.host, spawn->access, spawn->model,
                                            spawn->motion, err);
    if (status != PD_OK) return status;
    if (make_observed(&coming.observed, stage, subscriber, spawn, err) != PD_OK) {
        pd_api_mover_release(&coming.mover);
        return err->status;
    }

    lock(stage);
    pd_srv_session *s = owned(subscriber, err);
    coming.control = spawn->control ? *spawn->control : pd_pfnn_control_default();
    status = s ? check_limits(stage, s, &coming.mover, spawn, &coming.control, err) : err->status;
    if (status == PD_OK) status = add_character(stage, s, id, &coming, err);
    if (status == PD_OK) {
        pd_api_who who;
        tell_character(&who, s->characters);

        /* Everybody in the session is told before its first frame and event: they learn how many joints its frames have. */
        for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
            pd_buffer_clear(&text);
            pd_api_write_spawned(&text, v == subscriber ? ref : "", &who);
            stage->deps.sink.text(v->to, text.failed ? NULL : text.data, text.size);
        }
    } else
        pd_srv_observed_drop(stage, coming.observed);
    unlock(stage);

    pd_buffer_deinit(&text);
    pd_api_mover_release(&coming.mover);
    return status;
}

pd_status pd_srv_stage_despawn(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = owned_character(subscriber, id, err);
    if (a) a->dead = 1;
    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_input(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                             const pd_pfnn_input *input, pd_error *err)
{
    pd_pfnn_follow *coming = NULL;

    lock(stage);
    pd_srv_character *a = driven_character(subscriber, id, false, err);
    if (a) {
        a->input = *input;
        a->seq = seq;
        a->input_us = now_of(stage);
        a->stop_following = 1;
        coming = a->coming; /* asked for before it, since the last tick */
        a->coming = NULL;
    }
    unlock(stage);

    free(coming);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_look(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const double look[2], const pd_pfnn_gaze_request *gaze, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = driven_character(subscriber, id, false, err);
    if (a) {
        a->input.has_look = look != NULL;
        if (look) memcpy(a->input.look, look, sizeof a->input.look);
        a->input_us = now_of(stage);
        a->gaze = *gaze;
        a->has_gaze = 1;
    }
    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_retarget_face_request *request, pd_error *err)
{
    pd_retarget_face_goal goal;
    lock(stage);
    pd_srv_character *a = owned_character(subscriber, id, err);
    pd_status s = a ? PD_OK : err->status;
    if (a && !a->body)
        s = pd_fail(err, PD_ERR_UNSUPPORTED, "/id",
                    "%u has no body; one that was spawned with \"body\":{\"model\":\"person\"} is expected",
                    id);
    if (!s) s = pd_retarget_live_body_goal_of(&goal, a->body, request, err);
    if (!s) a->face = goal, a->has_face = 1;
    unlock(stage);

    return s;
}

pd_status pd_srv_stage_follow(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                              const pd_pfnn_follow *follow, pd_error *err)
{
    pd_srv_character *a = NULL;
    pd_pfnn_follow *copy = malloc(sizeof *copy);
    if (!copy) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    *copy = *follow;

    lock(stage);
    a = driven_character(subscriber, id, false, err);
    pd_pfnn_follow *before = a ? a->coming : copy;
    if (a) {
        copy->seed = id + ((uint64_t)stage->state.tick << 32);
        a->coming = copy;
        a->stop_following = 0;
    }
    unlock(stage);

    free(before);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_reach(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_pfnn_hand hand, const pd_pfnn_reach_request *request, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = driven_character(subscriber, id, false, err);
    if (a) {
        a->reaches[hand] = *request;
        a->has_reach[hand] = 1;
    }
    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_sit(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                           const pd_pfnn_sit_request *request, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = driven_character(subscriber, id, false, err);
    if (a) a->sit = *request, a->has_sit = 1;
    unlock(stage);

    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_observe(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                               const pd_observe_sight *sight, pd_error *err)
{
    lock(stage);
    pd_srv_character *a = driven_character(subscriber, id, true, err);
    if (a) pd_srv_observed_see(stage, a->observed, sight, seq);
    unlock(stage);

    return a ? PD_OK : err->status;
}

void pd_srv_stage_profile(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const pd_api_profile *profile)
{
    lock(stage);
    subscriber->profile = *profile;
    subscriber->offset = stage->state.tick + 1;
    subscriber->is_owed = subscriber->granted = false;
    subscriber->frames_due = subscriber->frames_given = 0;
    subscriber->is_lowered = false;
    if (subscriber->session && subscriber->session->owner == subscriber)
        subscriber->session->profile = *profile;
    unlock(stage);
}

/* -- sweeping --------------------------------------------------------------------- */

static void sweep_characters(pd_srv_stage *stage, pd_srv_session *s, int all)
{
    for (pd_srv_character **at = &s->characters; *at;) {
        pd_srv_character *a = *at;
        if (!all && !a->dead) {
            at = &a->next;
            continue;
        }

        *at = a->next;
        a->group->characters--;
        s->character_count--;
        stage->character_count--;
        stage->body_count -= a->body || a->drive;
        PD_ASSERT(a->group->characters >= 0 && s->character_count >= 0);
        PD_ASSERT(stage->body_count >= 0 && stage->character_count >= stage->body_count);

        give_back(stage, a->held);
        pd_srv_observed_drop(stage, a->observed);
        pd_retarget_live_body_free(a->body);
        pd_api_skeleton_release(a->own);
        free(a->drive);
        free(a->coming);
        free(a->follow);
        free(a);
    }
}

#define LARGE_SCENE ((size_t)1 << 20)

/* A large one is freed by pd_srv_stage_tidy: 67 MB of heights take the tick's thread 5 ms. */
static void leave_scene(pd_srv_stage *stage, pd_api_scene *scene)
{
    if (!scene || scene->held < LARGE_SCENE) {
        pd_api_scene_release(scene);
        return;
    }
    if (stage->left_count == stage->left_capacity) {
        const int capacity = 2 * stage->left_capacity + 16;
        pd_api_scene **grown = realloc(stage->left_scenes, (size_t)capacity * sizeof *grown);
        if (!grown) {
            pd_api_scene_release(scene);
            return;
        }
        stage->left_scenes = grown;
        stage->left_capacity = capacity;
    }
    stage->left_scenes[stage->left_count++] = scene;
}

void pd_srv_stage_tidy(pd_srv_stage *stage)
{
    lock(stage);
    pd_api_scene **scenes = stage->left_scenes;
    const int count = stage->left_count;
    stage->left_scenes = NULL;
    stage->left_count = stage->left_capacity = 0;
    unlock(stage);

    for (int i = 0; i < count; i++) pd_api_scene_release(scenes[i]);
    free(scenes);
}

void pd_srv_stage_sweep(pd_srv_stage *stage, int64_t now_us)
{
    for (pd_srv_session **at = &stage->sessions; *at;) {
        pd_srv_session *s = *at;
        int64_t window = pd_srv_seconds_us(config_of(stage)->stream_resume_window);
        int over = s->dead || (!s->owner && now_us - s->left_us > window);
        sweep_characters(stage, s, over);
        if (!over) {
            at = &s->next;
            continue;
        }

        while (s->subscribers) detach(stage, s->subscribers);
        *at = s->next;
        stage->session_count--;
        stage->slot_sessions[s->slot]--;
        PD_ASSERT(!s->characters && !s->character_count);
        PD_ASSERT(stage->session_count >= 0 && stage->slot_sessions[s->slot] >= 0);
        leave_scene(stage, s->scene);
        pd_srv_vmc_close(s->vmc);
        free(s);
    }

    for (pd_srv_model_group **at = &stage->groups; *at;) {
        pd_srv_model_group *c = *at;
        if (c->characters) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        pd_pfnn_model_release(c->model);
        pd_pfnn_model_release(c->database);
        free(c);
    }
}
