#ifndef PD_OBSERVE_TAKE_ROOM_H
#define PD_OBSERVE_TAKE_ROOM_H
/* Memory for the results of a take: betas and their deviations, rotations, translations, offsets and residuals (take.h says their shapes).
 *
 * Memory   the caller's until _free, also after a failure; what a take reads is not touched.
 */
#include "core/observe/take/take.h"

/* place_count and frame_count are set. false: memory is out; what was taken is freed by _free. */
bool pd_observe_take_room(pd_observe_take *take, const pd_smpl_model *model);
void pd_observe_take_room_free(pd_observe_take *take);

#endif
