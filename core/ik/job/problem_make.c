/* Makes a problem from a job: the joints that rotate, the constants between them,
 * and the angles that move each target. */
#include "core/ik/job/limb.h"
#include "core/base/assert.h"
#include "core/ik/job/problem.h"

#include <stdbool.h>
#include <string.h>

#define FREE 1e300 /* bound of an unlimited angle */

typedef struct outline {
    unsigned char active[PD_ANIM_MAX_JOINTS];
    int node_of[PD_ANIM_MAX_JOINTS]; /* node that moves a joint: its own or the nearest above; -1: none */
    int nodes, rows;
} outline;

/* The job's start pose in model space: arrays (K). */
typedef struct start_pose {
    pd_vec3 *at;
    pd_quat *rotation;
} start_pose;

static const pd_ik_limit *limit_of(const pd_ik_job *job, int joint)
{
    static const pd_ik_limit free_joint = {.frame = {0, 0, 0, 1}};
    return job->limits ? &job->limits[joint] : &free_joint;
}

/* Returns the size of the solver's own scratch, in doubles. */
static size_t own_doubles(const pd_ik_job *job, int rows)
{
    return job->row && job->row->doubles ? job->row->doubles(job, rows) : 0;
}

size_t pd_ik_problem_bytes(const pd_ik_job *job)
{
    /* Assume that every joint rotates. This takes less time than finding the joints that do. */
    size_t k = (size_t)job->skeleton->joint_count;
    size_t nodes = k;
    size_t n = 3 * nodes + 3;
    size_t m = 0;
    size_t t = (size_t)job->target_count;
    size_t d = sizeof(double);

    for (size_t i = 0; i < t; i++) m += (size_t)pd_ik_target_rows(&job->targets[i]);
    size_t own = pd_arena_bytes(own_doubles(job, (int)m), d);

    return own + pd_arena_bytes(nodes, sizeof(pd_ik_node)) + pd_arena_bytes(t, sizeof(pd_ik_goal)) +
           9 * pd_arena_bytes(n, d) + pd_arena_bytes(3 * n, d) + pd_arena_bytes(n, 3 * d) +
           pd_arena_bytes(n, sizeof(int)) + 2 * pd_arena_bytes(nodes, 9 * d) +
           3 * pd_arena_bytes(nodes, 3 * d) + pd_arena_bytes(nodes, d) + pd_arena_bytes(m, d) +
           pd_arena_bytes(n * m, d) + 3 * pd_arena_bytes(n, d) + 2 * pd_arena_bytes(m * m, d) +
           pd_arena_bytes(3 * m, d) + pd_arena_bytes(n, 1) + pd_arena_bytes(2 * t * n, sizeof(int)) +
           pd_arena_bytes(k, sizeof(pd_vec3)) + pd_arena_bytes(k, sizeof(pd_quat));
}

/* Takes all arrays of a problem from the arena, with the sizes of pd_ik_problem_bytes. */
static void take_memory_problem_make(pd_ik_problem *p, const outline *plan, int targets, pd_arena *arena)
{
    size_t nodes = (size_t)plan->nodes;
    size_t n = 3 * nodes + 3;
    size_t m = (size_t)plan->rows;
    size_t d = sizeof(double);
    double **packed[] = {&p->q,    &p->low,  &p->high,  &p->middle, &p->inverse_half2,
                         &p->rest, &p->gain, &p->start, &p->step};

    p->nodes = pd_arena_take(arena, nodes, sizeof *p->nodes);
    p->goals = pd_arena_take(arena, (size_t)targets, sizeof *p->goals);
    for (int i = 0; i < 9; i++) *packed[i] = pd_arena_take(arena, n, d);
    p->spare = pd_arena_take(arena, 3 * n, d);
    p->axis = pd_arena_take(arena, n, sizeof *p->axis);
    p->node_of = pd_arena_take(arena, n, sizeof *p->node_of);
    p->r = pd_arena_take(arena, nodes, sizeof *p->r);
    p->o = pd_arena_take(arena, nodes, sizeof *p->o);
    p->rim = pd_arena_take(arena, nodes, sizeof *p->rim);
    p->mass = pd_arena_take(arena, nodes, d);
    p->mass_at = pd_arena_take(arena, nodes, sizeof *p->mass_at);
    p->e = pd_arena_take(arena, m, d);
    p->jacobian = pd_arena_take(arena, n * m, d);
    p->best = pd_arena_take(arena, n, d);
    p->nearest = pd_arena_take(arena, n, d);
    p->trial = pd_arena_take(arena, n, d);
    p->a = pd_arena_take(arena, m * m, d);
    p->b = pd_arena_take(arena, m * m, d);
    p->y = pd_arena_take(arena, 3 * m, d);
    p->held = pd_arena_take(arena, n, 1);
    PD_ASSERT(p->held); /* the arena has pd_ik_problem_bytes */
    p->own = pd_arena_take(arena, own_doubles(p->job, plan->rows), d);
}

