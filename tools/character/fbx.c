#include "tools/character/fbx.h"

#ifndef PD_WITH_ASSIMP

pd_status pd_tool_fbx_write(pd_buffer *fbx, pd_tool_fbx_found *found, pd_bytes glb, const char *path,
                            pd_error *err)
{
    (void)fbx;
    (void)found;
    (void)glb;

    return pd_fail(
        err, PD_ERR_UNSUPPORTED, path,
        "this posedctl was built without assimp, which writes FBX: install libassimp-dev and build "
        "it again");
}

#else

#include "core/io/mesh/picture.h"
#include "core/base/assert.h"
#include "tools/character/apart.h"
#include "tools/character/fbx_accepts.h"
#include "tools/character/fbx_mend.h"

#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CENTIMETRES 100.0f
#define NODES_MAX   65536
#define PLACE_MOST  1e-2 /* centimetres between a joint's places before and after */
#define MOVES_LEAST 1e-3 /* centimetres: a morph target that moves no vertex by that much need not be there */
#define WEIGHT_MOST 1e-4

/* Everything here lives until the process ends: nothing is freed. */
typedef struct nodes {
    struct aiNode **list; /* parents first */
    struct aiMatrix4x4 *worlds;
    int count;
} nodes;

/* Allocates zeroed memory, or ends the process. */
static void *room(size_t count, size_t size)
{
    void *made = calloc(count ? count : 1, size);
    if (!made) abort(); /* in the child process: apart.c makes it ERR_LIMIT */
    return made;
}

/* Lists the nodes with their world transformations, parents first. */
static pd_status list_nodes(nodes *n, const struct aiScene *scene, const char *path, pd_error *err)
{
    PD_ASSERT(scene->mRootNode);
    *n = (nodes){room(NODES_MAX, sizeof *n->list), room(NODES_MAX, sizeof *n->worlds), 0};
    n->list[n->count] = scene->mRootNode;
    n->worlds[n->count++] = scene->mRootNode->mTransformation;
    for (int i = 0; i < n->count; i++)
        for (unsigned k = 0; k < n->list[i]->mNumChildren; k++) {
            if (n->count == NODES_MAX)
                return pd_fail(err, PD_ERR_LIMIT, path, "more than %d nodes", NODES_MAX);
            n->list[n->count] = n->list[i]->mChildren[k];
            n->worlds[n->count] = n->worlds[i];
            aiMultiplyMatrix4(&n->worlds[n->count], &n->list[i]->mChildren[k]->mTransformation);
            n->count++;
        }

    return PD_OK;
}

/* Returns the number of the node with that name, or -1. */
static int node_named(const nodes *n, const char *name)
{
    PD_ASSERT(n->count > 0 && n->count <= NODES_MAX);
    for (int i = 0; i < n->count; i++)
        if (!strcmp(n->list[i]->mName.data, name)) return i;
    return -1;
}

/* Returns the bone of a mesh with that name, or NULL. */
static struct aiBone *bone_named(const struct aiMesh *mesh, const char *name)
{
    for (unsigned k = 0; k < mesh->mNumBones; k++)
        if (!strcmp(mesh->mBones[k]->mName.data, name)) return mesh->mBones[k];
    return NULL;
}

/* ---- centimetres and seconds ---- */

/* Scales points to centimetres. */
static void scale_points(struct aiVector3D *points, unsigned count)
{
    for (unsigned i = 0; points && i < count; i++) {
        points[i].x *= CENTIMETRES;
        points[i].y *= CENTIMETRES;
        points[i].z *= CENTIMETRES;
    }
}

/* Scales the translation of a matrix to centimetres. */
static void scale_matrix(struct aiMatrix4x4 *m)
{
    m->a4 *= CENTIMETRES;
    m->b4 *= CENTIMETRES;
    m->c4 *= CENTIMETRES;
}

