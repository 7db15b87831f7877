/* posedctl rig: a skeleton and weights for a mesh that has none. */
#include "tools/base/mode.h"
#include "tools/base/local.h"
#include "tools/base/model_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (256u << 20)

/* The media type that the api would be sent: by the first bytes. */
static const char *type_of(pd_bytes file)
{
    if (file.size >= 4 && !memcmp(file.data, "glTF", 4)) return "model/gltf-binary";
    if (file.size >= 3 && !memcmp(file.data, "ply", 3)) return "application/x-ply";
    return "model/obj";
}

static int write_member(const pd_tool_args *args, const json_t *reply, const char *member, const char *path)
{
    const char *text = json_string_value(json_object_get(json_object_get(reply, member), "base64"));
    return pd_tool_write_base64(args, path, text ? text : "");
}

static double rig_number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static void print_report(const pd_tool_args *args, const json_t *reply)
{
    const json_t *repaired = json_object_get(reply, "repaired");
    const json_t *wanted = json_object_get(reply, "markers_wanted");
    const json_t *row;
    size_t i;

    pd_tool_note(
        args,
        "%.0f vertices, %.0f islands, %.4g high; a %s: residual %.1f %%, %.0f %% of the surface covered",
        rig_number(reply, "vertices"), rig_number(reply, "islands"), rig_number(reply, "height"),
        json_string_value(json_object_get(reply, "template")), 100 * rig_number(reply, "residual"),
        100 * rig_number(reply, "coverage"));
    pd_tool_note(args, "up is %s; looks along (%.2f, %.2f, %.2f)",
                 json_string_value(json_object_get(reply, "up")),
                 json_number_value(json_array_get(json_object_get(reply, "facing"), 0)),
                 json_number_value(json_array_get(json_object_get(reply, "facing"), 1)),
                 json_number_value(json_array_get(json_object_get(reply, "facing"), 2)));
    pd_tool_note(args,
                 "repaired: %.0f vertices merged, %.0f triangles without area, %.0f triangles and %.0f "
                 "islands turned over",
                 rig_number(repaired, "merged_vertices"), rig_number(repaired, "dropped_triangles"),
                 rig_number(repaired, "turned_triangles"), rig_number(repaired, "turned_islands"));
    pd_tool_note(
        args,
        "skin: %.0f vertices of one leg on the other and %.0f overstretched edges mended; %.0f edges stay "
        "overstretched in a walk (largest stretch %.1f)",
        rig_number(repaired, "crossed_vertices"), rig_number(repaired, "stretched_edges"),
        rig_number(reply, "stretched_edges"), rig_number(reply, "largest_stretch"));
    json_array_foreach(json_object_get(reply, "joints"), i, row)
    {
        if (rig_number(row, "confidence") < 0.3)
            pd_tool_note(args, "doubtful: %s (%.2f)", json_string_value(json_object_get(row, "bone")),
                         rig_number(row, "confidence"));
    }

    if (json_is_true(json_object_get(reply, "doubtful")))
        pd_tool_note(args, "the whole rig is doubtful: look at its picture (--picture)");
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "right" : "left";
        const json_t *hand = json_object_get(json_object_get(reply, "fingers"), name);
        const char *why = json_string_value(json_object_get(hand, "why"));
        if (hand && why)
            pd_tool_note(args, "%s hand: no joints of fingers: %.0f parts are seen; %s", name,
                         rig_number(hand, "parts"), why);
        else if (hand)
            pd_tool_note(args, "%s hand: %.0f joints of fingers", name, rig_number(hand, "joints"));
    }

    json_array_foreach(wanted, i, row)
        pd_tool_note(args, "would help: --marker %s=X,Y,Z", json_string_value(row));
}

