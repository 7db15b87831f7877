#include "tools/observe/take_sheet.h"

#include "core/base/assert.h"
#include "core/smpl/body.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS  4
#define ROWS     2
#define WIDTH    300
#define HEIGHT   380
#define BALL     0.012f /* metres: half of a marker's drawing */
#define GOOD     0.01   /* metres: green ...                  */
#define BAD      0.04   /* ... and red                        */
#define DISTANCE 6.0    /* metres, of the sheet's camera */
#define BEFORE   0.5    /* metres: keypoints of a picture are drawn so far before the person */
#define LOOSE    3 /* times GOOD and BAD for keypoints of a picture, which detectors place less exactly */

typedef struct sheet {
    const pd_observe_take *take;
    const pd_smpl_model *model;
    float *vertices, *normals;         /* (V,3)     */
    float *balls, *ball_normals, *ink; /* (6 P,3)   */
    uint32_t *faces;                   /* (8 P,3)   */
    int ball_count;
} sheet;

static pd_status pose_take_sheet(sheet *s, int frame, pd_error *err)
{
    PD_ASSERT(frame >= 0);
    const pd_observe_take *t = s->take;
    pd_smpl_body body = {.betas = t->betas,
                         .beta_count = s->model->beta_count,
                         .rotations = t->rotations + 9 * (size_t)s->model->joint_count * (size_t)frame,
                         .translation = t->translations + 3 * (size_t)frame,
                         .vertices = s->vertices,
                         .normals = s->normals};
    const pd_smpl_job job = {
        .bodies = &body, .body_count = 1, .skinning = s->model->data.skinning, .contact = NULL};
    pd_arena arena;

    if (!pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, s->model)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    pd_smpl_job_run(&job, s->model, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);

    return PD_OK;
}

/* The point in space of a pixel, at the person's depth but moved before them to be visible;
 * returns metres a pixel there. */
