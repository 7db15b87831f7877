#ifndef PD_RIG_EMBED_H
#define PD_RIG_EMBED_H
/* Lays a plan's skeleton into a solid: the discrete embedding of the reduced skeleton into the graph of spheres, then a refinement of all
 * joints (Baran and Popovic 2007, 4 and 5).
 *
 * Discrete    inner joints go to wide spheres, tips to ends of the graph, so that the sum of penalties is least:
 *                 length       log^2 of a chain's path to its length in the plan (twice for the trunk), in units of a common scale that is tried too
 *                 direction    2 (1 - cos) between the way a chain goes and its way in the plan
 *                 feet         3 y: how high over the ground          middle    3 |x| of what is in the middle; sides lie on their own side
 *                 extremity    3 max(0, .7 - novelty / length): knees and elbows are no ends
 *                 symmetry     4 log^2 of the lengths of both sides, and how far one side's tip is from the other's mirror image
 *                 spread       4 max(0, .7 - path between two tips / the plan's): two limbs do not share one way
 *             The weights are this project's (docs/lab/rig.md), not the paper's learned ones: its training set is not at hand. All pairs or
 *             triples of inner joints are enumerated with the least that their tips can cost as bound, the best 400 of them extended tip by tip.
 * Refinement  joints between move so that bones stay near the medial surface, keep their shares of the chain and are alike on both sides; by coordinate
 *             search with steps that halve.
 *
 * Space    the mesh's; `turn` brings the plan's axes there: rows are the plan's x, y, z in the mesh's axes.
 * Cost     microseconds a way, tens of milliseconds in all.   Threads  any.   Memory  none kept.
 * Errors   ERR_MEMORY; ERR_INVALID "mesh": fewer ends than the plan has tips.
 */
#include "core/rig/graph.h"
#include "core/rig/plan.h"

#define PD_RIG_EMBED_MISSING 1.2 /* what a limb that a body lacks costs */

typedef struct pd_rig_embedding {
    double cost;                          /* all penalties                                              */
    double joints[PD_RIG_PLAN_JOINTS][3]; /* of rows, the mesh's space; tips too                        */
    bool is_there[PD_RIG_PLAN_JOINTS];    /* rows of missing limbs are not                              */
    double row_cost[PD_RIG_PLAN_JOINTS];  /* of the chain that a row stands in, its share of pairs too  */
    int spheres[PD_RIG_REDUCED];          /* of reduced joints; -1: missing                             */
} pd_rig_embedding;

pd_status pd_rig_embed(pd_rig_embedding *out, const pd_rig_plan *plan, const pd_rig_graph *graph,
                       const double turn[9], pd_error *err);
void pd_rig_refine(pd_rig_embedding *embedding, const pd_rig_plan *plan, const pd_rig_graph *graph);

#endif
