/* Every field of every request and message with invalid values: another type, null, unknown names, lists of
 * other lengths, and numbers at, below and beyond its range. Requests are decoded but not computed, except IK
 * problems, which run one iteration.
 *
 * For each answer: a refusal has a status of 400 to 499, the pointer of the field or of what contains it, and
 * a text that says what would be allowed. For each kind of answer, tests/golden/steps/wrong.txt has one line:
 * the first field and value that get it. Answers are of one kind when they differ only in numbers (#), quoted
 * words, lists of names, and the type of the value that was sent.
 * POSED_GOLDEN=write writes the file again. */
#include "api/stream/message.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/golden_text.h"
#include "tests/support/text_kind.h"

#define FILE_PATH "tests/golden/steps/wrong.txt"
enum { VALUES_MOST = 24, DEPTH_MOST = 4, DETAIL_SIZE = 400, KINDS_MOST = 1000 };

static const char *const odd[] = {"null", "true", "\"\"", "\"x\"", "-1",      "0",         "2.5",
                                  "1e9",  "[]",   "{}",   "[1]",   "[\"x\"]", "[[1,2,3]]", "{\"x\":1}"};

/* What a request or message was answered. */
typedef struct answer {
    int status; /* 0: of a message, or of one problem among several */
    bool is_taken;
    char place[128], detail[DETAIL_SIZE];
} answer;

/* State of a walk through a table of fields: the route or message,
 * and the path of objects that contain the present table. */
typedef struct walk {
    const pd_api_route *route; /* NULL: of a message */
    pd_api_message_type message;
    const pd_api_field *path[DEPTH_MOST];
    int depth;
} walk;

/* Refuses every job, like a daemon in which the client has as many as it may. */
static pd_status put_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx;
    (void)job;
    *owner_full = true;
    return pd_fail(err, PD_ERR_LIMIT, "limits.owner_jobs", "8 jobs wait or run; at most 8 allowed");
}

static pd_api_host host;

static json_t *parsed(const char *text)
{
    return text && !strstr(text, "...") ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
}

/* ---- one value */

static answer ask_route(const pd_api_route *route, const char *query, const char *body)
{
    const char *id = strstr(route->pattern, "{id}");
    char path[128];
    snprintf(path, sizeof path, "%.*s%s%s", (int)(id ? id - route->pattern : (long)strlen(route->pattern)),
             route->pattern, id ? route->at : "", id ? id + 4 : "");
    const pd_api_request request = {.method = route->method,
                                    .path = path,
                                    .query = query,
                                    .body = {(const unsigned char *)body, body ? strlen(body) : 0},
                                    .content_type = body ? "application/json" : NULL};
    pd_api_call *call = pd_api_decode(&request, &host, &api_shipped_limits);
    if (strstr(path, "/ik/")) api_finish(call); /* problems are read one by one, and each is answered */

    /* The first error of the request, or of the first of several problems, or of JSON-RPC. */
    const pd_api_reply *reply = pd_api_call_reply(call);
    const bool is_done = pd_api_call_done(call);
    json_t *said = is_done ? json_loadb((const char *)reply->body.data, reply->body.size, 0, NULL) : NULL;
    const json_t *solved = json_object_get(json_array_get(json_object_get(said, "solutions"), 0), "error");
    const json_t *first = json_array_get(json_object_get(solved ? solved : said, "errors"), 0);
    const char *place = json_string_value(json_object_get(first, "pointer"));
    const char *detail = json_string_value(json_object_get(first ? first : said, "detail"));
    if (!detail) detail = json_string_value(json_object_get(json_object_get(said, "error"), "message"));

    answer out = {.is_taken = !first && (!is_done || reply->status < 400),
                  .status = solved ? 0 : reply->status};
    snprintf(out.place, sizeof out.place, "%s", place ? place : "");
    snprintf(out.detail, sizeof out.detail, "%s", detail ? detail : "");
    json_decref(said);
    pd_api_call_release(call);
    return out;
}

static answer ask_message(const char *text)
{
    const pd_bytes bytes = {(const unsigned char *)text, strlen(text)};
    pd_api_message m;
    pd_api_problems problems = {0};
    answer out = {.is_taken = pd_api_message_decode(&m, bytes, &api_shipped_limits, &problems)};
    pd_api_message_deinit(&m);
    if (out.is_taken) return out;
    snprintf(out.place, sizeof out.place, "%s", problems.items[0].where);
    snprintf(out.detail, sizeof out.detail, "%s", problems.items[0].detail);
    return out;
}

