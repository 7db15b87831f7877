/* The most likely pose under the targets (after Grochow et al., Style-based inverse kinematics, SIGGRAPH
 * 2004; here with a mixture of probabilistic PCA in place of the Gaussian process).
 *
 *     maximise log w_k N(x(q); m_k, C_k)   subject to   e(q) = 0, limits
 *
 * Each step solves the linearized problem, with B = dx/dq, P = C_k^-1, A = B^T P B, g = B^T P (x - m_k):
 *
 *     (J A^-1 J^T + lambda I) y = e + J A^-1 g          d = A^-1 (J^T y - g)
 *
 * If B is the identity and no angle is held, this is Gaussian conditioning: x = m_k + C_k J^T (J C_k J^T +
 * lambda I)^-1 (e + ...). A is a block diagonal matrix minus Q outer products, so no matrix of all angles is
 * needed (Woodbury):
 *
 *     A = H - G^T G,   H = B^T B / sigma^2, G = V B / sigma A^-1 = H^-1 + T^T (I - G T^T)^-1 T, T = G H^-1
 *
 * lambda is proportional to the error, so that likelihood matters while the targets are far. Starts are means
 * of components: those whose tips are nearest to the targets are tried for a few steps each. At the end, the
 * most likely component of the pose replaces the first one. */
#include "core/base/assert.h"
#include "core/ik/methods/dense.h"
#include "core/ik/methods/method.h"
#include "core/ik/methods/prior.h"

#include <stdbool.h>
#include <string.h>

#define STARTS     3    /* number of components that are tried */
#define TRIED      3    /* steps of each try */
#define HAND_OVERS 3    /* largest number of changes of the component */
#define NEAR       0.15 /* metres: deviation of the tips' positions in a component's poses */
#define TURNED     0.5  /* radians: deviation of the tips' rotations */
#define LONGEST    0.6  /* radians: largest step */
#define STANDSTILL 2e-3 /* radians: a smaller step ends the search */
#define FOLLOWS    3e-3 /* lambda as a part of E */
#define LEAST      1e-9
#define SECOND     1e-4 /* lambda of the second level's rows */
#define WEAK       1e-3 /* H of angles and translations outside the prior */
#define ROUNDS     3    /* rounds of finding the angles at a bound */
#define ENOUGH     0.1  /* nats: a step with reached targets that gains less is the last */
#define BENDS      0.2  /* of |y|: added to H, because the constraints are curved */
#define PENALTY    2e-3 /* E of a try that costs half a nat */

/* The features of one joint and their derivatives. */
typedef struct block {
    int node, feature,
        rows;       /* node -1: the joint cannot rotate; index of its first feature; 3 rows, the root 2 */
    double b[3][3]; /* [row][angle] of B, scaled; 0 for missing angles */
    double inverse[3][3]; /* inverse of its block of H; 0 for held angles */
} block;

typedef struct map_search {
    pd_ik_problem *p;
    const pd_ik_prior *prior;
    const pd_ik_search *search;
    int style, component;
    double bend, pull;                    /* added to H; |y| of the last step */
    int joints[PD_IK_PRIOR_MAX_JOINTS];   /* joints of the skeleton */
    block blocks[PD_IK_PRIOR_MAX_JOINTS]; /* (J) */
    pd_quat local[PD_IK_PRIOR_MAX_JOINTS];
    double x[PD_IK_PRIOR_MAX_DIM];     /* (D) scaled */
    double slope[PD_IK_PRIOR_MAX_DIM]; /* (D) P (x - m) */
    double *g, *d, *v, *kept;          /* (n)   */
    double *wide, *t;                  /* (Q,n) G, T */
    double *core, *tj, *tv;            /* (Q,Q) (Q,m) (2 Q) */
    double *hj;                        /* (n,m) H^-1 J */
} map_search;

void pd_ik_map_activate(unsigned char *active, const pd_ik_job *job)
{
    const pd_ik_prior *prior = job->example.prior;
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    int whole = 0;

    for (int t = 0; t < job->target_count; t++) whole |= job->targets[t].chain_root < 0;
    if (!whole) return;

    pd_ik_prior_joints(joints, prior, job->skeleton, NULL, 0);
    for (int j = !job->move_root; j < prior->joint_count; j++)
        if (joints[j] >= 0) active[joints[j]] = 1;
}

