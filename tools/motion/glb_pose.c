#include "tools/motion/glb_pose.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 20 /* bytes: the file's header and its first chunk's */

static uint32_t u32_at(pd_bytes file, size_t at)
{
    PD_ASSERT(at + 4 <= file.size);
    const unsigned char *b = file.data + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void put_u32(unsigned char *out, size_t value)
{
    for (int i = 0; i < 4; i++) out[i] = (unsigned char)(value >> (8 * i));
}

static json_t *glb_pose_numbers(const double *values, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, json_real(values[i]));
    return array;
}

static bool turn_nodes(json_t *document, const json_t *solution)
{
    const json_t *nodes = json_object_get(solution, "nodes");
    const json_t *number;
    const json_t *rotations = json_object_get(json_object_get(solution, "pose"), "quaternions");
    json_t *moved = json_object_get(solution, "root_translation");
    size_t i;

    json_array_foreach(nodes, i, number)
    {
        size_t index = (size_t)json_integer_value(number);
        json_t *node = json_array_get(json_object_get(document, "nodes"), index);
        if (!node) return false;

        /* a node with a matrix has no rotation to set: the matrix becomes a translation and a scale */
        const json_t *matrix = json_object_get(node, "matrix");
        if (matrix) {
            double m[16], scale[3];
            for (size_t k = 0; k < 16; k++) m[k] = json_number_value(json_array_get(matrix, k));
            for (int c = 0; c < 3; c++)
                scale[c] =
                    sqrt(m[4 * c] * m[4 * c] + m[4 * c + 1] * m[4 * c + 1] + m[4 * c + 2] * m[4 * c + 2]);
            json_object_del(node, "matrix");
            json_object_set_new(node, "translation", glb_pose_numbers(m + 12, 3));
            json_object_set_new(node, "scale", glb_pose_numbers(scale, 3));
        }

        json_object_set(node, "rotation", json_array_get(rotations, i));
        if (!i && moved) json_object_set(node, "translation", moved);
    }

    return json_array_size(nodes) > 0;
}

pd_status pd_tool_glb_pose(pd_buffer *out, pd_bytes file, const json_t *solution, pd_error *err)
{
    size_t old = file.size >= HEAD ? u32_at(file, 12) : 0;

    if (file.size < HEAD || old > file.size - HEAD)
        return pd_fail(err, PD_ERR_FORMAT, "", "the %zu bytes are not a glTF binary", file.size);
    json_t *document = json_loadb((const char *)file.data + HEAD, old, 0, NULL);
    char *text = document && turn_nodes(document, solution)
                     ? json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(9))
                     : NULL;
    json_decref(document);
    if (!text) return pd_fail(err, PD_ERR_FORMAT, "", "the file has no nodes of these joints");

    /* the JSON chunk is written anew, all that follows is copied */
    size_t start = out->size;
    size_t size = strlen(text);
    pd_buffer_add(out, file.data, HEAD);
    pd_buffer_text(out, text);
    for (; size % 4; size++) pd_buffer_add(out, " ", 1);
    pd_buffer_add(out, file.data + HEAD + old, file.size - HEAD - old);
    free(text);
    if (out->failed) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    put_u32(out->data + start + 8, out->size - start);
    put_u32(out->data + start + 12, size);
    return PD_OK;
}
