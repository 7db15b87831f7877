#include "factory/wardrobe/dressed.h"

#include "core/base/assert.h"
#include "core/portrait/portrait.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FOV  0.45f
#define TALL 2.05f /* metres that a whole figure's cell shows */

/* One body of a sheet, and its picture. */
typedef struct drawing {
    const pd_tool_dressed_sheet *sheet;
    float *skin, *normals; /* (V,3) */
    float joints[3 * PD_SMPL_MAX_JOINTS];
} drawing;

/* Camera of a whole figure, which all cells show at one scale, or of a close-up of one joint. */
static pd_draw_camera frame(const drawing *d, const pd_tool_dressed_cell *cell)
{
    float target[3] = {0, 0.5f * TALL - 0.03f, 0};
    float show = TALL;
    const int joint = cell->close_up ? pd_smpl_joint_find(&d->sheet->model->data, cell->close_up) : -1;

    if (joint >= 0) {
        memcpy(target, d->joints + 3 * joint, sizeof target);
        show = cell->show;
    }

    return (pd_draw_camera){.target = {target[0], target[1], target[2]},
                            .distance = 0.5f * show / tanf(0.5f * FOV) + 0.1f,
                            .yaw = cell->yaw,
                            .pitch = 0.05f + cell->pitch,
                            .fov = FOV};
}

/* Makes the body of a cell. */
static pd_status make_body(pd_smpl_body *body, drawing *d, const pd_tool_dressed_cell *cell, pd_error *err)
{
    const pd_smpl_model *model = d->sheet->model;
    pd_arena scratch;

    *body = (pd_smpl_body){.betas = cell->betas,
                           .beta_count = model->beta_count < PD_TOOL_DRESSED_BETAS ? model->beta_count
                                                                                   : PD_TOOL_DRESSED_BETAS,
                           .rotations = cell->rotations,
                           .expression = cell->expression,
                           .expression_count = model->expression_count < PD_TOOL_DRESSED_EXPRESSIONS
                                                   ? model->expression_count
                                                   : PD_TOOL_DRESSED_EXPRESSIONS,
                           .ground = 1,
                           .vertices = d->skin,
                           .joints = d->joints,
                           .normals = d->normals};
    const pd_smpl_job job = {.bodies = body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    const pd_status status = pd_smpl_job_check(&job, model, err);

    if (status != PD_OK) return status;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, model, &scratch, d->sheet->executor);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

static pd_status draw_cell(pd_io_image *out, drawing *d, const pd_tool_dressed_cell *cell, pd_error *err)
{
    const pd_tool_dressed_sheet *s = d->sheet;
    pd_smpl_body body;
    pd_status status = make_body(&body, d, cell, err);

    if (status != PD_OK) return status;

    /* Clothes and hair. */
    pd_wardrobe_export dressed;
    const pd_wardrobe_request request = {.wardrobe = s->wardrobe,
                                         .model = s->model,
                                         .own = s->own,
                                         .outfit = cell->outfit,
                                         .palette = cell->palette,
                                         .bodies = &body,
                                         .skins = d->skin,
                                         .body_count = 1,
                                         .has_normals = true,
                                         .has_corners = true,
                                         .has_folds = true,
                                         .no_morphs = true};
    status = pd_wardrobe_export_init(&dressed, &request, err);
    if (status != PD_OK) return status;

    /* Draw the picture. */
    const pd_draw_camera camera = frame(d, cell);
    const int hair = cell->outfit.items[PD_WARDROBE_HAIR];
    const int beard = cell->outfit.items[PD_WARDROBE_BEARD];
    const pd_portrait_job job = {.model = s->model,
                                 .skin = d->skin,
                                 .normals = d->normals,
                                 .joints = d->joints,
                                 .dressed = &dressed,
                                 .wardrobe = s->wardrobe,
                                 .palette = cell->palette,
                                 .hair = hair >= 0 ? &s->wardrobe->items[hair] : NULL,
                                 .beard = beard >= 0 ? &s->wardrobe->items[beard] : NULL,
                                 .sight = {.camera = cell->is_portrait ? NULL : &camera,
                                           .view = PD_PORTRAIT_HEAD,
                                           .width = s->width,
                                           .height = s->height,
                                           .yaw = cell->yaw,
                                           .pitch = cell->pitch,
                                           .zoom = 1,
                                           .background = {{0.74f, 0.76f, 0.80f}, {0.47f, 0.49f, 0.53f}}}};
    status = pd_portrait_run(out, &job, s->executor, err);
    pd_wardrobe_export_deinit(&dressed);

    return status;
}

/* Copies a cell's picture into the page. */
static void paste(pd_io_image *page, const pd_io_image *cell, int left, int top)
{
    PD_ASSERT(left >= 0 && top >= 0 && left + cell->width <= page->width &&
              top + cell->height <= page->height);
    const size_t row = 3 * (size_t)cell->width;
    for (int y = 0; y < cell->height; y++)
        memcpy((uint8_t *)page->samples + 3 * ((size_t)(top + y) * (size_t)page->width + (size_t)left),
               (const uint8_t *)cell->samples + row * (size_t)y, row);
}

pd_status pd_tool_dressed_render(pd_io_image *picture, const pd_tool_dressed_sheet *s, pd_error *err)
{
    static const uint8_t ink[3] = {40, 44, 52};
    const size_t numbers = 3 * (size_t)s->model->vertex_count;
    const int rows = (s->cell_count + s->columns - 1) / s->columns;
    drawing d = {
        .sheet = s, .skin = malloc(numbers * sizeof *d.skin), .normals = malloc(numbers * sizeof *d.normals)};

    PD_ASSERT(s->columns > 0 && s->cell_count >= 0);
    pd_status status = pd_io_image_init(picture, s->columns * s->width, rows * s->height, 3, 8, err);
    if (status == PD_OK && (!d.skin || !d.normals))
        status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory for a body");

    /* Draw one body at a time into its cell of the page. */
    for (int c = 0; c < s->cell_count && status == PD_OK; c++) {
        const int left = c % s->columns * s->width;
        const int top = c / s->columns * s->height;
        pd_io_image cell;
        status = draw_cell(&cell, &d, &s->cells[c], err);
        if (status != PD_OK) break;
        paste(picture, &cell, left, top);
        pd_io_image_deinit(&cell);
        pd_tool_raster_text(picture, left + 6, top + 6, 1, s->cells[c].label, ink);
    }

    free(d.skin);
    free(d.normals);
    if (status != PD_OK) pd_io_image_deinit(picture);

    return status;
}
