#include "core/io/surface/gltf_bound.h"

#include <jansson.h>
#include <stdio.h>

#define FLOAT 5126

pd_status pd_io_gltf_weights_of(pd_io_gltf_weights *out, const pd_io_gltf_file *file,
                                const json_t *attributes, size_t vertices, const char *where)
{
    pd_status status = PD_OK;

    for (out->sets = 0; out->sets < PD_IO_GLTF_WEIGHT_SETS; out->sets++) {
        pd_io_gltf_view *joints = &out->joints[out->sets];
        pd_io_gltf_view *weights = &out->weights[out->sets];
        char names[2][24];
        snprintf(names[0], sizeof names[0], "JOINTS_%d", out->sets);
        snprintf(names[1], sizeof names[1], "WEIGHTS_%d", out->sets);
        if (!json_object_get(attributes, names[0]) || !json_object_get(attributes, names[1])) break;
        status = pd_io_gltf_view_of(joints, file, pd_io_gltf_integer(attributes, names[0], -1));
        if (status == PD_OK)
            status = pd_io_gltf_view_of(weights, file, pd_io_gltf_integer(attributes, names[1], -1));
        if (status != PD_OK) return status;
        if (joints->width != 4 || weights->width != 4 || joints->count != vertices ||
            weights->count != vertices)
            return pd_fail(file->err, PD_ERR_FORMAT, where,
                           "%s or %s has another type or count; a VEC4 for each vertex expected", names[0],
                           names[1]);
    }

    return PD_OK;
}

pd_status pd_io_gltf_skin_matrices(pd_io_gltf_matrix *matrices, int *nodes, const pd_io_gltf_file *file,
                                   const pd_io_gltf_nodes *all, const json_t *skin, long number)
{
    const json_t *joints = json_object_get(skin, "joints");
    const long binds = pd_io_gltf_integer(skin, "inverseBindMatrices", -1);
    pd_io_gltf_view view = {0};
    char where[64];

    snprintf(where, sizeof where, "/skins/%ld", number);

    /* Inverse bind matrices are optional. */
    if (binds >= 0) {
        const pd_status status = pd_io_gltf_view_of(&view, file, binds);
        if (status != PD_OK) return status;
        if (view.width != 16 || view.component != FLOAT || view.count < json_array_size(joints))
            return pd_fail(file->err, PD_ERR_FORMAT, where,
                           "the inverse bind matrices have another type or count; one MAT4 of floats for "
                           "each joint expected");
    }

    /* Each joint must be a node. Its matrix is its node's times its inverse bind matrix. */
    for (size_t k = 0; k < json_array_size(joints); k++) {
        const json_t *item = json_array_get(joints, k);
        const json_int_t node = json_is_integer(item) ? json_integer_value(item) : -1;
        if (node < 0 || node >= all->count)
            return pd_fail(file->err, PD_ERR_RANGE, where,
                           "joint %zu is not the number of a node; 0 to %d allowed", k, all->count - 1);

        nodes[k] = (int)node;
        matrices[k] = all->items[node].world;
        if (!view.data) continue;
        pd_io_gltf_matrix bind;
        for (int row = 0; row < 3; row++)
            for (int c = 0; c < 4; c++) bind.m[4 * row + c] = pd_io_gltf_number(&view, k, 4 * c + row);
        matrices[k] = pd_io_gltf_product(&matrices[k], &bind);
    }

    return PD_OK;
}

pd_status pd_io_gltf_weights_fail(const pd_io_gltf_file *file, const char *where, long joint, size_t vertex,
                                  size_t joints)
{
    return pd_fail(file->err, PD_ERR_RANGE, where,
                   "joint %ld at vertex %zu; 0 to %zu allowed, the joints of the skin", joint, vertex,
                   joints ? joints - 1 : 0);
}
