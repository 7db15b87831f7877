#ifndef PD_API_HTTP_ACCESS_H
#define PD_API_HTTP_ACCESS_H
/* Which named objects a key may use. Scopes say what it may do; these lists say with which objects.
 *
 *     models=crowd-*,default scenes=lobby      in the line of a key: words of their own, after its hash
 *
 * A list holds ids, or beginnings of ids that end in a star. No list of a kind: all of it; "models=-": nothing of it, since no id is "-".
 *
 * Checked in one place: models, scenes and skeletons are taken from the host only through the functions below. Where a list forbids an object
 * they find nothing and say so in *err (ERR_FORBIDDEN, which names the object), which a call answers as 403 whatever its handler makes
 * of the absence. Lists of objects leave out what is forbidden, and so do hints ("did you mean").
 *
 * A session has an id that nobody knows beforehand: its list names the keys whose sessions may be watched (that share them). Characters have
 * numbers, not names: the session's owner steers all of them, and models decide which there can be.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct pd_api_host;
struct pd_api_model;
struct pd_api_scene;
struct pd_api_skeleton;

/* X(id, word in the keys file, one of them in messages, what the list names) */
#define PD_API_OBJECT_TABLE(X)                                                                               \
    X(MODELS, "models", "model", "models of every kind, by id")                                              \
    X(SCENES, "scenes", "scene", "scenes of `/v1/scenes`, to read, put, delete and walk in")                 \
    X(SKELETONS, "skeletons", "skeleton", "skeletons that clients put (those of models count as models)")    \
    X(SESSIONS, "sessions", "session of key", "keys whose shared sessions may be watched")
typedef enum pd_api_object {
#define PD_API_OBJECT_ENUM(id, word, one, doc) PD_API_OBJECT_##id,
    PD_API_OBJECT_TABLE(PD_API_OBJECT_ENUM)
#undef PD_API_OBJECT_ENUM
        PD_API_OBJECT_COUNT
} pd_api_object;

#define PD_API_ACCESS_BYTES 256 /* of one list */

/* All zero: everything. */
typedef struct pd_api_access {
    char lists[PD_API_OBJECT_COUNT][PD_API_ACCESS_BYTES]; /* "a,b*"; "": no limit */
    char key[64];                                         /* whose, for messages */
} pd_api_access;

/* A word "models=a,b*" of a keys file. ERR_FORMAT, ERR_LIMIT; ERR_NOT_FOUND: it is no list at all. */
pd_status pd_api_access_parse(pd_api_access *out, const char *word, const char *where, pd_error *err);
/* Without a list of any kind. */
bool pd_api_access_is_whole(const pd_api_access *access);
/* access NULL: everything. */
bool pd_api_access_allows(const pd_api_access *access, pd_api_object object, const char *id);
pd_status pd_api_access_check(const pd_api_access *access, pd_api_object object, const char *id,
                              const char *where, pd_error *err);

/* Of a model's name in a request, before it is looked for. The names of defaults pass: what they stand for is checked by its own id. */
pd_status pd_api_access_check_name(const pd_api_access *access, const char *id, pd_error *err);

/* From the host, if access allows it: true and *out retained; false when there is none, or, with ERR_FORBIDDEN in *err, when it is forbidden
 * ("default" counts as the model that it finds). err->status is PD_OK or that. */
bool pd_api_reach_model(struct pd_api_model *out, const struct pd_api_host *host, const pd_api_access *access,
                        const char *id, pd_error *err);
/* NULL likewise. */
struct pd_api_scene *pd_api_reach_scene(const struct pd_api_host *host, const pd_api_access *access,
                                        const char *id, pd_error *err);
struct pd_api_skeleton *pd_api_reach_skeleton(const struct pd_api_host *host, const pd_api_access *access,
                                              const char *id, pd_error *err);

#endif
