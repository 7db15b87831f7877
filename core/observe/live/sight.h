#ifndef PD_OBSERVE_LIVE_SIGHT_H
#define PD_OBSERVE_LIVE_SIGHT_H
/* One moment of a keypoint detector's output for one person, and the filter that it passes before a body is
 * fitted.
 *
 * Filter   One Euro (Casiez, Roussel and Vogel, CHI 2012), for each number: a low-pass whose cutoff grows
 *          with speed,
 *
 *              x'_t = a x_t + (1 - a) x'_{t-1}      a = 1 / (1 + 1 / (2 pi f dt)) f = 1.2 Hz + 3 Hz s/m
 *                                                   |dx'/dt|
 *
 *          dx' is a low-pass at 3 Hz of the differences. The delay is about 1 / (2 pi f): 130 ms for points
 *          at rest, 38 ms at 1 m/s, 16 ms at 3 m/s. Points of a picture are filtered in metres of a figure
 *          that is 1.70 m tall.
 *
 * Mirror   exchanges left and right by name and changes the sign of x: gives the mirror image.
 *
 * Sides    compares the front computed from hips and shoulders (left - right, crossed with up) with the front
 *          computed from the face and the feet. If they disagree for some moments, the detector has exchanged
 *          left and right.
 *
 * Spaces   space: metres, right-handed, +Y up; a person facing +Z has the left side at +X. Picture: pixels, x
 *          to the right, y down.
 * Memory   plain structs.   Threads  pure functions.
 * Errors   all in _check, with the fields' names as places.
 */
#include "core/math/quat.h"
#include "core/observe/observe.h"
#include "core/observe/sensor/sensors.h"

#define PD_OBSERVE_SIGHT_MOST   86  /* number of places of the largest set */
#define PD_OBSERVE_LEAST_HEIGHT 0.5 /* metres: allowed range of a person's height */
#define PD_OBSERVE_MOST_HEIGHT  2.5

typedef struct pd_observe_sight {
    const pd_observe_set *set;
    double at[PD_OBSERVE_SIGHT_MOST][3];
    double confidence[PD_OBSERVE_SIGHT_MOST]; /* 0 .. 1; 0: not seen */
    double noise;                             /* one standard deviation, metres or pixels */
    double time;                              /* seconds, from a monotonic clock */
    bool in_picture;
    bool from_hips; /* points are relative to the person's hips; standing feet determine the position */
    pd_observe_camera camera; /* camera of the picture */
    /* For tracked sets (tracker.h) and bones (humanoid.h): */
    /* orientation of the device in the world; of a bone but the hips, in the frame of the bone above */
    pd_quat orientation[PD_OBSERVE_SIGHT_MOST];
    bool is_turned[PD_OBSERVE_SIGHT_MOST]; /* the device has an orientation */
    double height;                         /* height of the person in metres; 0: that of the body */
    bool calibrate;                        /* the person stands in a T-pose now */
    /* For inertial sensors (worn.h): orientations only, confidence 1; noise in radians */
    pd_quat held[PD_OBSERVE_BONES]; /* reading of each sensor in the calibration pose */
    bool is_held[PD_OBSERVE_BONES];
    pd_observe_sensor_pose pose;
    double heading;      /* radians: direction in which the person faced in the calibration pose */
    double heading_axis; /* radians about +Y from +Z: the direction from which the sensors' headings count */
} pd_observe_sight;

/* Returns ERR_INVALID or ERR_RANGE if nothing or too little is seen, numbers are not finite or too large, or
 * the camera is invalid. */
pd_status pd_observe_sight_check(const pd_observe_sight *sight, pd_error *err);
/* Replaces the sight by its mirror image; in a picture, about the centre of the camera. */
void pd_observe_sight_mirror(pd_observe_sight *sight);

typedef struct pd_observe_filter {
    const pd_observe_set *set;
    double at[PD_OBSERVE_SIGHT_MOST][3], speed[PD_OBSERVE_SIGHT_MOST][3];
    bool is_known[PD_OBSERVE_SIGHT_MOST];
} pd_observe_filter;

/* Filters the points of sight in place. seconds: time since the previous sight. Points that were not seen
 * then, and all points of another set, start anew. */
void pd_observe_filter_step(pd_observe_filter *filter, pd_observe_sight *sight, double seconds);

/* Returns +1 if face or feet agree with the sides, -1 if they do not, 0 if this cannot be decided. Only for
 * points in space. */
int pd_observe_sight_sides(const pd_observe_sight *sight);

/* Returns the index of the set's keypoint at that place ("left_hip", "@left_heel"), or -1. */
int pd_observe_set_place(const pd_observe_set *set, const char *place);

#endif
