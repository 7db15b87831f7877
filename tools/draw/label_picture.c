#include "tools/draw/label_picture.h"

#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STRIP_SECONDS 12
#define STRIPS_MAX    40 /* eight minutes; the rest is not drawn */
#define WIDTH         1200.0
#define LEFT          84
#define RIGHT         20
#define TITLE         44
#define GAITS         50 /* heights of the parts of a strip, pixels */
#define HEIGHTS       96
#define BAR           9
#define AXIS          22
#define GAP           8
#define STRIP         (GAITS + GAP + HEIGHTS + 4 * BAR + AXIS + GAP)
#define HIGHEST       0.4 /* metres */
#define FASTEST       4.0 /* metres a second */

static const uint8_t gait_colors[PD_PFNN_GAITS][3] = {{120, 120, 120}, {0, 130, 60},  {230, 150, 0},
                                                      {150, 30, 40},   {0, 170, 200}, {0, 0, 0}};
static const char *const gait_names[PD_PFNN_GAITS] = {"stand", "walk", "jog", "crouch", "jump", "bump"};
static const uint8_t point_colors[PD_PFNN_CONTACTS][3] = {
    {245, 150, 145}, {205, 30, 30}, {150, 165, 245}, {30, 50, 210}};
static const char *const point_names[PD_PFNN_CONTACTS] = {"left heel", "left toe", "right heel", "right toe"};
static const uint8_t ink[3] = {40, 44, 52}, faint[3] = {222, 224, 228}, magenta[3] = {200, 60, 200},
                     grey[3] = {70, 70, 70};

typedef struct strip {
    pd_io_image *picture;
    const pd_character_motion *motion;
    const pd_train_foot_contacts *feet;
    int first, last; /* frames */
    double top, per_frame;
} strip;

static double x_of(const strip *s, double frame)
{
    return LEFT + (frame - s->first) * s->per_frame;
}

static double y_of(double bottom, double height, double part)
{
    return bottom - height * fmin(1, fmax(0, part));
}

static double gait_part(const strip *s, int t, int i)
{
    return (double)s->motion->gaits[t][i];
}

static double height_part(const strip *s, int t, int i)
{
    return s->feet->height[t][i] / HIGHEST;
}

static double speed_part(const strip *s, int t, int i)
{
    (void)i;
    return s->feet->root_speed[t] / FASTEST;
}

static double phase_part(const strip *s, int t, int i)
{
    (void)i;
    return s->motion->phase[t] - floor(s->motion->phase[t]);
}

typedef double part_of(const strip *, int t, int i);

static void curve(const strip *s, part_of *part, int i, double bottom, double height, double width,
                  const uint8_t rgb[3])
{
    for (int t = s->first; t < s->last; t++)
        pd_tool_raster_stroke(s->picture, x_of(s, t), y_of(bottom, height, part(s, t, i)), x_of(s, t + 1),
                              y_of(bottom, height, part(s, t + 1, i)), width, rgb);
}

static void label_picture_level(const strip *s, double y, const char *name)
{
    pd_tool_raster_stroke(s->picture, LEFT, y, x_of(s, s->last), y, 1, faint);
    pd_tool_raster_text(s->picture, LEFT - 6 - 6 * (int)strlen(name), (int)y - 4, 1, name, ink);
}

