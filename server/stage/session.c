/* Who is on the stage: joining, leaving, spawning, and what the tick leaves behind. */
#include "core/pfnn/settle.h"
#include "server/stage/stage_parts.h"
#include "server/stage/vmc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const pd_api_profile default_profile = {
    PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS, 1, 48};

static void enter(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
}

static void leave(pd_srv_stage *stage)
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

static int random_digits(char *out, int digits)
{
    unsigned char bytes[32];
    if (getrandom(bytes, (size_t)digits / 2, 0) != digits / 2) return 0;
    for (int i = 0; i < digits / 2; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return 1;
}

/* -- sessions ------------------------------------------------------------------ */

static int least_slot(const pd_srv_stage *stage)
{
    int open = stage->session_count / PD_SRV_SLOT_SESSIONS + 1, best = 0;
    for (int i = 1; i < open && i < PD_SRV_SLOTS; i++)
        if (stage->slot_sessions[i] < stage->slot_sessions[best]) best = i;
    return best;
}

static pd_srv_session *new_session(pd_srv_stage *stage, pd_error *err)
{
    int most = config_of(stage)->stream_sessions;
    pd_srv_session *s = calloc(1, sizeof *s);
    if (stage->session_count >= most)
        pd_fail(err, PD_ERR_BUSY, "", "%d sessions; no more allowed (stream.sessions)", most);
    else if (!s || !random_digits(s->id, PD_SRV_SESSION_ID - 1) || !random_digits(s->token, PD_SRV_TOKEN - 1))
        pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a session");
    else {
        s->slot = least_slot(stage);
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

int pd_srv_token_equal(const char *a, const char *b)
{
    unsigned char differs = 0;
    for (int i = 0; i < PD_SRV_TOKEN - 1; i++) differs |= (unsigned char)(a[i] ^ b[i]);
    return !differs;
}

static pd_srv_session *find_token(pd_srv_stage *stage, const char *token)
{
    if (strlen(token) != PD_SRV_TOKEN - 1) return NULL;
    for (pd_srv_session *s = stage->sessions; s; s = s->next)
        if (!s->dead && pd_srv_token_equal(s->token, token)) return s;
    return NULL;
}

static pd_srv_session *find_session(pd_srv_stage *stage, const char *id)
{
    for (pd_srv_session *s = stage->sessions; s; s = s->next)
        if (!s->dead && !strcmp(s->id, id)) return s;
    return NULL;
}

static void detach(const pd_srv_stage *stage, pd_srv_viewer *viewer)
{
    pd_srv_session *s = viewer->session;
    if (!s) return;
    pd_srv_viewer **at = &s->viewers;
    while (*at && *at != viewer) at = &(*at)->next;
    if (*at) *at = viewer->next;
    if (s->owner == viewer) {
        s->owner = NULL;
        s->left_us = now_of(stage);
    }
    viewer->session = NULL;
    viewer->next = NULL;
    atomic_store(&viewer->taken, 1);
}

static void attach(const pd_srv_stage *stage, pd_srv_viewer *viewer, pd_srv_session *s, int owns)
{
    if (owns && s->owner) detach(stage, s->owner); /* a connection that died without a word */
    viewer->session = s;
    viewer->next = s->viewers;
    s->viewers = viewer;
    if (owns) s->owner = viewer;
}

/* A destination has one session: of two that wait for their clients the newer one. */
static pd_status free_destination(pd_srv_stage *stage, const char *destination, pd_error *err)
{
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->dead || !s->vmc || strcmp(pd_srv_vmc_destination(s->vmc), destination) != 0) continue;
        if (s->owner)
            return pd_fail(err, PD_ERR_BUSY, "/vmc", "another session sends to %s; one at a time",
                           destination);
        pd_srv_vmc_close(s->vmc);
        s->vmc = NULL;
    }
    return PD_OK;
}

static pd_status open_vmc(pd_srv_vmc **out, pd_srv_stage *stage, const pd_srv_vmc_wish *wish, pd_error *err)
{
    *out = NULL;
    if (!wish->destination) return PD_OK;
    pd_status status = pd_srv_vmc_open(out, wish, config_of(stage), err);
    if (status == PD_OK) status = free_destination(stage, pd_srv_vmc_destination(*out), err);
    if (status == PD_OK) return PD_OK;
    pd_srv_vmc_close(*out);
    *out = NULL;
    return status;
}

static pd_srv_session *session_in(pd_srv_stage *stage, const pd_srv_join *wanted, pd_error *err)
{
    const char *scene = wanted->scene;
    char hint[PD_API_HINT_BYTES];
    pd_srv_vmc *vmc;
    pd_api_scene *found = scene ? stage->deps.host->scene(stage->deps.host->ctx, scene) : NULL;
    if (scene && !found) {
        pd_api_id_hint(hint, stage->deps.host, PD_API_IDS_SCENES, scene);
        pd_fail(err, PD_ERR_NOT_FOUND, "/scene", "no scene \"%.64s\"%s%s GET /v1/scenes lists them", scene,
                hint, *hint ? "" : ";");
        return NULL;
    }
    pd_srv_session *s = open_vmc(&vmc, stage, &wanted->vmc, err) == PD_OK ? new_session(stage, err) : NULL;
    if (s) {
        s->scene = found;
        s->vmc = vmc;
        return s;
    }
    pd_srv_vmc_close(vmc);
    pd_api_scene_release(found);
    return NULL;
}

static pd_status check_join(const pd_srv_join *wanted, pd_error *err)
{
    if (!!wanted->resume + !!wanted->watch + !!wanted->scene > 1)
        return pd_fail(err, PD_ERR_INVALID, "", "resume, watch and scene exclude each other");
    if (wanted->vmc.destination && (wanted->resume || wanted->watch))
        return pd_fail(err, PD_ERR_INVALID, "/vmc",
                       "only a new session can be sent; a resumed one keeps what it had");
    return PD_OK;
}

static pd_srv_session *session_for(pd_srv_stage *stage, const pd_srv_join *wanted, pd_error *err)
{
    const char *resume = wanted->resume, *watch = wanted->watch;
    pd_srv_session *s;
    if (check_join(wanted, err) != PD_OK) return NULL;
    if (!resume && !watch) return session_in(stage, wanted, err);
    s = resume ? find_token(stage, resume) : find_session(stage, watch);
    if (!s && resume)
        pd_fail(err, PD_ERR_NOT_FOUND, "/resume",
                "no session has this token; it ends %g s after its connection (stream.resume_window)",
                config_of(stage)->stream_resume_window);
    if (!s && watch) pd_fail(err, PD_ERR_NOT_FOUND, "/watch", "no session \"%.20s\"", watch);
    return s;
}

/* Who is there already; without memory nobody is told of. */
static void tell_who(pd_srv_joined *told, const pd_srv_session *s)
{
    told->there = s->actor_count ? calloc((size_t)s->actor_count, sizeof *told->there) : NULL;
    for (const pd_srv_actor *a = s->actors; a && told->there; a = a->next) {
        if (a->dead) continue;
        pd_api_who *who = &told->there[told->there_count++];
        who->id = a->id;
        memcpy(who->model, a->model, sizeof who->model);
    }
}

pd_status pd_srv_stage_join(pd_srv_stage *stage, pd_srv_viewer **out, pd_srv_joined *told, void *to,
                            const pd_srv_join *wanted, pd_error *err)
{
    int resume = wanted->resume != NULL, watch = wanted->watch != NULL;
    pd_error mine = {0};
    pd_srv_viewer *viewer = calloc(1, sizeof *viewer);
    *out = NULL;
    if (!viewer) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a viewer");
    viewer->to = to;
    viewer->profile = default_profile;
    enter(stage);
    pd_srv_session *s = session_for(stage, wanted, &mine);
    if (s) {
        if (resume) viewer->profile = s->profile;
        attach(stage, viewer, s, !watch);
        memset(told, 0, sizeof *told);
        memcpy(told->session, s->id, sizeof told->session);
        if (!watch) memcpy(told->token, s->token, sizeof told->token);
        if (s->vmc && !watch) snprintf(told->vmc, sizeof told->vmc, "%s", pd_srv_vmc_destination(s->vmc));
        told->resumed = resume;
        told->tick = stage->state.tick;
        tell_who(told, s);
        *out = viewer;
    }
    leave(stage);
    if (s) return PD_OK;
    free(viewer);
    if (err) *err = mine;
    return mine.status;
}

void pd_srv_stage_leave(pd_srv_stage *stage, pd_srv_viewer *viewer, int for_good)
{
    enter(stage);
    pd_srv_session *s = viewer->session;
    int owned = s && s->owner == viewer;
    detach(stage, viewer);
    if (owned && (for_good || config_of(stage)->stream_resume_window <= 0)) s->dead = 1;
    leave(stage);
    free(viewer);
}

int pd_srv_stage_is_taken(pd_srv_stage *stage, const pd_srv_viewer *viewer)
{
    (void)stage;
    return atomic_load(&((pd_srv_viewer *)viewer)->taken);
}

/* -- characters ------------------------------------------------------------------ */

static pd_srv_cast *cast_of(pd_srv_stage *stage, pd_pfnn_model *model, pd_error *err)
{
    for (pd_srv_cast *c = stage->casts; c; c = c->next)
        if (c->model == model) return c;
    pd_srv_cast *c = calloc(1, sizeof *c);
    if (!c) {
        pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory for a figure");
        return NULL;
    }
    if (pd_pfnn_figure_init(&c->figure, model, err) != PD_OK ||
        pd_pfnn_figure_settle(&c->figure, err) != PD_OK) {
        free(c);
        return NULL;
    }
    c->model = pd_pfnn_model_retain(model);
    c->next = stage->casts;
    stage->casts = c;
    return c;
}

/* The viewer's session when it may change it. */
static pd_srv_session *owned(const pd_srv_viewer *viewer, pd_error *err)
{
    pd_srv_session *s = viewer->session;
    if (s && s->owner == viewer) return s;
    pd_fail(err, PD_ERR_INVALID, "", s ? "a watcher may not move characters" : "the session has ended");
    return NULL;
}

static pd_srv_actor *find_actor(pd_srv_session *s, uint32_t id, pd_error *err)
{
    for (pd_srv_actor *a = s->actors; a; a = a->next)
        if (!a->dead && a->id == id) return a;
    pd_fail(err, PD_ERR_NOT_FOUND, "/id", "%u; no character of this session", id);
    return NULL;
}

static pd_srv_actor *owned_actor(const pd_srv_viewer *viewer, uint32_t id, pd_error *err)
{
    pd_srv_session *s = owned(viewer, err);
    return s ? find_actor(s, id, err) : NULL;
}

static pd_status check_room(pd_srv_stage *stage, const pd_srv_session *s, pd_error *err)
{
    int most = config_of(stage)->stream_characters;
    if (s->actor_count >= most)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d characters; at most %d in a session (stream.characters)",
                       s->actor_count, most);
    if (stage->state.load <= 0.9) return PD_OK;
    stage->refused++;
    return pd_fail(err, PD_ERR_BUSY, "", "ticks take %.0f %% of their time; no more characters now",
                   100 * stage->state.load);
}

