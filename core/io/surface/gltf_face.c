#include "core/io/surface/gltf_face.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NODES_MOST    65536
#define TARGETS_MOST  4096
#define VRM_0_PERCENT 100.0 /* weight of a target in VRM 0.x that is 1 in VRM 1.0 */
#define WEIGHT_MOST   4.0   /* largest weight of a target in an expression */

/* Returns the index of the shape with a name, which is added; -1: there is no room for it. is_new: set if
 * it was added. */
static int shape_of(pd_io_gltf_face *out, const char *name, bool *is_new)
{
    *is_new = false;
    if (!name || !*name) return -1;
    for (int i = 0; i < out->count; i++)
        if (!strcmp(out->names[i], name)) return i;
    if (out->count == PD_IO_GLTF_FACE_SHAPES || strlen(name) >= PD_IO_GLTF_FACE_NAME_BYTES) {
        out->left_out++;
        return -1;
    }

    strcpy(out->names[out->count], name);
    *is_new = true;

    return out->count++;
}

static void add_bind(pd_io_gltf_face *out, int shape, int mesh, long target, double weight)
{
    PD_ASSERT(mesh >= 0 && mesh < out->node_count);
    if (shape < 0 || target < 0 || target >= out->nodes[mesh].targets || !(fabs(weight) <= WEIGHT_MOST) ||
        out->bind_count == PD_IO_GLTF_FACE_BINDS)
        return;
    out->binds[out->bind_count++] =
        (pd_io_gltf_face_bind){.shape = shape, .mesh = mesh, .target = (int)target, .weight = (float)weight};
}

/* Returns the targets of a mesh's first primitive, and the names of the targets (NULL: none). */
static size_t targets_of(const json_t **names, const json_t *mesh)
{
    const json_t *first = json_array_get(json_object_get(mesh, "primitives"), 0);
    const size_t count = json_array_size(json_object_get(first, "targets"));

    *names = json_object_get(json_object_get(mesh, "extras"), "targetNames");
    if (json_array_size(*names) != count)
        *names = json_object_get(json_object_get(first, "extras"), "targetNames");
    if (json_array_size(*names) != count) *names = NULL;

    return count;
}

/* Lists the nodes with morph targets, and a shape for each name of a target. */
static void read_meshes(pd_io_gltf_face *out, const json_t *root)
{
    const json_t *nodes = json_object_get(root, "nodes");
    const json_t *meshes = json_object_get(root, "meshes");

    for (size_t n = 0; n < json_array_size(nodes); n++) {
        const long mesh = pd_io_gltf_integer(json_array_get(nodes, n), "mesh", -1);
        const json_t *names;
        const size_t targets = mesh < 0 ? 0 : targets_of(&names, json_array_get(meshes, (size_t)mesh));
        if (!targets || targets > TARGETS_MOST) continue;
        const int at = out->node_count++;
        out->nodes[at] = (pd_io_gltf_face_node){.node = (int)n, .targets = (int)targets};
        for (size_t t = 0; t < targets && names; t++) {
            bool is_new;
            const int shape = shape_of(out, json_string_value(json_array_get(names, t)), &is_new);
            add_bind(out, shape, at, (long)t, 1);
        }
    }
}

/* Adds the targets of an expression of VRM. is_mesh: binds name a mesh and percents, as in VRM 0.x, instead
 * of a node. */
static void read_expression(pd_io_gltf_face *out, const json_t *root, const char *name, const json_t *binds,
                            bool is_mesh)
{
    const json_t *nodes = json_object_get(root, "nodes");
    const json_t *bind;
    bool is_new;
    size_t i;

    if (!json_array_size(binds)) return;
    const int shape = shape_of(out, name, &is_new);
    if (!is_new) return; /* a target has this name */
    json_array_foreach(binds, i, bind)
    {
        const long wanted = pd_io_gltf_integer(bind, is_mesh ? "mesh" : "node", -1);
        const double weight =
            json_number_value(json_object_get(bind, "weight")) / (is_mesh ? VRM_0_PERCENT : 1);
        for (int m = 0; m < out->node_count; m++) {
            const json_t *node = json_array_get(nodes, (size_t)out->nodes[m].node);
            const long own = is_mesh ? pd_io_gltf_integer(node, "mesh", -1) : out->nodes[m].node;
            if (own == wanted) add_bind(out, shape, m, pd_io_gltf_integer(bind, "index", -1), weight);
        }
    }
}

