#ifndef PD_IK_SEARCH_SOLVERS_H
#define PD_IK_SEARCH_SOLVERS_H
/* The table of solvers. A row (pd_ik_solver_row, job.h) contains everything that the rest of the code needs
 * to use a solver.
 *
 * To add a solver, add a line to PD_IK_SOLVER_TABLE (status.h) and a row here. A solver outside the table
 * needs neither: the job's `row` points to its row (tests/unit/core/ik/search/test_solvers.c).
 */
#include "core/ik/job/job.h"

/* Rows by pd_ik_solver. */
extern const pd_ik_solver_row pd_ik_solvers[PD_IK_SOLVER_COUNT];

/* Returns job->row if it is set, otherwise the table's row of job->solver. */
const pd_ik_solver_row *pd_ik_row_of(const pd_ik_job *job);

/* Requirements of single solvers (check.c). two_bone: chains that share no joint, because the second would
 * undo the first. hybrik: exactly one position for every joint and nothing else. example: a prior whose
 * joints the skeleton has. */
pd_status pd_ik_check_two_bone(const pd_ik_job *job, pd_error *err);
pd_status pd_ik_check_hybrik(const pd_ik_job *job, pd_error *err);
pd_status pd_ik_check_example(const pd_ik_job *job, pd_error *err);

#endif
