#ifndef PD_FACE_FIT_H
#define PD_FACE_FIT_H
/* Fits the template's head to a surface: a similarity and betas, by the iterative closest point with normals.
 *
 *     minimise over G, b   sum_i w_i (n_i . (q_i - G v_i(b)))^2 / s^2 + sum_l |q_l - G p_l(b)|^2 / s_l^2 +
 *     |b|^2
 *
 * q_i: nearest point of the surface with a similar normal, w_i: Tukey's weight, whose width falls from
 * iteration to iteration; p_l, q_l: landmarks (rim.h). Gauss-Newton.
 *
 * Spaces   the surface lies in the template's space approximately; G maps the template's space onto it.
 * Memory   _run allocates and frees its normal equations.   Threads  pure.   Errors  false: out of memory.
 */
#include "core/face/frame.h"
#include "core/face/template.h"

#define PD_FACE_LANDMARKS_MOST 160
#define PD_FACE_BETAS          128

/* A point of the template and the point of the surface where it lies. */
typedef struct pd_face_landmark {
    int corners[3];
    double weights[3];
    double at[3];
} pd_face_landmark;

typedef struct pd_face_fit {
    pd_face_frame frame;         /* G */
    double betas[PD_FACE_BETAS]; /* (B) */
    double misfit;  /* metres, at a person's size: mean distance of the nearer 80 % of the points */
    double matched; /* share of the face's points that are nearer than PD_FACE_NEAR to the surface */
    double tangled; /* mean of 1 - n . n' of these */
} pd_face_fit;
#define PD_FACE_NEAR 0.006 /* metres */

typedef struct pd_face_fitting {
    const pd_face_template *template;
    const pd_face_search *surface;
    const pd_face_landmark *landmarks; /* (landmark_count) */
    int landmark_count;
    int iterations;
    double first_width, last_width; /* metres: width of Tukey's weight */
    bool has_betas;
} pd_face_fitting;

/* Improves a fit from its present frame and betas. */
bool pd_face_fit_run(pd_face_fit *fit, const pd_face_fitting *how);
/* Writes the head of the betas, without the frame: out (N,3). */
void pd_face_fit_head(double (*out)[3], const pd_face_template *template, const double *betas);

#endif
