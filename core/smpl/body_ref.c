/* Reference of the forward pass in double precision, directly from the equations. It shares no code with the
 * tiles. It is slow, and is meant to be read together with Loper et al. 2015, Kavan et al. 2007 (DQS) and
 * Kavan, Zara 2005 (SBS). */
#include "core/math/quat.h"
#include "core/math/xform.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct reference {
    const pd_smpl_data *data;
    const pd_smpl_body *body;
    pd_smpl_skinning skinning;
    double *shaped; /* (V,3) v_template + shapedirs beta */
    double *rest;   /* (K,3)                             */
    double *local;  /* (K,9)                             */
    pd_quat *quat;  /* (K)                               */
    pd_xform *world, *skin;
    size_t *sparse_offset; /* (V) into sparse.values */
    double *sculpt;        /* (N) weights of the sculpts that the pose drives */
} reference;

/* Computes G'_k = G_k inverse(G*_k): the rest pose G* is a translation to J_k. */
static void chain(reference *r)
{
    const pd_smpl_data *d = r->data;

    for (int k = 0; k < d->joint_count; k++) {
        double *m = r->local + 9 * k;
        double offset[3], back[3], rotation[9];
        const int parent = d->parents[k];
        static const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        const int moves = r->body->rotations && r->body->stage != PD_SMPL_SHAPED;

        /* Rotation and offset from the parent at rest. */
        for (int i = 0; i < 9; i++) m[i] = moves ? r->body->rotations[9 * k + i] : none[i];
        for (int c = 0; c < 3; c++) {
            offset[c] = r->rest[3 * k + c] - (parent < 0 ? 0 : r->rest[3 * parent + c]);
            back[c] = -r->rest[3 * k + c];
        }

        const pd_xform local = pd_xform_make(r->body->stage == PD_SMPL_POSED ? m : none, offset);
        const pd_xform undo = pd_xform_make((double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, back);
        r->world[k] = parent < 0 ? local : pd_xform_mul(&r->world[parent], &local);
        r->skin[k] = pd_xform_mul(&r->world[k], &undo);
        pd_xform_rotation(rotation, &r->skin[k]);
        r->quat[k] = pd_q_from_matrix(rotation);
    }
}

/* --- blend shapes --- */

/* Returns entry f of R_k - I, or of its quaternion less the identity. */
static double feature(const reference *r, int joint, size_t f)
{
    if (r->data->pose_features == PD_SMPL_QUATERNION_FEATURES) {
        const pd_quat q = pd_q_from_matrix(r->local + 9 * joint);
        const double part[4] = {q.x, q.y, q.z, q.w};
        return (q.w < 0 ? -part[f] : part[f]) - (f == 3);
    }

    return r->local[9 * joint + (int)f] - (f % 4 == 0);
}

/* Adds P_0, then P_g times beta_g. */
static void add_sparse_shapes(double p[3], const reference *r, size_t v)
{
    const pd_smpl_sparse_dirs *s = &r->data->sparse;
    const float *values = s->values_dqs && r->skinning != PD_SMPL_LBS ? s->values_dqs : s->values;
    const int *start = s->pattern_start + s->vertex_pattern[v];

    for (int term = 0; term <= s->beta_terms && term <= r->body->beta_count; term++) {
        const float *value = values + (size_t)term * s->value_count + r->sparse_offset[v];
        const double factor = term ? r->body->betas[term - 1] : 1;
        for (int i = start[0]; i < start[1]; i++)
            for (size_t f = 0; f < 9; f++)
                for (int c = 0; c < 3; c++) p[c] += factor * *value++ * feature(r, s->pattern_joints[i], f);
    }
}

/* --- sculpts that the pose drives --- */

/* Returns 4 sin^2(angle / 2) of the rotation between a joint in the body's pose and a quaternion. */
static double apart2(const reference *r, int joint, const float *q)
{
    const pd_quat own = pd_q_from_matrix(r->local + 9 * joint);
    const double dot = own.x * q[0] + own.y * q[1] + own.z * q[2] + own.w * q[3];
    return 4 * (1 - dot * dot);
}

static double apart2_of(const float *a, const float *b)
{
    const double dot = (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
    return 4 * (1 - dot * dot);
}

/* Weights of one group: Phi c = phi, solved by elimination with pivoting. a (side,side+1): scratch. */
static void sculpt_group(reference *r, int g, const float *poses, double *a)
{
    static const float none[4] = {0, 0, 0, 1};
    const pd_smpl_psd *psd = &r->data->psd;
    const int first = psd->group_start[g];
    const int count = psd->group_start[g + 1] - first;
    const int side = count + 1;
    const int joint = psd->joint_start[g];
    const int joints = psd->joint_start[g + 1] - joint;
    const int row = side + 1;
    const double scale = 2 * (double)psd->widths[g] * psd->widths[g];

    /* Kernels between the poses (the last is the rest pose), and from each of them to the body's pose. */
    for (int e = 0; e < side; e++)
        for (int f = 0; f <= side; f++) {
            double sum = 0;
            for (int j = 0; j < joints; j++) {
                const float *own = e < count ? poses + 4 * (e * joints + j) : none;
                sum += f == side ? apart2(r, psd->joints[joint + j], own)
                                 : apart2_of(own, f < count ? poses + 4 * (f * joints + j) : none);
            }

            a[e * row + f] = exp(-sum / scale);
        }

    for (int i = 0; i < side; i++) {
        int best = i;
        for (int j = i + 1; j < side; j++)
            if (fabs(a[j * row + i]) > fabs(a[best * row + i])) best = j;
        for (int c = 0; c < row; c++) {
            const double swap = a[i * row + c];
            a[i * row + c] = a[best * row + c];
            a[best * row + c] = swap;
        }

        for (int j = 0; j < side; j++) {
            const double f = a[j * row + i] / a[i * row + i];
            for (int c = i; c < row && j != i; c++) a[j * row + c] -= f * a[i * row + c];
        }
    }

    for (int e = 0; e < count; e++) r->sculpt[first + e] = a[e * row + side] / a[e * row + e];
}

static bool sculpt_weights(reference *r)
{
    const pd_smpl_psd *psd = &r->data->psd;
    const size_t side = (size_t)psd->count + 1;
    double *a = calloc(side * (side + 1), sizeof *a);
    const float *poses = psd->poses;

    r->sculpt = calloc(side, sizeof *r->sculpt);
    const bool good = a && r->sculpt;
    for (int g = 0; good && !r->body->no_sculpts && g < psd->group_count; g++) {
        sculpt_group(r, g, poses, a);
        poses += 4 * (psd->group_start[g + 1] - psd->group_start[g]) *
                 (psd->joint_start[g + 1] - psd->joint_start[g]);
    }

    free(a);

    return good;
}

/* --- skinning --- */

/* sum of w_k (+-) q_k, each on the side of the pivot, the joint of largest weight; and the dual parts, which
 * DQS adds to it. */
static void blend_quats(pd_quat *q, pd_quat *dual, const reference *r, const float *w)
{
    const int joints = r->data->joint_count;
    int best = 0;

    /* Pivot: the joint of largest weight. */
    for (int k = 1; k < joints; k++)
        if (w[k] > w[best]) best = k;

    const pd_quat pivot = r->quat[best];
    *q = *dual = (pd_quat){0, 0, 0, 0};
    for (int k = 0; k < joints; k++) {
        const pd_quat own = r->quat[k];
        const double *m = r->skin[k].m;
        const double weight = pd_q_dot(own, pivot) < 0 ? -w[k] : w[k];
        *q = pd_q_fma(*q, weight, own);
        *dual = pd_q_fma(*dual, weight, pd_q_mul((pd_quat){m[3] / 2, m[7] / 2, m[11] / 2, 0}, own));
    }
}

static void rotate_body_ref(double p[3], pd_quat q)
{
    const pd_vec3 v = pd_q_rotate(q, pd_vec3_make(p[0], p[1], p[2]));
    p[0] = v.x;
    p[1] = v.y;
    p[2] = v.z;
}

static void skin_lbs(double p[3], const reference *r, const float *w)
{
    double sum[3] = {0};
    double moved[3];

    for (int k = 0; k < r->data->joint_count; k++) {
        pd_xform_point(moved, &r->skin[k], p);
        for (int c = 0; c < 3; c++) sum[c] += w[k] * moved[c];
    }

    memcpy(p, sum, sizeof sum);
}

/* The unit dual quaternion b/|b|: rotation b0/|b|, translation 2 b_dual b0* / |b|^2. */
static void skin_dqs(double p[3], const reference *r, const float *w)
{
    pd_quat q, dual;

    blend_quats(&q, &dual, r, w);

    const pd_quat t = pd_q_mul(dual, pd_q_conjugate(q));
    rotate_body_ref(p, pd_q_normalize(q));
    p[0] += 2 * t.x / pd_q_dot(q, q);
    p[1] += 2 * t.y / pd_q_dot(q, q);
    p[2] += 2 * t.z / pd_q_dot(q, q);
}

/* Solves by Gaussian elimination with pivoting, which is not the solver of the fast path. */
static void body_ref_solve3(double x[3], double a[3][4])
{
    /* Bring the largest entry to the diagonal, then eliminate the column. */
    for (int i = 0; i < 3; i++) {
        int best = i;
        for (int j = i + 1; j < 3; j++)
            if (fabs(a[j][i]) > fabs(a[best][i])) best = j;
        for (int c = 0; c < 4; c++) {
            double swap = a[i][c];
            a[i][c] = a[best][c];
            a[best][c] = swap;
        }

        for (int j = 0; j < 3; j++) {
            double f = a[j][i] / a[i][i];
            for (int c = i; c < 4 && j != i; c++) a[j][c] -= f * a[i][c];
        }
    }

    for (int i = 0; i < 3; i++) x[i] = a[i][3] / a[i][i];
}

/* Computes argmin over x of sum over pairs |C_a x - C_b x|^2 + 1e-10 |x
 * - mean rest joint|^2 (pose.h says why). */
static void rotation_centre(double x[3], const reference *r, const float *w)
{
    double a[3][4] = {{1e-10, 0, 0, 0}, {0, 1e-10, 0, 0}, {0, 0, 1e-10, 0}};
    double mean[3] = {0};
    double move[3];
    const int joints = r->data->joint_count;
    int n = 0;

    /* Mean rest joint of those with weight. */
    for (int k = 0; k < joints; k++)
        for (int c = 0; c < 3; c++) {
            mean[c] += w[k] > 0 ? r->rest[3 * k + c] : 0;
            n += c == 0 && w[k] > 0;
        }
    for (int c = 0; c < 3; c++) mean[c] /= n;

    /* Normal equations over all pairs of joints. */
    for (int i = 0; i < joints; i++)
        for (int j = i + 1; j < joints && w[i] > 0; j++)
            for (int row = 0; row < 3 && w[j] > 0; row++) {
                double d[4];
                for (int c = 0; c < 4; c++) d[c] = r->skin[i].m[4 * row + c] - r->skin[j].m[4 * row + c];
                d[3] = -(d[3] + d[0] * mean[0] + d[1] * mean[1] + d[2] * mean[2]);
                for (int m = 0; m < 3; m++)
                    for (int c = 0; c < 4; c++) a[m][c] += d[m] * d[c];
            }

    body_ref_solve3(move, a);
    for (int c = 0; c < 3; c++) x[c] = mean[c] + move[c];
}

/* v' = Q (v - r) + sum w_k C_k r */
static void skin_sbs(double p[3], const reference *r, const float *w)
{
    double centre[3], moved[3];
    pd_quat q, dual;

    blend_quats(&q, &dual, r, w);
    rotation_centre(centre, r, w);

    memcpy(moved, centre, sizeof moved);
    skin_lbs(moved, r, w);
    for (int c = 0; c < 3; c++) p[c] -= centre[c];
    rotate_body_ref(p, pd_q_normalize(q));
    for (int c = 0; c < 3; c++) p[c] += moved[c];
}

static void place_vertex(double p[3], const reference *r, size_t v)
{
    const size_t joints = (size_t)r->data->joint_count;
    float w[PD_SMPL_MAX_JOINTS];
    double sum = 0;

    for (size_t k = 0; k < joints; k++) sum += r->data->weights[v * joints + k];
    for (size_t k = 0; k < joints; k++) w[k] = (float)(r->data->weights[v * joints + k] / sum);

    /* Shaped vertex plus pose blend shapes, dense or sparse. */
    memcpy(p, r->shaped + 3 * v, 3 * sizeof *p);
    if (r->data->posedirs) {
        const size_t features = pd_smpl_posedirs_width(r->data);
        const size_t rows = (size_t)pd_smpl_pose_feature_rows(r->data->pose_features);
        const int first = pd_smpl_pose_first_joint(r->data->pose_features);

        for (size_t c = 0; c < 3; c++)
            for (size_t f = 0; f < features; f++)
                p[c] += r->data->posedirs[(3 * v + c) * features + f] *
                        feature(r, first + (int)(f / rows), f % rows);
    }

    if (r->data->sparse.pattern_count) add_sparse_shapes(p, r, v);

    /* Sculpts that the pose drives. */
    const size_t sculpts = (size_t)r->data->psd.count;
    for (size_t c = 0; c < 3; c++)
        for (size_t n = 0; n < sculpts; n++)
            p[c] += (double)r->data->psd.dirs[(3 * v + c) * sculpts + n] * r->sculpt[n];

    /* Soft tissue. */
    const size_t soft = (size_t)r->data->soft_count;

    for (size_t c = 0; c < 3; c++)
        for (int i = 0; i < r->body->soft_count; i++)
            p[c] += (double)r->data->softdirs[(3 * v + c) * soft + (size_t)i] * r->body->soft[i];

    /* Skinning. */
    if (r->skinning == PD_SMPL_DQS)
        skin_dqs(p, r, w);
    else if (r->skinning == PD_SMPL_SBS)
        skin_sbs(p, r, w);
    else
        skin_lbs(p, r, w);
}

/* --- the body --- */

static bool reference_init(reference *r, const pd_smpl_data *data, const pd_smpl_body *body,
                           pd_smpl_skinning skinning)
{
    const size_t joints = (size_t)data->joint_count;
    const size_t vertices = (size_t)data->vertex_count;

    *r = (reference){.data = data, .body = body, .skinning = skinning};
    r->shaped = calloc(3 * vertices, sizeof(double));
    r->rest = calloc(3 * joints, sizeof(double));
    r->local = calloc(9 * joints, sizeof(double));
    r->quat = calloc(joints, sizeof *r->quat);
    r->world = calloc(joints, sizeof(pd_xform));
    r->skin = calloc(joints, sizeof(pd_xform));
    r->sparse_offset = calloc(vertices + 1, sizeof(size_t));
    if (!r->shaped || !r->rest || !r->local || !r->quat || !r->world || !r->skin || !r->sparse_offset)
        return false;

    for (size_t v = 0; v < vertices && data->sparse.pattern_count; v++) {
        const int *start = data->sparse.pattern_start + data->sparse.vertex_pattern[v];
        r->sparse_offset[v + 1] = r->sparse_offset[v] + 27 * (size_t)(start[1] - start[0]);
    }

    return true;
}

static void reference_deinit(reference *r)
{
    free(r->shaped);
    free(r->rest);
    free(r->local);
    free(r->quat);
    free(r->world);
    free(r->skin);
    free(r->sparse_offset);
    free(r->sculpt);
}

/* Add the translation. With `ground` add only x and z, and move the lowest vertex to y = 0. */
static void move_all(double *points, int count, const float *translation, int ground, double lowest)
{
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            double t = translation ? translation[c] : 0;
            points[3 * i + c] += ground && c == 1 ? -lowest : t;
        }
}

pd_status pd_smpl_body_ref(double *vertices, double *joints, const pd_smpl_data *data,
                           const pd_smpl_body *body, pd_smpl_skinning skinning, pd_error *err)
{
    reference r;

    if (!reference_init(&r, data, body, skinning)) {
        reference_deinit(&r);
        return pd_fail(err, PD_ERR_MEMORY, "reference", "out of memory");
    }

    /* v_template + shapedirs beta, and the joints J that the regressor finds on it. */
    const pd_smpl_data *d = r.data;
    const size_t betas = (size_t)d->beta_count;
    const size_t expressions = (size_t)d->expression_count;

    for (size_t i = 0; i < 3 * (size_t)d->vertex_count; i++) {
        double sum = d->v_template[i];
        for (int b = 0; b < r.body->beta_count; b++)
            sum += (double)d->shapedirs[i * betas + (size_t)b] * r.body->betas[b];
        for (int e = 0; e < r.body->expression_count; e++)
            sum += (double)d->expressiondirs[i * expressions + (size_t)e] * r.body->expression[e];
        r.shaped[i] = sum;
    }

    /* Joints from the regressor, or from the file. */
    for (int k = 0; k < d->joint_count; k++)
        for (int i = d->regressor_start[k]; i < d->regressor_start[k + 1]; i++)
            for (int c = 0; c < 3; c++)
                r.rest[3 * k + c] += d->regressor_weight[i] * r.shaped[3 * d->regressor_vertex[i] + c];

    for (int i = 0; d->joints && i < 3 * d->joint_count; i++) {
        r.rest[i] = d->joints[i];
        for (int b = 0; b < r.body->beta_count; b++)
            r.rest[i] += d->joint_shapedirs[(size_t)i * betas + (size_t)b] * (double)r.body->betas[b];
    }

    chain(&r);
    if (!sculpt_weights(&r)) {
        reference_deinit(&r);
        return pd_fail(err, PD_ERR_MEMORY, "reference", "out of memory");
    }

    /* Surface and joints before translation. */
    double lowest = INFINITY;
    for (int v = 0; v < data->vertex_count && (vertices || body->ground); v++) {
        double p[3];
        place_vertex(p, &r, (size_t)v);
        if (vertices) memcpy(vertices + 3 * (size_t)v, p, sizeof p);
        lowest = fmin(lowest, p[1]);
    }

    for (int k = 0; k < data->joint_count && joints; k++)
        for (int c = 0; c < 3; c++) joints[3 * k + c] = r.world[k].m[4 * c + 3];

    /* Translation, or the ground. */
    if (vertices) move_all(vertices, data->vertex_count, body->translation, body->ground, lowest);
    if (joints) move_all(joints, data->joint_count, body->translation, body->ground, lowest);
    reference_deinit(&r);

    return PD_OK;
}
