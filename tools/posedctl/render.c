/* posedctl render: draws contact sheets of any body model, for documents,
 * for inspection and as golden images. */
#include "core/base/assert.h"
#include "tools/draw/compare.h"
#include "tools/base/format.h"
#include "tools/base/field_option.h"
#include "tools/base/local.h"
#include "tools/draw/posture.h"
#include "tools/base/progress.h"
#include "tools/draw/sheet.h"
#include "tools/base/mode.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX  1024
#define MODELS_MAX 16
#define DEGREE     0.017453292f

typedef struct render {
    const pd_tool_args *args;
    pd_smpl_model *models[MODELS_MAX];
    int model_count;
    pd_tool_cell *cells; /* (CELLS_MAX) */
    int cell_count, columns;
    float betas[PD_TOOL_SHEET_BETAS];
    int beta_count, count, seed;
    float yaw;
    pd_error err;
} render;

/* Adds a cell with the given betas and posture.
 * Returns NULL when memory ran out or the posture is wrong (r->err). */
static pd_tool_cell *add_cell(render *r, const pd_smpl_model *model, const char *posture, const char *label)
{
    if (r->cell_count >= CELLS_MAX) return NULL;
    pd_tool_cell *cell = &r->cells[r->cell_count];
    *cell = (pd_tool_cell){.model = model, .yaw = r->yaw};
    memcpy(cell->betas, r->betas, sizeof cell->betas);
    snprintf(cell->label, sizeof cell->label, "%s", label);
    cell->rotations = malloc(9 * (size_t)model->joint_count * sizeof *cell->rotations);
    r->cell_count++;
    if (!cell->rotations) {
        pd_fail(&r->err, PD_ERR_MEMORY, label, "out of memory");
        return NULL;
    }

    return pd_tool_posture_read(cell->rotations, model, posture, &r->err) ? NULL : cell;
}

/* Returns the model's gender or name for a label. */
static const char *model_name(const pd_smpl_model *model)
{
    const char *name = model->data.text.name;
    const char *gender = model->data.text.gender;
    return gender && *gender ? gender : name && *name ? name : "body";
}

/* Fills a row for each model: the body from all sides, and its head. */
static bool fill_mean(render *r, const char *posture)
{
    static const struct {
        const char *name;
        float yaw, zoom;
    } views[] = {{"front", 0, 0},  {"three quarter", 40, 0}, {"side", 90, 0},
                 {"back", 180, 0}, {"head", 0, 5},           {"head side", 75, 5}};
    r->columns = sizeof views / sizeof *views;
    for (int m = 0; m < r->model_count; m++)
        for (int i = 0; i < r->columns; i++) {
            char label[64];
            snprintf(label, sizeof label, "%s %s", model_name(r->models[m]), views[i].name);
            pd_tool_cell *cell = add_cell(r, r->models[m], posture, label);
            if (!cell) return false;
            cell->yaw = r->yaw + views[i].yaw * DEGREE;
            cell->zoom = views[i].zoom;
        }

    return true;
}

/* Fills a row for each beta, from -3 to 3. */
static bool fill_betas(render *r, const char *posture)
{
    static const float steps[] = {-3, -1.5f, 0, 1.5f, 3};

    r->columns = 5;
    for (int m = 0; m < r->model_count; m++) {
        int betas =
            r->models[m]->beta_count < PD_TOOL_SHEET_BETAS ? r->models[m]->beta_count : PD_TOOL_SHEET_BETAS;
        if (r->count > 0 && r->count < betas) betas = r->count;
        for (int b = 0; b < betas; b++)
            for (int i = 0; i < r->columns; i++) {
                char label[64];
                snprintf(label, sizeof label, "beta %d: %+g", b, (double)steps[i]);
                pd_tool_cell *cell = add_cell(r, r->models[m], posture, label);
                if (!cell) return false;
                cell->betas[b] += steps[i];
            }
    }

    return true;
}

/* Fills random people. A model with statistics of people gives one for each seed, seed + 1 and so on; other
 * models get betas from N(0, 1) by the same seeds, as the field `random` of requests does. */
