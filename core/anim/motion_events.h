#ifndef PD_ANIM_MOTION_EVENTS_H
#define PD_ANIM_MOTION_EVENTS_H
/* How requests are carried out: turns, starts and stops in time, a path in space. Part of motion_quality.h, which has the
 * definitions; NaN where there is nothing to measure. Metres, seconds, radians, world space. */
#include "train/evaluate/motion_quality.h"

/* Fills the members of turns, starts and stops. An event is watched until the next one, 4 seconds at most. ERR_MEMORY. */
pd_status pd_anim_events_measure(pd_anim_quality *out, const pd_anim_track *track, pd_error *err);
/* One order to turn, and how it was carried out. */
typedef struct pd_anim_heading_change {
    double time;      /* of the order, seconds                                                             */
    double from, to;  /* headings: at the order, asked for; radians about +Y from +Z, as pd_anim_headings  */
    double t10, t90;  /* seconds from the order until a tenth and nine tenths of it are turned; NaN: never */
    double t90_body;  /* the same of the body, across shoulders and hips: the root alone may turn early    */
    double overshoot; /* how far the facing goes beyond, radians                                           */
} pd_anim_heading_change;

/* out (track->event_count): the turns among the events, in their order. Returns how many. */
int pd_anim_heading_changes(pd_anim_heading_change *out, const pd_anim_track *track);
/* out (T): angle of the facing over time, radians about +Y from +Z, without jumps from one turn round to the next. */
void pd_anim_headings(float *out, const pd_anim_track *track);
/* Mean distance of the root from the path over frames [first, T). */
double pd_anim_path_error(const pd_anim_track *track, int first);

#endif
