#ifndef PD_OBSERVE_FACE_FACE_H
#define PD_OBSERVE_FACE_FACE_H
/* Solves the expression and the turn of a head from the landmarks of its face in one picture after another.
 *
 *     minimise over R, t, w   sum_l c_l |pi(R p_l(w, a) + t) - u_l|^2 / s_l^2 + L |w|^2 + 2 M sum_k w_k
 *     0 <= w <= 1                 pi: pinhole camera; u_l: landmark l in pixels, as millimetres at the head
 *                                 s_l: how far the landmark slides on the skin; c_l: Huber's weight, and its
 *                                 square once the face is known
 *
 * by Gauss-Newton steps in which R and t are eliminated (Schur complement) and the weights are found by
 * coordinate descent. The term M keeps shapes that nothing needs at exactly 0.
 *
 * Identity  a, the person's own face, is solved from all moments of the last seconds: sums of the normal
 *           equations with a decay of IDENTITY_SECONDS, after each moment's pose is eliminated, and a prior
 *           |a|^2. With `calibrate` the face is at rest now: the sums begin anew with this moment, and what
 *           the identity does not explain of it stays as a displacement of each landmark.
 * Head      the rotation of the head relative to a head that looks into the camera, wherever it is in the
 *           picture: the bearing of the head is taken away.
 * Filter    One Euro (core/observe/live/sight.h) on weights and head. Its cutoff grows with the speed, so
 *           that a blink is seen in its first moment.
 * Mirror    exchanges the sides of the result.
 *
 * Spaces   picture: pixels, x right, y down. Camera: x right, y up, z out of the picture, metres. Head: as a
 *          rotation from the model's rest, +Y up, +Z forward.
 * Memory   _new allocates 2.6 MB; _see allocates nothing.   Threads  one thread at a time.
 * Errors   ERR_RANGE at "/time", "/points": too few landmarks, a face that is too small, points that are no
 *          face. After an error the state is that of the last moment.
 */
#include "core/math/quat.h"
#include "core/observe/face/shapes.h"
#include "core/observe/observe.h"

#define PD_OBSERVE_FACE_LEAST 100  /* landmarks of the skin that must be seen */
#define PD_OBSERVE_FACE_SMALL 30.0 /* pixels: least height of a face */
#define PD_OBSERVE_FACE_POOR  6.0  /* millimetres: rms above which points are no face */
#define PD_OBSERVE_FACE_GAP   1.0  /* seconds after which a solve starts anew */

/* One moment of a detector's landmarks. */
typedef struct pd_observe_face_sight {
    int count;                               /* 468, or 478 with irises */
    double at[PD_OBSERVE_FACE_LANDMARKS][2]; /* pixels */
    bool is_seen[PD_OBSERVE_FACE_LANDMARKS];
    double time; /* seconds of a clock that only goes forwards */
    pd_observe_camera camera;
    bool mirror;    /* exchange left and right */
    bool calibrate; /* the face is at rest and looks into the camera now */
} pd_observe_face_sight;

typedef struct pd_observe_face_pose {
    float weights[PD_OBSERVE_FACE_WEIGHTS]; /* in the order of pd_retarget_face_names, 0 to 1 */
    pd_quat head;                           /* rotation of the head from looking into the camera */
    double time;
    double rms;         /* root mean square distance of the landmarks from the face's, millimetres */
    double seconds;     /* since the moment before; 0: the first one, or after a gap */
    bool is_calibrated; /* the identity is from a face at rest */
} pd_observe_face_pose;

typedef struct pd_observe_face pd_observe_face;

/* Creates a solve that has seen nothing yet. The shapes are retained. */
pd_status pd_observe_face_new(pd_observe_face **out, pd_observe_face_shapes *shapes, pd_error *err);
void pd_observe_face_free(pd_observe_face *face); /* NULL is allowed */
/* Returns the bytes of one solve. */
size_t pd_observe_face_bytes(void);
/* Checks a sight, without a solve. */
pd_status pd_observe_face_sight_check(const pd_observe_face_sight *sight, pd_error *err);
/* Solves the next moment. *out is valid until the next call. */
pd_status pd_observe_face_see(const pd_observe_face_pose **out, pd_observe_face *face,
                              const pd_observe_face_sight *sight, pd_error *err);

#endif
