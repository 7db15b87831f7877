#ifndef PD_OBSERVE_TAKE_BODIES_H
#define PD_OBSERVE_TAKE_BODIES_H
/* Positions of a take's places on its fitted body, frame by frame, whether they were seen or not.
 *
 * Memory   init allocates; the owner calls _deinit.   Threads  one thread at a time.   Errors  ERR_MEMORY.
 */
#include "core/observe/problem.h"
#include "core/observe/take/take.h"

typedef struct pd_observe_bodies {
    const pd_observe_take *take;
    pd_observe_problem problem;
    pd_observe_seen *seen; /* (P) */
    pd_arena arena;
} pd_observe_bodies;

/* Prepares the positions. The take must stay valid. */
pd_status pd_observe_bodies_init(pd_observe_bodies *bodies, const pd_observe_take *take,
                                 const pd_smpl_model *model, const char *name, pd_error *err);
/* Writes x (P,3): positions in the caller's world, metres. */
void pd_observe_bodies_places(double (*x)[3], pd_observe_bodies *bodies, int frame);
void pd_observe_bodies_deinit(pd_observe_bodies *bodies);

#endif
