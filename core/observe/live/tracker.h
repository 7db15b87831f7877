#ifndef PD_OBSERVE_LIVE_TRACKER_H
#define PD_OBSERVE_LIVE_TRACKER_H
/* Tracking devices on a person (a headset, controllers, strapped trackers): converts their poses to points
 * and joint orientations of a body of another size.
 *
 * Size     x' = c + s (x - c), y' = floor + s (y - floor)
 *     s: stature of the body / of the person (sight's height); c: position of the
 *          head, otherwise the hips or the first device seen. So a person walks the same distances, and the
 *          arms reach as far as the body's.
 *
 * Frames   a joint's rotation in the world is G = Q M: Q the device's orientation, M its mounting on the
 *          joint. For the viewer, grips, and the hands' wrists and palms of a set with a viewer, M is known:
 *          the inverse of the frame of core/retarget/character/xr_axes.h.
 *
 *          Any other device is mounted arbitrarily: `calibrate` says that the person stands upright in a
 *          T-pose looking ahead, and
 *
 *              M = Q^T F,  a = Q^T (y - x)         F: the body's facing there, y: the body's joint, x: the
 *                                                  device (at most 0.3 m away)
 *
 *          from then on the joint is at x + Q a. Before that, the orientation of such a device is not used.
 *
 * Facing   of the viewer, defined also for a person who looks straight down: f = -z_h + z_y y_h (h:
 *          horizontal part), z and y its axes.
 *
 * Spaces   metres, +Y up, world.   Memory  a plain struct.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/live/sight.h"

enum { PD_OBSERVE_TRACKERS = 24 };

typedef struct pd_observe_tracker {
    int place, joint;     /* index in the set, joint of the model */
    pd_observe_part part; /* the joint as a part */
    bool is_strapped;     /* true: mounted arbitrarily, needs calibration */
    bool is_known;        /* mount and arm are set */
    pd_quat mount;        /* M */
    pd_vec3 arm;          /* a */
    bool is_seen;         /* now: `rotation` is that of the joint in the world */
    double rotation[9];
} pd_observe_tracker;

typedef struct pd_observe_trackers {
    pd_observe_tracker rows[PD_OBSERVE_TRACKERS];
    int count;
    int viewer, head, hips; /* indices in the set */
    double stature;         /* height of the body, sole to crown */
    double sole;            /* y of the body's soles at rest */
    double (*rest)[3];      /* (K) rest positions of the joints, borrowed */
    double eyes[3];         /* position of the eyes at rest */
    bool is_facing;         /* the viewer was seen, so facing is known */
    double facing;          /* radians about +Y, 0: +Z */
    pd_vec3 under;          /* c, on the body */
} pd_observe_trackers;

/* Initializes the places of the set that have an orientation on this model. rest (K), eyes, crown: at rest;
 * sole: height of its soles. */
void pd_observe_trackers_init(pd_observe_trackers *trackers, const pd_observe_set *set,
                              const pd_smpl_model *model, double (*rest)[3], const double eyes[3],
                              double crown, double sole);
/* Replaces the points of sight by those of a body of the model's size and applies `calibrate`. Computes
 * present orientations, facing and position. */
void pd_observe_trackers_step(pd_observe_trackers *trackers, pd_observe_sight *sight, double floor);

#endif
