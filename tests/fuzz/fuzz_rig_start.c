/* Fuzzes learned starts of rigging. The joints of an accepted one are finite, and it writes and reads back to
 * the same bytes. */
#include "core/rig/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double points[3][3] = {{0, 0, 0}, {0.1, 0.5, 0.1}, {0, 1, 0}};
    static float scratch[PD_RIG_MAP_NUMBERS];
    double joints[PD_RIG_JOINTS][3];
    pd_buffer once = {0}, twice = {0};
    pd_rig_start start, again;

    if (pd_rig_start_parse(&start, data, size, "fuzz", NULL)) return 0;
    pd_rig_start_joints(joints, &start, points, 3, scratch);
    if (pd_rig_start_encode(&once, &start, NULL)) abort();
    if (!pd_rig_start_parse(&again, once.data, once.size, "again", NULL)) {
        if (pd_rig_start_encode(&twice, &again, NULL)) abort();
        if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
        pd_rig_start_deinit(&again);
    } /* else an F32 beyond half precision */
    pd_buffer_deinit(&once), pd_buffer_deinit(&twice);
    pd_rig_start_deinit(&start);
    return 0;
}
