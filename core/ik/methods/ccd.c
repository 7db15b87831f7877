/* Cyclic coordinate descent (Wang and Chen 1991), over trees: from the tips to the root, each joint gets the
 * best rotation for all end effectors below it, while the other joints stay.
 *
 *     one sweep: for i = n .. 1:  rotate joint i so that the lines o_i -> p point to o_i -> p_t (and frames
 *                                 to their targets)
 *
 * A chain on the line to its target cannot improve by rotating one joint. Then the root is rotated by 0.5 rad
 * and the others by -0.1. This is done at most once: before the first sweep if the chain is straight,
 * otherwise when the error stands still. */
#include "core/ik/methods/method.h"

#include <stdbool.h>
#include <string.h>

#define ON_LINE    1e-3   /* of the chain's length: largest distance from the line of a straight chain */
#define STANDSTILL 1e-5   /* of E: least decrease in a sweep */
#define ROOT       0.5    /* rad */
#define OTHERS     (-0.1) /* rad */

/* Computes where a point is that is fixed to a node. */
static void world_of(double out[3], const pd_ik_problem *p, const pd_ik_point *point)
{
    for (int r = 0; r < 3; r++) {
        out[r] = point->at[r];
        if (point->node < 0) continue;
        const double *m = p->r[point->node] + 3 * r;
        out[r] = p->o[point->node][r] + m[0] * point->at[0] + m[1] * point->at[1] + m[2] * point->at[2];
    }
}

/* Adds to Wahba's problem that the tip should go to its target, both as seen from a node. */
static void pair_position(pd_ik_wahba *wahba, const pd_ik_problem *p, const pd_ik_goal *g, int node)
{
    double now[3], then[3];

    world_of(now, p, &g->tip);
    for (int c = 0; c < 3; c++) {
        then[c] = g->wanted[c] - p->o[node][c];
        now[c] -= p->o[node][c];
    }

    pd_ik_wahba_add(wahba, now, then, g->point_scale * g->point_scale);
}

/* Returns whether all joints of each chain are on the line from its first joint to the target. */
static bool straight(const pd_ik_problem *p)
{
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        double tip[3];
        double length = g->reach;
        if (!(g->target->has_position || g->target->keep) || !g->path_count || p->node_of[g->path[0]] < 0)
            continue;
        const double *o = p->o[p->node_of[g->path[0]]];
        const double *w = g->wanted;
        world_of(tip, p, &g->tip);
        pd_vec3 line =
            pd_vec3_unit_or(pd_vec3_make(w[0] - o[0], w[1] - o[1], w[2] - o[2]), pd_vec3_make(0, 0, 1));
        int bent = pd_vec3_length(pd_vec3_reject(pd_vec3_make(tip[0] - o[0], tip[1] - o[1], tip[2] - o[2]),
                                                 line)) > ON_LINE * length;
        for (int i = 0; i < g->path_count && !bent; i++) {
            const double *at = p->o[p->node_of[g->path[i]]];
            pd_vec3 from = pd_vec3_make(at[0] - o[0], at[1] - o[1], at[2] - o[2]);
            bent = pd_vec3_length(pd_vec3_reject(from, line)) > ON_LINE * length;
        }

        if (bent) return false;
    }

    return true;
}

/* Bends the chain: changes one angle of each joint, its swing about z if it has one, otherwise the swing
 * about y or the twist. */
static void bend(pd_ik_problem *p)
{
    for (int i = 0; i < p->node_count; i++) {
        const pd_ik_node *node = &p->nodes[i];
        int c = node->dof[2] >= 0 ? 2 : node->dof[1] >= 0 ? 1 : 0;
        int dof = node->dof[c];
        double step = node->up < 0 ? ROOT : OTHERS;
        if (dof < 0) continue;
        if (p->q[dof] + step > p->high[dof] || p->q[dof] + step < p->low[dof]) step = -step;
        p->q[dof] += step;
    }

    pd_ik_problem_clamp(p);
}

pd_ik_status pd_ik_ccd_run(pd_ik_problem *p, pd_ik_search *search)
{
    int here = 0, bent = 0;

    /* Bend a straight chain first. */
    pd_ik_problem_pose(p);
    if (!p->reached && straight(p)) {
        bend(p);
        bent = 1;
    }

    /* Sweep over the joints until the goals are reached or the error stands still. */
    for (;;) {
        double before = p->squared;
        pd_ik_problem_pose(p);
        if (p->reached) return PD_IK_REACHED;
        if (here > 2 && p->squared > before * (1 - STANDSTILL)) {
            if (bent++) return PD_IK_STALLED;
            bend(p);
            pd_ik_problem_pose(p);
        }

        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;

        /* Give each joint the best rotation for all goals below it, from the tips to the root. */
        for (int i = p->node_count - 1; i >= 0; i--) {
            pd_ik_wahba wahba = {.count = 0};
            for (int k = 0; k < p->goal_count; k++) {
                const pd_ik_goal *g = &p->goals[k];
                if (!pd_ik_above(p, i, g->tip.node)) continue;
                if (g->target->has_position || g->target->keep) pair_position(&wahba, p, g, i);
                if (g->target->has_orientation || g->target->keep)
                    pd_ik_wahba_add_frame(&wahba, p, g, 0.5 * g->angle_scale * g->angle_scale);
            }

            pd_ik_wahba_rotate(p, i, &wahba);
            pd_ik_problem_forward(p, i + 1, p->nodes[i].end);
        }

        /* Apply the limits once in each sweep. */
        pd_ik_problem_clamp(p);
    }
}
