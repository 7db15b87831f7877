#include "core/train/learn/learn.h"

#include "core/kernel/linalg.h"
#include "core/train/learn/blend_step.h"
#include "core/train/learn/pose_step.h"
#include "core/train/learn/subject_step.h"

static pd_learn_options with_defaults(const pd_learn_options *given)
{
    pd_learn_options o = given ? *given : (pd_learn_options){0};
    if (o.rounds <= 0) o.rounds = 12;
    if (o.rounds > PD_LEARN_ROUNDS_MAX) o.rounds = PD_LEARN_ROUNDS_MAX;
    if (o.pose_rounds <= 0) o.pose_rounds = 4;
    if (o.blend_rounds <= 0) o.blend_rounds = 3;
    if (o.most_joints <= 0) o.most_joints = 4;
    if (!(o.enough > 0)) o.enough = 1e-3;
    if (o.rounds_without_blend <= 0) o.rounds_without_blend = 2;
    return o;
}

static pd_status note(pd_learn_history *history, const pd_learn_problem *problem, const pd_learn_state *state,
                      const pd_learn_watch *watch, pd_error *err)
{
    pd_status status = pd_learn_energy_of(&history->energies[history->count], problem, state, err);
    if (status != PD_OK) return status;
    history->count++;
    if (watch && watch->round) watch->round(watch->ctx, history, state);
    return PD_OK;
}

static pd_status start(pd_learn_state *state, pd_learn_history *history, const pd_learn_problem *problem,
                       const pd_learn_options *o, const pd_learn_watch *watch, pd_error *err)
{
    /* by parts alone: the template's lengths are not yet the subjects' */
    if (pd_learn_pose_step(state, problem, 0, 1, err) || pd_learn_subject_step(state, problem, err) ||
        pd_learn_pose_step(state, problem, 3 * o->pose_rounds, 0, err))
        return err->status;
    return note(history, problem, state, watch, err);
}

pd_status pd_learn_run(pd_learn_state *state, pd_learn_history *history, const pd_learn_problem *problem,
                       const pd_learn_options *options, const pd_learn_watch *watch, pd_error *err)
{
    const pd_learn_options o = with_defaults(options);
    pd_k_blas_serial();
    if (!history->count && start(state, history, problem, &o, watch, err)) return err->status;

    while (history->count <= o.rounds) {
        int round = history->count;
        if (pd_learn_subject_step(state, problem, err) ||
            (round > o.rounds_without_blend && pd_learn_blend_step(state, problem, o.blend_rounds, err)) ||
            pd_learn_weight_step(state, problem, o.most_joints, err) ||
            pd_learn_pose_step(state, problem, o.pose_rounds, 0, err) ||
            note(history, problem, state, watch, err))
            return err->status;

        double before = history->energies[round - 1].total, now = history->energies[round].total;
        if (round > o.rounds_without_blend + 1 && before - now < o.enough * before) break;
    }
    return PD_OK;
}
