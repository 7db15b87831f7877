#include "core/smpl/data/half.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void pd_smpl_joint_mirror(int *out, const pd_smpl_data *data)
{
    for (int k = 0; k < data->joint_count; k++) {
        const char *name = data->joint_names[k];
        const char *other = !strncmp(name, "left_", 5)    ? "right_"
                            : !strncmp(name, "right_", 6) ? "left_"
                                                          : "";
        const char *rest = *other == 'r' ? name + 5 : name + 6;
        size_t length = strlen(other);
        out[k] = k;
        for (int j = 0; length && j < data->joint_count; j++)
            if (!strncmp(data->joint_names[j], other, length) && !strcmp(data->joint_names[j] + length, rest))
                out[k] = j;
    }
}

float pd_smpl_mirror_sign(int f)
{
    return (f / 3 == 0) != (f % 3 == 0) ? -1.0f : 1.0f;
}

static int joints_of(const int **joints, const pd_smpl_data *data, int vertex)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    int p = s->vertex_pattern[vertex];
    *joints = s->pattern_joints + s->pattern_start[p];
    return s->pattern_start[p + 1] - s->pattern_start[p];
}

/* Returns the index of a joint in a vertex's pattern, or -1. */
static int half_place_of(const pd_smpl_data *data, int vertex, int joint)
{
    const int *joints;
    int count = joints_of(&joints, data, vertex);
    for (int i = 0; i < count; i++)
        if (joints[i] == joint) return i;
    return -1;
}

size_t pd_smpl_half_count(const pd_smpl_data *data)
{
    int other[PD_SMPL_MAX_JOINTS];
    const int *joints;
    size_t numbers = 0;

    if (!data->mirror || !data->joint_names || !data->sparse.pattern_count) return 0;

    pd_smpl_joint_mirror(other, data);
    for (int v = 0; v < data->vertex_count; v++) {
        const int partner = data->mirror[v];
        const int count = joints_of(&joints, data, v);
        if (count < 0 || data->mirror[partner] != v) return 0;
        for (int i = 0; i < count; i++)
            if (other[other[joints[i]]] != joints[i] || half_place_of(data, partner, other[joints[i]]) < 0)
                return 0;
        if (joints_of(&joints, data, partner) != count) return 0;
        if (v <= partner) numbers += 27 * (size_t)count;
    }

    return numbers;
}

/* Computes the values of a vertex from those of its mirror image. */
static void mirror_vertex(float *values, const pd_smpl_data *data, const int *other, int vertex,
                          const float *partner_values)
{
    const int *joints;
    int partner = data->mirror[vertex];
    int count = joints_of(&joints, data, vertex);

    for (int i = 0; i < count; i++) {
        const float *from = partner_values + 27 * (size_t)half_place_of(data, partner, other[joints[i]]);
        for (int e = 0; e < 27; e++, values++) {
            float value = pd_smpl_mirror_sign(e / 3) * (e % 3 ? from[e] : -from[e]);
            *values = value + 0.0f; /* turns -0 into +0 */
        }
    }
}

/* Returns the start of each vertex's numbers in a row, (V+1). */
static size_t *row_starts(const pd_smpl_data *data)
{
    const int *joints;
    size_t *start = malloc(((size_t)data->vertex_count + 1) * sizeof *start);

    if (start) start[0] = 0;
    for (int v = 0; start && v < data->vertex_count; v++)
        start[v + 1] = start[v] + 27 * (size_t)joints_of(&joints, data, v);

    return start;
}

int pd_smpl_half_take(float *half, const pd_smpl_data *data, const float *row)
{
    int other[PD_SMPL_MAX_JOINTS];
    int good = 1;
    float mirrored[27 * PD_SMPL_MAX_JOINTS];
    size_t *start = row_starts(data);

    if (!start) return 0;

    pd_smpl_joint_mirror(other, data);
    for (int v = 0; good && v < data->vertex_count; v++) {
        size_t numbers = start[v + 1] - start[v];
        mirror_vertex(mirrored, data, other, v, row + start[data->mirror[v]]);
        good = !memcmp(mirrored, row + start[v], numbers * sizeof *row);
        if (v > data->mirror[v]) continue;
        memcpy(half, row + start[v], numbers * sizeof *row);
        half += numbers;
    }

    free(start);

    return good;
}

/* Fills a whole row from `half`, or from `packed` times step. */
static bool half_give(float *row, const pd_smpl_data *data, const float *half, const int16_t *packed,
                      float step)
{
    int other[PD_SMPL_MAX_JOINTS];
    size_t *start = row_starts(data);

    if (!start) return false;

    pd_smpl_joint_mirror(other, data);
    for (int v = 0; v < data->vertex_count; v++) {
        size_t numbers = start[v + 1] - start[v];
        if (v > data->mirror[v]) {
            mirror_vertex(row + start[v], data, other, v, row + start[data->mirror[v]]);
            continue;
        }

        if (packed) {
            for (size_t i = 0; i < numbers; i++) row[start[v] + i] = (float)packed[i] * step;
            packed += numbers;
        } else {
            memcpy(row + start[v], half, numbers * sizeof *row);
            half += numbers;
        }
    }

    free(start);

    return true;
}

int pd_smpl_half_give(float *row, const pd_smpl_data *data, const float *half)
{
    return half_give(row, data, half, NULL, 0);
}

int pd_smpl_half_unpack(float *row, const pd_smpl_data *data, const int16_t *half, float step)
{
    return half_give(row, data, NULL, half, step);
}
