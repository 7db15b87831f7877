/* The page /docs: the contract from the tables, whole without a script. web/src/docs adds search, requests to
 * run and their replies. */
#include "api/docs/html.h"
#include "api/docs/replies.h"
#include "api/stream/layout.h"
#include "api/stream/message.h"
#include "config/version.h"

#include <stdio.h>
#include <string.h>

#define TABLES_MAX 96
#define ID_BYTES   40

/* A table of fields that several routes share is printed in the section of the first one;
 * the others link to it. */
typedef struct page {
    pd_buffer *out;
    const char *at; /* host and port for examples */
    struct {
        const pd_api_field *table;
        char id[ID_BYTES]; /* id of the section */
    } shown[TABLES_MAX];
    int shown_count;
} page;

/* Returns the section in which a table of fields was already shown, or NULL. */
static const char *section_with(const page *p, const pd_api_field *table)
{
    for (int i = 0; i < p->shown_count; i++)
        if (p->shown[i].table == table) return p->shown[i].id;
    return NULL;
}

/* ---- fields of requests and messages */

/* Writes a row for each field, and for the fields of objects below it. */
static void field_rows(pd_buffer *out, const pd_api_field *table, const char *prefix, int in_query)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char name[96], type[160], example[256];
        pd_api_field_type(type, sizeof type, f);
        pd_api_field_example(example, sizeof example, f, in_query);
        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        pd_buffer_text(out, "<tr><td><code>");
        pd_api_html_text(out, name);
        pd_buffer_text(out, "</code></td><td>");
        pd_api_html_text(out, type);
        pd_buffer_text(out, "</td><td><code>");
        pd_api_html_text(out, f->preset ? f->preset : "");
        pd_buffer_text(out, "</code></td><td>");
        pd_api_html_prose(out, f->doc);
        if (*example) {
            pd_buffer_text(out, " Example: <code>");
            pd_api_html_text(out, example);
            pd_buffer_text(out, "</code>");
        }

        pd_buffer_text(out, "</td></tr>\n");
        if (!f->rows || prefix[0]) continue;
        snprintf(name, sizeof name, "%s%s.", f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        field_rows(out, f->rows, name, in_query);
    }
}

/* Writes the fields of several tables. A table that was shown before is replaced by a link. */
static void field_table(page *p, const char *title, const pd_api_field *const *tables, bool in_query,
                        const char *id)
{
    if (!*tables) return;

    pd_buffer_printf(p->out, "<table><tr><th>%s</th><th>type</th><th>default</th><th></th></tr>\n", title);
    for (; *tables; tables++) {
        const char *there = section_with(p, *tables);
        if (there) { /* "betas, pose, ...: as of getMesh" */
            pd_buffer_text(p->out, "<tr><td colspan=\"4\">");
            for (const pd_api_field *f = *tables; f->name; f++)
                pd_buffer_printf(p->out, "%s<code>%s</code>", f == *tables ? "" : ", ", f->name);
            pd_buffer_printf(p->out, ": as of <a href=\"#%s\">%s</a></td></tr>\n", there, there);
            continue;
        }

        field_rows(p->out, *tables, "", in_query);
        if (p->shown_count < TABLES_MAX) {
            p->shown[p->shown_count].table = *tables;
            snprintf(p->shown[p->shown_count++].id, ID_BYTES, "%s", id);
        }
    }

    pd_buffer_text(p->out, "</table>\n");
}

/* ---- replies */

/* Writes a row for each member of a reply. */
static void reply_rows(pd_buffer *out, const pd_api_field *table, const char *prefix)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char name[96], type[160];

        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        pd_buffer_text(out, "<tr><td><code>");
        pd_api_html_text(out, name);
        pd_buffer_text(out, "</code></td><td>");

        /* A type of reply, or a list of it, links to its section. */
        pd_api_field_type(type, sizeof type, f);
        const char *of = strncmp(type, "list of ", 8) ? type : type + 8;
        if (pd_api_reply_schema_find(of))
            pd_buffer_printf(out, "%.*s<a href=\"#%s\">%s</a>", (int)(of - type), type, of, of);
        else
            pd_api_html_text(out, type);

        pd_buffer_printf(out, "</td><td>%s</td><td>", f->optional ? "" : "always");
        pd_api_html_text(out, f->doc);
        pd_buffer_text(out, "</td></tr>\n");
        if (!f->rows) continue;
        snprintf(name, sizeof name, "%s%s%s.", prefix, f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        reply_rows(out, f->rows, name);
    }
}

/* ---- routes */

