#include "tools/draw/copy_picture.h"

#include "core/base/assert.h"
#include "train/motion/feet.h"
#include "train/augment/trunk.h"
#include "tools/draw/draw2d.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSES  14
#define CELL   72 /* pixels: a pose's width */
#define ROW    176
#define SCALE  82.0 /* pixels a metre          */
#define TITLE  20
#define MAP    (PD_TOOL_COPY_WIDTH - POSES * CELL)
#define GROUND 0.55 /* metres of ground to each side of a pose */
#define PIECES 11

static const uint8_t ink[3] = {40, 40, 44}, pale[3] = {236, 236, 238}, left_blue[3] = {31, 119, 180};
static const uint8_t right_red[3] = {214, 39, 40}, green[3] = {44, 140, 60}, orange[3] = {255, 160, 0};
static const int feet[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};

typedef struct page {
    pd_io_image *picture;
    const pd_character_motion *motion;
    const pd_vec3 *facing;
    int top;
} page;

static bool is_arc(const pd_character_motion *m)
{
    return !strcmp(m->step, "arc");
}

/* ---- poses ---- */

/* Place of a pose on the page: `origin`, a point of the world, is drawn at (x, y) pixels; `right` is the
 * direction to the right of the page. */
typedef struct stand {
    double x, y;
    pd_vec3 origin, right;
} stand;

static void copy_picture_project(double out[2], const stand *s, pd_vec3 p)
{
    pd_vec3 d = pd_vec3_sub(p, s->origin);
    out[0] = s->x + SCALE * pd_vec3_dot(d, s->right);
    out[1] = s->y - SCALE * d.y;
}

static const uint8_t *colour_of(int joint)
{
    if ((joint >= 1 && joint <= PD_BIPED_L_TOE) || (joint >= 17 && joint <= 23)) return left_blue;
    if ((joint >= 6 && joint <= PD_BIPED_R_TOE) || joint >= 24) return right_red;
    return ink;
}

static void draw_pose(const page *p, int frame, int cell, int from_behind)
{
    PD_ASSERT(frame >= 0 && cell >= 0);
    const pd_anim_skeleton *skeleton = &p->motion->clip.skeleton;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_vec3 f = p->facing[frame];
    double a[2], b[2];
    char label[16];

    pd_anim_clip_pose(at, NULL, &p->motion->clip, frame);
    stand s = {.x = (cell + 0.5) * CELL, .y = p->top + ROW - 14, .origin = at[0], .right = f};
    s.origin.y = pd_anim_ground_height(&p->motion->ground, at[0].x, at[0].z);
    if (from_behind) s.right = pd_vec3_make(-f.z, 0, f.x);
    for (int i = -PIECES; i < PIECES; i++) {
        double u = i * GROUND / PIECES;
        double v = (i + 1) * GROUND / PIECES;
        pd_vec3 from = pd_vec3_fma(s.origin, u, s.right);
        pd_vec3 to = pd_vec3_fma(s.origin, v, s.right);
        from.y = pd_anim_ground_height(&p->motion->ground, from.x, from.z);
        to.y = pd_anim_ground_height(&p->motion->ground, to.x, to.z);
        copy_picture_project(a, &s, from);
        copy_picture_project(b, &s, to);
        pd_tool_draw_line(p->picture, a[0], a[1], b[0], b[1], 1.2, green);
    }

    for (int j = 1; j < skeleton->joint_count; j++) {
        copy_picture_project(a, &s, at[skeleton->parents[j]]);
        copy_picture_project(b, &s, at[j]);
        pd_tool_draw_line(p->picture, a[0], a[1], b[0], b[1], 2, colour_of(j));
    }

    for (int k = 0; k < 4; k++) {
        if (!p->motion->contacts[frame][k]) continue;
        copy_picture_project(a, &s, at[feet[k]]);
        pd_tool_draw_dot(p->picture, a[0], a[1], 2.6, orange);
    }

    snprintf(label, sizeof label, "%.2f", (double)p->motion->gaits[frame][PD_PFNN_CROUCH]);
    if (p->motion->gaits[frame][PD_PFNN_CROUCH] > 0.005f)
        pd_tool_raster_text(p->picture, cell * CELL + 24, p->top + 2, 1, label, ink);
}

/* ---- the page ---- */

