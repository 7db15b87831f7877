/* Mesh, joints and faces: from fields to a checked job with its ETag. The run is in mesh_run.c. */
#include "api/body/avatar.h"
#include "api/body/body.h"
#include "api/body/mesh_run.h"
#include "api/body/mhr.h"
#include "api/body/wear.h"
#include "core/base/assert.h"
#include "core/smpl/contact.h"
#include "core/smpl/export.h"
#include "core/smpl/pose.h"
#include "core/wardrobe/complexion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Values of the fields of the three routes. The values of a body are at offset 0, where its table expects them. */
typedef struct mesh_values {
    pd_api_body_values body;
    const json_t *bodies;
    int skinning, contact, stage, frame, digits, format, rig, quantize, face, correctives, names, keypoints,
        sculpts, controls;
    pd_api_avatar_values avatar;
    const json_t *levels;
    pd_api_choices include;
    pd_api_wear_values wear;
    pd_api_mhr_values mhr;
} mesh_values;

#define AT(member) offsetof(mesh_values, member)

/* "|gltf|smpl|..." and so on, from the owners' tables; the leading bar is skipped. */
#define FRAME_CHOICE(id, name, ...) "|" name
static const char frame_names[] = PD_FRAME_TABLE(FRAME_CHOICE);
#define STAGE_CHOICE(id, name, ...) "|" name
static const char stage_names[] = PD_SMPL_STAGE_TABLE(STAGE_CHOICE);
#define CONTACT_CHOICE(id, name) "|" name
static const char contact_names[] = PD_SMPL_CONTACT_TABLE(CONTACT_CHOICE);
#define KEYPOINTS_CHOICE(id, name, ...) "|" name
static const char keypoints_names[] = PD_SMPL_KEYPOINTS_TABLE(KEYPOINTS_CHOICE);
#define FORMAT_CHOICE(id, name, ...) "|" name
static const char format_names[] = PD_API_MESH_FORMAT_TABLE(FORMAT_CHOICE);

const pd_api_field pd_api_bodies_fields[] = {
    {.name = "bodies",
     .type = PD_API_OBJECTS,
     .is_batch = 1,
     .offset = AT(bodies),
     .rows = pd_api_body_fields,
     .example = "[{\"betas\":[1]},{\"betas\":[-1],\"translation\":[1,0,0]}]",
     .doc = "Bodies of a request that makes several. A body uses its own fields, and for those that it lacks "
            "the fields beside `bodies`."},
    {0},
};

const pd_api_field pd_api_output_fields[] = {
    {.name = "skinning",
     .type = PD_API_CHOICE,
     .offset = AT(skinning),
     .choices = "lbs|dqs|sbs",
     .doc =
         "Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). "
         "Without it, the skinning that the model is made for (`skinning` of GET /v1/models/{id}): lbs, or "
         "dqs for an imported model with bs_style dqbs."},
    {.name = "frame",
     .type = PD_API_CHOICE,
     .offset = AT(frame),
     .preset = "\"gltf\"",
     .choices = frame_names + 1,
     .doc = "Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and "
            "blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, "
            "centimetres)."},
    {.name = "keypoints",
     .type = PD_API_CHOICE,
     .offset = AT(keypoints),
     .preset = "\"none\"",
     .choices = keypoints_names + 1,
     .doc = "Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, "
            "ears, toes, heels and finger tips (21; 5 of MANO); face also adds the 51 facial landmarks; "
            "contour also adds the 17 points of the facial outline, in models that have them (they follow "
            "the neck's rotation). Names are the model's keypoint_names."},
    {.name = "digits",
     .type = PD_API_INTEGER,
     .offset = AT(digits),
     .min = 0,
     .max = 9,
     .preset = "6",
     .doc = "Number of decimals of coordinates in JSON and OBJ, 0 to 9."},
    {0},
};

