#include "server/depot/depot_jobs.h"

#include "api/observe/jobs_kept.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/depot/depot_parts.h"
#include "server/depot/record.h"
#include "server/work/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT_MOST 4 /* jobs that are taken over in one second at most */
static const char nobody[] = "-";
static const char done_revision[] = "done";
static const pd_api_owner everybody = {.is_admin = 1};

/* The revision of the request of a job. */
typedef struct job_holder {
    int tries;
    char node[65];
    char start[17]; /* hexadecimal digits; "-": nobody has the job */
} job_holder;

static void holder_write(char out[PD_SRV_PLACE_REVISION_BYTES], const job_holder *h)
{
    snprintf(out, PD_SRV_PLACE_REVISION_BYTES, "%d %s %s", h->tries, h->node, h->start);
}

static job_holder holder_read(const char *revision)
{
    job_holder h = {.tries = PD_SRV_DEPOT_TRIES};
    if (sscanf(revision, "%d %64s %16s", &h.tries, h.node, h.start) != 3) h.start[0] = 0;
    return h;
}

/* Returns this daemon as the holder of a job that is begun for the nth time. */
static job_holder holder_here(const pd_srv_depot *d, int tries)
{
    job_holder h = {.tries = tries};
    snprintf(h.node, sizeof h.node, "%s", d->node);
    snprintf(h.start, sizeof h.start, "%s", d->start);
    return h;
}

static bool is_here(const pd_srv_depot *d, const job_holder *h)
{
    return !strcmp(h->node, d->node) && !strcmp(h->start, d->start);
}

/* Writes the state of a job as JSON into a note. A state that is too long is left out. */
static void note_state(char out[PD_SRV_PLACE_NOTE_BYTES], const pd_api_job *job)
{
    pd_buffer text = {0};

    pd_api_job_json(&text, job, false);
    const bool fits = !text.failed && text.size < PD_SRV_PLACE_NOTE_BYTES;
    snprintf(out, PD_SRV_PLACE_NOTE_BYTES, "%.*s", fits ? (int)text.size : 0,
             fits ? (const char *)text.data : "");
    if (!fits) snprintf(out, PD_SRV_PLACE_NOTE_BYTES, "{\"id\":\"%s\",\"status\":\"running\"}", job->id);
    pd_buffer_deinit(&text);
}

pd_status pd_srv_depot_job_put(pd_srv_depot *d, const pd_api_job *job, pd_error *err)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    const job_holder here = holder_here(d, 1);
    pd_srv_place_head head = {.owner = job->owner};
    pd_buffer record = {0};

    PD_ASSERT(*job->id && job->request);
    holder_write(head.revision, &here);
    note_state(head.note, job);
    pd_srv_record_write(&record, job->request);
    pd_status status = record.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory")
                                     : d->place->put(d->place, &rule, job->id, &head,
                                                     (pd_bytes){record.data, record.size}, "", err);
    pd_buffer_deinit(&record);

    return status == PD_ERR_IO ? pd_srv_depot_away(err) : status;
}

/* Packs the results of a job and stores them. */
static pd_status store_results(pd_srv_depot *d, const pd_api_job *job, unsigned formats, pd_error *err)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_RESULTS);
    pd_srv_place_head head = {.owner = job->owner};
    pd_buffer bytes = {0};

    snprintf(head.revision, sizeof head.revision, "%s", done_revision);
    note_state(head.note, job);
    pd_api_job_pack(&bytes, job, formats);
    pd_status status = bytes.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory")
                                    : d->place->put(d->place, &rule, job->id, &head,
                                                    (pd_bytes){bytes.data, bytes.size}, "", err);
    pd_buffer_deinit(&bytes);

    return status;
}

void pd_srv_depot_job_done(pd_srv_depot *d, const pd_api_job *job)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    const pd_api_job_state state = pd_api_job_state_of(job);
    pd_error err = {0};

    /* The results first: the job is in one of the two at every moment. Results that are too large for the
     * place are kept in the smallest format. */
    if (state == PD_API_JOB_DONE || state == PD_API_JOB_FAILED) {
        pd_status status = store_results(d, job, PD_API_JOB_ALL_FORMATS, &err);
        if (status == PD_ERR_LIMIT) status = store_results(d, job, 1u << PD_API_FORMAT_NPZ, &err);
        if (status != PD_OK) {
            pd_srv_log_write(d->deps.log, PD_SRV_WARNING,
                             "results of a job are kept by this daemon alone, since they cannot be stored",
                             "job=%s reason=%s", job->id, err.detail);
            if (status == PD_ERR_IO) return; /* another daemon runs the job again if this one is lost */
        }
    }

    d->place->drop(d->place, &rule, job->id, NULL, &err);
}