/* Converts a scene from metres to centimetres, and its animations from ticks to seconds. */
static void scale_scene(const struct aiScene *scene, const nodes *n)
{
    PD_ASSERT(n->count > 0);
    for (int i = 0; i < n->count; i++) scale_matrix(&n->list[i]->mTransformation);
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        struct aiMesh *mesh = scene->mMeshes[i];
        scale_points(mesh->mVertices, mesh->mNumVertices);
        for (unsigned k = 0; k < mesh->mNumAnimMeshes; k++)
            scale_points(mesh->mAnimMeshes[k]->mVertices, mesh->mAnimMeshes[k]->mNumVertices);
        for (unsigned k = 0; k < mesh->mNumBones; k++) scale_matrix(&mesh->mBones[k]->mOffsetMatrix);
    }

    /* Times of the animations become seconds, with one tick a second. */
    for (unsigned i = 0; i < scene->mNumAnimations; i++) {
        struct aiAnimation *a = scene->mAnimations[i];
        const double ticks = a->mTicksPerSecond > 0 ? a->mTicksPerSecond : 1;
        for (unsigned c = 0; c < a->mNumChannels; c++) {
            struct aiNodeAnim *channel = a->mChannels[c];
            for (unsigned k = 0; k < channel->mNumPositionKeys; k++) {
                channel->mPositionKeys[k].mTime /= ticks;
                scale_points(&channel->mPositionKeys[k].mValue, 1);
            }

            for (unsigned k = 0; k < channel->mNumRotationKeys; k++) channel->mRotationKeys[k].mTime /= ticks;
            for (unsigned k = 0; k < channel->mNumScalingKeys; k++) channel->mScalingKeys[k].mTime /= ticks;
        }

        a->mDuration /= ticks;
        a->mTicksPerSecond = 1;
    }
}

/* ---- joints without weights ---- */

/* Adds nodes without a mesh below a joint as joints, to the first mesh that has the joint above. */
static void add_silent_bones(const struct aiScene *scene, const nodes *n)
{
    for (int i = 1; i < n->count; i++) {
        const struct aiNode *node = n->list[i];
        bool is_bone = node->mNumMeshes > 0;
        for (unsigned k = 0; !is_bone && k < scene->mNumMeshes; k++)
            is_bone = bone_named(scene->mMeshes[k], node->mName.data);
        for (unsigned k = 0; !is_bone && k < scene->mNumMeshes; k++) {
            struct aiMesh *mesh = scene->mMeshes[k];
            const struct aiBone *above = bone_named(mesh, node->mParent->mName.data);
            is_bone = above;
            if (!above) continue;

            /* Compute the inverse bind matrix from that of the bone above and the rest pose. */
            struct aiBone **more = room(mesh->mNumBones + 1, sizeof *more);
            struct aiBone *bone = room(1, sizeof *bone);
            memcpy(more, mesh->mBones, mesh->mNumBones * sizeof *more);
            bone->mName = node->mName;
            bone->mOffsetMatrix = node->mTransformation;
            aiMatrix4Inverse(&bone->mOffsetMatrix);
            aiMultiplyMatrix4(&bone->mOffsetMatrix, &above->mOffsetMatrix);
            more[mesh->mNumBones++] = bone;
            mesh->mBones = more;
        }
    }
}

/* ---- contents of a scene ---- */

/* Reports whether a morph target moves any vertex noticeably. */
static bool moves(const struct aiMesh *mesh, const struct aiAnimMesh *shape)
{
    for (unsigned i = 0; shape->mVertices && i < shape->mNumVertices; i++) {
        const struct aiVector3D *a = &mesh->mVertices[i];
        const struct aiVector3D *b = &shape->mVertices[i];
        if (hypot(hypot((double)(a->x - b->x), (double)(a->y - b->y)), (double)(a->z - b->z)) > MOVES_LEAST)
            return true;
    }

    return false;
}

