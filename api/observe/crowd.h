#ifndef PD_API_OBSERVE_CROWD_H
#define PD_API_OBSERVE_CROWD_H
/* Several people as seen by one to 16 cameras: their figures as JSON, in any order and without identities (core/observe/group/group.h).
 *
 *     a take      {"set":"coco17","views":[{"camera":{...},"frames":[[figure,...],...],"confidence":[[[...],...],...]},...]}
 *     a moment    {"set":"coco17","views":[{"camera":{...},"figures":[figure,...],"confidence":[[...],...]},...]}
 *
 * A figure is a row of [x, y] or null, a keypoint each. Jobs take takes, and find cameras that have no rotation; fit takes moments.
 *
 * Memory   figures are allocated and counted for the call; _deinit frees them. group points into the rest: it is not moved.
 * Errors   noted at the pointer of what is wrong; numbers of figures and people with what is allowed.
 */
#include "api/http/call.h"
#include "core/observe/group/group.h"

#define PD_API_CROWD_FIGURES PD_OBSERVE_CROWD_MOST /* a view and moment */
#define PD_API_CROWD_PEOPLE  16                    /* those seen most; the rest are only counted */

typedef struct pd_api_crowd {
    pd_observe_group group;
    pd_detections films[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_lens lenses[PD_OBSERVE_MOST_CAMERAS];
    bool guessed[PD_OBSERVE_MOST_CAMERAS];
    char places[PD_OBSERVE_MOST_CAMERAS][48]; /* pointers of the views */
    const char *names[PD_OBSERVE_MOST_CAMERAS];
    int figure_count; /* of all films */
    bool has_focal;   /* with one view whose focal length was guessed: refined by the first person fitted */
} pd_api_crowd;

extern const pd_api_field pd_api_crowd_take_fields[], pd_api_crowd_moment_fields[];

typedef struct pd_api_crowd_request {
    const json_t *object;
    const char *where; /* its pointer, at most 24 characters */
    bool is_take;
    double rate, noise; /* frames a second; pixels, 0: keypoint.h's */
    const pd_smpl_model *model;
} pd_api_crowd_request;

/* Into zeros; checked. false after noting what is wrong. */
bool pd_api_crowd_read(pd_api_crowd *crowd, const pd_api_crowd_request *request, pd_api_call *call);
void pd_api_crowd_deinit(pd_api_crowd *crowd); /* zeros are fine */

#endif