size_t pd_ik_map_doubles(const pd_ik_job *job, int rows)
{
    size_t q = (size_t)job->example.prior->rank;
    size_t m = (size_t)rows;
    size_t n = 3 * (size_t)job->skeleton->joint_count + 3;
    return 4 * n + 2 * q * n + q * q + q * m + 2 * q + n * m;
}

/* Divides the memory, and finds the joints that the solver may rotate. */
static void open(map_search *l, pd_ik_problem *p, const pd_ik_search *search)
{
    size_t n = (size_t)p->n;
    size_t m = (size_t)p->m;
    size_t q = (size_t)p->job->example.prior->rank;

    /* Divide the solver's own memory into arrays. */
    l->p = p;
    l->prior = p->job->example.prior;
    l->search = search;
    l->style = p->job->example.style - 1;
    pd_ik_prior_joints(l->joints, l->prior, p->job->skeleton, NULL, 0);
    double *at = p->own;
    l->g = at;
    at += n;
    l->d = at;
    at += n;
    l->v = at;
    at += n;
    l->kept = at;
    at += n;
    l->wide = at;
    at += q * n;
    l->t = at;
    at += q * n;
    l->core = at;
    at += q * q;
    l->tj = at;
    at += q * m;
    l->tv = at;
    at += 2 * q;
    l->hj = at;

    /* Each joint of the prior: the node that rotates it, or -1, and its rows in the feature vector. */
    for (int j = 0; j < l->prior->joint_count; j++) {
        block *b = &l->blocks[j];
        *b = (block){.node = -1, .feature = j ? 3 * j - 1 : 0, .rows = j ? 3 : 2};
        for (int k = 0; k < p->node_count; k++)
            if (p->nodes[k].joint == l->joints[j]) b->node = k;
        l->local[j] = pd_q_normalize(p->job->rotations[l->joints[j]]);
    }
}

/* ---- from angles to features */

static void find_numbers(map_search *l)
{
    for (int j = 0; j < l->prior->joint_count; j++) {
        double angles[3];
        if (l->blocks[j].node < 0) continue;
        const pd_ik_node *node = &l->p->nodes[l->blocks[j].node];
        for (int c = 0; c < 3; c++) angles[c] = node->dof[c] < 0 ? node->angle[c] : l->p->q[node->dof[c]];
        l->local[j] = pd_ik_limit_join(angles, node->limit.frame);
    }

    pd_ik_prior_features(l->x, l->prior, l->local);
}

/* J_l^-1(r) w = w - r x w / 2 + (1 - (a/2) cot(a/2)) / a^2  r x (r x w),  a = |r| */
static pd_vec3 log_slope(pd_vec3 r, pd_vec3 w)
{
    double square = pd_vec3_dot(r, r);
    double half = 0.5 * sqrt(square);
    double c = square > 1e-6 ? (1 - half / tan(half)) / square : 1.0 / 12;
    pd_vec3 once = pd_vec3_cross(r, w);
    return pd_vec3_fma(pd_vec3_fma(w, -0.5, once), c, pd_vec3_cross(r, once));
}

/* ---- A and g of the component at x */

