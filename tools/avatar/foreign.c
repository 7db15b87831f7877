#include "tools/avatar/foreign.h"

#ifndef PD_WITH_ASSIMP

pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err)
{
    (void)glb, (void)out, (void)unit;
    return pd_fail(err, PD_ERR_UNSUPPORTED, path,
                   "this posedctl was built without assimp, which reads FBX, DAE and OBJ: install "
                   "libassimp-dev and build it again");
}

#else

#include "tools/avatar/apart.h"
#include "tools/avatar/scene.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_MAX (512ll << 20)

static const struct aiScene *import(const char *path)
{
    const unsigned steps = aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_GenSmoothNormals |
                           aiProcess_FlipUVs | aiProcess_GlobalScale | aiProcess_ValidateDataStructure;
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, properties);
    aiReleasePropertyStore(properties);
    return scene;
}

typedef struct read_job {
    const char *path;
    double unit;
} read_job;

static pd_status read_scene(pd_buffer *glb, void *found, const void *job, pd_error *err)
{
    const read_job *j = job;
    const struct aiScene *scene = import(j->path);
    if (!scene) return pd_fail(err, PD_ERR_FORMAT, j->path, "%.200s", aiGetErrorString());
    return pd_tool_scene_glb(glb, found, scene, j->path, j->unit, err);
}

pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err)
{
    const read_job job = {path, unit};
    struct stat info;

    memset(out, 0, sizeof *out);
    if (stat(path, &info) || !S_ISREG(info.st_mode))
        return pd_fail(err, PD_ERR_NOT_FOUND, path, "no such file");
    if (info.st_size > FILE_MAX)
        return pd_fail(err, PD_ERR_LIMIT, path, "%lld bytes; at most %lld allowed", (long long)info.st_size,
                       FILE_MAX);
    return pd_tool_apart(glb, out, sizeof *out, path, read_scene, &job, err);
}

#endif
