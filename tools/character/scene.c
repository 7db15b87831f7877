#ifdef PD_WITH_ASSIMP

#include "tools/character/scene.h"

#include "core/io/mesh/picture.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/io/mesh/glb_figure.h"
#include "core/math/xform.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX    65536
#define JOINTS_MAX   256
#define VERTICES_MAX 8000000
#define PICTURE_MAX  (64l << 20)

/* Everything here lives until the reading process ends: nothing is freed. */
typedef struct build {
    const struct aiScene *scene;
    const char *path;
    double unit;
    const struct aiNode **from; /* source of each node; NULL: node that was added for a mesh */
    struct aiMatrix4x4 *world;  /* world transformation of each node at rest */
    bool *is_joint;
    pd_io_figure_node *nodes;
    pd_io_figure_mesh *meshes;
    pd_io_figure_skin *skins;
    pd_io_figure_material *materials;
    pd_io_figure_texture *textures;
    int node_count, mesh_count, skin_count, texture_count;
    pd_fbx_found *found;
    pd_error *err;
} build;

/* Allocates zeroed memory, or ends the process. */
static void *room(size_t count, size_t size)
{
    void *made = calloc(count ? count : 1, size);
    if (!made) abort(); /* in the child process: apart.c makes it ERR_LIMIT */
    return made;
}

/* ---- nodes ---- */

