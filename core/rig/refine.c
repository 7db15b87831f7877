#include "core/rig/embed.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <string.h>

#define CENTRED 60.0 /* weight of squared distances to the medial surface, relative to the size */
#define SHARES  0.15 /* weight of squared logarithms of length / share */
#define SIDES   0.15 /* weight of squared logarithms of the ratio of both sides' lengths */
#define SAMPLES 4    /* number of points of a bone */
#define SWEEPS  5    /* number of step lengths, each half of the last; two sweeps for each */
#define FIRST   0.02 /* of the size: step of the first sweep */

typedef struct refinement {
    pd_rig_embedding *out;
    const pd_rig_plan *plan;
    const pd_rig_graph *graph;
    double size,
        lengths[PD_RIG_PLAN_JOINTS]; /* length of each bone to the parent, by its share of the chain */
} refinement;

/* Computes the cost of the bone from row k to its parent. */
static double bone_cost(const refinement *s, int k)
{
    PD_DEBUG_ASSERT(k > 0 && s->plan->rows[k].parent >= 0);
    const int up = s->plan->rows[k].parent;
    const int mirror = s->plan->rows[k].mirror;
    const double *to = s->out->joints[k];
    const double *from = s->out->joints[up];
    const double length = fmax(pd_distance3(from, to), 1e-6 * s->size);
    double cost = 0;

    /* Points along the bone should lie on the medial surface. */
    for (int i = 1; i <= SAMPLES; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = from[c] + (to[c] - from[c]) * i / SAMPLES;
        const int near = pd_tree_nearest(&s->graph->medial_tree, p, NULL, 1e9);
        const double off = near < 0 ? s->size : pd_distance3(p, s->graph->medial[near]) / s->size;
        cost += CENTRED * off * off / SAMPLES;
    }

    /* Its length should be its share of the chain's, and that of the other side. */
    if (s->lengths[k] > 0) cost += SHARES * pow(log(length / s->lengths[k]), 2);
    if (mirror != k && s->out->is_there[mirror]) {
        const double other =
            fmax(pd_distance3(s->out->joints[mirror], s->out->joints[s->plan->rows[mirror].parent]),
                 1e-6 * s->size);
        cost += SIDES * pow(log(length / other), 2);
    }

    return cost;
}

/* Computes the cost of all bones that end at joint k. */
static double around(const refinement *s, int k)
{
    double cost = s->plan->rows[k].parent >= 0 ? bone_cost(s, k) : 0;
    for (int j = k + 1; j < s->plan->count; j++)
        if (s->plan->rows[j].parent == k && s->out->is_there[j]) cost += bone_cost(s, j);
    return cost;
}

void pd_rig_refine(pd_rig_embedding *embedding, const pd_rig_plan *plan, const pd_rig_graph *graph)
{
    refinement s = {.out = embedding, .plan = plan, .graph = graph};

    /* Size of the mesh, and the lengths at the start. */
    for (int i = 0; i < graph->count; i++)
        s.size = fmax(s.size, pd_distance3(graph->centres[i], graph->centres[0]));
    if (!(s.size > 0)) return;
    for (int k = 0; k < plan->count; k++)
        if (plan->rows[k].parent >= 0 && embedding->is_there[k])
            s.lengths[k] = pd_distance3(embedding->joints[k], embedding->joints[plan->rows[k].parent]);

    /* Coordinate descent: move each joint along each axis if this lowers the cost. */
    double step = FIRST * s.size;
    for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
        for (int k = 0; k < plan->count; k++) {
            if (!embedding->is_there[k] || plan->rows[k].flags & PD_RIG_TIP) continue;
            double best = around(&s, k);
            for (int way = 0; way < 6; way++) {
                const double before = embedding->joints[k][way / 2];
                embedding->joints[k][way / 2] += way % 2 ? step : -step;
                const double now = around(&s, k);
                if (now < best)
                    best = now;
                else
                    embedding->joints[k][way / 2] = before;
            }
        }

        if (sweep % 2) step *= 0.5;
    }
}
