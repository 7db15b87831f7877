#ifndef PD_RIG_FILE_H
#define PD_RIG_FILE_H
/* Rigs a mesh file: reads it, rigs its mesh, and writes it with a skeleton and skin weights.
 *
 * A .glb keeps its meshes, materials, textures and morph targets and gets a skeleton and weights
 * (core/io/surface/gltf_rig.h); OBJ and PLY are first converted to a plain .glb. The face has no joints: it
 * moves with the head.
 * Memory   the output is appended to `out`, whose size must be a multiple of 4.
 * Threads  one thread for each job.
 * Errors   those of pd_io_surface_read, pd_rig_run and pd_io_gltf_rig; ERR_UNSUPPORTED "/skins": the file has
 *          a skeleton and `replace` is not set.
 */
#include "core/base/buffer.h"
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"

typedef struct pd_rig_file_job {
    pd_bytes file;
    const pd_rig_template *template;
    const pd_rig_start *start;     /* learned start; NULL: none */
    const pd_rig_net *net;         /* network of learned weights; NULL: none */
    const pd_rig_markers *markers; /* NULL: none */
    bool replace;                  /* drops a skeleton that the file has */
    pd_rig_plan_id plan;           /* kind of body; zero is PD_RIG_PERSON */
    pd_rig_axis up, facing;        /* in the file's axes; ANY: found from the mesh */
    pd_rig_method weights;         /* see skin/dense.h; zero is auto */
    /* Rigs the mesh: pd_animal_rig_run (core/animal/rig.h) for an animal;
     * NULL is pd_rig_run, for a person. */
    pd_status (*run)(pd_rig_result *out, const pd_rig_job *job, pd_error *err);
    size_t json_memory; /* limit for the file's JSON in bytes; 0: none */
    const pd_cancel *cancel;
} pd_rig_file_job;

/* Rigs the file. out NULL: writes nothing. surface NULL: discards it;
 * otherwise the caller must release it. */
pd_status pd_rig_file_run(pd_buffer *out, pd_rig_result *rig, pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err);

/* Rigs a surface that was already read from job->file. */
pd_status pd_rig_file_rig(pd_buffer *out, pd_rig_result *rig, const pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err);
/* Returns about how many bytes pd_rig_file_rig takes at its peak,
 * with its output but without the file itself. */
size_t pd_rig_file_bytes(const pd_io_surface *surface);

/* Returns the markers that would help where the rig is doubtful: bits of pd_rig_marker_id. */
unsigned pd_rig_markers_wanted(const pd_rig_result *rig);

/* Draws a PNG with views from the front and from the left: the mesh, its bones, and joints from green
 * (certain) to red. ERR_MEMORY; ERR_BUSY: cancelled. */
pd_status pd_rig_picture(pd_buffer *png, const pd_rig_result *rig, const pd_cancel *cancel, pd_error *err);

#endif