/* Counts the contents of a scene, to compare them with those of the written file. */
static void count_fbx(pd_tool_fbx_found *f, const struct aiScene *scene, const nodes *n)
{
    PD_ASSERT(n->count > 0 && n->count <= NODES_MAX);
    memset(f, 0, sizeof *f);
    f->mesh_count = (int)scene->mNumMeshes;
    f->texture_count = (int)scene->mNumTextures;
    f->animation_count = (int)scene->mNumAnimations;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        f->vertex_count += (int)scene->mMeshes[i]->mNumVertices;
        f->face_count += (int)scene->mMeshes[i]->mNumFaces;
        for (unsigned k = 0; k < scene->mMeshes[i]->mNumAnimMeshes; k++)
            f->morph_count += moves(scene->mMeshes[i], scene->mMeshes[i]->mAnimMeshes[k]);
    }

    /* A node is a joint if any mesh has a bone of its name. */
    for (int i = 0; i < n->count; i++) {
        bool is_bone = false;
        for (unsigned k = 0; !is_bone && k < scene->mNumMeshes; k++)
            is_bone = bone_named(scene->mMeshes[k], n->list[i]->mName.data);
        f->joint_count += is_bone;
    }

    for (unsigned i = 0; i < scene->mNumAnimations; i++) {
        const struct aiAnimation *a = scene->mAnimations[i];
        f->channel_count += (int)a->mNumChannels;
        f->left_out += (int)a->mNumMorphMeshChannels;
        f->seconds = fmax(f->seconds, a->mDuration / (a->mTicksPerSecond > 0 ? a->mTicksPerSecond : 1));
    }
}

/* ---- check of the written file ---- */

static const struct aiScene *read_again(pd_bytes fbx)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();

    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    const struct aiScene *scene = aiImportFileFromMemoryWithProperties(
        (const char *)fbx.data, (unsigned)fbx.size, aiProcess_ValidateDataStructure, "fbx", properties);
    aiReleasePropertyStore(properties);

    return scene;
}

static double fbx_apart(const struct aiMatrix4x4 *a, const struct aiMatrix4x4 *b)
{
    return hypot(hypot((double)(a->a4 - b->a4), (double)(a->b4 - b->b4)), (double)(a->c4 - b->c4));
}

/* Returns the sum of a joint's weights over the corners of triangles, which does not depend on how a file
 * joins vertices. */
static double corner_weights(const struct aiScene *scene, const char *name)
{
    double sum = 0;

    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        const struct aiMesh *mesh = scene->mMeshes[i];
        const struct aiBone *bone = bone_named(mesh, name);
        unsigned *uses = bone ? room(mesh->mNumVertices, sizeof *uses) : NULL;
        for (unsigned f = 0; bone && f < mesh->mNumFaces; f++)
            for (unsigned c = 0; c < mesh->mFaces[f].mNumIndices; c++) uses[mesh->mFaces[f].mIndices[c]]++;
        for (unsigned w = 0; bone && w < bone->mNumWeights; w++)
            sum += (double)bone->mWeights[w].mWeight * uses[bone->mWeights[w].mVertexId];
        free(uses);
    }

    return sum;
}

static pd_status check_fbx(const struct aiScene *scene, const nodes *before, pd_bytes fbx, const char *path,
                           pd_error *err)
{
    static const char why[] = "assimp's FBX differs when it is read again, so it is not written";
    pd_tool_fbx_found was, is;
    nodes after;

    /* Read the file back, because assimp may leave out parts without an error. */
    const struct aiScene *again = read_again(fbx);
    if (!again) return pd_fail(err, PD_ERR_UNSUPPORTED, path, "%s: %.160s", why, aiGetErrorString());
    const pd_status status = list_nodes(&after, again, path, err);
    if (status != PD_OK) return status;
    count_fbx(&was, scene, before);
    count_fbx(&is, again, &after);
    if (is.face_count != was.face_count || is.morph_count < was.morph_count ||
        is.animation_count < was.animation_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, path,
                       "%s: %d triangles, %d morph targets, %d animations; %d, %d, %d expected", why,
                       is.face_count, is.morph_count, is.animation_count, was.face_count, was.morph_count,
                       was.animation_count);

    /* Check that every joint has the same position and the same sum of weights. */
    for (unsigned k = 0; k < scene->mNumMeshes; k++)
        for (unsigned b = 0; b < scene->mMeshes[k]->mNumBones; b++) {
            const char *name = scene->mMeshes[k]->mBones[b]->mName.data;
            const int i = node_named(before, name);
            const int j = node_named(&after, name);
            if (i < 0) continue;
            if (j < 0) return pd_fail(err, PD_ERR_UNSUPPORTED, path, "%s: no joint \"%.64s\"", why, name);
            const double off = fbx_apart(&before->worlds[i], &after.worlds[j]);
            if (!(off <= PLACE_MOST * fmax(1, 1e-2 * (double)fabsf(before->worlds[i].b4))))
                return pd_fail(err, PD_ERR_UNSUPPORTED, path, "%s: joint \"%.64s\" is %.4f cm away", why,
                               name, off);
            const double own = corner_weights(scene, name);
            const double other = corner_weights(again, name);
            if (!(fabs(own - other) <= WEIGHT_MOST * fmax(1, own)))
                return pd_fail(err, PD_ERR_UNSUPPORTED, path,
                               "%s: joint \"%.64s\" has weights of %.5f in all; %.5f expected", why, name,
                               other, own);
        }

    return PD_OK;
}

