#ifndef PD_RIG_FILE_H
#define PD_RIG_FILE_H
/* From a mesh file to a rigged one, and what to tell about it.
 *
 * A .glb keeps its meshes, materials, textures and morph targets and gets a skeleton and weights (core/io/surface/gltf_rig.h); OBJ and PLY
 * become a plain .glb first. The face has no joints: the head carries it.
 * Memory   out is appended to (its size a multiple of 4).
 * Errors   those of pd_io_surface_read, pd_rig_run and pd_io_gltf_rig; ERR_UNSUPPORTED "/skins": the file has a skeleton, unless replace.
 */
#include "core/base/buffer.h"
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"

typedef struct pd_rig_file_job {
    pd_bytes file;
    const pd_rig_template *template;
    const pd_rig_start *start;     /* NULL: none was learned                 */
    const pd_rig_net *net;         /* NULL: no weights were learned          */
    const pd_rig_markers *markers; /* NULL: none                             */
    bool replace;                  /* a skeleton that the file has is dropped   */
    pd_rig_plan_id plan;           /* what body it is; PD_RIG_PERSON is 0      */
    pd_rig_axis up, facing;        /* of the file's axes; ANY: found            */
    pd_rig_method weights;         /* of skin/weights.h; auto is 0              */
    size_t json_memory;            /* of the file's JSON; 0: anything           */
    const pd_cancel *cancel;
} pd_rig_file_job;

/* out may be NULL: nothing is written. surface may be NULL; else it is the caller's to release. */
pd_status pd_rig_file_run(pd_buffer *out, pd_rig_result *rig, pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err);

/* The same of a surface that was read from job->file already. */
pd_status pd_rig_file_rig(pd_buffer *out, pd_rig_result *rig, const pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err);
/* What pd_rig_file_rig takes at its peak, what it writes included, about; the file itself is not. */
size_t pd_rig_file_bytes(const pd_io_surface *surface);

/* Which markers would help where the rig is doubtful: bits of pd_rig_marker_id. */
unsigned pd_rig_markers_wanted(const pd_rig_result *rig);

/* A PNG, from the front and from its left: the mesh, its bones, joints from green (certain) to red. ERR_MEMORY;
 * ERR_BUSY: cancelled. */
pd_status pd_rig_picture(pd_buffer *png, const pd_rig_result *rig, const pd_cancel *cancel, pd_error *err);

#endif
