#ifndef PD_OBSERVE_TAKE_ROOM_H
#define PD_OBSERVE_TAKE_ROOM_H
/* Allocates the results of a take: betas and their deviations, rotations, translations, offsets and residuals
 * (shapes in take.h).
 *
 * Memory   the caller owns the results until _free, also after a failure; inputs of the take are not touched.
 */
#include "core/observe/take/take.h"

/* Allocates the results; place_count and frame_count must be set. Returns false if out of memory; _free then
 * frees what was allocated. */
bool pd_observe_take_room(pd_observe_take *take, const pd_smpl_model *model);
void pd_observe_take_room_free(pd_observe_take *take);

#endif
