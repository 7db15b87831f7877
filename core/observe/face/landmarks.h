#ifndef PD_OBSERVE_FACE_LANDMARKS_H
#define PD_OBSERVE_FACE_LANDMARKS_H
/* The landmarks of MediaPipe's face mesh (Kartynnik et al. 2019) on the mesh of the shipped people.
 *
 *     p_l = w_0 v_a + w_1 v_b + (1 - w_0 - w_1) v_c      a, b, c: vertices of the mesh
 *
 * The table was made by posed-factory train-landmarks from MediaPipe's landmarks on pictures of 24 people.
 *
 * Spaces   model space, metres, as the vertices.   Memory  const.   Threads  const.
 */
enum {
    PD_OBSERVE_FACE_SKIN = 468,      /* landmarks of the skin */
    PD_OBSERVE_FACE_LANDMARKS = 478, /* with five of each iris: the right one's, then the left one's */
    PD_OBSERVE_FACE_VERTICES = 13380 /* vertices of the meshes that the table is of */
};

typedef struct pd_observe_landmark {
    int vertices[3];
    float weights[2]; /* of the first two; the third has the rest */
    float slide;      /* standard deviation of the place on the skin from person to person, millimetres */
} pd_observe_landmark;

extern const pd_observe_landmark pd_observe_landmarks[PD_OBSERVE_FACE_SKIN];

#endif
