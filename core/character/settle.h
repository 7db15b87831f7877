#ifndef PD_CHARACTER_SETTLE_H
#define PD_CHARACTER_SETTLE_H
/* Finds the pose in which a network's characters begin, by running the network standing still on flat ground
 * until it is at rest.
 *
 * A network's mean pose is the average of all its training data, also of runs and crouches. A character that
 * begins in it rises from bent knees during the first half second. The settled pose is stored with the model.
 * pd_character_rig_init copies it, and pd_character_init starts from it.
 *
 * A network that is not at rest after 5 s (no joint faster than 0.15 m/s for half a second), or that cannot
 * be driven, is left unchanged: its characters begin in the mean pose.
 *
 * Cost     120 to 300 ticks of one character, once, in pd_character_model_load.
 * Threads  call it before the model is shared. Always the same bits.   Errors  ERR_MEMORY.
 */
#include "core/character/control/rig.h"

/* Sets model->start to the settled row, or to NULL if the network did not settle. ERR_MEMORY. */
pd_status pd_character_model_settle(pd_pfnn_model *model, pd_error *err);

#endif
