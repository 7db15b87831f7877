#ifndef PD_TOOLS_CHARACTER_SCENE_H
#define PD_TOOLS_CHARACTER_SCENE_H
/* Converts a scene of assimp to GLB; foreign.h is the public entry. path: file beside which pictures are
 * searched. */
#include "tools/character/foreign.h"

struct aiScene;

pd_status pd_tool_scene_glb(pd_buffer *glb, pd_tool_foreign *found, const struct aiScene *scene,
                            const char *path, double unit, pd_error *err);

#endif
