#ifndef PD_OBSERVE_GROUP_GROUP_H
#define PD_OBSERVE_GROUP_GROUP_H
/* Converts the detections of one or more cameras to one take for each person (core/observe/take/take.h).
 *
 *     1. track people in every film separately (track.h)
 *     2. calibrate uncalibrated cameras from one person: the person of the first film who matches somebody in
 *        every other film best by the essential matrix (pair.h; among the CANDIDATES seen longest in each),
 *        then calibrate.h
 *     3. match people across films (crowd.h), unless every film shows only one person: then that is the same
 *        person
 *
 * A person seen in only one of several films becomes a take of that camera alone, and the distance from the
 * camera is a guess.
 *
 *     pd_observe_group g = {.films = films, .film_count = 3, .cameras = cameras, .model = model, .rate = 30,
 *     ...}; if (!pd_observe_group_check(&g, &err) && !pd_observe_group_find(&g, &err))
 *         for (int p = 0; p < g.count; p++) { ... pd_observe_group_take(&take, at, confidence, &g, p, &err);
 *         ... }
 *     pd_observe_group_deinit(&g);
 *
 * Shapes   C films of the same moments (1 .. PD_OBSERVE_MOST_CAMERAS); the shortest film limits their number;
 *          P places of the model for each camera.
 * Spaces   pixels with lens distortion; metres. A single film may be in space.
 * Memory   _check and _find allocate, at most _find_bytes; the owner calls _deinit, also after an error.
 * Threads  pure functions; keep_going is called on the caller's thread: false ends the work and sets
 *          `stopped`.
 * Errors   at names[c] of the film with the problem. _check: nobody is seen, too many places, a model without
 *          the set's places. _find: nobody is seen long enough, a pixel that cannot be undistorted, cameras
 *          that cannot be calibrated, too many people at a time; ERR_MEMORY.
 */
#include "core/observe/film/crowd.h"
#include "core/observe/sensor/places.h"
#include "core/observe/triangulate.h"

#define PD_OBSERVE_GROUP_CANDIDATES 6 /* people of each film that are tried for calibration */

/* One person. */
typedef struct pd_observe_member {
    /* first moment in which the person is seen, and number of moments from there to the last */
    int first, frames;
    int seen, shared; /* moments in which any camera sees the person, and in which at least two do */
    /* the only one of several films that shows the person; -1: there are more, or there is one film */
    int only;
} pd_observe_member;

typedef struct pd_observe_group {
    /* Output: */
    pd_observe_member *people; /* (count) sorted by how often they are seen, most first */
    int count;
    pd_observe_take_places places;       /* places of the set that the model has, once for each camera */
    double off[PD_OBSERVE_MOST_CAMERAS]; /* calibrated cameras: root mean square residual, pixels */
    int points;                          /* points used for the calibration; 0: the cameras were given */
    /* person of the first film used for the calibration, and number of people in that film */
    int walker, walkers;
    double agreed; /* share of that person's points that agreed; 0: each film shows one person */
    bool stopped;
    /* Input: */
    const pd_detections *films; /* (C) */
    int film_count;
    pd_observe_camera *cameras;    /* (C) cameras of pictures; out: their calibration, if it was not given */
    const pd_observe_lens *lenses; /* (C) */
    const bool *guessed;           /* (C) true: the focal length is a guess */
    /* camera rotations and translations are given (calibrate.h); those of a single camera always are */
    bool are_placed;
    double rate, noise;       /* frames per second; one standard deviation, zero: the default of keypoint.h */
    int calibrator;           /* person of the first film used for the calibration; -1: the best match */
    const char *const *names; /* (C) names of the films in error messages */
    const pd_smpl_model *model;
    bool (*keep_going)(void *ctx); /* may be NULL */
    void *ctx;
    /* Intermediate results of _find: */
    pd_observe_tracks tracks[PD_OBSERVE_MOST_CAMERAS]; /* people of each film */
    pd_observe_crowd crowd;                            /* matches between several films with several people */
} pd_observe_group;

/* Checks the group and builds its places. Call it once, before anything else. */
pd_status pd_observe_group_check(pd_observe_group *group, pd_error *err);
size_t pd_observe_group_find_bytes(const pd_observe_group *group);
pd_status pd_observe_group_find(pd_observe_group *group, pd_error *err);
void pd_observe_group_deinit(pd_observe_group *group);

/* Frees everything but places and people, once the figures are no longer needed. After the call the films may
 * be freed too. */
void pd_observe_group_trim(pd_observe_group *group);

/* Returns the number of places of a person's take. */
int pd_observe_group_row(const pd_observe_group *group, int person);
/* Writes what is seen of a person to at (frames,row,3) and confidence (frames,row), and sets up the take
 * except for results, prior and executor. The take points to both arrays and into the group. */
pd_status pd_observe_group_take(pd_observe_take *take, float *at, float *confidence, pd_observe_group *group,
                                int person, pd_error *err);

#endif
