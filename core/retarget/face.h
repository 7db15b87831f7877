#ifndef PD_RETARGET_FACE_H
#define PD_RETARGET_FACE_H
/* Animates the face and hands of a moving body towards a request: expressions by name (ARKit's blend shapes,
 * visemes), hand poses by name.
 *
 *     w_e(t) = w_e(0) + s(t / T) (w'_e - w_e(0))
 *         s(x) = x^2 (3 - 2 x): from the present weights to the requested ones, in T seconds
 *     q_f(t) = slerp(q_f(0), q'_f(t), s(t / T))
 *         fingers likewise; for a hand that is not requested, q' is the hand at rest
 *
 * A request resets everything that it omits: weights return to 0, hands to rest. Blinks (core/anim/alive.h)
 * close the lids independently of the request.
 *
 * Spaces   rotations local, as quaternions; angles of hands in radians; weights as in the model's
 *          expressions, -2 to 2; seconds.
 * Memory   plain structs.
 * Errors   ERR_UNSUPPORTED: a model without named expressions, or without fingers; ERR_INVALID: a name that
 *          the model does not have. Places are those of the stream's message `face`: "/blend_shapes/jawOpen".
 */
#include "core/anim/alive.h"
#include "core/smpl/part/hand.h"
#include "core/smpl/model.h"

/* Most expressions of a model that are used, and most names in a request. */
#define PD_RETARGET_FACE_SHAPES  128
#define PD_RETARGET_FACE_SECONDS 0.15 /* Transition time when a request does not state one, seconds. */
#define PD_RETARGET_FACE_LONGEST 10.0 /* Longest transition, seconds. */

#define PD_RETARGET_FACE_NAMES 66 /* ARKit's 52 blend shapes, then 14 visemes */
/* Names of the weights that the stream sends (channel `face`), in its order. The first ten are the eyes', as
 * in core/anim/alive.h. */
extern const char *const pd_retarget_face_names[PD_RETARGET_FACE_NAMES];

#define PD_RETARGET_FACE_NAME_BYTES 64 /* Room for the name of a shape in a request, with its zero. */

typedef struct pd_retarget_face_request {
    struct {
        char name[PD_RETARGET_FACE_NAME_BYTES];
        float weight;
    } shapes[PD_RETARGET_FACE_SHAPES];
    int shape_count;
    int hands[2];   /* Left, right: a pd_smpl_hand_pose; -1: at rest. */
    double seconds; /* 0 to PD_RETARGET_FACE_LONGEST */
} pd_retarget_face_request;

/* Names of a request that a body does not have: indices of its shapes. */
typedef struct pd_retarget_face_unknown {
    int count;
    int items[PD_RETARGET_FACE_SHAPES]; /* (count) */
} pd_retarget_face_unknown;

/* A request resolved for a model. */
typedef struct pd_retarget_face_goal {
    float weights[PD_RETARGET_FACE_SHAPES]; /* In the order of the model's expressions. */
    int hands[2];
    double seconds;
} pd_retarget_face_goal;

/* State of one body from frame to frame. All zero: no request yet, and _step changes nothing. */
typedef struct pd_retarget_face {
    pd_retarget_face_goal goal;
    /* begin: weights at the start of the transition; weights: output, the present weights. Fingers begin on
     * the grid of core/math/grid.h. */
    float begin[PD_RETARGET_FACE_SHAPES], weights[PD_RETARGET_FACE_SHAPES];
    pd_quat begin_fingers[PD_ANIM_ALIVE_FINGERS], fingers[PD_ANIM_ALIVE_FINGERS];
    double elapsed;
    bool is_asked, has_fingers; /* has_fingers: `fingers` has been set by a frame. */
} pd_retarget_face;

/* Resolves the names of a request for a model. Names that the model does not have are left out and listed in
 * `unknown`; the error of the first one is returned if it has none of them. viseme_sil is known to every
 * model with visemes, and is the mouth at rest. */
pd_status pd_retarget_face_goal_of(pd_retarget_face_goal *out, pd_retarget_face_unknown *unknown,
                                   const pd_retarget_face_request *request, const pd_smpl_model *model,
                                   pd_error *err);
/* Starts a transition from the present weights and fingers to the goal. */
void pd_retarget_face_set(pd_retarget_face *face, const pd_retarget_face_goal *goal);
/* Returns whether a transition is in progress. Afterwards `begin` and `begin_fingers` have no effect. */
bool pd_retarget_face_moves(const pd_retarget_face *face);
/* Advances by one frame, after pd_anim_alive_step. With dt 0 computes weights and fingers of the last frame
 * again. Overwrites the rotations (K) of fingers. */
void pd_retarget_face_step(pd_retarget_face *face, pd_quat *rotations, const pd_anim_alive_rig *rig,
                           const pd_smpl_model *model, double dt);

/* Weights of a face without a body, over the frames of a motion. Each request has one weight for each of
 * `count` names, and a frame in which it begins; frames rise. */
typedef struct pd_retarget_face_path {
    int count, request_count;
    const float *goals;    /* (request_count,count) */
    const int *frames;     /* (request_count) */
    const double *seconds; /* (request_count) duration of each transition */
} pd_retarget_face_path;

/* Computes the weights, out (frame_count,count). Each request moves them to its goals within its seconds. */
void pd_retarget_face_follow(float *out, const pd_retarget_face_path *path, int frame_count, double rate);

#endif
