#ifndef PD_TOOLS_AVATAR_FOREIGN_H
#define PD_TOOLS_AVATAR_FOREIGN_H
/* Meshes and rigged characters of other formats (FBX, Collada's DAE, OBJ) as a GLB that PUT /v1/characters and /v1/rig take, by the
 * library assimp.
 *
 * Kept      nodes with their rest pose, triangles with normals and texture coordinates, skins with at most four weights a vertex, base colours
 *           and their pictures (PNG, JPEG; embedded, or beside the file). Joints without weights that lie between or below others stay joints.
 *           A vertex without a weight goes with the joint that is nearest to it.
 * Left out  animations, morphs, cameras, lights; points and lines. *notes says so.
 * Units     what the file says (FBX) times `unit`; OBJ says nothing: metres.
 * Safety    assimp reads in a process of its own with bounds on memory, time and size: a file that breaks it, or that grows without end,
 *           is refused and says how.
 * Refused   a scale of 0, one that mirrors, one that differs by axis above a joint, by the node's name; more than 65536 nodes or 256
 *           joints; a file without a triangle.
 * Built     without libassimp-dev pd_tool_foreign_read says ERR_UNSUPPORTED.
 */
#include "core/base/buffer.h"

typedef struct pd_tool_foreign {
    int vertex_count, face_count, mesh_count, node_count, joint_count, texture_count;
    int unweighted_count;             /* corners of triangles that had no weight */
    int animation_count, morph_count; /* left out                    */
    double low[3], high[3];           /* extent at rest, metres      */
} pd_tool_foreign;

/* Appends the file to glb. unit: metres a unit, times what the file says. */
pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err);

#endif
