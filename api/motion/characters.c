#include "api/motion/characters.h"

#include "api/http/reply_header.h"
#include "api/http/upload.h"
#include "api/http/call.h"
#include "core/base/text/length.h"
#include "core/io/surface/gltf_check.h"
#include "core/io/surface/surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void note_characters(pd_api_problems *p, const char *pointer, const pd_error *err)
{
    pd_api_note(p, err->status, pointer, "%s%s%s", err->where, *err->where ? ": " : "", err->detail);
}

/* Stores the file with its match to a person or to an animal; the other of match and creature is NULL. */
static bool keep_file(pd_api_skeleton *made, const pd_retarget_match *match, const pd_animal *creature,
                      pd_bytes file)
{
    if (match) made->match = malloc(sizeof *made->match);
    if (creature) made->creature = malloc(sizeof *made->creature);
    made->file = malloc(file.size);
    if ((!made->match && !made->creature) || !made->file) return false;
    if (match) *made->match = *match;
    if (creature) *made->creature = *creature;
    memcpy(made->file, file.data, file.size);
    made->file_bytes = file.size;

    return true;
}

/* Reads the blend shapes and eyes of a stored person. */
static bool keep_face(pd_api_skeleton *made, size_t json_memory)
{
    const pd_bytes file = {made->file, made->file_bytes};
    pd_error none;

    made->face = calloc(1, sizeof *made->face);

    return made->face &&
           pd_retarget_own_face_read(made->face, &made->skin, made->match, file, json_memory, &none) == PD_OK;
}

/* Returns whether a joint has a name that only people's rigs give: of an arm, a hand or an elbow. */
static bool is_named_as_person(const pd_retarget_skin *skin)
{
    static const char *const words[] = {"arm", "hand", "elbow", "wrist"};

    for (int k = 0; k < skin->skeleton.joint_count; k++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strcasestr(skin->joints[k].name, words[i]) && !strcasestr(skin->joints[k].name, "armature"))
                return true;

    return false;
}

/* Refuses a file that is no person's. If it may be an animal's, the error names the animal's template; a
 * figure on two legs with arms is no bird. */
static void refuse_person(pd_api_problems *problems, const char *pointer, const pd_retarget_skin *skin,
                          const pd_error *err)
{
    pd_animal creature;
    pd_error none;
    bool is_animal = err->status == PD_ERR_UNSUPPORTED && !strcmp(err->where, "/match") &&
                     pd_animal_skin_match(&creature, skin, PD_CREATURE_ANY, &none) == PD_OK;
    is_animal = is_animal && !(creature.plan == PD_CREATURE_BIRD && is_named_as_person(skin));
    const char *name = is_animal ? pd_animal_names[creature.plan] : "";

    pd_api_note(problems, err->status, pointer, "%s%s%s%s%s%s%s", err->where, *err->where ? ": " : "",
                err->detail, is_animal ? "; it stands as a " : "", name, is_animal ? ": template=" : "",
                name);
}

const pd_retarget_carry *pd_api_character_carry(const pd_api_skeleton *character)
{
    return character->match && character->match->carry.count ? &character->match->carry : NULL;
}

void pd_api_character_translated_json(pd_buffer *out, const pd_api_skeleton *character)
{
    const pd_retarget_carry *carry = pd_api_character_carry(character);

    for (int i = 0; carry && i < carry->count; i++) {
        pd_buffer_text(out, i ? "," : ",\"translated\":[");
        pd_api_json_text(out, pd_api_skeleton_joint_name(character, carry->joints[i]));
    }

    if (carry) pd_buffer_text(out, "]");
}

void pd_api_character_face_json(pd_buffer *out, const pd_api_skeleton *character)
{
    const pd_retarget_own_face *face = character->face;

    if (!face || !face->shapes.count) return;
    pd_buffer_text(out, ",\"face\":[");
    for (int i = 0; i < face->shapes.count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, face->shapes.names[i]);
    }

    pd_buffer_text(out, "]");
}

const char *pd_api_character_template(const pd_api_skeleton *character)
{
    return character->creature ? pd_animal_names[character->creature->plan] : "person";
}

