#include "server/stage/observer.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/process.h"
#include "server/stage/stage_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NICE      5
#define TELLS_US  PD_SRV_SECOND       /* time between two reports about a character */
#define CHANGE_US (PD_SRV_SECOND / 4) /* the same after a change */
#define LEAST_S   1e-4 /* least time that is counted for a fit, because a coarse clock may measure 0 */

static void free_observed(pd_srv_queued *queued)
{
    pd_srv_observed *o = (pd_srv_observed *)queued;

    pd_observe_live_free(o->live);
    pd_smpl_model_release(o->model);
    free(o);
}

static void begin_observed(pd_srv_queued *queued)
{
    pd_srv_observed *o = (pd_srv_observed *)queued;
    o->fitted = o->sight;
    o->fitted_seq = o->seq;
}

static void run_observed(pd_srv_queued *queued)
{
    pd_srv_observed *o = (pd_srv_observed *)queued;
    o->trouble_now = (pd_error){0};
    if (pd_observe_live_see(&o->solution, o->live, &o->fitted, &o->trouble_now) != PD_OK) o->solution = NULL;
}

static void end_observed(pd_srv_queued *queued)
{
    pd_srv_observed *o = (pd_srv_observed *)queued;

    o->trouble = o->trouble_now;
    if (o->solution) {
        o->pose = *o->solution;
        o->pose_seq = o->fitted_seq;
        o->has_pose = true;
    }
    o->is_news = true;
}

static const pd_srv_queued_kind observed_kind = {
    .begin = begin_observed, .run = run_observed, .end = end_observed, .free = free_observed};

size_t pd_srv_observed_bytes(const pd_smpl_model *model)
{
    return sizeof(pd_srv_observed) + pd_observe_live_bytes(model);
}

pd_status pd_srv_observed_new(pd_srv_observed **out, const pd_srv_stage *stage, const pd_srv_spawn *spawn,
                              double floor, pd_error *err)
{
    const pd_api_host *host = stage->deps.host;
    const char *id = spawn->body ? spawn->body : "default";
    char hint[PD_API_HINT_BYTES];
    pd_api_model body, prior;
    pd_error denied = {0};

    *out = NULL;
    if (!pd_api_reach_model(&body, host, spawn->access, false, id, &denied)) {
        if (denied.status != PD_OK) return pd_fail(err, denied.status, "/body/model", "%s", denied.detail);
        pd_api_id_hint(hint, host, spawn->access, PD_API_IDS_MODELS, id);
        return pd_fail(err, PD_ERR_NOT_FOUND, "/body/model", "no model \"%.64s\"%s", id, hint);
    }

    if (!pd_api_reach_model(&prior, host, spawn->access, false, PD_API_DEFAULT_PRIOR, &denied))
        prior = (pd_api_model){0};

    pd_srv_observed *o = calloc(1, sizeof *o);
    pd_status status = o ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK && !pd_api_model_body(&body))
        status = pd_fail(err, PD_ERR_INVALID, "/body/model", "\"%.64s\" is a %s model; a body is needed", id,
                         body.kind->name);
    if (status == PD_OK) {
        const pd_observe_live_request request = {.model = pd_api_model_body(&body),
                                                 .prior = pd_api_model_prior(&prior),
                                                 .betas = spawn->betas,
                                                 .beta_count = spawn->beta_count,
                                                 .position = {spawn->position[0], spawn->position[1]},
                                                 .facing = spawn->facing,
                                                 .floor = floor};
        o->queue.kind = &observed_kind;
        o->model = pd_smpl_model_retain(request.model);
        status = pd_observe_live_new(&o->live, &request, err);

        if (status == PD_ERR_RANGE) pd_error_prefix(err, "/body");
    }

    if (status == PD_OK)
        *out = o;
    else if (o)
        free_observed(&o->queue);
    pd_api_model_release(&body);
    pd_api_model_release(&prior);

    return status;
}

/* -- the queue ------------------------------------------------------------------------ */

/* Sets the turn, which all observed characters of a client share. */
static void set_turn(pd_srv_stage *stage, uint64_t client, double turn)
{
    for (pd_srv_queued *q = stage->observed; q; q = q->next)
        if (q->client == client) q->turn = turn;
}

void pd_srv_queued_add(pd_srv_stage *stage, pd_srv_queued *q, uint64_t client)
{
    q->client = client;
    q->turn = stage->observe_turn;
    for (const pd_srv_queued *other = stage->observed; other; other = other->next)
        if (other->client == client) q->turn = other->turn;
    q->next = stage->observed;
    stage->observed = q;
}

void pd_srv_queued_drop(pd_srv_stage *stage, pd_srv_queued *q)
{
    if (!q) return;
    pd_srv_queued **at = &stage->observed;
    while (*at && *at != q) at = &(*at)->next;
    if (*at) *at = q->next;
    PD_ASSERT(!q->is_gone);
    q->is_gone = true;
    if (!q->is_busy) q->kind->free(q);
}

