#ifndef PD_TOOLS_CHARACTER_FBX_H
#define PD_TOOLS_CHARACTER_FBX_H
/* Converts a GLB (a character, a rigged mesh, a motion) to binary FBX with the library assimp, and reads the
 * result back to check it.
 *
 * Kept      nodes, triangles, normals, texture coordinates, skins, morph targets, base colours and their
 *           pictures (embedded), animations of nodes, key by key. Joints without weights (tips of toes and
 *           fingers) stay joints.
 * Left out  animations of morph targets, which *found counts; properties that a Phong material lacks
 *           (roughness, normal maps).
 * Units     centimetres, +Y up, +Z forward, as FBX has them by default; a GLB's are metres.
 * Repaired  errors of assimp 5.2: records without an end of list, classes of blend shapes (fbx_mend.h);
 *           times, which it takes as seconds whatever the scene's ticks are.
 * Checked   the file is read again: every joint within .1 mm of its place, as many triangles, joints, weights
 *           (within 1e-4), morph targets and animated nodes as before. Else ERR_UNSUPPORTED says what
 *           differs, and nothing is written.
 * Refused   a file without a mesh; two nodes of one name, where one is a joint: assimp's FBX distinguishes
 *           nodes by name only; compressed or quantised meshes, integer weights, and coarser copies
 *           (fbx_accepts.h).
 * Safety    in a process of its own (apart.h).   Built without libassimp-dev: ERR_UNSUPPORTED.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

typedef struct pd_tool_fbx_found {
    int vertex_count, face_count, mesh_count, joint_count, morph_count, texture_count;
    int animation_count, channel_count; /* animated nodes */
    int left_out;                       /* animations of morph targets that were left out */
    double seconds;                     /* length of the longest animation */
} pd_tool_fbx_found;

/* Appends the FBX to the output. path: file named in errors. */
pd_status pd_tool_fbx_write(pd_buffer *fbx, pd_tool_fbx_found *found, pd_bytes glb, const char *path,
                            pd_error *err);

#endif
