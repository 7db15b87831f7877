#ifndef PD_IK_CONSTRAINT_STATUS_H
#define PD_IK_CONSTRAINT_STATUS_H
/* How a search ended, and the solvers there are.
 *
 * Both are tables of one row each; names on the wire, docs and the lists in error messages are made from them. */

/* Worst last: of several targets the worst one names the whole. */
#define PD_IK_STATUS_TABLE(X)                                                                                \
    X(REACHED, "reached", "every error is within the tolerance")                                             \
    X(UNREACHABLE, "unreachable",                                                                            \
      "no pose reaches the target, by the lengths of its bones: the nearest one is given")                   \
    X(STALLED, "stalled", "not reached: the solver comes no nearer, which does not prove that no pose does") \
    X(BUDGET, "budget", "iterations or time ran out while it still got nearer")

typedef enum pd_ik_status {
#define PD_IK_STATUS_ENUM(name, text, doc) PD_IK_##name,
    PD_IK_STATUS_TABLE(PD_IK_STATUS_ENUM)
#undef PD_IK_STATUS_ENUM
        PD_IK_STATUS_COUNT
} pd_ik_status;

/* name, text on the wire, built (1) or known by name only (0), what it is. */
#define PD_IK_SOLVER_TABLE(X)                                                                                \
    X(AUTO, "auto", 1,                                                                                       \
      "without limits two_bone for an arm or a leg, fabrik for other chains; dls for everything else")       \
    X(TWO_BONE, "two_bone", 1, "closed form for one hinge between two bones; pole vector")                   \
    X(FABRIK, "fabrik", 1, "forward and backward reaching (Aristidou and Lasenby 2011), also on trees")      \
    X(CCD, "ccd", 1, "cyclic coordinate descent (Wang and Chen 1991)")                                       \
    X(TRANSPOSE, "transpose", 1, "Jacobian transpose")                                                       \
    X(PINV, "pinv", 1, "Jacobian pseudoinverse")                                                             \
    X(DLS, "dls", 1, "damped least squares with an active set of limits and restarts")                       \
    X(OPTIMIZE, "optimize", 1, "constrained optimisation (Zhao and Badler 1994): SLSQP of nlopt, then LM")   \
    X(HYBRIK, "hybrik", 1,                                                                                   \
      "positions of all joints and their twists to a pose, in closed form (Li et al. 2021)")                 \
    X(EXAMPLE, "example", 1,                                                                                 \
      "the most likely pose under the targets, of a pose prior with styles (after Grochow et al. 2004)")     \
    X(NEURAL, "neural", 1,                                                                                   \
      "a learned network's pose from head, hands, feet and pelvis, then two steps of dls")

typedef enum pd_ik_solver {
#define PD_IK_SOLVER_ENUM(name, text, built, doc) PD_IK_##name,
    PD_IK_SOLVER_TABLE(PD_IK_SOLVER_ENUM)
#undef PD_IK_SOLVER_ENUM
        PD_IK_SOLVER_COUNT
} pd_ik_solver;

const char *pd_ik_status_name(pd_ik_status status); /* "reached" */
const char *pd_ik_solver_name(pd_ik_solver solver); /* "two_bone" */
const char *pd_ik_solver_doc(pd_ik_solver solver);
int pd_ik_solver_built(pd_ik_solver solver);
/* The solver of that name, built or not; PD_IK_SOLVER_COUNT when there is none. */
pd_ik_solver pd_ik_solver_find(const char *name);
/* "auto, two_bone, fabrik": what can be asked for. */
const char *pd_ik_solvers_built(void);

#endif
