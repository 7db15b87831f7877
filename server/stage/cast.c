#include "server/stage/cast.h"

#include "core/base/assert.h"
#include "core/smpl/hit.h"
#include "server/base/process.h"
#include "server/stage/past.h"
#include "server/stage/room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NICE          5
#define BURST_SECONDS 2   /* a member may save the rays of this time (stream.room_rays) */
#define SLACK_SECONDS 0.1 /* poses are kept for this time longer, since a request may wait */

/* A request that waits, or is under way. */
struct pd_srv_casting {
    struct pd_srv_casting *next;
    pd_srv_subscriber *subscriber; /* NULL: it has left */
    char ref[PD_API_REF_BYTES];
    pd_api_cast cast;
};

/* A character near a ray, as it was at the moment. */
typedef struct candidate {
    uint32_t id, member;
    pd_vec3 low, high; /* box about it */
    double enters;     /* smallest distance at which a ray enters the box */
    pd_srv_moment moment;
    bool has_skin;                /* true: shape and spheres hold, else joints and capsules */
    pd_retarget_live_shape shape; /* model retained */
    pd_srv_spheres *spheres;      /* retained; NULL: not made yet */
    pd_anim_capsules capsules;
    pd_vec3 joints[PD_ANIM_MAX_JOINTS];               /* (J) world */
    char names[PD_ANIM_CAPSULES][PD_ANIM_NAME_BYTES]; /* joint at which each capsule begins */
} candidate;

/* -- copying poses, under the lock --------------------------------------------------- */

/* Returns the smallest distance at which a ray enters the box of a character; NAN: none does. */
static double enter_box(const pd_api_cast *cast, pd_vec3 low, pd_vec3 high)
{
    double least = NAN;

    for (int r = 0; r < cast->ray_count; r++) {
        const double at = pd_ray_box(&cast->rays[r], low, high);
        if (at < least || isnan(least)) least = at;
    }

    return least;
}

static bool is_left_out(const pd_api_cast *cast, uint32_t id)
{
    for (int i = 0; i < cast->without_count; i++)
        if (cast->without[i] == id) return true;
    return false;
}

/* Copies what capsules need: the joints in the world. */
static void copy_capsules(candidate *c, const pd_srv_character *a)
{
    const pd_anim_skeleton *skeleton = pd_srv_character_skeleton(a);
    const pd_quat *rotations;
    pd_vec3 translation;

    if (a->body) skeleton = pd_retarget_live_body_frame(&rotations, &translation, a->body);
    pd_anim_skeleton_forward(c->joints, NULL, skeleton, c->moment.rotations, c->moment.first);
    if (a->body) {
        /* `first` is the place of the root joint itself. */
        const pd_vec3 shift = pd_vec3_sub(c->moment.first, c->joints[skeleton->root]);
        for (int j = 0; j < skeleton->joint_count; j++) c->joints[j] = pd_vec3_add(c->joints[j], shift);
        pd_anim_capsules_init(&c->capsules, skeleton);
    } else {
        c->capsules = a->past->capsules;
    }

    for (int i = 0; i < c->capsules.count; i++)
        memcpy(c->names[i], skeleton->names[c->capsules.each[i].from], sizeof c->names[i]);
}

/* Copies the characters whose boxes rays enter: *count of them. Returns false when out of memory; those that
 * were copied are the caller's as well. */
static bool copy_candidates(candidate **out, int *count, const pd_srv_session *s, const pd_api_cast *cast)
{
    int capacity = 0;

    *out = NULL;
    *count = 0;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        pd_vec3 low, high;
        if (a->dead || !a->past || is_left_out(cast, a->id)) continue;
        if (!pd_srv_past_box(&low, &high, a->past, cast->tick, cast->span, cast->fraction)) continue;
        const double enters = enter_box(cast, low, high);
        if (isnan(enters)) continue;
        if (*count == capacity) {
            capacity = 2 * capacity + 8;
            candidate *more = realloc(*out, (size_t)capacity * sizeof **out);
            if (!more) return false;
            *out = more;
        }

        candidate *c = &(*out)[(*count)++];
        c->id = a->id;
        c->member = a->member;
        c->low = low;
        c->high = high;
        c->enters = enters;
        c->spheres = NULL;
        c->has_skin = a->body && cast->surface != PD_API_SURFACE_CAPSULES;
        pd_srv_past_between(&c->moment, a->past, cast->tick, cast->span, cast->fraction);
        if (!c->has_skin) {
            copy_capsules(c, a);
            continue;
        }

        pd_retarget_live_body_shape(&c->shape, a->body);
        pd_smpl_model_retain(c->shape.model);
        c->spheres = pd_srv_spheres_retain(a->past->spheres);
    }

    return true;
}

