#include "core/rig/fit.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PER_JOINT 5 /* rotation 3, length, girth */
#define UNKNOWNS  (PER_JOINT * PD_RIG_JOINTS + 3)
#define ROOT      (PER_JOINT * PD_RIG_JOINTS)

/* points of the template that are matched with the mesh in a step */
#define TO_MESH      1500
/* points of the mesh that are matched with the template in a step */
#define TO_TEMPLATE  2000
#define QUICK        4 /* a quick fit uses this many times fewer points */
/* of the height: s of tree.h, by which a difference of unit normals is a distance */
#define NORMAL_SCALE 0.06
#define LEAST_COSINE 0.2 /* of the angle between two normals that can match */
/* weight of the distance of points; distances along the normal have 1 */
#define POINT_SHARE  0.15
/* of the height: scale of the robust function rho in the first step, by default */
#define FIRST_SCALE  0.12
#define LAST_SCALE   0.02 /* the same in the last step */
#define MOST_TURN    0.3  /* radians: largest rotation of a step */
#define MOST_STRETCH 0.15 /* largest change of a length's or girth's logarithm in a step */
#define MOST_SHIFT   0.2  /* of the height: largest step of the root along an axis */
#define NEAR         0.03 /* of the height: points within this distance are covered */
#define UNCOVERED    0.1  /* of the height: what a mesh without any covered point adds to the score */
#define NOWHERE      1.0  /* squared distance if there is no near point, as for a point that is NAN */

/* Weights of priors, on squared radians and squared logarithms. */
#define P_ROTATION  1e-3 /* change of a rotation */
#define P_MEAN      1e-3 /* change of a part against the mean change */
#define LATE        0.3  /* factor of P_ROTATION in the second half of the steps */
#define P_ALIKE     5e-4 /* equality of a joint's length and girth */
#define P_SIDES     0.02 /* equality of both sides */
#define P_SPINE     5e-3 /* equality of the spine's lengths */
#define P_EXTREMITY 4e-3 /* equality of hand or foot and the limb above */

typedef struct solver {
    const pd_rig_fit_job *job;
    pd_rig_shape start;
    pd_rig_stance stance;
    pd_tree tree; /* search tree of the posed template's sample */
    int sample_count;
    double (*points)[3], (*normals)[3];
    double normal[UNKNOWNS * UNKNOWNS], right[UNKNOWNS];
} solver;

/* ---- derivatives of the template's points ---- */

typedef struct gradient {
    int count, joints[PD_RIG_JOINTS];
    double columns[PD_RIG_JOINTS][PER_JOINT][3];
} gradient;

static void apply_fit(double out[3], const double m[9], const double v[3])
{
    for (int r = 0; r < 3; r++) out[r] = m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2];
}

/* Computes the derivatives of the point with rest position u. influences:
 * joints that move it, with their weights. */
