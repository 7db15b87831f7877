#ifndef PD_RIG_PLAN_H
#define PD_RIG_PLAN_H
/* Body plans: the skeletons that are embedded in solids. One table for each plan, one row for each joint.
 *
 * Root, joints with several children and tips form the reduced skeleton (Baran and Popovic 2007, 4.1); the
 * joints between two of them are a chain, placed by their shares of its length. A tip is the end of a limb:
 * it is embedded but is no joint (except with PD_RIG_END).
 *
 * Spaces   +Y up, +Z forward, left at +X, any unit: lengths are compared by their shares.
 * Threads  the tables are const.
 */
#include "core/rig/base/template.h"

#define PD_RIG_PLAN_JOINTS 64
#define PD_RIG_REDUCED     16
#define PD_RIG_INNER       3 /* largest number of reduced joints that are not tips */

enum {
    PD_RIG_TIP = 1,     /* end of a limb */
    PD_RIG_FOOT = 2,    /* a tip that stands on the ground */
    PD_RIG_MISSING = 4, /* a tip of a limb that a body may lack */
    PD_RIG_END =
        /* a tip that also becomes a joint, without weights,
         * so that a leg ends at the ground and not above it */
    8,
};

typedef struct pd_rig_plan_row {
    const char *name;
    /* indices of rows, parents first; mirror is the row's own index in the middle plane */
    int parent, mirror;
    double at[3];
    unsigned flags;
} pd_rig_plan_row;

typedef struct pd_rig_plan {
    const char *name; /* name in requests, such as "quadruped" */
    const char *doc;
    const pd_rig_plan_row *rows;
    int count;
} pd_rig_plan;

/* X(id, name, doc); plan.c has the rows. */
#define PD_RIG_PLAN_TABLE(X)                                                                                 \
    X(PERSON, person, "two legs, two arms, a head; VRM's bones")                                             \
    X(QUADRUPED, quadruped, "four legs on the ground, a head in front, a tail or none")                      \
    X(BIRD, bird, "two legs, two wings spread, a beak, a tail or none")                                      \
    X(SPIDER, spider, "eight legs round a body, an abdomen behind")
typedef enum pd_rig_plan_id {
#define PD_RIG_PLAN_ENUM(id, name, doc) PD_RIG_##id,
    PD_RIG_PLAN_TABLE(PD_RIG_PLAN_ENUM)
#undef PD_RIG_PLAN_ENUM
        PD_RIG_PLANS
} pd_rig_plan_id;
extern const pd_rig_plan pd_rig_plans[PD_RIG_PLANS];

/* A joint of the reduced skeleton, and the chain from the reduced joint above it. */
typedef struct pd_rig_reduced {
    /* row of the plan; indices of reduced joints: parent -1:
     * none, mirror its own index in the middle plane */
    int row, parent, mirror;
    bool is_tip;
    double length;       /* length of the chain */
    double direction[3]; /* unit, from the reduced joint above */
    /* rows between the one above and this one, which is the last */
    int chain_count, chain[PD_RIG_PLAN_JOINTS];
    double shares[PD_RIG_PLAN_JOINTS]; /* position of each as a share of the length; the last is 1 */
} pd_rig_reduced;

/* Computes the reduced skeleton: parents first, inner joints before tips. Returns the number of joints. */
int pd_rig_plan_reduce(pd_rig_reduced out[PD_RIG_REDUCED], const pd_rig_plan *plan);

#endif
