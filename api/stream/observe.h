#ifndef PD_API_STREAM_OBSERVE_H
#define PD_API_STREAM_OBSERVE_H
/* Reads the stream's message `observe`: keypoints or orientations of a person at one moment, which a body
 * follows (core/observe/live/live.h).
 *
 *     axes world    positions in metres, +Y up; the left side of a person who faces +Z is at +X
 *     axes camera   positions in metres, x right, y down, z away from the camera, as the world landmarks of
 *                   MediaPipe; converted to (x, -y, -z)
 *     orientations  of tracked devices: quaternions x, y, z, w in the world (core/observe/live/tracker.h). Of
 *                   the set "sensors": the object that `fit` reads (api/observe/orientations.h), calibrated
 *                   by its tpose or by an earlier moment with `calibrate`
 *     [x, y]        pixels of a camera's picture, with any axes
 *
 * The sets mediapipe478 and mediapipe468 are the landmarks of a face in a picture, which move face, eyes and
 * head (core/observe/face/face.h).
 */
#include "api/http/fields.h"
#include "core/observe/face/face.h"
#include "core/observe/live/sight.h"

#include <stdbool.h>

/* Values of pd_api_observe_sight_fields; json_t members are borrowed from the document. */
typedef struct pd_api_observe_sight_values {
    const json_t *points, *confidence, *camera, *orientations;
    const char *set;
    double time, noise, height;
    int axes, root, mirror, calibrate;
} pd_api_observe_sight_values;

extern const pd_api_field pd_api_observe_sight_fields[];

/* Returns the initial values: the defaults of the fields. */
pd_api_observe_sight_values pd_api_observe_sight_begin(void);
/* Makes a checked sight of values. Returns false if an error was noted. */
bool pd_api_observe_sight_read(pd_observe_sight *sight, const pd_api_observe_sight_values *values,
                               pd_api_problems *problems);
/* Returns the number of landmarks of a set of a face, 0 for other sets. */
int pd_api_observe_face_landmarks(const char *set);
/* Makes a checked sight of a face of values. Returns false if an error was noted. */
bool pd_api_observe_face_read(pd_observe_face_sight *sight, const pd_api_observe_sight_values *values,
                              pd_api_problems *problems);

#endif
