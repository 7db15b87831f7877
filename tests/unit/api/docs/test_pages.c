/* /docs has a section for every route, message and reply. They are counted against the tables. */
#include "tests/support/api_ask.h"

#include "api/docs/html.h"
#include "api/docs/replies.h"
#include "api/http/assets.h"
#include "api/http/routes.h"
#include "api/stream/layout.h"
#include "api/stream/message.h"

static char *page;
static pd_api_call *call;

static int setup(void **state)
{
    api_host_setup(state);
    call = api_decode("GET", "/docs", NULL, (pd_api_request){.host = "localhost:1"});
    pd_buffer_add(&pd_api_call_reply(call)->body, "", 1);
    page = (char *)pd_api_call_reply(call)->body.data;
    return !page;
}

static int teardown(void **state)
{
    pd_api_call_release(call);
    return api_host_teardown(state);
}

/* Returns a copy of the section with that id. */
static char *section(const char *id)
{
    char head[96];
    snprintf(head, sizeof head, "<section id=\"%s\">", id);
    char *from = strstr(page, head), *to = from ? strstr(from, "</section>") : NULL;
    if (!from || !to) fail_msg("%s has no section", id);
    return strndup(from, (size_t)(to - from));
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what)) count++;
    return count;
}

/* Checks that the page has a cell with the name of each field, nested ones under the path of their object.
 * Returns how many there are. levels: how deep a table goes. */
static int assert_names(const char *text, const pd_api_field *table, const char *prefix, int levels,
                        int *always)
{
    int count = 0;
    for (const pd_api_field *f = table; f && f->name; f++, count++) {
        char name[96], cell[160];
        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        snprintf(cell, sizeof cell, "<tr><td><code>%s</code></td><td>", name);
        if (!strstr(text, cell)) fail_msg("no %s", name);
        *always += !f->optional;
        if (!f->rows || levels == 1) continue;
        snprintf(name + strlen(name), sizeof name - strlen(name), f->type == PD_API_OBJECTS ? "[]." : ".");
        count += assert_names(text, f->rows, name, levels - 1, always);
    }
    return count;
}

/* Ids of the sections that show a table in full: the first section that contains it. */
static struct {
    const pd_api_field *table;
    char id[64];
} shown[96];
static int shown_count;

/* Checks a section's table of fields: full rows, or names with a link to the full rows.
 * Adds its rows and links. */
static void assert_fields(const char *text, const pd_api_field *const *tables, const char *id, int *rows,
                          int *links)
{
    for (; *tables; tables++) {
        int i = 0, ignored = 0;
        char line[160];
        while (i < shown_count && shown[i].table != *tables) i++;
        if (i == shown_count) {
            assert_true(shown_count < 96);
            shown[shown_count].table = *tables;
            snprintf(shown[shown_count++].id, sizeof shown->id, "%s", id);
            *rows += assert_names(text, *tables, "", 2, &ignored);
            continue;
        }
        ++*links;
        for (const pd_api_field *f = *tables; f->name; f++) {
            snprintf(line, sizeof line, "<code>%s</code>", f->name);
            if (!strstr(text, line)) fail_msg("no %s in %s", f->name, id);
        }
        snprintf(line, sizeof line, ": as of <a href=\"#%s\">%s</a></td>", shown[i].id, shown[i].id);
        if (!strstr(text, line)) fail_msg("no \"%s\" in %s", line, id);
    }
}