/* Returns the dot product. Four independent sums, so that additions need not wait for each other. */
static double prior_solve_dot(const double *a, const double *b, int n)
{
    double s[4] = {0, 0, 0, 0};
    int i = 0;

    for (; i + 4 <= n; i += 4)
        for (int c = 0; c < 4; c++) s[c] += a[i + c] * b[i + c];
    for (; i < n; i++) s[0] += a[i] * b[i];

    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* Computes slope = P (x - m). Returns (x - m)^T P (x - m) / 2:
 * the cost relative to the component's mean, in nats. */
static double find_slope(map_search *l)
{
    const pd_ik_prior *prior = l->prior;
    size_t d = (size_t)prior->dim;
    size_t q = (size_t)prior->rank;
    size_t k = (size_t)l->component;
    const float *v = prior->whiten + k * q * d;
    double precision = 1 / (double)prior->noise[k];
    double away[PD_IK_PRIOR_MAX_DIM];
    double sum = 0;

    for (size_t i = 0; i < d; i++) l->slope[i] = away[i] = l->x[i] - (double)prior->means[k * d + i];
    for (size_t a = 0; a < q; a++) {
        double along[4] = {0, 0, 0, 0};
        size_t i = 0;
        for (; i + 4 <= d; i += 4)
            for (size_t c = 0; c < 4; c++) along[c] += (double)v[a * d + i + c] * away[i + c];
        for (; i < d; i++) along[0] += (double)v[a * d + i] * away[i];
        double part = (along[0] + along[1]) + (along[2] + along[3]);
        for (i = 0; i < d; i++) l->slope[i] -= (double)v[a * d + i] * part;
    }

    for (size_t i = 0; i < d; i++) {
        l->slope[i] *= precision;
        sum += away[i] * l->slope[i];
    }

    return 0.5 * sum;
}

/* Computes B of joint j: the derivatives of its features by its angles. */
static void find_slopes(map_search *l, int j)
{
    const pd_ik_problem *p = l->p;
    block *b = &l->blocks[j];
    const float *scale = l->prior->scale + b->feature;
    const pd_ik_node *node = &p->nodes[b->node];
    const pd_vec3 rotvec = pd_q_to_rotvec(l->local[j]);

    memset(b->b, 0, sizeof b->b);
    for (int c = 0; c < 3; c++) {
        const int dof = node->dof[c];
        if (dof < 0) continue;

        /* The axis in the parent's frame: with r = R_above local F it is R_above^T a = local F r^T a. */
        const double *a = p->axis[dof];
        const double *r = p->r[b->node];
        pd_vec3 in_node = {r[0] * a[0] + r[3] * a[1] + r[6] * a[2], r[1] * a[0] + r[4] * a[1] + r[7] * a[2],
                           r[2] * a[0] + r[5] * a[1] + r[8] * a[2]};
        pd_vec3 axis = pd_q_rotate(l->local[j], pd_q_rotate(node->limit.frame, in_node));
        pd_vec3 slope;
        if (j)
            slope = log_slope(rotvec, axis);
        else
            slope = pd_q_rotate(pd_q_conjugate(l->local[0]), pd_vec3_cross(pd_vec3_make(0, 1, 0), axis));
        b->b[0][c] = slope.x / (double)scale[0];
        b->b[1][c] = (j ? slope.y : slope.z) / (double)scale[1];
        if (j) b->b[2][c] = slope.z / (double)scale[2];
    }
}

/* Inverts a block of H, symmetric and positive definite. Rows of held angles (in[r] is 0) are replaced by
 * those of the identity, and are 0 in the inverse. */
static void invert_block(block *b, double h[3][3], const int in[3])
{
    double a[9], e[3];

    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) a[3 * r + c] = in[r] && in[c] ? h[r][c] : r == c;
    const int good = pd_ik_cholesky(a, 3);
    for (int c = 0; c < 3; c++) {
        memset(e, 0, sizeof e);
        e[c] = good && in[c];
        if (good) pd_ik_cholesky_solve(e, a, 3);
        for (int r = 0; r < 3; r++) b->inverse[r][c] = in[r] && in[c] ? e[r] : 0;
    }
}

/* Computes H^-1 by 3x3 blocks, one for each joint, and G and g. */
static void find_blocks(map_search *l)
{
    const pd_ik_prior *prior = l->prior;
    const pd_ik_problem *p = l->p;
    const size_t q = (size_t)prior->rank;
    const size_t d = (size_t)prior->dim;
    const size_t n = (size_t)p->n;
    const float *v = prior->whiten + (size_t)l->component * q * d;
    const double precision = 1 / (double)prior->noise[l->component];
    const double root = sqrt(precision);

    PD_ASSERT(l->component >= 0 && l->component < prior->component_count);

    memset(l->wide, 0, q * n * sizeof *l->wide);
    memset(l->g, 0, n * sizeof *l->g);
    for (int j = 0; j < prior->joint_count; j++) {
        block *b = &l->blocks[j];
        if (b->node < 0) continue;
        find_slopes(l, j);

        /* Block of H, gradient and wide rows, without held angles. */
        double h[3][3];
        int in[3];
        for (int r = 0; r < 3; r++) {
            const int dof = p->nodes[b->node].dof[r];
            in[r] = dof >= 0 && !p->held[dof];
            for (int c = 0; c < 3; c++) {
                h[r][c] = r == c ? WEAK + l->bend : 0;
                for (int k = 0; k < b->rows; k++) h[r][c] += precision * b->b[k][r] * b->b[k][c];
            }

            if (!in[r]) continue;
            for (int k = 0; k < b->rows; k++) l->g[dof] += b->b[k][r] * l->slope[b->feature + k];
            for (size_t a = 0; a < q; a++)
                for (int k = 0; k < b->rows; k++)
                    l->wide[a * n + (size_t)dof] +=
                        root * (double)v[a * d + (size_t)(b->feature + k)] * b->b[k][r];
        }

        invert_block(b, h, in);
    }
}

