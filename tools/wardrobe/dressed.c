#include "tools/wardrobe/dressed.h"

#include "core/base/assert.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FOV  0.45f
#define TALL 2.05f /* metres that a whole figure's cell shows */
#define HEAD 0.34f /* metres that a portrait shows            */

typedef struct drawing {
    const pd_tool_dressed_sheet *sheet;
    pd_io_image textures[PD_WARDROBE_TEXTURES_MAX];
    pd_tool_raster raster;
    float *skin, *normals; /* (V,3) */
    float joints[3 * PD_SMPL_MAX_JOINTS];
    uint32_t *faces;       /* (F,3) of the skin that is seen */
    unsigned char *hidden; /* (V)   */
} drawing;

static pd_status draw_item(drawing *d, const pd_tool_camera *camera, const pd_wardrobe_item *item,
                           const pd_wardrobe_wearer *wearer, const pd_wardrobe_palette *palette,
                           pd_error *err)
{
    const size_t n = (size_t)item->vertex_count, m = (size_t)item->corner_count;
    float *block = malloc((9 * n + 6 * m) * sizeof *block);
    uint32_t *faces = malloc(3 * (size_t)item->face_count * sizeof *faces);
    if (!block || !faces) {
        free(block), free(faces);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    }

    /* The item as the wearer's body bends it: corners' normals follow the vertices in the same block. */
    float *vertices = block + 9 * n, *normals = vertices + 3 * m;
    pd_wardrobe_dress(vertices, normals, item, wearer, block);
    for (int p = 0; p < item->part_count; p++) {
        /* A triangle is left out if all its corners are covered (of hair: any); 16-bit corners widen in place, from the end. */
        const pd_wardrobe_part *part = &item->parts[p];
        uint16_t *narrow = (uint16_t *)(void *)faces;
        const int seen = pd_wardrobe_seen_part(narrow, item, part, d->hidden);
        PD_ASSERT(seen >= 0 && seen <= part->face_count);
        for (int i = 3 * seen - 1; i >= 0; i--) faces[i] = narrow[i];
        /* Eyes choose the picture of their iris; everything else has its own or none. */
        const int texture = part->texture + (part->tint == PD_WARDROBE_IRIS_TINT ? (int)palette->iris : 0);
        pd_tool_surface surface = {.vertices = vertices,
                                   .normals = normals,
                                   .faces = faces,
                                   .vertex_count = item->corner_count,
                                   .face_count = seen,
                                   .uvs = item->uvs,
                                   .texture = part->texture < 0 ? NULL : &d->textures[texture],
                                   .two_sided = part->two_sided,
                                   .keeps_normals = pd_wardrobe_is_carded(item),
                                   .has_more = 1};
        /* Hair's pictures are grey, so that one set serves every colour. */
        float tint[3] = {1, 1, 1};
        if (part->tint == PD_WARDROBE_HAIR_TINT) pd_wardrobe_hair_rgb(tint, palette->hair);
        for (int c = 0; c < 3; c++) surface.albedo[c] = part->color[c] * tint[c];
        pd_tool_raster_draw(&d->raster, camera, &surface);
    }
    free(block), free(faces);
    return PD_OK;
}

static pd_tool_camera frame(const drawing *d, const pd_tool_dressed_cell *cell)
{
    const pd_smpl_model *model = d->sheet->model;
    float top = -1e9f, low = 1e9f, target[3] = {0, 0.5f * TALL - 0.03f, 0}, show = TALL;
    /* A whole body fills the cell, its middle a little below half of its height. */
    int highest = 0;
    for (int i = 0; i < model->vertex_count; i++) {
        low = fminf(low, d->skin[3 * i + 1]);
        if (d->skin[3 * i + 1] > top) top = d->skin[3 * i + 1];
    }
    /* A portrait looks at the face, below the top of the head. */
    if (cell->is_portrait) {
        for (int l = 0; l < model->data.landmark_count; l++)
            if (!strcmp(model->data.landmarks[l].name, "head_top")) highest = model->data.landmarks[l].vertex;
        for (int c = 0; c < 3; c++) target[c] = d->skin[3 * highest + c];
        target[1] -= 0.125f;
        show = HEAD;
    }
    /* A close-up looks at one joint, in any cell. */
    const int joint = cell->close_up ? pd_smpl_joint_find(&model->data, cell->close_up) : -1;
    if (joint >= 0) {
        memcpy(target, d->joints + 3 * joint, sizeof target);
        show = cell->show;
    }
    return (pd_tool_camera){.target = {target[0], target[1], target[2]},
                            .distance = 0.5f * show / tanf(0.5f * FOV) + 0.1f,
                            .yaw = cell->yaw,
                            .pitch = 0.05f + cell->pitch,
                            .fov = FOV};
}

