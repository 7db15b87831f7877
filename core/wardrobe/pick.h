#ifndef PD_WARDROBE_PICK_H
#define PD_WARDROBE_PICK_H
/* Chooses clothes and colours of skin, hair and eyes from a seed: the same seed gives the same result on any machine.
 *
 * Items are drawn with the weights that the wardrobe has of how often women and men wear each; shoes and hats share a style with the outfit. One
 * person in twelve has a hat, one in five glasses, one man in three a beard; items of the face are the standard ones. Hair that covers an eye is never drawn: the
 * piece of it with a cut fringe takes its place. The tone of the skin is uniform over 0.08 .. 0.95; colours of hair and iris are drawn from two tables of weights, for
 * tones below 0.5 and above: dark skin goes with dark eyes and mostly black hair. Weights and tables are guesses that give a plausible crowd, not from a
 * survey.
 *
 * Memory   allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/smpl/data/ancestry.h"
#include "core/smpl/people/people.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

/* Chooses an outfit and a palette. gender: of the body; neutral ignores the weights of the genders. */
void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *wardrobe,
                      uint64_t seed, pd_smpl_gender gender);

/* Chooses the tone of the skin and the colours of hair and iris for a face of this ancestry (shares of african, asian and european,
 * core/smpl/data/ancestry.h), by the palette's seed. Each group has a mean tone and colours; the strongest group decides the colours. The tones are
 * guesses, not from a survey. */
void pd_wardrobe_pick_tones(pd_wardrobe_palette *palette, const double ancestry[PD_SMPL_ANCESTRY_COUNT]);
/* Sets the palette's share of white hairs by age, sex and seed, for every colour of hair:
 *
 *     grey = (age - first) / GREY_YEARS, 0 to 1       first ~ N(44.3, 15) years for women, N(42.5, 15) for men, at least 20
 *
 * `first` is the age of the first white hairs. Its distribution and GREY_YEARS were fitted to Panhard et al. 2012 ("Greying of the human hair: a worldwide
 * survey", Br J Dermatol 167, 4,192 people): from 45 to 65 years 71 % of women and 78 % of men have grey hair, 27 % of their hairs on average; from 61 to 65
 * years 91 % have, 40 %. The survey found later greying in people of African and Asian descent, without numbers in its abstract: left out. */
void pd_wardrobe_grey(pd_wardrobe_palette *palette);

#endif
