#include "tools/draw/sheet.h"

#include "tools/draw/draw2d.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOV    0.45f /* radians: about a portrait lens */
#define MARGIN 1.06f
#define PITCH  0.06f

typedef struct made {
    float *vertices, *normals, *colors, *joints; /* one block, at vertices */
    float reach, top;                            /* metres: from the vertical axis, above the ground */
    float low; /* lowest point of given vertices, before they were put on the ground */
} made;

typedef struct work {
    const pd_tool_sheet *sheet;
    pd_io_image *picture;
    made *made;
    float reach, top;
    pd_status *status;       /* (cell_count): a task writes its own */
    pd_tool_raster *rasters; /* (worker_count) */
} work;

/* Copies given vertices, puts them on the ground, and computes normals weighted by area. */
static void take_vertices(made *out, const float *vertices, const pd_smpl_model *model)
{
    size_t count = (size_t)model->vertex_count;
    float low = vertices[1];

    memcpy(out->vertices, vertices, 3 * count * sizeof *vertices);
    for (size_t i = 1; i < count; i++) low = fminf(low, vertices[3 * i + 1]);
    for (size_t i = 0; i < count; i++) out->vertices[3 * i + 1] -= low;
    out->low = low;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *i = model->data.faces + 3 * (size_t)f;
        const float *a = vertices + 3 * (size_t)i[0];
        const float *b = vertices + 3 * (size_t)i[1];
        const float *c = vertices + 3 * (size_t)i[2];
        float u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }

        const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 9; k++) out->normals[3 * (size_t)i[k / 3] + (size_t)(k % 3)] += n[k % 3];
    }

    for (size_t i = 0; i < count; i++) {
        float *n = out->normals + 3 * i;
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; length > 0 && k < 3; k++) n[k] /= length;
    }
}

/* Computes vertices and normals of a cell's body, and its colours when it is painted. */
static pd_status make_body(made *out, const pd_tool_cell *cell, const pd_tool_sheet *sheet)
{
    const pd_smpl_model *model = cell->model;
    size_t count = 3 * (size_t)model->vertex_count;

    out->vertices = calloc(3 * count + 3 * (size_t)model->joint_count, sizeof *out->vertices);
    if (!out->vertices) return PD_ERR_MEMORY;

    out->normals = out->vertices + count;
    out->colors = out->normals + count;
    out->joints = out->colors + count;
    if (cell->vertices) {
        take_vertices(out, cell->vertices, model);
        return PD_OK;
    }

    pd_smpl_body body = {.betas = cell->betas,
                         .beta_count = model->beta_count < PD_TOOL_SHEET_BETAS ? model->beta_count
                                                                               : PD_TOOL_SHEET_BETAS,
                         .rotations = cell->rotations,
                         .soft = cell->soft,
                         .soft_count = cell->soft ? model->soft_count : 0,
                         .stage = cell->stage,
                         .ground = 1,
                         .vertices = out->vertices,
                         .joints = out->joints,
                         .normals = out->normals};
    pd_smpl_job job = {.bodies = &body,
                       .body_count = 1,
                       .skinning = sheet->has_skinning ? sheet->skinning : model->data.skinning,
                       .contact = NULL};
    pd_arena scratch;
    pd_status status = pd_smpl_job_check(&job, model, NULL);

    if (status) return status;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model))) return PD_ERR_MEMORY;

    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    return PD_OK;
}

static void make_cell(void *arg, int index, int worker)
{
    work *w = arg;
    const pd_tool_cell *cell = &w->sheet->cells[index];
    made *out = &w->made[index];

    (void)worker;
    w->status[index] = make_body(out, cell, w->sheet);
    if (w->status[index]) return;

    if (w->sheet->paint == PD_TOOL_PAINT_NORMALS) {
        for (size_t i = 0; i < 3 * (size_t)cell->model->vertex_count; i++)
            out->colors[i] = 0.5f + 0.5f * out->normals[i];
    }

    if (w->sheet->paint == PD_TOOL_PAINT_WEIGHTS || cell->shows_weights) {
        /* Use hues that differ by the golden angle, so that neighbouring joints differ. */
        for (size_t i = 0; i < (size_t)cell->model->vertex_count; i++)
            for (size_t k = 0; k < (size_t)cell->model->joint_count; k++) {
                float weight = cell->model->data.weights[i * (size_t)cell->model->joint_count + k];
                float hue = 2.399963f * (float)k;
                for (size_t c = 0; c < 3; c++)
                    out->colors[3 * i + c] += weight * (0.45f + 0.4f * cosf(hue + 2.0943951f * (float)c));
            }
    }

    for (size_t i = 0; i < (size_t)cell->model->vertex_count; i++) {
        const float *p = out->vertices + 3 * i;
        out->reach = fmaxf(out->reach, hypotf(p[0], p[2]));
        out->top = fmaxf(out->top, p[1]);
    }
}

/* Returns a camera that shows height and width of the largest body from any side. A zoomed cell shows the
 * head of its body. */
static pd_draw_camera frame(const work *w, const pd_tool_cell *cell, const made *body)
{
    float aspect = (float)w->sheet->cell_width / (float)w->sheet->cell_height;

    if (cell->radius > 0)
        return (pd_draw_camera){.target = {cell->focus[0], cell->focus[1] - body->low, cell->focus[2]},
                                .distance = cell->radius / tanf(0.5f * FOV) + 0.5f * cell->radius,
                                .yaw = cell->yaw,
                                .pitch = cell->pitch,
                                .fov = FOV};

    float half = fmaxf(0.5f * w->top, w->reach / aspect) * MARGIN / (cell->zoom > 0 ? cell->zoom : 1);
    float nearer = cell->zoom > 0 ? 0.1f : 0.3f * w->reach; /* radius of parts between the eye and the axis */
    return (pd_draw_camera){.target = {0, cell->zoom > 0 ? body->top - 0.8f * half : 0.5f * w->top, 0},
                            .distance = half / tanf(0.5f * FOV) + nearer,
                            .yaw = cell->yaw,
                            .pitch = PITCH + cell->pitch,
                            .fov = FOV};
}

