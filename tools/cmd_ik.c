/* posedctl ik: joints brought to targets; the pose, and the posed body when asked. */
#include "core/ik/status.h"
#include "tools/local.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX (256u << 20)

/* "1,2,3" as [1,2,3], or NULL. */
static json_t *numbers_json(const char *text, size_t count)
{
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

/* One piece of a target: "left_wrist=X,Y,Z" (the first one), "pole=X,Y,Z", "orientation=X,Y,Z,W", "chain=JOINT". */
static int add_piece(json_t *target, char *piece)
{
    char *value = strchr(piece, '=');
    int first = !json_object_size(target);
    if (!value) return first && !json_object_set_new(target, "joint", json_string(piece));
    *value++ = 0;
    if (first) {
        json_object_set_new(target, "joint", json_string(piece));
        return !json_object_set_new(target, "position", numbers_json(value, 3));
    }
    if (!strcmp(piece, "chain")) return !json_object_set_new(target, "chain", json_string(value));
    if (!strcmp(piece, "pole")) return !json_object_set_new(target, "pole", numbers_json(value, 3));
    if (!strcmp(piece, "orientation"))
        return !json_object_set_new(target, "orientation", numbers_json(value, 4));
    return 0;
}

static json_t *target_json(const char *word)
{
    char text[512], *rest = text, *piece;
    json_t *target = json_object();
    int good = strlen(word) < sizeof text;
    snprintf(text, sizeof text, "%s", word);
    while (good && (piece = strsep(&rest, "/"))) good = add_piece(target, piece);
    if (good) return target;
    json_decref(target);
    return NULL;
}

static int add_targets(json_t *request, const pd_tool_args *args)
{
    json_t *targets = json_array();
    json_object_set_new(request, "targets", targets);
    for (int i = 0; i < args->word_count; i++) {
        json_t *target = target_json(args->words[i]);
        if (!target)
            return pd_tool_usage(args,
                                 "'%s' is no target: JOINT=X,Y,Z/pole=X,Y,Z/orientation=X,Y,Z,W/chain=JOINT",
                                 args->words[i]),
                   0;
        json_array_append_new(targets, target);
    }
    return 1;
}

static int add_list(json_t *request, const pd_tool_args *args, const char *name)
{
    static float values[4096];
    int count;
    if (!pd_tool_floats(values, &count, args, name, 4096)) return 0;
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, json_real(values[i]));
    if (count) json_object_set(request, name, array);
    json_decref(array);
    return 1;
}

/* The request that the options make, or NULL after a complaint. */
static json_t *make_request(const pd_tool_args *args)
{
    json_t *request = json_object();
    int iterations = 0;
    double tolerance = 0;
    int good = add_targets(request, args) && add_list(request, args, "betas") &&
               add_list(request, args, "pose") && pd_tool_int(&iterations, args, "iterations", 1, 10000) &&
               pd_tool_double(&tolerance, args, "tolerance", 1e-9, 1);
    if (good && !args->word_count) good = (pd_tool_usage(args, "no targets"), 0);
    json_object_set_new(request, "solver", json_string(pd_tool_text(args, "solver")));
    if (iterations) json_object_set_new(request, "iterations", json_integer(iterations));
    if (tolerance > 0) json_object_set_new(request, "tolerance", json_real(tolerance));
    if (good) return request;
    json_decref(request);
    return NULL;
}

static json_t *read_request(const pd_tool_args *args)
{
    pd_buffer file = {0};
    json_error_t where;
    if (args->word_count)
        return pd_tool_usage(args, "targets and --request: write them into the request"), NULL;
    json_t *request = NULL;
    if (!pd_tool_read(&file, args, pd_tool_text(args, "request"), REQUEST_MAX)) {
        request = json_loadb((const char *)file.data, file.size, 0, &where);
        if (!request) pd_tool_usage(args, "line %d of the request: %s", where.line, where.text);
    }
    pd_buffer_deinit(&file);
    return request;
}

static int post(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query,
                const json_t *request, pd_buffer *reply)
{
    char *text = json_dumps(request, JSON_COMPACT);
    pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
    int code = pd_tool_local_request(local, args, path, query, &body, reply);
    free(text);
    return code;
}

static void print_target(const json_t *target)
{
    printf("%-16s %-11s %-8s %3lld iterations  %.3g m  %.3g rad\n",
           json_string_value(json_object_get(target, "joint")),
           json_string_value(json_object_get(target, "status")),
           json_string_value(json_object_get(target, "solver")),
           (long long)json_integer_value(json_object_get(target, "iterations")),
           json_number_value(json_object_get(target, "position_error")),
           json_number_value(json_object_get(target, "orientation_error")));
}

