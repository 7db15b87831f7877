#include "core/io/surface/gltf_rig.h"

#include "core/io/json/json.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/json/json_blocks.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLOAT         5126
#define UNSIGNED_BYTE 5121
#define VERTICES      34962

typedef struct writer {
    pd_io_gltf_file file;
    const pd_io_surface *surface;
    const pd_io_rig *rig;
    int first_bone; /* node */
    size_t copied;  /* bytes of copies' trees */
    pd_error *err;
} writer;

/* ---- what the file had ---- */

/* Removes the old skeleton and whatever refers to it. */
static void drop_gltf_rig(json_t *root)
{
    static const char *const dead[] = {"VRM", "VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint"};
    json_t *extensions = json_object_get(root, "extensions");
    json_t *nodes = json_object_get(root, "nodes");
    json_t *node;
    size_t i;

    /* Skins and animations move the old skeleton. */
    json_object_del(root, "skins");
    json_object_del(root, "animations");

    /* Remove extensions that refer to the old skeleton's nodes, and their names from the lists. */
    for (size_t e = 0; e < sizeof dead / sizeof *dead; e++) {
        static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
        json_object_del(extensions, dead[e]);
        for (int l = 0; l < 2; l++) {
            json_t *list = json_object_get(root, lists[l]);
            for (size_t k = json_array_size(list); k-- > 0;) {
                const char *name = json_string_value(json_array_get(list, k));
                if (name && !strcmp(name, dead[e])) json_array_remove(list, k);
            }

            if (json_is_array(list) && !json_array_size(list)) json_object_del(root, lists[l]);
        }
    }

    /* Remove what nodes say of them. */
    json_array_foreach(nodes, i, node)
    {
        json_object_del(node, "skin");
        json_object_del(json_object_get(node, "extensions"), "VRMC_node_constraint");
    }
}

/* ---- bones ---- */

/* Adds the bones as nodes, and the skeleton to the scene. */
static pd_status add_bones(writer *w)
{
    json_t *nodes = pd_io_gltf_array(w->file.root, "nodes");

    if (!nodes) return pd_fail(w->err, PD_ERR_FORMAT, "/nodes", "not an array; an array expected");

    /* One node for each bone, with a translation from its parent. The rest pose has no rotations. */
    w->first_bone = (int)json_array_size(nodes);
    for (int k = 0; k < w->rig->bone_count; k++) {
        const pd_io_rig_bone *bone = &w->rig->bones[k];
        const double zero[3] = {0};
        const double *above = bone->parent < 0 ? zero : w->rig->bones[bone->parent].at;
        json_t *node = json_pack("{s:s,s:[fff]}", "name", bone->name, "translation", bone->at[0] - above[0],
                                 bone->at[1] - above[1], bone->at[2] - above[2]);
        if (bone->parent >= 0) {
            json_t *up = json_array_get(nodes, (size_t)(w->first_bone + bone->parent));
            json_array_append_new(pd_io_gltf_array(up, "children"), json_integer(w->first_bone + k));
        }

        if (!node || json_array_append_new(nodes, node))
            return pd_fail(w->err, PD_ERR_MEMORY, "", "out of memory");
    }

    /* The skeleton is added to the scene beside what is there. */
    json_t *root = w->file.root;
    json_t *scenes = pd_io_gltf_array(root, "scenes");
    json_t *item;
    size_t i;

    /* The file may have no scene, or an empty one. */
    if (!scenes) return pd_fail(w->err, PD_ERR_FORMAT, "/scenes", "not an array; an array expected");
    if (!json_array_size(scenes)) {
        json_array_append_new(scenes, json_object());
        json_object_set_new(root, "scene", json_integer(0));
    }

    json_t *scene = json_array_get(scenes, (size_t)pd_io_gltf_integer(root, "scene", 0));
    json_t *roots = json_is_object(scene) ? pd_io_gltf_array(scene, "nodes") : NULL;
    if (!roots)
        return pd_fail(w->err, PD_ERR_FORMAT, "/scene",
                       "the scene has no nodes; a scene with nodes is needed");

    /* An empty scene shows nothing, so list its roots first: the nodes that are no node's child. */
    if (!json_array_size(roots)) {
        char *below = calloc(json_array_size(nodes), 1);
        if (!below) return pd_fail(w->err, PD_ERR_MEMORY, "", "out of memory");
        json_array_foreach(nodes, i, item)
        {
            const json_t *children = json_object_get(item, "children");
            for (size_t c = 0; c < json_array_size(children); c++)
                below[json_integer_value(json_array_get(children, c))] = 1;
        }

        for (i = 0; i < (size_t)w->first_bone; i++)
            if (!below[i]) json_array_append_new(roots, json_integer((json_int_t)i));
        free(below);
    }

    /* Add the root of the skeleton. */
    if (json_array_append_new(roots, json_integer(w->first_bone)))
        return pd_fail(w->err, PD_ERR_MEMORY, "", "out of memory");

    return PD_OK;
}

