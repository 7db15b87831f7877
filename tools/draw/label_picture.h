#ifndef PD_TOOLS_DRAW_LABEL_PICTURE_H
#define PD_TOOLS_DRAW_LABEL_PICTURE_H
/* Draws the labels of a motion: strips of at most 12 seconds, one below the other.
 *
 *     above      the gaits, 0 to 1
 *     middle     heights of toes and heels over their planted height, 0 to 0.4 m (left red, right blue; heels
 *                light); the speed of the hips, 0 to 4 m/s (magenta); the phase, 0 to 1 (grey)
 *     below      contacts: left heel, left toe, right heel, right toe
 *
 * Units    seconds along x, 60 frames each.
 */
#include "core/io/mesh/png.h"
#include "train/motion/label.h"

/* Draws a labelled motion. Allocates the picture. */
pd_status pd_tool_label_picture(pd_io_image *picture, const pd_character_motion *motion, pd_error *err);

#endif
