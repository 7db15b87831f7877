/* Fields of the routes mesh, joints and faces. Fields of bodies are in body.c and mhr.c. */
#include "api/body/mesh_job.h"
#include "core/smpl/contact.h"

#define AT(member)    offsetof(pd_api_mesh, member)
#define GIVEN(member) offsetof(pd_api_mesh, given.member)

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
     .is_batch = 2,
     .offset = GIVEN(bodies),
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
     .doc = "Resolves self-contact, where the pose presses skin into the body: exact moves the skin out "
            "until nothing overlaps, smooth does the same but leaves limbs that go through each other, soft "
            "pushes skin apart by about half of the overlap. The default is exact for stl of one body that "
            "is not at rest, soft for glb without rig, and none otherwise. Not allowed with rig."},
    {.name = "stage",
     .type = PD_API_CHOICE,
     .offset = AT(stage),
     .preset = "\"posed\"",
     .choices = stage_names + 1,
     .doc = "Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; "
            "corrected is T_P, with the pose blend shapes, still at rest; posed is skinned. Joints are at "
            "rest before posed. Stages before posed are not allowed with rig, contact or wear."},
    PD_API_SCULPTS_FIELD(AT(sculpts)),
    {.name = "include",
     .type = PD_API_CHOICES,
     .offset = AT(include),
     .choices = PD_API_PARTS,
     .is_conditional = true,
     .example = "[\"vertices\",\"faces\"]",
     .doc = "Arrays of the reply; the bin format has them in this order. Without it, vertices and joints; an "
            "npz has the faces too, and files for other programs (obj, ply, glb) have vertices, normals and "
            "faces. An npz also has the betas of its bodies."},
    {0},
};

const pd_api_field pd_api_wear_fields[] = {PD_API_WEAR_FIELDS(GIVEN(wear)), {0}};

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
     .offset = GIVEN(avatar.morphs),
     .words = "true|false",
     .preset = "true",
     .example = "\"arkit,visemes\"",
     .schema = "{\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\"}]}",
     .doc = "Value false leaves out the shape morph targets, which make the file of a dressed person "
            "seven times larger; the mesh's extras have the betas in both cases. A list makes the file "
            "an avatar with these morph targets: groups (arkit, visemes, all, none) and names "
            "(jawOpen), separated by commas. Only for format glb with rig."},
    PD_API_FACE_FIELD(AT(face), "format glb with rig; shape morph targets are then left out"),
    {.name = "soft",
     .type = PD_API_BOOLEAN,
     .offset = AT(soft),
     .preset = "false",
     .doc =
         "True writes the soft-tissue directions as morph targets with the names that the stream gives its "
         "coefficients (dmpl_0, ..., breathing); shape morph targets are then left out. Only for format "
         "glb with rig, for a body without clothes, which do not follow."},
    PD_API_CORRECTIVES_FIELD(AT(correctives), "format glb with rig"),
    PD_API_NAMES_FIELD(AT(names), "format glb with rig"),
    {.name = "controls",
     .type = PD_API_BOOLEAN,
     .offset = AT(controls),
     .preset = "false",
     .doc = "True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, "
            "switches between FK and IK, and spaces, which RigControls of the JavaScript client and "
            "clients/blender play. Only for format glb with rig."},
    PD_API_AVATAR_FIELDS(GIVEN(avatar)),
    {.name = "levels",
     .type = PD_API_NUMBERS,
     .offset = GIVEN(levels),
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
