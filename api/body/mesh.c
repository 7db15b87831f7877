/* Mesh, joints and faces: from fields to a checked job with its ETag. The run is in mesh_run.c.
 *
 *     decode    fields straight into the job; bodies of the kind of the model (mesh_body.c, mhr.c) format,
 *               then the defaults that depend on it: skinning, contact, pictures, avatar, levels, garments
 *               refusal of fields that have no effect
 *     include   the arrays of the reply
 *     finish    refusal of options that exclude each other, ETag, file name, parts
 */
#include "api/body/body_npz.h"
#include "api/body/mesh_body.h"
#include "core/base/assert.h"
#include "core/smpl/export.h"
#include "core/wardrobe/export/complexion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Reports whether a format is a mesh file for other programs. */
static bool is_file(int format)
{
    return format >= PD_API_FORMAT_OBJ;
}

/* Adds an array to those that the reply has, unless it is there. */
static void add_part(pd_api_choices *include, pd_api_part part)
{
    if (include->set >> part & 1) return;
    include->set |= 1u << part;
    PD_ASSERT((size_t)include->count < sizeof include->order / sizeof *include->order);
    include->order[include->count++] = part;
}

/* Refuses combinations of output options that exclude each other. Notes all of them at once. */
static bool check_output(pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const char *name = pd_api_formats[mesh->format].name;
    pd_api_problems *p = &call->problems;

    if (is_file(mesh->format) && mesh->include.set >> PD_API_JOINTS & 1)
        pd_api_note(p, PD_ERR_INVALID, "/include",
                    "joints; only vertices, normals and faces allowed with format %s", name);
    if (mesh->format == PD_API_FORMAT_STL && mesh->include.set >> PD_API_NORMALS & 1)
        pd_api_note(
            p, PD_ERR_INVALID, "/include",
            "normals; not allowed with format stl, which has normals of triangles and none of vertices");
    if (mesh->keypoints && !(mesh->include.set >> PD_API_JOINTS & 1))
        pd_api_note(p, PD_ERR_INVALID, "/keypoints", "has no effect without joints in include");
    if (mesh->format != PD_API_FORMAT_GLB && (mesh->rig || mesh->quantize))
        pd_api_note(p, PD_ERR_INVALID, mesh->rig ? "/rig" : "/quantize",
                    "true; allowed only with format glb, and the format is %s", name);
    if (mesh->format != PD_API_FORMAT_GLB && mesh->level_count)
        pd_api_note(p, PD_ERR_INVALID, "/levels", "has no effect without format glb, and the format is %s",
                    name);

    if (!mesh->rig && mesh->correctives)
        pd_api_note(p, PD_ERR_INVALID, "/correctives", "%d; allowed only with rig", mesh->correctives);
    if ((!mesh->rig || mesh->is_avatar) && mesh->controls)
        pd_api_note(p, PD_ERR_INVALID, "/controls", "true; allowed only with rig, and not with an avatar");
    else if (mesh->controls && !pd_smpl_export_controls(pd_api_model_body(&call->model)).limb_count)
        pd_api_note(p, PD_ERR_UNSUPPORTED, "/controls",
                    "true; allowed only for models whose arms and legs have SMPL's joint names");
    char given[32];
    pd_api_value_text(given, sizeof given, pd_api_field_named(pd_api_mesh_query_fields, "names"),
                      mesh->names);
    if (!mesh->rig && mesh->names)
        pd_api_note(p, PD_ERR_INVALID, "/names", "%s; allowed only with rig", given);
    if (!mesh->rig && mesh->face) pd_api_note(p, PD_ERR_INVALID, "/face", "true; allowed only with rig");
    if (mesh->soft && mesh->wear.wardrobe)
        pd_api_note(p, PD_ERR_INVALID, "/soft",
                    "true for a dressed body, but clothes do not follow soft tissue; wear=none expected");
    if (!mesh->rig && mesh->soft) pd_api_note(p, PD_ERR_INVALID, "/soft", "true; allowed only with rig");
    if (!mesh->rig && !mesh->morphs && !mesh->face && !mesh->soft)
        pd_api_note(p, PD_ERR_INVALID, "/morphs", "false; allowed only with rig");

    if (mesh->rig && mesh->contact)
        pd_api_note(p, PD_ERR_INVALID, "/contact",
                    "%s; not allowed with rig, because the file then holds the body at rest",
                    pd_smpl_contact_name((pd_smpl_contact_kind)mesh->contact));
    pd_api_value_text(given, sizeof given, pd_api_field_named(pd_api_mesh_fields, "stage"), mesh->stage);
    if (mesh->stage != PD_SMPL_POSED && (mesh->rig || mesh->contact || mesh->wear.wardrobe))
        pd_api_note(p, PD_ERR_INVALID, "/stage", "%s; only posed is allowed with rig, contact or wear",
                    given);
    if (mesh->format == PD_API_FORMAT_GLB && mesh->frame != PD_FRAME_GLTF)
        pd_api_note(p, PD_ERR_INVALID, "/frame", "%s; only gltf allowed with format glb",
                    pd_frame_describe((pd_frame)mesh->frame)->name);

    return p->count == 0;
}