/* Numbers the nodes depth-first: computes sizes of subtrees from the leaves up,
 * then places from the root down. */
static void problem_make_number(pd_ik_problem *p, outline *plan, const pd_anim_skeleton *sk)
{
    int size[PD_ANIM_MAX_JOINTS], next[PD_ANIM_MAX_JOINTS], over[PD_ANIM_MAX_JOINTS];
    int roots = 0;

    /* The nearest active joint above each joint. */
    for (int i = 0; i < sk->joint_count; i++) {
        int j = sk->order[i];
        int up = sk->parents[j];
        over[j] = up < 0 ? -1 : plan->active[up] ? up : over[up];
        size[j] = plan->active[j];
    }

    /* Sizes of the subtrees, children before parents. */
    for (int i = sk->joint_count - 1; i > 0; i--) {
        int j = sk->order[i];
        if (plan->active[j] && over[j] >= 0) size[over[j]] += size[j];
    }

    /* Each subtree gets a contiguous range of nodes;
     * `next` is the first free node in the range of its parent. */
    for (int i = 0; i < sk->joint_count; i++) {
        int j = sk->order[i];
        int up = over[j];
        plan->node_of[j] = up < 0 ? -1 : plan->node_of[up];
        if (!plan->active[j]) continue;
        int *place = up < 0 ? &roots : &next[up];
        int at = *place;
        *place += size[j];
        next[j] = at + 1;
        PD_ASSERT(at >= 0 && at + size[j] <= plan->nodes);
        pd_ik_node *node = &p->nodes[at];
        memset(node, 0, sizeof *node);
        node->joint = j;
        node->up = plan->node_of[j];
        node->end = at + size[j];
        plan->node_of[j] = at;
    }

    PD_ASSERT(roots == plan->nodes);
    p->node_count = plan->nodes;
}

