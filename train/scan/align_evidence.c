/* What tells for or against a body. */
#include "train/scan/align_parts.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "train/scan/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BESIDE       0.03 /* metres from a vertex ...                                        */
#define ON_SKIN      8e-3 /* ... and from its plane: a point lies on that skin               */
/* metres: no patch counts for more                                                    */
#define GROSS        0.05
/* of the patches: as large as a hand                                                  */
#define WORST        0.98
#define EXPLAINED    0.03 /* metres: a point so near the skin, and four times the noise, is explained */
/* times the best score: so near, the body that faces the other way is fitted finely as well */
#define CLOSE        1.3
#define NOTHING      1e-3 /* metres of misfit that tell nothing of which of two bodies is right        */
#define RIVAL        4    /* a body that faces otherwise is fitted finely when its margin is less    */
/* Limits of a body that is returned: docs/lab/fit.md says how they were found. */
#define UNEXPLAINED  0.025 /* of the points                                                            */
#define CONTRADICTED 0.05  /* of the skin                                                              */
#define MISFIT       8e-3  /* metres                                                                   */
#define WORST_MOST   0.03  /* metres                                                                   */
#define MARGIN       2     /* at least, of a body with a small misfit ...                              */
#define SMALL        3e-3  /* ... metres ...                                                           */
/* ... and of others: where the right body was not found, one of the wrong may be closer than all the rest */
#define MARGIN_FAR   3

static const struct {
    const char *name, *joint;
} parts_table[] = {
#define PART(id, name, joint) {name, joint},
    PD_TRAIN_ALIGN_PART_TABLE(PART)
#undef PART
};

/* Distances of the scanned surface from the skin, metres. */
typedef struct body_misfit {
    double mean;  /* root mean square over the patches but the worst 2 % */
    double worst; /* of the patches' share WORST       */
} body_misfit;

/* Sets the body that faces the opposite way with left and right exchanged. From afar it looks the same. */
static void set_opposite_twin(pd_train_align_candidate *to, const pd_train_align_candidate *from,
                              const pd_smpl_model *m)
{
    static const double about[9] = {-1, 0, 0, 0, 1, 0, 0, 0, -1};
    double root[9], turned[9];

    pd_train_align_candidate_copy(to, from, m);
    for (int k = 1; k < m->joint_count; k++) {
        const int other = pd_observe_joint_mirror(m, k);
        for (int i = 0; i < 9; i++) /* diag(-1,1,1) R diag(-1,1,1) */
            to->rotations[9 * k + i] =
                from->rotations[9 * other + i] * (float)((i / 3 == 0) == (i % 3 == 0) ? 1 : -1);
    }

    for (int i = 0; i < 9; i++) root[i] = (double)from->rotations[i];
    pd_rot_mul(turned, root, about);
    for (int i = 0; i < 9; i++) to->rotations[i] = (float)turned[i];

    /* the root turns about the pelvis, which stays where it is */
}

/* Returns the angle between the root rotations of two candidates, radians. */
static double facing_apart(const pd_train_align_candidate *x, const pd_train_align_candidate *y)
{
    double a[9], b[9];

    for (int i = 0; i < 9; i++) {
        a[i] = (double)x->rotations[i];
        b[i] = (double)y->rotations[i];
    }

    return pd_train_align_rotation_angle(a, b);
}

/* Estimates the misfit without noise. Noise of neighbouring points is independent, but a wrong shape is off
 * by the same amount in a region. So the median of the signed distances of every patch is taken, and the
 * noise that remains in its square is subtracted: 1.57 s^2 / PATCH, since the variance of a median of n
 * numbers is pi / 2 times that of their mean. s is 1.4826 times the median deviation, which is the standard
 * deviation of normal noise. */
static body_misfit measure_misfit(const pd_train_align_search *a)
{
    const int count = pd_train_align_data_count(a);
    double far[PD_TRAIN_ALIGN_MOST_DATA], own[PD_TRAIN_ALIGN_MOST_DATA];
    double sum = 0;

    /* Signed distance of each point. A point that the body does not
     * explain counts with the largest distance. */
    for (int i = 0; i < count; i++) {
        const pd_train_match *match = &a->matches[i];
        const bool is_explained =
            match->face >= 0 && (!a->job->view || pd_dot3(match->normal, a->job->view->normals[i]) >= 0);
        own[i] = !is_explained ? GROSS : fmax(-GROSS, fmin(GROSS, match->off));
        if (is_explained && match->distance > GROSS) own[i] = GROSS;
    }

    /* Median of each patch, less the noise. */
    for (int i = 0; i < count; i++) {
        double values[PD_TRAIN_ALIGN_PATCH];
        for (int k = 0; k < PD_TRAIN_ALIGN_PATCH; k++) values[k] = own[a->patches[i][k]];
        pd_sort_doubles(values, PD_TRAIN_ALIGN_PATCH);
        const double middle = values[PD_TRAIN_ALIGN_PATCH / 2];
        for (int k = 0; k < PD_TRAIN_ALIGN_PATCH; k++) values[k] = fabs(values[k] - middle);
        pd_sort_doubles(values, PD_TRAIN_ALIGN_PATCH);
        const double s = 1.4826 * values[PD_TRAIN_ALIGN_PATCH / 2];
        far[i] = middle * middle - 1.57 * s * s / PD_TRAIN_ALIGN_PATCH;
    }

    /* Leave out the worst patches, which may lie on things beside the body. The limit on unexplained
     * points covers those. */
    const int kept = (int)(WORST * count);
    pd_sort_doubles(far, (size_t)count);
    for (int i = 0; i < kept; i++) sum += far[i];

    return (body_misfit){sqrt(fmax(0, sum / (kept > 0 ? kept : 1))),
                         sqrt(fmax(0, pd_sorted_percentile(far, (size_t)count, WORST)))};
}

