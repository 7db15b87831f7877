#ifndef PD_FACTORY_WARDROBE_CUT_CLEAR_H
#define PD_FACTORY_WARDROBE_CUT_CLEAR_H
/* Keeps skin from coming through cloth: puts each bound garment (bind.h) on random bodies in random poses,
 * finds where visible skin lies outside of the cloth (pierce.h, at vertices and centres of triangles), and
 * changes the item there:
 *
 *     hides   skin that comes through is no longer drawn, if it and all of its neighbours are below cloth at
 *             rest on every body. Next to a hem a neighbour is bare, so the skin there stays: a hole would be
 *             visible
 *     rest    otherwise the triangle of cloth that the skin comes through moves out along the normal of the
 *             mean skin, by the largest depth over all bodies and poses plus `margin`. Its neighbours follow
 *             by 0.6 of that; the sum over all rounds stays below `most`
 *
 * Skin that comes through deeper than `fold` is ignored: it lies in a crease where the surface folds over
 * itself, and moving cloth by so much would be visible in all other poses.
 *
 * Hair and hats are tried on faces with expressions instead of poses, with the betas of proportion and face
 * drawn .7 times as wide. All skin of head and neck (scalp.h) is examined, and no other: what is counted here
 * is what posed-factory wardrobe --pierced counts. In this order:
 *
 *     buried   triangles of hair whose corners lie in the head on half of the bodies or more are dropped:
 *              nobody sees them
 *     scalp    hair turns the scalp that it covers on every body into a part of itself (scalp.h); a hat hides
 *              that scalp
 *     rounds   hair and hats are moved out as cloth is
 *     pierced  triangles of hair that skin still comes through, on a twelfth of the bodies or more, are
 *              dropped: a strand ends where it enters the skin. Hair that lies on the face is looked at on
 *              four times as many bodies
 *
 * The item itself is changed, so the result holds wherever the item is used: in a rig, on a page, in a posed
 * mesh.
 *
 * Poses    arms, legs and trunk at random angles within what people do, drawn with `seed`; betas ~ N(0,1).
 * Spaces   model space of the body model, metres.
 * Memory   allocates while it runs, frees before it returns. `hides`, and for hair the other arrays of the
 *          item too, are reallocated.
 * Threads  one thread an item. The same options give the same bytes for any executor.
 * Errors   as below. After an error the item is valid but may be changed in part.
 */
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

typedef struct pd_factory_clear {
    int bodies;      /* bodies that the item is tried on; 0 changes nothing             */
    int poses;       /* poses of each body, for cloth                                   */
    int faces;       /* expressions of each body, for hair and hats                     */
    int rounds;      /* times that bodies and poses are tried, 0 or more                */
    uint64_t seed;   /* seed of bodies, poses and expressions                           */
    float margin;    /* metres that cloth keeps from the skin after it was moved        */
    float most;      /* metres that a vertex of cloth may move in all                   */
    float fold;      /* metres: skin that comes through cloth deeper than this stays    */
    float press;     /* metres that the scalp below hair is pressed into the head       */
    float hair_most; /* metres, in place of `most` and `fold`, for hair and hats        */
} pd_factory_clear;
/* The options that the shipped wardrobe was made with. */
#define PD_FACTORY_CLEAR ((pd_factory_clear){12, 40, 8, 4, 7001, 0.0015f, 0.014f, 0.010f, 0.004f, 0.006f})

/* Clears the item with index `item`, worn alone on `model`, which must be the model that the wardrobe was
 * made for. ERR_MEMORY; ERR_LIMIT: the cap of hair has too many vertices. */
pd_status pd_factory_clear_item(pd_wardrobe *wardrobe, int item, const pd_smpl_model *model,
                                const pd_factory_clear *how, pd_error *err);

/* Clears all clothes, shoes, hair and hats of the wardrobe, one job of the executor each. ERR_INVALID: the
 * wardrobe was made for another model; otherwise the first error of pd_factory_clear_item. */
pd_status pd_factory_clear_wardrobe(pd_wardrobe *wardrobe, const pd_smpl_model *model,
                                    const pd_factory_clear *how, const pd_executor *executor,
                                    pd_progress progress, pd_error *err);

/* Draws the pose number `index`: rotations (K,3,3) local to the parent. Moves the joints with SMPL's names
 * that the model has; others stay at rest. */
void pd_factory_clear_pose(float *rotations, const pd_smpl_model *model, uint64_t index);

#endif
