/* The work of jobs, and the memory of them. */
#include "api/observe/jobs_run.h"

#include "api/observe/jobs_kept.h"
#include "api/observe/keypoints.h"
#include "api/observe/observe_run.h"
#include "api/http/json_write.h"
#include "core/base/assert.h"
#include "core/base/references.h"
#include "core/motion/write.h"
#include "core/observe/take/sides.h"
#include "core/observe/take/stray.h"
#include "core/observe/take/uncertain.h"
#include "core/observe/take/upright.h"
#include "core/observe/view/known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROGRESS    1000
#define MOST_MENDED 256 /* stretches that a reply lists */

pd_api_job *pd_api_job_retain(pd_api_job *job)
{
    pd_references_add(&job->references);
    return job;
}

/* Frees everything that belongs to one person of a job. */
static void release_person(pd_api_job_person *p)
{
    pd_observe_take_room_free(&p->take);
    free(p->names);
    free(p->at);
    free(p->confidence);
    pd_observe_take_places_deinit(&p->places);
    pd_observe_marked_deinit(&p->marked);
    pd_markers_deinit(&p->file);
    pd_observe_sensor_set_deinit(&p->sensors);
    pd_observe_tracker_set_deinit(&p->trackers);
    pd_observe_estimate_deinit(&p->estimate);
    free(p->shape);
    *p = (pd_api_job_person){0};
}

void pd_api_job_release(pd_api_job *job)
{
    if (!job || !pd_references_drop(&job->references)) return;

    PD_ASSERT(job->person_count <= PD_API_JOB_MOST_PEOPLE);
    for (int i = 0; i < job->person_count; i++) release_person(&job->people[i]);
    if (job->crowd) pd_api_crowd_deinit(job->crowd);
    free(job->crowd);
    free(job->webhook);
    pd_api_job_kept_free(job->kept);
    pd_api_model_release(&job->model);
    pd_api_model_release(&job->learned);
    if (job->host && job->host->memory_give)
        job->host->memory_give(job->host->ctx, PD_API_MEMORY_JOBS, job->held);
    free(job);
}

pd_api_job_state pd_api_job_state_of(const pd_api_job *job)
{
    return (pd_api_job_state)__atomic_load_n(&job->state, __ATOMIC_ACQUIRE);
}

/* ---- memory of results */

size_t pd_api_job_person_bytes(const pd_api_job_person *person, const pd_smpl_model *model)
{
    const pd_observe_take *t = &person->take;
    const size_t frames = (size_t)t->frame_count;
    const size_t places = (size_t)t->place_count;
    const size_t joints = (size_t)model->joint_count;
    const size_t numbers = person->sensors.count    ? 9
                           : person->trackers.count ? 16
                           /* Floats for a place in a frame. */
                           : person->estimate.count ? 8
                                                    : 5;

    return frames * (9 * joints + 3 + numbers * places) * sizeof(float) +
           places * (3 * sizeof(double) + sizeof(pd_observe_seen) + sizeof(pd_observe_mount) + 256);
}

size_t pd_api_job_crowd_bytes(size_t *scratch, const pd_api_job *job)
{
    const pd_api_crowd *c = job->crowd;
    const pd_smpl_model *model = pd_api_model_body(&job->model);
    const size_t most =
        (size_t)(c->figure_count < PD_API_CROWD_PEOPLE ? c->figure_count : PD_API_CROWD_PEOPLE);
    const size_t figures = (size_t)c->figure_count;
    const size_t keypoints = (size_t)c->films[0].keypoint_count;
    const pd_api_job_person anybody = {
        .take = {.places = c->group.places.places,
                 .place_count = c->group.places.count * c->group.film_count,
                 /* Upper bound of a person's frames; all views have as many. */
                 .frame_count = c->films[0].frame_count,
                 .rate = c->group.rate,
                 .view_count = c->group.film_count - 1,
                 .prior = job->prior.joint_count ? &job->prior : NULL,
                 .executor = &pd_executor_serial}};

    *scratch = pd_observe_group_find_bytes(&c->group) + pd_observe_take_scratch_bytes(&anybody.take, model);
    return sizeof *c + figures * (keypoints * 4 * sizeof(float) + 2 * sizeof(int)) +
           most * pd_api_job_person_bytes(&anybody, model);
}

/* ---- running */

typedef struct running {
    pd_api_job *job;
    int person, of; /* number and count for the progress */
    int slot;       /* index in job->people */
} running;

