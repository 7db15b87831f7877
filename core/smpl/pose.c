#include "core/smpl/pose.h"

#include "core/base/assert.h"
#include "core/smpl/data/psd.h"

#include <stdbool.h>

#define LAMBDA 1e-10 /* pose.h says why */

bool pd_smpl_pose_is_rest(const pd_smpl_body *body, int joint_count)
{
    for (int i = 9; body->rotations && i < 9 * joint_count; i++)
        if (body->rotations[i] != (float)(i % 9 % 4 == 0)) return false;
    return true;
}

void pd_smpl_pose_chain(pd_smpl_pose *out, const pd_smpl_model *model, const pd_smpl_body *body)
{
    PD_ASSERT(model->joint_count <= PD_SMPL_MAX_JOINTS && body->beta_count <= model->beta_count &&
              body->expression_count <= model->expression_count);

    /* Rest joints J. */
    const double *dirs = model->joint_shapedirs;
    const double *faces = model->joint_expressiondirs;
    for (int k = 0; k < model->joint_count; k++)
        for (int c = 0; c < 3; c++, dirs += model->beta_count, faces += model->expression_count) {
            double sum = model->joint_template[3 * k + c];
            for (int b = 0; b < body->beta_count; b++) sum += dirs[b] * body->betas[b];
            for (int e = 0; e < body->expression_count; e++) sum += faces[e] * body->expression[e];
            out->rest[k][c] = sum;
        }

    /* World transform of each joint, and the transform from the rest pose. */
    for (int k = 0; k < model->joint_count; k++) {
        const int parent = model->data.parents[k];
        double r[9], offset[3], rotated[3];
        for (int i = 0; i < 9; i++) r[i] = body->rotations ? body->rotations[9 * k + i] : i % 4 == 0;
        for (int c = 0; c < 3; c++) offset[c] = out->rest[k][c] - (parent < 0 ? 0 : out->rest[parent][c]);

        const pd_xform local = pd_xform_make(r, offset);
        out->world[k] = parent < 0 ? local : pd_xform_mul(&out->world[parent], &local);

        /* Remove the rest position, so that the transform applies to rest vertices. */
        pd_xform_vector(rotated, &out->world[k], out->rest[k]);
        out->skin[k] = out->world[k];
        for (int c = 0; c < 3; c++) out->skin[k].m[4 * c + 3] -= rotated[c];
    }
}

void pd_smpl_pose_lbs(float *table, const pd_smpl_pose *pose, int joint_count)
{
    PD_ASSERT(joint_count <= PD_SMPL_MAX_JOINTS);
    for (int k = 0; k < joint_count; k++)
        for (int i = 0; i < PD_K_LBS_ROW; i++) table[PD_K_LBS_ROW * k + i] = (float)pose->skin[k].m[i];
}

/* Quaternions of the skinning transforms. */
static void quats(pd_smpl_pose *pose, int joint_count)
{
    PD_ASSERT(joint_count <= PD_SMPL_MAX_JOINTS);
    for (int k = 0; k < joint_count; k++) {
        double r[9];
        pd_xform_rotation(r, &pose->skin[k]);
        pose->quat[k] = pd_q_from_matrix(r);
    }
}

/* Returns +1 when joint's quaternion lies on the pivot's side of the sphere, else -1. */
static double side(const pd_smpl_pose *pose, int joint, int pivot)
{
    return pd_q_dot(pose->quat[joint], pose->quat[pivot]) < 0 ? -1 : 1;
}

/* Writes sign q as float32 x, y, z, w. */
static void put_quat(float out[4], double sign, pd_quat q)
{
    out[0] = (float)(sign * q.x);
    out[1] = (float)(sign * q.y);
    out[2] = (float)(sign * q.z);
    out[3] = (float)(sign * q.w);
}

