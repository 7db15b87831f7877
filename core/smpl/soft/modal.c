#include "core/smpl/soft/modal.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/soft/soft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RIDGE 1e-6 /* of the mean diagonal: directions that depend on one another share their motion */

/* (V) a third of the area of the triangles at each vertex; all 1 where the surface has none. */
static void fill_areas(double *areas, const pd_smpl_data *data)
{
    double sum = 0;
    memset(areas, 0, (size_t)data->vertex_count * sizeof *areas);
    for (int f = 0; f < data->face_count; f++) {
        const uint32_t *corners = data->faces + 3 * (size_t)f;
        pd_vec3 p[3];
        for (int c = 0; c < 3; c++) {
            const float *v = data->v_template + 3 * (size_t)corners[c];
            p[c] = pd_vec3_make(v[0], v[1], v[2]);
        }
        const double area =
            pd_vec3_length(pd_vec3_cross(pd_vec3_sub(p[1], p[0]), pd_vec3_sub(p[2], p[0]))) / 2;
        for (int c = 0; c < 3; c++) areas[corners[c]] += area / 3;
        sum += area;
    }
    for (int v = 0; v < data->vertex_count && !(sum > 0); v++) areas[v] = 1;
}

/* Chooses the root and the joints whose skin the directions move most. listened (Q) out, in ascending order; slot (K) out: which of them a joint's
 * skin moves with, itself or the nearest above. Returns Q, 0 when out of memory. */
static int choose_joints(int *listened, int *slot, const pd_smpl_data *data, const double *areas, int modes)
{
    const size_t joint_count = (size_t)data->joint_count;
    double *moved = calloc(joint_count, sizeof *moved);
    if (!moved) return 0;

    /* how much of the directions each joint's skin has */
    for (size_t v = 0; v < (size_t)data->vertex_count; v++) {
        double square = 0;
        for (size_t c = 0; c < 3; c++)
            for (int m = 0; m < modes; m++) {
                const double d = (double)data->softdirs[(3 * v + c) * (size_t)data->soft_count + (size_t)m];
                square += d * d;
            }
        for (size_t k = 0; k < joint_count; k++)
            moved[k] += areas[v] * square * (double)data->weights[v * joint_count + k];
    }

    /* the root, then the most moved; -1 marks those that are taken */
    int count = 0;
    for (; count < PD_SMPL_SOFT_MAX_JOINTS && count < data->joint_count; count++) {
        size_t best = 0;
        for (size_t k = 0; k < joint_count; k++)
            if (count ? moved[k] > moved[best] : data->parents[k] < 0) best = k;
        if (moved[best] < 0) break;
        moved[best] = -1;
    }

    count = 0;
    for (int k = 0; k < data->joint_count; k++)
        if (moved[k] < 0) listened[count++] = k;
    for (size_t k = 0; k < joint_count; k++) {
        int up = (int)k;
        while (moved[up] >= 0 && data->parents[up] >= 0) up = data->parents[up];
        slot[k] = 0;
        for (int q = 0; q < count; q++)
            if (listened[q] == up) slot[k] = q;
    }
    free(moved);
    return count;
}

/* out (12,3): the acceleration of a point at r from the joint, for each input of soft.h. */
static void rows_of_inputs(double out[PD_SMPL_SOFT_FEATURES][3], pd_vec3 r)
{
    const double a = PD_SMPL_SOFT_A_UNIT, s = PD_SMPL_SOFT_SPIN_UNIT, t = PD_SMPL_SOFT_TURN_UNIT;
    const double rows[PD_SMPL_SOFT_FEATURES][3] = {
        {a, 0, 0},
        {0, a, 0},
        {0, 0, a}, /* a */
        {0, -s * r.z, s * r.y},
        {s * r.z, 0, -s * r.x},
        {-s * r.y, s * r.x, 0}, /* alpha x r */
        {0, -t * r.y, -t * r.z},
        {-t * r.x, 0, -t * r.z},
        {-t * r.x, -t * r.y, 0}, /* w (w.r) - r w^2: squares */
        {t * r.y, t * r.x, 0},
        {t * r.z, 0, t * r.x},
        {0, t * r.z, t * r.y}, /* and xy, xz, yz */
    };
    memcpy(out, rows, sizeof rows);
}

