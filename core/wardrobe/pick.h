#ifndef PD_WARDROBE_PICK_H
#define PD_WARDROBE_PICK_H
/* Chooses clothes and colours of skin, hair and eyes from a seed: the same seed gives the same result on any machine.
 *
 * Outfit, shoes and hair are drawn from the items of their slots with equal probability, except for a table of weights by name for items that one
 * gender wears more or only one gender wears (women's clothes, a suit with a tie, some hair); one person in twelve has a hat; items of the face
 * are the standard ones. The tone of the skin is uniform over 0.08 .. 0.95; colours of hair and iris are drawn from two tables of weights, for
 * tones below 0.5 and above: dark skin goes with dark eyes and mostly black hair. Both tables are guesses that give a plausible crowd, not from a
 * survey.
 *
 * Memory   allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/smpl/people/people.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

/* Chooses an outfit and a palette. gender: of the body; neutral ignores the weights of the genders. */
void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *wardrobe,
                      uint64_t seed, pd_smpl_gender gender);

/* Turns the hair of a palette grey or white when the person is old enough: at 40 to 72 years by the seed. */
void pd_wardrobe_grey(pd_wardrobe_palette *palette);

#endif
