#ifndef PD_WARDROBE_RIG_FIT_H
#define PD_WARDROBE_RIG_FIT_H
/* Fits the skin and the clothes of a rigged file to each other. A program that poses the file by its joints does not raise cloth out of the skin
 * (dress.h), so skin would come through cloth in bends.
 *
 *     w_j  = (1 - s_j) w_j + s_j sum_a a_ja w_a         cloth vertex j: the skin weights at its anchors a (wardrobe.h), the four largest
 *     r_i -= DEPTH smoothstep(d_i / FADE) n_i           skin vertex i below cloth; n: normal, d: distance along the skin to skin that is not covered
 *
 * With the first, cloth moves as the skin below it. The second leaves room for what remains, such as skin between two vertices of coarser cloth.
 *
 * s is 1 with these exceptions: it falls to 0
 *     where skin within several centimetres is hidden: nothing can come through
 *     where the own weights differ much from those of the anchors: cloth over a gap (armpits, crotch) was smoothed when it was learned
 *     towards the neck, where collars keep their own weights
 *     on a skirt below the waist, whose sides move with the leg of their side (train/wardrobe/skirt.h)
 *
 * Only the rest shape of the skin moves, and only where it is seen and cloth covers it at rest. Morph targets are differences from the rest shape and
 * stay as they are. Clothes are items of the slot outfit. Shoes, hair, hats and glasses keep their weights.
 *
 * Spaces   the rest pose of the body model, metres.
 * Memory   _weights allocates nothing that remains; _skin allocates while it runs.   Threads  pure functions.   Errors  ERR_MEMORY.
 */
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

/* Returns whether the items of a slot are fitted. */
static inline bool pd_wardrobe_is_rig_fitted(pd_wardrobe_slot slot)
{
    return slot == PD_WARDROBE_OUTFIT;
}

/* Computes joints and weights, (n,4), that an item has in a rigged file. The weights of a vertex sum to 1. hidden (V): 1 for skin that worn items
 * hide. */
pd_status pd_wardrobe_rig_fit_weights(uint8_t *joints, float *weights, const pd_wardrobe_item *item,
                                      const unsigned char *hidden, const pd_smpl_model *model, pd_error *err);

/* An item on a body at rest, and the skin below it. */
typedef struct pd_wardrobe_rig_cover {
    const pd_smpl_data *data; /* of the body model */
    const pd_wardrobe_item *item;
    const float *worn;           /* (corner_count,3) the item's corners on this body               */
    const uint16_t *faces;       /* (face_count,3) corners of the item's triangles that are drawn  */
    const float *normals;        /* (V,3) unit normals of the skin                                 */
    const unsigned char *hidden; /* (V) 1 for skin that worn items hide, which is not drawn        */
    int face_count;
} pd_wardrobe_rig_cover;

/* Moves the skin (V,3) below the item inward. */
pd_status pd_wardrobe_rig_fit_skin(float *skin, const pd_wardrobe_rig_cover *cover, pd_error *err);

#endif