/* -- rays, without the lock ----------------------------------------------------------- */

/* Returns whether a ray may meet a character before what it has met. */
static bool may_meet(const pd_api_hits *out, int ray, const candidate *c, const pd_api_cast *cast)
{
    const int count = out->counts[ray];
    const double at = pd_ray_box(&cast->rays[ray], c->low, c->high);
    return !isnan(at) && (count < cast->hits || at < out->hits[ray][count - 1].distance);
}

/* Inserts a hit into a ray's list, nearest first, of at most `most`. */
static void insert_hit(pd_api_hits *out, int ray, const pd_api_hit *hit, int most)
{
    pd_api_hit *list = out->hits[ray];
    int at = out->counts[ray];

    while (at > 0 && list[at - 1].distance > hit->distance) at--;
    if (at >= most) return;
    if (out->counts[ray] < most) out->counts[ray]++;
    memmove(&list[at + 1], &list[at], (size_t)(out->counts[ray] - 1 - at) * sizeof *list);
    list[at] = *hit;
}

static void meet_capsules(pd_api_hits *out, const candidate *c, const pd_api_cast *cast)
{
    for (int r = 0; r < cast->ray_count; r++) {
        pd_anim_capsule_hit met;
        if (!may_meet(out, r, c, cast)) continue;
        if (!pd_anim_capsules_meet(&met, &c->capsules, c->joints, &cast->rays[r])) continue;
        pd_api_hit hit = {.id = c->id,
                          .member = c->member,
                          .distance = met.distance,
                          .point = met.point,
                          .normal = met.normal};
        for (int i = 0; i < c->capsules.count; i++)
            if (c->capsules.each[i].from == met.joint) memcpy(hit.joint, c->names[i], sizeof hit.joint);
        insert_hit(out, r, &hit, cast->hits);
    }
}

/* Makes the spheres of a body's shape. */
static pd_status make_spheres(candidate *c, pd_error *err)
{
    pd_srv_spheres *spheres = c->spheres ? NULL : calloc(1, sizeof *spheres);

    if (c->spheres) return PD_OK;
    if (!spheres) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    spheres->references = 1;
    c->spheres = spheres;

    return pd_smpl_hit_bounds(&spheres->bounds, c->shape.model, c->shape.betas, c->shape.beta_count, err);
}

