/* Fuzzes OBJ and PLY files. Points are finite and as many as stated; normals are of unit length or 0 0 0. */
#include "core/io/surface/points.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float *points, *normals;
    int count;
    pd_error err;
    if (pd_io_points_read_normals(&points, &normals, &count, (pd_bytes){data, size}, "fuzz", &err)) return 0;
    if (count < 1) abort();
    for (int i = 0; i < 3 * count; i++)
        if (!isfinite(points[i])) abort();
    for (int i = 0; normals && i < count; i++) {
        const float *n = normals + 3 * i, square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        if (square != 0 && !(fabsf(square - 1) < 1e-3f)) abort();
    }
    free(points), free(normals);
    return 0;
}
