#include "tools/draw/plot.h"

#include "core/base/assert.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT       56.0 /* margins, in units of the SVG */
#define RIGHT      20.0
#define TOP        64.0
#define BOTTOM     44.0
#define TICKS_MAX  24
#define GLYPH      6.0 /* width of a letter of the smallest font, which is 8 units high */
#define LETTER     1.2 /* the size of text, of the smallest font */
#define TEXT_WIDTH (GLYPH * LETTER)

/* Okabe and Ito's colours: distinct for colour-blind eyes, and in grey. */
static const uint8_t colors[PD_TOOL_PLOT_LINES][3] = {{0, 114, 178},   {230, 159, 0}, {0, 158, 115},
                                                      {204, 121, 167}, {213, 94, 0},  {86, 180, 233},
                                                      {90, 90, 90},    {160, 140, 0}};
static const uint8_t ink[3] = {40, 44, 52}, faint[3] = {222, 224, 228};

/* Target of drawing: an SVG text or a picture. */
typedef struct canvas {
    pd_buffer *svg;
    pd_io_image *picture;
    double scale;
} canvas;

typedef struct axes {
    double x0, y0, width, height; /* the frame: left, top */
    double from, to, top;         /* x range (logarithms when log_x), y from 0 to top */
    double xs[TICKS_MAX], ys[TICKS_MAX];
    int x_count, y_count, log_x;
} axes;

/* --- both --- */

static void line(const canvas *c, double ax, double ay, double bx, double by, double width,
                 const uint8_t rgb[3])
{
    if (c->picture)
        pd_tool_raster_stroke(c->picture, ax * c->scale, ay * c->scale, bx * c->scale, by * c->scale,
                              width * c->scale, rgb);
    if (c->svg)
        pd_buffer_printf(c->svg,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#%02x%02x%02x\" "
                         "stroke-width=\"%.1f\" stroke-linecap=\"round\"/>\n",
                         ax, ay, bx, by, rgb[0], rgb[1], rgb[2], width);
}

/* anchor 0: x is the left end, 1: the middle, 2: the right end; y is the middle of the letters. */
static void text(const canvas *c, double x, double y, int anchor, const char *words)
{
    static const char *const anchors[] = {"start", "middle", "end"};

    if (c->picture) {
        int size = (int)lrint(LETTER * c->scale);
        double width = GLYPH * size * (double)strlen(words);
        pd_tool_raster_text(c->picture, (int)lrint(x * c->scale - anchor * width / 2),
                            (int)lrint(y * c->scale - 3.5 * size), size, words, ink);
    }

    if (!c->svg) return;
    pd_buffer_printf(c->svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#%02x%02x%02x\">", x,
                     y + 4, anchors[anchor], ink[0], ink[1], ink[2]);
    for (; *words; words++) {
        if (*words == '&') pd_buffer_text(c->svg, "&amp;");
        if (*words == '<') pd_buffer_text(c->svg, "&lt;");
        if (*words == '>') pd_buffer_text(c->svg, "&gt;");
        if (!strchr("&<>", *words) && (unsigned char)*words >= 32) pd_buffer_add(c->svg, words, 1);
    }

    pd_buffer_text(c->svg, "</text>\n");
}

/* Draws the marker of a line. Lines have different ones in turn: square, diamond, cross, plus. */
static void marker(const canvas *c, double x, double y, int number)
{
    static const double shapes[4][8] = {{-1, -1, 1, -1, 1, 1, -1, 1},
                                        {-1.3, 0, 0, -1.3, 1.3, 0, 0, 1.3},
                                        {-1, -1, 1, 1, -1, 1, 1, -1},
                                        {-1.3, 0, 1.3, 0, 0, -1.3, 0, 1.3}};
    const double *s = shapes[number % 4];
    const double r = 2.6;
    int closed = number % 4 < 2;

    for (int k = 0; k < 4; k += closed ? 1 : 2) {
        int n = (k + 1) % 4;
        line(c, x + r * s[2 * k], y + r * s[2 * k + 1], x + r * s[2 * n], y + r * s[2 * n + 1], 1.6,
             colors[number % PD_TOOL_PLOT_LINES]);
    }
}

/* --- axes --- */

static double nice_step(double range, int most)
{
    PD_ASSERT(most > 0);
    double raw = range / most;
    double power = pow(10, floor(log10(raw)));
    for (int k = 0; k < 3; k++) {
        static const double steps[] = {1, 2, 5};
        if (steps[k] * power >= raw * (1 - 1e-9)) return steps[k] * power;
    }

    return 10 * power;
}

static axes measure_plot(const pd_tool_plot *plot, double width, double height)
{
    axes a = {.x0 = LEFT, .y0 = TOP, .width = width - LEFT - RIGHT, .height = height - TOP - BOTTOM};
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    double top = 0;

    for (int n = 0; n < plot->line_count; n++)
        for (int i = 0; i < plot->lines[n].count; i++) {
            if (!isfinite(plot->lines[n].x[i]) || !isfinite(plot->lines[n].y[i])) continue;
            low = fmin(low, plot->lines[n].x[i]);
            high = fmax(high, plot->lines[n].x[i]);
            top = fmax(top, plot->lines[n].y[i]);
        }

    a.log_x = plot->log_x && low > 0;
    if (!(high > low)) {
        low = isfinite(low) ? low : 0;
        high = low + 1;
    }

    a.from = low;
    a.to = high;
    if (plot->log_x) {
        const pd_tool_line *l = &plot->lines[0];
        for (int i = 0; i < l->count && a.x_count < TICKS_MAX; i++) a.xs[a.x_count++] = l->x[i];
    } else {
        double each = nice_step(a.to - a.from, 10);
        for (double x = ceil(a.from / each - 1e-9) * each; x <= a.to + each * 1e-6 && a.x_count < TICKS_MAX;
             x += each)
            a.xs[a.x_count++] = x;
    }

    if (a.log_x) {
        a.from = log(low);
        a.to = log(high);
    }

    double step = nice_step(top > 0 ? top : 1, 6);
    a.top = step * ceil((top > 0 ? top : 1) / step - 1e-9);
    for (double y = 0; y <= a.top + step * 1e-6 && a.y_count < TICKS_MAX; y += step) a.ys[a.y_count++] = y;

    return a;
}

