#ifndef PD_API_BODY_MESH_RUN_H
#define PD_API_BODY_MESH_RUN_H
/* Runs mesh calls on a worker: computes the bodies of all calls of a batch as one pd_smpl_job, then encodes the reply of each call.
 *
 * Memory   Results are in the scratch arena; for the format bin they are written directly into the reply's buffer. With a rig each body is computed
 *          twice: at rest, for the vertices of the file, and posed, for the position of the root.
 */
#include "api/body/people.h"
#include "api/body/wear.h"
#include "api/http/call.h"
#include "core/avatar/avatar.h"
#include "core/math/frame.h"
#include "core/smpl/body.h"
#include "core/smpl/data/keypoint.h"

#include <stdbool.h>

/* Parts of a mesh reply: the choices of `include`, in the order of pd_api_part. */
#define PD_API_PARTS "vertices|joints|normals|faces"
typedef enum pd_api_part { PD_API_VERTICES, PD_API_JOINTS, PD_API_NORMALS, PD_API_FACES } pd_api_part;

/* Job of a call of the routes mesh, joints and faces; a call of faces has no bodies. */
typedef struct pd_api_mesh {
    pd_smpl_body *bodies;         /* (count) inputs, set when the request is read; the run sets the outputs */
    const pd_api_person **people; /* (all) person of the betas; NULL where the request gave betas */
    int count;                    /* number of bodies of the reply, or of the current part */
    int from, all; /* reply in parts: `bodies` are number `from` to from + count - 1 of `all` */
    int skinning;  /* pd_smpl_skinning */
    int contact;   /* pd_smpl_contact_kind: resolution of self-contact after skinning */
    int stage; /* pd_smpl_stage: posed, shaped (at rest), or corrected (at rest, with pose blend shapes) */
    int frame; /* pd_frame: axes of the reply */
    pd_api_choices include;                        /* choices of PD_API_PARTS */
    int digits;                                    /* decimal digits of coordinates in text formats */
    int format;                                    /* pd_api_format */
    int rig, quantize, morphs, face, correctives;  /* fields of a GLB by these names */
    int controls;                                  /* 1: a rig's extras have controls of limbs */
    int sculpts;                                   /* 1: the sculpts that the pose drives are shown */
    int names;                                     /* pd_retarget_names: joint names of a rig */
    int keypoints;                                 /* pd_smpl_keypoints: set that follows the joints */
    pd_api_model learned;                          /* pose prior for correctives, retained */
    int levels[PD_IO_GLB_LEVELS_MAX], level_count; /* GLB: triangle counts of its coarser levels of detail */
    pd_api_wear wear;                              /* GLB: clothes */
    int texture_side; /* dressed GLB: side of the skin's pictures in texels, a power of two */
    int picture_most; /* dressed GLB: largest side of the garments' pictures in texels; 0: as they are */
    bool has_webp;    /* dressed GLB: pictures are WebP files */
    bool is_avatar;   /* GLB: the file is an avatar, as `avatar` says */
    pd_avatar_how avatar;
} pd_api_mesh;

/* Returns the job of a mesh call. */
static inline pd_api_mesh *pd_api_mesh_of(const pd_api_call *call)
{
    return call->job;
}

/* Sizes and topology of the mesh of a call, for body models and MHR alike. */
typedef struct pd_api_surface {
    int vertex_count, joint_count, face_count;
    int beta_count;        /* 0 for MHR */
    int point_count;       /* points of the part `joints`: joints of the skeleton, then keypoints */
    const uint32_t *faces; /* (face_count,3), borrowed from the model */
    uint64_t content_hash; /* hash of the model */
    const char *licence, *provenance, *credits; /* texts of the model for files; NULL or "": none */
} pd_api_surface;
pd_api_surface pd_api_mesh_surface(const pd_api_call *call);
/* Returns the number of floats of a part for one body. */
static inline size_t pd_api_part_floats(const pd_api_surface *surface, pd_api_part part)
{
    return 3 * (size_t)(part == PD_API_JOINTS ? surface->point_count : surface->vertex_count);
}

/* Results of one call. Arrays are (count,V,3) or (count,points,3), densely packed; NULL if the call does not need them. */
typedef struct pd_api_made {
    pd_api_call *call;
    const pd_api_mesh *mesh;            /* job of the call */
    float *vertices, *joints, *normals; /* posed; with a rig: in the rest pose */
    float *roots;                       /* (count,K,3) posed joints; NULL without a rig */
    /* (count,V,3) vertices from which keypoints and normals are computed, if the reply has no vertices */
    float *skins;
    /* with contact: (count) true if limits.contact_budget_ms ended the resolution early */
    bool *contact_stopped;
} pd_api_made;

/* Runs calls of one model as a batch (pd_api_call.run_batch). */
void pd_api_mesh_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);

/* Last step of reading a call: makes the reply one in parts if it is long. */
void pd_api_mesh_plan(pd_api_call *call);
/* Makes the reply one in parts of `bodies` bodies each. */
void pd_api_mesh_in_parts(pd_api_call *call, int bodies);

/* Writes the reply of made->call in its format, or problem+json if that fails. The floats of the format bin are already in the reply. */
void pd_api_mesh_encode(const pd_api_made *made);
/* Returns an upper bound of the reply's memory while it is written, usually less than twice what is needed. It does not need the results. */
size_t pd_api_mesh_reply_bytes(const pd_api_call *call);
/* Returns the number of sculpts that a rigged file has as morph targets; 0 for avatars, which have none. */
int pd_api_mesh_sculpts(const pd_api_mesh *mesh, const pd_smpl_model *model);
/* Returns whether the format can be written a few bodies at a time. */
bool pd_api_mesh_can_part(const pd_api_mesh *mesh);
/* Returns the size of the whole reply in bytes; 0 if the format does not tell it in advance. */
size_t pd_api_mesh_total_bytes(const pd_api_call *call);
/* Returns the bytes of the reply and of the results together (pd_api_call.run_bytes). */
size_t pd_api_mesh_run_bytes(const pd_api_call *call, int threads);
/* Returns the floats of one body in the format bin. Bodies follow one another; the faces follow the last body. */
size_t pd_api_bin_body_floats(const pd_api_mesh *mesh, const pd_api_surface *surface);
/* Allocates the arrays of the results in `scratch`; those of the format bin point into the reply. */
void pd_api_made_take(pd_api_made *made, pd_arena *scratch);
/* Returns the bytes that pd_api_made_take allocates. */
size_t pd_api_made_bytes(const pd_api_call *call);
/* Reserves room in the reply for the bodies of the format bin. Returns false if allocation failed. */
bool pd_api_mesh_reserve_bin(pd_api_call *call);

/* Returns whether the reply includes a part. */
static inline int pd_api_mesh_has(const pd_api_mesh *mesh, pd_api_part part)
{
    return mesh->include.set >> part & 1;
}

#endif
