#ifndef PD_IO_SURFACE_GLTF_RIG_H
#define PD_IO_SURFACE_GLTF_RIG_H
/* Puts a skeleton and skin weights into a glTF 2.0 binary file that has none: meshes, materials, textures and morph targets stay as they are.
 *
 * Every mesh node of the surface gets JOINTS_0, WEIGHTS_0 and a skin; the matrices of its nodes go into the inverse bind matrices,
 *
 *     IBM_k = translate(-at_k) U M_n          v' = sum_s w_s (turn and place of joint s) IBM_s v
 *
 * with U the way from the file's world to upright (+Y up, looking along +Z), so that the character stands upright whatever its file's axes.
 * Joints have frames parallel to the world. A mesh that several nodes share becomes one mesh each. Skins and animations that the file had
 * are dropped, as is what VRM says of them. Bones are named by VRM 1.0, also in the extension VRMC_vrm.
 *
 * Units    the file's.   Memory   appended to out, whose size must be a multiple of 4.
 * Errors   as gltf_file.h; ERR_LIMIT: more than 4 GiB, or shared meshes whose copies take more than PD_IO_RIG_COPIES ("/meshes/3").
 */
#include "core/base/buffer.h"
#include "core/io/surface/surface.h"

#define PD_IO_RIG_BONES  128
/* Bytes of JSON trees that copies of shared meshes may take in all. */
#define PD_IO_RIG_COPIES (16 << 20)

typedef struct pd_io_rig_bone {
    const char *name; /* "leftUpperArm"                                    */
    bool is_vrm;      /* a bone of VRM's humanoid                          */
    int parent;       /* before it; -1: the root, of which there is one    */
    double at[3];     /* upright, in the file's units                      */
} pd_io_rig_bone;

typedef struct pd_io_rig {
    const pd_io_rig_bone *bones; /* (bone_count) */
    int bone_count;
    const uint8_t (*joints)[4]; /* (V) of the surface                     */
    const float (*weights)[4];  /* (V) rows that sum to 1                 */
    double upright[12];         /* U, rows of [R | t]                     */
} pd_io_rig;

/* surface: what pd_io_surface_read made of the same file. */
pd_status pd_io_gltf_rig(pd_buffer *out, pd_bytes file, const pd_io_surface *surface, const pd_io_rig *rig,
                         pd_error *err);

#endif
