#include "api/observe/jobs_kept.h"

#include "api/http/upload.h"
#include "api/observe/estimates.h"
#include "api/observe/jobs_read.h"
#include "core/observe/view/calibrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define RETRY_AFTER 10 /* seconds, where there is no room for a job: the shortest take as long */

/* ---- fields */

const pd_api_field pd_api_job_query_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_job_values, model),
     .preset = "\"default\"",
     .example = "\"default\"",
     .doc = "Id of the body model that is fitted."},
    {.name = "noise",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_job_values, noise),
     .min = 1e-4,
     .max = 1000,
     .example = "0.005",
     .doc = "Noise of the observations, one standard deviation: in metres up to 1 (default 0.005 for "
            "markers, 0.01 for keypoints), in pixels for keypoints in a picture (default 3), in degrees for "
            "orientations and for application/x-pickle (default 2)."},
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_job_values, up),
     .choices = PD_UP_CHOICES "|auto",
     .preset = "\"auto\"",
     .example = "\"z\"",
     .doc =
         "Up axis of the coordinates. With auto it is read from the file of markers, or found from their "
         "heads, which are above the feet; for orientations auto means z; for keypoints in space y, or -y (a "
         "camera's axes) of a body that is upside down. Not for keypoints in pictures."},
    {.name = "protocol",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_job_values, protocol),
     .example = "\"cmu\"",
     .doc = "Protocol of markers that have no names: " PD_OBSERVE_PROTOCOLS
            ". Without it, the one that fits best is used."},
    {.name = "webhook",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_job_values, webhook),
     .example = "\"https://hooks.example.org/...\"",
     .doc =
         "URL to which the server POSTs the job once it is done or has failed, signed as Standard Webhooks "
         "says (docs/guide/webhooks.md). The server's option webhooks.allow must list its host."},
    {.name = "person",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_job_values, person),
     .example = "\"2\"",
     .doc = "Id of one of several people in a file of poses. Without it the person who is seen longest, "
            "whom the header Posed-Warning names. Of a file of markers, the name of one of several people "
            "(SUBJECT:MARKER) or the number from 0; without it all of them."},
    {.name = "points",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_job_values, points),
     .choices = "auto|markers|joints",
     .preset = "\"auto\"",
     .example = "\"joints\"",
     .doc = "What the named points of a take are: markers on the skin, or centres of joints, as programs "
            "without markers write them (Pose2Sim, OpenCap, Sports2D). With auto the names decide."},
    {.name = "camera",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(pd_api_job_values, camera),
     .preset = "false",
     .doc = "True uses the estimate in the camera's frame of a file that has one; false uses the "
            "estimate in the world's frame."},
    {.name = "set",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_job_values, set),
     .example = "\"smpl22\"",
     .doc = "Set of the joints of a file with positions of joints and no rotations: smpl22, smpl24, smplh52, "
            "smplx55 or one of the sets of keypoints. Without it the names in the file or the number of "
            "joints decides, and the header Posed-Warning says how."},
    {.name = "source_rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_job_values, source_rate),
     .min = 1,
     .max = 1000,
     .example = "25",
     .doc = "Frame rate of the file's motion, frames per second. Without it the rate that the file states, "
            "else one that the header Posed-Warning names."},
    {0},
};

const pd_api_field pd_api_job_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_job_values, kind),
     .choices = "fit",
     .preset = "\"fit\"",
     .example = "\"fit\"",
     .doc = "Kind of the job: fit fits a body model to a take."},
    {.name = "rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_job_values, rate),
     .min = 0.1,
     .max = 100000,
     .preset = "60",
     .example = "120",
     .doc = "Frame rate of the take in frames per second. A file of markers states its own."},
    {.name = "people",
     .type = PD_API_OBJECTS,
     .offset = offsetof(pd_api_job_values, people),
     .rows = pd_api_job_person_fields,
     .example = "[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[[0,1.6,0.1],...],...]}}]",
     .doc = "People of the take, up to 16, each with markers, keypoints or orientations for the whole take."},
    {.name = "crowd",
     .type = PD_API_OBJECT,
     .offset = offsetof(pd_api_job_values, crowd),
     .rows = pd_api_crowd_take_fields,
     .example =
         "{\"set\":\"coco17\",\"views\":[{\"camera\":{...},\"frames\":[[[[612,410],...],...],...]},...]}",
     .doc = "Several people in the pictures of one or several cameras, not yet assigned to each other, "
            "instead of people. At most 16 are fitted, those that are seen most."},
    {0},
};

