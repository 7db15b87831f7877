#ifndef PD_WARDROBE_PICK_H
#define PD_WARDROBE_PICK_H
/* Chooses clothes and colours of skin, hair and eyes from a seed: the same seed gives the same result on any
 * machine.
 *
 * Version 1 of the rules; those of clothes are replaced in version 2 by occasion.h.
 *
 * Items are drawn with the weights that the wardrobe has of how often women and men wear each; shoes and hats
 * share a style with the outfit. One person in twelve has a hat, one in five glasses, one man in three a
 * beard; items of the face are the standard ones. The tone of the skin is uniform over 0.08 .. 0.95. Colours
 * of hair and iris are drawn from two tables of weights, for tones below 0.5 and above: dark skin goes with
 * dark eyes and mostly black hair. Weights and tables are guesses that give a plausible crowd; no survey was
 * used.
 *
 * Memory   allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/base/rng.h"
#include "core/smpl/data/ancestry.h"
#include "core/smpl/people/people.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

/* Chooses an outfit and a palette. gender: of the body; neutral ignores the weights of the genders. */
void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *wardrobe,
                      uint64_t seed, pd_smpl_gender gender);

/* Chooses the tone of the skin and the colours of hair and iris for a face of this ancestry (shares of
 * african, asian and european, core/smpl/data/ancestry.h), by the palette's seed. Each group has a mean tone
 * and colours; the strongest group decides the colours. The tones are guesses, not from a survey. */
void pd_wardrobe_pick_tones(pd_wardrobe_palette *palette, const double ancestry[PD_SMPL_ANCESTRY_COUNT]);
/* Draws the hair of a seed again by ancestry: many people of African ancestry have tightly curled hair, as an
 * afro or clipped, and nobody without it has an afro. The probability grows linearly with the
 * share of African ancestry, to .5 of women and .85 of men. Who has no hair keeps none. Probabilities and
 * weights are guesses. From version 3 of the rules on; for hair that was drawn, not asked for. */
void pd_wardrobe_pick_hair(pd_wardrobe_outfit *outfit, const pd_wardrobe *wardrobe, uint64_t seed,
                           pd_smpl_gender gender, const double ancestry[PD_SMPL_ANCESTRY_COUNT]);
/* Sets the palette's share of white hairs by age, sex and seed, for every colour of hair:
 *
 *     grey = (age - first) / GREY_YEARS, 0 to 1       first ~ N(44.3, 15) years for women, N(42.5, 15) for
 *                                                     men, at least 20
 *
 * `first` is the age of the first white hairs. Its distribution and GREY_YEARS were fitted to Panhard et al.
 * 2012 ("Greying of the human hair: a worldwide survey", Br J Dermatol 167, 4,192 people): from 45 to 65
 * years 71 % of women and 78 % of men have grey hair, 27 % of their hairs on average; from 61 to 65 years 91
 * % have, 40 %. The survey found later greying in people of African and Asian descent, without numbers in its
 * abstract: left out. */
void pd_wardrobe_grey(pd_wardrobe_palette *palette);
/* Sets the palette's hair loss (hair_loss.h) by age, sex, ancestry and seed. ancestry: shares as in
 * pd_wardrobe_pick_tones; NULL: equal shares.
 *
 *     Norwood's grade of men    3 + 3 (age - onset) / 25 years, 1 to 7
 *         onset of III: log-normal, deviation of the logarithm 0.61
 *     Ludwig's grade of women   1 + (age - onset) / 20 years, 0 to 3         onset of I:   log-normal, 0.8
 *
 * Medians of onset, years: a mixture is the mean of the logarithms.
 *
 *               men  women
 *     european   43     95
 *     asian      82    160
 *     african    89    160
 *
 * Fitted to the shares of men with Norwood III or more: 16 % from 18 to 29 and 53 % from 40 to 49 years in
 * Ohio (Rhodes et al. 1998, Dermatol Surg 24:1330); 80 % at 70, 50 to 60 % with VI or VII, and four times
 * less often in African-American than in white men (reviewed in Br J Dermatol 2011, 164:5); by decade from 20
 * to over 70, in percent, 2.3, 4.0, 10.8, 24.5, 34.3, 46.9 of 5,531 Koreans (Paik et al. 2001, Br J Dermatol
 * 145:95) and 2.8, 13.3, 21.4, 31.9, 36.2, 41.4 of Chinese (Wang et al. 2010, Br J Dermatol 162:843). Women
 * with Ludwig I or more: 0.2, 2.3, 3.8, 7.4, 11.7, 24.7 and 1.3, 2.3, 5.4, 7.5, 10.3, 11.8 in the same
 * surveys; 3 to 6 % below 30 and 29 to 42 % from 70 on in the United Kingdom and the United States. No survey
 * of African women is known: the numbers of Asian women stand for them. Years from grade to grade follow from
 * the share of VI at 70; those of women are a guess. */
void pd_wardrobe_lose_hair(pd_wardrobe_palette *palette, const double ancestry[PD_SMPL_ANCESTRY_COUNT]);
/* Replaces long hair of a man who has lost much of it, Norwood's grade IV or more: hair that hangs 6 cm or
 * more below the tip of the nose. By the palette's seed another head of hair is drawn as for any man, of
 * those that are shorter; without one the hair stays. For hair that was drawn, not asked for. */
void pd_wardrobe_cut_thin_hair(pd_wardrobe_outfit *outfit, const pd_wardrobe *wardrobe,
                               const pd_wardrobe_palette *palette);
/* Replaces hair that hangs 6 cm or more below the tip of the nose by shorter hair, drawn by rng. */
void pd_wardrobe_cut_at_jaw(pd_wardrobe_outfit *outfit, const pd_wardrobe *wardrobe, pd_smpl_gender gender,
                            pd_rng *rng);
/* Replaces long hair of women by shorter one with age, by the palette's seed: hair that hangs 9 cm or more
 * below the tip of the nose, to the shoulders. The share of women who keep theirs is, of that at 19 years,
 * 0.75 at 29.5, 0.32 at 42.5, and 0.23 from 55 on: 44, 33, 14 and 10 % of 2,400 women in the United States
 * had hair to the shoulders or longer (14 to 24, 25 to 34, 35 to 50 and 50 to 60 years, a survey of 1972 in
 * Robbins and Robbins 2003, J Cosmet Sci 54:53). Only the ratios are taken: long hair is more frequent in the
 * wardrobe's weights. The shorter hair is drawn as for any woman. For hair that was drawn, not asked for. */
void pd_wardrobe_cut_with_age(pd_wardrobe_outfit *outfit, const pd_wardrobe *wardrobe,
                              const pd_wardrobe_palette *palette);

#endif
