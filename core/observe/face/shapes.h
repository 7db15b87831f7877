#ifndef PD_OBSERVE_FACE_SHAPES_H
#define PD_OBSERVE_FACE_SHAPES_H
/* How the landmarks of a face move with expression and with the person, on a body model with ARKit's shapes.
 *
 *     p = m + B w + I a        w: weights of the shapes, 0 to 1; a: identity, standard normal
 *
 * B is the model's expressions at the landmarks. The shapes of the gaze (eyeLook) turn the pupils about the
 * eyes' joints (core/smpl/part/gaze.h). I has the principal directions of the model's betas at the landmarks,
 * after what a turn, a movement and a change of size of the whole head explain has been taken away.
 *
 * Shapes   PD_OBSERVE_FACE_POINTS landmarks: those of the skin, then the right and the left pupil.
 * Spaces   model space at rest relative to the centre of the landmarks, metres; +Y up, +Z forward, +X to the
 *          person's left.
 * Memory   counted: _make, _retain, _release.   Threads  const after _make.
 * Errors   ERR_UNSUPPORTED: a model without the mesh or the shapes of the shipped people; ERR_MEMORY.
 */
#include "core/observe/face/landmarks.h"
#include "core/smpl/model.h"

enum {
    PD_OBSERVE_FACE_POINTS = PD_OBSERVE_FACE_SKIN + 2,
    PD_OBSERVE_FACE_RIGHT_PUPIL = PD_OBSERVE_FACE_SKIN,
    PD_OBSERVE_FACE_LEFT_PUPIL,
    PD_OBSERVE_FACE_WEIGHTS = 52, /* ARKit's shapes, in the order of pd_retarget_face_names */
    PD_OBSERVE_FACE_SOLVED = 51,  /* the tongue moves no landmark */
    PD_OBSERVE_FACE_IDENTITY = 60
};

typedef struct pd_observe_face_shapes {
    int holders;
    double mean[PD_OBSERVE_FACE_POINTS][3];
    /* Each row has the displacement of all landmarks: (points,3). */
    double shapes[PD_OBSERVE_FACE_SOLVED][PD_OBSERVE_FACE_POINTS][3];
    double identity[PD_OBSERVE_FACE_IDENTITY][PD_OBSERVE_FACE_POINTS][3];
    double noise[PD_OBSERVE_FACE_POINTS]; /* standard deviation of a landmark on the skin, millimetres */
    int beta_count;
    double (*betas)[PD_OBSERVE_FACE_POINTS][3]; /* (beta_count) by each beta, relative to their centre */
} pd_observe_face_shapes;

/* Computes the shapes of a model, in about 20 ms. */
pd_status pd_observe_face_shapes_make(pd_observe_face_shapes **out, const pd_smpl_model *model,
                                      pd_error *err);
pd_observe_face_shapes *pd_observe_face_shapes_retain(pd_observe_face_shapes *shapes);
void pd_observe_face_shapes_release(pd_observe_face_shapes *shapes); /* NULL is allowed */

#endif