static pd_status draw_cell(drawing *d, const pd_tool_dressed_cell *cell, pd_error *err)
{
    const pd_smpl_model *model = d->sheet->model;
    const pd_wardrobe *w = d->sheet->wardrobe;
    pd_wardrobe_wearer wearer;
    pd_arena scratch;
    pd_smpl_body body = {.betas = cell->betas,
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

    /* The body without clothes. */
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_status status = pd_smpl_job_check(&job, model, err);
    if (status != PD_OK) return status;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    status = pd_wardrobe_wearer_init(&wearer, model, d->sheet->transfer, &body, d->skin, err);
    if (status != PD_OK) return status;

    /* Clothes and hair, each without what the items over it cover. */
    const pd_tool_camera camera = frame(d, cell);
    pd_tool_raster_clear(&d->raster);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT && status == PD_OK; s++)
        if (cell->outfit.items[s] >= 0) {
            PD_ASSERT(cell->outfit.items[s] < w->item_count);
            pd_wardrobe_covered(d->hidden, w, &cell->outfit, (pd_wardrobe_slot)s, model->vertex_count);
            status = draw_item(d, &camera, &w->items[cell->outfit.items[s]], &wearer, &cell->palette, err);
        }

    /* The skin last, without the triangles that clothes cover: they would show through. */
    pd_tool_surface skin = {.vertices = d->skin,
                            .normals = d->normals,
                            .faces = d->faces,
                            .vertex_count = model->vertex_count,
                            .face_count = pd_wardrobe_seen_faces(d->faces, d->hidden, w, &cell->outfit,
                                                                 model->data.faces, model->face_count,
                                                                 model->vertex_count)};
    pd_wardrobe_skin_color(skin.albedo, cell->palette.skin);
    pd_tool_raster_draw(&d->raster, &camera, &skin);
    pd_wardrobe_wearer_deinit(&wearer);
    return status;
}

pd_status pd_tool_dressed_render(pd_io_image *picture, const pd_tool_dressed_sheet *s, pd_error *err)
{
    static const uint8_t ink[3] = {40, 44, 52};
    const size_t numbers = 3 * (size_t)s->model->vertex_count;
    const int rows = (s->cell_count + s->columns - 1) / s->columns;
    drawing d = {.sheet = s,
                 .skin = malloc(numbers * sizeof *d.skin),
                 .normals = malloc(numbers * sizeof *d.normals),
                 .faces = malloc(3 * (size_t)s->model->face_count * sizeof *d.faces),
                 .hidden = malloc(numbers)};

    PD_ASSERT(s->columns > 0 && s->cell_count >= 0 && s->wardrobe->texture_count <= PD_WARDROBE_TEXTURES_MAX);
    pd_status status = pd_io_image_init(picture, s->columns * s->width, rows * s->height, 3, 8, err);
    if (status == PD_OK) status = pd_tool_raster_init(&d.raster, s->width, s->height, s->samples, err);
    if (status == PD_OK && (!d.skin || !d.normals || !d.faces || !d.hidden))
        status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory for a body");

    /* Every picture is decoded once for all cells. */
    for (int t = 0; t < s->wardrobe->texture_count && status == PD_OK; t++)
        status = pd_io_png_read(&d.textures[t], s->wardrobe->textures[t].png, s->wardrobe->textures[t].bytes,
                                NULL, err);
    /* One body at a time, into its cell of the page. */
    for (int c = 0; c < s->cell_count && status == PD_OK; c++) {
        const int left = c % s->columns * s->width, top = c / s->columns * s->height;
        status = draw_cell(&d, &s->cells[c], err);
        pd_tool_raster_resolve(picture, left, top, &d.raster);
        pd_tool_raster_text(picture, left + 6, top + 6, 1, s->cells[c].label, ink);
    }

    for (int t = 0; t < PD_WARDROBE_TEXTURES_MAX; t++) pd_io_image_deinit(&d.textures[t]);
    pd_tool_raster_deinit(&d.raster);
    free(d.skin), free(d.normals), free(d.faces), free(d.hidden);
    if (status != PD_OK) pd_io_image_deinit(picture);
    return status;
}
