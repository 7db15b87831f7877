#ifndef PD_OBSERVE_FILM_CROWD_H
#define PD_OBSERVE_FILM_CROWD_H
/* Several people before several cameras: which figures of which films are the same person, moment by moment.
 *
 *     d(p, i) = sum_k c_k |pi(x_pk) - u_ik| / (size_i sum_k c_k)        x: the person's keypoints in space, moved on as fast as their middle went
 *     r(p, i) = sum_k c_k gap(ray u_ik, ray u_bk) / sum_k c_k           u_b: the person's own figures of this moment in other films; metres
 *
 * Film by film the people get the figures that make the sum of d least (core/math/assign.h), none farther than REACH. Somebody without a place in space yet (seen by one film
 * only) is compared with their own last figure in that film. Then every figure has to agree with the person's others: the worst is given
 * back while its r is above PART. A figure that is left over goes to the person it agrees with by r, below MEET, or else is somebody new; and two people who have agreed
 * by r for some moments, each in films where the other is not, are one.
 *
 * People seen by only one film are kept: the fit has to guess their depth.
 *
 * Shapes   C films of the same moments (2 .. PD_OBSERVE_MOST_CAMERAS), N_c figures, P keypoints.
 * Spaces   pixels as the lens shows them; cameras with places; metres.
 * Memory   _run allocates; one owner, _deinit.   Threads  pure.
 * Errors   ERR_MEMORY; ERR_INVALID at name: nobody is seen long enough; ERR_LIMIT: more than MOST people.
 */
#include "core/io/mocap/detections.h"
#include "core/observe/film/track.h"
#include "core/observe/view/lens.h"

#define PD_OBSERVE_CROWD_MOST  64
#define PD_OBSERVE_CROWD_REACH 0.35 /* of a figure's size */
#define PD_OBSERVE_CROWD_MEET  0.10 /* metres between rays: a figure nobody has */
#define PD_OBSERVE_CROWD_PART  0.25 /* metres: a figure is not that person's   */

typedef struct pd_observe_crowd {
    int camera_count;
    pd_observe_tracks *
        films; /* (C) person of every figure, as pd_observe_tracks_take has it; its lists of people are empty */
    int count;          /* people, those seen most first */
    int *seen, *shared; /* (count) moments in which any camera sees them, in which two do */
    int *first, *last;  /* (count) moments */
    bool stopped;       /* keep_going returned false: there are no people then */
} pd_observe_crowd;

typedef struct pd_observe_crowd_request {
    const pd_detections *films;       /* (C) in a picture */
    const pd_observe_camera *cameras; /* (C) with rotation */
    const pd_observe_lens *lenses;    /* (C) or NULL */
    int camera_count;
    int patience,
        least;        /* moments: out of sight and still the same person; people seen in fewer are dropped */
    const char *name; /* of errors */
    bool (*keep_going)(void *ctx); /* called once a moment; may be NULL */
    void *ctx;
} pd_observe_crowd_request;

pd_status pd_observe_crowd_run(pd_observe_crowd *out, const pd_observe_crowd_request *request, pd_error *err);
void pd_observe_crowd_deinit(pd_observe_crowd *crowd);

#endif
