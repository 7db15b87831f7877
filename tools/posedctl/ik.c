/* posedctl ik: brings joints to targets, and writes the pose or the posed body. */
#include "core/ik/job/status.h"
#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/ik/search/alternatives.h"
#include "core/io/json/json.h"
#include "tools/base/format.h"
#include "tools/motion/glb_pose.h"
#include "tools/base/field_option.h"
#include "tools/base/local.h"
#include "tools/base/model_file.h"
#include "tools/base/mode.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX (256u << 20)

/* Returns "1,2,3" as the JSON array [1,2,3], or NULL. */
static json_t *numbers_json(const char *text, size_t count)
{
    PD_ASSERT(count > 0);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        char *end;
        double value = strtod(text, &end);
        if (end == text || *end != (i + 1 < count ? ',' : 0)) break;
        if (json_array_append_new(array, json_real(value))) break; /* not finite */
        text = end + 1;
    }

    if (json_array_size(array) == count) return array;
    json_decref(array);

    return NULL;
}

/* Returns the value of a field as JSON: one, three or four numbers or a text. */
static json_t *value_json(const char *field, const char *text)
{
    static const char *const vectors[] = {"pole", "look_at", "look_axis", "centre"};

    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!strcmp(field, vectors[i])) return numbers_json(text, 3);
    if (!strcmp(field, "orientation")) return numbers_json(text, 4);
    if (!strcmp(field, "chain") || !strcmp(field, "frame")) return json_string(text);
    if (!strcmp(field, "distance_from")) return strchr(text, ',') ? numbers_json(text, 3) : json_string(text);
    if (!strcmp(field, "priority")) return json_integer(atoi(text));
    if (strcmp(field, "weight") && strcmp(field, "balance") && strcmp(field, "distance")) return NULL;
    json_t *one = numbers_json(text, 1);
    json_t *value = one ? json_incref(json_array_get(one, 0)) : NULL;
    json_decref(one);

    return value;
}

/* Adds a part of a target: "left_wrist=X,Y,Z" (the first one), "pole=X,Y,Z", "chain=JOINT", "keep". */
static bool add_piece(json_t *target, char *piece)
{
    char *value = strchr(piece, '=');
    int first = !json_object_size(target);

    if (!value && !first) return !strcmp(piece, "keep") && !json_object_set_new(target, "keep", json_true());
    if (!value) return !json_object_set_new(target, "joint", json_string(piece));

    /* The first piece is the joint with its position; later pieces are fields. */
    *value++ = 0;
    if (first) {
        json_object_set_new(target, "joint", json_string(piece));
        return !json_object_set_new(target, "position", numbers_json(value, 3));
    }

    return !json_object_set_new(target, piece, value_json(piece, value));
}

/* Fills in the request from the options. Returns false after it has printed an error. */
static bool make_request(json_t *request, const pd_tool_args *args)
{
    json_t *targets = json_array();

    json_object_set_new(request, "targets", targets);

    /* Each argument is one target, whose pieces are divided by slashes. */
    for (int i = 0; i < args->word_count; i++) {
        const char *word = args->words[i];
        char text[512];
        char *rest = text;
        char *piece;
        json_t *target = json_object();
        bool is_target = strlen(word) < sizeof text;

        snprintf(text, sizeof text, "%s", word);
        while (is_target && (piece = strsep(&rest, "/"))) is_target = add_piece(target, piece);
        if (!is_target) {
            json_decref(target);
            pd_tool_usage(args, "'%s' is no target: JOINT[=X,Y,Z][/FIELD=VALUE]... as in --help", word);
            return false;
        }

        json_array_append_new(targets, target);
    }

    /* Fields of the route. Their values are checked here,
     * since the api would name JSON fields in place of options. */
    if (!pd_tool_fields_json(request, args, "style")) return false;
    if (!args->word_count) {
        pd_tool_usage(args, "no targets");
        return false;
    }

    /* A style is one NAME, or a mixture NAME=PART,NAME=PART. */
    const char *style = pd_tool_text(args, "style");
    if (style && !strchr(style, '=') && json_object_set_new(request, "style", json_string(style)))
        return false;
    if (style && strchr(style, '=')) {
        char text[256];
        char *rest = text;
        char *part;
        json_t *parts = json_object();
        snprintf(text, sizeof text, "%s", style);
        while ((part = strsep(&rest, ","))) {
            char *equals = strchr(part, '=');
            char *end = NULL;
            const double value = equals ? strtod(equals + 1, &end) : 0;
            if (equals) *equals = 0;
            if (!equals || *end || end == equals + 1 || json_object_set_new(parts, part, json_real(value))) {
                json_decref(parts);
                pd_tool_usage(args, "--style %s; NAME or NAME=PART,NAME=PART allowed", style);
                return false;
            }
        }

        if (json_object_set_new(request, "style", parts)) return false;
    }

    /* Bones of a file: a BVH file is sent as text, a .glb or .vrm, which begins with "glTF", as base64. */
    const char *path = pd_tool_text(args, "skeleton");
    const char *bones = pd_tool_text(args, "bones");
    if (path) {
        pd_buffer file = {0}, text = {0};
        const bool is_read = !pd_tool_read_model(&file, args, path, NULL, REQUEST_MAX);
        const bool is_binary = is_read && file.size >= 4 && !memcmp(file.data, "glTF", 4);
        json_t *value = NULL;

        if (is_binary) pd_base64_encode(&text, file.data, file.size);
        if (is_binary && !text.failed)
            value = json_stringn_nocheck((const char *)text.data, text.size);
        else if (is_read && !is_binary)
            value = json_stringn((const char *)file.data, file.size);
        pd_buffer_deinit(&text);
        pd_buffer_deinit(&file);
        if (!is_read) return false;
        if (!value) {
            pd_tool_usage(args, "%s is neither text nor glTF", path);
            return false;
        }

        json_t *skeleton = json_pack("{s:o}", is_binary ? "glb" : "bvh", value);
        if (bones) json_object_set_new(skeleton, "bones", json_string(bones));
        json_object_set_new(request, "skeleton", skeleton);
    }

    return true;
}

