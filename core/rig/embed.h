#ifndef PD_RIG_EMBED_H
#define PD_RIG_EMBED_H
/* Embeds the skeleton of a plan in a solid: first a discrete embedding of the reduced skeleton in the graph
 * of spheres, then a refinement of all joints (Baran and Popovic 2007, 4 and 5).
 *
 * Discrete    inner joints are placed at wide spheres and tips at ends of the graph, with the least weighted
 *             sum of penalties (PD_RIG_PENALTY_TABLE). All pairs or triples of inner joints are enumerated
 *             with a lower bound of their tips' cost; the best 400 of them are extended tip by tip.
 * Refinement  coordinate search with decreasing steps. Bones stay near the medial surface, keep their shares
 *             of the chain's length, and get equal lengths on both sides.
 *
 * Spaces   the mesh's; `turn` maps the plan's axes to it: rows are the plan's x, y, z in the mesh's axes.
 * Cost     microseconds for each orientation, tens of milliseconds in all.
 * Threads  any number.
 * Memory   none kept.
 * Errors   ERR_MEMORY; ERR_INVALID "mesh": fewer ends than the plan has tips.
 */
#include "core/rig/graph.h"
#include "core/rig/plan.h"

#define PD_RIG_EMBED_MISSING 0.84 /* cost of a limb that a body lacks, in units of the weighted penalties */

/* X(id, weight, name, penalty). The weights were learned by posed-factory train-rig-penalties
 * (docs/lab/rig.md): .7 times its output for PD_RIG_EMBED_MISSING 1.2, so that the sums of people stay where
 * the bounds of lay.h were measured. Lengths are relative to the plan's, at a common scale that is searched
 * too; positions are relative to the size. */
#define PD_RIG_PENALTY_TABLE(X)                                                                              \
    X(LIMB, 1.9, "limb", "log^2 of a limb's path to its length in the plan")                                 \
    X(TRUNK, 0.79, "trunk", "log^2 of the path between two inner joints to its length in the plan")          \
    X(DIRECTION, 1.6, "direction", "1 - cos of the angle of a chain's direction to that in the plan")        \
    X(MIDDLE, 5.2, "middle", "|x| of a joint of the middle")                                                 \
    X(SIDE, 8.8, "side", "distance by which a joint of a side is short of x = .03")                          \
    X(GROUND, 4, "ground", "height of a foot")                                                               \
    X(EXTREMITY, 2, "extremity", "max(0, .7 - novelty / length): knees and elbows are no ends")              \
    X(SPREAD, 2.9, "spread", "max(0, .7 - path between two tips): two limbs do not share one way")           \
    X(EVEN, 5.7, "even", "log^2 of the lengths of both sides")                                               \
    X(MIRROR, 1.24, "mirror", "square of the way from one side's tip to the other's mirror image")
typedef enum pd_rig_penalty {
#define PD_RIG_PENALTY_ENUM(id, weight, name, doc) PD_RIG_PENALTY_##id,
    PD_RIG_PENALTY_TABLE(PD_RIG_PENALTY_ENUM)
#undef PD_RIG_PENALTY_ENUM
        PD_RIG_PENALTIES
} pd_rig_penalty;
extern const double pd_rig_penalty_weights[PD_RIG_PENALTIES];

/* True positions of joints, from which the weights are learned (factory/rig/penalties.h). */
typedef struct pd_rig_embed_truth {
    /* in the mesh's space; NAN: unknown; INFINITY: the body lacks the joint */
    double at[PD_RIG_PLAN_JOINTS][3];
    double pull; /* weight of `wrong` in the search; negative values push away from the truth */
} pd_rig_embed_truth;

typedef struct pd_rig_embed_job {
    const pd_rig_plan *plan;
    const pd_rig_graph *graph;
    const double *turn;              /* (9) rotation from the plan's to the mesh's axes */
    const double *weights;           /* (PD_RIG_PENALTIES); NULL: pd_rig_penalty_weights */
    const pd_rig_embed_truth *truth; /* NULL: none */
} pd_rig_embed_job;

typedef struct pd_rig_embedding {
    double cost;                        /* weighted sum of all penalties */
    double penalties[PD_RIG_PENALTIES]; /* each penalty before its weight */
    double missing;                     /* part of cost for limbs that are left out */
    double wrong; /* mean over joints of min(1, distance from the truth / .12 size); 0 without truth */
    double joints[PD_RIG_PLAN_JOINTS][3]; /* positions of the plan's rows, also tips, in the mesh's space */
    bool is_there[PD_RIG_PLAN_JOINTS];    /* false for rows of missing limbs */
    /* cost of the chain that contains a row, with its share of the penalties of pairs */
    double row_cost[PD_RIG_PLAN_JOINTS];
    int spheres[PD_RIG_REDUCED]; /* spheres of the reduced joints; -1: missing */
} pd_rig_embedding;

/* Computes the best embedding. */
pd_status pd_rig_embed(pd_rig_embedding *out, const pd_rig_embed_job *job, pd_error *err);
/* Refines the joints of a discrete embedding. */
void pd_rig_refine(pd_rig_embedding *embedding, const pd_rig_plan *plan, const pd_rig_graph *graph);

#endif
