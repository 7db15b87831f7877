#include "core/mhr/pose.h"

#include "core/base/assert.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

void pd_mhr_pose_joint_parameters(double *q, const pd_mhr *m, const float *parameters)
{
    PD_ASSERT(m->transform.row_count == PD_MHR_CHANNELS * m->joint_count);
    const pd_mhr_rows *a = &m->transform;

    for (int r = 0; r < a->row_count; r++) {
        double sum = 0;
        for (uint32_t i = a->start[r]; i < a->start[r + 1]; i++)
            sum += (double)a->weights[i] * (double)parameters[a->columns[i]];
        q[r] = sum;
    }
}

void pd_mhr_pose_rotation(double out[9], const double angles[3])
{
    const double cx = cos(angles[0]);
    const double sx = sin(angles[0]);
    const double cy = cos(angles[1]);
    const double sy = sin(angles[1]);
    const double cz = cos(angles[2]);
    const double sz = sin(angles[2]);
    const double r[9] = {cy * cz,
                         sx * sy * cz - cx * sz,
                         cx * sy * cz + sx * sz,
                         cy * sz,
                         sx * sy * sz + cx * cz,
                         cx * sy * sz - sx * cz,
                         -sy,
                         sx * cy,
                         cx * cy};

    memcpy(out, r, sizeof r);
}

void pd_mhr_pose_world(double *world, const pd_mhr *m, const double *q)
{
    for (int k = 0; k < m->joint_count; k++) {
        const double *own = q + PD_MHR_CHANNELS * k;
        const float *o = m->offsets + 3 * (size_t)k;
        const float *p = m->prerotations + 4 * (size_t)k;
        const pd_quat pre = pd_q_normalize((pd_quat){(double)p[0], (double)p[1], (double)p[2], (double)p[3]});
        double before[9], turn[9], local[9];
        double *state = world + PD_MHR_STATE * k;

        /* Local rotation, translation and scale. */
        pd_q_to_matrix(before, pre);
        pd_mhr_pose_rotation(turn, own + PD_MHR_RX);
        pd_rot_mul(local, before, turn);
        const double t[3] = {(double)o[0] + own[0], (double)o[1] + own[1], (double)o[2] + own[2]};
        const double scale = exp2(own[PD_MHR_SC]);
        if (m->parents[k] < 0) {
            memcpy(state, local, sizeof local);
            memcpy(state + 9, t, sizeof t);
            state[12] = scale;
            continue;
        }

        /* Compose with the parent's state. */
        PD_DEBUG_ASSERT(m->parents[k] < k);
        const double *above = world + PD_MHR_STATE * m->parents[k];
        pd_rot_mul(state, above, local);
        for (int c = 0; c < 3; c++)
            state[9 + c] = above[9 + c] + above[12] * (above[3 * c] * t[0] + above[3 * c + 1] * t[1] +
                                                       above[3 * c + 2] * t[2]);
        state[12] = above[12] * scale;
    }
}

void pd_mhr_pose_rest(double *world, const pd_mhr *m)
{
    PD_ASSERT(m->joint_count <= PD_MHR_JOINTS_MAX);
    static const double zeros[PD_MHR_CHANNELS * PD_MHR_JOINTS_MAX];
    pd_mhr_pose_world(world, m, zeros);
}

void pd_mhr_pose_inverse(double out[12], const double state[PD_MHR_STATE])
{
    for (int r = 0; r < 3; r++) {
        double t = 0;
        for (int c = 0; c < 3; c++) {
            out[4 * r + c] = state[3 * c + r] / state[12];
            t -= out[4 * r + c] * state[9 + c];
        }

        out[4 * r + 3] = t;
    }
}

void pd_mhr_pose_after(float out[12], const double state[PD_MHR_STATE], const double first[12])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            double sum = c == 3 ? state[9 + r] : 0;
            for (int k = 0; k < 3; k++) sum += state[12] * state[3 * r + k] * first[4 * k + c];
            out[4 * r + c] = (float)sum;
        }
}