/* Reads the request from the file of --request. Returns NULL after a complaint. */
static json_t *read_request(const pd_tool_args *args)
{
    pd_buffer file = {0};
    json_error_t where;
    bool is_out_of_memory;

    if (args->word_count) {
        pd_tool_usage(args, "targets and --request: write them into the request");
        return NULL;
    }

    json_t *request = NULL;
    if (!pd_tool_read(&file, args, pd_tool_text(args, "request"), REQUEST_MAX)) {
        request = pd_json_load((pd_bytes){file.data, file.size}, 0, &where, &is_out_of_memory);
        if (!request) pd_tool_usage(args, "line %d of the request: %s", where.line, where.text);
    }

    pd_buffer_deinit(&file);

    return request;
}

/* Sends a JSON request to the local api. */
static int post(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query,
                const json_t *request, pd_buffer *reply)
{
    char *text = json_dumps(request, JSON_COMPACT);
    pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
    int code = pd_tool_local_request(local, args, path, query, &body, reply);
    free(text);
    return code;
}

/* Prints the local quaternions of the joints that turned. */
static void print_pose(const json_t *pose, const json_t *names)
{
    const json_t *q;
    size_t i;

    json_array_foreach(json_object_get(pose, "quaternions"), i, q)
    {
        double v[4];
        for (size_t c = 0; c < 4; c++) v[c] = json_number_value(json_array_get(q, c));
        if (v[3] > 1 - 1e-9 || v[3] < -1 + 1e-9) continue;
        printf("%-16s %9.6f %9.6f %9.6f %9.6f\n", json_string_value(json_array_get(names, i)), v[0], v[1],
               v[2], v[3]);
    }
}

static void print_text_ik(const json_t *solution)
{
    static const char *const others[] = {"look_error", "pole_error", "distance_error", "centre_error"};
    const json_t *names = json_object_get(solution, "joint_names");
    const json_t *target, *other;
    const json_t *targets = json_object_get(solution, "targets");
    const json_t *hits = json_object_get(solution, "limits_hit");
    const json_t *hit;
    size_t i;

    printf("%s\n", json_string_value(json_object_get(solution, "status")));

    /* One line for each target, with its remaining errors. */
    json_array_foreach(targets, i, target)
    {
        const char *joint = json_string_value(json_object_get(target, "joint"));
        printf("%-16s %-11s %-8s %3lld iterations  %.3g m  %.3g rad", joint ? joint : "centre",
               json_string_value(json_object_get(target, "status")),
               json_string_value(json_object_get(target, "solver")),
               (long long)json_integer_value(json_object_get(target, "iterations")),
               json_number_value(json_object_get(target, "position_error")),
               json_number_value(json_object_get(target, "orientation_error")));
        for (size_t e = 0; e < sizeof others / sizeof *others; e++) {
            const json_t *left = json_object_get(target, others[e]);
            if (left) printf("  %s %.3g", others[e], json_number_value(left));
        }

        putchar('\n');
    }

    /* Joints that were stopped by their limits. */
    json_array_foreach(hits, i, hit)
        printf("%s %s (%s)", i ? "," : "at their limits:", json_string_value(json_object_get(hit, "joint")),
               json_string_value(json_object_get(hit, "limit")));
    if (json_array_size(hits)) putchar('\n');

    putchar('\n');
    print_pose(json_object_get(solution, "pose"), names);
    json_array_foreach(json_object_get(solution, "alternatives"), i, other)
    {
        printf("\nalternative %zu, %.3g rad apart\n", i + 1,
               json_number_value(json_object_get(other, "apart")));
        print_pose(json_object_get(other, "pose"), names);
    }
}

