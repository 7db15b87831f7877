#ifndef PD_API_BODY_MESH_JOB_H
#define PD_API_BODY_MESH_JOB_H
/* The job of a call of the routes mesh, joints and faces, and the sizes of its results.
 *
 * A request is decoded straight into the job. Fields that need further reading (bodies, garments, an avatar)
 * go into `given`, which is empty once the request is decoded. mesh_job.c lists the members once and says of
 * each whether the ETag depends on it.
 *
 * Body models and MHR differ in a pd_api_mesh_kind: mesh_body.c and mhr.c have one each.
 *
 * Memory   Results are in the scratch arena of the run; those of the format bin are written directly into the
 *          reply.
 */
#include "api/body/avatar.h"
#include "api/body/body.h"
#include "api/body/mhr.h"
#include "api/body/wear.h"
#include "api/http/call.h"
#include "core/io/mesh/glb.h"
#include "core/smpl/contact.h"
#include "core/smpl/data/keypoint.h"

#include <stdbool.h>

/* Parts of a mesh reply: the choices of `include`, in the order of pd_api_part. */
#define PD_API_PARTS "vertices|joints|normals|faces"
typedef enum pd_api_part { PD_API_VERTICES, PD_API_JOINTS, PD_API_NORMALS, PD_API_FACES } pd_api_part;

/* Fields of a request that are read further: into bodies, levels, an avatar and garments. Borrowed from the
 * parsed documents. */
typedef struct pd_api_mesh_given {
    pd_api_body_values body; /* first, where pd_api_body_fields expects it */
    pd_api_mhr_values mhr;
    const json_t *bodies, *levels; /* NULL: absent */
    pd_api_batch *batch;           /* bodies that are read one by one; NULL or a count of 0: none */
    pd_api_avatar_values avatar;
    pd_api_wear_values wear;
} pd_api_mesh_given;

#define PD_API_MESH_NOTHING_GIVEN                                                                            \
    {                                                                                                        \
        .body = PD_API_NO_BODY_VALUES, .mhr = PD_API_NO_MHR_VALUES, .avatar = PD_API_NO_AVATAR,              \
        .wear = PD_API_NO_WEAR_VALUES                                                                        \
    }

