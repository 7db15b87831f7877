#include "api/avatar/avatars.h"

#include "api/body/body.h"
#include "api/body/mesh_run.h"
#include "api/avatar/portrait.h"
#include "api/avatar/rpm.h"
#include "api/http/call.h"
#include "api/http/json_write.h"
#include "api/http/reply_header.h"
#include "core/base/assert.h"
#include "core/base/references.h"
#include "core/io/json/json_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL "person" /* model of choices that name none */

/* ---- an avatar ---- */

pd_api_avatar *pd_api_avatar_retain(pd_api_avatar *avatar)
{
    pd_references_add(&avatar->references);
    return avatar;
}

void pd_api_avatar_release(pd_api_avatar *avatar)
{
    if (!avatar || !pd_references_drop(&avatar->references)) return;

    if (avatar->held) avatar->host->memory_give(avatar->host->ctx, PD_API_MEMORY_AVATARS, avatar->held);
    free(avatar->choices);
    free(avatar->query);
    free(avatar);
}

/* prefix: path below which a proxy serves this server (X-Forwarded-Prefix), or NULL. */
static void avatar_json(pd_buffer *out, const pd_api_avatar *a, const char *prefix)
{
    if (!prefix) prefix = "";

    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, a->id);
    pd_buffer_text(out, ",\"model\":");
    pd_api_json_text(out, a->model);
    pd_buffer_printf(out,
                     ",\"choices\":%s,\"glb\":\"%s/v1/avatars/%s.glb\",\"vrm\":\"%s/v1/avatars/%s.vrm\"}",
                     a->choices, prefix, a->id, prefix, a->id);
}

/* ---- choices as a query ---- */

