#ifndef PD_API_HTTP_CALL_H
#define PD_API_HTTP_CALL_H
/* Inside the api: what a decoded request is made of. The server sees pd_api_call as opaque (api.h).
 *
 * A handler (routes.h) runs in pd_api_decode: it notes errors in call->problems, or fills one of the jobs, or
 * fills the reply and sets done. Everything that a job points to lives in call->pool; large results live in the
 * worker's scratch, and only while pd_api_run lasts.
 */
#include "api/http/condition.h"
#include "api/http/pool.h"
#include "api/http/routes.h"
#include "core/math/frame.h"

#include <stdbool.h>

/* X(id, name in ?format=, media type, file suffix, compressible) in the order of the server's preference */
#define PD_API_MESH_FORMAT_TABLE(X)                                                                          \
    X(JSON, "json", "application/json", "json", 1)                                                           \
    X(BIN, "bin", "application/octet-stream", "bin", 0)                                                      \
    X(NPZ, "npz", "application/x-npz", "npz", 0)                                                             \
    X(OBJ, "obj", "model/obj", "obj", 1)                                                                     \
    X(PLY, "ply", "application/x-ply", "ply", 0)                                                             \
    X(STL, "stl", "model/stl", "stl", 0)                                                                     \
    X(GLB, "glb", "model/gltf-binary", "glb", 0)
/* Those of motions follow those of meshes. */
#define PD_API_FORMAT_TABLE(X)                                                                               \
    PD_API_MESH_FORMAT_TABLE(X)                                                                              \
    X(BVH, "bvh", "application/x-bvh", "bvh", 1)                                                             \
    X(MEASURE, "measure", "application/x-npz", "npz", 0)                                                     \
    X(VRMA, "vrma", "model/gltf-binary", "vrma", 0)                                                          \
    X(TRC, "trc", "application/x-trc", "trc", 1)
#define PD_API_MESH_FORMATS ((1u << (PD_API_FORMAT_GLB + 1)) - 1)

typedef enum pd_api_format {
#define PD_API_FORMAT_ENUM(id, name, type, suffix, compressible) PD_API_FORMAT_##id,
    PD_API_FORMAT_TABLE(PD_API_FORMAT_ENUM)
#undef PD_API_FORMAT_ENUM
        PD_API_FORMAT_COUNT
} pd_api_format;

typedef struct pd_api_format_info {
    const char *name, *type, *suffix;
    int compressible;
} pd_api_format_info;
extern const pd_api_format_info pd_api_formats[PD_API_FORMAT_COUNT];

typedef enum pd_api_coding { PD_API_IDENTITY, PD_API_GZIP, PD_API_ZSTD } pd_api_coding;

/* 128 bits for ETags: not for secrets. Words are mixed as they come; the order matters. */
typedef struct pd_api_hash {
    uint64_t a, b;
} pd_api_hash;
pd_api_hash pd_api_hash_begin(void);
void pd_api_hash_add(pd_api_hash *hash, const void *bytes, size_t size);
void pd_api_hash_int(pd_api_hash *hash, long long value);
void pd_api_hash_text(pd_api_hash *hash, const char *text);

#define PD_API_PART_BYTES ((size_t)2 << 20) /* about: of one part of a reply that is made in parts */

