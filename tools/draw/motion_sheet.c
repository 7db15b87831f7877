#include "tools/draw/motion_sheet.h"

#include "tools/draw/draw2d.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define POSES      16
#define CELL       92 /* pixels: a pose's width */
#define ROW        190
#define SCALE      92.0 /* pixels a metre, of poses */
#define WIDTH      (POSES * CELL)
#define TITLE      44
#define CHART      130
#define MAP        420
#define STEP       4 /* frames between the poses of the second row */
#define CHARTS_TOP (TITLE + 2 * ROW)
#define HEIGHT     (CHARTS_TOP + MAP)
#define CHARTS     (WIDTH - MAP)

static const uint8_t ink[3] = {40, 40, 44}, grey[3] = {170, 170, 176}, pale[3] = {232, 232, 236};
static const uint8_t left_red[3] = {200, 60, 50}, right_blue[3] = {40, 90, 190}, green[3] = {40, 150, 70};

typedef struct page {
    pd_io_image *picture;
    const pd_anim_track *t;
    double side[PD_ANIM_TRACK_MAX_JOINTS]; /* metres to the left, mean over the motion */
} page;

static const float *joint_at(const pd_anim_track *t, int frame, int joint)
{
    return t->joints + 3 * ((size_t)frame * (size_t)t->joint_count + (size_t)joint);
}

/* In the root's frame: x to the left, z ahead. */
static void local(double out[3], const pd_anim_track *t, int frame, const float *p)
{
    const float *r = t->root + 3 * frame, *f = t->facing + 2 * frame;
    double x = p[0] - r[0], z = p[2] - r[2];
    out[0] = f[1] * x - f[0] * z;
    out[1] = p[1] - r[1];
    out[2] = f[0] * x + f[1] * z;
}

static void find_sides(page *p)
{
    for (int k = 0; k < p->t->joint_count; k++) {
        for (int i = 0; i < p->t->frame_count; i++) {
            double at[3];
            local(at, p->t, i, joint_at(p->t, i, k));
            p->side[k] += at[0] / p->t->frame_count;
        }
    }
}

static const uint8_t *side_colour(double x)
{
    return x > 0.03 ? left_red : x < -0.03 ? right_blue : ink;
}

/* ---- poses ---- */

static void draw_contacts(const page *p, int frame, double middle, double floor)
{
    for (int k = 0; k < 4; k++) {
        int side = k / 2, joint = k % 2 ? p->t->toes[side] : p->t->heels[side];
        double at[3];
        local(at, p->t, frame, joint_at(p->t, frame, joint));
        if (p->t->contacts[4 * frame + k] > (float)PD_ANIM_TRACK_CONTACT)
            pd_tool_draw_dot(p->picture, middle + SCALE * at[2], floor - SCALE * at[1], 3.2,
                             side ? right_blue : left_red);
    }
}

static void draw_ground(const page *p, int frame, double middle, double floor)
{
    for (int s = 0; s < 2; s++) {
        double at[3];
        float toe[3];
        memcpy(toe, joint_at(p->t, frame, p->t->toes[s]), sizeof toe);
        toe[1] = p->t->ground[2 * frame + s];
        local(at, p->t, frame, toe);
        double x = middle + SCALE * at[2], y = floor - SCALE * at[1];
        pd_tool_draw_line(p->picture, x - 14, y, x + 14, y, 1, s ? right_blue : left_red);
    }
}

static void draw_pose(const page *p, int frame, int cell, int top)
{
    const pd_anim_track *t = p->t;
    double middle = (cell + 0.5) * CELL, floor = top + ROW - 26;
    char label[32];
    pd_tool_draw_line(p->picture, cell * CELL, floor, (cell + 1) * CELL, floor, 1, pale);
    draw_ground(p, frame, middle, floor);
    for (int k = 0; k < t->joint_count; k++) {
        double a[3], b[3];
        if (t->parents[k] < 0) continue;
        local(a, t, frame, joint_at(t, frame, t->parents[k]));
        local(b, t, frame, joint_at(t, frame, k));
        pd_tool_draw_line(p->picture, middle + SCALE * a[2], floor - SCALE * a[1], middle + SCALE * b[2],
                          floor - SCALE * b[1], 2, side_colour(p->side[k]));
    }
    draw_contacts(p, frame, middle, floor);
    snprintf(label, sizeof label, "%.2f s", frame / t->rate);
    pd_tool_raster_text(p->picture, cell * CELL + 26, top + ROW - 14, 1, label, grey);
}