/* Writes the .glb or .vrm that the skeleton came from, in the pose that was found. */
static int write_file_ik(const pd_tool_args *args, const json_t *solution, const char *path)
{
    pd_buffer file = {0}, posed = {0};
    pd_error err = {0};
    int code = pd_tool_read_model(&file, args, pd_tool_text(args, "skeleton"), NULL, REQUEST_MAX);

    if (!code && pd_tool_glb_pose(&posed, (pd_bytes){file.data, file.size}, solution, &err) != PD_OK)
        code = pd_tool_usage(args, "-o wants a .glb or .vrm as skeleton: %s", err.detail);
    if (!code) code = pd_tool_write(args, path, posed.data, posed.size);
    pd_buffer_deinit(&file);
    pd_buffer_deinit(&posed);

    return code;
}

/* Writes the body in the pose that was found, by way of a mesh request. */
static int write_body(pd_tool_local *local, const pd_tool_args *args, const json_t *request,
                      const json_t *solution, const char *path)
{
    pd_buffer mesh = {0};
    json_t *betas = json_object_get(request, "betas");
    json_t *translation = json_object_get(request, "translation");

    if (!json_object_get(solution, "pose")) return pd_tool_usage(args, "-o wants one problem, not many");
    if (pd_tool_text(args, "skeleton")) return write_file_ik(args, solution, path);

    /* The translation of the solution replaces that of the request, since the root may have moved. */
    json_t *body = json_object();
    if (betas) json_object_set(body, "betas", betas);
    if (json_object_get(solution, "translation")) translation = json_object_get(solution, "translation");
    if (translation) json_object_set(body, "translation", translation);
    json_object_set(body, "quaternions", json_object_get(json_object_get(solution, "pose"), "quaternions"));

    int code = post(local, args, "/v1/models/default/mesh", "format=glb", body, &mesh);
    if (!code) code = pd_tool_write(args, path, mesh.data, mesh.size);
    json_decref(body);
    pd_buffer_deinit(&mesh);

    return code;
}

/* Writes NAME.glb, and the alternatives as NAME-1.glb and so on. */
static int write_bodies(pd_tool_local *local, const pd_tool_args *args, const json_t *request,
                        const json_t *solution)
{
    const char *path = pd_tool_text(args, "o");
    const char *dot = strrchr(path, '.');
    const int stem = dot && !strchr(dot, '/') ? (int)(dot - path) : (int)strlen(path);
    json_t *other;
    size_t i;
    int code = write_body(local, args, request, solution, path);

    json_array_foreach(json_object_get(solution, "alternatives"), i, other)
    {
        char numbered[4096];
        if (code) break;
        snprintf(numbered, sizeof numbered, "%.*s-%zu%s", stem, path, i + 1, path + stem);
        json_object_set(other, "nodes", json_object_get(solution, "nodes"));
        code = write_body(local, args, request, other, numbered);
    }

    return code;
}

/* PD_TOOL_UNREACHED, and a line for each problem of the reply that is not reached. */
static int judge_ik(const pd_tool_args *args, const json_t *reply)
{
    static const struct {
        const char *field, *unit, *of;
    } errors[] = {{"position_error", "m", ""},
                  {"orientation_error", "rad", " of orientation"},
                  {"look_error", "rad", " of gaze"},
                  {"pole_error", "rad", " from its pole"},
                  {"distance_error", "m", " of distance"},
                  {"centre_error", "m", " of balance"}};
    json_t *many = json_object_get(reply, "solutions");
    size_t count = many ? json_array_size(many) : 1;
    size_t i;
    int code = PD_TOOL_GOOD;

    /* A reply has one solution or several. */
    for (size_t p = 0; p < count; p++) {
        const json_t *solution = many ? json_array_get(many, p) : reply;
        const char *status = json_string_value(json_object_get(solution, "status"));
        json_t *targets = json_object_get(solution, "targets");
        json_t *target;
        if (!status || !strcmp(status, pd_ik_status_name(PD_IK_REACHED))) continue;

        code = PD_TOOL_UNREACHED;
        fprintf(stderr, "posedctl %s: ", args->command->name);
        if (many) fprintf(stderr, "problem %zu: ", p);
        fprintf(stderr, "not reached (%s)", status);
        json_array_foreach(targets, i, target)
        {
            const char *how = json_string_value(json_object_get(target, "status"));
            const char *joint = json_string_value(json_object_get(target, "joint"));

            /* Describe the target's largest error: "left_wrist is 2.38 m away". */
            char left[128] = "";
            double most = -1;
            for (size_t e = 0; e < sizeof errors / sizeof *errors; e++) {
                double error = json_number_value(json_object_get(target, errors[e].field));
                if (error <= most) continue;
                most = error;
                snprintf(left, sizeof left, "%s is %.3g %s%s away", joint ? joint : "the centre", error,
                         errors[e].unit, errors[e].of);
            }

            if (!how || strcmp(how, pd_ik_status_name(PD_IK_REACHED))) fprintf(stderr, "; %s", left);
        }

        fputc('\n', stderr);
    }

    return code;
}

