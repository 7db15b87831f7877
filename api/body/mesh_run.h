#ifndef PD_API_BODY_MESH_RUN_H
#define PD_API_BODY_MESH_RUN_H
/* Mesh calls on a worker: all bodies of a batch as one pd_smpl_job, then each call encoded on its own.
 *
 * Memory   results stand in the scratch arena; those of the bin format straight in the reply's buffer. With a
 *          rig the body is made twice: at rest (what the file holds) and posed (where the root stands).
 */
#include "api/body/wear.h"
#include "api/http/call.h"
#include "core/math/frame.h"
#include "core/smpl/body.h"
#include "core/smpl/people/people.h"
#include "core/smpl/data/keypoint.h"

#include <stdbool.h>

/* What a mesh reply may hold: the choices of `include`, in this order. */
#define PD_API_PARTS "vertices|joints|normals|faces"
typedef enum pd_api_part { PD_API_VERTICES, PD_API_JOINTS, PD_API_NORMALS, PD_API_FACES } pd_api_part;

/* POST and GET mesh and joints; faces is one without bodies. */
typedef struct pd_api_mesh {
    pd_smpl_body *bodies;          /* (count) inputs set; outputs belong to the run */
    const pd_smpl_person **people; /* (all) the person of the betas, NULL where betas were given */
    int count;
    int from, all; /* of a reply in parts: bodies are those of the next part, from `from` on of `all` */
    int skinning;  /* pd_smpl_skinning */
    int contact;   /* core/smpl/contact.h after skinning */
    int stage;     /* pd_smpl_stage */
    int soft;      /* the soft one instead */
    int frame;     /* pd_frame         */
    pd_api_choices include; /* of PD_API_PARTS  */
    int digits;
    int format; /* pd_api_format    */
    int rig, quantize, morphs, face, correctives;
    int names;                                     /* pd_retarget_names, with a rig */
    int keypoints;                                 /* pd_smpl_keypoints behind the joints */
    pd_api_model learned;                          /* the pose prior, retained, with correctives */
    int levels[PD_IO_GLB_LEVELS_MAX], level_count; /* of a GLB: triangles of its coarser copies */
    pd_api_wear wear;                              /* of a GLB */
} pd_api_mesh;

/* The job of a mesh call. */
static inline pd_api_mesh *pd_api_mesh_of(const pd_api_call *call)
{
    return call->job;
}

/* What a mesh call makes, whatever kind its model is of. */
typedef struct pd_api_surface {
    int vertex_count, joint_count, face_count;
    int beta_count;  /* 0: MHR */
    int point_count; /* of the part joints: the skeleton's and keypoints behind them */
    const uint32_t *faces;
    uint64_t content_hash;
    const char *licence, *provenance, *credits;
} pd_api_surface;
pd_api_surface pd_api_mesh_surface(const pd_api_call *call);
/* Floats of a part of one body. */
static inline size_t pd_api_part_floats(const pd_api_surface *surface, pd_api_part part)
{
    return 3 * (size_t)(part == PD_API_JOINTS ? surface->point_count : surface->vertex_count);
}

/* The results of one call. Arrays are (count,V,3) or (count,points,3), dense; NULL when not asked for. */
typedef struct pd_api_made {
    pd_api_call *call;
    const pd_api_mesh *mesh;            /* its job */
    float *vertices, *joints, *normals; /* with a rig: of the rest pose */
    float *roots;                       /* (count,K,3) posed joints, with a rig only */
    float *skins;          /* (count,V,3) for keypoints and normals, where the reply has no vertices */
    bool *contact_stopped; /* (count) with contact only */
} pd_api_made;

void pd_api_mesh_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);

/* Last step of reading a call: decides whether the reply is long enough to be made in parts. */
void pd_api_mesh_plan(pd_api_call *call);
/* Makes the reply in parts of that many bodies. */
void pd_api_mesh_in_parts(pd_api_call *call, int bodies);

/* Writes made->call's reply in its format; a failure becomes a problem. bin's floats are there already. */
void pd_api_mesh_encode(const pd_api_made *made);
/* What the reply takes at most while it is written, as a rule to within a half; known before anything is made. */
size_t pd_api_mesh_reply_bytes(const pd_api_call *call);
/* Whether the format's encoder can write a few bodies at a time; _total_bytes: the whole reply's size, 0 where it is not known in advance. */
bool pd_api_mesh_can_part(const pd_api_mesh *mesh);
size_t pd_api_mesh_total_bytes(const pd_api_call *call);
/* The reply and what is computed for it: pd_api_call.run_bytes. */
size_t pd_api_mesh_run_bytes(const pd_api_call *call, int threads);
/* Bytes of the bin format, and where body i's part begins. Faces follow the last body. */
size_t pd_api_bin_body_floats(const pd_api_mesh *mesh, const pd_api_surface *surface);
/* Allocates the arrays that the call asks for (those of format bin directly in the reply); _bytes: their size. */
void pd_api_made_take(pd_api_made *made, pd_arena *scratch);
size_t pd_api_made_bytes(const pd_api_call *call);
/* bin: room for its bodies in the reply. false: out of memory. */
bool pd_api_mesh_reserve_bin(pd_api_call *call);

static inline int pd_api_mesh_has(const pd_api_mesh *mesh, pd_api_part part)
{
    return mesh->include.set >> part & 1;
}

#endif