const pd_api_field pd_api_mesh_fields[] = {
    {.name = "contact",
     .type = PD_API_CHOICE,
     .offset = AT(contact),
     .choices = contact_names + 1,
     .doc = "How self-contact is resolved, where the pose presses skin into the body. exact moves that "
            "skin out and turns back inverted triangles until nothing overlaps, which suits prints and "
            "single meshes. smooth does the same but leaves limbs that go through each other as they are. "
            "soft pushes skin apart by about half of the overlap. While a joint turns by half a degree, "
            "skin moves by up to half a millimetre with soft, a centimetre or two with smooth, several "
            "centimetres with exact. A body at rest costs nothing; soft costs 4 to 12 ms a body, smooth "
            "and exact 4 ms where nothing touches, else 8 to 80, and up to 140 with a limb deep in the "
            "body. A body that needs more than limits.contact_budget_ms of work keeps what is resolved so "
            "far, and a warning says so. Not allowed with rig. The default is exact for stl of one body "
            "that is not at rest, soft for glb without rig, and none otherwise. The header Posed-Contact "
            "of the reply names the kind."},
    {.name = "stage",
     .type = PD_API_CHOICE,
     .offset = AT(stage),
     .preset = "\"posed\"",
     .choices = stage_names + 1,
     .doc = "Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; "
            "corrected is T_P, with the pose blend shapes, still at rest; posed is skinned. Joints are at "
            "rest before posed. Stages before posed are not allowed with rig, contact or garments."},
    PD_API_SCULPTS_FIELD(AT(sculpts)),
    {.name = "include",
     .type = PD_API_CHOICES,
     .offset = AT(include),
     .choices = PD_API_PARTS,
     .is_conditional = true,
     .preset = "[\"vertices\",\"joints\"]",
     .example = "[\"vertices\",\"faces\"]",
     .doc = "Arrays of the reply; the bin format has them in this order. Without it, files for other "
            "programs (obj, ply, glb) have vertices, normals and faces."},
    {0},
};

const pd_api_field pd_api_mhr_fields[] = {PD_API_MHR_FIELDS(AT(mhr)), {0}};
/* Translation of an MHR body: a table of its own, because the docs list it once, among the fields of all bodies. */
static const pd_api_field mhr_place_fields[] = {
    PD_API_MHR_RANDOM_FIELD(AT(mhr)),
    PD_API_TRANSLATION_FIELD(AT(mhr) + offsetof(pd_api_mhr_values, translation), PD_API_MHR_TRANSLATION_DOC),
    {0}};

const pd_api_field pd_api_wear_fields[] = {PD_API_WEAR_FIELDS(AT(wear)), {0}};

const pd_api_field pd_api_mesh_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = AT(format),
     .choices = format_names + 1,
     .doc = "Format of the reply; has precedence over the header Accept."},
    {.name = "rig",
     .type = PD_API_BOOLEAN,
     .offset = AT(rig),
     .preset = "false",
     .doc = "True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose "
            "blend shapes. Only for format glb."},
    {.name = "morphs",
     .type = PD_API_TEXT,
     .offset = AT(avatar.morphs),
     .words = "true|false",
     .preset = "true",
     .example = "\"arkit,visemes\"",
     .schema = "{\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\"}]}",
     .doc = "Value false leaves out the shape morph targets, which make the file of a dressed person "
            "seven times larger; the mesh's extras have the betas in both cases. A list makes the file "
            "an avatar with these morph targets: groups (arkit, visemes, all, none) and names "
            "(jawOpen), separated by commas. Only for format glb with rig."},
    PD_API_FACE_FIELD(AT(face), "format glb with rig; shape morph targets are then left out"),
    PD_API_CORRECTIVES_FIELD(AT(correctives), "format glb with rig"),
    PD_API_NAMES_FIELD(AT(names), "format glb with rig"),
    {.name = "controls",
     .type = PD_API_BOOLEAN,
     .offset = AT(controls),
     .preset = "false",
     .doc = "True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, "
            "switches between FK and IK, and spaces, which RigControls of the JavaScript client and "
            "clients/blender play. Only for format glb with rig."},
    PD_API_AVATAR_FIELDS(AT(avatar)),
    {.name = "levels",
     .type = PD_API_NUMBERS,
     .offset = AT(levels),
     .min = 50,
     .max = 1e6,
     .example = "[6000,2000,800]",
     .doc = "Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 "
            "decreasing numbers, met approximately. The copies are nodes named by MSFT_lod and use the "
            "body's own vertices. Only for format glb."},
    {.name = "quantize",
     .type = PD_API_BOOLEAN,
     .offset = AT(quantize),
     .preset = "false",
     .doc = "True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format "
            "glb."},
    {0},
};

const pd_api_field pd_api_joints_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = AT(format),
     .choices = "json|bin|npz",
     .doc = "Format of the reply; has precedence over the header Accept."},
    {0},
};

const pd_api_field pd_api_faces_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = AT(format),
     .choices = "json|bin",
     .doc = "Format of the reply: json, or bin (uint32, little-endian, three per triangle); has precedence "
            "over the header Accept."},
    {0},
};

