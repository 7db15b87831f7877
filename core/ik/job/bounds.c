/* Applies limits: holds angles at their limits, limits steps, and reports the limits that were hit. */
#include "core/ik/job/problem.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <string.h>

/* part of the way to the ellipse, from which a joint counts as at its limit */
#define AT_RIM       (1 - 1e-9)
#define SPEED_ROUNDS 8 /* steps of the search for the part of a step that max_rotation allows */
/* a limit within this distance is reported as hit; radians, or relative to the rim */
#define TOUCHED      1e-6

static double *column_of(const pd_ik_problem *p, int i)
{
    return p->jacobian + (size_t)i * (size_t)p->m;
}

/* Returns the derivative of -|e|^2 / 2 by angle i, J_i^T e: positive if a larger angle brings the targets
 * nearer. */
static double gradient(const pd_ik_problem *p, int i)
{
    const double *column = column_of(p, i);
    double sum = 0;
    int rows =
        p->reached_first ? p->m : p->first; /* the second level must not hold angles that the first needs */
    for (int r = 0; r < rows; r++) sum += column[r] * p->e[r];

    return sum;
}

static bool elliptic(const pd_ik_node *node)
{
    return node->bounded && node->swings && !node->limit.box && node->dof[1] >= 0 && node->dof[2] >= 0;
}

static double half_axis(const pd_ik_node *node, int c, double value)
{
    return value < 0 ? -node->limit.min[c] : node->limit.max[c];
}

/* Returns how far a swing (y, z) is from the middle to the ellipse of its limit, squared: 1 is on it. */
static double rim_of(const pd_ik_problem *p, const pd_ik_node *node)
{
    double y = p->q[node->dof[1]];
    double z = p->q[node->dof[2]];
    double ay = half_axis(node, 1, y);
    double az = half_axis(node, 2, z);
    return (ay > 1e-9 ? y * y / (ay * ay) : 0) + (az > 1e-9 ? z * z / (az * az) : 0);
}

/* Rotates the columns of the two swing angles of a joint at its elliptic limit into tangent and normal of
 * the ellipse. The normal direction is held, so the joint can slide along its limit. */
static void turn_columns(pd_ik_problem *p, int index, double *vector)
{
    const pd_ik_node *node = &p->nodes[index];
    int iy = node->dof[1];
    int iz = node->dof[2];
    double y = p->q[iy];
    double z = p->q[iz];
    double ay = half_axis(node, 1, y);
    double az = half_axis(node, 2, z);
    double ny = ay > 1e-9 ? y / (ay * ay) : 0;
    double nz = az > 1e-9 ? z / (az * az) : 0;
    double length = sqrt(ny * ny + nz * nz);
    double *cy = column_of(p, iy);
    double *cz = column_of(p, iz);

    if (length < 1e-12) return;

    /* Do nothing if the gradient points back inside. */
    ny /= length;
    nz /= length;
    if (ny * gradient(p, iy) + nz * gradient(p, iz) <= 0) return;

    /* Rotate the two columns of the Jacobian, and the vector that goes with them. */
    for (int r = 0; r < p->m; r++) {
        double a = cy[r];
        double b = cz[r];
        cy[r] = -nz * a + ny * b;
        cz[r] = ny * a + nz * b;
    }

    if (vector) {
        double a = vector[iy];
        double b = vector[iz];
        vector[iy] = -nz * a + ny * b;
        vector[iz] = ny * a + nz * b;
    }

    /* Record the normal, to rotate the step back later. */
    p->rim[index][0] = ny;
    p->rim[index][1] = nz;
    p->rim[index][2] = 1;
    p->held[iz] = 1;
}

