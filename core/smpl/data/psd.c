#include "core/smpl/data/psd.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/quat.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT_SLACK 1e-3 /* largest difference of a quaternion's length in a file from 1 */
#define NEAREST    0.01 /* least distance of two poses of a group: about 0.6 degrees */

typedef struct group {
    int first, count;  /* range of sculpts */
    const int *joints; /* (joint_count) joints of the group */
    int joint_count;
    const float *poses; /* (count,joint_count,4) */
    size_t map;         /* start of the group's block in the map */
} group;

/* Returns the group after `before`. Start with zeros. */
static group next_group(const pd_smpl_psd *psd, int g, const group *before)
{
    const int first = psd->group_start[g];
    const int joint = psd->joint_start[g];
    const size_t side = g ? (size_t)before->count + 1 : 0;

    return (group){.first = first,
                   .count = psd->group_start[g + 1] - first,
                   .joints = psd->joints + joint,
                   .joint_count = psd->joint_start[g + 1] - joint,
                   .poses = g ? before->poses + 4 * (size_t)before->count * (size_t)before->joint_count
                              : psd->poses,
                   .map = before->map + side * side};
}

size_t pd_smpl_psd_pose_count(const pd_smpl_psd *psd)
{
    size_t count = 0;
    for (int g = 0; g < psd->group_count; g++)
        count += (size_t)(psd->group_start[g + 1] - psd->group_start[g]) *
                 (size_t)(psd->joint_start[g + 1] - psd->joint_start[g]);
    return count;
}

double pd_smpl_psd_distance2(const float *a, const float *b, int joint_count)
{
    double sum = 0;

    for (int j = 0; j < joint_count; j++, a += 4) {
        double dot = a[3];
        if (b) {
            dot = 0;
            for (int c = 0; c < 4; c++) dot += (double)a[c] * (double)b[c];
            b += 4;
        }

        sum += 4 * fmax(0, 1 - dot * dot);
    }

    return sum;
}

double pd_smpl_psd_width(const float *poses, int sculpt_count, int joint_count)
{
    const size_t stride = 4 * (size_t)joint_count;
    double sum = 0;

    /* Distance of each pose (the last is the rest pose) to its nearest neighbour. */
    for (int e = 0; e <= sculpt_count; e++) {
        double least = INFINITY;
        for (int f = 0; f <= sculpt_count; f++) {
            if (f == e) continue;
            const float *a = poses + stride * (size_t)(e < sculpt_count ? e : f);
            const float *b = e == sculpt_count || f == sculpt_count ? NULL : poses + stride * (size_t)f;
            least = fmin(least, pd_smpl_psd_distance2(a, b, joint_count));
        }

        sum += sqrt(least);
    }

    return fmin(fmax(sum / (sculpt_count + 1), PD_SMPL_PSD_LEAST_WIDTH), PD_SMPL_PSD_MOST_WIDTH);
}

/* ---- checks */

/* Checks ranges: they begin at 0, and each has 1 to `most` elements. */
static pd_status check_ranges(const char *name, const int *start, int count, int most, pd_error *err)
{
    char where[64];

    if (start[0]) return pd_fail(err, PD_ERR_FORMAT, name, "the first number is %d; 0 expected", start[0]);
    for (int g = 0; g < count; g++) {
        if (start[g + 1] > start[g] && start[g + 1] - start[g] <= most) continue;
        snprintf(where, sizeof where, "%s[%d]", name, g + 1);
        return pd_fail(err, PD_ERR_FORMAT, where, "%d after %d; 1 to %d more expected", start[g + 1],
                       start[g], most);
    }

    return PD_OK;
}

static pd_status check_joints(const pd_smpl_psd *psd, int joint_count, pd_error *err)
{
    unsigned char used[PD_SMPL_MAX_JOINTS] = {0};
    char where[64];

    for (int g = 0; g < psd->group_count; g++)
        for (int i = psd->joint_start[g]; i < psd->joint_start[g + 1]; i++) {
            const int least = i > psd->joint_start[g] ? psd->joints[i - 1] + 1 : 0;
            const int joint = psd->joints[i];
            snprintf(where, sizeof where, "psd.joints[%d]", i);
            if (joint < least || joint >= joint_count)
                return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed (ascending in a group)", joint,
                               least, joint_count - 1);
            if (used[joint])
                return pd_fail(err, PD_ERR_FORMAT, where, "joint %d is in two groups; one allowed", joint);
            used[joint] = 1;
        }

    return PD_OK;
}

