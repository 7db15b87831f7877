#ifndef PD_API_HTTP_API_H
#define PD_API_HTTP_API_H
/* Requests and replies as data: the seam between the server, which owns sockets, threads and the clock, and
 * the api, which turns bytes into checked jobs and results into bytes.
 *
 *     server: reads a request into pd_api_request (borrowed strings)
 *     api:    pd_api_decode  -> pd_api_call: route, scope, a checked job, or a finished reply (errors, 304)
 *     server: answers at once when call->done; else queues the call by call->model (a batch holds calls of one)
 *     server: on a worker, pd_api_run(calls, count): calls of one model and one kind run as one batch;
 *             each call's reply is filled; then the connection is resumed
 *
 * The api never blocks, owns no thread, and includes neither microhttpd.h nor pthread.h. A call is used by
 * one thread at a time. Replies never fail halfway: whatever goes wrong becomes problem+json.
 */
#include "api/http/access.h"
#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/base/executor.h"
#include "core/base/size.h"
#include "core/ik/solver/neural.h"
#include "core/ik/solver/prior.h"
#include "core/mhr/model.h"
#include "core/pfnn/model.h"
#include "core/rig/skin/net.h"
#include "core/rig/start.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

#include <stdbool.h>
#include <stdint.h>

/* A kind of resident model: one row of pd_api_kinds, all that there is to know of it beside what computes with it. Models are counted;
 * _retain and _bytes take no NULL. */
typedef struct pd_api_kind {
    const char *name;       /* "body": in replies, and `kind` in the metadata of a file        */
    const char *default_id; /* what finds the default one of this kind; no file can have it    */
    const char *usual_id;   /* the default, when the configuration marks none: the file's name */
    int is_folder;          /* a folder is a model of this kind                                */
    pd_status (*load)(void **out, const char *file, pd_error *err);
    void (*retain)(void *model);
    void (*release)(void *model);
    size_t (*bytes)(const void *model); /* resident */
    /* Members of the JSON object of GET /v1/models, with a comma before each; and those that GET /v1/models/{id} adds. */
    void (*summary)(pd_buffer *out, const void *model);
    void (*description)(pd_buffer *out, const void *model);
} pd_api_kind;

typedef enum pd_api_kind_id {
    PD_API_KIND_BODY,
    PD_API_KIND_MOTION,
    PD_API_KIND_POSE_PRIOR,
    PD_API_KIND_POSE_NETWORK,
    PD_API_KIND_MATCHING,
    PD_API_KIND_WARDROBE,
    PD_API_KIND_MHR,
    PD_API_KIND_RIG_START,
    PD_API_KIND_RIG_WEIGHTS,
    PD_API_KIND_COUNT
} pd_api_kind_id;
extern const pd_api_kind pd_api_kinds[PD_API_KIND_COUNT]; /* api/models/kinds.c */

/* What the server knows of a resident model. The api asks through the table below; a model that it acquires is released when the call is. */
typedef struct pd_api_model {
    const char *id, *file;
    const pd_api_kind *kind;
    int is_default; /* of its kind                 */
    void *resident; /* what kind->load made; NULL: nothing is loaded */
} pd_api_model;

#define PD_API_DEFAULT_MOTION   ":motion"
#define PD_API_DEFAULT_PRIOR    ":pose-prior"
#define PD_API_DEFAULT_NEURAL   ":pose-network"
#define PD_API_DEFAULT_MATCHING ":matching"
#define PD_API_DEFAULT_WARDROBE ":wardrobe"
#define PD_API_DEFAULT_MHR      ":mhr"
#define PD_API_DEFAULT_RIG      ":rig-start"
#define PD_API_DEFAULT_SKIN     ":rig-weights"

static inline void *pd_api_model_of_kind(const pd_api_model *model, pd_api_kind_id kind)
{
    return model->kind == &pd_api_kinds[kind] ? model->resident : NULL;
}
/* NULL when it is of another kind. */
static inline pd_smpl_model *pd_api_model_body(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_BODY);
}
/* What moves characters: a network, or a database that is matched. */
static inline pd_pfnn_model *pd_api_model_motion(const pd_api_model *model)
{
    pd_pfnn_model *network = pd_api_model_of_kind(model, PD_API_KIND_MOTION);
    return network ? network : pd_api_model_of_kind(model, PD_API_KIND_MATCHING);
}
static inline pd_ik_prior *pd_api_model_prior(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_POSE_PRIOR);
}
static inline pd_ik_neural *pd_api_model_neural(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_POSE_NETWORK);
}