static void draw_cell(void *arg, int index, int worker)
{
    static const uint8_t ink[3] = {40, 44, 52};
    static const uint8_t dark[3] = {30, 30, 34};
    static const uint8_t white[3] = {255, 255, 255};
    work *w = arg;
    const pd_tool_sheet *sheet = w->sheet;
    const pd_tool_cell *cell = &sheet->cells[index];
    const made *body = &w->made[index];
    pd_tool_raster *raster = &w->rasters[worker];
    const bool is_painted = sheet->paint != PD_TOOL_PAINT_SKIN || cell->shows_weights;
    pd_tool_surface surface = {.vertices = body->vertices,
                               .normals = body->normals,
                               .colors = cell->colors ? cell->colors
                                         : is_painted ? body->colors
                                                      : NULL,
                               .faces = cell->model->data.faces,
                               .vertex_count = cell->model->vertex_count,
                               .face_count = cell->model->face_count,
                               .albedo = {0.66f, 0.45f, 0.35f}};
    pd_draw_camera camera = frame(w, cell, body);
    int left = index % sheet->columns * sheet->cell_width;
    int top = index / sheet->columns * sheet->cell_height;

    pd_tool_raster_clear(raster);
    pd_tool_raster_draw(raster, &camera, &surface);
    pd_tool_raster_resolve(w->picture, left, top, raster);

    /* dots with a rim; those that would reach out of the cell are left out */
    const int joint_count = sheet->shows_joints && !cell->vertices ? cell->model->joint_count : 0;
    const double radius = fmax(1.5, 0.008 * sheet->cell_height);
    for (int k = 0; k < joint_count; k++) {
        const int cell_size[2] = {sheet->cell_width, sheet->cell_height};
        float at[2];
        if (!pd_tool_camera_project(at, &camera, body->joints + 3 * (size_t)k, cell_size)) continue;
        if (at[0] < radius + 1 || at[0] > cell_size[0] - radius - 1 || at[1] < radius + 1 ||
            at[1] > cell_size[1] - radius - 1)
            continue;
        pd_tool_draw_dot(w->picture, left + (double)at[0], top + (double)at[1], radius, dark);
        pd_tool_draw_dot(w->picture, left + (double)at[0], top + (double)at[1], 0.7 * radius, white);
    }

    /* All labels have the same size, the largest at which the longest fits. Longer ones are cut, because
     * other tasks draw the neighbouring cells. */
    int longest = 0;
    int room = sheet->cell_width - 12;
    for (int i = 0; i < sheet->cell_count; i++) {
        int length = (int)strlen(sheet->cells[i].label);
        if (length > longest) longest = length;
    }

    int size = sheet->cell_height >= 300 && 2 * PD_TOOL_GLYPH_WIDTH * longest <= room ? 2 : 1;
    int most = room / (PD_TOOL_GLYPH_WIDTH * size);
    if (most <= 0) return;

    char text[sizeof cell->label];
    snprintf(text, sizeof text, "%.*s", most, cell->label);
    pd_tool_raster_text(w->picture, left + 6, top + 6, size, text, ink);
}

pd_status pd_tool_sheet_render(pd_io_image *picture, const pd_tool_sheet *sheet, const pd_executor *executor,
                               pd_error *err)
{
    size_t count = (size_t)sheet->cell_count;
    size_t workers = (size_t)executor->worker_count;
    int rows = (sheet->cell_count + sheet->columns - 1) / sheet->columns;
    work w = {.sheet = sheet, .picture = picture};
    pd_status status =
        pd_io_image_init(picture, sheet->columns * sheet->cell_width, rows * sheet->cell_height, 3, 8, err);

    if (status) return status;

    memset(picture->samples, 190, 3 * (size_t)picture->width * (size_t)picture->height);
    w.made = calloc(count, sizeof *w.made);
    w.status = calloc(count, sizeof *w.status);
    w.rasters = calloc(workers, sizeof *w.rasters);
    if (!w.made || !w.status || !w.rasters)
        status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory for %d cells", sheet->cell_count);
    for (size_t i = 0; !status && i < workers; i++)
        status = pd_tool_raster_init(&w.rasters[i], sheet->cell_width, sheet->cell_height,
                                     sheet->scale ? sheet->scale : 3, err);

    /* all bodies are made before the first is drawn: the largest decides how far away the cameras are */
    if (!status) pd_execute(executor, make_cell, &w, sheet->cell_count);
    for (size_t i = 0; !status && i < count; i++) {
        if (w.status[i])
            status = pd_fail(err, w.status[i], sheet->cells[i].label, "%s", pd_status_title(w.status[i]));
        w.reach = fmaxf(w.reach, w.made[i].reach);
        w.top = fmaxf(w.top, w.made[i].top);
    }

    if (!status) pd_execute(executor, draw_cell, &w, sheet->cell_count);

    for (size_t i = 0; w.made && i < count; i++) free(w.made[i].vertices);
    for (size_t i = 0; w.rasters && i < workers; i++) pd_tool_raster_deinit(&w.rasters[i]);
    free(w.made);
    free(w.status);
    free(w.rasters);
    if (status) pd_io_image_deinit(picture);

    return status;
}
