/* POST /v1/characters/{id}/face: shapes for the face of a character that has none. */
#include "api/motion/characters.h"

#include "api/http/call.h"
#include "api/http/json_write.h"
#include "api/http/reply_header.h"
#include "core/base/text/base64.h"
#include "core/face/file.h"
#include "core/retarget/face.h"

#include <string.h>

/* Processor time: 1.6 s for a head of 2,000 vertices, 5 s for one of 28,000. */
#define FACE_MS      1500.0
#define FACE_BYTE_MS 0.0015
#define FACE_MS_MOST 6000.0
#define PICTURE_MS   900.0 /* time of drawing and packing the sheet */

enum { FACE_AS_GLB, FACE_AS_JSON };

typedef struct face_values {
    const char *model;
    int format, picture, replace, keep, vrm;
} face_values;

const pd_api_field pd_api_character_face_query_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = offsetof(face_values, model),
     .preset = "\"person\"",
     .example = "\"person-female\"",
     .doc = "Body model whose head is fitted to the character's, and whose shapes are carried over: one with "
            "ARKit's shapes."},
    {.name = "format",
     .type = PD_API_CHOICE,
     .offset = offsetof(face_values, format),
     .choices = "glb|json",
     .example = "\"json\"",
     .doc =
         "Format of the reply: glb (the file) or json (the report, with the file in base64). Without it the "
         "header Accept decides."},
    {.name = "vrm",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(face_values, vrm),
     .preset = "false",
     .doc =
         "True makes a character that is no VRM a VRM 1.0, with expressions and a humanoid by its match. A "
         "VRM stays one of its version."},
    {.name = "replace",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(face_values, replace),
     .preset = "false",
     .doc =
         "True takes all morph targets of the file away first. Without it a file that has ten or more of the "
         "shapes is refused."},
    {.name = "keep",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(face_values, keep),
     .preset = "true",
     .doc =
         "True stores the result in place of the character, which then speaks and looks on the stream. False "
         "only returns it."},
    {.name = "picture",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(face_values, picture),
     .preset = "false",
     .doc = "True adds to the JSON report a sheet (PNG) of the face with its shapes. Only for format json."},
    {0},
};

typedef struct face_job {
    pd_api_skeleton *character; /* retained */
    bool wants_json, wants_picture, replaces, keeps, wants_vrm;
} face_job;

static void release_face(pd_api_call *call)
{
    face_job *own = call->job;
    pd_api_skeleton_release(own->character);
}

/* ---- the reply ---- */

static void notes_json(pd_buffer *out, const pd_face_report *report)
{
    pd_buffer_text(out, ",\"notes\":[");
    for (int i = 0; i < report->note_count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, report->notes[i]);
    }
    pd_buffer_text(out, "]");
}

/* Writes what stays open, in millimetres at a person's size; null: there is nothing to close. */
static void open_json(pd_buffer *out, const char *name, double metres)
{
    if (metres < 0)
        pd_buffer_printf(out, ",\"%s\":null", name);
    else
        pd_buffer_printf(out, ",\"%s\":%.2f", name, 1e3 * metres);
}

