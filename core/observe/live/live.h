#ifndef PD_OBSERVE_LIVE_LIVE_H
#define PD_OBSERVE_LIVE_LIVE_H
/* Fits a body to a live stream of keypoints, moment by moment, in bounded time and without later moments:
 * observe.h with a warm start.
 *
 *     minimise  sum_i c_i |x_i - y_i|^2 / (2 s^2)   places of the set (or in the picture, |pi(x_i) - u_i|)
 *             - log p(theta) + bends + ranges       as in observe.h
 *             + lowest of heels and toes on the floor
 *             + sum_f |x_f - z_f|^2 / (2 s_f^2)     heels and toes that are down stay where they came down
 *             + sum_k |log(A_k^T R_k)|^2 / (2 (v_k dt)^2)
 *                 hold: R_k stays near A_k, its rotation in the previous moment
 *
 * Each moment passes through a filter (sight.h), then sizes and feet (ground.h, points in space), then at
 * most PD_OBSERVE_LIVE_STEPS steps of Levenberg-Marquardt from the previous pose. A fit starts from nothing
 * (observe.h) at the first moment, after a gap of PD_OBSERVE_LIVE_GAP seconds, when time runs backwards
 * (another clock), and after a fit that has been poor for a while.
 *
 *     v_k   joints on which an observation depends: 8 rad/s. Others are held: 0.2 rad/s for half a second,
 *           then 1 rad/s, so that the prior moves them to a likely rotation within about a second.
 *
 * The shape is given and constant. Points in space determine only directions of limbs, so people of any size
 * can drive the body (ground.h); in a picture only the depth depends on size.
 *
 * Inertial sensors (worn.h) give orientations only: these are not filtered, the prior has the weight of
 * sensor/sensors.h, and the body moves so that its lowest heels and toes do not (take/walk.h), starting at
 * `position` on `floor`.
 *
 * Rotations of bones (humanoid.h) are the pose: nothing is fitted or filtered.
 *
 * Place   with points relative to the hips (from_hips) the body starts at `position`, facing `facing`, its
 *         feet on `floor`, and moves so that standing feet do not. In a picture, from_hips moves the position
 *         of the first moment there. Otherwise points give the position.
 * Shapes   K joints, B betas.   Spaces  metres, +Y up; rotations local, the root's in the world.
 * Memory   _new and the first use of another set allocate; _see allocates if a fit starts from nothing; _free
 *          frees.
 * Threads  one thread at a time; model and prior are retained.
 * Errors   ERR_UNSUPPORTED: a body without the set's places; ERR_MEMORY; those of pd_observe_sight_check.
 */
#include "core/ik/methods/prior.h"
#include "core/math/quat.h"
#include "core/observe/live/sight.h"

#define PD_OBSERVE_LIVE_STEPS  4
#define PD_OBSERVE_LIVE_GAP    1.0 /* seconds */
#define PD_OBSERVE_LIVE_JOINTS 128

typedef struct pd_observe_live pd_observe_live;

typedef struct pd_observe_live_request {
    pd_smpl_model *model;
    const pd_ik_prior *prior; /* pose prior; NULL: joints tend to the rest pose */
    const float *betas;
    int beta_count;
    double position[2], facing, floor; /* position x, z; facing in radians; height of the floor */
} pd_observe_live_request;

typedef struct pd_observe_live_pose {
    pd_quat rotations[PD_OBSERVE_LIVE_JOINTS]; /* (K) local rotations */
    pd_vec3 root;                              /* position of the root joint, metres */
    double time;                               /* time of the sight */
    double rms; /* root mean square residual: metres, pixels with in_picture, radians with in_turns */
    bool in_picture, in_turns, began; /* began: the fit started from nothing */
    bool mirrored;                    /* left and right are probably exchanged */
    bool is_down[2];                  /* left and right foot are on the floor */
    /* (K) 1: no observation depends on the joint, which is held */
    unsigned char unseen[PD_OBSERVE_LIVE_JOINTS];
    int steps;
} pd_observe_live_pose;

/* Creates a live fit that has seen no moment yet. ERR_RANGE at "/betas" and ERR_UNSUPPORTED at "/body" name
 * what the body lacks. */
pd_status pd_observe_live_new(pd_observe_live **out, const pd_observe_live_request *request, pd_error *err);
void pd_observe_live_free(pd_observe_live *live); /* NULL is allowed */
/* Returns the bytes that one live fit occupies. */
size_t pd_observe_live_bytes(const pd_smpl_model *model);

/* Fits the next moment. Its time must be after that of the previous one (ERR_RANGE at "/time"). After an
 * error the pose is that of the last moment. *out is valid until the next call. */
pd_status pd_observe_live_see(const pd_observe_live_pose **out, pd_observe_live *live,
                              const pd_observe_sight *sight, pd_error *err);

#endif
