#ifndef PD_OBSERVE_LIVE_TRACKER_H
#define PD_OBSERVE_LIVE_TRACKER_H
/* Devices on a person: a headset, what it holds the hands for, trackers strapped on. What they say, as a body of its own size has it.
 *
 * Size     x' = c + s (x - c), y' = floor + s (y - floor)     s: stature of the body / of the person (sight's height), c: where the head is, else the
 *          hips or the first that is seen: people go as far as they go, arms reach as far as the body's.
 *
 * Frames   a joint's rotation in the world is G = Q M: Q what the device says, M how it lies on the joint. Of viewer, grips, and hands' wrists and palms
 *          in the set with a viewer, M is known: the inverse of core/retarget/avatar/xr_axes.h's frame.
 *
 *          Everything else lies as it was put on: `calibrate` says that the person stands upright in a T-pose looking ahead, and
 *
 *              M = Q^T F,  a = Q^T (y - x)         F: the body's facing there, y: where it has the joint, x: where the device is (at most 0.3 m)
 *
 *          from then on the joint is at x + Q a. Until then such a device's orientation is not used.
 *
 * Facing   of the viewer also who looks straight down faces somewhere: f = -z_h + z_y y_h (h: horizontal part), z and y its axes.
 *
 * Spaces   metres, +Y up, the world's.   Memory  a plain struct.   Threads  pure.
 */
#include "core/observe/live/sight.h"

enum { PD_OBSERVE_TRACKERS = 24 };

typedef struct pd_observe_tracker {
    int place, joint;     /* of the set, of the model */
    pd_observe_part part; /* the joint */
    bool is_strapped;     /* it lies as it was put on */
    bool is_known;        /* mount and arm are */
    pd_quat mount;        /* M */
    pd_vec3 arm;          /* a */
    bool is_seen;         /* now: the joint's rotation in the world */
    double rotation[9];
} pd_observe_tracker;

typedef struct pd_observe_trackers {
    pd_observe_tracker rows[PD_OBSERVE_TRACKERS];
    int count;
    int viewer, head, hips; /* places of the set */
    double stature;         /* of the body, sole to crown */
    double sole;            /* y of its soles at rest */
    double (*rest)[3];      /* (K) its joints at rest, borrowed */
    double eyes[3];         /* at rest */
    bool is_facing;         /* facing is known: the viewer was seen */
    double facing;          /* radians about +Y, 0: +Z */
    pd_vec3 under;          /* c, as the body has it */
} pd_observe_trackers;

/* Those of the set's places that have an orientation on this model. rest (K), eyes, crown: at rest; sole: height of its soles. */
void pd_observe_trackers_init(pd_observe_trackers *trackers, const pd_observe_set *set,
                              const pd_smpl_model *model, double (*rest)[3], const double eyes[3],
                              double crown, double sole);
/* Points of sight <- those of a body of the model's size, calibrated; orientations, facing and place of now. */
void pd_observe_trackers_step(pd_observe_trackers *trackers, pd_observe_sight *sight, double floor);

#endif