/* Sends the documented example of the route, or the message, with a value at the place of the walk. */
static answer ask_body(const walk *w, const pd_api_field *f, json_t *value)
{
    json_t *root =
               w->route ? parsed(w->route->ask) : json_pack("{s:s}", "type", pd_api_message_name(w->message)),
           *at = root;
    if (!json_is_object(root)) {
        json_decref(root);
        root = at = json_object();
    }
    if (w->route && strstr(w->route->pattern, "/ik/"))
        json_object_set_new(root, "iterations", json_integer(1));
    for (int i = 0; i < w->depth; i++) {
        const pd_api_field *o = w->path[i];
        json_t *there = json_object_get(at, o->name);
        const bool is_list = o->type == PD_API_OBJECTS;
        if (is_list ? !json_array_size(there) : !json_is_object(there)) {
            there = is_list ? json_pack("[{}]") : json_object();
            json_object_set_new(at, o->name, there);
        }
        at = is_list ? json_array_get(there, 0) : there;
    }
    json_object_set(at, f->name, value);
    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(15));
    const answer out = w->route ? ask_route(w->route, NULL, text) : ask_message(text);
    free(text);
    json_decref(root);
    return out;
}

static answer ask_query(const walk *w, const pd_api_field *f, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)), query[256];
    int used = snprintf(query, sizeof query, "%s=", f->name);
    for (const char *c = text; *c && used < (int)sizeof query - 1; c++)
        if (!strchr("[]\"", *c)) query[used++] = *c;
    query[used] = 0;
    free(text);
    return ask_route(w->route, query, !strcmp(w->route->method, "GET") ? NULL : w->route->ask);
}

/* ---- kinds of answers */

static char kinds[KINDS_MOST][DETAIL_SIZE];
static int kind_count;

/* Returns whether the kind is new, and keeps it. */
static bool is_new_kind(const char *kind)
{
    for (int i = 0; i < kind_count; i++)
        if (!strcmp(kinds[i], kind)) return false;
    assert_true(kind_count < KINDS_MOST);
    snprintf(kinds[kind_count++], DETAIL_SIZE, "%s", kind);
    return true;
}

/* ---- properties of a refusal */

static int refused, wrong;

/* Texts that do not say what is allowed, because a request of this kind is never allowed here, or because the
 * text should be better. */
static const char *const short_texts[] = {
    "this server sends no webhooks",
    "the model has no sculpts that the pose drives",
    "is not among the measurements",
    "is not the name of a joint",
    "true beside position, orientation or frame",
};
enum { SHORT_TEXTS = sizeof short_texts / sizeof *short_texts };
static bool is_short_text_needed[SHORT_TEXTS];

/* A text says what is allowed in one of these words, or where to read it. */
static bool says_what_is_allowed(const char *detail)
{
    static const char *const words[] = {
        "expected",   "allowed",   "nown: ",       "has no effect ", "as in ",      "in this skeleton of ",
        "lists them", "here are ", "did you mean", "is required",    "only solver", "GET /v1/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(detail, words[i])) return true;
    for (int i = 0; i < SHORT_TEXTS; i++)
        if (strstr(detail, short_texts[i])) return is_short_text_needed[i] = true;
    return false;
}

/* Returns whether the pointer is that of the field or of what contains it. A field that is missing, and a
 * choice between several fields, may be elsewhere. */
static bool is_about(const answer *a, const walk *w)
{
    if (strstr(a->detail, "missing; ") || strstr(a->detail, "more than one of ") ||
        strstr(a->detail, "in this skeleton of "))
        return true;
    char first[64];
    snprintf(first, sizeof first, "/%s", w->depth ? w->path[0]->name : "");
    return !strncmp(a->place, first, strlen(first)) || (w->depth == 0 && !*a->place);
}

static void check_refusal(const walk *w, const pd_api_field *f, const char *value, const answer *a)
{
    const bool is_rpc = w->route && !strcmp(w->route->pattern, "/mcp");
    const bool is_of_field = a->status == 400 || (a->status == 0 && *a->place);
    refused++;
    const char *fault = NULL;
    if (w->route && a->status && (a->status < 400 || a->status > 499))
        fault = "the status is not of 400 to 499";
    if (!*a->detail) fault = "no text";
    if (is_of_field && !is_rpc && !says_what_is_allowed(a->detail))
        fault = "the text does not say what is allowed";
    if (is_of_field && !is_rpc && !is_about(a, w)) fault = "the pointer is of something else";
    if (!fault) return;
    wrong++;
    print_error("%s %s %s: %d %s: %s: %s\n", w->route ? w->route->name : pd_api_message_name(w->message),
                f->name, value, a->status, a->place, a->detail, fault);
}

/* ---- one field */

static void add_value(pd_buffer *out, const walk *w, const pd_api_field *f, json_t *value, bool in_query)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    const answer a = in_query ? ask_query(w, f, value) : ask_body(w, f, value);
    json_decref(value);
    if (!a.is_taken) {
        char kind[DETAIL_SIZE];
        check_refusal(w, f, text, &a);
        text_kind(kind, sizeof kind, a.detail, text, f->name);
        if (is_new_kind(kind)) {
            pd_buffer_printf(out, "%s%s", w->route ? w->route->name : pd_api_message_name(w->message),
                             in_query ? "?" : " ");
            for (int i = 0; i < w->depth; i++) pd_buffer_printf(out, "%s/", w->path[i]->name);
            pd_buffer_printf(out, "%s %s -> ", f->name, text);
            if (a.status) pd_buffer_printf(out, "%d ", a.status);
            pd_buffer_printf(out, "%s: %s\n", a.place, kind);
        }
    }
    free(text);
}

