#ifndef PD_ANIM_HEADINGS_H
#define PD_ANIM_HEADINGS_H
/* Measures the response of a character to requested turns, from a track of its motion.
 *
 * Units    seconds; radians about +Y, 0 is +Z.
 * Space    world.
 * Memory   allocates nothing.
 * Errors   none.
 */
#include "core/anim/track.h"

/* Frames [first, last) in which the response to an event is measured:
 * from the event to the next one, at most 4 seconds. */
typedef struct pd_anim_event_window {
    const pd_anim_track *track;
    int first, last;
    double time; /* Time of the event, seconds from the first frame. */
} pd_anim_event_window;

/* Returns the window of an event, given by its number in track->events. */
pd_anim_event_window pd_anim_event_window_of(const pd_anim_track *track, int event);
/* Returns the seconds from the window's event to a frame. */
double pd_anim_event_since(const pd_anim_event_window *w, int frame);

/* A requested turn, with measures of the response. */
typedef struct pd_anim_heading_change {
    double time; /* Time of the request, seconds from the first frame. */
    /* Heading at the time of the request, and requested heading, radians as in pd_anim_headings. */
    double from, to;
    double t10, t90; /* Seconds from the request until 10 % and 90 % of the turn are done; NaN: never. */
    /* Seconds from the request until the body, by its shoulders and hips, has done 90 % of the turn; NaN:
     * never. The root may turn first. */
    double t90_body;
    double overshoot; /* Largest angle by which the heading passes the requested one, radians. */
} pd_anim_heading_change;

/* Measures each turn among the track's events, in order of time. out has room for track->event_count. Returns
 * the number of turns. */
int pd_anim_heading_changes(pd_anim_heading_change *out, const pd_anim_track *track);
/* Writes the heading of each frame to out (T), radians, unwrapped: without jumps of a full turn. */
void pd_anim_headings(float *out, const pd_anim_track *track);

#endif