static void differentiate(gradient *g, const solver *s, const double u[3], const int *influences,
                          const double *weights, int count)
{
    PD_ASSERT(count >= 1 && count <= PD_RIG_INFLUENCES);
    const pd_rig_template *t = s->job->template;
    double held[PD_RIG_JOINTS] = {0};
    double at[PD_RIG_JOINTS][3] = {{0}};
    int slot[PD_RIG_JOINTS];

    /* Each part that moves the point, with all joints above it. */
    memset(slot, -1, sizeof slot);
    g->count = 0;
    for (int i = 0; i < count; i++) {
        if (weights[i] == 0) continue;
        double from[3], here[3];
        const int k = influences[i];
        for (int c = 0; c < 3; c++) from[c] = u[c] - t->joints[k][c];
        apply_fit(here, s->stance.part[k], from);
        for (int c = 0; c < 3; c++) here[c] += s->stance.at[k][c];

        for (int j = k, below = -1; j >= 0; below = j, j = pd_rig_joints[j].parent) {
            if (slot[j] < 0) {
                slot[j] = g->count;
                g->joints[g->count] = j;
                memset(g->columns[g->count++], 0, sizeof *g->columns);
            }

            held[j] += weights[i];
            for (int c = 0; c < 3; c++) at[j][c] += weights[i] * here[c];

            /* Derivatives by length and girth of part j, for a point at offset `rest` from its joint. */
            const double *rest = below < 0 ? from : t->offsets[below];
            const double *a = t->axes[j];
            const double along = a[0] * rest[0] + a[1] * rest[1] + a[2] * rest[2];
            const double length = exp(s->job->shape->lengths[j]);
            const double girth = exp(s->job->shape->girths[j]);
            double axis[3], across[3], turned[3], (*columns)[3] = g->columns[slot[j]];
            for (int c = 0; c < 3; c++) {
                axis[c] = along * a[c];
                across[c] = rest[c] - axis[c];
            }

            apply_fit(turned, s->stance.turn[j], axis);
            for (int c = 0; c < 3; c++) columns[3][c] += weights[i] * length * turned[c];
            apply_fit(turned, s->stance.turn[j], across);
            for (int c = 0; c < 3; c++) columns[4][c] += weights[i] * girth * turned[c];
        }
    }

    /* Derivatives by the rotations: omega x sum w (v - p_j). */
    for (int i = 0; i < g->count; i++) {
        const int j = g->joints[i];
        double x[3];
        for (int c = 0; c < 3; c++) x[c] = at[j][c] - held[j] * s->stance.at[j][c];
        double(*col)[3] = g->columns[i];
        col[0][1] = -x[2];
        col[0][2] = x[1];
        col[1][0] = x[2];
        col[1][2] = -x[0];
        col[2][0] = -x[1];
        col[2][1] = x[0];
    }
}

/* Adds J^T W J and J^T W off; W (3,3) symmetric. */
static void add_point(solver *s, gradient *g, const double metric[3][3], const double off[3])
{
    PD_ASSERT(g->count <= PD_RIG_JOINTS);
    double weighted[3];

    /* Joints in ascending order, so that only the lower triangle is filled. */
    for (int i = 1; i < g->count; i++)
        for (int j = i; j > 0 && g->joints[j - 1] > g->joints[j]; j--) {
            const int joint = g->joints[j];
            double columns[PER_JOINT][3];
            memcpy(columns, g->columns[j], sizeof columns);
            g->joints[j] = g->joints[j - 1];
            memcpy(g->columns[j], g->columns[j - 1], sizeof columns);
            g->joints[j - 1] = joint;
            memcpy(g->columns[j - 1], columns, sizeof columns);
        }

    for (int r = 0; r < 3; r++)
        weighted[r] = metric[r][0] * off[0] + metric[r][1] * off[1] + metric[r][2] * off[2];

    /* Rows of each joint: right side, root columns, and blocks with the joints before it. */
    for (int i = 0; i < g->count; i++)
        for (int p = 0; p < PER_JOINT; p++) {
            const double *d = g->columns[i][p];
            const int at = PER_JOINT * g->joints[i] + p;
            const double x = metric[0][0] * d[0] + metric[0][1] * d[1] + metric[0][2] * d[2];
            const double y = metric[1][0] * d[0] + metric[1][1] * d[1] + metric[1][2] * d[2];
            const double z = metric[2][0] * d[0] + metric[2][1] * d[1] + metric[2][2] * d[2];
            double *row = s->normal + at * UNKNOWNS;

            s->right[at] += d[0] * weighted[0] + d[1] * weighted[1] + d[2] * weighted[2];
            s->normal[ROOT * UNKNOWNS + at] += x;
            s->normal[(ROOT + 1) * UNKNOWNS + at] += y;
            s->normal[(ROOT + 2) * UNKNOWNS + at] += z;

            /* The joint's own block is filled completely; entries above the diagonal are not read. */
            for (int j = 0; j <= i; j++) {
                double *to = row + PER_JOINT * g->joints[j];
                const double(*e)[3] = (const double(*)[3])g->columns[j];
                for (int q = 0; q < PER_JOINT; q++) to[q] += x * e[q][0] + y * e[q][1] + z * e[q][2];
            }
        }

    /* Rows of the root. */
    for (int r = 0; r < 3; r++) {
        s->right[ROOT + r] += weighted[r];
        for (int c = 0; c <= r; c++) s->normal[(ROOT + r) * UNKNOWNS + ROOT + c] += metric[r][c];
    }
}

