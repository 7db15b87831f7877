#ifndef PD_OBSERVE_LIVE_LIVE_PARTS_H
#define PD_OBSERVE_LIVE_LIVE_PARTS_H
/* State of a live fit, and the parts that make one. Only live*.c include this header; live.h describes the
 * fit.
 *
 *     live      memory, places of a set on the body, observations of a moment, the pose that is reported
 *     live_fit  fits the body to the observations: from the previous pose, from nothing, or from standing
 *     humanoid  takes the pose from rotations of bones, without a fit
 *
 * Spaces   the world of live.h: metres, +Y up; a picture's observations in pixels.
 * Memory   the state is one allocation with two arenas; a moment allocates only when the set changes and at a
 *          fit from nothing.
 * Threads  a state belongs to one thread at a time.
 * Errors   functions that can fail fill *err and return its status.
 */
#include "core/observe/live/footprint.h"
#include "core/observe/live/ground.h"
#include "core/observe/live/live.h"
#include "core/observe/live/tracker.h"
#include "core/observe/live/worn.h"
#include "core/observe/problem.h"
#include "core/observe/take/equations.h"
#include "core/observe/take/walk.h"

#define PD_OBSERVE_LIVE_ROBUST 0.2 /* r in a picture, as a fraction of the figure's larger side */
#define PD_OBSERVE_LIVE_SIDES  12  /* moments in a row after which disagreeing sides count as exchanged */

/* Indices of further observations after those of the set: heels and toes that are held,
 * two places for sizes, orientations. */
enum {
    PD_OBSERVE_LIVE_HOLDS = 4,
    PD_OBSERVE_LIVE_CROWN = PD_OBSERVE_LIVE_HOLDS,
    PD_OBSERVE_LIVE_EYES,
    PD_OBSERVE_LIVE_TRACKERS,
    PD_OBSERVE_LIVE_EXTRA = PD_OBSERVE_LIVE_TRACKERS + PD_OBSERVE_TRACKERS,
    PD_OBSERVE_LIVE_SEEN = PD_OBSERVE_SIGHT_MOST + PD_OBSERVE_LIVE_EXTRA,
};

struct pd_observe_live {
    pd_observe_live_request request;
    float *betas;
    const pd_ik_prior *source;
    pd_observe_prior prior;
    bool has_prior, has_holds;

    /* Present set of keypoints and what depends on it. set NULL: none yet. */
    const pd_observe_set *set;
    pd_arena room, begin;
    pd_observe_part parts[PD_OBSERVE_LIVE_SEEN][PD_OBSERVE_MOST_PARTS];
    /* observations of the set, then PD_OBSERVE_LIVE_EXTRA further ones */
    pd_observe_seen seen[PD_OBSERVE_LIVE_SEEN];
    int hold; /* index of the first heel or toe that is held */
    pd_observe_problem problem;
    pd_observe_equations normal;
    double *factor, *step;
    pd_observe_state before, kept, best;
    bool *moves;                        /* (set, K) true: the joint moves the place */
    bool steps[PD_OBSERVE_LIVE_JOINTS]; /* (K) true: the joint moves a heel or toe */
    double sole, rest_height, hold_rest[PD_OBSERVE_LIVE_HOLDS];
    double hold_at[PD_OBSERVE_LIVE_HOLDS]
                  [2]; /* x, z of heels and toes at rest, relative to the centre of their foot */
    pd_observe_trackers trackers;
    pd_observe_footprints prints;
    pd_observe_worn worn;
    pd_observe_walk walk;
    double middles[2][2], eyes[3]; /* centres of the feet at rest, x and z; position of the eyes */
    pd_observe_sizes sizes;
    pd_observe_ground ground;
    pd_observe_filter filter;

    /* State of the previous moments. */
    bool is_warm, in_picture, from_hips;
    double time, unseen_seconds[PD_OBSERVE_LIVE_JOINTS];
    double origin[3]; /* point of the picture's world that is at `position` on the floor */
    int poor, sides;
    bool mirrored;
    pd_observe_live_pose pose;
};

/* -- live.c -- */

/* Returns the job of the solver for a sight, with all observations of the state. */
pd_observe_job pd_observe_live_job(const pd_observe_live *live, const pd_observe_sight *sight);
/* Returns the larger side of the figure's extent in the picture, pixels; -INFINITY if nothing is seen. */
double pd_observe_live_figure(const pd_observe_live *live);

/* -- live_fit.c -- */

/* Fits from the last pose. seconds: time since the previous moment. Returns the number of steps; the body is
 * evaluated at the result. */
int pd_observe_live_fit_on(pd_observe_live *live, double seconds);
/* Fits the first moment, without a pose to start from. */
pd_status pd_observe_live_fit_first(pd_observe_live *live, const pd_observe_sight *sight, pd_error *err);
/* Fits from standing to the positions of the trackers. If more than head and hands is tracked, the head
 * may look aside, so several facings are tried and the best is kept. */
void pd_observe_live_fit_standing(pd_observe_live *live);

/* -- humanoid.c -- */

/* Poses the body by the rotations of a sight of the set pd_observe_humanoid. */
void pd_observe_live_pose_directly(pd_observe_live *live, const pd_observe_sight *sight);

#endif
