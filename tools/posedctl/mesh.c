/* posedctl mesh and joints: make bodies as the routes of these names do; the fields of a request are options, or come from a file. */
#include "api/http/call.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/mode.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define REQUEST_MAX (256u << 20)

#define BODY_ROWS                                                                                            \
    PD_TOOL_MODEL_ROW, {"betas", "LIST", "shape coefficients, comma-separated", NULL}, PD_TOOL_PEOPLE_ROWS,  \
        {"height", "M", "stature of the person in metres", NULL},                                            \
        {"pose", "LIST", "axis-angle per joint, radians: 72 numbers for 24 joints", NULL},                   \
        {"quaternions", "LIST", "instead of pose: x,y,z,w per joint", NULL},                                 \
        {"rotations", "LIST", "instead of pose: 3x3 row-major per joint", NULL},                             \
        {"translation", "X,Y,Z", "position of the model in metres", NULL},                                   \
        {"soft-tissue", "LIST", "soft-tissue coefficients", NULL},                                           \
        {"ground", NULL, "put the lowest vertex at y = 0", NULL},                                            \
        {"skinning", "lbs|dqs|sbs", "linear blend, dual quaternion or spherical blend [the model's own]",    \
         NULL},                                                                                              \
        {"frame", "gltf|smpl|amass|blender|unity|unreal", "axes and unit of the result", "gltf"},            \
        {"digits", "N", "decimals in JSON and OBJ, 0 to 9", "6"},                                            \
        {"request", "FILE", "a JSON request as for POST, - for stdin; replaces the body's options", NULL},   \
        {"o", "FILE", "file to write; - is standard output", "-"}, PD_TOOL_THREADS_ROW

/* Options that are fields of a JSON request; the others always go into the query. */
static const char *const body_fields[] = {
    "random",   "gender",     "age",         "height",    "weight",      "percentile",  "population",
    "betas",    "pose",       "quaternions", "rotations", "translation", "soft-tissue", "ground",
    "skinning", "frame",      "digits",      "include",   "contact",     "stage",       "wear",
    "skin",     "hair-color", "hair-loss",   "iris",      NULL};

/* Reports whether an option is a field of a JSON request. */
static bool is_body_field(const char *name)
{
    for (int i = 0; body_fields[i]; i++)
        if (!strcmp(body_fields[i], name)) return true;
    return false;
}

/* Adds the given options to the query. 0 after a complaint: --request together with an option that is one of its fields. */
static int write_query(pd_buffer *query, const pd_tool_args *args)
{
    int from_file = pd_tool_text(args, "request") != NULL;
    for (int i = 0; args->command->options[i].name; i++) {
        const char *name = args->command->options[i].name, *value = args->values[i];
        if (!value) continue;
        if (is_body_field(name) && from_file)
            return pd_tool_usage(args,
                                 "--%s cannot be used with --request; write it into the request as \"%s\"",
                                 name, name),
                   0;
        const bool is_query_field = !strcmp(name, "rig") || !strcmp(name, "quantize") ||
                                    !strcmp(name, "correctives") || !strcmp(name, "names") ||
                                    !strcmp(name, "face") || !strcmp(name, "controls");

        /* Options without a value are flags. */
        if (is_body_field(name) || is_query_field)
            pd_tool_query_add(query, name, args->command->options[i].value ? value : "true");
    }
    return 1;
}

/* Sends the request and writes the reply. */
static int answer(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query)
{
    const char *file = pd_tool_text(args, "request");
    pd_buffer body = {0}, reply = {0};
    int code = file ? pd_tool_read(&body, args, file, REQUEST_MAX) : 0;
    pd_bytes bytes = {body.data, body.size};
    if (!code) code = pd_tool_local_request(local, args, path, query, file ? &bytes : NULL, &reply);
    if (!code) code = pd_tool_write(args, pd_tool_text(args, "o"), reply.data, reply.size);
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);
    return code;
}

/* Formats of the two endpoints. */
#define FORMAT(id, name, type, suffix, compressible) {name, suffix, NULL, type},
static const pd_tool_format mesh_formats[] = {PD_API_MESH_FORMAT_TABLE(FORMAT) PD_TOOL_FORMAT_END};
static const pd_tool_format joints_formats[] = {{"json", "json", NULL, "application/json"},
                                                {"npz", "npz", NULL, "application/x-npz"},
                                                {"bin", "bin", NULL, "application/octet-stream"},
                                                PD_TOOL_FORMAT_END};

