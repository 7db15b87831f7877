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

#include "tools/avatar/scene.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_MAX    (512ll << 20)
#define MEMORY_MAX  (4ll << 30)
#define SECONDS_MAX 120

/* What the reading process hands back, before the GLB's bytes. */
typedef struct report {
    pd_status status;
    pd_error err;
    pd_tool_foreign found;
    size_t size;
} report;

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

/* In the process of its own. */
static void read_into(FILE *to, const char *path, double unit)
{
    pd_buffer glb = {0};
    report r = {0};

    const struct aiScene *scene = import(path);
    if (scene)
        r.status = pd_tool_scene_glb(&glb, &r.found, scene, path, unit, &r.err);
    else
        r.status = pd_fail(&r.err, PD_ERR_FORMAT, path, "%.200s", aiGetErrorString());
    r.size = r.status == PD_OK ? glb.size : 0;
    fwrite(&r, sizeof r, 1, to);
    if (r.size) fwrite(glb.data, 1, r.size, to);
    fflush(to);
    _exit(0);
}

static void bound(int what, long long most)
{
    const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
    setrlimit((__rlimit_resource_t)what, &limit);
}

/* How a reader that said nothing has ended. */
static pd_status ended(const char *path, int how, pd_error *err)
{
    if (WIFSIGNALED(how) && (WTERMSIG(how) == SIGXCPU || WTERMSIG(how) == SIGKILL))
        return pd_fail(err, PD_ERR_LIMIT, path, "assimp took more than %d seconds", SECONDS_MAX);
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT)
        return pd_fail(err, PD_ERR_LIMIT, path, "assimp gave up: damaged, or more than %lld MiB of memory",
                       MEMORY_MAX >> 20);
    return pd_fail(err, PD_ERR_FORMAT, path,
                   "assimp broke down over it (signal %d): damaged, or nodes that go in circles",
                   WIFSIGNALED(how) ? WTERMSIG(how) : 0);
}

pd_status pd_tool_foreign_read(pd_buffer *glb, pd_tool_foreign *out, const char *path, double unit,
                               pd_error *err)
{
    struct stat info;
    report r = {0};
    int how = 0;

    memset(out, 0, sizeof *out);
    if (stat(path, &info) || !S_ISREG(info.st_mode))
        return pd_fail(err, PD_ERR_NOT_FOUND, path, "no such file");
    if (info.st_size > FILE_MAX)
        return pd_fail(err, PD_ERR_LIMIT, path, "%lld bytes; at most %lld allowed", (long long)info.st_size,
                       FILE_MAX);
    FILE *between = tmpfile();
    if (!between) return pd_fail(err, PD_ERR_IO, path, "no temporary file can be made");

    const pid_t child = fork();
    if (child == 0) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        bound(RLIMIT_AS, MEMORY_MAX);
#endif
        bound(RLIMIT_CPU, SECONDS_MAX);
        bound(RLIMIT_CORE, 0);
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        read_into(between, path, unit);
    }
    pd_status status = PD_OK;
    if (child < 0 || waitpid(child, &how, 0) != child)
        status = pd_fail(err, PD_ERR_MEMORY, path, "no process can be made to read it");

    rewind(between);
    if (status == PD_OK && fread(&r, sizeof r, 1, between) != 1) status = ended(path, how, err);
    if (status == PD_OK && r.status != PD_OK) *err = r.err, status = r.status;
    if (status == PD_OK) {
        void *to = pd_buffer_extend(glb, r.size);
        *out = r.found;
        if (!to || fread(to, 1, r.size, between) != r.size)
            status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %zu bytes", r.size);
    }
    fclose(between);
    return status;
}

#endif