/* Adds a node with the identity as transformation. Returns its number. */
static int add_node(build *b, const struct aiNode *from, const char *name, int parent)
{
    const int i = b->node_count++;
    b->from[i] = from;
    b->nodes[i] = (pd_io_figure_node){
        .name = name, .parent = parent, .mesh = -1, .skin = -1, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    return i;
}

/* Converts the tree of nodes to a list in which parents come first. */
static pd_status add_nodes(build *b)
{
    struct item {
        const struct aiNode *node;
        int parent;
    } *open = room(NODES_MAX + 1, sizeof *open);
    int depth = 0;

    for (open[depth++] = (struct item){b->scene->mRootNode, -1}; depth > 0;) {
        const struct item top = open[--depth];
        const struct aiNode *n = top.node;
        const int i = add_node(b, n, n->mName.data, top.parent);
        pd_io_figure_node *out = &b->nodes[i];
        struct aiVector3D scale, at;
        struct aiQuaternion q;
        aiDecomposeMatrix(&n->mTransformation, &scale, &q, &at);

        /* A scale of 0 could not be inverted; one that is almost 1 is rounded to it. */
        const float scales[3] = {scale.x, scale.y, scale.z};
        for (int c = 0; c < 3; c++) {
            if (!isfinite(scales[c]) || fabsf(scales[c]) < 1e-9f)
                return pd_fail(b->err, PD_ERR_RANGE, b->path,
                               "node \"%.64s\" has the scale %g, %g, %g; numbers other than 0 expected",
                               n->mName.data, (double)scale.x, (double)scale.y, (double)scale.z);
            out->scale[c] = fabsf(scales[c] - 1) < 1e-5f ? 1 : scales[c];
        }

        /* Normalise the rotation, and convert the translation to metres. */
        const float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        const float rotation[4] = {q.x / length, q.y / length, q.z / length, q.w / length};
        memcpy(out->rotation, rotation, sizeof rotation);
        out->translation[0] = (float)(b->unit * (double)at.x);
        out->translation[1] = (float)(b->unit * (double)at.y);
        out->translation[2] = (float)(b->unit * (double)at.z);

        /* Compute the node's world transformation at rest from that of its parent. */
        b->world[i] = n->mTransformation;
        if (top.parent >= 0) {
            b->world[i] = b->world[top.parent];
            aiMultiplyMatrix4(&b->world[i], &n->mTransformation);
        }

        /* Children are pushed in reverse, so that they are taken in their order. */
        for (unsigned k = n->mNumChildren; k-- > 0;) open[depth++] = (struct item){n->mChildren[k], i};
    }

    free(open);

    return PD_OK;
}

/* ---- skins ---- */

typedef struct skinning {
    int joints[JOINTS_MAX];
    struct aiMatrix4x4 offsets[JOINTS_MAX]; /* mesh's space to joint's */
    int count;
} skinning;

/* Returns the number of a node among the joints of a skin, or -1. */
static int in_skin(const skinning *s, int node)
{
    for (int k = 0; k < s->count; k++)
        if (s->joints[k] == node) return k;
    return -1;
}

/* Adds a node to the joints of a skin. */
static pd_status add_joint(build *b, skinning *s, int node, const struct aiMatrix4x4 *offset)
{
    if (s->count == JOINTS_MAX)
        return pd_fail(b->err, PD_ERR_LIMIT, b->path, "more than the allowed %d joints in a skin",
                       JOINTS_MAX);
    s->joints[s->count] = node;
    s->offsets[s->count++] = *offset;
    b->is_joint[node] = true;

    return PD_OK;
}

/* Adds joints without weights: nodes between two joints, and nodes without a mesh below a joint (tips of toes
 * and fingers). Computes their inverse bind matrices from that of a neighbour
 * and the rest pose between the two. */
static pd_status add_silent_joints(build *b, skinning *s, int node_count)
{
    pd_status status = PD_OK;

    for (int i = 0; status == PD_OK && i < node_count; i++) { /* parents come first */
        const int up = b->nodes[i].parent;
        const int above = up < 0 ? -1 : in_skin(s, up);
        if (above < 0 || in_skin(s, i) >= 0 || !b->from[i] || b->from[i]->mNumMeshes) continue;
        struct aiMatrix4x4 offset = b->from[i]->mTransformation;
        aiMatrix4Inverse(&offset);
        aiMultiplyMatrix4(&offset, &s->offsets[above]);
        status = add_joint(b, s, i, &offset);
    }

    for (int k = 0; status == PD_OK && k < s->count; k++) { /* the ways up that meet another joint */
        int meets = -1;
        for (int up = b->nodes[s->joints[k]].parent; up >= 0 && meets < 0; up = b->nodes[up].parent)
            if (in_skin(s, up) >= 0) meets = up;
        struct aiMatrix4x4 offset = s->offsets[k];
        for (int i = s->joints[k]; status == PD_OK && meets >= 0 && b->nodes[i].parent != meets;
             i = b->nodes[i].parent) {
            struct aiMatrix4x4 up = b->from[i]->mTransformation;
            aiMultiplyMatrix4(&up, &offset);
            offset = up;
            if (in_skin(s, b->nodes[i].parent) < 0) status = add_joint(b, s, b->nodes[i].parent, &offset);
        }
    }

    return status;
}

/* Adds a weight to a vertex, which keeps its four largest in descending order. */
static void put_weight(pd_io_figure_mesh *m, unsigned vertex, int joint, float weight)
{
    uint16_t *joints = (uint16_t *)m->joints + 4 * (size_t)vertex;
    float *weights = (float *)m->weights + 4 * (size_t)vertex;
    int at = 3;

    if (!(weight > weights[3])) return;
    for (; at > 0 && weight > weights[at - 1]; at--) {
        joints[at] = joints[at - 1];
        weights[at] = weights[at - 1];
    }

    joints[at] = (uint16_t)joint;
    weights[at] = weight;
}

/* Converts the bones of a mesh to a skin: its joints, weights and inverse bind matrices. */
static pd_status add_skin_scene(build *b, pd_io_figure_mesh *m, const struct aiMesh *from, int node_count)
{
    skinning *s = room(1, sizeof *s);
    pd_status status = PD_OK;

    m->joints = room(4 * (size_t)m->vertex_count, sizeof *m->joints);
    m->weights = room(4 * (size_t)m->vertex_count, sizeof *m->weights);
    for (unsigned k = 0; status == PD_OK && k < from->mNumBones; k++) {
        const struct aiBone *bone = from->mBones[k];

        /* Bones refer to nodes by name. */
        int node = 0;
        while (node < b->node_count &&
               (!b->from[node] || strcmp(b->from[node]->mName.data, bone->mName.data)))
            node++;
        if (node == b->node_count)
            return pd_fail(b->err, PD_ERR_FORMAT, b->path,
                           "mesh \"%.64s\": the file has no node \"%.64s\" for its joint", from->mName.data,
                           bone->mName.data);
        int joint = in_skin(s, node);
        if (joint < 0) {
            joint = s->count;
            status = add_joint(b, s, node, &bone->mOffsetMatrix);
        }

        for (unsigned i = 0; status == PD_OK && i < bone->mNumWeights; i++)
            if (bone->mWeights[i].mVertexId < (unsigned)m->vertex_count)
                put_weight(m, bone->mWeights[i].mVertexId, joint, bone->mWeights[i].mWeight);
    }

    if (status == PD_OK && !b->skin_count) status = add_silent_joints(b, s, node_count);
    if (status != PD_OK) return status;

    /* Scale weights to sum to 1. A vertex without weights follows the nearest joint. */
    for (int v = 0; v < m->vertex_count; v++) {
        float *w = (float *)m->weights + 4 * (size_t)v;
        float sum = w[0] + w[1] + w[2] + w[3];
        if (!(sum > 1e-6f)) {
            uint16_t *joints = (uint16_t *)m->joints + 4 * (size_t)v;
            const struct aiVector3D *p = &from->mVertices[v];
            double best = INFINITY;
            memset(joints, 0, 4 * sizeof *joints);
            for (int k = 0; k < s->count; k++) {
                struct aiMatrix4x4 bind = s->offsets[k];
                aiMatrix4Inverse(&bind);
                const double x = (double)(p->x - bind.a4);
                const double y = (double)(p->y - bind.b4);
                const double z = (double)(p->z - bind.c4);
                if (x * x + y * y + z * z >= best) continue;
                best = x * x + y * y + z * z;
                joints[0] = (uint16_t)k;
            }

            w[0] = sum = 1;
            w[1] = w[2] = w[3] = 0;
            b->found->unweighted_count++;
        }

        for (int i = 0; i < 4; i++) w[i] /= sum;
    }

    /* Write the inverse bind matrix of each joint. */
    float *inverse = room(16 * (size_t)s->count, sizeof *inverse);
    for (int k = 0; k < s->count; k++) {
        /* Column-major, in metres: scaling by the unit, S M S^-1, changes only the translation. */
        const struct aiMatrix4x4 *o = &s->offsets[k];
        float *out = inverse + 16 * k;
        const float rows[4][4] = {{o->a1, o->a2, o->a3, o->a4},
                                  {o->b1, o->b2, o->b3, o->b4},
                                  {o->c1, o->c2, o->c3, o->c4},
                                  {o->d1, o->d2, o->d3, o->d4}};
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 4; c++)
                out[4 * c + r] = r == 3            ? c == 3 /* exactly, without the inverse's rounding */
                                 : c == 3 && r < 3 ? (float)(b->unit * (double)rows[r][c])
                                                   : rows[r][c];
    }

    b->skins[b->skin_count++] = (pd_io_figure_skin){s->count, s->joints, inverse};

    return PD_OK;
}