static inline pd_wardrobe *pd_api_model_wardrobe(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_WARDROBE);
}

static inline pd_mhr *pd_api_model_mhr(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_MHR);
}

static inline pd_rig_start *pd_api_model_rig_start(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_RIG_START);
}

static inline pd_rig_net *pd_api_model_rig_net(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_RIG_WEIGHTS);
}

static inline void pd_api_model_retain(const pd_api_model *model)
{
    if (model->resident) model->kind->retain(model->resident);
}
/* Gives back what acquire retained. */
static inline void pd_api_model_release(const pd_api_model *model)
{
    if (model->resident) model->kind->release(model->resident);
}

static inline size_t pd_api_model_bytes(const pd_api_model *model)
{
    return model->resident ? model->kind->bytes(model->resident) : 0;
}

typedef struct pd_api_scene pd_api_scene;       /* api/motion/scenes.h    */
typedef struct pd_api_skeleton pd_api_skeleton; /* api/ik/skeletons.h */
typedef struct pd_api_job pd_api_job;           /* api/observe/jobs.h */

/* What requests hold memory for, in the account of limits.memory. X(id, label in metrics, what it is) */
#define PD_API_MEMORY_TABLE(X)                                                                               \
    X(BODIES, "bodies", "request bodies that are being read")                                                \
    X(CALLS, "calls", "requests under way: what their JSON becomes, what they compute, their replies")       \
    X(SCENES, "scenes", "scenes of clients, also replaced and deleted ones that sessions are still in")      \
    X(SKELETONS, "skeletons", "skeletons of clients, likewise")                                              \
    X(JOBS, "jobs", "takes that wait, are worked on, or were done and are still kept")                       \
    X(STREAMS, "streams", "characters with their bodies, and frames until they are with the socket")
typedef enum pd_api_memory_use {
#define PD_API_MEMORY_ENUM(id, label, doc) PD_API_MEMORY_##id,
    PD_API_MEMORY_TABLE(PD_API_MEMORY_ENUM)
#undef PD_API_MEMORY_ENUM
        PD_API_MEMORY_COUNT
} pd_api_memory_use;

/* Whose something is: a key, or an address where no keys are asked for. */
typedef struct pd_api_owner {
    uint64_t id;  /* a hash of the key's name or of the address */
    int is_admin; /* a key with the scope admin: it may change others' too */
} pd_api_owner;

/* What a request that changes an object demands of it (condition.h); NULL: the field is absent. */
typedef struct pd_api_condition {
    const char *if_match, *if_none_match;
} pd_api_condition;

