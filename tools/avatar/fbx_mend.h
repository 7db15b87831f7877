#ifndef PD_TOOLS_AVATAR_FBX_MEND_H
#define PD_TOOLS_AVATAR_FBX_MEND_H
/* Repairs binary FBX 7.5 written by assimp 5.2 (Debian 12), so that other programs can read it.
 *
 * A record is  u64 end, u64 properties, u64 bytes of properties, u8 bytes of the name, name, properties, records below it, and, where there may be
 * records below, 25 zero bytes. That last part is missing in assimp's files ("failed to read nested block sentinel" in Blender), also of objects without records
 * (animation layers), which assimp itself then drops. The geometries of
 * blend shapes are named NAME \0 \1 Blendshape where the class of all geometries is Geometry (an assertion in Blender). Both are put right;
 * a file that has neither fault comes back with the same records. The end of the file is written anew, as its length changes.
 *
 * Errors   ERR_FORMAT at "byte 27": no FBX 7.5, or records that do not lie within one another.   Threads  any.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

pd_status pd_tool_fbx_mend(pd_buffer *out, pd_bytes file, pd_error *err);

#endif
