#ifndef PD_OBSERVE_LIVE_LIVE_H
#define PD_OBSERVE_LIVE_LIVE_H
/* A body that does what a detector sees, moment by moment: what core/observe/observe.h finds, warm-started, in bounded time and without knowledge of later moments.
 *
 *     minimise  sum_i c_i |x_i - y_i|^2 / (2 s^2)   places of the set (or in the picture, |pi(x_i) - u_i|)
 *             - log p(theta) + bends + ranges       as there
 *             + lowest of heels and toes on the floor
 *             + sum_f |x_f - z_f|^2 / (2 s_f^2)     heels and toes that are down, where they came down
 *             + sum_k |log(A_k^T R_k)|^2 / (2 (v_k dt)^2)      hold: R_k near what it was a moment ago, A_k
 *
 * In this order, for each moment: filter (sight.h), sizes and feet (ground.h, points in space), at most PD_OBSERVE_LIVE_STEPS steps of Levenberg
 * and Marquardt from the pose before. The first moment, one PD_OBSERVE_LIVE_GAP seconds later (or earlier: another clock) and one after a fit that
 * has been poor for a while begin from nothing (observe.h).
 *
 *     v_k   joints that something seen hangs on: 8 rad/s. Others are held: 0.2 rad/s for half a second, then 1 rad/s, with which the prior brings
 *           them to what is likely within about a second.
 *
 * The shape is given and stays. Points in space are taken as directions of limbs, so that people of any size move it (ground.h); in a picture only depth
 * depends on size.
 *
 * Inertial sensors (worn.h) give orientations only: they are not filtered, the prior weighs as in takes of them (take/sensors.h), and the body moves so
 * that its lowest heels and toes stay (take/walk.h), from `position`, on `floor`.
 *
 * Place   points about the hips (from_hips) put the body at `position`, facing `facing`, its feet on `floor`; it moves so that standing feet stay.
 *         In a picture, from_hips brings the place of the first moment there. Else points are where the body is.
 * Shapes   K joints, B betas.   Spaces  metres, +Y up; rotations local, the root's in the world.
 * Memory   new / free: all of it is taken there and at the first sight of another set. _see allocates when a fit begins from nothing.
 * Threads  one at a time; model and prior are retained.
 * Errors   ERR_UNSUPPORTED: a body without a set's places; ERR_MEMORY; _sight_check's.
 */
#include "core/ik/solver/prior.h"
#include "core/math/quat.h"
#include "core/observe/live/sight.h"

#define PD_OBSERVE_LIVE_STEPS  4
#define PD_OBSERVE_LIVE_GAP    1.0 /* seconds */
#define PD_OBSERVE_LIVE_JOINTS 128

typedef struct pd_observe_live pd_observe_live;

typedef struct pd_observe_live_request {
    pd_smpl_model *model;
    const pd_ik_prior *prior; /* NULL: none, joints tend to the rest pose */
    const float *betas;
    int beta_count;
    double position[2], facing, floor; /* x, z; radians; height */
} pd_observe_live_request;

typedef struct pd_observe_live_pose {
    pd_quat rotations[PD_OBSERVE_LIVE_JOINTS]; /* (K)                                            */
    pd_vec3 root;                              /* where the root joint is                        */
    double time;                               /* of the sight                                   */
    double rms; /* of the residuals: metres, pixels with in_picture, radians with in_turns */
    bool in_picture, in_turns, began;             /* began: from nothing                            */
    bool mirrored;                                /* left and right are probably exchanged          */
    bool is_down[2];                              /* left and right foot                            */
    unsigned char unseen[PD_OBSERVE_LIVE_JOINTS]; /* (K) 1: nothing seen hangs on it, it is held */
    int steps;
} pd_observe_live_pose;

pd_status pd_observe_live_new(pd_observe_live **out, const pd_observe_live_request *request, pd_error *err);
void pd_observe_live_free(pd_observe_live *live); /* NULL is fine */
/* Memory of one. */
size_t pd_observe_live_bytes(const pd_smpl_model *model);

/* The next moment; its time is after that of the one before (ERR_RANGE at "/time"). On failure the pose is the last one's. It stays the live's
 * until the next call. */
pd_status pd_observe_live_see(const pd_observe_live_pose **out, pd_observe_live *live,
                              const pd_observe_sight *sight, pd_error *err);

#endif
