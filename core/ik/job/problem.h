#ifndef PD_IK_JOB_PROBLEM_H
#define PD_IK_JOB_PROBLEM_H
/* The numerical problem that solvers of a whole tree work on: the angles of all rotating joints, and one
 * block of residual rows for each target.
 *
 *     q (n)     angles, packed: twist, swing y, swing z of each active joint (limit.h), then the root's
 *               translation if the root may move
 *     e (m)     residuals: target value less the value in the pose, scaled; E = |e|^2
 *     J (n,m)   J_i = -de/dq_i, stored column after column, one column for each angle
 *     G = E     the function that every solver minimizes;  J^T e is its steepest descent
 *
 * Rows of a target, in this order. Each row of a position is multiplied by sqrt(2 w weight) and each row of
 * an angle by sqrt(2 (1 - w) weight), where w is the target's `balance` (default .5):
 *     position     s (p_t - p)          column  s a x (p - o)        s = 2 / reach of the chain
 *     orientation  log(R_t R^T)         column  a
 *     look         g - R u              column  a x R u + ...
 *         g unit direction to the point, u the look axis
 *     pole         remaining angle      gradient of a dihedral angle (Blondel and Karplus 1996)
 *     distance     s (d - |p - p'|)
 *     centre       s (c_t - c), x and z, where the mass of each bone is proportional to its length
 * a is the axis of an angle in model space and o the origin of the joint. For a hinge a is the hinge axis.
 * For swing and twist a is R0 Jl(s) e_y, R0 Jl(s) e_z and R0 exp(s) e_x, where Jl is the left Jacobian of
 * SO(3). For a target in the frame of a moving joint, the motion of that joint is subtracted. Targets of
 * priority 2 come last: rows [0, first) belong to the first level.
 *
 * Nodes    active joints in depth-first order, so the subtree of node i is [i, end). Joints between two nodes
 *          that do not rotate are folded into constants when the problem is made.
 * Memory   _init takes everything from the arena (pd_ik_problem_bytes); later functions allocate nothing.
 * Threads  one thread for each problem.
 */
#include "core/base/rng.h"
#include "core/ik/job/job.h"

typedef struct pd_ik_node {
    int joint, up, end;  /* joint index in the skeleton; parent node or -1; first node after the subtree */
    int dof[3];          /* indices in q of twist, swing y, swing z; -1: locked at angle[] */
    int swings, bounded; /* swings: has a swing component; bounded: `limit` applies */
    double angle[3];     /* fixed values of locked components */
    /* rotation and origin before the joint's own rotation, in the parent node's frame */
    double pre[9], at[3];
    pd_ik_limit limit;
} pd_ik_node;

typedef struct pd_ik_point {
    /* node to which the point is fixed; -1: the static part of the skeleton,
     * which moves with the root; -2: the world */
    int node;
    /* Position of the point in the frame of that node. */
    double at[3];
} pd_ik_point;

typedef struct pd_ik_goal {
    const pd_ik_target *target;
    /* tip; for a pole: middle and base of the chain; for a distance or a frame: other */
    pd_ik_point tip, middle, base, other;
    /* rotations of the tip joint and of the frame joint, in the frames of their nodes */
    double frame[9], other_frame[9];
    /* target position and orientation, in the world or in the frame joint */
    double wanted[3], wanted_frame[9];
    double axis[3]; /* look axis in the frame of the tip joint */
    /* sqrt(2 w weight) and sqrt(2 (1 - w) weight), where w is the balance */
    double point_weight, angle_scale;
    double reach, point_scale; /* metres; point_scale = 2 point_weight / reach */
    const int *path, *path2;   /* indices of the angles that move the tip, and of those that move `other` */
    int path_count, path2_count;
    /* First row of the target in e; nonzero if the target is given in a joint's frame. */
    int row, in_frame;
} pd_ik_goal;

