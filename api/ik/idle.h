#ifndef PD_API_IK_IDLE_H
#define PD_API_IK_IDLE_H
/* Finds the fields of a problem that have no effect, because its solver does not read them or another
 * field is missing. Such fields are errors that name the solvers for which the field would have an effect.
 */
#include "api/ik/problem.h"

/* Most rows of fields that may be without effect, with the empty row at the end. */
#define PD_API_IK_IDLE_ROWS 32

/* Texts "solver auto, ccd, dls" that list the solvers with a property,
 * made once for the problems of a call. */
typedef struct pd_api_ik_solver_lists {
    const char *iterates;
    const char *restarts;
    const char *has_limbs;
    const char *has_start;
} pd_api_ik_solver_lists;

/* Makes the lists, in the pool. */
pd_api_ik_solver_lists pd_api_ik_solver_lists_make(pd_api_pool *pool);

/* Lists the fields of one problem that its solver, or the lack of another field, leaves without effect.
 * is_good: the problem could be read. */
void pd_api_ik_idle_find(pd_api_idle rows[PD_API_IK_IDLE_ROWS], const pd_api_ik_problem *in,
                         const pd_api_ik_values *v, bool is_good, const pd_api_ik_solver_lists *lists);
/* Updates the rows that are idle in all problems so far:
 * a shared field must have an effect in at least one problem. */
void pd_api_ik_idle_join(pd_api_idle all[PD_API_IK_IDLE_ROWS], const pd_api_idle own[PD_API_IK_IDLE_ROWS],
                         bool is_first);

/* Refuses the kind `fixed` in joint_limits for solvers that do not read a start. */
bool pd_api_ik_idle_fixed(pd_api_ik_problem *in, const pd_api_ik_values *v, const char *base,
                          const pd_api_ik_solver_lists *lists);
/* Refuses weights of targets that are solved one after the other. */
bool pd_api_ik_idle_weights(pd_api_ik_problem *in, const pd_api_ik_values *v, bool is_good, const char *base,
                            const pd_api_ik_solver_lists *lists);

#endif
