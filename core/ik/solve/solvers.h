#ifndef PD_IK_SOLVE_SOLVERS_H
#define PD_IK_SOLVE_SOLVERS_H
/* The table of solvers: a row is all there is to know of one (pd_ik_solver_row, job.h).
 *
 * A new one is a line of PD_IK_SOLVER_TABLE (status.h) and a row here. One that is not in the table needs neither: a job's `row` points to
 * it (tests/unit/core/ik/solve/test_solvers.c). */
#include "core/ik/constraint/job.h"

extern const pd_ik_solver_row pd_ik_solvers[PD_IK_SOLVER_COUNT];

/* The job's own row, or that of its solver, which is one of the table's. */
const pd_ik_solver_row *pd_ik_row_of(const pd_ik_job *job);

/* What two_bone, hybrik and example need (check.c). two_bone: chains that share no joint, for the second would undo the first;
 * hybrik: where every joint is, once, and nothing else; example: a prior that knows the skeleton. */
pd_status pd_ik_check_two_bone(const pd_ik_job *job, pd_error *err);
pd_status pd_ik_check_hybrik(const pd_ik_job *job, pd_error *err);
pd_status pd_ik_check_example(const pd_ik_job *job, pd_error *err);

#endif
