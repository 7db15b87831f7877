#include "tools/character/foreign.h"

#include "core/base/file.h"
#include "core/io/surface/bundle.h"
#include "tools/character/apart.h"
#include "tools/character/scene.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#ifdef PD_WITH_ASSIMP
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#endif

#define FILE_MAX (512ll << 20)

typedef struct read_job {
    const char *path;
    double unit;
    pd_bytes file;
} read_job;

#ifdef PD_WITH_ASSIMP

static const struct aiScene *import(const char *path)
{
    const unsigned steps = aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_GenSmoothNormals |
                           aiProcess_FlipUVs | aiProcess_GlobalScale | aiProcess_ValidateDataStructure;
    struct aiPropertyStore *properties = aiCreatePropertyStore();

    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, properties);
    aiReleasePropertyStore(properties);

    return scene;
}

static pd_status read_scene(pd_buffer *glb, void *found, const void *job, pd_error *err)
{
    const read_job *j = job;
    pd_tool_foreign *out = found;
    const struct aiScene *scene = import(j->path);
    if (!scene) return pd_fail(err, PD_ERR_FORMAT, j->path, "%.200s", aiGetErrorString());
    return pd_tool_scene_glb(glb, &out->figure, scene, j->path, j->unit, err);
}

#else

static pd_status read_scene(pd_buffer *glb, void *found, const void *job, pd_error *err)
{
    const read_job *j = job;
    (void)glb;
    (void)found;

    return pd_fail(
        err, PD_ERR_UNSUPPORTED, j->path,
        "this posedctl was built without assimp, which reads DAE and OBJ: install libassimp-dev and "
        "build it again");
}

#endif

static pd_status read_fbx(pd_buffer *glb, void *found, const void *job, pd_error *err)
{
    const read_job *j = job;
    pd_tool_foreign *out = found;
    const pd_fbx_options options = {.unit = j->unit, .path = j->path};

    *out = (pd_tool_foreign){.keeps_motion = true};
    return pd_fbx_glb(glb, &out->figure, j->file, j->path, &options, err);
}

pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err)
{
    read_job job = {path, unit, {NULL, 0}};
    struct stat info;

    memset(out, 0, sizeof *out);
    if (stat(path, &info) || !S_ISREG(info.st_mode))
        return pd_fail(err, PD_ERR_NOT_FOUND, path, "no such file");
    if (info.st_size > FILE_MAX)
        return pd_fail(err, PD_ERR_LIMIT, path, "%lld bytes; at most %lld allowed", (long long)info.st_size,
                       FILE_MAX);

    pd_bytes file;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;

    /* The FBX of an archive. assimp opens further files by their path,
     * so that DAE and OBJ have to be unpacked. */
    static const pd_io_bundle_options options = {.endings = ".fbx", .most = FILE_MAX};
    pd_io_bundle bundle = {.file = file};
    if (pd_io_bundle_is_zip(file)) status = pd_io_bundle_open(&bundle, file, &options, err);
    if (status == PD_OK && bundle.entry[0] && !pd_fbx_sniff_any(bundle.file.data, bundle.file.size))
        status = pd_fail(err, PD_ERR_UNSUPPORTED, "ZIP",
                         "\"%.100s\"; an FBX expected: glTF needs no conversion", bundle.entry);
    if (status != PD_OK) {
        pd_io_bundle_close(&bundle);
        pd_file_unmap(&file);
        if (err && *err->where) pd_error_prefix(err, ": ");
        return err ? pd_error_prefix(err, path) : status;
    }

    job.file = bundle.file;

    /* Choose the reader by the contents of the file, or by an .fbx name, so that the error says what is wrong
     * with the FBX. */
    const char *dot = strrchr(path, '.');
    const bool is_fbx = pd_fbx_sniff_any(job.file.data, job.file.size) || (dot && !strcasecmp(dot, ".fbx"));
    status = pd_tool_apart(glb, out, sizeof *out, path, is_fbx ? read_fbx : read_scene, &job, err);
    pd_io_bundle_close(&bundle);
    pd_file_unmap(&file);

    return status;
}
