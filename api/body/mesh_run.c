#include "api/body/mesh_run.h"

#include "api/body/mesh_encode.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A reply from LONG_BYTES on is made in parts of about PD_API_PART_BYTES, of one body at least: 2.2 MB of
 * OBJ, 8 ms. */
#define LONG_BYTES         ((size_t)8 << 20)
/* Scratch beyond this is given back after the batch:
 * one huge request must not make the worker huge for good. */
#define KEPT_SCRATCH_BYTES ((size_t)64 << 20)

/* One pd_smpl_job: calls of one skinning and one contact. */
typedef struct batch {
    pd_api_made *made; /* (call_count) */
    int call_count;
    pd_smpl_body *bodies; /* (body_count) */
    int body_count;
    int skinning;
    const pd_smpl_contact *contact; /* NULL: none */
    const pd_smpl_model *model;
} batch;

/* Bodies of the job that a call needs: twice as many with a rig. */
static int job_bodies(const pd_api_call *call)
{
    return pd_api_mesh_of(call)->count * (pd_api_mesh_of(call)->rig ? 2 : 1);
}

/* Returns the contact stage that runs after skinning, built at its first use; NULL if none is requested or
 * memory ran out. */
static const pd_smpl_contact *contact_of(const pd_api_mesh *mesh, const pd_smpl_model *model)
{
    if (!mesh->contact) return NULL;
    return pd_smpl_model_contact(model, (pd_smpl_contact_kind)mesh->contact, NULL);
}

size_t pd_api_mesh_run_bytes(const pd_api_call *call, int threads)
{
    (void)threads;
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_job job = {.bodies = NULL,
                             .body_count = job_bodies(call),
                             .skinning = (pd_smpl_skinning)mesh->skinning,
                             .contact = contact_of(mesh, model)};

    /* An npz is written from a copy of the faces in the axes of the reply. */
    const bool copies_faces = mesh->format == PD_API_FORMAT_NPZ && pd_api_mesh_has(mesh, PD_API_FACES);
    const size_t face_bytes =
        copies_faces ? 3 * sizeof(uint32_t) * (size_t)pd_api_mesh_surface(call).face_count : 0;

    return pd_api_made_bytes(call) + pd_api_mesh_reply_bytes(call) + face_bytes +
           (job.body_count ? pd_smpl_job_scratch_bytes(&job, model) : 0);
}

/* Returns element `index` of an array with that stride, or NULL if there is no array. */
static float *mesh_run_at(float *array, size_t index, size_t stride)
{
    return array ? array + index * stride : NULL;
}

/* Points the outputs of body i at the arrays of its call. */
static void point_at_arrays(pd_smpl_body *body, const pd_api_made *made, size_t i)
{
    PD_ASSERT(i < (size_t)made->mesh->count);
    const pd_api_surface surface = pd_api_mesh_surface(made->call);

    body->vertices = mesh_run_at(made->vertices, i, pd_api_part_floats(&surface, PD_API_VERTICES));
    body->joints = mesh_run_at(made->joints, i, pd_api_part_floats(&surface, PD_API_JOINTS));
    body->normals = mesh_run_at(made->normals, i, pd_api_part_floats(&surface, PD_API_NORMALS));
}

/* Points the outputs of body i into the reply, in the order of `include`, so that nothing is copied. */
static void point_at_reply(pd_smpl_body *body, const pd_api_made *made, size_t i)
{
    const pd_api_mesh *mesh = made->mesh;
    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    float *out = (float *)(void *)made->call->reply.body.data + i * pd_api_bin_body_floats(mesh, &surface);

    for (int k = 0; k < mesh->include.count; k++) {
        const pd_api_part part = (pd_api_part)mesh->include.order[k];
        if (part == PD_API_FACES) continue;
        if (part == PD_API_VERTICES) body->vertices = out;
        if (part == PD_API_JOINTS) body->joints = out;
        if (part == PD_API_NORMALS) body->normals = out;
        out += pd_api_part_floats(&surface, part);
    }

    PD_ASSERT((unsigned char *)out <= made->call->reply.body.data + made->call->reply.body.size);
}

/* Encodes the reply of one call. Runs on a worker. */
static void encode_task(void *arg, int index, int worker)
{
    PD_ASSERT(index >= 0);
    const batch *b = arg;

    (void)worker;
    pd_api_call *call = b->made[index].call;
    if (pd_cancelled(call->cancel)) return;
    if (call->host->now) call->encode_begin_s = call->host->now(call->host->ctx);
    pd_api_mesh_encode(b->made + index);
    pd_api_finish(call);
    if (call->host->now) call->encode_end_s = call->host->now(call->host->ctx);
}

/* Adds the job's bodies for body k of a call with a rig: the body at rest,
 * then the posed joints of the same body. */
