#ifndef PD_IO_SURFACE_GLTF_RIG_H
#define PD_IO_SURFACE_GLTF_RIG_H
/* Adds a skeleton and skin weights to a glTF 2.0 binary file. Meshes, materials, textures and morph targets
 * stay as they are.
 *
 * Every mesh node of the surface gets JOINTS_0, WEIGHTS_0 and a skin. The matrices M_n of the nodes become
 * part of the inverse bind matrices:
 *
 *     IBM_k = translate(-at_k) U M_n          v' = sum_s w_s G_s IBM_s v
 *         G_s: world matrix of joint s
 *
 * U maps the file's world to an upright one (+Y up, facing +Z), so that the character stands upright whatever
 * the file's axes are. At rest the joints have frames parallel to the world. A mesh that several nodes share
 * is copied for each of them. Skins, animations and VRM data of the file are removed. Bones have their names
 * in VRM 1.0, also in the extension VRMC_vrm.
 *
 * Units    those of the file.   Memory   appends to out, whose size must be a multiple of 4.
 * Errors   those of gltf_file.h; ERR_LIMIT: more than 4 GiB, or copies of shared meshes that take more than
 *          PD_IO_RIG_COPIES ("/meshes/3").
 */
#include "core/base/buffer.h"
#include "core/io/surface/surface.h"

#define PD_IO_RIG_BONES  128 /* most bones */
/* Most bytes that the JSON trees of the copies of shared meshes may take in all. */
#define PD_IO_RIG_COPIES (16 << 20)

typedef struct pd_io_rig_bone {
    const char *name; /* "leftUpperArm"                                    */
    bool is_vrm;      /* the name is a bone of VRM's humanoid                        */
    int parent;       /* number of a bone before this one; -1 for the only root      */
    double at[3];     /* position in the upright world, in the file's units          */
} pd_io_rig_bone;

typedef struct pd_io_rig {
    const pd_io_rig_bone *bones; /* (bone_count) */
    int bone_count;
    const uint8_t (*joints)[4]; /* (V) four bones of each vertex of the surface       */
    const float (*weights)[4];  /* (V) their weights; each row sums to 1              */
    double upright[12];         /* U: rows of [R | t]                                 */
} pd_io_rig;

/* Writes the rigged file. `surface` is what pd_io_surface_read returned for the same file. */
pd_status pd_io_gltf_rig(pd_buffer *out, pd_bytes file, const pd_io_surface *surface, const pd_io_rig *rig,
                         pd_error *err);

#endif