static void a_route_has_its_fields_key_answers_and_example(void **state)
{
    (void)state;
    shown_count = 0;
    static const char *const scopes[] = {"(no key needed)", "(scope read)", "(scope stream)",
                                         "(scope admin)"};
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        char *text = section(route->operation), line[256];
        int rows = 0, tables = 0, links = 0;
        for (int in_body = 0; in_body < 2; in_body++) {
            const pd_api_field *const *t = in_body ? route->body : route->query;
            assert_int_equal(count_of(text, in_body ? "<th>body field</th>" : "<th>query</th>"), *t != NULL);
            tables += *t != NULL;
            assert_fields(text, t, route->operation, &rows, &links);
        }
        assert_int_equal(count_of(text, "<tr><td><code>"), rows);
        assert_int_equal(count_of(text, "<tr><td colspan=\"4\">"), links);
        assert_int_equal(count_of(text, "</table>"), tables);
        assert_non_null(strstr(text, scopes[route->scope]));
        snprintf(line, sizeof line, "<span class=\"verb\">%s</span> <code>%s</code>", route->method,
                 route->pattern);
        assert_non_null(strstr(text, line));

        snprintf(line, sizeof line, ": <a href=\"#%s\">%s</a>", route->reply ? route->reply : "",
                 route->reply ? route->reply : "");
        assert_int_equal(strstr(text, line) != NULL, route->reply != NULL);
        snprintf(line, sizeof line, "Answers with <code>%s</code>",
                 route->replies ? route->replies : "no body");
        assert_non_null(strstr(text, line));
        snprintf(line, sizeof line, ", header fields <code>%s</code>", route->headers ? route->headers : "");
        assert_int_equal(strstr(text, line) != NULL, route->headers != NULL);
        snprintf(line, sizeof line, ". %s: %s</p>", pd_api_route_statuses(route),
                 route->errors ? route->errors : "");
        assert_int_equal(strstr(text, line) != NULL, route->errors != NULL);
        assert_int_equal(count_of(text, "<details>"), pd_api_route_example(route) != NULL);
        free(text);
    }
}

static void a_message_has_its_fields(void **state)
{
    (void)state;
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) { /* after the routes: what they share stands there */
        const pd_api_message_type type = (pd_api_message_type)i;
        char id[64];
        int rows = 0, links = 0;
        snprintf(id, sizeof id, "message-%s", pd_api_message_name(type));
        char *text = section(id);
        assert_fields(text, pd_api_message_fields(type), id, &rows, &links);
        assert_int_equal(count_of(text, "<tr><td><code>"), rows);
        assert_int_equal(count_of(text, "<tr><td colspan=\"4\">"), links);
        assert_int_equal(count_of(text, "<table>"), pd_api_message_fields(type)[0] != NULL);
        free(text);
    }
}

/* Each line of the picture is eight bytes wide, and all that has a place is drawn. */
static void bytes_are_drawn_in_lines_of_eight(void **state)
{
    (void)state;
    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++) {
        char id[32], line[512];
        int bytes = 0, drawn = 0;
        snprintf(id, sizeof id, "bytes-%d", i);
        char *text = section(id);
        for (const pd_api_layout_row *r = pd_api_layouts[i].rows; r->name; r++) {
            bytes += r->size;
            snprintf(line, sizeof line, ">%s</td>", r->name);
            if (r->size && !strstr(text, line)) fail_msg("%s is not drawn", r->name);
        }
        for (const char *at = text; (at = strstr(at, "<td colspan=\"")); at++) drawn += atoi(at + 13);
        assert_int_equal(drawn, bytes);
        assert_int_equal(count_of(text, "<tr><td colspan="), (bytes + 7) / 8);
        free(text);
    }
}

/* Checks that the page has this text up to its first code, which may become a link,
 * with HTML's characters escaped. */
static void assert_prose(const char *where, const char *prose)
{
    char before_code[1024];
    pd_buffer out = {0};
    snprintf(before_code, sizeof before_code, "%.*s", (int)strcspn(prose, "`"), prose);
    pd_api_html_text(&out, before_code);
    pd_buffer_add(&out, "", 1);
    if (!strstr(where, (const char *)out.data)) fail_msg("not on the page: %s", before_code);
    pd_buffer_deinit(&out);
}

static void every_layout_and_route_has_its_text(void **state)
{
    (void)state;
    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++) {
        char id[32];
        snprintf(id, sizeof id, "bytes-%d", i);
        char *text = section(id);
        assert_prose(text, pd_api_layouts[i].title);
        assert_prose(text, pd_api_layouts[i].doc);
        free(text);
    }
    for (int i = 0; i < pd_api_route_count; i++)
        if (pd_api_routes[i].doc) assert_prose(page, pd_api_routes[i].doc);
}

