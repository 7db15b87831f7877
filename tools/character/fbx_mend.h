#ifndef PD_TOOLS_CHARACTER_FBX_MEND_H
#define PD_TOOLS_CHARACTER_FBX_MEND_H
/* Repairs binary FBX 7.5 written by assimp 5.2 (Debian 12), so that other programs can read it.
 *
 * A record is  u64 end, u64 properties, u64 bytes of properties, u8 bytes of the name, name, properties,
 *              records below it, and, where there may be
 * records below, 25 zero bytes. That last part is missing in assimp's files ("failed to read nested block
 * sentinel" in Blender), also of objects without records (animation layers), which assimp itself then drops.
 * The geometries of blend shapes are named NAME \0 \1 Blendshape where the class of all geometries is
 * Geometry (an assertion in Blender). Animations end at whole seconds, so that a walk of 1.98 s stands for a
 * frame before it repeats, or loses its last frames. All three are put right; a file without these faults
 * comes back with the same records. The end of the file is written anew, as its length changes.
 *
 * Errors   ERR_FORMAT at "byte 27": no FBX 7.5, or records that do not lie within one another.
 * Threads  any.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

/* ends: (end_count) seconds at which the animations end, in the order of the file's animation stacks; further
 * stacks keep their ends. */
pd_status pd_tool_fbx_mend(pd_buffer *out, pd_bytes file, const double *ends, int end_count, pd_error *err);

#endif