/* Makes the body that was asked for; *out stays NULL when none was. Its place in an error is below /body. */
static pd_status make_body(pd_fit_live_body **out, pd_srv_stage *stage, const pd_srv_spawn *spawn,
                           const pd_pfnn_figure *figure, pd_error *err)
{
    pd_api_model model;
    const char *id = spawn->body ? spawn->body : "default";
    char hint[PD_API_HINT_BYTES];

    *out = NULL;
    if (!spawn->has_body) return PD_OK;
    if (!stage->deps.host->acquire(stage->deps.host->ctx, id, &model)) {
        pd_api_id_hint(hint, stage->deps.host, PD_API_IDS_MODELS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/body/model", "no model \"%.64s\"%s", id, hint);
    }
    pd_status status;
    if (model.body)
        status =
            pd_fit_live_body_new(out, &figure->skeleton, model.body, spawn->betas, spawn->beta_count, err);
    else
        status = pd_fail(err, PD_ERR_INVALID, "/body/model", "\"%.64s\" is a %s model; a body is needed", id,
                         model.kind);
    pd_api_model_release(&model);
    return status;
}

static pd_status add_actor(pd_srv_stage *stage, pd_srv_session *s, uint32_t *id, const pd_api_model *model,
                           const pd_srv_spawn *spawn, pd_error *err)
{
    pd_srv_cast *cast = cast_of(stage, model->motion, err);
    if (!cast) return err->status;
    pd_srv_actor *a = calloc(1, sizeof *a);
    if (!a) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a character");
    a->scene = s->scene ? &s->scene->scene : NULL;
    pd_status status =
        pd_pfnn_character_init(&a->character, &cast->figure, a->scene, spawn->position, spawn->facing, err);
    if (status == PD_OK) status = make_body(&a->body, stage, spawn, &cast->figure, err);
    if (status != PD_OK) {
        free(a);
        return status;
    }
    a->cast = cast;
    snprintf(a->model, sizeof a->model, "%s", model->id);
    cast->actors++;
    *id = a->id = ++stage->next_id;
    a->input_us = now_of(stage);
    a->next = s->actors;
    s->actors = a;
    s->actor_count++;
    stage->actor_count++;
    return PD_OK;
}

