#ifndef PD_TOOLS_AVATAR_SCENE_H
#define PD_TOOLS_AVATAR_SCENE_H
/* A scene as assimp holds it, as a GLB: see foreign.h, which is the way in. path: of its pictures. */
#include "tools/avatar/foreign.h"

struct aiScene;

pd_status pd_tool_scene_glb(pd_buffer *glb, pd_tool_foreign *found, const struct aiScene *scene,
                            const char *path, double unit, pd_error *err);

#endif