pd_status pd_smpl_soft_modal(pd_smpl_data *data, const double *joints, pd_error *err)
{
    const int modes = data->soft_count < PD_SMPL_SOFT_MAX_MODES ? data->soft_count : PD_SMPL_SOFT_MAX_MODES;
    const size_t vertices = (size_t)data->vertex_count, joint_count = (size_t)data->joint_count,
                 n = (size_t)modes;
    pd_smpl_soft_dynamics soft = {.mode_count = modes, .is_modal = true};
    if (!data->softdirs || !modes || data->soft.mode_count) return PD_OK;

    const size_t inputs = PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS;
    double *areas = malloc(vertices * sizeof *areas), *gram = calloc(n * n, sizeof *gram),
           *response = calloc(inputs * n, sizeof *response); /* (inputs, D) */
    int *slot = malloc(joint_count * sizeof *slot);
    soft.joints = malloc(PD_SMPL_SOFT_MAX_JOINTS * sizeof *soft.joints);
    soft.poles = malloc(2 * n * sizeof *soft.poles);
    bool good = areas && gram && response && slot && soft.joints && soft.poles;
    if (good) {
        fill_areas(areas, data);
        soft.joint_count = choose_joints(soft.joints, slot, data, areas, modes);
    }
    const size_t columns = PD_SMPL_SOFT_FEATURES * (size_t)soft.joint_count;
    if (good) soft.gains = malloc((n * columns + 1) * sizeof *soft.gains);
    good = good && soft.joint_count && soft.gains;

    /* D^T A D and D^T A a, vertex by vertex */
    for (size_t v = 0; v < vertices && good; v++) {
        const float *dirs = data->softdirs + 3 * v * (size_t)data->soft_count;
        const float *at = data->v_template + 3 * v;
        for (size_t c = 0; c < 3; c++) {
            const float *d = dirs + c * (size_t)data->soft_count;
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++) gram[i * n + j] += areas[v] * (double)d[i] * (double)d[j];
        }
        for (size_t k = 0; k < joint_count; k++) {
            const double w = (double)data->weights[v * joint_count + k];
            if (w == 0) continue;
            const double *joint = joints + 3 * (size_t)soft.joints[slot[k]];
            double rows[PD_SMPL_SOFT_FEATURES][3];
            rows_of_inputs(rows, pd_vec3_make(at[0] - joint[0], at[1] - joint[1], at[2] - joint[2]));
            for (size_t i = 0; i < PD_SMPL_SOFT_FEATURES; i++) {
                double *to = response + (PD_SMPL_SOFT_FEATURES * (size_t)slot[k] + i) * n;
                for (size_t c = 0; c < 3; c++) {
                    const double by = areas[v] * w * rows[i][c];
                    const float *d = dirs + c * (size_t)data->soft_count;
                    for (size_t m = 0; by != 0 && m < n; m++) to[m] += by * (double)d[m];
                }
            }
        }
    }

    double trace = 0;
    for (size_t i = 0; i < n && good; i++) trace += gram[i * n + i];
    const bool moves = good && trace > 0 && isfinite(trace);
    if (moves) {
        for (size_t i = 0; i < n; i++) gram[i * n + i] += RIDGE * trace / (double)n;
        const bool positive = pd_k_cholesky(gram, modes);
        PD_ASSERT(positive); /* a Gram matrix and a ridge */
        (void)positive;
        for (size_t i = 0; i < columns; i++) {
            pd_k_cholesky_solve(response + i * n, gram, modes);
            for (size_t m = 0; m < n; m++)
                soft.gains[m * columns + i] =
                    (float)(-response[i * n + m] / (PD_SMPL_SOFT_MODAL_W * PD_SMPL_SOFT_MODAL_W));
        }
        for (size_t m = 0; m < n; m++) {
            soft.poles[2 * m] = (float)PD_SMPL_SOFT_MODAL_W;
            soft.poles[2 * m + 1] = (float)PD_SMPL_SOFT_MODAL_ZETA;
        }
        data->soft = soft;
    } else {
        free(soft.joints), free(soft.poles), free(soft.gains);
    }

    free(areas), free(gram), free(response), free(slot);
    return good ? PD_OK
                : pd_fail(err, PD_ERR_MEMORY, "eigvec", "out of memory for the soft tissue's dynamics");
}