static void add_rigged(batch *b, pd_api_made *made, size_t k)
{
    PD_ASSERT((int)k < made->mesh->count && made->roots);
    pd_smpl_body *rest = b->bodies + b->body_count;
    pd_smpl_body *posed = rest + 1;

    *rest = *posed = made->mesh->bodies[k];
    rest->cancel = posed->cancel = made->call->cancel;
    rest->rotations = rest->translation = NULL;
    rest->ground = 0;
    point_at_arrays(rest, made, k);
    posed->vertices = posed->normals = NULL;
    posed->joints = mesh_run_at(made->roots, k, 3 * (size_t)b->model->joint_count);
    b->body_count += 2;
}

/* Adds the job's body for body k of a call without a rig. */
static void add_body_mesh_run(batch *b, pd_api_made *made, const pd_api_surface *surface, size_t k)
{
    const pd_api_mesh *mesh = made->mesh;

    PD_ASSERT((int)k < mesh->count && !mesh->rig);
    pd_smpl_body *body = b->bodies + b->body_count++;

    *body = mesh->bodies[k];
    body->cancel = made->call->cancel;
    body->stage = (pd_smpl_stage)mesh->stage;
    if (mesh->contact) body->contact_budget = made->call->limits->contact_budget_ms;
    if (made->contact_stopped) body->contact_stopped = made->contact_stopped + k;
    if (mesh->format == PD_API_FORMAT_BIN)
        point_at_reply(body, made, k);
    else
        point_at_arrays(body, made, k);
    if (made->skins)
        body->vertices = mesh_run_at(made->skins, k, pd_api_part_floats(surface, PD_API_VERTICES));
}

/* Allocates the results of all calls, and makes the list of all bodies,
 * which point into them. false: out of memory. */
static bool prepare_mesh_run(batch *b, pd_api_call *const *calls, pd_arena *scratch)
{
    int body_count = 0;

    PD_ASSERT(b->call_count > 0 && b->body_count == 0);

    /* Replies of the format bin hold their results themselves. */
    for (int i = 0; i < b->call_count; i++) {
        if (!pd_api_mesh_reserve_bin(calls[i])) return false;
        body_count += job_bodies(calls[i]);
    }

    /* One block of scratch for everything: the lists, the results, the job's own. */
    const pd_smpl_job job = {.bodies = NULL,
                             .body_count = body_count,
                             .skinning = (pd_smpl_skinning)b->skinning,
                             .contact = b->contact};
    size_t bytes = pd_arena_bytes((size_t)b->call_count, sizeof *b->made) +
                   pd_arena_bytes((size_t)body_count, sizeof *b->bodies);
    for (int i = 0; i < b->call_count; i++) {
        bytes += pd_api_made_bytes(calls[i]);
        if (b->contact) bytes += pd_arena_bytes((size_t)pd_api_mesh_of(calls[i])->count, sizeof(bool));
    }

    if (body_count) bytes += pd_smpl_job_scratch_bytes(&job, b->model);
    if (!pd_arena_reserve(scratch, bytes)) return false;

    /* The bodies of each call. */
    b->made = pd_arena_take(scratch, (size_t)b->call_count, sizeof *b->made);
    b->bodies = pd_arena_take(scratch, (size_t)body_count, sizeof *b->bodies);
    PD_ASSERT(b->made && b->bodies);
    for (int i = 0; i < b->call_count; i++) {
        const pd_api_mesh *mesh = pd_api_mesh_of(calls[i]);
        const pd_api_surface surface = pd_api_mesh_surface(calls[i]);
        pd_api_made *made = b->made + i;
        *made = (pd_api_made){.call = calls[i], .mesh = mesh};
        pd_api_made_take(made, scratch);
        PD_ASSERT((!mesh->rig || (made->roots && made->joints)) &&
                  (!pd_api_made_has_skins(mesh) || made->skins));
        if (b->contact) {
            /* A body that is cancelled leaves its flag as it is. */
            made->contact_stopped = pd_arena_take(scratch, (size_t)mesh->count, sizeof(bool));
            PD_ASSERT(made->contact_stopped);
            memset(made->contact_stopped, 0, (size_t)mesh->count * sizeof(bool));
        }

        for (size_t k = 0; k < (size_t)mesh->count; k++) {
            if (mesh->rig)
                add_rigged(b, made, k);
            else
                add_body_mesh_run(b, made, &surface, k);
        }
    }

    PD_ASSERT(b->body_count == body_count);

    return true;
}

/* Warns of bodies whose contact was not finished. */
static void warn_stopped(const pd_api_made *made)
{
    int first = -1, stopped = 0;

    PD_ASSERT(made->contact_stopped);
    for (int i = 0; i < made->mesh->count; i++) {
        if (!made->contact_stopped[i]) continue;
        if (first < 0) first = i;
        stopped++;
    }

    if (!stopped || pd_cancelled(made->call->cancel)) return;

    char pointer[48] = "/contact";
    char others[48] = "";
    if (made->mesh->count > 1) snprintf(pointer, sizeof pointer, "/bodies/%d/contact", first);
    if (stopped > 1) snprintf(others, sizeof others, "; that of %d more bodies too", stopped - 1);
    pd_api_warn(&made->call->problems, pointer,
                "contact was not fully resolved: its work stopped after %g ms (limits.contact_budget_ms)%s",
                made->call->limits->contact_budget_ms, others);
    pd_api_warning_header(made->call);
}

