/* @long: computes every request once for each of its options, which takes two minutes under ASan.
 * Golden test of every option of every request that computes: the reply and the estimated cost (milliseconds, those of a part, bodies or problems,
 * bytes). Options are added one at a time to the documented example of their route (a fit with three iterations, a motion of a fifth of a second).
 * Values: each choice, both booleans, for numbers their example and one value of their range, otherwise the example. Refusals are included with
 * their text.
 *
 * POSED_GOLDEN=write writes tests/golden/steps/options.txt again. A change of a shipped model needs that too. */
#include "api/http/call.h"
#include "core/base/hash.h"
#include "tests/support/api_shipped.h"
#include "tests/support/api_sums.h"
#include "tests/support/golden_lines.h"

#define TOLERANCE 1e-6
enum { VALUES = 40, DEPTH = 4 };

/* State of a walk through a route's fields: the route, and the path of objects that contain the present table. */
typedef struct walk {
    golden_lines *g;
    const pd_api_route *route;
    const pd_api_field *path[DEPTH];
    int depth;
} walk;

static json_t *parsed(const char *text)
{
    return text && !strstr(text, "...") ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
}

/* Replies to GET so far: path, tag, and a hash of the bytes. Replies of one path with equal tags must have equal bytes, or a 304 would confirm the
 * wrong reply to a client. */
enum { TAGGED_MOST = 2000 };
static struct {
    char path[64], tag[48];
    uint64_t bytes;
} tagged[TAGGED_MOST];
static int tagged_count, tagged_wrong;

static void note_tag(const char *path, const char *name, const pd_api_reply *reply)
{
    const char *tag = pd_api_header_get(reply, "ETag");
    if (!tag || reply->status != 200) return;
    const uint64_t bytes = pd_hash64(reply->body.data, reply->body.size, 0);
    for (int i = 0; i < tagged_count; i++)
        if (!strcmp(tagged[i].path, path) && !strcmp(tagged[i].tag, tag) && tagged[i].bytes != bytes)
            tagged_wrong++, print_error("%s: other bytes with the tag %s of another reply\n", name, tag);
    assert_true(tagged_count < TAGGED_MOST);
    snprintf(tagged[tagged_count].path, sizeof tagged->path, "%s", path);
    snprintf(tagged[tagged_count].tag, sizeof tagged->tag, "%s", tag);
    tagged[tagged_count++].bytes = bytes;
}

/* Makes the values for a field. Returns their number. */
static int values_of(json_t *out[VALUES], const pd_api_field *f)
{
    int count = 0;
    char name[64];
    json_t *example = parsed(f->example);

    if (example) out[count++] = example;
    if (f->type == PD_API_BOOLEAN) out[count++] = json_true(), out[count++] = json_false();
    for (int i = 0; f->choices && count < VALUES && pd_api_choice_name(name, sizeof name, f->choices, i); i++)
        out[count++] = f->type == PD_API_CHOICES ? json_pack("[s]", name) : json_string(name);
    if (f->type == PD_API_NUMBER && !(example && f->unit))
        out[count++] = json_real(fmin(fmax(0.7, f->min), f->max > f->min ? f->max : 0.7));
    if (f->type == PD_API_INTEGER || f->type == PD_API_SEED)
        out[count++] = json_integer((json_int_t)fmin(fmax(2, f->min), f->max > f->min ? f->max : 2));
    return count;
}

static void ask(const walk *w, const pd_api_field *f, int number, const char *query, const char *body)
{
    const char *pattern = w->route->pattern, *id = strstr(pattern, "{id}");
    pd_buffer path = {0}, name = {0};
    api_sum s = {0};

    pd_buffer_printf(&path, "%.*s%s%s", (int)(id ? id - pattern : (long)strlen(pattern)), pattern,
                     id ? w->route->at : "", id ? id + 4 : "");
    pd_buffer_add(&path, "", 1);
    pd_buffer_printf(&name, "%s%s:", w->route->method, (const char *)path.data);
    for (int i = 0; i < w->depth; i++) pd_buffer_printf(&name, "%s/", w->path[i]->name);
    pd_buffer_printf(&name, "%s#%d", f->name, number);
    pd_buffer_add(&name, "", 1);

    const pd_api_request request = {.method = w->route->method,
                                    .path = (const char *)path.data,
                                    .query = query,
                                    .body = {(const unsigned char *)body, body ? strlen(body) : 0},
                                    .content_type = body ? "application/json" : NULL};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_shipped_limits);
    const double cost = pd_api_call_cost(call), part_cost = pd_api_call_part_cost(call);
    const double bytes = !call->done && call->run_bytes ? (double)call->run_bytes(call, 1) : 0;
    const pd_api_reply *reply = api_finish(call);
    if (reply->body.size) api_sum_reply(&s, reply);
    if (!strcmp(w->route->method, "GET")) note_tag((const char *)path.data, (const char *)name.data, reply);
    golden_lines_add(
        w->g, (const char *)name.data,
        (double[]){reply->status, (double)s.count, s.words, cost, part_cost, pd_api_call_weight(call), bytes},
        7, TOLERANCE);
    pd_api_call_release(call);
    pd_buffer_deinit(&name);
    pd_buffer_deinit(&path);
}