bool pd_srv_queued_keeps(pd_srv_stage *stage, const pd_srv_queued *q, bool calibrates, bool next_calibrates)
{
    const bool keeps = q->has_sight && calibrates && !next_calibrates;
    stage->observations += keeps;
    stage->missed_observations += keeps;
    return keeps;
}

void pd_srv_queued_see(pd_srv_stage *stage, pd_srv_queued *q)
{
    stage->observations++;
    stage->missed_observations += q->has_sight;
    if (!q->has_sight) q->seen_us = stage->deps.clock.now_us(stage->deps.clock.ctx);
    if (q->turn < stage->observe_turn) set_turn(stage, q->client, stage->observe_turn);
    q->has_sight = true;
    pthread_cond_signal(&stage->observe_asked);
}

/* -- observations and fits ----------------------------------------------------------- */

pd_status pd_srv_observed_add(pd_srv_stage *stage, pd_srv_observed *o, uint64_t client,
                              const pd_srv_spawn *spawn, const pd_character_rig *figure, pd_error *err)
{
    const pd_status status =
        pd_observe_stand_init(&o->stand, o->model, spawn->betas, spawn->beta_count, figure, err);

    if (status == PD_OK) pd_srv_queued_add(stage, &o->queue, client);

    return status;
}

void pd_srv_observed_drop(pd_srv_stage *stage, pd_srv_observed *o)
{
    if (o) pd_srv_queued_drop(stage, &o->queue);
}

void pd_srv_observed_see(pd_srv_stage *stage, pd_srv_observed *o, const pd_observe_sight *sight, uint64_t seq)
{
    if (pd_srv_queued_keeps(stage, &o->queue, o->sight.calibrate, sight->calibrate)) return;
    o->sight = *sight;
    o->seq = seq;
    pd_srv_queued_see(stage, &o->queue);
}

static bool is_before(const pd_srv_queued *a, const pd_srv_queued *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->seen_us < b->seen_us;
}

/* Returns the character whose observation is fitted next, or NULL if none waits. Under the lock. */
static pd_srv_queued *next_of(pd_srv_stage *stage)
{
    pd_srv_queued *first = NULL;
    for (pd_srv_queued *q = stage->observed; q; q = q->next)
        if (q->has_sight && !q->is_busy && (!first || is_before(q, first))) first = q;
    return first;
}

struct pd_srv_fit {
    const pd_srv_clock *clock;
    pd_srv_queued *queued;
    int64_t took_ns; /* output */
};

static void run_fit(pd_srv_fit *f)
{
    const pd_srv_clock *clock = f->clock;
    const int64_t start = clock->worked_ns ? clock->worked_ns(clock->ctx) : 0;

    f->queued->kind->run(f->queued);
    f->took_ns = (clock->worked_ns ? clock->worked_ns(clock->ctx) : 0) - start;
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore)) continue; /* interrupted by a signal */
}

/* Computes each fit that the observer hands over, and ends at NULL. Main function of the fitter's thread. */
static void *fitter_main(void *arg)
{
    pd_srv_stage *stage = arg;

    pthread_setname_np(pthread_self(), "posed-fitter");
    const id_t self = (id_t)syscall(SYS_gettid);
    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + NICE);

    for (;;) {
        wait_for(&stage->fit_asked);
        if (!stage->fit) return NULL;
        run_fit(stage->fit);
        sem_post(&stage->fit_done);
    }
}

/* Fits the waiting observation of a character. Called under the lock, which is released during the fit. */
static void fit_observer(pd_srv_stage *stage, pd_srv_queued *q)
{
    pd_srv_fit f = {.clock = &stage->deps.clock, .queued = q};

    PD_ASSERT(q->has_sight && !q->is_busy && !q->is_gone);
    stage->observe_turn = fmax(stage->observe_turn, q->turn);
    q->has_sight = false;
    q->is_busy = true;
    q->kind->begin(q);
    pthread_mutex_unlock(&stage->lock);
    if (stage->is_observing) {
        PD_ASSERT(!stage->fit); /* one at a time */
        stage->fit = &f;
        sem_post(&stage->fit_asked);
        wait_for(&stage->fit_done);
        stage->fit = NULL;
    } else {
        run_fit(&f);
    }

    pthread_mutex_lock(&stage->lock);

    PD_ASSERT(q->is_busy);
    q->is_busy = false;
    q->solve_ms = 1e-6 * (double)f.took_ns;
    stage->observe_seconds += 1e-3 * q->solve_ms;
    set_turn(stage, q->client, q->turn + fmax(1e-3 * q->solve_ms, LEAST_S));
    q->kind->end(q);
    if (q->is_gone) q->kind->free(q);
}