bool pd_srv_depot_job_leave(pd_srv_depot *d, const pd_api_job *job)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    pd_srv_place_head there;
    pd_error err = {0};

    if (d->place->find(d->place, &there, NULL, &rule, job->id, NULL, &err) != PD_OK) return false;
    job_holder h = holder_read(there.revision);
    if (!is_here(d, &h)) return false;

    /* A job that a drain has ended was not at fault: this try does not count. */
    pd_srv_place_head left = {.owner = there.owner};
    h.tries--;
    snprintf(h.node, sizeof h.node, "%s", nobody);
    snprintf(h.start, sizeof h.start, "%s", nobody);
    holder_write(left.revision, &h);
    snprintf(left.note, sizeof left.note,
             "{\"id\":\"%s\",\"kind\":\"fit\",\"status\":\"queued\",\"progress\":0}", job->id);

    return d->place->mark(d->place, &rule, job->id, &left, there.revision, &err) == PD_OK;
}

int pd_srv_depot_job_delete(pd_srv_depot *d, const char *id, const pd_api_owner *who)
{
    static const pd_api_stored kinds[] = {PD_API_STORED_JOBS, PD_API_STORED_RESULTS};
    int gone = 0;

    for (int i = 0; i < 2; i++) {
        const pd_srv_place_rule rule = pd_srv_depot_rule(d, kinds[i]);
        pd_srv_place_head there;
        pd_error err = {0};
        pd_status status = d->place->find(d->place, &there, NULL, &rule, id, NULL, &err);
        if (status == PD_OK && !who->is_admin && there.owner != who->id) return 0;
        if (status == PD_OK) status = d->place->drop(d->place, &rule, id, NULL, &err);
        if (status == PD_OK) gone = 1;
        if (status == PD_ERR_IO) return -3;
    }

    return pd_srv_jobs_delete(d->deps.jobs, id, who) || gone;
}

/* -- jobs of other daemons ------------------------------------------------------------ */

/* Makes this daemon forget a job that it does not run. */
static void forget_job(pd_srv_depot *d, const char *id)
{
    pd_srv_jobs_delete(d->deps.jobs, id, &everybody);
}

/* Brings one job to its present state. */
static pd_status fetch_job(pd_srv_depot *d, const char *id, pd_error *err)
{
    const pd_srv_place_rule jobs = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    const pd_srv_place_rule results = pd_srv_depot_rule(d, PD_API_STORED_RESULTS);
    pd_api_job *here = pd_srv_jobs_get(d->deps.jobs, id, &everybody);
    const bool is_own = here && !here->kept;
    const bool is_stored = here && __atomic_load_n(&here->is_stored, __ATOMIC_ACQUIRE);
    const bool is_whole = here && here->kept && here->kept->is_whole;
    pd_srv_place_head head;
    pd_buffer bytes = {0};

    pd_api_job_release(here);
    if (is_own && !is_stored) return PD_OK; /* it is under way here */

    /* Its results, unless this daemon has them. */
    const char *known = is_own ? NULL : is_whole ? done_revision : "";
    pd_status status = d->place->find(d->place, &head, &bytes, &results, id, known, err);
    if (status == PD_OK && bytes.size) {
        pd_api_job *job;
        status = pd_api_job_unpack(&job, (pd_bytes){bytes.data, bytes.size}, head.owner, err);
        if (status == PD_OK) pd_srv_jobs_set(d->deps.jobs, job);
        if (status != PD_OK) err->status = status = PD_ERR_BUSY;
    } else if (status == PD_ERR_NOT_FOUND) {
        /* It is not finished, or it is gone. */
        status = d->place->find(d->place, &head, NULL, &jobs, id, NULL, err);
        pd_api_job *job = status == PD_OK && !is_own ? pd_api_job_of_state(id, head.owner, head.note) : NULL;
        if (job) pd_srv_jobs_set(d->deps.jobs, job);
        if (status == PD_ERR_NOT_FOUND) {
            forget_job(d, id);
            status = PD_OK;
        }
    }

    pd_buffer_deinit(&bytes);
    if (status != PD_ERR_IO) return status;

    return is_own || is_whole ? PD_OK : pd_srv_depot_away(err);
}

/* Jobs of a list, as a walk collects them. */
typedef struct job_walk {
    pd_srv_depot *depot;
    pd_buffer ids; /* a comma after each */
    bool is_done;
} job_walk;

/* Notes a job of the place, of which the state is enough for a list. */
static void note_listed(void *arg, const char *id, const pd_srv_place_head *head)
{
    job_walk *w = arg;
    pd_api_job *here = pd_srv_jobs_get(w->depot->deps.jobs, id, &everybody);
    const bool is_known = here && (!here->kept || here->kept->is_whole);

    pd_api_job_release(here);
    pd_buffer_printf(&w->ids, "%s,", id);
    pd_api_job *job = is_known ? NULL : pd_api_job_of_state(id, head->owner, head->note);
    if (job) pd_srv_jobs_set(w->depot->deps.jobs, job);
}