/* Stores the progress of the job, and reports whether it may go on. */
static bool go_on_jobs_run(void *ctx, double done)
{
    const running *r = ctx;
    const double share = (r->person + done) / r->of;
    __atomic_store_n(&r->job->permille, (int)(PROGRESS * share), __ATOMIC_RELAXED);
    return !pd_cancelled(&r->job->cancel);
}

/* Reports whether the job may go on. */
static bool goes_on(void *ctx)
{
    return !pd_cancelled(&((const running *)ctx)->job->cancel);
}

/* Calibrates the cameras from the take itself. */
static pd_api_job_state jobs_run_calibrate(running *r)
{
    pd_api_job_person *p = &r->job->people[r->slot];
    const pd_observe_take *t = &p->take;
    const int places = t->place_count / p->camera_count;
    pd_observe_known known;
    pd_error err = {0};
    pd_observe_views views = {.cameras = p->cameras,
                              .off = p->off,
                              .camera_count = p->camera_count,
                              .frame_count = t->frame_count,
                              .place_count = places,
                              .at = t->at,
                              .confidence = t->confidence,
                              .noise = t->places[0].sigma,
                              .guessed = p->guessed,
                              .keep_going = goes_on,
                              .ctx = r};

    pd_observe_known_of(&known, pd_api_model_body(&r->job->model), t->places, places);
    pd_observe_known_put(&views, &known);
    if (pd_observe_views_run(&views, &err)) {
        snprintf(r->job->reason, sizeof r->job->reason, "/people/%d%.40s: %.255s", r->slot, err.where,
                 err.detail);
        return PD_API_JOB_FAILED;
    }

    p->take.camera = p->cameras[0];

    return views.stopped ? PD_API_JOB_CANCELLED : PD_API_JOB_DONE;
}

/* Stores why a person could not be fitted. */
static pd_api_job_state person_failed(running *r, const pd_error *err)
{
    snprintf(r->job->reason, sizeof r->job->reason, "/people/%d%s%.40s: %.380s", r->slot,
             err->where[0] ? "/" : "", err->where, err->detail);
    return PD_API_JOB_FAILED;
}

/* Fits one person of a job. */
static pd_api_job_state run_person(running *r)
{
    pd_api_job_person *p = &r->job->people[r->slot];
    pd_observe_take *t = &p->take;
    const pd_smpl_model *model = pd_api_model_body(&r->job->model);
    pd_status status = PD_OK;
    pd_arena arena;
    pd_error err = {0};

    /* Find the direction that the body faced, which the sensors do not tell. */
    if (p->finds_facing) {
        if (pd_observe_sensor_set_find(&p->sensors, model, t->prior, goes_on, r, &err)) {
            snprintf(r->job->reason, sizeof r->job->reason, "/people/%d: %.255s", r->slot, err.detail);
            return PD_API_JOB_FAILED;
        }

        if (!goes_on(r)) return PD_API_JOB_CANCELLED;
    }

    /* Find the poses of the cameras, if they are not known. */
    if (p->calibrate) {
        const pd_api_job_state state = jobs_run_calibrate(r);
        if (state != PD_API_JOB_DONE) return state;
    }

    /* Fit the body: by markers, by sensors, trackers or an estimate,
     * or by keypoints whose sides may be exchanged. */
    t->keep_going = go_on_jobs_run;
    t->ctx = r;
    if (p->marked.file) {
        if (pd_observe_marked_run(&p->marked, t, model, "markers", &err)) return person_failed(r, &err);
    } else {
        if (!pd_arena_init(&arena, pd_observe_take_scratch_bytes(t, model))) {
            pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
            return person_failed(r, &err);
        }

        if (p->sensors.count || p->trackers.count || p->estimate.count)
            pd_observe_take_run(t, model, &arena);
        else
            status = pd_observe_sided_run(t, p->at, t->confidence ? p->confidence : NULL, model, &arena,
                                          "keypoints", &err);
        pd_arena_deinit(&arena);
        if (status) return person_failed(r, &err);
    }

    if (t->status == PD_OBSERVE_TAKE_BLIND) {
        pd_fail(&err, PD_ERR_INVALID, "", "%s", pd_observe_take_blind_reason(t));
        return person_failed(r, &err);
    }

    if (t->status != PD_OBSERVE_TAKE_DONE) return PD_API_JOB_CANCELLED;
    t->uncertainty = pd_observe_take_uncertainty(t, model);

    /* Keypoints in a camera's axes make a body that is upside down. */
    if (p->in_space && !p->is_up_given && pd_observe_take_is_inverted(t, model)) {
        p->up = PD_UP_MINUS_Y;
        if (!pd_observe_take_turn(t, p->at, model, p->up)) {
            pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
            return person_failed(r, &err);
        }
    }

    return PD_API_JOB_DONE;
}

