#ifndef PD_TOOLS_CHARACTER_FBX_ACCEPTS_H
#define PD_TOOLS_CHARACTER_FBX_ACCEPTS_H
/* Refuses GLB files that assimp 5.2 reads wrongly or not at all, and says what would work instead. assimp's
 * own message names something else, or the FBX silently lacks its weights.
 *
 *     EXT_meshopt_compression, KHR_mesh_quantization     required by the file: assimp does not decode them
 *     WEIGHTS_n of 8 or 16 bits                          assimp reads them as floats, so that every weight
 *                                                        becomes 0
 *     MSFT_lod                                           coarser copies of a mesh, which are in no scene:
 *                                                        assimp's FBX writer ends on them
 *
 * A file that is no readable GLB passes: assimp then reports what is wrong with it.
 *
 * Memory   allocates while it runs.   Threads  any.   Errors  ERR_UNSUPPORTED at `path`.
 */
#include "core/base/error.h"
#include "core/base/size.h"

/* Checks the bytes of a GLB; `path` is for messages. */
pd_status pd_tool_fbx_accepts(pd_bytes glb, const char *path, pd_error *err);

#endif