/* Collects the ids of the jobs here that other daemons may have deleted. */
static void note_here(void *arg, const pd_api_job *job)
{
    job_walk *w = arg;
    if (job->kept || __atomic_load_n(&job->is_stored, __ATOMIC_ACQUIRE))
        pd_buffer_printf(&w->ids, "%s,", job->id);
}

/* Returns whether a list of ids contains an id. */
static bool lists_id(const pd_buffer *ids, const char *id)
{
    char item[PD_API_ID_BYTES + 2];

    snprintf(item, sizeof item, "%s,", id);
    for (const char *at = ids->size ? (const char *)ids->data : NULL; at; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (!strncmp(at, item, strlen(item))) return true;
    }

    return false;
}

static pd_status fetch_all_jobs(pd_srv_depot *d, pd_error *err)
{
    const pd_srv_place_rule jobs = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    const pd_srv_place_rule results = pd_srv_depot_rule(d, PD_API_STORED_RESULTS);
    job_walk here = {.depot = d};
    job_walk there = {.depot = d};

    pd_srv_jobs_each(d->deps.jobs, &everybody, note_here, &here);
    pd_status status = d->place->list(d->place, &jobs, note_listed, &there, err);
    if (status == PD_OK) status = d->place->list(d->place, &results, note_listed, &there, err);
    pd_buffer_add(&there.ids, "", 1);
    pd_buffer_add(&here.ids, "", 1);

    /* Forget those that are gone there. */
    char *next = NULL;
    char *id = status == PD_OK && !here.ids.failed ? strtok_r((char *)here.ids.data, ",", &next) : NULL;
    for (; id; id = strtok_r(NULL, ",", &next))
        if (!there.ids.failed && !lists_id(&there.ids, id)) forget_job(d, id);
    pd_buffer_deinit(&here.ids);
    pd_buffer_deinit(&there.ids);

    return status == PD_ERR_IO ? pd_srv_depot_away(err) : status;
}

pd_status pd_srv_depot_fetch_jobs(pd_srv_depot *d, const char *id, pd_error *err)
{
    return id ? fetch_job(d, id, err) : fetch_all_jobs(d, err);
}

/* -- once a second -------------------------------------------------------------------- */

/* A job that nobody has. */
typedef struct job_left {
    char id[PD_API_ID_BYTES];
    pd_srv_place_head head;
} job_left;

/* What a walk over the requests of jobs has found. */
typedef struct job_tending {
    pd_srv_depot *depot;
    pd_buffer under_way; /* ids of the jobs that this daemon has, a comma after each */
    pd_buffer seen;      /* ids of the requests in the place */
    job_left left[LEFT_MOST];
    int left_count;
} job_tending;

static void note_under_way(void *arg, const pd_api_job *job)
{
    const pd_api_job_state state = pd_api_job_state_of(job);
    if (!job->kept && (state == PD_API_JOB_QUEUED || state == PD_API_JOB_RUNNING))
        pd_buffer_printf(arg, "%s,", job->id);
}

/* Looks at one request: notes it, and chooses it if nobody has the job. */
static void look_at_job(void *arg, const char *id, const pd_srv_place_head *head)
{
    job_tending *t = arg;
    const job_holder h = holder_read(head->revision);

    pd_buffer_printf(&t->seen, "%s,", id);
    if (t->left_count == LEFT_MOST || is_here(t->depot, &h)) return;
    const bool is_own_past = !strcmp(h.node, t->depot->node); /* of an earlier start of this daemon */
    pd_srv_place *place = t->depot->place;
    if (!is_own_past && strcmp(h.start, nobody) != 0 && place->is_alive(place, h.node)) return;
    job_left *found = &t->left[t->left_count++];
    snprintf(found->id, sizeof found->id, "%s", id);
    found->head = *head;
}

/* Stores that a job has failed whose request cannot be read any more. */
static void fail_left_job(pd_srv_depot *d, const job_left *left, const char *reason)
{
    pd_buffer text = {0};
    pd_error err = {0};

    pd_srv_log_write(d->deps.log, PD_SRV_ERROR, "job of a lost daemon cannot be run", "job=%s reason=%s",
                     left->id, reason);
    pd_buffer_printf(&text,
                     "{\"id\":\"%s\",\"kind\":\"fit\",\"status\":\"failed\",\"detail\":\"the daemon that "
                     "had the job was lost, and no other one could run it; send the job again\"}",
                     left->id);
    pd_buffer_add(&text, "", 1);
    pd_api_job *job =
        text.failed ? NULL : pd_api_job_of_state(left->id, left->head.owner, (const char *)text.data);
    if (job) {
        job->state = PD_API_JOB_FAILED;
        const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
        if (store_results(d, job, 0, &err) == PD_OK) d->place->drop(d->place, &rule, left->id, NULL, &err);
        pd_api_job_release(job);
    }

    pd_buffer_deinit(&text);
}