/* Returns the values of fields that a request does not give. */
static mesh_values presets(void)
{
    return (mesh_values){.body = PD_API_NO_BODY_VALUES,
                         .skinning = -1,
                         .contact = -1,
                         .digits = 6,
                         .format = -1,
                         .sculpts = -1,
                         .mhr = PD_API_NO_MHR_VALUES,
                         .avatar = PD_API_NO_AVATAR,
                         .wear = PD_API_NO_WEAR_VALUES};
}

/* Reads the bodies of the request. Fields beside `bodies` apply to all of them. */
static int read_bodies(pd_api_call *call, const mesh_values *values)
{
    static const pd_api_field *const tables[] = {pd_api_body_fields, NULL};
    const size_t given = values->bodies ? json_array_size(values->bodies) : 1;
    const pd_api_person *shared_person = NULL;
    pd_smpl_body shared = {0};
    pd_api_mesh *mesh = pd_api_mesh_of(call);

    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/bodies", "empty; 1 to %d expected",
                           call->limits->batch);

    /* Check the number before allocating. */
    if (!pd_api_batch_check("bodies", given, call->limits, &call->problems)) return 0;
    mesh->bodies = pd_api_pool_take(&call->pool, given, sizeof *mesh->bodies);
    mesh->people = pd_api_pool_take(&call->pool, given, sizeof *mesh->people);
    if (!mesh->bodies || !mesh->people)
        return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory for %zu bodies", given);
    mesh->count = call->weight = (int)given;

    /* Read the shared fields once; each body begins with a copy of the result. */
    pd_api_body_read(&shared, &shared_person, &values->body, pd_api_model_body(&call->model), &call->pool, "",
                     &call->problems);
    if (!shared.rotations)
        pd_api_rest_pose(&shared.rotations, pd_api_model_body(&call->model), &call->pool, &call->problems);
    for (size_t i = 0; i < given; i++) {
        mesh->bodies[i] = shared;
        mesh->people[i] = shared_person;
        if (!values->bodies) continue;

        /* Fields of this body. Fields that belong beside `bodies` are refused here. */
        const pd_api_body_values *outside = &values->body;
        pd_api_body_values own = PD_API_NO_BODY_VALUES;
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/bodies/%d", (int)i);
        if (!pd_api_fields_json(&own, json_array_get(values->bodies, i), tables, pointer, &call->problems))
            continue;

        /* A body that poses only some parts takes the poses of its other parts from the fields beside `bodies`. */
        if (pd_api_body_has_parts(&own)) {
            const bool has_left = own.parts[PD_SMPL_PART_LEFT_HAND] || own.parts[PD_SMPL_PART_HAND];
            if (own.right_hand < 0 && !own.parts[PD_SMPL_PART_RIGHT_HAND])
                own.right_hand = outside->right_hand;
            if (own.left_hand < 0 && !has_left) own.left_hand = outside->left_hand;
            for (int part = 0; part < PD_SMPL_PART_COUNT; part++) {
                /* A hand may have its pose by name. The single hand of MANO counts as the left one. */
                const bool is_left = part == PD_SMPL_PART_LEFT_HAND || part == PD_SMPL_PART_HAND;
                const bool is_named =
                    part == PD_SMPL_PART_RIGHT_HAND ? own.right_hand >= 0 : is_left && own.left_hand >= 0;
                if (!own.parts[part] && !is_named) own.parts[part] = outside->parts[part];
            }
            if (own.use_pca < 0) own.use_pca = outside->use_pca;
            if (own.flat_hand_mean < 0) own.flat_hand_mean = outside->flat_hand_mean;
        }

        if (pd_api_people_given(&own.people)) pd_api_people_inherit(&own.people, &outside->people);

        /* A body with a shape of its own takes the features of the face that stand beside `bodies`; another has them already. */
        if (pd_api_people_given(&own.people) || own.betas) {
            if (!own.face.face_shape) own.face.face_shape = outside->face.face_shape;
            if (!own.face.ancestry) own.face.ancestry = outside->face.ancestry;
        }
        pd_api_body_read(mesh->bodies + i, mesh->people + i, &own, pd_api_model_body(&call->model),
                         &call->pool, pointer, &call->problems);
    }
    return call->problems.count == 0;
}

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
    if (!mesh->rig && mesh->names)
        pd_api_note(p, PD_ERR_INVALID, "/names", "not smpl; allowed only with rig");
    if (!mesh->rig && mesh->face) pd_api_note(p, PD_ERR_INVALID, "/face", "true; allowed only with rig");
    if (!mesh->rig && !mesh->morphs && !mesh->face)
        pd_api_note(p, PD_ERR_INVALID, "/morphs", "false; allowed only with rig");
    if (mesh->rig && mesh->contact)
        pd_api_note(p, PD_ERR_INVALID, "/contact",
                    "%s; not allowed with rig, because the file then holds the body at rest",
                    pd_smpl_contact_name((pd_smpl_contact_kind)mesh->contact));
    if (mesh->stage != PD_SMPL_POSED && (mesh->rig || mesh->contact || mesh->wear.wardrobe))
        pd_api_note(p, PD_ERR_INVALID, "/stage",
                    "not posed; only posed allowed with rig, contact or garments (wear)");
    if (mesh->format == PD_API_FORMAT_GLB && mesh->frame != PD_FRAME_GLTF)
        pd_api_note(p, PD_ERR_INVALID, "/frame", "%s; only gltf allowed with format glb",
                    pd_frame_describe((pd_frame)mesh->frame)->name);
    return p->count == 0;
}