/* Writes the section of a route: description, curl command, fields and reply. */
static void route_section(page *p, const pd_api_route *route)
{
    static const char *const scopes[] = {"no key needed", "scope read", "scope stream", "scope admin"};
    pd_buffer *out = p->out;
    pd_buffer curl = {0};

    pd_buffer_printf(out, "<section id=\"%s\"><h3><a href=\"#%s\"><span class=\"verb\">%s</span> <code>",
                     route->operation, route->operation, route->method);
    pd_api_html_text(out, route->pattern);
    pd_buffer_printf(out, "</code></a></h3>\n<p>");
    pd_api_html_text(out, route->doc);
    pd_buffer_printf(out, " <span class=\"quiet\">(%s)</span></p>\n<pre tabindex=\"0\">",
                     scopes[route->scope]);

    /* A command that can be pasted into a shell. Without memory for it the page is not kept. */
    pd_api_route_curl(&curl, route, p->at);
    pd_buffer_add(&curl, "", 1);
    if (!curl.failed) pd_api_html_text(out, (const char *)curl.data);
    out->failed |= curl.failed;
    pd_buffer_deinit(&curl);
    pd_buffer_text(out, "</pre>\n");

    /* Fields of the query and the body. */
    field_table(p, "query", route->query, true, route->operation);
    field_table(p, "body field", route->body, false, route->operation);
    if (route->body[0] && route->query[0] && !strcmp(route->method, "POST"))
        pd_buffer_text(out, "<p>The fields of the query may stand in the body instead.</p>\n");

    pd_buffer_text(out, "<p class=\"quiet\">Answers with <code>");
    pd_api_html_text(out, route->replies ? route->replies : "no body");
    pd_buffer_text(out, "</code>");
    if (route->reply) pd_buffer_printf(out, ": <a href=\"#%s\">%s</a>", route->reply, route->reply);
    if (route->headers) pd_buffer_printf(out, ", header fields <code>%s</code>", route->headers);
    if (route->errors) pd_buffer_printf(out, ". %s: %s", pd_api_route_statuses(route), route->errors);
    pd_buffer_text(out, "</p>\n");
    const char *example = pd_api_route_example(route);
    if (example) {
        pd_buffer_text(
            out,
            "<details><summary>A reply, lists cut to their first elements</summary><pre tabindex=\"0\">");
        pd_api_html_text(out, example);
        pd_buffer_text(out, "</pre></details>\n");
    }

    pd_buffer_text(out, "</section>\n");
}

/* Writes the sections of all routes, by group. */
static void routes(page *p)
{
    int last = -1;

    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = pd_api_routes + i;

        if ((int)route->group != last)
            pd_buffer_printf(p->out, "<h2>%s</h2>\n<p>%s</p>\n", pd_api_groups[route->group].heading,
                             pd_api_groups[route->group].doc);
        last = (int)route->group;
        route_section(p, route);
    }
}

/* ---- the stream */

/* Draws a binary layout with eight bytes in a line, like the RFCs. A member that crosses the end of a line is
 * continued in the next one. */
static void bytes_picture(pd_buffer *out, const pd_api_layout_row *rows)
{
    pd_buffer_text(out, "<table class=\"bytes\"><tr>");
    for (int i = 0; i < 8; i++) pd_buffer_printf(out, "<th>+%d</th>", i);
    for (const pd_api_layout_row *r = rows; r->name; r++)
        for (int at = r->byte, end = r->byte + r->size; at < end;) {
            const int left = 8 - at % 8;
            const int width = end - at < left ? end - at : left;
            if (at % 8 == 0) pd_buffer_text(out, "</tr>\n<tr>");
            pd_buffer_printf(out, "<td colspan=\"%d\">%s</td>", width, at == r->byte ? r->name : "&hellip;");
            at += width;
        }
    pd_buffer_text(out, "</tr></table>\n");
}

/* Writes the section of a binary layout. */
static void layout_section(pd_buffer *out, const pd_api_layout *layout, int number)
{
    pd_buffer_printf(out, "<section id=\"bytes-%d\"><h3><a href=\"#bytes-%d\">%s</a></h3>\n<p>", number,
                     number, layout->title);
    pd_api_html_prose(out, layout->doc);
    pd_buffer_text(out, "</p>\n");
    const bool has_places = layout->rows->size > 0;
    if (has_places) bytes_picture(out, layout->rows);

    pd_buffer_printf(out, "<table><tr><th>%s</th><th>%s</th><th></th></tr>\n",
                     has_places ? "byte" : "channel", has_places ? "type" : "bytes");
    for (const pd_api_layout_row *r = layout->rows; r->name; r++) {
        if (has_places)
            pd_buffer_printf(out, "<tr><td>%d</td>", r->byte);
        else
            pd_buffer_printf(out, "<tr><td><code>%s</code></td>", r->name);
        pd_buffer_printf(out, "<td>%s</td><td>", r->type);
        pd_api_html_prose(out, r->doc);
        pd_buffer_text(out, "</td></tr>\n");
    }

    pd_buffer_text(out, "</table>\n</section>\n");
}

