#ifndef PD_FACE_PARTS_H
#define PD_FACE_PARTS_H
/* What the islands of a mesh other than the face's skin are, by their place, and how they move with a face.
 *
 *     eye      is seen through the opening of an eye: turns about the eye's centre (core/smpl/part/gaze.h)
 *     upper    teeth above the line of the lips, inside the mouth: stays
 *     lower    teeth below it: moves with the jaw as a rigid body
 *     tongue   inside the mouth, long and with a middle: moves with the jaw, and out with tongueOut
 *     film     lies on the skin of the face (lashes, brows, tears, a beard): moves with the skin below it
 *     still    all else (hair, glasses, hats, clothes)
 *
 * The jaw's movement by a shape is the rigid one that fits that of the head's lower jaw best. Only shapes of
 * the jaw and visemes move it.
 *
 * Spaces   the template's, metres.   Memory  one owner: pd_face_parts_deinit.   Threads  pure.
 */
#include "core/face/carry.h"

#define PD_FACE_PART_TABLE(X)                                                                                \
    X(SKIN, "skin")                                                                                          \
    X(STILL, "still")                                                                                        \
    X(LEFT_EYE, "left_eye")                                                                                  \
    X(RIGHT_EYE, "right_eye")                                                                                \
    X(UPPER_TEETH, "upper_teeth")                                                                            \
    X(LOWER_TEETH, "lower_teeth")                                                                            \
    X(TONGUE, "tongue")                                                                                      \
    X(FILM, "film")

typedef enum pd_face_part {
#define PD_FACE_PART_ENUM(id, name) PD_FACE_PART_##id,
    PD_FACE_PART_TABLE(PD_FACE_PART_ENUM)
#undef PD_FACE_PART_ENUM
        PD_FACE_PARTS
} pd_face_part;
extern const char *const pd_face_part_names[PD_FACE_PARTS];

typedef struct pd_face_parts {
    pd_face_part *of;          /* (islands) */
    double eyes[2][3];         /* centres about which eyes turn: left, right */
    double radius[2];          /* metres: of the ball that an eye is; 0: no ball, or no eye */
    int counts[PD_FACE_PARTS]; /* islands of each */
} pd_face_parts;

bool pd_face_parts_find(pd_face_parts *out, const pd_face_found *found, const pd_face_mesh *mesh);
void pd_face_parts_deinit(pd_face_parts *parts);
/* Writes the shapes of all islands but the skin, whose shapes are complete. Returns false when out of
 * memory. */
bool pd_face_parts_move(pd_face_carried *carried, const pd_face_parts *parts, const pd_face_found *found,
                        const pd_face_mesh *mesh, const pd_face_template *template);

#endif