static int run_rig(const pd_tool_args *args)
{
    const char *out = pd_tool_text(args, "o");
    const char *markers = pd_tool_text(args, "marker");
    const char *picture = pd_tool_text(args, "picture");
    const char *report = pd_tool_text(args, "report");
    const char *up = pd_tool_text(args, "up");
    const char *facing = pd_tool_text(args, "facing");
    const char *body = pd_tool_text(args, "template");
    const char *weights = pd_tool_text(args, "weights");
    pd_buffer file = {0}, query = {0}, reply = {0};
    pd_tool_local local;

    if (args->word_count != 1)
        return pd_tool_usage(args, "one mesh is needed: .glb, .gltf, .obj, .ply or a .zip of one");
    if (pd_tool_mode(args, "template", body && strcmp(body, "person") != 0 ? "animal" : "person")) return 2;
    int code = pd_tool_read_model(&file, args, args->words[0], ".obj .ply", FILE_MAX);
    if (code) return code;
    code = pd_tool_local_open(&local, args);
    if (code) {
        pd_buffer_deinit(&file);
        return code;
    }

    const pd_bytes bytes = {file.data, file.size};
    local.content_type = type_of(bytes);
    pd_tool_query_add(&query, "format", "json");
    if (markers) pd_tool_query_add(&query, "markers", markers);
    if (body) pd_tool_query_add(&query, "template", body);
    if (up) pd_tool_query_add(&query, "up", up);
    if (facing) pd_tool_query_add(&query, "facing", facing);
    if (weights) pd_tool_query_add(&query, "weights", weights);
    if (picture) pd_tool_query_add(&query, "picture", "true");
    if (pd_tool_flag(args, "replace")) pd_tool_query_add(&query, "replace", "true");
    pd_buffer_add(&query, "", 1);
    code = pd_tool_local_request(&local, args, "/v1/rig", (const char *)query.data, &bytes, &reply);
    json_t *found = code ? NULL : json_loadb((const char *)reply.data, reply.size, 0, NULL);

    if (found) print_report(args, found);
    if (found && out) code = write_member(args, found, "mesh", out);
    if (found && !code && picture) code = write_member(args, found, "picture", picture);
    if (found && !code && report) {
        json_object_del(found, "mesh");
        json_object_del(found, "picture");
        char *text = json_dumps(found, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
        code = pd_tool_write(args, report, text, text ? strlen(text) : 0);
        free(text);
    }

    json_decref(found);
    pd_buffer_deinit(&file);
    pd_buffer_deinit(&query);
    pd_buffer_deinit(&reply);
    pd_tool_local_close(&local);

    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE", "write the rigged .glb there; - is standard output", NULL},
    {"marker", "LIST",
     "positions of parts in the file's coordinates: \"chin=0,1.6,0.1;left_knee=...\" (chin, wrists, elbows, "
     "knees, groin)",
     NULL},
    {"template", "PLAN", "body plan of the mesh: person, quadruped, bird or spider [person]", NULL},
    {"up", "AXIS", "up axis of the file: y, z, x, -y, -z or -x [found from the shape]", NULL},
    {"facing", "AXIS", "axis of the file towards which the body faces [found from the shape]", NULL},
    {"weights", "METHOD",
     "method of the skin weights: auto, learned, mix, template, heat, distance or geodesic; learned, mix and "
     "template only for a person [auto]",
     NULL},
    {"picture", "FILE", "PNG file for a picture of the mesh with its joints, from the front and the left",
     NULL},
    {"report", "FILE", "file for the report, as JSON", NULL},
    {"replace", NULL, "replace the skeleton of a file that has one; without this such a file is refused",
     NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_rig = {
    .name = "rig",
    .words = "MESH",
    .summary = "Rig the mesh of a person or an animal: make a skeleton and skin weights",
    .details =
        "MESH is a .glb, .obj or .ply of one person (or, with --template, a quadruped, a bird with its wings "
        "spread or a "
        "spider), to 200,000 vertices, any axis up and looking anywhere.\n"
        "docs/guide/characters.md describes the output and the requirements on the mesh.\n\n"
        "  posedctl rig me.obj -o me.glb --picture me.png\n"
        "  posedctl rollout --character me.glb --script walk.yaml -o walk.glb",
    .options = options_table,
    .run = run_rig,
};
