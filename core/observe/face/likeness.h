#ifndef PD_OBSERVE_FACE_LIKENESS_H
#define PD_OBSERVE_FACE_LIKENESS_H
/* Finds whose face it is: the betas of a person whose landmarks are seen in one or several pictures.
 *
 *     minimise over x, f_i, R_i, t_i, w_i
 *         T sum_il c_il |pi_i(R_i (p_l(x) + B_l w_i) + t_i) - u_il|^2 / s_l^2 + |x|^2
 *         + sum_i (|w_i|^2 / S^2 + 2 M 1.w_i + (log f_i - log F)^2 / L^2)           0 <= w_i <= 1
 *
 *     p_l(x) = m_l + D_l (mean + root x)        the model's people (core/smpl/people/people.h)
 *     pi_i   pinhole camera of focal length f_i;   u_il: landmark l of picture i, as millimetres at the head
 *     s_l    how far the landmark slides on the skin;   c_il: Huber's weight;   T: the landmarks' deviations
 *            are not independent, and T is the share of them that counts
 *
 * by Gauss-Newton steps with damping. Weights that would leave 0 to 1 are held there.
 *
 * A picture has no scale: the size of the head follows from the prior alone.
 *
 * Evidence  log of the probability of the pictures under the prior, by Laplace's approximation, apart from a
 *           constant of the pictures. Its difference between the priors of women and men tells how likely
 *           either is.
 *
 * Spaces   picture: pixels, x right, y down. Camera: x right, y up, z out of the picture, metres.
 * Memory   _find allocates 2 MB and one more for each picture, and frees them.   Threads  pure.
 * Errors   ERR_RANGE at "/pictures/0": too few landmarks, a number that is not finite, a face that is too
 *          small or turned too far, a covered mouth, points that are no face, or those of another person than
 *          in the other pictures; ERR_UNSUPPORTED: the model has no people; ERR_MEMORY.
 */
#include "core/observe/face/shapes.h"
#include "core/observe/observe.h"
#include "core/math/quat.h"

#define PD_OBSERVE_LIKENESS_PICTURES 8    /* most pictures */
#define PD_OBSERVE_LIKENESS_SMALL    80.0 /* pixels: least height of a face */
#define PD_OBSERVE_LIKENESS_YAW      40.0 /* degrees: farthest turn to a side */
#define PD_OBSERVE_LIKENESS_PITCH    35.0 /* degrees: farthest turn up or down */
#define PD_OBSERVE_LIKENESS_POOR     3.5  /* millimetres: rms above which points are no face */

/* The landmarks of one picture. */
typedef struct pd_observe_likeness_picture {
    double at[PD_OBSERVE_FACE_LANDMARKS][2]; /* pixels */
    bool is_seen[PD_OBSERVE_FACE_LANDMARKS];
    bool has_irises;      /* the last ten are given */
    double width, height; /* of the picture, pixels; the camera looks at its middle */
    double focal;         /* pixels; 0: found */
} pd_observe_likeness_picture;

/* What was found of one picture. */
typedef struct pd_observe_likeness_view {
    pd_quat turn; /* of the head from the camera's axes */
    double yaw, pitch,
        roll;        /* degrees: towards the person's left, down, and to the person's right shoulder */
    double distance; /* metres between camera and head */
    double focal;    /* pixels */
    double rms;      /* of the landmarks, millimetres */
    double weights[PD_OBSERVE_FACE_SOLVED];
} pd_observe_likeness_view;

typedef struct pd_observe_likeness {
    double betas[PD_SMPL_PEOPLE_MAX_BETAS], betas_sd[PD_SMPL_PEOPLE_MAX_BETAS];
    double evidence;
    pd_observe_likeness_view views[PD_OBSERVE_LIKENESS_PICTURES];
} pd_observe_likeness;

/* Checks a picture without a fit; `where` names it in errors. */
pd_status pd_observe_likeness_check(const pd_observe_likeness_picture *picture, const char *where,
                                    pd_error *err);
/* Finds the person of 1 to PD_OBSERVE_LIKENESS_PICTURES pictures. */
pd_status pd_observe_likeness_find(pd_observe_likeness *out, const pd_observe_likeness_picture *pictures,
                                   int picture_count, const pd_observe_face_shapes *shapes,
                                   const pd_smpl_people *people, pd_smpl_gender gender, pd_error *err);

#endif
