/* Starts of a scan from one side. */
#include "train/scan/align_parts.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "train/scan/view.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDES       24 /* facings that are tried: every 15 degrees */
/* Constants for scans from one side (view.h). */
#define PICKED      64   /* points that starts are judged by in the first place ...                */
#define EARLY       3    /* ... of which so many from a side are judged again, each moved nearer   */
#define MOVES       3    /* how often it is moved                                                  */
#define FIGURE      600  /* vertices of a figure ...                                               */
#define HELD        150  /* ... of which so many are held against the picture                      */
#define BETWEEN     0.04 /* metres aside of a vertex of a figure that count for nothing            */
#define MOST_UPS    10   /* directions that are tried as up */
#define SAME_UP     0.25 /* radians between two ways up                                            */
#define ALONG_SIGHT 0.8  /* cosine: a direction so near the line of sight is not up: 37 degrees */

/* A figure of the prior: some of its skin. */
typedef struct posed_figure {
    double points[FIGURE][3], normals[FIGURE][3];
    pd_tree tree; /* of both */
} posed_figure;

/* Poses component number `component` of the prior, and builds a tree of its probes' positions and normals.
 * Returns false when out of memory. */
static bool draw_figure(pd_train_align_search *a, posed_figure *f, pd_train_align_candidate *s, int component)
{
    pd_train_align_set_figure(s, a->model, a->job->prior, component);
    pd_train_align_pose_body(a, s);
    if (a->failed || !pd_train_nearest_update(&a->surface, a->posed)) return false;
    for (int i = 0; i < FIGURE; i++) {
        const size_t v = 3 * (size_t)a->probes[i % a->probe_count];
        memcpy(f->points[i], a->posed + v, sizeof f->points[i]);
        memcpy(f->normals[i], a->surface.normals + v, sizeof f->normals[i]);
    }

    return pd_tree_build(&f->tree, f->points[0], f->normals[0], FIGURE, PD_TRAIN_ALIGN_ALIKE / 2);
}

static void turn_back(double out[3], const double turn[9], const double v[3])
{
    for (int c = 0; c < 3; c++) out[c] = turn[c] * v[0] + turn[3 + c] * v[1] + turn[6 + c] * v[2];
}

/* Squared distance, at most CAP squared, of point i of the scan from the figure: from the plane of its
 * nearest vertex, along that plane beyond the spacing of vertices, and by how differently the two face.
 * Adds the way to the plane to `move`, and 1 to *weight, where there is a vertex. */
static double point_square(double move[3], double *weight, const pd_train_align_search *a,
                           const posed_figure *f, const pd_train_align_start *s, int i)
{
    const pd_train_view *view = a->job->view;
    double off[3], p[3], n[3], way[3];
    double dot = 0, aside = 0;

    /* The point and its normal in the figure's axes. */
    for (int c = 0; c < 3; c++) off[c] = view->points[i][c] - s->translation[c];
    turn_back(p, s->turn, off);
    turn_back(n, s->turn, view->normals[i]);
    const int near = pd_tree_nearest(&f->tree, p, n, PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP);
    if (near < 0) return PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP;
    PD_DEBUG_ASSERT(near < FIGURE);

    /* Distance from the plane, and the part along it. */
    for (int c = 0; c < 3; c++) {
        way[c] = p[c] - f->points[near][c];
        dot += way[c] * f->normals[near][c];
    }

    for (int c = 0; c < 3; c++) {
        aside += pow(way[c] - dot * f->normals[near][c], 2);
        move[c] += dot * f->normals[near][c];
    }

    aside = fmax(0, sqrt(aside) - BETWEEN);
    const double facing = PD_TRAIN_ALIGN_ALIKE / 4 * (1 - pd_dot3(f->normals[near], n));
    *weight += 1;

    return fmin(dot * dot + aside * aside + facing * facing, PD_TRAIN_ALIGN_CAP * PD_TRAIN_ALIGN_CAP);
}

/* Returns the mean distance of the points from the figure, facing included, plus the mean distance of the
 * figure from where it may be. Moves the figure towards the points `moves` times. */
static double score_sided_start(const pd_train_align_search *a, const posed_figure *f,
                                pd_train_align_start *s, int data, int moves)
{
    const pd_train_view *view = a->job->view;
    double sum = 0;

    /* Distance of the points. Each pass but the last moves the figure, along normals alone: each point
     * tells of one direction of three. */
    if (data > view->normal_count) data = view->normal_count;
    for (int pass = 0; pass <= moves; pass++) {
        double move[3] = {0};
        double turned[3];
        double weight = 0;
        sum = 0;
        for (int i = 0; i < data; i++) sum += sqrt(point_square(move, &weight, a, f, s, i)) / data;
        if (pass == moves || !(weight > 0)) break;
        for (int c = 0; c < 3; c++) move[c] *= 2 / weight;
        pd_mat3_apply(turned, s->turn, move);
        for (int c = 0; c < 3; c++) s->translation[c] += turned[c];
    }

    /* Distance of the figure from the space in which it may be. */
    for (int i = 0; i < HELD; i++) {
        double x[3];
        pd_mat3_apply(x, s->turn, f->points[i]);
        for (int c = 0; c < 3; c++) x[c] += s->translation[c];
        const pd_train_off off = pd_train_view_conflict(view, x);
        sum += fmin(off.metres, off.is_beyond ? PD_TRAIN_ALIGN_BEYOND : PD_TRAIN_ALIGN_OUT) / HELD;
    }

    return sum;
}