/* Adds numbers to a hash. */
static void hash_floats(pd_api_hash *hash, const float *values, int count)
{
    while (count && values[count - 1] == 0) count--; /* missing ones are 0: the same body */
    pd_api_hash_add(hash, values, (size_t)count * sizeof *values);
}

/* Returns the hash of everything that determines the reply's bytes. All of it is known before the mesh is made, so that a 304 costs nothing. */
static pd_api_hash reply_hash(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_hash hash = pd_api_reply_hash(call, "mesh");

    pd_api_hash_int(&hash, (long long)pd_api_mesh_surface(call).content_hash);
    pd_api_hash_int(&hash, pd_api_formats[mesh->format].compressible ? (int)call->coding : 0);
    pd_api_hash_int(&hash, mesh->skinning);
    pd_api_hash_int(&hash, mesh->contact);
    pd_api_hash_int(&hash, mesh->stage);
    if (mesh->contact > PD_SMPL_CONTACT_SOFT)
        pd_api_hash_add(&hash, &call->limits->contact_budget_ms, sizeof call->limits->contact_budget_ms);
    pd_api_hash_int(&hash, mesh->frame);
    pd_api_hash_int(&hash, mesh->digits);
    pd_api_hash_int(&hash, mesh->format);
    pd_api_hash_int(&hash, mesh->face * 8 + mesh->rig * 4 + mesh->quantize * 2 + !mesh->morphs);
    pd_api_hash_int(&hash, mesh->correctives);
    pd_api_hash_int(&hash, mesh->names);
    pd_api_hash_int(&hash, mesh->sculpts * 2 + mesh->controls);
    if (mesh->is_avatar) pd_api_avatar_hash(&hash, &mesh->avatar);
    pd_api_hash_int(&hash, (mesh->texture_side * 8192 + mesh->picture_most) * 2 + mesh->has_webp);
    pd_api_hash_int(&hash, mesh->keypoints);
    if (mesh->correctives)
        pd_api_hash_int(&hash, (long long)pd_api_model_prior(&mesh->learned)->content_hash);
    for (int l = 0; l < mesh->level_count; l++) pd_api_hash_int(&hash, mesh->levels[l]);
    for (int i = 0; i < mesh->include.count; i++) pd_api_hash_int(&hash, mesh->include.order[i]);

    /* The bodies: MHR's parameters, or those of a body model with its garments. */
    if (pd_api_model_mhr(&call->model)) {
        pd_api_mhr_hash(&hash, call);
        pd_api_wear_hash(&hash, &mesh->wear);
        return hash;
    }
    pd_api_wear_hash(&hash, &mesh->wear);
    for (int i = 0; i < mesh->count; i++) {
        const pd_smpl_body *body = mesh->bodies + i;
        hash_floats(&hash, body->betas, body->betas ? body->beta_count : 0);
        hash_floats(&hash, body->expression, body->expression ? body->expression_count : 0);
        pd_api_hash_add(
            &hash, body->rotations,
            body->rotations ? (size_t)pd_api_model_body(&call->model)->joint_count * 9 * sizeof(float) : 0);
        hash_floats(&hash, body->translation, body->translation ? 3 : 0);
        hash_floats(&hash, body->soft, body->soft ? body->soft_count : 0);
        pd_api_hash_int(&hash, body->ground);
    }
    for (int i = 0; i < mesh->count; i++) pd_api_person_hash(&hash, mesh->people[i]);
    return hash;
}