static void draw_rows(const page *p)
{
    int last = p->t->frame_count - 1, middle = p->t->frame_count / 2;
    for (int i = 0; i < POSES; i++) {
        int frame = (int)lround((double)i * last / (POSES - 1)), step = middle + STEP * i;
        draw_pose(p, frame, i, TITLE);
        draw_pose(p, step < last ? step : last, i, TITLE + ROW);
    }
}

/* ---- charts ---- */

/* A chart's place and its scale: values from 0 at the bottom. */
typedef struct chart {
    int top;
    double most;
} chart;

static double x_of(const page *p, int frame)
{
    return 34 + (double)frame * (CHARTS - 50) / p->t->frame_count;
}

static double y_of(const chart *c, double value)
{
    return c->top + CHART - 18 - fmin(1.05, value / c->most) * (CHART - 40);
}

static void draw_frame(const page *p, const chart *c, const char *title)
{
    char label[32];
    pd_tool_raster_text(p->picture, 34, c->top + 4, 1, title, ink);
    pd_tool_draw_line(p->picture, 34, y_of(c, 0), CHARTS - 16, y_of(c, 0), 1, grey);
    pd_tool_draw_line(p->picture, 34, y_of(c, c->most), CHARTS - 16, y_of(c, c->most), 1, pale);
    snprintf(label, sizeof label, "%.3g", c->most);
    pd_tool_raster_text(p->picture, 2, (int)y_of(c, c->most) - 4, 1, label, grey);
    for (int s = 0; s <= 10; s++) {
        int frame = (int)((double)s * p->t->frame_count / 10);
        snprintf(label, sizeof label, "%.1f", frame / p->t->rate);
        pd_tool_raster_text(p->picture, (int)x_of(p, frame) - 8, c->top + CHART - 12, 1, label, grey);
    }
}

static void draw_heights(const page *p, int top)
{
    chart c = {top, 0.3};
    draw_frame(p, &c, "toe heights over the ground, m; bars: planted");
    for (int s = 0; s < 2; s++)
        for (int i = 1; i < p->t->frame_count; i++) {
            const uint8_t *colour = s ? right_blue : left_red;
            double a = joint_at(p->t, i - 1, p->t->toes[s])[1] - p->t->ground[2 * (i - 1) + s];
            double b = joint_at(p->t, i, p->t->toes[s])[1] - p->t->ground[2 * i + s];
            pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, a), x_of(p, i), y_of(&c, b), 1, colour);
            if (p->t->contacts[4 * i + 2 * s + 1] > (float)PD_ANIM_TRACK_CONTACT)
                pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, 0) + 3 + 3 * s, x_of(p, i),
                                  y_of(&c, 0) + 3 + 3 * s, 2, colour);
        }
}

static double speed_at(const pd_anim_track *t, int frame)
{
    const float *a = t->root + 3 * (frame - 1), *b = t->root + 3 * frame;
    return hypot(b[0] - a[0], b[2] - a[2]) * t->rate;
}

static double asked_at(const pd_anim_track *t, int frame)
{
    return hypot(t->desired[2 * frame], t->desired[2 * frame + 1]);
}

static void draw_speeds(const page *p, int top)
{
    chart c = {top, 0.5};
    for (int i = 1; i < p->t->frame_count; i++) c.most = fmax(c.most, fmin(8, speed_at(p->t, i)));
    draw_frame(p, &c, "speed of the root, m/s; green: asked for");
    for (int i = 2; i < p->t->frame_count; i++) {
        pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, asked_at(p->t, i - 1)), x_of(p, i),
                          y_of(&c, asked_at(p->t, i)), 1.4, green);
        pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, speed_at(p->t, i - 1)), x_of(p, i),
                          y_of(&c, speed_at(p->t, i)), 1.4, ink);
    }
}

static void draw_phases(const page *p, int top)
{
    chart c = {top, 1};
    draw_frame(p, &c, "contacts: heel L, toe L, heel R, toe R from below");
    for (int k = 0; k < 4; k++)
        for (int i = 1; i < p->t->frame_count; i++) {
            double base = k * 0.25, a = p->t->contacts[4 * (i - 1) + k], b = p->t->contacts[4 * i + k];
            pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, base + 0.22 * a), x_of(p, i),
                              y_of(&c, base + 0.22 * b), 1, k < 2 ? left_red : right_blue);
        }
}