/* Returns the longest side of the box around a person's joints at rest, in metres, as glTF has them. */
static double size_of(const pd_api_skeleton *c)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_vec3 low = {INFINITY, INFINITY, INFINITY};
    pd_vec3 high = {-INFINITY, -INFINITY, -INFINITY};

    pd_anim_skeleton_forward(at, NULL, &c->skin.skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        if (c->match->joints[b] < 0) continue;
        const pd_vec3 p = at[c->match->joints[b]];
        low = pd_vec3_make(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = pd_vec3_make(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }

    return fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
}

/* Writes the note of a character: what other programs treat differently, what posed could not read, and a
 * size that no person has. */
static void note_mesh(pd_api_skeleton *made, const pd_io_gltf_found *found)
{
    pd_io_gltf_check_note(made->note, PD_API_NOTE_BYTES, found);
    const size_t used = strlen(made->note);
    if (found->vertices && made->match && *made->match->unread)
        snprintf(made->note + used, PD_API_NOTE_BYTES - used,
                 "%sthe thickness of the mesh was not measured: %s", used ? "; " : "", made->match->unread);
    if (!made->skin.skin_count) {
        const size_t at = strlen(made->note);
        snprintf(made->note + at, PD_API_NOTE_BYTES - at,
                 "%sthe file has no skin: its nodes are taken as the skeleton", at ? "; " : "");
    }

    if (made->face && made->face->shapes.left_out) {
        const size_t at = strlen(made->note);
        snprintf(made->note + at, PD_API_NOTE_BYTES - at,
                 "%s%d names of blend shapes are left out: at most %d of less than %d bytes are used",
                 at ? "; " : "", made->face->shapes.left_out, PD_IO_GLTF_FACE_SHAPES,
                 PD_IO_GLTF_FACE_NAME_BYTES);
    }

    if (!made->match) return;
    char high[160];
    const size_t have = strlen(made->note);
    pd_length_person_note(high, sizeof high, size_of(made));
    if (*high)
        snprintf(made->note + have, PD_API_NOTE_BYTES - have, "%sthe figure is about %s", have ? "; " : "",
                 high);
}

/* Reads the skeleton of an animal: the joints of its skins, or, without a skin, the nodes of its parts. */
static pd_status read_animal(pd_retarget_skin *skin, pd_bytes file, size_t json_memory, pd_error *err)
{
    pd_io_skin_options options = {.skin = -1, .json_memory = json_memory};
    pd_error none;

    const pd_status status = pd_retarget_skin_read(skin, file, &options, err);
    if (status != PD_ERR_UNSUPPORTED) return status;
    options.take = PD_IO_TAKE_NODES;

    return pd_retarget_skin_read(skin, file, &options, &none) == PD_OK ? PD_OK : status;
}

pd_api_skeleton *pd_api_character_read(pd_bytes file, pd_animal_plan plan,
                                       const pd_retarget_character_wanted *wanted, int count,
                                       size_t json_memory, const char *pointer, pd_api_problems *problems)
{
    const pd_io_skin_options options = {.skin = -1, .json_memory = json_memory, .take = PD_IO_TAKE_NODES};
    const bool is_person = plan == PD_API_PERSON;
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_animal creature;
    pd_io_gltf_found found;
    pd_error err;

    /* Read the skeleton. A person whose bones are not found still has one, which the refusal names. */
    pd_status status = is_person
                           ? pd_retarget_character_read(&skin, &match, file, &options, wanted, count, &err)
                           : read_animal(&skin, file, json_memory, &err);
    if (status != PD_OK && !skin.joints) {
        note_characters(problems, pointer, &err);
        return NULL;
    }

    /* Check that other programs can read the file. */
    pd_error unreadable;
    if (pd_io_gltf_check(&found, file, json_memory, &unreadable) != PD_OK) {
        note_characters(problems, pointer, &unreadable);
        pd_retarget_skin_deinit(&skin);
        return NULL;
    }

    /* Find the parts of an animal, or measure the mesh of a person. */
    if (!is_person) status = pd_animal_skin_match(&creature, &skin, plan, &err);
    if (status == PD_OK && is_person)
        status = pd_retarget_character_measure(&match, &skin, file, json_memory, &err);

    /* Refuse what has no body. */
    if (status != PD_OK) {
        if (is_person)
            refuse_person(problems, pointer, &skin, &err);
        else
            note_characters(problems, pointer, &err);
        pd_retarget_skin_deinit(&skin);
        return NULL;
    }

    /* Keep the file, with a note about what other programs treat differently. */
    pd_api_skeleton *made = pd_api_skeleton_new("", skin.vrm ? "vrm" : "glb", &skin);
    if (made && keep_file(made, is_person ? &match : NULL, is_person ? NULL : &creature, file) &&
        (!is_person || keep_face(made, json_memory))) {
        note_mesh(made, &found);
        pd_api_skeleton_note_others(made);
        return made;
    }

    pd_api_skeleton_release(made);
    pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");

    return NULL;
}

int pd_api_character_wanted(pd_retarget_character_wanted *wanted, char *text)
{
    char *next = NULL;
    int count = 0;

    for (char *item = strtok_r(text, ",", &next); item; item = strtok_r(NULL, ",", &next)) {
        char *equals = strchr(item, '=');
        if (!equals || count == PD_ANIM_HUMAN_COUNT) return -1;
        *equals = 0;
        wanted[count++] = (pd_retarget_character_wanted){item, equals[1] ? equals + 1 : NULL};
    }

    return count;
}

/* ---- replies ---- */

/* Members of an animal: the parts of its template with their joints. */
static void parts_json(pd_buffer *out, const pd_api_skeleton *c)
{
    char name[PD_CREATURE_NAME_BYTES];
    int count = 0;

    pd_buffer_text(out, ",\"rig\":null,\"match\":[");
    for (int i = 0; i < c->creature->chain_count; i++)
        for (int j = 0; j < c->creature->chains[i].count; j++) {
            pd_animal_joint_name(name, c->creature, i, j);
            pd_buffer_text(out, count++ ? ",{\"bone\":" : "{\"bone\":");
            pd_api_json_text(out, name);
            pd_buffer_text(out, ",\"joint\":");
            pd_api_json_text(out, pd_api_skeleton_joint_name(c, c->creature->chains[i].joints[j]));
            pd_buffer_text(out, ",\"by\":\"tree\"");
            if (count == 1 && c->creature->doubt[0]) {
                pd_buffer_text(out, ",\"doubt\":");
                pd_api_json_text(out, c->creature->doubt);
            }

            pd_buffer_text(out, "}");
        }
    pd_buffer_text(out, "]");
}

static void match_json(pd_buffer *out, const pd_api_skeleton *c)
{
    const pd_retarget_match *match = c->match;

    pd_buffer_text(out, ",\"rig\":");
    if (match->rig)
        pd_api_json_text(out, match->rig);
    else
        pd_buffer_text(out, "null");
    pd_buffer_text(out, ",\"match\":[");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        pd_buffer_text(out, b ? ",{\"bone\":" : "{\"bone\":");
        pd_api_json_text(out, pd_anim_human_names[b]);
        pd_buffer_text(out, ",\"joint\":");
        if (match->joints[b] < 0)
            pd_buffer_text(out, "null");
        else
            pd_api_json_text(out, pd_api_skeleton_joint_name(c, match->joints[b]));
        pd_buffer_printf(out, ",\"by\":\"%s\"", pd_retarget_match_by_names[match->by[b]]);

        if (match->doubts[b][0]) {
            pd_buffer_text(out, ",\"doubt\":");
            pd_api_json_text(out, match->doubts[b]);
        }

        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

static void character_json(pd_buffer *out, const pd_api_skeleton *c)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, c->id);
    pd_buffer_printf(out, ",\"kind\":\"%s\",\"template\":\"%s\",\"bytes\":%zu,\"posed\":%s", c->kind,
                     pd_api_character_template(c), c->file_bytes, c->skin.posed ? "true" : "false");
    if (c->note[0]) {
        pd_buffer_text(out, ",\"note\":");
        pd_api_json_text(out, c->note);
    }

    pd_api_character_translated_json(out, c);
    pd_api_character_face_json(out, c);
    if (c->creature)
        parts_json(out, c);
    else
        match_json(out, c);
    pd_api_skeleton_joints_json(out, c);
    pd_buffer_text(out, "}\n");
}

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