static void ask_field(pd_buffer *out, const walk *w, const pd_api_field *f, bool in_query)
{
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        add_value(out, w, f, json_loads(odd[i], JSON_DECODE_ANY, NULL), in_query);

    /* Both ends of the range of a number, and beyond. */
    const bool is_number = f->type == PD_API_NUMBER || f->type == PD_API_INTEGER || f->type == PD_API_COUNT ||
                           f->type == PD_API_SEED;
    const bool is_whole = f->type != PD_API_NUMBER;
    const double ends[] = {f->min, f->max, f->min - (is_whole ? 1 : 1e-3 * fmax(1, fabs(f->min))),
                           f->max + (is_whole ? 1 : 1e-3 * fmax(1, fabs(f->max)))};
    for (int i = 0; i < 4 && is_number && f->min < f->max && fabs(ends[i]) < 1e15; i++)
        add_value(out, w, f, is_whole ? json_integer((json_int_t)ends[i]) : json_real(ends[i]), in_query);
}

static void ask_fields(pd_buffer *out, walk *w, const pd_api_field *rows, bool in_query)
{
    for (const pd_api_field *f = rows; f && f->name; f++) {
        ask_field(out, w, f, in_query);
        if (in_query || !f->rows || w->depth == DEPTH_MOST) continue;
        w->path[w->depth++] = f;
        ask_fields(out, w, f->rows, false);
        ask_fields(out, w, f->more, false);
        w->depth--;
    }
}

static void an_invalid_value_is_refused_with_its_place_and_what_is_allowed(void **state)
{
    (void)state;
    pd_buffer now = {0};
    for (int i = 0; i < pd_api_route_count; i++) {
        walk w = {.route = &pd_api_routes[i]};
        for (const pd_api_field *const *t = w.route->query; *t; t++) ask_fields(&now, &w, *t, true);
        for (const pd_api_field *const *t = w.route->body; *t && strcmp(w.route->method, "GET") != 0; t++)
            ask_fields(&now, &w, *t, false);
    }
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        walk w = {.message = (pd_api_message_type)i};
        for (const pd_api_field *const *t = pd_api_message_fields(w.message); *t; t++)
            ask_fields(&now, &w, *t, false);
    }
    print_message("%d refusals of %d kinds\n", refused, kind_count);
    for (int i = 0; i < SHORT_TEXTS; i++)
        if (!is_short_text_needed[i]) fail_msg("no refusal says \"%s\" any more", short_texts[i]);
    assert_int_equal(wrong, 0);
    golden_text_check(FILE_PATH, &now, 0);
    pd_buffer_deinit(&now);
}

static int load(void **state)
{
    const int failed = api_shipped_load(state);
    host = api_host_table;
    host.job_put = put_job;
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_invalid_value_is_refused_with_its_place_and_what_is_allowed)};
    return cmocka_run_group_tests(tests, load, api_shipped_unload);
}