/* ---- a crowd */

/* Stores why the people of a crowd could not be fitted. */
static pd_api_job_state crowd_failed(pd_api_job *job, const pd_error *err)
{
    snprintf(job->reason, sizeof job->reason, "%.60s: %.255s", err->where, err->detail);
    return PD_API_JOB_FAILED;
}

/* Makes the take of one person and allocates its results. Sets *can to whether it can be fitted. */
static pd_status take_person(pd_api_job_person *p, bool *can, pd_api_job *job, int number, pd_error *err)
{
    const pd_smpl_model *model = pd_api_model_body(&job->model);
    pd_api_crowd *c = job->crowd;
    const pd_observe_set *set = pd_observe_set_of(c->films[0].set);

    PD_ASSERT(number >= 0 && number < c->group.count);
    const size_t row = (size_t)pd_observe_group_row(&c->group, number);
    const size_t numbers = row * (size_t)c->group.people[number].frames;

    *can = false;
    p->member = c->group.people[number];

    /* Room for the observations of this person. */
    p->at = malloc(3 * numbers * sizeof *p->at);
    p->confidence = malloc(numbers * sizeof *p->confidence);
    p->names = calloc(row, sizeof *p->names);
    if (!p->at || !p->confidence || !p->names) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    for (size_t i = 0; i < row; i++)
        snprintf(p->names[i], sizeof p->names[i], "%s",
                 set->keypoints[c->group.places.columns[i % (size_t)c->group.places.count]].name);
    if (pd_observe_group_take(&p->take, p->at, p->confidence, &c->group, number, err)) return err->status;

    /* All people are seen by the cameras of the crowd. */
    p->camera_count = c->group.film_count > 1 ? c->group.film_count : 0;
    memcpy(p->cameras, c->cameras, sizeof p->cameras);
    memcpy(p->guessed, c->guessed, sizeof p->guessed);
    p->take.executor = &pd_executor_serial;
    p->take.prior = job->prior.joint_count ? &job->prior : NULL;
    *can = !pd_observe_take_check(&p->take, model, err);
    if (*can && !pd_observe_take_room(&p->take, model))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    return PD_OK;
}

/* Finds the people and fits one after the other. Those that cannot be fitted are left out, and so are those
 * after PD_API_CROWD_PEOPLE. */
static pd_api_job_state run_crowd(pd_api_job *job)
{
    pd_observe_group *g = &job->crowd->group;
    running all = {.job = job, .of = 1};
    pd_error err;

    /* Find the people in the films and the poses of the cameras. */
    g->keep_going = goes_on;
    g->ctx = &all;
    const pd_status status = pd_observe_group_find(g, &err);
    g->keep_going = NULL;
    g->ctx = NULL;
    pd_api_job_state state = status       ? crowd_failed(job, &err)
                             : g->stopped ? PD_API_JOB_CANCELLED
                                          : PD_API_JOB_DONE;

    /* Fit one person after the other; a person who cannot be fitted does not end the job. */
    pd_error refused = {0}; /* error of the first person that cannot be fitted */
    const int found = g->count;
    const int count = found < PD_API_CROWD_PEOPLE ? found : PD_API_CROWD_PEOPLE;
    for (int i = 0; i < count && state == PD_API_JOB_DONE; i++) {
        pd_api_job_person *p = &job->people[job->person_count];
        running r = {.job = job, .person = i, .of = count, .slot = job->person_count};
        bool can;
        if (take_person(p, &can, job, i, &err)) {
            release_person(p);
            return crowd_failed(job, &err);
        }

        if (!can && !refused.status) refused = err;
        if (can) state = run_person(&r);
        if (can && state == PD_API_JOB_DONE)
            job->person_count++;
        else
            release_person(p);
        if (state == PD_API_JOB_FAILED) state = PD_API_JOB_DONE;
    }

    job->left_out = found - job->person_count;
    if (state != PD_API_JOB_DONE || job->person_count) return state;
    char why[sizeof err.detail];
    snprintf(why, sizeof why, "%s", refused.status ? refused.detail : "too few of their keypoints are seen");
    pd_fail(&err, PD_ERR_INVALID, "/crowd", "nobody of %d people can be fitted: %.300s", found, why);

    return crowd_failed(job, &err);
}