/* ---- meshes ---- */

/* Copies points or directions, scaled by `unit`. */
static const float *points(const struct aiVector3D *v, unsigned count, double unit)
{
    float *out = room(3 * (size_t)count, sizeof *out);

    for (size_t i = 0; i < count; i++) {
        out[3 * i] = (float)(unit * (double)v[i].x);
        out[3 * i + 1] = (float)(unit * (double)v[i].y);
        out[3 * i + 2] = (float)(unit * (double)v[i].z);
    }

    return out;
}

/* Copies the first set of texture coordinates, or returns NULL. */
static const float *texture_coordinates(const struct aiMesh *from)
{
    if (!from->mTextureCoords[0]) return NULL;
    float *out = room(2 * (size_t)from->mNumVertices, sizeof *out);
    for (size_t i = 0; i < from->mNumVertices; i++) {
        out[2 * i] = from->mTextureCoords[0][i].x;
        out[2 * i + 1] = from->mTextureCoords[0][i].y;
    }

    return out;
}

/* Adds a mesh if it has triangles. *index is its number, or -1. */
static pd_status add_mesh(build *b, int *index, const struct aiMesh *from, int node_count)
{
    pd_io_figure_mesh *m = &b->meshes[b->mesh_count];

    *index = -1;
    if (!(from->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) || !from->mNumFaces || !from->mNumVertices)
        return PD_OK;
    b->found->vertex_count += (int)from->mNumVertices;
    if (from->mNumVertices > VERTICES_MAX || b->found->vertex_count > VERTICES_MAX)
        return pd_fail(b->err, PD_ERR_LIMIT, b->path, "more than %d vertices", VERTICES_MAX);

    /* Copy the triangles. Lines and points are left out. */
    uint32_t *indices = room(3 * (size_t)from->mNumFaces, sizeof *indices);
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        if (from->mFaces[f].mNumIndices != 3) continue;
        for (int c = 0; c < 3; c++) indices[m->index_count++] = from->mFaces[f].mIndices[c];
    }

    /* Copy vertices and normals, and normalise the latter. */
    m->name = from->mName.data;
    m->vertex_count = (int)from->mNumVertices;
    m->positions = points(from->mVertices, from->mNumVertices, b->unit);
    m->normals = from->mNormals ? points(from->mNormals, from->mNumVertices, 1) : NULL;
    for (int i = 0; m->normals && i < m->vertex_count; i++) { /* a triangle without area has no normal */
        float *n = (float *)m->normals + 3 * (size_t)i;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (!(length > 1e-6f)) {
            n[0] = n[2] = 0;
            n[1] = 1;
        }

        for (int c = 0; c < 3 && length > 1e-6f; c++) n[c] /= length;
    }

    m->uvs = texture_coordinates(from);
    m->indices = indices;
    m->material = from->mMaterialIndex < b->scene->mNumMaterials ? (int)from->mMaterialIndex : -1;
    b->found->face_count += m->index_count / 3;
    b->found->morph_count += (int)from->mNumAnimMeshes;
    *index = b->mesh_count++;

    return from->mNumBones ? add_skin_scene(b, m, from, node_count) : PD_OK;
}

