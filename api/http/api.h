#ifndef PD_API_HTTP_API_H
#define PD_API_HTTP_API_H
/* The interface between the server and the api. The server owns sockets, threads and the clock. The api turns
 * the bytes of a request into a checked job, and the results into the bytes of a reply.
 *
 *     1. The server reads a request into a pd_api_request of borrowed strings.
 *     2. pd_api_decode makes a pd_api_call of it: a checked job, or a reply that is already finished (an
 *        error, a 304, a short answer).
 *     3. If pd_api_call_done, the server sends the reply at once. Otherwise it queues the call with others of
 *        its work and model.
 *     4. On a worker, pd_api_run runs one or several calls of one work and one model as a batch and fills the
 *        reply of each.
 *     5. The server sends the replies and releases the calls with pd_api_call_release.
 *
 * Threads  The api never blocks and owns no thread. One thread at a time uses a call.
 * Errors   A reply is never cut in the middle by an error: each error becomes a whole problem+json document
 *          (problem.h).
 */
#include "api/http/access.h"
#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/base/executor.h"
#include "core/base/size.h"
#include "core/ik/methods/neural.h"
#include "core/ik/methods/prior.h"
#include "core/mhr/model.h"
#include "core/pfnn/model.h"
#include "core/rig/skin/net.h"
#include "core/speech/net.h"
#include "core/rig/start.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

#include <stdbool.h>
#include <stdint.h>

/* A kind of resident model: one row of pd_api_kinds. A row has everything that loading, listing and counting
 * models of this kind needs. Models are reference-counted;
 * the model passed to retain, release and bytes is never NULL. */
struct pd_pack;

typedef struct pd_api_kind {
    const char *name; /* "body": value of `kind` in replies and in the metadata of a model's file */
    /* id by which requests find the default model of this kind; no file can have it */
    const char *default_id;
    const char *usual_id; /* id of the model that is the default if the configuration marks none */
    int is_folder;        /* 1: a model of this kind is a folder, not a file */
    pd_status (*load)(void **out, const char *file, pd_error *err); /* returns one reference in *out */
    void (*retain)(void *model);
    void (*release)(void *model);
    size_t (*bytes)(
        const void *model); /* memory of the model, in bytes, without what is mapped from a pack */
    /* Appends the members of the model's JSON object in GET /v1/models, each with a comma before it. */
    void (*summary)(pd_buffer *out, const void *model);
    /* Appends the members that GET /v1/models/{id} adds to them. */
    void (*description)(pd_buffer *out, const void *model);
    /* Maps model `number` of a pack (core/io/pack/pack.h) as load would make it from its file; and bytes that
     * a model has mapped. NULL: models of the kind are not packed. */
    pd_status (*map)(void **out, struct pd_pack *pack, int number, pd_error *err);
    size_t (*mapped)(const void *model);
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
    PD_API_KIND_SPEECH,
    PD_API_KIND_CLIPS,
    PD_API_KIND_COUNT
} pd_api_kind_id;
extern const pd_api_kind pd_api_kinds[PD_API_KIND_COUNT]; /* api/models/kinds.c */

/* A model as pd_api_host hands it out. A model that a call acquires is in memory, and is released together
 * with the call. */
typedef struct pd_api_model {
    const char *id, *file; /* id of the model in requests; path of its file or folder */
    const pd_api_kind *kind;
    int is_default; /* 1: the default model of its kind */
    /* object that kind->load returned; NULL: the model waits on disk (only in each_model) */
    void *resident;
    /* texts of the file's metadata, for a model that waits on disk; NULL: not known */
    const char *name, *licence, *provenance;
} pd_api_model;

/* Ids that find the default model of each kind (default_id in pd_api_kinds).
 * "default" finds the default body. */
