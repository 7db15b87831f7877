#ifndef PD_OBSERVE_LIVE_SIGHT_H
#define PD_OBSERVE_LIVE_SIGHT_H
/* What a detector of keypoints saw of one person at one moment, and how it is filtered before a body is fitted.
 *
 * Filter   One Euro (Casiez, Roussel and Vogel, CHI 2012), a number at a time: a low-pass whose cutoff grows with speed,
 *
 *              x'_t = a x_t + (1 - a) x'_{t-1}      a = 1 / (1 + 1 / (2 pi f dt))      f = 1.2 Hz + 3 Hz s/m |dx'/dt|
 *
 *          dx' is the same low-pass at 3 Hz of the differences. It lags by about 1 / (2 pi f): 130 ms of what rests, 38 ms at 1 m/s,
 *          16 ms at 3 m/s. Points of a picture are filtered in metres of a figure that is 1.70 m long.
 *
 * Mirror   the sides are exchanged by name, and x changes its sign: the mirror image.
 *
 * Sides    the front by hips and shoulders (left - right, crossed with up) against the front by the face and the feet. When
 *          they disagree over some moments, the detector has exchanged left and right.
 *
 * Spaces   space: metres, right-handed, +Y up, somebody who faces +Z has their left at +X. Picture: pixels, x to the right, y down.
 * Memory   plain structs.   Threads  pure.
 * Errors   all in _check, with the fields' names as places.
 */
#include "core/math/quat.h"
#include "core/observe/observe.h"
#include "core/observe/take/sensors.h"

#define PD_OBSERVE_SIGHT_MOST   86  /* places of the largest set */
#define PD_OBSERVE_LEAST_HEIGHT 0.5 /* metres: of a person */
#define PD_OBSERVE_MOST_HEIGHT  2.5

typedef struct pd_observe_sight {
    const pd_observe_set *set;
    double at[PD_OBSERVE_SIGHT_MOST][3];
    double confidence[PD_OBSERVE_SIGHT_MOST]; /* 0 .. 1; 0: not seen */
    double noise;                             /* one standard deviation, metres or pixels */
    double time;                              /* seconds, of a clock that only goes forwards */
    bool in_picture;
    bool from_hips;           /* points are about the person, wherever it is: feet that stand say where */
    pd_observe_camera camera; /* of the picture */
    /* of sets that are tracked (tracker.h) */
    pd_quat orientation[PD_OBSERVE_SIGHT_MOST]; /* of the device in the world */
    bool is_turned[PD_OBSERVE_SIGHT_MOST];      /* it has one                 */
    double height;                              /* of the person, metres; 0: as the body */
    bool calibrate;                             /* they stand in a T-pose now */
    /* of bones that sensors are worn on (worn.h): orientations alone, confidence 1; noise in radians */
    pd_quat held[PD_OBSERVE_BONES]; /* what each read in the calibration pose */
    bool is_held[PD_OBSERVE_BONES];
    pd_observe_sensor_pose pose;
    double heading; /* radians: where they faced in it */
} pd_observe_sight;

/* ERR_INVALID, ERR_RANGE: nothing is seen, too little, numbers that are not finite or too large, a camera that is none. */
pd_status pd_observe_sight_check(const pd_observe_sight *sight, pd_error *err);
/* As a looking-glass shows it; in a picture about the camera's centre. */
void pd_observe_sight_mirror(pd_observe_sight *sight);

typedef struct pd_observe_filter {
    const pd_observe_set *set;
    double at[PD_OBSERVE_SIGHT_MOST][3], speed[PD_OBSERVE_SIGHT_MOST][3];
    bool is_known[PD_OBSERVE_SIGHT_MOST];
} pd_observe_filter;

/* Points of sight <- filtered. seconds since the sight before. A point that was not seen then, and all of another set, begin anew. */
void pd_observe_filter_step(pd_observe_filter *filter, pd_observe_sight *sight, double seconds);

/* +1: face or feet and the sides agree; -1: they do not; 0: it cannot be told. Points in space alone. */
int pd_observe_sight_sides(const pd_observe_sight *sight);

/* The number of the set's keypoint at that place ("left_hip", "@left_heel"), or -1. */
int pd_observe_set_place(const pd_observe_set *set, const char *place);

#endif