static bool fill_random(render *r, const char *posture)
{
    int count = r->count > 0 ? r->count : 24;

    for (int i = 0; i < count; i++) {
        const pd_smpl_model *model = r->models[i % r->model_count];
        char label[64];
        snprintf(label, sizeof label, "%s %d", model_name(model), i);
        pd_tool_cell *cell = add_cell(r, model, posture, label);
        if (!cell) return false;

        /* Try the model's statistics first. */
        const pd_smpl_people people = pd_smpl_model_people(model);
        pd_smpl_person_request q = pd_smpl_anybody;
        pd_smpl_person person;
        pd_error err;
        q.has_random = true;
        q.random = (uint64_t)(r->seed + i);
        if (people.numbers && pd_smpl_person_find(&person, &people, &q, &err) == PD_OK)
            for (int b = 0; b < people.beta_count; b++) cell->betas[b] += (float)person.betas[b];
        else {
            float drawn[PD_TOOL_SHEET_BETAS];
            const int betas =
                model->beta_count < PD_TOOL_SHEET_BETAS ? model->beta_count : PD_TOOL_SHEET_BETAS;
            pd_smpl_people_normal(drawn, betas, (uint64_t)(r->seed + i));
            for (int b = 0; b < betas; b++) cell->betas[b] += drawn[b];
        }
    }

    return true;
}

/* Fills a cell for each model and posture of a list. */
static bool fill_list(render *r, const pd_tool_posture *list)
{
    for (int m = 0; m < r->model_count; m++)
        for (const pd_tool_posture *p = list; p->name; p++) {
            pd_tool_cell *cell = add_cell(r, r->models[m], p->text, p->name);
            if (!cell) return false;
            cell->yaw = r->yaw + p->yaw_deg * DEGREE;
        }

    return true;
}

/* Fills the steps of the forward pass of each model, as in figure 3 of Loper et al. 2015. */
static bool fill_stages(render *r, const char *posture)
{
    static const struct {
        const char *label;
        pd_smpl_stage stage;
        bool is_mean, shows_weights;
    } stages[] = {{"T, W", PD_SMPL_SHAPED, true, true},
                  {"T + B_S", PD_SMPL_SHAPED, false, false},
                  {"T_P", PD_SMPL_CORRECTED, false, false},
                  {"M = W(T_P, J)", PD_SMPL_POSED, false, false}};
    r->columns = sizeof stages / sizeof *stages;
    if (!r->beta_count) {
        r->betas[0] = 1;
        r->betas[1] = 1.5f;
    }

    for (int m = 0; m < r->model_count; m++)
        for (int i = 0; i < r->columns; i++) {
            pd_tool_cell *cell = add_cell(r, r->models[m], posture, stages[i].label);
            if (!cell) return false;
            if (stages[i].is_mean) memset(cell->betas, 0, sizeof cell->betas);
            cell->stage = stages[i].stage;
            cell->shows_weights = stages[i].shows_weights;
        }

    return true;
}

/* Fills the cells of the chosen kind of sheet, with that kind's usual posture. */
static int fill_render(render *r, int kind)
{
    PD_ASSERT(kind >= 0);
    const char *posture = pd_tool_text(r->args, "pose");
    switch (kind) {
    case 0: return fill_mean(r, posture ? posture : "");
    case 1: return fill_betas(r, posture ? posture : "both_shoulder 0 0 -45");
    case 2: return fill_random(r, posture ? posture : "both_shoulder 0 0 -45");
    case 3: return fill_list(r, pd_tool_bends);
    case 6:
        return fill_stages(r, posture ? posture : "both_shoulder 0 0 -45 both_hip -45 0 15 both_knee 55 0 0");
    default: return fill_list(r, pd_tool_poses);
    }
}

/* Loads the models that the arguments name, or the default one. */
static int load_models(render *r)
{
    static const char *const standard[] = {"default"};
    const char *const *words = r->args->word_count ? r->args->words : standard;
    int count = r->args->word_count ? r->args->word_count : 1;

    if (count > MODELS_MAX) {
        pd_tool_usage(r->args, "%d models; at most %d", count, MODELS_MAX);
        return 2;
    }

    for (int i = 0; i < count; i++) {
        char path[4096];
        pd_tool_model_path(path, sizeof path, words[i]);
        if (pd_tool_load_body(&r->models[i], path, &r->err))
            return pd_tool_model_fail(r->args, words[i], &r->err);
        r->model_count++;
    }

    return 0;
}

