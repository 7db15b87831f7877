/* Solving, and the reply: pose, joints, status and residual per target; the posed body as GLB when asked. */
#include "api/ik/read.h"
#include "api/http/json_write.h"
#include "core/base/text/number.h"
#include "core/smpl/export.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct solve_all {
    pd_api_ik_problem *problems;
    const pd_cancel *cancel;
    pd_arena *arenas; /* one per worker, pieces of one scratch */
} solve_all;

/* Reports to the solver whether it may go on: within its time, and not cancelled. */
static int within_budget(void *ctx)
{
    const pd_api_ik_problem *problem = ctx;

    if (pd_cancelled(problem->cancel)) return 0;
    return !problem->host->now || problem->host->now(problem->host->ctx) < problem->deadline;
}

/* Solves one problem. Runs on a worker. */
static void solve_task(void *arg, int index, int worker)
{
    PD_ASSERT(index >= 0);
    solve_all *all = arg;
    pd_api_ik_problem *problem = all->problems + index;

    if (problem->problems.count || pd_cancelled(all->cancel)) return;
    if (problem->host->now) problem->deadline = problem->host->now(problem->host->ctx) + problem->budget;
    problem->cancel = all->cancel;
    problem->job.keep_going = within_budget;
    problem->job.ctx = problem;
    pd_arena_reset(all->arenas + worker);
    pd_ik_job_run(&problem->job, all->arenas + worker);
    if (problem->alternatives.wanted)
        pd_ik_alternatives_run(&problem->alternatives, &problem->job, all->arenas + worker);
}

/* Returns the scratch memory of the problem that needs the most. */
static size_t largest_scratch(const pd_api_ik *ik)
{
    size_t largest = 0;

    for (int i = 0; i < ik->count; i++) {
        if (ik->problems[i].problems.count) continue;
        const pd_api_ik_problem *problem = ik->problems + i;
        const size_t bytes = problem->alternatives.wanted
                                 ? pd_ik_alternatives_bytes(&problem->alternatives, &problem->job)
                                 : pd_ik_job_scratch_bytes(&problem->job);
        if (bytes > largest) largest = bytes;
    }

    return pd_arena_bytes(largest, 1);
}

/* Writes a number with the fewest digits that read back to the same float. */
static void shortest(pd_buffer *out, double value)
{
    char text[PD_IO_NUMBER_BYTES];

    pd_buffer_add(out, text, pd_io_number_shortest(text, (float)value));
}

/* Writes a vector as a list of three numbers. */
static void vector_json(pd_buffer *out, pd_vec3 v)
{
    const double numbers[] = {v.x, v.y, v.z};

    pd_api_json_doubles(out, numbers, 3);
}

/* Writes quaternions as lists of four numbers. */
static void quaternions_json(pd_buffer *out, const pd_quat *q, int count)
{
    PD_ASSERT(count >= 0 && (q || !count));
    pd_buffer_text(out, "[");
    for (int k = 0; k < count; k++) {
        const double numbers[] = {q[k].x, q[k].y, q[k].z, q[k].w};
        pd_buffer_text(out, k ? ",[" : "[");
        for (int i = 0; i < 4; i++) {
            if (i) pd_buffer_text(out, ",");
            shortest(out, numbers[i] == 0 ? 0 : numbers[i]);
        }

        pd_buffer_text(out, "]");
    }

    pd_buffer_text(out, "]");
}

/* Writes a residual as a member. */
static void error_json(pd_buffer *out, const char *name, double value)
{
    pd_buffer_texts(out, ",\"", name, "\":", NULL);
    shortest(out, value);
}

