#include "core/math/strongest.h"

#include "core/base/assert.h"

void pd_strongest(uint8_t joints[PD_STRONGEST], float weights[PD_STRONGEST], const float *row,
                  int joint_count)
{
    PD_DEBUG_ASSERT(joint_count > 0 && joint_count <= 256);

    /* Insertion sort of the few largest. */
    for (int s = 0; s < PD_STRONGEST; s++) {
        joints[s] = 0;
        weights[s] = 0;
    }

    for (int k = 0; k < joint_count; k++) {
        int s = PD_STRONGEST;
        while (s > 0 && row[k] > weights[s - 1]) s--;
        if (s == PD_STRONGEST) continue;
        for (int t = PD_STRONGEST - 1; t > s; t--) {
            weights[t] = weights[t - 1];
            joints[t] = joints[t - 1];
        }

        weights[s] = row[k];
        joints[s] = (uint8_t)k;
    }

    /* Sum 1. */
    float sum = 0;
    for (int s = 0; s < PD_STRONGEST; s++) sum += weights[s];
    for (int s = 0; s < PD_STRONGEST; s++) weights[s] = sum > 0 ? weights[s] / sum : s == 0;
}
