#ifndef PD_FACE_CLOSE_H
#define PD_FACE_CLOSE_H
/* Makes the lids and lips of a mesh close exactly: corrects its shapes by what is left open between its own
 * rims.
 *
 *     eyeBlinkLeft, eyeBlinkRight    the upper lid comes down to the lower one, in front of the eyeball
 *     viseme_PP, mouthClose with jawOpen    both lips by half
 *
 * What is left open in a column of the rims moves the vertices of that side by a share that falls to 0 with
 * their distance over the surface. Repeated until nothing is left.
 *
 * Measure  lids, lips: the widest part of a column in which a ray from the front does not meet skin, or skin
 *          that
 *          lies deeper than the lips.
 * Spaces   the template's, metres.   Memory  freed before return.   Threads  pure.
 */
#include "core/face/parts.h"

/* What stays open, metres; negative: there is no opening to close. */
typedef struct pd_face_closed {
    double lids[2]; /* left, right, at eyeBlink 1 */
    double press;   /* lips at viseme_PP 1 */
    double jaw;     /* lips at jawOpen 1 and mouthClose 1 */
} pd_face_closed;

/* Corrects the shapes of the skin. Returns false when out of memory. */
bool pd_face_close(pd_face_carried *carried, const pd_face_parts *parts, const pd_face_found *found,
                   const pd_face_mesh *mesh);
/* Measures what stays open; the mesh is moved meanwhile. Returns false when out of memory. */
bool pd_face_close_measure(pd_face_closed *out, pd_face_mesh *mesh, const pd_face_carried *carried,
                           const pd_face_found *found);

#endif
