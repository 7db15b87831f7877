#ifndef PD_TRAIN_AUGMENT_FIT_H
#define PD_TRAIN_AUGMENT_FIT_H
/* Makes copies on grounds that fit the motion (terrain_fit.h): the motion is unchanged, only the ground below
 * it differs.
 *
 * Each whole cycle of a motion becomes `best` copies: its frames with a second before and after, on the
 * rasters of its best patches.
 *
 * Units    metres, frames.   Memory   copies are appended to the list, which owns them. */
#include "core/base/progress.h"
#include "train/augment/terrain_fit.h"

typedef struct pd_train_motion_fit {
    int best; /* copies of each cycle, one for each of its best patches: 0 to 10 */
    int kind; /* pd_train_fit_kind of every cycle; -1: jump where the labels say so, walk elsewhere */
    pd_train_fit_kernel kernel;  /* kernel of the refinement */
    pd_train_patch_plan patches; /* plan of the patches that are sampled from the maps */
    const pd_anim_ground *maps;  /* (map_count) heightmaps of the caller; NULL: the generated map */
    int map_count;
} pd_train_motion_fit;

/* Adds copies for the cycles of the first `count` motions, except motions with a ground. map: the generated
 * map. progress may be NULL. ERR_INVALID without labels, ERR_RANGE, ERR_MEMORY; the list then keeps the
 * copies made so far. */
pd_status pd_train_motion_fit_all(pd_character_motions *motions, int count, const pd_anim_ground *map,
                                  const pd_train_motion_fit *how, const pd_executor *executor,
                                  const pd_progress *progress, pd_error *err);

#endif
