#ifndef PD_FACTORY_PEOPLE_HEAD_H
#define PD_FACTORY_PEOPLE_HEAD_H
/* Measures of head and face as ANSUR II takes them, by landmarks on the base mesh hm08, on the shaped body in
 * its rest pose.
 *
 * Each is the distance of two landmarks, or their difference in height, or an arc. A landmark is a vertex, or
 * the middle of an eye's opening. Learning the distribution of people needs them (people.h); requests cannot
 * ask for them.
 *
 *   head length        glabella to the back of the head          face length     sellion to menton
 *   head breadth       above the ears, side to side              ear length      top of the ear to the lobe
 *   face breadth       of the cheekbones (bizygomatic)           ear breadth
 *       tragion to the back of the ear
 *   pupil distance     middles of the eyes                       tragion height
 *       tragion to the top of the head, vertically
 *
 *   chin arc           from tragion to tragion across the foremost point of the chin
 *   submandibular arc  from tragion to tragion across the middle of the juncture of jaw and neck
 *
 * An arc is the length of a taut tape: the convex hull of the section of the skin by the plane through both
 * tragia and the landmark, between the tragia. The means of people are fitted to the measures before the
 * arcs; of the arcs, faces.h fits the deviations.
 *
 * Units    metres.   Memory   the arcs allocate scratch.   Threads  any number. */
#include "core/smpl/model.h"

/* id, name, column of ANSUR II, its unit in metres, first landmark, second landmark; PD_FACTORY_HEAD_EYE is
 * an eye, PD_FACTORY_HEAD_MIRRORED the mirror image of the first.
 * Rows from CHIN_ARC on are arcs: tragion, landmark. */
#define PD_FACTORY_HEAD_EYE      (-1)
#define PD_FACTORY_HEAD_MIRRORED (-2)
#define PD_FACTORY_HEAD_TABLE(X)                                                                             \
    X(HEAD_LENGTH, "head_length", "headlength", 0.001, 234, 962)                                             \
    X(HEAD_BREADTH, "head_breadth", "headbreadth", 0.001, 7702, PD_FACTORY_HEAD_MIRRORED)                    \
    X(FACE_BREADTH, "face_breadth", "bizygomaticbreadth", 0.001, 7037, PD_FACTORY_HEAD_MIRRORED)             \
    X(FACE_LENGTH, "face_length", "mentonsellionlength", 0.001, 132, 732)                                    \
    X(PUPIL_DISTANCE, "pupil_distance", "interpupillarybreadth", 0.0001, PD_FACTORY_HEAD_EYE,                \
      PD_FACTORY_HEAD_MIRRORED)                                                                              \
    X(EAR_LENGTH, "ear_length", "earlength", 0.001, 12012, 12027)                                            \
    X(EAR_BREADTH, "ear_breadth", "earbreadth", 0.001, 12045, 12018)                                         \
    X(TRAGION_HEIGHT, "tragion_height", "tragiontopofhead", 0.001, 881, 12045)                               \
    X(CHIN_ARC, "chin_arc", "bitragionchinarc", 0.001, 12045, 5162)                                          \
    X(SUBMANDIBULAR_ARC, "submandibular_arc", "bitragionsubmandibulararc", 0.001, 12045, 787)

typedef enum pd_factory_head_measure {
#define PD_FACTORY_HEAD_ENUM(id, name, column, unit, first, second) PD_FACTORY_HEAD_##id,
    PD_FACTORY_HEAD_TABLE(PD_FACTORY_HEAD_ENUM)
#undef PD_FACTORY_HEAD_ENUM
        PD_FACTORY_HEAD_MEASURES,
    PD_FACTORY_HEAD_FITTED = PD_FACTORY_HEAD_CHIN_ARC, /* number of the measures before the arcs */
    PD_FACTORY_HEAD_ARCS = PD_FACTORY_HEAD_MEASURES - PD_FACTORY_HEAD_FITTED
} pd_factory_head_measure;

typedef struct pd_factory_head_row {
    const char *name, *column;
    double unit;
    int first, second;
} pd_factory_head_row;

extern const pd_factory_head_row pd_factory_head_rows[PD_FACTORY_HEAD_MEASURES];

/* Computes the first `count` measures of one body, betas (B), into values (count). All are NAN when the model
 * has another mesh, the arcs without memory. */
void pd_factory_head_measure_body(double *values, int count, const pd_smpl_model *model, const float *betas);

#endif
