#ifndef PD_OBSERVE_TRIANGULATE_H
#define PD_OBSERVE_TRIANGULATE_H
/* Triangulation: position in space of a place that several cameras see.
 *
 *     start      sum_i c_i (1 - d_i d_i^T) (x - o_i) = 0         the point nearest to the rays o_i + t d_i
 *     then       minimise sum_i c_i |pi_i(x) - u_i|^2            Gauss-Newton
 *
 * With three cameras or more, the camera with the largest residual is left out while that residual exceeds
 * `reach` and the others agree without it.
 *
 * Spaces   x: the cameras' world; u: pixels of a pinhole camera (view/lens.h removes distortion).
 * Memory   only the stack.   Threads  pure functions.   Errors  a result of 0.
 */
#include "core/observe/term.h"

#define PD_OBSERVE_MOST_CAMERAS 16
/* Smallest angle between the two rays farthest apart, radians: below it depth is unknown. */
#define PD_OBSERVE_LEAST_ANGLE  0.01

/* Observation of the place by one camera: pixel (2); confidence 0: not seen. */
typedef struct pd_observe_ray {
    const pd_observe_camera *camera; /* camera with its rotation set */
    double pixel[2], confidence;
} pd_observe_ray;

/* Computes the ray in the world: unit direction d and origin o. */
void pd_observe_ray_of(double d[3], double o[3], const pd_observe_ray *ray);

/* Returns the number of cameras that x was computed from. 0: fewer than two see it, their rays are nearly
 * parallel, or it lies behind one of them. off: root mean square of their residuals, pixels. reach 0: no
 * camera is left out. */
int pd_observe_triangulate(double x[3], double *off, const pd_observe_ray *rays, int count, double reach);

#endif