/* Requests the route's example with a value at the place of the walk. */
static void ask_body(const walk *w, const pd_api_field *f, int number, json_t *value)
{
    const bool gets = !strcmp(w->route->method, "GET");
    json_t *root = gets ? json_object() : parsed(w->route->ask), *at = root;
    if (json_object_get(root, "seconds")) json_object_set_new(root, "seconds", json_real(0.2));
    if (json_object_get(root, "measurements")) json_object_set_new(root, "iterations", json_integer(3));

    assert_true(json_is_object(root));
    for (int i = 0; i < w->depth; i++) {
        const pd_api_field *o = w->path[i];
        json_t *there = json_object_get(at, o->name);
        const bool is_list = o->type == PD_API_OBJECTS;
        if (!there) {
            json_t *made = parsed(o->example);
            const bool fits = is_list ? json_is_array(made) && json_array_size(made) : json_is_object(made);
            if (!fits) json_decref(made), made = is_list ? json_pack("[{}]") : json_object();
            json_object_set_new(at, o->name, made);
            there = made;
        }
        at = is_list ? json_array_get(there, 0) : there;
    }
    json_object_set(at, f->name, value);

    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12));
    ask(w, f, number, NULL, text);
    free(text);
    json_decref(root);
}

/* Requests the route with the option in the query. A GET keeps the query of its example. */
static void ask_query(const walk *w, const pd_api_field *f, int number, const json_t *value)
{
    const bool gets = !strcmp(w->route->method, "GET");
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12)), same[96];
    pd_buffer query = {0};

    snprintf(same, sizeof same, "%.90s=", f->name);
    const char *own = gets && w->route->ask ? w->route->ask : "", *twice = strstr(own, same);
    if (*own && !(twice && (twice == own || twice[-1] == '&'))) pd_buffer_printf(&query, "%s&", own);
    pd_buffer_text(&query, same);
    for (const char *c = text; *c; c++)
        if (!strchr("[]\"", *c)) pd_buffer_add(&query, c, 1);
    pd_buffer_add(&query, "", 1);
    ask(w, f, number, (const char *)query.data, gets ? NULL : w->route->ask);
    pd_buffer_deinit(&query);
    free(text);
}

static void ask_fields(walk *w, const pd_api_field *rows, bool in_query)
{
    for (const pd_api_field *f = rows; f && f->name; f++) {
        json_t *values[VALUES];
        const int count = values_of(values, f);
        for (int i = 0; i < count; i++) {
            if (in_query)
                ask_query(w, f, i, values[i]);
            else
                ask_body(w, f, i, values[i]);
            json_decref(values[i]);
        }
        if (!f->rows || w->depth == DEPTH) continue;
        w->path[w->depth++] = f;
        ask_fields(w, f->rows, false);
        ask_fields(w, f->more, false);
        w->depth--;
    }
}

static void every_option_gives_unchanged_output(void **state)
{
    golden_lines g;

    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/options.txt");
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        walk w = {.g = &g, .route = r};
        if (!api_shipped_computes(r) || !strcmp(r->method, "PUT")) continue;
        for (const pd_api_field *const *t = r->query; *t; t++) ask_fields(&w, *t, true);
        for (const pd_api_field *const *t = r->body; *t && strcmp(r->method, "GET") != 0; t++)
            ask_fields(&w, *t, false);
    }
    golden_lines_end(&g);
    assert_true(tagged_count > 100);
    assert_int_equal(tagged_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option_gives_unchanged_output)};
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
