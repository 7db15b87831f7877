/* FABRIK over a tree with limits (Aristidou and Lasenby 2011, sections 4 and 5): several end effectors,
 * sub-bases.
 *
 *     forward    from the tips to the root: the goal of a joint is on the line from its child's goal to the
 *                joint's present position, one bone's length from the child's goal. A joint with several
 *                children (a sub-base) has the weighted mean of these.
 *     backward   from the root to the tips: a joint is rotated so that its children come as near to their
 *                goals as its limits allow.
 *
 * The backward pass computes frames and angles, not only positions, so lengths and limits are exact after
 * each iteration. A straight chain is bent by a nudge of every joint (method.h). */
#include "core/ik/methods/method.h"

#include <stdbool.h>
#include <string.h>

#define PATIENCE  8    /* largest number of iterations without a new least error */
#define NO_LENGTH 1e-9 /* metres: shorter bones have no direction */
#define TWIST     0.2  /* weight of end effectors below a child, relative to the child's */

typedef struct joint_goal {
    double at[3], weight;
} joint_goal;

/* Adds a goal to a node: the nearest position from which a child at `at`
 * in the node's frame can be at `wanted`. */
static void goal_of_child(joint_goal *w, const pd_ik_problem *p, int node, const double at[3],
                          const double wanted[3], double weight)
{
    const double *o = p->o[node];
    double length = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    double to[3] = {o[0] - wanted[0], o[1] - wanted[1], o[2] - wanted[2]};
    double far = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);

    for (int c = 0; c < 3; c++)
        w->at[c] += weight * (wanted[c] + (far > NO_LENGTH ? to[c] * (length / far) : 0));
    w->weight += weight;
}

static bool placed(const pd_ik_goal *g)
{
    return g->tip.node >= 0 && (g->target->has_position || g->target->keep);
}

/* Computes the goal of each node, from the tips to the root: the weighted mean of its children's. */
static void forward(pd_ik_problem *p, joint_goal *goals)
{
    /* Goals from targets. */
    memset(goals, 0, (size_t)p->node_count * sizeof *goals);
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        if (placed(g))
            goal_of_child(&goals[g->tip.node], p, g->tip.node, g->tip.at, g->wanted,
                          g->point_weight * g->point_weight);
    }

    for (int i = p->node_count - 1; i >= 0; i--) {
        /* Each node adds its mean as a goal of its parent. */
        joint_goal *w = &goals[i];
        if (w->weight <= 0) continue;
        for (int c = 0; c < 3; c++) w->at[c] /= w->weight;
        int up = p->nodes[i].up;
        if (up >= 0) goal_of_child(&goals[up], p, up, p->nodes[i].at, w->at, w->weight);
    }
}

/* Adds a correspondence to the rotation of a node: a point at `at` in model space should come to `wanted`. */
static void add_point(pd_ik_wahba *wahba, const pd_ik_problem *p, int node, const double at[3],
                      const double wanted[3], double weight)
{
    double now[3], then[3];
    double length = 0;

    for (int c = 0; c < 3; c++) {
        now[c] = at[c] - p->o[node][c];
        then[c] = wanted[c] - p->o[node][c];
        length += now[c] * now[c];
    }

    if (length > NO_LENGTH * NO_LENGTH) pd_ik_wahba_add(wahba, now, then, weight / length);
}

/* Computes where the tip of a goal is. */
static void tip_of(double out[3], const pd_ik_problem *p, const pd_ik_goal *g)
{
    for (int c = 0; c < 3; c++) {
        const double *r = p->r[g->tip.node] + 3 * c;
        const double *at = g->tip.at;
        out[c] = p->o[g->tip.node][c] + r[0] * at[0] + r[1] * at[1] + r[2] * at[2];
    }
}

/* Adds the goals of node `carrying` and its children to the rotation of node `turning`. If a child is at the
 * same position as its parent (several hinges of one joint), its own children are added. */
static void add_children(pd_ik_wahba *wahba, const pd_ik_problem *p, int turning, int carrying,
                         const joint_goal *goals)
{
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        double tip[3];
        if (g->tip.node != carrying) continue;
        tip_of(tip, p, g);
        if (placed(g)) add_point(wahba, p, turning, tip, g->wanted, g->point_weight * g->point_weight);
        if (g->target->has_orientation || g->target->keep)
            pd_ik_wahba_add_frame(wahba, p, g, g->angle_scale * g->angle_scale);
    }

    for (int child = carrying + 1; child < p->nodes[carrying].end; child = p->nodes[child].end) {
        const double *at = p->nodes[child].at;
        if (goals[child].weight <= 0) continue;
        if (at[0] * at[0] + at[1] * at[1] + at[2] * at[2] > NO_LENGTH * NO_LENGTH)
            add_point(wahba, p, turning, p->o[child], goals[child].at, goals[child].weight);
        else
            add_children(wahba, p, turning, child, goals);
    }
}

pd_ik_status pd_ik_fabrik_tree_run(pd_ik_problem *p, pd_ik_search *search)
{
    joint_goal goals[PD_ANIM_MAX_JOINTS];
    int here = 0, nudged = 0, since = 0;
    double least = INFINITY;

    for (;;) {
        pd_ik_problem_pose(p);
        if (p->reached) return PD_IK_REACHED;

        /* Without progress the pose may be singular: nudge it once, and stop the next time. */
        since = p->squared < 0.999 * least ? 0 : since + 1;
        least = fmin(least, p->squared);
        if (since > PATIENCE) {
            if (nudged++ > 1) return PD_IK_STALLED;
            pd_ik_problem_nudge(p, 0.2);
            pd_ik_problem_pose(p);
            since = 0;
        }

        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;

        forward(p, goals);

        /* Rotate each joint, from the root to the tips, so that its children come to their goals. */
        for (int i = 0; i < p->node_count; i++) {
            pd_ik_wahba wahba = {.count = 0};
            pd_ik_problem_forward(p, i, p->nodes[i].end);
            add_children(&wahba, p, i, i, goals);

            /* The child of a limited joint may be unable to reach its goal (a hinge bends in one plane). The
             * end effectors below are added as weak goals,
             * which use the rotation about the line to the child. */
            for (int k = 0; k < p->goal_count && p->nodes[i].bounded; k++) {
                const pd_ik_goal *g = &p->goals[k];
                double tip[3];
                if (!placed(g) || g->tip.node == i || !pd_ik_above(p, i, g->tip.node)) continue;
                tip_of(tip, p, g);
                add_point(&wahba, p, i, tip, g->wanted, TWIST * g->point_weight * g->point_weight);
            }

            pd_ik_wahba_rotate(p, i, &wahba);
        }

        /* Apply the limits once in each iteration. */
        pd_ik_problem_clamp(p);
    }
}