/* ---- map ---- */

typedef struct map {
    double x, z, scale; /* middle, pixels a metre */
} map;

static map map_of(const pd_anim_track *t)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < t->frame_count; i++)
        for (int c = 0; c < 2; c++) {
            low[c] = fmin(low[c], t->root[3 * i + 2 * c]);
            high[c] = fmax(high[c], t->root[3 * i + 2 * c]);
        }
    double span = fmax(1, fmax(high[0] - low[0], high[1] - low[1]) + 0.8);
    return (map){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (MAP - 40) / span};
}

/* From above: x to the left is left, +z is up. */
static void map_point(double out[2], const map *m, double x, double z)
{
    out[0] = CHARTS + MAP / 2.0 - (x - m->x) * m->scale;
    out[1] = CHARTS_TOP + MAP / 2.0 - (z - m->z) * m->scale;
}

static void map_line(const page *p, const map *m, const float *a, const float *b, int step, double width,
                     const uint8_t rgb[3])
{
    double from[2], to[2];
    map_point(from, m, a[0], a[step]);
    map_point(to, m, b[0], b[step]);
    pd_tool_draw_line(p->picture, from[0], from[1], to[0], to[1], width, rgb);
}

static void draw_path(const page *p, const map *m)
{
    const pd_anim_track *t = p->t;
    int segments = t->path_closed ? t->path_count : t->path_count - 1;
    for (int s = 0; s < segments; s++)
        map_line(p, m, t->path + 2 * s, t->path + 2 * ((s + 1) % t->path_count), 1, 1, green);
}

static void draw_map(const page *p)
{
    const pd_anim_track *t = p->t;
    map m = map_of(t);
    char label[48];
    draw_path(p, &m);
    for (int i = 1; i < t->frame_count; i++)
        map_line(p, &m, t->root + 3 * (i - 1), t->root + 3 * i, 2, 1.4, grey);
    for (int i = 0; i < t->frame_count; i++)
        for (int s = 0; s < 2; s++) {
            double at[2];
            const float *toe = joint_at(t, i, t->toes[s]);
            map_point(at, &m, toe[0], toe[2]);
            if (t->contacts[4 * i + 2 * s + 1] > (float)PD_ANIM_TRACK_CONTACT)
                pd_tool_draw_dot(p->picture, at[0], at[1], 1.4, s ? right_blue : left_red);
        }
    for (int i = 0; i < t->frame_count; i += (int)t->rate) {
        const float *r = t->root + 3 * i,
                    ahead[3] = {r[0] + 0.25f * t->facing[2 * i], 0, r[2] + 0.25f * t->facing[2 * i + 1]};
        map_line(p, &m, r, ahead, 2, 1, ink);
    }
    snprintf(label, sizeof label, "from above, %.1f m wide", MAP / m.scale);
    pd_tool_raster_text(p->picture, CHARTS + 12, CHARTS_TOP + 4, 1, label, ink);
}

/* ---- the page ---- */

static void draw_title(const page *p, const pd_anim_quality *quality, const char *title)
{
    char line[240] = "";
    size_t used = 0;
    pd_tool_raster_text(p->picture, 10, 6, 2, title, ink);
    for (const pd_anim_quality_row *row = pd_anim_quality_rows; quality && row->name; row++) {
        double value = pd_anim_quality_value(quality, row);
        if (isnan(value) || used > 200) continue;
        used += (size_t)snprintf(line + used, sizeof line - used, "%s %.3g%s%s  ", row->name, value,
                                 row->unit[0] ? " " : "", row->unit);
    }
    pd_tool_raster_text(p->picture, 10, 28, 1, line, ink);
}

pd_status pd_tool_motion_sheet(pd_io_image *picture, const pd_anim_track *track,
                               const pd_anim_quality *quality, const char *title, pd_error *err)
{
    pd_status status = pd_io_image_init(picture, WIDTH, HEIGHT, 3, 8, err);
    if (status != PD_OK) return status;
    memset(picture->samples, 255, (size_t)WIDTH * HEIGHT * 3);
    page p = {.picture = picture, .t = track};
    find_sides(&p);
    draw_title(&p, quality, title);
    draw_rows(&p);
    draw_heights(&p, CHARTS_TOP);
    draw_speeds(&p, CHARTS_TOP + CHART);
    draw_phases(&p, CHARTS_TOP + 2 * CHART);
    draw_map(&p);
    return PD_OK;
}
