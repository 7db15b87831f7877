#ifndef PD_FACE_CARRY_H
#define PD_FACE_CARRY_H
/* Carries the shapes of the draped head over to the skin of the mesh.
 *
 *     minimise over d   sum_i c_i |d_i - e(x_i)|^2 + S sum_edges |d_i - d_j|^2
 *
 * e(x_i): displacement of the nearest point of the head with a similar normal; c_i: 1 where it is near and
 * alike, near 0 where it is not, as inside the mouth, where the displacement spreads over the mesh. Lips and
 * lids do not share edges, so nothing spreads from one to the other.
 *
 * Shapes   N vertices of the mesh, S = PD_FACE_SHAPES.
 * Spaces   the template's, metres at a person's size.
 * Memory   one owner: pd_face_carried_deinit.   Threads  pure.
 */
#include "core/face/find.h"

typedef struct pd_face_carried {
    int count;           /* N */
    double (*shapes)[3]; /* (S,N) */
    double *jaw;         /* (N) weight of the jaw's joint */
    double *sure;        /* (N) c */
} pd_face_carried;

/* Returns false when out of memory; *out is then empty. */
bool pd_face_carry(pd_face_carried *out, const pd_face_found *found, const pd_face_mesh *mesh,
                   const pd_face_template *template);
void pd_face_carried_deinit(pd_face_carried *carried);

#endif