static bool is_contact(const pd_tool_args *args)
{
    return !strcmp(pd_tool_text(args, "sheet"), "contact");
}

/* --sheet bends --compare, and --sheet contact: close-ups of the first model, one row a bend. */
static pd_status render_compare(render *r, pd_io_image *picture, const pd_tool_sheet *sheet,
                                const pd_executor *executor)
{
    const char *name = pd_tool_text(r->args, "dqs-model");
    pd_smpl_model *dqs = NULL;
    char path[4096];

    /* A model with pose blend shapes for DQS must have the same mesh and skeleton. */
    if (name) {
        pd_tool_model_path(path, sizeof path, name);
        if (pd_tool_load_body(&dqs, path, &r->err)) return r->err.status;
        if (dqs->vertex_count != r->models[0]->vertex_count ||
            dqs->joint_count != r->models[0]->joint_count || dqs->beta_count != r->models[0]->beta_count)
            pd_fail(&r->err, PD_ERR_RANGE, name,
                    "the number of vertices, joints or betas differs from the model's; the same expected");
    }

    const pd_tool_compare compare = {
        .model = r->models[0],
        .dqs = dqs,
        .betas = r->betas,
        .beta_count = r->beta_count < r->models[0]->beta_count ? r->beta_count : r->models[0]->beta_count,
        .size = sheet->cell_width,
        .scale = sheet->scale,
        .contact = is_contact(r->args)};
    if (!r->err.status) pd_tool_compare_render(picture, &compare, executor, &r->err);
    pd_smpl_model_release(dqs);

    return r->err.status;
}

/* Fills the sheet, renders it and writes it as PNG. */
static int draw_render(render *r, int kind)
{
    PD_ASSERT(kind >= 0);
    static const char *const skinnings[] = {"lbs", "dqs", "sbs", NULL};
    static const char *const paints[] = {"skin", "normals", "weights", NULL};
    int size = 0, columns = 0, threads = 0, skinning = 0, paint = 0, samples = 0;
    if (!pd_tool_int(&size, r->args, "size", 16, 4096) || !pd_tool_int(&columns, r->args, "columns", 0, 64) ||
        !pd_tool_int(&threads, r->args, "threads", 0, 256) ||
        !pd_tool_int(&samples, r->args, "samples", 1, 8) ||
        (pd_tool_text(r->args, "skinning") && !pd_tool_choice(&skinning, r->args, "skinning", skinnings)) ||
        !pd_tool_choice(&paint, r->args, "paint", paints))
        return 2;

    /* A kind of sheet may set its own number of columns; the option replaces it. */
    r->columns = columns ? columns : 6;
    if (!fill_render(r, kind)) {
        if (!r->err.status) return pd_tool_usage(r->args, "more than %d bodies", CELLS_MAX);
        return pd_tool_fail(r->args, &r->err);
    }

    if (columns) r->columns = columns;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_tool_usage(r->args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    /* Render the sheet. */
    const pd_tool_sheet sheet = {.cells = r->cells,
                                 .cell_count = r->cell_count,
                                 .columns = r->columns,
                                 .cell_width = size,
                                 .cell_height = size,
                                 .scale = samples,
                                 .has_skinning = pd_tool_text(r->args, "skinning") != NULL,
                                 .skinning = (pd_smpl_skinning)skinning,
                                 .paint = (pd_tool_paint)paint,
                                 .shows_joints = pd_tool_flag(r->args, "joints")};
    const pd_executor *executor = pd_tool_pool_executor(pool);
    pd_io_image picture = {0};
    pd_buffer file = {0};
    double start_s = pd_tool_clock_s();
    pd_status status = pd_tool_flag(r->args, "compare") || is_contact(r->args)
                           ? render_compare(r, &picture, &sheet, executor)
                           : pd_tool_sheet_render(&picture, &sheet, executor, &r->err);

    if (!status) status = pd_io_png_write(&file, &picture, &r->err);

    int code = status ? pd_tool_fail(r->args, &r->err)
                      : pd_tool_write_noted(r->args, pd_tool_text(r->args, "o"), file.data, file.size,
                                            "%d x %d pixels, drawn in %.1f s", picture.width, picture.height,
                                            pd_tool_clock_s() - start_s);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);
    pd_tool_pool_release(pool);

    return code;
}