static void list_one_characters(void *arg, const char *id, const void *item)
{
    const pd_api_skeleton *c = item;
    list *l = arg;
    int found = 0, doubts = 0;

    if (!c->file || !pd_api_access_allows(l->access, PD_API_OBJECT_SKELETONS, id)) return;
    for (int b = 0; c->match && b < PD_ANIM_HUMAN_COUNT; b++) {
        found += c->match->joints[b] >= 0;
        doubts += c->match->doubts[b][0] != 0;
    }

    for (int i = 0; c->creature && i < c->creature->chain_count; i++) found += c->creature->chains[i].count;
    if (c->creature) doubts = c->creature->doubt[0] != 0;
    pd_buffer_text(l->out, l->count++ ? ",{\"id\":" : "{\"id\":");
    pd_api_json_text(l->out, id);
    pd_buffer_printf(l->out,
                     ",\"kind\":\"%s\",\"template\":\"%s\",\"bytes\":%zu,\"joint_count\":%d,\"bone_count\":%"
                     "d,\"doubt_count\":"
                     "%d}",
                     c->kind, pd_api_character_template(c), c->file_bytes, c->skin.skeleton.joint_count,
                     found, doubts);
}

void pd_api_handle_characters(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};

    (void)request;
    pd_api_fetch(call, PD_API_STORED_SKELETONS, NULL);
    pd_buffer_text(l.out, "{\"characters\":[");
    if (call->host->each_skeleton) call->host->each_skeleton(call->host->ctx, list_one_characters, &l);
    pd_buffer_printf(l.out, "],\"body_bytes\":%zu}\n", call->limits->body_bytes);
}

