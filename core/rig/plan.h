#ifndef PD_RIG_PLAN_H
#define PD_RIG_PLAN_H
/* Plans of bodies: the skeletons that are laid into solids. One row a joint, one table a plan.
 *
 * Root, joints with several children and tips are the reduced skeleton (Baran and Popovic 2007, 4.1); what lies between two of them is a chain,
 * placed by the share of its length. A tip is where a limb ends: it is embedded and is no joint (but for PD_RIG_END).
 *
 * Space    +Y up, +Z forward, left at +X, any unit: lengths are compared by their shares.
 */
#include "core/rig/base/template.h"

#define PD_RIG_PLAN_JOINTS 64
#define PD_RIG_REDUCED     16
#define PD_RIG_INNER       3 /* reduced joints that are not tips, at most */

enum {
    PD_RIG_TIP = 1,     /* where a limb ends                  */
    PD_RIG_FOOT = 2,    /* a tip that stands on the ground    */
    PD_RIG_MISSING = 4, /* a tip whose limb a body may lack   */
    PD_RIG_END =
        8, /* a tip that is a joint too, which moves nothing: a leg ends there, not above the ground */
};

typedef struct pd_rig_plan_row {
    const char *name;
    int parent, mirror; /* numbers of rows; parents first; its own number: in the middle */
    double at[3];
    unsigned flags;
} pd_rig_plan_row;

typedef struct pd_rig_plan {
    const char *name; /* "quadruped" */
    const char *doc;
    const pd_rig_plan_row *rows;
    int count;
} pd_rig_plan;

/* X(id, name, doc); the rows stand in plan.c under that name. */
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

/* A joint of the reduced skeleton, and the chain from the one above. */
typedef struct pd_rig_reduced {
    int row, parent, mirror; /* row of the plan; numbers of reduced joints, -1: none, itself: the middle */
    bool is_tip;
    double length;                              /* of the chain                                    */
    double direction[3];                        /* unit, from the reduced joint above              */
    int chain_count, chain[PD_RIG_PLAN_JOINTS]; /* rows below the one above, its own the last */
    double shares[PD_RIG_PLAN_JOINTS];          /* of the length, where each stands; the last is 1 */
} pd_rig_reduced;

/* Parents first, inner ones before tips. Returns how many. */
int pd_rig_plan_reduce(pd_rig_reduced out[PD_RIG_REDUCED], const pd_rig_plan *plan);

#endif