/* ---- data ---- */

/* Adds a pair of points. Its weight decreases with their distance relative to the scale. */
static void add_pair(solver *s, int vertex, const double v[3], const double q[3], const double n[3],
                     double scale, double share)
{
    const pd_rig_template *t = s->job->template;
    const double off[3] = {q[0] - v[0], q[1] - v[1], q[2] - v[2]};
    const double plane = off[0] * n[0] + off[1] * n[1] + off[2] * n[2];
    const double square = plane * plane + POINT_SHARE * (off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    const double robust = scale * scale / (scale * scale + square);
    const double weight = share * robust * robust;
    double metric[3][3];
    gradient g;

    /* Point-to-plane distance, with a share of point-to-point. */
    differentiate(&g, s, t->vertices[vertex], t->influences[vertex], t->weights[vertex], PD_RIG_INFLUENCES);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) metric[r][c] = weight * (n[r] * n[c] + (r == c) * POINT_SHARE);
    add_point(s, &g, (const double(*)[3])metric, off);
}

/* Computes the posed template's sample and its search tree. */
static bool fit_stand(solver *s)
{
    const pd_rig_template *t = s->job->template;
    pd_rig_stance_of(&s->stance, t, s->job->shape);
    for (int i = 0; i < s->sample_count; i++)
        pd_rig_template_point(s->points[i], s->normals[i], t, &s->stance, t->sample[i]);
    return pd_tree_build(&s->tree, s->points[0], s->normals[0], s->sample_count, NORMAL_SCALE);
}

/* Adds the pairs of nearest points in both directions, and the anchors. */
static void add_data(solver *s, double scale)
{
    const pd_rig_template *t = s->job->template;
    const pd_rig_cloud *cloud = s->job->cloud;
    const int few = s->job->is_quick ? QUICK : 1;
    const int out = s->sample_count < TO_MESH / few ? s->sample_count : TO_MESH / few;
    const int back = cloud->count < TO_TEMPLATE / few ? cloud->count : TO_TEMPLATE / few;

    /* From the template to the mesh. */
    for (int i = 0; i < out; i++) {
        const int j = pd_tree_nearest(&cloud->tree, s->points[i], s->normals[i], 1e9);
        if (j < 0 || pd_dot3(s->normals[i], cloud->normals[j]) < LEAST_COSINE) continue;
        add_pair(s, t->sample[i], s->points[i], cloud->points[j], cloud->normals[j], scale, 1.0 / out);
    }

    /* From the mesh to the template. */
    for (int i = 0; i < back; i++) {
        const int j = pd_tree_nearest(&s->tree, cloud->points[i], cloud->normals[i], 1e9);
        if (j < 0 || pd_dot3(s->normals[j], cloud->normals[i]) < LEAST_COSINE) continue;
        add_pair(s, t->sample[j], s->points[j], cloud->points[i], cloud->normals[i], scale, 1.0 / back);
    }

    /* Anchors: joints or vertices with a wanted position. */
    for (int i = 0; i < s->job->anchor_count; i++) {
        const pd_rig_anchor *a = &s->job->anchors[i];
        static const double one[1] = {1};
        double v[3];
        gradient g;
        if (a->joint == PD_RIG_PELVIS) continue;
        if (a->joint >= 0) {
            /* The position of a joint follows from the part above it. */
            const int up = pd_rig_joints[a->joint].parent;
            PD_ASSERT(a->joint < PD_RIG_JOINTS && up >= 0);
            differentiate(&g, s, t->joints[a->joint], &up, one, 1);
            memcpy(v, s->stance.at[a->joint], sizeof v);
        } else {
            differentiate(&g, s, t->vertices[a->vertex], t->influences[a->vertex], t->weights[a->vertex],
                          PD_RIG_INFLUENCES);
            pd_rig_template_point(v, NULL, t, &s->stance, a->vertex);
        }

        const double off[3] = {a->at[0] - v[0], a->at[1] - v[1], a->at[2] - v[2]};
        const double metric[3][3] = {{a->weight[0]}, {0, a->weight[1]}, {0, 0, a->weight[2]}};
        add_point(s, &g, metric, off);
    }
}

