/* Fuzzes files of orientation sensors. Accepted frames have a rate,
 * and each quaternion is of unit length or missing. */
#include "core/io/mocap/orientations.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_orientations o;
    if (!size) return 0;

    if (pd_orientations_parse(&o, (pd_bytes){data + 1, size - 1}, data[0] & 1 ? 60 : 0, "fuzz", NULL)) {
        check(!o.names && !o.readings && !o.positions);
        return 0;
    }
    check(o.sensor_count >= 1 && o.frame_count >= 1 && o.rate >= 0.1 && isfinite(o.start));
    for (size_t i = 0; i < (size_t)o.frame_count * (size_t)o.sensor_count; i++) {
        const float *q = o.readings + 4 * i;
        const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        check(isnan(q[0]) ? isnan(q[3]) : fabsf(square - 1) < 1e-4F);
    }
    for (size_t i = 0; o.positions && i < 3 * (size_t)o.frame_count * (size_t)o.sensor_count; i++)
        check(isnan(o.positions[i]) || fabsf(o.positions[i]) <= 1e4F);
    pd_orientations_deinit(&o);
    return 0;
}