typedef struct pd_ik_problem {
    const pd_ik_job *job;
    pd_ik_node *nodes;
    pd_ik_goal *goals; /* (goal_count) in the order of their rows */
    int node_count, goal_count;
    int n, m, first; /* number of angles, of rows, of rows of the first priority level */
    int root_dofs;   /* 3 if the root may move: the first three entries of q; otherwise 0 */
    int packed;      /* nonzero if there is one target and its path contains every angle */
    /* (n) angles, and the bounds that the clamp applies: infinite where there is none */
    double *q, *low, *high;
    /* (n) middle of the range, and 1 / half range squared, which is 0 without a range */
    double *middle, *inverse_half2;
    double *rest, *gain;     /* (n) blend of natural and previous angles; (n) gain of each angle */
    double *start;           /* (n) angles of the start pose, moved inside the limits */
    double (*axis)[3];       /* (n) axis of each angle in model space */
    int *node_of;            /* (n) node that each angle belongs to; -1: the root's translation */
    double (*r)[9], (*o)[3]; /* (node_count) in the world: frame after the joint's own rotation, and origin */
    double *e, *jacobian;    /* (m), (n,m) */
    double *step, *spare;    /* (n), (3 n) */
    double *best, *nearest, *trial; /* (n) poses kept by the search over attempts (simultaneous.h) */
    double *a, *b, *y;              /* (m,m) (m,m) (3 m) scratch of the solvers */
    unsigned char *held; /* (n) nonzero if the angle is at a bound and the gradient pushes against it */
    /* (node_count) swing at the rim of its ellipse: normal y, normal z, and 1; otherwise zeros */
    double (*rim)[3];
    double *mass, (*mass_at)[3]; /* (node_count) mass of the bones and its first moment, for centre targets */
    double rest_mass[4];         /* mass of the static part: first moment x, y, z, and mass */
    double squared, squared_first; /* E of all rows, and of the rows of the first level */
    /* nonzero if all targets are within the tolerance, and if those of the first level are */
    int reached, reached_first;
    /* Largest error of a reached target: metres, and radians for angles. */
    double tolerance;
    double *own; /* scratch of the solver itself: as many doubles as its table row says */
} pd_ik_problem;

/* Returns the number of rows that the target adds to e. */
int pd_ik_target_rows(const pd_ik_target *target);

/* Returns the bytes of arena that pd_ik_problem_init takes. */
size_t pd_ik_problem_bytes(const pd_ik_job *job);
/* Builds the problem of a job that pd_ik_job_check accepted. The arena must have room for
 * pd_ik_problem_bytes; allocations are not checked. */
void pd_ik_problem_init(pd_ik_problem *problem, const pd_ik_job *job, pd_arena *arena);
/* Reads the target positions and orientations of job->targets again.
 * Nothing else in the targets may have changed. */
void pd_ik_problem_retarget(pd_ik_problem *problem);

/* Computes the frames of nodes [from, to) from q. */
void pd_ik_problem_forward(pd_ik_problem *problem, int from, int to);
/* Computes frames, residuals e, E and reached from q. */
void pd_ik_problem_pose(pd_ik_problem *problem);
/* Computes J for the pose that pd_ik_problem_pose computed last. */
void pd_ik_problem_jacobian(pd_ik_problem *problem);

/* Marks the active set in `held`: an angle at its bound (or a swing at its rim) is held if its gradient J^T e
 * points outwards. At a rim, the two swing columns of J are rotated to (normal, tangent), and so is `vector`,
 * (n) or NULL; pd_ik_problem_move rotates back. */
void pd_ik_problem_hold(pd_ik_problem *problem, double *vector);
/* Sets q to q + d, clamped to the limits. d (n) is in the coordinates of the columns and is rotated back in
 * place. Returns the largest change of an angle. */
double pd_ik_problem_move(pd_ik_problem *problem, double *d);
/* Clamps q to the limits and, with max_rotation, to that distance from the start. */
void pd_ik_problem_clamp(pd_ik_problem *problem);
/* Returns the distance of the pose from the start: the largest rotation of a joint, radians. */
double pd_ik_problem_rotation(const pd_ik_problem *problem);
/* Sets q to a random configuration inside the limits. */
void pd_ik_problem_random(pd_ik_problem *problem, pd_rng *rng);

/* Writes the pose of q: local rotations of the active joints, and the translation of the root. */
void pd_ik_problem_write(const pd_ik_problem *problem, pd_quat *rotations, pd_vec3 *translation);
/* Writes the PD_IK_HIT_* bits of each joint of the skeleton. */
void pd_ik_problem_hits(const pd_ik_problem *problem, unsigned char *hits);

/* Returns true if `node` is an ancestor of node `of`, or is `of` itself. */
static inline int pd_ik_above(const pd_ik_problem *problem, int node, int of)
{
    return node < 0 ? of >= -1 : node <= of && of < problem->nodes[node].end;
}

#endif