/* Adds the header with the name under which a browser saves the file. */
static void file_name_header(pd_api_call *call)
{
    const pd_api_format_info *format = &pd_api_formats[pd_api_mesh_of(call)->format];

    if (pd_api_mesh_of(call)->format != PD_API_FORMAT_JSON)
        pd_api_header_set(&call->reply, "Content-Disposition", "attachment; filename=\"%.64s.%s\"",
                          call->model.id, pd_api_mesh_of(call)->avatar.vrm ? "vrm" : format->suffix);
}

/* Reads the triangle counts of the levels of detail, each less than the one before. */
static bool read_levels(pd_api_mesh *mesh, pd_api_problems *problems)
{
    const json_t *array = mesh->given.levels;
    float values[PD_IO_GLB_LEVELS_MAX];

    if (!array) return true;
    const int count =
        pd_api_numbers_read(values, array, (pd_api_count){1, PD_IO_GLB_LEVELS_MAX, "decreasing numbers"},
                            pd_api_field_named(pd_api_mesh_query_fields, "levels"), "/levels", problems);
    if (count < 0) return false;

    /* A level that is not coarser than the one before would never be shown. */
    for (int l = 0; l < count; l++) {
        mesh->levels[l] = (int)values[l];
        if (l && mesh->levels[l] >= mesh->levels[l - 1])
            return pd_api_note(problems, PD_ERR_RANGE, "/levels", "%d after %d; decreasing numbers expected",
                               mesh->levels[l], mesh->levels[l - 1]);
    }

    mesh->level_count = count;

    return true;
}

/* Copies the route's tables of fields without those of the other kind of model. */
static void choose_tables(const pd_api_field *out[PD_API_TABLES_MAX + 1], const pd_api_field *const *tables,
                          const pd_api_mesh_kind *kind)
{
    int count = 0;

    for (; *tables; tables++) {
        if (*tables == kind->others) continue;
        out[count++] = *tables;
        if (*tables == kind->fields && kind->more) out[count++] = kind->more;
    }

    PD_ASSERT(count <= PD_API_TABLES_MAX);
    out[count] = NULL;
}

/* Fields that the format, the route or another field leaves without effect. query, body: tables of what
 * documents hold. */
