/* Computes the axes of joints at rest for the nodes of a glTF file. */
#include "core/io/mesh/glb_scene.h"

#include <string.h>

const float *pd_io_glb_axes(const pd_io_glb_pose *pose, int k)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    return pose->axes && k >= 0 ? pose->axes + 9 * (size_t)k : identity;
}

void pd_io_glb_turn_back(float v[3], const float axes[9])
{
    float turned[3];
    for (int r = 0; r < 3; r++) turned[r] = axes[r] * v[0] + axes[3 + r] * v[1] + axes[6 + r] * v[2];
    memcpy(v, turned, sizeof turned);
}

/* Computes out = a^T b if a_transposed, otherwise out = a b. */
static void multiply_glb_axes(float out[9], const float a[9], const float b[9], int a_transposed)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (int i = 0; i < 3; i++) sum += (a_transposed ? a[3 * i + r] : a[3 * r + i]) * b[3 * i + c];
            out[3 * r + c] = sum;
        }
}

void pd_io_glb_node_rotation(float out[9], const pd_io_glb_pose *pose, int parent, int k)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    float turned[9];
    multiply_glb_axes(turned, pose->rotations ? pose->rotations + 9 * (size_t)k : identity,
                      pd_io_glb_axes(pose, k), 0);
    multiply_glb_axes(out, pd_io_glb_axes(pose, parent), turned, 1);
}
