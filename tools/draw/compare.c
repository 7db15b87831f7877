#include "tools/draw/compare.h"

#include "core/smpl/contact.h"
#include "train/corrective/deform.h"
#include "train/corrective/pose_fit.h"
#include "tools/draw/posture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE      0.017453292f
#define COLUMNS_MAX 5

const pd_tool_closeup pd_tool_closeups[] = {
    {"elbow 90", "left_elbow 0 -90 0", "left_elbow", 0, 75, 0.20f},
    {"elbow 120", "left_elbow 0 -120 0", "left_elbow", 0, 75, 0.20f},
    {"knee 90", "left_knee 90 0 0", "left_knee", 80, 0, 0.26f},
    {"knee 120", "left_knee 120 0 0", "left_knee", 80, 0, 0.26f},
    {"hip 90", "left_hip -90 0 0", "left_hip", 80, 0, 0.34f},
    {"hip 110", "left_hip -110 0 0", "left_hip", 80, 0, 0.34f},
    {"arm down 75", "left_shoulder 0 0 -75", "left_shoulder", 10, 0, 0.28f},
    {"arm forward 90", "left_shoulder 0 -90 0", "left_shoulder", 25, 0, 0.28f},
    {"forearm twist 80", "left_elbow 45 0 0 left_wrist 35 0 0", "left_elbow", 0, 30, 0.24f},
    {NULL, NULL, NULL, 0, 0, 0},
};

const pd_tool_closeup pd_tool_touches[] = {
    {"knee 145", "left_knee 145 0 0", "left_knee", 90, 0, 0.28f},
    {"hip 120", "left_hip -120 0 0", "left_hip", 60, 10, 0.35f},
    {"elbow 150", "left_elbow 0 -150 0", "left_elbow", 20, -30, 0.24f},
    {"arm at the trunk", "left_shoulder 0 0 -90", "left_shoulder", 180, 0, 0.36f},
    {"thigh at thigh", "left_hip 0 0 -25", "left_hip", 180, 0, 0.4f},
    {NULL, NULL, NULL, 0, 0, 0},
};

typedef struct column {
    const char *name;
    const pd_smpl_model *model; /* NULL: the target */
    pd_smpl_skinning skinning;
    const pd_smpl_contact *contact;
} column;

static const pd_tool_closeup *list_of(const pd_tool_compare *compare)
{
    return compare->contact ? pd_tool_touches : pd_tool_closeups;
}

typedef struct work {
    const pd_tool_compare *compare;
    pd_smpl_model *plain;
    pd_train_deformer *deformer;
    pd_smpl_contact *contact; /* contact of compare->model, if it is shown */
    column columns[COLUMNS_MAX];
    int column_count, row_count;
    float *vertices;  /* (rows,columns,V,3) */
    float *rotations; /* (rows,K,3,3)       */
    float *joints;    /* (rows,K,3)         */
    pd_tool_cell *cells;
    pd_arena *scratch; /* (worker_count) */
} work;

static void make_cell(void *arg, int index, int worker)
{
    const work *w = arg;
    const pd_smpl_model *m = w->compare->model;
    int row = index / w->column_count;
    const column *col = &w->columns[index % w->column_count];
    const pd_tool_closeup *c = &list_of(w->compare)[w->compare->first + row];
    const float *joint = w->joints + 3 * ((size_t)m->joint_count * (size_t)row +
                                          (size_t)pd_smpl_joint_find(&m->data, c->joint));
    float *out = w->vertices + 3 * (size_t)m->vertex_count * (size_t)index;

    const pd_smpl_body body = {.betas = w->compare->betas,
                               .beta_count = w->compare->beta_count,
                               .rotations = w->rotations + 9 * (size_t)m->joint_count * (size_t)row,
                               .vertices = out};
    const pd_smpl_job job = {
        .bodies = &body, .body_count = 1, .skinning = col->skinning, .contact = col->contact};
    pd_arena *scratch = &w->scratch[worker];
    pd_arena_reset(scratch);
    if (col->model)
        pd_smpl_job_run(&job, col->model, scratch, &pd_executor_serial);
    else
        pd_train_deform_run(out, NULL, w->deformer, body.rotations, scratch);

    double gain =
        1e6 * (pd_train_deformer_volume(w->deformer, out) - pd_train_deformer_rest_volume(w->deformer));
    pd_tool_cell *cell = &w->cells[index];
    *cell = (pd_tool_cell){.model = m,
                           .vertices = out,
                           .yaw = c->yaw_deg * DEGREE,
                           .pitch = c->pitch_deg * DEGREE,
                           .focus = {joint[0], joint[1], joint[2]},
                           .radius = c->radius};
    snprintf(cell->label, sizeof cell->label, "%s %s %+.0f ml", c->name, col->name,
             fabs(gain) < 0.5 ? 0 : gain);
}

