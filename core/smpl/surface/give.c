#include "core/smpl/surface/give.h"

#include <string.h>

#define LEAST_GIVE 0.005f /* what yields less is held */

static bool is_hard(const pd_smpl_data *d, int joint)
{
    static const char *const names[] = {"head", "jaw",   "eye",   "wrist",  "hand", "ankle",
                                        "foot", "thumb", "index", "middle", "ring", "pinky"};
    if (d->joint_names) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strstr(d->joint_names[joint], names[i])) return true;
        return false;
    }

    for (int k = joint + 1; k < d->joint_count; k++)
        if (d->parents[k] == joint) return false;
    return true;
}

void pd_smpl_give(float *give, bool *hard, const pd_smpl_data *data)
{
    const size_t joints = (size_t)data->joint_count;

    for (int k = 0; k < data->joint_count; k++) hard[k] = is_hard(data, k);
    for (size_t v = 0; v < (size_t)data->vertex_count; v++) {
        float left = 1;
        for (size_t k = 0; k < joints; k++)
            if (hard[k]) left -= data->weights[v * joints + k];
        give[v] = left < LEAST_GIVE ? 0 : left;
    }
}