void pd_ik_problem_hold(pd_ik_problem *p, double *vector)
{
    for (int i = 0; i < p->n; i++) {
        p->held[i] = 0;
        if (p->q[i] > p->low[i] && p->q[i] < p->high[i]) continue;
        double g = gradient(p, i);
        p->held[i] = p->q[i] <= p->low[i] ? g < 0 : g > 0;
    }

    for (int k = 0; k < p->node_count; k++) {
        p->rim[k][2] = 0;
        if (elliptic(&p->nodes[k]) && rim_of(p, &p->nodes[k]) >= AT_RIM) turn_columns(p, k, vector);
    }
}

/* Returns the angle between a joint's start and present rotation. When its angles change by ds and dt, exp(s)
 * exp(t x) rotates by at most |ds| + |dt|. If this bound is at most `enough`, it is returned. Otherwise the
 * exact angle is computed, because swing and twist may cancel. */
static double rotation_of(const pd_ik_problem *p, const pd_ik_node *node, double enough)
{
    double from[3], to[3];

    for (int c = 0; c < 3; c++) {
        int i = node->dof[c];
        from[c] = i < 0 ? node->angle[c] : p->start[i];
        to[c] = i < 0 ? node->angle[c] : p->q[i];
    }

    double bound = fabs(to[0] - from[0]) + hypot(to[1] - from[1], to[2] - from[2]);
    if (bound <= enough) return bound;

    const pd_quat model = pd_q_identity();
    return pd_q_angle(pd_ik_limit_join(from, model), pd_ik_limit_join(to, model));
}

double pd_ik_problem_rotation(const pd_ik_problem *p)
{
    double most = 0;

    for (int k = 0; k < p->node_count; k++) most = fmax(most, rotation_of(p, &p->nodes[k], 0));
    return most;
}

void pd_ik_problem_clamp(pd_ik_problem *p)
{
    /* Bounds of single angles. */
    for (int i = 0; i < p->n; i++) {
        double q = p->q[i];
        p->q[i] = q < p->low[i] ? p->low[i] : q > p->high[i] ? p->high[i] : q;
    }

    for (int k = 0; k < p->node_count; k++) {
        const pd_ik_node *node = &p->nodes[k];

        /* Elliptic limits of the swing: scale the point back onto the ellipse. */
        if (elliptic(node)) {
            double *y = &p->q[node->dof[1]];
            double *z = &p->q[node->dof[2]];
            if (half_axis(node, 1, *y) <= 1e-9) *y = 0;
            if (half_axis(node, 2, *z) <= 1e-9) *z = 0;
            double rim = rim_of(p, node);
            if (rim > 1) {
                *y /= sqrt(rim);
                *z /= sqrt(rim);
            }
        }

        /* A free joint beyond pi: replace its angles by smaller ones of the same rotation. A swing beyond
         * pi is the rotation about the opposite axis by the rest of the turn. */
        if (!node->bounded && !(p->job->max_rotation > 0)) {
            double *t = &p->q[node->dof[0]];
            double *y = &p->q[node->dof[1]];
            double *z = &p->q[node->dof[2]];
            double swing = sqrt(*y * *y + *z * *z);
            if (swing > 4 * M_PI) *y = *z = swing = 0;
            if (swing > M_PI) {
                *y *= 1 - 2 * M_PI / swing;
                *z *= 1 - 2 * M_PI / swing;
            }

            if (fabs(*t) > M_PI) *t -= 2 * M_PI * floor(*t / (2 * M_PI) + 0.5);
        }
    }

    /* Speed limit: move back towards the start. Limits are convex and the start is within them, so all
     * angles between are within them too. The rotation is nearly proportional to the part of the way, so a
     * few proportional corrections find the part at which it has the allowed angle. */
    const double most = p->job->max_rotation;
    for (int k = 0; k < p->node_count && most > 0; k++) {
        const pd_ik_node *node = &p->nodes[k];
        double far = rotation_of(p, node, most);
        double to[3] = {0, 0, 0};
        double part = 1;
        if (far <= most) continue;

        double bound = rotation_of(p, node, INFINITY);
        for (int c = 0; c < 3; c++)
            if (node->dof[c] >= 0) to[c] = p->q[node->dof[c]] - p->start[node->dof[c]];
        for (int round = 0; round < SPEED_ROUNDS && fabs(far - most) > 1e-9; round++) {
            part =
                round < SPEED_ROUNDS - 1 ? fmin(1, part * most / far) : most / bound; /* certainly allowed */
            for (int c = 0; c < 3; c++)
                if (node->dof[c] >= 0) p->q[node->dof[c]] = p->start[node->dof[c]] + part * to[c];
            far = rotation_of(p, node, 0);
        }
    }
}

