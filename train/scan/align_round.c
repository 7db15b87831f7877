/* The rounds of a fit, and the score of what they give. */
#include "train/scan/align_parts.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "train/scan/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS      2    /* of the solver in a round                                 */
#define ASIDE      0.02 /* metres aside, and half of what it is off: over a hole    */
#define NEAREST    4    /* points of the scan whose mean a vertex is drawn to       */
#define KEPT_SHARE 0.9  /* of the points ...                                        */
#define KEPT_SKIN  0.75 /* ... and of the skin's vertices, which may stand over holes */
#define NATS       2e-5 /* metres that a nat of the pose prior counts for                         */

const pd_train_align_pace pd_align_rough = {7, 300, 200, 3, 0.25, 0.10, 0.04, 0.02};
const pd_train_align_pace pd_align_again = {
    10, PD_TRAIN_ALIGN_MOST_DATA, PD_TRAIN_ALIGN_MOST_SKIN, 0, 0.10, 0.03, 0.02, 0.005};
/* of a scan from one side */
const pd_train_align_pace pd_align_medium = {12, 400, 300, 0, 0.15, 0.04, 0.02, 0.006};
const pd_train_align_pace pd_align_fine = {
    18, PD_TRAIN_ALIGN_MOST_DATA, PD_TRAIN_ALIGN_MOST_SKIN, 0, 0.12, 0.02, 0.02, 0.004};

void pd_train_align_pose_body(pd_train_align_search *a, const pd_train_align_candidate *s)
{
    const pd_smpl_model *m = a->model;

    a->body = (pd_smpl_body){
        .betas = s->betas, .beta_count = m->beta_count, .rotations = s->rotations, .vertices = a->skinned};
    const pd_smpl_job job = {.bodies = &a->body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};

    if (!pd_arena_reserve(&a->scratch, pd_smpl_job_scratch_bytes(&job, m))) {
        a->failed = true;
        return;
    }

    pd_smpl_job_run(&job, m, &a->scratch, a->job->executor);
    for (int i = 0; i < 3 * m->vertex_count; i++) a->posed[i] = (double)a->skinned[i] + s->translation[i % 3];
}

void pd_train_align_set_rest_pose(pd_train_align_candidate *s, const pd_smpl_model *m)
{
    memset(s->betas, 0, (size_t)m->beta_count * sizeof *s->betas);
    for (int i = 0; i < 9 * m->joint_count; i++) s->rotations[i] = i % 9 % 4 == 0;
    memset(s->translation, 0, sizeof s->translation);
}

/* Arms of figures that stand upright, legs straight, in every pair of these: rotation vectors of the left
 * shoulder from the rest pose, a T. The prior's components are of people who move,
 * few of whom raise an arm. */
static const double arms[PD_TRAIN_ALIGN_ARM_POSES][3] = {
    {0, 0, 0}, {0, 0, -1.25}, {0, 0, -0.7}, {0, 0, 1}, {0, -1.2, 0}};

void pd_train_align_set_figure(pd_train_align_candidate *s, const pd_smpl_model *m,
                               const pd_observe_prior *prior, int figure)
{
    pd_train_align_set_rest_pose(s, m);
    for (int side = 0; side < 2 && figure < 0; side++) {
        const int k = pd_smpl_joint_find(&m->data, side ? "right_shoulder" : "left_shoulder");
        const double *way =
            arms[side ? (-1 - figure) / PD_TRAIN_ALIGN_ARM_POSES : (-1 - figure) % PD_TRAIN_ALIGN_ARM_POSES];
        const double turn[3] = {way[0], side ? -way[1] : way[1], side ? -way[2] : way[2]};
        double r[9];
        pd_rot_from_axis_angle(r, turn);
        for (int i = 0; i < 9 && k >= 0; i++) s->rotations[9 * k + i] = (float)r[i];
    }

    if (figure < 0) return;

    const pd_quat *pose = prior->source->poses + (size_t)figure * (size_t)prior->source->joint_count;
    for (int j = -1; j < prior->joint_count; j++) {
        double r[9];
        const int joint = j < 0 ? 0 : prior->joints[j];
        pd_q_to_matrix(r, pose[j < 0 ? 0 : prior->source_joints[j]]);
        for (int i = 0; i < 9; i++) s->rotations[9 * joint + i] = (float)r[i];
    }
}

