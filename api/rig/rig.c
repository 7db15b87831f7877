#include "api/rig/rig.h"

#include "api/http/upload.h"
#include "api/http/call.h"
#include "api/http/json_write.h"
#include "core/base/text/base64.h"
#include "core/base/text/length.h"
#include "core/animal/rig.h"
#include "core/rig/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rig_values {
    const char *markers;
    int format, picture, replace, up, facing, plan, weights;
} rig_values;

/* "|auto|y|..." and so on, from the owners' tables; the leading bar is skipped. */
#define AXIS_CHOICE(id, name) "|" name
static const char axis_names[] = PD_RIG_AXIS_TABLE(AXIS_CHOICE);
#define PLAN_CHOICE(id, name, doc) "|" #name
static const char plan_names[] = PD_RIG_PLAN_TABLE(PLAN_CHOICE);
#define METHOD_CHOICE(id, name) "|" #name
static const char method_names[] = PD_RIG_METHOD_TABLE(METHOD_CHOICE);
/* "chin, left_wrist, ...groin, " */
#define MARKER_NAME(id, name, joint) name ", "
#define MARKER_NAMES                 PD_RIG_MARKER_TABLE(MARKER_NAME)

enum { AS_GLB, AS_JSON };

#define PICTURE_MS 100 /* time of drawing and packing a picture */

const pd_api_field pd_api_rig_query_fields[] = {
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = offsetof(rig_values, format),
     .choices = "glb|json",
     .doc = "Format of the reply: glb (the rigged file) or json (the report, with the file in base64). "
            "Without it the header Accept decides."},
    {.name = "markers",
     .type = PD_API_TEXT,
     .offset = offsetof(rig_values, markers),
     .example = "\"chin=0,1.58,0.1;left_knee=0.1,0.5,0.05\"",
     .doc = "Positions of parts of the body, for a mesh that is rigged wrongly without them: one or more "
            "of " MARKER_NAMES "each as NAME=X,Y,Z in the file's coordinates, with semicolons between."},
    {.name = "template",
     .type = PD_API_CHOICE,
     .offset = offsetof(rig_values, plan),
     .choices = plan_names + 1,
     .preset = "\"person\"",
     .doc = "Body plan of the mesh. Plans other than person are fitted by the shape of the solid alone (as "
            "in Pinocchio); a bird's wings must be spread."},
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(rig_values, up),
     .choices = axis_names + 1,
     .doc = "Up axis of the file. Without it, or with auto, it is found from the shape, and the report "
            "states it."},
    {.name = "facing",
     .type = PD_API_CHOICE,
     .offset = offsetof(rig_values, facing),
     .choices = axis_names + 1,
     .doc = "Axis of the file towards which the body faces. Without it, or with auto, it is found from the "
            "shape."},
    {.name = "weights",
     .type = PD_API_CHOICE,
     .offset = offsetof(rig_values, weights),
     .choices = method_names + 1,
     .preset = "\"auto\"",
     .doc = "Method of the skin weights. The default auto is learned for people and heat for other plans."},
    {.name = "picture",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(rig_values, picture),
     .preset = "false",
     .doc = "True adds to the JSON report a picture (PNG) of the mesh with its joints, from the front and "
            "from the left. Only for format json."},
    {.name = "replace",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(rig_values, replace),
     .preset = "false",
     .doc = "True rigs a file that already has a skeleton again; its skins and animations are dropped."},
    {0},
};

typedef struct rig_job {
    pd_bytes file;
    pd_rig_markers markers;
    bool has_markers, wants_json, wants_picture, replaces;
    pd_rig_axis up, facing;
    pd_rig_plan_id plan;
    pd_rig_method weights;
    pd_api_model learned,
        skin; /* the start of the fit and the network of weights, retained; all NULL: there is none */
} rig_job;

/* Releases the models of the job. */
static void release_rig(pd_api_call *call)
{
    rig_job *own = call->job;
    pd_api_model_release(&own->learned);
    pd_api_model_release(&own->skin);
}

