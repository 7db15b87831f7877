#ifndef PD_TOOLS_DRAW_PLOT_H
#define PD_TOOLS_DRAW_PLOT_H
/* Draws line charts as SVG, where text stays text, or as an RGB picture for PNG, from one description.
 *
 *     pd_tool_plot plot = {.title = "Model generalisation", .x_label = "betas", .y_label = "mm", .lines =
 *     lines,
 *                          .line_count = 4};
 *     pd_tool_plot_svg(&buffer, &plot);
 *
 * The index of a line in the list determines its colour and marker; a legend stands below the title. The y
 * axis begins at 0. Points that are not finite are left out. Ticks are 1, 2 or 5 times a power of ten; on a
 * logarithmic x axis they are the x values of the first line.
 */
#include "core/base/buffer.h"
#include "core/io/mesh/png.h"

#define PD_TOOL_PLOT_LINES 8

typedef struct pd_tool_line {
    const char *name;
    const double *x, *y; /* (count) */
    int count;
    int dashed;
} pd_tool_line;

typedef struct pd_tool_plot {
    const char *title, *x_label, *y_label;
    const pd_tool_line *lines;
    int line_count;
    int log_x;         /* 1: logarithmic x axis; all x > 0 */
    int width, height; /* units of the SVG; 0: 640 x 420   */
} pd_tool_plot;

/* Appends the chart as SVG. A failed allocation is recorded in the buffer. */
void pd_tool_plot_svg(pd_buffer *out, const pd_tool_plot *plot);
/* `scale` pixels a unit, 1 to 4. Allocates the picture. */
pd_status pd_tool_plot_image(pd_io_image *picture, const pd_tool_plot *plot, int scale, pd_error *err);

#endif