int pd_train_align_joint_of_vertex(const pd_smpl_model *m, int vertex)
{
    const float *weights = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    int joint = 0;
    for (int k = 1; k < m->joint_count; k++)
        if (weights[k] > weights[joint]) joint = k;
    return joint;
}

/* Adds an observation: the skin's point parts[i] of the list (of `parts` weighted parts) is at `at`, or on
 * the plane through it with that normal. sigma: deviation, metres. */
static void add_observation(pd_train_align_search *a, int parts, const double at[3], const double normal[3],
                            double sigma)
{
    const int i = a->seen_count++;
    pd_observe_seen *seen = &a->seen[i];

    memcpy(a->normals[i], normal, sizeof a->normals[i]);
    *seen = (pd_observe_seen){.parts = a->parts[i],
                              .part_count = parts,
                              .mirror = i,
                              .confidence = 1,
                              .sigma = sigma,
                              .normal = a->normals[i]};
    memcpy(seen->at, at, sizeof seen->at);
}

int pd_train_align_data_count(const pd_train_align_search *a)
{
    const int count = a->job->view ? a->job->view->normal_count : a->job->point_count;
    return count < PD_TRAIN_ALIGN_MOST_DATA ? count : PD_TRAIN_ALIGN_MOST_DATA;
}

/* Finds the nearest point of the skin for some points of the scan. In a scan from one side it must face as
 * the scan's point does. */
static void find_matches(pd_train_align_search *a, int count, double reach)
{
    const pd_train_view *view = a->job->view;
    pd_train_nearest_find(a->matches, &a->surface, a->job->points,
                          view ? (const double(*)[3])view->normals : NULL, count, reach, a->job->executor);
}

/* Lists what a round observes: planes at some points of the scan, and at some vertices of the skin. */
static void list_observations(pd_train_align_search *a, const pd_train_align_pace *by, double reach,
                              double sigma)
{
    const int most = pd_train_align_data_count(a);
    const int points = by->data < most ? by->data : most;
    const int vertices = by->skin < a->probe_count ? by->skin : a->probe_count;
    const pd_train_view *view = a->job->view;

    /* Points of the scan: planes along the normal of the skin where it is nearest. */
    find_matches(a, points, reach + 0.05);
    for (int i = 0; i < points; i++) {
        const pd_train_match *match = &a->matches[i];
        if (match->face < 0 || match->distance > reach) continue;
        if (view && pd_dot3(match->normal, view->normals[i]) < 0) continue;
        const uint32_t *corner = a->model->data.faces + 3 * (size_t)match->face;
        if (a->is_free[pd_train_align_joint_of_vertex(a->model, (int)corner[0])]) continue;
        for (int k = 0; k < 3; k++)
            a->parts[a->seen_count][k] = (pd_observe_part){true, (int)corner[k], match->weights[k]};
        add_observation(a, 3, a->job->points[i], match->normal, sigma);
    }

    /* Vertices of the skin: planes through the mean of the nearest points of the scan. */
    for (int i = 0; i < vertices; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const double *n = a->surface.normals + 3 * (size_t)a->probes[i];
        int near[NEAREST];
        double square[NEAREST];
        double at[3] = {0};
        double off = 0, aside = 0;
        if ((view && !a->visible[a->probes[i]]) || a->is_free[a->probe_joints[i]]) continue;
        const int found = pd_tree_several(near, square, NEAREST, &a->scan, x, NULL);
        if (!found || square[0] > reach * reach) continue;

        /* Skip a vertex whose nearest points lie aside of it: the scan has a hole there. */
        for (int k = 0; k < found; k++)
            for (int c = 0; c < 3; c++) at[c] += a->job->points[near[k]][c] / found;
        for (int c = 0; c < 3; c++) off += n[c] * (at[c] - x[c]);
        for (int c = 0; c < 3; c++) aside += pow(at[c] - x[c] - off * n[c], 2);
        if (sqrt(aside) > ASIDE + 0.5 * fabs(off)) continue;
        a->parts[a->seen_count][0] = (pd_observe_part){true, a->probes[i], 1};
        add_observation(a, 1, at, n, sigma);
    }

    /* Vertices that are where nothing can be: planes towards where they may be. */
    for (int i = 0; view && i < vertices; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const pd_train_off off = pd_train_view_conflict(view, x);
        double at[3];
        if (off.metres < view->cell * view->distance || off.is_beyond || off.metres > 2 * reach) continue;
        for (int c = 0; c < 3; c++) at[c] = x[c] + off.metres * off.way[c];
        a->parts[a->seen_count][0] = (pd_observe_part){true, a->probes[i], 1};
        add_observation(a, 1, at, off.way, sigma);
    }
}

