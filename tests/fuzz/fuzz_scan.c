/* Fuzzes scans. Points are finite and as many as stated; normals are of unit length or 0 0 0. */
#include "train/scan/scan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_train_scan scan;
    pd_error err;
    if (pd_train_scan_read(&scan, (pd_bytes){data, size}, "fuzz", &err)) return 0;
    if (scan.count < 1 || scan.left_out < 0) abort();
    for (int i = 0; i < 3 * scan.count; i++)
        if (!isfinite(scan.points[i])) abort();
    for (int i = 0; scan.normals && i < scan.count; i++) {
        const float *n = scan.normals + 3 * i, square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        if (square != 0 && !(fabsf(square - 1) < 1e-3f)) abort();
    }
    pd_train_scan_deinit(&scan);
    return 0;
}