static int run_ik(const pd_tool_args *args)
{
    const bool is_given = pd_tool_text(args, "request") != NULL;

    if (pd_tool_mode(args, "input", is_given ? "request" : "targets")) return 2;
    if (!is_given && pd_tool_mode(args, "bones", pd_tool_given(args, "skeleton") ? "file" : "model"))
        return 2;
    json_t *request = is_given ? read_request(args) : json_object();
    json_t *solution = NULL;
    if (!request) return 2;
    if (!is_given && !make_request(request, args)) {
        json_decref(request);
        return 2;
    }

    /* Solve the request. */
    pd_tool_local local;
    pd_buffer reply = {0};
    int code = pd_tool_local_open(&local, args);
    if (!code) code = post(&local, args, "/v1/ik/solve", NULL, request, &reply);
    if (!code) solution = json_loadb((const char *)reply.data, reply.size, 0, NULL);

    /* Print the reply; several solutions are always printed as JSON. */
    if (!code && (pd_tool_flag(args, "json") || json_object_get(solution, "solutions")))
        fwrite(reply.data, 1, reply.size, stdout);
    else if (!code)
        print_text_ik(solution);

    /* Write the bodies before judging: the nearest pose is written even if a target was not reached. */
    if (!code && pd_tool_text(args, "o")) code = write_bodies(&local, args, request, solution);
    if (!code) code = judge_ik(args, solution);
    json_decref(solution);
    pd_buffer_deinit(&reply);
    pd_tool_local_close(&local);
    json_decref(request);

    return code;
}

#define FIELD(name) PD_TOOL_FIELD(name, "POST /v1/ik/solve")
static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    FIELD("betas"),
    FIELD("pose"),
    {"skeleton", "FILE", "bones of a .glb, .vrm or .bvh file in place of the model's", NULL},
    {"bones", "all|humanoid", "bones of a .vrm to use: all, or only those that VRM names (humanoid)", NULL},
    FIELD("solver"),
    {"style", "NAME",
     "style for solver example: walk, run, crouch, reach ... as in the pose prior, or a mixture of two: "
     "walk=0.3,crouch=0.7 [any]",
     NULL},
    FIELD("damping"),
    FIELD("limits"),
    FIELD("rest-gain"),
    FIELD("alternatives"),
    FIELD("others"),
    FIELD("grow"),
    FIELD("move-root"),
    FIELD("iterations"),
    FIELD("tolerance"),
    {"request", "FILE", "a JSON request as for POST /v1/ik/solve, - for stdin; replaces targets and options",
     NULL},
    {"o", "FILE.glb",
     "write the posed body, or the skeleton's own .glb or .vrm in that pose; alternatives as FILE-1.glb and "
     "so on",
     NULL},
    {"json", NULL, "print the reply as JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_ik = {
    .name = "ik",
    .words = "JOINT[=X,Y,Z][/FIELD=VALUE]...",
    .summary = "Move joints to targets (inverse kinematics)",
    .details =
        "Prints the status and the remaining distance of every target, then the local rotations "
        "(quaternions\n"
        "x y z w) of the joints that changed. Positions are metres in model space; checks are those of\n"
        "POST /v1/ik/solve. The exit status is 3 when a target is not reached; the nearest pose is written "
        "too.\n"
        "Fields: pole, look_at, look_axis, centre (X,Y,Z), orientation (X,Y,Z,W), chain, frame (JOINT), "
        "distance,\n"
        "distance_from (JOINT or X,Y,Z), weight, balance, priority, keep.\n\n"
        "  posedctl ik left_wrist=0.4,0.3,0.3 -o reaching.glb\n"
        "  posedctl ik left_wrist=0.4,0.3,0.3/pole=0.4,-1,-0.2 head=0.1,0.5,0.2 --json\n"
        "  posedctl ik --skeleton avatar.vrm --limits leftHand=0.4,1.2,0.3 -o reaching.vrm\n"
        "  posedctl ik --limits left_hand=0.1,0.3,0.4 head/look_at=0.1,0.3,0.8 right_ankle/keep",
    .options = options,
    .run = run_ik,
};