/* ---- skins ---- */

/* Column-major. */
static void inverse_bind(float out[16], const double at[3], const double upright[12], const double place[12])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            double sum = c == 3 ? upright[4 * r + 3] - at[r] : 0;
            for (int k = 0; k < 3; k++) sum += upright[4 * r + k] * place[4 * k + c];
            out[4 * c + r] = (float)sum;
        }
    out[3] = out[7] = out[11] = 0;
    out[15] = 1;
}

static int add_skin_gltf_rig(writer *w, const double place[12])
{
    const pd_io_rig *rig = w->rig;
    float binds[PD_IO_RIG_BONES][16];
    json_t *skins = pd_io_gltf_array(w->file.root, "skins");
    json_t *joints = json_array();

    for (int k = 0; k < rig->bone_count; k++) {
        inverse_bind(binds[k], rig->bones[k].at, rig->upright, place);
        json_array_append_new(joints, json_integer(w->first_bone + k));
    }

    const pd_io_gltf_numbers numbers = {.bytes = binds,
                                        .size = sizeof *binds * (size_t)rig->bone_count,
                                        .count = (size_t)rig->bone_count,
                                        .component = FLOAT,
                                        .type = "MAT4",
                                        .target = 0};
    const int accessor = pd_io_gltf_add(&w->file, &numbers);
    json_t *skin = json_pack("{s:i,s:i,s:o}", "inverseBindMatrices", accessor, "skeleton", w->first_bone,
                             "joints", joints);
    if (accessor < 0 || !skin || json_array_append_new(skins, skin)) return -1;

    return (int)json_array_size(skins) - 1;
}

/* ---- meshes ---- */

/* Extras and morph targets are copied as well, once per node: that memory is counted before it is taken. */
static pd_status hold_copy(writer *w, const json_t *mesh, int number)
{
    char *text = json_dumps(mesh, JSON_COMPACT);
    char where[32];
    pd_json_extent extent;

    snprintf(where, sizeof where, "/meshes/%d", number);
    if (!text) return pd_fail(w->err, PD_ERR_MEMORY, where, "out of memory");
    pd_json_scan(&extent, (pd_bytes){(const unsigned char *)text, strlen(text)}, NULL, PD_IO_RIG_COPIES);
    pd_json_text_free(text);
    w->copied += extent.memory;
    if (w->copied <= PD_IO_RIG_COPIES) return PD_OK;

    return pd_fail(w->err, PD_ERR_LIMIT, where,
                   "nodes share it, and copies of shared meshes would take more than %d MiB; fewer nodes or "
                   "smaller extras expected",
                   PD_IO_RIG_COPIES >> 20);
}

/* Adds joints and weights to the primitive of a part. */
static pd_status add_part(writer *w, const pd_io_surface_part *part)
{
    json_t *mesh = NULL;

    /* The mesh of the part's node, copied first if an earlier node has the same. */
    json_t *node = json_array_get(json_object_get(w->file.root, "nodes"), (size_t)part->node);
    json_t *meshes = json_object_get(w->file.root, "meshes");
    const long now = pd_io_gltf_integer(node, "mesh", -1);
    bool is_shared = false;

    /* Two nodes that show one mesh need different weights, so the later one gets a copy. */
    for (const pd_io_surface_part *p = w->surface->parts; p < part; p++)
        is_shared = is_shared || (p->mesh == part->mesh && p->node != part->node);
    if (is_shared && now == part->mesh) {
        const json_t *shared = json_array_get(meshes, (size_t)now);
        const pd_status status = hold_copy(w, shared, part->mesh);
        if (status != PD_OK) return status;
        if (json_array_append_new(meshes, json_deep_copy(shared)))
            return pd_fail(w->err, PD_ERR_MEMORY, "/meshes", "out of memory");
        json_object_set_new(node, "mesh", json_integer((json_int_t)json_array_size(meshes) - 1));
    }

    mesh = json_array_get(meshes, (size_t)pd_io_gltf_integer(node, "mesh", -1));

    /* Joints and weights of this part's vertices. */
    json_t *primitives = json_object_get(mesh, "primitives");
    json_t *attributes = json_object_get(json_array_get(primitives, (size_t)part->primitive), "attributes");
    const size_t first = (size_t)part->first_vertex;
    const size_t count = (size_t)part->vertex_count;

    const pd_io_gltf_numbers bones = {.bytes = w->rig->joints + first,
                                      .size = 4 * count,
                                      .count = count,
                                      .component = UNSIGNED_BYTE,
                                      .type = "VEC4",
                                      .target = VERTICES};
    const pd_io_gltf_numbers shares = {.bytes = w->rig->weights + first,
                                       .size = 4 * sizeof(float) * count,
                                       .count = count,
                                       .component = FLOAT,
                                       .type = "VEC4",
                                       .target = VERTICES};
    const int joints = pd_io_gltf_add(&w->file, &bones);
    const int weights = pd_io_gltf_add(&w->file, &shares);

    /* Set them, and remove a second set that belonged to the old skeleton. */
    if (!json_is_object(attributes) || joints < 0 || weights < 0)
        return pd_fail(w->err, PD_ERR_MEMORY, "/meshes", "out of memory");
    json_object_set_new(attributes, "JOINTS_0", json_integer(joints));
    json_object_set_new(attributes, "WEIGHTS_0", json_integer(weights));
    json_object_del(attributes, "JOINTS_1");
    json_object_del(attributes, "WEIGHTS_1");

    return PD_OK;
}