#define PD_API_DEFAULT_MOTION   ":motion"
#define PD_API_DEFAULT_PRIOR    ":pose-prior"
#define PD_API_DEFAULT_NEURAL   ":pose-network"
#define PD_API_DEFAULT_MATCHING ":matching"
#define PD_API_DEFAULT_WARDROBE ":wardrobe"
#define PD_API_DEFAULT_MHR      ":mhr"
#define PD_API_DEFAULT_RIG      ":rig-start"
#define PD_API_DEFAULT_SKIN     ":rig-weights"
#define PD_API_DEFAULT_SPEECH   ":speech"
#define PD_API_DEFAULT_CLIPS    ":clips"

/* Returns the resident object if the model is of this kind, else NULL.
 * The functions below do so for one kind each. */
static inline void *pd_api_model_of_kind(const pd_api_model *model, pd_api_kind_id kind)
{
    return model->kind == &pd_api_kinds[kind] ? model->resident : NULL;
}
static inline pd_smpl_model *pd_api_model_body(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_BODY);
}
/* Returns the model that moves characters: a motion network or a matching database. */
static inline pd_pfnn_model *pd_api_model_motion(const pd_api_model *model)
{
    pd_pfnn_model *network = pd_api_model_of_kind(model, PD_API_KIND_MOTION);
    return network ? network : pd_api_model_of_kind(model, PD_API_KIND_MATCHING);
}
/* Returns whether the model moves characters, also if it waits on disk. */
static inline bool pd_api_model_moves(const pd_api_model *model)
{
    return model->kind == &pd_api_kinds[PD_API_KIND_MOTION] ||
           model->kind == &pd_api_kinds[PD_API_KIND_MATCHING];
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

static inline pd_speech_net *pd_api_model_speech(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_SPEECH);
}

static inline struct pd_character_clip_set *pd_api_model_clips(const pd_api_model *model)
{
    return pd_api_model_of_kind(model, PD_API_KIND_CLIPS);
}

static inline void pd_api_model_retain(const pd_api_model *model)
{
    if (model->resident) model->kind->retain(model->resident);
}
/* Releases the reference that pd_api_host.acquire returned. */
static inline void pd_api_model_release(const pd_api_model *model)
{
    if (model->resident) model->kind->release(model->resident);
}

static inline size_t pd_api_model_bytes(const pd_api_model *model)
{
    return model->resident ? model->kind->bytes(model->resident) : 0;
}

/* Bytes that a model has mapped from a pack. */
static inline size_t pd_api_model_mapped(const pd_api_model *model)
{
    return model->resident && model->kind->mapped ? model->kind->mapped(model->resident) : 0;
}

typedef struct pd_api_scene pd_api_scene;         /* api/motion/scenes.h    */
typedef struct pd_api_room pd_api_room;           /* api/stream/rooms.h     */
typedef struct pd_api_hits pd_api_hits;           /* api/stream/cast.h      */
typedef struct pd_api_room_cast pd_api_room_cast; /* api/stream/cast.h    */
typedef struct pd_api_order pd_api_order;         /* api/stream/order.h   */
typedef struct pd_api_skeleton pd_api_skeleton;   /* api/ik/skeletons.h */
typedef struct pd_api_avatar pd_api_avatar;       /* api/avatar/avatars.h */
typedef struct pd_api_clip pd_api_clip;           /* api/motion/clips.h */
typedef struct pd_api_job pd_api_job;             /* api/observe/jobs.h */

/* Purposes for which requests hold memory, counted against limits.memory.
 * X(id, label in metrics, description) */
#define PD_API_MEMORY_TABLE(X)                                                                               \
    X(BODIES, "bodies", "request bodies that are being read")                                                \
    X(CALLS, "calls", "requests under way: what their JSON becomes, what they compute, their replies")       \
    X(SCENES, "scenes", "scenes of clients, also replaced and deleted ones that sessions are still in")      \
    X(SKELETONS, "skeletons", "skeletons of clients, likewise")                                              \
    X(AVATARS, "avatars", "choices of clients' avatars")                                                     \
    X(CLIPS, "clips", "clips of clients, also replaced and deleted ones that characters still play")         \
    X(JOBS, "jobs", "takes that wait, are worked on, or were done and are still kept")                       \
    X(STREAMS, "streams", "characters with their bodies, and frames until they are with the socket")         \
    X(MODELS, "models", "models that were loaded at their first request")                                    \
    X(REPLIES, "replies", "replies that are stored for the same request (limits.reply_cache)")