static void read_vrm(pd_io_gltf_face *out, const json_t *root)
{
    static const char *const kinds[] = {"preset", "custom"};
    const json_t *extensions = json_object_get(root, "extensions");
    const json_t *groups = json_object_get(
        json_object_get(json_object_get(extensions, "VRM"), "blendShapeMaster"), "blendShapeGroups");
    const json_t *expressions = json_object_get(json_object_get(extensions, "VRMC_vrm"), "expressions");
    const json_t *group;
    const char *name;
    size_t i;

    json_array_foreach(groups, i, group)
    {
        const char *preset = json_string_value(json_object_get(group, "presetName"));
        const bool is_preset = preset && *preset && strcasecmp(preset, "unknown") != 0;
        const char *own = json_string_value(json_object_get(group, "name"));
        read_expression(out, root, is_preset ? preset : own, json_object_get(group, "binds"), true);
    }

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        json_object_foreach((json_t *)json_object_get(expressions, kinds[k]), name, group)
            read_expression(out, root, name, json_object_get(group, "morphTargetBinds"), false);
}

pd_status pd_io_gltf_face_read(pd_io_gltf_face *out, pd_bytes bytes, size_t json_memory, pd_error *err)
{
    pd_io_gltf_file file;

    memset(out, 0, sizeof *out);
    pd_status status = pd_io_gltf_open(&file, bytes, json_memory, err);
    const size_t nodes = json_array_size(json_object_get(file.root, "nodes"));
    if (status == PD_OK && nodes && nodes <= NODES_MOST) {
        out->names = calloc(PD_IO_GLTF_FACE_SHAPES, sizeof *out->names);
        out->binds = calloc(PD_IO_GLTF_FACE_BINDS, sizeof *out->binds);
        out->nodes = calloc(nodes, sizeof *out->nodes);
        if (!out->names || !out->binds || !out->nodes)
            status = pd_fail(err, PD_ERR_MEMORY, "/meshes", "out of memory for the names of blend shapes");
    }

    if (status == PD_OK && out->nodes) {
        read_meshes(out, file.root);
        read_vrm(out, file.root);
    }

    /* Keep what was found. */
    if (status == PD_OK && out->nodes) {
        const size_t names = (size_t)(out->count ? out->count : 1) * sizeof *out->names;
        const size_t binds = (size_t)(out->bind_count ? out->bind_count : 1) * sizeof *out->binds;
        void *fewer_names = realloc(out->names, names);
        if (fewer_names) out->names = fewer_names;
        void *fewer_binds = realloc(out->binds, binds);
        if (fewer_binds) out->binds = fewer_binds;
        if (!fewer_names || !fewer_binds)
            status = pd_fail(err, PD_ERR_MEMORY, "/meshes", "out of memory for the names of blend shapes");
    }

    pd_io_gltf_close(&file);
    if (status != PD_OK) pd_io_gltf_face_deinit(out);

    return status;
}

size_t pd_io_gltf_face_bytes(const pd_io_gltf_face *face)
{
    return (size_t)face->count * sizeof *face->names + (size_t)face->bind_count * sizeof *face->binds +
           (size_t)face->node_count * sizeof *face->nodes;
}

void pd_io_gltf_face_deinit(pd_io_gltf_face *face)
{
    free(face->names);
    free(face->binds);
    free(face->nodes);
    memset(face, 0, sizeof *face);
}