/* Returns the part of the body that a joint belongs to: that of its nearest ancestor in the table, or -1
 * if it has none. */
static int align_evidence_part_of(const pd_smpl_data *data, int joint)
{
    for (; joint >= 0; joint = data->parents[joint])
        for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++)
            if (pd_smpl_joint_find(data, parts_table[part].joint) == joint) return part;
    return -1;
}

/* Returns whether the point belongs to skin of the tree, which holds vertices of the body (numbers in
 * `vertices`): it lies on that skin's plane. */
static bool is_on_skin(const pd_train_align_search *a, const pd_tree *tree, const int *vertices,
                       const double point[3])
{
    const int found = pd_tree_nearest(tree, point, NULL, BESIDE * BESIDE);

    if (found < 0) return false;
    const size_t at = 3 * (size_t)vertices[found];
    double off = 0;
    for (int c = 0; c < 3; c++)
        off += a->surface.normals[at + (size_t)c] * (point[c] - a->posed[at + (size_t)c]);

    return fabs(off) < ON_SKIN;
}

void pd_train_align_measure_parts(double *covered, pd_train_align_search *a)
{
    const pd_smpl_model *m = a->model;
    const pd_smpl_data *data = &m->data;
    const size_t count = (size_t)m->vertex_count;
    const double near = pd_train_align_near_square(a);
    int vertices[PD_TRAIN_ALIGN_PART_COUNT] = {0};
    int *joints = malloc(count * sizeof *joints);
    int *points = malloc(count * sizeof *points);
    int *others = malloc(count * sizeof *others);

    double(*rest)[3] = malloc(count * sizeof *rest);

    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++) covered[part] = 0;
    a->failed = !joints || !points || !others || !rest;

    /* The point near each vertex, -1: none. */
    for (int i = 0; i < m->vertex_count && !a->failed; i++) {
        joints[i] = pd_train_align_joint_of_vertex(m, i);
        points[i] = pd_tree_nearest(&a->scan, a->posed + 3 * (size_t)i, NULL, near);
    }

    /* Take those away from the outer half of a limb that lie on the skin of the body without that limb. */
    for (int limb = 0; limb < 4 && !a->failed; limb++) {
        const int root = pd_smpl_joint_find(data, pd_train_align_limbs[limb][0]);
        const int half = pd_smpl_joint_find(data, pd_train_align_limbs[limb][1]);
        int other_count = 0;
        pd_tree tree = {0};
        for (int i = 0; i < m->vertex_count && root >= 0 && half >= 0; i++) {
            if (pd_train_align_is_below(data, joints[i], root)) continue;
            memcpy(rest[other_count], a->posed + 3 * (size_t)i, sizeof rest[0]);
            others[other_count++] = i;
        }

        if (!other_count) continue;
        a->failed = !pd_tree_build(&tree, rest[0], NULL, other_count, 0);
        for (int i = 0; i < m->vertex_count && !a->failed; i++)
            if (points[i] >= 0 && pd_train_align_is_below(data, joints[i], half) &&
                is_on_skin(a, &tree, others, a->job->points[points[i]]))
                points[i] = -1;
        pd_tree_deinit(&tree);
    }

    /* The share of each part. */
    for (int i = 0; i < m->vertex_count && !a->failed; i++) {
        const int part = align_evidence_part_of(data, joints[i]);
        if (part < 0) continue;
        vertices[part]++;
        covered[part] += points[i] >= 0;
    }

    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++)
        covered[part] = vertices[part] ? covered[part] / vertices[part] : NAN;
    free(joints);
    free(points);
    free(others);
    free(rest);
}

void pd_train_align_measure_result(pd_train_align_search *a, const pd_train_align_candidate *s)
{
    double score;

    /* The points, by the body's matches. */
    pd_train_align_score_candidate(a, s, &score);
    if (a->failed) return;
    const body_misfit off_by = measure_misfit(a);
    a->job->misfit = off_by.mean;
    a->job->worst = off_by.worst;
    a->job->strays = pd_train_align_stray_share(a);

    pd_train_align_measure_parts(a->job->covered, a);
}