static int run_render(const pd_tool_args *args)
{
    static const char *const kinds[] = {"mean",  "betas",   "random", "bends",
                                        "poses", "contact", "stages", NULL};
    render r = {.args = args};
    int kind = 0;
    int code;
    double yaw_deg = 0;
    const pd_tool_format *format;

    if (!pd_tool_format_of(&format, args, pd_tool_pictures, "o", "png") ||
        !pd_tool_choice(&kind, args, "sheet", kinds) || !pd_tool_double(&yaw_deg, args, "yaw", -360, 360) ||
        !pd_tool_betas(r.betas, &r.beta_count, args, PD_TOOL_SHEET_BETAS) ||
        !pd_tool_int(&r.count, args, "count", 0, CELLS_MAX) ||
        !pd_tool_int(&r.seed, args, "seed", 0, 1 << 30))
        return 2;

    /* Check that the given options fit the sheet. */
    if (pd_tool_mode(args, "sheet", kinds[kind])) return 2;
    if (kind == 3 && pd_tool_mode(args, "bends", pd_tool_flag(args, "compare") ? "compare" : "sheet"))
        return 2;

    r.yaw = (float)yaw_deg * DEGREE;
    r.cells = calloc(CELLS_MAX, sizeof *r.cells);
    code = r.cells ? load_models(&r) : 1;
    if (!code) code = draw_render(&r, kind);
    for (int i = 0; r.cells && i < r.cell_count; i++) free(r.cells[i].rotations);
    for (int i = 0; i < r.model_count; i++) pd_smpl_model_release(r.models[i]);
    free(r.cells);

    return code;
}

static const pd_tool_option options[] = {
    {"sheet", "mean|betas|random|bends|poses|contact|stages", "contact sheet to draw", "mean"},
    {"compare", NULL, "bends: close-ups, plain skinning beside pose blend shapes beside their target", NULL},
    {"dqs-model", "MODEL", "compare: the same model with the pose blend shapes for DQS", NULL},
    {"o", "FILE", "PNG file to write; - is standard output", "-"},
    {"size", "PIXELS", "side of a cell", "320"},
    {"columns", "N", "cells in a row; 0: what suits the sheet", "0"},
    {"samples", "N", "samples per pixel side, 1 to 8", "3"},
    {"betas", "LIST", "shape to start from; of stages else 1,1.5", NULL},
    {"pose", "TEXT", "posture of all bodies, as in \"both_shoulder 0 0 -45 left_knee 90 0 0\" (degrees)",
     NULL},
    {"yaw", "DEGREES", "angle of the camera about the body", "0"},
    {"count", "N", "random: bodies [24]; betas: how many betas [all]", NULL},
    {"seed", "N", "seed of --sheet random", "1"},
    PD_TOOL_FIELD("skinning", "POST /v1/models/{id}/mesh"),
    {"paint", "skin|normals|weights", "colouring of the surface", "skin"},
    {"joints", NULL, "joints as white dots over the surface", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_render = {
    .name = "render",
    .words = "[MODEL...]",
    .summary = "Draw contact sheets of body models as PNG",
    .details = "MODEL is a file or the name of a shipped model; without one it is default.\n\n"
               "  posedctl render -o mean.png default female male\n"
               "  posedctl render --sheet betas --count 8 -o betas.png\n"
               "  posedctl render --sheet bends --paint weights --joints -o bends.png\n"
               "  posedctl render --sheet bends --compare --betas 0,2.5 -o obese.png\n"
               "  posedctl render --sheet contact -o contact.png\n"
               "  posedctl render --sheet stages -o stages.png",
    .options = options,
    .run = run_render,
};
