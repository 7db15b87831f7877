#ifndef PD_OBSERVE_GROUP_GROUP_H
#define PD_OBSERVE_GROUP_GROUP_H
/* Everybody in front of one or more cameras: from the figures of films to one take a person (core/observe/take/take.h).
 *
 *     1. every film by itself: which figures are the same person (track.h)
 *     2. uncalibrated cameras, from one walker: the person of the first film with whom somebody in every other film agrees best by the
 *        essential matrix (pair.h; of the CANDIDATES seen longest in each), then calibrate.h
 *     3. which figures of which films are the same person (crowd.h), unless no film shows more than one: then they are taken for that one
 *
 * A person seen by only one of several films becomes a take of that camera alone: their distance is a guess.
 *
 *     pd_observe_group g = {.films = films, .film_count = 3, .cameras = cameras, .model = model, .rate = 30, ...};
 *     if (!pd_observe_group_check(&g, &err) && !pd_observe_group_find(&g, &err))
 *         for (int p = 0; p < g.count; p++) { ... pd_observe_group_take(&take, at, confidence, &g, p, &err); ... }
 *     pd_observe_group_deinit(&g);
 *
 * Shapes   C films of the same moments (1 .. PD_OBSERVE_MOST_CAMERAS), the shortest determines how many; P places of the model a camera.
 * Spaces   pixels as the lens shows them; metres. One film may be in space.
 * Memory   _check and _find allocate, at most _find_bytes; one owner, _deinit, also after an error.
 * Threads  pure; keep_going is called on the caller's thread: false ends the work and sets `stopped`.
 * Errors   at names[c] of the film that is wrong. _check: nobody is seen, too many places, a model without the set's. _find: nobody is seen for long
 *          enough, a pixel where the lens shows nothing, cameras that cannot be found, too many people at a time; ERR_MEMORY.
 */
#include "core/observe/film/crowd.h"
#include "core/observe/take/places.h"
#include "core/observe/triangulate.h"

#define PD_OBSERVE_GROUP_CANDIDATES 6

/* One of the people. */
typedef struct pd_observe_member {
    int first, frames; /* moments from the first in which they are seen to the last */
    int seen, shared;  /* moments in which any camera sees them, in which two do    */
    int only;          /* of several films the one that sees them; -1: there are more, or there is one film */
} pd_observe_member;

typedef struct pd_observe_group {
    /* out */
    pd_observe_member *people; /* (count) those seen most first */
    int count;
    pd_observe_take_places places;       /* of the set that the model has, once a camera */
    double off[PD_OBSERVE_MOST_CAMERAS]; /* pixels, of cameras that were found           */
    int points;                          /* that they were found from; 0: they were known */
    int walker, walkers;                 /* which of so many people of the first film they were found from */
    double agreed; /* share of that walker's points that agreed; 0: each film shows one person   */
    bool stopped;
    /* in */
    const pd_detections *films; /* (C) */
    int film_count;
    pd_observe_camera *cameras;    /* (C) in a picture; out: where they are found */
    const pd_observe_lens *lenses; /* (C) */
    const bool *guessed;           /* (C) focal lengths */
    bool are_placed;               /* the cameras' places are given (calibrate.h); a single one's always is */
    double rate, noise;            /* frames a second; one standard deviation, zero: keypoint.h's */
    int calibrator;           /* which person of the first film calibrates; -1: the one that agrees best */
    const char *const *names; /* (C) of errors */
    const pd_smpl_model *model;
    bool (*keep_going)(void *ctx); /* may be NULL */
    void *ctx;
    /* of _find */
    pd_observe_tracks tracks[PD_OBSERVE_MOST_CAMERAS]; /* film by film */
    pd_observe_crowd crowd;                            /* of several films with several people */
} pd_observe_group;

/* Once, before anything else: it makes the places. */
pd_status pd_observe_group_check(pd_observe_group *group, pd_error *err);
size_t pd_observe_group_find_bytes(const pd_observe_group *group);
pd_status pd_observe_group_find(pd_observe_group *group, pd_error *err);
void pd_observe_group_deinit(pd_observe_group *group);
/* When it is no longer needed who has which figure: frees everything but places and people; the films may go, too. */
void pd_observe_group_trim(pd_observe_group *group);

/* Places that a person's take has. */
int pd_observe_group_row(const pd_observe_group *group, int person);
/* What is seen of a person into at (frames,row,3) and confidence (frames,row), and the take of it: everything but results, prior and executor. take points
 * at both and into the group. */
pd_status pd_observe_group_take(pd_observe_take *take, float *at, float *confidence, pd_observe_group *group,
                                int person, pd_error *err);

#endif
