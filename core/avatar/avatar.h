#ifndef PD_AVATAR_AVATAR_H
#define PD_AVATAR_AVATAR_H
/* Writes a dressed body as an avatar for other programs: a .glb or .vrm with a skeleton that they know, few
 * draw calls and morph targets for the face.
 *
 *     pd_io_glb (body, rig, layers)  ->  figure.h  one surface
 *                                    ->  upper_half.h   the part above the pelvis, if wanted
 *                                    ->  bones.h   skeleton, rest pose, floor
 *                                    ->  spring.h  joints of hair and skirts (VRM)
 *                                    ->  lod.h     fewer triangles
 *                                    ->  atlas.h   one picture
 *                                    ->  meshes.h   meshes and materials
 *                                    ->  a file
 *
 * Spaces   glTF's: right-handed, +Y up, facing +Z (VRM 0.x: -Z), metres; the lowest vertex at rest is at y =
 *          0.
 * Memory   appends to out; everything in *glb and *how is borrowed.   Threads  any number of calls.
 * Errors   ERR_INVALID, ERR_LIMIT, ERR_MEMORY.
 */
#include "core/avatar/bones.h"
#include "core/avatar/meshes.h"
#include "core/avatar/profile.h"

#define PD_AVATAR_TEXTURES    "png|webp|none"
#define PD_AVATAR_COMPRESSION "none|quantize|meshopt"
typedef enum pd_avatar_textures { PD_AVATAR_PNG, PD_AVATAR_WEBP, PD_AVATAR_NO_TEXTURES } pd_avatar_textures;
typedef enum pd_avatar_compression {
    PD_AVATAR_PLAIN,
    PD_AVATAR_QUANTIZE, /* KHR_mesh_quantization */
    PD_AVATAR_MESHOPT   /* KHR_mesh_quantization and EXT_meshopt_compression */
} pd_avatar_compression;

typedef struct pd_avatar_how {
    pd_avatar_rest rest;
    const char *root;   /* name of a node above the joints and of the scene; NULL: none */
    const char *morphs; /* morph targets, as pd_avatar_morph_wanted reads them */
    int lod;            /* 0 to PD_AVATAR_LOD_MOST */
    bool is_half;       /* the file has the triangles above the pelvis alone */
    bool has_atlas;
    pd_avatar_mesh_names meshes; /* Ready Player Me's names need the atlas, and no VRM */
    pd_avatar_textures textures;
    int texture_size; /* largest side of a picture, pixels */
    pd_avatar_compression compression;
    int vrm; /* 0: none; 1: VRM 1.0; -1: VRM 0.x */
} pd_avatar_how;

/* Appends the file of body 0 of the glb to out, whose size must be a multiple of 4. The rig has the model's
 * own joint names and named morph targets, or none. */
pd_status pd_avatar_write(pd_buffer *out, const pd_io_glb *glb, const pd_avatar_how *how, pd_error *err);
/* Returns an upper bound of the bytes that pd_avatar_write allocates at a time, the file included, for that
 * many vertices, triangles and targets in the glb. */
size_t pd_avatar_write_bytes(const pd_avatar_how *how, size_t vertices, size_t faces, size_t targets);

#endif