struct pd_api_call {
    const pd_api_route *route;
    const pd_api_host *host;
    const pd_api_limits *limits;
    pd_api_model model;       /* acquired; body is retained or NULL */
    char id[PD_API_ID_BYTES]; /* of the path, "" when it has none */
    char request_id[96];      /* "" when there is none */
    pd_api_owner owner;       /* of what it puts */
    const pd_api_access *access;
    char revision[PD_API_REVISION_BYTES]; /* of what a PUT puts                                    */
    pd_api_condition condition;           /* of a PUT or DELETE, its text in the pool; else empty */
    pd_error denied; /* ERR_FORBIDDEN when something it wanted is out of reach: then that is its answer */
    pd_api_work work;
    int done, weight;
    size_t held;          /* of host->memory_take: CALLS         */
    pd_api_coding coding; /* asked for; PD_API_IDENTITY when not */
    pd_api_problems problems;
    pd_api_pool pool;
    pd_api_reply reply;
    /* On a worker, one of both: fills the reply of one call, or of calls of one kind of work on one model together. */
    void (*run)(pd_api_call *call, pd_arena *scratch, const pd_executor *executor);
    void (*run_batch)(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
    /* Bytes that running takes at its peak, the reply included, when that many threads share it; NULL: little. Over limits.memory the call is
     * refused instead. */
    size_t (*run_bytes)(const pd_api_call *call, int threads);
    /* A reply in parts (api.h): run makes the next one, and says in has_more whether another follows. */
    bool in_parts, has_more, is_lost;
    int parts_made, part_total;
    struct pd_api_compressor *compressor;
    const pd_cancel *cancel;                    /* looked at by what runs; NULL: never set */
    int has_begun, header_count, warning_count; /* of pd_api_run: what to go back to when it begins again */
    void *job;                                  /* what run works on, in the pool */
    void (*deinit)(pd_api_call *call);          /* releases what the job holds; or NULL */
};

/* Counts bytes more for this call, until it is released or settled (pd_api_settle). false: too many, the call is a finished 503, or a 413. */
bool pd_api_hold(pd_api_call *call, size_t bytes);
/* The same for what outlives the call: the caller gives it back. */
bool pd_api_hold_for(pd_api_call *call, pd_api_memory_use use, size_t bytes);
/* What the call holds from here on: its pool and its reply. */
void pd_api_settle(pd_api_call *call);
/* The call is a finished reply of this type; its body was or will be written by the caller. */
pd_buffer *pd_api_answer(pd_api_call *call, int status, const char *content_type);
/* The call is a finished problem. pointer may be NULL. */
void pd_api_refuse(pd_api_call *call, int status, const char *pointer, const char *format, ...)
    PD_PRINTF(4, 5);
/* A finished 404 of a model's id, with the nearest of those that there are (bits of pd_api_ids). */
void pd_api_refuse_model(pd_api_call *call, const char *pointer, const char *id, unsigned ids);
/* At the end of a call's run: compresses its reply; where it was cancelled meanwhile, there is none. */
void pd_api_finish(pd_api_call *call);
/* The header Posed-Warning of call->problems, when there is a warning. */
void pd_api_warning_header(pd_api_call *call);
/* Makes call->problems the reply. */
void pd_api_refuse_all(pd_api_call *call);
/* Models, scenes and skeletons for a call: through its access (access.h). None: 0 or NULL; where that is because the key may not have it, the call
 * will be a 403, whatever the handler answers. */
int pd_api_take_model(pd_api_call *call, const char *id, pd_api_model *out);
struct pd_api_scene *pd_api_take_scene(pd_api_call *call, const char *id);
struct pd_api_skeleton *pd_api_take_skeleton(pd_api_call *call, const char *id);
/* Refuses a model that does not exist, or that the key may not have. */
pd_api_handler pd_api_judge_model;
/* Acquires the body model call->id. 0 and a finished 404 (or 409 for a motion model) when there is none. */
int pd_api_take_body_model(pd_api_call *call, const char *id);

/* The same for what has a mesh: a body model, or MHR. */
int pd_api_take_mesh_model(pd_api_call *call, const char *id);

/* Sets ETag, Cache-Control and Vary. Returns true when the call is finished: a 304, since If-None-Match has the ETag, or a 412, since If-Match
 * has not. */
bool pd_api_cacheable(pd_api_call *call, const pd_api_request *request, pd_api_hash hash,
                      int max_age_seconds);
/* Does what pd_api_cacheable does for an object that a client has put and may replace at any time (Cache-Control: no-cache). variant names the
 * representation of the object; "" when it has only one. */
bool pd_api_revised(pd_api_call *call, const pd_api_request *request, const char *revision,
                    const char *variant);
/* Whether what the request demands (call->condition) fails for the object; then the call is a finished 412. what: "the scene". revision as in
 * condition.h. */
bool pd_api_refuse_condition(pd_api_call *call, const char *what, const char *revision);

/* The index of the best of count media types for an Accept header (RFC 9110, 12.5.1); -1: none will do. The
 * first type wins a tie. accept NULL or "": the first. */
int pd_api_negotiate(const char *accept, const char *const *types, int count);
/* The format from ?format= (asked, or -1) or Accept, out of the set (bits of pd_api_format). -1 after 406. */
int pd_api_choose_format(pd_api_call *call, const pd_api_request *request, int asked, unsigned set);
pd_api_coding pd_api_choose_coding(const char *accept_encoding);
/* Fills out, which stays empty when memory is out or nothing is gained. At slower levels than a reply: for what is kept. */
void pd_api_compressed(pd_buffer *out, pd_bytes content, pd_api_coding coding);
/* The same for a reply in parts: goes on where the part before ended. false: the call is refused. */
bool pd_api_compress_part(pd_api_call *call);
void pd_api_compressor_free(struct pd_api_compressor *compressor); /* NULL is fine */
/* Compresses the reply in place as call->coding asks, where it pays; sets Content-Encoding. */
void pd_api_compress(pd_api_call *call);

/* The documents that decoded fields borrow from. */
typedef struct pd_api_documents {
    json_t *body, *query; /* NULL when there is none */
} pd_api_documents;
/* Most tables of a JSON body, with the NULL: those of the body, then those of the query. */
#define PD_API_BODY_TABLES_MAX (2 * (PD_API_TABLES_MAX + 1))
/* The tables that the JSON body of a POST is read by: its own, then those of the query, whose fields may stand in the body instead. */
void pd_api_body_tables(const pd_api_field *out[PD_API_BODY_TABLES_MAX], const pd_api_field *const *body,
                        const pd_api_field *const *query);
/* Fills out by the route's tables, from the query and, for POST, from the JSON body, which may also hold the
 * fields of the query; a field that stands in both is an error. Release the documents in
 * every case. 0 after errors were noted in call->problems or the call was refused (415, 413). */
int pd_api_decode_fields(void *out, pd_api_documents *documents, pd_api_call *call,
                         const pd_api_request *request);
/* The same by these tables (up to a NULL) in place of the route's: for a handler whose fields depend on the kind of the model. */
int pd_api_decode_tables(void *out, pd_api_documents *documents, pd_api_call *call,
                         const pd_api_request *request, const pd_api_field *const *query,
                         const pd_api_field *const *body);
void pd_api_documents_release(pd_api_documents *documents);

#endif
