#ifndef PD_API_OBSERVE_CROWD_H
#define PD_API_OBSERVE_CROWD_H
/* Reads the keypoints of several people, seen by 1 to 16 cameras, from JSON (core/observe/group/group.h). A
 * detector gives the figures of a picture in any order and does not say which figures of two pictures are one
 * person.
 *
 *     a take      {"set":"coco17","views":[
 *                     {"camera":{...},"frames":[[figure,...],...],"confidence":[[[...],...],...]},...]}
 *     a moment    {"set":"coco17","views":[
 *                     {"camera":{...},"figures":[figure,...],"confidence":[[...],...]},...]}
 *
 * A figure is an array with [x, y] or null for each keypoint of the set. Jobs read takes, and estimate the
 * cameras that have no rotation; fit reads moments.
 *
 * Memory   Figures are allocated and counted for the call; pd_api_crowd_deinit frees them. `group` points
 *          into the other members, so a pd_api_crowd must not be moved.
 * Errors   Noted at the pointer of the wrong value; errors of counts state what is allowed.
 */
#include "api/http/call.h"
#include "core/observe/group/group.h"

#define PD_API_CROWD_FIGURES PD_OBSERVE_CROWD_MOST /* largest number of figures of one view at one moment */
/* Largest number of people of a take that are fitted: those seen most often. Others are only counted. */
#define PD_API_CROWD_PEOPLE  16

typedef struct pd_api_crowd {
    pd_observe_group group;
    pd_detections films[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_lens lenses[PD_OBSERVE_MOST_CAMERAS];
    bool guessed[PD_OBSERVE_MOST_CAMERAS];      /* true: the focal length was not given and is a guess */
    char places[PD_OBSERVE_MOST_CAMERAS][48];   /* JSON pointers of the views */
    const char *names[PD_OBSERVE_MOST_CAMERAS]; /* name of each film in messages: its pointer */
    int figure_count;                           /* figures of all films together */
    bool has_focal; /* one view with a guessed focal length: the fit of the first person has refined it */
} pd_api_crowd;

extern const pd_api_field pd_api_crowd_take_fields[], pd_api_crowd_moment_fields[];

typedef struct pd_api_crowd_request {
    const json_t *object; /* the object with "set" and "views" */
    const char *where;    /* JSON pointer of the object, at most 24 characters */
    bool is_take;         /* true: a take, false: a moment */
    double rate;          /* frames per second of a take */
    double noise;         /* standard deviation of keypoints in pixels; 0: the default of keypoint.h */
    const pd_smpl_model *model;
} pd_api_crowd_request;

/* Reads and checks an object. *crowd must be all zeros. Returns false if an error was noted. */
bool pd_api_crowd_read(pd_api_crowd *crowd, const pd_api_crowd_request *request, pd_api_call *call);
void pd_api_crowd_deinit(pd_api_crowd *crowd); /* *crowd may be all zeros */

#endif
