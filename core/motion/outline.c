#include "core/motion/outline.h"

#include "core/base/assert.h"
#include "core/retarget/skeleton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIONS   64
#define GOLDEN_ANGLE 2.399963229728653

/* Computes directions evenly distributed over the sphere (a Fibonacci lattice). */
static void spread_outline(double out[DIRECTIONS][3])
{
    for (int i = 0; i < DIRECTIONS; i++) {
        const double y = 1 - (2 * i + 1.0) / DIRECTIONS;
        const double r = sqrt(1 - y * y);
        out[i][0] = r * cos(GOLDEN_ANGLE * i);
        out[i][1] = y;
        out[i][2] = r * sin(GOLDEN_ANGLE * i);
    }
}

/* A vertex of the shaped body at rest. */
static void shaped(double out[3], const pd_smpl_model *model, const float *betas, int beta_count, int vertex)
{
    PD_DEBUG_ASSERT(vertex >= 0 && vertex < model->vertex_count && beta_count <= model->beta_count);
    for (int c = 0; c < 3; c++) {
        const size_t at = 3 * (size_t)vertex + (size_t)c;
        const float *row = model->data.shapedirs + at * (size_t)model->beta_count;
        out[c] = (double)model->data.v_template[at];
        for (int b = 0; b < beta_count; b++) out[c] += (double)row[b] * (double)betas[b];
    }
}

/* Computes the vertex's largest weights, and its offsets from their joints. */
static void make_point(pd_motion_outline_point *point, const pd_smpl_model *model, const pd_vec3 *joints,
                       const double v[3], int vertex)
{
    const float *weights = model->data.weights + (size_t)vertex * (size_t)model->joint_count;
    double sum = 0;

    memset(point, 0, sizeof *point);
    for (int i = 0; i < PD_MOTION_OUTLINE_LINKS; i++) {
        int best = -1;
        for (int k = 0; k < model->joint_count; k++) {
            bool taken = false;
            for (int l = 0; l < i; l++) taken = taken || point->joints[l] == k;
            if (!taken && (best < 0 || weights[k] > weights[best])) best = k;
        }

        if (best < 0 || (i && !(weights[best] > 0))) break;
        point->joints[i] = best;
        point->weights[i] = (double)weights[best];
        point->offsets[i] = pd_vec3_sub(pd_vec3_make(v[0], v[1], v[2]), joints[best]);
        sum += point->weights[i];
    }

    for (int i = 0; i < PD_MOTION_OUTLINE_LINKS; i++)
        point->weights[i] = sum > 0 ? point->weights[i] / sum : i == 0;
}

pd_status pd_motion_outline_init(pd_motion_outline *out, const pd_smpl_model *model, const float *betas,
                                 int beta_count, pd_error *err)
{
    const int joint_count = model->joint_count;
    double directions[DIRECTIONS][3];
    pd_vec3 joints[PD_ANIM_MAX_JOINTS];

    memset(out, 0, sizeof *out);
    const pd_status s = pd_retarget_skeleton_of(&out->skeleton, model, betas, beta_count, err);
    if (s) return s;
    pd_anim_skeleton_forward(joints, NULL, &out->skeleton, NULL, pd_vec3_make(0, 0, 0));
    spread_outline(directions);

    /* Outermost vertex of each joint in each direction. */
    const size_t cells = (size_t)joint_count * DIRECTIONS;
    int *found = malloc(cells * sizeof *found);
    double *most = malloc(cells * sizeof *most);
    bool *is_point = calloc((size_t)model->vertex_count + 1, sizeof *is_point);
    if (found && most && is_point) {
        for (size_t i = 0; i < cells; i++) {
            found[i] = -1;
            most[i] = -INFINITY;
        }

        for (int v = 0; v < model->vertex_count; v++) {
            double x[3];
            const int k = pd_smpl_vertex_joint(&model->data, v);
            shaped(x, model, betas, beta_count, v);
            for (int d = 0; d < DIRECTIONS; d++) {
                const double *n = directions[d];
                const double far = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
                const size_t cell = (size_t)k * DIRECTIONS + (size_t)d;
                if (far > most[cell]) {
                    most[cell] = far;
                    found[cell] = v;
                }
            }
        }

        /* List each outermost vertex once. */
        for (size_t i = 0; i < cells; i++)
            if (found[i] >= 0 && !is_point[found[i]]) {
                is_point[found[i]] = true;
                out->count++;
            }
        out->points = malloc(((size_t)out->count + 1) * sizeof *out->points);
    }

    /* Points of the outline, by their joints. */
    if (out->points) {
        int n = 0;
        for (int v = 0; v < model->vertex_count; v++) {
            double x[3];
            if (!is_point[v]) continue;
            shaped(x, model, betas, beta_count, v);
            make_point(&out->points[n++], model, joints, x, v);
        }

        PD_ASSERT(n == out->count);
    }

    const bool good = out->points;
    free(found);
    free(most);
    free(is_point);
    if (good) return PD_OK;
    pd_motion_outline_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "outline", "out of memory");
}

void pd_motion_outline_deinit(pd_motion_outline *outline)
{
    free(outline->points);
    outline->points = NULL;
    outline->count = 0;
}

double pd_motion_outline_depth(const pd_motion_outline *outline, const pd_quat *rotations)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS], rows[PD_ANIM_MAX_JOINTS];
    pd_quat r[PD_ANIM_MAX_JOINTS];
    double lowest = 0;

    pd_anim_skeleton_forward(p, r, &outline->skeleton, rotations, pd_vec3_make(0, 0, 0));

    /* Only heights count: y of R x is the dot product of x with R^-1 (0, 1, 0). */
    for (int k = 0; k < outline->skeleton.joint_count; k++)
        rows[k] = pd_q_rotate(pd_q_conjugate(r[k]), pd_vec3_make(0, 1, 0));
    const double pelvis = p[outline->skeleton.root].y;

    for (int i = 0; i < outline->count; i++) {
        const pd_motion_outline_point *point = &outline->points[i];
        double y = 0;
        for (int l = 0; l < PD_MOTION_OUTLINE_LINKS; l++)
            if (point->weights[l] > 0) {
                const int k = point->joints[l];
                y += point->weights[l] * (p[k].y + pd_vec3_dot(rows[k], point->offsets[l]));
            }
        lowest = fmin(lowest, y - pelvis);
    }

    return -lowest;
}