/* Adds the header with the name under which a browser saves the file. */
static void file_name_header(pd_api_call *call)
{
    const pd_api_format_info *format = &pd_api_formats[pd_api_mesh_of(call)->format];

    if (pd_api_mesh_of(call)->format != PD_API_FORMAT_JSON)
        pd_api_header_set(&call->reply, "Content-Disposition", "attachment; filename=\"%.64s.%s\"",
                          call->model.id, pd_api_mesh_of(call)->avatar.vrm ? "vrm" : format->suffix);
}

/* Checks the requirements of morph targets: expressions for `face`, and the default pose prior, whose poses correctives are fitted to. */
static int take_prior(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    if (mesh->rig && mesh->face && !pd_api_face_check(pd_api_model_body(&call->model), &call->problems))
        return 0;
    if (!mesh->correctives) return 1;
    if (!pd_api_correctives_check(mesh->correctives, pd_api_model_body(&call->model), &call->problems))
        return 0;
    if (pd_api_take_model(call, PD_API_DEFAULT_PRIOR, &mesh->learned)) return 1;

    mesh->learned = (pd_api_model){0};
    return pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, "/correctives",
                       "%d; only 0 allowed on this server, because they are chosen for poses of a pose prior "
                       "and none is loaded",
                       mesh->correctives);
}

/* Reads the triangle counts of the levels of detail, each less than the one before. */
static int read_levels(pd_api_mesh *mesh, const json_t *array, pd_api_problems *problems)
{
    float values[PD_IO_GLB_LEVELS_MAX];
    if (!array) return 1;
    const int count =
        pd_api_numbers_read(values, array, (pd_api_count){1, PD_IO_GLB_LEVELS_MAX, "numbers that fall"},
                            pd_api_field_named(pd_api_mesh_query_fields, "levels"), "/levels", problems);
    if (count < 0) return 0;

    /* A level that is not coarser than the one before would never be shown. */
    for (int l = 0; l < count; l++) {
        mesh->levels[l] = (int)values[l];
        if (l && mesh->levels[l] >= mesh->levels[l - 1])
            return pd_api_note(problems, PD_ERR_RANGE, "/levels", "%d after %d; descending numbers expected",
                               mesh->levels[l], mesh->levels[l - 1]);
    }
    mesh->level_count = count;
    return 1;
}

/* Copies the route's tables of fields without those for the other kind of model. */
static void choose_tables(const pd_api_field *out[PD_API_TABLES_MAX + 1], const pd_api_field *const *tables,
                          bool is_mhr)
{
    int count = 0;
    for (; *tables; tables++) {
        const bool of_mhr = *tables == pd_api_mhr_fields;
        const bool of_bodies = *tables == pd_api_body_fields;
        if (is_mhr && of_bodies) continue;
        if (!is_mhr && of_mhr) continue;
        out[count++] = *tables;
        if (of_mhr) out[count++] = mhr_place_fields;
    }
    PD_ASSERT(count <= PD_API_TABLES_MAX);
    out[count] = NULL;
}