void pd_smpl_pose_dqs(float *table, pd_smpl_pose *pose, const pd_smpl_tiles *tiles)
{
    pd_quat dual[PD_SMPL_MAX_JOINTS];

    quats(pose, tiles->joint_count);

    /* Dual part of each joint: half the translation times the rotation. */
    for (int k = 0; k < tiles->joint_count; k++) {
        const double *m = pose->skin[k].m;
        dual[k] = pd_q_mul((pd_quat){0.5 * m[3], 0.5 * m[7], 0.5 * m[11], 0}, pose->quat[k]);
    }

    /* Rows of the pairs of joint and pivot. */
    for (int p = 0; p < tiles->pair_count; p++) {
        int joint = tiles->pairs[p].joint;
        double sign = side(pose, joint, tiles->pairs[p].pivot);
        put_quat(table + PD_K_DQS_ROW * p, sign, pose->quat[joint]);
        put_quat(table + PD_K_DQS_ROW * p + 4, sign, dual[joint]);
    }
}

/* Solves (s + lambda I) x = b; s is symmetric and positive semidefinite, its upper triangle row by row. */
static void pose_solve3(double x[3], const double s[6], const double b[3])
{
    double a = s[0] + LAMBDA;
    double d = s[3] + LAMBDA;
    double f = s[5] + LAMBDA; /* Cholesky L D L^T */
    double l10 = s[1] / a;
    double l20 = s[2] / a;
    double d1 = d - l10 * s[1];
    double e = s[4] - l20 * s[1];
    double l21 = e / d1;
    double d2 = f - l20 * s[2] - l21 * e;

    double y1 = b[1] - l10 * b[0];
    double y2 = b[2] - l20 * b[0] - l21 * y1;
    x[2] = y2 / d2;
    x[1] = y1 / d1 - l21 * x[2];
    x[0] = b[0] / a - l10 * x[1] - l20 * x[2];
}

/* Computes the centre of rotation of a set of joints. The sum over pairs is n times the sum over joints of
 * the difference to their mean. */
static void centre(double r[3], const pd_smpl_pose *pose, const int *joints, int n)
{
    PD_DEBUG_ASSERT(n > 0);
    double mean[12] = {0}, r0[3] = {0}, s[6] = {0}, b[3] = {0};
    double x[3];

    /* Mean transform and mean rest joint. */
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 12; c++) mean[c] += pose->skin[joints[i]].m[c] / n;
        for (int c = 0; c < 3; c++) r0[c] += pose->rest[joints[i]][c] / n;
    }

    /* Normal equations of the differences to the mean. */
    for (int i = 0; i < n; i++)
        for (int row = 0; row < 3; row++) {
            double d[4];
            for (int c = 0; c < 4; c++) d[c] = pose->skin[joints[i]].m[4 * row + c] - mean[4 * row + c];
            double offset = -(d[3] + d[0] * r0[0] + d[1] * r0[1] + d[2] * r0[2]) * n;
            for (int c = 0; c < 3; c++) b[c] += offset * d[c];
            s[0] += n * d[0] * d[0];
            s[1] += n * d[0] * d[1];
            s[2] += n * d[0] * d[2];
            s[3] += n * d[1] * d[1];
            s[4] += n * d[1] * d[2];
            s[5] += n * d[2] * d[2];
        }

    pose_solve3(x, s, b);
    for (int c = 0; c < 3; c++) r[c] = r0[c] + x[c];
}

void pd_smpl_pose_sbs(float *table, double (*centres)[3], pd_smpl_pose *pose, const pd_smpl_tiles *tiles)
{
    const pd_smpl_sets *sets = &tiles->sets;

    quats(pose, tiles->joint_count);

    /* Centre of rotation of each set of joints. */
    for (int i = 0; i < sets->centre_count; i++)
        centre(centres[i], pose, sets->centre_joint + sets->centre_start[i],
               sets->centre_start[i + 1] - sets->centre_start[i]);

    /* Rows of the sets' members. */
    for (int m = 0; m < sets->member_count; m++, table += PD_K_SBS_ROW) {
        const int joint = sets->member_joint[m];
        const double sign = side(pose, joint, sets->member_pivot[m]);
        const double *r = centres[sets->member_centre[m]];
        double moved[3];
        pd_xform_point(moved, &pose->skin[joint], r);
        put_quat(table, sign, pose->quat[joint]);
        for (int c = 0; c < 3; c++) {
            table[4 + c] = (float)moved[c];
            table[7 + c] = (float)r[c];
        }
    }
}

