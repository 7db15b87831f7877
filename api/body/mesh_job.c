#include "api/body/mesh_job.h"

#include "core/base/assert.h"
#include "core/wardrobe/export/complexion.h"

/* Members on which the bytes of the reply depend (api/http/hash.h). Skipped are
 *   given          empty when the job is hashed; what follows from it is in the other members
 *   kind           follows from the model, whose id and content are hashed
 *   bodies, people  hashed by the kind, as are MHR's
 *   from, all      how the reply is sent
 *   learned, wear, avatar  hashed by what they hold, below */
/* clang-format off */
#define CHOICES(X, T) X(T, SKIP, set) X(T, I32S, order, 0, PD_API_CHOICES_MOST) X(T, I32, count, 0, \
    PD_API_CHOICES_MOST)
PD_FIELDS(pd_api_choices, CHOICES)

#define MESH(X, T) \
    X(T, SKIPS, given) X(T, SKIP, kind) X(T, SKIP, bodies) X(T, SKIP, people) X(T, I32, count, 0, INT32_MAX) \
    X(T, SKIP, from) X(T, SKIP, all) \
    X(T, I32, skinning, -1, INT32_MAX) X(T, I32, contact, -1, INT32_MAX) X(T, I32, stage, 0, INT32_MAX) \
    X(T, I32, frame, 0, INT32_MAX) \
    X(T, I32, keypoints, 0, INT32_MAX) X(T, I32, digits, 0, 9) X(T, I32, format, 0, PD_API_FORMAT_COUNT - 1) \
    X(T, PARTS, include, pd_api_choices_fields) \
    X(T, I32, rig, 0, 1) X(T, I32, face, 0, 1) X(T, I32, soft, 0, 1) X(T, I32, quantize, 0, 1) \
    X(T, I32, correctives, 0, INT32_MAX) X(T, I32, names, 0, INT32_MAX) \
    X(T, I32, controls, 0, 1) X(T, I32, sculpts, -1, 1) X(T, I32, morphs, 0, 1) X(T, SKIPS, learned) \
    X(T, I32S, levels, 0, INT32_MAX) X(T, I32, level_count, 0, PD_IO_GLB_LEVELS_MAX) X(T, SKIPS, wear) \
    X(T, I32, texture_side, 0, PD_WARDROBE_COMPLEXION_MOST) X(T, I32, picture_most, 0, INT32_MAX) \
    X(T, BOOL, has_webp) X(T, BOOL, is_avatar) \
    X(T, SKIPS, avatar)
PD_FIELDS_NAMED(mesh_job, pd_api_mesh, MESH)
/* clang-format on */

/* Releases what the job acquired. */
static void release_job(pd_api_call *call)
{
    pd_api_wear_release(&pd_api_mesh_of(call)->wear);
    pd_api_model_release(&pd_api_mesh_of(call)->learned);
}

bool pd_api_mesh_job_new(pd_api_call *call, const pd_api_mesh_kind *kind, size_t job_bytes)
{
    PD_ASSERT(job_bytes >= kind->job_bytes && kind->job_bytes >= sizeof(pd_api_mesh));
    pd_api_mesh *mesh = pd_api_pool_take(&call->pool, 1, job_bytes);
    if (!mesh) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");

    *mesh = (pd_api_mesh){.given = PD_API_MESH_NOTHING_GIVEN,
                          .kind = kind,
                          .skinning = -1,
                          .contact = -1,
                          .digits = 6,
                          .format = -1,
                          .sculpts = -1};
    call->job = mesh;
    call->deinit = release_job;
    call->run = kind->run;
    call->run_batch = kind->run_batch;
    call->run_bytes = kind->run_bytes;

    return true;
}

bool pd_api_mesh_is_codable(const pd_api_mesh *mesh)
{
    if (pd_api_formats[mesh->format].compressible) return true;
    return mesh->is_avatar ? mesh->avatar.compression == PD_AVATAR_MESHOPT : mesh->quantize != 0;
}