static double back_from_picture(float out[3], const pd_observe_take *t, int frame, const float *pixel)
{
    PD_ASSERT(frame >= 0 && frame < t->frame_count);
    const pd_observe_camera *c = &t->camera;
    const float *root = t->translations + 3 * (size_t)frame;
    static const double front[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    const double *m =
        fabs(c->rotation[0]) + fabs(c->rotation[1]) + fabs(c->rotation[2]) > 0 ? c->rotation : front;
    double depth = c->translation[2];

    /* Compute the depth of the root in front of the camera, then the point of the pixel at that depth. */
    for (int a = 0; a < 3; a++) depth += m[6 + a] * (double)root[a];
    const double at[3] = {((double)pixel[0] - c->cx) / c->fx * depth - c->translation[0],
                          ((double)pixel[1] - c->cy) / c->fy * depth - c->translation[1],
                          depth - c->translation[2]};

    /* Compute the point at that depth, moved towards the camera so that the body does not hide it. */
    for (int a = 0; a < 3; a++) {
        const double x = m[a] * at[0] + m[3 + a] * at[1] + m[6 + a] * at[2];
        const double nearer =
            (double)root[a] + (x - (double)root[a]) * (1 - BEFORE / DISTANCE) - BEFORE * m[6 + a];
        out[a] = (float)nearer;
    }

    return depth / c->fx;
}

/* An octahedron for every place that was seen. */
static void place_balls(sheet *s, int frame)
{
    PD_ASSERT(frame >= 0);
    static const uint32_t corners[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                           {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    const pd_observe_take *t = s->take;
    const size_t places = (size_t)t->place_count;

    s->ball_count = 0;
    for (size_t i = 0; i < places; i++) {
        const float *seen = t->at + 3 * ((size_t)frame * places + i);
        const size_t first = 6 * (size_t)s->ball_count;
        float at[3] = {seen[0], seen[1], seen[2]};
        if (t->places[i].is_turn || isnan(seen[0]) ||
            (t->confidence && !(t->confidence[(size_t)frame * places + i] > 0)))
            continue;

        double metres = 1;
        if (t->places[i].in_picture) metres = back_from_picture(at, t, frame, seen) / LOOSE;
        const double off = t->residuals ? metres * (double)t->residuals[(size_t)frame * places + i] : 0;
        const float red = isnan(off) ? 1 : (float)fmin(fmax((off - GOOD) / (BAD - GOOD), 0), 1);
        for (size_t c = 0; c < 6; c++)
            for (size_t a = 0; a < 3; a++) {
                const float n = c / 2 == a ? (c % 2 ? -1.0f : 1.0f) : 0;
                s->balls[3 * (first + c) + a] = at[a] + BALL * n;
                s->ball_normals[3 * (first + c) + a] = n;
                s->ink[3 * (first + c) + a] = a == 0   ? 0.1f + 0.8f * red
                                              : a == 1 ? 0.7f * (1 - red * red)
                                                       : 0.05f;
            }
        for (size_t f = 0; f < 8; f++)
            for (size_t a = 0; a < 3; a++)
                s->faces[3 * (8 * (size_t)s->ball_count + f) + a] = (uint32_t)first + corners[f][a];
        s->ball_count++;
    }
}

static void draw_take_sheet(pd_io_image *picture, const sheet *s, pd_tool_raster *raster, int cell, int frame)
{
    PD_ASSERT(cell >= 0 && frame >= 0);
    static const uint8_t ink[3] = {40, 44, 52};
    const float *at = s->take->translations + 3 * (size_t)frame;
    const int left = cell % COLUMNS * WIDTH;
    const int top = cell / COLUMNS * HEIGHT;
    const bool flat = s->take->places[0].in_picture; /* as the camera saw it */
    const pd_draw_camera camera = {.target = {at[0], at[1] + 0.05f, at[2]},
                                   .distance = (float)DISTANCE,
                                   .yaw = flat ? 0 : 0.6f,
                                   .pitch = flat ? 0 : 0.15f,
                                   .fov = 0.36f};
    const pd_tool_surface body = {.vertices = s->vertices,
                                  .normals = s->normals,
                                  .faces = s->model->data.faces,
                                  .vertex_count = s->model->vertex_count,
                                  .face_count = s->model->face_count,
                                  .albedo = {0.6f, 0.6f, 0.62f},
                                  .has_more = 1};
    const pd_tool_surface balls = {.vertices = s->balls,
                                   .normals = s->ball_normals,
                                   .colors = s->ink,
                                   .faces = s->faces,
                                   .vertex_count = 6 * s->ball_count,
                                   .face_count = 8 * s->ball_count,
                                   .two_sided = 1};
    char label[64];

    pd_tool_raster_clear(raster);
    pd_tool_raster_draw(raster, &camera, &body);
    pd_tool_raster_draw(raster, &camera, &balls);
    pd_tool_raster_resolve(picture, left, top, raster);
    snprintf(label, sizeof label, "%.2f s", frame / s->take->rate);
    pd_tool_raster_text(picture, left + 8, top + 8, 2, label, ink);
}

pd_status pd_tool_take_sheet(pd_io_image *picture, const pd_observe_take *take, const pd_smpl_model *model,
                             pd_error *err)
{
    const int all = COLUMNS * ROWS;
    const int count = take->frame_count < all ? take->frame_count : all;
    sheet s = {.take = take, .model = model};
    pd_tool_raster raster = {0};

    const int columns = count < COLUMNS ? count : COLUMNS;
    const int rows = (count + COLUMNS - 1) / COLUMNS;
    pd_status status = pd_io_image_init(picture, columns * WIDTH, rows * HEIGHT, 3, 8, err);
    if (status) return status;
    memset(picture->samples, 190, 3 * (size_t)picture->width * (size_t)picture->height);
    const size_t v = (size_t)model->vertex_count;
    const size_t p = (size_t)take->place_count;
    s.vertices = malloc(3 * v * sizeof *s.vertices);
    s.normals = malloc(3 * v * sizeof *s.normals);
    s.balls = malloc(18 * p * sizeof *s.balls);
    s.ball_normals = malloc(18 * p * sizeof *s.ball_normals);
    s.ink = malloc(18 * p * sizeof *s.ink);
    s.faces = malloc(24 * p * sizeof *s.faces);
    status = s.vertices && s.normals && s.balls && s.ball_normals && s.ink && s.faces
                 ? pd_tool_raster_init(&raster, WIDTH, HEIGHT, 3, err)
                 : pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a sheet");

    for (int i = 0; i < count && !status; i++) {
        const int frame = (int)(((long long)i * 2 + 1) * take->frame_count / (2 * count));
        status = pose_take_sheet(&s, frame, err);
        if (status) break;
        place_balls(&s, frame);
        draw_take_sheet(picture, &s, &raster, i, frame);
    }

    pd_tool_raster_deinit(&raster);
    free(s.vertices);
    free(s.normals);
    free(s.balls);
    free(s.ball_normals);
    free(s.ink);
    free(s.faces);
    if (status) pd_io_image_deinit(picture);

    return status;
}
