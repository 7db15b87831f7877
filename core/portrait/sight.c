#include "core/portrait/sight.h"

#include <math.h>

/* vertical field of view, radians: that of a portrait lens, which keeps noses small */
#define FOV          0.42f
#define HEAD_ROOM    1.62f /* height of the picture as a multiple of the head's height */
#define FIGURE_ROOM  1.06f
/* Pictures up to this size have 3 x 3 samples per pixel, larger ones 2 x 2. */
#define SMALL_PIXELS (600 * 600)
#define NOWHERE      1e9f

static void grow_sight(float least[3], float most[3], const float p[3])
{
    for (int c = 0; c < 3; c++) {
        least[c] = fminf(least[c], p[c]);
        most[c] = fmaxf(most[c], p[c]);
    }
}

void pd_portrait_frame_begin(pd_portrait_frame *frame)
{
    *frame = (pd_portrait_frame){.has_waist = false};
    for (int c = 0; c < 3; c++) {
        frame->least[c] = frame->head_least[c] = NOWHERE;
        frame->most[c] = frame->head_most[c] = -NOWHERE;
    }
}

void pd_portrait_frame_head(pd_portrait_frame *frame, const float point[3])
{
    grow_sight(frame->head_least, frame->head_most, point);
    grow_sight(frame->least, frame->most, point);
}

void pd_portrait_frame_figure(pd_portrait_frame *frame, const float point[3])
{
    grow_sight(frame->least, frame->most, point);
}

pd_draw_camera pd_portrait_sight_camera(const pd_portrait_sight *sight, const pd_portrait_frame *frame)
{
    const bool has_head = frame->head_most[1] > frame->head_least[1];
    const float *low = has_head ? frame->head_least : frame->least;
    const float *high = has_head ? frame->head_most : frame->most;

    /* Compute the height that the picture shows, and its centre. */
    const float head = high[1] - low[1];
    float show = HEAD_ROOM * head;
    float middle = low[1] + 0.50f * head;
    float across = 0.5f * (low[0] + high[0]);
    float along = 0.5f * (low[2] + high[2]);
    float wide = 0;
    if (sight->view == PD_PORTRAIT_HALF) {
        const float bottom = frame->has_waist ? frame->waist : frame->least[1];
        const float top = frame->most[1] + 0.25f * head;
        show = top - bottom;
        middle = 0.5f * (top + bottom);
    } else if (sight->view == PD_PORTRAIT_FULL) {
        show = FIGURE_ROOM * (frame->most[1] - frame->least[1]);
        middle = 0.5f * (frame->most[1] + frame->least[1]);
        across = 0.5f * (frame->least[0] + frame->most[0]);
        along = 0.5f * (frame->least[2] + frame->most[2]);
        wide = FIGURE_ROOM * (fabsf(cosf(sight->yaw)) * (frame->most[0] - frame->least[0]) +
                              fabsf(sinf(sight->yaw)) * (frame->most[2] - frame->least[2]));
    }

    /* Show a larger height in a narrow picture, so that the width fits. */
    const float aspect = (float)sight->width / (float)sight->height;
    if (sight->view == PD_PORTRAIT_HEAD && aspect < 1) show /= aspect;
    if (wide > show * aspect) show = wide / aspect;
    show /= sight->zoom;

    return (pd_draw_camera){.target = {across, middle, along},
                            .distance = 0.5f * show / tanf(0.5f * FOV),
                            .yaw = sight->yaw,
                            .pitch = sight->pitch,
                            .fov = FOV};
}

pd_status pd_portrait_sight_check(const pd_portrait_sight *sight, pd_error *err)
{
    if (sight->width >= PD_PORTRAIT_SIZE_LEAST && sight->width <= PD_PORTRAIT_SIZE_MOST &&
        sight->height >= PD_PORTRAIT_SIZE_LEAST && sight->height <= PD_PORTRAIT_SIZE_MOST)
        return PD_OK;

    return pd_fail(err, PD_ERR_RANGE, "size", "%d x %d; sides of %d to %d pixels allowed", sight->width,
                   sight->height, PD_PORTRAIT_SIZE_LEAST, PD_PORTRAIT_SIZE_MOST);
}

pd_status pd_portrait_sight_draw(pd_io_image *out, const pd_portrait_sight *sight,
                                 const pd_portrait_frame *frame, const pd_draw_surface *surfaces,
                                 int surface_count, const pd_executor *executor, pd_error *err)
{
    pd_arena scratch = {0};
    pd_draw_job draw = {.width = sight->width,
                        .height = sight->height,
                        .samples = sight->width * sight->height <= SMALL_PIXELS ? 3 : 2,
                        .camera = sight->camera ? *sight->camera : pd_portrait_sight_camera(sight, frame),
                        .surfaces = surfaces,
                        .surface_count = surface_count,
                        .is_clear = sight->is_clear,
                        .cancel = sight->cancel};

    /* Background and light. */
    *out = (pd_io_image){0};
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < 3; c++) draw.background[i][c] = sight->background[i][c];
    draw.light = pd_draw_studio(&draw.camera);

    /* Draw the picture. */
    pd_status status = pd_portrait_sight_check(sight, err);
    if (status == PD_OK) status = pd_draw_check(&draw, err);
    if (status == PD_OK)
        status = pd_io_image_init(out, sight->width, sight->height, sight->is_clear ? 4 : 3, 8, err);
    if (status == PD_OK && !pd_arena_init(&scratch, pd_draw_scratch_bytes(&draw, executor->worker_count)))
        status = pd_fail(err, PD_ERR_MEMORY, "portrait", "out of memory for %d x %d pixels", sight->width,
                         sight->height);
    if (status == PD_OK) {
        draw.picture = out->samples;
        pd_draw_run(&draw, &scratch, executor);
        if (pd_cancelled(sight->cancel)) status = pd_fail(err, PD_ERR_BUSY, "", "cancelled");
    }

    pd_arena_deinit(&scratch);
    if (status != PD_OK) pd_io_image_deinit(out);

    return status;
}

size_t pd_portrait_sight_bytes(int width, int height, int vertices, int worker_count)
{
    const pd_draw_job draw = {
        .width = width, .height = height, .samples = width * height <= SMALL_PIXELS ? 3 : 2};

    return pd_draw_scratch_bytes(&draw, worker_count) + (size_t)width * (size_t)height * 4 +
           (size_t)vertices * (24 + 24 + 32);
}
