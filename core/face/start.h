#ifndef PD_FACE_START_H
#define PD_FACE_START_H
/* Finds where on a surface the front looks like a face: compares its depths, seen from the front, with those
 * of the template in all places and sizes.
 *
 *     cost = mean_i min(|d_i - median d|, cap) + turn (1 - n_i . n'_i)      d_i = z'(s x_i + t) / s - z_i
 *
 * Spaces   in: upright, +Y up, the face looks along +Z, any unit. out: frames from there to the template's
 *          space.
 * Memory   freed before return.   Threads  pure.   Errors  ERR_MEMORY.
 */
#include "core/face/template.h"

#define PD_FACE_STARTS 8

typedef struct pd_face_start {
    pd_face_frame frame; /* without a rotation */
    double cost;         /* metres */
} pd_face_start;

/* Writes up to PD_FACE_STARTS places that differ, best first, and returns their number; -1: out of memory.
 * The mesh must be upright (`at`). least, most: metres per unit of the mesh that are tried. */
int pd_face_start_find(pd_face_start out[PD_FACE_STARTS], const pd_face_mesh *mesh,
                       const pd_face_template *template, double least, double most);

#endif
