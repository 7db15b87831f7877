#ifndef PD_IO_FBX_FIGURE_H
#define PD_IO_FBX_FIGURE_H
/* Converts an FBX file (binary or text, 7.0 to 7.x) to a glTF 2.0 binary file: a rigged character, a motion
 * with or without a skin, a prop.
 *
 * assimp is not used for this: assimp 5.2 finds joints by their names (a mesh of the same name takes the
 * skin), drops blend shapes without normals and the weights of in-between targets, samples cubic curves as
 * lines and loses pre-rotations of animated joints. FBX identifies objects by id, so this reader works on the
 * file's own records (fbx_scene.h). assimp reads DAE and OBJ, and writes FBX.
 *
 * Kept      models with their rest pose; triangles with normals, texture coordinates, base colours and images
 *           (PNG, JPEG; in the file, beside it, or in its .fbm folder); skins with the four largest weights
 *           of each vertex; blend shapes as morph targets; every animation stack, sampled.
 * Skins     vertices are written in their bind pose in the world, v' = R s P M v, where M is the mesh's
 *           matrix when it was bound. The inverse bind matrix of a joint is then B_k = s P T_k M^-1 P s^-1
 *           R^-1, where T_k is the Transform of its cluster. Meshes whose bind matrices agree share a skin. A
 *           vertex without a weight follows the nearest joint.
 * Joints    the models of clusters; limbs above them; models between and below them that hold no mesh; models
 *           above them that an animation moves. In a file without clusters, the limbs (or, without limbs, the
 *           models that an animation rotates and all models below these). Their bind pose is the file's
 *           BindPose; without one, the pose without rotations if they have pre-rotations, otherwise the pose
 *           in the file.
 * Shapes    a morph target has the name of its channel without the deformer's name before it
 *           ("blendShape1.smile" becomes "smile"). In-between shapes become separate targets ("smile_50").
 *           Animations of channels become animations of weights.
 * Left out  everything that found->note names.
 *
 * Memory    appends to glb, whose size must be a multiple of 4; frees everything else. most_bytes limits what
 *           is held meanwhile.
 * Errors    ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED with the file's or a node's name; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/io/fbx/fbx_scene.h"

#define PD_FBX_VERTICES_MAX 8000000 /* most vertices of a file           */
#define PD_FBX_JOINTS_MAX   256     /* most joints of a skin             */
#define PD_FBX_LIST_BYTES   1024    /* room for the list of animations   */

typedef struct pd_fbx_options {
    double unit;       /* factor on the unit of length that the file states; 0: 1                        */
    double metres;     /* metres in one unit of the file, instead of what the file states; 0: as stated  */
    bool motion_only;  /* leave out triangles, materials and shapes                                      */
    const char *path;  /* path of the file, beside which images are searched; NULL: not searched         */
    size_t most_bytes; /* largest number of bytes to hold at a time; 0: PD_FBX_BYTES_MAX                 */
} pd_fbx_options;

#define PD_FBX_TIMES_BYTES 256

typedef struct pd_fbx_found {
    int vertex_count, face_count, mesh_count, node_count, joint_count, texture_count, morph_count;
    int unweighted_count; /* vertices without a weight */
    int animation_count;
    double seconds;         /* length of the longest animation                                            */
    double rate;            /* highest frame rate of the animations, frames a second; 0: no animation     */
    double metres;          /* metres in one unit of the file                                             */
    double low[3], high[3]; /* bounding box of the meshes in their bind pose, metres; low > high: no mesh */
    /* list of the animations: 0 "Take 001" 1.2 s, 1 "idle" 3 s */
    char animations[PD_FBX_LIST_BYTES];
    /* Parts that were left out; "" if none. */
    char note[PD_FBX_NOTE_BYTES];
    char times[PD_FBX_TIMES_BYTES]; /* a sentence on times of keys that are hardly in the file's unit; "" */
} pd_fbx_found;

/* Converts a file. `name` stands for it in errors; `options` may be NULL. */
pd_status pd_fbx_glb(pd_buffer *glb, pd_fbx_found *found, pd_bytes file, const char *name,
                     const pd_fbx_options *options, pd_error *err);

#endif