/* ---- equal vertices ---- */

typedef struct corner {
    float numbers[12]; /* position, normal, texture coordinates, weights */
    uint16_t joints[4];
} corner;

/* Returns everything that distinguishes a vertex, with unused members zero. */
static corner corner_of(const pd_io_figure_mesh *m, size_t v)
{
    PD_ASSERT(v < (size_t)m->vertex_count);
    corner c;
    memset(&c, 0, sizeof c);
    memcpy(c.numbers, m->positions + 3 * v, 3 * sizeof *m->positions);
    if (m->normals) memcpy(c.numbers + 3, m->normals + 3 * v, 3 * sizeof *m->normals);
    if (m->uvs) memcpy(c.numbers + 6, m->uvs + 2 * v, 2 * sizeof *m->uvs);
    if (m->weights) memcpy(c.numbers + 8, m->weights + 4 * v, 4 * sizeof *m->weights);
    if (m->joints) memcpy(c.joints, m->joints + 4 * v, sizeof c.joints);

    return c;
}

/* Joins equal vertices, because assimp gives each triangle separate vertices. assimp's own step for this
 * ignores weights. */
static void weld(pd_io_figure_mesh *m)
{
    size_t slots = 1;

    while (slots < 2 * (size_t)m->vertex_count) slots *= 2;
    int *table = room(slots, sizeof *table);
    int count = 0;
    uint32_t *now = room((size_t)m->vertex_count, sizeof *now);
    uint32_t *indices = (uint32_t *)m->indices;

    for (int v = 0; v < m->vertex_count; v++) {
        /* Look the vertex up in a hash table by its contents. */
        const corner c = corner_of(m, (size_t)v);
        size_t at = (size_t)pd_hash64(&c, sizeof c, 0) & (slots - 1);
        for (; table[at]; at = (at + 1) & (slots - 1)) { /* 0: free; else a vertex and 1 */
            const corner there = corner_of(m, (size_t)table[at] - 1);
            if (!memcmp(&there, &c, sizeof c)) break;
        }

        /* Move a new vertex to the next free place. */
        if (!table[at]) {
            const size_t to = (size_t)count;
            const size_t from = (size_t)v;
            memmove((float *)m->positions + 3 * to, m->positions + 3 * from, 3 * sizeof *m->positions);
            if (m->normals)
                memmove((float *)m->normals + 3 * to, m->normals + 3 * from, 3 * sizeof *m->normals);
            if (m->uvs) memmove((float *)m->uvs + 2 * to, m->uvs + 2 * from, 2 * sizeof *m->uvs);
            if (m->weights)
                memmove((float *)m->weights + 4 * to, m->weights + 4 * from, 4 * sizeof *m->weights);
            if (m->joints)
                memmove((uint16_t *)m->joints + 4 * to, m->joints + 4 * from, 4 * sizeof *m->joints);
            table[at] = ++count;
        }

        now[v] = (uint32_t)table[at] - 1;
    }

    for (int i = 0; i < m->index_count; i++) indices[i] = now[indices[i]];
    m->vertex_count = count;
    free(table);
    free(now);
}

