/* The pages that people read: / and /docs. Plain HTML, nothing fetched from elsewhere; the search of /docs is its only
 * script, without which the page is whole. */
#include "api/docs/replies.h"
#include "api/http/service.h"
#include "config/version.h"

#include <stdio.h>
#include <string.h>

static void escaped(pd_buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            pd_buffer_text(out, "&lt;");
        else if (*text == '>')
            pd_buffer_text(out, "&gt;");
        else if (*text == '&')
            pd_buffer_text(out, "&amp;");
        else if (*text == '"')
            pd_buffer_text(out, "&quot;");
        else
            pd_buffer_add(out, text, 1);
    }
}

static void begin_page(pd_buffer *out, const char *title)
{
    pd_buffer_printf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"
        "<link rel=\"icon\" href=\"data:image/svg+xml,%%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 "
        "0 32 "
        "32'%%3E%%3Crect width='32' height='32' rx='7' fill='%%231f5fe0'/%%3E%%3Cg fill='none' "
        "stroke='white' "
        "stroke-width='2.6' stroke-linecap='round'%%3E%%3Ccircle cx='16' cy='7.5' r='2.2'/%%3E%%3Cpath "
        "d='M16 12v7"
        "m-6-5.500 6-1.500 6 1.500M16 19l-4 7m4-7 4 7'/%%3E%%3C/g%%3E%%3C/svg%%3E\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
        ":root{color-scheme:light "
        "dark;background:#fff;color:#14181e}a{color:#0b48b3}@media(prefers-color-scheme:dark)"
        "{:root{background:#14181e;color:#e6eaef}a{color:#8fb6ff}}"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;"
        "margin:2rem auto;padding:0 1rem}\n"
        "code,pre{font-family:ui-monospace,monospace;font-size:.92em}pre{padding:.8rem 1rem;overflow-x:auto;"
        "background:#8881;border-radius:.4rem}\n"
        "table{border-collapse:collapse;width:100%%;margin:.6rem 0}th,td{text-align:left;vertical-align:top;"
        "padding:.3rem .7rem .3rem 0;border-bottom:1px solid #8884}th{font-weight:600}\n"
        "h2{margin-top:2.2rem;font-size:1.3rem}h3{margin-top:2rem;font-size:1.1rem}h3 "
        "a{color:inherit;text-decoration:"
        "none}.verb{display:inline-block;min-width:3.2rem;font-weight:700}.quiet{opacity:.85}\n"
        "nav ul{list-style:none;padding:0;margin:.2rem 0 1rem;columns:20rem}nav "
        "b{display:block;margin-top:.6rem}"
        "nav "
        ".verb{min-width:3.8rem;font-size:.8rem}input{font:inherit;width:100%%;box-sizing:border-box;padding:"
        ".5rem "
        ".8rem;border:1px solid "
        "#8888;border-radius:.4rem;background:transparent;color:inherit}[hidden]{display:none}\n"
        "td,td "
        "code{overflow-wrap:anywhere}@media(min-width:50rem){td:first-child{min-width:9rem}td:nth-child(2){"
        "min-width:7rem}}"
        "summary{cursor:pointer}section{scroll-margin-top:1rem}\n</style></head><body>\n",
        title);
}

typedef struct list {
    pd_buffer *out;
    int count;
} list;

static void model_row(void *arg, const pd_api_model *model)
{
    list *l = arg;
    pd_buffer *out = l->out;

    if (!l->count++)
        pd_buffer_text(out,
                       "<table><tr><th>id</th><th>kind</th><th>vertices</th><th>joints</th><th>betas</th>"
                       "<th>licence</th></tr>\n");
    pd_buffer_text(out, "<tr><td><a href=\"/v1/models/");
    escaped(out, model->id);
    pd_buffer_text(out, "\"><code>");
    escaped(out, model->id);
    pd_buffer_printf(out, "</code></a>%s</td><td>", model->is_default ? " (default)" : "");
    escaped(out, model->kind->name);
    if (pd_api_model_body(model))
        pd_buffer_printf(out, "</td><td>%d</td><td>%d</td><td>%d</td><td>",
                         pd_api_model_body(model)->vertex_count, pd_api_model_body(model)->joint_count,
                         pd_api_model_body(model)->beta_count);
    else
        pd_buffer_text(out, "</td><td></td><td></td><td></td><td>");
    if (pd_api_model_body(model) && pd_api_model_body(model)->data.text.licence)
        escaped(out, pd_api_model_body(model)->data.text.licence);
    pd_buffer_text(out, "</td></tr>\n");
}

/* Host comes from outside and goes into lines that people paste into a shell. */
static int is_address(const char *at)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";

    return at && *at && strlen(at) < 256 && !at[strspn(at, allowed)];
}

static void shell_examples(pd_buffer *out, const char *at)
{
    pd_buffer_printf(out,
                     "<pre tabindex=\"0\">curl "
                     "'http://%s/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb' -o body.glb\n"
                     "curl http://%s/v1/models/default/joints -H 'Content-Type: application/json' \\\n"
                     "     -d '{\"betas\":[1.5,-0.5],\"ground\":true}'\n"
                     "curl http://%s/v1/ik/solve -H 'Content-Type: application/json' \\\n"
                     "     -d '{\"targets\":[{\"joint\":\"left_hand\",\"position\":[0.4,0.3,0.4]}]}'</pre>\n",
                     at, at, at);
}

