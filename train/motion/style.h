#ifndef PD_TRAIN_MOTION_STYLE_H
#define PD_TRAIN_MOTION_STYLE_H
/* Styles: the captured person, by name, as an input of the network (core/pfnn/layout.h), so that the network
 * does not average over people.
 *
 * A style's name joins that of the top folder, without digits at its end, and that of the person:
 * "cmu2/acclaim/127/127_03.amc" and "cmu3/acclaim/127/127_33.amc" both have "cmu-127". A person captured for
 * less than a least time gets no style: that motion, and all rows that are sampled without their style
 * (row_sampler.h), teach a way to move without style.
 *
 * Units    seconds.
 */
#include "core/character/capture/motion.h"

#define PD_TRAIN_STYLE_LEAST 24.0 /* seconds that a person must move, standing excluded: two dozen strides */

/* Writes the style's name for a motion's name, or for that of its augmented copy. */
void pd_train_motion_style(pd_model_name out, const char *motion_name);
/* Fills motions->styles with everybody who moves for least_s seconds in labelled capture,
 * sorted by name, 64 at most. */
void pd_train_styles_find(pd_character_motions *motions, double least_s);
/* Returns the index of the motion's style, -1: none. */
int pd_train_style_of(const pd_character_styles *styles, const char *motion_name);

#endif
