#include "core/ik/job/problem.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Swing s = (0, y, z): computes m exp(s) in place, and the axes m Jl(s) e_y, m Jl(s) e_z. With A =
 * sin|s|/|s|, B = (1 - cos|s|)/|s|^2,
 * C = (|s| - sin|s|)/|s|^3:  exp(s) = I + A [s] + B [s]^2,  Jl(s) = I + B [s] + C [s]^2. */
static void swing_by(double m[9], double axis_y[3], double axis_z[3], double y, double z)
{
    double square = y * y + z * z;
    double angle = sqrt(square);
    double a, b, c;

    /* Near 0 the series of A, B and C, which are exact there to rounding. */
    if (angle > 1e-4) {
        double s = sin(angle);
        a = s / angle;
        b = (1 - cos(angle)) / square;
        c = (angle - s) / (square * angle);
    } else {
        a = 1 - square / 6;
        b = 0.5 - square / 24;
        c = 1.0 / 6 - square / 120;
    }

    const double to_y[3] = {-b * z, 1 - c * z * z, c * y * z};
    const double to_z[3] = {b * y, c * y * z, 1 - c * y * y};
    const double swing[9] = {1 - b * square, -a * z, a * y,     a * z,        1 - b * z * z,
                             b * y * z,      -a * y, b * y * z, 1 - b * y * y};
    double before[9];
    pd_mat3_apply(axis_y, m, to_y);
    pd_mat3_apply(axis_z, m, to_z);
    memcpy(before, m, sizeof before);
    pd_mat3_mul(m, before, swing);
}

static inline double angle_of(const pd_ik_problem *p, const pd_ik_node *node, int c)
{
    return node->dof[c] < 0 ? node->angle[c] : p->q[node->dof[c]];
}

/* Computes frame and position of a node before its own rotation. restrict avoids loading pointers again after
 * each store. There is no memcpy, because a wide load after narrower stores stalls. */
static inline void before_rotation(double *restrict r, double *restrict o, const pd_ik_problem *p,
                                   const pd_ik_node *node)
{
    const double *restrict b = node->pre;
    const double *restrict at = node->at;

    if (node->up < 0) {
        for (int k = 0; k < 9; k++) r[k] = b[k];
        for (int c = 0; c < 3; c++) o[c] = at[c] + (p->root_dofs ? p->q[c] : 0);
        return;
    }

    const double *restrict u = p->r[node->up];
    const double *restrict from = p->o[node->up];
    for (int k = 0; k < 3; k++) {
        double x = u[3 * k];
        double y = u[3 * k + 1];
        double z = u[3 * k + 2];
        r[3 * k] = x * b[0] + y * b[3] + z * b[6];
        r[3 * k + 1] = x * b[1] + y * b[4] + z * b[7];
        r[3 * k + 2] = x * b[2] + y * b[5] + z * b[8];
        o[k] = from[k] + (x * at[0] + y * at[1] + z * at[2]);
    }
}

/* Computes the frame of a node from its parent's and its angles (swing, then twist), and the axes of its
 * unknowns. */
static void rotate_node(pd_ik_problem *p, int index)
{
    const pd_ik_node *node = &p->nodes[index];
    double *restrict r = p->r[index];
    double fixed[3];

    before_rotation(r, p->o[index], p, node);
    if (node->swings) {
        double y[3], z[3];
        swing_by(r, y, z, angle_of(p, node, 1), angle_of(p, node, 2));
        if (node->dof[1] >= 0) memcpy(p->axis[node->dof[1]], y, sizeof y);
        if (node->dof[2] >= 0) memcpy(p->axis[node->dof[2]], z, sizeof z);
    }

    /* The twist exp((t, 0, 0)) is last. Its axis is stored if the twist is an unknown. */
    double *restrict axis = node->dof[0] >= 0 ? p->axis[node->dof[0]] : fixed;
    const double t = angle_of(p, node, 0);
    const double s = sin(t);
    const double c = cos(t);
    for (int k = 0; k < 3; k++) {
        double y = r[3 * k + 1];
        double z = r[3 * k + 2];
        axis[k] = r[3 * k];
        r[3 * k + 1] = c * y + s * z;
        r[3 * k + 2] = c * z - s * y;
    }
}

