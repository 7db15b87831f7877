#ifndef PD_OBSERVE_FILM_TRACK_H
#define PD_OBSERVE_FILM_TRACK_H
/* Which figures of a film are the same person: what a detector saw frame by frame (core/io/mocap/detections.h) as one row of frames a person.
 *
 *     d(t, i) = mean over keypoints seen in both of |x_t - x_i| / size         x_t: where the person was, extrapolated at their speed
 *
 * Frame after frame every person is given the figure that makes the sum of d least (core/math/assign.h), or none where all are farther than
 * REACH of their size; a figure that is left over is somebody new, and a person who is not seen for `patience` frames is gone. Where the file names its people (ids),
 * the names are used. Two figures of one frame that lie on one another are one person found twice: the surer one stays.
 *
 * People are numbered by how often they are seen, most first; those seen in fewer than `least` frames are dropped.
 *
 * Shapes   N figures, F frames, P keypoints.
 * Memory   _run allocates; one owner, _deinit.   Errors  ERR_MEMORY; ERR_INVALID at name: nobody is seen; ERR_LIMIT: more than MOST at a time.
 */
#include "core/io/mocap/detections.h"
#include "core/observe/strip.h"

#define PD_OBSERVE_TRACK_MOST  256
#define PD_OBSERVE_TRACK_REACH 0.35 /* of a figure's size */

typedef struct pd_observe_tracks {
    int count;         /* people                                                 */
    int *person;       /* (N) of each figure; -1: nobody                         */
    int *seen;         /* (count) frames in which they are                       */
    int *first, *last; /* (count) frames */
} pd_observe_tracks;

/* patience, least: frames. */
pd_status pd_observe_tracks_run(pd_observe_tracks *out, const pd_detections *film, int patience, int least,
                                const char *name, pd_error *err);
void pd_observe_tracks_deinit(pd_observe_tracks *tracks);

/* What was seen of a person; where it was not, NAN and a confidence of 0. */
void pd_observe_tracks_take(const pd_observe_strip *strip, const pd_observe_tracks *tracks, int person,
                            const pd_detections *film);

#endif