typedef struct result_values {
    int format, person;
} result_values;

const pd_api_field pd_api_job_result_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = offsetof(result_values, format),
     .choices = "json|npz|glb|bvh|trc",
     .example = "\"npz\"",
     .doc = "Format of the result: npz (AMASS's layout), glb (the body with an animation), bvh (the model's "
            "skeleton) or trc (for markers: the markers with their identified names, and the body's position "
            "of a marker where no camera saw it). Without it the header Accept decides."},
    {.name = "person",
     .type = PD_API_INTEGER,
     .offset = offsetof(result_values, person),
     .min = 0,
     .max = PD_API_JOB_MOST_PEOPLE - 1,
     .preset = "0",
     .example = "0",
     .doc = "Index of the person among the people of the job, from 0."},
    {0},
};

/* ---- checking */

/* Refuses what only estimates of other programs have, on any other take. */
static bool check_other(const pd_api_job_reading *r, bool is_file)
{
    const pd_api_job_values *v = r->values;
    const char *given = v->person && !is_file ? "/person"
                        : v->camera == 1      ? "/camera"
                        : v->set              ? "/set"
                        : v->source_rate > 0  ? "/source_rate"
                                              : NULL;

    return !given || pd_api_note(&r->call->problems, PD_ERR_INVALID, given,
                                 "has no effect without a body of application/x-pickle%s",
                                 v->person && !is_file ? " or a file of markers" : "");
}

/* Cameras not known yet are given an arbitrary rotation while the rest is checked. */
static pd_status check_take(const pd_api_job_person *p, const pd_smpl_model *model, pd_error *err)
{
    static const double front[] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_take take = p->take;

    if (p->marked.nameless) return PD_OK; /* once they have names */
    if (!p->calibrate) return pd_observe_take_check(&take, model, err);

    /* Check with placeholder rotations, which the calibration replaces. */
    for (int c = 0; c < p->camera_count; c++) {
        cameras[c] = p->cameras[c];
        memcpy(cameras[c].rotation, front, sizeof front);
    }

    const pd_observe_views views = {
        .cameras = cameras, .camera_count = p->camera_count, .noise = take.places[0].sigma};
    take.camera = cameras[0];
    take.views = cameras + 1;
    pd_status status = pd_observe_views_check(&views, err);

    return status ? status : pd_observe_take_check(&take, model, err);
}

/* Reserves memory for the job from now on; of it `scratch` only while it runs. */
static bool hold_for_job(pd_api_job_reading *r, size_t bytes, size_t scratch)
{
    if (!pd_api_hold_for(r->call, PD_API_MEMORY_JOBS, bytes + scratch)) return false;
    if (r->call->host->memory_take) {
        r->job->host = r->call->host;
        r->job->held = bytes + scratch;
        r->job->scratch = scratch;
    }

    return true;
}

/* Refuses `protocol` if no person has markers without names. */
static bool check_protocol(const pd_api_job_reading *r)
{
    bool is_read = false;
    for (int i = 0; i < r->job->person_count; i++) is_read |= r->job->people[i].marked.nameless;
    return !r->values->protocol || is_read ||
           pd_api_note(&r->call->problems, PD_ERR_INVALID, "/protocol",
                       "has no effect without markers that have no names");
}

