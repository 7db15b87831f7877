#ifndef PD_OBSERVE_FILM_CROWD_H
#define PD_OBSERVE_FILM_CROWD_H
/* Matches people across several cameras: decides, moment by moment, which figures of which films are the same
 * person.
 *
 *     d(p, i) = sum_k c_k |pi(x_pk) - u_ik| / (size_i sum_k c_k)
 *         x: the person's keypoints in space, extrapolated at the speed of their centre
 *     r(p, i) = sum_k c_k gap(ray u_ik, ray u_bk) / sum_k c_k
 *         u_b: the person's figures in other films at this moment; metres
 *
 * Film by film, people are assigned to figures so that the sum of d is least (core/math/assign.h), with no d
 * above REACH. A person without a position in space yet (seen in one film only) is compared with their own
 * last figure in that film. Then each figure must agree with the person's other figures: the worst is removed
 * while its r is above PART. An unassigned figure goes to the person with the smallest r, if that is below
 * MEET; otherwise it is a new person. Two people whose r stays small for some moments, each in films where
 * the other is not seen, are merged.
 *
 * People seen in only one film are kept; the fit then guesses their depth.
 *
 * Shapes   C films of the same moments (2 .. PD_OBSERVE_MOST_CAMERAS), N_c figures, P keypoints.
 * Spaces   pixels with lens distortion; calibrated cameras; metres.
 * Memory   _run allocates; the owner calls _deinit.   Threads  pure functions.
 * Errors   ERR_MEMORY; ERR_INVALID at name: nobody is seen long enough; ERR_LIMIT: more than MOST people.
 */
#include "core/io/mocap/detections.h"
#include "core/observe/film/track.h"
#include "core/observe/view/lens.h"

#define PD_OBSERVE_CROWD_MOST  64
#define PD_OBSERVE_CROWD_REACH 0.35 /* largest d, relative to the size of the figure */
/* metres between rays: an unassigned figure is that person's below this */
#define PD_OBSERVE_CROWD_MEET  0.10
#define PD_OBSERVE_CROWD_PART  0.25 /* metres between rays: a figure is no longer that person's above this */

typedef struct pd_observe_crowd {
    int camera_count;
    /* (C) the person of every figure, for pd_observe_tracks_take; their lists of people are empty */
    pd_observe_tracks *films;
    int count; /* number of people, sorted by how often they are seen, most first */
    /* (count) moments in which any camera sees the person, and in which at least two do */
    int *seen, *shared;
    int *first, *last; /* (count) first and last moment */
    bool stopped;      /* keep_going returned false; there are no people then */
} pd_observe_crowd;

typedef struct pd_observe_crowd_request {
    const pd_detections *films;       /* (C) detections in pictures */
    const pd_observe_camera *cameras; /* (C) cameras, their rotations included */
    const pd_observe_lens *lenses;    /* (C) or NULL */
    int camera_count;
    /* moments: how long an unseen person is remembered, and how often a person must be seen to be kept */
    int patience, least;
    const char *name;              /* place in error messages */
    bool (*keep_going)(void *ctx); /* called once for each moment; may be NULL */
    void *ctx;
} pd_observe_crowd_request;

/* Decides for every figure of every film whose it is. On failure *out is empty. */
pd_status pd_observe_crowd_run(pd_observe_crowd *out, const pd_observe_crowd_request *request, pd_error *err);
void pd_observe_crowd_deinit(pd_observe_crowd *crowd);

#endif
