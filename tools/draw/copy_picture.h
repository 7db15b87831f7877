#ifndef PD_TOOLS_DRAW_COPY_PICTURE_H
#define PD_TOOLS_DRAW_COPY_PICTURE_H
/* Draws an augmented copy of a motion (train/augment/augment.h) below its original: poses at equal fractions
 * of both, the ground, dots where heels and toes are in contact, and both paths from above. The view depends
 * on the kind of copy:
 *
 *     crouch, terrain, fit         from the side: facing to the right
 *     slow                         from the side, at the same seconds of both
 *     arc                          from behind: the lean
 *
 * Left is blue, right is red. Units: metres. The picture is allocated: pd_io_image_deinit.
 */
#include "core/io/mesh/png.h"
#include "core/character/capture/motion.h"

#define PD_TOOL_COPY_WIDTH  1240
#define PD_TOOL_COPY_HEIGHT 372

/* Draws the picture of a copy and its original. ERR_MEMORY. */
pd_status pd_tool_copy_picture(pd_io_image *picture, const pd_character_motion *original,
                               const pd_character_motion *copy, pd_error *err);

#endif
