/* Golden test of every field of every request and message with invalid values: another type, null, unknown names, lists of other lengths, and
 * numbers at, below and beyond its range. It compares status, place and words of the errors. For an accepted value the file says "taken".
 *
 * tests/golden/steps/wrong.txt: the values with the same answer, then the answer, in which * is the value. Requests are decoded but not computed,
 * except IK problems, which run one iteration. POSED_GOLDEN=write writes it again. Read the difference as a client who sends such a value would. */
#include "api/stream/message.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/golden_text.h"

#define FILE_PATH "tests/golden/steps/wrong.txt"
enum { VALUES = 24, DEPTH = 4, ANSWER = 200 };

static const char *const odd[] = {"null", "true", "\"\"", "\"x\"", "-1",      "0",         "2.5",
                                  "1e9",  "[]",   "{}",   "[1]",   "[\"x\"]", "[[1,2,3]]", "{\"x\":1}"};

/* Values of a field and the answers to them. */
typedef struct answers {
    char value[VALUES][40], answer[VALUES][ANSWER];
    int count;
} answers;

/* State of a walk through a table of fields: the route or message, and the path of objects that contain the present table. */
typedef struct walk {
    pd_buffer *out;
    const pd_api_route *route; /* NULL: of a message */
    pd_api_message_type message;
    const pd_api_field *path[DEPTH];
    int depth;
} walk;

/* Refuses every job, like a daemon whose jobs are full. */
static pd_status put_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)job;
    *owner_full = false;
    return pd_fail(err, PD_ERR_LIMIT, "limits.jobs", "64 jobs wait or run; at most 64 allowed");
}

static pd_api_host host;

static json_t *parsed(const char *text)
{
    return text && !strstr(text, "...") ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
}

/* ---- one value */

static void ask_route(char out[ANSWER], const pd_api_route *route, const char *query, const char *body)
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
    const pd_api_reply *reply = pd_api_call_reply(call);
    json_t *said =
        pd_api_call_done(call) ? json_loadb((const char *)reply->body.data, reply->body.size, 0, NULL) : NULL;
    const json_t *solved = json_object_get(json_array_get(json_object_get(said, "solutions"), 0), "error");
    const json_t *first = json_array_get(json_object_get(solved ? solved : said, "errors"), 0);
    const char *place = json_string_value(json_object_get(first, "pointer")),
               *detail = json_string_value(json_object_get(first ? first : said, "detail"));
    if (!first && (!pd_api_call_done(call) || reply->status < 400))
        snprintf(out, ANSWER, "taken");
    else
        snprintf(out, ANSWER, "%d %.60s: %.120s", reply->status, place ? place : "", detail ? detail : "");
    json_decref(said);
    pd_api_call_release(call);
}

static void ask_message(char out[ANSWER], const char *text)
{
    pd_api_message m;
    pd_api_problems problems = {0};
    if (pd_api_message_decode(&m, (pd_bytes){(const unsigned char *)text, strlen(text)}, &api_shipped_limits,
                              &problems))
        snprintf(out, ANSWER, "taken");
    else
        snprintf(out, ANSWER, "%.60s: %.120s", problems.items[0].where, problems.items[0].detail);
}

/* Sends the documented example of the route, or the message, with a value at the place of the walk. */
static void ask_body(char out[ANSWER], const walk *w, const pd_api_field *f, json_t *value)
{
    json_t *root =
               w->route ? parsed(w->route->ask) : json_pack("{s:s}", "type", pd_api_message_name(w->message)),
           *at = root;
    if (!json_is_object(root)) json_decref(root), root = at = json_object();
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
    if (w->route)
        ask_route(out, w->route, NULL, text);
    else
        ask_message(out, text);
    free(text);
    json_decref(root);
}

static void ask_query(char out[ANSWER], const walk *w, const pd_api_field *f, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)), query[256];
    int used = snprintf(query, sizeof query, "%s=", f->name);
    for (const char *c = text; *c && used < (int)sizeof query - 1; c++)
        if (!strchr("[]\"", *c)) query[used++] = *c;
    query[used] = 0;
    ask_route(out, w->route, query, !strcmp(w->route->method, "GET") ? NULL : w->route->ask);
    free(text);
}

