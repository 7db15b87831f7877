#include "train/learn/learn.h"

#include "core/kernel/linalg.h"
#include "train/learn/blend_step.h"
#include "train/learn/extrapolate.h"
#include "train/learn/pose_step.h"
#include "train/learn/subject_step.h"

static void note_learn(pd_learn_history *history, const pd_learn_energy *energy, const pd_learn_state *state,
                       const pd_learn_watch *watch)
{
    history->energies[history->count++] = *energy;
    if (watch && watch->round) watch->round(watch->ctx, history, state);
}

/* Learns in rounds until one gains too little. A state with a history (from a checkpoint) goes on where it
 * stopped. */
static pd_status run_rounds(pd_learn_state *state, pd_learn_history *history, pd_learn_extrapolation *x,
                            const pd_learn_problem *problem, const pd_learn_options *o,
                            const pd_learn_watch *watch, pd_error *err)
{
    pd_learn_energy energy;

    if (!history->count) {
        /* First poses by the parts alone, because the template's lengths are not yet the subjects'. */
        if (pd_learn_pose_step(state, problem, 0, 1, err) || pd_learn_subject_step(state, problem, err) ||
            pd_learn_pose_step(state, problem, 3 * o->pose_rounds, 0, err) ||
            pd_learn_energy_of(&energy, problem, state, err))
            return err->status;
        note_learn(history, &energy, state, watch);
    }

    /* Rounds: subjects, pose blend shapes, weights, poses,
     * and a step further along the change if that is better. */
    while (history->count <= o->rounds) {
        const int round = history->count;
        const bool with_blend = round > o->rounds_without_blend;
        double reached;
        pd_learn_extrapolation_begin(x, state);
        if (pd_learn_subject_step(state, problem, err) ||
            (with_blend && pd_learn_blend_step(state, problem, o->blend_rounds, err)) ||
            pd_learn_weight_step(state, problem, o->most_joints, err) ||
            pd_learn_pose_step(state, problem, o->pose_rounds, 0, err) ||
            pd_learn_energy_of(&energy, problem, state, err) ||
            pd_learn_extrapolate(state, &energy, &reached, x, problem, err))
            return err->status;
        note_learn(history, &energy, state, watch);

        /* Stop when a round gains little. */
        const double before = history->energies[round - 1].total;
        const double now = energy.total;

        /* Energies of two rounds are not comparable if each chooses
         * its strengths of regularisation anew. */
        if (!problem->chooses_holds && round > o->rounds_without_blend + 1 &&
            before - now < o->enough * before)
            break;
    }

    return PD_OK;
}

pd_status pd_learn_run(pd_learn_state *state, pd_learn_history *history, const pd_learn_problem *problem,
                       const pd_learn_options *options, const pd_learn_watch *watch, pd_error *err)
{
    pd_learn_options o = options ? *options : (pd_learn_options){0};

    /* Defaults of options that are 0 (learn.h). */
    if (o.rounds <= 0) o.rounds = 12;
    if (o.rounds > PD_LEARN_ROUNDS_MAX) o.rounds = PD_LEARN_ROUNDS_MAX;
    if (o.pose_rounds <= 0) o.pose_rounds = 4;
    if (o.blend_rounds <= 0) o.blend_rounds = 3;
    if (o.most_joints <= 0) o.most_joints = 4;
    if (!(o.enough > 0)) o.enough = 1e-3;
    if (o.rounds_without_blend <= 0) o.rounds_without_blend = 2;

    pd_learn_extrapolation x;
    pd_k_blas_serial();
    if (pd_learn_state_check(state, problem->tpl, problem->set, err)) return err->status;
    pd_status status = pd_learn_extrapolation_init(&x, problem, err);
    if (status == PD_OK) status = run_rounds(state, history, &x, problem, &o, watch, err);
    pd_learn_extrapolation_deinit(&x);

    return status;
}
