#ifndef PD_TRAIN_AUGMENT_FIT_H
#define PD_TRAIN_AUGMENT_FIT_H
/* Copies on the ground that fits them (terrain_fit.h): the motion stays the same, only the ground below it changes.
 *
 * Each whole cycle of a motion becomes `best` copies: its frames with a second before and behind, on the rasters of its best patches.
 *
 * Units    metres, frames.   Memory   copies are appended to the list, which owns them.
 */
#include "core/base/progress.h"
#include "train/augment/terrain_fit.h"

typedef struct pd_train_motion_fit {
    int best;                   /* patches of a cycle that become copies: 0 to 10                           */
    int kind;                   /* pd_train_fit_kind of every cycle, -1: jumps by their label, walks else   */
    pd_train_fit_kernel kernel; /* of the refinement                                                        */
    pd_train_patch_plan
        patches;                /* of the maps                                                              */
    const pd_anim_ground *maps; /* (map_count) own heightmaps; NULL: the made map                           */
    int map_count;
} pd_train_motion_fit;

/* Cycles of the first `count` motions; those with a ground are left out. map: the made one. progress may be NULL. ERR_INVALID without
 * labels, ERR_RANGE, ERR_MEMORY; the list then keeps the copies made so far. */
pd_status pd_train_motion_fit_all(pd_pfnn_motions *motions, int count, const pd_anim_ground *map,
                                  const pd_train_motion_fit *how, const pd_executor *executor,
                                  const pd_train_progress *progress, pd_error *err);

#endif
