#ifndef PD_FACE_RIM_H
#define PD_FACE_RIM_H
/* Finds the openings of a face, of the mouth and of both eyes: where the surface ends as seen from the front,
 * column by column.
 *
 * Rays go from the front into a window. Two neighbouring rays belong together if the way over the surface
 * between the points that they meet is at most REACH times their distance and SLACK more. An eye's opening is
 * what does not belong to the skin around it: an eyeball, the socket, or nothing. A mouth's opening is where
 * the surface is cut from top to bottom, so closed lips have one too.
 *
 * Spaces   the template's, metres.   Memory  _find allocates and frees.   Threads  pure.
 */
#include "core/face/fit.h"

#define PD_FACE_COLUMNS 160 /* most columns of an opening */

typedef struct pd_face_rim_point {
    int face;          /* triangle of the mesh */
    double weights[3]; /* of its corners */
    double at[3];
} pd_face_rim_point;

/* The opening, from the person's right (-X) to the left. */
typedef struct pd_face_rim {
    int count; /* 0: none */
    pd_face_rim_point upper[PD_FACE_COLUMNS], lower[PD_FACE_COLUMNS];
    double open; /* metres: the largest height between both */
} pd_face_rim;

typedef enum pd_face_opening {
    PD_FACE_MOUTH,
    PD_FACE_LEFT_EYE,
    PD_FACE_RIGHT_EYE,
    PD_FACE_OPENINGS
} pd_face_opening;

/* Where an opening is looked for. */
typedef struct pd_face_window {
    pd_face_opening which;
    double centre[3];
    const pd_face_rays *rays;
    const bool *is_skin; /* (N) what is seen and is no skin belongs to the opening; NULL: all is skin */
    double ball[3];      /* an eyeball that the mesh does not have */
    double radius;       /* of it; 0: none */
} pd_face_window;

/* Finds an opening. Returns false when out of memory; without an opening out->count is 0. */
bool pd_face_rim_find(pd_face_rim *out, const pd_face_mesh *mesh, const pd_face_window *window);
/* Moves a rim with its mesh. */
void pd_face_rim_move(pd_face_rim *rim, const pd_face_mesh *mesh);
/* Writes the point of a rim at a share of its width, 0 to 1: `is_upper` or the lower one; the same point of
 * both at 0 and 1, the corners. Writes its corners and their weights too, if mark is not NULL. */
void pd_face_rim_at(double out[3], pd_face_landmark *mark, const pd_face_rim *rim, const pd_face_mesh *mesh,
                    bool is_upper, double share);
/* Writes landmarks that join the rims of the template with those of the surface; returns their number. */
int pd_face_rim_landmarks(pd_face_landmark *out, const pd_face_rim *own, const pd_face_mesh *mesh,
                          const pd_face_rim *other);

#endif
