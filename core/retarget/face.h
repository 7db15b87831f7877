#ifndef PD_RETARGET_FACE_H
#define PD_RETARGET_FACE_H
/* The face and hands that a request sets on a moving body: expressions by name (ARKit's blend shapes, visemes), hands in poses by name.
 *
 *     w_e(t) = w_e(0) + s(t / T) (w'_e - w_e(0))             s(x) = x^2 (3 - 2 x): from what is shown to what is asked for, in T seconds
 *     q_f(t) = slerp(q_f(0), q'_f(t), s(t / T))              fingers likewise; of a hand that is not asked for, q' is its own at ease
 *
 * What a request leaves out ends: weights go to 0, hands to rest. Blinks (core/anim/alive.h) close the lids whatever the request.
 *
 * Spaces   rotations local, as quaternions; angles of hands in radians; weights as the model's expressions have them, -2 to 2; seconds.
 * Memory   plain structs.
 * Errors   ERR_UNSUPPORTED: a model without names of expressions, or without fingers; ERR_INVALID: a name that it does not have. Places as in
 *          the stream's message `face`: "/blend_shapes/jawOpen".
 */
#include "core/anim/alive.h"
#include "core/smpl/hand.h"
#include "core/smpl/model.h"

#define PD_RETARGET_FACE_SHAPES                                                                              \
    128 /* expressions of a model that are used, and names in a request: at most */
#define PD_RETARGET_FACE_SECONDS 0.15 /* where a request does not say */
#define PD_RETARGET_FACE_LONGEST 10.0 /* seconds                      */

typedef struct pd_retarget_face_request {
    struct {
        char name[PD_SMPL_NAME_BYTES];
        float weight;
    } shapes[PD_RETARGET_FACE_SHAPES];
    int shape_count;
    int hands[2];   /* left, right: a pd_smpl_hand_pose; -1: at ease */
    double seconds; /* 0 to PD_RETARGET_FACE_LONGEST */
} pd_retarget_face_request;

/* A request resolved to a model's expressions. */
typedef struct pd_retarget_face_goal {
    float weights[PD_RETARGET_FACE_SHAPES]; /* by the model's expressions */
    int hands[2];
    double seconds;
} pd_retarget_face_goal;

/* One body's state from frame to frame. All zero: no request yet, and nothing is done. */
typedef struct pd_retarget_face {
    pd_retarget_face_goal goal;
    float begin[PD_RETARGET_FACE_SHAPES], weights[PD_RETARGET_FACE_SHAPES]; /* weights: out, what is shown */
    pd_quat begin_fingers[PD_ANIM_ALIVE_FINGERS], fingers[PD_ANIM_ALIVE_FINGERS];
    double elapsed;
    bool is_asked, has_fingers; /* has_fingers: they are of a frame */
} pd_retarget_face;

pd_status pd_retarget_face_goal_of(pd_retarget_face_goal *out, const pd_retarget_face_request *request,
                                   const pd_smpl_model *model, pd_error *err);
void pd_retarget_face_set(pd_retarget_face *face, const pd_retarget_face_goal *goal);
/* A frame, after pd_anim_alive_step: rotations (K) of fingers are written. */
void pd_retarget_face_step(pd_retarget_face *face, pd_quat *rotations, const pd_anim_alive_rig *rig,
                           const pd_smpl_model *model, double dt);

#endif