void pd_ik_problem_forward(pd_ik_problem *p, int from, int to)
{
    PD_ASSERT(from >= 0 && to <= p->node_count);
    for (int i = from; i < to; i++) rotate_node(p, i);
}

/* Computes where a point is that is fixed to a node (-1: to the root, which may move). */
static void point_at(double out[3], const pd_ik_problem *p, const pd_ik_point *point)
{
    if (point->node >= 0) {
        pd_mat3_apply(out, p->r[point->node], point->at);
        for (int c = 0; c < 3; c++) out[c] += p->o[point->node][c];
    } else {
        for (int c = 0; c < 3; c++) out[c] = point->at[c] + (point->node == -1 && p->root_dofs ? p->q[c] : 0);
    }
}

static void frame_at(double out[9], const pd_ik_problem *p, int node, const double frame[9])
{
    if (node >= 0)
        pd_mat3_mul(out, p->r[node], frame);
    else
        memcpy(out, frame, 9 * sizeof *out);
}

/* Computes log(a b^T) from sine and cosine of the angle. Near pi the sine does not determine the axis, so a
 * quaternion is used. */
static void rotation_left(double out[3], const double a[9], const double b[9])
{
    double m[9];

    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m[3 * r + c] = pd_dot3(a + 3 * r, b + 3 * c);
    const double v[3] = {0.5 * (m[7] - m[5]), 0.5 * (m[2] - m[6]), 0.5 * (m[3] - m[1])};
    double sine = sqrt(pd_dot3(v, v));
    double cosine = 0.5 * (m[0] + m[4] + m[8] - 1);
    if (cosine > -0.99) {
        double scale = sine > 1e-9 ? atan2(sine, cosine) / sine : 1;
        for (int c = 0; c < 3; c++) out[c] = v[c] * scale;
        return;
    }

    pd_vec3 left = pd_q_to_rotvec(pd_q_from_matrix(m));
    out[0] = left.x;
    out[1] = left.y;
    out[2] = left.z;
}

/* Computes the centre of mass. sums (node_count,4): moment and mass of each subtree; may be NULL. */
static void centre_of(double out[3], double (*sums)[4], const pd_ik_problem *p)
{
    for (int c = 0; c < 3; c++) out[c] = p->rest_mass[c] + (p->root_dofs ? p->rest_mass[3] * p->q[c] : 0);
    for (int i = p->node_count - 1; i >= 0; i--) {
        double here[4];
        pd_mat3_apply(here, p->r[i], p->mass_at[i]);
        for (int c = 0; c < 3; c++) here[c] += p->mass[i] * p->o[i][c];
        here[3] = p->mass[i];
        for (int c = 0; c < 3; c++) out[c] += here[c];
        if (!sums) continue;
        for (int c = 0; c < 4; c++) sums[i][c] = here[c];
    }

    for (int i = p->node_count - 1; sums && i >= 0; i--)
        for (int c = 0; c < 4 && p->nodes[i].up >= 0; c++) sums[p->nodes[i].up][c] += sums[i][c];
}

/* Computes the dihedral angle from the middle to the pole about the line from base to tip, and its
 * gradients with respect to middle, base and tip. */
