#ifndef PD_API_IK_SKELETONS_H
#define PD_API_IK_SKELETONS_H
/* Skeletons that clients put under an id, read, delete, and use in IK requests ("skeleton":"id"). An id of a
 * resident body model stands for the skeleton of that model and takes precedence.
 *
 *     PUT   model/gltf-binary   a .glb or .vrm with a skin: ?skin= and ?bones=humanoid choose its joints
 *           application/x-bvh   the hierarchy of a BVH file: ?metres_per_unit=
 *           application/json    {"joints":[...]} or {"bvh":text} or {"glb":base64}, as the field `skeleton`
 *                               of an IK request
 *
 * A skeleton does not change once it is put. A request that uses a skeleton retains it, so that the skeleton
 * stays valid when a client replaces it.
 * Memory   Reference-counted (atomic).
 */
#include "core/base/assert.h"
#include "api/http/call.h"
#include "api/http/condition.h"
#include "api/http/pool.h"
#include "api/http/routes.h"
#include "core/animal/match.h"
#include "core/retarget/character/match.h"
#include "core/retarget/own_face.h"
#include "core/retarget/character/skin.h"
#include "core/ik/job/limit.h"

#include <stdbool.h>

#define PD_API_NOTE_BYTES 768

/* Rows for the fields `skin` and `bones`, which choose the joints of a glTF file. */
#define PD_API_SKIN_FIELD(at)                                                                                \
    {                                                                                                        \
        .name = "skin", .type = PD_API_INTEGER, .offset = at, .min = 0, .max = PD_IO_SKIN_SKINS - 1,         \
        .doc = "Index of the skin of the glTF file to use; without it all of its skins. Of several "         \
               "skeletons (a person and a sword) the person's is used, or the largest."                      \
    }
#define PD_API_BONES_FIELD(at)                                                                               \
    {                                                                                                        \
        .name = "bones", .type = PD_API_CHOICE, .offset = at, .choices = "all|humanoid",                     \
        .preset = "\"all\"",                                                                                 \
        .doc = "Joints of the glTF file to use: all, or only the bones that VRM names (humanoid)."           \
    }

struct pd_api_skeleton {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES]; /* condition.h */
    uint64_t owner;                       /* pd_api_owner.id of the client that put the skeleton */
    const char *kind;                     /* "glb", "vrm", "bvh" or "joints" */
    /* skin.skeleton is the skeleton; the other members are empty unless it came from a glTF file */
    pd_retarget_skin skin;
    /* (skin.skeleton.joint_count) limits from the request, or by the names of the joints */
    pd_ik_limit *limits;
    int limits_were_given; /* 1: the joints of the request had the limits */
    /* character (api/motion/characters.h): joints that are bones of a person; else NULL */
    pd_retarget_match *match;
    pd_animal *creature;             /* character that is an animal: its parts; else NULL */
    pd_retarget_own_face *face;      /* character that is a person: its blend shapes and eyes; else NULL */
    struct pd_wardrobe_own *garment; /* garment (api/motion/garments.h), which is no skeleton; else NULL */
    unsigned char *file;             /* (file_bytes) character: its file; else NULL */
    size_t file_bytes;
    char note[PD_API_NOTE_BYTES]; /* peculiarity of the file that replies report; "": none */
    /* host that counts `held` bytes until the last reference is released; NULL: not counted */
    const pd_api_host *host;
    size_t held;
};

/* Creates a skeleton. Takes the contents of *skin, which is empty afterwards, also on failure. Limits are set
 * by the names of the joints. Returns NULL if allocation failed. */
pd_api_skeleton *pd_api_skeleton_new(const char *id, const char *kind, pd_retarget_skin *skin);
pd_api_skeleton *pd_api_skeleton_retain(pd_api_skeleton *skeleton);

/* Returns the name of a joint: in a skeleton from glTF the name of its node. */
static inline const char *pd_api_skeleton_joint_name(const pd_api_skeleton *skeleton, int joint)
{
    PD_ASSERT(joint >= 0 && joint < skeleton->skin.skeleton.joint_count);
    return skeleton->skin.joints ? skeleton->skin.joints[joint].name : skeleton->skin.skeleton.names[joint];
}

/* The following functions read a skeleton from an object {"joints"}, {"bvh"} or {"glb"}, from BVH text or
 * from a GLB file. `pointer` is the pointer of the value in the request. They return a new reference, or NULL
 * if an error was noted. */
pd_api_skeleton *pd_api_skeleton_read(const json_t *object, const char *pointer, const pd_api_limits *limits,
                                      pd_api_pool *pool, pd_api_problems *problems);
pd_api_skeleton *pd_api_skeleton_of_bvh(pd_bytes text, double metres_per_unit, const char *pointer,
                                        pd_api_problems *problems);
/* If the file has several skeletons, chooses the one of a person, or the one with more joints than all others
 * together; `note` names the others. */
pd_api_skeleton *pd_api_skeleton_of_glb(pd_bytes file, const pd_io_skin_options *options, const char *pointer,
                                        pd_api_problems *problems);
/* Adds to the note of a skeleton that the joints of other skeletons in its file are not moved. */
void pd_api_skeleton_note_others(pd_api_skeleton *made);
extern const pd_api_field pd_api_skeleton_fields[];

pd_api_handler pd_api_handle_skeletons, pd_api_handle_skeleton, pd_api_handle_skeleton_put,
    pd_api_judge_skeleton_put, pd_api_handle_skeleton_delete;
extern const pd_api_field pd_api_skeleton_query_fields[], pd_api_skeleton_put_query_fields[];

/* Parts of the handlers, which the handlers of characters use too (api/motion/characters.h). */
/* Checks that a client may put an object under call->id. If not, refuses the call and returns false. */
bool pd_api_skeleton_may_be_put(pd_api_call *call);
/* Counts the memory of a skeleton and puts it under call->id. Returns the status of the reply, 200 or 201, or
 * 0 after refusing the call. The caller keeps its reference. */
int pd_api_skeleton_keep(pd_api_call *call, pd_api_skeleton *made);
/* Appends the members ,"frame":...,"joints":[...] */
void pd_api_skeleton_joints_json(pd_buffer *out, const pd_api_skeleton *skeleton);

#endif