void pd_train_align_measure_evidence(pd_train_align_search *a, const pd_train_align_candidate *s)
{
    const pd_train_view *view = a->job->view;
    const int count = pd_train_align_data_count(a);
    const double near = EXPLAINED + 4 * view->noise; /* metres: so near, a point lies on the skin */
    double score;
    int unexplained = 0, contradicted = 0, covered = 0;

    pd_train_align_score_candidate(a, s, &score); /* its matches */
    if (a->failed) return;
    pd_train_view_visible(a->visible, a->picture, view, a->posed, a->surface.normals, a->model->vertex_count);

    /* Points that the body does not explain. */
    for (int i = 0; i < count; i++)
        unexplained += a->matches[i].face < 0 || a->matches[i].distance > near ||
                       pd_dot3(a->matches[i].normal, view->normals[i]) < 0;

    /* Skin where the picture shows nothing or something behind it, and skin that points cover. */
    for (int i = 0; i < a->probe_count; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const pd_train_off off = pd_train_view_conflict(view, x);
        contradicted += !off.is_beyond && off.metres > near;
        covered += a->visible[a->probes[i]] && pd_tree_nearest(&a->scan, x, NULL, near * near) >= 0;
    }

    a->job->unexplained = (double)unexplained / count;
    a->job->contradicted = (double)contradicted / a->probe_count;
    a->job->coverage = (double)covered / a->probe_count;
}

pd_status pd_train_align_check_evidence(const pd_train_align *job, pd_error *err)
{
    const char *ask = job->keypoint_count ? "check the keypoints, or scan more sides"
                                          : "name a few keypoints, or scan more sides";
    const double seen = 100 * job->coverage;
    const double margin = job->misfit < SMALL ? MARGIN : MARGIN_FAR;

    /* Points that the body leaves over. */
    if (job->unexplained > UNEXPLAINED)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and the best body leaves "
                       "%.0f %% of them "
                       "unexplained; at most %.0f %% allowed (is there more than one person in it?); %s",
                       seen, 100 * job->unexplained, 100 * UNEXPLAINED, ask);

    /* Skin where nothing can be. */
    if (job->contradicted > CONTRADICTED)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and %.0f %% of the best "
                       "body is where the camera saw "
                       "that nothing is; at most %.0f %% allowed; %s",
                       seen, 100 * job->contradicted, 100 * CONTRADICTED, ask);

    /* Distance from the points. */
    if (job->misfit > MISFIT || job->worst > WORST_MOST)
        return pd_fail(
            err, PD_ERR_INVALID, "scan",
            "it is of one side, with points on %.0f %% of a body's skin, and the best body lies %.1f "
            "mm from them (at most %.0f allowed), %.0f mm in the worst region (at most %.0f "
            "allowed), noise not counted; %s",
            seen, 1000 * job->misfit, 1000 * MISFIT, 1000 * job->worst, 1000 * WORST_MOST, ask);

    /* Another facing that fits nearly as well. */
    if (!job->keypoint_count && job->margin < margin)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and a body that faces "
                       "another way fits nearly as well "
                       "(%.2f times as far off; at least %.2f expected): how it faces cannot be told; %s",
                       seen, job->margin, margin, ask);

    return PD_OK;
}

/* Returns the misfit of a candidate; 0 when memory ran out. */
static double misfit_of_candidate(pd_train_align_search *a, pd_train_align_candidate *s)
{
    pd_train_align_score_candidate(a, s, &s->score);
    return a->failed ? 0 : measure_misfit(a).mean;
}

void pd_train_align_compare_rivals(pd_train_align_search *a, pd_train_align_candidates *s,
                                   pd_train_align_candidate *found)
{
    pd_train_align_candidate *twin = &s->now;

    /* Fit the twin, finely if it comes close, and exchange the two if it is better. */
    set_opposite_twin(twin, found, a->model);
    pd_train_align_run_rounds(a, twin, &pd_align_medium);
    twin->distance = pd_train_align_score_candidate(a, twin, &twin->score);
    if (twin->score < CLOSE * found->score) pd_train_align_run_rounds(a, twin, &pd_align_fine);
    twin->distance = pd_train_align_score_candidate(a, twin, &twin->score);
    if (twin->score < found->score) {
        pd_train_align_candidate_copy(&s->other, found, a->model);
        pd_train_align_candidate_copy(found, twin, a->model);
        pd_train_align_candidate_copy(twin, &s->other, a->model);
    }

    /* A rival that comes near is fitted as finely as the best. */
    const double own = fmax(NOTHING, misfit_of_candidate(a, found));
    double rival = INFINITY;
    for (int k = -1; k < s->finalists && !a->failed; k++) {
        pd_train_align_candidate *one = k < 0 ? twin : &s->best[k];
        if (!isfinite(one->score) || one == found || facing_apart(one, found) < PD_TRAIN_ALIGN_APART)
            continue;
        double off = misfit_of_candidate(a, one);
        if (off < RIVAL * own && !a->failed) {
            pd_train_align_run_rounds(a, one, &pd_align_fine);
            const double finer = misfit_of_candidate(a, one);
            off = a->failed ? 0 : fmin(off, finer);
        }

        rival = fmin(rival, off);
    }

    a->job->margin = rival / own;
}

const char *pd_train_align_part_name(int part)
{
    PD_ASSERT(part >= 0 && part < PD_TRAIN_ALIGN_PART_COUNT);
    return parts_table[part].name;
}