static void pole_rows(double gradient[3][3], double *left, const pd_ik_problem *p, const pd_ik_goal *goal)
{
    double middle[3], base[3], tip[3], f[3], g[3], h[3], a[3], b[3], axb[3];
    const double pole[3] = {goal->target->pole.x, goal->target->pole.y, goal->target->pole.z};

    /* Difference vectors of the dihedral: f to the middle, h to the pole, g along the line. */
    point_at(middle, p, &goal->middle);
    point_at(base, p, &goal->base);
    point_at(tip, p, &goal->tip);
    for (int c = 0; c < 3; c++) {
        f[c] = middle[c] - base[c];
        g[c] = base[c] - tip[c];
        h[c] = pole[c] - tip[c];
    }

    /* Normals of the two planes. The angle is undefined if the limb is
     * straight or the pole is on the line. */
    *left = 0;
    memset(gradient, 0, 9 * sizeof(double));
    pd_cross3(a, f, g);
    pd_cross3(b, h, g);
    double aa = pd_dot3(a, a);
    double bb = pd_dot3(b, b);
    double gg = pd_dot3(g, g);
    double length = sqrt(gg);
    if (aa < 1e-14 * gg * gg || bb < 1e-14 * gg * gg || gg < 1e-18) return;

    /* The signed angle between the planes, and its derivatives. */
    pd_cross3(axb, b, a);
    *left = atan2(pd_dot3(axb, g) / length, pd_dot3(a, b));
    double fg = pd_dot3(f, g) / (aa * length);
    double hg = pd_dot3(h, g) / (bb * length);

    for (int c = 0; c < 3; c++) {
        gradient[0][c] = -length / aa * a[c];
        gradient[1][c] = (length / aa + fg) * a[c] - hg * b[c];
        gradient[2][c] = -length / bb * b[c] - fg * a[c] + hg * b[c];
    }
}

/* ---- residuals: one function for each kind of constraint, in a table */

/* Present position of a goal's tip; its frame is set only for constraints that need it. */
typedef struct tip_pose {
    double at[3], frame[9];
} tip_pose;

/* Writes the scaled rows of this kind. Returns their error, metres or radians. */
typedef double residual(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip);

/* Residual of a position: wanted less actual. Returns the error, metres. The wanted one may be fixed to a
 * joint (in_frame). */
static double position_rows(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    const double *wanted = g->wanted;
    double carried[3];

    if (g->in_frame) {
        pd_ik_point in = g->other;
        double off[3];
        pd_mat3_apply(off, g->other_frame, g->wanted);
        for (int c = 0; c < 3; c++) in.at[c] += off[c];
        point_at(carried, p, &in);
        wanted = carried;
    }

    for (int c = 0; c < 3; c++) e[c] = wanted[c] - tip->at[c];
    double error = pd_length3(e);
    for (int c = 0; c < 3; c++) e[c] *= g->point_scale;

    return error;
}

/* Residual of an orientation: log(wanted actual^T). Returns the angle, radians. The wanted one may be fixed
 * to a joint (in_frame). */
static double orientation_rows(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    double frame[9], wanted[9];

    if (g->in_frame) {
        frame_at(frame, p, g->other.node, g->other_frame);
        pd_mat3_mul(wanted, frame, g->wanted_frame);
    }

    rotation_left(e, g->in_frame ? wanted : g->wanted_frame, tip->frame);
    double error = pd_length3(e);
    for (int c = 0; c < 3; c++) e[c] *= g->angle_scale;

    return error;
}

/* Residual of a look: difference of the unit vector to the point and the joint's axis. Returns the angle
 * between them, radians. */
static double look_rows(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    const pd_vec3 *point = &g->target->look_at;
    double to[3] = {point->x - tip->at[0], point->y - tip->at[1], point->z - tip->at[2]};
    double axis[3];
    (void)p;

    pd_mat3_apply(axis, tip->frame, g->axis);
    double far = pd_length3(to);
    for (int c = 0; c < 3; c++) e[c] = far > 1e-9 ? to[c] / far - axis[c] : 0;

    double error = 2 * asin(fmin(1, 0.5 * pd_length3(e)));
    for (int c = 0; c < 3; c++) e[c] *= g->angle_scale;
    return error;
}

/* Residual of a pole: the angle by which the bend's plane is off. Returns it, radians. */
static double pole_row(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    double gradient[3][3], left;
    (void)tip;

    pole_rows(gradient, &left, p, g);
    *e = left * g->angle_scale;
    return fabs(left);
}

/* Residual of a distance: wanted less actual. Returns the error, metres. */
static double distance_row(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    double line[3];

    point_at(line, p, &g->other);
    for (int c = 0; c < 3; c++) line[c] = tip->at[c] - line[c];
    double left = g->target->distance - pd_length3(line);
    *e = left * g->point_scale;

    return fabs(left);
}