/* Computes out (n) = H^-1 v; out is not v. */
static void by_blocks(double *out, const map_search *l, const double *v, size_t step)
{
    const pd_ik_problem *p = l->p;

    for (int i = 0; i < p->n; i++)
        out[(size_t)i * step] = p->held[i] ? 0 : v[(size_t)i * step] / (WEAK + l->bend);

    for (int j = 0; j < l->prior->joint_count; j++) {
        const block *b = &l->blocks[j];
        if (b->node < 0) continue;
        const int *dof = p->nodes[b->node].dof;
        for (int r = 0; r < 3; r++) {
            double sum = 0;
            for (int c = 0; c < 3 && dof[r] >= 0; c++)
                if (dof[c] >= 0) sum += b->inverse[r][c] * v[(size_t)dof[c] * step];
            if (dof[r] >= 0) out[(size_t)dof[r] * step] = sum;
        }
    }
}

/* Computes out (n) = A^-1 v; out is not v. */
static void apply_inverse(double *out, map_search *l, const double *v)
{
    int n = l->p->n;
    int q = l->prior->rank;

    by_blocks(out, l, v, 1);
    for (int a = 0; a < q; a++) l->tv[a] = prior_solve_dot(l->t + a * n, v, n);
    if (q) pd_ik_cholesky_solve(l->tv, l->core, q);
    for (int a = 0; a < q; a++)
        for (int i = 0; i < n; i++) out[i] += l->t[a * n + i] * l->tv[a];
}

/* Computes the lower triangle of J A^-1 J^T into p->a. */
static void find_gram(map_search *l)
{
    pd_ik_problem *p = l->p;
    size_t n = (size_t)p->n;
    size_t m = (size_t)p->m;
    size_t q = (size_t)l->prior->rank;

    /* Part of the block-diagonal H^-1. */
    for (size_t r = 0; r < m; r++) by_blocks(l->hj + r, l, p->jacobian + r, m);
    memset(p->a, 0, m * m * sizeof *p->a);
    for (size_t i = 0; i < n; i++) {
        const double *j = p->jacobian + i * m;
        const double *h = l->hj + i * m;
        for (size_t r = 0; r < m; r++)
            for (size_t c = 0; c <= r; c++) p->a[r * m + c] += j[r] * h[c];
    }

    /* T J, for the low-rank part. */
    memset(l->tj, 0, q * m * sizeof *l->tj);
    for (size_t a = 0; a < q; a++)
        for (size_t i = 0; i < n; i++) {
            double t = l->t[a * n + i];
            const double *j = p->jacobian + i * m;
            for (size_t r = 0; r < m; r++) l->tj[a * m + r] += t * j[r];
        }

    /* L^-1 (T J), whose Gram matrix is the low-rank part. */
    for (size_t a = 0; a < q; a++) {
        for (size_t b = 0; b < a; b++)
            for (size_t r = 0; r < m; r++) l->tj[a * m + r] -= l->core[a * q + b] * l->tj[b * m + r];
        for (size_t r = 0; r < m; r++) l->tj[a * m + r] *= l->core[a * q + a];
        for (size_t r = 0; r < m; r++)
            for (size_t c = 0; c <= r; c++) p->a[r * m + c] += l->tj[a * m + r] * l->tj[a * m + c];
    }
}

