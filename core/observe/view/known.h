#ifndef PD_OBSERVE_VIEW_KNOWN_H
#define PD_OBSERVE_VIEW_KNOWN_H
/* What a calibration assumes about people: how long the model's bones are, which places are near the feet and which near the head.
 *
 * Lengths are those of the model at rest with betas 0, between joints that a set has by SMPL's names.
 *
 * Shapes   P places.   Memory   the caller's; views point into it.
 */
#include "core/observe/keypoint.h"
#include "core/observe/view/calibrate.h"

#define PD_OBSERVE_KNOWN_BONES 10

typedef struct pd_observe_known {
    pd_observe_bone bones[PD_OBSERVE_KNOWN_BONES];
    int bone_count;
    int low[2], high[2]; /* ankles, shoulders */
    int low_count, high_count;
    double low_height; /* metres: the ankles over the soles */
} pd_observe_known;

/* places (P): of those that are one joint it takes what it needs. */
void pd_observe_known_of(pd_observe_known *out, const pd_smpl_model *model, const pd_observe_seen *places,
                         int place_count);
/* Bones, feet and heads of views. */
void pd_observe_known_put(pd_observe_views *views, const pd_observe_known *known);

#endif