static bool check_idle(pd_api_call *call, const pd_api_documents *documents, const pd_api_field *const *query,
                       const pd_api_field *const *body, bool joints_alone)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const bool is_text = mesh->format == PD_API_FORMAT_JSON || mesh->format == PD_API_FORMAT_OBJ;
    bool has_skin = !joints_alone || mesh->keypoints;

    for (int i = 0; i < mesh->count && !has_skin; i++) has_skin = mesh->bodies && mesh->bodies[i].ground;

    /* Fields that change nothing in this reply are refused, since the caller expects an effect. */
    const pd_api_idle idle[] = {{"digits", !is_text, "format json or obj"},
                                {"skinning", !has_skin && mesh->skinning != (int)mesh->kind->skinning(call),
                                 "ground or keypoints: joints do not depend on it"},
                                {"soft_tissue", !has_skin, "ground or keypoints: joints do not depend on it"},
                                {NULL, false, NULL}};
    const bool query_good = pd_api_idle_check(documents->query, idle, query, "", &call->problems);
    const bool body_good = pd_api_idle_check(documents->body, idle, body, "", &call->problems);
    bool good = query_good && body_good;

    /* Fields of single bodies. Those that were read one by one are in no document any more. */
    for (int i = 0; i < mesh->count && documents->batch.count && mesh->bodies && !has_skin; i++)
        if (mesh->bodies[i].soft)
            good = pd_api_note(&call->problems, PD_ERR_INVALID, "/bodies",
                               "body %d has soft_tissue, which has no effect without ground or keypoints: "
                               "joints do not depend on it",
                               i);
    const json_t *bodies = json_object_get(documents->body, "bodies");
    static const pd_api_field *const own[] = {pd_api_body_fields, NULL};
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        char at[32];
        snprintf(at, sizeof at, "/bodies/%zu", i);
        good &= pd_api_idle_check(json_array_get(bodies, i), idle, own, at, &call->problems);
    }

    return good;
}

/* Moves a pose that is a word to the avatar's fields:
 * it is the rest pose of an avatar, not a pose of the body. */
static void take_rest_pose(pd_api_mesh_given *given)
{
    if (!json_is_string(given->body.pose)) return;
    given->avatar.pose = pd_api_word_index(PD_API_AVATAR_POSES, json_string_value(given->body.pose));
    given->body.pose = NULL;
}

/* Doubles the side of the skin's pictures up to `most`; it is a power of two. */
static void grow_skin(pd_api_mesh *mesh, int most)
{
    while (2 * mesh->texture_side <= most && mesh->texture_side < PD_WARDROBE_COMPLEXION_MOST)
        mesh->texture_side *= 2;
}

/* Takes the format and size of pictures for a file with `levels`,
 * in which they do not make the file an avatar. */
static bool take_pictures(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_avatar_values *v = &mesh->given.avatar;

    mesh->texture_side = PD_WARDROBE_SKIN_SIDE;
    if (!mesh->given.levels) {
        /* Pictures of an avatar: the usual skin has half the side of the usual picture,
         * a larger one in proportion. */
        grow_skin(mesh, v->texture_size / 2);
        return true;
    }

    if (v->textures == PD_AVATAR_NO_TEXTURES)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/textures",
                           "none given together with levels; png or webp allowed");
    mesh->has_webp = v->textures == PD_AVATAR_WEBP;
    if (v->texture_size > 0) {
        mesh->picture_most = v->texture_size;
        mesh->texture_side = PD_WARDROBE_COMPLEXION_LEAST;
        grow_skin(mesh, v->texture_size);
    }

    v->textures = v->texture_size = -1;

    return true;
}

/* Refuses pictures of a body with levels that wears nothing.
 * `textures` and `texture_size` are what the request gave. */
static bool check_pictures(pd_api_call *call, int textures, int texture_size)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    if (!mesh->given.levels || mesh->wear.wardrobe || (textures < 0 && texture_size < 0)) return true;
    return pd_api_note(&call->problems, PD_ERR_INVALID, textures >= 0 ? "/textures" : "/texture_size",
                       "has no effect, because a bare body has no pictures; name clothes in wear");
}

/* Completes the options of the output, of which some depend on each other. */
static bool complete_output(pd_api_call *call, const pd_api_request *request, unsigned formats)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_api_mesh_kind *kind = mesh->kind;
    const int textures = mesh->given.avatar.textures;
    const int texture_size = mesh->given.avatar.texture_size;

    /* Defaults that depend on the model and the format. */
    if (mesh->skinning < 0) mesh->skinning = (int)kind->skinning(call);
    mesh->morphs = !mesh->face && !mesh->soft && !pd_api_avatar_morphs_off(mesh->given.avatar.morphs);
    mesh->format = pd_api_choose_format(call, request, mesh->format, formats);
    if (mesh->format < 0) return false;
    if (mesh->contact < 0) mesh->contact = (int)kind->contact(call);

    return take_pictures(call) && kind->take_avatar(call) && read_levels(mesh, &call->problems) &&
           kind->complete(call) && check_pictures(call, textures, texture_size);
}