void pd_api_job_run(pd_api_job *job)
{
    pd_api_job_state state = pd_cancelled(&job->cancel) ? PD_API_JOB_CANCELLED : PD_API_JOB_DONE;

    if (state == PD_API_JOB_DONE) __atomic_store_n(&job->state, PD_API_JOB_RUNNING, __ATOMIC_RELEASE);
    if (job->crowd && state == PD_API_JOB_DONE) {
        size_t most;
        size_t used = sizeof *job->crowd;

        state = run_crowd(job);
        const size_t counted = pd_api_job_crowd_bytes(&most, job);
        for (int i = 0; i < job->person_count; i++)
            used += pd_api_job_person_bytes(&job->people[i], pd_api_model_body(&job->model));
        pd_observe_group_trim(&job->crowd->group);
        for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) pd_detections_deinit(&job->crowd->films[c]);

        /* Memory was reserved for the largest possible number of people:
         * return the share of those that were not found. */
        if (job->held && used < counted) {
            job->host->memory_give(job->host->ctx, PD_API_MEMORY_JOBS, counted - used);
            job->held -= counted - used;
        }
    }

    /* Fit the people that the request names. */
    for (int i = 0; i < job->person_count && !job->crowd && state == PD_API_JOB_DONE; i++) {
        running r = {.job = job, .person = i, .of = job->person_count, .slot = i};
        state = run_person(&r);
    }

    /* Return the memory that was needed only while the job ran. */
    if (job->scratch && job->host->memory_give) {
        job->host->memory_give(job->host->ctx, PD_API_MEMORY_JOBS, job->scratch);
        job->held -= job->scratch;
        job->scratch = 0;
    }

    /* The client did not cancel a job that ends with the process: the job has failed, and says why. */
    if (state == PD_API_JOB_CANCELLED && pd_cancel_why(&job->cancel) == PD_CANCEL_STOPPING) {
        snprintf(job->reason, sizeof job->reason,
                 "the server stopped before the job was done; send the job again");
        state = PD_API_JOB_FAILED;
    }

    if (state == PD_API_JOB_DONE) __atomic_store_n(&job->permille, PROGRESS, __ATOMIC_RELAXED);
    __atomic_store_n(&job->state, state, __ATOMIC_RELEASE);
}

/* ---- replies */

static const char *const state_names[] = {
#define STATE_NAME(id, name) name,
    PD_API_JOB_STATE_TABLE(STATE_NAME)
#undef STATE_NAME
};

/* Returns a residual in metres or pixels, or in degrees for sensors. */
static double residual(const pd_observe_take *t, size_t i)
{
    const double r = (double)t->residuals[i];
    return t->places[i % (size_t)t->place_count].is_turn ? r * 180 / M_PI : r;
}

/* Writes the naming of markers: for a file without names, the number of points that were named; for a file
 * with names, the periods in which names were wrong. */
static void markers_json(pd_buffer *out, const pd_observe_marked *m)
{
    if (m->protocol) {
        pd_buffer_printf(out, ",\"named\":{\"protocol\":\"%s\",\"points\":%lld,\"named\":%lld",
                         m->protocol->name, m->point_count, m->named_count);
        if (m->second)
            pd_buffer_printf(out, ",\"second\":\"%s\",\"margin\":%.4g", m->second->name, m->margin);
        pd_buffer_text(out, "}");
    } else {
        pd_buffer_text(out, ",\"mended\":[");
        for (int i = 0; i < m->mend.count && i < MOST_MENDED; i++) {
            const pd_observe_mended *s = &m->mend.stretches[i];
            pd_buffer_text(out, i ? ",{\"marker\":" : "{\"marker\":");
            pd_api_json_text(out, m->names[s->place]);
            pd_buffer_text(out, ",\"called\":");
            pd_api_json_text(out, m->file->names[s->column]);
            pd_buffer_printf(out, ",\"first\":%d,\"last\":%d}", s->first, s->last);
        }

        pd_buffer_printf(out, "],\"mended_points\":%lld", m->mend.mended);
    }
}

/* Returns the root mean square residual of a place; NAN: it is in no frame. */
static double rms_of_place(const pd_observe_take *t, int place)
{
    double sum = 0;
    int count = 0;

    PD_ASSERT(place >= 0 && place < t->place_count);

    for (size_t f = 0; f < (size_t)t->frame_count; f++) {
        const double r = residual(t, f * (size_t)t->place_count + (size_t)place);
        if (!isnan(r)) {
            sum += r * r;
            count++;
        }
    }

    return count ? sqrt(sum / count) : NAN;
}

