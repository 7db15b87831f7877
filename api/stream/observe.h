#ifndef PD_API_STREAM_OBSERVE_H
#define PD_API_STREAM_OBSERVE_H
/* The stream's `observe`: keypoints of one moment as a sight that a body follows (core/observe/live/live.h).
 *
 *     axes world    metres, +Y up; who faces +Z has the left at +X
 *     axes camera   metres, x right, y down, z away from the camera, as MediaPipe's world landmarks: read as (x, -y, -z)
 *     orientations  of sets that are tracked: quaternions x, y, z, w of the devices in the world (core/observe/live/tracker.h); of the set "sensors" what
 *                   `fit` takes (api/observe/orientations.h), calibrated by its tpose or by a moment with `calibrate`
 *     [x, y]        pixels of a camera's picture, whatever the axes
 */
#include "api/http/fields.h"
#include "core/observe/live/sight.h"

typedef struct pd_api_observe_sight_values {
    const json_t *points, *confidence, *camera, *orientations;
    const char *set;
    double time, noise, height;
    int axes, root, mirror, calibrate;
} pd_api_observe_sight_values;

extern const pd_api_field pd_api_observe_sight_fields[];

pd_api_observe_sight_values pd_api_observe_sight_begin(void);
/* A sight from its values, checked. 0 after errors. */
int pd_api_observe_sight_read(pd_observe_sight *sight, const pd_api_observe_sight_values *values,
                              pd_api_problems *problems);

#endif
