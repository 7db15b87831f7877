#ifndef PD_OBSERVE_TAKE_PLACES_H
#define PD_OBSERVE_TAKE_PLACES_H
/* What a take of a detector's keypoints consists of: the places of its set that a model has, once for every camera.
 *
 *     place c N + i     the i-th of N places that the model has, as camera c sees it      c = 0 .. cameras - 1
 *
 * Every camera's places point at the same parts, which tells a fit that they are the same place (observe.h). A place's mirror is the one of the other side
 * in the same camera, or itself.
 *
 * Memory   _make allocates, _deinit frees; zeros are nothing.
 * Errors   ERR_UNSUPPORTED at `where`: the model has fewer than PD_OBSERVE_LEAST_PLACES of the set; ERR_MEMORY.
 */
#include "core/observe/take/take.h"

typedef struct pd_observe_take_places {
    pd_observe_seen *places; /* (cameras,count) confidence 1 */
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    int *columns; /* (count) of the set */
    int count;
} pd_observe_take_places;

pd_status pd_observe_take_places_make(pd_observe_take_places *out, const pd_observe_set *set, int cameras,
                                      const pd_smpl_model *model, const char *where, pd_error *err);
void pd_observe_take_places_deinit(pd_observe_take_places *places);

/* All places of the take are seen in a picture, or in space: their noise (0: keypoint.h's) and the distance from which a keypoint counts less and less: 20 cm in space,
 * in a picture a fifth of the figure, for which take->at is read. */
void pd_observe_take_places_see(pd_observe_take_places *places, pd_observe_take *take, bool in_picture,
                                double noise);

#endif
