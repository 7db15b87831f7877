#include "tools/learn/paper_pictures.h"

#include "core/base/file.h"
#include "core/smpl/body.h"
#include "tools/draw/draw2d.h"
#include "tools/draw/posture.h"
#include "tools/draw/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FULL_MM 8.0

static pd_status write_picture(pd_io_image *picture, const char *folder, const char *name, pd_error *err)
{
    char path[1200];
    pd_buffer png = {0};

    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    pd_status status = pd_io_png_write(&png, picture, err);
    pd_io_image_deinit(picture);
    if (status == PD_OK) status = pd_file_write(path, png.data, png.size, err);
    pd_buffer_deinit(&png);

    return status;
}

/* ---- error maps ---- */

static pd_status draw_errors(const pd_learn_comparison *c, const pd_smpl_model *model, const char *folder,
                             const pd_executor *executor, pd_error *err)
{
    static const pd_learn_method methods[] = {PD_LEARN_RIGID_GIVEN,  PD_LEARN_LBS,
                                              PD_LEARN_MATRIX,       PD_LEARN_DQS_MATRIX,
                                              PD_LEARN_WEIGHTED_PSD, PD_LEARN_BLENDSCAPE};
    enum { COUNT = sizeof methods / sizeof *methods };
    static pd_tool_cell cells[2 * COUNT];
    size_t v = (size_t)model->vertex_count;
    float *colors = malloc(COUNT * 3 * v * sizeof *colors);
    pd_io_image picture;

    if (!colors) return pd_fail(err, PD_ERR_MEMORY, "error-maps.png", "out of memory");

    for (size_t n = 0; n < COUNT; n++) {
        for (size_t i = 0; i < v; i++) { /* white, yellow at a half, red */
            const double x = fmin(1, (double)c->vertex_mm[(size_t)methods[n] * v + i] / FULL_MM);
            float *rgb = colors + 3 * (n * v + i);
            rgb[0] = (float)(0.85 - 0.15 * x);
            rgb[1] = (float)(x < 0.5 ? 0.85 - 0.4 * x : 0.65 - 1.25 * (x - 0.5));
            rgb[2] = (float)(x < 0.5 ? 0.85 - 1.6 * x : 0.05);
        }

        for (int back = 0; back < 2; back++) {
            pd_tool_cell *cell = &cells[n + (back ? COUNT : 0)];
            *cell =
                (pd_tool_cell){.model = model, .colors = colors + 3 * n * v, .yaw = back ? (float)M_PI : 0};
            if (back) continue;
            snprintf(cell->label, sizeof cell->label, "%.40s %.2f", pd_learn_methods[methods[n]].name,
                     c->rows[methods[n]].held_out_mm);
        }
    }

    const pd_tool_sheet sheet = {
        .cells = cells, .cell_count = 2 * COUNT, .columns = COUNT, .cell_width = 210, .cell_height = 230};
    pd_status status = pd_tool_sheet_render(&picture, &sheet, executor, err);
    free(colors);

    return status == PD_OK ? write_picture(&picture, folder, "error-maps.png", err) : status;
}

/* ---- shape by pose ---- */

enum { SHAPES = 5, POSES = 4 };

static pd_status draw_shapes(const pd_smpl_model *model, const char *folder, const pd_executor *executor,
                             pd_error *err)
{
    static const struct {
        int beta;
        float value;
        const char *label;
    } shapes[SHAPES] = {
        {0, -2, "beta 1 -2"}, {0, 0, "mean"}, {0, 2, "beta 1 +2"}, {1, -2, "beta 2 -2"}, {1, 2, "beta 2 +2"}};
    static pd_tool_cell cells[SHAPES * POSES];
    float *rotations = malloc(POSES * 9 * (size_t)model->joint_count * sizeof *rotations);
    pd_io_image picture;
    if (!rotations) return pd_fail(err, PD_ERR_MEMORY, "shapes-poses.png", "out of memory");

    int rows = 0;
    for (; rows < POSES; rows++) {
        const int p = rows;
        const pd_tool_posture *posture = &pd_tool_poses[p ? p + 2 : 0]; /* rest, walk, run, sit */
        float *pose = rotations + 9 * (size_t)model->joint_count * (size_t)p;
        if (pd_tool_posture_read(pose, model, posture->text, err)) break; /* joints of other names */
        for (int s = 0; s < SHAPES; s++) {
            pd_tool_cell *cell = &cells[SHAPES * p + s];
            *cell = (pd_tool_cell){.model = model, .rotations = pose, .yaw = 0.4f};
            if (shapes[s].beta < model->beta_count) cell->betas[shapes[s].beta] = shapes[s].value;
            snprintf(cell->label, sizeof cell->label, "%s%s%.30s", p ? "" : shapes[s].label, p ? "" : ", ",
                     p && s ? "" : posture->name);
        }
    }

    const pd_tool_sheet sheet = {.cells = cells,
                                 .cell_count = SHAPES * rows,
                                 .columns = SHAPES,
                                 .cell_width = 220,
                                 .cell_height = 220};
    *err = (pd_error){0};
    pd_status status = rows ? pd_tool_sheet_render(&picture, &sheet, executor, err)
                            : pd_fail(err, PD_ERR_INTERNAL, "shapes-poses.png", "no pose can be drawn");
    free(rotations);

    return status == PD_OK ? write_picture(&picture, folder, "shapes-poses.png", err) : status;
}

