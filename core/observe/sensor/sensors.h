#ifndef PD_OBSERVE_SENSOR_SENSORS_H
#define PD_OBSERVE_SENSOR_SENSORS_H
/* Converts readings of inertial sensors to joint orientations, which a take observes (take.h).
 *
 *     E_s(t) = A q_s(t) q_s(0)^-1 A^T          rotation of a sensor since the calibration pose, +Y up A: from
 *                                              the sensors' vertical axis to +Y
 *     Q_k(t) = E_s(t) Y(facing) G_k            orientation of the joint whose bone carries the sensor G_k:
 *                                              that joint's on the body in
 *
 *    the calibration pose
 *
 * The mounting of a sensor on the body cancels, provided it does not change. q(0) is the mean over the frames
 * of the calibration pose: the T-pose, or the N-pose with arms hanging. Y(facing) is the direction in which
 * the person faced then, about the vertical; all sensors share that world. It need not be
 * given, because it follows from the direction in which knees and elbows bend,
 *
 *     facing = argmin sum_f min_theta cost(theta; Q_f(facing))
 *         over dissimilar frames, every 15 degrees, then refined
 *
 * A gyroscope's heading drifts while gravity stabilizes its tilt. So the noise of a sensor's heading about +Y
 * is s(t)^2 = s^2 + (drift t)^2, t seconds after the calibration pose, and s about the other axes. The prior
 * and neighbouring sensors then determine the heading.
 *
 * Bones are named by SMPL's joint that moves them ("left_elbow" is the forearm), and by the usual sets
 * (Xsens, TotalCapture, OpenSense: LeftForeArm, L_LowArm, radius_l). "LeftShoulder" is the collar, and
 * "left_shoulder" is SMPL's joint, which moves the upper arm.
 *
 * Shapes   F frames, S sensors on the body of the N that were read.
 * Spaces   readings x, y, z, w: sensor to its world; `up` of that world becomes +Y (core/math/up.h). Radians,
 *          seconds.
 * Memory   _make allocates, _deinit frees. _find allocates and frees a fit.
 * Threads  one thread for each set.
 * Errors   ERR_RANGE, ERR_INVALID, ERR_UNSUPPORTED at `where` with the sensor's name; ERR_MEMORY.
 */
#include "core/io/mocap/orientations.h"
#include "core/math/up.h"
#include "core/observe/keypoint.h"
#include "core/observe/take/take.h"

/* Weight of the pose prior over a take. It is below 1 because consecutive frames are not independent poses
 * and readings are more precise than the prior. */
#define PD_OBSERVE_SENSOR_PRIOR 0.1
/* Radians (20 degrees): a sensor that moves more than this is not held still in the calibration pose */
#define PD_OBSERVE_SENSOR_STILL 0.35

typedef enum pd_observe_sensor_pose { PD_OBSERVE_POSE_T, PD_OBSERVE_POSE_N } pd_observe_sensor_pose;

typedef struct pd_observe_sensor_request {
    const pd_orientations *file;
    pd_up up; /* axis of the sensors' world that is up */
    pd_observe_sensor_pose pose;
    int first, last;     /* first and last frame of the calibration pose */
    double facing;       /* radians; NAN: to be found */
    double noise, drift; /* radians, and radians per second */
} pd_observe_sensor_request;

typedef struct pd_observe_sensor_set {
    pd_observe_seen *places; /* (S) observed places of a take */
    pd_observe_part *parts;  /* (S) the joint of each */
    float *at;               /* (F,S,3) rotation vectors of the joints; NAN: not seen */
    float *confidence;       /* (F,S) confidence of the heading */
    int *column;             /* (S) column in the file */
    double (*rest)[9];       /* (S) G_k in the calibration pose */
    float *since;            /* (F,S,4) E as x, y, z, w */
    /* radians. facing: as users count it, from heading_axis, which is relative to +Z; still: largest rotation
     * of a sensor during the calibration pose */
    double facing, heading_axis, still;
    int count, frame_count, unknown_count;
} pd_observe_sensor_set;

/* Bones that carry sensors, by SMPL's names. This set belongs to no detector and is not in
 * pd_observe_sets. */
#define PD_OBSERVE_BONES 22
extern const pd_observe_set pd_observe_bones;

/* Returns the bone that carries a sensor of that name, or -1. */
int pd_observe_sensor_bone(const char *name);
/* Returns the model's joint that a sensor of that name moves with, also of fingers named as the model's
 * joints; or -1. */
int pd_observe_sensor_joint(const pd_smpl_model *model, const char *name);
/* Writes the world orientation of every joint (K) of a body in the pose, facing +Z. */
void pd_observe_sensor_rest(double (*out)[9], const pd_smpl_model *model, pd_observe_sensor_pose pose);

/* Builds the set. If the request's facing is NAN, the set faces 0 until _find. */
pd_status pd_observe_sensor_set_make(pd_observe_sensor_set *out, const pd_observe_sensor_request *request,
                                     const pd_smpl_model *model, const char *where, pd_error *err);
void pd_observe_sensor_set_deinit(pd_observe_sensor_set *set);
/* Recomputes `at` for that facing. */
void pd_observe_sensor_set_face(pd_observe_sensor_set *set, double facing);
/* Returns the bytes that _find allocates. */
size_t pd_observe_sensor_find_bytes(const pd_observe_sensor_set *set, const pd_smpl_model *model,
                                    const pd_observe_prior *prior);
/* Finds the facing and applies it. prior may be NULL. keep_going (or NULL) is called between fits; false ends
 * the search with the best facing so far. */
pd_status pd_observe_sensor_set_find(pd_observe_sensor_set *set, const pd_smpl_model *model,
                                     const pd_observe_prior *prior, bool (*keep_going)(void *ctx), void *ctx,
                                     pd_error *err);

#endif