/* Writes one value. Returns false if a query cannot hold it. */
static bool put_value(pd_buffer *out, const json_t *value)
{
    if (json_is_boolean(value))
        pd_buffer_text(out, json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        pd_buffer_printf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        pd_buffer_printf(out, "%.17g", json_real_value(value));
    else if (json_is_string(value))
        pd_api_percent_encode(out, json_string_value(value));
    else
        return false;

    return true;
}

/* Writes the choices, an object without "model", as "random=7&betas=1,2". */
static bool put_query(pd_buffer *out, const json_t *choices, pd_api_problems *problems)
{
    const char *name;
    json_t *value;
    int count = 0;

    json_object_foreach((json_t *)choices, name, value)
    {
        bool good = true;
        if (count++) pd_buffer_text(out, "&");
        pd_api_percent_encode(out, name);
        pd_buffer_text(out, "=");
        if (json_is_array(value))
            for (size_t i = 0; i < json_array_size(value) && good; i++) {
                const json_t *item = json_array_get(value, i);
                if (i) pd_buffer_text(out, ",");
                good = put_value(out, item);
            }
        else
            good = put_value(out, value);

        if (good) continue;
        char at[96];
        snprintf(at, sizeof at, "/%.80s", name);
        pd_api_note(problems, PD_ERR_INVALID, at,
                    "%s; a number, a string, true, false, or a flat list of them expected",
                    pd_api_json_kind(value));
        return false;
    }

    return true;
}

/* ---- the mesh route ---- */

/* Runs the call as GET /v1/models/MODEL/mesh, or portrait for a picture, with that query. */
static void run_as(pd_api_call *call, const pd_api_request *request, const char *model, const char *query,
                   bool is_picture)
{
    const pd_api_route *own = call->route;
    pd_api_request as_mesh = *request;

    as_mesh.query = query;
    as_mesh.accept = NULL; /* the ending says it */
    call->route =
        pd_api_find_route("GET", is_picture ? "/v1/models/person/portrait" : "/v1/models/default/mesh").route;
    PD_ASSERT(call->route);
    snprintf(call->id, sizeof call->id, "%s", model);
    if (is_picture)
        pd_api_handle_portrait(call, &as_mesh);
    else
        pd_api_handle_mesh(call, &as_mesh);
    call->route = own;
}

/* ---- storing ---- */

/* Reads the body into *choices, without its model, which is copied. Returns NULL after noting or refusing. */
static json_t *read_choices(char model[PD_API_ID_BYTES], pd_api_call *call, const pd_api_request *request)
{
    json_t *document = NULL;

    if (request->body.size > PD_API_AVATAR_BYTES) {
        pd_api_refuse(call, 413, NULL,
                      "%zu bytes; at most %d bytes of JSON allowed for the choices of an avatar",
                      request->body.size, PD_API_AVATAR_BYTES);
        return NULL;
    }

    if (!pd_api_json_parse(&document, NULL, request->body, NULL, call->limits, &call->problems)) return NULL;
    const json_t *named = json_object_get(document, "model");
    if (!json_is_object(document) || (named && !json_is_string(named))) {
        pd_api_note(&call->problems, PD_ERR_INVALID, json_is_object(document) ? "/model" : "",
                    "%s; %s expected", pd_api_json_kind(named ? named : document),
                    json_is_object(document) ? "the id of a model" : "an object of choices");
        json_decref(document);
        return NULL;
    }

    snprintf(model, PD_API_ID_BYTES, "%.71s", named ? json_string_value(named) : MODEL);
    json_object_del(document, "model");

    return document;
}

/* Fields by which a person is drawn. */
static const char *const person_fields[] = {"random", "gender",     "age",       "height",
                                            "weight", "percentile", "population"};
enum { PERSON_FIELDS = sizeof person_fields / sizeof *person_fields };

/* Adds the versions of the people and of the rules by which the seed draws clothes, so that the avatar keeps
 * both. */
static bool keep_version(json_t *choices)
{
    bool is_person = false;
    for (int i = 0; i < PERSON_FIELDS; i++) is_person |= json_object_get(choices, person_fields[i]) != NULL;
    if (is_person && !json_object_get(choices, "people_version") &&
        json_object_set_new(choices, "people_version", json_integer(PD_SMPL_PEOPLE_VERSION)))
        return false;

    const bool is_drawn = json_object_get(choices, "random") || json_object_get(choices, "look");

    if (!is_drawn || json_object_get(choices, "wear") || json_object_get(choices, "wardrobe_version"))
        return true;

    return !json_object_set_new(choices, "wardrobe_version", json_integer(PD_API_WEAR_VERSION));
}

/* Sets the id: a hash of what is stored and of who stores it. */
static void name_avatar(pd_api_avatar *a)
{
    pd_api_hash hash = pd_api_hash_begin();

    pd_api_hash_text(&hash, a->model);
    pd_api_hash_text(&hash, a->choices);
    snprintf(a->revision, sizeof a->revision, "%016llx%016llx", (unsigned long long)hash.a,
             (unsigned long long)hash.b);
    pd_api_hash_add(&hash, &a->owner, sizeof a->owner);
    snprintf(a->id, sizeof a->id, "a%016llx%07llx", (unsigned long long)hash.a,
             (unsigned long long)hash.b & 0xfffffff);
}

/* Makes the avatar of choices that the mesh route has accepted. NULL: out of memory. */
static pd_api_avatar *make_avatar(const char *model, json_t *choices, const pd_buffer *query, uint64_t owner)
{
    pd_api_avatar *a = calloc(1, sizeof *a);
    pd_buffer text = {0};
    char *dumped = json_dumps(choices, JSON_COMPACT | JSON_SORT_KEYS);

    if (dumped) pd_buffer_text(&text, dumped);
    pd_json_text_free(dumped);
    if (a && dumped && !text.failed) {
        a->references = 1;
        a->owner = owner;
        snprintf(a->model, sizeof a->model, "%s", model);
        a->choices = strndup((const char *)text.data, text.size);
        a->query = strndup(query->data ? (const char *)query->data : "", query->size);
    }

    pd_buffer_deinit(&text);
    if (a && a->choices && a->query) {
        name_avatar(a);
        return a;
    }

    if (a) {
        free(a->choices);
        free(a->query);
        free(a);
    }

    return NULL;
}

/* Puts the avatar into the store and answers. Takes the reference. */
static void keep_avatar(pd_api_call *call, const pd_api_request *request, pd_api_avatar *made)
{
    const size_t bytes = sizeof *made + strlen(made->choices) + strlen(made->query) + 2;
    pd_error err = {0};
    int is_new = 0;

    if (!pd_api_hold_for(call, PD_API_MEMORY_AVATARS, bytes)) {
        pd_api_avatar_release(made);
        return;
    }

    if (call->host->memory_take) {
        made->host = call->host;
        made->held = bytes;
    }

    pd_api_avatar *kept = pd_api_avatar_retain(made);
    if (call->host->avatar_put(call->host->ctx, kept, &call->condition, &is_new, &err) == PD_OK) {
        avatar_json(pd_api_answer(call, is_new ? 201 : 200, "application/json"), made, request->prefix);
        pd_api_etag_of_stored(&call->reply, made->revision, "");
        pd_api_header_set(&call->reply, "Location", "%s/v1/avatars/%s",
                          request->prefix ? request->prefix : "", made->id);
    } else
        pd_api_refuse(call, pd_status_http(err.status), NULL, "%s", err.detail);
    pd_api_avatar_release(made);
}

void pd_api_handle_avatar_post(pd_api_call *call, const pd_api_request *request)
{
    char model[PD_API_ID_BYTES];
    pd_buffer query = {0}, whole = {0};

    if (!call->host->avatar_put) {
        pd_api_refuse(call, 404, NULL, "this server stores no avatars");
        return;
    }

    json_t *choices = read_choices(model, call, request);
    if (!choices) return;

    /* The mesh route checks the choices, as it will when a file is asked for; nothing is computed. */
    bool good = keep_version(choices) || pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    good = good && put_query(&query, choices, &call->problems);
    pd_buffer_printf(&whole, "%.*s%sformat=glb&lod=0", (int)query.size,
                     query.data ? (const char *)query.data : "", query.size ? "&" : "");
    pd_buffer_add(&whole, "", 1);
    if (query.failed || whole.failed) good = pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    if (good) {
        pd_api_request bare = *request;
        bare.if_match = bare.if_none_match = NULL;
        run_as(call, &bare, model, (const char *)whole.data, false);
        call->problems.in_query = 0;
        good = !call->done && !call->waits && !call->problems.count && call->denied.status == PD_OK;
    }

    if (good) {
        pd_api_avatar *made = make_avatar(model, choices, &query, call->owner.id);
        call->reply.header_count = 0; /* drop the headers of the mesh */
        if (made)
            keep_avatar(call, request, made);
        else
            pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    }

    json_decref(choices);
    pd_buffer_deinit(&query);
    pd_buffer_deinit(&whole);
}

/* ---- reading ---- */

/* Returns the avatar with that id, or NULL after refusing the call. */
static pd_api_avatar *take_avatar(pd_api_call *call, const char *id)
{
    pd_error err = {0};
    pd_api_avatar *found = NULL;

    if (pd_api_access_check(call->access, PD_API_OBJECT_AVATARS, id, "", &err) != PD_OK) {
        pd_api_refuse(call, 403, NULL, "%s", err.detail);
        return NULL;
    }

    if (!pd_api_fetch(call, PD_API_STORED_AVATARS, id)) return NULL;
    if (call->host->avatar) found = call->host->avatar(call->host->ctx, id);
    if (!found)
        pd_api_refuse(call, 404, NULL, "no avatar \"%.64s\"; GET /v1/avatars lists them, POST stores one",
                      id);

    return found;
}

/* Files of an avatar by their endings. */
static const struct {
    const char *ending, *query; /* query of the route that makes it */
    bool is_vrm, is_picture;
} endings[] = {{".glb", "format=glb", false, false},
               {".vrm", "format=glb&profile=vrm", true, false},
               {".png", "format=png", false, true},
               {".webp", "format=webp", false, true}};
#define ENDINGS (int)(sizeof endings / sizeof *endings)

/* Returns the row of an ending; -1: unknown. */
static int ending_named(const char *ending)
{
    for (int i = 0; i < ENDINGS; i++)
        if (!strcmp(ending, endings[i].ending)) return i;
    return -1;
}

/* Splits "ID.glb" into the id and the row of its ending; -1: no ending; -2 after refusing an unknown one. */
static int split_ending(char id[PD_API_ID_BYTES], pd_api_call *call)
{
    snprintf(id, PD_API_ID_BYTES, "%s", call->id);
    char *point = strrchr(id, '.');
    if (!point) return -1;
    const int row = ending_named(point);
    if (row >= 0) {
        *point = 0;
        return row;
    }

    pd_api_refuse(call, 404, NULL,
                  "\"%.8s\" is not an ending of an avatar's file; .glb, .vrm, .png or .webp expected", point);

    return -2;
}

/* Returns the parameter `name` of a query, or NULL. */
static const char *parameter(const char *query, const char *name)
{
    const size_t length = strlen(name);
    for (const char *c = query; c; c = strchr(c, '&') ? strchr(c, '&') + 1 : NULL)
        if (!strncmp(c, name, length) && c[length] == '=') return c;
    return NULL;
}

/* Writes the choices, apart from the profile unless a file is to have the stored one. */
static void put_choices(pd_buffer *out, const pd_api_avatar *a, bool has_stored_profile)
{
    const char *profile = has_stored_profile ? NULL : parameter(a->query, "profile");
    const size_t before = profile ? (size_t)(profile - a->query) : strlen(a->query);
    const char *after = profile ? strchr(profile, '&') : NULL;

    pd_buffer_add(out, a->query, before);
    if (after) pd_buffer_text(out, after + 1);
    if (out->size && out->data[out->size - 1] != '&') pd_buffer_text(out, "&");

    /* One that was stored before there were versions keeps its body and its clothes. */
    bool is_person = false;
    for (int i = 0; i < PERSON_FIELDS; i++) is_person |= parameter(a->query, person_fields[i]) != NULL;
    if (is_person && !parameter(a->query, "people_version")) pd_buffer_text(out, "people_version=1&");
    const bool is_drawn = parameter(a->query, "random") || parameter(a->query, "look");
    if (is_drawn && !parameter(a->query, "wear") && !parameter(a->query, "wardrobe_version"))
        pd_buffer_text(out, "wardrobe_version=1&");
}

/* Answers with a file: the choices, what the ending says, and the query of the request. */
static void answer_file(pd_api_call *call, const pd_api_request *request, const pd_api_avatar *a, int ending,
                        const char *query)
{
    pd_buffer whole = {0};

    /* A .vrm is of VRM 1.0 unless the request has a profile: profile=vrm0. A .glb has the profile of the
     * request, or else the stored one. */
    const bool has_profile = parameter(query, "profile");
    const bool is_glb = !endings[ending].is_picture && !endings[ending].is_vrm;
    const bool has_stored = is_glb && !has_profile && parameter(a->query, "profile");

    put_choices(&whole, a, has_stored);
    pd_buffer_printf(&whole, "%s%s%s",
                     endings[ending].is_vrm && has_profile ? "format=glb" : endings[ending].query,
                     query && *query ? "&" : "", query ? query : "");
    if (is_glb && !has_stored && !(query && *query)) pd_buffer_text(&whole, "&profile=talkinghead");
    pd_buffer_add(&whole, "", 1);
    if (whole.failed)
        pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    else
        run_as(call, request, a->model, (const char *)whole.data, endings[ending].is_picture);
    pd_buffer_deinit(&whole);
}

void pd_api_handle_avatar(pd_api_call *call, const pd_api_request *request)
{
    char id[PD_API_ID_BYTES];
    const int ending = split_ending(id, call);
    pd_api_avatar *a = ending >= -1 ? take_avatar(call, id) : NULL;

    if (!a) return;
    if (ending >= 0)
        answer_file(call, request, a, ending, request->query);
    else if (request->query && *request->query)
        pd_api_note(&call->problems, PD_ERR_INVALID, "",
                    "query parameters given, but only a file takes them; use %s.glb", id);
    else if (!pd_api_revised(call, request, a->revision, ""))
        avatar_json(pd_api_answer(call, 200, "application/json"), a, request->prefix);
    pd_api_avatar_release(a);
}

typedef struct avatar_list {
    pd_buffer *out;
    const pd_api_access *access;
    const char *prefix;
    int count;
} avatar_list;

static void list_one_avatars(void *arg, const char *id, const void *item)
{
    avatar_list *l = arg;
    if (!pd_api_access_allows(l->access, PD_API_OBJECT_AVATARS, id)) return;
    if (l->count++) pd_buffer_text(l->out, ",");
    avatar_json(l->out, item, l->prefix);
}

void pd_api_handle_avatars(pd_api_call *call, const pd_api_request *request)
{
    avatar_list l = {.out = pd_api_answer(call, 200, "application/json"),
                     .access = call->access,
                     .prefix = request->prefix};

    pd_api_fetch(call, PD_API_STORED_AVATARS, NULL);
    pd_buffer_text(l.out, "{\"avatars\":[");
    if (call->host->each_avatar) call->host->each_avatar(call->host->ctx, list_one_avatars, &l);
    pd_buffer_text(l.out, "]}\n");
}

void pd_api_handle_avatar_delete(pd_api_call *call, const pd_api_request *request)
{
    pd_api_avatar *a = take_avatar(call, call->id);

    if (!a) return;
    pd_api_avatar_release(a);
    const int gone = call->host->avatar_delete(call->host->ctx, call->id, &request->owner, &call->condition);
    if (!pd_api_answer_deleted(call, gone, "avatar"))
        pd_api_refuse(call, 404, NULL, "no avatar \"%.64s\"", call->id);
}

/* ---- Ready Player Me's addresses ---- */

/* Endings of the closed service's addresses. A picture is PNG for .jpg too:
 * readers tell the format by its first bytes. */
typedef enum rpm_ending { RPM_GLB, RPM_PNG, RPM_JPG, RPM_JSON, RPM_ENDINGS } rpm_ending;
static const char *const rpm_endings[RPM_ENDINGS] = {".glb", ".png", ".jpg", ".json"};

/* Splits "ID.glb" into the id and the ending. Returns RPM_ENDINGS after refusing another one. */
static rpm_ending split_rpm_ending(char id[PD_API_ID_BYTES], pd_api_call *call)
{
    snprintf(id, PD_API_ID_BYTES, "%s", call->id);
    char *point = strrchr(id, '.');

    for (int i = 0; i < RPM_ENDINGS && point; i++)
        if (!strcmp(point, rpm_endings[i])) {
            *point = 0;
            return (rpm_ending)i;
        }
    pd_api_refuse(call, 404, NULL,
                  "%.20s; ID.glb, ID.png, ID.jpg or ID.json expected here. ID.vrm and the choices are at "
                  "/v1/avatars",
                  point ? point : "no ending");

    return RPM_ENDINGS;
}

/* Answers with what the closed service said about an avatar. The mesh route decides the sex of the person
 * when it decodes the request; nothing is computed. */
static void answer_rpm_json(pd_api_call *call, const pd_api_request *request, const pd_api_avatar *a)
{
    static const char *const genders[] = {
        [PD_SMPL_NEUTRAL] = "neutral", [PD_SMPL_FEMALE] = "feminine", [PD_SMPL_MALE] = "masculine"};
    pd_buffer query = {0};
    pd_api_request bare = *request;

    pd_buffer_printf(&query, "%s%sformat=glb", a->query, *a->query ? "&" : "");
    pd_buffer_add(&query, "", 1);
    bare.if_match = bare.if_none_match = NULL;
    if (query.failed)
        pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    else
        run_as(call, &bare, a->model, (const char *)query.data, false);
    pd_buffer_deinit(&query);
    if (call->done || call->problems.count || call->denied.status != PD_OK) return;

    const pd_api_mesh *mesh = call->run_batch == pd_api_mesh_run ? call->job : NULL;
    const pd_api_person *person = mesh && mesh->people ? mesh->people[0] : NULL;
    const char *gender = person ? genders[person->gender] : genders[PD_SMPL_NEUTRAL];
    const char *prefix = request->prefix ? request->prefix : "";
    call->reply.header_count = 0; /* drop the headers of the mesh */
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, a->id);
    pd_buffer_printf(
        out,
        ",\"bodyType\":\"fullbody\",\"outfitGender\":\"%s\",\"outfitVersion\":2,\"url\":"
        "\"%s/v1/readyplayerme/%s.glb\",\"imageUrl\":\"%s/v1/readyplayerme/%s.png\",\"choices\":%s}",
        gender, prefix, a->id, prefix, a->id, a->choices);
}

