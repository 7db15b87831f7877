#ifndef PD_IK_CONSTRAINT_PROBLEM_H
#define PD_IK_CONSTRAINT_PROBLEM_H
/* What every solver of a whole tree works on: the joints that rotate, their angles, the targets as rows.
 *
 *     q (n)     angles, packed: twist, swing y, swing z of each active joint (limit.h), the root's translation when it may move
 *     e (m)     residuals: wanted less what the pose gives, scaled; E = |e|^2
 *     J (n,m)   J_i = -de/dq_i, the column of angle i, one after the other
 *     G = E     is what all of them make small;  J^T e its steepest descent
 *
 * Rows of a target, in this order, each times sqrt(2 w weight) or, angles, sqrt(2 (1 - w) weight), w = .5 its balance:
 *     position     s (p_t - p)          column  s a x (p - o)        s = 2 / reach of the chain
 *     orientation  log(R_t R^T)         column  a
 *     look         g - R u              column  a x R u + ...        g the unit direction to the point, u the axis that looks
 *     pole         the angle left       the gradient of a dihedral angle (Blondel and Karplus 1996)
 *     distance     s (d - |p - p'|)
 *     centre       s (c_t - c), x and z, of bones that weigh as their lengths
 * a is the axis of an angle in model space and o the joint's origin. For a hinge a is its axis; for swing and twist
 * R0 Jl(s) e_y, R0 Jl(s) e_z and R0 exp(s) e_x, Jl the left Jacobian of SO(3). A target in a moving joint's frame has
 * that joint's motion taken away. Targets of priority 2 come last: rows [0, first) are the first level's.
 *
 * Nodes    active joints in depth-first order, so that a subtree is [i, end). What lies between two of them and does
 *          not rotate is folded into constants when the problem is made.
 * Memory   all in the arena that _init was given (pd_ik_problem_bytes); nothing afterwards.
 * Threads  one problem, one thread.
 */
#include "core/base/rng.h"
#include "core/ik/constraint/job.h"

typedef struct pd_ik_node {
    int joint, up, end;   /* of the skeleton; active parent or -1; first node behind the subtree */
    int dof[3];           /* of twist, swing y, swing z; -1: locked at angle[]                   */
    int swings, bounded;  /* has a swing; bounded: limit holds                                   */
    double angle[3];      /* of what is locked                                                   */
    double pre[9], at[3]; /* frame and origin before its own rotation, in the parent node's frame    */
    pd_ik_limit limit;
} pd_ik_node;

typedef struct pd_ik_point {
    int node; /* that it is fixed to; -1: to the skeleton's still part, which the root moves; -2: to the world */
    double at[3];
} pd_ik_point;

typedef struct pd_ik_goal {
    const pd_ik_target *target;
    pd_ik_point tip, middle, base, other; /* pole: middle and base; distance or frame: other    */
    double frame[9], other_frame[9];      /* frames of the tip's and the frame's joint in their nodes' */
    double wanted[3], wanted_frame[9];    /* in the world, or in the frame's joint              */
    double axis[3];                       /* look: in the tip joint's frame                     */
    double point_weight, angle_scale;     /* sqrt(2 w weight), sqrt(2 (1 - w) weight), w the balance  */
    double reach, point_scale;            /* metres; point_weight 2 / reach                           */
    const int *path, *path2;              /* dofs that move the tip; the other                  */
    int path_count, path2_count;
    int row, in_frame;
} pd_ik_goal;

typedef struct pd_ik_problem {
    const pd_ik_job *job;
    pd_ik_node *nodes;
    pd_ik_goal *goals; /* in the order of the rows                                */
    int node_count, goal_count;
    int n, m, first;                /* angles, rows, rows of the first level                   */
    int root_dofs;                  /* 3 when the root may move: the first three of q          */
    int packed;                     /* one target whose path is every angle                    */
    double *q, *low, *high;         /* (n); bounds of the clamp: infinite where there is none  */
    double *middle, *inverse_half2; /* (n) of the range; 1/half^2 is 0 without a range         */
    double *rest, *gain;            /* (n) natural and previous angles in one, joint gains     */
    double *start;                  /* (n) of the start pose, inside the limits                */
    double (*axis)[3];              /* (n) in model space                                      */
    int *node_of;                   /* (n); -1: the root's                                       */
    double (*r)[9], (*o)[3];        /* (node_count) world: frame behind its own rotation, origin   */
    double *e, *jacobian;           /* (m), (n,m)                                              */
    double *step, *spare;           /* (n), (3 n)                                              */
    double *best, *nearest, *trial; /* (n) poses of the search over attempts (simultaneous.h)      */
    double *a, *b, *y;              /* (m,m) (m,m) (3 m): the solvers' own                     */
    unsigned char *held;            /* (n): at a bound that the gradient pushes against        */
    double (*rim)[3];               /* (node_count): at its rim: normal y, z, and 1            */
    double *mass, (*mass_at)[3];    /* (node_count) bones' weight and its moment, for centres  */
    double rest_mass[4];            /* of what does not move: x, y, z, weight                  */
    double squared, squared_first;  /* E, of all rows and of the first level's                 */
    int reached, reached_first;     /* all targets are within the tolerance, the first level's */
    double tolerance;
    double *own; /* the solver's: its row's doubles */
} pd_ik_problem;

/* Rows that a target adds to e. */
int pd_ik_target_rows(const pd_ik_target *target);

size_t pd_ik_problem_bytes(const pd_ik_job *job);
/* From a job that was checked. The arena has _bytes: its pieces are not checked for NULL. */
void pd_ik_problem_init(pd_ik_problem *problem, const pd_ik_job *job, pd_arena *arena);
/* Targets changed, nothing else: reads wanted positions and orientations of job->targets again. */
void pd_ik_problem_retarget(pd_ik_problem *problem);

/* Frames of nodes [from, to) from q. */
void pd_ik_problem_forward(pd_ik_problem *problem, int from, int to);
/* q -> frames, e, E, reached. */
void pd_ik_problem_pose(pd_ik_problem *problem);
/* J of the pose that was made last. */
void pd_ik_problem_jacobian(pd_ik_problem *problem);

/* Active set: an angle at its bound (a swing at its rim) whose gradient J^T e points outwards is held. At a rim J's two
 * columns are rotated to (normal, tangent), and so is vector, (n) or NULL; pd_ik_problem_move rotates back. */
void pd_ik_problem_hold(pd_ik_problem *problem, double *vector);
/* q = inside(q + d): d (n) is in the columns' coordinates and is rotated back in place. Returns how far q went, largest angle. */
double pd_ik_problem_move(pd_ik_problem *problem, double *d);
/* q into the limits and, with max_rotation, no farther from the start. */
void pd_ik_problem_clamp(pd_ik_problem *problem);
/* How far a pose is from the start: the largest rotation of a joint, radians. */
double pd_ik_problem_rotation(const pd_ik_problem *problem);
/* Some configuration inside the limits. */
void pd_ik_problem_random(pd_ik_problem *problem, pd_rng *rng);

/* The pose of q: local rotations of the active joints, the root's translation. */
void pd_ik_problem_write(const pd_ik_problem *problem, pd_quat *rotations, pd_vec3 *translation);
/* Bits of PD_IK_HIT_* for each joint of the skeleton. */
void pd_ik_problem_hits(const pd_ik_problem *problem, unsigned char *hits);

static inline int pd_ik_above(const pd_ik_problem *problem, int node, int of)
{
    return node < 0 ? of >= -1 : node <= of && of < problem->nodes[node].end;
}

#endif
