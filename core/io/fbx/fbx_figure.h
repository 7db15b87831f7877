#ifndef PD_IO_FBX_FIGURE_H
#define PD_IO_FBX_FIGURE_H
/* Converts an FBX file (binary or text, 7.0 to 7.x) to a glTF 2.0 binary file: a rigged character, a motion with or without a skin, a prop.
 *
 * Why not by a library: assimp 5.2 finds joints by their names (a mesh of the same name takes the skin), drops blend shapes without normals and
 * in-between targets' weights, samples cubic curves as lines and loses pre-rotations of animated joints. FBX tells objects apart by id, so that
 * these are read here from the file's own records (fbx_scene.h). assimp reads DAE and OBJ, and writes FBX.
 *
 * Kept      models with their rest pose; triangles with normals, texture coordinates, base colours and pictures (PNG, JPEG; in the file, beside it, or
 *           in its .fbm folder); skins with the four largest weights a vertex; blend shapes as morph targets; every animation stack, sampled.
 * Skins     vertices stand where they were bound, in the world: v' = R s P M v with the mesh's own matrix M at the time of binding; then
 *           B_k = s P T_k M^-1 P s^-1 R^-1 is the inverse bind of a joint, T_k the Transform of its cluster. Meshes share a skin where their binds
 *           agree. A vertex without a weight goes with the nearest joint.
 * Joints    those of clusters; limbs above them; models between and below them that hold no mesh; models above them that an animation moves.
 *           A file without clusters has its limbs as joints (or, without limbs, the models that an animation turns and those below them): their bind
 *           is the file's BindPose, else the pose without rotations when they have pre-rotations, else the pose as the file stands.
 * Shapes    a target is named as its channel, without the deformer's name before it ("blendShape1.smile"). In-between shapes become targets of their
 *           own: "smile_50". Animations of channels become animations of weights.
 * Left out  what *found's note names.
 *
 * Memory    glb is appended to; its size must be a multiple of 4. Everything else is released. most_bytes bounds what is held meanwhile.
 * Errors    ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED with the file's or a node's name; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/io/fbx/fbx_scene.h"

#define PD_FBX_VERTICES_MAX 8000000
#define PD_FBX_JOINTS_MAX   256
#define PD_FBX_LIST_BYTES   1024

typedef struct pd_fbx_options {
    double unit;       /* times the metres a unit that the file says; 0: 1             */
    double metres;     /* a unit of the file, in place of what it says; 0: that        */
    bool motion_only;  /* no triangles, materials and shapes                            */
    const char *path;  /* pictures are looked for beside this file; NULL: nowhere       */
    size_t most_bytes; /* 0: PD_FBX_BYTES_MAX                                           */
} pd_fbx_options;

typedef struct pd_fbx_found {
    int vertex_count, face_count, mesh_count, node_count, joint_count, texture_count, morph_count;
    int unweighted_count; /* vertices without a weight */
    int animation_count;
    double seconds;                     /* of the longest animation */
    double rate;                        /* frames a second of the densest; 0: none */
    double metres;                      /* a unit of the file */
    double low[3], high[3];             /* extent of the mesh as it was bound, metres; low > high: no mesh */
    char animations[PD_FBX_LIST_BYTES]; /* 0 "Take 001" 1.2 s, 1 "idle" 3 s */
    char note[PD_FBX_NOTE_BYTES];       /* what is left out; "" */
} pd_fbx_found;

pd_status pd_fbx_glb(pd_buffer *glb, pd_fbx_found *found, pd_bytes file, const char *name,
                     const pd_fbx_options *options, pd_error *err);

#endif
