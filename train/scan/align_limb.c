/* Limbs that the fit missed, folded or could not see. */
#include "train/scan/align_parts.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define STRAY        0.04  /* metres: a point so far from the skin lies on no part of it ...  */
#define STRAYS       0.01  /* ... and so many of all are a limb that was not found            */
#define HOPEFUL      3     /* poses of it that are laid in                                    */
#define BETTER       0.98  /* of the score: then the limb is where it is tried                */
#define FEW          0.001 /* share of strays among all points, above which a forearm or a shank was missed */
#define FOLDED       2     /* limbs that are tried again then, first the one with the fewest points */
#define NEAR         0.02  /* metres: skin counts as seen if a point is this near, ...        */
#define SPACING      1.5   /* ... or within this many times the spacing of the points ...     */
#define SKIN         2     /* ... if they are spread evenly over this area, square metres     */
#define BARE         0.2   /* share of a part's skin with points, below which it was not scanned */
#define STRAYS_SIDED 0.012 /* as STRAYS: a depth camera sees a few points between things */

const char *const pd_train_align_limbs[4][PD_TRAIN_ALIGN_LIMB_JOINTS] = {
    {"left_shoulder", "left_elbow", "left_wrist"},
    {"right_shoulder", "right_elbow", "right_wrist"},
    {"left_hip", "left_knee", "left_ankle"},
    {"right_hip", "right_knee", "right_ankle"}};

/* Sets a limb as another component of the prior has it and leaves the rest. Returns false when the model
 * or the prior has no such limb. */
static bool set_limb(pd_train_align_search *a, pd_train_align_candidate *to,
                     const pd_train_align_candidate *from, pd_train_align_candidate *figure, int limb,
                     int component)
{
    const pd_smpl_model *m = a->model;

    pd_train_align_set_figure(figure, m, a->job->prior, component);
    pd_train_align_candidate_copy(to, from, m);
    for (int i = 0; i < PD_TRAIN_ALIGN_LIMB_JOINTS; i++) {
        const int k = pd_smpl_joint_find(&m->data, pd_train_align_limbs[limb][i]);
        if (k < 0) return false;
        memcpy(to->rotations + 9 * k, figure->rotations + 9 * k, 9 * sizeof *to->rotations);
    }

    return true;
}

/* Sets a limb as set_limb does; with `outer` the shoulder or hip stays as it is,
 * and component -1 is a straight limb. */
static bool set_part(pd_train_align_search *a, pd_train_align_candidate *to,
                     const pd_train_align_candidate *from, pd_train_align_candidate *figure, int limb,
                     int component, bool outer)
{
    if (!set_limb(a, to, from, figure, limb, component)) return false;
    const int root = pd_smpl_joint_find(&a->model->data, pd_train_align_limbs[limb][0]);
    if (outer) memcpy(to->rotations + 9 * root, from->rotations + 9 * root, 9 * sizeof *to->rotations);
    return true;
}

/* Tries one limb, or its outer half, as every component of the prior has it, fits the best ones, and keeps
 * a result if the whole body scores better. Stops early when at most `enough` of the points are strays.
 * Returns false if the model has no such limb. */
