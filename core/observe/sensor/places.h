#ifndef PD_OBSERVE_SENSOR_PLACES_H
#define PD_OBSERVE_SENSOR_PLACES_H
/* Builds the places of a take from a detector's keypoints: the places of the set that the model has, once for
 * every camera.
 *
 *     place c N + i     the i-th of N places that the model has, seen by camera c c = 0 .. cameras - 1
 *
 * Every camera's places point to the same parts, which tells a fit that they are one place (observe.h). The
 * mirror of a place is the place of the other side in the same camera, or the place itself.
 *
 * Memory   _make allocates, _deinit frees; a zeroed struct is empty.   Threads  plain data.
 * Errors   ERR_UNSUPPORTED at `where`: the model has fewer than PD_OBSERVE_LEAST_PLACES of the set;
 *          ERR_MEMORY.
 */
#include "core/observe/take/take.h"

typedef struct pd_observe_take_places {
    pd_observe_seen *places; /* (cameras,count) confidence 1 */
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    int *columns; /* (count) index in the set */
    int count;
} pd_observe_take_places;

pd_status pd_observe_take_places_make(pd_observe_take_places *out, const pd_observe_set *set, int cameras,
                                      const pd_smpl_model *model, const char *where, pd_error *err);
void pd_observe_take_places_deinit(pd_observe_take_places *places);

/* Sets the noise of all places of a take in a picture or in space (0: the default of keypoint.h), and the
 * distance from which outliers count less: 20 cm in space, a fifth of the figure's size in a picture, for
 * which take->at is read. */
void pd_observe_take_places_see(pd_observe_take_places *places, pd_observe_take *take, bool in_picture,
                                double noise);

#endif