void pd_api_home_page(pd_buffer *out, const pd_api_host *host, const char *at)
{
    list l = {out, 0};

    begin_page(out, "posed");
    pd_buffer_text(out, "<h1>posed</h1>\n<p>Body meshes and inverse kinematics over HTTP. Version ");
    escaped(out, pd_cfg_version_text());
    pd_buffer_text(out, " (");
    escaped(out, pd_cfg_version_commit());
    pd_buffer_text(
        out, ").</p>\n<p><a href=\"/docs\">The interface</a> &middot; <a href=\"/openapi.json\">OpenAPI"
             "</a> &middot; <a href=\"/v1/models\">models</a> &middot; <a href=\"/v1/version\">version</a> "
             "&middot; <a href=\"/readyz\">ready?</a> &middot; <a href=\"/metrics\">metrics</a></p>\n"
             "<h2>Models</h2>\n");
    host->each_model(host->ctx, model_row, &l);
    pd_buffer_text(out, l.count ? "</table>\n" : "<p>No model is resident.</p>\n");
    pd_buffer_text(
        out, "<h2>Ask for a body</h2>\n"
             "<p><a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb\">body.glb</a>, "
             "<a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb&amp;rig=true\">rigged</a>, "
             "<a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=obj\">body.obj</a>, "
             "<a href=\"/v1/models/default/measure?betas=1.5,-0.5\">its measurements</a>; or from a "
             "shell:</p>\n");
    shell_examples(out, is_address(at) ? at : "127.0.0.1:8080");
    pd_buffer_text(out, "</body></html>\n");
}

static void field_rows(pd_buffer *out, const pd_api_field *table, const char *prefix, int in_query)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char name[96], type[160], example[256];
        pd_api_field_type(type, sizeof type, f);
        pd_api_field_example(example, sizeof example, f, in_query);
        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        pd_buffer_text(out, "<tr><td><code>");
        escaped(out, name);
        pd_buffer_text(out, "</code></td><td>");
        escaped(out, type);
        pd_buffer_text(out, "</td><td><code>");
        escaped(out, f->preset ? f->preset : "");
        pd_buffer_text(out, "</code></td><td>");
        escaped(out, f->doc);
        if (*example) {
            pd_buffer_text(out, " Example: <code>");
            escaped(out, example);
            pd_buffer_text(out, "</code>");
        }
        pd_buffer_text(out, "</td></tr>\n");
        if (!f->rows || prefix[0]) continue;
        snprintf(name, sizeof name, "%s%s.", f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        field_rows(out, f->rows, name, in_query);
    }
}

static void field_table(pd_buffer *out, const char *title, const pd_api_field *const *tables, int in_query)
{
    if (!*tables) return;
    pd_buffer_printf(out, "<table><tr><th>%s</th><th>type</th><th>default</th><th></th></tr>\n", title);
    for (; *tables; tables++) field_rows(out, *tables, "", in_query);
    pd_buffer_text(out, "</table>\n");
}

static void type_cell(pd_buffer *out, const pd_api_field *f)
{
    char type[160];
    const char *name;

    pd_api_field_type(type, sizeof type, f);
    name = strncmp(type, "list of ", 8) ? type : type + 8;
    if (!pd_api_reply_schema_find(name)) {
        escaped(out, type);
        return;
    }
    pd_buffer_printf(out, "%.*s<a href=\"#%s\">%s</a>", (int)(name - type), type, name, name);
}

static void reply_rows(pd_buffer *out, const pd_api_field *table, const char *prefix)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char name[96];

        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        pd_buffer_text(out, "<tr><td><code>");
        escaped(out, name);
        pd_buffer_text(out, "</code></td><td>");
        type_cell(out, f);
        pd_buffer_printf(out, "</td><td>%s</td><td>", f->optional ? "" : "always");
        escaped(out, f->doc);
        pd_buffer_text(out, "</td></tr>\n");
        if (!f->rows) continue;
        snprintf(name, sizeof name, "%s%s%s.", prefix, f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        reply_rows(out, f->rows, name);
    }
}

static void schema_section(pd_buffer *out, const pd_api_reply_schema *schema)
{
    pd_buffer_printf(out, "<section id=\"%s\"><h3><a href=\"#%s\">%s</a></h3>\n<p>", schema->name,
                     schema->name, schema->name);
    escaped(out, schema->doc);
    pd_buffer_text(out, "</p>\n");
    if (!schema->schema) {
        pd_buffer_text(out, "<table><tr><th>member</th><th>type</th><th></th><th></th></tr>\n");
        for (const pd_api_field *const *tables = schema->fields; *tables; tables++)
            reply_rows(out, *tables, "");
        pd_buffer_text(out, "</table>\n");
    }
    pd_buffer_text(out, "</section>\n");
}