void pd_train_align_run_solver(pd_train_align_search *a, pd_train_align_candidate *s, double robust,
                               int betas, bool warm, int steps)
{
    pd_observe_job job = {.betas = s->betas,
                          .rotations = s->rotations,
                          .scale = 1,
                          .seen = a->seen,
                          .seen_count = a->seen_count,
                          .prior = a->job->prior,
                          .robust_space = robust,
                          .warm = warm,
                          .beta_count = betas < a->model->beta_count ? betas : 0,
                          .iterations = steps};

    memcpy(job.translation, s->translation, sizeof job.translation);
    if (!pd_arena_reserve(&a->scratch, pd_observe_scratch_bytes(&job, a->model))) {
        a->failed = true;
        return;
    }

    pd_observe_run(&job, a->model, &a->scratch);
    memcpy(s->translation, job.translation, sizeof job.translation);
}

void pd_train_align_add_keypoints(pd_train_align_search *a)
{
    for (int i = 0; i < a->job->keypoint_count; i++) {
        a->seen[a->seen_count] = a->job->keypoints[i];
        a->seen[a->seen_count].mirror = a->seen_count;
        a->seen_count++;
    }
}

void pd_train_align_run_rounds(pd_train_align_search *a, pd_train_align_candidate *s,
                               const pd_train_align_pace *by)
{
    for (int r = 0; r < by->rounds && !a->failed; r++) {
        const double part = (double)r / (by->rounds - 1);
        const double reach = by->reach_first * pow(by->reach_last / by->reach_first, part);
        const double sigma = by->sigma_first * pow(by->sigma_last / by->sigma_first, part);

        pd_train_align_pose_body(a, s);
        if (a->failed || !pd_train_nearest_update(&a->surface, a->posed)) {
            a->failed = true;
            return;
        }

        if (a->job->view)
            pd_train_view_visible(a->visible, a->picture, a->job->view, a->posed, a->surface.normals,
                                  a->model->vertex_count);
        a->seen_count = 0;
        list_observations(a, by, 3 * reach, sigma);
        pd_train_align_add_keypoints(a);
        if (a->seen_count < 30) return;
        pd_train_align_run_solver(a, s, reach, by->betas, true, STEPS);
    }
}

void pd_train_align_measure_uncertainty(pd_train_align_search *a, const pd_train_align_candidate *s)
{
    const pd_train_align_pace *by = &pd_align_fine;
    const size_t joints = (size_t)a->model->joint_count;
    float betas[PD_SMPL_MAX_BETAS];
    float rotations[9 * PD_SMPL_MAX_JOINTS];

    /* The observations of a round more. */
    a->job->uncertainty = NAN;
    pd_train_align_pose_body(a, s);
    if (a->failed || !pd_train_nearest_update(&a->surface, a->posed)) return;
    a->seen_count = 0;
    list_observations(a, by, 3 * by->reach_last, by->sigma_last);
    pd_train_align_add_keypoints(a);

    /* The fit is measured after a step that hardly moves it. */
    memcpy(betas, s->betas, (size_t)a->model->beta_count * sizeof *betas);
    memcpy(rotations, s->rotations, 9 * joints * sizeof *rotations);
    pd_observe_job job = {.betas = betas,
                          .rotations = rotations,
                          .scale = 1,
                          .seen = a->seen,
                          .seen_count = a->seen_count,
                          .prior = a->job->prior,
                          .robust_space = by->reach_last,
                          .warm = true,
                          .iterations = 1,
                          .measures = true};
    memcpy(job.translation, s->translation, sizeof job.translation);
    if (!a->seen_count || !pd_arena_reserve(&a->scratch, pd_observe_scratch_bytes(&job, a->model))) return;
    pd_observe_run(&job, a->model, &a->scratch);
    a->job->uncertainty = hypot(job.uncertainty.world, a->job->misfit);
}