static void problem_make_put3(double out[3], pd_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* Expresses a point and a frame of the start pose in the frame of the node that moves them (after F^-1). Node
 * -1: model space. */
static void carry_problem_make(double at[3], double frame[9], const pd_ik_problem *p, int node,
                               pd_vec3 position, pd_quat rotation, const start_pose *start)
{
    if (node >= 0) {
        const pd_ik_node *by = &p->nodes[node];
        pd_quat by_frame = pd_q_mul(start->rotation[by->joint], by->limit.frame);
        position = pd_q_rotate(pd_q_conjugate(by_frame), pd_vec3_sub(position, start->at[by->joint]));
        rotation = pd_q_inv_mul(by_frame, rotation);
    }

    if (at) problem_make_put3(at, position);
    if (frame) pd_q_to_matrix(frame, rotation);
}

/* Computes q from local rotations. NULL: the rest pose. */
static void angles_of(double *q, const pd_ik_problem *p, const pd_quat *rotations)
{
    for (int i = 0; i < p->root_dofs; i++) q[i] = 0;
    for (int i = 0; i < p->node_count; i++) {
        const pd_ik_node *node = &p->nodes[i];
        double angles[3] = {0, 0, 0};
        if (rotations) pd_ik_limit_split(angles, node->limit.frame, rotations[node->joint]);
        double middle = node->bounded ? 0.5 * (node->limit.min[0] + node->limit.max[0]) : 0;
        if (angles[0] > middle + M_PI) angles[0] -= 2 * M_PI;
        if (angles[0] < middle - M_PI) angles[0] += 2 * M_PI;
        for (int c = 0; c < 3; c++)
            if (node->dof[c] >= 0) q[node->dof[c]] = angles[c];
    }
}

/* Sets q, start, rest and gain. The job's rotations are the start pose, from which max_rotation counts
 * unless there is a previous pose. */
static void set_start(pd_ik_problem *p)
{
    double reach = p->job->max_rotation;
    size_t bytes = (size_t)p->n * sizeof(double);

    /* Start pose inside the limits. max_rotation does not apply yet, because it is measured from the pose
     * that is found here. */
    angles_of(p->q, p, p->job->rotations);
    pd_ik_job free_of_speed = *p->job;
    const pd_ik_job *job = p->job;
    free_of_speed.max_rotation = 0;
    p->job = reach > 0 ? &free_of_speed : job;
    pd_ik_problem_clamp(p);
    p->job = job;
    memcpy(p->start, p->q, bytes);

    /* max_rotation is measured from the previous pose if there is one. */
    if (reach > 0 && job->previous) {
        angles_of(p->start, p, job->previous);
        pd_ik_problem_clamp(p);
    }

    /* Natural pose, and the gain of the pull towards it. */
    memcpy(p->rest, p->middle, bytes);
    if (job->natural == PD_IK_NATURAL_START) memcpy(p->rest, p->start, bytes);
    if (job->natural == PD_IK_NATURAL_REST) angles_of(p->rest, p, NULL);

    for (int i = 0; i < p->n; i++) {
        int joint = p->node_of[i] < 0 ? job->skeleton->root : p->nodes[p->node_of[i]].joint;
        p->gain[i] = p->node_of[i] < 0 ? 0 : job->rest_gain * (job->rest_gains ? job->rest_gains[joint] : 1);
    }

    /* The sum of the two pulls, g (q - q_c)^2 + s (q - q_0)^2, equals one pull (g + s) (q - (g q_c + s
     * q_0) / (g + s))^2 plus a constant. */
    for (int i = 0; i < p->n && job->smoothness > 0; i++) {
        if (p->node_of[i] < 0) continue;
        double sum = p->gain[i] + job->smoothness;
        p->rest[i] = (p->gain[i] * p->rest[i] + job->smoothness * p->start[i]) / sum;
        p->gain[i] = sum;
    }
}

/* Lists the angles above a node, from the root down. Returns their number. */
static int path_of(int *path, const pd_ik_problem *p, int node)
{
    int count = 0;
    for (int i = 0; i < p->n; i++)
        if (pd_ik_above(p, p->node_of[i], node)) path[count++] = i;
    return count;
}

/* Stores the target of a goal as the solver needs it: point, matrix, unit axis. */
static void aim(pd_ik_goal *g)
{
    const pd_ik_target *t = g->target;
    if (t->has_position) problem_make_put3(g->wanted, t->position);
    if (t->has_orientation) pd_q_to_matrix(g->wanted_frame, pd_q_normalize(t->orientation));
    pd_vec3 axis = pd_vec3_unit_or(t->look_axis, pd_vec3_make(0, 0, 1));
    problem_make_put3(g->axis, axis);
}

/* Makes a goal of each target, with its points, paths and rows. */
static void make_goals(pd_ik_problem *p, const outline *plan, int *paths, const start_pose *start)
{
    const pd_anim_skeleton *sk = p->job->skeleton;
    int row = 0, index = 0;

    /* Goals of the first level come first, so that their rows are the first rows. */
    for (int level = 1; level <= 2; level++) {
        for (int i = 0; i < p->job->target_count; i++) {
            const pd_ik_target *t = &p->job->targets[i];
            if ((t->priority == 2) != (level == 2)) continue;

            /* A goal with no points yet. Paths of joints that move its points lie in one array. */
            pd_ik_goal *g = &p->goals[index];
            memset(g, 0, sizeof *g);
            g->target = t;
            g->tip.node = g->middle.node = g->base.node = g->other.node = -1;
            int *path = paths + (size_t)index * 2 * (size_t)p->n;
            int *path2 = path + p->n;
            g->path = path;
            g->path2 = path2;

            /* Scale the errors so that they are comparable: a distance relative to the length of the
             * chain, an angle in radians. */
            const double weight = t->weight > 0 ? t->weight : 1;
            const double balance = t->balance > 0 ? t->balance : 0.5;
            pd_anim_chain chain;
            int tip_rotates;
            double length = 0;
            pd_ik_limb_chain(&chain, &tip_rotates, sk, t);
            for (int c = 1; c < chain.count; c++) length += pd_vec3_length(sk->offsets[chain.joints[c]]);
            g->point_weight = sqrt(2 * balance * weight);
            g->angle_scale = sqrt(2 * (1 - balance) * weight);
            g->reach = length > 1e-9 ? length : 1;
            g->point_scale = g->point_weight * 2 / g->reach;

            /* The tip, as a constant offset from the last joint that rotates. */
            if (t->joint >= 0) {
                g->tip.node = plan->node_of[t->joint];
                carry_problem_make(g->tip.at, g->frame, p, g->tip.node, start->at[t->joint],
                                   start->rotation[t->joint], start);
                g->path_count = path_of(path, p, g->tip.node);
            }

            /* The second point: a joint, in whose frame the target is given or to which the distance is
             * measured, or a fixed point. */
            int other = t->has_frame ? t->frame : t->has_distance ? t->distance_to : -1;
            if (other >= 0) {
                g->in_frame = t->has_frame;
                g->other.node = plan->node_of[other];
                carry_problem_make(g->other.at, g->other_frame, p, g->other.node, start->at[other],
                                   start->rotation[other], start);
                g->path2_count = path_of(path2, p, g->other.node);
            } else if (t->has_distance) {
                g->other.node = -2;
                problem_make_put3(g->other.at, t->distance_point);
            }

            /* A pole needs the limb's base and middle as well. */
            if (t->has_pole) {
                pd_ik_limb limb;
                pd_ik_limb_of(&limb, sk, t);
                int base = limb.chain.joints[0];
                int middle = limb.chain.joints[limb.middle > 0 ? limb.middle : limb.chain.count / 2];
                g->base.node = plan->node_of[base];
                carry_problem_make(g->base.at, NULL, p, g->base.node, start->at[base], start->rotation[base],
                                   start);
                g->middle.node = plan->node_of[middle];
                carry_problem_make(g->middle.at, NULL, p, g->middle.node, start->at[middle],
                                   start->rotation[middle], start);
            }

            /* Target position and orientation. A kept joint has those of the start pose. */
            aim(g);
            if (t->keep) {
                problem_make_put3(g->wanted, start->at[t->joint]);
                pd_q_to_matrix(g->wanted_frame, start->rotation[t->joint]);
            }

            /* Assign the rows. */
            g->row = row;
            row += pd_ik_target_rows(t);
            index++;
        }

        if (level == 1) p->first = row;
    }

    PD_ASSERT(index == p->job->target_count && row == plan->rows);
    p->m = row;
    if (!p->first) p->first = row; /* if all goals are of the second level, they become the first */
    p->goal_count = index;
    p->packed = index == 1 && p->goals[0].path_count == p->n && !p->goals[0].path2_count &&
                !p->goals[0].target->has_centre;
}

/* Computes masses. The mass of a bone is its length, half of it at each end.
 * Joints of one node are summed. */
static void weigh_problem_make(pd_ik_problem *p, const outline *plan, const start_pose *start)
{
    const pd_anim_skeleton *sk = p->job->skeleton;
    double total = 0;

    memset(p->mass, 0, (size_t)p->node_count * sizeof *p->mass);
    memset(p->mass_at, 0, (size_t)p->node_count * sizeof *p->mass_at);
    memset(p->rest_mass, 0, sizeof p->rest_mass);
    for (int j = 0; j < sk->joint_count; j++) total += j == sk->root ? 0 : pd_vec3_length(sk->offsets[j]);

    /* Each end of a bone adds half of its mass, at the joint's position
     * in the frame of the node that carries it. */
    for (int j = 0; j < sk->joint_count; j++) {
        double half = j == sk->root ? 0 : 0.5 * pd_vec3_length(sk->offsets[j]) / (total > 0 ? total : 1);
        double at[3];
        for (int end = 0; end < 2 && half > 0; end++) {
            int k = end ? sk->parents[j] : j;
            int node = plan->node_of[k];
            carry_problem_make(at, NULL, p, node, start->at[k], start->rotation[k], start);
            double *moment = node < 0 ? p->rest_mass : p->mass_at[node];
            for (int c = 0; c < 3; c++) moment[c] += half * at[c];
            *(node < 0 ? &p->rest_mass[3] : &p->mass[node]) += half;
        }
    }
}

void pd_ik_problem_init(pd_ik_problem *p, const pd_ik_job *job, pd_arena *arena)
{
    const pd_anim_skeleton *sk = job->skeleton;
    size_t k = (size_t)sk->joint_count;
    outline plan;

    memset(p, 0, sizeof *p);
    p->job = job;
    p->tolerance = job->tolerance > 0 ? job->tolerance : PD_IK_DEFAULT_TOLERANCE;

    /* Find which joints rotate, and count the rows. */
    memset(plan.active, 0, sizeof plan.active);
    plan.rows = plan.nodes = 0;
    for (int t = 0; t < job->target_count; t++) {
        pd_anim_chain chain;
        int tip_rotates;
        pd_ik_limb_chain(&chain, &tip_rotates, sk, &job->targets[t]);
        for (int i = 0; i + !tip_rotates < chain.count; i++) plan.active[chain.joints[i]] = 1;
        plan.rows += pd_ik_target_rows(&job->targets[t]);
    }

    if (job->row && job->row->activate) job->row->activate(plan.active, job);
    for (int j = 0; j < sk->joint_count; j++) {
        if (limit_of(job, j)->kind == PD_IK_LOCKED) plan.active[j] = 0;
        plan.nodes += plan.active[j];
    }

    /* Memory, and the start pose in model space, from which the constants between nodes follow. */
    take_memory_problem_make(p, &plan, job->target_count, arena);
    int *paths =
        pd_arena_take(arena, 2 * (size_t)job->target_count * (3 * (size_t)plan.nodes + 3), sizeof *paths);
    start_pose start = {.at = pd_arena_take(arena, k, sizeof *start.at)};
    start.rotation = pd_arena_take(arena, k, sizeof *start.rotation);
    PD_ASSERT(paths && start.at && start.rotation);
    pd_anim_skeleton_forward(start.at, start.rotation, sk, job->rotations, job->translation);
    problem_make_number(p, &plan, sk);

    /* The first unknowns are the root's translation. */
    p->root_dofs = job->move_root ? 3 : 0;
    for (; p->n < p->root_dofs; p->n++) {
        p->node_of[p->n] = -1;
        p->low[p->n] = -FREE;
        p->high[p->n] = FREE;
        p->middle[p->n] = p->inverse_half2[p->n] = 0;
    }

    /* The constant frame before each node's rotation, and the node's angles. */
    for (int i = 0; i < p->node_count; i++) {
        pd_ik_node *node = &p->nodes[i];
        PD_ASSERT(node->up < i && node->end > i && node->end <= p->node_count);
        const pd_ik_limit *limit = &node->limit;
        int above = sk->parents[node->joint];
        node->limit = *limit_of(job, node->joint);
        if (limit->kind == PD_IK_FREE) node->limit.frame = pd_q_identity();
        pd_quat before = above < 0 ? pd_q_identity() : start.rotation[above];
        carry_problem_make(node->at, node->pre, p, node->up, start.at[node->joint],
                           pd_q_mul(before, limit->frame), &start);

        /* Unknowns of this joint: the angles that its limit leaves free. */
        bool hinge = limit->kind == PD_IK_HINGE;
        node->bounded = limit->kind != PD_IK_FREE;
        node->swings = !hinge;
        for (int c = 0; c < 3; c++) {
            bool locked = node->bounded && !(limit->max[c] > limit->min[c]);
            node->dof[c] = -1;
            node->angle[c] = locked && (!hinge || c == 0) ? limit->min[c] : 0;
            if (locked || (hinge && c > 0)) continue;

            int dof = p->n++;
            double half = 0.5 * (limit->max[c] - limit->min[c]);
            node->dof[c] = dof;
            p->node_of[dof] = i;
            p->low[dof] = node->bounded ? limit->min[c] : -FREE;
            p->high[dof] = node->bounded ? limit->max[c] : FREE;
            p->middle[dof] = node->bounded ? 0.5 * (limit->max[c] + limit->min[c]) : 0;
            p->inverse_half2[dof] = node->bounded ? 1 / (half * half) : 0;
        }
    }

    PD_ASSERT(p->n <= p->root_dofs + 3 * p->node_count);

    /* Start pose and goals, which refer to the unknowns. */
    set_start(p);
    make_goals(p, &plan, paths, &start);

    /* Masses are needed only if a target sets the centre of mass. */
    for (int t = 0; t < job->target_count; t++)
        if (job->targets[t].has_centre) {
            weigh_problem_make(p, &plan, &start);
            break;
        }
}

void pd_ik_problem_retarget(pd_ik_problem *p)
{
    for (int i = 0; i < p->goal_count; i++) aim(&p->goals[i]);
}