/* Residual of the centre of mass: its horizontal offset (x, z). Returns the error, metres. */
static double centre_rows(double *e, const pd_ik_problem *p, const pd_ik_goal *g, const tip_pose *tip)
{
    double centre[3];
    (void)tip;

    centre_of(centre, NULL, p);
    e[0] = g->target->centre.x - centre[0];
    e[1] = g->target->centre.z - centre[2];
    double error = sqrt(e[0] * e[0] + e[1] * e[1]);
    e[0] *= g->point_scale;
    e[1] *= g->point_scale;

    return error;
}

/* Kinds of constraints, in the order of the rows. A new kind needs a row here, its columns in goal_columns
 * and its error in errors.c. */
static const struct constraint {
    size_t flag;      /* offset of its flag in pd_ik_target */
    bool from_keep;   /* is also set by `keep` */
    bool wants_frame; /* reads the tip's frame */
    int rows;
    residual *residual;
} constraints[] = {
    {offsetof(pd_ik_target, has_position), true, false, 3, position_rows},
    {offsetof(pd_ik_target, has_orientation), true, true, 3, orientation_rows},
    {offsetof(pd_ik_target, has_look), false, true, 3, look_rows},
    {offsetof(pd_ik_target, has_pole), false, false, 1, pole_row},
    {offsetof(pd_ik_target, has_distance), false, false, 1, distance_row},
    {offsetof(pd_ik_target, has_centre), false, false, 2, centre_rows},
};
#define CONSTRAINTS (sizeof constraints / sizeof *constraints)

static inline bool is_asked(const struct constraint *c, const pd_ik_target *t)
{
    return *(const int *)(const void *)((const char *)t + c->flag) || (c->from_keep && t->keep);
}

int pd_ik_target_rows(const pd_ik_target *target)
{
    int rows = 0;
    for (size_t i = 0; i < CONSTRAINTS; i++)
        rows += is_asked(&constraints[i], target) ? constraints[i].rows : 0;
    return rows;
}

void pd_ik_problem_pose(pd_ik_problem *p)
{
    PD_ASSERT(p->goal_count >= 1 && p->first >= 1 && p->first <= p->m);

    /* Axes of the root's translation, then the frame of every node; parents come first. */
    for (int i = 0; i < p->root_dofs; i++)
        for (int c = 0; c < 3; c++) p->axis[i][c] = c == i;

    for (int i = 0; i < p->node_count; i++) rotate_node(p, i);

    /* Rows of every goal. A goal is reached if its worst error is within the tolerance. */
    p->reached = p->reached_first = 1;
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        double *e = p->e + g->row;
        double worst = 0;
        bool has_frame = false;
        tip_pose tip;

        point_at(tip.at, p, &g->tip);
        for (size_t i = 0; i < CONSTRAINTS; i++) {
            const struct constraint *c = &constraints[i];
            if (!is_asked(c, g->target)) continue;

            if (c->wants_frame && !has_frame) {
                frame_at(tip.frame, p, g->tip.node, g->frame);
                has_frame = true;
            }

            double error = c->residual(e, p, g, &tip);
            worst = worst > error ? worst : error;
            e += c->rows;
        }

        PD_ASSERT(e - p->e <= p->m);

        if (worst <= p->tolerance) continue;
        p->reached = 0;
        if (g->row < p->first) p->reached_first = 0;
    }

    /* Squared error of the first level, then of all rows. */
    double sum = 0;
    for (int r = 0; r < p->first; r++) sum += p->e[r] * p->e[r];
    p->squared_first = sum;
    for (int r = p->first; r < p->m; r++) sum += p->e[r] * p->e[r];
    p->squared = sum;
}

