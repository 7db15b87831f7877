#ifndef PD_API_OBSERVE_ORIENTATIONS_H
#define PD_API_OBSERVE_ORIENTATIONS_H
/* Reads orientations of inertial sensors from JSON: a moment for `fit`, a take for jobs
 * (core/observe/sensor/sensors.h).
 *
 * Units    Quaternions x, y, z, w rotate from the axes of the sensor to those of its world. Angles are in
 *          degrees.
 * Errors   Each function notes errors and then returns false.
 */
#include "api/http/fields.h"
#include "core/observe/live/sight.h"

#include <stdbool.h>

/* Fields of a take: names, frames, positions, calibration, pose, facing, drift. */
extern const pd_api_field pd_api_orientation_take_fields[];
/* Fields of a moment: sensors, tpose, pose, up, facing, noise. */
extern const pd_api_field pd_api_orientation_fields[];

/* Fields of a job that apply to the whole take. */
typedef struct pd_api_orientation_world {
    double rate;  /* frames per second */
    int up;       /* index of the choice `up`; 3 is +z */
    double noise; /* standard deviation of orientations in degrees; 0: 2 degrees */
} pd_api_orientation_world;

/* Reads a take. *request points into *file. The caller frees *file, also after an error. */
bool pd_api_orientation_take_read(pd_orientations *file, pd_observe_sensor_request *request,
                                  const json_t *object, const pd_api_orientation_world *world,
                                  const char *where, pd_api_problems *problems);
/* Returns the bytes that the frames of a take need, from reading until its sensor set is freed. */
size_t pd_api_orientation_take_bytes(const json_t *object);

/* Reads a moment of the stream into a sight of the set pd_observe_bones: the orientation of the sensor on
 * each bone, +Y up, and the orientations in the calibration pose. calibrate: the moment itself is the
 * calibration pose. */
bool pd_api_orientations_sight(pd_observe_sight *sight, const json_t *object, bool calibrate,
                               const char *where, pd_api_problems *problems);
/* Reads a moment for `fit` and calibrates the sensors. The last frame of set->at is the observation. */
bool pd_api_orientations_read(pd_observe_sensor_set *set, const json_t *object, const pd_smpl_model *model,
                              const char *where, pd_api_problems *problems);

#endif
