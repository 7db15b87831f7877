#ifndef PD_WARDROBE_RIG_FIT_H
#define PD_WARDROBE_RIG_FIT_H
/* Moves the skin of a rigged file inward below its clothes. A program that poses the file by its joints does
 * not raise cloth out of the skin (dress.h), so that skin between two vertices of coarser cloth would come
 * through it in bends.
 *
 *     r_i -= DEPTH smoothstep(d_i / FADE) n_i           skin vertex i below cloth; n: normal, d: distance
 *                                                       along the skin to skin that is not covered
 *
 * Only the rest shape of the skin moves, and only where it is seen and cloth covers it at rest. Morph targets
 * are differences from the rest shape and stay as they are. Clothes are items of the slot outfit.
 *
 * Spaces   the rest pose of the body model, metres.
 * Memory   allocates while it runs.   Threads  pure.   Errors  ERR_MEMORY.
 */
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

/* An item on a body at rest, and the skin below it. */
typedef struct pd_wardrobe_rig_cover {
    const pd_smpl_data *data; /* data of the body model */
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