/* Sorts the numbers and returns the mean of the smallest `share` of them. */
static double trimmed_mean(double *values, int count, double share)
{
    const int kept = (int)(share * count);
    double sum = 0;

    pd_sort_doubles(values, (size_t)count);
    for (int i = 0; i < kept; i++) sum += values[i];
    return sum / (kept > 0 ? kept : 1);
}

double pd_train_align_score_candidate(pd_train_align_search *a, const pd_train_align_candidate *s,
                                      double *score)
{
    const int count = pd_train_align_data_count(a);
    double far[PD_TRAIN_ALIGN_MOST_DATA];

    /* Distances of the points. Skin that faces away from the camera does not count as near. */
    pd_train_align_pose_body(a, s);
    if (a->failed || !pd_train_nearest_update(&a->surface, a->posed)) {
        a->failed = true;
        return INFINITY;
    }

    find_matches(a, count, PD_TRAIN_ALIGN_CAP);
    for (int i = 0; i < count; i++)
        far[i] =
            a->matches[i].face < 0 ? PD_TRAIN_ALIGN_CAP : fmin(PD_TRAIN_ALIGN_CAP, a->matches[i].distance);
    for (int i = 0; i < count && a->job->view; i++)
        if (a->matches[i].face >= 0 && pd_dot3(a->matches[i].normal, a->job->view->normals[i]) < 0)
            far[i] = PD_TRAIN_ALIGN_CAP;
    const double all = trimmed_mean(far, count, 1);
    const double points = trimmed_mean(far, count, KEPT_SHARE);

    /* From one side, add the space where the body cannot be, and how unlikely the pose is. */
    if (a->job->view) {
        double space = 0;
        double x[PD_IK_PRIOR_MAX_DIM];
        for (int i = 0; i < a->probe_count; i++) {
            const pd_train_off off =
                pd_train_view_conflict(a->job->view, a->posed + 3 * (size_t)a->probes[i]);
            space +=
                fmin(off.metres, off.is_beyond ? PD_TRAIN_ALIGN_BEYOND : PD_TRAIN_ALIGN_OUT) / a->probe_count;
        }

        *score = all + space;
        double nats = 0;
        if (a->job->prior) {
            for (int i = 0; i < 9 * a->model->joint_count; i++)
                a->rotations[i / 9][i % 9] = (double)s->rotations[i];
            pd_observe_prior_features(x, a->job->prior, (const double(*)[9])a->rotations);
            nats = pd_observe_prior_nats(a->job->prior, pd_observe_prior_component(a->job->prior, x), x);
        }

        *score += NATS * nats;
        return points;
    }

    /* From all sides, add the distances of the skin from the points. */
    for (int i = 0; i < a->probe_count; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const int near = pd_tree_nearest(&a->scan, x, NULL, PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP);
        double square = 0;
        for (int c = 0; near >= 0 && c < 3; c++) square += pow(a->job->points[near][c] - x[c], 2);
        far[i] = near < 0 ? PD_TRAIN_ALIGN_CAP : sqrt(square);
    }

    *score = 0.5 * (all + trimmed_mean(far, a->probe_count, KEPT_SKIN));

    return points;
}

bool pd_train_align_candidate_init(pd_train_align_candidate *s, const pd_smpl_model *m)
{
    s->betas = calloc((size_t)m->beta_count + 1, sizeof *s->betas);
    s->rotations = calloc(9 * (size_t)m->joint_count, sizeof *s->rotations);
    s->score = s->distance = INFINITY;
    return s->betas && s->rotations;
}

void pd_train_align_candidate_copy(pd_train_align_candidate *to, const pd_train_align_candidate *from,
                                   const pd_smpl_model *m)
{
    memcpy(to->betas, from->betas, (size_t)m->beta_count * sizeof *to->betas);
    memcpy(to->rotations, from->rotations, 9 * (size_t)m->joint_count * sizeof *to->rotations);
    memcpy(to->translation, from->translation, sizeof to->translation);
    to->score = from->score;
    to->distance = from->distance;
}

void pd_train_align_candidate_deinit(pd_train_align_candidate *s)
{
    free(s->betas);
    free(s->rotations);
}

double pd_train_align_rotation_angle(const double a[9], const double b[9])
{
    double trace = 0;
    for (int i = 0; i < 9; i++) trace += a[i] * b[i];
    return acos(fmax(-1, fmin(1, 0.5 * (trace - 1))));
}