/* The others in the session, so that they know how many joints its frames have. */
static void tell_others(const pd_srv_stage *stage, const pd_srv_session *s, const pd_srv_viewer *but,
                        uint32_t id, const char *model, pd_buffer *text)
{
    pd_api_write_spawned(text, "", id, model);
    for (const pd_srv_viewer *v = s->viewers; v && !text->failed; v = v->next)
        if (v != but) stage->deps.sink.text(v->to, text->data, text->size);
}

pd_status pd_srv_stage_spawn(pd_srv_stage *stage, uint32_t *id, char model_id[72], pd_srv_viewer *viewer,
                             const pd_srv_spawn *spawn, pd_error *err)
{
    pd_api_model model;
    const char *wanted = spawn->model ? spawn->model : PD_API_DEFAULT_MOTION;
    char hint[PD_API_HINT_BYTES];

    if (!stage->deps.host->acquire(stage->deps.host->ctx, wanted, &model)) {
        if (!spawn->model) return pd_fail(err, PD_ERR_NOT_FOUND, "/model", "no motion network is resident");
        pd_api_id_hint(hint, stage->deps.host, PD_API_IDS_MOTIONS, spawn->model);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/model", "no model \"%.64s\"%s", spawn->model, hint);
    }
    pd_status status = PD_OK;
    pd_buffer text = {0};
    if (!model.motion)
        status = pd_fail(err, PD_ERR_INVALID, "/model", "\"%.64s\" is a %s model; a motion network is needed",
                         model.id, model.kind);
    enter(stage);
    pd_srv_session *s = status == PD_OK ? owned(viewer, err) : NULL;
    if (status == PD_OK) status = s ? check_room(stage, s, err) : err->status;
    if (status == PD_OK) status = add_actor(stage, s, id, &model, spawn, err);
    if (status == PD_OK) tell_others(stage, s, viewer, *id, model.id, &text);
    leave(stage);
    pd_buffer_deinit(&text);
    snprintf(model_id, 72, "%s", model.id);
    pd_api_model_release(&model);
    return status;
}