static pd_status check_names(const pd_smpl_psd *psd, pd_error *err)
{
    char where[64];

    for (int n = 0; n < psd->count; n++) {
        snprintf(where, sizeof where, "psd_names[%d]", n);
        const size_t length = strnlen(psd->names[n], PD_SMPL_NAME_BYTES);
        int plain = length > 0 && length < PD_SMPL_NAME_BYTES;
        for (size_t i = 0; i < length && plain; i++)
            plain = psd->names[n][i] > ' ' && psd->names[n][i] <= '~' && psd->names[n][i] != ',';
        if (!plain)
            return pd_fail(err, PD_ERR_FORMAT, where,
                           "a name with other characters or of another length; 1 to %d characters of "
                           "printable ASCII without spaces and commas expected",
                           PD_SMPL_NAME_BYTES - 1);
        for (int m = 0; m < n; m++)
            if (!strcmp(psd->names[m], psd->names[n]))
                return pd_fail(err, PD_ERR_FORMAT, where,
                               "\"%s\" is also the name of sculpt %d; unique names expected", psd->names[n],
                               m);
    }

    return PD_OK;
}

/* Checks widths, unit quaternions, and that the poses of a group differ from each other and from rest. */
static pd_status check_poses(const pd_smpl_psd *psd, pd_error *err)
{
    char where[64];
    group own = {0};

    for (int g = 0; g < psd->group_count; g++) {
        own = next_group(psd, g, &own);
        snprintf(where, sizeof where, "psd.widths[%d]", g);
        const double width = (double)psd->widths[g];
        if (!(width >= PD_SMPL_PSD_LEAST_WIDTH && width <= PD_SMPL_PSD_MOST_WIDTH))
            return pd_fail(err, PD_ERR_RANGE, where, "%g; %g to %g allowed", width, PD_SMPL_PSD_LEAST_WIDTH,
                           PD_SMPL_PSD_MOST_WIDTH);

        const size_t stride = 4 * (size_t)own.joint_count;
        for (size_t i = 0; i < (size_t)own.count * (size_t)own.joint_count; i++) {
            const float *q = own.poses + 4 * i;
            double squared = 0;
            for (int c = 0; c < 4; c++) squared += (double)q[c] * (double)q[c];
            if (fabs(sqrt(squared) - 1) <= UNIT_SLACK) continue;
            snprintf(where, sizeof where, "psd.poses[%zu]", (size_t)(q - psd->poses) / 4);
            return pd_fail(err, PD_ERR_RANGE, where, "a quaternion of length %g; 1 within %g allowed",
                           sqrt(squared), UNIT_SLACK);
        }

        for (int e = 0; e < own.count; e++)
            for (int f = -1; f < e; f++) {
                const float *other = f < 0 ? NULL : own.poses + stride * (size_t)f;
                const double apart =
                    sqrt(pd_smpl_psd_distance2(own.poses + stride * (size_t)e, other, own.joint_count));
                if (apart >= NEAREST) continue;
                return pd_fail(err, PD_ERR_INVALID, psd->names[own.first + e],
                               "its pose is %.2g from %s%s; at least %g apart allowed (an angle in radians)",
                               apart, f < 0 ? "the rest pose" : "that of ",
                               f < 0 ? "" : psd->names[own.first + f], NEAREST);
            }
    }

    return PD_OK;
}