/* Without the files of the page there is no script and no style, and nothing inline that a policy would
 * forbid; with them there are. */
static void script_and_style_are_files_of_the_page(void **state)
{
    (void)state;
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "<style"));
    assert_null(strstr(page, "docs.css"));

    pd_api_assets assets = {0};
    const pd_api_host host = {.assets = &assets};
    pd_buffer out = {0};
    assert_int_equal(pd_api_assets_add(&assets, "docs.js", (pd_bytes){(const unsigned char *)"1", 1}, NULL),
                     PD_OK);
    pd_api_docs_page(&out, &host, NULL);
    pd_buffer_add(&out, "", 1);
    assert_non_null(strstr((char *)out.data, "<link rel=\"stylesheet\" href=\"web/docs.css\">"));
    assert_non_null(strstr((char *)out.data, "<script type=\"module\" src=\"web/docs.js\"></script>"));
    assert_int_equal(count_of((char *)out.data, "<script"), 1);
    pd_buffer_deinit(&out);
    pd_api_assets_deinit(&assets);
}

/* A field's row says its default and shows its example. */
static void a_row_has_default_and_example(void **state)
{
    (void)state;
    char *text = section("getMesh");
    for (int i = 0; i < pd_api_route_count; i++) {
        if (strcmp(pd_api_routes[i].operation, "getMesh") != 0) continue;
        for (const pd_api_field *const *t = pd_api_routes[i].query; *t; t++)
            for (const pd_api_field *f = *t; f->name; f++) {
                char cell[160];
                snprintf(cell, sizeof cell, "<tr><td><code>%s</code></td><td>", f->name);
                char *row = strstr(text, cell), *end = strstr(row, "</tr>");
                *end = 0;
                char preset[96];
                snprintf(preset, sizeof preset, "</td><td><code>%s</code></td><td>",
                         f->preset && !strchr(f->preset, '"') ? f->preset : "");
                if (!f->preset || !strchr(f->preset, '"')) assert_non_null(strstr(row, preset));
                if (f->example) assert_non_null(strstr(row, " Example: <code>"));
                *end = '<';
            }
    }
    free(text);
}

static void a_reply_has_its_members_and_which_are_always_there(void **state)
{
    (void)state;
    int links = 0;
    for (int i = 0; i < pd_api_reply_schema_count; i++) {
        const pd_api_reply_schema *row = &pd_api_reply_schemas[i];
        char *text = section(row->name);
        int rows = 0, always = 0;
        for (const pd_api_field *const *t = row->fields; !row->schema && *t; t++)
            rows += assert_names(text, *t, "", 99, &always);
        assert_int_equal(count_of(text, "<tr><td><code>"), rows);
        assert_int_equal(count_of(text, "<td>always</td>"), always);
        assert_int_equal(count_of(text, "<table>"), !row->schema);
        links += count_of(text, "<td><a href=\"#") + count_of(text, "<td>list of <a href=\"#");
        free(text);
    }
    assert_true(links > 0);
    /* every link leads somewhere */
    for (const char *at = page; (at = strstr(at, "href=\"#")); at++) {
        char id[96];
        snprintf(id, sizeof id, "id=\"%.*s\"", (int)strcspn(at + 7, "\""), at + 7);
        if (!strstr(page, id)) fail_msg("nothing has %s", id);
    }
}