typedef enum pd_api_memory_use {
#define PD_API_MEMORY_ENUM(id, label, doc) PD_API_MEMORY_##id,
    PD_API_MEMORY_TABLE(PD_API_MEMORY_ENUM)
#undef PD_API_MEMORY_ENUM
        PD_API_MEMORY_COUNT
} pd_api_memory_use;

/* Owner of an object or request: an API key, or a client's address where no key is required. */
typedef struct pd_api_owner {
    uint64_t id;  /* hash of the key's name or of the address */
    int is_admin; /* 1: a key with the scope admin, which may also change objects of other owners */
} pd_api_owner;

/* Preconditions of a request that changes an object (condition.h): the values of its header fields, NULL
 * where a field is absent. */
typedef struct pd_api_condition {
    const char *if_match, *if_none_match;
    /* the request itself, from which the server can make the object again; NULL: unknown. Valid until
     * pd_api_decode returns */
    const struct pd_api_request *request;
} pd_api_condition;

/* Kinds of objects that the server keeps for clients. */
typedef enum pd_api_stored {
    PD_API_STORED_SCENES,
    PD_API_STORED_SKELETONS, /* skeletons and characters */
    PD_API_STORED_AVATARS,
    PD_API_STORED_CLIPS,
    PD_API_STORED_JOBS,    /* jobs; to `fetch`, with their results */
    PD_API_STORED_RESULTS, /* results of jobs */
    PD_API_STORED_COUNT
} pd_api_stored;

