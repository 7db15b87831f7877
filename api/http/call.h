#ifndef PD_API_HTTP_CALL_H
#define PD_API_HTTP_CALL_H
/* A decoded request, and the functions with which handlers fill it. Only files of api/ include this header;
 * for the server pd_api_call is opaque (api.h).
 *
 * A handler (routes.h) runs inside pd_api_decode. It notes errors in call->problems, or sets call->job and
 * call->run, or fills the reply and sets call->done.
 *
 * Memory   Everything that a job points to is in call->pool. Large results are in the scratch arena of the
 *          worker while pd_api_run lasts.
 */
#include "api/http/condition.h"
#include "api/http/negotiate.h"
#include "api/http/pool.h"
#include "api/http/routes.h"
#include "core/math/frame.h"

#include <stdbool.h>

#define PD_API_PART_BYTES ((size_t)2 << 20) /* approximate size of one part of a reply in parts, in bytes */

struct pd_api_call {
    const pd_api_route *route;
    const pd_api_host *host;
    const pd_api_limits *limits;
    pd_api_model model;                   /* model that the call works on, acquired; resident NULL: none */
    char id[PD_API_ID_BYTES];             /* {id} of the path; "": none */
    char request_id[96];                  /* id of the request for problem+json; "": none */
    pd_api_owner owner;                   /* owner of the objects that the call puts */
    const pd_api_access *access;          /* named objects that the call may use; NULL: all */
    char revision[PD_API_REVISION_BYTES]; /* revision of the object that a PUT puts */
    /* preconditions of a PUT or DELETE, with their text in the pool; empty for other methods */
    pd_api_condition condition;
    /* Failure of an object that the handler needed, which then is the reply: PD_ERR_FORBIDDEN if `access`
     * forbids the object; any other: the model could not be loaded. */
    pd_error denied;
    bool may_wait; /* copy of request->may_wait */
    bool waits;    /* the handler needed a model that is being loaded (pd_api_call_waits) */
    pd_api_work work;
    int done;             /* 1: the reply is finished */
    int weight;           /* bodies or IK problems in it */
    size_t held;          /* bytes that host->memory_take counts for the call as CALLS */
    pd_api_coding coding; /* content coding of the reply that the request allows; PD_API_IDENTITY: none */
    pd_api_problems problems;
    pd_api_pool pool;
    pd_api_reply reply;
    /* Work on a worker. A handler sets one of the two: run fills the reply of one call, run_batch the replies
     * of several calls of one work and model. */
    void (*run)(pd_api_call *call, pd_arena *scratch, const pd_executor *executor);
    void (*run_batch)(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
    /* Returns the peak memory of running in bytes, with the reply, when `threads` threads share the work. A
     * call over limits.memory is refused. NULL: the memory is too small to count. */
    size_t (*run_bytes)(const pd_api_call *call, int threads);
    /* A reply in parts (api.h): each call of run makes the next part
     * and sets has_more if another one follows. */
    bool in_parts, has_more, is_lost; /* is_lost: the next part could not be made */
    double encode_begin_s,
        encode_end_s;           /* when the reply's body was written, on host->now; 0: not measured */
    int parts_made, part_total; /* parts made so far; parts of the whole reply, 0: not in parts */
    struct pd_api_compressor *compressor; /* state of the compression between parts; NULL: none */
    const pd_cancel *cancel;              /* flag that stops run; NULL: none */
    int has_begun, header_count,
        /* has_begun: 1 once a run has begun; the counts before it, restored when the call runs again */
        warning_count;
    void *job;                         /* input of run, in the pool */
    void (*deinit)(pd_api_call *call); /* releases references that the job owns; NULL: it owns none */
};

/* Counts further bytes for this call until it is released or settled (pd_api_settle). If they do not fit,
 * finishes the call with a 503, or with a 413 if they can never fit, and returns false. */
bool pd_api_hold(pd_api_call *call, size_t bytes);
/* Counts bytes as pd_api_hold does, for memory that outlives the call. The owner of the memory gives the
 * count back with host->memory_give. */
bool pd_api_hold_for(pd_api_call *call, pd_api_memory_use use, size_t bytes);
/* Reduces the count of the call to what it still owns: its pool and its reply. */
void pd_api_settle(pd_api_call *call);
/* Finishes the call with a status and a media type. Returns the body,
 * which the caller writes before or after. */
pd_buffer *pd_api_answer(pd_api_call *call, int status, const char *content_type);
/* Finishes the call with an error. pointer may be NULL. */
void pd_api_refuse(pd_api_call *call, int status, const char *pointer, const char *format, ...)
    PD_PRINTF(4, 5);
/* Finishes the call with a 404 for the id of a model and a hint of the most similar id (`ids`:
 * bits of pd_api_ids). */
void pd_api_refuse_model(pd_api_call *call, const char *pointer, const char *id, unsigned ids);
/* Ends the run of a call: compresses the reply. If the call was cancelled meanwhile,
 * it replaces the reply as api.h says. */
void pd_api_finish(pd_api_call *call);
/* Sets the header Posed-Warning if call->problems has a warning. */
void pd_api_warning_header(pd_api_call *call);
/* Finishes the call with the errors of call->problems. */
void pd_api_refuse_all(pd_api_call *call);
/* Acquire a model, a scene or a skeleton for a call. Return 0 or NULL if there is none, if the access lists
 * forbid it (access.h), or if the model could not be loaded or waits on disk. A forbidden object makes the
 * reply a 403 and a model that could not be loaded a 503, whatever the handler does afterwards; after one
 * that waits, the request is decoded again (pd_api_call_waits). */
bool pd_api_take_model(pd_api_call *call, const char *id, pd_api_model *out);
/* Notes the failure of an object that the handler needed: it waits on disk, is forbidden, or could not be
 * loaded. Returns false for any other error, which the handler reports itself. */
bool pd_api_note_missing(pd_api_call *call, const pd_error *err);
/* Brings an object, or with id NULL all of a kind, to the state that it has at the other daemons. Returns
 * false if that is not possible now: the call is then decoded again where it may wait, or refused with a
 * 503, whatever the handler does afterwards. */
bool pd_api_fetch(pd_api_call *call, pd_api_stored kind, const char *id);
/* Answers a DELETE by what the host's function has returned (api.h). what: "scene". Returns false for 0,
 * which the handler answers itself. */
bool pd_api_answer_deleted(pd_api_call *call, int gone, const char *what);
struct pd_api_scene *pd_api_take_scene(pd_api_call *call, const char *id);
struct pd_api_skeleton *pd_api_take_skeleton(pd_api_call *call, const char *id);
void pd_api_skeleton_release(struct pd_api_skeleton *skeleton); /* skeleton may be NULL */
/* Returns the garment that an object of the store of skeletons is (api/motion/garments.h); NULL: it is
 * none. *revision: that of the object. */
const struct pd_wardrobe_own *pd_api_skeleton_garment(const char **revision,
                                                      const struct pd_api_skeleton *skeleton);
/* A `judge` (routes.h) that refuses a model that does not exist or is forbidden. */
pd_api_handler pd_api_judge_model;
/* Acquires a body model into call->model. If there is none with this id, finishes the call with a 404, or
 * with a 409 if the model is of another kind, and returns 0. */
bool pd_api_take_body_model(pd_api_call *call, const char *id);

/* Acquires a model that has a mesh, as pd_api_take_body_model does: a body model or MHR. */
bool pd_api_take_mesh_model(pd_api_call *call, const char *id);

/* Compresses content that is stored and sent often, at a higher level than a single reply. `out` stays empty
 * if compression does not shorten the content or if allocation failed. */
void pd_api_compressed(pd_buffer *out, pd_bytes content, pd_api_coding coding);
/* Compresses the current part of a reply in parts and continues the stream of the previous part. If
 * allocation failed, refuses the call and returns false. */
bool pd_api_compress_part(pd_api_call *call);
void pd_api_compressor_free(struct pd_api_compressor *compressor); /* compressor may be NULL */
/* Compresses the reply in place with call->coding if that shortens it, and sets Content-Encoding. */
void pd_api_compress(pd_api_call *call);

/* The documents from which decoded fields borrow. */
typedef struct pd_api_documents {
    json_t *body, *query; /* NULL: there is none */
    pd_api_batch batch;   /* elements that are read one by one, in the bytes of the request */
} pd_api_documents;
/* Largest number of tables of a JSON body, with the NULL at the end:
 * those of the body, then those of the query. */
#define PD_API_BODY_TABLES_MAX (2 * (PD_API_TABLES_MAX + 1))
/* Joins the tables for the JSON body of a POST: the tables of the body, then the tables of the query, because
 * a body may have the fields of the query. */
void pd_api_body_tables(const pd_api_field *out[PD_API_BODY_TABLES_MAX], const pd_api_field *const *body,
                        const pd_api_field *const *query);
/* Decodes the fields of a request into *out by the tables of the route: from the query and, for POST, from
 * the JSON body, which may also have the fields of the query. A field in both is an error. Returns false if
 * errors were noted in call->problems or the call was refused (415, 413). The caller releases the documents
 * in every case. */
bool pd_api_decode_fields(void *out, pd_api_documents *documents, pd_api_call *call,
                          const pd_api_request *request);
/* Does what pd_api_decode_fields does, but with the given tables instead of the route's, for a handler whose
 * fields depend on the kind of the model. Each array of tables ends in NULL. */
bool pd_api_decode_tables(void *out, pd_api_documents *documents, pd_api_call *call,
                          const pd_api_request *request, const pd_api_field *const *query,
                          const pd_api_field *const *body);
void pd_api_documents_release(pd_api_documents *documents);

#endif
