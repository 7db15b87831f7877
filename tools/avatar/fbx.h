#ifndef PD_TOOLS_AVATAR_FBX_H
#define PD_TOOLS_AVATAR_FBX_H
/* A GLB (a character, a model's mesh with its rig, a motion) as binary FBX, written by the library assimp and read back before it is handed out.
 *
 * Kept      nodes, triangles, normals, texture coordinates, skins, morph targets, base colours and their pictures (embedded), animations of nodes, key
 *           by key. Joints without weights (tips of toes and fingers) stay joints.
 * Left out  animations of morph targets; what a Phong material has no place for (roughness, normal maps). *found counts the first.
 * Units     centimetres, +Y up, +Z forward, as FBX has them by default; a GLB's are metres.
 * Mended    what assimp 5.2 writes wrong: records without an end of list, classes of blend shapes (fbx_mend.h); times, which it takes for seconds
 *           whatever the scene's ticks are.
 * Checked   the file is read again: every joint within .1 mm of its place, as many triangles, joints, weights (within 1e-4), morph targets
 *           and animated nodes as before. Else ERR_UNSUPPORTED says what differs, and nothing is written.
 * Refused   a file without a mesh; two nodes of one name, where one is a joint: FBX tells them apart by nothing else in assimp.
 * Safety    in a process of its own (apart.h).   Built without libassimp-dev: ERR_UNSUPPORTED.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

typedef struct pd_tool_fbx_found {
    int vertex_count, face_count, mesh_count, joint_count, morph_count, texture_count;
    int animation_count, channel_count; /* animated nodes */
    int left_out;                       /* animations of morph targets */
    double seconds;                     /* the longest animation */
} pd_tool_fbx_found;

/* path: of the file that errors name. Appends the FBX. */
pd_status pd_tool_fbx_write(pd_buffer *fbx, pd_tool_fbx_found *found, pd_bytes glb, const char *path,
                            pd_error *err);

#endif
