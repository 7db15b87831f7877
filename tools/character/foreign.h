#ifndef PD_TOOLS_CHARACTER_FOREIGN_H
#define PD_TOOLS_CHARACTER_FOREIGN_H
/* Reads meshes, rigged characters and motions of other formats as a GLB that PUT /v1/characters, /v1/rig and
 * clip convert take: FBX by core/io/fbx/fbx_figure.h, which says what it keeps; Collada's DAE and OBJ by the
 * library assimp.
 *
 * assimp    keeps nodes with their rest pose, triangles with normals and texture coordinates, skins with at
 *           most four weights a vertex, base colours and their pictures (PNG, JPEG; embedded, or beside the
 *           file). Joints without weights that lie between or below others stay joints. A vertex without a
 *           weight goes with the joint that is nearest to it. Animations, morphs, cameras, lights, points and
 *           lines are left out; *out counts the first two.
 * Units     what the file says (FBX) times `unit`; OBJ says nothing: metres.
 * Safety    the file is read in a process of its own with bounds on memory, time and size: a file that breaks
 *           it, or that grows without end, is refused and says how.
 * Refused   a scale of 0, by the node's name; more than 65536 nodes or 256 joints; with assimp a file without
 *           a triangle.
 * Built     without libassimp-dev DAE and OBJ end in ERR_UNSUPPORTED.
 */
#include "core/base/buffer.h"
#include "core/io/fbx/fbx_figure.h"

#include <stdbool.h>

typedef struct pd_tool_foreign {
    pd_fbx_found figure; /* of assimp: counts and extent; corners of triangles in unweighted_count */
    bool keeps_motion;   /* animations and morphs are in the GLB; else they are left out */
} pd_tool_foreign;

/* Appends the file to glb. unit: metres a unit, times what the file says. */
pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err);

#endif
