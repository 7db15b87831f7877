#ifndef PD_FACTORY_WARDROBE_BIND_SCALP_H
#define PD_FACTORY_WARDROBE_BIND_SCALP_H
/* Finds the scalp of a body model, and adds a cap of scalp below hair to the hair.
 *
 * The scalp is the skin at the top of the head: vertices that have at least 0.99 of their weight on the joint
 * `head`, that no expression moves by more than 1 mm, that are connected to the landmark `head_top` through
 * such vertices, and that are not part of an ear. Hair is anchored to it, so that it follows the skull of
 * each person rather than the cheek that it touches.
 *
 * Skin below clothes is simply not drawn. Hair has gaps, so skin below hair must be drawn: it becomes a part
 * of the hair in the hair's colour, and is pressed into the head so that hair lies above it on every body:
 *
 *     cap     all triangles of the skin with at least one corner below hair. A corner below hair moves to t -
 *             press n; the others, at the edge, stay on the skin, so that cap and skin meet without a slit
 *     hides   the vertices below hair
 *
 * With a soft edge the outer ring of the cap fades by its texture (v of the texture coordinates is 1 at the
 * edge, piece.h): it lies 0.5 mm over the skin, and the skin there is drawn. What is hidden then lacks the
 * vertices below hair that have a neighbour which is not.
 *
 * Shapes   V vertices of the model.
 * Spaces   model space of the model, T-pose; metres.
 * Memory   grows the arrays of the item by realloc.
 * Threads  pure functions of their arguments.
 * Errors   ERR_MEMORY, ERR_LIMIT; the item is then valid and unchanged to a reader.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* Sets out (V) to 1 on the scalp, else 0; all 0 for a model without a joint `head` or a landmark `head_top`.
 * Returns false when memory ran out. */
bool pd_factory_scalp(unsigned char *out, const pd_smpl_data *model);

/* Sets out (V) to 1 on the skin of head and neck, of which head, neck and jaw have more than half of the
 * weight, else 0. Hair is looked at there. */
void pd_factory_head(unsigned char *out, const pd_smpl_data *model);

/* Adds to the scalp in `marks` (V) the nape: skin behind the head joint that head and neck hold (NAPE_LEAST
 * of its weight), that no expression moves by more than 1 mm, and that such skin connects with the scalp.
 * Hair that lies on it follows it. */
void pd_factory_add_nape(unsigned char *marks, const pd_smpl_data *model);

/* Appends the cap of the vertices that are marked in `under` (V) to the item, as its last part, with the
 * material of part `part`. Does not change what the item hides. ring (V): vertices below hair at a soft edge;
 * NULL: the edge is not soft. normals (V,3): of the mean skin. Nothing marked: the item stays. ERR_LIMIT: the
 * item would have more parts or vertices than allowed. */
pd_status pd_factory_cap(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                         const unsigned char *under, const unsigned char *ring, float press, int part,
                         pd_error *err);

/* Appends the cap with a soft edge, with the material of the first part, and lets the item hide exactly the
 * vertices in `under` but its ring. */
pd_status pd_factory_scalp_cap(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                               const unsigned char *under, float press, pd_error *err);

#endif
