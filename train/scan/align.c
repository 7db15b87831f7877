#include "train/scan/align.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/smpl/capsule.h"
#include "train/scan/align_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FINALISTS 3    /* starts that are fitted finely */
#define DISTINCT  2    /* a start whose score is worse than the best by this factor is not fitted finely */
#define COARSE    2500 /* points that starts are scored against */
#define LOST      0.06 /* metres: farther than this on average is no fit */

/* Returns whether a vertex of the rest pose is at least `apart` from each of the chosen ones. */
static bool is_apart(const float *v, int vertex, const int *chosen, int count, double apart)
{
    for (int k = 0; k < count; k++) {
        double square = 0;
        for (size_t c = 0; c < 3; c++) {
            const double d = (double)v[3 * (size_t)vertex + c] - (double)v[3 * (size_t)chosen[k] + c];
            square += d * d;
        }

        if (!(square >= apart * apart)) return false;
    }

    return true;
}

/* Picks vertices of the rest pose that are at least `apart` from one another,
 * in a random order. Returns how many. */
static int pick_probes(int *out, const pd_smpl_model *m, int most)
{
    int count = 0;

    /* Smaller and smaller distances, from 8 cm to 5 mm, until there are enough. */
    for (double apart = 0.08; apart > 0.005 && count < most; apart *= 0.9) {
        count = 0;
        for (int i = 0; i < m->vertex_count && count < most; i++)
            if (is_apart(m->data.v_template, i, out, count, apart)) out[count++] = i;
    }

    PD_ASSERT(count <= most);

    /* Mix them (Fisher and Yates), so that the first ones are spread over the body. Any seed would do. */
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = count - 1; i > 0; i--) {
        const int j = pd_rng_below(&rng, i + 1);
        const int kept = out[i];
        out[i] = out[j];
        out[j] = kept;
    }

    return count;
}

/* Finds the points of the scan around each point by which a body is judged.
 * Returns false if memory ran out. */
static bool find_patches(pd_train_align_search *a)
{
    const int count = pd_train_align_data_count(a);
    pd_tree tree = {0};
    double square[PD_TRAIN_ALIGN_PATCH];

    if (!pd_tree_build(&tree, a->job->points[0], NULL, count, 0)) return false;
    for (int i = 0; i < count; i++) {
        const int found =
            pd_tree_several(a->patches[i], square, PD_TRAIN_ALIGN_PATCH, &tree, a->job->points[i], NULL);
        for (int k = found; k < PD_TRAIN_ALIGN_PATCH; k++) a->patches[i][k] = i;
    }

    pd_tree_deinit(&tree);

    return true;
}

/* Allocates the search, builds its trees and picks probes. Returns false when out of memory; the caller
 * frees. */
static bool init_search(pd_train_align_search *a)
{
    const size_t v = (size_t)a->model->vertex_count;
    const size_t most = PD_TRAIN_ALIGN_MOST_DATA + 2 * PD_TRAIN_ALIGN_MOST_SKIN + PD_TRAIN_ALIGN_KEYPOINTS;

    /* Memory of the search. */
    a->posed = malloc(3 * v * sizeof *a->posed);
    a->skinned = malloc(3 * v * sizeof *a->skinned);
    a->probes = malloc(PD_TRAIN_ALIGN_MOST_SKIN * sizeof *a->probes);
    a->probe_joints = malloc(PD_TRAIN_ALIGN_MOST_SKIN * sizeof *a->probe_joints);
    a->matches = malloc(PD_TRAIN_ALIGN_MOST_DATA * sizeof *a->matches);
    a->seen = malloc(most * sizeof *a->seen);
    a->visible = malloc(v);
    a->patches = malloc(PD_TRAIN_ALIGN_MOST_DATA * sizeof *a->patches);
    a->rotations = malloc((size_t)a->model->joint_count * sizeof *a->rotations);
    a->picture = a->job->view
                     ? malloc((size_t)(a->job->view->width * a->job->view->height) * sizeof *a->picture)
                     : NULL;
    a->parts = malloc(most * sizeof *a->parts);
    a->normals = malloc(most * sizeof *a->normals);

    if (!a->posed || !a->skinned || !a->probes || !a->probe_joints || !a->matches || !a->seen || !a->parts ||
        !a->normals || !pd_arena_init(&a->scratch, 0) ||
        !pd_train_nearest_init(&a->surface, &a->model->data) ||
        !pd_tree_build(&a->scan, a->job->points[0], NULL, a->job->point_count, 0) ||
        !pd_tree_build(&a->coarse, a->job->points[0], NULL,
                       a->job->point_count < COARSE ? a->job->point_count : COARSE, 0))
        return false;

    /* Capsules of the model, which every fit of a round uses and none can report as missing. */
    if (!pd_smpl_model_capsules(a->model)) return false;

    /* Patches for the misfit, and probes. */
    if (!a->visible || !a->rotations || !a->patches || (a->job->view && !a->picture)) return false;
    if (!find_patches(a)) return false;
    a->surface.facing = a->job->view ? PD_TRAIN_ALIGN_ALIKE / 2 : 0;
    a->probe_count = pick_probes(a->probes, a->model, PD_TRAIN_ALIGN_MOST_SKIN);
    for (int i = 0; i < a->probe_count; i++)
        a->probe_joints[i] = pd_train_align_joint_of_vertex(a->model, a->probes[i]);

    return true;
}

/* Frees the memory of init_search; members may be NULL. */
static void deinit_search(pd_train_align_search *a)
{
    free(a->posed);
    free(a->skinned);
    free(a->probes);
    free(a->probe_joints);
    free(a->matches);
    free(a->visible);
    free(a->patches);
    free(a->picture);
    free(a->rotations);
    free(a->seen);
    free(a->parts);
    free(a->normals);
    pd_arena_deinit(&a->scratch);
    pd_tree_deinit(&a->scan);
    pd_tree_deinit(&a->coarse);
    pd_train_nearest_deinit(&a->surface);
}