/* Services of the server that the api calls. Every function is safe to call from any thread. */
typedef struct pd_api_host {
    void *ctx; /* first argument of every function */
    /* Counts bytes before they are allocated. Returns 1 if they fit (give them back with memory_give), 0 if
     * they do not fit now (reply 503), -1 if they can never fit (reply 413). NULL: memory is not counted. */
    int (*memory_take)(void *ctx, pd_api_memory_use use, size_t bytes);
    void (*memory_add)(void *ctx, pd_api_memory_use use,
                       size_t bytes); /* counts bytes even if they exceed the limit */
    void (*memory_give)(void *ctx, pd_api_memory_use use, size_t bytes); /* ends the count of bytes */
    /* Finds a model by id, or a default model by "default" or PD_API_DEFAULT_*, and returns a reference in
     * *out. A model that waits on disk is loaded by another thread. may_wait: true where the caller may block
     * until it is loaded; false on a thread that serves connections. PD_ERR_NOT_FOUND: there is none.
     * PD_ERR_WAIT: it is being loaded now, and may_wait is false; ask again later. PD_ERR_IO, _MEMORY, _BUSY:
     * it could not be loaded; err (may be NULL) says why, without paths. */
    pd_status (*acquire)(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err);
    /* Calls visit once for each model, in the order of the configuration, also for models that wait on disk
     * (resident NULL). */
    void (*each_model)(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg);
    /* Loads the file of a model again; the id may also be that of a model that failed to load.
     * PD_ERR_NOT_FOUND: no such id. PD_ERR_FORBIDDEN: `access` does not allow the model that a default id
     * stands for. Any other failure is that of the file, and the old model stays in use.
     * access NULL allows every model. */
    pd_status (*reload)(void *ctx, const char *id, const pd_api_access *access, pd_error *err);
    /* Returns 0 if not ready, with the reason as text; 1 if ready,
     * with what does not work as text, "" if all does. */
    int (*ready)(void *ctx, char *reason, size_t reason_bytes);
    void (*metrics)(void *ctx, pd_buffer *out); /* appends metrics in Prometheus' text format */
    /* Makes a one-time ticket with which a browser opens a WebSocket, for the client `who` of the request.
     * NULL: this server makes none (reply 404). */
    pd_status (*ticket)(void *ctx, const void *who, char out[64], pd_error *err);
    /* Scenes that clients put (api/motion/scenes.h); NULL: this server stores none.
     * scene_put     takes the caller's reference. *is_new becomes 1 for a new object, 0 for a replaced one,
     *               -1 if the object belongs to another owner, -2 if the condition does not hold.
     *               PD_ERR_LIMIT: no room.
     * scene         returns a reference, or NULL if there is none.
     * scene_delete  returns 1 after deleting; 0 if there is none, -1 if it belongs to another owner, -2 if
     *               the condition does not hold, -3 if the place that daemons share cannot be used now.
     * each_scene    calls visit once for each scene. */
    pd_status (*scene_put)(void *ctx, pd_api_scene *scene, const pd_api_condition *condition, int *is_new,
                           pd_error *err);
    pd_api_scene *(*scene)(void *ctx, const char *id);
    int (*scene_delete)(void *ctx, const char *id, const pd_api_owner *who,
                        const pd_api_condition *condition);
    void (*each_scene)(void *ctx, void (*visit)(void *arg, const char *id, const void *scene), void *arg);
    /* Lists the rooms of the stream. *out receives an array that the caller frees; NULL without memory. NULL:
     * this server has no stream. Returns their number. */
    int (*rooms)(void *ctx, pd_api_room **out);
    /* Finds what rays meet in a room of this daemon. Takes up to some milliseconds. ERR_NOT_FOUND: no such
     * room; ERR_FORBIDDEN: a wrong secret, or a room that the key may not join; ERR_RANGE at "/tick";
     * ERR_MEMORY. NULL: this server has no stream. */
    pd_status (*cast)(void *ctx, pd_api_hits *out, const pd_api_room_cast *wanted, pd_error *err);
    /* Carries out an order to a character of a room of this daemon. ERR_NOT_FOUND: no such room, or no such
     * character at "/character"; ERR_FORBIDDEN: as above, or a character that takes no orders; errors of what
     * is ordered. NULL: this server has no stream. */
    pd_status (*order)(void *ctx, const pd_api_order *wanted, pd_error *err);
    /* Skeletons that clients put (api/ik/skeletons.h), with the contracts
     * of the four functions for scenes. */
    pd_status (*skeleton_put)(void *ctx, pd_api_skeleton *skeleton, const pd_api_condition *condition,
                              int *is_new, pd_error *err);
    pd_api_skeleton *(*skeleton)(void *ctx, const char *id);
    int (*skeleton_delete)(void *ctx, const char *id, const pd_api_owner *who,
                           const pd_api_condition *condition);
    void (*each_skeleton)(void *ctx, void (*visit)(void *arg, const char *id, const void *skeleton),
                          void *arg);
    /* Avatars that clients store (api/avatar/avatars.h),
     * with the contracts of the four functions for scenes. */
    pd_status (*avatar_put)(void *ctx, pd_api_avatar *avatar, const pd_api_condition *condition, int *is_new,
                            pd_error *err);
    pd_api_avatar *(*avatar)(void *ctx, const char *id);
    int (*avatar_delete)(void *ctx, const char *id, const pd_api_owner *who,
                         const pd_api_condition *condition);
    void (*each_avatar)(void *ctx, void (*visit)(void *arg, const char *id, const void *avatar), void *arg);
    /* Clips that clients put (api/motion/clips.h), with the contracts of the four functions for scenes. */
    pd_status (*clip_put)(void *ctx, pd_api_clip *clip, const pd_api_condition *condition, int *is_new,
                          pd_error *err);
    pd_api_clip *(*clip)(void *ctx, const char *id);
    int (*clip_delete)(void *ctx, const char *id, const pd_api_owner *who, const pd_api_condition *condition);
    void (*each_clip)(void *ctx, void (*visit)(void *arg, const char *id, const void *clip), void *arg);
    /* Brings an object, or with id NULL all objects of a kind, to the state that it has at the other daemons,
     * before scene, skeleton, avatar, job or each_* read it. Blocks while it asks them. PD_ERR_BUSY: they
     * cannot be asked now, and this daemon does not have the object.
     * NULL: no other daemon has objects of this one. */
    pd_status (*fetch)(void *ctx, pd_api_stored kind, const char *id, pd_error *err);
    /* Begins a fetch of an object and returns at once, for threads that must not block. Returns true if the
     * caller must wait and ask again. NULL: fetch is NULL too. */
    bool (*fetch_later)(void *ctx, pd_api_stored kind, const char *id);
    /* Jobs (api/observe/jobs.h); NULL: this server runs none.
     * job_put     gives the job an id, queues it and retains a reference of its own. job->request is the
     *             request that creates it. PD_ERR_LIMIT: no room;
     *             *owner_full says whether it is the owner's share that is full.
     * job         returns a reference; NULL if there is none or if it belongs to another owner.
     * job_delete  cancels the job if it runs and removes it. 1: removed; 0: there is none; -3: the place that
     *             daemons share cannot be used now.
     * each_job    calls visit once for each job of the owner. */
    pd_status (*job_put)(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err);
    pd_api_job *(*job)(void *ctx, const char *id, const pd_api_owner *who);
    int (*job_delete)(void *ctx, const char *id, const pd_api_owner *who);
    void (*each_job)(void *ctx, const pd_api_owner *who, void (*visit)(void *arg, const pd_api_job *job),
                     void *arg);
    /* Returns PD_OK if webhooks may be sent to a URL; PD_ERR_INVALID with the reason as detail. NULL: this
     * server sends none. */
    pd_status (*webhook_check)(void *ctx, const char *url, pd_error *err);
    /* Speaks a text by the operator's own voice, and appends a WAV file. Blocks. PD_ERR_UNSUPPORTED: there is
     * none; PD_ERR_BUSY: ask again later; PD_ERR_IO: it failed. NULL: this server has none. */
    pd_status (*say)(void *ctx, pd_buffer *wav, const char *text, pd_error *err);
    /* Files of the page at / (api/http/assets.h); NULL: the api writes a plain page. */
    const struct pd_api_assets *assets;
    /* Files at /samples (api/service/samples.h); NULL: none. */
    const struct pd_api_assets *samples;
    /* Cache of the pages /docs and /openapi.json (api/service/kept.h);
     * NULL: each request writes them anew. */
    struct pd_api_kept *kept;
    /* Returns the seconds of a monotonic clock, for time budgets (budget_ms).
     * NULL: time budgets have no effect. */
    double (*now)(void *ctx);
} pd_api_host;

