#include "api/ik/idle.h"

#include "api/ik/read.h"
#include "core/ik/search/simultaneous.h"
#include "core/base/assert.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Groups of solvers by what they read: the names of a group are what an error says would have worked. */
static bool iterates(const pd_ik_solver_row *row)
{
    return !row->wants_all_positions && row->closed_form != PD_IK_CLOSED_ALWAYS;
}

static bool restarts(const pd_ik_solver_row *row)
{
    return row->id == PD_IK_AUTO || (!row->wants_all_positions && !row->is_sequential);
}

static bool has_limbs(const pd_ik_solver_row *row)
{
    return !row->run && !row->activate;
}

static bool has_start(const pd_ik_solver_row *row)
{
    return !row->wants_all_positions;
}

/* Returns the text "solver auto, ccd, dls" of the solvers for which `has` is true, from the pool. Copies
 * instead of printing: every request needs the lists, and printing them took a tenth of its time. */
static const char *solvers_of(bool (*has)(const pd_ik_solver_row *row), pd_api_pool *pool)
{
    enum { BYTES = 160 };
    char *out = pd_api_pool_take(pool, BYTES, 1);
    char *end = out;

    if (!out) return "another solver";
    end = stpcpy(end, "solver ");
    for (int s = 0, any = 0; s < PD_IK_SOLVER_COUNT; s++) {
        const char *name = pd_ik_solvers[s].name;
        if (!has(&pd_ik_solvers[s])) continue;
        PD_ASSERT((size_t)(end - out) + strlen(name) + 3 <= BYTES);
        if (any++) end = stpcpy(end, ", ");
        end = stpcpy(end, name);
    }

    return out;
}

pd_api_ik_solver_lists pd_api_ik_solver_lists_make(pd_api_pool *pool)
{
    return (pd_api_ik_solver_lists){.iterates = solvers_of(iterates, pool),
                                    .restarts = solvers_of(restarts, pool),
                                    .has_limbs = solvers_of(has_limbs, pool),
                                    .has_start = solvers_of(has_start, pool)};
}

/* Returns whether the start is a pose other than the rest pose, which is also used without a start. */
static bool has_pose(const pd_api_ik_problem *in)
{
    for (int k = 0; in->body.rotations && k < 9 * in->skeleton->joint_count; k++)
        if (fabsf(in->body.rotations[k] - (k % 9 % 4 == 0 ? 1.0f : 0.0f)) > 1e-6f) return true;
    return false;
}

void pd_api_ik_idle_find(pd_api_idle rows[PD_API_IK_IDLE_ROWS], const pd_api_ik_problem *in,
                         const pd_api_ik_values *v, bool is_good, const pd_api_ik_solver_lists *lists)
{
    const pd_ik_job *job = &in->job;
    const pd_ik_solver_row *row = pd_ik_row_of(job);
    const bool is_damped = row->is_damped || job->solver == PD_IK_AUTO;
    const bool is_chained =
        row->is_sequential && job->solver != PD_IK_AUTO && is_good && !pd_ik_simultaneous_needed(job);
    const bool is_closed = is_chained && !iterates(row);
    const bool starts = has_start(row);
    const bool limbs = has_limbs(row);
    const bool has_moved = job->translation.x != 0 || job->translation.y != 0 || job->translation.z != 0;
    const char *start = starts ? "" : lists->has_start;
    const char *limb = limbs ? "a target with a position and without chain" : lists->has_limbs;
    const char *search = lists->restarts;

    bool grows = false;
    for (int t = 0; t < job->target_count && is_good; t++)
        grows = grows || (job->targets[t].has_position && job->targets[t].chain_root < 0);

    const pd_api_idle found[] = {
        {"twists", !v->joint_positions, "joint_positions"},
        {"naive", !v->joint_positions, "joint_positions"},
        {"damping", !is_damped, "solver dls"},
        {"lambda", !is_damped || job->dls.damping != PD_IK_CONSTANT, "solver dls and damping constant"},
        {"natural", !(v->rest_gain > 0), "rest_gain above 0"},
        {"joint_gains", !(v->rest_gain > 0), "rest_gain above 0"},
        {"dt", !v->continuity, "continuity"},
        {"speed", !v->continuity, "continuity"},
        {"apart", !v->alternatives, "alternatives"},
        {"iterations", !starts || is_closed, lists->iterates},
        {"restarts", v->restarts > 0 && (!starts || is_chained), search},
        {"pose", !starts && has_pose(in), start},
        {"quaternions", !starts && has_pose(in), start},
        {"rotations", !starts && has_pose(in), start},
        {"translation", !starts && has_moved, start},
        {"rest_gain", !starts, start},
        {"smoothness", !starts, start},
        {"continuity", !starts, start},
        {"max_step", !starts, start},
        {"grow", is_good && (!limbs || !grows), limb},
        {"others", !limbs, limb},
        {NULL, false, NULL}};
    static_assert(sizeof found / sizeof *found <= PD_API_IK_IDLE_ROWS, "rows of find_idle");
    memcpy(rows, found, sizeof found);
}

bool pd_api_ik_idle_fixed(pd_api_ik_problem *in, const pd_api_ik_values *v, const char *base,
                          const pd_api_ik_solver_lists *lists)
{
    bool good = true;

    if (has_start(pd_ik_row_of(&in->job))) return true;
    for (size_t i = 0; i < json_array_size(v->limits.own); i++) {
        const char *kind = json_string_value(json_object_get(json_array_get(v->limits.own, i), "kind"));
        char at[128];
        if (!kind || strcmp(kind, "fixed") != 0) continue;
        snprintf(at, sizeof at, "%s/joint_limits/%zu/kind", base, i);
        good = pd_api_note(&in->problems, PD_ERR_INVALID, at, "fixed has no effect without %s",
                           lists->has_start);
    }

    return good;
}

bool pd_api_ik_idle_weights(pd_api_ik_problem *in, const pd_api_ik_values *v, bool is_good, const char *base,
                            const pd_api_ik_solver_lists *lists)
{
    static const pd_api_field *const tables[] = {pd_api_ik_target_fields, NULL};
    const pd_ik_solver_row *row = pd_ik_row_of(&in->job);
    bool good = true;

    if (!is_good || !row->is_sequential || in->job.solver == PD_IK_AUTO ||
        pd_ik_simultaneous_needed(&in->job))
        return true;

    const char *search = lists->restarts;
    const pd_api_idle idle[] = {{"weight", true, search}, {"balance", true, search}, {NULL, false, NULL}};
    for (size_t t = 0; t < json_array_size(v->targets); t++) {
        char at[128];
        snprintf(at, sizeof at, "%s/targets/%zu", base, t);
        good &= pd_api_idle_check(json_array_get(v->targets, t), idle, tables, at, &in->problems);
    }

    return good;
}

void pd_api_ik_idle_join(pd_api_idle all[PD_API_IK_IDLE_ROWS], const pd_api_idle own[PD_API_IK_IDLE_ROWS],
                         bool is_first)
{
    for (int i = 0; own[i].name; i++) {
        const bool was = is_first || all[i].is_idle;
        if (was) all[i] = own[i];
        all[i].is_idle = was && own[i].is_idle;
    }
}