/* ---- pictures ---- */

/* Returns the usual ending of a picture's file name from the first bytes of the file; for unknown bytes, the
 * format that assimp found in the glTF. */
static const char *ending_of(const struct aiTexture *picture)
{
    /* A picture of height 0 is compressed: its bytes are at pcData, and mWidth is their number. */
    const pd_io_picture *format =
        pd_io_picture_of((pd_bytes){(const unsigned char *)picture->pcData, picture->mWidth});
    return format ? format->ending : picture->achFormatHint;
}

static bool has_ending(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.');
    if (!dot) return false;
    return !strcasecmp(dot + 1, ending) || (!strcmp(ending, "jpg") && !strcasecmp(dot + 1, "jpeg"));
}

static bool is_taken(const struct aiScene *scene, unsigned before, const char *name)
{
    PD_ASSERT(before <= scene->mNumTextures);
    for (unsigned i = 0; i < before; i++)
        if (!strcmp(scene->mTextures[i]->mFilename.data, name)) return true;
    return false;
}

/* Replaces references by number ("*0") in a material by the picture's file name. assimp writes the reference
 * into the FBX as it is, and Blender matches a texture with its embedded picture
 * by comparing their file names. */
static void refer_by_name(struct aiMaterial *material, const struct aiScene *scene)
{
    for (unsigned i = 0; i < material->mNumProperties; i++) {
        struct aiMaterialProperty *property = material->mProperties[i];
        if (strcmp(property->mKey.data, "$tex.file") || property->mType != aiPTI_String) continue;

        /* A text property is its length in 32 bits, then the characters and a zero. */
        const char *reference = property->mData + 4;
        if (property->mDataLength < 6 || *reference != '*') continue;
        const unsigned picture = (unsigned)strtoul(reference + 1, NULL, 10);
        if (picture >= scene->mNumTextures || !scene->mTextures[picture]->mFilename.length) continue;

        const struct aiString *name = &scene->mTextures[picture]->mFilename;
        const uint32_t length = name->length;
        property->mDataLength = 4 + length + 1;
        property->mData = room(property->mDataLength, 1);
        memcpy(property->mData, &length, 4);
        memcpy(property->mData + 4, name->data, length);
    }
}

/* Gives each embedded picture a file name of its own with the ending of its media type. Blender and Maya
 * choose the decoder by that ending, but glTF names pictures without one. */
static void name_pictures(const struct aiScene *scene)
{
    for (unsigned i = 0; i < scene->mNumTextures; i++) {
        struct aiTexture *picture = scene->mTextures[i];
        struct aiString *name = &picture->mFilename;
        const char *ending = ending_of(picture);
        char stem[512], whole[600];

        /* Skip raw texels, which have no media type. */
        if (picture->mHeight || !*ending) continue;

        /* Take the name without a matching ending. Replace characters that another program would read as
         * parts of a path. */
        snprintf(stem, sizeof stem, "%.480s", name->data);
        for (char *c = stem; *c; c++)
            if (*c == '/' || *c == '\\' || *c == '*') *c = '_';
        if (has_ending(stem, ending)) *strrchr(stem, '.') = 0;
        if (!*stem) snprintf(stem, sizeof stem, "picture_%u", i);

        /* Readers find pictures by name, so add a number to a name that is already used. */
        snprintf(whole, sizeof whole, "%.480s.%.16s", stem, ending);
        for (unsigned k = 2; is_taken(scene, i, whole); k++)
            snprintf(whole, sizeof whole, "%.480s_%u.%.16s", stem, k, ending);
        name->length = (unsigned)snprintf(name->data, sizeof name->data, "%s", whole);
    }

    for (unsigned i = 0; i < scene->mNumMaterials; i++) refer_by_name(scene->mMaterials[i], scene);
}