/* ---- joints ---- */

enum { STEPS = 5, SIDE = 220, COMPONENTS = 3 };

static pd_status draw_joints(const pd_smpl_model *model, const char *folder, pd_error *err)
{
    static const uint8_t white[3] = {255, 255, 255};
    static const uint8_t ink[3] = {40, 44, 52};
    static const uint8_t grey[3] = {190, 196, 204};
    static const uint8_t red[3] = {200, 30, 30};
    const double scale = SIDE / 2.1;
    const int rows = model->beta_count < COMPONENTS ? model->beta_count : COMPONENTS;
    size_t v = 3 * (size_t)model->vertex_count;
    size_t k = 3 * (size_t)model->joint_count;
    float *out = malloc((v + k) * sizeof *out);
    float betas[COMPONENTS];
    const pd_smpl_job most = {.bodies = NULL, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena scratch = {0};
    pd_io_image picture;

    if (rows < 1) {
        free(out);
        return PD_OK;
    }

    if (!out || !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&most, model))) {
        free(out);
        return pd_fail(err, PD_ERR_MEMORY, "joints.png", "out of memory");
    }

    pd_status status = pd_io_image_init(&picture, STEPS * SIDE, rows * SIDE, 3, 8, err);
    if (status == PD_OK) pd_tool_draw_box(&picture, 0, 0, STEPS * SIDE, rows * SIDE, white);
    for (int i = 0; status == PD_OK && i < rows * STEPS; i++) {
        char label[32];
        memset(betas, 0, sizeof betas);
        betas[i / STEPS] = (float)(4.0 * (i % STEPS) / (STEPS - 1) - 2);
        pd_smpl_body body = {
            .betas = betas, .beta_count = rows, .ground = 1, .vertices = out, .joints = out + v};
        const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
        pd_arena_reset(&scratch);
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);

        /* Draw the body as dots seen from the front, then its joints over it. */
        const int left = i % STEPS * SIDE;
        const int top = i / STEPS * SIDE;
        for (int pass = 0; pass < 2; pass++)
            for (int n = 0; n < (pass ? model->joint_count : model->vertex_count); n++) {
                const float *p = (pass ? out + v : out) + 3 * n;
                pd_tool_draw_dot(&picture, left + SIDE / 2.0 + scale * (double)p[0],
                                 top + SIDE - 6 - scale * (double)p[1], pass ? 2.2 : 0.6, pass ? red : grey);
            }

        snprintf(label, sizeof label, "PC%d %+.0f", i / STEPS + 1, (double)betas[i / STEPS]);
        pd_tool_raster_text(&picture, left + 6, top + 6, 1, label, ink);
    }

    pd_arena_deinit(&scratch);
    free(out);

    return status == PD_OK ? write_picture(&picture, folder, "joints.png", err) : status;
}

pd_status pd_tool_paper_pictures(const pd_learn_comparison *comparison, const char *model_path,
                                 const char *folder, const pd_executor *executor, pd_error *err)
{
    pd_smpl_model *model;

    if (pd_smpl_model_load(&model, model_path, err)) return err->status;
    pd_status status = draw_errors(comparison, model, folder, executor, err);
    if (status == PD_OK) status = draw_shapes(model, folder, executor, err);
    if (status == PD_OK) status = draw_joints(model, folder, err);
    pd_smpl_model_release(model);

    return status;
}