static void route_section(pd_buffer *out, const pd_api_route *route, const char *host)
{
    static const char *const scopes[] = {"no key needed", "scope read", "scope stream", "scope admin"};
    const char *example = pd_api_route_example(route);
    pd_buffer curl = {0};

    pd_buffer_printf(out, "<section id=\"%s\"><h3><a href=\"#%s\"><span class=\"verb\">%s</span> <code>",
                     route->operation, route->operation, route->method);
    escaped(out, route->pattern);
    pd_buffer_printf(out, "</code></a></h3>\n<p>");
    escaped(out, route->doc);
    pd_buffer_printf(out, " <span class=\"quiet\">(%s)</span></p>\n<pre tabindex=\"0\">",
                     scopes[route->scope]);

    pd_api_route_curl(&curl, route, host);
    pd_buffer_add(&curl, "", 1);
    escaped(out, curl.failed ? "" : (const char *)curl.data);
    pd_buffer_deinit(&curl);
    pd_buffer_text(out, "</pre>\n");

    field_table(out, "query", route->query, 1);
    field_table(out, "body field", route->body, 0);
    pd_buffer_text(out, "<p class=\"quiet\">Answers with <code>");
    escaped(out, route->replies ? route->replies : "no body");
    pd_buffer_text(out, "</code>");
    if (route->reply) pd_buffer_printf(out, ": <a href=\"#%s\">%s</a>", route->reply, route->reply);
    if (route->errors) pd_buffer_printf(out, "; else %s", route->errors);
    pd_buffer_text(out, "</p>\n");
    if (example) {
        pd_buffer_text(
            out,
            "<details><summary>A reply, lists cut to their first elements</summary><pre tabindex=\"0\">");
        escaped(out, example);
        pd_buffer_text(out, "</pre></details>\n");
    }
    pd_buffer_text(out, "</section>\n");
}

static void contents(pd_buffer *out)
{
    int last = -1;

    pd_buffer_text(
        out, "<nav aria-label=\"Contents\">\n<p><input id=\"search\" type=\"search\" placeholder=\"Search "
             "routes, fields and replies\" aria-label=\"Search\" hidden></p>\n");
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = pd_api_routes + i;

        if ((int)route->group != last)
            pd_buffer_printf(out, "%s<b>%s</b><ul>\n", i ? "</ul>" : "", pd_api_groups[route->group].heading);
        last = (int)route->group;
        pd_buffer_printf(out, "<li><a href=\"#%s\"><span class=\"verb\">%s</span><code>", route->operation,
                         route->method);
        escaped(out, route->pattern);
        pd_buffer_text(out, "</code></a></li>\n");
    }
    pd_buffer_text(out, "</ul><b><a href=\"#replies\">What replies hold</a></b>\n</nav>\n");
}

/* Shows the sections with all words of the search, and those entries of the contents. */
static const char search_script[] =
    "<script>\nconst search = document.getElementById('search');\nsearch.hidden = false;\n"
    "search.addEventListener('input', () => {\n"
    "  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);\n"
    "  for (const section of document.querySelectorAll('section')) {\n"
    "    const text = section.textContent.toLowerCase();\n"
    "    section.hidden = !words.every(word => text.includes(word));\n"
    "    const entry = document.querySelector(`nav a[href=\"#${section.id}\"]`);\n"
    "    if (entry) entry.parentNode.hidden = section.hidden;\n  }\n"
    "  for (const title of document.querySelectorAll('h2, nav b')) title.hidden = words.length > 0;\n});\n"
    "</script>\n";

void pd_api_docs_page(pd_buffer *out, const char *host)
{
    const char *at = is_address(host) ? host : "127.0.0.1:8080";
    int last = -1;

    begin_page(out, "posed: the interface");
    pd_buffer_text(out, "<h1>The interface</h1>\n<p>Version ");
    escaped(out, pd_cfg_version_text());
    pd_buffer_text(
        out,
        " &middot; <a href=\"/openapi.json\">as OpenAPI 3.1</a> &middot; <a href=\"/\">start</a></p>\n"
        "<p>Metres, radians, +Y up, +Z forward. Errors are <code>application/problem+json</code> (RFC 9457) "
        "with <code>errors: [{pointer, detail}]</code>: the place, the value and what is allowed. "
        "Unknown and repeated fields are errors. <code>{id}</code> may be <code>default</code>. Where keys "
        "are "
        "needed: <code>-H 'Authorization: Bearer KEY'</code>.</p>\n");
    contents(out);
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = pd_api_routes + i;

        if ((int)route->group != last)
            pd_buffer_printf(out, "<h2>%s</h2>\n<p>%s</p>\n", pd_api_groups[route->group].heading,
                             pd_api_groups[route->group].doc);
        last = (int)route->group;
        route_section(out, route, at);
    }
    pd_buffer_text(out,
                   "<h2 id=\"replies\">What replies hold</h2>\n<p>Replies may get further members.</p>\n");
    for (int i = 0; i < pd_api_reply_schema_count; i++) schema_section(out, pd_api_reply_schemas + i);
    pd_buffer_text(out, search_script);
    pd_buffer_text(out, "</body></html>\n");
}
