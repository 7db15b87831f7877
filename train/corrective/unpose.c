#include "train/corrective/unpose.h"

#include "core/base/assert.h"
#include "core/math/quat.h"

#include <math.h>
#include <string.h>

void pd_train_skin_set(pd_train_skin *skin, const pd_smpl_model *model, pd_smpl_skinning skinning,
                       const float *betas, int beta_count, const float *rotations)
{
    PD_ASSERT(beta_count >= 0 && beta_count <= model->beta_count);
    const pd_smpl_body body = {.betas = betas, .beta_count = beta_count, .rotations = rotations};
    skin->model = model;
    skin->skinning = skinning;
    pd_smpl_pose_chain(&skin->pose, model, &body);

    /* Dual quaternion of each joint: dual part = t q / 2, with the translation t as a quaternion. */
    for (int k = 0; k < model->joint_count; k++) {
        const double *m = skin->pose.skin[k].m;
        double matrix[9];
        pd_xform_rotation(matrix, &skin->pose.skin[k]);
        skin->pose.quat[k] = pd_q_from_matrix(matrix);
        skin->dual[k] = pd_q_mul((pd_quat){m[3] / 2, m[7] / 2, m[11] / 2, 0}, skin->pose.quat[k]);
    }
}

void pd_train_skin_vertex(pd_xform *out, const pd_train_skin *skin, int vertex)
{
    PD_ASSERT(vertex >= 0 && vertex < skin->model->vertex_count);
    const int joints = skin->model->joint_count;
    const float *w = skin->model->data.weights + (size_t)vertex * (size_t)joints;
    if (skin->skinning != PD_SMPL_DQS) {
        memset(out, 0, sizeof *out);
        for (int k = 0; k < joints; k++)
            for (int c = 0; w[k] > 0 && c < 12; c++) out->m[c] += (double)w[k] * skin->pose.skin[k].m[c];
        return;
    }

    /* Compute the unit dual quaternion b / |b|. Each quaternion gets the sign nearer to that of the joint
     * with the largest weight. */
    pd_quat q = {0, 0, 0, 0};
    pd_quat dual = q;
    int pivot = 0;
    for (int k = 1; k < joints; k++)
        if (w[k] > w[pivot]) pivot = k;
    for (int k = 0; k < joints; k++) {
        double weight =
            pd_q_dot(skin->pose.quat[k], skin->pose.quat[pivot]) < 0 ? -(double)w[k] : (double)w[k];
        if (!(w[k] > 0)) continue;
        q = pd_q_fma(q, weight, skin->pose.quat[k]);
        dual = pd_q_fma(dual, weight, skin->dual[k]);
    }

    const pd_quat t = pd_q_mul(dual, pd_q_conjugate(q));
    const double scale = 2 / pd_q_dot(q, q);
    double matrix[9];
    pd_q_to_matrix(matrix, pd_q_normalize(q));
    *out = pd_xform_make(matrix, (double[3]){scale * t.x, scale * t.y, scale * t.z});
}

/* Solves A x = b for A (3,3) symmetric positive definite: A = L L^T, L y = b, L^T x = y. */
static void unpose_solve3(double x[3], const double a[9], const double b[3])
{
    double l00 = sqrt(a[0]);
    double l10 = a[3] / l00;
    double l20 = a[6] / l00;
    double l11 = sqrt(a[4] - l10 * l10);
    double l21 = (a[7] - l20 * l10) / l11;
    double l22 = sqrt(a[8] - l20 * l20 - l21 * l21);
    double y0 = b[0] / l00;
    double y1 = (b[1] - l10 * y0) / l11;
    double y2 = (b[2] - l20 * y0 - l21 * y1) / l22;

    x[2] = y2 / l22;
    x[1] = (y1 - l21 * x[2]) / l11;
    x[0] = (y0 - l10 * x[1] - l20 * x[2]) / l00;
}

void pd_train_unpose(double *out, const pd_xform *skin, const double *rest, const float *target,
                     double damping)
{
    double posed[3], a[9];
    double b[3] = {0, 0, 0};
    const double *m = skin->m;

    pd_xform_point(posed, skin, rest);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            a[3 * i + j] = m[i] * m[j] + m[4 + i] * m[4 + j] + m[8 + i] * m[8 + j] + (i == j ? damping : 0);
        for (int r = 0; r < 3; r++) b[i] += m[4 * r + i] * ((double)target[r] - posed[r]);
    }

    unpose_solve3(out, a, b);
}