double pd_ik_problem_move(pd_ik_problem *p, double *d)
{
    /* At a rim the columns are (normal, tangent): rotate the step back to the two swing angles. */
    for (int k = 0; k < p->node_count; k++) {
        if (p->rim[k][2] == 0) continue;
        PD_ASSERT(p->nodes[k].dof[1] >= 0 && p->nodes[k].dof[2] >= 0);
        double ny = p->rim[k][0];
        double nz = p->rim[k][1];
        double *dy = &d[p->nodes[k].dof[1]];
        double *dz = &d[p->nodes[k].dof[2]];
        double tangent = *dy;
        double normal = *dz;
        *dy = -nz * tangent + ny * normal;
        *dz = ny * tangent + nz * normal;
    }

    /* Take the step within the limits, and measure the change of each angle. */
    double most = 0;
    for (int i = 0; i < p->n; i++) {
        p->spare[i] = p->q[i];
        p->q[i] += d[i];
    }

    pd_ik_problem_clamp(p);
    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(p->q[i] - p->spare[i]));
    return most;
}

void pd_ik_problem_random(pd_ik_problem *p, pd_rng *rng)
{
    for (int i = 0; i < p->n; i++) {
        int bounded = p->high[i] < 1e9;
        double low = bounded ? p->low[i] : -2;
        double high = bounded ? p->high[i] : 2;
        p->q[i] = pd_rng_between(rng, low, high);
        if (p->node_of[i] < 0) p->q[i] = 0;
    }

    pd_ik_problem_clamp(p);
}

void pd_ik_problem_write(const pd_ik_problem *p, pd_quat *rotations, pd_vec3 *translation)
{
    for (int k = 0; k < p->node_count; k++) {
        const pd_ik_node *node = &p->nodes[k];
        double angles[3];
        for (int c = 0; c < 3; c++) angles[c] = node->dof[c] < 0 ? node->angle[c] : p->q[node->dof[c]];
        rotations[node->joint] = pd_q_normalize(pd_ik_limit_join(angles, node->limit.frame));
    }

    *translation = p->job->translation;
    if (p->root_dofs) *translation = pd_vec3_add(*translation, pd_vec3_make(p->q[0], p->q[1], p->q[2]));
}

static bool touches(const pd_ik_problem *p, int i)
{
    return i >= 0 && (p->q[i] <= p->low[i] + TOUCHED || p->q[i] >= p->high[i] - TOUCHED);
}

void pd_ik_problem_hits(const pd_ik_problem *p, unsigned char *hits)
{
    memset(hits, 0, (size_t)p->job->skeleton->joint_count);
    for (int k = 0; k < p->node_count; k++) {
        const pd_ik_node *node = &p->nodes[k];
        unsigned char *hit = &hits[node->joint];
        if (touches(p, node->dof[0])) *hit |= PD_IK_HIT_TWIST;
        if (elliptic(node) ? rim_of(p, node) >= 1 - TOUCHED
                           : touches(p, node->dof[1]) || touches(p, node->dof[2]))
            *hit |= PD_IK_HIT_SWING;
        if (p->job->max_rotation > 0 &&
            rotation_of(p, node, p->job->max_rotation - TOUCHED) >= p->job->max_rotation - TOUCHED)
            *hit |= PD_IK_HIT_SPEED;
    }
}