pd_api_skeleton *pd_api_take_character(pd_api_call *call)
{
    char hint[PD_API_HINT_BYTES];
    pd_api_skeleton *c = pd_api_take_skeleton(call, call->id);

    if (c && c->file) return c;
    pd_api_skeleton_release(c);
    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_SKELETONS, call->id);
    pd_api_refuse(call, 404, NULL, "no character \"%.64s\"%s%s GET /v1/characters lists them", call->id, hint,
                  *hint ? "" : ";");

    return NULL;
}

void pd_api_handle_character(pd_api_call *call, const pd_api_request *request)
{
    pd_api_skeleton *c = pd_api_take_character(call);

    if (!c) return;
    if (pd_api_revised(call, request, c->revision, "character")) {
        pd_api_skeleton_release(c);
        return;
    }

    character_json(pd_api_answer(call, 200, "application/json"), c);
    pd_api_skeleton_release(c);
}

void pd_api_handle_character_delete(pd_api_call *call, const pd_api_request *request)
{
    pd_api_skeleton *c = pd_api_take_character(call);

    if (!c) return;
    pd_api_skeleton_release(c);
    pd_api_handle_skeleton_delete(call, request);
}

/* ---- putting ---- */

typedef struct put_values {
    const char *match;
    int plan; /* 0 is a person */
} put_values;

#define PLAN_CHOICE(id, name, pairs, doc) "|" name

const pd_api_field pd_api_character_put_query_fields[] = {
    {.name = "match",
     .type = PD_API_TEXT,
     .offset = offsetof(put_values, match),
     .example = "\"LeftHand=wrist_l,Neck=\"",
     .doc = "Joints for bones that are not found automatically, as BONE=JOINT with commas between; BONE= "
            "leaves the bone out. Only for template person."},
    {.name = "template",
     .type = PD_API_CHOICE,
     .offset = offsetof(put_values, plan),
     .choices = "person" PD_ANIMAL_TABLE(PLAN_CHOICE),
     .preset = "\"person\"",
     .doc = "Body plan of the character. A person can be animated by roll-outs and streams; an animal takes "
            "the animations of other characters of its template (POST /v1/characters/{id}/clip)."},
    {0},
};