/* Refuses the fields that have no effect on MHR. */
static bool check_mhr(const mesh_values *values, pd_api_problems *p)
{
    const struct {
        const char *pointer;
        bool is_given;
    } rows[] = {{"/skinning", values->skinning > 0},
                {"/contact", values->contact > 0},
                {"/stage", values->stage != PD_SMPL_POSED},
                {"/keypoints", values->keypoints != 0},
                {"/rig", values->rig != 0},
                {"/sculpts", values->sculpts >= 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_given)
            pd_api_note(
                p, PD_ERR_INVALID, rows[i].pointer,
                "given; not allowed for MHR, which is skinned linearly and has no contact and no keypoints");
    return p->count == 0;
}

/* Returns the skinning of a request that does not choose one. MHR has only LBS. */
static pd_smpl_skinning own_skinning(const pd_api_call *call)
{
    return pd_api_model_mhr(&call->model) ? PD_SMPL_LBS : pd_api_model_body(&call->model)->data.skinning;
}

/* Fields that the format, the route or another field leaves without effect. query, body: tables of what documents hold. */
static bool check_idle(pd_api_call *call, const pd_api_documents *documents, const pd_api_field *const *query,
                       const pd_api_field *const *body, bool joints_alone)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const bool is_text = mesh->format == PD_API_FORMAT_JSON || mesh->format == PD_API_FORMAT_OBJ;
    bool has_skin = !joints_alone || mesh->keypoints;
    for (int i = 0; i < mesh->count && !has_skin; i++) has_skin = mesh->bodies && mesh->bodies[i].ground;

    /* Fields that change nothing in this reply are refused, since the caller expects an effect. */
    const pd_api_idle idle[] = {{"digits", !is_text, "format json or obj"},
                                {"skinning", !has_skin && mesh->skinning != (int)own_skinning(call),
                                 "ground or keypoints: joints do not depend on it"},
                                {"soft_tissue", !has_skin, "ground or keypoints: joints do not depend on it"},
                                {NULL, false, NULL}};
    const bool query_good = pd_api_idle_check(documents->query, idle, query, "", &call->problems);
    const bool body_good = pd_api_idle_check(documents->body, idle, body, "", &call->problems);
    bool good = query_good && body_good;

    /* Fields of single bodies. */
    const json_t *bodies = json_object_get(documents->body, "bodies");
    static const pd_api_field *const own[] = {pd_api_body_fields, NULL};
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        char at[32];
        snprintf(at, sizeof at, "/bodies/%zu", i);
        good &= pd_api_idle_check(json_array_get(bodies, i), idle, own, at, &call->problems);
    }
    return good;
}

/* Moves a pose that is a word to the avatar's fields: it is the rest pose of an avatar, not a pose of the body. */
static void take_rest_pose(mesh_values *values)
{
    if (!json_is_string(values->body.pose)) return;
    values->avatar.pose = pd_api_word_index(PD_API_AVATAR_POSES, json_string_value(values->body.pose));
    values->body.pose = NULL;
}

/* Makes the file an avatar if a field asks for one: it has a rig then, and the expressions as morph targets as far as it has any. */
static bool take_avatar(pd_api_call *call, const mesh_values *values)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const bool has_pose = values->body.pose || values->body.quaternions || values->body.rotations ||
                          pd_api_body_has_parts(&values->body) || values->bodies;
    const pd_api_avatar_beside beside = {.names = values->names,
                                         .face = values->face,
                                         .quantize = values->quantize,
                                         .levels = values->levels != NULL,
                                         .correctives = values->correctives != 0,
                                         .bodies = mesh->count,
                                         .is_glb = mesh->format == PD_API_FORMAT_GLB,
                                         .has_pose = has_pose};
    if (!pd_api_avatar_given(&values->avatar)) return true;
    if (!model)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/profile",
                           "given; allowed only for body models, because MHR has no avatar");
    if (!pd_api_avatar_read(&mesh->avatar, &values->avatar, &beside, model, &call->pool, &call->problems))
        return false;

    mesh->is_avatar = true;
    if (!has_pose) mesh->bodies->rotations = NULL; /* rest pose, without the mean pose of the hands */
    mesh->rig = 1;
    mesh->morphs = mesh->quantize = 0;
    mesh->names = 0;
    mesh->face = model->expression_count > 0 && *model->data.expression_names[0] &&
                 strcmp(mesh->avatar.morphs, "none") != 0;
    return true;
}

/* Doubles the side of the skin's pictures up to `most`; it is a power of two. */
static void grow_skin(pd_api_mesh *mesh, int most)
{
    while (2 * mesh->texture_side <= most && mesh->texture_side < PD_WARDROBE_COMPLEXION_MOST)
        mesh->texture_side *= 2;
}

/* Takes the format and size of pictures for a file with `levels`, in which they do not make the file an avatar. */
static bool take_pictures(pd_api_call *call, mesh_values *values)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_avatar_values *v = &values->avatar;
    mesh->texture_side = PD_WARDROBE_SKIN_SIDE;
    if (!values->levels) {
        /* Pictures of an avatar: the usual skin has half the side of the usual picture, a larger one in proportion. */
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

/* Shows or leaves out the sculpts that the pose drives. */
static bool take_sculpts(pd_api_call *call, int given)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    if (given >= 0 && !pd_api_sculpts_check(model, &call->problems)) return false;
    if (given > 0 && mesh->is_avatar)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/sculpts",
                           "true; not allowed with an avatar, which has no sculpts that the pose drives");

    mesh->sculpts = given != 0;
    for (int i = 0; i < mesh->count; i++) mesh->bodies[i].no_sculpts = !mesh->sculpts;
    if (mesh->is_avatar && model->data.psd.count) pd_api_header_set(&call->reply, "Posed-Omitted", "sculpts");
    return true;
}

