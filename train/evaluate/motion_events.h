#ifndef PD_TRAIN_EVALUATE_MOTION_EVENTS_H
#define PD_TRAIN_EVALUATE_MOTION_EVENTS_H
/* How requests are carried out: turns, starts and stops in time, a path in space. Part of motion_quality.h, which has the
 * definitions; NaN where there is nothing to measure. Metres, seconds, radians, world space. */
#include "train/evaluate/motion_quality.h"

/* Fills the members of turns, starts and stops. An event is watched until the next one, 4 seconds at most. ERR_MEMORY. */
pd_status pd_train_events_measure(pd_train_quality *out, const pd_anim_track *track, pd_error *err);
/* Mean distance of the root from the path over frames [first, T). */
double pd_train_path_error(const pd_anim_track *track, int first);

#endif
