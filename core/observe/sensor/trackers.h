#ifndef PD_OBSERVE_SENSOR_TRACKERS_H
#define PD_OBSERVE_SENSOR_TRACKERS_H
/* Converts poses of 6-DoF trackers (a headset, controllers, strapped trackers) to joint positions and
 * orientations, which a take observes (take.h).
 *
 *     Q_k(t) = E_s(t) Y(facing) G_k           orientation of the joint that carries tracker s, as of an
 *                                             inertial sensor (sensors.h)
 *     y_k(t) = x_s(t) + E_s(t) a_s            position of that joint; x_s: position of the tracker
 *     a_s    = y_k(beta) - x_s(0)             arm from the tracker to the joint in the calibration pose,
 *                                             world axes
 *
 * Shape and arms come from the calibration pose (T or N), where the pose is known:
 *
 *     beta, t = argmin sum_s |y_k(beta, t) + Y(facing) g_s - x_s(0)|^2 / 2 d_s^2 + |beta|^2 / 2 + floor
 *         g_s, d_s: table in trackers.c
 *
 * The arms are functions of beta, so a body of another shape has other arms and the same trackers: neither
 * can absorb the other's error twice. The motion is fitted with this beta. g is where such a device usually
 * is relative to the joint, d how far it may be from there.
 *
 * Y(facing): direction in which the person faced, about +Y from +Z of the trackers' world. Without it in the
 * request, it is perpendicular to the lines from right to left trackers in the calibration pose.
 *
 * The floor is at height 0 of the trackers' world, unless a tracker of a foot is more than 5 cm below or 25
 * cm above it; then it is not used.
 *
 * Shapes   F frames, S trackers on the body of the N that were read; B betas.
 * Spaces   +Y up, metres, of the trackers' world.
 * Memory   _make allocates, _deinit frees.   Threads  one thread for each set.
 * Errors   those of pd_observe_sensor_set_make; ERR_INVALID at `where`: fewer than three trackers, no
 *          position in the calibration pose, no pair for the facing; ERR_RANGE: an arm longer than 0.4 m.
 */
#include "core/observe/sensor/sensors.h"

typedef struct pd_observe_tracker_set {
    pd_observe_sensor_set turns; /* orientations of the trackers */
    pd_observe_seen *places;     /* (2S) orientations, then positions of the joints */
    float *at;                   /* (F,2S,3) rotation vectors, then positions; NAN: not seen */
    float *confidence;           /* (F,2S) */
    double (*arms)[3];           /* (S) a, metres, world axes of the calibration pose */
    float *betas;                /* (B) shape */
    double misfit;               /* metres: root mean square of y + Y g - x in the calibration pose */
    int count;                   /* 2S */
} pd_observe_tracker_set;

/* Builds the set. The request's file must have positions. */
pd_status pd_observe_tracker_set_make(pd_observe_tracker_set *out, const pd_observe_sensor_request *request,
                                      const pd_smpl_model *model, const char *where, pd_error *err);
void pd_observe_tracker_set_deinit(pd_observe_tracker_set *set);
/* Returns a take of the set: places, rate, weights and the shape to keep. The set must stay valid. */
pd_observe_take pd_observe_tracker_take(const pd_observe_tracker_set *set, double rate);

#endif