static double x_of(const axes *a, double x)
{
    return a->x0 + a->width * ((a->log_x ? log(x) : x) - a->from) / (a->to - a->from);
}

static double y_of(const axes *a, double y)
{
    return a->y0 + a->height * (1 - y / a->top);
}

/* Draws a segment. Draws a dashed one as pieces, so that both kinds of canvas look the same. */
static void segment(const canvas *c, const double p[4], int dashed, const uint8_t rgb[3])
{
    double length = hypot(p[2] - p[0], p[3] - p[1]);
    double period = dashed ? 12 : length + 1;
    int pieces = length > 0 ? (int)ceil(length / period) : 0;

    for (int i = 0; i < pieces; i++) {
        double t = i * period / length;
        double u = dashed ? fmin(1, t + 7 / length) : 1;
        line(c, p[0] + t * (p[2] - p[0]), p[1] + t * (p[3] - p[1]), p[0] + u * (p[2] - p[0]),
             p[1] + u * (p[3] - p[1]), 2, rgb);
    }
}

static void draw_plot(const canvas *c, const pd_tool_plot *plot, double width, double height)
{
    axes a = measure_plot(plot, width, height);
    char words[32];
    double bottom = a.y0 + a.height;
    double last = -HUGE_VAL;

    for (int i = 0; i < a.y_count; i++) {
        double y = y_of(&a, a.ys[i]);
        snprintf(words, sizeof words, "%g", fabs(a.ys[i]) < 1e-12 ? 0 : a.ys[i]);
        line(c, a.x0, y, a.x0 + a.width, y, 0.8, faint);
        text(c, a.x0 - 7, y, 2, words);
    }

    for (int i = 0; i < a.x_count; i++) {
        double x = x_of(&a, a.xs[i]);
        snprintf(words, sizeof words, "%g", fabs(a.xs[i]) < 1e-12 ? 0 : a.xs[i]);
        line(c, x, bottom, x, bottom + 4, 1, ink);
        if (x - last < TEXT_WIDTH * ((double)strlen(words) + 1)) continue;
        text(c, x, bottom + 13, 1, words);
        last = x;
    }

    line(c, a.x0, bottom, a.x0 + a.width, bottom, 1, ink);
    text(c, a.x0 + a.width / 2, bottom + 31, 1, plot->x_label);
    text(c, 8, a.y0 - 14, 0, plot->y_label);
    text(c, 8, 14, 0, plot->title);

    /* Draw the legend. */
    double left = 8;
    for (int n = 0; n < plot->line_count; n++) {
        const uint8_t *rgb = colors[n % PD_TOOL_PLOT_LINES];
        line(c, left, 32, left + 9, 32, 2, rgb);
        line(c, left + 13, 32, left + 22, 32, 2, rgb);
        if (!plot->lines[n].dashed) line(c, left + 9, 32, left + 13, 32, 2, rgb);
        marker(c, left + 11, 32, n);
        text(c, left + 28, 32, 0, plot->lines[n].name);
        left += 28 + TEXT_WIDTH * ((double)strlen(plot->lines[n].name) + 2);
    }

    for (int n = 0; n < plot->line_count; n++) {
        const pd_tool_line *l = &plot->lines[n];
        int have = 0;
        double p[4] = {0};
        for (int i = 0; i < l->count; i++) {
            if (!isfinite(l->x[i]) || !isfinite(l->y[i]) || (a.log_x && !(l->x[i] > 0))) continue;
            p[2] = x_of(&a, l->x[i]);
            p[3] = y_of(&a, l->y[i]);
            if (have) segment(c, p, l->dashed, colors[n % PD_TOOL_PLOT_LINES]);
            marker(c, p[2], p[3], n);
            p[0] = p[2];
            p[1] = p[3];
            have = 1;
        }
    }
}

static void size_of(const pd_tool_plot *plot, int *width, int *height)
{
    *width = plot->width > 0 ? plot->width : 640;
    *height = plot->height > 0 ? plot->height : 420;
}

void pd_tool_plot_svg(pd_buffer *out, const pd_tool_plot *plot)
{
    int width, height;

    size_of(plot, &width, &height);
    const canvas c = {out, NULL, 1};
    pd_buffer_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"DejaVu Sans, Helvetica, sans-serif\" font-size=\"12\">\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
        width, height, width, height, width, height);
    draw_plot(&c, plot, width, height);
    pd_buffer_text(out, "</svg>\n");
}

pd_status pd_tool_plot_image(pd_io_image *picture, const pd_tool_plot *plot, int scale, pd_error *err)
{
    int width, height;

    size_of(plot, &width, &height);
    if (scale < 1 || scale > 4) return pd_fail(err, PD_ERR_RANGE, "scale", "%d; 1 to 4 allowed", scale);
    pd_status status = pd_io_image_init(picture, width * scale, height * scale, 3, 8, err);
    if (status != PD_OK) return status;
    memset(picture->samples, 255, 3 * (size_t)picture->width * (size_t)picture->height);
    const canvas c = {NULL, picture, scale};
    draw_plot(&c, plot, width, height);

    return PD_OK;
}
