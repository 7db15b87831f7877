#ifndef PD_WARDROBE_HAIR_LOSS_H
#define PD_WARDROBE_HAIR_LOSS_H
/* Hair loss with age: where on the head hair is lost, and what is left of a head of hair.
 *
 *     loss    0: all hair, 1: the highest grade of the pattern
 *     men     Norwood-Hamilton, grade = 1 + 6 loss: temples recede (II, III), then the middle of the hairline
 *             and a disc at the crown (IV, V), both meet (VI), a wreath is left (VII)
 *     women   Ludwig, grade = 3 loss: hair thins over an oval behind the hairline, which stays
 *
 * Places on the head are two angles about the centre of an ellipsoid in the skull of the garments' template:
 * `forward` from the top (0) to the hairline (about 54 degrees) or to the back of the head (-90), `aside`
 * from the middle (0) to the ear (90). The outlines of the grades in these angles are a table that was drawn
 * after Norwood's and Ludwig's figures, by looking at portraits.
 *
 * Hair that is lost disappears in two ways: texture coordinates v move towards 1, where the texture of hair
 * has only few strands and then none (piece.h), and triangles without a strand are left out. So every program
 * that draws the texture draws the loss.
 *
 * Spaces   template of the wardrobe's body model.
 * Memory   allocates what is said to be freed.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

/* The ellipsoid, and the pattern of one person. */
typedef struct pd_wardrobe_hair_loss {
    float middle[3], half[3]; /* metres */
    float loss;
    bool is_male;
} pd_wardrobe_hair_loss;

/* Returns whether hair loss shows on an outfit: it has hair and no hat,
 * and the wardrobe has the template of the skin. */
bool pd_wardrobe_hair_can_be_lost(const pd_wardrobe *wardrobe, const pd_wardrobe_outfit *outfit);
/* Prepares the pattern of a person; the wardrobe has the template of the skin. Neither women nor men: the
 * pattern of men. */
void pd_wardrobe_hair_loss_init(pd_wardrobe_hair_loss *out, const pd_wardrobe *wardrobe,
                                const pd_wardrobe_palette *palette);
/* Returns the share of the hair at a point on or over the head that is lost, 0..1. */
float pd_wardrobe_hair_lost(const pd_wardrobe_hair_loss *pattern, const float point[3]);

/* Makes an item of hair that is worn otherwise than the wardrobe has it: it shares all arrays with `hair` but
 * rest, uvs, faces and parts, which the caller fills and _deinit frees.
 * Returns false without memory; *out is then empty. */
bool pd_wardrobe_worn_hair_alloc(pd_wardrobe_item *out, const pd_wardrobe_item *hair);
/* Fills faces and parts of such an item with the triangles of `hair` for which `keeps` returns true. */
void pd_wardrobe_worn_hair_keep(pd_wardrobe_item *out, const pd_wardrobe_item *hair,
                                bool (*keeps)(const void *ctx, const pd_wardrobe_item *hair,
                                              const uint16_t face[3]),
                                const void *ctx);
void pd_wardrobe_worn_hair_deinit(pd_wardrobe_item *hair);
/* Makes such an item of what is left of a head of hair. Hair beside the place where it is lost lies closer to
 * the head. Returns false without memory; *out is then empty. */
bool pd_wardrobe_thin_hair_init(pd_wardrobe_item *out, const pd_wardrobe_item *hair,
                                const pd_wardrobe *wardrobe, const pd_wardrobe_hair_loss *pattern);
/* Sets bare (V) to 1 where the skin has lost hair and around, so that hair does not hide it; elsewhere 0. */
void pd_wardrobe_hair_loss_bare(unsigned char *bare, const pd_wardrobe *wardrobe,
                                const pd_wardrobe_hair_loss *pattern);

#endif