/* The joints that turned, by their local quaternions. */
static void print_text(const json_t *solution)
{
    const json_t *names = json_object_get(solution, "joint_names"), *q, *target;
    const json_t *targets = json_object_get(solution, "targets");
    const json_t *quaternions = json_object_get(json_object_get(solution, "pose"), "quaternions");
    size_t i;
    printf("%s\n", json_string_value(json_object_get(solution, "status")));
    json_array_foreach(targets, i, target)
    {
        print_target(target);
    }
    putchar('\n');
    json_array_foreach(quaternions, i, q)
    {
        double v[4];
        for (size_t c = 0; c < 4; c++) v[c] = json_number_value(json_array_get(q, c));
        if (v[3] > 1 - 1e-9 || v[3] < -1 + 1e-9) continue;
        printf("%-16s %9.6f %9.6f %9.6f %9.6f\n", json_string_value(json_array_get(names, i)), v[0], v[1],
               v[2], v[3]);
    }
}

/* The body in the pose that was found, as its own mesh request. */
static int write_body(pd_tool_local *local, const pd_tool_args *args, const json_t *request,
                      const json_t *solution)
{
    const char *file = pd_tool_text(args, "o");
    pd_buffer mesh = {0};
    json_t *body = json_object();
    json_t *betas = json_object_get(request, "betas"), *translation = json_object_get(request, "translation");
    if (!json_object_get(solution, "pose"))
        return json_decref(body), pd_tool_usage(args, "-o wants one problem, not many");
    if (betas) json_object_set(body, "betas", betas);
    if (translation) json_object_set(body, "translation", translation);
    json_object_set(body, "quaternions", json_object_get(json_object_get(solution, "pose"), "quaternions"));
    int code = post(local, args, "/v1/models/default/mesh", "format=glb", body, &mesh);
    if (!code) code = pd_tool_write(args, file, mesh.data, mesh.size);
    json_decref(body);
    pd_buffer_deinit(&mesh);
    return code;
}

static int answer(pd_tool_local *local, const pd_tool_args *args, const json_t *request)
{
    pd_buffer reply = {0};
    int code = post(local, args, "/v1/ik/solve", NULL, request, &reply);
    json_t *solution = code ? NULL : json_loadb((const char *)reply.data, reply.size, 0, NULL);
    int many = json_object_get(solution, "solutions") != NULL;
    if (!code && (pd_tool_flag(args, "json") || many))
        fwrite(reply.data, 1, reply.size, stdout);
    else if (!code)
        print_text(solution);
    if (!code && pd_tool_text(args, "o")) code = write_body(local, args, request, solution);
    json_decref(solution);
    pd_buffer_deinit(&reply);
    return code;
}

static int run(const pd_tool_args *args)
{
    pd_tool_local local;
    json_t *request = pd_tool_text(args, "request") ? read_request(args) : make_request(args);
    if (!request) return 2;
    int code = pd_tool_local_open(&local, args);
    if (!code) code = answer(&local, args, request);
    pd_tool_local_close(&local);
    json_decref(request);
    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"betas", "LIST", "shape coefficients, which give the bones their lengths", NULL},
    {"pose", "LIST", "the start: axis-angle per joint; without it the T-pose", NULL},
    {"solver", "NAME", "auto, two_bone or fabrik", "auto"},
    {"iterations", "N", "per target, at most [64]", NULL},
    {"tolerance", "M", "metres and radians that count as reached [0.001]", NULL},
    {"request", "FILE", "a JSON request as for POST /v1/ik/solve, - for stdin; replaces targets and options",
     NULL},
    {"o", "FILE.glb", "write the posed body", NULL},
    {"json", NULL, "print the reply as JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_ik = {
    "ik",
    "JOINT=X,Y,Z[/pole=X,Y,Z][/orientation=X,Y,Z,W][/chain=JOINT]...",
    "bring joints to targets (inverse kinematics)",
    "Prints the status and what is left of every target, then the local rotations (quaternions x y z w) of "
    "the\n"
    "joints that turned. Positions are metres in model space; checks are those of POST /v1/ik/solve.\n\n"
    "  posedctl ik left_wrist=0.4,0.3,0.3 -o reaching.glb\n"
    "  posedctl ik left_wrist=0.4,0.3,0.3/pole=0.4,-1,-0.2 head=0.1,0.5,0.2 --json",
    options,
    run};