pd_status pd_smpl_psd_check(const pd_smpl_psd *psd, int vertex_count, int joint_count, pd_error *err)
{
    if (!psd->count && !psd->group_count) return PD_OK;
    if (psd->count < 1 || psd->count > PD_SMPL_PSD_MAX_SCULPTS)
        return pd_fail(err, PD_ERR_RANGE, "psd", "%d sculpts; 1 to %d allowed", psd->count,
                       PD_SMPL_PSD_MAX_SCULPTS);
    if (psd->group_count < 1 || psd->group_count > psd->count)
        return pd_fail(err, PD_ERR_RANGE, "psd.group_start", "%d groups; 1 to %d allowed", psd->group_count,
                       psd->count);
    if (!psd->dirs || !psd->names || !psd->group_start || !psd->joint_start || !psd->joints || !psd->widths ||
        !psd->poses)
        return pd_fail(err, PD_ERR_FORMAT, "psd",
                       "an array of the driven sculpts is missing; all of them expected");

    /* Check the ranges first, because all further checks use them. */
    pd_status s = check_ranges("psd.group_start", psd->group_start, psd->group_count, psd->count, err);
    if (!s && psd->group_start[psd->group_count] != psd->count)
        s = pd_fail(err, PD_ERR_FORMAT, "psd.group_start", "the last number is %d; %d expected",
                    psd->group_start[psd->group_count], psd->count);
    if (!s) s = check_ranges("psd.joint_start", psd->joint_start, psd->group_count, joint_count, err);
    if (!s) s = check_joints(psd, joint_count, err);
    if (!s) s = check_names(psd, err);
    if (!s) s = check_poses(psd, err);
    const size_t numbers = 3 * (size_t)vertex_count * (size_t)psd->count;
    for (size_t i = 0; i < numbers && !s; i++)
        if (!isfinite(psd->dirs[i]))
            s = pd_fail(err, PD_ERR_RANGE, "psd.values", "%g; only finite numbers are allowed",
                        (double)psd->dirs[i]);

    return s;
}

/* ---- interpolation */

static double gauss(double distance2, double width)
{
    return exp(-distance2 / (2 * width * width));
}

/* Computes M (side,side) of one group from its kernel matrix. a: (side,side) scratch. Returns the largest
 * entry, or infinity if the matrix is singular. */
static double solve_group(double *out, double *a, const group *own, double width)
{
    const int side = own->count + 1;
    const size_t stride = 4 * (size_t)own->joint_count;
    const size_t n = (size_t)side;

    /* Compute Phi. The rest pose is the last row. */
    for (int e = 0; e < side; e++)
        for (int f = 0; f <= e; f++) {
            const float *p = own->poses + stride * (size_t)f;
            const float *q = e < own->count ? own->poses + stride * (size_t)e : NULL;
            const double value = e == f ? 1 : gauss(pd_smpl_psd_distance2(p, q, own->joint_count), width);
            a[(size_t)e * n + (size_t)f] = a[(size_t)f * n + (size_t)e] = value;
        }
    if (!pd_k_cholesky(a, side)) return INFINITY;

    /* Invert it row by row; Phi is symmetric. */
    double most = 0;
    for (size_t e = 0; e < n; e++) {
        double *row = out + e * n;
        for (size_t f = 0; f < n; f++) row[f] = e == f;
        pd_k_cholesky_solve(row, a, side);
        for (size_t f = 0; f < n; f++) most = fmax(most, fabs(row[f]));
    }

    return most;
}

pd_status pd_smpl_psd_solve(double **map, const pd_smpl_psd *psd, pd_error *err)
{
    size_t numbers = 0, largest = 0;

    PD_ASSERT(psd->count > 0 && psd->group_count > 0);
    for (int g = 0; g < psd->group_count; g++) {
        const size_t side = (size_t)(psd->group_start[g + 1] - psd->group_start[g]) + 1;
        numbers += side * side;
        largest = side * side > largest ? side * side : largest;
    }

    double *out = malloc((numbers + largest) * sizeof *out);
    group own = {0};
    *map = NULL;
    if (!out) return pd_fail(err, PD_ERR_MEMORY, "psd", "out of memory");
    for (int g = 0; g < psd->group_count; g++) {
        own = next_group(psd, g, &own);
        const double most = solve_group(out + own.map, out + numbers, &own, (double)psd->widths[g]);
        if (most <= PD_SMPL_PSD_GAIN_MOST) continue;
        free(out);
        return pd_fail(err, PD_ERR_INVALID, "psd.widths",
                       "%g is too wide for the poses of \"%s\" and %d more; a smaller width expected",
                       (double)psd->widths[g], psd->names[own.first], own.count - 1);
    }

    *map = out;

    return PD_OK;
}

