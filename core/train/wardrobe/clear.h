#ifndef PD_TRAIN_WARDROBE_CLEAR_H
#define PD_TRAIN_WARDROBE_CLEAR_H
/* Brings skin back under cloth: garments that are bound (bind.h) are put on bodies in poses, and where the skin that is drawn comes through
 * (core/wardrobe/pierce.h, vertices and middles of triangles) one of two things is changed in the item itself:
 *
 *     hides    what comes through, is below cloth at rest on every body, and so are its neighbours: it is not drawn any more. At a hem,
 *              where the neighbour is bare, it stays: else one would look into the hole
 *     rest     else the triangle of cloth that it comes through is moved out along the normal of the mean skin, by the farthest
 *              that any body in any pose came through it and `margin`; its neighbours follow, and the whole stays below `most`
 *
 * The item stays what it is for all that read it: a rig, a page and a posed mesh all have it. What comes through deeper than `fold` is left
 * as it is: a crease in which the surface lies over itself, where moving a triangle by so much would be seen everywhere else.
 *
 * Poses    arms, legs and trunk anywhere in what people do, drawn by `seed`; betas N(0,1).
 * Units    metres.   Memory   allocates while it runs.   Threads  one an item; the same options give the same bytes.
 */
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

typedef struct pd_train_clear {
    int bodies, poses; /* of each body; 0 bodies: nothing is done */
    int rounds;
    uint64_t seed;
    float margin, most, fold;
} pd_train_clear;
#define PD_TRAIN_CLEAR ((pd_train_clear){12, 40, 4, 7001, 0.0015f, 0.014f, 0.010f})

/* The clothes or shoes `item` of the wardrobe, alone on the model that it is of. ERR_MEMORY. */
pd_status pd_train_clear_item(pd_wardrobe *wardrobe, int item, const pd_smpl_model *model,
                              const pd_train_clear *how, pd_error *err);

/* All clothes and shoes of the wardrobe, one after the other or together as the executor has it. ERR_MEMORY; ERR_INVALID: another model's. */
pd_status pd_train_clear_wardrobe(pd_wardrobe *wardrobe, const pd_smpl_model *model,
                                  const pd_train_clear *how, const pd_executor *executor,
                                  pd_train_progress progress, pd_error *err);

/* A pose of `index`, rotations (K,3,3) local to the parent: the joints of a model of SMPL's names that it has; the others rest. */
void pd_train_clear_pose(float *rotations, const pd_smpl_model *model, uint64_t index);

#endif
