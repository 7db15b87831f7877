/* Starts of a scan from all around, and their rough fit. */
#include "train/scan/align_parts.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

#define UPS    6  /* directions that may be up: both ways along the three axes */
#define SIDES  24 /* facings that are tried: every 15 degrees */
#define PROBES 72 /* vertices and points that a start is judged by            */

/* Returns the mean of the capped distances from the figure's probes to the scan and back, with the figure
 * turned and its centre on that of the scan. */
static double score_start(const pd_train_align_search *a, const double (*figure)[3], const pd_tree *tree,
                          pd_train_align_start *s, const double middle[3], const double centre[3])
{
    const int data = a->job->point_count < PROBES ? a->job->point_count : PROBES;
    double sum = 0;
    double back[3], turned[3];

    /* Put the centres on each other. */
    pd_mat3_apply(turned, s->turn, middle);
    for (int c = 0; c < 3; c++) s->translation[c] = centre[c] - turned[c];

    /* Distances from the figure to the scan. */
    for (int i = 0; i < PROBES; i++) {
        double p[3];
        double square = PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP;
        pd_mat3_apply(p, s->turn, figure[i]);
        for (int c = 0; c < 3; c++) p[c] += s->translation[c];
        const int near = pd_tree_nearest(&a->coarse, p, NULL, PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP);
        if (near >= 0) {
            square = 0;
            for (int c = 0; c < 3; c++) square += pow(a->job->points[near][c] - p[c], 2);
        }

        sum += sqrt(square);
    }

    /* Distances from the scan to the figure. */
    for (int i = 0; i < data; i++) {
        double square = PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP;
        for (int c = 0; c < 3; c++) {
            back[c] = 0;
            for (int k = 0; k < 3; k++)
                back[c] += s->turn[3 * k + c] * (a->job->points[i][k] - s->translation[k]);
        }

        const int near = pd_tree_nearest(tree, back, NULL, PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP);
        if (near >= 0) {
            square = 0;
            for (int c = 0; c < 3; c++) square += pow(figure[near][c] - back[c], 2);
        }

        sum += sqrt(square);
    }

    return sum / (PROBES + data);
}

void pd_train_align_insert_start(pd_train_align_start *list, const pd_train_align_start *now)
{
    int at = PD_TRAIN_ALIGN_STARTS - 1;

    for (int i = 0; i < PD_TRAIN_ALIGN_STARTS && isfinite(list[i].score); i++) {
        if (pd_train_align_rotation_angle(list[i].turn, now->turn) > PD_TRAIN_ALIGN_APART) continue;
        if (list[i].score <= now->score) return;
        at = i;
        break;
    }

    if (list[at].score <= now->score) return;
    list[at] = *now;
    for (; at > 0 && list[at].score < list[at - 1].score; at--) {
        const pd_train_align_start kept = list[at];
        list[at] = list[at - 1];
        list[at - 1] = kept;
    }
}

/* Scores a figure in every way to stand (UPS) and every facing (SIDES), and enters the starts into the list
 * of the best. Sets a->failed when out of memory. */