/* Checks the takes, reserves the memory of the job, and allocates its results. */
static bool prepare_jobs(pd_api_job_reading *r)
{
    const pd_smpl_model *model = pd_api_model_body(&r->job->model);
    size_t bytes = sizeof *r->job;
    size_t most = 0;
    pd_error err;

    if (r->job->crowd) {
        bytes += pd_api_job_crowd_bytes(&most, r->job);
        return hold_for_job(r, bytes, most);
    }

    /* Memory of all people; scratch memory only of the largest, since they are fitted one after the other. */
    for (int i = 0; i < r->job->person_count; i++) {
        pd_observe_take *t = &r->job->people[i].take;
        t->executor = &pd_executor_serial;
        t->prior = r->job->prior.joint_count ? &r->job->prior : NULL;
        char where[64];
        snprintf(where, sizeof where, "/people/%d", i);
        if (check_take(&r->job->people[i], model, &err))
            return pd_api_job_note(r, r->values->people ? where : "", &err);
        const pd_api_job_person *p = &r->job->people[i];
        const size_t scratch =
            pd_observe_take_scratch_bytes(t, model) + (p->calibrate ? PD_OBSERVE_VIEWS_BYTES : 0) +
            (p->marked.file ? pd_observe_marked_bytes(&p->marked) : 0) +
            (p->finds_facing ? pd_observe_sensor_find_bytes(&p->sensors, model, t->prior) : 0);
        bytes += pd_api_job_person_bytes(p, model) +
                 (size_t)p->file.frame_count * (size_t)p->file.marker_count * 3 * sizeof(float);
        most = scratch > most ? scratch : most;
    }

    if (!hold_for_job(r, bytes, most)) return false;
    for (int i = 0; i < r->job->person_count; i++)
        if (!pd_observe_take_room(&r->job->people[i].take, model)) return pd_api_job_no_memory(r);

    return true;
}

/* Takes the URL of the webhook, if the server sends webhooks there. */
static bool take_webhook(pd_api_job_reading *r)
{
    const pd_api_host *host = r->call->host;
    pd_error err = {0};

    if (!r->values->webhook) return true;
    if (!host->webhook_check)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, "/webhook", "this server sends no webhooks");
    if (host->webhook_check(host->ctx, r->values->webhook, &err)) return pd_api_job_note(r, "/webhook", &err);
    r->job->webhook = strdup(r->values->webhook);

    return r->job->webhook || pd_api_job_no_memory(r);
}

/* Acquires the body model and, if there is one, the pose prior. */
static bool take_models(pd_api_job_reading *r)
{
    pd_api_call *call = r->call;
    const char *id = r->values->model ? r->values->model : "default";
    pd_error err;

    if (!pd_api_take_model(call, id, &r->job->model) || !pd_api_model_body(&r->job->model)) {
        pd_api_refuse_model(call, "/model", id, PD_API_IDS_MODELS);
        return false;
    }

    if (!pd_api_take_model(call, PD_API_DEFAULT_PRIOR, &r->job->learned)) {
        r->job->learned = (pd_api_model){0};
        return true;
    }

    if (!pd_observe_prior_init(&r->job->prior, pd_api_model_prior(&r->job->learned),
                               pd_api_model_body(&r->job->model), &err))
        return true;

    return pd_api_job_note(r, "", &err);
}

/* ---- routes */

