#ifndef PD_IO_MOCAP_ORIENTATIONS_H
#define PD_IO_MOCAP_ORIENTATIONS_H
/* Reads the orientations of inertial sensors, or the poses of 6-DoF trackers, from text and resamples them to
 * frames.
 *
 *     time,name,w,x,y,z                                   sensors
 *     0.000,left_forearm,0.998,0.012,-0.060,0.003
 *
 *     time,name,px,py,pz,w,x,y,z                          trackers
 *     0.000,head,0.02,1.66,0.11,0.998,0.012,-0.060,0.003
 *
 * Each row is a reading: time in seconds, name of the sensor, for a tracker its position in metres, and the
 * quaternion that rotates the sensor's axes to those of the world, which all sensors share. All rows of a
 * file have the same cells. Rows of different sensors may come in any order; the times of one sensor must
 * rise. Commas, blanks and tabs separate cells, so names contain none of them. A first row that begins with
 * "time" and rows that begin with # are skipped.
 *
 * Sensors have clocks of their own. The frames have one rate for all sensors; each sensor's orientation at a
 * frame is interpolated (slerp) between the readings before and after it.
 *
 * Shapes   F frames, S sensors.
 * Missing  NaN in all four numbers where a sensor has no reading within PD_ORIENTATIONS_GAP seconds before
 *          and after.
 * Limits   64 sensors, 10^7 readings, 10^6 frames and 2 10^7 orientations; quaternions of a length .9 to 1.1,
 *          times up to 10^9 seconds, positions up to 10 km.
 * Memory   one owner: pd_orientations_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line", ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_ORIENTATIONS_NAME_BYTES 32 /* bytes of a name, the closing zero included */
#define PD_ORIENTATIONS_SENSORS    64
#define PD_ORIENTATIONS_FRAMES     1000000
#define PD_ORIENTATIONS_MOST       20000000 /* frames times sensors */
#define PD_ORIENTATIONS_GAP        0.25     /* seconds */

typedef struct pd_orientations {
    int sensor_count, frame_count;
    double rate, start;                        /* frames a second; seconds of the first frame */
    char (*names)[PD_ORIENTATIONS_NAME_BYTES]; /* (S) */
    float *readings;                           /* (F,S,4) x, y, z, w; NaN: not seen */
    float *positions;                          /* (F,S,3) metres; NaN: not seen; NULL: a file of sensors */
} pd_orientations;

/* Parses a file and resamples it to `rate` frames a second, 0.1 to 10000; 0 takes the sensors' own rate (1 /
 * the median interval). */
pd_status pd_orientations_parse(pd_orientations *out, pd_bytes file, double rate, const char *name,
                                pd_error *err);
/* Frees the arrays and zeroes the struct. */
void pd_orientations_deinit(pd_orientations *orientations);

#endif