pd_status pd_srv_stage_despawn(pd_srv_stage *stage, pd_srv_viewer *viewer, uint32_t id, pd_error *err)
{
    enter(stage);
    pd_srv_actor *a = owned_actor(viewer, id, err);
    if (a) a->dead = 1;
    leave(stage);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_input(pd_srv_stage *stage, pd_srv_viewer *viewer, uint32_t id, uint32_t seq,
                             const pd_pfnn_input *input, pd_error *err)
{
    enter(stage);
    pd_srv_actor *a = owned_actor(viewer, id, err);
    if (a) {
        a->input = *input;
        a->seq = seq;
        a->input_us = now_of(stage);
        a->stop_following = 1;
    }
    leave(stage);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_look(pd_srv_stage *stage, pd_srv_viewer *viewer, uint32_t id, const double look[2],
                            const pd_pfnn_gaze_request *gaze, pd_error *err)
{
    enter(stage);
    pd_srv_actor *a = owned_actor(viewer, id, err);
    if (a) {
        a->input.has_look = look != NULL;
        if (look) memcpy(a->input.look, look, sizeof a->input.look);
        a->input_us = now_of(stage);
        a->gaze = *gaze;
        a->has_gaze = 1;
    }
    leave(stage);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_follow(pd_srv_stage *stage, pd_srv_viewer *viewer, uint32_t id,
                              const pd_pfnn_follow *follow, pd_error *err)
{
    pd_srv_actor *a = NULL;
    pd_pfnn_follow *copy = malloc(sizeof *copy);
    if (!copy) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a path");
    *copy = *follow;
    enter(stage);
    a = owned_actor(viewer, id, err);
    pd_pfnn_follow *before = a ? a->coming : copy;
    if (a) {
        a->coming = copy;
        a->stop_following = 0;
    }
    leave(stage);
    free(before);
    return a ? PD_OK : err->status;
}

pd_status pd_srv_stage_reach(pd_srv_stage *stage, pd_srv_viewer *viewer, uint32_t id, pd_pfnn_hand hand,
                             const pd_pfnn_reach_request *request, pd_error *err)
{
    enter(stage);
    pd_srv_actor *a = owned_actor(viewer, id, err);
    if (a) {
        a->reach[hand] = *request;
        a->has_reach[hand] = 1;
    }
    leave(stage);
    return a ? PD_OK : err->status;
}

void pd_srv_stage_profile(pd_srv_stage *stage, pd_srv_viewer *viewer, const pd_api_profile *profile)
{
    enter(stage);
    viewer->profile = *profile;
    viewer->offset = stage->state.tick + 1;
    if (viewer->session && viewer->session->owner == viewer) viewer->session->profile = *profile;
    leave(stage);
}

/* -- sweeping --------------------------------------------------------------------- */

static void free_actor(pd_srv_stage *stage, pd_srv_session *s, pd_srv_actor *a)
{
    a->cast->actors--;
    s->actor_count--;
    stage->actor_count--;
    pd_fit_live_body_free(a->body);
    free(a->coming);
    free(a->follow);
    free(a);
}

static void sweep_actors(pd_srv_stage *stage, pd_srv_session *s, int all)
{
    for (pd_srv_actor **at = &s->actors; *at;) {
        pd_srv_actor *a = *at;
        if (!all && !a->dead) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        free_actor(stage, s, a);
    }
}

static int is_over(const pd_srv_stage *stage, const pd_srv_session *s, int64_t now_us)
{
    int64_t window = pd_srv_seconds_us(config_of(stage)->stream_resume_window);
    return s->dead || (!s->owner && now_us - s->left_us > window);
}

static void sweep_casts(pd_srv_stage *stage)
{
    for (pd_srv_cast **at = &stage->casts; *at;) {
        pd_srv_cast *c = *at;
        if (c->actors) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        pd_pfnn_model_release(c->model);
        free(c);
    }
}

void pd_srv_stage_sweep(pd_srv_stage *stage, int64_t now_us)
{
    for (pd_srv_session **at = &stage->sessions; *at;) {
        pd_srv_session *s = *at;
        int over = is_over(stage, s, now_us);
        sweep_actors(stage, s, over);
        if (!over) {
            at = &s->next;
            continue;
        }
        while (s->viewers) detach(stage, s->viewers);
        *at = s->next;
        stage->session_count--;
        stage->slot_sessions[s->slot]--;
        pd_api_scene_release(s->scene);
        pd_srv_vmc_close(s->vmc);
        free(s);
    }
    sweep_casts(stage);
}