/* Limits that decoding enforces, each the option limits.NAME of the configuration. */
typedef struct pd_api_limits {
    size_t body_bytes;        /* bytes of a request body */
    int json_depth;           /* levels of nested arrays and objects */
    size_t json_memory;       /* bytes of a request's parsed JSON */
    int batch;                /* bodies or IK problems in one request */
    int ik_iterations;        /* iterations that one IK problem can request */
    double ik_budget_ms;      /* milliseconds that one IK problem can request */
    double contact_budget_ms; /* milliseconds of nominal work for self-contact of one body; 0: no limit */
    double rollout_seconds;   /* seconds of motion in one roll-out */
} pd_api_limits;

/* A request as the server read it. All pointers are borrowed and need to last until pd_api_decode returns,
 * except `access`. */
typedef struct pd_api_request {
    const char *method, *path; /* path without the query, still percent-encoded */
    const char *query;         /* text after '?'; NULL: none */
    const char *accept, *accept_encoding, *content_type, *if_match, *if_none_match,
        *origin; /* values of header fields; NULL where a field is absent */
    /* value of the header field, or NULL; anything but identity is answered 415 */
    const char *content_encoding;
    const char *host;   /* value of Host, "body.example:8080", for examples on pages; NULL: none */
    const char *prefix; /* path below which a proxy offers this server, "/posed"; "" or NULL: none */
    const char *scheme; /* scheme by which a proxy is asked, "https"; NULL: unknown */
    const char *protocol_version; /* value of MCP-Protocol-Version; NULL: absent */
    const char *issuer;           /* access.jwt_issuer: who issues tokens; "" or NULL: nobody */
    pd_bytes body;                /* at most limits.body_bytes: the server refuses longer ones       */
    const char *request_id;       /* text that problem+json repeats; NULL: none */
    const void *who;              /* the server's identity of the client, which host->ticket gets */
    /* bit 1 << pd_api_scope for each scope of the client; the server has checked the route's own */
    unsigned scopes;
    pd_api_owner owner;          /* owner of the objects that the request puts */
    const pd_api_access *access; /* named objects that the request may use; NULL: all. Outlives the call */
    /* true: decoding may block until a model is loaded. False on a thread that serves connections */
    bool may_wait;
    /* not NULL: the server repeats a request to make an object that it keeps; the functions of the host that
     * store an object give it to the server instead */
    void *restores;
} pd_api_request;

