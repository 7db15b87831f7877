#include "factory/people/head.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"
#include "core/smpl/surface/section.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define BASE_MESH_VERTICES 13380
/* Skin lower than this below the landmark, in the template, takes no part in an arc. */
#define HEAD_BELOW_M       0.06
/* largest distance of an arc's points from the line through the tragia, as a share of the landmark's */
#define DEPTH_MOST         1.2

const pd_factory_head_row pd_factory_head_rows[PD_FACTORY_HEAD_MEASURES] = {
#define ROW(id, name, column, unit, first, second) {name, column, unit, first, second},
    PD_FACTORY_HEAD_TABLE(ROW)
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

/* Middle of the right eye's opening: of its corners and of the middles of both lids. mirror: table for the
 * left eye, or NULL. */
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

/* Length of a tape from tragion to tragion over the skin in the plane through them
 * and a vertex in the plane of symmetry. */
static double arc_over(const pd_smpl_model *model, const float *betas, int tragion, int landmark)
{
    const pd_smpl_data *d = &model->data;
    const pd_vec3 left = vertex_at(model, betas, tragion);
    const pd_vec3 right = vertex_at(model, betas, d->mirror[tragion]);
    const pd_vec3 at = vertex_at(model, betas, landmark);
    pd_vec3 *skin = malloc((size_t)model->vertex_count * sizeof *skin);

    double(*points)[2] = malloc((2 * (size_t)model->face_count + 2) * sizeof *points);
    if (!skin || !points) {
        free(skin);
        free(points);
        return NAN;
    }

    /* Axes in the plane, from the middle between the tragia: `across` to the left, `down` to the landmark. */
    const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(left, right), 0.5);
    const pd_vec3 across = pd_vec3_unit_or(pd_vec3_sub(left, right), pd_vec3_make(1, 0, 0));
    const pd_vec3 to = pd_vec3_sub(at, middle);
    const pd_vec3 down = pd_vec3_unit_or(pd_vec3_sub(to, pd_vec3_scale(across, pd_vec3_dot(to, across))),
                                         pd_vec3_make(0, -1, 0));
    const pd_vec3 normal = pd_vec3_cross(across, down);
    const double half = pd_vec3_length(pd_vec3_sub(left, right)) / 2;
    const double depth = pd_vec3_dot(to, down);

    /* Coordinates of the skin of the head: across, down, and along the normal. */
    const double least = (double)d->v_template[3 * (size_t)landmark + 1] - HEAD_BELOW_M;
    for (int v = 0; v < model->vertex_count; v++) {
        skin[v].x = NAN;
        if ((double)d->v_template[3 * (size_t)v + 1] < least) continue;
        const pd_vec3 p = pd_vec3_sub(vertex_at(model, betas, v), middle);
        skin[v] = pd_vec3_make(pd_vec3_dot(p, across), pd_vec3_dot(p, down), pd_vec3_dot(p, normal));
    }

    /* Cut the triangles with the plane. Ears beside the tragia
     * and skin beyond the jaw are not below the tape. */
    int count = 0;
    points[count][0] = -half;
    points[count++][1] = 0;
    points[count][0] = half;
    points[count++][1] = 0;
    for (int f = 0; f < model->face_count; f++)
        for (int e = 0; e < 3; e++) {
            const uint32_t *t = d->faces + 3 * (size_t)f;
            const pd_vec3 a = skin[t[e]];
            const pd_vec3 b = skin[t[(e + 1) % 3]];
            if (isnan(a.x) || isnan(b.x) || (a.z < 0) == (b.z < 0)) continue;
            const double share = a.z / (a.z - b.z);
            const double x = a.x + share * (b.x - a.x);
            const double y = a.y + share * (b.y - a.y);
            if (y < 0 || y > DEPTH_MOST * depth || fabs(x) > half) continue;
            points[count][0] = x;
            points[count++][1] = -y;
        }
    PD_ASSERT(count <= 2 * model->face_count + 2);
    const double length = pd_smpl_hull_lower_length(points, count);
    free(skin);
    free(points);

    return length;
}

void pd_factory_head_measure_body(double *values, int count, const pd_smpl_model *model, const float *betas)
{
    const pd_smpl_data *d = &model->data;
    const bool is_known = model->vertex_count == BASE_MESH_VERTICES && d->mirror;

    PD_ASSERT(count >= 0 && count <= PD_FACTORY_HEAD_MEASURES);
    for (int i = 0; i < count; i++) {
        const pd_factory_head_row *row = &pd_factory_head_rows[i];
        if (!is_known) {
            values[i] = NAN;
            continue;
        }

        if (i >= PD_FACTORY_HEAD_FITTED) {
            values[i] = arc_over(model, betas, row->first, row->second);
            continue;
        }

        const bool is_eye = row->first == PD_FACTORY_HEAD_EYE;
        const int other =
            row->second == PD_FACTORY_HEAD_MIRRORED && !is_eye ? d->mirror[row->first] : row->second;
        const pd_vec3 a = is_eye ? eye_at(model, betas, NULL) : vertex_at(model, betas, row->first);
        const pd_vec3 b = is_eye ? eye_at(model, betas, d->mirror) : vertex_at(model, betas, other);
        values[i] = i == PD_FACTORY_HEAD_TRAGION_HEIGHT ? a.y - b.y : pd_vec3_length(pd_vec3_sub(a, b));
    }
}
