#ifndef PD_ANIM_HEADINGS_H
#define PD_ANIM_HEADINGS_H
/* How a character carries out orders to turn, read from a track of its motion.
 *
 * Units    seconds, radians about +Y from +Z.   Space  world.   Memory  allocates nothing.   Errors  none.
 */
#include "core/anim/track.h"

/* Frames [first, last) in which an event is watched: from its order to the next event, 4 seconds at most. */
typedef struct pd_anim_event_window {
    const pd_anim_track *track;
    int first, last;
    double time; /* of the order, seconds */
} pd_anim_event_window;

pd_anim_event_window pd_anim_event_window_of(const pd_anim_track *track, int event);
/* Seconds from the order of the window's event to a frame. */
double pd_anim_event_since(const pd_anim_event_window *w, int frame);

/* One order to turn, and how it was carried out. */
typedef struct pd_anim_heading_change {
    double time;      /* time of the order, seconds                                                         */
    double from, to;  /* heading at the order, heading asked for; as pd_anim_headings                       */
    double t10, t90;  /* seconds from the order until a tenth and nine tenths of it are turned; NaN: never  */
    double t90_body;  /* t90 of the body's own heading, across shoulders and hips: the root may turn early  */
    double overshoot; /* angle by which the heading passes the one asked for                                */
} pd_anim_heading_change;

/* out (track->event_count): the orders to turn among the events, in their order. Returns how many there are. */
int pd_anim_heading_changes(pd_anim_heading_change *out, const pd_anim_track *track);
/* out (T): heading over time, without jumps from one full turn to the next. */
void pd_anim_headings(float *out, const pd_anim_track *track);

#endif