#define PD_API_HEADERS_MAX  24 /* headers of one reply */
/* Size of a value, with the zero; the longest is the list of fields for pages of other origins. */
#define PD_API_HEADER_BYTES 320
typedef struct pd_api_header {
    const char *name; /* static */
    char value[PD_API_HEADER_BYTES];
} pd_api_header;

typedef struct pd_api_reply {
    int status;               /* HTTP status */
    const char *content_type; /* static; NULL if there is no body */
    pd_buffer body;           /* empty for 304. For HEAD it is that of GET, and the server does not send it */
    pd_api_header headers[PD_API_HEADERS_MAX];
    int header_count;
    /* size of the whole body, where `body` does not have it: of a reply in parts whose size is known at the
     * start, and of the 200 for which a 304 stands. Else 0 */
    size_t total_bytes;
    /* true: pages of access.cors_origins may show this page in a frame; the server adds the policy */
    bool may_be_framed;
    bool is_codable; /* true: a content coding shortens the body by much, although it is no text */
} pd_api_reply;

/* Tells whether more follows the current body. A long reply is made in parts of a few MiB, so that it is
 * never in memory as a whole: the body holds one part, and pd_api_run on the same call replaces it by the
 * next one. Status and headers are those of the first part. */
typedef enum pd_api_rest {
    PD_API_REST_NONE, /* the body is the end of the reply */
    PD_API_REST_MORE, /* another part follows */
    PD_API_REST_LOST  /* the next part could not be made: the server must close the connection */
} pd_api_rest;

/* Scope that a route requires of a key; OPEN requires no key. */
typedef enum pd_api_scope { PD_API_OPEN, PD_API_READ, PD_API_STREAM, PD_API_ADMIN } pd_api_scope;

/* Kind of work of a call, which decides its queue. A call of NOW is finished when it is decoded, in less than
 * a millisecond. A call of MAKE is finished then too, but its decoding may take seconds and must not happen
 * on a thread for which other connections wait. */
typedef enum pd_api_work {
    PD_API_NOW,
    PD_API_MESH,
    PD_API_IK,
    PD_API_FIT,
    PD_API_RELOAD,
    PD_API_MOTION,
    PD_API_MAKE
} pd_api_work;

typedef struct pd_api_call pd_api_call; /* a decoded request: its route, its job and its reply (call.h) */

/* Decodes a request. A request with errors gives a call with a finished reply (problem+json). Returns NULL
 * only if allocation failed. `host` and `limits` must outlive the call;
 * the strings of the request need not. */
pd_api_call *pd_api_decode(const pd_api_request *request, const pd_api_host *host,
                           const pd_api_limits *limits);