static bool retry_limb(pd_train_align_search *a, pd_train_align_candidate *found,
                       pd_train_align_candidate *now, pd_train_align_candidate *figure, int limb, bool outer,
                       double enough)
{
    const int count = a->job->prior ? a->job->prior->component_count : 0;
    int best[HOPEFUL];
    double scores[HOPEFUL];

    /* Score the limb of each component, and keep the best. */
    for (int i = 0; i < HOPEFUL; i++) {
        best[i] = INT_MIN;
        scores[i] = INFINITY;
    }

    for (int component = outer ? -1 : 0; component < count && !a->failed; component++) {
        double score;
        if (!set_part(a, now, found, figure, limb, component, outer)) return false;
        pd_train_align_score_candidate(a, now, &score);
        for (int i = 0; i < HOPEFUL; i++) {
            if (score >= scores[i]) continue;
            for (int k = HOPEFUL - 1; k > i; k--) {
                best[k] = best[k - 1];
                scores[k] = scores[k - 1];
            }

            best[i] = component;
            scores[i] = score;
            break;
        }
    }

    /* Fit each of those. */
    for (int i = 0; i < HOPEFUL && best[i] != INT_MIN && !a->failed; i++) {
        set_part(a, now, found, figure, limb, best[i], outer);
        pd_train_align_run_rounds(a, now, &pd_align_again);
        now->distance = pd_train_align_score_candidate(a, now, &now->score);
        const bool is_better = now->score < BETTER * found->score;
        if (is_better) pd_train_align_candidate_copy(found, now, a->model);
        if (is_better && pd_train_align_stray_share(a) <= enough) break;
    }

    found->distance =
        pd_train_align_score_candidate(a, found, &found->score); /* its strays are those that count */
    return true;
}

/* Lists the limbs whose outer halves have the largest share of skin without points first. */
static void sort_limbs(int order[4], const pd_train_align_search *a)
{
    const pd_smpl_data *data = &a->model->data;
    const double near = pd_train_align_near_square(a);
    double bare[4];

    for (int limb = 0; limb < 4; limb++) {
        const int elbow = pd_smpl_joint_find(data, pd_train_align_limbs[limb][1]);
        int vertices = 0, without = 0;

        /* Count the skin of the elbow or knee and of all that follows it, and how much of it has no point. */
        for (int i = 0; i < a->probe_count; i++) {
            int k = a->probe_joints[i];
            while (k > 0 && k != elbow) k = data->parents[k];
            if (k != elbow) continue;
            vertices++;
            without += pd_tree_nearest(&a->scan, a->posed + 3 * (size_t)a->probes[i], NULL, near) < 0;
        }

        bare[limb] = vertices ? (double)without / vertices : 0;

        /* Into the order. */
        int at = limb;
        for (; at > 0 && bare[order[at - 1]] < bare[limb]; at--) order[at] = order[at - 1];
        order[at] = limb;
    }
}

void pd_train_align_recover_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                                  pd_train_align_candidate *now, pd_train_align_candidate *figure)
{
    const double most = a->job->view ? STRAYS_SIDED : STRAYS;
    const double enough = a->job->view ? -1 : FEW;
    int order[4] = {0, 1, 2, 3};

    /* Whole limbs, while many points are left over: the limb that has least of the points goes first. */
    found->distance = pd_train_align_score_candidate(a, found, &found->score);
    if (!a->failed && !a->job->view) sort_limbs(order, a);
    for (int i = 0; i < 4 && !a->failed && pd_train_align_stray_share(a) > most; i++)
        if (!retry_limb(a, found, now, figure, order[i], false, enough)) return;
}

void pd_train_align_unfold_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                                 pd_train_align_candidate *now, pd_train_align_candidate *figure)
{
    int order[4];

    /* Try the limbs whose outer halves have the fewest points. */
    found->distance = pd_train_align_score_candidate(a, found, &found->score);
    if (a->failed || pd_train_align_stray_share(a) <= FEW) return;
    const double before = found->score;
    sort_limbs(order, a);
    for (int i = 0; i < FOLDED && !a->failed && pd_train_align_stray_share(a) > FEW; i++)
        if (!retry_limb(a, found, now, figure, order[i], true, FEW)) return;
    if (a->failed || !(found->score < before)) return;

    /* Fit what was found as finely as it was before. */
    pd_train_align_candidate_copy(now, found, a->model);
    pd_train_align_run_rounds(a, now, &pd_align_fine);
    now->distance = pd_train_align_score_candidate(a, now, &now->score);
    if (!a->failed && now->score < found->score) pd_train_align_candidate_copy(found, now, a->model);
}

