#ifndef PD_TRAIN_EVALUATE_MOTION_EVENTS_H
#define PD_TRAIN_EVALUATE_MOTION_EVENTS_H
/* Measures how requests are carried out: turns, starts and stops in time, a path in space. Part of
 * motion_quality.h, which has the definitions; NaN without data. Metres, seconds, radians, world space. */
#include "train/evaluate/motion_quality.h"

/* Fills the members for turns, starts and stops. Follows an event until the next one,
 * for at most 4 seconds. ERR_MEMORY. */
pd_status pd_train_events_measure(pd_train_quality *out, const pd_anim_track *track, pd_error *err);
/* Returns the mean distance of the root from the path over frames [first, T), metres. */
double pd_train_path_error(const pd_anim_track *track, int first);

#endif