static void run_batch(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor)
{
    batch b = {.call_count = count,
               .skinning = pd_api_mesh_of(calls[0])->skinning,
               .model = pd_api_model_body(&calls[0]->model)};

    b.contact = contact_of(pd_api_mesh_of(calls[0]), b.model);
    if ((pd_api_mesh_of(calls[0])->contact && !b.contact) || !prepare_mesh_run(&b, calls, scratch)) {
        for (int i = 0; i < count; i++)
            pd_api_refuse(calls[i], 503, NULL, "out of memory for this many bodies");
        return;
    }

    if (b.body_count) {
        const pd_smpl_job job = {.bodies = b.bodies,
                                 .body_count = b.body_count,
                                 .skinning = (pd_smpl_skinning)b.skinning,
                                 .contact = b.contact};
        pd_smpl_job_run(&job, b.model, scratch, executor);

        /* keypoints behind the joints of each body that has been made */
        const pd_smpl_body *body = b.bodies;
        for (int c = 0; c < b.call_count; c++) {
            const pd_api_mesh *mesh = b.made[c].mesh;
            const pd_smpl_keypoints level = (pd_smpl_keypoints)mesh->keypoints;
            for (int i = 0; i < mesh->count; i++, body += mesh->rig ? 2 : 1)
                if (level && body->joints && body->vertices && !pd_cancelled(body->cancel))
                    pd_smpl_keypoints_find(body->joints + 3 * (size_t)b.model->joint_count, &b.model->data,
                                           level, body->vertices,
                                           body->stage == PD_SMPL_POSED ? body->rotations : NULL);
        }

        PD_ASSERT(body == b.bodies + b.body_count);
    }

    for (int i = 0; b.contact && i < count; i++) warn_stopped(b.made + i);
    pd_execute(executor, encode_task, &b, count);
}

/* Neighbours of one skinning and one contact run together. */
void pd_api_mesh_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor)
{
    PD_ASSERT(count > 0);
    for (int first = 0, last; first < count; first = last) {
        const pd_api_mesh *a = pd_api_mesh_of(calls[first]);
        for (last = first + 1; last < count; last++) {
            const pd_api_mesh *b = pd_api_mesh_of(calls[last]);
            if (a->skinning != b->skinning || a->contact != b->contact) break;
        }

        run_batch(calls + first, last - first, scratch, executor);
    }

    if (scratch->size > KEPT_SCRATCH_BYTES) {
        pd_arena_deinit(scratch);
        pd_arena_init(scratch, 0);
    }
}

/* Writes the next part of a long reply, after the last bodies also its end. A cancelled part does not advance
 * `from`, so it can be run again. */
static void run_part(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);

    PD_ASSERT(mesh->from >= 0 && mesh->from < mesh->all);

    if (mesh->count > mesh->all - mesh->from) mesh->count = mesh->all - mesh->from;
    run_batch(&call, 1, scratch, executor);
    if (!call->done || call->is_lost || call->reply.status != 200) return;
    if (pd_cancelled(call->cancel)) {
        call->done = 0;
        return;
    }

    PD_ASSERT(mesh->count > 0 && mesh->from + mesh->count <= mesh->all);
    mesh->from += mesh->count;
    mesh->bodies += mesh->count;
    call->has_more = mesh->from < mesh->all;
    if (!pd_api_compress_part(call)) pd_api_refuse(call, 503, NULL, "out of memory");
}

void pd_api_mesh_in_parts(pd_api_call *call, int bodies)
{
    PD_ASSERT(bodies > 0);
    pd_api_mesh *mesh = pd_api_mesh_of(call);

    mesh->count = call->weight = bodies;
    call->in_parts = true;
    call->part_total = (mesh->all + bodies - 1) / bodies;
    call->run = run_part;
    call->run_batch = NULL;
    call->reply.total_bytes = pd_api_mesh_total_bytes(call);
}

void pd_api_mesh_plan(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const size_t bytes = pd_api_mesh_reply_bytes(call);

    mesh->all = mesh->count;

    /* smooth and exact contact warn in a header, which goes out first:
     * such replies need all bodies before that */
    if (!pd_api_mesh_can_part(mesh) || mesh->contact > PD_SMPL_CONTACT_SOFT || mesh->count < 2 ||
        bytes < LONG_BYTES)
        return;

    const size_t fit = PD_API_PART_BYTES / (bytes / (size_t)mesh->count);
    pd_api_mesh_in_parts(call, fit < 1 ? 1 : (int)fit);
}
