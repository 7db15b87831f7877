#ifndef PD_TRAIN_MOTION_STYLE_H
#define PD_TRAIN_MOTION_STYLE_H
/* Who moves: the captured people, by name, as an input of the network (core/pfnn/network/layout.h), so that it does not average over them.
 *
 * A name is that of the folder on top, digits at its end dropped, and of the person: "cmu2/acclaim/127/127_03.amc" and
 * "cmu3/acclaim/127/127_33.amc" are of "cmu-127". A person captured for less than a least time is no style: such
 * motion, and all rows sampled without their style (row_sampler.h), teach a style-free way to move.
 *
 * Units    seconds.
 */
#include "core/pfnn/capture/motion.h"

#define PD_TRAIN_STYLE_LEAST 24.0 /* s that somebody moves, standing left out: two dozen strides */

/* Of a motion's name (or its copy's). */
void pd_train_motion_style(pd_model_name out, const char *motion_name);
/* Fills motions->styles, sorted by name, with everybody who moves for least_s in labelled capture, 64 at most. */
void pd_train_styles_find(pd_pfnn_motions *motions, double least_s);
/* Number of the motion's style, -1: none. */
int pd_train_style_of(const pd_pfnn_styles *styles, const char *motion_name);

#endif