typedef struct pd_api_mesh {
    pd_api_mesh_given given;             /* first, where the tables of fields expect it */
    const struct pd_api_mesh_kind *kind; /* kind of the model */
    pd_smpl_body *bodies;                /* (count) inputs of body models; the run sets the outputs */
    const pd_api_person **people;        /* (all) person of the betas; NULL where the request gave betas */
    int count;     /* number of bodies of the reply, or of the current part; 0 for faces */
    int from, all; /* reply in parts: `bodies` are number `from` to from + count - 1 of `all` */

    /* Fields of the request by these names; -1: absent, until the defaults are known. */
    int skinning; /* pd_smpl_skinning */
    int contact;  /* pd_smpl_contact_kind: resolution of self-contact after skinning */
    int stage;    /* pd_smpl_stage: posed, shaped (at rest), or corrected (at rest, with pose blend shapes) */
    int frame;    /* pd_frame: axes of the reply */
    int keypoints;                 /* pd_smpl_keypoints: set that follows the joints */
    int digits;                    /* decimal digits of coordinates in text formats */
    int format;                    /* pd_api_format */
    pd_api_choices include;        /* choices of PD_API_PARTS */
    int rig, face, soft, quantize; /* GLB: 0 or 1 */
    int correctives;               /* GLB: number of morph targets in place of the pose blend shapes */
    int names;                     /* pd_retarget_names: joint names of a rig */
    int controls;                  /* 1: a rig's extras have controls of limbs */
    int sculpts;                   /* 1: the sculpts that the pose drives are shown */

    /* What follows from the fields in `given`. */
    int morphs;                                    /* GLB: 1: a rig has the betas as morph targets */
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

/* Tells whether a content coding shortens the reply by much: text does, and so do the arrays of
 * EXT_meshopt_compression, which are only prepared for a compression. */
bool pd_api_mesh_is_codable(const pd_api_mesh *mesh);

/* Sizes and topology of the mesh of a call, for body models and MHR alike. */
typedef struct pd_api_surface {
    int vertex_count, joint_count, face_count;
    int beta_count;        /* 0 for MHR */
    int point_count;       /* points of the part `joints`: joints of the skeleton, then keypoints */
    const uint32_t *faces; /* (face_count,3), borrowed from the model */
    uint64_t content_hash; /* hash of the model */
    const char *licence, *provenance, *credits; /* texts of the model for files; NULL or "": none */
} pd_api_surface;

/* What a kind of model does in its own way. mesh.c calls the functions in this order; those that return bool
 * note an error before false. */
typedef struct pd_api_mesh_kind {
    const pd_api_field *fields; /* table of the bodies of this kind */
    const pd_api_field *more;   /* a second one, beside `fields`; NULL: none */
    const pd_api_field *others; /* table of the bodies of the other kind, which this kind refuses */
    const char *shape_name;     /* field that has the numbers of a body's shape */
    size_t job_bytes;           /* size of the job, whose first member is the pd_api_mesh */
    void (*run)(pd_api_call *call, pd_arena *scratch, const pd_executor *executor); /* this or run_batch */
    void (*run_batch)(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
    size_t (*run_bytes)(const pd_api_call *call, int threads);

    pd_api_surface (*surface)(const pd_api_call *call);
    pd_smpl_skinning (*skinning)(const pd_api_call *call); /* of a request that does not choose one */
    bool (*read)(pd_api_call *call); /* reads the bodies, and refuses fields that the kind lacks */
    pd_smpl_contact_kind (*contact)(const pd_api_call *call); /* of a request that does not choose one */
    bool (*take_avatar)(pd_api_call *call); /* makes the file an avatar if a field asks for one */
    bool (*complete)(pd_api_call *call);    /* sculpts, morph targets and garments */
    bool (*check)(pd_api_call *call);       /* checks bodies and keypoints; NULL: `read` has done it */
    void (*hash)(pd_api_hash *hash, const pd_api_call *call); /* adds the bodies */
    void (*plan)(pd_api_call *call); /* decides whether the reply is made in parts; NULL: in one */
} pd_api_mesh_kind;

/* Makes the empty job for a call whose model is acquired. job_bytes: kind->job_bytes, or more for a job of
 * which the mesh is the first member. Returns false if an error was noted. */
bool pd_api_mesh_job_new(pd_api_call *call, const pd_api_mesh_kind *kind, size_t job_bytes);
/* Returns the hash of everything that determines the reply's bytes. It is known before the mesh is made, so
 * that a 304 costs nothing. */
pd_api_hash pd_api_mesh_hash(const pd_api_call *call);
pd_api_surface pd_api_mesh_surface(const pd_api_call *call);

/* Returns whether the reply includes a part. */
static inline bool pd_api_mesh_has(const pd_api_mesh *mesh, pd_api_part part)
{
    return mesh->include.set >> part & 1;
}

/* Returns the number of floats of a part for one body. */
static inline size_t pd_api_part_floats(const pd_api_surface *surface, pd_api_part part)
{
    return 3 * (size_t)(part == PD_API_JOINTS ? surface->point_count : surface->vertex_count);
}

/* Returns the floats of one body in the format bin. Bodies follow one another;
 * the faces follow the last body. */
size_t pd_api_bin_body_floats(const pd_api_mesh *mesh, const pd_api_surface *surface);

/* Results of one call. Arrays are (count,V,3) or (count,points,3), densely packed;
 * NULL if the call does not need them. */
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

/* Returns whether a surface has to be computed that the reply does not contain, because keypoints or normals
 * depend on it. */
bool pd_api_made_has_skins(const pd_api_mesh *mesh);
/* Allocates the arrays of the results in `scratch`; those of the format bin point into the reply. */
void pd_api_made_take(pd_api_made *made, pd_arena *scratch);
/* Returns the bytes that pd_api_made_take allocates. */
size_t pd_api_made_bytes(const pd_api_call *call);
/* Reserves room in the reply for the bodies of the format bin. Returns false if allocation failed. */
bool pd_api_mesh_reserve_bin(pd_api_call *call);

#endif
