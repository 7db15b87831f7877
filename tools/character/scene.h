#ifndef PD_TOOLS_CHARACTER_SCENE_H
#define PD_TOOLS_CHARACTER_SCENE_H
/* Converts a scene of assimp to GLB; foreign.h is the public entry.
 * path: file beside which pictures are searched. */
#include "core/io/fbx/fbx_figure.h"

struct aiScene;

pd_status pd_tool_scene_glb(pd_buffer *glb, pd_fbx_found *found, const struct aiScene *scene,
                            const char *path, double unit, pd_error *err);

#endif
