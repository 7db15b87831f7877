#include "core/smpl/surface/give.h"

#include <string.h>

#define LEAST_GIVE 0.005f /* what yields less is held */

void pd_smpl_give(float *give, bool *hard, const pd_smpl_data *data)
{
    static const char *const names[] = {"head", "jaw",   "eye",   "wrist",  "hand", "ankle",
                                        "foot", "thumb", "index", "middle", "ring", "pinky"};
    const size_t joints = (size_t)data->joint_count;

    /* hard by the joint's name; without names, where no other joint hangs on it */
    for (int k = 0; k < data->joint_count; k++) {
        hard[k] = !data->joint_names;
        for (size_t i = 0; data->joint_names && i < sizeof names / sizeof *names && !hard[k]; i++)
            hard[k] = strstr(data->joint_names[k], names[i]) != NULL;
        for (int c = k + 1; !data->joint_names && c < data->joint_count && hard[k]; c++)
            hard[k] = data->parents[c] != k;
    }

    for (size_t v = 0; v < (size_t)data->vertex_count; v++) {
        float left = 1;
        for (size_t k = 0; k < joints; k++)
            if (hard[k]) left -= data->weights[v * joints + k];
        give[v] = left < LEAST_GIVE ? 0 : left;
    }
}