static void face_report_json(pd_buffer *out, const pd_face_report *r, bool is_kept)
{
    static const char *const openings[PD_FACE_OPENINGS] = {"mouth", "left_eye", "right_eye"};

    pd_buffer_printf(
        out,
        "{\"misfit\":%.3f,\"matched\":%.3f,\"unit\":%.6g,\"vertices\":%d,\"moved\":%d,\"meshes\":%d,"
        "\"joints\":%d,\"vrm\":%s,\"dropped\":%d,\"kept\":%s,\"openings\":[",
        1e3 * r->misfit, r->matched, r->unit, r->vertices, r->moved, r->done.meshes, r->done.joints,
        r->done.vrm ? (r->done.vrm == 2 ? "\"1.0\"" : "\"0.x\"") : "null", r->dropped,
        is_kept ? "true" : "false");
    for (int o = 0, any = 0; o < PD_FACE_OPENINGS; o++)
        if (r->has_opening[o]) pd_buffer_printf(out, "%s\"%s\"", any++ ? "," : "", openings[o]);
    pd_buffer_text(out, "],\"parts\":{");
    for (int p = 0, any = 0; p < PD_FACE_PARTS; p++)
        if (r->parts[p])
            pd_buffer_printf(out, "%s\"%s\":%d", any++ ? "," : "", pd_face_part_names[p], r->parts[p]);
    pd_buffer_text(out, "},\"open\":{\"unit\":\"mm\"");
    open_json(out, "left_lids", r->closed.lids[0]);
    open_json(out, "right_lids", r->closed.lids[1]);
    open_json(out, "lips_pressed", r->closed.press);
    open_json(out, "lips_over_jaw", r->closed.jaw);
    pd_buffer_text(out, "}");
    notes_json(out, r);
}

static void face_base64(pd_buffer *out, const char *name, const char *type, const pd_buffer *bytes)
{
    pd_buffer_printf(out, ",\"%s\":{\"type\":\"%s\",\"base64\":\"", name, type);
    pd_base64_encode(out, bytes->data, bytes->size);
    pd_buffer_text(out, "\"}");
}

/* Sets the header with all notes. */
static void warn_notes(pd_api_call *call, const pd_face_report *report)
{
    char text[PD_FACE_NOTES * (PD_FACE_NOTE_BYTES + 2)] = "";
    size_t used = 0;

    for (int i = 0; i < report->note_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", report->notes[i]);
    if (used) pd_api_header_set(&call->reply, "Posed-Warning", "%s", text);
}

/* Stores the result in place of the character. Returns false when the call was refused. */
static bool keep_face_file(pd_api_call *call, const pd_buffer *file, const pd_api_skeleton *before)
{
    pd_retarget_character_wanted wanted[PD_ANIM_HUMAN_COUNT];
    pd_api_problems *problems = &call->problems;
    int count = 0;

    /* Keep the bones that the client has matched by name; the others are found again. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int joint = before->match->joints[b];
        if (before->match->by[b] != PD_MATCH_REQUEST) continue;
        wanted[count++] = (pd_retarget_character_wanted){
            pd_anim_human_names[b], joint < 0 ? NULL : pd_api_skeleton_joint_name(before, joint)};
    }
    pd_api_skeleton *made = pd_api_character_read((pd_bytes){file->data, file->size}, PD_API_PERSON, wanted,
                                                  count, call->limits->json_memory, "", problems);
    if (!made) {
        pd_api_refuse_all(call);
        return false;
    }
    const bool good = pd_api_skeleton_keep(call, made) != 0;
    if (good) pd_api_etag_of_stored(&call->reply, made->revision, "character");
    pd_api_skeleton_release(made);

    return good;
}

/* ---- the call ---- */

static void run_face(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const face_job *own = call->job;
    const pd_api_skeleton *c = own->character;
    pd_face_template *template = NULL;
    pd_buffer file = {0}, picture = {0};
    pd_face_report report;
    pd_error err;
    (void)scratch;
    (void)executor;

    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_status status = pd_face_template_make(&template, model, &err);
    const pd_face_file_job job = {.file = {c->file, c->file_bytes},
                                  .template = template,
                                  .skin = &c->skin,
                                  .match = c->match,
                                  .replace = own->replaces,
                                  .wants_vrm = own->wants_vrm,
                                  .wants_picture = own->wants_picture,
                                  .json_memory = call->limits->json_memory,
                                  .cancel = call->cancel};
    if (status == PD_OK) status = pd_face_file_run(&file, &picture, &report, &job, &err);
    pd_face_template_release(template);

    if (status != PD_OK)
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status), NULL, "%s%s%s",
                      err.where, *err.where ? ": " : "", err.detail);
    else if (!own->keeps || keep_face_file(call, &file, c)) {
        warn_notes(call, &report);
        pd_buffer *out = pd_api_answer(call, 200, own->wants_json ? "application/json" : "model/gltf-binary");
        if (own->wants_json) {
            face_report_json(out, &report, own->keeps);
            face_base64(out, "file", "model/gltf-binary", &file);
            if (own->wants_picture) face_base64(out, "picture", "image/png", &picture);
            pd_buffer_text(out, "}\n");
        } else
            pd_buffer_add(out, file.data, file.size);
    }
    pd_buffer_deinit(&file);
    pd_buffer_deinit(&picture);
}

