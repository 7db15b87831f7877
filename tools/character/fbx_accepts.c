#include "tools/character/fbx_accepts.h"

#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <string.h>

enum { GLTF_FLOAT = 5126 };

/* Returns the extension that assimp cannot decode and that the file requires, or NULL. */
static const char *packed_by(const json_t *root)
{
    static const char *const packings[] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
    const json_t *required = json_object_get(root, "extensionsRequired");
    const json_t *name;
    size_t i;

    for (size_t k = 0; k < sizeof packings / sizeof *packings; k++)
        json_array_foreach(required, i,
                           name) if (json_is_string(name) &&
                                     !strcmp(json_string_value(name), packings[k])) return packings[k];

    return NULL;
}

/* Reports whether any primitive has skin weights that are not floats. */
static bool has_integer_weights(const json_t *root)
{
    const json_t *accessors = json_object_get(root, "accessors");
    const json_t *mesh, *primitive;
    size_t m, p;

    json_array_foreach(json_object_get(root, "meshes"), m, mesh) json_array_foreach(
        json_object_get(mesh, "primitives"), p,
        primitive) for (const char *const *name = (const char *const[]){"WEIGHTS_0", "WEIGHTS_1", NULL};
                        *name; name++)
    {
        const json_t *attributes = json_object_get(primitive, "attributes");
        const json_int_t number = pd_io_gltf_integer(attributes, *name, -1);
        if (number < 0) continue;
        const json_t *accessor = json_array_get(accessors, (size_t)number);
        if (pd_io_gltf_integer(accessor, "componentType", GLTF_FLOAT) != GLTF_FLOAT) return true;
    }

    return false;
}

/* Reports whether any node lists coarser copies of itself. */
static bool has_levels(const json_t *root)
{
    const json_t *node;
    size_t i;

    json_array_foreach(
        json_object_get(root, "nodes"), i,
        node) if (json_object_get(json_object_get(node, "extensions"), "MSFT_lod")) return true;

    return false;
}

pd_status pd_tool_fbx_accepts(pd_bytes glb, const char *path, pd_error *err)
{
    pd_io_gltf_file file;
    pd_error unread;
    pd_status status = PD_OK;

    if (pd_io_gltf_open(&file, glb, 0, &unread) != PD_OK) return PD_OK;

    /* Compression comes first: such a file has integer weights too,
     * and one option of its writer turns off both. */
    const char *packing = packed_by(file.root);
    if (packing)
        status = pd_fail(err, PD_ERR_UNSUPPORTED, path,
                         "the file needs %s, which assimp does not read; write the GLB without it (posedctl "
                         "mesh: without --quantize; in a request: without quantize)",
                         packing);
    else if (has_integer_weights(file.root))
        status = pd_fail(err, PD_ERR_UNSUPPORTED, path,
                         "the file has skin weights (WEIGHTS_0) of 8 or 16 bits, which assimp reads as 0; "
                         "write the GLB with weights of 32-bit floats");
    else if (has_levels(file.root))
        status = pd_fail(err, PD_ERR_UNSUPPORTED, path,
                         "the file has coarser copies of a mesh (MSFT_lod), which FBX cannot hold; write the "
                         "GLB without them (in a request: without levels)");
    pd_io_gltf_close(&file);

    return status;
}
