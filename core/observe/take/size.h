#ifndef PD_OBSERVE_TAKE_SIZE_H
#define PD_OBSERVE_TAKE_SIZE_H
/* Estimates the size of what a take shows relative to the model's body (core/observe/size.h): 1 for points in
 * metres.
 *
 * Memory   only the stack.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/size.h"
#include "core/observe/take/take.h"

/* Returns the median ratio over some frames, evenly spread, that show enough places. NAN: no frame does. The
 * places must have been checked. */
double pd_observe_take_size(const pd_observe_take *take, const pd_smpl_model *model);

#endif