/* Chooses what a body of MHR wears. */
static bool take_mhr_wear(pd_api_call *call, const mesh_values *values)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    if (!pd_api_wear_read(&mesh->wear, &values->wear, -1, -1, NULL, call,
                          mesh->format == PD_API_FORMAT_GLB ? NULL : "format glb"))
        return false;
    return !mesh->wear.wardrobe || mesh->count == 1 ||
           pd_api_note(&call->problems, PD_ERR_INVALID, "/wear",
                       "given with %d bodies; only 1 body of MHR can wear clothes", mesh->count);
}

/* Decodes the request into the job: bodies, output options, format and garments. */
static int decode(pd_api_call *call, const pd_api_request *request, unsigned formats)
{
    mesh_values values = presets();
    pd_api_documents documents = {0};
    const bool is_mhr = pd_api_model_mhr(&call->model) != NULL;
    const pd_api_field *query[PD_API_TABLES_MAX + 1], *body[PD_API_TABLES_MAX + 1];
    choose_tables(query, call->route->query, is_mhr);
    choose_tables(body, call->route->body, is_mhr);
    int good = pd_api_decode_tables(&values, &documents, call, request, query, body);

    take_rest_pose(&values);
    const int textures = values.avatar.textures, texture_size = values.avatar.texture_size;
    if (is_mhr && !call->done)
        good &= check_mhr(&values, &call->problems) && pd_api_mhr_read(call, &values.mhr, values.bodies);
    /* Even after errors, so that all of them are reported together. */
    else if (!call->done)
        good &= read_bodies(call, &values);

    /* Copy the output options. */
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    good = good && pd_api_wear_join(&values.wear, call);
    if (good) {
        mesh->skinning = values.skinning >= 0 ? values.skinning : (int)own_skinning(call);
        mesh->contact = values.contact;
        mesh->stage = values.stage;
        mesh->frame = values.frame;
        mesh->include = values.include;
        mesh->digits = values.digits;
        mesh->rig = values.rig;
        mesh->quantize = values.quantize;
        mesh->morphs = !values.face && !pd_api_avatar_morphs_off(values.avatar.morphs);
        mesh->face = values.face;
        mesh->correctives = values.correctives;
        mesh->names = values.names;
        mesh->controls = values.controls;
        mesh->keypoints = values.keypoints;

        /* The default of contact depends on the format. */
        mesh->format = pd_api_choose_format(call, request, values.format, formats);
        if (mesh->contact < 0) {
            const bool is_posed = !is_mhr && mesh->stage == PD_SMPL_POSED;
            mesh->contact = PD_SMPL_CONTACT_NONE;
            if (is_posed && mesh->format == PD_API_FORMAT_STL && mesh->count == 1 &&
                !pd_smpl_pose_is_rest(mesh->bodies, pd_api_model_body(&call->model)->joint_count))
                mesh->contact = PD_SMPL_CONTACT_EXACT;
            if (is_posed && mesh->format == PD_API_FORMAT_GLB && !mesh->rig &&
                !pd_api_avatar_given(&values.avatar))
                mesh->contact = PD_SMPL_CONTACT_SOFT;
        }
        good = mesh->format >= 0 && take_pictures(call, &values) && take_avatar(call, &values) &&
               read_levels(mesh, values.levels, &call->problems) &&
               (is_mhr ? take_mhr_wear(call, &values)
                       : (take_sculpts(call, values.sculpts) && take_prior(call) &&
                          pd_api_wear_read(
                              &mesh->wear, &values.wear, values.bodies ? -1 : values.body.people.random.seed,
                              values.bodies ? -1 : values.body.people.gender, pd_api_model_body(&call->model),
                              call, mesh->format == PD_API_FORMAT_GLB ? NULL : "format glb")));
        if (good && !is_mhr && !values.bodies) pd_api_wear_person(&mesh->wear, mesh->people[0], &values.wear);
        if (good && values.levels && !mesh->wear.wardrobe && (textures >= 0 || texture_size >= 0))
            good = pd_api_note(&call->problems, PD_ERR_INVALID, textures >= 0 ? "/textures" : "/texture_size",
                               "has no effect, because a bare body has no pictures; name clothes in wear");
        good = good && check_idle(call, &documents, query, body, !(formats >> PD_API_FORMAT_GLB & 1));
    }
    pd_api_documents_release(&documents);
    return good;
}