static void contents_and_headings_go_by_group(void **state)
{
    (void)state;
    const char *end = strstr(page, "</nav>");
    char *nav = strndup(page, (size_t)(end - page));
    int groups = 0;
    for (int i = 0; i < pd_api_route_count; i++)
        groups += !i || pd_api_routes[i].group != pd_api_routes[i - 1].group;
    const int of_stream = PD_API_MESSAGE_COUNT + PD_API_LAYOUT_PARTS;
    assert_int_equal(count_of(nav, "<ul>"), groups + 1);
    assert_int_equal(count_of(nav, "</ul>"), groups + 1);
    assert_int_equal(count_of(nav, "<li>"), pd_api_route_count + of_stream);
    assert_true(strstr(nav, "<ul>") < strstr(nav, "</ul>"));
    assert_int_equal(count_of(page, "<h2>"), groups);
    assert_int_equal(count_of(page, "<section "), pd_api_route_count + pd_api_reply_schema_count + of_stream);
    for (int g = 0; g < PD_API_GROUP_COUNT; g++) {
        char heading[256];
        snprintf(heading, sizeof heading, "<b>%s</b><ul>", pd_api_groups[g].heading);
        assert_int_equal(count_of(nav, heading), 1);
        snprintf(heading, sizeof heading, "<h2>%s</h2>", pd_api_groups[g].heading);
        assert_int_equal(count_of(page, heading), 1);
    }
    free(nav);
}

/* A page made for a host says how to reach it, in lines that are pasted into a shell: whatever is no address
 * is not repeated. */
static void a_page_repeats_a_host_only_if_it_is_an_address(void **state)
{
    (void)state;
    char longest[258];
    memset(longest, 'a', sizeof longest);
    longest[255] = 0;
    char too_long[258];
    memset(too_long, 'b', sizeof too_long);
    too_long[256] = 0;
    const struct {
        const char *host;
        int is_repeated;
    } rows[] = {{"posed.example:8080", 1},
                {"[::1]:8080", 1},
                {longest, 1},
                {too_long, 0},
                {"a b", 0},
                {"x;rm", 0},
                {"", 0},
                {NULL, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int docs = 0; docs < 2; docs++) {
            char line[300];
            pd_api_call *asked = api_decode("GET", docs ? "/docs" : "/", NULL,
                                            (pd_api_request){.host = rows[i].host, .accept = "text/html"});
            pd_buffer *body = &pd_api_call_reply(asked)->body;
            pd_buffer_add(body, "", 1);
            const char *text = (const char *)body->data;
            snprintf(line, sizeof line, "http://%s/v1",
                     rows[i].is_repeated ? rows[i].host : "127.0.0.1:8080");
            if (!strstr(text, line)) fail_msg("host %zu of %s: no %s", i, docs ? "/docs" : "/", line);
            if (!rows[i].is_repeated && rows[i].host && *rows[i].host) {
                snprintf(line, sizeof line, "//%s/", rows[i].host);
                assert_null(strstr(text, line));
            }
            pd_api_call_release(asked);
        }
}

/* Returns whether the tag at p has one of these whole names. */
static bool is_one_of(const char *p, size_t length, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], p, length)) return true;
    return false;
}

/* Checks that all tags are closed in order, except those that HTML leaves open. */
static void assert_tags_close(const char *html)
{
    static const char *const open_ended[] = {"meta",  "link",     "br",       "hr", "img",
                                             "input", "!doctype", "!DOCTYPE", NULL};
    enum { DEEPEST = 64 };
    const char *names[DEEPEST];
    size_t lengths[DEEPEST];
    int depth = 0;
    for (const char *at = strchr(html, '<'); at; at = strchr(at + 1, '<')) {
        const bool ends = at[1] == '/';
        const char *name = at + 1 + ends;
        const size_t length = strcspn(name, " >/\n");
        if (is_one_of(name, length, open_ended)) continue;
        if (!ends) {
            assert_true(depth < DEEPEST);
            names[depth] = name, lengths[depth++] = length;
            continue;
        }
        if (!depth || lengths[depth - 1] != length || strncmp(names[depth - 1], name, length) != 0)
            fail_msg("</%.*s> closes <%.*s> at: %.200s", (int)length, name,
                     depth ? (int)lengths[depth - 1] : 0, depth ? names[depth - 1] : "",
                     at > html + 80 ? at - 80 : html);
        depth--;
    }
    if (depth) fail_msg("<%.*s> is not closed", (int)lengths[depth - 1], names[depth - 1]);
}