/* Extends the bounding box by a mesh. */
static void extend_scene(build *b, const struct aiMesh *from, const struct aiMatrix4x4 *world)
{
    for (unsigned i = 0; i < from->mNumVertices; i++) {
        struct aiVector3D v = from->mVertices[i];
        aiTransformVecByMatrix4(&v, world);
        const double at[3] = {b->unit * (double)v.x, b->unit * (double)v.y, b->unit * (double)v.z};
        for (int c = 0; c < 3; c++) {
            b->found->low[c] = fmin(b->found->low[c], at[c]);
            b->found->high[c] = fmax(b->found->high[c], at[c]);
        }
    }
}

/* Adds a node for each mesh of each node, because the meshes of one node may have different skins. */
static pd_status add_meshes(build *b)
{
    const int node_count = b->node_count;
    int *made = room(b->scene->mNumMeshes, sizeof *made);
    int *skins = room(b->scene->mNumMeshes, sizeof *skins);
    pd_status status = PD_OK;

    for (int c = 0; c < 3; c++) {
        b->found->low[c] = INFINITY;
        b->found->high[c] = -INFINITY;
    }

    for (unsigned k = 0; status == PD_OK && k < b->scene->mNumMeshes; k++) {
        const int before = b->skin_count;
        status = add_mesh(b, &made[k], b->scene->mMeshes[k], node_count);
        if (status == PD_OK && made[k] >= 0) weld(&b->meshes[made[k]]);
        skins[k] = b->skin_count > before ? before : -1;
    }

    /* Add one node for each use of a mesh. */
    for (int i = 0; status == PD_OK && i < node_count; i++) {
        for (unsigned k = 0; k < b->from[i]->mNumMeshes; k++) {
            const unsigned mesh = b->from[i]->mMeshes[k];
            if (made[mesh] < 0) continue;

            /* In glTF, a skinned mesh does not depend on the place of its node, so it gets no parent. */
            const int above = skins[mesh] < 0 ? i : -1;
            const int node = add_node(b, NULL, b->scene->mMeshes[mesh]->mName.data, above);
            b->nodes[node].mesh = made[mesh];
            b->nodes[node].skin = skins[mesh];
            extend_scene(b, b->scene->mMeshes[mesh], &b->world[i]);
        }
    }

    if (status == PD_OK && !b->mesh_count)
        status = pd_fail(b->err, PD_ERR_UNSUPPORTED, b->path,
                         "the file has %d nodes and no triangle; a mesh expected", node_count);

    return status;
}

/* ---- materials ---- */

/* Reads a picture from the folder of the model, by its name without the path that the model has for it. */
static pd_bytes beside(const char *model, const char *picture)
{
    char path[4096];
    const char *slash = strrchr(model, '/');
    const char *name = picture;
    pd_bytes none = {0};

    for (const char *c = picture; *c; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - model) : 0, model, name);
    FILE *file = *name ? fopen(path, "rb") : NULL;
    if (!file) return none;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    unsigned char *bytes = size > 0 && size <= PICTURE_MAX ? room((size_t)size, 1) : NULL;
    const bool is_read = bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    fclose(file);

    return is_read ? (pd_bytes){bytes, (size_t)size} : none;
}

/* Returns a picture that is stored in the scene, by its number ("*0") or its name. */
static pd_bytes embedded(const struct aiScene *scene, const char *name)
{
    pd_bytes none = {0};

    for (unsigned i = 0; i < scene->mNumTextures; i++) {
        const struct aiTexture *t = scene->mTextures[i];
        const bool is_it = *name == '*' ? (unsigned)atoi(name + 1) == i : !strcmp(name, t->mFilename.data);
        if (is_it && t->mHeight == 0) return (pd_bytes){(const unsigned char *)t->pcData, t->mWidth};
    }

    return none;
}