/* Computes the features in which pose blend shapes are linear: the entries of R - I, or the quaternion of R
 * minus the identity. R NULL: all 0. */
static void features_of(float out[9], const float *r, pd_smpl_feature_kind kind)
{
    for (int i = 0; i < 9; i++) out[i] = r ? r[i] - (float)(i % 4 == 0) : 0.0f;

    /* A quaternion replaces the matrix. */
    if (kind != PD_SMPL_QUATERNION_FEATURES || !r) return;

    double m[9];
    for (int i = 0; i < 9; i++) m[i] = r[i];
    pd_quat q = pd_q_from_matrix(m);
    const double sign = q.w < 0 ? -1 : 1;
    out[0] = (float)(sign * q.x);
    out[1] = (float)(sign * q.y);
    out[2] = (float)(sign * q.z);
    out[3] = (float)(sign * q.w - 1);
}

void pd_smpl_pose_features(float *coefs, int lane, const pd_smpl_tiles *tiles, const pd_smpl_model *model,
                           const pd_smpl_body *body)
{
    const int soft = pd_smpl_block_soft(tiles);
    const int expression = pd_smpl_block_expression(tiles);
    const int sculpt = pd_smpl_block_sculpt(tiles);
    float *at = coefs + lane;

    PD_ASSERT(lane >= 0 && lane < PD_K_GROUP);

    /* Betas. */
    for (int i = 0; i < tiles->block_rows[0]; i++, at += PD_K_GROUP)
        *at = i < body->beta_count ? body->betas[i] : 0.0f;

    /* Pose blend shapes P = P_0 + sum_g beta_g P_g: features of each joint, times the beta of the term. */
    for (int b = 1; b < expression; b++) {
        const float *r = body->rotations ? body->rotations + 9 * pd_smpl_block_joint(tiles, b) : NULL;
        const int term = pd_smpl_block_term(tiles, b);
        const float factor = !term ? 1 : term <= body->beta_count ? body->betas[term - 1] : 0;
        float features[9];
        features_of(features, r, tiles->pose_features);
        for (int i = 0; i < tiles->block_rows[b]; i++, at += PD_K_GROUP)
            *at = r ? factor * features[i] : 0.0f;
    }

    /* Expressions. */
    for (int i = 0; i < tiles->block_rows[expression]; i++, at += PD_K_GROUP)
        *at = i < body->expression_count ? body->expression[i] : 0.0f;

    /* Sculpts that the pose drives. */
    if (tiles->block_rows[sculpt]) {
        float weights[PD_SMPL_PSD_MAX_SCULPTS] = {0};
        if (!body->no_sculpts)
            pd_smpl_psd_weights(weights, &model->data.psd, model->psd_map, body->rotations);
        for (int i = 0; i < tiles->block_rows[sculpt]; i++, at += PD_K_GROUP) *at = weights[i];
    }

    /* Soft tissue. */
    for (int i = 0; i < tiles->block_rows[soft]; i++, at += PD_K_GROUP)
        *at = i < body->soft_count ? body->soft[i] : 0.0f;
    PD_ASSERT(at == coefs + lane + (size_t)PD_K_GROUP * (size_t)tiles->feature_count);
}

/* Betas, expressions, sculpts and soft tissue are used up to the last non-zero one, a joint with its nine or
 * not at all. */
void pd_smpl_pose_used(int *use, const float *coefs, const pd_smpl_tiles *tiles)
{
    for (int b = 0; b < tiles->block_count; b++) {
        const int rows = tiles->block_rows[b];
        const float *row = coefs + (long)(tiles->block_feature[b] + rows) * PD_K_GROUP;

        int used = rows;
        for (bool is_zero = true; used; used--) {
            row -= PD_K_GROUP;
            for (int lane = 0; lane < PD_K_GROUP; lane++) is_zero &= !(row[lane] != 0);
            if (!is_zero) break;
        }

        use[b] = used && pd_smpl_block_is_pose(tiles, b) ? rows : used;
    }
}
