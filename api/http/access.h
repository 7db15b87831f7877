#ifndef PD_API_HTTP_ACCESS_H
#define PD_API_HTTP_ACCESS_H
/* Access lists: which named objects an API key may use. The scopes of the key say what it may do; these lists
 * say with which objects.
 *
 *     models=crowd-*,default scenes=lobby      words of a line of the keys file, after the hash of the key
 *
 * A list has ids, or beginnings of ids that end in "*". A key without a list of a kind may use all objects of
 * that kind. "models=-" allows none, because no object has the id "-".
 *
 * All handlers take models, scenes and skeletons from the host through pd_api_reach_*, which check the lists.
 * For a forbidden object these functions return nothing and set *err to PD_ERR_FORBIDDEN with the name of the
 * object; the call is then answered 403, whatever else its handler does. Listings of objects and hints ("did
 * you mean") leave out forbidden objects.
 *
 * The ids of sessions are random, so the list `sessions` has the names of the keys whose shared sessions may
 * be watched. Characters of a session have no list: the owner of a session controls all of them, and the list
 * `models` decides which models they can have.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct pd_api_host;
struct pd_api_model;
struct pd_api_scene;
struct pd_api_skeleton;

/* X(id, word in the keys file, singular for messages, what the list names) */
#define PD_API_OBJECT_TABLE(X)                                                                               \
    X(MODELS, "models", "model", "models of every kind, by id")                                              \
    X(SCENES, "scenes", "scene", "scenes of `/v1/scenes`, to read, put, delete and walk in")                 \
    X(SKELETONS, "skeletons", "skeleton", "skeletons that clients put (those of models count as models)")    \
    X(AVATARS, "avatars", "avatar", "avatars of `/v1/avatars`, to read and delete")                          \
    X(CLIPS, "clips", "clip", "clips that clients put at `/v1/clips`, to read, put, delete and play")        \
    X(SESSIONS, "sessions", "session of key",                                                                \
      "keys whose shared sessions may be watched and whose rooms may be joined")                             \
    X(ROOMS, "rooms", "room", "rooms of the stream that the key may join as a player")                       \
    X(HOSTS, "hosts", "host of the room", "rooms of which the key becomes host when it asks for it")
typedef enum pd_api_object {
#define PD_API_OBJECT_ENUM(id, word, one, doc) PD_API_OBJECT_##id,
    PD_API_OBJECT_TABLE(PD_API_OBJECT_ENUM)
#undef PD_API_OBJECT_ENUM
        PD_API_OBJECT_COUNT
} pd_api_object;

/* The words of the table for messages, each after a comma: ", models=, scenes=" and so on. */
#define PD_API_OBJECT_WORD(id, word, one, doc) ", " word "="
#define PD_API_OBJECT_WORDS                    PD_API_OBJECT_TABLE(PD_API_OBJECT_WORD)

#define PD_API_ACCESS_BYTES 256 /* size of one list, with the zero */

/* The lists of one key. All zero allows every object. */
typedef struct pd_api_access {
    char lists[PD_API_OBJECT_COUNT][PD_API_ACCESS_BYTES]; /* "a,b*"; "": all of this kind allowed */
    char key[64];                                         /* name of the key, for messages */
} pd_api_access;

/* Reads one word of a keys file, "models=a,b*", into its list. PD_ERR_NOT_FOUND: the word is not a list.
 * PD_ERR_FORMAT, PD_ERR_LIMIT: the list is malformed or too long.
 * `where` is the place of the word, for err->where. */
pd_status pd_api_access_parse(pd_api_access *out, const char *word, const char *where, pd_error *err);
/* Returns whether there are no lists, so that every object is allowed. */
bool pd_api_access_is_whole(const pd_api_access *access);
/* Returns whether the object with this id is allowed. access NULL allows every object. */
bool pd_api_access_allows(const pd_api_access *access, pd_api_object object, const char *id);
/* Returns PD_ERR_FORBIDDEN at `where`, with the name of the object, if the object is not allowed. */
pd_status pd_api_access_check(const pd_api_access *access, pd_api_object object, const char *id,
                              const char *where, pd_error *err);

/* Checks the id of a model as a request names it, before the model is looked up. Ids of default models pass,
 * because pd_api_reach_model checks the id of the model for which they stand. */
pd_status pd_api_access_check_name(const pd_api_access *access, const char *id, pd_error *err);

/* Acquires a model from the host if `access` allows it; may_wait as in pd_api_host. Returns true and a
 * reference in *out. Returns false with err->status PD_OK if there is no such model, PD_ERR_FORBIDDEN if it
 * is forbidden, and otherwise the failure of host->acquire (PD_ERR_WAIT: it is being loaded). A default id
 * counts as the id of the model that it finds. */
bool pd_api_reach_model(struct pd_api_model *out, const struct pd_api_host *host, const pd_api_access *access,
                        bool may_wait, const char *id, pd_error *err);
/* Return a reference to a scene or skeleton. NULL with err->status PD_OK: there is none; with
 * PD_ERR_FORBIDDEN: it is forbidden. */
struct pd_api_scene *pd_api_reach_scene(const struct pd_api_host *host, const pd_api_access *access,
                                        const char *id, pd_error *err);
struct pd_api_skeleton *pd_api_reach_skeleton(const struct pd_api_host *host, const pd_api_access *access,
                                              const char *id, pd_error *err);

#endif
