#ifndef PD_WARDROBE_PICK_H
#define PD_WARDROBE_PICK_H
/* What the person of a seed wears, and the colours of skin, hair and eyes: the same seed gives the same on any machine.
 *
 * Outfit, shoes and hair are drawn from the items of their slots, all equally likely but for what one gender wears more, or only one wears (a table of weights by
 * name: what is cut for a woman, a suit with a tie, heads of hair), and a hat for one in twelve; what belongs to the face is the standard. The tone of the
 * skin is uniform over 0.08 .. 0.95; colours of hair and iris are drawn from two tables of weights, for tones below 0.5 and above: dark
 * skin goes with dark eyes and mostly black hair. Both tables are guesses that give a plausible crowd, not from a survey.
 */
#include "core/smpl/people/people.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

/* gender: of the body; neutral draws from all alike. */
void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *wardrobe,
                      uint64_t seed, pd_smpl_gender gender);

#endif