/* Returns the derivative of a point by angle i: a x (x - o), or the axis itself if i translates the root. */
static inline void velocity(double out[3], const pd_ik_problem *p, int i, const double x[3])
{
    int node = p->node_of[i];

    if (node < 0) {
        memcpy(out, p->axis[i], 3 * sizeof *out);
        return;
    }

    const double arm[3] = {x[0] - p->o[node][0], x[1] - p->o[node][1], x[2] - p->o[node][2]};
    pd_cross3(out, p->axis[i], arm);
}

static inline void add_scaled(double *out, const double v[3], double s)
{
    out[0] += s * v[0];
    out[1] += s * v[1];
    out[2] += s * v[2];
}

/* Adds the columns of position and orientation. sign: 1 for angles that move the tip, -1 for angles that move
 * the frame of the target. */
static void pose_columns(pd_ik_problem *p, const pd_ik_goal *g, const int *path, int count, const double x[3],
                         double sign)
{
    bool position = g->target->has_position || g->target->keep;
    bool orientation = g->target->has_orientation || g->target->keep;
    double point = sign * g->point_scale;
    double angle = sign * g->angle_scale;
    double v[3];

    for (int k = 0; k < count; k++) {
        int i = path[k];
        double *out = p->jacobian + (size_t)i * (size_t)p->m + g->row;
        if (position) {
            velocity(v, p, i, x);
            add_scaled(out, v, point);
            out += 3;
        }

        if (orientation && p->node_of[i] >= 0) add_scaled(out, p->axis[i], angle);
    }
}

/* d(R u)/dq = a x R u;  d g/dq = -(I - g g^T) v / far. */
static void look_columns(pd_ik_problem *p, const pd_ik_goal *g, int row, const double tip[3])
{
    double frame[9], axis[3], v[3], w[3];
    double to[3] = {g->target->look_at.x - tip[0], g->target->look_at.y - tip[1],
                    g->target->look_at.z - tip[2]};
    double far = pd_length3(to);

    if (far <= 1e-9) return;

    for (int c = 0; c < 3; c++) to[c] /= far;
    frame_at(frame, p, g->tip.node, g->frame);
    pd_mat3_apply(axis, frame, g->axis);

    for (int k = 0; k < g->path_count; k++) {
        int i = g->path[k];
        double *out = p->jacobian + (size_t)i * (size_t)p->m + row;
        velocity(v, p, i, tip);
        add_scaled(v, to, -pd_dot3(v, to));
        add_scaled(out, v, g->angle_scale / far);
        if (p->node_of[i] < 0) continue;
        pd_cross3(w, p->axis[i], axis);
        add_scaled(out, w, g->angle_scale);
    }
}

/* Adds the derivatives of a pole's row by the angles that move base, middle or tip. */
static void pole_columns(pd_ik_problem *p, const pd_ik_goal *g, int row)
{
    const pd_ik_point *points[3] = {&g->middle, &g->base, &g->tip};
    double gradient[3][3], at[3][3], left, v[3];

    pole_rows(gradient, &left, p, g);
    for (int c = 0; c < 3; c++) point_at(at[c], p, points[c]);
    for (int k = 0; k < g->path_count; k++) {
        int i = g->path[k];
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            if (!pd_ik_above(p, p->node_of[i], points[c]->node)) continue;
            velocity(v, p, i, at[c]);
            sum += pd_dot3(gradient[c], v);
        }

        p->jacobian[(size_t)i * (size_t)p->m + (size_t)row] -= g->angle_scale * sum;
    }
}

/* Adds the derivatives of a distance between two points by all angles that move one of them. */
static void distance_columns(pd_ik_problem *p, const pd_ik_goal *g, int row, const double tip[3])
{
    double other[3], line[3], v[3];

    point_at(other, p, &g->other);
    for (int c = 0; c < 3; c++) line[c] = tip[c] - other[c];
    double length = pd_length3(line);
    for (int c = 0; c < 3; c++) line[c] = length > 1e-9 ? line[c] / length : c == 1;

    for (int k = 0; k < g->path_count; k++) {
        velocity(v, p, g->path[k], tip);
        p->jacobian[(size_t)g->path[k] * (size_t)p->m + (size_t)row] += g->point_scale * pd_dot3(line, v);
    }

    for (int k = 0; k < g->path2_count; k++) {
        velocity(v, p, g->path2[k], other);
        p->jacobian[(size_t)g->path2[k] * (size_t)p->m + (size_t)row] -= g->point_scale * pd_dot3(line, v);
    }
}