/* Residual in a picture, as a fraction of the figure's size, above which a camera is reported: 21 pixels of a
 * figure of 425. Detectors are off by 1 to 3 % of it. Cameras exchanged, or 3 frames late at 15 a second,
 * gave 4 and 7 %; sides exchanged in one of two cameras 6 %. */
#define MISSED_PICTURE 0.05

/* Warns of the camera whose points the body misses by most, if by more than MISSED_PICTURE. */
static void warn_camera(pd_api_problems *problems, const pd_api_job *job, int person)
{
    const pd_api_job_person *p = &job->people[person];
    const pd_observe_take *t = &p->take;
    const double figure = pd_observe_take_figure(t);
    double worst = 0;
    int camera = 0;

    if (!(t->rms_picture > 0 && figure > 0)) return;
    for (int c = 0; c <= t->view_count; c++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < t->place_count; i++) {
            const double r = t->places[i].in_picture && t->places[i].camera == c ? rms_of_place(t, i) : NAN;
            if (!isnan(r)) {
                sum += r * r;
                count++;
            }
        }

        if (count && sqrt(sum / count) > worst) {
            worst = sqrt(sum / count);
            camera = c;
        }
    }

    if (worst <= MISSED_PICTURE * figure) return;
    pd_api_warn(
        problems, job->crowd ? "/crowd" : "/people",
        "person %d: the body misses the points of camera %d by %.3g pixels rms, %.2g %% of the figure's "
        "size; up to %.2g %% are usual. This camera, the moments or the sides of its points, or single "
        "points may be wrong",
        person, camera, worst, 100 * worst / figure, 100 * MISSED_PICTURE);
}

/* Warns of a person whose left and right are exchanged in most of the take. */
static void warn_mirrored(pd_api_problems *problems, const pd_api_job *job, int person)
{
    const pd_observe_take *t = &job->people[person].take;

    if (!pd_observe_take_mirrored(t) && !t->is_sided) return;
    pd_api_warn(
        problems, job->crowd ? "/crowd" : "/people",
        "person %d: left and right of the points are exchanged in most of the take. They were fitted %s",
        person,
        t->is_sided ? "with left and right exchanged back"
                    : "as sent, which fits better than exchanged back");
}

/* Warns of a person who is upside down in most pictures of a film. */
static void warn_inverted(pd_api_problems *problems, const pd_api_job *job, int person)
{
    const pd_observe_take *t = &job->people[person].take;
    const long joints = pd_api_model_body(&job->model)->joint_count;
    int inverted = 0;

    if (!(t->rms_picture > 0) || t->view_count) return;
    for (int f = 0; f < t->frame_count; f++)
        inverted += pd_api_observe_is_inverted(&t->camera, t->rotations + 9 * joints * f);
    if (2 * inverted <= t->frame_count) return;
    char who[24], pictures[48];
    snprintf(who, sizeof who, "person %d: ", person);
    snprintf(pictures, sizeof pictures, "%d of %d pictures", inverted, t->frame_count);
    pd_api_observe_warn_inverted(problems, job->crowd ? "/crowd" : "/people", who, pictures);
}

/* Warns of points that cannot be of the person, and of jumps of the body.
 * Frames count from 0, as in the result. */
static void warn_stray(pd_api_problems *problems, const pd_api_job *job, int person)
{
    const pd_api_job_person *p = &job->people[person];
    pd_observe_stray stray;
    char text[PD_OBSERVE_STRAY_TEXT_BYTES];

    pd_observe_stray_find(&stray, &p->take);
    pd_observe_stray_loose_text(text, &stray);
    if (*text) pd_api_warn(problems, job->crowd ? "/crowd" : "/people", "person %d: %s", person, text);
    pd_observe_stray_jump_text(text, &stray, 0);
    if (*text) pd_api_warn(problems, job->crowd ? "/crowd" : "/people", "person %d: %s", person, text);
    pd_observe_stray_text(
        text, &stray, p->marked.file ? p->marked.names[stray.first_place] : p->names[stray.first_place], 0);
    if (*text) pd_api_warn(problems, job->crowd ? "/crowd" : "/people", "person %d: %s", person, text);
}