/* Solves the equations above for the step d of the angles that are not held. */
static bool solve_prior_solve(map_search *l, double lambda)
{
    pd_ik_problem *p = l->p;
    int m = p->m;
    int n = p->n;
    int q = l->prior->rank;

    /* T, and the Cholesky factor of I - G T^T */
    find_blocks(l);
    for (int a = 0; a < q; a++) by_blocks(l->t + a * n, l, l->wide + a * n, 1);
    for (int a = 0; a < q; a++)
        for (int b = 0; b <= a; b++)
            l->core[a * q + b] = (a == b) - prior_solve_dot(l->wide + a * n, l->t + b * n, n);
    if (q && !pd_ik_cholesky(l->core, q)) return false;

    /* J A^-1 J^T, and the right-hand side. */
    find_gram(l);
    apply_inverse(l->v, l, l->g);
    pd_ik_rows_times(p->y, p, 0, m, l->v);

    /* Damping, at least SECOND for rows of the second level. */
    for (int r = 0; r < m; r++) {
        p->y[r] += p->e[r];
        p->a[r * m + r] += r < p->first ? lambda : fmax(lambda, SECOND);
    }

    if (!pd_ik_cholesky(p->a, m)) return false;
    pd_ik_cholesky_solve(p->y, p->a, m);

    /* Store the size of the multipliers. */
    double pull = 0;
    for (int r = 0; r < m; r++) pull += p->y[r] * p->y[r];
    l->pull = sqrt(pull);

    /* Step from the multipliers. */
    pd_ik_rows_back(l->v, p, 0, m, p->y);
    for (int i = 0; i < n; i++) l->v[i] = p->held[i] ? 0 : l->v[i] - l->g[i];
    apply_inverse(l->d, l, l->v);

    return true;
}

/* Computes the step. Holds angles that would pass a bound, and computes it again. */
static int step_prior_solve(map_search *l)
{
    pd_ik_problem *p = l->p;
    double lambda = FOLLOWS * p->squared_first + LEAST;

    memset(p->held, 0, (size_t)p->n);
    for (int k = 0; k < p->node_count; k++) p->rim[k][2] = 0;
    for (int round = 0, again = 1; again && round < ROUNDS; round++) {
        if (!solve_prior_solve(l, lambda)) return 0;
        again = 0;
        for (int i = 0; i < p->n; i++) {
            int out = (p->q[i] >= p->high[i] && l->d[i] > 0) || (p->q[i] <= p->low[i] && l->d[i] < 0);
            if (out && !p->held[i]) p->held[i] = again = 1;
        }
    }

    double most = 0, sum = 0;
    for (int i = 0; i < p->n; i++) sum += l->d[i];
    if (!isfinite(sum)) return 0;

    for (int i = p->root_dofs; i < p->n; i++) most = fmax(most, fabs(l->d[i]));
    for (int i = 0; i < p->n && most > LONGEST; i++) l->d[i] *= LONGEST / most;
    return 1;
}

/* ---- steps */

/* Takes at most this many steps. Ends earlier if the targets are reached and a step gains little, or if the
 * pose no longer moves. Returns false if the budget is spent or a step fails. */
static bool climb(map_search *l, pd_ik_search *search, int *here, int steps)
{
    pd_ik_problem *p = l->p;
    double before = INFINITY;

    l->bend = 0;
    for (int i = 0; i < steps; i++) {
        pd_ik_problem_pose(p);
        if (!pd_ik_search_next(search, p, here)) return false;
        find_numbers(l);
        pd_ik_problem_jacobian(p);
        double now = find_slope(l);
        if (p->reached && fabs(before - now) < ENOUGH) break;
        before = now;
        if (!step_prior_solve(l)) return false;
        l->bend = BENDS * l->pull;
        if (pd_ik_problem_move(p, l->d) < STANDSTILL) break;
    }

    pd_ik_problem_pose(p);
    return true;
}

static double prior_solve_share_of(const pd_ik_prior *prior, int style, int k)
{
    int s = prior->styles[k];
    return style < 0 ? (double)prior->style_weights[s] : s == style;
}

/* Returns the most likely component of the pose. */
static int owner(const map_search *l)
{
    int best = l->component;
    double most = -INFINITY;

    for (int k = 0; k < l->prior->component_count; k++) {
        double share = prior_solve_share_of(l->prior, l->style, k);
        if (!(share > 0)) continue;
        double here = log(share) + pd_ik_prior_component_log(l->prior, k, l->x);
        if (here > most) {
            most = here;
            best = k;
        }
    }

    return best;
}

/* ---- starts */

typedef struct start {
    int component;
    double cost, yaw;    /* nats; rotation of the root about the world's up, radians */
    pd_vec3 translation; /* translation of the root */
} start;

/* Finds the rotation about +Y and the translation that bring the tips nearest to their targets, by weighted
 * least squares. Uses goals with a position. */