/* ---- priors ---- */

/* Adds the prior weight (ci x_i + cj x_j - value)^2; j < 0: x_i alone.
 * missing: value minus the present sum. */
static void add_prior(solver *s, int i, double ci, int j, double cj, double missing, double weight)
{
    PD_DEBUG_ASSERT(i >= 0 && i < UNKNOWNS && j < UNKNOWNS && j != i);
    s->normal[i * UNKNOWNS + i] += weight * ci * ci;
    s->right[i] += weight * ci * missing;
    if (j < 0) return;
    s->normal[j * UNKNOWNS + j] += weight * cj * cj;
    s->right[j] += weight * cj * missing;
    s->normal[(i > j ? i : j) * UNKNOWNS + (i > j ? j : i)] += weight * ci * cj;
}

/* Adds the prior that `values` of joints j and k are equal. */
static void add_difference(solver *s, const double *values, int which, int j, int k, double weight)
{
    add_prior(s, PER_JOINT * j + which, 1, PER_JOINT * k + which, -1, values[k] - values[j], weight);
}

/* Returns the weight of the rotation prior: larger for the spine, hands and feet. */
static double stiffness(int j)
{
    switch (j) {
    case PD_RIG_SPINE1:
    case PD_RIG_SPINE2:
    case PD_RIG_SPINE3:
    case PD_RIG_NECK:
    case PD_RIG_HEAD:
    case PD_RIG_L_COLLAR:
    case PD_RIG_R_COLLAR: return 4;
    case PD_RIG_L_WRIST:
    case PD_RIG_R_WRIST:
    case PD_RIG_L_FOOT:
    case PD_RIG_R_FOOT: return 10;
    default: return 1;
    }
}

/* Adds the priors to the normal equations. is_late: in the second half of the steps rotations are held
 * less. */
