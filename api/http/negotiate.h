#ifndef PD_API_HTTP_NEGOTIATE_H
#define PD_API_HTTP_NEGOTIATE_H
/* Chooses the format and the content coding of a reply by the headers Accept and Accept-Encoding (RFC 9110,
 * 12.5), and answers conditional requests by ETags (13.1). */
#include "api/http/hash.h"
#include "api/http/routes.h"

#include <stdbool.h>

/* Formats of replies in the order of the server's preference: X(id, name in ?format=, media type, file
 * suffix, 1 if compression pays) */
#define PD_API_MESH_FORMAT_TABLE(X)                                                                          \
    X(JSON, "json", "application/json", "json", 1)                                                           \
    X(BIN, "bin", "application/octet-stream", "bin", 0)                                                      \
    X(NPZ, "npz", "application/x-npz", "npz", 0)                                                             \
    X(OBJ, "obj", "model/obj", "obj", 1)                                                                     \
    X(PLY, "ply", "application/x-ply", "ply", 0)                                                             \
    X(STL, "stl", "model/stl", "stl", 0)                                                                     \
    X(GLB, "glb", "model/gltf-binary", "glb", 0)
/* All formats: those of meshes, then those that only motions have. */
#define PD_API_FORMAT_TABLE(X)                                                                               \
    PD_API_MESH_FORMAT_TABLE(X)                                                                              \
    X(BVH, "bvh", "application/x-bvh", "bvh", 1)                                                             \
    X(MEASURE, "measure", "application/x-npz", "npz", 0)                                                     \
    X(VRMA, "vrma", "model/gltf-binary", "vrma", 0)                                                          \
    X(TRC, "trc", "application/x-trc", "trc", 1)                                                             \
    X(PNG, "png", "image/png", "png", 0)                                                                     \
    X(WEBP, "webp", "image/webp", "webp", 0)
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

/* Begins the hash of a reply that is computed from call->model with everything except the request on which it
 * depends: its kind, so that a picture and a measurement never have the same ETag; posed's version; the
 * instruction set of the kernels, which may round the last bit differently; the model's id. */
pd_api_hash pd_api_reply_hash(const struct pd_api_call *call, const char *kind);

/* Sets ETag, Cache-Control and Vary. Returns true if that finishes the call: with a 304 because If-None-Match
 * has the ETag, or with a 412 because If-Match does not have it. */
bool pd_api_cacheable(pd_api_call *call, const pd_api_request *request, pd_api_hash hash,
                      int max_age_seconds);
/* Does what pd_api_cacheable does for an object that a client put and may replace at any time (Cache-Control:
 * no-cache). `variant` names the representation of the object; "" if it has only one. */
bool pd_api_revised(pd_api_call *call, const pd_api_request *request, const char *revision,
                    const char *variant);
/* If a precondition of the request (call->condition) fails for an object, finishes the call with a 412 and
 * returns true. `what` is the object in the message, "the scene"; `revision` is as in condition.h. */
bool pd_api_refuse_condition(pd_api_call *call, const char *what, const char *revision);

/* Returns the index of the media type that an Accept header prefers (RFC 9110, 12.5.1), the first one of
 * several equally good ones; -1 if it accepts none. If accept is NULL or "", returns 0. */
int pd_api_negotiate(const char *accept, const char *const *types, int count);
/* Chooses the format of the reply out of `set` (bits of pd_api_format): `asked` from ?format=, or by Accept
 * if asked is -1. If none is acceptable, finishes the call with a 406 and returns -1. */
int pd_api_choose_format(pd_api_call *call, const pd_api_request *request, int asked, unsigned set);
/* Returns the best coding that an Accept-Encoding header accepts. */
pd_api_coding pd_api_choose_coding(const char *accept_encoding);

#endif