static size_t face_bytes(const pd_api_call *call, int threads)
{
    const face_job *own = call->job;
    (void)threads;
    return pd_face_file_bytes((pd_bytes){own->character->file, own->character->file_bytes},
                              call->limits->json_memory);
}

double pd_api_character_face_cost(const pd_api_call *call)
{
    const face_job *own = call->job;
    const double ms = FACE_MS + FACE_BYTE_MS * (double)own->character->file_bytes;
    return (ms < FACE_MS_MOST ? ms : FACE_MS_MOST) + (own->wants_picture ? PICTURE_MS : 0);
}

void pd_api_judge_character_face(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    pd_api_skeleton_release(pd_api_take_character(call));
}

/* Reads the options. Returns false if an error was noted or the call refused. */
static bool read_face_options(face_job *own, face_values *v, pd_api_call *call, const pd_api_request *request)
{
    static const char *const types[] = {"model/gltf-binary", "application/json"};
    pd_api_problems *problems = &call->problems;

    if (v->format < 0) {
        v->format = pd_api_negotiate(request->accept, types, 2);
        if (v->format < 0) {
            pd_api_refuse(call, 406, NULL, "\"%.64s\"; %s or %s expected", request->accept, types[0],
                          types[1]);
            return false;
        }
    }
    own->wants_json = v->format == FACE_AS_JSON;
    own->wants_picture = v->picture;
    own->replaces = v->replace;
    own->keeps = v->keep;
    own->wants_vrm = v->vrm;
    if (v->picture && !own->wants_json)
        return pd_api_note(problems, PD_ERR_INVALID, "/picture", "true; allowed only with format=json");
    if (v->vrm && own->character->skin.vrm)
        return pd_api_note(problems, PD_ERR_INVALID, "/vrm",
                           "true has no effect: the character is a VRM; allowed only for a plain .glb");

    return true;
}

void pd_api_handle_character_face(pd_api_call *call, const pd_api_request *request)
{
    pd_api_problems *problems = &call->problems;
    face_values v = {.model = "person", .format = -1, .keep = 1};

    face_job *own = pd_api_pool_take(&call->pool, 1, sizeof *own);
    if (!own) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    /* The character, which release_face releases. */
    own->character = pd_api_take_character(call);
    if (!own->character) return;
    call->job = own;
    call->deinit = release_face;
    if (!own->character->match) {
        pd_api_refuse(call, 400, NULL, "the character is a %s; a person's face is found, and no animal's",
                      pd_api_character_template(own->character));
        return;
    }

    /* The options, and the model whose head is carried over. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    const bool good = query && pd_api_fields_json(&v, query, call->route->query, "", problems) &&
                      read_face_options(own, &v, call, request);
    problems->in_query = 0;
    const bool has_model = good && pd_api_take_body_model(call, v.model);
    json_decref(query);
    if (!good || !has_model) return;
    if (own->keeps && !call->host->skeleton_put) {
        pd_api_refuse(call, 404, NULL, "this server stores no characters; keep=false only returns the file");
        return;
    }
    if (own->keeps && !pd_api_skeleton_may_be_put(call)) return;
    call->run = run_face;
    call->run_bytes = face_bytes;
}