void pd_smpl_psd_weights(float *weights, const pd_smpl_psd *psd, const double *map, const float *rotations)
{
    group own = {0};

    PD_ASSERT(psd->count <= PD_SMPL_PSD_MAX_SCULPTS);
    memset(weights, 0, (size_t)psd->count * sizeof *weights);
    for (int g = 0; rotations && g < psd->group_count; g++) {
        own = next_group(psd, g, &own);
        const size_t side = (size_t)own.count + 1;
        const size_t stride = 4 * (size_t)own.joint_count;
        const double width = (double)psd->widths[g];

        /* The group's joints as quaternions. */
        float pose[4 * PD_SMPL_MAX_JOINTS];
        for (int j = 0; j < own.joint_count; j++) {
            double m[9];
            for (int i = 0; i < 9; i++) m[i] = rotations[9 * own.joints[j] + i];
            const pd_quat q = pd_q_from_matrix(m);
            pose[4 * j] = (float)q.x;
            pose[4 * j + 1] = (float)q.y;
            pose[4 * j + 2] = (float)q.z;
            pose[4 * j + 3] = (float)q.w;
        }

        /* Compute the kernels to each pose (the last is the rest pose), and multiply by M. */
        double near[PD_SMPL_PSD_MAX_SCULPTS + 1];
        for (size_t f = 0; f < side; f++)
            near[f] = gauss(
                pd_smpl_psd_distance2(pose, f + 1 < side ? own.poses + stride * f : NULL, own.joint_count),
                width);
        for (size_t e = 0; e + 1 < side; e++) {
            double sum = 0;
            for (size_t f = 0; f < side; f++) sum += map[own.map + e * side + f] * near[f];
            weights[own.first + (int)e] = (float)sum;
        }
    }
}

/* The quaternion of a joint of a group. rotations NULL: the rest pose. */
static pd_quat psd_joint(const group *own, int j, const float *rotations)
{
    double m[9];
    if (!rotations) return pd_q_identity();
    for (int i = 0; i < 9; i++) m[i] = rotations[9 * own->joints[j] + i];
    return pd_q_from_matrix(m);
}

/* Derivatives of one kernel phi(d(theta, theta_f)) of a group by the rotation vectors of its joints (m,3). */
static void kernel_derivatives(double (*out)[3], const group *own, size_t f, double width,
                               const float *rotations)
{
    static const pd_quat halves[3] = {{0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 0.5, 0}};
    const bool is_rest = f == (size_t)own->count;
    double distance2 = 0;

    /* d^2 = sum 4 (1 - dot^2), so that dphi/ddot = phi 4 dot / width^2. */
    for (int j = 0; j < own->joint_count; j++) {
        const float *p = own->poses + 4 * ((size_t)own->joint_count * f + (size_t)j);
        const pd_quat pose = is_rest ? pd_q_identity() : (pd_quat){p[0], p[1], p[2], p[3]};
        const pd_quat q = psd_joint(own, j, rotations);
        const double dot = pd_q_dot(q, pose);
        distance2 += 4 * fmax(0, 1 - dot * dot);
        for (int a = 0; a < 3; a++)
            out[j][a] = 4 * dot / (width * width) * pd_q_dot(pd_q_mul(halves[a], q), pose);
    }

    const double phi = gauss(distance2, width);
    for (int j = 0; j < own->joint_count; j++)
        for (int a = 0; a < 3; a++) out[j][a] *= phi;
}

void pd_smpl_psd_forward(double *changes, const pd_smpl_psd *psd, const double *map, const float *rotations,
                         double (*turns)[3])
{
    double by_turn[PD_SMPL_MAX_JOINTS][3];
    group own = {0};

    for (int e = 0; e < psd->count; e++) changes[e] = 0;
    for (int g = 0; g < psd->group_count; g++) {
        own = next_group(psd, g, &own);
        const size_t side = (size_t)own.count + 1;
        for (size_t f = 0; f < side; f++) {
            double change = 0;
            kernel_derivatives(by_turn, &own, f, (double)psd->widths[g], rotations);
            for (int j = 0; j < own.joint_count; j++)
                for (int a = 0; a < 3; a++) change += by_turn[j][a] * turns[own.joints[j]][a];
            for (size_t e = 0; e + 1 < side; e++)
                changes[own.first + (int)e] += map[own.map + e * side + f] * change;
        }
    }
}