static void fit_root(start *s, const map_search *l, const pd_vec3 *at)
{
    const pd_ik_problem *p = l->p;
    double weight = 0, sine = 0, cosine = 0;
    int count = 0;
    pd_vec3 from = {0, 0, 0};
    pd_vec3 to = {0, 0, 0};

    /* Weighted centres of tips and of targets. */
    for (int g = 0; g < p->goal_count; g++) {
        const pd_ik_goal *goal = &p->goals[g];
        if (!(goal->target->has_position || goal->target->keep) || goal->in_frame) continue;
        double w = goal->point_weight * goal->point_weight;
        from = pd_vec3_fma(from, w, at[goal->target->joint]);
        to = pd_vec3_fma(to, w, pd_vec3_make(goal->wanted[0], goal->wanted[1], goal->wanted[2]));
        weight += w;
        count++;
    }

    if (!count) return;
    from = pd_vec3_scale(from, 1 / weight);
    to = pd_vec3_scale(to, 1 / weight);

    /* Rotation about the vertical that aligns them, if there is more than one. */
    for (int g = 0; g < p->goal_count && count > 1; g++) {
        const pd_ik_goal *goal = &p->goals[g];
        if (!(goal->target->has_position || goal->target->keep) || goal->in_frame) continue;
        double w = goal->point_weight * goal->point_weight;
        pd_vec3 a = pd_vec3_sub(at[goal->target->joint], from);
        double bx = goal->wanted[0] - to.x;
        double bz = goal->wanted[2] - to.z;
        cosine += w * (a.x * bx + a.z * bz);
        sine += w * (a.z * bx - a.x * bz);
    }

    /* The translation follows from the rotation. */
    if (sine * sine + cosine * cosine > 1e-8) s->yaw = atan2(sine, cosine);
    pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), s->yaw);
    s->translation = pd_vec3_sub(to, pd_q_rotate(rotation, from));
}

/* Computes the local rotations of a component's mean on the skeleton. Other joints keep theirs. A root that
 * may rotate gets the mean's lean. */
static void mean_pose(pd_quat *rotations, const map_search *l, int component)
{
    const pd_ik_job *job = l->p->job;
    const pd_quat *mean = l->prior->poses + (size_t)component * (size_t)l->prior->joint_count;
    for (int j = 0; j < job->skeleton->joint_count; j++) rotations[j] = pd_q_normalize(job->rotations[j]);
    for (int j = 0; j < l->prior->joint_count; j++)
        if (l->blocks[j].node >= 0) rotations[l->joints[j]] = mean[j];
}

/* Returns the cost of a start in nats: from the errors of its tips, the component's weight, and the
 * likelihood of the joints that cannot rotate. */
static void rate_start(start *s, const map_search *l, int component)
{
    const pd_ik_prior *prior = l->prior;
    const pd_ik_job *job = l->p->job;
    pd_quat rotations[PD_ANIM_MAX_JOINTS], frames[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];

    /* The mean pose of the component, fitted to the targets. */
    *s = (start){.component = component};
    mean_pose(rotations, l, component);
    pd_anim_skeleton_forward(at, frames, job->skeleton, rotations, job->translation);
    if (l->p->root_dofs && l->blocks[0].node >= 0) fit_root(s, l, at);

    /* Squared errors of positions and orientations. */
    const pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), s->yaw);
    double miss = 0;
    for (int g = 0; g < l->p->goal_count; g++) {
        const pd_ik_goal *goal = &l->p->goals[g];
        const pd_ik_target *t = goal->target;
        if (goal->in_frame || t->joint < 0) continue;
        if (t->has_position || t->keep) {
            pd_vec3 tip = pd_vec3_add(s->translation, pd_q_rotate(rotation, at[t->joint]));
            pd_vec3 to = pd_vec3_sub(pd_vec3_make(goal->wanted[0], goal->wanted[1], goal->wanted[2]), tip);
            miss += pd_vec3_dot(to, to) / (NEAR * NEAR);
        }

        if (t->has_orientation || t->keep) {
            double angle =
                pd_q_angle(pd_q_mul(rotation, frames[t->joint]), pd_q_from_matrix(goal->wanted_frame));
            miss += angle * angle / (TURNED * TURNED);
        }
    }

    /* Features of the mean, and of the present pose for joints that cannot rotate. */
    double x[PD_IK_PRIOR_MAX_DIM];
    const float *mean = prior->means + (size_t)component * (size_t)prior->dim;
    for (int i = 0; i < prior->dim; i++) x[i] = (double)mean[i];
    for (int j = 0; j < prior->joint_count; j++) {
        const block *b = &l->blocks[j];
        for (int r = 0; r < b->rows && b->node < 0; r++) x[b->feature + r] = l->x[b->feature + r];
    }

    s->cost = 0.5 * miss - log((double)prior->weights[component]) -
              log(prior_solve_share_of(prior, l->style, component)) -
              (pd_ik_prior_component_log(prior, component, x) - prior->log_norm[component]);
}