/* What the api may ask of the server. All functions may be called from any thread. */
typedef struct pd_api_host {
    void *ctx;
    /* Counts bytes that are about to be allocated. 1: taken, give them back; 0: not now (503); -1: more than there can ever be (413).
     * NULL: nothing is counted. */
    int (*memory_take)(void *ctx, pd_api_memory_use use, size_t bytes);
    void (*memory_add)(void *ctx, pd_api_memory_use use, size_t bytes); /* counted whether it fits or not */
    void (*memory_give)(void *ctx, pd_api_memory_use use, size_t bytes);
    /* "default" finds the default body, PD_API_DEFAULT_MOTION, _PRIOR and _NEURAL, _MATCHING those of their kinds. 0 when there is none. On success the
     * model is retained. */
    int (*acquire)(void *ctx, const char *id, pd_api_model *out);
    /* visit() once per model, in the order of the configuration. */
    void (*each_model)(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg);
    /* ERR_NOT_FOUND: no such id; ERR_FORBIDDEN: the model that it stands for is out of reach; any other failure: the file, and the old
     * model stays. Ids of models that could not be loaded so far count as well. access NULL: everything. */
    pd_status (*reload)(void *ctx, const char *id, const pd_api_access *access, pd_error *err);
    int (*ready)(void *ctx, char *reason, size_t reason_bytes); /* 1, or 0 and why not          */
    void (*metrics)(void *ctx, pd_buffer *out);                 /* Prometheus text              */
    /* A one-time ticket for a browser's WebSocket. NULL: this server gives none (404). */
    pd_status (*ticket)(void *ctx, const char *key_name, char out[64], pd_error *err);
    /* Scenes (api/motion/scenes.h); NULL: this server keeps none. scene_put takes the reference; ERR_LIMIT. scene gives one, or NULL.
     * scene_delete: 1; 0 when there was none, -1 when it is another's, -2 when the condition does not hold. scene_put leaves is_new at -1 when
     * the name is another's, at -2 when the condition does not hold. */
    pd_status (*scene_put)(void *ctx, pd_api_scene *scene, const pd_api_condition *condition, int *is_new,
                           pd_error *err);
    pd_api_scene *(*scene)(void *ctx, const char *id);
    int (*scene_delete)(void *ctx, const char *id, const pd_api_owner *who,
                        const pd_api_condition *condition);
    void (*each_scene)(void *ctx, void (*visit)(void *arg, const char *id, const void *scene), void *arg);
    /* The same for skeletons (api/ik/skeletons.h). */
    pd_status (*skeleton_put)(void *ctx, pd_api_skeleton *skeleton, const pd_api_condition *condition,
                              int *is_new, pd_error *err);
    pd_api_skeleton *(*skeleton)(void *ctx, const char *id);
    int (*skeleton_delete)(void *ctx, const char *id, const pd_api_owner *who,
                           const pd_api_condition *condition);
    void (*each_skeleton)(void *ctx, void (*visit)(void *arg, const char *id, const void *skeleton),
                          void *arg);
    /* Jobs (api/observe/jobs.h); NULL: this server does none. job_put gives it an id and takes a reference of its own; ERR_LIMIT. job gives one, or
     * NULL, also when it is another's; job_delete cancels it. */
    pd_status (*job_put)(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err);
    pd_api_job *(*job)(void *ctx, const char *id, const pd_api_owner *who);
    bool (*job_delete)(void *ctx, const char *id, const pd_api_owner *who);
    void (*each_job)(void *ctx, const pd_api_owner *who, void (*visit)(void *arg, const pd_api_job *job),
                     void *arg);
    /* Files of the page at / (api/http/assets.h); NULL: the plain page. */
    const struct pd_api_assets *assets;
    /* Files at /samples (api/http/samples.h); NULL: none. */
    const struct pd_api_assets *samples;
    /* Pages that are written once (api/http/kept.h); NULL: each time. */
    struct pd_api_kept *kept;
    /* Seconds of a monotonic clock, for time budgets (budget_ms). NULL: budgets are not kept. */
    double (*now)(void *ctx);
} pd_api_host;

/* The limits that decoding enforces; the server fills it from the configuration. */
typedef struct pd_api_limits {
    size_t body_bytes; /* request body                       */
    int json_depth;
    size_t json_memory; /* of a request's JSON once it is read */
    int batch;          /* bodies or problems in one request  */
    int ik_iterations;
    double ik_budget_ms;
    double contact_budget_ms; /* of work a body; 0: any */
    double rollout_seconds;   /* of motion in one roll-out */
} pd_api_limits;

typedef struct pd_api_request {
    const char *method, *path; /* path without the query, still percent-encoded       */
    const char *query;         /* after '?', or NULL                                  */
    const char *accept, *accept_encoding, *content_type, *if_match, *if_none_match,
        *origin;                  /* NULL when absent */
    const char *content_encoding; /* of the body; anything but identity is 415       */
    const char *host;             /* "body.example:8080", for examples on pages; or NULL */
    const char *prefix; /* path below which a proxy offers this server, "/posed"; "" or NULL: none */
    pd_bytes body;
    const char *request_id; /* NULL or text that comes back in problem+json             */
    const char *key_name;   /* name of the API key that was presented; NULL: no key     */
    pd_api_owner owner;     /* of what the request puts                                 */
    const pd_api_access
        *access; /* what of all that has a name it may reach; NULL: everything. Outlives the call */
} pd_api_request;

#define PD_API_HEADERS_MAX 24
typedef struct pd_api_header {
    const char *name; /* static */
    char value[192];
} pd_api_header;

typedef struct pd_api_reply {
    int status;
    const char *content_type; /* static; NULL when there is no body */
    pd_buffer body;           /* empty for 304; HEAD is cut by the server. See pd_api_call_reply */
    pd_api_header headers[PD_API_HEADERS_MAX];
    int header_count;
    size_t
        total_bytes; /* of a reply in parts, where that is known before they are made, and of the 200 that a 304 stands for; else 0 */
} pd_api_reply;

/* A long reply is made in parts, of a few MiB at most, so that it never stands in memory as a whole: the body holds one part, and
 * pd_api_run on the same call makes the next in its place. Status and headers are those of the first. */