/* Allocates the present candidate, another and the best ones. Returns false when out of memory; the caller
 * frees. */
static bool init_candidates(pd_train_align_candidates *s, int finalists, const pd_smpl_model *m)
{
    *s = (pd_train_align_candidates){.finalists = finalists};
    bool room = pd_train_align_candidate_init(&s->now, m);
    room = pd_train_align_candidate_init(&s->other, m) && room;
    for (int k = 0; k < finalists; k++) room = pd_train_align_candidate_init(&s->best[k], m) && room;
    return room;
}

static void deinit_candidates(pd_train_align_candidates *s)
{
    for (int k = 0; k < s->finalists; k++) pd_train_align_candidate_deinit(&s->best[k]);
    pd_train_align_candidate_deinit(&s->now);
    pd_train_align_candidate_deinit(&s->other);
}

/* Fills the finalists: by keypoints alone if there are enough of them, otherwise from starts on all sides. */
static void find_finalists(pd_train_align_search *a, pd_train_align_candidates *s)
{
    if (a->job->keypoint_count < PD_OBSERVE_LEAST_SPACE) {
        pd_train_align_fit_starts(a, s->best, s->finalists, &s->now);
        return;
    }

    pd_train_align_set_rest_pose(&s->best[0], a->model);
    a->seen_count = 0;
    pd_train_align_add_keypoints(a);
    pd_train_align_run_solver(a, &s->best[0], 0, 0, false, 0);
    a->job->starts++;
    s->best[0].score = 0;
}

/* Fits the finalists and returns the best one. */
static pd_train_align_candidate *choose_best(pd_train_align_search *a, pd_train_align_candidates *s)
{
    pd_train_align_candidate *found = &s->best[0];
    pd_train_align_candidate *nearest = found;
    const double most = a->job->view ? INFINITY : DISTINCT * found->score;

    /* Note the best score and the smallest distance.
     * The first of the finalists is the best after the coarse fit. */
    for (int k = 0; k < s->finalists && !a->failed; k++) {
        pd_train_align_candidate *one = &s->best[k];
        if (!isfinite(one->score) || one->score > most) continue;
        pd_train_align_run_rounds(a, one, a->job->view ? &pd_align_medium : &pd_align_fine);
        one->distance = pd_train_align_score_candidate(a, one, &one->score);
        if (one->score < found->score) found = one;
        if (one->distance < nearest->distance) nearest = one;
    }

    /* Recover limbs of both. A body that faces the right way but misses a limb may score worse than one
     * that faces away with a limb on every point, although most points are nearer to it. */
    if (!a->failed) pd_train_align_recover_limbs(a, found, &s->now, &s->other);
    if (!a->failed && !a->job->view && nearest != found)
        pd_train_align_recover_limbs(a, nearest, &s->now, &s->other);
    if (nearest->score < found->score) found = nearest;
    if (!a->failed && !a->job->view) pd_train_align_unfold_limbs(a, found, &s->now, &s->other);

    return found;
}

/* Writes the body to the job, or says why none was found. */
static pd_status write_result(pd_train_align_search *a, const pd_train_align_candidate *found, pd_error *err)
{
    pd_train_align *job = a->job;

    if (a->failed) return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory to lay a body in");
    if (!(found->distance < LOST))
        return pd_fail(
            err, PD_ERR_INVALID, "scan",
            "no body comes near: its points are %.0f mm from the best on average; below %.0f mm expected "
            "(is it one person, and is the unit right?)",
            1000 * found->distance, 1000 * LOST);
    const pd_status status = job->view ? pd_train_align_check_evidence(job, err) : PD_OK;
    if (status) return status;

    memcpy(job->betas, found->betas, (size_t)a->model->beta_count * sizeof *job->betas);
    memcpy(job->rotations, found->rotations, 9 * (size_t)a->model->joint_count * sizeof *job->rotations);
    memcpy(job->translation, found->translation, sizeof job->translation);
    job->distance = found->distance;

    return PD_OK;
}

pd_status pd_train_align_run(pd_train_align *job, const pd_smpl_model *m, pd_error *err)
{
    pd_train_align_search a = {.job = job, .model = m};
    pd_train_align_candidates s;

    /* Take all memory. */
    job->starts = 0;
    const bool prepared = init_search(&a);
    a.failed = !init_candidates(&s, job->view ? PD_TRAIN_ALIGN_SIDED : FINALISTS, m) || !prepared;

    /* Fit bodies from every start, and choose one. */
    if (!a.failed) find_finalists(&a, &s);
    pd_train_align_candidate *found = choose_best(&a, &s);

    /* From one side: fit finely, look for rivals, and measure what speaks against the body. */
    if (!a.failed && job->view) {
        pd_train_align_run_rounds(&a, found, &pd_align_fine);
        found->distance = pd_train_align_score_candidate(&a, found, &found->score);
    }

    if (!a.failed && job->view && !job->keypoint_count) pd_train_align_compare_rivals(&a, &s, found);
    if (!a.failed && !job->view && !job->keypoint_count)
        pd_train_align_free_limbs(&a, found, &s.now, &s.other);
    if (!a.failed) pd_train_align_measure_result(&a, found);
    if (!a.failed) pd_train_align_measure_uncertainty(&a, found);
    if (!a.failed && job->view) pd_train_align_measure_evidence(&a, found);

    const pd_status status = write_result(&a, found, err);
    deinit_candidates(&s);
    deinit_search(&a);

    return status;
}