/* Checks the bodies, answers 304 if the client has this reply, and plans the computation. */
static void finish(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_job job = {mesh->bodies, mesh->count, (pd_smpl_skinning)mesh->skinning, NULL};
    const pd_smpl_keypoints level = (pd_smpl_keypoints)mesh->keypoints;
    pd_error err;

    if (!check_output(call)) return;
    if (!pd_api_model_mhr(&call->model)) { /* each of MHR's bodies was checked when it was read */
        const pd_smpl_model *model = pd_api_model_body(&call->model);
        if (pd_smpl_keypoints_check(&model->data, level, "/keypoints", &err) != PD_OK ||
            pd_smpl_job_check(&job, model, &err) != PD_OK) {
            pd_api_note_error(&call->problems, "", &err);
            return;
        }
    }

    /* Files that are compressed in themselves are sent as they are. */
    if (!pd_api_formats[mesh->format].compressible) call->coding = PD_API_IDENTITY;
    if (!strcmp(call->route->method, "GET") && pd_api_cacheable(call, request, reply_hash(call), 300)) return;
    file_name_header(call);
    if (!pd_api_model_mhr(&call->model)) pd_api_mesh_plan(call);
}

/* Releases what the job acquired. */
static void release(pd_api_call *call)
{
    pd_api_wear_release(&pd_api_mesh_of(call)->wear);
    pd_api_model_release(&pd_api_mesh_of(call)->learned);
}

/* Acquires the model and makes the empty job. */
static int begin(pd_api_call *call)
{
    if (!pd_api_take_mesh_model(call, call->id)) return 0;
    if (pd_api_model_mhr(&call->model)) return pd_api_mhr_begin(call);

    call->job = pd_api_pool_take(&call->pool, 1, sizeof(pd_api_mesh));
    if (!call->job) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    call->deinit = release;
    call->run_batch = pd_api_mesh_run;
    call->run_bytes = pd_api_mesh_run_bytes;
    return 1;
}

void pd_api_handle_mesh(pd_api_call *call, const pd_api_request *request)
{
    if (!begin(call)) return;
    if (!decode(call, request, PD_API_MESH_FORMATS)) return;

    /* Without `include`, JSON has vertices and joints, and files have vertices and normals. A mesh file always has vertices and faces. */
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    if (!mesh->include.set) {
        add_part(&mesh->include, PD_API_VERTICES);
        if (!is_file(mesh->format))
            add_part(&mesh->include, PD_API_JOINTS);
        else if (mesh->format != PD_API_FORMAT_STL)
            add_part(&mesh->include, PD_API_NORMALS);
    }
    if (mesh->is_avatar) add_part(&mesh->include, PD_API_NORMALS);
    if (is_file(mesh->format)) {
        add_part(&mesh->include, PD_API_VERTICES);
        add_part(&mesh->include, PD_API_FACES);
    }
    finish(call, request);
}

void pd_api_handle_joints(pd_api_call *call, const pd_api_request *request)
{
    const unsigned formats = 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_BIN | 1u << PD_API_FORMAT_NPZ;

    if (!begin(call)) return;
    if (!decode(call, request, formats)) return;
    add_part(&pd_api_mesh_of(call)->include, PD_API_JOINTS);
    finish(call, request);
}

void pd_api_handle_faces(pd_api_call *call, const pd_api_request *request)
{
    mesh_values values = presets();
    pd_api_documents documents = {0};

    if (!begin(call)) return;
    if (pd_api_decode_fields(&values, &documents, call, request)) {
        pd_api_mesh_of(call)->format = pd_api_choose_format(
            call, request, values.format, 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_BIN);
        add_part(&pd_api_mesh_of(call)->include, PD_API_FACES);
        if (pd_api_mesh_of(call)->format >= 0 &&
            !pd_api_cacheable(call, request, reply_hash(call), 7 * 86400))
            file_name_header(call);
    }
    pd_api_documents_release(&documents);
}

/* Milliseconds, of the default model (13,404 vertices) on one core of a Xeon with AVX-512; other models cost by their vertices. */
#define COST_VERTICES 13404.0
#define COST_BODY     0.4 /* shape, pose, skinning */
/* The middle of 150 poses of the pose prior with random betas; 20 to 125 for eight of ten. Angles of joints say little of it. */
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