static void add_priors(solver *s, bool is_late)
{
    static const int spine[] = {PD_RIG_PELVIS, PD_RIG_SPINE1, PD_RIG_SPINE2, PD_RIG_SPINE3};
    static const int ends[][2] = {{PD_RIG_L_WRIST, PD_RIG_L_ELBOW}, {PD_RIG_R_WRIST, PD_RIG_R_ELBOW},
                                  {PD_RIG_L_ANKLE, PD_RIG_L_KNEE},  {PD_RIG_R_ANKLE, PD_RIG_R_KNEE},
                                  {PD_RIG_L_FOOT, PD_RIG_L_ANKLE},  {PD_RIG_R_FOOT, PD_RIG_R_ANKLE}};
    const pd_rig_shape *now = s->job->shape;
    const pd_rig_shape *start = &s->start;
    double mean[2] = {0};

    /* The prior is on each part's change relative to the mean change, so a start's large head stays large. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        mean[0] += (now->lengths[j] - start->lengths[j]) / PD_RIG_JOINTS;
        mean[1] += (now->girths[j] - start->girths[j]) / PD_RIG_JOINTS;
    }

    /* Each joint: rotation, length and girth near the start, girth equal to length, both sides equal. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int at = PER_JOINT * j;
        const int other = pd_rig_joints[j].mirror;
        const int up = pd_rig_joints[j].parent;
        pd_vec3 turned = pd_q_to_rotvec(pd_q_mul(now->rotations[j], pd_q_conjugate(s->start.rotations[j])));
        const double away[3] = {turned.x, turned.y, turned.z};
        double world[3];
        if (up < 0)
            memcpy(world, away, sizeof world);
        else
            apply_fit(world, s->stance.turn[up], away);

        const double hold = P_ROTATION * stiffness(j) * (is_late ? LATE : 1);
        for (int c = 0; c < 3; c++) add_prior(s, at + c, 1, -1, 0, -world[c], hold);
        add_prior(s, at + 3, 1, -1, 0, mean[0] - (now->lengths[j] - start->lengths[j]), P_MEAN);
        add_prior(s, at + 4, 1, -1, 0, mean[1] - (now->girths[j] - start->girths[j]), P_MEAN);
        add_prior(s, at + 3, 1, at + 4, -1, now->girths[j] - now->lengths[j], P_ALIKE);
        if (other > j) {
            add_difference(s, now->lengths, 3, j, other, P_SIDES);
            add_difference(s, now->girths, 4, j, other, P_SIDES);
        }
    }

    /* The spine's lengths change equally, hands and feet as the limb above. */
    for (int i = 1; i < 4; i++) add_difference(s, now->lengths, 3, spine[i], spine[i - 1], P_SPINE);
    for (int i = 0; i < 6; i++) {
        add_difference(s, now->lengths, 3, ends[i][0], ends[i][1], P_EXTREMITY);
        add_difference(s, now->girths, 4, ends[i][0], ends[i][1], P_EXTREMITY);
    }
}

/* ---- steps ---- */

static double fit_clip(double x, double most)
{
    return x > most ? most : x < -most ? -most : x;
}

/* Allocates a solver for a job, with its start. NULL when out of memory; solver_free ends it. */
static solver *solver_new(const pd_rig_fit_job *job)
{
    PD_ASSERT(job->template && job->shape && job->cloud);
    solver *s = calloc(1, sizeof *s);
    const size_t n = (size_t)job->template->sample_count;
    if (!s) return NULL;
    s->job = job;
    s->start = *job->shape;
    s->sample_count = job->template->sample_count / (job->is_quick ? QUICK : 1);
    s->points = malloc(n * sizeof *s->points);
    s->normals = malloc(n * sizeof *s->normals);
    if (s->points && s->normals) return s;
    free(s->points);
    free(s->normals);
    free(s);

    return NULL;
}

static void solver_free(solver *s)
{
    free(s->points);
    free(s->normals);
    pd_tree_deinit(&s->tree);
    free(s);
}

pd_status pd_rig_fit_run(const pd_rig_fit_job *job, pd_error *err)
{
    const double first = job->first_scale > 0 ? job->first_scale : FIRST_SCALE;
    const double last = job->last_scale > 0 ? job->last_scale : LAST_SCALE;
    pd_rig_shape *shape = job->shape;
    solver *s = solver_new(job);
    bool good = s != NULL;

    /* Gauss-Newton. The scale of rho decreases with each step. */
    for (int i = 0; good && i < job->steps && !pd_cancelled(job->cancel); i++) {
        good = fit_stand(s);
        if (!good) break;

        memset(s->normal, 0, sizeof s->normal);
        memset(s->right, 0, sizeof s->right);
        add_data(s, first * pow(last / first, job->steps > 1 ? i / (job->steps - 1.0) : 1));
        add_priors(s, 2 * i >= job->steps);

        /* A small diagonal keeps the matrix definite. */
        for (int k = 0; k < UNKNOWNS; k++) s->normal[k * UNKNOWNS + k] += 1e-7;
        pd_k_mirror(s->normal, UNKNOWNS);
        if (!pd_k_cholesky(s->normal, UNKNOWNS)) continue;
        pd_k_cholesky_solve(s->right, s->normal, UNKNOWNS);

        /* Apply the step, limited in size. */
        pd_quat world[PD_RIG_JOINTS];
        for (int j = 0; j < PD_RIG_JOINTS; j++) world[j] = pd_q_from_matrix(s->stance.turn[j]);
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            const double *step = s->right + PER_JOINT * j;
            const int up = pd_rig_joints[j].parent;
            pd_vec3 turn = {step[0], step[1], step[2]};
            const double angle = pd_vec3_length(turn);
            if (angle > MOST_TURN) turn = pd_vec3_scale(turn, MOST_TURN / angle);
            if (up >= 0) turn = pd_q_rotate(pd_q_conjugate(world[up]), turn);
            shape->rotations[j] = pd_q_normalize(pd_q_mul(pd_q_from_rotvec(turn), shape->rotations[j]));
            shape->lengths[j] += fit_clip(step[3], MOST_STRETCH);
            shape->girths[j] += fit_clip(step[4], MOST_STRETCH);
        }

        shape->root = pd_vec3_add(shape->root, pd_vec3_make(fit_clip(s->right[ROOT], MOST_SHIFT),
                                                            fit_clip(s->right[ROOT + 1], MOST_SHIFT),
                                                            fit_clip(s->right[ROOT + 2], MOST_SHIFT)));
    }

    if (s) solver_free(s);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "fit", "out of memory");
}

