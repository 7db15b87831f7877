#ifndef PD_OBSERVE_TAKE_SENSORS_H
#define PD_OBSERVE_TAKE_SENSORS_H
/* Inertial sensors on a body: from their readings to orientations of joints, which a take observes (take.h).
 *
 *     E_s(t) = A q_s(t) q_s(0)^-1 A^T          how a sensor has rotated since the calibration pose, +Y up       A: from the axis that is up in the sensors' world
 *     Q_k(t) = E_s(t) Y(facing) G_k            and so the joint whose bone it sits on                           G_k: the body's own in that pose
 *
 * How a sensor is stuck on the body cancels, as long as it stays there. q(0) is the mean over the frames of the calibration pose: the T-pose, or
 * the N-pose with arms hanging. Y(facing): where the person faced in it, about +Y from +Z of the sensors' world; all sensors share that world. It need
 * not be given, for it follows from which way knees and elbows bend,
 *
 *     facing = argmin sum_f min_theta cost(theta; Q_f(facing))          frames unlike one another, every 15 degrees, then nearer
 *
 * A gyroscope's heading drifts while gravity holds its tilt: a sensor's heading is known to s(t)^2 = s^2 + (drift t)^2 about +Y, t after the calibration
 * pose, and to s about other axes. The prior and neighbouring sensors then determine it.
 *
 * Bones by SMPL's name of the joint that moves them ("left_elbow" is the forearm), and by those of the usual sets (Xsens, TotalCapture, OpenSense: LeftForeArm,
 * L_LowArm, radius_l), where "LeftShoulder" is the collar and "left_shoulder" SMPL's joint, which moves the upper arm.
 *
 * Shapes   F frames, S sensors on the body of the N that were read.
 * Spaces   readings x, y, z, w: sensor to its world.  Radians, seconds.
 * Memory   _make allocates, _deinit frees. _facing takes and frees a fit's.
 * Errors   ERR_RANGE, ERR_INVALID, ERR_UNSUPPORTED at `where` with the sensor's name; ERR_MEMORY.
 */
#include "core/io/mocap/orientations.h"
#include "core/math/quat.h"
#include "core/observe/keypoint.h"
#include "core/observe/take/take.h"

/* Weight of the pose prior over a take: consecutive frames are not independent poses, and readings are more exact than the prior. */
#define PD_OBSERVE_SENSOR_PRIOR 0.1
#define PD_OBSERVE_SENSOR_STILL 0.35 /* 20 degrees: more than that is no pose that is held */

typedef enum pd_observe_sensor_pose { PD_OBSERVE_POSE_T, PD_OBSERVE_POSE_N } pd_observe_sensor_pose;

typedef struct pd_observe_sensor_request {
    const pd_orientations *file;
    int up; /* 0 x, 1 y, 2 z */
    pd_observe_sensor_pose pose;
    int first, last;     /* frames of it */
    double facing;       /* NAN: to be found */
    double noise, drift; /* radians, radians a second */
} pd_observe_sensor_request;

typedef struct pd_observe_sensor_set {
    pd_observe_seen *places; /* (S) */
    pd_observe_part *parts;  /* (S) */
    float *at;               /* (F,S,3) rotation vectors; NAN: not seen */
    float *confidence;       /* (F,S) of the heading */
    int *column;             /* (S) of the file */
    double (*rest)[9];       /* (S) G_k of the calibration pose */
    float *since;            /* (F,S,4) E, x, y, z, w */
    double facing, still;    /* radians; the most that a sensor moved in the calibration pose */
    int count, frame_count, unknown_count;
} pd_observe_sensor_set;

/* The bones that sensors are worn on, by SMPL's names: no detector's set, and not in pd_observe_sets. */
#define PD_OBSERVE_BONES 22
extern const pd_observe_set pd_observe_bones;

/* The bone that a sensor of that name sits on, or -1. */
int pd_observe_sensor_bone(const char *name);
/* The joint of the model that it moves with, fingers' too where they are called as the model's joints; or -1. */
int pd_observe_sensor_joint(const pd_smpl_model *model, const char *name);
/* From a world whose axis `up` is up to one with +Y up: the axes in turn, so that hands stay as they are. */
pd_quat pd_observe_sensor_upright(pd_quat q, int up);
/* World orientation of every joint (K) of a body that stands in the pose, facing +Z. */
void pd_observe_sensor_rest(double (*out)[9], const pd_smpl_model *model, pd_observe_sensor_pose pose);

/* With a facing of NAN it stands at 0 until _facing. */
pd_status pd_observe_sensor_set_make(pd_observe_sensor_set *out, const pd_observe_sensor_request *request,
                                     const pd_smpl_model *model, const char *where, pd_error *err);
void pd_observe_sensor_set_deinit(pd_observe_sensor_set *set);
/* at <- for that facing. */
void pd_observe_sensor_set_face(pd_observe_sensor_set *set, double facing);
/* Bytes that _find takes. */
size_t pd_observe_sensor_find_bytes(const pd_observe_sensor_set *set, const pd_smpl_model *model,
                                    const pd_observe_prior *prior);
/* Finds it and faces there. prior may be NULL. keep_going (or NULL) is called between fits; false ends the search with the best so far. */
pd_status pd_observe_sensor_set_find(pd_observe_sensor_set *set, const pd_smpl_model *model,
                                     const pd_observe_prior *prior, bool (*keep_going)(void *ctx), void *ctx,
                                     pd_error *err);

#endif
