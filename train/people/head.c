#include "train/people/head.h"

#include "core/math/vec3.h"

#include <math.h>
#include <stdbool.h>

#define BASE_MESH_VERTICES 13380

const pd_train_head_row pd_train_head_rows[PD_TRAIN_HEAD_MEASURES] = {
#define ROW(id, name, column, unit, first, second) {name, column, unit, first, second},
    PD_TRAIN_HEAD_TABLE(ROW)
#undef ROW
};

/* Returns the position of a vertex of the shaped body. */
static pd_vec3 vertex_at(const pd_smpl_model *model, const float *betas, int vertex)
{
    const size_t b = (size_t)model->beta_count;
    double at[3];
    for (size_t c = 0; c < 3; c++) {
        const size_t i = 3 * (size_t)vertex + c;
        at[c] = (double)model->data.v_template[i];
        for (size_t k = 0; k < b; k++) at[c] += (double)model->data.shapedirs[i * b + k] * (double)betas[k];
    }
    return pd_vec3_make(at[0], at[1], at[2]);
}

/* Middle of the right eye's opening: of its corners and of the middles of both lids. mirror: table for the left eye, or NULL. */
static pd_vec3 eye_at(const pd_smpl_model *model, const float *betas, const int *mirror)
{
    static const int rim[] = {6758, 66, 6756, 1069};
    const int count = sizeof rim / sizeof *rim;
    pd_vec3 at = pd_vec3_make(0, 0, 0);
    for (int i = 0; i < count; i++)
        at = pd_vec3_add(
            at, pd_vec3_scale(vertex_at(model, betas, mirror ? mirror[rim[i]] : rim[i]), 1.0 / count));
    return at;
}

void pd_train_head_measure_body(double *values, const pd_smpl_model *model, const float *betas)
{
    const pd_smpl_data *d = &model->data;
    const bool is_known = model->vertex_count == BASE_MESH_VERTICES && d->mirror;

    for (int i = 0; i < PD_TRAIN_HEAD_MEASURES; i++) {
        const pd_train_head_row *row = &pd_train_head_rows[i];
        if (!is_known) {
            values[i] = NAN;
            continue;
        }
        const bool is_eye = row->first == PD_TRAIN_HEAD_EYE;
        const int other =
            row->second == PD_TRAIN_HEAD_MIRRORED && !is_eye ? d->mirror[row->first] : row->second;
        const pd_vec3 a = is_eye ? eye_at(model, betas, NULL) : vertex_at(model, betas, row->first),
                      b = is_eye ? eye_at(model, betas, d->mirror) : vertex_at(model, betas, other);
        values[i] = i == PD_TRAIN_HEAD_TRAGION_HEIGHT ? a.y - b.y : pd_vec3_length(pd_vec3_sub(a, b));
    }
}