/* Takes a job over and queues it. */
static void take_left_job(pd_srv_depot *d, const job_left *left)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    const pd_cfg *cfg = &pd_srv_settings_now(d->deps.config)->cfg;
    job_holder h = holder_read(left->head.revision);
    pd_srv_place_head head = left->head;
    pd_buffer record = {0};
    pd_error err = {0};

    /* The mark fails when another daemon is faster. */
    h = holder_here(d, h.tries + 1);
    holder_write(head.revision, &h);
    if (d->place->mark(d->place, &rule, left->id, &head, left->head.revision, &err) != PD_OK) return;
    pd_srv_place_head there;
    if (d->place->find(d->place, &there, &record, &rule, left->id, "", &err) != PD_OK) {
        pd_buffer_deinit(&record);
        return;
    }

    forget_job(d, left->id); /* what this daemon knew of it as another's */
    pd_api_job *job =
        pd_srv_depot_restore(d, left->id, left->head.owner, (pd_bytes){record.data, record.size}, &err);
    pd_buffer_deinit(&record);
    if (!job) {
        fail_left_job(d, left, err.detail);
        return;
    }

    /* A job that has ended several daemons fails instead, and its webhook is sent. */
    if (h.tries > PD_SRV_DEPOT_TRIES) pd_cancel_set(&job->cancel, PD_CANCEL_STOPPING);
    pd_srv_log_write(d->deps.log, PD_SRV_WARNING, "job of another daemon taken over", "job=%s try=%d",
                     left->id, h.tries);
    const pd_srv_jobs_limits limits = {.most = cfg->limits_jobs,
                                       .owner_most = INT32_MAX,
                                       .keep_us = pd_srv_seconds_us(cfg->limits_job_seconds)};
    bool owner_full;
    if (pd_srv_jobs_put(d->deps.jobs, job, &limits, &owner_full, &err) != PD_OK)
        pd_srv_depot_job_leave(d, job);
    pd_api_job_release(job);
}

/* Writes the state of a job of this daemon, or cancels it if its request was deleted. */
static void tend_job(job_tending *t, const char *id)
{
    pd_srv_depot *d = t->depot;
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    pd_api_job *job = pd_srv_jobs_get(d->deps.jobs, id, &everybody);
    pd_srv_place_head head;
    pd_error err = {0};

    if (!job) return;
    const pd_api_job_state state = pd_api_job_state_of(job);
    const bool is_under_way = state == PD_API_JOB_QUEUED || state == PD_API_JOB_RUNNING;
    if (is_under_way && !lists_id(&t->seen, id)) {
        pd_srv_jobs_delete(d->deps.jobs, id, &everybody);
    } else if (is_under_way && d->place->find(d->place, &head, NULL, &rule, id, NULL, &err) == PD_OK) {
        pd_srv_place_head now = head;
        note_state(now.note, job);
        const job_holder h = holder_read(head.revision);
        if (is_here(d, &h) && strcmp(now.note, head.note) != 0)
            d->place->mark(d->place, &rule, id, &now, head.revision, &err);
    }

    pd_api_job_release(job);
}

void pd_srv_depot_tend_jobs(pd_srv_depot *d)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, PD_API_STORED_JOBS);
    job_tending t = {.depot = d};
    pd_error err = {0};

    /* What is under way here comes first: a request that is stored after it cannot be missing below. */
    pd_srv_jobs_each(d->deps.jobs, &everybody, note_under_way, &t.under_way);
    const pd_status status = d->place->list(d->place, &rule, look_at_job, &t, &err);
    pd_buffer_add(&t.under_way, "", 1);
    pd_buffer_add(&t.seen, "", 1);
    if (status == PD_OK && !t.under_way.failed && !t.seen.failed) {
        char *next = NULL;
        char *id = strtok_r((char *)t.under_way.data, ",", &next);
        for (; id; id = strtok_r(NULL, ",", &next)) tend_job(&t, id);

        /* A daemon that stops, or that has enough to do, leaves jobs to others. */
        pthread_mutex_lock(&d->lock);
        const bool may_take = !d->is_stopping && !atomic_load(&d->is_draining);
        pthread_mutex_unlock(&d->lock);
        for (int i = 0; i < t.left_count && may_take; i++) take_left_job(d, &t.left[i]);
    }

    pd_buffer_deinit(&t.under_way);
    pd_buffer_deinit(&t.seen);
}