/* ---- one field */

/* Writes * in place of the value where an answer begins with it, so that values of a kind are answered alike. */
static void hide_value(char answer[ANSWER], const char *value)
{
    char bare[40], *at = strstr(answer, ": ");
    size_t size = 0;
    for (const char *c = value; *c; c++)
        if (!strchr("[]\"", *c)) bare[size++] = *c;
    bare[size] = 0;
    if (at) at += 2 + (at[2] == '"');
    if (!at || !size || strncmp(at, bare, size) != 0 || !strchr("\";", at[size])) return;
    memmove(at + 1, at + size, strlen(at + size) + 1);
    *at = '*';
}

static void add_value(answers *a, const walk *w, const pd_api_field *f, json_t *value, bool in_query)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    snprintf(a->value[a->count], sizeof a->value[0], "%s", text);
    free(text);
    if (in_query)
        ask_query(a->answer[a->count], w, f, value);
    else
        ask_body(a->answer[a->count], w, f, value);
    hide_value(a->answer[a->count], a->value[a->count]);
    a->count++;
    json_decref(value);
}

static void ask_field(const walk *w, const pd_api_field *f, bool in_query)
{
    static answers a;
    a.count = 0;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        add_value(&a, w, f, json_loads(odd[i], JSON_DECODE_ANY, NULL), in_query);
    const bool is_number = f->type == PD_API_NUMBER || f->type == PD_API_INTEGER || f->type == PD_API_COUNT ||
                           f->type == PD_API_SEED;
    const bool is_whole = f->type != PD_API_NUMBER;
    const double ends[] = {f->min, f->max, f->min - (is_whole ? 1 : 1e-3 * fmax(1, fabs(f->min))),
                           f->max + (is_whole ? 1 : 1e-3 * fmax(1, fabs(f->max)))};
    for (int i = 0; i < 4 && is_number && f->min < f->max && fabs(ends[i]) < 1e15; i++)
        add_value(&a, w, f, is_whole ? json_integer((json_int_t)ends[i]) : json_real(ends[i]), in_query);

    /* Values that are answered alike stand together. */
    pd_buffer_printf(w->out, "%s%s", w->route ? w->route->name : pd_api_message_name(w->message),
                     in_query ? "?" : " ");
    for (int i = 0; i < w->depth; i++) pd_buffer_printf(w->out, "%s/", w->path[i]->name);
    pd_buffer_printf(w->out, "%s\n", f->name);
    for (int i = 0; i < a.count; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++) is_first = is_first && strcmp(a.answer[i], a.answer[k]) != 0;
        if (!is_first) continue;
        pd_buffer_text(w->out, "   ");
        for (int k = i; k < a.count; k++)
            if (!strcmp(a.answer[i], a.answer[k])) pd_buffer_printf(w->out, " %s", a.value[k]);
        pd_buffer_printf(w->out, " -> %s\n", a.answer[i]);
    }
}

static void ask_fields(walk *w, const pd_api_field *rows, bool in_query)
{
    for (const pd_api_field *f = rows; f && f->name; f++) {
        ask_field(w, f, in_query);
        if (in_query || !f->rows || w->depth == DEPTH) continue;
        w->path[w->depth++] = f;
        ask_fields(w, f->rows, false);
        ask_fields(w, f->more, false);
        w->depth--;
    }
}

static void warnings_about_odd_values_are_unchanged(void **state)
{
    (void)state;
    pd_buffer now = {0};
    for (int i = 0; i < pd_api_route_count; i++) {
        walk w = {.out = &now, .route = &pd_api_routes[i]};
        for (const pd_api_field *const *t = w.route->query; *t; t++) ask_fields(&w, *t, true);
        for (const pd_api_field *const *t = w.route->body; *t && strcmp(w.route->method, "GET") != 0; t++)
            ask_fields(&w, *t, false);
    }
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        walk w = {.out = &now, .message = (pd_api_message_type)i};
        for (const pd_api_field *const *t = pd_api_message_fields(w.message); *t; t++)
            ask_fields(&w, *t, false);
    }
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(warnings_about_odd_values_are_unchanged)};
    return cmocka_run_group_tests(tests, load, api_shipped_unload);
}
