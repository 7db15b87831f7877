#ifndef PD_OBSERVE_TRIANGULATE_H
#define PD_OBSERVE_TRIANGULATE_H
/* Where in space a place is that several cameras see.
 *
 *     start      sum_i c_i (1 - d_i d_i^T) (x - o_i) = 0         the point nearest to the rays o_i + t d_i
 *     then       minimise sum_i c_i |pi_i(x) - u_i|^2            Gauss and Newton
 *
 * With three cameras or more, the one that is farthest off is left out while it is farther off than `reach` and the others agree without it.
 *
 * Spaces   x: the world of the cameras; u: pixels of a pinhole (view/lens.h takes a lens's distortion away).
 * Threads  pure.
 */
#include "core/observe/term.h"

#define PD_OBSERVE_MOST_CAMERAS 16
/* Radians between the two rays farthest apart: below it depth is not known. */
#define PD_OBSERVE_LEAST_ANGLE  0.01

/* What camera i of count sees: pixel (2), confidence 0: nothing. */
typedef struct pd_observe_ray {
    const pd_observe_camera *camera; /* with its rotation */
    double pixel[2], confidence;
} pd_observe_ray;

/* The ray in the world: unit direction d and its origin o. */
void pd_observe_ray_of(double d[3], double o[3], const pd_observe_ray *ray);

/* Returns how many cameras x was found from; 0: fewer than two see it, their rays are too near to one another, or it lies behind one of them. off: root mean
 * square in pixels, of those. reach 0: all cameras are used. */
int pd_observe_triangulate(double x[3], double *off, const pd_observe_ray *rays, int count, double reach);

#endif
