#ifndef PD_WARDROBE_HAT_H
#define PD_WARDROBE_HAT_H
/* Presses hair under a hat: without that it would come through the brim or stand off beside it.
 *
 *     axis   the vertical line through the middle of the hat's crown
 *     rim    where the crown ends, above the brim if there is one: for each direction around the axis its
 *            height Y, and the distance R from the axis
 *
 * A vertex of hair at distance r from the axis, h below the rim in its direction, comes nearer to the axis:
 *
 *     r' = r - w max(0, r - (R - PD_WARDROBE_HAT_ROOM))    w = 1 above the rim and falls to 0 at h =
 *                                                          PD_WARDROBE_HAT_REACH
 *
 * but no nearer than the skin that it is anchored to. Above the rim it comes inside of the crown. Hair more
 * than PD_WARDROBE_HAT_INSIDE above the rim is lowered to that height, because hair may be higher than the
 * hat, and triangles that lie there with all corners are left out.
 *
 * Spaces   rest positions, metres, y upwards.
 * Memory   allocates what _deinit frees.
 * Threads  pure functions. Errors none.
 */
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_HAT_ROOM   0.003f /* metres between hair and the crown */
#define PD_WARDROBE_HAT_INSIDE 0.015f /* metres above the rim from which hair is out of sight */
#define PD_WARDROBE_HAT_REACH  0.07f  /* metres below the rim in which hair is pressed */

/* Makes the item of hair as it is worn under a hat. It shares all arrays with `hair` but rest, uvs, faces and
 * parts, which pd_wardrobe_worn_hair_deinit (hair_loss.h) frees. body: template of the skin, NULL: none.
 * Returns false when out of memory; *out is then empty. */
bool pd_wardrobe_pressed_hair_init(pd_wardrobe_item *out, const pd_wardrobe_item *hair,
                                   const pd_wardrobe_item *hat, const float *body);

#endif