/* Decodes the request into the job: bodies, output options, format and garments. */
static bool decode_mesh(pd_api_call *call, const pd_api_request *request, unsigned formats)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_documents documents = {0};
    const pd_api_field *query[PD_API_TABLES_MAX + 1], *body[PD_API_TABLES_MAX + 1];

    choose_tables(query, call->route->query, mesh->kind);
    choose_tables(body, call->route->body, mesh->kind);
    const bool is_npz = pd_api_is_npz(request);
    bool good;
    if (is_npz) {
        /* The bodies are arrays; everything else is in the query. */
        documents.query = pd_api_query_json(request->query, query, &call->problems);
        good = documents.query && pd_api_fields_json(mesh, documents.query, query, "", &call->problems);
        call->problems.in_query = 0;
    } else {
        good = pd_api_decode_tables(mesh, &documents, call, request, query, body);
    }

    mesh->given.batch = &documents.batch;
    if (documents.batch.count && mesh->kind != &pd_api_mesh_of_bodies)
        good = pd_api_note(&call->problems, PD_ERR_LIMIT, "/bodies",
                           "%zu bodies need more than limits.json_memory; send them in several requests",
                           documents.batch.count);

    /* Read the bodies even after errors, so that all of them are reported together. */
    take_rest_pose(&mesh->given);
    if (is_npz && mesh->kind != &pd_api_mesh_of_bodies)
        good = pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, "", "an npz; JSON expected for this model");
    if (!call->done && !(is_npz ? good && pd_api_npz_request(call, request) : mesh->kind->read(call)))
        good = false;

    const bool joints_alone = !(formats >> PD_API_FORMAT_GLB & 1);
    good = good && pd_api_wear_join(&mesh->given.wear, call) && complete_output(call, request, formats) &&
           check_idle(call, &documents, query, body, joints_alone);

    /* The members of `given` point into the JSON documents of the request, which are released here. */
    mesh->given = (pd_api_mesh_given)PD_API_MESH_NOTHING_GIVEN;
    pd_api_documents_release(&documents);

    return good;
}

/* Checks the bodies, answers 304 if the client has this reply, and plans the computation. */
static void finish_mesh(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);

    if (!check_output(call)) return;
    if (mesh->kind->check && !mesh->kind->check(call)) return;

    /* Files that are compressed in themselves are sent as they are. */
    if (!pd_api_mesh_is_codable(mesh)) call->coding = PD_API_IDENTITY;
    if (!strcmp(call->route->method, "GET") && pd_api_cacheable(call, request, pd_api_mesh_hash(call), 300))
        return;
    file_name_header(call);
    if (mesh->kind->plan) mesh->kind->plan(call);
}

/* Acquires the model and makes the empty job for its kind. */
static bool begin_mesh(pd_api_call *call)
{
    if (!pd_api_take_mesh_model(call, call->id)) return false;
    const bool is_mhr = pd_api_model_mhr(&call->model) != NULL;
    const pd_api_mesh_kind *kind = is_mhr ? &pd_api_mesh_of_mhr : &pd_api_mesh_of_bodies;
    return pd_api_mesh_job_new(call, kind, kind->job_bytes);
}

void pd_api_handle_mesh(pd_api_call *call, const pd_api_request *request)
{
    if (!begin_mesh(call)) return;
    if (!decode_mesh(call, request, PD_API_MESH_FORMATS)) return;

    /* Without `include`, JSON has vertices and joints, an npz the faces as well, and files have vertices and
     * normals. A mesh file always has vertices and faces. */
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    if (!mesh->include.set) {
        add_part(&mesh->include, PD_API_VERTICES);
        if (!is_file(mesh->format))
            add_part(&mesh->include, PD_API_JOINTS);
        else if (mesh->format != PD_API_FORMAT_STL)
            add_part(&mesh->include, PD_API_NORMALS);
        if (mesh->format == PD_API_FORMAT_NPZ) add_part(&mesh->include, PD_API_FACES);
    }

    if (mesh->is_avatar) add_part(&mesh->include, PD_API_NORMALS);
    if (is_file(mesh->format)) {
        add_part(&mesh->include, PD_API_VERTICES);
        add_part(&mesh->include, PD_API_FACES);
    }

    finish_mesh(call, request);
}

