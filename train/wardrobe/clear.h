#ifndef PD_TRAIN_WARDROBE_CLEAR_H
#define PD_TRAIN_WARDROBE_CLEAR_H
/* Keeps skin from coming through cloth: garments that are bound (bind.h) are put on bodies in poses, and where the skin that is drawn comes through
 * (train/wardrobe/pierce.h, vertices and middles of triangles) one of two things is changed in the item itself:
 *
 *     hides    what comes through, is below cloth at rest on every body, and so are its neighbours: it is not drawn any more. At a hem,
 *              where the neighbour is bare, it stays: otherwise the hole would be seen
 *     rest     else the triangle of cloth that it comes through is moved out along the normal of the mean skin, by the farthest
 *              that any body in any pose came through it and `margin`; its neighbours follow, and the whole stays below `most`
 *
 * Hair is tried on faces with expressions, with 1.4 times the spread of betas of the face, and with betas of proportion; of the posed skin only
 * head and neck are looked at. First all scalp that is below it on every body becomes part of it (scalp.h), which hides what is below; then it
 * is moved out as cloth is.
 *
 * Since the item itself is changed, every reader of it gains: a rig, a page, a posed mesh. What comes through deeper than `fold` is left
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
    int faces;         /* for hair, in place of poses */
    int rounds;
    uint64_t seed;
    float margin, most, fold;
    float press;     /* of scalp into the head                                      */
    float hair_most; /* of hair, in place of most and fold, which are for cloth     */
} pd_train_clear;
#define PD_TRAIN_CLEAR ((pd_train_clear){12, 40, 8, 4, 7001, 0.0015f, 0.014f, 0.010f, 0.004f, 0.006f})

/* The clothes, shoes or hair `item` of the wardrobe, alone on the model that it is of. ERR_MEMORY. */
pd_status pd_train_clear_item(pd_wardrobe *wardrobe, int item, const pd_smpl_model *model,
                              const pd_train_clear *how, pd_error *err);

/* All clothes, shoes and hair of the wardrobe, one after the other or in parallel, as the executor does it. ERR_MEMORY; ERR_INVALID: another model's. */
pd_status pd_train_clear_wardrobe(pd_wardrobe *wardrobe, const pd_smpl_model *model,
                                  const pd_train_clear *how, const pd_executor *executor,
                                  pd_train_progress progress, pd_error *err);

/* A pose of `index`, rotations (K,3,3) local to the parent: the joints of a model of SMPL's names that it has; the others rest. */
void pd_train_clear_pose(float *rotations, const pd_smpl_model *model, uint64_t index);

#endif
