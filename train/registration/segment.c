#include "train/registration/segment.h"

#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_HELD 0.02 /* by a joint and all below it */

void pd_learn_joints_of_model(float *joints, const pd_smpl_data *d)
{
    for (int k = 0; k < d->joint_count; k++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int n = d->regressor_start[k]; n < d->regressor_start[k + 1]; n++)
                sum += d->regressor_weight[n] * (double)d->v_template[3 * d->regressor_vertex[n] + c];
            joints[3 * k + c] = (float)sum;
        }
}

static void make_unit(double v[3])
{
    double length = sqrt(pd_dot3(v, v));
    for (int c = 0; c < 3 && length > 0; c++) v[c] /= length;
}

pd_status pd_learn_parts_by_joints(int *parts, const pd_smpl_data *d, const float *joints, pd_error *err)
{
    size_t v = (size_t)d->vertex_count;
    size_t count = (size_t)d->joint_count;
    double *held = malloc(v * count * sizeof *held);

    if (!held) return pd_fail(err, PD_ERR_MEMORY, "parts", "out of memory for %zu vertices", v);

    /* held (V,K): weight of each joint and of all joints below it. Parents come before children. */
    for (size_t i = 0; i < v * count; i++) held[i] = (double)d->weights[i];
    for (size_t i = 0; i < v; i++)
        for (size_t k = count - 1; k > 0; k--) held[i * count + (size_t)d->parents[k]] += held[i * count + k];

    /* Cut the parts off from the root outwards. A cut goes through the joint, and its normal is the mean of
     * the bone before and the bones after the joint. */
    memset(parts, 0, v * sizeof *parts);
    for (int k = 1; k < d->joint_count; k++) {
        double normal[3];
        double after[3] = {0}; /* of the cut: across the bones that meet at the joint */
        for (int c = 0; c < 3; c++)
            normal[c] = (double)joints[3 * k + c] - (double)joints[3 * d->parents[k] + c];
        make_unit(normal);
        for (int child = k + 1; child < d->joint_count; child++)
            for (int c = 0; c < 3 && d->parents[child] == k; c++)
                after[c] += (double)joints[3 * child + c] - (double)joints[3 * k + c];
        make_unit(after);
        for (int c = 0; c < 3; c++) normal[c] += after[c];
        make_unit(normal);

        /* A vertex that the joint holds goes to its part when it is beyond the cut, or when the joints below
         * hold it (almost) alone. */
        for (size_t i = 0; i < v; i++) {
            double beyond = 0, below = 0;
            if (parts[i] != d->parents[k] || held[i * count + (size_t)k] <= LEAST_HELD) continue;
            for (int child = k + 1; child < d->joint_count; child++)
                if (d->parents[child] == k) below += held[i * count + (size_t)child];
            if (below >= 1 - LEAST_HELD) {
                parts[i] = k;
                continue;
            }

            for (size_t c = 0; c < 3; c++)
                beyond += normal[c] * ((double)d->v_template[3 * i + c] - (double)joints[3 * k + (int)c]);
            if (beyond > 0) parts[i] = k;
        }
    }

    free(held);

    return PD_OK;
}