static void bounds(double box[4], const pd_character_motion *m)
{
    for (int t = 0; t < m->clip.frame_count; t++) {
        pd_vec3 r = m->clip.roots[t];
        box[0] = fmin(box[0], r.x);
        box[1] = fmax(box[1], r.x);
        box[2] = fmin(box[2], r.z);
        box[3] = fmax(box[3], r.z);
    }
}

/* Draws the row of poses of one motion, and its path on the map that both motions share. */
static pd_status draw_copy_picture(page p, int last, int from_behind, const double box[4],
                                   const uint8_t path_colour[3], pd_error *err)
{
    pd_vec3 *facing = malloc((size_t)p.motion->clip.frame_count * sizeof *facing);
    pd_status status = facing ? pd_train_facing(facing, p.motion, err)
                              : pd_fail(err, PD_ERR_MEMORY, p.motion->name, "out of memory for its picture");

    p.facing = facing;
    for (int i = 0; status == PD_OK && i < POSES; i++)
        draw_pose(&p, (int)lround((double)i * last / (POSES - 1)), i, from_behind);
    free(facing);
    if (status != PD_OK) return status;

    /* Draw the path as seen from above. */
    const pd_character_motion *m = p.motion;
    double side = fmax(1, 1.3 * fmax(box[1] - box[0], box[3] - box[2]));
    double scale = (MAP - 8) / side;
    double cx = POSES * CELL + MAP / 2.0;
    double cy = TITLE + ROW;
    double mx = 0.5 * (box[0] + box[1]);
    double mz = 0.5 * (box[2] + box[3]);
    for (int t = 0; t < m->clip.frame_count; t++) {
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pd_vec3 a = m->clip.roots[t ? t - 1 : 0];
        pd_vec3 b = m->clip.roots[t];
        pd_tool_draw_line(p.picture, cx - scale * (a.x - mx), cy - scale * (a.z - mz),
                          cx - scale * (b.x - mx), cy - scale * (b.z - mz), 1.5, path_colour);
        pd_anim_clip_pose(at, NULL, &m->clip, t);

        for (int k = 1; k < 4; k += 2)
            if (m->contacts[t][k])
                pd_tool_draw_dot(p.picture, cx - scale * (at[feet[k]].x - mx),
                                 cy - scale * (at[feet[k]].z - mz), 2, k < 2 ? left_blue : right_red);
    }

    return PD_OK;
}

pd_status pd_tool_copy_picture(pd_io_image *picture, const pd_character_motion *original,
                               const pd_character_motion *copy, pd_error *err)
{
    pd_status status = pd_io_image_init(picture, PD_TOOL_COPY_WIDTH, PD_TOOL_COPY_HEIGHT, 3, 8, err);

    if (status != PD_OK) return status;

    double box[4] = {1e9, -1e9, 1e9, -1e9};
    bounds(box, original);
    bounds(box, copy);
    memset(picture->samples, 255, (size_t)picture->width * (size_t)picture->height * 3);
    pd_tool_draw_box(picture, POSES * CELL, TITLE, 1, PD_TOOL_COPY_HEIGHT - TITLE, pale);
    pd_train_feet_quality a, b;
    char title[400];
    if (pd_train_feet_measure(&a, original, NULL) == PD_OK &&
        pd_train_feet_measure(&b, copy, NULL) == PD_OK) {
        snprintf(title, sizeof title,
                 "%s of %.60s   %.2f s -> %.2f s   slide of planted toes p95 %.4f -> %.4f m/s   off the "
                 "ground %.4f m   under it p95 %.4f m",
                 copy->step, original->name, pd_anim_clip_seconds(&original->clip),
                 pd_anim_clip_seconds(&copy->clip), a.slide_p95, b.slide_p95, b.height_p95, b.under_p95);
        pd_tool_raster_text(picture, 6, 6, 1, title, ink);
    }

    int last[2] = {original->clip.frame_count - 1, copy->clip.frame_count - 1};
    if (!strcmp(copy->step, "slow")) last[0] = last[1] = last[0] < last[1] ? last[0] : last[1];
    status = draw_copy_picture((page){.picture = picture, .motion = original, .facing = NULL, .top = TITLE},
                               last[0], is_arc(copy), box, pale, err);
    if (status == PD_OK)
        status =
            draw_copy_picture((page){.picture = picture, .motion = copy, .facing = NULL, .top = TITLE + ROW},
                              last[1], is_arc(copy), box, ink, err);
    if (status != PD_OK) pd_io_image_deinit(picture);

    return status;
}
