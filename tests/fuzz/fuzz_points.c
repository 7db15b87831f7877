/* Fuzzes OBJ and PLY files. Points are finite and as many as stated. */
#include "train/scan/points.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float *points;
    int count;
    pd_error err;
    if (pd_train_points_read(&points, &count, (pd_bytes){data, size}, "fuzz", &err)) return 0;
    if (count < 1) abort();
    for (int i = 0; i < 3 * count; i++)
        if (!isfinite(points[i])) abort();
    free(points);
    return 0;
}
