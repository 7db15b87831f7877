/* posedctl mesh and joints: make bodies as the routes of these names do; the fields of a request are options,
 * or come from a file. */
#include "api/http/call.h"
#include "tools/base/field_option.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/mode.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define REQUEST_MAX (256u << 20)

/* Options of both commands beside the fields of their routes. */
#define OWN_ROWS                                                                                             \
    {"request", "FILE", "a JSON request as for POST, - for stdin; replaces the body's options", NULL},       \
        {"o", "FILE", "file to write; - is standard output", "-"}, PD_TOOL_THREADS_ROW

/* Refuses --request together with an option that is one of its fields. */
static bool check_request(const pd_tool_args *args)
{
    const pd_tool_option *options = pd_tool_options(args->command);
    bool is_query;

    for (int i = 0; pd_tool_text(args, "request") && options[i].name; i++) {
        const pd_api_field *field = pd_tool_option_field(&is_query, args->command, i);
        if (!field || is_query || !args->values[i]) continue;

        char dashed[64];
        snprintf(dashed, sizeof dashed, "%s", field->name);
        for (char *c = dashed; *c; c++) *c = *c == '_' ? '-' : *c;
        pd_tool_usage(args, "--%s cannot be used with --request; write it into the request as \"%s\"", dashed,
                      field->name);
        return false;
    }

    return true;
}

/* Sends the request and writes the reply. */
static int mesh_answer(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query)
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
    if (check_request(args)) {
        pd_tool_fields_query(&query, args);
        pd_buffer_add(&query, "", 1);
        code = pd_tool_local_open_surface(&local, args);
        if (!code) code = mesh_answer(&local, args, path, (const char *)query.data);
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
    PD_TOOL_MODEL_ROW,
    {"format", "json|bin|npz|obj|ply|stl|glb", "format of the output [by the ending of -o, else json]", NULL},
    OWN_ROWS,
    PD_TOOL_FIELDS("POST /v1/models/{id}/mesh"),
    PD_TOOL_END};
static const pd_tool_option joints_options[] = {
    PD_TOOL_MODEL_ROW,
    {"format", "json|npz|bin", "format of the output [by the ending of -o, else json]", NULL},
    OWN_ROWS,
    PD_TOOL_FIELDS("POST /v1/models/{id}/joints"),
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
