#include "core/mhr/convert/wrap.h"

#include "core/mhr/convert/fit.h"
#include "core/math/triangle.h"
#include "core/mhr/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS       6
#define LEAST_COSINE 0.3 /* least cosine between normals that agree */

/* Joints that both models have, of the left side and the middle. */
static const struct {
    const char *mhr, *body;
} names[] = {
    {"root", "pelvis"},
    {"c_neck", "neck"},
    {"c_head", "head"},
    {"l_upleg", "left_hip"},
    {"l_lowleg", "left_knee"},
    {"l_foot", "left_ankle"},
    {"l_ball", "left_foot"},
    {"l_uparm", "left_shoulder"},
    {"l_lowarm", "left_elbow"},
    {"l_wrist", "left_wrist"},
    {"l_index1", "left_index1"},
    {"l_index2", "left_index2"},
    {"l_index3", "left_index3"},
    {"l_middle1", "left_middle1"},
    {"l_middle2", "left_middle2"},
    {"l_middle3", "left_middle3"},
    {"l_ring1", "left_ring1"},
    {"l_ring2", "left_ring2"},
    {"l_ring3", "left_ring3"},
    {"l_pinky1", "left_pinky1"},
    {"l_pinky2", "left_pinky2"},
    {"l_pinky3", "left_pinky3"},
    {"l_thumb1", "left_thumb1"},
    {"l_thumb2", "left_thumb2"},
    {"l_thumb3", "left_thumb3"},
    {"l_eye", "left_eye_smplhf"},
};

/* Pairs joint `of` of the other model with the body's joint of that name, if both exist. */
static void add_joint(pd_mhr_convert_wrap *w, int of, const char *body)
{
    const int joint = pd_smpl_joint_find(&w->body->data, body);
    if (of < 0 || joint < 0 || w->joint_count == PD_MHR_CONVERT_JOINTS_MAX) return;
    w->joints[w->joint_count][0] = of;
    w->joints[w->joint_count++][1] = joint;
}

/* Lists the triangles around each vertex of the body model. */
static bool find_around(pd_mhr_convert_wrap *w)
{
    const size_t vertices = (size_t)w->body->vertex_count;
    const size_t corners = 3 * (size_t)w->body->face_count;
    const uint32_t *faces = w->body->data.faces;

    w->around_start = calloc(vertices + 2, sizeof *w->around_start);
    w->around = malloc((corners + 1) * sizeof *w->around);
    if (!w->around_start || !w->around) return false;

    /* Shifted by one, because filling moves each start to the start of the next. */
    uint32_t *start = w->around_start + 1;
    for (size_t c = 0; c < corners; c++) start[faces[c] + 1]++;
    for (size_t v = 1; v <= vertices; v++) start[v] += start[v - 1];
    for (size_t c = 0; c < corners; c++) w->around[start[faces[c]]++] = (uint32_t)(c / 3);

    return true;
}

double pd_mhr_convert_nearest(pd_observe_part corners[3], const pd_mhr_convert_wrap *w, const float *vertices,
                              const float *normals, const float p[3], const float *normal)
{
    int nearest = -1;
    float least = INFINITY;

    for (int v = 0; v < w->body->vertex_count; v++) {
        const float *q = vertices + 3 * (size_t)v;
        const float d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        const float square = pd_dot3f(d, d);
        if (square >= least) continue;
        if (normal && (double)pd_dot3f(normals + 3 * (size_t)v, normal) < LEAST_COSINE) continue;
        least = square;
        nearest = v;
    }

    if (nearest < 0) return (double)INFINITY;

    double best = (double)INFINITY;
    for (uint32_t i = w->around_start[nearest]; i < w->around_start[nearest + 1]; i++) {
        const uint32_t *face = w->body->data.faces + 3 * (size_t)w->around[i];
        const float *a = vertices + 3 * (size_t)face[0];
        const float *b = vertices + 3 * (size_t)face[1];
        const float *c = vertices + 3 * (size_t)face[2];
        float weights[3];
        pd_triangle_nearest(weights, p, a, b, c);
        const double distance = (double)pd_triangle_distance(p, weights, a, b, c);
        if (distance >= best) continue;
        best = distance;
        for (int k = 0; k < 3; k++) corners[k] = (pd_observe_part){true, (int)face[k], (double)weights[k]};
    }

    return best;
}

/* Matches every point with the nearest point of the body's present surface. Returns the mean distance;
 * *largest receives the largest. */
static double match_points(pd_mhr_convert_wrap *w, const pd_mhr_convert_fit *fit,
                           const pd_mhr_convert_seen *rest, double *largest, double *apart)
{
    double sum = 0;

    *largest = 0;
    for (int i = 0; i < w->point_count; i++) {
        pd_mhr_convert_point *point = &w->points[i];
        const size_t v = (size_t)point->vertex;
        apart[i] = pd_mhr_convert_nearest(point->corners, w, fit->vertices, fit->normals,
                                          rest->vertices + 3 * v, rest->normals + 3 * v);
        sum += isfinite(apart[i]) ? apart[i] : 0;
        if (isfinite(apart[i])) *largest = fmax(*largest, apart[i]);
    }

    return w->point_count ? sum / w->point_count : 0;
}

