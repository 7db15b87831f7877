#ifndef PD_API_IK_SKELETONS_H
#define PD_API_IK_SKELETONS_H
/* Skeletons by name: put once, looked at, deleted, and named by IK requests ("skeleton":"id"). Resident models are skeletons too; their ids
 * come first.
 *
 *     PUT   model/gltf-binary   a .glb or .vrm with a skin: ?skin= and ?bones=humanoid choose its joints
 *           application/x-bvh   the hierarchy of a BVH file: ?metres_per_unit=
 *           application/json    {"joints":[...]} or {"bvh":text} or {"glb":base64}, as `skeleton` of an IK request
 *
 * A skeleton is const once it is put; requests that solve on it keep it when it is replaced.
 * Memory   counted references (atomic).
 */
#include "api/http/condition.h"
#include "api/http/pool.h"
#include "api/http/routes.h"
#include "core/retarget/avatar/creature.h"
#include "core/retarget/avatar/match.h"
#include "core/retarget/skin.h"
#include "core/ik/constraint/limit.h"

#include <stdbool.h>

#define PD_API_NOTE_BYTES 192

struct pd_api_skeleton {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES]; /* condition.h */
    uint64_t owner;        /* pd_api_owner.id of who put it                                   */
    const char *kind;      /* "glb", "vrm", "bvh", "joints"                                   */
    pd_retarget_skin skin; /* skeleton; the rest is empty unless it came from a glTF          */
    pd_ik_limit *limits;   /* (skin.skeleton.joint_count): by names, or as they were given    */
    int limits_were_given; /* by the joints                                                   */
    pd_retarget_match
        *match; /* of a character (api/motion/characters.h): which joints are a person's; else NULL */
    pd_retarget_creature *creature; /* of a character that is an animal: its parts; else NULL           */
    unsigned char *file;            /* (file_bytes) a character's own; else NULL                        */
    size_t file_bytes;
    char note[PD_API_NOTE_BYTES]; /* what is odd about its file; "": nothing */
    const pd_api_host *host;      /* in whose account it counts until its last user has gone; NULL: in none */
    size_t held;
};

/* Takes *skin, which is empty afterwards, also on failure (NULL: memory is out). Limits are those of the names. */
pd_api_skeleton *pd_api_skeleton_new(const char *id, const char *kind, pd_retarget_skin *skin);
pd_api_skeleton *pd_api_skeleton_retain(pd_api_skeleton *skeleton);
void pd_api_skeleton_release(pd_api_skeleton *skeleton); /* NULL is fine */

/* What a joint is called: the node's name in a glTF. */
const char *pd_api_skeleton_joint_name(const pd_api_skeleton *skeleton, int joint);

/* `skeleton` of an IK request that is an object, and a put's JSON: {"joints"}, {"bvh"}, {"glb"}. pointer is the object's. NULL after
 * errors. The caller's reference. */
pd_api_skeleton *pd_api_skeleton_read(const json_t *object, const char *pointer, const pd_api_limits *limits,
                                      pd_api_pool *pool, pd_api_problems *problems);
pd_api_skeleton *pd_api_skeleton_of_bvh(pd_bytes text, double metres_per_unit, const char *pointer,
                                        pd_api_problems *problems);
/* Chooses one of several skeletons of a file: the person's, or the one with more joints than all others together; `note` names the others. */
pd_api_skeleton *pd_api_skeleton_of_glb(pd_bytes file, const pd_io_skin_options *options, const char *pointer,
                                        pd_api_problems *problems);
/* Adds to its note that joints of other skeletons in its file are not moved. */
void pd_api_skeleton_note_others(pd_api_skeleton *made);
extern const pd_api_field pd_api_skeleton_fields[];

pd_api_handler pd_api_handle_skeletons, pd_api_handle_skeleton, pd_api_handle_skeleton_put,
    pd_api_judge_skeleton_put, pd_api_handle_skeleton_delete;
extern const pd_api_field pd_api_skeleton_query_fields[], pd_api_skeleton_put_query_fields[];

/* Parts of the handlers, for characters (api/motion/characters.h). */
/* May a client put something of the call's id: 0 after refusing it. */
bool pd_api_skeleton_may_be_put(pd_api_call *call);
/* Counts its memory and puts it under the call's id; 0 after refusing it, else the status of the reply, 200 or 201. Takes no reference. */
int pd_api_skeleton_keep(pd_api_call *call, pd_api_skeleton *made);
/* ,"frame":...,"joints":[...] */
void pd_api_skeleton_joints_json(pd_buffer *out, const pd_api_skeleton *skeleton);

#endif