static void tags_that_are_opened_are_closed_in_their_order(void **state)
{
    (void)state;
    assert_tags_close(page);

    pd_api_call *home =
        api_decode("GET", "/", NULL, (pd_api_request){.host = "localhost:1", .accept = "text/html"});
    pd_api_reply *reply = api_finish(home);
    assert_int_equal(reply->status, 200);
    pd_buffer_add(&reply->body, "", 1);
    const char *html = (const char *)reply->body.data;
    assert_tags_close(html);
    assert_int_equal(count_of(html, "<tr>"), 4); /* a head and three models */
    assert_int_equal(count_of(html, " (default)</td>"), 1);
    for (const char *row = strstr(html, "<tr><td>"); row; row = strstr(row + 1, "<tr><td>")) {
        char *one = strndup(row, (size_t)(strstr(row, "</tr>") - row));
        assert_int_equal(count_of(one, "<td>"), 6);
        free(one);
    }
    pd_api_call_release(home);
}

/* A page below a path of a reverse proxy must not lead to the root of the site (RFC 3986, 4.2): no reference
 * begins with a slash. */
static void no_page_leads_to_the_root_of_the_site(void **state)
{
    (void)state;
    static const char *const paths[] = {"/docs", "/"};
    for (int i = 0; i < 2; i++) {
        pd_api_call *asked =
            api_decode("GET", paths[i], NULL,
                       (pd_api_request){.host = "site.example", .prefix = "/bodies", .accept = "text/html"});
        pd_buffer *body = &pd_api_call_reply(asked)->body;
        pd_buffer_add(body, "", 1);
        const char *text = (const char *)body->data;
        assert_null(strstr(text, "href=\"/"));
        assert_null(strstr(text, "src=\"/"));
        assert_non_null(strstr(text, "http://site.example/bodies/v1/models/default/mesh"));
        assert_null(strstr(text, "http://site.example/v1"));
        pd_api_call_release(asked);
    }
}

/* Text of the server's own and of files becomes HTML: what would be markup is written as references. */
static void text_has_no_markup_of_its_own(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"plain 'text'", "plain 'text'", "plain 'text'"},
        {"<a> & \"b\"", "&lt;a&gt; &amp; &quot;b&quot;", "&lt;a&gt; &amp; &quot;b&quot;"},
        {"`x<y` or `z`", "`x&lt;y` or `z`", "<code>x&lt;y</code> or <code>z</code>"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_prose = 0; is_prose < 2; is_prose++) {
            pd_buffer out = {0};
            (is_prose ? pd_api_html_prose : pd_api_html_text)(&out, rows[i][0]);
            pd_buffer_add(&out, "", 1);
            assert_string_equal((char *)out.data, rows[i][1 + is_prose]);
            pd_buffer_deinit(&out);
        }

    static const char *const good[] = {"posed.example.org", "127.0.0.1:8080", "[::1]:8080/a_b~c"};
    static const char *const bad[] = {NULL, "", "a b", "a<b", "a\"b", "a?b", "a#b", "a@b", "a%20b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(pd_api_html_is_address(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(pd_api_html_is_address(bad[i]));
    char longest[257];
    memset(longest, 'a', sizeof longest);
    longest[256] = 0;
    assert_false(pd_api_html_is_address(longest));
    assert_true(pd_api_html_is_address(longest + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_no_markup_of_its_own),
        cmocka_unit_test(no_page_leads_to_the_root_of_the_site),
        cmocka_unit_test(a_route_has_its_fields_key_answers_and_example),
        cmocka_unit_test(a_message_has_its_fields),
        cmocka_unit_test(bytes_are_drawn_in_lines_of_eight),
        cmocka_unit_test(every_layout_and_route_has_its_text),
        cmocka_unit_test(script_and_style_are_files_of_the_page),
        cmocka_unit_test(a_row_has_default_and_example),
        cmocka_unit_test(a_reply_has_its_members_and_which_are_always_there),
        cmocka_unit_test(contents_and_headings_go_by_group),
        cmocka_unit_test(a_page_repeats_a_host_only_if_it_is_an_address),
        cmocka_unit_test(tags_that_are_opened_are_closed_in_their_order),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