/* Converts a colour from sRGB to linear. */
static float linear(float srgb)
{
    const float c = fmaxf(0, fminf(1, srgb));
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

/* Converts a material with its colour and its texture. */
static void add_material(build *b, pd_io_figure_material *out, const struct aiMaterial *from)
{
    struct aiColor4D color = {0.8f, 0.8f, 0.8f, 1};
    struct aiString *name = room(1, sizeof *name);
    float opacity = 1;
    int two_sided = 0;

    aiGetMaterialString(from, AI_MATKEY_NAME, name);
    aiGetMaterialColor(from, AI_MATKEY_COLOR_DIFFUSE, &color);

    /* Use the array functions. Those for one number are inline in C, and missing from all objects if nothing
     * is inlined (MODE=cov). */
    aiGetMaterialFloatArray(from, AI_MATKEY_OPACITY, &opacity, NULL);
    aiGetMaterialIntegerArray(from, AI_MATKEY_TWOSIDED, &two_sided, NULL);

    /* The texture is embedded, or beside the model. */
    int texture = -1;
    struct aiString picture;
    if (aiGetMaterialTexture(from, aiTextureType_DIFFUSE, 0, &picture, NULL, NULL, NULL, NULL, NULL, NULL) ==
            AI_SUCCESS ||
        aiGetMaterialTexture(from, aiTextureType_BASE_COLOR, 0, &picture, NULL, NULL, NULL, NULL, NULL,
                             NULL) == AI_SUCCESS) {
        pd_bytes file = embedded(b->scene, picture.data);
        if (!file.size) file = beside(b->path, picture.data);
        const pd_io_picture *format = pd_io_picture_of(file);
        if (format && format->is_gltf) {
            b->textures[b->texture_count] = (pd_io_figure_texture){file, format->type};
            texture = b->texture_count++;
        }
    }

    *out = (pd_io_figure_material){.name = name->data,
                                   .color = {linear(color.r), linear(color.g), linear(color.b),
                                             opacity > 0 && opacity < 1 ? opacity : 1},
                                   .roughness = 0.9f,
                                   .texture = texture,
                                   .two_sided = two_sided};
    if (texture >= 0) out->color[0] = out->color[1] = out->color[2] = 1;
}

pd_status pd_tool_scene_glb(pd_buffer *glb, pd_fbx_found *found, const struct aiScene *scene,
                            const char *path, double unit, pd_error *err)
{
    build b = {.scene = scene, .path = path, .unit = unit, .found = found, .err = err};
    int count = 0, depth = 0;

    /* Count the nodes, and one more for each mesh that a node holds. */
    const struct aiNode **open = room(NODES_MAX + 1, sizeof *open);
    for (open[depth++] = scene->mRootNode; depth > 0;) {
        const struct aiNode *n = open[--depth];
        count += 1 + (int)n->mNumMeshes;
        if (count > NODES_MAX || depth + (long)n->mNumChildren > NODES_MAX)
            return pd_fail(err, PD_ERR_LIMIT, path, "more than %d nodes", NODES_MAX);
        for (unsigned i = 0; i < n->mNumChildren; i++) open[depth++] = n->mChildren[i];
    }

    free(open);

    /* Convert nodes and meshes. */
    b.from = room((size_t)count, sizeof *b.from);
    b.world = room((size_t)count, sizeof *b.world);
    b.is_joint = room((size_t)count, sizeof *b.is_joint);
    b.nodes = room((size_t)count, sizeof *b.nodes);
    b.meshes = room(scene->mNumMeshes, sizeof *b.meshes);
    b.skins = room(scene->mNumMeshes, sizeof *b.skins);
    b.materials = room(scene->mNumMaterials, sizeof *b.materials);
    b.textures = room(scene->mNumMaterials, sizeof *b.textures);
    pd_status status = add_nodes(&b);
    if (status == PD_OK) status = add_meshes(&b);
    for (int i = 0; i < b.node_count; i++) found->joint_count += b.is_joint[i];
    if (status != PD_OK) return status;

    /* Convert materials, and report what was found. */
    for (unsigned i = 0; i < scene->mNumMaterials; i++)
        add_material(&b, &b.materials[i], scene->mMaterials[i]);
    found->mesh_count = b.mesh_count;
    found->vertex_count = 0; /* joined */
    for (int i = 0; i < b.mesh_count; i++) found->vertex_count += b.meshes[i].vertex_count;
    found->node_count = b.node_count;
    found->texture_count = b.texture_count;
    found->animation_count = (int)scene->mNumAnimations;

    /* Write it. */
    const pd_io_figure figure = {.nodes = b.nodes,
                                 .meshes = b.meshes,
                                 .skins = b.skins,
                                 .materials = b.materials,
                                 .textures = b.textures,
                                 .node_count = b.node_count,
                                 .mesh_count = b.mesh_count,
                                 .skin_count = b.skin_count,
                                 .material_count = (int)scene->mNumMaterials,
                                 .texture_count = b.texture_count};

    return pd_io_figure_write(glb, &figure, err);
}

#endif
