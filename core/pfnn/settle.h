#ifndef PD_PFNN_SETTLE_H
#define PD_PFNN_SETTLE_H
/* The pose that a network's characters begin in: the network run standing still on flat ground until it is at rest.
 *
 * A network's mean pose is the mean of everything that it was trained on, of runs and crouches too: begun there, a character rises out
 * of bent knees in the first half second. What it settles on is kept with the model; pd_pfnn_rig_init takes it over, and
 * pd_pfnn_character_init begins there.
 *
 * A network that is not at rest after 5 s (no joint slower than 0.15 m/s for half a second), or that cannot be driven, is left as it was:
 * characters begin in the mean pose.
 *
 * Cost     120 to 300 ticks of one character: pd_pfnn_model_load does it, once.
 * Threads  before the model is shared. The same bits on every call.
 */
#include "core/pfnn/rig.h"

/* ERR_MEMORY. Afterwards model->start is where it settled, NULL where it did not. */
pd_status pd_pfnn_model_settle(pd_pfnn_model *model, pd_error *err);

#endif