/* Writes the messages and binary layouts of the stream. */
static void stream(page *p)
{
    pd_buffer_text(p->out,
                   "<h2 id=\"stream\">What the stream carries</h2>\n<p>Text messages are JSON objects with a "
                   "<code>type</code> and, if an answer shall be told from others, a <code>ref</code> of up "
                   "to 64 bytes that it repeats. Frames are binary.</p>\n");
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        const pd_api_message_type type = (pd_api_message_type)i;
        const char *name = pd_api_message_name(type);
        char id[ID_BYTES];

        snprintf(id, sizeof id, "message-%s", name);
        pd_buffer_printf(p->out, "<section id=\"%s\"><h3><a href=\"#%s\"><code>%s</code></a></h3>\n<p>", id,
                         id, name);
        pd_api_html_prose(p->out, pd_api_message_doc(type));
        pd_buffer_text(p->out, "</p>\n");
        field_table(p, "field", pd_api_message_fields(type), false, id);
        pd_buffer_text(p->out, "</section>\n");
    }

    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++) layout_section(p->out, &pd_api_layouts[i], i);
}

/* ---- the whole */

/* Writes the table of contents. */
static void contents(pd_buffer *out)
{
    int last = -1;

    pd_buffer_text(out, "<nav aria-label=\"Contents\">\n");
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = pd_api_routes + i;

        if ((int)route->group != last)
            pd_buffer_printf(out, "%s<b>%s</b><ul>\n", i ? "</ul>" : "", pd_api_groups[route->group].heading);
        last = (int)route->group;
        pd_buffer_printf(out, "<li><a href=\"#%s\"><span class=\"verb\">%s</span><code>", route->operation,
                         route->method);
        pd_api_html_text(out, route->pattern);
        pd_buffer_text(out, "</code></a></li>\n");
    }

    pd_buffer_text(out, "</ul><b><a href=\"#stream\">What the stream carries</a></b><ul>\n");
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        const char *name = pd_api_message_name((pd_api_message_type)i);
        pd_buffer_printf(out, "<li><a href=\"#message-%s\"><code>%s</code></a></li>\n", name, name);
    }

    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++)
        pd_buffer_printf(out, "<li><a href=\"#bytes-%d\">%s</a></li>\n", i, pd_api_layouts[i].title);
    pd_buffer_text(out, "</ul><b><a href=\"#replies\">What replies hold</a></b>\n</nav>\n");
}

void pd_api_docs_page(pd_buffer *out, const pd_api_host *host, const char *at)
{
    page p = {.out = out, .at = pd_api_html_is_address(at) ? at : "127.0.0.1:8080"};

    /* Introduction, routes and messages. */
    pd_api_html_begin(out, "posed: the interface", host->assets);
    contents(out);
    pd_buffer_text(out, "<main>\n<h1>The interface</h1>\n<p>Version ");
    pd_api_html_text(out, pd_cfg_version_text());
    pd_buffer_text(
        out,
        " &middot; <a href=\"openapi.json\">as OpenAPI 3.1</a> &middot; <a href=\"./\">start</a></p>\n"
        "<p>Metres, radians, +Y up, +Z forward. Errors are <code>application/problem+json</code> (RFC 9457) "
        "with <code>errors: [{pointer, detail}]</code>: the place, the value and what is allowed. "
        "Unknown and repeated fields are errors; in a query a list is <code>betas=1,2</code> or "
        "<code>betas=1&amp;betas=2</code>. <code>{id}</code> may be <code>default</code>. Where keys "
        "are needed: <code>-H 'Authorization: Bearer KEY'</code>.</p>\n");
    routes(&p);
    stream(&p);

    /* Members of the replies. */
    pd_buffer_text(out,
                   "<h2 id=\"replies\">What replies hold</h2>\n<p>Replies may get further members.</p>\n");
    for (int i = 0; i < pd_api_reply_schema_count; i++) {
        const pd_api_reply_schema *schema = pd_api_reply_schemas + i;
        pd_buffer_printf(out, "<section id=\"%s\"><h3><a href=\"#%s\">%s</a></h3>\n<p>", schema->name,
                         schema->name, schema->name);
        pd_api_html_text(out, schema->doc);
        pd_buffer_text(out, "</p>\n");
        if (!schema->schema) {
            pd_buffer_text(out, "<table><tr><th>member</th><th>type</th><th></th><th></th></tr>\n");
            for (const pd_api_field *const *tables = schema->fields; *tables; tables++)
                reply_rows(out, *tables, "");
            pd_buffer_text(out, "</table>\n");
        }

        pd_buffer_text(out, "</section>\n");
    }

    pd_buffer_text(out, "</main></body></html>\n");
}
