#ifndef PD_SMPL_GAZE_H
#define PD_SMPL_GAZE_H
/* Gaze as morph targets: the eight eyeLook shapes of ARKit turn the eyeballs.
 *
 *     d_i = (R - I) (v_i - c)      c: the eye's joint at rest, R: the turn of the shape at weight 1
 *
 * A weight between 0 and 1 moves a vertex along the chord, which is up to 3.4 % of the radius inside of the
 * sphere. The angles are how far eyes turn without effort; 30 degrees move the iris by 6 mm. The eye's joints
 * turn the eyeballs as well, and both may be used.
 *
 * Spaces   model space at rest, metres.   Memory  none.   Threads  pure.
 */
#include <stdbool.h>

/* Returns whether the shape turns an eye, which is then in *is_left, with R (3,3), row-major. */
bool pd_smpl_gaze(float rotation[9], bool *is_left, const char *shape);

#endif