pd_status pd_rig_fit_measure(pd_rig_fit_quality *out, const pd_rig_fit_job *job, pd_error *err)
{
    PD_ASSERT(job->cloud->count > 0 && job->template->sample_count > 0);
    const pd_rig_template *t = job->template;
    const pd_rig_cloud *cloud = job->cloud;
    double count[PD_RIG_JOINTS] = {0}, out_sum = 0, back_sum = 0;
    solver *s = solver_new(job);

    memset(out, 0, sizeof *out);
    if (!s || !fit_stand(s)) {
        if (s) solver_free(s);
        return pd_fail(err, PD_ERR_MEMORY, "fit", "out of memory");
    }

    /* From the template to the mesh, also for each part. */
    const int few = job->is_quick ? 2 * QUICK : 1;
    const int points = s->sample_count / (few > 1 ? 2 : 1);
    const int back = cloud->count / few;
    for (int i = 0; i < points; i++) {
        const int j = pd_tree_nearest(&cloud->tree, s->points[i], s->normals[i], 1e9);
        const int part = t->influences[t->sample[i]][0];
        count[part]++;
        if (j < 0) {
            out_sum += NOWHERE;
            out->part_residual[part] += NOWHERE;
            continue;
        }

        const double off[3] = {cloud->points[j][0] - s->points[i][0], cloud->points[j][1] - s->points[i][1],
                               cloud->points[j][2] - s->points[i][2]};
        const double square = pd_dot3(off, off);
        out_sum += square;
        out->part_residual[part] += square;
        out->part_coverage[part] += square < NEAR * NEAR;
    }

    /* From the mesh to the template. */
    for (int i = 0; i < back; i++) {
        const int j = pd_tree_nearest(&s->tree, cloud->points[i], cloud->normals[i], 1e9);
        if (j < 0) {
            back_sum += NOWHERE;
            continue;
        }

        const double off[3] = {cloud->points[i][0] - s->points[j][0], cloud->points[i][1] - s->points[j][1],
                               cloud->points[i][2] - s->points[j][2]};
        const double square = pd_dot3(off, off);
        back_sum += square;
        out->coverage += square < NEAR * NEAR;
    }

    /* Means. */
    out->to_mesh = sqrt(out_sum / points);
    out->to_template = sqrt(back_sum / back);
    out->residual = 0.5 * (out->to_mesh + out->to_template);
    out->coverage /= back;
    out->score = out->to_mesh + UNCOVERED * (1 - out->coverage);
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        if (count[j] == 0) continue;
        out->part_residual[j] = sqrt(out->part_residual[j] / count[j]);
        out->part_coverage[j] /= count[j];
    }

    solver_free(s);

    return PD_OK;
}