typedef enum pd_api_rest {
    PD_API_REST_NONE, /* the body ends the reply                                                   */
    PD_API_REST_MORE, /* another part follows                                                      */
    PD_API_REST_LOST  /* another part should follow and could not be made: close the connection */
} pd_api_rest;

typedef enum pd_api_scope { PD_API_OPEN, PD_API_READ, PD_API_STREAM, PD_API_ADMIN } pd_api_scope;

/* What kind of work a decoded call is: which queue it goes to. A call of NOW is finished when it is decoded, in less than a
 * millisecond; one of MAKE too, but decoding it makes something large: not for a thread that others wait for. */
typedef enum pd_api_work {
    PD_API_NOW,
    PD_API_MESH,
    PD_API_IK,
    PD_API_FIT,
    PD_API_RELOAD,
    PD_API_MOTION,
    PD_API_MAKE
} pd_api_work;

typedef struct pd_api_call pd_api_call; /* opaque: route, job, reply */

/* Never fails: a call that could not be made is a finished reply (problem+json). NULL only when memory is
 * out. host and limits outlive the call; the request's strings need not. */
pd_api_call *pd_api_decode(const pd_api_request *request, const pd_api_host *host,
                           const pd_api_limits *limits);
/* For a client that waits before it sends the body (Expect: 100-continue): whether method, target and fields alone make it certain
 * that the request will be refused. A finished call with that refusal; NULL: its body may come. request->body is not looked at. */
pd_api_call *pd_api_judge_head(const pd_api_request *request, const pd_api_host *host,
                               const pd_api_limits *limits);
void pd_api_call_release(pd_api_call *call);
int pd_api_call_done(const pd_api_call *call); /* the reply is ready                         */
pd_api_work pd_api_call_work(const pd_api_call *call);
const void *pd_api_call_model(const pd_api_call *call); /* calls with the same one can share a batch  */
int pd_api_call_weight(const pd_api_call *call);        /* bodies or problems in it: the batch's size */
bool pd_api_call_in_parts(const pd_api_call *call);     /* its reply will be; it runs alone           */
pd_api_rest pd_api_call_rest(const pd_api_call *call);
const char *pd_api_call_route(const pd_api_call *call); /* "POST /v1/models/{id}/mesh", for metrics   */
/* Milliseconds of processor time, estimated (routes.h); 0 when it is done. */
double pd_api_call_cost(const pd_api_call *call);
/* Of one part of a reply in parts. */
double pd_api_call_part_cost(const pd_api_call *call);
/* The server may put a buffer of its own (cleared, with capacity) into reply->body before pd_api_run and take
 * it out after sending: that is how reply memory is reused. Whatever is in it at release is freed. */
pd_api_reply *pd_api_call_reply(pd_api_call *call);
/* What stops it while pd_api_run works on it: the flag is looked at every few milliseconds. The reply is a 503 then; with
 * PD_CANCEL_OVERRUN the call is not done, and may be run again. NULL, as a new call has it: nothing stops it. */
void pd_api_call_cancel_by(pd_api_call *call, const pd_cancel *cancel);
/* In place of running it: problem details with the request's id. */
void pd_api_call_refuse(pd_api_call *call, int status, const char *detail);
/* Calls of one work and one model (of one work only for RELOAD); fills their replies. scratch is grown as
 * needed. Compression and encoding happen here too, so that the thread that called decode is never held. */
void pd_api_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
/* Replaces the reply by problem+json: for the server's own refusals (401, 413, 429, 503 ...). */
void pd_api_problem(pd_api_reply *reply, int status, const char *title, const char *pointer,
                    const char *detail);
/* Adds "request_id" to a reply that is a problem. */
void pd_api_problem_request_id(pd_api_reply *reply, const char *request_id);

/* Before the body is read: which route this is, what it needs. NULL route: 404 or 405 (decode says which).
 * HEAD matches as GET does; OPTIONS matches every known path, is open and answers with Allow. */
typedef struct pd_api_match {
    const char *route; /* static, "POST /v1/models/{id}/mesh"; NULL when nothing matches */
    pd_api_scope scope;
    pd_api_work work; /* NOW when nothing matches */
    double make_ms;   /* of processor time that decoding takes, of work MAKE; 0: unknown */
    int takes_body;
} pd_api_match;
pd_api_match pd_api_match_route(const char *method, const char *path);

#endif