static void try_figure_upright(pd_train_align_search *a, pd_train_align_start *list,
                               pd_train_align_candidate *s, int figure)
{
    double points[PROBES][3];
    double middle[3] = {0}, centre[3] = {0};
    const int probes = a->probe_count < PROBES ? a->probe_count : PROBES;
    pd_tree tree = {0};

    /* Posed figure, as a cloud of its probes; its centre and that of the scan. */
    pd_train_align_set_figure(s, a->model, a->job->prior, figure);
    pd_train_align_pose_body(a, s);
    for (int i = 0; i < PROBES; i++)
        memcpy(points[i], a->posed + 3 * (size_t)a->probes[i % probes], sizeof points[i]);
    for (int i = 0; i < PROBES; i++)
        for (int c = 0; c < 3; c++) middle[c] += points[i][c] / PROBES;
    const int data = a->job->point_count < 4 * PROBES ? a->job->point_count : 4 * PROBES;
    for (int i = 0; i < data; i++)
        for (int c = 0; c < 3; c++) centre[c] += a->job->points[i][c] / data;
    if (!pd_tree_build(&tree, points[0], NULL, PROBES, 0)) {
        a->failed = true;
        return;
    }

    /* Try each axis as up, unless it is given. */
    for (int up = 0; up < UPS; up++) {
        double standing[9] = {0};
        double yaw[9];
        if (a->job->up >= 0 && up != a->job->up) continue;

        /* Columns: the body's x, y and z axes along the scan's, with y along `up`. */
        const int axis = up % 3;
        const double sign = up < 3 ? 1 : -1;
        standing[3 * axis + 1] = sign;             /* y goes to it          */
        standing[3 * ((axis + 1) % 3) + 2] = sign; /* z to the next         */
        standing[3 * ((axis + 2) % 3)] = 1;        /* x to the one after it */

        /* Score the figure at each facing. */
        for (int side = 0; side < SIDES; side++) {
            const double turn[3] = {0, 2 * M_PI * side / SIDES, 0};
            pd_train_align_start now = {.figure = figure};
            pd_rot_from_axis_angle(yaw, turn);
            pd_rot_mul(now.turn, standing, yaw);
            now.score = score_start(a, (const double(*)[3])points, &tree, &now, middle, centre);
            pd_train_align_insert_start(list, &now);
        }
    }

    pd_tree_deinit(&tree);
}

void pd_train_align_fit_starts(pd_train_align_search *a, pd_train_align_candidate *best, int finalists,
                               pd_train_align_candidate *now)
{
    pd_train_align_start list[PD_TRAIN_ALIGN_STARTS];
    const int last = a->job->prior ? a->job->prior->component_count : 0;

    /* List the starts. */
    for (int i = 0; i < PD_TRAIN_ALIGN_STARTS; i++) list[i] = (pd_train_align_start){.score = INFINITY};
    if (a->job->view)
        pd_train_align_find_sided_starts(a, list, now);
    else
        for (int figure = -1; figure < last && !a->failed; figure++) try_figure_upright(a, list, now, figure);

    /* Pose of the start. */
    for (int i = 0; i < PD_TRAIN_ALIGN_STARTS && isfinite(list[i].score) && !a->failed; i++) {
        double root[9], turned[9];
        pd_train_align_set_figure(now, a->model, a->job->prior, list[i].figure);
        for (int n = 0; n < 9; n++) root[n] = (double)now->rotations[n];
        pd_rot_mul(turned, list[i].turn, root);
        for (int n = 0; n < 9; n++) now->rotations[n] = (float)turned[n];

        /* The figure was turned about the origin, but a body is turned about its pelvis. */
        double pelvis[3], moved[3];
        for (int c = 0; c < 3; c++) pelvis[c] = a->model->joint_template[c];
        pd_mat3_apply(moved, list[i].turn, pelvis);
        for (int c = 0; c < 3; c++) now->translation[c] = list[i].translation[c] + moved[c] - pelvis[c];

        /* Fit roughly. */
        pd_train_align_run_rounds(a, now, &pd_align_rough);
        now->distance = pd_train_align_score_candidate(a, now, &now->score);
        a->job->starts++;

        /* Insert it into the finalists. Of starts that end in the same facing, one is kept. */
        int at = finalists - 1;
        for (int k = 0; k < finalists && isfinite(best[k].score); k++) {
            double facing[9], other[9];
            for (int n = 0; n < 9; n++) {
                facing[n] = (double)now->rotations[n];
                other[n] = (double)best[k].rotations[n];
            }

            if (pd_train_align_rotation_angle(facing, other) > PD_TRAIN_ALIGN_APART) continue;
            at = k;
            break;
        }

        if (best[at].score <= now->score) continue;
        for (; at > 0 && now->score < best[at - 1].score; at--)
            pd_train_align_candidate_copy(&best[at], &best[at - 1], a->model);
        pd_train_align_candidate_copy(&best[at], now, a->model);
    }
}
