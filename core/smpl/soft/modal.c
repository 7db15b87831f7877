#include "core/smpl/soft/modal.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/soft/soft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ridge as a fraction of the mean diagonal; linearly dependent directions then share their motion. */
#define RIDGE 1e-6

/* Computes the area of each vertex (V): a third of the areas of its triangles. If the surface has no area,
 * all are 1. */
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

/* Chooses the joints whose motion is an input: the root, and the joints whose skin the directions move most.
 * listened (Q): these joints, ascending. slot (K): index of the input joint for the skin of each joint, which
 * is the joint itself or its nearest ancestor. Returns Q, or 0 when out of memory. */
static int choose_joints(int *listened, int *slot, const pd_smpl_data *data, const double *areas, int modes)
{
    const size_t joint_count = (size_t)data->joint_count;
    double *moved = calloc(joint_count, sizeof *moved);

    if (!moved) return 0;

    /* Sum the squared directions of each joint's skin. */
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

    /* Take the root, then the joints with the largest sums; -1 marks those that are taken. */
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

/* Computes out (12,3): acceleration of a point at r from the joint for each input of soft.h. */
static void rows_of_inputs(double out[PD_SMPL_SOFT_FEATURES][3], pd_vec3 r)
{
    const double a = PD_SMPL_SOFT_A_UNIT;
    const double s = PD_SMPL_SOFT_SPIN_UNIT;
    const double t = PD_SMPL_SOFT_TURN_UNIT;
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

/* The equations of a model: shapes D (3 V, modes), areas A,
 * and the accelerations that the inputs give each vertex. */
typedef struct equations {
    double *areas;    /* (V) */
    double *gram;     /* (modes, modes) D^T A D */
    double *response; /* (inputs, modes) D^T A a, one row for each input of each input joint */
    int *slot;        /* (K) index of the input joint for joint k */
} equations;

/* Adds one vertex to the equations. joints: (K,3) joints at rest; listened: input joints. */
static void add_vertex_modal(equations *e, const pd_smpl_data *data, size_t v, size_t modes,
                             const double *joints, const int *listened)
{
    const size_t joint_count = (size_t)data->joint_count;
    const size_t stride = (size_t)data->soft_count;
    const float *dirs = data->softdirs + 3 * v * stride;
    const float *at = data->v_template + 3 * v;

    /* D^T A D. */
    for (size_t c = 0; c < 3; c++) {
        const float *d = dirs + c * stride;
        for (size_t i = 0; i < modes; i++)
            for (size_t j = 0; j < modes; j++)
                e->gram[i * modes + j] += e->areas[v] * (double)d[i] * (double)d[j];
    }

    /* D^T A a: accelerations by each joint that carries the vertex, times its weight. */
    for (size_t k = 0; k < joint_count; k++) {
        const double weight = (double)data->weights[v * joint_count + k];
        if (weight == 0) continue;
        const double *joint = joints + 3 * (size_t)listened[e->slot[k]];
        double rows[PD_SMPL_SOFT_FEATURES][3];
        rows_of_inputs(rows, pd_vec3_make(at[0] - joint[0], at[1] - joint[1], at[2] - joint[2]));
        for (size_t i = 0; i < PD_SMPL_SOFT_FEATURES; i++) {
            double *to = e->response + (PD_SMPL_SOFT_FEATURES * (size_t)e->slot[k] + i) * modes;
            for (size_t c = 0; c < 3; c++) {
                const double by = e->areas[v] * weight * rows[i][c];
                const float *d = dirs + c * stride;
                for (size_t m = 0; by != 0 && m < modes; m++) to[m] += by * (double)d[m];
            }
        }
    }
}

/* Solves for the gains of each input and sets the same poles for all modes.
 * Returns false for shapes that move nothing. */
static bool solve_gains(pd_smpl_soft_dynamics *soft, equations *e)
{
    const size_t modes = (size_t)soft->mode_count;
    const size_t columns = PD_SMPL_SOFT_FEATURES * (size_t)soft->joint_count;
    const double stiffness = PD_SMPL_SOFT_MODAL_W * PD_SMPL_SOFT_MODAL_W;

    /* A ridge makes the Gram matrix positive definite. */
    double trace = 0;
    for (size_t i = 0; i < modes; i++) trace += e->gram[i * modes + i];
    if (!(trace > 0 && isfinite(trace))) return false;
    for (size_t i = 0; i < modes; i++) e->gram[i * modes + i] += RIDGE * trace / (double)modes;
    const bool is_positive = pd_k_cholesky(e->gram, soft->mode_count);
    PD_ASSERT(is_positive);

    /* Gains, input by input. */
    for (size_t i = 0; i < columns; i++) {
        pd_k_cholesky_solve(e->response + i * modes, e->gram, soft->mode_count);
        for (size_t m = 0; m < modes; m++)
            soft->gains[m * columns + i] = (float)(-e->response[i * modes + m] / stiffness);
    }

    /* Poles. */
    for (size_t m = 0; m < modes; m++) {
        soft->poles[2 * m] = (float)PD_SMPL_SOFT_MODAL_W;
        soft->poles[2 * m + 1] = (float)PD_SMPL_SOFT_MODAL_ZETA;
    }

    return true;
}

pd_status pd_smpl_soft_modal(pd_smpl_data *data, const double *joints, pd_error *err)
{
    const int modes = data->soft_count < PD_SMPL_SOFT_MAX_MODES ? data->soft_count : PD_SMPL_SOFT_MAX_MODES;
    const size_t vertices = (size_t)data->vertex_count;
    const size_t n = (size_t)modes;
    const size_t inputs = PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS;

    /* Keep the dynamics of a file that has some. */
    if (!data->softdirs || !modes || data->soft.mode_count) return PD_OK;

    /* Take the memory. */
    pd_smpl_soft_dynamics soft = {.mode_count = modes, .is_modal = true};
    equations e = {.areas = malloc(vertices * sizeof *e.areas),
                   .gram = calloc(n * n, sizeof *e.gram),
                   .response = calloc(inputs * n, sizeof *e.response),
                   .slot = malloc((size_t)data->joint_count * sizeof *e.slot)};
    soft.joints = malloc(PD_SMPL_SOFT_MAX_JOINTS * sizeof *soft.joints);
    soft.poles = malloc(2 * n * sizeof *soft.poles);
    bool good = e.areas && e.gram && e.response && e.slot && soft.joints && soft.poles;

    /* Choose the input joints. choose_joints returns 0 when out of memory. */
    if (good) {
        fill_areas(e.areas, data);
        soft.joint_count = choose_joints(soft.joints, e.slot, data, e.areas, modes);
        soft.gains = malloc((n * PD_SMPL_SOFT_FEATURES * (size_t)soft.joint_count + 1) * sizeof *soft.gains);
    }

    good = good && soft.joint_count && soft.gains;

    /* Sum the equations over all vertices, and solve them.
     * Shapes that move nothing leave the model without dynamics. */
    for (size_t v = 0; v < vertices && good; v++) add_vertex_modal(&e, data, v, n, joints, soft.joints);
    if (good && solve_gains(&soft, &e))
        data->soft = soft;
    else {
        free(soft.joints);
        free(soft.poles);
        free(soft.gains);
    }

    free(e.areas);
    free(e.gram);
    free(e.response);
    free(e.slot);

    return good ? PD_OK
                : pd_fail(err, PD_ERR_MEMORY, "eigvec", "out of memory for the soft tissue's dynamics");
}