/* ---- writing ---- */

typedef struct export_job {
    pd_bytes glb;
    const char *path;
} export_job;

static pd_status work(pd_buffer *out, void *result, const void *job, pd_error *err)
{
    const export_job *j = job;
    nodes n;

    const struct aiScene *scene = aiImportFileFromMemory((const char *)j->glb.data, (unsigned)j->glb.size,
                                                         aiProcess_ValidateDataStructure, "glb");
    if (!scene) return pd_fail(err, PD_ERR_FORMAT, j->path, "%.200s", aiGetErrorString());
    if (!scene->mNumMeshes)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, j->path,
            "the file has no mesh, without which assimp writes no joints; use BVH for bones alone");
    pd_status status = list_nodes(&n, scene, j->path, err);
    if (status != PD_OK) return status;
    scale_scene(scene, &n);

    /* Give shapes without normals those of the mesh. When assimp reads the file, it drops shapes without
     * normals; for these it writes no difference. */
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        const struct aiMesh *mesh = scene->mMeshes[i];
        for (unsigned k = 0; mesh->mNormals && k < mesh->mNumAnimMeshes; k++) {
            struct aiAnimMesh *shape = mesh->mAnimMeshes[k];
            if (shape->mNormals) continue;
            shape->mNormals = room(mesh->mNumVertices, sizeof *shape->mNormals);
            memcpy(shape->mNormals, mesh->mNormals, mesh->mNumVertices * sizeof *shape->mNormals);
        }
    }

    add_silent_bones(scene, &n);
    status = list_nodes(&n, scene, j->path, err); /* worlds in centimetres */
    if (status != PD_OK) return status;

    for (int i = 0; i < n.count; i++) {
        const char *name = n.list[i]->mName.data;
        bool is_bone = false;
        for (unsigned k = 0; !is_bone && k < scene->mNumMeshes; k++)
            is_bone = bone_named(scene->mMeshes[k], name);
        if (!is_bone) continue;
        for (int other = 0; other < n.count; other++)
            if (other != i && !strcmp(n.list[other]->mName.data, name))
                return pd_fail(err, PD_ERR_UNSUPPORTED, j->path,
                               "two nodes are named \"%.64s\"; a different name for each joint expected",
                               name);
    }

    count_fbx(result, scene, &n);
    name_pictures(scene);

    const struct aiExportDataBlob *blob = aiExportSceneToBlob(scene, "fbx", 0);
    if (!blob)
        return pd_fail(err, PD_ERR_UNSUPPORTED, j->path, "assimp cannot write it as FBX: %.160s",
                       aiGetErrorString());

    /* assimp writes the end of an animation rounded down to whole seconds. */
    double *ends = room(scene->mNumAnimations + 1, sizeof *ends);
    for (unsigned i = 0; i < scene->mNumAnimations; i++) ends[i] = scene->mAnimations[i]->mDuration;
    status = pd_tool_fbx_mend(out, (pd_bytes){blob->data, blob->size}, ends, (int)scene->mNumAnimations, err);
    if (status != PD_OK) return status;

    return check_fbx(scene, &n, (pd_bytes){out->data, out->size}, j->path, err);
}

pd_status pd_tool_fbx_write(pd_buffer *fbx, pd_tool_fbx_found *found, pd_bytes glb, const char *path,
                            pd_error *err)
{
    const export_job job = {glb, path};

    memset(found, 0, sizeof *found);
    if (glb.size < 12 || memcmp(glb.data, "glTF", 4))
        return pd_fail(err, PD_ERR_FORMAT, path, "a .glb or .vrm expected");
    if (pd_tool_fbx_accepts(glb, path, err) != PD_OK) return err->status;

    return pd_tool_apart(fbx, found, sizeof *found, path, work, &job, err);
}

#endif