/* Writes how each target was reached and what distance is left. */
static void targets_json(pd_buffer *out, const pd_api_ik_problem *problem)
{
    const pd_ik_job *job = &problem->job;

    pd_buffer_text(out, ",\"targets\":[");
    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_result *r = job->results + t;
        const pd_ik_target *target = job->targets + t;

        /* The target and how the search ended. */
        pd_buffer_text(out, t ? ",{\"joint\":" : "{\"joint\":");
        if (target->joint < 0)
            pd_buffer_text(out, "null");
        else
            pd_api_json_text(out, pd_api_ik_name(problem, target->joint));
        pd_buffer_texts(out, ",\"status\":\"", pd_ik_status_name(r->status), "\",\"solver\":\"",
                        pd_ik_solver_name(r->solver), "\",\"iterations\":", NULL);
        pd_buffer_integer(out, r->iterations);

        /* The chain may have been lengthened, so the reply says where it begins. */
        if (job->grows && r->chain_root >= 0) {
            pd_buffer_text(out, ",\"chain\":");
            pd_api_json_text(out, pd_api_ik_name(problem, r->chain_root));
        }

        /* The remaining error of each part of the target. */
        error_json(out, "position_error", r->position_error);
        error_json(out, "orientation_error", r->orientation_error);
        if (target->has_look) error_json(out, "look_error", r->look_error);
        if (target->has_pole) error_json(out, "pole_error", r->pole_error);
        if (target->has_distance) error_json(out, "distance_error", r->distance_error);
        if (target->has_centre) error_json(out, "centre_error", r->centre_error);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Writes the joints that are at their limits. */
static void hits_json(pd_buffer *out, const pd_api_ik_problem *problem)
{
    const pd_ik_job *job = &problem->job;
    static const char *const names[] = {"twist", "swing", "speed"};
    const char *comma = "";

    pd_buffer_text(out, ",\"limits_hit\":[");
    for (int j = 0; j < job->skeleton->joint_count; j++)
        for (int bit = 0; job->limits_hit[j] >> bit; bit++) {
            PD_ASSERT(bit < (int)(sizeof names / sizeof *names));
            if (!(job->limits_hit[j] & 1 << bit)) continue;
            const int hinge = !bit && job->limits && job->limits[j].kind == PD_IK_HINGE;
            pd_buffer_texts(out, comma, "{\"joint\":", NULL);
            pd_api_json_text(out, pd_api_ik_name(problem, j));
            pd_buffer_texts(out, ",\"limit\":\"", hinge ? "range" : names[bit], "\"}", NULL);
            comma = ",";
        }
    pd_buffer_text(out, "]");
}

/* Reports whether the root may have moved. */
static bool moves_root(const pd_ik_job *job)
{
    return job->move_root || pd_ik_row_of(job)->moves_root;
}

/* Writes the body in the pose that was found as a .glb, or the error that prevented it. */
static void mesh_json(pd_buffer *out, const pd_api_ik_problem *problem, pd_arena *scratch,
                      const pd_executor *executor)
{
    const float moved[] = {(float)problem->moved.x, (float)problem->moved.y, (float)problem->moved.z};
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_smpl_body body = problem->body;
    pd_buffer glb = {0};
    pd_error err = {0};

    PD_ASSERT(problem->model && problem->model->joint_count == problem->skeleton->joint_count);
    for (int k = 0; k < problem->model->joint_count; k++) {
        double m[9];
        pd_q_to_matrix(m, problem->job.rotations[k]);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
    }

    body.rotations = rotations;
    if (moves_root(&problem->job)) body.translation = moved;

    if (pd_smpl_export_glb(&glb, &body, problem->model, scratch, executor, &err) == PD_OK) {
        pd_api_json_glb(out, &glb);
    } else {
        pd_buffer_text(out, ",\"mesh\":{\"error\":");
        pd_api_json_text(out, err.detail);
        pd_buffer_text(out, "}");
    }

    pd_buffer_deinit(&glb);
}

/* Rotations of the joints. For a skeleton from glTF they are those of its nodes, which a client can write
 * into the nodes as they are. */
static void pose_json(pd_buffer *out, const pd_api_ik_problem *problem, const pd_quat *rotations)
{
    const int joints = problem->skeleton->joint_count;
    pd_quat nodes[PD_ANIM_MAX_JOINTS];

    pd_buffer_text(out, "\"pose\":{\"quaternions\":");
    if (!problem->kept || !problem->kept->skin.joints) {
        quaternions_json(out, rotations, joints);
    } else {
        pd_retarget_skin_to_nodes(nodes, &problem->kept->skin, rotations);
        quaternions_json(out, nodes, joints);
    }

    pd_buffer_text(out, "}");
}

/* Writes the positions of the joints. */
static void joints_json(pd_buffer *out, const pd_vec3 *positions, int joints)
{
    PD_ASSERT(joints >= 0 && (positions || !joints));
    pd_buffer_text(out, ",\"joints\":[");
    for (int k = 0; k < joints; k++) {
        if (k) pd_buffer_text(out, ",");
        vector_json(out, positions[k]);
    }

    pd_buffer_text(out, "]");
}

/* Writes the alternative poses, with their likelihood and that of the solution. */
static void alternatives_json(pd_buffer *out, const pd_api_ik_problem *problem)
{
    const pd_ik_alternatives *a = &problem->alternatives;
    const size_t joints = (size_t)problem->skeleton->joint_count;

    if (a->prior) error_json(out, "log_likelihood", a->own_log_likelihood);
    pd_buffer_text(out, ",\"alternatives\":[");
    for (int n = 0; n < a->count; n++) {
        /* The pose, its joints and where its root is. */
        pd_buffer_text(out, n ? ",{" : "{");
        pose_json(out, problem, a->rotations + (size_t)n * joints);
        joints_json(out, a->positions + (size_t)n * joints, (int)joints);
        if (moves_root(&problem->job)) {
            pd_buffer_text(out, ",\"translation\":");
            vector_json(out, a->moved[n]);
            if (problem->kept && problem->kept->skin.joints) {
                pd_buffer_text(out, ",\"root_translation\":");
                vector_json(out, pd_retarget_skin_root_translation(&problem->kept->skin, a->moved[n]));
            }
        }

        /* Difference from the main solution, and likelihood. */
        error_json(out, "apart", a->apart_by[n]);
        if (a->prior) error_json(out, "log_likelihood", a->log_likelihood[n]);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Writes the solution of one problem, or its errors. */
static void answer_json(pd_buffer *out, const pd_api_ik_problem *problem, int mesh, pd_arena *scratch,
                        const pd_executor *executor)
{
    const pd_ik_job *job = &problem->job;

    if (problem->problems.count) {
        pd_buffer_text(out, "{\"error\":");
        pd_api_problems_json(out, &problem->problems);
        pd_buffer_text(out, "}");
        return;
    }

    /* Status and pose. */
    pd_buffer_texts(out, "{\"status\":\"", pd_ik_status_name(job->status), "\",\"iterations\":", NULL);
    pd_buffer_integer(out, job->iterations_used);
    pd_buffer_text(out, ",");
    const int joints = job->skeleton->joint_count;
    pose_json(out, problem, job->rotations);
    joints_json(out, job->positions, joints);
    pd_buffer_text(out, ",\"joint_names\":[");
    for (int k = 0; k < joints; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_text(out, pd_api_ik_name(problem, k));
    }

    pd_buffer_text(out, "]");

    if (moves_root(job)) {
        pd_buffer_text(out, ",\"translation\":");
        vector_json(out, problem->moved);
    }

    /* The nodes of the file that the joints are, and the translation
     * of the node of the root if the root may move. */
    const pd_retarget_skin *skin = problem->kept && problem->kept->skin.joints ? &problem->kept->skin : NULL;
    if (skin) {
        pd_buffer_text(out, ",\"nodes\":[");
        for (int k = 0; k < joints; k++) {
            pd_buffer_text(out, k ? "," : "");
            pd_buffer_integer(out, skin->joints[k].node);
        }

        pd_buffer_text(out, "]");
    }

    if (skin && moves_root(job)) {
        pd_buffer_text(out, ",\"root_translation\":");
        vector_json(out, pd_retarget_skin_root_translation(skin, problem->moved));
    }

    /* Results of the targets, and what was asked for besides. */
    targets_json(out, problem);
    hits_json(out, problem);
    if (problem->alternatives.wanted) alternatives_json(out, problem);
    if (mesh) mesh_json(out, problem, scratch, executor);
    pd_api_json_warnings(out, &problem->problems);
    pd_buffer_text(out, "}");
}

/* Usual upper bounds of the bytes of a reply's text: rotation, position and name of a joint; a target with
 * its residuals; the rest of a solution. */
#define JOINT_BYTES    224
#define TARGET_BYTES   256
#define SOLUTION_BYTES 1024

size_t pd_api_ik_run_bytes(const pd_api_call *call, int threads)
{
    const pd_api_ik *ik = call->job;
    size_t reply = 0, body = 0;

    for (int i = 0; i < ik->count; i++) {
        const pd_api_ik_problem *problem = ik->problems + i;
        reply += SOLUTION_BYTES;
        if (problem->problems.count) continue;
        reply += (size_t)problem->job.skeleton->joint_count * JOINT_BYTES *
                     (size_t)(1 + problem->alternatives.wanted) +
                 (size_t)problem->job.target_count * TARGET_BYTES;
        if (!ik->mesh || !problem->model) continue;

        /* one body at a time; its file, which is made of arrays as large, and the same in base64 */
        const pd_smpl_model *model = problem->model;
        const pd_smpl_job any = {
            .bodies = NULL, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
        const size_t glb = pd_smpl_export_glb_bytes(model);
        const size_t one =
            2 * glb + 24 * (size_t)model->vertex_count + pd_smpl_job_scratch_bytes(&any, model);
        reply += glb * 4 / 3 + SOLUTION_BYTES;
        if (one > body) body = one;
    }

    if (call->coding != PD_API_IDENTITY) reply += reply / 2;

    return reply + body + (size_t)threads * largest_scratch(ik);
}

void pd_api_ik_run(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    pd_api_ik *ik = call->job;
    const size_t each = largest_scratch(ik);
    const size_t workers = (size_t)executor->worker_count;
    solve_all all = {ik->problems, call->cancel, NULL};

    if (!pd_arena_reserve(scratch, pd_arena_bytes(workers, sizeof *all.arenas) + workers * each)) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    all.arenas = pd_arena_take(scratch, workers, sizeof *all.arenas);
    for (size_t w = 0; w < workers; w++)
        all.arenas[w] = (pd_arena){.base = pd_arena_take(scratch, each, 1), .size = each};
    pd_execute(executor, solve_task, &all, ik->count);

    /* Write the solutions in the order of the problems. */
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    if (ik->many) pd_buffer_text(out, "{\"solutions\":[");
    for (int i = 0; i < ik->count && !pd_cancelled(call->cancel); i++) {
        if (i) pd_buffer_text(out, ",");
        answer_json(out, ik->problems + i, ik->mesh, scratch, executor);
    }

    pd_buffer_text(out, ik->many ? "]}\n" : "\n");
    if (!out->failed) return;
    pd_buffer_deinit(out);
    pd_api_refuse(call, 503, NULL, "out of memory for this reply");
}

#define COST_PROBLEM 0.2 /* milliseconds beside the solving: reading, writing */
#define COST_GLB     2.0

double pd_api_ik_cost(const pd_api_call *call)
{
    const pd_api_ik *ik = call->job;
    double sum = 0;

    for (int i = 0; i < ik->count; i++) {
        const pd_api_ik_problem *problem = ik->problems + i;
        sum += COST_PROBLEM;
        if (problem->problems.count) continue;
        const double runs = 1 + pd_ik_alternatives_tries(&problem->alternatives, &problem->job);
        sum += fmin(runs * pd_ik_row_of(&problem->job)->usual_ms, 1e3 * problem->budget) +
               (ik->mesh ? COST_GLB : 0);
    }

    return sum;
}