/* Lists directions that may be up: the requested one, or that of the floor, or the axes of the scan and
 * its two longest axes, except those along the line of sight. Returns how many.
 * Sets a->failed if memory runs out. */
static int list_up_directions(double (*ups)[3], pd_train_align_search *a)
{
    const pd_train_view *view = a->job->view;
    double spread[9] = {0}, middle[3] = {0};
    double values[2], axes[6];
    int count = 0;

    /* A direction that is known is the only one. */
    if (a->job->up >= 0) {
        memset(ups[0], 0, sizeof ups[0]);
        ups[0][a->job->up % 3] = a->job->up < 3 ? 1 : -1;
        return 1;
    }

    if (view->has_floor) {
        memcpy(ups[0], view->floor_up, sizeof ups[0]);
        return 1;
    }

    /* Principal axes of the points. */
    for (int i = 0; i < view->normal_count; i++)
        for (int c = 0; c < 3; c++) middle[c] += view->points[i][c] / view->normal_count;
    for (int i = 0; i < view->normal_count; i++)
        for (int c = 0; c < 9; c++)
            spread[c] += (view->points[i][c / 3] - middle[c / 3]) * (view->points[i][c % 3] - middle[c % 3]);
    if (!pd_k_syev_top(values, axes, spread, 3, 2)) {
        a->failed = true;
        return 0;
    }

    /* The six axis directions, then both directions of the two longest principal axes, each once. */
    for (int i = 0; i < 2 * (3 + 2) && count < MOST_UPS; i++) {
        double up[3] = {0};
        if (i < 6)
            up[i / 2] = i % 2 ? -1 : 1;
        else
            for (int c = 0; c < 3; c++) up[c] = (i % 2 ? -1 : 1) * axes[3 * (i / 2 - 3) + c];
        bool is_new = fabs(pd_dot3(up, view->towards)) < ALONG_SIGHT;
        for (int k = 0; k < count && is_new; k++) is_new = pd_dot3(up, ups[k]) < cos(SAME_UP);
        if (is_new) memcpy(ups[count++], up, sizeof up);
    }

    return count;
}

/* Inserts a start into the list of the few best of one side. */
static void insert_early(pd_train_align_start *list, const pd_train_align_start *now)
{
    int at = EARLY - 1;
    if (list[at].score <= now->score) return;
    for (; at > 0 && now->score < list[at - 1].score; at--) list[at] = list[at - 1];
    list[at] = *now;
}

/* Axes of the scan in which a figure stands: any two directions across `up`, and up. Columns: the body's
 * x, y and z. */
static void set_standing_axes(double standing[9], const double up[3])
{
    double x[3] = {0};
    double z[3];
    int least = 0;

    for (int c = 1; c < 3; c++)
        if (fabs(up[c]) < fabs(up[least])) least = c;
    x[least] = 1;
    pd_cross3(z, x, up);
    const double length = pd_length3(z);
    PD_ASSERT(length > 0); /* x is not along up */
    for (int c = 0; c < 3; c++) z[c] /= length;
    pd_cross3(x, up, z);
    for (int c = 0; c < 3; c++) {
        standing[3 * c] = x[c];
        standing[3 * c + 1] = up[c];
        standing[3 * c + 2] = z[c];
    }
}

/* Finds the centre of the part of a figure that the camera would see
 * in this turn, in the figure's own axes. */
static void find_visible_centre(double shown[3], const pd_train_align_search *a, const posed_figure *f,
                                const double turn[9])
{
    double towards[3];
    int visible = 0;

    turn_back(towards, turn, a->job->view->towards);
    for (int c = 0; c < 3; c++) shown[c] = 0;
    for (int i = 0; i < FIGURE; i++) {
        if (pd_dot3(f->normals[i], towards) < 0.1) continue;
        visible++;
        for (int c = 0; c < 3; c++) shown[c] += f->points[i][c];
    }

    for (int c = 0; c < 3; c++) shown[c] /= visible > 0 ? visible : 1;
}

/* Properties of the points of a scan from one side, found before any figure is tried. */
typedef struct sided_cloud {
    double ups[MOST_UPS][3],
        highest[MOST_UPS]; /* directions that may be up; height of the points' top along each */
    double middle[3];
    int up_count;
} sided_cloud;

