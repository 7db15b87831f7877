#ifndef PD_PORTRAIT_OWN_H
#define PD_PORTRAIT_OWN_H
/* Draws a picture of a user's own character: its file's meshes, materials and pictures
 * (core/io/surface/gltf_look.h) in a pose of a person, with the camera of a person's portrait.
 *
 *     rotations of SMPL's joints -> the biped of core/anim/biped.h -> the character's joints
 *     (pd_retarget_drive_pose) -> its nodes -> its vertices
 *
 * Without rotations the file is in its rest pose. A figure whose height is not .5 to 3 m (a file in
 * centimetres, a doll) is drawn at 1.7 m, because light, shadow and lens have the size of a person.
 *
 * Spaces   in: rotations local, from the T-pose, +Y up, facing +Z. Camera as in sight.h.
 * Memory   the caller owns the picture (pd_io_image_deinit).
 * Threads  one job uses the executor; the picture is the same for any number of workers.
 * Errors   those of pd_io_look_read, of the drive and of sight.h.
 */
#include "core/anim/source.h"
#include "core/io/surface/gltf_look.h"
#include "core/portrait/sight.h"
#include "core/retarget/character.h"

/* Largest side of a texture in a picture, pixels; larger ones are shrunk to it. */
#define PD_PORTRAIT_OWN_TEXTURE 1024

typedef struct pd_portrait_own_job {
    pd_bytes file;
    size_t json_memory; /* as in pd_io_gltf_open */
    const pd_retarget_skin *skin;
    const pd_retarget_match *match;   /* NULL: not a person */
    const pd_retarget_own_face *face; /* NULL: no shapes and no fingers */
    const pd_quat *rotations;         /* (PD_ANIM_SMPL_JOINTS) NULL: at rest; needs match */
    const pd_quat *fingers;           /* (PD_RETARGET_OWN_FINGERS) local; NULL: at rest */
    const float *weights;             /* (shapes of the face) NULL: the file's own */
    int head;                         /* joint of the head; -1: unknown */
    pd_portrait_sight sight;
} pd_portrait_own_job;

/* Draws the picture. note (PD_IO_LOOK_NOTE_BYTES): what of the file is not drawn, or "". */
pd_status pd_portrait_own_run(pd_io_image *out, char *note, const pd_portrait_own_job *job,
                              const pd_executor *executor, pd_error *err);
/* Returns about how many bytes pd_portrait_own_run takes for a picture of this size and a file of that many
 * bytes, with an executor of so many workers. */
size_t pd_portrait_own_bytes(int width, int height, size_t file_bytes, int worker_count);

#endif