bool pd_api_rig_markers(pd_rig_markers *out, const char *text, pd_error *err)
{
    memset(out, 0, sizeof *out);
    while (*text) {
        const size_t name = strcspn(text, "=");
        char *end = NULL;
        int k = 0, c = 0;

        /* Find the marker by its name. */
        while (k < PD_RIG_MARKER_COUNT &&
               (strlen(pd_rig_marker_names[k]) != name || strncmp(pd_rig_marker_names[k], text, name)))
            k++;
        if (k == PD_RIG_MARKER_COUNT) {
            pd_fail(err, PD_ERR_INVALID, "/markers",
                    "\"%.24s\"; one of " MARKER_NAMES "as NAME=X,Y,Z expected", text);
            return false;
        }

        /* Read three coordinates. */
        for (const char *at = text + name; c < 3 && (*at == '=' || *at == ','); c++, at = end) {
            out->at[k][c] = strtod(at + 1, &end);
            if (end == at + 1 || !(fabs(out->at[k][c]) <= 1e6)) break;
        }

        if (c < 3 || (*end && *end != ';')) {
            pd_fail(err, PD_ERR_INVALID, "/markers", "\"%.40s\"; three numbers from -1e6 to 1e6 expected",
                    text);
            return false;
        }

        out->given[k] = true;
        text = end + (*end == ';');
    }

    return true;
}

/* ---- the reply ---- */

/* Writes the joints and fingers that were found in each hand, and why there are fewer than usual. */
static void fingers_json(pd_buffer *out, const pd_rig_result *rig)
{
    pd_buffer_text(out, ",\"fingers\":{");
    for (int side = 0; side < 2; side++) {
        const pd_rig_hand *hand = &rig->hands[side];
        pd_buffer_printf(out, "%s\"%s\":{\"joints\":%d,\"parts\":%d", side ? "," : "",
                         side ? "right" : "left", hand->joints, hand->fingers);
        if (hand->why) pd_buffer_printf(out, ",\"why\":\"%s\"", hand->why);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "}");
}