/* Fills the cloud. Returns false, with a->failed set, when out of memory. */
static bool measure_cloud(sided_cloud *out, pd_train_align_search *a)
{
    const pd_train_view *view = a->job->view;
    const int data = view->normal_count;
    double *heights = malloc((size_t)data * sizeof *heights);

    out->up_count = list_up_directions(out->ups, a);
    a->failed |= !heights;
    for (int c = 0; c < 3; c++) out->middle[c] = 0;
    for (int i = 0; i < data; i++)
        for (int c = 0; c < 3; c++) out->middle[c] += view->points[i][c] / data;
    for (int up = 0; up < out->up_count && !a->failed; up++) {
        for (int i = 0; i < data; i++) heights[i] = pd_dot3(out->ups[up], view->points[i]);
        pd_sort_doubles(heights, (size_t)data);
        out->highest[up] = pd_sorted_percentile(heights, (size_t)data, 0.99);
    }

    free(heights);

    return !a->failed;
}

/* Tries a figure at every facing for every direction that may be up. early (up_count, SIDES, EARLY): the
 * best of each. */
static void try_facings(pd_train_align_start *early, const pd_train_align_search *a, const posed_figure *f,
                        const sided_cloud *points, int component)
{
    double top = -INFINITY;

    for (int i = 0; i < FIGURE; i++) top = fmax(top, f->points[i][1]);

    for (int up = 0; up < points->up_count; up++) {
        double standing[9];
        set_standing_axes(standing, points->ups[up]);
        for (int side = 0; side < SIDES; side++) {
            const double turn[3] = {0, 2 * M_PI * side / SIDES, 0};
            pd_train_align_start *best = early + EARLY * (SIDES * up + side);
            double yaw[9], shown[3], turned[3];
            pd_train_align_start now = {.figure = component};
            pd_rot_from_axis_angle(yaw, turn);
            pd_rot_mul(now.turn, standing, yaw);

            /* Put the centre of the visible part on that of the points. */
            find_visible_centre(shown, a, f, now.turn);
            pd_mat3_apply(turned, now.turn, shown);
            for (int c = 0; c < 3; c++) now.translation[c] = points->middle[c] - turned[c];
            now.score = score_sided_start(a, f, &now, PICKED, 1);
            insert_early(best, &now);

            /* Try also with the tops at the same height, because legs may be cut off. */
            const double lift = points->highest[up] - (pd_dot3(points->ups[up], now.translation) + top);
            for (int c = 0; c < 3; c++) now.translation[c] += lift * points->ups[up][c];
            now.score = score_sided_start(a, f, &now, PICKED, 1);
            insert_early(best, &now);
        }
    }
}

/* Scores the best starts again, more exactly, and adds them to the list. They are grouped by component, so
 * that each figure is drawn once. */
static void rescore_best(pd_train_align_search *a, pd_train_align_start *list, pd_train_align_start *early,
                         int count, posed_figure *f, pd_train_align_candidate *s)
{
    const int last = a->job->prior ? a->job->prior->component_count : 0;

    for (int component = -PD_TRAIN_ALIGN_ARM_POSES * PD_TRAIN_ALIGN_ARM_POSES; component < last && !a->failed;
         component++) {
        bool is_drawn = false;
        for (int i = 0; i < count && !a->failed; i++) {
            if (early[i].figure != component) continue;
            if (!is_drawn && !(is_drawn = draw_figure(a, f, s, component))) {
                a->failed = true;
                break;
            }

            early[i].score = score_sided_start(a, f, &early[i], 4 * PICKED, MOVES);
            pd_train_align_insert_start(list, &early[i]);
        }
    }
}

void pd_train_align_find_sided_starts(pd_train_align_search *a, pd_train_align_start *list,
                                      pd_train_align_candidate *s)
{
    const int last = a->job->prior ? a->job->prior->component_count : 0;
    sided_cloud points;

    if (!measure_cloud(&points, a)) return;

    /* Memory. */
    const int count = EARLY * SIDES * points.up_count;
    posed_figure *f = calloc(1, sizeof *f);
    pd_train_align_start *early = malloc((size_t)count * sizeof *early);
    a->failed |= !f || !early;
    for (int i = 0; i < count && !a->failed; i++)
        early[i] = (pd_train_align_start){.figure = INT_MAX, .score = INFINITY};

    /* Every component roughly, then the best ones of each side. */
    for (int component = -PD_TRAIN_ALIGN_ARM_POSES * PD_TRAIN_ALIGN_ARM_POSES; component < last && !a->failed;
         component++) {
        if (draw_figure(a, f, s, component))
            try_facings(early, a, f, &points, component);
        else
            a->failed = true;
    }

    if (!a->failed) rescore_best(a, list, early, count, f, s);

    if (f) pd_tree_deinit(&f->tree);
    free(f);
    free(early);
}