static pd_api_skeleton *read_put(pd_api_call *call, const pd_api_request *request)
{
    static const char type[] = "model/gltf-binary";
    const char *given = pd_api_upload_type(request);
    pd_retarget_character_wanted wanted[PD_ANIM_HUMAN_COUNT];
    pd_api_problems *problems = &call->problems;
    pd_api_skeleton *made = NULL;
    put_values v = {0};

    if (!pd_api_upload_is_bundle(request) &&
        (!given || strcspn(given, "; \t") != sizeof type - 1 || strncasecmp(given, type, sizeof type - 1))) {
        pd_api_refuse_media(call, request, NULL, "");
        return NULL;
    }

    /* Fields of the query. The text of `match` outlives it in the pool. */
    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    int good = query && pd_api_fields_json(&v, query, call->route->query, "", problems);
    const size_t size = v.match ? strlen(v.match) + 1 : 1;
    char *text = pd_api_pool_take(&call->pool, size, 1);
    if (good && !text) good = pd_api_note(problems, PD_ERR_MEMORY, "/match", "out of memory");
    if (good) memcpy(text, v.match ? v.match : "", size);
    const int count = good ? pd_api_character_wanted(wanted, text) : -1;
    if (good && count < 0)
        good = pd_api_note(problems, PD_ERR_FORMAT, "/match",
                           "\"%.64s\" is not a list BONE=JOINT,BONE=JOINT; 1 to %d pairs allowed", v.match,
                           PD_ANIM_HUMAN_COUNT);
    if (good && count && v.plan)
        good = pd_api_note(problems, PD_ERR_INVALID, "/match",
                           "has no effect on template=%s; allowed only with template=person",
                           pd_animal_names[v.plan - 1]);
    problems->in_query = 0;

    /* One file of an archive or a .gltf; memory while its mesh is read, until the call is settled. */
    pd_io_bundle bundle = {.file = request->body};
    if (good && (!pd_api_open_bundle(&bundle, call, request->body, NULL) ||
                 !pd_api_hold(call, pd_io_surface_read_bytes(bundle.file, call->limits->json_memory)))) {
        pd_io_bundle_close(&bundle);
        json_decref(query);
        return NULL;
    }

    if (good)
        made = pd_api_character_read(bundle.file, (pd_animal_plan)(v.plan - 1), wanted, count,
                                     call->limits->json_memory, "", problems);
    json_decref(query);
    const bool is_glb = bundle.file.size >= 4 && !memcmp(bundle.file.data, "glTF", 4);
    pd_io_bundle_close(&bundle);
    if (!made && good && problems->count && !is_glb) {
        const char *noun = pd_api_upload_noun(request->body);
        const char *advice = pd_api_upload_advice(request);
        pd_api_refuse(call, 400, NULL, "the body of the request is %s; a .glb or .vrm expected%s%s",
                      noun ? noun : "not a glTF binary", *advice ? "; " : "", advice);
    } else if (!made)
        pd_api_refuse_all(call);

    return made;
}

void pd_api_judge_character_put(pd_api_call *call, const pd_api_request *request)
{
    static const char type[] = "model/gltf-binary";
    const char *given = request->content_type;

    if (!call->host->skeleton_put)
        pd_api_refuse(call, 404, NULL, "this server stores no characters");
    else if (!pd_api_type_is_open(given) && !pd_api_is_bundle_type(given) &&
             (strcspn(given, "; \t") != sizeof type - 1 || strncasecmp(given, type, sizeof type - 1)))
        pd_api_refuse_media(call, request, NULL, "");
    else
        pd_api_skeleton_may_be_put(call);
}

void pd_api_judge_character_clip(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    pd_api_skeleton_release(pd_api_take_character(call));
}

void pd_api_handle_character_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_judge_character_put(call, request);
    if (call->done || call->denied.status != PD_OK) return;
    pd_api_skeleton *made = read_put(call, request);
    if (!made) return;

    const int status = pd_api_skeleton_keep(call, made);
    if (status) {
        character_json(pd_api_answer(call, status, "application/json"), made);
        pd_api_etag_of_stored(&call->reply, made->revision, "character");
    }

    pd_api_skeleton_release(made);
}
