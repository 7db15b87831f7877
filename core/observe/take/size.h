#ifndef PD_OBSERVE_TAKE_SIZE_H
#define PD_OBSERVE_TAKE_SIZE_H
/* How large what a take shows is beside the model's body (core/observe/size.h): 1 for points in metres.
 *
 * Memory none but the stack.   Threads pure functions.   Errors none.
 */
#include "core/observe/size.h"
#include "core/observe/take/take.h"

/* The median over some frames, evenly spread, that show enough. NAN: none does. The places were checked. */
double pd_observe_take_size(const pd_observe_take *take, const pd_smpl_model *model);

#endif
