#ifndef PD_TOOLS_DRAW_DRAW2D_H
#define PD_TOOLS_DRAW_DRAW2D_H
/* Draws lines, dots and boxes on an RGB picture, anti-aliased by the distance from the pixel's centre.
 * Coordinates in pixels, y down. Parts outside the picture and shapes with coordinates that are not finite
 * are not drawn. */
#include "core/io/mesh/png.h"

#include <stdint.h>

/* Draw a line of `width` pixels, a filled disc, and a filled rectangle. */
void pd_tool_draw_line(pd_io_image *picture, double x0, double y0, double x1, double y1, double width,
                       const uint8_t rgb[3]);
void pd_tool_draw_dot(pd_io_image *picture, double x, double y, double radius, const uint8_t rgb[3]);
void pd_tool_draw_box(pd_io_image *picture, int left, int top, int width, int height, const uint8_t rgb[3]);

#endif