/* Adds the columns of the centre of mass. A rotating subtree moves it by a x (moment - mass o). */
static void centre_columns(pd_ik_problem *p, const pd_ik_goal *g, int row)
{
    double sums[PD_ANIM_MAX_JOINTS][4], all[3], v[3];

    centre_of(all, sums, p);
    for (int i = 0; i < p->n; i++) {
        int node = p->node_of[i];
        double *out = p->jacobian + (size_t)i * (size_t)p->m + row;
        if (node < 0) {
            out[0] += g->point_scale * p->axis[i][0];
            out[1] += g->point_scale * p->axis[i][2];
            continue;
        }

        const double *o = p->o[node];
        const double *s = sums[node];
        const double arm[3] = {s[0] - s[3] * o[0], s[1] - s[3] * o[1], s[2] - s[3] * o[2]};
        pd_cross3(v, p->axis[i], arm);
        out[0] += g->point_scale * v[0];
        out[1] += g->point_scale * v[2];
    }
}

/* Adds the derivatives of all rows of a goal, in the order in which pd_ik_problem_pose writes the rows. */
static void goal_columns(pd_ik_problem *p, const pd_ik_goal *g)
{
    const pd_ik_target *t = g->target;
    int position = t->has_position || t->keep;
    int orientation = t->has_orientation || t->keep;
    int row = g->row;
    double tip[3], seen[3];

    point_at(tip, p, &g->tip);
    pose_columns(p, g, g->path, g->path_count, tip, 1);
    if (g->in_frame) { /* the target is fixed to the frame's joint */
        pd_ik_point in = g->other;
        double off[3];
        pd_mat3_apply(off, g->other_frame, g->wanted);
        for (int c = 0; c < 3; c++) in.at[c] += off[c];
        point_at(seen, p, &in);
        pose_columns(p, g, g->path2, g->path2_count, seen, -1);
    }

    row += 3 * position + 3 * orientation;
    if (t->has_look) look_columns(p, g, row, tip);
    row += 3 * t->has_look;
    if (t->has_pole) pole_columns(p, g, row);
    row += t->has_pole;
    if (t->has_distance) distance_columns(p, g, row, tip);
    row += t->has_distance;
    if (t->has_centre) centre_columns(p, g, row);
}

void pd_ik_problem_jacobian(pd_ik_problem *p)
{
    const pd_ik_goal *one = p->goals;
    int position = one->target->has_position || one->target->keep;
    int orientation = one->target->has_orientation || one->target->keep;

    if (p->packed && !p->root_dofs && p->m == 3 * position + 3 * orientation) {
        double tip[3];
        point_at(tip, p, &one->tip);

        /* A single tip that all angles move: all entries of J are written, so it need not be cleared. */
        double s = one->point_scale;
        double w = one->angle_scale;
        double *out = p->jacobian;

        for (int i = 0; i < p->n; i++) {
            const double *a = p->axis[i];
            const double *o = p->o[p->node_of[i]];
            double dx = tip[0] - o[0];
            double dy = tip[1] - o[1];
            double dz = tip[2] - o[2];
            if (position) {
                out[0] = s * (a[1] * dz - a[2] * dy);
                out[1] = s * (a[2] * dx - a[0] * dz);
                out[2] = s * (a[0] * dy - a[1] * dx);
                out += 3;
            }

            if (!orientation) continue;
            out[0] = w * a[0];
            out[1] = w * a[1];
            out[2] = w * a[2];
            out += 3;
        }

        return;
    }

    /* In general most entries of J are zero: clear it, then add the columns of each goal. */
    memset(p->jacobian, 0, (size_t)p->n * (size_t)p->m * sizeof(double));
    for (int g = 0; g < p->goal_count; g++) goal_columns(p, &p->goals[g]);
}
