/* Fuzzes C3D and TRC files and the tables of Motive, Nexus and Qualisys. Each accepted position is finite, or
 * missing in all three coordinates. */
#include "core/io/mocap/markers.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_markers m;
    if (pd_markers_parse(&m, (pd_bytes){data, size}, "fuzz", NULL) != PD_OK) {
        check(!m.names && !m.positions);
        return 0;
    }
    check(m.marker_count > 0 && m.frame_count > 0 && m.rate > 0 && m.up_axis >= -1 && m.up_axis < 6);
    for (size_t i = 0; i < (size_t)m.marker_count * (size_t)m.frame_count; i++) {
        const float *p = m.positions + 3 * i;
        check(isfinite(p[0]) ? isfinite(p[1]) && isfinite(p[2]) : isnan(p[0]) && isnan(p[1]) && isnan(p[2]));
    }
    for (int i = 0; i < m.marker_count; i++) {
        check(pd_markers_seen(&m, i) >= 0 && pd_markers_seen(&m, i) <= 1);
        check(pd_markers_find(&m, m.names[i]) >= 0);
    }
    pd_markers_deinit(&m);
    return 0;
}
