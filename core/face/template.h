#ifndef PD_FACE_TEMPLATE_H
#define PD_FACE_TEMPLATE_H
/* The head of a body model as the source of a face: its surface, how it varies from person to person, and
 * its shapes.
 *
 *     v = m + D b,   b standard normal         v + E_k: the head with shape k at weight 1
 *
 * D has the model's betas without what a turn, a movement or a change of size of the whole face explains. The
 * head's vertices are those that follow neck, head, jaw and eyes at more than half; `is_face` are those of
 * the face's
 * skin that are seen from the front, to which a mesh is fitted.
 *
 * Shapes   N vertices of the head, F triangles, B betas, S shapes (52 of ARKit, then 14 visemes).
 * Spaces   model space at rest, metres, +Y up, +Z forward, +X to the person's left.
 * Memory   counted: _make, _retain, _release. About 20 MB.   Threads  const after _make.
 * Errors   ERR_UNSUPPORTED "model": no shapes by ARKit's names, no jaw or no eyes; ERR_MEMORY.
 */
#include "core/face/mesh.h"
#include "core/smpl/model.h"

#define PD_FACE_SHAPES 66 /* in the order of pd_retarget_face_names */

typedef struct pd_face_template {
    int holders;
    pd_face_mesh mesh;     /* the mean head; its source are the head's vertices */
    int count, beta_count; /* N, B */
    double *betas;         /* (B,N,3) */
    double (*shapes)[3];   /* (S,N) */
    bool *is_face;         /* (N) */
    bool *is_socket;       /* (N) wall of an eye's socket, which moves with no lid */
    double *jaw;           /* (N) weight of the jaw's joint */
    double eyes[2][3];     /* centres of the eyes: left, right */
    double jaw_at[3];      /* joint of the jaw */
    double middle[3];      /* mean of the face's vertices */
    double height, width;  /* size of the face */
} pd_face_template;

pd_status pd_face_template_make(pd_face_template **out, const pd_smpl_model *model, pd_error *err);
pd_face_template *pd_face_template_retain(pd_face_template *template);
void pd_face_template_release(pd_face_template *template); /* NULL is allowed */
/* Returns the number of a shape, or -1. */
int pd_face_shape_find(const char *name);

#endif