static pd_status meet_skin(pd_api_hits *out, candidate *c, const pd_api_cast *cast, pd_arena *arena,
                           pd_error *err)
{
    const pd_smpl_model *model = c->shape.model;
    const pd_srv_moment *m = &c->moment;
    const bool is_linear = cast->surface == PD_API_SURFACE_BONES;
    const pd_smpl_skinning skinning = is_linear ? PD_SMPL_LBS : model->data.skinning;
    float rotations[9 * PD_ANIM_MAX_JOINTS];

    if (make_spheres(c, err) != PD_OK) return err->status;
    if (!pd_arena_reserve(arena, pd_smpl_target_bytes(model, skinning)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    PD_ASSERT(m->joint_count == model->joint_count);
    for (int j = 0; j < m->joint_count; j++) {
        double matrix[9];
        pd_q_to_matrix(matrix, m->rotations[j]);
        for (int i = 0; i < 9; i++) rotations[9 * j + i] = (float)matrix[i];
    }

    /* The body stands at its root, so that float32 is exact enough anywhere in the world. */
    const pd_vec3 moved = pd_vec3_sub(pd_vec3_sub(m->first, m->root), c->shape.root_rest);
    const float translation[3] = {(float)moved.x, (float)moved.y, (float)moved.z};
    const pd_smpl_body body = {.betas = c->shape.betas,
                               .beta_count = c->shape.beta_count,
                               .rotations = rotations,
                               .translation = translation,
                               .expression = m->weights,
                               .expression_count = m->weight_count,
                               .soft = m->soft,
                               .soft_count = m->soft_count};
    pd_smpl_target *target = NULL;
    for (int r = 0; r < cast->ray_count; r++) {
        pd_ray own = cast->rays[r];
        pd_smpl_hit met;
        if (!may_meet(out, r, c, cast)) continue;
        if (!target)
            target = pd_smpl_target_begin(arena, &body, (const float(*)[4])c->spheres->bounds, model,
                                          skinning, is_linear);
        own.from = pd_vec3_sub(own.from, m->root);
        if (!pd_smpl_target_meet(&met, target, &own)) continue;

        pd_api_hit hit = {.id = c->id,
                          .member = c->member,
                          .distance = met.distance,
                          .point = pd_vec3_add(met.point, m->root),
                          .normal = met.normal,
                          .has_face = true,
                          .face = met.face};
        snprintf(hit.joint, sizeof hit.joint, "%.31s", model->data.joint_names[met.joint]);
        memcpy(hit.corners, met.corners, sizeof hit.corners);
        memcpy(hit.weights, met.weights, sizeof hit.weights);
        insert_hit(out, r, &hit, cast->hits);
    }

    pd_arena_reset(arena);

    return PD_OK;
}

static int by_entry(const void *a, const void *b)
{
    const candidate *p = *(const candidate *const *)a, *q = *(const candidate *const *)b;
    if (p->enters < q->enters || p->enters > q->enters) return p->enters < q->enters ? -1 : 1;
    return p->id < q->id ? -1 : p->id > q->id;
}

static pd_status meet_all(pd_api_hits *out, candidate *candidates, int count, const pd_api_cast *cast,
                          pd_arena *arena, pd_error *err)
{
    candidate **order = malloc(((size_t)count + 1) * sizeof *order);
    pd_status status = order ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* The nearest first, since a ray does not look at what is behind the characters that it has met. */
    for (int i = 0; i < count && order; i++) order[i] = &candidates[i];
    if (order) qsort(order, (size_t)count, sizeof *order, by_entry);
    for (int i = 0; i < count && status == PD_OK; i++) {
        candidate *c = order[i];
        if (c->has_skin)
            status = meet_skin(out, c, cast, arena, err);
        else
            meet_capsules(out, c, cast);
    }

    free(order);

    return status;
}

/* Lets the characters keep the spheres that were made, and releases the candidates. Under the lock. */
static void end_candidates(candidate *candidates, int count, const pd_srv_session *s)
{
    for (int i = 0; i < count; i++) {
        candidate *c = &candidates[i];
        if (!c->has_skin) continue;
        for (pd_srv_character *a = s ? s->characters : NULL; a; a = a->next)
            if (a->id == c->id && a->past && !a->past->spheres && c->spheres && c->spheres->bounds)
                a->past->spheres = pd_srv_spheres_retain(c->spheres);
        pd_srv_spheres_release(c->spheres);
        pd_smpl_model_release(c->shape.model);
    }

    free(candidates);
}

/* Casts the rays in a session. Called under the lock, which is released meanwhile. */
static pd_status cast_rays(pd_api_hits *out, pd_srv_stage *stage, const pd_srv_session *s,
                           const pd_api_cast *cast, pd_arena *arena, pd_error *err)
{
    char id[PD_SRV_SESSION_ID];
    candidate *candidates;

    memcpy(id, s->id, sizeof id);
    out->tick = s->tick;
    out->ray_count = cast->ray_count;
    memset(out->counts, 0, sizeof out->counts);
    int count;
    const bool is_whole = copy_candidates(&candidates, &count, s, cast);
    pthread_mutex_unlock(&stage->lock);
    const pd_status status = is_whole ? meet_all(out, candidates, count, cast, arena, err)
                                      : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    pthread_mutex_lock(&stage->lock);
    end_candidates(candidates, count, pd_srv_session_find(stage, id));
    if (status == PD_OK) stage->rays += (uint64_t)cast->ray_count;

    return status;
}

/* Checks that the moment of a request lies in the time of `seconds` before the newest tick. */
static pd_status check_moment(const pd_srv_stage *stage, const pd_srv_session *s, const pd_api_cast *cast,
                              double seconds, const char *limit, pd_error *err)
{
    const uint32_t age = s->tick - cast->tick;
    const uint32_t most = (uint32_t)floor(seconds * stage->rate);
    const uint32_t next = cast->fraction > 0 ? (uint32_t)cast->span : 0;

    if (!(s->room->rewind > 0))
        return pd_fail(err, PD_ERR_FORBIDDEN, "/type",
                       "the room \"%.64s\" has a rewind of 0: nobody may cast", s->room->name);
    if (age > most)
        return pd_fail(err, PD_ERR_RANGE, "/tick", "%u; %u to %u allowed: %.3g s at most, %s", cast->tick,
                       s->tick > most ? s->tick - most : 0, s->tick, seconds, limit);
    if (next > age)
        return pd_fail(err, PD_ERR_RANGE, "/span", "%d; at most %u allowed, because the newest tick is %u",
                       cast->span, age, s->tick);

    return PD_OK;
}

/* -- a game's own server -------------------------------------------------------------- */

pd_status pd_srv_stage_room_cast(pd_srv_stage *stage, pd_api_hits *out, const pd_api_room_cast *wanted,
                                 pd_error *err)
{
    pd_arena arena = {0};

    pthread_mutex_lock(&stage->lock);
    const pd_srv_session *s = pd_srv_room_find(stage, wanted->room);
    pd_status status = PD_OK;
    if (!s)
        status =
            pd_fail(err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\" (GET /v1/rooms lists them)", wanted->room);
    if (status == PD_OK)
        status = pd_srv_room_may_look(s, wanted->secret, wanted->owner.id, wanted->access, err);
    if (status == PD_OK)
        status = check_moment(stage, s, wanted->cast, s->room->rewind, "the rewind of the room", err);
    if (status == PD_OK) status = cast_rays(out, stage, s, wanted->cast, &arena, err);
    pthread_mutex_unlock(&stage->lock);
    pd_arena_deinit(&arena);

    return status;
}

/* -- members --------------------------------------------------------------------------- */

/* Takes rays of a member's rate. */
static pd_status take_rays(const pd_srv_stage *stage, pd_srv_member *m, int count, pd_error *err)
{
    const double rate = pd_srv_stage_cfg(stage)->stream_room_rays;
    const int64_t now_us = pd_srv_stage_clock_us(stage);

    /* `rays` counts what was taken, so that a new member begins with all of them. */
    m->rays = fmax(0, m->rays - (double)(now_us - m->cast_us) * 1e-6 * rate);
    m->cast_us = now_us;
    if (m->rays + count > BURST_SECONDS * rate)
        return pd_fail(err, PD_ERR_LIMIT, "/rays",
                       "%d more than %g rays a second of one member (stream.room_rays)", count, rate);
    m->rays += count;

    return PD_OK;
}

static pd_status ask(pd_srv_stage *stage, pd_srv_subscriber *v, const pd_api_cast *cast, const char *ref,
                     double round_trip, pd_error *err)
{
    const pd_srv_session *s = v->session;

    if (!s || s->dead) return pd_fail(err, PD_ERR_INVALID, "/type", "the session has ended");
    if (!s->room) return pd_fail(err, PD_ERR_INVALID, "/type", "this connection is in no room");
    if (!v->place) return pd_fail(err, PD_ERR_INVALID, "/type", "a watcher is no member of the room");

    /* The line's own delay bounds the time; before the first answer to a ping it is not known. */
    const double line = round_trip > 0 ? round_trip + PD_SRV_CAST_BUFFER : INFINITY;
    const double seconds = fmin(s->room->rewind, line);
    pd_status status = check_moment(
        stage, s, cast, seconds,
        seconds < s->room->rewind ? "the delay of this line and 0.2 s" : "the rewind of the room", err);
    if (status == PD_OK) status = take_rays(stage, v->place, cast->ray_count, err);
    if (status != PD_OK) return status;

    int waiting = 0;
    struct pd_srv_casting **end = &stage->castings;
    for (; *end; end = &(*end)->next) waiting++;
    if (waiting >= PD_SRV_CAST_QUEUE)
        return pd_fail(err, PD_ERR_BUSY, "", "%d messages cast wait; repeat it later", waiting);
    struct pd_srv_casting *casting = calloc(1, sizeof *casting);
    if (!casting) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    casting->subscriber = v;
    casting->cast = *cast;
    snprintf(casting->ref, sizeof casting->ref, "%s", ref);
    *end = casting;
    pthread_cond_signal(&stage->cast_asked);

    return PD_OK;
}

pd_status pd_srv_stage_cast(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const pd_api_cast *cast,
                            const char *ref, double round_trip, pd_error *err)
{
    pthread_mutex_lock(&stage->lock);
    const pd_status status = ask(stage, subscriber, cast, ref, round_trip, err);
    pthread_mutex_unlock(&stage->lock);

    return status;
}

void pd_srv_caster_forget(pd_srv_stage *stage, const pd_srv_subscriber *subscriber)
{
    if (stage->casting && stage->casting->subscriber == subscriber) stage->casting->subscriber = NULL;
    for (struct pd_srv_casting **at = &stage->castings; *at;) {
        struct pd_srv_casting *casting = *at;
        if (casting->subscriber != subscriber) {
            at = &casting->next;
            continue;
        }

        *at = casting->next;
        free(casting);
    }
}

/* Runs the first request that waits, and answers it. Under the lock, which is released meanwhile. */
static bool run_first(pd_srv_stage *stage, pd_api_hits *hits)
{
    struct pd_srv_casting *casting = stage->castings;
    pd_error err = {0};
    pd_buffer out = {0};

    if (!casting) return false;
    stage->castings = casting->next;
    const pd_srv_session *s = casting->subscriber->session;
    if (s && !s->dead) {
        stage->casting = casting;
        const pd_status status = cast_rays(hits, stage, s, &casting->cast, &stage->cast_scratch, &err);
        stage->casting = NULL;
        if (casting->subscriber) {
            pd_api_problems problems = {0};
            pd_api_note_error(&problems, "", &err);
            if (status == PD_OK)
                pd_api_write_hits(&out, casting->ref, hits);
            else
                pd_api_write_error(&out, casting->ref, "memory", &problems);
            stage->deps.sink.text(casting->subscriber->to, out.failed ? NULL : out.data, out.size);
            pd_buffer_deinit(&out);
        }
    }

    free(casting);

    return true;
}

bool pd_srv_caster_step(pd_srv_stage *stage)
{
    pd_api_hits *hits = malloc(sizeof *hits);

    if (!hits) return false;
    pthread_mutex_lock(&stage->lock);
    const bool was_there = run_first(stage, hits);
    pthread_mutex_unlock(&stage->lock);
    free(hits);
    if (was_there) stage->deps.sink.wake(stage->deps.sink.ctx);

    return was_there;
}

static void *caster_main(void *arg)
{
    pd_srv_stage *stage = arg;

    pthread_setname_np(pthread_self(), "posed-caster");
    const id_t self = (id_t)syscall(SYS_gettid);
    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + NICE);

    for (;;) {
        pthread_mutex_lock(&stage->lock);
        while (!stage->castings && !atomic_load(&stage->stopping))
            pthread_cond_wait(&stage->cast_asked, &stage->lock);
        pthread_mutex_unlock(&stage->lock);
        if (atomic_load(&stage->stopping)) return NULL;
        pd_srv_caster_step(stage);
    }
}

pd_status pd_srv_caster_start(pd_srv_stage *stage, pd_error *err)
{
    if (pthread_create(&stage->caster, NULL, caster_main, stage))
        return pd_srv_thread_error(err, "stream", "the caster");
    stage->is_casting = true;

    return PD_OK;
}

/* stage->stopping is set. */
void pd_srv_caster_halt(pd_srv_stage *stage)
{
    if (!stage->is_casting) return;
    pthread_mutex_lock(&stage->lock);
    pthread_cond_broadcast(&stage->cast_asked);
    pthread_mutex_unlock(&stage->lock);
    pthread_join(stage->caster, NULL);
    stage->is_casting = false;
}

/* -- the tick's -------------------------------------------------------------------------- */

void pd_srv_caster_note(pd_srv_stage *stage, pd_srv_session *s)
{
    const pd_api_host *host = stage->deps.host;
    const double rewind = s->room ? s->room->rewind : 0;

    if (!(rewind > 0)) return;
    const int capacity = (int)ceil((rewind + SLACK_SECONDS) * stage->rate) + 2;
    for (pd_srv_character *a = s->characters; a; a = a->next) {
        if (a->dead || !a->motion.ticks) continue;
        if (!a->past) {
            /* Without memory rays do not meet the character. */
            a->past = pd_srv_past_new(a, capacity);
            if (!a->past) continue;
            if (host->memory_add && host->memory_give) {
                host->memory_add(host->ctx, PD_API_MEMORY_STREAMS, a->past->bytes);
                a->held += a->past->bytes;
            }
        }

        pd_srv_past_note(a->past, a, s->tick);
    }
}
