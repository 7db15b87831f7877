#include "tools/draw/draw2d.h"

#include "core/base/assert.h"

#include <math.h>

static void blend_draw2d(pd_io_image *picture, int x, int y, double part, const uint8_t rgb[3])
{
    uint8_t *pixel = (uint8_t *)picture->samples + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
    for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)lround(pixel[c] + part * (rgb[c] - pixel[c]));
}

static double distance_to_segment(double x, double y, double x0, double y0, double x1, double y1)
{
    double dx = x1 - x0;
    double dy = y1 - y0;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0;

    along = fmin(1, fmax(0, along));

    return hypot(x0 + along * dx - x, y0 + along * dy - y);
}

static int draw2d_clamp(double value, int most)
{
    return value < 0 ? 0 : value > most ? most : (int)value;
}

void pd_tool_draw_line(pd_io_image *picture, double x0, double y0, double x1, double y1, double width,
                       const uint8_t rgb[3])
{
    PD_ASSERT(width > 0);
    if (!isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1)) return;
    double reach = width / 2 + 1;
    if (fmax(x0, x1) < -reach || fmax(y0, y1) < -reach || fmin(x0, x1) > picture->width + reach ||
        fmin(y0, y1) > picture->height + reach)
        return;

    int left = draw2d_clamp(fmin(x0, x1) - reach, picture->width - 1);
    int right = draw2d_clamp(fmax(x0, x1) + reach, picture->width - 1);
    int top = draw2d_clamp(fmin(y0, y1) - reach, picture->height - 1);
    int low = draw2d_clamp(fmax(y0, y1) + reach, picture->height - 1);
    for (int y = top; y <= low; y++)
        for (int x = left; x <= right; x++) {
            double cover = width / 2 + 0.5 - distance_to_segment(x + 0.5, y + 0.5, x0, y0, x1, y1);
            if (cover > 0) blend_draw2d(picture, x, y, fmin(1, cover), rgb);
        }
}

void pd_tool_draw_dot(pd_io_image *picture, double x, double y, double radius, const uint8_t rgb[3])
{
    pd_tool_draw_line(picture, x, y, x, y, 2 * radius, rgb);
}

void pd_tool_draw_box(pd_io_image *picture, int left, int top, int width, int height, const uint8_t rgb[3])
{
    for (int y = top < 0 ? 0 : top; y < top + height && y < picture->height; y++)
        for (int x = left < 0 ? 0 : left; x < left + width && x < picture->width; x++)
            blend_draw2d(picture, x, y, 1, rgb);
}