static void go_to(map_search *l, const start *s)
{
    pd_ik_problem *p = l->p;
    pd_quat rotations[PD_ANIM_MAX_JOINTS];

    l->component = s->component;
    mean_pose(rotations, l, s->component);
    if (p->root_dofs && l->blocks[0].node >= 0) {
        int root = p->job->skeleton->root;
        pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), s->yaw);
        pd_vec3 origin = pd_vec3_add(p->job->skeleton->offsets[root], p->job->translation);
        pd_vec3 moved = pd_vec3_sub(pd_vec3_add(s->translation, pd_q_rotate(rotation, origin)), origin);
        rotations[root] = pd_q_mul(rotation, rotations[root]);
        p->q[0] = moved.x;
        p->q[1] = moved.y;
        p->q[2] = moved.z;
    }

    for (int k = 0; k < p->node_count; k++) {
        double angles[3];
        const pd_ik_node *node = &p->nodes[k];
        pd_ik_limit_split(angles, node->limit.frame, rotations[node->joint]);
        for (int c = 0; c < 3; c++)
            if (node->dof[c] >= 0) p->q[node->dof[c]] = angles[c];
    }

    pd_ik_problem_clamp(p);
}

/* ---- solving */

/* Returns the cost of a pose in nats: from its likelihood and the errors of its targets. */
static double cost(map_search *l)
{
    find_numbers(l);
    return l->p->squared_first / PENALTY - log(prior_solve_share_of(l->prior, l->style, l->component)) -
           pd_ik_prior_component_log(l->prior, l->component, l->x);
}

/* Takes a few steps from the best starts, and keeps the best pose. Returns false if there is none. */
static bool try_starts(map_search *l, pd_ik_search *search, int *here)
{
    start starts[PD_IK_EXAMPLE_STARTS];
    pd_ik_problem *p = l->p;
    const int only = p->job->example.only;
    const int most = only ? only : STARTS;
    int count = 0, best = -1;
    double least = INFINITY;

    /* Keep the best starts in order of cost. */
    for (int k = 0; k < l->prior->component_count; k++) {
        start s;
        if (!(prior_solve_share_of(l->prior, l->style, k) > 0)) continue;
        rate_start(&s, l, k);
        int at = count < most ? count++ : most;
        for (; at > 0 && starts[at - 1].cost > s.cost; at--)
            if (at < most) starts[at] = starts[at - 1];
        if (at < most) starts[at] = s;
    }

    /* Take a few steps from each of them, and keep the best pose. */
    for (int s = only ? only - 1 : 0; s < count; s++) {
        go_to(l, &starts[s]);
        if (!climb(l, search, here, TRIED)) {
            pd_ik_problem_pose(p);
            if (search->cut) break;
        }

        double here_cost = cost(l);
        if (!(here_cost < least)) continue;
        least = here_cost;
        best = starts[s].component;
        memcpy(l->kept, p->q, (size_t)p->n * sizeof *l->kept);
    }

    /* Continue from the best pose. */
    if (best < 0) return false;
    l->component = best;
    memcpy(p->q, l->kept, (size_t)p->n * sizeof *l->kept);

    return true;
}

pd_ik_status pd_ik_map_run(pd_ik_problem *p, pd_ik_search *search)
{
    map_search l;
    int here = 0, going = 1;

    open(&l, p, search);
    find_numbers(&l);
    if (p->job->max_rotation > 0)
        l.component = owner(&l); /* a tracking job continues from its present pose */
    else
        going = try_starts(&l, search, &here);

    for (int i = 0; i <= HAND_OVERS && going; i++) {
        going = climb(&l, search, &here, search->most);
        find_numbers(&l);
        int next = owner(&l);
        if (next == l.component) break;
        l.component = next;
    }

    pd_ik_problem_pose(p);
    if (p->reached) return PD_IK_REACHED;
    return search->cut ? PD_IK_BUDGET : pd_ik_dls_run(p, search);
}