void pd_api_handle_joints(pd_api_call *call, const pd_api_request *request)
{
    const unsigned formats = 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_BIN | 1u << PD_API_FORMAT_NPZ;

    if (!begin_mesh(call)) return;
    if (!decode_mesh(call, request, formats)) return;
    add_part(&pd_api_mesh_of(call)->include, PD_API_JOINTS);
    finish_mesh(call, request);
}

void pd_api_handle_faces(pd_api_call *call, const pd_api_request *request)
{
    const unsigned formats = 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_BIN;
    pd_api_documents documents = {0};

    if (!begin_mesh(call)) return;

    /* Triangles belong to no body. */
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    mesh->skinning = (int)mesh->kind->skinning(call);
    mesh->contact = PD_SMPL_CONTACT_NONE;
    if (pd_api_decode_fields(mesh, &documents, call, request)) {
        mesh->format = pd_api_choose_format(call, request, mesh->format, formats);
        add_part(&mesh->include, PD_API_FACES);
        if (mesh->format >= 0 && !pd_api_cacheable(call, request, pd_api_mesh_hash(call), 7 * 86400))
            file_name_header(call);
    }

    pd_api_documents_release(&documents);
}

/* Milliseconds, of the default model (13,404 vertices) on one core of a Xeon with AVX-512; other models cost
 * by their vertices. */
#define COST_VERTICES 13404.0
#define COST_BODY     0.4 /* shape, pose, skinning */
/* The middle of 150 poses of the pose prior with random betas; 20 to 125 for eight of ten. Angles of joints
 * say little of it. */
#define COST_CONTACT  40.0
#define COST_SOFT     8.0
#define COST_JOINTS   0.02 /* without a surface */
#define COST_GZIP     6.0
#define COST_QUANTIZE 0.2
#define COST_RIG      4.0
#define COST_LEVEL    40.0  /* for a dressed person; half for a bare one */
#define COST_WEAR     10.0  /* about 15,000 vertices and their skin */
#define COST_SKIN     16.0  /* textures of the skin, made once for all bodies of a .glb */
#define COST_CORRECT  150.0 /* for 16 morph targets; 240 for all */

double pd_api_mesh_cost(const pd_api_call *call)
{
    static const double encode[PD_API_FORMAT_COUNT] = {
        [PD_API_FORMAT_JSON] = 0.2, [PD_API_FORMAT_BIN] = 0.02, [PD_API_FORMAT_NPZ] = 0.1,
        [PD_API_FORMAT_OBJ] = 7.5,  [PD_API_FORMAT_PLY] = 1.2,  [PD_API_FORMAT_STL] = 3.3,
        [PD_API_FORMAT_GLB] = 0.2,
    };
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const double size = pd_api_mesh_surface(call).vertex_count / COST_VERTICES;
    const bool surface = mesh->keypoints || mesh->include.set & ~(1u << PD_API_JOINTS);
    const int count = mesh->all ? mesh->all : mesh->count;
    if (!surface) return count * COST_JOINTS;

    /* Sum of what each body needs, on one core. */
    double each = COST_BODY + encode[mesh->format];
    if (call->coding == PD_API_GZIP) each += COST_GZIP;
    if (mesh->quantize) each += COST_QUANTIZE;
    if (mesh->rig) each += COST_RIG;
    const double skin = fmax(1, mesh->texture_side / (double)PD_WARDROBE_SKIN_SIDE);
    if (mesh->wear.wardrobe) each += COST_WEAR + COST_SKIN * skin * skin / count;
    if (mesh->correctives) each += COST_CORRECT;
    each += mesh->level_count * COST_LEVEL / count; /* made once for all of them */
    if (mesh->contact > PD_SMPL_CONTACT_SOFT) {
        const double most = call->limits->contact_budget_ms;
        each += most > 0 && most < COST_CONTACT ? most : COST_CONTACT;
    }

    if (mesh->contact == PD_SMPL_CONTACT_SOFT) each += COST_SOFT;

    return count * size * each;
}