static pd_status draw_label_picture(pd_io_image *picture, const pd_character_motion *motion,
                                    const pd_train_foot_contacts *feet, pd_error *err)
{
    /* The motion in strips, the last one shorter; a short motion has one that fills the width. */
    int length = STRIP_SECONDS * 60;
    int count = (feet->count - 2) / length + 1;

    if (count > STRIPS_MAX) count = STRIPS_MAX;
    if (count == 1) length = feet->count - 1;

    int height = TITLE + count * STRIP;
    pd_status status = pd_io_image_init(picture, LEFT + (int)WIDTH + RIGHT, height, 3, 8, err);
    if (status != PD_OK) return status;

    memset(picture->samples, 255, 3 * (size_t)picture->width * (size_t)picture->height);

    /* Draw title and legend, and the names of the gaits in their colours from the right. */
    int x = picture->width - RIGHT;
    pd_tool_raster_text(picture, LEFT, 6, 1, motion->name, ink);
    pd_tool_raster_text(
        picture, LEFT, 20, 1,
        "above: share of each gait, 0 to 1; below: height of heels and toes over the ground; bars: "
        "planted; grey: phase of the step, 0 to 1; magenta: speed of the body, 0 to 4 m/s",
        ink);
    for (int i = PD_PFNN_GAITS - 2; i >= 0; i--) {
        x -= 6 * (int)strlen(gait_names[i]) + 10;
        pd_tool_raster_text(picture, x, 6, 1, gait_names[i], gait_colors[i]);
    }

    /* Draw the strips, one below the other. */
    for (int i = 0; i < count; i++) {
        strip s = {.picture = picture, .motion = motion, .feet = feet, .first = i * length};
        s.last = s.first + length < feet->count ? s.first + length : feet->count - 1;
        s.per_frame = WIDTH / length;
        s.top = TITLE + i * STRIP;

        /* Divide the strip from top to bottom: shares of gaits, heights of the feet,
         * bars of contacts, axis of time. */
        double gaits = s.top + GAITS;
        double heights = gaits + GAP + HEIGHTS;
        double axis = heights + 4 * BAR + 4;

        /* Shares of the gaits. */
        label_picture_level(&s, gaits, "0");
        label_picture_level(&s, gaits - GAITS, "1");
        for (int g = 0; g < PD_PFNN_GAITS - 1; g++)
            curve(&s, gait_part, g, gaits, GAITS, 1.6, gait_colors[g]);

        /* Heights, phase and speed share one scale. */
        label_picture_level(&s, heights, "0");
        label_picture_level(&s, heights - HEIGHTS / 2.0, "0.2 m");
        label_picture_level(&s, heights - HEIGHTS, "0.4 m");
        curve(&s, phase_part, 0, heights, HEIGHTS, 0.8, grey);
        curve(&s, speed_part, 0, heights, HEIGHTS, 1, magenta);

        for (int c = 0; c < PD_PFNN_CONTACTS; c++)
            curve(&s, height_part, c, heights, HEIGHTS, 1.3, point_colors[c]);

        /* Draw a bar for each contact while it lasts. */
        for (int c = 0; c < PD_PFNN_CONTACTS; c++) {
            double y = (heights + 3) + BAR * (c + 0.5);
            pd_tool_raster_text(s.picture, LEFT - 6 - 6 * (int)strlen(point_names[c]), (int)y - 4, 1,
                                point_names[c], ink);
            for (int t = s.first; t <= s.last; t++)
                if (s.motion->contacts[t][c])
                    pd_tool_raster_stroke(s.picture, x_of(&s, t), y, x_of(&s, fmin(t + 1, s.last)), y,
                                          BAR - 3, point_colors[c]);
        }

        /* Ticks of time: every second, or every quarter of one when the strip is short. */
        int step = s.per_frame * 15 < 70 ? 60 : 15; /* frames */
        for (int t = (s.first + step - 1) / step * step; t <= s.last; t += step) {
            char text[16];
            snprintf(text, sizeof text, "%.*f s", step < 60 ? 2 : 0, t / PD_CHARACTER_MOTION_RATE);
            pd_tool_raster_stroke(s.picture, x_of(&s, t), axis, x_of(&s, t), axis + 4, 1, ink);
            pd_tool_raster_text(s.picture, (int)x_of(&s, t) - 3 * (int)strlen(text), (int)axis + 6, 1, text,
                                ink);
        }
    }

    return PD_OK;
}

pd_status pd_tool_label_picture(pd_io_image *picture, const pd_character_motion *motion, pd_error *err)
{
    pd_train_foot_contacts feet;

    memset(picture, 0, sizeof *picture);
    pd_status status = pd_train_foot_contacts_init(&feet, motion, err);
    if (status == PD_OK) status = draw_label_picture(picture, motion, &feet, err);
    pd_train_foot_contacts_deinit(&feet);

    return status;
}
