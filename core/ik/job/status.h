#ifndef PD_IK_JOB_STATUS_H
#define PD_IK_JOB_STATUS_H
/* Statuses of a search, and the list of solvers.
 *
 * The names in requests and replies, in the documentation and in error messages are generated from these two
 * tables.
 */

/* Statuses from best to worst: the status of a job is the worst status of its targets. */
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

/* Constant and name in requests of each solver. Everything else about a solver is in its row
 * (core/ik/search/solvers.c). */
#define PD_IK_SOLVER_TABLE(X)                                                                                \
    X(AUTO, "auto")                                                                                          \
    X(TWO_BONE, "two_bone")                                                                                  \
    X(FABRIK, "fabrik")                                                                                      \
    X(CCD, "ccd")                                                                                            \
    X(TRANSPOSE, "transpose")                                                                                \
    X(PINV, "pinv")                                                                                          \
    X(DLS, "dls")                                                                                            \
    X(OPTIMIZE, "optimize")                                                                                  \
    X(HYBRIK, "hybrik")                                                                                      \
    X(EXAMPLE, "example")                                                                                    \
    X(NEURAL, "neural")

typedef enum pd_ik_solver {
#define PD_IK_SOLVER_ENUM(name, text) PD_IK_##name,
    PD_IK_SOLVER_TABLE(PD_IK_SOLVER_ENUM)
#undef PD_IK_SOLVER_ENUM
        PD_IK_SOLVER_COUNT
} pd_ik_solver;

const char *pd_ik_status_name(pd_ik_status status); /* name in replies, such as "reached" */
const char *pd_ik_solver_name(pd_ik_solver solver); /* name in requests, such as "two_bone" */
/* Returns the names that a request may use, as one text: "auto, two_bone, fabrik, ...". */
const char *pd_ik_solver_names(void);

#endif
