#ifndef PD_OBSERVE_FILM_TRACK_H
#define PD_OBSERVE_FILM_TRACK_H
/* Tracks people through a film: decides which figures of different frames (core/io/mocap/detections.h) are
 * the same person.
 *
 *     d(t, i) = mean over keypoints seen in both of |x_t - x_i| / size
 *         x_t: last position, extrapolated at the person's speed
 *
 * In each frame people are assigned to figures so that the sum of d is least (core/math/assign.h), with no d
 * above REACH. An unassigned figure is a new person, and a person who is not seen for `patience` frames is
 * dropped. If the file has ids of people, these are used. Two figures of one frame that coincide are one
 * person detected twice: the one with the higher confidence is kept.
 *
 * People are numbered by how often they are seen, most first; those seen in fewer than `least` frames are
 * dropped.
 *
 * Shapes   N figures, F frames, P keypoints.
 * Memory   _run allocates; the owner calls _deinit.   Threads  pure functions.
 * Errors   ERR_MEMORY; ERR_INVALID at name: nobody is seen; ERR_LIMIT: more than MOST people at a time.
 */
#include "core/io/mocap/detections.h"
#include "core/observe/strip.h"

#define PD_OBSERVE_TRACK_MOST  256  /* largest number of people at a time */
#define PD_OBSERVE_TRACK_REACH 0.35 /* largest d, relative to the size of the figure */

typedef struct pd_observe_tracks {
    int count;         /* number of people */
    int *person;       /* (N) person of each figure; -1: none */
    int *seen;         /* (count) frames in which the person is seen */
    int *first, *last; /* (count) first and last frame */
} pd_observe_tracks;

/* Tracks the people of a film. patience and least are in frames; name is the place in error messages. */
pd_status pd_observe_tracks_run(pd_observe_tracks *out, const pd_detections *film, int patience, int least,
                                const char *name, pd_error *err);
void pd_observe_tracks_deinit(pd_observe_tracks *tracks);

/* Writes what was seen of a person to the strip; NAN and a confidence of 0 where the person was not seen. */
void pd_observe_tracks_take(const pd_observe_strip *strip, const pd_observe_tracks *tracks, int person,
                            const pd_detections *film);

#endif