/* Positions of the joints in metres. `second_opinion` is the distance of another estimate. */
static void joints_json(pd_buffer *out, const pd_rig_result *rig)
{
    pd_buffer_text(out, ",\"joints\":[");
    for (int j = 0; j < rig->bone_count; j++) {
        double at[3];
        for (int c = 0; c < 3; c++) at[c] = rig->bones[j].at[c] * rig->mesh.height;
        pd_buffer_printf(out, "%s{\"bone\":\"%s\",\"confidence\":%.2f,", j ? "," : "", rig->bones[j].name,
                         rig->bones[j].confidence);
        if (rig->plan == PD_RIG_PERSON && j < PD_RIG_JOINTS && rig->second[j] >= 0)
            pd_buffer_printf(out, "\"second_opinion\":%.4f,", rig->second[j]);
        pd_buffer_text(out, "\"position\":");
        pd_api_json_doubles(out, at, 3);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Writes the report about the mesh, its repairs and its joints. */
static void report_json(pd_buffer *out, const pd_rig_result *rig, const pd_io_surface *surface)
{
    const pd_rig_mesh *m = &rig->mesh;
    const unsigned wanted = pd_rig_markers_wanted(rig);

    pd_buffer_printf(
        out,
        "{\"template\":\"%s\",\"residual\":%.4f,\"coverage\":%.3f,\"doubtful\":%s,\"height\":%.6g,"
        "\"vertices\":%d,\"triangles\":%"
        "d,"
        "\"islands\":%d,\"border_edges\":%d,\"stretched_edges\":%d,\"largest_stretch\":%.3g,\"repaired\":{"
        "\"crossed_"
        "vertices\":%d,\"stretched_edges\":%d,\"merged_vertices\":%d,\"dropped_triangles\":%d,"
        "\"turned_triangles\":%d,\"turned_islands\":%d,\"unheated_vertices\":%d},\"markers_wanted\":[",
        pd_rig_plans[rig->plan].name, rig->quality.residual, rig->quality.coverage,
        rig->is_doubtful ? "true" : "false", m->height, surface->vertex_count, surface->face_count,
        m->island_count, m->border_edges, rig->mended.stretched, fmax(1, rig->mended.stretch),
        rig->mended.crossed, rig->mended.mended, m->merged_vertices, m->dropped_faces, m->turned_faces,
        m->turned_islands, rig->weights.unheated);

    /* Markers that would help most. */
    for (int k = 0, any = 0; k < PD_RIG_MARKER_COUNT; k++)
        if (wanted >> k & 1) pd_buffer_printf(out, "%s\"%s\"", any++ ? "," : "", pd_rig_marker_names[k]);
    pd_buffer_text(out, "]");
    if (isfinite(rig->penalty)) pd_buffer_printf(out, ",\"penalty\":%.3f", rig->penalty);
    pd_buffer_printf(out, ",\"up\":\"%s\",\"facing\":", pd_rig_axis_names[rig->up]);
    pd_api_json_doubles(out, rig->facing, 3);
    pd_buffer_text(out, ",\"upright\":");
    pd_api_json_doubles(out, m->upright, 12);
    if (rig->plan == PD_RIG_PERSON) fingers_json(out, rig);
    joints_json(out, rig);
}

/* Writes a file as a member of the JSON report. */
static void base64_member(pd_buffer *out, const char *name, const char *type, const pd_buffer *bytes)
{
    pd_buffer_printf(out, ",\"%s\":{\"type\":\"%s\",\"base64\":\"", name, type);
    pd_base64_encode(out, bytes->data, bytes->size);
    pd_buffer_text(out, "\"}");
}

/* Sets the header with the quality of the rig, "Posed-Rig: residual=0.0180; doubtful=leftFoot,head". */
static void quality_header(pd_api_reply *reply, const pd_rig_result *rig)
{
    char text[160] = "";
    size_t used = 0;

    for (int j = 0; j < rig->bone_count && used + 24 < sizeof text; j++)
        if (rig->bones[j].confidence < PD_RIG_DOUBTFUL)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "," : "",
                                     rig->bones[j].name);
    pd_api_header_set(reply, "Posed-Rig", "residual=%.4f%s%s", rig->quality.residual,
                      used ? "; doubtful=" : "", text);
}

/* Rigs the mesh and writes the file or the report. */
static void run_rig(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const rig_job *own = call->job;
    pd_rig_template template;
    pd_buffer glb = {0}, png = {0};
    pd_io_surface surface;
    pd_io_bundle bundle;
    pd_rig_result rig;
    pd_error err;
    (void)scratch;
    (void)executor;

    /* One file of an archive or a .gltf. */
    if (!pd_api_open_bundle(&bundle, call, own->file, ".obj .ply")) return;

    /* The template: the body model's mesh and joints. */
    if (pd_rig_template_init(&template, pd_api_model_body(&call->model), &err) != PD_OK) {
        pd_api_refuse(call, pd_status_http(err.status), NULL, "%s: %s", err.where, err.detail);
        pd_io_bundle_close(&bundle);
        return;
    }

    const pd_rig_file_job job = {.file = bundle.file,
                                 .template = &template,
                                 .start = pd_api_model_rig_start(&own->learned),
                                 .markers = own->has_markers ? &own->markers : NULL,
                                 .replace = own->replaces,
                                 .plan = own->plan,
                                 .up = own->up,
                                 .facing = own->facing,
                                 .weights = own->weights,
                                 .run = own->plan == PD_RIG_PERSON ? pd_rig_run : pd_animal_rig_run,
                                 .net = pd_api_model_rig_net(&own->skin),
                                 .json_memory = call->limits->json_memory,
                                 .cancel = call->cancel};

    /* Read the mesh. Its counts tell the memory that rigging needs. */
    memset(&rig, 0, sizeof rig);
    pd_status status = pd_io_surface_read(&surface, bundle.file, job.json_memory, &err);
    if (status == PD_OK && !pd_api_hold(call, pd_rig_file_bytes(&surface))) {
        pd_io_bundle_close(&bundle);
        pd_io_surface_deinit(&surface);
        pd_rig_template_deinit(&template);
        return;
    }

    /* Rig it and write the reply. */
    if (status == PD_OK) status = pd_rig_file_rig(&glb, &rig, &surface, &job, &err);
    if (status == PD_OK && own->wants_picture) status = pd_rig_picture(&png, &rig, call->cancel, &err);
    if (status != PD_OK) {
        pd_api_refuse(call, pd_status_http(status), NULL, "%s%s%s", err.where, *err.where ? ": " : "",
                      err.detail);
    } else if (own->wants_json) {
        pd_buffer *out = pd_api_answer(call, 200, "application/json");
        report_json(out, &rig, &surface);
        base64_member(out, "mesh", "model/gltf-binary", &glb);
        if (own->wants_picture) base64_member(out, "picture", "image/png", &png);
        pd_buffer_text(out, "}\n");
    } else {
        pd_buffer_add(pd_api_answer(call, 200, "model/gltf-binary"), glb.data, glb.size);
    }

    /* Quality, which clients see before they open the file, and a height that no person has: the file that is
     * written is in metres. */
    char high[160] = "";
    char stretched[224] = "";
    if (status == PD_OK) quality_header(&call->reply, &rig);
    if (status == PD_OK && own->plan == PD_RIG_PERSON)
        pd_length_person_note(high, sizeof high, rig.mesh.height);
    if (status == PD_OK && rig.mended.stretched)
        snprintf(
            stretched, sizeof stretched,
            "%s%d edges of the skin stretch by more than %.0f times in a walk (up to %.0f): parts that touch "
            "may be one surface, or a joint is off its place; see markers",
            *high ? "; " : "", rig.mended.stretched, PD_RIG_MEND_STRETCH, rig.mended.stretch);
    if (*high || *stretched)
        pd_api_header_set(&call->reply, "Posed-Warning", "%s%s%s", *high ? "the mesh is " : "", high,
                          stretched);

    pd_rig_deinit(&rig);
    pd_io_surface_deinit(&surface);
    pd_buffer_deinit(&glb);
    pd_buffer_deinit(&png);
    pd_io_bundle_close(&bundle);
    pd_rig_template_deinit(&template);
}

/* ---- the request ---- */

/* Estimates the memory for reading the file. The memory of the rigging itself is held later, when the counts
 * of the mesh are known. */
static size_t rig_bytes(const pd_api_call *call, int threads)
{
    const rig_job *own = call->job;
    (void)threads;
    return pd_io_surface_read_bytes(own->file, call->limits->json_memory) + 6 * own->file.size;
}

/* Estimates the cost from the size of the file: usual files have 48 bytes for each vertex with its triangles.
 * In a glTF, parts may be shared by several nodes. */
double pd_api_rig_cost(const pd_api_call *call)
{
    const rig_job *own = call->job;
    const bool is_glb = (own->file.size >= 4 && !memcmp(own->file.data, "glTF", 4)) ||
                        pd_io_bundle_is_zip(own->file) || pd_io_bundle_is_gltf(own->file);
    const size_t size = own->file.size / 48;
    const size_t least = is_glb ? PD_IO_SURFACE_VERTICES / 4 : 0;
    const size_t vertices = size > least ? size : least;
    const pd_rig_job job = {.vertex_count =
                                vertices < PD_IO_SURFACE_VERTICES ? (int)vertices : PD_IO_SURFACE_VERTICES,
                            .plan = own->plan,
                            .up = own->up,
                            .facing = own->facing};

    return pd_rig_milliseconds(&job) + (own->wants_picture ? PICTURE_MS : 0);
}

/* Checks the decoded query and sets the options of the job. */
static bool read_options(rig_job *job, rig_values *v, pd_api_call *call, const pd_api_request *request)
{
    static const char *const types[] = {"model/gltf-binary", "application/json"};
    pd_api_problems *problems = &call->problems;
    pd_error err;
    bool good = true;

    /* Markers. */
    if (v->markers) {
        job->has_markers = true;
        good = pd_api_rig_markers(&job->markers, v->markers, &err) || pd_api_note_error(problems, "", &err);
    }

    /* Axes: up and facing are at right angles. */
    if (good && v->up && v->facing && v->up % 3 == v->facing % 3)
        good = pd_api_note(problems, PD_ERR_INVALID, "/facing",
                           "\"%s\" is along up, \"%s\"; another axis expected", pd_rig_axis_names[v->facing],
                           pd_rig_axis_names[v->up]);

    /* Template and the method of the weights. */
    job->plan = (pd_rig_plan_id)v->plan;
    job->weights = (pd_rig_method)v->weights;
    if (good && !pd_rig_method_takes(job->weights, job->plan))
        good =
            pd_api_note(problems, PD_ERR_INVALID, "/weights",
                        "\"%s\" needs template=person; " PD_RIG_METHODS_OF_ALL " allowed for other templates",
                        pd_rig_method_names[job->weights]);
    job->up = (pd_rig_axis)v->up;
    job->facing = (pd_rig_axis)v->facing;

    /* The format of the reply, by the query or else by Accept. */
    if (good && v->format < 0) {
        v->format = pd_api_negotiate(request->accept, types, 2);
        if (v->format < 0)
            pd_api_refuse(call, 406, NULL, "\"%.64s\"; %s or %s expected", request->accept, types[0],
                          types[1]);
    }

    if (good && v->picture && v->format == AS_GLB)
        pd_api_note(problems, PD_ERR_INVALID, "/picture", "true; allowed only with format=json");
    if (good && v->markers && v->plan != PD_RIG_PERSON)
        pd_api_note(problems, PD_ERR_INVALID, "/markers",
                    "has no effect on template=%s; allowed only with template=person",
                    pd_rig_plans[v->plan].name);

    return good;
}

void pd_api_handle_rig(pd_api_call *call, const pd_api_request *request)
{
    pd_api_problems *problems = &call->problems;
    rig_values values = {.format = -1, .up = PD_RIG_AXIS_ANY, .facing = PD_RIG_AXIS_ANY};
    rig_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    unsigned char *file = pd_api_pool_take(&call->pool, request->body.size + 1, 1);

    /* Refuse a body that is certainly no mesh, before anything is copied. */
    const char *given = request->content_type;
    const pd_api_request bare = {.body =
                                     request->body}; /* without its Content-Type: the bytes tell the type */
    const char *found = pd_api_upload_type(&bare);
    const char *noun = pd_api_upload_noun(request->body);
    const bool is_bundle = pd_api_upload_is_bundle(request);
    const bool is_mesh =
        is_bundle || (found && (!strcmp(found, "model/gltf-binary") || !strcmp(found, "application/x-ply")));
    if ((given && !strncmp(given, "application/json", 16) && !is_bundle) ||
        (!is_mesh && (noun || (pd_api_type_is_open(given) && !request->body.size)))) {
        pd_api_refuse_media(call, request, NULL, "");
        return;
    }

    if (!pd_api_take_body_model(call, "default")) return;
    if (!job || !file) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* The job owns a copy of the file, and the models, which `release` releases. */
    if (request->body.size) memcpy(file, request->body.data, request->body.size);
    job->file = (pd_bytes){file, request->body.size};
    call->job = job;
    call->deinit = release_rig;
    if (!pd_api_take_model(call, PD_API_DEFAULT_RIG, &job->learned)) job->learned = (pd_api_model){0};
    if (!pd_api_take_model(call, PD_API_DEFAULT_SKIN, &job->skin)) job->skin = (pd_api_model){0};

    /* The options. Markers are in the query's text, so it is released last. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    if (query && pd_api_fields_json(&values, query, call->route->query, "", problems))
        read_options(job, &values, call, request);
    job->wants_json = values.format == AS_JSON;
    job->wants_picture = job->wants_json && values.picture;
    job->replaces = values.replace;
    json_decref(query);
    call->run = run_rig;
    call->run_bytes = rig_bytes;
}
