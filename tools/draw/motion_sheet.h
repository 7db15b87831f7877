#ifndef PD_TOOLS_DRAW_MOTION_SHEET_H
#define PD_TOOLS_DRAW_MOTION_SHEET_H
/* A motion on one page, to be looked at: stick figures from the side, feet over time, the way from above.
 *
 *     row 1    16 poses evenly over the motion, seen from the figure's right
 *     row 2    16 poses 4 frames apart from the middle on: a step as it happens
 *     charts   heights of the toes over the ground with bars where they are planted; speed and the speed asked for
 *     map      the root's way, the path asked for, planted toes
 *
 * Left is red, right is blue; a filled dot at heel or toe is a contact.
 * Units metres, seconds as written on it.
 */
#include "core/anim/motion_quality.h"
#include "core/io/mesh/png.h"

/* Allocates the picture. title: one line. quality may be NULL. */
pd_status pd_tool_motion_sheet(pd_io_image *picture, const pd_anim_track *track,
                               const pd_anim_quality *quality, const char *title, pd_error *err);

#endif