/* Runs the command on the endpoint at `path`. */
static int run_at(const pd_tool_args *args, const char *path, const pd_tool_format *formats)
{
    pd_buffer query = {0};
    pd_tool_local local;
    const pd_tool_format *format;
    int code = 2;
    if (!pd_tool_format_of(&format, args, formats, "o", "json")) return 2;

    pd_tool_query_add(&query, "format", format->name);
    if (write_query(&query, args)) {
        pd_buffer_add(&query, "", 1);
        code = pd_tool_local_open_surface(&local, args);
        if (!code) code = answer(&local, args, path, (const char *)query.data);
        pd_tool_local_close(&local);
    }

    pd_buffer_deinit(&query);
    return code;
}

static int run_mesh(const pd_tool_args *args)
{
    return run_at(args, "/v1/models/default/mesh", mesh_formats);
}

static int run_joints(const pd_tool_args *args)
{
    const bool has_ground = pd_tool_flag(args, "ground") || pd_tool_flag(args, "request");
    if (pd_tool_mode(args, "ground", has_ground ? "given" : "none")) return 2;
    return run_at(args, "/v1/models/default/joints", joints_formats);
}

static const pd_tool_option mesh_options[] = {
    BODY_ROWS,
    {"format", "json|bin|npz|obj|ply|stl|glb", "format of the output [by the ending of -o, else json]", NULL},
    {"include", "LIST", "parts of the reply, comma-separated: vertices, joints, normals, faces", NULL},
    {"contact", "none|soft|smooth|exact",
     "resolve self-contact by pushing overlapping skin apart; exact for prints, smooth and soft for motion "
     "[stl of one posed body: exact; glb without --rig: soft; else none]",
     NULL},
    {"stage", "shaped|corrected|posed",
     "surface to write: of the shape, with the pose blend shapes too (corrected), or skinned as well (posed)",
     "posed"},
    {"rig", NULL, "glb: add skinning, joints, and the betas as morph targets", NULL},
    {"face", NULL, "glb with --rig: expressions by name as morph targets, in place of shape morphs", NULL},
    {"correctives", "N", "glb with --rig: morph targets in place of the pose blend shapes", "0"},
    {"controls", NULL, "glb with --rig: describe targets, poles and switches of arms and legs in extras",
     NULL},
    {"names", "smpl|mixamo|unreal|vrm|webxr|openxr", "glb with --rig: names of the joints", "smpl"},
    {"quantize", NULL, "glb: compress by KHR_mesh_quantization and EXT_meshopt_compression", NULL},
    {"wear", "LIST", "glb: garments of the wardrobe, or none [the standard outfit, where the model has one]",
     NULL},
    {"skin", "TONE", "glb: skin tone, from 0 (darkest) to 1", NULL},
    {"hair-color", "black|brown|chestnut|red|blond|grey|white", "glb: colour of hair and brows", NULL},
    {"hair-loss", "SHARE", "glb: how much hair is lost, 0 to 1 [by age, sex and seed of the person]", NULL},
    {"iris", "brown|dark|hazel|green|blue|grey", "glb: colour of the eyes", NULL},
    PD_TOOL_END};
static const pd_tool_option joints_options[] = {
    BODY_ROWS,
    {"format", "json|npz|bin", "format of the output [by the ending of -o, else json]", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_mesh = {
    .name = "mesh",
    .words = "",
    .summary = "Write the mesh of a body from shape and pose, as GLB, OBJ, PLY, STL, NPZ, binary or JSON",
    .details =
        "The fields, formats and errors are those of POST /v1/models/{id}/mesh.\n\n"
        "  posedctl mesh --betas 1.5,-0.5 -o body.glb\n"
        "  posedctl mesh --betas 1.5,-0.5 --rig --quantize -o body.glb\n"
        "  posedctl mesh --model person --random 7 --height 1.8 -o body.glb\n"
        "  posedctl mesh --request bodies.json --format npz -o bodies.npz\n"
        "  posedctl mesh --model mhr.safetensors --request answer.json -o person.glb    (MHR's fields)",
    .options = mesh_options,
    .run = run_mesh,
};
const pd_tool_command pd_tool_cmd_joints = {
    .name = "joints",
    .words = "",
    .summary = "Write the joint positions of a body, as JSON, NPZ or binary",
    .details = "The fields, formats and errors are those of POST /v1/models/{id}/joints.",
    .options = joints_options,
    .run = run_joints,
};