static pd_status wrap_surface(pd_mhr_convert_wrap *w, const pd_mhr_convert_seen *rest, double *apart,
                              pd_error *err)
{
    static const double sigmas[ROUNDS] = {0.03, 0.02, 0.012, 0.008, 0.005, 0.004};
    pd_mhr_convert_fit fit;
    pd_status s = pd_mhr_convert_fit_init(&fit, w, err);

    if (s) return s;
    const int points = w->point_count;

    w->point_count = 0; /* the first fit uses joints only */
    s = pd_mhr_convert_fit_run(&fit, rest, NULL, (pd_mhr_convert_round){0.02, 0, false}, err);
    w->point_count = points;
    for (int round = 0; round < ROUNDS && !s; round++) {
        match_points(w, &fit, rest, &w->largest, apart);
        s = pd_mhr_convert_fit_run(&fit, rest, apart, (pd_mhr_convert_round){0.03, sigmas[round], true}, err);
    }

    if (!s) w->mean = match_points(w, &fit, rest, &w->largest, apart);
    pd_mhr_convert_fit_deinit(&fit);

    int kept = 0;
    for (int i = 0; i < points && !s; i++)
        if (apart[i] < PD_MHR_CONVERT_FARTHEST) w->points[kept++] = w->points[i];
    if (!s) w->point_count = kept;

    return s;
}

/* Fits the body to the other model's rest pose and matches the points. `vertices`: vertices of the other
 * model. Joints were matched before. */
static pd_status wrap_rest(pd_mhr_convert_wrap *w, const pd_mhr_convert_seen *rest, size_t vertices,
                           pd_error *err)
{
    const size_t step = 1 + (vertices - 1) / PD_MHR_CONVERT_MOST_POINTS;
    double *apart = malloc((vertices / step + 1) * sizeof *apart);

    w->points = calloc(vertices / step + 1, sizeof *w->points);

    pd_status s = PD_OK;
    if (w->joint_count < PD_MHR_CONVERT_LEAST_JOINTS)
        s = pd_fail(err, PD_ERR_UNSUPPORTED, "",
                    "the models have %d joint names in common; at least %d expected", w->joint_count,
                    PD_MHR_CONVERT_LEAST_JOINTS);
    if (!s && (!apart || !w->points || !find_around(w)))
        s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu points", vertices);
    if (!s) {
        for (size_t v = 0; v < vertices; v += step) w->points[w->point_count++].vertex = (int)v;
        s = wrap_surface(w, rest, apart, err);
    }

    free(apart);
    if (s) pd_mhr_convert_wrap_deinit(w);

    return s;
}

pd_status pd_mhr_convert_wrap_init(pd_mhr_convert_wrap *out, const pd_mhr *mhr, const pd_smpl_model *body,
                                   pd_error *err)
{
    const size_t vertices = (size_t)mhr->vertex_count;
    float *block = malloc((6 * vertices + 3 * (size_t)mhr->joint_count) * sizeof *block);
    pd_arena scratch = {0};

    *out = (pd_mhr_convert_wrap){.mhr = mhr, .body = body};
    if (!block || !pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(mhr))) {
        free(block);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu points", vertices);
    }

    const pd_mhr_body rest = {
        .vertices = block, .normals = block + 3 * vertices, .joints = block + 6 * vertices};
    const pd_mhr_convert_seen seen = {.vertices = rest.vertices,
                                      .normals = rest.normals,
                                      .joints = rest.joints,
                                      .surface = NULL,
                                      .surface_count = 0};
    pd_mhr_body_run(&rest, mhr, &scratch);

    /* The right side's joints are found by their first letters. */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char right[PD_MODEL_NAME_BYTES], right_body[PD_SMPL_NAME_BYTES];
        add_joint(out, pd_mhr_joint(out->mhr, names[i].mhr), names[i].body);
        if (strncmp(names[i].mhr, "l_", 2)) continue;
        snprintf(right, sizeof right, "r%s", names[i].mhr + 1);
        snprintf(right_body, sizeof right_body, "right%s", names[i].body + strlen("left"));
        add_joint(out, pd_mhr_joint(out->mhr, right), right_body);
    }

    const pd_status s = wrap_rest(out, &seen, vertices, err);
    pd_arena_deinit(&scratch);
    free(block);

    return s;
}

pd_status pd_mhr_convert_wrap_init_from(pd_mhr_convert_wrap *out, const pd_smpl_model *from,
                                        const pd_smpl_model *body, pd_error *err)
{
    const size_t vertices = (size_t)from->vertex_count;
    float *block = malloc((6 * vertices + 3 * (size_t)from->joint_count) * sizeof *block);
    const pd_smpl_body rest = {.vertices = block,
                               .normals = block ? block + 3 * vertices : NULL,
                               .joints = block ? block + 6 * vertices : NULL};
    const pd_smpl_job job = {.bodies = &rest, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena scratch = {0};

    *out = (pd_mhr_convert_wrap){.body = body};
    if (!block || !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, from))) {
        free(block);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu points", vertices);
    }

    const pd_mhr_convert_seen seen = {.vertices = rest.vertices,
                                      .normals = rest.normals,
                                      .joints = rest.joints,
                                      .surface = NULL,
                                      .surface_count = 0};
    pd_smpl_job_run(&job, from, &scratch, &pd_executor_serial);
    for (int j = 0; j < from->joint_count; j++) add_joint(out, j, from->data.joint_names[j]);
    const pd_status s = wrap_rest(out, &seen, vertices, err);
    pd_arena_deinit(&scratch);
    free(block);

    return s;
}

void pd_mhr_convert_wrap_deinit(pd_mhr_convert_wrap *w)
{
    free(w->points);
    free(w->around_start);
    free(w->around);
    *w = (pd_mhr_convert_wrap){0};
}