void pd_api_handle_job_put(pd_api_call *call, const pd_api_request *request)
{
    static const char octets[] = "application/octet-stream";
    pd_api_job_values values = {.rate = 60, .up = PD_UP_COUNT};
    pd_api_documents documents = {0};
    bool owner_full;
    pd_error err;

    if (!call->host->job_put) {
        pd_api_refuse(call, 404, NULL, "this server runs no jobs");
        return;
    }

    pd_api_job_reading r = {call, calloc(1, sizeof(pd_api_job)), &values};
    if (!r.job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    r.job->references = 1;
    r.job->owner = call->owner.id;

    /* A file, by its media type or else by its first bytes; or JSON. */
    const char *type = request->content_type;
    const char *found = pd_api_upload_type(request);
    const bool is_open = pd_api_type_is_open(type) && request->body.size;
    const bool estimate = pd_api_is_estimate(request);
    const bool file = estimate || (type && !strncasecmp(type, octets, sizeof octets - 1)) ||
                      (is_open && (!found || strcmp(found, "application/json") != 0));
    bool good;
    if (file) {
        /* The body is the file, so only the query has fields. */
        call->problems.in_query = 1;
        documents.query = pd_api_query_json(request->query, call->route->query, &call->problems);
        good = documents.query &&
               pd_api_fields_json(&values, documents.query, call->route->query, "", &call->problems);
        call->problems.in_query = 0;
    } else {
        good = pd_api_decode_fields(&values, &documents, call, request);
    }

    /* Read the take and reserve its memory. */
    good = good && take_webhook(&r) && take_models(&r) && (estimate || check_other(&r, file)) &&
           (estimate       ? pd_api_job_read_estimate(&r, request->body)
            : file         ? pd_api_job_read_markers_file(&r, request->body)
            : values.crowd ? pd_api_job_read_crowd(&r)
                           : pd_api_job_read_people(&r)) &&
           check_protocol(&r) && prepare_jobs(&r);
    pd_api_documents_release(&documents);

    /* Queue the job; the host keeps a reference of its own. */
    pd_status queued = PD_ERR_INVALID;
    if (good) {
        r.job->request = request;
        queued = call->host->job_put(call->host->ctx, r.job, &owner_full, &err);
    }

    if (!good) {
        if (!call->done) pd_api_refuse_all(call);
    } else if (queued != PD_OK) {
        pd_api_refuse(call, owner_full ? 429 : 503, NULL, "%s%s%s%s", err.detail, *err.where ? " (" : "",
                      err.where, *err.where ? ")" : "");
        pd_api_header_set(&call->reply, "Retry-After", "%d", RETRY_AFTER);
    } else {
        pd_buffer *out = pd_api_answer(call, 202, "application/json");
        pd_api_header_set(&call->reply, "Location", "%s/v1/jobs/%s", request->prefix ? request->prefix : "",
                          r.job->id);
        pd_api_job_json(out, r.job, false);
        pd_buffer_text(out, "\n");
    }

    pd_api_job_release(r.job);
}

/* Returns the retained job that the path names, or NULL after refusing the call. */
static pd_api_job *job_of(pd_api_call *call)
{
    if (!pd_api_fetch(call, PD_API_STORED_JOBS, call->id)) return NULL;
    pd_api_job *job = call->host->job ? call->host->job(call->host->ctx, call->id, &call->owner) : NULL;

    if (!job)
        pd_api_refuse(call, 404, NULL,
                      "no job \"%.64s\": it was deleted, has expired, or belongs to another client%s",
                      call->id,
                      call->host->fetch ? ""
                                        : "; jobs end with their daemon, since neither store.folder nor "
                                          "cluster.redis keeps them");

    return job;
}

void pd_api_handle_job(pd_api_call *call, const pd_api_request *request)
{
    pd_api_job *job = job_of(call);

    (void)request;
    if (!job) return;
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_api_job_json(out, job, true);
    pd_buffer_text(out, "\n");
    pd_api_job_release(job);
}

typedef struct job_list {
    pd_buffer *out;
    int count;
} job_list;

/* Appends one job to the list. */
static void list_one_jobs(void *arg, const pd_api_job *job)
{
    job_list *l = arg;
    if (l->count++) pd_buffer_text(l->out, ",");
    pd_api_job_json(l->out, job, false);
}

void pd_api_handle_jobs(pd_api_call *call, const pd_api_request *request)
{
    job_list l = {pd_api_answer(call, 200, "application/json"), 0};

    (void)request;
    pd_api_fetch(call, PD_API_STORED_JOBS, NULL);
    pd_buffer_text(l.out, "{\"jobs\":[");
    if (call->host->each_job) call->host->each_job(call->host->ctx, &call->owner, list_one_jobs, &l);
    pd_buffer_text(l.out, "]}\n");
}

void pd_api_handle_job_delete(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    if (!pd_api_fetch(call, PD_API_STORED_JOBS, call->id)) return;
    pd_api_job *job = call->host->job ? call->host->job(call->host->ctx, call->id, &call->owner) : NULL;
    const bool is_refused = job && pd_api_refuse_condition(call, "the job", ""); /* jobs have no ETag */
    pd_api_job_release(job);
    if (is_refused) return;
    const int gone =
        call->host->job_delete ? call->host->job_delete(call->host->ctx, call->id, &call->owner) : 0;
    if (!pd_api_answer_deleted(call, gone, "job"))
        pd_api_refuse(call, 404, NULL, "no job \"%.64s\"", call->id);
}

/* A person of a job that is done, in a format. */
typedef struct result_work {
    pd_api_job *job;
    int person;
    pd_api_format format;
} result_work;

/* Releases the job of a result. */
static void release_result(pd_api_call *call)
{
    pd_api_job_release(((const result_work *)call->job)->job);
}

static size_t result_bytes(const pd_api_call *call, int threads)
{
    const result_work *own = call->job;
    (void)threads;
    return pd_api_job_encode_bytes(own->job, own->person, own->format);
}

/* Encodes the result of a job in the chosen format. */
static void run_result(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const result_work *own = call->job;
    pd_error err = {0};
    (void)scratch;
    (void)executor;

    pd_buffer *out = pd_api_answer(call, 200, pd_api_formats[own->format].type);
    const pd_status status = pd_api_job_encode(out, own->job, own->person, own->format, call->cancel, &err);
    if (status)
        pd_api_refuse(call, pd_status_http(status), NULL, "%s%s%s", err.where, *err.where ? ": " : "",
                      err.detail);
    else if (out->failed)
        pd_api_refuse(call, 503, NULL, "out of memory");
}

void pd_api_handle_job_result(pd_api_call *call, const pd_api_request *request)
{
    static const pd_api_format formats[] = {PD_API_FORMAT_JSON, PD_API_FORMAT_NPZ, PD_API_FORMAT_GLB,
                                            PD_API_FORMAT_BVH, PD_API_FORMAT_TRC};
    const unsigned set = 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_NPZ | 1u << PD_API_FORMAT_GLB |
                         1u << PD_API_FORMAT_BVH | 1u << PD_API_FORMAT_TRC;
    result_values v = {.format = -1};
    pd_api_documents documents = {0};

    /* The format, by the query or the header Accept. */
    if (!pd_api_decode_fields(&v, &documents, call, request)) {
        pd_api_documents_release(&documents);
        if (!call->done) pd_api_refuse_all(call);
        return;
    }

    pd_api_documents_release(&documents);
    const int format = pd_api_choose_format(call, request, v.format < 0 ? -1 : (int)formats[v.format], set);
    pd_api_job *job = format < 0 ? NULL : job_of(call);
    if (!job) return;

    /* Refuse what is not there, else leave the work, which keeps the job. */
    result_work *work = pd_api_pool_take(&call->pool, 1, sizeof *work);
    if (pd_api_job_state_of(job) != PD_API_JOB_DONE) {
        pd_api_refuse(call, 409, NULL, "the job is not finished; GET /v1/jobs/%s shows its progress",
                      job->id);
    } else if (v.person >= job->person_count) {
        pd_api_refuse(call, 400, "/person", "%d; 0 to %d allowed", v.person, job->person_count - 1);
    } else if (format == PD_API_FORMAT_TRC && !job->people[v.person].marked.file &&
               !(job->kept && pd_api_job_kept_result(job, v.person, PD_API_FORMAT_TRC))) {
        pd_api_refuse(
            call, 400, "/format",
            "trc holds optical markers, which this person does not have; json, npz, glb or bvh allowed");
    } else if (!work) {
        pd_api_refuse(call, 503, NULL, "out of memory");
    } else {
        *work = (result_work){pd_api_job_retain(job), v.person, (pd_api_format)format};
        call->job = work;
        call->deinit = release_result;
        call->run = run_result;
        call->run_bytes = result_bytes;
    }

    pd_api_job_release(job);
}
