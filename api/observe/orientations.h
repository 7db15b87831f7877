#ifndef PD_API_OBSERVE_ORIENTATIONS_H
#define PD_API_OBSERVE_ORIENTATIONS_H
/* What inertial sensors read, in JSON: a moment for `fit`, a whole take for jobs (core/observe/take/sensors.h).
 *
 * Quaternions are x, y, z, w as everywhere on the wire, and take a sensor's own axes to its world's. Angles are degrees.
 * Every function notes what is wrong and returns false then.
 */
#include "api/http/fields.h"
#include "core/observe/live/sight.h"

#include <stdbool.h>

/* Of a take: names, frames, calibration, pose, facing, drift. */
extern const pd_api_field pd_api_orientation_take_fields[];
/* Of a moment: sensors, tpose, pose, up, facing, noise. */
extern const pd_api_field pd_api_orientation_fields[];

/* What a job states about its takes as a whole. */
typedef struct pd_api_orientation_world {
    double rate;
    int up;       /* the axis; 3: z */
    double noise; /* degrees; 0: 2 */
} pd_api_orientation_world;

/* Reads both: *file is the caller's to deinit, also after a failure; request points at it. */
bool pd_api_orientation_take_read(pd_orientations *file, pd_observe_sensor_request *request,
                                  const json_t *object, const pd_api_orientation_world *world,
                                  const char *where, pd_api_problems *problems);
/* Bytes that frames of so many sensors take while they are read, and as long as the set is kept. */
size_t pd_api_orientation_take_bytes(const json_t *object);

/* The same of the stream's: what each bone's sensor reads, +Y up, and read in the calibration pose, into a sight of pd_observe_bones. calibrate: that is now. */
bool pd_api_orientations_sight(pd_observe_sight *sight, const json_t *object, bool calibrate,
                               const char *where, pd_api_problems *problems);
/* The sensors of a moment, calibrated: the last frame of set->at is the observation. */
bool pd_api_orientations_read(pd_observe_sensor_set *set, const json_t *object, const pd_smpl_model *model,
                              const char *where, pd_api_problems *problems);

#endif
