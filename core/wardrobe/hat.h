#ifndef PD_WARDROBE_HAT_H
#define PD_WARDROBE_HAT_H
/* Finds the hair that would be seen through a hat: above its brim and outside of its crown.
 *
 * Hair whose anchors lie on skin that the hat hides is left out already (dress.h). Other hair stands in front of the hat when a fringe or a lock rises
 * higher than the brim. From a point in the middle of the head, as low as the hat's lowest vertex, such a vertex lies behind the hat: the segment to it,
 * longer by PD_WARDROBE_HAT_NEAR, meets the hat. Hair below the brim or inside the crown is met first.
 *
 * Spaces   rest positions of both items, metres.   Memory   allocates while it runs.   Threads  pure function.
 */
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_HAT_NEAR 0.003f /* metres below the hat in which hair counts as outside */

/* Sets outside (hair->vertex_count) to 1 for vertices of hair outside of the hat, else to 0. Returns false when out of memory. */
bool pd_wardrobe_outside_hat(unsigned char *outside, const pd_wardrobe_item *hair,
                             const pd_wardrobe_item *hat);

#endif
