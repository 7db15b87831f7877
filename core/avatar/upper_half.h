#ifndef PD_AVATAR_UPPER_HALF_H
#define PD_AVATAR_UPPER_HALF_H
/* Reduces a figure to its upper half, for video calls and VR: removes the triangles below a horizontal plane
 * and gives the others a straight border there.
 *
 *     kept: triangles with a corner above the plane; their corners below it are moved up onto it
 *
 * Vertices without a triangle keep their place, so the floor and the height of the head are those of the
 * whole figure. The plane cuts the T-pose, in which the hands are as high as the shoulders.
 *
 * Spaces   model space at rest, metres, +Y up.   Memory   none.   Threads  one thread.
 */
#include "core/avatar/figure.h"

/* Cuts the figure at y = height, metres. */
void pd_avatar_upper_half_run(pd_avatar_figure *figure, float height);

#endif
