#include "api/ik/ik.h"

#include "api/ik/idle.h"
#include "api/ik/problem.h"
#include "api/ik/read.h"
#include "core/base/assert.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

/* Inputs that all problems of a request share. */
typedef struct shared_reading {
    pd_api_call *call;
    /* fields of the request: shared by all problems, or those of the only one */
    const pd_api_ik_values *shared;
    const json_t *document;
    const pd_api_ik_solver_lists *lists;
} shared_reading;

static const pd_api_field *const problem_tables[] = {pd_api_ik_fields, NULL};

/* Reads one problem from its values and checks it. object: JSON object that is searched for fields without
 * effect. Returns whether it is valid. */
static bool read_checked(pd_api_ik_problem *out, pd_api_idle *idle, const pd_api_ik_values *values,
                         const json_t *object, const char *base, const shared_reading *r)
{
    const bool is_good = pd_api_ik_problem_read(out, values, r->call, base);

    pd_api_ik_idle_find(idle, out, values, is_good, r->lists);
    pd_api_idle_check(object, idle, problem_tables, base, &out->problems);
    pd_api_ik_idle_weights(out, values, is_good, base, r->lists);
    pd_api_ik_idle_fixed(out, values, base, r->lists);

    return is_good;
}

/* Reads problem i of several: its own fields over the shared ones. A start or betas of its own replace the
 * shared start. shared: which options none of the problems so far uses.
 * Returns whether the problem is good. */
static bool read_member(pd_api_ik *ik, int i, pd_api_idle *shared, const shared_reading *r)
{
    PD_ASSERT(ik->many && i >= 0 && i < ik->count);
    pd_api_ik_problem *out = ik->problems + i;
    const json_t *object = json_array_get(r->shared->problems, (size_t)i);
    pd_api_ik_values values = *r->shared;
    pd_api_idle idle[PD_API_IK_IDLE_ROWS];
    char base[32];

    snprintf(base, sizeof base, "/problems/%d", i);
    if (json_object_get(object, "pose") || json_object_get(object, "quaternions") ||
        json_object_get(object, "rotations"))
        values.body.pose = values.body.quaternions = values.body.rotations = NULL;
    if (!pd_api_fields_json(&values, object, problem_tables, base, &out->problems)) return false;

    const bool is_good = read_checked(out, idle, &values, object, base, r);
    pd_api_ik_idle_join(shared, idle, !i);
    return is_good;
}

/* Refuses a mesh for skeletons other than those of bodies. */
static void check_mesh(const pd_api_ik *ik, pd_api_ik_problem *problem)
{
    if (ik->mesh && !problem->model && !problem->problems.count)
        pd_api_note(&problem->problems, PD_ERR_INVALID, "/mesh",
                    "glb; this skeleton has no mesh; the skeleton of a body model expected");
}

/* Reads all problems of a request. Returns false when the request as a whole is refused; problems of several
 * have errors of their own. */
static bool read_problems(pd_api_call *call, const pd_api_ik_values *v, const json_t *document)
{
    const size_t given = v->problems ? json_array_size(v->problems) : 1;
    pd_api_ik *ik = call->job;

    /* A body that is not JSON has been noted already; its fields cannot be checked. */
    if (!document && call->problems.count) return false;

    /* Check the number of problems and allocate them. */
    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/problems", "empty; 1 to %d expected",
                           call->limits->batch);
    if (!pd_api_batch_check("problems", given, call->limits, &call->problems)) return false;
    ik->problems = pd_api_pool_take(&call->pool, given, sizeof *ik->problems);
    ik->held = pd_api_pool_take(&call->pool, given, sizeof *ik->held);
    if (!ik->problems || !ik->held) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    ik->count = call->weight = (int)given;
    ik->many = v->problems != NULL;
    ik->mesh = v->mesh;

    const pd_api_ik_solver_lists lists = pd_api_ik_solver_lists_make(&call->pool);
    const shared_reading r = {.call = call, .shared = v, .document = document, .lists = &lists};
    pd_api_idle idle[PD_API_IK_IDLE_ROWS];

    /* A single problem: its errors are those of the request. */
    if (!ik->many) {
        PD_ASSERT(ik->count == 1);
        ik->problems->problems = call->problems; /* errors of single fields */
        read_checked(ik->problems, idle, v, document, "", &r);
        check_mesh(ik, ik->problems);
        call->problems = ik->problems->problems;
        return call->problems.count == 0;
    }

    /* Several problems. Shared options without effect can be judged only if every problem could be read. */
    pd_api_idle shared[PD_API_IK_IDLE_ROWS] = {{0}};
    bool may_be_shared = true;
    for (int i = 0; i < ik->count; i++) {
        may_be_shared &= read_member(ik, i, shared, &r);
        check_mesh(ik, ik->problems + i);
    }

    if (may_be_shared) pd_api_idle_check(document, shared, problem_tables, "", &call->problems);

    /* Collect the warnings for the header. */
    for (int i = 0; i < ik->count; i++) {
        const pd_api_problems *own = &ik->problems[i].problems;
        for (int w = 0; w < own->warning_count; w++)
            pd_api_warn(&call->problems, own->warnings[w].pointer, "%s", own->warnings[w].detail);
    }

    return call->problems.count == 0;
}

static void release_ik(pd_api_call *call)
{
    pd_api_ik *ik = call->job;

    for (int i = 0; i < ik->held_count; i++) pd_api_model_release(ik->held + i);
    pd_api_model_release(&ik->learned);
    for (int i = 0; i < ik->count; i++) pd_api_skeleton_release(ik->problems[i].kept);
    for (int i = 0; i < ik->blend_count; i++) pd_ik_prior_release(ik->blends[i].prior);
    pd_api_model_release(&ik->network);
}

void pd_api_handle_ik(pd_api_call *call, const pd_api_request *request)
{
    pd_api_ik_values values = {.body = PD_API_NO_BODY_VALUES,
                               .limits = {.on = -1},
                               .restarts = -1,
                               .grow = -1,
                               .others = -1,
                               .dt = 1.0 / 60,
                               .speed = 5};
    pd_api_documents documents = {0};

    call->job = pd_api_pool_take(&call->pool, 1, sizeof(pd_api_ik));
    if (!call->job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    call->deinit = release_ik;
    call->run = pd_api_ik_run;
    call->run_bytes = pd_api_ik_run_bytes;
    int good = pd_api_decode_fields(&values, &documents, call, request);
    if (good || (!call->done && !values.problems)) read_problems(call, &values, documents.body);
    pd_api_documents_release(&documents);
}
