#ifndef PD_API_OBSERVE_OBSERVATIONS_H
#define PD_API_OBSERVE_OBSERVATIONS_H
/* Reads the observations of one person: joints, keypoints, vertices and orientations. Each reader appends
 * to own->seen, own->names and own->parts.
 *
 * Spaces   positions in the world in metres, or in a picture in pixels; orientations in the world.
 * Errors   noted in own->problems; the readers then return false.
 */
#include "api/observe/observe_run.h"

/* Most keypoints of one set. */
#define PD_API_LARGEST_SET 96

/* Fields of the objects `keypoints` and `vertices`. */
extern const pd_api_field pd_api_observations_keypoint_fields[];
extern const pd_api_field pd_api_observations_vertex_fields[];

/* Allocates the lists of observations for at most `room` of them. Returns false when out of memory,
 * without a note. */
bool pd_api_observations_room(pd_api_observe *own, int room);

/* Reads observed joints: an object by name, or one row for each joint. noise: deviation in metres. */
bool pd_api_observations_joints(pd_api_observe *own, const json_t *joints, double noise);
/* Reads keypoints: of a named set, of the caller's own set, or of several views. */
bool pd_api_observations_keypoints(pd_api_observe *own, const json_t *object);
/* Reads observed positions of single vertices. */
bool pd_api_observations_vertices(pd_api_observe *own, const json_t *object);
/* Reads and calibrates orientations of inertial sensors:
 * the second frame of their set is the observed moment. */
bool pd_api_observations_orientations(pd_api_observe *own, const json_t *object);

/* Checks that all keypoints are in a picture or all in space: a single row of three numbers among pixels
 * is one with its confidence. */
bool pd_api_observations_check_kind(pd_api_observe *own);
/* Marks points as not seen at the places that detectors write for keypoints which they did not find: 0 0
 * and -1 -1 in a picture, and 0 0 0 in space if several points are there, because one may be a root. */
void pd_api_observations_drop_placeholders(pd_api_observe *own);
/* Warns when points lie outside of the picture: its size is of another picture,
 * or width and height are exchanged. */
void pd_api_observations_warn_outside(pd_api_observe *own, const json_t *camera);

#endif
