#ifndef PD_SMPL_EXPORT_H
#define PD_SMPL_EXPORT_H
/* Bodies in the form that the encoders of core/io take.
 *
 *     pd_io_mesh mesh = pd_smpl_export_mesh(model, bodies, count, PD_FRAME_GLTF);    any format
 *     pd_smpl_export_rig(&rigged, &job, model, &scratch, executor, err);             GLB with rig
 *     pd_io_glb glb = {.mesh = &mesh, .rig = &rigged.rig, .poses = rigged.poses};
 *
 * A rig carries the shaped body in its rest pose, without pose blend shapes, and the asked rotations; its root
 * stands where joint 0 of the asked body stands, so translation and ground are in it.
 *
 * Memory   a pd_smpl_export owns its arrays and borrows the model's and the job's: both must outlive it.
 */
#include "core/io/mesh/glb.h"
#include "core/smpl/body.h"

typedef struct pd_smpl_export {
    pd_io_glb_rig rig;
    pd_io_glb_pose *poses; /* (body_count) */
    float *block;          /* what poses point at */
} pd_smpl_export;

/* Topology and text of the model around the given bodies (which may be NULL for a rig). */
pd_io_mesh pd_smpl_export_mesh(const pd_smpl_model *model, const pd_io_mesh_body *bodies, int body_count,
                               pd_frame frame);
/* Joints, skin weights and shape directions of the model. */
pd_io_glb_rig pd_smpl_export_skeleton(const pd_smpl_model *model);
/* Puts the model's expressions, 0 to 1 by name, in the place of the rig's betas, which are baked. names (expression_count): room that must
 * outlive the rig. The model has expression_names. */
void pd_smpl_export_expressions(pd_io_glb_rig *rig, const char **names, const pd_smpl_model *model);
/* The job has passed pd_smpl_job_check; its output pointers are not touched. scratch is grown as needed and
 * reset. ERR_MEMORY only. */
pd_status pd_smpl_export_rig(pd_smpl_export *out, const pd_smpl_job *job, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err);
void pd_smpl_export_deinit(pd_smpl_export *rigged);

/* The posed body as a GLB without rig, with its normals. Its vertices and normals are made in scratch, which is grown and reset first; joints
 * are filled as well where body has room for them. ERR_MEMORY, and what pd_io_glb_write finds. */
pd_status pd_smpl_export_glb(pd_buffer *out, const pd_smpl_body *body, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err);
/* How long that file is at most. */
size_t pd_smpl_export_glb_bytes(const pd_smpl_model *model);

#endif