bool pd_srv_observer_step(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
    pd_srv_queued *q = next_of(stage);
    if (q) fit_observer(stage, q);
    pthread_mutex_unlock(&stage->lock);
    return q != NULL;
}

static void *observer_main(void *arg)
{
    pd_srv_stage *stage = arg;

    pthread_setname_np(pthread_self(), "posed-observer");

    pthread_mutex_lock(&stage->lock);
    while (!atomic_load(&stage->stopping)) {
        pd_srv_queued *q = next_of(stage);
        if (q)
            fit_observer(stage, q);
        else
            pthread_cond_wait(&stage->observe_asked, &stage->lock);
    }

    pthread_mutex_unlock(&stage->lock);

    return NULL;
}

static void end_fitter(pd_srv_stage *stage)
{
    stage->fit = NULL;
    sem_post(&stage->fit_asked);
    pthread_join(stage->fitter, NULL);
    sem_destroy(&stage->fit_asked);
    sem_destroy(&stage->fit_done);
}

pd_status pd_srv_observer_start(pd_srv_stage *stage, pd_error *err)
{
    sem_init(&stage->fit_asked, 0, 0);
    sem_init(&stage->fit_done, 0, 0);
    if (pthread_create(&stage->fitter, NULL, fitter_main, stage)) {
        sem_destroy(&stage->fit_asked);
        sem_destroy(&stage->fit_done);
        return pd_srv_thread_error(err, "stream", "the observer's fitter");
    }

    stage->is_observing = true;
    if (!pthread_create(&stage->observer, NULL, observer_main, stage)) return PD_OK;
    stage->is_observing = false;
    end_fitter(stage);

    return pd_srv_thread_error(err, "stream", "the observer");
}

/* stage->stopping is set. */
void pd_srv_observer_halt(pd_srv_stage *stage)
{
    if (!stage->is_observing) return;
    pthread_mutex_lock(&stage->lock);
    pthread_cond_broadcast(&stage->observe_asked);
    pthread_mutex_unlock(&stage->lock);
    pthread_join(stage->observer, NULL);
    end_fitter(stage);
    stage->is_observing = false;
}

/* -- the tick's -------------------------------------------------------------------- */

void pd_srv_observed_take(pd_srv_observed *o, pd_srv_character *a, int64_t now_us)
{
    if (!o->has_pose) return;
    static const char *const fingers[2] = {"left_index1", "right_index1"};
    for (int h = 0; h < 2; h++) {
        const int finger = pd_smpl_joint_find(&o->model->data, fingers[h]);
        o->has_hands[h] = finger >= 0 && !o->pose.unseen[finger];
    }
    o->has_pose = false;
    pd_observe_stand_take(&o->stand, &o->pose, 1e-6 * (double)now_us);
    a->now_seq = o->pose_seq;
}

void pd_srv_observed_move(pd_srv_observed *o, pd_srv_character *a, int64_t now_us, double seconds)
{
    const double floor = pd_anim_scene_height(a->scene, o->stand.to_root.x, o->stand.to_root.z);

    pd_observe_stand_step(&o->stand, &a->motion, &a->group->figure, 1e-6 * (double)now_us, seconds, floor);
    if (a->body) pd_retarget_live_body_set(a->body, o->stand.rotations, o->stand.root, o->has_hands);
}

bool pd_srv_observed_tell(pd_buffer *out, pd_srv_observed *o, uint32_t id, int64_t now_us)
{
    const pd_observe_live_pose *pose = &o->pose;
    const char *unseen[PD_OBSERVE_LIVE_JOINTS];
    int count = 0;

    if (!o->is_news) return false;

    const size_t joints = (size_t)o->model->joint_count;
    const bool changed = memcmp(o->told_unseen, pose->unseen, joints) != 0 ||
                         o->told_mirrored != pose->mirrored || o->trouble.status != PD_OK;
    if (o->told_us && now_us - o->told_us < (changed ? CHANGE_US : TELLS_US)) return false;

    for (size_t k = 0; k < joints; k++)
        if (pose->unseen[k]) unseen[count++] = o->model->data.joint_names[k];
    pd_api_write_observed(
        out, &(pd_api_observed){.id = id,
                                .time = pose->time,
                                .rms = pose->rms,
                                .solve_ms = o->queue.solve_ms,
                                .in_picture = pose->in_picture,
                                .in_turns = pose->in_turns,
                                .mirrored = pose->mirrored,
                                .unseen = unseen,
                                .unseen_count = count,
                                .trouble = o->trouble.status == PD_OK ? NULL : o->trouble.detail});
    o->is_news = false;
    o->told_us = now_us;
    o->told_mirrored = pose->mirrored;
    memcpy(o->told_unseen, pose->unseen, joints);

    return true;
}