static pd_status take_memory_compare(work *w, int workers, pd_error *err)
{
    const pd_smpl_model *m = w->compare->model;
    size_t cells = (size_t)w->row_count * (size_t)w->column_count;
    size_t k = (size_t)m->joint_count;

    w->vertices = malloc(cells * 3 * (size_t)m->vertex_count * sizeof *w->vertices);
    w->rotations = malloc((size_t)w->row_count * 12 * k * sizeof *w->rotations);
    w->cells = calloc(cells, sizeof *w->cells);
    w->scratch = calloc((size_t)workers, sizeof *w->scratch);
    size_t scratch_bytes = pd_train_deform_scratch_bytes(w->deformer);
    for (int c = 0; c < w->column_count; c++) {
        const pd_smpl_job job = {.bodies = NULL,
                                 .body_count = 1,
                                 .skinning = w->columns[c].skinning,
                                 .contact = w->columns[c].contact};
        size_t bytes = pd_smpl_job_scratch_bytes(&job, w->columns[c].model ? w->columns[c].model : m);
        if (bytes > scratch_bytes) scratch_bytes = bytes;
    }

    int good = w->vertices && w->rotations && w->cells && w->scratch;
    for (int i = 0; good && i < workers; i++) good = pd_arena_init(&w->scratch[i], scratch_bytes);
    if (!good) return pd_fail(err, PD_ERR_MEMORY, "compare", "out of memory for %zu bodies", cells);
    w->joints = w->rotations + (size_t)w->row_count * 9 * k;

    return PD_OK;
}

static pd_status render(work *w, pd_io_image *picture, const pd_executor *executor, pd_error *err)
{
    const pd_tool_compare *c = w->compare;
    int all = 0;

    while (list_of(c)[all].name) all++;
    w->row_count = c->count > 0 ? c->count : all - c->first;
    if (c->first < 0 || c->first + w->row_count > all || w->row_count < 1)
        return pd_fail(err, PD_ERR_RANGE, "compare", "rows %d to %d; 0 to %d allowed", c->first,
                       c->first + w->row_count - 1, all - 1);
    pd_status status = pd_train_pose_model(&w->plain, c->model, NULL, err);
    if (status == PD_OK)
        status = pd_train_deformer_build(&w->deformer, w->plain, c->betas, c->beta_count, NULL, err);
    if (status == PD_OK && c->contact)
        status = pd_smpl_contact_build(&w->contact, c->model, PD_SMPL_CONTACT_EXACT, err);
    if (status != PD_OK) return status;

    const pd_smpl_model *m = c->model;
    const pd_smpl_model *dqs = c->dqs ? c->dqs : m;
    if (c->contact) {
        w->columns[w->column_count++] =
            (column){.name = "as skinned", .model = m, .skinning = PD_SMPL_LBS, .contact = NULL};
        w->columns[w->column_count++] =
            (column){.name = "contact", .model = m, .skinning = PD_SMPL_LBS, .contact = w->contact};
    } else {
        w->columns[w->column_count++] =
            (column){.name = "LBS", .model = w->plain, .skinning = PD_SMPL_LBS, .contact = NULL};
        w->columns[w->column_count++] =
            (column){.name = "DQS", .model = w->plain, .skinning = PD_SMPL_DQS, .contact = NULL};
        if (m->pose_feature_count)
            w->columns[w->column_count++] =
                (column){.name = "LBS+P", .model = m, .skinning = PD_SMPL_LBS, .contact = NULL};

        if (dqs->pose_feature_count)
            w->columns[w->column_count++] =
                (column){.name = "DQS+P", .model = dqs, .skinning = PD_SMPL_DQS, .contact = NULL};
    }

    w->columns[w->column_count++] =
        (column){.name = "target", .model = NULL, .skinning = PD_SMPL_LBS, .contact = NULL};

    status = take_memory_compare(w, executor->worker_count, err);
    if (status != PD_OK) return status;

    /* Read the pose of each row, and compute its joints, at which the cameras look. */
    for (int row = 0; row < w->row_count; row++) {
        const pd_tool_closeup *closeup = &list_of(c)[c->first + row];
        float *rotations = w->rotations + 9 * (size_t)m->joint_count * (size_t)row;
        status = pd_tool_posture_read(rotations, m, closeup->text, err);
        if (status != PD_OK) return status;
        if (pd_smpl_joint_find(&m->data, closeup->joint) < 0)
            return pd_fail(err, PD_ERR_RANGE, closeup->name, "the model has no joint %s", closeup->joint);

        const pd_smpl_body body = {.betas = c->betas,
                                   .beta_count = c->beta_count,
                                   .rotations = rotations,
                                   .joints = w->joints + 3 * (size_t)m->joint_count * (size_t)row};
        const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
        pd_arena_reset(&w->scratch[0]);
        pd_smpl_job_run(&job, m, &w->scratch[0], &pd_executor_serial);
    }

    pd_execute(executor, make_cell, w, w->row_count * w->column_count);
    const pd_tool_sheet sheet = {.cells = w->cells,
                                 .cell_count = w->row_count * w->column_count,
                                 .columns = w->column_count,
                                 .cell_width = c->size,
                                 .cell_height = c->size,
                                 .scale = c->scale};

    return pd_tool_sheet_render(picture, &sheet, executor, err);
}

pd_status pd_tool_compare_render(pd_io_image *picture, const pd_tool_compare *compare,
                                 const pd_executor *executor, pd_error *err)
{
    work w = {.compare = compare};

    memset(picture, 0, sizeof *picture);
    pd_status status = render(&w, picture, executor, err);
    for (int i = 0; w.scratch && i < executor->worker_count; i++) pd_arena_deinit(&w.scratch[i]);
    free(w.vertices);
    free(w.rotations);
    free(w.cells);
    free(w.scratch);
    pd_train_deformer_free(w.deformer);
    pd_smpl_contact_free(w.contact);
    pd_smpl_model_release(w.plain);

    return status;
}