void pd_smpl_psd_reverse(double (*turns)[3], const pd_smpl_psd *psd, const double *map,
                         const float *rotations, const double *by_weight)
{
    double by_turn[PD_SMPL_MAX_JOINTS][3];
    group own = {0};

    for (int g = 0; g < psd->group_count; g++) {
        own = next_group(psd, g, &own);
        const size_t side = (size_t)own.count + 1;
        for (size_t f = 0; f < side; f++) {
            double by_kernel = 0;
            for (size_t e = 0; e + 1 < side; e++)
                by_kernel += map[own.map + e * side + f] * by_weight[own.first + (int)e];
            kernel_derivatives(by_turn, &own, f, (double)psd->widths[g], rotations);
            for (int j = 0; j < own.joint_count; j++)
                for (int a = 0; a < 3; a++) turns[own.joints[j]][a] += by_kernel * by_turn[j][a];
        }
    }
}

/* ---- adding */

/* New arrays of the model, with one more sculpt. */
typedef struct grown {
    pd_smpl_psd psd;
    int order[PD_SMPL_PSD_MAX_SCULPTS + 1]; /* old index of each sculpt; -1: the added one */
} grown;

static void grown_deinit(grown *g)
{
    free(g->psd.dirs);
    free(g->psd.names);
    free(g->psd.group_start);
    free(g->psd.joint_start);
    free(g->psd.joints);
    free(g->psd.widths);
    free(g->psd.poses);
}

static bool grown_init(grown *g, const pd_smpl_psd *old, int vertex_count, int joint_count)
{
    const size_t n = (size_t)old->count + 1;
    const size_t groups = (size_t)old->group_count + 1;
    const size_t k = (size_t)joint_count;

    *g = (grown){.psd.count = (int)n};
    g->psd.dirs = malloc(3 * (size_t)vertex_count * n * sizeof(float));
    g->psd.names = calloc(n, sizeof *g->psd.names);
    g->psd.group_start = calloc(groups + 1, sizeof(int));
    g->psd.joint_start = calloc(groups + 1, sizeof(int));
    g->psd.joints = calloc(k, sizeof(int));
    g->psd.widths = calloc(groups, sizeof(float));
    g->psd.poses = calloc(4 * n * k, sizeof(float));

    return g->psd.dirs && g->psd.names && g->psd.group_start && g->psd.joint_start && g->psd.joints &&
           g->psd.widths && g->psd.poses;
}

static bool shares(const group *own, const bool *joints)
{
    for (int j = 0; j < own->joint_count; j++)
        if (joints[own->joints[j]]) return true;
    return false;
}

/* Appends a group without joints and returns its number. */
static int begin_group(grown *g)
{
    const int number = g->psd.group_count++;
    g->psd.group_start[number + 1] = g->psd.group_start[number];
    g->psd.joint_start[number + 1] = g->psd.joint_start[number];
    return number;
}

/* Appends sculpt e of the group `own` to the last group, whose joints are complete. own NULL: the added
 * sculpt, with its pose in `rotations`. */
static void append_psd(grown *g, size_t *pose, const group *own, int e, const float *rotations)
{
    pd_smpl_psd *psd = &g->psd;
    const int last = psd->group_count - 1;

    g->order[psd->group_start[last + 1]++] = own ? own->first + e : -1;
    for (int i = psd->joint_start[last]; i < psd->joint_start[last + 1]; i++, *pose += 4) {
        pd_quat q = {0, 0, 0, 1};
        for (int j = 0; own && j < own->joint_count; j++) {
            const float *from = own->poses + 4 * ((size_t)e * (size_t)own->joint_count + (size_t)j);
            if (own->joints[j] == psd->joints[i]) q = (pd_quat){from[0], from[1], from[2], from[3]};
        }

        if (!own) {
            double m[9];
            for (int c = 0; c < 9; c++) m[c] = rotations[9 * psd->joints[i] + c];
            q = pd_q_normalize(pd_q_from_matrix(m));
        }

        psd->poses[*pose] = (float)q.x;
        psd->poses[*pose + 1] = (float)q.y;
        psd->poses[*pose + 2] = (float)q.z;
        psd->poses[*pose + 3] = (float)q.w;
    }
}

/* Copies the groups that have no joint of the added sculpt.
 * Then makes one group of all others and the added sculpt. */