void pd_train_align_free_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                               pd_train_align_candidate *now, pd_train_align_candidate *figure)
{
    static const int outer[4][2] = {{PD_OBSERVE_ALIGN_LEFT_FOREARM, PD_OBSERVE_ALIGN_LEFT_HAND},
                                    {PD_OBSERVE_ALIGN_RIGHT_FOREARM, PD_OBSERVE_ALIGN_RIGHT_HAND},
                                    {PD_OBSERVE_ALIGN_LEFT_SHANK, PD_OBSERVE_ALIGN_LEFT_FOOT},
                                    {PD_OBSERVE_ALIGN_RIGHT_SHANK, PD_OBSERVE_ALIGN_RIGHT_FOOT}};
    static const int inner[4] = {PD_OBSERVE_ALIGN_LEFT_UPPER_ARM, PD_OBSERVE_ALIGN_RIGHT_UPPER_ARM,
                                 PD_OBSERVE_ALIGN_LEFT_THIGH, PD_OBSERVE_ALIGN_RIGHT_THIGH};
    const pd_smpl_data *data = &a->model->data;
    const int components = a->job->prior ? a->job->prior->component_count : 0;
    double covered[PD_TRAIN_ALIGN_PART_COUNT], x[PD_IK_PRIOR_MAX_DIM];

    found->distance = pd_train_align_score_candidate(a, found, &found->score);
    if (a->failed) return;
    pd_train_align_measure_parts(covered, a);
    const double strays = pd_train_align_stray_share(a);
    for (int limb = 0; limb < 4 && !a->failed; limb++) {
        if (!(covered[outer[limb][0]] < BARE && covered[outer[limb][1]] < BARE)) continue;

        /* The limb of the component that makes the whole pose most likely. */
        const bool is_outer = covered[inner[limb]] >= BARE;
        double least = INFINITY;
        int best = -1;
        for (int component = 0; component < components; component++) {
            if (!set_part(a, now, found, figure, limb, component, is_outer)) break;
            for (int i = 0; i < 9 * a->model->joint_count; i++)
                a->rotations[i / 9][i % 9] = (double)now->rotations[i];
            pd_observe_prior_features(x, a->job->prior, (const double(*)[9])a->rotations);
            const double nats =
                pd_observe_prior_nats(a->job->prior, pd_observe_prior_component(a->job->prior, x), x);
            if (nats < least) {
                least = nats;
                best = component;
            }
        }

        if (best < 0) continue;

        /* Fit the body with the skin of that limb left out.
         * Keep it unless points are left over that were explained. */
        const int root = pd_smpl_joint_find(data, pd_train_align_limbs[limb][is_outer ? 1 : 0]);
        for (int k = 0; k < data->joint_count; k++)
            a->is_free[k] = a->is_free[k] || pd_train_align_is_below(data, k, root);
        set_part(a, now, found, figure, limb, best, is_outer);
        pd_train_align_run_rounds(a, now, &pd_align_again);
        now->distance = pd_train_align_score_candidate(a, now, &now->score);
        if (!a->failed && pd_train_align_stray_share(a) <= strays + FEW)
            pd_train_align_candidate_copy(found, now, a->model);
    }

    memset(a->is_free, 0, sizeof a->is_free);
}

double pd_train_align_near_square(const pd_train_align_search *a)
{
    const double near = fmax(NEAR, SPACING * sqrt(SKIN / (double)a->job->point_count));
    return near * near;
}

double pd_train_align_stray_share(const pd_train_align_search *a)
{
    const int points = pd_train_align_data_count(a);
    int strays = 0;
    for (int i = 0; i < points; i++) strays += a->matches[i].face < 0 || a->matches[i].distance > STRAY;
    return (double)strays / points;
}

bool pd_train_align_is_below(const pd_smpl_data *data, int joint, int root)
{
    while (joint > 0 && joint != root) joint = data->parents[joint];
    return joint == root;
}