pd_api_hash pd_api_mesh_hash(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_hash hash = pd_api_reply_hash(call, "mesh");

    pd_api_hash_int(&hash, (long long)pd_api_mesh_surface(call).content_hash);
    pd_api_hash_int(&hash, pd_api_mesh_is_codable(mesh) ? (int)call->coding : 0);
    pd_api_hash_fields(&hash, &mesh_job_fields, mesh);

    /* The limit on the work of contact changes where it stops. */
    if (mesh->contact > PD_SMPL_CONTACT_SOFT)
        pd_api_hash_add(&hash, &call->limits->contact_budget_ms, sizeof call->limits->contact_budget_ms);

    /* Models and garments, by their content. */
    if (mesh->correctives)
        pd_api_hash_int(&hash, (long long)pd_api_model_prior(&mesh->learned)->content_hash);
    if (mesh->is_avatar) pd_api_avatar_hash(&hash, &mesh->avatar);
    pd_api_wear_hash(&hash, &mesh->wear);
    mesh->kind->hash(&hash, call);

    return hash;
}

pd_api_surface pd_api_mesh_surface(const pd_api_call *call)
{
    return pd_api_mesh_of(call)->kind->surface(call);
}

size_t pd_api_bin_body_floats(const pd_api_mesh *mesh, const pd_api_surface *surface)
{
    size_t floats = 0;

    for (int i = 0; i < mesh->include.count; i++)
        if (mesh->include.order[i] != PD_API_FACES)
            floats += pd_api_part_floats(surface, (pd_api_part)mesh->include.order[i]);
    return floats;
}

bool pd_api_made_has_skins(const pd_api_mesh *mesh)
{
    const bool keypoints = mesh->keypoints && pd_api_mesh_has(mesh, PD_API_JOINTS);
    return (keypoints || pd_api_mesh_has(mesh, PD_API_NORMALS)) && !pd_api_mesh_has(mesh, PD_API_VERTICES);
}

size_t pd_api_made_bytes(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_api_surface surface = pd_api_mesh_surface(call);
    const size_t n = (size_t)mesh->count;
    const size_t joints = pd_api_part_floats(&surface, PD_API_JOINTS);
    size_t bytes = 0;

    if (mesh->rig) bytes += 2 * pd_arena_bytes(n * joints, sizeof(float));
    if (pd_api_made_has_skins(mesh))
        bytes += pd_arena_bytes(n * pd_api_part_floats(&surface, PD_API_VERTICES), sizeof(float));
    if (mesh->format == PD_API_FORMAT_BIN) return bytes;
    for (int part = PD_API_VERTICES; part <= PD_API_NORMALS; part++)
        if (pd_api_mesh_has(mesh, (pd_api_part)part))
            bytes += pd_arena_bytes(n * pd_api_part_floats(&surface, (pd_api_part)part), sizeof(float));

    return bytes;
}

void pd_api_made_take(pd_api_made *made, pd_arena *scratch)
{
    const pd_api_mesh *mesh = made->mesh;
    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    const size_t n = (size_t)mesh->count;
    const size_t points = pd_api_part_floats(&surface, PD_API_VERTICES);
    const size_t joints = pd_api_part_floats(&surface, PD_API_JOINTS);

    if (pd_api_made_has_skins(mesh)) made->skins = pd_arena_take(scratch, n * points, sizeof(float));
    if (mesh->rig) made->roots = pd_arena_take(scratch, n * joints, sizeof(float));
    if (mesh->rig || (mesh->format != PD_API_FORMAT_BIN && pd_api_mesh_has(mesh, PD_API_JOINTS)))
        made->joints = pd_arena_take(scratch, n * joints, sizeof(float));
    if (mesh->format == PD_API_FORMAT_BIN) return;
    if (pd_api_mesh_has(mesh, PD_API_VERTICES))
        made->vertices = pd_arena_take(scratch, n * points, sizeof(float));
    if (pd_api_mesh_has(mesh, PD_API_NORMALS))
        made->normals = pd_arena_take(scratch, n * points, sizeof(float));
}

bool pd_api_mesh_reserve_bin(pd_api_call *call)
{
    const pd_api_surface surface = pd_api_mesh_surface(call);
    pd_buffer *body = &call->reply.body;

    pd_buffer_clear(body);
    if (pd_api_mesh_of(call)->format != PD_API_FORMAT_BIN) return true;

    /* No bodies, or include=faces alone, need no room. */
    const size_t floats =
        (size_t)pd_api_mesh_of(call)->count * pd_api_bin_body_floats(pd_api_mesh_of(call), &surface);

    return !floats || pd_buffer_extend(body, floats * sizeof(float)) != NULL;
}