/* Answers with a file or a picture. */
static void answer_rpm_file(pd_api_call *call, const pd_api_request *request, const pd_api_avatar *a,
                            rpm_ending ending)
{
    pd_api_rpm_values values;
    pd_buffer query = {0};
    bool good = pd_api_rpm_read(&values, request->query, &call->problems);

    if (good)
        good = ending == RPM_GLB ? pd_api_rpm_mesh_query(&query, &values, &call->problems)
                                 : pd_api_rpm_portrait_query(&query, &values, &call->problems);
    pd_api_rpm_deinit(&values);
    pd_buffer_add(&query, "", 1);
    if (query.failed)
        pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    else if (good)
        answer_file(call, request, a, ending_named(ending == RPM_GLB ? ".glb" : ".png"),
                    (const char *)query.data);
    pd_buffer_deinit(&query);
}

void pd_api_handle_rpm_avatar(pd_api_call *call, const pd_api_request *request)
{
    char id[PD_API_ID_BYTES];
    const rpm_ending ending = split_rpm_ending(id, call);
    pd_api_avatar *a = ending < RPM_ENDINGS ? take_avatar(call, id) : NULL;

    if (!a) return;
    call->problems.in_query = 1;
    if (ending == RPM_JSON)
        answer_rpm_json(call, request, a);
    else
        answer_rpm_file(call, request, a, ending);
    pd_api_avatar_release(a);
}

double pd_api_avatar_cost(const pd_api_call *call)
{
    if (!call->job || call->done) return 0;
    return call->run_batch == pd_api_mesh_run ? pd_api_mesh_cost(call) : pd_api_portrait_cost(call);
}

const pd_api_field pd_api_avatar_choice_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .preset = "\"person\"",
     .example = "\"person\"",
     .doc = "Body model of the avatar. All other members are the fields of POST /v1/models/{id}/mesh that "
            "describe the body and its clothes; together they take less than 4 KB."},
    {0},
};