static bool stands_alike(const pd_io_surface_part *a, const pd_io_surface_part *b)
{
    int i = 0;
    while (i < 12 && a->place[i] == b->place[i]) i++;
    return i == 12;
}

/* Adds all parts. Parts of one node follow one another; nodes with the same matrix share a skin. */
static pd_status add_parts(writer *w)
{
    const pd_io_surface *s = w->surface;
    pd_status status = PD_OK;
    int *skins = malloc(((size_t)s->part_count + 1) * sizeof *skins);

    if (!skins) return pd_fail(w->err, PD_ERR_MEMORY, "", "out of memory");

    /* Find a skin with the same matrix, or add one. */
    for (int i = 0; status == PD_OK && i < s->part_count; i++) {
        skins[i] = -1;
        for (int j = 0; j < i && skins[i] < 0; j++)
            if (stands_alike(&s->parts[j], &s->parts[i])) skins[i] = skins[j];
        if (skins[i] < 0) skins[i] = add_skin_gltf_rig(w, s->parts[i].place);
        if (skins[i] < 0) status = pd_fail(w->err, PD_ERR_MEMORY, "/skins", "out of memory");
        if (status == PD_OK) status = add_part(w, &s->parts[i]);
        json_object_set_new(json_array_get(json_object_get(w->file.root, "nodes"), (size_t)s->parts[i].node),
                            "skin", json_integer(skins[i]));
    }

    free(skins);

    return status;
}

/* ---- VRM ---- */

static pd_status add_vrm(writer *w)
{
    json_t *bones = json_object();

    /* Map VRM's bones to nodes. */
    for (int k = 0; k < w->rig->bone_count; k++)
        if (w->rig->bones[k].is_vrm)
            json_object_set_new(bones, w->rig->bones[k].name, json_pack("{s:i}", "node", w->first_bone + k));

    /* VRM is for humanoids only */
    if (!json_object_size(bones)) {
        json_decref(bones);
        return PD_OK;
    }

    /* Add the extension, with the metadata that VRM requires. */
    json_t *used = pd_io_gltf_array(w->file.root, "extensionsUsed");
    json_t *extensions = json_object_get(w->file.root, "extensions");
    json_t *vrm = json_pack("{s:s,s:{s:s,s:[s],s:s},s:{s:o}}", "specVersion", "1.0", "meta", "name",
                            "rigged by posed", "authors", "unknown", "licenseUrl",
                            "https://vrm.dev/licenses/1.0/", "humanoid", "humanBones", bones);
    if (!extensions) {
        json_object_set_new(w->file.root, "extensions", json_object());
        extensions = json_object_get(w->file.root, "extensions");
    }

    if (!used || !vrm || json_object_set_new(extensions, "VRMC_vrm", vrm) ||
        json_array_append_new(used, json_string("VRMC_vrm")))
        return pd_fail(w->err, PD_ERR_FORMAT, "/extensions", "no object, or out of memory");

    return PD_OK;
}

pd_status pd_io_gltf_rig(pd_buffer *out, pd_bytes file, const pd_io_surface *surface, const pd_io_rig *rig,
                         pd_error *err)
{
    writer w = {.surface = surface, .rig = rig, .err = err};

    pd_status status = pd_io_gltf_open(&w.file, file, 0, err);
    if (status == PD_OK) drop_gltf_rig(w.file.root);
    if (status == PD_OK) status = pd_io_gltf_append(&w.file);
    if (status == PD_OK) status = add_bones(&w);
    if (status == PD_OK) status = add_parts(&w);
    if (status == PD_OK) status = add_vrm(&w);
    if (status == PD_OK) status = pd_io_gltf_write(out, &w.file);
    pd_io_gltf_close(&w.file);

    return status;
}