/* Warns of a file that states another up axis than that along which heads are above feet. */
static void warn_up(pd_api_problems *problems, const pd_api_job *job, int person)
{
    const pd_observe_marker_set *set = &job->people[person].marked.set;
    const pd_markers *file = job->people[person].marked.file;

    if (job->people[person].in_space && !job->people[person].is_up_given &&
        job->people[person].up == PD_UP_MINUS_Y)
        pd_api_warn(
            problems, "/people",
            "person %d: the body is upside down in the axes of the points: they are read as a camera's (x "
            "right, y down, z forward) and turned by 180 degrees about x; `up` of the request names another "
            "axis",
            person);
    if (!file || set->heads < 0 || file->up_axis != (int)set->up) return;
    pd_api_warn(
        problems, "/people",
        "person %d: %s is taken as up, as stated, but heads are above feet along %s; `up` of the request "
        "names another axis",
        person, pd_up_names[set->up], pd_up_names[set->heads]);
}

/* Writes the root mean square residual of each place. */
static void points_json(pd_buffer *out, const pd_api_job_person *p)
{
    const pd_observe_take *t = &p->take;
    const pd_observe_marked *m = &p->marked;
    const bool has_one_view = p->member.frames && p->member.only >= 0;

    pd_buffer_text(out, ",\"points\":[");
    for (int i = 0; i < t->place_count; i++) {
        pd_buffer_text(out, i ? ",{\"name\":" : "{\"name\":");
        pd_api_json_text(out, m->file ? m->names[i] : p->names[i]);
        if (p->camera_count)
            pd_buffer_printf(out, ",\"camera\":%d", has_one_view ? p->member.only : t->places[i].camera);
        pd_buffer_text(out, ",\"rms\":");
        pd_api_json_number_or_null(out, rms_of_place(t, i), "%.6g");
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Writes one person of the result. */
static void person_json(pd_buffer *out, const pd_api_job_person *p, const pd_smpl_model *model)
{
    const pd_observe_take *t = &p->take;

    pd_buffer_printf(out, "{\"frames\":%d", t->frame_count);
    if (*p->name) {
        pd_buffer_text(out, ",\"name\":");
        pd_api_json_text(out, p->name);
    }

    if (p->in_space) pd_buffer_printf(out, ",\"up\":\"%s\"", pd_up_names[p->up]);
    if (p->marked.file)
        pd_buffer_printf(out, ",\"up\":\"%s\",\"kind\":\"%s\"", pd_up_names[p->marked.set.up],
                         p->marked.are_joints ? "joints" : "markers");

    /* A person of a crowd: the frames in which the person was seen, and the only view that did. */
    if (p->member.frames) {
        pd_buffer_printf(out, ",\"first\":%d,\"seen\":%d,\"shared\":%d", p->member.first, p->member.seen,
                         p->member.shared);
        if (p->member.only >= 0) pd_buffer_printf(out, ",\"only\":%d", p->member.only);
    }

    /* Write the residuals; null for a kind that was not observed. */
    pd_buffer_text(out, ",\"rms\":");
    pd_api_json_number_or_null(out, t->rms > 0 || (!t->rms_picture && !t->walked) ? t->rms : NAN, "%.6g");
    pd_buffer_text(out, ",\"rms_pixels\":");
    pd_api_json_number_or_null(out, t->rms_picture > 0 ? t->rms_picture : NAN, "%.6g");
    const pd_observe_sensor_set *turns = p->trackers.count ? &p->trackers.turns : &p->sensors;
    if (turns->count)
        pd_buffer_printf(out, ",\"rms_degrees\":%.5g,\"facing\":%.5g,\"walked\":%s", t->rms_turn * 180 / M_PI,
                         turns->facing * 180 / M_PI, t->walked ? "true" : "false");

    if (p->estimate.count) pd_buffer_printf(out, ",\"rms_degrees\":%.5g", t->rms_turn * 180 / M_PI);

    pd_buffer_text(out, ",\"uncertainty_mm\":");
    pd_api_json_number_or_null(out, 1000 * t->uncertainty.world, "%.4g");
    pd_buffer_text(out, ",\"pose_uncertainty_mm\":");
    pd_api_json_number_or_null(out, 1000 * t->uncertainty.pose, "%.4g");

    /* Shape of the person, and data that were exchanged because they belong to the other side. */
    pd_buffer_printf(
        out, ",\"exchanged\":%d,\"mirrored\":%s,\"sides_exchanged\":%d,\"betas\":", t->exchanged_count,
        t->is_sided || pd_observe_take_mirrored(t) ? "true" : "false", pd_observe_sides_count(t));
    pd_api_json_floats(out, t->betas, model->beta_count);
    pd_buffer_text(out, ",\"betas_sd\":");
    pd_api_json_doubles(out, t->betas_sd, model->beta_count);

    /* Cameras that saw the person. */
    if (p->camera_count) pd_buffer_text(out, ",\"cameras\":[");
    for (int c = 0; c < p->camera_count; c++) {
        if (c) pd_buffer_text(out, ",");
        pd_api_camera_json(out, &p->cameras[c], &p->guessed[c]);
    }

    if (p->camera_count) pd_buffer_text(out, "]");

    /* Residuals of the points. */
    if (p->marked.file) markers_json(out, &p->marked);
    points_json(out, p);
    pd_buffer_text(out, "}");
}

void pd_api_job_json(pd_buffer *out, const pd_api_job *job, bool with_people)
{
    if (job->kept) {
        pd_buffer_text(out, with_people ? job->kept->whole : job->kept->brief);
        return;
    }

    const pd_api_job_state state = pd_api_job_state_of(job);
    const int betas = pd_api_model_body(&job->model)->beta_count;
    pd_api_problems problems = {0};

    pd_buffer_printf(out, "{\"id\":\"%s\",\"kind\":\"fit\",\"model\":", job->id);
    pd_api_json_text(out, job->model.id);
    pd_buffer_printf(out, ",\"status\":\"%s\",\"progress\":%.3g", state_names[state],
                     (double)__atomic_load_n(&job->permille, __ATOMIC_RELAXED) / PROGRESS);
    if (state == PD_API_JOB_FAILED && *job->reason) {
        pd_buffer_text(out, ",\"detail\":");
        pd_api_json_text(out, job->reason);
    }

    /* People are listed when the job is done, with warnings about unusual shapes. */
    if (with_people && state == PD_API_JOB_DONE) {
        pd_buffer_text(out, ",\"people\":[");
        for (int i = 0; i < job->person_count; i++) {
            if (i) pd_buffer_text(out, ",");
            person_json(out, &job->people[i], pd_api_model_body(&job->model));
        }

        pd_buffer_text(out, "]");
        if (job->crowd) pd_buffer_printf(out, ",\"left_out\":%d", job->left_out);
        for (int i = 0; i < job->person_count; i++) {
            warn_mirrored(&problems, job, i);
            warn_inverted(&problems, job, i);
            warn_camera(&problems, job, i);
            warn_stray(&problems, job, i);
            warn_up(&problems, job, i);
            pd_api_observe_warn_shape(&problems, job->crowd ? "/crowd" : "/people", i,
                                      job->people[i].take.betas, betas, !job->crowd);
        }

        pd_api_json_warnings(out, &problems);
    }

    pd_buffer_text(out, "}");
}

void pd_api_job_event_json(pd_buffer *out, const pd_api_job *job, const char *time)
{
    const pd_api_job_state state = pd_api_job_state_of(job);
    PD_ASSERT(state == PD_API_JOB_DONE || state == PD_API_JOB_FAILED);
    pd_buffer_printf(out, "{\"type\":\"job.%s\",\"timestamp\":\"%s\",\"data\":", state_names[state], time);
    pd_api_job_json(out, job, true);
    pd_buffer_text(out, "}");
}

/* Writes betas, poses (T,3K) as axis-angle, translations (T,3) and residuals (T,P). */
static pd_status take_json(pd_buffer *out, const pd_api_job_person *p, const pd_smpl_model *model,
                           const pd_cancel *cancel, pd_error *err)
{
    const pd_observe_take *t = &p->take;
    const size_t joints = (size_t)model->joint_count;
    float *turns = malloc(3 * joints * sizeof *turns);

    if (!turns) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    pd_buffer_printf(out, "{\"rate\":%g,\"betas\":", t->rate);
    pd_api_json_floats(out, t->betas, model->beta_count);
    pd_buffer_text(out, ",\"frames\":[");
    for (size_t f = 0; f < (size_t)t->frame_count && !pd_cancelled(cancel); f++) {
        /* Pose and place of the body. */
        pd_rot_to_axis_angle_array(turns, t->rotations + 9 * joints * f, (int)joints);
        pd_buffer_text(out, f ? ",{\"pose\":" : "{\"pose\":");
        pd_api_json_floats(out, turns, (int)(3 * joints));
        pd_buffer_text(out, ",\"translation\":");
        pd_api_json_floats(out, t->translations + 3 * f, 3);

        /* Write the residual of each place; null: not seen. */
        pd_buffer_text(out, ",\"residuals\":[");
        for (int i = 0; i < t->place_count; i++) {
            if (i) pd_buffer_text(out, ",");
            pd_api_json_number_or_null(out, residual(t, f * (size_t)t->place_count + (size_t)i), "%.6g");
        }

        pd_buffer_text(out, "]}");
    }

    pd_buffer_text(out, "]}\n");
    free(turns);

    return PD_OK;
}

#define NUMBER_TEXT  14  /* bytes of a number as text, with its comma */
#define GROWTH       2   /* memory of a growing buffer by its size: it is copied when it grows */
#define VERTEX_BYTES 128 /* bytes of a GLB for a vertex without shapes: skin, position, faces */

size_t pd_api_job_encode_bytes(const pd_api_job *job, int person, pd_api_format format)
{
    const pd_buffer *kept = job->kept ? pd_api_job_kept_result(job, person, format) : NULL;
    if (job->kept) return kept ? kept->size : 0;
    PD_ASSERT(person >= 0);
    const pd_smpl_model *model = pd_api_model_body(&job->model);
    const pd_observe_take *t = &job->people[person].take;
    const size_t frames = (size_t)t->frame_count;
    const size_t joints = (size_t)model->joint_count;
    const size_t vertices = (size_t)model->vertex_count;
    const size_t betas = (size_t)model->beta_count;
    const size_t turns = frames * (3 * joints + 3);
    const size_t residuals = frames * ((size_t)t->place_count + 4);
    const size_t clip = frames * (joints * sizeof(pd_quat) + sizeof(pd_vec3));
    const size_t least = (size_t)1 << 16;

    if (format == PD_API_FORMAT_JSON) return least + GROWTH * NUMBER_TEXT * (turns + residuals);
    if (format == PD_API_FORMAT_NPZ) return least + clip + (1 + GROWTH) * sizeof(float) * turns;
    if (format == PD_API_FORMAT_TRC)
        return least + frames * (size_t)t->place_count * (3 * sizeof(float) + GROWTH * 3 * NUMBER_TEXT);
    if (format == PD_API_FORMAT_BVH) return least + clip + (sizeof(double) + GROWTH * NUMBER_TEXT) * turns;

    return least + clip + (1 + GROWTH) * sizeof(float) * frames * (4 * joints + 4) +
           (1 + GROWTH) * vertices * (VERTEX_BYTES + 3 * sizeof(float) * betas);
}

pd_status pd_api_job_encode(pd_buffer *out, const pd_api_job *job, int person, pd_api_format format,
                            const pd_cancel *cancel, pd_error *err)
{
    PD_ASSERT(person >= 0 && person < PD_API_JOB_MOST_PEOPLE);
    if (job->kept) {
        const pd_buffer *kept = pd_api_job_kept_result(job, person, format);
        if (!kept)
            return pd_fail(err, PD_ERR_INVALID, "/format",
                           "the daemon that ran this job has not kept the result in this format; %s allowed",
                           pd_api_job_kept_result(job, person, PD_API_FORMAT_GLB) ? "json, npz, glb or bvh"
                                                                                  : "npz");
        pd_buffer_add(out, kept->data, kept->size);
        return PD_OK;
    }

    const pd_api_job_person *p = &job->people[person];
    const pd_smpl_model *model = pd_api_model_body(&job->model);
    pd_retarget_motion motion;

    if (format == PD_API_FORMAT_JSON) return take_json(out, p, model, cancel, err);
    if (format == PD_API_FORMAT_TRC) {
        /* A .trc has the markers, not the body. */
        pd_markers filled;
        pd_status written = pd_observe_marked_filled(&filled, &p->marked, &p->take, model, "take", err);
        if (written) return written;
        written = pd_markers_write_trc(out, &filled, "take", err);
        pd_markers_deinit(&filled);
        return written;
    }

    /* The other formats hold the motion of the body. */
    pd_status status = pd_observe_take_motion(&motion, &p->take, model, err);
    if (status) return status;
    status = format == PD_API_FORMAT_NPZ ? pd_motion_npz(out, &motion, model, err)
             : format == PD_API_FORMAT_GLB
                 ? pd_motion_glb(out, &motion, model, &pd_executor_serial, "take", err)
                 : pd_motion_capture_write_bvh(out, &motion.clip, err);
    pd_anim_clip_deinit(&motion.clip);

    return status;
}
