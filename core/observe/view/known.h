#ifndef PD_OBSERVE_VIEW_KNOWN_H
#define PD_OBSERVE_VIEW_KNOWN_H
/* Assumptions of a calibration about people: the model's bone lengths, and which places are near the feet and
 * near the head.
 *
 * Lengths are those of the model at rest with betas 0, between joints that the set has by SMPL's names.
 *
 * Shapes   P places.
 * Memory   the caller owns the struct; views point into it.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/observe/keypoint.h"
#include "core/observe/view/calibrate.h"

#define PD_OBSERVE_KNOWN_BONES 10

typedef struct pd_observe_known {
    pd_observe_bone bones[PD_OBSERVE_KNOWN_BONES];
    int bone_count;
    int low[2], high[2]; /* places of ankles and shoulders */
    int low_count, high_count;
    double low_height; /* metres: height of the ankles above the soles */
} pd_observe_known;

/* Fills *out from places (P); only places that are a single joint are used. */
void pd_observe_known_of(pd_observe_known *out, const pd_smpl_model *model, const pd_observe_seen *places,
                         int place_count);
/* Sets bones, low and high places of views; views then point into *known. */
void pd_observe_known_put(pd_observe_views *views, const pd_observe_known *known);

#endif
