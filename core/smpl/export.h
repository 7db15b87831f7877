#ifndef PD_SMPL_EXPORT_H
#define PD_SMPL_EXPORT_H
/* Converts bodies to the inputs of the encoders in core/io.
 *
 *     pd_io_mesh mesh = pd_smpl_export_mesh(model, bodies, count, PD_FRAME_GLTF);    any format
 *     pd_smpl_export_rig(&rigged, &job, model, &scratch, executor, err);             GLB with rig
 *     pd_io_glb glb = {.mesh = &mesh, .rig = &rigged.rig, .poses = rigged.poses};
 *
 * A rig contains the shaped body in its rest pose, without pose blend shapes, and the requested rotations.
 * Its root is at the position of joint 0 of the posed body, which includes translation and `ground`.
 *
 * Memory   a pd_smpl_export owns its arrays and borrows the model's and the job's: both must outlive it.
 */
#include "core/io/mesh/glb.h"
#include "core/smpl/body.h"

typedef struct pd_smpl_export {
    pd_io_glb_rig rig;
    pd_io_glb_pose *poses; /* (body_count) */
    float *block;          /* Memory that poses point into. */
} pd_smpl_export;

/* Returns topology and texts of the model with the given bodies (which may be NULL for a rig). */
pd_io_mesh pd_smpl_export_mesh(const pd_smpl_model *model, const pd_io_mesh_body *bodies, int body_count,
                               pd_frame frame);
/* Returns joints, skin weights and shape directions of the model. */
pd_io_glb_rig pd_smpl_export_skeleton(const pd_smpl_model *model);
/* Replaces the rig's betas, which are baked into the mesh, by the model's expressions as morph targets, 0 to
 * 1, by name. With visemes there is also viseme_sil, silence, which moves nothing, because programs set all
 * fifteen of Oculus' visemes by name. names (expression_count): memory that must outlive the rig. The model
 * must have expression_names. */
void pd_smpl_export_expressions(pd_io_glb_rig *rig, const char **names, const pd_smpl_model *model);
/* Returns the controls of arms and legs; limb_count 0: the model's joints have other names than SMPL's. */
pd_io_glb_controls pd_smpl_export_controls(const pd_smpl_model *model);
/* Makes the rig of a job that has passed pd_smpl_job_check; the job's output pointers are not used. scratch
 * is grown as needed and reset. ERR_MEMORY only. */
pd_status pd_smpl_export_rig(pd_smpl_export *out, const pd_smpl_job *job, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err);
/* Frees the arrays of an export. */
void pd_smpl_export_deinit(pd_smpl_export *rigged);

/* Appends the posed body as a GLB without rig, with its normals. Vertices and normals are made in scratch,
 * which is grown and reset first. body->joints, where not NULL, is filled as well. ERR_MEMORY, and the errors
 * of pd_io_glb_write. */
pd_status pd_smpl_export_glb(pd_buffer *out, const pd_smpl_body *body, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err);
/* Returns the largest size of that file, bytes. */
size_t pd_smpl_export_glb_bytes(const pd_smpl_model *model);

#endif
