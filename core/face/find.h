#ifndef PD_FACE_FIND_H
#define PD_FACE_FIND_H
/* Finds the face of a surface: where it is, which of its islands is the skin, the template's head that fits,
 * and the openings of mouth and eyes.
 *
 *     start.h  places that look like a face   ->  fit.h  the best of them   ->  rim.h  openings
 *     ->  fit.h with the rims as landmarks, PASSES times
 *
 * Spaces   out: the template's; the mesh is left placed there.
 * Memory   one owner: pd_face_found_deinit. On failure *out is empty.   Threads  pure.
 * Errors   ERR_INVALID "face": nothing looks like a face; ERR_MEMORY.
 */
#include "core/face/rim.h"

typedef struct pd_face_found {
    pd_face_frame frame; /* from the mesh's rest to the template's space */
    pd_face_fit fit;     /* its frame is the identity */
    pd_face_mesh head;   /* the template's head of the fit; shares nothing with the template */
    bool *is_skin;       /* (N of the mesh) vertices of the islands that are the face's skin */
    double eyes[2][3];   /* centres of the head's eyes: left, right */
    int *eye_of;         /* (islands of the mesh) 1: lies in the left eye, 2: in the right one; 0 */
    pd_face_rim own[PD_FACE_OPENINGS], rims[PD_FACE_OPENINGS]; /* of the head, of the mesh */
    double start_cost;
} pd_face_found;

/* upright: rotation from the mesh's rest to +Y up, +Z forward. least, most: metres per unit of the file. */
pd_status pd_face_find(pd_face_found *out, pd_face_mesh *mesh, const pd_face_template *template,
                       const double upright[9], double least, double most, pd_error *err);
void pd_face_found_deinit(pd_face_found *found);

#endif