static void regroup(grown *g, const pd_smpl_psd *old, const pd_smpl_psd_sculpt *sculpt, int joint_count)
{
    bool merged[PD_SMPL_MAX_JOINTS] = {0}, touched[PD_SMPL_PSD_MAX_SCULPTS] = {0};
    size_t pose = 0;
    group own = {0};

    for (int j = 0; j < sculpt->joint_count; j++) merged[sculpt->joints[j]] = true;

    /* Find the groups that share a joint with the sculpt, and unite their joints. Groups do not share joints
     * with each other, so one pass is enough. */
    bool first[PD_SMPL_MAX_JOINTS];
    memcpy(first, merged, sizeof first);
    for (int h = 0; h < old->group_count; h++) {
        own = next_group(old, h, &own);
        touched[h] = shares(&own, first);
        for (int j = 0; touched[h] && j < own.joint_count; j++) merged[own.joints[j]] = true;
    }

    own = (group){0};
    for (int h = 0; h < old->group_count; h++) {
        own = next_group(old, h, &own);
        if (touched[h]) continue;
        const int number = begin_group(g);
        for (int j = 0; j < own.joint_count; j++)
            g->psd.joints[g->psd.joint_start[number + 1]++] = own.joints[j];
        for (int e = 0; e < own.count; e++) append_psd(g, &pose, &own, e, NULL);
        g->psd.widths[number] = old->widths[h];
    }

    /* The group of the added sculpt. */
    const int number = begin_group(g);
    const size_t begin = pose;
    for (int k = 0; k < joint_count; k++)
        if (merged[k]) g->psd.joints[g->psd.joint_start[number + 1]++] = k;
    own = (group){0};
    for (int h = 0; h < old->group_count; h++) {
        own = next_group(old, h, &own);
        for (int e = 0; touched[h] && e < own.count; e++) append_psd(g, &pose, &own, e, NULL);
    }

    append_psd(g, &pose, NULL, 0, sculpt->rotations);
    const double width = sculpt->width > 0
                             ? sculpt->width
                             : pd_smpl_psd_width(g->psd.poses + begin,
                                                 g->psd.group_start[number + 1] - g->psd.group_start[number],
                                                 g->psd.joint_start[number + 1] - g->psd.joint_start[number]);
    g->psd.widths[number] = (float)width;
}

pd_status pd_smpl_psd_add(pd_smpl_data *data, const pd_smpl_psd_sculpt *sculpt, pd_error *err)
{
    pd_smpl_psd *old = &data->psd;
    grown g;

    /* Check the limit, the name and the joints. */
    if (old->count >= PD_SMPL_PSD_MAX_SCULPTS)
        return pd_fail(err, PD_ERR_LIMIT, "psd", "%d sculpts; at most %d allowed", old->count + 1,
                       PD_SMPL_PSD_MAX_SCULPTS);
    if (!sculpt->joint_count)
        return pd_fail(err, PD_ERR_INVALID, sculpt->name,
                       "no joint is rotated; at least one rotated joint expected in a sculpt");
    for (int n = 0; n < old->count; n++)
        if (!strcmp(old->names[n], sculpt->name))
            return pd_fail(err, PD_ERR_INVALID, "psd_names", "\"%s\" occurs twice; each name is allowed once",
                           sculpt->name);

    if (!grown_init(&g, old, data->vertex_count, data->joint_count)) {
        grown_deinit(&g);
        return pd_fail(err, PD_ERR_MEMORY, "psd", "out of memory for %d sculpts", old->count + 1);
    }

    regroup(&g, old, sculpt, data->joint_count);

    /* Names and displacements in the new order. */
    const size_t n = (size_t)g.psd.count;
    const size_t before = (size_t)old->count;
    for (size_t e = 0; e < n; e++) {
        const int from = g.order[e];
        snprintf(g.psd.names[e], sizeof *g.psd.names, "%s", from < 0 ? sculpt->name : old->names[from]);
        for (size_t i = 0; i < 3 * (size_t)data->vertex_count; i++)
            g.psd.dirs[i * n + e] = from < 0 ? sculpt->direction[i] : old->dirs[i * before + (size_t)from];
    }

    const pd_status status = pd_smpl_psd_check(&g.psd, data->vertex_count, data->joint_count, err);
    if (status) {
        grown_deinit(&g);
        return status;
    }

    grown replaced = {.psd = *old};
    *old = g.psd;
    grown_deinit(&replaced);

    return PD_OK;
}
