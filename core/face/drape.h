#ifndef PD_FACE_DRAPE_H
#define PD_FACE_DRAPE_H
/* Deforms the fitted head onto the surface of the mesh.
 *
 *     minimise over u   L sum_edges |u_i - u_j|^2 + sum_i c_i |u_i - n_i n_i . (q_i - v_i)|^2
 *                       + M sum_l |sum_k w_lk u_lk - (q_l - p_l)|^2 + E |u|^2
 *
 * u: displacement of each vertex; q_i: nearest point of the mesh's skin with a similar normal n_i; p_l, q_l:
 * the rims of mouth and eyes. L falls from step to step.
 *
 * Spaces   the template's, metres.   Memory  freed before return.   Threads  pure.
 */
#include "core/face/find.h"

/* Moves found->head and its rims. Returns false when out of memory. */
bool pd_face_drape(pd_face_found *found, const pd_face_mesh *mesh, const pd_face_template *template);

#endif