/* Decides for a client that waits before it sends the body (Expect: 100-continue). If method, path and header
 * fields alone make it certain that the request will be refused, returns a finished call with the refusal;
 * otherwise returns NULL and the client may send the body. Does not read request->body. */
pd_api_call *pd_api_judge_head(const pd_api_request *request, const pd_api_host *host,
                               const pd_api_limits *limits);
void pd_api_call_release(pd_api_call *call);
bool pd_api_call_done(const pd_api_call *call); /* 1: the reply is finished */
/* Returns whether decoding needs something that waits on disk, and request->may_wait was false. Such a call
 * has no valid job or reply: release it and decode the request again on a thread that may wait. Decoding that
 * changes an object of the server always runs on such a thread (PD_API_MAKE). */
bool pd_api_call_waits(const pd_api_call *call);
pd_api_work pd_api_call_work(const pd_api_call *call); /* kind of work */
/* Calls of one work with the same pointer can run as one batch. */
const void *pd_api_call_model(const pd_api_call *call);
int pd_api_call_weight(const pd_api_call *call);    /* number of bodies or IK problems */
bool pd_api_call_in_parts(const pd_api_call *call); /* the reply is made in parts; such a call runs alone */
pd_api_rest pd_api_call_rest(const pd_api_call *call); /* whether more follows the current body */
/* Returns the name of the route for metrics: "POST /v1/models/{id}/mesh". */
const char *pd_api_call_route(const pd_api_call *call);
/* Returns the estimated processor time of the whole call in milliseconds (routes.h); 0 if it is done. */
double pd_api_call_cost(const pd_api_call *call);
/* Returns the estimated processor time of one part of a reply in parts, in milliseconds. */
double pd_api_call_part_cost(const pd_api_call *call);
/* Gives the times on host->now between which the body of the reply was written. Returns false when they were
 * not measured, as for replies other than meshes. */
bool pd_api_call_encoding(const pd_api_call *call, double *begin_s, double *end_s);
/* Returns the reply, which belongs to the call. To reuse memory, the server may move an empty buffer with
 * capacity into reply->body before pd_api_run and move the buffer out after sending. pd_api_call_release
 * frees a buffer that is still in it. */
pd_api_reply *pd_api_call_reply(pd_api_call *call);
/* Sets the flag that stops pd_api_run; long computations check it every few milliseconds. A stopped call is
 * finished with a 503; if the flag is PD_CANCEL_OVERRUN, the call is not finished and can be run again. NULL,
 * the initial value: nothing stops the call. */
void pd_api_call_cancel_by(pd_api_call *call, const pd_cancel *cancel);
/* Finishes the call with an error (problem+json with the id of the request) instead of running it. */
void pd_api_call_refuse(pd_api_call *call, int status, const char *detail);
/* Runs calls of one work and one model (for RELOAD the models may differ) and fills their replies, encoded
 * and compressed. Grows `scratch` as needed. */
void pd_api_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
/* Replaces the reply by problem+json, for errors that the server itself finds (401, 413, 429, 503, ...). */
void pd_api_problem(pd_api_reply *reply, int status, const char *title, const char *pointer,
                    const char *detail);
/* Adds the member "request_id" to a reply that is problem+json. */
void pd_api_problem_request_id(pd_api_reply *reply, const char *request_id);

/* The route of a request, which the server finds before it reads the body. */
typedef struct pd_api_match {
    /* static, "POST /v1/models/{id}/mesh"; NULL: no route matches, and pd_api_decode answers 404 or 405 */
    const char *route;
    pd_api_scope scope; /* scope that the route requires */
    pd_api_work work;   /* NOW if no route matches */
    double make_ms;     /* milliseconds of processor time that decoding takes, for work MAKE; 0: unknown */
    int takes_body;     /* 1: the route reads a request body */
} pd_api_match;
/* HEAD matches the route of GET. OPTIONS matches every known path, requires no key,
 * and is answered with the header Allow. */
pd_api_match pd_api_match_route(const char *method, const char *path);

#endif
